/* nests.c - writes a program of random loop nests over views, whose bodies run on the host, too.
 *
 *     nests seed kernels [small] [tiles] > nests.ampc
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

/* More threads in a dimension than 16 bits count, or as many as a large device has places for. */
static void plan_large(void)
{
    static const int large[RANKS + 1][5][RANKS] = {
        {{0}},
        {{65537}, {100003}, {131073}, {300007}, {70001}},
        {{1, 70001}, {66000, 2}, {513, 517}, {1031, 300}, {2, 65537}},
        {{67001, 1, 2}, {3, 2, 65537}, {2, 66001, 1}, {5, 130, 300}, {40, 64, 65}},
    };
    const int *dims = large[nest.rank][pick(5)];

    for (int d = 0; d < nest.rank; d++)
        nest.work[d] = dims[d];
}

static void plan_work(void)
{
    for (int d = 0; d < nest.rank; d++) {
        int most = nest.rank == 3 && d == 0 ? 7 : 12;
        nest.work[d] = domains[nest.rank][pick((unsigned)most)];
        if (nest.clean && nest.rank == 2 && nest.work[d] < 31 && chance(70))
            nest.work[d] += 40;
        if (nest.small) {
            static const int few[] = {0, 40, 11, 5};
            nest.work[d] = 1 + nest.work[d] % few[nest.rank];
        }
    }
    if (!nest.small && chance(6))
        plan_large();
}

static void plan(int n, bool small, bool tiled, bool phased)
{
    static const char *const groups[RANKS + 1][3] = {
        {""},
        {".group<64>()", ".group<100>()", ".group<256>()"},
        {".group<8, 32>()", ".group<16, 16>()", ".group<1, 64>()"},
        {".group<2, 4, 16>()", ".group<1, 8, 8>()", ".group<4, 4, 4>()"},
    };

    nest = (struct nest){.cast = "",
                         .n = n,
                         .rank = 1 + (int)pick(3),
                         .threads = 1,
                         .budget = 18,
                         .small = small,
                         .group = ""};
    if (nest.rank != 2 && chance(40)) /* most are of two dimensions */
        nest.rank = 2;
    nest.clean = chance(50);
    plan_work();
    for (int d = 0; d < nest.rank; d++) {
        nest.extent[d] = nest.work[d];
        nest.threads *= nest.work[d];
    }
    if (chance(25))
        for (int d = 0; d < nest.rank; d++)
            nest.extent[d] += (int)pick(small ? 4 : 20);
    for (int k = 0; k < 4; k++) {
        static const int sizes[] = {1, 3, 7, 8, 16, 17, 24, 32, 33, 5, 40, 64, 70, 100};
        nest.sizes[k] = sizes[pick(small ? 6 : nest.clean ? 14 : 10)];
    }
    for (int k = 0; k < 2; k++) {
        static const int divisors[] = {0, 0, -1, -1, 1, 3, -7, 16, 40, 1000};
        nest.divisors[k] = divisors[pick(10)];
    }
    nest.rounds = nest.threads;
    nest.hidden = chance(60);
    nest.special = chance(10);
    nest.params = chance(20);
    if (chance(6))
        nest.group = groups[nest.rank][pick(3)];
    if (phased)
        plan_phases();
    else if (tiled)
        plan_tiles();
    else if (nest.rank > 1 && !*nest.group && chance(20))
        nest.apart = 1 + (int)pick(3);
}

const char *side(int d)
{
    return format(nest.extent[d] == nest.work[d] ? "n%d" : "%d",
                  nest.extent[d] == nest.work[d] ? d : nest.extent[d]);
}

static void add_view(const char *stem, enum type type, int rank, bool output)
{
    struct view *v = &nest.views[nest.views_n];

    *v = (struct view){.name = format("%s%d_%d", stem, nest.views_n++, nest.n),
                       .type = type,
                       .rank = rank,
                       .output = output,
                       .section = chance(20)};
    if (!v->section) {
        v->typed = chance(8);
        v->constant = !output && chance(8);
    }
    if (output) {
        v->turn = (int)pick((unsigned)rank);
        if (chance(70))
            v->turn = 0;
        v->scattered = chance(8);
        v->margin = chance(20) ? 1 + (int)pick(3) : 0;
        nest.outputs_n++;
        for (int d = 0; d < rank; d++)
            v->dims[d] = nest.work[(d + v->turn) % rank] + (d == rank - 1 ? v->margin : 0);
    }
}

