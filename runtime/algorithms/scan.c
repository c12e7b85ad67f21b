/* scan.c - amp_algorithms::scan_inclusive and scan_exclusive on OpenCL devices: every group
 * combines its span, one group scans the results, every group writes its span (scan.cl). The
 * library's own operations take one pass on NVIDIA devices (scan_once.cl); functions of programs do
 * not, as they would be called for what lies behind the last element. */
#include "runtime/algorithms/algorithm.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char scan_text[] =
#include "runtime/algorithms/reduce.cl.h"
#include "runtime/algorithms/scan.cl.h"
    ;

static const struct algorithm_text text = {
    scan_text, {{"scan_sums", "vwuu"}, {"scan_spans", "wuut"}, {"scan_tiles", "vwvuu"}}};

static const char once_text[] =
#include "runtime/algorithms/warp.cl.h"
#include "runtime/algorithms/look_back.cl.h"
#include "runtime/algorithms/scan_once.cl.h"
    ;

static const struct algorithm_text once = {once_text, {LOOK_BACK_KERNEL, {"scan_once", "vwwuuut"}}};

enum { SERIAL = 8, VECTOR = 16 };

/* What exclusive scans of the library's own operations begin with. */
static void initial_of(int operation, enum ampc__number type, void *to)
{
    static const int32_t int_bounds[] = {INT32_MAX, INT32_MIN};
    static const uint32_t unsigned_bounds[] = {UINT32_MAX, 0};
    static const int64_t int64_bounds[] = {INT64_MAX, INT64_MIN};
    static const uint64_t unsigned64_bounds[] = {UINT64_MAX, 0};
    static const float float_bounds[] = {INFINITY, -INFINITY};
    static const double double_bounds[] = {INFINITY, -INFINITY};
    static const char *const bounds[] = {
        NULL,
        (const char *)int_bounds,
        (const char *)unsigned_bounds,
        (const char *)int64_bounds,
        (const char *)unsigned64_bounds,
        (const char *)float_bounds,
        (const char *)double_bounds,
    };
    memset(to, 0, number_bytes(type));
    if (operation > 1)
        memcpy(to, bounds[type] + (size_t)(operation - 2) * number_bytes(type), number_bytes(type));
}

const void *scan_initial(const struct algorithm *a, uint64_t *room)
{
    *room = 0;
    if (a->what == AMPC__SCAN_EXCLUSIVE && !a->value)
        initial_of(operation_number(a->f), a->types[0], room);
    return a->value ? a->value : room;
}

/* Vectors of 16 bytes that each thread of a one-pass scan has. Many keep more of the memory busy,
 * as long as registers allow two groups on a compute unit: measured on an H100 with 2^25, 2^26 and
 * 2^28 elements. Few elements need more groups. */
static int rows_of(const struct algorithm *a, const struct tuning *t)
{
    enum { TILES = 8 };
    const enum ampc__number type = a->types[0];
    const bool wide = number_bytes(type) > sizeof(cl_uint),
               exclusive = a->what == AMPC__SCAN_EXCLUSIVE;
    const int few = wide ? 8 : 12;
    const int many = wide ? 18 : !exclusive ? 24 : type == AMPC__FLOAT ? 22 : 20;
    uint64_t tile = (uint64_t)t->group * (uint64_t)many * VECTOR / number_bytes(type);
    return a->n / tile < (uint64_t)t->units * TILES ? few : many;
}

static bool scan_once_run(struct algorithm *a, const struct tuning *t)
{
    const cl_uint bytes = (cl_uint)number_bytes(a->types[0]);
    const int rows = rows_of(a, t);
    char more[120];
    snprintf(more, sizeof more,
             "#define ROWS %d\n#define S T\n#define S_BYTES %u\n#define SUM(a, b) "
             "COMBINE(a, b)\n%s",
             rows, (unsigned)bytes, a->what == AMPC__SCAN_EXCLUSIVE ? "#define EXCLUSIVE\n" : "");
    const struct build b = {
        .text = &once, .type = a->types[0], .group = t->group, .serial = 1, .more = more};
    struct algorithm_program *p = program_of(a, &b);
    struct look_back l = {0};
    uint64_t room;
    const void *initial = scan_initial(a, &room);
    bool ok = p && look_back_begin(a, p, t, b.group * rows * VECTOR / bytes, bytes, &l) &&
              program_launch(a, p, 1, l.tiles,
                             (const void *const[]){&a->views[0], &a->views[1], &l.words->view,
                                                   &l.mark, &a->n, &l.tiles, initial});
    scratch_give(l.words);
    return ok;
}

bool scan_run(struct algorithm *a)
{
    struct tuning t = tuning_of(a->accelerator);
    if (t.warps && operation_number(a->f))
        return scan_once_run(a, &t);
    const cl_uint exclusive = a->what == AMPC__SCAN_EXCLUSIVE, n = a->n;
    const struct build b = {.text = &text,
                            .type = a->types[0],
                            .group = t.group,
                            .serial = SERIAL,
                            .more = exclusive ? "#define EXCLUSIVE\n" : NULL};
    struct algorithm_program *p = program_of(a, &b);
    uint64_t room;
    const void *initial = scan_initial(a, &room);
    const cl_uint span = chunk_of(n, t.units * t.resident, b.group * b.serial);
    const cl_uint groups = (n - 1) / span + 1;
    struct scratch *s = p ? scratch_take(a, groups * sizeof(uint64_t)) : NULL;
    bool ok =
        s &&
        program_launch(a, p, 0, groups, (const void *const[]){&a->views[0], &s->view, &n, &span}) &&
        program_launch(a, p, 1, 1, (const void *const[]){&s->view, &groups, &exclusive, initial}) &&
        program_launch(a, p, 2, groups,
                       (const void *const[]){&a->views[0], &a->views[1], &s->view, &n, &span});
    scratch_give(s);
    return ok;
}
