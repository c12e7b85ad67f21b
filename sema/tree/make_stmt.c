/* make_stmt.c - makers of statements, declarations and initialisers, which put the conversions
 * around the expressions that they get.
 *
 * A declaration here has one variable, whose type stands in its specifiers as a whole. */
#include "sema/tree/make_internal.h"

/* ---- initialisers and declarations ---- */

struct init *make_init(struct maker *m, struct expr *e)
{
    struct init *i = arena_new(&m->c->arena, struct init);

    i->loc = m->loc;
    i->expr = e;
    return i;
}

struct init *make_init_list(struct maker *m, struct init *const *items, int n)
{
    struct init *i = make_init(m, NULL);

    for (int k = 0; k < n; k++) {
        struct init_item item = {.init = items[k]};
        vec_push(&m->c->arena, &i->items, item);
    }
    return i;
}

struct symbol *make_local(struct maker *m, const char *name, struct type *t, unsigned storage)
{
    const char *own = arena_printf(&m->c->arena, "%s.%d", name, ++m->c->made_locals);
    struct symbol *s = symbol_new(m->rules, SYMBOL_VAR, intern_str(m->c->names, own), m->loc, t);

    s->storage = storage;
    s->function = m->function;
    return s;
}

static struct init_declarator *declarator_of(struct maker *m, struct symbol *s)
{
    struct init_declarator *d = arena_new(&m->c->arena, struct init_declarator);

    d->declarator = arena_new(&m->c->arena, struct declarator);
    d->declarator->name = s->name;
    d->declarator->name_loc = d->declarator->loc = d->construct_loc = m->loc;
    d->symbol = s;
    s->declarator = d;
    s->spec = make_spec(m, s->type);
    s->spec->storage = s->storage;
    s->spec->storage_loc = m->loc;
    return d;
}

static struct stmt *node(struct maker *m, enum stmt_kind kind)
{
    struct stmt *s = arena_new(&m->c->arena, struct stmt);

    s->kind = kind;
    s->loc = s->keyword_loc = m->loc;
    return s;
}

static struct stmt *declared(struct maker *m, struct init_declarator *d)
{
    struct stmt *s = node(m, STMT_DECL);
    struct diags *users = rules_begin(m);

    variable_init(m->rules, d, d->symbol);
    rules_end(m, users);
    d->type = d->symbol->type;
    s->decl = arena_new(&m->c->arena, struct decl);
    s->decl->kind = DECL_VARS;
    s->decl->loc = m->loc;
    s->decl->spec = d->symbol->spec;
    vec_push(&m->c->arena, &s->decl->declarators, d);
    return s;
}

struct stmt *make_declare(struct maker *m, struct symbol *s, struct init *init)
{
    struct init_declarator *d = declarator_of(m, s);

    d->init = init;
    return declared(m, d);
}

struct stmt *make_constructed(struct maker *m, struct symbol *s, struct expr *const *args, int n)
{
    struct init_declarator *d = declarator_of(m, s);

    d->constructed = true;
    for (int i = 0; i < n; i++)
        vec_push(&m->c->arena, &d->args, args[i]);
    return declared(m, d);
}

void retype_variable(struct maker *m, struct init_declarator *d)
{
    struct diags *users = rules_begin(m);

    if (d->init)
        init_unconvert(d->init);
    exprs_unconvert(&d->args);
    variable_init(m->rules, d, d->symbol);
    rules_end(m, users);
}

/* ---- statements ---- */

static struct stmt *headed(struct maker *m, enum stmt_kind kind, struct expr *e, struct stmt *body)
{
    struct stmt *s = node(m, kind);

    s->expr = e ? make_value(m, e) : NULL;
    s->body = body;
    return s;
}

struct stmt *make_effect(struct maker *m, struct expr *e)
{
    return headed(m, STMT_EXPR, e, NULL);
}

struct stmt *make_empty(struct maker *m)
{
    return node(m, STMT_EMPTY);
}

struct stmt *make_block(struct maker *m, struct stmt *const *items, int n)
{
    struct stmt *s = node(m, STMT_COMPOUND);

    for (int i = 0; i < n; i++)
        block_add(m, s, items[i]);
    return s;
}

void block_add(struct maker *m, struct stmt *block, struct stmt *item)
{
    vec_push(&m->c->arena, &block->items, item);
}

struct stmt *make_if(struct maker *m, struct expr *e, struct stmt *body, struct stmt *else_)
{
    struct stmt *s = headed(m, STMT_IF, e, body);

    s->else_ = else_;
    return s;
}

struct stmt *make_while(struct maker *m, struct expr *e, struct stmt *body)
{
    return headed(m, STMT_WHILE, e, body);
}

struct stmt *make_do(struct maker *m, struct stmt *body, struct expr *e)
{
    return headed(m, STMT_DO, e, body);
}

struct stmt *make_for(struct maker *m, struct stmt *first, struct expr *e, struct expr *step,
                      struct stmt *body)
{
    struct stmt *s = headed(m, STMT_FOR, e, body);

    s->decl = first ? first->decl : NULL;
    s->init = first ? first->expr : NULL;
    s->step = step ? make_value(m, step) : NULL;
    return s;
}

struct stmt *make_switch(struct maker *m, struct expr *e, struct stmt *body)
{
    struct diags *users = rules_begin(m);

    convert_promote(m->rules, &e);
    m->refused |= !type_is_integer(e->type);
    rules_end(m, users);
    return headed(m, STMT_SWITCH, e, body);
}

struct stmt *make_case(struct maker *m, struct expr *e, struct expr *last, struct stmt *body)
{
    struct stmt *s = headed(m, e ? STMT_CASE : STMT_DEFAULT, e, body);

    s->last = last ? make_value(m, last) : NULL;
    m->refused |= (e && !e->constant) || (last && !last->constant);
    return s;
}

struct stmt *make_return(struct maker *m, struct expr *e)
{
    struct type *t = m->launch ? type_basic(TYPE_VOID) : m->function->type->base;
    struct stmt *s = node(m, STMT_RETURN);

    s->expr = !e || t->kind == TYPE_VOID ? e : make_convert(m, t, e);
    return s;
}

struct stmt *make_jump(struct maker *m, enum stmt_kind kind)
{
    return node(m, kind);
}

struct stmt *make_wait(struct maker *m, struct expr *barrier)
{
    if (type_is_amp(barrier->type, AMP_TYPE_TILED_INDEX))
        barrier = make_member(m, barrier, "barrier");
    return make_effect(m, make_method_call(m, barrier, "wait", NULL, 0));
}
