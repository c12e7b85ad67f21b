/* lockstep_state.c - the state of a run: which lanes are active, the guards on the path, and a
 * value for each variable; saved at branches, joined where paths meet.
 *
 * Lattice: for each lane 0 (not active) < 1 (perhaps) < 2 (certainly); for each variable one value
 * below a list of values with the guards of their paths (struct affine_option) below a new symbol,
 * of which at most bounds are known. Join: equal values stay; a divergent branch gives each lane
 * the value of its path; after a uniform but unknown condition both values stay, with their guards,
 * up to LOCKSTEP_OPTIONS_MAX; else a new symbol. Guards: the common ones stay. Limits:
 * sema/types/limits.h; loops do not run to a fixed point, their effect beyond the iterations that
 * ran is covered by making changed variables unknown. */
#include <string.h>

#include "sema/simulate/lockstep_internal.h"

bool lockstep_go(struct lockstep *l)
{
    if (l->numbers.work > l->budget)
        l->stopped = true;
    return l->now.alive && !l->stopped;
}

void *lockstep_save(struct lockstep *l)
{
    return l->hooks.save ? l->hooks.save(l) : NULL;
}

void lockstep_restore(struct lockstep *l, void *saved)
{
    if (l->hooks.restore)
        l->hooks.restore(l, saved);
}

static void lockstep_merge(struct lockstep *l, void *saved)
{
    if (l->hooks.merge)
        l->hooks.merge(l, saved);
}

static bool lanes_any(struct lockstep *l, const unsigned char *lanes)
{
    l->numbers.work += l->numbers.width / 8;
    for (int i = 0; i < l->numbers.width; i++)
        if (lanes[i])
            return true;
    return false;
}

void lanes_put(struct lockstep *l, const unsigned char *lanes)
{
    l->now.lanes = lanes;
    l->now.alive = lanes_any(l, lanes);
}

static unsigned char *lanes_new(struct lockstep *l)
{
    l->numbers.work += l->numbers.width / 4;
    return arena_array(&l->numbers.arena, unsigned char, l->numbers.width);
}

/* ---- variables ---- */

static int slot_of(struct lockstep *l, const struct symbol *s);

static void slots_grow(struct lockstep *l)
{
    struct slot *old = l->slots;
    int n = l->slots_cap;

    l->slots_cap = n ? n * 2 : 64;
    l->slots = arena_array(&l->numbers.arena, struct slot, l->slots_cap);
    for (int i = 0; i < n; i++) {
        if (!old[i].symbol)
            continue;
        unsigned at = (unsigned)((unsigned long long)old[i].symbol >> 4);
        while (l->slots[at % (unsigned)l->slots_cap].symbol)
            at++;
        l->slots[at % (unsigned)l->slots_cap] = old[i];
    }
}

static int slot_of(struct lockstep *l, const struct symbol *s)
{
    unsigned at = (unsigned)((unsigned long long)s >> 4);
    struct slot *slot;

    if (l->slots_n * 2 >= l->slots_cap)
        slots_grow(l);
    for (;; at++) {
        slot = &l->slots[at % (unsigned)l->slots_cap];
        if (slot->symbol == s)
            return slot->number;
        if (!slot->symbol)
            break;
    }
    slot->symbol = s;
    slot->number = l->slots_n++;
    vec_push(&l->numbers.arena, &l->begins, NULL);
    return slot->number;
}

const struct value *variable_get(struct lockstep *l, const struct symbol *s)
{
    int i = slot_of(l, s);

    if (i < l->now.n && l->now.env[i])
        return l->now.env[i];
    if (!l->begins.at[i]) {
        const struct value *v = value_begin(l, s); /* which may add variables */
        l->begins.at[i] = v;
    }
    return l->begins.at[i];
}

static const struct value **env_copy(struct lockstep *l, const struct state *s, int n)
{
    const struct value **env = arena_array(&l->numbers.arena, const struct value *, n + 8);

    l->numbers.work += n;
    if (s->n)
        memcpy(env, s->env, sizeof *env * (size_t)s->n);
    return env;
}

