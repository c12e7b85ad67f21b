/* host_flow.c - the walk along the paths of host functions that use views over memory which host
 * code accesses directly: check_host_memory.
 *
 * State: a struct held for each followed view (host_views.h, which has lattice and join). Loops are
 * walked twice. Functions that get views are walked with the state of their arguments. Example: a
 * read of `a[0]` between a launch that writes a view over a and its synchronize() is reported. */
#include "sema/analysis/order.h"
#include "sema/hostflow/host_calls.h"
#include "sema/hostflow/host_views.h"
#include "sema/types/limits.h"

/* Accesses of host code to the memory of a view: a read or write while the newest elements are on
 * an accelerator (view-synchronize), or a write that the next launch may not see (view-refresh).
 * Followed are views in local variables that have no aliases. A fault must be certain on all paths;
 * a loop is taken to run, at least twice. */

struct flow {
    struct host_views v;
    struct code *k;
    int calls; /* around this point */
    const struct flow *caller;
    const struct symbol *function;
};

/* ---- expressions ---- */

static void look(struct flow *f, struct expr *e);
static void look_anywhere(void *a);
static void walk(struct flow *f, struct stmt *body, int conditions);

static void look_subscripts(struct flow *f, struct expr *e)
{
    if (e->kind == EXPR_SUBSCRIPT)
        look(f, e->b);
    paths_exprs(&f->v.paths, &e->args, NULL);
}

/* An access to an element or a row of a view. */
static void look_element(struct flow *f, struct expr *e, bool writes)
{
    struct expr *of = expr_strip(e->a);
    int view;

    look_subscripts(f, e);
    for (; of && of->amp == AMP_VIEW_ROW; of = expr_strip(of->a))
        look_subscripts(f, of);
    view = held_find(&f->v, of);
    if (view < 0) {
        look(f, of);
        held_perhaps(&f->v);
    } else if (e->amp == AMP_VIEW_ROW) {
        held_lose(&f->v, view); /* the row is a view */
    } else {
        held_brought(&f->v, view);
        if (writes)
            held_refreshed(&f->v, view);
    }
}

/* Evaluates the operands of an lvalue, such as subscripts and pointers. */
static void look_place(struct flow *f, struct expr *e, bool writes)
{
    e = expr_unparen(e);
    if (!e || (e->kind == EXPR_NAME && held_find(&f->v, e) < 0))
        return;
    if (e->amp == AMP_VIEW_ELEMENT) {
        look_element(f, e, writes);
    } else if (e->amp != AMP_NONE) {
        look(f, e);
    } else if (e->kind == EXPR_MEMBER) {
        look_place(f, e->a, writes);
    } else if (e->kind == EXPR_ARROW || (e->kind == EXPR_UNARY && e->op == OP_DEREF)) {
        look(f, e->a);
    } else if (e->kind == EXPR_SUBSCRIPT) {
        look(f, e->a);
        look(f, e->b);
    } else {
        look(f, e);
    }
}

static void look_target(struct flow *f, struct expr *e)
{
    struct expr *target = store_target(e);
    int view = held_find(&f->v, target);

    if (e->kind == EXPR_ASSIGN)
        look(f, e->b);
    if (view >= 0) {
        held_lose(&f->v, view);
        return;
    }
    look_place(f, target, true);
    if (e->kind != EXPR_ASSIGN || e->op != OP_ASSIGN)
        host_read(&f->v, target);
    host_written(&f->v, target);
    values_stored(&f->v, e);
}

/* A method or property of a followed view. */
static void look_method(struct flow *f, struct expr *e, int view)
{
    paths_exprs(&f->v.paths, &e->args, NULL);
    switch (e->amp) {
    case AMP_RANK: /* no effect on elements */
    case AMP_VIEW_EXTENT:
    case AMP_VIEW_SOURCE:
        break;
    case AMP_VIEW_SYNCHRONIZE:
        held_brought(&f->v, view);
        break;
    case AMP_VIEW_SYNCHRONIZE_TO:    /* perhaps to host memory */
    case AMP_VIEW_SYNCHRONIZE_ASYNC: /* when it is done is not followed */
        held_brought(&f->v, view);
        held_unsettle(&f->v);
        break;
    case AMP_VIEW_REFRESH:
    case AMP_VIEW_DISCARD:
        held_refreshed(&f->v, view);
        break;
    case AMP_COPY_TO: /* into some view */
        held_perhaps(&f->v);
        break;
    case AMP_VIEW_DATA: /* the result gives access to the elements */
    case AMP_SUBVIEWS:
    case AMP_VIEW_ELEMENT: /* these are no methods or properties of views */
    case AMP_NONE:
    case AMP_EXTENT_SIZE:
    case AMP_EXTENT_CONTAINS:
    case AMP_EXTENT_TILE:
    case AMP_TILED_PAD:
    case AMP_TILED_TRUNCATE:
    case AMP_TILE_EXTENT:
    case AMP_TILE_DIMS:
    case AMP_TILED_INDEX:
    case AMP_WAITS:
    case AMP_FENCES:
    case AMP_ATOMICS:
    case AMP_LANES:
    case AMP_CONSTRUCT:
    case AMP_COPY:
    case AMP_TUPLES:
    case AMP_VECTORS:
    case AMP_COPIES:
    case AMP_ALGORITHM:
    case AMP_QUEUES:
    case AMP_HANDLES:
    case AMP_LAUNCH:
        held_lose(&f->v, view);
        break;
    }
}

