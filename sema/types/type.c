/* type.c - makes types, and answers questions about them: C11 6.2.5 to 6.3.1, 6.2.7 and AMP's own
 * types.
 *
 * Types are immutable once complete and compared by structure (type_same). Example: the usual
 * arithmetic conversions of unsigned char and long give long. */
#include "sema/types/type.h"

#include <stddef.h>

#include "common/ctx.h"
#include "common/number.h"

#define BASIC(kind_, T) [kind_] = {.kind = kind_, .size = sizeof(T), .align = _Alignof(T)}

static const struct type basics[] = {
    [TYPE_UNKNOWN] = {.kind = TYPE_UNKNOWN, .size = -1, .align = 1},
    [TYPE_VOID] = {.kind = TYPE_VOID, .size = -1, .align = 1},
    BASIC(TYPE_BOOL, _Bool),
    BASIC(TYPE_CHAR, char),
    BASIC(TYPE_SCHAR, signed char),
    BASIC(TYPE_UCHAR, unsigned char),
    BASIC(TYPE_SHORT, short),
    BASIC(TYPE_USHORT, unsigned short),
    BASIC(TYPE_INT, int),
    BASIC(TYPE_UINT, unsigned),
    BASIC(TYPE_LONG, long),
    BASIC(TYPE_ULONG, unsigned long),
    BASIC(TYPE_LLONG, long long),
    BASIC(TYPE_ULLONG, unsigned long long),
    [TYPE_INT128] = {.kind = TYPE_INT128, .size = 16, .align = 16},
    [TYPE_UINT128] = {.kind = TYPE_UINT128, .size = 16, .align = 16},
    [TYPE_FLOAT16] = {.kind = TYPE_FLOAT16, .size = 2, .align = 2},
    BASIC(TYPE_FLOAT, float),
    BASIC(TYPE_DOUBLE, double),
    BASIC(TYPE_LDOUBLE, long double),
    [TYPE_FLOAT128] = {.kind = TYPE_FLOAT128, .size = 16, .align = 16},
    [TYPE_DECIMAL] = {.kind = TYPE_DECIMAL, .size = 8, .align = 8},
    BASIC(TYPE_VA_LIST, __builtin_va_list),
};

struct type *type_basic(enum type_kind kind)
{
    return (struct type *)&basics[kind];
}

struct type *type_char(bool is_unsigned)
{
    static const struct type unsigned_char = {
        .kind = TYPE_CHAR, .size = 1, .align = 1, .unsigned_char = true};

    return is_unsigned ? (struct type *)&unsigned_char : type_basic(TYPE_CHAR);
}

static struct type *type_new(struct ctx *c, enum type_kind kind, long long size, int align)
{
    struct type *t = arena_new(&c->arena, struct type);

    t->kind = kind;
    t->size = size;
    t->align = align;
    return t;
}

struct type *type_pointer(struct ctx *c, struct type *to)
{
    struct type *t = type_new(c, TYPE_POINTER, sizeof(void *), _Alignof(void *));

    t->base = to;
    return t;
}

struct type *type_array(struct ctx *c, struct type *of, long long length)
{
    struct type *t = type_new(c, TYPE_ARRAY, -1, of->align);

    if (length >= 0 && of->size >= 0)
        t->size = number_product(length, of->size);
    if (t->size > TYPE_SIZE_MAX)
        t->size = -1;
    t->base = of;
    t->length = length;
    return t;
}

struct type *type_amp(struct ctx *c, enum amp_type amp, int rank, const int *tile)
{
    struct type *t = type_new(c, TYPE_AMP, -1, 4);

    t->amp = amp;
    t->rank = rank;
    c->rank_most = rank > c->rank_most ? rank : c->rank_most;
    for (int k = 0; tile && k < 3; k++)
        t->tile[k] = tile[k];
    switch (amp) {
    case AMP_TYPE_INDEX:
    case AMP_TYPE_EXTENT:
    case AMP_TYPE_TILED_EXTENT:
        t->size = 4LL * rank;
        break;
    case AMP_TYPE_ACCELERATOR:
    case AMP_TYPE_ACCELERATOR_VIEW:
    case AMP_TYPE_COMPLETION_FUTURE:
    case AMP_TYPE_ACCELERATOR_LIST:
        t->size = sizeof(void *);
        t->align = _Alignof(void *);
        break;
    case AMP_TYPE_WORDS:
    case AMP_TYPE_TILED_INDEX:
    case AMP_TYPE_TILE_BARRIER:
    case AMP_TYPE_ARRAY_VIEW:
    case AMP_TYPE_ARRAY:
        break;
    }
    return t;
}

