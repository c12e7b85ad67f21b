/* future.c - completion_futures: what is pending, waiting for it, and work that follows it.
 *
 * A future is a number: an operation that is done has no entry in the table, so futures need no
 * owner and can be copied freely. Jobs run on the library's threads (worker.c). Example:
 * `f.then(…)` makes a job that waits for f and then calls the lambda. */
#include "runtime/internal.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BUCKETS = 256 };

/* An event whose command a future stands for, for those who ask it. */
struct watch {
    uint64_t id; /* of the future */
    cl_event event;
    bool timed;         /* the command is a kernel, whose time is kept */
    bool polled;        /* it is, or has been, in the list of the thread that polls */
    unsigned users;     /* the future, and who asks */
    struct watch *next; /* of that list */
};

/* The entry of a future whose operation is pending or has failed. */
struct future {
    struct future *next; /* of the bucket */
    uint64_t id;
    struct job *jobs;    /* that wait for it, the last one first */
    uint64_t after;      /* of a job: the future that it waits for */
    struct watch *watch; /* 0: none */
    bool ended;          /* somebody knows that the command is done, and is about to finish it */
    const char *file;    /* of the operation */
    int line;
    bool failed, asked; /* ... and its error has been raised */
    bool late;          /* the exit does not wait for it */
    ampc_error code;
    char *text;
};

/* Protects all below. Taken with and without runtime_lock held; nothing is called with it held. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct future *buckets[BUCKETS];
static uint64_t last_id;
static size_t pending, callbacks; /* futures; callbacks that drivers have yet to make; not late */
static bool registered;           /* for the exit */
static struct watch *polled;      /* of futures behind which jobs run */
static bool polling;              /* a job of the library's looks at them */
static bool leaving;              /* the program ends, and the exit looks at them */

/* Whether this thread runs the job of a future that is late. */
static _Thread_local bool job_is_late;

/* What the latest launches took that have futures. */
enum { TIMES = 1024 };
static struct {
    uint64_t id;
    double seconds;
} times[TIMES];
static unsigned times_next;
static bool times_wanted;

/* Where the latest futures of launches and markers come from, by their ids: that a kernel has
 * stopped is known when its queue is waited for. */
static struct origin {
    uint64_t id, ticket;
    struct ampc_accelerator_view *view;
    const char *file;
    int line;
} origins[TIMES];

static struct future **find(uint64_t id)
{
    struct future **at = &buckets[id % BUCKETS];
    while (*at && (*at)->id != id)
        at = &(*at)->next;
    return at;
}

/* ---- Beginning and end ---- */

void futures_hold(void)
{
    pthread_mutex_lock(&lock);
}

void futures_let_go(void)
{
    pthread_mutex_unlock(&lock);
}

/* Whether what begins now need not be done when the program ends: it ends already, and another
 * thread of the program's goes on, or what that has begun. Under the lock. */
static bool is_late(void)
{
    return leaving && (job_is_late || !worker_is_this());
}

uint64_t future_new(const char *file, int line, struct failure *f)
{
    if (!process_check(f))
        return 0;
    struct future *future = calloc(1, sizeof *future);
    pthread_mutex_lock(&lock);
    registered = registered || queue_register_exit();
    bool ok = future && registered;
    if (ok) {
        future->id = ++last_id;
        future->file = file;
        future->line = line;
        future->late = is_late();
        future->next = buckets[future->id % BUCKETS];
        buckets[future->id % BUCKETS] = future;
        pending += !future->late;
    }
    pthread_mutex_unlock(&lock);
    if (!ok) {
        free(future);
        failure_set(f, AMPC_ERROR_OUT_OF_MEMORY, "no memory for a completion_future");
        return 0;
    }
    return future->id;
}

void future_origin(ampc_future f, struct ampc_accelerator_view *view, uint64_t ticket,
                   const char *file, int line)
{
    pthread_mutex_lock(&lock);
    origins[f.id % TIMES] = (struct origin){f.id, ticket, view, file, line};
    pthread_mutex_unlock(&lock);
}

ampc_future future_done(void)
{
    pthread_mutex_lock(&lock);
    ampc_future done = {++last_id};
    pthread_mutex_unlock(&lock);
    return done;
}

static struct job *reversed(struct job *jobs)
{
    struct job *list = NULL;
    while (jobs) {
        struct job *next = jobs->next;
        jobs->next = list;
        list = jobs;
        jobs = next;
    }
    return list;
}

