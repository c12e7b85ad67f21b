/* cover.c - which block of threads a group covers, of those in cover_shapes.h.
 *
 * A shape is taken if the domain has groups of it for all compute units, and if its variables fit
 * into registers and its panels into local memory; the first one that fits is the largest. Example:
 * a matrix product of 4096 x 4096 floats has groups of 16 x 16 work-items, each with 8 x 4 sums,
 * and panels of 16 rounds; of 1024 x 1024, 4 x 4 sums. Relies on known.c for the builds. */
#include "runtime/program.h"

#include <stdio.h>
#include <string.h>

enum {
    FARTHEST = 0x7fff0000, /* extents whose blocks' ends are ints */
    COPIED_GROUPS = 4,     /* for each compute unit, of those with several chunks on their way */
    FLAT_GROUPS = 8,       /* for each compute unit, of kernels without loops */
    TALLY_GROUPS = 8,      /* the same, at most, of kernels with tallies */
    NARROW_GROUPS = 8,     /* the same, at most, of those that have a few rows each */
    FEW_THREADS = 64,      /* of the domain, the same, at most, for shapes that waste work-items */
    LOOP_THREADS = 1024    /* the same of work-items, of those with loops and without panels */
};

/* Groups for an extent, of 'block' threads each; *used: the share of their threads in it. */
static uint64_t groups_of(int extent, int block, double *used)
{
    uint64_t groups = ((uint64_t)extent + (unsigned)block - 1) / (unsigned)block;
    *used *= (double)extent / ((double)groups * block);
    return groups;
}

/* Of a domain of more than one dimension: that of the rows; of three, the one that is left. */
static int row_extent(const ampc__kernel *kernel, const int *extent)
{
    return kernel->cover.first ? extent[0] : extent[kernel->rank - 2];
}
static int other_extent(const ampc__kernel *kernel, const int *extent)
{
    return kernel->cover.first ? extent[1] : extent[0];
}

/* Threads with the same index in the last dimension. */
static uint64_t other_threads(const ampc__kernel *kernel, const int *extent)
{
    uint64_t threads = 1;
    for (int k = 0; k < kernel->rank - 1; k++)
        threads *= (uint64_t)extent[k];
    return threads;
}

/* Groups for each compute unit that a shape needs. */
static double groups_for(const struct cover_listed *l, const ampc__cover *c)
{
    const double busy = 0.95; /* of the compute units have a group */
    const double more = 1.5;  /* than one */
    const double half = 0.5;  /* the same of small domains */
    const double broad = 2;   /* one alone waits for what it fetches */
    const struct cover_shape *s = &l->shape;
    return l->kind == AMPC__COVER_FLAT    ? FLAT_GROUPS
           : l->when == COVER_COPIED      ? COPIED_GROUPS
           : l->when == COVER_BROAD       ? broad
           : l->when == COVER_NARROW      ? 0
           : l->when == COVER_BUSY        ? (cover_is_product(c) ? more : busy)
           : l->when >= COVER_PLANES      ? half
           : l->kind == AMPC__COVER_LOOPS ? LOOP_THREADS / (s->down * s->across)
                                          : busy;
}

/* The share of the threads of all groups that has to be in the domain: smaller ones where
 * work-items wait for what they read, and there are others that fetch it. */
static double share_for(const struct cover_listed *l)
{
    return l->when == COVER_NARROW ? 0.2 : l->when == COVER_PLANES ? 0.4 : 0.7;
}

/* Whether a domain has enough blocks of such a shape, and they have enough of its threads. Where a
 * few rows of it have lines of memory to themselves, and enough threads to wait for them, groups
 * gain nothing. */
