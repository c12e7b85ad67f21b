/* queue.c - accelerator_views: queues, waiting for launches, markers, and the end of queues at
 * exit.
 *
 * A queue keeps the events of its last launches, so a wait is for one launch and not for those
 * behind it. Output of kernels, and whether one has stopped, is known when all of a queue is done.
 * Example: v[0] after two launches, the second on other data, waits for the first alone. */
#include "runtime/profile.h"
#include "runtime/program.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* ---- The ends of launches ---- */

enum { MILESTONE_STEP = 1024 };

/* Releases the events of launches up to 'ticket'. Under runtime_lock. */
static void ends_drop(struct ampc_accelerator_view *view, uint64_t ticket)
{
    size_t n = 0;
    while (n < view->end_count && view->ends[n].ticket <= ticket)
        clReleaseEvent(view->ends[n++].event);
    view->end_count -= n;
    memmove(view->ends, view->ends + n, view->end_count * sizeof *view->ends);
}

bool queue_end_wanted(const struct ampc_accelerator_view *view)
{
    enum { MOST_UNUSED = 256 };
    return view->ends_unused < MOST_UNUSED ||
           view->submitted + 1 >= view->milestone.ticket + MILESTONE_STEP;
}

bool queue_flush_wanted(struct ampc_accelerator_view *view)
{
    enum { MOST_UNFLUSHED = 32 };
    bool first = view->submitted == view->finished + 1;
    view->unflushed++;
    if (view->accelerator->begins_unflushed && !view->immediate && !first &&
        view->unflushed < MOST_UNFLUSHED)
        return false;
    view->unflushed = 0;
    return true;
}

void queue_end_add(struct ampc_accelerator_view *view, uint64_t ticket, cl_event event)
{
    if (view->end_count == VIEW_ENDS)
        ends_drop(view, view->ends[0].ticket);
    view->ends_unused++;
    view->ends[view->end_count].ticket = ticket;
    view->ends[view->end_count++].event = event;
}

