/* clone.c - copies of expressions, statements and declarations, and of whole kernels and functions.
 * Types as written are in clone_spec.c. */
#include "sema/tree/clone_internal.h"

struct tree_clone tree_clone_begin(struct ctx *c)
{
    return (struct tree_clone){.c = c, .map = {.arena = &c->arena}};
}

void *clone_node(struct tree_clone *k, const void *node, size_t size)
{
    void *copy = memcpy(arena_alloc(&k->c->arena, size), node, size);

    node_table_put(&k->map, node, copy);
    return copy;
}

/* ---- symbols ---- */

void *tree_clone_of(const struct tree_clone *k, const void *node)
{
    void *copy = node_table_find(&k->map, node);

    return copy ? copy : (void *)node;
}

/* Whether a declaration of s in a clone makes a new symbol: s is an object, not a type or
 * enumerator. */
static bool is_object(const struct symbol *s)
{
    switch (s->kind) {
    case SYMBOL_VAR:
    case SYMBOL_PARAM:
        return !s->file_scope;
    case SYMBOL_FUNCTION:
        return s->is_nested;
    case SYMBOL_TYPEDEF:
    case SYMBOL_ENUMERATOR:
        return false;
    }
    return false;
}

bool clone_is_new(const struct tree_clone *k, const struct symbol *s)
{
    return s && is_object(s) && !node_table_find(&k->map, s);
}

struct symbol *clone_declared(struct tree_clone *k, struct symbol *s)
{
    if (!clone_is_new(k, s))
        return tree_clone_of(k, s);
    struct symbol *n = clone_node(k, s, sizeof *s);
    n->lambda = tree_clone_of(k, s->lambda);
    n->function = tree_clone_of(k, s->function);
    return n;
}

static symbol_vec clone_symbols(struct tree_clone *k, const symbol_vec *v)
{
    symbol_vec n = {0};

    for (int i = 0; i < v->n; i++)
        vec_push(&k->c->arena, &n, clone_declared(k, v->at[i]));
    return n;
}

/* ---- initialisers ---- */

static designator_vec clone_designators(struct tree_clone *k, const designator_vec *v)
{
    designator_vec n = {0};

    for (int i = 0; i < v->n; i++) {
        struct designator d = v->at[i];
        d.index = tree_clone_expr(k, d.index);
        d.last = tree_clone_expr(k, d.last);
        vec_push(&k->c->arena, &n, d);
    }
    return n;
}

struct init *tree_clone_init(struct tree_clone *k, const struct init *i)
{
    if (!i)
        return NULL;
    struct init *n = clone_node(k, i, sizeof *i);
    n->expr = tree_clone_expr(k, i->expr);
    vec_reset(&n->items);
    for (int m = 0; m < i->items.n; m++) {
        struct init_item item = {clone_designators(k, &i->items.at[m].designators),
                                 tree_clone_init(k, i->items.at[m].init)};
        vec_push(&k->c->arena, &n->items, item);
    }
    return n;
}

/* ---- kernels ---- */

static struct lambda *clone_lambda(struct tree_clone *k, const struct lambda *l)
{
    if (!l)
        return NULL;
    struct lambda *n = clone_node(k, l, sizeof *l);
    vec_reset(&n->captures);
    for (int i = 0; i < l->captures.n; i++) {
        struct capture capture = l->captures.at[i];
        capture.symbol = tree_clone_of(k, capture.symbol);
        vec_push(&k->c->arena, &n->captures, capture);
    }
    vec_reset(&n->params);
    for (int i = 0; i < l->params.n; i++)
        vec_push(&k->c->arena, &n->params, clone_param(k, l->params.at[i]));
    n->result = tree_clone_type_name(k, l->result);
    n->body = tree_clone_stmt(k, l->body);
    return n;
}

/* Fills the list of calls of a copy, from those of the original. */
static void clone_calls(struct tree_clone *k, const struct call_site *from, int n,
                        struct call_site *to)
{
    for (int i = 0; i < n; i++)
        to[i] =
            (struct call_site){tree_clone_of(k, from[i].callee), tree_clone_of(k, from[i].call)};
}

