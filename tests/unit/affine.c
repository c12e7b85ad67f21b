/* sema/simulate/affine.h and condition.h: sums over symbols for all threads of a tile, and
 * conditions on them. */
#include <stdint.h>

#include "sema/simulate/condition.h"
#include "tests/unit/test_main.h"

enum { WIDTH = 64 };

static struct affines numbers;

static void begin(void)
{
    numbers = (struct affines){.width = WIDTH};
}

static void end(void)
{
    arena_free(&numbers.arena);
}

/* The lane's own number. */
static const struct affine *local(void)
{
    long long *lanes = arena_array(&numbers.arena, long long, WIDTH);

    for (int i = 0; i < WIDTH; i++)
        lanes[i] = i;
    return affine_lanes(&numbers, lanes);
}

static const struct affine *number(long long n)
{
    return affine_number(&numbers, n);
}

static const struct affine *op(enum op o, const struct affine *a, const struct affine *b)
{
    return affine_binary(&numbers, o, a, b);
}

/* tile * WIDTH + local */
static const struct affine *global(void)
{
    const struct affine *tile = affine_fresh(&numbers, SPREAD_NONE, 0, 1000);

    return op(OP_ADD, op(OP_MUL, tile, number(WIDTH)), local());
}

static void lane_is(const struct affine *a, int lane, long long n)
{
    ck_assert(affine_known(a));
    ck_assert_int_eq(affine_at(a, lane), n);
}

START_TEST(test_sums)
{
    begin();
    const struct affine *l = local(), *n = affine_fresh(&numbers, SPREAD_NONE, 0, 100);
    long long value;

    lane_is(op(OP_ADD, op(OP_MUL, l, number(3)), number(5)), 7, 26);
    ck_assert(affine_same(&numbers, op(OP_SUB, op(OP_ADD, l, n), n), l));
    ck_assert(affine_value(op(OP_SUB, l, l), &value));
    ck_assert_int_eq(value, 0);
    ck_assert(affine_same(&numbers, op(OP_MUL, op(OP_ADD, l, number(1)), n),
                          op(OP_ADD, op(OP_MUL, n, l), n)));
    ck_assert(!affine_known(op(OP_MUL, n, n)));
    ck_assert(affine_same(&numbers, op(OP_MUL, n, n), op(OP_MUL, n, n)));
    ck_assert(affine_varies(&numbers, op(OP_MUL, n, l)));
    ck_assert(!affine_varies(&numbers, op(OP_MUL, n, n)));
    end();
}
END_TEST

START_TEST(test_division)
{
    begin();
    const struct affine *g = global();

    lane_is(op(OP_MOD, g, number(16)), 37, 5);
    lane_is(op(OP_AND, g, number(7)), 37, 5);
    lane_is(op(OP_DIV, local(), number(10)), 37, 3);
    lane_is(op(OP_MOD, op(OP_SUB, local(), number(8)), number(16)), 3, -5); /* as C does */
    ck_assert(affine_same_terms(op(OP_DIV, g, number(WIDTH)), op(OP_SHR, g, number(6))));
    ck_assert_int_eq(affine_at(op(OP_DIV, g, number(16)), 37), 2);
    ck_assert_int_eq(affine_at(op(OP_XOR, g, number(1)), 37), 36);
    ck_assert(affine_same_terms(op(OP_XOR, g, number(1)), g));
    ck_assert_int_eq(affine_at(op(OP_AND, g, number(~7)), 37), 32);
    /* no multiple: another number, but always the same */
    const struct affine *rest = op(OP_MOD, g, number(10));
    ck_assert(affine_varies(&numbers, rest));
    ck_assert(affine_same(&numbers, rest, op(OP_MOD, g, number(10))));
    long long min, max;
    affine_bounds(&numbers, rest, &min, &max);
    ck_assert(min == 0 && max == 9);
    end();
}
END_TEST

START_TEST(test_conversions)
{
    begin();
    const struct affine *l = local();

    lane_is(affine_convert(&numbers, op(OP_SUB, l, number(1)), 4, true), 0, 4294967295);
    lane_is(affine_convert(&numbers, op(OP_ADD, l, number(250)), 1, true), 10, 4);
    lane_is(affine_convert(&numbers, op(OP_ADD, l, number(120)), 1, false), 10, -126);
    ck_assert(affine_same(&numbers, affine_convert(&numbers, l, 1, true), l));
    end();
}
END_TEST

START_TEST(test_choices)
{
    begin();
    const struct affine *l = local(), *n = affine_fresh(&numbers, SPREAD_NONE, 0, 100), *b;
    unsigned char pick[WIDTH] = {1, 1};

    b = affine_blend(&numbers, op(OP_ADD, l, n), op(OP_SUB, l, number(1)), pick);
    b = op(OP_SUB, b, affine_blend(&numbers, n, number(0), pick));
    lane_is(b, 1, 1);
    lane_is(b, 2, 1);
    end();
}
END_TEST

START_TEST(test_comparisons)
{
    begin();
    const struct affine *l = local(), *g = global();
    const struct affine *n = affine_fresh(&numbers, SPREAD_NONE, 0, 1000);
    const struct test *t = test_compare(&numbers, OP_LT, l, number(8), NULL);

    ck_assert_int_eq(test_at(t, 7), ANSWER_PROVED);
    ck_assert_int_eq(test_at(t, 8), ANSWER_REFUTED);
    t = test_compare(&numbers, OP_EQ, g, number(0), NULL);
    ck_assert_int_eq(test_at(t, 0), ANSWER_UNKNOWN);
    ck_assert_int_eq(test_at(t, 1), ANSWER_REFUTED);
    t = test_compare(&numbers, OP_GE, n, number(0), NULL);
    ck_assert_int_eq(test_at(t, 0), ANSWER_PROVED);
    t = test_compare(&numbers, OP_GT, n, number(3), NULL);
    ck_assert(test_is_choice(t));
    const struct guard *passed = guard_push(&numbers, NULL, t, true);
    ck_assert_int_eq(test_at(test_compare(&numbers, OP_EQ, n, number(2), passed), 0),
                     ANSWER_REFUTED);
    ck_assert_int_eq(test_at(test_compare(&numbers, OP_GE, n, number(4), passed), 0),
                     ANSWER_PROVED);
    ck_assert(test_is_choice(test_compare(&numbers, OP_GE, n, number(5), passed)));
    end();
}
END_TEST

