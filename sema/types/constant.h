/* constant.h - values of constant expressions, for the typing of C and the checks. */
#ifndef SEMA_TYPES_CONSTANT_H
#define SEMA_TYPES_CONSTANT_H

#include "parser/tree.h"
#include "sema/types/type.h"

/* The value of v converted to the integer type t. */
long long constant_wrap(const struct type *t, long long v);
/* The value of an arithmetic constant, of floating or integer type; false: e is no constant. */
bool constant_real(const struct expr *e, long double *v);
/* Sets constant and value of a typed node from those of its operands. */
void constant_fold(struct expr *e);

/* Whether e (typed) is an integer constant expression; value gets it. Besides C's own, a const
 * integer variable with a constant initialiser counts (docs/LANGUAGE.md, "C in kernels"). */
bool constant_value(const struct expr *e, long long *value);

#endif
