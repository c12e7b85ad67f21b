/* model.c - the model: contents of every byte, and what may be transferred. */
#include "model.h"

#include <string.h>

/* ---- Shapes ---- */

int shape_elements(const struct shape *s, int at[BYTES])
{
    int count = 0, e[3] = {1, 1, 1}, t[3] = {0};
    memcpy(e, s->extent, (size_t)s->rank * sizeof *e);
    memcpy(t, s->stride, (size_t)s->rank * sizeof *t);
    for (int i = 0; i < e[0]; i++) {
        for (int j = 0; j < e[1]; j++)
            for (int k = 0; k < e[2]; k++)
                at[count++] = s->offset + (i * t[0] + j * t[1] + k * t[2]) * s->elem;
    }
    return count;
}

void shape_range(const struct shape *s, int *lo, int *hi)
{
    *lo = *hi = s->offset;
    for (int k = 0; k < s->rank; k++)
        *hi += (s->extent[k] - 1) * s->stride[k] * s->elem;
    *hi += s->elem;
}

bool shape_is_dense(const struct shape *s)
{
    int step = 1;
    for (int k = s->rank - 1; k >= 0; k--) {
        if (s->extent[k] != 1 && s->stride[k] != step)
            return false;
        step *= s->extent[k];
    }
    return true;
}

bool ranges_meet(const struct shape *a, const struct shape *b)
{
    int lo, hi, from, to;
    shape_range(a, &lo, &hi);
    shape_range(b, &from, &to);
    return a->block == b->block && lo < to && from < hi;
}

bool elements_meet(const struct shape *a, const struct shape *b)
{
    unsigned char has[BYTES] = {0};
    int at[BYTES], count = shape_elements(a, at);
    bool meet = false;
    for (int k = 0; k < count; k++)
        memset(has + at[k], 1, (size_t)a->elem);
    count = shape_elements(b, at);
    for (int k = 0; k < count && a->block == b->block; k++)
        meet = meet || memchr(has + at[k], 1, (size_t)b->elem);
    return meet;
}

bool same_extent(const struct shape *a, const struct shape *b)
{
    return a->rank == b->rank && a->elem == b->elem &&
           memcmp(a->extent, b->extent, (size_t)a->rank * sizeof(int)) == 0;
}

/* ---- Contents ---- */

uint64_t block_get(const struct block *b, int at, int elem, bool *known)
{
    uint64_t value = 0;
    *known = !memchr(b->known + at, 0, (size_t)elem);
    memcpy(&value, b->want + at, (size_t)elem);
    return value;
}

void block_put(struct block *b, int at, int elem, uint64_t value, bool known)
{
    memcpy(b->want + at, &value, (size_t)elem);
    memset(b->known + at, known, (size_t)elem);
    memset(b->raw + at, 0, (size_t)elem);
}

bool block_covers(const struct model *m, const struct block *b, int at)
{
    bool covers = b->covered;
    for (const struct holder *s = m->share; s < m->share + SHARES; s++)
        covers = covers || (s->count && s->block == b && s->lo <= at && at < s->hi);
    return covers;
}

bool block_is_idle(const struct model *m, const struct block *b)
{
    bool idle = !b->covered;
    for (const struct holder *s = m->share; s < m->share + SHARES; s++)
        idle = idle && !(s->count && s->block == b);
    return idle;
}

void model_raw(const struct shape *s, bool is)
{
    int at[BYTES], count = shape_elements(s, at);
    for (int k = 0; k < count; k++)
        memset(s->block->raw + at[k], is, (size_t)s->elem);
}

void model_discard(const struct shape *s)
{
    int at[BYTES], count = shape_elements(s, at);
    for (int k = 0; k < count; k++) {
        memset(s->block->known + at[k], 0, (size_t)s->elem);
        memset(s->block->where + at[k], 0xff, (size_t)s->elem);
        memset(s->block->discarded + at[k], 1, (size_t)s->elem);
    }
}

void model_refresh(const struct shape *s)
{
    int at[BYTES], count = shape_elements(s, at);
    for (int k = 0; k < count; k++) {
        memset(s->block->where + at[k], HOST, (size_t)s->elem);
        memset(s->block->discarded + at[k], 0, (size_t)s->elem);
    }
}

/* ---- Homes ---- */

static struct span *span_of(struct block *b, int lo, int hi)
{
    struct span *s = b->span;
    while (s < b->span + SPANS - 1 && !(s->hi && s->lo <= lo && hi <= s->hi))
        s++;
    return s;
}

/* Nothing but the host's memory has [lo, hi), after what it lacks was brought. */
static void settle(struct model *m, struct block *b, int lo, int hi)
{
    for (int k = lo; k < hi; k++) {
        m->bound.down += !(b->where[k] & HOST);
        b->where[k] = HOST;
    }
}

/* The home of [lo, hi): others that it meets are merged into it. */
static void span_join(struct model *m, struct block *b, int lo, int hi)
{
    struct span all = {.lo = lo, .hi = hi}, *room = NULL;
    for (struct span *s = b->span; s < b->span + SPANS; s++) {
        if (s->hi && s->lo <= lo && hi <= s->hi)
            return;
        if (s->hi && s->lo < hi && lo < s->hi) {
            settle(m, b, s->lo, s->hi);
            all.lo = s->lo < all.lo ? s->lo : all.lo;
            all.hi = s->hi > all.hi ? s->hi : all.hi;
            s->hi = 0;
        }
        room = s->hi ? room : s;
    }
    *room = all;
}

