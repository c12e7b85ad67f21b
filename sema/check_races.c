#include "sema/check_core.h"
#include "sema/shadow.h"

/* tile-race, tile-uninitialized and view-race: each kernel is run for the threads of a tile
 * (sema/lockstep.h), once for any tile, which tells of tile_static memory, and once for the first,
 * where more is known, which tells of views. */

enum { BUDGET = 4000000, BUDGET_ALL = 24000000, BUDGET_LEAST = 200000 };

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

static const char *kind_text(enum access_kind kind, bool past)
{
    switch (kind) {
    case ACCESS_READ:
        return past ? "read" : "reads";
    case ACCESS_WRITE:
        return past ? "written" : "writes";
    case ACCESS_ATOMIC:
        return past ? "changed by an atomic" : "changes";
    }
    return "";
}

/* The calls that lead from the kernel into a function. */
static void path_note(struct lockstep *l, const struct symbol *function)
{
    if (function)
        check_note_path(lockstep_ctx(l), lockstep_launch(l), function);
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
             "threads %s and %s of the tile write the same element of '%s' at once here; let one "
             "thread do it, or use an atomic function",
             one, two, r->object->name);
}

/* How the code of a function (NULL: the kernel) names the tile's barrier; NULL: it has none at
 * hand. */
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

    if (name && r->gap.behind)
        diag_fixit_end(c, r->gap.round->body->loc, r->gap.behind->loc,
                       arena_printf(&c->arena, "%s.wait();", name));
    else if (name && r->gap.before)
        diag_fixit_line(c, r->gap.before->loc, arena_printf(&c->arena, "%s.wait();", name));
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
             r->object->name, kind_text(r->second_kind, true), kind_text(r->first_kind, false),
             r->weak ? "the barrier between them does not order tile_static memory"
                     : "wait at the barrier before this");
        barrier_fixit(l, r);
        diag_note(c, r->first->loc, "thread %s %s here what thread %s %s there", one,
                  kind_text(r->first_kind, false), two, kind_text(r->second_kind, false));
    }
    path_note(l, r->function);
}

static void unset_report(struct lockstep *l, const struct unset *u)
{
    struct ctx *c = lockstep_ctx(l);

    diag(c, DIAG_tile_uninitialized, u->expr->loc,
         u->element ? "an element of tile_static '%s' is %s here that no thread has stored to"
                    : "tile_static '%s' is %s here before anything is stored in it",
         u->object->name, kind_text(u->kind, true));
    diag_note(c, u->object->loc, "'%s' is declared here; its contents are undefined at first",
              u->object->name);
    path_note(l, u->function);
}

static const struct shadow_reports tile_reports = {.race = race_report, .unset = unset_report};

static struct shadow *shadow_of(struct lockstep *l)
{
    struct shadow **s = lockstep_data(l);

    if (!*s)
        *s = shadow_new(l, &tile_reports);
    return *s;
}

/* ---- views: two threads that write one element for sure ---- */

static long long factor_at(const struct affine_term *t, int lane)
{
    return t->k + (t->lanes ? t->lanes[lane] : 0);
}

static bool forms_meet(const struct affine *a, int x, int y)
{
    if (affine_at(a, x) != affine_at(a, y))
        return false;
    for (int i = 0; i < a->n; i++)
        if (factor_at(&a->terms[i], x) != factor_at(&a->terms[i], y))
            return false;
    return true;
}

static bool lanes_meet(const struct spot *p, int x, int y)
{
    for (int k = 0; k < p->rank; k++)
        if (!forms_meet(p->at[k], x, y))
            return false;
    return forms_meet(p->offset, x, y);
}

static bool form_known(const struct affines *s, const struct affine *a)
{
    for (int i = 0; i < a->n; i++)
        if (s->symbols.at[a->terms[i].symbol].varies)
            return false;
    return true;
}

static unsigned long long lane_hash(const struct spot *p, int lane)
{
    unsigned long long h = (unsigned long long)affine_at(p->offset, lane);

    for (int k = 0; k < p->rank; k++) {
        h = h * 1000003 + (unsigned long long)affine_at(p->at[k], lane);
        for (int i = 0; i < p->at[k]->n; i++)
            h = h * 1000003 + (unsigned long long)factor_at(&p->at[k]->terms[i], lane);
    }
    return h ^ h >> 17;
}

/* Two lanes that come here for sure and write one element; false: there are none. */
static bool lanes_find(struct lockstep *l, const struct access *a, int *one, int *two)
{
    struct affines *s = lockstep_numbers(l);
    int width = lockstep_width(l), size = 2 * width + 1;
    int *seen = arena_array(&s->arena, int, size); /* lane + 1 */
    struct passage passage = {a->guards, NULL};

    s->work += size;
    for (int i = 0; i < width; i++) {
        if (a->lanes[i] != 2 || !lockstep_lane_exists(l, i))
            continue;
        unsigned long long h = lane_hash(a->place, i) % (unsigned long long)size;
        for (; seen[h]; h = (h + 1) % (unsigned long long)size)
            if (lanes_meet(a->place, seen[h] - 1, i) &&
                guards_possible(s, &passage, seen[h] - 1, &passage, i)) {
                *one = seen[h] - 1;
                *two = i;
                return true;
            }
        seen[h] = i + 1;
    }
    return false;
}

static bool place_is_known(const struct affines *s, const struct spot *p)
{
    for (int k = 0; k < p->rank; k++)
        if (!form_known(s, p->at[k]))
            return false;
    return p->symbol && p->rank > 0 && form_known(s, p->offset);
}

