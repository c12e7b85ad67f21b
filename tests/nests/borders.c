/* borders.c - sums of products over what is there beside a thread's place, behind tests of the row,
 * the column and the counters: convolutions with padding, products of matrices with bands. */
#include "nests.h"

struct tests {
    int n;
    char *text[16];
};

/* What the sums are made of: of the thread's row 'row', and of its place (y, x) or what is beside
 * that, an element of both views, and with what it is multiplied. */
struct sum {
    const struct value *v;
    struct view *a, *w;
    char *row, *channel, *x, *element, *factor;
    int rows; /* of w; the domain's may be more */
    struct tests tests;
};

static void add_test(struct tests *t, char *text)
{
    t->text[t->n++] = text;
}

/* 0 <= x && x < n, as programs write it; an extent of a view, perhaps. */
static void add_between(struct tests *t, const char *x, const struct view *v, int d)
{
    static const char *const lows[] = {"%s >= 0", "0 <= %s", "!(%s < 0)", "%s > -1"};
    static const char *const highs[] = {"%s < %s", "%s <= %s - 1", "!(%s >= %s)", "%s + 1 <= %s"};
    char *n = chance(30) ? format("\1%s.extent[%d]\2%d\3", v->name, d, v->dims[d])
                         : format("%d", v->dims[d]);

    if (chance(12)) {
        add_test(t, format("(unsigned)%s < (unsigned)%s", x, n));
    } else {
        add_test(t, format(lows[pick(4)], x));
        add_test(t, format(highs[pick(4)], x, n));
    }
}

/* One more of the row or the column and the round, or of another kind. */
static char *other_test(const struct sum *s)
{
    static const char *const forms[] = {"%s <= %s + z1", "%s + 3 >= %s",  "%s - %s < 4",
                                        "%s != %s",      "2 * %s > %s",   "!(%s > %s + 2)",
                                        "%s < %s + n0",  "(long)%s > %s", "(%s ^ %s) < 9"};
    const char *with = chance(45) ? s->row : chance(80) ? s->x : s->channel;
    const char *channel = chance(85) ? s->channel : s->row;
    bool turned = chance(50);

    switch (pick(8)) {
    case 0:
        return condition(1);
    case 1:
        return format("(%s & 1) == 0", with);
    case 2:
        return format("z0 < %d", (int)pick(3));
    default:
        return format(forms[pick(9)], turned ? with : channel, turned ? channel : with);
    }
}

static void shuffle(struct tests *t)
{
    for (int k = t->n - 1; k > 0; k--) {
        int other = (int)pick((unsigned)k + 1);
        char *text = t->text[k];
        t->text[k] = t->text[other];
        t->text[other] = text;
    }
}

static char *joined(const struct tests *t)
{
    char *all = t->n ? "" : "1";

    for (int k = 0; k < t->n; k++)
        all = format("%s%s%s", all, k ? " && " : "", t->text[k]);
    return all;
}

static void emit_sum(const struct sum *s)
{
    emit("%s %s %s * %s;\n", s->v->name, chance(80) ? "+=" : "-=", s->element, s->factor);
    if (chance(10))
        assignment();
}

/* The sum if all tests hold: ifs in each other, with declarations before some. */
static void emit_ifs(const struct sum *s, const struct tests *t)
{
    int open = 0;

    for (int k = 0; k < t->n; k++) {
        emit("if (%s)\n", t->text[k]);
        if (chance(40)) {
            emit("{\nconst int q%d = %s + %d;\n", nest.names, s->x, k);
            emit("(void)q%d;\n", nest.names++);
            open++;
        }
    }
    emit("{\n");
    emit_sum(s);
    for (; open >= 0; open--)
        emit("}\n");
}

/* Zeros, or other values, where tests fail. */
static void emit_values(const struct sum *s, const struct tests *t)
{
    static const char *const zeros[] = {"0", "0", "0", "-0.0f", "3"};
    char *e = format("e%d", nest.names++);
    const char *type = type_names[s->v->type];

    emit("const %s %s = %s ? %s : %s;\n", type, e, joined(t), s->element,
         s->v->type > DOUBLE ? "0" : zeros[pick(5)]);
    if (s->rows < nest.work[0])
        emit("const %s f%s = %s < %d ? %s : 0;\n%s += %s * f%s;\n", type, e, s->row, s->rows,
             s->factor, s->v->name, e, e);
    else
        emit("%s += %s * %s;\n", s->v->name, e, s->factor);
}

