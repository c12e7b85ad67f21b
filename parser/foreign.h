/* foreign.h - what users of C++ and CUDA will try, and what to write instead. */
#ifndef PARSER_FOREIGN_H
#define PARSER_FOREIGN_H

#include "parser/state.h"
#include "parser/words.h"

enum foreign {
    FOREIGN_NONE,
    FOREIGN_BAD,    /* reported, and no token of C */
    FOREIGN_GONE,   /* reported, and left out with all that belongs to it */
    FOREIGN_MENDED, /* reported, and the token at i is now what was meant */
};

/* The word at i, a name that nobody declared, where C cannot have it. */
enum foreign foreign_word(struct parser *p, int i, enum spell word);

/* "struct NAME" stands before the token at 'at'; the name is interned. */
bool foreign_is_tag(const struct parser *p, const char *name, int at);

/* Reports the token at 'at', where a syntax error is, if what stands there is C++: 'what' is
 * expected there. False: it is nothing known. */
bool foreign_report(struct parser *p, int at, const char *what);

#endif
