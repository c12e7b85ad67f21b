/* source_map.c - aligns the tokens of a preprocessed line with those of its original line, which
 * macros may have changed.
 *
 * Tokens that are equal on both sides, taken in order, are the same one; what stands between two
 * of them came from the macro use that stands there. Relies on files as they are on disk. Example:
 * `x = MAX(a, b);` maps `x`, `=` and `;` to themselves, and all else to `MAX`. */
#include "common/source_map.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/hash.h"

/* More tokens than this of one line are not aligned: the table of the alignment grows with the
 * square. */
enum { TOKENS_MAX = 2500 };

static bool is_name_byte(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '\\' ||
           (unsigned char)c >= 0x80;
}

/* The end of a string or character constant; one that is not closed on its line ends before the
 * blanks at the line's end, which cc -E drops. */
static unsigned quoted_end(const char *s, unsigned at, unsigned end)
{
    char quote = s[at++];
    while (at < end && s[at] != quote && s[at] != '\n')
        at += s[at] == '\\' && at + 1 < end ? 2 : 1;
    if (at < end && s[at] == quote)
        return at + 1;
    at = at < end ? at : end;
    while (isspace((unsigned char)s[at - 1]))
        at--;
    return at;
}

unsigned source_token_end(const char *s, unsigned at, unsigned end)
{
    if (s[at] == '"' || s[at] == '\'')
        return quoted_end(s, at, end);
    if (!is_name_byte(s[at]))
        return at + 1;
    bool number = isdigit((unsigned char)s[at]);
    while (at < end && (is_name_byte(s[at]) || (number && s[at] == '.')))
        at++;
    return at;
}

/* cc -E writes a letter outside ASCII of a name as \Uxxxxxxxx: back to UTF-8. Returns the length.
 */
static unsigned name_decode(const char *s, unsigned n, char out[256])
{
    unsigned k = 0;
    for (unsigned i = 0; i < n && k < 250; i++) {
        if (s[i] != '\\' || i + 9 >= n + 0u || s[i + 1] != 'U') {
            out[k++] = s[i];
            continue;
        }
        char digits[9] = {0};
        memcpy(digits, s + i + 2, 8);
        unsigned long u = strtoul(digits, NULL, 16);
        if (u >= 0x10000)
            out[k++] = (char)(0xf0 | u >> 18);
        if (u >= 0x800)
            out[k++] = (char)(u >= 0x10000 ? (0x80 | (u >> 12 & 0x3f)) : (0xe0 | u >> 12));
        if (u >= 0x80)
            out[k++] = (char)(u >= 0x800 ? (0x80 | (u >> 6 & 0x3f)) : (0xc0 | u >> 6));
        out[k++] = (char)(u >= 0x80 ? (0x80 | (u & 0x3f)) : u);
        i += 9;
    }
    return k;
}

/* The text of a token as the original file has it, in 'decoded' if that differs. */
static const char *original_text(const char *text, struct map_token t, char decoded[256],
                                 unsigned *n)
{
    const char *s = text + t.begin;
    *n = t.end - t.begin;
    if (s[0] == '"' || *n >= 250 || !memchr(s, '\\', *n))
        return s;
    *n = name_decode(s, *n, decoded);
    return decoded;
}

/* A line marker between the pieces of a line. */
static bool is_marker(const char *s, unsigned begin, unsigned at, unsigned end)
{
    return s[at] == '#' && at > begin && s[at - 1] == '\n' && at + 2 < end && s[at + 1] == ' ' &&
           isdigit((unsigned char)s[at + 2]);
}

static void lex_line(struct arena *a, struct source_map *m, const char *s, unsigned at,
                     unsigned end)
{
    while (at < end && m->tokens.n < TOKENS_MAX) {
        if (isspace((unsigned char)s[at])) {
            at++;
            continue;
        }
        if (is_marker(s, m->begin, at, end)) {
            while (at < end && s[at] != '\n')
                at++;
            continue;
        }
        struct map_token t = {.begin = at, .end = source_token_end(s, at, end), .origin = -1};
        char decoded[256];
        unsigned n;
        const char *original = original_text(s, t, decoded, &n);
        t.hash = hash_bytes(original, n);
        vec_push(a, &m->tokens, t);
        at = t.end;
    }
}

/* The walk over an original file's text from the line that a preprocessed line names. */
struct walk {
    const struct source_file *file;
    unsigned at;
    int line, next, depth;
};

