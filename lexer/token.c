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

static const struct {
    const char *text;
    enum token_kind kind;
} spellings[] = {
#define TOKEN(symbol, spelling, class) {spelling, TOKEN_##symbol},
#define ALIAS(symbol, spelling) {spelling, TOKEN_##symbol},
#include "lexer/token.def"
};

static bool is_keyword(enum token_kind kind)
{
    return kinds[kind].class != TOKEN_CLASS_OTHER && kinds[kind].class != TOKEN_CLASS_PUNCT;
}

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
    for (size_t k = 0; k < sizeof spellings / sizeof *spellings; k++)
        if (is_keyword(spellings[k].kind) && i-- == 0) {
            *kind = spellings[k].kind;
            return spellings[k].text;
        }
    return NULL;
}
