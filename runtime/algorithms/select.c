/* select.c - amp_algorithms::copy_if and histogram on OpenCL devices (select.cl), on NVIDIA
 * devices copy_if in one pass (copy_once.cl). */
#include "runtime/algorithms/algorithm.h"

static const char select_text[] =
#include "runtime/algorithms/select.cl.h"
    ;

static const char once_text[] =
#include "runtime/algorithms/warp.cl.h"
#include "runtime/algorithms/look_back.cl.h"
#include "runtime/algorithms/copy_once.cl.h"
    ;

static const struct algorithm_text copy_text = {
    select_text, {{"copy_count", "vwuu"}, {"copy_spans", "wu"}, {"copy_elements", "vwvuu"}}};
static const struct algorithm_text once = {once_text, {LOOK_BACK_KERNEL, {"copy_once", "vwwuuu"}}};
static const struct algorithm_text histogram_text = {select_text, {{"histogram", "vwuuu"}}};

enum { SERIAL = 8, SERIAL_ONCE = 32, BINS = 4096 };

static bool copy_once_run(struct algorithm *a, const struct tuning *t)
{
    const struct build b = {.text = &once,
                            .type = a->types[0],
                            .group = t->group,
                            .serial =
                                number_bytes(a->types[0]) == 8 ? SERIAL_ONCE / 2 : SERIAL_ONCE,
                            .more = "#define S uint\n#define S_BYTES 4\n"
                                    "#define SUM(a, b) ((a) + (b))\n"};
    struct algorithm_program *p = program_of(a, &b);
    struct look_back l = {0};
    bool ok = p && look_back_begin(a, p, t, b.group * b.serial, sizeof(cl_uint), &l) &&
              program_launch(a, p, 1, l.tiles,
                             (const void *const[]){&a->views[0], &a->views[1], &l.words->view,
                                                   &l.mark, &a->n, &l.tiles}) &&
              scratch_read(a, l.words, 0, a->result, sizeof(cl_uint));
    scratch_give(l.words);
    return ok;
}

bool copy_if_run(struct algorithm *a)
{
    struct tuning t = tuning_of(a->accelerator);
    if (t.warps)
        return copy_once_run(a, &t);
    const struct build b = {.text = &copy_text,
                            .type = a->types[0],
                            .group = t.group,
                            .serial = SERIAL,
                            .more = "#define COPY_IF\n"};
    struct algorithm_program *p = program_of(a, &b);
    const cl_uint n = a->n, span = chunk_of(n, t.units * t.resident, b.group * b.serial);
    const cl_uint groups = (n - 1) / span + 1;
    struct scratch *s = p ? scratch_take(a, (groups + 1) * sizeof(cl_uint)) : NULL;
    bool ok =
        s &&
        program_launch(a, p, 0, groups, (const void *const[]){&a->views[0], &s->view, &n, &span}) &&
        program_launch(a, p, 1, 1, (const void *const[]){&s->view, &groups}) &&
        program_launch(a, p, 2, groups,
                       (const void *const[]){&a->views[0], &a->views[1], &s->view, &n, &span}) &&
        scratch_read(a, s, groups * sizeof(cl_uint), a->result, sizeof(cl_uint));
    scratch_give(s);
    return ok;
}

bool histogram_run(struct algorithm *a)
{
    struct tuning t = tuning_of(a->accelerator);
    const cl_uint bins = (cl_uint)a->views[1].extent[0], zero = 0;
    bool few = bins <= BINS && BINS * sizeof(cl_uint) <= a->accelerator->local_bytes;
    const struct build b = {.text = &histogram_text,
                            .type = a->types[0],
                            .group = t.group,
                            .serial = SERIAL,
                            .more = few ? "#define BINS 4096\n" : NULL};
    struct algorithm clear = *a;
    clear.what = AMPC__FILL;
    clear.count = 1;
    clear.views[0] = a->views[1];
    clear.types[0] = AMPC__INT;
    clear.n = bins;
    clear.value = &zero;
    clear.f = NULL;
    struct algorithm_program *p = program_of(a, &b);
    const cl_uint n = a->n, span = chunk_of(n, t.units * t.resident, b.group * b.serial);
    return p && map_run(&clear) &&
           program_launch(a, p, 0, (n - 1) / span + 1,
                          (const void *const[]){&a->views[0], &a->views[1], &n, &span, &bins});
}
