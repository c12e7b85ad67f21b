/* block.c - the body of a block of threads: each statement for all of them, before the next one.
 *
 * The threads of a launch run in any order, so every interleaving of them that keeps each one's own
 * order computes what the kernel means; this one has all threads of a block do a statement
 * together. A loop or an if that all threads take alike stays one; one that differs between rows is
 * made for each row, one that differs between lanes runs in each thread by itself.
 *
 * Example: `for (k...) sum += a(i, k) * b(k, j);` becomes one loop over k with a statement for each
 * row, whose sums are vectors (lanes.c). It relies on depend.c for what differs. */
#include "optimize/internal.h"

#include "parser/walk.h"
#include "sema/types/expr.h"

void block_put(struct block *b, struct stmt *s)
{
    block_add(&b->make, b->out, s);
}

/* ---- what it costs ---- */

void block_cost(struct block *b, long operations)
{
    if (b->depth)
        b->cost += operations;
}

static bool count_expr(struct walker *w, struct expr *e)
{
    int *n = w->data;

    *n += e->kind == EXPR_BINARY || e->kind == EXPR_ASSIGN || e->kind == EXPR_UNARY ||
          e->kind == EXPR_CALL || e->kind == EXPR_SUBSCRIPT || e->kind == EXPR_COND;
    return true;
}

int block_operations(const struct expr *e)
{
    int n = 0;
    struct walker w = {.data = &n, .expr_pre = count_expr};

    walk_expr(&w, (struct expr *)e);
    return n;
}

static int operations_of(const struct stmt *s)
{
    int n = 0;
    struct walker w = {.data = &n, .expr_pre = count_expr};

    walk_stmt(&w, (struct stmt *)s);
    return n;
}

/* A statement of some rows that is not taken apart further. */
static void plain_cost(struct block *b, const struct stmt *s, int rows)
{
    if (b->depth)
        b->plain_cost += (long)operations_of(s) * LANES * rows;
}

struct symbol *block_var(struct block *b, struct symbol *s, int row, struct var var, struct type *t)
{
    struct symbol *n = make_local(&b->make, s->name, t, 0);
    struct var *v = arena_new(&b->c->arena, struct var);

    *v = var;
    node_table_put(&b->vars, n, v);
    for (int r = row < 0 ? 0 : row; r < (row < 0 ? b->rows : row + 1); r++)
        node_table_put(&b->clones[r].map, s, n);
    return n;
}

static void block_stmt(struct block *b, const struct stmt *s, int from, int to);

/* The work of s in the rows, as a statement of its own. */
static struct stmt *block_of(struct block *b, const struct stmt *s, int from, int to)
{
    struct stmt *outer = b->out, *made;

    b->out = make_block(&b->make, NULL, 0);
    block_stmt(b, s, from, to);
    made = b->out;
    b->out = outer;
    return made;
}

/* ---- declarations ---- */

static void declare(struct block *b, const struct init_declarator *v, int row, int at)
{
    struct symbol *s = v->symbol;
    unsigned on = (unsigned)node_table_get(&b->depend.on, s, 0);
    struct type *t = type_unqualified(b->c, s->type);
    const struct expr *value = v->init ? v->init->expr : NULL;
    struct var var = {VAR_SCALAR, 0};
    struct expr *init = NULL;
    long long step;

    if (on & ON_LANE) {
        var.kind = VAR_VECTOR;
        if (value && depend_is_constant(&b->depend, s) && t->kind == TYPE_INT &&
            lanes_step(b, value, &step))
            var = (struct var){VAR_STEPS, (int)step};
    }
    b->make.loc = s->loc;
    if (value)
        init = var.kind == VAR_VECTOR ? lanes_vector(b, value, at) : lanes_first(b, value, at);
    s = block_var(b, s, row, var, var.kind == VAR_VECTOR ? lanes_type(b, t) : t);
    block_put(b, make_declare(&b->make, s, init ? make_init(&b->make, init) : NULL));
}

static void block_decl(struct block *b, const struct decl *d, int from, int to)
{
    b->shared = (struct node_table){.arena = &b->c->arena};
    for (int i = 0; i < d->declarators.n; i++) {
        const struct init_declarator *v = d->declarators.at[i];
        unsigned on = (unsigned)node_table_get(&b->depend.on, v->symbol, 0);
        if (v->constructed || (v->init && !v->init->expr) ||
            !((on & ON_LANE) ? lanes_has_vector(v->symbol->type)
                             : type_is_arithmetic(v->symbol->type))) {
            block_refuse(b->kernel, v->symbol->loc, "of the type of a variable");
            return;
        }
        if (b->depth && v->init)
            b->plain_cost += (1L + block_operations(v->init->expr)) * LANES * (to - from);
        if (!(on & ON_ROW))
            declare(b, v, -1, from);
        for (int r = from; r < to && (on & ON_ROW); r++)
            declare(b, v, r, r);
    }
}

