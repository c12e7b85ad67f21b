/* times.c - --time-report: processor time of each phase, and its share. */
#include "driver/times.h"

#include <stdio.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void times_begin(struct times *t)
{
    t->last = now();
}

void times_end(struct times *t, enum phase phase)
{
    double at = now();
    t->seconds[phase] += at - t->last;
    t->last = at;
}

void times_print(const struct times *t)
{
    static const char *const names[PHASES] = {
        [PHASE_PARSE] = "parsing",
        [PHASE_SEMA] = "types",
        [PHASE_CHECKS] = "checks",
        [PHASE_CODE] = "code",
    };
    double all = 0;
    for (int i = 0; i < PHASES; i++)
        all += t->seconds[i];
    for (int i = 0; i < PHASES; i++)
        fprintf(stderr, "ampcc: %-8s %9.3f ms %3.0f %%\n", names[i], t->seconds[i] * 1e3,
                all > 0 ? t->seconds[i] / all * 100 : 0);
}
