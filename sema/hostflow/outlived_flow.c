/* outlived_flow.c - the walk along the paths of host functions for views that live longer than
 * their memory: check_outlived.
 *
 * Example: `x = malloc(n); array_view<int> v(n, x); free(x); v[0] = 1;` is reported at v[0]. */
#include "sema/analysis/order.h"
#include "sema/hostflow/host_calls.h"
#include "sema/types/leave.h"
#include "sema/hostflow/outlived.h"
#include "sema/types/limits.h"

/* Reported are views that certainly live longer than their memory (view-outlived): over a variable
 * of a block that ends, or of a function that returns, and uses of views whose memory has been
 * freed. The fault must hold on all paths to the point, and in a loop in each iteration. Lattice
 * and join are in outlived.c. */

static void look(struct outlived *o, struct expr *e);

/* ---- expressions ---- */

static bool is_view(const struct type *t)
{
    return type_is_amp(t, AMP_TYPE_ARRAY_VIEW);
}

static void look_target(struct outlived *o, struct expr *e)
{
    struct expr *target = store_target(e);

    look(o, e->kind == EXPR_ASSIGN ? e->b : NULL);
    if (!over_path(target))
        look(o, target);
    if (e->kind == EXPR_ASSIGN && e->op == OP_ASSIGN && is_view(target->type))
        over_set(o, target, over_of_value(o, e->b), e->b);
    else
        over_stored(o, target);
}

static void look_launch(struct outlived *o, struct expr *e)
{
    const struct launch *l = e->launch;

    look(o, l->accelerator);
    look(o, l->domain);
    for (int i = 0; l->lambda && i < l->captures.n; i++) {
        struct expr name = {.kind = EXPR_NAME, .symbol = l->captures.at[i].symbol};
        over_used(o, &name, e->a);
    }
}

/* A function of the C library, or of the compiler. */
static bool is_library(const struct expr *name)
{
    return name && (!name->symbol || name->symbol->system);
}

/* After a call that returns twice nothing is known. */
static void look_return_of(struct outlived *o, struct expr *call)
{
    enum host_return returns = host_call_return(call);

    o->paths.dead |= returns == HOST_RETURNS_NEVER;
    if (returns == HOST_RETURNS_TWICE)
        overs_now(o)->all.n = 0;
}

/* Whether a function may store to views of its callers. */
static bool reaches_views(struct outlived *o, struct expr *call, const struct expr *name)
{
    const struct symbol *function = name ? name->symbol : NULL;

    if (call->amp != AMP_NONE || is_library(name))
        return false;
    if (!function || !function->definition)
        return true;
    for (int i = 0; i < call->args.n; i++) {
        const struct type *t = call->args.at[i]->type;
        bool reference = i < function->params.n && function->params.at[i]->type->reference;
        t = t && t->kind == TYPE_POINTER ? t->base : NULL;
        if (reference ||
            (t && (t->kind == TYPE_RECORD || t->kind == TYPE_VOID || type_is_view_or_array(t))))
            return true;
    }
    return host_call_views(o->c, o->findings, &o->looks_left, call) == ANSWER_PROVED;
}

static void look_call(struct outlived *o, struct expr *e)
{
    struct expr *name = e->amp == AMP_NONE ? callee_expr(e) : NULL;
    const struct symbol *function = name ? name->symbol : NULL;
    enum leave_kind leaves = leave_called(e);

    if (e->launch && !(e->launch->lambda && e->launch->lambda->host)) {
        look_launch(o, e);
        return;
    }
    if (!function)
        look(o, e->a);
    paths_exprs(&o->paths, &e->args, NULL);
    if (leaves != LEAVE_NONE)
        over_freed(o, e->args.at[0], leaves == LEAVE_FREE ? e : NULL);
    else if (reaches_views(o, e, name))
        over_called(o);
    look_return_of(o, e);
}

/* The view that an operation uses; NULL: it does not need the view's memory. */
static struct expr *used_view(struct expr *e)
{
    struct expr *callee = e->kind == EXPR_CALL ? expr_strip(e->a) : e;

    switch (e->amp) {
    case AMP_VIEW_ELEMENT:
    case AMP_VIEW_ROW:
        return e->a;
    case AMP_VIEW_SECTION:
    case AMP_VIEW_AS:
    case AMP_VIEW_REINTERPRET:
    case AMP_MOVES:
    case AMP_VIEW_DATA:
        return callee && callee->kind == EXPR_MEMBER ? callee->a : NULL;
    case AMP_NONE: /* these do not use a view's memory */
    case AMP_EXTENTS:
    case AMP_VIEW_EXTENT:
    case AMP_TILED_INDEX:
    case AMP_WAITS:
    case AMP_FENCES:
    case AMP_ATOMICS:
    case AMP_LANES:
    case AMP_CONSTRUCT:
    case AMP_COPY:
    case AMP_TUPLES:
    case AMP_VECTORS:
    case AMP_QUEUES:
    case AMP_HANDLES:
    case AMP_COPIES: /* looked at as calls */
    case AMP_ALGORITHM:
    case AMP_LAUNCH:
        break;
    }
    return NULL;
}

