/* constant.c - constant expressions (C11 6.6): folds a typed node from its operands.
 *
 * An integer's value is kept as the long long with the bits of the value in the node's type; types
 * of more than 64 bits are not evaluated. Floating constants are kept as float or double if the
 * result is exact, or rounded as by cc. Example: `(char)300` gets the value 44. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sema/types/builtin.h"
#include "sema/types/constant.h"

static int bits_of(const struct type *t)
{
    return t->size > 0 && t->size <= 8 ? (int)t->size * 8 : 0;
}

long long constant_wrap(const struct type *t, long long v)
{
    int bits = bits_of(t);

    if (type_underlying(t)->kind == TYPE_BOOL)
        return v != 0;
    if (bits == 0 || bits == 64)
        return v;
    v = (long long)((unsigned long long)v << (64 - bits));
    return type_is_unsigned(t) ? (long long)((unsigned long long)v >> (64 - bits))
                               : v >> (64 - bits);
}

static void set(struct expr *e, long long v)
{
    e->constant = true;
    e->value = constant_wrap(e->type, v);
}

static bool is_foldable(const struct type *t)
{
    return type_is_integer(t) && bits_of(t) > 0;
}

/* ---- floating constants (6.6, 7): values of type float and double are kept in the nodes, those of
 * long double are computed where a cast to an integer type or a comparison needs them ---- */

static long double rounded(const struct type *t, long double v)
{
    if (t->kind == TYPE_FLOAT)
        return (float)v;
    return t->kind == TYPE_DOUBLE ? (double)v : v;
}

static bool is_kept(const struct type *t)
{
    return t->kind == TYPE_FLOAT || t->kind == TYPE_DOUBLE;
}

/* The result in the precision of the type: rounding twice could change the last bit of a double.
 * The sign of a NaN result depends on the machine, so NAN itself is the result. */
static long double calculated(enum op op, const struct type *t, long double a, long double b)
{
    double x = (double)a, y = (double)b;

    if (op == OP_DIV   ? (a == 0 && b == 0) || (isinf(a) && isinf(b))
        : op == OP_MUL ? (a == 0 && isinf(b)) || (isinf(a) && b == 0)
                       : isinf(a) && isinf(b) && (op == OP_SUB) == (a == b))
        return (long double)NAN;
    if (!is_kept(t))
        return op == OP_ADD ? a + b : op == OP_SUB ? a - b : op == OP_MUL ? a * b : a / b;
    return rounded(t, op == OP_ADD ? x + y : op == OP_SUB ? x - y : op == OP_MUL ? x * y : x / y);
}

static bool real_binary(const struct expr *e, long double *v)
{
    long double a, b;

    if (e->op != OP_ADD && e->op != OP_SUB && e->op != OP_MUL && e->op != OP_DIV)
        return false;
    if (!constant_real(e->a, &a) || !constant_real(e->b, &b))
        return false;
    *v = calculated(e->op, e->type, a, b);
    return true;
}

/* __builtin_inff(), nan("1"), ...: calls whose text for kernels strtod accepts (7.22.1.3). */
static bool real_call(const struct expr *e, long double *v)
{
    const struct builtin *b = e->a->kind == EXPR_NAME ? builtin_called(e) : NULL;
    const char *tag =
        e->args.n == 1 && e->args.at[0]->kind == EXPR_STRING ? e->args.at[0]->name : "";
    char text[64], *end;

    if (!b || builtin_params(b, NULL) != e->args.n ||
        e->args.n > (builtin_param_letter(b, 0) == 's'))
        return false;
    snprintf(text, sizeof text, "%s", b->opencl);
    strtod(text, &end);
    if (end == text || *end)
        return false;
    if (tag[0] == '"' && strlen(tag) < sizeof text - 10) /* as strtod("NAN(tag)") */
        snprintf(text, sizeof text, "%s(%.*s)", b->opencl, (int)strcspn(tag + 1, "\""), tag + 1);
    *v = e->type->kind == TYPE_FLOAT ? (long double)strtof(text, NULL)
                                     : (long double)strtod(text, NULL);
    return true;
}

