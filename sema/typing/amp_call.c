/* amp_call.c - calls of AMP's methods and functions: looks them up in the table of members; counts,
 * converts and checks arguments.
 *
 * Relies on the rows of amp.def for the arguments. Example: `e.tile<16, 16>()` becomes an
 * AMP_EXTENT_TILE whose type has the sizes; `atomic_fetch_add(&v[i], 1)` takes the type of its
 * operation from the pointer's target. */
#include <string.h>

#include "sema/typing/amp_internal.h"
#include "sema/types/builtin.h"

/* ---- methods ---- */

static bool argument_count(struct sema *s, const struct expr *e, const char *name, int wanted)
{
    if (e->args.n == wanted)
        return true;
    diag(s->c, DIAG_amp_arguments, e->loc, "'%s' takes %d argument%s, not %d", name, wanted,
         wanted == 1 ? "" : "s", e->args.n);
    return false;
}

/* .tile<16, 16>(): the result's type from the template arguments. And .group<16, 16>(), whose
 * result is an extent. */
static void tile_method(struct sema *s, struct expr *e, struct expr *callee, const struct type *t)
{
    const char *name = callee->name;
    int tile[3] = {0};
    if (callee->template_args.n == 0 && e->args.n > 0) {
        struct loc sizes = loc_union(e->args.at[0]->loc, e->args.at[e->args.n - 1]->loc);
        const char *text = arena_printf(&s->c->arena, "<%.*s>()", (int)(sizes.end - sizes.begin),
                                        s->c->source->text + sizes.begin);
        diag(s->c, DIAG_amp_arguments, sizes, "the sizes of a %s stand in '<...>': '%s%s'", name,
             name, text);
        diag_fixit(s->c, (struct loc){e->op_loc.begin, e->op2_loc.end}, text);
        return;
    }
    if (!argument_count(s, e, name, 0))
        return;
    if (t->rank > 3) {
        diag(s->c, DIAG_tile_extent, callee->name_loc, "%ss have 1 to 3 dimensions, '%s' has %d",
             name, type_text(s->c, t), t->rank);
        return;
    }
    if (callee->template_args.n != t->rank) {
        diag(s->c, DIAG_amp_arguments, callee->name_loc, "'%s' of '%s' needs %d %s size%s, not %d",
             name, type_text(s->c, t), t->rank, name, t->rank == 1 ? "" : "s",
             callee->template_args.n);
        return;
    }
    s->amp_use++;
    bool good = amp_tile_sizes(s, &callee->template_args, name, tile);
    s->amp_use--;
    if (good && !strcmp(name, "tile"))
        e->type = type_amp(s->c, AMP_TYPE_TILED_EXTENT, t->rank, tile);
}

/* Checks and converts the arguments by the letters of the row; false after an error (reported). */
static bool method_arguments(struct sema *s, struct expr *e, const struct amp_member *m,
                             const struct type *t)
{
    int wanted = (int)strcspn(m->arguments, "t");
    if (m->arguments[wanted] == 't' && e->args.n == wanted + 1) {
        amp_access_type(s, e->args.at[wanted], m->name);
        e->args.n = wanted;
    }
    if (!argument_count(s, e, m->name, wanted))
        return false;
    for (int i = 0; i < e->args.n; i++) {
        struct expr **arg = &e->args.at[i];
        switch (m->arguments[i]) {
        case 'x':
            amp_convert(s, arg, type_amp(s->c, AMP_TYPE_INDEX, t->rank, NULL), (*arg)->loc);
            break;
        case 'e':
            amp_convert(s, arg, type_amp(s->c, AMP_TYPE_EXTENT, t->rank, NULL), (*arg)->loc);
            break;
        case 'Q':
            amp_convert(s, arg, type_amp(s->c, AMP_TYPE_ACCELERATOR_VIEW, 0, NULL), (*arg)->loc);
            break;
        case 'v':
            if (!amp_copy_to(s, t, *arg))
                return false;
            break;
        default:
            if (!type_is_integer((*arg)->type) && !amp_is_unknown((*arg)->type)) {
                diag(s->c, DIAG_amp_arguments, (*arg)->loc, "'%s' takes an integer, not '%s'",
                     m->name, type_text(s->c, (*arg)->type));
                return false;
            }
            sema_convert(s, arg, type_basic(TYPE_INT));
            break;
        }
    }
    return true;
}

