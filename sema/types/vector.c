/* vector.c - which structures are C++ AMP's short vectors; what names of members mean in them. */
#include "sema/types/vector.h"

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
