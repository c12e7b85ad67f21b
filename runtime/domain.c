/* domain.c - domains of launches: what they may be, the work-groups of kernels without tiles, and
 * the work sizes that OpenCL gets, with those of blocks (FORM_BLOCKS) and covers (cover.c).
 *
 * Example: 1000 x 300 threads on a GPU are 32 x 8 in a group: 320 x 1000 work-items. Relies on
 * program.h. */
#include "runtime/program.h"

#include <inttypes.h>
#include <string.h>

/* Extents up to this many threads are cut into smaller groups on GPUs, so that more multiprocessors
 * get some. */
enum { SMALL_DOMAIN = 16384, SMALL_GROUP = 64 };
/* The shortest rows: what a CPU's vectors hold. */
enum { NARROWEST = 16 };

/* The work sizes of a launch, as they are being found. */
struct domain {
    const ampc__kernel *kernel;
    const struct compiled *compiled;
    const struct ampc_accelerator *accelerator;
    const int *extent;
    struct work *work;
    double rounds; /* kernel_rounds */
    size_t group;  /* of a launch that is tuned; 0: none */
};

bool domain_check(const ampc__kernel *kernel, const int *extent, struct failure *f)
{
    uint64_t product = 1;
    for (int k = 0; k < kernel->rank; k++) {
        int tile = kernel->tile[0] ? kernel->tile[k] : 1;
        if (extent[k] <= 0) {
            return failure_set(f, AMPC_ERROR_INVALID_COMPUTE_DOMAIN,
                               "extent[%d] = %d is not positive", k, extent[k]);
        }
        if (extent[k] % tile != 0) {
            return failure_set(f, AMPC_ERROR_INVALID_COMPUTE_DOMAIN,
                               "extent[%d] = %d is not divisible by tile size %d; use pad() or "
                               "truncate()",
                               k, extent[k], tile);
        }
        product *= (uint64_t)extent[k];
        if (product > UINT32_MAX) {
            return failure_set(f, AMPC_ERROR_INVALID_COMPUTE_DOMAIN,
                               "the domain has more than %" PRIu32 " threads", UINT32_MAX);
        }
    }
    return true;
}

/* The group that the program asks for; false: it asks for none, or the device has no such ones. */
static bool wanted_group(const struct ampc_accelerator *a, const ampc__kernel *kernel, size_t limit,
                         size_t group[3])
{
    bool fits = true;
    if (!kernel->group[0] || a->emulated)
        return false;
    for (int k = 0; k < 3; k++) {
        group[k] = k < kernel->rank ? (size_t)kernel->group[kernel->rank - 1 - k] : 1;
        fits = fits && group[k] <= a->max_items[k];
    }
    fits = fits && group[0] * group[1] * group[2] <= limit;
    if (!fits)
        trace_print("%s:%d: %s has no groups of %zu x %zu x %zu for kernel %s", kernel->where.file,
                    kernel->where.line, a->description, group[2], group[1], group[0], kernel->name);
    return fits;
}

void launch_group(const struct ampc_accelerator *a, const ampc__kernel *kernel, size_t limit,
                  size_t group[3])
{
    /* Rows of 32 keep a GPU's memory accesses whole; long rows are what a CPU vectorises. */
    static const size_t wide[3][3] = {{256, 1, 1}, {32, 8, 1}, {32, 4, 2}};
    static const size_t cpu[3][3] = {{256, 1, 1}, {64, 8, 1}, {256, 1, 1}};
    const size_t(*list)[3] = (a->type & CL_DEVICE_TYPE_CPU) ? cpu : wide;
    if (a->emulated) /* which distributes the threads by itself */
        limit = 1;
    if (wanted_group(a, kernel, limit, group))
        return;
    memcpy(group, list[kernel->rank > 3 ? 0 : kernel->rank - 1], 3 * sizeof *group);
    for (int k = 0; k < 3; k++)
        while (group[k] > 1 && group[k] > a->max_items[k])
            group[k] /= 2;
    for (int k = 2; group[0] * group[1] * group[2] > limit && k >= 0;)
        if (group[k] > 1)
            group[k] /= 2;
        else
            k--;
}

/* Whether the group is the one that the program asks for. */
static bool is_wanted(const struct domain *d)
{
    bool same = d->kernel->group[0] > 0;
    for (int k = 0; k < d->kernel->rank && same; k++)
        same = d->work->local[d->kernel->rank - 1 - k] == (size_t)d->kernel->group[k];
    return same;
}

