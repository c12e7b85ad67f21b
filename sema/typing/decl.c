/* decl.c - declarations and declarators (C11 6.7, 6.7.6): types from derivations, symbols,
 * initialisers; AMP objects with constructor arguments.
 *
 * Example: `int *a[3], f(void);` declares two symbols. */
#include "sema/types/amp.h"
#include "sema/types/vector.h"
#include "sema/typing/typing.h"

struct type *declarator_base(struct sema *s, struct spec *spec, struct declarator *d)
{
    struct type *t = type_from_spec(s, spec);

    return d ? attrs_apply(s, t, d->attrs) : t;
}

struct symbol *symbol_new(struct sema *s, enum symbol_kind kind, const char *name, struct loc loc,
                          struct type *t)
{
    struct symbol *symbol = arena_new(&s->c->arena, struct symbol);

    symbol->kind = kind;
    symbol->name = name;
    symbol->loc = loc;
    symbol->type = t;
    symbol->file_scope = scope_is_file(s);
    symbol->system = loc_is_system(s->c, loc);
    symbol->lambda = s->lambda;
    symbol->function = s->function;
    return symbol;
}

void declared_twice(struct sema *s, const char *name, struct loc loc, struct loc before)
{
    if (!(s->region & RESTRICT_AMP))
        return;
    sema_invalid(s, loc, "'%s' is declared twice in this scope", name);
    diag_note(s->c, before, "'%s' is declared here", name);
}

struct type *type_adjusted(struct ctx *c, struct type *t)
{
    if (t->kind == TYPE_ARRAY)
        return type_pointer(c, t->base);
    return t->kind == TYPE_FUNCTION ? type_pointer(c, t) : t;
}

/* ---- declarators, 6.7.6 ---- */

static struct type *type_declared(struct sema *s, struct type *base, struct declarator *d,
                                  bool is_param);

static struct type *param_type(struct sema *s, struct param *p)
{
    struct type *t = type_basic(TYPE_INT);

    if (p->spec)
        t = declarator_base(s, p->spec, p->declarator);
    if (p->declarator)
        t = type_declared(s, t, p->declarator, true);
    return type_adjusted(s->c, t);
}

static struct symbol *declare_param(struct sema *s, struct param *p, struct type *t)
{
    struct declarator *d = p->declarator;
    struct symbol *symbol;

    if (!d || !d->name)
        return NULL;
    symbol = symbol_new(s, SYMBOL_PARAM, d->name, d->name_loc, t);
    symbol->spec = p->spec;
    symbol->storage = p->spec ? p->spec->storage : 0;
    p->symbol = symbol;
    scope_add(s, symbol);
    return symbol;
}

struct symbol *sema_param(struct sema *s, struct param *p)
{
    return declare_param(s, p, param_type(s, p));
}

/* Reports a parameter that would copy an array (AMP's). */
static struct type *array_by_value(struct sema *s, const struct param *p, const struct type *t)
{
    const char *name = p->declarator && p->declarator->name ? p->declarator->name : "";
    if (t->kind == TYPE_AMP)
        diag(s->c, DIAG_amp_arguments, p->loc,
             "%s cannot be passed by value: write '%s &%s', or take %s",
             t->texture ? "a texture" : "an array", type_text(s->c, t), name,
             t->texture ? "a texture_view" : "an array_view");
    else
        diag(s->c, DIAG_amp_arguments, p->loc,
             "'%s' holds arrays and cannot be passed by value: write '%s *%s'", type_text(s->c, t),
             type_text(s->c, t), name);
    return type_basic(TYPE_UNKNOWN);
}

struct type *param_declare(struct sema *s, struct param *p)
{
    struct type *t = param_type(s, p);

    if ((type_is_amp(t, AMP_TYPE_ARRAY) && !t->reference) || type_holds_arrays(t))
        t = array_by_value(s, p, t);
    declare_param(s, p, t);
    return t;
}

static struct type *function_type(struct sema *s, struct type *result, struct deriv *v)
{
    struct type *t = arena_new(&s->c->arena, struct type);

