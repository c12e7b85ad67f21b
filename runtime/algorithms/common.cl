/* common.cl - what stands in front of the texts of all algorithms: parameters, the operation, steps
 * of a work-group. Macros in front of it:
 *
 *   T, T_IS    the type of the elements and its enum ampc__number
 *   GROUP      threads in a work-group, a power of two: 1 where groups run one after the other
 *   SERIAL     elements that a thread has at once
 *   OP         PLUS, MIN or MAX; or F, the name of a function
 *   F_PLAIN    it is the program's own OpenCL C with so many operands, of types FIRST and SECOND
 *              and with a RESULT; T1, T2: see map.cl
 *
 * A kernel with BEGIN as its first statement and ERROR as its last parameter may call the
 * operation; helpers that do pass 's' on. */
#define INT 1
#define UNSIGNED 2
#define INT64 3
#define UNSIGNED64 4
#define FLOAT 5
#define DOUBLE 6
#define PLUS 1
#define MIN 2
#define MAX 3

#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

#ifndef AMPC_X_STOP
#define AMPC_X_STOP
struct ampc_x_stop { /* of a thread; see codegen/kernel/kernel_stop.c */
    __global int *error;
    __local int *tile;
    int ended;
};
#endif

typedef struct {
    long offset; /* bytes */
    long stride[1];
    int extent[1];
} shape;

#define VIEW(name) __global char *name##_memory, shape name
#define AT(type, name) ((__global type *)(name##_memory + name.offset))
#define KERNEL __kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))

#ifdef F
#define ERROR , __global int *ampc_error
#define BEGIN struct ampc_x_stop ampc_this = {ampc_error, 0, 0}, *s = &ampc_this
#else
#define ERROR
#define BEGIN struct ampc_x_stop *s = 0
#endif

#if defined F_PLAIN && F_PLAIN == 1
static RESULT ampc_own(FIRST ampc_a) { return F(ampc_a); } /* where no variable hides the function's name */
#define CALL1(a) ampc_own(a)
#elif defined F_PLAIN
static RESULT ampc_own(FIRST ampc_a, SECOND ampc_b) { return F(ampc_a, ampc_b); }
#define CALL2(a, b) ampc_own(a, b)
#elif defined F
#define CALL1(a) F(a, 0, s)
#define CALL2(a, b) F(a, b, 0, s)
#endif

/* The operation; sums of integers wrap around. */
#if defined F
#define COMBINE(a, b) CALL2(a, b)
#elif OP == PLUS && T_IS == INT
#define COMBINE(a, b) ((int)((uint)(a) + (uint)(b)))
#elif OP == PLUS && T_IS == INT64
#define COMBINE(a, b) ((long)((ulong)(a) + (ulong)(b)))
#elif OP == PLUS
#define COMBINE(a, b) ((a) + (b))
#elif OP == MIN && T_IS >= FLOAT
#define COMBINE(a, b) fmin(a, b)
#elif OP == MIN
#define COMBINE(a, b) min(a, b)
#elif OP == MAX && T_IS >= FLOAT
#define COMBINE(a, b) fmax(a, b)
#elif OP == MAX
#define COMBINE(a, b) max(a, b)
#endif

/* On CPUs: vectors of sixteen elements for the library's own operations, of which drivers make none
 * of arrays. T16_AT: in memory that is aligned to elements. */
#if GROUP == 1 && !defined F && defined __clang__
#define TIMES_16(a, type) PASTE_16(a, type)
#define PASTE_16(a, type) a##type##16
#define T16 TIMES_16(, T)
typedef T16 T16_AT __attribute__((aligned(sizeof(T)), may_alias));
#if OP == PLUS && (T_IS == INT64 || T_IS == UNSIGNED64)
#define COMBINE_16(a, b) TIMES_16(as_, T)(as_ulong16(a) + as_ulong16(b))
#elif OP == PLUS && T_IS < FLOAT
#define COMBINE_16(a, b) TIMES_16(as_, T)(as_uint16(a) + as_uint16(b))
#else
#define COMBINE_16(a, b) COMBINE(a, b)
#endif
#endif
