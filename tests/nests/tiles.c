/* tiles.c - kernels with tiles: arrays that the threads of a tile fill and read behind a barrier,
 * in loops that all threads run, between statements of all kinds. What is staged may differ between
 * tiles along each dimension, or not at all. On the host
 * the threads take turns at each barrier. */
#include "nests.h"

enum { ARRAYS = 3 };

struct staged {
    char *name;
    enum type type;
    int size; /* elements */
};

static struct staged arrays[ARRAYS];
static int arrays_n, threads;

void set_tiles(const int *tile, const int *counts)
{
    const char *sizes = "";

    nest.tiled = true;
    nest.clean = false;
    threads = 1;
    nest.threads = 1;
    for (int d = 0; d < nest.rank; d++) {
        nest.tile[d] = tile[d];
        nest.work[d] = nest.extent[d] = counts[d] * tile[d];
        sizes = format("%s%s%d", sizes, d ? ", " : "", tile[d]);
        threads *= tile[d];
        nest.threads *= nest.work[d];
    }
    nest.rounds = nest.threads;
    nest.tile_text = format("%s", sizes);
}

void plan_tiles(void)
{
    static const int tiles[RANKS + 1][4][RANKS] = {{{0}},
                                                   {{4}, {8}, {16}, {32}},
                                                   {{4, 4}, {2, 8}, {4, 8}, {1, 16}},
                                                   {{1, 2, 4}, {2, 2, 2}, {2, 1, 8}, {1, 4, 4}}};
    const int *tile = tiles[nest.rank][pick(4)];
    int counts[RANKS];

    for (int d = 0; d < nest.rank; d++)
        counts[d] = 1 + (int)pick(nest.small ? 3 : nest.rank == 1 ? 40 : nest.rank == 2 ? 7 : 4);
    set_tiles(tile, counts);
}

void add_places(void)
{
    static const char *const names[] = {"i", "j", "k"};
    const char *line = "0";

    for (int d = 0; d < nest.rank; d++) {
        emit("const int %s = at.global[%d], l%s = at.local[%d], t%s = at.tile[%d];\n", names[d], d,
             names[d], d, names[d], d);
        nest.counters[nest.counters_n++] =
            (struct counter){.name = format("%s", names[d]), .lo = 0, .hi = nest.work[d] - 1};
        nest.counters[nest.counters_n++] =
            (struct counter){.name = format("l%s", names[d]), .lo = 0, .hi = nest.tile[d] - 1};
        nest.counters[nest.counters_n++] = (struct counter){
            .name = format("t%s", names[d]), .lo = 0, .hi = nest.extent[d] / nest.tile[d] - 1};
        line = format("(%s) * %d + l%s", line, nest.tile[d], names[d]);
    }
    emit("const int me = %s;\n", line);
}

static void add_arrays(void)
{
    static const enum type types[] = {FLOAT, FLOAT, UINT, DOUBLE, ULONG, VECTOR};

    arrays_n = 1 + (int)pick(ARRAYS);
    for (int a = 0; a < arrays_n; a++) {
        arrays[a] = (struct staged){format("s%d", a), types[pick(6)], threads};
        emit(KERNEL_HOST("tile_static", "static") " %s %s[%d];\n", type_names[arrays[a].type],
             arrays[a].name, threads);
    }
    emit(KERNEL_HOST("tile_static", "static") " int count[4];\n");
    emit(KERNEL_HOST("tile_static", "static") " unsigned one;\n");
}

/* What a thread stages: often what few of the counters say, so that tiles share it. */
static char *piece(enum type t)
{
    int counters = nest.counters_n, first = nest.rank * 3;
    char *s;

    if (chance(60)) { /* none of the tile's place but in one dimension, or in none */
        int keep = (int)pick((unsigned)nest.rank + 1);
        struct counter saved[COUNTERS];
        int n = 0;
        for (int c = 0; c < counters; c++)
            saved[c] = nest.counters[c];
        for (int c = 0; c < counters; c++)
            if (c >= first || c % 3 == 1 || c / 3 == keep)
                nest.counters[n++] = saved[c];
        nest.counters_n = n;
        s = chance(70) ? element(t) : NULL;
        s = s ? s : value(t, 1);
        for (int c = 0; c < counters; c++)
            nest.counters[c] = saved[c];
        nest.counters_n = counters;
        return s;
    }
    return value(t, 2);
}

