/* kernel_convert.c - constants and conversions: integers and floating numbers spelled so that
 * every driver reads the same value, bool, pointers, AMP types.
 *
 * Example: NaN and -0.0 are printed by their bits. */
#include "codegen/kernel/kernel.h"

#include <ctype.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- integer constants ---- */

/* Whether the type is narrower than int: then constants of it need a cast. */
static bool is_narrow(const struct type *t)
{
    t = type_underlying(t);
    return t->size >= 0 && t->size < 4;
}

void kernel_integer(struct kernel_gen *g, long long value, const struct type *t, int prec)
{
    bool is_long = type_underlying(t)->size == 8;
    bool opened;

    if (is_narrow(t)) {
        opened = kernel_open(g, PREC_UNARY, prec);
        buf_printf(g->out, "(%s)", kernel_scalar(t));
        if (t->kind == TYPE_BOOL)
            value = value != 0;
        kernel_integer(g, value, type_basic(TYPE_INT), PREC_UNARY);
        kernel_close(g, opened);
    } else if (type_is_unsigned(t)) {
        buf_printf(g->out, "%llu%s", is_long ? (unsigned long long)value : (unsigned)value,
                   is_long ? "UL" : "U");
    } else if (value == (is_long ? LLONG_MIN : INT_MIN)) {
        opened = kernel_open(g, PREC_ADD, prec);
        buf_printf(g->out, is_long ? "-%lldL - 1" : "-%lld - 1", -(value + 1));
        kernel_close(g, opened);
    } else {
        opened = kernel_open(g, value < 0 ? PREC_UNARY : PREC_PRIMARY, prec);
        buf_printf(g->out, is_long ? "%lldL" : "%lld", is_long ? value : (int)value);
        kernel_close(g, opened);
    }
}

/* ---- floating constants ---- */

/* NaN, infinity and negative zero, which are not printed as operations, as some compilers fold
 * comparisons with them wrongly. */
static bool is_special(double value)
{
    return !isfinite(value) || (value == 0 && signbit(value));
}

/* In a table as_float() is no constant, so there it is an operation; the bits of the elements are
 * right. */
static void special_operation(struct kernel_gen *g, double value, const char *suffix, int prec)
{
    bool opened = kernel_open(g, signbit(value) ? PREC_UNARY : PREC_PRIMARY, prec);

    buf_add(g->out, signbit(value) ? "-" : "");
    if (value == 0)
        buf_printf(g->out, "0.0%s", suffix);
    else
        buf_printf(g->out, "(%d.0%s / 0.0%s)", isnan(value) ? 0 : 1, suffix, suffix);
    kernel_close(g, opened);
}

/* A special value by its bits. */
static void special_print(struct kernel_gen *g, double value, bool is_double, int prec)
{
    float narrow = (float)value;
    unsigned long long bits;
    unsigned narrow_bits;

    if (g->frame->constant) {
        special_operation(g, value, is_double ? "" : "f", prec);
    } else if (is_double) {
        memcpy(&bits, &value, sizeof bits);
        buf_printf(g->out, "as_double(0x%llxUL)", bits);
    } else {
        memcpy(&narrow_bits, &narrow, sizeof narrow_bits);
        buf_printf(g->out, "as_float(0x%xu)", narrow_bits);
    }
}

bool kernel_special(struct kernel_gen *g, const struct expr *e, int prec)
{
    bool is_double = e->type->kind == TYPE_DOUBLE;

    if (!e->real || !is_special(e->number))
        return false;
    g->uses |= is_double ? AMPC__USES_DOUBLE : 0;
    special_print(g, e->number, is_double, prec);
    return true;
}

/* The value as a constant of type float: exact. */
static void float_print(struct kernel_gen *g, float value)
{
    char text[64];

    if (is_special(value)) {
        special_print(g, value, false, PREC_PRIMARY);
        return;
    }
    for (int digits = 1; digits <= FLT_DECIMAL_DIG; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, (double)value);
        if (strtof(text, NULL) == value)
            break;
    }
    buf_printf(g->out, "%s%sf", text, strpbrk(text, ".e") ? "" : ".0");
}

