/* arrays.c - C arrays and structs that a kernel reads numbers from by subscripts and members:
 * constant tables, captured ones, and its own.
 *
 * Of an array that nobody stores to, all threads find the same number behind the same subscripts;
 * where these differ between lanes, each lane loads its own. What the thread does not read is not
 * read: a subscript that is no constant may be outside of the array anywhere else, so such an
 * element counts as memory (block_reads).
 *
 * Example: in `for (int k = -2; k <= 2; k++) sum += w[k + 2] * in[i + k];` of lanes along i, w's
 * element is one number for all of them. It relies on depend.c. */
#include "optimize/internal.h"

#include "parser/walk.h"
#include "sema/tree/edit.h"
#include "sema/types/expr.h"

bool arrays_is_element(const struct expr *e)
{
    return e->kind == EXPR_SUBSCRIPT && e->amp == AMP_NONE && expr_is_decay(expr_evaluated(e->a));
}

const struct expr *arrays_outer(const struct expr *e)
{
    if (arrays_is_element(e))
        return expr_evaluated(expr_evaluated(e->a)->a);
    return e->kind == EXPR_MEMBER && e->member ? expr_evaluated(e->a) : NULL;
}

const struct symbol *arrays_root(const struct expr *e)
{
    const struct expr *outer;

    e = expr_evaluated(e);
    if (!e->type || !(type_is_arithmetic(e->type) || e->type->kind == TYPE_RECORD) ||
        !arrays_outer(e))
        return NULL;
    while ((outer = arrays_outer(e)) != NULL)
        e = outer;
    return e->kind == EXPR_NAME && e->symbol &&
                   (e->symbol->kind == SYMBOL_VAR || e->symbol->kind == SYMBOL_PARAM)
               ? e->symbol
               : NULL;
}

void arrays_walk(struct walker *w, const struct expr *e)
{
    for (; e; e = arrays_outer(e))
        if (e->kind == EXPR_SUBSCRIPT)
            walk_expr(w, e->b);
}

bool block_reads(const struct expr *e)
{
    const struct type *t;

    if (e->amp == AMP_VIEW_ELEMENT)
        return true;
    if (e->type->kind == TYPE_VECTOR) /* of arrays that strips.c makes */
        return false;
    if (!arrays_is_element(e))
        return e->kind == EXPR_SUBSCRIPT && e->amp == AMP_NONE;
    t = expr_evaluated(e->a)->a->type;
    return !e->b->constant || e->b->value < 0 || e->b->value >= t->length;
}

/* ---- declarations ---- */

bool arrays_are_numbers(const struct type *t)
{
    if (t->kind != TYPE_ARRAY)
        return false;
    while (t->kind == TYPE_ARRAY)
        t = t->base;
    return type_is_arithmetic(t);
}

struct init *arrays_init(struct block *b, const struct init *init, int row)
{
    struct init *copy = tree_clone_init(&b->clones[row], init);

    if (copy && copy->expr)
        copy->expr = lanes_first(b, init->expr, row);
    for (int i = 0; copy && i < copy->items.n; i++)
        copy->items.at[i].init = arrays_init(b, init->items.at[i].init, row);
    return copy;
}
