/* lockstep_amp.c - AMP operations in a run: index and extent arithmetic, views and subviews,
 * barriers, fences, atomics.
 *
 * Example: `t.barrier.wait()` calls the barrier hook with the lanes that reach it. */
#include "sema/types/vector.h"
#include "sema/analysis/code.h"
#include "sema/simulate/lockstep_internal.h"

static const struct affine *constant(struct lockstep *l, long long n)
{
    return affine_number(&l->numbers, n);
}

/* ---- index and extent ---- */

/* Operand of an operator on tuples: a tuple, or an integer that stands for all components. */
static const struct affine *operand(struct lockstep *l, const struct value *v, int k)
{
    return v->kind == VALUE_NUMBER ? v->number : value_component(l, v, k);
}

static const struct value *tuple_binary(struct lockstep *l, enum op op, const struct value *a,
                                        const struct value *b, const struct type *t)
{
    const struct affine *components[RANK_MAX];

    for (int k = 0; k < t->rank; k++)
        components[k] = affine_binary(&l->numbers, op, operand(l, a, k), operand(l, b, k));
    return value_tuple(l, t->rank, components);
}

static const struct value *tuple_assign(struct lockstep *l, struct expr *e)
{
    const struct value *b = lockstep_eval(l, e->b);
    const struct spot *p = spot_of(l, e->a);
    const struct value *v =
        tuple_binary(l, e->op, spot_load(l, p, e->a, e->a->type), b, e->a->type);

    spot_store(l, p, e->a, v, true);
    return v;
}

/* A vector of numbers, as a structure of them; of other operands only the spread is known. */
static const struct value *vector_value(struct lockstep *l, struct expr *e)
{
    const struct vector *v = vector_of(e->type);
    bool numbers = e->kind == EXPR_CONSTRUCT && v && e->args.n == v->n && v->range == VECTOR_ANY;
    const struct value *value = value_unknown(l, e->type, SPREAD_NONE), *one;
    enum spread spread = SPREAD_NONE;

    for (int i = 0; i < e->args.n; i++) {
        one = lockstep_eval(l, e->args.at[i]);
        spread = spread_larger(spread, value_spread(l, one));
        if (numbers)
            value = aggregate_store(l, value, e->type->record->members.at[i].offset,
                                    e->args.at[i]->type, one);
    }
    if (e->a && e->kind != EXPR_CALL)
        spread = spread_larger(spread, value_spread(l, lockstep_eval(l, e->a)));
    if (e->b)
        spread = spread_larger(spread, value_spread(l, lockstep_eval(l, e->b)));
    return numbers ? value : value_unknown(l, e->type, spread);
}

/* The components that an assignment or step changes are unknown behind it. */
static const struct value *vector_update(struct lockstep *l, struct expr *e)
{
    struct expr *target = vector_target(e), *swizzle = vector_swizzle_of(e->a);
    const struct value *b = e->b ? lockstep_eval(l, e->b) : l->nothing, *old;
    enum spread spread = e->b ? value_spread(l, b) : SPREAD_NONE;
    const struct spot *p = spot_of(l, target);
    int at[VECTOR_MOST];

    if (!swizzle) {
        old = spot_load(l, p, target, target->type);
        spread = spread_larger(spread, value_spread(l, old));
        spot_store(l, p, target, value_unknown(l, target->type, spread), true);
        return value_unknown(l, e->type, spread);
    }
    for (int k = 0; k < vector_swizzle(vector_of(target->type), swizzle->name, at); k++) {
        struct expr *part = vector_component(l->c, target, at[k]);
        const struct spot *q = spot_member(l, p, part->member);
        if (e->op != OP_ASSIGN) {
            old = spot_load(l, q, part, part->type);
            spread = spread_larger(spread, value_spread(l, old));
        }
        spot_store(l, q, part, value_unknown(l, part->type, spread), e->op != OP_ASSIGN);
    }
    return value_unknown(l, e->type, spread);
}

