/* emulator_run.c - how the emulator runs a kernel: the tiles are distributed over a pool of host
 * threads, and the threads of a tile are fibers that take turns at barriers.
 *
 * A kernel without barriers runs its threads one after the other, without fibers. tile_static
 * objects are memory of the tile, found by a key. The sanitizers are notified of every change of
 * stacks. Example: a tile of 16 threads that waits once runs 16 fibers to the barrier, then each to
 * its end. */
#include "runtime/emulator.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#else
#define VALGRIND_STACK_REGISTER(low, high) 0
#define VALGRIND_STACK_DEREGISTER(number) (void)(number)
#endif

/* How the emulator runs a kernel. The threads of the simple form are calls one after the other; the
 * domain is distributed over some threads of the host, one of which is the caller. The threads of a
 * tile are fibers of one thread of the host: each runs until it is done or meets a barrier, and
 * then the next one does. Only those that wait at a barrier need a stack of their own, so a kernel
 * without barriers takes one. */

/* ---- The sanitizers' view of stacks: functions of theirs, if the program has them ---- */

void __sanitizer_start_switch_fiber(void **save, const void *bottom, size_t size)
    __attribute__((weak));
void __sanitizer_finish_switch_fiber(void *save, const void **bottom, size_t *size)
    __attribute__((weak));
void *__tsan_get_current_fiber(void) __attribute__((weak));
void *__tsan_create_fiber(unsigned flags) __attribute__((weak));
void __tsan_destroy_fiber(void *fiber) __attribute__((weak));
void __tsan_switch_to_fiber(void *fiber, unsigned flags) __attribute__((weak));

/* A suspended execution. */
struct context {
    void *sp;
    const void *bottom; /* of its stack, for ASan */
    size_t size;
    void *fake; /* ASan's */
    void *tsan; /* TSan's */
};

#if defined __x86_64__
/* Saves the registers that a function must keep, and resumes 'to'. */
void ampc__fiber_jump(void **from, void *to);
/* The entry of a fiber: calls the function at 8(%rsp). The unwind information names the context at
 * (%rsp) as the caller, as fiber_jump left it, so a backtrace of a fiber goes on there. */
void ampc__fiber_start(void);
__asm__(".pushsection .text\n"
        ".globl ampc__fiber_jump\n"
        ".hidden ampc__fiber_jump\n"
        ".type ampc__fiber_jump, @function\n"
        "ampc__fiber_jump:\n"
        "    pushq %rbp\n    pushq %rbx\n    pushq %r12\n    pushq %r13\n    pushq %r14\n"
        "    pushq %r15\n    movq %rsp, (%rdi)\n    movq %rsi, %rsp\n    popq %r15\n"
        "    popq %r14\n    popq %r13\n    popq %r12\n    popq %rbx\n    popq %rbp\n    ret\n"
        ".size ampc__fiber_jump, . - ampc__fiber_jump\n"
        ".globl ampc__fiber_start\n"
        ".hidden ampc__fiber_start\n"
        ".type ampc__fiber_start, @function\n"
        "ampc__fiber_start:\n"
        "    .cfi_startproc\n"
        "    .cfi_escape 0x0f, 6, 0x77, 0, 0x06, 0x06, 0x23, 56\n" /* CFA: **(%rsp) + 56 */
        "    .cfi_offset %rip, -8\n    .cfi_offset %rbp, -16\n    .cfi_offset %rbx, -24\n"
        "    .cfi_offset %r12, -32\n    .cfi_offset %r13, -40\n    .cfi_offset %r14, -48\n"
        "    .cfi_offset %r15, -56\n"
        "    call *8(%rsp)\n    ud2\n"
        "    .cfi_endproc\n"
        ".size ampc__fiber_start, . - ampc__fiber_start\n"
        ".popsection\n");

/* caller: the context that jumps to *c. */
static void context_make(struct context *c, char *stack, size_t size, void (*entry)(void),
                         struct context *caller)
{
    void **top = (void **)(void *)(stack + size);
    void (*start)(void) = ampc__fiber_start;
    memcpy(--top, &entry, sizeof entry);
    *--top = caller;
    memcpy(--top, &start, sizeof start);
    for (int k = 0; k < 6; k++)
        *--top = NULL;
    c->sp = top;
}

