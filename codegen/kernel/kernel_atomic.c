/* kernel_atomic.c - atomic functions: OpenCL's, or helpers of ours where it has none (float, memory
 * known only at run time). Of a thread's own memory, which no other thread sees, they are plain
 * reads and writes: `atomic_fetch_add(&mine, 1)` is ampc_own_add_int(&u_mine, 1). */
#include "codegen/kernel/kernel.h"

#include <string.h>

/* The name behind "atomic_" (or "atom_" for 64 bits), and the expression that it stores, for
 * private memory. */
static const struct {
    enum amp_op op;
    const char *suffix, *value;
} operations[] = {
    {AMP_ATOMIC_ADD, "add", "old + v"},
    {AMP_ATOMIC_SUB, "sub", "old - v"},
    {AMP_ATOMIC_MAX, "max", "v > old ? v : old"},
    {AMP_ATOMIC_MIN, "min", "v < old ? v : old"},
    {AMP_ATOMIC_AND, "and", "old & v"},
    {AMP_ATOMIC_OR, "or", "old | v"},
    {AMP_ATOMIC_XOR, "xor", "old ^ v"},
    {AMP_ATOMIC_INC, "inc", "old + 1"},
    {AMP_ATOMIC_DEC, "dec", "old - 1"},
    {AMP_ATOMIC_LOAD, "load", "old"},
    {AMP_ATOMIC_STORE, "xchg", "v"},
    {AMP_ATOMIC_EXCHANGE, "xchg", "v"},
};
enum { OPERATIONS = sizeof operations / sizeof *operations };

static int operation_of(const struct expr *e)
{
    int k = 0;

    while (k < OPERATIONS - 1 && operations[k].op != e->amp)
        k++;
    return k;
}

/* The type that the operation works on: "int", "uint", "long", "ulong", "float", "double"; NULL
 * after an error. */
static const char *atomic_type(struct kernel_gen *g, const struct expr *pointer)
{
    const struct type *t = pointer->type;
    const char *name = NULL;

    if (t->kind == TYPE_POINTER || t->kind == TYPE_ARRAY)
        name = kernel_scalar(t->base);
    if (!name)
        kernel_unsupported(g, pointer->loc,
                           "atomic operations on '%s' are not supported in a kernel",
                           type_text(g->c, t));
    return name;
}

static bool is_double(const char *type)
{
    return strcmp(type, "double") == 0;
}

static bool has_64_bits(const char *type)
{
    return strcmp(type, "long") == 0 || strcmp(type, "ulong") == 0 || is_double(type);
}

/* The function for an operation on 'type' in a memory. */
static const char *plain_function(struct kernel_gen *g, const struct expr *e, const char *type,
                                  enum space space)
{
    if (e->amp == AMP_ATOMIC_LOAD)
        return kernel_atomic_load_helper(g, type, space);
    if (e->amp == AMP_ATOMIC_ADD && (strcmp(type, "float") == 0 || is_double(type)))
        return kernel_float_add_helper(g, type, space);
    if (is_double(type))
        return kernel_double_exchange_helper(g, space);
    return arena_printf(&g->c->arena, "%s_%s", has_64_bits(type) ? "atom" : "atomic",
                        operations[operation_of(e)].suffix);
}

/* Whether no other thread writes there: a work-item that is a group has what is local to itself. */
static bool is_own(const struct kernel_gen *g, enum space space)
{
    return space == SPACE_PRIVATE || space == SPACE_CONSTANT ||
           (space == SPACE_LOCAL && g->frame->alone);
}

/* The function for memory that is the thread's own, or is only read. */
static const char *own_function(struct kernel_gen *g, const struct expr *e, const char *type,
                                enum space space)
{
    int k = operation_of(e);
    bool loads = e->amp == AMP_ATOMIC_LOAD;
    bool named = loads || space == SPACE_LOCAL;
    const char *name = arena_printf(&g->c->arena, "ampc_own_%s_%s%s%s", operations[k].suffix, type,
                                    named ? "_" : "", named ? space_word(space) : "");
    const char *v = e->args.n > 1 ? arena_printf(&g->c->arena, ", %s v", type) : "";

    if (kernel_once(g, name))
        buf_printf(&g->helpers,
                   "static %s %s(%s%s%s *p%s)\n{\n    %s old = *p;\n%s%s%s    return old;\n}\n",
                   type, name, loads ? "const " : "", space_text(space), type, v, type,
                   loads ? "" : "    *p = ", loads ? "" : operations[k].value, loads ? "" : ";\n");
    return name;
}

/* The function for a pointer whose memory is known at run time only. */
static const char *any_function(struct kernel_gen *g, const struct expr *e, const char *type)
{
    const char *global = plain_function(g, e, type, SPACE_GLOBAL);
    const char *local = plain_function(g, e, type, SPACE_LOCAL);
    int k = operation_of(e);
    const char *name =
        kernel_any_helper(g, arena_printf(&g->c->arena, "%s_%s", operations[k].suffix, type));
    const char *v = e->args.n > 1 ? ", v" : "";

    const char *own = own_function(g, e, type, SPACE_PRIVATE);
    const char *constant = "";

    if (e->amp == AMP_ATOMIC_LOAD)
        constant = arena_printf(
            &g->c->arena, "    if (a.in == 3)\n        return *(__constant %s *)a.c;\n", type);
    if (kernel_once(g, arena_printf(&g->c->arena, "%s()", name)))
        buf_printf(&g->helpers,
                   "static %s %s(struct ampc_x_any a%s%s%s)\n{\n"
                   "    if (a.in == 1)\n        return %s((volatile __global %s *)a.g%s);\n"
                   "    if (a.in == 2)\n        return %s((volatile __local %s *)a.l%s);\n"
                   "%s    return %s((%s *)a.p%s);\n}\n",
                   type, name, *v ? ", " : "", *v ? type : "", *v ? " v" : "", global, type, v,
                   local, type, v, constant, own, type, v);
    return name;
}

