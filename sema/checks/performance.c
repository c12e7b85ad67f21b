/* performance.c - -Wperformance: tile sizes, access patterns, views that could be const, discarded
 * views; advice from runs of memory_use.h. */
#include <string.h>

#include "sema/analysis/order.h"
#include "sema/checks/check.h"
#include "sema/checks/const_view.h"
#include "sema/simulate/lockstep.h"
#include "sema/simulate/memory_use.h"
#include "sema/types/limits.h"

/* perf-tile-size, perf-const-view and perf-discard. The cost of accesses to memory is reported by
 * sema/simulate/memory_use.c, which runs the kernel; perf-double is in double.c. */

/* The largest group of threads that devices run together (a wavefront of 64), and the elements of 8
 * bytes in one segment of memory. */
enum { GROUP = 64, ROW = 16 };

/* ---- tiles ---- */

static long long rounded(long long n, long long to)
{
    return (n + to - 1) / to * to;
}

static const char *tile_text(struct ctx *c, const long long *dim, int rank)
{
    const char *text = arena_printf(&c->arena, "%lld", dim[0]);

    for (int k = 1; k < rank; k++)
        text = arena_printf(&c->arena, "%s, %lld", text, dim[k]);
    return text;
}

/* A similar tile whose threads are a multiple of GROUP: the last dimension grows to a multiple of
 * ROW, then the one before it until the groups are full; the first dimensions shrink where the tile
 * gets too large. */
static const char *better_tile(struct ctx *c, const struct launch *l)
{
    long long dim[3] = {0}, all = 1;
    int last = l->rank - 1, k = last > 0 ? last - 1 : 0;

    for (int i = 0; i < l->rank; i++)
        dim[i] = l->tile[i];
    dim[last] = rounded(dim[last], last == 0 ? GROUP : ROW);
    for (int i = 0; i < l->rank; i++)
        all *= dim[i];
    while (all % GROUP != 0) {
        all += all / dim[k];
        dim[k]++;
    }
    for (int i = 0; i < l->rank && all > TILE_THREADS_MAX; i++)
        while (dim[i] % 2 == 0 && all > TILE_THREADS_MAX && (i < last || dim[i] > ROW)) {
            dim[i] /= 2;
            all /= 2;
        }
    return all % GROUP == 0 && all <= TILE_THREADS_MAX ? tile_text(c, dim, l->rank) : NULL;
}

static struct loc tile_loc(const struct launch *l)
{
    struct expr *e = expr_strip(l->domain), *member = NULL;

    if (e && e->kind == EXPR_CALL)
        member = expr_strip(e->a);
    if (member && (member->kind == EXPR_MEMBER || member->kind == EXPR_ARROW) &&
        member->template_loc.end > member->template_loc.begin)
        return member->template_loc;
    return l->domain->loc;
}

static void tile_size_check(struct ctx *c, const struct launch *l)
{
    long long dim[3] = {0}, all = 1, idle;
    const char *better;

    for (int k = 0; k < l->rank && k < 3; k++) {
        dim[k] = l->tile[k];
        all *= dim[k];
    }
    if (!l->tiled || all <= 0 || (dim[l->rank - 1] % ROW == 0 && all % GROUP == 0))
        return;
    idle = rounded(all, GROUP) - all;
    better = better_tile(c, l);
    if (better)
        better = arena_printf(&c->arena, "; <%s> does not", better);
    if (idle > 0)
        diag(c, DIAG_perf_tile_size, tile_loc(l), "tiles of <%s> leave %lld of %lld lanes idle%s",
             tile_text(c, dim, l->rank), idle, idle + all, better ? better : "");
    else
        diag(c, DIAG_perf_tile_size, tile_loc(l),
             "tiles of <%s> access memory in rows of %lld threads, which is no multiple of %d%s",
             tile_text(c, dim, l->rank), dim[l->rank - 1], ROW, better ? better : "");
}

/* ---- views ---- */

static bool is_plain_view(const struct symbol *s)
{
    return s && s->type && s->type->kind == TYPE_AMP && s->type->amp == AMP_TYPE_ARRAY_VIEW &&
           s->type->base && !(s->type->base->quals & QUAL_CONST);
}

