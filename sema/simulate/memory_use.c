/* memory_use.c - how a kernel uses memory: segments of global memory per access of 32 lanes, bank
 * conflicts of tile_static memory, for -Wperformance.
 *
 * Example: `v(i[0], k)` with neighbouring lanes in dimension 0 touches one segment per lane and is
 * reported. Accesses whose addresses are not known are left out: costs are no proof, and nothing
 * but advice rests on them. What memory_use_effect answers is proved (memory_cover.h). */
#include "sema/simulate/memory_use.h"

#include <limits.h>

#include "common/number.h"
#include "sema/analysis/code.h"
#include "sema/types/limits.h"

enum {
    WARP = MEMORY_WARP,
    SEGMENT = MEMORY_SEGMENT,
    BANKS = MEMORY_BANKS,
    BANK = MEMORY_BANK,
    FEW = 16,
    SEGMENTS_LEAST = 8,
    WAYS_LEAST = 4
};

/* The highest cost of one access expression. */
struct site {
    struct expr *expr;
    const struct spot *place;
    int cost, least;         /* segments, or the ways of a bank conflict; and the lowest possible */
    struct symbol *function; /* in which it stands; NULL: the kernel */
};

struct memory_run {
    struct ctx *c;
    struct memory_use *use;
    struct cover_jumps jumps;
    VEC(struct site) sites;
    bool lost; /* an access to a view at unknown subscripts was met */
};

const struct view_use *memory_use_find(const struct memory_use *use, const struct symbol *view)
{
    for (int i = 0; i < use->views.n; i++)
        if (use->views.at[i].view == view)
            return &use->views.at[i];
    return NULL;
}

struct effect memory_use_effect(struct ctx *c, struct findings *f, const struct memory_use *use,
                                const struct launch *l, struct symbol *view)
{
    struct effect e = effect_of_capture(c, l, view);
    const struct view_use *u = memory_use_find(use, view);

    if (use->complete && u && e.reads == ANSWER_REFUTED &&
        cover_whole(&u->cover, f, l, view) == ANSWER_PROVED &&
        effect_shared(c, f, l, view) == ANSWER_REFUTED)
        e.wholly_written_first = ANSWER_PROVED;
    return e;
}

/* ---- views ---- */

static void view_note(struct lockstep *l, struct memory_run *r, const struct access *a)
{
    struct view_use *u = (struct view_use *)memory_use_find(r->use, a->place->symbol);

    if (!a->place->symbol) {
        r->lost = true;
        return;
    }
    if (!u) {
        struct view_use one = {.view = a->place->symbol};
        vec_push(&r->c->arena, &r->use->views, one);
        u = &r->use->views.at[r->use->views.n - 1];
    }
    if (a->kind == ACCESS_WRITE)
        cover_note(l, &u->cover, &r->jumps, a);
}

/* ---- the cost of an access by one warp ---- */

static bool same_factors(const struct affine *a, int x, int y)
{
    for (int i = 0; i < a->n; i++)
        if (a->terms[i].lanes && a->terms[i].lanes[x] != a->terms[i].lanes[y])
            return false;
    return true;
}

static bool same_value(const struct affine *a, int x, int y)
{
    return affine_at(a, x) == affine_at(a, y) && same_factors(a, x, y);
}

/* The byte offset of a lane's element from an address that lanes of one row have in common. */
static long long row_byte(const struct spot *p, long long size, int lane)
{
    return number_sum(number_product(affine_at(p->at[p->rank - 1], lane), size),
                      affine_at(p->offset, lane));
}

static bool same_segment(const struct spot *p, long long size, int x, int y)
{
    long long a = row_byte(p, size, x), b = row_byte(p, size, y);

    for (int k = 0; k + 1 < p->rank; k++)
        if (!same_value(p->at[k], x, y))
            return false;
    return same_factors(p->at[p->rank - 1], x, y) &&
           (a - (a % SEGMENT + SEGMENT) % SEGMENT) == (b - (b % SEGMENT + SEGMENT) % SEGMENT);
}

static int segments_of(const struct spot *p, long long size, struct memory_cost *k)
{
    int segments = 0;

    for (int i = 0; i < k->n; i++) {
        int j = 0;
        while (j < i && !same_segment(p, size, k->lanes[i], k->lanes[j]))
            j++;
        k->part[i] = j < i ? k->part[j] : segments++;
    }
    return segments;
}

