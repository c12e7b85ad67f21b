/* when.c - elements that rounds read behind tests of the row, the column and the counter, as those
 * of a convolution whose borders are padded with zeros:
 *
 *     for (int ch = 0; ch < n; ch++) for (dr ...) for (dc ...) {
 *         int y = r + dr - 1, x = c + dc - 1;
 *         if (y >= 0 && y < h && x >= 0 && x < w) sum += in(ch, y, x) * k(o, ch, dr, dc);
 *     }
 *
 * of thread (o, r, c), whose rows are those of o, and whose columns of c. The group fetches for a
 * column what passes the tests, `in` here; for a row, where tests are of the column, what one of
 * the block's columns passes: they are sums, so each is passed from one column on, or up to one,
 * and some column is between all of these if each two of them have one between them (exists). So
 * no element is read that no thread reads. A work-item finds the tests for its threads in local
 * memory, too: computed by each of them they took three times as long as the sums.
 *
 * It relies on fetch.c and forms.c. */
#include "optimize/cover_plan.h"

#include "parser/walk.h"
#include "sema/types/expr.h"
#include "sema/types/pure.h"

/* ---- tests ---- */

struct names {
    const struct plan *plan;
    unsigned axes;
    bool good;
};

static bool names_expr(struct walker *w, struct expr *e)
{
    struct names *n = w->data;
    unsigned axis = e->kind == EXPR_NAME && e->symbol ? fetch_axis(n->plan, e->symbol) : 0;

    if (block_reads(e) || (e->kind == EXPR_NAME && e->symbol && fetch_is_own(n->plan, e->symbol)))
        n->good = false;
    n->axes |= axis & COVER_BOTH;
    return n->good;
}

static bool add_test(struct plan *p, const struct expr *e, bool holds)
{
    struct names n = {p, 0, true};
    struct walker w = {.data = &n, .expr_pre = names_expr};
    struct expr *copy;

    e = expr_evaluated(e);
    while ((e->kind == EXPR_CONVERT || e->kind == EXPR_CAST) && type_is_integer(e->type) &&
           truth_is(e->a))
        e = expr_evaluated(e->a);
    if (e->kind == EXPR_UNARY && e->op == OP_NOT)
        return add_test(p, e->a, !holds);
    if (e->kind == EXPR_BINARY && e->amp == AMP_NONE && e->op == (holds ? OP_LAND : OP_LOR))
        return add_test(p, e->a, holds) && add_test(p, e->b, holds);
    copy = fetch_copy(p, e);
    if (!expr_is_pure(copy) || block_may_trap(copy))
        return false;
    walk_expr(&w, copy);
    if (!n.good || n.axes == COVER_BOTH)
        return false;
    vec_push(&p->c->arena, &p->when, ((struct when){copy, holds, n.axes}));
    return true;
}

bool when_enter(struct plan *p, const struct expr *test, int *before)
{
    const struct cover_kernel *k = p->kernel;

    *before = p->when.n;
    if (!p->loop || !cover_has_rows(k) || k->cut || k->reach[0][0])
        return false;
    if (add_test(p, test, true))
        return true;
    p->when.n = *before;
    return false;
}

void when_leave(struct plan *p, int before)
{
    p->when.n = before;
}

/* ---- of a row or column, and of the block ---- */

/* Both of two tests, without branches: neither may trap, nor be undefined where the source does not
 * evaluate it. NULL: the other one. */
static struct expr * and (struct plan * p, struct expr *a, struct expr *b)
{
    return a ? make_binary(&p->make, OP_AND, a, b) : b;
}

/* The test of one column, or row, that has passed it. */
static struct expr *truth_of(struct plan *p, const struct when *t)
{
    struct expr *e = form_wrapping(p, t->test);

    return t->holds && truth_is(e) ? e
           : t->holds ? make_binary(&p->make, OP_NE, e, make_int(&p->make, 0, type_basic(TYPE_INT)))
                      : make_unary(&p->make, OP_NOT, e);
}