static void job_drop(struct job *job, const struct failure *why)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    job->function(job, false, &f);
    future_finish(job->id, why);
    free(job);
}

static void job_start(struct job *job)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    if (!worker_submit(job, &f))
        job_drop(job, &f);
}

/* One user less; 0 is none. */
static void watch_drop(struct watch *w)
{
    pthread_mutex_lock(&lock);
    bool last = w && --w->users == 0;
    pthread_mutex_unlock(&lock);
    if (!last)
        return;
    clReleaseEvent(w->event);
    free(w);
}

void future_finish(uint64_t id, const struct failure *f)
{
    bool failed = f && f->code != AMPC_SUCCESS;
    pthread_mutex_lock(&lock);
    struct future **at = find(id), *future = *at;
    struct job *jobs = reversed(future->jobs);
    struct watch *watch = future->watch;
    future->jobs = NULL;
    future->watch = NULL;
    pending -= !future->late;
    if (failed) {
        future->failed = true;
        future->asked = jobs != NULL; /* they have it now */
        future->code = f->code;
        future->text = strdup(f->text);
    } else {
        *at = future->next;
        free(future);
    }
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    watch_drop(watch);
    while (jobs) {
        struct job *next = jobs->next;
        job_start(jobs);
        jobs = next;
    }
}

/* ---- Commands of devices ---- */

bool future_times_wanted(void)
{
    return __atomic_load_n(&times_wanted, __ATOMIC_RELAXED);
}

/* Keeps the time of a kernel, whose future is not done yet; other commands have one, too, for which
 * nobody asks. */
static void keep_time(cl_event event, uint64_t id)
{
    cl_ulong start = 0, end = 0;
    if (clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL) !=
            CL_SUCCESS ||
        clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL) !=
            CL_SUCCESS ||
        start > end)
        return;
    pthread_mutex_lock(&lock);
    unsigned at = times_next++ % TIMES;
    times[at].id = id;
    times[at].seconds = (double)(end - start) * 1e-9;
    pthread_mutex_unlock(&lock);
}

/* Drivers may tell the end of a command late (NVIDIA's calls back every 17 ms), so whoever waits
 * asks the event itself, and where a job is to follow, a thread does. Who knows of the end first
 * finishes the future. */

void future_called_back(bool counted)
{
    pthread_mutex_lock(&lock);
    callbacks -= counted;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

bool future_expects_callback(void)
{
    pthread_mutex_lock(&lock);
    bool counted = !is_late();
    callbacks += counted;
    pthread_mutex_unlock(&lock);
    return counted;
}

void future_watch(uint64_t id, cl_event event, bool timed)
{
    struct watch *watch = malloc(sizeof *watch);
    if (!watch || clRetainEvent(event) != CL_SUCCESS) {
        free(watch); /* the callback does it */
        return;
    }
    *watch = (struct watch){.id = id, .event = event, .timed = timed, .users = 1};
    pthread_mutex_lock(&lock);
    struct future *future = *find(id);
    bool pends = future && !future->failed;
    if (pends)
        future->watch = watch;
    pthread_mutex_unlock(&lock);
    if (!pends)
        watch_drop(watch);
}

void future_ended(uint64_t id, cl_event event, bool timed, cl_int status)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    pthread_mutex_lock(&lock);
    struct future *future = *find(id);
    bool first = future && !future->ended;
    if (first)
        future->ended = true;
    pthread_mutex_unlock(&lock);
    if (!first)
        return;
    if (status < 0)
        failure_set_cl(&f, status, "work on an accelerator failed");
    else if (timed)
        keep_time(event, id);
    future_finish(id, &f);
}

/* What the future waits for, or the one behind which its job runs, with a user more; 0: nothing
 * that can be asked. Under the lock. */
static struct watch *watch_of(uint64_t id)
{
    struct future *future = *find(id);
    while (future && !future->failed && !future->watch && future->after)
        future = *find(future->after);
    if (!future || !future->watch || future->ended)
        return NULL;
    future->watch->users++;
    return future->watch;
}

/* Finishes the future if its command is done, for which it may wait; false: it is not. Of a device
 * that does not say so, the callback finishes it. */
