#include "codegen/kernel.h"

#include <string.h>

/* What follows "atomic_", or "atom_" for 64 bits. */
static const char *atomic_suffix(enum amp_op op)
{
    switch ((int)op) {
    case AMP_ATOMIC_ADD:
        return "add";
    case AMP_ATOMIC_SUB:
        return "sub";
    case AMP_ATOMIC_MAX:
        return "max";
    case AMP_ATOMIC_MIN:
        return "min";
    case AMP_ATOMIC_AND:
        return "and";
    case AMP_ATOMIC_OR:
        return "or";
    case AMP_ATOMIC_XOR:
        return "xor";
    case AMP_ATOMIC_INC:
        return "inc";
    case AMP_ATOMIC_DEC:
        return "dec";
    default:
        return "xchg";
    }
}

/* The type that the operation works on: "int", "uint", "long", "ulong", "float"; NULL after an
 * error. */
static const char *atomic_type(struct kernel_gen *g, const struct expr *pointer)
{
    const struct type *t = pointer->type;
    const char *name = NULL;
    enum space space;

    if (t->kind == TYPE_POINTER || t->kind == TYPE_ARRAY)
        name = kernel_scalar(t->base);
    if (!name) {
        kernel_unsupported(g, pointer->loc,
                           "atomic operations on '%s' are not supported in a kernel",
                           type_text(g->c, t));
        return NULL;
    }
    space = kernel_pointer_space(g, pointer);
    if (space != SPACE_GLOBAL && space != SPACE_LOCAL) {
        kernel_refuse(g, DIAG_amp_arguments, pointer->loc,
                      "atomic operations work on elements of views and arrays and on tile_static "
                      "objects, not on a thread's own variables");
        return NULL;
    }
    return name;
}

/* The name of the function for e on 'type'. */
static const char *atomic_function(struct kernel_gen *g, const struct expr *e, const char *type)
{
    enum space space = kernel_pointer_space(g, e->args.at[0]);
    bool is_long = strcmp(type, "long") == 0 || strcmp(type, "ulong") == 0;

    if (is_long)
        g->uses |= AMPC__USES_INT64_ATOMICS;
    if (e->amp == AMP_ATOMIC_COMPARE_EXCHANGE)
        return kernel_cas_helper(g, type, space, kernel_pointer_space(g, e->args.at[1]));
    if (e->amp == AMP_ATOMIC_ADD && strcmp(type, "float") == 0)
        return kernel_float_add_helper(g, space);
    return arena_printf(&g->c->arena, "%s_%s", is_long ? "atom" : "atomic",
                        atomic_suffix((enum amp_op)e->amp));
}

void kernel_atomic(struct kernel_gen *g, const struct expr *e)
{
    const struct expr *pointer = e->args.at[0];
    const char *type = atomic_type(g, pointer);

    if (!type) {
        buf_char(g->out, '0');
        return;
    }
    buf_add(g->out, atomic_function(g, e, type));
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