static const struct value *tuple_step(struct lockstep *l, struct expr *e)
{
    const struct spot *p = spot_of(l, e->a);
    bool up = e->op == OP_PREINC || e->op == OP_POSTINC;
    const struct value *one = value_number(l, constant(l, up ? 1 : -1));
    const struct value *old = spot_load(l, p, e->a, e->a->type);
    const struct value *v = tuple_binary(l, OP_ADD, old, one, e->a->type);

    spot_store(l, p, e->a, v, true);
    return e->op == OP_PREINC || e->op == OP_PREDEC ? v : old;
}

const struct value *lockstep_construct(struct lockstep *l, const struct type *t,
                                       const expr_vec *args)
{
    const struct affine *components[RANK_MAX];
    const struct value *v = NULL;

    for (int i = 0; i < args->n; i++) {
        v = lockstep_eval(l, args->at[i]);
        if (i < RANK_MAX)
            components[i] = value_integer(l, v, type_basic(TYPE_INT));
    }
    if (!type_is_amp(t, AMP_TYPE_INDEX) && !type_is_amp(t, AMP_TYPE_EXTENT))
        return args->n == 1 && v->kind == VALUE_VIEW ? v : value_unknown(l, t, SPREAD_LANES);
    if (args->n == 1 && v->kind == VALUE_TUPLE)
        return v;
    if (args->n != 0 && (args->n != t->rank || v->kind == VALUE_POINTER)) /* of an array */
        return value_unknown(l, t, SPREAD_LANES);
    for (int k = args->n; k < t->rank; k++)
        components[k] = constant(l, 0);
    return value_tuple(l, t->rank, components);
}

/* ---- conditions ---- */

static struct expr *object_of(struct expr *e)
{
    struct expr *callee = e->kind == EXPR_CALL ? expr_strip(e->a) : e;

    return callee && (callee->kind == EXPR_MEMBER || callee->kind == EXPR_ARROW) ? callee->a : NULL;
}

static const struct test *contains(struct lockstep *l, const struct value *extent,
                                   const struct value *index, int rank)
{
    const struct test *all = test_known(&l->numbers, true);
    struct affines *s = &l->numbers;

    for (int k = 0; k < rank; k++) {
        const struct affine *at = value_component(l, index, k);
        all = test_join(s, OP_LAND, all, test_compare(s, OP_GE, at, constant(l, 0), l->now.guards));
        all = test_join(s, OP_LAND, all,
                        test_compare(s, OP_LT, at, value_component(l, extent, k), l->now.guards));
    }
    return all;
}

const struct test *lockstep_tuple_test(struct lockstep *l, struct expr *e)
{
    const struct test *same = test_known(&l->numbers, true);
    const struct value *a, *b;
    struct expr *object = e->amp == AMP_EXTENT_CONTAINS ? object_of(e) : e->a;

    if (!object || !object->type || object->type->kind != TYPE_AMP)
        return test_opaque(&l->numbers, SPREAD_LANES);
    a = lockstep_eval(l, object);
    b = lockstep_eval(l, e->amp == AMP_EXTENT_CONTAINS && e->args.n ? e->args.at[0] : e->b);
    if (e->amp == AMP_EXTENT_CONTAINS)
        return contains(l, a, b, object->type->rank);
    for (int k = 0; k < object->type->rank; k++)
        same = test_join(&l->numbers, OP_LAND, same,
                         test_compare(&l->numbers, OP_EQ, value_component(l, a, k),
                                      value_component(l, b, k), l->now.guards));
    return e->op == OP_NE ? test_not(&l->numbers, same) : same;
}

/* ---- views ---- */

static const struct value *view_value(struct lockstep *l, const struct spot *p, int rank)
{
    struct value *v = arena_new(&l->numbers.arena, struct value);

    v->kind = VALUE_VIEW;
    v->place = p;
    v->rank = rank;
    return v;
}

