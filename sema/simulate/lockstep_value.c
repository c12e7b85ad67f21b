/* lockstep_value.c - values of a run: integers, tests, views, aggregates, pointers, unknown; how
 * two are joined under masks. */
#include "sema/analysis/code.h"
#include "sema/simulate/lockstep_internal.h"
#include "sema/types/limits.h"

/* ---- making ---- */

static struct value *value_new(struct lockstep *l, enum value_kind kind)
{
    struct value *v = arena_new(&l->numbers.arena, struct value);

    l->numbers.work += 4;
    v->kind = kind;
    return v;
}

const struct value *value_number(struct lockstep *l, const struct affine *a)
{
    struct value *v = value_new(l, VALUE_NUMBER);

    v->number = a;
    return v;
}

const struct value *value_tuple(struct lockstep *l, int rank,
                                const struct affine *const *components)
{
    struct value *v = value_new(l, VALUE_TUPLE);
    const struct affine **own = arena_array(&l->numbers.arena, const struct affine *, rank);

    for (int k = 0; k < rank; k++)
        own[k] = components[k];
    v->rank = rank;
    v->components = own;
    return v;
}

const struct value *value_pointer(struct lockstep *l, const struct spot *p)
{
    struct value *v = value_new(l, VALUE_POINTER);

    v->place = p;
    return v;
}

static void type_range(const struct type *t, long long *min, long long *max)
{
    const struct type *u = t ? type_underlying(t) : NULL;
    bool is_unsigned = u && type_is_unsigned(u);

    *min = -AFFINE_LIMIT;
    *max = AFFINE_LIMIT;
    if (!u || !type_is_integer(u) || u->size <= 0)
        return;
    if (u->kind == TYPE_BOOL) {
        *min = 0;
        *max = 1;
    } else if (u->size < 8) {
        *min = is_unsigned ? 0 : -(1LL << (u->size * 8 - 1));
        *max = is_unsigned ? (1LL << u->size * 8) - 1 : -*min - 1;
    } else if (is_unsigned) {
        *min = 0;
    }
}

static const struct affine *fresh(struct lockstep *l, const struct type *t, enum spread spread)
{
    long long min, max;

    type_range(t, &min, &max);
    return affine_fresh(&l->numbers, spread, min, max);
}

bool value_is_tuple(const struct type *t)
{
    return type_is_amp(t, AMP_TYPE_INDEX) || type_is_amp(t, AMP_TYPE_EXTENT) ||
           type_is_amp(t, AMP_TYPE_TILED_EXTENT);
}

/* Components of extents are positive or zero; of an index they are any number. */
static const struct value *tuple_unknown(struct lockstep *l, const struct type *t,
                                         enum spread spread)
{
    const struct affine *components[RANK_MAX];
    int rank = t->rank < RANK_MAX ? t->rank : RANK_MAX;
    bool any = type_is_amp(t, AMP_TYPE_INDEX);

    for (int k = 0; k < rank; k++)
        components[k] = affine_fresh(&l->numbers, spread, any ? -(1LL << 31) : 0, (1LL << 31) - 1);
    return value_tuple(l, rank, components);
}

static const struct value *unknown_of(struct lockstep *l, enum spread spread)
{
    return spread == SPREAD_NONE ? l->nothing : spread == SPREAD_LANES ? l->anything : l->found;
}

const struct value *value_unknown(struct lockstep *l, const struct type *t, enum spread spread)
{
    struct spot *p;

    if (t && type_is_integer(t))
        return value_number(l, fresh(l, t, spread));
    if (t && value_is_tuple(t))
        return tuple_unknown(l, t, spread);
    if (t && (t->kind == TYPE_POINTER || type_is_view_or_array(t))) {
        p = spot_new(l, t->kind == TYPE_POINTER ? PLACE_UNKNOWN : PLACE_GLOBAL, NULL);
        p->varies = true;
        struct value *v = value_new(l, t->kind == TYPE_POINTER ? VALUE_POINTER : VALUE_VIEW);
        v->rank = t->rank;
        v->place = p;
        return v;
    }
    return unknown_of(l, spread);
}

