/* convert.c - implicit conversions (C11 6.3): wherever C converts, the operand is wrapped in an
 * EXPR_CONVERT node, so later passes rely on the types of nodes.
 *
 * Faults of assignments (6.5.16.1) are reported in amp code alone: cc reports those of host code.
 * Example: `double d = 1;` has a conversion from int to double. */
#include "sema/types/vector.h"
#include "sema/typing/typing.h"

bool type_is_unknown(const struct type *t)
{
    return t->kind == TYPE_UNKNOWN;
}

static void wrap(struct sema *s, struct expr **e, struct type *t)
{
    struct expr *n = arena_new(&s->c->arena, struct expr);

    n->kind = EXPR_CONVERT;
    n->loc = (*e)->loc;
    n->a = *e;
    n->type = t;
    n->amp_code = (*e)->amp_code;
    constant_fold(n);
    *e = n;
}

void sema_value(struct sema *s, struct expr **e)
{
    struct type *t;

    sema_expr(s, e);
    t = (*e)->type;
    if (t->kind == TYPE_ARRAY)
        wrap(s, e, type_pointer(s->c, t->base));
    else if (t->kind == TYPE_FUNCTION)
        wrap(s, e, type_pointer(s->c, t));
}

/* Whether a cast between the types is allowed in C. Others are left to cc, and are errors in amp
 * code. */
static bool is_convertible(const struct type *from, const struct type *to)
{
    if (to->kind == TYPE_VOID)
        return true;
    if (type_is_arithmetic(from) && type_is_arithmetic(to))
        return true;
    if (to->kind == TYPE_POINTER)
        return from->kind == TYPE_POINTER || type_is_integer(from);
    return from->kind == TYPE_POINTER && type_is_integer(to);
}

void sema_convert(struct sema *s, struct expr **e, struct type *t)
{
    const struct type *from;

    sema_value(s, e);
    from = (*e)->type;
    if (type_same_unqualified(from, t) || !is_convertible(from, t))
        return;
    wrap(s, e, type_unqualified(s->c, t));
}

/* ---- promotions ---- */

static const struct record_member *bit_field(const struct expr *e)
{
    e = expr_unparen(e);
    if ((e->kind != EXPR_MEMBER && e->kind != EXPR_ARROW) || !e->member || e->member->bits < 0)
        return NULL;
    return e->member;
}

struct type *expr_promoted(struct sema *s, const struct expr *e)
{
    const struct record_member *m = bit_field(e);

    if (m && type_is_integer(e->type)) {
        int bits = m->bits;

        if (bits < 32 || (bits == 32 && !type_is_unsigned(e->type)))
            return type_basic(TYPE_INT);
        if (bits == 32)
            return type_basic(TYPE_UINT);
    }
    return type_promoted(s->c, e->type);
}

void convert_promote(struct sema *s, struct expr **e)
{
    sema_value(s, e);
    if (type_is_integer((*e)->type))
        sema_convert(s, e, expr_promoted(s, *e));
}

struct type *convert_usual(struct sema *s, struct expr **a, struct expr **b)
{
    struct type *t;

    sema_value(s, a);
    sema_value(s, b);
    if (type_is_unknown((*a)->type) || type_is_unknown((*b)->type))
        return type_basic(TYPE_UNKNOWN);
    if ((*a)->type->kind == TYPE_VECTOR || (*b)->type->kind == TYPE_VECTOR)
        return type_usual(s->c, (*a)->type, (*b)->type);
    t = type_usual(s->c, expr_promoted(s, *a), expr_promoted(s, *b));
    sema_convert(s, a, t);
    sema_convert(s, b, t);
    return t;
}

