/* operations.c - random operations on views, arrays and futures, done by the library and by the
 * model. */
#include "world.h"

#include <stdlib.h>
#include <string.h>

static struct view *view_of(struct world *w, int k)
{
    return &w->view[k];
}

int pick(struct world *w, bool writes)
{
    int first = below(w, VIEWS);
    for (int k = 0; k < VIEWS; k++) {
        const struct view *v = view_of(w, (first + k) % VIEWS);
        if (v->live && !(writes && v->constant))
            return (first + k) % VIEWS;
    }
    return -1;
}

static void discard_one(struct world *w, int k)
{
    struct view *v = view_of(w, k);
    note(w, "discard v%d", k);
    need(w, &v->s, true);
    pointers_end(w, &v->s, true);
    model_discard(&v->s);
    ampc_view_discard_data(&v->room.v);
}

static void discard(struct world *w)
{
    int k = pick(w, true);
    if (k >= 0)
        discard_one(w, k);
}

/* ---- Making and giving back ---- */

void view_drop(struct world *w, int k)
{
    struct view *v = view_of(w, k);
    struct holder *s = v->s.share;
    if (!v->live)
        return;
    if (!v->constant && below(w, 4) == 0)
        discard_one(w, k); /* as what is no longer of interest */
    note(w, "release v%d", k);
    if (s->count == 1 && !s->constant) {
        struct shape all = {.block = s->block, .offset = s->lo, .elem = s->hi - s->lo};
        need(w, &all, true);
    }
    for (int n = 0; n < HELD; n++)
        w->held[n].p = w->held[n].view == k ? NULL : w->held[n].p;
    ampc_view_release(&v->room.v);
    model_release(&w->model, s, true);
    v->live = false;
}

/* Extents of up to 'room' elements. */
static int choose_extent(struct world *w, int rank, int room, int extent[3])
{
    int count = 1;
    for (int k = 0; k < rank; k++) {
        int most = rank == 1 ? room : rank == 2 ? 10 : 5;
        most = most < room / count ? most : room / count;
        extent[k] = 1 + below(w, most);
        count *= extent[k];
    }
    return count;
}

/* View k's library object was made; its model follows. */
static void view_made(struct world *w, int k, struct holder *share, struct block *b, int offset)
{
    struct view *v = view_of(w, k);
    if (!v->room.v.home)
        fails(w, "v%d is empty", k);
    v->live = true;
    v->s = (struct shape){.share = share,
                          .block = b,
                          .offset = offset,
                          .elem = (int)v->room.v.elem,
                          .rank = v->room.v.rank};
    for (int n = 0; n < v->s.rank; n++) {
        v->s.extent[n] = ampc_view_extent(&v->room.v)[n];
        v->s.stride[n] = (int)ampc_view_stride(&v->room.v)[n];
    }
}

static int choose_form(struct world *w, int *rank)
{
    static const int elems[] = {4, 4, 4, 4, 4, 2, 8};
    int elem = elems[below(w, 7)];
    *rank = 1 + (elem == 4 ? below(w, 3) : below(w, 6) / 5);
    return elem;
}

static void make_over_memory(struct world *w, int k)
{
    struct block *b = &w->model.block[below(w, USER_BLOCKS)];
    int rank, extent[3], elem = choose_form(w, &rank);
    int offset = below(w, 3) ? below(w, b->size / 8) * 8 : 0;
    int room = (b->size - offset) / elem;
    if (below(w, 4) == 0)
        room = room < 12 ? room : 12;
    int bytes = choose_extent(w, rank, room, extent) * elem;
    bool constant = below(w, 6) == 0;
    struct shape s = {.block = b, .offset = offset, .elem = bytes};
    need(w, &s, true); /* the program's memory is read */
    note(w, "v%d of rank %d, %d x %d bytes at %d of block %d%s", k, rank, bytes / elem, elem,
         offset, (int)(b - w->model.block), constant ? ", const" : "");
    struct holder *share = model_share(&w->model, b, offset, offset + bytes, constant);
    if (!share)
        return;
    ampc_view_create(&w->view[k].room.v, rank, extent, (size_t)elem, b->mem + offset,
                     constant ? AMPC_VIEW_CONST : 0);
    view_made(w, k, share, b, offset);
    w->view[k].constant = constant;
}