static bool is_filled(const ampc__kernel *kernel, const struct ampc_accelerator *a,
                      const int *extent, const struct cover_listed *l)
{
    const double even = 0.88; /* of as many groups as all units could do in the same time */
    const double few = 0.7;   /* of the rows of a group are in the domain */
    const struct cover_shape *s = &l->shape;
    int rank = kernel->rank;
    double columns = 1, rows = 1;
    uint64_t groups = groups_of(extent[rank - 1], s->columns * s->across, &columns);
    if (kernel->cover.lines) {
        groups *= other_threads(kernel, extent);
    } else {
        groups *= rank > 1 ? groups_of(row_extent(kernel, extent), s->rows * s->down, &rows) : 1;
        groups *= rank > 2 ? (uint64_t)other_extent(kernel, extent) : 1;
    }
    if (l->when == COVER_FEW)
        return (uint64_t)extent[rank - 1] * other_threads(kernel, extent) <=
               a->compute_units * (uint64_t)FEW_THREADS;
    if (l->when == COVER_EVEN && groups % a->compute_units != 0 &&
        (double)groups < even * (double)(groups + a->compute_units - groups % a->compute_units))
        return false;
    if (l->when == COVER_NARROW && rows < few && !kernel->cover.columns_across &&
        groups > a->compute_units * (uint64_t)NARROW_GROUPS)
        return false;
    return rows * columns >= share_for(l) &&
           (double)groups >= a->compute_units * groups_for(l, &kernel->cover);
}

static bool is_near(const ampc__kernel *kernel, const int *extent)
{
    bool near = true;
    for (int k = 0; k < kernel->rank; k++)
        near = near && extent[k] <= FARTHEST;
    return near;
}

/* 'more': bytes of local memory beside those of the shape. */
static bool fits(const ampc__kernel *kernel, const struct ampc_accelerator *a, const int *extent,
                 uint64_t more, const struct cover_listed *l)
{
    const ampc__cover *c = &kernel->cover;
    uint64_t local = more + cover_local_bytes(&l->shape, c);
    return is_near(kernel, extent) && cover_words(&l->shape, c) <= COVER_REGISTERS &&
           local <= COVER_LOCAL_BYTES && local <= a->local_bytes &&
           (size_t)(l->shape.down * l->shape.across) <= a->max_group &&
           is_filled(kernel, a, extent, l);
}

/* As AMPC_COVER names it: "2x4,8x16,8": rows and columns, work-items of a group, rounds; with ",1"
 * behind, panels are fetched further ahead, with ",2" to ",7" so many of them are copied without
 * registers, and with ",1,4" or ",0,4" four elements at once. False: it is no shape. */
static bool read_shape(const char *text, struct cover_shape *shape)
{
    enum { MOST = 1024 };
    struct cover_shape s = {0};
    int end = 0, more = 0;
    bool good = sscanf(text, "%dx%d,%dx%d,%d%n", &s.rows, &s.columns, &s.down, &s.across, &s.chunk,
                       &end) == 5;
    const int numbers[] = {s.rows, s.columns, s.down, s.across, s.chunk};
    for (int k = 0; k < 5; k++)
        good = good && numbers[k] > 0 && numbers[k] <= MOST;
    if (good && sscanf(text + end, ",%d%n", &s.further, &more) == 1)
        good = s.further >= 0 && s.further <= COVER_FURTHEST;
    end += more;
    more = 0;
    s.unit = 1;
    if (good && sscanf(text + end, ",%d%n", &s.unit, &more) == 1)
        good = s.unit == 4;
    if (!good || text[end + more])
        return false;
    s.row_run = s.rows % 4 ? s.rows : 4;
    s.column_run = s.columns % 4 == 0 ? 4 : s.columns % 2 == 0 ? 2 : 1;
    *shape = s;
    return true;
}

/* The same, for a device; that it is no shape is said once. */
static bool asked_shape(const struct ampc_accelerator *a, const char *text,
                        struct cover_shape *shape)
{
    static bool said;
    struct cover_shape s;
    bool good = read_shape(text, &s) && (size_t)(s.down * s.across) <= a->max_group;
    if (good)
        *shape = s;
    else if (!__atomic_exchange_n(&said, true, __ATOMIC_RELAXED))
        fprintf(stderr,
                "ampc: AMPC_COVER=%s is no shape as 8x4,16x16,16 with at most %zu work-items; "
                "kernels run as written\n",
                text, a->max_group);
    return good;
}

/* CPUs' groups are for tallies alone: of one work-item, which needs no atomic functions for what is
 * its own. */