/* The lanes of the first warp that make the access; their number, 0: too few for a verdict. */
static int warp_of(struct lockstep *l, const struct access *a, int *lanes)
{
    int n = 0, width = lockstep_width(l);

    for (int i = 0; i < WARP && i < width; i++)
        if (a->lanes[i])
            lanes[n++] = i;
    return n >= FEW ? n : 0;
}

/* The number of tile rows that the lanes are in: a lower bound for segments where each tile row
 * accesses a view row of its own. */
static int rows_of(struct lockstep *l, const int *lanes, int n)
{
    int last = lockstep_dim(l, lockstep_rank(l) - 1);

    return lanes[n - 1] / last - lanes[0] / last + 1;
}

static void site_note(struct lockstep *l, const struct access *a, int cost, int least)
{
    struct memory_run *r = lockstep_data(l);
    struct site one = {a->expr, a->place, cost, least, lockstep_function(l)};

    for (int i = 0; i < r->sites.n; i++)
        if (r->sites.at[i].expr == a->expr) {
            if (r->sites.at[i].cost < cost)
                r->sites.at[i] = one;
            return;
        }
    vec_push(&r->c->arena, &r->sites, one);
}

static bool view_cost(struct lockstep *l, const struct access *a, struct memory_cost *k)
{
    const struct spot *p = a->place;
    long long size = p->symbol && p->symbol->type->base ? p->symbol->type->base->size : 0;
    int rows;

    k->n = warp_of(l, a, k->lanes);
    if (k->n == 0 || p->rank == 0 || size <= 0)
        return false;
    for (int i = 0; i < p->rank; i++)
        if (!affine_symbols_even(lockstep_numbers(l), p->at[i]))
            return false;
    k->cost = segments_of(p, size, k);
    if (a->type && a->type->size > 0)
        size = a->type->size;
    k->least =
        size < INT_MAX / k->n ? (int)((k->n * size + SEGMENT - 1) / SEGMENT) : INT_MAX / SEGMENT;
    rows = rows_of(l, k->lanes, k->n);
    k->least = rows > k->least ? rows : k->least;
    return true;
}

/* Different words of one bank are fetched one after the other. */
static int ways_of(const struct affine *offset, const int *lanes, int n)
{
    int ways = 0;

    for (int i = 0; i < n; i++) {
        long long word = affine_at(offset, lanes[i]) / BANK;
        int same = 1;
        for (int j = 0; j < i; j++) {
            long long other = affine_at(offset, lanes[j]) / BANK;
            bool counted = other == word;
            for (int k = 0; k < j && !counted; k++)
                counted = affine_at(offset, lanes[k]) / BANK == other;
            if (other == word) {
                same = 0;
                break;
            }
            same += !counted && (other - word) % BANKS == 0;
        }
        ways = same > ways ? same : ways;
    }
    return ways;
}

static bool tile_cost(struct lockstep *l, const struct access *a, struct memory_cost *k)
{
    long long size = a->type ? a->type->size : 0;

    k->n = warp_of(l, a, k->lanes);
    if (k->n == 0 || size <= 0 || size > 8 ||
        !affine_terms_uniform(lockstep_numbers(l), a->place->offset))
        return false;
    if (size == 8 && k->n > WARP / 2) /* wide elements are accessed half a warp at a time */
        k->n = WARP / 2;
    for (int i = 0; i < k->n; i++)
        k->part[i] = (int)(affine_at(a->place->offset, k->lanes[i]) / BANK % BANKS);
    k->cost = ways_of(a->place->offset, k->lanes, k->n);
    k->least = 1;
    return true;
}

bool memory_cost(struct lockstep *l, const struct access *a, struct memory_cost *cost)
{
    return a->place->kind == PLACE_TILE ? tile_cost(l, a, cost) : view_cost(l, a, cost);
}

/* ---- reports ---- */

/* The first subscript of a view that depends on the lane; -1: none does, or the last one does,
 * too. */
static int moving_subscript(const struct spot *p)
{
    int moving = -1;

    for (int k = 0; k < p->rank; k++)
        if (!same_value(p->at[k], 0, 1)) {
            if (k == p->rank - 1 || moving >= 0)
                return -1;
            moving = k;
        }
    return moving;
}

