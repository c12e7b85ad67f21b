/* kernel_differ.c - loops that threads run differently often, for PoCL.
 *
 * PoCL runs what stands between two barriers for one thread after the other, and keeps a variable
 * for all of them at once that has the same value in all. It takes for such a variable one that
 * gets the same value for all threads in a block of the program that all threads come to; also in
 * a loop that some run more often than others (PoCL 3.1, isUniform in
 * VariableUniformityAnalysis.cc), so that behind the next barrier all threads have the last one's:
 *
 *     while (w > 0) { w--; u = 7; }     where LLVM makes one block of test and body
 *
 * Behind a test of something that it takes for different, a loop is nothing that all come to:
 *
 *     AMPC_DIFFER while (u_w > 0) { u_w--; u_u = 7; }
 *
 * No thread fails the test, and once there are loops over the threads of a group LLVM sees that.
 * Relies on kernel_wrap.c for what is stored into variables. */
#include "codegen/kernel/kernel.h"

#include "parser/walk.h"

/* The form leaves an else behind the loop to whom it belongs. */
static const char macro[] =
    "#if defined AMPC_CPU && defined POCL_DEVICE_ADDRESS_BITS\n"
    "#define AMPC_DIFFER if (get_local_id(0) + get_local_id(1) + get_local_id(2) > 0xffffff) ; "
    "else\n"
    "#else\n#define AMPC_DIFFER\n#endif\n";

static bool is_jump(const struct stmt *s)
{
    return s->kind == STMT_BREAK || s->kind == STMT_RETURN || s->kind == STMT_GOTO;
}

struct alike {
    struct kernel_gen *g;
    int depth;
    bool differs;
};

static bool look_expr(struct walker *w, struct expr *e);

static void look_variable(struct alike *x, const struct symbol *v)
{
    enum { DEPTH_MOST = 8 };
    struct walker w = {.data = x, .expr_pre = look_expr};

    if (v->kind == SYMBOL_VAR && v->init && v->init->expr && kernel_is_counted(x->g, v) &&
        x->depth++ < DEPTH_MOST)
        walk_expr(&w, v->init->expr);
    else
        x->differs = true;
}

static bool look_expr(struct walker *w, struct expr *e)
{
    struct alike *x = w->data;

    if (e->constant || x->differs)
        return false;
    if (e->kind == EXPR_NAME && e->symbol && !kernel_arg_find(x->g, e->symbol))
        look_variable(x, e->symbol);
    else if (e->amp != AMP_NONE || e->kind == EXPR_CALL || e->kind == EXPR_SUBSCRIPT ||
             e->kind == EXPR_ARROW || e->kind == EXPR_ASSIGN ||
             (e->kind == EXPR_UNARY && (op_is_step(e->op) || e->op == OP_DEREF)))
        x->differs = true;
    return !x->differs;
}

/* Whether threads may run a loop differently often, as far as its test tells. */
static bool differs(struct kernel_gen *g, struct stmt *s)
{
    struct alike x = {.g = g};
    struct walker w = {.data = &x, .expr_pre = look_expr};

    if (stmt_contains(s->body, is_jump))
        return true;
    if (s->expr)
        walk_expr(&w, s->expr);
    return x.differs;
}

const char *kernel_differ(struct kernel_gen *g, struct stmt *s)
{
    struct kernel_frame *f = g->frame;

    if (g->emulated || f->blocks || !f->body || !(g->unit->waits || g->variant) ||
        (f->launch && !kernel_waits(g, f->body)) || kernel_waits(g, s) || !differs(g, s))
        return "";
    if (kernel_once(g, "AMPC_DIFFER"))
        buf_add(&g->types, macro);
    return "AMPC_DIFFER ";
}
