/* phases.c - kernels as in programs of tiles: phases of work on the memory that threads share,
 * with a barrier behind each, in loops and branches that the whole tile takes alike, beside
 * reductions, scans, halos and tallies. Tiles have any number of threads, and the domain need not
 * be as large as they. */
#include "nests.h"

#include <string.h>

enum { LOOPS = 6, COUNTS = 8 };

static int threads, whole[RANKS]; /* the work, where the thread is known to have some */
static char *loops[LOOPS];        /* their counters, which all threads have alike */
static int loops_n, margin;
static bool counts;
static int left; /* items: compilers need long for kernels with many barriers */

/* ---- the tiles ---- */

static const int lines[][RANKS] = {{16},  {32},  {8},  {7},  {24},  {48},  {64},
                                   {128}, {256}, {33}, {96}, {100}, {512}, {1024}};
static const int areas[][RANKS] = {{4, 16}, {2, 16},  {1, 16}, {3, 7},   {5, 5},   {3, 16},
                                   {16, 4}, {16, 16}, {8, 32}, {4, 64},  {5, 48},  {15, 16},
                                   {7, 32}, {1, 256}, {2, 48}, {16, 32}, {20, 48}, {32, 32}};
static const int bodies[][RANKS] = {{1, 2, 16}, {2, 3, 5},  {2, 2, 4},  {2, 2, 16}, {1, 2, 32},
                                    {3, 5, 16}, {4, 4, 16}, {2, 8, 16}, {4, 8, 16}, {8, 8, 16}};

void plan_phases(void)
{
    static const struct {
        const int (*tiles)[RANKS];
        unsigned n, few; /* few: of them have few threads */
    } all[] = {{lines, 14, 5}, {areas, 18, 5}, {bodies, 10, 3}};
    unsigned r = (unsigned)nest.rank - 1, n = nest.small || chance(30) ? all[r].few : all[r].n;
    const int *tile = all[r].tiles[pick(n)];
    int counted[RANKS], last = nest.rank - 1;

    for (int tries = 0; tries < 3 && tile[last] % 16; tries++) /* most programs' are */
        tile = all[r].tiles[pick(n)];
    for (int d = 0; d < nest.rank; d++)
        counted[d] = 1 + (int)pick(nest.rank == 3 || nest.small ? 2 : nest.rank == 1 ? 5 : 3);
    set_tiles(tile, counted);
    nest.phased = true;
    nest.plain = chance(65);
    threads = 1;
    for (int d = 0; d < nest.rank; d++) {
        threads *= tile[d];
        if (chance(30))
            nest.work[d] -= (int)pick((unsigned)tile[d]);
    }
    for (int k = 0; k < 2; k++) /* the rounds of loops with barriers */
        nest.sizes[k] = 1 + (int)pick(3);
}

/* The test whether a thread has work: of the domain that is not as large as its tiles. */
static char *inside(void)
{
    char *s = "";

    for (int d = 0; d < nest.rank; d++)
        if (whole[d] != nest.extent[d])
            s = format("%s%s%c < n%d", s, *s ? " && " : "", "ijk"[d], d);
    return s;
}

static void set_closed(bool closed)
{
    nest.closed = closed;
    for (int d = 0; d < nest.rank; d++) {
        nest.work[d] = closed ? nest.extent[d] : whole[d];
        nest.counters[3 * d].hi = nest.work[d] - 1;
    }
}

/* How the thread's place in its tile is written. */
static void name_places(void)
{
    unsigned k = pick(10);

    if (k == 0)
        emit("index<%d> l = at.local;\n", nest.rank);
    for (int d = 0; d < nest.rank && k < 5; d++)
        nest.counters[3 * d + 1].name = format(k ? "at.local[%d]" : "l[%d]", d);
    nest.counters[nest.counters_n++] = (struct counter){.name = "me", .lo = 0, .hi = threads - 1};
}

void phase_body(void)
{
    memcpy(whole, nest.work, sizeof whole);
    add_places();
    name_places();
    set_closed(*inside() != 0);
    loops_n = 0;
    add_shared();
    counts = chance(40);
    if (counts)
        emit(KERNEL_HOST("tile_static", "static") " int counts[%d];\n", COUNTS);
    margin = chance(35) ? 1 + (int)pick(2) : 0;
    if (margin) {
        emit(KERNEL_HOST("tile_static", "static") " float halo");
        for (int d = 0; d < nest.rank; d++)
            emit("[%d]", nest.tile[d] + 2 * margin);
        emit(";\n");
    }
}

/* ---- phases ---- */

