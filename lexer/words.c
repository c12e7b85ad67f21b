/* words.c - the scanner's helpers, and the function that reads all tokens of a unit. Example: `1e3`
 * is a FLOAT_CONSTANT. */
#include "lexer/state.h"

#include <stdint.h>
#include <string.h>

#include "common/ctx.h"
#include "common/diag_control.h"
#include "lexer/scan.h"

static unsigned word_hash(const char *name)
{
    return (unsigned)((uintptr_t)name >> 4) * 2654435761u >> 7;
}

enum token_kind scan_word(struct scan *s, const char *text, int length)
{
    s->name = intern(s->c->names, text, (size_t)length);
    for (unsigned i = word_hash(s->name) & s->mask; s->keywords[i].name; i = (i + 1) & s->mask)
        if (s->keywords[i].name == s->name)
            return s->keywords[i].kind;
    return TOKEN_NAME;
}

/* C11 6.4.4: a point or an exponent makes a number floating; in a hexadecimal one the exponent is
 * p. */
enum token_kind scan_number(const char *text, int length)
{
    bool hex = length > 1 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    bool binary = length > 1 && text[0] == '0' && (text[1] == 'b' || text[1] == 'B');
    for (int i = 0; i < length; i++) {
        char c = text[i];
        if (c == '.' || (hex ? c == 'p' || c == 'P' : !binary && (c == 'e' || c == 'E')))
            return TOKEN_FLOAT_CONSTANT;
    }
    return TOKEN_INT_CONSTANT;
}

/* The string's line and the next one. */
static bool may_be_string(const struct scan *s, unsigned at)
{
    const char *line = s->base + s->unended_string, *end = s->base + at;
    int breaks = 0;
    for (; line < end && breaks < 2; line++)
        breaks += *line == '\n';
    return s->unended_string && breaks < 2;
}

void scan_error(struct scan *s, const char *text, int length, const char *message)
{
    unsigned begin = (unsigned)(text - s->base);
    if (may_be_string(s, begin))
        return;
    diag(s->c, DIAG_syntax, (struct loc){begin, begin + (unsigned)length}, "%s", message);
}

void scan_unended(struct scan *s, const char *text, int length, bool string)
{
    unsigned begin = (unsigned)(text - s->base);
    bool again = may_be_string(s, begin); /* the end of a string on two lines */
    s->unended = true;
    scan_error(s, text, length,
               string ? "this string does not end on its line"
                      : "this character constant does not end on its line");
    if (string && !again)
        s->unended_string = begin + (unsigned)length;
}

void scan_directive(struct scan *s, const char *text, int length)
{
    unsigned begin = (unsigned)(text - s->base);
    diag_pragma(s->c, (struct loc){begin, begin + (unsigned)length});
}

/* Whether the keyword is a name for cc. */
static bool is_name(const struct dialect *d, const char *spelling)
{
    return (d->asm_name && strcmp(spelling, "asm") == 0) ||
           (d->typeof_name && strcmp(spelling, "typeof") == 0) ||
           (d->inline_name && strcmp(spelling, "inline") == 0);
}

static void read_keywords(struct scan *s, struct arena *a)
{
    int n = 0;
    enum token_kind kind;
    while (token_keyword(n, &kind))
        n++;
    unsigned size = 1;
    while (size < 4u * (unsigned)n)
        size *= 2;
    s->mask = size - 1;
    s->keywords = arena_array(a, struct keyword_slot, size);
    for (int i = 0; i < n; i++) {
        const char *spelling = token_keyword(i, &kind);
        if (is_name(&s->c->dialect, spelling))
            continue;
        const char *name = intern_str(s->c->names, spelling);
        unsigned k = word_hash(name) & s->mask;
        while (s->keywords[k].name)
            k = (k + 1) & s->mask;
        s->keywords[k] = (struct keyword_slot){name, kind};
    }
}

static bool has_name(const struct ctx *c, const struct token *t, const char *name)
{
    return t->kind == TOKEN_NAME && t->name == intern_str(c->names, name);
}

/* Where "restrict" is a name, it is AMP's word before "(amp" and "(cpu" alone. */
static void restrict_names(struct ctx *c, struct token *tokens, int n)
{
    const char *name = intern_str(c->names, "restrict");
    for (int i = 0; i < n; i++) {
        struct token *t = &tokens[i];
        bool clause = i + 2 < n && t[1].kind == TOKEN_LPAREN &&
                      (has_name(c, &t[2], "amp") || has_name(c, &t[2], "cpu"));
        if (t->kind == TOKEN_RESTRICT && c->source->text[t->loc.begin] == 'r' && !clause) {
            t->kind = TOKEN_NAME;
            t->name = name;
        }
    }
}

struct token_list token_list_read(struct ctx *c, struct arena *a)
{
    enum { TOKEN_BYTES = 4 }; /* of text with its blanks, a little less than programs have */
    struct scan s = {.c = c, .base = c->source->text};
    yyscan_t scanner;
    VEC(struct token) tokens = {.cap = (int)(c->source->size / TOKEN_BYTES) + 1};
    tokens.at = arena_array(a, struct token, tokens.cap);
    read_keywords(&s, a);
    if (scan_yylex_init_extra(&s, &scanner) != 0)
        return (struct token_list){tokens.at, 0};
    /* flex writes a zero behind a token while it is looked at and puts the byte back */
    scan_yy_scan_buffer((char *)c->source->text, c->source->size + 2, scanner);
    for (;;) {
        s.unended = false;
        int kind = scan_yylex(scanner);
        unsigned begin = c->source->size, end = begin;
        if (kind != TOKEN_END) {
            begin = (unsigned)(scan_yyget_text(scanner) - s.base);
            end = begin + (unsigned)scan_yyget_leng(scanner);
        }
        struct token t = {{begin, end}, (unsigned short)kind, false, s.unended, NULL};
        if (kind == TOKEN_NAME)
            t.name = s.name;
        vec_push(a, &tokens, t);
        if (kind == TOKEN_END)
            break;
    }
    scan_yylex_destroy(scanner);
    if (c->dialect.restrict_name)
        restrict_names(c, tokens.at, tokens.n);
    return (struct token_list){tokens.at, tokens.n - 1};
}
