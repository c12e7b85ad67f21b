/* verify.c - declarations, scopes and launches: a walk that opens and closes scopes as C does, and
 * calls verify_types.c for each node of amp code. */
#include "sema/tree/verify.h"

#include "parser/walk.h"
#include "sema/tree/lists.h"
#include "sema/tree/verify_internal.h"
#include "sema/types/amp.h"

void verify_fault(struct verify *v, struct loc loc, const char *format, ...)
{
    struct place p = source_place(v->c->source, loc.begin);
    va_list args;

    va_start(args, format);
    buf_printf(v->out, "%s:%d:%d: %s\n", p.file, p.line, p.column,
               arena_vprintf(&v->c->arena, format, args));
    va_end(args);
    v->faults++;
}

/* ---- scopes ---- */

static void enter(struct verify *v, struct symbol *s)
{
    vec_push(&v->c->arena, &v->scope, s);
    node_table_set(&v->active, s, 1);
}

static void declare(struct verify *v, struct symbol *s)
{
    if (!s || (s->kind != SYMBOL_VAR && s->kind != SYMBOL_PARAM) || s->file_scope)
        return;
    if (s->lambda != (v->launch ? v->launch->lambda : NULL))
        verify_fault(v, s->loc, "'%s' does not know the lambda it is declared in", s->name);
    enter(v, s);
}

static void leave(struct verify *v, int scope)
{
    while (v->scope.n > scope)
        node_table_set(&v->active, v->scope.at[--v->scope.n], 0);
}

static bool is_captured(const struct launch *l, const struct symbol *s)
{
    for (int i = 0; i < l->captures.n; i++)
        if (l->captures.at[i].symbol == s)
            return true;
    return false;
}

/* The generators print names by their spelling, but those of constants and tables. */
static bool is_hidden(const struct verify *v, const struct symbol *s)
{
    if (s->storage & STORAGE_STATIC)
        return false;
    for (int i = v->scope.n; i-- > 0;)
        if (v->scope.at[i]->name == s->name)
            return v->scope.at[i] != s;
    return false;
}

/* A constant or a table of the host code around a launch, or any object of it in an operand of
 * sizeof: kernels name these without capturing. */
static bool is_hosts_value(const struct verify *v, const struct symbol *s)
{
    return !s->lambda && (v->unevaluated || s->constant || s->storage & STORAGE_STATIC);
}

static void verify_name(struct verify *v, const struct expr *e)
{
    const struct symbol *s = e->symbol;

    if (s && v->function && v->function->closed && s->function != v->function)
        return; /* a lambda in amp code names constants, tables, and operands of sizeof, of the code
                   around it */
    if (s && e->amp_code && s->kind != SYMBOL_ENUMERATOR && is_hidden(v, s))
        verify_fault(v, e->loc, "'%s' names another object here", e->name);
    if (!s || (s->kind != SYMBOL_VAR && s->kind != SYMBOL_PARAM) || s->file_scope)
        return;
    if (!node_table_get(&v->active, s, 0) && !(v->alone && is_hosts_value(v, s)))
        verify_fault(v, e->loc, "'%s' is not declared here", e->name);
    for (struct launch *l = v->launch; l && s->lambda != l->lambda; l = l->outer)
        if (!v->unevaluated && !s->constant && !is_captured(l, s) &&
            !(s->storage & (STORAGE_STATIC | STORAGE_EXTERN | STORAGE_THREAD)))
            verify_fault(v, e->loc, "'%s' is not captured", e->name);
}

/* ---- expressions ---- */

static void verify_expr(struct verify *v, struct expr *e);
static void verify_stmt(struct verify *v, struct stmt *s);
static void verify_decl(struct verify *v, struct decl *d);

static void verify_exprs(struct verify *v, const expr_vec *list)
{
    for (int i = 0; i < list->n; i++)
        verify_expr(v, list->at[i]);
}

static bool written_expr(struct walker *w, struct expr *e)
{
    verify_expr(w->data, e);
    return false;
}

static bool written_decl(struct walker *w, struct decl *d)
{
    verify_decl(w->data, d);
    return false;
}

/* The expressions in types as written: sizes of arrays, operands of typeof. They may name the
 * declarator's parameters; that all of them are captured is not looked at, as few are evaluated. */
static void verify_written(struct verify *v, struct spec *s, struct declarator *d,
                           struct type_name *t)
{
    struct walker w = {.data = v, .expr_pre = written_expr, .decl_pre = written_decl};
    int scope = v->scope.n;

    for (struct deriv *deriv = d ? d->derivs : NULL; deriv; deriv = deriv->next)
        for (int i = 0; i < deriv->params.n; i++)
            if (deriv->params.at[i]->symbol &&
                !node_table_get(&v->active, deriv->params.at[i]->symbol, 0))
                enter(v, deriv->params.at[i]->symbol);
    v->unevaluated++;
    walk_spec(&w, s);
    walk_declarator(&w, d);
    walk_type_name(&w, t);
    v->unevaluated--;
    leave(v, scope);
}

