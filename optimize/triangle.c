/* triangle.c - loops that begin or end at the thread's index, as `for (int k = 0; k <= i; k++)`
 * over the rows of a triangle: in kernels with rows and columns a group does the rounds that all
 * threads of its block have as a loop that they run alike, for which it may fetch what these read,
 * and the others, of which there are as many as the block has rows or columns, with a test for each
 * thread:
 *
 *     for (int k = 0; k < e; k++) { ... }                     e: the least end of the block's rows
 *     for (int k = e; k < last; k++) if (k <= i) { ... }      last: the greatest
 *
 * Bounds are sums of the index, captures and constants that neither wrap around nor shrink where
 * the index grows, or the other way round; so their least and greatest values are those of threads
 * at the block's corners, which are in the domain. It relies on depend.c. */
#include "optimize/cover_plan.h"

#include "parser/walk.h"
#include "sema/types/expr.h"

struct triangle {
    struct plan *plan;
    bool some;
};

/* A bound at the corner where it is least, and greatest. */
struct bound {
    struct expr *least, *greatest;
    bool differs; /* between threads */
};

/* ---- bounds ---- */

/* Whether a conversion of e to type t keeps its value: the index is never negative. */
static bool keeps_value(const struct plan *p, const struct expr *e, const struct type *t)
{
    const struct symbol *s = fetch_variable(p, e);
    const struct cover_kernel *k = p->kernel;
    bool is_index = s && (s == k->index[k->launch->rank - 1] || s == k->index[k->launch->rank - 2]);

    return is_index || type_same_unqualified(e->type, t) ||
           (!type_is_unsigned(t) &&
            (t->size > e->type->size || (t->size == e->type->size && !type_is_unsigned(e->type))));
}

struct symbol *cover_corner(struct plan *p, int d, bool least)
{
    static const char *const names[2][2] = {{"column", "columns"}, {"row", "rows"}};
    struct symbol **corner = &p->kernel->corners[d][!least];

    if (!*corner)
        *corner = make_local(&p->make, names[d][!least], type_basic(TYPE_INT), 0);
    return *corner;
}

static bool put_corner(struct plan *p, struct expr **at, bool least, bool *differs)
{
    struct cover_kernel *k = p->kernel;
    int rank = k->launch->rank;
    struct expr *e = *at;

    if (!is_whole(e->type))
        return false;
    for (int d = 0; d < 2; d++)
        if (e->kind == EXPR_NAME && e->symbol == k->index[rank - 1 - d]) {
            *at = make_name(&p->make, cover_corner(p, d, least));
            *differs = true;
            return true;
        }
    if (fetch_fixed(p, e))
        return !block_may_trap(e);
    if (e->kind == EXPR_PAREN)
        return put_corner(p, &e->a, least, differs);
    if (e->kind == EXPR_CONVERT || e->kind == EXPR_CAST)
        return is_whole(e->a->type) && keeps_value(p, e->a, e->type) &&
               put_corner(p, &e->a, least, differs);
    if (e->kind != EXPR_BINARY || e->amp != AMP_NONE)
        return false;
    if (type_is_unsigned(e->type)) /* an index and a small number do not wrap around */
        return e->op == OP_ADD && fetch_variable(p, e->a) && e->b->constant && e->b->value >= 0 &&
               e->b->value < LANES && put_corner(p, &e->a, least, differs);
    return (e->op == OP_ADD || e->op == OP_SUB) && put_corner(p, &e->a, least, differs) &&
           put_corner(p, &e->b, e->op == OP_SUB ? !least : least, differs);
}

static bool bound_of(struct plan *p, const struct expr *e, struct bound *b)
{
    *b = (struct bound){fetch_copy(p, e), fetch_copy(p, e), false};
    return put_corner(p, &b->least, true, &b->differs) &&
           put_corner(p, &b->greatest, false, &b->differs);
}

/* ---- loops ---- */

static bool finds_effect(struct walker *w, struct expr *e)
{
    bool *found = w->data;

    *found |= ((e->kind == EXPR_ASSIGN || (e->kind == EXPR_UNARY && op_is_step(e->op))) &&
               !depend_root(e->a)) ||
              cover_is_atomic(e);
    return true;
}

static bool is_other(const struct stmt *s)
{
    return stmt_is_loop(s) || s->kind == STMT_BREAK || s->kind == STMT_CONTINUE ||
           s->kind == STMT_RETURN || s->kind == STMT_SWITCH;
}

static bool fits_body(struct stmt *body)
{
    bool found = stmt_contains(body, is_other);
    struct walker w = {.data = &found, .expr_pre = finds_effect};

    walk_stmt(&w, body);
    return !found;
}

