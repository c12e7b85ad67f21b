/* pure.h - expressions that may be evaluated twice. */
#ifndef SEMA_TYPES_PURE_H
#define SEMA_TYPES_PURE_H

#include "parser/tree.h"

/* Whether e has no side effects, so that evaluating it twice is the same as once. */
bool expr_is_pure(const struct expr *e);
/* Whether s is a declaration whose initialisers are expressions without side effects, also in
 * braces. */
bool stmt_is_pure_decl(const struct stmt *s);
/* Whether a and b are pure and equal in form: evaluated in one place they have the same value. */
bool expr_is_same(const struct expr *a, const struct expr *b);

#endif
