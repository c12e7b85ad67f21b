/* tiles.c - tiled kernels whose groups do several tiles (cover.h): each work-item does the thread
 * of its local index in each of them, between the same barriers.
 *
 * That is legal, as tiles run in any order, also interleaved, and each thread keeps the order of
 * its statements, if all tiles of the group reach the same barriers. It pays where tiles share
 * something: what does not differ between them is done once, and a tile_static object whose content
 * does not is one for all. Of a matrix product with a panel for the tile's rows and one for its
 * columns, 4 x 4 tiles have 8 panels, and an element of each is loaded for four products.
 *
 * Relies on normal.c and places.c for the body and on depend.c for what differs. */
#include "optimize/cover_plan.h"

#include "parser/walk.h"
#include "sema/types/builtin.h"
#include "sema/types/expr.h"

/* ---- ranks ---- */

/* A rank: what an atomic function of a tile_static object gives, which differs between tiles; or a
 * variable that depends on one. Which thread of a tile gets which is for the device to say. */
static bool is_rank(const struct plan *p, const struct expr *e)
{
    const struct symbol *s = cover_is_atomic(e) ? cover_atomic_root(e) : NULL;

    if (e->kind == EXPR_NAME && e->symbol)
        return node_table_get(&p->ranks, e->symbol, 0) != 0;
    return s && cover_symbol(p->kernel, s);
}

struct ranks {
    struct plan *plan;
    bool found, changed;
    int inside;             /* ifs, switches and loops that depend on a rank */
    struct node_table deep; /* these: 1 */
};

static bool find_rank(struct walker *w, struct expr *e)
{
    struct ranks *r = w->data;

    r->found |= is_rank(r->plan, e);
    return true;
}

static bool depends(const struct ranks *of, struct expr *e)
{
    struct ranks r = {.plan = of->plan};
    struct walker w = {.data = &r, .expr_pre = find_rank};

    if (e)
        walk_expr(&w, e);
    return r.found;
}

static void mark(struct ranks *r, const struct symbol *s)
{
    if (!s || node_table_get(&r->plan->ranks, s, 0))
        return;
    node_table_set(&r->plan->ranks, s, 1);
    r->changed = true;
}

static bool mark_expr(struct walker *w, struct expr *e)
{
    struct ranks *r = w->data;
    bool stores = e->kind == EXPR_ASSIGN || (e->kind == EXPR_UNARY && op_is_step(e->op));
    bool atomic = cover_is_atomic(e), on = r->inside > 0;

    for (int i = 0; atomic && i < e->args.n; i++)
        on |= depends(r, e->args.at[i]);
    if (stores)
        on |= depends(r, e);
    if (on && (stores || atomic))
        mark(r, stores ? depend_root(e->a) : cover_atomic_root(e));
    return true;
}

static bool mark_decl(struct walker *w, struct decl *d)
{
    struct ranks *r = w->data;

    for (int i = 0; i < d->declarators.n; i++) {
        const struct init_declarator *v = d->declarators.at[i];
        struct ranks in = {.plan = r->plan};
        struct walker look = {.data = &in, .expr_pre = find_rank};
        if (v->init)
            walk_init(&look, v->init);
        for (int k = 0; k < v->args.n; k++)
            walk_expr(&look, v->args.at[k]);
        if (in.found || (r->inside > 0 && v->init))
            mark(r, v->symbol);
    }
    return true;
}

static bool mark_stmt(struct walker *w, struct stmt *s)
{
    struct ranks *r = w->data;
    bool deep = s->kind != STMT_EXPR && depends(r, s->expr);

    node_table_set(&r->deep, s, deep);
    r->inside += deep;
    return true;
}

static void mark_stmt_end(struct walker *w, struct stmt *s)
{
    struct ranks *r = w->data;

    r->inside -= node_table_get(&r->deep, s, 0) != 0;
}

