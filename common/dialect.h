/* dialect.h - which words the host compiler takes for names, though GNU C has them as keywords. */
#ifndef COMMON_DIALECT_H
#define COMMON_DIALECT_H

#include <stdbool.h>

/* All false: GNU C. */
struct dialect {
    bool asm_name, typeof_name, inline_name, restrict_name;
};

/* -ffp-contract=. ON, contraction within one expression, counts as OFF, since devices' compilers
 * contract beyond the expression. */
enum contraction { CONTRACTION_UNSAID, CONTRACTION_OFF, CONTRACTION_FAST };

#endif
