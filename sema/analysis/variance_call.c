/* variance_call.c - calls: parameters and results of functions with a body, their stores, and
 * barriers that are reached through them. */
#include "sema/analysis/variance_internal.h"

#include "sema/types/builtin.h"
#include "sema/types/limits.h"

/* ---- barriers that are reached ---- */

/* The call in divergent code with which the list begins. */
static const struct expr *first_call(const struct variance_call *calls)
{
    return calls ? calls->call : NULL;
}

/* Whether the entry adds anything to those that the summary has for the wait. */
static bool says_more(const struct summary *s, const struct expr *wait, struct fact fact,
                      const struct variance_call *calls)
{
    int known = 0;

    for (int i = 0; i < s->waits_reached.n; i++) {
        const struct reached *r = &s->waits_reached.at[i];
        if (r->wait != wait)
            continue;
        known += r->fact.why != NULL;
        if (fact.why ? r->fact.why && first_call(r->calls) == first_call(calls)
                     : r->fact.why || !(fact.inputs & ~r->fact.inputs))
            return false;
    }
    return known < VARIANCE_CALLS_MAX;
}

/* Notes that a barrier is reached here, under control flow with this fact. */
static void wait_reach(struct flow *f, const struct expr *wait, struct fact fact,
                       const struct variance_call *calls)
{
    struct reached r = {.wait = wait, .fact = fact, .calls = calls};

    if (says_more(f->summary, wait, fact, calls))
        vec_push(&f->v->arena, &f->summary->waits_reached, r);
}

void wait_reach_here(struct flow *f, const struct expr *wait, const struct variance_call *calls)
{
    for (int i = 0; i < f->frames.n; i++) {
        struct fact fact = frame_fact(f, &f->frames.at[i]);
        if (!fact_is_uniform(fact))
            wait_reach(f, wait, fact, calls);
    }
    wait_reach(f, wait, (struct fact){0}, calls);
}

/* ---- calls of functions with a body ---- */

/* One call: the facts that the callee's inputs have in it. */
struct actual {
    struct flow *f;
    struct expr *call;
    const struct summary *callee;
    struct fact *inputs;
    struct object *places; /* the object of each argument that the callee can store into */
};

enum { INPUT_LAST = 63 };

static bool has_input(unsigned long long bits, int input)
{
    return bits >> (input < INPUT_LAST ? input : INPUT_LAST) & 1;
}

/* The steps of 'path', which end at an input, with the input's own steps behind them. */
static const struct variance_why *steps_append(struct variance *v, const struct variance_why *path,
                                               const struct variance_why *end)
{
    const struct variance_why *first = end, **at = &first;

    for (; path; path = path->next) {
        struct variance_why *copy = arena_new(&v->arena, struct variance_why);
        *copy = *path;
        copy->next = end;
        *at = copy;
        at = &copy->next;
    }
    return first;
}

/* The parameter that an input belongs to. */
static const struct symbol *input_symbol(const struct summary *s, int input)
{
    for (int i = 0; i < s->params.n; i++) {
        const struct param_slots *p = &s->params.at[i];
        if ((input >= p->input && input < p->input + p->n) ||
            (input >= p->target_input && input < p->target_input + p->target_n))
            return s->function->params.at[i];
    }
    return NULL;
}

/* A fact of the callee, with the arguments' facts in place of its inputs. */
static struct fact fact_actual(const struct actual *a, struct fact fact)
{
    struct variance *v = a->f->v;
    struct fact result = {.why = fact.why};

    for (int i = 0; fact.inputs && i < a->callee->inputs; i++) {
        const struct symbol *p;
        struct fact input = a->inputs[i];
        if (!has_input(fact.inputs, i) || fact_is_uniform(input))
            continue;
        p = input_symbol(a->callee, i);
        if (p && p->name)
            input = fact_step(v, input, VARIANCE_VARIABLE, a->call->loc, p->name);
        if (input.why)
            input.why = steps_append(v, fact.path, input.why);
        if (input.inputs)
            input.path = steps_append(v, fact.path, input.path);
        result = fact_join(result, input);
    }
    return result;
}

/* Sets n inputs from 'first' on to the facts of the slots of object p. */
static void inputs_of_place(const struct actual *a, const struct object *p, int first, int n)
{
    bool each = p->kind == OBJECT_SLOTS && p->n == n && !p->is_tile;

    for (int i = 0; i < n; i++) {
        struct object slot = *p;
        if (each) {
            slot.first += i;
            slot.n = 1;
        }
        a->inputs[first + i] = object_load(a->f, &slot);
    }
}

