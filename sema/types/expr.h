/* expr.h - an expression without parentheses, selections, conversions or casts around it. All code
 * that needs the variable or the callee of an expression uses these functions, so that all of it
 * looks through the same nodes.
 *
 * It relies on the typed tree: _Generic and __builtin_choose_expr hold what they select, and every
 * implicit conversion is an EXPR_CONVERT. Of `(float)(a[i])` where a double is needed
 *
 *   expr_unparen, expr_evaluated   the conversion to double that stands around it
 *   expr_strip                     the cast
 *   expr_uncast                    a[i], without its parentheses
 *
 * NULL gives NULL. The result of a const argument is const. */
#ifndef SEMA_TYPES_EXPR_H
#define SEMA_TYPES_EXPR_H

#include <stdbool.h>

#include "parser/tree.h"

/* Without parentheses. */
#define expr_unparen(e) EXPR_INNER(e)(e, 0)

/* Without parentheses and selections: the expression that is evaluated. */
#define expr_evaluated(e) EXPR_INNER(e)(e, EXPR_PAST_SELECTIONS)

/* Without parentheses, selections and implicit conversions: the expression before it is
 * converted. */
#define expr_strip(e) EXPR_INNER(e)(e, EXPR_PAST_IMPLICIT)

/* The same, without casts too. */
#define expr_uncast(e) EXPR_INNER(e)(e, EXPR_PAST_IMPLICIT | EXPR_PAST_CASTS)

/* The same, but the conversion of an array that decays stays (expr_is_decay): for code about
 * addresses. */
#define expr_address(e)                                                                            \
    EXPR_INNER(e)(e, EXPR_PAST_SELECTIONS | EXPR_PAST_CONVERSIONS | EXPR_PAST_CASTS)

/* As expr_strip, and without rows of views: v for v, v[i] and v[i][j]. */
#define expr_view(e) EXPR_INNER(e)(e, EXPR_PAST_IMPLICIT | EXPR_PAST_ROWS)

/* Argument i of a call is bound to a reference, through which the function may change it. */
bool expr_refers(const struct expr *call, int i);
/* Whether e is the conversion of an array to the address of its first element. NULL is not. */
bool expr_is_decay(const struct expr *e);

/* ---- implementation ---- */

enum {
    EXPR_PAST_SELECTIONS = 1,
    EXPR_PAST_CONVERSIONS = 2, /* except for arrays that decay */
    EXPR_PAST_DECAY = 4,
    EXPR_PAST_IMPLICIT = EXPR_PAST_SELECTIONS | EXPR_PAST_CONVERSIONS | EXPR_PAST_DECAY,
    EXPR_PAST_CASTS = 8,
    EXPR_PAST_ROWS = 16
};

/* e without parentheses and without the nodes that 'past', EXPR_PAST_*, names. */
struct expr *expr_inner(struct expr *e, unsigned past);
const struct expr *expr_inner_const(const struct expr *e, unsigned past);

/* Versions of clang-format differ about _Generic. */
/* clang-format off */
#define EXPR_INNER(e)                                                                              \
    _Generic((e), struct expr * : expr_inner, const struct expr * : expr_inner_const)
/* clang-format on */

#endif
