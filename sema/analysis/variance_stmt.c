/* variance_stmt.c - statements, which paths.h walks: which threads take which path, jumps out of
 * constructs, loops to a fixed point of the state at their head.
 *
 * Which threads are missing after jumps is a fact of its own (SLOT_SCOPE) for each scope that jumps
 * leave. A jump notes in each frame between here and there which threads are elsewhere; they are
 * missing from that frame's end on. Example: behind `if (t.local[0]) break;` the rest of the loop's
 * body is divergent. */
#include "sema/analysis/variance_internal.h"

/* ---- frames ---- */

static void frame_push(struct flow *f, bool is_scope, struct fact fact)
{
    struct frame frame = {.is_scope = is_scope,
                          .fact = fact,
                          .variables = f->variables.n,
                          .slots = f->slots.n,
                          .start = ++f->clock};

    if (is_scope)
        slot_new(f, SLOT_SCOPE);
    vec_push(&f->v->arena, &f->frames, frame);
}

static void escape_add(struct flow *f, struct frame *frame, int target, struct fact fact,
                       struct loc loc)
{
    for (int i = 0; i < frame->escapes.n; i++)
        if (frame->escapes.at[i].frame == target) {
            frame->escapes.at[i].fact = fact_join(frame->escapes.at[i].fact, fact);
            return;
        }
    vec_push(&f->v->arena, &frame->escapes, ((struct escape){target, fact, loc}));
}

/* At the frame's end: threads that went on without others, which jumped, are still without them.
 * Some of both may have jumped out of the frame: then this holds where the nearer jump led to, for
 * those of the farther one. */
static void frame_escapes(struct flow *f, struct frame *frame)
{
    for (int i = 0; i < frame->escapes.n; i++) {
        const struct escape *e = &frame->escapes.at[i];
        struct cell *c = now_cell(f, f->frames.at[e->frame].slots);
        c->fact = fact_join(c->fact, fact_step(f->v, e->fact, VARIANCE_LEFT, e->jump, NULL));
        for (int k = 0; k < frame->escapes.n; k++) {
            int nearer = frame->escapes.at[k].frame;
            if (nearer > e->frame)
                escape_add(f, &f->frames.at[nearer], e->frame, e->fact, e->jump);
        }
    }
    frame->escapes.n = 0;
}

static void slots_end(struct flow *f, int variables, int slots)
{
    f->variables.n = variables;
    f->slots.n = slots;
    state_resize(f->v, now(f), slots);
}

static void frame_pop(struct flow *f)
{
    struct frame *frame = &f->frames.at[f->frames.n - 1];

    frame_escapes(f, frame);
    slots_end(f, frame->variables, frame->slots);
    f->frames.n--;
}

struct fact frame_fact(const struct flow *f, const struct frame *frame)
{
    return frame->is_scope ? now_cell(f, frame->slots)->fact : frame->fact;
}

/* The fact of the control flow around this point, from frame 'from' (included) inwards. */
static struct fact frames_fact(const struct flow *f, int from)
{
    struct fact all = {0};

    for (int i = from; i < f->frames.n; i++)
        all = fact_join(all, frame_fact(f, &f->frames.at[i]));
    return all;
}

/* ---- constructs and their frames ---- */

static bool is_loop(const struct paths_construct *c)
{
    return c->stmt && c->stmt->kind != STMT_SWITCH;
}

/* A branch has a frame for its condition, a switch one for its value and a scope, a loop a scope
 * for itself and one for the iteration. */
static struct frame *frame_of(const struct flow *f, const struct paths_construct *c,
                              enum paths_meet meet)
{
    bool second = c && c->stmt &&
                  (is_loop(c) ? meet == PATHS_CONTINUE || meet == PATHS_ROUND : meet == PATHS_EXIT);

    return &f->frames.at[c ? c->number + second : 0];
}

static void *copy(void *a, const void *state)
{
    return state_copy(((struct flow *)a)->v, state);
}

static void drop(void *a, void *state)
{
    state_free(((struct flow *)a)->v, state);
}

