/* foreign.h - constructs of C++ and CUDA, and what to write instead. */
#ifndef PARSER_FOREIGN_H
#define PARSER_FOREIGN_H

#include "parser/state.h"
#include "parser/words.h"

enum foreign {
    FOREIGN_NONE,
    FOREIGN_BAD,    /* reported; it is no token of C */
    FOREIGN_GONE,   /* reported, and dropped with its whole construct */
    FOREIGN_MENDED, /* reported, and the token at i is replaced by the intended one */
};

/* Handles the word at i, an undeclared name, where C cannot have one. */
enum foreign foreign_word(struct parser *p, int i, enum spell word);

/* What to write instead of std::name, as the end of a message. */
const char *foreign_std(const char *name);

/* Reports what is no type where an element type has to be, before the token at 'at'; the name, or
 * NULL if it is no name, is interned. */
void foreign_element(struct parser *p, const char *name, struct loc loc, int at);

/* Reports the syntax error at token 'at' if the construct there is C++; 'what' was expected. False:
 * it is no known construct. */
bool foreign_report(struct parser *p, int at, const char *what);

#endif
