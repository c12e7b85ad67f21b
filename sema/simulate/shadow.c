/* shadow.c - shadow memory of tile_static objects: per element, which threads read and wrote it in
 * this epoch (since the last barrier); two accesses that clash are a race.
 *
 * Two accesses clash if one writes, the lanes differ, and their guards can hold in one execution
 * (guards_possible). Lattice: each cell is a set of at most SHADOW_THREADS_KEPT visitors for each
 * kind of access; the join, where paths of the run meet, is the union, cut to that size (which
 * loses findings, and makes no false ones). A barrier that all threads reach empties all cells.
 * Limits: offsets are compared only within one plane (the same symbols); offsets with loaded values
 * are in shadow_loaded.c. */
#include "sema/analysis/order.h"
#include "sema/simulate/shadow_internal.h"
#include "sema/types/limits.h"

#include <string.h>

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

/* The size of the smallest scalar in an object of type t. */
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

/* The plane of an offset; NULL: the offset's symbols vary by lane. */
static struct plane *plane_find(struct shadow *s, struct object *o, const struct affine *offset)
{
    struct plane p = {.form = offset, .n = o->n};

    if (!affine_terms_uniform(s->numbers, offset) || o->planes.n > 64)
        return NULL;
    for (int i = 0; i < o->planes.n; i++)
        if (affine_same_terms(o->planes.at[i].form, offset))
            return &o->planes.at[i];
    if (offset->n) { /* the known numbers may lie on both sides of zero */
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

/* A race of the same statement has been reported: one barrier before it mends all of them. One that
 * is certain takes the place of one that is not. */
static bool is_reported(struct shadow *s, const struct race *r)
{
    for (int i = 0; i < s->races.n; i++) {
        struct race *old = &s->races.at[i];
        if (r->at_once && old->at_once && old->second == r->second) {
            if (r->first_sure && r->second_sure && !(old->first_sure && old->second_sure))
                *old = *r;
            return true;
        }
        if (!r->at_once && !old->at_once && old->statement == r->statement)
            return true;
    }
    return false;
}

/* The first access was in a loop for which a message asks for a barrier at the end of each
 * iteration; the second is behind the loop. */
static bool left_round(const struct shadow *s, const struct gap *gap, const struct race *r)
{
    return gap->round && r->since >= gap->round_begin &&
           node_inside(lockstep_findings(s->l), r->first, gap->round) &&
           !lockstep_in_round(s->l, gap->round, gap->round_begin);
}

/* The barrier that an earlier message asks for mends this race, too. A barrier that is asked for
 * between an access before a loop and one in it also mends a race with the loop's next iteration,
 * when it stands at the begin of the loop's body. */
static bool is_separated(struct shadow *s, const struct race *r)
{
    for (int i = 0; i < s->races.n; i++) {
        struct race *old = &s->races.at[i];
        if (old->at_once)
            continue;
        if (!old->weak && !r->weak &&
            (lockstep_gap_narrow(s->l, &old->gap, r->since, r->first) ||
             left_round(s, &old->gap, r)))
            return true;
        if (r->gap.round && old->gap.round == r->gap.round)
            return true;
        if (!r->gap.round || old->gap.entered != r->gap.round || !r->gap.top)
            continue;
        old->gap.places[0].before = r->gap.top;
        old->gap.n = 1;
        old->gap.behind = NULL;
        return true;
    }
    return false;
}

static void race_note(struct shadow *s, struct race *r)
{
    bool separated = false;

    r->statement = lockstep_statement(s->l);
    r->function = lockstep_function(s->l);
    if (!r->at_once) {
        r->gap = lockstep_gap(s->l, r->since, r->first);
        separated = is_separated(s, r);
        if (r->gap.round)
            lockstep_wait_rounds(s->l, r->gap.round, !separated);
    }
    if (!separated && !is_reported(s, r))
        vec_push(&s->numbers->arena, &s->races, *r);
}

void shadow_race(struct shadow *s, const struct object *o, const struct visitor *first, int second,
                 int lane, bool at_once)
{
    const struct act *r = &s->records.at[first->record], *now = &s->records.at[second];
    struct race race = {.first_kind = r->kind,
                        .second_kind = now->kind,
                        .first = r->expr,
                        .second = now->expr,
                        .object = o->symbol,
                        .first_lane = first->lane,
                        .second_lane = lane,
                        .first_sure = passage_certain(r->passage, first->lane),
                        .second_sure = passage_certain(now->passage, lane),
                        .at_once = at_once,
                        .weak = r->barriers != now->barriers,
                        .since = r->items};

    race_note(s, &race);
}

void shadow_race_loaded(struct shadow *s, const struct object *o, int record, int one, int two)
{
    const struct act *r = &s->records.at[record];
    struct race race = {.first_kind = r->kind,
                        .second_kind = r->kind,
                        .first = r->expr,
                        .second = r->expr,
                        .object = o->symbol,
                        .first_lane = one,
                        .second_lane = two,
                        .at_once = true,
                        .unknown = true};

    race_note(s, &race);
}

bool kinds_clash(enum access_kind a, enum access_kind b)
{
    return a != b || a == ACCESS_WRITE;
}

/* A thread whose access to the cell clashes with that of 'lane', one that certainly makes it if
 * there is one; NULL: none. */
static const struct visitor *cell_clash(struct shadow *s, const struct cell *cell, int record,
                                        int lane)
{
    const struct act *now = &s->records.at[record];
    const struct visitor *found = NULL;

    for (int kind = ACCESS_READ; kind <= ACCESS_ATOMIC; kind++)
        for (int i = 0; i < SHADOW_THREADS_KEPT && kinds_clash((enum access_kind)kind, now->kind);
             i++) {
            const struct visitor *v = &cell->at[kind][i];
            if (v->lane < 0 || v->lane == lane || s->checks >= SHADOW_CHECKS_MAX ||
                (v->record != record && s->records.at[v->record].event == now->event))
                continue;
            s->checks++;
            if (!guards_possible(s->numbers, v->passage, v->lane, now->passage, lane))
                continue;
            if (passage_certain(v->passage, v->lane))
                return v;
            found = found ? found : v;
        }
    return found;
}

static void cell_visit(struct cell *cell, enum access_kind kind, const struct visitor *one)
{
    for (int i = 0; i < SHADOW_THREADS_KEPT; i++) {
        struct visitor *v = &cell->at[kind][i];
        if (v->lane == one->lane && kind != ACCESS_WRITE)
            return;
        if (v->lane < 0 || v->lane == one->lane) {
            *v = *one;
            return;
        }
    }
    if (kind == ACCESS_WRITE) /* the newest write replaces the others */
        cell->at[kind][SHADOW_THREADS_KEPT - 1] = *one;
}

struct visit {
    struct shadow *s;
    struct object *object;
    struct plane *plane;
    const struct access *access;
    const struct affine *offset;
    int record, granules;
    bool again; /* a race with an earlier access was found: the access is gone over once more, as if
                   behind a barrier */
};

static void visit_cell(struct visit *v, struct cell *cell, int lane)
{
    struct shadow *s = v->s;
    struct visitor here = {lane, v->record, s->records.at[v->record].passage};
    const struct visitor *clash;
    bool at_once;

    if (cell->epoch != s->epoch)
        cell_clear(s, cell);
    clash = cell_clash(s, cell, v->record, lane);
    if (clash) {
        at_once = clash->record == v->record;
        shadow_race(s, v->object, clash, v->record, lane, at_once);
        v->again = !at_once;
        if (v->again)
            return;
    }
    cell_visit(cell, v->access->kind, &here);
}

static void visit_lane(struct visit *v, int lane)
{
    long long at = affine_at(v->offset, lane) - v->plane->base;
    long long first = at >= 0 ? at / v->object->granule : -1;

    for (int g = 0; g < v->granules && !v->again; g++)
        if (first + g >= 0 && first >= 0 && first + g < v->plane->n)
            visit_cell(v, &v->plane->cells[first + g], lane);
}

/* All lanes access one element: two of them suffice, of those that can pass the guards. */
static void visit_all(struct visit *v)
{
    const struct passage *passage = v->s->records.at[v->record].passage;
    bool uniform = !v->offset->lanes;
    int width = lockstep_width(v->s->l), seen = 0;

    for (int i = 0; i < width && !v->again && !(uniform && seen >= SHADOW_THREADS_KEPT); i++)
        if (v->access->lanes[i] == 2 ||
            (v->access->lanes[i] &&
             (!uniform || guards_possible(v->s->numbers, passage, i, passage, i)))) {
            visit_lane(v, i);
            seen++;
        }
    v->s->numbers->work += (long long)(uniform ? 2 : width) * v->granules;
}

void shadow_epoch(struct shadow *s)
{
    s->epoch++;
    s->touched.n = 0;
    s->loaded_n = 0;
}

/* ---- hooks ---- */

/* An access to one of the offsets that it may have. */
static void access_one(struct shadow *s, struct object *o, const struct access *a,
                       const struct affine *offset, const struct passage *passage)
{
    struct visit v = {.s = s, .object = o, .access = a, .offset = offset};
    long long size = a->type && a->type->size > 0 ? a->type->size : 1;
    long long granules = (size + o->granule - 1) / o->granule;
    struct act r = {a->expr, a->kind, passage, s->barriers, lockstep_items(s->l), s->events};

    v.granules = (int)(granules < SHADOW_GRANULES_MAX ? granules : SHADOW_GRANULES_MAX);
    v.plane = plane_find(s, o, offset);
    v.record = s->records.n;
    vec_push(&s->numbers->arena, &s->records, r);
    if (!v.plane) {
        if (is_loaded(s->numbers, offset))
            loaded_access(s, o, a, offset, passage, v.record);
        return;
    }
    if (loaded_meets(s, o, a, offset, passage, v.record))
        shadow_epoch(s);
    visit_all(&v);
    if (!v.again)
        return;
    shadow_epoch(s);
    v.again = false;
    visit_all(&v);
}

static struct passage *passage_new(struct shadow *s, const struct guard *guards,
                                   const struct passage *also)
{
    struct passage *p = arena_new(&s->numbers->arena, struct passage);

    *p = (struct passage){guards, also};
    return p;
}

/* The options of the first symbol of an offset that has some; NULL: none has. */
static const struct affine_option *options_in(const struct affines *s, const struct affine *at,
                                              int *term)
{
    for (*term = 0; *term < at->n; ++*term) {
        const struct affine_term *t = &at->terms[*term];
        if (!t->lanes && s->symbols.at[t->symbol].options)
            return s->symbols.at[t->symbol].options;
    }
    return NULL;
}

void shadow_access(struct shadow *s, const struct access *a)
{
    struct object *o = object_find(s, a->place->symbol);
    const struct affine *at = a->place->offset;
    const struct passage *passage = passage_new(s, a->guards, NULL);
    const struct affine_option *option;
    bool others;
    int term;

    if (o->n == 0)
        return;
    s->fenced = false;
    s->events++;
    if (a->kind == ACCESS_READ || (a->kind == ACCESS_ATOMIC && a->updates))
        unset_read(s, o, a);
    if (a->kind != ACCESS_READ)
        unset_stored(s, o, a);
    option = options_in(s->numbers, at, &term);
    others = !option || s->numbers->symbols.at[at->terms[term].symbol].others;
    for (; option; option = option->next)
        access_one(s, o, a, affine_replaced(s->numbers, at, term, option->value),
                   passage_new(s, option->guards, passage));
    if (others)
        access_one(s, o, a, at, passage);
}

void shadow_barrier(struct shadow *s, unsigned orders)
{
    if (orders & ORDERS_TILE || s->fenced)
        shadow_epoch(s);
    else
        s->barriers++;
}

void shadow_fence(struct shadow *s, unsigned orders)
{
    s->fenced |= (orders & ORDERS_TILE) != 0;
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

/* The unset element is a consequence of a race that is reported: threads store to one element
 * instead of one each. */
static bool is_misplaced(const struct shadow *s, const struct unset *u)
{
    for (int i = 0; i < s->races.n && u->element; i++) {
        const struct race *r = &s->races.at[i];
        if (r->object == u->object && r->first_kind == ACCESS_WRITE &&
            r->second_kind == ACCESS_WRITE)
            return true;
    }
    return false;
}

void shadow_finish(struct shadow *s)
{
    for (int i = 0; i < s->races.n; i++)
        s->reports.race(s->l, &s->races.at[i]);
    for (int i = 0; i < s->perhaps.n && !lockstep_stopped(s->l); i++) {
        bool again = s->perhaps.at[i].fine || is_misplaced(s, &s->perhaps.at[i]);
        for (int j = 0; j < i && !again; j++) /* one message for an object is enough */
            again = s->perhaps.at[j].object == s->perhaps.at[i].object && !s->perhaps.at[j].fine;
        if (!again)
            s->reports.unset(s->l, &s->perhaps.at[i]);
    }
}

/* ---- branches and joins ---- */

struct saved_cell {
    struct cell *cell, content;
};

struct saved {
    struct saved_cell *at;
    int n;
    struct loaded_access loaded[SHADOW_LOADED_KEPT];
    int loaded_n;
    const struct guard *guards; /* of this path */
    bool fenced;
};

void *shadow_save(struct shadow *s)
{
    struct saved *saved = arena_new(&s->numbers->arena, struct saved);

    saved->at = arena_array(&s->numbers->arena, struct saved_cell, s->touched.n + 1);
    saved->n = s->touched.n;
    saved->fenced = s->fenced;
    saved->guards = lockstep_guards(s->l);
    memcpy(saved->loaded, s->loaded, sizeof s->loaded);
    saved->loaded_n = s->loaded_n;
    for (int i = 0; i < saved->n; i++)
        saved->at[i] = (struct saved_cell){s->touched.at[i], *s->touched.at[i]};
    s->numbers->work += s->touched.n * 4;
    return saved;
}

void shadow_restore(struct shadow *s, void *data)
{
    const struct saved *saved = data;

    shadow_epoch(s);
    for (int i = 0; i < saved->n; i++) {
        *saved->at[i].cell = saved->at[i].content;
        saved->at[i].cell->epoch = s->epoch;
        vec_push(&s->numbers->arena, &s->touched, saved->at[i].cell);
    }
    s->fenced = saved->fenced;
    memcpy(s->loaded, saved->loaded, sizeof s->loaded);
    s->loaded_n = saved->loaded_n;
    s->numbers->work += saved->n * 4;
}

/* Extends passages by the guards of the path that is joined. Consecutive visitors mostly have the
 * same passage: the last result is kept. */
struct path {
    const struct guard *guards;
    const struct passage *old, *result;
};

static const struct passage *path_extend(struct shadow *s, struct path *p,
                                         const struct passage *old)
{
    if (!p->guards)
        return old;
    if (p->old != old || !p->result) {
        p->old = old;
        p->result = passage_new(s, p->guards, old);
    }
    return p->result;
}

void shadow_merge(struct shadow *s, void *data)
{
    const struct saved *saved = data;
    struct path path = {.guards = saved->guards};

    for (int i = 0; i < saved->n; i++) {
        struct cell *cell = saved->at[i].cell;
        const struct cell *more = &saved->at[i].content;
        if (cell->epoch != s->epoch)
            cell_clear(s, cell);
        for (int kind = ACCESS_READ; kind <= ACCESS_ATOMIC; kind++)
            for (int k = 0; k < SHADOW_THREADS_KEPT; k++) {
                struct visitor v = more->at[kind][k];
                if (v.lane < 0)
                    continue;
                v.passage = path_extend(s, &path, v.passage);
                cell_visit(cell, (enum access_kind)kind, &v);
            }
    }
    for (int i = 0; i < saved->loaded_n && s->loaded_n < SHADOW_LOADED_KEPT; i++) {
        struct loaded_access f = saved->loaded[i];
        f.passage = path_extend(s, &path, f.passage);
        s->loaded[s->loaded_n++] = f;
    }
    s->fenced &= saved->fenced;
    s->numbers->work += saved->n * 4;
}

/* ---- As the hooks of a run ---- */

struct shadow *shadow_of(struct lockstep *l)
{
    struct shadow_client *client = lockstep_data(l);

    if (!client->shadow)
        client->shadow = shadow_new(l, client->reports);
    return client->shadow;
}

static void hook_barrier(struct lockstep *l, unsigned orders)
{
    shadow_barrier(shadow_of(l), orders);
}

static void hook_fence(struct lockstep *l, unsigned orders)
{
    shadow_fence(shadow_of(l), orders);
}

static void hook_escape(struct lockstep *l, const struct spot *p)
{
    if (p->kind == PLACE_TILE)
        shadow_escape(shadow_of(l), p);
}

static void *hook_save(struct lockstep *l)
{
    return shadow_save(shadow_of(l));
}

static void hook_restore(struct lockstep *l, void *saved)
{
    shadow_restore(shadow_of(l), saved);
}

static void hook_merge(struct lockstep *l, void *saved)
{
    shadow_merge(shadow_of(l), saved);
}

static void hook_finish(struct lockstep *l)
{
    shadow_finish(shadow_of(l));
}

void shadow_hook(struct lockstep_hooks *hooks)
{
    hooks->barrier = hook_barrier;
    hooks->fence = hook_fence;
    hooks->escape = hook_escape;
    hooks->save = hook_save;
    hooks->restore = hook_restore;
    hooks->merge = hook_merge;
    hooks->finish = hook_finish;
}
