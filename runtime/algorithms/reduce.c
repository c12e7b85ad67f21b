/* reduce.c - amp_algorithms::reduce on OpenCL devices: chunks by groups, then the groups' results
 * by one group (reduce.cl), on NVIDIA devices by the last one of the same kernel (reduce_once.cl).
 * Few elements need one group alone. */
#include "runtime/algorithms/algorithm.h"

#include <stdio.h>

static const char reduce_text[] =
#include "runtime/algorithms/reduce.cl.h"
    ;

static const struct algorithm_text text = {reduce_text,
                                           {{"reduce_chunks", "vwuu"}, {"reduce_end", "vwuut"}}};

static const char once_text[] =
#include "runtime/algorithms/warp.cl.h"
#include "runtime/algorithms/look_back.cl.h"
#include "runtime/algorithms/reduce_once.cl.h"
    ;

static const struct algorithm_text once = {once_text,
                                           {LOOK_BACK_KERNEL, {"reduce_once", "vwuuuut"}}};

enum { SERIAL = 8, SERIAL_CPU = 16, RESIDENT = 32, ALONE = 8192 };

/* Bytes between the groups' results and the final one. */
enum { PLACE = 16 };

static bool launch(struct algorithm *a, struct algorithm_program *p, struct scratch *s,
                   uint32_t groups, uint32_t chunk)
{
    const cl_ulong zero = 0;
    const cl_uint has_initial = a->value != NULL, count = groups, n = a->n;
    ampc_view1 parts = s->view;
    parts.v.host += PLACE;
    parts.extent[0]--;
    if (groups == 1)
        return program_launch(a, p, 1, 1,
                              (const void *const[]){&a->views[0], &s->view, &n, &has_initial,
                                                    a->value ? a->value : &zero});
    return program_launch(a, p, 0, groups,
                          (const void *const[]){&a->views[0], &parts, &n, &chunk}) &&
           program_launch(a, p, 1, 1,
                          (const void *const[]){&parts, &s->view, &count, &has_initial,
                                                a->value ? a->value : &zero});
}

static bool reduce_once_run(struct algorithm *a, const struct tuning *t)
{
    enum { VECTOR = 16, SIDE = 8, GROUPS = 8 };
    const cl_uint bytes = (cl_uint)number_bytes(a->types[0]);
    char more[80];
    snprintf(more, sizeof more, "#define S T\n#define S_BYTES %u\n#define SUM(a, b) ((a) + (b))\n",
             (unsigned)bytes);
    const struct build b = {
        .text = &once, .type = a->types[0], .group = t->group, .serial = SIDE, .more = more};
    struct algorithm_program *p = program_of(a, &b);
    const cl_uint chunk =
        chunk_of(a->n, a->n <= ALONE ? 1 : t->units * GROUPS, t->group * SIDE * VECTOR / bytes);
    struct look_back l = {0};
    const cl_ulong zero = 0;
    const cl_uint has_initial = a->value != NULL;
    bool ok =
        p && look_back_begin(a, p, t, chunk, bytes, &l) &&
        program_launch(a, p, 1, l.tiles,
                       (const void *const[]){&a->views[0], &l.words->view, &l.mark, &a->n, &chunk,
                                             &has_initial, a->value ? a->value : &zero}) &&
        scratch_read(a, l.words, 0, a->result, bytes);
    scratch_give(l.words);
    return ok;
}

bool reduce_run(struct algorithm *a)
{
    struct tuning t = tuning_of(a->accelerator);
    if (t.warps)
        return reduce_once_run(a, &t);
    const struct build b = {.text = &text,
                            .type = a->types[0],
                            .group = t.group,
                            .serial = t.serial ? SERIAL_CPU : SERIAL};
    struct algorithm_program *p = program_of(a, &b);
    uint32_t chunk =
        chunk_of(a->n, t.units * (t.serial ? t.resident : RESIDENT), b.group * b.serial);
    uint32_t groups = a->n <= ALONE ? 1 : (a->n - 1) / chunk + 1;
    struct scratch *s = p ? scratch_take(a, PLACE + groups * sizeof(cl_ulong)) : NULL;
    bool ok = s && launch(a, p, s, groups, chunk) &&
              scratch_read(a, s, 0, a->result, number_bytes(a->types[0]));
    scratch_give(s);
    return ok;
}
