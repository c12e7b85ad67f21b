/* captured.c - which captured values are too large for the parameters of a kernel; see captured.h.
 * Relies on the sizes of types. */
#include "sema/analysis/captured.h"

#include "sema/types/type.h"

/* Bytes of a kernel's parameters: OpenCL devices take at least 1024. */
enum { PARAMETERS_LIMIT = 900, POINTER_SIZE = 8 };

static long long padded(long long size)
{
    return (size + 7) / 8 * 8;
}

/* The parameters for a view: buffer, offset, strides, extent. */
static long long view_size(const struct type *t)
{
    return 16 + 8 * t->rank + padded(4 * t->rank);
}

/* The parameters for the views in an object of type t, which are passed beside the object. */
static long long views_size(const struct type *t)
{
    long long sum = 0;

    if (type_is_view_or_array(t))
        return view_size(t);
    if (type_views(t) == 0)
        return 0;
    if (t->kind == TYPE_ARRAY)
        return t->length * views_size(t->base);
    for (int i = 0; t->kind == TYPE_RECORD && i < t->record->members.n; i++)
        sum += views_size(t->record->members.at[i].type);
    return sum;
}

static long long value_size(const struct type *t)
{
    return padded(t->size > 0 ? t->size : 8);
}

static bool has_symbol(const symbol_vec *v, const struct symbol *s)
{
    for (int i = 0; i < v->n; i++)
        if (v->at[i] == s)
            return true;
    return false;
}

void captured_large(struct ctx *c, const struct launch *l, symbol_vec *out)
{
    long long sum = padded(4 * l->rank);

    for (int i = 0; i < l->captures.n; i++) {
        const struct symbol *s = l->captures.at[i].symbol;
        if (!s->constant) /* a constant's value is written in the kernel's text */
            sum += views_size(s->type) + (type_is_view_or_array(s->type) ? 0 : value_size(s->type));
    }
    while (sum > PARAMETERS_LIMIT) {
        struct symbol *largest = NULL;
        for (int i = 0; i < l->captures.n; i++) {
            struct symbol *s = l->captures.at[i].symbol;
            if (!s->constant && !type_is_view_or_array(s->type) && !has_symbol(out, s) &&
                (!largest || value_size(s->type) > value_size(largest->type)))
                largest = s;
        }
        if (!largest || value_size(largest->type) <= POINTER_SIZE)
            return;
        sum -= value_size(largest->type) - POINTER_SIZE;
        vec_push(&c->arena, out, largest);
    }
}

void captured_in_place(struct ctx *c, const struct launch *l, symbol_vec *out)
{
    symbol_vec large = {0};

    captured_large(c, l, &large);
    for (int i = 0; i < large.n && !l->lambda->is_mutable; i++)
        if (!type_holds_views(large.at[i]->type))
            vec_push(&c->arena, out, large.at[i]);
}
