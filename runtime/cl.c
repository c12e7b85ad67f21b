/* cl.c - OpenCL interop, ampc_cl.h: queues, contexts, buffers and events in both directions.
 *
 * An access by OpenCL calls of the program is treated like a launch that the program makes itself
 * (launch_bracket of launch.c), so transfers before it and the order of work behind it are found as
 * for kernels. A buffer of the program's becomes a home whose copy adopts the buffer. Example:
 * between ampc_cl_begin and ampc_cl_end the program may hand the buffer of a view to
 * clEnqueueNDRangeKernel. */
#include "runtime/program.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/ampc_cl.h"

/* ---- Queues and contexts ---- */

static ampc_accelerator_view *find_view(struct ampc_accelerator *a, cl_command_queue queue)
{
    runtime_lock();
    struct ampc_accelerator_view *view = &a->default_view;
    while (view && view->queue != queue)
        view = view->next;
    if (view)
        view->shared = true;
    runtime_unlock();
    return view;
}

/* OpenCL is open, as it is for objects of the program's own. */
static bool opencl_present(struct failure *f)
{
    char why[256];
    return opencl_open(why, sizeof why) ||
           failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION, "OpenCL is not there: %s", why);
}

static ampc_accelerator_view *take_queue(cl_command_queue queue, struct failure *f)
{
    if (!opencl_present(f))
        return NULL;
    cl_context context = NULL;
    cl_device_id device = NULL;
    cl_command_queue_properties properties = 0;
    cl_int status = CL_INVALID_COMMAND_QUEUE;
    if (queue)
        status = clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL);
    if (status == CL_SUCCESS)
        status = clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL);
    if (status == CL_SUCCESS) {
        status =
            clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof properties, &properties, NULL);
    }
    if (status != CL_SUCCESS) {
        failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION,
                    "an accelerator_view is made of an OpenCL command queue: %s",
                    cl_status_name(status));
        return NULL;
    }
    if (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) {
        failure_set(f, AMPC_ERROR_UNSUPPORTED_FEATURE,
                    "the work of an accelerator_view runs in order; this queue is out-of-order");
        return NULL;
    }
    struct ampc_accelerator *a = accelerator_in_context(context, device, f);
    ampc_accelerator_view *view = a ? find_view(a, queue) : NULL;
    if (!a || view)
        return view;
    view = calloc(1, sizeof *view);
    if (!view) {
        failure_set(f, AMPC_ERROR_OUT_OF_MEMORY, "no memory for an accelerator_view");
        return NULL;
    }
    status = clRetainCommandQueue(queue);
    if (status != CL_SUCCESS) {
        failure_set_cl(f, status, "a queue of the program's");
        free(view);
        return NULL;
    }
    view->queue = queue;
    view->shared = true;
    if (!accelerator_add_view(a, view, f)) {
        clReleaseCommandQueue(queue);
        free(view);
        return NULL;
    }
    return view;
}

ampc_accelerator_view *ampc_cl_accelerator_view(cl_command_queue queue)
{
    static pthread_mutex_t once = PTHREAD_MUTEX_INITIALIZER; /* one view of a queue */
    struct failure f;
    f.code = AMPC_SUCCESS;
    pthread_mutex_lock(&once);
    ampc_accelerator_view *view = take_queue(queue, &f);
    pthread_mutex_unlock(&once);
    if (f.code != AMPC_SUCCESS)
        failure_raise(&f, NULL, 0);
    return view;
}

ampc_future ampc_cl_future(cl_event event)
{
    struct failure f;
    ampc_future made = {0};
    f.code = AMPC_SUCCESS;
    if (!event)
        failure_set(&f, AMPC_ERROR_RUNTIME_EXCEPTION, "a future of an OpenCL event: there is none");
    else if (opencl_present(&f))
        made = future_of_event(event, NULL, 0, &f);
    if (f.code != AMPC_SUCCESS)
        failure_raise(&f, NULL, 0);
    return made;
}

ampc_accelerator *ampc_cl_accelerator(cl_device_id device)
{
    int count = ampc_accelerator_count();
    for (int k = 0; k < count; k++) {
        const struct ampc_accelerator *a = ampc_accelerator_at(k);
        if (a->device == device && !a->emulated)
            return ampc_accelerator_at(k);
    }
    return NULL;
}

/* The view, or the default one for 0, opened; 0 and *f on failure. */
static ampc_accelerator_view *meant(ampc_accelerator_view *view, struct failure *f)
{
    struct ampc_accelerator *a = view ? view->accelerator : accelerator_default(f);
    if (a && a->emulated) {
        failure_set(f, AMPC_ERROR_UNSUPPORTED_FEATURE,
                    "the emulator is no OpenCL device: it has no cl_device_id, context and queue");
        return NULL;
    }
    if (!a || !accelerator_open(a, f))
        return NULL;
    return view ? view : &a->default_view;
}

