/* lockstep_aggregate.c - values of structures and arrays: the known subobjects with their offsets.
 * They are made, read, written, and joined under a mask. */
#include "sema/simulate/lockstep_internal.h"
#include "sema/types/limits.h"

/* A value of a thread's structure or array has a value for some of its subobjects, by byte offset.
 * Of the bytes besides only the spread is known. */

struct field {
    long long at, size; /* bytes */
    const struct value *value;
};

static struct value *aggregate_new(struct lockstep *l, enum spread spread, int fields)
{
    struct value *v = arena_new(&l->numbers.arena, struct value);

    l->numbers.work += 4 + fields;
    v->kind = VALUE_AGGREGATE;
    v->spread = spread;
    v->fields = arena_array(&l->numbers.arena, struct field, fields + 1);
    return v;
}

/* The spread of the bytes that no field covers; a value of another kind counts as an object without
 * fields. */
static enum spread rest_spread(struct lockstep *l, const struct value *v)
{
    return v->kind == VALUE_AGGREGATE ? v->spread : value_spread(l, v);
}

static int fields_n(const struct value *v)
{
    return v->kind == VALUE_AGGREGATE ? v->n : 0;
}

static void field_push(struct lockstep *l, struct value *v, const struct field *f)
{
    if (v->n < LOCKSTEP_FIELDS_MAX)
        v->fields[v->n++] = *f;
    else
        v->spread = spread_larger(v->spread, value_spread(l, f->value));
}

enum spread aggregate_spread(struct lockstep *l, const struct value *v)
{
    enum spread spread = v->spread;

    for (int i = 0; i < v->n; i++)
        spread = spread_larger(spread, value_spread(l, v->fields[i].value));
    return spread;
}

static bool is_aggregate(const struct type *t)
{
    return t && (t->kind == TYPE_RECORD || t->kind == TYPE_ARRAY);
}

/* The subobject of 'size' bytes at byte 'at', as an aggregate. */
static const struct value *aggregate_subobject(struct lockstep *l, const struct value *v,
                                               long long at, long long size)
{
    struct value *subobject = aggregate_new(l, rest_spread(l, v), LOCKSTEP_FIELDS_MAX);

    for (int i = 0; i < fields_n(v); i++) {
        struct field f = v->fields[i];
        if (f.at + f.size <= at || f.at >= at + size)
            continue;
        if (f.at >= at && f.at + f.size <= at + size) {
            f.at -= at;
            field_push(l, subobject, &f);
        } else {
            subobject->spread = spread_larger(subobject->spread, value_spread(l, f.value));
        }
    }
    return subobject;
}

const struct value *aggregate_load(struct lockstep *l, const struct value *v, long long at,
                                   const struct type *t)
{
    enum spread spread = rest_spread(l, v);

    if (!t || t->size <= 0)
        return value_unknown(l, t, value_spread(l, v));
    if (is_aggregate(t))
        return aggregate_subobject(l, v, at, t->size);
    for (int i = 0; i < fields_n(v); i++) {
        const struct field *f = &v->fields[i];
        if (f->at == at && f->size == t->size)
            return value_fits(f->value, t) ? f->value
                                           : value_unknown(l, t, value_spread(l, f->value));
        if (f->at < at + t->size && at < f->at + f->size)
            spread = spread_larger(spread, value_spread(l, f->value));
    }
    return value_unknown(l, t, spread);
}

const struct value *aggregate_store(struct lockstep *l, const struct value *v, long long at,
                                    const struct type *t, const struct value *subobject)
{
    struct value *to = aggregate_new(l, rest_spread(l, v), LOCKSTEP_FIELDS_MAX);
    struct field f = {at, t ? t->size : 0, subobject};

    if (!t || t->size <= 0)
        return aggregate_blur(l, v, value_spread(l, subobject));
    if (is_aggregate(t)) {
        to->spread = spread_larger(to->spread, rest_spread(l, subobject));
        for (int i = 0; i < fields_n(subobject); i++) {
            struct field moved = subobject->fields[i];
            moved.at += at;
            field_push(l, to, &moved);
        }
    } else {
        field_push(l, to, &f);
    }
    for (int i = 0; i < fields_n(v); i++) {
        const struct field *old = &v->fields[i];
        if (old->at + old->size <= at || old->at >= at + t->size)
            field_push(l, to, old);
        else if (old->at < at || old->at + old->size > at + t->size)
            to->spread = spread_larger(to->spread, value_spread(l, old->value));
    }
    return to;
}

