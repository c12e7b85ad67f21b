/* overflow.c - constants of amp code that overflow the type of their expression, initialiser, case
 * label or conversion, as gcc's -Woverflow. */
#include "sema/checks/check.h"
#include "sema/types/constant.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* amp-overflow: constants that overflow their type, as gcc's warnings that are on by default
 * (-Woverflow, -Wshift-overflow, -Wswitch-outside-range). In functions that are also cpu, cc itself
 * warns. */

/* ---- values ---- */

static int bits_of(const struct type *t)
{
    return 8 * (int)t->size;
}

static bool is_whole(const struct type *t)
{
    return t && type_is_integer(t) && t->size > 0 && t->size <= 8;
}

/* The value of a constant of type t, from its bits. */
static __int128 meant(const struct type *t, long long value)
{
    return type_is_unsigned(t) ? (__int128)(unsigned long long)value : (__int128)value;
}

static bool fits(__int128 v, int bits, bool is_unsigned)
{
    __int128 most = ((__int128)1 << (is_unsigned ? bits : bits - 1)) - 1;

    return v <= most && v >= (is_unsigned ? 0 : -most - 1);
}

static const char *value_text(struct code *k, const struct type *t, long long value)
{
    if (type_is_unsigned(t))
        return arena_printf(&k->c->arena, "%llu", (unsigned long long)value);
    return arena_printf(&k->c->arena, "%lld", value);
}

static bool variable_expr(struct code_walk *w, struct expr *e)
{
    bool *found = w->data;

    *found |= e->kind == EXPR_NAME && e->symbol && e->symbol->kind == SYMBOL_VAR && !w->unevaluated;
    return !*found;
}

/* A constant of C, which const variables are not. */
static bool is_constant(struct code *k, struct expr *e)
{
    bool found = false;
    struct code_walk w = {.k = k, .expr = variable_expr, .data = &found};

    if (!e || !e->constant || !is_whole(e->type))
        return false;
    if (e->kind != EXPR_INT && e->kind != EXPR_CHAR)
        code_walk_expr(&w, e);
    return !found;
}

/* ---- operators ---- */

static bool exact(const struct expr *e, __int128 *v)
{
    __int128 a = meant(e->a->type, e->a->value), b = e->b ? meant(e->b->type, e->b->value) : 0;

    if (e->kind == EXPR_UNARY && e->op == OP_NEG)
        *v = -a;
    else if (e->kind != EXPR_BINARY)
        return false;
    else if (e->op == OP_ADD)
        *v = a + b;
    else if (e->op == OP_SUB)
        *v = a - b;
    else if (e->op == OP_MUL)
        *v = a * b;
    else if (e->op == OP_DIV && b != 0)
        *v = a / b;
    else
        return false;
    return true;
}

/* Whether the operator's result overflows; *wrapped: the result. */
static bool overflows(const struct expr *e, long long *wrapped)
{
    unsigned long long bits;
    __int128 v;

    if ((e->kind != EXPR_UNARY && e->kind != EXPR_BINARY) || e->amp != AMP_NONE ||
        !is_whole(e->type) || type_is_unsigned(e->type) || !e->a || !e->a->constant ||
        (e->b && !e->b->constant) || !exact(e, &v) || fits(v, bits_of(e->type), false))
        return false;
    bits = (unsigned long long)v;
    *wrapped = e->type->size == 4 ? (int)bits : (long long)bits;
    return true;
}

/* Whether some operator in the expression overflows. */
static bool has_overflow(const struct expr *e)
{
    long long wrapped;

    for (; e; e = e->a) {
        if (e->kind != EXPR_PAREN && e->kind != EXPR_CONVERT && e->kind != EXPR_CAST &&
            e->kind != EXPR_UNARY && e->kind != EXPR_BINARY)
            return false;
        if (overflows(e, &wrapped) || (e->kind == EXPR_BINARY && has_overflow(e->b)))
            return true;
    }
    return false;
}

