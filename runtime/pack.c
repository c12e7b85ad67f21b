/* pack.c - elements with gaps moved on the device by a kernel (pack.cl): put together in a buffer
 * of the device, for one transfer to the host, taken apart behind a transfer, or moved to other
 * elements there.
 *
 * The shape that both sides have is made of as few dimensions as possible, and of units as large as
 * alignment allows. The kernel counts the innermost dimensions; for each index of those beyond it
 * is launched again. It runs in the accelerator's queue for transfers: the elements are settled,
 * and what is moved is there when the functions here return. Relies on program.c to build it once
 * for each accelerator, and on section.c to ask where drivers are slower. Example: a column of
 * 14,000 floats comes from an H100 in 28 us, and in 100 or more by clEnqueueReadBufferRect. */
#include "runtime/program.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const char source[] =
#include "runtime/pack.cl.h"
    ;

enum {
    UNITS = 5,              /* of 1 to 16 bytes */
    COUNTED = 4,            /* dimensions that the kernel counts */
    LEVELS = VIEW_RANK_MAX, /* dimensions of a shape, and the units of an element */
    GROUP = 256,
    ROOM_LEAST = 64 << 10,
    ROOM_MOST = 32 << 20,  /* bytes of a room */
    LAUNCH_MOST = 1 << 30, /* units of a launch */
    PAYS = 64 << 10        /* runs that are moved otherwise before the kernel is built */
};

static ampc__module module = {.source = source, .file = "<sections>", .options = ""};
/* Versions of clang-format differ about braces in macros. */
/* clang-format off */
#define KERNEL(bytes) {.module = &module, .name = "move_" #bytes, .rank = 1}
/* clang-format on */
static ampc__kernel kernels[UNITS] = {KERNEL(1), KERNEL(2), KERNEL(4), KERNEL(8), KERNEL(16)};

/* Memory of a device for the elements of one transfer, kept for the next one. */
struct room {
    struct room *next;
    bool taken; /* under the lock of its packing; by a transfer, which alone uses the rest */
    cl_mem buffer;
    size_t bytes;
};

struct packing {
    pthread_mutex_t lock; /* also while the arguments of a kernel are set */
    struct room *rooms;
    uint64_t pays, runs; /* runs that were moved, and with how many the kernel pays; runs: atomic */
    bool failed;         /* atomic: it cannot be built */
};

/* ---- Shapes ---- */

/* What is moved: the unit, and the dimensions, the innermost one first, with the bytes from one
 * index to the next on both sides. */
struct shape {
    size_t unit;
    int rank;
    cl_ulong extent[LEVELS + 1], to[LEVELS + 1], from[LEVELS + 1];
};

/* One side of it. A view of 0: its elements stand one behind the other. */
struct end {
    const ampc_view *view;
    cl_mem buffer;
    cl_ulong at; /* of the first element */
};

static void shape_add(struct shape *s, cl_ulong extent, cl_ulong to, cl_ulong from)
{
    int last = s->rank - 1;
    if (extent == 1)
        return;
    if (last >= 0 && to == s->to[last] * s->extent[last] &&
        from == s->from[last] * s->extent[last]) {
        s->extent[last] *= extent;
        return;
    }
    s->extent[s->rank] = extent;
    s->to[s->rank] = to;
    s->from[s->rank++] = from;
}

/* In bytes; 'elements' has extents. */
static void shape_make(struct shape *s, const ampc_view *elements, const struct end *to,
                       const struct end *from)
{
    cl_ulong dense = elements->elem;
    *s = (struct shape){.unit = 1, .rank = 1, .extent = {dense}, .to = {1}, .from = {1}};
    for (int k = elements->rank - 1; k >= 0; k--) {
        cl_ulong extent = (cl_ulong)view_extents(elements)[k], step[2] = {dense, dense};
        if (to->view)
            step[0] = (cl_ulong)view_strides(to->view)[k] * elements->elem;
        if (from->view)
            step[1] = (cl_ulong)view_strides(from->view)[k] * elements->elem;
        shape_add(s, extent, step[0], step[1]);
        dense *= extent;
    }
}

/* Makes the units of a shape in bytes as large as what they are multiples of allows, 'most' at
 * most. */
static void shape_widen(struct shape *s, cl_ulong to_at, cl_ulong from_at, size_t most)
{
    cl_ulong all = s->extent[0] | to_at | from_at;
    for (int k = 1; k < s->rank; k++)
        all |= s->to[k] | s->from[k];
    while (s->unit < most && all % (2 * s->unit) == 0)
        s->unit *= 2;
    s->extent[0] /= s->unit;
    s->to[0] = s->from[0] = s->unit;
    if (s->extent[0] > 1 || s->rank == 1)
        return;
    s->rank--;
    memmove(s->extent, s->extent + 1, (size_t)s->rank * sizeof *s->extent);
    memmove(s->to, s->to + 1, (size_t)s->rank * sizeof *s->to);
    memmove(s->from, s->from + 1, (size_t)s->rank * sizeof *s->from);
}

