/* sema/hostflow/host_views.h: what is known of views at a point, behind launches, accesses and
 * joins. */
#include "sema/hostflow/host_views.h"

#include <limits.h>

#include "tests/unit/types_unit.h"

/* Statements 0 to 7 of the function: views v and w over p, x over q, y over a part of r, and the
 * expressions and launches below. */
static const char text[] =
    "struct image { int *data; int row[8]; };\n"
    "void host(int *p, int *q, int *r, struct image s, int n, array_view<int> out) {\n"
    "array_view<int> v(n, p), w(4, p), x(8, q), y(n, r + 1), z(s.row);\n"
    "p[0]; p[3] = 1; p[n] = 1; q[8]; p++; s = s;\n"
    "parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 1; });\n"
    "parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { out[i] = v[i]; });\n"
    "parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = w[i]; });\n"
    "parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { const int k = v[i] + x[i]; });\n"
    "}\n";
enum {
    READ_FIRST = 1,
    WRITE_THIRD,
    WRITE_BEHIND,
    READ_BEHIND,
    MOVE,
    WRITE_STRUCT,
    LAUNCH_WRITES,
    LAUNCH_READS,
    LAUNCH_BOTH,
    LAUNCH_TWO
};
enum { V, W, X, Z, VIEWS };

static struct unit *unit;
static struct findings findings;
static struct host_report report;
static struct host_views views;

static void begin(void)
{
    unit = unit_open(text);
    const struct decl *host = unit->decls.at[unit->decls.n - 1];
    struct code k = {
        .c = &unit_ctx, .program = unit_program, .findings = &findings, .function = host->symbol};

    findings_begin(&findings, &unit_ctx);
    report = (struct host_report){.c = &unit_ctx, .findings = &findings, .body = host->body};
    views = (struct host_views){.report = &report};
    host_views_find(&views, &k);
    ck_assert_int_eq(views.all.n, VIEWS);
    views.paths.now = arena_array(&unit_ctx.arena, struct held, VIEWS);
    for (int i = 0; i < VIEWS; i++)
        held_begin(&views, i);
}

static struct expr *at(int i)
{
    return unit_stmt(unit, i)->expr;
}

static void launch(int i)
{
    host_launched(&views, at(i));
}

static void write(int i)
{
    host_written(&views, at(i)->a);
}

static int messages(void)
{
    return report.reported.n;
}

START_TEST(followed)
{
    begin();
    ck_assert_str_eq(views.all.at[V].name, "v");
    ck_assert_str_eq(views.all.at[Z].name, "z"); /* y begins inside of r's memory */
    ck_assert_int_eq(views.all.at[V].bytes, 0);
    ck_assert_int_eq(views.all.at[W].bytes, 16);
    ck_assert_int_eq(views.all.at[Z].bytes, 32);
    ck_assert_str_eq(views.all.at[V].length->name, "n");
    ck_assert_ptr_null(views.all.at[W].length);
    unit_close();
}
END_TEST

START_TEST(launches)
{
    begin();
    ck_assert(held_quiet(&views, V));
    launch(LAUNCH_READS);
    ck_assert_ptr_eq(held_at(&views, V)->used, at(LAUNCH_READS)->launch);
    ck_assert_ptr_null(held_at(&views, V)->changed);
    ck_assert_ptr_null(held_at(&views, W)->used);
    launch(LAUNCH_WRITES);
    ck_assert_ptr_eq(held_at(&views, V)->changed, at(LAUNCH_WRITES)->launch);
    launch(LAUNCH_TWO);
    ck_assert_ptr_eq(held_at(&views, V)->changed, at(LAUNCH_WRITES)->launch);
    ck_assert_ptr_eq(held_at(&views, X)->used, at(LAUNCH_TWO)->launch);
    held_brought(&views, W); /* the same memory */
    ck_assert_ptr_null(held_at(&views, V)->changed);
    ck_assert_ptr_nonnull(held_at(&views, V)->used);
    held_renewed(&views, V);
    ck_assert(held_quiet(&views, V) && !held_quiet(&views, X));
    ck_assert_int_eq(messages(), 0);
    unit_close();
}
END_TEST

