/* expr_ops.c - operators (C11 6.5.3 to 6.5.17): the types of their operands and results.
 *
 * Example: `p + 1` with a pointer keeps the pointer's type; `a < b` of two floats is int. */
#include "sema/types/amp.h"
#include "sema/typing/typing.h"

static struct type *unknown(void)
{
    return type_basic(TYPE_UNKNOWN);
}

static bool either_unknown(const struct expr *e)
{
    return type_is_unknown(e->a->type) || type_is_unknown(e->b->type);
}

/* Reports operands of the wrong types: in amp code, and for AMP objects in host code, too. */
static void bad_operands(struct sema *s, struct expr *e)
{
    const struct type *a = e->a->type, *b = e->b ? e->b->type : NULL;
    bool amp = a->kind == TYPE_AMP || (b && b->kind == TYPE_AMP);
    const char *op = op_text(e->op);

    e->type = unknown();
    if (type_is_unknown(a) || (b && type_is_unknown(b)))
        return;
    if (!amp && !(s->region & RESTRICT_AMP))
        return;
    if (b)
        diag(s->c, DIAG_invalid_c, e->op_loc, "'%s' does not take operands of type '%s' and '%s'",
             op, type_text(s->c, a), type_text(s->c, b));
    else
        diag(s->c, DIAG_invalid_c, e->op_loc, "'%s' does not take an operand of type '%s'", op,
             type_text(s->c, a));
}

/* ---- modifiable lvalues ---- */

/* Whether e is an lvalue of AMP: an element of a view, a component of an index. */
static bool is_of_amp(const struct expr *e)
{
    for (;;) {
        if (e->amp != AMP_NONE)
            return true;
        if (e->chosen)
            e = e->chosen;
        else if (e->kind == EXPR_PAREN || e->kind == EXPR_MEMBER)
            e = e->a;
        else if (e->kind == EXPR_SUBSCRIPT && e->a->kind == EXPR_CONVERT)
            e = e->a->a;
        else
            return false;
    }
}

/* Whether e is a property of an index, extent or view that is a number. */
static bool is_amp_number(const struct expr *e)
{
    e = expr_unparen(e);
    return e->amp == AMP_RANK || e->amp == AMP_EXTENT_SIZE || e->amp == AMP_EXTENT_CONTAINS ||
           e->amp == AMP_TILE_DIM0 || e->amp == AMP_TILE_DIM1 || e->amp == AMP_TILE_DIM2;
}

static void check_target(struct sema *s, const struct expr *e)
{
    if (texture_write_report(s, e))
        return;
    if (e->type->kind == TYPE_ARRAY && !type_is_unknown(e->type->base)) {
        diag(s->c, DIAG_invalid_c, e->loc,
             s->region & RESTRICT_AMP
                 ? "C does not assign arrays: assign each element, or put the "
                   "array in a struct"
                 : "C does not assign arrays: 'memcpy' copies one, 'copy' from "
                   "and to AMP's");
        return;
    }
    if (is_amp_number(e)) {
        diag(s->c, DIAG_amp_arguments, e->loc,
             "this is a value, not an object that can be written");
        return;
    }
    if (!(s->region & RESTRICT_AMP) || type_is_unknown(e->type) || is_of_amp(e))
        return;
    if (!e->lvalue)
        sema_invalid(s, e->loc, "this is a value, not an object that can be written");
    else if (closure_is_copy(e))
        diag(s->c, DIAG_capture_assign, e->loc,
             "'%s' is captured and cannot be written; give the lambda a pointer to it", e->name);
    else if (e->type->quals & QUAL_CONST)
        sema_invalid(s, e->loc, "an object of type '%s' cannot be written",
                     type_text(s->c, e->type));
}

/* ---- unary ---- */

static void address_of(struct sema *s, struct expr *e)
{
    const struct expr *a = e->a;

    if (type_is_unknown(a->type)) {
        e->type = unknown();
        return;
    }
    e->type = type_pointer(s->c, a->type);
    if (a->lvalue || a->type->kind == TYPE_FUNCTION)
        return;
    if (a->type->kind == TYPE_AMP || is_of_amp(a))
        diag(s->c, DIAG_amp_arguments, e->loc,
             "this '%s' is a value and has no address; give it a name first",
             type_text(s->c, a->type));
    else
        sema_invalid(s, e->loc, "a value has no address");
}

static void dereference(struct sema *s, struct expr *e)
{
    sema_value(s, &e->a);
    if (e->a->type->kind != TYPE_POINTER) {
        bad_operands(s, e);
        return;
    }
    e->type = e->a->type->base;
    e->lvalue = e->type->kind != TYPE_FUNCTION;
}