/* Whether groups are fitted to the domain. */
static bool is_fitted(const struct domain *d)
{
    return !d->kernel->tile[0] && !is_wanted(d) && !d->group &&
           (d->accelerator->type & CL_DEVICE_TYPE_CPU);
}

/* Shorter rows, where more than an eighth of the threads would be outside of the domain. */
static void fit_rows(const struct domain *d)
{
    size_t row = d->work->global[0], most = d->work->local[0];
    size_t groups = (row + most - 1) / most, each = (row + groups - 1) / groups;
    if (d->work->dimensions > 1 && most > NARROWEST && (groups * most - row) * 8 > row)
        d->work->local[0] = (each + NARROWEST - 1) / NARROWEST * NARROWEST;
}

static size_t groups_of(const struct work *w)
{
    size_t n = 1;
    for (int k = 0; k < 3; k++)
        n *= (w->global[k] + w->local[k] - 1) / w->local[k];
    return n;
}

/* Wider groups, where these are so few that the driver hands each processor its share of them at
 * once, not in pieces: then it works on much the same rows at each launch, and has them in its own
 * cache. PoCL's pieces are of 32 groups times the processors, at most. Where neighbours jump from
 * line to line, as those of transposed matrices, wide groups would take more lines than there is
 * room for. */
static void fit_shares(const struct domain *d)
{
    enum { WIDE = 512, PIECE = 32, LEAST = 8 };
    size_t units = d->accelerator->compute_units, most = PIECE * units * units;
    size_t narrow = d->work->local[0];
    if (!d->kernel->beside || d->work->dimensions != 2 || groups_of(d->work) <= most ||
        WIDE > d->accelerator->max_items[0] || WIDE * d->work->local[1] > d->compiled->limit)
        return;
    d->work->local[0] = WIDE;
    if (groups_of(d->work) > most || groups_of(d->work) < LEAST * units)
        d->work->local[0] = narrow;
}

/* Long groups where the threads of a short one do less than it takes to hand them out. Of kernels
 * without loops: others may do more in some groups than in others, and what is handed out first is
 * much of all. */
static void fit_little(const struct domain *d)
{
    enum { LONG = 4096, LEAST = 8 };
    size_t narrow = d->work->local[0];
    if (!d->kernel->beside || d->kernel->rank != 1 || LONG > d->accelerator->max_items[0] ||
        LONG > d->compiled->limit)
        return;
    d->work->local[0] = LONG;
    if (groups_of(d->work) < LEAST * d->accelerator->compute_units)
        d->work->local[0] = narrow;
}

/* Smaller groups, where there would be fewer than processors; rows last. */
static void fit_processors(const struct domain *d)
{
    for (int k = 2; k >= 0; k--)
        while (d->work->local[k] > (k ? 1 : NARROWEST) &&
               groups_of(d->work) < d->accelerator->compute_units)
            d->work->local[k] /= 2;
}

/* How many blocks of these sizes the domain has. */
static size_t count_blocks(const struct domain *d, size_t size[3])
{
    size_t blocks = 1;
    for (int k = 0; k < d->kernel->rank; k++) {
        size_t threads = (size_t)d->extent[d->kernel->rank - 1 - k], each = d->work->block[k];
        size[k] = (threads + each - 1) / each;
        blocks *= size[k];
    }
    return blocks;
}

/* Blocks of any size are as large as leaves each processor some of them. */
static size_t panel_blocks(const struct domain *d, size_t size[3])
{
    enum { EACH = 4, HIGH = 16, WIDE = 32 };
    size_t *block = d->work->block, blocks;
    block[0] = block[1] = (size_t)d->kernel->panels[has_long_vectors(d->accelerator)];
    while ((blocks = count_blocks(d, size)) < EACH * d->accelerator->compute_units &&
           (block[0] > WIDE || block[1] > HIGH))
        block[block[1] > HIGH && block[1] >= block[0] ? 1 : block[0] > WIDE ? 0 : 1] /= 2;
    return blocks;
}

/* The groups of blocks: of 16 where there are many of them, of 4 x 4, if they can be: neighbours
 * both ways read the same. Blocks as high as wide turn lines of memory, and are below each other:
 * rows whose distance is a power of two share few places of caches. */