    t->kind = TYPE_FUNCTION;
    t->size = -1;
    t->align = 1;
    t->base = result;
    t->prototype = v->prototype;
    t->variadic = v->variadic;
    t->restriction = restrict_bits(s, v->restriction);
    if (type_is_amp(result, AMP_TYPE_ARRAY)) {
        diag(s->c, DIAG_amp_arguments, v->loc,
             "%s cannot be returned; take one by reference, or return %s",
             result->texture ? "a texture" : "an array",
             result->texture ? "a texture_view" : "an array_view");
        t->base = type_basic(TYPE_UNKNOWN);
    }
    scope_push(s);
    for (int i = 0; v->prototype && i < v->params.n; i++)
        vec_push(&s->c->arena, &t->params, param_declare(s, v->params.at[i]));
    v->scope = s->scope;
    scope_pop(s);
    return t;
}

static struct type *array_type(struct sema *s, struct type *of, struct deriv *v)
{
    long long length;

    if (of->kind == TYPE_UNKNOWN) {
        if (v->size)
            sema_value(s, &v->size);
        return of;
    }
    if (v->star)
        return type_array(s->c, of, LENGTH_VARIABLE);
    if (!v->size)
        return type_array(s->c, of, LENGTH_INCOMPLETE);
    sema_value(s, &v->size);
    if (constant_value(v->size, &length)) {
        if (length >= 0)
            return type_array(s->c, of, length);
        sema_invalid(s, v->size->loc, "the size of an array is negative: %lld", length);
        return type_basic(TYPE_UNKNOWN);
    }
    if (type_is_unknown(v->size->type))
        return type_basic(TYPE_UNKNOWN);
    return type_array(s->c, of, LENGTH_VARIABLE);
}

static struct type *reference_type(struct sema *s, struct type *to, struct deriv *v)
{
    struct type *t;

    s->program->uses_amp = true;
    if (to->kind == TYPE_UNKNOWN)
        return to;
    if (to->quals & QUAL_CONST && (type_is_sampler(to) || vector_of(to)))
        return to; /* nobody can tell it from a value */
    if (to->kind != TYPE_AMP && !type_is_sampler(to) && !vector_of(to)) {
        diag(s->c, DIAG_syntax, v->loc,
             "'&' declares a reference to an AMP type only, not to '%s'; use a pointer",
             type_text(s->c, to));
        return type_basic(TYPE_UNKNOWN);
    }
    t = arena_new(&s->c->arena, struct type);
    *t = *to;
    t->reference = true;
    return t;
}

static struct type *derive(struct sema *s, struct type *t, struct deriv *v)
{
    switch (v->kind) {
    case DERIV_POINTER:
        t = type_pointer(s->c, t);
        return v->quals ? type_qualified(s->c, t, v->quals) : t;
    case DERIV_ARRAY:
        return array_type(s, t, v);
    case DERIV_FUNCTION:
        return function_type(s, t, v);
    case DERIV_REFERENCE:
        return reference_type(s, t, v);
    }
    return t;
}

/* Only the outermost type of a parameter is a reference. */
static struct type *type_declared(struct sema *s, struct type *base, struct declarator *d,
                                  bool is_param)
{
    VEC(struct deriv *) derivs = {0};
    struct type *t = base;

    for (struct deriv *v = d->derivs; v; v = v->next)
        vec_push(&s->c->arena, &derivs, v);
    for (int i = derivs.n - 1; i >= 0; i--) {
        t = derive(s, t, derivs.at[i]);
        if (derivs.at[i]->kind != DERIV_REFERENCE || t->kind == TYPE_UNKNOWN ||
            (is_param && i == 0))
            continue;
        diag(s->c, DIAG_syntax, derivs.at[i]->loc, "only parameters can be references; %s",
             type_is_amp(t, AMP_TYPE_ARRAY) ? "let this be one of a function, or use a pointer"
             : type_is_amp(t, AMP_TYPE_ARRAY_VIEW) ? "a view without '&' is a share of the other"
                                                   : "use a pointer");
        t = type_referred(s->c, t);
    }
    return t;
}

struct type *type_from_declarator(struct sema *s, struct type *base, struct declarator *d)
{
    return type_declared(s, base, d, false);
}

struct type *type_of_param(struct sema *s, struct type *base, struct declarator *d)
{
    return type_declared(s, base, d, true);
}

struct type *type_from_name(struct sema *s, struct type_name *n)
{
    if (n->type)
        return n->type;
    n->type = declarator_base(s, n->spec, n->declarator);
    if (n->declarator)
        n->type = type_from_declarator(s, n->type, n->declarator);
    return n->type;
}

/* ---- variables and typedefs ---- */