/* How many of the dimensions the kernel counts, with an int of 32 bits; *units are theirs. */
static int shape_counted(const struct shape *s, cl_ulong *units)
{
    int k = 0;
    for (*units = 1; k < s->rank && k < COUNTED && *units * s->extent[k] <= UINT32_MAX; k++)
        *units *= s->extent[k];
    return k;
}

/* ---- Rooms ---- */

/* Of up to so many bytes, which may be fewer; 0: there is no memory. */
static struct room *room_take(const struct ampc_accelerator *a, size_t wanted)
{
    struct packing *p = a->packing;
    size_t bytes = ROOM_LEAST;
    while (bytes < wanted && bytes < ROOM_MOST)
        bytes *= 2;
    pthread_mutex_lock(&p->lock);
    struct room *r = p->rooms, *other = NULL;
    for (; r && (r->taken || r->bytes < bytes); r = r->next)
        other = r->taken ? other : r;
    r = r ? r : other;
    if (r) {
        r->taken = true;
    } else if ((r = calloc(1, sizeof *r))) {
        r->taken = true;
        r->next = p->rooms;
        p->rooms = r;
    }
    pthread_mutex_unlock(&p->lock);
    if (!r || r->bytes >= bytes)
        return r;
    if (r->buffer)
        clReleaseMemObject(r->buffer);
    cl_int status = CL_SUCCESS;
    r->buffer = clCreateBuffer(a->context, CL_MEM_READ_WRITE, bytes, NULL, &status);
    r->bytes = status == CL_SUCCESS ? bytes : 0;
    return r;
}

static void room_give(const struct ampc_accelerator *a, struct room *r)
{
    if (!r)
        return;
    pthread_mutex_lock(&a->packing->lock);
    r->taken = false;
    pthread_mutex_unlock(&a->packing->lock);
}

/* ---- Moving ---- */

/* A way of elements. */
struct way {
    const struct ampc_accelerator *accelerator;
    const struct shape *shape;
    struct compiled *kernel;
    struct end to, from;
    cl_event last; /* of the last launch; 0: there is none */
};

static cl_int kernel_arguments(const struct way *w, cl_ulong to_at, cl_ulong from_at, cl_uint first,
                               cl_uint count)
{
    const struct shape *s = w->shape;
    cl_ulong units;
    cl_ulong4 to = {{0}}, from = {{0}};
    cl_uint4 extent = {{1, 1, 1, 1}};
    for (int k = shape_counted(s, &units) - 1; k >= 0; k--) {
        to.s[k] = s->to[k];
        from.s[k] = s->from[k];
        extent.s[k] = (cl_uint)s->extent[k];
    }
    const struct {
        size_t bytes;
        const void *value;
    } arguments[] = {{sizeof w->to.buffer, &w->to.buffer},
                     {sizeof to_at, &to_at},
                     {sizeof to, &to},
                     {sizeof w->from.buffer, &w->from.buffer},
                     {sizeof from_at, &from_at},
                     {sizeof from, &from},
                     {sizeof extent, &extent},
                     {sizeof first, &first},
                     {sizeof count, &count}};
    cl_int status = CL_SUCCESS;
    for (cl_uint k = 0; k < sizeof arguments / sizeof *arguments && status == CL_SUCCESS; k++)
        status = clSetKernelArg(w->kernel->kernel, k, arguments[k].bytes, arguments[k].value);
    return status;
}

static cl_int way_launch(struct way *w, cl_ulong to_at, cl_ulong from_at, cl_ulong first,
                         cl_ulong count)
{
    const struct ampc_accelerator *a = w->accelerator;
    const size_t group = a->max_group < GROUP ? a->max_group : GROUP;
    const size_t global = (size_t)(count + group - 1) / group * group;
    cl_event event = NULL;
    pthread_mutex_lock(&a->packing->lock);
    cl_int status = kernel_arguments(w, to_at, from_at, (cl_uint)first, (cl_uint)count);
    if (status == CL_SUCCESS)
        status = clEnqueueNDRangeKernel(a->queue, w->kernel->kernel, 1, NULL, &global, &group, 0,
                                        NULL, &event);
    pthread_mutex_unlock(&a->packing->lock);
    if (status != CL_SUCCESS)
        return status;
    if (w->last)
        clReleaseEvent(w->last);
    w->last = event;
    return CL_SUCCESS;
}

