/* truth.c - conditions that differ from lane to lane, as masks: vectors of int with -1 where they
 * are true and 0 elsewhere.
 *
 * What C evaluates only for some values (the right side of &&, the arms of ?:) is evaluated for all
 * lanes where that can do no harm, else in those lanes alone, if there are any.
 *
 * Example: `x > 0 && v(j) < 3` with elements side by side:
 *
 *     int16 on = x > (float16)(0); if (any(on)) { float16 v; if (all(on)) v = 16 elements; else for
 *     (each lane) if (on's lane) v's lane = its element; on &= v < (float16)(3); }
 *
 * It relies on lanes.c for values. */
#include "optimize/internal.h"

#include "parser/walk.h"
#include "sema/types/expr.h"

/* ---- what may be evaluated for lanes that do not ---- */

static bool look_expr(struct walker *w, struct expr *e)
{
    bool *harmless = w->data;

    if (e->kind == EXPR_ASSIGN || (e->kind == EXPR_UNARY && op_is_step(e->op)) || block_reads(e) ||
        (e->kind == EXPR_CALL && e->amp == AMP_NONE))
        *harmless = false;
    return true;
}

static bool is_harmless(const struct expr *e)
{
    bool harmless = !block_may_trap(e);
    struct walker w = {.data = &harmless, .expr_pre = look_expr};

    walk_expr(&w, (struct expr *)e);
    return harmless;
}

/* ---- masks ---- */

static struct type *mask_type(struct block *b)
{
    return lanes_type(b, type_basic(TYPE_INT));
}

static struct expr *mask_both(struct block *b, enum op op, struct expr *x, struct expr *y)
{
    return lanes_operation(b, op, mask_type(b), x, y);
}

static bool compares(const struct expr *e)
{
    return e->kind == EXPR_BINARY && e->amp == AMP_NONE && op_is_comparison(e->op) &&
           lanes_compute(e->a->type) && type_same_unqualified(e->a->type, e->b->type);
}

static bool is_logical(const struct expr *e)
{
    return e->amp == AMP_NONE &&
           ((e->kind == EXPR_UNARY && e->op == OP_NOT) ||
            (e->kind == EXPR_BINARY && (e->op == OP_LAND || e->op == OP_LOR)));
}

static struct expr *compare(struct block *b, enum op op, struct expr *x, struct expr *y)
{
    bool wide = x->type->base->size == 8;
    struct expr *e =
        lanes_operation(b, op, lanes_type(b, type_basic(wide ? TYPE_LONG : TYPE_INT)), x, y);

    block_cost(b, 1);
    return wide ? lanes_node(b, AMP_LANES_CONVERT, mask_type(b), e, NULL) : e;
}

/* Of lanes that run: the mask, or what is left of it. */
static struct expr *running(struct block *b, struct expr *mask)
{
    return b->mask ? mask_both(b, OP_AND, mask, lanes_name(b, b->mask->lanes)) : mask;
}

/* The right side of && or ||, in the lanes that evaluate it. */
static struct expr *evaluated_later(struct block *b, const struct expr *e, struct expr *x, int row)
{
    bool is_and = e->op == OP_LAND;
    struct symbol *result = masks_new(b, is_and ? running(b, x) : x), *lanes = result;
    struct stmt *outer = b->out, *body;
    struct mask inner = {NULL, b->mask, NULL};
    struct expr *y;

    if (!is_and)
        lanes = masks_new(b, running(b, lanes_operation(b, OP_BITNOT, mask_type(b),
                                                        lanes_name(b, result), NULL)));
    inner.lanes = lanes;
    b->mask = &inner;
    body = b->out = make_block(&b->make, NULL, 0);
    y = truth_mask(b, e->b, row);
    if (!is_and)
        y = running(b, y);
    block_put(b, lanes_assign(b, is_and ? OP_AND : OP_OR, lanes_name(b, result), y));
    b->out = outer;
    b->mask = inner.outer;
    block_put(b, make_if(&b->make, masks_test(b, AMP_LANES_ANY, lanes), body, NULL));
    return lanes_name(b, result);
}

struct expr *truth_mask(struct block *b, const struct expr *e, int row)
{
    struct type *t = type_basic(TYPE_INT);
    struct expr *x;

