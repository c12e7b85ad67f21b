/* kernel_gather.c - operations on several threads' values that OpenCL C has none for: elements at
 * vectors of subscripts, division of integers (optimize/gather.c, lanes.c).
 *
 * Integers of 32 bits are exact as numbers of double. Half is added to the dividend's magnitude, so
 * that the quotient is at least half of one divisor's part away from any integer: truncated, it is
 * right, however the division is rounded. Example: 6 / 3 is the integral part of 6.5 * (1.0 / 3).
 *
 * Relies on kernel_lanes.c. */
#include "codegen/kernel/kernel_lanes.h"

#include <string.h>

/* The function that divides vectors of t; that has the remainder. */
static const char *divide_helper(struct kernel_gen *g, const struct type *t, bool rest,
                                 struct loc loc)
{
    const char *vector = kernel_vector_type(g, t, loc), *element = kernel_type(g, t->base, loc);
    const char *name = arena_printf(&g->c->arena, "ampc_%s%s_%s", rest ? "remainder" : "quotient",
                                    kernel_lanes_number(g, t), element);
    bool is_unsigned = type_is_unsigned(t->base);
    const char *real = arena_printf(&g->c->arena, "double%lld", t->length);
    const char *half =
        is_unsigned ? "0.5" : arena_printf(&g->c->arena, "copysign((%s)(0.5), x)", real);
    const char *divisor =
        is_unsigned
            ? "b"
            : arena_printf(&g->c->arena, "select(b, (int%lld)(1), (a == INT_MIN) & (b == -1))",
                           t->length);

    if (rest)
        divide_helper(g, t, false, loc);
    if (!kernel_once(g, name))
        return name;
    buf_printf(&g->helpers, "static %s %s(%s a, %s b)\n{\n", vector, name, vector, vector);
    if (rest)
        buf_printf(&g->helpers, "    return a - %s(a, b) * b;\n}\n",
                   divide_helper(g, t, false, loc));
    else
        buf_printf(
            &g->helpers,
            "#if defined __clang__ && defined cl_khr_fp64\n"
            "    %s x = __builtin_convertvector(a, %s);\n"
            "    x = (x + %s) * (1.0 / __builtin_convertvector(b, %s));\n"
            "    return __builtin_convertvector(x, %s);\n#else\n    return a / %s;\n#endif\n}\n",
            real, real, half, real, vector, divisor);
    return name;
}

void kernel_lanes_divide(struct kernel_gen *g, const struct expr *e)
{
    buf_printf(g->out, "%s(", divide_helper(g, e->type, e->amp == AMP_LANES_REMAINDER, e->loc));
    kernel_expr(g, e->args.at[0], PREC_ASSIGN);
    buf_add(g->out, ", ");
    kernel_expr(g, e->args.at[1], PREC_ASSIGN);
    buf_char(g->out, ')');
}

/* By instructions of the processor, as far as clang has functions for them: all lanes of four
 * bytes at once, or halves of eight. */
static void print_instructions(struct kernel_gen *g, const struct type *t, bool store)
{
    bool wide = t->base->size == 8;
    const char *number = wide ? "long" : "int";

    buf_add(&g->helpers, "#if defined __clang__ && defined __AVX512F__ && defined __AVX512DQ__\n"
                         "    int m = (ushort)__builtin_ia32_cvtd2mask512(n);\n");
    buf_printf(&g->helpers, store ? "    %s16 w = as_%s16(v);\n" : "    %s16 w;\n", number, number);
    for (int half = 0; half < (wide ? 2 : 1); half++) {
        const char *part = !wide ? "" : half ? ".hi" : ".lo";
        const char *mask = half ? "m >> 8" : "m";
        if (store)
            buf_printf(&g->helpers,
                       "    __builtin_ia32_scattersiv%s((void *)(size_t)p, (%s)(%s), at%s, w%s, "
                       "%d);\n",
                       wide ? "8di" : "16si", wide ? "uchar" : "ushort", mask, part, part,
                       wide ? 8 : 4);
        else
            buf_printf(&g->helpers,
                       "    w%s = __builtin_ia32_gathersiv%s((%s%d)(0), (const void *)(size_t)p, "
                       "at%s, (%s)(%s), %d);\n",
                       part, wide ? "8di" : "16si", number, wide ? 8 : 16, part,
                       wide ? "uchar" : "ushort", mask, wide ? 8 : 4);
    }
    if (!store)
        buf_printf(&g->helpers, "    return as_%s16(w);\n",
                   kernel_type(g, t->base, (struct loc){0, 0}));
}

