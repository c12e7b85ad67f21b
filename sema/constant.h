/* constant.h - values of constant expressions, for the typing of C and the checks. */
#ifndef SEMA_CONSTANT_H
#define SEMA_CONSTANT_H

#include "parser/tree.h"
#include "sema/type.h"

/* v as an object of integer type t holds it. */
long long constant_wrap(const struct type *t, long long v);
/* The value of an arithmetic constant of a floating type, or of an integer one; false: e is none.
 */
bool constant_real(const struct expr *e, long double *v);
/* Sets constant and value of a typed node from those of its operands. */
void constant_fold(struct expr *e);

#endif
