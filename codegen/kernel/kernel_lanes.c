/* kernel_lanes.c - blocks of threads (optimize/): the values of several threads as vectors.
 *
 * Example: the lanes' elements at b(k, j) are printed as
 * `*(__global ampc_lanes_float *)&u_b.p[u_k * u_b.s0 + u_j]`, 16 elements from there on. */
#include "codegen/kernel/kernel_lanes.h"

const char *kernel_vector_type(struct kernel_gen *g, const struct type *t, struct loc loc)
{
    return arena_printf(&g->c->arena, "%s%lld", kernel_type(g, t->base, loc), t->length);
}

const char *kernel_lanes_number(struct kernel_gen *g, const struct type *t)
{
    return t->length == 16 ? "" : arena_printf(&g->c->arena, "%lld", t->length);
}

/* A vector in memory that has the alignment of its elements, and may alias other types. */
static const char *memory_type(struct kernel_gen *g, const struct type *t, struct loc loc)
{
    const char *element = kernel_type(g, t->base, loc);
    const char *name =
        arena_printf(&g->c->arena, "ampc_lanes%s_%s", kernel_lanes_number(g, t), element);

    if (kernel_once(g, name))
        buf_printf(&g->types, "typedef %s %s __attribute__((aligned(%lld), may_alias));\n",
                   kernel_vector_type(g, t, loc), name, t->base->size);
    return name;
}

const char *kernel_memory_word(struct kernel_gen *g, const struct expr *element)
{
    const struct expr *part = expr_evaluated(element), *view;
    enum space space;

    for (;;) /* of a struct */
        if (part->kind == EXPR_MEMBER && part->member)
            part = expr_evaluated(part->a);
        else if (part->kind == EXPR_SUBSCRIPT && expr_is_decay(expr_evaluated(part->a)))
            part = expr_evaluated(expr_evaluated(part->a)->a);
        else
            break;
    view = expr_evaluated(part->a);
    if (part->amp != AMP_VIEW_ELEMENT) { /* of a C array */
        space = kernel_object_space(g, element);
        return space == SPACE_CONSTANT ? "__constant"
               : space == SPACE_GLOBAL ? "__global"
               : space == SPACE_LOCAL  ? "__local"
                                       : "__private";
    }
    while (view->amp == AMP_VIEW_ROW)
        view = expr_evaluated(view->a);
    return kernel_constant(g, view) >= 0 ? "ampc_constant" : "__global";
}

static void print_steps(struct kernel_gen *g, const struct expr *e)
{
    buf_printf(g->out, "(%s)(", kernel_vector_type(g, e->type, e->loc));
    for (int k = 0; k < e->type->length; k++)
        buf_printf(g->out, "%s%lld", k ? ", " : "", k * e->args.at[0]->value);
    buf_char(g->out, ')');
}

void kernel_lanes_memory(struct kernel_gen *g, const struct type *t, struct loc loc)
{
    const char *element = kernel_type(g, t->base, loc);

    if (!kernel_once(g, arena_printf(&g->c->arena, "ampc_some1_%s", element)))
        return;
    for (int n = 16; n; n /= 2) {
        buf_printf(&g->types, "typedef %s", element);
        if (n > 1)
            buf_printf(&g->types, "%d", n);
        buf_printf(&g->types, " ampc_some%d_%s __attribute__((aligned(%lld), may_alias));\n", n,
                   element, t->base->size);
    }
}

/* Whether any, or all, of a vector's lanes are -1; others are 0. OpenCL's functions look at lane by
 * lane. */
static const char *test_helper(struct kernel_gen *g, enum amp_op op, const struct type *t)
{
    const char *join = op == AMP_LANES_ANY ? "|" : "&", *from = "m";
    const char *name =
        arena_printf(&g->c->arena, "ampc_%s%s", op == AMP_LANES_ANY ? "any_lane" : "all_lanes",
                     kernel_lanes_number(g, t));

    if (!kernel_once(g, name))
        return name;
    buf_printf(&g->helpers, "static int %s(int%lld m)\n{\n", name, t->length);
    for (long long n = t->length / 2; n > 1; n /= 2) {
        const char *half = arena_printf(&g->c->arena, "m%lld", n);
        buf_printf(&g->helpers, "    int%lld %s = %s.lo %s %s.hi;\n", n, half, from, join, from);
        from = half;
    }
    buf_printf(&g->helpers, "    return %s.x %s %s.y;\n}\n", from, join, from);
    return name;
}

