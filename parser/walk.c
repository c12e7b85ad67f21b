/* walk.c - visits all nodes of a tree in the order of the source.
 *
 * One function for each kind of node that has children; a callback in front and one behind. Depth
 * is bounded by the makers. Example: a callback for expressions that counts EXPR_CALL. */
#include "parser/walk.h"

static void walk_exprs(struct walker *w, const expr_vec *v)
{
    for (int i = 0; i < v->n; i++)
        walk_expr(w, v->at[i]);
}

/* ---- types as written ---- */

static void walk_record(struct walker *w, const struct record_spec *r)
{
    for (int i = 0; i < r->members.n; i++) {
        const struct member_decl *m = r->members.at[i];
        walk_decl(w, m->static_assert_);
        walk_spec(w, m->spec);
        for (int k = 0; k < m->members.n; k++) {
            walk_declarator(w, m->members.at[k].declarator);
            walk_expr(w, m->members.at[k].bits);
        }
    }
}

void walk_spec(struct walker *w, struct spec *s)
{
    if (!s || (w->spec_pre && !w->spec_pre(w, s)))
        return;
    walk_expr(w, s->alignas_expr);
    walk_type_name(w, s->alignas_type);
    walk_expr(w, s->typeof_expr);
    walk_type_name(w, s->typeof_type);
    if (s->record)
        walk_record(w, s->record);
    if (s->enum_)
        for (int i = 0; i < s->enum_->enumerators.n; i++)
            walk_expr(w, s->enum_->enumerators.at[i]->value);
    if (s->amp) {
        walk_type_name(w, s->amp->element);
        walk_exprs(w, &s->amp->args);
    }
    if (w->spec_post)
        w->spec_post(w, s);
}

static void walk_params(struct walker *w, struct param *const *params, int n)
{
    for (int i = 0; i < n; i++) {
        walk_spec(w, params[i]->spec);
        walk_declarator(w, params[i]->declarator);
    }
}

void walk_declarator(struct walker *w, struct declarator *d)
{
    if (!d || (w->declarator_pre && !w->declarator_pre(w, d)))
        return;
    for (struct deriv *v = d->derivs; v; v = v->next) {
        walk_expr(w, v->size);
        walk_params(w, v->params.at, v->params.n);
    }
    if (w->declarator_post)
        w->declarator_post(w, d);
}

void walk_type_name(struct walker *w, struct type_name *t)
{
    if (!t)
        return;
    walk_spec(w, t->spec);
    walk_declarator(w, t->declarator);
}

/* ---- expressions ---- */

static void walk_designators(struct walker *w, const designator_vec *v)
{
    for (int i = 0; i < v->n; i++) {
        walk_expr(w, v->at[i].index);
        walk_expr(w, v->at[i].last);
    }
}

void walk_init(struct walker *w, struct init *i)
{
    if (!i || (w->init_pre && !w->init_pre(w, i)))
        return;
    walk_expr(w, i->expr);
    for (int k = 0; k < i->items.n; k++) {
        walk_designators(w, &i->items.at[k].designators);
        walk_init(w, i->items.at[k].init);
    }
    if (w->init_post)
        w->init_post(w, i);
}

static void walk_lambda(struct walker *w, struct lambda *l)
{
    if (!l)
        return;
    walk_params(w, l->params.at, l->params.n);
    walk_type_name(w, l->result);
    walk_stmt(w, l->body);
}

/* What only one kind has. */
static void walk_own(struct walker *w, struct expr *e)
{
    if (e->kind == EXPR_TYPES_COMPATIBLE)
        walk_type_name(w, e->type_name2);
    if (e->kind == EXPR_COMPOUND)
        walk_init(w, e->init);
    if (e->kind == EXPR_STMT)
        walk_stmt(w, e->body);
    if (e->kind == EXPR_LAMBDA)
        walk_lambda(w, e->lambda);
    if (e->kind == EXPR_MEMBER || e->kind == EXPR_ARROW)
        walk_exprs(w, &e->template_args);
    if (e->kind == EXPR_OFFSETOF)
        walk_designators(w, &e->designators);
    for (int i = 0; e->kind == EXPR_GENERIC && i < e->assocs.n; i++) {
        walk_type_name(w, e->assocs.at[i].type_name);
        walk_expr(w, e->assocs.at[i].expr);
    }
}

void walk_expr(struct walker *w, struct expr *e)
{
    if (!e || (w->expr_pre && !w->expr_pre(w, e)))
        return;
    bool type_first = e->kind == EXPR_CAST || e->kind == EXPR_COMPOUND;
    if (type_first)
        walk_type_name(w, e->type_name);
    if (e->kind == EXPR_CONSTRUCT || e->kind == EXPR_CALL)
        walk_spec(w, e->spec);
    walk_expr(w, e->a);
    walk_expr(w, e->b);
    walk_expr(w, e->c);
    if (!type_first)
        walk_type_name(w, e->type_name);
    walk_own(w, e);
    walk_exprs(w, &e->args);
    if (w->expr_post)
        w->expr_post(w, e);
}

/* ---- statements and declarations ---- */

/* Walks a statement without its else_. */
static void walk_most(struct walker *w, struct stmt *s)
{
    if (s->kind == STMT_DO)
        walk_stmt(w, s->body);
    walk_decl(w, s->decl);
    walk_expr(w, s->init);
    walk_expr(w, s->expr);
    walk_expr(w, s->last);
    walk_expr(w, s->step);
    for (int i = 0; i < s->items.n; i++)
        walk_stmt(w, s->items.at[i]);
    for (int i = 0; i < s->asm_exprs.n; i++)
        walk_expr(w, s->asm_exprs.at[i]);
    if (s->kind != STMT_DO)
        walk_stmt(w, s->body);
}

void walk_stmt(struct walker *w, struct stmt *s)
{
    for (; s && (!w->stmt_pre || w->stmt_pre(w, s)); s = s->else_) { /* else-if chains are long */
        walk_most(w, s);
        if (w->stmt_post) { /* called bottom up, so the chain has to be kept */
            walk_stmt(w, s->else_);
            w->stmt_post(w, s);
            return;
        }
    }
}

void walk_decl(struct walker *w, struct decl *d)
{
    if (!d || (w->decl_pre && !w->decl_pre(w, d)))
        return;
    walk_spec(w, d->spec);
    for (int i = 0; i < d->declarators.n; i++) {
        struct init_declarator *v = d->declarators.at[i];
        walk_declarator(w, v->declarator);
        walk_exprs(w, &v->args);
        walk_init(w, v->init);
    }
    walk_declarator(w, d->declarator);
    for (int i = 0; i < d->kr_params.n; i++)
        walk_decl(w, d->kr_params.at[i]);
    walk_expr(w, d->assert_expr);
    walk_stmt(w, d->body);
    if (w->decl_post)
        w->decl_post(w, d);
}

void walk_unit(struct walker *w, struct unit *u)
{
    for (int i = 0; i < u->decls.n; i++)
        walk_decl(w, u->decls.at[i]);
}

struct search {
    bool (*is)(const struct stmt *s);
    bool found;
};

static bool search_stmt(struct walker *w, struct stmt *s)
{
    struct search *x = w->data;

    x->found |= x->is(s);
    return !x->found;
}

bool stmt_contains(struct stmt *s, bool (*is)(const struct stmt *s))
{
    struct search x = {.is = is};
    struct walker w = {.data = &x, .stmt_pre = search_stmt};

    walk_stmt(&w, s);
    return x.found;
}
