/* again.c - threads that may do their work once more: what they store, they do not read. So the
 * last threads of a row, where they are no whole vector, can be done as one with threads that are
 * done already.
 *
 * Example: `to[i] = from[i - 1] + from[i + 1]`, but not `to[i] += from[i]`. Whether views have
 * elements in common is not asked here: the library knows it. It relies on depend.c. */
#include "optimize/internal.h"

#include "parser/walk.h"
#include "sema/types/expr.h"

enum { READ = 1, STORED = 2 };

struct again {
    struct node_table views; /* symbols: READ or STORED */
    bool fails; /* a view is both, or there are effects, or views, that are not understood */
};

static void note_element(struct again *x, const struct expr *e, unsigned use)
{
    const struct symbol *view = depend_root(e->a);

    x->fails |= !view || (node_table_get(&x->views, view, use) | use) != use;
    if (view)
        node_table_set(&x->views, view, use);
}

/* What an assignment or a step changes; its subscripts are expressions by themselves. */
static void note_target(struct again *x, const struct expr *e)
{
    const struct symbol *s;

    e = expr_evaluated(e);
    while (e->kind == EXPR_MEMBER)
        e = expr_evaluated(e->a);
    s = depend_root(e);
    if (e->amp == AMP_VIEW_ELEMENT)
        note_element(x, e, STORED);
    else
        x->fails |= !s || s->type->kind == TYPE_POINTER;
}

static bool again_expr(struct walker *w, struct expr *e)
{
    struct again *x = w->data;
    struct expr *to = e->kind == EXPR_ASSIGN ? (struct expr *)expr_evaluated(e->a) : NULL;

    if (e->kind == EXPR_CALL && e->amp != AMP_VIEW_ELEMENT && !lanes_function(e))
        x->fails = true;
    if (e->kind == EXPR_UNARY && (e->op == OP_ADDR || op_is_step(e->op)))
        note_target(x, e->a);
    if (to)
        note_target(x, to);
    if (e->amp == AMP_VIEW_ELEMENT)
        note_element(x, e, READ);
    if (!to || e->op != OP_ASSIGN || to->amp != AMP_VIEW_ELEMENT)
        return true;
    walk_expr(w, to->b); /* what the element held is not read */
    for (int i = 0; i < to->args.n; i++)
        walk_expr(w, to->args.at[i]);
    walk_expr(w, e->b);
    return false;
}

bool block_repeats(struct ctx *c, const struct stmt *work)
{
    struct again x = {.views = {.arena = &c->arena}};
    struct walker w = {.data = &x, .expr_pre = again_expr};

    walk_stmt(&w, (struct stmt *)work);
    return !x.fails;
}
