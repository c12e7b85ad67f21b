/* forms.c - comparisons of the row and the column as sums: `j <= i + 1` says that 1 * i + -1 * j +
 * 1 is not negative. What diagonal.c and when.c ask about blocks of threads is answered by these.
 * It relies on fetch.c for what is the row, the column, and the same for all threads. */
#include "optimize/cover_plan.h"

#include "sema/tree/edit.h"
#include "sema/types/expr.h"
#include "sema/types/pure.h"

struct expr *form_clone(struct plan *p, const struct expr *e)
{
    struct tree_clone k = tree_clone_begin(p->c);

    return tree_clone_expr(&k, e);
}

struct expr *form_long(struct plan *p, struct expr *e)
{
    return make_convert(&p->make, type_basic(TYPE_LONG), e);
}

struct expr *form_and(struct plan *p, struct expr *a, struct expr *b)
{
    return a ? make_binary(&p->make, OP_LAND, a, b) : b;
}

/* Of sums and products of numbers with sign: those of numbers without, which may wrap around. */
static void edit_wrapping(struct tree_edit *t, struct expr **at)
{
    static const enum type_kind kinds[] = {TYPE_UINT, TYPE_ULONG};
    struct plan *p = t->data;
    struct maker *m = &p->make;
    struct expr *e = *at;
    struct type *of;

    if (e->constant || !is_whole(e->type) || type_is_unsigned(e->type) || e->amp != AMP_NONE)
        return;
    of = type_basic(kinds[e->type->size > 4]);
    if (e->kind == EXPR_UNARY && e->op == OP_NEG)
        *at = make_cast(m, e->type, make_unary(m, OP_NEG, make_cast(m, of, e->a)));
    else if (e->kind == EXPR_BINARY && (e->op == OP_ADD || e->op == OP_SUB || e->op == OP_MUL))
        *at = make_cast(m, e->type,
                        make_binary(m, e->op, make_cast(m, of, e->a), make_cast(m, of, e->b)));
}

struct expr *form_wrapping(struct plan *p, const struct expr *e)
{
    struct tree_edit edit = {.data = p, .expr_post = edit_wrapping};
    struct expr *copy = form_clone(p, e);

    tree_edit_expr(&edit, &copy);
    return copy;
}

/* Whether a variable says where a thread is, or is another one of the body than the counter of the
 * loop that is looked at. */
static bool differs(const struct plan *p, const struct symbol *s)
{
    return (fetch_axis(p, s) & COVER_BOTH) || fetch_is_own(p, s);
}

/* Adds what a side of a comparison is made of to a form, or takes it away. */
static bool add_terms(struct plan *p, const struct expr *e, int sign, struct form *f)
{
    const struct symbol *s = fetch_variable(p, e);
    unsigned axis = s ? fetch_axis(p, s) & COVER_BOTH : 0;

    e = expr_evaluated(e);
    if (!is_whole(e->type))
        return false;
    if (axis) { /* it is never negative, and an int: the same number in each type */
        *(axis == COVER_ROWS ? &f->row : &f->column) += sign;
        return true;
    }
    if (type_is_unsigned(e->type))
        return false;
    if (e->type->size <= 4 && fetch_is_fixed(p, e, differs)) {
        f->rest = make_binary(&p->make, sign > 0 ? OP_ADD : OP_SUB, f->rest,
                              form_long(p, form_wrapping(p, e)));
        return !block_may_trap(e);
    }
    if ((e->kind == EXPR_CONVERT || e->kind == EXPR_CAST) && is_whole(e->a->type) &&
        !type_is_unsigned(e->a->type) && e->type->size >= e->a->type->size)
        return add_terms(p, e->a, sign, f);
    return e->kind == EXPR_BINARY && e->amp == AMP_NONE && (e->op == OP_ADD || e->op == OP_SUB) &&
           add_terms(p, e->a, sign, f) && add_terms(p, e->b, e->op == OP_ADD ? sign : -sign, f);
}

bool form_is_comparison(const struct expr *e)
{
    return e->kind == EXPR_BINARY && e->amp == AMP_NONE &&
           (e->op == OP_LT || e->op == OP_LE || e->op == OP_GT || e->op == OP_GE);
}

bool form_of(struct plan *p, const struct expr *comparison, bool holds, struct form *f)
{
    struct expr *e = fetch_copy(p, comparison);
    bool less = e->op == OP_LT || e->op == OP_LE, strict = e->op == OP_LT || e->op == OP_GT;
    const struct expr *greater = less == holds ? e->b : e->a;
    const struct expr *smaller = less == holds ? e->a : e->b;
    struct maker *m = &p->make;

    m->loc = e->loc;
    *f = (struct form){.rest = make_int(m, strict == holds ? -1 : 0, type_basic(TYPE_LONG))};
    return add_terms(p, greater, 1, f) && add_terms(p, smaller, -1, f) && f->row * f->row <= 1 &&
           f->column * f->column <= 1 && (f->row || f->column);
}

struct expr *form_corner(struct plan *p, int d, bool least)
{
    return form_long(p, make_name(&p->make, cover_corner(p, d, least)));
}
