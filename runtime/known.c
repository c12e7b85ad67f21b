/* known.c - builds of one kernel for some of its launches: in which the extents of small views are
 * constants, so that the device's compiler unrolls loops over them and needs no registers for their
 * strides; and whose groups cover blocks of threads (cover.c).
 *
 * A launch offers the extents of those views of its kernel that are small in themselves and beside
 * the domain, and which the kernel only reads, in loops (AMPC__VIEW_KNOWN); all extents but the
 * first of such views that are not small, but many small ones, as a batch of matrices; and the
 * shape of its groups. The first launch of a kernel has a build for them made instead of the
 * general one. One for other extents is made when they have come many times in a row, and there are
 * few: programs whose extents change use the general build, or the one for the shape alone, which
 * is made at once. A build serves launches with exactly its extents and its shape. Example: a
 * convolution with 7 x 7 coefficients is built with -DAMPC_E0_0=7 -DAMPC_E0_1=7. Relies on
 * program.c to build, on launch.c to ask. */
#include "runtime/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BUILDS = 4,      /* of one kernel for one device, for known extents; */
    SHAPES = 4,      /* and more, for shapes alone */
    IN_A_ROW = 16,   /* launches with extents for which there is none, before it is made */
    ELEMENTS = 4096, /* of a view at most; */
    PART = 32,       /* each extent of small ones, of which there are at least */
    PARTS = 100,
    THREADS = 16, /* and so many threads for each of them */
    NUMBERS = 32  /* extents of all views of a launch; further views are not offered */
};

/* What a launch offers: the extents of all offered views one after the other, and which
 * arguments these are. */
struct offer {
    int count, extent[NUMBERS], arg[NUMBERS], dimension[NUMBERS];
    int tallies;              /* views among them with AMPC__VIEW_TALLY, */
    uint64_t tally_bytes;     /* and the bytes of their elements */
    struct cover_shape shape; /* rows 0: none */
};

/* A build, from the moment on that it is wanted. Constant but for 'refused', kept for ever. */
struct known {
    struct known *next;
    struct offer offer;
    unsigned number;
    char *options;
    bool refused; /* see known_refuse */
};

/* A kernel on a device. */
struct knowing {
    struct knowing *next;
    const ampc__kernel *kernel;
    const struct ampc_accelerator *accelerator;
    struct known *builds;
    int build_count;
    struct offer last; /* for which there is no build */
    int in_a_row;
    struct cover_refused refused;
};

/* Under runtime_lock. */
static struct knowing *all;
static unsigned builds_made;

/* ---- Offers ---- */

/* How many elements a view has that is small and has no gaps; 0: it is another one. */
static uint64_t small_count(const ampc_view *v, uint64_t threads)
{
    ampc_ptrdiff count = 1;
    for (int k = v->rank - 1; k >= 0; k--) {
        if (view_strides(v)[k] != count || view_extents(v)[k] > ELEMENTS)
            return 0;
        count *= view_extents(v)[k];
        if (count > ELEMENTS)
            return 0;
    }
    return (uint64_t)count * THREADS <= threads ? (uint64_t)count : 0;
}

/* Whether a view is many small ones, one behind the other. */
static bool has_small_parts(const ampc_view *v)
{
    ampc_ptrdiff count = 1;
    for (int k = v->rank - 1; k >= 0; k--) {
        if (view_strides(v)[k] != count || (k && view_extents(v)[k] > PART))
            return false;
        count *= view_extents(v)[k];
    }
    return v->rank > 1 && view_extents(v)[0] >= PARTS;
}

/* Whether no other view of a launch has elements in the memory that view k is of. */
static bool is_alone(const ampc__kernel *kernel, const void *const *args, int k)
{
    const struct home *home = view_share(args[k])->home;
    for (int i = 0; i < kernel->nargs; i++)
        if (i != k && kernel->args[i].kind == AMPC__ARG_VIEW && view_share(args[i])->home == home)
            return false;
    return true;
}

/* The largest power of two, at most COVER_ALIGNED, at whose multiples the lines of all views with
 * elements of 4 bytes begin, in bytes. */