/* Conditions for calling m that the table does not express; false after an error (reported). */
static bool method_is_allowed(struct sema *s, const struct expr *callee, const struct type *t,
                              const struct amp_member *m)
{
    if (m->op == AMP_VIEW_DATA && amp_is_array(t))
        return amp_array_is_reached(s, callee, t);
    if (m->op == AMP_VIEW_DATA && t->rank != 1) {
        diag(s->c, DIAG_amp_member, callee->name_loc,
             "'data' is for views of one dimension, not '%s'", type_text(s->c, t));
        return false;
    }
    if (m->op == AMP_VIEW_DISCARD && (t->base->quals & QUAL_CONST)) {
        diag(s->c, DIAG_view_const, callee->name_loc, "'discard_data' on the const view '%s'",
             type_text(s->c, t));
        return false;
    }
    return amp_side_allows(s, callee, t, m);
}

/* Reports the call of a property. For the property 'barrier' there is no fix-it that removes the
 * call, as the program means to wait. */
static void property_called(struct sema *s, const struct expr *e, const struct expr *callee,
                            const struct type *t)
{
    const struct amp_member *m = amp_member_find(amp_owner(t), callee->name, AMP_PROPERTY);
    bool waits = m->result == RESULT_BARRIER, unused = s->statement == e;
    const char *name = callee->name;
    const char *instead =
        !waits   ? arena_printf(&s->c->arena, "'%s'", name)
        : unused ? arena_printf(&s->c->arena, "'%s.wait()'", name)
                 : arena_printf(&s->c->arena, "'%s', or '%s.wait()' to wait", name, name);

    diag(s->c, DIAG_amp_member, callee->name_loc, "'%s' of '%s' is not a method: write %s", name,
         type_text(s->c, t), instead);
    if (e->args.n == 0 && !waits)
        diag_fixit(s->c, (struct loc){e->op_loc.begin, e->op2_loc.end}, "");
    else if (e->args.n == 0 && unused)
        diag_fixit(s->c, (struct loc){callee->name_loc.end, callee->name_loc.end}, ".wait");
}

/* e is object.name(args), the object typed and of the AMP type t. */
static void method_call(struct sema *s, struct expr *e, struct expr *callee, struct type *t)
{
    amp_poison(e);
    amp_poison(callee);
    for (int i = 0; i < e->args.n; i++)
        if (t->amp != AMP_TYPE_COMPLETION_FUTURE ||
            expr_unparen(e->args.at[i])->kind != EXPR_LAMBDA)
            sema_value(s, &e->args.at[i]);
    if (callee->kind == EXPR_ARROW && callee->a->type->kind != TYPE_POINTER) {
        diag(s->c, DIAG_amp_member, callee->op_loc, "'%s' is no pointer: use '.'",
             type_text(s->c, t));
        diag_fixit(s->c, callee->op_loc, ".");
        return;
    }
    const struct amp_member *m = amp_member_find(amp_owner(t), callee->name, AMP_METHOD);
    if (!m && amp_member_find(amp_owner(t), callee->name, AMP_PROPERTY)) {
        property_called(s, e, callee, t);
        return;
    }
    if (!m) {
        amp_no_member(s, callee, t);
        return;
    }
    if (!strcmp(m->name, "get_mipmap_extent") && !texture_level(s, e))
        return;
    if (m->op == AMP_VIEW_ELEMENT && !t->texture) { /* get_ref(i) is (i) */
        e->a = amp_object_of(s, callee);
        amp_element(s, e, t, &e->args);
        return;
    }
    if (m->op == AMP_VIEW_ELEMENT) {
        texture_access(s, e, callee, t, m);
        return;
    }
    e->type = amp_result_type(s, m, t);
    if (!method_is_allowed(s, callee, t, m))
        return;
    callee->amp = e->amp = (int)m->op;
    if (m->op == AMP_EXTENT_TILE)
        tile_method(s, e, callee, t);
    else if (amp_is_subview(e))
        amp_subview(s, e, callee, t);
    else if (amp_is_handle(t) && !callee->template_loc.end)
        handle_call(s, e, callee, m);
    else if (callee->template_loc.end)
        diag(s->c, DIAG_amp_arguments, callee->name_loc, "'%s' has no template arguments",
             callee->name);
    else
        method_arguments(s, e, m, t);
}

