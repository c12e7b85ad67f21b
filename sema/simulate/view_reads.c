/* view_reads.c - elements of views that one thread reads and another writes with nothing that
 * orders the two.
 *
 * Keeps the accesses of a run, and at its end looks at a few sizes of the launch and pairs of
 * tiles, where subscripts and guards are numbers (instance.c). Symbols that are left must be the
 * same in both accesses. So a finding is certain for the case that the message names, but for
 * conditions that are not known there, of which the finding tells; what is in no case is not found.
 * Limits: VIEW_* in sema/types/limits.h. Example: `v[i] = v[i + 1]` races between neighbours. */
#include "sema/simulate/view_reads.h"

#include "sema/analysis/code.h"
#include "sema/analysis/extent_most.h"
#include "sema/simulate/instance.h"
#include "sema/types/limits.h"

/* An access that is kept. */
struct touch {
    struct access access;
    const struct spot *place; /* named by its memory (lockstep_memory) */
    struct symbol *function;
    int epoch; /* number of barriers before it that order global memory in the tile */
    bool reported;
};

struct memory {
    const struct symbol *symbol;
    VEC(struct touch) reads, writes;
};

struct view_reads {
    struct lockstep *l;
    struct affines *numbers;
    struct memory memories[VIEW_MEMORIES_MAX];
    int n;
    int epoch;
    bool fenced; /* no access since a fence of global memory */
    int *table;  /* lane + 1, by hash of the element */
    int size;
};

struct view_reads *view_reads_new(struct lockstep *l)
{
    struct affines *numbers = lockstep_numbers(l);
    struct view_reads *r = arena_new(&numbers->arena, struct view_reads);

    r->l = l;
    r->numbers = numbers;
    r->size = 2 * lockstep_width(l) + 1;
    r->table = arena_array(&numbers->arena, int, r->size);
    return r;
}

/* ---- hooks ---- */

static struct memory *memory_find(struct view_reads *r, const struct symbol *symbol)
{
    for (int i = 0; i < r->n; i++)
        if (r->memories[i].symbol == symbol)
            return &r->memories[i];
    if (r->n == VIEW_MEMORIES_MAX)
        return NULL;
    r->memories[r->n].symbol = symbol;
    return &r->memories[r->n++];
}

static bool same_place(const struct affines *s, const struct spot *a, const struct spot *b)
{
    for (int k = 0; k < a->rank; k++)
        if (!affine_same(s, a->at[k], b->at[k]))
            return false;
    return a->rank == b->rank && affine_same(s, a->offset, b->offset);
}

/* Whether to keep the access: it is new, and there are not many of the same expression. */
static bool has_room(const struct view_reads *r, const struct touch *all, int n,
                     const struct touch *t)
{
    int rounds = 0;

    for (int i = 0; i < n; i++) {
        if (all[i].access.expr != t->access.expr)
            continue;
        if (t->access.kind == ACCESS_READ && all[i].epoch == t->epoch &&
            same_place(r->numbers, all[i].place, t->place))
            return false;
        rounds++;
    }
    return n < VIEW_ACCESSES_MAX && rounds < VIEW_ROUNDS_MAX;
}

void view_reads_access(struct view_reads *r, const struct access *a)
{
    struct touch t = {.access = *a, .epoch = r->epoch, .function = lockstep_function(r->l)};
    struct memory *m;

    r->fenced = false;
    if (a->place->kind != PLACE_GLOBAL || a->kind == ACCESS_ATOMIC || !a->place->symbol ||
        a->place->rank == 0 || !a->place->offset || access_is_flat(a))
        return;
    t.place = lockstep_memory(r->l, a->place);
    m = memory_find(r, t.place->symbol);
    if (!m)
        return;
    if (a->kind == ACCESS_READ && has_room(r, m->reads.at, m->reads.n, &t))
        vec_push(&r->numbers->arena, &m->reads, t);
    else if (a->kind == ACCESS_WRITE && has_room(r, m->writes.at, m->writes.n, &t))
        vec_push(&r->numbers->arena, &m->writes, t);
}

/* Threads of different tiles do not wait for each other. */
void view_reads_barrier(struct view_reads *r, unsigned orders)
{
    if (orders & ORDERS_GLOBAL || r->fenced)
        r->epoch++;
}

void view_reads_fence(struct view_reads *r, unsigned orders)
{
    r->fenced |= (orders & ORDERS_GLOBAL) != 0;
}

