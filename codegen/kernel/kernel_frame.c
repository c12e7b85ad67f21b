/* kernel_frame.c - the frame of a kernel whose work-items do a block of threads each (optimize/):
 * whole blocks, those at the domain's edge, runs of small ones.
 *
 * Example: a block at the edge is printed as loops over its rows, 16 threads or fewer under a mask;
 * in domains that are too small for blocks each work-item does a thread. */
#include "codegen/kernel/kernel.h"
#include "optimize/optimize.h"

/* The threads of a block in dimension k. */
static int block_size(const struct block_kernel *b, int k)
{
    int rank = b->launch->rank;

    return k == rank - 1 ? b->columns : k == rank - 2 ? b->rows : 1;
}

/* The same as text; in a frame for panels (optimize/panels.c) sizes are variables. */
static const char *size_text(struct kernel_gen *g, const struct block_kernel *b, int k,
                             const struct block_panels *panels)
{
    if (panels && k >= b->launch->rank - 2)
        return k == b->launch->rank - 1 ? "ampc_wide" : "ampc_high";
    return arena_printf(&g->c->arena, "%d", block_size(b, k));
}

/* Whether dimension k is the one whose rows a run does one after the other. */
static bool is_turn(const struct block_kernel *b, int k)
{
    return b->turns > 1 && k == b->launch->rank - 2;
}

/* Where the threads that are done as whole blocks begin in dimension k, and how many they are; of a
 * run, some of it. */
static const char *part_begin(struct kernel_gen *g, const struct block_kernel *b, int k)
{
    bool in_run = b->run > 1 && k == b->launch->rank - 1;

    return in_run          ? "(int)ampc_low"
           : is_turn(b, k) ? "(int)ampc_row"
                           : arena_printf(&g->c->arena, "(int)ampc_%d", k);
}

static const char *part_size(struct kernel_gen *g, const struct block_kernel *b, int k)
{
    bool in_run = b->run > 1 && k == b->launch->rank - 1;

    return in_run          ? "(int)(ampc_high - ampc_low)"
           : is_turn(b, k) ? "(int)(ampc_below - ampc_row)"
                           : arena_printf(&g->c->arena, "%d", block_size(b, k));
}

/* Rows beyond four at a time are done as lines. */
enum { LINES_BEHIND = 1 };

static const char *index_name(struct kernel_gen *g, const struct block_kernel *b, int k)
{
    return kernel_user_name(g, b->index[k]->name);
}

/* A component of the index of each thread that is done by itself. */
static void print_index(struct kernel_gen *g, const struct block_kernel *b, int k,
                        const struct block_panels *panels)
{
    const char *name = index_name(g, b, k);

    if (is_turn(b, k))
        buf_printf(g->out, "            for (int %s = (int)ampc_row; %s < (int)ampc_below; %s++)\n",
                   name, name, name);
    else if (block_size(b, k) == 1 && !panels)
        buf_printf(g->out, "            const int %s = (int)ampc_%d;\n", name, k);
    else
        buf_printf(
            g->out,
            "            for (int %s = (int)ampc_%d; %s < ampc_extent.c[%d] && %s - ampc_%d < "
            "(ampc_one ? 1 : %s); %s++)\n",
            name, k, name, k, name, k, size_text(g, b, k, panels), name);
}

