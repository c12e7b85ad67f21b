/* mend.h - AMP's types and members whose '<...>' or '()' is not as it has to be, and keywords with
 * a slip of the pen: reported, and where it is clear what was meant, read as if it were right. */
#ifndef PARSER_MEND_H
#define PARSER_MEND_H

#include "parser/state.h"

/* After the name at i, AMP's and not declared as something else, stands a '<' that nothing closes:
 * "array_view<int v(n, p);". Puts the '>' in and is true; false: it is something else. */
bool mend_angle(struct parser *p, int i);

/* The name at i, AMP's and not declared as something else, takes '<...>' and has none where only a
 * type can stand: "index i". Reports it. */
bool mend_bare(struct parser *p, int i);

/* The member at i has its '<...>', but no '()' behind: "e.tile<16>,". Puts them in and is true. */
bool mend_call(struct parser *p, int i);

/* The name at i, not declared, stands where no name can, and is nearly a keyword that can: "retrun
 * 0;", "whle (x) {". Makes it that keyword and is true. */
bool mend_keyword(struct parser *p, int i);

#endif
