/* lockstep_loop.c - loops and switch in a run: all iterations where their number is known and small
 * enough, else a few of them, after which the variables that the loop changes are unknown. */
#include "sema/analysis/code.h"
#include "sema/simulate/lockstep_internal.h"
#include "sema/types/limits.h"

/* A loop runs until its condition is false, or until an iteration has the same events as the last
 * one or the one before it. Where its end is not known, a few iterations run, as one may read what
 * an earlier one left; then the variables that differ between iterations get new symbols. Loops
 * without accesses run as long as that is cheap: they may compute indices. */
/* ---- rounds ---- */

struct loop {
    struct target target;
    struct meeting exits;
    struct stmt *stmt;
    const struct value **env; /* at the begin of the round */
    int n;
    int round, unknown;
    long long work, allowed;
    long long events;            /* when it began */
    unsigned long long trace[4]; /* of the last rounds, the newest first */
};

/* The lanes for which the condition does not hold leave the loop. */
static void loop_test(struct lockstep *l, struct loop *p, const struct test *t)
{
    unsigned char *stay = arena_array(&l->numbers.arena, unsigned char, l->numbers.width);
    unsigned char *go = arena_array(&l->numbers.arena, unsigned char, l->numbers.width);
    const struct guard *guards = l->now.guards;
    bool choice = test_is_choice(t);

    l->numbers.work += l->numbers.width;
    for (int i = 0; i < l->numbers.width; i++) {
        enum answer holds = test_at(t, i);
        stay[i] = lane_behind(l->now.lanes[i], holds, choice);
        go[i] = lane_behind(l->now.lanes[i], answer_not(holds), choice);
        p->target.uncertain |= l->now.lanes[i] && holds == ANSWER_UNKNOWN;
    }
    l->now.guards = guard_push(&l->numbers, guards, t, false);
    meeting_add(l, &p->exits, go, p->target.lanes, choice, choice);
    l->now.guards = guard_push_loop(&l->numbers, guards, t);
    lanes_put(l, stay);
}

static const struct value *forgotten(struct lockstep *l, const struct value *v,
                                     const struct value *old)
{
    const struct affine *components[RANK_MAX];
    enum spread spread = spread_larger(value_spread(l, v), value_spread(l, old));
    const struct value *other = spread == SPREAD_NONE ? l->nothing : l->anything;

    if (v->kind == VALUE_NUMBER)
        return value_number(l, affine_fresh(&l->numbers, spread, -AFFINE_LIMIT, AFFINE_LIMIT));
    if (v->kind == VALUE_AGGREGATE || old->kind == VALUE_AGGREGATE)
        return aggregate_forget(l, v, old, forgotten);
    if (v->kind != VALUE_TUPLE)
        return value_blend(l, v, other,
                           &(struct blending){.pick = l->now.lanes,
                                              .overlap = true,
                                              .choice = spread == SPREAD_NONE});
    for (int k = 0; k < v->rank; k++)
        components[k] = affine_fresh(&l->numbers, spread, -AFFINE_LIMIT, AFFINE_LIMIT);
    return value_tuple(l, v->rank, components);
}

/* The variables that the last iteration changed become unknown, and all lanes leave the loop. */
static void loop_cut(struct lockstep *l, struct loop *p)
{
    for (int i = 0; i < l->now.n; i++) {
        const struct value *old = i < p->n ? p->env[i] : NULL;
        if (old && l->now.env[i] && l->now.env[i] != old)
            l->now.env[i] = forgotten(l, l->now.env[i], old);
    }
    if (l->hooks.cut)
        l->hooks.cut(l, p->stmt);
    meeting_add(l, &p->exits, NULL, p->target.lanes, true, false);
    lanes_put(l, arena_array(&l->numbers.arena, unsigned char, l->numbers.width));
}

/* The last iterations had the same events, or alternated between two. */
static bool loop_repeats(const struct loop *p)
{
    return p->round >= LOCKSTEP_ROUNDS_SAME &&
           (p->trace[0] == p->trace[1] ||
            (p->round > LOCKSTEP_ROUNDS_SAME && p->trace[0] == p->trace[2] &&
             p->trace[1] == p->trace[3]));
}