static void barrier(void)
{
    bool global = false;
    static const char *const waits[] = {"wait", "wait_with_all_memory_fence",
                                        "wait_with_tile_static_memory_fence"};

    for (int k = 0; k < shared_n; k++)
        global |= shared[k].global;
    emit(KERNEL_HOST("at.barrier.%s()", "host_wait()") ";\n", waits[pick(global ? 2 : 3)]);
}

/* A variable of the thread of type t that may be assigned. */
static const char *variable(enum type t)
{
    for (int k = 0; k < nest.values_n; k++)
        if (nest.values[k].type == t && !nest.values[k].constant && !is_shared(&nest.values[k]))
            return nest.values[k].name;
    return NULL;
}

/* By functions that get addresses of what the tile has. */
static void lend(void)
{
    const struct shared *a = &shared[pick((unsigned)shared_n)];
    const char *x = variable(a->type);

    if (!x || a->global || (a->type != FLOAT && a->type != UINT))
        return;
    if (a->own) {
        emit("swap_%s(&%s, &%s);\n", type_names[a->type], a->own, x);
    } else if (a->ready && a->rank <= 2) {
        int n = a->dims[a->rank - 1];
        emit("%s = sum_%s(%s", x, type_names[a->type], a->name);
        if (a->rank == 2)
            emit("[%s]", below(a->dims[0]));
        emit(", %d);\n", n < 32 ? n : 32);
    }
}

static void work(int n)
{
    for (; n > 0; n--) {
        nest.budget = 5;
        if (!nest.plain && chance(12)) {
            lend();
        } else if (nest.closed && chance(40)) {
            emit("if (%s)\n", inside());
            set_closed(false);
            block(1 + (int)pick(2));
            set_closed(true);
        } else if (chance(40)) {
            assign_shared();
        } else {
            statements(1);
        }
    }
}

static void phase(void)
{
    nest.depth++;
    begin_phase(false);
    work(1 + (int)pick(4));
    end_phase();
    nest.depth--;
    barrier();
}

/* ---- idioms ---- */

/* A line of numbers, each thread's new; all have them. NULL: there is none. */
static const struct shared *line(void)
{
    int k = (int)pick((unsigned)shared_n);

    for (int n = 0; n < shared_n; n++, k = (k + 1) % shared_n) {
        struct shared *a = &shared[k];
        if (!a->flat || (a->type > ULONG) || !variable(a->type))
            continue;
        a->ready = false;
        emit("%s[me] = %s;\n", a->name, fresh(a->type));
        a->ready = true;
        barrier();
        return a;
    }
    return NULL;
}

static void reduction(void)
{
    static const char *const forms[] = {
        "for (int s = %d; s > 0; s /= 2) {\nif (me < s)\n%s;\n",
        "for (unsigned s = %du; s; s >>= 1) {\nif ((unsigned)me < s)\n%s;\n",
        "for (int s = %d; s > 1; s = (s + 1) / 2) {\nif (me < s / 2)\n%s;\n",
        "for (int s = 1; s < %d; s *= 2) {\nif (me %% (2 * s) == 0 && me + s < %d)\n%s;\n",
        "for (int s = 1; s < %d; s *= 2) {\nconst int p = 2 * s * me;\nif (p + s < %d)\n%s;\n"};
    static const char *const joins[] = {"%s[%s] += %s[%s]", "%s[%s] -= %s[%s]",
                                        "%s[%s] = %s[%s] * 2 + 1"};
    const struct shared *a = line();
    int form = threads & (threads - 1) ? 2 + (int)pick(3) : (int)pick(5);
    const char *to = form == 4 ? "p" : "me", *by = form == 2 ? "(s + 1) / 2" : "s";
    char *join;

    if (!a)
        return;
    join = format(joins[pick(3)], a->name, to, a->name, format("%s + %s", to, by));
    if (form < 3)
        emit(forms[form], form < 2 ? threads / 2 : threads, join);
    else
        emit(forms[form], threads, threads, join);
    barrier();
    emit("}\n%s += %s[0];\n", variable(a->type), a->name);
    barrier();
}