static struct symbol *declare_typedef(struct sema *s, struct spec *spec, struct init_declarator *id,
                                      struct type *t)
{
    struct declarator *d = id->declarator;
    int align = attrs_alignment(s, d->attrs), own = attrs_alignment(s, spec->attrs);
    struct symbol *symbol;

    align = align > own ? align : own;
    if (align && t->kind != TYPE_UNKNOWN) {
        struct type *copy = arena_new(&s->c->arena, struct type);

        *copy = *t;
        copy->align = align;
        t = copy;
    }
    if (t->kind == TYPE_RECORD && !t->record->tag && !t->record->typedef_name)
        t->record->typedef_name = d->name;
    if (t->kind == TYPE_ENUM && !t->enumeration->tag && !t->enumeration->typedef_name)
        t->enumeration->typedef_name = d->name;
    symbol = scope_find_here(s, d->name);
    if (symbol && (symbol->kind != SYMBOL_TYPEDEF || !type_same_unqualified(symbol->type, t)))
        declared_twice(s, d->name, d->name_loc, symbol->loc);
    symbol = symbol_new(s, SYMBOL_TYPEDEF, d->name, d->name_loc, t);
    symbol->spec = spec;
    symbol->storage = spec->storage;
    scope_add(s, symbol);
    return symbol;
}

/* Merges another declaration of a variable with linkage into its symbol. */
static void variable_merge(struct symbol *symbol, struct spec *spec, struct init_declarator *id,
                           struct type *t)
{
    bool is_extern = spec->storage & STORAGE_EXTERN;

    if (symbol->type->kind == TYPE_UNKNOWN ||
        (symbol->type->kind == TYPE_ARRAY && symbol->type->length == LENGTH_INCOMPLETE))
        symbol->type = t;
    if (!is_extern || !(symbol->storage & STORAGE_EXTERN))
        symbol->storage &= ~(unsigned)STORAGE_EXTERN;
    symbol->storage |= spec->storage & ~(unsigned)STORAGE_EXTERN;
    if (id->init || id->constructed ||
        (!is_extern && !symbol->init && !(symbol->declarator && symbol->declarator->constructed))) {
        symbol->loc = id->declarator->name_loc;
        symbol->declarator = id;
        symbol->spec = spec;
    }
}

static void note_tile_static(struct sema *s, struct symbol *symbol)
{
    s->program->uses_amp = true;
    if (s->launch)
        vec_push(&s->c->arena, &s->launch->tile_statics, symbol);
    else if (s->function)
        vec_push(&s->c->arena, &s->function->tile_statics, symbol);
}

static struct symbol *declare_variable(struct sema *s, struct spec *spec,
                                       struct init_declarator *id, struct type *t)
{
    struct declarator *d = id->declarator;
    struct symbol *symbol = scope_find_here(s, d->name);

    if (!symbol && (spec->storage & STORAGE_EXTERN)) {
        symbol = scope_find(s, d->name);
        if (symbol && !symbol->file_scope)
            symbol = NULL;
        if (symbol && symbol->kind == SYMBOL_VAR)
            scope_add(s, symbol);
    }
    if (symbol && symbol->kind == SYMBOL_VAR && symbol->file_scope) {
        variable_merge(symbol, spec, id, t);
        return symbol;
    }
    if (t->kind == TYPE_VOID)
        sema_invalid(s, d->name_loc, "'%s' is declared void", d->name);
    if (symbol)
        declared_twice(s, d->name, d->name_loc, symbol->loc);
    symbol = symbol_new(s, SYMBOL_VAR, d->name, d->name_loc, t);
    symbol->spec = spec;
    symbol->declarator = id;
    symbol->storage = spec->storage;
    symbol->file_scope |= (spec->storage & STORAGE_EXTERN) != 0;
    scope_add(s, symbol);
    if (spec->storage & STORAGE_TILE_STATIC)
        note_tile_static(s, symbol);
    return symbol;
}

/* docs/LANGUAGE.md, "C in kernels": a const integer variable with a constant initialiser is a
 * constant. */
static void note_constant(struct symbol *symbol)
{
    const struct type *t = symbol->type;
    const struct init *init = symbol->init;

    while (init && !init->expr && init->items.n == 1)
        init = init->items.at[0].init;
    if (!init || !init->expr || !init->expr->constant || !type_is_integer(t))
        return;
    if (!(t->quals & QUAL_CONST) || (t->quals & (QUAL_VOLATILE | QUAL_ATOMIC)))
        return;
    symbol->constant = true;
    symbol->value = constant_wrap(t, init->expr->value);
}