static void make_storage(struct world *w, int k)
{
    int rank, extent[3], elem = choose_form(w, &rank), kind = below(w, 4);
    int count = choose_extent(w, rank, BYTES / 2 / elem, extent), queue = below(w, setting.queues);
    unsigned char data[BYTES];
    struct block *b = model_storage(&w->model, count * elem, kind == 3);
    struct holder *share = b ? model_share(&w->model, b, 0, b->size, false) : NULL;
    if (!share)
        return;
    ampc_view *v = &w->view[k].room.v;
    note(w, "v%d of storage, rank %d, %d x %d bytes, kind %d", k, rank, count, elem, kind);
    for (int n = 0; n < b->size; n++)
        data[n] = (unsigned char)below(w, 256);
    if (kind == 0) {
        ampc_view_create(v, rank, extent, (size_t)elem, NULL, 0);
    } else if (kind == 3) {
        ampc_array_create_staging(v, rank, extent, (size_t)elem, data, NULL, setting.queue[queue]);
    } else {
        ampc_array_create(v, rank, extent, (size_t)elem, kind == 1 ? NULL : data,
                          setting.queue[queue]);
    }
    view_made(w, k, share, b, 0);
    w->view[k].constant = false;
    if (kind >= 2) {
        model_copied_to(&w->model, &w->view[k].s);
        memcpy(b->want, data, (size_t)b->size);
    }
}

static void make_section(struct world *w, struct view *part, const struct view *of)
{
    int origin[3] = {0}, extent[3] = {0};
    for (int n = 0; n < of->s.rank; n++) {
        origin[n] = below(w, of->s.extent[n]);
        extent[n] = 1 + below(w, of->s.extent[n] - origin[n]);
    }
    ampc_view_section(&part->room.v, &of->room.v, origin, extent);
}

static void make_part(struct world *w, int k)
{
    int from = pick(w, false);
    if (from < 0 || from == k)
        return;
    struct view *part = view_of(w, k);
    const struct view *of = view_of(w, from);
    int kind = below(w, 5), extent[3];
    bool flat = of->s.rank == 1;
    if (kind == 1 && of->s.rank > 1) {
        ampc_view_row(&part->room.v, &of->room.v, below(w, of->s.extent[0]));
    } else if (kind == 2 && flat && of->s.stride[0] == 1) {
        int rank = 1 + below(w, 3);
        choose_extent(w, rank, of->s.extent[0], extent);
        ampc_view_shape(&part->room.v, &of->room.v, rank, extent);
    } else if (kind == 3 && flat && of->s.stride[0] == 1 && of->s.offset % 8 == 0 &&
               of->s.extent[0] * of->s.elem >= 8) {
        ampc_view_reinterpret(&part->room.v, &of->room.v, (size_t)(2 << below(w, 3)), 2);
    } else if (kind == 4) {
        ampc_view_share(&part->room.v, &of->room.v);
    } else {
        make_section(w, part, of);
    }
    note(w, "v%d is part %d of v%d", k, kind, from);
    of->s.share->count++;
    view_made(w, k, of->s.share, of->s.block,
              of->s.offset + (int)(part->room.v.host - of->room.v.host));
    part->constant = of->constant;
    const struct shape *s = &part->s;
    note(w, "  at %d: (%d, %d, %d) by (%d, %d, %d) of %d bytes", s->offset, s->extent[0],
         s->extent[1], s->extent[2], s->stride[0], s->stride[1], s->stride[2], s->elem);
}

static void make(struct world *w)
{
    int k = below(w, VIEWS), kind = below(w, 10);
    view_drop(w, k);
    if (kind < 4)
        make_over_memory(w, k);
    else if (kind < 6)
        make_storage(w, k);
    else
        make_part(w, k);
}