    e = expr_evaluated(e);
    if (!(depend_expr(&b->depend, e) & ON_LANE))
        return lanes_fill(b, make_cond(&b->make, lanes_first(b, e, row), make_int(&b->make, -1, t),
                                       make_int(&b->make, 0, t)));
    if (is_logical(e)) {
        x = truth_mask(b, e->a, row);
        block_cost(b, 1);
        if (e->op == OP_NOT)
            return lanes_operation(b, OP_BITNOT, mask_type(b), x, NULL);
        if (!is_harmless(e->b))
            return evaluated_later(b, e, x, row);
        return mask_both(b, e->op == OP_LAND ? OP_AND : OP_OR, x, truth_mask(b, e->b, row));
    }
    if (compares(e)) {
        x = lanes_vector(b, e->a, row);
        return compare(b, e->op, x, lanes_vector(b, e->b, row));
    }
    if ((e->kind == EXPR_CONVERT || e->kind == EXPR_CAST) &&
        (e->type->kind == TYPE_BOOL || compares(expr_evaluated(e->a)) ||
         is_logical(expr_evaluated(e->a))))
        return truth_mask(b, e->a, row);
    if (lanes_compute(e->type)) {
        x = lanes_vector(b, e, row);
        return compare(b, OP_NE, x, lanes_zero(b, e->type));
    }
    if (e->type->kind != TYPE_BOOL)
        return lanes_truth(b, e, row);
    x = lanes_node(b, AMP_LANES_CONVERT, mask_type(b), lanes_vector(b, e, row), NULL);
    return compare(b, OP_NE, x, lanes_zero(b, t));
}

/* ---- values ---- */

struct expr *truth_select(struct block *b, struct expr *a, struct expr *other, struct expr *mask)
{
    static const enum type_kind kinds[] = {
        [1] = TYPE_SCHAR, [2] = TYPE_SHORT, [4] = TYPE_INT, [8] = TYPE_LONG};
    long long size = a->type->base->size;
    struct expr *e = lanes_node(b, AMP_LANES_SELECT, a->type, a, other);

    if (size != 4)
        mask = lanes_node(b, AMP_LANES_CONVERT, lanes_type(b, type_basic(kinds[size])), mask, NULL);
    vec_push(&b->c->arena, &e->args, mask);
    return e;
}

/* One arm of ?:, in its lanes. */
static void arm(struct block *b, const struct expr *e, struct symbol *lanes, struct symbol *v,
                bool first, int row)
{
    struct stmt *outer = b->out, *body = b->out = make_block(&b->make, NULL, 0);
    struct mask inner = {lanes, b->mask, NULL};
    struct expr *value;

    b->mask = &inner;
    value = lanes_vector(b, e, row);
    if (!first)
        value = truth_select(b, lanes_name(b, v), value, lanes_name(b, lanes));
    block_put(b, lanes_assign(b, OP_ASSIGN, lanes_name(b, v), value));
    b->mask = inner.outer;
    b->out = outer;
    block_put(b, make_if(&b->make, masks_test(b, AMP_LANES_ANY, lanes), body, NULL));
}

/* c ? a : b */
static struct expr *conditional(struct block *b, const struct expr *e, int row)
{
    struct symbol *v, *yes, *no;
    struct expr *x, *y;

    x = truth_mask(b, e->a, row);
    block_cost(b, 1);
    if (is_harmless(e->b) && is_harmless(e->c)) {
        y = lanes_vector(b, e->c, row);
        return truth_select(b, y, lanes_vector(b, e->b, row), x);
    }
    yes = masks_new(b, running(b, x));
    no = masks_new(
        b, running(b, lanes_operation(b, OP_BITNOT, mask_type(b), lanes_name(b, yes), NULL)));
    v = lanes_temporary(b, e->type, lanes_zero(b, e->type)); /* a selection reads all lanes */
    arm(b, e->b, yes, v, true, row);
    arm(b, e->c, no, v, false, row);
    return lanes_name(b, v);
}

/* 1 where e is true, and 0. */
static struct expr *truth_number(struct block *b, const struct expr *e, int row)
{
    struct expr *one = lanes_fill(b, make_int(&b->make, 1, type_basic(TYPE_INT)));

    return mask_both(b, OP_AND, truth_mask(b, e, row), one);
}

struct expr *truth_bool(struct block *b, const struct expr *e, int row)
{
    struct type *t = lanes_type(b, type_basic(TYPE_BOOL));

    return lanes_node(b, AMP_LANES_CONVERT, t, truth_number(b, e, row), NULL);
}

bool truth_is(const struct expr *e)
{
    e = expr_evaluated(e);
    if ((e->kind == EXPR_CONVERT || e->kind == EXPR_CAST) && type_is_integer(e->type))
        return e->type->kind == TYPE_BOOL || truth_is(e->a);
    return e->type->kind == TYPE_BOOL || is_logical(e) ||
           (e->kind == EXPR_BINARY && e->amp == AMP_NONE && op_is_comparison(e->op));
}

struct expr *truth_value(struct block *b, const struct expr *e, int row)
{
    if ((e->kind == EXPR_CONVERT || e->kind == EXPR_CAST) && e->type->kind == TYPE_BOOL &&
        e->a->type->kind != TYPE_BOOL)
        return truth_bool(b, e->a, row);
    if (is_logical(e) || compares(e))
        return truth_number(b, e, row);
    if (e->kind == EXPR_COND && e->b && lanes_has_vector(e->type) &&
        type_same_unqualified(e->b->type, e->type) && type_same_unqualified(e->c->type, e->type))
        return conditional(b, e, row);
    return NULL;
}