static bool loop_is_long(const struct lockstep *l, const struct loop *p)
{
    long long work = l->numbers.work - p->work;

    if (p->unknown >= LOCKSTEP_ROUNDS_UNKNOWN || p->round >= LOCKSTEP_ROUNDS_MAX)
        return true;
    if (l->events == p->events)
        return p->round >= LOCKSTEP_ROUNDS_PLAIN ||
               work > LOCKSTEP_WORK_PLAIN + LOCKSTEP_WORK_LANE * l->numbers.width;
    return loop_repeats(p) || (p->round >= LOCKSTEP_ROUNDS_FREE && work > p->allowed);
}

static void trace_shift(struct lockstep *l, struct loop *p, unsigned long long outer)
{
    for (int i = 3; i > 0; i--)
        p->trace[i] = p->trace[i - 1];
    p->trace[0] = l->trace;
    l->trace = outer * 31 + l->trace;
}

static void env_note(struct lockstep *l, struct loop *p)
{
    p->n = l->now.n;
    p->env = arena_array(&l->numbers.arena, const struct value *, p->n + 1);
    for (int i = 0; i < p->n; i++)
        p->env[i] = l->now.env[i];
}

/* Acts as if there were a barrier here that an earlier message asked for. */
static void wait_if(struct lockstep *l, bool wait)
{
    if (wait && l->now.alive && l->hooks.barrier)
        l->hooks.barrier(l, ORDERS_ALL);
}

void lockstep_loop(struct lockstep *l, struct stmt *s)
{
    struct loop p = {.stmt = s,
                     .target = {.lanes = l->now.lanes,
                                .forks = l->forks,
                                .outer = l->loop,
                                .stmt = s,
                                .begin = ++l->items},
                     .work = l->numbers.work,
                     .allowed = (l->budget - l->numbers.work) / 3,
                     .events = l->events};
    unsigned long long outer;

    l->loop = &p.target;
    for (; lockstep_go(l); p.round++) {
        l->stmt = s;
        p.target.round = ++l->items;
        if (s->expr && (s->kind != STMT_DO || p.round > 0))
            loop_test(l, &p, lockstep_test(l, s->expr));
        if (!l->now.alive)
            break;
        if (loop_is_long(l, &p)) {
            loop_cut(l, &p);
            break;
        }
        env_note(l, &p);
        outer = l->trace;
        l->trace = 0;
        p.target.together = lockstep_together(l);
        wait_if(l, p.target.wait_first);
        lockstep_stmt(l, s->body);
        meeting_resume(l, &p.target.continues, p.target.lanes, p.target.uncertain);
        l->stmt = s;
        if (s->kind == STMT_FOR && s->step && l->now.alive)
            lockstep_eval(l, s->step);
        wait_if(l, p.target.wait_last);
        trace_shift(l, &p, outer);
        p.unknown += p.target.uncertain;
        p.target.uncertain = false;
    }
    l->loop = p.target.outer;
    meeting_resume(l, &p.exits, p.target.lanes, true);
    meeting_resume(l, &p.target.breaks, p.target.lanes, true);
}

/* ---- switch ---- */

/* The conditions of the labels of a switch, in the order of its items. */
struct cases {
    const struct affine *value; /* NULL: not known */
    enum spread spread;
    const struct test *none; /* holds when no case does */
    struct state entry;
    void *saved;
    struct target target;
};

static const struct test *case_test(struct lockstep *l, const struct cases *p, struct stmt *label)
{
    struct affines *n = &l->numbers;
    long long low, high;
    const struct test *t;

    if (!p->value || !integer_constant(label->expr, &low) ||
        (label->last && !integer_constant(label->last, &high)))
        return test_opaque(n, p->spread);
    if (!label->last)
        return test_compare(n, OP_EQ, p->value, affine_number(n, low), p->entry.guards);
    t = test_compare(n, OP_GE, p->value, affine_number(n, low), p->entry.guards);
    return test_join(n, OP_LAND, t,
                     test_compare(n, OP_LE, p->value, affine_number(n, high), p->entry.guards));
}

