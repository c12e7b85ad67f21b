/* fused.c - short loops in the rounds of a longer one as one loop, where groups then have panels of
 * rows and of columns: as many rounds of it as they fetch at once, however many each loop has.
 *
 * Example: of a convolution `for (int ch = 0; ch < n; ch++) for (int dr = 0; dr < 3; dr++) for (int
 * dc = 0; dc < 3; dc++) sum += x(ch, r + dr, c + dc) * w(o, ch, dr, dc);` becomes
 *
 *     for (unsigned q = 0; q < (0 < n ? ((unsigned)n - 0) * 9 : 0); q++) {
 *         int ch = 0 + (int)(q / 9), dr = 0 + (int)(q / 3 % 3), dc = 0 + (int)(q % 3);
 *         sum += ...
 *     }
 *
 * The number of rounds does not wrap around: each of them reads an element of its own of a view,
 * here of x, and with views of more elements than ints count the library runs the kernel as it is
 * written (counts_rounds in runtime/known.c). Where rounds do so behind a test that is the same in
 * all rounds of the long loop, that has no more rounds than a view has elements, if any thread ever
 * passes the test; else rounds do nothing. It relies on sema/tree, and on fetch.c and when.c to
 * understand such subscripts and tests. */
#include "optimize/cover_plan.h"

#include <stdlib.h>

#include "parser/walk.h"
#include "sema/tree/edit.h"
#include "sema/types/expr.h"
#include "sema/types/pure.h"

enum { LOOPS_MAX = 4, ROUNDS_MAX = 128, UNROLLED_MAX = 8 };

struct fused {
    struct plan *plan;
    int n; /* loops, the outermost one first */
    struct cover_loop loops[LOOPS_MAX];
    long long rounds[LOOPS_MAX]; /* of the short ones */
    stmt_vec between;            /* declarations and ifs in the rounds of the others */
    struct stmt *body;
    stmt_vec around; /* ifs that all that rounds do is behind, the outermost one first, which are
                        the same in all rounds of the long loop */
    int tests;       /* so many of them are around what is looked at, */
    int others;      /* and so many other ones */
    bool own;        /* each round reads an element of its own, */
    bool own_tested; /* or does where the first ones of f->around hold */
    unsigned axes;
    bool both;
    bool some;
};

/* ---- which elements ---- */

/* Adds to 'steps' what a subscript, so many times, grows by from round to round of each loop. */
static bool add_steps(const struct fused *f, const struct expr *e, long long times,
                      long long *steps)
{
    enum { MOST = 1 << 20 }; /* of a factor */

    e = expr_evaluated(e);
    for (int k = 0; e->kind == EXPR_NAME && k < f->n; k++)
        if (e->symbol == f->loops[k].counter) {
            steps[k] += times;
            return true;
        }
    if (fetch_is_fixed(f->plan, e, fetch_is_own))
        return true;
    if ((e->kind == EXPR_CONVERT || e->kind == EXPR_CAST) && is_whole(e->a->type))
        return add_steps(f, e->a, times, steps);
    if (e->kind != EXPR_BINARY || e->amp != AMP_NONE)
        return false;
    if (e->op == OP_ADD || e->op == OP_SUB)
        return add_steps(f, e->a, times, steps) &&
               add_steps(f, e->b, e->op == OP_SUB ? -times : times, steps);
    if (e->op == OP_MUL && e->type->kind == TYPE_INT && times <= MOST && times >= -MOST) {
        const struct expr *by = expr_evaluated(e->b)->constant ? e->b : e->a;
        by = expr_evaluated(by);
        return by->constant && by->value <= MOST && by->value >= -MOST &&
               add_steps(f, by == expr_evaluated(e->b) ? e->a : e->b, times * by->value, steps);
    }
    return false;
}

/* The loops in whose rounds a subscript is never the same, a bit for each: it grows by more in one
 * of them than in all rounds of those in which it grows by less. */
