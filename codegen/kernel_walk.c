#include "codegen/kernel.h"

static void walk_init(struct init *init, const struct kernel_walk *w);

static void walk_expr(struct expr *e, const struct kernel_walk *w)
{
    if (!e || (w->expr && !w->expr(w->data, e)))
        return;
    walk_expr(e->a, w);
    walk_expr(e->b, w);
    walk_expr(e->c, w);
    for (int i = 0; i < e->args.n; i++)
        walk_expr(e->args.at[i], w);
    for (int i = 0; i < e->assocs.n; i++)
        walk_expr(e->assocs.at[i].expr, w);
    walk_init(e->init, w);
    kernel_walk_stmt(e->body, w);
}

static void walk_init(struct init *init, const struct kernel_walk *w)
{
    if (!init)
        return;
    walk_expr(init->expr, w);
    for (int i = 0; i < init->items.n; i++)
        walk_init(init->items.at[i].init, w);
}

void kernel_walk_expr(struct expr *e, kernel_walk_fn *f, void *data)
{
    struct kernel_walk w = {f, NULL, NULL, data};

    walk_expr(e, &w);
}

static void walk_decl(struct decl *d, const struct kernel_walk *w)
{
    if (!d || d->kind != DECL_VARS)
        return;
    for (int i = 0; i < d->declarators.n; i++) {
        struct init_declarator *id = d->declarators.at[i];
        if (w->decl)
            w->decl(w->data, id);
        walk_init(id->init, w);
        for (int k = 0; k < id->args.n; k++)
            walk_expr(id->args.at[k], w);
    }
}

void kernel_walk_stmt(struct stmt *s, const struct kernel_walk *w)
{
    if (!s)
        return;
    walk_expr(s->init, w);
    walk_decl(s->decl, w);
    if (s->kind == STMT_RETURN && s->expr && w->result)
        w->result(w->data, s->expr);
    walk_expr(s->expr, w);
    walk_expr(s->step, w);
    kernel_walk_stmt(s->body, w);
    kernel_walk_stmt(s->else_, w);
    for (int i = 0; i < s->items.n; i++)
        kernel_walk_stmt(s->items.at[i], w);
}
