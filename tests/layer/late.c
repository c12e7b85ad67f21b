/* An OpenCL layer (OPENCL_LAYERS of the ICD loader) that is as late as the specification allows,
 * and promises no more than it: what a program gets from it holds on every driver.
 *
 * - Commands begin when their queue has been flushed (OpenCL 1.2, 5.13), each a random while later,
 * up to AMPC_LATE microseconds (500 without it).
 * - Queues know nothing of each other: only events order their commands, whatever buffers they use.
 * - A write that blocks returns when it has taken the bytes (5.2.2); they reach the buffer when its
 * turn comes.
 * - With AMPC_LATE_SHARED=1 buffers that use the host's memory are elsewhere all the same: only
 * maps, unmaps, reads and writes bring the elements of one to the other (5.2.1,
 * CL_MEM_USE_HOST_PTR), when their turn comes; CL_MAP_WRITE_INVALIDATE_REGION spoils the region.
 *
 * - With AMPC_LATE_CALLBACKS callbacks of events come so many milliseconds late, from any thread.
 *
 * Each queue has a thread, which gives the driver below one command after the other; the events of
 * commands are user events. Commands in a queue are in order, as libampc's are; events have no
 * times. */
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define LAYER_NAME "ampc late"
#include "layer.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const cl_icd_dispatch *below; /* the loader's own functions */
static cl_icd_dispatch above;        /* with ours in their places */
static unsigned latest = 500, callbacks_late;

enum kind { KERNEL, READ, WRITE, FILL, COPY, IMAGE, MAP, UNMAP, MARKER };

struct command {
    struct command *next;
    enum kind kind;
    cl_event done; /* a user event */
    cl_uint n;     /* events to wait for, retained */
    cl_event *waits;
    cl_kernel kernel; /* a clone */
    cl_uint dimensions;
    size_t offset[3], global[3], local[3];
    int has_offset, has_local, pushes, pulls, spoils;
    cl_mem mem, to;
    size_t at, to_at, bytes, pattern_bytes, region[3];
    void *host; /* read to; mapped at */
    void *own;  /* the bytes of a write or a pattern, allocated */
};

struct queue {
    struct queue *next;
    cl_command_queue queue;
    pthread_t thread;
    struct command *first, *last; /* the first one may be running */
    size_t count, flushed;        /* in the list; of them may begin */
    int ends;
};

/* Guards all that follows and the queues' members. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct queue *queues;
/* Buffers that were released while commands were there that might use them. */
static cl_mem *graves;
static size_t grave_count;
/* Buffers that use the host's memory at 'host', and the ranges that are mapped. */
enum { MOST_PARTS = 256 };
struct shared {
    struct shared *next;
    cl_mem mem;
    char *host;
    struct {
        size_t at, bytes;
    } parts[MOST_PARTS];
    size_t count;
};
static struct shared *all_shared;

static void give_up(const char *what)
{
    fprintf(stderr, "late layer: %s\n", what);
    _exit(98);
}

static void *memory(size_t bytes)
{
    void *p = calloc(1, bytes);
    if (!p)
        give_up("no memory");
    return p;
}

/* ---- Running commands ---- */

static cl_int begin(cl_command_queue q, struct command *c, cl_event *e)
{
    switch (c->kind) {
    case KERNEL:
        return below->clEnqueueNDRangeKernel(q, c->kernel, c->dimensions,
                                             c->has_offset ? c->offset : NULL, c->global,
                                             c->has_local ? c->local : NULL, 0, NULL, e);
    case READ:
        return below->clEnqueueReadBuffer(q, c->mem, CL_FALSE, c->at, c->bytes, c->host, 0, NULL,
                                          e);
    case WRITE:
        return below->clEnqueueWriteBuffer(q, c->mem, CL_FALSE, c->at, c->bytes, c->own, 0, NULL,
                                           e);
    case FILL:
        return below->clEnqueueFillBuffer(q, c->mem, c->own, c->pattern_bytes, c->at, c->bytes, 0,
                                          NULL, e);
    case COPY:
        return below->clEnqueueCopyBuffer(q, c->mem, c->to, c->at, c->to_at, c->bytes, 0, NULL, e);
    case IMAGE:
        return below->clEnqueueCopyBufferToImage(q, c->mem, c->to, c->at, c->offset, c->region, 0,
                                                 NULL, e);
    case MAP:
        if (c->spoils)
            memset(c->host, '?', c->bytes);
        if (c->pulls) {
            return below->clEnqueueReadBuffer(q, c->mem, CL_FALSE, c->at, c->bytes, c->host, 0,
                                              NULL, e);
        }
        return below->clEnqueueMarkerWithWaitList(q, 0, NULL, e);
    case UNMAP:
        if (c->pushes) {
            return below->clEnqueueWriteBuffer(q, c->mem, CL_FALSE, c->at, c->bytes, c->host, 0,
                                               NULL, e);
        }
        return below->clEnqueueUnmapMemObject(q, c->mem, c->host, 0, NULL, e);
    case MARKER:
        return below->clEnqueueMarkerWithWaitList(q, 0, NULL, e);
    }
    return CL_INVALID_VALUE;
}