const struct value *aggregate_blur(struct lockstep *l, const struct value *v, enum spread spread)
{
    return aggregate_new(l, spread_larger(value_spread(l, v), spread), 0);
}

static const struct value *field_find(const struct value *v, const struct field *like)
{
    for (int i = 0; i < fields_n(v); i++)
        if (v->fields[i].at == like->at && v->fields[i].size == like->size &&
            v->fields[i].value->kind == like->value->kind)
            return v->fields[i].value;
    return NULL;
}

/* The spread of the fields that only one of v and w has. */
static enum spread spread_besides(struct lockstep *l, const struct value *v, const struct value *w)
{
    enum spread spread = rest_spread(l, v);

    for (int i = 0; i < fields_n(v); i++)
        if (!field_find(w, &v->fields[i]))
            spread = spread_larger(spread, value_spread(l, v->fields[i].value));
    return spread;
}

const struct value *aggregate_blend(struct lockstep *l, const struct value *v,
                                    const struct value *w, const struct blending *how)
{
    struct value *to = aggregate_new(
        l, spread_larger(spread_besides(l, v, w), spread_besides(l, w, v)), LOCKSTEP_FIELDS_MAX);

    if (!how->choice)
        to->spread = spread_larger(to->spread, how->data ? SPREAD_DATA : SPREAD_LANES);
    for (int i = 0; i < fields_n(v); i++) {
        struct field f = v->fields[i];
        const struct value *other = field_find(w, &f);
        if (!other)
            continue;
        f.value = value_blend(l, f.value, other, how);
        field_push(l, to, &f);
    }
    return to;
}

const struct value *
aggregate_forget(struct lockstep *l, const struct value *v, const struct value *old,
                 const struct value *(*forget)(struct lockstep *l, const struct value *v,
                                               const struct value *old))
{
    struct value *to =
        aggregate_new(l, spread_larger(spread_besides(l, v, old), spread_besides(l, old, v)),
                      LOCKSTEP_FIELDS_MAX);

    for (int i = 0; i < fields_n(v); i++) {
        struct field f = v->fields[i];
        const struct value *before = field_find(old, &f);
        if (!before)
            continue;
        f.value = before == f.value ? f.value : forget(l, f.value, before);
        field_push(l, to, &f);
    }
    return to;
}

/* ---- initialisers ---- */

/* The element that an item of a list in braces is for: its offset and type; false: it is for a
 * subobject of an element, or not known. */
static bool item_place(const struct type *t, const struct init_item *item, int k, long long *at,
                       const struct type **type)
{
    if (item->designators.n || !item->init->type)
        return false;
    if (t->kind == TYPE_ARRAY) {
        *type = t->base;
        *at = k * (t->base ? t->base->size : 0);
    } else {
        if (t->kind != TYPE_RECORD || k >= t->record->members.n ||
            t->record->members.at[k].bits >= 0)
            return false;
        *type = t->record->members.at[k].type;
        *at = t->record->members.at[k].offset;
    }
    return *type && (*type)->size > 0 && type_same_unqualified(*type, item->init->type);
}

const struct value *aggregate_init(struct lockstep *l, struct init *i, const struct type *t)
{
    const struct value *to = aggregate_new(l, SPREAD_NONE, 0), *v;
    const struct type *type;
    bool understood = true;
    long long at;

    for (int k = 0; k < i->items.n; k++) {
        struct init *one = i->items.at[k].init;
        v = lockstep_init(l, one, one->type);
        understood = understood && item_place(t, &i->items.at[k], k, &at, &type);
        to = understood ? aggregate_store(l, to, at, type, v)
                        : aggregate_blur(l, to, value_spread(l, v));
    }
    return to;
}