static void look(struct outlived *o, struct expr *e)
{
    if (!e || e->constant || o->paths.dead)
        return;
    if (e->chosen) {
        look(o, e->chosen);
        return;
    }
    if (store_target(e)) {
        look_target(o, e);
        return;
    }
    switch (e->kind) {
    case EXPR_CALL:
        look_call(o, e);
        break;
    case EXPR_BINARY:
    case EXPR_COND:
        if (!paths_choice(&o->paths, e))
            paths_operands(&o->paths, e);
        break;
    case EXPR_STMT:
        paths_stmt(&o->paths, e->body);
        break;
    case EXPR_LAMBDA:
    case EXPR_SIZEOF:
    case EXPR_ALIGNOF:
        break;
    case EXPR_ERROR:
    case EXPR_NAME:
    case EXPR_LITERALS:
    case EXPR_OFFSETOF:
    case EXPR_TYPES_COMPATIBLE:
    case EXPR_PAREN:
    case EXPR_SUBSCRIPT:
    case EXPR_MEMBER:
    case EXPR_ARROW:
    case EXPR_UNARY:
    case EXPR_ASSIGN: /* look_target */
    case EXPR_CAST:
    case EXPR_CONVERT:
    case EXPR_COMPOUND:
    case EXPR_GENERIC:
    case EXPR_CONSTRUCT:
    case EXPR_LABEL:
    case EXPR_VA_ARG:
    case EXPR_CONVERTVECTOR:
        paths_operands(&o->paths, e);
        break;
    }
    if (used_view(e))
        over_used(o, used_view(e), e);
}

/* ---- statements ---- */

static void *state_copy(void *a, const void *state)
{
    return overs_copy(a, state);
}

static void state_join(void *a, void *state, const void *other, enum paths_meet meet,
                       const struct paths_construct *of)
{
    (void)a, (void)meet, (void)of;
    overs_join(state, other);
}

static void forget(void *a)
{
    overs_now(a)->all.n = 0;
}

static void look_expr(void *a, struct expr *e)
{
    look(a, e);
}

/* The first walk of the body gives the state that an iteration leaves, the second one reports what
 * holds in all iterations. */
static bool look_round(void *a, struct paths_construct *loop, int round)
{
    struct outlived *o = a;

    if (round == 0)
        loop->kept = paths_here(&o->paths);
    if (round == 1) {
        paths_meet(&o->paths, &loop->kept, PATHS_ROUND);
        loop->breaks = (struct paths_point){0};
    }
    o->muted += round == 0 ? 1 : round == 1 ? -1 : 0;
    return round < 2;
}

/* A declared view as a path, the same one in every round. */
static struct expr *name_of(struct outlived *o, struct symbol *view)
{
    struct expr *name = node_table_find(&o->names, view);

    if (name)
        return name;
    name = arena_new(&o->c->arena, struct expr);
    *name = (struct expr){.kind = EXPR_NAME,
                          .symbol = view,
                          .name = view->name,
                          .loc = view->loc,
                          .type = view->type};
    node_table_put(&o->names, view, name);
    return name;
}

/* The views that the braces of a struct's initialiser make, one for each member in order; not those
 * in members that are structs or arrays themselves. */
static void look_members(struct outlived *o, const struct init_declarator *v)
{
    const struct type *t = v->symbol->type;

    if (!v->init || v->init->expr || t->kind != TYPE_RECORD)
        return;
    for (int i = 0; i < v->init->items.n && i < t->record->members.n; i++) {
        const struct init_item *item = &v->init->items.at[i];
        struct record_member *m = &t->record->members.at[i];
        bool scalar = type_is_scalar(m->type) || type_is_view_or_array(m->type);
        if (item->designators.n > 0 || !m->name || (!scalar && item->init->expr))
            return; /* which member comes next is not followed */
        if (!is_view(m->type) || !item->init->expr)
            continue;
        struct expr *path = arena_new(&o->c->arena, struct expr);
        *path = (struct expr){.kind = EXPR_MEMBER,
                              .a = name_of(o, v->symbol),
                              .name = m->name,
                              .member = m,
                              .loc = v->symbol->loc,
                              .type = m->type};
        over_set(o, path, over_of_value(o, item->init->expr), item->init->expr);
    }
}