/* The value of a floating expression whose operands are known. */
static bool real_node(const struct expr *e, long double *v)
{
    const struct expr *chosen;

    switch (e->kind) {
    case EXPR_FLOAT:
        *v = e->type->kind == TYPE_FLOAT    ? (long double)strtof(e->name, NULL)
             : e->type->kind == TYPE_DOUBLE ? (long double)strtod(e->name, NULL)
                                            : strtold(e->name, NULL);
        return true;
    case EXPR_PAREN:
    case EXPR_CAST:
    case EXPR_CONVERT:
        if (!constant_real(e->a, v))
            return false;
        *v = rounded(e->type, *v);
        return true;
    case EXPR_UNARY:
        if ((e->op != OP_NEG && e->op != OP_PLUS) || !constant_real(e->a, v))
            return false;
        *v = e->op == OP_NEG ? -*v : *v;
        return true;
    case EXPR_BINARY:
        return real_binary(e, v);
    case EXPR_COND:
        chosen = !e->a->constant ? NULL : e->a->value == 0 ? e->c : e->b;
        return chosen && constant_real(chosen, v);
    case EXPR_GENERIC:
        return e->chosen && constant_real(e->chosen, v);
    case EXPR_CALL:
        return e->chosen ? constant_real(e->chosen, v) : real_call(e, v);
    case EXPR_ERROR: /* these are no numbers, or not constant */
    case EXPR_NAME:
    case EXPR_INT:
    case EXPR_CHAR:
    case EXPR_STRING:
    case EXPR_QUESTIONS:
    case EXPR_SUBSCRIPT:
    case EXPR_MEMBER:
    case EXPR_ARROW:
    case EXPR_ASSIGN:
    case EXPR_COMPOUND:
    case EXPR_STMT:
    case EXPR_CONSTRUCT:
    case EXPR_HOST_ONLY:
        break;
    }
    return false;
}

bool constant_real(const struct expr *e, long double *v)
{
    if (e->constant) {
        *v = type_is_unsigned(e->type) ? (long double)(unsigned long long)e->value
                                       : (long double)e->value;
        return true;
    }
    if (e->real) {
        *v = e->number;
        return true;
    }
    if (!e->type || !type_is_floating(e->type) || e->type->kind == TYPE_DECIMAL ||
        is_kept(e->type)) /* else it would be real */
        return false;
    return real_node(e, v);
}

/* Converts a floating constant to an integer type (6.3.1.4); out of range it becomes the nearest
 * value of the type, as in gcc. */
static void fold_real_to_integer(struct expr *e)
{
    int bits = bits_of(e->type);
    bool is_unsigned = type_is_unsigned(e->type);
    long double v, end;

    if (!constant_real(e->a, &v) || isnan(v))
        return;
    end = ldexpl(1, is_unsigned ? bits : bits - 1);
    if (type_underlying(e->type)->kind == TYPE_BOOL)
        set(e, v != 0);
    else if (v >= end)
        set(e, is_unsigned ? -1 : (long long)(~0ull >> (65 - bits)));
    else if (is_unsigned)
        set(e, v > 0 ? (long long)(unsigned long long)v : 0);
    else
        set(e, v > -end ? (long long)v : (long long)(~0ull << (bits - 1)));
}

/* ---- operators ---- */

static void fold_conversion(struct expr *e)
{
    if (!is_foldable(e->type))
        return;
    if (e->a->constant)
        set(e, e->a->value);
    else if (type_is_floating(e->a->type))
        fold_real_to_integer(e);
}

static void fold_unary(struct expr *e)
{
    unsigned long long v = (unsigned long long)e->a->value;
    long double real;

    if (e->op == OP_NOT && !e->a->constant && type_is_floating(e->a->type) &&
        constant_real(e->a, &real))
        set(e, real == 0);
    if (!e->a->constant)
        return;
    if (e->op == OP_NOT)
        set(e, v == 0);
    else if (e->op == OP_NEG)
        set(e, (long long)(0 - v));
    else if (e->op == OP_PLUS)
        set(e, (long long)v);
    else if (e->op == OP_BITNOT)
        set(e, (long long)~v);
}