static unsigned alignment_of(const ampc__kernel *kernel, const void *const *args)
{
    enum { BYTES = 4 };
    uintptr_t bits = COVER_ALIGNED;
    for (int k = 0; k < kernel->nargs; k++) {
        const ampc_view *v = args[k];
        if (kernel->args[k].kind != AMPC__ARG_VIEW || v->elem != BYTES)
            continue;
        bits |= (uintptr_t)v->host - view_share(v)->home->lo;
        for (int d = 0; d < v->rank - 1; d++)
            bits |= (uintptr_t)view_strides(v)[d] * BYTES;
    }
    return (unsigned)(bits & -bits);
}

static bool has_more(const ampc_view *v, uint64_t elements)
{
    uint64_t count = 1;
    for (int k = 0; k < v->rank && count <= elements; k++)
        count *= (uint64_t)view_extents(v)[k];
    return count > elements;
}

/* Whether rounds that are so many for each element of a view, at most, are as many as an unsigned
 * counts. */
static bool counts_rounds(const ampc__kernel *kernel, const void *const *args)
{
    uint64_t times = kernel->cover.tested ? (uint64_t)kernel->cover.fused : 1;
    for (int k = 0; kernel->cover.fused && k < kernel->nargs; k++)
        if (kernel->args[k].kind == AMPC__ARG_VIEW &&
            (view_is_wide(args[k]) || has_more(args[k], UINT32_MAX / times)))
            return false;
    return true;
}

/* 'covers': groups may cover blocks of threads. */
static struct offer make_offer(const ampc__kernel *kernel, const int *extent,
                               const void *const *args, bool covers)
{
    struct offer o = {0};
    uint64_t threads = 1;
    for (int k = 0; k < kernel->rank; k++)
        threads *= (uint64_t)extent[k];
    for (int k = 0; k < kernel->nargs; k++) {
        const ampc_view *v = args[k];
        if (kernel->args[k].kind != AMPC__ARG_VIEW || !(kernel->args[k].flags & AMPC__VIEW_KNOWN) ||
            o.count + v->rank > NUMBERS)
            continue;
        bool tallies = kernel->args[k].flags & AMPC__VIEW_TALLY, small = small_count(v, threads);
        if (!small && (tallies || !has_small_parts(v)))
            continue;
        if (tallies) {
            if (!covers || !is_alone(kernel, args, k))
                continue;
            o.tallies++;
            o.tally_bytes += v->elem * small_count(v, threads);
        }
        for (int d = !small; d < v->rank; d++) {
            o.arg[o.count] = k;
            o.dimension[o.count] = d;
            o.extent[o.count++] = view_extents(v)[d];
        }
    }
    return o;
}

static bool is_same(const struct offer *a, const struct offer *b)
{
    size_t bytes = (size_t)a->count * sizeof(int);
    return a->count == b->count && memcmp(a->extent, b->extent, bytes) == 0 &&
           memcmp(a->arg, b->arg, bytes) == 0 && memcmp(a->dimension, b->dimension, bytes) == 0 &&
           memcmp(&a->shape, &b->shape, sizeof a->shape) == 0;
}

/* ---- Builds ---- */

