/* races.c - races of threads: runs a kernel with the hooks of shadow.h, view_writes.h and
 * view_reads.h, and reports what they find. */
#include "sema/simulate/access_bounds.h"
#include "sema/checks/check.h"
#include "sema/analysis/extent_most.h"
#include "sema/simulate/shadow.h"
#include "sema/analysis/variance_ask.h"
#include "sema/simulate/view_reads.h"
#include "sema/simulate/view_writes.h"
#include "sema/types/limits.h"

/* tile-race, tile-uninitialized, view-race, and amp-bounds as far as it depends on the thread: each
 * kernel is run for the threads of a tile (sema/simulate/lockstep.h) up to three times: for an
 * arbitrary tile (races in tile_static memory, views that tiles write); for the first tile, whose
 * number is known (views that threads of a tile write, bounds); and for an arbitrary tile once more
 * if a view is both read and written, at different subscripts. */

/* ---- words ---- */

/* The local index of a lane, "3" or "(0, 3)". */
static const char *lane_text(struct lockstep *l, int lane)
{
    struct arena *a = &lockstep_ctx(l)->arena;
    const char *text = "";
    int rank = lockstep_rank(l);

    if (rank == 1)
        return arena_printf(a, "%d", lane);
    for (int k = rank - 1; k >= 0; k--) {
        text = arena_printf(a, "%d%s%s", lane % lockstep_dim(l, k), *text ? ", " : "", text);
        lane /= lockstep_dim(l, k);
    }
    return arena_printf(a, "(%s)", text);
}

static const char *past_text(enum access_kind kind)
{
    switch (kind) {
    case ACCESS_READ:
        return "read";
    case ACCESS_WRITE:
        return "written";
    case ACCESS_ATOMIC:
        return "changed by an atomic";
    }
    return "";
}

/* What a thread does; what it may do, where it is not certain that it gets there. */
static const char *kind_text(enum access_kind kind, bool sure)
{
    switch (kind) {
    case ACCESS_READ:
        return sure ? "reads" : "may read";
    case ACCESS_WRITE:
        return sure ? "writes" : "may write";
    case ACCESS_ATOMIC:
        return sure ? "changes" : "may change";
    }
    return "";
}

/* The calls that lead from the kernel into a function. */
static void path_note(struct lockstep *l, const struct symbol *function)
{
    if (function)
        note_call_path(lockstep_ctx(l), lockstep_launch(l), function);
}

/* ---- tile_static memory ---- */

static void at_once_report(struct lockstep *l, const struct race *r)
{
    struct ctx *c = lockstep_ctx(l);
    const char *one = lane_text(l, r->first_lane), *two = lane_text(l, r->second_lane);

    if (r->unknown)
        diag(c, DIAG_tile_race, r->second->loc,
             "threads of the tile that find the same element of '%s' change it at once here, and "
             "lose what others did; use an atomic function",
             r->object->name);
    else
        diag(c, DIAG_tile_race, r->second->loc,
             "threads %s and %s of the tile %s the same element of '%s' at once here; let one "
             "thread do it, or use an atomic function",
             one, two, r->first_sure && r->second_sure ? "write" : "may write", r->object->name);
}

/* The expression for the tile's barrier in a function (NULL: the kernel); NULL: there is no name
 * for it. */
static const char *barrier_name(struct lockstep *l, const struct symbol *f)
{
    const struct symbol *param = f ? NULL : lockstep_launch(l)->param;

    for (int i = 0; f && i < f->params.n; i++)
        if (f->params.at[i] && (type_is_amp(f->params.at[i]->type, AMP_TYPE_TILE_BARRIER) ||
                                type_is_amp(f->params.at[i]->type, AMP_TYPE_TILED_INDEX)))
            param = f->params.at[i];
    if (!param || !param->type || param->type->kind != TYPE_AMP)
        return NULL;
    if (param->type->amp == AMP_TYPE_TILE_BARRIER)
        return param->name;
    if (param->type->amp != AMP_TYPE_TILED_INDEX)
        return NULL;
    return arena_printf(&lockstep_ctx(l)->arena, "%s.barrier", param->name);
}

static void barrier_fixit(struct lockstep *l, const struct race *r)
{
    struct ctx *c = lockstep_ctx(l);
    const char *name = r->weak ? NULL : barrier_name(l, r->function);
    const struct stmt *at = r->gap.behind ? r->gap.behind
                            : r->gap.n    ? r->gap.places[r->gap.n - 1].before
                                          : NULL;

    if (!at || variance_together(c, lockstep_launch(l), r->function, at) != ANSWER_PROVED)
        return; /* the run may have left out the iteration in which some threads leave */
    if (name && r->gap.behind)
        diag_fixit_end(c, r->gap.round->body->loc, r->gap.behind->loc,
                       arena_printf(&c->arena, "%s.wait();", name));
    else if (name && r->gap.n)
        diag_fixit_line(c, at->loc, arena_printf(&c->arena, "%s.wait();", name));
}

