/* alone.c - loops that threads run differently, each by itself: several rounds at once, so that
 * their loads do not wait for each other (cover.h).
 *
 * A loop counts up by what stays the same, stores to no view and has no jumps and loops in it.
 * Example: `for (int k = i[0]; k < n; k += parts) sum += x[k]` has sixteen rounds at once as long
 * as the sixteenth is one of the loop's; the rest is done as it is written. A small loop that reads
 * no elements, as `while (n < 256 && x * x + y * y <= 4)`, has four rounds behind each other, each
 * with its test. */
#include "optimize/cover_plan.h"

#include "parser/walk.h"
#include "sema/types/expr.h"
#include "sema/types/pure.h"

struct look {
    struct node_table stored; /* variables that the loop stores to: 1 */
    int loads, nodes;
    bool other, varies; /* loops, jumps and stores to views; names of what is stored to */
};

static bool look_expr(struct walker *w, struct expr *e)
{
    struct look *l = w->data;
    struct symbol *root;

    l->nodes++;
    l->loads += e->amp == AMP_VIEW_ELEMENT;
    l->other |= cover_is_atomic(e);
    if (e->kind != EXPR_ASSIGN && (e->kind != EXPR_UNARY || !op_is_step(e->op)))
        return true;
    root = depend_root(e->a);
    l->other |= !root;
    if (root)
        node_table_set(&l->stored, root, 1);
    return true;
}

static bool look_stmt(struct walker *w, struct stmt *s)
{
    struct look *l = w->data;

    switch (s->kind) {
    case STMT_LOOPS:
    case STMT_SWITCH:
    case STMT_JUMPS:
    case STMT_LABELS:
    case STMT_ASM:
    case STMT_LOCAL_LABELS:
    case STMT_ERROR:
        l->other = true;
        return true;
    case STMT_COMPOUND:
    case STMT_IF:
    case STMT_DECL:
    case STMT_EXPR:
    case STMT_EMPTY:
        return true;
    }
    return true;
}

static bool varies_expr(struct walker *w, struct expr *e)
{
    struct look *l = w->data;

    l->varies |= e->kind == EXPR_NAME && e->symbol && node_table_get(&l->stored, e->symbol, 0);
    return true;
}

/* Whether each round finds the same value of e. */
static bool is_steady(struct look *l, const struct expr *e)
{
    struct walker w = {.data = l, .expr_pre = varies_expr};

    l->varies = !expr_is_pure(e) || !is_whole(e->type);
    walk_expr(&w, (struct expr *)e);
    return !l->varies;
}

/* Whether s counts up by the same in each round, to an end that stays: several rounds at once. */
static bool plan_counted(struct look *l, const struct stmt *s, struct cover_rounds *r)
{
    enum { MANY = 16, SOME = 8 }; /* rounds that have one load, and more */
    const struct expr *test = s->kind == STMT_FOR && s->expr ? expr_evaluated(s->expr) : NULL;
    const struct expr *step = s->step ? expr_evaluated(s->step) : NULL;
    const struct expr *counter;

    if (!test || !step || test->kind != EXPR_BINARY || test->amp != AMP_NONE ||
        (test->op != OP_LT && test->op != OP_LE))
        return false;
    counter = expr_evaluated(test->a);
    if (counter->kind != EXPR_NAME || !counter->symbol || !is_whole(counter->type) ||
        !type_same_unqualified(counter->type, test->b->type) ||
        node_table_get(&l->stored, counter->symbol, 0))
        return false;
    node_table_set(&l->stored, counter->symbol, 1);
    if (step->kind == EXPR_ASSIGN && step->op == OP_ADD)
        r->step = step->b;
    else if (step->kind != EXPR_UNARY || (step->op != OP_PREINC && step->op != OP_POSTINC))
        return false;
    if (depend_root(step->a) != counter->symbol || !is_steady(l, test->b) ||
        (r->step && !is_steady(l, r->step)))
        return false;
    if (counter->type->size > 4 && !r->step) /* its registers cost more than is gained */
        return false;
    r->counter = counter;
    r->end = test->b;
    r->closed = test->op == OP_LE;
    r->count = l->loads > 1 ? SOME : MANY;
    return true;
}

bool alone_plan(struct plan *p, struct stmt *s)
{
    enum { BEHIND = 4, SMALL = 100 }; /* rounds with tests between, of so many operations */
    struct look l = {.stored = {.arena = &p->c->arena}};
    struct walker w = {.data = &l, .expr_pre = look_expr, .stmt_pre = look_stmt};
    struct cover_rounds *r = arena_new(&p->c->arena, struct cover_rounds);

    walk_stmt(&w, s->body);
    if (s->expr)
        walk_expr(&w, s->expr);
    if (l.other || (l.loads ? !plan_counted(&l, s, r) : l.nodes > SMALL))
        return false;
    if (!l.loads)
        *r = (struct cover_rounds){.count = BEHIND};
    else
        p->kernel->kind = COVER_ALONE;
    if (p->kernel->kind == COVER_FLAT)
        p->kernel->kind = COVER_APART;
    node_table_put(&p->kernel->rounds, s, r);
    return true;
}
