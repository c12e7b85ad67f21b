/* argument.c - the arguments of kernels: each is set where it has changed, and a launch that
 * repeats the last one of its kernel is found to be one.
 *
 * A launch repeats another one if its views are the same, its loops have about as many rounds, as
 * far as the choice of a text depends on that, their elements are still where the other one had
 * them, and no other queue has to do with them: then there is nothing to bring, to wait for or to
 * write down but the launch's number. All of this is looked at anew, unless nothing of any home has
 * changed (homes_changes); what is kept is what the other launch had. Relies on launch.c for all
 * other launches. Example: from the second launch of a loop on, `a` and `b` are on the device and
 * are the kernel's arguments already. */
#include "runtime/profile.h"
#include "runtime/program.h"

#include <stdlib.h>
#include <string.h>

/* ---- Arguments ---- */

/* What an argument of an OpenCL kernel was last set to. */
struct argument {
    bool known;
    uint64_t serial; /* of a view's buffer, see struct copy: its address may be another one's */
    size_t at;       /* of a value: its place in arguments.bytes */
};

/* A captured value. */
struct value {
    int at; /* its place among what the kernel captures */
    cl_uint number;
};

/* A captured view, and what it was in the last launch. */
struct repeated {
    int at;           /* its place, too */
    size_t bytes;     /* of 'view' that count */
    uint64_t serial;  /* of the view's buffer */
    struct use *uses; /* by the launch's accelerator_view, alone */
    struct interval range;
    bool writes;
    unsigned char view[sizeof(ampc_view) + 16 * (sizeof(ampc_ptrdiff) + sizeof(int))];
};

/* Of one kernel. Under runtime_lock. */
struct arguments {
    struct argument *list;
    unsigned char *bytes;
    cl_int *shapes;     /* room for those of a launch; 0: the kernel is not dense */
    size_t shape_count; /* with what fills up a vector */
    /* The last launch, if it may be repeated: its accelerator_view, else 0. */
    struct ampc_accelerator_view *view;
    int extent[16];
    unsigned rounds; /* rounds_class */
    struct work work;
    bool is_silent; /* nothing is to be told of it, and nothing follows it */
    uint64_t seen;  /* homes_changes when it could be repeated; 0: not known */
    /* What the kernel captures; and whether there are buffers among it, which no launch repeats. */
    struct value *values;
    struct repeated *views;
    int value_count, view_count;
    bool has_buffers;
    bool has_images; /* behind textures that are sampled; no launch repeats these, either */
};

void arguments_free(struct arguments *a)
{
    if (a) {
        free(a->list);
        free(a->bytes);
        free(a->shapes);
        free(a->values);
        free(a->views);
    }
    free(a);
}

/* Bytes of the struct that goes with a view's buffer: { long offset; long stride[N]; int
 * extent[N]; }. */
static size_t shape_bytes(size_t rank)
{
    return (1 + rank + (rank + 1) / 2) * sizeof(cl_long);
}

/* Bytes of a view without what pads it. */
static size_t view_bytes(size_t rank)
{
    return sizeof(ampc_view) + rank * (sizeof(ampc_ptrdiff) + sizeof(int));
}

/* The place of each argument. Gives the bytes of all. */
static size_t arguments_place(struct arguments *a, const ampc__kernel *kernel, bool is_dense,
                              bool is_same)
{
    size_t n = 0, bytes = 0, first = is_dense ? a->shape_count : (size_t)kernel->rank;
    if (!is_same && (is_dense || !kernel->tile[0])) {
        a->list[n++].at = 0;
        bytes = first * sizeof(cl_int);
    }
    for (int k = 0; k < kernel->nargs; k++) {
        const ampc__arg *arg = &kernel->args[k];
        bool shape = arg->kind == AMPC__ARG_VIEW && !is_dense;
        if (arg->kind == AMPC__ARG_VALUE)
            a->values[a->value_count++] = (struct value){k, (cl_uint)n};
        else if (arg->kind == AMPC__ARG_VIEW)
            a->views[a->view_count++] = (struct repeated){.at = k, .bytes = view_bytes(arg->rank)};
        a->has_buffers |= arg->kind == AMPC__ARG_BUFFER;
        n += shape;
        a->list[n++].at = bytes;
        bytes += shape ? shape_bytes(arg->rank) : arg->kind == AMPC__ARG_VALUE ? arg->size : 0;
        n += a->has_images && (arg->flags & AMPC__VIEW_IMAGE);
    }
    return bytes;
}

/* The ints of the argument that has so many shapes: a vector's, or a struct's. */
static size_t shape_room(size_t count)
{
    enum { LONGEST = 16 };
    size_t room = 2;
    while (room < count)
        room *= 2;
    return room <= LONGEST ? room : count;
}

