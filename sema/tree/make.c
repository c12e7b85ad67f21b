/* make.c - makers of expressions: each fills in what the parser would and asks typing for the rest.
 *
 * Typing finds what a name means by its spelling. Here symbols are known already, so the scope in
 * which a name is typed holds that symbol alone: see 'named'. Statements are in make_stmt.c. */
#include "sema/tree/make_internal.h"

#include <math.h>

#include "sema/types/expr.h"

struct maker maker_begin(struct ctx *c, struct program *p, struct launch *l, struct symbol *f)
{
    struct maker m = {.c = c, .launch = l, .function = l ? l->function : f};

    m.loc = l ? l->call->loc : f->loc;
    m.messages = diags_new(c);
    m.rules = arena_new(&c->arena, struct sema);
    /* without the launch and the function: their lists are lists.c's */
    *m.rules = (struct sema){.c = c,
                             .program = p,
                             .lambda = l ? l->lambda : NULL,
                             .remade = true,
                             .region = l ? RESTRICT_AMP : f->restriction};
    scope_push(m.rules);
    scope_push(m.rules); /* nothing stands at file scope */
    return m;
}

struct diags *rules_begin(struct maker *m)
{
    struct diags *users = m->c->diags;

    m->c->diags = m->messages;
    return users;
}

void rules_end(struct maker *m, struct diags *users)
{
    if (diag_errors(m->c)) {
        m->refused = true;
        m->messages = diags_new(m->c);
    }
    m->c->diags = users;
}

struct expr *make_value(struct maker *m, struct expr *e)
{
    struct diags *users = rules_begin(m);

    sema_value(m->rules, &e);
    rules_end(m, users);
    return e;
}

struct expr *make_convert(struct maker *m, struct type *t, struct expr *e)
{
    struct diags *users = rules_begin(m);

    convert_assign(m->rules, &e, t, "the value");
    rules_end(m, users);
    return e;
}

/* ---- typing ---- */

static struct expr *node(struct maker *m, enum expr_kind kind)
{
    struct expr *e = arena_new(&m->c->arena, struct expr);

    e->kind = kind;
    e->loc = e->op_loc = e->op2_loc = e->name_loc = m->loc;
    return e;
}

/* Types e in a scope with the symbol alone, or with none. */
static struct expr *named(struct maker *m, struct expr *e, struct symbol *s)
{
    struct diags *users = rules_begin(m);

    scope_push(m->rules);
    if (s && s->name)
        scope_add(m->rules, s);
    sema_expr(m->rules, &e);
    scope_pop(m->rules);
    rules_end(m, users);
    return e;
}

static struct expr *typed(struct maker *m, struct expr *e)
{
    return named(m, e, NULL);
}

static struct expr *called(struct maker *m, struct expr *callee, struct expr *const *args, int n)
{
    const struct expr *name = expr_unparen(callee);
    struct expr *e = node(m, EXPR_CALL);

    e->a = callee;
    for (int i = 0; i < n; i++)
        vec_push(&m->c->arena, &e->args, args[i]);
    return named(m, e, name->kind == EXPR_NAME ? name->symbol : NULL);
}

struct type_name *make_written(struct maker *m, struct type *t)
{
    struct type_name *n = arena_new(&m->c->arena, struct type_name);

    n->loc = m->loc;
    n->spec = make_spec(m, t);
    n->type = t;
    return n;
}

struct spec *make_spec(struct maker *m, struct type *t)
{
    return spec_of_type(m->c, t, m->loc);
}

/* ---- constants and names ---- */

static const char *suffix(const struct type *t)
{
    static const char *const of[TYPE_ULLONG + 1] = {[TYPE_UINT] = "u",
                                                    [TYPE_LONG] = "l",
                                                    [TYPE_ULONG] = "ul",
                                                    [TYPE_LLONG] = "ll",
                                                    [TYPE_ULLONG] = "ull"};

    return t->kind <= TYPE_ULLONG && of[t->kind] ? of[t->kind] : "";
}

struct expr *make_int(struct maker *m, long long value, const struct type *t)
{
    bool negative = value < 0 && !type_is_unsigned(t);
    unsigned long long size = negative ? -(unsigned long long)value : (unsigned long long)value;
    bool least = negative && constant_wrap(t, (long long)size) < 0;
    struct expr *e = node(m, EXPR_INT);

