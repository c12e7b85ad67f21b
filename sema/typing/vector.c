/* vector.c - C++ AMP's short vectors, norm and unorm: constructors, conversions, swizzles,
 * operators.
 *
 * Operators work component by component and take two vectors of one type, or a vector and a number,
 * which stands for all components. Vectors of other types are converted explicitly; faults are
 * reported in host code, too. Example: `v * 2` of a float_4 is an AMP_VECTOR_VALUE whose right
 * operand is a construction of a float_4 from 2, converted to float. */
#include "sema/types/vector.h"

#include "sema/typing/amp_internal.h"
#include "sema/typing/typing.h"

static void vector_value(struct sema *s, struct expr *e, struct type *t)
{
    e->amp = AMP_VECTOR_VALUE;
    e->type = type_unqualified(s->c, t);
    e->lvalue = false;
}

/* ---- norm and unorm as numbers ---- */

static bool is_number_vector(const struct type *t)
{
    return vector_of(t) && vector_of(t)->n == 1;
}

/* Makes *e, a norm or unorm, its number: a float. */
static void to_number(struct sema *s, struct expr **e)
{
    *e = vector_component(s->c, *e, 0);
}

/* ---- conversions ---- */

static void type_report(struct sema *s, const struct expr *e, const struct type *t)
{
    const struct vector *v = vector_of(t), *from = vector_of(e->type);
    bool counts = v && from && from->n > 1 && from->n != v->n;

    if (!v)
        diag(s->c, DIAG_vector_type, e->loc,
             "cannot convert '%s' to '%s': write a component, as '.x'", type_text(s->c, e->type),
             type_text(s->c, t));
    else if (counts || (!from && !type_is_arithmetic(e->type)))
        diag(s->c, DIAG_vector_type, e->loc, "cannot convert '%s' to '%s'%s",
             type_text(s->c, e->type), type_text(s->c, t),
             counts ? ": they have different numbers of components" : "");
    else
        diag(s->c, DIAG_vector_type, e->loc,
             "'%s' becomes '%s' only where it is written: '%s(...)'", type_text(s->c, e->type),
             type_text(s->c, t), v->name);
    if (v && !counts && (from || type_is_arithmetic(e->type))) {
        const char *open = arena_printf(&s->c->arena, "%s(", v->name);
        diag_fixit(s->c, (struct loc){e->loc.begin, e->loc.begin}, open);
        diag_fixit(s->c, (struct loc){e->loc.end, e->loc.end}, ")");
    }
}

/* Prepares *e, of another type, as the operand of a conversion to the vector v; false: there is no
 * such conversion, or it has to be explicit. */
static bool operand_fits(struct sema *s, struct expr **e, const struct vector *v, bool is_explicit)
{
    const struct vector *from = vector_of((*e)->type);

    if (from && from->n == v->n)
        return is_explicit || (v->n == 1 && v->range == VECTOR_NORM); /* an unorm is a norm */
    if (from && from->n == 1 && from->range == v->range)
        return true;
    if (from && from->n == 1 && is_explicit)
        to_number(s, e);
    else if (from || !type_is_arithmetic((*e)->type) || (*e)->type->kind == TYPE_COMPLEX)
        return false;
    if (!is_explicit &&
        (v->range != VECTOR_ANY || (type_is_floating((*e)->type) && v->scalar <= TYPE_UINT)))
        return false;
    sema_convert(s, e, type_basic(v->scalar));
    return true;
}

/* Makes *e a conversion of itself to t. */
static void construct_from(struct sema *s, struct expr **e, struct type *t)
{
    struct expr *n = arena_new(&s->c->arena, struct expr);

    n->kind = EXPR_CONSTRUCT;
    n->loc = n->op_loc = n->op2_loc = (*e)->loc;
    n->amp_code = (*e)->amp_code;
    vec_push(&s->c->arena, &n->args, *e);
    vector_value(s, n, t);
    *e = n;
}

