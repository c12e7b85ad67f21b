/* statements.c - loops, ifs and what stands in them. */
#include "nests.h"

#include <string.h>

void block(int n)
{
    int counters = nest.counters_n, values = nest.values_n, truths = nest.truths_n;

    nest.depth++;
    emit("{\n");
    statements(n);
    emit("}\n");
    nest.depth--;
    nest.counters_n = counters;
    nest.values_n = values;
    nest.truths_n = truths;
}

const struct value *any_variable(void)
{
    for (int n = 0; n < 10 && nest.values_n; n++) {
        const struct value *v = &nest.values[pick((unsigned)nest.values_n)];
        if (!v->constant)
            return v;
    }
    return NULL;
}

static void declaration(void)
{
    static const enum type types[] = {FLOAT, FLOAT, FLOAT, UINT, UINT, DOUBLE, ULONG, VECTOR};
    struct value v = {NULL, types[pick(nest.function || nest.plain ? 7 : 8)], chance(30)};
    int lo, hi;
    char *s;

    if (nest.values_n > VALUES - 4 || nest.counters_n > COUNTERS - 4)
        return;
    if (nest.counters_n && !nest.function && chance(12)) {
        place_variable();
        return;
    }
    if (nest.counters_n && chance(20)) { /* an int that is the same to the end of its scope */
        s = affine(&lo, &hi);
        if (lo >= 0 && chance(35)) { /* places of a line taken apart */
            int w = (int)pick(4), n = nest.function ? 7 : nest.sizes[w];
            bool rest = chance(50);
            s = nest.function ? format("(%s) %c 7", s, "/%"[rest])
                              : format("(%s) %c w%d", s, "/%"[rest], w);
            lo = rest ? 0 : lo / n;
            hi = rest ? (hi < n - 1 ? hi : n - 1) : hi / n;
        }
        emit("int q%d = %s;\n", nest.names, s);
        nest.counters[nest.counters_n++] =
            (struct counter){.name = format("q%d", nest.names++), .lo = lo, .hi = hi};
        return;
    }
    s = value(v.type, 3);
    v.name = format("v%d", nest.names++);
    emit("%s%s %s = %s;\n", v.constant ? "const " : "", type_names[v.type], v.name, s);
    nest.values[nest.values_n++] = v;
}

/* A variable that is true or false, or what becomes of one. */
static void truth(void)
{
    static const char *const forms[] = {"%s = %s;\n", "%s = %s;\n", "%s ^= %s;\n", "%s |= %s;\n"};
    char *c = condition(1);

    if (nest.truths_n && chance(60)) {
        emit(forms[pick(4)], nest.truths[pick((unsigned)nest.truths_n)], c);
        return;
    }
    if (nest.truths_n == TRUTHS)
        return;
    emit("_Bool t%d = %s;\n", nest.names, c);
    nest.truths[nest.truths_n++] = format("t%d", nest.names++);
}

/* A copy of a whole struct. */
static void record(void)
{
    static const struct {
        const char *name;
        enum type type;
    } members[2][3] = {{{"x", FLOAT}, {"y", FLOAT}, {"n", UINT}},
                       {{"p", VECTOR}, {"m", FLOAT}, {"m", FLOAT}}};
    char *name = format("b%d", nest.names++), *at = format("m%d", nest.names++);

    if (nest.function || nest.values_n > VALUES - 4)
        return;
    for (int k = 0; k < nest.views_n; k++) {
        struct view *v = &nest.views[k];
        char *s = "";
        bool atom = v->type == ATOM;
        if ((v->type != RECORD && !atom) || (nest.closed && (v->output || v->mine)))
            continue;
        for (int d = 0; d < v->rank; d++) {
            int most = v->output || v->mine || !grow(v, d, 20) ? v->dims[d] : 20;
            s = format("%s%s%s", s, d ? ", " : "", below(most));
        }
        if (v->output || v->mine)
            emit("%s %s = %s;\n", type_names[v->type], name, own(v));
        else if (v->rank == 1 && chance(40)) /* counted, once */
            emit("int %s = %s;\n%s %s = %s(%s++);\n", at, s, type_names[v->type], name, v->name,
                 at);
        else
            emit("%s %s = %s(%s);\n", type_names[v->type], name, v->name, s);
        for (int m = 0; m < 3 - atom; m++)
            nest.values[nest.values_n++] = (struct value){
                format("%s.%s", name, members[atom][m].name), members[atom][m].type, false};
        return;
    }
}

