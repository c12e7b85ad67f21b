/* view_writes.c - elements of views that two threads certainly write: in one run two lanes of the
 * first tile, in another one two threads of different tiles, by the difference of the tiles'
 * numbers.
 *
 * Example: `v[i[0] / 2] = …` is written by threads 0 and 1. There is no lattice: writes with known
 * subscripts and certain lanes are kept (VIEW_WRITES_KEPT, the newest) and compared; all others are
 * left out. */
#include "sema/simulate/view_writes.h"
#include "sema/types/limits.h"

struct write {
    struct access access;
    bool reported;
};

struct view_writes {
    struct lockstep *l;
    struct affines *numbers;
    bool tiles;
    void (*report)(struct lockstep *l, const struct view_clash *c);
    struct write kept[VIEW_WRITES_KEPT]; /* the newest */
    int n;
    int *table; /* lane + 1, by hash of the element */
    int size;
    bool fenced; /* no access since a fence of global memory */
};

struct view_writes *view_writes_new(struct lockstep *l, bool tiles,
                                    void (*report)(struct lockstep *l, const struct view_clash *c))
{
    struct affines *numbers = lockstep_numbers(l);
    struct view_writes *w = arena_new(&numbers->arena, struct view_writes);

    w->l = l;
    w->numbers = numbers;
    w->tiles = tiles;
    w->report = report;
    w->size = 2 * lockstep_width(l) + 1;
    w->table = arena_array(&numbers->arena, int, w->size);
    return w;
}

/* ---- elements ---- */

/* By how much a subscript grows from one tile to the next. */
struct shift {
    long long by[RANK_MAX];
    bool none;
};

static bool forms_meet(const struct affine *a, int x, const struct affine *b, int y, long long by)
{
    if (a->n != b->n || affine_at(a, x) != affine_at(b, y) + by)
        return false;
    for (int i = 0; i < a->n; i++)
        if (a->terms[i].symbol != b->terms[i].symbol ||
            affine_factor_at(&a->terms[i], x) != affine_factor_at(&b->terms[i], y))
            return false;
    return true;
}

static bool lanes_meet(const struct spot *a, int x, const struct spot *b, int y,
                       const struct shift *shift)
{
    for (int k = 0; k < a->rank; k++)
        if (!forms_meet(a->at[k], x, b->at[k], y, shift->by[k]))
            return false;
    return forms_meet(a->offset, x, b->offset, y, 0);
}

static unsigned long long lane_hash(const struct spot *p, int lane, const struct shift *shift)
{
    unsigned long long h = (unsigned long long)affine_at(p->offset, lane);

    for (int k = 0; k < p->rank; k++) {
        h = h * 1000003 + (unsigned long long)(affine_at(p->at[k], lane) + shift->by[k]);
        for (int i = 0; i < p->at[k]->n; i++)
            h = h * 1000003 + (unsigned long long)affine_factor_at(&p->at[k]->terms[i], lane);
    }
    return h ^ h >> 17;
}

static bool place_known(const struct affines *s, const struct spot *p)
{
    for (int k = 0; k < p->rank; k++)
        if (!affine_symbols_even(s, p->at[k]))
            return false;
    return p->symbol && p->rank > 0 && affine_symbols_even(s, p->offset);
}

/* ---- two accesses ---- */

static bool is_there(const struct view_writes *w, const struct access *a, int lane)
{
    return a->lanes[lane] == 2 && lockstep_lane_exists(w->l, lane);
}

static bool passes(const struct view_writes *w, const struct access *a, int x,
                   const struct access *b, int y)
{
    struct passage first = {a->guards, NULL}, second = {b->guards, NULL};

    return guards_possible(w->numbers, &first, x, &second, y);
}

/* Finds lanes x of a and y of b that write one element, where the number of b's tile is larger by
 * 'shift'. */
static bool pair_find(struct view_writes *w, const struct access *a, const struct access *b,
                      const struct shift *shift, int *x, int *y)
{
    const struct shift none = {.none = true};
    int width = lockstep_width(w->l), *table = w->table;
    unsigned long long size = (unsigned long long)w->size, h;

    for (int i = 0; i < w->size; i++)
        table[i] = 0;
    w->numbers->work += w->size * 2;
    for (*y = 0; *y < width; ++*y) {
        if (!is_there(w, b, *y))
            continue;
        for (h = lane_hash(b->place, *y, shift) % size; table[h]; h = (h + 1) % size)
            if (a == b && shift->none && lanes_meet(a->place, table[h] - 1, b->place, *y, shift) &&
                passes(w, a, table[h] - 1, b, *y)) {
                *x = table[h] - 1;
                return true;
            }
        table[h] = *y + 1;
    }
    for (*x = 0; *x < width && !(a == b && shift->none); ++*x)
        for (h = lane_hash(a->place, *x, &none) % size; is_there(w, a, *x) && table[h];
             h = (h + 1) % size) {
            *y = table[h] - 1;
            if ((*x != *y || !shift->none) && lanes_meet(a->place, *x, b->place, *y, shift) &&
                passes(w, a, *x, b, *y))
                return true;
        }
    return false;
}

/* The subscripts differ by constants alone, as of a thread and its neighbour. Other accesses are
 * left out, as they may write the same value: the two halves of a symmetric matrix, for example. */
static bool is_shifted(const struct view_writes *w, const struct access *a, const struct access *b)
{
    const struct spot *p = a->place, *q = b->place;

    if (p->symbol != q->symbol || p->rank != q->rank)
        return false;
    for (int k = 0; k < p->rank; k++) {
        long long by = affine_at(p->at[k], 0) - affine_at(q->at[k], 0);
        if (!affine_same_terms(p->at[k], q->at[k]))
            return false;
        for (int i = 1; i < lockstep_width(w->l) && p->at[k]->lanes != q->at[k]->lanes; i++)
            if (affine_at(p->at[k], i) - affine_at(q->at[k], i) != by)
                return false;
    }
    return true;
}

