/* guard.c - kernels whose work stands behind a test of the index: blocks all of whose threads have
 * it to do are done as blocks, others thread by thread.
 *
 * A guard is the last statement of a kernel's normal body, an if with the loops in one of its
 * branches, behind declarations; neither reads an element. Example:
 *
 *     int i = at.0; if (i < m) { for (...) ... }     guard: int i = at.0; if (!(i < m)) outside =
 * 1; the block's work: int i = at.0; for (...) ...
 *
 * It relies on sema/tree. */
#include "optimize/internal.h"

#include "parser/walk.h"
#include "sema/types/expr.h"
#include "sema/types/pure.h"

static bool look_expr(struct walker *w, struct expr *e)
{
    bool *reads = w->data;

    *reads |= e->amp == AMP_VIEW_ELEMENT;
    return true;
}

/* Whether what an expression, or else a declaration, computes may be computed once more: it has no
 * effects, and is of numbers at hand. */
static bool is_cheap(struct expr *e, struct stmt *s)
{
    bool reads = false;
    struct walker w = {.data = &reads, .expr_pre = look_expr};

    if (e)
        walk_expr(&w, e);
    else
        walk_stmt(&w, s);
    return !reads && (e ? expr_is_pure(e) : stmt_is_pure_decl(s));
}

/* The if of a body that is a guard; NULL: there is none. */
static struct stmt *guard_of(const struct stmt *body)
{
    struct stmt *last =
        body->kind == STMT_COMPOUND && body->items.n ? body->items.at[body->items.n - 1] : NULL;

    if (!last || last->kind != STMT_IF || !is_cheap(last->expr, NULL) ||
        stmt_contains(last->body, stmt_is_loop) == stmt_contains(last->else_, stmt_is_loop))
        return NULL;
    for (int i = 0; i < body->items.n - 1; i++)
        if (!is_cheap(NULL, body->items.at[i]))
            return NULL;
    return last;
}

/* The statement that finds out whether a thread leaves the path to the loops; *work: that path.
 * NULL: there is no other. */
static struct stmt *split(struct maker *m, struct block_kernel *b, struct stmt *body,
                          struct stmt **work)
{
    struct stmt *last = guard_of(body), *path, *inner, *leaves, *outside;
    struct tree_clone k = tree_clone_begin(m->c);
    struct expr *test;

    *work = body;
    if (!last)
        return NULL;
    m->loc = last->loc;
    path = stmt_contains(last->body, stmt_is_loop) ? last->body : last->else_;
    leaves = split(m, b, path, &inner);
    test = tree_clone_expr(&k, last->expr);
    if (path == last->body)
        test = make_unary(m, OP_NOT, test);
    outside = make_effect(m, make_assign(m, OP_ASSIGN, make_name(m, b->outside),
                                         make_int(m, 1, type_basic(TYPE_INT))));
    outside = make_if(m, test, outside, leaves);
    leaves = make_block(m, body->items.at, body->items.n - 1);
    block_add(m, leaves, outside);
    *work = make_block(m, body->items.at, body->items.n - 1);
    block_add(m, *work, inner);
    return leaves;
}

void block_guard(struct maker *m, struct block_kernel *b)
{
    b->outside = make_local(m, "outside", type_basic(TYPE_INT), 0);
    b->guard = split(m, b, b->one, &b->work);
}
