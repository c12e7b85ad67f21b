/* outlived_flow.c - the walk along the paths of host functions for views that live longer than
 * their memory: check_outlived.
 *
 * Example: `x = malloc(n); array_view<int> v(n, x); free(x); v[0] = 1;` is told at v[0]. */
#include <string.h>

#include "sema/hostflow/host_calls.h"
#include "sema/types/leave.h"
#include "sema/hostflow/outlived.h"

/* Views that live longer than their memory, for certain (view-outlived): over a variable of a block
 * that ends, or of a function that returns, and views that are used when their memory has been
 * freed. What holds on all ways to a point counts; of loops what holds in each round. */

enum { LOOKS_ALL = 20000 };

/* What leaves a loop or a switch. */
struct exits {
    struct overs breaks, continues;
    struct exits *loop;        /* of continue */
    const struct stmt *around; /* the loop or switch */
    struct overs head;         /* of a switch: before any case */
    bool has_default;
};

struct flow {
    struct outlived o;
    struct exits *exits; /* NULL: outside of all */
    int looks_left;      /* see host_calls.h */
};

static void look(struct flow *f, struct expr *e);
static void look_stmt(struct flow *f, struct stmt *s);

static const struct overs nowhere = {.dead = true};

/* Only p leads here. */
static void point_set(struct flow *f, const struct overs *p)
{
    f->o.now = *p;
    f->o.now = overs_copy(&f->o);
}

/* p leads here, too. */
static void point_meet(struct flow *f, const struct overs *p)
{
    struct overs all = overs_copy(&f->o);

    point_set(f, p);
    overs_join(&f->o, &all);
    point_set(f, &all);
}

/* ---- expressions ---- */

static void look_all(struct flow *f, const expr_vec *all)
{
    for (int i = 0; i < all->n; i++)
        look(f, all->at[i]);
}

static void look_init(struct flow *f, struct init *init)
{
    look(f, init->expr);
    for (int i = 0; i < init->items.n; i++)
        look_init(f, init->items.at[i].init);
}

static void look_choice(struct flow *f, struct expr *a, struct expr *b)
{
    struct overs end = nowhere, before = overs_copy(&f->o);

    look(f, a);
    overs_join(&f->o, &end);
    point_set(f, &before);
    look(f, b);
    overs_join(&f->o, &end);
    point_set(f, &end);
}

static bool is_view(const struct type *t)
{
    return type_is_amp(t, AMP_TYPE_ARRAY_VIEW);
}

static void look_target(struct flow *f, struct expr *e)
{
    struct expr *target = check_target(e);

    look(f, e->kind == EXPR_ASSIGN ? e->b : NULL);
    if (!over_path(target))
        look(f, target);
    if (e->kind == EXPR_ASSIGN && e->op == OP_ASSIGN && is_view(target->type))
        over_set(&f->o, target, over_of_value(&f->o, e->b), e->b->loc);
    else
        over_stored(&f->o, target);
}

static void look_launch(struct flow *f, struct expr *e)
{
    const struct launch *l = e->launch;

    look(f, l->accelerator);
    look(f, l->domain);
    for (int i = 0; l->lambda && i < l->captures.n; i++) {
        struct expr name = {.kind = EXPR_NAME, .symbol = l->captures.at[i].symbol};
        over_used(&f->o, &name, e->a->loc);
    }
}

/* Of the C library, or of the compiler. */
static bool is_library(const struct expr *name)
{
    return name && (name->symbol ? name->symbol->system
                                 : name->name && !strncmp(name->name, "__builtin_", 10));
}

static bool is_one_of(const struct expr *name, const char *const *names)
{
    const char *called = name->name;

    if (!strncmp(called, "__builtin_", 10))
        called += 10;
    while (*names && strcmp(*names, called))
        names++;
    return *names;
}