static void view_access(struct lockstep *l, const struct access *a)
{
    struct ctx *c = lockstep_ctx(l);
    int one, two;

    if (a->guards && a->guards->choice)
        return; /* perhaps nobody comes here */
    if (a->place->kind != PLACE_GLOBAL || a->kind != ACCESS_WRITE ||
        !place_is_known(lockstep_numbers(l), a->place) || !lanes_find(l, a, &one, &two))
        return;
    diag(c, DIAG_view_race, a->expr->loc,
         "threads %s and %s%s write the same element of '%s' here; let one thread do it, or use an "
         "atomic function",
         lane_text(l, one), lane_text(l, two), lockstep_launch(l)->tiled ? " of a tile" : "",
         a->place->symbol->name);
    path_note(l, lockstep_function(l));
}

/* Threads of different tiles: no subscript depends on the tile's number in a dimension of which
 * there are at least two. */
static void tiles_access(struct lockstep *l, const struct access *a)
{
    const struct affines *s = lockstep_numbers(l);
    struct ctx *c = lockstep_ctx(l);
    bool certain = false;

    for (int i = 0; i < lockstep_width(l) && !a->guards; i++)
        certain |= a->lanes[i] == 2;
    if (!certain || a->kind != ACCESS_WRITE || !place_is_known(s, a->place))
        return;
    for (int k = 0; k < lockstep_rank(l); k++) {
        int symbol = lockstep_tile_symbol(l, k);
        bool used = symbol < 0 || s->symbols.at[symbol].max >= (1LL << 31) / lockstep_dim(l, k) - 1;
        for (int j = 0; j < a->place->rank && !used; j++)
            used = a->place->at[j]->n > 0;
        if (used)
            continue;
        diag(c, DIAG_view_race, a->expr->loc,
             "threads of different tiles write the same element of '%s' here: its subscripts do "
             "not depend on the tile",
             a->place->symbol->name);
        path_note(l, lockstep_function(l));
        return;
    }
}

/* ---- hooks ---- */

static void any_access(struct lockstep *l, const struct access *a)
{
    if (a->place->kind == PLACE_TILE)
        shadow_access(shadow_of(l), a);
    else if (lockstep_launch(l)->tiled)
        tiles_access(l, a);
}

static void any_barrier(struct lockstep *l, bool tile_fence)
{
    shadow_barrier(shadow_of(l), tile_fence);
}

static void any_fence(struct lockstep *l)
{
    shadow_fence(shadow_of(l));
}

/* Rounds that are left out may store to what the loop names, or to anything through pointers and
 * functions. */
static bool cut_expr(struct check_walk *w, struct expr *e)
{
    bool through =
        e->kind == EXPR_ARROW || (e->kind == EXPR_UNARY && e->op == OP_DEREF) ||
        (e->kind == EXPR_SUBSCRIPT && e->amp == AMP_NONE && e->a->kind != EXPR_CONVERT) ||
        (e->kind == EXPR_CALL && e->amp == AMP_NONE && check_callee(e) && check_callee(e)->symbol &&
         !check_callee(e)->symbol->system);

    if (through)
        shadow_cut(w->data, NULL);
    else if (e->kind == EXPR_NAME && e->symbol && e->symbol->storage & STORAGE_TILE_STATIC)
        shadow_cut(w->data, e->symbol);
    return true;
}

static void any_cut(struct lockstep *l, struct stmt *loop)
{
    struct check_walk w = {.expr = cut_expr, .data = shadow_of(l)};

    check_walk_stmt(&w, loop);
}

static void any_escape(struct lockstep *l, const struct spot *p)
{
    if (p->kind == PLACE_TILE)
        shadow_escape(shadow_of(l), p);
}

static void *any_save(struct lockstep *l)
{
    return shadow_save(shadow_of(l));
}

static void any_restore(struct lockstep *l, void *saved)
{
    shadow_restore(shadow_of(l), saved);
}

static void any_merge(struct lockstep *l, void *saved)
{
    shadow_merge(shadow_of(l), saved);
}

static void any_finish(struct lockstep *l)
{
    shadow_finish(shadow_of(l));
}

static long long tile_check(struct ctx *c, struct launch *launch, long long budget)
{
    struct shadow *shadow = NULL;
    const struct lockstep_options options = {.tiles = true,
                                             .budget = budget,
                                             .hooks = {.data = &shadow,
                                                       .access = any_access,
                                                       .barrier = any_barrier,
                                                       .fence = any_fence,
                                                       .cut = any_cut,
                                                       .escape = any_escape,
                                                       .save = any_save,
                                                       .restore = any_restore,
                                                       .merge = any_merge,
                                                       .finish = any_finish}};

    return lockstep_run(c, launch, &options);
}

static long long view_check(struct ctx *c, struct launch *launch, long long budget)
{
    const struct lockstep_options options = {
        .first_tile = true, .budget = budget, .hooks = {.access = view_access}};

    return lockstep_run(c, launch, &options);
}

/* Code with errors is not what will run. */
static bool has_errors(struct ctx *c, const struct launch *launch)
{
    symbol_vec functions = {0};

    if (diag_error_in(c, launch->call->loc))
        return true;
    launch_functions(c, launch, &functions);
    for (int i = 0; i < functions.n; i++) {
        const struct symbol *f = functions.at[i];
        if (f->definition && diag_error_in(c, f->definition->loc))
            return true;
    }
    return false;
}

void check_races(struct ctx *c, struct program *p)
{
    long long left = BUDGET_ALL;

    if (c->diag_options.no_warnings)
        return;
    for (int i = 0; i < p->launches.n; i++) {
        long long budget = left > BUDGET ? BUDGET : left > BUDGET_LEAST ? left : BUDGET_LEAST;
        if (has_errors(c, p->launches.at[i]))
            continue;
        if (p->launches.at[i]->tiled)
            left -= tile_check(c, p->launches.at[i], budget);
        left -= view_check(c, p->launches.at[i], budget);
    }
}
