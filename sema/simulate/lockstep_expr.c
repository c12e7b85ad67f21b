/* lockstep_expr.c - C expressions in a run: integers as affine values, conditions as tests,
 * everything else as an unknown value; side effects are always run.
 *
 * The right operand of && and || runs under the mask of the lanes that evaluate it. Floating
 * arithmetic is not followed. */
#include "sema/analysis/code.h"
#include "sema/simulate/lockstep_internal.h"

static bool is_integer(const struct expr *e)
{
    return e && e->type && type_is_integer(e->type);
}

static bool is_pointer(const struct expr *e)
{
    return e && e->type && e->type->kind == TYPE_POINTER;
}

const struct affine *lockstep_integer(struct lockstep *l, struct expr *e)
{
    return value_integer(l, lockstep_eval(l, e), e->type);
}

static const struct value *number(struct lockstep *l, long long n)
{
    return value_number(l, affine_number(&l->numbers, n));
}

/* ---- operators ---- */

/* The type of numbers that wrap around: without sign, and not promoted to int. */
static bool wraps_around(const struct type *t)
{
    const struct type *u = t ? type_underlying(t) : NULL;

    return u && type_is_integer(u) && u->size >= 4 && type_is_unsigned(u);
}

static const struct value *arithmetic(struct lockstep *l, enum op op, const struct value *a,
                                      const struct value *b, const struct type *t)
{
    const struct type *u = t ? type_underlying(t) : NULL;

    if (!u || !type_is_integer(u) || a->kind != VALUE_NUMBER || b->kind != VALUE_NUMBER)
        return value_unknown(l, t, spread_larger(value_spread(l, a), value_spread(l, b)));
    return value_number(
        l, affine_binary_in(&l->numbers, op, a->number, b->number, u->size, type_is_unsigned(u)));
}

static const struct value *pointer_sum(struct lockstep *l, enum op op, const struct value *p,
                                       const struct affine *by, const struct type *t)
{
    if (p->kind != VALUE_POINTER)
        return value_unknown(l, t, SPREAD_LANES);
    if (op == OP_SUB)
        by = affine_scale(&l->numbers, by, -1);
    return value_pointer(l, spot_moved(l, p->place, by, t->base));
}

/* old op b, for compound assignments and steps. */
static const struct value *combined(struct lockstep *l, enum op op, const struct value *old,
                                    const struct value *b, const struct type *t,
                                    const struct type *b_type)
{
    if (t && t->kind == TYPE_POINTER)
        return pointer_sum(l, op, old, value_integer(l, b, b_type), t);
    return arithmetic(l, op, old, b, t);
}

static bool is_comparison(enum op op)
{
    return op == OP_LT || op == OP_GT || op == OP_LE || op == OP_GE || op == OP_EQ || op == OP_NE;
}

static const struct value *binary(struct lockstep *l, struct expr *e)
{
    const struct value *a, *b;

    if (e->op == OP_LAND || e->op == OP_LOR || is_comparison(e->op))
        return value_number(l, test_value(&l->numbers, lockstep_test(l, e)));
    a = lockstep_eval(l, e->a);
    b = lockstep_eval(l, e->b);
    if (e->op == OP_COMMA)
        return b;
    if (is_pointer(e) && is_pointer(e->a))
        return pointer_sum(l, e->op, a, value_integer(l, b, e->b->type), e->type);
    if (is_pointer(e) && is_pointer(e->b))
        return pointer_sum(l, e->op, b, value_integer(l, a, e->a->type), e->type);
    return arithmetic(l, e->op, a, b, e->type);
}

static const struct value *step(struct lockstep *l, struct expr *e)
{
    bool up = e->op == OP_PREINC || e->op == OP_POSTINC;
    const struct spot *p = spot_of(l, e->a);
    const struct value *old = spot_load(l, p, e->a, e->a->type);
    const struct value *new =
        combined(l, up ? OP_ADD : OP_SUB, old, number(l, 1), e->a->type, type_basic(TYPE_INT));

    spot_store(l, p, e->a, new, true);
    return e->op == OP_PREINC || e->op == OP_PREDEC ? new : old;
}

