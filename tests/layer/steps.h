/* steps.h - programs of the steps that programs are made of. Whatever single call fails, a step
 * either says so once or is right, and all steps are right afterwards. Exit status: 0; 3 a wrong
 * result, 4 more than one error. */
#ifndef STEPS_H
#define STEPS_H

#include <ampc.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int errors;       /* of the step; atomic */
static int errors_ever;  /* of the program */
static int stops;        /* of the step: asserts in kernels */
static char first[4096]; /* message */

static void note(ampc_error code, const char *message, const char *file, int line, void *user)
{
    (void)user;
    if (strstr(message, "assertion '")) {
        __atomic_fetch_add(&stops, 1, __ATOMIC_SEQ_CST);
        return;
    }
    __atomic_fetch_add(&errors, 1, __ATOMIC_SEQ_CST);
    if (__atomic_fetch_add(&errors_ever, 1, __ATOMIC_SEQ_CST) == 0)
        snprintf(first, sizeof first, "%s: %s", ampc_error_name(code), message);
    fprintf(stderr, "ERROR %s:%d: %s: %s\n", file ? file : "-", line, ampc_error_name(code),
            message);
}

static int ints_are(const int *p, int n, int from, int by)
{
    for (int k = 0; k < n; k++)
        if (p[k] != from + k * by)
            return 0;
    return 1;
}

static void ints_fill(int *p, int n)
{
    for (int k = 0; k < n; k++)
        p[k] = k;
}

struct step {
    const char *name;
    int (*run)(void); /* false: the result is wrong, which only a failed step's may be */
};

/* Runs all steps twice; gives the exit status. A device that is gone for good fails more than once:
 * with AMPC_STEPS_LOST in the environment any number of errors is right. With AMPC_STEPS_WRONG all
 * results are wrong. */
static int steps_run(const struct step *steps, int count)
{
    int status = 0, lost = getenv("AMPC_STEPS_LOST") != NULL;
    ampc_set_error_handler(note, NULL);
    for (int round = 0; round < 2; round++) {
        for (int k = 0; k < count; k++) {
            errors = 0;
            stops = 0;
            int good = steps[k].run() && !getenv("AMPC_STEPS_WRONG");
            ampc_wait();
            if (!good && !errors && !stops) {
                printf("round %d, %s: wrong, and no error\n", round, steps[k].name);
                status = 3;
            }
            if (errors > 1 && !lost) {
                printf("round %d, %s: %d errors\n", round, steps[k].name, errors);
                status = status ? status : 4;
            }
        }
    }
    if (errors_ever > 1 && !lost) {
        printf("%d errors; the first: %s\n", errors_ever, first);
        status = status ? status : 4;
    }
    return status;
}

#endif