static void context_jump(struct context *from, struct context *to)
{
    ampc__fiber_jump(&from->sp, to->sp);
}
#else
#include <ucontext.h>

static void context_make(struct context *c, char *stack, size_t size, void (*entry)(void),
                         struct context *caller)
{
    (void)caller;
    /* At the top of the stack, where nothing else comes. */
    size_t room = (sizeof(ucontext_t) + 63) / 64 * 64;
    ucontext_t *u = (ucontext_t *)(void *)(stack + size - room);
    getcontext(u);
    u->uc_stack.ss_sp = stack;
    u->uc_stack.ss_size = size - room;
    u->uc_link = NULL;
    makecontext(u, entry, 0);
    c->sp = u;
}

static void context_jump(struct context *from, struct context *to)
{
    static __thread ucontext_t own; /* the thread's; fibers have theirs */
    from->sp = from->sp ? from->sp : &own;
    swapcontext(from->sp, to->sp);
}
#endif

/* ---- Fibers ---- */

enum { STACK_BYTES = 256 * 1024, GUARD_BYTES = 64 * 1024 };

/* Where a thread of the kernel is, OpenCL's order of dimensions. */
struct item {
    size_t global[3], local[3], group[3];
};

struct fiber {
    struct context context;
    struct item item;
    bool waits;     /* at a barrier; else it is done */
    unsigned stack; /* its number, for Valgrind */
};

struct tile_object { /* tile_static */
    const void *key;
    void *at;
};

/* A kernel being run. */
struct work {
    void (*run)(void *const *args);
    void *const *args;
    bool tiled, backwards;
    size_t groups[3], local[3];
    size_t total, chunk; /* groups; how many are taken at once */
    size_t next;         /* atomic */
    int failed;          /* atomic: no memory */
    /* Under the pool's lock. */
    struct work *other; /* that is shared at the same time */
    int active;         /* threads of the pool that have it */
};

/* The state of a thread of the host that runs kernels. */
struct worker {
    const struct work *work;
    const struct item *item; /* that runs */
    struct context context;  /* of the thread itself */
    struct fiber *fiber;     /* that runs; 0: none */
    struct fiber *fibers;    /* of which 'made' have stacks */
    size_t made, capacity;
    bool failed; /* the fiber that ran had no memory: it does not go on */
    struct tile_object *objects;
    size_t nobjects;
};

static __thread struct worker here;

static void fiber_leave(void)
{
    struct fiber *f = here.fiber;
    if (__sanitizer_start_switch_fiber)
        __sanitizer_start_switch_fiber(&f->context.fake, here.context.bottom, here.context.size);
    if (__tsan_switch_to_fiber)
        __tsan_switch_to_fiber(here.context.tsan, 0);
    context_jump(&f->context, &here.context);
    if (__sanitizer_finish_switch_fiber) {
        /* It may have another place in the list by now. */
        __sanitizer_finish_switch_fiber(here.fiber->context.fake, &here.context.bottom,
                                        &here.context.size);
    }
}

/* The function of a fiber: runs one thread of the kernel after the other. */
static void fiber_main(void)
{
    if (__sanitizer_finish_switch_fiber)
        __sanitizer_finish_switch_fiber(NULL, &here.context.bottom, &here.context.size);
    for (;;) {
        here.work->run(here.work->args);
        here.fiber->waits = false;
        fiber_leave();
    }
}

/* Runs the fiber until it is done or waits. */
static void fiber_enter(struct fiber *f)
{
    here.fiber = f;
    here.item = &f->item;
    if (__sanitizer_start_switch_fiber)
        __sanitizer_start_switch_fiber(&here.context.fake, f->context.bottom, f->context.size);
    if (__tsan_switch_to_fiber) {
        here.context.tsan = __tsan_get_current_fiber();
        __tsan_switch_to_fiber(f->context.tsan, 0);
    }
    context_jump(&here.context, &f->context);
    if (__sanitizer_finish_switch_fiber)
        __sanitizer_finish_switch_fiber(here.context.fake, NULL, NULL);
    here.fiber = NULL;
    here.item = NULL;
}

