/* formats.c - printf in amp code: conversions that kernels have, and arguments that fit them. */
#include <string.h>

#include "sema/types/builtin.h"
#include "sema/checks/check.h"
#include "sema/types/format.h"
#include "sema/types/limits.h"

/* The arguments of printf must match its format, and the format must be one that every device
 * prints as C does. */

/* ---- one call ---- */

struct call {
    struct code *k;
    struct expr *e;
    int arg; /* the next argument */
    const struct conversion *c;
    bool failed;
};

static const char *conversion_text(const struct call *call)
{
    const struct conversion *c = call->c;

    return arena_printf(&call->k->c->arena, "%%%.*s", (int)(c->end - c->begin), c->begin);
}

/* The next argument; NULL: there is none, reported. */
static struct expr *next(struct call *call)
{
    if (call->arg < call->e->args.n)
        return call->e->args.at[call->arg++];
    call->failed = true;
    code_report(call->k, DIAG_amp_format, call->e->args.at[0]->loc,
                "the argument of '%s' is missing", conversion_text(call));
    return NULL;
}

static void star(struct call *call, const char *what)
{
    struct expr *e = next(call);
    long long value;

    if (e &&
        (!integer_constant(e, &value) || value <= -FORMAT_NUMBER_MAX || value >= FORMAT_NUMBER_MAX))
        code_report(call->k, DIAG_amp_format, e->loc,
                    "the %s of '%s' has to be a constant in a kernel; write it into the format",
                    what, conversion_text(call));
}

static const char *length_for(const struct type *t)
{
    t = type_underlying(t);
    return t->size == 8 ? (t->kind == TYPE_LLONG || t->kind == TYPE_ULLONG ? "ll" : "l") : "";
}

/* The letters that print a value of type t. */
static const char *fit_text(const struct call *call, const struct type *t)
{
    char letter = call->c->letter;

    if (type_is_integer(t))
        return arena_printf(&call->k->c->arena, "%%%s%c", length_for(t),
                            strchr("diouxX", letter) ? letter
                            : type_is_unsigned(t)    ? 'u'
                                                     : 'd');
    return t->kind == TYPE_POINTER ? "%p" : "%f";
}

static void mismatch(struct call *call, struct expr *e, const char *wanted)
{
    const struct type *t = expr_strip(e)->type; /* not promoted */

    if (!code_report(call->k, DIAG_amp_format, e->loc, "'%s' wants %s, not '%s'",
                     conversion_text(call), wanted, type_text(call->k->c, t)))
        return;
    if (t->kind == TYPE_FLOAT16)
        diag_note(call->k->c, e->loc, "convert it to float");
    else if (type_is_integer(t) || type_is_floating(t) || t->kind == TYPE_POINTER)
        diag_note(call->k->c, e->loc, "'%s' prints it", fit_text(call, t));
}

static void integer(struct call *call, struct expr *e)
{
    const struct type *wanted = format_type(call->c);

    /* smaller integers are promoted to int */
    if (!type_is_integer(e->type) || (e->type->size == 8) != (wanted->size == 8))
        mismatch(
            call, e,
            arena_printf(&call->k->c->arena, "'%s'",
                         type_text(call->k->c, wanted->size < 4 ? type_basic(TYPE_INT) : wanted)));
}

static void argument(struct call *call)
{
    struct expr *e;

    if (call->c->star_width)
        star(call, "width");
    if (call->c->star_precision)
        star(call, "precision");
    e = next(call);
    if (!e || !e->type || e->type->kind == TYPE_UNKNOWN)
        return;
    switch (format_kind(call->c)) {
    case FORMAT_INTEGER:
    case FORMAT_CHARACTER:
        integer(call, e);
        break;
    case FORMAT_FLOATING:
        if (!type_is_floating(e->type) || e->type->kind == TYPE_FLOAT16) /* not promoted */
            mismatch(call, e, "'double'");
        break;
    case FORMAT_STRING:
        if (!format_literal(e) &&
            !expr_is_function_name(expr_strip(e))) /* amp-string has been reported */
            code_report(call->k, DIAG_amp_format, e->loc,
                        "'%s' prints string literals only in a kernel; '%%c' prints a character",
                        conversion_text(call));
        break;
    case FORMAT_POINTER:
        if (e->type->kind != TYPE_POINTER)
            mismatch(call, e, "a pointer");
        break;
    case FORMAT_NONE:
    case FORMAT_PERCENT:
        break;
    }
}

