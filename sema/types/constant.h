/* constant.h - values of constant expressions, for the typing of C and the checks. */
#ifndef SEMA_TYPES_CONSTANT_H
#define SEMA_TYPES_CONSTANT_H

#include "parser/tree.h"
#include "sema/types/type.h"

/* v as an object of integer type t holds it. */
long long constant_wrap(const struct type *t, long long v);
/* The value of an arithmetic constant of a floating type, or of an integer one; false: e is none.
 */
bool constant_real(const struct expr *e, long double *v);
/* Sets constant and value of a typed node from those of its operands. */
void constant_fold(struct expr *e);

/* Whether e (typed) is an integer constant expression; value gets it. Besides C's own, a const
 * integer variable with a constant initialiser counts (docs/LANGUAGE.md, "C in kernels"). */
bool constant_value(const struct expr *e, long long *value);

#endif