static const struct value *unary(struct lockstep *l, struct expr *e)
{
    const struct value *v;

    switch (e->op) {
    case OP_STEPS:
        return step(l, e);
    case OP_ADDR:
        if (e->a->type && e->a->type->kind == TYPE_FUNCTION)
            return l->nothing;
        return spot_exposed(l, spot_of(l, e->a));
    case OP_DEREF:
        if (e->type && e->type->kind == TYPE_FUNCTION)
            return l->nothing;
        return spot_load(l, spot_of(l, e), e, e->type);
    case OP_NOT:
        return value_number(l, test_value(&l->numbers, lockstep_test(l, e)));
    case OP_NEG:
        return arithmetic(l, OP_SUB, number(l, 0), lockstep_eval(l, e->a), e->type);
    case OP_BITNOT:
        return arithmetic(l, OP_SUB, number(l, -1), lockstep_eval(l, e->a), e->type);
    case OP_PLUS:
    case OP_REAL:
    case OP_IMAG:
    case OP_NONE: /* not unary */
    case OP_ASSIGN:
    case OP_BINARIES:
        break;
    }
    v = lockstep_eval(l, e->a);
    return v->kind == VALUE_NUMBER ? v : value_unknown(l, e->type, value_spread(l, v));
}

static const struct value *assign(struct lockstep *l, struct expr *e)
{
    const struct value *v = NULL, *old;
    const struct spot *p;
    bool compound = e->op != OP_ASSIGN;

    if (!compound)
        v = lockstep_eval(l, e->b);
    p = spot_of(l, e->a);
    if (compound) {
        const struct value *b = lockstep_eval(l, e->b);
        old = spot_load(l, p, e->a, e->a->type);
        v = combined(l, e->op, old, b, e->a->type, e->b->type);
    }
    spot_store(l, p, e->a, v, compound);
    return v;
}

static const struct value *condition(struct lockstep *l, struct expr *e)
{
    struct split p;
    const struct value *first, *second;

    if (!e->b) {
        first = lockstep_eval(l, e->a);
        split_begin(l, &p, test_opaque(&l->numbers, value_spread(l, first)));
    } else {
        split_begin(l, &p, lockstep_test(l, e->a));
        first = lockstep_eval(l, e->b);
    }
    split_else(l, &p);
    second = lockstep_eval(l, e->c);
    split_join(l, &p);
    return split_value(l, &p, first, second);
}

/* ---- conversions ---- */

static const struct value *conversion(struct lockstep *l, struct expr *e)
{
    const struct type *from = e->a->type;

    if (e->amp == AMP_TO_INDEX && type_is_amp(from, AMP_TYPE_TILED_INDEX)) {
        lockstep_eval(l, e->a);
        return l->global;
    }
    if (from && from->kind == TYPE_FUNCTION)
        return l->nothing;
    if (from && from->kind == TYPE_ARRAY && is_pointer(e))
        return spot_exposed(l, spot_of(l, e->a));
    return value_converted(l, lockstep_eval(l, e->a), from, e->type);
}

/* ---- initialisers ---- */

const struct value *lockstep_init(struct lockstep *l, struct init *i, const struct type *t)
{
    const struct value *v = NULL, *one;
    bool braces = !i->expr;

    if (i->expr)
        return lockstep_eval(l, i->expr);
    if (t && (t->kind == TYPE_RECORD || t->kind == TYPE_ARRAY))
        return aggregate_init(l, i, t);
    for (int k = 0; k < i->items.n; k++) {
        one = lockstep_init(l, i->items.at[k].init, i->items.at[k].init->type);
        v = v ? v : one;
    }
    if (t && (type_is_arithmetic(t) || t->kind == TYPE_POINTER) && v)
        return v;
    return value_unknown(l, t, braces ? SPREAD_LANES : SPREAD_NONE);
}