static unsigned counts_apart(const struct fused *f, const long long *steps)
{
    unsigned seen = 0;
    long long below = 0;

    for (;;) {
        int least = -1;
        for (int k = 0; k < f->n; k++)
            if (steps[k] && !(seen & 1U << k) &&
                (least < 0 || llabs(steps[k]) < llabs(steps[least])))
                least = k;
        if (least < 0)
            return seen;
        if (llabs(steps[least]) <= below || (seen & 1))
            return 0;
        seen |= 1U << least;
        below += llabs(steps[least]) * (f->rounds[least] - 1);
    }
}

/* Whether an element is another one in each round. */
static bool is_own(const struct fused *f, const struct expr *e)
{
    struct lanes_subscripts subs;
    unsigned seen = 0;

    if (!lanes_subscripts(e, &subs))
        return false;
    for (int i = 0; i < subs.n; i++) {
        long long steps[LOOPS_MAX] = {0};
        if (!add_steps(f, fetch_copy(f->plan, subs.at[i]), 1, steps))
            return false;
        seen |= counts_apart(f, steps);
    }
    return seen == (1U << f->n) - 1;
}

struct steady {
    const struct fused *fused;
    bool good;
};

static bool steady_expr(struct walker *w, struct expr *e)
{
    struct steady *x = w->data;
    const struct plan *p = x->fused->plan;
    bool counts = false;

    if (e->kind == EXPR_NAME && e->symbol) {
        for (int k = 1; k < x->fused->n; k++)
            counts |= e->symbol == x->fused->loops[k].counter;
        x->good &= counts || !fetch_is_own(p, e->symbol);
    }
    x->good &= !block_reads(e) && !cover_is_atomic(e);
    return x->good;
}

/* Whether a test is the same in all rounds of the long loop. */
static bool is_steady(const struct fused *f, const struct expr *test)
{
    struct steady x = {f, true};
    struct walker w = {.data = &x, .expr_pre = steady_expr};
    struct expr *copy = fetch_copy(f->plan, test);

    if (!expr_is_pure(copy) || block_may_trap(copy))
        return false;
    walk_expr(&w, copy);
    return x.good;
}

/* Looks at the elements that an expression reads whenever it is evaluated, or if tests of that kind
 * hold. */
static void look(struct fused *f, const struct expr *e)
{
    if (!e)
        return;
    if (e->amp == AMP_VIEW_ELEMENT) {
        unsigned axes = cover_expr(f->plan->kernel, e);
        f->own |= !f->tests && !f->others && is_own(f, e);
        f->own_tested |= !f->others && is_own(f, e);
        f->both |= axes == COVER_BOTH;
        f->axes |= axes;
    } else if (e->kind == EXPR_BINARY) {
        look(f, e->a);
        if (e->op != OP_LAND && e->op != OP_LOR)
            look(f, e->b);
    } else if (e->kind == EXPR_ASSIGN) {
        look(f, e->b);
    } else if (e->kind == EXPR_PAREN || e->kind == EXPR_CONVERT || e->kind == EXPR_CAST ||
               e->kind == EXPR_MEMBER ||
               (e->kind == EXPR_UNARY && e->op != OP_ADDR && !op_is_step(e->op))) {
        look(f, e->a);
    } else if (e->kind == EXPR_COND && e->b && is_steady(f, e->a)) {
        f->others++;
        look(f, e->b);
        f->others--;
    }
}

/* Whether all that rounds do is behind an if. */
static bool is_around(const struct fused *f, const struct stmt *s)
{
    for (int i = 0; i < f->around.n; i++)
        if (f->around.at[i] == s)
            return true;
    return false;
}

static void look_stmt(struct fused *f, const struct stmt *s)
{
    for (int i = 0; s->kind == STMT_COMPOUND && i < s->items.n; i++)
        look_stmt(f, s->items.at[i]);
    if (s->kind == STMT_EXPR)
        look(f, s->expr);
    if (s->kind == STMT_IF && is_steady(f, s->expr)) {
        int *tests = is_around(f, s) ? &f->tests : &f->others;
        ++*tests;
        look_stmt(f, s->body);
        --*tests;
    }
    for (int i = 0; s->kind == STMT_DECL && i < s->decl->declarators.n; i++)
        if (s->decl->declarators.at[i]->init)
            look(f, s->decl->declarators.at[i]->init->expr);
}

