/* work.c - the kernels that random operations launch. */
#include "world.h"

#include <stdlib.h>
#include <string.h>

#define KERNELS(name, N)                                                                           \
    void scale_##name(ampc_accelerator_view *on, const int *e, ampc_view##N d, unsigned a,         \
                      unsigned b);                                                                 \
    void mix_##name(ampc_accelerator_view *on, const int *e, ampc_view##N d, ampc_view##N s,       \
                    ampc_view##N t, unsigned a, unsigned b);
KERNELS(s1, 1)
KERNELS(i1, 1)
KERNELS(i2, 2)
KERNELS(i3, 3)
KERNELS(l1, 1)

/* ---- Kernels ---- */

static int form_of(const struct shape *s)
{
    return s->elem == 4                   ? s->rank
           : s->rank == 1 && s->elem == 2 ? 0
           : s->rank == 1 && s->elem == 8 ? 4
                                          : -1;
}

#define RUN(name, N)                                                                               \
    {                                                                                              \
        ampc_view##N d, s, t;                                                                      \
        memcpy(&d, &w->d, sizeof d);                                                               \
        memcpy(&s, &w->s, sizeof s);                                                               \
        memcpy(&t, &w->t, sizeof t);                                                               \
        if (w->mixes) {                                                                            \
            mix_##name(w->on, w->e, d, s, t, w->a, w->b);                                          \
        } else {                                                                                   \
            scale_##name(w->on, w->e, d, w->a, w->b);                                              \
        }                                                                                          \
        break;                                                                                     \
    }

void work_run(const struct work *w)
{
    switch (w->form) {
    case 0:
        RUN(s1, 1)
    case 1:
        RUN(i1, 1)
    case 2:
        RUN(i2, 2)
    case 3:
        RUN(i3, 3)
    case 4:
        RUN(l1, 1)
    }
}

/* The elements of the shape that the domain covers. */
static struct shape part(const struct shape *s, const int e[3])
{
    struct shape p = *s;
    memcpy(p.extent, e, sizeof p.extent);
    return p;
}

static bool same_places(const struct shape *a, const struct shape *b)
{
    return a->block == b->block && a->offset == b->offset &&
           memcmp(a->stride, b->stride, (size_t)a->rank * sizeof(int)) == 0;
}

/* May a kernel over the domain write d and read s? */
static bool may_read(const struct shape *d, const struct shape *s)
{
    return same_places(d, s) || !elements_meet(d, s);
}

static uint64_t place(const struct shape *s, int k)
{
    uint64_t sum = 0, weight = 1;
    for (int n = s->rank - 1; n >= 0; n--, weight *= 7) {
        sum += (uint64_t)(k % s->extent[n]) * weight;
        k /= s->extent[n];
    }
    return sum;
}

static void model_run(const struct work *w, const struct shape *d, const struct shape *s,
                      const struct shape *t)
{
    int to[BYTES], from[BYTES], more[BYTES], count = shape_elements(d, to);
    uint64_t value[BYTES];
    bool known[BYTES], also;
    shape_elements(w->mixes ? s : d, from);
    shape_elements(w->mixes ? t : d, more);
    for (int k = 0; k < count; k++) {
        value[k] = block_get(w->mixes ? s->block : d->block, from[k], d->elem, &known[k]) * w->a +
                   w->b + place(d, k);
        if (w->mixes) {
            value[k] += block_get(t->block, more[k], d->elem, &also);
            known[k] = known[k] && also;
        }
    }
    for (int k = 0; k < count; k++)
        block_put(d->block, to[k], d->elem, value[k], known[k]);
}

static int pick_like(struct world *w, const struct shape *s)
{
    int first = below(w, VIEWS);
    for (int k = 0; k < VIEWS; k++) {
        const struct view *v = &w->view[(first + k) % VIEWS];
        if (v->live && v->s.rank == s->rank && v->s.elem == s->elem)
            return (first + k) % VIEWS;
    }
    return -1;
}

/* Chooses a launch; false: there is none. views: those of d, s, t. */
static bool work_choose(struct world *w, struct work *work, int views[3], int *queue)
{
    memset(work, 0, sizeof *work);
    views[0] = pick(w, true);
    work->form = views[0] < 0 ? -1 : form_of(&w->view[views[0]].s);
    if (work->form < 0)
        return false;
    const struct shape *d = &w->view[views[0]].s;
    views[1] = pick_like(w, d);
    views[2] = pick_like(w, d);
    work->mixes = below(w, 2);
    bool cut = below(w, 3) == 0;
    work->e[0] = work->e[1] = work->e[2] = 1;
    for (int k = 0; k < d->rank; k++) {
        int least = d->extent[k];
        for (int n = 1; n < 3 && work->mixes; n++) {
            int other = w->view[views[n]].s.extent[k];
            least = other < least ? other : least;
        }
        work->e[k] = cut ? 1 + below(w, least) : least;
    }
    struct shape to = part(d, work->e);
    for (int n = 1; n < 3 && work->mixes; n++) {
        struct shape from = part(&w->view[views[n]].s, work->e);
        work->mixes = may_read(&to, &from);
    }
    *queue = below(w, setting.queues);
    work->on = setting.queue[*queue];
    work->a = (unsigned)below(w, 5);
    work->b = (unsigned)below(w, 1000);
    return true;
}

