/* lines.c - kernels in domains of two or three dimensions whose threads sum up lines of memory of
 * their own, as `out(i, j) += in(i, j, k)` in a loop over k: rows and columns share nothing then,
 * so blocks are of threads along the last dimension alone, as in domains of one dimension, and the
 * group fetches their lines. The other components of the index are the same for a group.
 *
 * It relies on fetch.c for what subscripts grow with. */
#include "optimize/cover_plan.h"

#include "parser/walk.h"

struct lines {
    struct plan *plan;
    const struct stmt *loop; /* the first one that reads lines of threads' own; NULL: none */
    bool found;
};

static bool lines_expr(struct walker *w, struct expr *e)
{
    struct lines *x = w->data;

    x->found |= e->amp == AMP_VIEW_ELEMENT && fetch_is_line(x->plan, e);
    return !x->found;
}

static bool lines_stmt(struct walker *w, struct stmt *s)
{
    struct lines *x = w->data;
    struct walker inner = {.data = x, .expr_pre = lines_expr};
    struct cover_loop l;

    if (x->loop || !fetch_counts(x->plan, s, &l))
        return !x->loop;
    x->plan->loop = &l;
    walk_stmt(&inner, s->body);
    x->plan->loop = NULL;
    x->loop = x->found ? s : NULL;
    return !x->loop;
}

void lines_plan(struct plan *p)
{
    struct cover_kernel *k = p->kernel;
    struct lines x = {.plan = p};
    struct walker w = {.data = &x, .stmt_pre = lines_stmt};
    struct depend before = *p->depend;
    int last = k->launch->rank - 1;

    if (last == 0 || k->limits.n || k->tallies.n || k->first)
        return;
    walk_stmt(&w, k->body);
    if (!x.loop)
        return;
    *p->depend = depend_of(p->c, k->body, k->index + last, 1, true);
    k->lines = !cover_control(k, x.loop);
    if (!k->lines)
        *p->depend = before;
}