/* ---- the loops ---- */

/* Whether s declares what can be declared again in each round of the loops inside. */
static bool is_between(const struct fused *f, const struct stmt *s)
{
    if (!stmt_is_pure_decl(s))
        return false;
    for (int i = 0; i < s->decl->declarators.n; i++) {
        const struct symbol *v = s->decl->declarators.at[i]->symbol;
        if (!v || node_table_get(&f->plan->depend->stores, v, 0))
            return false;
    }
    return true;
}

/* The last statement of a body that has nothing but such declarations before it, which are added to
 * f->between; NULL: it has none. */
static struct stmt *last_of(struct fused *f, struct stmt *body)
{
    stmt_vec items = body->items;

    if (body->kind != STMT_COMPOUND)
        return body;
    for (int i = 0; i < items.n - 1; i++) {
        if (!is_between(f, items.at[i]))
            return NULL;
        vec_push(&f->plan->c->arena, &f->between, items.at[i]);
    }
    return items.n ? items.at[items.n - 1] : NULL;
}

/* The loop that is all that a body has, but for such declarations, and ifs around it; NULL: there
 * is none. */
static struct stmt *only_loop(struct fused *f, struct stmt *body)
{
    int n = f->between.n;
    struct stmt *last = body;

    while (last && last->kind != STMT_FOR) {
        if (last->kind == STMT_IF && !last->else_) {
            vec_push(&f->plan->c->arena, &f->between, last);
            last = last->body;
        } else {
            last = last->kind == STMT_COMPOUND ? last_of(f, last) : NULL;
        }
    }
    if (!last)
        f->between.n = n;
    return last;
}

/* Finds the ifs that all that rounds do is behind; false: one between the loops differs between
 * rounds of the long one. */
static bool find_around(struct fused *f)
{
    struct arena *a = &f->plan->c->arena;
    int n = f->between.n;
    struct stmt *last = f->body;

    for (int i = 0; i < n; i++) {
        if (f->between.at[i]->kind != STMT_IF)
            continue;
        if (!is_steady(f, f->between.at[i]->expr))
            return false;
        vec_push(a, &f->around, f->between.at[i]);
    }
    for (;;) {
        while (last && last->kind == STMT_COMPOUND)
            last = last_of(f, last);
        f->between.n = n;
        if (!last || last->kind != STMT_IF || last->else_ || !is_steady(f, last->expr))
            return true;
        vec_push(a, &f->around, last);
        last = last->body;
    }
}

/* Whether s counts an int by one; from the second loop on a few times, as its text says. */
static bool takes_loop(struct fused *f, struct stmt *s)
{
    struct cover_loop l;
    long long rounds;

    if (f->n == LOOPS_MAX || cover_control(f->plan->kernel, s) || !fetch_counts(f->plan, s, &l) ||
        l.counter->type->kind != TYPE_INT || l.end->type->kind != TYPE_INT)
        return false;
    l.begin = fetch_fixed(f->plan, l.begin);
    if (!l.begin || block_may_trap(l.begin) || block_may_trap(l.end))
        return false;
    rounds = l.begin->constant && l.end->constant ? l.end->value - l.begin->value + l.closed : -1;
    if (f->n ? rounds < 1 || rounds > ROUNDS_MAX : rounds >= 0 && rounds <= UNROLLED_MAX)
        return false;
    f->rounds[f->n] = rounds;
    f->loops[f->n++] = l;
    return true;
}

/* So many rounds of the short loops are in one of the long one. */
static long long rounds_in(const struct fused *f, int from)
{
    long long rounds = 1;

    for (int k = from; k < f->n && rounds <= ROUNDS_MAX; k++)
        rounds *= f->rounds[k];
    return rounds;
}