static const struct value *view_row(struct lockstep *l, struct expr *e)
{
    const struct value *view = lockstep_eval(l, e->a);
    const struct affine *at = lockstep_integer(l, e->b);
    struct spot *p;

    if (view->kind != VALUE_VIEW || !view->place->symbol)
        return value_unknown(l, e->type, SPREAD_LANES);
    p = spot_new(l, PLACE_GLOBAL, NULL);
    *p = *view->place;
    p->at[p->rank - view->rank] = affine_add(&l->numbers, p->at[p->rank - view->rank], at);
    return view_value(l, p, view->rank - 1);
}

static bool section_has_origin(const struct expr *call, int rank)
{
    const struct type *first = call->args.at[0]->type;

    return type_is_amp(first, AMP_TYPE_INDEX) ||
           (first && type_is_integer(first) && call->args.n >= rank);
}

/* The origin is the first index, or the first half of the integers. */
static const struct value *view_section(struct lockstep *l, struct expr *e)
{
    struct expr *object = object_of(e);
    const struct value *view = object ? lockstep_eval(l, object) : l->anything;
    const struct value *args[2 * RANK_MAX];
    struct spot *p;

    for (int i = 0; i < e->args.n && i < 2 * RANK_MAX; i++)
        args[i] = lockstep_eval(l, e->args.at[i]);
    if (view->kind != VALUE_VIEW || !view->place->symbol || e->args.n == 0 ||
        e->args.n > 2 * RANK_MAX)
        return value_unknown(l, e->type, SPREAD_LANES);
    if (!type_is_amp(e->args.at[0]->type, AMP_TYPE_EXTENT) && !section_has_origin(e, view->rank))
        return value_unknown(l, e->type, SPREAD_LANES);
    p = spot_new(l, PLACE_GLOBAL, NULL);
    *p = *view->place;
    for (int k = 0; k < view->rank; k++) {
        const struct affine *by = NULL;
        int at = p->rank - view->rank + k;
        if (type_is_amp(e->args.at[0]->type, AMP_TYPE_INDEX))
            by = value_component(l, args[0], k);
        else if (type_is_integer(e->args.at[0]->type))
            by = value_integer(l, args[k], type_basic(TYPE_INT));
        if (by)
            p->at[at] = affine_add(&l->numbers, p->at[at], by);
    }
    return view_value(l, p, view->rank);
}

/* The extent of a view: the same value each time it is read. */
static const struct value *view_extent(struct lockstep *l, struct expr *e)
{
    struct expr *object = object_of(e);
    struct known_extent known = {0};
    const struct affine *components[RANK_MAX];
    struct symbol *s = object ? expr_strip(object)->symbol : NULL;

    if (object)
        lockstep_eval(l, object);
    if (object && e->type->rank <= RANK_MAX && view_extent_known(l->findings, object, &known) &&
        known.rank == e->type->rank) {
        for (int k = 0; k < known.rank; k++)
            components[k] = constant(l, known.n[k]);
        return value_tuple(l, known.rank, components);
    }
    if (!s || expr_strip(object)->kind != EXPR_NAME)
        return value_unknown(l, e->type, SPREAD_NONE);
    for (int i = 0; i < l->extents.n; i++)
        if (l->extents.at[i].view == s)
            return l->extents.at[i].extent;
    struct extent_of_view x = {s, host_view_extent(l, s)};
    if (!x.extent)
        x.extent = value_unknown(l, e->type, SPREAD_NONE);
    for (int k = 0; k < x.extent->rank; k++)
        extent_assume(l, x.extent->components[k], x.extent->rank);
    vec_push(&l->numbers.arena, &l->extents, x);
    return x.extent;
}

