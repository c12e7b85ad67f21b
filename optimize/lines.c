/* lines.c - kernels whose threads read lines of memory of their own, as in `sum += in(i, j, k)` in
 * a loop over k.
 *
 * In domains of two or three dimensions rows and columns share nothing then: blocks are of threads
 * along the last dimension alone, as in domains of one dimension, and the group fetches their
 * lines. The other components of the index are the same for a group. Kernels of which a group
 * cannot fetch such lines run as written: caches have no room for those of more threads.
 *
 * It relies on fetch.c for what subscripts grow with. */
#include "optimize/cover_plan.h"

#include "parser/walk.h"
#include "sema/types/expr.h"

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

/* ---- those that nobody fetches ---- */

static bool has_columns(const struct plan *p, const struct expr *e)
{
    return cover_expr(p->kernel, e) & COVER_COLUMNS;
}

struct scale {
    const struct plan *plan;
    bool found;
};

static bool scale_expr(struct walker *w, struct expr *e)
{
    struct scale *x = w->data;
    const struct plan *p = x->plan;
    struct expr *init =
        e->kind == EXPR_NAME && e->symbol && depend_is_constant(p->depend, e->symbol)
            ? node_table_find(&p->inits, e->symbol)
            : NULL;

    x->found |= e->kind == EXPR_BINARY && (e->op == OP_MUL || e->op == OP_SHL) && has_columns(p, e);
    if (init && !x->found)
        walk_expr(w, init);
    return !x->found;
}

/* Whether neighbouring threads read elements that are far from each other: the column is in a
 * subscript before the last one, or multiplied. */
static bool are_apart(const struct plan *p, const struct expr *e)
{
    struct scale x = {.plan = p};
    struct walker w = {.data = &x, .expr_pre = scale_expr};
    struct lanes_subscripts subs;

    if (!lanes_subscripts(e, &subs))
        return false;
    for (int i = 0; i < subs.n - 1; i++)
        if (has_columns(p, subs.at[i]))
            return true;
    walk_expr(&w, (struct expr *)subs.at[subs.n - 1]);
    return x.found;
}

static bool apart_expr(struct walker *w, struct expr *e)
{
    struct plan *p = w->data;
    unsigned all = cover_has_rows(p->kernel) ? COVER_BOTH : COVER_COLUMNS;

    if (e->amp == AMP_VIEW_ELEMENT && cover_expr(p->kernel, e) == all && are_apart(p, e))
        cover_refuse(p, e->loc,
                     "in a loop each thread reads a line of memory of its own, of which no group "
                     "fetches several rounds at once");
    return true;
}

static bool apart_stmt(struct walker *w, struct stmt *s)
{
    struct walker inner = {.data = w->data, .expr_pre = apart_expr};

    if (!stmt_is_loop(s))
        return true;
    walk_stmt(&inner, s);
    return false;
}

void lines_apart(struct plan *p)
{
    const struct cover_kernel *k = p->kernel;
    struct walker w = {.data = p, .stmt_pre = apart_stmt};

    if (k->kind == COVER_LOOPS || (k->kind == COVER_PANELS && cover_has_rows(k)) ||
        k->kind == COVER_WINDOWS)
        walk_stmt(&w, k->body);
}
