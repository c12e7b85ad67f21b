/* worker.c - the library's own threads: they run the jobs of futures, and end at exit.
 *
 * A job that waits for a future calls worker_blocks, and another thread takes its place, so jobs
 * that wait for jobs cannot run out of threads. */
#include "runtime/internal.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

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
static size_t idle;
static struct thread *threads;
static bool leaving; /* threads end when nothing is queued */
static _Thread_local bool is_worker;

/* The next job, once there is one; NULL: the thread is to end. Under the lock. */
static struct job *take(void)
{
    idle++;
    while (first ? working >= MAX_WORKING : !leaving)
        pthread_cond_wait(&arrived, &lock);
    idle--;
    struct job *job = first;
    if (!job)
        return NULL;
    first = job->next;
    queued--;
    working++;
    return job;
}

static void *work(void *unused)
{
    sigset_t all;
    (void)unused;
    sigfillset(&all); /* signals are for the program's own threads */
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    is_worker = true;
    pthread_mutex_lock(&lock);
    for (struct job *job; (job = take()) != NULL;) {
        pthread_mutex_unlock(&lock);
        job_run(job);
        pthread_mutex_lock(&lock);
        working--;
        pthread_cond_signal(&arrived);
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

/* Under the lock. */
static bool add_thread(void)
{
    struct thread *thread = malloc(sizeof *thread);
    if (!thread || pthread_create(&thread->id, NULL, work, NULL) != 0) {
        free(thread);
        return false;
    }
    thread->next = threads;
    threads = thread;
    return true;
}

/* Starts a thread for queued jobs if need be; false: there is none at all. Under the lock. */
static bool provide(void)
{
    pthread_cond_signal(&arrived);
    /* those that have been made may not have begun: neither working nor idle */
    return queued <= idle || working >= MAX_WORKING || add_thread() || working || idle || threads;
}

bool worker_submit(struct job *job, struct failure *f)
{
    pthread_mutex_lock(&lock);
    job->next = NULL;
    *(first ? &last->next : &first) = job;
    struct job *before = last;
    last = job;
    queued++;
    bool ok = provide();
    if (!ok) { /* no thread will take it; the queue is otherwise empty */
        first = NULL;
        last = before;
        queued--;
        failure_set(f, AMPC_ERROR_OUT_OF_MEMORY, "no thread can be made for a continuation");
    }
    pthread_mutex_unlock(&lock);
    return ok;
}

void worker_blocks(void)
{
    if (is_worker) {
        pthread_mutex_lock(&lock);
        working--;
        if (queued)
            provide();
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
    struct thread *thread;
    if (is_worker)
        return; /* a job that ends the program cannot wait for itself */
    pthread_mutex_lock(&lock);
    leaving = true;
    pthread_cond_broadcast(&arrived);
    while ((thread = threads) != NULL) {
        threads = thread->next;
        pthread_mutex_unlock(&lock);
        pthread_join(thread->id, NULL);
        free(thread);
        pthread_mutex_lock(&lock);
    }
    leaving = false;
    pthread_mutex_unlock(&lock);
}