/* C23's and C++'s auto, as in "auto e = v.extent;": the variable has the type of its initialiser.
 * C17, which takes it for an int, keeps its meaning in host code, unless an int cannot be made of
 * the initialiser. Where auto is no such declaration it is reported. */
static void auto_variable(struct sema *s, struct spec *spec, const struct init_declarator *id,
                          struct symbol *symbol)
{
    const struct deriv *star = id->declarator->derivs;
    if (spec->kind != SPEC_WORDS || spec->words || !(spec->storage & STORAGE_AUTO) ||
        (star && (star->kind != DERIV_POINTER || star->next)))
        return;
    sema_value(s, &id->init->expr);
    struct type *t = type_unqualified(s->c, id->init->expr->type);
    if (type_is_unknown(t))
        symbol->type = t;
    if (star ? t->kind != TYPE_POINTER || !(s->region & RESTRICT_AMP)
             : t->kind != TYPE_AMP && !vector_of(t) &&
                   (!(s->region & RESTRICT_AMP) || type_is_unknown(t)))
        return; /* cc warns of this */
    symbol->type = type_qualified(s->c, t, spec->quals);
    if (!star && spec->storage == STORAGE_AUTO && s->function && spec->storage_loc.end) {
        spec->storage = 0;
        spec->words = WORD_AUTO_TYPE;
        spec->name_loc = spec->storage_loc;
        return;
    }
    t = star ? t->base : t;
    diag(s->c, t->kind == TYPE_AMP ? DIAG_amp_arguments : DIAG_invalid_c, spec->storage_loc,
         "'auto' names no type here; write '%s'", type_text(s->c, t));
    diag_fixit(s->c, spec->storage_loc, type_text(s->c, t));
}

/* Reports a declaration without a type in amp code: "const k = 2.5f" would be an int. */
static void typeless_report(struct sema *s, const struct spec *spec,
                            const struct init_declarator *id)
{
    const struct declarator *d = id->declarator;

    if (spec->kind == SPEC_WORDS && !spec->words && (!(spec->storage & STORAGE_AUTO) || !id->init))
        sema_invalid(s, d->name_loc, "'%s' is declared without a type", d->name);
}

static void init_variable(struct sema *s, struct init_declarator *id, struct symbol *symbol)
{
    struct spec *spec = symbol->spec;

    if (!id->init || closure_declare(s, id, symbol) || launch_named(s, id, symbol))
        return;
    symbol->init = id->init;
    if (spec && (spec->words & WORD_AUTO_TYPE) && id->init->expr) {
        sema_value(s, &id->init->expr);
        symbol->type = type_unqualified(s->c, id->init->expr->type);
        symbol->type = type_qualified(s->c, symbol->type, spec->quals);
    }
    if (spec && id->init->expr)
        auto_variable(s, spec, id, symbol);
    symbol->type = init_object(s, id->init, symbol->type);
    note_constant(symbol);
}

static void construct_variable(struct sema *s, struct init_declarator *id, struct symbol *symbol)
{
    struct type *t = symbol->type;

    s->program->uses_amp = true;
    for (int i = 0; i < id->args.n; i++)
        sema_expr(s, &id->args.at[i]);
    if (t->kind == TYPE_AMP)
        amp_construct(s, t, &id->args, id->construct_loc);
    else if (vector_of(t))
        symbol->init = vector_construct_variable(s, id, t);
    else if (type_is_sampler(t))
        symbol->init = texture_sampler_variable(s, id, symbol);
    else if (t->kind != TYPE_UNKNOWN)
        diag(s->c, DIAG_syntax, id->construct_loc, "'%s' is no AMP type: initialise it with '='",
             type_text(s->c, t));
}

void variable_init(struct sema *s, struct init_declarator *id, struct symbol *symbol)
{
    if (id->constructed)
        construct_variable(s, id, symbol);
    else
        init_variable(s, id, symbol);
}