static void find_ranks(struct plan *p)
{
    struct ranks r = {.plan = p, .deep = {.arena = &p->c->arena}};
    struct walker w = {.data = &r,
                       .expr_pre = mark_expr,
                       .decl_pre = mark_decl,
                       .stmt_pre = mark_stmt,
                       .stmt_post = mark_stmt_end};

    p->ranks.arena = &p->c->arena;
    do {
        r.changed = false;
        walk_stmt(&w, p->kernel->body);
    } while (r.changed);
}

/* What a statement or a full expression that is done tile by tile does. */
struct deeds {
    struct plan *plan;
    const struct expr *wait;   /* the first barrier; NULL: none */
    const struct expr *memory; /* the first store to an element, or atomic function for one */
    const struct expr *array;  /* the first store to an element of an array */
    const struct expr *shared; /* the first change of a tile_static object that not the thread that
                                  changes it alone could make for other tiles */
    const struct expr *rank;   /* the first use of a rank */
    const struct expr
        *asks;    /* the first use, in a loop, of what an atomic function of memory gave */
    int loops;    /* around the expression */
    bool changes; /* variables, or its value is used */
    bool apart;   /* a statement */
    const struct expr *whole; /* of a statement: its result is not used */
};

static bool find_deeds(struct walker *w, struct expr *e)
{
    struct deeds *d = w->data;
    bool stores = e->kind == EXPR_ASSIGN || (e->kind == EXPR_UNARY && op_is_step(e->op));
    bool atomic = cover_is_atomic(e);
    const struct symbol *s = stores ? depend_root(e->a) : atomic ? cover_atomic_root(e) : NULL;

    if (places_is_wait(e) && !d->wait)
        d->wait = e;
    if ((stores || atomic) && !s && !d->memory)
        d->memory = e;
    if (stores && s && s->type->kind == TYPE_ARRAY && !d->array)
        d->array = e;
    if (s && s->storage & STORAGE_TILE_STATIC && !d->shared &&
        (d->apart || atomic || !type_is_arithmetic(s->type)))
        d->shared = e;
    if (is_rank(d->plan, e) && e != d->whole && !d->rank)
        d->rank = e;
    if (atomic && !s && e != d->whole && d->loops && !d->asks)
        d->asks = e;
    d->changes |= (stores && s) || (atomic && !s && e != d->whole);
    return true;
}

static bool deeds_stmt(struct walker *w, struct stmt *s)
{
    struct deeds *d = w->data;

    d->whole = s->kind == STMT_EXPR ? expr_uncast(s->expr) : NULL;
    d->loops += stmt_is_loop(s);
    return true;
}

static void deeds_stmt_end(struct walker *w, struct stmt *s)
{
    struct deeds *d = w->data;

    d->loops -= stmt_is_loop(s);
}

/* Tiles outside of the domain leave out what stores to memory, and take the values of variables
 * that it has stored to from others; they could not of arrays, of which it may be any element, nor
 * of objects that other threads may change meanwhile, nor of what depends on a rank, as threads
 * that follow each other may have different ones. */
static void look_deeds(struct plan *p, const struct deeds *d)
{
    if (d->memory && d->array)
        cover_refuse(p, d->array->loc, "it stores to an array together with memory, tile by tile");
    if (d->memory && d->shared)
        cover_refuse(p, d->shared->loc,
                     "it changes tile_static memory together with other memory, tile by tile");
    if (d->memory && d->changes && d->rank)
        cover_refuse(p, d->rank->loc,
                     "what an atomic function of tile_static memory gave is used where memory and "
                     "variables change together, tile by tile");
}

static void tile_expr(struct plan *p, struct expr *e, const struct expr *whole)
{
    struct deeds d = {.plan = p, .whole = whole, .changes = !whole};
    struct walker w = {.data = &d, .expr_pre = find_deeds};

    walk_expr(&w, e);
    if (d.wait)
        cover_refuse(p, d.wait->loc, "a barrier is within an expression");
    if (e && cover_expr(p->kernel, e))
        look_deeds(p, &d);
}

