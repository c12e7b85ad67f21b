/* expr_call.c - calls: callees, arguments, and the edges of the call graph that amp code makes
 * (symbol.calls, launch.calls).
 *
 * Which version of a function is called, cpu or amp, depends on the code around the call. */
#include <string.h>

#include "sema/types/builtin.h"
#include "sema/typing/typing.h"

static void plain_arguments(struct sema *s, struct expr *e)
{
    for (int i = 0; i < e->args.n; i++)
        sema_value(s, &e->args.at[i]);
}

/* Of the operands of __builtin_choose_expr only the selected one runs. */
static void choice_arguments(struct sema *s, struct expr *e)
{
    const struct expr *which = e->args.at[0];

    sema_value(s, &e->args.at[0]);
    for (int i = 1; i < e->args.n; i++) {
        bool skipped = which->constant && (which->value != 0) != (i == 1);
        s->unevaluated += skipped;
        sema_value(s, &e->args.at[i]);
        s->unevaluated -= skipped;
    }
}

/* The name of the called function, without parentheses; NULL: the callee is no name. */
static struct expr *called_name(struct expr *e)
{
    struct expr *f = expr_unparen(e->a);
    return f->kind == EXPR_NAME ? f : NULL;
}

/* ---- the call graph ---- */

static void note_call(struct sema *s, struct expr *e, struct symbol *callee)
{
    struct symbol *version = symbol_version(callee, RESTRICT_AMP);
    struct call_site site = {.callee = version ? version : callee, .call = e};

    if (!(s->region & RESTRICT_AMP) || s->unevaluated)
        return;
    if (s->launch)
        vec_push(&s->c->arena, &s->launch->calls, site);
    else if (s->function)
        vec_push(&s->c->arena, &s->function->calls, site);
}

/* ---- arguments ---- */

static void argument(struct sema *s, struct expr *e, int i, struct type *t, const char *name)
{
    const char *what = "the argument";

    if (s->region & RESTRICT_AMP)
        what = name ? arena_printf(&s->c->arena, "argument %d of '%s'", i + 1, name)
                    : arena_printf(&s->c->arena, "argument %d", i + 1);
    sema_expr(s, e->args.at + i);
    if (!amp_lends_view(e->args.at[i]->type, t))
        convert_assign(s, &e->args.at[i], t, what);
}

/* An argument for '...'. */
static void further_argument(struct sema *s, struct expr **e)
{
    convert_argument(s, e);
    amp_row_report(s, *e);
}

static void wrong_count(struct sema *s, struct expr *e, const char *name, int n)
{
    sema_invalid(s, e->loc, "'%s' takes %d argument%s, not %d", name ? name : "the function", n,
                 n == 1 ? "" : "s", e->args.n);
}

static void call_function(struct sema *s, struct expr *e, struct type *f, const char *name)
{
    int n = f->params.n;

    for (int i = 0; i < e->args.n; i++)
        if (i < n)
            argument(s, e, i, f->params.at[i], name);
        else
            further_argument(s, &e->args.at[i]);
    if (f->prototype && (e->args.n < n || (e->args.n > n && !f->variadic)))
        wrong_count(s, e, name, n);
    e->type = type_unqualified(s->c, f->base);
}

/* Types the call of a function of builtin.def that is not declared. */
static void call_builtin(struct sema *s, struct expr *e, const struct builtin *b)
{
    bool variadic;
    int n = builtin_params(b, &variadic);

    for (int i = 0; i < e->args.n; i++) {
        struct type *t = builtin_param(s->c, b, i);

        if (t)
            argument(s, e, i, t, b->name);
        else if (i < n)
            sema_value(s, &e->args.at[i]);
        else
            further_argument(s, &e->args.at[i]);
    }
    if (e->args.n < n || (e->args.n > n && !variadic))
        wrong_count(s, e, b->name, n);
    e->type = builtin_result(s->c, b);
}

/* ---- callees ---- */