struct arguments *arguments_new(const ampc__kernel *kernel, const struct compiled *c)
{
    size_t nargs = (size_t)kernel->nargs;
    struct arguments *a = calloc(1, sizeof *a);
    if (!a || !(a->list = calloc(3 * nargs + 1, sizeof *a->list)) ||
        !(a->values = calloc(nargs + 1, sizeof *a->values)) ||
        !(a->views = calloc(nargs + 1, sizeof *a->views))) {
        arguments_free(a);
        return NULL;
    }
    a->has_images = c->has_images;
    if (c->is_dense) {
        a->shape_count = kernel->tile[0] ? 0 : (size_t)kernel->rank;
        for (size_t k = 0; k < nargs; k++)
            a->shape_count += kernel->args[k].kind == AMPC__ARG_VIEW ? kernel->args[k].rank : 0;
        a->shape_count = shape_room(a->shape_count);
        a->shapes = calloc(a->shape_count, sizeof *a->shapes);
    }
    a->bytes = malloc(arguments_place(a, kernel, c->is_dense, c->is_same) + 1);
    if (!a->bytes || (c->is_dense && !a->shapes)) {
        arguments_free(a);
        return NULL;
    }
    return a;
}

cl_int argument_set(const struct compiled *c, cl_uint number, size_t bytes, const void *value)
{
    struct argument *a = &c->arguments->list[number];
    unsigned char *last = c->arguments->bytes + a->at;
    if (a->known && memcmp(last, value, bytes) == 0)
        return CL_SUCCESS;
    cl_int status = clSetKernelArg(c->kernel, number, bytes, value);
    a->known = status == CL_SUCCESS;
    memcpy(last, value, bytes);
    return status;
}

/* An object of OpenCL's, with a number that no other one has had. */
static cl_int argument_set_object(const struct compiled *c, cl_uint number, const void *object,
                                  uint64_t serial)
{
    struct argument *a = &c->arguments->list[number];
    if (a->known && a->serial == serial)
        return CL_SUCCESS;
    cl_int status = clSetKernelArg(c->kernel, number, sizeof object, &object);
    a->known = status == CL_SUCCESS;
    a->serial = serial;
    return status;
}

cl_int argument_set_capture(const struct compiled *c, cl_uint number, const struct capture *capture)
{
    return argument_set_object(c, number, capture->buffer, 0); /* it stays for ever */
}

cl_int argument_set_image(const struct compiled *c, cl_uint number, const struct image *image)
{
    return argument_set_object(c, number, image->object, image->serial);
}

cl_int argument_set_sampler(const struct compiled *c, cl_uint number,
                            const ampc__sampler_value *value)
{
    uint64_t serial = 0;
    cl_sampler sampler = image_sampler(c->accelerator, value, &serial);
    return sampler ? argument_set_object(c, number, sampler, serial) : CL_INVALID_SAMPLER;
}

cl_int argument_set_shapes(const struct compiled *c, const ampc__kernel *kernel, const int *extent,
                           const void *const *args)
{
    cl_int *at = c->arguments->shapes;
    for (int k = 0; k < kernel->rank && !kernel->tile[0]; k++)
        *at++ = extent[k];
    for (int k = 0; k < kernel->nargs; k++) {
        if (kernel->args[k].kind != AMPC__ARG_VIEW)
            continue;
        const ampc_view *v = args[k];
        memcpy(at, view_extents(v), (size_t)v->rank * sizeof *at);
        at += v->rank;
    }
    return argument_set(c, 0, c->arguments->shape_count * sizeof *at, c->arguments->shapes);
}

cl_int argument_set_view(const struct compiled *c, cl_uint *number, const ampc_view *v,
                         const struct home *home, const struct copy *copy)
{
    cl_long shape[1 + 16 + 8] = {0};
    size_t rank = (size_t)v->rank;
    cl_int status = argument_set_object(c, (*number)++, copy->buffer, copy->serial);
    if (c->is_dense || status != CL_SUCCESS)
        return status;
    shape[0] = (cl_long)(copy_offset(home, copy, (uintptr_t)v->host));
    for (size_t k = 0; k < rank; k++)
        shape[1 + k] = view_strides(v)[k];
    memcpy(&shape[1 + rank], view_extents(v), rank * sizeof(cl_int));
    return argument_set(c, (*number)++, shape_bytes(rank), shape);
}

/* ---- Repeated launches ---- */

/* Whether the launch could be repeated now, as far as this view goes: its elements are in its only
 * copy, which nobody else uses and which will not be newer than it is; nor will an image of them be
 * older. */
static bool is_steady(const ampc_view *v, const struct repeated *r)
{
    const struct home *home = view_share(v)->home;
    const struct copy *copy = home->copies;
    if (view_has_left(v) || !copy || copy->serial != r->serial || copy->next || copy->stale.count ||
        home->owner || home->accesses || copy->uses != r->uses || r->uses->next)
        return false;
    return !r->writes || (home->stale.count == 1 && home->stale.at[0].lo <= r->range.lo &&
                          home->stale.at[0].hi >= r->range.hi && !home->discarded.count &&
                          !home->blank && !home->images);
}