bool vector_convert(struct sema *s, struct expr **e, struct type *t)
{
    const struct vector *v = vector_of(t), *from = vector_of((*e)->type);

    if ((!v && !from) || type_is_unknown(t) || type_is_unknown((*e)->type) ||
        t->kind == TYPE_VOID || type_same_unqualified((*e)->type, t))
        return false;
    if (!v && from->n == 1 && type_is_arithmetic(t)) {
        to_number(s, e);
        return false;
    }
    if (!v && !type_is_scalar(t))
        return false; /* as other structures */
    if (v && operand_fits(s, e, v, false)) {
        construct_from(s, e, t);
    } else {
        type_report(s, *e, t);
        amp_poison(*e);
    }
    return true;
}

bool vector_cast(struct sema *s, struct expr *e, struct type *t)
{
    const struct vector *v = vector_of(t);

    if (type_is_unknown(e->a->type) || (!v && !is_number_vector(e->a->type)) ||
        t->kind == TYPE_VOID)
        return false;
    if (!v) {
        to_number(s, &e->a);
        return false;
    }
    if (!type_same_unqualified(e->a->type, t) && !operand_fits(s, &e->a, v, true)) {
        type_report(s, e->a, t);
        amp_poison(e);
        return true;
    }
    e->kind = EXPR_CONSTRUCT;
    vec_push(&s->c->arena, &e->args, e->a);
    e->a = NULL;
    e->type_name = NULL;
    vector_value(s, e, t);
    return true;
}

/* ---- constructors ---- */

/* One of as many arguments as there are components: a number, converted as C converts numbers. */
static bool component_fits(struct sema *s, struct expr **arg, struct type *component)
{
    const struct vector *range = vector_of(component);

    if (type_same_unqualified((*arg)->type, component))
        return true;
    if (vector_of((*arg)->type) ? vector_of((*arg)->type)->n > 1
                                : !type_is_arithmetic((*arg)->type)) {
        diag(s->c, DIAG_vector_type, (*arg)->loc, "a component is a number, not a '%s'%s",
             type_text(s->c, (*arg)->type),
             vector_of((*arg)->type) ? "; write its components one by one" : "");
        return false;
    }
    if (!range) {
        if (vector_of((*arg)->type))
            to_number(s, arg);
        sema_convert(s, arg, component);
    } else if (operand_fits(s, arg, range, true)) {
        construct_from(s, arg, component);
    }
    return true;
}

bool vector_construct(struct sema *s, struct type *t, expr_vec *args, struct loc where)
{
    const struct vector *v = vector_of(t);
    bool good = true;

    for (int i = 0; i < args->n; i++) {
        sema_value(s, &args->at[i]);
        if (type_is_unknown(args->at[i]->type))
            return false;
    }
    if (args->n == 1 && !type_same_unqualified(args->at[0]->type, t)) {
        good = operand_fits(s, &args->at[0], v, true);
        if (!good)
            type_report(s, args->at[0], t);
    } else if (args->n > 1 && args->n != v->n) {
        diag(s->c, DIAG_amp_arguments, where,
             v->n == 1 ? "'%s' is made from one number, not from %d arguments"
                       : "'%s' is made from one number for all components, or one for each, not "
                         "from %d arguments",
             v->name, args->n);
        return false;
    }
    for (int i = 0; i < args->n && args->n > 1; i++)
        good &= component_fits(s, &args->at[i], t->record->members.at[i].type);
    return good;
}

void vector_construct_expr(struct sema *s, struct expr *e, struct type *t)
{
    if (vector_construct(s, t, &e->args, e->loc))
        vector_value(s, e, t);
    else
        amp_poison(e);
}

struct init *vector_construct_variable(struct sema *s, struct init_declarator *d, struct type *t)
{
    struct expr *e = arena_new(&s->c->arena, struct expr);

    e->kind = EXPR_CONSTRUCT;
    e->loc = e->op_loc = e->op2_loc = d->construct_loc;
    e->args = d->args;
    e->amp_code = (s->region & RESTRICT_AMP) != 0;
    vector_construct_expr(s, e, t);
    d->init = arena_new(&s->c->arena, struct init);
    d->init->loc = d->construct_loc;
    d->init->expr = e;
    d->init->type = t;
    d->args.n = 0;
    d->constructed = false;
    return d->init;
}

