/* costs.h - what the programs of this folder share: the clock, medians of variants that take turns,
 * lines of a table. Each measures what OpenCL calls by hand cost and what the library's cost that
 * do the same, on the same device, in the same context. Example:
 *
 *     COSTS_MEASURE("upload", "4 KiB", 4096, COST("by hand", hand, 0), COST("ampc", ampc, 0));
 */
#ifndef BENCH_COSTS_H
#define BENCH_COSTS_H

#include <ampc_cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COSTS_ROUNDS = 301 };

/* A variant: one repetition of it, all of which counts. */
struct cost {
    const char *name;
    void (*run)(void *user);
    void *user;
    double seconds[COSTS_ROUNDS];
};
/* Versions of clang-format differ about braces in macros. */
/* clang-format off */
#define COST(name, run, user) {name, run, user, {0}}
/* clang-format on */

static inline double costs_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline void costs_check(cl_int status, const char *what)
{
    if (status == CL_SUCCESS)
        return;
    fprintf(stderr, "costs: %s: OpenCL error %d\n", what, status);
    exit(2);
}

static inline int costs_by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* A line: the device, what is measured, the size, the variant, the median and the best time of a
 * repetition in microseconds, the median's ratio to the first variant's, and GB/s for 'bytes'. */
static inline void costs_line(const char *what, const char *size, double bytes, struct cost *c,
                              int rounds, double *first)
{
    qsort(c->seconds, (size_t)rounds, sizeof c->seconds[0], costs_by_value);
    double median = c->seconds[rounds / 2];
    *first = *first > 0 ? *first : median;
    printf("%s\t%s\t%s\t%s\t%.3f\t%.3f\t%.3f\t%.4g\n",
           ampc_accelerator_description(ampc_accelerator_default()), what, size, c->name,
           1e6 * median, 1e6 * c->seconds[0], median / *first, 1e-9 * bytes / median);
    fflush(stdout);
}

/* As many rounds as COSTS_SECONDS (0.5) allow, from 3 on; 0: one round. */
static inline int costs_rounds(double round)
{
    const char *text = getenv("COSTS_SECONDS");
    double seconds = text && *text ? atof(text) : 0.5;
    int rounds = (int)(seconds / round);
    return seconds <= 0                 ? 1
           : rounds < 3                 ? 3
           : rounds >= COSTS_ROUNDS - 1 ? COSTS_ROUNDS
                                        : rounds | 1;
}

/* All variants take turns, behind two that do not count. In a turn a variant runs twice, of which
 * the second time counts: what ran before leaves caches that are to be written to memory, and
 * clocks. */
#define COSTS_MEASURE(what, size, bytes, ...)                                                      \
    do {                                                                                           \
        struct cost costs[] = {__VA_ARGS__};                                                       \
        costs_measure(what, size, bytes, costs, (int)(sizeof costs / sizeof costs[0]));            \
    } while (0)
static inline void costs_measure(const char *what, const char *size, double bytes,
                                 struct cost *costs, int count)
{
    double start = 0, first = 0;
    for (int once = 0; once < 2; once++) { /* the first one may build */
        start = costs_now();
        for (int k = 0; k < count; k++)
            costs[k].run(costs[k].user);
    }
    int rounds = costs_rounds(2 * (costs_now() - start));
    for (int r = 0; r < rounds; r++)
        for (int j = 0; j < count; j++) {
            int next = (j + r / 2) % count, k = r % 2 ? count - 1 - next : next;
            costs[k].run(costs[k].user);
            start = costs_now();
            costs[k].run(costs[k].user);
            costs[k].seconds[r] = costs_now() - start;
        }
    for (int k = 0; k < count; k++)
        costs_line(what, size, bytes, &costs[k], rounds, &first);
}

#endif
