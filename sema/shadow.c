#include "sema/shadow.h"

#include <string.h>

enum {
    THREADS_KEPT = 2,
    GRANULES_MAX = 64,
    CHECKS_MAX = 20000,
    READS_KEPT = 16,
    SCATTERS_KEPT = 8
};

/* Who accessed an element, two different threads at most: a third adds nothing. */
struct visitor {
    int lane;   /* -1: none */
    int record; /* which access */
};

struct cell {
    int epoch;                          /* older ones are empty */
    struct visitor at[3][THREADS_KEPT]; /* by access kind */
};

/* The elements of an object at offsets with the same symbols; others cannot be compared with them.
 */
struct plane {
    const struct affine *form;
    long long base; /* offset of the first cell */
    int n;
    struct cell *cells;
};

struct object {
    struct symbol *symbol;
    long long granule; /* bytes of a cell */
    int n;
    VEC(struct plane) planes;
    long long element; /* bytes of an element of the innermost array */
    int elements;
    unsigned char *stored; /* of each element: perhaps */
    bool any, all;         /* something, or perhaps everything, has been stored to */
};

struct act {
    struct expr *expr;
    enum access_kind kind;
    const struct guard *guards;
    int barriers; /* weak ones before it */
    int items;    /* that had begun */
};

struct opaque_read {
    const struct object *object;
    const struct affine *offset;
    int epoch;
};

/* Threads that accessed elements whose numbers they found in memory. */
struct scatter {
    const struct object *object;
    const struct affine *offset;
    const unsigned char *lanes;
    int record;
};

struct shadow {
    struct lockstep *l;
    struct affines *numbers;
    struct shadow_reports reports;
    VEC(struct object *) objects;
    VEC(struct act) records;
    VEC(struct cell *) touched; /* in this epoch */
    VEC(struct unset) perhaps;
    VEC(struct stmt *) reported; /* statements with a race that a barrier would end */
    struct opaque_read reads[READS_KEPT];
    struct scatter scatters[SCATTERS_KEPT]; /* in this epoch */
    int scatters_n;
    int reads_n;
    int epoch, barriers, checks;
    bool fenced; /* no access since a fence of tile_static memory */
    bool wild;   /* anything may have been stored anywhere */
};

struct shadow *shadow_new(struct lockstep *l, const struct shadow_reports *reports)
{
    struct affines *numbers = lockstep_numbers(l);
    struct shadow *s = arena_new(&numbers->arena, struct shadow);

    s->l = l;
    s->numbers = numbers;
    s->reports = *reports;
    s->epoch = 1;
    return s;
}

/* ---- objects ---- */

/* The size of the smallest number in an object of type t. */
static long long granule_of(const struct type *t)
{
    long long least = 8, one;

    if (t->kind == TYPE_ARRAY && t->base)
        return granule_of(t->base);
    if (t->kind == TYPE_AMP)
        return 4;
    if (t->kind != TYPE_RECORD || !t->record)
        return t->size > 0 && t->size < 8 ? t->size : 8;
    for (int i = 0; i < t->record->members.n; i++) {
        one = granule_of(t->record->members.at[i].type);
        least = one < least ? one : least;
    }
    return least;
}

static long long element_of(const struct type *t)
{
    while (t->kind == TYPE_ARRAY && t->base)
        t = t->base;
    return t->size > 0 ? t->size : 1;
}

static struct object *object_find(struct shadow *s, struct symbol *symbol)
{
    struct object *o;

    for (int i = 0; i < s->objects.n; i++)
        if (s->objects.at[i]->symbol == symbol)
            return s->objects.at[i];
    o = arena_new(&s->numbers->arena, struct object);
    o->symbol = symbol;
    o->granule = granule_of(symbol->type);
    o->n = symbol->type->size > 0 && symbol->type->size < 1 << 20
               ? (int)((symbol->type->size + o->granule - 1) / o->granule)
               : 0;
    o->element = element_of(symbol->type);
    o->elements = (int)(o->n * o->granule / o->element);
    o->stored = arena_array(&s->numbers->arena, unsigned char, o->elements + 1);
    o->any = o->all = s->wild;
    vec_push(&s->numbers->arena, &s->objects, o);
    return o;
}

