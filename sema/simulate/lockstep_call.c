/* lockstep_call.c - calls in a run: a function with a body is run with its arguments, others give
 * an unknown value, or one with bounds. */
#include <string.h>

#include "sema/types/builtin.h"
#include "sema/analysis/code.h"
#include "sema/analysis/order.h"
#include "sema/simulate/lockstep_internal.h"
#include "sema/types/limits.h"

/* ---- functions with a body ---- */

static void params_put(struct lockstep *l, const struct symbol *f, const struct value **args, int n)
{
    for (int i = 0; i < f->params.n && i < n; i++)
        if (f->params.at[i])
            variable_put(l, f->params.at[i], args[i]);
}

static const struct value *call_body(struct lockstep *l, struct symbol *f,
                                     const struct value **args, int n, const struct type *t)
{
    struct target call = {.lanes = l->now.lanes,
                          .forks = l->forks,
                          .outer = l->call,
                          .function = f,
                          .caller = l->loop,
                          .returns = l->call->returns};
    struct target *loop = l->loop;
    const struct guard *guards = l->now.guards;
    struct stmt *stmt = l->stmt;
    const struct item *item = l->item;

    order_function(l->findings, f);
    params_put(l, f, args, n);
    l->item = NULL;
    l->call = &call;
    l->loop = NULL;
    l->depth++;
    lockstep_body(l, f->definition->body);
    l->depth--;
    meeting_resume(l, &call.breaks, call.lanes, call.uncertain);
    l->call = call.outer;
    l->loop = loop;
    l->stmt = stmt;
    l->item = item;
    l->now.guards = guards;
    lanes_put(l, call.lanes);
    return call.result ? call.result : value_unknown(l, t, SPREAD_LANES);
}

/* ---- others ---- */

/* The body is not known: the memory that its arguments point to is taken to change, and it may wait
 * at a barrier if it can be handed one. */
static const struct value *call_unknown(struct lockstep *l, struct expr *e,
                                        const struct value **args, bool pure)
{
    enum spread spread = pure ? SPREAD_NONE : SPREAD_LANES;
    bool waits = false;

    for (int i = 0; i < e->args.n; i++) {
        const struct type *t = e->args.at[i]->type;
        spread = spread_larger(spread, value_spread(l, args[i]));
        spot_escape(l, args[i]);
        waits |= type_is_amp(t, AMP_TYPE_TILE_BARRIER) || type_is_amp(t, AMP_TYPE_TILED_INDEX);
    }
    if (waits && l->hooks.barrier)
        l->hooks.barrier(l, ORDERS_ALL);
    return value_unknown(l, e->type, spread);
}

static const struct value *smaller(struct lockstep *l, const struct value *a, const struct value *b,
                                   bool larger)
{
    const struct affine *least;
    const struct test *t =
        test_compare(&l->numbers, larger ? OP_GT : OP_LT, a->number, b->number, l->now.guards);
    unsigned char *pick = arena_array(&l->numbers.arena, unsigned char, l->numbers.width);
    enum spread spread = spread_larger(value_spread(l, a), value_spread(l, b));
    bool known = true;
    long long low, high, low2, high2;

    for (int i = 0; i < l->numbers.width; i++) {
        pick[i] = test_at(t, i) == ANSWER_PROVED;
        known &= test_at(t, i) != ANSWER_UNKNOWN;
    }
    if (known)
        return value_blend(l, a, b, &(struct blending){.pick = pick});
    affine_bounds(&l->numbers, a->number, &low, &high);
    affine_bounds(&l->numbers, b->number, &low2, &high2);
    if (larger)
        least =
            affine_fresh(&l->numbers, spread, low > low2 ? low : low2, high > high2 ? high : high2);
    else
        least =
            affine_fresh(&l->numbers, spread, low < low2 ? low : low2, high < high2 ? high : high2);
    affine_chosen(&l->numbers, least, t, a->number, b->number);
    return value_number(l, least);
}

/* The functions of whole numbers that indices are made with; NULL: another one. */
static const struct value *call_integer(struct lockstep *l, const char *name,
                                        const struct value **args, int n)
{
    const struct value *zero;

    for (int i = 0; i < n; i++)
        if (args[i]->kind != VALUE_NUMBER)
            return NULL;
    if (n == 2 &&
        (strcmp(name, "min") == 0 || strcmp(name, "imin") == 0 || strcmp(name, "umin") == 0))
        return smaller(l, args[0], args[1], false);
    if (n == 2 &&
        (strcmp(name, "max") == 0 || strcmp(name, "imax") == 0 || strcmp(name, "umax") == 0))
        return smaller(l, args[0], args[1], true);
    if (n == 3 && strcmp(name, "clamp") == 0)
        return smaller(l, smaller(l, args[0], args[1], true), args[2], false);
    if (n == 1 && (strcmp(name, "abs") == 0 || strcmp(name, "labs") == 0)) {
        zero = value_number(l, affine_number(&l->numbers, 0));
        zero = value_number(l, affine_sub(&l->numbers, zero->number, args[0]->number));
        return smaller(l, args[0], zero, true);
    }
    return NULL;
}

const struct value *lockstep_call(struct lockstep *l, struct expr *e)
{
    struct expr *callee = callee_expr(e);
    struct symbol *f =
        callee && callee->symbol ? symbol_version(callee->symbol, RESTRICT_AMP) : NULL;
    const struct value **args = arena_array(&l->numbers.arena, const struct value *, e->args.n + 1);
    const struct builtin *b;
    const struct value *v = NULL;

    for (int i = 0; i < e->args.n; i++)
        args[i] = expr_refers(e, i) && value_is_bound(e->args.at[i]->type)
                      ? spot_exposed(l, spot_of(l, e->args.at[i]))
                      : lockstep_eval(l, e->args.at[i]);
    if (!lockstep_go(l))
        return l->anything;
    if (f && f->definition && f->definition->body && l->depth < LOCKSTEP_CALLS_MAX)
        return call_body(l, f, args, e->args.n, e->type);
    b = builtin_called(e);
    if (b && b->signature[0] && strchr("iulmLMR", b->signature[0]))
        v = call_integer(l, b->name, args, e->args.n);
    return v && e->type && type_is_integer(e->type)
               ? v
               : call_unknown(l, e, args, b && b->kind != BUILTIN_STOP);
}
