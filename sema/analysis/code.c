/* code.c - the piece of code that a check or analysis is about, its reports, and questions about
 * single nodes that need no walk.
 *
 * A piece is an amp function's body, a kernel, or what stands at file scope. Example:
 * amp_code_each(c, p, f) calls f for each amp function with a body and each kernel. */
#include "sema/analysis/code.h"

#include "sema/analysis/order.h"

#include <string.h>

bool code_report(struct code *k, enum diag_id id, struct loc loc, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    if (!k->trial) {
        diag_v(k->c, id, loc, format, args);
    } else if (!k->found && diag_id_severity(id) >= DIAG_ERROR) {
        k->found = true;
        k->fault_loc = loc;
        k->fault = arena_vprintf(&k->c->arena, format, args);
    }
    va_end(args);
    return !k->trial;
}

/* ---- pieces of code ---- */

void amp_code_each(struct ctx *c, const struct program *p, struct findings *findings,
                   void (*check)(struct code *k))
{
    for (int i = 0; i < p->functions.n; i++) {
        struct symbol *f = p->functions.at[i];
        struct code k = {
            .c = c, .program = p, .findings = findings, .function = f, .side = f->restriction};
        if (f->definition && f->restriction & RESTRICT_AMP && strcmp(f->name, "main") != 0)
            check(&k);
    }
    for (int i = 0; i < p->launches.n; i++) {
        struct code k = {.c = c,
                         .program = p,
                         .findings = findings,
                         .launch = p->launches.at[i],
                         .side = RESTRICT_AMP};
        if (k.launch->lambda)
            check(&k);
    }
}

struct stmt *code_body(const struct code *k)
{
    if (k->launch)
        return k->launch->lambda ? k->launch->lambda->body : NULL;
    return k->function && k->function->definition ? k->function->definition->body : NULL;
}

bool code_declares(const struct code *k, const void *declared)
{
    if (k->launch)
        order_launch(k->findings, k->launch);
    order_function(k->findings, k->function);
    return node_inside(k->findings, declared, code_body(k));
}

struct captured *code_captured(const struct code *k, const struct symbol *s)
{
    if (!k->launch)
        return NULL;
    for (int i = 0; i < k->launch->captures.n; i++)
        if (k->launch->captures.at[i].symbol == s)
            return &k->launch->captures.at[i];
    return NULL;
}

/* The type is const; of an array, its elements are. */
static bool type_is_const(const struct type *t)
{
    while (t->kind == TYPE_ARRAY && t->base)
        t = t->base;
    return t->quals & QUAL_CONST && !(t->quals & (QUAL_VOLATILE | QUAL_ATOMIC));
}

bool symbol_is_constant(const struct symbol *s)
{
    return s->constant || (s->type && type_is_const(s->type) && s->init);
}

void fixit_clause(struct ctx *c, const struct declarator *d, const struct restrict_clause *clause,
                  const char *text)
{
    const struct deriv *params = d ? d->derivs : NULL;

    if (!params || params->kind != DERIV_FUNCTION)
        return;
    if (clause && clause->locs.n > 0)
        diag_fixit(c, loc_union(clause->locs.at[0], clause->locs.at[clause->locs.n - 1]), text);
    else
        diag_fixit(c, (struct loc){params->loc.end, params->loc.end},
                   arena_printf(&c->arena, " %s", text));
}

struct block_search {
    const struct stmt *statement; /* or the one that begins with: */
    const struct expr *call;
    const struct stmt *found; /* in a block */
};

/* What is evaluated first. */
static const struct expr *begin_of(const struct expr *e)
{
    while (e && e->kind == EXPR_BINARY && e->op == OP_COMMA)
        e = e->a;
    return e;
}

static bool block_stmt(struct code_walk *w, struct stmt *s)
{
    struct block_search *b = w->data;

    for (int i = 0; s->kind == STMT_COMPOUND && i < s->items.n; i++) {
        const struct stmt *item = s->items.at[i];
        if (item == b->statement ||
            (b->call && item->kind == STMT_EXPR && begin_of(item->expr) == b->call))
            b->found = item;
    }
    return !b->found;
}

static void fixit_before(struct ctx *c, struct stmt *body, struct block_search b, const char *text)
{
    struct code k = {.c = c};
    struct code_walk w = {.k = &k, .stmt = block_stmt, .data = &b, .lambdas = true};

    code_walk_stmt(&w, body);
    if (b.found)
        diag_fixit_line(c, b.found->loc, text);
}

void fixit_before_statement(struct ctx *c, struct stmt *body, const struct stmt *s,
                            const char *text)
{
    fixit_before(c, body, (struct block_search){.statement = s}, text);
}

void fixit_before_call(struct ctx *c, struct stmt *body, const struct expr *call, const char *text)
{
    fixit_before(c, body, (struct block_search){.call = call}, text);
}

/* ---- calls that lead to a function ---- */

struct path {
    struct ctx *c;
    const struct symbol *target;
    symbol_vec seen;
    VEC(struct call_site) calls;
};

static bool path_find(struct path *p, const struct call_site *calls, int n)
{
    for (int i = 0; i < n; i++) {
        struct symbol *f = symbol_version(calls[i].callee, RESTRICT_AMP);
        bool seen = !f;
        for (int j = 0; j < p->seen.n && !seen; j++)
            seen = p->seen.at[j] == f;
        if (seen)
            continue;
        vec_push(&p->c->arena, &p->seen, f);
        vec_push(&p->c->arena, &p->calls, calls[i]);
        if (f == p->target || path_find(p, f->calls.at, f->calls.n))
            return true;
        p->calls.n--;
    }
    return false;
}

