/* closure.c - lambdas in amp code that capture by value: 'auto f = [=](int k) { return k + w; };'.
 *
 * Such a lambda becomes an amp function at file scope, with what it captures as further parameters;
 * its declaration becomes those of the copies that each call passes on. The example becomes
 *
 *     const int w.1 = w;                                          where f is declared
 *     static int f(int k, const int w) restrict(amp) { { return k + w; } }
 *
 * and 'f(3)' becomes 'f(3, w.1)'. The arrays and textures of AMP are captured by reference and have
 * no copies; C arrays whose elements are const are captured by their address, and so are
 * tile_static objects, which need no capture. The rules are those of C++11, 5.1.2. */
#include "common/intern.h"
#include "sema/typing/typing.h"

/* ---- the nodes of a function that nobody has written ---- */

struct spec *spec_of_type(struct ctx *c, struct type *t, struct loc loc)
{
    struct spec *s = arena_new(&c->arena, struct spec);
    s->kind = SPEC_NAME;
    s->loc = s->name_loc = loc;
    s->name = intern_str(c->names, type_text(c, t));
    s->type = t;
    return s;
}

/* A declarator that stands nowhere in the text, as its name does. */
static struct declarator *declarator_of(struct sema *s, const char *name, struct loc loc)
{
    struct declarator *d = arena_new(&s->c->arena, struct declarator);
    d->name = name;
    d->loc = loc;
    return d;
}

static struct stmt *statement_at(struct sema *s, enum stmt_kind kind, struct loc loc)
{
    struct stmt *st = arena_new(&s->c->arena, struct stmt);
    st->kind = kind;
    st->loc = st->keyword_loc = loc;
    return st;
}

static struct expr *expr_at(struct sema *s, enum expr_kind kind, struct loc loc)
{
    struct expr *e = arena_new(&s->c->arena, struct expr);
    e->kind = kind;
    e->loc = e->op_loc = e->op2_loc = loc;
    e->amp_code = true;
    return e;
}

static struct expr *name_at(struct sema *s, const char *name, struct loc loc)
{
    struct expr *e = expr_at(s, EXPR_NAME, loc);
    e->name = name;
    return e;
}

static struct expr *unary_at(struct sema *s, enum op op, struct expr *a)
{
    struct expr *e = expr_at(s, EXPR_UNARY, a->loc);
    e->op = op;
    e->a = a;
    return e;
}

static struct expr *cast_at(struct sema *s, struct type *t, struct expr *a)
{
    struct expr *e = expr_at(s, EXPR_CAST, a->loc);
    e->a = a;
    e->type_name = arena_new(&s->c->arena, struct type_name);
    e->type_name->loc = a->loc;
    e->type_name->spec = spec_of_type(s->c, t, a->loc);
    e->type_name->type = t;
    return e;
}

/* ---- captures ---- */

/* How a variable is captured. */
enum way { BY_COPY, BY_REFERENCE, BY_ADDRESS, BY_NOTHING };

/* Whether every element of a C array is const. */
static bool is_const_array(const struct type *t)
{
    while (t->kind == TYPE_ARRAY)
        t = t->base;
    return (t->quals & QUAL_CONST) != 0;
}

/* Whether v is the host's, and a kernel around the lambda captures it, whose threads cannot write
 * it. */
static bool is_kernels(const struct closure *k, const struct symbol *v)
{
    const struct lambda *kernel = k->launch ? k->launch->lambda : NULL;
    return kernel && !kernel->is_mutable && v->function == k->launch->function &&
           v->lambda != kernel;
}

/* How the introducer of the lambda has v captured; what belongs to another lambda, which it calls,
 * goes with that one. */
static enum capture_mode mode_of(const struct closure *k, const struct symbol *v)
{
    const struct symbol *wanted = k->calls ? k->calls : v;
    for (int i = 0; i < k->lambda->captures.n; i++)
        if (k->lambda->captures.at[i].symbol == wanted)
            return k->lambda->captures.at[i].mode;
    return k->lambda->default_mode;
}

