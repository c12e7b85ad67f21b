/* variance_stmt.c - statements: control flow, jumps out of constructs, loops to a fixed point of
 * the state at their head.
 *
 * Which threads are missing after jumps is a fact of its own (SLOT_SCOPE) for each construct that
 * jumps leave. Example: behind `if (t.local[0]) break;` the rest of the loop's body is
 * divergent. */
#include "sema/analysis/variance_internal.h"

static void flow_stmt(struct flow *f, struct stmt *s);

/* ---- frames ---- */

void frame_push(struct flow *f, enum frame_kind kind, struct fact fact)
{
    struct frame frame = {.kind = kind, .fact = fact, .slot = -1};

    if (kind != FRAME_CONDITION)
        frame.slot = slot_new(f, SLOT_SCOPE);
    frame.start = ++f->clock;
    vec_push(&f->v->arena, &f->frames, frame);
}

void frame_pop(struct flow *f)
{
    const struct frame *frame = &f->frames.at[--f->frames.n];

    if (frame->slot < 0)
        return;
    f->slots.n = frame->slot;
    state_resize(f->v, f->now, frame->slot);
}

static struct frame *frame_top(struct flow *f)
{
    return &f->frames.at[f->frames.n - 1];
}

/* The fact of the control flow around this point, from frame 'from' (included) inwards. */
static struct fact frames_fact(struct flow *f, int from)
{
    struct fact all = {0};

    for (int i = from; i < f->frames.n; i++) {
        const struct frame *frame = &f->frames.at[i];
        all = fact_join(all, frame->kind == FRAME_CONDITION ? frame->fact
                                                            : f->now->cells[frame->slot].fact);
    }
    return all;
}

/* The innermost frame of one of two kinds; -1: none. */
static int frame_find(const struct flow *f, enum frame_kind a, enum frame_kind b)
{
    for (int i = f->frames.n - 1; i >= 0; i--)
        if (f->frames.at[i].kind == a || f->frames.at[i].kind == b)
            return i;
    return -1;
}

/* ---- jumps ---- */

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

/* Notes in 'target' the threads that left constructs between here and there: they miss the jump. */
static void escapes_add(struct flow *f, int target, struct loc loc)
{
    for (int i = target + 1; i < f->frames.n; i++) {
        struct frame *frame = &f->frames.at[i];
        struct fact left;
        if (frame->kind == FRAME_CONDITION)
            continue;
        left = f->now->cells[frame->slot].fact;
        if (!fact_is_uniform(left))
            escape_add(f, frame, target, left, loc);
    }
}

/* Joins the present state into the state behind the frame; 'fact' is that of the control flow to
 * here. */
static void frame_out(struct flow *f, struct frame *frame, struct fact fact)
{
    struct state *copy = state_copy(f->v, f->now);

    state_resize(f->v, copy, frame->slot + 1);
    frame->fact = fact_join(frame->fact, fact);
    frame->out = state_join(f, frame->out, copy, frame->fact);
}

/* A jump: all threads at this point leave the frame 'target'. */
static void jump(struct flow *f, int target, struct loc loc)
{
    struct frame *frame;
    struct cell *c;

    if (f->now->dead || target < 0)
        return;
    frame = &f->frames.at[target];
    escapes_add(f, target, loc);
    c = &f->now->cells[frame->slot];
    c->stamp = ++f->clock;
    c->jump = loc;
    frame_out(f, frame, frames_fact(f, target));
    f->now->dead = true;
}

/* Leaves the innermost frame, a scope: joins the states of its jumps with the present one (unless
 * that is dead); 'condition' separates them. */
static void scope_leave(struct flow *f, struct fact condition)
{
    struct frame frame = *frame_top(f);

    f->now = state_join(f, frame.out, f->now, condition);
    for (int i = 0; i < frame.escapes.n; i++) {
        const struct escape *e = &frame.escapes.at[i];
        struct cell *c = &f->now->cells[f->frames.at[e->frame].slot];
        c->fact = fact_join(c->fact, fact_step(f->v, e->fact, VARIANCE_LEFT, e->jump, NULL));
    }
    frame_pop(f);
}

void flow_leave_function(struct flow *f)
{
    struct frame *frame = frame_top(f);

    f->now = state_join(f, frame->out, f->now, frame->fact);
}

/* At a label of 'frame', a switch: joins the state from its begin. */
static void label_join(struct flow *f, const struct frame *frame)
{
    struct state *entry = state_copy(f->v, frame->entry);

    state_resize(f->v, entry, f->now->n);
    f->now = state_join(f, entry, f->now, frame->value);
}

/* ---- loops ---- */