/* An if, a switch or a loop that is done tile by tile. A loop that waits for another tile, as for a
 * lock, would wait for ever if that is one of the group, whose next statement waits for the loop.
 */
static void tile_apart(struct plan *p, struct stmt *s)
{
    struct deeds d = {.plan = p, .apart = true};
    struct walker w = {
        .data = &d, .expr_pre = find_deeds, .stmt_pre = deeds_stmt, .stmt_post = deeds_stmt_end};

    walk_stmt(&w, s);
    if (d.wait)
        cover_refuse(p, s->loc,
                     s->kind == STMT_SWITCH
                         ? "a switch has a barrier"
                         : "neighbouring tiles may run differently what has a barrier in it");
    if (d.asks)
        cover_refuse(p, d.asks->loc,
                     "a loop uses what an atomic function of memory gives, and might wait for "
                     "another tile");
    look_deeds(p, &d);
}

static void tile_init(struct plan *p, const struct init *i)
{
    if (i->expr)
        tile_expr(p, i->expr, NULL);
    for (int k = 0; k < i->items.n; k++)
        tile_init(p, i->items.at[k].init);
}

/* Whether a list has nothing but zeros. */
static bool is_zeros(const struct init *i)
{
    const struct expr *e = i->expr ? expr_uncast(i->expr) : NULL;
    bool zeros = !e || (e->constant && e->value == 0);

    for (int k = 0; k < i->items.n; k++)
        zeros = zeros && is_zeros(i->items.at[k].init);
    return zeros;
}

static void tile_decl(struct plan *p, const struct decl *d)
{
    for (int i = 0; d && i < d->declarators.n; i++) {
        const struct init_declarator *v = d->declarators.at[i];
        const struct type *t = v->symbol ? type_underlying(v->symbol->type) : NULL;
        bool array = t && t->kind == TYPE_ARRAY;
        if (v->symbol && v->symbol->storage & STORAGE_TILE_STATIC)
            continue;
        if (v->init)
            tile_init(p, v->init);
        for (int k = 0; k < v->args.n; k++)
            tile_expr(p, v->args.at[k], NULL);
        if (!v->symbol || !cover_symbol(p->kernel, v->symbol))
            continue;
        if (array && v->init && !is_zeros(v->init))
            cover_refuse(p, d->loc,
                         "an array that differs between tiles begins with more than zeros");
        else if (!array && !type_is_arithmetic(t) && t->kind != TYPE_RECORD &&
                 !type_is_amp(t, AMP_TYPE_INDEX) && !type_is_amp(t, AMP_TYPE_EXTENT))
            cover_refuse(p, d->loc, "a variable has a type that is not understood");
    }
}

static void tile_stmt(struct plan *p, struct stmt *s)
{
    const struct expr *e = s->kind == STMT_EXPR ? expr_uncast(s->expr) : NULL;

    switch (s->kind) {
    case STMT_COMPOUND:
        for (int i = 0; i < s->items.n; i++)
            tile_stmt(p, s->items.at[i]);
        return;
    case STMT_IF:
    case STMT_SWITCH:
    case STMT_LOOPS:
        if (s->kind == STMT_SWITCH || cover_control(p->kernel, s)) {
            tile_apart(p, s);
            return;
        }
        tile_decl(p, s->decl);
        tile_expr(p, s->init, NULL);
        tile_expr(p, s->expr, NULL);
        tile_expr(p, s->step, NULL);
        tile_stmt(p, s->body);
        if (s->else_)
            tile_stmt(p, s->else_);
        return;
    case STMT_DECL:
        tile_decl(p, s->decl);
        return;
    case STMT_EXPR:
        if (e && !places_is_wait(e))
            tile_expr(p, s->expr, e);
        return;
    case STMT_EMPTY:
    case STMT_JUMPS:
    case STMT_LABELS:
    case STMT_ERROR:
    case STMT_ASM:
    case STMT_LOCAL_LABELS:
        return;
    }
}