/* Why a launch that is done has failed; CL_SUCCESS: its event says nothing of a failure. */
static cl_int end_status(cl_event end)
{
    cl_int state = CL_COMPLETE;
    cl_int status =
        clGetEventInfo(end, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
    return status == CL_SUCCESS && state < 0 ? state : CL_SUCCESS;
}

/* The same of the launches up to 'ticket', all done: some drivers report failures by the events
 * alone. Under runtime_lock. */
static cl_int ends_status(const struct ampc_accelerator_view *view, uint64_t ticket)
{
    cl_int status = CL_SUCCESS;
    for (size_t k = 0; k < view->end_count && view->ends[k].ticket <= ticket && !status; k++)
        status = end_status(view->ends[k].event);
    return status;
}

/* The place of the first launch from 'ticket' on; end_count: none. */
static size_t end_place(const struct ampc_accelerator_view *view, uint64_t ticket)
{
    size_t k = 0;
    while (k < view->end_count && view->ends[k].ticket < ticket)
        k++;
    return k;
}

cl_event queue_end(struct ampc_accelerator_view *view, uint64_t ticket)
{
    view->ends_unused = 0;
    size_t k = end_place(view, ticket);
    return k < view->end_count ? view->ends[k].event : NULL;
}

cl_event queue_milestone(struct ampc_accelerator_view *view, uint64_t ticket, cl_event event)
{
    cl_event before = view->milestone.event;
    if (ticket < view->milestone.ticket + MILESTONE_STEP || clRetainEvent(event) != CL_SUCCESS)
        return NULL;
    view->milestone.ticket = ticket;
    view->milestone.event = event;
    return before;
}

/* ---- At exit ---- */

/* Waits for the work of one view; a failure that has not been reported is put in *f. */
static void finish_last(struct ampc_accelerator_view *view, const struct note *stops,
                        struct failure *f)
{
    runtime_lock();
    uint64_t seen = view->submitted;
    bool pending = seen > view->finished;
    cl_int before = view->failed;
    view->failed = CL_SUCCESS;
    runtime_unlock();
    cl_int status = clFinish(view->queue);
    if (status == CL_SUCCESS)
        stop_collect(view, stops, f);
    runtime_lock();
    status = status == CL_SUCCESS ? ends_status(view, seen) : status;
    runtime_unlock();
    if (before != CL_SUCCESS || (pending && status != CL_SUCCESS)) {
        failure_set_cl(f, before != CL_SUCCESS ? before : status, "waiting for %s failed",
                       view->accelerator->description);
    }
    profile_collect();
    runtime_lock();
    view->finished = view->finished > seen ? view->finished : seen;
    ends_drop(view, view->finished);
    cl_event milestone = view->milestone.event;
    view->milestone.event = NULL;
    runtime_unlock();
    if (milestone)
        clReleaseEvent(milestone);
}

struct finishing {
    struct ampc_accelerator *accelerator;
    struct failure failure;
};

static void finish_views(void *argument)
{
    struct finishing *x = argument;
    runtime_lock();
    struct ampc_accelerator_view *view = &x->accelerator->default_view;
    const struct note *stops = x->accelerator->stops;
    runtime_unlock();
    while (view) {
        finish_last(view, stops, &x->failure);
        runtime_lock();
        view = view->next;
        runtime_unlock();
    }
}

/* Waits for all queues, so that kernels' output is not lost, and views can be released later. In a
 * thread of its own: what drivers keep for each thread in objects of C++ is gone here for the one
 * that ends the program (Oclgrind writes to it in each call). */
static void finish_at_exit(void)
{
    if (process_is_child())
        return; /* kernels and views of static storage are its parent's */
    futures_drain();
    statics_release();
    for (struct ampc_accelerator *a = NULL; (a = accelerator_next(a));) {
        struct finishing x = {.accelerator = a, .failure.code = AMPC_SUCCESS};
        if (!__atomic_load_n(&a->open, __ATOMIC_ACQUIRE))
            continue;
        process_apart(finish_views, &x);
        if (x.failure.code != AMPC_SUCCESS)
            failure_raise(&x.failure, NULL, 0);
    }
    sound_report();
    worker_stop();
    emulator_stop();
    futures_resume();
}

bool queue_register_exit(void)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static bool registered;
    pthread_mutex_lock(&lock);
    /* What is registered last runs first. */
    registered = registered || ((!profile_enabled() || atexit(profile_report) == 0) &&
                                atexit(finish_at_exit) == 0);
    bool done = registered;
    pthread_mutex_unlock(&lock);
    return done;
}

/* ---- Waiting ---- */

/* Waits for the launch whose end it is, and releases the event. */
static cl_int end_wait(struct ampc_accelerator_view *view, cl_event end)
{
    cl_int status = clWaitForEvents(1, &end);
    if (status == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) {
        cl_int why = end_status(end);
        status = why != CL_SUCCESS ? why : status;
    }
    if (status != CL_SUCCESS)
        clFinish(view->queue); /* may fail for the same reason, which is reported once */
    clReleaseEvent(end);
    return status;
}

void queue_milestone_wait(struct ampc_accelerator_view *view, cl_event before)
{
    cl_int status = end_wait(view, before);
    runtime_lock();
    view->failed = view->failed == CL_SUCCESS ? status : view->failed;
    runtime_unlock();
}

/* Waits for all work of the view, or up to the end of a launch if that is given, without a lock. */
static cl_int finish(struct ampc_accelerator_view *view, cl_event end)
{
    counters_wait();
    double start = profile_enabled() ? profile_now() : 0;
    cl_int status = end ? end_wait(view, end) : clFinish(view->queue);
    if (profile_enabled()) {
        profile_add(&(struct profile_span){.kind = PROFILE_WAIT,
                                           .what = "waiting",
                                           .accelerator = view->accelerator,
                                           .view = view},
                    start);
        profile_collect();
    }
    return status;
}

uint64_t queue_last(struct ampc_accelerator_view *view)
{
    view->submitted += view->shared;
    return view->submitted;
}

/* The event up to which a wait for 'ticket' goes, retained, and the launches that are done then in
 * *seen; 0: the wait is for all of the queue, which alone shows what kernels print, and whether one
 * has stopped. */
