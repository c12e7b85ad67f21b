/* vector.c - which structures are C++ AMP's short vectors; what names of members mean in them. */
#include "sema/types/vector.h"

#include <limits.h>
#include <string.h>

#include "common/ctx.h"
#include "sema/types/expr.h"

static const struct vector vectors[] = {
#define VECTOR(name, scalar, n, range) {name, TYPE_##scalar, n, VECTOR_##range},
#include "sema/types/vector.def"
};
enum { VECTORS = sizeof vectors / sizeof *vectors };
_Static_assert((int)VECTORS == (int)VECTOR_TYPES, "program.vectors has all of them");

const struct vector *vector_tagged(const char *tag)
{
    static const char prefix[] = "ampc_";

    if (!tag || strncmp(tag, prefix, strlen(prefix)) != 0)
        return NULL;
    for (int i = 0; i < VECTORS; i++)
        if (strcmp(tag + strlen(prefix), vectors[i].name) == 0)
            return &vectors[i];
    return NULL;
}

int vector_number(const struct vector *v)
{
    return (int)(v - vectors);
}

const struct vector *vector_of(const struct type *t)
{
    return t && t->kind == TYPE_RECORD ? t->record->vector : NULL;
}

static const struct vector *find(enum type_kind scalar, enum vector_range range, int n)
{
    for (int i = 0; i < VECTORS; i++)
        if (vectors[i].scalar == scalar && vectors[i].range == range && vectors[i].n == n)
            return &vectors[i];
    return NULL;
}

const struct vector *vector_sized(const struct vector *v, int n)
{
    return find(v->scalar, v->range, n);
}

const struct vector *vector_with(enum type_kind scalar, int n)
{
    return find(scalar, VECTOR_ANY, n);
}

/* ---- swizzles ---- */

static int swizzle_by(const char *letters, int components, const char *name, int at[VECTOR_MOST])
{
    int n = 0;

    for (; name[n]; n++) {
        const char *letter = strchr(letters, name[n]);
        if (n == VECTOR_MOST || !letter || letter - letters >= components)
            return 0;
        at[n] = (int)(letter - letters);
    }
    return n;
}

int vector_swizzle(const struct vector *v, const char *name, int at[VECTOR_MOST])
{
    int n = v->n > 1 ? swizzle_by("xyzw", v->n, name, at) : 0;

    return n || v->n == 1 ? n : swizzle_by("rgba", v->n, name, at);
}

bool vector_repeats(int n, const int at[VECTOR_MOST])
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++)
            if (at[i] == at[k])
                return true;
    return false;
}

/* ---- nodes ---- */

struct expr *vector_swizzle_of(struct expr *e)
{
    while (e->kind == EXPR_PAREN)
        e = e->a;
    return e->kind == EXPR_MEMBER && e->amp == AMP_VECTOR_VALUE ? e : NULL;
}

struct expr *vector_target(struct expr *e)
{
    struct expr *swizzle = vector_swizzle_of(e->a);

    return swizzle ? swizzle->a : e->a;
}

struct expr *vector_component(struct ctx *c, struct expr *of, int k)
{
    struct expr *e = arena_new(&c->arena, struct expr);

    e->kind = EXPR_MEMBER;
    e->loc = e->op_loc = of->loc;
    e->a = of;
    e->member = &of->type->record->members.at[k];
    e->name = e->member->name;
    e->type = type_qualified(c, e->member->type, of->type->quals & QUAL_CONST);
    e->lvalue = of->lvalue;
    e->amp_code = of->amp_code;
    return e;
}

/* ---- constants ---- */

/* A number, or that of a norm, with its conversion. */
static bool constant_number(const struct expr *e, double *number)
{
    const struct expr *from = e->kind == EXPR_CONVERT ? e->a : e;
    double of[VECTOR_MOST];

    if (from->kind == EXPR_MEMBER && vector_of(from->a->type) && vector_of(from->a->type)->n == 1) {
        if (!vector_constant(from->a, of))
            return false;
        *number = of[0];
        return true;
    }
    if (!type_is_arithmetic(e->type) || (!e->constant && !e->real))
        return false;
    *number = e->real                     ? e->number
              : type_is_unsigned(e->type) ? (double)(unsigned long long)e->value
                                          : (double)e->value;
    return true;
}

/* Converts a number to a component of v; false: C does not say to which. */
static bool constant_component(const struct vector *v, double *number)
{
    double low = v->range == VECTOR_NORM ? -1 : 0;

    if (v->scalar == TYPE_FLOAT)
        *number = (float)*number;
    else if (v->scalar == TYPE_INT && *number > INT_MIN - 1.0 && *number < INT_MAX + 1.0)
        *number = (int)*number;
    else if (v->scalar == TYPE_UINT && *number > -1 && *number < UINT_MAX + 1.0)
        *number = (unsigned)*number;
    else
        return v->scalar == TYPE_DOUBLE;
    if (v->range != VECTOR_ANY)
        *number = *number < low ? low : *number > 1 ? 1 : *number;
    return true;
}

bool vector_constant(const struct expr *e, double numbers[VECTOR_MOST])
{
    const struct vector *v = vector_of(e->type);
    double of[VECTOR_MOST];

    if (e->kind == EXPR_PAREN)
        return vector_constant(e->a, numbers);
    if (e->kind != EXPR_CONSTRUCT || (e->args.n != 1 && e->args.n != v->n && e->args.n != 0))
        return false;
    for (int k = 0; k < v->n; k++) {
        const struct expr *arg = e->args.n ? e->args.at[e->args.n == 1 ? 0 : k] : NULL;
        const struct vector *from = arg ? vector_of(arg->type) : NULL;
        numbers[k] = 0;
        if (from ? !vector_constant(arg, of) : arg && !constant_number(arg, &numbers[k]))
            return false;
        if (from)
            numbers[k] = of[from->n == 1 ? 0 : k];
        if (!constant_component(v, &numbers[k]))
            return false;
    }
    return true;
}