/* Does the call end the way that leads to it? May it return once more, when other things hold? */
static void look_return_of(struct flow *f, const struct expr *name)
{
    static const char *const never[] = {
        "exit",    "_exit",        "_Exit",         "quick_exit",    "abort",
        "longjmp", "siglongjmp",   "__longjmp_chk", "__assert_fail", "err",
        "errx",    "pthread_exit", "trap",          "unreachable",   NULL};
    static const char *const twice[] = {"setjmp",      "_setjmp", "sigsetjmp",
                                        "__sigsetjmp", "vfork",   NULL};

    if (name && name->symbol && name->symbol->storage & STORAGE_NORETURN)
        f->o.now.dead = true;
    if (!is_library(name))
        return;
    f->o.now.dead |= is_one_of(name, never);
    if (is_one_of(name, twice))
        f->o.now.all.n = 0;
}

/* May a function store to views that are not the function's own? */
static bool reaches_views(struct flow *f, struct expr *call, const struct expr *name)
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
    return host_call_views(f->o.c, &f->looks_left, call);
}

static void look_call(struct flow *f, struct expr *e)
{
    struct expr *name = e->amp == AMP_NONE ? check_callee(e) : NULL;
    const struct symbol *function = name ? name->symbol : NULL;
    enum leave_kind leaves = leave_called(e);

    if (e->launch && !(e->launch->lambda && e->launch->lambda->host)) {
        look_launch(f, e);
        return;
    }
    if (!function)
        look(f, e->a);
    look_all(f, &e->args);
    if (leaves != LEAVE_NONE)
        over_freed(&f->o, e->args.at[0], leaves == LEAVE_FREE ? e : NULL);
    else if (reaches_views(f, e, name))
        over_called(&f->o);
    look_return_of(f, name);
}

/* The view that an operation is one of; NULL: it is none that needs the memory. */
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
    case AMP_VIEW_SYNCHRONIZE:
    case AMP_VIEW_SYNCHRONIZE_ASYNC:
    case AMP_VIEW_SOURCE:
    case AMP_VIEW_REFRESH:
    case AMP_VIEW_DISCARD:
    case AMP_VIEW_DATA:
    case AMP_COPY_TO:
        return callee && callee->kind == EXPR_MEMBER ? callee->a : NULL;
    default:
        return NULL;
    }
}

static void look_operands(struct flow *f, struct expr *e)
{
    look(f, e->a);
    look(f, e->b);
    look(f, e->c);
    look_all(f, &e->args);
    if (e->init)
        look_init(f, e->init);
}

static void look(struct flow *f, struct expr *e)
{
    if (!e || e->constant || f->o.now.dead)
        return;
    if (e->chosen) {
        look(f, e->chosen);
        return;
    }
    if (check_target(e)) {
        look_target(f, e);
        return;
    }
    switch (e->kind) {
    case EXPR_CALL:
        look_call(f, e);
        break;
    case EXPR_BINARY:
        look(f, e->a);
        if (e->op == OP_LAND || e->op == OP_LOR)
            look_choice(f, e->b, NULL);
        else
            look(f, e->b);
        break;
    case EXPR_COND:
        look(f, e->a);
        look_choice(f, e->b, e->c);
        break;
    case EXPR_STMT:
        look_stmt(f, e->body);
        break;
    case EXPR_LAMBDA:
    case EXPR_SIZEOF:
    case EXPR_ALIGNOF:
        break;
    default:
        look_operands(f, e);
        break;
    }
    if (used_view(e))
        over_used(&f->o, used_view(e), e->loc);
}

/* ---- statements ---- */

static void look_if(struct flow *f, struct stmt *s)
{
    struct overs end = nowhere;

    for (;; s = s->else_) {
        long long value = -1;
        bool constant = check_constant(s->expr, &value);
        struct overs before;
        look(f, s->expr);
        before = overs_copy(&f->o);
        f->o.now.dead |= constant && value == 0;
        look_stmt(f, s->body);
        overs_join(&f->o, &end);
        point_set(f, &before);
        f->o.now.dead |= constant && value != 0;
        if (!s->else_ || s->else_->kind != STMT_IF)
            break;
    }
    look_stmt(f, s->else_);
    overs_join(&f->o, &end);
    point_set(f, &end);
}