/* By functions that get addresses of the thread's own array. */
static void lend(char *a, char *b)
{
    static const char *const calls[] = {
        "own[%s] += sum_%s(own, %d);\n",
        "add_%s(own, %s, %s);\n",
        "swap_%s(&own[%s], own + %s);\n",
        "own[%s] = more_%s(own, own, %s);\n",
        "{ %s mine = %s; swap_%s(&mine, &own[%s]); }\n",
    };
    const char *t = type_names[nest.own_type];
    int k = (int)pick(5);

    if (k == 0)
        emit(calls[k], a, t, nest.own);
    else if (k == 1)
        emit(calls[k], t, a, b);
    else if (k == 2)
        emit(calls[k], t, a, below(nest.own));
    else if (k == 3)
        emit(calls[k], a, t, b);
    else
        emit(calls[k], t, b, t, a);
}

/* To an element of the thread's own array, or a struct of its own. */
static void assign_part(void)
{
    static const char *const copies[] = {
        "rec.p = blend(rec.q, rec.p, %s);\n",
        "rec.q = turned(rec.q, %s);\n",
        "rec.p = (struct body){rec.p.y, rec.p.x + %s, rec.q.n};\n",
        "rec.q = rec.p.x > %s ? rec.p : rec.q;\n",
        "rec = (struct two){.q = rec.p, .p = rec.q, .m = rec.m - %s};\n",
    };
    char *a, *b;

    if (nest.record && (!nest.own || !nest.counters_n || chance(50))) {
        a = value(FLOAT, 2);
        emit(copies[pick(5)], a);
        return;
    }
    a = below(nest.own);
    b = value(nest.own_type, 2);
    if (!nest.plain && chance(60))
        lend(a, b);
    else
        emit("own[%s] %c= %s;\n", a, "+-*+"[pick(4)], b);
}

void assignment(void)
{
    const struct value *v = any_variable();
    char *a, *b;

    if ((nest.record || (nest.own && nest.counters_n)) && chance(20)) {
        assign_part();
        return;
    }
    if (!v)
        return;
    if (chance(35) && nest.depth) { /* the sum of products */
        a = value(v->type, 1);
        b = value(v->type, 1);
        emit("%s += %s * %s;\n", v->name, a, b);
        return;
    }
    a = value(v->type, 3);
    if (v->type <= DOUBLE || v->type == VECTOR)
        emit("%s %c= %s;\n", v->name, "+++-*+/+"[pick(8)], a);
    else
        emit("%s %c= %s;\n", v->name, "+-*&|^++"[pick(8)], a);
}

static void store(void)
{
    const struct view *v;
    enum type t;
    char *s;

    if (nest.phased && chance(60)) {
        assign_shared();
        return;
    }
    if (nest.function || nest.closed)
        return;
    v = &nest.views[pick((unsigned)nest.outputs_n)];
    if (v->type >= RECORD || (v->type == VECTOR && chance(50))) {
        t = v->type == DUO ? UINT : FLOAT;
        s = value(t, 2);
        emit("%s%s %s %s;\n", own(v), member(v->type, t), t == UINT ? "=" : "+=", s);
        return;
    }
    t = v->type > VECTOR ? UINT : v->type;
    s = value(t, 2);
    emit("%s %s %s;\n", own(v), v->type <= VECTOR && chance(40) ? "+=" : "=", s);
}

/* An if that keeps counters in a smaller range, as at the border of a stencil. */
static bool inner(void)
{
    struct counter *c = &nest.counters[pick((unsigned)nest.counters_n)], old = *c;

    if (old.hi - old.lo < 2)
        return false;
    emit("if (%s > %d && %s <= %d)\n", old.name, old.lo, old.name, old.hi - 1);
    c->lo++;
    c->hi--;
    block(1 + (int)pick(3));
    *c = old;
    return true;
}

static void choice(void)
{
    if (nest.counters_n && chance(25) && inner())
        return;
    emit("if (%s)\n", condition(1));
    block(1 + (int)pick(3));
    if (chance(40)) {
        emit("else\n");
        block(1 + (int)pick(2));
    }
}

