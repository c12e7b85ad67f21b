/* map.c - amp_algorithms::transform and fill on OpenCL devices: an element of the result for each
 * (map.cl). */
#include "runtime/algorithms/algorithm.h"

static const char map_text[] =
#include "runtime/algorithms/map.cl.h"
    ;

static const struct algorithm_text fill_text = {map_text, {{"fill", "wut"}}},
                                   unary_text = {map_text, {{"transform1", "vwu"}}},
                                   binary_text = {map_text, {{"transform2", "vvwu"}}};

enum { GROUP = 256, SERIAL = 4 };

bool map_run(struct algorithm *a)
{
    struct tuning t = tuning_of(a->accelerator);
    const cl_uint n = a->n;
    int out = a->count - 1;
    const struct build b = {
        .text = out == 0   ? &fill_text
                : out == 1 ? &unary_text
                           : &binary_text,
        .type = a->types[out],
        .operands = {out > 0 ? a->types[0] : AMPC__OTHER, out > 1 ? a->types[1] : AMPC__OTHER},
        .group = t.serial ? GROUP : t.group,
        .serial = t.serial ? 1 : SERIAL};
    struct algorithm_program *p = program_of(a, &b);
    const void *arguments[5];
    for (int k = 0; k < a->count; k++)
        arguments[k] = &a->views[k];
    arguments[a->count] = &n;
    arguments[a->count + 1] = a->value;
    return p && program_launch(a, p, 0, (n - 1) / (b.group * b.serial) + 1, arguments);
}