/* Once through a loop. */
static void look_round(struct flow *f, struct stmt *s, struct exits *exits)
{
    long long value = 1;
    bool ends = s->expr && !(check_constant(s->expr, &value) && value != 0);

    if (s->kind != STMT_DO) {
        look(f, s->expr);
        if (ends)
            overs_join(&f->o, &exits->breaks);
    }
    look_stmt(f, s->body);
    point_meet(f, &exits->continues);
    look(f, s->step);
    if (s->kind == STMT_DO) {
        look(f, s->expr);
        if (ends)
            overs_join(&f->o, &exits->breaks);
    }
}

/* The first time shows what a round leaves behind, the second what holds in all rounds. */
static void look_loop(struct flow *f, struct stmt *s)
{
    struct exits *outer = f->exits;
    struct overs entry = overs_copy(&f->o);
    long long value = 1;

    if (s->kind != STMT_DO && s->expr && check_constant(s->expr, &value) && value == 0)
        return;
    for (int round = 0; round < 2; round++) {
        struct exits exits = {.breaks = nowhere, .continues = nowhere, .loop = &exits, .around = s};
        f->exits = &exits;
        f->o.muted += round == 0;
        look_round(f, s, &exits);
        f->o.muted -= round == 0;
        f->exits = outer;
        if (round == 0)
            point_meet(f, &entry);
        else
            point_set(f, &exits.breaks);
    }
}

static void look_switch(struct flow *f, struct stmt *s)
{
    struct exits *outer = f->exits;
    struct exits exits = {
        .breaks = nowhere, .continues = nowhere, .loop = outer ? outer->loop : NULL, .around = s};

    look(f, s->expr);
    exits.head = overs_copy(&f->o);
    f->exits = &exits;
    f->o.now.dead = true;
    look_stmt(f, s->body);
    f->exits = outer;
    if (!exits.has_default)
        point_meet(f, &exits.head);
    point_meet(f, &exits.breaks);
}

static void look_label(struct flow *f, const struct stmt *s)
{
    if (!f->exits)
        return;
    f->exits->has_default |= s->kind == STMT_DEFAULT;
    point_meet(f, &f->exits->head);
}

static void look_decl(struct flow *f, struct decl *d)
{
    for (int i = 0; d->kind == DECL_VARS && i < d->declarators.n; i++) {
        const struct init_declarator *v = d->declarators.at[i];
        struct expr *value = v->init ? v->init->expr : NULL, *source;
        look_all(f, &v->args);
        if (v->init)
            look_init(f, v->init);
        if (!v->symbol || !is_view(v->symbol->type) || v->symbol->type->reference)
            continue;
        struct expr *name = arena_alloc(&f->o.c->arena, sizeof *name);
        *name = (struct expr){.kind = EXPR_NAME,
                              .symbol = v->symbol,
                              .name = v->symbol->name,
                              .loc = v->symbol->loc,
                              .type = v->symbol->type};
        source = check_view_source(v);
        over_set(&f->o, name,
                 source  ? over_of_source(&f->o, source)
                 : value ? over_of_value(&f->o, value)
                         : (struct over){0},
                 v->symbol->loc);
    }
}

/* break and continue. */
static void look_exit(struct flow *f, struct overs *to, const struct exits *from)
{
    if (from)
        over_scope_end(&f->o, from->around);
    if (to)
        overs_join(&f->o, to);
    f->o.now.dead = true;
}

static void look_block(struct flow *f, struct stmt *s)
{
    for (int i = 0; i < s->items.n; i++)
        look_stmt(f, s->items.at[i]);
    over_scope_end(&f->o, s != f->o.function->definition->body ? s : NULL);
}

static void look_return(struct flow *f, struct stmt *s)
{
    look(f, s->expr);
    if (s->expr && s->expr->type && (s->expr->type->kind == TYPE_RECORD || is_view(s->expr->type)))
        over_returned(&f->o, s->expr);
    over_scope_end(&f->o, NULL);
    f->o.now.dead = true;
}

static void look_for(struct flow *f, struct stmt *s)
{
    if (s->decl)
        look_decl(f, s->decl);
    look(f, s->init);
    look_loop(f, s);
    over_scope_end(&f->o, s);
}

