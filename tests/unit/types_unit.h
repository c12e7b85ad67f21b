/* types_unit.h - types a small unit and asks for the types and values of expressions in it. The
 * tests give every text twice: to the compiler that builds them and, as a string, to ampc's front
 * end, and compare what the two make of it. */
#ifndef TYPES_UNIT_H
#define TYPES_UNIT_H

#include <stdio.h>
#include <string.h>

#include "common/buf.h"
#include "common/ctx.h"
#include "parser/parser.h"
#include "sema/typing/sema.h"
#include "tests/unit/test_main.h"

/* The texts are odd on purpose; the warnings that the tests switch off are gcc's. */
#ifdef __clang__
#pragma GCC diagnostic ignored "-Weverything"
#endif

/* An expression with the type and value that the real compiler gives it. */
struct probe {
    const char *text;
    const char *type; /* NULL: not compared */
    bool constant;    /* an integer constant expression with 'value' */
    long long value;
};

/* Versions of clang-format differ about _Generic. */
/* clang-format off */
#define TYPE_OF(e) \
    _Generic((e), \
        _Bool: "_Bool", \
        char: "char", \
        signed char: "signed char", \
        unsigned char: "unsigned char", \
        short: "short", \
        unsigned short: "unsigned short", \
        int: "int", \
        unsigned: "unsigned int", \
        long: "long", \
        unsigned long: "unsigned long", \
        long long: "long long", \
        unsigned long long: "unsigned long long", \
        float: "float", \
        double: "double", \
        long double: "long double", \
        default: NULL)
/* clang-format on */

/* Type; type and constant value; constant value; a type as text. */
#define V(...) {#__VA_ARGS__, TYPE_OF(__VA_ARGS__), false, 0},
#define C(...) {#__VA_ARGS__, TYPE_OF(__VA_ARGS__), true, (long long)(__VA_ARGS__)},
#define N(...) {#__VA_ARGS__, NULL, true, (long long)(__VA_ARGS__)},
#define T(type_, ...) {#__VA_ARGS__, type_, false, 0},

static struct ctx unit_ctx;
static struct program *unit_program;

/* Parses and types a unit; it must have no errors. */
static inline struct unit *unit_open(const char *text)
{
    struct unit *u;

    ctx_init(&unit_ctx);
    unit_ctx.source = source_new(&unit_ctx.arena, text, strlen(text), "unit.c");
    u = parse_unit(&unit_ctx);
    unit_program = sema_unit(&unit_ctx, u);
    if (diag_errors(&unit_ctx))
        diags_print(&unit_ctx, stderr);
    ck_assert_int_eq(diag_errors(&unit_ctx), 0);
    return u;
}

static inline void unit_close(void)
{
    ctx_free(&unit_ctx);
}

/* The i-th statement of the last function of the unit. */
static inline struct stmt *unit_stmt(const struct unit *u, int i)
{
    const struct decl *d = u->decls.at[u->decls.n - 1];

    ck_assert_int_eq(d->kind, DECL_FUNCTION);
    return d->body->items.at[i];
}

static inline void probe_check(const struct probe *p, const struct expr *e)
{
    const char *type;

    while (e->kind == EXPR_CONVERT && e->a->type->kind == TYPE_ARRAY)
        e = e->a;
    type = type_text(&unit_ctx, type_unqualified(&unit_ctx, e->type));
    if (p->type)
        ck_assert_msg(strcmp(type, p->type) == 0, "%s: '%s', not '%s'", p->text, type, p->type);
    if (!p->constant)
        return;
    ck_assert_msg(e->constant, "%s: no constant (%s)", p->text, type);
    ck_assert_msg(e->value == p->value, "%s: %lld, not %lld", p->text, e->value, p->value);
}

/* Every expression stands in a function of a unit that begins with 'prelude'; restrict_ is the
 * function's clause. */
static inline void probes_check_in(const char *prelude, const char *restrict_,
                                   const struct probe *probes, int n)
{
    struct buf b = {0};
    struct unit *u;

    buf_printf(&b, "%s\nvoid probe(void) %s {\n", prelude, restrict_);
    for (int i = 0; i < n; i++)
        buf_printf(&b, "(%s);\n", probes[i].text);
    buf_add(&b, "}\n");
    u = unit_open(b.at);
    for (int i = 0; i < n; i++)
        probe_check(&probes[i], unit_stmt(u, i)->expr);
    unit_close();
    buf_free(&b);
}

#define PROBES_CHECK(prelude, ...)                                                                 \
    do {                                                                                           \
        const struct probe probes_[] = {__VA_ARGS__};                                              \
        probes_check_in(prelude, "", probes_, (int)(sizeof probes_ / sizeof *probes_));            \
    } while (0)

#endif