static void race_report(struct lockstep *l, const struct race *r)
{
    struct ctx *c = lockstep_ctx(l);
    const char *one = lane_text(l, r->first_lane), *two = lane_text(l, r->second_lane);

    if (r->at_once) {
        at_once_report(l, r);
    } else {
        diag(c, DIAG_tile_race, r->second->loc,
             "'%s' is %s here, and no barrier parts this from another thread that %s the same "
             "element; %s",
             r->object->name, past_text(r->second_kind), kind_text(r->first_kind, r->first_sure),
             r->weak ? "the barrier between them does not order tile_static memory"
                     : "wait at the barrier before this");
        barrier_fixit(l, r);
        diag_note(c, r->first->loc, "thread %s %s here what thread %s %s there", one,
                  kind_text(r->first_kind, r->first_sure), two,
                  kind_text(r->second_kind, r->second_sure));
    }
    path_note(l, r->function);
}

static void unset_report(struct lockstep *l, const struct unset *u)
{
    struct ctx *c = lockstep_ctx(l);

    diag(c, DIAG_tile_uninitialized, u->expr->loc,
         u->element ? "an element of tile_static '%s' is %s here that no thread has stored to"
                    : "tile_static '%s' is %s here before anything is stored in it",
         u->object->name, past_text(u->kind));
    diag_note(c, u->object->loc, "'%s' is declared here; its contents are undefined at first",
              u->object->name);
    path_note(l, u->function);
}

static const struct shadow_reports tile_reports = {.race = race_report, .unset = unset_report};

/* ---- views: two threads that certainly write one element ---- */

static const char *lane_where(struct lockstep *l, const struct view_clash *v)
{
    return v->tiles ? " of different tiles" : lockstep_launch(l)->tiled ? " of a tile" : "";
}

/* Shared by the runs of a launch: accesses that have been reported. */
struct reported {
    VEC(const struct expr *) exprs;
};

/* The begin of each run's data. */
struct run {
    struct shadow_client tiles; /* of a tile_run; else unused */
    struct reported *reported;
};

static void reported_add(struct lockstep *l, const struct expr *e)
{
    struct run *run = lockstep_data(l);

    vec_push(&lockstep_ctx(l)->arena, &run->reported->exprs, e);
}

static bool is_reported(struct lockstep *l, const struct expr *e)
{
    const struct run *run = lockstep_data(l);

    for (int i = 0; i < run->reported->exprs.n; i++)
        if (run->reported->exprs.at[i] == e)
            return true;
    return false;
}

static void clash_report(struct lockstep *l, const struct view_clash *v)
{
    struct ctx *c = lockstep_ctx(l);
    const char *one = lane_text(l, v->first_lane), *two = lane_text(l, v->second_lane);
    const char *rounds = v->at_once || v->first != v->second ? "" : ", in two rounds of the loop";

    reported_add(l, v->first);
    reported_add(l, v->second);
    if (v->still && v->at_once)
        diag(c, DIAG_view_race, v->second->loc,
             "threads of different tiles write the same element of '%s' here: its subscripts do "
             "not depend on the tile",
             v->view->name);
    else if (v->first == v->second)
        diag(c, DIAG_view_race, v->second->loc,
             "threads %s and %s%s write the same element of '%s' here%s; let one thread do it, or "
             "use an atomic function",
             one, two, lane_where(l, v), v->view->name, rounds);
    else
        diag(c, DIAG_view_race, v->second->loc,
             "thread %s writes the element of '%s' here that thread %s%s writes elsewhere; "
             "nothing says which comes last",
             two, v->view->name, one, v->tiles ? " of another tile" : "");
    if (v->first != v->second)
        diag_note(c, v->first->loc, "thread %s writes it here", one);
    path_note(l, lockstep_function(l));
}

/* ---- views: a thread that reads what another writes ---- */

/* An index or an extent, "3" or "(0, 3)". */
static const char *tuple_text(struct lockstep *l, const long long *at)
{
    struct arena *a = &lockstep_ctx(l)->arena;
    const char *text = "";

    if (lockstep_rank(l) == 1)
        return arena_printf(a, "%lld", at[0]);
    for (int k = lockstep_rank(l) - 1; k >= 0; k--)
        text = arena_printf(a, "%lld%s%s", at[k], *text ? ", " : "", text);
    return arena_printf(a, "(%s)", text);
}

