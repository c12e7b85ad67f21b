/* places.c - variables of index<N>: made of components or of the thread's index, changed as a
 * whole, asked for by contains(), and read at. On the host they are an int for each component. */
#include "nests.h"

#include <stdlib.h>
#include <string.h>

static const char *const index_names[] = {"i", "j", "k"};

/* A text for each component, which $ stands for, as the host has it. */
static char *each(const struct place *p, const char *text, const char *between)
{
    char *s = "";

    for (int d = 0; d < p->rank; d++) {
        s = format("%s%s", s, d ? between : "");
        for (const char *c = text; *c; c++)
            s = *c == '$' ? format("%s%s_%d", s, p->name, d) : format("%s%c", s, *c);
    }
    return s;
}

/* An index of constants, which it adds to what is known of p; *host: statements that add them. */
static char *constants(struct place *p, char **host)
{
    char *s = "";

    *host = "";
    for (int d = 0; d < p->rank; d++) {
        int by = (int)pick(5) - 2;
        s = format("%s%s%d", s, d ? ", " : "", by);
        *host = format("%s%s_%d += %d; ", *host, p->name, d, by);
        p->lo[d] += by;
        p->hi[d] += by;
    }
    return format("index<%d>(%s)", p->rank, s);
}

/* What is known of the thread's index in a dimension; NULL: nothing here. */
static const struct counter *known_index(int d)
{
    for (int k = 0; k < nest.counters_n; k++)
        if (strcmp(nest.counters[k].name, index_names[d]) == 0)
            return &nest.counters[k];
    return NULL;
}

/* Begins with the thread's index, or with any components. */
static void declare(struct place *p)
{
    bool own = p->rank == nest.rank && chance(60);
    char *parts = "", *host = "", *more = "", *added = "";

    for (int d = 0; d < p->rank; d++)
        own &= known_index(d) != NULL;
    for (int d = 0; d < p->rank; d++) {
        const struct counter *c = known_index(d);
        const char *s = index_names[d];
        if (own) {
            p->lo[d] = c->lo;
            p->hi[d] = c->hi;
        } else {
            s = affine(&p->lo[d], &p->hi[d]);
        }
        parts = format("%s%s%s", parts, d ? ", " : "", s);
        host = format("%sint %s_%d = %s; ", host, p->name, d, s);
    }
    parts = own && !nest.apart && chance(70) ? "at" : format("index<%d>(%s)", p->rank, parts);
    if (chance(40))
        more = format(" + %s", constants(p, &added));
    emit(KERNEL_HOST("index<%d> %s = %s%s;", "%s%s") "\n", p->rank, p->name, parts, more, host,
         added);
}

/* Changes all components. */
static void change(struct place *p)
{
    char *s, *host;
    int by = chance(50) ? 1 : -1;

    switch (pick(5)) {
    case 0:
        s = constants(p, &host);
        emit(KERNEL_HOST("%s += %s;", "%s") "\n", p->name, s, host);
        return;
    case 1:
        s = constants(p, &host);
        emit(KERNEL_HOST("%s = %s + %s;", "%s") "\n", p->name, p->name, s, host);
        return;
    case 2:
        emit(KERNEL_HOST("%s%s;", "%s;") "\n", p->name, by > 0 ? "++" : "--",
             each(p, by > 0 ? "$++" : "$--", ", "));
        break;
    case 3:
        emit(KERNEL_HOST("%s = %d + %s;", "%s;") "\n", p->name, by, p->name,
             each(p, by > 0 ? "$ += 1" : "$ -= 1", ", "));
        break;
    default:
        if (p->rank != 2)
            return;
        emit(KERNEL_HOST("%s = index<2>(%s[1], %s[0]);",
                         "{ int t = %s_0; %s_0 = %s_1; %s_1 = t; }") "\n",
             p->name, p->name, p->name, p->name, p->name, p->name, p->name);
        *p = (struct place){p->name, 2, {p->lo[1], p->lo[0]}, {p->hi[1], p->hi[0]}};
        return;
    }
    for (int d = 0; d < p->rank; d++) {
        p->lo[d] += by;
        p->hi[d] += by;
    }
}

/* A view of which some places are inside, and some perhaps not. */
static struct view *partly(const struct place *p, enum type t)
{
    struct view *v = new_view("P", t, p->rank);

    for (int d = 0; v && d < p->rank; d++)
        v->dims[d] = p->hi[d] < 1 ? 1 : 1 + p->hi[d] - (int)pick(p->hi[d] > 3 ? 4 : 1);
    if (v)
        v->fixed = true;
    return v;
}

/* A sum over the elements at places inside of a view. */
static void guarded(const struct place *p)
{
    const struct value *sum = any_variable();
    struct view *v = sum && sum->type <= VECTOR ? partly(p, sum->type) : NULL;
    char *inside = "";

    if (!v)
        return;
    for (int d = 0; d < p->rank; d++)
        inside = format("%s%s%s_%d >= 0 && %s_%d < %d", inside, d ? " && " : "", p->name, d,
                        p->name, d, v->dims[d]);
    inside = format("\1%s.extent.contains(%s)\2(%s)\3", v->name, p->name, inside);
    if (nest.in_for && chance(30))
        emit("if (!%s)\ncontinue;\n", inside);
    else
        emit("if (%s)\n", inside);
    emit("%s += " KERNEL_HOST("%s[%s]", "%s(%s)") ";\n", sum->name, v->name, p->name, v->name,
         each(p, "$", ", "));
}

void place_variable(void)
{
    struct place *p = malloc(sizeof *p); /* for ever */

    if (nest.function || nest.counters_n > COUNTERS - 5)
        return;
    *p = (struct place){.name = format("p%d", nest.names++)};
    p->rank = chance(70) ? nest.rank : 1 + (int)pick(RANKS);
    declare(p);
    for (int n = (int)pick(3); n > 0; n--)
        change(p);
    if (chance(50))
        guarded(p);
    for (int d = 0; d < p->rank; d++) {
        char *name = format(KERNEL_HOST("%s[%d]", "%s_%d"), p->name, d, p->name, d);
        nest.counters[nest.counters_n++] =
            (struct counter){.name = name, .lo = p->lo[d], .hi = p->hi[d], .place = d ? NULL : p};
    }
}

char *at_place(struct view *v)
{
    for (int k = nest.counters_n - 1; k >= 0; k--) {
        const struct place *p = nest.counters[k].place;
        bool fits = p && p->rank == v->rank;
        for (int d = 0; fits && d < v->rank; d++)
            fits = p->lo[d] >= 0 && grow(v, d, p->hi[d] + 1);
        if (fits)
            return format(KERNEL_HOST("%s[%s]", "%s(%s)"), v->name, p->name, v->name,
                          each(p, "$", ", "));
    }
    return NULL;
}
