/* round.c - the elements of a texture brought to its format on OpenCL devices, behind a launch that
 * wrote them (round.cl). runtime/texture.c has the same for the emulator.
 *
 * Example: a kernel stored 0.3 in a texture<unorm, 1> of 8 bits; now it holds 77 / 255. */
#include "runtime/algorithms/algorithm.h"

#include <stdio.h>

#include "runtime/homes.h"

static const char round_source[] =
#include "runtime/algorithms/round.cl.h"
    ;

static const struct algorithm_text round_text = {round_source, {{"round_elements", "wu"}}};

enum { GROUP = 256, SERIAL = 4 };

bool algorithm_round(const ampc_view *v, struct texel_format format,
                     struct ampc_accelerator_view *on, const ampc_where *where, struct failure *f)
{
    struct algorithm a = {.what = AMPC__FILL,
                          .accelerator = on->accelerator,
                          .on = on,
                          .where = *where,
                          .count = 1,
                          .failure = f};
    struct tuning t = tuning_of(a.accelerator);
    uint64_t scalars = v->elem / sizeof(cl_uint);
    char macros[64];
    const struct build b = {.text = &round_text,
                            .type = AMPC__UNSIGNED,
                            .group = t.serial ? GROUP : t.group,
                            .serial = t.serial ? 1 : SERIAL,
                            .more = macros};
    snprintf(macros, sizeof macros, "#define KIND %d\n#define BITS %d\n", format.kind, format.bits);
    for (int k = 0; k < v->rank; k++)
        scalars *= (uint64_t)view_extents(v)[k];
    if (scalars > INT32_MAX)
        return failure_set(f, AMPC_ERROR_UNSUPPORTED_FEATURE,
                           "a texture of %u bits per scalar element with more scalars than an int "
                           "counts is not written by kernels",
                           (unsigned)format.bits);
    const cl_uint n = (cl_uint)scalars;
    a.views[0].v = *v;
    a.views[0].v.rank = 1;
    a.views[0].v.elem = sizeof(cl_uint);
    a.views[0].v.flags &= ~(unsigned)AMPC_VIEW_NARROW;
    a.views[0].stride[0] = 1;
    a.views[0].extent[0] = (int)n;
    const void *arguments[] = {&a.views[0], &n};
    struct algorithm_program *p = program_of(&a, &b);
    return p && program_launch(&a, p, 0, (n - 1) / (b.group * b.serial) + 1, arguments);
}
