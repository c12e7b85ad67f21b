/* idioms.c - what programs often do in kernels: windows around a thread's place, tallies, rows of
 * views as views, functions that walk views, sums of products of vectors; divisions behind a test.
 */
#include "nests.h"

static const char *const index_names[] = {"i", "j", "k"};

struct view *new_view(const char *stem, enum type type, int rank)
{
    struct view *v = &nest.views[nest.views_n];

    if (nest.views_n == VIEWS)
        return NULL;
    *v = (struct view){
        .name = format("%s%d_%d", stem, nest.views_n++, nest.n), .type = type, .rank = rank};
    return v;
}

bool grow(struct view *v, int d, int n)
{
    if (v->dims[d] >= n)
        return true;
    if (v->fixed || v->output || v->mine)
        return false;
    v->dims[d] = n;
    return true;
}

const struct value *sum_variable(void)
{
    for (int n = 0; n < 6; n++) {
        const struct value *v = any_variable();
        if (v && v->type <= VECTOR)
            return v;
    }
    return NULL;
}

struct view *new_input(enum type t, int rank)
{
    static const enum type types[][4] = {[FLOAT] = {FLOAT, FLOAT, RECORD, VECTOR},
                                         [DOUBLE] = {DOUBLE, DOUBLE, DOUBLE, DOUBLE},
                                         [UINT] = {UCHAR, INT, DUO, UINT},
                                         [ULONG] = {ULONG, ULONG, ULONG, ULONG},
                                         [VECTOR] = {VECTOR, VECTOR, ATOM, VECTOR}};
    struct view *v = new_view("C", types[t][pick(nest.plain ? 2 : 4)], rank);

    if (v) {
        v->section = chance(10);
        v->typed = !v->section && chance(15);
        v->constant = !v->section && chance(10);
    }
    return v;
}

/* Elements around the thread's place, at the border those of the border, or with coefficients. */
static void window(void)
{
    const struct value *v = sum_variable();
    int rank = 1 + (int)pick((unsigned)nest.rank), sizes[RANKS], first = nest.rank - rank;
    enum type t = v ? v->type : FLOAT;
    struct view *a = new_input(t, rank), *w = chance(60) ? new_view("W", FLOAT, rank) : NULL;
    char *place = "", *coefficient = "";
    int stride = chance(10) ? 2 : 1;
    bool bounded = stride == 1 && chance(20);

    if (!v || !a)
        return;
    if (w) {
        w->fixed = true;
        w->typed = chance(30);
        w->constant = chance(40);
    }
    for (int d = 0; d < rank; d++) {
        char *name = format("k%d", nest.names++), *n;
        const char *i = index_names[first + d];
        int work = nest.work[first + d];
        sizes[d] = 1 + (int)pick(rank == 3 ? 3 : 5);
        n = format("%d", sizes[d]);
        if (w) {
            w->dims[d] = sizes[d];
            n = chance(60) ? format("\1%s.extent[%d]\2%d\3", w->name, d, sizes[d]) : n;
        }
        emit("for (int %s = 0; %s < %s; %s++)\n", name, name, n, name);
        coefficient = format("%s%s%s", coefficient, d ? ", " : "", name);
        if (bounded)
            place =
                format("%s%sbounded(%s + %s - 1, n%d)", place, d ? ", " : "", i, name, first + d);
        else if (stride > 1)
            place = format("%s%s%d * %s + %s", place, d ? ", " : "", stride, i, name);
        else
            place = format("%s%s%s + %s", place, d ? ", " : "", i, name);
        grow(a, d, bounded ? work : stride * (work - 1) + sizes[d]);
    }
    emit("%s += %s%s(%s)%s", v->name, conversion(a->type, t), a->name, place, member(a->type, t));
    if (w && (t == FLOAT || t == VECTOR))
        emit(" * %s(%s)", w->name, coefficient);
    emit(";\n");
}

/* Counts, or joins what threads have in another way whose order does not matter. */
static void tally(void)
{
    static const char *const names[] = {"add", "add", "sub", "max", "min", "and", "or", "xor"};
    static const int sizes[] = {1, 3, 8, 16, 64, 100, 256, 300};
    struct view *v = new_view("T", chance(70) ? INT : UINT, chance(80) ? 1 : 2);
    const char *name = names[pick(8)], *cast;
    char *place = "", *s;

    if (!v)
        return;
    v->tally = v->fixed = true;
    for (int d = 0; d < v->rank; d++) {
        v->dims[d] = sizes[pick(v->rank == 2 ? 4 : 8)];
        s = chance(60) ? element(UINT) : NULL;
        s = s ? format("(int)(%s %% %du)", s, v->dims[d]) : below(v->dims[d]);
        place = format("%s%s%s", place, d ? ", " : "", s);
    }
    cast = v->type == INT ? "(int)" : "";
    if (chance(30))
        emit("if (%s)\n", condition(1));
    if (chance(50)) {
        const char *step = chance(80) ? "inc" : "dec";
        emit(KERNEL_HOST("atomic_fetch_%s(&", "%s("), step, *step == 'i' ? "add" : "sub");
        emit("%s(%s)" KERNEL_HOST(")", ", 1u)") ";\n", v->name, place);
        return;
    }
    s = value(UINT, 1);
    emit(KERNEL_HOST("atomic_fetch_%s(&", "%s("), name, name);
    emit("%s(%s), %s(%s));\n", v->name, place,
         *name == 'a' || *name == 's' ? KERNEL_HOST("(int)", "") : cast, s);
}