static void look_stmt(struct flow *f, struct stmt *s)
{
    struct exits *loop = f->exits ? f->exits->loop : NULL;

    if (!s)
        return;
    switch (s->kind) {
    case STMT_EXPR:
        look(f, s->expr);
        break;
    case STMT_DECL:
        if (s->decl)
            look_decl(f, s->decl);
        break;
    case STMT_COMPOUND:
        look_block(f, s);
        break;
    case STMT_IF:
        look_if(f, s);
        break;
    case STMT_SWITCH:
        look_switch(f, s);
        break;
    case STMT_FOR:
        look_for(f, s);
        break;
    case STMT_WHILE:
    case STMT_DO:
        look_loop(f, s);
        break;
    case STMT_RETURN:
        look_return(f, s);
        break;
    case STMT_BREAK:
        look_exit(f, f->exits ? &f->exits->breaks : NULL, f->exits);
        break;
    case STMT_CONTINUE:
        look_exit(f, loop ? &loop->continues : NULL, loop);
        break;
    case STMT_CASE:
    case STMT_DEFAULT:
        look_label(f, s);
        look_stmt(f, s->body);
        break;
    case STMT_LABEL: /* from where other things are known */
        f->o.now = (struct overs){0};
        look_stmt(f, s->body);
        break;
    case STMT_GOTO:
        f->o.now.dead = true;
        break;
    case STMT_ASM:
        over_called(&f->o);
        break;
    default:
        break;
    }
}

/* ---- functions ---- */

struct survey {
    struct outlived *o;
    bool nested;
};

static void add(struct outlived *o, bool addressed, struct expr *lvalue)
{
    struct check_root root = check_root(lvalue);
    const struct symbol *s = root.variable && !root.through_pointer ? root.variable->symbol : NULL;

    if (s && addressed)
        vec_push(&o->c->arena, &o->addressed, s);
    else if (s)
        vec_push(&o->c->arena, &o->assigned, s);
}

static bool survey_expr(struct check_walk *w, struct expr *e)
{
    struct survey *v = w->data;
    const struct type *t = e->kind == EXPR_CALL && e->a ? e->a->type : NULL;

    t = t && t->kind == TYPE_POINTER ? t->base : t;
    for (int i = 0; t && t->kind == TYPE_FUNCTION && i < e->args.n && i < t->params.n; i++)
        if (t->params.at[i] && t->params.at[i]->reference)
            add(v->o, true, expr_strip(e->args.at[i]));
    if (check_target(e))
        add(v->o, false, check_target(e));
    if (e->kind == EXPR_UNARY && e->op == OP_ADDR)
        add(v->o, true, e->a);
    return true;
}

static bool survey_decl(struct check_walk *w, struct decl *d)
{
    struct survey *v = w->data;

    v->nested |= d->kind == DECL_FUNCTION;
    return true;
}

static void function_check(struct ctx *c, struct program *p, struct symbol *function)
{
    struct check k = {.c = c, .program = p, .function = function, .side = RESTRICT_CPU};
    struct flow f = {.o = {.c = c, .k = &k, .function = function}, .looks_left = LOOKS_ALL};
    struct survey survey = {.o = &f.o};
    struct check_walk w = {
        .k = &k, .expr = survey_expr, .decl = survey_decl, .data = &survey, .lambdas = true};

    check_walk_stmt(&w, function->definition->body);
    if (survey.nested)
        return;
    look_stmt(&f, function->definition->body);
}

static bool function_decl(struct check_walk *w, struct decl *d)
{
    if (d->kind == DECL_FUNCTION && d->symbol && d->body && !d->symbol->system &&
        d->symbol->definition == d && !d->symbol->is_nested &&
        !(d->symbol->restriction & RESTRICT_AMP))
        function_check(w->k->c, w->k->program, d->symbol);
    return false;
}

void check_outlived(struct ctx *c, struct program *p)
{
    struct check k = {.c = c, .program = p};
    struct check_walk w = {.k = &k, .decl = function_decl};

    check_walk_unit(&w, p->unit);
}
