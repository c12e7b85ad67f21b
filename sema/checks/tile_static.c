/* tile_static.c - tile_static objects: where they may be declared, which types and sizes they may
 * have, which code may use them. */
#include "sema/checks/check.h"
#include "sema/types/limits.h"

/* ---- one declaration ---- */

/* The type of a view, or of another AMP object that cannot be moved, at any depth of t; NULL:
 * none. */
static const struct type *bound_object(const struct type *t)
{
    while (t && t->kind == TYPE_ARRAY)
        t = t->base;
    if (!t)
        return NULL;
    if (t->kind == TYPE_AMP)
        return t->amp == AMP_TYPE_INDEX || t->amp == AMP_TYPE_EXTENT ||
                       t->amp == AMP_TYPE_TILED_EXTENT
                   ? NULL
                   : t;
    if (t->kind != TYPE_RECORD || !t->record)
        return NULL;
    for (int i = 0; i < t->record->members.n; i++) {
        const struct type *found = bound_object(t->record->members.at[i].type);
        if (found)
            return found;
    }
    return NULL;
}

static void object_report(struct code *k, const struct init_declarator *v)
{
    struct loc name = declarator_name_loc(v->declarator, v->declarator->loc);
    const struct type *bound = v->type ? bound_object(v->type) : NULL;

    if (v->type && v->type->kind == TYPE_FUNCTION)
        code_report(k, DIAG_tile_static_scope, name, "a function cannot be tile_static");
    else if (v->type && v->type->kind == TYPE_POINTER)
        code_report(k, DIAG_tile_static_pointer, name,
                    "a pointer cannot be tile_static; store an index instead");
    else if (bound)
        code_report(k, DIAG_tile_static_type, name, "a tile_static object cannot hold '%s'",
                    type_text(k->c, bound));
    if (v->init || v->constructed)
        code_report(k, DIAG_tile_static_init, v->init ? v->init->loc : v->construct_loc,
                    "a tile_static object has no initialiser; let one thread store the value and "
                    "wait at the barrier");
}

static struct loc storage_loc(const struct spec *s)
{
    return s->storage_loc.end ? s->storage_loc : s->loc;
}

static bool is_tile_static(const struct spec *s)
{
    return s && s->storage & STORAGE_TILE_STATIC;
}

static void vars_report(struct code *k, const struct decl *d, bool file_scope)
{
    struct loc loc = storage_loc(d->spec);

    if (d->spec->storage & STORAGE_TYPEDEF || d->declarators.n == 0) {
        code_report(k, DIAG_tile_static_scope, loc, "tile_static is for local variables only");
        return;
    }
    if (file_scope) {
        code_report(k, DIAG_tile_static_scope, loc,
                    "tile_static is for local variables; declare it inside the kernel");
        return;
    }
    if (k->side & RESTRICT_CPU) {
        code_report(k, DIAG_tile_static_cpu, loc,
                    "tile_static is for kernels and restrict(amp) functions; this code runs on the "
                    "host%s",
                    k->side & RESTRICT_AMP ? " too" : "");
        return;
    }
    for (int i = 0; i < d->declarators.n; i++)
        object_report(k, d->declarators.at[i]);
}

/* ---- where they may be declared ---- */

static bool tile_declarator(struct code_walk *w, struct declarator *d)
{
    for (struct deriv *v = d->derivs; v; v = v->next)
        for (int i = 0; v->kind == DERIV_FUNCTION && i < v->params.n; i++)
            if (is_tile_static(v->params.at[i]->spec))
                code_report(w->k, DIAG_tile_static_scope, storage_loc(v->params.at[i]->spec),
                            "a parameter cannot be tile_static; pass a pointer");
    return true;
}

static bool tile_spec(struct code_walk *w, struct spec *s)
{
    if (!s->record)
        return true;
    for (int i = 0; i < s->record->members.n; i++)
        if (is_tile_static(s->record->members.at[i]->spec))
            code_report(w->k, DIAG_tile_static_scope, storage_loc(s->record->members.at[i]->spec),
                        "a member cannot be tile_static; declare the whole object so");
    return true;
}

