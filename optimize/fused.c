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
 * written (counts_rounds in runtime/known.c). It relies on sema/tree, and on fetch.c to understand
 * such subscripts. */
#include "optimize/cover_plan.h"

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
    stmt_vec between;            /* declarations in the rounds of the others */
    struct stmt *body;
    bool own; /* each round reads an element of its own */
    unsigned axes;
    bool both;
    bool some;
};

/* ---- which elements ---- */

/* Whether a subscript is a sum that names no counter but in one of its terms; *counter: its number,
 * if there is one. */
static bool counts_once(const struct fused *f, const struct expr *e, int *counter)
{
    struct plan *p = f->plan;

    e = expr_evaluated(e);
    for (int k = 0; e->kind == EXPR_NAME && k < f->n; k++)
        if (e->symbol == f->loops[k].counter) {
            bool first = *counter < 0;
            *counter = k;
            return first;
        }
    if ((e->kind == EXPR_CONVERT || e->kind == EXPR_CAST) && is_whole(e->a->type))
        return counts_once(f, e->a, counter);
    if (e->kind == EXPR_BINARY && e->amp == AMP_NONE && (e->op == OP_ADD || e->op == OP_SUB))
        return counts_once(f, e->a, counter) && counts_once(f, e->b, counter);
    return e->constant || (e->kind == EXPR_NAME && e->symbol && fetch_axis(p, e->symbol)) ||
           fetch_fixed(p, e);
}

/* Whether an element is another one in each round: all counters are in subscripts of their own. */
static bool is_own(const struct fused *f, const struct expr *e)
{
    struct lanes_subscripts subs;
    unsigned seen = 0;

    if (!lanes_subscripts(e, &subs))
        return false;
    for (int i = 0; i < subs.n; i++) {
        int counter = -1;
        if (!counts_once(f, fetch_copy(f->plan, subs.at[i]), &counter))
            return false;
        seen |= counter < 0 ? 0 : 1U << counter;
    }
    return seen == (1U << f->n) - 1;
}

/* Looks at the elements that an expression reads whenever it is evaluated. */
static void look(struct fused *f, const struct expr *e)
{
    if (!e)
        return;
    if (e->amp == AMP_VIEW_ELEMENT) {
        unsigned axes = cover_expr(f->plan->kernel, e);
        f->own |= is_own(f, e);
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
    }
}

static void look_stmt(struct fused *f, const struct stmt *s)
{
    for (int i = 0; s->kind == STMT_COMPOUND && i < s->items.n; i++)
        look_stmt(f, s->items.at[i]);
    if (s->kind == STMT_EXPR)
        look(f, s->expr);
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

/* The loop that is all that a body has, but for such declarations; NULL: there is none. */
static struct stmt *only_loop(struct fused *f, struct stmt *body)
{
    int n = f->between.n;
    struct stmt *last = body;

    while (last->kind == STMT_COMPOUND) {
        stmt_vec items = last->items;
        if (!items.n)
            return NULL;
        for (int i = 0; i < items.n - 1; i++) {
            if (!is_between(f, items.at[i])) {
                f->between.n = n;
                return NULL;
            }
            vec_push(&f->plan->c->arena, &f->between, items.at[i]);
        }
        last = items.at[items.n - 1];
    }
    if (last->kind == STMT_FOR)
        return last;
    f->between.n = n;
    return NULL;
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
    for (int i = 0; i < f->between.n; i++)
        look_stmt(f, f->between.at[i]);
    look_stmt(f, body);
    return f->own && !f->both && f->axes == COVER_BOTH;
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

static struct stmt *made_of(struct fused *f)
{
    struct maker *m = &f->plan->make;
    struct symbol *q = make_local(m, "round", type_basic(TYPE_UINT), 0);
    struct stmt *body = make_block(m, NULL, 0);
    struct tree_clone k = tree_clone_begin(m->c);

    for (int i = 0; i < f->n; i++) {
        struct symbol *s = (struct symbol *)f->loops[i].counter;
        struct symbol *counter = make_local(m, s->name, type_basic(TYPE_INT), 0);
        block_add(m, body, make_declare(m, counter, make_init(m, counter_of(f, i, q))));
        node_table_put(&k.map, s, counter);
    }
    for (int i = 0; i < f->between.n; i++)
        block_add(m, body, tree_clone_stmt(&k, f->between.at[i]));
    block_add(m, body, tree_clone_stmt(&k, f->body));
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