/* A sum over a row, or a part of a view, that is a view of its own. */
static void part(void)
{
    const struct value *v = sum_variable();
    struct view *a = new_input(v ? v->type : FLOAT, 2);
    char *row = format("r%d", nest.names++), *k = format("k%d", nest.names++), *s;
    int lo, hi, w = (int)pick(4), n = nest.sizes[w];
    bool section = chance(40);

    if (!v || !a)
        return;
    s = affine(&lo, &hi);
    if (lo < 0 || hi > 300) {
        s = below(30);
        hi = 29;
    }
    grow(a, 0, hi + 1);
    grow(a, 1, n);
    emit("{\n");
    if (section)
        emit(KERNEL_HOST(
                 "array_view<const %s, 2> %s = %s.section(index<2>(%s, 0), extent<2>(1, w%d));\n",
                 ""),
             type_names[a->type], row, a->name, s, w);
    else
        emit(KERNEL_HOST("array_view<const %s> %s = %s[%s];\n", ""), type_names[a->type], row,
             a->name, s);
    emit("for (int %s = 0; %s < w%d; %s++)\n", k, k, w, k);
    emit("%s += %s", v->name, conversion(a->type, v->type));
    emit("\1%s(%s%s)\2", row, section ? "0, " : "", k);
    emit("%s(%s, %s)\3%s;\n}\n", a->name, s, k, member(a->type, v->type));
}

/* A function that walks two views. */
static void walk(void)
{
    struct view *a = new_view("C", FLOAT, 2), *b = new_view("C", FLOAT, 2);
    const struct value *v = sum_variable();
    char *r, *c;
    int w = (int)pick(4), n = nest.sizes[w];
    bool row = chance(60), column = chance(60);

    if (!a || !b || !v || v->type != FLOAT)
        return;
    r = row ? format("i") : below(20);
    grow(a, 0, row ? nest.work[0] : 20);
    grow(a, 1, n);
    c = column ? format("%s", index_names[nest.rank - 1]) : below(20);
    grow(b, 0, n);
    grow(b, 1, column ? nest.work[nest.rank - 1] : 20);
    b->typed = chance(10);
    emit("%s += \1dot(%s, %s, %s, %s, w%d)\2", v->name, a->name, b->name, r, c, w);
    emit("({ float s_ = 0; for (int k_ = 0; k_ < w%d; k_++) s_ += %s(%s, k_) * %s(k_, %s); s_; "
         "})\3;\n",
         w, a->name, r, b->name, c);
}

/* The row or column of an element, the round, or both. */
static void place(struct view *a, int d, const char *k, int n, bool round, char **text)
{
    int dim = (int)pick((unsigned)nest.rank), add = chance(20) ? 1 + (int)pick(3) : 0;
    const char *name = round ? k : index_names[dim];

    *text = add ? format("%s%s%s + %d", *text, d ? ", " : "", name, add)
                : format("%s%s%s", *text, d ? ", " : "", name);
    grow(a, d, (round ? n : nest.work[dim]) + add);
}

/* A sum of products of elements of rows and columns. */
static void product(void)
{
    const struct value *v = sum_variable();
    char *k = format("k%d", nest.names++), *texts[2];
    int w = (int)pick(4), n = nest.sizes[w], first = chance(15) ? 1 : 0;

    if (!v)
        return;
    for (int f = 0; f < 2; f++) {
        struct view *a = new_input(v->type, 1 + (int)pick(2));
        char *s = "";
        bool last = chance(50);
        if (!a)
            return;
        for (int d = 0; d < a->rank; d++)
            place(a, d, k, n, a->rank == 1 || (d == 1) == last, &s);
        texts[f] = format("%s%s(%s)%s", conversion(a->type, v->type), a->name, s,
                          member(a->type, v->type));
    }
    emit("for (int %s = %d; %s < w%d; %s++)\n", k, first, k, w, k);
    if (chance(20)) {
        char *c;
        nest.counters[nest.counters_n++] = (struct counter){.name = k, .lo = 0, .hi = n - 1};
        c = condition(0);
        nest.counters_n--;
        emit("{\nif (%s)\n%s += %s * %s;\n%s += %s;\n}\n", c, v->name, texts[0], texts[1], v->name,
             texts[chance(50)]);
    } else {
        emit("%s += %s * %s;\n", v->name, texts[0], texts[1]);
    }
}

/* A sum over the neighbours of the thread's column, and perhaps of another component of its index,
 * in a number of planes, with factors that rows or all threads share. */
