/* kernel_astray.c - whether what a group has fetched may lead a thread outside of the domain
 * astray.
 *
 * A work-item computes such copies, too, with the index of its first thread, and stores nothing of
 * theirs. What stands in local memory at their own places is another row's or column's, or
 * nobody's. In sums that does not matter. Where it says what else is read, or whether, their
 * elements may be those of no view: there they take what was fetched for that first thread.
 * Example:
 *
 *     for (int k = 0; k < n; k++) if (c(i, k) >= 0) sum += a(c(i, k), j);     c's rows are fetched
 *
 * Flow-insensitive: a variable has such a value if anything that is assigned to it has, or what
 * says whether that is done. */
#include "codegen/kernel/kernel_cover.h"

#include "parser/walk.h"
#include "sema/types/expr.h"
#include "sema/types/type.h"

struct astray {
    const struct cover_kernel *kernel;
    struct node_table fetched; /* values, and variables that depend on them: 1 */
    struct node_table around;  /* ifs and loops around that depend on them: 1 */
    int controls;              /* how many */
    bool changed, found;
};

static bool name_expr(struct walker *w, struct expr *e)
{
    struct astray *x = w->data;

    x->found |= e->kind == EXPR_NAME && e->symbol && node_table_get(&x->fetched, e->symbol, 0);
    return true;
}

/* Whether e names such a value. */
static bool is_fetched(const struct astray *x, const struct expr *e)
{
    struct astray look = {.fetched = x->fetched};
    struct walker w = {.data = &look, .expr_pre = name_expr};

    walk_expr(&w, (struct expr *)e);
    return look.found;
}

/* Whether what s is around depends on one. */
static bool is_control(const struct astray *x, const struct stmt *s)
{
    return (s->kind == STMT_IF || s->kind == STMT_SWITCH || stmt_is_loop(s)) && s->expr &&
           is_fetched(x, s->expr);
}

static void note(struct astray *x, const struct symbol *s)
{
    if (!s || node_table_get(&x->fetched, s, 0))
        return;
    node_table_set(&x->fetched, s, 1);
    x->changed = true;
}

/* ---- values ---- */

static bool value_stmt(struct walker *w, struct stmt *s)
{
    struct astray *x = w->data;
    const struct cover_loop *l = cover_loop_of(x->kernel, s);
    const cover_window_vec *windows = cover_windows_of(x->kernel, s);

    for (int i = 0; l && i < l->panels.n; i++)
        if (l->panels.at[i].axes)
            note(x, l->panels.at[i].value);
    for (int i = 0; windows && i < windows->n; i++)
        note(x, windows->at[i].value);
    if (is_control(x, s)) {
        node_table_set(&x->around, s, 1);
        x->controls++;
    }
    return true;
}

static void leave_stmt(struct walker *w, struct stmt *s)
{
    struct astray *x = w->data;

    x->controls -= (int)node_table_get(&x->around, s, 0);
    node_table_set(&x->around, s, 0);
}

static bool assigned_expr(struct walker *w, struct expr *e)
{
    struct astray *x = w->data;

    if (cover_assigned(e) && (x->controls || is_fetched(x, e)))
        note(x, cover_assigned(e));
    return true;
}

static bool declared(struct walker *w, struct decl *d)
{
    struct astray *x = w->data;

    for (int i = 0; d->kind == DECL_VARS && i < d->declarators.n; i++) {
        const struct init_declarator *v = d->declarators.at[i];
        struct astray look = {.fetched = x->fetched};
        struct walker inner = {.data = &look, .expr_pre = name_expr};
        if (v->init)
            walk_init(&inner, v->init);
        for (int k = 0; k < v->args.n; k++)
            walk_expr(&inner, v->args.at[k]);
        if (look.found || x->controls)
            note(x, v->symbol);
    }
    return true;
}

/* ---- what is read ---- */

/* Whether e calls a function that may read: with something else than numbers. */
static bool is_reader(const struct expr *e)
{
    bool is = false;

    for (int i = 0; e->kind == EXPR_CALL && e->amp == AMP_NONE && i < e->args.n; i++)
        is |= !type_is_arithmetic(e->args.at[i]->type);
    return is;
}

static bool is_element(const struct expr *e)
{
    return e->amp == AMP_VIEW_ELEMENT || (e->kind == EXPR_SUBSCRIPT && !e->b->constant) ||
           e->kind == EXPR_ARROW || (e->kind == EXPR_UNARY && e->op == OP_DEREF) || is_reader(e);
}

static bool read_expr(struct walker *w, struct expr *e)
{
    bool *found = w->data;

    *found |= is_element(e);
    return true;
}

static bool reads(const struct expr *e, const struct stmt *s)
{
    bool found = false;
    struct walker w = {.data = &found, .expr_pre = read_expr};

    walk_expr(&w, (struct expr *)e);
    walk_stmt(&w, (struct stmt *)s);
    return found;
}

static bool astray_expr(struct walker *w, struct expr *e)
{
    struct astray *x = w->data;
    bool sequenced =
        e->kind == EXPR_COND || (e->kind == EXPR_BINARY && (e->op == OP_LAND || e->op == OP_LOR));

    x->found |= (is_element(e) && is_fetched(x, e)) ||
                (sequenced && is_fetched(x, e->a) && (reads(e->b, NULL) || reads(e->c, NULL)));
    return true;
}

static bool astray_stmt(struct walker *w, struct stmt *s)
{
    struct astray *x = w->data;

    if (is_control(x, s))
        x->found |=
            s->kind == STMT_IF ? reads(NULL, s->body) || reads(NULL, s->else_) : reads(NULL, s);
    return true;
}

bool cover_goes_astray(struct ctx *c, const struct cover_kernel *k)
{
    struct arena *a = &c->arena;
    struct astray x = {.kernel = k, .fetched = {.arena = a}, .around = {.arena = a}};
    struct walker values = {.data = &x,
                            .expr_pre = assigned_expr,
                            .stmt_pre = value_stmt,
                            .stmt_post = leave_stmt,
                            .decl_pre = declared};
    struct walker w = {.data = &x, .expr_pre = astray_expr, .stmt_pre = astray_stmt};

    do {
        x.changed = false;
        walk_stmt(&values, k->body);
    } while (x.changed);
    walk_stmt(&w, k->body);
    return x.found;
}