/* What the launch does to the model, and what it must not meet. */
static void work_model(struct world *w, const struct work *work, const int views[3], int a)
{
    struct shape d = part(&w->view[views[0]].s, work->e), s = d, t = d;
    need(w, &w->view[views[0]].s, true);
    for (int n = 1; n < 3 && work->mixes; n++) {
        need(w, &w->view[views[n]].s, false);
        pointers_end(w, &w->view[views[n]].s, false);
    }
    pointers_end(w, &w->view[views[0]].s, true);
    if (work->mixes) {
        s = part(&w->view[views[1]].s, work->e);
        t = part(&w->view[views[2]].s, work->e);
    }
    for (int n = 0; n < (work->mixes ? 3 : 1); n++)
        model_supply(&w->model, &w->view[views[n]].s, a);
    model_written(&w->view[views[0]].s, a);
    model_run(work, &d, &s, &t);
}

static void work_note(struct world *w, const char *how, const struct work *work, const int views[3],
                      int queue)
{
    if (work->mixes) {
        note(w, "%s %d: v%d = %u * v%d + v%d + %u over (%d, %d, %d)", how, queue, views[0], work->a,
             views[1], views[2], work->b, work->e[0], work->e[1], work->e[2]);
    } else {
        note(w, "%s %d: v%d = %u * v%d + %u over (%d, %d, %d)", how, queue, views[0], work->a,
             views[0], work->b, work->e[0], work->e[1], work->e[2]);
    }
}

void launch_some(struct world *w)
{
    struct work work;
    int views[3], queue;
    if (!work_choose(w, &work, views, &queue))
        return;
    work.d = w->view[views[0]].room;
    work.s = w->view[work.mixes ? views[1] : views[0]].room;
    work.t = w->view[work.mixes ? views[2] : views[0]].room;
    work_note(w, "launch on", &work, views, queue);
    work_model(w, &work, views, setting.accelerator[queue]);
    work_run(&work);
}

/* ---- Later ---- */

/* Room for one more, which holds the views' shares and locks their ranges. */
static struct pending *pending_new(struct world *w, const int *views, int count, bool writes)
{
    struct pending *p = w->pending;
    for (int k = 0; k < count; k++)
        need(w, &w->view[views[k]].s, writes && k == 0);
    while (p < w->pending + PENDING && p->future.id)
        p++;
    if (p == w->pending + PENDING) {
        p = &w->pending[below(w, PENDING)];
        pending_end(w, p);
    }
    memset(p, 0, sizeof *p);
    p->count = count;
    for (int k = 0; k < count; k++) {
        struct shape *s = &w->view[views[k]].s;
        p->hold[k] = s->share;
        s->share->count++;
        p->lock[k].block = s->block;
        p->lock[k].writes = writes && k == 0;
        shape_range(s, &p->lock[k].lo, &p->lock[k].hi);
    }
    return p;
}

static void work_then(void *argument)
{
    struct work *work = argument;
    if (!ampc_future_is_ready(work->before))
        fails(work->world, "a continuation runs before its time");
    work_run(work);
    ampc_view_release(&work->t.v);
    ampc_view_release(&work->s.v);
    if (work->a & 1)
        ampc_view_synchronize(&work->d.v);
    ampc_view_release(&work->d.v);
}

void continue_some(struct world *w)
{
    struct work work;
    int views[3], queue;
    if (!w->later || !work_choose(w, &work, views, &queue))
        return;
    if (!work.mixes)
        views[1] = views[2] = views[0];
    work_note(w, "then on", &work, views, queue);
    work_model(w, &work, views, setting.accelerator[queue]);
    struct pending *p = pending_new(w, views, 3, true);
    p->work = malloc(sizeof *p->work);
    *p->work = work;
    ampc_view_share(&p->work->d.v, &w->view[views[0]].room.v);
    ampc_view_share(&p->work->s.v, &w->view[views[1]].room.v);
    ampc_view_share(&p->work->t.v, &w->view[views[2]].room.v);
    if (work.a & 1)
        model_to_host(&w->model, &w->view[views[0]].s, false);
    const struct pending *other = &w->pending[below(w, PENDING)];
    p->work->world = w;
    p->work->before =
        other->future.id
            ? other->future
            : ampc_accelerator_view_create_marker(setting.queue[below(w, setting.queues)]);
    p->future = ampc_future_then(p->work->before, work_then, p->work);
}