/* ---- asking ---- */

enum spread value_spread(struct lockstep *l, const struct value *v)
{
    enum spread spread = SPREAD_NONE;

    switch (v->kind) {
    case VALUE_UNKNOWN:
        return v->spread;
    case VALUE_NUMBER:
        return affine_spread(&l->numbers, v->number);
    case VALUE_TUPLE:
        for (int k = 0; k < v->rank; k++)
            spread = spread_larger(spread, affine_spread(&l->numbers, v->components[k]));
        return spread;
    case VALUE_AGGREGATE:
        return aggregate_spread(l, v);
    case VALUE_POINTER:
    case VALUE_VIEW:
        return SPREAD_LANES;
    }
    return SPREAD_LANES;
}

bool value_is_bound(const struct type *t)
{
    return t && (t->kind == TYPE_RECORD || value_is_tuple(t));
}

bool value_fits(const struct value *v, const struct type *t)
{
    switch (v->kind) {
    case VALUE_UNKNOWN:
        return type_is_floating(t) || t->kind == TYPE_VOID;
    case VALUE_NUMBER:
        return type_is_integer(t);
    case VALUE_POINTER:
        return t->kind == TYPE_POINTER;
    case VALUE_TUPLE:
        return value_is_tuple(t) && v->rank == t->rank;
    case VALUE_VIEW:
        return type_is_view_or_array(t);
    case VALUE_AGGREGATE:
        return t->kind == TYPE_RECORD || t->kind == TYPE_ARRAY;
    }
    return false;
}

const struct affine *value_integer(struct lockstep *l, const struct value *v, const struct type *t)
{
    return v->kind == VALUE_NUMBER ? v->number : fresh(l, t, value_spread(l, v));
}

const struct affine *value_component(struct lockstep *l, const struct value *v, int k)
{
    if (v->kind == VALUE_TUPLE && k >= 0 && k < v->rank)
        return v->components[k];
    return affine_fresh(&l->numbers, value_spread(l, v), -AFFINE_LIMIT, AFFINE_LIMIT);
}

const struct value *value_converted(struct lockstep *l, const struct value *v,
                                    const struct type *from, const struct type *to)
{
    const struct type *u = to ? type_underlying(to) : NULL;

    if (!u || !type_is_integer(u)) {
        if (u && (type_is_floating(u) || u->kind == TYPE_VOID))
            return unknown_of(l, value_spread(l, v));
        return v;
    }
    if (v->kind != VALUE_NUMBER)
        return value_number(l, fresh(l, to, value_spread(l, v)));
    if (u->kind == TYPE_BOOL) {
        if (from && type_is_integer(from) && type_underlying(from)->kind == TYPE_BOOL)
            return v;
        const struct affine_symbol *symbol = affine_symbol_of(&l->numbers, v->number);
        if (symbol && symbol->truth)
            return v;
        return value_number(
            l, test_value(&l->numbers, test_of(&l->numbers, v->number, l->now.guards)));
    }
    const struct affine *a = affine_convert(&l->numbers, v->number, u->size, type_is_unsigned(u));
    return a == v->number ? v : value_number(l, a);
}

/* ---- choices ---- */

static int options_push(struct affines *s, struct affine_symbol *to,
                        const struct affine_option *list, int n)
{
    for (; list; list = list->next, n++) {
        struct affine_option *copy = arena_new(&s->arena, struct affine_option);
        *copy = *list;
        copy->next = to->options;
        if (n < LOCKSTEP_OPTIONS_MAX)
            to->options = copy;
    }
    return n;
}

static bool has_others(const struct affines *s, const struct affine *a)
{
    return a->n == 1 && s->symbols.at[a->terms[0].symbol].others;
}

