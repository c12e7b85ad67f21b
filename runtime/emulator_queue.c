/* emulator_queue.c - the emulator's queues and events: commands in order, run by a thread of the
 * queue or by the thread that flushes or waits.
 *
 * A queue gets its thread with its first kernel. Commands wait for events as OpenCL says (1.2,
 * 5.9); one lock guards them all. */
#include "runtime/emulator.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The emulator's queues. Each has a thread of its own once it has a kernel to run, so that launches
 * return when they are submitted and queues work side by side. Where one thread is wanted
 * (AMPC_EMULATOR_THREADS=1) or none can be made, those who flush a queue or wait for it run its
 * commands themselves: a kernel runs inside its parallel_for_each then, where a debugger shows
 * both. */

struct queue {
    struct emulator_object object;
    /* Under the lock. */
    struct command *first, *last; /* the first one may be running */
    bool running;
    bool threaded; /* it has a thread: */
    pthread_t thread;
    bool leaving;                  /* it is to end, and is joined */
    bool ending;                   /* the queue is without references */
    struct queue *other;           /* of all queues */
    uint64_t submitted, completed; /* commands */
    cl_int failed;                 /* of a command since the last clFinish */
    pthread_cond_t arrived;        /* for its thread */
};

struct callback {
    struct callback *next;
    void(CL_CALLBACK *call)(cl_event, cl_int, void *);
    void *user;
};

struct event {
    struct emulator_object object;
    cl_command_type command;
    cl_ulong queued, begin, end; /* in nanoseconds */
    /* Under the lock. */
    cl_int status;
    struct queue *queue; /* until it is complete */
    struct callback *callbacks;
};

/* Protects all queues and events: held for steps in memory only. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER; /* a command is done */
static struct queue *queues;                              /* under the lock */
static bool stopping;                                     /* no threads are made; under the lock */

static cl_ulong now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (cl_ulong)t.tv_sec * 1000000000U + (cl_ulong)t.tv_nsec;
}

static struct event *event_of(cl_event event)
{
    return (struct event *)(void *)event;
}

/* ---- Commands ---- */

struct command *emulator_command(cl_command_type type, size_t bytes, cl_uint n,
                                 const cl_event *list, cl_event *event)
{
    enum { ALIGNMENT = 64 };
    size_t all = sizeof(struct command) + bytes, at = (all + sizeof list - 1) / sizeof list;
    void *room = NULL;
    if (posix_memalign(&room, ALIGNMENT, (at + n) * sizeof list) != 0)
        return NULL;
    struct command *c = room;
    *c = (struct command){.type = type, .waits = n, .list = (cl_event *)room + at};
    if (event) {
        struct event *e = emulator_object_new(EMULATOR_EVENT, sizeof *e, NULL);
        if (!e) {
            free(c);
            return NULL;
        }
        e->command = type;
        e->status = CL_QUEUED;
        e->queued = now();
        emulator_retain(e); /* one for the program, one for the command */
        *event = c->event = (cl_event)(void *)e;
    }
    for (cl_uint k = 0; k < n; k++) {
        c->list[k] = list[k];
        emulator_retain(list[k]);
    }
    return c;
}

/* Releases what the command holds, except for the event. */
static void command_drop(struct command *c)
{
    if (c->drop)
        c->drop(c->data);
    for (cl_uint k = 0; k < c->waits; k++)
        emulator_release(c->list[k]);
}

/* Whether the command can begin without waiting for other queues. Under the lock. */
static bool is_ready(const struct command *c)
{
    for (cl_uint k = 0; k < c->waits; k++)
        if (event_of(c->list[k])->status > CL_COMPLETE)
            return false;
    return true;
}

/* ---- Running ---- */

/* Frees a queue without references and commands. */
static void queue_free(struct queue *q)
{
    pthread_mutex_lock(&lock);
    struct queue **at = &queues;
    while (*at != q)
        at = &(*at)->other;
    *at = q->other;
    pthread_mutex_unlock(&lock);
    pthread_cond_destroy(&q->arrived);
    free(q);
}

static void step(struct queue *q);

/* Waits until a command of the queue, which has some, is done, or runs it. Under the lock, given up
 * meanwhile. */
static void advance(struct queue *q)
{
    if (q->threaded || q->running)
        pthread_cond_wait(&changed, &lock);
    else
        step(q);
}

/* Waits until the event is complete. Under the lock, given up meanwhile. */
static cl_int event_wait(const struct event *e)
{
    while (e->status > CL_COMPLETE)
        advance(e->queue);
    return e->status;
}