/* ---- members ---- */

static void swizzle_report(struct sema *s, const struct expr *e, const struct vector *v)
{
    diag(s->c, DIAG_vector_swizzle, e->name_loc,
         v->n == 1   ? "'%s' has no member '%s': it is a number"
         : v->n == 2 ? "'%s' has no member '%s': its components are x and y, or r and g"
         : v->n == 3
             ? "'%s' has no member '%s': its components are x, y and z, or r, g and b"
             : "'%s' has no member '%s': its components are x, y, z and w, or r, g, b and a",
         v->name, e->name);
}

/* p->xy: becomes (*p).xy. */
static void dereference(struct sema *s, struct expr *e)
{
    struct expr *n = arena_new(&s->c->arena, struct expr);

    n->kind = EXPR_UNARY;
    n->op = OP_DEREF;
    n->a = e->a;
    n->loc = e->a->loc;
    n->type = e->a->type->base;
    n->lvalue = true;
    n->amp_code = e->amp_code;
    e->kind = EXPR_MEMBER;
    e->a = n;
}

bool vector_member(struct sema *s, struct expr *e)
{
    struct type *t = e->a->type, *to;
    const struct vector *v;
    int at[VECTOR_MOST], n;

    if (e->kind == EXPR_ARROW && t->kind == TYPE_POINTER)
        t = t->base;
    v = vector_of(t);
    if (!v || (e->kind == EXPR_ARROW && e->a->type->kind != TYPE_POINTER))
        return false;
    n = vector_swizzle(v, e->name, at);
    if (n == 1) {
        e->name = t->record->members.at[at[0]].name;
        return false;
    }
    if (v->n == 1 && type_find_member(s->c, t->record, e->name, NULL))
        return false;
    to = n ? s->program->vectors[vector_number(vector_sized(v, n))] : NULL;
    if (!to) {
        swizzle_report(s, e, v);
        amp_poison(e);
        return true;
    }
    if (e->kind == EXPR_ARROW)
        dereference(s, e);
    vector_value(s, e, to);
    return true;
}

/* ---- operators ---- */

static bool is_bitwise(enum op op)
{
    return op == OP_MOD || op == OP_AND || op == OP_OR || op == OP_XOR || op == OP_SHL ||
           op == OP_SHR;
}

static bool is_for(const struct vector *v, enum op op)
{
    return op == OP_ADD || op == OP_SUB || op == OP_MUL || op == OP_DIV ||
           (is_bitwise(op) && v->scalar <= TYPE_UINT);
}

static void operator_report(struct sema *s, const struct expr *e)
{
    bool compound = e->kind == EXPR_ASSIGN && e->op != OP_ASSIGN;
    const char *op = arena_printf(&s->c->arena, "%s%s", op_text(e->op), compound ? "=" : "");
    const struct vector *a = vector_of(e->a->type), *b = e->b ? vector_of(e->b->type) : NULL;

    if (!e->b)
        diag(s->c, DIAG_amp_arguments, e->op_loc, "'%s' has no operator '%s'",
             type_text(s->c, e->a->type), op);
    else if (a && b && a->n != b->n && a->n > 1 && b->n > 1)
        diag(s->c, DIAG_vector_type, e->op_loc,
             "'%s' of '%s' and '%s': they have different numbers of components", op, a->name,
             b->name);
    else if (a && b && a != b)
        diag(s->c, DIAG_vector_type, e->op_loc, "'%s' of '%s' and '%s': convert one, as '%s(...)'",
             op, a->name, b->name, a->name);
    else
        diag(s->c, DIAG_amp_arguments, e->op_loc, "no operator '%s' for '%s' and '%s'", op,
             type_text(s->c, e->a->type), type_text(s->c, e->b->type));
}