static void group_blocks(const struct domain *d, const size_t *size)
{
    enum { GROUP = 16, SIDE = 4 };
    bool turned = d->kernel->rank > 1 && d->kernel->block[0] == d->kernel->block[1];
    bool square = d->kernel->rank > 1 && !turned && size[0] >= SIDE && size[1] >= SIDE;
    bool row = size[0] >= GROUP && !(turned && size[1] >= GROUP);
    if (size[0] * size[1] * size[2] < GROUP * d->accelerator->compute_units ||
        d->accelerator->verifies_passes)
        return;
    d->work->local[0] = square ? SIDE : row ? GROUP : 1;
    d->work->local[1] = square ? SIDE : !row && size[1] >= GROUP ? GROUP : 1;
}

/* The same of a tiled kernel, of which a work-item does a tile: its text asks for groups of one. */
static void tile_sizes(const struct domain *d)
{
    for (int k = 0; k < 3; k++) {
        int in = d->kernel->rank - 1 - k;
        d->work->block[k] = in >= 0 ? (size_t)d->kernel->tile[in] : 1;
        d->work->global[k] = in >= 0 ? (size_t)d->extent[in] / d->work->block[k] : 1;
        d->work->local[k] = 1;
    }
    d->work->blocks = true;
}

/* The work sizes of a build for blocks, if the domain has enough of them for half of the
 * processors: a block takes less than a third of the time of its threads. A text with panels is
 * launched in groups of one work-item always, whatever was asked for: its arrays are of each
 * work-item, and those of a group would not fit on a thread's stack. */
static bool block_sizes(const struct domain *d)
{
    bool panels = has_panels(d->kernel, d->compiled->form);
    size_t blocks, size[3] = {1, 1, 1};
    if (!(d->compiled->form & FORM_BLOCKS) || !d->kernel->block[1] ||
        (d->kernel->group[0] && !panels))
        return false;
    if (d->kernel->tile[0]) {
        tile_sizes(d);
        return true;
    }
    d->work->block[0] = (size_t)d->kernel->block[1];
    d->work->block[1] = (size_t)d->kernel->block[0];
    d->work->block[2] = 1;
    blocks = panels ? panel_blocks(d, size) : count_blocks(d, size);
    if (2 * blocks < d->accelerator->compute_units && !panels)
        return false;
    for (int k = 0; k < 3; k++)
        d->work->local[k] = 1;
    if (d->group && !panels)
        d->work->local[0] = d->group;
    else if (!panels)
        group_blocks(d, size);
    for (int k = 0; k < d->kernel->rank; k++)
        d->work->global[k] =
            (size[k] + d->work->local[k] - 1) / d->work->local[k] * d->work->local[k];
    d->work->blocks = true;
    return true;
}

/* Work sizes of OpenCL, whose dimension 0 is the domain's last. */
static void sizes(const struct domain *d)
{
    int rank = d->kernel->rank;
    memcpy(d->work->local, d->compiled->group, sizeof d->work->local);
    d->work->global[0] = d->work->global[1] = d->work->global[2] = 1;
    d->work->dimensions = rank > 3 ? 1 : (cl_uint)rank;
    d->work->blocks = d->work->few_rounds = false;
    memset(d->work->extent, 0, sizeof d->work->extent);
    memset(d->work->block, 0, sizeof d->work->block);
    d->work->extent[0] = d->compiled->is_same ? (size_t)d->extent[0] : 0;
    if (d->compiled->cover)
        cover_sizes(d->kernel, d->compiled->accelerator, d->extent, d->compiled->cover, d->work);
    else
        d->work->few_rounds = (d->accelerator->type & CL_DEVICE_TYPE_GPU)
                                  ? !cover_gains(d->kernel, d->accelerator, d->extent, d->rounds)
                                  : !blocks_gain(d->kernel, d->rounds);
    if (d->compiled->cover || block_sizes(d))
        return;
    if (d->group)
        memcpy(d->work->local, (size_t[]){d->group, 1, 1}, sizeof d->work->local);
    for (int k = 0; k < rank; k++)
        d->work->global[rank > 3 ? 0 : k] *= (size_t)d->extent[rank - 1 - k];
    if (!d->kernel->tile[0] && d->work->dimensions == 1 && d->work->global[0] <= SMALL_DOMAIN &&
        d->work->local[0] > SMALL_GROUP && !is_wanted(d) && !d->group &&
        !(d->accelerator->type & CL_DEVICE_TYPE_CPU))
        d->work->local[0] = SMALL_GROUP;
    if (is_fitted(d)) {
        fit_shares(d);
        fit_little(d);
        fit_rows(d);
        fit_processors(d);
    }
    for (int k = 0; k < 3; k++)
        d->work->global[k] =
            (d->work->global[k] + d->work->local[k] - 1) / d->work->local[k] * d->work->local[k];
}

