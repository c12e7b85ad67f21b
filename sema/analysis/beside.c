/* beside.c - see beside.h.
 *
 * The lattice: STAYS < NEXT < JUMPS, how a value changes from one thread to the next in the last
 * dimension: not, by a small step, otherwise. An index is NEXT if its last component alone is so. A
 * variable has the most of all values that are stored to it; they grow until nothing changes.
 * Limits: conditions around a store do not count, and what a function with a body does with views
 * is not looked at. */
#include "sema/analysis/beside.h"

#include "common/node_table.h"
#include "parser/walk.h"
#include "sema/analysis/code.h"
#include "sema/types/builtin.h"
#include "sema/types/expr.h"
#include "sema/types/type.h"

enum moves { STAYS, NEXT, JUMPS };

struct beside {
    const struct launch *l;
    struct node_table moves; /* of variables */
    bool changed;
    bool apart; /* an access was met whose elements are not beside each other */
};

static enum moves moves_of(const struct beside *b, struct expr *e);

static enum moves most(enum moves x, enum moves y)
{
    return x > y ? x : y;
}

struct parts {
    const struct beside *b;
    const struct expr *whole;
    enum moves moves;
};

static bool part_expr(struct walker *w, struct expr *e)
{
    struct parts *p = w->data;

    if (e == p->whole)
        return true;
    p->moves = most(p->moves, moves_of(p->b, e));
    return false;
}

/* The most that an operand does. */
static enum moves parts_of(const struct beside *b, struct expr *e)
{
    struct parts p = {b, e, STAYS};
    struct walker w = {.data = &p, .expr_pre = part_expr};

    walk_expr(&w, e);
    return p.moves;
}

static bool is_last(const struct expr *subscript, const struct expr *index)
{
    return subscript->constant && subscript->value == index->type->rank - 1;
}

/* x[k], a component. */
static enum moves component(const struct beside *b, const struct expr *e)
{
    enum moves index = moves_of(b, e->a);

    if (index != NEXT || !e->b->constant)
        return index == STAYS && moves_of(b, e->b) == STAYS ? STAYS : JUMPS;
    return is_last(e->b, e->a) ? NEXT : STAYS;
}

/* What has a value for each dimension, the subscripts of an element or the components of an index:
 * only the last one may move. */
static enum moves dimensions(const struct beside *b, const expr_vec *all)
{
    enum moves last = STAYS;

    for (int i = 0; i < all->n; i++) {
        last = moves_of(b, all->at[i]);
        if (last != STAYS && i + 1 < all->n)
            return JUMPS;
    }
    return last;
}

static enum moves sum(const struct beside *b, const struct expr *e)
{
    enum moves x = moves_of(b, e->a), y = moves_of(b, e->b);

    /* an integer is added to each component */
    if (e->amp == AMP_INDEX_BINARY && ((x != STAYS && e->a->type->kind != TYPE_AMP) ||
                                       (y != STAYS && e->b->type->kind != TYPE_AMP)))
        return JUMPS;
    return most(x, y);
}

static enum moves moves_of(const struct beside *b, struct expr *e)
{
    e = expr_uncast(e);
    if (!e || e->constant)
        return STAYS;
    if (e->kind == EXPR_NAME)
        return e->symbol && e->symbol == b->l->param ? NEXT
                                                     : node_table_get(&b->moves, e->symbol, STAYS);
    if (e->amp == AMP_INDEX_SUBSCRIPT)
        return component(b, e);
    if (e->kind == EXPR_CONSTRUCT)
        return dimensions(b, &e->args);
    if (e->kind == EXPR_BINARY && (e->op == OP_ADD || e->op == OP_SUB))
        return sum(b, e);
    if (e->kind == EXPR_COND && e->b)
        return most(moves_of(b, e->b), moves_of(b, e->c));
    if (e->kind == EXPR_CALL && builtin_called(e)) /* as min and max, at an edge */
        return parts_of(b, e);
    return parts_of(b, e) == STAYS ? STAYS : JUMPS;
}

