/* access_bounds.c - subscripts that are certainly outside of their array, tile_static object or
 * view, for some thread.
 *
 * Called for each access of a lockstep run. A lane counts only if it certainly reaches the access
 * and its subscript is one number; anything unknown is "not outside". Example: `tile[t.local[0] +
 * 1]` over tile[16] with 16 threads is outside for thread 15. */
#include "sema/simulate/access_bounds.h"

#include "sema/analysis/code.h"

/* The first thread that certainly makes the access and for which 'at' is not in [0, end); -1: there
 * is none. */
static int lane_outside(struct lockstep *l, const struct access *a, const struct affine *at,
                        long long end)
{
    if (!affine_known(at) || (a->guards && a->guards->choice))
        return -1;
    for (int i = 0; i < lockstep_width(l); i++)
        if (a->lanes[i] == 2 && (affine_at(at, i) < 0 || affine_at(at, i) >= end) &&
            lockstep_lane_exists(l, i))
            return i;
    return -1;
}

static bool has_constant(struct expr *e)
{
    long long value;

    for (e = expr_strip(e); e && e->kind == EXPR_SUBSCRIPT; e = expr_strip(e->a))
        if (integer_constant(e->b, &value) || integer_constant(e->a, &value))
            return true;
    return false;
}

/* "3", or "(0, 3)" in a tile of more dimensions */
static const char *lane_text(struct lockstep *l, int lane)
{
    struct arena *a = &lockstep_ctx(l)->arena;
    const char *text = "";
    int rank = lockstep_rank(l);

    for (int k = rank - 1; k >= 0; k--) {
        text = arena_printf(a, "%d%s%s", lane % lockstep_dim(l, k), *text ? ", " : "", text);
        lane /= lockstep_dim(l, k);
    }
    return rank == 1 ? text : arena_printf(a, "(%s)", text);
}

static void report(struct lockstep *l, const struct access *a, int lane, long long element)
{
    struct ctx *c = lockstep_ctx(l);
    const struct symbol *s = a->place->symbol;
    const char *does = a->kind == ACCESS_READ ? "reads" : "writes", *thread = lane_text(l, lane);

    if (s->type->kind == TYPE_ARRAY && s->type->base->kind != TYPE_ARRAY)
        diag(c, DIAG_amp_bounds, a->expr->loc,
             "thread %s of the tile %s element %lld of '%s' here, which has %lld elements", thread,
             does, element, s->name, s->type->length);
    else
        diag(c, DIAG_amp_bounds, a->expr->loc, "thread %s of the tile %s %s of '%s' here", thread,
             does, element < 0 ? "in front" : "behind the end", s->name);
    diag_note(c, s->loc, "'%s' is declared here", s->name);
    if (lockstep_function(l))
        note_call_path(c, lockstep_launch(l), lockstep_function(l));
}

static void tile_check(struct lockstep *l, const struct access *a)
{
    const struct type *object = a->place->symbol->type, *element = object;
    long long end = object->size - (a->type ? a->type->size : 0) + 1;
    int lane;

    if (object->size <= 0 || !a->place->offset || !a->type || a->type->size <= 0 ||
        has_constant(a->expr))
        return;
    while (element->kind == TYPE_ARRAY)
        element = element->base;
    lane = lane_outside(l, a, a->place->offset, end);
    if (lane >= 0 && element->size > 0)
        report(l, a, lane, affine_at(a->place->offset, lane) / element->size);
}

static void view_check(struct lockstep *l, const struct access *a)
{
    const struct spot *p = a->place;

    for (int k = 0; p->symbol && !access_is_flat(a) && k < p->rank; k++) {
        int lane = lane_outside(l, a, p->at[k], AFFINE_LIMIT);
        if (lane < 0)
            continue;
        diag(lockstep_ctx(l), DIAG_amp_bounds, a->expr->loc,
             "the thread with index %s gives '%s' the subscript %lld here", lane_text(l, lane),
             p->symbol->name, affine_at(p->at[k], lane));
        if (lockstep_function(l))
            note_call_path(lockstep_ctx(l), lockstep_launch(l), lockstep_function(l));
        return;
    }
}

void access_bounds_check(struct lockstep *l, const struct access *a)
{
    if (a->place->kind == PLACE_TILE)
        tile_check(l, a);
    else if (a->place->kind == PLACE_GLOBAL)
        view_check(l, a);
}

/* ---- behind the end ---- */

