/* launches.c - domains, the lambda's parameter, tile sizes and their limits, and whether a tile
 * divides the domain.
 *
 * Example: `extent<1>(1000).tile<64>()` is reported; pad() is offered where the kernel has a bounds
 * check. */
#include "sema/checks/check.h"
#include "sema/types/limits.h"

#include <string.h>

/* ---- places of fix-its ---- */

static struct loc at_begin(const struct expr *e)
{
    return (struct loc){e->loc.begin, e->loc.begin};
}

static struct loc at_end(const struct expr *e)
{
    return (struct loc){e->loc.end, e->loc.end};
}

/* A member operator may follow. */
static bool is_postfix(const struct expr *e)
{
    return e->kind == EXPR_NAME || e->kind == EXPR_PAREN || e->kind == EXPR_CALL ||
           e->kind == EXPR_MEMBER || e->kind == EXPR_SUBSCRIPT;
}

/* ---- domain and parameter ---- */

static void domain_report(struct code *k, const struct launch *l)
{
    const struct type *t = l->domain ? l->domain->type : NULL;

    if (!t || t->kind == TYPE_UNKNOWN || type_is_amp(t, AMP_TYPE_EXTENT) ||
        type_is_amp(t, AMP_TYPE_TILED_EXTENT))
        return;
    if (type_is_integer(t)) {
        if (code_report(k, DIAG_compute_domain, l->domain->loc,
                        "the domain is an extent, not a number; write extent<1>(...)")) {
            diag_fixit(k->c, at_begin(l->domain), "extent<1>(");
            diag_fixit(k->c, at_end(l->domain), ")");
        }
    } else if (type_is_view_or_array(t)) {
        if (code_report(k, DIAG_compute_domain, l->domain->loc,
                        "the domain is an extent, not '%s'; write its '.extent'",
                        type_text(k->c, t)) &&
            is_postfix(l->domain))
            diag_fixit(k->c, at_end(l->domain), ".extent");
    } else
        code_report(k, DIAG_compute_domain, l->domain->loc, "the domain is an extent, not '%s'",
                    type_text(k->c, t));
}

/* The type that the parameter of a launch should have. */
static const char *parameter_text(struct code *k, const struct launch *l)
{
    const int *t = l->tile;

    if (!l->tiled)
        return arena_printf(&k->c->arena, "index<%d>", l->rank);
    if (l->rank == 1)
        return arena_printf(&k->c->arena, "tiled_index<%d>", t[0]);
    if (l->rank == 2)
        return arena_printf(&k->c->arena, "tiled_index<%d, %d>", t[0], t[1]);
    return arena_printf(&k->c->arena, "tiled_index<%d, %d, %d>", t[0], t[1], t[2]);
}

/* If the kernel uses tiles, the fix-it adds them to the domain; else it gives the parameter the
 * domain's type. What suits one call of a lambda with a name need not suit the others. */
static void parameter_fixit(struct code *k, const struct launch *l, const struct spec *spec,
                            const struct type *t)
{
    const char *tiles = type_text(k->c, t);

    if (l->shared)
        return;
    if (!l->tiled && type_is_amp(t, AMP_TYPE_TILED_INDEX)) {
        if (t->rank == l->rank && is_postfix(l->domain) && !l->group[0])
            diag_fixit(k->c, at_end(l->domain),
                       arena_printf(&k->c->arena, ".tile%s()", strchr(tiles, '<')));
    } else if (spec && spec->type && type_is_amp(spec->type, t->amp)) {
        diag_fixit(k->c, spec_type_loc(spec), parameter_text(k, l));
    }
}

static void parameter_report(struct code *k, const struct launch *l)
{
    const struct lambda *lambda = l->lambda;
    const struct type *t;
    const struct param *p;

    if (!lambda || l->rank == 0)
        return;
    if (lambda->params.n != 1) {
        code_report(k, DIAG_kernel_parameter,
                    lambda->params.n ? lambda->params.at[1]->loc : lambda->introducer,
                    "the lambda of this launch takes one parameter of type '%s'",
                    parameter_text(k, l));
        return;
    }
    p = lambda->params.at[0];
    t = l->param_type;
    if (!t || t->kind == TYPE_UNKNOWN)
        return;
    if (!launch_parameter_fits(l, t)) {
        if (code_report(k, DIAG_kernel_parameter, p->spec ? spec_type_loc(p->spec) : p->loc,
                        "the domain '%s' needs a parameter of type '%s', not '%s'",
                        type_text(k->c, l->domain->type), parameter_text(k, l),
                        type_text(k->c, t))) {
            parameter_fixit(k, l, p->spec, t);
            diag_note(k->c, l->domain->loc, "this is the domain");
        }
    } else if (type_refers(t)) {
        if (code_report(k, DIAG_kernel_parameter, p->loc,
                        "the parameter is taken by value or as 'const %s &'", parameter_text(k, l)))
            diag_fixit(k->c, (struct loc){p->loc.begin, p->loc.begin}, "const ");
    }
}