/* Converts the other operand of a vector of type t to that type; false after an error. */
static bool other_fits(struct sema *s, struct expr *e, struct expr **other, struct type *t)
{
    if (type_same_unqualified((*other)->type, t))
        return true;
    if (vector_of((*other)->type) && vector_of((*other)->type)->n > 1) {
        operator_report(s, e);
        return false;
    }
    if (vector_of((*other)->type) && vector_of((*other)->type)->range != vector_of(t)->range &&
        (vector_of(t)->n > 1 || vector_of(t)->range != VECTOR_NORM)) /* an unorm is a norm */
        to_number(s, other);
    vector_convert(s, other, t);
    return !type_is_unknown((*other)->type);
}

/* An operand that is a norm or unorm is its number where the operator is none of its own. */
static void numbers_of(struct sema *s, struct expr *e)
{
    bool mixed = is_number_vector(e->a->type) && is_number_vector(e->b->type) &&
                 is_for(vector_of(e->a->type), e->op) &&
                 !type_same_unqualified(e->a->type, e->b->type);
    struct expr **unorm = mixed && vector_of(e->a->type)->range == VECTOR_UNORM ? &e->a : &e->b;

    if (mixed) /* of a norm and an unorm, which becomes a norm */
        vector_convert(s, unorm, unorm == &e->a ? e->b->type : e->a->type);
    struct type *a = e->a->type, *b = e->b->type;
    bool own = type_same_unqualified(a, b) && is_for(vector_of(a), e->op);
    bool into = (is_number_vector(a) && vector_of(b) && vector_of(b)->n > 1) ||
                (is_number_vector(b) && vector_of(a) && vector_of(a)->n > 1);

    if (into || (own && is_number_vector(a)))
        return;
    if (is_number_vector(a))
        to_number(s, &e->a);
    if (is_number_vector(b))
        to_number(s, &e->b);
}

bool vector_binary(struct sema *s, struct expr *e)
{
    bool compares = e->op == OP_EQ || e->op == OP_NE;
    struct type *t;

    if ((!vector_of(e->a->type) && !vector_of(e->b->type)) || e->op == OP_COMMA)
        return false;
    if (!type_is_unknown(e->a->type) && !type_is_unknown(e->b->type) &&
        (is_number_vector(e->a->type) || is_number_vector(e->b->type)))
        numbers_of(s, e);
    if (!vector_of(e->a->type) && !vector_of(e->b->type))
        return false;
    t = vector_of(e->a->type) && vector_of(e->a->type)->n > 1 ? e->a->type : e->b->type;
    t = vector_of(t) ? t : e->a->type;
    if (type_is_unknown(e->a->type) || type_is_unknown(e->b->type)) {
        amp_poison(e);
        return true;
    }
    sema_value(s, &e->a);
    sema_value(s, &e->b);
    if (!compares && !is_for(vector_of(t), e->op)) {
        operator_report(s, e);
        amp_poison(e);
    } else if (other_fits(s, e, &e->a, t) && other_fits(s, e, &e->b, t)) {
        vector_value(s, e, compares ? type_basic(TYPE_INT) : t);
    } else {
        amp_poison(e);
    }
    return true;
}

/* Reports that a vector, which is no object, or a part of it at 'where' is written. */
static void value_report(struct sema *s, const struct expr *vector, struct loc where)
{
    if (!texture_write_report(s, vector))
        diag(s->c, DIAG_amp_arguments, where, "this is a value, not an object that can be written");
}

/* Whether e, a vector or a swizzle, can be changed; reports it otherwise. */
static bool is_writable(struct sema *s, struct expr *e)
{
    const struct expr *swizzle = vector_swizzle_of(e), *object = swizzle ? swizzle->a : e;
    int at[VECTOR_MOST];

    if (!object->lvalue)
        value_report(s, object, e->loc);
    else if (object->type->quals & QUAL_CONST)
        diag(s->c, DIAG_amp_arguments, e->loc, "an object of type '%s' cannot be written",
             type_text(s->c, object->type));
    else if (swizzle &&
             vector_repeats(vector_swizzle(vector_of(object->type), swizzle->name, at), at))
        diag(s->c, DIAG_vector_swizzle, swizzle->name_loc,
             "'%s' has a component twice, so it can be read but not written", swizzle->name);
    else
        return true;
    return false;
}

