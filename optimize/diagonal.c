/* diagonal.c - tests that compare the row with the column around loops, as in `if (j <= i) { ... }`
 * around the work of a triangle, or one of them with what limit.c does not take: groups do it for
 * their whole block if one of its threads passes the test, fetch the rows and columns in which one
 * does, and store what threads that pass it have:
 *
 *     long low = ..., high = ...;            the rows of the block in which a thread passes; the
 *                                            columns, too
 *     if (low <= high && ...) {              some thread does: the same for all of the group
 *         float sum = 0;
 *         for (...) sum += a(i, k) * b(k, j);
 *         if (j <= i) c(i, j) = sum;
 *     }
 *     if (!(j <= i)) ...                     the other branch
 *
 * Tests are sums of the row, the column, captures and constants, each of the index once, which are
 * compared as signed numbers; so they hold in a row between two columns, and the first and the last
 * row with such columns are found at the block's corners. Threads that fail the test compute with
 * what others have fetched, or with anything; so what their loops read beside that, or divide, they
 * do where the test holds (diagonal_mask). It relies on depend.c. */
#include "optimize/cover_plan.h"

#include "parser/walk.h"
#include "sema/tree/clone.h"
#include "sema/tree/edit.h"
#include "sema/types/expr.h"
#include "sema/types/pure.h"

typedef VEC(struct form) form_vec;

struct diagonal {
    struct plan *plan;
    form_vec forms;      /* of the row and the column, two at the most */
    form_vec sides;      /* of one of them */
    struct expr *common; /* what all threads have alike; NULL: nothing */
    struct expr *test;   /* of a thread */
    struct stmt *guard;  /* what only threads that pass do, and is not yet put anywhere */
    bool failed;
};

/* ---- tests ---- */

bool diagonal_is(struct plan *p, const struct expr *e)
{
    struct form f;

    e = expr_evaluated(e);
    return cover_has_rows(p->kernel) && form_is_comparison(e) && form_of(p, e, true, &f) && f.row &&
           f.column;
}

/* Of two forms: with one of them, or between both, threads of a row or column pass if the two are
 * the same but for what is fixed, or opposites, whose sum is not negative. */
static bool add_form(struct diagonal *x, const struct form *f)
{
    struct plan *p = x->plan;
    struct maker *m = &p->make;
    const struct form *other = x->forms.at;

    if (!f->row || !f->column) {
        vec_push(&p->c->arena, &x->sides, *f);
        return true;
    }
    if (x->forms.n == 2 || (x->forms.n == 1 && f->row * f->column != other->row * other->column))
        return false;
    if (x->forms.n == 1 && f->row != other->row) {
        struct expr *sum =
            make_binary(m, OP_ADD, form_clone(p, f->rest), form_clone(p, other->rest));
        x->common = form_and(p, x->common,
                             make_binary(m, OP_GE, sum, make_int(m, 0, type_basic(TYPE_LONG))));
    }
    vec_push(&p->c->arena, &x->forms, *f);
    return true;
}

/* Takes a test, of which both operands of && must hold, or of || fail. */
static bool take(struct diagonal *x, const struct expr *e, bool holds)
{
    struct plan *p = x->plan;
    struct form f;

    e = expr_evaluated(e);
    while ((e->kind == EXPR_CONVERT || e->kind == EXPR_CAST) && type_is_integer(e->type) &&
           truth_is(e->a))
        e = expr_evaluated(e->a);
    if (!depend_expr(p->depend, e)) {
        const struct expr *fixed = fetch_fixed(p, e);
        struct expr *copy = fixed && !block_may_trap(fixed) ? form_clone(p, fixed) : NULL;
        if (copy)
            x->common = form_and(p, x->common, holds ? copy : make_unary(&p->make, OP_NOT, copy));
        return copy != NULL;
    }
    if (e->kind == EXPR_UNARY && e->op == OP_NOT)
        return take(x, e->a, !holds);
    if (e->kind == EXPR_BINARY && e->amp == AMP_NONE && e->op == (holds ? OP_LAND : OP_LOR))
        return take(x, e->a, holds) && take(x, e->b, holds);
    return form_is_comparison(e) && form_of(p, e, holds, &f) && add_form(x, &f);
}

