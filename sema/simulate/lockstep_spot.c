/* lockstep_spot.c - places in memory during a run: a variable, tile_static object or view with an
 * affine offset in bytes, or unknown; reads, writes, pointers.
 *
 * After a store through an unknown pointer every variable that it may reach is unknown. */
#include "sema/analysis/code.h"
#include "sema/simulate/lockstep_internal.h"

struct spot *spot_new(struct lockstep *l, enum place_kind kind, struct symbol *s)
{
    struct spot *p = arena_new(&l->numbers.arena, struct spot);

    l->numbers.work += 8;
    p->kind = kind;
    p->symbol = s;
    p->component = -1;
    return p;
}

static const struct spot *unknown_place(struct lockstep *l, bool varies)
{
    struct spot *p = spot_new(l, PLACE_UNKNOWN, NULL);

    p->varies = varies;
    return p;
}

/* ---- pointers ---- */

static const struct affine *bytes(struct lockstep *l, const struct affine *n, const struct type *t)
{
    return affine_scale(&l->numbers, n, t && t->size > 0 ? t->size : 1);
}

const struct spot *spot_moved(struct lockstep *l, const struct spot *p, const struct affine *by,
                              const struct type *element)
{
    struct spot *q;
    long long n;

    if (affine_value(by, &n) && n == 0)
        return p;
    switch (p->kind) {
    case PLACE_UNKNOWN:
        return p;
    case PLACE_UNIFORM:
        return affine_varies(&l->numbers, by) ? unknown_place(l, true) : p;
    case PLACE_VARIABLE:
        if (!p->offset || p->component >= 0)
            return unknown_place(l, true);
        /* fall through */
    case PLACE_TILE:
        q = spot_new(l, p->kind, p->symbol);
        q->offset = affine_add(&l->numbers, p->offset, bytes(l, by, element));
        return q;
    case PLACE_GLOBAL:
        q = spot_new(l, PLACE_GLOBAL, p->symbol);
        if (p->rank == 0 || !p->symbol || !p->symbol->type->base || !element ||
            p->symbol->type->base->size != element->size)
            return q;
        *q = *p;
        q->at[q->rank - 1] = affine_add(&l->numbers, p->at[p->rank - 1], by);
        return q;
    }
    return p;
}

static const struct spot *pointed(const struct value *v, struct lockstep *l)
{
    return v->kind == VALUE_POINTER ? v->place : unknown_place(l, true);
}

/* ---- subobjects ---- */

const struct spot *spot_member(struct lockstep *l, const struct spot *p,
                               const struct record_member *m)
{
    struct spot *q;

    switch (p->kind) {
    case PLACE_VARIABLE:
        if (!p->offset || !m || m->bits >= 0)
            return unknown_place(l, true);
        /* fall through */
    case PLACE_TILE:
    case PLACE_GLOBAL:
        if (!p->offset || !m)
            return p;
        q = spot_new(l, p->kind, p->symbol);
        *q = *p;
        q->offset = affine_add(&l->numbers, p->offset, affine_number(&l->numbers, m->offset));
        return q;
    case PLACE_UNIFORM:
    case PLACE_UNKNOWN:
        return p;
    }
    return p;
}

/* An element of an array that is a member of an element of a view. */
static const struct spot *inner_place(struct lockstep *l, const struct spot *p,
                                      const struct affine *by, const struct type *element)
{
    struct spot *q;

    if (p->kind != PLACE_GLOBAL || !p->offset)
        return spot_moved(l, p, by, element);
    q = spot_new(l, p->kind, p->symbol);
    *q = *p;
    q->offset = affine_add(&l->numbers, p->offset, bytes(l, by, element));
    return q;
}