static void step(struct sema *s, struct expr *e)
{
    if (!type_is_scalar(e->a->type)) {
        bad_operands(s, e);
        return;
    }
    e->type = type_unqualified(s->c, e->a->type);
    check_target(s, e->a);
}

/* + - ~: the operand is promoted. */
static void sign(struct sema *s, struct expr *e)
{
    const struct type *t;

    convert_promote(s, &e->a);
    t = e->a->type;
    if (t->kind != TYPE_VECTOR && t->kind != TYPE_COMPLEX &&
        (e->op == OP_BITNOT ? !type_is_integer(t) : !type_is_arithmetic(t))) {
        bad_operands(s, e);
        return;
    }
    e->type = type_promoted(s->c, e->a->type);
}

static void logical_not(struct sema *s, struct expr *e)
{
    sema_value(s, &e->a);
    if (type_is_unknown(e->a->type) || e->a->type->kind == TYPE_VECTOR)
        e->type = e->a->type;
    else if (type_is_scalar(e->a->type))
        e->type = type_basic(TYPE_INT);
    else
        bad_operands(s, e);
}

/* GNU: __real__ and __imag__ are lvalues like their operand. */
static void complex_part(struct sema *s, struct expr *e)
{
    struct type *t = e->a->type;

    e->type = type_unqualified(s->c, t->kind == TYPE_COMPLEX ? t->base : t);
    e->lvalue = e->a->lvalue;
}

void unary_type(struct sema *s, struct expr *e)
{
    sema_expr(s, &e->a);
    if (amp_expr_unary(s, e) || vector_unary(s, e))
        return;
    switch (e->op) {
    case OP_ADDR:
        closure_address(s, e->a);
        address_of(s, e);
        break;
    case OP_DEREF:
        dereference(s, e);
        break;
    case OP_STEPS:
        step(s, e);
        break;
    case OP_NOT:
        logical_not(s, e);
        break;
    case OP_REAL:
    case OP_IMAG:
        complex_part(s, e);
        break;
    case OP_NEG:
    case OP_PLUS:
    case OP_BITNOT:
        sign(s, e);
        break;
    case OP_NONE: /* not unary */
    case OP_ASSIGN:
    case OP_BINARIES:
        break;
    }
}

/* ---- binary ---- */

static bool is_arithmetic_or_vector(const struct type *t)
{
    return type_is_arithmetic(t) || t->kind == TYPE_VECTOR;
}

static bool is_integer_or_vector(const struct type *t)
{
    return type_is_integer(t) || t->kind == TYPE_VECTOR;
}

static void arithmetic(struct sema *s, struct expr *e, bool integers_only)
{
    bool (*fits)(const struct type *) =
        integers_only ? is_integer_or_vector : is_arithmetic_or_vector;

    if (fits(e->a->type) && fits(e->b->type))
        e->type = convert_usual(s, &e->a, &e->b);
    else
        bad_operands(s, e);
}

/* 6.5.7: each operand is promoted on its own, the result has the left one's type. */
static void shift(struct sema *s, struct expr *e)
{
    if (!is_integer_or_vector(e->a->type) || !is_integer_or_vector(e->b->type)) {
        bad_operands(s, e);
        return;
    }
    convert_promote(s, &e->a);
    convert_promote(s, &e->b);
    e->type = type_promoted(s->c, e->a->type);
}

static void difference(struct sema *s, struct expr *e)
{
    e->type = type_basic(TYPE_LONG);
    if (e->a->type->base->size == 0)
        sema_invalid(s, e->op_loc, "a difference of pointers to '%s', which has no bytes",
                     type_text(s->c, e->a->type->base));
}

/* 6.5.6: + and -, also of pointers. */
static void additive(struct sema *s, struct expr *e)
{
    const struct type *a = e->a->type, *b = e->b->type;

    if (a->kind == TYPE_POINTER && type_is_integer(b))
        e->type = type_unqualified(s->c, e->a->type);
    else if (e->op == OP_ADD && type_is_integer(a) && b->kind == TYPE_POINTER)
        e->type = type_unqualified(s->c, e->b->type);
    else if (e->op == OP_SUB && a->kind == TYPE_POINTER && b->kind == TYPE_POINTER)
        difference(s, e);
    else
        arithmetic(s, e, false);
}

/* One of two pointer operands that is a null pointer constant takes the other's type. In amp code
 * so does any integer, which the checks report. */
