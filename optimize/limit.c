/* limit.c - tests of the index around all of a kernel's work: the domain that groups cover ends
 * there instead (cover.h).
 *
 * Example: of `int i = at.0, j = at.1; if (i < n && j > 0) { for (...) ... }` the limits are n at
 * the end of the rows, and 1 at the begin of the columns; the loop is for all threads inside.
 * Threads outside only make variables, which nobody sees.
 *
 * Relies on normal.c, which puts what stands behind a return into an if's other branch. */
#include "optimize/cover_plan.h"

#include "parser/walk.h"
#include "sema/types/expr.h"
#include "sema/types/pure.h"

struct limits {
    struct plan *plan;
    struct stmt *block;  /* what stands before the work, and behind the tests that are left */
    struct expr *common; /* what is left of a test: the same for all threads of a group */
    struct expr *left;   /* and comparisons of the row with the column, which are diagonal.c's */
    cover_limit_vec found;
};

/* The dimension whose index an expression is; -1: another thing. */
static int dimension_of(const struct plan *p, const struct expr *e)
{
    const struct launch *l = p->kernel->launch;
    const struct symbol *s = fetch_variable(p, e);

    for (int k = l->rank - 1; s && k >= 0 && k >= l->rank - 2; k--)
        if (s == p->kernel->index[k])
            return k;
    return -1;
}

struct named {
    const struct cover_kernel *kernel;
    bool found;
};

static bool finds_index(struct walker *w, struct expr *e)
{
    struct named *x = w->data;

    for (int k = 0; e->kind == EXPR_NAME && k < x->kernel->launch->rank; k++)
        x->found |= e->symbol == x->kernel->index[k];
    return true;
}

/* Whether an expression names the component of the index that all threads of a group have alike:
 * limits are there before it. */
static bool names_index(const struct plan *p, const struct expr *e)
{
    struct named x = {p->kernel, false};
    struct walker w = {.data = &x, .expr_pre = finds_index};

    walk_expr(&w, (struct expr *)e);
    return x.found;
}

/* a < b, a <= b, a > b or a >= b, one of them an index. */
static bool take_comparison(struct limits *x, const struct expr *e, bool holds)
{
    bool less = e->op == OP_LT || e->op == OP_LE, equal = e->op == OP_LE || e->op == OP_GE;
    int a = dimension_of(x->plan, e->a), b = dimension_of(x->plan, e->b);
    struct cover_limit l = {.dimension = a >= 0 ? a : b};

    if ((a < 0) == (b < 0))
        return false;
    l.bound = fetch_fixed(x->plan, a >= 0 ? e->b : e->a);
    if (!l.bound || !is_whole(l.bound->type) || block_may_trap(l.bound) ||
        names_index(x->plan, l.bound))
        return false;
    if (a < 0)
        less = !less;
    if (!holds) {
        less = !less;
        equal = !equal;
    }
    l.begin = !less;
    l.more = less == equal;
    vec_push(&x->plan->c->arena, &x->found, l);
    return true;
}

/* Joins what a test says if it holds, or does not, with others that must hold. */
static void join(struct limits *x, struct expr **with, struct expr *e, bool holds)
{
    struct maker *m = &x->plan->make;

    m->loc = e->loc;
    if (!holds)
        e = make_unary(m, OP_NOT, e);
    *with = *with ? make_binary(m, OP_LAND, *with, e) : e;
}

static bool take(struct limits *x, struct expr *e, bool holds)
{

    e = (struct expr *)expr_evaluated(e);
    while ((e->kind == EXPR_CONVERT || e->kind == EXPR_CAST) && type_is_integer(e->type) &&
           truth_is(e->a))
        e = (struct expr *)expr_evaluated(e->a);
    if (!depend_expr(x->plan->depend, e)) {
        join(x, &x->common, e, holds);
        return true;
    }
    if (e->kind == EXPR_UNARY && e->op == OP_NOT)
        return take(x, e->a, !holds);
    if (e->kind != EXPR_BINARY || e->amp != AMP_NONE)
        return false;
    if (e->op == (holds ? OP_LAND : OP_LOR))
        return take(x, e->a, holds) && take(x, e->b, holds);
    if (e->op != OP_LT && e->op != OP_LE && e->op != OP_GT && e->op != OP_GE)
        return false;
    if (!diagonal_is(x->plan, e))
        return take_comparison(x, e, holds);
    join(x, &x->left, e, holds);
    return true;
}

static bool is_empty(const struct stmt *s)
{
    return !s || s->kind == STMT_EMPTY || (s->kind == STMT_COMPOUND && s->items.n == 0);
}

/* Puts what is left of a test around all that follows, which might read what is there for those
 * who pass it alone. */
static void put_common(struct limits *x)
{
    struct maker *m = &x->plan->make;
    struct stmt *inner = make_block(m, NULL, 0);

    if (!x->common)
        return;
    block_add(m, x->block, make_if(m, x->common, inner, NULL));
    x->block = inner;
    x->common = NULL;
}

/* Finds tests around the work of a body, and in each other; returns the work. */
static struct stmt *peel(struct limits *x, struct stmt *s)
{
    struct stmt *last;
    bool holds;

    if (s->kind == STMT_COMPOUND) {
        for (int i = 0; i < s->items.n - 1; i++)
            if (!stmt_is_pure_decl(s->items.at[i]))
                return s;
        last = s->items.n ? s->items.at[s->items.n - 1] : s;
        if (last == s || (last->kind != STMT_IF && last->kind != STMT_COMPOUND))
            return s;
        if (last->kind == STMT_IF && is_empty(last->body) == is_empty(last->else_))
            return s;
        for (int i = 0; i < s->items.n - 1; i++)
            vec_push(&x->plan->c->arena, &x->block->items, s->items.at[i]);
        return peel(x, last);
    }
    holds = is_empty(s->else_);
    if (s->kind != STMT_IF || is_empty(s->body) == holds || !cover_control(x->plan->kernel, s))
        return s;
    int n = x->found.n;
    if (!take(x, s->expr, holds) || x->found.n == n) {
        x->found.n = n;
        x->common = x->left = NULL;
        return s;
    }
    put_common(x);
    if (x->left) { /* behind the limits */
        s = make_if(&x->plan->make, x->left, holds ? s->body : s->else_, NULL);
        x->left = NULL;
        return s;
    }
    return peel(x, holds ? s->body : s->else_);
}

bool inside_plan(struct plan *p)
{
    struct cover_kernel *k = p->kernel;
    int rank = k->launch->rank;
    struct stmt *made = inside_body(&p->make, k->body, k->index, rank, rank - 2, &k->limits);

    if (!made)
        return false;
    k->rest = k->body;
    k->body = made;
    return true;
}

bool limit_plan(struct plan *p)
{
    struct cover_kernel *k = p->kernel;
    struct limits x = {.plan = p};
    struct stmt *work, *body = make_block(&p->make, NULL, 0);
    bool begins = false;

    x.block = body;
    work = peel(&x, k->body);
    for (int i = 0; i < x.found.n; i++)
        begins |= x.found.at[i].begin;
    if (!x.found.n || (begins && !stmt_contains(work, stmt_is_loop)))
        return false; /* without loops blocks keep to the lines of memory */
    block_add(&p->make, x.block, work);
    k->body = body;
    k->limits = x.found;
    return true;
}
