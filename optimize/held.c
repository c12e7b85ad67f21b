/* held.c - arrays of a thread's own that groups hold for several threads of a work-item, as
 * `float acc[4]` (cover.h): in registers, if all of their subscripts are constants once loops of a
 * few rounds are unrolled, which the text of a group asks for.
 *
 * Other arrays would be in memory, for each thread of a work-item. Refused, too, are statements
 * that only some threads run, or that threads run differently, where copies outside of the domain
 * would have to take the elements of others.
 *
 * Example: in `for (int k = 0; k < n; k++) for (int q = 0; q < 4; q++) acc[q] += a(i, k) * b(k, 4 *
 * j + q);` q is one of four numbers wherever it is named. It relies on depend.c. */
#include "optimize/cover_plan.h"

#include "parser/walk.h"
#include "sema/types/expr.h"

struct held {
    struct plan *plan;
    struct node_table few; /* counters of loops of a few rounds: 1 */
    bool found;            /* an element of such an array; a subscript that is no constant */
    bool stores, changes;  /* to memory; to such an array */
};

/* The thread's own array, in which threads differ, that e is an element of; NULL: of none. */
static const struct symbol *array_of(const struct held *h, const struct expr *e)
{
    const struct symbol *root = e->kind == EXPR_SUBSCRIPT ? arrays_root(e) : NULL;

    return root && root->type->kind == TYPE_ARRAY && cover_symbol(h->plan->kernel, root) ? root
                                                                                         : NULL;
}

/* ---- subscripts ---- */

enum { FEW = 64 }; /* rounds of a nest that are unrolled (codegen/kernel/kernel_cover.c) */

static bool rounds_stmt(struct walker *w, struct stmt *s)
{
    long long *rounds = w->data;
    const struct expr *test = s->kind == STMT_FOR && s->expr ? expr_evaluated(s->expr) : NULL;
    bool known = test && s->decl && s->decl->declarators.n == 1 && test->kind == EXPR_BINARY &&
                 test->op == OP_LT && test->b->constant && test->b->value > 0 &&
                 test->b->value <= FEW;

    if (stmt_is_loop(s))
        *rounds = known && *rounds <= FEW ? *rounds * test->b->value : FEW + 1;
    return true;
}

bool held_is_short(const struct stmt *s)
{
    long long rounds = 1;
    struct walker nest = {.data = &rounds, .stmt_pre = rounds_stmt};

    walk_stmt(&nest, (struct stmt *)s);
    return rounds <= FEW;
}

static bool note_loop(struct walker *w, struct stmt *s)
{
    struct held *h = w->data;

    if (stmt_is_loop(s) && held_is_short(s))
        node_table_set(&h->few, s->decl->declarators.at[0]->symbol, 1);
    return true;
}

static bool varies_expr(struct walker *w, struct expr *e)
{
    struct held *h = w->data;

    if (block_reads(e) || e->kind == EXPR_CALL ||
        (e->kind == EXPR_NAME && e->symbol && !e->constant &&
         !node_table_get(&h->few, e->symbol, 0)))
        h->found = true;
    return true;
}

static bool subscript_expr(struct walker *w, struct expr *e)
{
    struct held *h = w->data;
    struct walker varies = {.data = h, .expr_pre = varies_expr};
    bool before = h->found;

    if (!array_of(h, e))
        return true;
    h->found = false;
    arrays_walk(&varies, e);
    if (h->found)
        cover_refuse(h->plan, e->loc, "it uses an array by subscripts that are not known before");
    h->found = before;
    return true;
}

/* ---- statements ---- */

static bool effect_expr(struct walker *w, struct expr *e)
{
    struct held *h = w->data;
    bool stores = e->kind == EXPR_ASSIGN || (e->kind == EXPR_UNARY && op_is_step(e->op));

    h->found |= array_of(h, e) != NULL;
    h->changes |= stores && array_of(h, expr_evaluated(e->a));
    h->stores |= (stores && !depend_root(e->a)) || (cover_is_atomic(e) && !cover_atomic_root(e));
    return true;
}

static bool look_stmt(struct walker *w, struct stmt *s)
{
    struct held *h = w->data, inner = {.plan = h->plan};
    struct walker effects = {.data = &inner, .expr_pre = effect_expr};
    bool single = s->kind == STMT_EXPR || s->kind == STMT_DECL;
    bool apart = (s->kind == STMT_IF || s->kind == STMT_SWITCH || stmt_is_loop(s)) &&
                 cover_control(h->plan->kernel, s);

    if (!single && !apart)
        return true;
    walk_stmt(&effects, s);
    if (stmt_is_loop(s) && inner.found)
        cover_refuse(h->plan, s->loc, "threads may run a loop over an array of theirs differently");
    if (inner.stores && inner.changes)
        cover_refuse(h->plan, s->loc, "a statement changes an array of the thread's and memory");
    return !apart;
}

void held_plan(struct plan *p)
{
    struct held h = {.plan = p, .few = {.arena = &p->c->arena}};
    struct walker loops = {.data = &h, .stmt_pre = note_loop};
    struct walker w = {.data = &h, .expr_pre = subscript_expr, .stmt_pre = look_stmt};

    walk_stmt(&loops, p->kernel->body);
    walk_stmt(&w, p->kernel->body);
}
