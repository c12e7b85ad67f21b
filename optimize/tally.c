/* tally.c - views whose elements the threads of a kernel count up, or join in another way in which
 * order does not matter, by atomic functions alone whose results nobody asks for: groups do it to
 * elements of their own in local memory first (cover.h).
 *
 * Example: `atomic_fetch_inc(&bins[data[i]])` makes a tally of bins. A kernel with another atomic
 * function is refused: its result may differ between all threads, and may be what they wait for. */
#include "optimize/cover_plan.h"

#include "parser/walk.h"
#include "sema/types/expr.h"

bool cover_is_atomic(const struct expr *e)
{
    return e->kind == EXPR_CALL && e->amp >= AMP_ATOMIC_ADD &&
           e->amp <= AMP_ATOMIC_COMPARE_EXCHANGE;
}

/* The function by which a group adds its elements to the view's; AMP_NONE: there is none. */
static enum amp_op join_of(enum amp_op op)
{
    if (op == AMP_ATOMIC_SUB || op == AMP_ATOMIC_INC || op == AMP_ATOMIC_DEC)
        return AMP_ATOMIC_ADD;
    return op == AMP_ATOMIC_ADD || op == AMP_ATOMIC_MAX || op == AMP_ATOMIC_MIN ||
                   op == AMP_ATOMIC_AND || op == AMP_ATOMIC_OR || op == AMP_ATOMIC_XOR
               ? op
               : AMP_NONE;
}

/* x of atomic_fetch_add(&x, ...); NULL: it is called with another address. */
static struct expr *target_of(const struct expr *e)
{
    struct expr *to = expr_strip(e->args.at[0]);

    return to->kind == EXPR_UNARY && to->op == OP_ADDR ? expr_unparen(to->a) : NULL;
}

struct expr *cover_atomic_element(const struct expr *e)
{
    struct expr *to = target_of(e);

    return to && to->amp == AMP_VIEW_ELEMENT ? to : NULL;
}

struct symbol *cover_atomic_root(const struct expr *e)
{
    const struct expr *to = target_of(e);

    return to ? depend_root(to) : NULL;
}

/* The variable that an element's view is; NULL: it is none. */
static const struct symbol *view_of(const struct expr *element)
{
    const struct expr *view = expr_evaluated(element->a);

    while (view->amp == AMP_VIEW_ROW)
        view = expr_evaluated(view->a);
    return view->kind == EXPR_NAME ? view->symbol : NULL;
}

struct tally_look {
    struct plan *plan;
    struct node_table whole; /* expressions that are statements: 1 */
    struct node_table named; /* variables: how often they are named, but as tallies */
};

static void refuse_atomic(struct tally_look *l, const struct expr *e, const char *reason)
{
    cover_refuse(l->plan, e->loc, reason);
}

static bool tally_stmt(struct walker *w, struct stmt *s)
{
    struct tally_look *l = w->data;
    const struct expr *e = s->kind == STMT_EXPR && s->expr ? expr_evaluated(s->expr) : NULL;

    while (e && e->kind == EXPR_CAST && e->type->kind == TYPE_VOID)
        e = expr_evaluated(e->a);
    if (e)
        node_table_set(&l->whole, e, 1);
    return true;
}

static void add_tally(struct tally_look *l, const struct expr *e, const struct symbol *view)
{
    struct cover_kernel *k = l->plan->kernel;
    struct cover_tally t = {view, join_of(e->amp)};

    for (int i = 0; i < k->tallies.n; i++)
        if (k->tallies.at[i].view == view) {
            if (k->tallies.at[i].join != t.join)
                refuse_atomic(l, e, "it has different atomic functions of one view");
            return;
        }
    vec_push(&l->plan->c->arena, &k->tallies, t);
}

static bool tally_expr(struct walker *w, struct expr *e)
{
    struct tally_look *l = w->data;
    const struct expr *element;
    const struct symbol *view;

    if (e->kind == EXPR_NAME && e->symbol)
        node_table_set(&l->named, e->symbol, node_table_get(&l->named, e->symbol, 0) + 1);
    if (!cover_is_atomic(e))
        return true;
    element = cover_atomic_element(e);
    view = element ? view_of(element) : NULL;
    if (join_of(e->amp) == AMP_NONE || !node_table_get(&l->whole, e, 0)) {
        refuse_atomic(l, e, "it uses what an atomic function returns");
    } else if (!view || node_table_get(&l->plan->locals, view, 0) || view->type->fixed ||
               (element->type->kind != TYPE_INT && element->type->kind != TYPE_UINT)) {
        refuse_atomic(l, e, "it has an atomic function of another thing than a view's int");
    } else {
        add_tally(l, e, view);
        node_table_set(&l->named, view, node_table_get(&l->named, view, 0) - 1);
    }
    return true;
}

void tally_plan(struct plan *p)
{
    struct arena *a = &p->c->arena;
    struct tally_look l = {.plan = p, .whole = {.arena = a}, .named = {.arena = a}};
    struct walker w = {.data = &l, .expr_pre = tally_expr, .stmt_pre = tally_stmt};
    symbol_vec functions = {0};

    walk_stmt(&w, p->kernel->body);
    w.stmt_pre = NULL; /* those of functions are refused: whose elements they are is not known */
    launch_functions(p->c, p->kernel->launch, &functions);
    for (int i = 0; i < functions.n; i++)
        if (functions.at[i]->definition)
            walk_stmt(&w, functions.at[i]->definition->body);
    for (int i = 0; i < p->kernel->tallies.n; i++)
        if (node_table_get(&l.named, p->kernel->tallies.at[i].view, 0))
            cover_refuse(p, p->kernel->launch->call->loc,
                         "it has atomic functions of a view that it uses in other ways");
}
