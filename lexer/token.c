/* token.c - look-ups in token.def, the table of tokens: a kind's text, its class, and keywords by
 * their spelling. */
#include "lexer/token.h"

#include <stddef.h>

static const struct {
    const char *text;
    enum token_class class;
} kinds[TOKEN_COUNT] = {
    [TOKEN_END] = {"end of file", TOKEN_CLASS_OTHER},
#define TOKEN(symbol, spelling, class) [TOKEN_##symbol] = {spelling, TOKEN_CLASS_##class},
#include "lexer/token.def"
};

/* Punctuators and names have no row; only keywords have other spellings. */
#define ROW_OTHER(symbol, spelling)
#define ROW_PUNCT(symbol, spelling)
#define ROW_TYPE(symbol, spelling) {spelling, TOKEN_##symbol},
#define ROW_QUAL ROW_TYPE
#define ROW_STORAGE ROW_TYPE
#define ROW_WORD ROW_TYPE
static const struct {
    const char *text;
    enum token_kind kind;
} keywords[] = {
#define TOKEN(symbol, spelling, class) ROW_##class(symbol, spelling)
#define ALIAS ROW_TYPE
#include "lexer/token.def"
};

const char *token_kind_text(enum token_kind kind)
{
    return kinds[kind].text;
}

enum token_class token_kind_class(enum token_kind kind)
{
    return kinds[kind].class;
}

const char *token_keyword(int i, enum token_kind *kind)
{
    if ((size_t)i >= sizeof keywords / sizeof *keywords)
        return NULL;
    *kind = keywords[i].kind;
    return keywords[i].text;
}