/* ---- functions ---- */

/* Whether an atomic operation exists for type t: all exist for integers of 4 and 8 bytes, some for
 * float and double. */
static bool atomic_has(enum amp_op op, const struct type *t)
{
    if (t->kind == TYPE_FLOAT || t->kind == TYPE_DOUBLE)
        return op == AMP_ATOMIC_ADD || op == AMP_ATOMIC_EXCHANGE || op == AMP_ATOMIC_LOAD ||
               op == AMP_ATOMIC_STORE;
    return t->kind == TYPE_INT || t->kind == TYPE_UINT || t->kind == TYPE_LONG ||
           t->kind == TYPE_ULONG || t->kind == TYPE_LLONG || t->kind == TYPE_ULLONG;
}

static void pointer_report(struct sema *s, const struct expr *arg, const struct amp_member *m,
                           bool writes)
{
    bool element = arg->lvalue && atomic_has(m->op, arg->type);
    diag(s->c, DIAG_amp_arguments, arg->loc,
         "'%s' takes a pointer to an int, unsigned%s or 64-bit integer%s, not '%s'%s", m->name,
         atomic_has(m->op, type_basic(TYPE_FLOAT)) ? ", float, double" : "",
         writes ? " that is not const" : "", type_text(s->c, arg->type),
         element ? "; put '&' in front" : "");
    if (element)
        diag_fixit(s->c, (struct loc){arg->loc.begin, arg->loc.begin}, "&");
}

/* Checks the pointer argument of an atomic; the pointed-to type, or NULL after an error
 * (reported). */
static struct type *atomic_pointee(struct sema *s, const struct expr *arg,
                                   const struct amp_member *m)
{
    struct type *t = arg->type;
    if (amp_is_unknown(t))
        return NULL;
    struct type *to = t->kind == TYPE_POINTER ? t->base : NULL;
    unsigned unfit = m->op == AMP_ATOMIC_LOAD ? QUAL_ATOMIC : QUAL_CONST | QUAL_ATOMIC;
    if (to && atomic_has(m->op, to) && !(to->quals & unfit))
        return type_unqualified(s->c, to);
    if (to && (to->quals & QUAL_CONST) && expr_unparen((struct expr *)arg)->kind == EXPR_UNARY &&
        expr_unparen(expr_unparen((struct expr *)arg)->a)->amp == AMP_VIEW_ELEMENT)
        diag(s->c, DIAG_view_const, arg->loc, "'%s' writes to an element of a const view", m->name);
    else
        pointer_report(s, arg, m, unfit & QUAL_CONST);
    return NULL;
}

static bool function_argument(struct sema *s, struct expr **arg, char letter,
                              const struct amp_member *m, struct type **pointee)
{
    const struct type *t = (*arg)->type;
    switch (letter) {
    case 'b':
        if (amp_is_unknown(t) || type_is_amp(t, AMP_TYPE_TILE_BARRIER))
            return true;
        diag(s->c, DIAG_amp_arguments, (*arg)->loc, "'%s' takes a tile_barrier, not '%s'", m->name,
             type_text(s->c, t));
        return false;
    case 'p':
        *pointee = atomic_pointee(s, *arg, m);
        return *pointee != NULL;
    case 'q':
        if (amp_is_unknown(t) || (t->kind == TYPE_POINTER && type_same(t->base, *pointee)))
            return true;
        diag(s->c, DIAG_amp_arguments, (*arg)->loc, "'%s' expects a '%s', not '%s'", m->name,
             type_text(s->c, type_pointer(s->c, *pointee)), type_text(s->c, t));
        return false;
    default:
        if (!amp_is_unknown(t) && !type_is_arithmetic(t)) {
            diag(s->c, DIAG_amp_arguments, (*arg)->loc, "'%s' takes a number, not '%s'", m->name,
                 type_text(s->c, t));
            return false;
        }
        sema_convert(s, arg, *pointee);
        return true;
    }
}

