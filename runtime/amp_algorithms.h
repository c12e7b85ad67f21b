/* amp_algorithms.h - algorithms on views, for C. In .ampc files amp_algorithms::reduce and its
 * relatives are part of the language and need no include; these functions are the same for plain C.
 *
 * They work on all elements of a view, one behind the other in the order of their indices, where
 * these have no gaps. Types of elements are int, unsigned, 64-bit integers, float and double. A
 * call returns when the work is submitted, unless it has a result for the host; whoever uses the
 * views next waits for it. 'on' 0: the default accelerator's default view. What is written must not
 * overlap with what is read, but transforms and scans may write the very elements that they read.
 *
 * Results depend on the number of elements and the device alone: the order in which values are
 * combined is fixed for these. So sums of float are the same every time, on one device. On a GPU
 * and a CPU they may differ in their last digits.
 *
 * Errors: runtime_exception (a view with gaps, sizes or types that do not fit, overlap, a function
 * that does not build), unsupported_feature (double on a device that has none; in the emulator a
 * function without 'host'), and what launches have. Then a result is not changed. */
#ifndef AMPC_AMP_ALGORITHMS_H
#define AMPC_AMP_ALGORITHMS_H

#include "ampc.h"

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

typedef enum ampc_number {
    AMPC_INT = 1,
    AMPC_UNSIGNED,
    AMPC_INT64,
    AMPC_UNSIGNED64,
    AMPC_FLOAT,
    AMPC_DOUBLE
} ampc_number;

/* An operation is one of these three, or a function in OpenCL C 1.2 with its text:
 *
 *     static const ampc_operation hypotenuse = {
 *         "hypotenuse", "float hypotenuse(float a, float b) { return hypot(a, b); }", 0, 0};
 *
 * Its third member is the function for the emulator, which is not needed elsewhere. It has to live
 * to the end of the process. Sums of integers wrap around; the least and the largest of a number
 * and of what is not a number is the number. */
extern const ampc_operation ampc_plus, ampc_min, ampc_max;

/* *result, of the type: initial (0: none), then all elements, combined by f (0: ampc_plus), which
 * is associative and commutative. Without elements it is the initial value, of sums 0, else a
 * runtime_exception. Waits. */
void ampc_reduce(ampc_accelerator_view *on, ampc_number type, const ampc_view *in,
                 const void *initial, const ampc_operation *f, void *result);

/* Element i of out: elements 0 to i of in, combined by f (0: ampc_plus), which is associative.
 * Exclusive: initial, and elements 0 to i - 1; initial may be 0 for the three operations. */
void ampc_scan_inclusive(ampc_accelerator_view *on, ampc_number type, const ampc_view *in,
                         const ampc_view *out, const ampc_operation *f);
void ampc_scan_exclusive(ampc_accelerator_view *on, ampc_number type, const ampc_view *in,
                         const ampc_view *out, const void *initial, const ampc_operation *f);

/* Sorts the keys, the least first; values, of any type, move with them. Equal keys keep their
 * order. -0 is in front of 0; what is not a number comes last, with a sign first. */
void ampc_sort(ampc_accelerator_view *on, ampc_number type, const ampc_view *keys);
void ampc_sort_by_key(ampc_accelerator_view *on, ampc_number type, const ampc_view *keys,
                      const ampc_view *values);

/* The elements for which f(element), an integer, is not 0 become the first ones of out, in their
 * order; out has room for all of in. Gives how many these are; 0 after an error. Waits. */
int ampc_copy_if(ampc_accelerator_view *on, ampc_number type, const ampc_view *in,
                 const ampc_view *out, const ampc_operation *f);

/* Element i of counts, which are int or unsigned: for how many elements f(element), an int, is i,
 * or without f the element itself, an integer. Others are not counted. */
void ampc_histogram(ampc_accelerator_view *on, ampc_number type, const ampc_view *in,
                    const ampc_view *counts, const ampc_operation *f);

/* Element i of out: f of element i of in; f of those of in and other. */
void ampc_transform(ampc_accelerator_view *on, ampc_number in_type, const ampc_view *in,
                    ampc_number out_type, const ampc_view *out, const ampc_operation *f);
void ampc_transform2(ampc_accelerator_view *on, ampc_number in_type, const ampc_view *in,
                     ampc_number other_type, const ampc_view *other, ampc_number out_type,
                     const ampc_view *out, const ampc_operation *f);

/* All elements become *value. */
void ampc_fill(ampc_accelerator_view *on, ampc_number type, const ampc_view *out,
               const void *value);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
