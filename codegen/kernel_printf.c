#include "codegen/kernel.h"

#include <stdlib.h>
#include <string.h>

/* ---- string literals ---- */

static int hex_digit(char c)
{
    const char *digits = "0123456789abcdef", *p;

    if (c >= 'A' && c <= 'F')
        c = (char)(c - 'A' + 'a');
    p = c ? strchr(digits, c) : NULL;
    return p ? (int)(p - digits) : -1;
}

/* Appends the character of the escape at s (after the backslash); returns what follows it. */
static const char *escape_add(struct buf *out, const char *s, const char *end)
{
    static const char letters[] = "abfnrtve", values[] = "\a\b\f\n\r\t\v\033";
    const char *p;
    unsigned value = 0;

    if (*s == 'x') {
        for (s++; s < end && hex_digit(*s) >= 0; s++)
            value = value * 16 + (unsigned)hex_digit(*s);
        buf_char(out, (char)value);
        return s;
    }
    if (*s >= '0' && *s <= '7') {
        for (int n = 0; n < 3 && s < end && *s >= '0' && *s <= '7'; n++, s++)
            value = value * 8 + (unsigned)(*s - '0');
        buf_char(out, (char)value);
        return s;
    }
    p = strchr(letters, *s);
    buf_char(out, p ? values[p - letters] : *s);
    return s + 1;
}

bool kernel_string(struct kernel_gen *g, const struct expr *e, struct buf *out)
{
    const char *text = g->c->source->text;

    for (int i = 0; i < e->strings.n; i++) {
        const char *s = text + e->strings.at[i].begin, *end = text + e->strings.at[i].end;
        if (s[0] == 'u' && s[1] == '8')
            s += 2;
        if (end - s < 2 || *s != '"')
            return false;
        for (s++, end--; s < end;)
            if (*s == '\\' && (s[1] == 'u' || s[1] == 'U'))
                return false;
            else if (*s == '\\')
                s = escape_add(out, s + 1, end);
            else
                buf_char(out, *s++);
    }
    return e->strings.n > 0;
}

static const struct expr *string_of(const struct expr *e)
{
    while (e->kind == EXPR_PAREN || e->kind == EXPR_CONVERT || e->kind == EXPR_CAST)
        e = e->a;
    return e->kind == EXPR_STRING ? e : NULL;
}

/* ---- formats ---- */

struct format { /* being rewritten for OpenCL */
    struct kernel_gen *g;
    const struct expr *call;
    int arg;         /* next argument of the call */
    struct buf text; /* bytes of the new format */
    expr_vec args;
    VEC(const struct type *) types; /* that the new format wants; NULL: a floating one as it is */
};

struct conversion {
    const char *flags;
    int flags_n;
    int width, precision; /* -1: none */
    char length[3];
    char letter;
};

static const struct expr *next_arg(struct format *f)
{
    if (f->arg < f->call->args.n)
        return f->call->args.at[f->arg++];
    kernel_unsupported(f->g, f->call->loc, "printf has fewer arguments than its format asks for");
    return NULL;
}

static int number_parse(const char **s)
{
    int n = 0;

    for (; **s >= '0' && **s <= '9'; (*s)++)
        if (n < 100000)
            n = n * 10 + (**s - '0');
    return n;
}

/* A '*': the next argument, which has to be a constant; -1 if it is none. */
static int star_parse(struct format *f)
{
    const struct expr *e = next_arg(f);

    if (!e)
        return -1;
    if (e->constant && kernel_is_pure(e) && e->value > -100000 && e->value < 100000)
        return (int)e->value;
    kernel_unsupported(f->g, e->loc,
                       "a width or precision of printf has to be a constant in a kernel");
    return -1;
}

/* Parses what follows a '%'. */
static const char *conversion_parse(struct format *f, const char *s, struct conversion *c)
{
    c->flags = s;
    s += strspn(s, "-+ #0'");
    c->flags_n = (int)(s - c->flags);
    c->width = c->precision = -1;
    if (*s == '*') {
        s++;
        c->width = star_parse(f);
        if (c->width < -1) { /* as the flag '-' */
            if (!memchr(c->flags, '-', (size_t)c->flags_n))
                c->flags = arena_printf(&f->g->c->arena, "%.*s-", c->flags_n++, c->flags);
            c->width = -c->width;
        }
    } else if (*s >= '0' && *s <= '9') {
        c->width = number_parse(&s);
    }
    if (*s == '.') {
        s++;
        c->precision = *s == '*' ? (s++, star_parse(f)) : number_parse(&s);
    }
    memset(c->length, 0, sizeof c->length);
    for (int n = 0; *s && strchr("hlqjztL", *s); s++)
        if (n < 2)
            c->length[n++] = *s;
    c->letter = *s;
    return *s ? s + 1 : s;
}

/* Adds the conversion in OpenCL's spelling. */
static void conversion_add(struct format *f, const struct conversion *c, const char *length)
{
    buf_char(&f->text, '%');
    buf_addn(&f->text, c->flags, (size_t)c->flags_n);
    if (c->width >= 0)
        buf_printf(&f->text, "%d", c->width);
    if (c->precision >= 0)
        buf_printf(&f->text, ".%d", c->precision);
    buf_printf(&f->text, "%s%c", length, c->letter);
}

static void arg_add(struct format *f, const struct expr *e, const struct type *t)
{
    vec_push(&f->g->c->arena, &f->args, (struct expr *)e);
    vec_push(&f->g->c->arena, &f->types, t);
}

