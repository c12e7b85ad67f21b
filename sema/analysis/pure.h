/* pure.h - expressions that may be evaluated once more. */
#ifndef SEMA_ANALYSIS_PURE_H
#define SEMA_ANALYSIS_PURE_H

#include "parser/tree.h"

/* Whether evaluating e twice is the same as once. */
bool expr_is_pure(const struct expr *e);
/* Whether a and b are pure and say the same: in one place they have the same value. */
bool expr_is_same(const struct expr *a, const struct expr *b);

#endif
