/* shared.c - the memory that the threads of a tile share in a program of tiles: arrays in
 * tile_static memory, a part of a view, and single values. In a phase, between two barriers, an
 * array is either written, each thread having an element of its own at a place that is a
 * permutation, or read, at any place. */
#include "nests.h"

#include <string.h>

struct shared shared[SHARED];
int shared_n;
struct single singles[SINGLES];
int singles_n;
static int threads, bytes;
static const char *of_phase[VALUES]; /* values that are only of this phase */
static int of_phase_n;

/* ---- places ---- */

static int gcd(int a, int b)
{
    return b ? gcd(b, a % b) : a;
}

static char *multiplied(const char *e, int n)
{
    static const char *const forms[] = {"(%s) * %d & %d", "(int)((unsigned)(%s) * %du & %du)",
                                        "(%s * %d) & %d"};
    int m;

    do {
        m = 2 + (int)pick(10);
    } while (gcd(m, n) != 1);
    if (!(n & (n - 1)) && chance(60))
        return format(forms[pick(3)], e, m, n - 1);
    return format("(%s * %d + %u) %% %d", e, m, chance(50) ? 0 : pick((unsigned)n), n);
}

/* One of 0 to n - 1 for each such value of e, another one for another. */
static char *permuted(const char *e, int n)
{
    unsigned k = pick(10);

    if (n == 1)
        return format("%s", chance(70) ? e : "0");
    if (k == 0)
        return format("%d - %s", n - 1, e);
    if (k == 1 && !(n & (n - 1)))
        return format("%s ^ %u", e, 1 + pick((unsigned)n - 1));
    if (k == 2)
        return format("(%s + %u) %% %d", e, 1 + pick((unsigned)n - 1), n);
    if (k == 3 && n > 2)
        return multiplied(e, n);
    if (k == 4 && !(n & (n - 1)))
        return format("(%s + %u) & %d", e, pick((unsigned)n), n - 1);
    return format("%s", e);
}

char *local(int d)
{
    return nest.counters[3 * d + 1].name;
}

/* The element of an array at such subscripts. */
static char *at(const struct shared *a, char *const *subscripts)
{
    char *s = format(a->global ? "%s(" : "%s", a->name);

    for (int d = 0; d < a->rank; d++)
        s = a->global ? format("%s%sat.tile_origin[%d] + (%s)", s, d ? ", " : "", d, subscripts[d])
                      : format("%s[%s]", s, subscripts[d]);
    return a->global ? format("%s)", s) : s;
}

/* The element of the thread; another permutation each time. */
static char *own_place(const struct shared *a)
{
    char *subscripts[RANKS];

    for (int d = 0; d < a->rank; d++)
        subscripts[d] = permuted(a->flat ? "me" : local(a->order[d]), a->dims[d]);
    return at(a, subscripts);
}

static char *any_place(const struct shared *a)
{
    char *subscripts[RANKS];

    for (int d = 0; d < a->rank; d++)
        if (chance(35))
            subscripts[d] = permuted(a->flat ? "me" : local(a->order[d]), a->dims[d]);
        else if (chance(8))
            subscripts[d] = format("%u", pick((unsigned)a->dims[d]));
        else
            subscripts[d] = below(a->dims[d]);
    return at(a, subscripts);
}

char *shared_element(enum type t)
{
    int k = shared_n ? (int)pick((unsigned)shared_n) : 0;
    const char *s;

    for (int n = 0; n < shared_n; n++, k = (k + 1) % shared_n) {
        const struct shared *a = &shared[k];
        if (!a->ready || !gives_type(a->type, t))
            continue;
        s = a->own ? a->own : any_place(a);
        return format("%s%s%s", conversion(a->type, t), s, member(a->type, t));
    }
    return NULL;
}

/* ---- what there is ---- */

static void declare(struct shared *a, int pad, int padded)
{
    emit(KERNEL_HOST("tile_static", "static") " %s %s", type_names[a->type], a->name);
    for (int d = 0; d < a->rank; d++)
        emit("[%d]", a->dims[d] + (d == padded ? pad : 0));
    emit(";\n");
}

static void add_array(void)
{
    enum { BYTES = 24000 };
    static const int sizes[] = {
        [FLOAT] = 4, [DOUBLE] = 8, [UINT] = 4,  [ULONG] = 8,   [VECTOR] = 16, [INT] = 4,
        [SHORT] = 2, [SCHAR] = 1,  [UCHAR] = 1, [RECORD] = 12, [DUO] = 8,     [ATOM] = 32};
    static const enum type types[] = {FLOAT, FLOAT, UINT,  INT,    INT, DOUBLE, ULONG,
                                      SHORT, UCHAR, SCHAR, RECORD, DUO, ATOM,   VECTOR};
    struct shared *a = &shared[shared_n];

    *a = (struct shared){.name = format("s%d", shared_n++),
                         .type = types[pick(nest.plain ? 10 : 14)],
                         .flat = nest.rank == 1};
    while (bytes + sizes[a->type] * threads > BYTES && a->type != UCHAR)
        a->type = chance(50) ? FLOAT : UCHAR;
    bytes += sizes[a->type] * threads;
    a->flat |= chance(35);
    a->rank = a->flat ? 1 : nest.rank;
    for (int d = 0; d < a->rank; d++)
        a->order[d] = d;
    if (a->rank > 1 && chance(40)) {
        int d = (int)pick((unsigned)a->rank - 1);
        a->order[d] = d + 1;
        a->order[d + 1] = d;
    }
    for (int d = 0; d < a->rank; d++)
        a->dims[d] = a->flat ? threads : nest.tile[a->order[d]];
    declare(a, chance(50) ? 0 : 1 + (int)pick(3), (int)pick((unsigned)a->rank));
}

