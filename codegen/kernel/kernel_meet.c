/* kernel_meet.c - barriers on the ways that pass none, for CPUs.
 *
 * PoCL 3.1 computes wrong values, or ends the process, for kernels with a branch of which one way
 * passes a barrier and the other does not, if more branches are near (docs/INTERNALS.md). So the
 * other way gets one, in its builds: where it begins, in front of all that threads do there each on
 * its own. All threads of a tile go the same way, or the barrier would be an error of the
 * program (barrier-divergent). Of a kernel with `if (t.tile[0] == 1) return; t.barrier.wait();` :
 *
 *     if (...) { AMPC_MEET return; }
 *
 * Relies on kernel_wait.c for what waits. */
#include "codegen/kernel/kernel.h"

#include "parser/walk.h"

/* Its compiler is Clang 15 or older; later ones of PoCL's are right. */
static const char meet_text[] =
    "#if defined AMPC_CPU && defined __clang_major__ && __clang_major__ < 16\n"
    "#define AMPC_MEET barrier(CLK_LOCAL_MEM_FENCE);\n#else\n#define AMPC_MEET\n#endif\n";

static bool is_return(const struct stmt *s)
{
    return s->kind == STMT_RETURN;
}

enum { ARM = 1, NO_ARM = 2 }; /* where s begins; of the if s, in the place of a second arm */

static void mark(struct kernel_gen *g, const struct stmt *s, int where)
{
    node_table_set(&g->frame->meets, s, node_table_get(&g->frame->meets, s, 0) | where);
}

/* An if with a barrier in one of its arms. */
static void mark_other(struct kernel_gen *g, const struct stmt *s)
{
    bool first = kernel_waits(g, s->body), second = s->else_ && kernel_waits(g, s->else_);

    if (first && !s->else_)
        mark(g, s, NO_ARM);
    else if (first && !second)
        mark(g, s->else_, ARM);
    if (second && !first)
        mark(g, s->body, ARM);
}

/* Ifs that return, in front of a statement with a barrier. */
static void mark_ahead(struct kernel_gen *g, const struct stmt *block)
{
    bool waits = false;

    for (int i = block->items.n; i-- > 0;) {
        struct stmt *s = block->items.at[i];
        if (is_return(s)) /* nothing behind it is reached */
            waits = false;
        if (s->kind == STMT_IF && waits && !kernel_waits(g, s)) {
            if (stmt_contains(s->body, is_return))
                mark(g, s->body, ARM);
            if (s->else_ && stmt_contains(s->else_, is_return))
                mark(g, s->else_, ARM);
        }
        waits = waits || kernel_waits(g, s);
    }
}

static bool mark_stmt(struct walker *w, struct stmt *s)
{
    if (s->kind == STMT_IF)
        mark_other(w->data, s);
    if (s->kind == STMT_COMPOUND)
        mark_ahead(w->data, s);
    return true;
}

static bool is_marked(struct kernel_gen *g, const struct stmt *s, int where)
{
    struct kernel_frame *f = g->frame;
    struct walker w = {.data = g, .stmt_pre = mark_stmt, .spec_pre = kernel_no_spec};

    if (g->emulated || !f->body)
        return false;
    if (!f->meets.arena) {
        f->meets.arena = &g->c->arena;
        if (kernel_waits(g, f->body))
            walk_stmt(&w, f->body);
    }
    if (!(node_table_get(&f->meets, s, 0) & where))
        return false;
    if (kernel_once(g, "ampc_meet"))
        buf_add(&g->types, meet_text);
    return true;
}

bool kernel_meets(struct kernel_gen *g, const struct stmt *arm)
{
    return is_marked(g, arm, ARM);
}

bool kernel_meets_without_arm(struct kernel_gen *g, const struct stmt *s)
{
    return is_marked(g, s, NO_ARM);
}