bool vector_unary(struct sema *s, struct expr *e)
{
    const struct vector *v = vector_of(e->a->type);
    bool good;

    if (!v || e->op == OP_ADDR || e->op == OP_DEREF)
        return false;
    if (op_is_step(e->op)) {
        good = is_writable(s, e->a);
        e->amp = AMP_VECTOR_STEP;
    } else if (v->n == 1 && (e->op != OP_NEG || v->range == VECTOR_UNORM)) {
        to_number(s, &e->a);
        return false;
    } else {
        good = (e->op == OP_NEG && v->scalar != TYPE_UINT && v->range != VECTOR_UNORM) ||
               (e->op == OP_BITNOT && v->scalar <= TYPE_UINT);
        if (!good)
            operator_report(s, e);
        e->amp = AMP_VECTOR_VALUE;
    }
    e->type = type_unqualified(s->c, e->a->type);
    if (!good)
        amp_poison(e);
    return true;
}

/* Whether e is a component of a value: a store to it would be lost. */
static bool is_lost(struct expr *e)
{
    bool component = false;

    for (e = expr_unparen(e); e->kind == EXPR_MEMBER && e->amp == AMP_NONE; e = expr_unparen(e->a))
        component |= vector_of(e->a->type) != NULL;
    return component && !e->lvalue && e->amp != AMP_NONE;
}

bool vector_assign(struct sema *s, struct expr *e)
{
    struct type *a = e->a->type, *b = e->b->type;
    struct expr *swizzle = vector_swizzle_of(e->a);
    const struct vector *v = vector_of(a);

    if (is_lost(e->a)) {
        value_report(s, expr_unparen(e->a)->a, e->a->loc);
        amp_poison(e);
        return true;
    }
    if (!v && is_number_vector(b) && e->op != OP_ASSIGN && type_is_arithmetic(a)) {
        to_number(s, &e->b);
        return false;
    }
    if (!v || (e->op == OP_ASSIGN && !swizzle && e->a->lvalue))
        return false; /* convert_assign has the others */
    sema_value(s, &e->b);
    e->type = type_unqualified(s->c, a);
    if (type_is_unknown(e->b->type)) {
        amp_poison(e);
    } else if (e->op != OP_ASSIGN && !is_for(v, e->op)) {
        operator_report(s, e);
        amp_poison(e);
    } else if (!other_fits(s, e, &e->b, type_unqualified(s->c, a)) || !is_writable(s, e->a)) {
        amp_poison(e);
    } else {
        e->amp = AMP_VECTOR_ASSIGN;
    }
    return true;
}

/* ---- initialisers ---- */

bool vector_init_takes(const struct type *t, const struct init *init)
{
    return vector_of(t) && init->expr && !vector_of(init->expr->type);
}

void vector_brace_numbers(struct sema *s, struct init *init, const struct type *t)
{
    const struct vector *v = vector_of(t);

    for (int i = 0; v && v->n > 1 && v->range != VECTOR_ANY && i < init->items.n; i++) {
        struct init *item = init->items.at[i].init;
        if (!item->expr)
            continue;
        sema_value(s, &item->expr);
        if (type_is_arithmetic(item->expr->type))
            component_fits(s, &item->expr, t->record->members.at[0].type);
    }
}

void vector_braces(struct sema *s, const struct init *init, const struct type *t)
{
    const struct vector *v = vector_of(t);
    const struct init *first = init->items.n ? init->items.at[0].init : NULL;

    if (!v || init->items.n == 0)
        return;
    for (int i = 0; i < init->items.n; i++)
        if (init->items.at[i].designators.n && v->n > 1)
            return;
    if (init->items.n == 1 && first->expr &&
        ((first->expr->constant && first->expr->value == 0) ||
         (first->expr->real && first->expr->number == 0)))
        return;
    if (v->n == 1)
        diag(s->c, DIAG_vector_type, init->loc, "an '%s' is made by '%s(...)', not by braces",
             v->name, v->name);
    else if (init->items.n != v->n)
        diag(s->c, DIAG_vector_type, init->loc,
             "braces around a '%s' have %d numbers, not %d; '%s(...)' sets all components to one",
             v->name, v->n, init->items.n, v->name);
}