static const struct value *statement_expression(struct lockstep *l, struct expr *e)
{
    struct stmt *body = e->body, *last;

    for (int i = 0; body && i < body->items.n; i++) {
        last = body->items.at[i];
        if (i + 1 == body->items.n && last->kind == STMT_EXPR && last->expr)
            return lockstep_eval(l, last->expr);
        lockstep_stmt(l, last);
    }
    return l->nothing;
}

static const struct value *subscript(struct lockstep *l, struct expr *e)
{
    long long k;

    if (e->amp == AMP_VIEW_ROW)
        return lockstep_amp(l, e);
    if (e->amp == AMP_INDEX_SUBSCRIPT && !e->a->lvalue) {
        const struct value *tuple = lockstep_eval(l, e->a);
        if (!affine_value(lockstep_integer(l, e->b), &k))
            k = -1;
        return value_number(l, value_component(l, tuple, (int)k));
    }
    if (e->amp != AMP_NONE && e->amp != AMP_VIEW_ELEMENT && e->amp != AMP_INDEX_SUBSCRIPT)
        return value_unknown(l, e->type, SPREAD_LANES);
    return spot_load(l, spot_of(l, e), e, e->type);
}

static const struct value *name(struct lockstep *l, struct expr *e)
{
    if (!e->symbol || e->symbol->kind == SYMBOL_FUNCTION || e->symbol->kind == SYMBOL_TYPEDEF ||
        !e->type)
        return l->nothing;
    if (e->symbol->constant)
        return number(l, e->symbol->value);
    return spot_load(l, spot_of(l, e), e, e->type);
}

static const struct value *member(struct lockstep *l, struct expr *e)
{
    const struct value *v;

    if (e->amp)
        return lockstep_amp(l, e);
    if (e->kind == EXPR_ARROW || e->a->lvalue)
        return spot_load(l, spot_of(l, e), e, e->type);
    v = lockstep_eval(l, e->a);
    return e->member && e->member->bits < 0 ? aggregate_load(l, v, e->member->offset, e->type)
                                            : value_unknown(l, e->type, value_spread(l, v));
}

static const struct value *evaluated(struct lockstep *l, struct expr *e)
{
    switch (e->kind) {
    case EXPR_NAME:
        return name(l, e);
    case EXPR_PAREN:
        return lockstep_eval(l, e->a);
    case EXPR_CALL:
        if (e->chosen)
            return lockstep_eval(l, e->chosen);
        if (e->amp == AMP_VIEW_ELEMENT)
            return spot_load(l, spot_of(l, e), e, e->type);
        return e->amp ? lockstep_amp(l, e) : lockstep_call(l, e);
    case EXPR_SUBSCRIPT:
        return subscript(l, e);
    case EXPR_MEMBER:
    case EXPR_ARROW:
        return member(l, e);
    case EXPR_UNARY:
        return e->amp ? lockstep_amp(l, e) : unary(l, e);
    case EXPR_BINARY:
        return e->amp == AMP_INDEX_BINARY || e->amp == AMP_VECTOR_VALUE ? lockstep_amp(l, e)
                                                                        : binary(l, e);
    case EXPR_ASSIGN:
        return e->amp == AMP_INDEX_ASSIGN || e->amp == AMP_VECTOR_ASSIGN ? lockstep_amp(l, e)
                                                                         : assign(l, e);
    case EXPR_COND:
        return condition(l, e);
    case EXPR_CAST:
    case EXPR_CONVERT:
        return conversion(l, e);
    case EXPR_COMPOUND:
        return lockstep_init(l, e->init, e->type);
    case EXPR_GENERIC:
        return e->chosen ? lockstep_eval(l, e->chosen) : l->nothing;
    case EXPR_STMT:
        return statement_expression(l, e);
    case EXPR_CONSTRUCT:
        return e->amp == AMP_VECTOR_VALUE ? lockstep_amp(l, e)
                                          : lockstep_construct(l, e->type, &e->args);
    case EXPR_CONVERTVECTOR:
    case EXPR_VA_ARG:
        return e->a ? value_unknown(l, e->type, value_spread(l, lockstep_eval(l, e->a)))
                    : l->anything;
    case EXPR_INT:
    case EXPR_CHAR:
        return number(l, e->value);
    case EXPR_FLOAT:
    case EXPR_STRING:
    case EXPR_QUESTIONS:
    case EXPR_LABEL:
    case EXPR_LAMBDA:
    case EXPR_ERROR:
        break;
    }
    return value_unknown(l, e->type, SPREAD_NONE);
}