static void read_report(struct lockstep *l, const struct view_read *v)
{
    struct ctx *c = lockstep_ctx(l);
    const char *reader = tuple_text(l, v->reader), *writer = tuple_text(l, v->writer);
    const char *writes = kind_text(ACCESS_WRITE, v->writes);
    const char *size =
        v->sized ? arena_printf(&c->arena, ", of a launch of %s,", tuple_text(l, v->extent)) : "";
    const char *tile = !lockstep_launch(l)->tiled ? ""
                       : v->tiles                 ? " of another tile"
                                                  : " of its tile";
    const char *advice =
        !lockstep_launch(l)->tiled ? "read one view and write another, or use two launches"
        : v->tiles ? "no barrier orders tiles: read one view and write another, or use two launches"
                   : "wait at the barrier between them";

    diag(c, DIAG_view_race, v->read->loc,
         "thread %s%s %s the element of '%s' here that thread %s%s %s; %s", reader, size,
         kind_text(ACCESS_READ, v->reads), v->view->name, writer, tile, writes, advice);
    diag_note(c, v->write->loc,
              v->written == v->view ? "thread %s %s it here"
                                    : "thread %s %s it here, as an element of '%s'",
              writer, writes, v->written->name);
    path_note(l, v->function);
}

/* ---- hooks ---- */

/* A run for an arbitrary tile: tile_static memory, and views that threads of different tiles
 * write. */
struct tile_run {
    struct run run;
    struct view_writes *writes;
};

/* Reports an access behind the end of a view, in a run for an arbitrary tile. */
static void end_access(struct lockstep *l, const struct access *a)
{
    long long by;
    int k;

    if (a->place->kind == PLACE_GLOBAL && access_behind(l, a, &k, &by))
        access_behind_report(l, a, k, by);
}

static void any_access(struct lockstep *l, const struct access *a)
{
    struct tile_run *r = lockstep_data(l);

    if (a->place->kind == PLACE_TILE) {
        access_bounds_check(l, a);
        shadow_access(shadow_of(l), a);
        return;
    }
    end_access(l, a);
    if (!r->writes)
        r->writes = view_writes_new(l, true, clash_report);
    view_writes_access(r->writes, a);
}

/* Iterations that are left out may store to the objects that the loop names, or to any object
 * through pointers and functions. */
static bool cut_expr(struct code_walk *w, struct expr *e)
{
    bool through =
        e->kind == EXPR_ARROW || (e->kind == EXPR_UNARY && e->op == OP_DEREF) ||
        (e->kind == EXPR_SUBSCRIPT && e->amp == AMP_NONE && e->a->kind != EXPR_CONVERT) ||
        (e->kind == EXPR_CALL && e->amp == AMP_NONE && callee_expr(e) && callee_expr(e)->symbol &&
         !callee_expr(e)->symbol->system);

    if (through)
        shadow_cut(w->data, NULL);
    else if (e->kind == EXPR_NAME && e->symbol && e->symbol->storage & STORAGE_TILE_STATIC)
        shadow_cut(w->data, e->symbol);
    return true;
}

static void any_cut(struct lockstep *l, struct stmt *loop)
{
    struct code_walk w = {.expr = cut_expr, .data = shadow_of(l)};

    code_walk_stmt(&w, loop);
}

static long long tile_check(struct ctx *c, struct findings *findings, const struct launch *launch,
                            long long budget, struct arena *memory, struct reported *reported)
{
    struct tile_run run = {.run = {{.reports = &tile_reports}, reported}};
    struct lockstep_options options = {
        .tiles = true, .budget = budget, .memory = memory, .hooks = {.data = &run}};

    shadow_hook(&options.hooks);
    options.hooks.access = any_access;
    options.hooks.cut = any_cut;
    return lockstep_run(c, findings, launch, &options);
}

/* A run of the first tile. */
struct first_run {
    struct run run;
    struct view_writes *writes;
    struct view_reads *reads;
    bool mixed;  /* a view is both read and written, at different subscripts */
    bool behind; /* some access may be behind the end of a view */
};

static struct view_writes *writes_of(struct lockstep *l)
{
    struct first_run *r = lockstep_data(l);

    if (!r->writes)
        r->writes = view_writes_new(l, false, clash_report);
    return r->writes;
}