/* A view or array is the struct ampc_viewN of runtime/ampc_gen.h: a head of 32 bytes, N strides, N
 * extents.
 */
struct type *type_view(struct ctx *c, enum amp_type amp, struct type *element, int rank)
{
    struct type *t = type_amp(c, amp, rank, NULL);

    t->base = element;
    t->size = (32 + 12LL * rank + 7) / 8 * 8;
    t->align = 8;
    return t;
}

/* A copy with other qualifiers. Type nodes of an incomplete record are noted, as its definition
 * completes them. */
static struct type *type_copy(struct ctx *c, struct type *t, unsigned quals)
{
    struct type *copy = arena_new(&c->arena, struct type);

    *copy = *t;
    copy->quals = quals;
    if (t->kind == TYPE_RECORD && t->record->open)
        vec_push(&c->arena, &t->record->nodes, copy);
    return copy;
}

struct type *type_qualified(struct ctx *c, struct type *t, unsigned quals)
{
    struct type *of;

    if (t->kind == TYPE_UNKNOWN || t->kind == TYPE_FUNCTION)
        return t;
    if (t->kind == TYPE_ARRAY) {
        of = type_qualified(c, t->base, quals);
        if (of == t->base)
            return t;
        t = type_copy(c, t, t->quals);
        t->base = of;
        return t;
    }
    return (t->quals & quals) == quals ? t : type_copy(c, t, t->quals | quals);
}

struct type *type_unqualified(struct ctx *c, struct type *t)
{
    if (t->quals == 0)
        return t;
    if (t->kind == TYPE_CHAR)
        return type_char(t->unsigned_char);
    if (t->kind < TYPE_COMPLEX && t->kind != TYPE_DECIMAL)
        return type_basic(t->kind);
    return type_copy(c, t, 0);
}

struct type *type_referred(struct ctx *c, struct type *t)
{
    struct type *object;

    if (!t->reference)
        return t;
    object = arena_new(&c->arena, struct type);
    *object = *t;
    object->reference = false;
    return object;
}

bool type_is_integer(const struct type *t)
{
    return (t->kind >= TYPE_BOOL && t->kind <= TYPE_UINT128) || t->kind == TYPE_ENUM;
}

bool type_is_floating(const struct type *t)
{
    return t->kind >= TYPE_FLOAT16 && t->kind <= TYPE_DECIMAL;
}

bool type_is_arithmetic(const struct type *t)
{
    return type_is_integer(t) || type_is_floating(t) || t->kind == TYPE_COMPLEX;
}

bool type_is_scalar(const struct type *t)
{
    return type_is_arithmetic(t) || t->kind == TYPE_POINTER;
}

const struct type *type_underlying(const struct type *t)
{
    return t->kind == TYPE_ENUM ? t->base : t;
}

bool type_refers(const struct type *t)
{
    return t->reference && !(t->quals & QUAL_CONST);
}

bool type_is_unsigned(const struct type *t)
{
    enum type_kind k = type_underlying(t)->kind;
    return k == TYPE_BOOL || k == TYPE_UCHAR || k == TYPE_USHORT || k == TYPE_UINT ||
           k == TYPE_ULONG || k == TYPE_ULLONG || k == TYPE_UINT128 ||
           (k == TYPE_CHAR && t->unsigned_char);
}

bool type_is_amp(const struct type *t, enum amp_type amp)
{
    return t->kind == TYPE_AMP && t->amp == amp;
}

bool type_is_view_or_array(const struct type *t)
{
    return type_is_amp(t, AMP_TYPE_ARRAY_VIEW) || type_is_amp(t, AMP_TYPE_ARRAY);
}

bool type_holds_views(const struct type *t)
{
    if (t->kind == TYPE_ARRAY)
        return type_is_view_or_array(t->base) || type_holds_views(t->base);
    return t->kind == TYPE_RECORD && t->record->holds_views;
}

