/* values.c - values known at compile time: division by zero, shift counts, subscripts of C arrays.
 */
#include "sema/checks/check.h"

/* Constants that are out of range: divisors (amp-div-zero), shift counts (amp-shift), subscripts of
 * C arrays (amp-bounds). Dead code behind constant conditions is not checked. */

/* ---- divisions ---- */

/* A division of integers, or of AMP's indices and extents. */
static bool divides_integers(const struct expr *e)
{
    const struct type *a = e->a ? e->a->type : NULL, *b = e->b ? e->b->type : NULL;

    return a && b && (type_is_integer(a) || a->kind == TYPE_AMP) && type_is_integer(b);
}

static void division_report(struct code *k, const struct expr *e)
{
    long long value;

    if ((e->op != OP_DIV && e->op != OP_MOD) || !divides_integers(e))
        return;
    if (integer_constant(e->b, &value) && value == 0)
        code_report(k, DIAG_amp_div_zero, e->op_loc.end ? e->op_loc : e->loc, "%s by zero",
                    e->op == OP_DIV ? "division" : "remainder of a division");
}

/* ---- shifts ---- */

static void shift_report(struct code *k, struct expr *e)
{
    const struct type *t = e->a->type;
    long long value, bits;

    if ((e->op != OP_SHL && e->op != OP_SHR) || e->amp != AMP_NONE || !t || !type_is_integer(t) ||
        k->side & RESTRICT_CPU) /* cc reports it */
        return;
    bits = 8 * type_promoted(k->c, (struct type *)t)->size;
    if (bits <= 0 || !integer_constant(e->b, &value))
        return;
    if (value < 0 && !type_is_unsigned(e->b->type))
        code_report(k, DIAG_amp_shift, e->op_loc.end ? e->op_loc : e->loc,
                    "the shift count %lld is negative", value);
    else if (value < 0 || value >= bits)
        code_report(k, DIAG_amp_shift, e->op_loc.end ? e->op_loc : e->loc,
                    "the shift count %llu is not less than the %lld bits of '%s'",
                    (unsigned long long)value, bits,
                    type_text(k->c, type_promoted(k->c, (struct type *)t)));
}

/* ---- subscripts ---- */

/* The array whose elements a pointer operand leads to; NULL: the pointer does not come from an
 * array. */
static struct expr *array_of(struct expr *e)
{
    e = expr_unparen(e);
    if (expr_is_decay(e))
        e = e->a;
    return e && e->type && e->type->kind == TYPE_ARRAY && e->type->length > 0 ? e : NULL;
}

/* index: into 'array'; behind: the position behind the last element is allowed (only its address is
 * taken). */
static void index_report(struct code *k, struct expr *array, struct expr *index, bool behind)
{
    long long value, length = array->type->length;
    struct expr *name;

    if (!integer_constant(index, &value) || (value >= 0 && value < length + behind))
        return;
    if (!code_report(k, DIAG_amp_bounds, index->loc,
                     value < 0 ? "the subscript %lld is negative"
                               : "the subscript %lld is outside the array of %lld elements",
                     value, length))
        return;
    name = lvalue_root(array).variable;
    if (name && name->symbol)
        diag_note(k->c, name->symbol->loc, "'%s' is declared here", name->symbol->name);
}

/* a[i], *(a + i) */
static void element_report(struct code *k, struct expr *e, bool behind)
{
    struct expr *a = e->a, *b = e->b, *array;

    if (e->kind == EXPR_UNARY) {
        e = expr_unparen(e->a);
        if (!e || e->kind != EXPR_BINARY || e->op != OP_ADD)
            return;
        a = e->a;
        b = e->b;
    }
    if (!a || !b || e->amp != AMP_NONE)
        return;
    array = array_of(a);
    if (array)
        index_report(k, array, b, behind);
    else if ((array = array_of(b)) != NULL)
        index_report(k, array, a, behind);
}

/* ---- the walk ---- */

static bool is_element(const struct expr *e)
{
    return (e->kind == EXPR_SUBSCRIPT && e->amp == AMP_NONE) ||
           (e->kind == EXPR_UNARY && e->op == OP_DEREF);
}

/* &a[n]: the element itself is not accessed. */
static bool address_walk(struct code_walk *w, struct expr *e)
{
    struct expr *element = expr_unparen(e->a);

    if (!element || !is_element(element))
        return true;
    element_report(w->k, element, true);
    code_walk_expr(w, element->a);
    code_walk_expr(w, element->b);
    return false;
}

static bool values_expr(struct code_walk *w, struct expr *e)
{
    if (w->unevaluated)
        return true;
    if (!code_walk_choice(w, e))
        return false;
    if (e->kind == EXPR_BINARY || e->kind == EXPR_ASSIGN) {
        division_report(w->k, e);
        shift_report(w->k, e);
        return true;
    }
    if (e->kind == EXPR_UNARY && e->op == OP_ADDR)
        return address_walk(w, e);
    if (is_element(e))
        element_report(w->k, e, false);
    return true;
}

static void values_code(struct code *k)
{
    struct code_walk w = {.k = k, .expr = values_expr, .stmt = code_walk_branch};

    code_walk_stmt(&w, code_body(k));
}

void check_values(struct ctx *c, const struct program *p, struct findings *findings)
{
    amp_code_each(c, p, findings, values_code);
}