static cl_event wait_end(struct ampc_accelerator_view *view, uint64_t ticket, uint64_t *seen)
{
    size_t k = end_place(view, ticket);
    view->ends_unused = ticket < view->submitted ? 0 : view->ends_unused;
    bool whole = view->prints || k == view->end_count || view->ends[k].ticket == view->submitted;
    for (const struct note *note = view->accelerator->stops; note; note = note->next)
        whole = whole || note->queue == view->queue;
    if (whole || clRetainEvent(view->ends[k].event) != CL_SUCCESS) {
        *seen = view->submitted;
        return NULL;
    }
    *seen = view->ends[k].ticket;
    return view->ends[k].event;
}

/* Asks for binaries, behind a wait, when no launch runs: PoCL may compile kernels for them, and a
 * launch that ends meanwhile then takes what was compiled for its own (an assertion of PoCL's
 * fails); its devices have one folder of such code. Under runtime_lock, which keeps new launches
 * off. */
static void store_idle(struct ampc_accelerator *a)
{
    if (!binaries_wait())
        return;
    for (struct ampc_accelerator *other = NULL; (other = accelerator_next(other));)
        for (const struct ampc_accelerator_view *view = &other->default_view;
             view && other->platform == a->platform; view = view->next)
            if (view->finished < view->submitted)
                return;
    binaries_store(a);
}

bool queue_wait(struct ampc_accelerator_view *view, uint64_t ticket, struct failure *f)
{
    if (view->finished >= ticket || !process_check(f))
        return view->finished >= ticket;
    uint64_t seen;
    cl_event end = wait_end(view, ticket, &seen);
    const struct note *stops = end ? NULL : view->accelerator->stops;
    struct failure stopped;
    stopped.code = AMPC_SUCCESS;
    view->prints = end && view->prints;
    runtime_unlock();
    cl_int status = finish(view, end);
    if (status == CL_SUCCESS && stops)
        stop_collect(view, stops, &stopped);
    runtime_lock();
    status = status == CL_SUCCESS ? view->failed : status;
    view->failed = CL_SUCCESS;
    status = status == CL_SUCCESS ? ends_status(view, seen) : status;
    view->finished = view->finished > seen ? view->finished : seen;
    ends_drop(view, view->finished);
    if (status == CL_SUCCESS)
        store_idle(view->accelerator);
    if (status == CL_OUT_OF_RESOURCES || status == -9999) {
        /* The status that drivers give after a kernel has accessed memory that is not its own. */
        return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION, "a kernel failed on %s: %s",
                           view->accelerator->description, cl_status_name(status));
    }
    if (status != CL_SUCCESS)
        return failure_set_cl(f, status, "waiting for %s failed", view->accelerator->description);
    return stopped.code == AMPC_SUCCESS || failure_set(f, stopped.code, "%s", stopped.text);
}

void queue_stops(struct ampc_accelerator_view *view, uint64_t ticket, struct failure *f)
{
    runtime_lock();
    const struct note *note = view->accelerator->stops;
    while (note && note->queue != view->queue)
        note = note->next;
    if (note)
        queue_wait(view, ticket, f);
    runtime_unlock();
}

/* Whether a read behind the last launch tells all that a wait would: there is nothing that only
 * clFinish brings, and nothing to measure. */
static bool read_tells(const struct ampc_accelerator_view *view)
{
    for (const struct note *note = view->accelerator->stops; note; note = note->next)
        if (note->queue == view->queue)
            return false;
    return !view->prints && view->failed == CL_SUCCESS && !profile_enabled() &&
           !view->accelerator->emulated;
}

bool queue_tells(const struct ampc_accelerator_view *view, uint64_t ticket)
{
    return ticket == view->submitted && read_tells(view) && !process_is_child();
}

cl_int queue_told(struct ampc_accelerator_view *view, uint64_t ticket, cl_int status)
{
    status = status == CL_SUCCESS ? ends_status(view, ticket) : status;
    if (status == CL_SUCCESS) {
        view->finished = view->finished > ticket ? view->finished : ticket;
        ends_drop(view, view->finished);
        store_idle(view->accelerator);
    }
    return status;
}

