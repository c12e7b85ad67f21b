/* first.c - kernels of rank 3 in which the rows of a group's block are those of the first
 * dimension, in the place of the one before the last: k->index has its component there then.
 *
 * Without loops, limits and tallies, where the first component of the index is what goes along
 * lines of memory, as `out(i, j, k) = in(j, k, i)`: so a group reads whole lines. With loops, where
 * these then read elements that columns share and elements that rows share, as in a convolution,
 * `sum += x(ch, r, c) * w(o, ch)` of thread (o, r, c): cover.c plans them with these rows if the
 * others give no such product.
 *
 * It relies on depend.c. */
#include "optimize/cover_plan.h"

#include "parser/walk.h"
#include "sema/types/expr.h"

struct first {
    const struct plan *plan;
    bool first, second, loops; /* lines go along that component; there is a loop */
};

static bool first_expr(struct walker *w, struct expr *e)
{
    struct first *x = w->data;
    struct symbol *const *index = x->plan->kernel->index;
    struct lanes_subscripts subs;

    if (e->amp == AMP_VIEW_ELEMENT && lanes_subscripts(e, &subs)) {
        const struct expr *last = expr_evaluated(subs.at[subs.n - 1]);
        x->first |= last->kind == EXPR_NAME && last->symbol == index[0];
        x->second |= (cover_expr(x->plan->kernel, last) & COVER_ROWS) != 0;
    }
    return true;
}

static bool first_stmt(struct walker *w, struct stmt *s)
{
    struct first *x = w->data;

    x->loops |= stmt_is_loop(s);
    return true;
}

void first_swap(struct cover_kernel *k)
{
    struct symbol *first = k->index[0];

    k->index[0] = k->index[1];
    k->index[1] = first;
}

bool first_may_gain(const struct cover_kernel *k)
{
    return k->launch && k->launch->rank == 3 && !k->launch->tiled && !k->first && !k->product &&
           stmt_contains(k->body, stmt_is_loop);
}

bool first_plan(struct plan *p)
{
    struct cover_kernel *k = p->kernel;
    struct first x = {.plan = p};
    struct walker w = {.data = &x, .expr_pre = first_expr, .stmt_pre = first_stmt};

    if (k->launch->rank != 3 || k->first || k->limits.n || k->tallies.n)
        return false;
    walk_stmt(&w, k->body);
    if (!x.first || x.second || x.loops)
        return false;
    first_swap(k);
    k->first = true;
    return true;
}