static void join(void *a, void *state, const void *other, enum paths_meet meet,
                 const struct paths_construct *of)
{
    struct flow *f = a;
    const struct frame *frame = frame_of(f, of, meet);

    state_join(f, state, other, meet == PATHS_LABEL ? f->slots.n : frame->slots, frame->fact);
}

/* All threads at this point leave the scope. */
static void scope_left(struct flow *f, struct frame *scope, struct loc jump)
{
    int target = (int)(scope - f->frames.at);

    for (int i = target + 1; i < f->frames.n; i++) {
        struct fact elsewhere = frame_fact(f, &f->frames.at[i]);
        if (!fact_is_uniform(elsewhere))
            escape_add(f, &f->frames.at[i], target, elsewhere, jump);
    }
    scope->fact = fact_join(scope->fact, frames_fact(f, target));
    state_resize(f->v, now(f), scope->slots + 1);
}

static void jump(void *a, struct stmt *s, const struct paths_construct *of)
{
    struct flow *f = a;

    scope_left(f, frame_of(f, of, s->kind == STMT_CONTINUE ? PATHS_CONTINUE : PATHS_EXIT),
               s->keyword_loc);
}

/* ---- loops ---- */

/* At a loop's head: joins the state that the last pass left at the end of the body. Where no path
 * leads here but that one, it comes from labels in the body: it is taken to come from the switch's
 * begin. */
static void loop_enter(struct flow *f, struct frame *frame)
{
    const struct loop none = {NULL, 0}, *loop;
    const struct paths_construct *around = paths_switch(&f->paths);
    bool labels = f->paths.dead && around && around->head.reached;

    frame->loop = f->loop++;
    if (frame->loop == f->loops.n)
        vec_push(&f->v->arena, &f->loops, none);
    loop = &f->loops.at[frame->loop];
    if (!loop->back)
        return;
    if (labels) {
        state_free(f->v, now(f));
        f->paths.now = state_copy(f->v, around->head.state);
        f->paths.dead = false;
    }
    state_resize(f->v, now(f), f->slots.n);
    state_join_back(f, now(f), loop->back, loop->start, labels);
}

/* The loop's condition: some threads leave, the others go on. */
static void loop_test(struct flow *f, struct frame *frame, const struct expr *e)
{
    struct fact condition = fact_condition(f->v, f->value, e);
    struct cell *left = now_cell(f, frame->slots);

    frame->fact = fact_join(frame->fact, fact_join(condition, left->fact));
    left->fact = fact_join(left->fact, condition);
}

/* The end of the body: keeps the state for the next pass, if there may be another iteration. */
static void loop_back(struct flow *f, const struct frame *frame, const struct expr *condition)
{
    struct loop *loop = &f->loops.at[frame->loop];
    struct state *back;

    if (f->paths.dead || (condition && condition->constant && condition->value == 0))
        return;
    back = state_copy(f->v, now(f));
    state_resize(f->v, back, frame->slots + 1);
    if (!loop->back || !state_same(loop->back, back))
        f->changed = true;
    state_free(f->v, loop->back);
    loop->back = back;
    loop->start = frame->start;
}

static bool loop_round(void *a, struct paths_construct *loop, int round)
{
    struct flow *f = a;

    if (round > 0)
        loop_back(f, &f->frames.at[loop->number], loop->condition);
    return round == 0;
}

/* The threads are together again that parted by a continue. */
static void body_end(void *a)
{
    struct flow *f = a;
    struct frame *frame = &f->frames.at[f->frames.n - 1];

    frame_escapes(f, frame);
    slot_set(f, frame->slots, (struct fact){0});
}

static void construct_begin(void *a, struct paths_construct *c)
{
    struct flow *f = a;
    struct fact uniform = {0};
    struct fact condition =
        is_loop(c) || !c->condition ? uniform : fact_condition(f->v, f->value, c->condition);

    c->number = f->frames.n;
    if (c->stmt)
        frame_push(f, is_loop(c), condition);
    frame_push(f, c->stmt != NULL, condition);
    if (is_loop(c))
        loop_enter(f, &f->frames.at[c->number]);
}

