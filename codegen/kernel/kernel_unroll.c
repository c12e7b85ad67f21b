/* kernel_unroll.c - what stands in front of a loop about unrolling it.
 *
 * NVIDIA's compiler makes four rounds of a short loop one, and leaves the rest to ptxas, which does
 * so once more: loops that count down to what the text does not say then end rounds too early
 * (docs/INTERNALS.md). A loop for which a number of rounds is asked, ptxas leaves alone. So four
 * are asked for in short ones, which is what they have anyway, and one in others.
 *
 * Example: `AMPC_UNROLL(4) for (int u_k = u_r; u_k >= -u_r; u_k--)`, which on NVIDIA is
 * `_Pragma("unroll 4") for (...)`, and elsewhere the loop alone. */
#include "codegen/kernel/kernel.h"
#include "parser/walk.h"

/* Loops of more expressions than this have one round at a time. */
enum { SHORT_MAX = 64 };

struct counts {
    struct arena *arena;
    symbol_vec down; /* variables of which something is taken away */
    int exprs;
    bool loops; /* there is another loop inside */
};

static bool is_difference_of(const struct expr *e, const struct symbol *x)
{
    e = expr_evaluated(e);
    const struct expr *a = e->kind == EXPR_BINARY && e->op == OP_SUB ? expr_evaluated(e->a) : NULL;
    return a && a->kind == EXPR_NAME && a->symbol == x;
}

static bool count_expr(struct walker *w, struct expr *e)
{
    struct counts *x = w->data;
    bool steps = e->kind == EXPR_UNARY && (e->op == OP_PREDEC || e->op == OP_POSTDEC);
    const struct expr *to = steps || e->kind == EXPR_ASSIGN ? expr_evaluated(e->a) : NULL;

    x->exprs++;
    if (to && to->kind == EXPR_NAME &&
        (steps || e->op == OP_SUB || is_difference_of(e->b, to->symbol)))
        vec_push(x->arena, &x->down, to->symbol);
    return true;
}

static bool count_stmt(struct walker *w, struct stmt *s)
{
    struct counts *x = w->data;

    x->loops |= stmt_is_loop(s);
    return true;
}

/* What a loop's test names. */
struct test {
    const struct counts *counts;
    bool down, other;
};

static bool test_expr(struct walker *w, struct expr *e)
{
    struct test *t = w->data;
    bool found = false;

    if (e->kind != EXPR_NAME || e->constant)
        return true;
    for (int i = 0; i < t->counts->down.n; i++)
        found |= t->counts->down.at[i] == e->symbol;
    t->down |= found;
    t->other |= !found;
    return true;
}

/* Whether a variable of the loop's test gets less, and the test has something else, too, or stands
 * in the body. */
static bool counts_down(const struct stmt *s, const struct counts *counts)
{
    struct test t = {.counts = counts};
    struct walker w = {.data = &t, .expr_pre = test_expr};

    if (!s->expr || expr_evaluated(s->expr)->constant)
        return counts->down.n > 0;
    walk_expr(&w, s->expr);
    return t.down && t.other;
}

const char *kernel_unroll(struct kernel_gen *g, const struct stmt *s)
{
    struct counts x = {.arena = &g->c->arena};
    struct walker w = {.data = &x, .expr_pre = count_expr, .stmt_pre = count_stmt};

    if (s->unrolled)
        return "_Pragma(\"unroll\") ";
    if (g->emulated)
        return "";
    walk_expr(&w, s->expr);
    walk_expr(&w, s->step);
    walk_stmt(&w, s->body);
    if (!counts_down(s, &x))
        return "";
    if (kernel_once(g, "AMPC_UNROLL"))
        buf_add(&g->types, "#ifdef __NV_CL_C_VERSION\n"
                           "#define AMPC_PRAGMA(x) _Pragma(#x)\n"
                           "#define AMPC_UNROLL(n) AMPC_PRAGMA(unroll n)\n"
                           "#else\n"
                           "#define AMPC_UNROLL(n)\n"
                           "#endif\n");
    return x.loops || x.exprs > SHORT_MAX ? "AMPC_UNROLL(1) " : "AMPC_UNROLL(4) ";
}
