/* harness_threads.c - each of plain C's and OpenBLAS's threads stays on a processor of its own, as
 * PoCL's do by POCL_AFFINITY: of threads that wake each other often, Linux may leave two on one
 * processor. The main thread may go elsewhere again behind the turn, as the threads that it makes
 * then. Elsewhere than on Linux nothing is done. Relies on OpenMP. */
#define _GNU_SOURCE
#include "harness_internal.h"
#ifdef __linux__
#include <omp.h>
#include <sched.h>
#include <stdlib.h>

struct processors {
    cpu_set_t all;
};

/* The n-th of them, counted around. */
static cpu_set_t processor(const cpu_set_t *all, int n)
{
    cpu_set_t one;
    int at = 0;
    CPU_ZERO(&one);
    for (n %= CPU_COUNT(all); !CPU_ISSET(at, all) || n-- > 0; at++) {
    }
    CPU_SET(at, &one);
    return one;
}

static int get(cpu_set_t *all)
{
    return sched_getaffinity(0, sizeof *all, all) == 0 && CPU_COUNT(all) > 0;
}

struct processors *threads_place(void)
{
    struct processors *p = malloc(sizeof *p);
    if (!p || !get(&p->all)) {
        free(p);
        return NULL;
    }
#pragma omp parallel
    {
        cpu_set_t one = processor(&p->all, omp_get_thread_num());
        sched_setaffinity(0, sizeof one, &one);
    }
    return p;
}

void threads_place_others(int count, int (*set)(int, size_t, void *))
{
    cpu_set_t all;
    for (int i = 0; i < count && get(&all); i++) {
        cpu_set_t one = processor(&all, i + 1);
        set(i, sizeof one, &one);
    }
}

void threads_free(struct processors *p)
{
    if (p)
        sched_setaffinity(0, sizeof p->all, &p->all);
    free(p);
}
#else
struct processors *threads_place(void)
{
    return 0;
}

void threads_place_others(int count, int (*set)(int, size_t, void *))
{
    (void)count;
    (void)set;
}

void threads_free(struct processors *p)
{
    (void)p;
}
#endif