/* What each output gets. */
static void outputs(int depth)
{
    for (int k = 0; k < nest.outputs_n; k++) {
        const struct view *v = &nest.views[k];
        bool record = v->type >= RECORD;
        enum type t = v->type == RECORD ? FLOAT : v->type > VECTOR ? UINT : v->type;
        char *s = value(t, depth);
        emit("%s%s %s %s;\n", own(v),
             !record           ? ""
             : v->type == ATOM ? ".n"
                               : ".y",
             v->type <= ULONG && chance(30) ? "+=" : "=", s);
    }
}

/* A test of the index, within which its counters are smaller; 'outside': that it is not. */
static char *inside(bool outside)
{
    char *test = "";

    for (int d = 0; d < nest.rank; d++) {
        struct counter *c = &nest.counters[d];
        const char *join = *test ? outside ? " || " : " && " : "";
        if (c->hi - c->lo < 2 || (*test && chance(20)))
            continue;
        if (chance(8)) { /* bounds that are narrowed, of another sign, or a quotient */
            static const char *const tests[] = {
                "(unsigned char)(%s * 5) > 3", "(short)(%s * 1000) > -20000",
                "(unsigned)(%s - 2) < 60u", "z0 != 0 && 2 * %s < 300 / z0",
                "z1 != 0 && %s != 40 / z1"};
            char *more = format(tests[pick(5)], c->name);
            test = format(outside ? "%s%s!(%s)" : "%s%s%s", test, join, more);
            continue;
        }
        if (chance(40))
            test = format(outside ? "%s%s%s == %d || %s == %d" : "%s%s%s != %d && %s != %d", test,
                          join, c->name, c->lo, c->name, c->hi);
        else
            test = format(outside ? "%s%s%s < %d || %s >= %d" : "%s%s%s >= %d && %s < %d", test,
                          join, c->name, c->lo + 1, c->name, c->hi);
        c->lo++;
        c->hi--;
    }
    return *test ? test : "0 == 1";
}

/* What each output gets, by ?:. */
static void arms(const char *test, bool outside, const struct counter *inner,
                 const struct counter *whole)
{
    for (int k = 0; k < nest.outputs_n; k++) {
        const struct view *v = &nest.views[k];
        enum type t = v->type == RECORD || v->type == ATOM ? FLOAT
                      : v->type > VECTOR                   ? UINT
                                                           : v->type;
        char *values[2];
        for (int branch = 0; branch < 2; branch++) {
            bool work = (branch == 1) == outside;
            memcpy(nest.counters, work ? inner : whole, RANKS * sizeof *inner);
            values[branch] = value(t, work ? 4 : 1);
        }
        emit("%s%s %s %s ? %s : %s;\n", own(v),
             v->type < RECORD  ? ""
             : v->type == ATOM ? ".m"
                               : ".y",
             v->type <= ULONG && chance(30) ? "+=" : "=", test, values[0], values[1]);
    }
    memcpy(nest.counters, whole, RANKS * sizeof *whole);
}

void border(void)
{
    struct counter whole[RANKS], inner[RANKS];
    bool outside = chance(40);
    char *test;

    memcpy(whole, nest.counters, sizeof whole);
    test = inside(outside);
    memcpy(inner, nest.counters, sizeof inner);
    if (chance(25)) {
        arms(test, outside, inner, whole);
        return;
    }
    emit("if (%s) {\n", test);
    for (int branch = 0; branch < 2; branch++) {
        bool work = (branch == 1) == outside;
        memcpy(nest.counters, work ? inner : whole, sizeof inner);
        if (work || chance(70))
            outputs(work ? 4 : 1);
        emit(branch ? "}\n" : "} else {\n");
    }
    memcpy(nest.counters, whole, sizeof whole);
}

static void cases(void)
{
    bool in_loop = nest.in_loop;

    emit("switch (%s & 3u) {\n", value(UINT, 1));
    nest.in_loop = false;
    for (int k = 0; k < 2; k++) {
        emit("case %d:\n", k);
        block(1);
        emit("break;\n");
    }
    emit("default:\n");
    block(1);
    emit("}\n");
    nest.in_loop = in_loop;
}

/* ---- loops ---- */

