/* expr.c - removes parentheses, selections, conversions and casts around an expression, as the
 * flags of expr.h say. */
#include "sema/types/expr.h"

#include "sema/types/amp.h"
#include "sema/types/type.h"

bool expr_refers(const struct expr *call, int i)
{
    const struct type *t = call->a ? call->a->type : NULL;

    if (t && t->kind == TYPE_POINTER)
        t = t->base;
    return t && t->kind == TYPE_FUNCTION && i < t->params.n && type_refers(t->params.at[i]);
}

bool expr_is_decay(const struct expr *e)
{
    return e && e->kind == EXPR_CONVERT && e->a && e->a->type && e->a->type->kind == TYPE_ARRAY;
}

const struct expr *expr_inner_const(const struct expr *e, unsigned past)
{
    for (;;)
        if (e && e->chosen && past & EXPR_PAST_SELECTIONS)
            e = e->chosen;
        else if (e && e->amp == AMP_VIEW_ROW && past & EXPR_PAST_ROWS)
            e = e->a;
        else if (e && (e->kind == EXPR_PAREN || (e->kind == EXPR_CAST && past & EXPR_PAST_CASTS) ||
                       (e->kind == EXPR_CONVERT &&
                        past & (expr_is_decay(e) ? EXPR_PAST_DECAY : EXPR_PAST_CONVERSIONS))))
            e = e->a;
        else
            return e;
}

struct expr *expr_inner(struct expr *e, unsigned past)
{
    return (struct expr *)expr_inner_const(e, past);
}
