/* vector_call.c - calls on short vectors: functions of <math.h>, precise_math and fast_math, and in
 * amp code direct3d's, component by component; C++ AMP's get_xy(), set_xy() and ref_x().
 *
 * Functions take vectors of their parameters' types, or numbers for all components, and store by
 * pointers to vectors. Example: `fast_math::fmax(v, 0)` of a float_4 is an EXPR_CALL with the
 * operation AMP_VECTOR_VALUE and two arguments of type float_4; `v.set_xy(w)` becomes `v.xy = w`.
 */
#include <string.h>

#include "sema/types/builtin.h"
#include "sema/types/vector.h"
#include "sema/typing/amp_internal.h"
#include "sema/typing/typing.h"

/* ---- functions by component ---- */

/* Whether 'name' is a function of the library, whatever its arguments, that the program has not
 * declared by itself. */
static bool is_library(struct sema *s, const struct expr *name)
{
    unsigned spaces = builtin_space(name->ns);
    const struct symbol *f = name->ns ? NULL : scope_find(s, name->name);
    bool own = f && (f->kind != SYMBOL_FUNCTION || !f->system || f->restriction & RESTRICT_AMP);

    return !own && builtin_in(name->name, spaces ? spaces : BUILTIN_PLAIN) && (spaces || !name->ns);
}

/* The first argument that is a vector; NULL: none is. */
static const struct expr *vector_among(struct sema *s, expr_vec *args)
{
    const struct expr *found = NULL;

    for (int i = 0; i < args->n; i++) {
        sema_value(s, &args->at[i]);
        if (!found && vector_of(args->at[i]->type) && vector_of(args->at[i]->type)->n > 1)
            found = args->at[i];
    }
    return found;
}

/* Why no function of that name takes the vectors v. */
static const char *refusal(struct sema *s, const struct expr *name, const struct vector *v)
{
    const struct builtin *b = builtin_in(name->name, builtin_space(name->ns));

    if (name->ns && strcmp(name->ns, "fast_math") == 0 && v->scalar == TYPE_DOUBLE)
        return "; precise_math has functions of 'double'";
    if (v->range != VECTOR_ANY)
        return arena_printf(&s->c->arena, "; convert it: 'float_%d(...)'", v->n);
    if (b->parts == BUILTIN_COMPONENTS && strpbrk(b->signature, "lmLM"))
        return ": there are no vectors of 'long'; call it for each component";
    return v->scalar <= TYPE_UINT ? "; convert it, or call it for each component"
                                  : "; call it for each component";
}

/* Reports the first argument that does not fit the nearest function. */
static void argument_report(struct sema *s, const struct builtin_call *b, const char *name,
                            const struct expr *arg)
{
    const struct vector *want = builtin_part(b, b->misfit), *v = vector_of(arg->type);
    const struct type *t = builtin_param(s->c, b->row, b->misfit);
    const char *way = "";

    if (t && t->kind == TYPE_POINTER) {
        diag(s->c, DIAG_vector_type, arg->loc,
             "'%s' stores to '%s' by a pointer here, not "
             "by '%s'",
             name, want->name, type_text(s->c, arg->type));
        return;
    }
    if (v && v->n == want->n)
        way = arena_printf(&s->c->arena, ": convert it, as '%s(...)'", want->name);
    diag(s->c, DIAG_vector_type, arg->loc, "'%s' takes '%s' or a number here, not '%s'%s", name,
         want->name, type_text(s->c, arg->type), way);
}

static void function_report(struct sema *s, const struct expr *e, const struct expr *name,
                            const struct builtin_call *b, const struct vector *v)
{
    const char *space = name->ns ? arena_printf(&s->c->arena, "%s::", name->ns) : "";
    const char *plain = builtin_plain(name->name); /* isnan(v) is a macro */
    int n = b->row ? builtin_params(b->row, NULL) : 0;

    if (!b->row)
        diag(s->c, DIAG_vector_type, e->loc, "'%s%s' takes no '%s'%s", space,
             builtin_find(plain) ? plain : name->name, v->name, refusal(s, name, v));
    else if (n != e->args.n)
        diag(s->c, DIAG_amp_arguments, e->loc, "'%s%s' takes %d argument%s, not %d", space,
             b->row->name, n, n == 1 ? "" : "s", e->args.n);
    else
        argument_report(s, b, b->row->name, e->args.at[b->misfit]);
}

