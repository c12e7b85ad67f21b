/* process.c - fork(), dlclose(), threads, and the stack that a driver needs.
 *
 * Drivers have threads, so they do not work behind fork(): a child is recognised by pthread_atfork,
 * and a use of a driver in it is an error. Shared libraries with launched kernels stay loaded. */
#include "runtime/homes.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>

/* ---- fork() ---- */

/* Set in children of a process whose accelerators had been looked for. */
static int child;

/* Is runtime_lock held for a fork? By the thread that forks. */
static _Thread_local bool held;

/* Takes all locks, so that the child's data are consistent. */
static void before_fork(void)
{
    held = runtime_hold();
    futures_hold();
    errors_hold();
}

static void after_fork(void)
{
    errors_let_go();
    futures_let_go();
    if (held)
        runtime_unlock();
}

static void in_child(void)
{
    __atomic_store_n(&child, 1, __ATOMIC_RELEASE);
    errors_let_go();
    futures_let_go();
    runtime_renew();
    homes_disown();
}

bool process_is_child(void)
{
    return __atomic_load_n(&child, __ATOMIC_ACQUIRE) != 0;
}

bool process_check(struct failure *f)
{
    return !process_is_child() ||
           failure_set(f, AMPC_ERROR_ACCELERATOR_VIEW_REMOVED,
                       "accelerators do not survive fork(): this process was forked from one that "
                       "had used them; fork before the first use, or exec");
}

/* ---- dlclose() ---- */

void process_keep(const void *address)
{
    Dl_info info;
    struct link_map *map = NULL;
    if (dladdr1(address, &info, (void **)&map, RTLD_DL_LINKMAP) && map && map->l_name[0]) {
        void *handle = dlopen(map->l_name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
        if (handle)
            dlclose(handle);
        else
            dlerror(); /* the program itself, or nothing that can be kept */
    }
}

bool process_prepare(void)
{
    if (pthread_atfork(before_fork, after_fork, in_child) != 0)
        return false;
    process_keep((const void *)&child);
    return true;
}

/* ---- Threads and their stacks ---- */

enum { ROOM = 2 << 20, STACK = 16 << 20 };

/* Bytes left of the stack of this thread; 0 if that is not known, or if this runs on another one,
 * as coroutines do. */
static size_t stack_left(void)
{
    pthread_attr_t attributes;
    void *lowest;
    size_t size;
    uintptr_t here = (uintptr_t)&attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
        return 0;
    bool known = pthread_attr_getstack(&attributes, &lowest, &size) == 0;
    pthread_attr_destroy(&attributes);
    return known && here - (uintptr_t)lowest < size ? here - (uintptr_t)lowest : 0;
}

bool process_thread(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                    void *argument)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool made = pthread_create(thread, attributes, run, argument) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return made;
}

struct call {
    void (*function)(void *);
    void *argument;
};

static void *call_run(void *argument)
{
    struct call *call = argument;
    call->function(call->argument);
    return NULL;
}

void process_with_room(void (*function)(void *), void *argument)
{
    struct call call = {function, argument};
    pthread_attr_t attributes;
    pthread_t thread;
    if (stack_left() >= ROOM || pthread_attr_init(&attributes) != 0) {
        function(argument);
        return;
    }
    bool made = pthread_attr_setstacksize(&attributes, STACK) == 0 &&
                process_thread(&thread, &attributes, call_run, &call);
    pthread_attr_destroy(&attributes);
    if (made)
        pthread_join(thread, NULL);
    else
        function(argument);
}

void process_apart(void (*function)(void *), void *argument)
{
    struct call call = {function, argument};
    pthread_t thread;
    if (process_thread(&thread, NULL, call_run, &call))
        pthread_join(thread, NULL);
    else
        function(argument);
}