static void double_print(struct kernel_gen *g, double value)
{
    char text[64];

    g->uses |= AMPC__USES_DOUBLE;
    if (is_special(value)) {
        special_print(g, value, true, PREC_PRIMARY);
        return;
    }
    for (int digits = 1; digits <= DBL_DECIMAL_DIG; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    buf_printf(g->out, "%s%s", text, strpbrk(text, ".e") ? "" : ".0");
}

void kernel_number(struct kernel_gen *g, double number, const struct type *t)
{
    if (t->kind == TYPE_FLOAT)
        float_print(g, (float)number);
    else if (t->kind == TYPE_DOUBLE)
        double_print(g, number);
    else
        kernel_integer(g, (long long)number, t, PREC_ASSIGN);
}

/* The number of a floating constant's spelling. The suffix goes; hexadecimal digits end at the
 * exponent. */
static double constant_double(const char *spelling)
{
    return strtod(spelling, NULL);
}

/* The value rounded to half, once. */
static float half_value(double value)
{
    enum { DIGITS = 11, LEAST = -24 }; /* binary digits; exponent of the smallest number */
    volatile double even = 0x1.8p52;   /* adding it rounds to whole numbers */
    int exponent, last;

    if (!isfinite(value) || value == 0)
        return (float)value;
    frexp(value, &exponent);
    last = exponent - DIGITS > LEAST ? exponent - DIGITS : LEAST;
    value = ldexp(ldexp(value, -last) + even - even, last);
    return value > 65504 || value < -65504 ? (float)value * INFINITY : (float)value;
}

void kernel_floating(struct kernel_gen *g, const struct expr *e, const struct type *t, int prec)
{
    bool is_half = e->type->kind == TYPE_FLOAT16 || t->kind == TYPE_FLOAT16;
    bool opened = is_half && kernel_open(g, PREC_UNARY, prec); /* constants have no sign */

    if (is_half) {
        g->uses |= AMPC__USES_HALF | (t->kind == TYPE_DOUBLE ? AMPC__USES_DOUBLE : 0);
        buf_printf(g->out, t->kind == TYPE_FLOAT16 ? "(%s)" : "(%s)(half)", kernel_scalar(t));
        float_print(g, half_value(e->type->kind == TYPE_FLOAT ? strtof(e->name, NULL)
                                                              : constant_double(e->name)));
        kernel_close(g, opened);
    } else if (t->kind == TYPE_FLOAT && e->type->kind == TYPE_FLOAT)
        float_print(g, strtof(e->name, NULL));
    else if (t->kind == TYPE_FLOAT)
        float_print(g, (float)constant_double(e->name));
    else if (t->kind == TYPE_DOUBLE && e->type->kind == TYPE_FLOAT)
        double_print(g, strtof(e->name, NULL));
    else if (t->kind == TYPE_DOUBLE)
        double_print(g, constant_double(e->name));
    else
        kernel_unsupported(g, e->loc, "a constant of type '%s' is not supported in a kernel",
                           type_text(g->c, e->type));
}

/* An integer constant as a floating one, when that is exact. */
static bool integer_as_floating(struct kernel_gen *g, const struct expr *e, const struct type *t,
                                int prec)
{
    long long limit = t->kind == TYPE_FLOAT ? 1 << FLT_MANT_DIG : 1LL << DBL_MANT_DIG;
    bool opened;

    if (!e->constant || e->value > limit || e->value < -limit ||
        (e->value < 0 && type_is_unsigned(e->type)) ||
        (t->kind != TYPE_FLOAT && t->kind != TYPE_DOUBLE))
        return false;
    opened = kernel_open(g, e->value < 0 ? PREC_UNARY : PREC_PRIMARY, prec);
    if (e->value < 0)
        buf_char(g->out, '-');
    if (t->kind == TYPE_FLOAT)
        float_print(g, (float)llabs(e->value));
    else
        double_print(g, (double)llabs(e->value));
    kernel_close(g, opened);
    return true;
}

/* ---- conversions ---- */

bool kernel_is_null(const struct expr *e)
{
    while (e->kind == EXPR_PAREN || e->kind == EXPR_CAST || e->kind == EXPR_CONVERT) {
        if (e->kind != EXPR_PAREN && e->type->kind == TYPE_POINTER && e->a->type &&
            e->a->type->kind == TYPE_ARRAY)
            return false;
        e = e->a;
    }
    return e->constant && e->value == 0 && type_is_integer(e->type);
}

static bool is_truth_value(const struct expr *e)
{
    e = expr_evaluated(e);
    if (e->kind == EXPR_UNARY)
        return e->op == OP_NOT;
    return e->kind == EXPR_BINARY &&
           (op_is_comparison(e->op) || e->op == OP_LAND || e->op == OP_LOR);
}

static void convert_to_bool(struct kernel_gen *g, const struct expr *e, int prec)
{
    bool opened;

    if (e->type->kind == TYPE_BOOL) {
        kernel_expr(g, e, prec);
        return;
    }
    if (e->constant && type_is_integer(e->type)) {
        kernel_integer(g, e->value != 0, type_basic(TYPE_BOOL), prec);
        return;
    }
    opened = kernel_open(g, PREC_UNARY, prec);
    buf_add(g->out, "(uchar)");
    if (e->type->kind == TYPE_POINTER && kernel_pointer_space(g, e) == SPACE_ANY) {
        kernel_condition(g, e, PREC_POSTFIX);
    } else if (is_truth_value(e)) {
        kernel_expr(g, e, PREC_POSTFIX);
    } else {
        buf_char(g->out, '(');
        kernel_expr(g, e, PREC_EQUAL + 1);
        buf_add(g->out, " != 0)");
    }
    kernel_close(g, opened);
}

void kernel_convert_pointer(struct kernel_gen *g, const struct expr *e, const struct type *t,
                            bool end, int prec)
{
    const struct type *from = e->type;
    bool opened;

    if (kernel_is_null(e)) {
        buf_char(g->out, '0');
        return;
    }
    if (kernel_pointer_space(g, e) == SPACE_ANY) { /* whose struct has no element type */
        kernel_expr(g, e, prec);
        return;
    }
    if (from->kind == TYPE_ARRAY) { /* decay */
        struct type *pointer = type_pointer(g->c, from->base);
        if (type_same_unqualified(pointer->base, t->base)) {
            if (!kernel_row_address(g, e, from->base, false, prec))
                kernel_expr(g, e, prec);
            return;
        }
    }
    if (from->kind == TYPE_POINTER && type_same_unqualified(from->base, t->base) &&
        (t->base->quals & QUAL_CONST || !(from->base->quals & QUAL_CONST))) {
        kernel_address(g, e, end, prec);
        return;
    }
    if (from->kind != TYPE_POINTER && from->kind != TYPE_ARRAY) {
        kernel_unsupported(g, e->loc, "a pointer made from '%s' is not supported in a kernel",
                           type_text(g->c, from));
        return;
    }
    opened = kernel_open(g, PREC_UNARY, prec);
    buf_printf(g->out, "(%s)", kernel_declare(g, t, "", kernel_pointer_space(g, e), e->loc));
    if (from->kind != TYPE_ARRAY || !kernel_row_address(g, e, from->base, false, PREC_UNARY))
        kernel_address(g, e, end, PREC_UNARY);
    kernel_close(g, opened);
}

static void convert_arithmetic(struct kernel_gen *g, const struct expr *e, const struct type *t,
                               int prec)
{
    const char *to = kernel_type(g, t, e->loc), *from = kernel_type(g, e->type, e->loc);
    const struct expr *inner = expr_evaluated(e);
    bool opened;

    if (strcmp(to, from) == 0) {
        kernel_expr(g, e, prec);
        return;
    }
    if (inner->kind == EXPR_FLOAT && type_is_floating(t)) {
        kernel_floating(g, inner, t, prec);
        return;
    }
    if (type_is_integer(e->type) && type_is_floating(t) && integer_as_floating(g, e, t, prec))
        return;
    if (e->constant && type_is_integer(e->type) && type_is_integer(t) && expr_is_pure(e) &&
        !is_narrow(t)) {
        kernel_integer(g, e->value, t, prec);
        return;
    }
    opened = kernel_open(g, PREC_UNARY, prec);
    buf_printf(g->out, "(%s)", to);
    if (kernel_wrap_narrow(g, e, t))
        kernel_wrap(g, e);
    else
        kernel_expr(g, e, PREC_UNARY);
    kernel_close(g, opened);
}

static bool is_index_like(const struct type *t)
{
    return type_is_amp(t, AMP_TYPE_INDEX) || type_is_amp(t, AMP_TYPE_EXTENT) ||
           type_is_amp(t, AMP_TYPE_TILED_EXTENT);
}

static void convert_amp(struct kernel_gen *g, const struct expr *e, const struct type *t, int prec)
{
    const struct type *from = e->type;

    if (type_is_amp(from, AMP_TYPE_TILED_INDEX) && type_is_amp(t, AMP_TYPE_INDEX)) {
        kernel_expr(g, e, PREC_POSTFIX);
        buf_add(g->out, ".g");
    } else if (from->kind == TYPE_AMP &&
               (from->amp == t->amp || (is_index_like(from) && is_index_like(t)) ||
                (type_is_view_or_array(from) && type_is_view_or_array(t))) &&
               from->rank == t->rank) {
        kernel_expr(g, e, prec); /* views of T, of const T and arrays are one struct */
    } else if (is_index_like(t)) {
        kernel_construct(g, t, &e, 1, e->loc);
    } else {
        kernel_unsupported(g, e->loc,
                           "the conversion from '%s' to '%s' is not supported in a kernel",
                           type_text(g->c, from), type_text(g->c, t));
    }
}

void kernel_convert(struct kernel_gen *g, const struct expr *e, const struct type *t, int prec)
{
    if (t->kind == TYPE_VOID) {
        bool opened = kernel_open(g, PREC_UNARY, prec);
        buf_add(g->out, "(void)");
        kernel_expr(g, e, PREC_UNARY);
        kernel_close(g, opened);
    } else if (t->kind == TYPE_AMP) {
        convert_amp(g, e, t, prec);
    } else if (t->kind == TYPE_POINTER) {
        kernel_convert_pointer(g, e, t, true, prec);
    } else if (t->kind == TYPE_BOOL) {
        convert_to_bool(g, e, prec);
    } else if (kernel_scalar(t) && kernel_scalar(e->type)) {
        convert_arithmetic(g, e, t, prec);
    } else if (type_same_unqualified(e->type, t)) {
        kernel_expr(g, e, prec);
    } else {
        kernel_unsupported(g, e->loc,
                           "the conversion from '%s' to '%s' is not supported in a kernel",
                           type_text(g->c, e->type), type_text(g->c, t));
    }
}
