/* kernel_lanes.c - blocks of threads (optimize/): the values of several threads as vectors, and the
 * frame of a kernel whose work-items do a block each.
 *
 * Example: the lanes' elements at b(k, j) are printed as
 * `*(__global ampc_lanes_float *)&u_b.p[u_k * u_b.s0 + u_j]`, 16 elements from there on; the block
 * at the domain's edge as loops over its threads. */
#include "codegen/kernel/kernel.h"
#include "optimize/optimize.h"

const char *kernel_vector_type(struct kernel_gen *g, const struct type *t, struct loc loc)
{
    return arena_printf(&g->c->arena, "%s%lld", kernel_type(g, t->base, loc), t->length);
}

/* A vector in memory that has the alignment of its elements, and may alias other types. */
static const char *memory_type(struct kernel_gen *g, const struct type *t, struct loc loc)
{
    const char *element = kernel_type(g, t->base, loc);
    const char *name = arena_printf(&g->c->arena, "ampc_lanes_%s", element);

    if (kernel_once(g, name))
        buf_printf(&g->types, "typedef %s %s __attribute__((aligned(%lld), may_alias));\n",
                   kernel_vector_type(g, t, loc), name, t->base->size);
    return name;
}

const char *kernel_memory_word(struct kernel_gen *g, const struct expr *element)
{
    const struct expr *view = expr_evaluated(element->a);

    if (element->amp != AMP_VIEW_ELEMENT) /* of a C array */
        return kernel_object_space(g, element) == SPACE_CONSTANT ? "__constant" : "__private";
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

/* Whether any, or all, of 16 lanes are -1; others are 0. OpenCL's functions look at lane by lane.
 */
static const char *test_helper(struct kernel_gen *g, enum amp_op op)
{
    const char *name = op == AMP_LANES_ANY ? "ampc_any_lane" : "ampc_all_lanes", *join = "&";

    if (op == AMP_LANES_ANY)
        join = "|";
    if (kernel_once(g, name))
        buf_printf(&g->helpers,
                   "static int %s(int16 m)\n{\n    int8 a = m.lo %s m.hi;\n    int4 b = a.lo %s "
                   "a.hi;\n    int2 c = b.lo %s b.hi;\n    return c.x %s c.y;\n}\n",
                   name, join, join, join, join);
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
static void some_halves(struct kernel_gen *g, const struct type *t, bool count, bool store)
{
    static const char *const quarters[] = {"lo.lo", "lo.hi", "hi.lo", "hi.hi"};
    bool wide = t->base->size == 8;
    const char *element = kernel_type(g, t->base, (struct loc){0, 0});

    buf_add(&g->helpers, "#elif defined __clang__ && defined __AVX__\n");
    if (store) {
        buf_printf(&g->helpers,
                   "    int m = __builtin_ia32_movmskps256(as_float8(n.lo));\n"
                   "    int h = __builtin_ia32_movmskps256(as_float8(n.hi));\n"
                   "    if (m == 255)\n        *(__global ampc_some8_%s *)p = v.lo, m = 0;\n"
                   "    if (h == 255)\n        *(__global ampc_some8_%s *)(p + 8) = v.hi, h = 0;\n"
                   "    for (m |= h << 8; m; m &= m - 1)\n"
                   "        p[__builtin_ctz(m)] = ((%s *)&v)[__builtin_ctz(m)];\n    return;\n",
                   element, element, element);
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
static void some_pieces(struct kernel_gen *g, const char *element, const char *memory, bool store)
{
    for (int n = 16; n; n /= 2) {
        const char *type = arena_printf(&g->c->arena, "ampc_some%d_%s", n, element);
        const char *far = arena_printf(&g->c->arena, "*(%s %s *)p", memory, type);
        const char *near = arena_printf(&g->c->arena, "*(%s *)t", type);
        buf_printf(&g->helpers, "    if (n & %d) {\n        %s = %s;\n", n, store ? far : near,
                   store ? near : far);
        buf_printf(&g->helpers, "        p += %d;\n        t += %d;\n    }\n", n, n);
    }
}

/* The elements whose lanes run: all at once, or each. */
static void some_each(struct kernel_gen *g, const char *element, const char *memory, bool store)
{
    const char *far = arena_printf(&g->c->arena, "*(%s ampc_some16_%s *)p", memory, element);

    buf_printf(&g->helpers, "    if (%s(n)) {\n        %s = %s;\n    } else {\n",
               test_helper(g, AMP_LANES_ALL), store ? far : "v", store ? "v" : far);
    buf_printf(&g->helpers,
               "        for (int k = 15; k >= 0; k--)\n            if (((int *)&n)[k])\n"
               "                %s;\n    }\n",
               store ? "p[k] = t[k]" : "t[k] = p[k]");
}

/* The function that loads (stores) the first n elements of a vector, or those that mask n says. */
static const char *some_helper(struct kernel_gen *g, const struct type *t, const char *memory,
                               bool count, bool store, struct loc loc)
{
    const char *vector = kernel_vector_type(g, t, loc), *element = kernel_type(g, t->base, loc);
    const char *name =
        arena_printf(&g->c->arena, "ampc_%s_%s%s%s", store ? "put" : "some", count ? "" : "lanes_",
                     memory[0] == '_' ? "" : "constant_", element);

    kernel_lanes_memory(g, t, loc);
    if (!count)
        test_helper(g, AMP_LANES_ALL);
    if (!kernel_once(g, name))
        return name;
    buf_printf(&g->helpers, "static %s %s(%s ampc_some1_%s *p, %s n%s%s)\n{\n",
               store ? "void" : vector, name, memory, element, count ? "int" : "int16",
               store ? ", " : "", store ? arena_printf(&g->c->arena, "%s v", vector) : "");
    if (t->base->size >= 4) {
        some_masked(g, t, count, store);
        if (!count || !store)
            some_halves(g, t, count, store);
        buf_add(&g->helpers, "#else\n");
    }
    if (!store)
        buf_printf(&g->helpers, "    %s v = (%s)(0);\n", vector, vector);
    buf_printf(&g->helpers, "    ampc_some1_%s *t = (ampc_some1_%s *)&v;\n", element, element);
    if (count)
        some_pieces(g, element, memory, store);
    else
        some_each(g, element, memory, store);
    buf_printf(&g->helpers, "%s%s}\n", store ? "" : "    return v;\n",
               t->base->size >= 4 ? "#endif\n" : "");
    return name;
}

/* Of 16 lanes: all at once. */
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
        print_call(g, test_helper(g, e->amp), e);
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

/* ---- the frame ---- */

/* The threads of a block in dimension k. */
static int block_size(const struct block_kernel *b, int k)
{
    int rank = b->launch->rank;

    return k == rank - 1 ? b->columns : k == rank - 2 ? b->rows : 1;
}

/* The same as text; in a frame for panels (optimize/panels.c) sizes are variables. */
static const char *size_text(struct kernel_gen *g, const struct block_kernel *b, int k, bool panels)
{
    if (panels && k >= b->launch->rank - 2)
        return k == b->launch->rank - 1 ? "ampc_wide" : "ampc_high";
    return arena_printf(&g->c->arena, "%d", block_size(b, k));
}

/* Where the block begins in dimension k, and how many threads it has there; of a run, some of its
 * blocks. */
static const char *part_begin(struct kernel_gen *g, const struct block_kernel *b, int k)
{
    bool in_run = b->run > 1 && k == b->launch->rank - 1;

    return in_run ? "(int)ampc_at" : arena_printf(&g->c->arena, "(int)ampc_%d", k);
}

static const char *part_size(struct kernel_gen *g, const struct block_kernel *b, int k)
{
    bool in_run = b->run > 1 && k == b->launch->rank - 1;

    return in_run ? "(int)(ampc_next - ampc_at)"
                  : arena_printf(&g->c->arena, "%d", block_size(b, k));
}

/* Rows beyond four at a time are done as lines. */
enum { LINES_BEHIND = 1 };

static const char *index_name(struct kernel_gen *g, const struct block_kernel *b, int k)
{
    return kernel_user_name(g, b->index[k]->name);
}

static void print_threads(struct kernel_gen *g, const struct block_kernel *b, bool panels)
{
    for (int k = 0; k < b->launch->rank; k++) {
        const char *name = index_name(g, b, k);
        buf_printf(
            g->out,
            "            for (int %s = (int)ampc_%d; %s < ampc_extent.c[%d] && %s - ampc_%d < "
            "(ampc_one ? 1 : %s); %s++)\n",
            name, k, name, k, name, k, size_text(g, b, k, panels), name);
    }
}

static void print_body(struct kernel_gen *g, struct stmt *body)
{
    struct buf text = {0}, *out = g->out;

    g->out = &text;
    buf_add(&text, "            {\n");
    kernel_block(g, body);
    g->out = out;
    buf_add(out, text.at);
    buf_add(out, "            }\n");
    buf_free(&text);
}

/* The work of a whole block: at once, or where vectors are shorter some of its rows after the
 * others. */
static void print_work(struct kernel_gen *g, const struct block_kernel *b)
{
    int rank = b->launch->rank, each = b->part_rows * (rank > 1 ? 1 : 16);
    const char *name = index_name(g, b, rank > 1 ? rank - 2 : rank - 1);

    if (!b->part) {
        print_body(g, b->all);
        return;
    }
    buf_add(g->out, "#ifdef AMPC_LONG_VECTORS\n");
    print_body(g, b->all);
    buf_printf(g->out,
               "#else\n            for (int ampc_part = 0; ampc_part < %d; ampc_part += %d, %s += "
               "%d)\n",
               rank > 1 ? b->rows : b->columns, each, name, each);
    print_body(g, b->part);
    buf_add(g->out, "#endif\n");
}

/* Whole blocks: one, of a run, or a pair. */
static void print_all(struct kernel_gen *g, const struct block_kernel *b, struct stmt *work)
{
    for (int k = 0; k < b->launch->rank; k++)
        buf_printf(g->out, "            int %s = %s;\n", index_name(g, b, k), part_begin(g, b, k));
    if (work == b->all)
        print_work(g, b);
    else
        print_body(g, work);
}

/* Some rows, by 'count' lanes, as long as there are so many. */
static void print_some_rows(struct kernel_gen *g, const struct block_kernel *b, int n)
{
    int last = b->launch->rank - 1;
    const char *row = last > 0 ? index_name(g, b, last - 1) : "";

    if (!b->edge[n])
        return;
    if (last > 0)
        buf_printf(g->out, "            for (; %s <= ampc_rows - %d; %s += %d)\n", row, 1 << n, row,
                   1 << n);
    print_body(g, b->edge[n]);
}

/* The last rows of the domain in lines, each by the first of the blocks beside each other that it
 * is as long as. */
static void print_lines(struct kernel_gen *g, const struct block_kernel *b, bool panels)
{
    int last = b->launch->rank - 1;
    const char *row = index_name(g, b, last - 1);

    buf_printf(
        g->out,
        "            if (ampc_extent.c[%d] - ampc_%d < %s && ampc_extent.c[%d] - ampc_at / %d "
        "* %d >= %d) {\n",
        last - 1, last - 1, size_text(g, b, last - 1, panels), last, BLOCK_LINE, BLOCK_LINE,
        BLOCK_LINE);
    buf_printf(g->out,
               "            for (; %s < ampc_rows; %s++)\n            if (ampc_at %% %d == 0)\n",
               row, row, BLOCK_LINE);
    print_body(g, b->line);
    buf_add(g->out, "            }\n");
}

/* Each of a pair of blocks, as far as it is whole. */
static void print_ones(struct kernel_gen *g, const struct block_kernel *b, const char *row)
{
    buf_printf(
        g->out,
        "            if (%s == 16)\n            for (; %s <= ampc_rows - %d; %s += %d)\n"
        "            {\n            const int ampc_row = %s;\n            {\n            int "
        "%s = ampc_row;\n",
        kernel_user_name(g, b->count->name), row, b->rows, row, b->rows, row, row);
    print_work(g, b);
    buf_add(g->out, "            }\n            }\n");
}

/* The threads of the rows one after the other, where they are no vectors at the edge. */
static void print_single(struct kernel_gen *g, const struct block_kernel *b)
{
    int last = b->launch->rank - 1;
    const char *row = index_name(g, b, last - 1), *name = index_name(g, b, last);

    buf_printf(g->out,
               "            for (; %s < ampc_rows; %s++)\n            for (int %s = (int)ampc_at; "
               "%s - ampc_at < %s; %s++)\n",
               row, row, name, name, kernel_user_name(g, b->count->name), name);
    print_body(g, b->one);
}

/* 'count' lanes of the block's rows that are in the domain, some rows together. */
static void print_rows(struct kernel_gen *g, const struct block_kernel *b, bool panels)
{
    int last = b->launch->rank - 1;
    const char *row = last > 0 ? index_name(g, b, last - 1) : "";

    for (int k = 0; k < last - 1; k++)
        buf_printf(g->out, "            int %s = (int)ampc_%d;\n", index_name(g, b, k), k);
    if (last > 0)
        buf_printf(g->out,
                   "            int %s = (int)ampc_%d, ampc_rows = (int)min(ampc_extent.c[%d] - "
                   "ampc_%d, (long)%s) + %s;\n",
                   row, last - 1, last - 1, last - 1, size_text(g, b, last - 1, panels), row);
    if (panels) /* parts have done the others */
        buf_printf(g->out, "            if (%s == 16)\n                %s += %s * %d;\n",
                   kernel_user_name(g, b->count->name), row, kernel_user_name(g, b->down->name),
                   b->panel_rows);
    else if (b->pair)
        print_ones(g, b, row);
    if (!b->edge[0])
        print_single(g, b);
    for (int n = last > 0 ? BLOCK_EDGES - 1 : 0; n >= 0; n--) {
        print_some_rows(g, b, n);
        if (n == LINES_BEHIND && b->line)
            print_lines(g, b, panels);
    }
}

/* The block at the domain's edge, 16 lanes or fewer at a time. */
static void print_edge(struct kernel_gen *g, const struct block_kernel *b, bool panels)
{
    int last = b->launch->rank - 1;
    const char *name = index_name(g, b, last);

    buf_printf(g->out,
               "        %sif (!ampc_one) {\n            const long ampc_end = "
               "min((long)ampc_extent.c[%d], ampc_%d + %s);\n            for (long ampc_at = "
               "ampc_%d; ampc_at < ampc_end; ampc_at += 16)\n            {\n            int %s = "
               "(int)ampc_at, %s = (int)min(ampc_end - ampc_at, 16L);\n",
               b->pair || panels ? "" : "} else ", last, last, size_text(g, b, last, panels), last,
               name, kernel_user_name(g, b->count->name));
    print_rows(g, b, panels);
    buf_add(g->out, "            }\n");
}

/* Two blocks beside each other, or each by itself as the edge. */
static void print_pair(struct kernel_gen *g, const struct block_kernel *b)
{
    buf_add(g->out, "#ifdef AMPC_LONG_VECTORS\n        if (ampc_all) {\n");
    print_all(g, b, b->pair);
    buf_add(g->out, "        } else\n#endif\n");
    print_edge(g, b, false);
}

/* Sets 'outside' if some thread of the block does not do its work. */
static void print_guard(struct kernel_gen *g, const struct block_kernel *b)
{
    for (int k = 0; k < b->launch->rank; k++) {
        const char *name = index_name(g, b, k), *size = part_size(g, b, k);
        bool ends = b->convex && block_size(b, k) > 1;
        buf_printf(g->out, "            for (int %s = %s; %s - %s < %s; %s += %s%s)\n", name,
                   part_begin(g, b, k), name, part_begin(g, b, k), size, name, ends ? size : "1",
                   ends ? " - 1" : "");
    }
    print_body(g, b->guard);
}

/* Sets it if a multiple of a divisor cuts the block. */
static void print_divisors(struct kernel_gen *g, const struct block_kernel *b)
{
    int last = b->launch->rank - 1;
    const char *outside = kernel_user_name(g, b->outside->name), *size = part_size(g, b, last);

    for (int n = 0; n < b->divisor_count; n++) {
        buf_printf(g->out, "        %s = %s || ", outside, outside);
        kernel_expr(g, b->divisors[n], PREC_RELATION);
        buf_printf(g->out, " < %s || %s %% ", size, part_begin(g, b, last));
        kernel_expr(g, b->divisors[n], PREC_MUL);
        buf_add(g->out, " > ");
        kernel_expr(g, b->divisors[n], PREC_ADD);
        buf_printf(g->out, " - %s;\n", size);
    }
}

/* Sets 'outside' if not all threads of the block do its work, or it is no whole one. */
static void print_outside(struct kernel_gen *g, const struct block_kernel *b, const char *partial)
{
    const char *outside = kernel_user_name(g, b->outside->name);

    buf_printf(g->out, "        %s = %s;\n", outside, partial);
    print_divisors(g, b);
    if (b->guard) {
        buf_printf(g->out, "        int %s = 0;\n        if (!%s)\n",
                   kernel_user_name(g, b->sides->name), outside);
        print_guard(g, b);
    }
}

/* Which blocks of a run are done next: all but the first and the last one at once, if that can be,
 * so that nothing is asked between them; or one. */
static void print_next(struct kernel_gen *g, const struct block_kernel *b, int lanes)
{
    const char *outside = kernel_user_name(g, b->outside->name);

    buf_printf(g->out,
               "        ampc_next = ampc_at + %d;\n"
               "        if (ampc_many && ampc_end - ampc_at > %d)\n"
               "            ampc_next = ampc_end - 1 - (ampc_end - 1 - ampc_at) %% %d;\n"
               "        do {\n",
               lanes, 2 * lanes, lanes);
    print_outside(g, b, arena_printf(&g->c->arena, "!ampc_all || ampc_end - ampc_at < %d", lanes));
    buf_printf(g->out,
               "        ampc_many = !%s;\n"
               "        if (ampc_many || ampc_next - ampc_at == %d)\n            break;\n"
               "        ampc_next = ampc_at + %d;\n        } while (1);\n",
               outside, lanes, lanes);
}

/* Blocks beside each other, those that are not whole as the edge. */
static void print_run(struct kernel_gen *g, const struct block_kernel *b)
{
    int last = b->launch->rank - 1, lanes = b->columns / b->run;
    const char *name = index_name(g, b, last);

    buf_printf(g->out,
               "        if (!ampc_one) {\n"
               "        const long ampc_end = min((long)ampc_extent.c[%d], ampc_%d + %d);\n"
               "        int ampc_many = 0;\n"
               "        for (long ampc_at = ampc_%d, ampc_next; ampc_at < ampc_end; ampc_at = "
               "ampc_next) {\n",
               last, last, b->columns, last);
    print_next(g, b, lanes);
    buf_printf(g->out, "        if (!%s) {\n        for (; ampc_at < ampc_next; ampc_at += %d) {\n",
               kernel_user_name(g, b->outside->name), lanes);
    print_all(g, b, b->all);
    buf_printf(
        g->out,
        "        }\n        } else {\n            for (long ampc_part = ampc_at; ampc_part < "
        "min(ampc_next, ampc_end); ampc_part += 16)\n            {\n            int %s = "
        "(int)ampc_part, %s = (int)min(ampc_end - ampc_part, 16L);\n",
        name, kernel_user_name(g, b->count->name));
    print_rows(g, b, false);
    buf_add(g->out, "            }\n        }\n        }\n");
}

/* How many threads a work-item does, of those that the library has started; in parts. */
static void print_panel_sizes(struct kernel_gen *g, const struct block_kernel *b)
{
    static const char *const names[] = {"ampc_wide", "ampc_high"};

    for (int k = 0; k < 2; k++) {
        int in = b->launch->rank - 1 - k, part = k ? b->panel_rows : 16;
        buf_printf(g->out,
                   "        const int %s = (int)((ampc_extent.c[%d] + get_global_size(%d) - 1) / "
                   "get_global_size(%d) + %d) / %d * %d;\n",
                   names[k], in, k, k, part - 1, part, part);
    }
}

/* Where the block begins. The library may have started a work-item for each thread instead, which
 * shows in their number. */
static void print_begin(struct kernel_gen *g, const struct block_kernel *b, bool panels)
{
    int rank = b->launch->rank, whole = b->run > 1 ? rank - 1 : rank;

    buf_add(g->out, "    {\n");
    if (g->unit->program->contracts && !b->launch->uncontracted)
        buf_add(g->out, "#ifdef AMPC_CONTRACT\n#pragma OPENCL FP_CONTRACT ON\n#endif\n");
    buf_add(g->out, "        int ampc_one = ");
    for (int k = 0; k < rank; k++)
        buf_printf(g->out, "%sget_global_size(%d) >= (size_t)ampc_extent.c[%d]", k ? " && " : "",
                   rank - 1 - k, k);
    buf_add(g->out, ";\n");
    if (panels)
        print_panel_sizes(g, b);
    for (int k = 0; k < rank; k++)
        buf_printf(g->out,
                   "        long ampc_%d = (long)get_global_id(%d) * (ampc_one ? 1 : %s);\n", k,
                   rank - 1 - k, size_text(g, b, k, panels));
    buf_add(g->out, "        if (");
    for (int k = 0; k < rank; k++)
        buf_printf(g->out, "%sampc_%d >= ampc_extent.c[%d]", k ? " || " : "", k, k);
    buf_add(g->out, ")\n            return;\n");
    if (panels)
        return;
    buf_add(g->out, "        int ampc_all = !ampc_one");
    for (int k = 0; k < whole; k++)
        buf_printf(g->out, " && ampc_extent.c[%d] - ampc_%d >= %s", k, k,
                   size_text(g, b, k, false));
    buf_printf(g->out, ", %s;\n", kernel_user_name(g, b->outside->name));
}

/* What is left for single threads. */
static void print_end(struct kernel_gen *g, const struct block_kernel *b, bool panels)
{
    buf_add(g->out, "        } else {\n");
    print_threads(g, b, panels);
    print_body(g, b->one);
    buf_add(g->out, "        }\n    }\n");
}

/* Parts below and beside each other, and what of the block is none as the edge. */
static void print_panels(struct kernel_gen *g, const struct block_kernel *b)
{
    int last = b->launch->rank - 1;

    print_begin(g, b, true);
    buf_printf(g->out,
               "        int %s = (int)min(ampc_extent.c[%d] - ampc_%d, (long)ampc_high) / %d, %s = "
               "(int)min(ampc_extent.c[%d] - ampc_%d, (long)ampc_wide) / 16;\n        if "
               "(!ampc_one) {\n",
               kernel_user_name(g, b->down->name), last - 1, last - 1, b->panel_rows,
               kernel_user_name(g, b->across->name), last, last);
    print_all(g, b, b->panels);
    buf_add(g->out, "        }\n");
    print_edge(g, b, true);
    print_end(g, b, true);
}

static void print_blocks(struct kernel_gen *g, const struct block_kernel *b)
{
    print_begin(g, b, false);
    if (b->run > 1) {
        print_run(g, b);
    } else if (b->pair) {
        print_pair(g, b);
    } else {
        print_outside(g, b, "!ampc_all");
        buf_printf(g->out, "        if (!%s) {\n", kernel_user_name(g, b->outside->name));
        print_all(g, b, b->all);
        if (b->edge[0])
            print_edge(g, b, false);
    }
    print_end(g, b, false);
}

void kernel_block_body(struct kernel_gen *g, const struct block_kernel *b)
{
    if (b->panels) {
        buf_add(g->out, "#if !defined AMPC_LONG_VECTORS && !defined AMPC_SHORT\n");
        print_panels(g, b);
        buf_add(g->out, "#else\n");
    }
    print_blocks(g, b);
    if (b->panels)
        buf_add(g->out, "#endif\n");
    g->uses |= AMPC__USES_BLOCKS;
}

const struct block_kernel *kernel_block_of(const struct kernel_gen *g, const struct launch *l)
{
    const struct block_kernel *b = g->unit->blocks ? &g->unit->blocks[l->number] : NULL;

    return b && !b->refused && !g->emulated && !g->checked ? b : NULL;
}
