/* kernel_turn.c - 16 vectors of 16 elements turned: element k of vector i becomes element i of
 * vector k (optimize/strips.c).
 *
 * By steps that clang keeps one instruction each; made of elements, it would not. Processors with
 * 32 registers of 16 floats turn all at once: first what stands in the same quarters of four
 * vectors, then the quarters. Those with 16 registers of 8 floats turn four squares of 8 x 8, each
 * within registers, and exchange the two that are not on the diagonal.
 *
 * Relies on kernel_lanes.c. */
#include "codegen/kernel/kernel_lanes.h"

/* What is picked of two vectors by one instruction: elements within each quarter, or quarters. */
struct pick {
    const char *name;
    int first[4], step; /* of the first four elements; each other four are so many behind these */
};

static void print_picks(struct kernel_gen *g, const struct pick *picks, int n, int width)
{
    for (int k = 0; k < n; k++) {
        buf_printf(&g->helpers, "#define AMPC_%s(a, b) __builtin_shufflevector(a, b",
                   picks[k].name);
        for (int i = 0; i < width; i++)
            buf_printf(&g->helpers, ", %d", picks[k].first[i % 4] + i / 4 * picks[k].step);
        buf_add(&g->helpers, ")\n");
    }
}

static void turn_picks(struct kernel_gen *g)
{
    static const struct pick whole[] = {
        {"PICK_LOW", {0, 16, 1, 17}, 4},  {"PICK_HIGH", {2, 18, 3, 19}, 4},
        {"PICK_LEFT", {0, 1, 16, 17}, 4}, {"PICK_RIGHT", {2, 3, 18, 19}, 4},
        {"PICK_EVEN", {0, 1, 2, 3}, 8},   {"PICK_ODD", {4, 5, 6, 7}, 8}};
    static const struct pick square[] = {
        {"SQUARE_LOW", {0, 8, 1, 9}, 4},  {"SQUARE_HIGH", {2, 10, 3, 11}, 4},
        {"SQUARE_LEFT", {0, 1, 8, 9}, 4}, {"SQUARE_RIGHT", {2, 3, 10, 11}, 4},
        {"SQUARE_EVEN", {0, 1, 2, 3}, 8}, {"SQUARE_ODD", {4, 5, 6, 7}, 8}};

    if (!kernel_once(g, "ampc_turn"))
        return;
    print_picks(g, whole, sizeof whole / sizeof *whole, 16);
    print_picks(g, square, sizeof square / sizeof *square, 8);
}

/* The function that turns a square of 8 x 8 elements, vectors 'by' from each other, and stores its
 * vectors 'step' from each other. */
static void turn_square(struct kernel_gen *g, const char *element)
{
    buf_printf(&g->helpers,
               "#if defined __clang__ && !defined __AVX512F__\n"
               "static void ampc_square_%s(const %s8 *p, int by, %s8 *to, int step)\n{\n"
               "    %s8 a[8], b[8];\n"
               "#pragma unroll\n    for (int k = 0; k < 8; k += 2) {\n"
               "        a[k] = AMPC_SQUARE_LOW(p[k * by], p[k * by + by]);\n"
               "        a[k + 1] = AMPC_SQUARE_HIGH(p[k * by], p[k * by + by]);\n    }\n",
               element, element, element, element);
    buf_add(&g->helpers, "#pragma unroll\n    for (int k = 0; k < 8; k += 4) {\n"
                         "        b[k] = AMPC_SQUARE_LEFT(a[k], a[k + 2]);\n"
                         "        b[k + 1] = AMPC_SQUARE_RIGHT(a[k], a[k + 2]);\n"
                         "        b[k + 2] = AMPC_SQUARE_LEFT(a[k + 1], a[k + 3]);\n"
                         "        b[k + 3] = AMPC_SQUARE_RIGHT(a[k + 1], a[k + 3]);\n    }\n"
                         "#pragma unroll\n    for (int k = 3; k >= 0; k--) {\n"
                         "        to[k * step] = AMPC_SQUARE_EVEN(b[k], b[k + 4]);\n"
                         "        to[(k + 4) * step] = AMPC_SQUARE_ODD(b[k], b[k + 4]);\n"
                         "    }\n}\n#endif\n");
}

