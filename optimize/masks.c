/* masks.c - ifs and loops that only some of the lanes run: by masks, vectors of int with -1 for the
 * lanes that do.
 *
 * The body of an if is run when it has any lane; a loop goes on while any lane stays in it. What
 * the lanes that run store is merged into variables that live longer. A break or continue takes
 * its lanes out of all masks up to the loop's; what follows is done if any are left. Loads, stores
 * and whatever could trap are done by the lanes that run alone (lanes.c, truth.c).
 *
 * Where that costs more than the same in each thread by itself, or cannot be done (a switch), each
 * thread does it by itself.
 *
 * Example: `while (n < 256 && x * x < 4) { x = x * x + c; n++; }` becomes
 *
 *     int16 on = all; while (1) { on &= n < 256 & x * x < 4; if (!any(on)) break;
 *     x = select(x, x * x + c, on); n = select(n, n + 1, on); } */
#include "optimize/cover.h"
#include "optimize/internal.h"

#include "parser/walk.h"

static struct type *mask_type(struct block *b)
{
    return lanes_type(b, type_basic(TYPE_INT));
}

struct symbol *masks_new(struct block *b, struct expr *value)
{
    return lanes_temporary(b, type_basic(TYPE_INT), value);
}

struct expr *masks_test(struct block *b, enum amp_op op, struct symbol *lanes)
{
    return lanes_node(b, op, type_basic(TYPE_INT), lanes_name(b, lanes), NULL);
}

static struct expr *mask_and(struct block *b, struct expr *x, struct symbol *lanes)
{
    return lanes_operation(b, OP_AND, mask_type(b), x, lanes_name(b, lanes));
}

static struct expr *mask_not(struct block *b, struct symbol *lanes)
{
    return lanes_operation(b, OP_BITNOT, mask_type(b), lanes_name(b, lanes), NULL);
}

/* ---- jumps ---- */

struct jumps {
    int loops, switches;
    bool found;
};

static bool jumps_pre(struct walker *w, struct stmt *s)
{
    struct jumps *j = w->data;

    j->found |= (s->kind == STMT_BREAK && !j->loops && !j->switches) ||
                (s->kind == STMT_CONTINUE && !j->loops);
    j->loops += stmt_is_loop(s);
    j->switches += s->kind == STMT_SWITCH;
    return true;
}

static void jumps_post(struct walker *w, struct stmt *s)
{
    struct jumps *j = w->data;

    j->loops -= stmt_is_loop(s);
    j->switches -= s->kind == STMT_SWITCH;
}

bool masks_jumps(const struct stmt *s)
{
    struct jumps j = {0, 0, false};
    struct walker w = {.data = &j, .stmt_pre = jumps_pre, .stmt_post = jumps_post};

    walk_stmt(&w, (struct stmt *)s);
    return j.found;
}

void masks_jump(struct block *b, enum stmt_kind kind)
{
    const struct symbol *last = kind == STMT_BREAK ? b->loop.stays : b->loop.round;
    struct symbol *left = masks_new(b, mask_not(b, b->mask->lanes));

    for (const struct mask *m = b->mask; m; m = m->outer) {
        block_cost(b, 1);
        block_put(b, lanes_assign(b, OP_AND, lanes_name(b, m->lanes), lanes_name(b, left)));
        if (m->lanes == last)
            return;
    }
}

/* ---- ifs ---- */

struct straight {
    const struct block *block;
    int operations;
    bool holds;
};

static bool straight_stmt(struct walker *w, struct stmt *s)
{
    struct straight *x = w->data;

    x->holds =
        x->holds && (s->kind == STMT_COMPOUND || s->kind == STMT_DECL || s->kind == STMT_EXPR);
    return x->holds;
}

/* Whether e is an element of a variable of the block whose subscript might be outside of it where
 * no lane runs. */
static bool is_outside(const struct block *b, const struct expr *e)
{
    const struct expr *root = e;

    if (!arrays_is_element(e) || arrays_is_inside(e))
        return false;
    while (arrays_outer(root))
        root = arrays_outer(root);
    return root->kind == EXPR_NAME && node_table_find(&b->vars, root->symbol);
}

static bool straight_expr(struct walker *w, struct expr *e)
{
    struct straight *x = w->data;

    x->operations++;
    if (e->amp == AMP_LANES_AT) /* all lanes have read it, as there is no test here */
        return false;
    if (block_reads(e) ||
        (e->kind == EXPR_NAME && e->symbol && e->symbol->storage & STORAGE_TILE_STATIC) ||
        is_outside(x->block, e) || e->amp == AMP_LANES_CALL || e->amp == AMP_LANES_TURN ||
        (e->kind == EXPR_CALL && e->amp == AMP_NONE) || cover_is_atomic(e) || e->op == OP_DIV ||
        e->op == OP_MOD)
        x->holds = false;
    return x->holds;
}

/* Whether a branch may be run when it has no lane, too, and takes no longer than a jump that is
 * foreseen half of the time. */
static bool is_straight(const struct block *b, struct stmt *body)
{
    enum { OPERATIONS_MAX = 32 };
    struct straight x = {b, 0, true};
    struct walker w = {.data = &x, .stmt_pre = straight_stmt, .expr_pre = straight_expr};

    walk_stmt(&w, body);
    return x.holds && x.operations <= OPERATIONS_MAX;
}