/* Folds an operation whose operands have the same type (for shifts, their own types). */
static void fold_arithmetic(struct expr *e)
{
    long long a = e->a->value, b = e->b->value;
    unsigned long long ua = (unsigned long long)a, ub = (unsigned long long)b;
    bool is_unsigned = type_is_unsigned(e->type);

    switch (e->op) {
    case OP_MUL:
        set(e, (long long)(ua * ub));
        break;
    case OP_ADD:
        set(e, (long long)(ua + ub));
        break;
    case OP_SUB:
        set(e, (long long)(ua - ub));
        break;
    case OP_AND:
        set(e, a & b);
        break;
    case OP_XOR:
        set(e, a ^ b);
        break;
    case OP_OR:
        set(e, a | b);
        break;
    case OP_DIV:
    case OP_MOD:
        if (b == 0 ||
            (!is_unsigned && b == -1 && a == (long long)(~0ull << (bits_of(e->type) - 1))))
            break;
        if (is_unsigned)
            set(e, (long long)(e->op == OP_DIV ? ua / ub : ua % ub));
        else
            set(e, e->op == OP_DIV ? a / b : a % b);
        break;
    case OP_SHL:
    case OP_SHR:
        if (ub >= (unsigned long long)bits_of(e->type))
            break;
        if (e->op == OP_SHL)
            set(e, (long long)(ua << ub));
        else
            set(e, is_unsigned ? (long long)(ua >> ub) : a >> ub);
        break;
    case OP_NONE: /* not arithmetic: see fold_binary */
    case OP_ASSIGN:
    case OP_COMMA:
    case OP_COMPARISONS:
    case OP_LAND:
    case OP_LOR:
    case OP_UNARIES:
        break;
    }
}

static bool is_comparison(enum op op)
{
    return op == OP_LT || op == OP_GT || op == OP_LE || op == OP_GE || op == OP_EQ || op == OP_NE;
}

/* order: -1, 0 or 1 as a is less than, equal to or greater than b. */
static void set_comparison(struct expr *e, int order)
{
    set(e, e->op == OP_LT   ? order < 0
           : e->op == OP_GT ? order > 0
           : e->op == OP_LE ? order <= 0
           : e->op == OP_GE ? order >= 0
           : e->op == OP_EQ ? order == 0
                            : order != 0);
}

static void fold_comparison(struct expr *e)
{
    long double x, y;

    if (e->a->constant && e->b->constant && type_is_integer(e->a->type)) {
        long long a = e->a->value, b = e->b->value;

        if (type_is_unsigned(e->a->type))
            set_comparison(e, (unsigned long long)a < (unsigned long long)b ? -1 : a != b);
        else
            set_comparison(e, a < b ? -1 : a != b);
    } else if (type_is_floating(e->a->type) && type_is_floating(e->b->type) &&
               constant_real(e->a, &x) && constant_real(e->b, &y) && !isnan(x) && !isnan(y)) {
        set_comparison(e, x < y ? -1 : x > y);
    }
}

static void fold_binary(struct expr *e)
{
    const struct expr *a = e->a, *b = e->b;

    if (e->op == OP_COMMA)
        return;
    if (e->op == OP_LAND || e->op == OP_LOR) {
        bool decides = a->constant && (a->value != 0) == (e->op == OP_LOR);

        if (decides)
            set(e, e->op == OP_LOR);
        else if (a->constant && b->constant)
            set(e, b->value != 0);
        return;
    }
    if (is_comparison(e->op))
        fold_comparison(e);
    else if (a->constant && b->constant && is_foldable(e->type))
        fold_arithmetic(e);
}

void constant_fold(struct expr *e)
{
    const struct expr *chosen;
    long double number;

    if (is_kept(e->type) && !e->real && real_node(e, &number)) {
        e->real = true;
        e->number = (double)number;
    }
    if (!type_is_integer(e->type) || bits_of(e->type) == 0)
        return;
    switch (e->kind) {
    case EXPR_PAREN:
        if (e->a->constant)
            set(e, e->a->value);
        break;
    case EXPR_UNARY:
        fold_unary(e);
        break;
    case EXPR_BINARY:
        fold_binary(e);
        break;
    case EXPR_CAST:
    case EXPR_CONVERT:
        fold_conversion(e);
        break;
    case EXPR_COND:
        chosen = !e->a->constant ? NULL : e->a->value == 0 ? e->c : e->b ? e->b : e->a;
        if (chosen && chosen->constant)
            set(e, chosen->value);
        break;
    case EXPR_GENERIC:
    case EXPR_CALL:
        if (e->chosen && e->chosen->constant)
            set(e, e->chosen->value);
        break;
    case EXPR_LITERALS: /* typing has set their values */
    case EXPR_NAME:
    case EXPR_QUESTIONS:
    case EXPR_MEMBER:
    case EXPR_ERROR: /* never constant */
    case EXPR_SUBSCRIPT:
    case EXPR_ARROW:
    case EXPR_ASSIGN:
    case EXPR_COMPOUND:
    case EXPR_STMT:
    case EXPR_CONSTRUCT:
    case EXPR_HOST_ONLY:
        break;
    }
}

bool constant_value(const struct expr *e, long long *value)
{
    if (!e->constant)
        return false;
    *value = e->value;
    return true;
}