static bool counts_alone(const ampc__kernel *kernel, const struct ampc_accelerator *a,
                         const int *extent, uint64_t more, struct cover_shape *shape)
{
    enum { COLUMNS = 8 };
    bool fits = is_near(kernel, extent) && (a->type & CL_DEVICE_TYPE_CPU) &&
                kernel->cover.tallies && kernel->cover.kind == AMPC__COVER_FLAT &&
                more <= COVER_LOCAL_BYTES && more <= a->local_bytes;
    if (fits)
        *shape = (struct cover_shape){1, COLUMNS, 1, 1, 1, 1, COLUMNS, 0, 1};
    return fits;
}

/* Whether a shape was refused, or one with as many sums for a work-item, or fewer: behind one that
 * keeps registers in memory a shape of as many sums is slower than one of fewer, as its groups
 * leave a compute unit fewer work-items. */
static bool is_refused(const struct cover_refused *refused, const struct cover_shape *s)
{
    for (int k = 0; k < refused->count; k++) {
        const struct cover_shape *r = &refused->shapes[k];
        int sums = r->rows * r->columns;
        if (memcmp(r, s, sizeof *s) == 0 || (sums > 1 && s->rows * s->columns >= sums))
            return true;
    }
    return refused->count == COVER_REFUSED;
}

/* ---- Tiles ---- */

/* Groups that do so many rows and columns of tiles. */
static uint64_t tile_groups(const ampc__kernel *kernel, const int *extent,
                            const struct cover_shape *s)
{
    int rank = kernel->rank;
    double used = 1;
    uint64_t groups = 1;
    for (int k = 0; k < rank; k++) {
        int tiles = k == rank - 1 ? s->columns : k == rank - 2 ? s->rows : 1;
        groups *= groups_of(extent[k], tiles * kernel->tile[k], &used);
    }
    return groups;
}

static int tile_threads(const ampc__kernel *kernel)
{
    int threads = 1;
    for (int k = 0; k < kernel->rank; k++)
        threads *= kernel->tile[k];
    return threads;
}

/* Whether a group has room for its objects, and its threads have registers for their sums; and
 * whether there are enough of them: a few for each compute unit where much of what they do is to
 * load from objects that tiles share; else as many as a device has places for, several times, as
 * they wait for memory then. */
static bool tiles_fit(const ampc__kernel *kernel, const struct ampc_accelerator *a, uint64_t groups,
                      const struct cover_shape *s)
{
    enum { FILE = 65536, MOST = 255, OTHERS = 24, STAGED = 400, FEW = 240, MANY = 8192 };
    int threads = tile_threads(kernel), words = cover_words(s, &kernel->cover);
    int registers = FILE / threads < MOST ? FILE / threads : MOST;
    uint64_t local = cover_local_bytes(s, &kernel->cover);
    return words <= COVER_REGISTERS && words + words / 4 + OTHERS <= registers &&
           local <= cover_tile_bytes(threads) && local <= a->local_bytes &&
           groups * (unsigned)threads >=
               a->compute_units * (uint64_t)(kernel->cover.staged < STAGED ? MANY : FEW);
}

/* What such groups take: the fullest compute unit has the last ones to do. */
static uint64_t tiles_time(const struct ampc_accelerator *a, uint64_t groups,
                           const struct cover_shape *s, int cost)
{
    return (groups + a->compute_units - 1) / a->compute_units *
           (uint64_t)(s->rows * s->columns * cost);
}

/* The shape that takes the least time, if that is less than the kernel's as it is written. */
static bool tiles_choose(const ampc__kernel *kernel, const struct ampc_accelerator *a,
                         const int *extent, const struct cover_refused *refused,
                         struct cover_shape *shape)
{
    enum { WHOLE = 1000, ENOUGH = 92, PERCENT = 100 };
    const ampc__cover *c = &kernel->cover;
    const struct cover_shape one = {.rows = 1, .columns = 1};
    uint64_t least =
        tiles_time(a, tile_groups(kernel, extent, &one), &one, WHOLE) * ENOUGH / PERCENT;
    bool found = false;
    if (!is_near(kernel, extent))
        return false;
    for (size_t k = 0; k < sizeof cover_tile_list / sizeof *cover_tile_list; k++) {
        const struct cover_shape *s = &cover_tile_list[k];
        uint64_t groups = tile_groups(kernel, extent, s);
        uint64_t time = tiles_time(a, groups, s, cover_tile_cost(s, c));
        if (time < least && cover_suits_tiles(s, c) && !is_refused(refused, s) &&
            tiles_fit(kernel, a, groups, s)) {
            least = time;
            *shape = *s;
            found = true;
        }
    }
    return found;
}

