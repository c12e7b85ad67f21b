/* sema/simulate/lockstep.h: which accesses a run of a kernel reports to its hooks, by which lanes,
 * at which elements. */
#include "sema/simulate/lockstep.h"
#include "tests/unit/amp_unit.h"

enum { MOST = 64, LANES = 16 };

/* The calls that the hooks of the last run got. */
static struct seen {
    enum access_kind kind;
    enum place_kind place;
    const char *object;
    unsigned char lanes[LANES];
    long long offset[LANES]; /* -1: not known */
} seen[MOST];
static int accesses, barriers, cuts;

static void hear_access(struct lockstep *l, const struct access *a)
{
    ck_assert_int_lt(accesses, MOST);
    struct seen *s = &seen[accesses++];
    *s = (struct seen){.kind = a->kind, .place = a->place->kind};
    s->object = a->place->symbol ? a->place->symbol->name : "";
    const struct affine *at = a->place->kind == PLACE_TILE ? a->place->offset
                              : a->place->rank             ? a->place->at[0]
                                                           : NULL;
    for (int i = 0; i < lockstep_width(l); i++) {
        s->lanes[i] = a->lanes[i];
        s->offset[i] = at && affine_known(at) ? affine_at(at, i) : -1;
    }
}

static void hear_barrier(struct lockstep *l, unsigned orders)
{
    (void)l;
    (void)orders;
    barriers++;
}

static void hear_cut(struct lockstep *l, struct stmt *loop)
{
    (void)l;
    (void)loop;
    cuts++;
}

static void run(const char *body)
{
    struct findings findings;
    struct launch *launch = kernel_open(body);
    struct lockstep_options o = {
        .tiles = true,
        .budget = 100000,
        .hooks = {.access = hear_access, .barrier = hear_barrier, .cut = hear_cut}};
    accesses = barriers = cuts = 0;
    findings_begin(&findings, &unit_ctx);
    lockstep_run(&unit_ctx, &findings, launch, &o);
}

START_TEST(elements_of_tiles)
{
    run("s[l] = 1; s[15 - l] = q[0];");
    ck_assert_int_eq(accesses, 3);
    ck_assert_int_eq(seen[0].kind, ACCESS_WRITE);
    ck_assert_int_eq(seen[0].place, PLACE_TILE);
    ck_assert_str_eq(seen[0].object, "s");
    for (int i = 0; i < LANES; i++) {
        ck_assert_int_eq(seen[0].lanes[i], 2);
        ck_assert_int_eq(seen[0].offset[i], 4 * i);
        ck_assert_int_eq(seen[1].offset[i], 0);
        ck_assert_int_eq(seen[2].offset[i], 4 * (15 - i));
    }
    ck_assert_int_eq(seen[1].kind, ACCESS_READ);
    ck_assert_str_eq(seen[1].object, "q");
    unit_close();
}
END_TEST

START_TEST(elements_of_views)
{
    run("v[t.global] = v[3];");
    ck_assert_int_eq(accesses, 2);
    ck_assert_int_eq(seen[0].place, PLACE_GLOBAL);
    ck_assert_int_eq(seen[0].offset[7], 3);
    ck_assert_int_eq(seen[1].kind, ACCESS_WRITE);
    ck_assert_int_eq(seen[1].offset[7], -1); /* 16 * tile + 7 */
    unit_close();
}
END_TEST

START_TEST(branches_run_under_masks)
{
    run("if (l < 4) s[l] = 1; else q[l] = 2; s[l] = 3;");
    ck_assert_int_eq(accesses, 3);
    for (int i = 0; i < LANES; i++) {
        ck_assert_int_eq(seen[0].lanes[i], i < 4 ? 2 : 0);
        ck_assert_int_eq(seen[1].lanes[i], i < 4 ? 0 : 2);
        ck_assert_int_eq(seen[2].lanes[i], 2);
    }
    unit_close();
}
END_TEST

/* Lanes that jump are back where the paths meet. */
START_TEST(jumps)
{
    run("for (int k = 0; k < 3; k++) { if (l == k) continue; s[l] = k; } q[l] = 1;");
    ck_assert_int_eq(accesses, 4);
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < LANES; i++)
            ck_assert_int_eq(seen[k].lanes[i], i == k ? 0 : 2);
    ck_assert_int_eq(seen[3].lanes[1], 2);
    unit_close();
    run("if (l > 7) return; s[l] = 1;");
    ck_assert_int_eq(accesses, 1);
    ck_assert_int_eq(seen[0].lanes[7], 2);
    ck_assert_int_eq(seen[0].lanes[8], 0);
    unit_close();
}
END_TEST

START_TEST(conditions_that_are_not_known)
{
    run("if (v[t.global] > 0) s[l] = 1;");
    ck_assert_int_eq(seen[accesses - 1].kind, ACCESS_WRITE);
    ck_assert_int_eq(seen[accesses - 1].lanes[5], 1);
    unit_close();
    run("int x = 1; if (n) x = 2; s[x] = 1;");
    ck_assert_int_eq(accesses, 1);
    ck_assert_int_eq(seen[0].offset[0], -1); /* 4 or 8 */
    unit_close();
}
END_TEST

START_TEST(loops_and_barriers)
{
    run("for (int k = 0; k < 4; k++) { s[(l + k) % 16] = 1; t.barrier.wait(); }");
    ck_assert_int_eq(accesses, 4);
    ck_assert_int_eq(barriers, 4);
    ck_assert_int_eq(seen[3].offset[14], 4);
    unit_close();
}
END_TEST

/* Of a loop with an unknown number of iterations some are run, and a hook is called where others
 * are left out. */
START_TEST(limits)
{
    run("for (int k = 0; k < n; k++) s[l] = k;");
    ck_assert_int_gt(cuts, 0);
    ck_assert_int_ge(accesses, 2);
    unit_close();
    run("for (int k = 0; k < 20; k++) s[(l + k) % 16] = k;");
    ck_assert_int_eq(cuts, 0);
    ck_assert_int_eq(accesses, 20);
    unit_close();
}
END_TEST

TEST_MAIN("lockstep", elements_of_tiles, elements_of_views, branches_run_under_masks, jumps,
          conditions_that_are_not_known, loops_and_barriers, limits)
