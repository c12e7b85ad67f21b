/* kernel_meet.c - barriers more than there are in the program, for PoCL 3.1.
 *
 * It computes wrong values, or ends the process, for kernels with a branch of which one way passes
 * a barrier and the other does not, if more branches are near (docs/INTERNALS.md). A barrier where
 * both ways meet again, and where threads return on one of them, makes most such kernels right.
 * That is legal where all threads of the tile go the same way, as they do where a wait is on one of
 * the ways, or behind an if that returns: else the wait would be an error of the program
 * (barrier-divergent). Of a kernel with `if (t.tile[0] == 1) { f(); return; } t.barrier.wait();` :
 *
 *     { if (...) { f(); { AMPC_MEET return; } } AMPC_MEET }
 *
 * Returns in loops and switches are left as they are. Relies on kernel_wait.c for what waits. */
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

static bool is_jump(const struct stmt *s)
{
    return s->kind == STMT_BREAK || s->kind == STMT_CONTINUE;
}

/* Whether no thread comes to what stands behind s; also where that is not known. */
static bool leaves(const struct stmt *s)
{
    bool found = is_return(s) || is_jump(s);

    for (int i = 0; s->kind == STMT_COMPOUND && i < s->items.n; i++)
        found = found || leaves(s->items.at[i]);
    if (s->kind == STMT_IF && s->else_)
        found = leaves(s->body) && leaves(s->else_);
    return found || (stmt_is_loop(s) && (!s->expr || s->expr->constant));
}

/* The return at the end of an arm, if it has no other one: all threads of the arm come to it. */
static const struct stmt *only_return(const struct stmt *arm)
{
    const struct stmt *last = arm;

    if (!arm || arm->kind != STMT_COMPOUND || !arm->items.n)
        return arm && is_return(arm) ? arm : NULL;
    last = arm->items.at[arm->items.n - 1];
    for (int i = 0; i + 1 < arm->items.n; i++)
        if (stmt_contains(arm->items.at[i], is_return))
            return NULL;
    return is_return(last) ? last : NULL;
}

static void mark(struct kernel_gen *g, const struct stmt *s)
{
    if (s)
        node_table_set(&g->frame->meets, s, 1);
}

/* 'later': what follows s has a wait in it. */
static void mark_if(struct kernel_gen *g, struct stmt *s, bool later)
{
    bool returns = stmt_contains(s, is_return), waits = kernel_waits(g, s);
    bool alike = later && returns && !leaves(s);

    if (alike) {
        mark(g, only_return(s->body));
        mark(g, only_return(s->else_));
    }
    if (!stmt_contains(s, is_jump) && (alike || (waits && !returns)))
        mark(g, s);
}

/* 'apart': in a loop or a switch, whose jumps lead to other places. */
static void mark_stmt(struct kernel_gen *g, struct stmt *s, bool later, bool apart)
{
    if (!s)
        return;
    for (int i = s->kind == STMT_COMPOUND ? s->items.n : 0; i-- > 0;) {
        struct stmt *item = s->items.at[i];
        mark_stmt(g, item, later, apart);
        later = (later && !leaves(item)) || (!apart && kernel_waits(g, item));
    }
    if (s->kind == STMT_IF) {
        mark_if(g, s, later);
        mark_stmt(g, s->body, later, apart);
        mark_stmt(g, s->else_, later, apart);
    }
    if (stmt_is_loop(s) || s->kind == STMT_SWITCH)
        mark_stmt(g, s->body, false, true);
}

bool kernel_meets(struct kernel_gen *g, const struct stmt *s)
{
    struct kernel_frame *f = g->frame;

    if (g->emulated || !f->body)
        return false;
    if (!f->meets.arena) {
        f->meets.arena = &g->c->arena;
        if (kernel_waits(g, f->body))
            mark_stmt(g, f->body, false, false);
    }
    if (!node_table_get(&f->meets, s, 0))
        return false;
    if (kernel_once(g, "ampc_meet"))
        buf_add(&g->types, meet_text);
    return true;
}