static const char *thread_dimension(struct lockstep *l)
{
    return arena_printf(&lockstep_ctx(l)->arena, "%d", lockstep_rank(l) - 1);
}

/* Notes the reason: neighbouring threads access members of large elements, or elements that are not
 * neighbours. */
static void apart_note(struct lockstep *l, const struct site *s)
{
    struct ctx *c = lockstep_ctx(l);
    const struct symbol *view = s->place->symbol;
    const struct affine *at = s->place->at[s->place->rank - 1];
    long long step = same_factors(at, 0, 1) ? affine_at(at, 1) - affine_at(at, 0) : 0;
    long long used = s->expr->type ? s->expr->type->size : 0, size = view->type->base->size;

    step = step < 0 ? -step : step;
    if (step == 1 && used > 0 && used < size)
        diag_note(c, view->loc,
                  "an element of '%s' has %lld bytes, of which this takes %lld: keep the members "
                  "in views of their own, a structure of arrays",
                  view->name, size, used);
    else
        diag_note(c, view->loc,
                  "let threads that differ by 1 in dimension %s of the index touch elements that "
                  "lie side by side%s",
                  thread_dimension(l),
                  step > 1 ? arena_printf(&c->arena, ", not %lld apart", step) : "");
}

static void view_report(struct lockstep *l, const struct site *s)
{
    struct ctx *c = lockstep_ctx(l);
    int k = moving_subscript(s->place);

    diag(c, DIAG_perf_uncoalesced, s->expr->loc,
         "32 threads that go together touch %d segments of memory here, where %d would do", s->cost,
         s->least);
    if (k >= 0)
        diag_note(c, s->place->symbol->loc,
                  "neighbours differ in dimension %s of the index, which is subscript %d of '%s': "
                  "let it be the last subscript, %d (swap dimensions %d and %d of '%s', or of the "
                  "index)",
                  thread_dimension(l), k, s->place->symbol->name, s->place->rank - 1, k,
                  s->place->rank - 1, s->place->symbol->name);
    else
        apart_note(l, s);
}

/* A search for uses of an array other than element by element, where its type matters. */
struct whole_use {
    const struct symbol *object;
    int dims;
    bool found;
};

static bool is_element(const struct whole_use *u, struct expr *e)
{
    int depth = 0;

    for (; e && e->kind == EXPR_SUBSCRIPT; depth++)
        e = expr_strip(e->a);
    return e && depth == u->dims && e->kind == EXPR_NAME && e->symbol == u->object;
}

static bool whole_use_expr(struct code_walk *w, struct expr *e)
{
    struct whole_use *u = w->data;

    if ((e->kind == EXPR_NAME && e->symbol == u->object) ||
        (e->kind == EXPR_UNARY && e->op == OP_ADDR && is_element(u, expr_strip(e->a))))
        u->found = true;
    if (!is_element(u, e))
        return !u->found;
    for (; e->kind == EXPR_SUBSCRIPT; e = expr_strip(e->a))
        code_walk_expr(w, e->b);
    return false;
}

static long long bytes_of(const symbol_vec *objects)
{
    long long bytes = 0;

    for (int i = 0; i < objects->n; i++)
        bytes += objects->at[i]->type ? objects->at[i]->type->size : 0;
    return bytes;
}

/* With 'more' bytes the kernel's tile_static memory is still within TILE_STATIC_MAX. */
static bool has_room(struct ctx *c, const struct launch *l, long long more)
{
    symbol_vec functions = {0};
    long long bytes = bytes_of(&l->tile_statics) + more;

    launch_functions(c, l, &functions);
    for (int i = 0; i < functions.n; i++)
        bytes += bytes_of(&functions.at[i]->tile_statics);
    return bytes <= TILE_STATIC_MAX;
}

/* Adds a fix-it that makes the last dimension of an array, of 'length', one larger, if nothing else
 * depends on that. */
