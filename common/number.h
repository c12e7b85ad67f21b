/* number.h - saturating arithmetic of long long: a result out of range is LLONG_MAX or LLONG_MIN.
 * For sizes, positions and counts that a program may write as large as it likes. */
#ifndef COMMON_NUMBER_H
#define COMMON_NUMBER_H

#include <limits.h>

static inline long long number_sum(long long a, long long b)
{
    long long sum;

    if (!__builtin_add_overflow(a, b, &sum))
        return sum;
    return a < 0 ? LLONG_MIN : LLONG_MAX;
}

static inline long long number_product(long long a, long long b)
{
    long long product;

    if (!__builtin_mul_overflow(a, b, &product))
        return product;
    return (a < 0) == (b < 0) ? LLONG_MAX : LLONG_MIN;
}

#endif