/* The subscript is the kernel's index, or a component of it. */
static bool is_index(const struct view_reads *r, struct expr *e)
{
    const struct symbol *param = lockstep_launch(r->l)->param;

    e = e ? expr_strip(e) : NULL;
    if (e && e->kind == EXPR_SUBSCRIPT && e->amp == AMP_INDEX_SUBSCRIPT)
        e = expr_strip(e->a);
    if (e && e->kind == EXPR_MEMBER && e->amp == AMP_TILED_GLOBAL)
        e = expr_strip(e->a);
    return e && e->kind == EXPR_NAME && e->symbol && e->symbol == param;
}

static bool is_own(const struct view_reads *r, const struct touch *t)
{
    const struct expr *e = t->access.expr;

    if (e->kind != EXPR_CALL)
        return e->kind == EXPR_SUBSCRIPT && e->amp == AMP_VIEW_ELEMENT && is_index(r, e->b);
    for (int i = 0; i < e->args.n; i++)
        if (!is_index(r, e->args.at[i]))
            return false;
    return e->amp == AMP_VIEW_ELEMENT;
}

static bool is_shared(const struct affines *s, const struct spot *p)
{
    for (int k = 0; k < p->rank; k++)
        if (affine_varies(s, p->at[k]))
            return false;
    return true;
}

bool view_reads_mixed(const struct view_reads *r)
{
    for (int m = 0; m < r->n; m++)
        for (int i = 0; i < r->memories[m].writes.n; i++)
            for (int j = 0; j < r->memories[m].reads.n; j++) {
                const struct touch *write = &r->memories[m].writes.at[i];
                const struct touch *read = &r->memories[m].reads.at[j];
                if (!same_place(r->numbers, write->place, read->place) || !is_own(r, read) ||
                    !is_own(r, write))
                    return true;
            }
    return false;
}

/* ---- sizes of launches ---- */

struct size {
    const int *bases; /* symbols from which the domain is computed */
    int n;
    long long values[VIEW_BASES_MAX];
    long long extent[RANK_MAX];
    bool sized; /* the domain is not known: its size is an example */
};

/* The number of tiles in dimension k. */
static long long tiles_of(const struct view_reads *r, const struct size *size, int k)
{
    int dim = lockstep_dim(r->l, k);

    return lockstep_tile_symbol(r->l, k) < 0 ? 1 : (size->extent[k] + dim - 1) / dim;
}

static struct instance *instance_of(struct view_reads *r, const struct size *size,
                                    const long long *tile)
{
    struct instance *in = instance_new(r->numbers);

    for (int i = 0; i < size->n; i++)
        instance_put(in, size->bases[i], size->values[i]);
    for (int k = 0; k < lockstep_rank(r->l); k++)
        instance_put(in, lockstep_tile_symbol(r->l, k), tile[k]);
    return in;
}

/* The dimension of the domain that a symbol is first in, or -1. */
static int dimension_of(struct view_reads *r, int symbol)
{
    for (int k = 0; k < lockstep_rank(r->l); k++) {
        int one[VIEW_BASES_MAX], n = 0;
        instance_bases(r->numbers, lockstep_domain(r->l, k), one, &n, VIEW_BASES_MAX);
        for (int i = 0; i < n; i++)
            if (one[i] == symbol)
                return k;
    }
    return 0;
}

/* Sets the symbols to the i-th values to try; false: such a domain cannot be launched. */
static bool size_set(struct view_reads *r, struct size *size, int i)
{
    static const long long plain[VIEW_SIZES_MAX] = {12, 13, 201, 5000, 4},
                           tiles[VIEW_SIZES_MAX] = {2, 3, 4, 40, 1};
    static const long long none[RANK_MAX] = {0};
    bool tiled = lockstep_launch(r->l)->tiled;
    bool known = lockstep_domain(r->l, 0) != NULL;
    struct instance *in;
    long long most;

    for (int b = 0; b < size->n; b++)
        size->values[b] =
            tiled ? tiles[i] * lockstep_dim(r->l, dimension_of(r, size->bases[b])) : plain[i] + b;
    in = instance_of(r, size, none);
    for (int k = 0; k < lockstep_rank(r->l); k++) {
        if (!known)
            size->extent[k] = tiled ? tiles[i] * lockstep_dim(r->l, k) : plain[i] + k;
        else if (!affine_value(instance_form(in, lockstep_domain(r->l, k)), &size->extent[k]))
            return false;
        most = launch_most(lockstep_findings(r->l), lockstep_launch(r->l))[k];
        if (!known && most && size->extent[k] > most)
            size->extent[k] = most;
        if (size->extent[k] <= 0 || (most && size->extent[k] > most) ||
            size->extent[k] >= 1LL << 31 || (tiled && size->extent[k] % lockstep_dim(r->l, k) != 0))
            return false;
    }
    return true;
}

