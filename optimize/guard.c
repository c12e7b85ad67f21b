/* guard.c - kernels whose work stands behind a test of the index: blocks all of whose threads have
 * it to do are done as blocks, others thread by thread, or under a mask.
 *
 * A guard is the last statement of a kernel's normal body, an if with the loops in one of its
 * branches, behind declarations; neither reads an element. In a kernel without loops the work is
 * the branch that reads more, where it reads several elements; `x = test ? a : b;` is an if, too.
 * Example:
 *
 *     int i = at.0; if (i < m) { for (...) ... }     guard: int i = at.0; if (!(i < m)) outside =
 * 1; the block's work: int i = at.0; for (...) ...
 *
 * A guard is convex if it is a conjunction of comparisons of sums of the index: all threads of a
 * block pass it if those at its corners do, and are on the same side of whatever they must not be
 * equal to. Of `j != n`, behind the test itself:
 *
 *     sides |= j < n ? 1 : j > n ? 2 : 3; if ((sides & 3) == 3) outside = 1;
 *
 * It relies on sema/tree and depend.c. */
#include "optimize/cover_plan.h"

#include "parser/walk.h"
#include "sema/types/expr.h"
#include "sema/types/pure.h"

/* Whether what an expression, or else a declaration, computes may be computed once more: it has no
 * effects, and is of numbers at hand. */
static bool is_cheap(struct expr *e, struct stmt *s)
{
    bool reads = false;
    struct walker w = {.data = &reads, .expr_pre = block_note_reads};

    if (e)
        walk_expr(&w, e);
    else
        walk_stmt(&w, s);
    return !reads && (e ? expr_is_pure(e) : stmt_is_pure_decl(s));
}

static bool count_element(struct walker *w, struct expr *e)
{
    int *n = w->data;

    *n += e->amp == AMP_VIEW_ELEMENT;
    return true;
}

static int elements_of(const struct stmt *s)
{
    int n = 0;
    struct walker w = {.data = &n, .expr_pre = count_element};

    walk_stmt(&w, (struct stmt *)s);
    return n;
}

/* The branch of an if that has the work; NULL: neither. 'loops': it is what has loops. */
static struct stmt *path_of(const struct stmt *s, bool loops)
{
    enum { SEVERAL = 3 }; /* elements, of which one is stored to */
    bool first = stmt_contains(s->body, stmt_is_loop);
    int here = elements_of(s->body), there = elements_of(s->else_);

    if (loops)
        return first == stmt_contains(s->else_, stmt_is_loop) ? NULL : first ? s->body : s->else_;
    if (here == there || (here > there ? here : there) < SEVERAL)
        return NULL;
    return here > there ? s->body : s->else_;
}

/* The if of a body that is a guard; NULL: there is none. */
static struct stmt *guard_of(const struct stmt *body, bool loops)
{
    struct stmt *last =
        body->kind == STMT_COMPOUND && body->items.n ? body->items.at[body->items.n - 1] : NULL;

    if (!last || last->kind != STMT_IF || !is_cheap(last->expr, NULL) || !path_of(last, loops))
        return NULL;
    for (int i = 0; i < body->items.n - 1; i++)
        if (!is_cheap(NULL, body->items.at[i]))
            return NULL;
    return last;
}

/* ---- which guards are convex ---- */

static bool is_index(const struct block_kernel *k, const struct expr *e)
{
    for (int i = 0; i < k->launch->rank; i++)
        if (e->kind == EXPR_NAME && e->symbol == k->index[i])
            return true;
    return false;
}

/* What a constant variable begins with; NULL: e is something else. */
static const struct expr *begin_of(const struct depend *d, const struct expr *e)
{
    const struct init_declarator *v = e->kind == EXPR_NAME ? e->symbol->declarator : NULL;

    return v && depend_is_constant(d, e->symbol) && v->init ? v->init->expr : NULL;
}

/* Whether e, of an unsigned type, is a component of the index, which is never less than 0, and
 * perhaps a number more. */
static bool is_unsigned_linear(const struct depend *d, const struct block_kernel *k,
                               const struct expr *e)
{
    enum { MORE = 1 << 24 };

    e = expr_evaluated(e);
    if (!depend_expr(d, e) || is_index(k, e))
        return true;
    if (begin_of(d, e))
        return is_unsigned_linear(d, k, begin_of(d, e));
    if (!is_whole(e->type) || !type_is_unsigned(e->type)) /* might be less than 0 */
        return false;
    if (e->kind == EXPR_CONVERT || e->kind == EXPR_CAST)
        return depend_expr(d, e->a) && is_unsigned_linear(d, k, e->a);
    return e->kind == EXPR_BINARY && e->op == OP_ADD && e->b->constant && e->b->value >= 0 &&
           e->b->value < MORE && is_unsigned_linear(d, k, e->a);
}

/* Whether e is a sum of the index's components and of numbers that all threads of a block have,
 * with such factors: between two threads it has only values between theirs. */
