/* block.c - the body of a block of threads: each statement for all of them, before the next one.
 *
 * The threads of a launch run in any order, so every interleaving of them that keeps each one's own
 * order computes what the kernel means; this one has all threads of a block do a statement
 * together. A loop or an if that all threads take alike stays one; one that differs between rows is
 * made for each row, one that differs between lanes has masks (masks.c).
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

long block_rounds(int depth)
{
    /* A loop has sixteen. */
    return 1L << (4 * (depth < 4 ? depth : 4));
}

void block_cost(struct block *b, long operations)
{
    b->cost += operations * block_rounds(b->depth);
}

void block_apart(struct block *b, long operations, struct loc loc)
{
    long cost = operations * block_rounds(b->depth);

    b->cost += cost;
    if (cost > b->apart) {
        b->apart = cost;
        b->apart_loc = loc;
    }
}

struct count {
    long n;
    int depth;
};

static bool count_expr(struct walker *w, struct expr *e)
{
    struct count *c = w->data;

    if (e->kind == EXPR_BINARY || e->kind == EXPR_ASSIGN || e->kind == EXPR_UNARY ||
        e->kind == EXPR_CALL || e->kind == EXPR_SUBSCRIPT || e->kind == EXPR_COND)
        c->n += block_rounds(c->depth);
    return true;
}

static bool count_stmt(struct walker *w, struct stmt *s)
{
    struct count *c = w->data;

    c->depth += stmt_is_loop(s);
    return true;
}

static void count_stmt_end(struct walker *w, struct stmt *s)
{
    struct count *c = w->data;

    c->depth -= stmt_is_loop(s);
}

int block_operations(const struct expr *e)
{
    struct count c = {0, 0};
    struct walker w = {.data = &c, .expr_pre = count_expr};

    walk_expr(&w, (struct expr *)e);
    return (int)c.n;
}

long block_stmt_cost(const struct block *b, const struct stmt *s)
{
    struct count c = {0, b->depth};
    struct walker w = {
        .data = &c, .expr_pre = count_expr, .stmt_pre = count_stmt, .stmt_post = count_stmt_end};

    walk_stmt(&w, (struct stmt *)s);
    return c.n;
}

struct symbol *block_var(struct block *b, struct symbol *s, int row, struct var var, struct type *t)
{
    struct symbol *n = make_local(&b->make, s->name, t, 0);
    struct var *v = arena_new(&b->c->arena, struct var);

    *v = var;
    v->home = b->mask ? b->mask->lanes : NULL;
    node_table_put(&b->vars, n, v);
    for (int r = row < 0 ? 0 : row; r < (row < 0 ? b->rows : row + 1); r++)
        node_table_put(&b->clones[r].map, s, n);
    return n;
}

/* The work of s in the rows, as a statement of its own. */
static struct stmt *block_of(struct block *b, const struct stmt *s, int from, int to)
{
    struct stmt *outer = b->out, *made;
    int reads = b->reads.n;

    b->out = make_block(&b->make, NULL, 0);
    block_stmt(b, s, from, to);
    made = b->out;
    b->out = outer;
    b->reads.n = reads;
    return made;
}

void block_begin(struct block *b, int from, int to)
{
    b->shared = (struct node_table){.arena = &b->c->arena};
    b->asked = b->across = (struct node_table){.arena = &b->c->arena};
    b->all_rows = from == 0 && to == b->rows;
}

/* ---- declarations ---- */

static void declare_array(struct block *b, const struct init_declarator *v, int row, int at,
                          bool vectors)
{
    struct var var = {.kind = vectors ? VAR_VECTOR : VAR_SCALAR};
    struct type *t = type_unqualified(b->c, v->symbol->type);
    struct init *init = arrays_init(b, v->init, at, vectors);
    struct symbol *s;

    if (vectors && (!init || !init->items.n)) /* what a selection reads must not be undefined */
        init = arrays_zeros(b, t);
    s = block_var(b, v->symbol, row, var, vectors ? arrays_type(b, t) : t);
    block_put(b, make_declare(&b->make, s, init));
}