/* ---- variables ---- */

static void join(struct beside *b, const struct symbol *s, enum moves moves)
{
    if (!s || moves <= node_table_get(&b->moves, s, STAYS))
        return;
    node_table_set(&b->moves, s, moves);
    b->changed = true;
}

static bool store_expr(struct walker *w, struct expr *e)
{
    struct beside *b = w->data;
    struct expr *target = store_target(e);
    struct lvalue_root root = target ? lvalue_root(target) : (struct lvalue_root){0};
    enum moves moves;

    if (!root.variable || root.element || e->kind != EXPR_ASSIGN)
        return true;
    moves = moves_of(b, e->b);
    target = expr_uncast(target);
    if (e->op != OP_ASSIGN && e->op != OP_ADD && e->op != OP_SUB &&
        most(moves, moves_of(b, target)) != STAYS)
        moves = JUMPS;
    if (moves == NEXT && target->amp == AMP_INDEX_SUBSCRIPT && !is_last(target->b, target->a))
        moves = JUMPS;
    join(b, root.variable->symbol, moves);
    return true;
}

static bool store_decl(struct walker *w, struct decl *d)
{
    struct beside *b = w->data;

    for (int i = 0; i < d->declarators.n; i++) {
        const struct init_declarator *v = d->declarators.at[i];
        if (v->init && v->init->expr)
            join(b, v->symbol, moves_of(b, v->init->expr));
        join(b, v->symbol, dimensions(b, &v->args));
    }
    return true;
}

/* ---- accesses ---- */

static bool is_shared(const struct type *t)
{
    return t && (t->kind == TYPE_POINTER || type_is_view_or_array(t));
}

static bool access_expr(struct walker *w, struct expr *e)
{
    struct beside *b = w->data;
    bool calls = e->kind == EXPR_CALL && e->amp == AMP_NONE && !builtin_called(e);

    if (e->amp == AMP_VIEW_ELEMENT)
        b->apart |= (e->kind == EXPR_CALL ? dimensions(b, &e->args) : moves_of(b, e->b)) == JUMPS;
    if (e->amp == AMP_VIEW_ROW)
        b->apart |= moves_of(b, e->b) != STAYS;
    if (e->amp == AMP_VIEW_SECTION)
        b->apart |= parts_of(b, e) != STAYS;
    for (int i = 0; calls && i < e->args.n; i++)
        b->apart |= is_shared(e->args.at[i]->type);
    return true;
}

bool beside_all(struct ctx *c, const struct launch *l)
{
    struct beside b = {.l = l, .moves = {.arena = &c->arena}};
    struct walker store = {.data = &b, .expr_pre = store_expr, .decl_pre = store_decl};
    struct walker access = {.data = &b, .expr_pre = access_expr};

    if (!l->lambda || l->tiled)
        return false;
    do {
        b.changed = false;
        walk_stmt(&store, l->lambda->body);
    } while (b.changed);
    walk_stmt(&access, l->lambda->body);
    return !b.apart;
}

/* ---- loops ---- */

static bool repeat_stmt(struct walker *w, struct stmt *s)
{
    bool *repeats = w->data;

    *repeats |= stmt_is_loop(s) || s->kind == STMT_GOTO;
    return !*repeats;
}

static bool repeat_expr(struct walker *w, struct expr *e)
{
    bool *repeats = w->data;

    *repeats |= e->kind == EXPR_CALL && e->amp == AMP_NONE && !builtin_called(e);
    return !*repeats;
}

bool beside_once(const struct launch *l)
{
    bool repeats = false;
    struct walker w = {.data = &repeats, .stmt_pre = repeat_stmt, .expr_pre = repeat_expr};

    if (l->lambda)
        walk_stmt(&w, l->lambda->body);
    return l->lambda && !repeats;
}