/* NULL: offsets that every thread has for itself. */
static struct plane *plane_find(struct shadow *s, struct object *o, const struct affine *offset)
{
    struct plane p = {.form = offset, .n = o->n};

    if (!affine_terms_uniform(s->numbers, offset) || o->planes.n > 64)
        return NULL;
    for (int i = 0; i < o->planes.n; i++)
        if (affine_same_terms(o->planes.at[i].form, offset))
            return &o->planes.at[i];
    if (offset->n) { /* the known part may lie on both sides of zero */
        p.n = 2 * o->n;
        p.base = -(long long)o->n * o->granule;
    }
    p.cells = arena_array(&s->numbers->arena, struct cell, p.n + 1);
    vec_push(&s->numbers->arena, &o->planes, p);
    return &o->planes.at[o->planes.n - 1];
}

/* ---- races ---- */

static void cell_clear(struct shadow *s, struct cell *cell)
{
    cell->epoch = s->epoch;
    memset(cell->at, -1, sizeof cell->at);
    vec_push(&s->numbers->arena, &s->touched, cell);
}

/* One message for a statement: one barrier before it ends all its races. */
static bool is_reported(struct shadow *s)
{
    struct stmt *stmt = lockstep_statement(s->l);

    for (int i = 0; i < s->reported.n; i++)
        if (s->reported.at[i] == stmt)
            return true;
    vec_push(&s->numbers->arena, &s->reported, stmt);
    return false;
}

static void race_report(struct shadow *s, const struct object *o, const struct visitor *first,
                        const struct act *second, int lane, bool at_once)
{
    const struct act *r = &s->records.at[first->record];
    struct race race = {.first_kind = r->kind,
                        .second_kind = second->kind,
                        .first = r->expr,
                        .second = second->expr,
                        .object = o->symbol,
                        .first_lane = first->lane,
                        .second_lane = lane,
                        .at_once = at_once,
                        .weak = r->barriers != second->barriers,
                        .since = r->items};

    if (at_once || !is_reported(s))
        s->reports.race(s->l, &race);
}

/* Two kinds of access that may not meet. */
static bool kinds_clash(enum access_kind a, enum access_kind b)
{
    return a != b || a == ACCESS_WRITE;
}

/* A thread that did something to the cell that 'lane' may not meet; NULL: none. */
static const struct visitor *cell_clash(struct shadow *s, const struct cell *cell, int record,
                                        int lane)
{
    const struct act *now = &s->records.at[record];

    for (int kind = ACCESS_READ; kind <= ACCESS_ATOMIC; kind++)
        for (int i = 0; i < THREADS_KEPT && kinds_clash((enum access_kind)kind, now->kind); i++) {
            const struct visitor *v = &cell->at[kind][i];
            if (v->lane < 0 || v->lane == lane || s->checks >= CHECKS_MAX)
                continue;
            s->checks++;
            if (guards_possible(s->numbers, s->records.at[v->record].guards, v->lane, now->guards,
                                lane))
                return v;
        }
    return NULL;
}

static void cell_visit(struct cell *cell, enum access_kind kind, int record, int lane)
{
    for (int i = 0; i < THREADS_KEPT; i++) {
        struct visitor *v = &cell->at[kind][i];
        if (v->lane == lane && kind != ACCESS_WRITE)
            return;
        if (v->lane < 0 || v->lane == lane) {
            *v = (struct visitor){lane, record};
            return;
        }
    }
    if (kind == ACCESS_WRITE) /* the newest counts */
        cell->at[kind][THREADS_KEPT - 1] = (struct visitor){lane, record};
}

