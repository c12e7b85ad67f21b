/* lockstep.c - the engine: sets up a tile of threads with their indices and runs the kernel's body.
 *
 * A run has a state (lockstep_state.c), evaluates expressions (lockstep_expr.c, lockstep_amp.c,
 * lockstep_call.c) and statements (lockstep_stmt.c, lockstep_loop.c), and calls the hooks of its
 * user for each access, barrier, branch and join. What it does not understand ends the run; from
 * there on nothing is reported. The state's lattice and join are in lockstep_state.c. */
#include "sema/analysis/code.h"
#include "sema/analysis/extent_most.h"
#include "sema/analysis/order.h"
#include "sema/simulate/lockstep_internal.h"

/* ---- for hooks ---- */

struct ctx *lockstep_ctx(struct lockstep *l)
{
    return l->c;
}

struct findings *lockstep_findings(const struct lockstep *l)
{
    return l->findings;
}

const struct launch *lockstep_launch(struct lockstep *l)
{
    return l->launch;
}

struct affines *lockstep_numbers(struct lockstep *l)
{
    return &l->numbers;
}

void *lockstep_data(struct lockstep *l)
{
    return l->hooks.data;
}

int lockstep_width(const struct lockstep *l)
{
    return l->numbers.width;
}

int lockstep_tile_symbol(const struct lockstep *l, int k)
{
    return l->tile_symbols[k];
}

int lockstep_dim(const struct lockstep *l, int k)
{
    return l->dim[k];
}

int lockstep_rank(const struct lockstep *l)
{
    return l->rank;
}

bool lockstep_lane_exists(const struct lockstep *l, int lane)
{
    for (int k = l->rank - 1; k >= 0; k--) {
        int at = lane % l->dim[k], most = l->most[k];
        if ((at > 1 && !l->dim_known[k]) || (most && at >= most))
            return false;
        lane /= l->dim[k];
    }
    return true;
}

const struct affine *lockstep_domain(const struct lockstep *l, int k)
{
    return l->domain[k];
}

struct stmt *lockstep_statement(const struct lockstep *l)
{
    return l->stmt;
}

int lockstep_items(const struct lockstep *l)
{
    return l->items;
}

bool lockstep_in_loop(const struct lockstep *l)
{
    for (const struct target *call = l->call; call; call = call->outer)
        if (call->caller)
            return true;
    return l->loop != NULL;
}

const struct lockstep_return *lockstep_returns(const struct lockstep *l)
{
    return l->call->returns;
}

const struct affine *lockstep_global(const struct lockstep *l, int k)
{
    return l->global->components[k];
}

const struct affine *lockstep_extent(struct lockstep *l, const struct symbol *view, int k)
{
    struct known_extent known = {0};
    const struct value *host;

    if (symbol_extent_known(l->findings, view, &known))
        return k < known.rank ? affine_number(&l->numbers, known.n[k]) : NULL;
    for (int i = 0; i < l->extents.n; i++)
        if (l->extents.at[i].view == view && k < l->extents.at[i].extent->rank)
            return l->extents.at[i].extent->components[k];
    host = host_view_extent(l, view);
    return host && k < host->rank ? host->components[k] : NULL;
}

const struct guard *lockstep_guards(const struct lockstep *l)
{
    return l->now.guards;
}

bool lockstep_stopped(const struct lockstep *l)
{
    return l->stopped;
}

bool access_is_flat(const struct access *a)
{
    return a->place->rank > 1 && a->expr->amp != AMP_VIEW_ELEMENT;
}

struct symbol *lockstep_function(const struct lockstep *l)
{
    return l->call ? l->call->function : NULL;
}

/* ---- the tile ---- */

/* Component k of a domain is known. */
static bool extent_has(const struct known_extent *known, int rank, int k)
{
    return known->rank == rank && known->n[k] >= 0;
}

/* A launch without tiles is run for a block of threads: wide in the last dimension, two threads in
 * the others. */
static void dims_set(struct lockstep *l, const struct launch *launch,
                     const struct known_extent *known)
{
    int width = 1;

    for (int k = launch->rank - 1; k >= 0; k--) {
        int dim = launch->tiled ? launch->tile[k] : k == launch->rank - 1 ? 64 : 2;
        if (!launch->tiled && width * dim > TILE_THREADS_MAX)
            dim = 1;
        l->dim_known[k] = launch->tiled || launch->rank == 1 || extent_has(known, launch->rank, k);
        if (!launch->tiled && extent_has(known, launch->rank, k) && known->n[k] < dim)
            dim = known->n[k] > 0 ? (int)known->n[k] : 1;
        l->dim[k] = dim;
        width *= dim;
    }
    l->rank = launch->rank;
    l->numbers.width = width;
}