/* The way out of a capture by reference, or of one of an array by copy: reported once a lambda. */
static void refuse(struct sema *s, const struct symbol *v, struct loc loc, const char *why)
{
    const struct symbol *calls = s->closure->calls;
    if (s->closure->refused)
        return;
    s->closure->refused = true;
    diag(s->c, DIAG_capture_type, loc, why, calls ? calls->name : v->name);
}

static enum way way_of(struct sema *s, const struct symbol *v, struct loc loc)
{
    enum capture_mode mode = mode_of(s->closure, v);
    bool is_array = type_is_amp(v->type, AMP_TYPE_ARRAY) || type_holds_arrays(v->type);
    if (type_is_unknown(v->type))
        return BY_NOTHING;
    if (v->storage & STORAGE_TILE_STATIC)
        return BY_ADDRESS;
    if (mode == CAPTURE_NONE)
        refuse(s, v, loc, "'%s' is not captured: write '[=]', or name it in the capture list");
    else if (s->closure->calls)
        return is_array ? BY_REFERENCE : BY_COPY;
    else if (is_array && (mode != CAPTURE_REFERENCE || v->type->kind != TYPE_AMP))
        refuse(s, v, loc, "'%1$s' cannot be copied: capture it by reference, '[=, &%1$s]'");
    else if (is_array)
        return BY_REFERENCE;
    else if (mode == CAPTURE_REFERENCE)
        refuse(s, v, loc,
               "a lambda in amp code captures by value: write '[=]', and give it what it is to "
               "change, '%1$s', as a pointer, '&%1$s'");
    else if (v->type->kind == TYPE_ARRAY && (is_const_array(v->type) || is_kernels(s->closure, v)))
        return BY_ADDRESS;
    else if (v->type->kind == TYPE_ARRAY)
        refuse(s, v, loc,
               "a lambda cannot copy the array '%1$s': declare it const, or give the lambda a "
               "pointer to it as an argument");
    else
        return BY_COPY;
    return BY_NOTHING;
}

static struct type *captured_type(struct sema *s, enum way way, const struct symbol *v)
{
    struct type *by, *t = v->type;
    switch (way) {
    case BY_REFERENCE:
        by = arena_new(&s->c->arena, struct type);
        *by = *t;
        by->reference = true;
        return by;
    case BY_ADDRESS:
        return type_pointer(
            s->c, v->storage & STORAGE_TILE_STATIC ? t : type_qualified(s->c, t, QUAL_CONST));
    case BY_COPY:
    case BY_NOTHING:
        break;
    }
    return type_qualified(s->c, t, QUAL_CONST);
}

/* The parameter for v of the lambda that is being typed; NULL: v cannot be captured (reported). */
static struct symbol *capture(struct sema *s, struct symbol *v, struct loc loc, enum way *way)
{
    struct closure *k = s->closure;
    for (int i = 0; i < k->closed.n; i++)
        if (k->closed.at[i].of == v) {
            *way = k->closed.at[i].by_address ? BY_ADDRESS : BY_COPY;
            return k->closed.at[i].param;
        }
    *way = way_of(s, v, loc);
    if (*way == BY_NOTHING)
        return NULL;
    struct type *t = captured_type(s, *way, v);
    struct closed c = {.of = v,
                       .param = symbol_new(s, SYMBOL_PARAM, v->name, v->loc, t),
                       .loc = loc,
                       .by_address = *way == BY_ADDRESS,
                       .by_reference = *way == BY_REFERENCE};
    c.param->closed = k;
    c.param->spec = spec_of_type(s->c, t, v->loc);
    vec_push(&s->c->arena, &k->closed, c);
    return c.param;
}

/* Whether the lambda that is being typed has to capture what e names. */
static bool is_outer(const struct sema *s, const struct expr *e)
{
    const struct symbol *v = e->symbol;
    return s->closure && !s->unevaluated && v && symbol_is_automatic(v) &&
           v->function != s->closure->function;
}