/* Goes to the next line; false when that belongs to the next preprocessed line. */
static bool walk_newline(struct walk *w)
{
    const char *s = w->file->text;
    w->at++;
    w->line++;
    if (w->line > w->next || (w->line == w->next && w->depth <= 0))
        return false;
    unsigned at = w->at;
    while (at < w->file->size && (s[at] == ' ' || s[at] == '\t'))
        at++;
    return at < w->file->size && s[at] != '#';
}

static void skip_block_comment(struct walk *w)
{
    const char *s = w->file->text;
    for (w->at += 2; w->at < w->file->size; w->at++) {
        if (s[w->at] == '*' && s[w->at + 1] == '/') {
            w->at += 2;
            return;
        }
        if (s[w->at] == '\n')
            w->line++;
    }
}

/* Skips blanks, comments, spliced and ended lines; false at the end of the text that belongs to the
 * line. */
static bool walk_blanks(struct walk *w)
{
    const char *s = w->file->text;
    while (w->at < w->file->size) {
        char c = s[w->at];
        if (c == '\n') {
            if (!walk_newline(w))
                return false;
        } else if (c == '\\' && s[w->at + 1] == '\n') {
            w->at += 2;
            w->line++;
        } else if (c == '/' && s[w->at + 1] == '*') {
            skip_block_comment(w);
        } else if (c == '/' && s[w->at + 1] == '/') {
            while (w->at < w->file->size && s[w->at] != '\n')
                w->at++;
        } else if (isspace((unsigned char)c)) {
            w->at++;
        } else {
            return true;
        }
    }
    return false;
}

/* A line that begins inside a comment: after the comment's end. */
static unsigned line_start(const struct source_file *f, int line)
{
    unsigned begin = f->lines[line - 1];
    for (unsigned at = begin; at + 1 < f->size && f->text[at] != '\n'; at++) {
        if (f->text[at] == '/' && (f->text[at + 1] == '*' || f->text[at + 1] == '/'))
            break;
        if (f->text[at] == '*' && f->text[at + 1] == '/')
            return at + 2;
    }
    return begin;
}

static void lex_origins(struct arena *a, struct source_map *m, const struct source_file *f,
                        int line, int next)
{
    struct walk w = {f, line_start(f, line), line, next, 0};
    while (m->origins.n < TOKENS_MAX && walk_blanks(&w)) {
        unsigned end = source_token_end(f->text, w.at, f->size);
        char c = f->text[w.at];
        w.depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        struct origin o = {.begin = w.at, .end = end, .line = w.line, .first = c};
        o.hash = hash_bytes(f->text + w.at, end - w.at);
        o.column = w.line <= f->lines_n ? (int)(w.at - f->lines[w.line - 1]) + 1 : 1;
        o.name = is_name_byte(c) && !isdigit((unsigned char)c);
        vec_push(a, &m->origins, o);
        w.at = end;
    }
}

static bool same_token(const char *text, struct map_token t, const char *original, struct origin o)
{
    char decoded[256];
    unsigned n;
    if (t.hash != o.hash)
        return false;
    const char *s = original_text(text, t, decoded, &n);
    return n == o.end - o.begin && memcmp(s, original + o.begin, n) == 0;
}

/* What a match is worth: one on the named line more than one on a later line. */
static unsigned match_weight(struct origin o, int line)
{
    return o.line == line ? 4 : 3;
}

static void match(struct source_map *m, int token, int origin)
{
    m->tokens.at[token].origin = origin;
    m->origins.at[origin].matched = true;
}

/* The heaviest common subsequence of the tokens from 'from' on (everything before is matched). */
static void align_rest(struct source_map *m, const char *text, const char *original, int from,
                       int line)
{
    int n = m->tokens.n - from, k = m->origins.n - from;
    size_t width = (size_t)k + 1;
    uint16_t *best = n > 0 && k > 0 ? calloc(((size_t)n + 1) * width, sizeof *best) : NULL;
    if (!best)
        return;
    for (int i = n - 1; i >= 0; i--)
        for (int j = k - 1; j >= 0; j--) {
            uint16_t *at = &best[(size_t)i * width + (size_t)j];
            struct origin o = m->origins.at[from + j];
            if (same_token(text, m->tokens.at[from + i], original, o))
                *at = (uint16_t)(at[width + 1] + match_weight(o, line));
            else
                *at = at[width] > at[1] ? at[width] : at[1];
        }
    for (int i = 0, j = 0; i < n && j < k;) {
        uint16_t *at = &best[(size_t)i * width + (size_t)j];
        if (same_token(text, m->tokens.at[from + i], original, m->origins.at[from + j]))
            match(m, from + i++, from + j++);
        else if (at[1] >= at[width])
            j++;
        else
            i++;
    }
    free(best);
}