/* Waits for all that was launched. */
static cl_int way_end(struct way *w, cl_int status)
{
    cl_int ended = w->last ? clWaitForEvents(1, &w->last) : CL_SUCCESS;
    if (w->last)
        clReleaseEvent(w->last);
    w->last = NULL;
    return status == CL_SUCCESS ? ended : status;
}

/* The part of a transfer that is in the room. 0 for the room: no host takes part. */
struct load {
    const struct room *room;
    bool up;
    char *host;       /* of the present part */
    size_t rest;      /* bytes of later parts */
    size_t used, all; /* bytes of the present one */
};

static cl_int load_read(const struct way *w, const struct load *l)
{
    const struct ampc_accelerator *a = w->accelerator;
    cl_int status = CL_SUCCESS;
    if (staging_takes(a, l->all) && (status = clFinish(a->queue)) != CL_SUCCESS)
        return status;
    return buffer_read(a, l->room->buffer, 0, l->all, l->host);
}

/* Takes a part from the host, which has to keep it until way_end. */
static cl_int load_write(const struct way *w, const struct load *l)
{
    const struct ampc_accelerator *a = w->accelerator;
    cl_int status = CL_SUCCESS;
    if (staging_takes(a, l->all) && (status = clFinish(a->queue)) != CL_SUCCESS)
        return status;
    if (staging_move(a, true, l->room->buffer, 0, l->all, l->host, &status))
        return status;
    return clEnqueueWriteBuffer(a->queue, l->room->buffer, l->all > COPY_FEW, 0, l->all, l->host, 0,
                                NULL, NULL);
}

/* The next part, behind the present one. */
static cl_int load_next(const struct way *w, struct load *l)
{
    cl_int status = l->all && !l->up ? load_read(w, l) : CL_SUCCESS;
    l->host += l->all;
    l->all = l->rest < l->room->bytes ? l->rest : l->room->bytes;
    l->rest -= l->all;
    l->used = 0;
    return status == CL_SUCCESS && l->all && l->up ? load_write(w, l) : status;
}

/* The units of the dimensions that the kernel counts, from there on. */
static cl_int block_run(struct way *w, struct load *l, cl_ulong to_at, cl_ulong from_at,
                        cl_ulong units)
{
    const size_t unit = w->shape->unit;
    cl_int status = CL_SUCCESS;
    cl_ulong count;
    for (cl_ulong first = 0; first < units && status == CL_SUCCESS; first += count) {
        count = units - first < LAUNCH_MOST ? units - first : LAUNCH_MOST;
        if (l->room && l->used == l->all)
            status = load_next(w, l);
        if (l->room) {
            size_t free = (l->all - l->used) / unit;
            count = count < free ? count : free;
            cl_ulong at = l->used - first * unit; /* of unit 0; wraps around */
            to_at = l->up ? to_at : at;
            from_at = l->up ? at : from_at;
            l->used += (size_t)count * unit;
        }
        if (status == CL_SUCCESS)
            status = way_launch(w, to_at, from_at, first, count);
    }
    return status;
}

static cl_int way_run(struct way *w, struct load *l)
{
    const struct shape *s = w->shape;
    cl_ulong units, blocks = 1;
    int counted = shape_counted(s, &units);
    cl_int status = CL_SUCCESS;
    for (int k = counted; k < s->rank; k++)
        blocks *= s->extent[k];
    for (cl_ulong block = 0; block < blocks && status == CL_SUCCESS; block++) {
        cl_ulong to_at = w->to.at, from_at = w->from.at, rest = block;
        for (int k = counted; k < s->rank; rest /= s->extent[k++]) {
            to_at += rest % s->extent[k] * s->to[k];
            from_at += rest % s->extent[k] * s->from[k];
        }
        status = block_run(w, l, to_at, from_at, units);
    }
    if (l->room && !l->up && status == CL_SUCCESS)
        status = load_next(w, l);
    if (status != CL_SUCCESS)
        clFinish(w->accelerator->queue); /* host memory may be read still */
    return way_end(w, status);
}

static void way_built(const struct way *w)
{
    runtime_lock();
    if (w->kernel->later)
        binary_launched(w->kernel->later);
    w->kernel->later = NULL;
    runtime_unlock();
}

/* ---- What section.c and copy.c ask for ---- */