static bool all_sure(const struct lockstep *l, const struct access *a)
{
    for (int i = 0; i < lockstep_width(l); i++)
        if (a->lanes[i] != 2)
            return false;
    return true;
}

/* The value is component 'of' of the global index and *more in every thread. */
static bool is_index(const struct lockstep *l, const struct affine *at, int of, long long *more)
{
    int symbol = lockstep_tile_symbol(l, of), below = 1;

    if (at->n > 1 || (at->n == 1) != (symbol >= 0) ||
        (at->n == 1 && (at->terms[0].symbol != symbol || at->terms[0].lanes ||
                        at->terms[0].k != lockstep_dim(l, of))))
        return false;
    for (int k = of + 1; k < lockstep_rank(l); k++)
        below *= lockstep_dim(l, k);
    for (int i = 0; i < lockstep_width(l); i++) {
        long long here = affine_at(at, i) - i / below % lockstep_dim(l, of);
        if (i > 0 && here != *more)
            return false;
        *more = here;
    }
    return true;
}

/* How far the subscript 'component of of the largest index, plus more' is behind the end of the
 * view's dimension k; 0: it is inside, or that is not known. */
static long long behind(struct lockstep *l, struct symbol *view, int k, int of, long long more)
{
    struct extent_component domain =
        extent_component(lockstep_findings(l), lockstep_launch(l)->domain, of);
    struct extent_component end = view_extent_component(lockstep_findings(l), view, k);
    long long by = 0;

    if (domain.n > 0 && end.n > 0)
        by = domain.n + more - end.n;
    else if (extent_component_same(&domain, &end))
        by = more;
    return by > 0 ? by : 0;
}

/* ---- divergent paths ---- */

struct leaves {
    const struct stmt *last; /* a return in it is the end of the body */
    bool found;
};

static bool leaves_stmt(struct code_walk *w, struct stmt *s)
{
    struct leaves *leaves = w->data;

    if (s->kind == STMT_RETURN)
        leaves->found |= s != leaves->last;
    else if (s->kind == STMT_SWITCH || s->kind == STMT_BREAK || s->kind == STMT_CONTINUE ||
             s->kind == STMT_GOTO)
        leaves->found = true;
    return !leaves->found;
}

static bool leaves_in(struct stmt *body)
{
    struct code k = {.side = RESTRICT_AMP};
    struct leaves leaves = {body->items.n ? body->items.at[body->items.n - 1] : NULL, false};
    struct code_walk w = {.k = &k, .stmt = leaves_stmt, .data = &leaves};

    code_walk_stmt(&w, body);
    return leaves.found;
}

/* Every thread of the kernel gets here. Guards cannot answer this: those of paths that have joined
 * again are gone. */
static bool all_stay(struct lockstep *l)
{
    const struct launch *launch = lockstep_launch(l);
    symbol_vec functions = {0};

    if (lockstep_function(l))
        launch_functions(lockstep_ctx(l), launch, &functions);
    for (int i = 0; i < functions.n; i++)
        if (functions.at[i]->definition && leaves_in(functions.at[i]->definition->body))
            return false;
    return !leaves_in(launch->lambda->body);
}

bool access_behind(struct lockstep *l, const struct access *a, int *k, long long *by)
{
    const struct spot *p = a->place;

    if (!p->symbol || a->guards || !all_sure(l, a) || access_is_flat(a))
        return false;
    for (*k = 0; *k < p->rank; ++*k)
        for (int of = 0; of < lockstep_rank(l); of++) {
            long long more = 0;
            if (!is_index(l, p->at[*k], of, &more))
                continue;
            *by = behind(l, p->symbol, *k, of, more);
            if (*by > 0)
                return all_stay(l);
        }
    return false;
}

void access_behind_report(struct lockstep *l, const struct access *a, int k, long long by)
{
    struct symbol *view = a->place->symbol;
    struct ctx *c = lockstep_ctx(l);
    const char *dimension =
        a->place->rank > 1 ? arena_printf(&c->arena, " in dimension %d", k) : "";

    diag(c, DIAG_amp_bounds, a->expr->loc,
         "the last thread %s behind the end of '%s' here, by %lld%s; make the domain smaller, or "
         "leave that thread out",
         a->kind == ACCESS_READ ? "reads" : "writes", view->name, by, dimension);
    diag_note(c, view->loc, "'%s' is declared here", view->name);
    if (lockstep_function(l))
        note_call_path(c, lockstep_launch(l), lockstep_function(l));
}
