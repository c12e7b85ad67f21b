/* condition_unsigned.c - comparisons of integers without sign, which wrap around.
 *
 * Forms are sums that do not wrap: of 'k - n' a negative value stands for one that is larger by
 * 2^32 or 2^64. So 'k - n < 8' is 'k - n is not negative, and less than 8', and
 * 'k == n' says that k - n is one of the multiples of 2^32 that it can be. Numbers that are known
 * for all lanes are compared exactly. Where a form may leave the range in which that is so, an
 * answer that rests on bounds is no proof, and the condition is not known. */
#include "sema/simulate/condition.h"
#include "sema/types/limits.h"

/* A form and its bounds. */
struct side {
    const struct affine *form;
    long long min, max;
};

/* 2^(8 * size - 1), as far as bounds go. */
static long long half_of(long long size)
{
    return size < 8 ? 1LL << (size * 8 - 1) : AFFINE_LIMIT;
}

static struct side side_of(struct affines *s, const struct affine *a)
{
    struct side side = {.form = a};

    affine_bounds(s, a, &side.min, &side.max);
    return side;
}

/* A constant of 4 bytes from 2^31 on beside a form that may be negative: as the negative number
 * that it stands for. */
static void constant_align(struct affines *s, struct side *a, const struct side *b, long long size)
{
    long long half = half_of(size);

    if (size < 8 && affine_known(a->form) && a->min >= half && a->max < 2 * half && b->min < 0 &&
        b->min >= -half && b->max < half)
        *a = side_of(s, affine_add(s, a->form, affine_number(s, -2 * half)));
}

/* The form is a value as it was found, not a sum: it does not wrap. */
static bool is_plain(struct affines *s, const struct side *a)
{
    const struct affine_symbol *symbol = affine_symbol_of(s, a->form);

    return symbol && symbol->factors[0] < 0 && a->min >= 0;
}

/* No value of the two forms is on the other side of where numbers wrap around. */
static bool are_near(struct affines *s, const struct side *a, const struct side *b, long long size)
{
    const struct side *both[2] = {a, b};
    bool around = a->min < 0 || b->min < 0;
    long long half = half_of(size), low = around ? -half : 0;
    long long high = around || size >= 8 ? half : 2 * half;

    for (int i = 0; i < 2; i++)
        if (both[i]->min < low || (both[i]->max >= high && (around || !is_plain(s, both[i]))))
            return false;
    return true;
}

static bool is_undecided(const struct affines *s, const struct test *t)
{
    for (int i = 0; i < s->width; i++)
        if (test_at(t, i) != ANSWER_UNKNOWN)
            return false;
    return true;
}

/* Numbers of all lanes, each as 64 bits. */
static const struct test *known_less(struct affines *s, const struct affine *a,
                                     const struct affine *b)
{
    long long *truths = arena_array(&s->arena, long long, s->width);

    for (int i = 0; i < s->width; i++)
        truths[i] = (unsigned long long)affine_at(a, i) < (unsigned long long)affine_at(b, i);
    s->work += s->width;
    return test_of(s, affine_lanes(s, truths), NULL);
}

/* Without wrapping around: both are negative, or neither is, and a < b; or b alone is negative. */
static const struct test *sides_less(struct affines *s, const struct side *a, const struct side *b,
                                     const struct guard *guards)
{
    const struct affine *zero = affine_number(s, 0);
    const struct test *less = test_compare(s, OP_LT, a->form, b->form, guards);
    const struct test *first, *second, *alike;

    if (a->min >= 0 && b->min >= 0)
        return less;
    first = test_compare(s, OP_LT, a->form, zero, guards);
    if (b->min >= 0)
        return test_join(s, OP_LAND, test_not(s, first), less);
    second = test_compare(s, OP_LT, b->form, zero, guards);
    if (a->min >= 0)
        return test_join(s, OP_LOR, second, less);
    alike = test_join(s, OP_LOR, first, test_not(s, second));
    alike = test_join(s, OP_LAND, alike, test_join(s, OP_LOR, test_not(s, first), second));
    return test_join(s, OP_LOR, test_join(s, OP_LAND, test_not(s, first), second),
                     test_join(s, OP_LAND, alike, less));
}

static const struct test *unsigned_less(struct affines *s, const struct affine *a,
                                        const struct affine *b, long long size,
                                        const struct guard *guards)
{
    struct side first = side_of(s, a), second = side_of(s, b);
    const struct test *t;

    if (affine_known(a) && affine_known(b))
        return known_less(s, a, b);
    constant_align(s, &first, &second, size);
    constant_align(s, &second, &first, size);
    t = sides_less(s, &first, &second, guards);
    return are_near(s, &first, &second, size) || is_undecided(s, t)
               ? t
               : test_opaque(s, spread_larger(affine_spread(s, a), affine_spread(s, b)));
}

/* The difference of the two is one of the multiples of 2^(8 * size) that it can be; NULL: these are
 * too many. */
static const struct test *multiple_of(struct affines *s, const struct affine *a,
                                      const struct affine *b, long long size,
                                      const struct guard *guards)
{
    const struct test *any = test_known(s, false);
    struct side by = side_of(s, affine_sub(s, a, b));
    long long whole = 2 * half_of(size), from = by.min / whole, to = by.max / whole;

    if (by.min <= -AFFINE_LIMIT || by.max >= AFFINE_LIMIT || to - from >= CONDITION_CHOICES_MAX)
        return NULL;
    for (long long i = from; i <= to; i++)
        any = test_join(s, OP_LOR, any,
                        test_compare(s, OP_EQ, by.form, affine_number(s, i * whole), guards));
    return any;
}

static const struct test *unsigned_equal(struct affines *s, const struct affine *a,
                                         const struct affine *b, long long size,
                                         const struct guard *guards)
{
    struct side first = side_of(s, a), second = side_of(s, b);
    const struct test *t = size < 8 ? multiple_of(s, a, b, size, guards) : NULL;

    if (t)
        return t;
    t = test_compare(s, OP_EQ, a, b, guards);
    return (affine_known(a) && affine_known(b)) || affine_same(s, a, b) ||
                   are_near(s, &first, &second, size) || is_undecided(s, t)
               ? t
               : test_opaque(s, spread_larger(affine_spread(s, a), affine_spread(s, b)));
}

const struct test *test_compare_unsigned(struct affines *s, enum op op, const struct affine *a,
                                         const struct affine *b, long long size,
                                         const struct guard *guards)
{
    if (op == OP_LT)
        return unsigned_less(s, a, b, size, guards);
    if (op == OP_GT)
        return unsigned_less(s, b, a, size, guards);
    if (op == OP_LE)
        return test_not(s, unsigned_less(s, b, a, size, guards));
    if (op == OP_GE)
        return test_not(s, unsigned_less(s, a, b, size, guards));
    if (op == OP_EQ)
        return unsigned_equal(s, a, b, size, guards);
    return test_not(s, unsigned_equal(s, a, b, size, guards));
}
