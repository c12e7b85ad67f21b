/* kernel_row.c - addresses of elements of C arrays of several dimensions, by one offset from the
 * first element: some drivers drop accesses beyond a row. */
#include "codegen/kernel/kernel.h"

#include <stdlib.h>

/* For arrays of arrays in private memory. C programs run a pointer from one row into the next ('int
 * *p = &a[0][0]; p[k]'). Compilers that promote the array to registers (Mesa's) take '&a[0][0]' for
 * an address in row 0 and drop accesses beyond that row; '(int *)a + 0' has no row. */

enum { ROWS = 16 };

/* The subscripts between an element and the array of all rows, the element's own first. */
struct rows {
    const struct expr *subscripts[ROWS];
    int n;
    const struct expr *root; /* the array, or a pointer to rows */
};

const struct expr *kernel_undecayed(const struct expr *base)
{
    base = expr_evaluated(base);
    if (expr_is_decay(base))
        base = expr_evaluated(base->a);
    return base;
}

static const struct expr *index_of(const struct expr *e)
{
    return type_is_integer(e->a->type) ? e->a : e->b;
}

static void find_rows(struct rows *r, const struct expr *e)
{
    r->n = 0;
    r->root = expr_evaluated(e);
    while (r->root->kind == EXPR_SUBSCRIPT && r->root->amp == AMP_NONE && r->n < ROWS) {
        r->subscripts[r->n++] = r->root;
        r->root = kernel_undecayed(type_is_integer(r->root->a->type) ? r->root->b : r->root->a);
        if (r->root->type->kind != TYPE_ARRAY)
            break;
    }
}

/* Prints the terms of the offset in elements of 'size' bytes; the constant ones are one number. */
static void print_offset(struct kernel_gen *g, const struct rows *r, long long size, bool end)
{
    struct buf *out = g->out;
    long long known = 0;

    for (int i = r->n - 1; i >= 0; i--) {
        const struct expr *e = r->subscripts[i], *index = index_of(e);
        const struct expr *base = index == e->a ? e->b : e->a;
        long long factor = e->type->size / size;
        struct buf checked = {0};
        bool is_checked;

        g->out = &checked;
        is_checked = kernel_check_index(g, e, base, index, end && i == 0);
        g->out = out;
        if (!is_checked && index->constant && expr_is_pure(index)) {
            known += index->value * factor;
        } else {
            buf_add(out, " + ");
            if (is_checked)
                buf_add(out, checked.at);
            else
                kernel_convert(g, index, type_basic(TYPE_INT), PREC_MUL);
            if (factor != 1)
                buf_printf(out, " * %lld", factor);
        }
        buf_free(&checked);
    }
    if (known)
        buf_printf(out, known > 0 ? " + %lld" : " - %lld", llabs(known));
}

bool kernel_row_address(struct kernel_gen *g, const struct expr *e, const struct type *element,
                        bool end, int prec)
{
    struct rows r;
    const struct type *t;
    bool opened;

    find_rows(&r, e);
    t = r.root->type;
    if (g->emulated || g->frame->constant || r.n + (element != e->type) < 2 ||
        (t->kind != TYPE_ARRAY && t->kind != TYPE_POINTER) || t->base->kind != TYPE_ARRAY ||
        element->size <= 0 || kernel_object_space(g, e) != SPACE_PRIVATE)
        return false;
    opened = kernel_open(g, PREC_ADD, prec);
    buf_printf(
        g->out, "(%s)",
        kernel_declare(g, type_pointer(g->c, (struct type *)element), "", SPACE_PRIVATE, e->loc));
    kernel_expr(g, r.root, PREC_UNARY);
    print_offset(g, &r, element->size, end);
    kernel_close(g, opened);
    return true;
}
