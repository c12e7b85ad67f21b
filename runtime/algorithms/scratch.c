/* scratch.c - memory of accelerators that algorithms need for a call, kept for the next one.
 *
 * A block is an array without a program's name: coherence and order between queues are those of all
 * views, so a block may be taken again while kernels that use it are pending. Blocks larger than
 * KEPT are given back at once. Example: every sum of floats on a GPU takes the same block of some
 * kilobytes for the groups' results. */
#include "runtime/algorithms/algorithm.h"

#include <pthread.h>
#include <stdlib.h>

enum { UNIT = 16, SMALLEST = 64 << 10 };
/* A block may be kept that has at most this part of the accelerator's memory, of its own memory. */
enum { KEPT_PART = 16, KEPT_SHARED = 64 << 20 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct scratch *blocks;

/* A free block of at least that many bytes and at most four times as many, marked as taken. */
static struct scratch *take_free(const struct ampc_accelerator *a, size_t bytes, bool marked)
{
    pthread_mutex_lock(&lock);
    struct scratch *s = blocks;
    while (s && (s->taken || s->marked != marked || s->accelerator != a || s->bytes < bytes ||
                 s->bytes / 4 > bytes))
        s = s->next;
    if (s)
        s->taken = true;
    pthread_mutex_unlock(&lock);
    return s;
}

static struct scratch *take(struct algorithm *a, size_t bytes, bool marked)
{
    bytes = bytes < SMALLEST ? SMALLEST : (bytes + UNIT - 1) / UNIT * UNIT;
    struct scratch *s = take_free(a->accelerator, bytes, marked);
    if (s)
        return s;
    s = calloc(1, sizeof *s);
    if (!s) {
        algorithm_fail(a, AMPC_ERROR_OUT_OF_MEMORY, "no memory for scratch");
        return NULL;
    }
    *s = (struct scratch){
        .accelerator = a->accelerator, .bytes = bytes, .taken = true, .marked = marked};
    int extent = (int)(bytes / UNIT);
    const struct purpose why = {"an algorithm", a->where.file, a->where.line, NULL};
    struct share *share = share_create(0, bytes, true, &why, a->failure);
    if (!share) {
        free(s);
        return NULL;
    }
    s->view.v.elem = UNIT;
    s->view.v.rank = 1;
    view_place(&s->view.v, share, &extent);
    pthread_mutex_lock(&lock);
    s->next = blocks;
    blocks = s;
    pthread_mutex_unlock(&lock);
    return s;
}

struct scratch *scratch_take(struct algorithm *a, size_t bytes)
{
    return take(a, bytes, false);
}

struct scratch *scratch_take_marked(struct algorithm *a, size_t bytes)
{
    struct scratch *s = take(a, bytes, true);
    if (s && ++s->mark == 0)
        s->mark = 1;
    return s;
}

static bool is_kept(const struct scratch *s)
{
    const struct ampc_accelerator *a = s->accelerator;
    return s->bytes <= (a->zero_copy ? KEPT_SHARED : a->memory_bytes / KEPT_PART);
}

void scratch_give(struct scratch *s)
{
    if (!s)
        return;
    bool kept = is_kept(s);
    pthread_mutex_lock(&lock);
    s->taken = false;
    struct scratch **at = &blocks;
    while (!kept && *at != s)
        at = &(*at)->next;
    if (!kept)
        *at = s->next;
    pthread_mutex_unlock(&lock);
    if (kept)
        return;
    ampc__view_release(&s->view.v);
    free(s);
}

bool scratch_read(struct algorithm *a, const struct scratch *s, size_t offset, void *to,
                  size_t bytes)
{
    ampc_view1 first = s->view;
    first.v.host += offset;
    first.v.elem = bytes;
    first.extent[0] = 1;
    const struct purpose why = {"the result", a->where.file, a->where.line, NULL};
    return transfer_out(&first.v, to, &why, a->failure);
}