/* ---- accesses in a case ---- */

/* A kept access with the numbers of one case and one tile. */
struct scene {
    const struct touch *touch;
    const long long *tile;
    struct spot place;
    const struct guard *guards;
    bool none;
};

static struct scene scene_of(struct instance *in, const struct affines *s, const struct touch *t,
                             const long long *tile)
{
    struct scene scene = {.touch = t, .tile = tile, .place = *t->place};

    for (int k = 0; k < t->place->rank && !scene.none; k++) {
        scene.place.at[k] = instance_form(in, t->place->at[k]);
        scene.none |= !affine_symbols_even(s, scene.place.at[k]);
    }
    scene.place.offset = instance_form(in, t->place->offset);
    scene.none |= !affine_symbols_even(s, scene.place.offset);
    if (!scene.none)
        scene.guards = instance_guards(in, t->access.guards, &scene.none);
    return scene;
}

static long long index_of(const struct view_reads *r, const struct scene *a, int lane, int k)
{
    int below = 1;

    for (int j = k + 1; j < lockstep_rank(r->l); j++)
        below *= lockstep_dim(r->l, j);
    return a->tile[k] * lockstep_dim(r->l, k) + lane / below % lockstep_dim(r->l, k);
}

/* Whether the thread is in the domain and may reach the access. */
static bool is_there(const struct view_reads *r, const struct size *size, const struct scene *a,
                     int lane)
{
    if (!a->touch->access.lanes[lane])
        return false;
    for (int k = 0; k < lockstep_rank(r->l); k++)
        if (index_of(r, a, lane, k) >= size->extent[k])
            return false;
    for (const struct guard *g = a->guards; g; g = g->outer)
        if (test_at(g->test, lane) == answer_of(!g->truth))
            return false;
    return true;
}

/* Whether the test depends on a value that the lane loads. */
static bool test_finds(const struct affines *s, const struct test *t, int lane)
{
    if (test_at(t, lane) != ANSWER_UNKNOWN)
        return false;
    if (t->kind == TEST_NOT)
        return test_finds(s, t->a, lane);
    if (t->kind == TEST_AND || t->kind == TEST_OR)
        return test_finds(s, t->a, lane) || test_finds(s, t->b, lane);
    return t->form ? !affine_symbols_even(s, t->form) : t->varies;
}

static bool is_found(const struct affines *s, const struct scene *a, int lane)
{
    for (const struct guard *g = a->guards; g; g = g->outer)
        if (test_finds(s, g->test, lane))
            return true;
    return false;
}

static bool terms_meet(const struct affine *a, int x, const struct affine *b, int y)
{
    int i = 0, j = 0;

    for (;; i++, j++) {
        while (i < a->n && affine_factor_at(&a->terms[i], x) == 0)
            i++;
        while (j < b->n && affine_factor_at(&b->terms[j], y) == 0)
            j++;
        if (i == a->n || j == b->n)
            return i == a->n && j == b->n;
        if (a->terms[i].symbol != b->terms[j].symbol ||
            affine_factor_at(&a->terms[i], x) != affine_factor_at(&b->terms[j], y))
            return false;
    }
}

/* Sums of such numbers do not overflow. */
static bool is_near(long long n)
{
    return n > -AFFINE_LIMIT && n < AFFINE_LIMIT;
}

static bool bytes_meet(const struct scene *a, int x, const struct scene *b, int y)
{
    long long first = affine_at(a->place.offset, x), second = affine_at(b->place.offset, y);
    const struct type *t = a->touch->access.type, *u = b->touch->access.type;
    long long size = t && t->size > 0 ? t->size : 1, other = u && u->size > 0 ? u->size : 1;

    return is_near(first) && is_near(second) && first < second + other && second < first + size &&
           terms_meet(a->place.offset, x, b->place.offset, y);
}

static bool elements_meet(const struct scene *a, int x, const struct scene *b, int y)
{
    for (int k = 0; k < a->place.rank; k++)
        if (affine_at(a->place.at[k], x) != affine_at(b->place.at[k], y) ||
            !terms_meet(a->place.at[k], x, b->place.at[k], y))
            return false;
    return bytes_meet(a, x, b, y);
}