static void use(struct sema *s, struct expr *e)
{
    struct symbol *v = e->symbol;
    enum way way;
    e->amp_code = true;
    if (v == s->closure->variable) {
        refuse(s, v, e->loc, "the lambda '%s' cannot call itself: write a function");
        e->type = type_basic(TYPE_UNKNOWN);
        return;
    }
    struct symbol *p = capture(s, v, e->loc, &way);
    if (!p) {
        e->type = type_basic(TYPE_UNKNOWN);
        return;
    }
    struct expr *name = e;
    if (way == BY_ADDRESS) {
        name = name_at(s, e->name, e->loc);
        name->name_loc = e->name_loc;
        e->kind = EXPR_UNARY;
        e->op = OP_DEREF;
        e->a = name;
        e->symbol = NULL;
        e->type = p->type->base;
    } else {
        e->type = p->type;
    }
    name->symbol = p;
    name->type = p->type;
    name->lvalue = true;
}

void closure_use(struct sema *s, struct expr *e)
{
    if (is_outer(s, e) && !e->symbol->constant)
        use(s, e);
}

void closure_address(struct sema *s, struct expr *e)
{
    e = expr_unparen(e);
    if (e->kind == EXPR_NAME && is_outer(s, e) && e->symbol->constant) {
        e->constant = false;
        use(s, e);
    }
}

bool closure_is_copy(const struct expr *e)
{
    return e->kind == EXPR_NAME && e->symbol && e->symbol->kind == SYMBOL_PARAM &&
           e->symbol->closed;
}

/* Looks up what the introducer names. */
static void captures_written(struct sema *s, struct lambda *l)
{
    for (int i = 0; i < l->captures.n; i++) {
        struct capture *c = &l->captures.at[i];
        c->symbol = scope_find(s, c->name);
        if (!c->symbol)
            diag(s->c, DIAG_capture_type, c->loc, "'%s' is not declared", c->name);
        else if (c->symbol->closed)
            c->symbol->amp_used = true;
        else if (!symbol_is_automatic(c->symbol))
            diag(s->c, DIAG_capture_type, c->loc,
                 "'%s' is no local variable: a lambda names it without capturing it", c->name);
    }
}

/* ---- the function ---- */

static struct type *function_type(struct sema *s, struct lambda *l)
{
    struct type *t = arena_new(&s->c->arena, struct type);
    t->kind = TYPE_FUNCTION;
    t->size = -1;
    t->align = 1;
    t->prototype = true;
    t->restriction = RESTRICT_AMP;
    t->base = l->result ? type_from_name(s, l->result) : type_basic(TYPE_UNKNOWN);
    return t;
}

static struct deriv *function_deriv(struct sema *s, const struct lambda *l)
{
    struct deriv *v = arena_new(&s->c->arena, struct deriv);
    v->kind = DERIV_FUNCTION;
    v->loc = l->introducer;
    v->prototype = true;
    v->restriction = l->restriction;
    return v;
}

static struct symbol *function_new(struct sema *s, struct init_declarator *id, struct lambda *l)
{
    struct declarator *dr = declarator_of(s, id->declarator->name, id->declarator->loc);
    struct symbol *f =
        symbol_new(s, SYMBOL_FUNCTION, dr->name, id->declarator->name_loc, function_type(s, l));
    struct decl *d = arena_new(&s->c->arena, struct decl);
    d->kind = DECL_FUNCTION;
    d->loc = l->loc;
    d->spec = spec_of_type(s->c, f->type->base, l->introducer);
    d->spec->storage = STORAGE_STATIC;
    d->declarator = dr;
    d->uncontracted = s->uncontracted;
    d->lifted = true;
    d->symbol = f;
    dr->name_loc = id->declarator->name_loc;
    dr->derivs = function_deriv(s, l);
    f->restriction = RESTRICT_AMP;
    f->storage = STORAGE_STATIC;
    f->function = NULL;
    f->lambda = NULL;
    f->file_scope = true;
    f->definition = d;
    f->spec = d->spec;
    struct function_decl fd = {.number = s->functions++,
                               .loc = f->loc,
                               .restriction = RESTRICT_AMP,
                               .clause = l->restriction,
                               .storage = STORAGE_STATIC,
                               .declarator = dr,
                               .decl = d,
                               .type = f->type};
    vec_push(&s->c->arena, &f->decls, fd);
    return f;
}

