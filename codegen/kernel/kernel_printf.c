/* kernel_printf.c - printf in kernels: the format rewritten for OpenCL C, without conversions that
 * it does not have, and arguments converted to the types that its conversions take. */
#include "codegen/kernel/kernel.h"

#include <stdlib.h>
#include <string.h>

#include "sema/types/format.h"

/* ---- formats ---- */

struct format { /* being rewritten for OpenCL */
    struct kernel_gen *g;
    const struct expr *call;
    int arg;         /* next argument of the call */
    struct buf text; /* bytes of the new format */
    expr_vec args;
    VEC(const struct type *)
    types;          /* types that the new format's arguments need; NULL: floating, unchanged */
    unsigned nulls; /* a bit for each pointer that is null */
    int pointers;   /* that may be null, so far */
};

/* The next argument; sema/checks/formats.c has checked their number and types. */
static const struct expr *next_arg(struct format *f)
{
    return f->arg < f->call->args.n ? f->call->args.at[f->arg++] : NULL;
}

/* Replaces stars by constants. */
static void stars(struct format *f, struct conversion *c)
{
    const struct expr *e;

    if (c->star_width && (e = next_arg(f)) != NULL) {
        c->width = (int)e->value;
        if (c->width < 0 && !strchr(c->flags, '-')) /* as the flag '-' */
            c->flags[strlen(c->flags)] = '-';
        c->width = abs(c->width);
    }
    if (c->star_precision && (e = next_arg(f)) != NULL)
        c->precision = e->value < 0 ? -1 : (int)e->value;
}

/* Adds the conversion in OpenCL's spelling. */
static void conversion_add(struct format *f, const struct conversion *c, const char *length,
                           char letter)
{
    buf_char(&f->text, '%');
    for (const char *flag = c->flags; *flag; flag++)
        if (*flag != ' ' || !strchr(c->flags, '+')) /* with '+' not all devices ignore ' ' */
            buf_char(&f->text, *flag);
    if (c->width > 0)
        buf_printf(&f->text, "%d", c->width);
    if (c->precision >= 0)
        buf_printf(&f->text, ".%d", c->precision);
    buf_printf(&f->text, "%s%c", length, letter);
}

static void arg_add(struct format *f, const struct expr *e, const struct type *t)
{
    vec_push(&f->g->c->arena, &f->args, (struct expr *)e);
    vec_push(&f->g->c->arena, &f->types, t);
}

static void integer_add(struct format *f, const struct conversion *c)
{
    const struct expr *e = next_arg(f);
    const struct type *t = format_type(c);

    if (!e)
        return;
    conversion_add(f, c, t->size == 8 ? "l" : "", c->letter);
    arg_add(f, e, t);
}

/* A float is not promoted, as the device may have no doubles. */
static void floating_add(struct format *f, const struct conversion *c)
{
    const struct expr *e = next_arg(f), *inner;

    if (!e)
        return;
    inner = expr_evaluated(e);
    if (inner->kind == EXPR_CONVERT && inner->type->kind == TYPE_DOUBLE &&
        inner->a->type->kind == TYPE_FLOAT)
        e = inner->a;
    /* C ignores the 'l'; without it some devices print a float */
    conversion_add(f, c, e->type->kind == TYPE_DOUBLE ? "l" : "", c->letter);
    arg_add(f, e, type_is_floating(e->type) ? NULL : type_basic(TYPE_DOUBLE));
}

/* Adds text to the format, padded to the conversion's width. */
static void padded_add(struct format *f, const struct conversion *c, const char *text, size_t n)
{
    size_t pad = c->width > 0 && (size_t)c->width > n ? (size_t)c->width - n : 0;

    if (!strchr(c->flags, '-'))
        for (; pad > 0; pad--)
            buf_char(&f->text, ' ');
    for (size_t i = 0; i < n; i++)
        buf_add(&f->text, text[i] == '%' ? "%%" : (char[]){text[i], '\0'});
    for (; pad > 0; pad--)
        buf_char(&f->text, ' ');
}

static void string_add(struct format *f, const struct conversion *c)
{
    const struct expr *e = next_arg(f), *literal = e ? format_literal(e) : NULL;
    struct buf bytes = {0};
    size_t n;

    if (literal && format_string(f->g->c, literal, &bytes)) {
        n = bytes.at ? strlen(bytes.at) : 0;
        if (c->precision >= 0 && n > (size_t)c->precision)
            n = (size_t)c->precision;
        padded_add(f, c, bytes.at, n);
    }
    buf_free(&bytes);
}

/* Whether e is the address of an object, which is not null. */
static bool is_some(const struct expr *e)
{
    e = expr_evaluated(e);
    while (e->kind == EXPR_CONVERT || e->kind == EXPR_CAST) {
        if (e->a->type->kind == TYPE_ARRAY)
            return true;
        e = expr_evaluated(e->a);
    }
    return e->kind == EXPR_UNARY && e->op == OP_ADDR;
}

/* As glibc prints it: null is a word. */
static void pointer_add(struct format *f, const struct conversion *c)
{
    const struct expr *e = next_arg(f);
    struct conversion other = *c;

    if (!e)
        return;
    if (kernel_is_null(e) || (!is_some(e) && f->nulls & 1u << f->pointers++)) {
        padded_add(f, c, "(nil)", strlen("(nil)"));
        return;
    }
    strcat(other.flags, "#");
    other.precision = -1;
    conversion_add(f, &other, "l", 'x');
    arg_add(f, e, e->type);
}