static bool finds_place(struct walker *w, struct expr *e)
{
    bool *found = w->data;

    *found |= e->kind == EXPR_SUBSCRIPT && e->amp == AMP_NONE && !e->b->constant;
    return true;
}

/* Whether s has an array whose place in registers the text would not say. */
static bool has_arrays(struct stmt *s)
{
    bool found = false;
    struct walker w = {.data = &found, .expr_pre = finds_place};

    walk_stmt(&w, s);
    return found;
}

static bool fits(struct fused *f, struct stmt *s)
{
    struct stmt *body = s->body, *inner;
    long long rounds;

    if (!takes_loop(f, s) || !cover_runs_through(s->body))
        return false;
    while ((inner = only_loop(f, body)) != NULL) {
        if (!takes_loop(f, inner))
            return false;
        body = inner->body;
    }
    rounds = rounds_in(f, 1);
    if (f->n < 2 || rounds > ROUNDS_MAX || (rounds <= UNROLLED_MAX && !f->plan->kernel->first) ||
        stmt_contains(body, stmt_is_loop) || has_arrays(s))
        return false;
    f->body = body;
    if (!find_around(f))
        return false;
    for (int i = 0; i < f->between.n; i++)
        if (f->between.at[i]->kind != STMT_IF)
            look_stmt(f, f->between.at[i]);
        else
            f->tests++;
    look_stmt(f, body);
    return (f->own || f->own_tested) && !f->both && f->axes == COVER_BOTH;
}

/* ---- one loop of them ---- */

static struct expr *as_unsigned(struct fused *f, const struct expr *e)
{
    struct tree_clone k = tree_clone_begin(f->plan->c);

    return make_cast(&f->plan->make, type_basic(TYPE_UINT), tree_clone_expr(&k, e));
}

static struct expr *number(struct fused *f, long long value)
{
    return make_int(&f->plan->make, value, type_basic(TYPE_UINT));
}

/* The rounds of all loops. */
static struct expr *end_of(struct fused *f)
{
    struct maker *m = &f->plan->make;
    const struct cover_loop *l = &f->loops[0];
    struct tree_clone k = tree_clone_begin(m->c);
    struct expr *rounds = make_binary(m, OP_SUB, as_unsigned(f, l->end), as_unsigned(f, l->begin));

    if (l->closed)
        rounds = make_binary(m, OP_ADD, rounds, number(f, 1));
    return make_cond(m,
                     make_binary(m, l->closed ? OP_LE : OP_LT, tree_clone_expr(&k, l->begin),
                                 tree_clone_expr(&k, l->end)),
                     make_binary(m, OP_MUL, rounds, number(f, rounds_in(f, 1))), number(f, 0));
}

/* What the counter of a loop is in round q of all of them. */
static struct expr *counter_of(struct fused *f, int loop, struct symbol *q)
{
    struct maker *m = &f->plan->make;
    long long inner = rounds_in(f, loop + 1);
    struct tree_clone k = tree_clone_begin(m->c);
    struct expr *e = make_name(m, q);

    if (inner > 1)
        e = make_binary(m, OP_DIV, e, number(f, inner));
    if (loop > 0)
        e = make_binary(m, OP_MOD, e, number(f, f->rounds[loop]));
    e = make_cast(m, type_basic(TYPE_INT), e);
    return f->loops[loop].begin->constant && f->loops[loop].begin->value == 0
               ? e
               : make_binary(m, OP_ADD, e, tree_clone_expr(&k, f->loops[loop].begin));
}

/* Whether a declaration may come before a test that is around it. */
static bool is_harmless(const struct stmt *s)
{
    if (!stmt_is_pure_decl(s))
        return false;
    for (int i = 0; i < s->decl->declarators.n; i++) {
        const struct init *init = s->decl->declarators.at[i]->init;
        bool reads = false;
        struct walker w = {.data = &reads, .expr_pre = block_note_reads};
        if (init)
            walk_init(&w, (struct init *)init);
        if (reads || (init && (!init->expr || block_may_trap(init->expr))))
            return false;
    }
    return true;
}

