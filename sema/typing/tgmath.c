/* tgmath.c - the macros of <tgmath.h> as GCC 8 and later expand them (__builtin_tgmath): the
 * function by the types of the arguments. */
#include <string.h>

#include "sema/types/builtin.h"
#include "sema/typing/typing.h"

/* <tgmath.h> in amp code: __builtin_tgmath(sinf, sin, sinl, ..., (x)) is a call of the function for
 * the type of x, C11 7.25. precise_math::sin(x) has become the same with the namespace in front, in
 * host code, too. */

/* The functions at the beginning: names, where arguments stand in parentheses. */
static int function_count(struct sema *s, const struct expr *e)
{
    int n = 0;

    while (n < e->args.n && e->args.at[n]->kind == EXPR_NAME) {
        const struct symbol *f = scope_find(s, e->args.at[n]->name);
        if (!f || f->kind != SYMBOL_FUNCTION)
            break;
        n++;
    }
    return n;
}

/* The type of parameter i of a function's name; NULL: it has none. */
static const struct type *param_type(struct sema *s, const struct expr *name, int i)
{
    const struct type *t = scope_find(s, name->name)->type;

    return i < t->params.n ? t->params.at[i] : NULL;
}

/* Whether parameter i is of the type that the functions differ in. */
static bool is_generic(struct sema *s, const struct expr *e, int i)
{
    const struct type *a = param_type(s, e->args.at[0], i), *b = param_type(s, e->args.at[1], i);

    return a && b && type_is_arithmetic(a) && !type_same_unqualified(a, b);
}

/* Position of the function for the arguments' common type: float, double, long double in that
 * order. */
static int function_choice(struct sema *s, const struct expr *e, int functions)
{
    int choice = 0;

    for (int i = 0; i < e->args.n - functions; i++) {
        const struct type *t = e->args.at[functions + i]->type;
        int wanted = t->kind == TYPE_LDOUBLE ? 2 : t->kind == TYPE_FLOAT ? 0 : 1;
        if (is_generic(s, e, i) && wanted > choice)
            choice = wanted;
    }
    return choice < functions ? choice : functions - 1;
}

bool tgmath_call(struct sema *s, struct expr *e)
{
    const struct expr *callee = expr_strip(e->a);
    int functions;
    struct expr *name;

    if (callee->kind != EXPR_NAME || strcmp(callee->name, "__builtin_tgmath") != 0 ||
        !(s->region & RESTRICT_AMP || callee->ns))
        return false;
    functions = function_count(s, e);
    if (functions < 2 || functions == e->args.n)
        return false;
    for (int i = functions; i < e->args.n; i++)
        sema_value(s, &e->args.at[i]);
    name = e->args.at[function_choice(s, e, functions)];
    if (callee->ns) {
        name = e->args.at[name != e->args.at[0] && builtin_space(callee->ns) != BUILTIN_FAST];
        name->ns = callee->ns;
        e->name_loc = (struct loc){callee->loc.begin, e->args.at[functions]->loc.begin};
        name->loc = callee->loc;
    }
    e->a = name;
    e->args.at += functions;
    e->args.n -= functions;
    e->args.cap -= functions;
    call_type(s, e);
    return true;
}
