/* token.h - tokens: kinds from token.def, and the array of all tokens of a unit. */
#ifndef LEXER_TOKEN_H
#define LEXER_TOKEN_H

#include <stdbool.h>

#include "common/source.h"

struct ctx;
struct arena;

enum token_kind {
    TOKEN_END,
#define TOKEN(symbol, spelling, class) TOKEN_##symbol,
#include "lexer/token.def"
    TOKEN_COUNT
};

enum token_class {
    TOKEN_CLASS_OTHER,
    TOKEN_CLASS_PUNCT,
    TOKEN_CLASS_TYPE,
    TOKEN_CLASS_QUAL,
    TOKEN_CLASS_STORAGE,
    TOKEN_CLASS_WORD
};

struct token {
    struct loc loc;
    unsigned short kind; /* enum token_kind */
    bool prefixed; /* the parser's: a namespace prefix stands before the name and belongs to loc */
    bool unended;  /* a string or character constant that its line does not end */
    const char *name; /* NAME: interned spelling, else NULL */
};

struct token_list {
    struct token *at; /* at[n] is a TOKEN_END at the end of the text */
    int n;
};

/* All tokens of c->source; line markers, pragmas, blanks and comments are left out. Reports text
 * that is no token, and strings, characters and comments without an end, through diag(). Lives in
 * the arena given; the names live as long as the context. */
struct token_list token_list_read(struct ctx *c, struct arena *a);

/* The spelling of a keyword or punctuator; a description in words for the others ("identifier"). */
const char *token_kind_text(enum token_kind kind);
enum token_class token_kind_class(enum token_kind kind);

/* The i-th spelling of a keyword, alternate spellings included, and its kind; NULL past the last
 * one. */
const char *token_keyword(int i, enum token_kind *kind);

#endif