/* Fills in what a copy has of the lambda, which has been copied. */
static void kernel_finish(struct tree_clone *k, const struct launch *l, struct launch *n)
{
    n->lambda = tree_clone_of(k, l->lambda);
    n->param = tree_clone_of(k, l->param);
    vec_reset(&n->captures);
    for (int i = 0; i < l->captures.n; i++) {
        struct captured captured = l->captures.at[i];
        captured.symbol = tree_clone_of(k, captured.symbol);
        vec_push(&k->c->arena, &n->captures, captured);
    }
    n->calls.at = arena_array(&k->c->arena, struct call_site, l->calls.n);
    n->calls.n = n->calls.cap = l->calls.n;
    clone_calls(k, l->calls.at, l->calls.n, n->calls.at);
    n->tile_statics = clone_symbols(k, &l->tile_statics);
}

/* Fills in the copy of a launch whose call has been copied. */
static void launch_finish(struct tree_clone *k, const struct launch *l, struct launch *n)
{
    n->call = tree_clone_of(k, l->call);
    n->accelerator = tree_clone_of(k, l->accelerator);
    n->domain = tree_clone_of(k, l->domain);
    n->outer = tree_clone_of(k, l->outer);
    n->twin = tree_clone_of(k, l->twin);
    n->function = tree_clone_of(k, l->function);
    kernel_finish(k, l, n);
}

void tree_clone_kernel(struct tree_clone *k, const struct launch *from, struct launch *to)
{
    const expr_vec *args = &from->call->args;

    to->call->args.at[to->call->args.n - 1] = tree_clone_expr(k, args->at[args->n - 1]);
    to->param_type = from->param_type;
    to->as_written = from->as_written;
    kernel_finish(k, from, to);
}

struct launch *tree_clone_launch(struct tree_clone *k, const struct launch *l)
{
    return tree_clone_expr(k, l->call)->launch;
}

/* ---- expressions ---- */

expr_vec clone_exprs(struct tree_clone *k, const expr_vec *v)
{
    expr_vec n = {0};

    for (int i = 0; i < v->n; i++)
        vec_push(&k->c->arena, &n, tree_clone_expr(k, v->at[i]));
    return n;
}

static void clone_assocs(struct tree_clone *k, const struct expr *e, struct expr *n)
{
    vec_reset(&n->assocs);
    for (int i = 0; i < e->assocs.n; i++) {
        struct generic_assoc assoc = {tree_clone_type_name(k, e->assocs.at[i].type_name),
                                      tree_clone_expr(k, e->assocs.at[i].expr)};
        vec_push(&k->c->arena, &n->assocs, assoc);
    }
}

/* What only one kind has. */
static void clone_own(struct tree_clone *k, const struct expr *e, struct expr *n)
{
    if (e->kind == EXPR_MEMBER || e->kind == EXPR_ARROW)
        n->template_args = clone_exprs(k, &e->template_args);
    if (e->kind == EXPR_OFFSETOF)
        n->designators = clone_designators(k, &e->designators);
    if (e->kind == EXPR_GENERIC)
        clone_assocs(k, e, n);
    if (e->kind == EXPR_TYPES_COMPATIBLE)
        n->type_name2 = tree_clone_type_name(k, e->type_name2);
    if (e->kind == EXPR_CONSTRUCT || e->kind == EXPR_CALL)
        n->spec = tree_clone_spec(k, e->spec);
    if (e->kind == EXPR_COMPOUND)
        n->init = tree_clone_init(k, e->init);
    if (e->kind == EXPR_STMT)
        n->body = tree_clone_stmt(k, e->body);
    if (e->kind == EXPR_LAMBDA)
        n->lambda = clone_lambda(k, e->lambda);
}

struct expr *tree_clone_expr(struct tree_clone *k, const struct expr *e)
{
    if (!e)
        return NULL;
    struct expr *n = clone_node(k, e, sizeof *e);
    n->launch = e->launch ? clone_node(k, e->launch, sizeof *e->launch) : NULL;
    n->type_name = tree_clone_type_name(k, e->type_name);
    n->a = tree_clone_expr(k, e->a);
    n->b = tree_clone_expr(k, e->b);
    n->c = tree_clone_expr(k, e->c);
    n->args = clone_exprs(k, &e->args);
    clone_own(k, e, n);
    n->symbol = tree_clone_of(k, e->symbol);
    n->chosen = tree_clone_of(k, e->chosen);
    if (e->launch)
        launch_finish(k, e->launch, n->launch);
    return n;
}

/* ---- declarations ---- */