static bool fiber_make(struct fiber *f)
{
    size_t bytes = STACK_BYTES + GUARD_BYTES;
    char *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (at == MAP_FAILED)
        return false;
    if (mprotect(at, GUARD_BYTES, PROT_NONE) != 0) {
        munmap(at, bytes);
        return false;
    }
    *f = (struct fiber){.context = {.bottom = at + GUARD_BYTES, .size = STACK_BYTES}};
    context_make(&f->context, at + GUARD_BYTES, STACK_BYTES, fiber_main, &here.context);
    f->stack = VALGRIND_STACK_REGISTER(at + GUARD_BYTES, at + bytes);
    f->context.tsan = __tsan_create_fiber ? __tsan_create_fiber(0) : NULL;
    return true;
}

static void fiber_free(struct fiber *f)
{
    if (__tsan_destroy_fiber)
        __tsan_destroy_fiber(f->context.tsan);
    VALGRIND_STACK_DEREGISTER(f->stack);
    munmap((char *)(uintptr_t)f->context.bottom - GUARD_BYTES, STACK_BYTES + GUARD_BYTES);
}

/* Whatever they were doing. */
static void fibers_drop(void)
{
    for (size_t k = 0; k < here.made; k++)
        fiber_free(&here.fibers[k]);
    here.made = 0;
}

/* At the end of a thread that has run kernels. */
static void worker_free(void *unused)
{
    (void)unused;
    fibers_drop();
    free(here.fibers);
    free(here.objects);
    memset(&here, 0, sizeof here);
}

static pthread_key_t worker_key;
static bool worker_key_made;

/* Registers the release of this thread's fibers at its end. */
static bool worker_register(void)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    worker_key_made = worker_key_made || pthread_key_create(&worker_key, worker_free) == 0;
    bool made = worker_key_made;
    pthread_mutex_unlock(&lock);
    return made && pthread_setspecific(worker_key, &here) == 0;
}

/* Room for n fibers, given back at the end of the thread. No fiber is in use. */
static bool fibers_reserve(size_t n)
{
    if (n <= here.capacity)
        return true;
    struct fiber *fibers = worker_register() ? realloc(here.fibers, n * sizeof *fibers) : NULL;
    if (fibers) {
        here.fibers = fibers;
        here.capacity = n;
    }
    return fibers != NULL;
}

/* ---- Groups ---- */

/* The coordinates of a number in a box of that shape. */
static void split(size_t number, const size_t shape[3], size_t out[3])
{
    for (int k = 0; k < 3; k++) {
        out[k] = number % shape[k];
        number /= shape[k];
    }
}

static void item_set(struct item *item, const struct work *w, const size_t group[3], size_t number)
{
    split(number, w->local, item->local);
    for (int k = 0; k < 3; k++) {
        item->group[k] = group[k];
        item->global[k] = group[k] * w->local[k] + item->local[k];
    }
}

static void objects_free(void)
{
    for (size_t k = 0; k < here.nobjects; k++)
        free(here.objects[k].at);
    here.nobjects = 0;
}

/* Fibers 0 to waiting - 1 wait at a barrier: lets them go on until all are done, or one fails. The
 * order of those that wait stays, as fibers change places. */
static void group_finish(size_t waiting)
{
    while (waiting) {
        size_t still = 0;
        for (size_t k = 0; k < waiting; k++) {
            fiber_enter(&here.fibers[k]);
            if (here.failed)
                return;
            if (here.fibers[k].waits) {
                struct fiber f = here.fibers[still];
                here.fibers[still] = here.fibers[k];
                here.fibers[k] = f;
                still++;
            }
        }
        waiting = still;
    }
}

