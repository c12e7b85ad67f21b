/* sema/simulate/shadow.h: races in tile_static memory, and elements that are read before anything
 * is stored in them. */
#include "sema/simulate/shadow.h"
#include "tests/unit/amp_unit.h"

/* What the last run reported. */
static int races, unsets;
static struct race race;

static void note_race(struct lockstep *l, const struct race *r)
{
    (void)l;
    if (!races++)
        race = *r;
}

static void note_unset(struct lockstep *l, const struct unset *u)
{
    (void)l;
    unsets += !u->fine;
}

static const struct shadow_reports reports = {.race = note_race, .unset = note_unset};

static void hear_access(struct lockstep *l, const struct access *a)
{
    if (a->place->kind == PLACE_TILE)
        shadow_access(shadow_of(l), a);
}

static int races_of(const char *body)
{
    struct findings findings;
    struct launch *launch = kernel_open(body);
    struct shadow_client client = {&reports, NULL};
    struct lockstep_options o = {
        .tiles = true, .budget = 100000, .hooks = {.data = &client, .access = hear_access}};
    shadow_hook(&o.hooks);
    races = unsets = 0;
    findings_begin(&findings, &unit_ctx);
    lockstep_run(&unit_ctx, &findings, launch, &o);
    unit_close();
    return races;
}

START_TEST(accesses_that_clash)
{
    ck_assert_int_eq(races_of("s[l] = 1; v[t.global] = s[15 - l];"), 1);
    ck_assert_int_eq(race.first_kind, ACCESS_WRITE);
    ck_assert_int_eq(race.second_kind, ACCESS_READ);
    ck_assert_int_eq(race.first_lane + race.second_lane, 15);
    ck_assert(!race.at_once);
    ck_assert_int_eq(races_of("s[l / 2] = l;"), 1);
    ck_assert(race.at_once);
    ck_assert_int_ge(races_of("s[0] += l;"), 1);
    ck_assert_int_eq(race.second_kind, ACCESS_WRITE);
    ck_assert_int_eq(races_of("if (l < 8) s[l] = 1; else s[l - 8] = 2;"), 1);
}
END_TEST

START_TEST(accesses_that_do_not)
{
    ck_assert_int_eq(races_of("s[l] = 1; t.barrier.wait(); v[t.global] = s[15 - l];"), 0);
    ck_assert_int_eq(races_of("s[l] = 1; v[t.global] = s[l];"), 0);
    ck_assert_int_eq(races_of("s[l] = 1; q[15 - l] = 2;"), 0);
    ck_assert_int_eq(races_of("if (l == 3) s[0] = 1;"), 0);
    ck_assert_int_eq(races_of("s[l] = 0; t.barrier.wait(); atomic_fetch_add(&s[0], 1);"), 0);
}
END_TEST

/* A run walks both paths of an unknown condition: what they do counts for each alone. */
START_TEST(paths_that_meet)
{
    ck_assert_int_eq(races_of("if (n) s[l] = 1; else s[15 - l] = 2;"), 0);
    ck_assert_int_eq(races_of("if (n) s[l] = 1; else q[l] = 2; s[15 - l] = 3;"), 1);
    ck_assert_int_eq(races_of("if (n) s[l] = 1; if (!n) s[15 - l] = 2;"), 0);
    ck_assert_int_eq(races_of("if (n > 3) s[l] = 1; if (n < 3) s[15 - l] = 2;"), 0);
}
END_TEST

/* Iterations of a loop follow each other without a barrier. */
START_TEST(rounds)
{
    static const char one[] = "for (int k = 0; k < 4; k++) { s[l] = k; t.barrier.wait();"
                              "v[t.global] = s[15 - l]; }";
    static const char two[] = "for (int k = 0; k < 4; k++) { s[l] = k; t.barrier.wait();"
                              "v[t.global] = s[15 - l]; t.barrier.wait(); }";
    ck_assert_int_eq(races_of(one), 1);
    ck_assert_int_eq(races_of(two), 0);
}
END_TEST

START_TEST(unset_elements)
{
    races_of("v[t.global] = s[l];");
    ck_assert_int_eq(unsets, 1);
    races_of("s[l] = 1; t.barrier.wait(); v[t.global] = s[15 - l];");
    ck_assert_int_eq(unsets, 0);
    races_of("if (l < 8) s[l] = 1; t.barrier.wait(); v[t.global] = s[l];");
    ck_assert_int_eq(unsets, 1);
}
END_TEST

TEST_MAIN("shadow", accesses_that_clash, accesses_that_do_not, paths_that_meet, rounds,
          unset_elements)
