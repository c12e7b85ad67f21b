/* sema/hostflow/host_memory.h: the memory that host expressions lead to, and places in it. */
#include "sema/hostflow/host_memory.h"
#include "tests/unit/types_unit.h"

static const char prelude[] = "struct inner { int *data, own[8]; };\n"
                              "struct outer { struct inner in; int *all[2]; };\n"
                              "static int table[4][8];\n"
                              "void f(struct outer *p, struct inner s, int *q, int n) {\n";

/* The expressions of the unit's function, each a statement. */
static struct unit *open(const char *statements)
{
    struct buf b = {0};
    buf_printf(&b, "%s%s}\n", prelude, statements);
    struct unit *u = unit_open(b.at);
    buf_free(&b);
    return u;
}

/* The text of the memory at statement i; "" where there is none with a name. */
static const char *at(const struct unit *u, int i)
{
    struct host_memory m;
    return host_memory_at(unit_stmt(u, i)->expr, &m) ? host_memory_text(&unit_ctx, &m) : "";
}

START_TEST(memory_has_names)
{
    struct unit *u = open("q; s.data; p->in.data; s.own; &s.own[0]; q + 1; p->in.own; table;");
    ck_assert_str_eq(at(u, 0), "q");
    ck_assert_str_eq(at(u, 1), "s.data");
    ck_assert_str_eq(at(u, 2), "p->in.data");
    ck_assert_str_eq(at(u, 3), "s.own");
    ck_assert_str_eq(at(u, 4), "s.own");
    ck_assert_str_eq(at(u, 5), ""); /* it begins further on */
    ck_assert_str_eq(at(u, 6), "p->in.own");
    ck_assert_str_eq(at(u, 7), "table");
    unit_close();
}
END_TEST

START_TEST(memory_is_the_same)
{
    struct unit *u = open("q; q; s.data; s.own; table; p->in.data;");
    struct host_memory m[6];
    for (int i = 0; i < 6; i++)
        ck_assert(host_memory_at(unit_stmt(u, i)->expr, &m[i]));
    ck_assert(host_memory_same(&m[0], &m[1]));
    ck_assert(!host_memory_same(&m[1], &m[2]));
    ck_assert(!host_memory_same(&m[2], &m[3]));
    ck_assert(host_memory_is_static(&m[4]));
    ck_assert(!host_memory_is_static(&m[5]));
    unit_close();
}
END_TEST

START_TEST(lvalues_in_memory)
{
    struct unit *u = open("q; q[3]; *q; s.data[1]; q = 0; p->in.data; p = 0; p->in = s; s.own[1];");
    struct host_memory q, data;
    ck_assert(host_memory_at(unit_stmt(u, 0)->expr, &q));
    ck_assert(host_memory_at(unit_stmt(u, 5)->expr, &data));
    ck_assert(host_memory_has(unit_stmt(u, 1)->expr, &q));
    ck_assert(host_memory_has(unit_stmt(u, 2)->expr, &q));
    ck_assert(!host_memory_has(unit_stmt(u, 3)->expr, &q));
    ck_assert(!host_memory_has(unit_stmt(u, 8)->expr, &q));
    ck_assert(host_memory_moves(unit_stmt(u, 4)->expr->a, &q));
    ck_assert(host_memory_moves(unit_stmt(u, 6)->expr->a, &data));
    ck_assert(host_memory_moves(unit_stmt(u, 7)->expr->a, &data));
    ck_assert(!host_memory_moves(unit_stmt(u, 6)->expr->a, &q));
    unit_close();
}
END_TEST

START_TEST(places)
{
    struct unit *u = open("q[3]; *q; q[n]; table[1][2]; s.own[7];");
    static const host_values none;
    static const long long expected[] = {12, 0, -1, 40, 28};
    for (int i = 0; i < 5; i++) {
        struct host_place p = host_memory_place(unit_stmt(u, i)->expr, &none);
        if (expected[i] >= 0) {
            ck_assert_int_eq(p.kind, HOST_PLACE_AT);
            ck_assert_int_eq(p.at, expected[i]);
        } else {
            ck_assert_int_ne(p.kind, HOST_PLACE_AT);
        }
    }
    unit_close();
}
END_TEST

TEST_MAIN("host memory", memory_has_names, memory_is_the_same, lvalues_in_memory, places)