static void first_access(struct lockstep *l, const struct access *a)
{
    struct first_run *r = lockstep_data(l);
    long long by;
    int k;

    if (a->place->kind != PLACE_GLOBAL)
        return;
    r->behind = r->behind || access_behind(l, a, &k, &by);
    access_bounds_check(l, a);
    view_writes_access(writes_of(l), a);
    if (!r->reads)
        r->reads = view_reads_new(l);
    view_reads_access(r->reads, a);
}

static void first_finish(struct lockstep *l)
{
    struct first_run *r = lockstep_data(l);

    r->mixed = r->reads && view_reads_mixed(r->reads);
}

static void first_barrier(struct lockstep *l, unsigned orders)
{
    view_writes_barrier(writes_of(l), orders);
}

static void first_fence(struct lockstep *l, unsigned orders)
{
    view_writes_fence(writes_of(l), orders);
}

/* A run for an arbitrary tile, for views that are read and written. */
struct read_run {
    struct run run;
    struct view_reads *reads;
};

static struct view_reads *reads_of(struct lockstep *l)
{
    struct read_run *r = lockstep_data(l);

    if (!r->reads)
        r->reads = view_reads_new(l);
    return r->reads;
}

static void read_access(struct lockstep *l, const struct access *a)
{
    view_reads_access(reads_of(l), a);
}

static void read_barrier(struct lockstep *l, unsigned orders)
{
    view_reads_barrier(reads_of(l), orders);
}

static void read_fence(struct lockstep *l, unsigned orders)
{
    view_reads_fence(reads_of(l), orders);
}

static void read_finish(struct lockstep *l)
{
    view_reads_finish(reads_of(l), is_reported, read_report);
}

static long long read_check(struct ctx *c, struct findings *findings, const struct launch *launch,
                            long long budget, struct arena *memory, struct reported *reported)
{
    struct read_run run = {.run = {.reported = reported}};
    const struct lockstep_options options = {.domain = true,
                                             .budget = budget,
                                             .memory = memory,
                                             .hooks = {.data = &run,
                                                       .access = read_access,
                                                       .barrier = read_barrier,
                                                       .fence = read_fence,
                                                       .finish = read_finish}};

    return lockstep_run(c, findings, launch, &options);
}

static long long view_check(struct ctx *c, struct findings *findings, const struct launch *launch,
                            long long budget, struct arena *memory, struct reported *reported)
{
    struct first_run run = {.run = {.reported = reported}};
    const struct lockstep_options first = {.first_tile = true,
                                           .budget = budget,
                                           .memory = memory,
                                           .hooks = {.data = &run,
                                                     .access = first_access,
                                                     .barrier = first_barrier,
                                                     .fence = first_fence,
                                                     .finish = first_finish}};
    const struct lockstep_options any = {
        .budget = budget, .memory = memory, .hooks = {.access = end_access}};
    long long work = lockstep_run(c, findings, launch, &first);

    if (run.behind && !launch->tiled) /* tiled launches are left to tile_check */
        work += lockstep_run(c, findings, launch, &any);
    if (run.mixed)
        work += read_check(c, findings, launch, budget, memory, reported);
    return work;
}

/* Kernels with errors are not run: their code will change. */
static bool has_errors(struct ctx *c, const struct launch *launch)
{
    symbol_vec functions = {0};

    /* A lambda with a name stands elsewhere. */
    if (diag_error_in(c, launch->call->loc) || diag_error_in(c, launch->lambda->loc))
        return true;
    launch_functions(c, launch, &functions);
    for (int i = 0; i < functions.n; i++) {
        const struct symbol *f = functions.at[i];
        if (f->definition && diag_error_in(c, f->definition->loc))
            return true;
    }
    return false;
}

void check_races(struct ctx *c, const struct program *p, struct findings *findings)
{
    long long left = RACES_BUDGET_ALL;
    struct arena memory = {0};
    struct value_sources sources = {0};

    if (c->diag_options.no_warnings)
        return;
    for (int i = 0; i < p->launches.n; i++) {
        long long budget = left > RACES_BUDGET         ? RACES_BUDGET
                           : left > RACES_BUDGET_LEAST ? left
                                                       : RACES_BUDGET_LEAST;
        struct reported reported = {0};
        if (has_errors(c, p->launches.at[i]))
            continue;
        launch_most_find(c, p, findings, &sources, p->launches.at[i]);
        if (p->launches.at[i]->tiled)
            left -= tile_check(c, findings, p->launches.at[i], budget, &memory, &reported);
        left -= view_check(c, findings, p->launches.at[i], budget, &memory, &reported);
    }
    arena_free(&memory);
}
