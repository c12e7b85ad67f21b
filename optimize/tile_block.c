/* tile_block.c - tiled kernels on CPUs: a work-item does a whole tile, as a block (block.c).
 *
 * The threads of a tile are the rows and lanes of the block: a row is 16 neighbours along the last
 * dimension, or 8 or 4 where its size is no multiple of 16. A statement is done for all of them
 * before the next one, so that a barrier has nothing left to wait for; what is between barriers may
 * be done in any order, as a program without races cannot tell. Tile_static objects stay what they
 * are, of a group of one work-item.
 *
 * That is legal where all threads of a tile run alike whatever has a barrier in it (depend.c). All
 * blocks are whole ones, as tiles divide the domain.
 *
 * Example: of the textbook's product with tiles of 16 x 16, 16 rows of 16 columns: `sum += ta[row]
 * [k] * tb[k][col]` is 16 vectors of sums, and for each k 16 numbers of ta and one vector of tb.
 *
 * Relies on places.c for the index and on block.c for the body. */
#include "optimize/cover.h"
#include "optimize/internal.h"

#include "parser/walk.h"
#include "sema/types/expr.h"

/* What loops without barriers add up leaves registers for so many rows at once where vectors have 8
 * floats, and for so many of at most 8 threads; where they have 16. */
enum { FEW_ROWS = 4, SHORT_ROWS = 8, MANY_ROWS = 16 };
/* More nodes, once for each row, would take compilers too long. */
enum { NODES_MOST = 8000 };

static void refuse(struct block_kernel *k, struct why_not why)
{
    if (why.reason)
        block_refuse(k, why.loc, why.reason);
}

/* ---- what is refused ---- */

struct alike {
    struct block_kernel *kernel;
    const struct depend *depend;
};

/* A statement that has a barrier in it is done once for all threads of a tile. */
static bool look_stmt(struct walker *w, struct stmt *s)
{
    const struct alike *x = w->data;
    const struct expr *e = s->kind == STMT_EXPR ? expr_uncast(s->expr) : NULL;

    if (e && places_is_wait(e))
        return false;
    if ((s->kind != STMT_IF && s->kind != STMT_SWITCH && !stmt_is_loop(s)) || !places_wait_in(s))
        return true;
    if (s->kind == STMT_SWITCH)
        block_refuse(x->kernel, s->loc, "a switch has a barrier");
    if (depend_control(x->depend, s))
        block_refuse(x->kernel, s->loc,
                     "threads of a tile may run differently what has a barrier in it");
    return true;
}

static bool look_expr(struct walker *w, struct expr *e)
{
    const struct alike *x = w->data;

    if (places_is_wait(e))
        block_refuse(x->kernel, e->loc, "a barrier is within an expression");
    return true;
}

int tile_lanes(const struct launch *l)
{
    for (int n = LANES; n > 2; n /= 2)
        if (l->tile[l->rank - 1] % n == 0)
            return n;
    return 0;
}

static int threads_of(const struct launch *l)
{
    int n = 1;

    for (int i = 0; i < l->rank; i++)
        n *= l->tile[i];
    return n;
}

static bool count_expr(struct walker *w, struct expr *e)
{
    int *nodes = w->data;

    (void)e;
    ++*nodes;
    return true;
}

static bool look_size(struct block_kernel *k)
{
    const struct launch *l = k->launch;
    int nodes = 0, lanes = tile_lanes(l);
    struct walker w = {.data = &nodes, .expr_pre = count_expr};

    walk_stmt(&w, k->one);

    if (!lanes)
        block_refuse(k, l->call->loc, "the last size of its tiles is no multiple of 4");
    else if (threads_of(l) > lanes * TILE_ROWS_MAX)
        block_refuse(k, l->call->loc, "its tiles have more than 64 rows of 16, 8 or 4 threads");
    else if (nodes * (threads_of(l) / lanes) > NODES_MOST)
        block_refuse(k, l->call->loc, "it is long for tiles of so many threads");
    return !k->refused;
}

struct tile_sums {
    const struct depend *depend;
    int depth; /* of loops without barriers */
    bool any;
};

static bool sums_expr(struct walker *w, struct expr *e)
{
    struct tile_sums *x = w->data;
    const struct symbol *root = e->kind == EXPR_ASSIGN && x->depth ? depend_root(e->a) : NULL;

    x->any |= root && node_table_get(&x->depend->on, root, 0) & ON_LANE &&
              !depend_is_steady(x->depend, root);
    return true;
}

static bool is_short_loop(const struct stmt *s)
{
    return stmt_is_loop(s) && !places_wait_in(s);
}

static bool sums_stmt(struct walker *w, struct stmt *s)
{
    struct tile_sums *x = w->data;

    x->depth += is_short_loop(s);
    return true;
}

static void sums_stmt_end(struct walker *w, struct stmt *s)
{
    struct tile_sums *x = w->data;

    x->depth -= is_short_loop(s);
}

/* ---- the threads ---- */

/* The local index of a row's first thread in dimension d. */
static int place_of(const struct launch *l, int row, int d)
{
    int last = l->rank - 1, lanes = tile_lanes(l), beside = l->tile[last] / lanes;

    if (d == last)
        return row % beside * lanes;
    row /= beside;
    for (int i = last - 1; i > d; i--)
        row /= l->tile[i];
    return row % l->tile[d];
}

