/* memory_cover.c - whether a kernel writes every element of a view, by the writes of a run that are
 * certain.
 *
 * There are two proofs. Every thread writes the element of its index, and there is a thread for
 * each element; or the launch is one tile, and the elements that its threads write are counted.
 * What keeps a thread from a write, or made it leave the kernel before, may only be that the view
 * has no element there. The run does not show who leaves a loop before its end, so that such
 * kernels are not known.
 *
 * Example: 'if (!v.extent.contains(i)) return; v[i] = 1;' writes all of v in a launch over
 * v.extent; behind 'if (n > 3)' the same is not known. */
#include "sema/simulate/memory_cover.h"

#include "sema/analysis/code.h"
#include "sema/types/limits.h"

/* ---- jumps ---- */

struct jump_search {
    struct cover_jumps found;
    int around; /* loops and switches */
};

static bool jump_stmt(struct code_walk *w, struct stmt *s)
{
    struct jump_search *x = w->data;
    bool around = stmt_is_loop(s) || s->kind == STMT_SWITCH;

    x->found.returns |= s->kind == STMT_RETURN && x->around > 0;
    x->found.others |= s->kind == STMT_BREAK || s->kind == STMT_CONTINUE || s->kind == STMT_SWITCH;
    if (!around || x->around > 0)
        return true;
    x->around++;
    code_walk_stmt(w, s->body);
    code_walk_expr(w, s->expr);
    code_walk_expr(w, s->step);
    x->around--;
    return true;
}

struct cover_jumps cover_jumps(struct ctx *c, const struct launch *launch)
{
    struct jump_search x = {0};
    struct code_walk w = {.stmt = jump_stmt, .data = &x};
    symbol_vec functions = {0};

    launch_functions(c, launch, &functions);
    code_walk_stmt(&w, launch->lambda->body);
    x.found.leaves = x.found.returns;
    for (int i = 0; i < functions.n; i++)
        if (functions.at[i]->definition)
            code_walk_stmt(&w, functions.at[i]->definition->body);
    return x.found;
}

/* ---- conditions ---- */

/* The condition says that the thread's index is less than the view's extent in some dimension. */
static bool is_inside(struct lockstep *l, const struct test *t, const struct symbol *view)
{
    struct affines *s = lockstep_numbers(l);

    for (int k = 0; k < lockstep_rank(l) && k < view->type->rank; k++) {
        const struct affine *end = lockstep_extent(l, view, k);
        if (end && affine_same(s, t->form, affine_sub(s, lockstep_global(l, k), end)))
            return true;
    }
    return false;
}

/* Whether the condition holds for a thread at 'lane' whose index is one of the view's. */
static enum answer holds(struct lockstep *l, const struct test *t, int lane,
                         const struct symbol *view)
{
    enum answer known = test_at(t, lane);

    if (known != ANSWER_UNKNOWN)
        return known;
    switch (t->kind) {
    case TEST_NOT:
        return answer_not(holds(l, t->a, lane, view));
    case TEST_AND:
        return answer_and(holds(l, t->a, lane, view), holds(l, t->b, lane, view));
    case TEST_OR:
        return answer_or(holds(l, t->a, lane, view), holds(l, t->b, lane, view));
    case TEST_LESS:
        return is_inside(l, t, view) ? ANSWER_PROVED : ANSWER_UNKNOWN;
    case TEST_KNOWN:
    case TEST_EQUAL:
    case TEST_OPAQUE:
        break;
    }
    return ANSWER_UNKNOWN;
}

/* It passes all of the guards. */
static enum answer passes(struct lockstep *l, const struct guard *guards, int lane,
                          const struct symbol *view)
{
    enum answer all = ANSWER_PROVED;

    for (const struct guard *g = guards; g && all != ANSWER_REFUTED; g = g->outer) {
        enum answer one = holds(l, g->test, lane, view);
        all = answer_and(all, g->truth ? one : answer_not(one));
    }
    return all;
}

/* It comes to the access: the guards let it, and it has not left before. */
static enum answer arrives(struct lockstep *l, const struct access *a, int lane)
{
    const struct symbol *view = a->place->symbol;
    enum answer all = a->lanes[lane] ? passes(l, a->guards, lane, view) : ANSWER_REFUTED;

    for (const struct lockstep_return *r = lockstep_returns(l); r && all == ANSWER_PROVED;
         r = r->next)
        all = answer_not(passes(l, r->guards, lane, view));
    return all;
}

/* ---- writes ---- */

static void lanes_note(struct lockstep *l, struct cover *v, const struct access *a)
{
    if (!v->lanes) {
        v->idle = lockstep_width(l);
        v->lanes = arena_array(&lockstep_ctx(l)->arena, unsigned char, v->idle);
    }
    for (int i = 0; i < lockstep_width(l); i++)
        if (!v->lanes[i] && arrives(l, a, i) == ANSWER_PROVED) {
            v->lanes[i] = 1;
            v->idle--;
        }
}