static bool is_linear(const struct depend *d, const struct block_kernel *k, const struct expr *e)
{
    e = expr_evaluated(e);
    if (!is_whole(e->type))
        return false;
    if (!depend_expr(d, e) || is_index(k, e))
        return true;
    if (type_is_unsigned(e->type))
        return is_unsigned_linear(d, k, e);
    if (begin_of(d, e))
        return is_linear(d, k, begin_of(d, e));
    if (e->kind == EXPR_UNARY && e->op == OP_NEG)
        return is_linear(d, k, e->a);
    if (e->kind == EXPR_CONVERT || e->kind == EXPR_CAST) /* to a type that has all values of the
                                                            other one */
        return is_whole(e->a->type) && !type_is_unsigned(e->a->type) &&
               e->type->size >= e->a->type->size && is_linear(d, k, e->a);
    if (e->kind != EXPR_BINARY || e->amp != AMP_NONE)
        return false;
    if (e->op == OP_MUL && depend_expr(d, e->a) && depend_expr(d, e->b))
        return false;
    return (e->op == OP_ADD || e->op == OP_SUB || e->op == OP_MUL) && is_linear(d, k, e->a) &&
           is_linear(d, k, e->b);
}

/* Whether the threads for which e is 'truth' are all between any that are at their corners. */
static bool is_convex(const struct depend *d, const struct block_kernel *k, const struct expr *e,
                      bool truth)
{
    e = expr_evaluated(e);
    if (!depend_expr(d, e))
        return true;
    if (e->kind == EXPR_UNARY && e->op == OP_NOT)
        return is_convex(d, k, e->a, !truth);
    if (e->kind != EXPR_BINARY || e->amp != AMP_NONE)
        return false;
    if (e->op == (truth ? OP_LAND : OP_LOR))
        return is_convex(d, k, e->a, truth) && is_convex(d, k, e->b, truth);
    return op_is_comparison(e->op) && is_linear(d, k, e->a) && is_linear(d, k, e->b);
}

/* ---- the guard ---- */

struct split {
    struct maker *make;
    struct block_kernel *kernel;
    struct depend depend;
    bool loops, convex;
    int sides; /* comparisons that ask for the side */
};

enum { SIDES_MAX = 12 };

/* Whether all tests on the path to the work are convex. */
static bool path_is_convex(const struct split *x, const struct stmt *body)
{
    const struct stmt *last = guard_of(body, x->loops),
                      *path = last ? path_of(last, x->loops) : NULL;

    return !last || (is_convex(&x->depend, x->kernel, last->expr, path == last->body) &&
                     path_is_convex(x, path));
}

/* Notes on which side of e->b e->a is, and sets 'outside' if it has been on both, or is on neither.
 */
static void add_side(struct split *x, const struct expr *e, struct stmt *to)
{
    struct maker *m = x->make;
    struct tree_clone k = tree_clone_begin(m->c);
    struct type *t = type_basic(TYPE_INT);
    struct symbol *sides = x->kernel->sides;
    int bit = 1 << 2 * (x->sides % SIDES_MAX);
    struct expr *is = make_cond(
        m, make_binary(m, OP_LT, tree_clone_expr(&k, e->a), tree_clone_expr(&k, e->b)),
        make_int(m, bit, t),
        make_cond(m, make_binary(m, OP_GT, tree_clone_expr(&k, e->a), tree_clone_expr(&k, e->b)),
                  make_int(m, 2 * bit, t), make_int(m, 3 * bit, t)));
    struct expr *both = make_binary(m, OP_AND, make_name(m, sides), make_int(m, 3 * bit, t));

    x->sides++;
    block_add(m, to, make_effect(m, make_assign(m, OP_OR, make_name(m, sides), is)));
    block_add(m, to,
              make_if(m, make_binary(m, OP_EQ, both, make_int(m, 3 * bit, t)),
                      make_effect(m, make_assign(m, OP_ASSIGN, make_name(m, x->kernel->outside),
                                                 make_int(m, 1, t))),
                      NULL));
}

/* The same of all that must be unequal for e to be 'truth'. */
static void add_sides(struct split *x, const struct expr *e, bool truth, struct stmt *to)
{
    e = expr_evaluated(e);
    if (!depend_expr(&x->depend, e))
        return;
    if (e->kind == EXPR_UNARY) {
        add_sides(x, e->a, !truth, to);
    } else if (e->op == OP_LAND || e->op == OP_LOR) {
        add_sides(x, e->a, truth, to);
        add_sides(x, e->b, truth, to);
    } else if (e->op == (truth ? OP_NE : OP_EQ)) {
        add_side(x, e, to);
    }
}

/* The statement that finds out whether a thread leaves the path to the work; *work: that path.
 * NULL: there is no other. */
static struct stmt *split(struct split *x, struct stmt *body, struct stmt **work)
{
    struct stmt *last = guard_of(body, x->loops), *path, *inner, *leaves, *outside, *passes;
    struct maker *m = x->make;
    struct tree_clone k = tree_clone_begin(m->c);
    struct expr *test;