static void labels_collect(struct lockstep *l, struct cases *p, struct stmt *s)
{
    for (; s && (s->kind == STMT_CASE || s->kind == STMT_DEFAULT); s = s->body)
        if (s->kind == STMT_CASE)
            p->none =
                test_join(&l->numbers, OP_LAND, p->none, test_not(&l->numbers, case_test(l, p, s)));
}

/* The lanes for which t holds enter at a label, beside those that fall through. */
static void label_enter(struct lockstep *l, struct cases *p, const struct test *t)
{
    unsigned char *lanes = arena_array(&l->numbers.arena, unsigned char, l->numbers.width);
    struct meeting above = {0};
    bool choice = test_is_choice(t), any = false;

    for (int i = 0; i < l->numbers.width; i++) {
        lanes[i] = lane_behind(p->entry.lanes[i], test_at(t, i), choice);
        any |= lanes[i] != 0;
    }
    if (!any)
        return;
    meeting_add(l, &above, NULL, p->target.lanes, choice, choice);
    if (choice)
        lockstep_restore(l, p->saved);
    l->now = p->entry;
    l->now.guards = guard_push(&l->numbers, p->entry.guards, t, true);
    lanes_put(l, lanes);
    meeting_resume(l, &above, p->target.lanes, choice);
}

static bool hidden_stmt(struct code_walk *w, struct stmt *s)
{
    bool *hidden = w->data;

    *hidden |= s->kind == STMT_CASE || s->kind == STMT_DEFAULT;
    return !*hidden && s->kind != STMT_SWITCH;
}

/* All labels of the switch are those of its body's items, and not inside of these. */
static bool labels_known(const struct stmt *body)
{
    bool hidden = false;
    struct code_walk w = {.stmt = hidden_stmt, .data = &hidden};

    for (int i = 0; i < body->items.n && !hidden; i++) {
        struct stmt *s = body->items.at[i];
        while (s && (s->kind == STMT_CASE || s->kind == STMT_DEFAULT))
            s = s->body;
        code_walk_stmt(&w, s);
    }
    return !hidden;
}

static void switch_body(struct lockstep *l, struct cases *p, struct stmt *body)
{
    struct stmt *s;

    for (int i = 0; i < body->items.n && !l->stopped; i++) {
        for (s = body->items.at[i]; s && (s->kind == STMT_CASE || s->kind == STMT_DEFAULT);
             s = s->body)
            label_enter(l, p, s->kind == STMT_CASE ? case_test(l, p, s) : p->none);
        lockstep_stmt(l, s);
    }
}

void lockstep_switch(struct lockstep *l, struct stmt *s)
{
    const struct value *v = lockstep_eval(l, s->expr);
    struct cases p = {.value = v->kind == VALUE_NUMBER ? v->number : NULL,
                      .spread = value_spread(l, v),
                      .none = test_known(&l->numbers, true),
                      .entry = l->now};
    bool has_default = false;

    if (!s->body || s->body->kind != STMT_COMPOUND || !labels_known(s->body)) {
        l->stopped = true;
        return;
    }
    for (int i = 0; i < s->body->items.n; i++) {
        labels_collect(l, &p, s->body->items.at[i]);
        for (struct stmt *x = s->body->items.at[i]; x; x = x->body) {
            if (x->kind != STMT_CASE && x->kind != STMT_DEFAULT)
                break;
            has_default |= x->kind == STMT_DEFAULT;
        }
    }
    p.saved = lockstep_save(l);
    p.target = (struct target){
        .lanes = l->now.lanes, .forks = l->forks, .outer = l->loop, .is_switch = true};
    l->loop = &p.target;
    l->forks += test_is_choice(p.none);
    lanes_put(l, arena_array(&l->numbers.arena, unsigned char, l->numbers.width));
    switch_body(l, &p, s->body);
    if (!has_default)
        label_enter(l, &p, p.none);
    l->forks = p.target.forks;
    l->loop = p.target.outer;
    meeting_resume(l, &p.target.breaks, p.target.lanes, true);
    if (!l->stopped)
        l->now.guards = p.entry.guards;
}
