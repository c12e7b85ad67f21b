/* edit.c - the walk over places: one function for each kind of node that has children, as in
 * parser/walk.c. */
#include "sema/tree/edit.h"

static void edit_exprs(struct tree_edit *t, expr_vec *v)
{
    for (int i = 0; i < v->n; i++)
        tree_edit_expr(t, &v->at[i]);
}

/* ---- types as written ---- */

static void edit_spec(struct tree_edit *t, struct spec *s);
static void edit_declarator(struct tree_edit *t, struct declarator *d);

static void edit_type_name(struct tree_edit *t, struct type_name *n)
{
    if (!n)
        return;
    edit_spec(t, n->spec);
    edit_declarator(t, n->declarator);
}

static void edit_record(struct tree_edit *t, struct record_spec *r)
{
    for (int i = 0; r && i < r->members.n; i++) {
        struct member_decl *m = r->members.at[i];
        tree_edit_decl(t, &m->static_assert_);
        edit_spec(t, m->spec);
        for (int k = 0; k < m->members.n; k++) {
            edit_declarator(t, m->members.at[k].declarator);
            tree_edit_expr(t, &m->members.at[k].bits);
        }
    }
}

static void edit_spec(struct tree_edit *t, struct spec *s)
{
    if (!s)
        return;
    tree_edit_expr(t, &s->alignas_expr);
    edit_type_name(t, s->alignas_type);
    tree_edit_expr(t, &s->typeof_expr);
    edit_type_name(t, s->typeof_type);
    edit_record(t, s->record);
    for (int i = 0; s->enum_ && i < s->enum_->enumerators.n; i++)
        tree_edit_expr(t, &s->enum_->enumerators.at[i]->value);
    if (s->amp) {
        edit_type_name(t, s->amp->element);
        edit_exprs(t, &s->amp->args);
    }
}

static void edit_params(struct tree_edit *t, struct param **params, int n)
{
    for (int i = 0; i < n; i++) {
        edit_spec(t, params[i]->spec);
        edit_declarator(t, params[i]->declarator);
    }
}

static void edit_declarator(struct tree_edit *t, struct declarator *d)
{
    for (struct deriv *v = d ? d->derivs : NULL; v; v = v->next) {
        tree_edit_expr(t, &v->size);
        edit_params(t, v->params.at, v->params.n);
    }
}

/* ---- expressions ---- */

static void edit_designators(struct tree_edit *t, designator_vec *v)
{
    for (int i = 0; i < v->n; i++) {
        tree_edit_expr(t, &v->at[i].index);
        tree_edit_expr(t, &v->at[i].last);
    }
}

void tree_edit_init(struct tree_edit *t, struct init *i)
{
    if (!i)
        return;
    tree_edit_expr(t, &i->expr);
    for (int k = 0; k < i->items.n; k++) {
        edit_designators(t, &i->items.at[k].designators);
        tree_edit_init(t, i->items.at[k].init);
    }
}

/* Edits the place 'at', and gives 'known', another place of the same node, the same result. */
static void edit_known(struct tree_edit *t, struct expr **at, struct expr **known)
{
    bool same = *known == *at && *at;

    tree_edit_expr(t, at);
    if (same)
        *known = *at;
}

static void edit_args(struct tree_edit *t, struct expr *e)
{
    struct expr *none = NULL;

    for (int i = 0; i < e->args.n; i++) {
        struct expr **at = &e->args.at[i];
        edit_known(t, at,
                   e->launch && e->launch->domain == *at        ? &e->launch->domain
                   : e->launch && e->launch->accelerator == *at ? &e->launch->accelerator
                   : e->chosen == *at                           ? &e->chosen
                                                                : &none);
    }
}

static void edit_lambda(struct tree_edit *t, struct lambda *l)
{
    if (!l)
        return;
    edit_params(t, l->params.at, l->params.n);
    edit_type_name(t, l->result);
    tree_edit_stmt(t, &l->body);
}

