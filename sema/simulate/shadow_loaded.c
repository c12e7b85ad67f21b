/* shadow_loaded.c - races between elements at loaded offsets, that is, with subscripts that are
 * loaded from memory: compared by remainders and ranges.
 *
 * Example: `count[bins[i]]++` by all threads races, as two threads may find the same bin; `s[8 *
 * bins[i] + L]` with eight lanes does not. */
#include "sema/simulate/shadow_internal.h"
#include "sema/types/limits.h"

#include <stdlib.h>

/* Subscripts are loaded in a histogram, a queue, a permutation. The offset of lane i is base(i) +
 * x(i), where the base is known and x is a sum of loaded values times known factors. Nothing is
 * proved about x; where nothing contradicts it, it is taken to be what a correct program needs:
 * different for all threads in plain stores, and small enough to stay in the row of an array that
 * the base selects. So a finding rests on these assumptions. Limits: SHADOW_LOADED_KEPT accesses of
 * an epoch, SHADOW_EVALUATIONS_MAX, SHADOW_TRIES_MAX. */

/* What is known of the loaded summand x of an offset. */
struct loaded {
    const struct affine *offset;
    long long factor;   /* x is a multiple of this; 0: the offset has no loaded summand */
    long long min, max; /* bytes */
    bool bounded;       /* min and max are certain */
    long long row;      /* bytes of the array, or structure, that x does not leave; 0: the object */
    bool is_structure;  /* the row is a structure */
    const struct affine_symbol *counter; /* x is 'factor' times this counter's result; or NULL */
};

static bool is_data(const struct affines *s, const struct affine_term *t)
{
    return s->symbols.at[t->symbol].data;
}

bool is_loaded(const struct affines *s, const struct affine *at)
{
    bool data = false;

    for (int i = 0; i < at->n; i++) {
        const struct affine_symbol *y = &s->symbols.at[at->terms[i].symbol];
        if (at->terms[i].lanes || (y->varies && !y->data))
            return false;
        data |= y->data;
    }
    return data;
}

/* The symbols that are not loaded are the same in both. */
static bool same_rest(const struct affines *s, const struct affine *a, const struct affine *b)
{
    int i = 0, j = 0;

    for (;; i++, j++) {
        while (i < a->n && is_data(s, &a->terms[i]))
            i++;
        while (j < b->n && is_data(s, &b->terms[j]))
            j++;
        if (i == a->n || j == b->n)
            return i == a->n && j == b->n;
        if (a->terms[i].symbol != b->terms[j].symbol || a->terms[i].k != b->terms[j].k)
            return false;
    }
}

static long long divisor(long long a, long long b)
{
    for (long long r; b; b = r) {
        r = a % b;
        a = b;
    }
    return a < 0 ? -a : a;
}

static long long remainder_by(long long v, long long by)
{
    return by ? (v % by + by) % by : v;
}

/* ---- bases of the same remainder ---- */

struct base {
    long long remainder, at;
    int lane;
};

static int base_compare(const void *a, const void *b)
{
    const struct base *x = a, *y = b;

    if (x->remainder != y->remainder)
        return x->remainder < y->remainder ? -1 : 1;
    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return x->lane - y->lane;
}

/* The active lanes, sorted by remainder and base; their number. */
static int bases_of(struct shadow *s, const struct affine *offset, const unsigned char *lanes,
                    long long factor, struct base **bases)
{
    int n = 0, width = lockstep_width(s->l);

    *bases = arena_array(&s->numbers->arena, struct base, width);
    for (int i = 0; i < width; i++)
        if (lanes[i]) {
            long long at = affine_at(offset, i);
            (*bases)[n++] = (struct base){remainder_by(at, factor), at, i};
        }
    if (offset->lanes)
        qsort(*bases, (size_t)n, sizeof **bases, base_compare);
    s->numbers->work += width * 8;
    return n;
}

/* The least distance of two bases with the same remainder; 0: there are none. */
static long long span_of(const struct base *bases, int n)
{
    long long span = 0;

    for (int i = 1; i < n; i++) {
        long long d = bases[i].at - bases[i - 1].at;
        if (bases[i].remainder == bases[i - 1].remainder && d > 0 && (span == 0 || d < span))
            span = d;
    }
    return span;
}