static bool group_run(const struct work *w, size_t number)
{
    size_t items = w->local[0] * w->local[1] * w->local[2], waiting = 0, group[3];
    if (!fibers_reserve(items))
        return false;
    split(number, w->groups, group);
    here.failed = false;
    for (size_t k = 0; k < items && !here.failed; k++) {
        struct fiber *f = &here.fibers[waiting];
        if (waiting == here.made) {
            here.failed = !fiber_make(f);
            here.made += !here.failed;
        }
        if (!here.failed) {
            item_set(&f->item, w, group, w->backwards ? items - 1 - k : k);
            fiber_enter(f);
            waiting += f->waits;
        }
    }
    if (!here.failed)
        group_finish(waiting);
    if (here.failed)
        fibers_drop(); /* some are in the middle of this kernel */
    objects_free();
    return !here.failed;
}

static void work_share(struct work *w)
{
    struct item item = {.local = {0, 0, 0}};
    here.work = w;
    for (;;) {
        size_t at = __atomic_fetch_add(&w->next, w->chunk, __ATOMIC_RELAXED);
        size_t end = at + w->chunk < w->total ? at + w->chunk : w->total;
        if (at >= w->total || __atomic_load_n(&w->failed, __ATOMIC_RELAXED))
            break;
        for (; at < end; at++) {
            size_t number = w->backwards ? w->total - 1 - at : at;
            if (w->tiled && !group_run(w, number)) {
                __atomic_store_n(&w->failed, 1, __ATOMIC_RELAXED);
                break;
            } else if (!w->tiled) {
                split(number, w->groups, item.group);
                memcpy(item.global, item.group, sizeof item.global);
                here.item = &item;
                w->run(w->args);
            }
        }
    }
    here.work = NULL;
    here.item = NULL;
}

/* ---- Threads of the host ---- */

bool emulator_thread(pthread_t *thread, void *(*run)(void *), void *argument, const char *name)
{
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};
    sigset_t blocked, before;
    sigfillset(&blocked); /* signals are for the program's own threads */
    for (size_t k = 0; k < sizeof faults / sizeof *faults; k++)
        sigdelset(&blocked, faults[k]);
    pthread_sigmask(SIG_SETMASK, &blocked, &before);
    bool made = pthread_create(thread, NULL, run, argument) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (made)
        pthread_setname_np(*thread, name);
    return made;
}

/* Whether a debugger watches the process. */
static bool is_traced(void)
{
    char line[128];
    int tracer = 0;
    FILE *status = fopen("/proc/self/status", "r");
    while (status && !tracer && fgets(line, sizeof line, status))
        sscanf(line, "TracerPid: %d", &tracer);
    if (status)
        fclose(status);
    return tracer != 0;
}

enum { MOST_THREADS = 64 };
static pthread_once_t settings_once = PTHREAD_ONCE_INIT;
static int threads; /* of the host that share a kernel */
static bool inside; /* see emulator_runs_inside */

static void settings_read(void)
{
    const char *wish = secure_getenv("AMPC_EMULATOR_THREADS");
    bool wished = wish && *wish;
    long n = wished ? strtol(wish, NULL, 10) : rank_threads();
    inside = wished ? n <= 1 : is_traced();
    threads = inside || n < 1 ? 1 : n > MOST_THREADS ? MOST_THREADS : (int)n;
}

static int thread_count(void)
{
    pthread_once(&settings_once, settings_read);
    return threads;
}

bool emulator_runs_inside(void)
{
    pthread_once(&settings_once, settings_read);
    return inside;
}

/* The pool: threads that help to run kernels. */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    struct work *works; /* being shared */
    int threads;        /* that were started */
    pthread_t thread[MOST_THREADS];
    bool quits; /* they are to end */
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER,
          .begin = PTHREAD_COND_INITIALIZER,
          .end = PTHREAD_COND_INITIALIZER};

/* A work of which groups are left. Under pool.lock. */
static struct work *pool_find(void)
{
    struct work *w = pool.works;
    while (w && __atomic_load_n(&w->next, __ATOMIC_RELAXED) >= w->total)
        w = w->other;
    return w;
}

