/* advice.c - loops for which groups would fetch what their threads read, were the source a little
 * different, for -Wperformance (driver/advise_kernels.c).
 *
 * Example: `for (int k = 0; k < n; k++) c[i] += a(i[0], k) * b(k, i[1]);` stores to a view in each
 * round; with a variable for the sum it would store once. `for (unsigned k = 0; ...)` counts no
 * int. It relies on fetch.c for what has panels: only what would have some is noted. */
#include "optimize/cover_plan.h"

#include "parser/walk.h"
#include "sema/tree/edit.h"
#include "sema/types/expr.h"
#include "sema/types/pure.h"

/* The captured view of an element; NULL: another one. */
static const struct symbol *view_of(const struct expr *e)
{
    e = expr_evaluated(e->a);
    while (e->amp == AMP_VIEW_ROW)
        e = expr_evaluated(e->a);
    return e->kind == EXPR_NAME ? e->symbol : NULL;
}

/* ---- sums that are stored in each round ---- */

struct stores {
    struct plan *plan;
    const struct expr *stored; /* the element that the loop stores to */
    const struct expr *read;   /* the first one that would have a panel */
    bool other;                /* it does something else with views */
};

static bool stores_expr(struct walker *w, struct expr *e)
{
    struct stores *x = w->data;
    const struct expr *target;

    if ((e->kind != EXPR_ASSIGN && !(e->kind == EXPR_UNARY && op_is_step(e->op))) ||
        depend_root(e->a))
        return true;
    target = expr_evaluated(e->a);
    x->stored = x->stored ? x->stored : target;
    x->other |= !fetch_is_element(target) || !expr_is_same(target, x->stored);
    return true;
}

static bool reads_expr(struct walker *w, struct expr *e)
{
    struct stores *x = w->data;
    struct cover_panel panel;

    x->other |= e->kind == EXPR_CALL && cover_atomic_element(e);
    if (e->amp != AMP_VIEW_ELEMENT)
        return true;
    if (view_of(e) == view_of(x->stored))
        x->other |= !expr_is_same(e, x->stored);
    else if (!x->read && fetch_is_element(e) && fetch_panel(x->plan, e, &panel))
        x->read = e;
    return true;
}

/* Whether an expression names no variable that is declared in a statement. */
struct outside {
    struct node_table inside;
    bool good;
};

static bool outside_decl(struct walker *w, struct decl *d)
{
    struct outside *o = w->data;

    for (int i = 0; d->kind == DECL_VARS && i < d->declarators.n; i++)
        if (d->declarators.at[i]->symbol)
            node_table_set(&o->inside, d->declarators.at[i]->symbol, 1);
    return true;
}

static bool outside_expr(struct walker *w, struct expr *e)
{
    struct outside *o = w->data;

    o->good &= e->kind != EXPR_NAME || !node_table_get(&o->inside, e->symbol, 0);
    return true;
}

static bool is_outside(struct plan *p, const struct expr *e, struct stmt *s)
{
    struct outside o = {{.arena = &p->c->arena}, true};
    struct walker decls = {.data = &o, .decl_pre = outside_decl};
    struct walker names = {.data = &o, .expr_pre = outside_expr};

    walk_stmt(&decls, s);
    walk_expr(&names, (struct expr *)e);
    return o.good;
}

static void look_stores(struct plan *p, struct stmt *s, struct cover_loop *l)
{
    struct stores x = {.plan = p};
    struct walker stores = {.data = &x, .expr_pre = stores_expr};
    struct walker reads = {.data = &x, .expr_pre = reads_expr};

    p->loop = l;
    walk_stmt(&stores, s->body);
    if (x.stored && !x.other && view_of(x.stored) && fetch_is_steady(p, x.stored) &&
        is_outside(p, x.stored, s))
        walk_stmt(&reads, s->body);
    p->loop = NULL;
    if (x.read && !x.other)
        p->kernel->advice =
            (struct cover_advice){COVER_ADVICE_STORE, s, x.stored, x.read, view_of(x.stored)};
}

/* ---- counters of fewer bytes than int ---- */

struct counts {
    struct plan *plan;
    const struct symbol *counter;
    const struct expr *read; /* the first element that would have a panel */
};

/* Puts the int that the counter should be in the place of its conversions to int. */
static bool edit_counter(struct tree_edit *t, struct expr **at)
{
    struct counts *x = t->data;
    const struct expr *e = *at, *name;

    if (e->kind != EXPR_CONVERT || e->type->kind != TYPE_INT)
        return true;
    name = expr_evaluated(e->a);
    if (name->kind == EXPR_NAME && name->symbol == x->counter)
        *at = make_name(&x->plan->make, x->plan->loop->counter);
    return true;
}

static bool counts_expr(struct walker *w, struct expr *e)
{
    struct counts *x = w->data;
    struct tree_clone k = tree_clone_begin(x->plan->c);
    struct tree_edit edit = {.data = x, .expr_pre = edit_counter};
    struct cover_panel panel;
    struct expr *copy;

    if (x->read || !fetch_is_element(e))
        return true;
    copy = tree_clone_expr(&k, e);
    tree_edit_expr(&edit, &copy);
    if (fetch_panel(x->plan, copy, &panel))
        x->read = e;
    return true;
}

static const struct expr *unconverted(const struct expr *e)
{
    while (e->kind == EXPR_PAREN || e->kind == EXPR_CONVERT)
        e = e->a;
    return e;
}

static void look_counter(struct plan *p, struct stmt *s)
{
    const struct expr *test = s->kind == STMT_FOR && s->expr ? expr_evaluated(s->expr) : NULL;
    const struct init_declarator *d = s->kind == STMT_FOR && s->decl && s->decl->declarators.n == 1
                                          ? s->decl->declarators.at[0]
                                          : NULL;
    struct counts x = {.plan = p, .counter = d ? d->symbol : NULL};
    struct walker w = {.data = &x, .expr_pre = counts_expr};
    struct cover_loop l = {0};

    if (!test || !s->step || !x.counter || test->kind != EXPR_BINARY ||
        (test->op != OP_LT && test->op != OP_LE) || !type_is_integer(x.counter->type) ||
        is_whole(x.counter->type) || node_table_get(&p->depend->stores, x.counter, 0) != 1 ||
        !d->init || !d->init->expr || unconverted(d->init->expr)->type->kind != TYPE_INT ||
        unconverted(test->b)->type->kind != TYPE_INT || unconverted(test->a)->kind != EXPR_NAME ||
        unconverted(test->a)->symbol != x.counter || !fetch_is_step(s->step, x.counter))
        return;
    l.counter = make_local(&p->make, "k", type_basic(TYPE_INT), 0);
    p->loop = &l;
    walk_stmt(&w, s->body);
    p->loop = NULL;
    if (x.read)
        p->kernel->advice = (struct cover_advice){COVER_ADVICE_COUNTER, s, NULL, x.read, x.counter};
}

void advice_loop(struct plan *p, struct stmt *s, bool stores)
{
    struct cover_loop l;

    if (p->kernel->advice.kind)
        return;
    if (!stores)
        look_counter(p, s);
    else if (fetch_counts(p, s, &l))
        look_stores(p, s, &l);
}