void variable_put(struct lockstep *l, const struct symbol *s, const struct value *v)
{
    int i = slot_of(l, s);

    if (i >= l->now.n) {
        l->now.env = env_copy(l, &l->now, l->slots_n);
        l->now.n = l->slots_n;
    }
    l->now.env[i] = v;
}

/* ---- joining states ---- */

/* The lanes of a and b together. */
static const unsigned char *lanes_join(struct lockstep *l, const unsigned char *a,
                                       const unsigned char *b, const unsigned char *all,
                                       bool *overlap)
{
    unsigned char *lanes = lanes_new(l);

    for (int i = 0; i < l->numbers.width; i++) {
        *overlap |= a[i] && b[i];
        lanes[i] = a[i] && b[i] ? all[i] : a[i] > b[i] ? a[i] : b[i];
    }
    return lanes;
}

static const struct value *values_join(struct lockstep *l, const struct blending *how,
                                       const struct value *a, const struct value *b)
{
    if (a == b || !b)
        return a;
    if (!a)
        return b;
    return value_blend(l, a, b, how);
}

/* The guards behind a join. 'lanes' are active there, 'all' were where the paths branched: a lane
 * that is less certain now (a jump that it perhaps took) gets a guard that nothing is known of. */
static const struct guard *guards_left(struct lockstep *l, const struct guard *guards,
                                       const unsigned char *lanes, const unsigned char *all)
{
    unsigned char *doubt = NULL;

    for (int i = 0; i < l->numbers.width; i++)
        if (lanes[i] && lanes[i] < all[i]) {
            doubt = doubt ? doubt : lanes_new(l);
            doubt[i] = 1;
        }
    return doubt ? guard_push(&l->numbers, guards, test_doubt(&l->numbers, doubt), true) : guards;
}

static void state_join(struct lockstep *l, struct state *to, const struct state *from,
                       const unsigned char *all, bool choice, const struct test *test)
{
    struct blending how = {.choice = choice,
                           .guarded = choice,
                           .data = test && test->data,
                           .test = test,
                           .pick = to->lanes,
                           .first = to->guards,
                           .second = from->guards};
    const unsigned char *lanes;
    int n = to->n > from->n ? to->n : from->n;

    if (!to->alive || !from->alive) {
        const struct state *one = to->alive ? to : from;
        to->env = env_copy(l, one, n);
        to->n = one->n;
        to->lanes = one->lanes;
        to->guards = one->guards;
        to->alive = one->alive;
        return;
    }
    lanes = lanes_join(l, to->lanes, from->lanes, all, &how.overlap);
    to->env = env_copy(l, to, n);
    for (int i = 0; i < n; i++)
        to->env[i] =
            values_join(l, &how, i < to->n ? to->env[i] : NULL, i < from->n ? from->env[i] : NULL);
    to->n = n;
    to->lanes = lanes;
    to->guards = guards_left(l, guards_common(to->guards, from->guards), lanes, all);
}

/* ---- splits ---- */

unsigned char lane_behind(unsigned char lane, enum answer holds, bool choice)
{
    switch (holds) {
    case ANSWER_PROVED:
        return lane;
    case ANSWER_REFUTED:
        return 0;
    case ANSWER_UNKNOWN:
        break;
    }
    return choice || !lane ? lane : 1;
}

void split_begin(struct lockstep *l, struct split *p, const struct test *t)
{
    unsigned char *then = lanes_new(l), *other = lanes_new(l);

    *p = (struct split){.test = t, .before = l->now, .choice = test_is_choice(t)};
    for (int i = 0; i < l->numbers.width; i++) {
        then[i] = lane_behind(l->now.lanes[i], test_at(t, i), p->choice);
        other[i] = lane_behind(l->now.lanes[i], answer_not(test_at(t, i)), p->choice);
    }
    p->picked = then;
    p->others = other;
    if (p->choice) {
        l->forks++;
        p->saved = lockstep_save(l);
    }
    l->now.env = env_copy(l, &p->before, p->before.n);
    l->now.guards = guard_push(&l->numbers, p->before.guards, t, true);
    lanes_put(l, then);
}

