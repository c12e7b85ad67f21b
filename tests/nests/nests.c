/* nests.c - writes a program of random loop nests over views, whose bodies run on the host, too.
 *
 *     nests seed kernels > nests.ampc
 *
 * Unlike tests/kernels, the kernels are what an optimiser looks for: domains of many threads, views
 * with subscripts that are sums of counters, loops of many kinds around sums. The program prints a
 * line for each kernel, by which two programs of different optimisation can be compared, and
 * compares with the host what has to be the same there. A body has no undefined behaviour: the
 * generator knows the range of every subscript, and makes the views as large as that. With
 * AMPC_TEST_FAIL the program has to fail. */
#include "nests.h"

#include <stdlib.h>
#include <string.h>

struct nest nest;

static const int domains[RANKS + 1][12] = {
    {0},
    {1, 5, 16, 33, 64, 100, 257, 1000, 1025, 130, 48, 300},
    {1, 3, 8, 15, 16, 17, 31, 33, 48, 64, 70, 130},
    {1, 2, 3, 4, 5, 8, 9, 16, 17, 20, 33, 40},
};

static void plan(int n)
{
    nest = (struct nest){.n = n, .rank = 1 + (int)pick(3), .threads = 1, .budget = 18};
    if (nest.rank != 2 && chance(40)) /* most are of two dimensions */
        nest.rank = 2;
    nest.clean = chance(50);
    for (int d = 0; d < nest.rank; d++) {
        int most = nest.rank == 3 && d == 0 ? 7 : 12;
        nest.work[d] = domains[nest.rank][pick((unsigned)most)];
        if (nest.clean && nest.rank == 2 && nest.work[d] < 31 && chance(70))
            nest.work[d] += 40;
        nest.extent[d] = nest.work[d];
        nest.threads *= nest.work[d];
    }
    if (chance(25))
        for (int d = 0; d < nest.rank; d++)
            nest.extent[d] += (int)pick(20);
    for (int k = 0; k < 4; k++) {
        static const int sizes[] = {1, 3, 7, 8, 16, 17, 24, 32, 33, 5, 40, 64, 70, 100};
        nest.sizes[k] = sizes[pick(nest.clean ? 14 : 10)];
    }
    nest.rounds = nest.threads;
    nest.hidden = chance(60);
    nest.special = chance(10);
}

static void add_view(const char *stem, enum type type, int rank, bool output)
{
    struct view *v = &nest.views[nest.views_n];

    *v = (struct view){.name = format("%s%d_%d", stem, nest.views_n++, nest.n),
                       .type = type,
                       .rank = rank,
                       .output = output,
                       .section = chance(20)};
    if (output) {
        v->turn = (int)pick((unsigned)rank);
        if (chance(70))
            v->turn = 0;
        v->margin = chance(20) ? 1 + (int)pick(3) : 0;
        nest.outputs_n++;
        for (int d = 0; d < rank; d++)
            v->dims[d] = nest.work[(d + v->turn) % rank] + (d == rank - 1 ? v->margin : 0);
    }
}

static void add_views(void)
{
    static const enum type outputs[] = {FLOAT,  FLOAT, FLOAT, UINT,  INT,
                                        DOUBLE, ULONG, SHORT, RECORD};
    static const enum type inputs[] = {FLOAT, FLOAT,  FLOAT, FLOAT, UINT,  INT,
                                       INT,   DOUBLE, ULONG, SHORT, UCHAR, RECORD};

    for (int k = 1 + (int)pick(2); k > 0; k--)
        add_view("O", outputs[pick(9)], nest.rank, true);
    add_view("A", FLOAT, 2, false);
    for (int k = 1 + (int)pick(3); k > 0; k--)
        add_view("A", inputs[pick(12)], 1 + (int)pick(3), false);
}

/* Views of memory that others have, too: of inputs as one line, of outputs the threads' own
 * elements. */
static void add_aliases(void)
{
    for (int k = 0, n = nest.views_n; k < n && nest.views_n < VIEWS; k++) {
        struct view *v = &nest.views[k], *made = &nest.views[nest.views_n];
        if (v->section || !chance(v->output ? 12 : 15))
            continue;
        *made = *v;
        made->name = format("B%d_%d", nest.views_n++, nest.n);
        made->base = k + 1;
        made->mine = v->output;
        made->output = false;
        if (!v->output) {
            made->rank = 1;
            memset(made->dims, 0, sizeof made->dims);
        }
    }
}

static void add_index(void)
{
    static const char *const names[] = {"i", "j", "k"};

    for (int d = 0; d < nest.rank; d++) {
        emit("int %s = at[%d];\n", names[d], d);
        nest.counters[nest.counters_n++] =
            (struct counter){format("%s", names[d]), 0, nest.work[d] - 1};
    }
}

/* Threads beyond the work have nothing to do. */
static void add_guard(void)
{
    static const char *const names[] = {"i", "j", "k"};
    char *test = "";

    for (int d = 0; d < nest.rank; d++)
        if (nest.extent[d] != nest.work[d] || chance(20))
            test = format("%s%s%s >= n%d", test, *test ? " || " : "", names[d], d);
    if (*test)
        emit("if (%s)\nreturn;\n", test);
}

/* What an output of type t gets in the end. */
static char *result(enum type t)
{
    enum type of = t == RECORD ? FLOAT : t > ULONG ? UINT : t;

    for (int k = 0; k < nest.values_n && chance(80); k++)
        if (nest.values[k].type == of)
            return nest.values[k].name;
    return value(of, 1);
}

static char *make_body(void)
{
    char *text;
    size_t n;

    out = open_memstream(&text, &n);
    add_index();
    add_guard();
    for (int t = FLOAT; t <= ULONG; t++)
        if (t == FLOAT || t == UINT || chance(30)) {
            struct value v = {format("x%d", nest.names++), (enum type)t, false};
            emit("%s %s = %s;\n", type_names[t], v.name, chance(60) ? "0" : value(v.type, 1));
            nest.values[nest.values_n++] = v;
        }
    if (nest.clean)
        for (int loops = 1 + chance(20); loops > 0; loops--)
            sums(1 + (int)pick(3));
    else
        statements(2 + (int)pick(4));
    for (int k = 0; k < nest.outputs_n; k++) {
        const struct view *v = &nest.views[k];
        static const char *const members[] = {".x", ".y", ".n"};
        const char *assign = chance(70) ? "=" : "+=";
        for (int m = 0; m < (v->type == RECORD ? 3 : 1); m++)
            emit("%s%s %s %s;\n", own(v), v->type == RECORD ? members[m] : "",
                 v->type == FLOAT || v->type == RECORD ? assign : "=",
                 result(v->type == RECORD && m == 2 ? UINT : v->type));
    }
    fclose(out);
    return text;
}

int main(int argc, char **argv)
{
    int count = argc > 2 ? atoi(argv[2]) : 10;

    state = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    pick(2);
    print_prelude();
    for (int k = 0; k < FUNCTIONS; k++)
        function_body();
    for (int k = 0; k < count; k++) {
        plan(k);
        add_views();
        add_aliases();
        print_nest(make_body());
    }
    printf("int main(void)\n{\n");
    for (int k = 0; k < count; k++)
        printf("    run%d();\n", k);
    printf("    printf(\"%%d compared, %%d differ\\n\", compared, wrong);\n    return wrong != "
           "0;\n}\n");
}