static void emit_tested(const struct sum *s, bool more)
{
    struct tests t = s->tests;
    unsigned form = pick(more ? 8 : 9);

    for (int k = chance(35) + chance(10) + !t.n; k > 0; k--)
        add_test(&t, other_test(s));
    shuffle(&t);
    if (form < 3) {
        emit("if (%s)\n{\n", joined(&t));
        emit_sum(s);
        emit("}\n");
    } else if (form < 5) {
        emit_ifs(s, &t);
    } else if (form < 7 && s->v->type != VECTOR) {
        emit("{\n");
        emit_values(s, &t);
        emit("}\n");
    } else if (form < 8) {
        emit("if (%s)\n{\n", joined(&t));
        emit_sum(s);
        emit("}\nelse\n{\n");
        assignment();
        emit("}\n");
    } else {
        for (int k = 0; k < t.n; k++)
            emit("if (!(%s))\ncontinue;\n", t.text[k]);
        emit_sum(s);
    }
}

/* A loop over some taps, and the place beside the thread's that is its. */
static void emit_taps(int taps, const char *name, const char *place, const char *of)
{
    int first = chance(40) ? (int)pick(3) : 0, less = (int)pick((unsigned)taps + 1);

    emit("for (int %s = %d; %s < %d; %s++)\n{\n", name, -first, name, taps - first, name);
    emit("const int t%s = %s + %d;\n", name, name, first);
    if (*place)
        emit("%sint %s = %s + t%s - %d;\n", chance(50) ? "const " : "", place, of, name, less);
}

/* The views; the first one is (channels, places, places), the other one (rows, channels, taps). */
static bool make_views(struct sum *s, int n, const int *taps)
{
    bool plane = nest.rank == 3;
    int work = nest.work[nest.rank - 1];

    s->a = new_input(s->v->type, 3);
    s->w = s->a ? new_input(s->v->type, 3) : NULL;
    if (!s->w)
        return false;
    s->rows = chance(40) ? 1 + (int)pick((unsigned)nest.work[0]) : nest.work[0];
    s->a->dims[0] = s->w->dims[1] = n;
    s->a->dims[1] = plane ? 1 + (int)pick((unsigned)nest.work[1] + 2) : taps[0];
    s->a->dims[2] = chance(30) ? 1 + (int)pick((unsigned)work) : work + (int)pick(4);
    s->w->dims[0] = s->rows;
    s->w->dims[2] = taps[0] * taps[1];
    s->a->fixed = s->w->fixed = true;
    return true;
}

void padded(void)
{
    static const char *const types[] = {"int", "int", "int", "int", "long", "unsigned"};
    const char *type = types[pick(6)], *columns = nest.rank == 3 ? "k" : "j";
    int p = (int)pick(4), n = nest.sizes[p], loops = (int)pick(3), taps[2] = {1, 1}, opened = 1;
    char *dr = format("k%d", nest.names++), *dc = format("k%d", nest.names++),
         *y = nest.rank == 3 ? format("y%d", nest.names++) : "", *at;
    struct sum s = {.v = sum_variable(), .row = "i", .channel = format("k%d", nest.names++)};
    struct tests between = {0};

    for (int d = 2 - loops; d < 2; d++)
        taps[d] = 1 + (int)pick(5);
    if (!s.v || nest.rounds > 300000 || nest.rank < 2 || !make_views(&s, n, taps))
        return;
    s.x = format("x%d", nest.names++);
    if (chance(12))
        emit("for (int %s = w%d - 1; %s >= 0; %s--)\n{\n", s.channel, p, s.channel, s.channel);
    else
        emit("for (%s %s = %d; %s < (%s)w%d; %s++)\n{\n", type, s.channel, chance(15), s.channel,
             type, p, s.channel);
    at = *y ? y : loops == 2 ? format("t%s", dr) : "0";
    if (loops == 2)
        emit_taps(taps[0], dr, y, "j"), opened++;
    else if (*y)
        emit("const int %s = j;\n", y);
    if (*y)
        add_between(&between, y, s.a, 1);
    if (loops == 2 && *y && chance(40)) {
        emit("if (%s)\n{\n", joined(&between));
        opened++;
    } else {
        s.tests = between;
    }
    if (loops)
        emit_taps(taps[1], dc, s.x, columns), opened++;
    else
        emit("const int %s = %s - %u;\n", s.x, columns, pick(2));
    add_between(&s.tests, s.x, s.a, 2);
    if (s.rows < nest.work[0])
        add_test(&s.tests, format("i < %d", s.rows));
    s.element = format("%s%s((int)%s, %s, %s)%s", conversion(s.a->type, s.v->type), s.a->name,
                       s.channel, at, s.x, member(s.a->type, s.v->type));
    s.factor = format("%s%s(i, (int)%s, %s%s)%s", conversion(s.w->type, s.v->type), s.w->name,
                      s.channel, loops == 2 ? format("t%s * %d + ", dr, taps[1]) : "",
                      loops ? format("t%s", dc) : "0", member(s.w->type, s.v->type));
    if (chance(25))
        emit_tested(&s, true);
    emit_tested(&s, false);
    for (; opened > 0; opened--)
        emit("}\n");
}