static void print_body(struct kernel_gen *g, struct stmt *body)
{
    struct buf text = {0}, *out = g->out;

    g->out = &text;
    kernel_wrap_look(g, body);
    g->frame->blocks = true;
    buf_add(&text, "            {\n");
    kernel_block(g, body);
    g->frame->blocks = false;
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
static void print_lines(struct kernel_gen *g, const struct block_kernel *b,
                        const struct block_panels *panels)
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
static void print_rows(struct kernel_gen *g, const struct block_kernel *b,
                       const struct block_panels *panels)
{
    int last = b->launch->rank - 1;
    const char *row = last > 0 ? index_name(g, b, last - 1) : "";

    for (int k = 0; k < last - 1; k++)
        buf_printf(g->out, "            int %s = (int)ampc_%d;\n", index_name(g, b, k), k);
    if (is_turn(b, last - 1))
        buf_printf(g->out, "            int %s = (int)ampc_row, ampc_rows = (int)ampc_below;\n",
                   row);
    else if (last > 0)
        buf_printf(g->out,
                   "            int %s = (int)ampc_%d, ampc_rows = (int)min(ampc_extent.c[%d] - "
                   "ampc_%d, (long)%s) + %s;\n",
                   row, last - 1, last - 1, last - 1, size_text(g, b, last - 1, panels), row);
    if (panels) /* parts have done the others */
        buf_printf(g->out,
                   "            if (ampc_at < ampc_%d + %s * %d)\n                %s += %s * %d;\n",
                   last, kernel_user_name(g, panels->across->name), panels->beside * 16, row,
                   kernel_user_name(g, panels->down->name), panels->rows);
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
static void print_edge(struct kernel_gen *g, const struct block_kernel *b,
                       const struct block_panels *panels)
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
    print_edge(g, b, NULL);
}

/* Loops over a few threads stay loops. */
static const char apart_loop[] =
    "#ifdef __clang__\n#pragma clang loop vectorize(disable) unroll(disable)\n#endif\n";

/* Sets 'outside' if some thread of the block does not do its work; of its first 'rank' dimensions,
 * those in the others are set. */
static void print_guard(struct kernel_gen *g, const struct block_kernel *b, int rank)
{
    for (int k = 0; k < rank; k++) {
        const char *name = index_name(g, b, k), *begin = part_begin(g, b, k);
        const char *size = part_size(g, b, k), *step = "1";
        if (b->convex && is_turn(b, k))
            step = arena_printf(&g->c->arena, "max(%s - 1, 1)", size);
        else if (b->convex && block_size(b, k) > 1)
            step = arena_printf(&g->c->arena, "%s - 1", size);
        buf_printf(g->out, "            for (int %s = %s; %s - %s < %s; %s += %s)\n", name, begin,
                   name, begin, size, name, step);
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
        print_guard(g, b, b->launch->rank);
    }
}

/* ---- runs: blocks beside each other ---- */

/* How often a run's whole blocks are tried one thread further inside of it. */
enum { RUN_TRIES = 4 };

/* Sets 'outside' if not all threads from 'ampc_low' to 'ampc_high' do the work of whole blocks, and
 * in 'ampc_ends' 1 if the first one does not, 2 if the last one. */
static void print_ends(struct kernel_gen *g, const struct block_kernel *b, int lanes)
{
    int last = b->launch->rank - 1;
    const char *outside = kernel_user_name(g, b->outside->name);

    buf_printf(g->out, "        %s = !ampc_all || ampc_high - ampc_low < %d;\n", outside, lanes);
    print_divisors(g, b);
    if (!b->guard)
        return;
    buf_printf(g->out,
               "        ampc_ends = 0;\n"
               "        int %s = 0;\n"
               "        for (int ampc_end = %s ? 2 : 0; ampc_end < 2; ampc_end++) {\n"
               "            const int %s = (int)(ampc_end ? ampc_high - 1 : ampc_low);\n"
               "            %s = 0;\n",
               kernel_user_name(g, b->sides->name), outside, index_name(g, b, last), outside);
    print_guard(g, b, last);
    buf_printf(g->out,
               "            ampc_ends |= %s << ampc_end;\n            %s = ampc_ends != 0;\n"
               "        }\n",
               outside, outside);
}

/* Finds the threads of a run that are done as whole blocks: all of them, all but a few at its ends,
 * or, where neither can be, the next 16. */
static void print_inside(struct kernel_gen *g, const struct block_kernel *b, int lanes)
{
    const char *outside = kernel_user_name(g, b->outside->name);

    buf_printf(g->out,
               "        while (%s || ampc_apart) {\n"
               "        if (ampc_apart) {\n"
               "            ampc_low = ampc_from;\n"
               "            ampc_high = min(ampc_from + %d, ampc_stop);\n"
               "        }\n",
               outside, lanes);
    print_ends(g, b, lanes);
    buf_printf(g->out,
               "        if (!%s || ampc_apart)\n"
               "            break;\n",
               outside);
    if (b->guard)
        buf_printf(g->out,
                   "        ampc_low += ampc_ends & 1;\n"
                   "        ampc_high -= ampc_ends >> 1;\n"
                   "        ampc_apart = !ampc_ends || ++ampc_tries == %d;\n",
                   RUN_TRIES);
    else
        buf_add(g->out, "        ampc_apart = 1;\n");
    if (b->turns > 1)
        buf_printf(g->out,
                   "        if (ampc_apart && ampc_below - ampc_row > 1) {\n"
                   "            ampc_below = ampc_row + 1;\n"
                   "            ampc_low = ampc_%d;\n"
                   "            ampc_high = ampc_stop;\n"
                   "            ampc_tries = ampc_apart = 0;\n"
                   "        }\n",
                   b->launch->rank - 1);
    buf_add(g->out, "        }\n");
}

/* A row of a run: its first threads one by one, whole blocks, the last of which may begin among
 * threads that are done already, its last threads one by one. */
static void print_whole_row(struct kernel_gen *g, const struct block_kernel *b, int lanes)
{
    const char *name = index_name(g, b, b->launch->rank - 1);

    buf_printf(g->out,
               "            {\n            int ampc_k = (int)ampc_from;\n"
               "            for (int ampc_side = 0; ampc_side < 2; ampc_side++) {\n"
               "            const int ampc_to = (int)(ampc_side ? ampc_stop : ampc_low);\n%s"
               "            for (; ampc_k < ampc_to; ampc_k++)\n            {\n"
               "            const int %s = ampc_k;\n",
               apart_loop, name);
    print_body(g, b->one);
    buf_printf(g->out,
               "            }\n"
               "            for (; !ampc_side && ampc_k < (int)ampc_high; ampc_k += %d)\n"
               "            {\n            ampc_k = min(ampc_k, (int)ampc_high - %d);\n"
               "            int %s = ampc_k;\n",
               lanes, lanes, name);
    g->frame->vectors = true;
    print_work(g, b);
    g->frame->vectors = false;
    buf_add(g->out, "            }\n            }\n            }\n");
}

/* Rows that are done one after the other, where all of a row but a few threads are whole blocks:
 * each as a whole. Shorter ones would take 1.05 of the time. */
static void print_whole_rows(struct kernel_gen *g, const struct block_kernel *b, int lanes)
{
    enum { BLOCKS = 4 };

    buf_printf(
        g->out,
        "#ifdef AMPC_DENSE\n        if (!%s && !ampc_apart && ampc_from <= ampc_low && "
        "ampc_high - ampc_low > %d && ampc_low - ampc_from <= %d && ampc_stop - ampc_high <= "
        "%d) {\n",
        kernel_user_name(g, b->outside->name), BLOCKS * lanes, b->alone, b->alone);
    for (int k = 0; k < b->launch->rank - 1; k++)
        print_index(g, b, k, NULL);
    print_whole_row(g, b, lanes);
    buf_add(g->out, "            break;\n        }\n#endif\n");
}

/* Threads at a run's begin are done behind all others, when the lines of memory that they share
 * with these are at hand. */
static void print_skip(struct kernel_gen *g, const struct block_kernel *b)
{
    buf_printf(g->out,
               "        if (!%s && ampc_from < ampc_low && ampc_low < ampc_high) {\n"
               "            ampc_skipped = ampc_low;\n"
               "            ampc_from = ampc_low;\n"
               "        }\n",
               kernel_user_name(g, b->outside->name));
}

/* The next whole blocks of a run. Behind them fewer threads than a block has are done with some
 * that are done already, where nothing changes by that. */
static void print_whole(struct kernel_gen *g, const struct block_kernel *b, int lanes)
{
    int last = b->launch->rank - 1;
    const char *name = index_name(g, b, last);

    buf_printf(g->out,
               "        long ampc_at = ampc_from;\n"
               "        int ampc_blocks = %s%s ? 0 : (int)(ampc_high - ampc_at) / %d;\n",
               kernel_user_name(g, b->outside->name), b->guard ? " || ampc_at < ampc_low" : "",
               lanes);
    if (b->repeats)
        buf_printf(
            g->out,
            "#ifdef AMPC_DENSE\n"
            "        if (!ampc_blocks && !%s && ampc_at >= ampc_low && ampc_at < ampc_high) {\n"
            "            ampc_at = ampc_high - %d;\n"
            "            ampc_blocks = 1;\n"
            "        }\n#endif\n",
            kernel_user_name(g, b->outside->name), lanes);
    buf_printf(g->out,
               "        if (ampc_blocks) {\n            ampc_next = ampc_at + ampc_blocks * %d;\n",
               lanes);
    for (int k = 0; k < last; k++)
        if (is_turn(b, k))
            print_index(g, b, k, NULL);
        else
            buf_printf(g->out, "            const int %s = (int)ampc_%d;\n", index_name(g, b, k),
                       k);
    buf_printf(g->out, "            for (int %s = (int)ampc_at; %s < (int)ampc_next; %s += %d)\n",
               name, name, name, lanes);
    g->frame->vectors = true;
    print_work(g, b);
    g->frame->vectors = false;
}

/* Threads that are not done as whole blocks: a few one by one, others as the edge. */
static void print_piece(struct kernel_gen *g, const struct block_kernel *b)
{
    int last = b->launch->rank - 1;
    const char *outside = kernel_user_name(g, b->outside->name), *name = index_name(g, b, last);

    buf_printf(g->out,
               "        } else {\n"
               "            ampc_next = %s ? ampc_high : ampc_from < ampc_low ? ampc_low : "
               "ampc_from < ampc_high ? ampc_high : ampc_stop;\n"
               "            if (ampc_one || ampc_next - ampc_from <= %d) {\n",
               outside, b->alone);
    for (int k = 0; k < last; k++)
        print_index(g, b, k, NULL);
    buf_printf(g->out, "%s            for (int %s = (int)ampc_from; %s < (int)ampc_next; %s++)\n",
               apart_loop, name, name, name);
    print_body(g, b->one);
    buf_printf(g->out,
               "            } else {\n"
               "            int %s = (int)ampc_from, %s = (int)(ampc_next - ampc_from);\n",
               name, kernel_user_name(g, b->count->name));
    print_rows(g, b, false);
    buf_add(g->out, "            }\n        }\n");
}

/* The rows of a run, all at once as far as they have the same threads in whole blocks, or else, as
 * at the border of a volume, one by one. */
static void print_rows_begin(struct kernel_gen *g, const struct block_kernel *b)
{
    int k = b->launch->rank - 2;

    buf_printf(
        g->out,
        "        const long ampc_bottom = min((long)ampc_extent.c[%d], ampc_%d + (ampc_one ? "
        "1 : %d));\n"
        "        int ampc_together = 1;\n"
        "        for (long ampc_row = ampc_%d, ampc_below; ampc_row < ampc_bottom; ampc_row "
        "= ampc_below) {\n"
        "        ampc_below = ampc_together ? ampc_bottom : ampc_row + 1;\n",
        k, k, b->rows, k);
}

/* A run's threads from 'ampc_from' on, up to 'ampc_next'. */
static void print_run_begin(struct kernel_gen *g, const struct block_kernel *b)
{
    int last = b->launch->rank - 1;

    buf_printf(g->out,
               "        long ampc_low = ampc_%d, ampc_high = ampc_right, ampc_stop = ampc_right;\n"
               "        int ampc_apart = 0;\n"
               "        %s = 1;\n",
               last, kernel_user_name(g, b->outside->name));
    if (!b->guard) {
        buf_printf(g->out,
                   "        for (long ampc_from = ampc_%d, ampc_next; ampc_from < ampc_stop; "
                   "ampc_from = ampc_next) {\n",
                   last);
        return;
    }
    buf_printf(g->out,
               "        int ampc_tries = 0, ampc_ends;\n"
               "        long ampc_skipped = ampc_%d;\n"
               "        for (long ampc_from = ampc_%d, ampc_next; ampc_from < ampc_stop || "
               "ampc_skipped > ampc_%d; ampc_from = ampc_next) {\n"
               "        if (ampc_from >= ampc_stop) {\n"
               "            ampc_from = ampc_%d;\n"
               "            ampc_low = ampc_high = ampc_stop = ampc_skipped;\n"
               "            ampc_skipped = ampc_%d;\n"
               "        }\n",
               last, last, last, last, last);
}

static void print_run(struct kernel_gen *g, const struct block_kernel *b)
{
    int last = b->launch->rank - 1, lanes = b->columns / b->run;

    buf_printf(g->out,
               "        const long ampc_right = min((long)ampc_extent.c[%d], ampc_%d + (ampc_one ? "
               "1 : %d));\n",
               last, last, b->columns);
    if (b->turns > 1)
        print_rows_begin(g, b);
    print_run_begin(g, b);
    print_inside(g, b, lanes);
    if (b->turns > 1 && b->repeats)
        print_whole_rows(g, b, lanes);
    if (b->guard)
        print_skip(g, b);
    print_whole(g, b, lanes);
    print_piece(g, b);
    buf_add(g->out, "        }\n");
    if (b->turns > 1)
        buf_printf(g->out, "        ampc_together = %s && ampc_below - ampc_row == 1;\n        }\n",
                   kernel_user_name(g, b->outside->name));
    buf_add(g->out, "    }\n");
}

/* How many threads a work-item does, of those that the library has started; in parts. */
static void print_panel_sizes(struct kernel_gen *g, const struct block_kernel *b,
                              const struct block_panels *panels)
{
    static const char *const names[] = {"ampc_wide", "ampc_high"};

    for (int k = 0; k < 2; k++) {
        int in = b->launch->rank - 1 - k, part = k ? panels->rows : 16 * panels->beside;
        buf_printf(g->out,
                   "        const int %s = (int)((ampc_extent.c[%d] + get_global_size(%d) - 1) / "
                   "get_global_size(%d) + %d) / %d * %d;\n",
                   names[k], in, k, k, part - 1, part, part);
    }
}

/* Where the block begins. The library may have started a work-item for each thread instead, which
 * shows in their number. */
static void print_begin(struct kernel_gen *g, const struct block_kernel *b,
                        const struct block_panels *panels)
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
        print_panel_sizes(g, b, panels);
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
        if (!is_turn(b, k))
            buf_printf(g->out, " && ampc_extent.c[%d] - ampc_%d >= %s", k, k,
                       size_text(g, b, k, NULL));
    buf_printf(g->out, ", %s;\n", kernel_user_name(g, b->outside->name));
}

