/* expressions.c - subscripts, elements and values. Texts do not depend on the order in which C
 * evaluates arguments: what picks stands in statements of its own. */
#include "nests.h"

const char *const type_names[TYPES] = {"float",         "double",      "unsigned", "unsigned long",
                                       "float_4",       "int",         "short",    "signed char",
                                       "unsigned char", "struct body", "int_2",    "struct atom"};

/* ---- ints ---- */

static const struct counter *any_counter(void)
{
    int n = nest.counters_n, k = (int)pick((unsigned)n);

    if (chance(50)) /* the later ones are of the loops around */
        k = n - 1 - k / 2;
    if (k == nest.last_counter && chance(70)) /* seldom the same twice in an element */
        k = (k + 1) % n;
    nest.last_counter = k;
    return &nest.counters[k];
}

char *affine(int *lo, int *hi)
{
    static const int factors[] = {1, 1, 1, 1, 1, 1, 2, 3, -1};
    const struct counter *c = any_counter();
    char *s = format("%s%s", nest.cast, c->name);
    int terms = chance(nest.clean ? 85 : 65) ? 1 : chance(80) ? 2 : 3;
    int add = chance(nest.clean ? 10 : 25) ? (int)pick(5) - 2 : 0;

    *lo = c->lo;
    *hi = c->hi;
    for (int k = 1; k < terms; k++) {
        int f = factors[pick(9)];
        c = any_counter();
        if (f == 1)
            s = format("%s + %s", s, c->name);
        else if (f == -1)
            s = format("%s - %s", s, c->name);
        else
            s = chance(50) ? format("%s + %d * %s", s, f, c->name)
                           : format("%s + %s * %d", s, c->name, f);
        *lo += f > 0 ? f * c->lo : f * c->hi;
        *hi += f > 0 ? f * c->hi : f * c->lo;
    }
    if (add)
        s = format("%s %c %d", s, add < 0 ? '-' : '+', add < 0 ? -add : add);
    *lo += add;
    *hi += add;
    return s;
}

char *below(int n)
{
    int lo, hi;
    char *s = affine(&lo, &hi);

    if (lo >= 0 && hi < n)
        return s;
    if (lo >= 0)
        return format("(%s) %% %d", s, n);
    return format("(%s + %d) %% %d", s, -lo, n);
}

/* The place of an element of a matrix, or of the next of several, that has one dimension. */
static char *flat(int *lo, int *hi)
{
    char *s = format("%s%s", nest.cast, any_counter()->name);

    *lo = nest.counters[nest.last_counter].lo;
    *hi = nest.counters[nest.last_counter].hi;
    for (int n = chance(80) ? 1 : 2; n > 0; n--) {
        int f = 3 + (int)pick(n > 1 ? 5 : 30);
        const struct counter *c = any_counter();
        s = chance(50) ? format("(%s) * %d + %s", s, f, c->name)
                       : format("%s + %d * (%s)", c->name, f, s);
        *lo = *lo * f + c->lo;
        *hi = *hi * f + c->hi;
    }
    return s;
}

/* A subscript for dimension d, which grows as it needs. */
static char *subscript(struct view *v, int d)
{
    static const int most[] = {0, 6000, 320, 80};
    static const char *const casts[] = {"(unsigned long)", "(unsigned)", "(long)"};
    int lo, hi;
    char *s, *u;

    nest.cast = chance(12) ? casts[pick(3)] : "";
    s = v->rank == 1 && chance(60) ? flat(&lo, &hi) : affine(&lo, &hi);
    nest.cast = "";
    if (lo < 0) {
        s = format("%s + %d", s, -lo);
        hi -= lo;
    }
    if (hi >= most[v->rank]) {
        hi = (int)pick(30);
        s = format("(%s) %% %d", s, hi + 1);
    }
    if (!nest.function && chance(6)) { /* one that is read */
        u = element(UINT);
        if (u) {
            hi = (int)pick(20);
            s = format("(int)(%s %% %du)", u, hi + 1);
        }
    }
    if (!grow(v, d, hi + 1))
        s = format("(%s) %% %d", s, v->dims[d]);
    return s;
}

/* ---- elements ---- */

/* The thread's index in the kernel. */
static const char *place(void)
{
    static const char *const all[] = {"", "i", "i, j", "i, j, k"};

    return nest.apart ? format("index<%d>(%s)", nest.rank, all[nest.rank]) : "at";
}

