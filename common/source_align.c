/* source_align.c - gives preprocessed text the columns that the user wrote, for what reads columns
 * off the text: cc with its messages and fix-its, debuggers.
 *
 * cc -E makes one blank of several and of a comment, and a macro's text is seldom as long as its
 * use. Blanks go in front of what stands too far to the left; in front of what stands too far to
 * the right the line is broken, and a marker says which line it still is. Example:
 *
 *     return MOST   + wrong;        return 1000
 *                            is      # 1
 *                                                 + wrong;
 */
#define _GNU_SOURCE /* memrchr, memmem */
#include <ctype.h>
#include <string.h>

#include "common/buf.h"
#include "common/source_map.h"

/* What has more tokens is left as it is: finding their origins takes the square of that. */
enum { TOKENS_MOST = 400 };

struct align {
    const struct source *s;
    struct buf *out;
    const struct source_file *file; /* of the present line */
    int line, shown; /* its number; that which the end of 'out' has, by its last marker */
    bool comment;    /* it begins inside of a comment, which cc -E -C keeps */
};

/* From 1; of the byte that 'at' would be followed by. */
static int column_behind(const char *at, size_t n)
{
    const char *newline = n ? memrchr(at, '\n', n) : NULL;
    return (int)(newline ? at + n - newline : (ptrdiff_t)n + 1);
}

static void copy(struct align *a, unsigned begin, unsigned end)
{
    if (begin < end)
        buf_addn(a->out, a->s->text + begin, end - begin);
}

/* The end of the comment that the bytes begin inside of, or at. */
static unsigned comment_end(const char *text, unsigned at, unsigned end)
{
    const char *close = memmem(text + at, end - at, "*/", 2);
    return close ? (unsigned)(close - text) + 2 : end;
}

static bool comment_begins(const char *text, unsigned at, unsigned end)
{
    return at + 1 < end && text[at] == '/' && (text[at + 1] == '*' || text[at + 1] == '/');
}

/* Behind the comment that begins at a byte, if that ends on the line. */
static unsigned comment_skip(struct align *a, unsigned at, unsigned end)
{
    if (a->s->text[at + 1] == '/')
        return end;
    unsigned close = at + 2 < end ? comment_end(a->s->text, at + 2, end) : end;
    a->comment = close == end && (end < at + 4 || memcmp(a->s->text + end - 2, "*/", 2) != 0);
    return close;
}

/* Finds out whether a line that is copied leaves a comment open. */
static void comments_follow(struct align *a, unsigned at, unsigned end)
{
    const char *text = a->s->text;
    if (a->comment) {
        at = comment_end(text, at, end);
        a->comment = at == end && (end < 2 || memcmp(text + end - 2, "*/", 2) != 0);
    }
    if (a->comment || !memmem(text + at, end - at, "/*", 2))
        return;
    while (at < end)
        if (comment_begins(text, at, end))
            at = comment_skip(a, at, end);
        else
            at = isspace((unsigned char)text[at]) ? at + 1 : source_token_end(text, at, end);
}

/* Whether the bytes stand in the columns of the original line, and what has been written does not
 * move them. */
static bool is_in_place(const struct align *a, unsigned begin, unsigned end)
{
    const char *text = a->s->text;
    const struct source_file *f = a->file;
    int column = column_behind(text, begin);
    if (a->line > f->lines_n || column != column_behind(a->out->at, a->out->n))
        return false;
    size_t at = f->lines[a->line - 1] + (size_t)column - 1, n = end - begin;
    n -= n && text[end - 1] == '\n';
    return at + n <= f->size && memcmp(f->text + at, text + begin, n) == 0;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '\\' ||
           (unsigned char)c >= 0x80;
}

/* Whether blanks may part two bytes of preprocessed text: they cannot be of one token. */
static bool may_part(char before, char behind)
{
    static const char alone[] = "()[]{},;";
    if (isspace((unsigned char)before) || strchr(alone, before) || strchr(alone, behind))
        return true;
    if (before == '"' || before == '\'')
        return true;
    return !is_word(before) && before != '.' && !isdigit((unsigned char)behind) &&
           (is_word(behind) || behind == '"' || behind == '\'');
}

