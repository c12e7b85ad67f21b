/* calls.c - calls of C's library in which each lane of a vector gets what a number gets.
 *
 * Those are functions that are exact or rounded correctly, ours for CPUs (kernel_own.c), and of
 * ints the greater, the less and the magnitude. It relies on lanes.c for the arguments. */
#include "optimize/internal.h"

#include <string.h>

#include "sema/types/builtin.h"

const char *lanes_function(const struct expr *e)
{
    /* exact, or rounded correctly */
    static const char *const names[] = {"sqrt", "fabs", "floor",    "ceil", "trunc",
                                        "rint", "fma",  "copysign", "round"};
    /* of ints */
    static const struct {
        const char *text, *name;
    } whole[] = {{"max($1, $2)", "max"}, {"min($1, $2)", "min"}};
    const struct builtin *f = e->kind == EXPR_CALL && e->amp == AMP_NONE ? builtin_called(e) : NULL;

    if (!f)
        return NULL;
    for (int i = 0; i < e->args.n; i++)
        if (!type_same_unqualified(e->args.at[i]->type, e->type))
            return NULL;
    if (type_is_floating(e->type) && builtin_has_own(f->opencl, e->type->kind == TYPE_DOUBLE))
        return f->opencl;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (!strcmp(f->opencl, names[k]))
            return f->opencl;
    for (size_t k = 0; k < sizeof whole / sizeof *whole; k++)
        if (!strcmp(f->opencl, whole[k].text))
            return whole[k].name;
    return NULL;
}

/* Such a call. */
static struct expr *vector_call(struct block *b, const struct expr *e, int row)
{
    const char *name = lanes_function(e);
    struct expr *call;

    if (!name)
        return NULL;
    call = lanes_node(b, AMP_LANES_CALL, lanes_type(b, e->type), NULL, NULL);
    call->name = name;
    for (int i = 0; i < e->args.n; i++)
        vec_push(&b->c->arena, &call->args, lanes_vector(b, e->args.at[i], row));
    return call;
}

/* abs: x < 0 ? -x : x; NULL: e is something else. */
static struct expr *vector_abs(struct block *b, const struct expr *e, int row)
{
    const struct builtin *f = e->kind == EXPR_CALL && e->amp == AMP_NONE ? builtin_called(e) : NULL;
    struct symbol *v;
    struct expr *negative, *less;

    if (!f || !f->name || e->args.n != 1 || e->type->kind != TYPE_INT ||
        !type_same_unqualified(e->args.at[0]->type, e->type) ||
        strcmp(f->opencl, "((int)abs($1))") != 0)
        return NULL;
    v = lanes_temporary(b, e->type, lanes_vector(b, e->args.at[0], row));
    negative = lanes_operation(b, OP_NEG, lanes_type(b, e->type), lanes_name(b, v), NULL);
    less = lanes_operation(b, OP_LT, lanes_type(b, e->type), lanes_name(b, v),
                           lanes_fill(b, make_int(&b->make, 0, e->type)));
    block_cost(b, 2);
    return truth_select(b, lanes_name(b, v), negative, less);
}

bool lanes_function_pays(const struct expr *e)
{
    static const char *const cheap[] = {"fmax", "fmin", "max", "min"};
    const char *name = lanes_function(e);

    for (size_t k = 0; name && k < sizeof cheap / sizeof *cheap; k++)
        if (!strcmp(name, cheap[k]))
            return false;
    return name != NULL;
}

struct expr *calls_value(struct block *b, const struct expr *e, int row)
{
    struct expr *v = vector_call(b, e, row);

    return v ? v : vector_abs(b, e, row);
}
