/* kernel_constant.c - constant views: which ones a kernel can read through OpenCL's constant
 * memory.
 *
 * Their parameter is in `ampc_constant` memory: __constant in a build for launches whose constant
 * views fit there (AMPC_CONSTANT; runtime/launch.c looks), else __global. So a kernel has to use
 * elements and the extent alone, and no addresses, subviews and copies of the view, which are of
 * global memory. Example: `w(k, l)` of a captured constant_view is printed as
 * `ampc_c0[u_k * u_w.s0 + u_l]`. */
#include "codegen/kernel/kernel.h"

#include "parser/walk.h"

/* How often a variable is named in a kernel, and how often as a view whose element is read. */
struct uses {
    const struct symbol *symbol;
    int named, direct;
};

static bool names(const struct expr *e, const struct symbol *s)
{
    e = e ? expr_evaluated(e) : NULL;
    return e && e->kind == EXPR_NAME && e->symbol == s;
}

/* As kernel_element prints it with the view's name in front. */
static bool is_plain(const struct expr *e)
{
    const struct expr *last = e->kind != EXPR_CALL ? e->b : e->args.n == 1 ? e->args.at[0] : NULL;
    return !last || last->type->kind != TYPE_AMP || kernel_has_components(last);
}

static bool count(struct walker *w, struct expr *e)
{
    struct uses *u = w->data;

    u->named += e->kind == EXPR_NAME && e->symbol == u->symbol;
    if (e->amp == AMP_VIEW_ELEMENT && names(kernel_view_root(e->a), u->symbol))
        u->direct += is_plain(e);
    else if (e->amp == AMP_VIEW_EXTENT && e->kind != EXPR_CALL && names(e->a, u->symbol))
        u->direct++;
    if (e->kind == EXPR_UNARY && e->op == OP_ADDR && expr_unparen(e->a)->amp == AMP_VIEW_ELEMENT &&
        names(kernel_view_root(expr_unparen(e->a)->a), u->symbol))
        u->direct--;
    return true;
}

void kernel_constants(const struct launch *l, kernel_arg_vec *args)
{
    for (int i = 0; i < args->n && l->lambda; i++) {
        struct kernel_arg *a = &args->at[i];
        struct uses u = {.symbol = a->symbol};
        struct walker w = {.data = &u, .expr_pre = count};
        if (a->kind != AMPC__ARG_VIEW || a->steps.n || !a->type->constant || !a->is_const ||
            !type_is_arithmetic(a->type->base))
            continue;
        walk_stmt(&w, l->lambda->body);
        a->constant = u.named > 0 && u.named == u.direct;
    }
}

bool kernel_is_constant(const struct kernel_gen *g, const struct kernel_arg *a)
{
    return a->constant && !g->checked && !g->emulated;
}

int kernel_constant(const struct kernel_gen *g, const struct expr *view)
{
    const struct kernel_arg *a = view->kind == EXPR_NAME ? kernel_arg_find(g, view->symbol) : NULL;
    return a && kernel_is_constant(g, a) ? (int)(a - g->frame->args.at) : -1;
}

void kernel_use_constant(struct kernel_gen *g)
{
    g->uses |= AMPC__USES_CONSTANT;
    if (kernel_once(g, "ampc_constant"))
        buf_add(&g->types, "#ifdef AMPC_CONSTANT\n#define ampc_constant __constant\n#else\n"
                           "#define ampc_constant __global\n#endif\n");
}