/* ---- the rows and columns of a block with threads that pass ---- */

/* The larger one of two longs, or the smaller one. */
static struct expr *extreme(struct plan *p, bool larger, struct expr *a, struct expr *b)
{
    struct expr *test =
        make_binary(&p->make, larger ? OP_GT : OP_LT, form_clone(p, a), form_clone(p, b));

    return make_cond(&p->make, test, a, b);
}

/* Makes a bound of the rows, d = 1, or columns, 0, no less, or no more, than forms say. 'of': the
 * bounds of the other dimension; NULL: the forms do not name it. */
static struct expr *narrow(struct diagonal *x, const form_vec *forms, int d, bool low,
                           struct symbol *const *of, struct expr *bound)
{
    struct plan *p = x->plan;
    struct maker *m = &p->make;

    for (int i = 0; i < forms->n; i++) {
        const struct form *f = &forms->at[i];
        int own = d ? f->row : f->column, other = d ? f->column : f->row;
        struct expr *most = form_clone(p, f->rest);
        if (!own || (own > 0) != low)
            continue;
        if (other)
            most = make_binary(m, other > 0 ? OP_ADD : OP_SUB, most, make_name(m, of[other > 0]));
        bound = extreme(p, low, bound, low ? make_unary(m, OP_NEG, most) : most);
    }
    return bound;
}

/* Declares the bounds, which are the block's, or within them. */
static void declare_bounds(struct diagonal *x, struct stmt *block)
{
    static const char *const names[2][2] = {{"low_column", "high_column"}, {"low_row", "high_row"}};
    struct plan *p = x->plan;
    struct maker *m = &p->make;
    struct symbol *sides[2][2];

    for (int k = 0; k < 4; k++) {
        int d = k / 2, high = k % 2;
        sides[d][high] = make_local(m, names[d][high], type_basic(TYPE_LONG), 0);
        block_add(m, block,
                  make_declare(m, sides[d][high],
                               make_init(m, narrow(x, &x->sides, d, !high, NULL,
                                                   form_corner(p, d, !high)))));
    }
    for (int k = 0; k < 4; k++) {
        int d = k / 2, high = k % 2;
        struct symbol *s = make_local(m, names[d][high], type_basic(TYPE_LONG), 0);
        struct expr *bound = make_name(m, sides[d][high]);
        block_add(
            m, block,
            make_declare(m, s, make_init(m, narrow(x, &x->forms, d, !high, sides[!d], bound))));
        p->kernel->reach[d][high] = s;
    }
}

static struct expr *is_some(struct plan *p, int d)
{
    struct symbol *const *reach = p->kernel->reach[d];

    return make_binary(&p->make, OP_LE, make_name(&p->make, reach[0]),
                       make_name(&p->make, reach[1]));
}

/* ---- what threads with any numbers may do ---- */

/* What nobody may compute with any numbers: reads, divisions, and functions. */
static bool is_unsafe(const struct expr *e)
{
    const struct expr *f = e->kind == EXPR_CALL ? expr_evaluated(e->a) : NULL;

    return e->amp == AMP_VIEW_ELEMENT || block_reads(e) || block_may_trap(e) ||
           (e->kind == EXPR_UNARY && e->op == OP_DEREF) || cover_is_atomic(e) ||
           (f && f->kind == EXPR_NAME && f->symbol && f->symbol->definition);
}

/* Whether threads may evaluate different operands of e, or run different branches of s. */
static bool parts(const struct cover_kernel *k, const struct expr *e)
{
    return (e->kind == EXPR_COND ||
            (e->kind == EXPR_BINARY && (e->op == OP_LAND || e->op == OP_LOR))) &&
           cover_expr(k, e->a);
}

static bool parts_stmt(const struct cover_kernel *k, const struct stmt *s)
{
    return (s->kind == STMT_IF && cover_control(k, s)) || s->kind == STMT_SWITCH;
}

struct unsafe {
    const struct cover_kernel *kernel;
    bool found;
    int apart; /* so many branches around that threads take apart */
};

