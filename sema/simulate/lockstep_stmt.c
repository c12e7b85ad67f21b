/* lockstep_stmt.c - statements in a run: declarations, if, jumps, return. A lane that jumps is
 * masked until its path joins the others again. */
#include "sema/simulate/lockstep_internal.h"

/* ---- declarations ---- */

static bool is_tracked(const struct type *t)
{
    return t && (type_is_scalar(t) || t->kind == TYPE_AMP || t->kind == TYPE_RECORD ||
                 t->kind == TYPE_ARRAY);
}

static void declare(void *a, struct init_declarator *d)
{
    struct lockstep *l = a;
    const struct symbol *s = d->symbol;
    const struct value *v;

    if (!s || s->kind != SYMBOL_VAR || s->storage & (STORAGE_STATIC | STORAGE_TILE_STATIC))
        return;
    if (d->init)
        v = lockstep_init(l, d->init, s->type);
    else if (d->constructed)
        v = lockstep_construct(l, s->type, &d->args);
    else
        v = value_unknown(l, s->type, SPREAD_LANES);
    if (is_tracked(s->type) && !s->constant)
        variable_put(l, s, v);
    lockstep_walk(l);
}

/* ---- jumps ---- */

/* The active threads jump to m, the join point of t, and wait there. */
static void lockstep_jump(struct lockstep *l, struct target *t, struct meeting *m)
{
    bool choice;

    if (!t || !l->now.alive) {
        l->stopped |= !t;
        return;
    }
    choice = l->forks > t->forks;
    t->uncertain |= choice;
    for (int i = 0; i < l->numbers.width; i++)
        t->uncertain |= l->now.lanes[i] == 1 && t->lanes[i] == 2;
    meeting_add(l, m, NULL, t->lanes, choice, choice);
    lanes_put(l, arena_array(&l->numbers.arena, unsigned char, l->numbers.width));
}

static void jump(void *a, struct stmt *s, const struct paths_construct *of)
{
    struct target *t = construct_target(of);

    lockstep_jump(a, t, !t ? NULL : s->kind == STMT_CONTINUE ? &t->continues : &t->breaks);
}

static void leave(void *a, struct stmt *s)
{
    struct lockstep *l = a;
    struct target *call = l->call;
    const struct value *v = s->expr ? lockstep_eval(l, s->expr) : NULL;
    struct lockstep_return *here;
    bool overlap = false;

    if (!l->now.alive)
        return;
    here = arena_new(&l->numbers.arena, struct lockstep_return);
    *here = (struct lockstep_return){l->now.guards, call->returns};
    call->returns = here;
    if (v && call->result && call->breaks.used) {
        for (int i = 0; i < l->numbers.width; i++)
            overlap |= l->now.lanes[i] && call->breaks.state.lanes[i];
        v = value_blend(l, call->result, v,
                        &(struct blending){.pick = call->breaks.state.lanes,
                                           .overlap = overlap,
                                           .choice = l->forks > call->forks});
    }
    if (v)
        call->result = v;
    lockstep_jump(l, call, &call->breaks);
}

bool lockstep_together(const struct lockstep *l)
{
    for (int i = 0; i < l->numbers.width; i++)
        if (l->now.lanes[i] != 2)
            return false;
    return true;
}

/* ---- constructs ---- */

static void begin(void *a, struct paths_construct *c)
{
    struct lockstep *l = a;

    if (l->paths.dead)
        return;
    if (c->stmt && c->stmt->kind == STMT_SWITCH) {
        switch_begin(l, c);
    } else if (c->stmt) {
        loop_begin(l, c);
    } else {
        c->own = arena_new(&l->numbers.arena, struct split);
        split_begin(l, c->own, l->test);
    }
    lockstep_walk(l);
}

static void other(void *a, const struct paths_construct *c)
{
    if (c->own)
        split_else(a, c->own);
    lockstep_walk(a);
}

static void end(void *a, const struct paths_construct *c)
{
    struct lockstep *l = a;

    if (c->own && !c->stmt)
        split_join(l, c->own);
    else if (c->own && c->stmt->kind == STMT_SWITCH)
        switch_end(l, c);
    else if (c->own)
        loop_end(l, c);
    lockstep_walk(l);
}

/* States are kept in meetings and splits: how certain a lane is depends on the jumps. */
static void *copy(void *a, const void *state)
{
    (void)state;
    return &((struct lockstep *)a)->now;
}

static void join(void *a, void *state, const void *from, enum paths_meet meet,
                 const struct paths_construct *of)
{
    (void)a, (void)state, (void)from, (void)meet, (void)of;
}

/* ---- statements ---- */

static void evaluate(void *a, struct expr *e)
{
    struct lockstep *l = a;

    l->last = lockstep_eval(l, e);
    lockstep_walk(l);
}

static void condition(void *a, struct expr *e, struct paths_construct *loop)
{
    struct lockstep *l = a;

    l->test = lockstep_test(l, e);
    if (loop)
        loop_tested(l, loop, l->test);
    lockstep_walk(l);
}

static void plain(void *a, struct stmt *s)
{
    ((struct lockstep *)a)->stmt = s;
}

static void statement(void *a, struct stmt *s, struct stmt *of)
{
    struct lockstep *l = a;
    struct block *b = l->block;

    if (s == of->items.at[0]) {
        b = arena_new(&l->numbers.arena, struct block);
        *b = (struct block){++l->items, l->item, l->block};
        l->block = b;
    }
    l->item = b->item;
    if (!s) {
        l->block = b->outer;
    } else if (!l->stopped) {
        struct item *here = arena_new(&l->numbers.arena, struct item);
        *here = (struct item){s, ++l->items, b->number, of, b->item};
        if (lockstep_together(l))
            l->item = here;
    }
}

static void stop(void *a)
{
    ((struct lockstep *)a)->stopped = true;
    lockstep_walk(a);
}

static void assembly(void *a, struct stmt *s)
{
    (void)s;
    stop(a);
}

void lockstep_walk(struct lockstep *l)
{
    l->paths.dead = !lockstep_go(l);
}

void lockstep_stmt(struct lockstep *l, struct stmt *s)
{
    lockstep_walk(l);
    paths_stmt(&l->paths, s);
}

void lockstep_body(struct lockstep *l, struct stmt *body)
{
    static const struct paths_ops ops = {.copy = copy,
                                         .join = join,
                                         .begin = begin,
                                         .other = other,
                                         .end = end,
                                         .jump = jump,
                                         .condition = condition,
                                         .label = lockstep_label,
                                         .plain = plain,
                                         .statement = statement,
                                         .anywhere = stop,
                                         .expr = evaluate,
                                         .declare = declare,
                                         .leave = leave,
                                         .assembly = assembly,
                                         .round = lockstep_round,
                                         .body_end = lockstep_body_end};
    struct paths outer = l->paths;
    struct block *block = l->block;

    l->paths =
        (struct paths){.ops = &ops, .analysis = l, .arena = &l->numbers.arena, .now = &l->now};
    l->block = NULL;
    lockstep_stmt(l, body);
    l->paths = outer;
    l->block = block;
}