void split_else(struct lockstep *l, struct split *p)
{
    p->first = l->now;
    if (p->choice) {
        void *then = lockstep_save(l);
        lockstep_restore(l, p->saved);
        p->saved = then;
    }
    l->now = p->before;
    l->now.env = env_copy(l, &p->before, p->before.n);
    l->now.guards = guard_push(&l->numbers, p->before.guards, p->test, false);
    lanes_put(l, p->others);
}

void split_join(struct lockstep *l, struct split *p)
{
    bool both = l->now.alive && p->first.alive;

    p->second = l->now.guards;
    if (p->choice) {
        l->forks--;
        if (both)
            lockstep_merge(l, p->saved);
        else if (p->first.alive)
            lockstep_restore(l, p->saved);
    }
    struct state others = l->now;
    l->now = p->first;
    state_join(l, &l->now, &others, p->before.lanes, p->choice, p->test);
    if (both)
        l->now.guards = guards_left(l, p->before.guards, l->now.lanes, p->before.lanes);
}

const struct value *split_value(struct lockstep *l, const struct split *p, const struct value *v,
                                const struct value *w)
{
    bool overlap = false, first = false, second = false;

    for (int i = 0; i < l->numbers.width; i++) {
        overlap |= p->picked[i] && p->others[i];
        first |= p->picked[i] != 0;
        second |= p->others[i] != 0;
    }
    if (v == w || !second)
        return v;
    return first ? value_blend(l, v, w,
                               &(struct blending){.pick = p->picked,
                                                  .overlap = overlap,
                                                  .choice = p->choice,
                                                  .data = p->test->data,
                                                  .guarded = p->choice,
                                                  .test = p->test,
                                                  .first = p->first.guards,
                                                  .second = p->second})
                 : w;
}

/* ---- meetings ---- */

static void saved_push(struct lockstep *l, struct state *s, void *saved)
{
    struct saved_list *n = arena_new(&l->numbers.arena, struct saved_list);

    *n = (struct saved_list){saved, s->saved};
    s->saved = n;
}

void meeting_add(struct lockstep *l, struct meeting *m, const unsigned char *lanes,
                 const unsigned char *all, bool choice, bool save)
{
    struct state here = l->now;

    here.lanes = lanes ? lanes : l->now.lanes;
    here.alive = lanes_any(l, here.lanes);
    if (!here.alive)
        return;
    if (m->used) {
        state_join(l, &m->state, &here, all, choice, NULL);
    } else {
        m->state = here;
        m->state.saved = NULL;
        m->state.env = env_copy(l, &here, here.n);
        m->used = true;
    }
    if (save)
        saved_push(l, &m->state, lockstep_save(l));
}

void meeting_resume(struct lockstep *l, struct meeting *m, const unsigned char *all, bool choice)
{
    if (!m->used)
        return;
    for (struct saved_list *s = m->state.saved; s; s = s->next)
        lockstep_merge(l, s->saved);
    m->state.saved = NULL;
    state_join(l, &l->now, &m->state, all, choice, NULL);
    m->used = false;
}

/* ---- events ---- */

/* The hash takes some of the lanes only; they suffice to distinguish iterations. */
void event_note(struct lockstep *l, const void *what, const struct affine *where)
{
    unsigned long long h = l->trace * 1000003 + (unsigned long long)what;
    int last = l->numbers.width - 1, picked[4] = {0, 1, last / 2 + 1, last};

    l->events++;
    for (int i = 0; i < 4; i++) {
        int lane = picked[i] > last ? last : picked[i];
        h = h * 1000003 + l->now.lanes[lane];
        if (where)
            h = h * 1000003 + (unsigned long long)affine_at(where, lane);
    }
    for (int i = 0; where && i < where->n; i++)
        h = h * 1000003 + (unsigned long long)where->terms[i].k;
    l->trace = h ^ h >> 29;
}