/* What all threads of a group read, those that pass the test do. */
static bool unsafe_expr(struct walker *w, struct expr *e)
{
    struct unsafe *x = w->data;

    if (node_table_get(&x->kernel->masked, e, 0))
        return false;
    x->found |= is_unsafe(e) && (x->apart > 0 || cover_expr(x->kernel, e));
    x->apart += parts(x->kernel, e);
    return true;
}

static void unsafe_expr_end(struct walker *w, struct expr *e)
{
    struct unsafe *x = w->data;

    x->apart -= parts(x->kernel, e);
}

static bool unsafe_stmt(struct walker *w, struct stmt *s)
{
    struct unsafe *x = w->data;

    x->found |= (stmt_is_loop(s) && cover_control(x->kernel, s)) ||
                node_table_find(&x->kernel->windows, s) || node_table_find(&x->kernel->early, s);
    x->apart += parts_stmt(x->kernel, s);
    return true;
}

static void unsafe_stmt_end(struct walker *w, struct stmt *s)
{
    struct unsafe *x = w->data;

    x->apart -= parts_stmt(x->kernel, s);
}

bool diagonal_holds(const struct cover_kernel *k)
{
    struct unsafe x = {k, false, 0};
    struct walker w = {.data = &x,
                       .expr_pre = unsafe_expr,
                       .expr_post = unsafe_expr_end,
                       .stmt_pre = unsafe_stmt,
                       .stmt_post = unsafe_stmt_end};

    for (int i = 0; i < k->open.n; i++)
        walk_stmt(&w, k->open.at[i]);
    return !x.found;
}

/* ---- and what they need not ---- */

struct masking {
    struct plan *plan;
    int apart; /* as above */
};

/* Whether a thread passes the test; of what only differs between rows, or columns, whether one of
 * its row does, or column. */
static struct expr *mask_of(struct plan *p, unsigned axes)
{
    const struct cover_kernel *k = p->kernel;
    struct maker *m = &p->make;
    int d = axes == COVER_ROWS;
    struct symbol *index = k->index[k->launch->rank - 1 - d];

    if (axes == COVER_BOTH)
        return form_clone(p, k->test);
    return form_and(p, make_binary(m, OP_GE, make_name(m, index), make_name(m, k->reach[d][0])),
                    make_binary(m, OP_LE, make_name(m, index), make_name(m, k->reach[d][1])));
}

/* Puts `mask ? e : 0` in the place of what differs between threads, and nobody may compute with any
 * numbers. */
static bool edit_unsafe(struct tree_edit *t, struct expr **at)
{
    struct masking *x = t->data;
    struct plan *p = x->plan;
    struct maker *m = &p->make;
    struct expr *e = *at;
    unsigned axes = cover_expr(p->kernel, e) & COVER_BOTH;

    if (e->kind == EXPR_ASSIGN) { /* what it stores to is a variable, or diagonal_holds says no */
        tree_edit_expr(t, &e->b);
        return false;
    }
    if (e->kind == EXPR_UNARY && (e->op == OP_ADDR || op_is_step(e->op)))
        return false;
    x->apart += parts(p->kernel, e);
    if (!type_is_arithmetic(e->type) || !(is_unsafe(e) || arrays_element(e)) || !axes ||
        (x->apart > 0 && axes != COVER_BOTH))
        return true;
    m->loc = e->loc;
    *at = make_convert(m, type_unqualified(p->c, e->type),
                       make_cond(m, mask_of(p, axes), e, make_int(m, 0, type_basic(TYPE_INT))));
    node_table_set(&p->kernel->masked, *at, 1);
    x->apart -= parts(p->kernel, e);
    return false;
}

static void edit_unsafe_end(struct tree_edit *t, struct expr **at)
{
    struct masking *x = t->data;

    x->apart -= parts(x->plan->kernel, *at);
}

static bool edit_stmt(struct tree_edit *t, struct stmt **at)
{
    struct masking *x = t->data;
    struct cover_loop *l = node_table_find(&x->plan->kernel->loops, *at);

    if (l)
        l->within = true;
    x->apart += parts_stmt(x->plan->kernel, *at);
    return true;
}