static void convolution(void)
{
    const struct value *v = sum_variable();
    struct view *a = new_input(v ? v->type : FLOAT, 3),
                *w = new_view("W", FLOAT, chance(50) ? 3 : 1);
    int p = (int)pick(4), n = nest.sizes[p], row = (int)pick((unsigned)nest.rank),
        loops = 1 + chance(70);
    int column = chance(80) ? nest.rank - 1 : (int)pick((unsigned)nest.rank), taps[2] = {1, 1},
        less[2];
    char *names[2] = {"0", "0"}, *k = format("k%d", nest.names++), *tap;
    const char *other;

    if (!v || !a || !w || nest.rounds > 300000)
        return;
    emit("for (int %s = %d; %s < w%d; %s++)\n", k, chance(15), k, p, k);
    for (int d = 2 - loops; d < 2; d++) {
        names[d] = format("k%d", nest.names++);
        taps[d] = 1 + (int)pick(5);
        less[d] = chance(30) ? 1 + (int)pick(2) : 0;
        emit("for (int %s = %d; %s %s %d; %s++)\n", names[d], -less[d], names[d],
             less[d] ? "<=" : "<", taps[d] - less[d] - (less[d] != 0), names[d]);
        if (less[d])
            names[d] = format("(%s + %d)", names[d], less[d]);
    }
    row = nest.rank == 3 && chance(60) ? 1 : row == column ? 0 : row;
    other = nest.rank < 3 && chance(60) ? "0" : index_names[row];
    grow(a, 0, n);
    grow(a, 1, nest.work[row] + taps[0]);
    grow(a, 2, nest.work[column] + taps[1]);
    tap = format("%s * %d + %s", names[0], taps[1], names[1]);
    grow(w, w->rank - 1, w->rank == 3 ? taps[0] * taps[1] : n * taps[0] * taps[1] + nest.work[0]);
    if (w->rank == 3) {
        grow(w, 0, nest.work[0]);
        grow(w, 1, n);
        tap = format("i, %s, %s", k, tap);
    } else {
        tap = format("(%s * %d + %s) * %d + %s%s", k, taps[0], names[0], taps[1], names[1],
                     chance(60) ? " + i" : "");
    }
    emit("%s += %s%s(%s, %s + %s, %s + %s)%s", v->name, conversion(a->type, v->type), a->name, k,
         other, names[0], index_names[column], names[1], member(a->type, v->type));
    if (v->type == FLOAT || v->type == VECTOR)
        emit(" * %s(%s)", w->name, tap);
    emit(";\n");
}

/* Ints divided by what may be zero, or -1 while the other one is the least: not where it is. */
static void division(void)
{
    static const char *const forms[] = {
        "if (d > 0)\nx += (unsigned)(n / d) ^ (unsigned)(n % d);\n",
        "x ^= d != 0 && d != -1 && n / d > 3;\n",
        "x += d < -1 || d > 0 ? (unsigned)(n % d) : 5u;\n",
        "int m = n;\nif (d != 0 && m > -2000000000) {\nm /= d;\nm %= d;\n}\nx += (unsigned)m;\n",
        "long m = 4294967296l * n;\nif (d != 0 && n > -2000000000) {\nx += (unsigned)(m / d >> "
        "20);\nm %= "
        "d;\n}\nx ^= (unsigned)m;\n",
        "for (int k = 0; k < 9; k++)\nif (k - d != 0 && k - d != -1)\nx += (unsigned)(n / (k - "
        "d));\n",
    };
    const struct value *v = any_variable();
    char *n, *d;
    int lo, hi;

    if (!v || v->type != UINT)
        return;
    n = value(UINT, 1);
    switch (pick(4)) {
    case 0:
        d = format("(int)(%s %% 5u) - 2", value(UINT, 1));
        break;
    case 1:
        d = affine(&lo, &hi);
        d = format("%s - %d", d, lo + (int)pick(3));
        break;
    default:
        d = format("z%u", pick(2));
    }
    emit("{\nconst int n = (int)(%s << %u), d = %s;\nunsigned x = %s;\n", n,
         chance(50) ? 0 : 28 + pick(4), d, v->name);
    emit("%s", forms[pick(6)]);
    emit("%s = x;\n}\n", v->name);
}

/* An int that grows by what is none. */
static void parts(void)
{
    static const char *const steps[] = {"0.75f", "-1.5f", "2", "1.25", "3u"};
    const struct value *v = any_variable();
    const char *step = steps[pick(5)];
    int lo, hi;
    char *s = affine(&lo, &hi);

    if (!v || v->type != UINT)
        return;
    emit("{\nint s = %s - 8;\nunsigned x = %s;\nfor (int k = 0; k < 7; k++) {\ns += %s;\nx = x * 3 "
         "+ (unsigned)s;\n}\n",
         s, v->name, step);
    emit("%s = x;\n}\n", v->name);
}

void idiom(void)
{
    static void (*const all[])(void) = {window,      window,   tally,    tally, product, product,
                                        convolution, division, division, parts, part,    walk};

    if (nest.rounds > 3000000 || nest.counters_n > COUNTERS - 5)
        return;
    all[pick(nest.plain ? 10 : 12)]();
}
