/* variance_state.c - facts, and states, which have a fact for each slot. The join of two states is
 * the join of their facts, slot by slot; if the paths are separated by a condition that varies, a
 * slot that was stored on one of them varies, too. Example: behind `if (t.local[0]) x = 1;` x
 * varies. */
#include "sema/analysis/variance_internal.h"

#include <string.h>

/* ---- facts ---- */

bool fact_is_uniform(struct fact f)
{
    return !f.inputs && !f.why;
}

struct fact fact_join(struct fact a, struct fact b)
{
    a.inputs |= b.inputs;
    if (!a.why)
        a.why = b.why;
    if (!a.path)
        a.path = b.path;
    return a;
}

static const struct variance_why *step_new(struct variance *v, struct variance_why step)
{
    struct variance_why *w = arena_new(&v->arena, struct variance_why);

    *w = step;
    return w;
}

struct fact fact_step(struct variance *v, struct fact f, enum variance_kind kind, struct loc loc,
                      const char *name)
{
    struct variance_why step = {.kind = kind, .loc = loc, .name = name};

    if (f.why) {
        step.next = f.why;
        f.why = step_new(v, step);
    }
    if (f.inputs) {
        step.next = f.path;
        f.path = step_new(v, step);
    }
    return f;
}

struct fact fact_source(struct variance *v, enum variance_source source, struct loc loc)
{
    struct variance_why step = {.kind = VARIANCE_SOURCE, .source = source, .loc = loc};

    return (struct fact){.why = step_new(v, step)};
}

struct fact fact_condition(struct variance *v, struct fact value, const struct expr *condition)
{
    return fact_step(v, value, VARIANCE_CONDITION, expr_unparen(condition)->loc, NULL);
}

struct fact fact_stale(const struct variance *v)
{
    return (struct fact){.why = v->stale};
}

/* ---- states ---- */

void state_resize(struct variance *v, struct state *s, int n)
{
    if (n > s->cap) {
        struct cell *old = s->cells;
        s->cap = n > 2 * s->cap ? n + 8 : 2 * s->cap;
        s->cells = arena_array(&v->arena, struct cell, s->cap);
        if (s->n)
            memcpy(s->cells, old, (size_t)s->n * sizeof *old);
    }
    if (n > s->n)
        memset(s->cells + s->n, 0, (size_t)(n - s->n) * sizeof *s->cells);
    s->n = n;
}

struct state *state_copy(struct variance *v, const struct state *s)
{
    struct state *copy = v->free_states;

    if (copy)
        v->free_states = copy->next;
    else
        copy = arena_new(&v->arena, struct state);
    copy->n = 0;
    state_resize(v, copy, s->n);
    if (s->n)
        memcpy(copy->cells, s->cells, (size_t)s->n * sizeof *s->cells);
    return copy;
}

void state_free(struct variance *v, struct state *s)
{
    if (!s)
        return;
    s->next = v->free_states;
    v->free_states = s;
}

bool state_same(const struct state *a, const struct state *b)
{
    if (a->n != b->n)
        return false;
    for (int i = 0; i < a->n; i++) {
        const struct cell *x = &a->cells[i], *y = &b->cells[i];
        if (x->fact.inputs != y->fact.inputs || !x->fact.why != !y->fact.why ||
            x->constant != y->constant || (x->constant && x->value != y->value))
            return false;
    }
    return true;
}

/* ---- where paths meet ---- */

static struct loc place_of_step(struct fact f)
{
    const struct variance_why *w = f.why ? f.why : f.path;

    return w ? w->loc : (struct loc){0, 0};
}

static void value_join(struct flow *f, struct cell *a, const struct cell *b, struct fact condition)
{
    bool same = a->constant && b->constant && a->value == b->value;

    if (a->stamp == b->stamp)
        return;
    a->fact = fact_join(a->fact, b->fact);
    if (!same && !fact_is_uniform(condition))
        a->fact = fact_join(
            a->fact, fact_step(f->v, condition, VARIANCE_ASSIGNED, place_of_step(condition), NULL));
    a->constant = same;
    a->stamp = ++f->clock;
}

void state_join(struct flow *f, struct state *a, const struct state *b, int n,
                struct fact condition)
{
    state_resize(f->v, a, n);
    for (int i = 0; i < n && i < b->n; i++)
        if (f->slots.at[i] == SLOT_SCOPE)
            a->cells[i].fact = fact_join(a->cells[i].fact, b->cells[i].fact);
        else
            value_join(f, &a->cells[i], &b->cells[i], condition);
}

void state_join_back(struct flow *f, struct state *s, const struct state *back, long long start,
                     bool only)
{
    for (int i = 0; i < s->n && i < back->n; i++) {
        struct cell *a = &s->cells[i];
        const struct cell *b = &back->cells[i];
        if (f->slots.at[i] == SLOT_SCOPE) {
            a->fact = fact_join(a->fact, b->fact);
        } else if (b->stamp > start) {
            a->stamp = ++f->clock;
            a->constant = (only || (a->constant && a->value == b->value)) && b->constant;
            a->value = b->value;
            a->fact = only ? b->fact : fact_join(a->fact, b->fact);
        }
    }
}

void state_blur(struct flow *f, long long start, struct fact fact)
{
    if (fact_is_uniform(fact))
        return;
    for (int i = 0; i < now(f)->n; i++) {
        struct cell *c = now_cell(f, i);
        if (c->stamp <= start || f->slots.at[i] == SLOT_SCOPE)
            continue;
        c->fact =
            fact_join(c->fact, fact_step(f->v, fact, VARIANCE_ASSIGNED, place_of_step(fact), NULL));
        c->constant = false;
    }
}

/* ---- slots ---- */

struct state *now(const struct flow *f)
{
    return f->paths.now;
}

struct cell *now_cell(const struct flow *f, int slot)
{
    if (slot >= now(f)->n)
        state_resize(f->v, now(f), slot + 1);
    return &now(f)->cells[slot];
}

int slot_new(struct flow *f, enum slot_kind kind)
{
    int slot = f->slots.n;

    vec_push(&f->v->arena, &f->slots, kind);
    state_resize(f->v, now(f), slot + 1);
    slot_set(f, slot, (struct fact){0});
    return slot;
}

void slot_set(struct flow *f, int slot, struct fact fact)
{
    struct cell *c = now_cell(f, slot);

    c->fact = fact;
    c->stamp = ++f->clock;
    c->constant = false;
}

void slot_set_constant(struct flow *f, int slot, const struct expr *value)
{
    struct cell *c = now_cell(f, slot);

    c->constant = value->constant && fact_is_uniform(c->fact);
    c->value = value->value;
}

void slots_synchronise(struct flow *f)
{
    for (int i = 0; i < now(f)->n; i++) {
        bool is_value = f->slots.at[i] == SLOT_VALUE || f->slots.at[i] == SLOT_SCOPE;
        if (!is_value && !fact_is_uniform(now(f)->cells[i].fact))
            slot_set(f, i, (struct fact){0});
    }
}