static const struct affine *local_index(struct lockstep *l, int k)
{
    long long *lanes = arena_array(&l->numbers.arena, long long, l->numbers.width);
    int below = 1;

    for (int j = k + 1; j < l->rank; j++)
        below *= l->dim[j];
    for (int i = 0; i < l->numbers.width; i++)
        lanes[i] = i / below % l->dim[k];
    return affine_lanes(&l->numbers, lanes);
}

static void indices_set(struct lockstep *l, bool first, const struct known_extent *known)
{
    const struct affine *local[RANK_MAX], *tile[RANK_MAX];
    const struct affine *origin[RANK_MAX], *global[RANK_MAX];

    for (int k = 0; k < l->rank; k++) {
        long long tiles = (1LL << 31) / l->dim[k];
        if (extent_has(known, l->rank, k))
            tiles = (known->n[k] + l->dim[k] - 1) / l->dim[k];
        l->tile_symbols[k] = -1;
        local[k] = local_index(l, k);
        if (first || tiles <= 1) {
            tile[k] = affine_number(&l->numbers, 0);
        } else {
            tile[k] = affine_fresh(&l->numbers, SPREAD_NONE, 0, tiles - 1);
            l->tile_symbols[k] = l->numbers.symbols.n - 1;
        }
        origin[k] = affine_scale(&l->numbers, tile[k], l->dim[k]);
        global[k] = affine_add(&l->numbers, origin[k], local[k]);
    }
    l->local = value_tuple(l, l->rank, local);
    l->tile = value_tuple(l, l->rank, tile);
    l->origin = value_tuple(l, l->rank, origin);
    l->global = value_tuple(l, l->rank, global);
}

static bool is_runnable(const struct launch *launch)
{
    long long width = 1;

    if (!launch->lambda || !launch->lambda->body || launch->rank <= 0 || launch->rank > RANK_MAX)
        return false;
    for (int k = 0; launch->tiled && k < launch->rank; k++) {
        if (launch->tile[k] <= 0 || launch->tile[k] > TILE_THREADS_MAX)
            return false;
        width *= launch->tile[k];
    }
    return width <= TILE_THREADS_MAX;
}

long long lockstep_run(struct ctx *c, struct findings *findings, const struct launch *launch,
                       const struct lockstep_options *options)
{
    static const struct value nothing = {.kind = VALUE_UNKNOWN, .spread = SPREAD_NONE};
    static const struct value anything = {.kind = VALUE_UNKNOWN, .spread = SPREAD_LANES};
    static const struct value found = {.kind = VALUE_UNKNOWN, .spread = SPREAD_DATA};
    struct lockstep l = {.c = c,
                         .findings = findings,
                         .most = launch_most(findings, launch),
                         .launch = launch,
                         .hooks = options->hooks,
                         .budget = options->budget,
                         .tiles = options->tiles,
                         .first_tile = options->first_tile,
                         .nothing = &nothing,
                         .anything = &anything,
                         .found = &found};
    struct known_extent known = {.partly = true};
    struct target kernel = {0};
    unsigned char *lanes;

    if (!is_runnable(launch))
        return 0;
    if (!launch->domain || !extent_known(findings, launch->domain, &known))
        known.rank = 0;
    if (options->memory)
        l.numbers.arena = *options->memory;
    order_launch(findings, launch);
    dims_set(&l, launch, &known);
    indices_set(&l, options->first_tile, &known);
    lanes = arena_array(&l.numbers.arena, unsigned char, l.numbers.width);
    for (int i = 0; i < l.numbers.width; i++)
        lanes[i] = 2;
    lanes_put(&l, lanes);
    kernel.lanes = lanes;
    l.call = &kernel;
    if (options->domain && !host_domain(&l, l.domain))
        l.domain[0] = NULL;
    lockstep_body(&l, launch->lambda->body);
    if (l.hooks.finish)
        l.hooks.finish(&l);
    if (!options->memory) {
        arena_free(&l.numbers.arena);
        return l.numbers.work;
    }
    arena_reset(&l.numbers.arena);
    *options->memory = l.numbers.arena;
    return l.numbers.work;
}
