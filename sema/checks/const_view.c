/* const_view.c - whether a view that kernels only read can be declared as a view of const, and the
 * fix-it that does so. */
#include "sema/checks/const_view.h"

#include "sema/analysis/order.h"

/* ---- uses ---- */

struct search {
    const struct findings *findings;
    const struct symbol *view;
    const struct launch *launch;
    int inside, outside; /* uses in the launch, and elsewhere, that const does not allow */
    const struct decl *decl;
};

static void count(struct search *s, const struct expr *e, int n)
{
    if (!e || e->kind != EXPR_NAME || e->symbol != s->view)
        return;
    if (node_inside(s->findings, e, s->launch->call))
        s->inside += n;
    else
        s->outside += n;
}

/* An element whose address is taken, or that is an array. */
static void count_pointed(struct search *s, struct expr *lvalue)
{
    struct lvalue_root root = lvalue_root(lvalue);

    if (root.element)
        count(s, expr_view(root.element->a), 1);
}

static bool search_expr(struct code_walk *w, struct expr *e)
{
    struct search *s = w->data;

    count(s, e, 1);
    if (w->unevaluated)
        return true;
    if (e->amp == AMP_VIEW_ELEMENT && (e->kind == EXPR_CALL || e->kind == EXPR_SUBSCRIPT))
        count(s, expr_view(e->a), -1);
    if ((e->kind == EXPR_MEMBER || e->kind == EXPR_ARROW) &&
        (e->amp == AMP_VIEW_EXTENT || e->amp == AMP_VIEW_SYNCHRONIZE || e->amp == AMP_VIEW_REFRESH))
        count(s, expr_strip(e->a), -1);
    if (e->kind == EXPR_CONVERT && type_is_amp(e->type, AMP_TYPE_ARRAY_VIEW) &&
        e->type->base->quals & QUAL_CONST)
        count(s, expr_strip(e->a), -1);
    if (e->kind == EXPR_UNARY && e->op == OP_ADDR)
        count_pointed(s, e->a);
    if (e->kind == EXPR_MEMBER && e->type && e->type->kind == TYPE_ARRAY)
        count_pointed(s, e);
    return true;
}

static bool search_decl(struct code_walk *w, struct decl *d)
{
    struct search *s = w->data;

    if (d->spec && d->spec == s->view->spec)
        s->decl = d;
    return true;
}

enum const_fit const_view_fit(struct findings *findings, const struct launch *l,
                              const struct symbol *view)
{
    struct search s = {.findings = findings, .view = view, .launch = l};
    struct code_walk w = {.expr = search_expr, .decl = search_decl, .data = &s, .lambdas = true};

    if (!l->function || !l->function->definition)
        return CONST_FIT_NONE;
    order_launch(findings, l);
    code_walk_stmt(&w, l->function->definition->body);
    if (s.outside)
        return CONST_FIT_NONE;
    if (s.inside || view->type->reference || !view->spec || !view->spec->amp ||
        (view->kind != SYMBOL_PARAM && !s.decl))
        return CONST_FIT_HOST;
    return CONST_FIT_ALL;
}

/* ---- the change ---- */

static void spec_fixit(struct ctx *c, const struct spec *spec)
{
    const struct type_name *element = spec && spec->amp ? spec->amp->element : NULL;

    if (element)
        diag_fixit(c, (struct loc){element->loc.begin, element->loc.begin}, "const ");
}

/* Adds fix-its to all declarations of the function whose parameter k the view is. */
static void param_fixits(struct ctx *c, const struct symbol *f, int k)
{
    for (int i = 0; i < f->decls.n; i++) {
        const struct declarator *d = f->decls.at[i].declarator;
        const struct deriv *params = d ? d->derivs : NULL;
        if (params && params->kind == DERIV_FUNCTION && k < params->params.n)
            spec_fixit(c, params->params.at[k]->spec);
    }
}

/* ---- views that are declared together ---- */

struct group {
    const struct symbol *view;
    struct decl *decl;
};

static bool group_stmt(struct code_walk *w, struct stmt *s)
{
    struct group *g = w->data;

    for (int i = 0; s->kind == STMT_COMPOUND && i < s->items.n; i++)
        if (s->items.at[i]->kind == STMT_DECL && s->items.at[i]->decl->spec &&
            s->items.at[i]->decl->spec == g->view->spec)
            g->decl = s->items.at[i]->decl;
    return true;
}

/* The declaration of the view, if it is a statement of a block; else NULL. */
static struct decl *declaration_of(const struct launch *l, const struct symbol *view)
{
    struct group g = {.view = view};
    struct code_walk w = {.stmt = group_stmt, .data = &g, .lambdas = true};

    code_walk_stmt(&w, l->function->definition->body);
    return g.decl;
}

static bool is_advised(const const_advice_vec *all, const struct symbol *view)
{
    for (int i = 0; i < all->n; i++)
        if (all->at[i].view == view && all->at[i].fit == CONST_FIT_ALL)
            return true;
    return false;
}

/* Where declarator k ends. */
static unsigned end_of(const struct decl *d, int k)
{
    const struct init_declarator *id = d->declarators.at[k];

    if (id->constructed)
        return id->construct_loc.end;
    return id->init ? id->init->loc.end : id->declarator->loc.end;
}

/* Splits a declaration between declarators k - 1 and k; the second one is of const views, or of
 * others. */
static void split_fixit(struct ctx *c, const struct decl *d, int k, bool to_const)
{
    const char *text = c->source->text;
    const struct loc element = d->spec->amp->element->loc;
    struct loc comma = {end_of(d, k - 1), d->declarators.at[k]->declarator->loc.begin};

    diag_fixit(c, comma,
               arena_printf(&c->arena, "; %.*s%s%.*s%s", (int)(element.begin - d->spec->loc.begin),
                            text + d->spec->loc.begin, to_const ? "const " : "",
                            (int)(d->spec->loc.end - element.begin), text + element.begin,
                            text[comma.end - 1] == ',' ? " " : ""));
}

static void local_fixits(struct ctx *c, const const_advice_vec *all, int i)
{
    const struct symbol *view = all->at[i].view;
    const struct decl *d = declaration_of(all->at[i].launch, view);
    int first = 0, last;

    while (d && first < d->declarators.n && d->declarators.at[first]->symbol != view)
        first++;
    if (!d || first == d->declarators.n ||
        (first > 0 && is_advised(all, d->declarators.at[first - 1]->symbol)))
        return;
    for (last = first; last + 1 < d->declarators.n; last++)
        if (!is_advised(all, d->declarators.at[last + 1]->symbol))
            break;
    if (first == 0)
        spec_fixit(c, view->spec);
    else
        split_fixit(c, d, first, true);
    if (last + 1 < d->declarators.n)
        split_fixit(c, d, last + 1, false);
}

void const_view_fixits(struct ctx *c, const const_advice_vec *all, int i)
{
    const struct symbol *view = all->at[i].view, *f = all->at[i].launch->function;

    if (all->at[i].fit != CONST_FIT_ALL)
        return;
    if (view->kind != SYMBOL_PARAM)
        local_fixits(c, all, i);
    for (int k = 0; view->kind == SYMBOL_PARAM && k < f->params.n; k++)
        if (f->params.at[k] == view)
            param_fixits(c, f, k);
}
