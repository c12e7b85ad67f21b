/* cut.c - cuts a document at the cursor: what is behind it does not matter for what may be typed
 * there, and what is in front of it is nearly always right.
 *
 * A small scanner keeps the brackets that are open and closes each as it must be. Example:
 * `for (int i = 0; i < v.ex` becomes `for (int i = 0; i < v.ampc__cursor;);` and the ends of the
 * blocks around. */
#include "lsp/cut.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "common/buf.h"

/* What an open bracket is of. */
enum bracket {
    BRACKET_PLAIN, /* ( of an expression or declarator */
    BRACKET_HEAD,  /* ( of if, while, switch */
    BRACKET_FOR,   /* ( of for */
    BRACKET_INDEX, /* [ */
    BRACKET_BLOCK, /* { of statements */
    BRACKET_DO,    /* { of do */
    BRACKET_TYPE,  /* { of struct and union */
    BRACKET_LIST   /* { of an initialiser or enum */
};

struct frame {
    enum bracket bracket;
    int semicolons, questions; /* so far in it; in the expression so far */
};

enum { FRAMES_MAX = 512, WORD_MAX = 16 };

struct scanner {
    const char *at, *end;
    struct frame frames[FRAMES_MAX];
    int n;                                 /* of frames; more than FRAMES_MAX are only counted */
    char word[WORD_MAX], before[WORD_MAX]; /* the last two tokens */
    bool aggregate, enumeration;           /* behind struct or union, behind enum */
};

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

static struct frame *top(struct scanner *s)
{
    static const struct frame none = {BRACKET_BLOCK, 0, 0};
    if (s->n > 1 && s->n <= FRAMES_MAX)
        return &s->frames[s->n - 1];
    s->frames[0] = none; /* the file */
    return &s->frames[0];
}

static void push(struct scanner *s, enum bracket bracket)
{
    if (s->n < FRAMES_MAX)
        s->frames[s->n] = (struct frame){bracket, 0, 0};
    s->n++;
}

static bool last_is(const struct scanner *s, const char *words)
{
    const char *found = *s->word ? strstr(words, s->word) : NULL;
    size_t n = strlen(s->word);
    return found && (found == words || found[-1] == ' ') && (found[n] == ' ' || found[n] == '\0');
}

/* The end of a comment, string, constant or directive at s->at; NULL: none begins there, or (with
 * *open) it does not end. */
static const char *skip_text(const struct scanner *s, bool line_begin, bool *open)
{
    const char *at = s->at, *end = s->end;
    char quote = *at;
    if (quote == '/' && at + 1 < end && at[1] == '*') {
        for (at += 2; at + 1 < end; at++)
            if (at[0] == '*' && at[1] == '/')
                return at + 2;
        *open = true;
    } else if ((quote == '/' && at + 1 < end && at[1] == '/') || (quote == '#' && line_begin)) {
        for (; at < end; at++)
            if (*at == '\\' && at + 1 < end)
                at++;
            else if (*at == '\n')
                return at;
        *open = true;
    } else if (quote == '"' || quote == '\'') {
        for (at++; at < end && *at != '\n'; at++) {
            if (*at == quote)
                return at + 1;
            at += *at == '\\' && at + 1 < end;
        }
        *open = at >= end;
        return at < end ? at : NULL;
    }
    return NULL;
}

static void take_word(struct scanner *s)
{
    const char *begin = s->at;
    while (s->at < s->end && is_word(*s->at))
        s->at++;
    size_t n = (size_t)(s->at - begin);
    memcpy(s->before, s->word, WORD_MAX);
    n = n < WORD_MAX - 1 ? n : WORD_MAX - 1;
    memcpy(s->word, begin, n);
    s->word[n] = '\0';
    if (last_is(s, "struct union"))
        s->aggregate = true;
    if (last_is(s, "enum"))
        s->enumeration = true;
}

