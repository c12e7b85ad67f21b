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
    copy->dead = s->dead;
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
    if (a->dead != b->dead || a->n != b->n)
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

/* On one path of 'condition' threads jumped out of the construct: which ones, varies with it. */
static void scope_diverge(struct flow *f, struct cell *c, struct fact condition)
{
    if (!fact_is_uniform(condition))
        c->fact = fact_join(c->fact, fact_step(f->v, condition, VARIANCE_LEFT, c->jump, NULL));
}

static void scope_join(struct flow *f, struct cell *a, const struct cell *b, struct fact condition,
                       bool facts)
{
    bool jumped = a->stamp != b->stamp;

    if (b->stamp > a->stamp) {
        a->stamp = b->stamp;
        a->jump = b->jump;
    }
    if (facts)
        a->fact = fact_join(a->fact, b->fact);
    if (jumped)
        scope_diverge(f, a, condition);
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

struct state *state_join(struct flow *f, struct state *a, struct state *b, struct fact condition)
{
    if (!a || !b)
        return a ? a : b;
    if (a->dead && !b->dead) {
        struct state *t = a;
        a = b;
        b = t;
    }
    for (int i = 0; i < a->n && i < b->n; i++)
        if (f->slots.at[i] == SLOT_SCOPE)
            scope_join(f, &a->cells[i], &b->cells[i], condition, a->dead == b->dead);
        else if (!b->dead)
            value_join(f, &a->cells[i], &b->cells[i], condition);
    state_free(f->v, b);
    return a;
}

void state_join_back(struct flow *f, struct state *s, const struct state *back, long long start,
                     bool only)
{
    for (int i = 0; i < s->n && i < back->n; i++) {
        struct cell *a = &s->cells[i];
        const struct cell *b = &back->cells[i];
        if (b->stamp > start) {
            a->stamp = ++f->clock;
            a->jump = b->jump;
            a->constant = (only || (a->constant && a->value == b->value)) && b->constant;
            a->value = b->value;
            a->fact = only ? b->fact : fact_join(a->fact, b->fact);
        } else if (f->slots.at[i] == SLOT_SCOPE) {
            a->fact = fact_join(a->fact, b->fact);
        }
    }
}

void state_blur(struct flow *f, long long start, struct fact fact)
{
    if (fact_is_uniform(fact))
        return;
    for (int i = 0; i < f->now->n; i++) {
        struct cell *c = &f->now->cells[i];
        if (c->stamp <= start)
            continue;
        if (f->slots.at[i] == SLOT_SCOPE) {
            scope_diverge(f, c, fact);
        } else {
            c->fact = fact_join(
                c->fact, fact_step(f->v, fact, VARIANCE_ASSIGNED, place_of_step(fact), NULL));
            c->constant = false;
        }
    }
}

/* ---- slots ---- */

int slot_new(struct flow *f, enum slot_kind kind)
{
    int slot = f->slots.n;

    vec_push(&f->v->arena, &f->slots, kind);
    state_resize(f->v, f->now, slot + 1);
    if (kind != SLOT_SCOPE)
        slot_set(f, slot, (struct fact){0});
    return slot;
}

void slot_set(struct flow *f, int slot, struct fact fact)
{
    struct cell *c = &f->now->cells[slot];

    c->fact = fact;
    c->stamp = ++f->clock;
    c->constant = false;
}

void slot_set_constant(struct flow *f, int slot, const struct expr *value)
{
    struct cell *c = &f->now->cells[slot];

    c->constant = value->constant && fact_is_uniform(c->fact);
    c->value = value->value;
}

void slots_synchronise(struct flow *f)
{
    for (int i = 0; i < f->now->n; i++) {
        bool is_value = f->slots.at[i] == SLOT_VALUE || f->slots.at[i] == SLOT_SCOPE;
        if (!is_value && !fact_is_uniform(f->now->cells[i].fact))
            slot_set(f, i, (struct fact){0});
    }
}