/* The same word among the arguments of a macro, which may have moved it; NULL: there is none. */
static const struct origin *word_from(const struct source_map *m, const struct map_token *t)
{
    for (int i = 0; i < m->origins.n; i++) {
        const struct origin *o = &m->origins.at[i];
        if (o->name && o->hash == t->hash && o->end - o->begin == t->end - t->begin &&
            source_map_use(m, o) && source_map_use(m, o) != o)
            return o;
    }
    return NULL;
}

/* Writes what is needed in front of a token, which is to stand at 'o'; 'blank': something is. */
static void put_before(struct align *a, const struct origin *o, bool blank)
{
    int now = column_behind(a->out->at, a->out->n);
    if (o->line != a->shown || o->column < now + blank) {
        buf_printf(a->out, "\n# %d\n", o->line);
        a->shown = o->line;
        now = 1;
    }
    buf_printf(a->out, "%*s", o->column - now, "");
}

/* Writes the tokens of a part of a line, each at its place or, the first that a macro made, at the
 * macro's. */
static void tokens_align(struct align *a, unsigned at, unsigned end)
{
    const char *text = a->s->text;
    const struct source_map *m = source_map_at(a->s, at);
    const struct origin *last = NULL;
    unsigned first = a->comment ? comment_end(text, at, end) : at;
    a->comment = a->comment && first == end;
    copy(a, at, first);
    for (int i = 0; i < m->tokens.n; i++) {
        const struct map_token *t = &m->tokens.at[i];
        bool exact, after;
        if (t->begin < first || t->begin >= end)
            continue;
        if (comment_begins(text, t->begin, end)) {
            unsigned next = comment_skip(a, t->begin, end);
            copy(a, first, next);
            first = next;
            continue;
        }
        const struct origin *o = source_map_find(m, t->begin, &exact, &after);
        const struct origin *word = exact ? o : word_from(m, t);
        bool blank = first < t->begin, head = word || o != last;
        o = word ? word : o;
        last = o;
        if (o && head && a->out->n &&
            (blank || may_part(a->out->at[a->out->n - 1], text[t->begin])))
            put_before(a, o, blank);
        else
            copy(a, first, t->begin);
        copy(a, t->begin, t->end);
        first = t->end;
    }
    copy(a, first, end);
}

static bool has_many_tokens(const char *text, unsigned at, unsigned end)
{
    int n = 0;
    for (; at < end && n <= TOKENS_MOST; n++) {
        while (at < end && isspace((unsigned char)text[at]))
            at++;
        at = at < end ? source_token_end(text, at, end) : end;
    }
    return n > TOKENS_MOST;
}

/* A part of a line: up to its newline, or to the end of what is wanted. */
static void line_align(struct align *a, unsigned begin, unsigned end)
{
    const char *text = a->s->text;
    unsigned at = begin;
    while (at < end && isspace((unsigned char)text[at]))
        at++;
    bool directive = at < end && text[at] == '#' && (begin == 0 || text[begin - 1] == '\n');
    if (at == end || directive || !a->file->text || is_in_place(a, begin, end) ||
        has_many_tokens(text, at, end)) {
        comments_follow(a, begin, end);
        copy(a, begin, end);
        return;
    }
    a->shown = a->line;
    tokens_align(a, begin, end);
    if (a->shown == a->line)
        return;
    if (text[end - 1] == '\n')
        buf_printf(a->out, "# %d\n", a->line + 1);
    else
        buf_printf(a->out, "\n# %d\n", a->line);
}

void source_align(const struct source *s, unsigned begin, unsigned end, struct buf *out)
{
    struct align a = {.s = s, .out = out};
    for (unsigned at = begin, next; at < end; at = next) {
        const struct source_marker *m = source_marker_at(s, at, &a.line);
        const char *newline = memchr(s->text + at, '\n', end - at);
        next = newline ? (unsigned)(newline - s->text) + 1 : end;
        if (m->system) { /* and all up to the next marker */
            bool more = m + 1 < s->markers + s->markers_n && m[1].offset < end;
            next = more ? m[1].offset : end;
            copy(&a, at, next);
            continue;
        }
        a.file = source_original(s, m->file);
        line_align(&a, at, next);
    }
}