static void look_decl(void *a, struct init_declarator *v)
{
    struct outlived *o = a;
    struct expr *value = v->init ? v->init->expr : NULL, *source, *name;

    paths_exprs(&o->paths, &v->args, v->init);
    if (v->symbol)
        look_members(o, v);
    if (!v->symbol || !is_view(v->symbol->type) || v->symbol->type->reference)
        return;
    source = view_declared_over(v);
    name = name_of(o, v->symbol);
    over_set(o, name,
             source  ? over_of_source(o, source)
             : value ? over_of_value(o, value)
                     : (struct over){0},
             name);
}

static void look_scope_end(void *a, struct stmt *scope)
{
    struct outlived *o = a;

    over_scope_end(o, scope == o->function->definition->body ? NULL : scope);
}

static void look_return(void *a, struct stmt *s)
{
    struct outlived *o = a;

    look(o, s->expr);
    if (s->expr && s->expr->type && (s->expr->type->kind == TYPE_RECORD || is_view(s->expr->type)))
        over_returned(o, s->expr);
    over_scope_end(o, NULL);
}

static void look_assembly(void *a, struct stmt *s)
{
    (void)s;
    over_called(a);
}

static const struct paths_ops ops = {.copy = state_copy,
                                     .join = state_join,
                                     .anywhere = forget,
                                     .expr = look_expr,
                                     .declare = look_decl,
                                     .scope_end = look_scope_end,
                                     .leave = look_return,
                                     .assembly = look_assembly,
                                     .round = look_round};

/* ---- functions ---- */

struct survey {
    struct outlived *o;
    bool nested;
};

static void add(struct outlived *o, bool addressed, struct expr *lvalue)
{
    struct lvalue_root root = lvalue_root(lvalue);
    const struct symbol *s = root.variable && !root.through_pointer ? root.variable->symbol : NULL;

    if (s && addressed)
        vec_push(&o->c->arena, &o->addressed, s);
    else if (s)
        vec_push(&o->c->arena, &o->assigned, s);
}

static bool survey_expr(struct code_walk *w, struct expr *e)
{
    struct survey *v = w->data;
    const struct type *t = e->kind == EXPR_CALL && e->a ? e->a->type : NULL;

    t = t && t->kind == TYPE_POINTER ? t->base : t;
    for (int i = 0; t && t->kind == TYPE_FUNCTION && i < e->args.n && i < t->params.n; i++)
        if (t->params.at[i] && t->params.at[i]->reference)
            add(v->o, true, expr_strip(e->args.at[i]));
    if (store_target(e))
        add(v->o, false, store_target(e));
    if (e->kind == EXPR_UNARY && e->op == OP_ADDR)
        add(v->o, true, e->a);
    return true;
}

static bool survey_decl(struct code_walk *w, struct decl *d)
{
    struct survey *v = w->data;

    v->nested |= d->kind == DECL_FUNCTION;
    return true;
}

static void function_check(struct ctx *c, const struct program *p, struct findings *findings,
                           struct symbol *function)
{
    struct code k = {
        .c = c, .program = p, .findings = findings, .function = function, .side = RESTRICT_CPU};
    struct outlived o = {.c = c,
                         .findings = findings,
                         .function = function,
                         .reported = {.arena = &c->arena},
                         .names = {.arena = &c->arena},
                         .looks_left = OUTLIVED_LOOKS_ALL};
    struct survey survey = {.o = &o};
    struct code_walk w = {
        .k = &k, .expr = survey_expr, .decl = survey_decl, .data = &survey, .lambdas = true};

    order_function(findings, function);
    code_walk_stmt(&w, function->definition->body);
    if (survey.nested)
        return;
    o.paths = (struct paths){
        .ops = &ops, .analysis = &o, .arena = &c->arena, .now = arena_new(&c->arena, struct overs)};
    paths_body(&o.paths, function->definition->body);
}

static bool function_decl(struct code_walk *w, struct decl *d)
{
    if (d->kind == DECL_FUNCTION && d->symbol && d->body && !d->symbol->system &&
        d->symbol->definition == d && !d->symbol->is_nested &&
        !(d->symbol->restriction & RESTRICT_AMP))
        function_check(w->k->c, w->k->program, w->k->findings, d->symbol);
    return false;
}

void check_outlived(struct ctx *c, const struct program *p, struct findings *findings)
{
    struct code k = {.c = c, .program = p, .findings = findings};
    struct code_walk w = {.k = &k, .decl = function_decl};

    code_walk_unit(&w, p->unit);
}