/* Makes one test of two of which one has nothing around it but the other, in a body: the group
 * evaluates it once. */
static void join_tests(struct fused *f, struct stmt *body)
{
    struct maker *m = &f->plan->make;
    struct stmt *outer = body->items.n ? body->items.at[body->items.n - 1] : NULL;
    struct stmt *work, *inner;

    if (!outer || outer->kind != STMT_IF || outer->else_)
        return;
    work = make_block(m, NULL, 0);
    block_add(m, work, outer->body);
    while (work->items.n == 1 && work->items.at[0]->kind == STMT_COMPOUND)
        work = work->items.at[0];
    inner = work->items.n ? work->items.at[work->items.n - 1] : NULL;
    for (int i = 0; i < work->items.n - 1; i++)
        if (!is_harmless(work->items.at[i]))
            return;
    if (!inner || inner->kind != STMT_IF || inner->else_)
        return;
    body->items.n--;
    for (int i = 0; i < work->items.n - 1; i++)
        block_add(m, body, work->items.at[i]);
    m->loc = inner->loc;
    block_add(m, body,
              make_if(m, make_binary(m, OP_LAND, outer->expr, inner->expr), inner->body, NULL));
    join_tests(f, body);
}

static struct stmt *made_of(struct fused *f)
{
    struct maker *m = &f->plan->make;
    struct symbol *q = make_local(m, "round", type_basic(TYPE_UINT), 0);
    struct stmt *body = make_block(m, NULL, 0), *inner = body;
    struct tree_clone k = tree_clone_begin(m->c);

    for (int i = 0; i < f->n; i++) {
        struct symbol *s = (struct symbol *)f->loops[i].counter;
        struct symbol *counter = make_local(m, s->name, type_basic(TYPE_INT), 0);
        block_add(m, body, make_declare(m, counter, make_init(m, counter_of(f, i, q))));
        node_table_put(&k.map, s, counter);
    }
    for (int i = 0; i < f->between.n; i++) {
        const struct stmt *s = f->between.at[i];
        if (s->kind == STMT_IF) {
            struct stmt *passed = make_block(m, NULL, 0);
            block_add(m, inner, make_if(m, tree_clone_expr(&k, s->expr), passed, NULL));
            inner = passed;
        } else {
            block_add(m, inner, tree_clone_stmt(&k, s));
        }
    }
    block_add(m, inner, tree_clone_stmt(&k, f->body));
    while (body->items.n && body->items.at[body->items.n - 1]->kind == STMT_COMPOUND) {
        struct stmt *last = body->items.at[--body->items.n];
        for (int i = 0; i < last->items.n; i++)
            block_add(m, body, last->items.at[i]);
    }
    join_tests(f, body);
    return make_for(m, make_declare(m, q, make_init(m, number(f, 0))),
                    make_binary(m, OP_LT, make_name(m, q), end_of(f)),
                    make_unary(m, OP_POSTINC, make_name(m, q)), body);
}

static void fuse(struct plan *p, struct stmt *s, bool *some)
{
    struct fused f = {.plan = p};

    if (!s)
        return;
    if (s->kind == STMT_COMPOUND) {
        for (int i = 0; i < s->items.n; i++)
            fuse(p, s->items.at[i], some);
    } else if (s->kind == STMT_FOR && fits(&f, s)) {
        p->make.loc = s->loc;
        *s = *made_of(&f);
        if (p->kernel->fused < rounds_in(&f, 1))
            p->kernel->fused = (int)rounds_in(&f, 1);
        p->kernel->tested |= !f.own;
        *some = true;
    } else if (stmt_is_loop(s) || s->kind == STMT_IF) {
        fuse(p, s->body, some);
        fuse(p, s->else_, some);
    }
}

bool fused_plan(struct plan *p)
{
    bool some = false;

    if (cover_has_rows(p->kernel))
        fuse(p, p->kernel->body, &some);
    return some;
}