static enum bracket brace_of(const struct scanner *s)
{
    if (s->enumeration)
        return BRACKET_LIST;
    if (s->aggregate && !last_is(s, ")"))
        return BRACKET_TYPE;
    if (last_is(s, "= , ( return") || (last_is(s, "{") && s->n > 1 && s->n <= FRAMES_MAX &&
                                       s->frames[s->n - 1].bracket == BRACKET_LIST))
        return BRACKET_LIST;
    return last_is(s, "do") ? BRACKET_DO : BRACKET_BLOCK;
}

static void take_mark(struct scanner *s)
{
    char c = *s->at++;
    struct frame *f = top(s);
    if (c == '(')
        push(s, last_is(s, "for")               ? BRACKET_FOR
                : last_is(s, "if while switch") ? BRACKET_HEAD
                                                : BRACKET_PLAIN);
    else if (c == '[')
        push(s, BRACKET_INDEX);
    else if (c == '{')
        push(s, brace_of(s));
    else if ((c == ')' || c == ']' || c == '}') && s->n > 1)
        s->n--;
    else if (c == '?')
        f->questions++;
    else if (c == ':' && f->questions)
        f->questions--;
    else if (c == ';')
        f->semicolons++;
    if (c == ';' || c == '{' || c == '}')
        f->questions = 0;
    if (strchr(";{}()=", c))
        s->aggregate = s->enumeration = false;
    memcpy(s->before, s->word, WORD_MAX);
    s->word[0] = c;
    s->word[1] = '\0';
}

/* Scans all of it; false: it ends in a comment, a string or a directive. */
static bool scan(struct scanner *s)
{
    bool line_begin = true;
    while (s->at < s->end) {
        bool open = false;
        const char *behind = skip_text(s, line_begin, &open);
        if (open)
            return false;
        if (behind) {
            s->at = behind > s->at ? behind : s->at + 1;
        } else if (isspace((unsigned char)*s->at)) {
            line_begin |= *s->at++ == '\n';
            continue;
        } else if (is_word(*s->at)) {
            take_word(s);
        } else {
            take_mark(s);
        }
        line_begin = s->at < s->end && s->at[-1] == '\n';
    }
    return true;
}

static void close_frame(struct buf *out, const struct frame *f)
{
    for (int i = 0; i < f->questions; i++)
        buf_add(out, " : 0");
    switch (f->bracket) {
    case BRACKET_PLAIN:
        buf_add(out, ")");
        break;
    case BRACKET_HEAD:
        buf_add(out, ");");
        break;
    case BRACKET_FOR:
        buf_add(out, f->semicolons == 0 ? ";;);" : f->semicolons == 1 ? ";);" : ");");
        break;
    case BRACKET_INDEX:
        buf_add(out, "]");
        break;
    case BRACKET_BLOCK:
        buf_add(out, ";}");
        break;
    case BRACKET_DO:
        buf_add(out, ";} while (0);");
        break;
    case BRACKET_TYPE:
        buf_add(out, ";};");
        break;
    case BRACKET_LIST:
        buf_add(out, "}");
        break;
    }
}

bool cut_make(const struct text *t, size_t offset, struct cut *out)
{
    *out = (struct cut){.word = offset};
    while (out->word > 0 && is_word(t->at[out->word - 1]))
        out->word--;
    struct scanner *s = calloc(1, sizeof *s);
    if (!s)
        return false;
    *s = (struct scanner){.at = t->at, .end = t->at + out->word, .n = 1};
    bool good = scan(s);
    out->member = last_is(s, ".") || (last_is(s, ">") && out->word > 1 &&
                                      t->at[out->word - 2] == '-' && s->end[-1] == '>');
    out->scope = last_is(s, ":") && strcmp(s->before, ":") == 0;
    struct buf b = {0};
    buf_addn(&b, t->at, out->word);
    buf_add(&b, CUT_MARK);
    for (int i = s->n < FRAMES_MAX ? s->n - 1 : FRAMES_MAX - 1; good && i > 0; i--)
        close_frame(&b, &s->frames[i]);
    buf_add(&b, ";\n");
    if (good)
        text_set(&out->text, b.at, b.n);
    buf_free(&b);
    free(s);
    return good;
}
