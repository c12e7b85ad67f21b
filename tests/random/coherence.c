/* coherence [-m shared|own|mixed] [-s seed] [-n sequences] [-o operations] [-t threads] [-v]
 *           [-x number,...] [-r tries]
 *
 * Runs random sequences of operations on views, and compares what can be seen with model.c. The
 * same options run the same sequence: each operation's random numbers depend on the seed and its
 * own number, so that operations can be left out (-x). -r leaves out what it can so that the
 * sequence still fails, at least once in as many tries. -m: what memory the accelerators have; -t:
 * threads that work at once, each on memory of its own and on its own range of memory that all
 * share. */
#include "world.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { OPERATIONS_MAX = 4096 };

struct setting setting;
static bool verbose, left_out[OPERATIONS_MAX];
static const char *memory = "own";

/* ---- Reports ---- */

int below(struct world *w, int n)
{
    uint64_t z = w->random += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return (int)((z ^ z >> 31) % (uint64_t)n);
}

void note(struct world *w, const char *format, ...)
{
    va_list list;
    if (w->room - w->logged < LINE) {
        w->room = w->room * 2 + 65536;
        w->log = realloc(w->log, w->room);
    }
    char *line = w->log + w->logged;
    w->logged += (size_t)snprintf(line, LINE, "%4d: ", w->number);
    va_start(list, format);
    int more = vsnprintf(w->log + w->logged, LINE - 16, format, list);
    va_end(list);
    w->logged += (size_t)(more < LINE - 17 ? more : LINE - 17);
    w->log[w->logged++] = '\n';
    w->log[w->logged] = 0;
    if (verbose)
        fputs(line, stderr);
}

void fails(const struct world *w, const char *format, ...)
{
    static pthread_mutex_t once = PTHREAD_MUTEX_INITIALIZER;
    va_list list;
    pthread_mutex_lock(&once);
    fprintf(stderr, "%s", w->log && !verbose ? w->log : "");
    fprintf(stderr, "failed: memory %s, seed %llu, thread %d, operation %d: ", memory,
            (unsigned long long)w->seed, w->thread, w->number);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
    _exit(1);
}

static _Thread_local struct world *current;

static void on_error(ampc_error code, const char *message, const char *file, int line, void *user)
{
    (void)user;
    if (current)
        fails(current, "%s:%d: %s: %s", file ? file : "-", line, ampc_error_name(code), message);
    fprintf(stderr, "failed: %s:%d: %s: %s\n", file ? file : "-", line, ampc_error_name(code),
            message);
    _exit(1);
}

/* ---- Checks ---- */

void check_element(const struct world *w, const struct block *b, int at, int elem, const void *p,
                   const char *what)
{
    const unsigned char *bytes = p;
    __atomic_fetch_add(&setting.checks, 1, __ATOMIC_RELAXED);
    for (int k = 0; k < elem; k++) {
        if (b->known[at + k] && (bytes[k] != b->want[at + k] || setting.fails)) {
            fails(w, "%s: byte %d of block %d is %d instead of %d", what, at + k,
                  (int)(b - w->model.block), bytes[k], b->want[at + k]);
        }
    }
}

bool pending_any(const struct world *w)
{
    bool any = false;
    for (int k = 0; k < PENDING; k++)
        any = any || w->pending[k].future.id;
    return any;
}

static bool is_locked(const struct world *w, const struct block *b, int at)
{
    for (const struct pending *p = w->pending; p < w->pending + PENDING; p++) {
        for (int k = 0; p->future.id && k < p->count; k++)
            if (p->lock[k].block == b && p->lock[k].lo <= at && at < p->lock[k].hi)
                return true;
    }
    return false;
}

/* What the host's memory has to hold now. Bytes between the elements of what an accelerator has may
 * be fetched by other threads. */