/* What only one kind has. */
static void edit_own(struct tree_edit *t, struct expr *e)
{
    if (e->kind == EXPR_TYPES_COMPATIBLE)
        edit_type_name(t, e->type_name2);
    if (e->kind == EXPR_COMPOUND)
        tree_edit_init(t, e->init);
    if (e->kind == EXPR_STMT)
        tree_edit_stmt(t, &e->body);
    if (e->kind == EXPR_LAMBDA)
        edit_lambda(t, e->lambda);
    if (e->kind == EXPR_MEMBER || e->kind == EXPR_ARROW)
        edit_exprs(t, &e->template_args);
    if (e->kind == EXPR_OFFSETOF)
        edit_designators(t, &e->designators);
    for (int i = 0; e->kind == EXPR_GENERIC && i < e->assocs.n; i++) {
        edit_type_name(t, e->assocs.at[i].type_name);
        edit_known(t, &e->assocs.at[i].expr, &e->chosen);
    }
}

static void edit_children(struct tree_edit *t, struct expr *e)
{
    bool type_first = e->kind == EXPR_CAST || e->kind == EXPR_COMPOUND;

    if (type_first)
        edit_type_name(t, e->type_name);
    if (e->kind == EXPR_CONSTRUCT || e->kind == EXPR_CALL)
        edit_spec(t, e->spec);
    tree_edit_expr(t, &e->a);
    tree_edit_expr(t, &e->b);
    tree_edit_expr(t, &e->c);
    if (!type_first)
        edit_type_name(t, e->type_name);
    edit_own(t, e);
    edit_args(t, e);
}

void tree_edit_expr(struct tree_edit *t, struct expr **at)
{
    if (!*at || (t->expr_pre && !t->expr_pre(t, at)))
        return;
    edit_children(t, *at);
    if (t->expr_post)
        t->expr_post(t, at);
}

/* ---- statements and declarations ---- */

/* The children of a statement, except for its else_. */
static void edit_most(struct tree_edit *t, struct stmt *s)
{
    if (s->kind == STMT_DO)
        tree_edit_stmt(t, &s->body);
    tree_edit_decl(t, &s->decl);
    tree_edit_expr(t, &s->init);
    tree_edit_expr(t, &s->expr);
    tree_edit_expr(t, &s->last);
    tree_edit_expr(t, &s->step);
    for (int i = 0; i < s->items.n; i++)
        tree_edit_stmt(t, &s->items.at[i]);
    edit_exprs(t, &s->asm_exprs);
    if (s->kind != STMT_DO)
        tree_edit_stmt(t, &s->body);
}

void tree_edit_stmt(struct tree_edit *t, struct stmt **at)
{
    for (; *at && (!t->stmt_pre || t->stmt_pre(t, at)); at = &(*at)->else_) {
        edit_most(t, *at);
        if (t->stmt_post) { /* called bottom up, so the chain has to be kept */
            tree_edit_stmt(t, &(*at)->else_);
            t->stmt_post(t, at);
            return;
        }
    }
}

void tree_edit_decl(struct tree_edit *t, struct decl **at)
{
    if (!*at || (t->decl_pre && !t->decl_pre(t, at)))
        return;
    struct decl *d = *at;
    edit_spec(t, d->spec);
    for (int i = 0; i < d->declarators.n; i++) {
        struct init_declarator *v = d->declarators.at[i];
        edit_declarator(t, v->declarator);
        edit_exprs(t, &v->args);
        tree_edit_init(t, v->init);
    }
    edit_declarator(t, d->declarator);
    for (int i = 0; i < d->kr_params.n; i++)
        tree_edit_decl(t, &d->kr_params.at[i]);
    tree_edit_expr(t, &d->assert_expr);
    tree_edit_stmt(t, &d->body);
    if (t->decl_post)
        t->decl_post(t, at);
}

void tree_edit_unit(struct tree_edit *t, struct unit *u)
{
    for (int i = 0; i < u->decls.n; i++)
        tree_edit_decl(t, &u->decls.at[i]);
}
