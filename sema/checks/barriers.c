/* barriers.c - barrier objects and tiled_index parameters: where they may be declared and passed.
 */
#include "sema/checks/check.h"

/* A barrier, or a tiled_index, which has one; pointers to them too. */
static bool holds_barrier(const struct type *t)
{
    while (t && (t->kind == TYPE_POINTER || t->kind == TYPE_ARRAY))
        t = t->base;
    return t && (type_is_amp(t, AMP_TYPE_TILE_BARRIER) || type_is_amp(t, AMP_TYPE_TILED_INDEX));
}

static void object_report(struct code *k, const struct spec *spec, const struct type *t,
                          struct loc loc)
{
    if (holds_barrier(t) && k->side & RESTRICT_CPU)
        code_report(k, DIAG_barrier_context, spec ? spec_type_loc(spec) : loc,
                    "a '%s' exists in tiled kernels and restrict(amp) functions only",
                    type_text(k->c, t));
}

/* A barrier is a member of a tiled_index, which the launch passes to the kernel: programs can
 * construct neither. */
static void made_report(struct code *k, const struct init_declarator *v)
{
    if (v->symbol && v->symbol->storage & STORAGE_TILE_STATIC) /* tile_static.c reports the type */
        return;
    if (!(k->side & RESTRICT_CPU) && !v->init && !v->constructed && v->type &&
        v->type->kind == TYPE_AMP && holds_barrier(v->type))
        code_report(k, DIAG_barrier_context, declarator_name_loc(v->declarator, v->declarator->loc),
                    "a '%s' cannot be made; %s", type_text(k->c, v->type),
                    v->type->amp == AMP_TYPE_TILE_BARRIER
                        ? "it comes from the member 'barrier' of a tiled_index"
                        : "it is the parameter of a tiled kernel");
}

static void params_report(struct code *k, const struct declarator *d)
{
    const struct deriv *v = d ? d->derivs : NULL;

    for (int i = 0; v && v->kind == DERIV_FUNCTION && i < v->params.n; i++) {
        const struct param *p = v->params.at[i];
        const struct type *t = p->symbol ? p->symbol->type : p->spec ? p->spec->type : NULL;
        object_report(k, p->spec, t, p->loc);
    }
}

static unsigned side_of(const struct symbol *s)
{
    return s && s->restriction ? s->restriction : RESTRICT_CPU;
}

static void function_walk(struct code_walk *w, struct decl *d)
{
    unsigned side = w->k->side;
    const struct type *t = d->symbol ? d->symbol->type : NULL;

    w->k->side = side_of(d->symbol);
    if (t && t->kind == TYPE_FUNCTION)
        object_report(w->k, d->spec, t->base, d->loc);
    params_report(w->k, d->declarator);
    if (w->k->side & RESTRICT_CPU)
        code_walk_declarator(w, d->declarator);
    code_walk_stmt(w, d->body);
    w->k->side = side;
}

static bool is_kernel_type(const struct type *t)
{
    return t && (type_is_amp(t, AMP_TYPE_TILED_INDEX) || type_is_amp(t, AMP_TYPE_TILE_BARRIER));
}

/* Host code may name such a type in a typedef, and use it in no other way. */
static bool barriers_spec(struct code_walk *w, struct spec *s)
{
    struct loc loc = s->amp ? s->amp->loc : s->name_loc;

    if (w->k->side & RESTRICT_CPU && is_kernel_type(s->type) && !(s->storage & STORAGE_TYPEDEF) &&
        !diag_error_in(w->k->c, s->loc))
        code_report(w->k, DIAG_amp_type, loc, "'%s' exists in amp code only",
                    type_text(w->k->c, type_unqualified(w->k->c, s->type)));
    return true;
}

/* A declaration of functions, some of which are amp only. */
static bool declares_amp(const struct decl *d)
{
    for (int i = 0; i < d->declarators.n; i++) {
        const struct init_declarator *v = d->declarators.at[i];
        if (v->type && v->type->kind == TYPE_FUNCTION && !(side_of(v->symbol) & RESTRICT_CPU))
            return true;
    }
    return false;
}

static bool barriers_decl(struct code_walk *w, struct decl *d)
{
    if (d->kind == DECL_FUNCTION) {
        function_walk(w, d);
        return false;
    }
    if (d->kind != DECL_VARS || (d->spec && d->spec->storage & STORAGE_TYPEDEF))
        return true;
    for (int i = 0; i < d->declarators.n; i++) {
        const struct init_declarator *v = d->declarators.at[i];
        unsigned side = w->k->side;
        if (v->type && v->type->kind == TYPE_FUNCTION) {
            w->k->side = side_of(v->symbol);
            object_report(w->k, d->spec, v->type->base, d->loc);
            params_report(w->k, v->declarator);
            w->k->side = side;
        } else {
            object_report(w->k, d->spec, v->type, v->declarator->loc);
            made_report(w->k, v);
        }
    }
    return !declares_amp(d);
}

void check_barriers(struct ctx *c, const struct program *p, struct findings *findings)
{
    struct code k = {.c = c, .program = p, .findings = findings, .side = RESTRICT_CPU};
    struct code_walk w = {
        .k = &k, .expr = code_walk_kernel, .decl = barriers_decl, .spec = barriers_spec};

    code_walk_unit(&w, p->unit);
}
