/* flat.c - launches of one dimension whose kernel is there with an index of two or three
 * components, too (optimize/flat.c): when these are launched instead.
 *
 * Example: of `extent<1>(n * m)` and a kernel that divides its index by m, n x m threads, in blocks
 * whose rows and columns share what they read. Where m does not divide the domain, or is not
 * positive, the kernel runs as it is written. */
#include "runtime/program.h"

/* Finds the extents that give the threads of a domain of n; false: there are none, or rows shorter
 * than a block has columns. */
static bool find_extents(const ampc__kernel *kernel, const void *const *args, int n, int *to)
{
    enum { NARROWEST = 16 };
    ampc__wide steps[AMPC__FLAT_STEPS + 1], inner = 1;
    int rank = kernel->flat->rank;
    kernel->steps(args, steps);
    if (steps[AMPC__FLAT_STEPS] < n)
        n = (int)steps[AMPC__FLAT_STEPS];
    for (int k = 0; k < rank - 1; k++) {
        if (steps[k] < inner || steps[k] % inner != 0)
            return false;
        to[rank - 1 - k] = (int)(steps[k] / inner);
        inner = steps[k];
    }
    to[0] = (int)(n / inner);
    return n > 0 && n % inner == 0 && to[rank - 1] >= NARROWEST;
}

/* Whether the device gains by them. */
static bool gains(const ampc__kernel *kernel, const struct ampc_accelerator *a, const int *extent,
                  const void *const *args)
{
    const ampc__kernel *flat = kernel->flat;
    struct cover_launch launch = {0, kernel_rounds(flat, extent, args), 1};
    struct cover_shape shape;
    return ((kernel->flat_for & AMPC__FLAT_BLOCKS) &&
            (program_forms(flat->module, a) & FORM_BLOCKS)) ||
           ((kernel->flat_for & AMPC__FLAT_COVERS) &&
            cover_choose(flat, a, extent, &launch, NULL, &shape));
}

ampc__kernel *flat_choose(ampc__kernel *kernel, const struct ampc_accelerator *a, const int *extent,
                          const void *const *args, int *to)
{
    bool may = kernel->flat && !a->emulated && !kernel->group[0] &&
               !(kernel->module->checked && environment_flag("AMPC_CHECK"));
    return may && find_extents(kernel, args, extent[0], to) && gains(kernel, a, to, args)
               ? kernel->flat
               : kernel;
}