struct visit {
    struct shadow *s;
    struct object *object;
    struct plane *plane;
    const struct access *access;
    int record, granules;
    bool reported_here;
    bool again; /* a race with an earlier access was reported: the rest starts after a barrier */
};

static void visit_cell(struct visit *v, struct cell *cell, int lane)
{
    struct shadow *s = v->s;
    const struct visitor *clash;
    bool at_once;

    if (cell->epoch != s->epoch)
        cell_clear(s, cell);
    clash = cell_clash(s, cell, v->record, lane);
    if (clash) {
        at_once = clash->record == v->record;
        if (!at_once || !v->reported_here)
            race_report(s, v->object, clash, &s->records.at[v->record], lane, at_once);
        v->reported_here |= at_once;
        v->again = !at_once;
        if (v->again)
            return;
    }
    cell_visit(cell, v->access->kind, v->record, lane);
}

static void visit_lane(struct visit *v, int lane)
{
    long long at = affine_at(v->access->place->offset, lane) - v->plane->base;
    long long first = at >= 0 ? at / v->object->granule : -1;

    for (int g = 0; g < v->granules && !v->again; g++)
        if (first + g >= 0 && first >= 0 && first + g < v->plane->n)
            visit_cell(v, &v->plane->cells[first + g], lane);
}

/* Of threads that all access one element two are enough. */
static void visit_all(struct visit *v)
{
    bool uniform = !v->access->place->offset->lanes;
    int width = lockstep_width(v->s->l), seen = 0;

    for (int i = 0; i < width && !v->again && !(uniform && seen >= THREADS_KEPT); i++)
        if (v->access->lanes[i]) {
            visit_lane(v, i);
            seen++;
        }
    v->s->numbers->work += (long long)(uniform ? 2 : width) * v->granules;
}

static void epoch_next(struct shadow *s)
{
    s->epoch++;
    s->touched.n = 0;
    s->scatters_n = 0;
}

/* ---- elements whose numbers were found in memory ---- */

/* The number is found, and nothing but found. */
static bool is_scatter(const struct affines *s, const struct affine *at)
{
    bool data = false;

    for (int i = 0; i < at->n; i++) {
        const struct affine_symbol *y = &s->symbols.at[at->terms[i].symbol];
        if (at->terms[i].lanes || (y->varies && !y->data))
            return false;
        data |= y->data;
    }
    return data && !at->lanes;
}

/* The found offset can be 'byte'. */
static bool scatter_reaches(const struct affines *s, const struct affine *at, long long byte)
{
    long long factor = 0, min, max;

    for (int i = 0; i < at->n; i++)
        for (long long b = at->terms[i].k < 0 ? -at->terms[i].k : at->terms[i].k, r; b; b = r) {
            r = factor % b; /* the greatest common divisor */
            factor = b;
        }
    affine_range(s, at, 0, &min, &max);
    return byte >= min && byte <= max && (factor == 0 || (byte - at->c) % factor == 0);
}

/* A lane of 'lanes' other than y that can be there together with it; -1: none. */
static int other_lane(struct shadow *s, const unsigned char *lanes, const struct guard *guards,
                      int y, const struct guard *of_y)
{
    int tried = 0;

    for (int i = 0; i < lockstep_width(s->l) && tried < THREADS_KEPT; i++)
        if (lanes[i] && i != y) {
            tried++;
            if (guards_possible(s->numbers, guards, i, of_y, y))
                return i;
        }
    return -1;
}

/* An access to a known element against earlier found ones. */
static bool known_meets(struct shadow *s, const struct object *o, const struct access *a,
                        int record)
{
    for (int k = 0; k < s->scatters_n; k++) {
        const struct scatter *f = &s->scatters[k];
        const struct act *r = &s->records.at[f->record];
        if (f->object != o || !kinds_clash(r->kind, a->kind) || a->place->offset->n)
            continue;
        for (int y = 0; y < lockstep_width(s->l); y++) {
            struct visitor first = {-1, f->record};
            if (!a->lanes[y] ||
                !scatter_reaches(s->numbers, f->offset, affine_at(a->place->offset, y)))
                continue;
            first.lane = other_lane(s, f->lanes, r->guards, y, a->guards);
            if (first.lane < 0)
                continue;
            race_report(s, o, &first, &s->records.at[record], y, false);
            return true;
        }
    }
    return false;
}