const struct value *lockstep_eval(struct lockstep *l, struct expr *e)
{
    if (!e || !lockstep_go(l))
        return l->anything;
    l->numbers.work += 8;
    if (l->hooks.eval)
        l->hooks.eval(l, e, l->now.lanes);
    if (e->constant && is_integer(e))
        return number(l, e->value);
    return evaluated(l, e);
}

/* ---- conditions ---- */

static const struct test *joined(struct lockstep *l, struct expr *e)
{
    const struct test *a = lockstep_test(l, e->a), *b;
    struct split p;

    split_begin(l, &p, e->op == OP_LAND ? a : test_not(&l->numbers, a));
    b = l->now.alive ? lockstep_test(l, e->b) : test_known(&l->numbers, e->op == OP_LAND);
    split_else(l, &p);
    split_join(l, &p);
    return test_join(&l->numbers, e->op, a, b);
}

static const struct test *comparison(struct lockstep *l, struct expr *e)
{
    const struct value *a = lockstep_eval(l, e->a), *b = lockstep_eval(l, e->b);

    if (a->kind != VALUE_NUMBER || b->kind != VALUE_NUMBER)
        return test_opaque(&l->numbers, spread_larger(value_spread(l, a), value_spread(l, b)));
    if (wraps_around(e->a->type) && wraps_around(e->b->type))
        return test_compare_unsigned(&l->numbers, e->op, a->number, b->number,
                                     type_underlying(e->a->type)->size, l->now.guards);
    return test_compare(&l->numbers, e->op, a->number, b->number, l->now.guards);
}

static const struct test *truth_unsigned(struct lockstep *l, const struct affine *a, long long size)
{
    const struct affine_symbol *symbol = affine_symbol_of(&l->numbers, a);

    if (symbol && symbol->truth)
        return symbol->truth;
    return test_compare_unsigned(&l->numbers, OP_NE, a, affine_number(&l->numbers, 0), size,
                                 l->now.guards);
}

/* The conversion maps 0 to 0, and nothing else to 0. */
static bool keeps_truth(const struct expr *e)
{
    return is_integer(e) && is_integer(e->a) &&
           (e->type->size >= e->a->type->size || type_underlying(e->type)->kind == TYPE_BOOL);
}

const struct test *lockstep_test(struct lockstep *l, struct expr *e)
{
    const struct value *v;

    if (!e || !lockstep_go(l))
        return test_opaque(&l->numbers, SPREAD_LANES);
    if (e->constant)
        return test_known(&l->numbers, e->value != 0);
    if (e->kind == EXPR_PAREN ||
        ((e->kind == EXPR_CONVERT || e->kind == EXPR_CAST) && e->amp == AMP_NONE && keeps_truth(e)))
        return lockstep_test(l, e->a);
    if (e->kind == EXPR_UNARY && e->op == OP_NOT && e->amp == AMP_NONE)
        return test_not(&l->numbers, lockstep_test(l, e->a));
    if (e->amp == AMP_INDEX_COMPARE || e->amp == AMP_EXTENT_CONTAINS)
        return lockstep_tuple_test(l, e);
    if (e->kind == EXPR_BINARY && (e->op == OP_LAND || e->op == OP_LOR))
        return joined(l, e);
    if (e->kind == EXPR_BINARY && is_comparison(e->op) && e->amp == AMP_NONE)
        return comparison(l, e);
    v = lockstep_eval(l, e);
    if (v->kind == VALUE_NUMBER && wraps_around(e->type))
        return truth_unsigned(l, v->number, type_underlying(e->type)->size);
    if (v->kind == VALUE_NUMBER)
        return test_of(&l->numbers, v->number, l->now.guards);
    return test_opaque(&l->numbers, value_spread(l, v));
}