/* Processors that load and store some lanes by one instruction: clang has functions for that. */
static void some_masked(struct kernel_gen *g, const struct type *t, bool count, bool store)
{
    bool wide = t->base->size == 8;
    const char *name = wide ? "di512_mask" : "si512_mask", *lanes = wide ? "uchar" : "ushort";
    const char *number = wide ? "long" : "int";

    buf_add(&g->helpers, "#if defined __clang__ && defined __AVX512F__ && defined __AVX512DQ__\n");
    buf_printf(&g->helpers, "    int m = %s;\n",
               count ? "(1 << n) - 1" : "(ushort)__builtin_ia32_cvtd2mask512(n)");
    if (store)
        buf_printf(&g->helpers, "    %s16 w = as_%s16(v);\n", number, number);
    else
        buf_printf(&g->helpers, "    %s16 w;\n", number);
    for (int half = 0; half < (wide ? 2 : 1); half++) {
        const char *part = !wide ? "w" : half ? "w.hi" : "w.lo";
        const char *mask = half ? "m >> 8" : "m";
        buf_add(&g->helpers, "    ");
        if (store)
            buf_printf(&g->helpers,
                       "__builtin_ia32_storedqu%s((%s *)(size_t)(p + %d), %s, (%s)(%s));\n", name,
                       number, half * 8, part, lanes, mask);
        else
            buf_printf(&g->helpers,
                       "%s = __builtin_ia32_loaddqu%s((const %s *)(size_t)(p + %d), (%s%d)(0), "
                       "(%s)(%s));\n",
                       part, name, number, half * 8, number, wide ? 8 : 16, lanes, mask);
    }
    buf_printf(&g->helpers, "    return%s;\n",
               store ? ""
                     : arena_printf(&g->c->arena, " as_%s16(w)",
                                    kernel_type(g, t->base, (struct loc){0, 0})));
}

/* The same of processors with AVX alone, which load some lanes by one instruction, too. They store
 * whole halves, or lane by lane: AMD's take longer for a store of some lanes than for eight of
 * them. */
static void some_halves(struct kernel_gen *g, const struct type *t, const char *memory, bool count,
                        bool store)
{
    static const char *const quarters[] = {"lo.lo", "lo.hi", "hi.lo", "hi.hi"};
    bool wide = t->base->size == 8;
    const char *element = kernel_type(g, t->base, (struct loc){0, 0});

    buf_add(&g->helpers, "#elif defined __clang__ && defined __AVX__\n");
    if (store) {
        buf_printf(&g->helpers,
                   "    int m = __builtin_ia32_movmskps256(as_float8(n.lo));\n"
                   "    int h = __builtin_ia32_movmskps256(as_float8(n.hi));\n"
                   "    if (m == 255)\n        *(%s ampc_some8_%s *)p = v.lo, m = 0;\n"
                   "    if (h == 255)\n        *(%s ampc_some8_%s *)(p + 8) = v.hi, h = 0;\n"
                   "    for (m |= h << 8; m; m &= m - 1)\n"
                   "        p[__builtin_ctz(m)] = ((%s *)&v)[__builtin_ctz(m)];\n    return;\n",
                   memory, element, memory, element, element);
        return;
    }
    buf_printf(&g->helpers, "    %s16 v;\n", element);
    if (count)
        buf_add(&g->helpers, "    int16 l = (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, "
                             "14, 15) < (int16)(n);\n");
    for (int k = 0; k < (wide ? 4 : 2); k++)
        buf_printf(&g->helpers,
                   wide ? "    v.%s = as_%s4(__builtin_ia32_maskloadpd256((const double4 "
                          "*)(size_t)(p + %d), convert_long4(%s.%s)));\n"
                        : "    v.%.2s = as_%s8(__builtin_ia32_maskloadps256((const float8 "
                          "*)(size_t)(p + %d), %s.%.2s));\n",
                   quarters[wide ? k : 2 * k], element, k * (wide ? 4 : 8), count ? "l" : "n",
                   quarters[wide ? k : 2 * k]);
    buf_add(&g->helpers, "    return v;\n");
}