/* 'settled' is a proof. */
START_TEST(settled)
{
    begin();
    ck_assert(!held_at(&views, V)->settled);
    held_brought(&views, V);
    ck_assert(held_at(&views, V)->settled);
    ck_assert(!held_at(&views, W)->settled); /* v is perhaps the smaller one */
    launch(LAUNCH_TWO);
    ck_assert(held_at(&views, V)->settled);
    launch(LAUNCH_READS); /* 'out' may be the same memory */
    ck_assert(!held_at(&views, V)->settled);
    held_brought(&views, W);
    ck_assert(held_at(&views, W)->settled && !held_at(&views, V)->settled);
    held_refreshed(&views, V);
    ck_assert(held_at(&views, V)->settled && !held_at(&views, W)->settled);
    held_unsettle(&views);
    ck_assert(!held_at(&views, V)->settled);
    held_brought(&views, V);
    held_perhaps(&views);
    ck_assert(!held_at(&views, V)->settled);
    unit_close();
}
END_TEST

START_TEST(settled_since)
{
    begin();
    held_brought(&views, V);
    launch(LAUNCH_TWO);
    write(WRITE_THIRD);
    ck_assert_ptr_eq(held_at(&views, V)->written, at(WRITE_THIRD)->a);
    ck_assert(held_at(&views, V)->settled_since);
    launch(LAUNCH_WRITES); /* view-refresh */
    ck_assert_int_eq(messages(), 1);
    ck_assert_ptr_null(held_at(&views, V)->written);
    held_brought(&views, V);
    launch(LAUNCH_TWO);
    write(WRITE_THIRD);
    held_unsettle(&views);
    held_brought(&views, V);
    ck_assert(held_at(&views, V)->settled && !held_at(&views, V)->settled_since);
    unit_close();
}
END_TEST

START_TEST(accesses)
{
    begin();
    launch(LAUNCH_TWO);
    host_read(&views, at(READ_FIRST));
    ck_assert_int_eq(messages(), 0); /* the host has the newest elements */
    launch(LAUNCH_WRITES);
    host_read(&views, at(READ_BEHIND));
    write(WRITE_BEHIND);
    ck_assert_ptr_null(held_at(&views, V)->written); /* p[n] is none of n elements */
    ck_assert_int_eq(messages(), 0);
    host_read(&views, at(READ_FIRST));
    host_read(&views, at(READ_FIRST));
    ck_assert_int_eq(messages(), 1); /* once for the elements of a launch */
    launch(LAUNCH_BOTH);
    write(WRITE_THIRD);
    held_brought(&views, V);
    ck_assert_int_eq(messages(), 2);
    write(MOVE);
    ck_assert(!held_at(&views, V)->live && !held_at(&views, W)->live);
    ck_assert(held_at(&views, X)->live);
    unit_close();
}
END_TEST

/* Only 'written' may hold on one path alone. */
START_TEST(joins)
{
    begin();
    held_brought(&views, V);
    launch(LAUNCH_TWO);
    struct held *other = held_copy(&views, views.paths.now);
    struct held *now = held_at(&views, V);
    write(WRITE_THIRD);
    held_join(now, other);
    ck_assert_ptr_eq(now->written, at(WRITE_THIRD)->a);
    ck_assert_ptr_nonnull(now->used);
    ck_assert(now->settled && now->settled_since);
    other->settled = false; /* a refresh behind the join would be on that path, too */
    held_join(now, other);
    ck_assert(!now->settled && !now->settled_since);
    launch(LAUNCH_WRITES);
    held_join(now, other);
    ck_assert_ptr_null(now->changed);
    other->used = NULL;
    other->live = false;
    held_join(now, other);
    ck_assert(!now->used && !now->live);
    unit_close();
}
END_TEST

/* A write to a struct is one to the memory in it. */
START_TEST(structs)
{
    begin();
    held_at(&views, Z)->used = at(LAUNCH_TWO)->launch;
    write(WRITE_STRUCT);
    ck_assert_ptr_eq(held_at(&views, Z)->written, at(WRITE_STRUCT)->a);
    held_lose(&views, Z);
    ck_assert(!held_at(&views, Z)->live && !held_at(&views, Z)->written);
    unit_close();
}
END_TEST

TEST_MAIN("host views", followed, launches, settled, settled_since, accesses, joins, structs)