static void check_memory(const struct world *w)
{
    for (const struct block *b = w->model.block; b < w->model.block + USER_BLOCKS; b++) {
        for (int k = 0; k < b->size; k++) {
            if (b->raw[k] && b->known[k] && !(b->covered && !(b->where[k] & HOST)) &&
                !is_locked(w, b, k) && b->mem[k] != b->want[k]) {
                fails(w, "memory: byte %d of block %d is %d instead of %d", k,
                      (int)(b - w->model.block), b->mem[k], b->want[k]);
            }
        }
    }
}

static void check_counters(struct world *w)
{
    ampc_counters now;
    struct bound *bound = &w->model.bound;
    if (setting.common)
        return;
    ampc_counters_get(&now);
    ampc_counters_reset();
    w->unordered = w->unordered || pending_any(w);
    if (setting.moves_nothing && (now.uploads || now.downloads))
        fails(w, "%llu bytes to and %llu from shared memory", now.upload_bytes, now.download_bytes);
    if (setting.counts && !w->unordered &&
        (now.upload_bytes > bound->up || now.download_bytes > bound->down)) {
        fails(w, "%llu bytes to accelerators instead of %llu, %llu from them instead of %llu",
              now.upload_bytes, bound->up, now.download_bytes, bound->down);
    }
    *bound = (struct bound){0};
    if (w->unordered && !pending_any(w))
        model_forget(&w->model);
    w->unordered = pending_any(w);
}

static bool is_sound(const struct intervals *s)
{
    bool sound = true;
    for (size_t k = 0; k < s->count; k++)
        sound = sound && s->at[k].lo < s->at[k].hi && (k == 0 || s->at[k - 1].hi < s->at[k].lo);
    return sound;
}

/* What is stale on the host is valid somewhere, and words say what the host may do at once. */
static const char *home_fault(const struct share *share)
{
    const struct home *home = share->home;
    struct interval part, valid;
    for (uintptr_t at = home->lo; intervals_first(&home->stale, at, home->hi, &part);
         at = valid.hi) {
        const struct copy *c = home->copies;
        while (c &&
               !(intervals_first_gap(&c->stale, part.lo, part.hi, &valid) && valid.lo == part.lo))
            c = c->next;
        if (!c)
            return "nobody has the newest elements";
    }
    bool sound = is_sound(&home->stale) && is_sound(&home->discarded);
    for (const struct copy *c = home->copies; c; c = c->next)
        sound = sound && is_sound(&c->stale);
    if (!sound)
        return "a set of its home is wrong";
    unsigned word = intervals_meets(&home->stale, share->lo, share->hi) ? 0 : AMPC_READ;
    bool writes = !home->blank && !intervals_meets(&home->discarded, share->lo, share->hi);
    for (const struct copy *c = home->copies; c; c = c->next)
        writes = writes && intervals_covers(&c->stale, share->lo, share->hi);
    if (share->head.host != (writes ? word | AMPC_WRITE : word))
        return "its word is wrong";
    return home->owner ? "its home is claimed" : NULL;
}

static void check_homes(const struct world *w)
{
    if (setting.common || pending_any(w))
        return;
    runtime_lock();
    for (int k = 0; k < VIEWS; k++) {
        const struct view *v = &w->view[k];
        const char *fault = v->live ? home_fault(view_share(&v->room.v)) : NULL;
        if (fault)
            fails(w, "v%d: %s", k, fault);
    }
    runtime_unlock();
}

/* ---- Pending operations ---- */

void pending_end(struct world *w, struct pending *p)
{
    if (p->future.id)
        ampc_future_get(p->future);
    p->future.id = 0;
    for (int k = 0; k < p->bytes; k++)
        if (p->known[k] && p->memory[k] != p->want[k])
            fails(w, "copy: byte %d is %d instead of %d", k, p->memory[k], p->want[k]);
    if (p->fetches)
        model_to_host(&w->model, &p->shape, false);
    if (p->raw)
        model_raw(&p->shape, true);
    for (int k = 0; k < p->count; k++)
        model_release(&w->model, p->hold[k], false);
    free(p->memory);
    free(p->work);
    p->memory = NULL;
    p->work = NULL;
}

