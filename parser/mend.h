/* mend.h - AMP's types and members with an error in their '<...>' or '()', and misspelt keywords:
 * reported, and if the intention is clear, parsed as intended. */
#ifndef PARSER_MEND_H
#define PARSER_MEND_H

#include "parser/state.h"

/* After the name at i, AMP's and not declared as something else, stands a '<' that nothing closes:
 * "array_view<int v(n, p);". Inserts the '>' and returns true; false: it is another construct. */
bool mend_angle(struct parser *p, int i);

/* The name at i, AMP's and not declared as something else, takes '<...>' and has none where only a
 * type can stand: "index i". Reports it. */
bool mend_bare(struct parser *p, int i);

/* The member at i has its '<...>', but no '()' behind: "e.tile<16>,". Inserts them and returns
 * true. */
bool mend_call(struct parser *p, int i);

/* The name at i, not declared, is where no name is possible, and is a misspelt keyword that is:
 * "retrun 0;", "whle (x) {". Replaces it by the keyword and returns true. */
bool mend_keyword(struct parser *p, int i);

#endif