static bool is_repeated(struct arguments *a, const ampc__kernel *kernel, const int *extent,
                        const void *const *args)
{
    bool changed = a->seen != homes_changes;
    for (int k = 0; k < kernel->rank; k++)
        if (extent[k] != a->extent[k])
            return false;
    for (const struct repeated *r = a->views; r < a->views + a->view_count; r++)
        if (memcmp(r->view, args[r->at], r->bytes) != 0 || (changed && !is_steady(args[r->at], r)))
            return false;
    if (rounds_class(kernel, a->view->accelerator, extent, args) != a->rounds)
        return false;
    a->seen = homes_changes;
    return true;
}

struct compiled *arguments_repeat(const ampc__kernel *kernel,
                                  const struct ampc_accelerator_view *view, const int *extent,
                                  const void *const *args)
{
    struct compiled *c = __atomic_load_n(&kernel->cache, __ATOMIC_ACQUIRE);
    while (c && (c->arguments->view != view || !is_repeated(c->arguments, kernel, extent, args)))
        c = c->next;
    return c;
}

bool arguments_renew(const struct compiled *c, const ampc__kernel *kernel, const void *const *args,
                     struct work *work, struct failure *f)
{
    const struct arguments *a = c->arguments;
    for (const struct value *v = a->values; v < a->values + a->value_count; v++) {
        const ampc__arg *arg = &kernel->args[v->at];
        cl_int status = argument_set(c, v->number, arg->size, args[v->at]);
        if (status != CL_SUCCESS)
            return failure_set_cl(f, status, "capturing '%s'", arg->name);
    }
    if (work)
        *work = a->work;
    return true;
}

void arguments_mark(const struct compiled *c, uint64_t ticket)
{
    const struct arguments *a = c->arguments;
    for (const struct repeated *r = a->views; r < a->views + a->view_count; r++)
        if (!use_mark_again(r->uses, ticket, r->range, r->writes))
            use_mark(r->uses, r->uses, ticket, r->range, r->writes);
}

/* With the lock held; *flushes: the queue is to be flushed. */
static bool launch_again(const ampc__kernel *kernel, struct ampc_accelerator_view *view,
                         const int *extent, const void *const *args, bool *flushes)
{
    struct failure f;
    const struct compiled *c = arguments_repeat(kernel, view, extent, args);
    const struct work *w = c ? &c->arguments->work : NULL;
    if (!c || !c->arguments->is_silent || queue_end_wanted(view) ||
        (c->arguments->value_count && !arguments_renew(c, kernel, args, NULL, &f)) ||
        clEnqueueNDRangeKernel(view->queue, c->kernel, w->dimensions, work_offset(w), w->global,
                               w->local, 0, NULL, NULL) != CL_SUCCESS)
        return false;
    arguments_mark(c, ++view->submitted);
    counters_launch();
    *flushes = queue_flush_wanted(view);
    return true;
}

bool arguments_launch(const ampc__kernel *kernel, struct ampc_accelerator_view *on,
                      const int *extent, const void *const *args)
{
    struct failure f;
    bool flushes = false;
    if (!__atomic_load_n(&kernel->cache, __ATOMIC_ACQUIRE) || process_is_child())
        return false;
    struct ampc_accelerator *a = on ? NULL : accelerator_default(&f);
    struct ampc_accelerator_view *view = a ? &a->default_view : on;
    if (!view)
        return false;
    runtime_lock();
    bool done = launch_again(kernel, view, extent, args, &flushes);
    runtime_unlock();
    if (flushes)
        clFlush(view->queue); /* the emulator may run the kernel here */
    return done;
}

void arguments_forget(const struct compiled *c)
{
    c->arguments->view = NULL;
}

void arguments_keep(const struct compiled *c, const ampc__kernel *kernel,
                    struct ampc_accelerator_view *view, const int *extent, const void *const *args,
                    const struct work *work)
{
    struct arguments *a = c->arguments;
    a->seen = 0;
    a->is_silent = !profile_enabled() && !trace_enabled();
    if (a->has_buffers || a->has_images)
        return;
    for (struct repeated *r = a->views; r < a->views + a->view_count; r++) {
        const ampc_view *v = args[r->at];
        const struct copy *copy = home_copy(view_share(v)->home, view->accelerator);
        if (copy->uses->view != view)
            return;
        memcpy(r->view, v, r->bytes);
        r->serial = copy->serial;
        r->uses = copy->uses;
        r->range = view_range(v);
        r->writes = !((kernel->args[r->at].flags | v->flags) & AMPC_VIEW_CONST);
        a->is_silent &= !(v->flags & AMPC_VIEW_NARROW);
    }
    memcpy(a->extent, extent, (size_t)kernel->rank * sizeof *extent);
    a->rounds = rounds_class(kernel, view->accelerator, extent, args);
    a->work = *work;
    a->view = view;
}