/* Options of clBuildProgram, allocated; 0 without memory. */
static char *make_options(const ampc__kernel *kernel, const struct offer *o)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    if (!out)
        return NULL;
    fprintf(out, " -DAMPC_ONLY -DAMPC_ONLY_%s", kernel->name);
    if (o->shape.rows)
        cover_options(out, &o->shape);
    for (int k = 0; k < o->count; k++)
        fprintf(out, " -DAMPC_E%d_%d=%d", o->arg[k], o->dimension[k], o->extent[k]);
    if (fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

/* 0: no memory, and so none. */
static const struct known *add_build(struct knowing *k, const struct offer *o)
{
    struct known *made = calloc(1, sizeof *made);
    char *options = make_options(k->kernel, o);
    if (!made || !options) {
        free(made);
        free(options);
        return NULL;
    }
    *made = (struct known){k->builds, *o, ++builds_made, options, false};
    k->builds = made;
    k->build_count++;
    return made;
}

static struct knowing *knowing_of(const ampc__kernel *kernel, const struct ampc_accelerator *a)
{
    struct knowing *k = all;
    while (k && (k->kernel != kernel || k->accelerator != a))
        k = k->next;
    if (!k && (k = calloc(1, sizeof *k))) {
        *k = (struct knowing){.next = all, .kernel = kernel, .accelerator = a};
        all = k;
    }
    return k;
}

static bool is_first(const ampc__kernel *kernel, const struct ampc_accelerator *a)
{
    const struct compiled *c = __atomic_load_n(&kernel->cache, __ATOMIC_ACQUIRE);
    while (c && c->accelerator != a)
        c = c->next;
    return !c;
}

static bool offers_views(const ampc__kernel *kernel)
{
    for (int k = 0; k < kernel->nargs; k++)
        if (kernel->args[k].kind == AMPC__ARG_VIEW &&
            (kernel->args[k].flags & (AMPC__VIEW_KNOWN | AMPC__VIEW_TALLY)) == AMPC__VIEW_KNOWN)
            return true;
    return false;
}

static struct known *find(const struct knowing *k, const struct offer *o)
{
    struct known *build = k->builds;
    while (build && !is_same(&build->offer, o))
        build = build->next;
    return build;
}

unsigned known_form(const ampc__kernel *kernel, const struct ampc_accelerator *a, const int *extent,
                    const void *const *args, const struct tuned *how, bool *undecided)
{
    bool measured = how && how->measured;
    *undecided = measured;
    if (a->emulated || (!offers_views(kernel) && !kernel->cover.kind))
        return 0;
    struct knowing *k = knowing_of(kernel, a);
    if (!k)
        return 0;
    struct offer o = make_offer(kernel, extent, args, !how);
    struct cover_launch launch = {o.tally_bytes, kernel_rounds(kernel, extent, args),
                                  alignment_of(kernel, args)};
    bool counts = counts_rounds(kernel, args);
    bool covers =
        counts && (how ? how->shape.rows > 0
                       : o.tallies == kernel->cover.tallies &&
                             cover_choose(kernel, a, extent, &launch, &k->refused, &o.shape));
    if (!covers && o.tallies)
        o = make_offer(kernel, extent, args, false);
    if (how && counts)
        o.shape = how->shape;
    o.count = measured ? 0 : o.count;
    const struct known *build = o.count || covers ? find(k, &o) : NULL;
    if (!build && o.count && k->build_count < BUILDS) {
        k->in_a_row = is_same(&k->last, &o) ? k->in_a_row + 1 : 1;
        k->last = o;
        if (k->in_a_row >= IN_A_ROW || (!k->builds && is_first(kernel, a)))
            build = add_build(k, &o);
        else
            *undecided = true;
    }
    o.count = 0;
    if (!build && covers && !o.tallies && !(build = find(k, &o)) &&
        (measured || k->build_count < BUILDS + SHAPES))
        build = add_build(k, &o);
    return build ? build->number * FORM_KNOWN : 0;
}

static struct knowing *knowing_build(unsigned form, struct known **build)
{
    for (struct knowing *k = form < FORM_KNOWN ? NULL : all; k; k = k->next)
        for (struct known *b = k->builds; b; b = b->next)
            if (b->number == form / FORM_KNOWN) {
                *build = b;
                return k;
            }
    *build = NULL;
    return NULL;
}

const char *known_options(unsigned form)
{
    struct known *build;
    runtime_lock();
    knowing_build(form, &build);
    runtime_unlock();
    return build ? build->options : "";
}

const struct cover_shape *known_cover(unsigned form)
{
    struct known *build;
    knowing_build(form, &build);
    return build && build->offer.shape.rows ? &build->offer.shape : NULL;
}

bool known_refuse(unsigned form)
{
    struct known *build;
    struct knowing *k = knowing_build(form, &build);
    if (!k || !build->offer.shape.rows)
        return false;
    if (!build->refused && k->refused.count < COVER_REFUSED) /* another thread may have done it */
        k->refused.shapes[k->refused.count++] = build->offer.shape;
    build->refused = true;
    return true;
}
