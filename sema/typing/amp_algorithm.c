/* amp_algorithm.c - calls of amp_algorithms::reduce and its relatives: checks the arguments by the
 * letters of algorithm.def.
 *
 * A function that an algorithm gets is named, not called: its name's node is marked as
 * AMP_ALGORITHM and the function is noted in program.operations. Example: in
 * `amp_algorithms::reduce(v, 0, f)` over a view of float, 0 is converted to float and f has to be
 * `float f(float, float) restrict(amp)`. */
#include <string.h>

#include "sema/types/algorithm.h"
#include "sema/typing/amp_internal.h"
#include "sema/typing/typing.h"

/* A call that is being checked. */
struct algorithm_typing {
    struct sema *s;
    struct expr *call;
    const struct algorithm *row;
    struct expr **args; /* behind the accelerator_view */
};

/* ---- arguments as they are written ---- */

static bool is_own_name(const struct expr *e)
{
    return e->kind == EXPR_NAME && e->ns && !strcmp(e->ns, "amp_algorithms");
}

static bool is_function(const struct expr *e)
{
    return e->kind == EXPR_NAME && e->symbol && e->symbol->kind == SYMBOL_FUNCTION;
}

/* Types an argument: an operation of amp_algorithms's own, the name of a function, or a value. */
static void type_argument(struct sema *s, struct expr **arg)
{
    struct expr *e = expr_unparen(*arg);
    const struct symbol *named = e->kind == EXPR_NAME && !e->ns ? scope_find(s, e->name) : NULL;
    if (is_own_name(e) && algorithm_has_operation(e->name)) {
        amp_poison(e);
        e->amp = AMP_ALGORITHM;
        if (e != *arg)
            amp_poison(*arg);
    } else if (named && named->kind == SYMBOL_FUNCTION) {
        sema_expr(s, arg);
        e->amp = AMP_ALGORITHM;
    } else {
        sema_value(s, arg);
    }
}

/* ---- views ---- */

static bool is_const(const struct type *t)
{
    return t->base->quals & QUAL_CONST || (amp_is_array(t) && t->quals & QUAL_CONST);
}

static struct type *element_of(const struct algorithm_typing *a, int i)
{
    return type_unqualified(a->s->c, a->args[i]->type->base);
}

static bool refuse_view(const struct algorithm_typing *a, const struct expr *arg)
{
    diag(a->s->c, DIAG_amp_arguments, arg->loc, "'%s' takes an array_view or array here, not '%s'",
         a->row->name, type_text(a->s->c, arg->type));
    return false;
}

static bool check_numbers(const struct algorithm_typing *a, int i)
{
    if (algorithm_number(element_of(a, i)))
        return true;
    diag(a->s->c, DIAG_view_type, a->args[i]->loc,
         "'%s' works on int, unsigned, 64-bit integers, float and double, not on '%s'",
         a->row->name, type_text(a->s->c, element_of(a, i)));
    return false;
}

static bool check_same(const struct algorithm_typing *a, int i)
{
    if (type_same(element_of(a, i), element_of(a, 0)))
        return true;
    diag(a->s->c, DIAG_view_type, a->args[i]->loc,
         "the elements of this view are '%s', those of the first one '%s'",
         type_text(a->s->c, element_of(a, i)), type_text(a->s->c, element_of(a, 0)));
    return false;
}

static bool check_counts(const struct algorithm_typing *a, int i)
{
    const struct type *t = element_of(a, i);
    if (t->kind == TYPE_INT || t->kind == TYPE_UINT)
        return true;
    diag(a->s->c, DIAG_view_type, a->args[i]->loc, "'%s' counts in int or unsigned, not in '%s'",
         a->row->name, type_text(a->s->c, t));
    return false;
}

/* The view of argument i, for its letter. */
static bool check_view(const struct algorithm_typing *a, int i, char letter)
{
    const struct expr *arg = a->args[i];
    if (!type_is_view_or_array(arg->type) || arg->type->texture)
        return refuse_view(a, arg);
    if (letter != 'i' && letter != 'j' && is_const(arg->type)) {
        diag(a->s->c, DIAG_view_const, arg->loc, "the elements of '%s' cannot be written",
             type_text(a->s->c, arg->type));
        return false;
    }
    if (letter == 'h')
        return check_counts(a, i);
    if (letter != 'v' && !check_numbers(a, i))
        return false;
    if (!strcmp(a->row->name, "histogram") && !strcmp(a->row->arguments, "ih") &&
        !type_is_integer(element_of(a, i))) {
        diag(a->s->c, DIAG_view_type, arg->loc,
             "'histogram' of '%s' needs a function that gives the number of the bin",
             type_text(a->s->c, element_of(a, i)));
        return false;
    }
    return letter != 'o' || i == 0 || check_same(a, i);
}

/* ---- functions ---- */

/* What an operation has to be: result (NULL: any number) and operands. */
struct wanted {
    struct type *result, *operands[2];
    int n;
};

static struct wanted wanted_of(const struct algorithm_typing *a, char letter)
{
    struct type *t = element_of(a, 0), *second = letter == 'd' ? element_of(a, 1) : t;
    int out = letter == 'd' ? 2 : 1;
    struct wanted w = {NULL, {t, second}, letter == 'f' || letter == 'n' || letter == 'd' ? 2 : 1};
    if (letter == 'f' || letter == 'n')
        w.result = t;
    else if (letter == 'b')
        w.result = type_basic(TYPE_INT);
    else if (letter == 'g' || letter == 'd')
        w.result = element_of(a, out);
    return w;
}