/* The place of the threads of all rows in dimension d: a row's own number, behind 'first'. */
static void begin_place(struct block *b, struct symbol *s, int d, const struct expr *first)
{
    const struct launch *l = b->kernel->launch;
    struct maker *m = &b->make;
    struct type *t = type_basic(TYPE_INT);
    bool lanes = d == l->rank - 1;
    struct var var = {lanes ? VAR_STEPS : VAR_SCALAR, lanes, NULL};
    int n = lanes && l->tile[d] == b->lanes ? 1 : b->rows;

    for (int r = 0; s && r < n; r++) {
        struct expr *value = make_int(m, place_of(l, r, d), t);
        if (first)
            value = make_binary(m, OP_ADD, lanes_first(b, first, r), value);
        block_put(b,
                  make_declare(m, block_var(b, s, n == 1 ? -1 : r, var, t), make_init(m, value)));
    }
}

/* Declares where the threads are: in the tile that k->index is the index of. */
static void begin_places(struct block *b, struct cover_tiles *places)
{
    struct block_kernel *k = b->kernel;
    const struct launch *l = k->launch;
    struct maker *m = &b->make;
    struct type *t = type_basic(TYPE_INT);

    for (int d = 0; d < l->rank; d++) {
        struct expr *origin =
            make_binary(m, OP_MUL, make_name(m, k->index[d]), make_int(m, l->tile[d], t));
        if (places->origin[d])
            block_put(b, make_declare(m,
                                      block_var(b, places->origin[d], -1,
                                                (struct var){VAR_SCALAR, 0, NULL}, t),
                                      make_init(m, lanes_first(b, origin, 0))));
        begin_place(b, places->local[d], d, NULL);
        begin_place(b, places->global[d], d, origin);
    }
}

/* The work of a tile, of which loops without barriers do 'together' rows at a time. */
static struct stmt *work_of(struct block *b, struct program *p, struct cover_tiles *places,
                            int together)
{
    struct block_kernel *k = b->kernel;
    const struct launch *l = k->launch;
    struct stmt *work;

    b->make = maker_begin(b->c, p, (struct launch *)l, NULL);
    b->rows = threads_of(l) / b->lanes;
    b->together = together;
    b->vars.arena = &b->c->arena;
    for (int r = 0; r < b->rows; r++)
        b->clones[r] = tree_clone_begin(b->c);
    b->out = work = make_block(&b->make, NULL, 0);
    begin_places(b, places);
    block_body(b);
    if (b->make.refused || b->failed)
        block_refuse(k, l->call->loc, "it has an expression that is not understood");
    return work;
}

static int few_rows(const struct block *b)
{
    return b->lanes == LANES ? FEW_ROWS : SHORT_ROWS;
}

/* Whether loops without barriers add up more than shorter vectors leave registers for. */
static bool has_many_sums(const struct block *b)
{
    struct tile_sums sums = {&b->depend, 0, 0};
    struct walker w = {
        .data = &sums, .expr_pre = sums_expr, .stmt_pre = sums_stmt, .stmt_post = sums_stmt_end};

    walk_stmt(&w, b->kernel->work);
    return sums.any && b->rows > few_rows(b);
}

/* What each lane does by itself costs twice what its thread does. A device that runs threads up to
 * barriers, one after the other, and keeps their variables in memory meanwhile, takes as long. */
static bool gains(const struct block *b)
{
    return places_wait_in(b->kernel->work) ? b->cost <= 2 * b->plain_cost
                                           : b->cost * 3 <= b->plain_cost;
}

static void make_tile(struct ctx *c, struct program *p, struct block_kernel *k,
                      struct cover_tiles *places, bool always)
{
    const struct launch *l = k->launch;
    struct depend depend = depend_tile(c, k->work, places, l);
    struct alike alike = {k, &depend};
    struct walker w = {.data = &alike, .expr_pre = look_expr, .stmt_pre = look_stmt};
    struct block all = {.c = c, .kernel = k, .depend = depend, .lanes = tile_lanes(l)};
    struct block part = all;

    walk_stmt(&w, k->work);
    if (k->refused)
        return;
    k->all = work_of(&all, p, places, MANY_ROWS);
    if (!k->refused && has_many_sums(&all))
        k->part = work_of(&part, p, places, few_rows(&part));
    verify_block_pass(c, k, "tiles");
    if (!gains(&all) && !always)
        block_refuse(k, all.apart ? all.apart_loc : l->call->loc,
                     "its threads do little that neighbouring threads can do together");
}

void tile_block(struct ctx *c, struct program *p, struct block_kernel *k, bool always)
{
    const struct launch *l = k->launch;
    struct maker m = maker_begin(c, p, (struct launch *)l, NULL);
    struct cover_tiles places = {0};

    refuse(k, places_calls(c, l));
    if (!look_size(k))
        return;
    refuse(k, places_replace(&m, l, &k->one, &places));
    if (k->refused)
        return;
    k->work = k->one;
    k->rows = l->rank > 1 ? l->tile[l->rank - 2] : 1;
    k->columns = l->tile[l->rank - 1];
    k->lanes = tile_lanes(l);
    k->run = k->turns = 1;
    for (int d = 0; d < l->rank; d++) {
        k->index[d] =
            places.tile[d] ? places.tile[d] : make_local(&m, "tile", type_basic(TYPE_INT), 0);
        vec_push(&c->arena, &k->places, places.global[d]);
        vec_push(&c->arena, &k->places, places.local[d]);
        vec_push(&c->arena, &k->places, places.origin[d]);
    }
    make_tile(c, p, k, &places, always);
}
