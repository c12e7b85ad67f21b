/* tune.c - AMPC_TUNE: which of several texts and shapes of a kernel is the fastest on a device,
 * measured by launches of the program itself, and kept in the cache beside the built programs.
 *
 * Candidates are, first of all, what the library would take anyway; on GPUs all shapes of
 * cover_shapes.h that the kernel and the device can have; on CPUs blocks in groups of several
 * sizes; on both the text as it is written. Each serves some launches of the program: every launch
 * is run once, as any other is, and by a candidate that is right for it. The first launch of one is
 * not measured, as drivers compile at it. What won is kept for the kernel's text, the device, and
 * the domain's class: its extents' powers of two. Example: AMPC_TUNE=1 measures a matrix product of
 * 4096 x 4096 by its first 40 launches; the next process takes the winner at once.
 *
 * Relies on cache.c, and on launch.c to ask and to report. All state is under runtime_lock; what is
 * in it stays. */
#include "runtime/cache.h"
#include "runtime/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CANDIDATES = 32,
    UNMEASURED = 1,       /* launches of a candidate; */
    MEASURED = 2,         /* and then so many */
    FARTHEST = 0x7fff0000 /* extents whose blocks' ends are ints */
};

struct candidate {
    struct tuned how;
    int launches; /* so far */
    double best;  /* seconds for each thread; 0: not measured yet */
    bool refused; /* it cannot be built, or keeps registers in memory */
};

/* A kernel on a device, for a class of domains. */
struct tuning {
    struct tuning *next;
    const ampc__kernel *kernel;
    const struct ampc_accelerator *accelerator;
    int power[3]; /* of the extents */
    char *key;    /* of the cache; 0: none */
    struct candidate *list;
    int count, at; /* 'at': being measured; count: the winner is known */
    int winner;
};

static struct tuning *all;

bool tune_enabled(void)
{
    return environment_flag("AMPC_TUNE");
}

static bool is_asked_off(void)
{
    const char *value = secure_getenv("AMPC_TUNE");
    return value && (strcmp(value, "0") == 0 || strcmp(value, "off") == 0);
}

/* ---- Candidates ---- */

static bool is_same(const struct tuned *a, const struct tuned *b)
{
    return memcmp(&a->shape, &b->shape, sizeof a->shape) == 0 && a->plain == b->plain &&
           a->group == b->group;
}

static void add(struct tuning *t, struct tuned how)
{
    for (int k = 0; k < t->count; k++)
        if (is_same(&t->list[k].how, &how))
            return;
    if (t->count < CANDIDATES)
        t->list[t->count++] = (struct candidate){.how = how};
}

/* Whether the device has groups of the shape for the kernel, whatever its domain. */
static bool is_possible(const struct tuning *t, const struct cover_shape *s)
{
    const ampc__cover *c = &t->kernel->cover;
    ampc_size local = cover_local_bytes(s, c);
    return (t->accelerator->copies_async || s->further < COVER_ASYNC) &&
           cover_words(s, c) <= COVER_REGISTERS && local <= COVER_LOCAL_BYTES &&
           local <= t->accelerator->local_bytes &&
           (size_t)(s->down * s->across) <= t->accelerator->max_group;
}

/* Shapes of the kernel's kind, those of panels with fewer and more rounds, too. */
static void add_covers(struct tuning *t)
{
    const ampc__kernel *kernel = t->kernel;
    const bool line = cover_rank(&kernel->cover, kernel->rank) == 1;
    for (size_t k = 0; k < sizeof cover_list / sizeof *cover_list; k++) {
        const struct cover_listed *l = &cover_list[k];
        if (l->kind != kernel->cover.kind || (l->when <= COVER_FEW) != line ||
            ((l->when == COVER_SHARED || l->when == COVER_DIVIDED) && kernel->cover.column_bytes))
            continue;
        for (int halves = 1; halves <= 4; halves *= 2) {
            const bool panels = l->kind == AMPC__COVER_PANELS;
            struct tuned how = {.shape = l->shape};
            how.shape.chunk = l->shape.chunk * halves / 2;
            for (int further = l->shape.further;
                 further <= (panels && line && halves == 2) || further == l->shape.further;
                 further++) {
                how.shape.further = further;
                if ((halves == 2 || panels) && is_possible(t, &how.shape))
                    add(t, how);
            }
        }
    }
}

static void add_groups(struct tuning *t, bool plain, const size_t *groups, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (groups[k] <= t->accelerator->max_group && groups[k] <= t->accelerator->max_items[0])
            add(t, (struct tuned){.plain = plain, .group = groups[k]});
}

#define COUNTED(a) a, sizeof(a) / sizeof *(a)