static ampc_accelerator_view *meant_or_raise(ampc_accelerator_view *view)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    view = meant(view, &f);
    if (!view)
        failure_raise(&f, NULL, 0);
    return view;
}

cl_device_id ampc_cl_device(ampc_accelerator_view *view)
{
    view = meant_or_raise(view);
    return view ? view->accelerator->device : NULL;
}

cl_context ampc_cl_context(ampc_accelerator_view *view)
{
    view = meant_or_raise(view);
    return view ? view->accelerator->context : NULL;
}

cl_command_queue ampc_cl_queue(ampc_accelerator_view *view)
{
    view = meant_or_raise(view);
    if (!view)
        return NULL;
    runtime_lock();
    view->shared = true;
    runtime_unlock();
    return view->queue;
}

/* ---- Accesses ---- */

/* An access that the program has to end; holds a share of its view. */
struct open_access {
    struct access access;
    ampc_view1 held;
};

/* Under runtime_lock, given up meanwhile. */
static bool access_begin(struct open_access *o, const ampc_view *v, unsigned access,
                         struct failure *f)
{
    struct access *a = &o->access;
    struct share *share = view_share(v);
    struct purpose why = {"OpenCL commands of the program's", NULL, 0, NULL};
    if (!home_is_free(share->home, a->view, a->lo, a->hi, a->writes, f))
        return false;
    if (!(access & AMPC_READ) && view_is_dense(v) &&
        !home_forget(share->home, a->view, a->lo, a->hi, f))
        return false;
    if (!launch_bracket(a->view, v, a->writes, &why, f))
        return false;
    a->next = share->home->accesses;
    share->home->accesses = a;
    return true;
}

int ampc_cl_begin(const ampc_view *v, ampc_accelerator_view *on, unsigned access,
                  ampc_cl_memory *memory)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    memset(memory, 0, sizeof *memory);
    struct open_access *o = NULL;
    on = view_check(v, "ampc_cl_begin() of", &f) ? meant(on, &f) : NULL;
    if (on && (access & AMPC_WRITE) && (v->flags & AMPC_VIEW_CONST)) {
        failure_set(&f, AMPC_ERROR_RUNTIME_EXCEPTION,
                    "ampc_cl_begin() for writing to a view of const");
    } else if (on && !(o = calloc(1, sizeof *o))) {
        failure_set(&f, AMPC_ERROR_OUT_OF_MEMORY, "no memory for an access");
    }
    if (o) {
        struct interval range = view_range(v);
        o->access = (struct access){
            .view = on, .lo = range.lo, .hi = range.hi, .writes = (access & AMPC_WRITE) != 0};
        struct share *share = view_share(v);
        struct claim claim = {&share, 1};
        runtime_lock();
        homes_claim(&claim);
        if (access_begin(o, v, access, &f)) {
            const struct home *home = view_share(v)->home;
            const struct copy *copy = home_copy(home, on->accelerator);
            memory->buffer = copy->buffer;
            memory->offset = copy_offset(home, copy, (uintptr_t)v->host);
            memory->bytes = range.hi - (uintptr_t)v->host;
            memory->access = o;
            o->held.v = *v;
            o->held.v.rank = 0; /* only the share is held */
            ampc__view_retain(&o->held.v);
        }
        homes_release(&claim);
        runtime_unlock();
    }
    if (f.code != AMPC_SUCCESS) {
        free(o);
        failure_raise(&f, NULL, 0);
        return 0;
    }
    return 1;
}

void ampc_cl_end(ampc_cl_memory *memory)
{
    struct open_access *o = memory->access;
    memset(memory, 0, sizeof *memory);
    if (!o)
        return;
    struct ampc_accelerator_view *view = o->access.view;
    struct share *share = view_share(&o->held.v);
    struct claim claim = {&share, 1};
    runtime_lock();
    homes_claim(&claim);
    struct home *home = share->home;
    struct access **at = &home->accesses;
    while (*at != &o->access)
        at = &(*at)->next;
    *at = o->access.next;
    struct copy *copy = home_copy(home, view->accelerator);
    if (copy) { /* the memory has not been freed meanwhile */
        struct use *use = use_of(&copy->uses, view, NULL);
        use_mark(copy->uses, use, ++view->submitted, (struct interval){o->access.lo, o->access.hi},
                 o->access.writes);
    }
    if (!view->accelerator->begins_unflushed || view->immediate)
        clFlush(view->queue); /* which takes as long as a launch with NVIDIA */
    homes_release(&claim);
    runtime_unlock();
    ampc__view_release(&o->held.v);
    free(o);
}