/* A pointer to the first element. */
static const struct value *view_data(struct lockstep *l, struct expr *e)
{
    struct expr *object = object_of(e);
    const struct value *view = object ? lockstep_eval(l, object) : l->anything;

    return view->kind == VALUE_VIEW && view->place->symbol
               ? value_pointer(l, view->place)
               : value_unknown(l, e->type, SPREAD_LANES);
}

/* ---- members ---- */

static const struct value *tile_extent(struct lockstep *l, const struct type *t)
{
    const struct affine *components[3];

    for (int k = 0; k < t->rank && k < 3; k++)
        components[k] = constant(l, t->tile[k]);
    return value_tuple(l, t->rank < 3 ? t->rank : 3, components);
}

static const struct value *extent_size(struct lockstep *l, const struct value *extent)
{
    const struct affine *size = constant(l, 1);

    for (int k = 0; k < extent->rank && extent->kind == VALUE_TUPLE; k++)
        size = affine_mul(&l->numbers, size, extent->components[k]);
    return value_number(l, size);
}

static void barrier(struct lockstep *l, struct expr *wait, unsigned orders)
{
    if (!lockstep_go(l) || !l->hooks.barrier)
        return;
    if (l->hooks.wait)
        l->hooks.wait(l, wait, l->now.lanes);
    event_note(l, l->stmt, NULL);
    l->hooks.barrier(l, orders);
}

static void fence(struct lockstep *l, unsigned orders)
{
    if (lockstep_go(l) && l->hooks.fence)
        l->hooks.fence(l, orders);
}

static bool same_spot(const struct affines *s, const struct spot *a, const struct spot *b)
{
    if (a->kind != b->kind || a->symbol != b->symbol || a->rank != b->rank ||
        !affine_same(s, a->offset, b->offset))
        return false;
    for (int k = 0; k < a->rank; k++)
        if (!affine_same(s, a->at[k], b->at[k]))
            return false;
    return true;
}

/* The number, from 1, of the counter that is at p and counts up (or down). */
static int counter_find(struct lockstep *l, const struct spot *p, bool up)
{
    struct counter one = {p, up};

    for (int i = 0; i < l->counters.n; i++)
        if (l->counters.at[i].up == up && same_spot(&l->numbers, l->counters.at[i].place, p))
            return i + 1;
    vec_push(&l->numbers.arena, &l->counters, one);
    return l->counters.n;
}

/* Atomics that count at one place return a different number to every thread: marks their result as
 * such. */
static void counted(struct lockstep *l, int op, const struct spot *p, const struct affine *by,
                    const struct value *v)
{
    bool down = op == AMP_ATOMIC_DEC || op == AMP_ATOMIC_SUB;
    struct affine_symbol *symbol = affine_symbol_of(&l->numbers, v->number);
    long long step;

    if ((op != AMP_ATOMIC_INC && op != AMP_ATOMIC_ADD && !down) || !p->offset || !symbol ||
        affine_varies(&l->numbers, p->offset) || !affine_value(by, &step) || step == 0)
        return;
    for (int k = 0; k < p->rank; k++)
        if (affine_varies(&l->numbers, p->at[k]))
            return;
    symbol->apart = down ? -step : step;
    symbol->counter = counter_find(l, p, symbol->apart > 0);
}

static const struct value *atomic(struct lockstep *l, struct expr *e)
{
    const struct value *p = l->anything, *v;
    const struct affine *by = constant(l, 1);

    for (int i = 0; i < e->args.n; i++) {
        v = lockstep_eval(l, e->args.at[i]);
        if (i == 0)
            p = v;
        else if (v->kind == VALUE_POINTER)
            spot_escape(l, v);
        else if (v->kind == VALUE_NUMBER)
            by = v->number;
    }
    if (p->kind == VALUE_POINTER && p->place->kind == PLACE_VARIABLE) {
        spot_escape(l, p);
        return value_unknown(l, e->type, SPREAD_DATA);
    }
    if (p->kind == VALUE_POINTER)
        spot_access(l, ACCESS_ATOMIC, p->place, e->args.at[0],
                    e->args.at[0]->type ? e->args.at[0]->type->base : NULL,
                    e->amp != AMP_ATOMIC_STORE);
    v = value_unknown(l, e->type, SPREAD_DATA);
    if (p->kind == VALUE_POINTER && v->kind == VALUE_NUMBER)
        counted(l, e->amp, p->place, by, v);
    return v;
}