typedef VEC(struct expr *) bound_vec;

static struct expr *no_more(struct plan *p, const struct expr *a, const struct expr *b)
{
    return make_binary(&p->make, OP_LE, form_clone(p, a), form_clone(p, b));
}

/* Adds to a test that a column of the block, d = 0, or a row, 1, passes all tests of it; NULL: some
 * of them are no sums. */
static struct expr *exists(struct plan *p, int d, struct expr *test)
{
    struct maker *m = &p->make;
    bound_vec lows = {0}, highs = {0};

    for (int i = 0; i < p->when.n; i++) {
        const struct when *t = &p->when.at[i];
        struct form f;
        if (t->axes != (d ? COVER_ROWS : COVER_COLUMNS))
            continue;
        if (!form_is_comparison(t->test) || !form_of(p, t->test, t->holds, &f))
            return NULL;
        if ((d ? f.row : f.column) > 0)
            vec_push(&p->c->arena, &lows, make_unary(m, OP_NEG, f.rest));
        else
            vec_push(&p->c->arena, &highs, f.rest);
    }
    for (int i = 0; i < lows.n; i++)
        test = and(p, test, no_more(p, lows.at[i], form_corner(p, d, false)));
    for (int i = 0; i < highs.n; i++)
        test = and(p, test, no_more(p, form_corner(p, d, true), highs.at[i]));
    for (int i = 0; i < lows.n; i++)
        for (int k = 0; k < highs.n; k++)
            test = and(p, test, no_more(p, lows.at[i], highs.at[k]));
    return test;
}

bool when_of(struct plan *p, unsigned axes, const struct expr **when)
{
    struct expr *test = NULL;
    unsigned others = 0;

    for (int i = 0; i < p->when.n; i++)
        if (p->when.at[i].axes & ~axes)
            others |= p->when.at[i].axes;
        else
            test = and(p, test, truth_of(p, &p->when.at[i]));
    for (int d = 0; d < 2; d++)
        if (others & (d ? COVER_ROWS : COVER_COLUMNS)) {
            test = exists(p, d, test);
            if (!test)
                return false;
        }
    *when = test;
    return true;
}

/* ---- for threads ---- */

/* The value of the panel for a test, a new one unless there is one. */
static struct expr *panel_of(struct plan *p, struct expr *test, unsigned axes)
{
    struct cover_panel panel = {.element = test, .axes = axes, .made = true};

    for (int i = 0; i < p->loop->panels.n; i++)
        if (expr_is_same(p->loop->panels.at[i].element, test))
            return make_name(&p->make, p->loop->panels.at[i].value);
    panel.value = fetch_value(p, test, "passes", axes);
    vec_push(&p->c->arena, &p->loop->panels, panel);
    return make_name(&p->make, panel.value);
}

/* Tests that all threads have alike go with those of columns, or else of rows: that is one value
 * less for each round. By themselves each thread evaluates them as soon as it finds them, unless
 * the counter is taken apart for it (fused.c). */
struct expr *when_value(struct plan *p, int from, struct loc loc)
{
    static const unsigned order[] = {COVER_COLUMNS, COVER_ROWS, 0};
    struct expr *test = NULL;
    unsigned axes = 0;
    bool alike = true; /* those are still to come */

    p->make.loc = loc;
    for (int i = from; i < p->when.n; i++)
        axes |= p->when.at[i].axes;
    if (!axes && !p->kernel->fused)
        return NULL;
    for (int k = 0; k < 3; k++) {
        struct expr *value = NULL;
        if (order[k] ? !(axes & order[k]) : !alike)
            continue;
        for (int i = from; i < p->when.n; i++)
            if (p->when.at[i].axes == order[k] || (alike && !p->when.at[i].axes))
                value = and(p, value, truth_of(p, &p->when.at[i]));
        alike = false;
        test = form_and(p, test, panel_of(p, value, order[k]));
    }
    return test;
}