/* The first n elements, in pieces. */
static void some_pieces(struct kernel_gen *g, const char *element, const char *memory, bool store,
                        long long lanes)
{
    for (long long n = lanes; n; n /= 2) {
        const char *type = arena_printf(&g->c->arena, "ampc_some%lld_%s", n, element);
        const char *far = arena_printf(&g->c->arena, "*(%s %s *)p", memory, type);
        const char *near = arena_printf(&g->c->arena, "*(%s *)t", type);
        buf_printf(&g->helpers, "    if (n & %lld) {\n        %s = %s;\n", n, store ? far : near,
                   store ? near : far);
        buf_printf(&g->helpers, "        p += %lld;\n        t += %lld;\n    }\n", n, n);
    }
}

/* The elements whose lanes run: all at once, or each. */
static void some_each(struct kernel_gen *g, const char *element, const char *memory, bool store,
                      const struct type *t)
{
    const char *far =
        arena_printf(&g->c->arena, "*(%s ampc_some%lld_%s *)p", memory, t->length, element);

    buf_printf(&g->helpers, "    if (%s(n)) {\n        %s = %s;\n    } else {\n",
               test_helper(g, AMP_LANES_ALL, t), store ? far : "v", store ? "v" : far);
    buf_printf(&g->helpers,
               "        for (int k = %lld; k >= 0; k--)\n            if (((int *)&n)[k])\n"
               "                %s;\n    }\n",
               t->length - 1, store ? "p[k] = t[k]" : "t[k] = p[k]");
}

/* The function that loads (stores) the first n elements of a vector, or those that mask n says. */
static const char *some_helper(struct kernel_gen *g, const struct type *t, const char *memory,
                               bool count, bool store, struct loc loc)
{
    const char *vector = kernel_vector_type(g, t, loc), *element = kernel_type(g, t->base, loc);
    const char *name = arena_printf(&g->c->arena, "ampc_%s%s_%s%s%s", store ? "put" : "some",
                                    kernel_lanes_number(g, t), count ? "" : "lanes_",
                                    kernel_memory_name(memory), element);
    bool has_instructions = t->base->size >= 4 && t->length == 16;
    const char *second = count ? "int" : arena_printf(&g->c->arena, "int%lld", t->length);

    kernel_lanes_memory(g, t, loc);
    if (!count)
        test_helper(g, AMP_LANES_ALL, t);
    if (!kernel_once(g, name))
        return name;
    buf_printf(&g->helpers, "static %s %s(%s ampc_some1_%s *p, %s n%s%s)\n{\n",
               store ? "void" : vector, name, memory, element, second, store ? ", " : "",
               store ? arena_printf(&g->c->arena, "%s v", vector) : "");
    if (has_instructions) {
        some_masked(g, t, count, store);
        if (!count || !store)
            some_halves(g, t, memory, count, store);
        buf_add(&g->helpers, "#else\n");
    }
    if (!store)
        buf_printf(&g->helpers, "    %s v = (%s)(0);\n", vector, vector);
    buf_printf(&g->helpers, "    ampc_some1_%s *t = (ampc_some1_%s *)&v;\n", element, element);
    if (count)
        some_pieces(g, element, memory, store, t->length);
    else
        some_each(g, element, memory, store, t);
    buf_printf(&g->helpers, "%s%s}\n", store ? "" : "    return v;\n",
               has_instructions ? "#endif\n" : "");
    return name;
}

static void print_some(struct kernel_gen *g, const struct expr *e)
{
    const struct expr *a = e->args.at[0], *v = e->args.n > 2 ? e->args.at[2] : e;
    bool count = e->args.at[1]->type->kind != TYPE_VECTOR;
    const char *memory = kernel_memory_word(g, a);

    buf_printf(g->out, "%s((%s ampc_some1_%s *)&",
               some_helper(g, v->type, memory, count, e->args.n > 2, e->loc), memory,
               kernel_type(g, v->type->base, e->loc));
    kernel_expr(g, a, PREC_UNARY);
    for (int k = 1; k < e->args.n; k++) {
        buf_add(g->out, ", ");
        kernel_expr(g, e->args.at[k], PREC_ASSIGN);
    }
    buf_char(g->out, ')');
}