static void convert_null(struct sema *s, struct expr **a, struct expr **b)
{
    bool any = s->region & RESTRICT_AMP;

    if ((*a)->type->kind == TYPE_POINTER && type_is_integer((*b)->type) &&
        (any || expr_is_null(*b)))
        sema_convert(s, b, (*a)->type);
    else if ((*b)->type->kind == TYPE_POINTER && type_is_integer((*a)->type) &&
             (any || expr_is_null(*a)))
        sema_convert(s, a, (*b)->type);
}

static void comparison(struct sema *s, struct expr *e)
{
    const struct type *a = e->a->type, *b = e->b->type;

    e->type = type_basic(TYPE_INT);
    if (a->kind == TYPE_VECTOR || b->kind == TYPE_VECTOR) {
        e->type = unknown();
    } else if (type_is_arithmetic(a) && type_is_arithmetic(b)) {
        convert_usual(s, &e->a, &e->b);
    } else {
        convert_null(s, &e->a, &e->b);
        if (e->a->type->kind != TYPE_POINTER || e->b->type->kind != TYPE_POINTER)
            bad_operands(s, e);
    }
}

static void logical(struct sema *s, struct expr *e)
{
    const struct type *a = e->a->type, *b = e->b->type;

    if (type_is_scalar(a) && type_is_scalar(b))
        e->type = type_basic(TYPE_INT);
    else if (a->kind == TYPE_VECTOR || b->kind == TYPE_VECTOR)
        e->type = unknown();
    else
        bad_operands(s, e);
}

static void binary_values(struct sema *s, struct expr *e)
{
    if (either_unknown(e)) {
        bool truth = e->op == OP_LAND || e->op == OP_LOR;

        e->type = truth ? type_basic(TYPE_INT) : unknown();
        return;
    }
    switch (e->op) {
    case OP_MUL:
    case OP_DIV:
        arithmetic(s, e, false);
        break;
    case OP_ADD:
    case OP_SUB:
        additive(s, e);
        break;
    case OP_SHL:
    case OP_SHR:
        shift(s, e);
        break;
    case OP_COMPARISONS:
        comparison(s, e);
        break;
    case OP_LAND:
    case OP_LOR:
        logical(s, e);
        break;
    case OP_MOD:
    case OP_AND:
    case OP_XOR:
    case OP_OR:
        arithmetic(s, e, true);
        break;
    case OP_NONE: /* these are not binary, or not here */
    case OP_ASSIGN:
    case OP_COMMA:
    case OP_UNARIES:
        break;
    }
}

void binary_type(struct sema *s, struct expr *e)
{
    sema_expr(s, &e->a);
    sema_expr(s, &e->b);
    if (amp_expr_binary(s, e) || vector_binary(s, e))
        return;
    sema_value(s, &e->a);
    sema_value(s, &e->b);
    if (e->op == OP_COMMA)
        e->type = type_unqualified(s->c, e->b->type);
    else
        binary_values(s, e);
}

/* ---- assignment ---- */

/* a op= b: b is converted to the type of the operation, a is not. */
static void compound(struct sema *s, struct expr *e)
{
    struct type *t = e->a->type;

    if (e->op == OP_SHL || e->op == OP_SHR) {
        convert_promote(s, &e->b);
        if (!is_integer_or_vector(t) || !is_integer_or_vector(e->b->type))
            bad_operands(s, e);
    } else if (t->kind == TYPE_POINTER) {
        if ((e->op != OP_ADD && e->op != OP_SUB) || !type_is_integer(e->b->type))
            bad_operands(s, e);
    } else if (!is_arithmetic_or_vector(t) || !is_arithmetic_or_vector(e->b->type)) {
        bad_operands(s, e);
    } else if ((e->op != OP_ADD && e->op != OP_SUB && e->op != OP_MUL && e->op != OP_DIV) &&
               (!is_integer_or_vector(t) || !is_integer_or_vector(e->b->type))) {
        bad_operands(s, e);
    } else if (t->kind != TYPE_VECTOR && e->b->type->kind != TYPE_VECTOR) {
        struct type *b = expr_promoted(s, e->b);

        sema_convert(s, &e->b, type_usual(s->c, expr_promoted(s, e->a), b));
    }
}

void assign_type(struct sema *s, struct expr *e)
{
    sema_expr(s, &e->a);
    sema_expr(s, &e->b);
    if (amp_expr_assign(s, e) || vector_assign(s, e))
        return;
    e->type = type_unqualified(s->c, e->a->type);
    if (e->op == OP_ASSIGN && e->a->type->kind != TYPE_ARRAY) {
        convert_assign(s, &e->b, e->a->type, "the value");
    } else {
        sema_value(s, &e->b);
        if (e->op != OP_ASSIGN && !either_unknown(e))
            compound(s, e);
    }
    check_target(s, e->a);
}