static void declare(struct block *b, const struct init_declarator *v, int row, int at)
{
    struct symbol *s = v->symbol;
    unsigned on = (unsigned)node_table_get(&b->depend.on, s, 0);
    struct type *t = type_unqualified(b->c, s->type);
    const struct expr *value = v->init ? v->init->expr : NULL;
    struct var var = {.kind = VAR_SCALAR};
    struct expr *init = NULL;
    long long step;

    if (on & ON_LANE) {
        var.kind = VAR_VECTOR;
        if (value && depend_is_steady(&b->depend, s) && is_whole(t) && lanes_step(b, value, &step))
            var = (struct var){.kind = VAR_STEPS, .step = (int)step};
    }
    b->make.loc = s->loc;
    if (t->kind == TYPE_ARRAY) {
        declare_array(b, v, row, at, on & ON_LANE);
        return;
    }
    if (value)
        init = var.kind == VAR_VECTOR ? lanes_vector(b, value, at) : lanes_first(b, value, at);
    else if (var.kind == VAR_VECTOR) /* what a selection reads must not be undefined */
        init = lanes_zero(b, t);
    s = block_var(b, s, row, var, var.kind == VAR_VECTOR ? lanes_type(b, t) : t);
    block_put(b, make_declare(&b->make, s, init ? make_init(&b->make, init) : NULL));
}

/* Whether a variable has a form in the block. */
static bool is_understood(const struct init_declarator *v, unsigned on)
{
    const struct type *t = v->symbol->type;

    if (arrays_are_numbers(t))
        return !(on & ON_LANE) || arrays_have_vectors(v);
    return (!v->init || v->init->expr) &&
           ((on & ON_LANE) ? lanes_has_vector(t) : type_is_arithmetic(t));
}

/* Tile_static objects, which all threads have in common, stay what they are. */
static void declare_shared(struct block *b, const struct decl *d)
{
    struct stmt *s = arena_new(&b->c->arena, struct stmt);

    s->kind = STMT_DECL;
    s->loc = d->loc;
    s->decl = (struct decl *)d;
    block_put(b, s);
}