static unsigned long long element_hash(const struct scene *a, int lane)
{
    unsigned long long h = 1;

    for (int k = 0; k < a->place.rank; k++)
        h = h * 1000003 + (unsigned long long)affine_at(a->place.at[k], lane);
    return h ^ h >> 17;
}

/* Whether both threads reach their access. Conditions on loaded values are taken to hold, but for
 * one of the two only. */
static bool pair_comes(const struct view_reads *r, const struct scene *a, int x,
                       const struct scene *b, int y)
{
    struct passage first = {a->guards, NULL}, second = {b->guards, NULL};

    return !(is_found(r->numbers, a, x) && is_found(r->numbers, b, y)) &&
           guards_possible(r->numbers, &first, x, &second, y);
}

/* Lane x of a and another thread, lane y of b, have an element in common. */
static bool pair_find(struct view_reads *r, const struct size *size, const struct scene *a,
                      const struct scene *b, bool same_tile, int *x, int *y)
{
    int width = lockstep_width(r->l), *table = r->table;
    unsigned long long cells = (unsigned long long)r->size, h;

    if (a->none || b->none || a->place.rank != b->place.rank)
        return false;
    for (int i = 0; i < r->size; i++)
        table[i] = 0;
    r->numbers->work += r->size * 2;
    for (*y = 0; *y < width; ++*y) {
        if (!is_there(r, size, b, *y))
            continue;
        for (h = element_hash(b, *y) % cells; table[h]; h = (h + 1) % cells)
            ;
        table[h] = *y + 1;
    }
    for (*x = 0; *x < width; ++*x) {
        if (!is_there(r, size, a, *x))
            continue;
        for (h = element_hash(a, *x) % cells; table[h]; h = (h + 1) % cells) {
            *y = table[h] - 1;
            if ((*x != *y || !same_tile) && elements_meet(a, *x, b, *y) &&
                pair_comes(r, a, *x, b, *y))
                return true;
        }
    }
    return false;
}

/* ---- pairs of tiles ---- */

struct tile_pair {
    long long a, b;
};

static int pair_push(struct tile_pair *pairs, int n, long long tiles, long long a, long long b)
{
    if (a < 0 || b < 0 || a >= tiles || b >= tiles || n == VIEW_PAIRS_MAX)
        return n;
    for (int i = 0; i < n; i++)
        if (pairs[i].a == a && pairs[i].b == b)
            return n;
    pairs[n] = (struct tile_pair){a, b};
    return n + 1;
}

static long long tile_factor(const struct affine *a, int symbol)
{
    for (int i = 0; i < a->n; i++)
        if (a->terms[i].symbol == symbol && !a->terms[i].lanes)
            return a->terms[i].k;
    return 0;
}

/* The pairs of tiles to try in dimension k: the first ones, the last ones, and those for which the
 * subscripts can be equal. */
static int pairs_of(struct view_reads *r, const struct size *size, const struct touch *a,
                    const struct touch *b, int k, struct tile_pair *pairs)
{
    static const long long none[RANK_MAX] = {0};
    long long tiles = tiles_of(r, size, k);
    int n = pair_push(pairs, 0, tiles, 0, 0), symbol = lockstep_tile_symbol(r->l, k);
    struct instance *in = symbol >= 0 && tiles > 2 ? instance_of(r, size, none) : NULL;

    n = pair_push(pairs, n, tiles, 0, 1);
    n = pair_push(pairs, n, tiles, 1, 0);
    n = pair_push(pairs, n, tiles, 1, 1);
    if (lockstep_rank(r->l) > 2)
        return n;
    n = pair_push(pairs, n, tiles, 0, tiles - 1);
    n = pair_push(pairs, n, tiles, tiles - 1, 0);
    for (int j = 0; in && j < a->place->rank && j < b->place->rank; j++) {
        long long ka = tile_factor(a->place->at[j], symbol),
                  kb = tile_factor(b->place->at[j], symbol);
        const struct affine *x = instance_form(in, a->place->at[j]);
        const struct affine *y = instance_form(in, b->place->at[j]);
        if (!is_near(ka) || !is_near(kb) || !is_near(affine_at(x, 0)) || !is_near(affine_at(y, 0)))
            continue;
        for (long long t = 0; t < 2 && kb != 0 && affine_same_terms(x, y); t++) {
            long long to = (affine_at(x, 0) + ka * t - affine_at(y, 0)) / kb;
            n = pair_push(pairs, n, tiles, t, to);
            n = pair_push(pairs, n, tiles, t, to + 1);
            n = pair_push(pairs, n, tiles, t, to - 1);
        }
        for (long long t = 0; t < 2 && ka != 0 && affine_same_terms(x, y); t++) {
            long long to = (affine_at(y, 0) + kb * t - affine_at(x, 0)) / ka;
            n = pair_push(pairs, n, tiles, to, t);
            n = pair_push(pairs, n, tiles, to + 1, t);
        }
    }
    return n;
}