static void edit_stmt_end(struct tree_edit *t, struct stmt **at)
{
    struct masking *x = t->data;

    x->apart -= parts_stmt(x->plan->kernel, *at);
}

static struct tree_edit mask_edit(struct masking *x)
{
    return (struct tree_edit){.data = x,
                              .expr_pre = edit_unsafe,
                              .expr_post = edit_unsafe_end,
                              .stmt_pre = edit_stmt,
                              .stmt_post = edit_stmt_end};
}

void diagonal_mask(struct plan *p)
{
    struct masking x = {p, 0};
    struct tree_edit edit = mask_edit(&x);

    for (int i = 0; i < p->kernel->open.n; i++)
        tree_edit_stmt(&edit, &p->kernel->open.at[i]);
}

/* ---- the work ---- */

static void put_guard(struct diagonal *x, struct stmt *to)
{
    struct maker *m = &x->plan->make;

    if (x->guard->items.n)
        block_add(m, to, make_if(m, form_clone(x->plan, x->test), x->guard, NULL));
    x->guard = make_block(m, NULL, 0);
}

/* Variables of all threads; those that fail the test read nothing for them. */
static void put_decl(struct diagonal *x, struct stmt *s)
{
    struct masking mask = {x->plan, 0};
    struct tree_edit edit = mask_edit(&mask);
    struct unsafe found = {x->plan->kernel, false, 0};
    struct walker w = {.data = &found, .expr_pre = unsafe_expr, .expr_post = unsafe_expr_end};

    for (int i = 0; i < s->decl->declarators.n; i++)
        if (s->decl->declarators.at[i]->init) {
            tree_edit_init(&edit, s->decl->declarators.at[i]->init);
            walk_init(&w, s->decl->declarators.at[i]->init);
        }
    x->failed |= found.found;
}

static void put(struct diagonal *x, struct stmt *to, struct stmt *s)
{
    struct plan *p = x->plan;

    if (s->kind == STMT_COMPOUND) {
        struct stmt *inner = make_block(&p->make, NULL, 0);
        put_guard(x, to);
        for (int i = 0; i < s->items.n; i++)
            put(x, inner, s->items.at[i]);
        put_guard(x, inner);
        block_add(&p->make, to, inner);
    } else if (s->kind == STMT_DECL) {
        put_guard(x, to);
        put_decl(x, s);
        block_add(&p->make, to, s);
    } else if (stmt_is_loop(s)) { /* diagonal_holds asks whether all threads may run it */
        put_guard(x, to);
        vec_push(&p->c->arena, &p->kernel->open, s);
        block_add(&p->make, to, s);
    } else {
        x->failed |= stmt_contains(s, stmt_is_loop);
        block_add(&p->make, x->guard, s);
    }
}

/* Variables from before the test that its loops store to. */
struct outer {
    struct plan *plan;
    struct node_table declared; /* variables of the work: 1 */
    struct node_table made;     /* others: the one in their place */
    symbol_vec found;
    bool failed;
};

static bool outer_decl(struct walker *w, struct decl *d)
{
    struct outer *x = w->data;

    for (int i = 0; d->kind == DECL_VARS && i < d->declarators.n; i++)
        if (d->declarators.at[i]->symbol)
            node_table_set(&x->declared, d->declarators.at[i]->symbol, 1);
    return true;
}

static bool outer_expr(struct walker *w, struct expr *e)
{
    struct outer *x = w->data;
    struct symbol *s = (struct symbol *)cover_assigned(e);

    if (!s || node_table_get(&x->declared, s, 0) || node_table_find(&x->made, s))
        return true;
    x->failed |= !type_is_arithmetic(s->type);
    vec_push(&x->plan->c->arena, &x->found, s);
    node_table_put(&x->made, s,
                   make_local(&x->plan->make, s->name, type_unqualified(x->plan->c, s->type), 0));
    return true;
}

static bool edit_outer(struct tree_edit *t, struct expr **at)
{
    struct outer *x = t->data;
    struct symbol *made =
        (*at)->kind == EXPR_NAME && (*at)->symbol ? node_table_find(&x->made, (*at)->symbol) : NULL;

    if (made)
        *at = make_name(&x->plan->make, made);
    return true;
}

