/* check.h - checks of a test program in tests/exec; host code only. A program ends with 'return
 * check_done();'.
 *
 * tests/run wants the last line "N checks" with N > 0, and runs the program once more with
 * AMPC_TEST_FAIL=1, where the first check fails and the exit status has to show it. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>

static int check_count, check_failures;

/* Counts a check; prints the first ten that fail. Returns whether it holds. */
static __inline__ int check_note(int holds, const char *file, int line, const char *text, double a,
                                 double b)
{
    if (check_count++ == 0 && getenv("AMPC_TEST_FAIL"))
        holds = 0;
    if (!holds && check_failures++ < 10)
        printf("%s:%d: check failed: %s (%.17g, %.17g)\n", file, line, text, a, b);
    return holds;
}

/* The program's last line; returns its exit status. */
static __inline__ int check_done(void)
{
    if (check_failures)
        printf("%d failed\n", check_failures);
    printf("%d checks\n", check_count);
    return check_failures || !check_count;
}

/* cond is true. */
#define CHECK(cond) ((void)check_note(!!(cond), __FILE__, __LINE__, #cond, 0, 0))

/* Two numbers are equal. */
#define CHECK_EQ(a, b)                                                                             \
    do {                                                                                           \
        __typeof__(a) check_a = (a);                                                               \
        __typeof__(b) check_b = (b);                                                               \
        check_note(check_a == check_b, __FILE__, __LINE__, #a " == " #b, (double)check_a,          \
                   (double)check_b);                                                               \
    } while (0)

/* Two numbers differ by at most eps; a NaN is near to nothing. */
#define CHECK_NEAR(a, b, eps)                                                                      \
    do {                                                                                           \
        double check_a = (a), check_b = (b), check_d = check_a - check_b;                          \
        check_note((check_d < 0 ? -check_d : check_d) <= (eps), __FILE__, __LINE__,                \
                   #a " near " #b, check_a, check_b);                                              \
    } while (0)

#endif