static void parameter(struct sema *s, struct symbol *f, struct param *p)
{
    struct type *t = param_declare(s, p);
    if (!p->symbol)
        p->symbol = symbol_new(s, SYMBOL_PARAM, NULL, p->loc, t);
    vec_push(&s->c->arena, &f->type->params, t);
    vec_push(&s->c->arena, &f->params, p->symbol);
    vec_push(&s->c->arena, &f->definition->declarator->derivs->params, p);
}

/* Types the lambda's parameters and body as those of f. */
static void type_function(struct sema *s, struct symbol *f, struct lambda *l)
{
    struct sema saved = *s;
    s->function = f;
    s->lambda = NULL;
    s->launch = NULL;
    s->breakable = NULL;
    scope_push(s);
    for (int i = 0; i < l->params.n; i++)
        parameter(s, f, l->params.at[i]);
    scope_push(s);
    sema_body(s, l->body);
    scope_pop(s);
    scope_pop(s);
    s->function = saved.function;
    s->lambda = saved.lambda;
    s->launch = saved.launch;
    s->breakable = saved.breakable;
    if (type_is_unknown(f->type->base)) /* unless it returns nothing, that has been reported */
        f->type->base = type_basic(l->result || s->closure->returns ? TYPE_INT : TYPE_VOID);
    f->spec->type = f->type->base;
    f->spec->name = intern_str(s->c->names, type_text(s->c, f->type->base));
    f->definition->body = statement_at(s, STMT_COMPOUND, l->body->loc);
    vec_push(&s->c->arena, &f->definition->body->items, l->body);
}

/* What it captures becomes f's further parameters. */
static void parameters_add(struct sema *s, struct symbol *f, const struct closure *k)
{
    for (int i = 0; i < k->closed.n; i++) {
        struct symbol *of = k->closed.at[i].param;
        struct param *p = arena_new(&s->c->arena, struct param);
        p->loc = k->closed.at[i].loc;
        p->spec = of->spec;
        p->declarator = declarator_of(s, of->name, p->loc);
        p->symbol = of;
        vec_push(&s->c->arena, &f->type->params, of->type);
        vec_push(&s->c->arena, &f->params, of);
        vec_push(&s->c->arena, &f->definition->declarator->derivs->params, p);
    }
}

/* Declares the copy of what the closure k captures, in front of the lambda's declaration. */
static void copy_declare(struct sema *s, struct closed *c)
{
    const struct symbol *v = c->of;
    struct stmt *st = statement_at(s, STMT_DECL, c->loc);
    struct init_declarator *id = arena_new(&s->c->arena, struct init_declarator);
    struct decl *d = st->decl = arena_new(&s->c->arena, struct decl);
    struct type *t = captured_type(s, c->by_address ? BY_ADDRESS : BY_COPY, v);
    const char *name = arena_printf(&s->c->arena, "%s.%d", v->name, ++s->c->made_locals);
    c->copy = symbol_new(s, SYMBOL_VAR, intern_str(s->c->names, name), c->loc, t);
    d->kind = DECL_VARS;
    d->loc = id->construct_loc = c->loc;
    d->spec = c->copy->spec = spec_of_type(s->c, t, c->loc);
    id->declarator = declarator_of(s, c->copy->name, c->loc);
    id->symbol = c->copy;
    c->copy->declarator = id;
    id->init = arena_new(&s->c->arena, struct init);
    id->init->loc = c->loc;
    id->init->expr = name_at(s, v->name, c->loc);
    if (c->by_address)
        id->init->expr = cast_at(s, t, unary_at(s, OP_ADDR, id->init->expr));
    variable_init(s, id, c->copy);
    id->type = c->copy->type;
    scope_add(s, c->copy);
    vec_push(&s->c->arena, &d->declarators, id);
    vec_push(&s->c->arena, &s->copies, st);
}

