/* host_followed.c - which views of a function are followed: local ones, over memory that has a name
 * and is reached by no alias. Limit: HOST_VIEWS_MAX views of a function. */
#include "sema/hostflow/host_views.h"

#include <string.h>

#include "common/number.h"
#include "sema/types/limits.h"

static bool is_view(const struct symbol *s)
{
    return type_is_amp(s->type, AMP_TYPE_ARRAY_VIEW);
}

static long long bytes_of(const struct type *t)
{
    return t && t->size > 0 ? t->size : 0;
}

/* The bytes of a view's elements, if their number is known; else 0. */
static long long view_bytes(struct findings *a, const struct symbol *view)
{
    struct known_extent known = {0};
    long long all = bytes_of(view->type->base);

    if (!symbol_extent_known(a, view, &known))
        return 0;
    for (int i = 0; i < known.rank; i++)
        all = number_product(all, known.n[i]);
    return all > 0 ? all : 0;
}

/* The variable that is the number of a view's elements; NULL: none. */
static const struct symbol *view_length(struct findings *a, const struct symbol *view)
{
    const struct symbol *s = view_extent_component(a, view, 0).variable;

    return view->type->rank == 1 && s && type_is_integer(s->type) ? s : NULL;
}

struct find {
    struct host_views *v;
    VEC(struct host_memory)
    aliased; /* memory that has aliases, or of which a view is over a section only */
    VEC(const char *) names; /* of all declarations in the function */
    bool nested;
};

/* The view or array has storage of its own. */
static bool has_own(const struct init_declarator *d)
{
    enum amp_construct_form form =
        d->constructed ? amp_construct_form(d->symbol->type, &d->args) : CONSTRUCT_EMPTY;

    return form == CONSTRUCT_VIEW_SIZES || form == CONSTRUCT_VIEW_EXTENT;
}

/* A row of an array, or of what a pointer to arrays leads to. */
static bool is_row(struct expr *source)
{
    struct expr *e = expr_strip(source);

    return e && e->kind == EXPR_SUBSCRIPT && e->type && e->type->kind == TYPE_ARRAY;
}

static void find_view(struct find *find, const struct init_declarator *d)
{
    struct arena *arena = &find->v->report->c->arena;
    struct expr *source = view_declared_over(d);
    struct held_view held = {.view = d->symbol,
                             .name = d->symbol->name,
                             .bytes = view_bytes(find->v->report->findings, d->symbol),
                             .length = view_length(find->v->report->findings, d->symbol)};
    bool aliased = false;

    if (source) {
        bool begins = host_memory_at(source, &held.memory);
        if (!held.memory.path)
            return;
        long long all = held.memory.pointed ? 0 : bytes_of(held.memory.path->type);
        aliased =
            !begins || (is_row(source) ? held.bytes == 0 : held.bytes > 0 && held.bytes < all);
    }
    if (aliased)
        vec_push(arena, &find->aliased, held.memory);
    else if ((source || has_own(d)) && symbol_is_automatic(d->symbol) &&
             find->v->all.n < HOST_VIEWS_MAX)
        vec_push(arena, &find->v->all, held);
}

static bool find_decl(struct code_walk *w, struct decl *d)
{
    struct find *find = w->data;

    find->nested |= d->kind == DECL_FUNCTION;
    for (int i = 0; d->kind == DECL_VARS && i < d->declarators.n; i++) {
        const struct init_declarator *v = d->declarators.at[i];
        if (!v->symbol)
            continue;
        vec_push(&find->v->report->c->arena, &find->names, v->symbol->name);
        if (is_view(v->symbol) && !v->symbol->lambda)
            find_view(find, v);
    }
    return true;
}

/* ---- aliases ---- */

struct mentions {
    const struct symbol *symbol;
    bool found;
};

static bool mentions_expr(struct code_walk *w, struct expr *e)
{
    struct mentions *m = w->data;

    m->found |= e->kind == EXPR_NAME && e->symbol == m->symbol;
    return !m->found;
}

static bool mentions(struct code *k, struct expr *e, const struct symbol *s)
{
    struct mentions m = {s, false};
    struct code_walk w = {.k = k, .expr = mentions_expr, .data = &m};

    code_walk_expr(&w, e);
    return m.found;
}

static void alias_add(struct find *find, int view)
{
    vec_push(&find->v->report->c->arena, &find->aliased, find->v->all.at[view].memory);
}

/* A pointer variable gets the value e: if e names the memory of one followed view and the variable
 * is the name of another's, both are aliased. */
static void find_alias(struct find *find, struct code *k, const struct symbol *variable,
                       struct expr *e)
{
    const struct host_views *v = find->v;

    if (!variable || !variable->type || variable->type->kind != TYPE_POINTER)
        return;
    for (int i = 0; i < v->all.n; i++)
        for (int j = 0; j < v->all.n; j++) {
            const struct host_memory *m = &v->all.at[i].memory, *n = &v->all.at[j].memory;
            if (!m->path || !n->path || host_memory_root(m) == variable ||
                host_memory_root(n) != variable || !mentions(k, e, host_memory_root(m)))
                continue;
            alias_add(find, i);
            alias_add(find, j);
        }
}

static bool alias_expr(struct code_walk *w, struct expr *e)
{
    struct find *find = w->data;
    struct expr *to = e->kind == EXPR_ASSIGN ? expr_strip(e->a) : NULL;

    if (to && to->kind == EXPR_NAME)
        find_alias(find, w->k, to->symbol, e->b);
    for (int i = 0; e->kind == EXPR_UNARY && e->op == OP_ADDR && i < find->v->all.n; i++) {
        const struct host_memory *m = &find->v->all.at[i].memory;
        if (m->path && m->pointed && host_memory_moves(e->a, m))
            alias_add(find, i);
    }
    return true;
}

static bool alias_decl(struct code_walk *w, struct decl *d)
{
    for (int i = 0; d->kind == DECL_VARS && i < d->declarators.n; i++) {
        const struct init_declarator *v = d->declarators.at[i];
        if (v->init && v->init->expr)
            find_alias(w->data, w->k, v->symbol, v->init->expr);
    }
    return true;
}

/* ---- all ---- */

static bool is_aliased(const struct find *find, const struct host_memory *m)
{
    bool aliased = false;

    for (int k = 0; m->path && k < find->aliased.n; k++)
        aliased |= host_memory_same(m, &find->aliased.at[k]);
    return aliased;
}

static bool is_shadowed(const struct find *find, const char *name)
{
    int n = 0;

    for (int i = 0; i < find->names.n; i++)
        n += find->names.at[i] == name;
    return n > 1;
}

void host_views_find(struct host_views *v, struct code *k)
{
    struct find find = {.v = v};
    struct code_walk decls = {.k = k, .decl = find_decl, .data = &find};
    struct code_walk names = {
        .k = k, .expr = alias_expr, .decl = alias_decl, .data = &find, .lambdas = true};
    int n = 0;

    code_walk_stmt(&decls, v->report->body);
    if (v->all.n > 0)
        code_walk_stmt(&names, v->report->body);
    for (int i = 0; i < v->all.n && !find.nested; i++) {
        v->all.at[i].shadowed = is_shadowed(&find, v->all.at[i].name);
        if (!is_aliased(&find, &v->all.at[i].memory))
            v->all.at[n++] = v->all.at[i];
    }
    v->all.n = n;
}