/* Sets the row: the innermost array in the object whose elements x selects; or the structure in an
 * array, if all factors of x, the largest of which is 'largest', are smaller than it. */
static void find_row(struct loaded *p, const struct object *o, long long largest)
{
    const struct type *t = o->symbol->type->base;

    for (; t && t->kind == TYPE_ARRAY; t = t->base)
        if (t->size > p->factor && t->size % p->factor == 0)
            p->row = t->size;
    if (t && t->kind == TYPE_RECORD && t->size > largest) {
        p->row = t->size;
        p->is_structure = true;
    }
}

static struct loaded loaded_of(struct shadow *s, const struct object *o,
                               const struct affine *offset, const unsigned char *lanes)
{
    const struct affines *numbers = s->numbers;
    struct loaded p = {.offset = offset};
    struct affine sum = {0};
    long long bytes = o->n * o->granule, span, largest = 0;
    struct base *bases;

    for (int i = 0; i < offset->n; i++)
        if (is_data(numbers, &offset->terms[i])) {
            sum.terms[sum.n++] = offset->terms[i];
            p.factor = divisor(p.factor, offset->terms[i].k);
            largest = llabs(offset->terms[i].k) > largest ? llabs(offset->terms[i].k) : largest;
        }
    if (sum.n == 0)
        return p;
    if (sum.n == 1 && numbers->symbols.at[sum.terms[0].symbol].counter && sum.terms[0].k > 0)
        p.counter = &numbers->symbols.at[sum.terms[0].symbol];
    find_row(&p, o, largest);
    affine_range(numbers, &sum, 0, &p.min, &p.max);
    p.bounded = p.min >= 0 && p.max < bytes;
    if (p.bounded)
        return p;
    p.min = -bytes;
    p.max = bytes;
    if (offset->lanes) {
        int n = bases_of(s, offset, lanes, p.factor, &bases);
        span = span_of(bases, n);
        p.min = 0;
        p.max = span - 1 > p.factor ? span - 1 : p.factor;
    }
    return p;
}

/* Whether one counter can have returned two numbers to two threads, the first of which is larger by
 * 'more'. */
static bool counts_meet(const struct affine_symbol *a, const struct affine_symbol *b,
                        long long more)
{
    if (a->apart > 0)
        return more >= b->apart || -more >= a->apart;
    return more >= -a->apart || -more >= -b->apart;
}

/* The offsets are in different rows of an array, as far as rows are known. */
static bool rows_differ(const struct loaded *a, int x, const struct loaded *b, int y)
{
    long long row = a->row, first = affine_at(a->offset, x), second = affine_at(b->offset, y);

    if (row == 0 || (b->factor && b->row != row))
        return false;
    if (!a->is_structure &&
        (remainder_by(first, row) > row / 2 || (b->factor && remainder_by(second, row) > row / 2)))
        return false; /* [i - 1] begins in the row before */
    return first - remainder_by(first, row) != second - remainder_by(second, row);
}

/* Whether lane x of a and lane y of b can access the same element. */
static bool loaded_meet(const struct loaded *a, int x, const struct loaded *b, int y)
{
    long long d = affine_at(b->offset, y) - affine_at(a->offset, x);
    long long factor = divisor(a->factor, b->factor);

    if ((factor ? d % factor != 0 : d != 0) || rows_differ(a, x, b, y))
        return false;
    if (a->counter && b->counter && a->counter->counter == b->counter->counter &&
        a->factor == b->factor)
        return counts_meet(a->counter, b->counter, d / factor);
    return d >= a->min - b->max && d <= a->max - b->min;
}

/* ---- two accesses ---- */

struct side {
    struct loaded loaded;
    const unsigned char *lanes;
    const struct passage *passage;
};

