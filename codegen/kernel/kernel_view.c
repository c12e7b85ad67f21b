/* kernel_view.c - elements and subviews in kernels' text: addresses from the offset, strides
 * and subscripts.
 *
 * Example: `b(k, i[1])` becomes a load at offset + k * stride0 + i1 * stride1 behind b's byte
 * pointer. */
#include "codegen/kernel/kernel.h"

#include <stdlib.h>

/* ---- elements ---- */

const struct expr *kernel_view_root(const struct expr *view)
{
    view = expr_evaluated(view);
    while (view->amp == AMP_VIEW_ROW)
        view = expr_evaluated(view->a);
    return view;
}

/* A chain of subscripts v[i][j](k), and the view at its begin. */
struct chain {
    const struct expr *view;
    VEC(const struct expr *) subscripts; /* one for every dimension, or an index as the last one */
};

/* Adds the subscripts of rows to the chain: v[i][j] is printed as v(i, j). */
static void chain_rows(struct kernel_gen *g, struct chain *c, const struct expr *view)
{
    view = expr_evaluated(view);
    if (view->amp != AMP_VIEW_ROW) {
        c->view = view;
        return;
    }
    chain_rows(g, c, view->a);
    vec_push(&g->c->arena, &c->subscripts, view->b);
}

/* Prints the stride of dimension k; none is that of the last one. */
static void stride(struct kernel_gen *g, const struct chain *c, int k)
{
    kernel_expr(g, c->view, PREC_POSTFIX);
    buf_printf(g->out, ".s%d", k);
}

/* Whether a sum has a term that its other terms bring back from far off: `k - (INT_MAX - 9)`. */
static bool is_far(const struct expr *e)
{
    e = expr_evaluated(e);
    if (e->constant)
        return llabs(e->value) >= KERNEL_FAR;
    return e->kind == EXPR_BINARY && (e->op == OP_ADD || e->op == OP_SUB) &&
           (is_far(e->a) || is_far(e->b));
}

/* Whether subscript k is one beside x, of a kernel that has such ones (kernel_near.c). */
static struct kernel_near near(const struct chain *c, int k)
{
    const struct kernel_near none = {NULL, 0};

    return k < c->view->type->rank - 1 && k < c->subscripts.n &&
                   c->subscripts.at[k]->type->kind != TYPE_AMP
               ? kernel_near(c->subscripts.at[k])
               : none;
}

static void element_term(struct kernel_gen *g, const struct chain *c, int k, bool nears)
{
    int rank = c->view->type->rank, rows = c->subscripts.n - 1;
    const struct expr *s = c->subscripts.at[k < rows ? k : rows];
    int prec = k < rank - 1 || (rank > 1 && is_far(s)) ? PREC_MUL
               : rank > 1                              ? PREC_ADD
                                                       : PREC_ASSIGN;
    struct kernel_near n = nears ? near(c, k) : (struct kernel_near){NULL, 0};

    if (n.x) {
        buf_add(g->out, "AMPC_NEAR((");
        kernel_convert(g, n.x, type_basic(TYPE_INT), PREC_COMMA);
        buf_printf(g->out, "), %lld, ", n.by);
        stride(g, c, k);
        buf_char(g->out, ')');
        return;
    }
    if (nears && k < rank - 1)
        buf_add(g->out, "AMPC_LONG ");
    if (k >= rows && s->type->kind == TYPE_AMP)
        kernel_component(g, s, k - rows, prec);
    else
        kernel_convert(g, c->subscripts.at[k], type_basic(TYPE_INT), prec);
    if (k < rank - 1) {
        buf_add(g->out, " * ");
        stride(g, c, k);
    }
}

/* A sum as the last subscript is added term by term: compilers find that `i * s0 + j` of
 * `v(i, j + l)` is the same in a loop over l. Not where that may be too much for an int. */
static void element_sum(struct kernel_gen *g, const struct chain *c)
{
    int rank = c->view->type->rank;
    bool nears = rank > 1 && kernel_has_near(g, c->view);

    for (int k = 0; k < rank; k++) {
        if (k)
            buf_add(g->out, " + ");
        element_term(g, c, k, nears);
    }
    for (int k = 0; k < rank - 1 && nears; k++) {
        struct kernel_near n = near(c, k);
        if (!n.x)
            continue;
        buf_printf(g->out, " AMPC_REST(%lld, ", n.by);
        stride(g, c, k);
        buf_char(g->out, ')');
    }
}

/* Prints a checked element; if all subscripts are integers, they become one index. */
static void checked_element(struct kernel_gen *g, const struct expr *e, const struct chain *c,
                            int prec)
{
    const struct expr *view = expr_evaluated(e->a);
    const struct expr *const *args = c->subscripts.at;
    int n = c->subscripts.n;
    bool opened = kernel_open(g, PREC_UNARY, prec);

    if (args[n - 1]->type->kind == TYPE_AMP) {
        args += n - 1;
        n = 1;
    } else {
        view = c->view;
    }
    buf_printf(g->out, "*%s(", kernel_checked_element(g, view->type, e->loc));
    kernel_expr(g, view, PREC_ASSIGN);
    buf_add(g->out, ", ");
    kernel_construct(g, type_amp(g->c, AMP_TYPE_INDEX, view->type->rank, NULL), args, n, e->loc);
    kernel_check_arguments(g, e, view);
    buf_char(g->out, ')');
    kernel_close(g, opened);
}