/* "'float f(float, float) restrict(amp)'" */
static const char *wanted_text(const struct algorithm_typing *a, const struct wanted *w)
{
    struct ctx *c = a->s->c;
    const char *text =
        arena_printf(&c->arena, "'%s f(%s", w->result ? type_text(c, w->result) : "int",
                     type_text(c, w->operands[0]));
    return arena_printf(&c->arena, "%s%s%s) restrict(amp)'", text, w->n == 2 ? ", " : "",
                        w->n == 2 ? type_text(c, w->operands[1]) : "");
}

static bool fits(struct sema *s, const struct symbol *f, const struct wanted *w)
{
    const struct type *t = f->type;
    if (!t->prototype || t->variadic || t->params.n != w->n)
        return false;
    for (int k = 0; k < w->n; k++)
        if (!type_same_unqualified(t->params.at[k], w->operands[k]))
            return false;
    return w->result ? type_same(type_unqualified(s->c, t->base), w->result)
                     : type_is_arithmetic(t->base);
}

static void note_operation(struct sema *s, struct symbol *f)
{
    symbol_vec *known = &s->program->operations;
    for (int i = 0; i < known->n; i++)
        if (known->at[i] == f)
            return;
    vec_push(&s->c->arena, known, f);
}

static bool check_function(const struct algorithm_typing *a, int i, char letter)
{
    struct sema *s = a->s;
    struct expr *e = expr_unparen(a->args[i]);
    struct wanted w = wanted_of(a, letter);
    bool own = letter == 'f' || letter == 'n';
    if (own && is_own_name(e) && e->amp == AMP_ALGORITHM)
        return true;
    struct symbol *f = is_function(e) ? symbol_version(e->symbol, RESTRICT_AMP) : NULL;
    if (f && letter != 'n' && fits(s, f, &w)) {
        f->amp_used = true;
        note_operation(s, f);
        return true;
    }
    if (letter == 'n' && f)
        diag(s->c, DIAG_amp_arguments, e->loc,
             "'%s' needs an initial value in front of a function of yours", a->row->name);
    else if (is_function(e) && !f)
        diag(s->c, DIAG_amp_arguments, e->loc, "'%s' gets '%s', which is not restrict(amp)",
             a->row->name, e->name);
    else
        diag(s->c, DIAG_amp_arguments, e->loc, "'%s' takes a function %s here%s", a->row->name,
             wanted_text(a, &w), own ? ", or amp_algorithms::plus, min or max" : "");
    if (is_function(e))
        diag_note(s->c, e->symbol->loc, "'%s' is declared here", e->name);
    return false;
}

/* ---- calls ---- */

static bool check_value(const struct algorithm_typing *a, int i)
{
    struct expr **arg = &a->args[i];
    if (!type_is_arithmetic((*arg)->type)) {
        struct expr *e = expr_unparen(*arg);
        diag(a->s->c, DIAG_amp_arguments, (*arg)->loc, "'%s' takes a number here, not '%s'",
             a->row->name, e->amp == AMP_ALGORITHM ? e->name : type_text(a->s->c, (*arg)->type));
        return false;
    }
    sema_convert(a->s, arg, element_of(a, 0));
    return true;
}

static bool check_argument(const struct algorithm_typing *a, int i)
{
    char letter = a->row->arguments[i];
    if (expr_unparen(a->args[i])->amp != AMP_ALGORITHM && amp_is_unknown(a->args[i]->type))
        return false;
    if (strchr("fnpbgd", letter))
        return check_function(a, i, letter);
    return letter == 'x' ? check_value(a, i) : check_view(a, i, letter);
}

static struct type *result_type(const struct algorithm_typing *a)
{
    switch (a->row->result) {
    case ALGORITHM_ELEMENT:
        return element_of(a, 0);
    case ALGORITHM_COUNT:
        return type_basic(TYPE_INT);
    case ALGORITHM_NOTHING:
        break;
    }
    return type_basic(TYPE_VOID);
}

/* The row of the call; NULL after an error, which is reported. */
static const struct algorithm *find_row(struct sema *s, const struct expr *e,
                                        const struct expr *callee)
{
    int n = e->args.n - algorithm_has_queue(e);
    const struct algorithm *row = algorithm_find(callee->name, n);
    const char *counts = algorithm_counts(&s->c->arena, callee->name);
    if (s->region & RESTRICT_AMP)
        diag(s->c, DIAG_amp_call, callee->loc, "amp code cannot call 'amp_algorithms::%s'",
             callee->name);
    else if (!counts)
        diag(s->c, DIAG_amp_member, callee->loc, "'amp_algorithms' has no function '%s'; it has %s",
             callee->name, algorithm_list(&s->c->arena));
    else if (!row)
        diag(s->c, DIAG_amp_arguments, e->loc,
             "'%s' takes %s arguments, and perhaps an accelerator_view before them, not %d",
             callee->name, counts, n);
    return s->region & RESTRICT_AMP ? NULL : row;
}

void algorithm_call(struct sema *s, struct expr *e, struct expr *callee)
{
    s->program->uses_amp = true;
    amp_poison(e);
    amp_poison(e->a);
    amp_poison(callee);
    for (int i = 0; i < e->args.n; i++)
        type_argument(s, &e->args.at[i]);
    const struct algorithm *row = find_row(s, e, callee);
    if (!row)
        return;
    struct algorithm_typing a = {s, e, row, e->args.at + algorithm_has_queue(e)};
    for (int i = 0; row->arguments[i]; i++)
        if (!check_argument(&a, i))
            return;
    e->type = result_type(&a);
    e->amp = AMP_ALGORITHM;
}