void need(struct world *w, const struct shape *s, bool writes)
{
    int lo, hi;
    shape_range(s, &lo, &hi);
    for (struct pending *p = w->pending; p < w->pending + PENDING; p++) {
        bool meets = false;
        for (int k = 0; p->future.id && k < p->count; k++) {
            const struct lock *l = &p->lock[k];
            meets = meets ||
                    (l->block == s->block && l->lo < hi && lo < l->hi && (writes || l->writes));
        }
        if (meets)
            pending_end(w, p);
    }
}

void pointers_end(struct world *w, const struct shape *s, bool writes)
{
    int lo, hi;
    shape_range(s, &lo, &hi);
    for (struct held *h = w->held; h < w->held + HELD; h++) {
        const struct shape *of = &w->view[h->view].s;
        if (!h->p || of->block != s->block)
            continue;
        if (h->at < hi && lo < h->at + of->elem) {
            h->p = writes ? NULL : h->p;
            h->writable = false;
        }
    }
}

/* ---- Sequences ---- */

static struct world *world_new(uint64_t seed, int thread)
{
    struct world *w = calloc(1, sizeof *w);
    w->seed = seed;
    w->thread = thread;
    w->random = seed;
    w->later = seed % 2;
    w->spanning.v.rank = 1;
    for (int k = 0; k < USER_BLOCKS; k++) {
        struct block *b = &w->model.block[k];
        b->used = true;
        b->size = BYTES;
        b->covered = k == 0 && setting.common;
        b->mem = b->covered ? setting.common + thread * BYTES : aligned_alloc(16, BYTES);
        for (int n = 0; n < BYTES; n++) {
            b->mem[n] = (unsigned char)below(w, 256);
            b->want[n] = b->mem[n];
            b->raw[n] = b->known[n] = b->covered;
            b->where[n] = HOST;
        }
    }
    return w;
}

static void world_free(struct world *w)
{
    for (int k = 0; k < PENDING; k++)
        if (w->pending[k].future.id)
            pending_end(w, &w->pending[k]);
    int first = below(w, VIEWS);
    for (int k = 0; k < VIEWS; k++) {
        view_drop(w, (first + k) % VIEWS);
        check_memory(w);
    }
    if (w->spanning.v.home)
        ampc_view_release(&w->spanning.v);
    check_counters(w);
    for (int k = 0; k < USER_BLOCKS; k++)
        if (!w->model.block[k].covered)
            free(w->model.block[k].mem);
    free(w->log);
    free(w);
}

struct run {
    uint64_t seed;
    int thread, operations;
};

static void *run(void *argument)
{
    const struct run *r = argument;
    struct world *w = world_new(r->seed, r->thread);
    current = w;
    for (int k = 0; k < r->operations; k++) {
        w->number = k;
        w->random = (r->seed * 1000 + (uint64_t)r->thread) * 1000003 + (uint64_t)k * 7919;
        if (!left_out[k % OPERATIONS_MAX]) {
            operate(w);
            check_memory(w);
            check_counters(w);
            check_homes(w);
        }
    }
    w->number = r->operations;
    world_free(w);
    current = NULL;
    return NULL;
}

static void sequence(uint64_t seed, int operations)
{
    struct run runs[64];
    pthread_t thread[64];
    struct world nobody = {.seed = seed};
    setting.common =
        setting.threads > 1 ? aligned_alloc(16, (size_t)setting.threads * BYTES) : NULL;
    for (int k = 0; k < setting.threads; k++) {
        runs[k] = (struct run){seed, k, operations};
        if (setting.threads > 1)
            pthread_create(&thread[k], NULL, run, &runs[k]);
        else
            run(&runs[k]);
    }
    for (int k = 0; k < setting.threads && setting.threads > 1; k++)
        pthread_join(thread[k], NULL);
    free(setting.common);
    if (registry_count())
        fails(&nobody, "%zu homes are left", registry_count());
}

/* ---- Setting up ---- */