/* ---- what it costs ---- */

/* What a thread does, by what it differs between; a loop has some rounds. */
struct costs {
    const struct plan *plan;
    double sums[COVER_CLASSES];
    double staged; /* of it, loads from tile_static objects that not each tile has */
    double rounds;
    double counted; /* those of loops that count up to constants, which compilers unroll if they
                       are few */
    double nodes;   /* of the tree, as often as they are in the compiled kernel */
};

enum {
    ROUNDS = 16,
    FEW_ROUNDS = 64,
    NODES_MOST = 1000000,
    LOAD = 4,
    ELEMENT = 8,
    CALL = 16,
    ATOMIC = 16,
    WAIT = 24
};

static int words_of(const struct expr *e)
{
    return e->type->size > 4 ? (int)((e->type->size + 3) / 4) : 1;
}

static bool is_tile_static(const struct expr *e)
{
    const struct symbol *s = depend_root(e);

    return s && s->storage & STORAGE_TILE_STATIC && e->type->kind != TYPE_ARRAY &&
           (e->kind == EXPR_NAME || e->kind == EXPR_SUBSCRIPT);
}

static bool cost_expr(struct walker *w, struct expr *e)
{
    struct costs *x = w->data;
    unsigned on = cover_expr(x->plan->kernel, e) & COVER_BOTH;
    unsigned all = x->plan->kernel->along;
    int cost = 0;

    if (e->amp == AMP_VIEW_ELEMENT)
        cost = ELEMENT * words_of(e);
    else if (places_is_wait(e))
        cost = WAIT;
    else if (cover_is_atomic(e))
        cost = ATOMIC;
    else if (is_tile_static(e))
        cost = LOAD * words_of(e);
    else if (e->kind == EXPR_CALL && e->amp == AMP_NONE)
        cost = CALL;
    else if (e->kind == EXPR_BINARY || e->kind == EXPR_UNARY || e->kind == EXPR_COND ||
             (e->kind == EXPR_ASSIGN && e->op != OP_ASSIGN))
        cost = e->op == OP_DIV || e->op == OP_MOD ? CALL : 1;
    x->nodes += x->counted <= FEW_ROUNDS ? x->counted : 1;
    x->sums[on] += cost * x->rounds;
    if (is_tile_static(e) && (cover_symbol(x->plan->kernel, depend_root(e)) & all) != all)
        x->staged += cost * x->rounds;
    return true;
}

/* How often the body of a loop runs that counts up to a constant; 0: of another statement. */
static double counted_of(const struct stmt *s)
{
    const struct expr *test = s->kind == STMT_FOR && s->expr ? expr_evaluated(s->expr) : NULL;
    const struct expr *step = test && s->step ? expr_evaluated(s->step) : NULL;
    bool counts = step && step->kind == EXPR_UNARY && test->kind == EXPR_BINARY &&
                  test->b->constant && test->b->value > 0;

    return !counts ? 0 : test->b->value < FEW_ROUNDS ? (double)test->b->value : FEW_ROUNDS;
}

/* Loops whose rounds are not known run a few times. */
static double rounds_of(const struct stmt *s)
{
    double counted = counted_of(s);

    return counted > 0 ? counted : stmt_is_loop(s) ? ROUNDS : 1;
}

static bool cost_stmt(struct walker *w, struct stmt *s)
{
    struct costs *x = w->data;

    x->rounds *= rounds_of(s);
    x->counted *= counted_of(s) > 0 ? counted_of(s) : 1;
    return true;
}

static void cost_stmt_end(struct walker *w, struct stmt *s)
{
    struct costs *x = w->data;

    x->rounds /= rounds_of(s);
    x->counted /= counted_of(s) > 0 ? counted_of(s) : 1;
}

