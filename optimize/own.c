/* own.c - kernels without loops whose threads keep to elements of their own, as `y[i] = x[i] / 2`:
 * a work-item of a group may do neighbouring ones (cover.h), so that it reads and writes 16 bytes
 * side by side, as far as all elements have one size.
 *
 * Of each view that a thread reads or writes at its index it may do so there alone: of a stencil's
 * neighbours rows are better. Elements that only rows, or only columns, differ in are lent to the
 * others of the work-item, as in `d(i, j) = min(d(i, j), d(i, k) + d(k, j))`. It relies on
 * depend.c. */
#include "optimize/cover_plan.h"

#include "parser/walk.h"
#include "sema/types/expr.h"

struct own {
    const struct plan *plan;
    long long bytes; /* of the largest element */
    bool fits, lent, slow;
};

/* Whether the subscripts are the components of the thread's index. */
static bool is_at_index(const struct cover_kernel *k, const struct lanes_subscripts *subs)
{
    bool is = subs->n == k->launch->rank;

    for (int i = 0; is && i < subs->n; i++) {
        const struct expr *e = expr_evaluated(subs->at[i]);
        is = e->kind == EXPR_NAME && e->symbol == k->index[i];
    }
    return is;
}

static bool own_expr(struct walker *w, struct expr *e)
{
    struct own *x = w->data;
    const struct cover_kernel *k = x->plan->kernel;
    unsigned all = cover_has_rows(k) ? COVER_BOTH : COVER_COLUMNS;
    struct lanes_subscripts subs;
    enum op op = e->kind == EXPR_BINARY || e->kind == EXPR_ASSIGN ? e->op : OP_ADD;

    x->slow |= (op == OP_DIV || op == OP_MOD) && !e->b->constant;
    if (e->kind == EXPR_CALL && e->amp == AMP_NONE)
        x->slow = true;
    if (e->amp != AMP_VIEW_ELEMENT) {
        x->fits &= !cover_is_atomic(e);
        return true;
    }
    unsigned on = cover_expr(k, e);
    if (on && on != all)
        x->lent = true;
    if (on == all) {
        x->fits &= lanes_subscripts(e, &subs) && is_at_index(k, &subs);
        x->bytes = e->type->size > x->bytes ? e->type->size : x->bytes;
    }
    return true;
}

void own_plan(struct plan *p)
{
    struct own x = {.plan = p, .fits = true};
    struct walker w = {.data = &x, .expr_pre = own_expr};
    struct cover_kernel *k = p->kernel;

    walk_stmt(&w, k->body);
    if (!x.fits || !x.bytes || k->tallies.n)
        return;
    k->side = x.bytes <= 4 ? 4 : x.bytes <= 8 ? 2 : 1;
    k->lent = x.lent;
    k->slow = x.slow;
}
