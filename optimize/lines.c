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

    if (x->loop || !fetch_counts(x->plan, s, &l) || held_is_short(s))
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

struct column {
    const struct plan *plan;
    bool scaled; /* only products count */
    bool found;
};

static bool names_column(const struct plan *p, const struct expr *e, bool scaled);

/* What is divided by something has neighbours that are the same. */
static bool column_expr(struct walker *w, struct expr *e)
{
    struct column *x = w->data;
    const struct plan *p = x->plan;
    enum op op = e->kind == EXPR_BINARY ? e->op : OP_ADD;
    struct expr *init =
        e->kind == EXPR_NAME && e->symbol && depend_is_constant(p->depend, e->symbol)
            ? node_table_find(&p->inits, e->symbol)
            : NULL;

    if (op == OP_DIV || op == OP_MOD || op == OP_SHR || op == OP_AND)
        return false;
    if (init)
        x->found |= names_column(p, init, x->scaled);
    else if (x->scaled)
        x->found |= (op == OP_MUL || op == OP_SHL) && names_column(p, e, false);
    else
        x->found |=
            e->kind == EXPR_NAME && e->symbol == p->kernel->index[p->kernel->launch->rank - 1];
    return !x->found;
}

/* Whether a subscript grows with the column; 'scaled': by more than one. */
static bool names_column(const struct plan *p, const struct expr *e, bool scaled)
{
    struct column x = {p, scaled, false};
    struct walker w = {.data = &x, .expr_pre = column_expr};

    walk_expr(&w, (struct expr *)e);
    return x.found;
}

bool lines_scales_column(const struct plan *p, const struct expr *e)
{
    return names_column(p, e, true);
}

/* Whether neighbouring threads read elements that are far from each other: the column is in a
 * subscript before the last one, or multiplied. */
static bool are_apart(const struct plan *p, const struct expr *e)
{
    struct lanes_subscripts subs;

    if (!lanes_subscripts(e, &subs))
        return false;
    for (int i = 0; i < subs.n; i++)
        if (names_column(p, subs.at[i], i == subs.n - 1))
            return true;
    return false;
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

/* Few lines do no harm where the group fetches what long loops read. */
static bool apart_stmt(struct walker *w, struct stmt *s)
{
    const struct plan *p = w->data;
    struct walker inner = {.data = w->data, .expr_pre = apart_expr};

    if (!stmt_is_loop(s) || (p->kernel->kind == COVER_PANELS && held_is_short(s)))
        return !stmt_is_loop(s);
    walk_stmt(&inner, s);
    return false;
}

/* What loops read that changes from round to round. */
struct kept {
    const struct plan *plan;
    const struct expr *own; /* an element of a thread's own; NULL: there is none */
    bool shared;            /* one that rows, columns or neighbours share */
    bool varies;
    int loops;
};

static bool varies_expr(struct walker *w, struct expr *e)
{
    struct kept *x = w->data;

    x->varies |=
        e->kind == EXPR_NAME && e->symbol && node_table_get(&x->plan->depend->stores, e->symbol, 0);
    return true;
}

/* Elements of planes of their own in each round, as in(k, i, j) of thread (i, j), are nobody
 * else's; those at in(i + k, j) are neighbours', too. */
static bool kept_expr(struct walker *w, struct expr *e)
{
    struct kept *x = w->data;
    const struct cover_kernel *k = x->plan->kernel;
    struct walker names = {.data = x, .expr_pre = varies_expr};
    struct lanes_subscripts subs;
    bool apart = false, near = !lanes_subscripts(e, &subs);

    if (!x->loops || e->amp != AMP_VIEW_ELEMENT)
        return true;
    for (int i = 0; !near && i < subs.n; i++) {
        x->varies = false;
        walk_expr(&names, (struct expr *)subs.at[i]);
        apart |= x->varies;
        near = x->varies && cover_expr(k, subs.at[i]);
    }
    if (near || (apart && cover_expr(k, e) != COVER_BOTH))
        x->shared = true;
    else if (apart && !x->own)
        x->own = e;
    return true;
}

static bool kept_stmt(struct walker *w, struct stmt *s)
{
    struct kept *x = w->data;

    x->loops += stmt_is_loop(s);
    return true;
}

static void kept_stmt_end(struct walker *w, struct stmt *s)
{
    struct kept *x = w->data;

    x->loops -= stmt_is_loop(s);
}

/* Refuses a kernel in whose loops each thread reads elements of its own alone: work-items with
 * several threads have nothing in common then. */
static void refuse_kept(struct plan *p)
{
    struct kept x = {.plan = p};
    struct walker w = {
        .data = &x, .expr_pre = kept_expr, .stmt_pre = kept_stmt, .stmt_post = kept_stmt_end};

    walk_stmt(&w, p->kernel->body);
    if (x.own && !x.shared)
        cover_refuse(p, x.own->loc, "its loops read only elements of each thread's own");
}

static bool stored_expr(struct walker *w, struct expr *e)
{
    struct plan *p = w->data;
    const struct expr *to = e->kind == EXPR_ASSIGN ? expr_evaluated(e->a) : NULL;

    if (to && to->amp == AMP_VIEW_ELEMENT && are_apart(p, to))
        cover_refuse(p, to->loc,
                     "neighbouring threads store to elements that are far from each other");
    return true;
}

void lines_apart(struct plan *p)
{
    const struct cover_kernel *k = p->kernel;
    struct walker w = {.data = p, .stmt_pre = apart_stmt};
    struct walker stored = {.data = p, .expr_pre = stored_expr};

    if (k->kind == COVER_LOOPS || (k->kind == COVER_PANELS && cover_has_rows(k)) ||
        k->kind == COVER_WINDOWS)
        walk_stmt(&w, k->body);
    if (k->kind == COVER_LOOPS && cover_has_rows(k) && !k->both_bytes && !k->tallies.n &&
        !p->always)
        refuse_kept(p);
    if (k->kind == COVER_FLAT && !k->first && !k->both_bytes && !k->tallies.n)
        walk_stmt(&stored, k->body);
}