/* A call does 'what' to the memory of a view, by e; inside: to its elements. */
static void look_effect(struct flow *f, int view, struct expr *e, unsigned what, bool inside)
{
    if (what & CALL_LOSES) {
        held_lose(&f->v, view);
    } else if (what & CALL_UNKNOWN) {
        held_renewed(&f->v, view);
    } else {
        if (inside && what & (CALL_READS | CALL_WRITES))
            held_touched(&f->v, view, e, what & CALL_WRITES);
        if (what & CALL_MAY_WRITE || (!inside && what & CALL_WRITES))
            held_mixed(&f->v, view);
    }
}

/* A pointer that is an argument of a function. */
static void look_pointer(struct flow *f, struct expr *call, int i)
{
    struct expr *e = call->args.at[i];
    struct host_report *r = f->v.report;

    for (int v = 0; v < f->v.all.n; v++) {
        const struct host_memory *m = &f->v.all.at[v].memory;
        unsigned what = CALL_UNKNOWN;
        if (m->path && call->amp == AMP_NONE && host_memory_exposed(e, m))
            held_lose(&f->v, v);
        if (!m->path || held_quiet(&f->v, v) || !host_memory_reached(e, m))
            continue;
        if (call->amp == AMP_NONE)
            what = host_call_argument(r->c, r->findings, &r->looks_left, call, i);
        look_effect(f, v, e, what, held_inside(&f->v, v, host_pointer_place(e, &f->v.values)));
    }
}

/* The effects of a called function on static memory, which it knows by name. */
static void look_static(struct flow *f, struct expr *call)
{
    struct host_report *r = f->v.report;

    for (int v = 0; v < f->v.all.n; v++) {
        const struct host_memory *m = &f->v.all.at[v].memory;
        if (m->path && held_at(&f->v, v)->live && (m->pointed || !held_quiet(&f->v, v)))
            look_effect(f, v, call, host_call_static(r->c, r->findings, &r->looks_left, call, m),
                        true);
    }
}

static bool is_view(const struct type *t)
{
    return type_is_amp(t, AMP_TYPE_ARRAY_VIEW);
}

/* Whether a call uses views that are not followed: see host_call_views. */
static enum answer others_use(struct flow *f, struct expr *call)
{
    struct host_report *r = f->v.report;

    if (call->amp == AMP_NONE)
        return host_call_views(r->c, r->findings, &r->looks_left, call);
    if (call->amp == AMP_HANDLE_MEMBER || call->amp == AMP_FUTURE_THEN)
        return ANSWER_UNKNOWN; /* a continuation may run */
    if (call->amp != AMP_COPY_ELEMENTS && call->amp != AMP_COPY_ASYNC)
        return ANSWER_REFUTED;
    for (int i = 0; i < call->args.n; i++)
        if (is_view(call->args.at[i]->type) && held_find(&f->v, call->args.at[i]) < 0)
            return ANSWER_PROVED;
    return ANSWER_UNKNOWN;
}

static void look_others(struct flow *f, struct expr *call)
{
    enum answer use = ANSWER_REFUTED;
    bool idle = true;

    for (int v = 0; v < f->v.all.n && idle; v++)
        idle = held_quiet(&f->v, v) && !held_at(&f->v, v)->settled;
    if (!idle)
        use = others_use(f, call);
    if (use == ANSWER_PROVED)
        held_perhaps(&f->v);
    else if (use == ANSWER_UNKNOWN)
        held_unsettle(&f->v);
}

/* Gives the parameters that are views the state of the arguments. */
static void lend(struct flow *f, const struct expr *call, const struct symbol *function,
                 struct flow *in)
{
    struct arena *arena = &f->v.report->c->arena;