void synchronize_later(struct world *w)
{
    int k = pick(w, false);
    if (!w->later || k < 0)
        return;
    note(w, "synchronize_async v%d", k);
    struct pending *p = pending_new(w, &k, 1, false);
    p->raw = p->fetches = true;
    p->shape = w->view[k].s;
    p->future = ampc_view_synchronize_async(&w->view[k].room.v);
}

/* ---- Copies ---- */

static void model_copy(struct world *w, const struct shape *from, const struct shape *to)
{
    int at[BYTES], src[BYTES], count = shape_elements(to, at);
    uint64_t value[BYTES];
    bool known[BYTES];
    shape_elements(from, src);
    model_copied_from(&w->model, from);
    for (int k = 0; k < count; k++)
        value[k] = block_get(from->block, src[k], from->elem, &known[k]);
    model_copied_to(&w->model, to);
    for (int k = 0; k < count; k++)
        block_put(to->block, at[k], to->elem, value[k], known[k]);
}

static void copy_views(struct world *w, int from, int to, bool later)
{
    struct view *src = &w->view[from], *dst = &w->view[to];
    note(w, "copy%s v%d to v%d", later ? "_async" : "", from, to);
    need(w, &src->s, false);
    need(w, &dst->s, true);
    pointers_end(w, &dst->s, true);
    model_copy(w, &src->s, &dst->s);
    if (!later) {
        ampc_copy(&src->room.v, &dst->room.v);
        model_raw(&dst->s, true);
        return;
    }
    struct pending *p = pending_new(w, (int[]){to, from}, 2, true);
    p->raw = true;
    p->shape = dst->s;
    p->future = ampc_copy_async(&src->room.v, &dst->room.v);
}

static void copy_into(struct world *w, int to, bool later)
{
    struct view *dst = &w->view[to];
    int at[BYTES], count = shape_elements(&dst->s, at), elem = dst->s.elem;
    unsigned char *memory = malloc((size_t)(count * elem));
    note(w, "copy_in%s to v%d", later ? "_async" : "", to);
    need(w, &dst->s, true);
    pointers_end(w, &dst->s, true);
    model_copied_to(&w->model, &dst->s);
    for (int k = 0; k < count; k++) {
        uint64_t value = (uint64_t)below(w, 1 << 30) * 77777;
        memcpy(memory + k * elem, &value, (size_t)elem);
        block_put(dst->s.block, at[k], elem, value, true);
    }
    if (!later) {
        ampc_copy_in(memory, (size_t)(count * elem), &dst->room.v);
        model_raw(&dst->s, true);
        free(memory);
        return;
    }
    struct pending *p = pending_new(w, &to, 1, true);
    p->raw = true;
    p->shape = dst->s;
    p->memory = memory;
    p->future = ampc_copy_in_async(memory, (size_t)(count * elem), &dst->room.v);
}

static void copy_out(struct world *w, int from, bool later)
{
    struct view *src = &w->view[from];
    note(w, "copy_out%s of v%d", later ? "_async" : "", from);
    struct pending now, *p = &now;
    need(w, &src->s, false);
    if (later)
        p = pending_new(w, &from, 1, false);
    else
        memset(p, 0, sizeof *p);
    int at[BYTES], count = shape_elements(&src->s, at), elem = src->s.elem;
    p->bytes = count * elem;
    p->memory = malloc((size_t)p->bytes);
    for (int k = 0; k < count; k++) {
        memcpy(p->want + k * elem, src->s.block->want + at[k], (size_t)elem);
        memcpy(p->known + k * elem, src->s.block->known + at[k], (size_t)elem);
    }
    model_copied_from(&w->model, &src->s);
    if (later) {
        p->future = ampc_copy_out_async(&src->room.v, p->memory, (size_t)p->bytes);
        return;
    }
    ampc_copy_out(&src->room.v, p->memory, (size_t)p->bytes);
    pending_end(w, p);
}

void copy_some(struct world *w)
{
    int from = pick(w, false), to = -1, first = below(w, VIEWS), kind = below(w, 4);
    bool later = w->later && below(w, 4) == 0;
    if (from < 0)
        return;
    for (int k = 0; k < VIEWS && to < 0; k++) {
        int n = (first + k) % VIEWS;
        const struct view *v = &w->view[n];
        bool fits = v->live && !v->constant && n != from && same_extent(&v->s, &w->view[from].s);
        to = fits ? n : to;
    }
    if (kind < 2 && to >= 0)
        copy_views(w, from, to, later);
    else if (kind == 2 && !w->view[from].constant)
        copy_into(w, from, later);
    else
        copy_out(w, from, later);
}