/* What is left for single threads. */
static void print_end(struct kernel_gen *g, const struct block_kernel *b,
                      const struct block_panels *panels)
{
    buf_add(g->out, "        } else {\n");
    for (int k = 0; k < b->launch->rank; k++)
        print_index(g, b, k, panels);
    print_body(g, b->one);
    buf_add(g->out, "        }\n    }\n");
}

/* How many parts are below and beside each other. The last ones may begin where others do some of
 * their threads, where nothing changes by that. */
static void print_parts(struct kernel_gen *g, const struct block_kernel *b,
                        const struct block_panels *panels)
{
    struct symbol *const count[] = {panels->across, panels->down};
    struct symbol *const most[] = {panels->beyond, panels->below};
    static const char *const sizes[] = {"ampc_wide", "ampc_high"};
    const char *names[2], *mosts[2];
    const int threads[] = {16 * panels->beside, panels->rows};

    for (int k = 0; k < 2; k++) {
        int in = b->launch->rank - 1 - k;
        names[k] = kernel_user_name(g, count[k]->name);
        mosts[k] = kernel_user_name(g, most[k]->name);
        buf_printf(g->out,
                   "        int %s = (int)min(ampc_extent.c[%d] - ampc_%d, (long)%s), %s = %s / "
                   "%d;\n",
                   mosts[k], in, in, sizes[k], names[k], mosts[k], threads[k]);
    }
    if (b->repeats)
        buf_printf(g->out,
                   "#ifdef AMPC_DENSE\n"
                   "        if (%s && %s) {\n"
                   "            %s = (%s + %d) / %d, %s -= %d;\n"
                   "            %s = (%s + %d) / %d, %s -= %d;\n"
                   "        }\n#endif\n",
                   names[0], names[1], names[0], mosts[0], threads[0] - 1, threads[0], mosts[0],
                   threads[0], names[1], mosts[1], threads[1] - 1, threads[1], mosts[1],
                   threads[1]);
}

