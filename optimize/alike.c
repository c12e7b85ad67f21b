/* alike.c - what says how all threads of a group go on, where the group meets at barriers.
 *
 * What all threads have alike is computed by work-items without threads in the domain, too. An
 * element that all of them read is the same for all in a program without races, as no other thread
 * stores to it; but where the domain, or what limits leave of it, is one thread, that thread itself
 * may: work-items without threads may then read it before, or after, and come to other barriers. So
 * no condition or loop that all run alike may depend on an element, alike for all, of a view that
 * the kernel stores to; elements that are fetched do not (fetch.c). Example:
 *
 *     for (int t = 0; t < 9; t++) {
 *         for (int k = 0; k < n; k++) sum += a(i, k) * b(k, j);
 *         if (error[0] < least) break;
 *         error[i] = sum;
 *     }
 *
 * Flow-insensitive, by the names of views. It relies on depend.c. */
#include "optimize/cover_plan.h"

#include "parser/walk.h"
#include "sema/types/expr.h"

struct alike {
    struct plan *plan;
    struct node_table stored;   /* views that the kernel stores to: 1 */
    bool anything;              /* also to memory that has no such name */
    struct node_table unsteady; /* variables, alike for all, that depend on their elements: 1 */
    bool changed;
};

/* The variable by which an element, or a part of one, is named; NULL: there is none. */
static const struct symbol *memory_of(const struct expr *e)
{
    for (;;) {
        e = expr_strip(e);
        if (e->kind == EXPR_MEMBER || e->kind == EXPR_ARROW || e->kind == EXPR_SUBSCRIPT ||
            e->amp == AMP_VIEW_ELEMENT || e->amp == AMP_VIEW_ROW)
            e = e->a;
        else
            return e->kind == EXPR_NAME ? e->symbol : NULL;
    }
}

static bool store_expr(struct walker *w, struct expr *e)
{
    struct alike *x = w->data;
    bool stores = (e->kind == EXPR_ASSIGN || (e->kind == EXPR_UNARY && op_is_step(e->op))) &&
                  !cover_assigned(e);
    const struct symbol *s = stores ? memory_of(e->a) : NULL;

    if (s)
        node_table_set(&x->stored, s, 1);
    x->anything |= stores && !s;
    return true;
}

struct look {
    const struct alike *of;
    bool found;
};

static bool unsteady_expr(struct walker *w, struct expr *e)
{
    struct look *l = w->data;
    const struct alike *x = l->of;
    const struct symbol *s = NULL;

    if (e->kind == EXPR_NAME && e->symbol)
        l->found |= node_table_get(&x->unsteady, e->symbol, 0) != 0;
    if (e->amp != AMP_VIEW_ELEMENT || cover_expr(x->plan->kernel, e))
        return true;
    s = memory_of(e);
    l->found |= !s || x->anything || node_table_get(&x->stored, s, 0);
    return true;
}

/* Whether e names such a variable, or reads such an element. */
static bool is_unsteady(const struct alike *x, const struct expr *e)
{
    struct look l = {x, false};
    struct walker w = {.data = &l, .expr_pre = unsteady_expr};

    walk_expr(&w, (struct expr *)e);
    return l.found;
}

static void note(struct alike *x, const struct symbol *s)
{
    if (cover_symbol(x->plan->kernel, s) || node_table_get(&x->unsteady, s, 0))
        return;
    node_table_set(&x->unsteady, s, 1);
    x->changed = true;
}

static bool note_expr(struct walker *w, struct expr *e)
{
    struct alike *x = w->data;
    const struct symbol *s = e->kind == EXPR_ASSIGN ? cover_assigned(e) : NULL;

    if (s && is_unsteady(x, e->b))
        note(x, s);
    return true;
}

static bool note_decl(struct walker *w, struct decl *d)
{
    struct alike *x = w->data;

    for (int i = 0; d->kind == DECL_VARS && i < d->declarators.n; i++) {
        const struct init_declarator *v = d->declarators.at[i];
        struct look l = {x, false};
        struct walker init = {.data = &l, .expr_pre = unsteady_expr};
        if (v->symbol && v->init)
            walk_init(&init, v->init);
        if (l.found)
            note(x, v->symbol);
    }
    return true;
}

static bool control_stmt(struct walker *w, struct stmt *s)
{
    struct alike *x = w->data;

    if ((s->kind == STMT_IF || stmt_is_loop(s)) && s->expr && !cover_control(x->plan->kernel, s) &&
        is_unsteady(x, s->expr))
        cover_refuse(x->plan, s->expr->loc,
                     "threads that fetch together go on as an element says that one of them may "
                     "store to");
    return true;
}

void alike_plan(struct plan *p)
{
    struct arena *a = &p->c->arena;
    struct alike x = {.plan = p, .stored = {.arena = a}, .unsteady = {.arena = a}};
    struct walker stores = {.data = &x, .expr_pre = store_expr};
    struct walker notes = {.data = &x, .expr_pre = note_expr, .decl_pre = note_decl};
    struct walker controls = {.data = &x, .stmt_pre = control_stmt};

    walk_stmt(&stores, p->kernel->body);
    do {
        x.changed = false;
        walk_stmt(&notes, p->kernel->body);
    } while (x.changed);
    walk_stmt(&controls, p->kernel->body);
}
