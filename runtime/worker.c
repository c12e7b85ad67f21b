#include "runtime/internal.h"

#include <pthread.h>
#include <signal.h>

/* Threads that work at the same time. Those that wait for a future do not count: what they wait for
 * may need a thread. */
enum { MAX_WORKING = 16 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
/* Under the lock. */
static struct job *first, *last; /* that no thread has taken yet */
static size_t queued;
static size_t working; /* threads that have a job and do not wait */
static size_t idle;
static _Thread_local bool is_worker;

/* The next job, once there is one. Under the lock. */
static struct job *take(void)
{
    idle++;
    while (!first || working >= MAX_WORKING) {
        pthread_cond_wait(&arrived, &lock);
    }
    idle--;
    struct job *job = first;
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
    for (;;) {
        pthread_mutex_lock(&lock);
        struct job *job = take();
        pthread_mutex_unlock(&lock);
        job_run(job);
        pthread_mutex_lock(&lock);
        working--;
        pthread_cond_signal(&arrived);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static bool add_thread(void)
{
    pthread_t thread;
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) {
        return false;
    }
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    bool made = pthread_create(&thread, &attributes, work, NULL) == 0;
    pthread_attr_destroy(&attributes);
    return made;
}

/* Sees to it that somebody takes what is queued. Under the lock. */
static bool provide(void)
{
    pthread_cond_signal(&arrived);
    return queued <= idle || working >= MAX_WORKING || add_thread() || working || idle;
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
    if (!ok) { /* nobody will ever take it, nor is anything else queued */
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
        if (queued) {
            provide();
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