static void stage(void)
{
    for (int a = 0; a < arrays_n; a++) {
        const char *name = arrays[a].name;
        if (chance(20))
            emit("if (%s)\n%s[me] = %s;\nelse\n%s[me] = %s;\n", condition(1), name,
                 piece(arrays[a].type), name, piece(arrays[a].type));
        else
            emit("%s[me] = %s;\n", name, piece(arrays[a].type));
    }
    if (chance(30))
        emit("if (me < 4)\ncount[%d - me] = me;\n", threads < 4 ? threads - 1 : 3);
}

static void barrier(void)
{
    static const char *const waits[] = {"wait", "wait_with_tile_static_memory_fence",
                                        "wait_with_all_memory_fence"};

    emit(KERNEL_HOST("at.barrier.%s()", "host_wait()") ";\n", waits[pick(3)]);
}

/* Sums over what the tile has. */
static void over(void)
{
    const struct staged *a = &arrays[pick((unsigned)arrays_n)];

    for (int v = 0; v < nest.values_n; v++)
        if (nest.values[v].type == a->type && !nest.values[v].constant) {
            emit("for (int q = 0; q < %d; q++)\n%s %s= %s[%s];\n", threads, nest.values[v].name,
                 a->type == UINT ? "^" : "+", a->name,
                 chance(50) ? "q" : format("(q + me) %% %d", threads));
            return;
        }
}

/* In each round what one thread says, kept behind the barrier for which another one may speak. */
static void rounds(void)
{
    char *name = format("o%d", nest.names++);

    for (int v = 0; v < nest.values_n; v++)
        if (nest.values[v].type == UINT && !nest.values[v].constant) {
            emit("for (int q = 0; q < 3; q++) {\nif (me == (q + %u) %% %d)\none = %s;\n",
                 pick((unsigned)threads), threads, value(UINT, 2));
            barrier();
            emit("const unsigned %s = one;\n", name);
            barrier();
            emit("%s ^= %s * %uu;\n}\n", nest.values[v].name, name, 1 + pick(9));
            return;
        }
}

/* The tile fills its arrays and works with them. */
static void phase(void)
{
    int values = nest.values_n, counters = nest.counters_n, truths = nest.truths_n;

    if (chance(25))
        rounds();
    stage();
    barrier();
    for (int a = 0; a < arrays_n && nest.values_n < VALUES; a++) {
        char *place = chance(40) ? format("me") : format("(me + %u) %% %d", pick(9), threads);
        nest.values[nest.values_n++] =
            (struct value){format("%s[%s]", arrays[a].name, place), arrays[a].type, true};
    }
    nest.depth++;
    for (int n = (int)pick(3); n > 0; n--)
        over();
    statements(1 + (int)pick(3));
    nest.depth--;
    if (chance(25)) {
        emit("if (w%u > 7) {\n", pick(4));
        barrier();
        over();
        emit("}\n");
    }
    if (chance(25)) {
        emit("if (me < 4)\ncount[me %% 4] = 0;\n");
        barrier();
        emit(KERNEL_HOST("atomic_fetch_add(&", "add("));
        emit("count[(int)(%s %% 4u)], 1);\n", value(UINT, 1));
        barrier();
        for (int v = 0; v < nest.values_n; v++)
            if (nest.values[v].type == UINT && !nest.values[v].constant) {
                emit("%s += (unsigned)count[me & 3];\n", nest.values[v].name);
                break;
            }
    }
    nest.values_n = values;
    nest.counters_n = counters;
    nest.truths_n = truths;
    barrier();
}

void tile_body(void)
{
    add_places();
    add_arrays();
}

void tile_work(void)
{
    statements((int)pick(2));
    for (int n = 1 + chance(40); n > 0; n--) {
        char *name = format("r%d", nest.names++);
        int w = (int)pick(4), d = (int)pick((unsigned)nest.rank), rounds = nest.sizes[w];
        bool loop = chance(65);
        if (loop && chance(25)) { /* as many as tiles before this one */
            rounds = nest.work[d] / nest.tile[d];
            emit("for (int %s = 0; %s <= t%c; %s++) {\n", name, name, "ijk"[d], name);
        } else if (loop) {
            emit("for (int %s = 0; %s < w%d; %s++) {\n", name, name, w, name);
        }
        if (loop) {
            nest.counters[nest.counters_n++] =
                (struct counter){.name = name, .lo = 0, .hi = rounds - 1};
            nest.rounds *= rounds;
        } else {
            emit("{\n");
        }
        phase();
        emit("}\n");
        if (loop) {
            nest.counters_n--;
            nest.rounds /= rounds;
        }
    }
}