/* A found element against a cell; NULL: they cannot meet. */
static const struct visitor *cell_meets(struct shadow *s, const struct cell *cell,
                                        const struct access *a, int *lane)
{
    for (int kind = ACCESS_READ; kind <= ACCESS_ATOMIC; kind++)
        for (int i = 0; i < THREADS_KEPT && kinds_clash((enum access_kind)kind, a->kind); i++) {
            const struct visitor *v = &cell->at[kind][i];
            if (v->lane < 0)
                continue;
            *lane = other_lane(s, a->lanes, a->guards, v->lane, s->records.at[v->record].guards);
            if (*lane >= 0)
                return v;
        }
    return NULL;
}

/* A found element against all earlier accesses. */
static bool scatter_meets(struct shadow *s, const struct object *o, const struct access *a,
                          int record)
{
    const struct visitor *v;
    int lane = -1;

    for (int p = 0; p < o->planes.n; p++)
        for (int i = 0; i < o->planes.at[p].n && !o->planes.at[p].form->n; i++) {
            const struct cell *cell = &o->planes.at[p].cells[i];
            if (cell->epoch != s->epoch ||
                !scatter_reaches(s->numbers, a->place->offset, i * o->granule))
                continue;
            v = cell_meets(s, cell, a, &lane);
            if (v) {
                race_report(s, o, v, &s->records.at[record], lane, false);
                return true;
            }
        }
    for (int k = 0; k < s->scatters_n; k++) {
        const struct scatter *f = &s->scatters[k];
        struct visitor first = {-1, f->record};
        const struct act *r = &s->records.at[f->record];
        if (f->object != o || !kinds_clash(r->kind, a->kind) ||
            affine_same(s->numbers, f->offset, a->place->offset))
            continue;
        for (int y = 0; y < lockstep_width(s->l) && first.lane < 0; y++)
            if (a->lanes[y]) {
                first.lane = other_lane(s, f->lanes, r->guards, y, a->guards);
                lane = y;
            }
        if (first.lane >= 0) {
            race_report(s, o, &first, &s->records.at[record], lane, false);
            return true;
        }
    }
    return false;
}

static void scatter_access(struct shadow *s, const struct object *o, const struct access *a,
                           int record)
{
    s->numbers->work += o->n;
    if (scatter_meets(s, o, a, record)) {
        epoch_next(s);
    }
    if (s->scatters_n < SCATTERS_KEPT)
        s->scatters[s->scatters_n++] = (struct scatter){o, a->place->offset, a->lanes, record};
}

static int record_push(struct shadow *s, const struct access *a)
{
    struct act r = {a->expr, a->kind, a->guards, s->barriers, lockstep_items(s->l)};

    vec_push(&s->numbers->arena, &s->records, r);
    return s->records.n - 1;
}

/* An index that every thread found for itself, in a histogram without atomics: two may have found
 * the same. */
