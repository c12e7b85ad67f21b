/* sema/analysis/variance.h: which waits not every thread of a tile reaches, and why. */
#include "sema/analysis/variance.h"
#include "tests/unit/amp_unit.h"

/* What was found last: how many, and the source of the first. */
static int found;
static enum variance_kind first_kind;
static enum variance_source first_source;

static void note(struct ctx *c, const struct divergence *d)
{
    (void)c;
    const struct variance_why *why = d->why;
    if (!found++) {
        first_kind = why->kind;
        while (why->next)
            why = why->next;
        first_source = why->source;
    }
}

static int divergences_with(const char *functions, const char *body)
{
    found = 0;
    kernel_open_with(functions, body);
    variance_divergences(&unit_ctx, unit_program, note);
    unit_close();
    return found;
}

static int divergences(const char *body)
{
    return divergences_with("", body);
}

START_TEST(conditions_that_vary)
{
    ck_assert_int_eq(divergences("if (l < 8) t.barrier.wait();"), 1);
    ck_assert_int_eq(first_kind, VARIANCE_CONDITION);
    ck_assert_int_eq(first_source, SOURCE_INDEX);
    ck_assert_int_eq(divergences("if (v[t.global]) t.barrier.wait();"), 1);
    ck_assert_int_eq(first_source, SOURCE_ELEMENT);
    ck_assert_int_eq(divergences("s[l] = l; if (s[0]) t.barrier.wait();"), 1);
    ck_assert_int_eq(first_source, SOURCE_TILE);
    ck_assert_int_eq(divergences("for (int k = 0; k < l; k++) t.barrier.wait();"), 1);
    ck_assert_int_eq(divergences("switch (l) { case 1: t.barrier.wait(); }"), 1);
    ck_assert_int_eq(divergences("int *p = n ? &l : &s[0]; if (*p) t.barrier.wait();"), 1);
}
END_TEST

START_TEST(conditions_that_do_not)
{
    ck_assert_int_eq(divergences("if (n) t.barrier.wait();"), 0);
    ck_assert_int_eq(divergences("if (t.tile[0] & 1) t.barrier.wait();"), 0);
    ck_assert_int_eq(divergences("if (v.extent[0] > 3) t.barrier.wait();"), 0);
    ck_assert_int_eq(divergences("for (int k = 0; k < n; k++) t.barrier.wait();"), 0);
    ck_assert_int_eq(divergences("if (l < 8) s[l] = 1; t.barrier.wait();"), 0);
}
END_TEST

/* A variable is what was stored last, on every path. */
START_TEST(flow)
{
    ck_assert_int_eq(divergences("int x = l; x = n; if (x) t.barrier.wait();"), 0);
    ck_assert_int_eq(divergences("int x = n; x = l; if (x) t.barrier.wait();"), 1);
    ck_assert_int_eq(divergences("int x = 0; if (n) x = 1; if (x) t.barrier.wait();"), 0);
    ck_assert_int_eq(divergences("int x = 0; if (l) x = 1; if (x) t.barrier.wait();"), 1);
    ck_assert_int_eq(divergences("int x = 0; if (n) x = l; if (x) t.barrier.wait();"), 1);
    ck_assert_int_eq(divergences("int x = 0;"
                                 "for (int k = 0; k < n; k++) { if (x) t.barrier.wait(); x = l; }"),
                     1);
    ck_assert_int_eq(divergences("struct { int a, b; } r = {l, n}; if (r.b) t.barrier.wait();"), 0);
    ck_assert_int_eq(divergences("struct { int a, b; } r = {l, n}; if (r.a) t.barrier.wait();"), 1);
}
END_TEST

START_TEST(jumps)
{
    ck_assert_int_eq(divergences("if (l > 3) return; t.barrier.wait();"), 1);
    ck_assert_int_eq(first_kind, VARIANCE_LEFT);
    ck_assert_int_eq(divergences("if (n > 3) return; t.barrier.wait();"), 0);
    ck_assert_int_eq(
        divergences("for (int k = 0; k < n; k++) { if (k == l) break; t.barrier.wait(); }"), 1);
    ck_assert_int_eq(
        divergences("for (int k = 0; k < n; k++) { if (k == l) break; } t.barrier.wait();"), 0);
    ck_assert_int_eq(
        divergences("for (int k = 0; k < n; k++) { if (k == l) continue; v[t.global] = k; }"
                    "t.barrier.wait();"),
        0);
}
END_TEST