/* Evaluates the argument e for parameter i and sets the inputs. */
static void argument_eval(struct actual *a, int i, struct expr *e)
{
    const struct param_slots *p = &a->callee->params.at[i];
    struct expr *plain = expr_strip(e);
    struct object place;

    if (p->target_n > 0) {
        a->places[i] = object_target(a->f, e);
        a->inputs[p->input] = a->places[i].fact;
        inputs_of_place(a, &a->places[i], p->target_input, p->target_n);
        return;
    }
    if (!p->writes && p->n == VIEW_SLOTS && e->type && type_is_view_or_array(e->type)) {
        a->inputs[p->input + 1] = eval(a->f, e);
        a->inputs[p->input] = eval_view_extent(a->f, e);
        return;
    }
    if (!p->writes && (p->n == 1 || plain != expr_unparen(e))) {
        struct fact fact = eval(a->f, e);
        for (int k = 0; k < p->n; k++)
            a->inputs[p->input + k] = fact;
        return;
    }
    place = object_of(a->f, p->writes ? plain : e);
    inputs_of_place(a, &place, p->input, p->n);
    a->places[i] = place;
}

/* Stores what the callee has stored through its parameter i. */
static void argument_written(struct actual *a, int i)
{
    const struct param_slots *p = &a->callee->params.at[i];
    const struct object *place = &a->places[i];
    int n = p->writes ? p->n : p->target_n;
    struct fact all = {0};

    if (!p->is_written)
        return;
    for (int k = 0; k < n; k++)
        all = fact_join(all, fact_actual(a, p->outs[k]));
    if (place->is_tile || place->kind != OBJECT_SLOTS || place->n != n) {
        if (!place->is_tile || p->is_dirty || !a->callee->waits)
            object_store(a->f, place, all);
        return;
    }
    for (int k = 0; k < n; k++) {
        struct object slot = *place;
        slot.first += k;
        slot.n = 1;
        if (!p->is_dirty && a->callee->waits)
            slot.dirty = -1;
        object_store(a->f, &slot, fact_actual(a, p->outs[k]));
    }
}

static void call_reaches(const struct actual *a)
{
    struct flow *f = a->f;

    for (int i = 0; i < a->callee->waits_reached.n; i++) {
        const struct reached *r = &a->callee->waits_reached.at[i];
        struct variance_call *call = arena_new(&f->v->arena, struct variance_call);
        struct fact fact = fact_actual(a, r->fact);
        *call = (struct variance_call){a->call, a->callee->function, r->calls};
        wait_reach_here(f, r->wait, call);
        if (!fact_is_uniform(fact))
            wait_reach(f, r->wait, fact, call);
    }
}

static struct fact call_body(struct flow *f, struct expr *e, const struct summary *callee,
                             struct fact *results, int n)
{
    struct fact all = {0};
    struct actual a = {.f = f, .call = e, .callee = callee};

    a.inputs = arena_array(&f->v->arena, struct fact, callee->inputs);
    a.places = arena_array(&f->v->arena, struct object, callee->params.n);
    for (int i = 0; i < e->args.n; i++)
        if (i < callee->params.n)
            argument_eval(&a, i, e->args.at[i]);
        else
            eval(f, e->args.at[i]);
    if (!f->paths.dead)
        call_reaches(&a);
    if (callee->waits)
        slots_synchronise(f);
    for (int i = 0; i < e->args.n && i < callee->params.n; i++)
        argument_written(&a, i);
    for (int i = 0; i < callee->n; i++) {
        struct fact fact = fact_actual(&a, callee->results[i]);
        all = fact_join(all, fact);
        if (results && n == callee->n)
            results[i] = fact;
    }
    return all;
}

/* ---- other calls ---- */

static bool is_shared(const struct type *t)
{
    return t && (type_is_view_or_array(t) || type_is_amp(t, AMP_TYPE_TILED_INDEX) ||
                 t->kind == TYPE_POINTER);
}

/* A library function (the result depends on the arguments alone), or one whose body is in another
 * unit. */
static struct fact call_unknown(struct flow *f, struct expr *e, bool library)
{
    struct fact all = {0};
    bool shares = false;

    for (int i = 0; i < e->args.n; i++) {
        const struct type *t = e->args.at[i]->type;
        shares = shares || is_shared(t);
        if (!t || t->kind != TYPE_POINTER)
            all = fact_join(all, eval(f, e->args.at[i]));
    }
    if (!library && shares)
        all = fact_join(all, fact_source(f->v, SOURCE_UNKNOWN, e->loc));
    for (int i = 0; i < e->args.n; i++) {
        const struct type *t = e->args.at[i]->type;
        if (t && t->kind == TYPE_POINTER) {
            struct object p = object_target(f, e->args.at[i]);
            if (!(t->base->quals & QUAL_CONST))
                object_store(f, &p, all);
        }
    }
    return all;
}

struct fact eval_call(struct flow *f, struct expr *e, struct fact *results, int n)
{
    const struct expr *name = callee_expr(e);
    struct symbol *callee =
        name && name->symbol ? symbol_version(name->symbol, RESTRICT_AMP) : NULL;
    const struct summary *s = callee ? summary_of(f->v, callee) : NULL;
    struct fact all;

    if (s && (!results || s->n == n))
        return call_body(f, e, s, results, n);
    all = s ? call_body(f, e, s, NULL, 0) : call_unknown(f, e, callee == NULL);
    for (int i = 0; results && i < n; i++)
        results[i] = all;
    return all;
}
