/* unroll.c - short loops in the rounds of longer ones, whose elements groups are to fetch: round by
 * round, so that each element stands where the longer loop reads it at once.
 *
 * Example: `for (int k = 0; k < n; k++) for (int q = 0; q < 4; q++) acc[q] += a(i, k) * b(k, 4 * j
 * + q);` becomes `for (...) { { acc[0] += a(i, k) * b(k, 4 * j + 0); } ... }`. What has a window in
 * the short loop stays. It relies on sema/tree/substitute.h. */
#include "optimize/cover_plan.h"

#include "parser/walk.h"
#include "sema/tree/substitute.h"
#include "sema/types/expr.h"

enum { ROUNDS_MAX = 8, NODES_MAX = 1500, DEPTH_MAX = 5 };

struct unrolling {
    struct plan *plan;
    const struct symbol *counter; /* of the longer loop */
    bool some;
};

/* ---- what it is good for ---- */

struct naming {
    const struct plan *plan;
    const struct symbol *symbol;
    int depth;
    bool found;
};

/* Also by constant variables. */
static bool naming_expr(struct walker *w, struct expr *e)
{
    struct naming *x = w->data;
    struct expr *init =
        e->kind == EXPR_NAME && e->symbol && depend_is_constant(x->plan->depend, e->symbol)
            ? node_table_find(&x->plan->inits, e->symbol)
            : NULL;

    x->found |= e->kind == EXPR_NAME && e->symbol == x->symbol;
    if (init && !x->found && x->depth < DEPTH_MAX) {
        x->depth++;
        walk_expr(w, init);
        x->depth--;
    }
    return !x->found;
}

static bool names(const struct plan *p, const struct expr *e, const struct symbol *s)
{
    struct naming x = {p, s, 0, false};
    struct walker w = {.data = &x, .expr_pre = naming_expr};

    walk_expr(&w, (struct expr *)e);
    return x.found;
}

struct look {
    const struct unrolling *unrolling;
    const struct symbol *counter; /* of the short loop */
    int nodes;
    bool wanted; /* it reads what might have a panel */
    bool window; /* the same, a window */
};

static bool look_expr(struct walker *w, struct expr *e)
{
    struct look *x = w->data;
    const struct plan *p = x->unrolling->plan;
    bool rows = cover_has_rows(p->kernel);
    struct lanes_subscripts subs;
    unsigned axes;

    x->nodes++;
    if (e->amp != AMP_VIEW_ELEMENT || !lanes_subscripts(e, &subs))
        return true;
    axes = cover_expr(p->kernel, e);
    if (rows && axes == COVER_BOTH) {
        x->window |= names(p, e, x->counter);
    } else if (axes && names(p, e, x->unrolling->counter)) {
        x->wanted = true;
        for (int i = 0; !rows && i < subs.n; i++)
            x->window |= names(p, subs.at[i], x->counter) &&
                         names(p, subs.at[i], p->kernel->index[p->kernel->launch->rank - 1]) &&
                         !lines_scales_column(p, subs.at[i]);
    }
    return true;
}

/* ---- the loops ---- */

/* Whether s is for (int q = a; q < b; q++) of a few rounds, which all run to their end. */
static bool is_few(struct plan *p, struct stmt *s, struct cover_loop *l)
{
    long long rounds;

    if (!fetch_counts(p, s, l) || !l->begin->constant || !l->end->constant ||
        l->counter->type->kind != TYPE_INT || !cover_runs_through(s->body))
        return false;
    rounds = l->end->value - l->begin->value + l->closed;
    return rounds > 0 && rounds <= ROUNDS_MAX;
}

static struct stmt *round_of(struct plan *p, struct stmt *body, const struct cover_loop *l,
                             long long value)
{
    struct tree_clone k = tree_clone_begin(p->c);
    struct stmt *copy = tree_clone_stmt(&k, body);

    if (tree_substitute(&p->make, &copy, (struct symbol *)l->counter,
                        make_int(&p->make, value, type_basic(TYPE_INT))))
        return NULL;
    return make_block(&p->make, &copy, 1);
}

/* The rounds of a short loop behind each other; NULL: it stays. */
static struct stmt *rounds_of(struct unrolling *x, struct stmt *s)
{
    struct plan *p = x->plan;
    struct cover_loop l;
    struct look look = {.unrolling = x};
    struct walker w = {.data = &look, .expr_pre = look_expr};
    struct stmt *all, *one;

    if (!is_few(p, s, &l))
        return NULL;
    look.counter = l.counter;
    walk_stmt(&w, s->body);
    if (!look.wanted || look.window ||
        look.nodes * (l.end->value - l.begin->value + l.closed) > NODES_MAX)
        return NULL;
    p->make.loc = s->loc;
    all = make_block(&p->make, NULL, 0);
    for (long long v = l.begin->value; v < l.end->value + l.closed; v++) {
        one = round_of(p, s->body, &l, v);
        if (!one)
            return NULL;
        block_add(&p->make, all, one);
    }
    x->some = true;
    return all;
}

/* The same of all short loops in a statement, the innermost first. */
static void unroll(struct unrolling *x, struct stmt **at)
{
    struct stmt *s = *at, *all;

    if (!s)
        return;
    if (s->kind == STMT_COMPOUND) {
        for (int i = 0; i < s->items.n; i++)
            unroll(x, &s->items.at[i]);
    } else if (s->kind == STMT_FOR) {
        unroll(x, &s->body);
        all = rounds_of(x, s);
        *at = all ? all : s;
    }
}

static bool find_loop(struct walker *w, struct stmt *s)
{
    struct unrolling *x = w->data;
    struct cover_loop l;

    if (!stmt_is_loop(s) || cover_control(x->plan->kernel, s) || !fetch_counts(x->plan, s, &l) ||
        is_few(x->plan, s, &l) || !cover_runs_through(s->body) ||
        !stmt_contains(s->body, stmt_is_loop))
        return true;
    x->counter = l.counter;
    unroll(x, &s->body);
    return true;
}

bool unroll_plan(struct plan *p)
{
    struct unrolling x = {.plan = p};
    struct walker w = {.data = &x, .stmt_pre = find_loop};

    walk_stmt(&w, p->kernel->body);
    return x.some;
}
