/* worker.c - the library's own threads: they run the jobs of futures, and end at exit.
 *
 * A job that waits for a future calls worker_blocks, and another thread takes its place, so jobs
 * that wait for jobs cannot run out of threads. Where no thread can be made, it runs the queued
 * jobs itself before it waits. */
#include "runtime/internal.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

/* Threads that work at the same time. Those that wait for a future do not count: what they wait for
 * may need a thread. */
enum { MAX_WORKING = 16 };

struct thread {
    struct thread *next;
    pthread_t id;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
/* Under the lock. */
static struct job *first, *last; /* that no thread has taken yet */
static size_t queued;
static size_t working; /* threads that have a job and do not wait */
static size_t idle;    /* that wait for a job, or have just been made */
static struct thread *threads;
static bool leaving; /* threads end */
static _Thread_local bool is_worker;

/* Runs the first job of the queue. Under the lock, given up meanwhile. */
static void run_first(void)
{
    struct job *job = first;
    first = job->next;
    queued--;
    working++;
    pthread_mutex_unlock(&lock);
    job_run(job);
    pthread_mutex_lock(&lock);
    working--;
}

static void *work(void *unused)
{
    (void)unused;
    is_worker = true;
    pthread_mutex_lock(&lock);
    while (!leaving) {
        if (!first || working >= MAX_WORKING) {
            pthread_cond_wait(&arrived, &lock);
            continue;
        }
        idle--;
        run_first();
        idle++;
        pthread_cond_signal(&arrived);
    }
    idle--;
    pthread_mutex_unlock(&lock);
    return NULL;
}

/* Under the lock. */
static bool add_thread(void)
{
    struct thread *thread = malloc(sizeof *thread);
    if (!thread || !process_thread(&thread->id, NULL, work, NULL)) {
        free(thread);
        return false;
    }
    thread->next = threads;
    threads = thread;
    idle++;
    return true;
}

/* Starts a thread for queued jobs if need be; false: none will take them. Under the lock. */
static bool provide(void)
{
    pthread_cond_signal(&arrived);
    return leaving || queued <= idle || working >= MAX_WORKING || add_thread() || working || idle;
}

bool worker_submit(struct job *job, struct failure *f)
{
    pthread_mutex_lock(&lock);
    job->next = NULL;
    struct job **at = first ? &last->next : &first, *before = last;
    *at = last = job;
    queued++;
    bool ok = provide();
    if (!ok) {
        *at = NULL;
        last = before;
        queued--;
        failure_set(f, AMPC_ERROR_OUT_OF_MEMORY, "no thread can be made for a continuation");
    }
    pthread_mutex_unlock(&lock);
    return ok;
}

void worker_blocks(void)
{
    enum { DEEPEST = 64 }; /* jobs that wait, one within another, as a stack has room for */
    static _Thread_local int depth;
    if (is_worker) {
        pthread_mutex_lock(&lock);
        working--;
        while (first && !provide() && depth < DEEPEST) {
            depth++;
            run_first();
            depth--;
        }
        pthread_mutex_unlock(&lock);
    }
}

void worker_unblocks(void)
{
    if (is_worker) {
        pthread_mutex_lock(&lock);
        working++;
        pthread_mutex_unlock(&lock);
    }
}

bool worker_is_this(void)
{
    return is_worker;
}

void worker_stop(void)
{
    enum { PATIENCE = 200000000, SECOND = 1000000000 }; /* nanoseconds */
    struct thread *thread;
    struct timespec until;
    if (is_worker)
        return; /* a job that ends the program cannot wait for itself */
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += PATIENCE;
    until.tv_sec += until.tv_nsec / SECOND;
    until.tv_nsec %= SECOND;
    pthread_mutex_lock(&lock);
    leaving = true;
    pthread_cond_broadcast(&arrived);
    while ((thread = threads) != NULL) {
        threads = thread->next;
        pthread_mutex_unlock(&lock);
        if (pthread_timedjoin_np(thread->id, NULL, &until) != 0)
            pthread_detach(thread->id);
        free(thread);
        pthread_mutex_lock(&lock);
    }
    leaving = false;
    if (first)
        provide();
    pthread_mutex_unlock(&lock);
}
