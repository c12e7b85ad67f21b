/* cover.c - which block of threads a group covers: rows and columns of each work-item, work-items
 * of a group, rounds that panels hold (optimize/cover.h).
 *
 * A shape is taken if the domain has groups of it for all compute units, and if its variables fit
 * into registers and its panels into local memory; the first one that fits is the largest. Example:
 * a matrix product of 4096 x 4096 floats has groups of 16 x 16 work-items, each with 8 x 4 sums,
 * and panels of 16 rounds; of 1024 x 1024, 4 x 4 sums. Relies on known.c for the builds. */
#include "runtime/program.h"

#include <stdio.h>
#include <string.h>

enum {
    REGISTERS = 64,          /* words for the sums of a work-item */
    LOCAL_BYTES = 48 * 1024, /* of a group: two of them on a compute unit, at least */
    FARTHEST = 0x7fff0000,   /* extents whose blocks' ends are ints */
    FLAT_GROUPS = 8,         /* for each compute unit, of kernels without loops */
    LOOP_THREADS = 1024      /* the same of work-items, of those with loops and without panels */
};

/* Measured on an NVIDIA H200. */
static const struct cover_shape flat_line[] = {{1, 4, 1, 256, 1, 1, 1}};
static const struct cover_shape flat[] = {{8, 1, 4, 32, 1, 4, 1}};
static const struct cover_shape turned[] = {{8, 1, 8, 32, 1, 1, 1}};
static const struct cover_shape loops_line[] = {{1, 4, 1, 128, 1, 1, 1}, {1, 2, 1, 128, 1, 1, 1}};
static const struct cover_shape loops[] = {
    {4, 2, 8, 32, 1, 4, 1}, {4, 1, 8, 32, 1, 4, 1}, {2, 1, 8, 32, 1, 2, 1}};
/* Of one column each: the work-items behind the first row help to fetch. */
static const struct cover_shape panels_line[] = {
    {1, 1, 8, 64, 88, 1, 1}, {1, 1, 8, 64, 64, 1, 1}, {1, 1, 4, 64, 32, 1, 1}};
static const struct cover_shape panels[] = {{8, 4, 16, 32, 16, 4, 4},
                                            {8, 4, 16, 16, 16, 4, 4},
                                            {4, 4, 16, 16, 16, 4, 4},
                                            {4, 2, 8, 16, 16, 4, 2},
                                            {2, 2, 16, 16, 16, 2, 2}};
static const struct cover_shape windows_line[] = {{1, 4, 1, 128, 1, 1, 4}};
static const struct cover_shape windows[] = {{4, 4, 8, 16, 1, 4, 4}, {4, 2, 8, 32, 1, 4, 2}};

#define LIST(a) (*count = sizeof(a) / sizeof *(a), a)

static const struct cover_shape *shapes_of(const ampc__kernel *kernel, size_t *count)
{
    const ampc__cover *c = &kernel->cover;
    bool line = kernel->rank == 1;
    switch (c->kind) {
    case AMPC__COVER_NONE:
        break;
    case AMPC__COVER_FLAT:
        return line ? LIST(flat_line) : c->both_bytes ? LIST(turned) : LIST(flat);
    case AMPC__COVER_LOOPS:
        return line ? LIST(loops_line) : LIST(loops);
    case AMPC__COVER_PANELS:
        if (line)
            return LIST(panels_line);
        *count = sizeof panels / sizeof *panels - !c->rows_across;
        return panels + !c->rows_across; /* else the first one is slower than the second */
    case AMPC__COVER_WINDOWS:
        return line ? LIST(windows_line) : LIST(windows);
    }
    *count = 0;
    return NULL;
}

/* Groups for an extent, of 'block' threads each; *used: the share of their threads in it. */
static uint64_t groups_of(int extent, int block, double *used)
{
    uint64_t groups = ((uint64_t)extent + (unsigned)block - 1) / (unsigned)block;
    *used *= (double)extent / ((double)groups * block);
    return groups;
}