/* ---- tile sizes ---- */

static struct loc exprs_loc(const expr_vec *v, struct loc otherwise)
{
    return v->n ? loc_union(v->at[0]->loc, v->at[v->n - 1]->loc) : otherwise;
}

/* Threads of a tile; 0: a size is not positive. */
static long long tile_threads(const int *tile, int rank)
{
    long long threads = 1;

    for (int i = 0; i < rank && i < 3; i++) {
        if (tile[i] <= 0)
            return 0;
        threads = threads > TILE_THREADS_MAX ? threads : threads * tile[i];
    }
    return threads;
}

static bool tile_fits(const int *tile, int rank)
{
    long long threads = tile_threads(tile, rank);

    return threads > 0 && threads <= TILE_THREADS_MAX && (rank != 3 || tile[0] <= TILE_DEPTH_MAX);
}

/* The tile sizes of type t as written in 'args', or those of a group. */
static void tile_report(struct code *k, const struct type *t, const expr_vec *args, struct loc loc,
                        const char *what)
{
    if (!t || t->kind != TYPE_AMP || args->n != t->rank || t->rank > 3)
        return;
    for (int i = 0; i < t->rank; i++)
        if (t->tile[i] <= 0) {
            code_report(k, DIAG_tile_extent, args->at[i]->loc, "a %s size is positive, not %d",
                        what, t->tile[i]);
            return;
        }
    if (tile_threads(t->tile, t->rank) > TILE_THREADS_MAX)
        code_report(k, DIAG_tile_extent, exprs_loc(args, loc),
                    "a %s has at most %d threads, this one has more", what, TILE_THREADS_MAX);
    else if (t->rank == 3 && t->tile[0] > TILE_DEPTH_MAX)
        code_report(k, DIAG_tile_extent, args->at[0]->loc,
                    "the first size of a %s of three dimensions is at most %d, not %d", what,
                    TILE_DEPTH_MAX, t->tile[0]);
}

static bool same_tiles(const struct launch *l, const struct type *t)
{
    if (!l->tiled || t->rank != l->rank)
        return false;
    for (int i = 0; i < l->rank && i < 3; i++)
        if (t->tile[i] != l->tile[i])
            return false;
    return true;
}

/* The parameter of a kernel whose domain has the same tiles: a fault is reported at the domain. */
static bool repeats_domain(const struct program *p, const struct spec *s)
{
    for (int i = 0; i < p->launches.n; i++) {
        const struct launch *l = p->launches.at[i];
        if (l->lambda && l->lambda->params.n && l->lambda->params.at[0]->spec == s)
            return same_tiles(l, s->type);
    }
    return false;
}

static bool launches_spec(struct code_walk *w, struct spec *s)
{
    if (s->kind == SPEC_AMP && s->amp && s->type &&
        (s->amp->type == AMP_TYPE_TILED_EXTENT || s->amp->type == AMP_TYPE_TILED_INDEX) &&
        !repeats_domain(w->k->program, s))
        tile_report(w->k, s->type, &s->amp->args, s->amp->loc, "tile");
    return true;
}

/* e.group<8, 32>(), which says something to a launch alone. */
static void group_report(struct code *k, const struct expr *e, const struct expr *callee)
{
    const struct program *p = k->program;

    for (int i = 0; i < p->launches.n; i++) {
        const struct launch *l = p->launches.at[i];
        if (!l->domain || expr_unparen(l->domain) != e)
            continue;
        for (int j = 0; j < callee->template_args.n; j++)
            if (!callee->template_args.at[j]->constant)
                return; /* reported */
        tile_report(k, type_amp(k->c, AMP_TYPE_TILED_EXTENT, l->rank, l->group),
                    &callee->template_args, callee->template_loc, "group");
        return;
    }
    code_report(
        k, DIAG_amp_arguments, callee->name_loc,
        "'group' is a hint for a launch: write it behind the extent in 'parallel_for_each'");
}