/* s in the lanes of a mask, if there are any. */
static void branch(struct block *b, const struct stmt *s, struct symbol *lanes, int row)
{
    struct stmt *outer = b->out, *body = b->out = make_block(&b->make, NULL, 0);
    struct mask inner = {lanes, b->mask, NULL};

    b->mask = &inner;
    block_stmt(b, s, row, row + 1);
    b->mask = inner.outer;
    b->out = outer;
    block_put(b, is_straight(b, body)
                     ? body
                     : make_if(&b->make, masks_test(b, AMP_LANES_ANY, lanes), body, NULL));
}

static void masked_if(struct block *b, const struct stmt *s, int row)
{
    struct expr *test = truth_mask(b, s->expr, row), *rest;
    struct symbol *yes, *no = NULL;

    yes = masks_new(b, b->mask ? mask_and(b, test, b->mask->lanes) : test);
    if (s->else_) {
        rest = mask_not(b, yes);
        no = masks_new(b, b->mask ? mask_and(b, rest, b->mask->lanes) : rest);
    }
    branch(b, s->body, yes, row);
    if (s->else_)
        branch(b, s->else_, no, row);
}

/* ---- loops ---- */

/* Lanes leave the loop whose condition is not true. */
static void loop_test(struct block *b, const struct stmt *s, struct symbol *stays, int row)
{
    struct maker *m = &b->make;

    if (s->expr)
        block_put(b, lanes_assign(b, OP_AND, lanes_name(b, stays), truth_mask(b, s->expr, row)));
    block_cost(b, 4);
    block_put(b, make_if(m, make_unary(m, OP_NOT, masks_test(b, AMP_LANES_ANY, stays)),
                         make_jump(m, STMT_BREAK), NULL));
}

static void expression(struct block *b, struct expr *e, int row)
{
    struct stmt *s = e ? make_effect(&b->make, e) : NULL;

    if (s)
        block_stmt(b, s, row, row + 1);
}

/* One round. */
static void loop_body(struct block *b, const struct stmt *s, struct symbol *stays, int row)
{
    struct mask round = {NULL, b->mask, NULL};

    if (s->kind != STMT_DO)
        loop_test(b, s, stays, row);
    round.lanes = b->loop.round = masks_jumps(s->body) ? masks_new(b, lanes_name(b, stays)) : stays;
    if (round.lanes != stays)
        b->mask = &round;
    block_stmt(b, s->body, row, row + 1);
    if (round.lanes != stays)
        b->mask = round.outer;
    expression(b, s->step, row);
    if (s->kind == STMT_DO)
        loop_test(b, s, stays, row);
}

static void masked_loop(struct block *b, const struct stmt *s, int row)
{
    struct stmt *outer = b->out, *whole, *body;
    struct block_loop around = b->loop;
    struct mask in = {NULL, b->mask, NULL};
    struct type *t = type_basic(TYPE_INT);

    whole = b->out = make_block(&b->make, NULL, 0);
    in.lanes = masks_new(b, b->mask ? lanes_name(b, b->mask->lanes)
                                    : lanes_fill(b, make_int(&b->make, -1, t)));
    if (s->init)
        expression(b, s->init, row);
    b->mask = &in;
    b->loop = (struct block_loop){in.lanes, NULL};
    if (s->kind == STMT_FOR && s->decl)
        block_decl(b, s->decl, row, row + 1);
    b->depth++;
    body = b->out = make_block(&b->make, NULL, 0);
    loop_body(b, s, in.lanes, row);
    b->depth--;
    b->out = whole;
    block_put(b, make_while(&b->make, make_int(&b->make, 1, t), body));
    b->loop = around;
    b->mask = in.outer;
    b->out = outer;
    block_put(b, whole);
}

/* ---- which way ---- */

/* Variables of the masked form are not those of the threads' own. */
static bool forget(struct walker *w, struct decl *d)
{
    struct node_table *map = w->data;

    for (int i = 0; i < d->declarators.n; i++)
        node_table_put(map, d->declarators.at[i]->symbol, NULL);
    return true;
}

static void by_threads(struct block *b, const struct stmt *s, int row)
{
    struct walker w = {.data = &b->clones[row].map, .decl_pre = forget};

    walk_stmt(&w, (struct stmt *)s);
    block_cost(b, 1);
    b->cost += block_stmt_cost(b, s) * 2 * b->lanes;
    block_put(b, lanes_each(b, s, row));
}

struct stmt *masks_made(struct block *b, const struct stmt *s, int row)
{
    struct stmt *outer = b->out, *made = b->out = make_block(&b->make, NULL, 0);
    bool failed = b->failed;

    b->failed = s->kind == STMT_SWITCH;
    if (s->kind == STMT_IF)
        masked_if(b, s, row);
    else if (s->kind != STMT_SWITCH)
        masked_loop(b, s, row);
    b->out = outer;
    made = b->failed ? NULL : made;
    b->failed = failed;
    return made;
}

void masks_control(struct block *b, const struct stmt *s, int from, int to)
{
    bool leaves = masks_jumps(s);

    if (steady_loop(b, s, from, to))
        return;
    for (int r = from; r < to; r++) {
        long cost = b->cost, plain = b->plain_cost, threads;
        struct stmt *made;
        b->make.loc = s->loc;
        block_begin(b, r, r + 1);
        made = masks_made(b, s, r);
        threads = cost + block_stmt_cost(b, s) * 2 * b->lanes;
        b->plain_cost = plain + block_stmt_cost(b, s) * b->lanes;
        if (made && (leaves || b->cost <= threads)) {
            block_put(b, made);
            continue;
        }
        b->cost = cost;
        b->failed |= leaves;
        by_threads(b, s, r);
    }
}
