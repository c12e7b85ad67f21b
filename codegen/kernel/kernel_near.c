/* kernel_near.c - subscripts of elements beside each other, as stencils have them, on CPUs. In a
 * tiled kernel that reads from(i - 1, j) and from(i, j), these are sums of longs that differ by s0
 * alone, so the device's compiler computes i * s0 + j once. It may not with ints: i * s0 can be too
 * much for an int where (i - 1) * s0 is not. So it is in whole blocks of a run (kernel_frame.c),
 * whose lines each have one pointer then. Other simple launches keep ints: PoCL 3.1 makes no
 * vectors of their threads with longs (1.7 times the time for a stencil).
 *
 * Example: from(i - 1, j) becomes `u_from.p[AMPC_NEAR((u_i), -1, u_from.s0) + u_j AMPC_REST(-1,
 * u_from.s0)]`, where on CPUs the first is `(long)(u_i) * u_from.s0`, the second what is missing.
 */
#include "codegen/kernel/kernel.h"
#include "parser/walk.h"

#include <stdlib.h>

static const char macros[] = "#ifdef AMPC_CPU\n"
                             "#define AMPC_LONG (long)\n"
                             "#define AMPC_NEAR(x, c, s) (long)x * s\n"
                             "#define AMPC_REST(c, s) + c * (long)s\n"
                             "#else\n"
                             "#define AMPC_LONG\n"
                             "#define AMPC_NEAR(x, c, s) (x + c) * s\n"
                             "#define AMPC_REST(c, s)\n"
                             "#endif\n";

struct kernel_near kernel_near(const struct expr *e)
{
    e = expr_evaluated(e);
    if (e->kind != EXPR_BINARY || (e->op != OP_ADD && e->op != OP_SUB) ||
        e->type->kind != TYPE_INT || !e->b->constant || e->a->constant ||
        llabs(e->b->value) >= KERNEL_FAR)
        return (struct kernel_near){NULL, 0};
    return (struct kernel_near){e->a, e->op == OP_ADD ? e->b->value : -e->b->value};
}

/* Notes the view of a subscript beside another one. */
static bool find_near(struct walker *w, struct expr *e)
{
    struct kernel_gen *g = w->data;
    bool found = e->kind == EXPR_SUBSCRIPT && kernel_near(e->b).x;

    if (e->amp != AMP_VIEW_ELEMENT && e->amp != AMP_VIEW_ROW)
        return true;
    for (int i = 0; e->kind == EXPR_CALL && i < e->args.n; i++)
        found |= kernel_near(e->args.at[i]).x != NULL;
    const struct expr *view = kernel_view_root(e->a);
    if (found && view->kind == EXPR_NAME && view->type->rank > 1)
        vec_push(&g->c->arena, &g->frame->nears, view->symbol);
    return true;
}

bool kernel_has_near(struct kernel_gen *g, const struct expr *view)
{
    struct kernel_frame *f = g->frame;
    struct walker w = {.data = g, .expr_pre = find_near};

    if (g->emulated || !f->launch || !(f->launch->tiled || f->vectors) || view->kind != EXPR_NAME)
        return false;
    if (!f->nears_known)
        walk_stmt(&w, f->body);
    f->nears_known = true;
    for (int i = 0; i < f->nears.n; i++)
        if (f->nears.at[i] == view->symbol) {
            if (kernel_once(g, "AMPC_NEAR"))
                buf_add(&g->types, macros);
            return true;
        }
    return false;
}