static const struct spot *subscript_place(struct lockstep *l, struct expr *e)
{
    bool swapped = e->b && e->b->type && e->b->type->kind == TYPE_POINTER;
    struct expr *base = swapped ? e->b : e->a, *at = swapped ? e->a : e->b;
    const struct spot *p;
    const struct affine *index;

    if (expr_is_decay(expr_unparen(base))) {
        p = spot_of(l, expr_unparen(base)->a);
        index = lockstep_integer(l, at);
        return inner_place(l, p, index, e->type);
    }
    p = pointed(lockstep_eval(l, base), l);
    return spot_moved(l, p, lockstep_integer(l, at), e->type);
}

/* ---- elements of views ---- */

static const struct spot *element_place(struct lockstep *l, struct expr *e)
{
    bool swapped = e->kind == EXPR_SUBSCRIPT && type_is_view_or_array(e->b->type);
    const struct value *view = lockstep_eval(l, swapped ? e->b : e->a);
    expr_vec one = {.at = swapped ? &e->a : &e->b, .n = 1};
    const expr_vec *args = e->kind == EXPR_CALL ? &e->args : &one;
    struct spot *q = spot_new(l, PLACE_GLOBAL, NULL);
    const struct spot *p = view->place;
    const struct value *index = NULL;
    int fixed, given = args->n;

    if (args->n == 1 && args->at[0]->type && args->at[0]->type->kind == TYPE_AMP) {
        index = lockstep_eval(l, args->at[0]);
        given = args->at[0]->type->rank;
    }
    /* A subscript of an unknown type may be an index: an error has been reported for it. */
    fixed =
        view->kind == VALUE_VIEW && p->symbol && given == view->rank ? p->rank - view->rank : -1;
    for (int k = 0; k < given && k < RANK_MAX; k++) {
        const struct affine *at =
            index ? value_component(l, index, k) : lockstep_integer(l, args->at[k]);
        if (fixed >= 0 && fixed + k < p->rank)
            q->at[fixed + k] = affine_add(&l->numbers, p->at[fixed + k], at);
    }
    if (fixed < 0)
        return q;
    for (int k = 0; k < fixed; k++)
        q->at[k] = p->at[k];
    q->symbol = p->symbol;
    q->rank = p->rank;
    q->offset = affine_number(&l->numbers, 0);
    return q;
}

static const struct spot *variable_place(struct lockstep *l, struct expr *e)
{
    struct symbol *s = e->symbol;
    struct spot *p;

    if (!s || (s->kind != SYMBOL_VAR && s->kind != SYMBOL_PARAM))
        return unknown_place(l, false);
    if (s->storage & STORAGE_TILE_STATIC) {
        p = spot_new(l, PLACE_TILE, s);
        p->offset = affine_number(&l->numbers, 0);
        return p;
    }
    if (!symbol_is_automatic(s))
        return spot_new(l, PLACE_UNIFORM, s);
    if (s->kind == SYMBOL_PARAM && s->type && type_refers(s->type) && value_is_bound(s->type))
        return pointed(variable_get(l, s), l);
    if (s->type && (s->type->kind == TYPE_RECORD || s->type->kind == TYPE_ARRAY)) {
        if (s->lambda != l->launch->lambda && s->function == l->launch->function)
            return spot_new(l, PLACE_UNIFORM, s); /* captured */
        p = spot_new(l, PLACE_VARIABLE, s);
        p->offset = affine_number(&l->numbers, 0);
        return p;
    }
    return spot_new(l, PLACE_VARIABLE, s);
}

static const struct spot *component_place(struct lockstep *l, struct expr *e)
{
    const struct spot *p;
    struct spot *q;
    long long k;

    if (!e->a->lvalue) {
        lockstep_eval(l, e);
        return unknown_place(l, true);
    }
    p = spot_of(l, e->a);
    if (p->kind != PLACE_VARIABLE || !affine_value(lockstep_integer(l, e->b), &k))
        return p->kind == PLACE_VARIABLE ? unknown_place(l, true) : p;
    q = spot_new(l, PLACE_VARIABLE, p->symbol);
    q->offset = p->offset;
    q->component = (int)k;
    return q;
}