struct holder *model_share(struct model *m, struct block *b, int lo, int hi, bool constant)
{
    struct holder *s = m->share;
    while (s < m->share + SHARES && s->count)
        s++;
    if (s == m->share + SHARES)
        return NULL;
    for (int k = lo; k < hi && b->mem; k++) {
        if (!block_covers(m, b, k)) {
            b->want[k] = b->mem[k];
            b->known[k] = b->raw[k] = 1;
            b->where[k] = HOST;
            b->discarded[k] = 0;
        }
    }
    if (b->mem)
        span_join(m, b, lo, hi);
    *s = (struct holder){.count = 1, .block = b, .lo = lo, .hi = hi, .constant = constant};
    return s;
}

/* The homes of the block that have no share any more go. */
static void spans_drop(struct model *m, struct block *b)
{
    for (struct span *h = b->span; h < b->span + SPANS; h++) {
        bool held = false;
        for (const struct holder *s = m->share; s < m->share + SHARES; s++)
            held = held || (s->count && s->block == b && s->lo < h->hi && h->lo < s->hi);
        h->hi = held ? h->hi : 0;
    }
}

void model_release(struct model *m, struct holder *s, bool raw)
{
    if (--s->count)
        return;
    struct block *b = s->block;
    for (int k = s->lo; k < s->hi && !s->constant; k++) {
        m->bound.down += !raw || !(b->where[k] & HOST);
        b->where[k] |= raw ? HOST : 0;
        b->raw[k] = b->raw[k] || raw;
    }
    spans_drop(m, b);
    if (!b->mem && block_is_idle(m, b))
        b->used = false;
}

struct block *model_storage(struct model *m, int size, bool staging)
{
    for (struct block *b = m->block + USER_BLOCKS; b < m->block + BLOCKS; b++) {
        if (!b->used) {
            memset(b, 0, sizeof *b);
            b->used = b->storage = true;
            b->staging = staging;
            b->size = size;
            memset(b->known, 1, sizeof b->known);
            memset(b->where, HOST, sizeof b->where);
            b->span[0] = (struct span){.hi = size, .blank = true};
            return b;
        }
    }
    return NULL;
}

/* ---- Transfers ---- */

void model_supply(struct model *m, const struct shape *s, int a)
{
    struct block *b = s->block;
    struct span *home = span_of(b, s->offset, s->offset + 1);
    int lo, hi, bit = 1 << a;
    shape_range(s, &lo, &hi);
    for (int k = home->lo; k < home->hi && !(home->copies & (unsigned)bit); k++) {
        b->where[k] &= ~bit;
        b->where[k] |= home->blank || b->discarded[k] ? bit : 0;
    }
    home->copies |= (unsigned)bit;
    for (int k = lo; k < hi; k++) {
        if (!(b->where[k] & bit)) {
            m->bound.up++;
            m->bound.down += !(b->where[k] & HOST);
            b->where[k] |= b->where[k] ? bit | HOST : bit; /* 0: it may have been there */
        }
    }
}

/* 'who' alone has the range. */
static void newest(const struct shape *s, int who)
{
    int lo, hi;
    shape_range(s, &lo, &hi);
    span_of(s->block, lo, hi)->blank = false;
    memset(s->block->where + lo, who, (size_t)(hi - lo));
    memset(s->block->discarded + lo, 0, (size_t)(hi - lo));
}

void model_written(const struct shape *s, int a)
{
    newest(s, 1 << a);
}

void model_to_host(struct model *m, const struct shape *s, bool writes)
{
    int lo, hi;
    shape_range(s, &lo, &hi);
    for (int k = lo; k < hi; k++) {
        m->bound.down += !(s->block->where[k] & HOST);
        s->block->where[k] |= HOST;
    }
    if (writes)
        newest(s, HOST);
}

void model_forget(struct model *m)
{
    for (struct block *b = m->block; b < m->block + BLOCKS; b++)
        memset(b->where, 0, sizeof b->where);
}

void model_copied_from(struct model *m, const struct shape *s)
{
    int lo, hi;
    shape_range(s, &lo, &hi);
    for (int k = lo; k < hi; k++) {
        if (!(s->block->where[k] & HOST)) {
            m->bound.down += (unsigned)(hi - lo);
            return;
        }
    }
}

void model_copied_to(struct model *m, const struct shape *s)
{
    int lo, hi;
    shape_range(s, &lo, &hi);
    if (s->block->storage && !s->block->staging && shape_is_dense(s)) {
        m->bound.up += (unsigned)(hi - lo);
        newest(s, 0); /* on one of the accelerators */
        return;
    }
    int away = 0;
    for (int k = lo; k < hi && !shape_is_dense(s); k++)
        away += !(s->block->where[k] & HOST);
    m->bound.down += (unsigned)away;
    if (away && s->block->storage && !s->block->staging) {
        /* Perhaps between what an accelerator has, which is the newest with it. */
        m->bound.up += (unsigned)(hi - lo);
        memset(s->block->where + lo, 0, (size_t)(hi - lo));
        newest(s, 0);
        return;
    }
    newest(s, HOST);
}