/* Makes a number the vector of so many; false after an error. */
static bool argument_fits(struct sema *s, struct expr **arg, const struct vector *want)
{
    const struct vector *v = vector_of((*arg)->type);

    if (v == want || (*arg)->type->kind == TYPE_POINTER)
        return true;
    if (v) /* a norm or unorm is its number */
        *arg = vector_component(s->c, *arg, 0);
    vector_convert(s, arg, s->program->vectors[vector_number(want)]);
    return !type_is_unknown((*arg)->type);
}

/* Gives a call that b fits its type. What it stores by pointers is for analyses what any function
 * of the library does; without pointers the call is a value like an operator's. */
static void call_typed(struct sema *s, struct expr *e, const struct builtin_call *b)
{
    const struct vector *result = builtin_part(b, -1);

    e->type = result ? s->program->vectors[vector_number(result)] : type_basic(TYPE_VOID);
    e->lvalue = false;
    e->amp = strchr(b->row->signature, 'p') ? AMP_NONE : AMP_VECTOR_VALUE;
}

bool vector_call(struct sema *s, struct expr *e)
{
    struct expr *name = expr_unparen(e->a);
    const struct expr *first;
    struct builtin_call b;
    bool good = true;

    if (name->kind != EXPR_NAME || !is_library(s, name) || !(first = vector_among(s, &e->args)))
        return false;
    name->type = e->a->type = type_basic(TYPE_UNKNOWN);
    name->amp_code = e->amp_code;
    s->program->uses_amp = true;
    for (int i = 0; i < e->args.n; i++)
        good &= !type_is_unknown(e->args.at[i]->type);
    if (good && !builtin_by_component(e, &b)) {
        function_report(s, e, name, &b, vector_of(first->type));
        good = false;
    }
    for (int i = 0; good && i < e->args.n; i++)
        good = argument_fits(s, &e->args.at[i], builtin_part(&b, i));
    if (good && call_side_allows(s, name, b.row))
        call_typed(s, e, &b);
    else
        amp_poison(e);
    return true;
}

/* ---- members as functions ---- */

/* Makes e, a call of a member function, the member itself: v.get_x() becomes v.x. Its name in the
 * source then ends at 'end'. */
static void to_member(struct expr *e, const struct expr *callee, const char *name, unsigned end)
{
    e->kind = callee->kind;
    e->a = callee->a;
    e->op_loc = callee->op_loc;
    e->name = name;
    e->name_loc = (struct loc){callee->name_loc.begin, end};
    e->loc.end = end;
    e->args.n = 0;
}

static void set_member(struct sema *s, struct expr *e, const struct expr *callee, const char *name)
{
    struct expr *member = arena_new(&s->c->arena, struct expr), *value = e->args.at[0];

    member->loc = e->loc;
    member->amp_code = e->amp_code;
    to_member(member, callee, name, callee->name_loc.end);
    e->kind = EXPR_ASSIGN;
    e->op = OP_ASSIGN;
    e->a = member;
    e->b = value;
    e->op_loc = callee->name_loc;
    e->op2_loc = (struct loc){e->loc.end - 1, e->loc.end};
    e->args.n = 0;
    assign_type(s, e);
}

bool vector_method(struct sema *s, struct expr *e)
{
    const struct expr *callee = expr_unparen(e->a);
    const struct type *t;
    const char *name;
    bool sets;
    int at[VECTOR_MOST];

    if ((callee->kind != EXPR_MEMBER && callee->kind != EXPR_ARROW) ||
        (strncmp(callee->name, "get_", 4) && strncmp(callee->name, "set_", 4) &&
         strncmp(callee->name, "ref_", 4)))
        return false;
    sema_expr(s, (struct expr **)&callee->a);
    t = callee->kind == EXPR_ARROW && callee->a->type->kind == TYPE_POINTER ? callee->a->type->base
                                                                            : callee->a->type;
    name = callee->name + strlen("get_");
    if (!vector_of(t) || vector_swizzle(vector_of(t), name, at) == 0)
        return false;
    sets = callee->name[0] == 's';
    if (e->args.n != sets) {
        diag(s->c, DIAG_amp_arguments, e->loc, "'%s' takes %s", callee->name,
             sets ? "one argument" : "no arguments");
        amp_poison(e);
    } else if (sets) {
        set_member(s, e, callee, name);
    } else {
        to_member(e, callee, name, e->loc.end);
        member_type(s, e);
    }
    return true;
}