static bool possible(const struct guard *a, int x, const struct guard *b, int y)
{
    struct passage first = {a, NULL}, second = {b, NULL};

    return guards_possible(&numbers, &first, x, &second, y);
}

/* Thread x stores its element when it has one; the last one that has one stores a neighbour's too.
 */
START_TEST(test_guards)
{
    begin();
    const struct affine *g = global(), *n = affine_fresh(&numbers, SPREAD_NONE, 0, 100000);
    const struct test *has = test_compare(&numbers, OP_LT, g, n, NULL);
    const struct test *is_last = test_compare(&numbers, OP_EQ, g, op(OP_SUB, n, number(1)), NULL);
    const struct test *end_of_tile =
        test_compare(&numbers, OP_EQ, local(), number(WIDTH - 1), NULL);
    const struct test *last = test_join(&numbers, OP_LOR, end_of_tile, is_last);
    const struct guard *a = guard_push(&numbers, NULL, has, true);
    const struct guard *b = guard_push(&numbers, NULL, last, true);

    ck_assert(!possible(a, 5, b, 4)); /* 5 < n, n == 5 */
    ck_assert(possible(a, 4, b, 4));
    ck_assert(possible(a, 3, b, 4));
    ck_assert(possible(a, 5, b, WIDTH - 1));
    const struct guard *one = guard_push(&numbers, NULL, is_last, true);
    ck_assert(!possible(one, 3, one, 4));
    const struct test *flag = test_opaque(&numbers, SPREAD_NONE);
    ck_assert(!possible(guard_push(&numbers, NULL, flag, true), 3,
                        guard_push(&numbers, NULL, flag, false), 4));
    const struct test *own = test_opaque(&numbers, SPREAD_LANES);
    ck_assert(possible(guard_push(&numbers, NULL, own, true), 3,
                       guard_push(&numbers, NULL, own, false), 4));
    end();
}
END_TEST

/* A number that no value holds: all that is known is whose it is. */
static void is_fresh(const struct affine *a, enum spread spread)
{
    long long min, max;

    ck_assert(affine_symbol_of(&numbers, a));
    ck_assert_int_eq(affine_spread(&numbers, a), spread);
    affine_bounds(&numbers, a, &min, &max);
    ck_assert(min == -AFFINE_LIMIT && max == AFFINE_LIMIT);
}

START_TEST(test_large)
{
    begin();
    const long long most = AFFINE_NUMBER_MAX;
    const struct affine *l = local(), *n = affine_fresh(&numbers, SPREAD_NONE, 0, 100);
    const struct affine *far = op(OP_ADD, l, number(most - WIDTH));

    lane_is(far, 63, most - 1);
    lane_is(op(OP_SUB, far, number(most - WIDTH)), 5, 5);
    is_fresh(number(INT64_MAX), SPREAD_NONE);
    is_fresh(number(INT64_MIN), SPREAD_NONE);
    is_fresh(op(OP_ADD, far, far), SPREAD_LANES);
    is_fresh(op(OP_MUL, l, number(most)), SPREAD_LANES);
    is_fresh(op(OP_MUL, op(OP_MUL, n, number(most)), number(2)), SPREAD_NONE);
    is_fresh(op(OP_MUL, op(OP_MUL, n, number(most)), l), SPREAD_LANES);
    is_fresh(op(OP_SHL, l, number(62)), SPREAD_LANES);
    is_fresh(op(OP_SHL, number(1), number(63)), SPREAD_NONE);
    lane_is(op(OP_DIV, number(-most), number(-1)), 0, most);
    lane_is(op(OP_MOD, number(-most), number(-1)), 0, 0);
    end();
}
END_TEST

/* In integers of few bytes hashes stay known. */
START_TEST(test_narrow)
{
    begin();
    const struct affine *l = op(OP_SUB, number(0xffffffff), local());

    lane_is(affine_binary_in(&numbers, OP_MUL, l, number(0x9e3779b1), 4, true), 1,
            (uint32_t)(0xfffffffeu * 0x9e3779b1u));
    lane_is(affine_binary_in(&numbers, OP_ADD, l, number(7), 4, true), 1, 5);
    lane_is(affine_binary_in(&numbers, OP_SHL, number(1), number(31), 4, false), 0, INT32_MIN);
    end();
}
END_TEST

/* A bound that is none stays none, whatever is added to it. */
START_TEST(test_unbounded)
{
    begin();
    const struct affine *any = affine_fresh(&numbers, SPREAD_NONE, -AFFINE_LIMIT, AFFINE_LIMIT);
    const struct affine *more = op(OP_ADD, any, number(4 * AFFINE_LIMIT));
    long long min, max;

    affine_bounds(&numbers, more, &min, &max);
    ck_assert(min == -AFFINE_LIMIT && max == AFFINE_LIMIT);
    ck_assert(test_is_choice(test_compare(&numbers, OP_LT, more, number(0), NULL)));
    end();
}
END_TEST

TEST_MAIN("affine", test_large, test_narrow, test_unbounded, test_sums, test_division,
          test_conversions, test_choices, test_comparisons, test_guards)