static void opaque_access(struct shadow *s, const struct object *o, const struct access *a)
{
    const struct affine *at = a->place->offset;
    bool updates = a->updates;
    int lanes[2], n = 0;

    for (int i = 0; i < at->n; i++)
        if (s->numbers->symbols.at[at->terms[i].symbol].unique)
            return;
    for (int i = 0; i < s->reads_n; i++)
        updates |= s->reads[i].object == o && s->reads[i].epoch == s->epoch &&
                   affine_same(s->numbers, s->reads[i].offset, at);
    if (a->kind == ACCESS_READ) {
        s->reads[s->reads_n < READS_KEPT ? s->reads_n++ : s->epoch % READS_KEPT] =
            (struct opaque_read){o, at, s->epoch};
        return;
    }
    for (int i = 0; i < lockstep_width(s->l) && n < 2; i++)
        if (a->lanes[i])
            lanes[n++] = i;
    if (a->kind != ACCESS_WRITE || !updates || n < 2 ||
        !guards_possible(s->numbers, a->guards, lanes[0], a->guards, lanes[1]))
        return;
    struct race race = {.first_kind = a->kind,
                        .second_kind = a->kind,
                        .first = a->expr,
                        .second = a->expr,
                        .object = o->symbol,
                        .first_lane = lanes[0],
                        .second_lane = lanes[1],
                        .at_once = true,
                        .unknown = true};
    s->reports.race(s->l, &race);
}

/* ---- what nothing was stored in ---- */

/* The elements of the object that an access by a lane begins and ends in. */
static bool lane_elements(const struct object *o, const struct access *a, int lane,
                          long long *first, long long *last)
{
    long long at = affine_at(a->place->offset, lane);
    long long size = a->type && a->type->size > 0 ? a->type->size : 1;

    *first = at / o->element;
    *last = (at + size - 1) / o->element;
    return at >= 0 && *last < o->elements;
}

static bool lanes_unset(struct shadow *s, const struct object *o, const struct access *a)
{
    long long first, last;

    for (int i = 0; i < lockstep_width(s->l); i++) {
        if (a->lanes[i] != 2 || !lane_elements(o, a, i, &first, &last))
            continue;
        for (; first <= last; first++)
            if (!o->stored[first])
                return true;
    }
    return false;
}

/* An access that runs again when something has been stored is fine: there is a way to it. */
static void unset_forget(struct shadow *s, const struct expr *e)
{
    for (int i = 0; i < s->perhaps.n; i++)
        if (s->perhaps.at[i].expr == e)
            s->perhaps.at[i].fine = true;
}

static void unset_note(struct shadow *s, struct object *o, const struct access *a, bool element)
{
    struct unset u = {a->expr, o->symbol, a->kind, element, lockstep_function(s->l), false};

    for (int i = 0; i < s->perhaps.n; i++)
        if (s->perhaps.at[i].expr == a->expr)
            return;
    vec_push(&s->numbers->arena, &s->perhaps, u);
}

static void unset_check(struct shadow *s, struct object *o, const struct access *a)
{
    if (!o->any)
        unset_note(s, o, a, false);
    else if (!o->all && !a->place->offset->n && !a->guards && lanes_unset(s, o, a))
        unset_note(s, o, a, true);
    else
        unset_forget(s, a->expr);
}

static void stored_mark(struct shadow *s, struct object *o, const struct access *a)
{
    long long first, last;

    o->any = true;
    o->all |= a->place->offset->n > 0;
    for (int i = 0; i < lockstep_width(s->l) && !o->all; i++)
        if (a->lanes[i] && lane_elements(o, a, i, &first, &last))
            for (; first <= last; first++)
                o->stored[first] = 1;
}

/* ---- hooks ---- */

void shadow_access(struct shadow *s, const struct access *a)
{
    struct object *o = object_find(s, a->place->symbol);
    struct visit v = {.s = s, .object = o, .access = a};
    long long size = a->type && a->type->size > 0 ? a->type->size : 1;
    long long granules = (size + o->granule - 1) / o->granule;

    if (o->n == 0)
        return;
    s->fenced = false;
    v.granules = (int)(granules < GRANULES_MAX ? granules : GRANULES_MAX);
    if (a->kind != ACCESS_WRITE)
        unset_check(s, o, a);
    if (a->kind != ACCESS_READ)
        stored_mark(s, o, a);
    v.plane = plane_find(s, o, a->place->offset);
    v.record = record_push(s, a);
    if (!v.plane) {
        if (is_scatter(s->numbers, a->place->offset)) {
            opaque_access(s, o, a);
            scatter_access(s, o, a, v.record);
        }
        return;
    }
    if (known_meets(s, o, a, v.record))
        epoch_next(s);
    visit_all(&v);
    if (!v.again)
        return;
    epoch_next(s);
    v.again = false;
    visit_all(&v);
}