/* ---- The choice ---- */

/* Measured on an NVIDIA H100. In one dimension panels are worth it from 32 rounds on, be they of
 * threads' own lines or the same for all of them; of the former a few threads do not see much.
 * Where threads beside each other read elements beside each other, they wait less for more groups
 * than for panels, but for long loops of few threads; and in loops around, caches have what is read
 * again. */
bool cover_gains(const ampc__kernel *kernel, const struct ampc_accelerator *a, const int *extent,
                 double rounds)
{
    const ampc__cover *c = &kernel->cover;
    if (c->fused)
        rounds = -1;
    double threads =
        (double)extent[kernel->rank - 1] * (double)other_threads(kernel, extent) / a->compute_units;
    bool line = cover_rank(c, kernel->rank) == 1;
    if (c->kind == AMPC__COVER_WINDOWS)
        return cover_windows_gain(c, kernel->rank, rounds);
    if (c->kind != AMPC__COVER_PANELS || (rounds < 0 && !c->again))
        return true;
    if (line && !c->column_bytes)
        return c->again || c->around || rounds >= COVER_LINES;
    if (!line)
        return rounds < 0 || rounds >= COVER_ROUNDS;
    if (!c->rows_across)
        return rounds >= (threads < COVER_THREADS ? 2 : 1) * COVER_LINES;
    return threads <= 4 * COVER_THREADS && rounds >= (c->again ? COVER_AGAIN : COVER_BESIDE) &&
           rounds >= 2 * threads;
}

/* Where lines of memory have to begin for a shape, in bytes: for units of it to gain. Work-items
 * with one thread each read four rounds at once in any case. */
static unsigned alignment_for(const struct cover_listed *l)
{
    return l->shape.unit > 1 && l->when != COVER_NARROW ? COVER_ALIGNED : 1;
}

/* The shape that AMPC_COVER names, as far as such a kernel has dimensions for it. */
static bool takes_asked(const ampc__kernel *kernel, const struct ampc_accelerator *a,
                        const struct cover_launch *l, const char *asked, struct cover_shape *shape)
{
    struct cover_shape s;
    bool tiles = kernel->cover.kind == AMPC__COVER_TILES;
    if (!asked_shape(a, asked, &s))
        return false;
    if (tiles && kernel->cover.along == 2) {
        s.rows *= s.columns;
        s.columns = s.column_run = 1;
    } else if (cover_rank(&kernel->cover, kernel->rank) == 1 ||
               (tiles && kernel->cover.along == 1)) {
        s.columns *= s.rows;
        s.rows = s.row_run = 1;
        if (tiles) {
            s.down = s.across = 1;
        } else if (kernel->cover.kind != AMPC__COVER_PANELS) {
            s.across *= s.down;
            s.down = 1;
        }
    }
    if (l->more + cover_local_bytes(&s, &kernel->cover) > a->local_bytes)
        return false;
    *shape = s;
    return true;
}

bool cover_choose(const ampc__kernel *kernel, const struct ampc_accelerator *a, const int *extent,
                  const struct cover_launch *l, const struct cover_refused *refused,
                  struct cover_shape *shape)
{
    static const struct cover_refused none;
    const char *asked = secure_getenv("AMPC_COVER");
    if (!kernel->cover.kind || a->emulated || kernel->group[0] ||
        (kernel->module->checked && environment_flag("AMPC_CHECK")))
        return false;
    if (!refused)
        refused = &none;
    if (asked && *asked)
        return !refused->count && takes_asked(kernel, a, l, asked, shape);
    if (a->rasteriser)
        return false;
    if (kernel->cover.kind == AMPC__COVER_TILES)
        return (a->type & CL_DEVICE_TYPE_GPU) && tiles_choose(kernel, a, extent, refused, shape);
    if (!(a->type & CL_DEVICE_TYPE_GPU))
        return !refused->count && counts_alone(kernel, a, extent, l->more, shape);
    double rounds = kernel->cover.fused ? -1 : l->rounds;
    if (!cover_gains(kernel, a, extent, rounds))
        return false;
    for (size_t k = 0; k < sizeof cover_list / sizeof *cover_list; k++) {
        struct cover_shape s = cover_shape_for(&cover_list[k], &kernel->cover);
        if (cover_suits(&cover_list[k], &kernel->cover, kernel->rank, rounds) &&
            !is_refused(refused, &s) && l->alignment >= alignment_for(&cover_list[k]) &&
            (a->copies_async || cover_list[k].shape.further < COVER_ASYNC) &&
            fits(kernel, a, extent, l->more, &cover_list[k])) {
            *shape = s;
            return true;
        }
    }
    return false;
}