static void construct_end(void *a, const struct paths_construct *c)
{
    struct flow *f = a;
    struct frame first = f->frames.at[c->number];

    while (f->frames.n > c->number)
        frame_pop(f);
    if (is_loop(c) && f->loops.at[first.loop].back)
        state_blur(f, first.start, first.fact);
}

/* ---- declarations ---- */

static void declare(void *a, struct init_declarator *d)
{
    struct flow *f = a;
    struct symbol *s = d->symbol;
    int first;

    if (!s || s->kind != SYMBOL_VAR || !s->type || !symbol_is_automatic(s))
        return;
    first = variable_new(f, s)->first;
    if (s->storage & STORAGE_TILE_STATIC)
        return;
    if (d->constructed)
        slots_construct(f, first, s->type, &d->args);
    else if (d->init)
        slots_init(f, first, s->type, d->init);
}

/* ---- statements ---- */

static void statement(void *a, struct stmt *s, struct stmt *block)
{
    struct flow *f = a;

    (void)block;
    if (!s || s != f->v->asked || f->paths.dead)
        return;
    f->v->met = true;
    f->v->diverged |= !fact_is_uniform(frames_fact(f, 0));
}

static void expression(void *a, struct expr *e)
{
    struct flow *f = a;
    const struct paths_construct *c = f->paths.construct;

    f->value = eval(f, e);
    if (c && is_loop(c) && e == c->condition)
        loop_test(f, &f->frames.at[c->number], e);
}

/* Joins the value of a return statement into the facts of the result. */
static void return_value(struct flow *f, struct expr *e, struct fact control)
{
    struct summary *s = f->summary;
    struct object o = {.kind = OBJECT_SLOTS, .n = s->n, .exact = true, .dirty = -1, .loc = e->loc};

    o.first = f->slots.n;
    for (int i = 0; i < s->n; i++)
        slot_new(f, SLOT_VALUE);
    object_assign(f, &o, e);
    for (int i = 0; i < s->n; i++)
        s->results[i] =
            fact_join(s->results[i], fact_join(now_cell(f, o.first + i)->fact, control));
    slots_end(f, f->variables.n, o.first);
}

static void leave(void *a, struct stmt *s)
{
    struct flow *f = a;
    struct fact control = frames_fact(f, 0);
    const struct variance_why *w = control.why ? control.why : control.path;

    if (f->paths.dead)
        return;
    if (s->expr) {
        if (w)
            control = fact_step(f->v, control, VARIANCE_ASSIGNED, w->loc, NULL);
        return_value(f, s->expr, control);
    }
    scope_left(f, &f->frames.at[0], s->keyword_loc);
}

struct fact flow_block(struct flow *f, struct stmt *s)
{
    int variables = f->variables.n, slots = f->slots.n;
    const struct stmt *last = s->items.n > 0 ? s->items.at[s->items.n - 1] : NULL;

    paths_stmt(&f->paths, s);
    slots_end(f, variables, slots);
    return last && last->kind == STMT_EXPR ? f->value : (struct fact){0};
}

void flow_body(struct flow *f, struct stmt *body)
{
    static const struct paths_ops ops = {.copy = copy,
                                         .drop = drop,
                                         .join = join,
                                         .begin = construct_begin,
                                         .end = construct_end,
                                         .jump = jump,
                                         .statement = statement,
                                         .expr = expression,
                                         .declare = declare,
                                         .leave = leave,
                                         .round = loop_round,
                                         .body_end = body_end,
                                         .dead_code = true};

    f->paths.ops = &ops;
    f->paths.analysis = f;
    f->paths.arena = &f->v->arena;
    frame_push(f, true, (struct fact){0});
    paths_body(&f->paths, body);
    if (!f->paths.returns.reached)
        return;
    state_free(f->v, now(f));
    f->paths.now = f->paths.returns.state;
}