    *work = body;
    if (!last)
        return NULL;
    m->loc = last->loc;
    path = path_of(last, x->loops);
    leaves = split(x, path, &inner);
    test = tree_clone_expr(&k, last->expr);
    if (path == last->body)
        test = make_unary(m, OP_NOT, test);
    outside = make_effect(m, make_assign(m, OP_ASSIGN, make_name(m, x->kernel->outside),
                                         make_int(m, 1, type_basic(TYPE_INT))));
    passes = make_block(m, NULL, 0); /* what it evaluates has been evaluated by the test */
    if (x->convex)
        add_sides(x, last->expr, path == last->body, passes);
    if (leaves)
        block_add(m, passes, leaves);
    outside = make_if(m, test, outside, passes->items.n ? passes : NULL);
    leaves = make_block(m, body->items.at, body->items.n - 1);
    block_add(m, leaves, outside);
    *work = make_block(m, body->items.at, body->items.n - 1);
    block_add(m, *work, inner);
    return leaves;
}

/* An assignment of test ? a : b as an if; NULL: s is something else. */
static struct stmt *choice_of(struct maker *m, const struct stmt *s)
{
    struct tree_clone k = tree_clone_begin(m->c);
    const struct expr *e = s->kind == STMT_EXPR ? expr_evaluated(s->expr) : NULL, *value;
    struct stmt *first, *other;

    if (!e || e->kind != EXPR_ASSIGN || e->amp != AMP_NONE)
        return NULL;
    value = expr_evaluated(e->b);
    if (value->kind != EXPR_COND || !value->b ||
        !type_same_unqualified(value->b->type, value->type) ||
        !type_same_unqualified(value->c->type, value->type))
        return NULL;
    m->loc = s->loc;
    first = make_effect(
        m, make_assign(m, e->op, tree_clone_expr(&k, e->a), tree_clone_expr(&k, value->b)));
    other = make_effect(
        m, make_assign(m, e->op, tree_clone_expr(&k, e->a), tree_clone_expr(&k, value->c)));
    return make_if(m, tree_clone_expr(&k, value->a), first, other);
}

/* A body without loops whose last statement is no choice, but an if. */
static struct stmt *without_choice(struct maker *m, struct stmt *body)
{
    int n = body->kind == STMT_COMPOUND ? body->items.n : 0;
    struct stmt *last = n ? choice_of(m, body->items.at[n - 1]) : NULL, *made;

    if (!last)
        return body;
    made = make_block(m, body->items.at, n - 1);
    block_add(m, made, last);
    return made;
}

/* Whether a thread is on the other side of a limit. */
static struct expr *is_outside(struct maker *m, const struct block_kernel *b,
                               const struct cover_limit *l)
{
    struct type *t = type_basic(TYPE_LONG);
    struct tree_clone k = tree_clone_begin(m->c);
    struct expr *at = make_cast(m, t, make_name(m, b->index[l->dimension]));
    struct expr *bound = make_cast(m, t, tree_clone_expr(&k, l->bound));

    if (l->more)
        bound = make_binary(m, OP_ADD, bound, make_int(m, l->more, t));
    return make_binary(m, l->begin ? OP_LT : OP_GE, at, bound);
}

/* Where loops of b->work ask for the index, too: the work of the threads for which all such tests
 * are known (inside.c). */
static void guard_inside(struct maker *m, struct block_kernel *b)
{
    cover_limit_vec limits = {0};
    struct stmt *made = inside_body(m, b->work, b->index, b->launch->rank, 0, &limits);
    struct expr *outside = NULL;

    if (!made)
        return;
    for (int i = 0; i < limits.n; i++) {
        struct expr *e = is_outside(m, b, &limits.at[i]);
        outside = outside ? make_binary(m, OP_LOR, outside, e) : e;
    }
    b->work = made;
    b->convex |= !b->guard;
    b->guard = b->guard ? b->guard : make_block(m, NULL, 0);
    block_add(m, b->guard,
              make_if(m, outside,
                      make_effect(m, make_assign(m, OP_ASSIGN, make_name(m, b->outside),
                                                 make_int(m, 1, type_basic(TYPE_INT)))),
                      NULL));
}

void block_guard(struct maker *m, struct block_kernel *b)
{
    struct split x = {.make = m, .kernel = b};
    struct stmt *written = b->one;

    x.loops = stmt_contains(b->one, stmt_is_loop);
    if (!x.loops)
        b->one = without_choice(m, b->one);
    x.depend = depend_of(m->c, b->one, b->index, b->launch->rank, false);
    x.convex = path_is_convex(&x, b->one);
    b->outside = make_local(m, "outside", type_basic(TYPE_INT), 0);
    b->sides = make_local(m, "sides", type_basic(TYPE_INT), 0);
    b->guard = split(&x, b->one, &b->work);
    b->convex = x.convex;
    if (b->guard && (x.sides > SIDES_MAX || (!x.loops && !x.convex))) { /* asking each thread takes
                                                                           as long as its work */
        b->guard = NULL;
    }
    if (!b->guard)
        b->work = b->one = written;
    if (x.loops)
        guard_inside(m, b);
}