void cover_describe(const struct cover_shape *s, char text[COVER_TEXT])
{
    int n = snprintf(text, COVER_TEXT, "%dx%d,%dx%d,%d", s->rows, s->columns, s->down, s->across,
                     s->chunk);
    if (s->further || s->unit > 1)
        n += snprintf(text + n, COVER_TEXT - (size_t)n, ",%d", s->further);
    if (s->unit > 1)
        snprintf(text + n, COVER_TEXT - (size_t)n, ",%d", s->unit);
}

void cover_options(FILE *out, const struct cover_shape *s)
{
    /* AMPC_ASYNC: of those on their way, how many need not have come when the next one is read. */
    fprintf(out,
            " -DAMPC_COVER -DAMPC_ROWS=%d -DAMPC_COLUMNS=%d -DAMPC_DOWN=%d -DAMPC_ACROSS=%d "
            "-DAMPC_CHUNK=%d -DAMPC_ROW_RUN=%d -DAMPC_COLUMN_RUN=%d -DAMPC_PAD=%d "
            "-DAMPC_AHEAD=%d -DAMPC_UNIT=%d",
            s->rows, s->columns, s->down, s->across, s->chunk, s->row_run, s->column_run,
            s->row_run > s->column_run ? s->row_run : s->column_run,
            s->further < COVER_ASYNC ? 1 + s->further : s->further, s->unit);
    if (s->further >= COVER_ASYNC)
        fprintf(out, " -DAMPC_ASYNC=%d", s->further - 1);
}

static void tile_sizes(const ampc__kernel *kernel, const int *extent, const struct cover_shape *s,
                       struct work *work)
{
    int rank = kernel->rank;
    double used = 1;
    *work = (struct work){.dimensions = (cl_uint)rank, .global = {1, 1, 1}, .local = {1, 1, 1}};
    for (int k = 0; k < rank; k++) {
        int own = rank - 1 - k, tiles = own == 0 ? s->columns : own == 1 ? s->rows : 1;
        work->local[own] = (size_t)kernel->tile[k];
        work->global[own] = work->local[own] * groups_of(extent[k], tiles * kernel->tile[k], &used);
        work->extent[own] = (size_t)extent[k];
    }
}

void cover_sizes(const ampc__kernel *kernel, const struct ampc_accelerator *a, const int *extent,
                 const struct cover_shape *s, struct work *work)
{
    int rank = kernel->rank;
    size_t threads = (size_t)(s->down * s->across);
    double used = 1;
    if (kernel->cover.kind == AMPC__COVER_TILES) {
        tile_sizes(kernel, extent, s, work);
        return;
    }
    *work = (struct work){.dimensions = (cl_uint)rank,
                          .global = {1, 1, 1},
                          .local = {threads, 1, 1},
                          .extent = {work->extent[0]}};
    work->global[0] = (size_t)groups_of(extent[rank - 1], s->columns * s->across, &used) * threads;
    if (rank > 1)
        work->global[1] = kernel->cover.lines ? (size_t)extent[rank - 2]
                                              : (size_t)groups_of(row_extent(kernel, extent),
                                                                  s->rows * s->down, &used);
    if (rank > 2)
        work->global[2] = (size_t)other_extent(kernel, extent);
    if (kernel->cover.tallies) {
        size_t most = a->compute_units * (size_t)TALLY_GROUPS;
        size_t blocks = work->global[0] / threads * work->global[1] * work->global[2];
        *work = (struct work){.dimensions = 1,
                              .global = {(blocks < most ? blocks : most) * threads, 1, 1},
                              .local = {threads, 1, 1}};
    }
}
