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
    unsigned long long outer;    /* the trace around the loop */
    bool open;                   /* a round is being run */
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

void loop_begin(struct lockstep *l, struct paths_construct *c)
{
    struct loop *p = arena_new(&l->numbers.arena, struct loop);

    *p = (struct loop){.stmt = c->stmt,
                       .target = {.lanes = l->now.lanes,
                                  .forks = l->forks,
                                  .outer = l->loop,
                                  .stmt = c->stmt,
                                  .begin = ++l->items},
                       .work = l->numbers.work,
                       .allowed = (l->budget - l->numbers.work) / 3,
                       .events = l->events};
    l->loop = &p->target;
    c->own = p;
}

void loop_end(struct lockstep *l, const struct paths_construct *c)
{
    struct loop *p = c->own;

    l->loop = p->target.outer;
    meeting_resume(l, &p->exits, p->target.lanes, true);
    meeting_resume(l, &p->target.breaks, p->target.lanes, true);
}

static void round_begin(struct lockstep *l, struct loop *p)
{
    l->stmt = p->stmt;
    p->target.round = ++l->items;
}

/* Behind the condition. */
static void round_go(struct lockstep *l, struct loop *p)
{
    if (!l->now.alive)
        return;
    if (loop_is_long(l, p)) {
        loop_cut(l, p);
        return;
    }
    env_note(l, p);
    p->outer = l->trace;
    l->trace = 0;
    p->open = true;
    p->target.together = lockstep_together(l);
    wait_if(l, p->target.wait_first);
}

static void round_end(struct lockstep *l, struct loop *p)
{
    if (!p->open)
        return;
    wait_if(l, p->target.wait_last);
    trace_shift(l, p, p->outer);
    p->unknown += p->target.uncertain;
    p->target.uncertain = p->open = false;
    p->round++;
}

void loop_tested(struct lockstep *l, struct paths_construct *c, const struct test *t)
{
    struct loop *p = c->own;

    loop_test(l, p, t);
    round_go(l, p);
}

/* Before each iteration; one of a do was begun with its condition. */
bool lockstep_round(void *a, struct paths_construct *c, int round)
{
    struct lockstep *l = a;
    struct loop *p = c->own;

    if (p && (c->stmt->kind != STMT_DO || round == 0)) {
        round_end(l, p);
        if (lockstep_go(l))
            round_begin(l, p);
        if (lockstep_go(l) && (!c->condition || c->stmt->kind == STMT_DO))
            round_go(l, p);
    }
    lockstep_walk(l);
    return p && !l->paths.dead;
}

void lockstep_body_end(void *a)
{
    struct lockstep *l = a;
    struct loop *p = l->paths.construct->own;

    if (!p)
        return;
    meeting_resume(l, &p->target.continues, p->target.lanes, p->target.uncertain);
    l->stmt = p->stmt;
    if (p->stmt->kind == STMT_DO && p->stmt->expr) {
        round_end(l, p);
        round_begin(l, p);
    }
    lockstep_walk(l);
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

void lockstep_label(void *a, struct stmt *s, struct paths_construct *c)
{
    struct lockstep *l = a;
    struct cases *p = c->own;

    if (p && !l->stopped)
        label_enter(l, p, s->kind == STMT_CASE ? case_test(l, p, s) : p->none);
    lockstep_walk(l);
}

void switch_begin(struct lockstep *l, struct paths_construct *c)
{
    const struct value *v = l->last;
    struct stmt *s = c->stmt;
    struct cases *p = arena_new(&l->numbers.arena, struct cases);

    *p = (struct cases){.value = v->kind == VALUE_NUMBER ? v->number : NULL,
                        .spread = value_spread(l, v),
                        .none = test_known(&l->numbers, true),
                        .entry = l->now};
    if (!s->body || s->body->kind != STMT_COMPOUND || !labels_known(s->body)) {
        l->stopped = true;
        return;
    }
    for (int i = 0; i < s->body->items.n; i++)
        labels_collect(l, p, s->body->items.at[i]);
    p->saved = lockstep_save(l);
    p->target = (struct target){
        .lanes = l->now.lanes, .forks = l->forks, .outer = l->loop, .is_switch = true};
    l->loop = &p->target;
    l->forks += test_is_choice(p->none);
    lanes_put(l, arena_array(&l->numbers.arena, unsigned char, l->numbers.width));
    c->own = p;
}

void switch_end(struct lockstep *l, const struct paths_construct *c)
{
    struct cases *p = c->own;

    if (!c->has_default && !l->stopped)
        label_enter(l, p, p->none);
    l->forks = p->target.forks;
    l->loop = p->target.outer;
    meeting_resume(l, &p->target.breaks, p->target.lanes, true);
    if (!l->stopped)
        l->now.guards = p->entry.guards;
}

struct target *construct_target(const struct paths_construct *c)
{
    if (!c->own)
        return NULL;
    return c->stmt->kind == STMT_SWITCH ? &((struct cases *)c->own)->target
                                        : &((struct loop *)c->own)->target;
}
