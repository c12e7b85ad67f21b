/* expr.h - an expression without what stands around it: parentheses, selections, conversions. All
 * who ask "which variable is this?" or "what is called here?" ask through these functions, so that
 * all see through the same.
 *
 * It relies on the typed tree: _Generic and __builtin_choose_expr know what they select, and every
 * implicit conversion is an EXPR_CONVERT. Of `(float)(a[i])` where a double is needed
 *
 *   expr_unparen, expr_evaluated   the conversion to double that stands around it
 *   expr_strip                     the cast
 *   expr_uncast                    a[i], without its parentheses
 *
 * NULL gives NULL. What comes out of a const tree is const.
 */
#ifndef SEMA_TYPES_EXPR_H
#define SEMA_TYPES_EXPR_H

#include <stdbool.h>

#include "parser/tree.h"

/* Without the parentheses around it: what is written. */
#define expr_unparen(e) EXPR_INNER(e)(e, 0)

/* Without parentheses and selections: what is evaluated. */
#define expr_evaluated(e) EXPR_INNER(e)(e, EXPR_PAST_SELECTIONS)

/* Without parentheses, selections and implicit conversions: what the value is made of. */
#define expr_strip(e) EXPR_INNER(e)(e, EXPR_PAST_IMPLICIT)

/* The same, without casts too. */
#define expr_uncast(e) EXPR_INNER(e)(e, EXPR_PAST_IMPLICIT | EXPR_PAST_CASTS)

/* The same, but no further than an array that decays (expr_is_decay): what an address is made of.
 */
#define expr_address(e)                                                                            \
    EXPR_INNER(e)(e, EXPR_PAST_SELECTIONS | EXPR_PAST_CONVERSIONS | EXPR_PAST_CASTS)

/* What expr_strip gives, without rows of views too: v, of v, v[i] and v[i][j]. */
#define expr_view(e) EXPR_INNER(e)(e, EXPR_PAST_IMPLICIT | EXPR_PAST_ROWS)

/* Is e an array that is used as the address of its first element? NULL is not. */
bool expr_is_decay(const struct expr *e);

/* ---- how they are made ---- */

enum {
    EXPR_PAST_SELECTIONS = 1,
    EXPR_PAST_CONVERSIONS = 2, /* but for arrays that decay */
    EXPR_PAST_DECAY = 4,
    EXPR_PAST_IMPLICIT = EXPR_PAST_SELECTIONS | EXPR_PAST_CONVERSIONS | EXPR_PAST_DECAY,
    EXPR_PAST_CASTS = 8,
    EXPR_PAST_ROWS = 16
};

/* e without parentheses and without what 'past', EXPR_PAST_*, says. */
struct expr *expr_inner(struct expr *e, unsigned past);
const struct expr *expr_inner_const(const struct expr *e, unsigned past);

/* Versions of clang-format differ about _Generic. */
/* clang-format off */
#define EXPR_INNER(e)                                                                              \
    _Generic((e), struct expr * : expr_inner, const struct expr * : expr_inner_const)
/* clang-format on */

#endif