    in->v.paths.now = arena_array(arena, struct held, call->args.n);
    for (int i = 0; i < call->args.n; i++) {
        const struct symbol *param = function->params.at[i];
        int view = held_find(&f->v, call->args.at[i]), at = in->v.all.n;
        struct held_view held = {.view = param, .name = param->name};
        if (!is_view(param->type))
            continue;
        if (view >= 0) {
            held = f->v.all.at[view];
            held.view = param;
        }
        vec_push(arena, &in->v.all, held);
        held_begin(&in->v, at);
        if (view >= 0)
            *held_at(&in->v, at) = *held_at(&f->v, view);
    }
}

static bool is_around(const struct flow *f, const struct symbol *function)
{
    while (f && f->function != function)
        f = f->caller;
    return f;
}

/* Walks the body of a function that gets views; false: that is not possible. */
static bool look_into(struct flow *f, struct expr *call)
{
    struct symbol *function = host_called(call);
    struct flow in = {.v = {.report = f->v.report},
                      .k = f->k,
                      .calls = f->calls + 1,
                      .caller = f,
                      .function = function};
    const struct held *returned;

    if (!function || !function->definition || function->params.n != call->args.n ||
        in.calls > HOST_CALLS_MAX || f->v.report->calls_left == 0 || is_around(f, function))
        return false;
    f->v.report->calls_left--;
    lend(f, call, function, &in);
    order_function(in.v.report->findings, function);
    walk(&in, function->definition->body, f->v.paths.conditions);
    returned = in.v.paths.returns.state;
    for (int i = 0, at = 0; returned && i < call->args.n; i++) {
        int view = held_find(&f->v, call->args.at[i]);
        if (is_view(function->params.at[i]->type) && view >= 0)
            held_end(&f->v, view, &returned[at], call);
        at += is_view(function->params.at[i]->type);
    }
    return returned;
}

static void look_arguments(struct flow *f, struct expr *call)
{
    const struct symbol *function = host_called(call);
    bool known = false, views = false;

    for (int i = 0; i < call->args.n; i++) {
        bool view = held_find(&f->v, call->args.at[i]) >= 0;
        views |= view;
        if (!view)
            look(f, call->args.at[i]);
    }
    look_others(f, call);
    if (views)
        known = look_into(f, call);
    for (int i = 0; i < call->args.n; i++) {
        int view = held_find(&f->v, call->args.at[i]);
        if (view >= 0 && (!known || !is_view(function->params.at[i]->type)))
            held_renewed(&f->v, view);
        else if (view < 0)
            look_pointer(f, call, i);
    }
}

static void look_return_of(struct flow *f, struct expr *call)
{
    enum host_return returns = host_call_return(call);

    f->v.paths.dead |= returns == HOST_RETURNS_NEVER;
    if (returns == HOST_RETURNS_TWICE)
        look_anywhere(f);
}

static void look_call(struct flow *f, struct expr *e)
{
    struct expr *callee = expr_strip(e->a);
    bool member =
        e->amp != AMP_NONE && callee && (callee->kind == EXPR_MEMBER || callee->kind == EXPR_ARROW);
    int view = member && callee->kind == EXPR_MEMBER ? held_find(&f->v, callee->a) : -1;
    const struct symbol *function = host_called(e);

    if (e->launch && e->launch->lambda && e->launch->lambda->host) { /* a continuation */
        look_place(f, callee, false);
        paths_exprs(&f->v.paths, &e->args, NULL);
        return;
    }
    if (e->launch) {
        look(f, e->launch->accelerator);
        look(f, e->launch->domain);
        host_launched(&f->v, e);
        return;
    }
    if (view >= 0) {
        look_method(f, e, view);
        return;
    }
    if (e->amp == AMP_NONE && !function)
        look(f, e->a);
    else if (member)
        look(f, callee->a);
    look_arguments(f, e);
    look_static(f, e);
    if (member && callee->a && callee->a->type && type_is_view_or_array(callee->a->type))
        held_perhaps(&f->v);
    look_return_of(f, e);
}

/* A walk over code that runs later, perhaps on another thread. */
static bool lambda_expr(struct code_walk *w, struct expr *e)
{
    struct flow *f = w->data;
    int view = held_find(&f->v, e);

    if (view >= 0)
        held_lose(&f->v, view);
    return true;
}

static void look_lambda(struct flow *f, struct expr *e)
{
    struct code_walk w = {.k = f->k, .expr = lambda_expr, .data = f, .lambdas = true};

    code_walk_stmt(&w, e->lambda->body);
}