/* Enters a loop and returns its number. Where no path leads here but the one from the end of the
 * body, that one comes from labels in the body: it is taken to come from the switch's begin. */
static int loop_enter(struct flow *f)
{
    int number = f->loop++;
    const struct loop none = {NULL, 0}, *loop;
    int around = frame_find(f, FRAME_SWITCH, FRAME_SWITCH);
    bool labels = f->now->dead && around >= 0;

    if (number == f->loops.n)
        vec_push(&f->v->arena, &f->loops, none);
    frame_push(f, FRAME_BREAK, (struct fact){0});
    loop = &f->loops.at[number];
    if (!loop->back)
        return number;
    if (labels)
        label_join(f, &f->frames.at[around]);
    state_join_back(f, f->now, loop->back, loop->start, labels);
    return number;
}

/* The loop's condition, NULL for a constant one: some threads leave, the others go on. */
static void loop_test(struct flow *f, struct expr *e)
{
    struct fact condition = eval_condition(f, e);
    struct frame *frame = frame_top(f);
    struct cell *left = &f->now->cells[frame->slot];
    bool ends = e && !(e->constant && e->value != 0);

    if (ends && !f->now->dead)
        frame_out(f, frame, fact_join(condition, frames_fact(f, f->frames.n - 1)));
    left->fact = fact_join(left->fact, condition);
    if (e && e->constant && e->value == 0)
        f->now->dead = true;
}

static void loop_body(struct flow *f, struct stmt *s)
{
    frame_push(f, FRAME_CONTINUE, (struct fact){0});
    flow_stmt(f, s);
    scope_leave(f, frame_top(f)->fact);
}

/* The end of the loop's body: keeps the state for the next pass. */
static void loop_back(struct flow *f, int number)
{
    struct loop *loop = &f->loops.at[number];
    struct state *back;

    if (f->now->dead)
        return;
    back = state_copy(f->v, f->now);
    if (!loop->back || !state_same(loop->back, back))
        f->changed = true;
    state_free(f->v, loop->back);
    loop->back = back;
    loop->start = frame_top(f)->start;
}

static void loop_leave(struct flow *f, int number)
{
    struct fact fact = frame_top(f)->fact;
    long long start = frame_top(f)->start;

    f->now->dead = true;
    scope_leave(f, fact);
    if (f->loops.at[number].back)
        state_blur(f, start, fact);
}

static void flow_while(struct flow *f, struct stmt *s)
{
    int number = loop_enter(f);

    loop_test(f, s->expr);
    loop_body(f, s->body);
    eval(f, s->step);
    loop_back(f, number);
    loop_leave(f, number);
}

static void flow_do(struct flow *f, struct stmt *s)
{
    int number = loop_enter(f);

    loop_body(f, s->body);
    loop_test(f, s->expr);
    loop_back(f, number);
    loop_leave(f, number);
}

static void flow_decl(struct flow *f, const struct decl *d);

static void flow_for(struct flow *f, struct stmt *s)
{
    int variables = f->variables.n, slots = f->slots.n;

    if (s->decl)
        flow_decl(f, s->decl);
    eval(f, s->init);
    flow_while(f, s);
    f->variables.n = variables;
    f->slots.n = slots;
    state_resize(f->v, f->now, slots);
}

/* ---- choices ---- */

/* One 'if' of a chain, with the state after its body. */
struct arm {
    struct state *state;
    struct fact condition;
};

/* An if with its chain of else ifs, without recursion, as chains may be long. */
static void flow_if(struct flow *f, struct stmt *s)
{
    VEC(struct arm) arms = {0};

    for (;;) {
        struct arm arm = {.condition = eval_condition(f, s->expr)};
        struct state *otherwise = state_copy(f->v, f->now);
        if (s->expr && s->expr->constant) {
            f->now->dead = f->now->dead || s->expr->value == 0;
            otherwise->dead = otherwise->dead || s->expr->value != 0;
        }
        frame_push(f, FRAME_CONDITION, arm.condition);
        flow_stmt(f, s->body);
        arm.state = f->now;
        f->now = otherwise;
        vec_push(&f->v->arena, &arms, arm);
        if (!s->else_ || s->else_->kind != STMT_IF)
            break;
        s = s->else_;
    }
    if (s->else_)
        flow_stmt(f, s->else_);
    while (arms.n-- > 0) {
        const struct arm *arm = &arms.at[arms.n];
        frame_pop(f);
        f->now = state_join(f, arm->state, f->now, arm->condition);
    }
}