static void clash_report(struct view_writes *w, const struct access *a, const struct access *b,
                         int x, int y, const struct shift *shift)
{
    struct view_clash c = {.first = a->expr,
                           .second = b->expr,
                           .view = b->place->symbol,
                           .first_lane = x,
                           .second_lane = y,
                           .at_once = a == b,
                           .tiles = w->tiles,
                           .still = w->tiles};

    for (int k = 0; k < b->place->rank; k++)
        c.still &= shift->by[k] == 0;
    w->report(w->l, &c);
}

/* ---- threads of one tile ---- */

static bool one_tile(struct view_writes *w, const struct access *a)
{
    const struct shift none = {.none = true};
    int x, y;

    if (pair_find(w, a, a, &none, &x, &y)) {
        clash_report(w, a, a, x, y, &none);
        return true;
    }
    for (int i = w->n > VIEW_WRITES_KEPT ? w->n - VIEW_WRITES_KEPT : 0; i < w->n; i++) {
        struct write *old = &w->kept[i % VIEW_WRITES_KEPT];
        if (old->reported || !is_shifted(w, &old->access, a) ||
            !pair_find(w, &old->access, a, &none, &x, &y))
            continue;
        clash_report(w, &old->access, a, x, y, &none);
        return true;
    }
    return false;
}

/* ---- threads of different tiles ---- */

/* What the subscripts grow by from one tile to the next in dimension k; false: there may be one
 * tile only. */
static bool tile_step(const struct view_writes *w, const struct spot *p, int k, struct shift *step)
{
    int symbol = lockstep_tile_symbol(w->l, k);

    *step = (struct shift){{0}, false};
    if (symbol < 0 || w->numbers->symbols.at[symbol].max >= (1LL << 31) / lockstep_dim(w->l, k) - 1)
        return false;
    for (int j = 0; j < p->rank; j++)
        for (int i = 0; i < p->at[j]->n; i++) {
            if (p->at[j]->terms[i].lanes)
                return false;
            if (p->at[j]->terms[i].symbol == symbol)
                step->by[j] = p->at[j]->terms[i].k;
            if (step->by[j] > VIEW_STEP_MAX || step->by[j] < -VIEW_STEP_MAX)
                return false;
        }
    return true;
}

/* The distances between tiles to try: neighbours, and about the difference of the subscripts in
 * tiles. */
static int distances_of(const struct access *a, const struct access *b, const struct shift *step,
                        long long *distances)
{
    long long far = 0;
    int n = 0;

    for (int k = 0; k < b->place->rank && far == 0; k++)
        if (step->by[k] && a->place->at[k]->n == b->place->at[k]->n)
            far = (affine_at(a->place->at[k], 0) - affine_at(b->place->at[k], 0)) / step->by[k];
    distances[n++] = 1;
    distances[n++] = -1;
    for (long long d = far - 1; d <= far + 1; d++)
        if (d > 1 || d < -1)
            distances[n++] = d;
    return n;
}

static bool pair_of_tiles(struct view_writes *w, const struct access *a, const struct access *b,
                          int k)
{
    long long distances[VIEW_SHIFTS_MAX], most;
    struct shift step;
    int x, y, n;

    if (!tile_step(w, b->place, k, &step))
        return false;
    most = w->numbers->symbols.at[lockstep_tile_symbol(w->l, k)].max;
    n = distances_of(a, b, &step, distances);
    for (int i = 0; i < n; i++) {
        struct shift shift = step;
        if (distances[i] > most || -distances[i] > most)
            continue;
        for (int j = 0; j < RANK_MAX; j++)
            shift.by[j] *= distances[i];
        if (!pair_find(w, a, b, &shift, &x, &y))
            continue;
        clash_report(w, a, b, x, y, &shift);
        return true;
    }
    return false;
}

static bool two_tiles(struct view_writes *w, const struct access *a)
{
    for (int k = 0; k < lockstep_rank(w->l); k++) {
        if (pair_of_tiles(w, a, a, k))
            return true;
        for (int i = w->n > VIEW_WRITES_KEPT ? w->n - VIEW_WRITES_KEPT : 0; i < w->n; i++) {
            struct write *old = &w->kept[i % VIEW_WRITES_KEPT];
            if (!old->reported && is_shifted(w, &old->access, a) &&
                pair_of_tiles(w, &old->access, a, k))
                return true;
        }
    }
    return false;
}

/* ---- hooks ---- */

void view_writes_access(struct view_writes *w, const struct access *a)
{
    struct write one = {.access = *a};
    bool certain = false;

    w->fenced = false;
    if (a->place->kind != PLACE_GLOBAL || a->kind != ACCESS_WRITE ||
        (a->guards && a->guards->choice) || !place_known(w->numbers, a->place))
        return; /* not certainly reached, or at an unknown element */
    for (int i = 0; i < lockstep_width(w->l) && !certain; i++)
        certain = a->lanes[i] == 2;
    if (!certain)
        return;
    one.reported = w->tiles ? two_tiles(w, a) : one_tile(w, a);
    w->kept[w->n++ % VIEW_WRITES_KEPT] = one;
}

/* Threads of different tiles do not wait for each other. */
void view_writes_barrier(struct view_writes *w, unsigned orders)
{
    if (!w->tiles && (orders & ORDERS_GLOBAL || w->fenced))
        w->n = 0;
}

void view_writes_fence(struct view_writes *w, unsigned orders)
{
    w->fenced |= (orders & ORDERS_GLOBAL) != 0;
}