static void shift_report(struct code *k, struct expr *e)
{
    int bits = bits_of(e->type), needed = 1;
    __int128 a;

    if (e->op != OP_SHL || type_is_unsigned(e->type) || !is_constant(k, e->a) ||
        !is_constant(k, e->b) || e->b->value < 0 || e->b->value >= bits)
        return;
    a = meant(e->a->type, e->a->value);
    while (!fits(a, needed, false))
        needed++;
    needed += (int)e->b->value;
    if (a != 0 && needed > bits + 1) /* 1 << 31 is common, and allowed */
        code_report(k, DIAG_amp_overflow, e->op_loc.end ? e->op_loc : e->loc,
                    "the result of this shift needs %d bits, but '%s' has only %d", needed,
                    type_text(k->c, e->type), bits);
}

static void operator_report(struct code *k, struct expr *e)
{
    long long wrapped;

    if (!is_whole(e->type) || e->amp != AMP_NONE)
        return;
    if (e->kind == EXPR_BINARY)
        shift_report(k, e);
    if (overflows(e, &wrapped) && !has_overflow(e->a) && !(e->b && has_overflow(e->b)) &&
        is_constant(k, e->a) && (!e->b || is_constant(k, e->b)))
        code_report(k, DIAG_amp_overflow, e->op_loc.end ? e->op_loc : e->loc,
                    "integer overflow in expression of type '%s' results in '%lld'",
                    type_text(k->c, e->type), wrapped);
}

/* ---- conversions ---- */

/* Conversions of which gcc does not warn: of -1 to unsigned, of 0x80000000 to int. */
static bool is_close(__int128 v, const struct type *to)
{
    return fits(v, bits_of(to), false) || fits(v, bits_of(to), true);
}

static void integer_report(struct code *k, struct loc loc, const struct expr *from,
                           const struct type *to, long long result)
{
    const char *how = !type_is_unsigned(to)          ? "overflow in conversion"
                      : type_is_unsigned(from->type) ? "conversion"
                                                     : "unsigned conversion";

    if (is_close(meant(from->type, from->value), to))
        return;
    code_report(k, DIAG_amp_overflow, loc, "%s from '%s' to '%s' changes value from '%s' to '%s'",
                how, type_text(k->c, from->type), type_text(k->c, to),
                value_text(k, from->type, from->value), value_text(k, to, result));
}

/* "1.0e+10", as gcc writes it. */
static const char *real_text(struct code *k, const struct type *t, double v)
{
    char digits[40], *e;
    int precision = 1;

    do
        snprintf(digits, sizeof digits, "%.*e", precision, v);
    while (precision++ < 17 &&
           (t->kind == TYPE_FLOAT ? strtof(digits, NULL) != (float)v : strtod(digits, NULL) != v));
    e = strchr(digits, 'e');
    if (!e)
        return arena_printf(&k->c->arena, "%s", digits);
    *e = 0;
    return arena_printf(&k->c->arena, "%se%+d%s", digits, atoi(e + 1),
                        t->kind == TYPE_FLOAT ? "f" : "");
}

static void real_report(struct code *k, const struct expr *e)
{
    const struct type *to = e->type;
    long double v;

    if (type_underlying(to)->kind == TYPE_BOOL || !constant_real(e->a, &v) || isnan(v))
        return;
    v = truncl(v);
    if (v < ldexpl(1, 64) && v > -ldexpl(1, 64) &&
        fits((__int128)v, bits_of(to), type_is_unsigned(to)))
        return;
    code_report(k, DIAG_amp_overflow, e->loc,
                "overflow in conversion from '%s' to '%s' changes value from '%s' to '%s'",
                type_text(k->c, e->a->type), type_text(k->c, to),
                real_text(k, e->a->type, (double)v), value_text(k, to, e->value));
}

static void conversion_report(struct code *k, struct expr *e)
{
    if (!is_whole(e->type) || !e->a || !e->a->type || !e->constant)
        return;
    if (type_is_floating(e->a->type))
        real_report(k, e);
    else if (type_underlying(e->type)->kind != TYPE_BOOL && is_constant(k, e->a) &&
             !has_overflow(e->a))
        integer_report(k, e->loc, e->a, e->type, e->value);
}