bool type_holds_arrays(const struct type *t)
{
    if (t->kind == TYPE_ARRAY)
        return type_is_amp(t->base, AMP_TYPE_ARRAY) || type_holds_arrays(t->base);
    return t->kind == TYPE_RECORD && t->record->holds_arrays;
}

bool type_starts(const struct type *t)
{
    static const enum amp_type starting[] = {AMP_TYPE_INDEX,
                                             AMP_TYPE_EXTENT,
                                             AMP_TYPE_TILED_EXTENT,
                                             AMP_TYPE_ACCELERATOR,
                                             AMP_TYPE_ACCELERATOR_VIEW,
                                             AMP_TYPE_ACCELERATOR_LIST,
                                             AMP_TYPE_COMPLETION_FUTURE};
    while (t->kind == TYPE_ARRAY)
        t = t->base;
    for (size_t k = 0; k < sizeof starting / sizeof *starting; k++)
        if (type_is_amp(t, starting[k]))
            return true;
    return t->kind == TYPE_RECORD && t->record->starts;
}

bool type_holds_addresses(const struct type *t)
{
    while (t->kind == TYPE_ARRAY)
        t = t->base;
    if (t->kind == TYPE_POINTER)
        return t->base->kind != TYPE_FUNCTION;
    return t->kind == TYPE_UNKNOWN || type_is_view_or_array(t) ||
           (t->kind == TYPE_RECORD && t->record->holds_addresses);
}

int type_views(const struct type *t)
{
    enum { MANY = TYPE_VIEWS_MAX + 1 };
    long long n = 0;

    if (type_is_view_or_array(t))
        return 1;
    if (t->kind == TYPE_ARRAY) {
        n = type_views(t->base);
        return n && t->length > MANY / n ? MANY : (int)(t->length >= 0 ? n * t->length : n);
    }
    return t->kind == TYPE_RECORD ? t->record->views : 0;
}

static bool same_function(const struct type *a, const struct type *b)
{
    if (!type_same(a->base, b->base))
        return false;
    if (!a->prototype || !b->prototype)
        return true;
    if (a->variadic != b->variadic || a->params.n != b->params.n)
        return false;
    for (int i = 0; i < a->params.n; i++)
        if (!type_same_unqualified(a->params.at[i], b->params.at[i]))
            return false;
    return true;
}

static bool same_amp(const struct type *a, const struct type *b)
{
    if (a->amp != b->amp || a->rank != b->rank || a->texture != b->texture)
        return false;
    for (int k = 0; k < 3; k++)
        if (a->tile[k] != b->tile[k])
            return false;
    return !a->base || !b->base || type_same(a->base, b->base);
}

/* Compares two types of one kind, without the types from which they derive. */
static bool same_here(const struct type *a, const struct type *b)
{
    switch (a->kind) {
    case TYPE_ENUM:
        return a->enumeration == b->enumeration;
    case TYPE_RECORD:
        return a->record == b->record;
    case TYPE_ARRAY:
        return a->length < 0 || b->length < 0 || a->length == b->length;
    case TYPE_VECTOR:
        return a->length == b->length;
    case TYPE_FUNCTION:
        return same_function(a, b);
    case TYPE_AMP:
        return same_amp(a, b);
    case TYPE_DECIMAL:
        return a->size == b->size;
    case TYPE_POINTER: /* the caller compares the types from which they derive */
    case TYPE_COMPLEX:
    case TYPE_UNKNOWN: /* one type for each kind */
    case TYPE_VOID:
    case TYPE_VA_LIST:
    case TYPE_INTEGERS:
    case TYPE_REALS:
        break;
    }
    return true;
}

bool type_same_unqualified(const struct type *a, const struct type *b)
{
    for (;;) {
        if (a == b || a->kind == TYPE_UNKNOWN || b->kind == TYPE_UNKNOWN)
            return true;
        if (a->kind != b->kind) {
            if (a->kind != TYPE_ENUM && b->kind != TYPE_ENUM)
                return false;
            return type_underlying(a)->kind == type_underlying(b)->kind;
        }
        if (!same_here(a, b))
            return false;
        if (a->kind != TYPE_POINTER && a->kind != TYPE_ARRAY && a->kind != TYPE_VECTOR &&
            a->kind != TYPE_COMPLEX)
            return true;
        a = a->base;
        b = b->base;
        if (a->quals != b->quals && a->kind != TYPE_UNKNOWN && b->kind != TYPE_UNKNOWN)
            return false;
    }
}