static bool launches_expr(struct code_walk *w, struct expr *e)
{
    struct expr *callee = e->kind == EXPR_CALL ? expr_strip(e->a) : NULL;

    if (callee && e->amp == AMP_EXTENT_TILE && type_is_amp(e->type, AMP_TYPE_EXTENT))
        group_report(w->k, e, callee);
    else if (callee && e->amp == AMP_EXTENT_TILE)
        tile_report(w->k, e->type, &callee->template_args, callee->template_loc, "tile");
    return true;
}

/* ---- divisibility ---- */

/* Whether e is a bounds check of the launch's index against the domain, as in
 * 'extent.contains(i)'. */
static bool is_bounds_test(struct findings *a, const struct launch *l, struct expr *e,
                           const struct known_extent *known)
{
    const struct expr *member, *at;
    struct known_extent other = {0};

    e = expr_strip(e);
    if (!e || e->kind != EXPR_CALL || e->amp != AMP_EXTENT_CONTAINS || e->args.n != 1)
        return false;
    member = expr_strip(e->a);
    at = expr_strip(e->args.at[0]);
    if (at && at->kind == EXPR_MEMBER && at->amp == AMP_TILED_GLOBAL)
        at = expr_strip(at->a);
    if (!at || at->kind != EXPR_NAME || at->symbol != l->param || !member ||
        member->kind != EXPR_MEMBER || !extent_known(a, member->a, &other) ||
        other.rank != known->rank)
        return false;
    for (int k = 0; k < known->rank; k++)
        if (other.n[k] != known->n[k])
            return false;
    return true;
}

/* Whether threads outside of the domain do nothing: the whole kernel is under a bounds check, or
 * behind one that returns. */
static bool checks_bounds(struct findings *a, const struct launch *l,
                          const struct known_extent *known)
{
    const struct stmt *body = l->lambda ? l->lambda->body : NULL, *first, *then;
    struct expr *test;

    if (!body || body->items.n == 0 || body->items.at[0]->kind != STMT_IF)
        return false;
    first = body->items.at[0];
    test = expr_unparen(first->expr);
    if (body->items.n == 1 && !first->else_)
        return is_bounds_test(a, l, test, known);
    for (then = first->body; then && then->kind == STMT_COMPOUND && then->items.n == 1;)
        then = then->items.at[0];
    return then && then->kind == STMT_RETURN && !first->else_ && test && test->kind == EXPR_UNARY &&
           test->op == OP_NOT && is_bounds_test(a, l, test->a, known);
}

static void divisibility_report(struct code *k, const struct launch *l)
{
    struct known_extent known = {0};

    if (!l->tiled || !tile_fits(l->tile, l->rank) || !l->domain ||
        !extent_known(k->findings, l->domain, &known) || known.rank != l->rank)
        return;
    for (int i = 0; i < l->rank && i < 3; i++) {
        if (l->tile[i] <= 0 || known.n[i] % l->tile[i] == 0)
            continue;
        if (!code_report(k, DIAG_tile_divisibility, l->domain->loc,
                         "the extent %lld is no multiple of the tile size %d in dimension %d; use "
                         ".pad() and check the bounds, or .truncate()",
                         known.n[i], l->tile[i], i))
            return;
        if (is_postfix(l->domain) && checks_bounds(k->findings, l, &known))
            diag_fixit(k->c, at_end(l->domain), ".pad()");
        if (known.depth > 0) /* not in the domain itself */
            diag_note(k->c, known.loc, "the extent is given here");
        return;
    }
}

void check_launches(struct ctx *c, const struct program *p, struct findings *findings)
{
    struct code k = {.c = c, .program = p, .findings = findings, .side = RESTRICT_CPU};
    struct code_walk w = {.k = &k, .expr = launches_expr, .spec = launches_spec, .lambdas = true};

    code_walk_unit(&w, p->unit);
    for (int i = 0; i < p->launches.n; i++) {
        domain_report(&k, p->launches.at[i]);
        parameter_report(&k, p->launches.at[i]);
        divisibility_report(&k, p->launches.at[i]);
    }
}