/* The larger one of two, or the smaller one. */
static struct expr *extreme(struct plan *p, bool larger, const struct expr *a, const struct expr *b)
{
    return make_cond(
        &p->make, make_binary(&p->make, larger ? OP_GT : OP_LT, form_clone(p, a), form_clone(p, b)),
        form_clone(p, a), form_clone(p, b));
}

/* The rounds of s between two numbers; 'begins', 'ends': with a test, where a thread's own loop
 * would. */
static struct stmt *rounds_of(struct plan *p, const struct stmt *s, struct expr *from,
                              struct expr *to, bool begins, bool ends)
{
    struct maker *m = &p->make;
    const struct init_declarator *d = s->decl->declarators.at[0];
    struct type *t = type_unqualified(m->c, d->symbol->type);
    struct symbol *counter = make_local(m, d->symbol->name, t, 0);
    struct tree_clone k = tree_clone_begin(m->c);
    struct expr *test = NULL;
    struct stmt *body;

    node_table_put(&k.map, d->symbol, counter);
    body = tree_clone_stmt(&k, s->body);
    if (begins)
        test = make_binary(m, OP_GE, make_name(m, counter), form_clone(p, d->init->expr));
    if (ends)
        test = test ? make_binary(m, OP_LAND, test, tree_clone_expr(&k, s->expr))
                    : tree_clone_expr(&k, s->expr);
    if (test)
        body = make_if(m, test, body, NULL);
    return make_for(m, make_declare(m, counter, make_init(m, make_convert(m, t, from))),
                    make_binary(m, OP_LT, make_name(m, counter), to),
                    make_unary(m, OP_POSTINC, make_name(m, counter)), body);
}

/* Makes `k <= end` of a bound `k < end`, which is no more than a number of the loop. */
static void end_open(struct plan *p, struct expr **at)
{
    struct type *t = type_unqualified(p->c, (*at)->type);

    *at = make_binary(&p->make, OP_ADD, *at, make_int(&p->make, 1, t));
}

/* Cuts a loop whose threads begin or end it apart, in its place. */
static void cut_loop(struct triangle *x, struct stmt *s)
{
    struct plan *p = x->plan;
    struct maker *m = &p->make;
    const struct init_declarator *d = fetch_counter(s);
    const struct expr *test = d ? expr_evaluated(s->expr) : NULL;
    struct bound b, e;
    struct stmt *block;

    if (!d || !d->symbol || !is_whole(d->symbol->type) || !d->init || !d->init->expr ||
        test->kind != EXPR_BINARY || (test->op != OP_LT && test->op != OP_LE) ||
        expr_evaluated(test->a)->kind != EXPR_NAME ||
        expr_evaluated(test->a)->symbol != d->symbol || !fetch_is_step(s->step, d->symbol) ||
        node_table_get(&p->depend->stores, d->symbol, 0) != 1 ||
        !type_same_unqualified(test->b->type, d->symbol->type) || !fits_body(s->body) ||
        !type_same_unqualified(d->init->expr->type, d->symbol->type))
        return;
    m->loc = s->loc;
    if (!bound_of(p, d->init->expr, &b) || !bound_of(p, test->b, &e) || !(b.differs || e.differs))
        return;
    if (test->op == OP_LE) {
        end_open(p, &e.least);
        end_open(p, &e.greatest);
    }
    block = make_block(m, NULL, 0);
    if (b.differs)
        block_add(m, block,
                  rounds_of(p, s, form_clone(p, b.least), extreme(p, false, b.greatest, e.greatest),
                            true, e.differs));
    block_add(m, block,
              rounds_of(p, s, form_clone(p, b.greatest), form_clone(p, e.least), false, false));
    if (e.differs)
        block_add(m, block,
                  rounds_of(p, s, extreme(p, true, b.greatest, e.least), form_clone(p, e.greatest),
                            false, true));
    *s = *block;
    x->some = true;
}

/* Finds such loops where all threads come to. */
static void cut_stmt(struct triangle *x, struct stmt *s)
{
    struct cover_kernel *k = x->plan->kernel;

    if (!s)
        return;
    if (s->kind == STMT_COMPOUND) {
        for (int i = 0; i < s->items.n; i++)
            cut_stmt(x, s->items.at[i]);
    } else if (stmt_is_loop(s) && cover_control(k, s)) {
        cut_loop(x, s);
    } else if (stmt_is_loop(s) || (s->kind == STMT_IF && !cover_control(k, s))) {
        cut_stmt(x, s->body);
        cut_stmt(x, s->else_);
    }
}

bool triangle_plan(struct plan *p)
{
    struct cover_kernel *k = p->kernel;
    struct triangle x = {p, false};

    if (!cover_has_rows(k) || k->tallies.n)
        return false;
    cut_stmt(&x, k->body);
    k->cut = x.some;
    return x.some;
}