/* Reports an initialiser, or constructor arguments, of a function or type. */
static void no_object(struct sema *s, struct init_declarator *id, const char *what)
{
    if (id->constructed)
        diag(s->c, DIAG_amp_arguments, id->construct_loc, "'%s' is %s and takes no arguments",
             id->declarator->name, what);
    else if (id->init)
        sema_invalid(s, id->init->loc, "'%s' is %s and cannot be initialised", id->declarator->name,
                     what);
    if (id->init)
        sema_init(s, id->init, type_basic(TYPE_UNKNOWN));
    for (int i = 0; i < id->args.n; i++)
        sema_expr(s, &id->args.at[i]);
    id->constructed = false;
}

void type_views_report(struct sema *s, struct loc loc)
{
    diag(s->c, DIAG_unsupported, loc,
         "an object with more than %d views is not supported; make one view over all the data and "
         "take sections of it where they are needed",
         TYPE_VIEWS_MAX);
}

static void declare_one(struct sema *s, struct spec *spec, struct init_declarator *id)
{
    struct declarator *d = id->declarator;
    struct type *t = type_from_declarator(s, declarator_base(s, spec, d), d);

    id->type = t;
    if (id->restriction)
        s->program->uses_amp = true;
    if (!d->name)
        return;
    if (spec->storage & STORAGE_TYPEDEF) {
        id->symbol = declare_typedef(s, spec, id, t);
        id->type = id->symbol->type;
        no_object(s, id, "a type");
        return;
    }
    if (t->kind == TYPE_FUNCTION) {
        id->symbol = function_declare(s, spec, d, t, NULL);
        no_object(s, id, "a function");
        return;
    }
    if (spec->storage & (STORAGE_INLINE | STORAGE_NORETURN))
        sema_invalid(s, d->name_loc, "'%s' is no function: it cannot be %s", d->name,
                     spec->storage & STORAGE_INLINE ? "inline" : "_Noreturn");
    typeless_report(s, spec, id);
    id->symbol = declare_variable(s, spec, id, t);
    if (!id->constructed && !id->init && type_is_amp(t, AMP_TYPE_ARRAY) && !scope_is_file(s) &&
        !(s->region & RESTRICT_AMP) &&
        !(spec->storage & (STORAGE_EXTERN | STORAGE_STATIC | STORAGE_THREAD)))
        diag(s->c, DIAG_amp_arguments, d->name_loc, "%s needs its extent: '%s %s(n%s)'",
             t->texture ? "a texture" : "an array", type_text(s->c, t), d->name,
             t->rank == 1 ? "" : ", m");
    else
        variable_init(s, id, id->symbol);
    if (type_views(id->symbol->type) > TYPE_VIEWS_MAX) {
        type_views_report(s, d->name_loc);
        id->symbol->type = type_basic(TYPE_UNKNOWN);
    }
    id->type = id->symbol->type;
}

static void check_assertion(struct sema *s, struct decl *d)
{
    sema_value(s, &d->assert_expr);
    if (d->assert_expr->constant && d->assert_expr->value == 0)
        sema_invalid(s, d->loc, "static assertion failed");
}

/* Reports variables of one declaration with 'auto' whose types differ. */
static void auto_types_report(struct sema *s, const struct decl *d)
{
    const struct symbol *first = d->declarators.at[0]->symbol;

    for (int i = 1; i < d->declarators.n; i++) {
        const struct symbol *v = d->declarators.at[i]->symbol;
        if (first && v && !type_is_unknown(first->type) && !type_is_unknown(v->type) &&
            !type_same_unqualified(first->type, v->type))
            diag(s->c, DIAG_invalid_c, d->declarators.at[i]->declarator->name_loc,
                 "'%s' has type '%s' and '%s' has type '%s': one declaration with 'auto' has one "
                 "type",
                 v->name, type_text(s->c, v->type), first->name, type_text(s->c, first->type));
    }
}

void sema_decl(struct sema *s, struct decl *d)
{
    switch (d->kind) {
    case DECL_VARS:
        spec_type(s, d->spec, d->declarators.n == 0);
        spec_alignment(s, d->spec);
        for (int i = 0; i < d->declarators.n; i++)
            declare_one(s, d->spec, d->declarators.at[i]);
        if (d->spec->words & WORD_AUTO_TYPE)
            auto_types_report(s, d);
        break;
    case DECL_FUNCTION:
        function_define(s, d);
        break;
    case DECL_STATIC_ASSERT:
        if (d->assert_expr)
            check_assertion(s, d);
        break;
    case DECL_USING:
        s->program->uses_amp = true;
        break;
    case DECL_ERROR:
    case DECL_EMPTY:
    case DECL_ASM:
        break;
    }
}