static void add_all(struct tuning *t, const int *extent)
{
    static const size_t blocks[] = {1, 4, 16, 64}, cpu[] = {16, 64, 1024}, gpu[] = {64, 128, 512};
    const bool is_cpu = t->accelerator->type & CL_DEVICE_TYPE_CPU;
    struct tuned own = {0};
    const struct cover_launch l = {.rounds = -1, .alignment = COVER_ALIGNED};
    bool covers = cover_choose(t->kernel, t->accelerator, extent, &l, NULL, &own.shape);
    own.plain = !covers && !(is_cpu && t->kernel->block[1]);
    add(t, own);
    if (is_cpu && t->kernel->block[1])
        add_groups(t, false, COUNTED(blocks));
    if (!is_cpu && t->kernel->cover.kind)
        add_covers(t);
    add(t, (struct tuned){.plain = true});
    add_groups(t, true, is_cpu ? cpu : gpu, 3);
}

/* ---- What is kept ---- */

/* Everything that the winner depends on. */
static char *make_key(const struct tuning *t)
{
    struct failure f = {.code = AMPC_SUCCESS};
    struct module_needs needs;
    const ampc__module *m = t->kernel->module;
    char *options = NULL, *key = NULL, *source = module_source(m, &needs, &f);
    if (source && asprintf(&options, "%s AMPC_TUNE %s %d %d %d", m->options ? m->options : "",
                           t->kernel->name, t->power[0], t->power[1], t->power[2]) >= 0)
        key = binary_key(t->accelerator, options, source);
    free(source);
    free(options);
    return key;
}

static void print_how(FILE *out, const struct tuned *how)
{
    const struct cover_shape *s = &how->shape;
    fprintf(out, "%d %d %d %d %d %d %d %d %d %d %zu", s->rows, s->columns, s->down, s->across,
            s->chunk, s->row_run, s->column_run, s->further, s->unit, how->plain, how->group);
}

/* The number of the candidate that a file names; -1: it is none of them. */
static int find_named(const struct tuning *t, const char *text)
{
    for (int k = 0; k < t->count; k++) {
        char *name = NULL;
        size_t bytes = 0;
        FILE *out = open_memstream(&name, &bytes);
        if (!out)
            return -1;
        print_how(out, &t->list[k].how);
        bool same = fclose(out) == 0 && strcmp(name, text) == 0;
        free(name);
        if (same)
            return k;
    }
    return -1;
}

static bool find_kept(struct tuning *t)
{
    size_t bytes = 0;
    char *data = t->key ? cache_read((struct cache_bytes){t->key, strlen(t->key)}, &bytes) : NULL;
    char *text = data ? strndup(data, bytes) : NULL;
    int found = text ? find_named(t, text) : -1;
    if (data && found < 0)
        trace_print("what was kept of tuning kernel %s is none of its shapes: ignored",
                    t->kernel->name);
    free(data);
    free(text);
    t->winner = found;
    return found >= 0;
}

static void keep(const struct tuning *t)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = t->key ? open_memstream(&text, &bytes) : NULL;
    if (!out)
        return;
    print_how(out, &t->list[t->winner].how);
    if (fclose(out) == 0)
        cache_write((struct cache_bytes){t->key, strlen(t->key)},
                    (struct cache_bytes){text, bytes});
    free(text);
}

/* ---- Tuning ---- */

static void describe(const struct tuned *how, char *text, size_t bytes)
{
    char shape[COVER_TEXT];
    cover_describe(&how->shape, shape);
    if (how->shape.rows)
        snprintf(text, bytes, "groups that cover %s", shape);
    else if (how->group)
        snprintf(text, bytes, "%s in groups of %zu", how->plain ? "as written" : "blocks",
                 how->group);
    else
        snprintf(text, bytes, "%s", how->plain ? "as written" : "blocks");
}

/* The tuning of a launch, made at the first one; 0: no memory. */
static struct tuning *tuning_of(const ampc__kernel *kernel, const struct ampc_accelerator *a,
                                const int *extent)
{
    int power[3] = {0};
    for (int k = 0; k < kernel->rank; k++)
        power[k] = 31 - __builtin_clz((unsigned)extent[k]);
    struct tuning *t = all;
    while (t && (t->kernel != kernel || t->accelerator != a ||
                 memcmp(t->power, power, sizeof power) != 0))
        t = t->next;
    if (t)
        return t;
    t = calloc(1, sizeof *t);
    struct candidate *list = calloc(CANDIDATES, sizeof *list);
    if (!t || !list) {
        free(t);
        free(list);
        return NULL;
    }
    *t = (struct tuning){.next = all, .kernel = kernel, .accelerator = a, .list = list};
    memcpy(t->power, power, sizeof power);
    add_all(t, extent);
    t->key = t->count > 1 && cache_is_there() ? make_key(t) : NULL;
    t->at = find_kept(t) || !tune_enabled() || t->count < 2 ? t->count : 0;
    if (t->winner >= 0) {
        char text[COVER_TEXT + 20];
        describe(&t->list[t->winner].how, text, sizeof text);
        trace_print("kernel %s was tuned for %s: %s", kernel->name, a->name, text);
    }
    all = t;
    return t;
}

