/* view_touch.c - what a kernel may do to the elements of a view, by its text: every path counts,
 * so what it does not is certain.
 *
 * Functions that get the view are gone through. Other names of the same memory are not looked for.
 */
#include "sema/analysis/view_touch.h"

enum { DEPTH_MAX = 16 };

/* Every mention of the view is taken for a read and a write of its elements, unless the expression
 * around it says that it is none. */
struct touches {
    const struct symbol *view;
    int mentions;
    int not_read, not_written; /* mentions that are certainly none */
    int depth;                 /* of calls */
};

static bool is_view(struct expr *e, const struct symbol *view)
{
    e = expr_strip(e);
    return e && e->kind == EXPR_NAME && e->symbol == view;
}

/* e is an element of the view. */
static bool is_element(const struct expr *e, const struct symbol *view)
{
    return e && e->amp == AMP_VIEW_ELEMENT && (e->kind == EXPR_CALL || e->kind == EXPR_SUBSCRIPT) &&
           is_view(expr_view(e->a), view);
}

/* The lvalue lies in an element of the view. */
static bool in_element(struct expr *lvalue, const struct symbol *view)
{
    struct check_root root = check_root(lvalue);

    return root.element && !root.through_pointer && is_element(root.element, view);
}

static struct view_touch touch_of(struct stmt *body, const struct symbol *view, int depth);

/* Functions that get the view itself. */
static void call_touches(struct touches *t, struct expr *call)
{
    const struct expr *name = check_callee(call);
    struct symbol *f = name && name->symbol ? symbol_version(name->symbol, RESTRICT_AMP) : NULL;
    struct view_touch inner;

    if (!f || !f->definition || !f->definition->body || t->depth >= DEPTH_MAX)
        return;
    for (int i = 0; i < call->args.n && i < f->params.n; i++) {
        const struct symbol *p = f->params.at[i];
        if (!is_view(call->args.at[i], t->view) || !type_is_amp(p->type, AMP_TYPE_ARRAY_VIEW))
            continue;
        inner = touch_of(f->definition->body, p, t->depth + 1);
        t->not_read += !inner.reads;
        t->not_written += !inner.writes;
    }
}

/* The view's extent tells nothing about its elements. */
static bool is_extent_of(const struct expr *e, const struct symbol *view)
{
    const struct expr *member = e->kind == EXPR_CALL ? expr_strip(e->a) : e;

    return e->amp == AMP_VIEW_EXTENT && member && member->kind == EXPR_MEMBER &&
           is_view(member->a, view);
}

static bool touches_expr(struct check_walk *w, struct expr *e)
{
    struct touches *t = w->data;
    struct expr *target = check_target(e);

    if (w->unevaluated || is_extent_of(e, t->view))
        return false;
    if (!check_walk_choice(w, e))
        return false;
    t->mentions += e->kind == EXPR_NAME && e->symbol == t->view;
    t->not_written += is_element(e, t->view);
    if (target && in_element(target, t->view)) {
        t->not_written--;
        t->not_read += e->kind == EXPR_ASSIGN && e->op == OP_ASSIGN;
    }
    if (e->kind == EXPR_UNARY && e->op == OP_ADDR && in_element(e->a, t->view))
        t->not_written--;
    if (expr_is_decay(e) && in_element(e->a, t->view))
        t->not_written--;
    if (e->kind == EXPR_SUBSCRIPT && expr_is_decay(expr_unparen(e->a)) &&
        in_element(expr_unparen(e->a)->a, t->view))
        t->not_written++; /* of the array just this element is touched */
    if (e->kind == EXPR_CALL && e->amp == AMP_NONE)
        call_touches(t, e);
    return true;
}

static bool touches_stmt(struct check_walk *w, struct stmt *s)
{
    return check_walk_branch(w, s);
}

static struct view_touch touch_of(struct stmt *body, const struct symbol *view, int depth)
{
    struct touches t = {.view = view, .depth = depth};
    struct check_walk w = {.expr = touches_expr, .stmt = touches_stmt, .data = &t};

    check_walk_stmt(&w, body);
    return (struct view_touch){t.not_read < t.mentions, t.not_written < t.mentions};
}

struct view_touch view_touch(const struct launch *l, const struct symbol *view)
{
    return touch_of(l->lambda->body, view, 0);
}