static void find_costs(struct plan *p)
{
    struct costs x = {.plan = p, .rounds = 1, .counted = 1};
    struct walker w = {
        .data = &x, .expr_pre = cost_expr, .stmt_pre = cost_stmt, .stmt_post = cost_stmt_end};
    double all = 0;

    walk_stmt(&w, p->kernel->body);
    for (int k = 0; k < COVER_CLASSES; k++)
        all += x.sums[k];
    for (int k = 0; k < COVER_CLASSES && all > 0; k++)
        p->kernel->costs[k] = (int)(1000 * x.sums[k] / all + 0.5);
    p->kernel->nodes = x.nodes < NODES_MOST ? (int)x.nodes : NODES_MOST;
    p->kernel->staged = all > 0 ? (int)(1000 * x.staged / all + 0.5) : 0;
}

/* Whether two rows or two columns of tiles are so much less work together, as the library asks for
 * (cover_suits_tiles of runtime/cover_shapes.h). */
static bool gains(const struct cover_kernel *k)
{
    enum { LEAST = 160 }; /* half of which is saved, in thousandths */
    const int *costs = k->costs;

    return ((k->along & COVER_ROWS) && costs[0] + costs[COVER_COLUMNS] >= LEAST) ||
           ((k->along & COVER_COLUMNS) && costs[0] + costs[COVER_ROWS] >= LEAST);
}

/* Bytes of tile_static memory, by what its objects differ between. */
static void find_bytes(struct plan *p)
{
    struct cover_kernel *k = p->kernel;
    int *const sums[COVER_CLASSES] = {&k->round_bytes, &k->column_bytes, &k->row_bytes,
                                      &k->both_bytes};
    const symbol_vec *objects = &k->launch->tile_statics;

    for (int i = 0; i < objects->n; i++) {
        enum { UNIT = 16 };
        long long size = (objects->at[i]->type->size + UNIT - 1) / UNIT * UNIT;
        *sums[cover_symbol(k, objects->at[i]) & COVER_BOTH] += (int)size;
    }
}

struct waits {
    const struct cover_kernel *kernel;
    unsigned on;
};

static bool note_control(struct walker *w, struct stmt *s)
{
    struct waits *x = w->data;

    if ((s->kind == STMT_IF || stmt_is_loop(s)) && places_wait_in(s))
        x->on |= cover_control(x->kernel, s);
    return true;
}

/* Groups have several tiles along those dimensions alone in which all of these reach the same
 * barriers. */
static void find_along(struct plan *p)
{
    struct cover_kernel *k = p->kernel;
    struct waits x = {.kernel = k};
    struct walker w = {.data = &x, .stmt_pre = note_control};

    k->along = k->launch->rank > 1 ? COVER_BOTH : COVER_COLUMNS;
    *p->depend = depend_tiles(p->c, k->body, &k->tiles, k->launch->rank, k->along, true);
    walk_stmt(&w, k->body);
    if (k->along & ~x.on) /* else it is refused for that */
        k->along &= ~x.on;
    *p->depend = depend_tiles(p->c, k->body, &k->tiles, k->launch->rank, k->along, false);
}

static void refuse(struct plan *p, struct why_not why)
{
    if (why.reason)
        cover_refuse(p, why.loc, why.reason);
}

void tiles_plan(struct plan *p)
{
    struct cover_kernel *k = p->kernel;

    k->kind = COVER_TILES;
    refuse(p, places_replace(&p->make, k->launch, &k->body, &k->tiles));
    if (k->refused)
        return;
    find_along(p);
    refuse(p, places_calls(p->c, k->launch));
    find_ranks(p);
    tile_stmt(p, k->body);
    k->words = cover_sums(p);
    find_costs(p);
    find_bytes(p);
    if (!p->always && !gains(k))
        cover_refuse(p, k->launch->call->loc, "neighbouring tiles share little of what they do");
}