static void look_object(struct flow *f, struct expr *e)
{
    host_read(&f->v, e);
    look_place(f, e, false);
}

static void look_unary(struct flow *f, struct expr *e)
{
    if (e->op == OP_DEREF && e->amp == AMP_NONE) {
        look_object(f, e);
        return;
    }
    if (e->op != OP_ADDR) {
        look(f, e->a);
        return;
    }
    look_place(f, e->a, true);
    values_lost(&f->v, e->a);
    for (int i = 0; i < f->v.all.n;
         i++) { /* the address of a variable that the path leads through */
        const struct host_memory *m = &f->v.all.at[i].memory;
        if (m->path && host_memory_moves(e->a, m))
            held_lose(&f->v, i);
    }
}

static void look(struct flow *f, struct expr *e)
{
    if (!e || e->constant || f->v.paths.dead)
        return;
    if (e->chosen) {
        look(f, e->chosen);
        return;
    }
    if (store_target(e)) {
        look_target(f, e);
        return;
    }
    switch (e->kind) {
    case EXPR_NAME:
        host_read(&f->v, e);
        if (held_find(&f->v, e) >= 0)
            held_lose(&f->v, held_find(&f->v, e));
        break;
    case EXPR_MEMBER:
        if (e->amp != AMP_NONE && held_find(&f->v, e->a) >= 0) {
            look_method(f, e, held_find(&f->v, e->a));
            break;
        }
        /* fall through */
    case EXPR_ARROW:
    case EXPR_SUBSCRIPT:
        if (e->amp == AMP_VIEW_ELEMENT || e->amp == AMP_VIEW_ROW)
            look_element(f, e, false);
        else if (e->amp == AMP_NONE)
            look_object(f, e);
        else
            paths_operands(&f->v.paths, e);
        break;
    case EXPR_UNARY:
        look_unary(f, e);
        break;
    case EXPR_BINARY:
    case EXPR_COND:
        if (!paths_choice(&f->v.paths, e))
            paths_operands(&f->v.paths, e);
        break;
    case EXPR_CONVERT:
        if (e->a && e->a->type && e->a->type->kind == TYPE_ARRAY)
            look_place(f, e->a, true);
        else
            look(f, e->a);
        break;
    case EXPR_CALL:
        if (e->amp == AMP_VIEW_ELEMENT)
            look_element(f, e, false);
        else
            look_call(f, e);
        break;
    case EXPR_STMT:
        paths_stmt(&f->v.paths, e->body);
        break;
    case EXPR_LAMBDA:
        look_lambda(f, e);
        break;
    case EXPR_SIZEOF:
    case EXPR_ALIGNOF:
        break;
    case EXPR_ERROR:
    case EXPR_LITERALS:
    case EXPR_OFFSETOF:
    case EXPR_TYPES_COMPATIBLE:
    case EXPR_PAREN:
    case EXPR_ASSIGN: /* look_target */
    case EXPR_CAST:
    case EXPR_COMPOUND:
    case EXPR_GENERIC:
    case EXPR_CONSTRUCT:
    case EXPR_LABEL:
    case EXPR_VA_ARG:
    case EXPR_CONVERTVECTOR:
        paths_operands(&f->v.paths, e);
        break;
    }
}

/* ---- statements ---- */

static void *state_copy(void *a, const void *state)
{
    const struct flow *f = a;

    return held_copy(&f->v, state);
}

/* The join. At the end of a loop's body a host write of only some iterations is dropped: it may be
 * the last one, which no launch follows. */
static void state_join(void *a, void *state, const void *other, enum paths_meet meet,
                       const struct paths_construct *of)
{
    const struct flow *f = a;
    struct held *to = state;
    const struct held *from = other;

    (void)of;
    for (int i = 0; i < f->v.all.n; i++) {
        bool both = to[i].written && from[i].written;
        held_join(&to[i], &from[i]);
        if (meet == PATHS_ROUND && !both)
            to[i].written = NULL;
    }
}

static void look_anywhere(void *a)
{
    struct flow *f = a;

    for (int i = 0; i < f->v.all.n; i++)
        held_lose(&f->v, i);
}

static void look_expr(void *a, struct expr *e)
{
    look(a, e);
}

static void round_end(void *a)
{
    const struct flow *f = a;

    for (int i = 0; i < f->v.all.n; i++)
        if (held_at(&f->v, i)->written_level > f->v.paths.conditions)
            held_at(&f->v, i)->written = NULL;
}