void shadow_barrier(struct shadow *s, bool tile_fence)
{
    if (tile_fence || s->fenced)
        epoch_next(s);
    else
        s->barriers++;
}

void shadow_fence(struct shadow *s)
{
    s->fenced = true;
}

void shadow_cut(struct shadow *s, struct symbol *object)
{
    if (object)
        object_find(s, object);
    s->wild |= !object;
    for (int i = 0; i < s->objects.n; i++)
        if (!object || s->objects.at[i]->symbol == object)
            s->objects.at[i]->any = s->objects.at[i]->all = true;
}

void shadow_escape(struct shadow *s, const struct spot *p)
{
    struct object *o = object_find(s, p->symbol);

    o->any = o->all = true;
}

void shadow_finish(struct shadow *s)
{
    for (int i = 0; i < s->perhaps.n; i++) {
        bool again = s->perhaps.at[i].fine;
        for (int j = 0; j < i && !again; j++) /* one message for an object is enough */
            again = s->perhaps.at[j].object == s->perhaps.at[i].object && !s->perhaps.at[j].fine;
        if (!again)
            s->reports.unset(s->l, &s->perhaps.at[i]);
    }
}

/* ---- paths that part and meet ---- */

struct saved_cell {
    struct cell *cell, content;
};

struct saved {
    struct saved_cell *at;
    int n;
    struct scatter scatters[SCATTERS_KEPT];
    int scatters_n;
    bool fenced;
};

void *shadow_save(struct shadow *s)
{
    struct saved *saved = arena_new(&s->numbers->arena, struct saved);

    saved->at = arena_array(&s->numbers->arena, struct saved_cell, s->touched.n + 1);
    saved->n = s->touched.n;
    saved->fenced = s->fenced;
    memcpy(saved->scatters, s->scatters, sizeof s->scatters);
    saved->scatters_n = s->scatters_n;
    for (int i = 0; i < saved->n; i++)
        saved->at[i] = (struct saved_cell){s->touched.at[i], *s->touched.at[i]};
    s->numbers->work += s->touched.n * 4;
    return saved;
}

void shadow_restore(struct shadow *s, void *data)
{
    const struct saved *saved = data;

    epoch_next(s);
    for (int i = 0; i < saved->n; i++) {
        *saved->at[i].cell = saved->at[i].content;
        saved->at[i].cell->epoch = s->epoch;
        vec_push(&s->numbers->arena, &s->touched, saved->at[i].cell);
    }
    s->fenced = saved->fenced;
    memcpy(s->scatters, saved->scatters, sizeof s->scatters);
    s->scatters_n = saved->scatters_n;
    s->numbers->work += saved->n * 4;
}

void shadow_merge(struct shadow *s, void *data)
{
    const struct saved *saved = data;

    for (int i = 0; i < saved->n; i++) {
        struct cell *cell = saved->at[i].cell;
        const struct cell *more = &saved->at[i].content;
        if (cell->epoch != s->epoch)
            cell_clear(s, cell);
        for (int kind = ACCESS_READ; kind <= ACCESS_ATOMIC; kind++)
            for (int k = 0; k < THREADS_KEPT; k++)
                if (more->at[kind][k].lane >= 0)
                    cell_visit(cell, (enum access_kind)kind, more->at[kind][k].record,
                               more->at[kind][k].lane);
    }
    for (int i = 0; i < saved->scatters_n && s->scatters_n < SCATTERS_KEPT; i++)
        s->scatters[s->scatters_n++] = saved->scatters[i];
    s->fenced &= saved->fenced;
    s->numbers->work += saved->n * 4;
}
