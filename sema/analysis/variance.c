/* variance.c - the analysis' entry: walks kernels and functions to a fixed point, and reports the
 * barriers that divergent code reaches.
 *
 * A function is analysed once for all its callers: a fact may depend on the function's inputs, for
 * which the arguments' facts are substituted at calls. Lattice of a fact: uniform, below "varies if
 * one of these inputs does", below "varies, for this reason". The join is the union of the inputs,
 * with the first reason. Where paths of a condition that varies join, a slot that was stored on one
 * of them varies. Limits: VARIANCE_SLOTS_MAX, VARIANCE_CALLS_MAX; memory that is reached through
 * pointers is not followed, and varies. Example: `if (t.local[0] < 8) t.barrier.wait();` diverges,
 * because the condition has t.local. */
#include "sema/analysis/variance_ask.h"
#include "sema/analysis/variance_internal.h"

/* ---- parameters ---- */

static struct fact input_fact(int input)
{
    return (struct fact){.inputs = 1ull << (input < 63 ? input : 63)};
}

static int inputs_new(struct flow *f, int first, int n)
{
    int input = f->summary->inputs;

    for (int i = 0; i < n; i++)
        slot_set(f, first + i, input_fact(input + i));
    f->summary->inputs += n;
    return input;
}

/* Slots for the target of a pointer parameter. */
static void target_new(struct flow *f, struct variable *x, struct param_slots *p)
{
    x->target = f->slots.n;
    x->target_n = type_slots(x->symbol->type->base);
    for (int i = 0; i < x->target_n; i++)
        slot_new(f, SLOT_VALUE);
    x->dirty = slot_new(f, SLOT_DIRTY);
    p->target_input = inputs_new(f, x->target, x->target_n);
    p->target_n = x->target_n;
}

static void param_new(struct flow *f, struct symbol *s)
{
    struct variable *x = variable_new(f, s);
    const struct type *t = s->type;
    struct param_slots p = {.n = x->n, .target_input = -1};

    p.input = inputs_new(f, x->first, x->n);
    p.writes = type_refers(t);
    if (t->kind == TYPE_POINTER)
        target_new(f, x, &p);
    vec_push(&f->v->arena, &f->summary->params, p);
}

/* The parameter of a kernel, which is the thread's index, and its captured variables. */
static void kernel_params(struct flow *f, const struct launch *l)
{
    struct variable *x;

    for (int i = 0; i < l->captures.n; i++)
        if (l->captures.at[i].symbol->type)
            variable_new(f, l->captures.at[i].symbol);
    if (!l->param || !l->param->type)
        return;
    x = variable_new(f, l->param);
    if (type_is_amp(l->param->type, AMP_TYPE_INDEX))
        for (int i = 0; i < x->n; i++)
            slot_set(f, x->first + i, fact_source(f->v, SOURCE_INDEX, l->param->loc));
}

/* ---- one pass over a body ---- */

/* Notes the facts of parameter i's target at the end, which the caller sees. */
static void param_end(struct flow *f, int i, long long start)
{
    struct param_slots *p = &f->summary->params.at[i];
    const struct variable *x = &f->variables.at[i];
    int first = p->writes ? x->first : x->target, n = p->writes ? p->n : p->target_n;

    if (n == 0 || first < 0)
        return;
    p->outs = arena_array(&f->v->arena, struct fact, n);
    for (int k = 0; k < n; k++) {
        p->outs[k] = now_cell(f, first + k)->fact;
        if (now_cell(f, first + k)->stamp > start)
            p->is_written = true;
    }
    if (x->dirty >= 0)
        p->is_dirty = !fact_is_uniform(now_cell(f, x->dirty)->fact);
}

static void pass(struct flow *f, struct symbol *function, struct stmt *body)
{
    struct state empty = {0};
    int waited;
    long long start;

    f->paths.now = state_copy(f->v, &empty);
    f->slots.n = f->variables.n = f->frames.n = 0;
    f->summary->inputs = f->summary->params.n = f->summary->waits_reached.n = 0;
    f->loop = 0;
    f->clock = 0;
    f->changed = false;
    f->summary->n = function ? type_slots(function->type->base) : 1;
    f->summary->results = arena_array(&f->v->arena, struct fact, f->summary->n);
    for (int i = 0; function && i < function->params.n; i++)
        param_new(f, function->params.at[i]);
    if (f->launch)
        kernel_params(f, f->launch);
    waited = slot_new(f, SLOT_WAITED);
    slot_set(f, waited, fact_stale(f->v));
    start = ++f->clock;
    flow_body(f, body);
    f->summary->waits = fact_is_uniform(now_cell(f, waited)->fact);
    for (int i = 0; i < f->summary->params.n; i++)
        param_end(f, i, start);
    state_free(f->v, now(f));
}