/* Waits for the driver's event by looking: drivers may keep other threads out while one waits,
 * which the program below this layer would not do. */
static cl_int ended(cl_command_queue q, cl_event e)
{
    cl_int state = CL_QUEUED;
    cl_int status = below->clFlush(q);
    while (status == CL_SUCCESS && state > CL_COMPLETE) {
        status =
            below->clGetEventInfo(e, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
        if (state > CL_COMPLETE)
            usleep(20);
    }
    return status == CL_SUCCESS && state < 0 ? state : status;
}

/* Runs the command to its end; its status. */
static cl_int run(cl_command_queue q, struct command *c)
{
    cl_event e = NULL;
    cl_int status = c->n ? below->clWaitForEvents(c->n, c->waits) : CL_SUCCESS;
    if (status == CL_SUCCESS)
        status = begin(q, c, &e);
    if (status == CL_SUCCESS) {
        status = ended(q, e);
        below->clReleaseEvent(e);
    }
    return status;
}

static void command_free(struct command *c)
{
    for (cl_uint k = 0; k < c->n; k++)
        below->clReleaseEvent(c->waits[k]);
    if (c->kernel)
        below->clReleaseKernel(c->kernel);
    below->clReleaseEvent(c->done);
    free(c->waits);
    free(c->own);
    free(c);
}

/* Releases what nobody can use any more. Under the lock. */
static void graves_open(void)
{
    for (struct queue *q = queues; q; q = q->next)
        if (q->count)
            return;
    for (size_t k = 0; k < grave_count; k++)
        below->clReleaseMemObject(graves[k]);
    free(graves);
    graves = NULL;
    grave_count = 0;
}

static void *queue_main(void *argument)
{
    struct queue *q = argument;
    unsigned random = (unsigned)(uintptr_t)q >> 4;
    pthread_mutex_lock(&lock);
    while (!q->ends || q->count) {
        if (!q->flushed) {
            pthread_cond_wait(&changed, &lock);
            continue;
        }
        struct command *c = q->first;
        pthread_mutex_unlock(&lock);
        random = random * 1664525 + 1013904223;
        usleep((random >> 8) % (latest + 1));
        cl_int status = run(q->queue, c);
        pthread_mutex_lock(&lock);
        q->first = c->next;
        q->last = q->first ? q->last : NULL;
        q->count--;
        q->flushed--;
        graves_open();
        pthread_mutex_unlock(&lock);
        below->clSetUserEventStatus(c->done, status == CL_SUCCESS ? CL_COMPLETE : status);
        command_free(c);
        pthread_mutex_lock(&lock);
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

/* ---- Queues ---- */

/* The queue, which is made if 'make'. Under the lock. */
static struct queue *queue_of(cl_command_queue queue, int make)
{
    for (struct queue *q = queues; q; q = q->next)
        if (q->queue == queue)
            return q;
    if (!make)
        return NULL;
    struct queue *q = memory(sizeof *q);
    q->queue = queue;
    q->next = queues;
    queues = q;
    if (pthread_create(&q->thread, NULL, queue_main, q) != 0)
        give_up("no thread");
    return q;
}

/* The queue's commands may begin. */
static void flush(cl_command_queue queue)
{
    pthread_mutex_lock(&lock);
    struct queue *q = queue_of(queue, 0);
    if (q) {
        q->flushed = q->count;
        pthread_cond_broadcast(&changed);
    }
    pthread_mutex_unlock(&lock);
}

/* A command of 'kind' that waits for the n events of w. */
static struct command *command(enum kind kind, cl_uint n, const cl_event *w)
{
    struct command *c = memory(sizeof *c);
    c->kind = kind;
    c->n = n;
    c->waits = memory((n + 1) * sizeof *c->waits);
    for (cl_uint k = 0; k < n; k++) {
        c->waits[k] = w[k];
        below->clRetainEvent(w[k]);
    }
    return c;
}

/* The queue's context; 0: it is none of a driver's, but of libampc's emulator, and left alone. */
static cl_context context_of(cl_command_queue q)
{
    cl_context c = NULL;
    cl_int status = below->clGetCommandQueueInfo(q, CL_QUEUE_CONTEXT, sizeof c, &c, NULL);
    return status == CL_SUCCESS ? c : NULL;
}

/* Puts the command into the queue; *e is its event, if e is not 0. */
static cl_int add(cl_command_queue queue, struct command *c, cl_event *e)
{
    c->done = below->clCreateUserEvent(context_of(queue), NULL);
    if (!c->done)
        give_up("no event");
    if (e) {
        below->clRetainEvent(c->done);
        *e = c->done;
    }
    pthread_mutex_lock(&lock);
    struct queue *q = queue_of(queue, 1);
    *(q->last ? &q->last->next : &q->first) = c;
    q->last = c;
    q->count++;
    pthread_mutex_unlock(&lock);
    return CL_SUCCESS;
}

/* Waits for all of the queue's commands. */
static void drain(cl_command_queue queue)
{
    cl_event last = NULL;
    pthread_mutex_lock(&lock);
    struct queue *q = queue_of(queue, 0);
    if (q && q->last) {
        last = q->last->done;
        below->clRetainEvent(last);
    }
    pthread_mutex_unlock(&lock);
    if (last) {
        flush(queue);
        below->clWaitForEvents(1, &last);
        below->clReleaseEvent(last);
    }
}

/* ---- Entry points ---- */

#define WAITS cl_uint n, const cl_event *w, cl_event *e

static cl_int CL_API_CALL late_kernel(cl_command_queue q, cl_kernel k, cl_uint d, const size_t *o,
                                      const size_t *g, const size_t *l, WAITS)
{
    if (!context_of(q))
        return below->clEnqueueNDRangeKernel(q, k, d, o, g, l, n, w, e);
    cl_int status = CL_SUCCESS;
    cl_kernel clone = below->clCloneKernel(k, &status);
    if (!clone)
        give_up("the driver cannot clone kernels");
    struct command *c = command(KERNEL, n, w);
    size_t bytes = d * sizeof *g;
    c->kernel = clone;
    c->dimensions = d;
    c->has_offset = o != NULL;
    c->has_local = l != NULL;
    memcpy(c->global, g, bytes);
    if (o)
        memcpy(c->offset, o, bytes);
    if (l)
        memcpy(c->local, l, bytes);
    return add(q, c, e);
}

static cl_int CL_API_CALL late_read(cl_command_queue q, cl_mem m, cl_bool b, size_t o, size_t s,
                                    void *p, WAITS)
{
    if (!context_of(q))
        return below->clEnqueueReadBuffer(q, m, b, o, s, p, n, w, e);
    struct command *c = command(READ, n, w);
    c->mem = m;
    c->at = o;
    c->bytes = s;
    c->host = p;
    cl_event done = NULL;
    add(q, c, &done);
    cl_int status = CL_SUCCESS;
    if (b) {
        flush(q);
        status = below->clWaitForEvents(1, &done);
    }
    if (e)
        *e = done;
    else
        below->clReleaseEvent(done);
    return status;
}

static cl_int CL_API_CALL late_write(cl_command_queue q, cl_mem m, cl_bool b, size_t o, size_t s,
                                     const void *p, WAITS)
{
    if (!context_of(q))
        return below->clEnqueueWriteBuffer(q, m, b, o, s, p, n, w, e);
    struct command *c = command(WRITE, n, w);
    c->mem = m;
    c->at = o;
    c->bytes = s;
    c->own = memory(s);
    memcpy(c->own, p, s);
    add(q, c, e);
    if (b)
        flush(q);
    return CL_SUCCESS;
}

/* Rectangles go a run of bytes at a time: rows of the buffer and of the host. */
#define RECTANGLE                                                                                  \
    const size_t *bo, const size_t *ho, const size_t *r, size_t br, size_t bs, size_t hr, size_t hs

static size_t place(const size_t *origin, size_t row, size_t slice, size_t y, size_t z)
{
    return origin[0] + (origin[1] + y) * row + (origin[2] + z) * slice;
}

static cl_int CL_API_CALL late_read_rect(cl_command_queue q, cl_mem m, cl_bool b, RECTANGLE,
                                         void *p, WAITS)
{
    if (!context_of(q))
        return below->clEnqueueReadBufferRect(q, m, b, bo, ho, r, br, bs, hr, hs, p, n, w, e);
    cl_int status = CL_SUCCESS;
    for (size_t k = 0; k < r[1] * r[2] && status == CL_SUCCESS; k++) {
        size_t y = k % r[1], z = k / r[1];
        int last = k + 1 == r[1] * r[2];
        status = late_read(q, m, last ? b : CL_FALSE, place(bo, br, bs, y, z), r[0],
                           (char *)p + place(ho, hr, hs, y, z), n, w, last ? e : NULL);
    }
    return status;
}

static cl_int CL_API_CALL late_write_rect(cl_command_queue q, cl_mem m, cl_bool b, RECTANGLE,
                                          const void *p, WAITS)
{
    if (!context_of(q))
        return below->clEnqueueWriteBufferRect(q, m, b, bo, ho, r, br, bs, hr, hs, p, n, w, e);
    cl_int status = CL_SUCCESS;
    for (size_t k = 0; k < r[1] * r[2] && status == CL_SUCCESS; k++) {
        size_t y = k % r[1], z = k / r[1];
        int last = k + 1 == r[1] * r[2];
        status = late_write(q, m, last ? b : CL_FALSE, place(bo, br, bs, y, z), r[0],
                            (const char *)p + place(ho, hr, hs, y, z), n, w, last ? e : NULL);
    }
    return status;
}

static cl_int CL_API_CALL late_fill(cl_command_queue q, cl_mem m, const void *p, size_t z, size_t o,
                                    size_t s, WAITS)
{
    if (!context_of(q))
        return below->clEnqueueFillBuffer(q, m, p, z, o, s, n, w, e);
    struct command *c = command(FILL, n, w);
    c->mem = m;
    c->at = o;
    c->bytes = s;
    c->own = memory(z);
    c->pattern_bytes = z;
    memcpy(c->own, p, z);
    return add(q, c, e);
}

static cl_int CL_API_CALL late_copy(cl_command_queue q, cl_mem from, cl_mem to, size_t o, size_t p,
                                    size_t s, WAITS)
{
    if (!context_of(q))
        return below->clEnqueueCopyBuffer(q, from, to, o, p, s, n, w, e);
    struct command *c = command(COPY, n, w);
    c->mem = from;
    c->to = to;
    c->at = o;
    c->to_at = p;
    c->bytes = s;
    return add(q, c, e);
}

static cl_int CL_API_CALL late_copy_image(cl_command_queue q, cl_mem from, cl_mem to, size_t o,
                                          const size_t *p, const size_t *s, WAITS)
{
    if (!context_of(q))
        return below->clEnqueueCopyBufferToImage(q, from, to, o, p, s, n, w, e);
    struct command *c = command(IMAGE, n, w);
    c->mem = from;
    c->to = to;
    c->at = o;
    memcpy(c->offset, p, sizeof c->offset);
    memcpy(c->region, s, sizeof c->region);
    return add(q, c, e);
}

static cl_mem CL_API_CALL late_create_buffer(cl_context c, cl_mem_flags f, size_t n, void *p,
                                             cl_int *status)
{
    cl_uint devices;
    if (!(f & CL_MEM_USE_HOST_PTR) || /* the emulator's contexts know nothing of themselves */
        below->clGetContextInfo(c, CL_CONTEXT_NUM_DEVICES, sizeof devices, &devices, NULL))
        return below->clCreateBuffer(c, f, n, p, status);
    f = (f & ~(cl_mem_flags)CL_MEM_USE_HOST_PTR) | CL_MEM_COPY_HOST_PTR;
    cl_mem mem = below->clCreateBuffer(c, f, n, p, status);
    if (mem) {
        struct shared *s = memory(sizeof *s);
        pthread_mutex_lock(&lock);
        *s = (struct shared){.next = all_shared, .mem = mem, .host = p};
        all_shared = s;
        pthread_mutex_unlock(&lock);
    }
    return mem;
}

/* The buffer that uses the host's memory, or 0; taken out if 'gone'. */
static struct shared *shared_of(cl_mem mem, int gone)
{
    pthread_mutex_lock(&lock);
    struct shared **at = &all_shared;
    while (*at && (*at)->mem != mem)
        at = &(*at)->next;
    struct shared *s = *at;
    if (s && gone)
        *at = s->next;
    pthread_mutex_unlock(&lock);
    return s;
}

/* Notes a map of such a buffer. */
static void shared_map(struct shared *s, size_t at, size_t bytes)
{
    if (s->count == MOST_PARTS)
        give_up("too many maps of a buffer");
    s->parts[s->count].at = at;
    s->parts[s->count++].bytes = bytes;
}

static cl_int CL_API_CALL late_unmap(cl_command_queue q, cl_mem m, void *p, WAITS)
{
    if (!context_of(q))
        return below->clEnqueueUnmapMemObject(q, m, p, n, w, e);
    struct command *c = command(UNMAP, n, w);
    struct shared *s = shared_of(m, 0);
    c->mem = m;
    c->host = p;
    for (size_t k = 0; s && k < s->count; k++) {
        if (s->host + s->parts[k].at == (char *)p) {
            c->pushes = 1;
            c->at = s->parts[k].at;
            c->bytes = s->parts[k].bytes;
            s->parts[k] = s->parts[--s->count];
            break;
        }
    }
    if (s && !c->pushes)
        give_up("an unmap of what is not mapped");
    return add(q, c, e);
}

static cl_int CL_API_CALL late_marker(cl_command_queue q, WAITS)
{
    if (!context_of(q))
        return below->clEnqueueMarkerWithWaitList(q, n, w, e);
    return add(q, command(MARKER, n, w), e);
}

static void *CL_API_CALL late_map(cl_command_queue q, cl_mem m, cl_bool b, cl_map_flags f, size_t o,
                                  size_t s, WAITS, cl_int *status)
{
    struct shared *shared = shared_of(m, 0);
    void *at = shared ? shared->host + o : NULL;
    if (!context_of(q))
        return below->clEnqueueMapBuffer(q, m, b, f, o, s, n, w, e, status);
    if (b)
        drain(q);
    if (!shared) {
        at = below->clEnqueueMapBuffer(q, m, b, f, o, s, n, w, NULL, status);
        if (!at)
            return NULL;
    } else {
        shared_map(shared, o, s);
    }
    /* Elements come when it is the command's turn, if they are elsewhere. */
    struct command *c = command(MAP, n, w);
    cl_event done = NULL;
    c->mem = m;
    c->at = o;
    c->bytes = s;
    c->host = at;
    c->spoils = shared && f & CL_MAP_WRITE_INVALIDATE_REGION;
    c->pulls = shared && !c->spoils;
    *status = add(q, c, &done);
    if (b) {
        flush(q);
        *status = below->clWaitForEvents(1, &done);
    }
    if (e)
        *e = done;
    else
        below->clReleaseEvent(done);
    return at;
}

static cl_int CL_API_CALL late_flush(cl_command_queue q)
{
    flush(q);
    return below->clFlush(q);
}

static cl_int CL_API_CALL late_finish(cl_command_queue q)
{
    drain(q);
    return below->clFinish(q);
}

/* Waiting flushes the queues that the events are of (5.9). */
static cl_int CL_API_CALL late_wait(cl_uint n, const cl_event *w)
{
    pthread_mutex_lock(&lock);
    for (struct queue *q = queues; q; q = q->next) {
        size_t number = 0;
        for (struct command *c = q->first; c; c = c->next) {
            number++;
            for (cl_uint k = 0; k < n; k++)
                q->flushed = w[k] == c->done && number > q->flushed ? number : q->flushed;
        }
    }
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return below->clWaitForEvents(n, w);
}

static cl_int CL_API_CALL late_release_queue(cl_command_queue queue)
{
    cl_uint references = 0;
    below->clGetCommandQueueInfo(queue, CL_QUEUE_REFERENCE_COUNT, sizeof references, &references,
                                 NULL);
    flush(queue);
    pthread_mutex_lock(&lock);
    struct queue *q = references == 1 ? queue_of(queue, 0) : NULL, **at = &queues;
    if (q) {
        q->ends = 1;
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&lock);
        pthread_join(q->thread, NULL);
        pthread_mutex_lock(&lock);
        while (*at != q)
            at = &(*at)->next;
        *at = q->next;
        free(q);
    }
    pthread_mutex_unlock(&lock);
    return below->clReleaseCommandQueue(queue);
}

static cl_int CL_API_CALL late_release_mem(cl_mem mem)
{
    free(shared_of(mem, 1));
    pthread_mutex_lock(&lock);
    graves = realloc(graves, (grave_count + 1) * sizeof *graves);
    if (!graves)
        give_up("no memory");
    graves[grave_count++] = mem;
    graves_open();
    pthread_mutex_unlock(&lock);
    return CL_SUCCESS;
}

/* ---- Callbacks ---- */

struct call {
    void(CL_CALLBACK *function)(cl_event, cl_int, void *);
    void *user;
    cl_event event;
    cl_int status;
};

static void *call_main(void *argument)
{
    struct call *c = argument;
    usleep(callbacks_late * 1000);
    c->function(c->event, c->status, c->user);
    below->clReleaseEvent(c->event);
    free(c);
    return NULL;
}

/* The event's command is done: the program is told later. */
static void CL_CALLBACK call_hold(cl_event event, cl_int status, void *argument)
{
    struct call *c = argument;
    pthread_t thread;
    c->status = status;
    if (pthread_create(&thread, NULL, call_main, c) != 0)
        give_up("no thread");
    pthread_detach(thread);
    (void)event;
}

static cl_int CL_API_CALL late_callback(cl_event event, cl_int type,
                                        void(CL_CALLBACK *function)(cl_event, cl_int, void *),
                                        void *user)
{
    struct call *c = memory(sizeof *c);
    c->function = function;
    c->user = user;
    c->event = event;
    below->clRetainEvent(event);
    return below->clSetEventCallback(event, type, call_hold, c);
}

/* ---- The layer ---- */

CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint count, const cl_icd_dispatch *target,
                                            cl_uint *count_given, const cl_icd_dispatch **given)
{
    size_t most = sizeof above / sizeof(void *);
    below = target;
    memcpy(&above, target, (count < most ? count : most) * sizeof(void *));
    above.clEnqueueNDRangeKernel = late_kernel;
    above.clEnqueueReadBuffer = late_read;
    above.clEnqueueWriteBuffer = late_write;
    above.clEnqueueReadBufferRect = late_read_rect;
    above.clEnqueueWriteBufferRect = late_write_rect;
    above.clEnqueueFillBuffer = late_fill;
    above.clEnqueueCopyBuffer = late_copy;
    above.clEnqueueCopyBufferToImage = late_copy_image;
    above.clEnqueueMapBuffer = late_map;
    above.clEnqueueUnmapMemObject = late_unmap;
    above.clEnqueueMarkerWithWaitList = late_marker;
    above.clEnqueueBarrierWithWaitList = late_marker; /* commands are in order */
    above.clFlush = late_flush;
    above.clFinish = late_finish;
    above.clWaitForEvents = late_wait;
    above.clReleaseCommandQueue = late_release_queue;
    above.clReleaseMemObject = late_release_mem;
    if (getenv("AMPC_LATE_CALLBACKS")) {
        callbacks_late = (unsigned)strtoul(getenv("AMPC_LATE_CALLBACKS"), NULL, 10);
        above.clSetEventCallback = late_callback;
    }
    if (getenv("AMPC_LATE_SHARED"))
        above.clCreateBuffer = late_create_buffer;
    if (getenv("AMPC_LATE"))
        latest = (unsigned)strtoul(getenv("AMPC_LATE"), NULL, 10);
    *count_given = (cl_uint)most;
    *given = &above;
    return CL_SUCCESS;
}