/* The work with variables of its own in the place of those: threads that pass the test store them
 * in the end. */
static struct stmt *keep_outer(struct diagonal *d, struct stmt *work)
{
    struct plan *p = d->plan;
    struct maker *m = &p->make;
    struct outer x = {
        .plan = p, .declared = {.arena = &p->c->arena}, .made = {.arena = &p->c->arena}};
    struct walker w = {.data = &x, .decl_pre = outer_decl};
    struct tree_edit edit = {.data = &x, .expr_pre = edit_outer};
    struct stmt *block = make_block(m, NULL, 0);

    walk_stmt(&w, work);
    w = (struct walker){.data = &x, .expr_pre = outer_expr};
    for (int i = 0; i < p->kernel->open.n; i++)
        walk_stmt(&w, p->kernel->open.at[i]);
    d->failed |= x.failed;
    if (!x.found.n || x.failed)
        return work;
    tree_edit_stmt(&edit, &work);
    for (int i = 0; i < x.found.n; i++) {
        struct symbol *made = node_table_find(&x.made, x.found.at[i]);
        block_add(m, block, make_declare(m, made, make_init(m, make_name(m, x.found.at[i]))));
        block_add(m, d->guard,
                  make_effect(m, make_assign(m, OP_ASSIGN, make_name(m, x.found.at[i]),
                                             make_name(m, made))));
    }
    block_add(m, block, work);
    put_guard(d, block);
    return block;
}

/* ---- the statement ---- */

static bool is_empty(const struct stmt *s)
{
    return !s || s->kind == STMT_EMPTY || (s->kind == STMT_COMPOUND && s->items.n == 0);
}

static bool put_if(struct diagonal *x, struct stmt *s)
{
    struct plan *p = x->plan;
    struct maker *m = &p->make;
    bool holds = stmt_contains(s->body, stmt_is_loop);
    struct stmt *work = holds ? s->body : s->else_, *other = holds ? s->else_ : s->body;
    struct stmt *block, *inner;
    struct expr *some;

    *x = (struct diagonal){.plan = p};
    if ((holds && other && stmt_contains(other, stmt_is_loop)) || !expr_is_pure(s->expr) ||
        !take(x, s->expr, holds) || x->forms.n + x->sides.n == 0)
        return false;
    m->loc = s->loc;
    x->test = holds ? form_clone(p, s->expr) : make_unary(m, OP_NOT, form_clone(p, s->expr));
    p->kernel->test = x->test;
    x->guard = make_block(m, NULL, 0);
    block = make_block(m, NULL, 0);
    inner = make_block(m, NULL, 0);
    declare_bounds(x, block);
    put(x, inner, work);
    put_guard(x, inner);
    inner = keep_outer(x, inner);
    some = form_and(p, is_some(p, 0), is_some(p, 1));
    block_add(m, block, make_if(m, x->common ? form_and(p, x->common, some) : some, inner, NULL));
    if (!is_empty(other)) {
        m->loc = s->loc;
        block_add(m, block,
                  make_if(m, holds ? make_unary(m, OP_NOT, form_clone(p, s->expr)) : s->expr, other,
                          NULL));
    }
    p->kernel->diagonal = s->expr->loc;
    *s = *block;
    return true;
}

/* Finds the first such test where all threads come to. */
static bool find(struct diagonal *x, struct stmt *s)
{
    bool found = false;

    if (s->kind == STMT_COMPOUND) {
        for (int i = 0; !found && i < s->items.n; i++)
            found = find(x, s->items.at[i]);
        return found;
    }
    if (s->kind != STMT_IF || !stmt_contains(s, stmt_is_loop))
        return false;
    if (cover_control(x->plan->kernel, s))
        return put_if(x, s);
    return find(x, s->body) || (s->else_ && find(x, s->else_));
}

bool diagonal_plan(struct plan *p)
{
    struct diagonal x = {.plan = p};

    if (!cover_has_rows(p->kernel) || p->kernel->tallies.n || !find(&x, p->kernel->body))
        return false;
    if (x.failed)
        cover_refuse(p, p->kernel->diagonal, "neighbouring threads may run a loop differently");
    return true;
}