char *own(const struct view *v)
{
    static const char *const names[] = {"i", "j", "k"};
    static const char *const all[] = {"", "i", "i, j", "i, j, k"};
    char *s = "";

    if (!v->turn && !v->scattered && chance(30))
        return format(KERNEL_HOST("%s[%s]", "%s(%s)"), v->name, place(), v->name, all[v->rank]);
    for (int d = 0; d < v->rank; d++) {
        int from = (d + v->turn) % v->rank;
        if (v->scattered && d == v->rank - 1)
            s = format("%s%s(%s * 4099 + 3) %% %d", s, d ? ", " : "", names[from], nest.work[from]);
        else
            s = format("%s%s%s%s", s, d ? ", " : "", chance(8) ? "(unsigned long)" : "",
                       names[from]);
    }
    return format("%s(%s)", v->name, s);
}

/* An element of an output that no thread writes. */
static char *margin(const struct view *v)
{
    char *s = format("%s(", v->name);

    for (int d = 0; d < v->rank - 1; d++)
        s = format("%s%s, ", s, below(v->dims[d]));
    return format("%s%d)", s, v->dims[v->rank - 1] - 1 - (int)pick((unsigned)v->margin));
}

/* As rows of rows. */
static char *by_rows(const struct view *v, char *const *subscripts)
{
    char *host = format("%s(%s", v->name, subscripts[0]);
    char *kernel = format("%s[%s]", v->name, subscripts[0]);

    for (int d = 1; d < v->rank; d++) {
        host = format("%s, %s", host, subscripts[d]);
        kernel = format("%s[%s]", kernel, subscripts[d]);
    }
    return format("\1%s\2%s)\3", kernel, host);
}

bool gives_type(enum type of, enum type t)
{
    switch (of) {
    case INT:
    case SHORT:
    case SCHAR:
    case UCHAR:
    case DUO:
        return t == UINT;
    case RECORD:
        return t == FLOAT || t == UINT;
    case ATOM:
        return t == FLOAT || t == UINT || t == VECTOR;
    case VECTOR:
        return t == VECTOR || t == FLOAT;
    default:
        return of == t;
    }
}

bool gives(const struct view *v, enum type t)
{
    if (v->tally || (nest.closed && (v->output || v->mine)))
        return false;
    return gives_type(v->type, t);
}

char *member(enum type of, enum type t)
{
    static char *const places[] = {".x", ".y", ".z", ".w"};
    unsigned k = pick(4);

    switch (of) {
    case RECORD:
        return t == UINT ? ".n" : places[k & 1];
    case DUO:
        return places[k & 1];
    case VECTOR:
        return t == VECTOR ? "" : places[k];
    case ATOM:
        return t == VECTOR ? ".p" : t == UINT ? ".n" : k == 3 ? ".m" : format(".p%s", places[k]);
    default:
        return "";
    }
}

const char *conversion(enum type of, enum type t)
{
    return of != t && t == UINT && of != RECORD ? "(unsigned)" : "";
}

/* An element of a view of the domain's rank, by the thread's index. */
static char *by_index(struct view *v)
{
    static const char *const names[] = {"i", "j", "k"};
    char *host = format("%s(", v->name), *more = "";
    bool plain = true;

    for (int d = 0; d < v->rank; d++) {
        int add = chance(70) ? 0 : (int)pick(3);
        if (!grow(v, d, nest.work[d] + add))
            return NULL;
        host = format("%s%s%s + %d", host, d ? ", " : "", names[d], add);
        more = format("%s%s%d", more, d ? ", " : "", add);
        plain &= !add;
    }
    if (plain)
        return format("\1%s[%s]\2%s)\3", v->name, place(), host);
    return format("\1%s(%s + index<%d>(%s))\2%s)\3", v->name, place(), v->rank, more, host);
}