/* Four squares, of which the second is kept until the third has been turned. */
static void turn_squares(struct kernel_gen *g, const char *element)
{
    buf_printf(&g->helpers,
               "#if defined __clang__ && !defined __AVX512F__\n    %s8 *h = (%s8 *)t, s[8];\n"
               "    ampc_square_%s(h, 2, h, 2);\n    ampc_square_%s(h + 1, 2, s, 1);\n"
               "    ampc_square_%s(h + 16, 2, h + 1, 2);\n"
               "#pragma unroll\n    for (int k = 7; k >= 0; k--)\n        h[16 + 2 * k] = s[k];\n"
               "    ampc_square_%s(h + 17, 2, h + 17, 2);\n#el",
               element, element, element, element, element, element);
}

/* All at once. */
static void turn_whole(struct kernel_gen *g, const char *vector)
{
    buf_printf(&g->helpers, "if defined __clang__\n    %s s[16];\n", vector);
    buf_printf(
        &g->helpers,
        "#pragma unroll\n    for (int k = 0; k < 16; k += 4) {\n"
        "        %s a = AMPC_PICK_LOW(t[k], t[k + 1]), b = AMPC_PICK_HIGH(t[k], t[k + 1]);\n"
        "        %s c = AMPC_PICK_LOW(t[k + 2], t[k + 3]), d = AMPC_PICK_HIGH(t[k + 2], t[k + "
        "3]);\n"
        "        s[k] = AMPC_PICK_LEFT(a, c), s[k + 1] = AMPC_PICK_RIGHT(a, c);\n"
        "        s[k + 2] = AMPC_PICK_LEFT(b, d), s[k + 3] = AMPC_PICK_RIGHT(b, d);\n    }\n",
        vector, vector);
    buf_printf(&g->helpers,
               "#pragma unroll\n    for (int k = 3; k >= 0; k--) {\n"
               "        %s a = AMPC_PICK_EVEN(s[k], s[k + 4]), b = AMPC_PICK_ODD(s[k], s[k + 4]);\n"
               "        %s c = AMPC_PICK_EVEN(s[k + 8], s[k + 12]), d = AMPC_PICK_ODD(s[k + 8], "
               "s[k + 12]);\n"
               "        t[k] = AMPC_PICK_EVEN(a, c), t[k + 4] = AMPC_PICK_EVEN(b, d);\n"
               "        t[k + 8] = AMPC_PICK_ODD(a, c), t[k + 12] = AMPC_PICK_ODD(b, d);\n    }\n",
               vector, vector);
}

/* The function that turns 16 vectors of t. */
const char *kernel_lanes_turn(struct kernel_gen *g, const struct type *t, struct loc loc)
{
    const char *vector = kernel_vector_type(g, t, loc), *element = kernel_type(g, t->base, loc);
    const char *name = arena_printf(&g->c->arena, "ampc_turn_%s", element);

    if (!kernel_once(g, name))
        return name;
    turn_picks(g);
    if (t->base->size == 4)
        turn_square(g, element);
    buf_printf(&g->helpers, "static void %s(%s *t)\n{\n", name, vector);
    if (t->base->size == 4)
        turn_squares(g, element);
    else
        buf_char(&g->helpers, '#');
    turn_whole(g, vector);
    buf_printf(&g->helpers,
               "#else\n    %s *e = (%s *)t, x;\n"
               "    for (int k = 15; k > 0; k--)\n        for (int i = k - 1; i >= 0; i--)\n"
               "            x = e[16 * k + i], e[16 * k + i] = e[16 * i + k], e[16 * i + k] = x;\n"
               "#endif\n}\n",
               element, element);
    return name;
}
