#include "sema/access_bounds.h"

#include "sema/check_core.h"

/* The first thread that does the access for sure and for which 'at' is not in [0, end); -1: there
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

    for (e = check_strip(e); e && e->kind == EXPR_SUBSCRIPT; e = check_strip(e->a))
        if (check_constant(e->b, &value) || check_constant(e->a, &value))
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
        check_note_path(c, lockstep_launch(l), lockstep_function(l));
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

    for (int k = 0; p->symbol && k < p->rank; k++) {
        int lane = lane_outside(l, a, p->at[k], AFFINE_LIMIT);
        if (lane < 0)
            continue;
        diag(lockstep_ctx(l), DIAG_amp_bounds, a->expr->loc,
             "the thread with index %s gives '%s' the subscript %lld here", lane_text(l, lane),
             p->symbol->name, affine_at(p->at[k], lane));
        if (lockstep_function(l))
            check_note_path(lockstep_ctx(l), lockstep_launch(l), lockstep_function(l));
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