/* Whether the code around allows the lambda; reports it otherwise. */
static bool is_allowed(struct sema *s, const struct symbol *variable, const struct lambda *l)
{
    unsigned set = l->restriction ? restrict_bits(s, l->restriction) : RESTRICT_AMP;
    const char *why = NULL;
    if (!s->item || s->item->spec != variable->spec || s->item->declarators.n != 1)
        why = "a lambda in amp code is declared alone, as a statement of its own";
    else if (s->region != RESTRICT_AMP)
        why = "a lambda inside restrict(cpu, amp) code is not supported; write a function";
    else if (!(set & RESTRICT_AMP))
        why = "a lambda inside amp code is restrict(amp), as the code around it is";
    else if (l->is_mutable)
        why = "'mutable' is not supported for a lambda inside amp code: its copies are const";
    if (why)
        diag(s->c, DIAG_unsupported, l->introducer, "%s", why);
    for (const struct attr *a = l->attrs; a; a = a->next)
        diag(s->c, DIAG_kernel_attribute, a->loc,
             "'%s' is ignored: a lambda in amp code has no attributes", a->name);
    return !why;
}

bool closure_declare(struct sema *s, struct init_declarator *id, struct symbol *variable)
{
    const struct spec *spec = variable->spec;
    struct expr *e = id->init->expr ? expr_unparen(id->init->expr) : NULL;
    if (!e || e->kind != EXPR_LAMBDA || !(s->region & RESTRICT_AMP) || s->remade || !spec ||
        spec->kind != SPEC_WORDS || (spec->words & ~(unsigned)WORD_AUTO_TYPE) ||
        id->declarator->derivs || spec->storage & ~(unsigned)STORAGE_AUTO ||
        !(spec->storage & STORAGE_AUTO || spec->words & WORD_AUTO_TYPE))
        return false;
    struct lambda *l = e->lambda;
    struct closure *outer = s->closure;
    struct decl *item = s->item;
    variable->type = type_basic(TYPE_UNKNOWN);
    variable->init = id->init = NULL;
    if (!is_allowed(s, variable, l))
        return true;
    struct symbol *f = function_new(s, id, l);
    struct closure *k = arena_new(&s->c->arena, struct closure);
    *k = (struct closure){.function = f,
                          .lambda = l,
                          .launch = outer ? outer->launch : s->launch,
                          .variable = variable,
                          .deduces = !l->result};
    captures_written(s, l);
    s->closure = k;
    type_function(s, f, l);
    s->closure = outer;
    k->written = f->params.n;
    parameters_add(s, f, k);
    for (int i = 0; i < k->closed.n; i++)
        if (!k->closed.at[i].by_reference)
            copy_declare(s, &k->closed.at[i]);
    f->closed = k;
    scope_add(s, f);
    item->kind = DECL_EMPTY;
    item->declarators.n = 0;
    vec_push(&s->c->arena, &s->program->functions, f);
    vec_push(&s->c->arena, &s->lifted, f->definition);
    return true;
}

bool closure_returns(struct sema *s, struct stmt *st)
{
    struct closure *k = s->closure;
    if (!k || !k->deduces || s->function != k->function)
        return false;
    struct type *t = type_basic(TYPE_VOID), *before = k->function->type->base;
    if (st->expr) {
        sema_value(s, &st->expr);
        t = type_unqualified(s->c, st->expr->type);
    }
    if (k->returns && !type_is_unknown(t) && !type_is_unknown(before) && !type_same(t, before))
        diag(s->c, DIAG_invalid_c, st->keyword_loc,
             "the lambda returns '%s' here and '%s' before: write the type behind the parameters, "
             "'-> %s'",
             type_text(s->c, t), type_text(s->c, before), type_text(s->c, before));
    if (!k->returns)
        k->function->type->base = t;
    k->returns = true;
    return true;
}

/* ---- calls ---- */

void closure_arguments(struct sema *s, struct expr *e, const struct closure *k)
{
    if (s->closure)
        s->closure->calls = k->function;
    for (int i = 0; i < k->closed.n; i++) {
        const struct closed *c = &k->closed.at[i];
        struct expr *a = name_at(s, c->copy ? c->copy->name : c->of->name, e->a->loc);
        sema_expr(s, &a);
        convert_assign(s, &a, c->param->type, "what the lambda captures");
        vec_push(&s->c->arena, &e->args, a);
    }
    if (s->closure)
        s->closure->calls = NULL;
}
