/* harness_data.c - the bench's data: memory on pages of its own, random elements, the views that
 * the harness knows. Relies on nothing else. Example:
 *
 *     float *px = bench_floats(b, n, -1, 1);
 *     array_view<const float> x(n, px);
 *     bench_input(b, &x); */
#include "harness_internal.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 4096 };

void *bench_memory(struct bench *b, size_t bytes)
{
    struct bench_state *s = b->state;
    size_t whole = (bytes + PAGE - 1) / PAGE * PAGE;
    void *at = aligned_alloc(PAGE, whole ? whole : PAGE);
    if (!at || s->memory_count == MOST_MEMORIES)
        fatal("no memory for %zu bytes", bytes);
    memset(at, 0, bytes);
    s->memories[s->memory_count].at = at;
    s->memories[s->memory_count++].bytes = bytes;
    return at;
}

/* 0 to below 1, with 24 bits. */
static float random_next(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (float)(*seed >> 8) / 16777216.0f;
}

float *bench_floats(struct bench *b, size_t count, float low, float high)
{
    uint32_t seed = (uint32_t)b->state->memory_count + 1;
    float *p = bench_memory(b, count * sizeof *p);
    for (size_t i = 0; i < count; i++)
        p[i] = low + (high - low) * random_next(&seed);
    return p;
}

int *bench_ints(struct bench *b, size_t count, int low, int high)
{
    uint32_t seed = (uint32_t)b->state->memory_count + 1;
    int *p = bench_memory(b, count * sizeof *p);
    for (size_t i = 0; i < count; i++) {
        double range = (double)high - low, x = random_next(&seed);
        p[i] = low + (int)(range * x);
    }
    return p;
}

static struct known *view_add(struct bench *b, const void *view, unsigned access)
{
    struct bench_state *s = b->state;
    const ampc_view *v = view;
    if (s->view_count == MOST_VIEWS)
        fatal("more than %d views", MOST_VIEWS);
    struct known *k = &s->views[s->view_count++];
    memset(k, 0, sizeof *k);
    k->view = v;
    k->access = access;
    k->count = 1;
    for (int i = 0; i < v->rank; i++)
        k->count *= (size_t)ampc_view_extent(v)[i];
    k->bytes = k->count * v->elem;
    return k;
}

void bench_input(struct bench *b, const void *view)
{
    view_add(b, view, AMPC_READ);
}

void bench_scratch(struct bench *b, const void *view)
{
    view_add(b, view, AMPC_READ | AMPC_WRITE);
}

void *bench_output(struct bench *b, const void *view, enum element element, double tolerance,
                   const void *initial)
{
    struct known *k = view_add(b, view, AMPC_READ | AMPC_WRITE);
    k->result = 1;
    k->count = k->bytes / 4;
    k->element = element;
    k->tolerance = tolerance;
    k->initial = initial;
    k->host = bench_memory(b, k->bytes);
    return k->host;
}

struct known *known_view(struct bench_state *s, const void *view)
{
    for (int i = 0; i < s->view_count; i++)
        if (s->views[i].view == view)
            return &s->views[i];
    fatal("a view of %s that the harness does not know", s->program);
}

void *host_memory(const struct known *k)
{
    return k->result ? k->host : k->view->host;
}

void data_end(struct bench_state *s)
{
    for (int i = 0; i < s->view_count; i++)
        free(s->views[i].reference);
    for (int i = 0; i < s->memory_count; i++)
        free(s->memories[i].at);
    s->view_count = s->memory_count = 0;
}