/* A search for uses of a view by host code and other launches. */
struct view_search {
    const struct findings *findings;
    const struct symbol *view;
    const struct launch *launch;
    bool changed;              /* host code writes elements, assigns the view or passes it on */
    bool discarded;            /* before the launch */
    bool used;                 /* before the launch, by another launch or by host code */
    const struct stmt *rounds; /* the outermost loop around the launch: uses in it precede it; NULL:
                                  none */
};

static bool is_view(struct expr *e, const struct symbol *view)
{
    e = expr_strip(e);
    return e && e->kind == EXPR_NAME && e->symbol == view;
}

static bool takes_const(const struct expr *arg)
{
    return arg->kind == EXPR_CONVERT && arg->type && arg->type->kind == TYPE_AMP &&
           arg->type->base && arg->type->base->quals & QUAL_CONST;
}

/* Walks the arguments of a launch, which are evaluated before it. */
static void launch_arguments(struct code_walk *w, const struct launch *l)
{
    code_walk_expr(w, l->domain);
    code_walk_expr(w, l->accelerator);
}

static bool search_expr(struct code_walk *w, struct expr *e)
{
    struct view_search *s = w->data;
    struct expr *target = store_target(e), *member = e->kind == EXPR_CALL ? expr_strip(e->a) : NULL;
    const struct expr *call = s->launch->call;
    bool before = node_before(s->findings, e, call);

    if (e == call)
        launch_arguments(w, s->launch);
    if (w->unevaluated || e == call)
        return false;
    if (target) {
        struct lvalue_root root = lvalue_root(target);
        struct expr *of = root.element ? root.element->a : root.variable;
        s->changed |= is_view(expr_view(of), s->view);
    }
    if (e->kind == EXPR_UNARY && e->op == OP_ADDR && is_view(e->a, s->view))
        s->changed = true;
    for (int i = 0; e->kind == EXPR_CALL && i < e->args.n; i++)
        s->changed |= is_view(e->args.at[i], s->view) && !takes_const(e->args.at[i]);
    if (member && e->amp == AMP_VIEW_DISCARD && is_view(member->a, s->view))
        s->discarded |= before;
    else if (e->kind == EXPR_NAME && e->symbol == s->view &&
             (before || node_inside(s->findings, e, s->rounds) ||
              node_inside(s->findings, e, call)))
        s->used = true;
    return !(member && (e->amp == AMP_VIEW_DISCARD || e->amp == AMP_VIEW_SYNCHRONIZE));
}

/* Skips properties of the view, which do not use elements. */
static bool search_skip(struct code_walk *w, struct expr *e)
{
    const struct view_search *s = w->data;

    if (e->kind == EXPR_MEMBER && e->amp == AMP_VIEW_EXTENT && is_view(e->a, s->view))
        return false;
    return search_expr(w, e);
}

static bool search_loop(struct code_walk *w, struct stmt *s)
{
    struct view_search *search = w->data;

    if (stmt_is_loop(s) && !search->rounds &&
        node_inside(search->findings, search->launch->call, s))
        search->rounds = s;
    return true;
}

static struct view_search view_search(struct findings *findings, const struct launch *l,
                                      const struct symbol *view)
{
    struct view_search s = {.findings = findings, .view = view, .launch = l};
    struct code_walk w = {.expr = search_skip, .stmt = search_loop, .data = &s, .lambdas = true};

    order_launch(findings, l);
    if (l->function && l->function->definition)
        code_walk_stmt(&w, l->function->definition->body);
    else
        s.changed = true;
    return s;
}

static void const_note(struct ctx *c, struct findings *findings, const_advice_vec *all,
                       const struct launch *l, struct symbol *view)
{
    enum const_fit fit = const_view_fit(findings, l, view);

    for (int i = 0; i < all->n; i++)
        if (all->at[i].view == view)
            return;
    if (fit != CONST_FIT_NONE)
        vec_push(&c->arena, all, ((struct const_advice){l, view, fit}));
}