    size -= least; /* -2147483648 is no constant of C: (-2147483647 - 1) */
    e->name = intern_str(m->c->names, arena_printf(&m->c->arena, "%llu%s", size, suffix(t)));
    e = typed(m, e);
    if (negative)
        e = make_unary(m, OP_NEG, e);
    if (least)
        e = make_binary(m, OP_SUB, e, make_int(m, 1, t));
    m->refused |= !type_same_unqualified(e->type, t);
    return e;
}

struct expr *make_real(struct maker *m, double value, const struct type *t)
{
    bool single = t->kind == TYPE_FLOAT;
    struct expr *e = node(m, EXPR_FLOAT);

    m->refused |= !isfinite(value) || (!single && t->kind != TYPE_DOUBLE);
    e->name = intern_str(m->c->names, arena_printf(&m->c->arena, "%.*e%s", single ? 8 : 16,
                                                   fabs(value), single ? "f" : ""));
    e = typed(m, e);
    return signbit(value) ? make_unary(m, OP_NEG, e) : e;
}

struct expr *make_name(struct maker *m, struct symbol *s)
{
    struct expr *e = node(m, EXPR_NAME);

    e->name = s->name;
    return named(m, e, s);
}

/* ---- operators ---- */

static struct expr *operation(struct maker *m, enum expr_kind kind, enum op op, struct expr *a,
                              struct expr *b)
{
    struct expr *e = node(m, kind);

    e->op = op;
    e->a = a;
    e->b = b;
    return typed(m, e);
}

struct expr *make_paren(struct maker *m, struct expr *a)
{
    return operation(m, EXPR_PAREN, OP_NONE, a, NULL);
}

struct expr *make_unary(struct maker *m, enum op op, struct expr *a)
{
    return operation(m, EXPR_UNARY, op, a, NULL);
}

struct expr *make_binary(struct maker *m, enum op op, struct expr *a, struct expr *b)
{
    return operation(m, EXPR_BINARY, op, a, b);
}

struct expr *make_assign(struct maker *m, enum op op, struct expr *a, struct expr *b)
{
    return operation(m, EXPR_ASSIGN, op, a, b);
}

struct expr *make_subscript(struct maker *m, struct expr *a, struct expr *b)
{
    return operation(m, EXPR_SUBSCRIPT, OP_NONE, a, b);
}

struct expr *make_cond(struct maker *m, struct expr *a, struct expr *b, struct expr *c)
{
    struct expr *e = node(m, EXPR_COND);

    e->a = a;
    e->b = b;
    e->c = c;
    return typed(m, e);
}

static struct expr *with_type(struct maker *m, enum expr_kind kind, struct type *t, struct expr *a,
                              struct init *init)
{
    struct expr *e = node(m, kind);

    e->type_name = make_written(m, t);
    e->a = a;
    if (kind == EXPR_COMPOUND)
        e->init = init;
    return typed(m, e);
}

struct expr *make_cast(struct maker *m, struct type *t, struct expr *a)
{
    return with_type(m, EXPR_CAST, t, a, NULL);
}

struct expr *make_compound(struct maker *m, struct type *t, struct init *init)
{
    return with_type(m, EXPR_COMPOUND, t, NULL, init);
}

struct expr *make_sizeof(struct maker *m, struct type *t)
{
    return with_type(m, EXPR_SIZEOF, t, NULL, NULL);
}

/* ---- members and calls ---- */

static struct expr *member(struct maker *m, enum expr_kind kind, struct expr *a, const char *name)
{
    struct expr *e = node(m, kind);

    e->a = a;
    e->name = intern_str(m->c->names, name);
    return e;
}

struct expr *make_member(struct maker *m, struct expr *a, const char *name)
{
    return typed(m, member(m, EXPR_MEMBER, a, name));
}

struct expr *make_arrow(struct maker *m, struct expr *a, const char *name)
{
    return typed(m, member(m, EXPR_ARROW, a, name));
}

struct expr *make_element(struct maker *m, struct expr *view, struct expr *const *args, int n)
{
    return called(m, view, args, n);
}

struct expr *make_call(struct maker *m, struct symbol *f, struct expr *const *args, int n)
{
    return called(m, make_name(m, f), args, n);
}

struct expr *make_library_call(struct maker *m, const char *ns, const char *name,
                               struct expr *const *args, int n)
{
    struct expr *callee = node(m, EXPR_NAME);

    callee->ns = ns ? intern_str(m->c->names, ns) : NULL;
    callee->name = intern_str(m->c->names, name);
    return called(m, callee, args, n);
}

struct expr *make_method_call(struct maker *m, struct expr *object, const char *name,
                              struct expr *const *args, int n)
{
    return called(m, member(m, EXPR_MEMBER, object, name), args, n);
}