void source_map_make(struct arena *a, struct source_map *m, const char *text, unsigned begin,
                     unsigned end, const struct source_file *file, int line, int next)
{
    *m = (struct source_map){.valid = true, .begin = begin, .end = end};
    lex_line(a, m, text, begin, end);
    if (!file->text || line < 1 || line > file->lines_n)
        return;
    lex_origins(a, m, file, line, next);
    int i = 0;
    while (i < m->tokens.n && i < m->origins.n &&
           same_token(text, m->tokens.at[i], file->text, m->origins.at[i])) {
        match(m, i, i);
        i++;
    }
    if (i < m->tokens.n)
        align_rest(m, text, file->text, i, line);
}

/* The use of the macro that made token i: the first unmatched name between its matched neighbours,
 * else the last one before. */
static const struct origin *macro_of(const struct source_map *m, int i)
{
    int before = i, after = i;
    while (before >= 0 && m->tokens.at[before].origin < 0)
        before--;
    while (after < m->tokens.n && m->tokens.at[after].origin < 0)
        after++;
    int first = before < 0 ? -1 : m->tokens.at[before].origin;
    int last = after < m->tokens.n ? m->tokens.at[after].origin : m->origins.n;
    for (int k = first + 1; k < last; k++)
        if (m->origins.at[k].name)
            return &m->origins.at[k];
    for (int k = first; k >= 0; k--)
        if (m->origins.at[k].name && !m->origins.at[k].matched)
            return &m->origins.at[k];
    if (last < m->origins.n)
        return &m->origins.at[last];
    return first >= 0 ? &m->origins.at[first] : NULL;
}

const struct origin *source_map_find(const struct source_map *m, unsigned offset, bool *exact,
                                     bool *after)
{
    *exact = *after = false;
    int i = 0;
    while (i < m->tokens.n && m->tokens.at[i].end <= offset)
        i++;
    if (m->tokens.n == 0)
        return NULL;
    bool blank = i == m->tokens.n || offset < m->tokens.at[i].begin;
    if (blank && i > 0) {
        i--;
        *after = true;
    }
    *exact = m->tokens.at[i].origin >= 0;
    return *exact ? &m->origins.at[m->tokens.at[i].origin] : macro_of(m, i);
}

const struct origin *source_map_use(const struct source_map *m, const struct origin *o)
{
    const struct origin *name = NULL; /* of the outermost use; NULL: none is open */
    int depth = 0, use = 0;           /* of the parentheses; of those of that use */
    for (int i = 0; i < m->origins.n; i++) {
        const struct origin *at = &m->origins.at[i], *before = i ? at - 1 : NULL;
        depth += at->first == '(';
        if (at->first == '(' && !name && before && before->name && !before->matched) {
            name = before;
            use = depth;
        }
        if (at == o)
            return name;
        if (at->first == ')' && depth-- == use)
            name = NULL;
    }
    return NULL;
}

/* Of a regular file: a pipe gives its text once, to cc, or never. */
static char *file_read_all(const char *name, size_t *size)
{
    struct stat about;
    FILE *f = stat(name, &about) == 0 && S_ISREG(about.st_mode) ? fopen(name, "rb") : NULL;
    if (!f)
        return NULL;
    char *text = NULL;
    size_t n = 0, cap = 0;
    for (;;) {
        if (cap - n < 4096) {
            cap = cap ? cap * 2 : 65536;
            char *more = realloc(text, cap);
            if (!more)
                break;
            text = more;
        }
        size_t got = fread(text + n, 1, cap - n - 1, f);
        if (got == 0)
            break;
        n += got;
    }
    bool failed = ferror(f);
    fclose(f);
    if (failed || n > UINT32_MAX - 2) {
        free(text);
        return NULL;
    }
    *size = n;
    return text;
}

struct source_file *source_file_of(struct arena *a, const char *name, const char *text, size_t n)
{
    struct source_file *f = arena_new(a, struct source_file);
    f->name = name;
    f->text = arena_strndup(a, text, n);
    f->size = (unsigned)n;
    VEC(unsigned) lines = {0};
    /* a byte order mark counts for no column, as with gcc */
    unsigned mark = n >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    for (unsigned at = mark; at < f->size; at++)
        if (at == mark || f->text[at - 1] == '\n')
            vec_push(a, &lines, at);
    f->lines = lines.at;
    f->lines_n = lines.n;
    return f;
}

struct source_file *source_file_read(struct arena *a, const char *name)
{
    size_t size = 0;
    char *text = file_read_all(name, &size);
    struct source_file *f;
    if (text) {
        f = source_file_of(a, name, text, size);
    } else {
        f = arena_new(a, struct source_file);
        f->name = name;
    }
    free(text);
    return f;
}