static void body(const struct counter *c, bool in_for, const char *first, const char *last)
{
    bool was_in_for = nest.in_for, was_in_loop = nest.in_loop;
    int counters = nest.counters_n, values = nest.values_n, truths = nest.truths_n;
    long rounds = nest.rounds;

    nest.counters[nest.counters_n++] = *c;
    nest.in_for = in_for;
    nest.in_loop = true;
    nest.rounds *= c->hi + 1;
    nest.depth++;
    emit("{\n%s", first);
    statements(1 + (int)pick(3));
    emit("%s}\n", last);
    nest.depth--;
    nest.counters_n = counters;
    nest.values_n = values;
    nest.truths_n = truths;
    nest.in_for = was_in_for;
    nest.in_loop = was_in_loop;
    nest.rounds = rounds;
}

/* How far a loop goes: the text of its end, one more than the last value of its counter. */
static char *bound(int *end)
{
    unsigned k = pick(20);
    int w = (int)pick(4);
    char *s;

    *end = nest.sizes[w];
    if (nest.function || k < 4) {
        *end = 1 + (int)pick(12);
        return format("%d", *end);
    }
    if (k < 13)
        return format("w%d", w);
    if ((k < 15 || nest.clean) && nest.work[0] <= 40) {
        *end = nest.work[0];
        return format("n0");
    }
    if (nest.clean)
        return format("w%d", w);
    if (k < 18) { /* differs between threads */
        *end = 1 + (int)pick(12);
        return below(*end + 1);
    }
    s = element(UINT);
    *end = s ? 8 : 3;
    return s ? format("(int)(%s %% 9u)", s) : format("%d", *end);
}

/* The begin of a loop by one, which may count in another type than int; returns what stands first
 * in its body. */
static const char *by_one(const char *name, int first, const char *end)
{
    static const char *const types[] = {"unsigned", "unsigned long", "long"};
    const char *type = types[pick(3)];

    if (chance(75)) {
        emit("for (int %s = %d; %s < %s; %s++)\n", name, first, name, end, name);
        return "";
    }
    emit("for (%s %s_ = %d; %s_ < (%s)(%s); %s_++)\n", type, name, first, name, type, end, name);
    return format("const int %s = (int)%s_;\n", name, name);
}

static void counted(void)
{
    const char *line = "";
    char *name = format("k%d", nest.names++), *s;
    int end, first = chance(15) ? (int)pick(3) : 0, step = chance(10) ? 2 + (int)pick(3) : 1;
    struct counter c;

    s = bound(&end);
    c = (struct counter){.name = name, .lo = 0, .hi = end - 1};
    if (chance(12))
        emit("for (int %s = %s - 1; %s >= 0; %s--)\n", name, s, name, name);
    else if (step > 1)
        emit("for (int %s = %d; %s < %s; %s += %d)\n", name, first, name, s, name, step);
    else
        line = by_one(name, first, s);
    body(&c, true, line, "");
}

/* A loop that begins where the thread says. */
static void apart(void)
{
    char *name = format("k%d", nest.names++), *first, *s = NULL;
    int most = 1 + (int)pick(12), rounds = 1 + (int)pick(nest.small ? 6 : 24), end, step;
    struct counter c;

    if (chance(40))
        s = element(UINT);
    first = s ? format("(int)(%s %% %du)", s, most) : below(most);
    if (chance(50)) { /* as many rounds for all */
        emit("const int b%s = %s;\n", name, first);
        emit("for (int %s = b%s; %s < b%s + %d; %s++)\n", name, name, name, name, rounds, name);
        c = (struct counter){.name = name, .lo = 0, .hi = most + rounds - 2};
    } else {
        step = 1 + (int)pick(9);
        s = bound(&end);
        emit("for (int %s = %s; %s < %s; %s += %d)\n", name, first, name, s, name, step);
        c = (struct counter){.name = name, .lo = 0, .hi = end - 1};
    }
    body(&c, true, "", "");
}

/* while (k < n && ...), as long as values say. */
static void escape(void)
{
    char *name = format("k%d", nest.names++), *s, *test;
    int end;
    struct counter c;

    s = bound(&end);
    c = (struct counter){.name = name, .lo = 0, .hi = end - 1};
    emit("int %s = 0;\n", name);
    if (chance(25)) { /* once at least */
        emit("do\n");
        c.hi = end > 0 ? end - 1 : 0;
        body(&c, false, "", format("%s++;\n", name));
        emit("while (%s < %s);\n", name, s);
    } else {
        test = condition(1);
        emit("while (%s < %s && %s)\n", name, s, test);
        body(&c, false, "", format("%s++;\n", name));
    }
    c.hi = end > 0 ? end : 1;
    nest.counters[nest.counters_n++] = c;
}