void atomic_call(struct sema *s, struct expr *e, const struct amp_member *m)
{
    struct type *pointee = NULL;
    amp_poison(e);
    amp_poison(e->a);
    for (int i = 0; i < e->args.n; i++)
        sema_value(s, &e->args.at[i]);
    if (!(s->region & RESTRICT_AMP) || s->region & RESTRICT_CPU) {
        diag(s->c, DIAG_amp_call_cpu, e->a->loc, "'%s' can only be called in restrict(amp) code",
             m->name);
        return;
    }
    if (m->result != RESULT_POINTEE)
        e->type = amp_result_type(s, m, NULL);
    if (!argument_count(s, e, m->name, (int)strlen(m->arguments)))
        return;
    for (int i = 0; i < e->args.n; i++)
        if (!function_argument(s, &e->args.at[i], m->arguments[i], m, &pointee))
            return;
    if (m->result == RESULT_POINTEE)
        e->type = pointee;
    e->amp = (int)m->op;
}

static bool has_lambda(const struct expr *e)
{
    for (int i = 0; i < e->args.n; i++)
        if (expr_unparen(e->args.at[i])->kind == EXPR_LAMBDA)
            return true;
    return false;
}

/* A call of a name that the user did not declare. A plain C program may have such a function, too:
 * then the unit has no AMP construct. */
static bool undeclared_call(struct sema *s, struct expr *e, const char *name)
{
    const struct amp_member *m = amp_function_find(name);
    if (!m && s->region & RESTRICT_AMP)
        m = atomic_function(s, e, name);
    if (!strcmp(name, "parallel_for_each") && (s->program->uses_amp || has_lambda(e))) {
        launch_call(s, e);
        return true;
    }
    if (m && (m->op == AMP_COPY_ELEMENTS || m->op == AMP_COPY_ASYNC) && s->program->uses_amp) {
        amp_copy_call(s, e, m);
        return true;
    }
    if (m && (s->program->uses_amp || s->region & RESTRICT_AMP)) {
        atomic_call(s, e, m);
        return true;
    }
    return false;
}

bool amp_expr_call(struct sema *s, struct expr *e)
{
    struct expr *callee = expr_unparen(e->a);
    if (callee->kind == EXPR_NAME && callee->ns && !strcmp(callee->ns, "accelerator")) {
        handle_static_call(s, e, callee);
        return true;
    }
    if (callee->kind == EXPR_NAME && callee->ns && !strcmp(callee->ns, "amp_algorithms")) {
        algorithm_call(s, e, callee);
        return true;
    }
    if (callee->kind == EXPR_NAME && callee->ns)
        return false; /* a mathematical function */
    if (callee->kind == EXPR_NAME && !scope_find(s, callee->name))
        return undeclared_call(s, e, callee->name);
    if (callee->kind == EXPR_MEMBER || callee->kind == EXPR_ARROW) {
        sema_expr(s, &callee->a);
        if (callee->kind == EXPR_ARROW)
            sema_value(s, &callee->a);
        struct type *object = amp_object(callee);
        if (object) {
            method_call(s, e, callee, object);
            return true;
        }
        if (texture_sampler_member(s, e, callee))
            return true;
    }
    if (callee->kind == EXPR_ERROR || callee->kind == EXPR_LAMBDA)
        return false;
    sema_expr(s, &e->a);
    const struct type *t = e->a->type;
    if (!t || t->kind != TYPE_AMP)
        return false;
    for (int i = 0; i < e->args.n; i++)
        sema_value(s, &e->args.at[i]);
    if (type_is_view_or_array(t) && t->rank > 1 && e->args.n == 1 &&
        type_is_integer(e->args.at[0]->type)) { /* v(i) is v[i] */
        e->kind = EXPR_SUBSCRIPT;
        e->b = e->args.at[0];
        e->args.n = 0;
        amp_row(s, e, t);
        return true;
    }
    if (type_is_view_or_array(t)) {
        amp_element(s, e, t, &e->args);
        return true;
    }
    amp_poison(e);
    diag(s->c, DIAG_amp_arguments, e->loc, "'%s' cannot be called; its components are named '[0]'",
         type_text(s->c, t));
    return true;
}