static void assign(struct world *w)
{
    int to = pick(w, false), from = pick(w, false);
    if (to < 0 || to == from || view_of(w, to)->s.rank != view_of(w, from)->s.rank)
        return;
    struct view *v = view_of(w, to), *of = view_of(w, from);
    struct holder *old = v->s.share;
    note(w, "v%d = v%d", to, from);
    struct shape all = {.block = old->block, .offset = old->lo, .elem = old->hi - old->lo};
    need(w, &all, true);
    for (int n = 0; n < HELD; n++)
        w->held[n].p = w->held[n].view == to ? NULL : w->held[n].p;
    ampc_view_assign(&v->room.v, &of->room.v);
    of->s.share->count++;
    model_release(&w->model, old, true);
    v->s = of->s;
    v->constant = of->constant;
}

/* ---- The host ---- */

static void random_index(struct world *w, const struct shape *s, int index[3], int *at)
{
    *at = s->offset;
    for (int k = 0; k < s->rank; k++) {
        index[k] = below(w, s->extent[k]);
        *at += index[k] * s->stride[k] * s->elem;
    }
}

static void subscript(struct world *w)
{
    unsigned access = 1 + (unsigned)below(w, 3);
    int k = pick(w, access & AMPC_WRITE), index[3], at;
    if (k < 0)
        return;
    struct view *v = view_of(w, k);
    random_index(w, &v->s, index, &at);
    note(w, "subscript v%d at %d for %u", k, at, access);
    need(w, &v->s, access & AMPC_WRITE);
    model_to_host(&w->model, &v->s, access & AMPC_WRITE);
    model_raw(&v->s, true);
    unsigned char *p = ampc_view_at(&v->room.v, index, access);
    check_element(w, v->s.block, at, v->s.elem, p, "subscript");
    bool keeps = below(w, 4) == 0;
    if ((access & AMPC_WRITE) && !keeps) {
        uint64_t value = (uint64_t)below(w, 1 << 30) * 4099;
        memcpy(p, &value, (size_t)v->s.elem);
        block_put(v->s.block, at, v->s.elem, value, true);
        memset(v->s.block->raw + at, 1, (size_t)v->s.elem);
    }
    if (keeps) {
        w->held[below(w, HELD)] =
            (struct held){.p = p, .writable = access & AMPC_WRITE, .view = k, .at = at};
    }
}

static void use_pointer(struct world *w)
{
    struct held *h = &w->held[below(w, HELD)];
    if (!h->p)
        return;
    const struct shape *s = &view_of(w, h->view)->s;
    struct shape one = {.block = s->block, .offset = h->at, .elem = s->elem};
    need(w, &one, h->writable);
    if (!h->p)
        return;
    note(w, "pointer into v%d at %d%s", h->view, h->at, h->writable ? " written" : "");
    check_element(w, s->block, h->at, s->elem, h->p, "pointer");
    if (h->writable) {
        uint64_t value = (uint64_t)below(w, 1 << 30) * 8191;
        memcpy(h->p, &value, (size_t)s->elem);
        block_put(s->block, h->at, s->elem, value, true);
        memset(s->block->raw + h->at, 1, (size_t)s->elem);
    }
}

/* All elements, by the address of the first. */
static void all_data(struct world *w)
{
    int k = pick(w, false);
    if (k < 0)
        return;
    struct view *v = view_of(w, k);
    struct block *b = v->s.block;
    bool writes = !v->constant && below(w, 2);
    int at[BYTES], count = shape_elements(&v->s, at);
    note(w, "data of v%d%s", k, writes ? ", written" : "");
    need(w, &v->s, writes);
    model_to_host(&w->model, &v->s, writes);
    model_raw(&v->s, true);
    unsigned char *p = ampc_view_data(&v->room.v, writes ? AMPC_WRITE : AMPC_READ);
    for (int n = 0; n < count; n++) {
        unsigned char *e = p + at[n] - v->s.offset;
        check_element(w, b, at[n], v->s.elem, e, "data");
        if (writes && below(w, 2)) {
            uint64_t value = (uint64_t)below(w, 1 << 30) * 4111;
            memcpy(e, &value, (size_t)v->s.elem);
            block_put(b, at[n], v->s.elem, value, true);
            memset(b->raw + at[n], 1, (size_t)v->s.elem);
        }
    }
}

static void synchronize(struct world *w)
{
    int k = pick(w, false);
    if (k < 0)
        return;
    struct view *v = view_of(w, k);
    note(w, "synchronize v%d", k);
    need(w, &v->s, false);
    model_to_host(&w->model, &v->s, false);
    model_raw(&v->s, true);
    ampc_view_synchronize(&v->room.v);
}