const struct spot *spot_of(struct lockstep *l, struct expr *e)
{
    switch (e->kind) {
    case EXPR_PAREN:
        return spot_of(l, e->a);
    case EXPR_GENERIC:
        return e->chosen ? spot_of(l, e->chosen) : unknown_place(l, true);
    case EXPR_NAME:
        return variable_place(l, e);
    case EXPR_CALL:
        if (e->amp == AMP_VIEW_ELEMENT)
            return element_place(l, e);
        break;
    case EXPR_SUBSCRIPT:
        if (e->amp == AMP_VIEW_ELEMENT)
            return element_place(l, e);
        if (e->amp == AMP_INDEX_SUBSCRIPT)
            return component_place(l, e);
        if (e->amp == AMP_NONE)
            return subscript_place(l, e);
        break;
    case EXPR_MEMBER:
        if (e->amp == AMP_NONE && e->a->lvalue)
            return spot_member(l, spot_of(l, e->a), e->member);
        return unknown_place(l, value_spread(l, lockstep_eval(l, e->a)));
    case EXPR_ARROW:
        if (e->amp == AMP_NONE)
            return spot_member(l, pointed(lockstep_eval(l, e->a), l), e->member);
        break;
    case EXPR_UNARY:
        if (e->op == OP_DEREF)
            return pointed(lockstep_eval(l, e->a), l);
        break;
    case EXPR_ERROR: /* no lvalues */
    case EXPR_LITERALS:
    case EXPR_QUESTIONS:
    case EXPR_BINARY:
    case EXPR_ASSIGN:
    case EXPR_COND:
    case EXPR_CAST:
    case EXPR_COMPOUND:
    case EXPR_STMT:
    case EXPR_CONSTRUCT:
    case EXPR_CONVERT:
    case EXPR_HOST_ONLY:
        break;
    }
    return unknown_place(l, value_spread(l, lockstep_eval(l, e)));
}

/* ---- reading and writing ---- */

void spot_access(struct lockstep *l, enum access_kind kind, const struct spot *p, struct expr *e,
                 const struct type *t, bool updates)
{
    struct access a = {.kind = kind,
                       .expr = e,
                       .place = p,
                       .type = t,
                       .updates = updates,
                       .lanes = l->now.lanes,
                       .guards = l->now.guards};

    if ((p->kind != PLACE_TILE && p->kind != PLACE_GLOBAL) || !lockstep_go(l) || !l->hooks.access ||
        (t && t->size == 0)) /* no bytes */
        return;
    if (p->kind == PLACE_TILE && l->tiles)
        event_note(l, e, p->offset);
    for (int k = 0; p->kind == PLACE_GLOBAL && kind != ACCESS_READ && k < p->rank; k++)
        event_note(l, e, p->at[k]);
    l->hooks.access(l, &a);
}

static bool place_varies(struct lockstep *l, const struct spot *p)
{
    if (p->kind == PLACE_UNKNOWN)
        return p->varies;
    if (p->offset && affine_varies(&l->numbers, p->offset))
        return true;
    for (int k = 0; k < p->rank; k++)
        if (affine_varies(&l->numbers, p->at[k]))
            return true;
    return p->kind == PLACE_GLOBAL && p->rank == 0;
}

/* Reads a subobject whose offset is known. An unknown value is stored back, so that a second read
 * gives the same symbol. */
static const struct value *object_read(struct lockstep *l, const struct spot *p,
                                       const struct type *t)
{
    const struct value *object = variable_get(l, p->symbol), *v;
    long long at;

    if (!affine_value(p->offset, &at))
        return value_unknown(
            l, t, spread_larger(value_spread(l, object), affine_spread(&l->numbers, p->offset)));
    v = aggregate_load(l, object, at, t);
    if (v->kind == VALUE_NUMBER || v->kind == VALUE_TUPLE)
        variable_put(l, p->symbol, aggregate_store(l, object, at, t, v));
    return v;
}