/* ---- Buffers ---- */

/* A buffer of the program's as a sub-buffer of one that is no sub-buffer itself. */
struct subbuffer {
    cl_mem root;
    size_t root_bytes, offset, bytes;
    cl_mem_flags flags;
    cl_context context;
};

/* *value = a property; CL_SUCCESS or why not. */
static cl_int memory_info(cl_mem m, cl_mem_info what, void *value, size_t bytes, cl_int before)
{
    return before == CL_SUCCESS ? clGetMemObjectInfo(m, what, bytes, value, NULL) : before;
}

static bool find_subbuffer(cl_mem buffer, struct subbuffer *p, struct failure *f)
{
    cl_mem_object_type type = 0;
    cl_mem parent = NULL;
    cl_int status = buffer ? CL_SUCCESS : CL_INVALID_MEM_OBJECT;
    status = memory_info(buffer, CL_MEM_TYPE, &type, sizeof type, status);
    if (status == CL_SUCCESS && type != CL_MEM_OBJECT_BUFFER)
        status = CL_INVALID_MEM_OBJECT;
    status = memory_info(buffer, CL_MEM_SIZE, &p->bytes, sizeof p->bytes, status);
    status = memory_info(buffer, CL_MEM_FLAGS, &p->flags, sizeof p->flags, status);
    status = memory_info(buffer, CL_MEM_CONTEXT, &p->context, sizeof p->context, status);
    status = memory_info(buffer, CL_MEM_ASSOCIATED_MEMOBJECT, &parent, sizeof parent, status);
    p->root = parent ? parent : buffer;
    p->offset = 0;
    if (parent)
        status = memory_info(buffer, CL_MEM_OFFSET, &p->offset, sizeof p->offset, status);
    status = memory_info(p->root, CL_MEM_SIZE, &p->root_bytes, sizeof p->root_bytes, status);
    return status == CL_SUCCESS ||
           failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION, "a view is made over an OpenCL buffer: %s",
                       cl_status_name(status));
}

static bool check_subbuffer(const struct subbuffer *p, size_t offset, size_t bytes,
                            const struct ampc_accelerator *a, unsigned flags, struct failure *f)
{
    if (p->context != a->context) {
        return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION,
                           "the buffer belongs to another context than the accelerator_view; make "
                           "one with ampc_cl_accelerator_view of a queue of the buffer's context");
    }
    if (p->flags & CL_MEM_WRITE_ONLY) {
        return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION,
                           "a view over a buffer that kernels cannot read (CL_MEM_WRITE_ONLY)");
    }
    if ((p->flags & CL_MEM_READ_ONLY) && !(flags & AMPC_VIEW_CONST)) {
        return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION,
                           "a view over a buffer that kernels cannot write (CL_MEM_READ_ONLY): "
                           "only one of const, with AMPC_VIEW_CONST");
    }
    return (offset <= p->bytes && bytes <= p->bytes - offset) ||
           failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION,
                       "a view of %zu bytes at offset %zu of a buffer of %zu bytes", bytes, offset,
                       p->bytes);
}

static bool import(ampc_view *v, const int *extent, cl_mem buffer, size_t offset,
                   ampc_accelerator_view *on, struct failure *f)
{
    struct subbuffer p = {0};
    struct purpose why = {"a view of a cl_mem", NULL, 0, NULL};
    size_t bytes;
    if (v->rank < 1 || v->rank > VIEW_RANK_MAX)
        return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION, "rank %d of an array_view", v->rank);
    if (!view_shape(v->rank, extent, v->elem, &bytes, f) || !(on = meant(on, f)) ||
        !opencl_present(f) || !find_subbuffer(buffer, &p, f) ||
        !check_subbuffer(&p, offset, bytes, on->accelerator, v->flags, f))
        return false;
    if (bytes == 0) {
        view_clear(v);
        return true;
    }
    struct share *share = share_import(p.root, p.root_bytes, p.offset + offset, bytes,
                                       (v->flags & AMPC_VIEW_CONST) != 0, on, &why, f);
    if (share)
        view_place(v, share, extent);
    return share != NULL;
}

void ampc_cl_view_create(ampc_view *v, int rank, const int *extent, ampc_size element,
                         cl_mem buffer, size_t offset, ampc_accelerator_view *on, unsigned flags)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    v->elem = element;
    v->rank = rank;
    v->flags = flags & AMPC_VIEW_CONST;
    if (!import(v, extent, buffer, offset, on, &f)) {
        v->rank = rank < 0 || rank > VIEW_RANK_MAX ? 0 : rank;
        view_clear(v);
        failure_raise(&f, NULL, 0);
    }
}