static const char *any_cas_function(struct kernel_gen *g, const char *type)
{
    const char *global = kernel_cas_helper(g, type, SPACE_GLOBAL, SPACE_PRIVATE);
    const char *local = kernel_cas_helper(g, type, SPACE_LOCAL, SPACE_PRIVATE);
    const char *own = kernel_cas_helper(g, type, SPACE_PRIVATE, SPACE_PRIVATE);
    const char *name =
        kernel_any_helper(g, arena_printf(&g->c->arena, "compare_exchange_%s", type));

    if (kernel_once(g, arena_printf(&g->c->arena, "%s()", name)))
        buf_printf(&g->helpers,
                   "static uchar %s(struct ampc_x_any a, %s *expected, %s v)\n{\n"
                   "    if (a.in == 1)\n        return %s((__global %s *)a.g, expected, v);\n"
                   "    if (a.in == 2)\n        return %s((__local %s *)a.l, expected, v);\n"
                   "    return %s((%s *)a.p, expected, v);\n}\n",
                   name, type, type, global, type, local, type, own, type);
    return name;
}

/* The function for a group's own elements, which a work-item that is a group has for itself. */
static const char *tally_function(struct kernel_gen *g, const struct expr *e, const char *type)
{
    int k = operation_of(e);
    const char *suffix = operations[k].suffix;
    const char *name = arena_printf(&g->c->arena, "ampc_tally_%s_%s", suffix, type);
    bool has_value = e->args.n > 1;

    if (kernel_once(g, name))
        buf_printf(&g->helpers,
                   "static void %s(__local %s *p%s%s%s)\n{\n#if defined AMPC_COVER && "
                   "AMPC_THREADS == 1\n    %s old = *p;\n    *p = %s;\n#else\n    atomic_%s(p%s);\n"
                   "#endif\n}\n",
                   name, type, has_value ? ", " : "", has_value ? type : "", has_value ? " v" : "",
                   type, operations[k].value, suffix, has_value ? ", v" : "");
    return name;
}

/* The name of the function for e on 'type'. */
static const char *atomic_function(struct kernel_gen *g, const struct expr *e, const char *type)
{
    enum space space = kernel_pointer_space(g, e->args.at[0]);

    if (g->frame->tallies)
        return tally_function(g, e, type);
    if (space == SPACE_NONE)
        space = SPACE_PRIVATE;
    if (is_double(type))
        g->uses |= AMPC__USES_DOUBLE;
    if (is_own(g, space) && e->amp != AMP_ATOMIC_COMPARE_EXCHANGE)
        return own_function(g, e, type, space);
    if (has_64_bits(type) && !is_own(g, space))
        g->uses |= AMPC__USES_INT64_ATOMICS;
    if (e->amp == AMP_ATOMIC_COMPARE_EXCHANGE && space == SPACE_ANY)
        return any_cas_function(g, type);
    if (e->amp == AMP_ATOMIC_COMPARE_EXCHANGE)
        return kernel_cas_helper(g, type, space, kernel_pointer_space(g, e->args.at[1]));
    return space == SPACE_ANY ? any_function(g, e, type) : plain_function(g, e, type, space);
}

/* Whether a compare_exchange needs the expected value in a private variable. */
static bool wants_private(struct kernel_gen *g, const struct expr *e)
{
    enum space expected;

    if (e->amp != AMP_ATOMIC_COMPARE_EXCHANGE)
        return false;
    expected = kernel_pointer_space(g, e->args.at[1]);
    return expected == SPACE_ANY ||
           (expected != SPACE_PRIVATE && kernel_pointer_space(g, e->args.at[0]) == SPACE_ANY);
}

void kernel_atomic(struct kernel_gen *g, const struct expr *e)
{
    const struct expr *pointer = e->args.at[0];
    const char *type = atomic_type(g, pointer);

    if (!type) {
        buf_char(g->out, '0');
        return;
    }
    if (wants_private(g, e)) {
        kernel_through_private(g, e, 1, kernel_atomic);
        return;
    }
    buf_add(g->out, atomic_function(g, e, type));
    buf_char(g->out, '(');
    kernel_address(g, pointer, false, PREC_ASSIGN);
    for (int i = 1; i < e->args.n; i++) {
        buf_add(g->out, ", ");
        if (e->args.at[i]->type->kind == TYPE_POINTER || e->args.at[i]->type->kind == TYPE_ARRAY)
            kernel_expr(g, e->args.at[i], PREC_ASSIGN);
        else
            kernel_convert(g, e->args.at[i], pointer->type->base, PREC_ASSIGN);
    }
    buf_char(g->out, ')');
}