static void object_write(struct lockstep *l, const struct spot *p, const struct type *t,
                         const struct value *v)
{
    const struct value *object = variable_get(l, p->symbol);
    enum spread spread = spread_larger(value_spread(l, v), affine_spread(&l->numbers, p->offset));
    long long at;

    if (affine_value(p->offset, &at) && at == 0 && type_same_unqualified(t, p->symbol->type))
        variable_put(l, p->symbol, v);
    else
        variable_put(l, p->symbol,
                     affine_value(p->offset, &at) ? aggregate_store(l, object, at, t, v)
                                                  : aggregate_blur(l, object, spread));
}

/* The type of the tuple that p is a component of. */
static const struct type *whole_type(const struct spot *p, struct expr *e, const struct type *t)
{
    e = expr_unparen(e);
    return p->component >= 0 && e && e->a ? e->a->type : t;
}

static const struct value *variable_read(struct lockstep *l, const struct spot *p, struct expr *e,
                                         const struct type *t)
{
    return p->offset ? object_read(l, p, whole_type(p, e, t)) : variable_get(l, p->symbol);
}

const struct value *spot_load(struct lockstep *l, const struct spot *p, struct expr *e,
                              const struct type *t)
{
    const struct value *v;
    enum spread spread;

    if (p->kind != PLACE_VARIABLE) {
        spot_access(l, ACCESS_READ, p, e, t, false);
        spread = !place_varies(l, p)        ? SPREAD_NONE
                 : p->kind == PLACE_UNKNOWN ? SPREAD_LANES
                                            : SPREAD_DATA;
        return value_unknown(l, t, spread);
    }
    v = variable_read(l, p, e, t);
    return p->component < 0 ? v : value_number(l, value_component(l, v, p->component));
}

static const struct value *with_component(struct lockstep *l, const struct value *tuple, int k,
                                          const struct affine *a)
{
    const struct affine *components[RANK_MAX];

    if (tuple->kind != VALUE_TUPLE)
        return tuple;
    for (int i = 0; i < tuple->rank; i++)
        components[i] = i == k ? a : tuple->components[i];
    return value_tuple(l, tuple->rank, components);
}

/* A store to any of the variables whose address was taken. */
static void wild_store(struct lockstep *l, const struct value *v)
{
    for (int i = 0; i < l->exposed.n && l->now.alive; i++) {
        struct symbol *s = l->exposed.at[i];
        enum spread spread = spread_larger(value_spread(l, variable_get(l, s)), value_spread(l, v));
        variable_put(l, s, value_unknown(l, s->type, spread_larger(spread, SPREAD_LANES)));
    }
}

void spot_store(struct lockstep *l, const struct spot *p, struct expr *e, const struct value *v,
                bool updates)
{
    const struct type *t = whole_type(p, e, e->type);

    if (p->kind != PLACE_VARIABLE) {
        spot_access(l, ACCESS_WRITE, p, e, e->type, updates);
        if (p->kind == PLACE_UNKNOWN)
            wild_store(l, v);
        return;
    }
    if (p->component >= 0)
        v = with_component(l, variable_read(l, p, e, e->type), p->component,
                           value_integer(l, v, type_basic(TYPE_INT)));
    if (p->offset)
        object_write(l, p, t, v);
    else
        variable_put(l, p->symbol, v);
}

const struct value *spot_exposed(struct lockstep *l, const struct spot *p)
{
    bool known = p->kind != PLACE_VARIABLE;

    for (int i = 0; i < l->exposed.n; i++)
        known |= l->exposed.at[i] == p->symbol;
    if (!known)
        vec_push(&l->numbers.arena, &l->exposed, p->symbol);
    return value_pointer(l, p);
}

void spot_escape(struct lockstep *l, const struct value *v)
{
    const struct spot *p = v->place;

    if (v->kind != VALUE_POINTER)
        return;
    if (p->kind == PLACE_VARIABLE)
        variable_put(l, p->symbol, value_unknown(l, p->symbol->type, SPREAD_LANES));
    else if ((p->kind == PLACE_TILE || p->kind == PLACE_GLOBAL) && l->hooks.escape)
        l->hooks.escape(l, p);
}