bool call_side_allows(struct sema *s, const struct expr *name, const struct builtin *b)
{
    if (b->kind != BUILTIN_EXTRA || s->region == RESTRICT_AMP)
        return true;
    diag(
        s->c, DIAG_amp_call_cpu, name->loc,
        s->region & RESTRICT_AMP
            ? "'%s' is for restrict(amp) code alone, as in C++ AMP: this code is restrict(cpu, amp)"
            : "'%s' is for restrict(amp) code alone, as in C++ AMP; host code needs its own",
        b->name);
    if (s->region & RESTRICT_AMP)
        diag_note(
            s->c, name->loc,
            "write a function '%s' of your own that is restrict(cpu, amp), or give this one a "
            "version for each side",
            b->name);
    return false;
}

/* Types the call of a function of fast_math::, precise_math:: or direct3d::, in host code, too; its
 * arguments are typed. */
static void call_in_namespace(struct sema *s, struct expr *e, struct expr *name)
{
    const struct builtin *b = builtin_called(e);

    s->program->uses_amp = true;
    e->type = type_basic(TYPE_UNKNOWN);
    if (b && call_side_allows(s, name, b)) {
        call_builtin(s, e, b);
    } else if (!b) {
        bool precise = builtin_in(name->name, BUILTIN_PRECISE) != NULL;
        diag(s->c, DIAG_amp_member, name->loc, "'%s' has no function '%s'%s", name->ns, name->name,
             precise ? "; precise_math has" : "");
    }
}

/* Types the call of an undeclared name: a built-in function, one that amp code may call, or (in old
 * host code) one that is declared later. */
static void call_undeclared(struct sema *s, struct expr *e, struct expr *name)
{
    const struct builtin *b = NULL;

    name->type = type_basic(TYPE_UNKNOWN);
    name->amp_code = e->amp_code;
    e->a->type = name->type;
    if (e->args.n == 3 && !strcmp(name->name, "__builtin_choose_expr"))
        choice_arguments(s, e);
    else
        plain_arguments(s, e);
    if (name->ns && builtin_space(name->ns)) {
        call_in_namespace(s, e, name);
        return;
    }
    if (s->region & RESTRICT_AMP)
        b = builtin_called(e);
    else if (!name->ns)
        undeclared_report(s, name);
    if (b && call_side_allows(s, name, b))
        call_builtin(s, e, b);
    else if (b || !gnu_builtin_call(s, e))
        e->type = type_basic(TYPE_UNKNOWN);
}

static void not_a_function(struct sema *s, struct expr *e)
{
    plain_arguments(s, e);
    e->type = type_basic(TYPE_UNKNOWN);
    if (!type_is_unknown(e->a->type))
        sema_invalid(s, e->a->loc, "'%s' is no function", type_text(s->c, e->a->type));
}

/* Types the call of a lambda in amp code, which f has become. */
static void call_closure(struct sema *s, struct expr *e, struct expr *name, struct symbol *f)
{
    struct type written = *f->type;

    written.params.n = f->closed->written;
    name->symbol = f;
    name->type = f->type;
    e->a = name;
    call_function(s, e, &written, f->name);
    if (e->args.n == f->closed->written)
        closure_arguments(s, e, f->closed);
    note_call(s, e, f);
}

void call_type(struct sema *s, struct expr *e)
{
    struct expr *name = called_name(e);
    struct symbol *callee = name && !name->ns ? scope_find(s, name->name) : NULL;
    struct type *t;

    if (callee && callee->kind == SYMBOL_FUNCTION && callee->closed && !s->remade) {
        call_closure(s, e, name, callee);
        return;
    }
    if (vector_method(s, e) || vector_call(s, e) || tgmath_call(s, e) || amp_expr_call(s, e))
        return;
    if (name && (name->ns || !scope_find(s, name->name))) {
        call_undeclared(s, e, name);
        return;
    }
    sema_expr(s, &e->a);
    t = e->a->type;
    if (t->kind == TYPE_POINTER)
        t = t->base;
    if (t->kind != TYPE_FUNCTION) {
        not_a_function(s, e);
        return;
    }
    callee = name && name->symbol && name->symbol->kind == SYMBOL_FUNCTION ? name->symbol : NULL;
    if (callee && s->region == RESTRICT_AMP && symbol_version(callee, RESTRICT_AMP))
        t = symbol_version(callee, RESTRICT_AMP)->type;
    call_function(s, e, t, name ? name->name : NULL);
    if (callee)
        note_call(s, e, callee);
}