static void scan(void)
{
    const struct shared *a = line();
    const char *t, *s;

    if (!a)
        return;
    t = type_names[a->type];
    s = a->name;
    if (!(threads & (threads - 1)) && chance(35)) {
        emit("for (int s = 1; s < %d; s *= 2) {\nconst int p = (me + 1) * 2 * s - 1;\n", threads);
        emit("if (p < %d)\n%s[p] += %s[p - s];\n", threads, s, s);
        barrier();
        emit("}\nif (me == 0)\n%s[%d] = 0;\n", s, threads - 1);
        barrier();
        emit("for (int s = %d; s > 0; s /= 2) {\nconst int p = (me + 1) * 2 * s - 1;\n",
             threads / 2);
        emit("if (p < %d) {\n%s v = %s[p - s];\n%s[p - s] = %s[p];\n%s[p] += v;\n}\n", threads, t,
             s, s, s, s);
    } else if (chance(50)) {
        emit("for (int s = 1; s < %d; s *= 2) {\n", threads);
        emit("%s v = me >= s ? %s[me - s] : 0;\n", t, s);
        barrier();
        emit("%s[me] += v;\n", s);
    } else {
        emit("for (int s = 1; s < %d; s <<= 1) {\n%s v = %s[me];\n", threads, t, s);
        emit("if (me >= s)\nv += %s[me - s];\n", s);
        barrier();
        emit("%s[me] = v;\n", s);
    }
    barrier();
    emit("}\n");
    if (chance(60)) {
        emit("%s += %s[%s];\n", variable(a->type), s, chance(50) ? "me" : "0");
        barrier();
    }
}

/* By a function with barriers. */
static void called(void)
{
    const struct shared *a = line();

    if (!a)
        return;
    emit("%s += " KERNEL_HOST("reduced", "host_reduced") "_%s(%s, me, %d", variable(a->type),
         a->type == ULONG ? "ulong" : type_names[a->type], a->name, threads);
    emit(KERNEL_HOST(", at.barrier", "") ");\n");
    barrier();
}

/* The tile's part of a view and what is around it. */
static void halo(void)
{
    struct view *v = new_view("H", FLOAT, nest.rank);
    const char *to = "", *from = "", *near = "", *x = variable(FLOAT);
    int total = 1, size[RANKS], rest = 1;
    bool zeros = chance(40);

    if (!v || !x)
        return;
    v->fixed = true;
    for (int d = 0; d < nest.rank; d++) {
        v->dims[d] = nest.extent[d];
        size[d] = nest.tile[d] + 2 * margin;
        total *= size[d];
    }
    rest = total;
    for (int d = 0; d < nest.rank; d++) {
        char *p;
        rest /= size[d];
        p = rest > 1 ? format("p / %d", rest) : "p";
        p = d ? format("%s %% %d", p, size[d]) : p;
        to = format("%s[%s]", to, p);
        from = format("%s%sbounded(at.tile_origin[%d] + (%s) - %d, %d)", from, d ? ", " : "", d, p,
                      margin, nest.extent[d]);
        near = format("%s[%s + %u]", near, local(d), pick(2 * (unsigned)margin + 1));
    }
    emit("for (int p = me; p < %d; p += %d)\nhalo%s = ", total, threads, to);
    if (zeros)
        emit("p %% %u == 0 ? 0 : ", 3 + pick(9));
    emit("%s(%s);\n", v->name, from);
    barrier();
    emit("%s %c= halo%s * 0.5f", x, "+-"[pick(2)], near);
    near = "";
    for (int d = 0; d < nest.rank; d++)
        near = format("%s[%s + %d]", near, local(d), margin);
    emit(" + halo%s;\n", near);
    barrier();
}

/* Numbers of the tile to which threads add in any order. */
static void tally(void)
{
    static const char *const names[] = {"add", "add", "sub", "max", "min", "xor", "or"};
    const char *name = names[pick(7)], *x = variable(UINT);

    if (!x)
        return;
    emit("for (int p = me; p < %d; p += %d)\ncounts[p] = p;\n", COUNTS, threads);
    barrier();
    if (chance(40))
        emit("if (%s)\n", condition(1));
    emit(KERNEL_HOST("atomic_fetch_%s(&", "%s("), name, name);
    emit("counts[(int)(%s %% %uu)], ", value(UINT, 1), (unsigned)COUNTS);
    emit("(int)(%s %% 1000u));\n", value(UINT, 1));
    barrier();
    emit("%s ^= (unsigned)counts[%s];\n", x, below(COUNTS));
    barrier();
}

/* ---- loops and branches that all threads take alike ---- */

static void items(int depth);

/* What stands between braces. */
static void inner(int depth)
{
    int counters = nest.counters_n, values = nest.values_n, truths = nest.truths_n;

    items(depth);
    nest.counters_n = counters;
    nest.values_n = values;
    nest.truths_n = truths;
}

/* A value of one thread that all go by, until unlock(); or NULL. */
static struct single *lock(void)
{
    struct single *c = singles_n && chance(35) ? &singles[pick((unsigned)singles_n)] : NULL;

    if (c)
        c->locked++;
    return c;
}

static void unlock(struct single *c)
{
    if (!c)
        return;
    c->locked--;
    barrier();
}