/* ---- a ? b : c ---- */

/* Qualifiers; those of an array are its elements'. */
static unsigned element_quals(const struct type *t)
{
    while (t->kind == TYPE_ARRAY)
        t = t->base;
    return t->quals;
}

static struct type *without_quals(struct sema *s, struct type *t)
{
    if (t->kind != TYPE_ARRAY || element_quals(t) == 0)
        return type_unqualified(s->c, t);
    return type_array(s->c, without_quals(s, t->base), t->length);
}

/* 6.5.15p6 for two pointers; pointers to arrays may differ in the elements' const, as in GNU C. */
static struct type *composite_pointer(struct sema *s, struct expr *b, struct expr *c)
{
    struct type *x = b->type->base, *y = c->type->base, *to;

    if (expr_is_null(b) && x->kind == TYPE_VOID)
        return c->type;
    if (expr_is_null(c) && y->kind == TYPE_VOID)
        return b->type;
    to = x->kind == TYPE_VOID ? x : y->kind == TYPE_VOID ? y : x;
    if (to->kind != TYPE_VOID && !type_same(without_quals(s, x), without_quals(s, y))) {
        sema_invalid(s, b->loc, "the choice is between '%s' and '%s'", type_text(s->c, b->type),
                     type_text(s->c, c->type));
        return unknown();
    }
    return type_pointer(
        s->c, type_qualified(s->c, without_quals(s, to), element_quals(x) | element_quals(y)));
}

static void cond_pointers(struct sema *s, struct expr *e, struct expr **b, struct expr **c)
{
    convert_null(s, b, c);
    if ((*b)->type->kind != TYPE_POINTER || (*c)->type->kind != TYPE_POINTER) {
        e->type = unknown();
        sema_invalid(s, e->op_loc, "the choice is between '%s' and '%s'",
                     type_text(s->c, (*b)->type), type_text(s->c, (*c)->type));
        return;
    }
    e->type = type_unqualified(s->c, composite_pointer(s, *b, *c));
    sema_convert(s, b, e->type);
    sema_convert(s, c, e->type);
}

/* The common type of both choices; for GNU's a ?: c, b is the condition itself. */
static void choice_type(struct sema *s, struct expr *e, struct expr **b, struct expr **c)
{
    struct type *x = (*b)->type, *y = (*c)->type;

    if (type_is_unknown(x) || type_is_unknown(y))
        e->type = unknown();
    else if ((type_is_arithmetic(y) && amp_row_report(s, *b)) ||
             (type_is_arithmetic(x) && amp_row_report(s, *c)))
        e->type = unknown();
    else if (x->kind == TYPE_AMP || y->kind == TYPE_AMP)
        e->type =
            amp_convert(s, c, type_unqualified(s->c, x), (*c)->loc) && !type_is_unknown((*c)->type)
                ? type_unqualified(s->c, x)
                : unknown();
    else if (type_is_arithmetic(x) && type_is_arithmetic(y))
        e->type = convert_usual(s, b, c);
    else if (x->kind == TYPE_VOID || y->kind == TYPE_VOID)
        e->type = type_basic(TYPE_VOID);
    else if (x->kind == TYPE_POINTER || y->kind == TYPE_POINTER)
        cond_pointers(s, e, b, c);
    else if (type_same_unqualified(x, y))
        e->type = type_unqualified(s->c, x);
    else
        cond_pointers(s, e, b, c);
}

void cond_type(struct sema *s, struct expr *e)
{
    struct expr *same;

    sema_value(s, &e->a);
    if (e->b)
        sema_value(s, &e->b);
    sema_value(s, &e->c);
    if (!type_is_unknown(e->a->type) && !type_is_scalar(e->a->type)) {
        if (!amp_row_report(s, e->a) &&
            ((s->region & RESTRICT_AMP) || e->a->type->kind == TYPE_AMP))
            diag(s->c, DIAG_invalid_c, e->a->loc, "a value of type '%s' is no condition",
                 type_text(s->c, e->a->type));
        e->type = unknown();
        return;
    }
    if (e->b) {
        choice_type(s, e, &e->b, &e->c);
        return;
    }
    /* the generators convert the condition's value: a itself stays a condition */
    same = e->a;
    choice_type(s, e, &same, &e->c);
}