static void add_views(void)
{
    static const enum type outputs[] = {FLOAT, FLOAT, FLOAT,  FLOAT,  UINT, INT,  DOUBLE,
                                        ULONG, SHORT, RECORD, VECTOR, DUO,  ATOM, SCHAR};
    static const enum type inputs[] = {FLOAT,  FLOAT,  FLOAT,  FLOAT, UINT,  INT,
                                       INT,    DOUBLE, SCHAR,  ULONG, SHORT, UCHAR,
                                       RECORD, RECORD, VECTOR, DUO,   ATOM};

    for (int k = 1 + (int)pick(2); k > 0; k--)
        add_view("O", outputs[pick(nest.plain ? 9 : 14)], nest.rank, true);
    add_view("A", FLOAT, 2, false);
    for (int k = 1 + (int)pick(3); k > 0; k--)
        add_view("A", inputs[pick(nest.plain ? 12 : 17)], 1 + (int)pick(3), false);
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
        made->typed = made->constant = false;
        made->base = k + 1;
        made->mine = v->output;
        made->output = false;
        if (!v->output) {
            made->rank = 1;
            memset(made->dims, 0, sizeof made->dims);
        }
    }
}

/* Of the thread's number, in dimension d. */
static const char *part(int d)
{
    const char *less = d == 1 && nest.rank == 3 ? format(" / %s", side(2)) : "";
    const char *step = nest.rank == 2 ? side(1) : format("(%s * %s)", side(1), side(2));

    if (d == 0)
        return format("t / %s", step);
    if (nest.apart == 1)
        return format("t%s %% %s", less, side(d));
    if (d == 1)
        return nest.apart == 2 ? format("(t - i * %s)%s", step, less)
                               : format("t %% %s%s", step, less);
    return nest.apart == 2 ? format("t - i * %s - j * %s", step, side(2))
                           : format("t %% %s", side(2));
}

static void add_index(void)
{
    static const char *const names[] = {"i", "j", "k"};

    for (int d = 0; d < nest.rank; d++) {
        if (nest.apart)
            emit(KERNEL_HOST("%sint %s = %s;\n", "int %s = at[%d];\n"),
                 d ? "" : "const int t = at[0];\n", names[d], part(d), names[d], d);
        else
            emit("int %s = at[%d];\n", names[d], d);
        nest.counters[nest.counters_n++] =
            (struct counter){.name = format("%s", names[d]), .lo = 0, .hi = nest.work[d] - 1};
    }
}

/* Threads beyond the work have nothing to do, and some at its begin. Whether all that follows is
 * to stand in an if. */
static bool add_guard(void)
{
    static const char *const names[] = {"i", "j", "k"};
    char *test = "";
    bool around = chance(50);
    const char *between = around ? " && " : " || ";

    for (int d = 0; d < nest.rank; d++) {
        if (nest.extent[d] != nest.work[d] || chance(20))
            test = format("%s%s%s %s n%d", test, *test ? between : "", names[d],
                          around ? "<" : ">=", d);
        if (nest.work[d] > 3 && chance(8)) {
            test = format("%s%s%s %s 1", test, *test ? between : "", names[d], around ? ">=" : "<");
            nest.counters[d].lo = 1;
        }
    }
    if (*test && chance(10))
        test = format(around ? "%s%sz0 != 0 && i < 500 / z0" : "%s%sz0 == 0 || i >= 500 / z0", test,
                      between);
    if (!*test)
        return false;
    emit(around ? "if (%s)\n{\n" : "if (%s)\nreturn;\n", test);
    return around;
}

/* What an output of type t gets in the end. */
static char *result(enum type t)
{
    enum type of = t > VECTOR ? UINT : t;

    for (int k = 0; k < nest.values_n && chance(80); k++)
        if (nest.values[k].type == of)
            return nest.values[k].name;
    return value(of, 1);
}

/* What the threads leave in their elements. */
static void add_results(const struct view *v)
{
    static const struct {
        const char *name;
        enum type type;
    } all[][3] = {[RECORD - RECORD] = {{".x", FLOAT}, {".y", FLOAT}, {".n", UINT}},
                  [DUO - RECORD] = {{".x", UINT}, {".y", UINT}},
                  [ATOM - RECORD] = {{".p", VECTOR}, {".n", UINT}, {".m", FLOAT}}};
    const char *assign = chance(70) ? "=" : "+=";

    if (v->type < RECORD) {
        emit("%s %s %s;\n", own(v), v->type == FLOAT || v->type == VECTOR ? assign : "=",
             result(v->type));
        return;
    }
    for (int m = 0; m < 3; m++) {
        const char *name = all[v->type - RECORD][m].name;
        enum type t = all[v->type - RECORD][m].type;
        if (name)
            emit("%s%s %s %s;\n", own(v), name, t == UINT ? "=" : assign, result(t));
    }
}

/* An array and a struct of the thread's own, whose parts are variables. */
static void add_parts(void)
{
    static const char *const parts[] = {"rec.p.x", "rec.q.y", "rec.m"};
    char *a, *b;

    if (chance(25)) {
        enum type t = chance(60) ? FLOAT : UINT;
        a = value(t, 1);
        b = value(t, 1);
        nest.own_type = t;
        nest.own = 2 + (int)pick(3);
        emit("%s own[%d] = {%s, %s};\n", type_names[t], nest.own, a, b);
        nest.values[nest.values_n++] = (struct value){"own[1]", t, false};
    }
    if (!nest.plain && chance(20)) {
        a = value(FLOAT, 1);
        b = value(UINT, 1);
        emit("struct two rec = {{%s, 2, %s}, {.y = 0.5f}, 3};\n", a, b);
        nest.record = true;
        for (int k = 0; k < 3; k++)
            nest.values[nest.values_n++] = (struct value){(char *)parts[k], FLOAT, false};
        nest.values[nest.values_n++] = (struct value){"rec.p.n", UINT, false};
    }
}