bool blocks_gain(const ampc__kernel *kernel, double rounds)
{
    enum { ROUNDS = 16 };
    return !kernel->strips || kernel->rank > 1 || rounds < 0 || rounds >= ROUNDS;
}

/* Whether lines of some view are so far from each other that they share few places of caches: a
 * cache finds a line by some of its address's bits, of which these lines have many in common. */
static bool is_crowded(const ampc__kernel *kernel, const void *const *args)
{
    enum { APART = 2048 };
    for (int k = 0; k < kernel->nargs; k++) {
        const ampc_view *v = args[k];
        if (kernel->args[k].kind == AMPC__ARG_VIEW && v->rank > 1 &&
            (size_t)view_strides(v)[v->rank - 2] * v->elem % APART == 0)
            return true;
    }
    return false;
}

/* The bytes of the largest elements of views. */
static double element_bytes(const ampc__kernel *kernel, const void *const *args)
{
    size_t most = 0;
    for (int k = 0; k < kernel->nargs; k++)
        if (kernel->args[k].kind == AMPC__ARG_VIEW && ((const ampc_view *)args[k])->elem > most)
            most = ((const ampc_view *)args[k])->elem;
    return (double)most;
}

/* Whether no block is at an edge where vectors are not filled, in the dimensions of blocks. */
static bool is_even(const ampc__kernel *kernel, const int *extent)
{
    return extent[kernel->rank - 1] % kernel->block[1] == 0 &&
           extent[kernel->rank - 2] % kernel->block[0] == 0;
}

/* With long vectors, the blocks of a group read what their lanes need in turns, and find it in the
 * second cache as long as it has room. Measured with 1 MiB of it, in numbers of the time without
 * panels: products of 1024 x 1024, whose lines are 4096 bytes apart, take 0.8 with them, of 2048 x
 * 2048 half, of 1408 x 1408 1.1; of 1000 x 1000 0.92, where blocks at the edge are not whole ones.
 * Lines that lanes have to turn are turned once for a block: of 333 x 333 A B' takes a quarter.
 * With shorter vectors products of 32 x 32 take 1.3 with panels. */
bool panels_gain(const ampc__kernel *kernel, const struct ampc_accelerator *a, const int *extent,
                 double rounds, const void *const *args)
{
    enum { ROUNDS = 64, BESIDE = 4, WIDE = 32, HIGH = 8 };
    enum { READ = 7 << 17, READ_CROWDED = 5 << 16, READ_AT_EDGE = 15 << 14 };
    if (kernel->group[0])
        return false;
    if (!has_long_vectors(a))
        return rounds < 0 || rounds >= ROUNDS;
    if (extent[kernel->rank - 1] < WIDE || extent[kernel->rank - 2] < HIGH)
        return false;
    if (kernel->strips)
        return rounds >= ROUNDS;
    double read = rounds * BESIDE * kernel->block[1] * element_bytes(kernel, args);
    if (kernel->block[1] < WIDE || !is_even(kernel, extent))
        return read > READ_AT_EDGE;
    return read > (is_crowded(kernel, args) ? READ_CROWDED : READ);
}

unsigned rounds_class(const ampc__kernel *kernel, const struct ampc_accelerator *a,
                      const int *extent, const void *const *args)
{
    if (!kernel->rounds)
        return 0;
    double rounds = kernel->rounds(extent, args);
    bool gain = a->type & CL_DEVICE_TYPE_GPU ? cover_gains(kernel, a, extent, rounds)
                                             : blocks_gain(kernel, rounds);
    bool panels = kernel->panels[0] && (a->type & CL_DEVICE_TYPE_CPU) &&
                  panels_gain(kernel, a, extent, rounds, args);
    return (unsigned)gain | (unsigned)panels << 1 | (unsigned)(rounds >= COVER_COPIED_ROUNDS) << 2 |
           (unsigned)(rounds >= COVER_BRIEF_ROUNDS) << 3;
}

void domain_sizes(const struct compiled *c, const ampc__kernel *kernel, const int *extent,
                  double rounds, size_t group, struct work *work)
{
    sizes(&(struct domain){kernel, c, c->accelerator, extent, work, rounds, group});
}