/* 'do ... while (0)' and 'for (once = 1; once; once = 0)'. */
static bool runs_once(const struct stmt *s)
{
    struct expr *step = s->step && store_target(s->step) ? s->step : NULL;
    struct expr *name = step ? expr_strip(step->a) : NULL, *condition = expr_strip(s->expr);
    long long value = 1;

    if (s->expr && integer_constant(s->expr, &value) && value == 0)
        return true;
    return step && step->kind == EXPR_ASSIGN && integer_constant(step->b, &value) && value == 0 &&
           condition && condition->kind == EXPR_NAME && name->kind == EXPR_NAME &&
           condition->symbol == name->symbol;
}

static bool look_round(void *a, struct paths_construct *loop, int round)
{
    struct flow *f = a;
    int rounds = f->v.paths.loops <= HOST_LOOPS_MAX && !runs_once(loop->stmt) ? 2 : 1;

    if (round == 0)
        values_loop_begin(&f->v, loop);
    if (round == rounds)
        values_loop_end(&f->v, loop);
    for (int i = 0; round > 0 && i < f->v.all.n; i++)
        if (held_at(&f->v, i)->level > f->v.paths.conditions)
            held_at(&f->v, i)->level = f->v.paths.conditions;
    return round < rounds;
}

static void look_decl(void *a, struct init_declarator *d)
{
    struct flow *f = a;

    paths_exprs(&f->v.paths, &d->args, d->init);
    values_declared(&f->v, d);
    for (int i = 0; i < f->v.all.n; i++)
        if (f->v.all.at[i].view == d->symbol)
            held_begin(&f->v, i);
}

/* Views that are declared in the scope synchronize when it ends. */
static void look_scope_end(void *a, struct stmt *s)
{
    struct flow *f = a;

    for (int i = 0; i < f->v.all.n; i++) {
        if (!node_inside(f->v.report->findings, f->v.all.at[i].view, s) || !held_at(&f->v, i)->live)
            continue;
        held_brought(&f->v, i);
        held_lose(&f->v, i);
    }
}

/* All scopes end. */
static void look_return(void *a, struct stmt *s)
{
    struct flow *f = a;

    look(f, s->expr);
    for (int i = 0; i < f->v.all.n; i++)
        if (f->v.all.at[i].view->kind == SYMBOL_VAR && held_at(&f->v, i)->live)
            held_brought(&f->v, i);
}

static void look_assembly(void *a, struct stmt *s)
{
    struct flow *f = a;

    (void)s;
    held_perhaps(&f->v);
}

static const struct paths_ops ops = {.copy = state_copy,
                                     .join = state_join,
                                     .anywhere = look_anywhere,
                                     .expr = look_expr,
                                     .declare = look_decl,
                                     .scope_end = look_scope_end,
                                     .leave = look_return,
                                     .assembly = look_assembly,
                                     .round = look_round,
                                     .body_end = round_end,
                                     .loops_run = true};

/* Walks a body from the present state, as code under so many conditions. */
static void walk(struct flow *f, struct stmt *body, int conditions)
{
    f->v.paths.ops = &ops;
    f->v.paths.analysis = f;
    f->v.paths.arena = &f->v.report->c->arena;
    f->v.paths.conditions = f->v.conditions = conditions;
    paths_body(&f->v.paths, body);
}

/* ---- functions ---- */

static void function_check(struct ctx *c, const struct program *p, struct findings *findings,
                           struct symbol *function)
{
    struct code k = {
        .c = c, .program = p, .findings = findings, .function = function, .side = RESTRICT_CPU};
    struct host_report report = {.c = c,
                                 .findings = findings,
                                 .body = function->definition->body,
                                 .calls_left = HOST_CALLS_ALL,
                                 .looks_left = HOST_LOOKS_ALL};
    struct flow f = {.v.report = &report, .k = &k, .function = function};

    order_function(findings, function);
    host_views_find(&f.v, &k);
    if (f.v.all.n == 0)
        return;
    f.v.paths.now = arena_array(&c->arena, struct held, f.v.all.n);
    walk(&f, report.body, 0);
}

/* Walks each function that declares views, even if its launches are in functions that it calls. */
static bool function_decl(struct code_walk *w, struct decl *d)
{
    if (d->kind == DECL_FUNCTION && d->symbol && d->body && !d->symbol->system &&
        d->symbol->definition == d && !d->symbol->is_nested)
        function_check(w->k->c, w->k->program, w->k->findings, d->symbol);
    return false;
}

void check_host_memory(struct ctx *c, const struct program *p, struct findings *findings)
{
    struct code k = {.c = c, .program = p, .findings = findings};
    struct code_walk w = {.k = &k, .decl = function_decl};

    if (p->launches.n > 0)
        code_walk_unit(&w, p->unit);
}