static int base_first(const struct base *bases, int n, long long remainder)
{
    int low = 0, high = n;

    while (low < high) {
        int middle = (low + high) / 2;
        if (bases[middle].remainder < remainder)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* A lane of a that can access the same element as lane y of b; -1: none. */
static int side_partner(struct shadow *s, const struct side *a, const struct base *bases, int n,
                        const struct side *b, int y, int *evaluations)
{
    long long factor = divisor(a->loaded.factor, b->loaded.factor);
    long long remainder = remainder_by(affine_at(b->loaded.offset, y), factor);
    int tries = 0;

    for (int i = a->loaded.offset->lanes ? base_first(bases, n, remainder) : 0;
         i < n && bases[i].remainder == remainder && tries < SHADOW_TRIES_MAX; i++) {
        if (++*evaluations > SHADOW_EVALUATIONS_MAX)
            return -1;
        if (bases[i].lane == y || !loaded_meet(&a->loaded, bases[i].lane, &b->loaded, y))
            continue;
        tries++;
        if (guards_possible(s->numbers, a->passage, bases[i].lane, b->passage, y))
            return bases[i].lane;
    }
    return -1;
}

/* Finds two lanes that can access the same element. */
static bool sides_meet(struct shadow *s, const struct side *a, const struct side *b, int *x, int *y)
{
    struct base *bases;
    int evaluations = 0;
    int n = bases_of(s, a->loaded.offset, a->lanes, divisor(a->loaded.factor, b->loaded.factor),
                     &bases);

    if (!same_rest(s->numbers, a->loaded.offset, b->loaded.offset))
        return false;
    for (*y = 0; *y < lockstep_width(s->l); ++*y) {
        *x = b->lanes[*y] ? side_partner(s, a, bases, n, b, *y, &evaluations) : -1;
        if (*x >= 0)
            break;
    }
    s->numbers->work += evaluations / 4;
    return *y < lockstep_width(s->l);
}

bool loaded_meets(struct shadow *s, const struct object *o, const struct access *a,
                  const struct affine *offset, const struct passage *passage, int record)
{
    struct side b = {{.offset = offset}, a->lanes, passage};
    int x, y;

    for (int k = 0; k < s->loaded_n; k++) {
        const struct loaded_access *f = &s->loaded[k];
        struct side one = {{0}, f->lanes, f->passage};
        if (f->object != o || !kinds_clash(s->records.at[f->record].kind, a->kind))
            continue;
        one.loaded = loaded_of(s, o, f->offset, f->lanes);
        if (!sides_meet(s, &one, &b, &x, &y))
            continue;
        shadow_race(s, o, &(struct visitor){x, f->record, f->passage}, record, y, false);
        return true;
    }
    return false;
}

/* Whether two accesses with loaded subscripts are taken to be to different elements: a store's
 * targets are different for all threads, and a thread returns to its own element, unless a counter
 * shows otherwise. */
static bool are_apart(const struct shadow *s, const struct loaded_access *f, const struct side *a,
                      const struct loaded *first, enum access_kind kind)
{
    bool counted = first->counter && a->loaded.counter &&
                   first->counter->counter == a->loaded.counter->counter;

    return affine_same(s->numbers, f->offset, a->loaded.offset) ||
           (kind == ACCESS_WRITE && s->records.at[f->record].kind == ACCESS_WRITE && !counted);
}

static bool meets_found(struct shadow *s, const struct object *o, const struct side *a, int record)
{
    enum access_kind kind = s->records.at[record].kind;
    int x, y;

    for (int k = 0; k < s->loaded_n; k++) {
        const struct loaded_access *f = &s->loaded[k];
        struct side one = {loaded_of(s, o, f->offset, f->lanes), f->lanes, f->passage};
        if (f->object != o || !kinds_clash(s->records.at[f->record].kind, kind) ||
            are_apart(s, f, a, &one.loaded, kind) || !sides_meet(s, &one, a, &x, &y))
            continue;
        shadow_race(s, o, &(struct visitor){x, f->record, f->passage}, record, y, false);
        return true;
    }
    return false;
}

/* Compares the access a with a visitor's access to a known element. */
static bool meets_visitor(struct shadow *s, const struct object *o, const struct side *a,
                          const struct base *bases, int n, const struct visitor *v,
                          const struct affine *offset, int record, int *evaluations)
{
    struct side b = {{.offset = offset}, NULL, v->passage};
    int lane;

    if (v->lane < 0)
        return false;
    lane = side_partner(s, a, bases, n, &b, v->lane, evaluations);
    if (lane >= 0)
        shadow_race(s, o, v, record, lane, false);
    return lane >= 0;
}

static bool meets_plane(struct shadow *s, const struct object *o, const struct side *a,
                        const struct base *bases, int n, const struct plane *p, int record)
{
    enum access_kind now = s->records.at[record].kind;
    int evaluations = 0;

    for (int i = 0; i < p->n; i++) {
        const struct cell *cell = &p->cells[i];
        struct affine offset = {.c = p->base + i * o->granule};
        if (cell->epoch != s->epoch)
            continue;
        for (int kind = ACCESS_READ; kind <= ACCESS_ATOMIC; kind++)
            for (int k = 0; k < SHADOW_THREADS_KEPT && kinds_clash((enum access_kind)kind, now);
                 k++)
                if (meets_visitor(s, o, a, bases, n, &cell->at[kind][k], &offset, record,
                                  &evaluations))
                    return true;
    }
    s->numbers->work += evaluations / 4;
    return false;
}

static bool meets_planes(struct shadow *s, const struct object *o, const struct side *a, int record)
{
    struct base *bases;
    int n = bases_of(s, a->loaded.offset, a->lanes, a->loaded.factor, &bases);

    for (int p = 0; p < o->planes.n; p++)
        if (same_rest(s->numbers, o->planes.at[p].form, a->loaded.offset) &&
            meets_plane(s, o, a, bases, n, &o->planes.at[p], record))
            return true;
    return false;
}

/* ---- one access ---- */

/* An element at the same offset was read in this epoch: the value that is stored depends on it. */
static bool is_update(struct shadow *s, const struct object *o, const struct access *a,
                      const struct affine *offset)
{
    bool updates = a->updates;

    for (int i = 0; i < s->reads_n; i++)
        updates |= s->reads[i].object == o && s->reads[i].epoch == s->epoch &&
                   affine_same(s->numbers, s->reads[i].offset, offset);
    if (a->kind == ACCESS_READ)
        s->reads[s->reads_n < SHADOW_READS_KEPT ? s->reads_n++ : s->epoch % SHADOW_READS_KEPT] =
            (struct loaded_read){o, offset, s->epoch};
    return a->kind == ACCESS_WRITE && updates;
}

/* A histogram without atomics: two threads may have loaded the same subscript. */
static void at_once(struct shadow *s, const struct object *o, const struct side *a, int record)
{
    long long reach = a->loaded.bounded ? a->loaded.max - a->loaded.min : a->loaded.factor;
    struct base *bases;
    int n = bases_of(s, a->loaded.offset, a->lanes, a->loaded.factor, &bases), tries = 0;

    if (a->loaded.counter)
        return;
    for (int i = 1; i < n && tries < SHADOW_TRIES_MAX; i++) {
        if (bases[i].remainder != bases[i - 1].remainder || bases[i].at - bases[i - 1].at > reach)
            continue;
        tries++;
        if (guards_possible(s->numbers, a->passage, bases[i - 1].lane, a->passage, bases[i].lane)) {
            shadow_race_loaded(s, o, record, bases[i - 1].lane, bases[i].lane);
            return;
        }
    }
}

void loaded_access(struct shadow *s, const struct object *o, const struct access *a,
                   const struct affine *offset, const struct passage *passage, int record)
{
    struct side side = {loaded_of(s, o, offset, a->lanes), a->lanes, passage};

    s->numbers->work += o->n;
    if (is_update(s, o, a, offset))
        at_once(s, o, &side, record);
    if (meets_planes(s, o, &side, record) || meets_found(s, o, &side, record))
        shadow_epoch(s);
    if (s->loaded_n < SHADOW_LOADED_KEPT)
        s->loaded[s->loaded_n++] = (struct loaded_access){o, offset, a->lanes, passage, record};
}