static bool is_own_element(struct lockstep *l, const struct spot *p)
{
    if (p->rank != lockstep_rank(l))
        return false;
    for (int k = 0; k < p->rank; k++)
        if (!affine_same(lockstep_numbers(l), p->at[k], lockstep_global(l, k)))
            return false;
    return true;
}

/* The elements of the view; 0: too many, or not known. */
static long long elements_of(struct findings *f, const struct symbol *view,
                             struct known_extent *extent)
{
    long long n = 1;

    *extent = (struct known_extent){0};
    if (!symbol_extent_known(f, view, extent))
        return 0;
    for (int k = 0; k < extent->rank; k++) {
        if (extent->n[k] <= 0 || extent->n[k] > COVER_ELEMENTS_MAX / n)
            return 0;
        n *= extent->n[k];
    }
    return n;
}

/* The tile is the whole launch, and has threads. */
static bool is_one_tile(const struct lockstep *l, const struct launch *launch)
{
    struct known_extent domain = {0};

    if (!launch->domain || !extent_known(lockstep_findings(l), launch->domain, &domain))
        return false;
    for (int k = 0; k < lockstep_rank(l); k++)
        if (lockstep_tile_symbol(l, k) >= 0 || domain.n[k] != lockstep_dim(l, k))
            return false;
    return true;
}

/* The number of the element that the lane is at; -1: it is not known, or outside. */
static long long element_at(const struct spot *p, const struct known_extent *extent, int lane)
{
    long long at = 0;

    for (int k = 0; k < p->rank; k++) {
        long long n = affine_known(p->at[k]) ? affine_at(p->at[k], lane) : -1;
        if (n < 0 || n >= extent->n[k])
            return -1;
        at = at * extent->n[k] + n;
    }
    return at;
}

static void elements_note(struct lockstep *l, struct cover *v, const struct access *a)
{
    struct known_extent extent;
    long long n = elements_of(lockstep_findings(l), a->place->symbol, &extent);

    if (n == 0 || extent.rank != a->place->rank || !is_one_tile(l, lockstep_launch(l)))
        return;
    if (!v->elements) {
        v->left = n;
        v->elements = arena_array(&lockstep_ctx(l)->arena, unsigned char, n);
    }
    for (int i = 0; i < lockstep_width(l); i++) {
        long long at = element_at(a->place, &extent, i);
        if (at >= 0 && !v->elements[at] && a->lanes[i] == 2 && arrives(l, a, i) == ANSWER_PROVED) {
            v->elements[at] = 1;
            v->left--;
        }
    }
}

void cover_note(struct lockstep *l, struct cover *v, const struct cover_jumps *jumps,
                const struct access *a)
{
    const struct spot *p = a->place;
    const struct type *element = p->symbol->type->base;
    long long offset;

    if (jumps->leaves || (jumps->returns && lockstep_function(l)) ||
        (jumps->others && lockstep_in_loop(l)) || p->rank == 0 || !a->type || !element ||
        a->type->size < element->size || !affine_value(p->offset, &offset) || offset != 0)
        return;
    if (is_own_element(l, p))
        lanes_note(l, v, a);
    elements_note(l, v, a);
}

/* ---- answers ---- */

/* The domain without what makes tiles of it and rounds it up. */
static struct expr *domain_extent(struct expr *domain)
{
    struct expr *e = expr_strip(domain);

    while (e && e->kind == EXPR_CALL && (e->amp == AMP_EXTENT_TILE || e->amp == AMP_TILED_PAD)) {
        const struct expr *member = expr_strip(e->a);
        if (!member || member->kind != EXPR_MEMBER)
            break;
        e = expr_strip(member->a);
    }
    return e;
}

enum answer cover_own(const struct cover *v)
{
    return v->lanes && v->idle == 0 ? ANSWER_PROVED : ANSWER_UNKNOWN;
}

enum answer cover_threads(struct findings *findings, const struct launch *launch,
                          const struct symbol *view)
{
    struct expr *domain = domain_extent(launch->domain);
    enum answer all = ANSWER_PROVED;

    if (!domain || launch->rank != view->type->rank)
        return ANSWER_UNKNOWN;
    for (int k = 0; k < launch->rank; k++) {
        struct extent_component threads = extent_component(findings, domain, k);
        struct extent_component elements = view_extent_component(findings, view, k);
        all = answer_and(all, threads.n >= 0 && elements.n >= 0 ? answer_of(threads.n >= elements.n)
                              : extent_component_same(&threads, &elements) ? ANSWER_PROVED
                                                                           : ANSWER_UNKNOWN);
    }
    return all;
}

enum answer cover_whole(const struct cover *v, struct findings *findings,
                        const struct launch *launch, const struct symbol *view)
{
    bool counted = v->elements && v->left == 0;

    return counted || (cover_own(v) == ANSWER_PROVED &&
                       cover_threads(findings, launch, view) == ANSWER_PROVED)
               ? ANSWER_PROVED
               : ANSWER_UNKNOWN;
}