void kernel_element(struct kernel_gen *g, const struct expr *e, int prec)
{
    bool is_call = e->kind == EXPR_CALL, opened;
    const struct expr *const *args =
        is_call ? (const struct expr *const *)e->args.at : (const struct expr *const *)&e->b;
    int n = is_call ? e->args.n : 1;
    const struct expr *view = expr_evaluated(e->a);
    const struct expr *index = n == 1 && args[0]->type->kind == TYPE_AMP ? args[0] : NULL;
    struct chain c = {0};

    if (!type_is_view_or_array(view->type) || (!index && n != view->type->rank)) {
        kernel_unsupported(g, e->loc, "this subscript is not supported in a kernel");
        return;
    }
    chain_rows(g, &c, view);
    for (int i = 0; i < n; i++)
        vec_push(&g->c->arena, &c.subscripts, args[i]);
    if (c.view->type->rank > 1)
        kernel_note_known(g, c.view);
    if (kernel_is_checked(g, e)) {
        checked_element(g, e, &c, prec);
        return;
    }
    if (expr_is_pure(c.view) && (!index || kernel_has_components(index))) {
        int constant = kernel_constant(g, c.view);
        if (constant >= 0) {
            buf_printf(g->out, "ampc_c%d[", constant);
        } else {
            kernel_expr(g, c.view, PREC_POSTFIX);
            buf_add(g->out, ".p[");
        }
        element_sum(g, &c);
        buf_char(g->out, ']');
        return;
    }
    opened = kernel_open(g, PREC_UNARY, prec);
    buf_printf(g->out, "*%s(", kernel_element_helper(g, view->type, e->loc));
    kernel_expr(g, view, PREC_ASSIGN);
    buf_add(g->out, ", ");
    kernel_construct(g, type_amp(g->c, AMP_TYPE_INDEX, view->type->rank, NULL), args, n, e->loc);
    buf_char(g->out, ')');
    kernel_close(g, opened);
}

/* ---- subviews ---- */

/* An index or extent made of n arguments. */
static void tuple(struct kernel_gen *g, const struct expr *e, int from, int n)
{
    const struct type *t = type_amp(g->c, AMP_TYPE_INDEX, n == 1 ? e->type->rank : n, NULL);

    buf_add(g->out, ", ");
    if (e->args.at[from]->type->kind == TYPE_AMP)
        kernel_expr(g, e->args.at[from], PREC_ASSIGN);
    else
        kernel_construct(g, t, (const struct expr *const *)e->args.at + from, n, e->loc);
}

static void section_arguments(struct kernel_gen *g, const struct expr *e)
{
    int n = e->args.at[0]->type->kind == TYPE_AMP ? 1 : e->type->rank;

    if (e->args.n == 1 && type_is_amp(e->args.at[0]->type, AMP_TYPE_EXTENT))
        buf_printf(g->out, ", %s(0)", kernel_index_helper(g, HELPER_ALL, e->type->rank));
    tuple(g, e, 0, n);
    if (e->args.n > 1)
        tuple(g, e, n, n);
}

static enum subview_helper subview_helper_of(const struct expr *e)
{
    if (e->amp == AMP_VIEW_ROW)
        return HELPER_ROW;
    if (e->amp == AMP_VIEW_AS)
        return HELPER_SHAPE;
    if (e->amp == AMP_VIEW_REINTERPRET)
        return HELPER_RETYPE;
    return e->args.n == 1 && type_is_amp(e->args.at[0]->type, AMP_TYPE_INDEX) ? HELPER_FROM
                                                                              : HELPER_SECTION;
}

void kernel_subview(struct kernel_gen *g, const struct expr *e)
{
    const struct expr *base = amp_subview_base(e);
    bool arrow = base->type->kind == TYPE_POINTER;
    const struct type *view = arrow ? base->type->base : base->type;

    buf_printf(g->out, "%s(",
               kernel_subview_helper(g, subview_helper_of(e), view, e->type, e->loc));
    if (arrow)
        kernel_pointee(g, base, PREC_ASSIGN);
    else
        kernel_expr(g, base, PREC_ASSIGN);
    if (e->amp == AMP_VIEW_ROW) {
        buf_add(g->out, ", ");
        kernel_convert(g, e->b, type_basic(TYPE_INT), PREC_ASSIGN);
    } else if (e->amp == AMP_VIEW_SECTION) {
        section_arguments(g, e);
    } else if (e->amp == AMP_VIEW_AS) {
        tuple(g, e, 0, 1);
    }
    kernel_check_arguments(g, e, base);
    buf_char(g->out, ')');
}
