/* ahead.c - memory of later rounds: a block goes through lines of memory that are far from each
 * other, as `a(k, i)` with lanes along i does in a loop over k. Processors fetch ahead what
 * follows, and do not find such lines by themselves; so the block asks for them some rounds before
 * it reads them. Nothing is read by that, and there may be no such element.
 *
 * Example, of eight rows of 16 floats: `ampc_ahead(&a(k + 32, i)); sum += 16 elements at a(k, i);`
 * What all rows read is asked for once, 64 rounds before, what a row reads as far ahead as 256
 * lines are: less than the time that memory takes to answer would gain nothing.
 *
 * It relies on lanes.c. */
#include "optimize/internal.h"

#include "parser/walk.h"
#include "sema/tree/edit.h"
#include "sema/types/expr.h"

enum { ROUNDS = 64, LINES = 256, LINE = 64 /* bytes */, NEAR = 64 /* elements */ };

/* Whether s has few rounds: those ahead would be none of its own. */
static bool is_short(const struct stmt *s)
{
    const struct expr *test = s->expr ? expr_evaluated(s->expr) : NULL;

    return test && test->kind == EXPR_BINARY && test->b->constant && test->b->value <= ROUNDS;
}

static bool is_number(const struct expr *e)
{
    e = expr_evaluated(e);
    return e->type->kind == TYPE_INT && (e->constant || e->kind == EXPR_NAME);
}

struct block_count ahead_count(const struct stmt *s)
{
    const struct expr *e =
        s->kind == STMT_FOR && s->decl && s->step ? expr_evaluated(s->step) : NULL;
    const struct expr *to = e && e->a ? expr_evaluated(e->a) : NULL;
    struct block_count none = {NULL, NULL};

    if (!to || to->kind != EXPR_NAME || to->type->kind != TYPE_INT || e->amp != AMP_NONE ||
        is_short(s))
        return none;
    if (e->kind == EXPR_UNARY && (e->op == OP_PREINC || e->op == OP_POSTINC))
        return (struct block_count){to->symbol, NULL};
    if (e->kind == EXPR_ASSIGN && e->op == OP_ADD && is_number(e->b))
        return (struct block_count){to->symbol, e->b};
    return none;
}

struct look {
    const struct symbol *counter;
    bool named, cheap;
};

static bool look_expr(struct walker *w, struct expr *e)
{
    struct look *l = w->data;

    l->named |= e->kind == EXPR_NAME && e->symbol == l->counter;
    if (block_reads(e) || e->kind == EXPR_CALL || e->kind == EXPR_ASSIGN ||
        (e->kind == EXPR_UNARY && op_is_step(e->op)))
        l->cheap = false;
    return true;
}

/* Whether a subscript is of the counter; *cheap: whether it may be computed once more. */
static bool counts(const struct block *b, const struct expr *e, bool *cheap)
{
    struct look l = {b->count.counter, false, true};
    struct walker w = {.data = &l, .expr_pre = look_expr};

    walk_expr(&w, (struct expr *)e);
    *cheap = *cheap && l.cheap && !block_may_trap(e);
    return l.named;
}

/* Whether the elements of the next round are far from those of this one. */
static bool is_far(const struct block *b, const struct expr *e)
{
    const struct expr *step = b->count.step ? expr_evaluated(b->count.step) : NULL;
    struct lanes_subscripts subs;
    bool cheap = true, outer = false, last;

    if (!lanes_subscripts(e, &subs))
        return false;
    for (int k = 0; k < subs.n - 1; k++)
        outer |= counts(b, subs.at[k], &cheap);
    last = counts(b, subs.at[subs.n - 1], &cheap);
    return cheap && (outer || (last && step && !(step->constant && step->value <= NEAR)));
}

struct later {
    struct block *block;
    const struct symbol *counter;
    int row, rounds;
};

static bool edit_counter(struct tree_edit *t, struct expr **at)
{
    struct later *l = t->data;
    struct maker *m = &l->block->make;
    struct expr *by = make_int(m, l->rounds, type_basic(TYPE_INT));

    if ((*at)->kind != EXPR_NAME || (*at)->symbol != l->counter)
        return true;
    if (l->block->count.step)
        by = make_binary(m, OP_MUL, by, lanes_first(l->block, l->block->count.step, l->row));
    *at = make_binary(m, OP_ADD, *at, by);
    return false;
}

void ahead_fetch(struct block *b, const struct expr *e, int row)
{
    bool own = depend_expr(b->apart_of ? b->apart_of : &b->depend, e) & ON_ROW;
    int parts = b->apart_of ? 2 : 1, part = row / (b->rows / parts);
    int lines = (own ? b->rows : parts) * (int)((e->type->size * b->lanes + LINE - 1) / LINE);
    long asked = node_table_get(&b->asked, e, 0);
    struct later l = {b, NULL, row, LINES / lines < ROUNDS ? LINES / lines : ROUNDS};
    struct tree_edit edit = {.data = &l, .expr_pre = edit_counter};
    struct expr *copy, *last;

    if (!b->count.counter || asked >> part & 1 || !is_far(b, e))
        return;
    node_table_set(&b->asked, e, own ? 0 : asked | 1 << part);
    l.counter = tree_clone_of(&b->clones[row], b->count.counter);
    copy = lanes_first(b, e, row);
    tree_edit_expr(&edit, &copy);
    /* Of rows and blocks beside each other the next one asks for where this one ends. */
    last =
        make_int(&b->make, b->line ? row == b->rows - 1 : part == parts - 1, type_basic(TYPE_INT));
    block_cost(b, 1);
    block_put(b, make_effect(&b->make,
                             lanes_node(b, AMP_LANES_AHEAD, type_basic(TYPE_VOID), copy, last)));
}
