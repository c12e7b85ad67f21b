/* tiles.h - what programs with tiles in tests/exec share: memory that ends where a page faults,
 * random numbers, comparison bit by bit. Host code only. Relies on check.h. */
#ifndef TILES_H
#define TILES_H
#define _GNU_SOURCE
#include <amp.h>
#include <amp_math.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include "check.h"

/* So many bytes, which nobody frees, and behind which the next page faults. */
static __inline__ void *guarded(size_t bytes)
{
    size_t page = 4096, whole = (bytes + page - 1) / page * page;
    char *p = mmap(NULL, whole + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED || mprotect(p + page, whole, PROT_READ | PROT_WRITE))
        abort();
    memset(p + page, 0xA5, whole);
    return p + page + whole - bytes;
}
#define NEW(T, n) ((T *)guarded(sizeof(T) * (size_t)(n)))

static unsigned tiles_state = 12345;
static __inline__ unsigned rnd(void)
{
    tiles_state ^= tiles_state << 13;
    tiles_state ^= tiles_state >> 17;
    tiles_state ^= tiles_state << 5;
    return tiles_state;
}
static __inline__ int rint_in(int lo, int hi)
{
    return lo + (int)(rnd() % (unsigned)(hi - lo + 1));
}
static __inline__ float rfloat(void)
{
    return (float)rint_in(-1000, 1000) / 37.0f;
}
/* Some are special. */
static __inline__ float rspecial(void)
{
    switch (rnd() % 32) {
    case 0:
        return NAN;
    case 1:
        return INFINITY;
    case 2:
        return -INFINITY;
    case 3:
        return -0.0f;
    case 4:
        return 0.0f;
    case 5:
        return 1e-40f;
    case 6:
        return 3e38f;
    default:
        return rfloat();
    }
}
static __inline__ int same_float(float a, float b)
{
    return (a != a && b != b) || !memcmp(&a, &b, sizeof a);
}
static __inline__ int same_double(double a, double b)
{
    return (a != a && b != b) || !memcmp(&a, &b, sizeof a);
}

#define FILL(p, n, value)                                                                          \
    do {                                                                                           \
        for (int fill_i = 0; fill_i < (int)(n); fill_i++)                                          \
            (p)[fill_i] = (value);                                                                 \
    } while (0)
#define COPY(q, p, n) memcpy(q, p, sizeof *(p) * (size_t)(n))

/* Compares n elements, says the first that differ. */
#define SAME(p, q, n, ...)                                                                         \
    do {                                                                                           \
        int same_bad = 0, same_first = -1;                                                         \
        for (int same_i = 0; same_i < (int)(n); same_i++) {                                        \
            int same_ok = _Generic((p)[0], float                                                   \
                                   : same_float, double                                            \
                                   : same_double, default                                          \
                                   : same_double)((p)[same_i], (q)[same_i]);                       \
            if (_Generic((p)[0], float : 0, double : 0, default : 1))                              \
                same_ok = (p)[same_i] == (q)[same_i];                                              \
            if (!same_ok && same_bad++ == 0)                                                       \
                same_first = same_i;                                                               \
        }                                                                                          \
        if (same_bad) {                                                                            \
            printf("%s:%d: %d of %d differ, first [%d]: %.17g instead of %.17g; ", __FILE__,       \
                   __LINE__, same_bad, (int)(n), same_first, (double)(p)[same_first],              \
                   (double)(q)[same_first]);                                                       \
            printf(__VA_ARGS__);                                                                   \
            printf("\n");                                                                          \
        }                                                                                          \
        CHECK(same_bad == 0);                                                                      \
    } while (0)
#endif