/* Completes the event; gives up the lock for the callbacks. */
static void event_complete(struct event *e, cl_int status)
{
    struct callback *calls = e->callbacks;
    e->status = status;
    e->queue = NULL;
    e->callbacks = NULL;
    pthread_mutex_unlock(&lock);
    while (calls) {
        struct callback *next = calls->next;
        calls->call((cl_event)(void *)e, status, calls->user);
        free(calls);
        calls = next;
    }
    emulator_release(e);
    pthread_mutex_lock(&lock);
}

/* Runs the first command of a queue that has one and runs none. Under the lock, given up meanwhile.
 */
static void step(struct queue *q)
{
    struct command *c = q->first;
    struct event *e = event_of(c->event);
    cl_int status = CL_SUCCESS;
    q->running = true;
    for (cl_uint k = 0; k < c->waits; k++)
        if (event_wait(event_of(c->list[k])) < 0)
            status = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    if (e) {
        e->status = CL_RUNNING;
        e->begin = now();
    }
    pthread_mutex_unlock(&lock);
    status = status == CL_SUCCESS ? c->run(c->data) : status;
    command_drop(c);
    pthread_mutex_lock(&lock);
    q->first = c->next;
    q->completed++;
    q->running = false;
    q->failed = q->failed == CL_SUCCESS ? status : q->failed;
    if (c->result)
        *c->result = status;
    free(c);
    pthread_cond_broadcast(&changed);
    pthread_cond_signal(&q->arrived);
    if (e) {
        e->end = now();
        event_complete(e, status);
    }
}

/* A queue's thread. */
static void *work(void *argument)
{
    struct queue *q = argument;
    pthread_mutex_lock(&lock);
    while (q->ending ? q->first != NULL : !q->leaving)
        if (!q->first || q->running)
            pthread_cond_wait(&q->arrived, &lock);
        else
            step(q);
    bool ending = q->ending;
    if (!q->leaving)
        pthread_detach(pthread_self());
    q->leaving = q->threaded = false;
    pthread_cond_broadcast(&changed); /* who waits for its commands runs them */
    pthread_mutex_unlock(&lock);
    if (ending)
        queue_free(q);
    return NULL;
}

/* A queue whose thread shall end and is not being joined. Under the lock. */
static struct queue *find_threaded(void)
{
    struct queue *q = queues;
    while (q && (!q->threaded || q->leaving || pthread_equal(q->thread, pthread_self())))
        q = q->other;
    return q;
}

void emulator_stop(void)
{
    struct queue *q;
    pthread_mutex_lock(&lock);
    stopping = true;
    while ((q = find_threaded()) != NULL) {
        pthread_t thread = q->thread;
        q->leaving = true;
        pthread_cond_signal(&q->arrived);
        pthread_mutex_unlock(&lock);
        pthread_join(thread, NULL);
        pthread_mutex_lock(&lock);
    }
    stopping = false;
    pthread_mutex_unlock(&lock);
    emulator_helpers_stop();
}

/* Waits until the queue's commands up to number 'ticket' are done, or runs them. Under the lock,
 * given up meanwhile. */
static void wait_until(struct queue *q, uint64_t ticket)
{
    while (q->completed < ticket)
        advance(q);
}

/* Starts the queue's thread if need be, so that its commands run without a wait. Under the lock. */
static void start(struct queue *q)
{
    if (!q->threaded && !stopping && !emulator_runs_inside())
        q->threaded = emulator_thread(&q->thread, work, q, "ampc-emulator");
    pthread_cond_signal(&q->arrived);
}

cl_int emulator_submit(cl_command_queue queue, struct command *c, bool blocking)
{
    struct queue *q = (struct queue *)(void *)queue;
    cl_int status = CL_SUCCESS;
    pthread_mutex_lock(&lock);
    bool at_once = !q->first && c->type != CL_COMMAND_NDRANGE_KERNEL && is_ready(c);
    uint64_t ticket = ++q->submitted;
    if (c->event)
        event_of(c->event)->queue = q;
    c->result = blocking || at_once ? &status : NULL;
    *(q->first ? &q->last->next : &q->first) = c;
    q->last = c;
    if (at_once)
        step(q);
    else
        start(q);
    if (blocking)
        wait_until(q, ticket);
    pthread_mutex_unlock(&lock);
    return status;
}

/* ---- Queues ---- */

static cl_command_queue CL_API_CALL create_queue(cl_context context, cl_device_id device,
                                                 cl_command_queue_properties properties,
                                                 cl_int *status)
{
    (void)context, (void)device, (void)properties;
    struct queue *q = emulator_object_new(EMULATOR_QUEUE, sizeof *q, status);
    if (q) {
        pthread_cond_init(&q->arrived, NULL);
        pthread_mutex_lock(&lock);
        q->other = queues;
        queues = q;
        pthread_mutex_unlock(&lock);
    }
    return (cl_command_queue)(void *)q;
}