char *element(enum type t)
{
    int k = (int)pick((unsigned)nest.views_n);
    struct view *v = &nest.views[k];
    char *subscripts[RANKS] = {""}, *s = NULL;

    if (nest.phased && chance(40) && (s = shared_element(t)))
        return s;
    for (int n = 0; n < nest.views_n; n++, k = (k + 1) % nest.views_n) {
        v = &nest.views[k];
        if (gives(v, t) && (!(v->output || v->mine) || v->margin || chance(30)))
            break;
    }
    if (!gives(v, t))
        return NULL;
    if (v->output || v->mine) {
        s = v->margin && chance(50) ? margin(v) : own(v);
    } else if ((v->rank == nest.rank && chance(10) && (s = by_index(v))) ||
               (!nest.function && chance(20) && (s = at_place(v)))) {
        ;
    } else {
        for (int d = 0; d < v->rank; d++)
            subscripts[d] = subscript(v, d);
        s = format("%s(%s", v->name, subscripts[0]);
        for (int d = 1; d < v->rank; d++)
            s = format("%s, %s", s, subscripts[d]);
        s = format("%s)", s);
        if (chance(10))
            s = by_rows(v, subscripts);
        else if (v->rank == 2 && v->type == FLOAT && !nest.plain && chance(10))
            s = format("\1at2(%s, %s, %s)\2%s\3", v->name, subscripts[0], subscripts[1], s);
    }
    return format("%s%s%s", conversion(v->type, t), s, member(v->type, t));
}

/* ---- values ---- */

const char *call_name(int k)
{
    static const char *const names[] = {"f0", "f1", "f2"};

    return names[k];
}

static const struct value *any_value(enum type t)
{
    int k = (int)pick((unsigned)nest.values_n + 1);

    for (int n = 0; n < nest.values_n; n++)
        if (nest.values[(k + n) % nest.values_n].type == t)
            return &nest.values[(k + n) % nest.values_n];
    return NULL;
}

static char *leaf(enum type t)
{
    const struct value *v = any_value(t);
    static const char *const literals[] = {"1.5f", "0.25f", "-2.0f", "3.0f"};
    char *s = NULL;

    if (v && chance(45))
        return v->name;
    if (t == FLOAT && nest.params && chance(6))
        return format("par.c[%s]", below(9));
    if (nest.counters_n && nest.own && t == nest.own_type && chance(12))
        return format("own[%s]", below(nest.own));
    if (nest.counters_n && (t == FLOAT || t == UINT) && chance(4)) {
        s = below(t == FLOAT ? 3 : 13);
        return t == FLOAT ? format("reals[%s][%s]", s, below(5)) : format("numbers[%s]", s);
    }
    if (t == FLOAT && chance(10) && any_value(VECTOR))
        return format("%s%s", any_value(VECTOR)->name, member(VECTOR, FLOAT));
    if (!nest.function && chance(75))
        s = element(t);
    if (s)
        return s;
    if (v && chance(60))
        return v->name;
    if (t == VECTOR) {
        s = leaf(FLOAT);
        if (chance(50))
            return format("float_4(%s)", s);
        return format("float_4(%s, 2.5f, (float)%d, -1)", s, (int)pick(9));
    }
    if (nest.counters_n && chance(60))
        return format("(%s)%s", type_names[t], any_counter()->name);
    if (t == FLOAT)
        return format("%s", literals[pick(4)]);
    return t == DOUBLE ? format("%d.125", (int)pick(4)) : format("%uu", 1 + pick(40));
}

/* Functions whose results are the same everywhere, and those that are not. */
static char *called(enum type t, int depth)
{
    static const char *const exact[] = {"fabs", "floor", "ceil", "trunc",   "rint",
                                        "sqrt", "fmin",  "fmax", "copysign"};
    static const char *const others[] = {"exp", "log", "sin", "cos", "tanh", "pow", "cbrt", "fmod"};
    bool other = !nest.function && !nest.phased && chance(10);
    const char *f = t == FLOAT ? "f" : "";
    unsigned k = pick(other ? 8 : 9);
    char *a = value(t, depth - 1), *b;

    if (other) {
        nest.inexact = true;
        b = k == 5 || k == 7 ? format(", %s", value(t, depth - 1)) : "";
        return format("%s%s(%s%s)", others[k], f, a, b);
    }
    if (k < 6)
        return format("%s%s(%s)", exact[k], f, a);
    b = value(t, depth - 1);
    if (k == 8) /* the sign of a NaN is anything */
        b = format("ordered_%s(%s)", type_names[t], b);
    /* which of zeros with two signs is the least is nobody's business */
    return format("(%s%s(%s, %s) + 0)", exact[k], f, a, b);
}