static void conversion_rewrite(struct format *f, struct conversion *c)
{
    stars(f, c);
    switch (format_kind(c)) {
    case FORMAT_NONE:
        break;
    case FORMAT_PERCENT:
        buf_add(&f->text, "%%");
        break;
    case FORMAT_INTEGER:
    case FORMAT_CHARACTER:
        integer_add(f, c);
        break;
    case FORMAT_FLOATING:
        floating_add(f, c);
        break;
    case FORMAT_STRING:
        string_add(f, c);
        break;
    case FORMAT_POINTER:
        pointer_add(f, c);
        break;
    }
}

static void format_rewrite(struct format *f, const char *s)
{
    struct conversion c;

    while (*s)
        if (*s != '%') {
            buf_char(&f->text, *s++);
        } else {
            s = format_next(s + 1, &c);
            conversion_rewrite(f, &c);
        }
}

/* ---- the call ---- */

static void print_argument(struct kernel_gen *g, const struct expr *e, const struct type *t)
{
    buf_add(g->out, ", ");
    if (t && t->kind == TYPE_POINTER) {
        kernel_address_bits(g, e);
    } else if (t && t->size < 4) { /* as C's default promotions pass it */
        buf_add(g->out, "(int)");
        kernel_convert(g, e, t, PREC_UNARY);
    } else if (t) {
        kernel_convert(g, e, t, PREC_ASSIGN);
    } else {
        kernel_expr(g, e, PREC_ASSIGN);
    }
}

/* The call for pointers of which those in the set 'nulls' are null. */
static void print_call(struct kernel_gen *g, const struct expr *e, const char *text, unsigned nulls)
{
    struct format f = {.g = g, .call = e, .arg = 1, .nulls = nulls};

    format_rewrite(&f, text);
    buf_add(g->out, "printf(\"");
    buf_c_string(g->out, f.text.at ? f.text.at : "", f.text.at ? f.text.n : 0);
    buf_char(g->out, '"');
    for (int i = 0; i < f.args.n; i++)
        print_argument(g, f.args.at[i], f.types.at[i]);
    buf_char(g->out, ')');
    buf_free(&f.text);
}

/* The arguments of %p that may be null. */
static void pointer_arguments(struct kernel_gen *g, const struct expr *e, const char *text,
                              expr_vec *out)
{
    struct format f = {.g = g, .call = e, .arg = 1};

    format_rewrite(&f, text);
    for (int i = 0; i < f.args.n; i++)
        if (f.types.at[i] && f.types.at[i]->kind == TYPE_POINTER && !is_some(f.args.at[i]))
            vec_push(&g->c->arena, out, f.args.at[i]);
    buf_free(&f.text);
}

/* Calls for all combinations of null pointers. */
static void print_calls(struct kernel_gen *g, const struct expr *e, const char *text,
                        const expr_vec *pointers, int k, unsigned nulls)
{
    if (k == pointers->n) {
        print_call(g, e, text, nulls);
        return;
    }
    buf_char(g->out, '(');
    kernel_condition(g, pointers->at[k], PREC_OR);
    buf_add(g->out, " ? ");
    print_calls(g, e, text, pointers, k + 1, nulls);
    buf_add(g->out, " : ");
    print_calls(g, e, text, pointers, k + 1, nulls | 1u << k);
    buf_char(g->out, ')');
}

/* The first argument from 'i' on that has side effects: arguments behind the format's are still
 * evaluated; -1: none. */
static int rest_from(const struct expr *e, int i)
{
    while (i < e->args.n && expr_is_pure(e->args.at[i]))
        i++;
    return i < e->args.n ? i : -1;
}

/* The number of arguments that the format asks for, the format included. */
static int argument_count(struct kernel_gen *g, const struct expr *e, const char *text)
{
    struct format f = {.g = g, .call = e, .arg = 1};

    format_rewrite(&f, text);
    buf_free(&f.text);
    return f.arg;
}

void kernel_printf(struct kernel_gen *g, const struct expr *e)
{
    enum { MOST_POINTERS = 4 };
    const struct expr *literal = e->args.n ? format_literal(e->args.at[0]) : NULL;
    struct buf bytes = {0};
    const char *text;
    expr_vec pointers = {0};
    int rest;

    g->uses |= AMPC__USES_PRINTF;
    if (!literal || !format_string(g->c, literal, &bytes)) {
        buf_char(g->out, '0'); /* reported */
        buf_free(&bytes);
        return;
    }
    text = bytes.at ? bytes.at : "";
    pointer_arguments(g, e, text, &pointers);
    for (int i = 0; i < pointers.n; i++)
        if (!expr_is_pure(pointers.at[i]) || i >= MOST_POINTERS)
            kernel_unsupported(g, pointers.at[i]->loc,
                               i >= MOST_POINTERS
                                   ? "more than 4 pointers in one printf are not supported in a "
                                     "kernel; use several"
                                   : "this argument of '%%p' is not supported in a kernel; assign "
                                     "it to a variable first");
    if (pointers.n > MOST_POINTERS)
        pointers.n = MOST_POINTERS;
    rest = rest_from(e, argument_count(g, e, text));
    buf_add(g->out, rest > 0 ? "(" : "");
    print_calls(g, e, text, &pointers, 0, 0);
    for (int i = rest; i > 0; i = rest_from(e, i + 1)) {
        buf_add(g->out, ", ");
        kernel_effect(g, e->args.at[i]);
    }
    buf_add(g->out, rest > 0 ? ")" : "");
    buf_free(&bytes);
}