/* A part of a view, which the tile has alone. */
static void add_part(void)
{
    struct view *v = new_view("G", chance(50) ? INT : FLOAT, nest.rank);

    v->fixed = v->tally = true;
    shared[shared_n] = (struct shared){
        .name = v->name, .type = v->type, .rank = nest.rank, .global = true, .ready = true};
    for (int d = 0; d < nest.rank; d++) {
        v->dims[d] = nest.extent[d];
        shared[shared_n].dims[d] = nest.tile[d];
        shared[shared_n].order[d] = d;
    }
    shared_n++;
}

void add_shared(void)
{
    threads = 1;
    bytes = 0;
    for (int d = 0; d < nest.rank; d++)
        threads *= nest.tile[d];
    shared_n = 0;
    for (int n = 1 + (int)pick(3); n > 0; n--)
        add_array();
    if (chance(30))
        add_part();
    singles_n = (int)pick(SINGLES + 1);
    for (int k = 0; k < singles_n; k++) {
        singles[k] = (struct single){.name = format("c%d", k)};
        emit(KERNEL_HOST("tile_static", "static") " unsigned %s;\n", singles[k].name);
    }
}

/* ---- phases ---- */

static void add_value(char *name, enum type t, bool constant)
{
    if (nest.values_n > VALUES - 6)
        return;
    nest.values[nest.values_n++] = (struct value){name, t, constant};
    of_phase[of_phase_n++] = name;
}

bool is_shared(const struct value *v)
{
    for (int k = 0; k < of_phase_n; k++)
        if (of_phase[k] == v->name)
            return true;
    return false;
}

static void add_own(const struct shared *a)
{
    if (a->type <= VECTOR) {
        add_value(a->own, a->type, false);
    } else if (a->type == RECORD) {
        add_value(format("%s.x", a->own), FLOAT, false);
        add_value(format("%s.n", a->own), UINT, false);
    } else if (a->type == ATOM) {
        add_value(format("%s.p", a->own), VECTOR, false);
        add_value(format("%s.m", a->own), FLOAT, false);
    }
}

char *fresh(enum type t)
{
    char *a, *b, *c;

    switch (t) {
    case RECORD:
        a = value(FLOAT, 1);
        b = value(FLOAT, 1);
        c = value(UINT, 1);
        return format("(struct body){%s, %s, %s}", a, b, c);
    case DUO:
        a = value(UINT, 1);
        b = value(UINT, 1);
        return format("int_2((int)(%s), (int)(%s))", a, b);
    case ATOM:
        a = value(VECTOR, 1);
        b = value(UINT, 1);
        c = value(FLOAT, 1);
        return format("(struct atom){%s, (int)(%s), %s}", a, b, c);
    default:
        return value(t > VECTOR ? UINT : t, 2);
    }
}

/* What one thread says to all. */
static void say(struct single *c)
{
    unsigned who = pick((unsigned)threads);

    emit("if (me == %u)\n", who);
    emit("%s = %s;\n", c->name, value(UINT, 2));
}

void begin_phase(bool first)
{
    for (int k = 0; k < shared_n; k++) {
        struct shared *a = &shared[k];
        a->own = first ? !a->global ? own_place(a) : NULL : chance(45) ? own_place(a) : NULL;
    }
    for (int k = 0; k < singles_n; k++)
        if (first || (!singles[k].locked && chance(20)))
            say(&singles[k]);
        else
            add_value(singles[k].name, UINT, true);
    for (int k = 0; k < shared_n; k++) {
        struct shared *a = &shared[k];
        if (first && a->own)
            emit("%s = %s;\n", a->own, fresh(a->type));
        else if (a->own)
            add_own(a);
    }
    for (int k = 0; k < shared_n; k++)
        shared[k].ready = !first || shared[k].own || shared[k].global;
}

void end_phase(void)
{
    int n = 0;

    for (int k = 0; k < nest.values_n; k++)
        if (!is_shared(&nest.values[k]))
            nest.values[n++] = nest.values[k];
    nest.values_n = n;
    of_phase_n = 0;
    for (int k = 0; k < shared_n; k++)
        shared[k].own = NULL;
}

void assign_shared(void)
{
    int k = (int)pick((unsigned)shared_n);
    const struct shared *a = &shared[k];
    enum type t;
    char *s;

    if (!a->own)
        return;
    if (chance(a->type < RECORD ? 0 : 40)) {
        emit("%s = %s;\n", a->own, fresh(a->type));
        return;
    }
    t = a->type <= VECTOR ? a->type : a->type == RECORD || a->type == ATOM ? FLOAT : UINT;
    s = value(t, 2);
    emit("%s%s %s= %s;\n", a->own, member(a->type, t), chance(40) ? "" : chance(60) ? "+" : "-", s);
}
