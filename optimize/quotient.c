/* quotient.c - the thread's index divided by a number that all threads have, as in
 * `t / distance * 2 * distance + t % distance`: for a block that no multiple of the divisor cuts,
 * the quotient is one number, and the remainder grows by one from lane to lane, so elements there
 * are side by side. Blocks find that out when they begin; others are done as the domain's edge.
 *
 * Divisors are captured ints and constants, so that they may be looked at ahead of the work.
 *
 * It relies on depend.c. */
#include "optimize/internal.h"

#include "parser/walk.h"
#include "sema/types/expr.h"
#include "sema/types/pure.h"

struct find {
    const struct depend *depend;
    struct block_kernel *kernel;
    struct node_table alike;
};

/* Whether e is the last component of the thread's index, maybe by another name. */
static bool is_index(const struct find *f, const struct expr *e, int depth)
{
    enum { DEPTH_MAX = 5 };
    const struct init_declarator *v;

    e = expr_evaluated(e);
    if (e->kind != EXPR_NAME || !e->symbol || e->type->kind != TYPE_INT || depth > DEPTH_MAX)
        return false;
    if (e->symbol == f->kernel->index[f->kernel->launch->rank - 1])
        return true;
    v = e->symbol->declarator;
    return v && v->init && v->init->expr && depend_is_constant(f->depend, e->symbol) &&
           is_index(f, v->init->expr, depth + 1);
}

static bool is_divisor(const struct find *f, const struct expr *e)
{
    const struct launch *l = f->kernel->launch;

    if (e->type->kind != TYPE_INT)
        return false;
    if (e->constant)
        return e->value > 0;
    for (int k = 0; e->kind == EXPR_NAME && k < l->captures.n; k++)
        if (l->captures.at[k].symbol == e->symbol)
            return depend_is_constant(f->depend, e->symbol);
    return false;
}

/* Whether the block asks for e when it begins. */
static bool ask_for(struct block_kernel *k, const struct expr *e)
{
    for (int n = 0; n < k->divisor_count; n++)
        if (expr_is_same(k->divisors[n], e))
            return true;
    if (k->divisor_count == BLOCK_DIVISORS)
        return false;
    k->divisors[k->divisor_count++] = e;
    return true;
}

static bool find_expr(struct walker *w, struct expr *e)
{
    struct find *f = w->data;

    if (e->kind == EXPR_BINARY && (e->op == OP_DIV || e->op == OP_MOD) &&
        e->type->kind == TYPE_INT && is_index(f, e->a, 0) && is_divisor(f, expr_evaluated(e->b)) &&
        ask_for(f->kernel, expr_evaluated(e->b)))
        node_table_set(&f->alike, e, 1);
    return true;
}

void block_quotients(struct depend *d, struct block_kernel *k)
{
    struct find f = {d, k, {.arena = &d->c->arena}};
    struct walker w = {.data = &f, .expr_pre = find_expr};
    int rank = k->launch->rank;

    if (rank == 1 && stmt_contains(k->work, stmt_is_loop))
        return; /* such blocks may have more than one row */
    walk_stmt(&w, k->work);
    if (k->divisor_count)
        *d = depend_alike(d->c, k->work, k->index, rank, &f.alike);
}