/* ---- searches ---- */

struct search {
    struct view_reads *r;
    const struct size *size;
    struct touch *a, *b;
    struct tile_pair pairs[RANK_MAX][VIEW_PAIRS_MAX];
    int n[RANK_MAX];
    long long begun;        /* the run's steps before the search */
    struct view_read found; /* the last finding */
};

static void found_put(struct search *s, const struct scene *a, int x, const struct scene *b, int y,
                      bool tiles)
{
    struct view_read *v = &s->found;

    *v = (struct view_read){.read = s->a->access.expr,
                            .write = s->b->access.expr,
                            .view = s->a->access.place->symbol,
                            .written = s->b->access.place->symbol,
                            .function = s->a->function,
                            .sized = s->size->sized,
                            .tiles = tiles,
                            .reads = guards_certain(a->guards, x),
                            .writes = guards_certain(b->guards, y)};
    for (int k = 0; k < lockstep_rank(s->r->l); k++) {
        v->reader[k] = index_of(s->r, a, x, k);
        v->writer[k] = index_of(s->r, b, y, k);
        v->extent[k] = s->size->extent[k];
    }
}

/* The launch certainly has more than one tile, or the accesses show that it must. */
static bool tiles_differ(const struct search *s)
{
    const struct touch *both[2] = {s->a, s->b};

    if (!lockstep_launch(s->r->l)->tiled || !s->size->sized)
        return true;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < lockstep_rank(s->r->l); k++)
            for (int j = 0; j < both[i]->place->rank; j++)
                if (tile_factor(both[i]->place->at[j], lockstep_tile_symbol(s->r->l, k)))
                    return true;
    return false;
}

/* The i-th choice of pairs in all dimensions. */
static bool pair_looked_at(struct search *s, int i)
{
    long long first[RANK_MAX] = {0}, second[RANK_MAX] = {0};
    bool same = true, tiled = lockstep_launch(s->r->l)->tiled;
    struct scene a, b;
    int x, y;

    for (int k = 0; k < lockstep_rank(s->r->l); k++) {
        const struct tile_pair *p = &s->pairs[k][i % s->n[k]];
        first[k] = p->a;
        second[k] = p->b;
        same &= p->a == p->b;
        i /= s->n[k];
    }
    if ((same && s->a->epoch != s->b->epoch) || (!same && !tiles_differ(s)))
        return false;
    a = scene_of(instance_of(s->r, s->size, first), s->r->numbers, s->a, first);
    b = scene_of(instance_of(s->r, s->size, second), s->r->numbers, s->b, second);
    if (!pair_find(s->r, s->size, &a, &b, same, &x, &y))
        return false;
    found_put(s, &a, x, &b, y, tiled && !same);
    return true;
}

static bool is_over(const struct search *s)
{
    return s->r->numbers->work - s->begun > VIEW_WORK_MAX;
}

/* Whether different threads may make the access: nothing selects a single one. */
static bool threads_differ(const struct view_reads *r, const struct touch *t)
{
    for (const struct guard *g = t->access.guards; g; g = g->outer)
        if (g->test->varies)
            return true;
    return !is_shared(r->numbers, t->place);
}

static bool touches_meet(struct search *s)
{
    int all = 1;

    if (!threads_differ(s->r, s->a) && !threads_differ(s->r, s->b))
        return false;
    for (int k = 0; k < lockstep_rank(s->r->l); k++) {
        s->n[k] = pairs_of(s->r, s->size, s->a, s->b, k, s->pairs[k]);
        all *= s->n[k];
        if (all > VIEW_TILES_MAX)
            return false;
    }
    for (int i = all - 1; i >= 0 && !is_over(s); i--)
        if (pair_looked_at(s, lockstep_launch(s->r->l)->tiled ? i : all - 1 - i))
            return true;
    return false;
}

/* A hash table of the elements that threads write. */
struct elements {
    unsigned long long *table;
    unsigned long long size;
};