static void const_report(struct ctx *c, const const_advice_vec *all, int i)
{
    struct symbol *view = all->at[i].view;
    struct type *t = type_view(c, AMP_TYPE_ARRAY_VIEW,
                               type_qualified(c, view->type->base, QUAL_CONST), view->type->rank);

    t->texture = view->type->texture;
    diag(c, DIAG_perf_const_view, view->loc,
         "'%s' is never written, but ampc has to take it for written and copies it back when the "
         "host looks at it; declare it '%s'",
         view->name, type_text(c, t));
    const_view_fixits(c, all, i);
    diag_note(c, all->at[i].launch->call->loc, "the kernel that reads it is launched here");
}

/* The view is over host data, which a launch would copy to the accelerator. */
static bool has_source(const struct symbol *view)
{
    return !view->type->texture && (view->kind == SYMBOL_PARAM ||
                                    (view->declarator && view_declared_over(view->declarator)));
}

/* ---- discarded views ---- */

/* What the kernel does to the view is proved, but for conditions that the message names; without
 * any the statement is offered. 'whole', 'apart': all elements are written, and other views that
 * the kernel reads have none of them. */
static void discard_report(struct ctx *c, const struct launch *l, struct symbol *view,
                           enum answer whole, enum answer apart)
{
    bool all = whole == ANSWER_PROVED, alone = apart == ANSWER_PROVED;

    diag(c, DIAG_perf_discard, l->call->a->loc,
         "the kernel writes %s'%s' and never reads it, and its old elements are copied to the "
         "accelerator all the same; %s%s%s%scall '%s.discard_data()' before",
         all ? "all of " : "", view->name, all && alone ? "" : "if ",
         all ? "" : "there is a thread for each of them", all || alone ? "" : " and ",
         alone ? all ? "" : ", " : "the other views that it reads have none of them, ", view->name);
    if (all && alone && l->function && l->function->definition)
        fixit_before_call(c, l->function->definition->body, l->call,
                          arena_printf(&c->arena, "%s.discard_data();", view->name));
}

/* All elements are written, or would be if there is a thread for each. */
static void discard_check(struct ctx *c, struct findings *findings, const struct launch *l,
                          struct symbol *view, const struct cover *cover)
{
    enum answer whole = cover_whole(cover, findings, l, view);
    enum answer apart = answer_not(effect_shared(c, findings, l, view));
    bool would =
        cover_own(cover) == ANSWER_PROVED && cover_threads(findings, l, view) == ANSWER_UNKNOWN;

    if ((whole == ANSWER_PROVED || would) && apart != ANSWER_REFUTED)
        discard_report(c, l, view, whole, apart);
}

static void views_check(struct ctx *c, struct findings *findings, const struct launch *l,
                        const struct memory_use *use, const_advice_vec *all)
{
    for (int i = 0; i < l->captures.n; i++) {
        const struct captured *v = &l->captures.at[i];
        const struct view_use *u = memory_use_find(use, v->symbol);
        if (!u || v->mode != CAPTURE_COPY || !is_plain_view(v->symbol))
            continue;
        struct view_search s = view_search(findings, l, v->symbol);
        struct effect effect = memory_use_effect(c, findings, use, l, v->symbol);
        if (effect.reads == ANSWER_PROVED && effect.writes == ANSWER_REFUTED && !s.changed)
            const_note(c, findings, all, l, v->symbol);
        else if (effect.writes == ANSWER_PROVED && effect.reads == ANSWER_REFUTED && !s.discarded &&
                 !s.used && has_source(v->symbol))
            discard_check(c, findings, l, v->symbol, &u->cover);
    }
}

void check_performance(struct ctx *c, const struct program *p, struct findings *findings)
{
    long long left = ADVICE_BUDGET_ALL;
    const_advice_vec all = {0};

    if (!diag_advises(c))
        return;
    check_double(c, p, findings);
    for (int i = 0; i < p->launches.n && left > 0; i++) {
        const struct launch *l = p->launches.at[i];
        struct memory_use use = {0};
        if (!l->lambda || l->rank <= 0 || diag_error_in(c, l->call->loc) ||
            diag_doubts(c, l->call->loc))
            continue;
        tile_size_check(c, l);
        left -= memory_use_run(c, findings, l, ADVICE_BUDGET, &use);
        if (use.complete)
            views_check(c, findings, l, &use, &all);
    }
    for (int i = 0; i < all.n; i++)
        const_report(c, &all, i);
}