bool type_same(const struct type *a, const struct type *b)
{
    if (a->kind == TYPE_UNKNOWN || b->kind == TYPE_UNKNOWN)
        return true;
    return a->quals == b->quals && type_same_unqualified(a, b);
}

/* The rank (C11 6.3.1.1p1) of a promoted integer type. */
static int integer_rank(enum type_kind kind)
{
    if (kind == TYPE_LONG || kind == TYPE_ULONG)
        return 2;
    if (kind == TYPE_LLONG || kind == TYPE_ULLONG)
        return 3;
    return kind == TYPE_INT128 || kind == TYPE_UINT128 ? 4 : 1;
}

struct type *type_promoted(struct ctx *c, struct type *t)
{
    if (t->kind == TYPE_ENUM)
        t = t->base;
    if (t->kind >= TYPE_BOOL && t->kind <= TYPE_USHORT)
        return type_basic(TYPE_INT);
    return type_unqualified(c, t);
}

static struct type *usual_integer(struct type *a, struct type *b)
{
    struct type *high = integer_rank(a->kind) >= integer_rank(b->kind) ? a : b;
    struct type *low = high == a ? b : a;

    if (integer_rank(a->kind) == integer_rank(b->kind))
        return type_is_unsigned(a) ? a : b;
    if (type_is_unsigned(high) || !type_is_unsigned(low) || high->size > low->size)
        return high;
    return type_basic(
        high->kind +
        1); /* long long with unsigned long: the unsigned counterpart of the signed type */
}

struct type *type_usual(struct ctx *c, struct type *a, struct type *b)
{
    struct type *t;

    if (a->kind == TYPE_UNKNOWN || b->kind == TYPE_UNKNOWN)
        return type_basic(TYPE_UNKNOWN);
    if (a->kind == TYPE_VECTOR || b->kind == TYPE_VECTOR)
        return type_unqualified(c, a->kind == TYPE_VECTOR ? a : b);
    if (a->kind == TYPE_COMPLEX || b->kind == TYPE_COMPLEX) {
        t = type_usual(c, a->kind == TYPE_COMPLEX ? a->base : a,
                       b->kind == TYPE_COMPLEX ? b->base : b);
        return type_complex(c, t);
    }
    a = type_promoted(c, a);
    b = type_promoted(c, b);
    if (!type_is_floating(a) && !type_is_floating(b))
        return usual_integer(a, b);
    if (a->kind == TYPE_DECIMAL && b->kind == TYPE_DECIMAL)
        return a->size >= b->size ? a : b;
    return a->kind >= b->kind ? a : b; /* the enum has them in the order of their ranks */
}

struct type *type_vector(struct ctx *c, struct type *of, long long length)
{
    struct type *v = arena_new(&c->arena, struct type);

    v->kind = TYPE_VECTOR;
    v->size = of->size * length;
    v->align = (int)(v->size < ALIGN_MAX ? v->size : ALIGN_MAX);
    v->base = of;
    v->length = length;
    return v;
}

struct type *type_complex(struct ctx *c, struct type *of)
{
    struct type *t = type_new(c, TYPE_COMPLEX, of->size < 0 ? -1 : 2 * of->size, of->align);

    t->base = of;
    return t;
}

struct record_member *type_find_member(struct ctx *c, const struct record *r, const char *name,
                                       member_path *path)
{
    for (int i = 0; i < r->members.n; i++) {
        struct record_member *m = &r->members.at[i], *inner;

        if (m->name == name && name) {
            if (path)
                vec_push(&c->arena, path, m);
            return m;
        }
        if (m->name || m->bits >= 0 || m->type->kind != TYPE_RECORD)
            continue;
        if (path)
            vec_push(&c->arena, path, m);
        inner = type_find_member(c, m->type->record, name, path);
        if (inner)
            return inner;
        if (path)
            path->n--;
    }
    return NULL;
}