static const struct value *of_extent(struct lockstep *l, struct expr *e)
{
    struct expr *object = object_of(e);

    if (e->amp == AMP_EXTENT_SIZE)
        return extent_size(l, lockstep_eval(l, object));
    if (e->amp == AMP_EXTENT_CONTAINS)
        return value_number(l, test_value(&l->numbers, lockstep_tuple_test(l, e)));
    if (e->amp == AMP_TILE_EXTENT)
        return object && object->type ? tile_extent(l, object->type) : l->nothing;
    if (e->amp == AMP_EXTENT_TILE)
        return lockstep_eval(l, object);
    return value_unknown(l, e->type, SPREAD_NONE);
}

const struct value *lockstep_amp(struct lockstep *l, struct expr *e)
{
    struct expr *object;

    switch (e->amp) {
    case AMP_TILED_GLOBAL:
        return l->global;
    case AMP_TILED_LOCAL:
        return l->local;
    case AMP_TILED_TILE:
        return l->tile;
    case AMP_TILED_ORIGIN:
        return l->origin;
    case AMP_BARRIER_WAIT:
        barrier(l, e, ORDERS_ALL);
        return l->nothing;
    case AMP_BARRIER_WAIT_TILE:
        barrier(l, e, ORDERS_TILE);
        return l->nothing;
    case AMP_BARRIER_WAIT_GLOBAL:
        barrier(l, e, ORDERS_GLOBAL);
        return l->nothing;
    case AMP_FENCE_ALL:
        fence(l, ORDERS_ALL);
        return l->nothing;
    case AMP_FENCE_TILE:
        fence(l, ORDERS_TILE);
        return l->nothing;
    case AMP_FENCE_GLOBAL:
        fence(l, ORDERS_GLOBAL);
        return l->nothing;
    case AMP_VIEW_EXTENT:
        return view_extent(l, e);
    case AMP_VIEW_SECTION:
        return view_section(l, e);
    case AMP_VIEW_ROW:
        return view_row(l, e);
    case AMP_VIEW_DATA:
        return view_data(l, e);
    case AMP_INDEX_BINARY: {
        const struct value *a = lockstep_eval(l, e->a);
        return tuple_binary(l, e->op, a, lockstep_eval(l, e->b), e->type);
    }
    case AMP_INDEX_ASSIGN:
        return tuple_assign(l, e);
    case AMP_INDEX_STEP:
        return tuple_step(l, e);
    case AMP_VECTOR_VALUE:
        return vector_value(l, e);
    case AMP_VECTOR_ASSIGN:
    case AMP_VECTOR_STEP:
        return vector_update(l, e);
    case AMP_TILED_BARRIER:
        return l->nothing;
    case AMP_ATOMICS:
        return atomic(l, e);
    case AMP_EXTENTS:
        return of_extent(l, e);
    case AMP_NONE: /* their values are not followed, but their operands are evaluated */
    case AMP_VIEW_AS:
    case AMP_VIEW_REINTERPRET:
    case AMP_CONSTRUCT: /* lockstep_eval knows these */
    case AMP_INDEX_SUBSCRIPT:
    case AMP_INDEX_COMPARE:
    case AMP_COPY:
    case AMP_VIEW_ELEMENT:
    case AMP_TO_INDEX:
    case AMP_LANES:
    case AMP_HOST_ONLY:
        break;
    }
    object = object_of(e);
    if (object)
        lockstep_eval(l, object);
    return value_unknown(l, e->type, SPREAD_LANES);
}