void note_call_path(struct ctx *c, const struct launch *l, const struct symbol *target)
{
    struct path p = {.c = c, .target = target};

    if (target)
        path_find(&p, l->calls.at, l->calls.n);
    for (int i = p.calls.n - 1; i >= 0; i--)
        diag_note(c, p.calls.at[i].call->loc, "'%s' is called here", p.calls.at[i].callee->name);
    diag_note(c, l->call->loc, "the kernel is launched here");
}

/* ---- questions about nodes ---- */

struct expr *view_declared_over(const struct init_declarator *d)
{
    const struct expr *value = d->init && d->init->expr ? expr_strip(d->init->expr) : NULL;
    const expr_vec *args = d->constructed ? &d->args : NULL;

    if (value && value->kind == EXPR_CONSTRUCT)
        args = &value->args;
    if (!args || args->n == 0)
        return NULL;
    switch (amp_construct_form(d->symbol->type, args)) {
    case CONSTRUCT_VIEW_SIZES:
        return args->n > d->symbol->type->rank ? args->at[args->n - 1] : NULL;
    case CONSTRUCT_VIEW_EXTENT:
        return args->n > 1 ? args->at[1] : NULL;
    case CONSTRUCT_VIEW_ARRAY:
        return args->at[0];
    case CONSTRUCT_EMPTY: /* no memory of its own */
    case CONSTRUCT_COPY:
    case CONSTRUCT_COMPONENTS:
        break;
    }
    return NULL;
}

bool expr_is_function_name(const struct expr *e)
{
    return e->kind == EXPR_NAME && (!e->symbol || e->symbol->kind != SYMBOL_PARAM) &&
           (strcmp(e->name, "__func__") == 0 || strcmp(e->name, "__FUNCTION__") == 0 ||
            strcmp(e->name, "__PRETTY_FUNCTION__") == 0);
}

struct expr *callee_expr(struct expr *call)
{
    struct expr *f = expr_strip(call->a);

    if (!f || f->kind != EXPR_NAME)
        return NULL;
    return !f->symbol || f->symbol->kind == SYMBOL_FUNCTION ? f : NULL;
}

bool integer_constant(struct expr *e, long long *value)
{
    for (; e; e = e->a) {
        if (e->constant) {
            *value = e->value;
            return true;
        }
        if (e->kind != EXPR_PAREN &&
            !(e->kind == EXPR_CONVERT && e->type && type_is_integer(e->type)))
            return false;
    }
    return false;
}

struct loc spec_type_loc(const struct spec *spec)
{
    return spec->name_loc.end ? spec->name_loc : spec->loc;
}

struct loc declarator_name_loc(const struct declarator *d, struct loc otherwise)
{
    if (d && d->name_loc.end)
        return d->name_loc;
    return d && d->loc.end ? d->loc : otherwise;
}

static bool is_pointer(const struct expr *e)
{
    return e->type && e->type->kind == TYPE_POINTER;
}

/* The pointer operand of pointer arithmetic. */
static struct expr *pointer_operand(struct expr *e)
{
    if (e->kind == EXPR_BINARY && (e->op == OP_ADD || e->op == OP_SUB) && is_pointer(e))
        return is_pointer(e->a) ? e->a : e->b;
    if (e->kind == EXPR_CAST && is_pointer(e))
        return e->a;
    return NULL;
}

/* The storage that a pointer value points into. */
static struct lvalue_root pointer_root(struct expr *e)
{
    struct lvalue_root none = {NULL, NULL, false};

    for (struct expr *next; e; e = next) {
        next = pointer_operand(e);
        if (next)
            continue;
        if (e->kind == EXPR_PAREN)
            next = e->a;
        else if (expr_is_decay(e))
            return lvalue_root(e->a);
        else if (e->kind == EXPR_CONVERT)
            next = e->a;
        else if (e->kind == EXPR_UNARY && e->op == OP_ADDR)
            return lvalue_root(e->a);
        else if (e->kind == EXPR_NAME && e->type && e->type->kind == TYPE_ARRAY)
            return lvalue_root(e);
        else if (e->kind == EXPR_NAME)
            return (struct lvalue_root){e, NULL, true};
        else
            return none;
    }
    return none;
}

struct lvalue_root lvalue_root(struct expr *e)
{
    struct lvalue_root root = {NULL, NULL, false};

    while (e) {
        if (e->amp == AMP_VIEW_ELEMENT) {
            root.element = e;
            return root;
        }
        if (e->kind == EXPR_NAME) {
            root.variable = e;
            return root;
        }
        if (e->kind == EXPR_ARROW || (e->kind == EXPR_UNARY && e->op == OP_DEREF))
            return pointer_root(e->a);
        if (e->kind == EXPR_SUBSCRIPT && e->amp == AMP_NONE)
            return pointer_root(e->a && is_pointer(e->a)   ? e->a
                                : e->b && is_pointer(e->b) ? e->b
                                                           : e->a);
        if (e->kind != EXPR_PAREN && e->kind != EXPR_MEMBER && e->amp != AMP_INDEX_SUBSCRIPT)
            return root;
        e = e->a;
    }
    return root;
}

bool switch_may_name_all(const struct stmt *s)
{
    const struct expr *e = expr_strip(s->expr);

    return !e || !e->type || e->type->kind == TYPE_ENUM || e->type->kind == TYPE_BOOL ||
           (e->kind != EXPR_NAME && e->kind != EXPR_SUBSCRIPT && e->kind != EXPR_MEMBER &&
            e->kind != EXPR_CALL);
}

struct expr *store_target(struct expr *e)
{
    if (e->kind == EXPR_ASSIGN)
        return e->a;
    return e->kind == EXPR_UNARY && op_is_step(e->op) ? e->a : NULL;
}