static void offer_padding(struct ctx *c, const struct launch *l, const struct symbol *object,
                          long long length, int more)
{
    struct whole_use use = {.object = object};
    struct code_walk w = {.expr = whole_use_expr, .data = &use, .lambdas = true};
    const struct deriv *last = NULL;

    if (!object->declarator || !object->function || !object->function->definition)
        return;
    for (const struct deriv *d = object->declarator->declarator->derivs; d; d = d->next)
        last = d;
    for (const struct type *t = object->type; t->kind == TYPE_ARRAY; t = t->base)
        use.dims++;
    if (!last || last->kind != DERIV_ARRAY || !last->size ||
        (last->size->kind != EXPR_NAME && last->size->kind != EXPR_INT))
        return;
    code_walk_stmt(&w, object->function->definition->body);
    if (!use.found && has_room(c, l, object->type->size / length * more))
        diag_fixit(c, (struct loc){last->size->loc.end, last->size->loc.end},
                   arena_printf(&c->arena, " + %d", more));
}

/* For float s[16][16] the fix-it is float s[16][17]. */
static void tile_report(struct lockstep *l, const struct site *s)
{
    struct ctx *c = lockstep_ctx(l);
    const struct symbol *object = s->place->symbol;
    const struct type *t = object->type, *element = t;
    long long row;

    diag(c, DIAG_perf_bank_conflict, s->expr->loc,
         "%d threads want different elements of '%s' from one memory bank here, one after the "
         "other: a conflict of %d ways, which takes %d times as long",
         s->cost, object->name, s->cost, s->cost);
    while (t->kind == TYPE_ARRAY && t->base && t->base->kind == TYPE_ARRAY)
        t = t->base;
    while (element->kind == TYPE_ARRAY && element->base)
        element = element->base;
    row = element->size > 0 && element->size < BANKS * BANK ? BANKS * BANK / element->size : 1;
    if (element->kind == TYPE_RECORD) {
        diag_note(
            c, object->loc,
            "elements of '%s' have %lld bytes: keep the members in arrays of their own, which "
            "puts those of neighbours into different banks",
            object->name, element->size);
    } else if (object->type->kind == TYPE_ARRAY && t != object->type) {
        int more = t->length % 2 == 0 ? 1 : 2;
        diag_note(c, object->loc,
                  "pad the last dimension of '%s': [%lld] instead of [%lld] puts the rows into "
                  "different banks",
                  object->name, t->length + more, t->length);
        offer_padding(c, lockstep_launch(l), object, t->length, more);
    } else {
        diag_note(c, object->loc,
                  "pad '%s': index it with i + i / %lld instead of i, and give it one element more "
                  "for each %lld",
                  object->name, row, row);
    }
}

/* ---- hooks ---- */

static void use_access(struct lockstep *l, const struct access *a)
{
    struct memory_run *r = lockstep_data(l);
    struct memory_cost k;

    lockstep_numbers(l)->work += WARP;
    if (a->place->kind == PLACE_GLOBAL)
        view_note(l, r, a);
    if (!memory_cost(l, a, &k))
        return;
    if (a->place->kind == PLACE_TILE ? k.cost >= WAYS_LEAST
                                     : k.cost >= SEGMENTS_LEAST && k.cost >= 4 * k.least)
        site_note(l, a, k.cost, k.least);
}

static void use_escape(struct lockstep *l, const struct spot *p)
{
    struct memory_run *r = lockstep_data(l);

    r->lost |= p->kind == PLACE_GLOBAL;
}

static void use_finish(struct lockstep *l)
{
    struct memory_run *r = lockstep_data(l);

    if (lockstep_stopped(l))
        return;
    r->use->complete = !r->lost;
    for (int i = 0; i < r->sites.n; i++) {
        const struct site *s = &r->sites.at[i];
        if (s->place->kind == PLACE_TILE)
            tile_report(l, s);
        else
            view_report(l, s);
        if (s->function)
            note_call_path(r->c, lockstep_launch(l), s->function);
    }
}

long long memory_use_run(struct ctx *c, struct findings *findings, const struct launch *l,
                         long long budget, struct memory_use *use)
{
    struct memory_run r = {.c = c, .use = use, .jumps = cover_jumps(c, l)};
    const struct lockstep_options options = {
        .tiles = true,
        .budget = budget,
        .hooks = {.data = &r, .access = use_access, .escape = use_escape, .finish = use_finish}};

    return lockstep_run(c, findings, l, &options);
}