bool tune_choose(const ampc__kernel *kernel, struct ampc_accelerator *a, const int *extent,
                 struct tuned *how)
{
    const char *cover = secure_getenv("AMPC_COVER");
    *how = (struct tuned){.group = 0};
    if (a->emulated || kernel->tile[0] || kernel->group[0] || kernel->rank > 3 ||
        verify_enabled() || (kernel->module->checked && environment_flag("AMPC_CHECK")) ||
        (cover && *cover) || is_asked_off() || kernel->cover.tallies)
        return false; /* tallies' elements are those of a launch's arguments: known.c */
    for (int k = 0; k < kernel->rank; k++)
        if (extent[k] > FARTHEST)
            return false;
    if (!tune_enabled() && !kernel->block[1] && !kernel->cover.kind)
        return false;
    struct tuning *t = tuning_of(kernel, a, extent);
    int at = !t ? -1 : t->at < t->count ? t->at : t->winner;
    if (at < 0 || t->list[at].refused)
        return false;
    *how = t->list[at].how;
    how->measured = t->at < t->count;
    how->tuning = t;
    how->number = at;
    return true;
}

/* All candidates have been measured: the fastest wins, the library's own choice if it is nearly as
 * fast. */
static void finish(struct tuning *t)
{
    const double nearly = 0.97;
    char text[COVER_TEXT + 20];
    t->winner = -1;
    for (int k = 0; k < t->count; k++) {
        const struct candidate *c = &t->list[k];
        const double limit = t->winner < 0    ? 0
                             : t->winner == 0 ? t->list[0].best * nearly
                                              : t->list[t->winner].best;
        if (c->refused || c->best == 0)
            continue;
        describe(&c->how, text, sizeof text);
        trace_print("tuning kernel %s: %s: %.4g ns for each thread", t->kernel->name, text,
                    c->best * 1e9);
        if (t->winner < 0 || c->best < limit)
            t->winner = k;
    }
    if (t->winner < 0)
        return;
    describe(&t->list[t->winner].how, text, sizeof text);
    trace_print("tuned kernel %s for %s: %s", t->kernel->name, t->accelerator->name, text);
    keep(t);
}

/* Goes on with the next candidate that can be built. */
static void next(struct tuning *t)
{
    do
        t->at++;
    while (t->at < t->count && t->list[t->at].refused);
    if (t->at == t->count)
        finish(t);
}

static void report(const struct tuned *how, double seconds, const int *extent)
{
    struct tuning *t = how->tuning;
    struct candidate *c = &t->list[how->number];
    double threads = 1, fastest = 0;
    if (seconds < 0) {
        trace_print("kernel %s is not tuned: %s does not say how long it takes", t->kernel->name,
                    t->accelerator->name);
        t->at = t->count;
        t->winner = -1;
        return;
    }
    for (int k = 0; k < t->kernel->rank; k++)
        threads *= extent[k];
    c->launches++;
    if (c->launches > UNMEASURED && (c->best == 0 || seconds / threads < c->best))
        c->best = seconds / threads;
    for (int k = 0; k < t->count; k++)
        if (t->list[k].best > 0 && (fastest == 0 || t->list[k].best < fastest))
            fastest = t->list[k].best;
    bool hopeless = c->best > 2 * fastest;
    if (t->at == how->number && (hopeless || c->launches >= UNMEASURED + MEASURED))
        next(t);
}

void tune_measured(const struct tuned *how, cl_event kernel, const int *extent)
{
    cl_ulong begin = 0, end = 0;
    bool ok = clWaitForEvents(1, &kernel) == CL_SUCCESS &&
              clGetEventProfilingInfo(kernel, CL_PROFILING_COMMAND_START, sizeof begin, &begin,
                                      NULL) == CL_SUCCESS &&
              clGetEventProfilingInfo(kernel, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL) ==
                  CL_SUCCESS;
    runtime_lock();
    report(how, ok ? (double)(end - begin) * 1e-9 : -1, extent);
    runtime_unlock();
    clReleaseEvent(kernel);
}

bool tune_refuse(const struct tuned *how)
{
    struct tuning *t = how->tuning;
    if (!t || !how->shape.rows)
        return false;
    t->list[how->number].refused = true;
    if (t->at == how->number)
        next(t);
    return true;
}
