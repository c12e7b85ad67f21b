/* steady.c - loops whose lanes begin at different numbers and go on alike: all lanes run them
 * together until the last lane leaves; only the rounds behind that have masks (masks.c).
 *
 * Taken are `for (int k = a; k < b; k += c)`, or <=, without jumps, where k grows by a constant
 * from lane to lane, and b and c are the same in all lanes. The last lane of the last row is the
 * first to leave: while it is in, all are.
 *
 * Example: `for (int k = i; k < n; k += 256) sum += x(k);` with lanes along i:
 *
 *     int k = i; while ((long)k + 15 < n) { sum += 16 elements at x(k); k += 256; }
 *     the same with a mask of the lanes whose k + lane < n
 *
 * It relies on depend.c for what is the same, and on masks.c. */
#include "optimize/internal.h"

#include "sema/types/expr.h"

/* The variable that s counts with; NULL: s is no such loop. */
static struct symbol *counter_of(const struct stmt *s)
{
    const struct expr *test = s->kind == STMT_FOR && s->expr ? expr_evaluated(s->expr) : NULL;
    const struct init_declarator *d;

    if (!test || !s->decl || s->decl->declarators.n != 1 || !s->step || masks_jumps(s->body) ||
        test->kind != EXPR_BINARY || (test->op != OP_LT && test->op != OP_LE) ||
        test->a->type->kind != TYPE_INT)
        return NULL;
    d = s->decl->declarators.at[0];
    test = expr_evaluated(test->a);
    return d->symbol && d->symbol->type->kind == TYPE_INT && d->init && d->init->expr &&
                   test->kind == EXPR_NAME && test->symbol == d->symbol
               ? d->symbol
               : NULL;
}

bool steady_fits(const struct depend *d, const struct stmt *s)
{
    const struct symbol *k = counter_of(s);

    return k && depend_is_steady(d, k) && !depend_expr(d, expr_evaluated(s->expr)->b);
}

/* The number of the last lane of a row: (long)k + 15 * step. */
static struct expr *last_lane(struct block *b, const struct expr *k, int row, long long step)
{
    struct maker *m = &b->make;
    struct type *wide = type_basic(TYPE_LONG);

    return make_binary(m, OP_ADD, make_cast(m, wide, lanes_first(b, k, row)),
                       make_int(m, (b->lanes - 1) * step, wide));
}

/* The rounds that all lanes run. */
static void together(struct block *b, const struct stmt *s, long long step, int from, int to)
{
    const struct expr *test = expr_evaluated(s->expr);
    struct stmt *outer = b->out, *body = b->out = make_block(&b->make, NULL, 0);
    struct block_loop around = b->loop;
    struct block_count count = b->count;
    int reads = b->reads.n;

    b->loop = (struct block_loop){NULL, NULL};
    b->count = ahead_count(s);
    b->depth++;
    block_stmt(b, s->body, from, to);
    b->count = count;
    block_stmt(b, make_effect(&b->make, s->step), from, to);
    b->depth--;
    b->loop = around;
    b->reads.n = reads;
    b->out = outer;
    block_put(b, make_while(&b->make,
                            make_binary(&b->make, test->op, last_lane(b, test->a, to - 1, step),
                                        lanes_first(b, test->b, to - 1)),
                            body));
}

/* A counter that the rows share becomes one for each. */
static void own_counters(struct block *b, struct symbol *k, long long step, int from, int to)
{
    struct symbol *shared = tree_clone_of(&b->clones[from], k);
    struct var var = {VAR_STEPS, (int)step, NULL};

    if ((unsigned)node_table_get(&b->depend.on, k, 0) & ON_ROW)
        return;
    for (int r = from; r < to; r++) {
        struct init *value = make_init(&b->make, make_name(&b->make, shared));
        block_put(b, make_declare(&b->make, block_var(b, k, r, var, shared->type), value));
    }
}

/* What is left of the loop in each row, with masks; false: it cannot be done so. */
static bool apart(struct block *b, const struct stmt *s, int from, int to)
{
    struct stmt rest = *s;
    long cost = b->cost, plain = b->plain_cost;
    bool done = true;

    rest.decl = NULL;
    for (int r = from; r < to && done; r++) {
        struct stmt *made = masks_made(b, &rest, r);
        done = made != NULL;
        if (done)
            block_put(b, made);
    }
    b->cost = cost;
    b->plain_cost = plain;
    return done;
}

bool steady_loop(struct block *b, const struct stmt *s, int from, int to)
{
    struct stmt *outer = b->out, *made;
    long cost = b->cost, plain = b->plain_cost;
    bool rows = to - from == 1 || b->line || !(depend_expr(&b->depend, s->expr) & ON_ROW);
    long long step;
    bool done;

    if (b->mask || !rows || !steady_fits(&b->depend, s) ||
        !lanes_step(b, s->decl->declarators.at[0]->init->expr, &step) || step <= 0)
        return false;
    made = b->out = make_block(&b->make, NULL, 0);
    block_decl(b, s->decl, from, to);
    together(b, s, step, from, to);
    own_counters(b, s->decl->declarators.at[0]->symbol, step, from, to);
    block_begin(b, from, to);
    done = apart(b, s, from, to);
    b->out = outer;
    if (done) {
        block_put(b, made);
        return true;
    }
    b->cost = cost;
    b->plain_cost = plain;
    return false;
}