bool queue_read(struct ampc_accelerator_view *view, uint64_t ticket, cl_mem buffer, size_t offset,
                size_t bytes, void *to, cl_int *status)
{
    if (!queue_tells(view, ticket))
        return false;
    counters_wait();
    runtime_unlock();
    if (!staging_read(view->accelerator, view->queue, buffer, offset, bytes, to, status))
        *status =
            clEnqueueReadBuffer(view->queue, buffer, CL_TRUE, offset, bytes, to, 0, NULL, NULL);
    runtime_lock();
    *status = queue_told(view, ticket, *status);
    return true;
}

void accelerator_settle(struct ampc_accelerator_view *view, bool compiled)
{
    struct ampc_accelerator *a = view->accelerator;
    bool waits = (a->type & CL_DEVICE_TYPE_CPU) && !a->emulated && !compiled;
    unsigned wanted = waits ? 2 : 1;
    if (a->settled >= wanted)
        return;
    a->settled = wanted;
    runtime_unlock();
    cl_int status = waits ? clFinish(view->queue) : CL_SUCCESS;
    atexit(finish_at_exit);
    runtime_lock();
    view->failed =
        status != CL_SUCCESS ? status : view->failed; /* for whoever waits for the launch */
}

void ampc_wait(void)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    runtime_lock();
    for (struct ampc_accelerator *a = NULL; (a = accelerator_next(a));)
        for (struct ampc_accelerator_view *view = &a->default_view; view; view = view->next)
            queue_wait(view, queue_last(view), &f);
    runtime_unlock();
    if (f.code != AMPC_SUCCESS)
        failure_raise(&f, NULL, 0);
}

/* ---- accelerator_views ---- */

static struct ampc_accelerator_view *view_or_default(ampc__queue q, const char *file, int line)
{
    struct ampc_accelerator *a = q ? q->accelerator : accelerator_or_default(NULL, file, line);
    return q ? q : a ? &a->default_view : NULL;
}

ampc__queue ampc__accelerator_create_view(ampc__accelerator a, int mode, const char *file, int line)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    a = accelerator_or_default(a, file, line);
    if (!a)
        return NULL;
    struct ampc_accelerator_view *view = calloc(1, sizeof *view);
    if (!view) {
        failure_set(&f, AMPC_ERROR_OUT_OF_MEMORY, "no memory for an accelerator_view");
    } else {
        view->immediate = mode == AMPC_QUEUING_IMMEDIATE;
        accelerator_add_view(a, view, &f);
    }
    if (f.code != AMPC_SUCCESS) {
        free(view);
        failure_raise(&f, file, line);
        return NULL;
    }
    return view;
}

ampc_accelerator_view *ampc_accelerator_create_view(ampc_accelerator *accelerator,
                                                    ampc_queuing_mode mode)
{
    return ampc__accelerator_create_view(accelerator, (int)mode, NULL, 0);
}

ampc__accelerator ampc__queue_accelerator(ampc__queue q, const char *file, int line)
{
    q = view_or_default(q, file, line);
    return q ? q->accelerator : NULL;
}

ampc_accelerator *ampc_accelerator_view_accelerator(ampc_accelerator_view *view)
{
    return ampc__queue_accelerator(view, NULL, 0);
}

ampc_queuing_mode ampc_accelerator_view_mode(const ampc_accelerator_view *view)
{
    return view && view->immediate ? AMPC_QUEUING_IMMEDIATE : AMPC_QUEUING_AUTOMATIC;
}

int ampc__queue_is_immediate(ampc__queue q)
{
    return q && q->immediate;
}

/* The view of an object, or 0, without an error. */
static const struct ampc_accelerator_view *meant(ampc__queue q)
{
    struct failure ignored;
    ignored.code = AMPC_SUCCESS;
    const struct ampc_accelerator *a = q ? NULL : accelerator_default(&ignored);
    return a ? &a->default_view : q;
}

int ampc__queue_equal(ampc__queue a, ampc__queue b)
{
    return a == b || meant(a) == meant(b);
}