/* ---- statements ---- */

static void block_effect(struct block *b, const struct stmt *s, int from, int to)
{
    unsigned on = depend_expr(&b->depend, s->expr);

    plain_cost(b, s, to - from);
    b->shared = (struct node_table){.arena = &b->c->arena};
    for (int r = from; r < (on & ON_ROW ? to : from + 1); r++) {
        b->make.loc = s->loc;
        if (on & ON_LANE)
            lanes_effect(b, s, r);
        else
            block_put(b, make_effect(&b->make, lanes_first(b, s->expr, r)));
    }
}

/* s in each thread by itself. */
static void by_threads(struct block *b, const struct stmt *s, int from, int to)
{
    plain_cost(b, s, to - from);
    block_cost(b, (long)operations_of(s) * 2 * LANES * (to - from));
    for (int r = from; r < to; r++)
        block_put(b, lanes_each(b, s, r));
}

static void block_if(struct block *b, const struct stmt *s, int from, int to)
{
    struct stmt *body = block_of(b, s->body, from, to);
    struct stmt *other = s->else_ ? block_of(b, s->else_, from, to) : NULL;

    block_put(b, make_if(&b->make, lanes_first(b, s->expr, from), body, other));
}

/* The variables that a loop's header declares are alike in all its threads. */
static struct stmt *header_decl(struct block *b, const struct decl *d, int from, int to)
{
    struct stmt *outer = b->out, *made;

    b->out = make_block(&b->make, NULL, 0);
    for (int i = 0; i < d->declarators.n; i++) {
        const struct init_declarator *v = d->declarators.at[i];
        if (v->constructed || (v->init && !v->init->expr))
            block_refuse(b->kernel, v->symbol->loc, "of the type of a variable");
        else
            declare(b, v, to - from == 1 ? from : -1, from);
    }
    made = b->out;
    b->out = outer;
    return made;
}

static void block_loop(struct block *b, const struct stmt *s, int from, int to)
{
    struct maker *m = &b->make;
    struct stmt *outer = b->out, *first = NULL, *loop;
    struct expr *test = NULL, *step = NULL;

    if (s->kind == STMT_FOR && s->decl) /* { int k = 0; for (; ...) } */
        b->out = header_decl(b, s->decl, from, to);
    else if (s->init)
        first = make_effect(m, lanes_first(b, s->init, from));
    test = s->expr ? lanes_first(b, s->expr, from) : NULL;
    step = s->step ? lanes_first(b, s->step, from) : NULL;
    b->depth++;
    if (s->kind == STMT_FOR)
        loop = make_for(m, first, test, step, block_of(b, s->body, from, to));
    else if (s->kind == STMT_WHILE)
        loop = make_while(m, test, block_of(b, s->body, from, to));
    else
        loop = make_do(m, block_of(b, s->body, from, to), test);
    b->depth--;
    block_put(b, loop);
    loop = b->out;
    b->out = outer;
    if (loop != outer)
        block_put(b, loop);
}

/* An if or a loop: once for all rows, for each row, or in each thread. */
static void block_control(struct block *b, const struct stmt *s, int from, int to)
{
    unsigned on = depend_control(&b->depend, s);
    int rows = on & ON_ROW ? 1 : to - from;

    if ((on & ON_LANE) || s->kind == STMT_SWITCH) {
        by_threads(b, s, from, to);
        return;
    }
    for (int r = from; r < to; r += rows) {
        b->make.loc = s->loc;
        if (s->kind == STMT_IF)
            block_if(b, s, r, r + rows);
        else
            block_loop(b, s, r, r + rows);
    }
}

static void block_stmt(struct block *b, const struct stmt *s, int from, int to)
{
    struct stmt *outer = b->out;

    switch (s->kind) {
    case STMT_COMPOUND:
        b->out = make_block(&b->make, NULL, 0);
        for (int i = 0; i < s->items.n; i++)
            block_stmt(b, s->items.at[i], from, to);
        block_add(&b->make, outer, b->out);
        b->out = outer;
        return;
    case STMT_DECL:
        block_decl(b, s->decl, from, to);
        return;
    case STMT_EXPR:
        block_effect(b, s, from, to);
        return;
    case STMT_IF:
    case STMT_SWITCH:
    case STMT_LOOPS:
        block_control(b, s, from, to);
        return;
    case STMT_BREAK:
    case STMT_CONTINUE:
        block_put(b, make_jump(&b->make, s->kind));
        return;
    case STMT_EMPTY:
        return;
    case STMT_ERROR:
    case STMT_GOTO:
    case STMT_RETURN:
    case STMT_LABEL:
    case STMT_CASE:
    case STMT_DEFAULT:
    case STMT_ASM:
    case STMT_LOCAL_LABELS:
        block_refuse(b->kernel, s->loc, "it jumps");
        return;
    }
}

void block_body(struct block *b)
{
    block_stmt(b, b->kernel->work, 0, b->rows);
}
