/* verify_types.c - the types of operands in amp code (C11 6.5), behind typing, which has wrapped
 * operands in EXPR_CONVERT wherever C converts. AMP operations are not verified here. */
#include "sema/types/vector.h"
#include "sema/tree/verify_internal.h"

#include "sema/types/amp.h"

static bool is_unknown(const struct type *t)
{
    return t->kind == TYPE_UNKNOWN;
}

static bool same(const struct expr *a, const struct type *t)
{
    return is_unknown(a->type) || is_unknown(t) || type_same_unqualified(a->type, t);
}

static bool is_pointer(const struct expr *e)
{
    return e->type->kind == TYPE_POINTER || is_unknown(e->type);
}

static bool is_integer(const struct expr *e)
{
    return type_is_integer(e->type) || is_unknown(e->type);
}

static bool is_scalar(const struct expr *e)
{
    return type_is_scalar(e->type) || is_unknown(e->type);
}

void verify_stored(struct verify *v, const struct expr *e, const struct type *t, const char *what)
{
    bool pointers = e->type->kind == TYPE_POINTER && t->kind == TYPE_POINTER;

    if (!same(e, t) && !pointers && e->type->kind != TYPE_AMP && t->kind != TYPE_AMP)
        verify_fault(v, e->loc, "%s of type '%s' has the type '%s'", what, type_text(v->c, t),
                     type_text(v->c, e->type));
}

static void operand(struct verify *v, const struct expr *e, bool fits, const char *needed)
{
    if (!fits)
        verify_fault(v, e->loc, "an operand of type '%s' where %s is needed",
                     type_text(v->c, e->type), needed);
}

static void target(struct verify *v, const struct expr *e)
{
    const struct expr *swizzle = vector_swizzle_of((struct expr *)e);

    e = swizzle ? swizzle->a : e;
    if (!e->lvalue && !is_unknown(e->type))
        verify_fault(v, e->loc, "no lvalue, though stored to");
}

static void verify_unary(struct verify *v, const struct expr *e)
{
    enum op op = e->op;

    if (op == OP_PREINC || op == OP_PREDEC || op == OP_POSTINC || op == OP_POSTDEC) {
        target(v, e->a);
    } else if (op == OP_ADDR) {
        if (!e->a->lvalue && e->a->type->kind != TYPE_FUNCTION && !is_unknown(e->a->type))
            verify_fault(v, e->loc, "the address of a value");
    } else if (op == OP_DEREF) {
        operand(v, e->a, is_pointer(e->a), "a pointer");
        if (e->a->type->kind == TYPE_POINTER && !same(e, e->a->type->base))
            verify_fault(v, e->loc, "'*' has not the type of what the pointer leads to");
    } else if (op == OP_NOT) {
        operand(v, e->a, is_scalar(e->a), "a scalar");
    } else if (op == OP_PLUS || op == OP_NEG || op == OP_BITNOT) {
        operand(v, e->a, same(e->a, e->type), "the promoted type");
    }
}

static bool is_comparison(enum op op)
{
    return op == OP_LT || op == OP_GT || op == OP_LE || op == OP_GE || op == OP_EQ || op == OP_NE;
}

static void verify_binary(struct verify *v, const struct expr *e)
{
    enum op op = e->op;
    bool pointers = e->a->type->kind == TYPE_POINTER || e->b->type->kind == TYPE_POINTER;

    if (op == OP_LAND || op == OP_LOR) {
        operand(v, e->a, is_scalar(e->a), "a scalar");
        operand(v, e->b, is_scalar(e->b), "a scalar");
    } else if (op == OP_SHL || op == OP_SHR) {
        operand(v, e->a, same(e->a, e->type), "the promoted type");
        operand(v, e->b, is_integer(e->b), "an integer");
    } else if (op != OP_COMMA && !pointers) {
        bool fits =
            is_comparison(op) ? same(e->a, e->b->type) : same(e->a, e->type) && same(e->b, e->type);
        if (!fits)
            verify_fault(v, e->loc, "'%s' of '%s' and '%s' gives '%s'", op_text(op),
                         type_text(v->c, e->a->type), type_text(v->c, e->b->type),
                         type_text(v->c, e->type));
    }
}

static void verify_call(struct verify *v, const struct expr *e)
{
    const struct type *t = e->a->type;

    if (t->kind == TYPE_POINTER)
        t = t->base;
    if (is_unknown(t) || e->chosen)
        return;
    if (t->kind != TYPE_FUNCTION) {
        verify_fault(v, e->loc, "calls a value of type '%s'", type_text(v->c, t));
        return;
    }
    for (int i = 0; i < e->args.n && i < t->params.n; i++)
        verify_stored(v, e->args.at[i], t->params.at[i], "an argument for a parameter");
    if (!same(e, t->base))
        verify_fault(v, e->loc, "the call has not the function's result type");
}

static void verify_place(struct verify *v, const struct expr *e)
{
    if (e->kind == EXPR_SUBSCRIPT) {
        bool swapped = is_integer(e->a) && !is_unknown(e->a->type);
        operand(v, e->a, swapped || is_pointer(e->a) || e->a->type->kind == TYPE_VECTOR,
                "a pointer");
        operand(v, swapped ? e->a : e->b, is_integer(swapped ? e->a : e->b), "an integer");
        return;
    }
    const struct type *t = e->a->type;
    if (e->kind == EXPR_ARROW && t->kind == TYPE_POINTER)
        t = t->base;
    if (!is_unknown(t) && (t->kind != TYPE_RECORD || !e->member))
        verify_fault(v, e->loc, "a member of a value of type '%s'", type_text(v->c, t));
}

static void verify_cond(struct verify *v, const struct expr *e)
{
    operand(v, e->a, is_scalar(e->a), "a scalar");
    if (e->b && type_is_arithmetic(e->type) && (!same(e->b, e->type) || !same(e->c, e->type)))
        verify_fault(v, e->loc, "'%s' or '%s' is the result of type '%s'",
                     type_text(v->c, e->b->type), type_text(v->c, e->c->type),
                     type_text(v->c, e->type));
}

void verify_operands(struct verify *v, const struct expr *e)
{
    if (e->kind == EXPR_ASSIGN)
        target(v, e->a);
    if (e->amp != AMP_NONE || is_unknown(e->type))
        return;
    switch (e->kind) {
    case EXPR_UNARY:
        verify_unary(v, e);
        break;
    case EXPR_BINARY:
        verify_binary(v, e);
        break;
    case EXPR_ASSIGN:
        if (e->op == OP_ASSIGN)
            verify_stored(v, e->b, e->a->type, "a value for an object");
        break;
    case EXPR_COND:
        verify_cond(v, e);
        break;
    case EXPR_CALL:
        verify_call(v, e);
        break;
    case EXPR_SUBSCRIPT:
    case EXPR_MEMBER:
    case EXPR_ARROW:
        verify_place(v, e);
        break;
    case EXPR_PAREN:
        if (!same(e->a, e->type))
            verify_fault(v, e->loc, "parentheses have another type than what is in them");
        break;
    case EXPR_CAST:
        if (e->type_name && e->type_name->type && !same(e, e->type_name->type))
            verify_fault(v, e->loc, "a cast has another type than is written");
        break;
    case EXPR_ERROR:
    case EXPR_NAME:
    case EXPR_LITERALS:
    case EXPR_COMPOUND:
    case EXPR_QUESTIONS:
    case EXPR_GENERIC:
    case EXPR_STMT:
    case EXPR_HOST_ONLY:
    case EXPR_CONSTRUCT:
    case EXPR_CONVERT:
        break;
    }
}