static bool watch_look(struct watch *w, bool waits)
{
    cl_int waited = waits ? clWaitForEvents(1, &w->event) : CL_SUCCESS, status = CL_QUEUED;
    cl_int asked =
        clGetEventInfo(w->event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
    if (waited != CL_SUCCESS && (asked != CL_SUCCESS || status > CL_COMPLETE))
        status = waited;
    if (status <= CL_COMPLETE)
        future_ended(w->id, w->event, w->timed, status);
    return status <= CL_COMPLETE || asked != CL_SUCCESS;
}

static void watch_ask(struct watch *w, bool waits)
{
    watch_look(w, waits);
    watch_drop(w);
}

/* ---- Jobs ---- */

struct job *job_new(void (*function)(struct job *, bool, struct failure *), size_t bytes,
                    const char *file, int line, struct failure *f)
{
    struct job *job = calloc(1, sizeof *job + bytes);
    if (!job) {
        failure_set(f, AMPC_ERROR_OUT_OF_MEMORY, "no memory for a continuation");
        return NULL;
    }
    job->function = function;
    job->file = file;
    job->line = line;
    job->id = future_new(file, line, f);
    if (!job->id) {
        free(job);
        return NULL;
    }
    return job;
}

static void failure_of(struct future *future, struct failure *f)
{
    future->asked = true;
    failure_set(f, future->code, "%s", future->text ? future->text : "an operation failed");
}

/* Looks at each watch of the list, and gives those back whose commands are not done. */
static struct watch *look_at(struct watch *list, bool *ended)
{
    struct watch *left = NULL, *next;
    for (*ended = false; list; list = next) {
        next = list->next;
        if (watch_look(list, false)) {
            *ended = true;
            watch_drop(list);
        } else {
            list->next = left;
            left = list;
        }
    }
    return left;
}

/* Looks at the events of all futures behind which jobs run, and pauses: little if one is done, then
 * longer and longer, so that a long kernel costs no processor's time. Under the lock, given up
 * meanwhile. */
static void poll(long *pause)
{
    enum { LEAST = 20000, MOST = 500000 }; /* nanoseconds */
    struct watch *list = polled, **end;
    bool ended;
    polled = NULL;
    pthread_mutex_unlock(&lock);
    list = look_at(list, &ended);
    *pause = ended || !*pause ? LEAST : *pause + *pause / 16 < MOST ? *pause + *pause / 16 : MOST;
    if (list)
        nanosleep(&(struct timespec){0, *pause}, NULL);
    pthread_mutex_lock(&lock);
    for (end = &polled; *end;)
        end = &(*end)->next;
    *end = list;
}

static void run_polls(struct job *job, bool run, struct failure *f)
{
    long pause = 0;
    (void)job, (void)run, (void)f;
    worker_blocks();
    pthread_mutex_lock(&lock);
    while (polled && !leaving)
        poll(&pause);
    polling = false;
    pthread_mutex_unlock(&lock);
    worker_unblocks();
}

/* Has a thread look at the event of a future behind which a job runs, as nobody may wait for
 * either. Without memory, or a thread, the callback does it. */
static void poll_for(uint64_t id)
{
    pthread_mutex_lock(&lock);
    struct watch *w = watch_of(id);
    bool adds = w && !w->polled, starts = adds && !polling && !leaving;
    if (adds) {
        w->polled = true;
        w->next = polled;
        polled = w;
        polling |= starts;
        pthread_cond_broadcast(&changed);
    }
    pthread_mutex_unlock(&lock);
    if (w && !adds)
        watch_drop(w);
    if (!starts)
        return;
    struct failure f;
    f.code = AMPC_SUCCESS;
    struct job *job = job_new(run_polls, 0, NULL, 0, &f);
    if (job && worker_submit(job, &f))
        return;
    if (job)
        future_finish(job->id, NULL);
    free(job);
    pthread_mutex_lock(&lock);
    polling = false;
    pthread_mutex_unlock(&lock);
}

ampc_future job_submit(struct job *job, uint64_t after)
{
    ampc_future made = {job->id};
    job->after = after;
    pthread_mutex_lock(&lock);
    struct future *future = after ? *find(after) : NULL;
    struct future *own = *find(job->id);
    bool waits = future && !future->failed;
    if (waits) {
        job->next = future->jobs;
        future->jobs = job;
        own->after = after;
    }
    pthread_mutex_unlock(&lock);
    if (waits)
        poll_for(after);
    else
        job_start(job);
    return made;
}

void job_run(struct job *job)
{
    struct failure f;
    bool outer = job_is_late; /* of a job that waits, and has this one run meanwhile */
    f.code = AMPC_SUCCESS;
    pthread_mutex_lock(&lock);
    job_is_late = (*find(job->id))->late;
    struct future *before = job->after ? *find(job->after) : NULL;
    if (before) /* what is done and in the table has failed */
        failure_of(before, &f);
    pthread_mutex_unlock(&lock);
    if (f.code != AMPC_SUCCESS) {
        job_drop(job, &f);
    } else {
        job->function(job, true, &f);
        future_finish(job->id, &f);
        free(job);
    }
    job_is_late = outer;
}

/* ---- Waiting ---- */

/* Waits; what failed stays in the table. False and *f: it is pending, in another process. */
static bool wait_for(uint64_t id, struct failure *f)
{
    pthread_mutex_lock(&lock);
    struct future *future = *find(id);
    bool waits = future && !future->failed;
    pthread_mutex_unlock(&lock);
    if (!waits || !process_check(f))
        return !waits;
    worker_blocks();
    pthread_mutex_lock(&lock);
    while ((future = *find(id)) && !future->failed) {
        struct watch *watch = watch_of(id);
        if (!watch) {
            pthread_cond_wait(&changed, &lock);
            continue;
        }
        pthread_mutex_unlock(&lock);
        watch_ask(watch, true);
        pthread_mutex_lock(&lock);
    }
    pthread_mutex_unlock(&lock);
    worker_unblocks();
    return true;
}

static bool check(ampc_future future, const char *what, const char *file, int line)
{
    if (future.id)
        return true;
    struct failure f;
    f.code = AMPC_SUCCESS;
    failure_set(&f, AMPC_ERROR_RUNTIME_EXCEPTION, "%s of an empty completion_future", what);
    failure_raise(&f, file, line);
    return false;
}

void ampc__future_wait(ampc_future f, const char *file, int line)
{
    struct failure failed;
    failed.code = AMPC_SUCCESS;
    if (check(f, "wait()", file, line) && !wait_for(f.id, &failed))
        failure_raise(&failed, file, line);
}

/* Waits, and raises the operation's error: false then. */
static bool get(ampc_future f, const char *file, int line)
{
    struct failure failed;
    failed.code = AMPC_SUCCESS;
    bool waited = wait_for(f.id, &failed);
    pthread_mutex_lock(&lock);
    struct future *future = *find(f.id);
    if (future && waited) {
        failure_of(future, &failed);
        file = future->file ? future->file : file;
        line = future->file ? future->line : line;
    }
    struct origin o = origins[f.id % TIMES];
    pthread_mutex_unlock(&lock);
    if (waited && failed.code == AMPC_SUCCESS && o.id == f.id) {
        queue_stops(o.view, o.ticket, &failed);
        file = o.file ? o.file : file;
        line = o.file ? o.line : line;
    }
    if (failed.code != AMPC_SUCCESS)
        failure_raise(&failed, file, line);
    return failed.code == AMPC_SUCCESS;
}

void ampc__future_get(ampc_future f, const char *file, int line)
{
    if (check(f, "get()", file, line))
        get(f, file, line);
}

/* ---- Times of launches ---- */

void ampc__time_launches(void)
{
    __atomic_store_n(&times_wanted, true, __ATOMIC_RELAXED);
}

void ampc_time_launches(void)
{
    ampc__time_launches();
}

double ampc__future_seconds(ampc_future f, const char *file, int line)
{
    struct failure failed;
    double seconds = -1;
    failed.code = AMPC_SUCCESS;
    if (!check(f, "seconds()", file, line) || !get(f, file, line))
        return 0;
    pthread_mutex_lock(&lock);
    for (size_t k = 0; k < TIMES; k++)
        seconds = times[k].id == f.id ? times[k].seconds : seconds;
    pthread_mutex_unlock(&lock);
    if (seconds >= 0)
        return seconds;
    failure_set(&failed, AMPC_ERROR_RUNTIME_EXCEPTION,
                "the time of this operation is not known: futures of parallel_for_each have times, "
                "the latest %d of them, where the accelerator was not in use before the program "
                "asked for times",
                TIMES);
    failure_raise(&failed, file, line);
    return 0;
}

double ampc_future_seconds(ampc_future f)
{
    return ampc__future_seconds(f, NULL, 0);
}

bool ampc__future_valid(ampc_future f)
{
    return f.id != 0;
}

int ampc_future_valid(ampc_future f)
{
    return f.id != 0;
}

int ampc_future_is_ready(ampc_future f)
{
    pthread_mutex_lock(&lock);
    struct watch *watch = f.id && !process_is_child() ? watch_of(f.id) : NULL;
    pthread_mutex_unlock(&lock);
    if (watch)
        watch_ask(watch, false);
    pthread_mutex_lock(&lock);
    const struct future *future = f.id ? *find(f.id) : NULL;
    bool ready = f.id && (!future || future->failed);
    pthread_mutex_unlock(&lock);
    return ready;
}

void ampc_future_wait(ampc_future f)
{
    ampc__future_wait(f, NULL, 0);
}

void ampc_future_get(ampc_future f)
{
    ampc__future_get(f, NULL, 0);
}

/* ---- Continuations ---- */

struct call {
    void (*function)(void *);
};

static void run_call(struct job *job, bool run, struct failure *f)
{
    struct call *call = (struct call *)(void *)job->data;
    (void)f;
    if (run)
        call->function(job->user);
}

ampc_future ampc__future_then(ampc_future f, void (*function)(void *), void *argument,
                              const char *file, int line)
{
    struct failure failed;
    failed.code = AMPC_SUCCESS;
    if (!check(f, "then()", file, line))
        return f;
    struct job *job = job_new(run_call, sizeof(struct call), file, line, &failed);
    if (!job) {
        failure_raise(&failed, file, line);
        return (ampc_future){0};
    }
    ((struct call *)(void *)job->data)->function = function;
    job->user = argument;
    return job_submit(job, f.id);
}

ampc_future ampc_future_then(ampc_future f, void (*function)(void *), void *argument)
{
    return ampc__future_then(f, function, argument, NULL, 0);
}

struct lambda {
    void (*body)(void *, int);
    _Alignas(16) char captures[];
};

static void run_lambda(struct job *job, bool run, struct failure *f)
{
    struct lambda *lambda = (struct lambda *)(void *)job->data;
    (void)f;
    lambda->body(lambda->captures, run);
}

ampc_future ampc__future_then_body(ampc_future f, void (*body)(void *, int), const void *captures,
                                   ampc_size size, const char *file, int line)
{
    struct failure failed;
    failed.code = AMPC_SUCCESS;
    struct job *job = check(f, "then()", file, line)
                          ? job_new(run_lambda, sizeof(struct lambda) + size, file, line, &failed)
                          : NULL;
    if (!job) {
        body((void *)(uintptr_t)captures, 0);
        if (failed.code != AMPC_SUCCESS)
            failure_raise(&failed, file, line);
        return (ampc_future){0};
    }
    struct lambda *lambda = (struct lambda *)(void *)job->data;
    lambda->body = body;
    memcpy(lambda->captures, captures, size);
    return job_submit(job, f.id);
}

/* ---- At exit ---- */

/* Takes a failure whose error has not been raised; false: there is none. */
static bool take_unasked(struct failure *f, const char **file, int *line)
{
    for (size_t k = 0; k < BUCKETS; k++) {
        for (struct future *future = buckets[k]; future; future = future->next) {
            if (future->failed && !future->asked) {
                failure_of(future, f);
                *file = future->file;
                *line = future->line;
                return true;
            }
        }
    }
    return false;
}

void futures_drain(void)
{
    long pause = 0;
    if (worker_is_this() || process_is_child())
        return; /* a continuation ends the program: nobody would end the continuation */
    pthread_mutex_lock(&lock);
    leaving = true;
    while (pending || callbacks)
        if (polled && !polling)
            poll(&pause);
        else
            pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    for (bool more = true; more;) {
        struct failure f;
        const char *file;
        int line;
        f.code = AMPC_SUCCESS;
        pthread_mutex_lock(&lock);
        more = take_unasked(&f, &file, &line);
        pthread_mutex_unlock(&lock);
        if (more)
            failure_raise(&f, file, line);
    }
}

void futures_resume(void)
{
    pthread_mutex_lock(&lock);
    leaving = false;
    pthread_mutex_unlock(&lock);
}