static void verify_init(struct verify *v, struct init *i)
{
    if (!i)
        return;
    verify_expr(v, i->expr);
    for (int k = 0; k < i->items.n; k++) {
        for (int m = 0; m < i->items.at[k].designators.n; m++) {
            verify_expr(v, i->items.at[k].designators.at[m].index);
            verify_expr(v, i->items.at[k].designators.at[m].last);
        }
        verify_init(v, i->items.at[k].init);
    }
}

/* What hangs on a launch, or on an amp function, is what its body has; lists.h. */
static void verify_lists(struct verify *v, struct launch *l, struct symbol *f)
{
    const struct tree_lists found = tree_lists_of(v->c, l, f);
    const struct call_site *calls = l ? l->calls.at : f->calls.at;
    const symbol_vec *tiles = l ? &l->tile_statics : &f->tile_statics;
    struct loc loc = l ? l->call->loc : f->loc;
    bool same = found.calls.n == (l ? l->calls.n : f->calls.n);

    for (int i = 0; same && i < found.calls.n; i++)
        same =
            calls[i].call == found.calls.at[i].call && calls[i].callee == found.calls.at[i].callee;
    if (!same)
        verify_fault(v, loc, "the list of calls is not that of the body");
    same = tiles->n == found.tile_statics.n;
    for (int i = 0; same && i < tiles->n; i++)
        same = tiles->at[i] == found.tile_statics.at[i];
    if (!same)
        verify_fault(v, loc, "the list of tile_static objects is not that of the body");
}

/* A lambda and its launch. */
static void verify_lambda(struct verify *v, struct launch *l)
{
    struct verify saved = *v;
    struct lambda *lambda = l->lambda;

    if (l->outer != v->launch || l->function != v->function)
        verify_fault(v, l->call->loc, "the launch does not know what is around it");
    v->launch = l;
    v->unevaluated = 0;
    for (int i = 0; i < lambda->params.n; i++) {
        verify_written(v, lambda->params.at[i]->spec, lambda->params.at[i]->declarator, NULL);
        declare(v, lambda->params.at[i]->symbol);
    }
    verify_written(v, NULL, NULL, lambda->result);
    verify_stmt(v, lambda->body);
    if (!lambda->host)
        verify_lists(v, l, NULL);
    leave(v, saved.scope.n);
    v->launch = saved.launch;
    v->unevaluated = saved.unevaluated;
}

static void verify_launch(struct verify *v, struct expr *e)
{
    struct launch *l = e->launch;
    bool domain = !l->domain, accelerator = !l->accelerator, lambda = false;

    for (int i = 0; i < e->args.n; i++) {
        struct expr *arg = e->args.at[i];
        domain |= arg == l->domain;
        accelerator |= arg == l->accelerator;
        while (arg->kind == EXPR_PAREN)
            arg = arg->a;
        lambda |= arg->kind == EXPR_LAMBDA && arg->lambda == l->lambda;
        if (arg->kind == EXPR_LAMBDA)
            verify_lambda(v, l);
        else
            verify_expr(v, arg);
    }
    if (l->call != e || !domain || !accelerator || !lambda)
        verify_fault(v, e->loc, "the call is not the launch's");
}

static bool is_selected(const struct expr *e)
{
    for (int i = 0; e->kind == EXPR_GENERIC && i < e->assocs.n; i++)
        if (e->assocs.at[i].expr == e->chosen)
            return true;
    for (int i = 0; i < e->args.n; i++)
        if (e->args.at[i] == e->chosen)
            return true;
    return false;
}

static void verify_parts(struct verify *v, struct expr *e)
{
    bool skips = e->kind == EXPR_SIZEOF || e->kind == EXPR_ALIGNOF ||
                 e->kind == EXPR_GENERIC; /* has a only */

    v->unevaluated += skips;
    bool constructs = e->kind == EXPR_CONSTRUCT || e->kind == EXPR_CALL;
    verify_written(v, constructs ? e->spec : NULL, NULL, e->type_name);
    if (e->kind == EXPR_TYPES_COMPATIBLE)
        verify_written(v, NULL, NULL, e->type_name2);
    verify_expr(v, e->a);
    verify_expr(v, e->b);
    verify_expr(v, e->c);
    v->unevaluated -= skips;
    if (e->kind == EXPR_MEMBER || e->kind == EXPR_ARROW)
        verify_exprs(v, &e->template_args);
    for (int i = 0; e->kind == EXPR_OFFSETOF && i < e->designators.n; i++)
        verify_expr(v, e->designators.at[i].index);
    if (e->chosen) {
        verify_expr(v, e->chosen);
        if (!is_selected(e))
            verify_fault(v, e->loc, "what is selected is none of the choices");
    } else if (e->launch) {
        verify_launch(v, e);
    } else {
        verify_exprs(v, &e->args);
    }
    if (e->kind == EXPR_COMPOUND)
        verify_init(v, e->init);
    if (e->kind == EXPR_STMT)
        verify_stmt(v, e->body);
}