enum { ROUNDS_MAX = 400000 };

static void loop(void)
{
    if (nest.rounds > ROUNDS_MAX || nest.depth > 4 || nest.counters_n > COUNTERS - 5)
        assignment();
    else if (chance(12) && !nest.function)
        apart();
    else if (chance(72))
        counted();
    else
        escape();
}

/* Emits the head of a loop up to 'end', text s, or one that begins or ends at the thread's index;
 * gives what its body begins with. */
static const char *by_place(const char *name, const char *s, int *end)
{
    const struct counter *at = &nest.counters[pick((unsigned)nest.rank)];
    unsigned way = pick(100);

    if (!chance(25))
        return by_one(name, 0, s);
    if (way < 40) {
        emit("for (int %s = %s; %s < %s; %s++)\n", name, at->name, name, s, name);
    } else if (way < 60) {
        emit("for (int %s = 0; %s < %s - %s; %s++)\n", name, name, s, at->name, name);
    } else {
        emit("for (int %s = 0; %s <= %s; %s++)\n", name, name, at->name, name);
        *end = at->hi + 1;
    }
    return "";
}

void sums(int depth)
{
    char *name = format("k%d", nest.names++), *s;
    int end, counters = nest.counters_n;
    struct counter c;

    s = bound(&end);
    if (nest.rounds * end > 8L * ROUNDS_MAX || nest.counters_n > COUNTERS - 5)
        return;
    emit("{\n%s", by_place(name, s, &end));
    c = (struct counter){.name = name, .lo = 0, .hi = end - 1};
    nest.counters[nest.counters_n++] = c;
    nest.depth++;
    nest.rounds *= end;
    if (depth > 1 && chance(30))
        assignment();
    if (depth > 1)
        sums(depth - 1);
    else if (chance(12))
        place_variable();
    for (int n = (depth > 1 ? 0 : 1) + (int)pick(2); n > 0; n--) {
        if (chance(12)) {
            emit("if (%s)\n", condition(0));
            block(1);
        } else if (chance(70)) {
            const struct value *v = any_variable();
            char *a = v ? element(v->type) : NULL, *b = v ? element(v->type) : NULL;
            if (a && b)
                emit("%s += %s * %s;\n", v->name, a, b);
        } else {
            assignment();
        }
    }
    nest.depth--;
    nest.rounds /= end;
    nest.counters_n = counters;
    emit("}\n");
}

/* A thread that has something else to do. */
static void leave(void)
{
    emit("if (%s)\n{\n", condition(1));
    nest.depth++;
    store();
    nest.depth--;
    emit("return;\n}\n");
}

void statements(int n)
{
    for (; n > 0; n--) {
        unsigned k = pick(100);
        if (nest.budget-- < 0)
            k = 20;
        if (k < 3)
            truth();
        else if (k < 16)
            declaration();
        else if (k < 44)
            assignment();
        else if (k < 50)
            store();
        else if (k < 53)
            record();
        else if (k < 68 && nest.depth < 5)
            choice();
        else if (k < 70 && nest.depth < 4)
            cases();
        else if (k < 73 && nest.depth < (chance(30) ? 4 : 1) && !nest.function &&
                 (!nest.tiled || nest.leaves))
            leave();
        else if (k >= 93 && !nest.function)
            idiom();
        else if (k < 75 && nest.in_loop)
            emit("if (%s)\n%s;\n", condition(1), nest.in_for && chance(50) ? "continue" : "break");
        else
            loop();
    }
}

void function_body(void)
{
    static int made;
    static const char *const params[] = {"x", "y"};

    nest = (struct nest){.function = true, .rounds = 1000, .budget = 5, .cast = ""};
    for (int k = 0; k < 2; k++)
        nest.values[nest.values_n++] = (struct value){format("%s", params[k]), FLOAT, false};
    nest.values[nest.values_n++] = (struct value){"u", UINT, false};
    out = stdout;
    emit("static float f%d(float x, float y, unsigned u) restrict(cpu, amp)\n{\n", made++);
    if (chance(50))
        emit("if (%s)\nreturn %s;\n", condition(1), value(FLOAT, 1));
    statements((int)pick(3));
    emit("return %s;\n}\n", value(FLOAT, 2));
}