/* name(args) */
static void print_call(struct kernel_gen *g, const char *name, const struct expr *e)
{
    buf_printf(g->out, "%s(", name);
    for (int k = 0; k < e->args.n; k++) {
        buf_add(g->out, k ? ", " : "");
        kernel_expr(g, e->args.at[k], PREC_ASSIGN);
    }
    buf_char(g->out, ')');
}

/* Asks for the memory of 16 elements, which may be none: nothing is read. They may begin within a
 * line of memory. */
static void print_ahead(struct kernel_gen *g, const struct expr *element, bool end)
{
    long long bytes = element->type->size * 16, line = 64;

    if (kernel_once(g, "ampc_ahead"))
        buf_add(
            &g->types,
            "#if defined __clang__ && defined __x86_64__\n"
            "#define ampc_ahead(p, at) __builtin_prefetch((const char *)(size_t)(p) + at, 0, 2)\n"
            "#else\n#define ampc_ahead(p, at) (void)0\n#endif\n");
    for (long long at = 0; at < (end ? bytes + line : bytes); at += line) {
        buf_add(g->out, at ? ", ampc_ahead(&" : "ampc_ahead(&");
        kernel_expr(g, element, PREC_UNARY);
        buf_printf(g->out, ", %lld)", at < bytes ? at : bytes - 1);
    }
}

void kernel_lanes(struct kernel_gen *g, const struct expr *e, int prec)
{
    const struct expr *a = e->args.at[0];
    bool opened = kernel_open(g, PREC_UNARY, prec);

    if (e->amp == AMP_LANES_AT) {
        buf_printf(g->out, "*(%s %s *)&", kernel_memory_word(g, a),
                   memory_type(g, e->type, e->loc));
        kernel_expr(g, a, PREC_UNARY);
    } else if (e->amp == AMP_LANES_FILL) {
        buf_printf(g->out, "(%s)(", kernel_vector_type(g, e->type, e->loc));
        kernel_expr(g, a, PREC_ASSIGN);
        buf_char(g->out, ')');
    } else if (e->amp == AMP_LANES_STEPS) {
        print_steps(g, e);
    } else if (e->amp == AMP_LANES_LANE) {
        buf_printf(g->out, "((%s *)&", kernel_type(g, e->type, e->loc));
        kernel_expr(g, a, PREC_UNARY);
        buf_add(g->out, ")[");
        kernel_expr(g, e->args.at[1], PREC_ASSIGN);
        buf_char(g->out, ']');
    } else if (e->amp == AMP_LANES_CONVERT) {
        print_call(
            g, arena_printf(&g->c->arena, "convert_%s", kernel_vector_type(g, e->type, e->loc)), e);
    } else if (e->amp == AMP_LANES_AHEAD) {
        print_ahead(g, a, e->args.at[1]->value);
    } else if (e->amp == AMP_LANES_SOME || e->amp == AMP_LANES_PUT) {
        print_some(g, e);
    } else if (e->amp == AMP_LANES_GATHER || e->amp == AMP_LANES_SCATTER) {
        kernel_lanes_gather(g, e);
    } else if (e->amp == AMP_LANES_QUOTIENT || e->amp == AMP_LANES_REMAINDER) {
        kernel_lanes_divide(g, e);
    } else if (e->amp == AMP_LANES_ANY || e->amp == AMP_LANES_ALL) {
        print_call(g, test_helper(g, e->amp, a->type), e);
    } else if (e->amp == AMP_LANES_TURN) {
        print_call(g, kernel_lanes_turn(g, a->type->base, e->loc), e);
    } else {
        print_call(g,
                   e->amp == AMP_LANES_SELECT
                       ? "select"
                       : kernel_own_function(g, e->name, kernel_vector_type(g, e->type, e->loc),
                                             SPACE_NONE),
                   e);
    }
    kernel_close(g, opened);
}
