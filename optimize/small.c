/* small.c - assignments to small integers and truths, which C computes as ints.
 *
 * Example: `bytes(i) += 3`, of 16 bytes side by side, is `uchar16 =
 * convert_uchar16(convert_int16(16 bytes) + (int16)(3))`; `found |= x > 4` joins vectors of 0
 * and 1. It relies on lanes.c. */
#include "optimize/internal.h"

#include "sema/types/expr.h"

/* x |= y, &= and ^= of bool, which is 0 or 1; false: it is none. */
static bool assign_truth(struct block *b, const struct expr *e, const struct expr *to, int row)
{
    if (e->type->kind != TYPE_BOOL ||
        (e->op != OP_OR && ((e->op != OP_AND && e->op != OP_XOR) || !truth_is(e->b))) ||
        !lanes_is_target(b, to, row))
        return false;
    lanes_store(b, to, e->op, truth_bool(b, e->b, row), row);
    return true;
}

/* Whether t is promoted to int. */
static bool is_small(const struct type *t)
{
    return lanes_has_vector(t) && type_is_integer(t) && t->size < 4 && t->kind != TYPE_BOOL &&
           t->kind != TYPE_ENUM;
}

static struct expr *as_ints(struct block *b, struct expr *v)
{
    struct type *t = lanes_type(b, type_basic(TYPE_INT));

    return v->type->base->kind == TYPE_INT ? v : lanes_node(b, AMP_LANES_CONVERT, t, v, NULL);
}

/* x op= y, 'y' being ints. */
static void store(struct block *b, const struct expr *to, enum op op, struct expr *y, int row)
{
    struct type *t = lanes_type(b, type_basic(TYPE_INT));
    struct expr *x = lanes_operation(b, op, t, as_ints(b, lanes_vector(b, to, row)), y);

    x = lanes_node(b, AMP_LANES_CONVERT, lanes_type(b, to->type), x, NULL);
    lanes_store(b, to, OP_ASSIGN, x, row);
}

bool small_assign(struct block *b, const struct expr *e, const struct expr *to, int row)
{
    if (e->amp != AMP_NONE || e->op == OP_ASSIGN)
        return false;
    if (assign_truth(b, e, to, row))
        return true;
    if (e->op == OP_DIV || e->op == OP_MOD || !is_small(e->type) ||
        !lanes_has_operator(e->op, type_basic(TYPE_INT)) ||
        !(is_small(e->b->type) || e->b->type->kind == TYPE_INT) || !lanes_is_target(b, to, row))
        return false;
    store(b, to, e->op, as_ints(b, lanes_vector(b, e->b, row)), row);
    return true;
}

bool small_step(struct block *b, const struct expr *to, enum op op, int row)
{
    if (!is_small(to->type))
        return false;
    store(b, to, op, lanes_fill(b, make_int(&b->make, 1, type_basic(TYPE_INT))), row);
    return true;
}