static void add_variables(void)
{
    if (nest.params) {
        nest.values[nest.values_n++] = (struct value){"par.a", FLOAT, true};
        nest.values[nest.values_n++] = (struct value){"par.n", UINT, true};
    }
    for (int t = FLOAT; t <= VECTOR; t++)
        if (t == FLOAT || t == UINT || chance(t < VECTOR ? 30 : nest.plain ? 0 : 15)) {
            struct value v = {format("x%d", nest.names++), (enum type)t, false};
            emit("%s %s = %s;\n", type_names[t], v.name,
                 t != VECTOR && chance(45) ? "0" : value(v.type, 1));
            nest.values[nest.values_n++] = v;
        }
    add_parts();
}

/* A test that compares the row with the column, of one or two such. */
static void add_diagonal(void)
{
    static const char *const names[] = {"i", "j", "k"};
    static const char *const tests[] = {"%s <= %s",
                                        "%s < %s + z1",
                                        "!(%s - z0 < %s)",
                                        "%s + %s < n0",
                                        "%s >= %s - 2",
                                        "(long)%s > %s",
                                        "(unsigned)%s <= (unsigned)%s",
                                        "3 + %s >= %s"};
    const char *row = names[nest.rank - 2], *column = names[nest.rank - 1];
    char *test = "";

    for (int n = 1 + chance(35); n > 0; n--) {
        bool turned = chance(50);
        char *one = format(tests[pick(sizeof tests / sizeof *tests)], turned ? column : row,
                           turned ? row : column);
        test = format("%s%s%s", test, *test ? " && " : "", one);
    }
    if (chance(20))
        test = format("%s && %s >= 1", test, chance(50) ? row : column);
    emit("if (%s)\n{\n", test);
}

/* All that is done, and left, by a nest without a border. */
static void add_work(void)
{
    bool diagonal = nest.rank > 1 && !nest.phased && !nest.tiled && chance(14);
    bool all = diagonal && chance(50);
    bool pads = nest.rank > 1 && !nest.phased && !nest.tiled && chance(26);
    int counters, values;

    if (all)
        add_diagonal();
    add_variables();
    if (diagonal && !all)
        add_diagonal();
    counters = nest.counters_n;
    values = nest.values_n;
    if (nest.phased)
        phase_work();
    else if (nest.tiled)
        tile_work();
    else if (pads)
        padded();
    else if (chance(30))
        idiom();
    if (nest.tiled || (pads && chance(70)))
        ;
    else if (diagonal && chance(60))
        sums(1 + chance(30));
    else if (!nest.clean)
        statements(2 + (int)pick(4));
    else if (chance(65))
        for (int loops = 1 + chance(20); loops > 0; loops--)
            sums(1 + (int)pick(3));
    else
        for (int loops = 1 + chance(30); loops > 0; loops--)
            idiom();
    if (diagonal && !all) {
        emit("}\n");
        nest.counters_n = counters;
        nest.values_n = values;
        if (chance(40)) {
            emit("else\n{\n");
            assignment();
            emit("}\n");
        }
    }
    if (nest.phased)
        phase_results();
    for (int k = 0; k < nest.outputs_n; k++)
        add_results(&nest.views[k]);
    if (nest.phased)
        phase_end();
    if (all)
        emit("}\n");
}

static char *make_body(void)
{
    char *text;
    size_t n;
    bool around;

    out = open_memstream(&text, &n);
    if (nest.phased)
        phase_body();
    else if (nest.tiled)
        tile_body();
    else
        add_index();
    around = !nest.tiled && add_guard();
    if (nest.border)
        border();
    else
        add_work();
    if (around)
        emit("}\n");
    fclose(out);
    return text;
}

int main(int argc, char **argv)
{
    int count = argc > 2 ? atoi(argv[2]) : 10;
    bool small = false, phased = false;
    unsigned long long seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;

    for (int k = 3; k < argc; k++) {
        small |= strcmp(argv[k], "small") == 0;
        phased |= strcmp(argv[k], "tiles") == 0;
    }
    state = seed;
    pick(2);
    print_prelude();
    for (int k = 0; k < FUNCTIONS; k++)
        function_body();
    for (int k = 0; k < count; k++) {
        bool border = seed % 4 == 3 && !phased;
        char *body;
        do {
            plan(k, small, !border && (seed % 8 == 5 || chance(15)), phased);
            nest.border = border;
            add_views();
            add_aliases();
            body = make_body();
        } while (too_large());
        begin_unit(k);
        print_nest(body);
        end_unit();
    }
    print_main(count);
}
