/* runtime_interval.c - sets of intervals: union, difference, questions, out of memory. */
#include "tests/unit/runtime_test.h"

static struct intervals set;

static void start(void)
{
    set = (struct intervals){0};
}

static void end(void)
{
    intervals_free(&set);
}

static bool add(uintptr_t lo, uintptr_t hi)
{
    ck_assert(intervals_reserve(&set, 1));
    return intervals_add(&set, lo, hi);
}

static bool take(uintptr_t lo, uintptr_t hi)
{
    ck_assert(intervals_reserve(&set, 1));
    return intervals_remove(&set, lo, hi);
}

/* "1-3 5-9" */
static const char *text(void)
{
    static char out[512];
    size_t used = 0;
    out[0] = 0;
    for (size_t k = 0; k < set.count; k++) {
        used += (size_t)snprintf(out + used, sizeof out - used, "%s%zu-%zu", k ? " " : "",
                                 (size_t)set.at[k].lo, (size_t)set.at[k].hi);
    }
    return out;
}

START_TEST(adding_joins_what_touches)
{
    ck_assert(add(10, 20));
    ck_assert(add(30, 40));
    ck_assert_str_eq(text(), "10-20 30-40");
    ck_assert(add(20, 25));
    ck_assert_str_eq(text(), "10-25 30-40");
    ck_assert(add(5, 10));
    ck_assert_str_eq(text(), "5-25 30-40");
    ck_assert(add(24, 31));
    ck_assert_str_eq(text(), "5-40");
    ck_assert(!add(5, 40));
    ck_assert(!add(7, 8));
    ck_assert(!add(50, 50));
    ck_assert_str_eq(text(), "5-40");
}
END_TEST

START_TEST(removing_splits)
{
    add(10, 40);
    ck_assert(take(20, 30));
    ck_assert_str_eq(text(), "10-20 30-40");
    ck_assert(take(15, 35));
    ck_assert_str_eq(text(), "10-15 35-40");
    ck_assert(!take(15, 35));
    ck_assert(!take(12, 12));
    ck_assert(take(0, 100));
    ck_assert_str_eq(text(), "");
    ck_assert(!take(0, 100));
}
END_TEST

START_TEST(questions)
{
    struct interval part;
    add(10, 20);
    add(30, 40);
    ck_assert(intervals_meets(&set, 19, 25));
    ck_assert(!intervals_meets(&set, 20, 30));
    ck_assert(!intervals_meets(&set, 15, 15));
    ck_assert(intervals_covers(&set, 10, 20));
    ck_assert(!intervals_covers(&set, 10, 21));
    ck_assert(!intervals_covers(&set, 15, 35));
    ck_assert(intervals_covers(&set, 50, 50));
    ck_assert(intervals_first(&set, 0, 15, &part));
    ck_assert(part.lo == 10 && part.hi == 15);
    ck_assert(intervals_first(&set, 20, 100, &part));
    ck_assert(part.lo == 30 && part.hi == 40);
    ck_assert(!intervals_first(&set, 40, 100, &part));
    ck_assert(intervals_first_gap(&set, 0, 100, &part));
    ck_assert(part.lo == 0 && part.hi == 10);
    ck_assert(intervals_first_gap(&set, 12, 100, &part));
    ck_assert(part.lo == 20 && part.hi == 30);
    ck_assert(intervals_first_gap(&set, 35, 100, &part));
    ck_assert(part.lo == 40 && part.hi == 100);
    ck_assert(!intervals_first_gap(&set, 30, 40, &part));
}
END_TEST

START_TEST(reserved_room_is_enough)
{
    ck_assert(intervals_reserve(&set, 64));
    struct interval *at = set.at;
    for (uintptr_t k = 0; k < 64; k++)
        intervals_add(&set, 10 * k, 10 * k + 5);
    ck_assert_ptr_eq(set.at, at);
    ck_assert_uint_eq(set.count, 64);
    ck_assert(!intervals_reserve(&set, SIZE_MAX / 2));
    ck_assert_uint_eq(set.count, 64);
}
END_TEST

/* The set against an array of flags. */
START_TEST(random_operations)
{
    enum { SIZE = 64 };
    bool model[SIZE] = {false};
    srand((unsigned)_i + 1);
    for (int step = 0; step < 2000; step++) {
        uintptr_t lo = (uintptr_t)rand() % SIZE, hi = lo + (uintptr_t)rand() % (SIZE - lo + 1);
        bool put_in = rand() % 2, changes = false;
        for (uintptr_t k = lo; k < hi; k++) {
            changes |= model[k] != put_in;
            model[k] = put_in;
        }
        ck_assert_int_eq(put_in ? add(lo, hi) : take(lo, hi), changes);
        for (uintptr_t k = 0; k < SIZE; k++) {
            ck_assert_int_eq(intervals_meets(&set, k, k + 1), model[k]);
            ck_assert_int_eq(intervals_covers(&set, k, k + 1), model[k]);
        }
        for (size_t k = 1; k < set.count; k++)
            ck_assert(set.at[k - 1].hi < set.at[k].lo);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("runtime_interval");
    TCase *tests = tcase_create("interval");
    tcase_add_checked_fixture(tests, start, end);
    tcase_add_test(tests, adding_joins_what_touches);
    tcase_add_test(tests, removing_splits);
    tcase_add_test(tests, questions);
    tcase_add_test(tests, reserved_room_is_enough);
    tcase_add_loop_test(tests, random_operations, 0, 4);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