/* Reports the waits that some threads miss in every call; those that depend on the function's
 * inputs are reported at its callers. */
static void report(struct variance *v, struct summary *s, const struct launch *launch)
{
    int n = 0;

    for (int i = 0; i < s->waits_reached.n; i++) {
        const struct reached *r = &s->waits_reached.at[i];
        struct divergence d = {
            .wait = r->wait, .why = r->fact.why, .calls = r->calls, .launch = launch};
        if (r->fact.why)
            v->report(v->c, &d);
        else
            s->waits_reached.at[n++] = *r;
    }
    s->waits_reached.n = n;
}

static void analyse(struct variance *v, struct summary *s, struct symbol *function,
                    const struct launch *launch)
{
    struct flow f = {.v = v, .summary = s, .launch = launch, .places = {.arena = &v->arena}};
    struct stmt *body = launch ? launch->lambda->body : function->definition->body;

    do
        pass(&f, function, body);
    while (f.changed);
    s->done = true;
    report(v, s, launch);
}

/* ---- functions and kernels ---- */

struct summary *summary_of(struct variance *v, struct symbol *function)
{
    struct summary *s;

    for (int i = 0; i < v->summaries.n; i++)
        if (v->summaries.at[i]->function == function)
            return v->summaries.at[i]->done ? v->summaries.at[i] : NULL;
    if (!function->definition || !function->definition->body)
        return NULL;
    s = arena_new(&v->arena, struct summary);
    s->function = function;
    vec_push(&v->arena, &v->summaries, s);
    analyse(v, s, function, NULL);
    return s;
}

/* Whether an object can hold a tile_barrier, without which there is no wait. */
static bool may_hold_barrier(const struct type *t)
{
    while (t && (t->kind == TYPE_POINTER || t->kind == TYPE_ARRAY))
        t = t->base;
    return t && (t->kind == TYPE_RECORD || type_is_amp(t, AMP_TYPE_TILE_BARRIER) ||
                 type_is_amp(t, AMP_TYPE_TILED_INDEX));
}

static bool may_wait(const struct symbol *f)
{
    for (int i = 0; i < f->params.n; i++)
        if (may_hold_barrier(f->params.at[i]->type))
            return true;
    return false;
}

void variance_divergences(struct ctx *c, const struct program *p,
                          void (*report_)(struct ctx *c, const struct divergence *d))
{
    struct variance v = {.c = c, .report = report_};
    struct variance_why stale = {.kind = VARIANCE_SOURCE, .source = SOURCE_TILE};

    v.stale = &stale;
    for (int i = 0; i < p->launches.n; i++) {
        const struct launch *l = p->launches.at[i];
        struct summary *s = arena_new(&v.arena, struct summary);
        if (l->lambda && l->lambda->body && l->tiled)
            analyse(&v, s, NULL, l);
    }
    for (int i = 0; i < p->functions.n; i++)
        if (may_wait(p->functions.at[i]))
            summary_of(&v, p->functions.at[i]);
    arena_free(&v.arena);
}

static void unreported(struct ctx *c, const struct divergence *d)
{
    (void)c;
    (void)d;
}

enum answer variance_together(struct ctx *c, const struct launch *l, struct symbol *function,
                              const struct stmt *s)
{
    struct variance v = {.c = c, .report = unreported, .asked = s};
    struct variance_why stale = {.kind = VARIANCE_SOURCE, .source = SOURCE_TILE};
    struct summary *summary = NULL;
    bool waits = true;

    v.stale = &stale;
    if (function) {
        summary = summary_of(&v, function);
        waits = summary && summary->waits_reached.n > 0;
    } else {
        analyse(&v, arena_new(&v.arena, struct summary), NULL, l);
    }
    arena_free(&v.arena);
    return waits && v.met && !v.diverged ? ANSWER_PROVED : ANSWER_UNKNOWN;
}