/* Gives the symbol 'to' the values of both paths as options. */
static void options_put(struct affines *s, struct affine_symbol *to, const struct affine *a,
                        const struct affine *b, const struct blending *how)
{
    const struct affine_option *first = affine_options(s, a, how->first);
    const struct affine_option *second = affine_options(s, b, how->second);
    int n = options_push(s, to, first, 0);

    n = options_push(s, to, second, n);
    to->others =
        !first || !second || n > LOCKSTEP_OPTIONS_MAX || has_others(s, a) || has_others(s, b);
}

/* Both values can be kept as options: each is a number, has options itself, or (one of them) is
 * wholly unknown. */
static bool have_options(struct affines *s, const struct affine *a, const struct affine *b)
{
    bool first = affine_options(s, a, NULL) != NULL, second = affine_options(s, b, NULL) != NULL;
    long long low, high;

    if (first && second)
        return true;
    if ((!first && !second) || affine_varies(s, a) || affine_varies(s, b))
        return false;
    affine_bounds(s, first ? b : a, &low, &high);
    return low <= -AFFINE_LIMIT && high >= AFFINE_LIMIT;
}

/* A new value that is a or b; all lanes have the same one of the two if 'choice'. */
static const struct affine *either(struct lockstep *l, const struct affine *a,
                                   const struct affine *b, const struct blending *how)
{
    struct affines *s = &l->numbers;
    const struct affine *difference, *result;
    long long low, high, low2, high2;
    bool uniform = how->guarded && have_options(s, a, b);
    enum spread spread, picked = how->data ? SPREAD_DATA : SPREAD_LANES;

    if (affine_same(s, a, b))
        return a;
    difference = affine_sub(s, a, b);
    affine_bounds(s, difference, &low, &high);
    if (how->choice && !uniform && !affine_varies(s, difference)) {
        result = affine_fresh(s, SPREAD_NONE, low < 0 ? low : 0, high > 0 ? high : 0);
        affine_chosen(s, result, how->test, difference, affine_number(s, 0));
        return affine_add(s, b, result);
    }
    affine_bounds(s, a, &low, &high);
    affine_bounds(s, b, &low2, &high2);
    spread = spread_larger(affine_spread(s, a), affine_spread(s, b));
    result = affine_fresh(s, how->choice ? spread : spread_larger(spread, picked),
                          low < low2 ? low : low2, high > high2 ? high : high2);
    affine_chosen(s, result, how->test, a, b);
    if (uniform)
        options_put(s, affine_symbol_of(s, result), a, b, how);
    return result;
}

static const struct affine *blend(struct lockstep *l, const struct affine *a,
                                  const struct affine *b, const struct blending *how)
{
    return how->overlap ? either(l, a, b, how) : affine_blend(&l->numbers, a, b, how->pick);
}

/* A pointer into memory that others see becomes one whose accesses no hook is told of. */
static void place_lost(struct lockstep *l, const struct value *v)
{
    if (v->kind == VALUE_POINTER && v->place->kind != PLACE_VARIABLE)
        spot_escape(l, v);
}

static const struct value *place_blend(struct lockstep *l, const struct value *v,
                                       const struct value *w, const struct blending *how)
{
    const struct spot *a = v->place, *b = w->place;
    struct spot *p;
    struct value *result;

    if (a == b)
        return v;
    p = spot_new(l, PLACE_UNKNOWN, NULL);
    p->varies = true;
    if (a->kind == b->kind && a->symbol == b->symbol && a->rank == b->rank &&
        a->component == b->component && a->kind != PLACE_UNKNOWN && !a->offset == !b->offset &&
        v->rank == w->rank) {
        *p = *a;
        if (a->offset)
            p->offset = blend(l, a->offset, b->offset, how);
        for (int k = 0; k < a->rank; k++)
            p->at[k] = blend(l, a->at[k], b->at[k], how);
    } else if (v->kind == VALUE_VIEW || (a->kind == PLACE_GLOBAL && b->kind == PLACE_GLOBAL)) {
        p->kind = PLACE_GLOBAL;
    } else {
        place_lost(l, v);
        place_lost(l, w);
    }
    result = value_new(l, v->kind);
    result->place = p;
    result->rank = v->rank;
    return result;
}