/* The same of processors with AVX2 alone, which have no instruction that stores: lane by lane. */
static void print_short(struct kernel_gen *g, const struct type *t, bool store)
{
    static const char *const quarters[] = {"lo.lo", "lo.hi", "hi.lo", "hi.hi"};
    bool wide = t->base->size == 8;
    const char *element = kernel_type(g, t->base, (struct loc){0, 0});

    buf_add(&g->helpers, "#elif defined __clang__ && defined __AVX2__\n");
    if (store) {
        buf_printf(&g->helpers,
                   "    int m = __builtin_ia32_movmskps256(as_float8(n.lo)) | "
                   "__builtin_ia32_movmskps256(as_float8(n.hi)) << 8;\n"
                   "    for (; m; m &= m - 1)\n        p[((int *)&at)[__builtin_ctz(m)]] = ((%s "
                   "*)&v)[__builtin_ctz(m)];\n",
                   element);
        return;
    }
    buf_printf(&g->helpers, "    %s16 v;\n", element);
    for (int k = 0; k < (wide ? 4 : 2); k++) {
        const char *part = wide ? quarters[k] : k ? "hi" : "lo";
        buf_printf(&g->helpers,
                   wide ? "    v.%s = as_%s4(__builtin_ia32_gatherd_q256((long4)(0), (const long "
                          "*)(size_t)p, at.%s, convert_long4(n.%s), 8));\n"
                        : "    v.%s = as_%s8(__builtin_ia32_gatherd_d256((int8)(0), (const int "
                          "*)(size_t)p, at.%s, n.%s, 4));\n",
                   part, element, part, part);
    }
    buf_add(&g->helpers, "    return v;\n");
}

const char *kernel_memory_name(const char *word)
{
    return !strcmp(word, "__global")     ? ""
           : !strcmp(word, "__constant") ? "table_"
           : !strcmp(word, "__private")  ? "own_"
           : !strcmp(word, "__local")    ? "tile_"
                                         : "constant_";
}

/* The function that loads (stores) the elements of the lanes where n is -1. */
static const char *gather_helper(struct kernel_gen *g, const struct type *t, const char *memory,
                                 bool store, struct loc loc)
{
    const char *vector = kernel_vector_type(g, t, loc), *element = kernel_type(g, t->base, loc);
    const char *name = arena_printf(&g->c->arena, "ampc_%s%s_%s%s", store ? "scatter" : "gather",
                                    kernel_lanes_number(g, t), kernel_memory_name(memory), element);
    bool has_instructions = t->length == 16;

    kernel_lanes_memory(g, t, loc);
    if (!kernel_once(g, name))
        return name;
    buf_printf(&g->helpers, "static %s %s(%s ampc_some1_%s *p, int%lld at, int%lld n%s%s)\n{\n",
               store ? "void" : vector, name, memory, element, t->length, t->length,
               store ? ", " : "", store ? arena_printf(&g->c->arena, "%s v", vector) : "");
    if (has_instructions) {
        print_instructions(g, t, store);
        print_short(g, t, store);
        buf_add(&g->helpers, "#else\n");
    }
    if (!store)
        buf_printf(&g->helpers, "    %s v = (%s)(0);\n", vector, vector);
    buf_printf(&g->helpers,
               "    for (int k = %lld; k >= 0; k--)\n        if (((int *)&n)[k])\n"
               "            %s;\n",
               t->length - 1,
               store ? arena_printf(&g->c->arena, "p[((int *)&at)[k]] = ((%s *)&v)[k]", element)
                     : arena_printf(&g->c->arena, "((%s *)&v)[k] = p[((int *)&at)[k]]", element));
    buf_printf(&g->helpers, "%s%s}\n", store ? "" : "    return v;\n",
               has_instructions ? "#endif\n" : "");
    return name;
}

void kernel_lanes_gather(struct kernel_gen *g, const struct expr *e)
{
    bool store = e->amp == AMP_LANES_SCATTER;
    const struct expr *a = e->args.at[0];
    const struct type *t = store ? e->args.at[3]->type : e->type;
    const char *memory = kernel_memory_word(g, a);

    buf_printf(g->out, "%s((%s ampc_some1_%s *)&", gather_helper(g, t, memory, store, e->loc),
               memory, kernel_type(g, t->base, e->loc));
    kernel_expr(g, a, PREC_UNARY);
    for (int k = 1; k < e->args.n; k++) {
        buf_add(g->out, ", ");
        kernel_expr(g, e->args.at[k], PREC_ASSIGN);
    }
    buf_char(g->out, ')');
}
