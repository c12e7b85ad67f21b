/* view_static.c - views of static and thread storage duration: made before main or at their first
 * use, released at exit or at the end of the thread.
 *
 * Generated code lists static objects in a section of the program; a thread-local one is reached
 * through a function that initialises it once. */
#include "runtime/homes.h"

#include <pthread.h>
#include <stdlib.h>

/* ---- Objects of programs and threads ---- */

/* The objects of static storage, by program and shared library. Under runtime_lock. */
struct statics {
    struct statics *next;
    ampc__static *begin, *end;
};
static struct statics *all_statics;
/* For the first ones, before main, where an error could not be reported. */
static struct statics few_statics[8];
static size_t few_taken;

/* The objects of one thread, the newest first. */
struct thread_object {
    struct thread_object *next;
    ampc__static object;
};
static _Thread_local struct thread_object *thread_objects;
static pthread_key_t thread_key;

void ampc__statics(ampc__static *begin, ampc__static *end)
{
    if (begin == end)
        return;
    runtime_lock();
    bool is_few = few_taken < sizeof few_statics / sizeof few_statics[0];
    struct statics *s = is_few ? &few_statics[few_taken++] : malloc(sizeof *s);
    if (s) {
        *s = (struct statics){all_statics, begin, end};
        all_statics = s;
    }
    runtime_unlock();
    if (!s) {
        struct failure f;
        f.code = AMPC_SUCCESS;
        failure_set(&f, AMPC_ERROR_OUT_OF_MEMORY,
                    "no memory for the static views of a shared library: they will not be "
                    "synchronised at exit");
        failure_raise(&f, NULL, 0);
    }
}

static bool is_allocated(const struct statics *s)
{
    return s < few_statics || s >= few_statics + sizeof few_statics / sizeof few_statics[0];
}

static void thread_objects_release(void *unused)
{
    (void)unused;
    while (thread_objects) {
        struct thread_object *o = thread_objects;
        thread_objects = o->next;
        views_release(o->object.object, o->object.views);
        free(o);
    }
}

/* Registers the release of this thread's objects at its end. */
static bool thread_register(const struct thread_object *any)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static bool made;
    pthread_mutex_lock(&lock);
    made = made || pthread_key_create(&thread_key, thread_objects_release) == 0;
    bool has_key = made;
    pthread_mutex_unlock(&lock);
    return has_key && pthread_setspecific(thread_key, any) == 0;
}

void ampc__thread_object(void *object, const ampc_size *views, const char *file, int line)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    struct thread_object *o = malloc(sizeof *o);
    if (!o || !thread_register(o)) {
        free(o);
        failure_set(&f, AMPC_ERROR_OUT_OF_MEMORY, "no memory for a thread's views");
        failure_raise(&f, file, line);
        return;
    }
    o->object.object = object;
    o->object.views = views;
    o->next = thread_objects;
    thread_objects = o;
}

void statics_release(void)
{
    thread_objects_release(NULL); /* of the thread that ends the program */
    for (;;) {
        runtime_lock();
        struct statics *s = all_statics;
        all_statics = s ? s->next : NULL;
        runtime_unlock();
        if (!s)
            return;
        for (ampc__static *object = s->begin; object < s->end; object++)
            views_release(object->object, object->views);
        if (is_allocated(s))
            free(s);
    }
}

/* ---- Objects of functions ---- */

static pthread_mutex_t once_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t once_done = PTHREAD_COND_INITIALIZER;

/* Its address identifies the thread. */
static _Thread_local char myself;

int ampc__once_begin(ampc__once *once, const char *file, int line)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    pthread_mutex_lock(&once_lock);
    while (!once->done && once->owner && once->owner != &myself)
        pthread_cond_wait(&once_done, &once_lock);
    bool again = once->owner == &myself, first = !once->done && !again;
    if (first)
        once->owner = &myself;
    pthread_mutex_unlock(&once_lock);
    if (again) {
        failure_set(&f, AMPC_ERROR_RUNTIME_EXCEPTION,
                    "the initialiser of a static object comes to its own declaration");
        failure_raise(&f, file, line);
    }
    return first;
}

void ampc__once_end(ampc__once *once)
{
    pthread_mutex_lock(&once_lock);
    once->owner = NULL;
    __atomic_store_n(&once->done, 1, __ATOMIC_RELEASE);
    pthread_cond_broadcast(&once_done);
    pthread_mutex_unlock(&once_lock);
}
