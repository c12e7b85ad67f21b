/* function.c - functions: redeclarations, the cpu and amp versions of a name, parameters, bodies.
 *
 * `restrict(cpu)` and `restrict(amp)` definitions of one name are two symbols, each the other's
 * `other`. */
#include "sema/typing/typing.h"

#include <string.h>

static bool overlaps(const struct symbol *f, unsigned set)
{
    return f && (f->restriction & set) != 0;
}

/* The version of f that a declaration with this set belongs to; NULL: it begins a version of its
 * own. */
static struct symbol *version_of(struct symbol *f, unsigned set)
{
    if (f->restriction == set)
        return f;
    if (f->other && f->other->restriction == set)
        return f->other;
    if (overlaps(f, set))
        return f;
    return overlaps(f->other, set) ? f->other : NULL;
}

static struct deriv *function_deriv(const struct declarator *d)
{
    return d->derivs && d->derivs->kind == DERIV_FUNCTION ? d->derivs : NULL;
}

/* The restriction of a declaration: without a clause it is cpu, and inside amp code that of the
 * code around it. */
static unsigned declared_set(struct sema *s, const struct declarator *d)
{
    const struct deriv *v = function_deriv(d);
    unsigned set = v ? restrict_bits(s, v->restriction) : 0;

    if (set)
        return set;
    return s->region & RESTRICT_AMP ? s->region : RESTRICT_CPU;
}

/* The restriction that takes effect: main is always cpu (amp-main reports its clause). */
static unsigned effective_set(const struct sema *s, const struct declarator *d, unsigned said)
{
    return !s->function && d->name && strcmp(d->name, "main") == 0 ? RESTRICT_CPU : said;
}

static struct symbol *function_new(struct sema *s, const struct declarator *d, struct type *t,
                                   unsigned set)
{
    struct symbol *f = symbol_new(s, SYMBOL_FUNCTION, d->name, d->name_loc, t);

    f->restriction = set;
    if (set & RESTRICT_AMP)
        vec_push(&s->c->arena, &s->program->functions, f);
    return f;
}

/* The symbol that a declaration redeclares, or a new one. The scope has the cpu version of a
 * name. */
static struct symbol *function_symbol(struct sema *s, const struct declarator *d, struct type *t,
                                      unsigned set, bool nested)
{
    struct symbol *f = scope_find_here(s, d->name), *version;

    if (!f && !nested) {
        f = scope_find(s, d->name);
        if (f && (f->kind != SYMBOL_FUNCTION || !f->file_scope))
            f = NULL;
        if (f)
            scope_add(s, f);
    }
    if (!f || f->kind != SYMBOL_FUNCTION) {
        f = function_new(s, d, t, set);
        f->is_nested = nested;
        scope_add(s, f);
        return f;
    }
    version = version_of(f, set);
    if (version)
        return version;
    version = function_new(s, d, t, set);
    version->file_scope = f->file_scope;
    version->other = f;
    f->other = version;
    if (set & RESTRICT_CPU)
        scope_add(s, version);
    return version;
}

/* Reports a function without a result type in amp code. In host code that is left to cc. */
static void typeless_report(struct sema *s, const struct spec *spec, const struct declarator *d,
                            unsigned set)
{
    unsigned region = s->region;

    s->region = set;
    if (spec->kind == SPEC_WORDS && !spec->words)
        sema_invalid(s, d->name_loc, "'%s' is declared without a type", d->name);
    s->region = region;
}

struct symbol *function_declare(struct sema *s, struct spec *spec, struct declarator *d,
                                struct type *t, struct decl *definition)
{
    unsigned said = declared_set(s, d), set = effective_set(s, d, said);
    bool nested = s->function && (definition || (spec->storage & STORAGE_AUTO));
    struct symbol *f = function_symbol(s, d, t, set, nested);
    struct deriv *v = function_deriv(d);
    struct function_decl fd = {
        .number = s->functions++, .loc = d->name_loc, .restriction = said, .declarator = d};