void ampc__queue_wait(ampc__queue q, const char *file, int line)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    q = view_or_default(q, file, line);
    if (!q)
        return;
    runtime_lock();
    queue_wait(q, queue_last(q), &f);
    runtime_unlock();
    if (f.code != AMPC_SUCCESS)
        failure_raise(&f, file, line);
}

void ampc_accelerator_view_wait(ampc_accelerator_view *view)
{
    ampc__queue_wait(view, NULL, 0);
}

void ampc__queue_flush(ampc__queue q, const char *file, int line)
{
    q = view_or_default(q, file, line);
    if (q && __atomic_load_n(&q->accelerator->open, __ATOMIC_ACQUIRE) && !process_is_child())
        clFlush(q->queue);
}

void ampc_accelerator_view_flush(ampc_accelerator_view *view)
{
    ampc__queue_flush(view, NULL, 0);
}

/* ---- Markers ---- */

/* What a callback gets. */
struct marked {
    uint64_t id; /* of the future */
    bool timed;  /* the event is a kernel's */
    bool counts; /* see future_expects_callback */
};

/* OpenCL calls this from a thread of the driver: no call of OpenCL may be made that waits. */
static void CL_CALLBACK marker_done(cl_event event, cl_int status, void *user)
{
    const struct marked marked = *(struct marked *)user;
    free(user);
    future_ended(marked.id, event, marked.timed, status);
    future_called_back(marked.counts);
}

static ampc_future mark(cl_event event, bool timed, const char *file, int line, struct failure *f)
{
    const ampc_future none = {0};
    struct marked *marked = malloc(sizeof *marked);
    if (!marked) {
        failure_set(f, AMPC_ERROR_OUT_OF_MEMORY, "no memory for a marker");
        return none;
    }
    *marked = (struct marked){future_new(file, line, f), timed, true};
    if (!marked->id) {
        free(marked);
        return none;
    }
    ampc_future made = {marked->id};
    bool counts = marked->counts = future_expects_callback();
    cl_int status = clSetEventCallback(event, CL_COMPLETE, marker_done, marked);
    if (status != CL_SUCCESS) {
        failure_set_cl(f, status, "a future of an OpenCL event");
        future_finish(made.id, NULL);
        free(marked);
        future_called_back(counts);
        return none;
    }
    future_watch(made.id, event, timed);
    return made;
}

ampc_future future_of_event(cl_event event, const char *file, int line, struct failure *f)
{
    return mark(event, false, file, line, f);
}

ampc_future future_of_launch(cl_event end, struct ampc_accelerator_view *view, uint64_t ticket,
                             const char *file, int line)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    ampc_future made = mark(end, true, file, line, &f);
    future_origin(made, view, ticket, file, line);
    return made;
}

ampc_future queue_marker(struct ampc_accelerator_view *view, const char *file, int line,
                         struct failure *f)
{
    cl_event event;
    runtime_lock();
    uint64_t last = queue_last(view);
    bool idle = last == view->finished && view->failed == CL_SUCCESS;
    runtime_unlock();
    if (idle)
        return future_done();
    if (!process_check(f))
        return (ampc_future){0};
    cl_int status = clEnqueueMarkerWithWaitList(view->queue, 0, NULL, &event);
    if (status != CL_SUCCESS) {
        failure_set_cl(f, status, "a marker on %s", view->accelerator->description);
        return (ampc_future){0};
    }
    ampc_future made = future_of_event(event, file, line, f);
    future_origin(made, view, last, file, line);
    clReleaseEvent(event);
    clFlush(view->queue);
    return made;
}

ampc_future ampc__queue_marker(ampc__queue q, const char *file, int line)
{
    struct failure f;
    ampc_future made = {0};
    f.code = AMPC_SUCCESS;
    q = view_or_default(q, file, line);
    if (q)
        made = queue_marker(q, file, line, &f);
    if (f.code != AMPC_SUCCESS)
        failure_raise(&f, file, line);
    return made;
}

ampc_future ampc_accelerator_view_create_marker(ampc_accelerator_view *view)
{
    return ampc__queue_marker(view, NULL, 0);
}