static void loop(int depth)
{
    char *name = format("r%d", nest.names++), *end;
    struct single *c = lock();
    int d = (int)pick((unsigned)nest.rank), w = (int)pick(2), rounds = nest.sizes[w], form;
    int counters = nest.counters_n;

    end = format("w%d", w);
    if (c) {
        end = format("(int)(%s & 3u)", c->name);
        rounds = 3;
    } else if (chance(30)) {
        end = format("t%c + 1", "ijk"[d]);
        rounds = nest.extent[d] / nest.tile[d];
    } else if (chance(30)) {
        rounds = 2 + chance(50);
        end = format("%d", rounds);
    }
    form = (int)pick(c ? 4 : 5);
    if (form < 2)
        emit("for (int %s = 0; %s < %s; %s++) {\n", name, name, end, name);
    else if (form == 2)
        emit("for (int %s = %s - 1; %s >= 0; %s--) {\n", name, end, name, name);
    else
        emit(form == 3 ? "{\nint %s = 0;\nwhile (%s < %s) {\n" : "{\nint %s = 0;\ndo {\n", name,
             name, end);
    nest.counters[nest.counters_n++] = (struct counter){.name = name, .lo = 0, .hi = rounds - 1};
    loops[loops_n++] = name;
    nest.rounds *= rounds;
    inner(depth);
    nest.rounds /= rounds;
    loops_n--;
    nest.counters_n = counters;
    if (form == 3)
        emit("%s++;\n}\n", name);
    if (form == 4)
        emit("} while (++%s < %s);\n", name, end);
    emit("}\n");
    unlock(c);
}

static char *alike(const struct single *c)
{
    static const char *const forms[] = {"w%u > 2",  "w%u & 1",  "z%u > 0",
                                        "n%u > 20", "t%c == 0", "(t%c & 1) != 0"};
    unsigned k = pick(6);

    if (c)
        return format("(%s & 1u) == %uu", c->name, pick(2));
    if (loops_n && chance(40))
        return format(chance(50) ? "%s > 0" : "(%s & 1) == 0", loops[pick((unsigned)loops_n)]);
    if (k < 4)
        return format(forms[k], pick(k < 2 ? 4 : k == 2 ? 2 : (unsigned)nest.rank));
    return format(forms[k], "ijk"[pick((unsigned)nest.rank)]);
}

static void branch(int depth)
{
    struct single *c = lock();

    if (chance(12)) {
        emit("switch (%s) {\ncase 1:\n", alike(c));
        inner(depth);
        emit("break;\ndefault:\n");
        if (chance(70))
            inner(depth);
        emit("break;\n}\n");
    } else {
        emit("if (%s) {\n", alike(c));
        inner(depth);
        if (chance(50)) {
            emit("} else {\n");
            inner(depth);
        }
        emit("}\n");
    }
    unlock(c);
}

/* A tile that has no more to do. */
static void leave(void)
{
    emit("if (%s) {\n", alike(NULL));
    if (!nest.closed)
        block(1);
    emit("return;\n}\n");
}

static void items(int depth)
{
    for (int n = 1 + (int)pick(4); n > 0 && left-- > 0; n--) {
        unsigned k = pick(100);
        bool deep = depth > 0 && nest.counters_n < COUNTERS - 6 && loops_n < LOOPS;
        if (k < 16 && deep && nest.rounds < 300000)
            loop(depth - 1);
        else if (k < 32 && deep)
            branch(depth - 1);
        else if (k < 36)
            reduction();
        else if (k < 40)
            scan();
        else if (k < 43 && !nest.plain)
            called();
        else if (k < 49 && margin)
            halo();
        else if (k < 55 && counts)
            tally();
        else if (k < 57 && depth == 2)
            leave();
        else
            phase();
    }
}

void phase_work(void)
{
    begin_phase(true);
    work((int)pick(2));
    end_phase();
    barrier();
    left = 2 + (int)pick(6);
    items(chance(40) ? 2 : 1);
}

/* The last phase, up to where the thread has work. */
void phase_results(void)
{
    char *test = inside();
    bool around = chance(50);

    begin_phase(false);
    nest.leaves = chance(30);
    work(1 + (int)pick(2));
    nest.leaves = false;
    for (int k = 0; k < shared_n; k++) {
        enum type t = shared[k].type <= ULONG            ? shared[k].type
                      : gives_type(shared[k].type, UINT) ? UINT
                                                         : FLOAT;
        char *s = shared_element(t);
        if (s && variable(t))
            emit("%s %s %s;\n", variable(t), t == FLOAT || t == DOUBLE ? "+=" : "^=", s);
    }
    if (*test && around)
        emit("if (%s) {\n", test);
    else if (*test)
        emit("if (!(%s))\nreturn;\n{\n", test);
    else
        emit("{\n");
    set_closed(false);
}

void phase_end(void)
{
    end_phase();
    emit("}\n");
}