/* Whether all operands have a type. */
static bool has_types(const struct expr *e)
{
    for (int i = 0; i < e->args.n; i++)
        if (!e->args.at[i]->type)
            return false;
    return (!e->a || e->a->type) && (!e->b || e->b->type) && (!e->c || e->c->type);
}

static void verify_expr(struct verify *v, struct expr *e)
{
    if (!e)
        return;
    if (!e->type) {
        verify_fault(v, e->loc, "an expression without a type");
        return;
    }
    if (e->kind == EXPR_NAME)
        verify_name(v, e);
    verify_parts(v, e);
    if (e->amp_code && !v->unevaluated && has_types(e))
        verify_operands(v, e);
}

/* ---- statements and declarations ---- */

static void verify_variable(struct verify *v, struct spec *spec, struct init_declarator *d)
{
    struct symbol *s = d->symbol;

    verify_written(v, NULL, d->declarator, NULL);
    declare(v, s);
    verify_init(v, d->init);
    verify_exprs(v, &d->args);
    if (s && s->kind == SYMBOL_VAR && !s->file_scope &&
        (s->declarator != d || s->spec != spec || s->init != d->init))
        verify_fault(v, s->loc, "'%s' does not know its declaration", s->name);
    if (s && s->kind == SYMBOL_VAR && v->launch && !v->launch->lambda->host && d->init &&
        d->init->expr && d->init->expr->type && type_is_scalar(s->type))
        verify_stored(v, d->init->expr, s->type, "the initial value of an object");
}

static void verify_function(struct verify *v, struct decl *d)
{
    struct verify saved = *v;
    struct symbol *f = d->symbol;
    const struct deriv *list = d->declarator ? d->declarator->derivs : NULL;

    v->function = f;
    v->launch = NULL;
    for (int i = 0; list && i < list->params.n; i++)
        declare(v, list->params.at[i]->symbol);
    verify_written(v, d->spec, d->declarator, NULL);
    verify_stmt(v, d->body);
    if (f && f->definition == d && f->restriction & RESTRICT_AMP)
        verify_lists(v, NULL, f);
    leave(v, saved.scope.n);
    v->function = saved.function;
    v->launch = saved.launch;
}

static void verify_decl(struct verify *v, struct decl *d)
{
    if (!d)
        return;
    if (d->kind == DECL_FUNCTION) {
        verify_function(v, d);
        return;
    }
    verify_written(v, d->spec, NULL, NULL);
    for (int i = 0; i < d->declarators.n; i++)
        verify_variable(v, d->spec, d->declarators.at[i]);
    verify_expr(v, d->assert_expr);
}

/* A statement without its else_. */
static void verify_most(struct verify *v, struct stmt *s)
{
    int scope = v->scope.n;

    verify_decl(v, s->decl);
    verify_expr(v, s->init);
    verify_expr(v, s->expr);
    verify_expr(v, s->last);
    verify_expr(v, s->step);
    for (int i = 0; i < s->items.n; i++)
        verify_stmt(v, s->items.at[i]);
    verify_exprs(v, &s->asm_exprs);
    verify_stmt(v, s->body);
    if (s->kind == STMT_RETURN && s->expr && s->expr->type && s->expr->amp_code && v->function &&
        !v->launch)
        verify_stored(v, s->expr, v->function->type->base, "a result");
    if (s->kind == STMT_COMPOUND || s->kind == STMT_FOR)
        leave(v, scope);
}

static void verify_stmt(struct verify *v, struct stmt *s)
{
    for (; s; s = s->else_) /* else-if chains are long */
        verify_most(v, s);
}

int tree_verify(struct ctx *c, const struct program *p, struct buf *out)
{
    struct verify v = {.c = c, .out = out, .active = {.arena = &c->arena}};

    for (int i = 0; i < p->unit->decls.n; i++)
        verify_decl(&v, p->unit->decls.at[i]);
    for (int i = 0; i < p->launches.n; i++)
        if (p->launches.at[i]->number != i || p->launches.at[i]->call->launch != p->launches.at[i])
            verify_fault(&v, p->launches.at[i]->call->loc, "the launch is not number %d", i);
    return v.faults;
}

int tree_verify_body(struct ctx *c, const struct launch *l, const symbol_vec *known,
                     struct stmt *body, struct buf *out)
{
    struct verify v = {.c = c,
                       .out = out,
                       .active = {.arena = &c->arena},
                       .launch = (struct launch *)l,
                       .function = l->function,
                       .alone = true};

    for (int i = 0; i < l->captures.n; i++)
        enter(&v, l->captures.at[i].symbol);
    for (int i = 0; i < known->n; i++)
        enter(&v, known->at[i]);
    verify_stmt(&v, body);
    return v.faults;
}
