/* memory.c - views over pointers in amp code, which need elements of other views.
 * sema/analysis/spaces.h finds the memory of a pointer, for each combination of memories with which
 * a function is called.
 *
 *     int x;
 *     array_view<int> w(1, &x);     amp-arguments: a thread's own memory */
#include "sema/checks/check.h"

#include <string.h>

#include "sema/analysis/spaces.h"

/* A kernel, or an amp function with the memories of its parameters. */
struct version {
    struct space_instance known;
    const struct launch *launch;  /* that reaches it; NULL: the callers are not known */
    const struct version *caller; /* the first one; NULL: none */
    const struct expr *call;
};

struct memories {
    struct code k;
    VEC(struct version *) versions;
    const struct version *now;
};

static struct version *version_add(struct memories *m, struct space_instance known,
                                   const struct launch *l)
{
    struct version *v = arena_new(&m->k.c->arena, struct version);

    v->known = known;
    v->launch = l;
    vec_push(&m->k.c->arena, &m->versions, v);
    return v;
}

static bool version_is_known(const struct memories *m, const struct space_instance *in)
{
    for (int i = 0; i < m->versions.n; i++) {
        const struct space_instance *other = &m->versions.at[i]->known;
        if (other->function == in->function &&
            (in->params.n == 0 || memcmp(other->params.at, in->params.at,
                                         sizeof *in->params.at * (size_t)in->params.n) == 0))
            return true;
    }
    return false;
}

/* Adds the version of the called function for the memories of these arguments. */
static void call_follow(struct memories *m, struct expr *e)
{
    memory_set_vec params = {0};
    const struct symbol *f = space_call(&m->now->known, e, &params);
    struct space_instance known;
    struct version *v;

    if (!f || !f->definition)
        return;
    known = space_function(m->k.findings->spaces, f, &params);
    if (version_is_known(m, &known))
        return;
    v = version_add(m, known, m->now->launch);
    v->caller = m->now;
    v->call = e;
}

static struct stmt *body_of(const struct version *v)
{
    const struct symbol *f = v->known.function;

    return f ? f->definition->body : v->launch->lambda->body;
}

/* ---- reports ---- */

static bool is_pointer(const struct expr *e)
{
    return e->type && (e->type->kind == TYPE_POINTER || e->type->kind == TYPE_ARRAY);
}

/* Adds notes for the calls that lead to the code, and for the launch. */
static void way_notes(const struct memories *m)
{
    const struct version *v = m->now;

    for (; v->caller; v = v->caller)
        diag_note(m->k.c, v->call->loc, "'%s' is called here", v->known.function->name);
    if (v->launch && v != m->now)
        diag_note(m->k.c, v->launch->call->loc, "the kernel is launched here");
}

static void report(struct memories *m, struct loc loc, const char *fault)
{
    diag(m->k.c, DIAG_amp_arguments, loc, "%s", fault);
    way_notes(m);
}

/* array_view<T, N>(extents, pointer) */
static void view_report(struct memories *m, const struct type *t, const expr_vec *args,
                        struct loc loc)
{
    struct expr *pointer = args->n > 1 ? args->at[args->n - 1] : NULL;
    const char *fault;

    if (!pointer || !is_pointer(pointer) || !type_is_amp(t, AMP_TYPE_ARRAY_VIEW))
        return;
    fault = space_view_fault(space_pointer(&m->now->known, pointer));
    if (fault && !diag_error_in(m->k.c, loc))
        report(m, pointer->loc, fault);
}

static bool report_expr(struct code_walk *w, struct expr *e)
{
    struct memories *m = w->data;

    if (w->unevaluated)
        return true;
    if (e->kind == EXPR_CONSTRUCT && e->type)
        view_report(m, e->type, &e->args, e->loc);
    else if (e->kind == EXPR_CALL)
        call_follow(m, e);
    return true;
}

static bool report_decl(struct code_walk *w, struct decl *d)
{
    for (int i = 0; d->kind == DECL_VARS && i < d->declarators.n; i++) {
        const struct init_declarator *v = d->declarators.at[i];
        if (v->constructed && v->type)
            view_report(w->data, v->type, &v->args, v->construct_loc);
    }
    return true;
}

/* ---- whether amp code has views over pointers ---- */

static bool find_expr(struct code_walk *w, struct expr *e)
{
    bool *found = w->data;

    *found = *found ||
             (e->kind == EXPR_CONSTRUCT && e->type && type_is_amp(e->type, AMP_TYPE_ARRAY_VIEW));
    return !*found;
}

static bool find_decl(struct code_walk *w, struct decl *d)
{
    bool *found = w->data;

    for (int i = 0; i < d->declarators.n; i++) {
        const struct init_declarator *v = d->declarators.at[i];
        *found = *found || (v->constructed && v->type && type_is_amp(v->type, AMP_TYPE_ARRAY_VIEW));
    }
    return !*found;
}

static bool has_sites(struct memories *m)
{
    bool found = false;
    struct code_walk w = {.k = &m->k, .expr = find_expr, .decl = find_decl, .data = &found};

    for (int i = 0; i < m->versions.n && !found; i++)
        code_walk_stmt(&w, body_of(m->versions.at[i]));
    return found;
}

/* ---- all amp code ---- */

/* The first versions: kernels, and functions for callers that are not known. */
static void versions_begin(struct memories *m, const struct program *p)
{
    for (int i = 0; i < p->functions.n; i++) {
        const struct symbol *f = p->functions.at[i];
        memory_set_vec params = {0};
        if (!f->definition || !(f->restriction & RESTRICT_AMP))
            continue;
        for (int k = 0; k < f->params.n; k++)
            vec_push(&m->k.c->arena, &params,
                     space_is_input(f->params.at[k]->type) ? MEMORY_OPEN : 0);
        version_add(m, space_function(m->k.findings->spaces, f, &params), NULL);
    }
    for (int i = 0; i < p->launches.n; i++)
        if (p->launches.at[i]->lambda)
            version_add(m, space_kernel(m->k.findings->spaces, p->launches.at[i]),
                        p->launches.at[i]);
}

void check_memory(struct ctx *c, const struct program *p, struct findings *findings)
{
    struct memories m = {.k = {.c = c, .program = p, .findings = findings, .side = RESTRICT_AMP}};
    struct code_walk w = {.k = &m.k, .expr = report_expr, .decl = report_decl, .data = &m};

    versions_begin(&m, p);
    if (!has_sites(&m))
        return;
    for (int i = 0; i < m.versions.n; i++) { /* call_follow adds versions */
        m.now = m.versions.at[i];
        code_walk_stmt(&w, body_of(m.now));
    }
}
