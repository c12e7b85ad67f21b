/* harness.h - what a workload of the bench (one .ampc file of this folder) and the harness know of
 * each other.
 *
 * A workload defines bench_names and bench_run, which makes its data and then runs whatever variant
 * it is told to, one repetition at a time, until it is told to end (saxpy.ampc is a short one):
 *
 *     while (bench_turn(b))
 *         switch (b->variant) {
 *         case AMPC_NAIVE: naive(x, y, 2); break;
 *         case HAND_NAIVE: hand_launch(b, "naive", grid1(b, n), "vvif", &x, &y, n, 2.0); break;
 *         case PLAIN_C: plain(px, result, n, 2); break;
 *         default: bench_absent(b);
 *         }
 *
 * The harness takes turns, times, compares the results and prints lines of a table; see README.md.
 * Relies on libampc's C API. */
#ifndef BENCH_HARNESS_H
#define BENCH_HARNESS_H

#include <ampc.h>
#include <stddef.h>

/* The variants of one algorithm, in the order in which they are first run and compared: the first
 * one is the reference. */
enum variant {
    HAND_NAIVE,   /* OpenCL C by hand, NAME.cl, with the arithmetic of ampc */
    AMPC_NAIVE,   /* parallel_for_each over an extent */
    HAND_TILED,   /* as textbooks have it, with local memory */
    AMPC_TILED,   /* the same with tile_static memory */
    AMPC_LIBRARY, /* amp_algorithms:: */
    HAND_EXPERT,  /* tuned for the device, with the arithmetic that an expert chooses */
    CLBLAST,      /* the library, on the device's buffers; if it is installed */
    PLAIN_C,      /* loops on the host, OpenMP */
    OPENBLAS,     /* the library, on the host's memory; if it is installed */
    VARIANTS
};

enum element { FLOATS, INTS };

struct bench {
    enum variant variant; /* what bench_run is to run now, once */
    int which;            /* of bench_names */
    int gpu;              /* 1: the device is no CPU */
    struct bench_state *state;
};

/* Of the workload: the names of its cases, ended by 0, and what measures case b->which. Memory that
 * it gets from the harness outlives its views. */
extern const char *const bench_names[];
void bench_run(struct bench *b);

/* Of the workload too: whether it was compiled with contraction of a * b + c. */
extern const int bench_contract;
#ifdef BENCH_CONTRACT
const int bench_contract = BENCH_CONTRACT;
#endif

/* ---- Data ---- */

/* The size for tests, for CPUs, or for GPUs. */
int bench_size(const struct bench *b, int small, int cpu, int gpu);
/* Memory on pages of its own, the harness's: 'bytes' of zeros; 'count' floats from 'low' to below
 * 'high'; ints likewise. The same in each run. */
void *bench_memory(struct bench *b, size_t bytes);
float *bench_floats(struct bench *b, size_t count, float low, float high);
int *bench_ints(struct bench *b, size_t count, int low, int high);
/* Views over such memory that kernels by hand get too: read; written and read, but no result. A
 * pointer to an array_view. */
void bench_input(struct bench *b, const void *view);
void bench_scratch(struct bench *b, const void *view);
/* A view of floats or ints, or of structs of these alone, that is the result. All variants have to
 * agree in it: floats to |x - y| <= tolerance * (1 + |y|), ints but for that share of them; 0: the
 * same bits. Before the first run it has the elements at 'initial', or nonsense for 0. Returns the
 * memory where variants on the host put theirs, which is the harness's. */
void *bench_output(struct bench *b, const void *view, enum element element, double tolerance,
                   const void *initial);
/* For the table: the size in words, and the work of one repetition: operations, or if there are
 * more of them bytes (the other is 0). */
void bench_about(struct bench *b, double flops, double bytes, const char *size, ...)
    __attribute__((format(printf, 4, 5)));

/* ---- Turns ---- */

/* 1: run b->variant once, on the device without waiting for it; 0: all is measured. */
int bench_turn(struct bench *b);
/* There is no such variant. */
void bench_absent(struct bench *b);

/* ---- OpenCL by hand ---- */

/* Work sizes in OpenCL's order: dimension 0 is the fastest one. local[0] = 0: the driver chooses.
 */
struct grid {
    unsigned dimensions;
    size_t global[3], local[3];
};
/* One thread per element, rows of 'columns'. On GPUs in groups of 256, 32 x 8 and 32 x 4 x 2; on
 * CPUs in groups of the driver's choice, of 256, 64 x 8 and 256 x 1 x 1, or of rows of 64 and 256,
 * whichever was fastest. There may be threads outside, which the kernel sends home. */
struct grid grid1(const struct bench *b, int n);
struct grid grid2(const struct bench *b, int rows, int columns);
struct grid grid3(const struct bench *b, int planes, int rows, int columns);
/* So many threads, rounded up to whole groups of that size. */
struct grid groups1(int n, int group);
struct grid groups2(int rows, int columns, int group_rows, int group_columns);
struct grid groups3(int planes, int rows, int columns, int group_planes, int group_rows,
                    int group_columns);
/* Launches kernel 'name' of NAME.cl. 'types' has a letter for each argument: v a view that the
 * harness knows, i int, f double, which the kernel gets as float. */
void hand_launch(struct bench *b, const char *name, struct grid grid, const char *types, ...);
/* Launches it so often, with the same arguments, which are set once; 'waits': for each launch. */
void hand_repeat(struct bench *b, int count, int waits, const char *name, struct grid grid,
                 const char *types, ...);

/* ---- Libraries ---- */

/* c = a b, operands transposed if the flags say so, with the library of b->variant: 'batch'
 * products of row-major matrices, one behind the other; c is m x n, the sum over k. */
void library_gemm(struct bench *b, int transpose_a, int transpose_b, int m, int n, int k, int batch,
                  const void *va, const void *vb, const void *vc);
/* y = a x, or the transposed a; a has 'rows' of 'columns'. */
void library_gemv(struct bench *b, int transpose, int rows, int columns, const void *va,
                  const void *vx, const void *vy);
/* y += factor * x. */
void library_axpy(struct bench *b, int n, float factor, const void *vx, const void *vy);

#endif