static unsigned long long whole_hash(const struct scene *a, int lane)
{
    unsigned long long h = element_hash(a, lane);

    for (int k = 0; k < a->place.rank; k++)
        for (int i = 0; i < a->place.at[k]->n; i++)
            h = h * 1000003 + (unsigned long long)affine_factor_at(&a->place.at[k]->terms[i], lane);
    h = h * 1000003 + (unsigned long long)affine_at(a->place.offset, lane);
    return (h ^ h >> 29) | 1;
}

/* False: some element is there already. */
static bool elements_add(const struct search *s, struct elements *e, const long long *tile)
{
    struct view_reads *r = s->r;
    struct scene a = scene_of(instance_of(r, s->size, tile), r->numbers, s->b, tile);

    r->numbers->work += lockstep_width(r->l) * 2;
    for (int lane = 0; lane < lockstep_width(r->l) && !a.none; lane++) {
        unsigned long long hash = whole_hash(&a, lane), at = hash % e->size;
        if (!is_there(r, s->size, &a, lane) || is_found(r->numbers, &a, lane))
            continue;
        for (; e->table[at]; at = (at + 1) % e->size)
            if (e->table[at] == hash)
                return false;
        e->table[at] = hash;
    }
    return true;
}

/* Whether the program can have the size: not if two threads write one element in it, as happens
 * when rows of a constant length meet a larger domain. */
static bool size_fits(const struct search *s)
{
    long long tile[RANK_MAX], threads = lockstep_width(s->r->l), tiles = 1;
    struct elements e;

    for (int k = 0; k < lockstep_rank(s->r->l) && tiles * threads <= VIEW_THREADS_MAX; k++)
        tiles *= tiles_of(s->r, s->size, k);
    if (!s->size->sized || tiles * threads > VIEW_THREADS_MAX)
        return !s->size->sized;
    e.size = (unsigned long long)(2 * tiles * threads + 1);
    e.table = arena_array(&s->r->numbers->arena, unsigned long long, e.size);
    for (long long i = 0; i < tiles; i++) {
        long long rest = i;
        for (int k = 0; k < lockstep_rank(s->r->l); k++) {
            tile[k] = rest % tiles_of(s->r, s->size, k);
            rest /= tiles_of(s->r, s->size, k);
        }
        if (!elements_add(s, &e, tile))
            return false;
    }
    return true;
}

static void reported_put(struct memory *m, const struct search *s)
{
    bool all = s->found.tiles || !lockstep_launch(s->r->l)->tiled; /* barriers do not matter then */

    for (int k = 0; k < m->writes.n; k++)
        m->writes.at[k].reported |= all || m->writes.at[k].access.expr == s->b->access.expr;
    for (int k = 0; k < m->reads.n; k++)
        m->reads.at[k].reported |= m->reads.at[k].access.expr == s->a->access.expr;
}

static void memory_look(struct search *s, struct memory *m,
                        bool (*reported)(struct lockstep *l, const struct expr *e),
                        void (*report)(struct lockstep *l, const struct view_read *v))
{
    struct lockstep *l = s->r->l;

    for (int i = 0; i < m->writes.n; i++)
        for (int j = 0; j < m->reads.n && !is_over(s); j++) {
            s->a = &m->reads.at[j];
            s->b = &m->writes.at[i];
            if (s->b->reported || s->a->reported || reported(l, s->b->access.expr) ||
                reported(l, s->a->access.expr) || !touches_meet(s) || !size_fits(s))
                continue;
            report(l, &s->found);
            reported_put(m, s);
        }
}

void view_reads_finish(struct view_reads *r,
                       bool (*reported)(struct lockstep *l, const struct expr *e),
                       void (*report)(struct lockstep *l, const struct view_read *v))
{
    bool known = lockstep_domain(r->l, 0) != NULL;
    long long begun = r->numbers->work;
    int bases[VIEW_BASES_MAX], n = 0;

    for (int k = 0; known && k < lockstep_rank(r->l); k++)
        if (!instance_bases(r->numbers, lockstep_domain(r->l, k), bases, &n, VIEW_BASES_MAX))
            return;
    for (int i = 0; i < (known && n == 0 ? 1 : VIEW_SIZES_MAX); i++) {
        struct size size = {.bases = bases, .n = n, .sized = !known || n > 0};
        struct search s = {.r = r, .size = &size, .begun = begun};
        if (!size_set(r, &size, i))
            continue;
        for (int m = 0; m < r->n; m++)
            memory_look(&s, &r->memories[m], reported, report);
    }
}