/* The program writes its memory directly: some elements of what is there, or all without having
 * asked for them. Without refresh() nobody knows what views show. */
static void write_directly(struct world *w)
{
    int k = pick(w, true), kind = below(w, 5); /* 0: says nothing; 1: writes all */
    if (k < 0 || !view_of(w, k)->s.block->mem)
        return;
    struct view *v = view_of(w, k);
    struct block *b = v->s.block;
    int at[BYTES], count = shape_elements(&v->s, at), elem = v->s.elem;
    note(w, "v%d is written directly, kind %d", k, kind);
    need(w, &v->s, true);
    if (kind == 1) {
        ampc_wait();
    } else {
        model_to_host(&w->model, &v->s, false);
        ampc_view_synchronize(&v->room.v);
        model_raw(&v->s, true);
    }
    for (int n = 0; n < count; n++) {
        if (kind == 1 || below(w, 2)) {
            uint64_t value = (uint64_t)below(w, 1 << 30) * 5003;
            memcpy(b->mem + at[n], &value, (size_t)elem);
            block_put(b, at[n], elem, 0, false);
        }
    }
    if (kind == 0)
        return;
    pointers_end(w, &v->s, true);
    ampc_view_refresh(&v->room.v);
    for (int n = 0; n < count; n++) {
        uint64_t value = 0;
        memcpy(&value, b->mem + at[n], (size_t)elem);
        block_put(b, at[n], elem, value, true);
    }
    model_raw(&v->s, true);
    model_refresh(&v->s);
}

/* Memory without views is the program's: it writes it, or frees it. */
static void use_memory(struct world *w)
{
    struct block *b = &w->model.block[below(w, USER_BLOCKS)];
    if (b->covered)
        return;
    if (block_is_idle(&w->model, b)) {
        note(w, "block %d is made anew", (int)(b - w->model.block));
        free(b->mem);
        b->mem = aligned_alloc(16, BYTES);
    }
    for (int k = 0; k < b->size; k++) {
        if (!block_covers(&w->model, b, k)) {
            b->mem[k] = (unsigned char)below(w, 256);
            b->raw[k] = b->known[k] = 0;
        }
    }
}

static void wait(struct world *w)
{
    int kind = below(w, 3), k = pick(w, false);
    note(w, "wait %d", kind);
    if (kind == 0)
        ampc_wait();
    else if (kind == 1)
        ampc_accelerator_view_wait(setting.queue[below(w, setting.queues)]);
    else if (k >= 0 && !ampc_view_source(&view_of(w, k)->room.v))
        fails(w, "v%d has no source", k);
}

/* A view of all memory that threads share, for a while: homes become one. */
static void span(struct world *w)
{
    int bytes = setting.threads * BYTES;
    if (w->spanning.v.home) {
        note(w, "the spanning view goes");
        ampc_view_release(&w->spanning.v);
    } else if (setting.common) {
        note(w, "a spanning view");
        ampc_view_create(&w->spanning.v, 1, &bytes, 1, setting.common,
                         below(w, 2) ? AMPC_VIEW_CONST : 0);
    }
}

static void end_one(struct world *w)
{
    struct pending *p = &w->pending[below(w, PENDING)];
    if (p->future.id) {
        note(w, "a future is waited for");
        pending_end(w, p);
    }
}

void operate(struct world *w)
{
    static const struct {
        int weight;
        void (*run)(struct world *w);
    } operations[] = {
        {16, make},
        {3, assign},
        {22, launch_some},
        {12, subscript},
        {6, all_data},
        {5, synchronize},
        {5, discard},
        {5, copy_some},
        {4, wait},
        {4, use_pointer},
        {5, write_directly},
        {3, use_memory},
        {3, span},
        {4, end_one},
        {4, copy_some},
        {4, continue_some},
        {4, synchronize_later},
    };
    int n = (int)(sizeof operations / sizeof *operations), sum = 0, k = 0;
    for (int i = 0; i < n; i++)
        sum += operations[i].weight;
    for (sum = below(w, sum); sum >= operations[k].weight; k++)
        sum -= operations[k].weight;
    operations[k].run(w);
}