void block_decl(struct block *b, const struct decl *d, int from, int to)
{
    block_begin(b, from, to);
    if (d->spec->storage & STORAGE_TILE_STATIC) {
        declare_shared(b, d);
        return;
    }
    for (int i = 0; i < d->declarators.n; i++) {
        const struct init_declarator *v = d->declarators.at[i];
        unsigned on = (unsigned)node_table_get(&b->depend.on, v->symbol, 0);
        if (v->constructed || !is_understood(v, on)) {
            block_refuse(b->kernel, v->symbol->loc, "a variable has a type that is not understood");
            return;
        }
        if (v->init && v->init->expr)
            b->plain_cost += (1 + block_operations(v->init->expr)) * block_rounds(b->depth) *
                             b->lanes * (to - from);
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

    if (places_is_wait(expr_uncast(s->expr))) /* all threads are here */
        return;
    b->plain_cost += block_stmt_cost(b, s) * b->lanes * (to - from);
    block_begin(b, from, to);
    b->make.loc = s->loc;
    if (strips_store(b, expr_evaluated(s->expr)))
        return;
    for (int r = from; r < (on & ON_ROW ? to : from + 1); r++) {
        b->make.loc = s->loc;
        if (on & ON_LANE)
            lanes_effect(b, s, r);
        else
            block_put(b, make_effect(&b->make, lanes_first(b, s->expr, r)));
    }
}

static void block_if(struct block *b, const struct stmt *s, int from, int to)
{
    struct stmt *body = block_of(b, s->body, from, to);
    struct stmt *other = s->else_ ? block_of(b, s->else_, from, to) : NULL;

    block_put(b, make_if(&b->make, lanes_first(b, s->expr, from), body, other));
}

/* The variables that a loop's header declares are alike in all its threads. */
struct stmt *block_header(struct block *b, const struct decl *d, int from, int to)
{
    struct stmt *outer = b->out, *made;

    b->out = make_block(&b->make, NULL, 0);
    for (int i = 0; i < d->declarators.n; i++) {
        const struct init_declarator *v = d->declarators.at[i];
        if (v->constructed || (v->init && !v->init->expr) || v->symbol->type->kind == TYPE_ARRAY)
            block_refuse(b->kernel, v->symbol->loc, "a variable has a type that is not understood");
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
    struct block_loop around = b->loop;
    struct block_count count = b->count;

    if (strips_loop(b, s, from, to))
        return;
    if (s->kind == STMT_FOR && s->decl) /* { int k = 0; for (; ...) } */
        b->out = block_header(b, s->decl, from, to);
    else if (s->init)
        first = make_effect(m, lanes_first(b, s->init, from));
    test = s->expr ? lanes_first(b, s->expr, from) : NULL;
    step = s->step ? lanes_first(b, s->step, from) : NULL;
    b->depth++;
    b->loop = (struct block_loop){NULL, NULL};
    b->count = ahead_count(s);
    if (s->kind == STMT_FOR)
        loop = make_for(m, first, test, step, block_of(b, s->body, from, to));
    else if (s->kind == STMT_WHILE)
        loop = make_while(m, test, block_of(b, s->body, from, to));
    else
        loop = make_do(m, block_of(b, s->body, from, to), test);
    b->depth--;
    b->loop = around;
    b->count = count;
    block_put(b, loop);
    loop = b->out;
    b->out = outer;
    if (loop != outer)
        block_put(b, loop);
}

/* What a statement stores to. */
struct stores {
    const struct depend *depend;
    struct node_table own; /* variables that it declares: 1 */
    bool shared;           /* some that it does not, and that rows have in common */
};

static bool note_own(struct walker *w, struct decl *d)
{
    struct stores *x = w->data;

    for (int i = 0; i < d->declarators.n; i++)
        if (d->declarators.at[i]->symbol)
            node_table_set(&x->own, d->declarators.at[i]->symbol, 1);
    return true;
}

static bool note_store(struct walker *w, struct expr *e)
{
    struct stores *x = w->data;
    bool stores = e->kind == EXPR_ASSIGN || (e->kind == EXPR_UNARY && op_is_step(e->op));
    const struct symbol *s = stores ? depend_root(e->a) : NULL;

    x->shared |= s && !node_table_get(&x->own, s, 0) && !(s->storage & STORAGE_TILE_STATIC) &&
                 !((unsigned)node_table_get(&x->depend->on, s, 0) & ON_ROW);
    return true;
}

/* Whether some rows may do a loop of a tile before others: nothing waits in it, and it leaves what
 * rows have in common as it was. */
static bool is_parted(const struct block *b, const struct stmt *s)
{
    struct stores x = {.depend = &b->depend, .own = {.arena = &b->c->arena}};
    struct walker own = {.data = &x, .decl_pre = note_own};
    struct walker w = {.data = &x, .expr_pre = note_store};

    if (!b->kernel->launch->tiled || !b->together || !stmt_is_loop(s) || places_wait_in(s))
        return false;
    walk_stmt(&own, (struct stmt *)s);
    walk_stmt(&w, (struct stmt *)s);
    return !x.shared;
}

/* An if or a loop: once for all rows, for each row, or in each with masks. */
static void block_control(struct block *b, const struct stmt *s, int from, int to)
{
    unsigned on = depend_control(&b->depend, s);
    int rows = on & ON_ROW ? 1 : to - from;

    if (rows > b->together && is_parted(b, s))
        rows = b->together;
    if ((on & ON_LANE) || s->kind == STMT_SWITCH) {
        masks_control(b, s, from, to);
        return;
    }
    for (int r = from; r < to; r += rows) {
        int end = r + rows < to ? r + rows : to;
        b->make.loc = s->loc;
        if (s->kind == STMT_IF)
            block_if(b, s, r, end);
        else
            block_loop(b, s, r, end);
    }
}

/* The statements of a compound statement from the i-th on. Behind jumps of some lanes the rest is
 * done if there are others. */
static void block_items(struct block *b, const struct stmt *s, int i, int from, int to)
{
    struct stmt *outer = b->out, *made = b->out = make_block(&b->make, NULL, 0);
    bool jumps = false;

    for (; i < s->items.n && !jumps; i++) {
        block_stmt(b, s->items.at[i], from, to);
        jumps = b->loop.stays && masks_jumps(s->items.at[i]);
    }
    if (i < s->items.n) {
        b->out = make_block(&b->make, NULL, 0);
        block_items(b, s, i, from, to);
        block_add(&b->make, made,
                  make_if(&b->make, masks_test(b, AMP_LANES_ANY, b->mask->lanes), b->out, NULL));
    }
    b->out = outer;
    block_put(b, made);
}

void block_stmt(struct block *b, const struct stmt *s, int from, int to)
{
    switch (s->kind) {
    case STMT_COMPOUND:
        block_items(b, s, 0, from, to);
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
        if (b->loop.stays)
            masks_jump(b, s->kind);
        else
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
