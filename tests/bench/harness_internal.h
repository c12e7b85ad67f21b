/* harness_internal.h - what the files of the harness share: harness.c (turns, results, the table),
 * harness_data.c (memory, views), harness_cl.c (OpenCL by hand), harness_blas.c (libraries),
 * harness_threads.c and harness_loops.c (where threads run, and loops lie). A workload sees
 * harness.h. Example: hand_begin(s) before a turn of HAND_NAIVE. */
#ifndef BENCH_HARNESS_INTERNAL_H
#define BENCH_HARNESS_INTERNAL_H

#include "harness.h"
#include <ampc_cl.h>

enum {
    GROUP_CHOICES = 3,
    MOST_ROUNDS = 99,
    MOST_VIEWS = 16,
    MOST_MEMORIES = 64,
    MOST_KERNELS = 16,
    MOST_ARGUMENTS = 16
};

/* A view that the harness knows. */
struct known {
    const ampc_view *view;
    unsigned access; /* AMPC_READ, AMPC_WRITE */
    size_t count, bytes;
    cl_mem buffer; /* while the turn is one of OpenCL calls */
    ampc_cl_memory memory;
    int result; /* 1: compared */
    enum element element;
    double tolerance;
    const void *initial;
    void *host, *reference;
};

struct measure {
    int absent, repetitions, rounds;
    double once, seconds[MOST_ROUNDS]; /* of one repetition */
    const char *verdict;
};

/* A kernel by hand, with the arguments that it has. */
struct hand_kernel {
    const char *name;
    int expert;
    cl_kernel kernel;
    struct {
        size_t size;
        unsigned char bytes[8];
    } set[MOST_ARGUMENTS];
};

struct bench_state {
    const char *program; /* "saxpy": its kernels are in saxpy.cl */
    char size[80];
    double flops, bytes;
    struct known views[MOST_VIEWS];
    int view_count;
    struct {
        void *at;
        size_t bytes;
    } memories[MOST_MEMORIES];
    int memory_count;
    struct measure measures[VARIANTS];
    /* The turn. */
    int begun, phase, round, variant, warm, left, repetitions;
    double start;
    struct processors *processors; /* while the turn is on the host */
    int choices, choice, chosen;   /* of groups for naive kernels on CPUs: 0 is the driver's */
    /* OpenCL. */
    cl_program programs[2]; /* with ampc's arithmetic, with the expert's */
    struct hand_kernel kernels[MOST_KERNELS];
    int kernel_count;
};

/* Says what is wrong, and ends the program. */
void fatal(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
/* Says which variant of which case failed and why, and starts the program once more, at that case
 * and without that variant: an accelerator that had an error may be of no use to this process. */
void variant_failed(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
/* Has the device's compiler align loops, with BENCH_ALIGN=1; once, before it compiles anything. */
void loops_align(void);
/* The view's record; none is fatal. */
struct known *known_view(struct bench_state *s, const void *view);
/* Frees the memory and forgets the views of a case. */
void data_end(struct bench_state *s);
/* Where host variants have an operand: a result's own memory, or that of the view. */
void *host_memory(const struct known *k);

/* A turn on the host begins: OpenMP's threads get a processor each, the main thread the first one;
 * NULL: they do not. And ends: the main thread is free. */
struct processors *threads_place(void);
/* Gives a library's threads beside the main one a processor each, by its function. */
void threads_place_others(int count, int (*set)(int thread, size_t size, void *processors));
void threads_free(struct processors *p);

/* A turn of OpenCL calls begins: all views get their buffers; and ends, when the calls are done. */
void hand_begin(struct bench_state *s);
void hand_end(struct bench_state *s);
/* Waits for what was enqueued. */
void hand_wait(void);
/* Releases kernels and programs. */
void hand_close(struct bench_state *s);

#endif