struct expr *make_construct(struct maker *m, struct type *t, struct expr *const *args, int n)
{
    struct expr *e = node(m, EXPR_CONSTRUCT);

    e->spec = make_spec(m, t);
    for (int i = 0; i < n; i++)
        vec_push(&m->c->arena, &e->args, args[i]);
    return typed(m, e);
}

struct expr *make_block_value(struct maker *m, struct stmt *body)
{
    struct expr *e = node(m, EXPR_STMT);

    e->body = body;
    e->amp_code = true;
    e->type = type_unqualified(m->c, block_type(body));
    return e;
}

/* ---- typing anew ---- */

void expr_unconvert(struct expr **e)
{
    while (*e)
        if ((*e)->kind == EXPR_CONVERT)
            *e = (*e)->a;
        else if ((*e)->kind == EXPR_CONSTRUCT && !(*e)->spec && (*e)->args.n == 1 &&
                 (*e)->amp != AMP_VECTOR_VALUE)
            *e = (*e)->args.at[0]; /* an int that became an index or extent */
        else
            return;
}

void exprs_unconvert(expr_vec *v)
{
    for (int i = 0; i < v->n; i++)
        expr_unconvert(&v->at[i]);
}

void init_unconvert(struct init *i)
{
    expr_unconvert(&i->expr);
    i->type = NULL;
    for (int k = 0; k < i->items.n; k++) {
        for (int d = 0; d < i->items.at[k].designators.n; d++) {
            expr_unconvert(&i->items.at[k].designators.at[d].index);
            expr_unconvert(&i->items.at[k].designators.at[d].last);
        }
        init_unconvert(i->items.at[k].init);
    }
}

/* What typing has found, but for the symbol of a name. */
static void untype(struct expr *e)
{
    e->type = NULL;
    e->member = NULL;
    e->lvalue = e->constant = e->real = false;
    e->amp = AMP_NONE;
    e->value = 0;
    e->chosen = NULL;
}

static void untype_call(struct expr *e)
{
    struct expr *callee = expr_unparen(e->a);

    if (callee->kind != EXPR_MEMBER && callee->kind != EXPR_ARROW)
        return;
    expr_unconvert(&callee->a);
    if (callee->amp != AMP_NONE) /* a method, which has no type of its own */
        untype(callee);
}

static bool stays(const struct expr *e)
{
    switch (e->kind) {
    case EXPR_ERROR:
    case EXPR_LITERALS:
    case EXPR_CONVERT:
    case EXPR_LABEL:
    case EXPR_LAMBDA:
        return true;
    case EXPR_NAME:
        return !e->symbol;
    case EXPR_CALL:
        return e->launch != NULL;
    case EXPR_CONSTRUCT: /* zeros that typing has put in the place of {} */
        return !e->spec;
    case EXPR_PAREN:
    case EXPR_SUBSCRIPT:
    case EXPR_MEMBER:
    case EXPR_ARROW:
    case EXPR_UNARY:
    case EXPR_BINARY:
    case EXPR_ASSIGN:
    case EXPR_COND:
    case EXPR_CAST:
    case EXPR_COMPOUND:
    case EXPR_QUESTIONS:
    case EXPR_GENERIC:
    case EXPR_STMT:
    case EXPR_VA_ARG:
    case EXPR_CONVERTVECTOR:
        return false;
    }
    return true;
}

void retype_expr(struct maker *m, struct expr *e)
{
    struct symbol *s = e->symbol;

    if (stays(e))
        return;
    untype(e);
    expr_unconvert(&e->a);
    expr_unconvert(&e->b);
    expr_unconvert(&e->c);
    exprs_unconvert(&e->args);
    for (int i = 0; e->kind == EXPR_OFFSETOF && i < e->designators.n; i++)
        expr_unconvert(&e->designators.at[i].index);
    for (int i = 0; e->kind == EXPR_GENERIC && i < e->assocs.n; i++)
        expr_unconvert(&e->assocs.at[i].expr);
    if (e->kind == EXPR_COMPOUND && e->init)
        init_unconvert(e->init);
    if (e->kind == EXPR_STMT) {
        e->type = type_unqualified(m->c, block_type(e->body));
        return;
    }
    if (e->kind == EXPR_CALL) {
        const struct expr *callee = expr_unparen(e->a);
        untype_call(e);
        s = callee->kind == EXPR_NAME ? callee->symbol : NULL;
    }
    named(m, e, s);
}