static char *real(enum type t, int depth)
{
    unsigned k = pick(20);
    char *a, *b, *c;

    if (k < 12) {
        a = value(t, depth - 1);
        b = value(t, depth - 1);
        return format("(%s %c %s)", a, "+-**+-*/"[pick(8)], b);
    }
    if (k < 14) {
        c = condition(depth - 1);
        a = value(t, depth - 1);
        b = value(t, depth - 1);
        return format("(%s ? %s : %s)", c, a, b);
    }
    if (k < 17)
        return called(t, depth);
    if (k == 17)
        return format("(%s)(%s %% 17u)", type_names[t], value(UINT, depth - 1));
    if (k == 18)
        return format("-(%s)", value(t, depth - 1));
    if (t == DOUBLE)
        return format("(double)%s", value(FLOAT, depth - 1));
    if (nest.function)
        return leaf(t);
    a = value(FLOAT, depth - 1);
    b = value(FLOAT, depth - 1);
    return format("%s(%s, %s, %s)", call_name((int)pick(FUNCTIONS)), a, b, value(UINT, 0));
}

static char *vector(int depth)
{
    unsigned k = pick(20);
    char *a, *b, *c;

    if (k < 3) {
        a = value(FLOAT, depth - 1);
        b = value(FLOAT, depth - 1);
        c = value(FLOAT, 0);
        return format("float_4(%s, %s, %s, 1)", a, b, c);
    }
    a = value(VECTOR, depth - 1);
    b = value(k < 8 ? FLOAT : VECTOR, depth - 1);
    if (k < 10)
        return format("(%s * %s)", a, b);
    return format("(%s %c %s)", a, "+-**+-*/"[pick(8)], b);
}

static char *natural(enum type t, int depth)
{
    unsigned k = pick(20);
    char *a, *b, *c;

    if (k < 13) {
        a = value(t, depth - 1);
        b = value(t, depth - 1);
        return format("(%s %c %s)", a, "+-*+&|^*"[pick(8)], b);
    }
    if (k < 15) {
        static const char *const operators[] = {"/", "%", ">>", "<<"};
        a = value(t, depth - 1);
        b = value(UINT, depth - 1);
        return format("(%s %s (1u + (%s & 7u)))", a, operators[pick(4)], b);
    }
    if (k < 17) {
        c = condition(depth - 1);
        a = value(t, depth - 1);
        b = value(t, depth - 1);
        return format("(%s ? %s : %s)", c, a, b);
    }
    if (k == 17)
        return format("~%s", value(t, depth - 1));
    if (k == 18)
        return format("(%s)(%s)", type_names[t], condition(depth - 1));
    if (t == ULONG)
        return format("(unsigned long)%s", value(UINT, depth - 1));
    return format("(unsigned)fminf(fmaxf(%s, 0.0f), 1000.0f)", value(FLOAT, depth - 1));
}

char *value(enum type t, int depth)
{
    if (depth <= 0 || chance(25))
        return leaf(t);
    return t == VECTOR ? vector(depth) : t <= DOUBLE ? real(t, depth) : natural(t, depth);
}

char *condition(int depth)
{
    static const char *const orders[] = {"<", ">", "<=", ">=", "==", "!="};
    unsigned k = pick(20);
    char *a, *b;
    int lo, hi;

    if (nest.truths_n && chance(25)) {
        a = nest.truths[pick((unsigned)nest.truths_n)];
        return chance(30) ? format("!%s", a) : a;
    }
    if (k < 6) {
        a = value(FLOAT, depth);
        b = value(FLOAT, depth);
        return format("%s %s %s", a, orders[pick(4)], b);
    }
    if (k < 10) {
        a = value(UINT, depth);
        b = value(UINT, depth);
        return format("%s %s %s", a, orders[pick(6)], b);
    }
    if (k < 16 && nest.counters_n) {
        a = affine(&lo, &hi);
        if (lo >= 0 && chance(20))
            return format("(%s) %% 3 == %u", a, pick(3));
        if (chance(10)) /* narrowed, and below zero another number */
            return format("%s(%s) %s %d", chance(50) ? "(unsigned char)" : "(short)1000 * (short)",
                          a, orders[pick(6)], lo + (int)pick(200));
        if (chance(10))
            return format("(unsigned)(%s) - %uu %s %uu", a, pick(9), orders[pick(6)], pick(50));
        return format("%s %s %d", a, orders[pick(6)], lo + (int)pick((unsigned)(hi - lo) + 1));
    }
    if (k < 18 && depth > 0) {
        a = condition(depth - 1);
        b = condition(depth - 1);
        return chance(50) ? format("(%s && %s)", a, b) : format("(%s || %s)", a, b);
    }
    return format("(%s & 3u) == %uu", value(UINT, depth), pick(3));
}