/* Some threads jump further than others that leave the same condition by a jump, too. */
START_TEST(jumps_of_both_arms)
{
    static const struct {
        const char *text;
        int waits;
    } cases[] = {
        {"for (;;) { t.barrier.wait(); if (l) break; else continue; }", 1},
        {"for (;;) { t.barrier.wait(); if (!l) continue; else break; }", 1},
        {"for (;;) { t.barrier.wait(); if (n) break; else continue; }", 0},
        {"for (;;) { if (l) break; else return; } t.barrier.wait();", 1},
        {"for (;;) { if (l) { if (n) return; else break; } break; } t.barrier.wait();", 1},
        {"do { switch (l) { case 1: return; default: continue; } } while (0); t.barrier.wait();",
         1},
        {"do { if (l) break; t.barrier.wait(); } while (0); t.barrier.wait();", 1},
        {"switch (n) { case 0: if (n > 3) return; if (l) break; case 1: v[0] = 1; }"
         "t.barrier.wait();",
         0},
        {"switch (n) { case 0: if (l) break; return; } t.barrier.wait();", 1},
        {"switch (l) { case 1: v[0] = 1; break; default: return; } t.barrier.wait();", 1},
        {"int x = 0; switch (l) { case 1: x = 1; break; default: x = 2; break; }"
         "if (x) t.barrier.wait();",
         1},
        {"int x = ({ if (l) return; 1; }); if (x) t.barrier.wait();", 1},
        {"n && ({ if (l > 1) return; 1; }); t.barrier.wait();", 1}};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_msg(divergences(cases[i].text) == cases[i].waits, "%s", cases[i].text);
}
END_TEST

/* Labels lead into what no other path enters. */
START_TEST(labels)
{
    static const char wait[] = "if (x) t.barrier.wait();";
    static const struct {
        const char *text;
        int waits;
    } cases[] = {{"switch (l) { while (0) { case 1: x = 1; } }", 1},
                 {"switch (n) { while (0) { case 1: x = 1; } }", 0},
                 {"switch (n) { while (0) { case 1: x = l; } }", 1},
                 {"switch (n) { for (; 0; x = l) { case 1:; } }", 1},
                 {"switch (n) { for (; n > 3; x = l) { case 1:; } }", 1},
                 {"switch (n) { case 2: break; while (x) { case 1: x = l; } }", 1},
                 {"switch (n) { case 2: break; do { x = l; case 1:; } while (v[0]); }", 1},
                 {"switch (l) { if (0) { case 1: x = 1; } }", 1},
                 {"switch (l) { if (0) { default: x = 1; } }", 0},
                 {"switch (n) { while (0) { while (0) { case 1: x = l; } } }", 1},
                 {"x = l; switch (n) { while (0) { default: x = n; } }", 0},
                 {"switch (l) { while (0) { case 1: x = 1; if (n) break; x = 0; } } x = n;", 0}};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buf b = {0};
        buf_printf(&b, "int x = 0; %s %s", cases[i].text, wait);
        ck_assert_msg(divergences(b.at) == cases[i].waits, "%s", cases[i].text);
        buf_free(&b);
    }
}
END_TEST

START_TEST(calls)
{
    static const char waits[] =
        "static void f(tile_barrier w, int x) restrict(amp) { if (x) w.wait(); }"
        "static int twice(int x) restrict(amp) { return x + x; }";
    ck_assert_int_eq(divergences_with(waits, "f(t.barrier, n);"), 0);
    ck_assert_int_eq(divergences_with(waits, "f(t.barrier, l);"), 1);
    ck_assert_int_eq(divergences_with(waits, "f(t.barrier, n); f(t.barrier, l);"), 1);
    ck_assert_int_eq(divergences_with(waits, "f(t.barrier, twice(n));"), 0);
    ck_assert_int_eq(divergences_with(waits, "f(t.barrier, twice(l));"), 1);
}
END_TEST

TEST_MAIN("variance", conditions_that_vary, conditions_that_do_not, flow, jumps, jumps_of_both_arms,
          labels, calls)