/* The type that C's printf reads an integer conversion's argument as. */
static const struct type *integer_type(const struct conversion *c)
{
    bool is_signed = c->letter == 'd' || c->letter == 'i' || c->letter == 'c';

    if (strcmp(c->length, "hh") == 0)
        return type_basic(is_signed ? TYPE_SCHAR : TYPE_UCHAR);
    if (strcmp(c->length, "h") == 0)
        return type_basic(is_signed ? TYPE_SHORT : TYPE_USHORT);
    if (c->length[0])
        return type_basic(is_signed ? TYPE_LONG : TYPE_ULONG);
    return type_basic(is_signed ? TYPE_INT : TYPE_UINT);
}

static void integer_add(struct format *f, const struct conversion *c)
{
    const struct expr *e = next_arg(f);
    const struct type *t = integer_type(c);

    if (!e)
        return;
    conversion_add(f, c, t->size == 8 ? "l" : "");
    arg_add(f, e, t);
}

/* A float stays one: without doubles on the device it could not be promoted. */
static void floating_add(struct format *f, const struct conversion *c)
{
    const struct expr *e = next_arg(f), *inner;

    if (!e)
        return;
    inner = kernel_strip(e);
    if (inner->kind == EXPR_CONVERT && inner->type->kind == TYPE_DOUBLE &&
        inner->a->type->kind == TYPE_FLOAT)
        e = inner->a;
    conversion_add(f, c, "");
    arg_add(f, e, type_is_floating(e->type) ? NULL : type_basic(TYPE_DOUBLE));
}

/* A literal becomes part of the format, padded as its width says. */
static void string_add(struct format *f, const struct conversion *c)
{
    const struct expr *e = next_arg(f), *literal = e ? string_of(e) : NULL;
    struct buf bytes = {0};
    size_t n, pad;

    if (!e)
        return;
    if (!literal || !kernel_string(f->g, literal, &bytes)) {
        kernel_unsupported(f->g, e->loc,
                           "%%s of what is no string literal is not supported in a kernel");
        buf_free(&bytes);
        return;
    }
    n = bytes.at ? strlen(bytes.at) : 0;
    if (c->precision >= 0 && n > (size_t)c->precision)
        n = (size_t)c->precision;
    pad = c->width > 0 && (size_t)c->width > n ? (size_t)c->width - n : 0;
    if (!memchr(c->flags, '-', (size_t)c->flags_n))
        for (; pad > 0; pad--)
            buf_char(&f->text, ' ');
    for (size_t i = 0; i < n; i++)
        buf_add(&f->text, bytes.at[i] == '%' ? "%%" : (char[]){bytes.at[i], '\0'});
    for (; pad > 0; pad--)
        buf_char(&f->text, ' ');
    buf_free(&bytes);
}

static void pointer_add(struct format *f, const struct conversion *c)
{
    const struct expr *e = next_arg(f);

    if (e) {
        conversion_add(f, c, "");
        arg_add(f, e, e->type);
    }
}

static void conversion_rewrite(struct format *f, const struct conversion *c)
{
    if (c->letter == '%' && c->flags_n == 0)
        buf_add(&f->text, "%%");
    else if (c->letter && strchr("diouxXc", c->letter) && strcmp(c->length, "L") != 0)
        integer_add(f, c);
    else if (c->letter && strchr("fFeEgGaA", c->letter) &&
             (!c->length[0] || strcmp(c->length, "l") == 0))
        floating_add(f, c);
    else if (c->letter == 's' && !c->length[0])
        string_add(f, c);
    else if (c->letter == 'p' && !c->length[0])
        pointer_add(f, c);
    else
        kernel_unsupported(f->g, f->call->args.at[0]->loc,
                           "this printf conversion is not supported in a kernel");
}

static void format_rewrite(struct format *f, const char *s)
{
    struct conversion c;

    while (*s)
        if (*s != '%') {
            buf_char(&f->text, *s++);
        } else {
            s = conversion_parse(f, s + 1, &c);
            if (memchr(c.flags, '\'', (size_t)c.flags_n))
                c.letter = 0; /* grouping */
            conversion_rewrite(f, &c);
        }
}

void kernel_printf(struct kernel_gen *g, const struct expr *e)
{
    struct format f = {.g = g, .call = e, .arg = 1};
    const struct expr *literal = e->args.n ? string_of(e->args.at[0]) : NULL;
    struct buf bytes = {0};

    g->uses |= AMPC__USES_PRINTF;
    if (!literal || !kernel_string(g, literal, &bytes)) {
        kernel_unsupported(g, e->loc, "printf's format must be a string literal in a kernel");
        buf_char(g->out, '0');
        buf_free(&bytes);
        return;
    }
    format_rewrite(&f, bytes.at ? bytes.at : "");
    while (f.arg < e->args.n) /* C evaluates and ignores what is left */
        if (!kernel_is_pure(e->args.at[f.arg++]))
            kernel_unsupported(g, e->loc, "printf has more arguments than its format asks for");
    buf_add(g->out, "printf(\"");
    buf_c_string(g->out, f.text.at ? f.text.at : "", f.text.at ? f.text.n : 0);
    buf_char(g->out, '"');
    for (int i = 0; i < f.args.n; i++) {
        const struct expr *arg = f.args.at[i];
        const struct type *t = f.types.at[i];
        buf_add(g->out, ", ");
        if (t && t->kind != TYPE_POINTER && t->size < 4) { /* as C's default promotions pass it */
            buf_add(g->out, "(int)");
            kernel_convert(g, arg, t, PREC_UNARY);
        } else if (t && t->kind != TYPE_POINTER)
            kernel_convert(g, arg, t, PREC_ASSIGN);
        else
            kernel_expr(g, arg, PREC_ASSIGN);
    }
    buf_char(g->out, ')');
    buf_free(&bytes);
    buf_free(&f.text);
}