    typeless_report(s, spec, d, set);
    fd.clause = v ? v->restriction : NULL;
    fd.decl = definition;
    fd.type = t;
    fd.storage = spec->storage;
    vec_push(&s->c->arena, &f->decls, fd);
    f->storage |= spec->storage;
    if (attrs_have(spec->attrs, "noreturn") || attrs_have(d->attrs, "noreturn"))
        f->storage |= STORAGE_NORETURN;
    f->spec = f->spec ? f->spec : spec;
    if (t->prototype || !f->type->prototype)
        f->type = t;
    if (definition && !f->definition) {
        f->definition = definition;
        f->loc = d->name_loc;
        f->system = loc_is_system(s->c, d->name_loc);
        f->spec = spec;
    }
    return f;
}

/* ---- definitions ---- */

static struct param *param_named(struct deriv *v, const char *name)
{
    for (int i = 0; i < v->params.n; i++) {
        struct param *p = v->params.at[i];

        if (p->declarator && p->declarator->name == name)
            return p;
    }
    return NULL;
}

/* K&R, 6.9.1p6: the declarations between the parameter list and the body give the types of
 * parameters. */
static void declare_kr_params(struct sema *s, struct decl *d, struct deriv *v)
{
    for (int i = 0; i < d->kr_params.n; i++) {
        struct decl *kd = d->kr_params.at[i];

        if (kd->kind != DECL_VARS)
            continue;
        for (int j = 0; j < kd->declarators.n; j++) {
            struct init_declarator *id = kd->declarators.at[j];
            struct declarator *dr = id->declarator;
            struct param *p = dr->name ? param_named(v, dr->name) : NULL;

            id->type = type_of_param(s, declarator_base(s, kd->spec, dr), dr);
            if (!p)
                continue;
            p->symbol =
                symbol_new(s, SYMBOL_PARAM, dr->name, dr->name_loc, type_adjusted(s->c, id->type));
            p->symbol->spec = kd->spec;
            p->symbol->storage = kd->spec->storage;
            id->symbol = p->symbol;
        }
    }
}

/* Declares the parameters in the scope of the body and adds them to the symbol. */
static void enter_params(struct sema *s, struct symbol *f, struct decl *d, struct deriv *v)
{
    if (!v)
        return;
    scope_add_closed(s, v->scope);
    if (!v->prototype)
        declare_kr_params(s, d, v);
    for (int i = 0; i < v->params.n; i++) {
        struct param *p = v->params.at[i];
        const char *name = p->declarator ? p->declarator->name : NULL;
        struct symbol *symbol = p->symbol;

        if (!symbol) {
            struct type *t = v->prototype && i < f->type->params.n ? f->type->params.at[i]
                                                                   : type_basic(TYPE_INT);

            symbol = symbol_new(s, SYMBOL_PARAM, name, p->loc, t);
            symbol->spec = p->spec;
            if (!v->prototype)
                sema_invalid(s, p->loc, "'%s' is declared without a type", name);
        }
        if (name) {
            p->symbol = symbol;
            scope_add(s, symbol);
        }
        symbol->function = f;
        symbol->lambda = NULL;
        symbol->file_scope = false;
        if (f->definition == d)
            vec_push(&s->c->arena, &f->params, symbol);
    }
}

void function_define(struct sema *s, struct decl *d)
{
    struct sema saved = *s;
    struct declarator *dr = d->declarator;
    struct type *t = type_from_declarator(s, declarator_base(s, d->spec, dr), dr);
    struct symbol *f;

    if (t->kind != TYPE_FUNCTION || !dr->name)
        return;
    f = function_declare(s, d->spec, dr, t, d);
    d->symbol = f;
    d->uncontracted = s->uncontracted;
    s->region = effective_set(s, dr, f->decls.at[f->decls.n - 1].restriction);
    s->function = f;
    s->lambda = NULL;
    s->launch = NULL;
    s->unevaluated = 0;
    s->breakable = NULL;
    scope_push(s);
    enter_params(s, f, d, function_deriv(dr));
    if (d->body)
        sema_body(s, d->body);
    scope_pop(s);
    s->region = saved.region;
    s->function = saved.function;
    s->lambda = saved.lambda;
    s->launch = saved.launch;
    s->unevaluated = saved.unevaluated;
    s->breakable = saved.breakable;
}