static void flow_switch(struct flow *f, struct stmt *s)
{
    struct fact condition = eval_condition(f, s->expr);
    struct frame *frame;

    frame_push(f, FRAME_CONDITION, condition);
    frame_push(f, FRAME_SWITCH, (struct fact){0});
    frame = frame_top(f);
    frame->value = condition;
    frame->entry = state_copy(f->v, f->now);
    f->now->dead = true;
    flow_stmt(f, s->body);
    frame = frame_top(f);
    if (frame->has_default)
        state_free(f->v, frame->entry);
    else
        f->now = state_join(f, frame->entry, f->now, condition);
    scope_leave(f, fact_join(condition, frame->fact));
    frame_pop(f);
}

/* A label of the innermost switch. */
static void flow_label(struct flow *f, const struct stmt *s)
{
    int target = frame_find(f, FRAME_SWITCH, FRAME_SWITCH);

    if (target < 0)
        return;
    f->frames.at[target].has_default |= s->kind == STMT_DEFAULT;
    label_join(f, &f->frames.at[target]);
}

/* ---- declarations ---- */

static void flow_variable(struct flow *f, const struct init_declarator *d)
{
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

static void flow_decl(struct flow *f, const struct decl *d)
{
    if (d->kind == DECL_VARS)
        for (int i = 0; i < d->declarators.n; i++)
            flow_variable(f, d->declarators.at[i]);
}

/* ---- statements ---- */

static void ask(struct flow *f)
{
    if (f->now->dead)
        return;
    f->v->met = true;
    f->v->diverged |= !fact_is_uniform(frames_fact(f, 0));
}

struct fact flow_block(struct flow *f, struct stmt *s)
{
    int variables = f->variables.n, slots = f->slots.n;
    struct fact last = {0};

    for (int i = 0; s && i < s->items.n; i++) {
        struct stmt *item = s->items.at[i];
        last = (struct fact){0};
        if (item == f->v->asked)
            ask(f);
        if (item->kind == STMT_EXPR)
            last = eval(f, item->expr);
        else
            flow_stmt(f, item);
    }
    f->variables.n = variables;
    f->slots.n = slots;
    state_resize(f->v, f->now, slots);
    return last;
}

/* Joins the value of a return statement into the facts of the result. */
static void return_value(struct flow *f, struct expr *e, struct fact control)
{
    struct summary *s = f->summary;
    struct object o = {.kind = OBJECT_SLOTS, .n = s->n, .exact = true, .dirty = -1, .loc = e->loc};
    int slots = f->slots.n;

    o.first = slots;
    for (int i = 0; i < s->n; i++)
        slot_new(f, SLOT_VALUE);
    object_assign(f, &o, e);
    for (int i = 0; i < s->n; i++)
        s->results[i] =
            fact_join(s->results[i], fact_join(f->now->cells[o.first + i].fact, control));
    f->slots.n = slots;
    state_resize(f->v, f->now, slots);
}

static void flow_return(struct flow *f, struct stmt *s)
{
    struct fact control = frames_fact(f, 0);
    const struct variance_why *w = control.why ? control.why : control.path;

    if (!f->now->dead && s->expr) {
        if (w)
            control = fact_step(f->v, control, VARIANCE_ASSIGNED, w->loc, NULL);
        return_value(f, s->expr, control);
    }
    jump(f, 0, s->keyword_loc);
}

static void flow_stmt(struct flow *f, struct stmt *s)
{
    for (; s && (s->kind == STMT_CASE || s->kind == STMT_DEFAULT || s->kind == STMT_LABEL);
         s = s->body)
        if (s->kind != STMT_LABEL)
            flow_label(f, s);
    if (!s)
        return;
    switch (s->kind) {
    case STMT_EXPR:
        eval(f, s->expr);
        break;
    case STMT_DECL:
        if (s->decl)
            flow_decl(f, s->decl);
        break;
    case STMT_COMPOUND:
        flow_block(f, s);
        break;
    case STMT_IF:
        flow_if(f, s);
        break;
    case STMT_SWITCH:
        flow_switch(f, s);
        break;
    case STMT_WHILE:
        flow_while(f, s);
        break;
    case STMT_DO:
        flow_do(f, s);
        break;
    case STMT_FOR:
        flow_for(f, s);
        break;
    case STMT_CONTINUE:
        jump(f, frame_find(f, FRAME_CONTINUE, FRAME_CONTINUE), s->keyword_loc);
        break;
    case STMT_BREAK:
        jump(f, frame_find(f, FRAME_BREAK, FRAME_SWITCH), s->keyword_loc);
        break;
    case STMT_RETURN:
        flow_return(f, s);
        break;
    case STMT_ERROR:
    case STMT_EMPTY:
    case STMT_GOTO:
    case STMT_LABELS:
    case STMT_ASM:
    case STMT_LOCAL_LABELS:
        break;
    }
}