static void set_up(void)
{
    struct world nobody = {0};
    bool own = strcmp(memory, "own") == 0, mixed = strcmp(memory, "mixed") == 0;
    ampc_set_error_handler(on_error, NULL);
    setting.fails = getenv("AMPC_TEST_FAIL") != NULL;
    setting.moves_nothing = setting.counts = true;
    int count = ampc_accelerator_count();
    const char *only = getenv("AMPC_DEVICE");
    for (int k = 0; k < count && setting.queues + 2 <= QUEUES; k++) {
        ampc_accelerator *a = ampc_accelerator_at(k);
        if (only && a != ampc_accelerator_default())
            continue;
        a->zero_copy = a->zero_copy && !own && !(mixed && setting.accelerators % 2 == 0);
        setting.moves_nothing &= a->zero_copy;
        setting.counts &= !a->zero_copy;
        for (int n = 0; n < 2; n++) {
            setting.accelerator[setting.queues] = setting.accelerators;
            setting.queue[setting.queues++] =
                n ? ampc_accelerator_create_view(a, AMPC_QUEUING_AUTOMATIC)
                  : ampc_accelerator_default_view(a);
        }
        setting.accelerators++;
    }
    if (!setting.queues)
        fails(&nobody, "there is no accelerator");
}

static bool ends_well_once(uint64_t seed, int operations)
{
    fflush(NULL);
    pid_t child = fork();
    int status = 1;
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr))
            _exit(2);
        alarm(60);
        set_up();
        sequence(seed, operations);
        _exit(0);
    }
    waitpid(child, &status, 0);
    return status == 0;
}

static bool ends_well(uint64_t seed, int operations, int tries)
{
    while (tries > 0 && ends_well_once(seed, operations))
        tries--;
    return tries == 0;
}

/* Leaves operations out, many at first, as long as the sequence fails; then shows it. */
static int reduce(uint64_t seed, int operations, int tries)
{
    if (ends_well(seed, operations, tries)) {
        printf("seed %llu does not fail\n", (unsigned long long)seed);
        return 0;
    }
    for (int step = operations / 2; step > 0; step /= 2) {
        for (int at = 0; at < operations; at += step) {
            bool old[OPERATIONS_MAX];
            memcpy(old, left_out, sizeof old);
            for (int k = at; k < at + step && k < operations; k++)
                left_out[k] = true;
            if (memcmp(old, left_out, sizeof old) != 0 && ends_well(seed, operations, tries))
                memcpy(left_out, old, sizeof old);
        }
    }
    printf("-x ");
    for (int k = 0; k < operations; k++)
        printf(left_out[k] ? "%d," : "", k);
    printf("\n");
    fflush(stdout);
    set_up();
    while (tries-- > 0)
        sequence(seed, operations);
    return 1;
}

static void leave_out(const char *list)
{
    char *end;
    for (; *list; list = *end ? end + 1 : end)
        left_out[strtoul(list, &end, 10) % OPERATIONS_MAX] = true;
}

int main(int argc, char **argv)
{
    unsigned long long seed = 1, sequences = 1;
    int option, operations = 120;
    int tries = 0;
    setting.threads = 1;
    while ((option = getopt(argc, argv, "m:s:n:o:t:x:r:v")) != -1) {
        switch (option) {
        case 'm':
            memory = optarg;
            break;
        case 's':
            seed = strtoull(optarg, NULL, 10);
            break;
        case 'n':
            sequences = strtoull(optarg, NULL, 10);
            break;
        case 'o':
            operations = atoi(optarg) < OPERATIONS_MAX ? atoi(optarg) : OPERATIONS_MAX;
            break;
        case 't':
            setting.threads = atoi(optarg) < 64 ? atoi(optarg) : 64;
            break;
        case 'x':
            leave_out(optarg);
            break;
        case 'r':
            tries = atoi(optarg);
            break;
        case 'v':
            verbose = true;
            break;
        default:
            return 2;
        }
    }
    if (tries)
        return reduce(seed, operations, tries);
    set_up();
    for (unsigned long long k = 0; k < sequences; k++)
        sequence(seed + k, operations);
    printf("%llu sequences, %llu checks, %d accelerators\n", sequences, setting.checks,
           setting.accelerators);
    return setting.checks == 0;
}
