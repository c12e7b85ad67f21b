/* arrival.c - which accesses to views threads come to, by two runs of a kernel.
 *
 * In the run for any tile an expression that is not met is one that no thread evaluates, if the run
 * has left nothing out. In the run for the first tile a thread certainly comes to an access if all
 * conditions on its way are known, no return before it can have been its own, and no loop is around
 * it, which it might have left. All else is unknown. */
#include "sema/simulate/arrival.h"

#include "sema/types/expr.h"
#include "sema/types/limits.h"

struct arrival_run {
    struct arrival *all;
    int n;
    bool first; /* the run is that for the first tile */
    bool whole; /* it did not end early */
};

/* The thread does not take this way. */
static bool turns_off(const struct guard *g, int lane)
{
    for (; g; g = g->outer)
        if (test_at(g->test, lane) == answer_of(!g->truth))
            return true;
    return false;
}

static bool comes_certainly(struct lockstep *l, const unsigned char *lanes, int lane)
{
    if (lanes[lane] != 2 || !lockstep_lane_exists(l, lane) || lockstep_in_loop(l))
        return false;
    for (const struct guard *g = lockstep_guards(l); g; g = g->outer)
        if (test_at(g->test, lane) != answer_of(g->truth))
            return false;
    for (const struct lockstep_return *r = lockstep_returns(l); r; r = r->next)
        if (!turns_off(r->guards, lane))
            return false;
    return true;
}

static void arrival_note(struct lockstep *l, struct arrival *one, const unsigned char *lanes)
{
    const struct arrival_run *r = lockstep_data(l);

    for (int i = 0; i < lockstep_width(l) && r->first && one->comes != ANSWER_PROVED; i++)
        if (comes_certainly(l, lanes, i))
            one->comes = ANSWER_PROVED;
}

static void eval(struct lockstep *l, const struct expr *e, const unsigned char *lanes)
{
    struct arrival_run *r = lockstep_data(l);

    for (int k = 0; k < r->n; k++) {
        struct arrival *one = &r->all[k];
        one->seen |= e->loc.begin <= one->expr->loc.begin && e->loc.end >= one->expr->loc.end;
        if (e == one->expr)
            arrival_note(l, one, lanes);
    }
}

/* The expression whose element, row, section or address 'e' is; NULL: none. */
static const struct expr *part_of(const struct expr *e)
{
    bool is = (e->kind == EXPR_SUBSCRIPT && e->amp != AMP_NONE) || e->kind == EXPR_MEMBER ||
              (e->kind == EXPR_CALL && e->amp != AMP_NONE) ||
              (e->kind == EXPR_UNARY && e->op == OP_ADDR);

    return is && e->a ? expr_strip(e->a) : NULL;
}

static void access(struct lockstep *l, const struct access *a)
{
    struct arrival_run *r = lockstep_data(l);

    for (int k = 0; k < r->n; k++)
        for (const struct expr *e = a->expr; e; e = part_of(e))
            if (e == r->all[k].expr)
                arrival_note(l, &r->all[k], a->lanes);
}

/* The rounds that are left out come to what stands in the loop. */
static void cut(struct lockstep *l, struct stmt *loop)
{
    struct arrival_run *r = lockstep_data(l);

    for (int k = 0; k < r->n; k++)
        r->all[k].seen |= loop->loc.begin <= r->all[k].expr->loc.begin &&
                          loop->loc.end >= r->all[k].expr->loc.end;
}

static void finish(struct lockstep *l)
{
    if (lockstep_stopped(l))
        ((struct arrival_run *)lockstep_data(l))->whole = false;
}

void arrivals_find(struct ctx *c, struct findings *findings, const struct launch *launch,
                   struct arrival *all, int n)
{
    struct arrival_run any = {all, n, false, true}, first = {all, n, true, true};
    struct lockstep_options options = {
        .budget = RACES_BUDGET_LEAST,
        .hooks = {.data = &any, .eval = eval, .access = access, .cut = cut, .finish = finish}};

    for (int k = 0; k < n; k++) {
        all[k].comes = ANSWER_UNKNOWN;
        all[k].seen = false;
    }
    if (lockstep_run(c, findings, launch, &options) == 0)
        return;
    for (int k = 0; k < n && any.whole; k++)
        if (!all[k].seen)
            all[k].comes = ANSWER_REFUTED;
    options.first_tile = true;
    options.hooks.data = &first;
    lockstep_run(c, findings, launch, &options);
}