/* The kernel for units; 0: it cannot be built, which is noted. */
static struct compiled *kernel_of(struct ampc_accelerator *a, size_t unit)
{
    struct failure f;
    int k = 0;
    while ((size_t)1 << k < unit)
        k++;
    f.code = AMPC_SUCCESS;
    struct compiled *c = program_kernel(&kernels[k], a, 0, &f);
    if (!c) {
        trace_print("sections are not packed on %s: %s", a->name, f.text);
        __atomic_store_n(&a->packing->failed, true, __ATOMIC_RELAXED);
    }
    return c;
}

bool pack_ready(struct ampc_accelerator *a, size_t runs)
{
    struct packing *p = a->packing;
    return p && !__atomic_load_n(&p->failed, __ATOMIC_RELAXED) &&
           __atomic_add_fetch(&p->runs, runs, __ATOMIC_RELAXED) >= p->pays &&
           kernel_of(a, 1) != NULL;
}

/* Units of more than an element's alignment only where buffers are the library's own. */
static size_t widest(const struct section *s)
{
    enum { MOST = 1 << (UNITS - 1) };
    size_t elem = s->view->elem, natural = elem & (~elem + 1);
    return s->own || natural > MOST ? MOST : natural;
}

static struct end end_of(const struct section *s)
{
    return (struct end){s->view, s->copy->buffer, s->offset};
}

/* The way between a section and a room, or another section, and its shape; false: no kernel. */
static bool way_make(struct way *w, struct shape *shape, const struct section *s,
                     const struct end *to, const struct end *from, size_t most)
{
    *w =
        (struct way){.accelerator = s->copy->accelerator, .shape = shape, .to = *to, .from = *from};
    shape_make(shape, s->view, to, from);
    shape_widen(shape, to->at, from->at, most);
    if (shape->extent[0] > UINT32_MAX)
        return false;
    w->kernel = kernel_of(s->copy->accelerator, shape->unit);
    return w->kernel != NULL;
}

bool pack_host(const struct section *s, bool up, char *host, cl_int *status)
{
    const struct ampc_accelerator *a = s->copy->accelerator;
    size_t bytes = elements_bytes(s->view);
    struct room *room = room_take(a, bytes);
    bool done = room && room->bytes;
    if (done) {
        const struct end packed = {.buffer = room->buffer}, own = end_of(s);
        struct shape shape;
        struct way w;
        done = up ? way_make(&w, &shape, s, &own, &packed, widest(s))
                  : way_make(&w, &shape, s, &packed, &own, widest(s));
        if (done) {
            *status = way_run(&w, &(struct load){room, up, host, bytes, 0, 0});
            way_built(&w);
        }
    }
    room_give(a, room);
    return done;
}

/* Directly. */
static bool device_apart(const struct section *to, const struct section *from, size_t most,
                         cl_int *status)
{
    const struct end a = end_of(to), b = end_of(from);
    struct shape shape;
    struct way w;
    if (!way_make(&w, &shape, to, &a, &b, most))
        return false;
    *status = way_run(&w, &(struct load){NULL, false, NULL, 0, 0, 0});
    way_built(&w);
    return true;
}

/* Through a room that holds all. */
static bool device_through(const struct section *to, const struct section *from,
                           const struct room *room, cl_int *status)
{
    const struct end packed = {.buffer = room->buffer}, a = end_of(to), b = end_of(from);
    struct load none = {NULL, false, NULL, 0, 0, 0};
    struct shape shapes[2];
    struct way in, out;
    if (!way_make(&in, &shapes[0], from, &packed, &b, widest(from)) ||
        !way_make(&out, &shapes[1], to, &a, &packed, widest(to)))
        return false;
    *status = way_run(&in, &none);
    if (*status == CL_SUCCESS)
        *status = way_run(&out, &none);
    way_built(&in);
    return true;
}

bool pack_device(const struct section *to, const struct section *from, bool overlap, cl_int *status)
{
    const struct ampc_accelerator *a = to->copy->accelerator;
    size_t bytes = elements_bytes(to->view), one = widest(to), other = widest(from);
    if (!overlap)
        return device_apart(to, from, one < other ? one : other, status);
    struct room *room = room_take(a, bytes);
    bool done = room && room->bytes >= bytes && device_through(to, from, room, status);
    room_give(a, room);
    return done;
}

struct packing *pack_new(const struct ampc_accelerator *a)
{
    const char *wish = secure_getenv("AMPC_PACK");
    bool asked = wish && *wish,
         wanted = asked ? environment_flag("AMPC_PACK") : (a->type & CL_DEVICE_TYPE_CPU) == 0;
    struct packing *p = a->zero_copy || a->emulated || !wanted ? NULL : calloc(1, sizeof *p);
    if (p) {
        pthread_mutex_init(&p->lock, NULL);
        p->pays = asked ? 0 : PAYS;
    }
    return p;
}