static void function_walk(struct code_walk *w, struct decl *d);

static bool tile_decl(struct code_walk *w, struct decl *d)
{
    if (d->kind == DECL_FUNCTION) {
        function_walk(w, d);
        return false;
    }
    if (d->kind == DECL_VARS && is_tile_static(d->spec))
        vars_report(w->k, d, false);
    return true;
}

static void function_walk(struct code_walk *w, struct decl *d)
{
    unsigned side = w->k->side;

    if (is_tile_static(d->spec))
        code_report(w->k, DIAG_tile_static_scope, storage_loc(d->spec),
                    "a function cannot be tile_static");
    w->k->side = d->symbol && d->symbol->restriction ? d->symbol->restriction : RESTRICT_CPU;
    if (d->declarator)
        code_walk_declarator(w, d->declarator);
    code_walk_stmt(w, d->body);
    w->k->side = side;
}

/* ---- in the functions that launches reach ---- */

static void untiled_report(struct code *k, const struct launch *l, const struct symbol *f,
                           const symbol_vec *objects)
{
    if (f && f->restriction & RESTRICT_CPU) /* tile-static-cpu has been reported */
        return;
    if (l->param_type && type_is_amp(l->param_type, AMP_TYPE_TILED_INDEX))
        return; /* kernel-parameter reports that there are no tiles */
    for (int i = 0; i < objects->n; i++)
        if (code_report(k, DIAG_tile_static_untiled, objects->at[i]->loc,
                        "tile_static '%s' needs a launch with tiles; write .tile<...>() after its "
                        "extent",
                        objects->at[i]->name))
            note_call_path(k->c, l, f);
}

/* The launch has no tiles, which kernel-parameter has reported. */
static bool wants_tiles(const struct launch *l)
{
    return l->param_type && type_is_amp(l->param_type, AMP_TYPE_TILED_INDEX);
}

/* Adds up the objects; the one that exceeds the limit is reported. */
static void size_report(struct code *k, const struct launch *l, const struct symbol *f,
                        const symbol_vec *objects, long long *sum)
{
    for (int i = 0; i < objects->n; i++) {
        const struct symbol *s = objects->at[i];
        if (!s->type || s->type->size <= 0 || *sum > TILE_STATIC_MAX)
            continue;
        if (__builtin_add_overflow(*sum, s->type->size, sum))
            *sum = TILE_STATIC_MAX + 1LL;
        if (*sum > TILE_STATIC_MAX &&
            code_report(k, DIAG_tile_static_size, s->loc,
                        "this kernel has more than %d bytes of tile_static memory, which not every "
                        "device has",
                        TILE_STATIC_MAX))
            note_call_path(k->c, l, f);
    }
}

static void launch_report(struct code *k, const struct launch *l)
{
    symbol_vec functions = {0};
    long long sum = 0;
    bool untiled = l->rank > 0 && !l->tiled && !wants_tiles(l);

    launch_functions(k->c, l, &functions);
    if (untiled)
        untiled_report(k, l, NULL, &l->tile_statics);
    size_report(k, l, NULL, &l->tile_statics, &sum);
    for (int i = 0; i < functions.n; i++) {
        if (untiled)
            untiled_report(k, l, functions.at[i], &functions.at[i]->tile_statics);
        size_report(k, l, functions.at[i], &functions.at[i]->tile_statics, &sum);
    }
}

void check_tile_static(struct ctx *c, const struct program *p, struct findings *findings)
{
    struct code k = {.c = c, .program = p, .findings = findings, .side = RESTRICT_CPU};
    struct code_walk w = {.k = &k,
                          .expr = code_walk_kernel,
                          .decl = tile_decl,
                          .spec = tile_spec,
                          .declarator = tile_declarator};

    for (int i = 0; i < p->unit->decls.n; i++) {
        struct decl *d = p->unit->decls.at[i];
        if (d->kind == DECL_VARS && is_tile_static(d->spec))
            vars_report(&k, d, true);
        else if (!decl_is_plain(findings, d))
            code_walk_decl(&w, d);
    }
    for (int i = 0; i < p->launches.n; i++)
        launch_report(&k, p->launches.at[i]);
}