const struct value *value_blend(struct lockstep *l, const struct value *v, const struct value *w,
                                const struct blending *how)
{
    const struct affine *components[RANK_MAX];

    if (v == w)
        return v;
    if (v->kind == VALUE_AGGREGATE || w->kind == VALUE_AGGREGATE)
        return aggregate_blend(l, v, w, how);
    if (v->kind != w->kind || v->kind == VALUE_UNKNOWN) {
        enum spread spread = spread_larger(value_spread(l, v), value_spread(l, w));
        return unknown_of(l, how->choice ? spread : spread_larger(spread, SPREAD_LANES));
    }
    switch (v->kind) {
    case VALUE_UNKNOWN:
    case VALUE_AGGREGATE:
        break;
    case VALUE_NUMBER:
        return value_number(l, blend(l, v->number, w->number, how));
    case VALUE_TUPLE:
        if (v->rank != w->rank)
            return l->anything;
        for (int k = 0; k < v->rank; k++)
            components[k] = blend(l, v->components[k], w->components[k], how);
        return value_tuple(l, v->rank, components);
    case VALUE_POINTER:
    case VALUE_VIEW:
        return place_blend(l, v, w, how);
    }
    return l->anything;
}

/* ---- variables at the begin ---- */

static const struct value *view_whole(struct lockstep *l, const struct symbol *s)
{
    struct spot *p = spot_new(l, PLACE_GLOBAL, (struct symbol *)s);
    struct value *v = value_new(l, VALUE_VIEW);

    p->rank = s->type->rank < RANK_MAX ? s->type->rank : RANK_MAX;
    for (int k = 0; k < p->rank; k++)
        p->at[k] = affine_number(&l->numbers, 0);
    p->offset = affine_number(&l->numbers, 0);
    v->place = p;
    v->rank = p->rank;
    return v;
}

void extent_assume(struct lockstep *l, const struct affine *extent, int rank)
{
    struct affine_symbol *symbol = affine_symbol_of(&l->numbers, extent);
    long long least = rank == 1 ? LOCKSTEP_EXTENT_LARGE : 2;

    if (symbol && l->first_tile && symbol->min < least)
        symbol->min = least;
}

/* A captured number from which the domain is computed. */
static bool is_extent(const struct lockstep *l, const struct symbol *s)
{
    const struct expr *domain = l->launch->domain;

    if (!domain || domain->kind != EXPR_CONSTRUCT || !type_is_integer(s->type))
        return false;
    for (int i = 0; i < domain->args.n; i++) {
        const struct expr *e = expr_strip(domain->args.at[i]);
        if (e && e->kind == EXPR_NAME && e->symbol == s)
            return true;
    }
    return false;
}

static const struct value *captured(struct lockstep *l, const struct symbol *s)
{
    bool is_host = s->lambda != l->launch->lambda && s->function == l->launch->function;
    const struct value *v = is_host ? host_value(l, s) : NULL;

    v = v ? v : value_unknown(l, s->type, SPREAD_NONE);
    if (v->kind == VALUE_NUMBER && is_extent(l, s))
        extent_assume(l, v->number, l->rank);
    return v;
}

const struct value *value_begin(struct lockstep *l, const struct symbol *s)
{
    if (s->constant)
        return value_number(l, affine_number(&l->numbers, s->value));
    if (!s->type)
        return l->anything;
    if (s == l->launch->param)
        return l->global;
    if (type_is_view_or_array(s->type))
        return view_whole(l, s);
    return captured(l, s);
}