void emulator_queue_end(void *queue)
{
    struct queue *q = queue;
    pthread_mutex_lock(&lock);
    bool threaded = q->threaded;
    q->ending = true;
    if (threaded)
        pthread_cond_signal(&q->arrived);
    else
        wait_until(q, q->submitted);
    pthread_mutex_unlock(&lock);
    if (!threaded)
        queue_free(q);
}

static cl_int CL_API_CALL finish(cl_command_queue queue)
{
    struct queue *q = (struct queue *)(void *)queue;
    pthread_mutex_lock(&lock);
    wait_until(q, q->submitted);
    cl_int status = q->failed;
    q->failed = CL_SUCCESS;
    pthread_mutex_unlock(&lock);
    return status;
}

static cl_int CL_API_CALL flush(cl_command_queue queue)
{
    struct queue *q = (struct queue *)(void *)queue;
    pthread_mutex_lock(&lock);
    if (!q->threaded)
        wait_until(q, q->submitted);
    pthread_mutex_unlock(&lock);
    return CL_SUCCESS;
}

/* A marker fails if a command before it has failed. */
static cl_int marker_run(void *data)
{
    struct queue *q = *(struct queue **)data;
    pthread_mutex_lock(&lock);
    cl_int status = q->failed;
    pthread_mutex_unlock(&lock);
    return status;
}

static cl_int CL_API_CALL marker(cl_command_queue queue, cl_uint n, const cl_event *list,
                                 cl_event *event)
{
    struct command *c = emulator_command(CL_COMMAND_MARKER, sizeof queue, n, list, event);
    if (!c)
        return CL_OUT_OF_HOST_MEMORY;
    c->run = marker_run;
    memcpy(c->data, &queue, sizeof queue);
    emulator_submit(queue, c, false);
    return CL_SUCCESS;
}

/* ---- Events ---- */

void emulator_event_end(void *event)
{
    free(event); /* complete: its command had a reference */
}

static cl_int CL_API_CALL wait_for_events(cl_uint n, const cl_event *list)
{
    cl_int status = CL_SUCCESS;
    pthread_mutex_lock(&lock);
    for (cl_uint k = 0; k < n; k++)
        if (event_wait(event_of(list[k])) < 0)
            status = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    pthread_mutex_unlock(&lock);
    return status;
}

static cl_int CL_API_CALL set_event_callback(cl_event event, cl_int when,
                                             void(CL_CALLBACK *call)(cl_event, cl_int, void *),
                                             void *user)
{
    struct event *e = event_of(event);
    struct callback *made = malloc(sizeof *made);
    (void)when; /* all are called at the end */
    if (!made)
        return CL_OUT_OF_HOST_MEMORY;
    pthread_mutex_lock(&lock);
    cl_int status = e->status;
    if (status > CL_COMPLETE) {
        *made = (struct callback){e->callbacks, call, user};
        e->callbacks = made;
    }
    pthread_mutex_unlock(&lock);
    if (status <= CL_COMPLETE) {
        free(made);
        call(event, status, user);
    }
    return CL_SUCCESS;
}

static cl_int CL_API_CALL event_info(cl_event event, cl_event_info what, size_t room, void *to,
                                     size_t *size)
{
    const struct event *e = event_of(event);
    if (what == CL_EVENT_COMMAND_TYPE)
        return emulator_info(&e->command, sizeof e->command, room, to, size);
    if (what != CL_EVENT_COMMAND_EXECUTION_STATUS)
        return CL_INVALID_VALUE;
    pthread_mutex_lock(&lock);
    cl_int status = e->status;
    pthread_mutex_unlock(&lock);
    return emulator_info(&status, sizeof status, room, to, size);
}

static cl_int CL_API_CALL event_times(cl_event event, cl_profiling_info what, size_t room, void *to,
                                      size_t *size)
{
    const struct event *e = event_of(event);
    const cl_ulong *time = what == CL_PROFILING_COMMAND_END     ? &e->end
                           : what == CL_PROFILING_COMMAND_START ? &e->begin
                                                                : &e->queued;
    pthread_mutex_lock(&lock);
    bool complete = e->status == CL_COMPLETE;
    pthread_mutex_unlock(&lock);
    return complete ? emulator_info(time, sizeof *time, room, to, size)
                    : CL_PROFILING_INFO_NOT_AVAILABLE;
}

void emulator_queue_table(cl_icd_dispatch *table)
{
    table->clCreateCommandQueue = create_queue;
    table->clFlush = flush;
    table->clFinish = finish;
    table->clWaitForEvents = wait_for_events;
    table->clSetEventCallback = set_event_callback;
    table->clGetEventInfo = event_info;
    table->clGetEventProfilingInfo = event_times;
    table->clEnqueueMarkerWithWaitList = marker;
    table->clEnqueueBarrierWithWaitList = marker;
}