static bool fits(const ampc__kernel *kernel, const struct ampc_accelerator *a, const int *extent,
                 const struct cover_shape *s)
{
    const ampc__cover *c = &kernel->cover;
    const double enough = 0.7; /* of the threads of all groups are in the domain */
    int rank = kernel->rank, high = s->rows * s->down, width = s->columns * s->across;
    uint64_t local =
        2 * (uint64_t)s->chunk *
            (uint64_t)(c->row_bytes * (high + 4) + c->column_bytes * (width + 4) + c->round_bytes) +
        (uint64_t)c->both_bytes * (unsigned)(high + c->more_rows) *
            (unsigned)(width + c->more_columns + 3);
    double used = 1;
    uint64_t threads = (uint64_t)s->down * (unsigned)s->across;
    uint64_t groups = groups_of(extent[rank - 1], width, &used);
    groups *= rank > 1 ? groups_of(extent[rank - 2], high, &used) : 1;
    groups *= rank > 2 ? (uint64_t)extent[0] : 1;
    for (int k = 0; k < rank; k++)
        if (extent[k] > FARTHEST)
            return false;
    return s->rows * s->columns * c->words <= REGISTERS && local <= LOCAL_BYTES &&
           local <= a->local_bytes && threads <= a->max_group && used >= enough &&
           groups >= a->compute_units * (c->kind == AMPC__COVER_FLAT    ? (uint64_t)FLAT_GROUPS
                                         : c->kind == AMPC__COVER_LOOPS ? LOOP_THREADS / threads
                                                                        : 1);
}

/* As AMPC_COVER names it: "2x4,8x16,8": rows and columns, work-items of a group, rounds. */
static bool asked_shape(const char *text, struct cover_shape *s)
{
    enum { MOST = 1024 };
    *s = (struct cover_shape){0};
    int count =
        sscanf(text, "%dx%d,%dx%d,%d", &s->rows, &s->columns, &s->down, &s->across, &s->chunk);
    const int numbers[] = {s->rows, s->columns, s->down, s->across, s->chunk};
    bool good = count == 5;
    for (int k = 0; k < 5; k++)
        good = good && numbers[k] > 0 && numbers[k] <= MOST;
    if (!good) {
        trace_print("AMPC_COVER=%s is no shape as 8x4,16x16,16: kernels run as written", text);
        return false;
    }
    s->row_run = s->rows % 4 ? s->rows : 4;
    s->column_run = s->columns % 4 ? 1 : 4;
    return true;
}

bool cover_choose(const ampc__kernel *kernel, const struct ampc_accelerator *a, const int *extent,
                  int skip, struct cover_shape *shape)
{
    const char *asked = secure_getenv("AMPC_COVER");
    size_t count;
    const struct cover_shape *list = shapes_of(kernel, &count);
    if (!list || a->emulated || kernel->group[0] ||
        (kernel->module->checked && environment_flag("AMPC_CHECK")))
        return false;
    if (asked && *asked) {
        if (skip || !asked_shape(asked, shape))
            return false;
        if (kernel->rank == 1) {
            shape->columns *= shape->rows;
            shape->rows = shape->row_run = 1;
            if (kernel->cover.kind != AMPC__COVER_PANELS) {
                shape->across *= shape->down;
                shape->down = 1;
            }
        }
        return true;
    }
    if (!(a->type & CL_DEVICE_TYPE_GPU) || a->rasteriser)
        return false;
    for (size_t k = 0; k < count; k++)
        if (fits(kernel, a, extent, &list[k]) && skip-- == 0) {
            *shape = list[k];
            return true;
        }
    return false;
}

void cover_options(FILE *out, const struct cover_shape *s)
{
    fprintf(out,
            " -DAMPC_COVER -DAMPC_ROWS=%d -DAMPC_COLUMNS=%d -DAMPC_DOWN=%d -DAMPC_ACROSS=%d "
            "-DAMPC_CHUNK=%d -DAMPC_ROW_RUN=%d -DAMPC_COLUMN_RUN=%d -DAMPC_PAD=%d",
            s->rows, s->columns, s->down, s->across, s->chunk, s->row_run, s->column_run,
            s->row_run > s->column_run ? s->row_run : s->column_run);
}

void cover_sizes(const ampc__kernel *kernel, const int *extent, const struct cover_shape *s,
                 struct work *work)
{
    int rank = kernel->rank;
    size_t threads = (size_t)(s->down * s->across);
    double used = 1;
    *work =
        (struct work){.dimensions = (cl_uint)rank, .global = {1, 1, 1}, .local = {threads, 1, 1}};
    work->global[0] = (size_t)groups_of(extent[rank - 1], s->columns * s->across, &used) * threads;
    if (rank > 1)
        work->global[1] = (size_t)groups_of(extent[rank - 2], s->rows * s->down, &used);
    if (rank > 2)
        work->global[2] = (size_t)extent[0];
}
