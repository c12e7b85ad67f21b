/* first.c - kernels of rank 3 without loops, limits and tallies in which the first component of the
 * index is what goes along lines of memory, as `out(i, j, k) = in(j, k, i)`: the rows of a group's
 * block are those of the first dimension then, in the place of the one before the last. So a group
 * reads whole lines.
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

bool first_plan(struct plan *p)
{
    struct cover_kernel *k = p->kernel;
    struct first x = {.plan = p};
    struct walker w = {.data = &x, .expr_pre = first_expr, .stmt_pre = first_stmt};
    struct symbol *first = k->index[0];

    if (k->launch->rank != 3 || k->limits.n || k->tallies.n)
        return false;
    walk_stmt(&w, k->body);
    if (!x.first || x.second || x.loops)
        return false;
    k->index[0] = k->index[1];
    k->index[1] = first;
    k->first = true;
    return true;
}
