/* expr_type.c - expressions that name a type: casts, sizeof, _Alignof, _Generic, offsetof. */
#include "common/number.h"
#include "sema/typing/typing.h"

/* ---- casts, C11 6.5.4 ---- */

static bool is_castable(const struct type *from, const struct type *to)
{
    if (to->kind == TYPE_VOID || type_same_unqualified(from, to))
        return true;
    if (!type_is_scalar(from) || !type_is_scalar(to))
        return from->kind == TYPE_VECTOR || to->kind == TYPE_VECTOR;
    if (from->kind == TYPE_POINTER)
        return !type_is_floating(to) && to->kind != TYPE_COMPLEX;
    return to->kind != TYPE_POINTER || type_is_integer(from);
}

/* The limits of <float.h> are long double literals cast to double: in amp code the literal becomes
 * a double. */
static void narrow_literal(struct expr *e, const struct type *t)
{
    e = expr_unparen(e);
    if (e->kind == EXPR_FLOAT && e->type->kind == TYPE_LDOUBLE &&
        (t->kind == TYPE_DOUBLE || t->kind == TYPE_FLOAT))
        e->type = type_basic(TYPE_DOUBLE);
}

static void retype_parens(struct expr *e)
{
    if (e->kind != EXPR_PAREN)
        return;
    retype_parens(e->a);
    e->type = e->a->type;
}

void cast_type(struct sema *s, struct expr *e)
{
    struct type *t = type_from_name(s, e->type_name);

    sema_value(s, &e->a);
    e->type = type_unqualified(s->c, t);
    if (t->kind == TYPE_AMP || (e->a->type->kind == TYPE_AMP && t->kind != TYPE_VOID)) {
        if (!amp_convert(s, &e->a, e->type, e->loc) || type_is_unknown(e->a->type))
            e->type = type_basic(TYPE_UNKNOWN);
        return;
    }
    if (vector_cast(s, e, t))
        return;
    if (e->amp_code) {
        narrow_literal(e->a, t);
        retype_parens(e->a);
    }
    if (type_is_unknown(t) || type_is_unknown(e->a->type))
        return;
    if (!is_castable(e->a->type, t)) {
        sema_invalid(s, e->loc, "'%s' cannot be cast to '%s'", type_text(s->c, e->a->type),
                     type_text(s->c, t));
        if (e->amp_code)
            e->type = type_basic(TYPE_UNKNOWN);
    }
}

/* ---- sizeof, 6.5.3.4 ---- */

static struct type *operand_type(struct sema *s, struct expr *e)
{
    if (e->type_name)
        return type_from_name(s, e->type_name);
    s->unevaluated++;
    sema_expr(s, &e->a);
    s->unevaluated--;
    return e->a->type;
}

void sizeof_type(struct sema *s, struct expr *e)
{
    const struct type *t = operand_type(s, e);
    long long v = e->kind == EXPR_SIZEOF ? t->size : t->align;

    if (t->kind == TYPE_UNKNOWN) {
        e->type = type_basic(TYPE_UNKNOWN);
        return;
    }
    e->type = type_basic(TYPE_ULONG);
    if (t->kind == TYPE_VOID || t->kind == TYPE_FUNCTION) /* GNU */
        v = 1;
    if (v < 0 && (t->kind != TYPE_ARRAY || t->length != LENGTH_VARIABLE))
        sema_invalid(s, e->loc, "the size of '%s' is not known here", type_text(s->c, t));
    e->constant = v >= 0;
    e->value = v;
}

/* ---- _Generic, 6.5.1.1 ---- */

static struct expr **generic_choice(struct sema *s, struct expr *e)
{
    const struct type *t = type_unqualified(s->c, e->a->type);
    struct expr **otherwise = NULL;

    for (int i = 0; i < e->assocs.n; i++) {
        struct generic_assoc *a = &e->assocs.at[i];

        if (!a->type_name) {
            otherwise = &a->expr;
            continue;
        }
        if (type_is_unknown(type_from_name(s, a->type_name)) || type_is_unknown(t))
            return NULL;
        if (type_same(a->type_name->type, t))
            return &a->expr;
    }
    return otherwise;
}

void generic_type(struct sema *s, struct expr *e)
{
    struct expr **choice;

    s->unevaluated++;
    sema_value(s, &e->a);
    s->unevaluated--;
    choice = generic_choice(s, e);
    if (choice)
        sema_expr(s, choice);
    s->unevaluated++;
    for (int i = 0; i < e->assocs.n; i++) {
        if (e->assocs.at[i].type_name) /* the host text has all associations */
            type_from_name(s, e->assocs.at[i].type_name);
        sema_expr(s, &e->assocs.at[i].expr);
    }
    s->unevaluated--;
    if (!choice) {
        e->type = type_basic(TYPE_UNKNOWN);
        if (!type_is_unknown(e->a->type))
            sema_invalid(s, e->loc, "no association of _Generic has the type '%s'",
                         type_text(s->c, e->a->type));
        return;
    }
    e->chosen = *choice;
    e->type = e->chosen->type;
    e->lvalue = e->chosen->lvalue;
}

/* ---- __builtin_offsetof ---- */

/* Descends one designator into *t and adds to *offset; false: the result is no constant. */
static bool offset_step(struct sema *s, struct type **t, struct designator *d, long long *offset)
{
    member_path path = {0};
    long long index;

    if (d->name) {
        if ((*t)->kind != TYPE_RECORD || (*t)->size < 0 ||
            !type_find_member(s->c, (*t)->record, d->name, &path))
            return false;
        for (int i = 0; i < path.n; i++)
            *offset = number_sum(*offset, path.at[i]->offset);
        *t = path.at[path.n - 1]->type;
        return true;
    }
    if (!d->index)
        return false;
    sema_value(s, &d->index);
    if ((*t)->kind != TYPE_ARRAY || (*t)->base->size < 0 || !constant_value(d->index, &index))
        return false;
    if (__builtin_mul_overflow(index, (*t)->base->size, &index) ||
        __builtin_add_overflow(*offset, index, offset))
        return false;
    *t = (*t)->base;
    return true;
}

void offsetof_type(struct sema *s, struct expr *e)
{
    struct type *t = type_from_name(s, e->type_name);
    long long offset = 0;
    bool known = true;

    for (int i = 0; i < e->designators.n; i++) {
        struct designator *d = &e->designators.at[i];

        if (known)
            known = offset_step(s, &t, d, &offset);
        else if (d->index)
            sema_value(s, &d->index);
    }
    e->type = type_basic(TYPE_ULONG);
    e->constant = known;
    e->value = offset;
}