static struct init_declarator *clone_init_declarator(struct tree_clone *k,
                                                     const struct init_declarator *d)
{
    struct init_declarator *n = clone_node(k, d, sizeof *d);
    bool is_new = clone_is_new(k, d->symbol);

    n->declarator = tree_clone_declarator(k, d->declarator);
    n->symbol = clone_declared(k, d->symbol); /* its own initialiser may name it */
    n->init = tree_clone_init(k, d->init);
    n->args = clone_exprs(k, &d->args);
    if (is_new) {
        n->symbol->spec = tree_clone_of(k, d->symbol->spec);
        n->symbol->declarator = tree_clone_of(k, d->symbol->declarator);
        n->symbol->init = tree_clone_of(k, d->symbol->init);
    }
    return n;
}

/* Makes d, the copy of f's definition, the definition of 'to', which may be f itself. */
static void define(struct tree_clone *k, const struct symbol *f, struct symbol *to, struct decl *d)
{
    VEC(struct function_decl) decls = {0};
    struct call_site *calls = arena_array(&k->c->arena, struct call_site, f->calls.n);

    for (int i = 0; i < f->decls.n; i++) {
        struct function_decl one = f->decls.at[i];
        if (one.decl == f->definition) {
            one.declarator = d->declarator;
            one.decl = d;
        }
        if (one.decl == d || to == f)
            vec_push(&k->c->arena, &decls, one);
    }
    memcpy(&to->decls, &decls, sizeof decls);
    clone_calls(k, f->calls.at, f->calls.n, calls);
    to->calls.at = calls;
    to->calls.n = to->calls.cap = f->calls.n;
    to->params = clone_symbols(k, &f->params);
    to->tile_statics = clone_symbols(k, &f->tile_statics);
    to->spec = d->spec;
    to->definition = d;
}

struct decl *tree_clone_decl(struct tree_clone *k, const struct decl *d)
{
    if (!d)
        return NULL;
    bool is_new = clone_is_new(k, d->symbol); /* a nested function */
    struct decl *n = clone_node(k, d, sizeof *d);
    n->spec = tree_clone_spec(k, d->spec);
    vec_reset(&n->declarators);
    for (int i = 0; i < d->declarators.n; i++)
        vec_push(&k->c->arena, &n->declarators, clone_init_declarator(k, d->declarators.at[i]));
    n->symbol = clone_declared(k, d->symbol);
    n->declarator = tree_clone_declarator(k, d->declarator);
    vec_reset(&n->kr_params);
    for (int i = 0; i < d->kr_params.n; i++)
        vec_push(&k->c->arena, &n->kr_params, tree_clone_decl(k, d->kr_params.at[i]));
    n->assert_expr = tree_clone_expr(k, d->assert_expr);
    n->body = tree_clone_stmt(k, d->body);
    if (is_new)
        define(k, d->symbol, n->symbol, n);
    return n;
}

struct symbol *tree_clone_function(struct tree_clone *k, struct symbol *f, const char *name)
{
    struct symbol *to = node_table_find(&k->map, f);

    if (!to) {
        to = clone_node(k, f, sizeof *f);
        to->name = name;
        to->other = NULL;
    }
    struct decl *d = tree_clone_decl(k, f->definition);
    d->declarator->name = to->name;
    define(k, f, to, d);
    return to;
}

/* ---- statements ---- */

/* A copy of a statement without its else_. */
static struct stmt *clone_most(struct tree_clone *k, const struct stmt *s)
{
    struct stmt *n = clone_node(k, s, sizeof *s);

    n->decl = tree_clone_decl(k, s->decl);
    n->init = tree_clone_expr(k, s->init);
    n->expr = tree_clone_expr(k, s->expr);
    n->last = tree_clone_expr(k, s->last);
    n->step = tree_clone_expr(k, s->step);
    vec_reset(&n->items);
    for (int i = 0; i < s->items.n; i++)
        vec_push(&k->c->arena, &n->items, tree_clone_stmt(k, s->items.at[i]));
    n->asm_exprs = clone_exprs(k, &s->asm_exprs);
    n->body = tree_clone_stmt(k, s->body);
    return n;
}

struct stmt *tree_clone_stmt(struct tree_clone *k, const struct stmt *s)
{
    struct stmt *first = NULL, **link = &first;

    for (; s; s = s->else_) { /* else-if chains are long */
        *link = clone_most(k, s);
        link = &(*link)->else_;
    }
    return first;
}