static void unknown(struct call *call)
{
    const struct conversion *c = call->c;

    call->failed = true;
    code_report(call->k, DIAG_amp_format, call->e->args.at[0]->loc,
                !c->letter         ? "the format ends in '%s'; '%%%%' prints a '%%'"
                : c->letter == 'n' ? "a kernel's printf cannot store with '%s'"
                                   : "a kernel's printf has no conversion '%s'",
                conversion_text(call));
}

static void call_check(struct code *k, struct expr *e)
{
    struct call call = {k, e, 1, NULL, false};
    const struct expr *literal = e->args.n ? format_literal(e->args.at[0]) : NULL;
    struct buf bytes = {0};
    struct conversion c;

    if (!e->args.n)
        return;
    if (!literal || !format_string(k->c, literal, &bytes)) {
        code_report(k, DIAG_amp_format, e->args.at[0]->loc,
                    "printf's format has to be a string literal in a kernel");
        buf_free(&bytes);
        return;
    }
    for (const char *s = bytes.at ? bytes.at : ""; *s && !call.failed;) {
        if (*s++ != '%')
            continue;
        s = format_next(s, &c);
        call.c = &c;
        if (format_kind(&c) == FORMAT_NONE)
            unknown(&call);
        else if (format_kind(&c) != FORMAT_PERCENT)
            argument(&call);
    }
    if (!call.failed && call.arg < e->args.n)
        code_report(k, DIAG_amp_format_extra, e->args.at[call.arg]->loc,
                    "the format has no conversion for this argument");
    buf_free(&bytes);
}

/* ---- the walk ---- */

struct formats {
    struct expr *unused; /* an expression whose value is not used */
};

/* The expression whose value is discarded where e's is. */
static struct expr *discarded(struct expr *e)
{
    e = expr_unparen(e);
    while (e && (e->kind == EXPR_CAST || e->kind == EXPR_CONVERT) && e->type &&
           e->type->kind == TYPE_VOID)
        e = expr_unparen(e->a);
    return e;
}

static bool formats_expr(struct code_walk *w, struct expr *e)
{
    struct formats *f = w->data;
    const struct builtin *b = e->kind == EXPR_CALL ? builtin_called(e) : NULL;
    bool is_unused = e == f->unused;

    if (is_unused && e->kind == EXPR_BINARY && e->op == OP_COMMA) {
        f->unused = discarded(e->a);
        code_walk_expr(w, e->a);
        f->unused = discarded(e->b);
        code_walk_expr(w, e->b);
        return false;
    }
    if (is_unused && e->kind == EXPR_COND && e->b) {
        code_walk_expr(w, e->a);
        f->unused = discarded(e->b);
        code_walk_expr(w, e->b);
        f->unused = discarded(e->c);
        code_walk_expr(w, e->c);
        return false;
    }
    if (e->kind == EXPR_CAST && e->type && e->type->kind == TYPE_VOID)
        f->unused = discarded(e);
    else if (e->kind == EXPR_BINARY && e->op == OP_COMMA)
        f->unused = discarded(e->a);
    if (!b || b->kind != BUILTIN_PRINTF || w->unevaluated)
        return true;
    if (!is_unused)
        code_report(w->k, DIAG_amp_format, e->loc,
                    "a kernel's printf does not count characters: its value cannot be used");
    call_check(w->k, e);
    return true;
}

static bool formats_stmt(struct code_walk *w, struct stmt *s)
{
    struct formats *f = w->data;

    if (s->kind == STMT_FOR) {
        struct expr *expressions[] = {s->init, s->step};
        for (int i = 0; i < 2; i++)
            if (expressions[i]) {
                f->unused = discarded(expressions[i]);
                code_walk_expr(w, expressions[i]);
            }
        if (s->decl)
            code_walk_decl(w, s->decl);
        if (s->expr)
            code_walk_expr(w, s->expr);
        code_walk_stmt(w, s->body);
        return false;
    }
    if (s->kind == STMT_EXPR)
        f->unused = discarded(s->expr);
    return true;
}

static void formats_code(struct code *k)
{
    struct formats f = {NULL};
    struct code_walk w = {.k = k, .expr = formats_expr, .stmt = formats_stmt, .data = &f};

    code_walk_stmt(&w, code_body(k));
}

void check_formats(struct ctx *c, const struct program *p, struct findings *findings)
{
    amp_code_each(c, p, findings, formats_code);
}