void convert_argument(struct sema *s, struct expr **e)
{
    sema_value(s, e);
    if (vector_of((*e)->type) && vector_of((*e)->type)->n == 1) /* a norm is passed as its number */
        vector_convert(s, e, type_basic(TYPE_FLOAT));
    if (type_is_integer((*e)->type))
        convert_promote(s, e);
    else if ((*e)->type->kind == TYPE_FLOAT)
        sema_convert(s, e, type_basic(TYPE_DOUBLE));
}

/* ---- assignment, 6.5.16.1 ---- */

bool expr_is_null(const struct expr *e)
{
    const struct type *t = e->type;

    e = expr_strip(e);
    if (e->kind == EXPR_CAST && e->type->kind == TYPE_POINTER && e->type->base->kind == TYPE_VOID)
        return expr_is_null(e->a);
    return e->constant && e->value == 0 && type_is_integer(e->type) &&
           (type_is_integer(t) || t->kind == TYPE_POINTER);
}

/* Why a pointer cannot be assigned to an object of pointer type 'to'; NULL: it can. Dropping const
 * is allowed, as in cc; the checks warn of it. */
static const char *pointer_fault(const struct type *from, const struct type *to)
{
    const struct type *a = from->base, *b = to->base;

    if (a->kind == TYPE_UNKNOWN || b->kind == TYPE_UNKNOWN)
        return NULL;
    while (a->kind == TYPE_ARRAY && b->kind == TYPE_ARRAY &&
           (a->length == b->length || a->length < 0 || b->length < 0)) {
        a = a->base; /* qualifiers of an array are those of its elements */
        b = b->base;
    }
    if (a->kind != TYPE_VOID && b->kind != TYPE_VOID && !type_same_unqualified(a, b))
        return "points to another type";
    return a->quals & ~b->quals & QUAL_VOLATILE ? "loses a qualifier" : NULL;
}

/* Why the value cannot be assigned to an object of type t; NULL: it can. Conversions between
 * pointers and integers that cc accepts are reported by the checks. */
static const char *assign_fault(const struct expr *e, const struct type *t)
{
    const struct type *from = e->type;

    if ((t->kind == TYPE_POINTER && type_is_integer(from)) ||
        (type_is_integer(t) && from->kind == TYPE_POINTER))
        return NULL;
    if (type_is_arithmetic(t) && type_is_arithmetic(from))
        return NULL;
    if (t->kind == TYPE_POINTER && from->kind == TYPE_POINTER)
        return expr_is_null(e) ? NULL : pointer_fault(from, t);
    return t->kind != TYPE_POINTER && type_same_unqualified(from, t) ? NULL : "does not convert";
}

/* Whether e is a pointer that comes from a string literal, which the checks report in amp code. */
static bool is_amp_string(const struct sema *s, const struct expr *e)
{
    if (e->kind == EXPR_BINARY)
        return is_amp_string(s, e->a) || is_amp_string(s, e->b);
    e = expr_strip(e);
    return e->kind == EXPR_STRING && !s->unevaluated;
}

void convert_assign(struct sema *s, struct expr **e, struct type *t, const char *what)
{
    const char *fault;

    sema_expr(s, e);
    if (t->kind == TYPE_RECORD && t->reference && !type_is_unknown((*e)->type)) {
        amp_bind(s, *e, t, (*e)->loc);
        return;
    }
    if ((t->kind == TYPE_AMP || (*e)->type->kind == TYPE_AMP) && amp_convert(s, e, t, (*e)->loc))
        return;
    sema_value(s, e);
    if (vector_convert(s, e, t) || type_is_unknown((*e)->type) || type_is_unknown(t))
        return;
    fault = (s->region & RESTRICT_AMP) ? assign_fault(*e, t) : NULL;
    if ((fault || type_is_integer(t)) && s->region & RESTRICT_AMP && is_amp_string(s, *e))
        return;
    if (fault)
        sema_invalid(s, (*e)->loc, "%s of type '%s' %s: '%s' is needed", what,
                     type_text(s->c, (*e)->type), fault, type_text(s->c, t));
    else
        sema_convert(s, e, t);
}