/* Parts below and beside each other, and what of the block is none as the edge. */
static void print_panels(struct kernel_gen *g, const struct block_kernel *b,
                         const struct block_panels *panels)
{
    print_begin(g, b, panels);
    print_parts(g, b, panels);
    buf_add(g->out, "        if (!ampc_one) {\n");
    print_all(g, b, panels->body);
    buf_add(g->out, "        }\n");
    print_edge(g, b, panels);
    print_end(g, b, panels);
}

static void print_blocks(struct kernel_gen *g, const struct block_kernel *b)
{
    print_begin(g, b, NULL);
    if (b->run > 1) {
        print_run(g, b);
        return;
    }
    if (b->pair) {
        print_pair(g, b);
    } else {
        print_outside(g, b, "!ampc_all");
        buf_printf(g->out, "        if (!%s) {\n", kernel_user_name(g, b->outside->name));
        print_all(g, b, b->all);
        if (b->edge[0])
            print_edge(g, b, NULL);
    }
    print_end(g, b, NULL);
}

/* A tile, which is a group of one work-item. */
static void print_tile(struct kernel_gen *g, const struct block_kernel *b)
{
    const struct launch *l = b->launch;

    for (int i = 0; i < l->tile_statics.n; i++) {
        struct symbol *s = l->tile_statics.at[i];
        kernel_alias_add(g, s, kernel_tile_name(g, s));
        kernel_print_tile(g, g->out, s, kernel_tile_name(g, s));
    }
    buf_add(g->out, "    {\n");
    if (g->unit->program->contracts && !l->uncontracted)
        buf_add(g->out, "#ifdef AMPC_CONTRACT\n#pragma OPENCL FP_CONTRACT ON\n#endif\n");
    for (int k = 0; k < l->rank; k++)
        buf_printf(g->out, "        const int %s = (int)get_group_id(%d);\n", index_name(g, b, k),
                   l->rank - 1 - k);
    g->frame->alone = true;
    if (b->part)
        buf_add(g->out, "#ifdef AMPC_LONG_VECTORS\n");
    print_body(g, b->all);
    if (b->part) {
        buf_add(g->out, "#else\n");
        print_body(g, b->part);
        buf_add(g->out, "#endif\n");
    }
    g->frame->alone = false;
    buf_add(g->out, "    }\n");
}

void kernel_block_body(struct kernel_gen *g, const struct block_kernel *b)
{
    g->uses |= AMPC__USES_BLOCKS;
    if (b->launch->tiled) {
        print_tile(g, b);
        return;
    }
    if (b->panels[0].body) {
        buf_add(g->out, "#if !defined AMPC_SHORT && !defined AMPC_LONG_VECTORS\n");
        print_panels(g, b, &b->panels[0]);
        buf_add(g->out, "#elif !defined AMPC_SHORT\n");
        print_panels(g, b, &b->panels[1]);
        buf_add(g->out, "#else\n");
    }
    print_blocks(g, b);
    if (b->panels[0].body)
        buf_add(g->out, "#endif\n");
}

const struct block_kernel *kernel_block_of(const struct kernel_gen *g, const struct launch *l)
{
    const struct block_kernel *b = g->unit->blocks ? &g->unit->blocks[l->number] : NULL;

    return b && !b->refused && !g->emulated && !g->checked ? b : NULL;
}