/* ---- constants ---- */

static void float_report(struct code *k, const struct expr *e)
{
    const char *digits = e->name[0] == '0' && (e->name[1] | 32) == 'x' ? e->name + 2 : e->name;
    bool hex = digits != e->name, zero = true;
    double v = e->type->kind == TYPE_FLOAT ? (double)strtof(e->name, NULL) : strtod(e->name, NULL);

    for (; *digits && strchr(hex ? "0123456789abcdefABCDEF." : "0123456789.", *digits); digits++)
        zero &= *digits == '0' || *digits == '.';
    if (isinf(v))
        code_report(k, DIAG_amp_overflow, e->loc, "floating constant exceeds range of '%s'",
                    type_text(k->c, e->type));
    else if (v == 0 && !zero)
        code_report(k, DIAG_amp_overflow, e->loc, "floating constant truncated to zero");
}

/* ---- switch labels ---- */

struct labels {
    const struct type *own, *promoted; /* types of the switch's value */
};

static void label_report(struct code *k, const struct labels *l, struct expr *label)
{
    const struct type *own = l->own, *to = l->promoted;
    int bits = type_underlying(own)->kind == TYPE_BOOL ? 1 : bits_of(own);
    struct expr converted = {.kind = EXPR_INT, .type = (struct type *)to, .constant = true};
    __int128 v;

    if (!label || !is_constant(k, label) || has_overflow(label))
        return;
    converted.value = constant_wrap(to, label->value);
    integer_report(k, label->loc, label, to, converted.value);
    v = meant(to, converted.value);
    if (own->kind != TYPE_ENUM && own->size <= to->size && (own->size < to->size || bits == 1) &&
        !fits(v, bits, type_is_unsigned(own)))
        code_report(k, DIAG_amp_overflow, label->loc,
                    v < 0 ? "case label value is less than minimum value for type '%s'"
                          : "case label value exceeds maximum value for type '%s'",
                    type_text(k->c, own));
}

static bool label_stmt(struct code_walk *w, struct stmt *s)
{
    if (s->kind == STMT_CASE) {
        label_report(w->k, w->data, s->expr);
        label_report(w->k, w->data, s->last);
    }
    return s->kind != STMT_SWITCH;
}

static bool no_expr(struct code_walk *w, struct expr *e)
{
    (void)w, (void)e;
    return false;
}

static void switch_report(struct code *k, const struct stmt *s)
{
    struct labels l = {0};
    struct code_walk w = {.k = k, .stmt = label_stmt, .expr = no_expr, .data = &l};
    const struct expr *value = s->expr;

    if (!value || !is_whole(value->type) || !s->body)
        return;
    l.own = l.promoted = value->type;
    if (value->kind == EXPR_CONVERT && is_whole(value->a->type))
        l.own = value->a->type;
    code_walk_stmt(&w, s->body);
}

/* ---- the walk ---- */

static bool overflow_expr(struct code_walk *w, struct expr *e)
{
    if (w->unevaluated)
        return true;
    if (!code_walk_choice(w, e))
        return false;
    if (e->kind == EXPR_BINARY || e->kind == EXPR_UNARY)
        operator_report(w->k, e);
    else if (e->kind == EXPR_CONVERT)
        conversion_report(w->k, e);
    else if (e->kind == EXPR_FLOAT && (e->type->kind == TYPE_FLOAT || e->type->kind == TYPE_DOUBLE))
        float_report(w->k, e);
    return true;
}

static bool overflow_stmt(struct code_walk *w, struct stmt *s)
{
    if (s->kind == STMT_SWITCH)
        switch_report(w->k, s);
    return true;
}

static void overflow_code(struct code *k)
{
    struct code_walk w = {.k = k, .expr = overflow_expr, .stmt = overflow_stmt};

    if (!(k->side & RESTRICT_CPU))
        code_walk_stmt(&w, code_body(k));
}

void check_overflow(struct ctx *c, const struct program *p, struct findings *findings)
{
    amp_code_each(c, p, findings, overflow_code);
}
