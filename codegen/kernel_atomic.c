#include "codegen/kernel.h"

#include <string.h>

static const char *atomic_function(enum amp_op op)
{
    switch ((int)op) {
    case AMP_ATOMIC_ADD:
        return "atomic_add";
    case AMP_ATOMIC_SUB:
        return "atomic_sub";
    case AMP_ATOMIC_MAX:
        return "atomic_max";
    case AMP_ATOMIC_MIN:
        return "atomic_min";
    case AMP_ATOMIC_AND:
        return "atomic_and";
    case AMP_ATOMIC_OR:
        return "atomic_or";
    case AMP_ATOMIC_XOR:
        return "atomic_xor";
    case AMP_ATOMIC_INC:
        return "atomic_inc";
    case AMP_ATOMIC_DEC:
        return "atomic_dec";
    default:
        return "atomic_xchg";
    }
}

/* The type that OpenCL's function works on: "int", "uint"; NULL after an error. */
static const char *atomic_type(struct kernel_gen *g, const struct expr *pointer)
{
    const struct type *t = pointer->type;
    const char *name = NULL;
    enum space space;

    if (t->kind == TYPE_POINTER || t->kind == TYPE_ARRAY)
        name = kernel_scalar(t->base);
    if (!name || (strcmp(name, "int") != 0 && strcmp(name, "uint") != 0)) {
        kernel_unsupported(g, pointer->loc,
                           "atomic operations on '%s' are not supported in a kernel",
                           type_text(g->c, name ? t->base : t));
        return NULL;
    }
    space = kernel_pointer_space(g, pointer);
    if (space != SPACE_GLOBAL && space != SPACE_LOCAL) {
        kernel_unsupported(g, pointer->loc,
                           "an atomic operation on what is neither in global nor in tile_static "
                           "memory is not supported in a kernel");
        return NULL;
    }
    return name;
}

void kernel_atomic(struct kernel_gen *g, const struct expr *e)
{
    const struct expr *pointer = e->args.at[0];
    const char *type = atomic_type(g, pointer);
    bool is_cas = e->amp == AMP_ATOMIC_COMPARE_EXCHANGE;

    if (!type) {
        buf_char(g->out, '0');
        return;
    }
    if (is_cas)
        buf_add(g->out, kernel_cas_helper(g, type, kernel_pointer_space(g, pointer),
                                          kernel_pointer_space(g, e->args.at[1])));
    else
        buf_add(g->out, atomic_function((enum amp_op)e->amp));
    buf_char(g->out, '(');
    kernel_expr(g, pointer, PREC_ASSIGN);
    for (int i = 1; i < e->args.n; i++) {
        buf_add(g->out, ", ");
        if (e->args.at[i]->type->kind == TYPE_POINTER || e->args.at[i]->type->kind == TYPE_ARRAY)
            kernel_expr(g, e->args.at[i], PREC_ASSIGN);
        else
            kernel_convert(g, e->args.at[i], pointer->type->base, PREC_ASSIGN);
    }
    buf_char(g->out, ')');
}
