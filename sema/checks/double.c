/* double.c - -Wperf-double: arithmetic in double by accident, as with a constant 0.5 beside
 * floats. */
#include <float.h>
#include <stdlib.h>

#include "sema/types/builtin.h"
#include "sema/checks/check.h"

/* perf-double: an expression that is computed in double, because of a double literal or function,
 * although its operands and its result are float. */

static bool is_kind(const struct expr *e, enum type_kind kind)
{
    return e && e->type && e->type->kind == kind;
}

/* The operands of an expression of type double. */
struct double_operands {
    bool from_float; /* some operand is a float */
    bool meant;      /* some operand is a double by itself: the type is intended */
    struct expr *literal, *call;
};

static void operands_find(struct double_operands *p, struct expr *e);

static void call_operands(struct double_operands *p, struct expr *e)
{
    const struct builtin *b = builtin_called(e);

    if (!b || e->args.n == 0) {
        p->meant = true;
        return;
    }
    if (!p->call)
        p->call = e;
    for (int i = 0; i < e->args.n; i++)
        if (is_kind(e->args.at[i], TYPE_DOUBLE))
            operands_find(p, e->args.at[i]);
}

static void operands_find(struct double_operands *p, struct expr *e)
{
    switch (e->kind) {
    case EXPR_PAREN:
        operands_find(p, e->a);
        return;
    case EXPR_FLOAT:
        p->literal = p->literal ? p->literal : e;
        return;
    case EXPR_CONVERT:
        if (is_kind(e->a, TYPE_FLOAT))
            p->from_float = true;
        else if (is_kind(e->a, TYPE_DOUBLE))
            operands_find(p, e->a);
        return; /* integers are neither */
    case EXPR_UNARY:
        if (e->op == OP_NEG || e->op == OP_PLUS)
            operands_find(p, e->a);
        else
            p->meant = true;
        return;
    case EXPR_BINARY:
        if (e->op == OP_COMMA) {
            p->meant = true;
            return;
        }
        operands_find(p, e->a);
        operands_find(p, e->b);
        return;
    case EXPR_COND:
        if (!e->b) {
            p->meant = true;
            return;
        }
        operands_find(p, e->b);
        operands_find(p, e->c);
        return;
    case EXPR_CALL:
        call_operands(p, e);
        return;
    case EXPR_ERROR: /* these are doubles by themselves */
    case EXPR_NAME:
    case EXPR_INT:
    case EXPR_CHAR:
    case EXPR_STRING:
    case EXPR_QUESTIONS:
    case EXPR_SUBSCRIPT:
    case EXPR_MEMBER:
    case EXPR_ARROW:
    case EXPR_ASSIGN:
    case EXPR_CAST:
    case EXPR_COMPOUND:
    case EXPR_GENERIC:
    case EXPR_STMT:
    case EXPR_CONSTRUCT:
    case EXPR_HOST_ONLY:
        p->meant = true;
        return;
    }
}

/* A float can replace the literal: it is in range, and if it is an integer, it is exact. */
static bool fits_float(const char *text)
{
    double x = strtod(text, NULL);

    if (!(x <= FLT_MAX && (x >= FLT_MIN || x == 0)))
        return false;
    return (double)(float)x == x || x < 1 << FLT_MANT_DIG;
}

static void double_report(struct code *k, const struct double_operands *p)
{
    struct expr *at = p->literal ? p->literal : p->call;
    struct expr *callee = !p->literal && p->call ? expr_strip(p->call->a) : NULL;

    if (!p->from_float || p->meant || !at || (p->literal && !fits_float(p->literal->name)))
        return;
    if (p->literal && code_report(k, DIAG_perf_double, at->loc,
                                  "'%s' is a double, and makes this arithmetic on float double, "
                                  "which takes 2 to 32 times as long on GPUs; write '%sf'",
                                  at->name, at->name))
        diag_fixit(k->c, (struct loc){at->loc.end, at->loc.end}, "f");
    else if (callee && callee->kind == EXPR_NAME &&
             code_report(k, DIAG_perf_double, callee->loc,
                         "'%s' computes in double here, for a float, which takes 2 to 32 times as "
                         "long on GPUs; write '%sf'",
                         callee->name, callee->name))
        diag_fixit(k->c, (struct loc){callee->loc.end, callee->loc.end}, "f");
}

static bool is_comparison(enum op op)
{
    return op == OP_LT || op == OP_GT || op == OP_LE || op == OP_GE || op == OP_EQ || op == OP_NE;
}

static bool double_expr(struct code_walk *w, struct expr *e)
{
    struct double_operands p = {0};

    if (w->unevaluated)
        return true;
    if ((e->kind == EXPR_CONVERT || e->kind == EXPR_CAST) && is_kind(e, TYPE_FLOAT) &&
        is_kind(e->a, TYPE_DOUBLE))
        operands_find(&p, e->a);
    else if (e->kind == EXPR_ASSIGN && e->op != OP_ASSIGN && is_kind(e->a, TYPE_FLOAT) &&
             is_kind(e->b, TYPE_DOUBLE)) {
        operands_find(&p, e->b);
        p.from_float = true;
    } else if (e->kind == EXPR_BINARY && is_comparison(e->op) && is_kind(e->a, TYPE_DOUBLE) &&
               is_kind(e->b, TYPE_DOUBLE)) {
        operands_find(&p, e->a);
        operands_find(&p, e->b);
    }
    double_report(w->k, &p);
    return true;
}

static void double_code(struct code *k)
{
    struct code_walk w = {.k = k, .expr = double_expr};

    code_walk_stmt(&w, code_body(k));
}

void check_double(struct ctx *c, const struct program *p, struct findings *findings)
{
    amp_code_each(c, p, findings, double_code);
}