static void *pool_main(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&pool.lock);
    while (!pool.quits) {
        struct work *w = pool_find();
        if (!w) {
            pthread_cond_wait(&pool.begin, &pool.lock);
            continue;
        }
        w->active++;
        pthread_mutex_unlock(&pool.lock);
        work_share(w);
        pthread_mutex_lock(&pool.lock);
        if (--w->active == 0)
            pthread_cond_broadcast(&pool.end);
    }
    pthread_mutex_unlock(&pool.lock);
    return NULL;
}

void emulator_helpers_stop(void)
{
    pthread_mutex_lock(&pool.lock);
    int n = pool.quits ? 0 : pool.threads;
    pool.quits = pool.quits || n;
    pthread_cond_broadcast(&pool.begin);
    pthread_mutex_unlock(&pool.lock);
    for (int k = 0; k < n; k++)
        pthread_join(pool.thread[k], NULL);
    if (n) {
        pthread_mutex_lock(&pool.lock);
        pool.threads = 0;
        pool.quits = false;
        pthread_mutex_unlock(&pool.lock);
    }
}

/* Runs the work together with the pool's threads. */
static void pool_share(struct work *w, int helpers)
{
    pthread_mutex_lock(&pool.lock);
    while (!pool.quits && pool.threads < helpers &&
           emulator_thread(&pool.thread[pool.threads], pool_main, NULL, "ampc-tiles"))
        pool.threads++;
    w->other = pool.works;
    pool.works = w;
    pthread_cond_broadcast(&pool.begin);
    pthread_mutex_unlock(&pool.lock);
    work_share(w);
    pthread_mutex_lock(&pool.lock);
    struct work **at = &pool.works;
    while (*at != w)
        at = &(*at)->other;
    *at = w->other;
    while (w->active)
        pthread_cond_wait(&pool.end, &pool.lock);
    pthread_mutex_unlock(&pool.lock);
}

bool emulator_run(void (*run)(void *const *args), void *const *args, bool tiled, bool backwards,
                  const size_t global[3], const size_t local[3])
{
    enum { SMALL = 64, PIECES = 8, LARGEST_CHUNK = 1024 };
    struct work w = {.run = run, .args = args, .tiled = tiled, .backwards = backwards, .total = 1};
    size_t sharers = (size_t)thread_count(), items = 1;
    for (int k = 0; k < 3; k++) {
        w.local[k] = local[k];
        w.groups[k] = global[k] / local[k];
        w.total *= w.groups[k];
        items *= global[k];
    }
    w.chunk = w.total / (sharers * PIECES) + 1;
    w.chunk = w.chunk < LARGEST_CHUNK ? w.chunk : LARGEST_CHUNK;
    if (sharers == 1 || items <= SMALL || w.total == 1) {
        w.chunk = w.total;
        work_share(&w);
    } else {
        pool_share(&w, (int)sharers - 1);
    }
    return !w.failed;
}

/* ---- What kernels call ---- */

ampc_size ampc__emulator_id(enum ampc__id what, unsigned dimension)
{
    const struct item *item = here.item;
    const size_t *list = what == AMPC__GLOBAL_ID  ? item->global
                         : what == AMPC__LOCAL_ID ? item->local
                                                  : item->group;
    return list[dimension];
}

void ampc__emulator_barrier(void)
{
    if (here.fiber) {
        here.fiber->waits = true;
        fiber_leave();
    }
}

void *ampc__emulator_tile(const void *key, ampc_size bytes)
{
    enum { ALIGNMENT = 64 };
    for (size_t k = 0; k < here.nobjects; k++)
        if (here.objects[k].key == key)
            return here.objects[k].at;
    void *at = NULL;
    struct tile_object *list = realloc(here.objects, (here.nobjects + 1) * sizeof *list);
    here.objects = list ? list : here.objects;
    if (!list || posix_memalign(&at, ALIGNMENT, bytes) != 0) {
        here.failed = true;
        fiber_leave(); /* for good */
    }
    list[here.nobjects++] = (struct tile_object){key, at};
    return at;
}
