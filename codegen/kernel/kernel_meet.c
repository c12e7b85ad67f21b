/* kernel_meet.c - other forms of branches that barriers are behind, for PoCL.
 *
 * PoCL 3.1 and 6 compute wrong values, or end the process, for kernels with a branch of which one
 * way passes a barrier, if more branches are near (docs/INTERNALS.md): they copy what stands behind
 * the branch for each of the ways that lead there, also for those that only single threads take. A
 * loop has one way out. So an if with a wait in it is one there, or two, with one round:
 *
 *     { AMPC_IF (...) AMPC_ONCE { f(); barrier(...); } AMPC_ELSE { g(); } }
 *
 * Where threads return, there are more barriers, where both ways meet again and in front of the
 * return. That is legal where all threads of the tile go the same way, as they do behind an if that
 * returns in front of a wait: else the wait would be an error of the program (barrier-divergent).
 * Of a kernel with `if (t.tile[0] == 1) { f(); return; } t.barrier.wait();` :
 *
 *     { if (...) { f(); { AMPC_MEET return; } } AMPC_MEET }
 *
 * Returns in loops and switches are left as they are.
 *
 * For a barrier behind a condition they also add one at the place that the condition leads to, and
 * look for that place upwards by one of the ways, up to the condition or a block with a barrier and
 * nothing else (ImplicitConditionalBarriers.cc). Blocks with a barrier and more do not end the way:
 * it may go through one, on into an arm of an if in front of it, and find such a block only where
 * that if begins, so that the arm alone gets a barrier. All threads then go the last one's way:
 *
 *     for (...) { barrier(); if (l == 3) f(); else g(); barrier(); h(); barrier(); }
 *
 * Behind two barriers at once a block has never just one. What is between them is nothing, and PoCL
 * drops it; so where waits stand behind conditions, each is two (AMPC_BARRIER).
 *
 * Relies on kernel_wait.c for what waits. */
#include "codegen/kernel/kernel.h"

#include "parser/walk.h"

/* PoCL's compiler is Clang. How often a loop with one round runs must not be known when it is
 * compiled: it would be an if again. */
static const char meet_text[] = "#if defined AMPC_CPU && defined __clang_major__\n"
                                "#define AMPC_MEET barrier(CLK_LOCAL_MEM_FENCE); "
                                "barrier(CLK_LOCAL_MEM_FENCE);\n#else\n#define AMPC_MEET\n#endif\n";
static const char once_text[] =
    "#if defined AMPC_CPU && defined __clang_major__\n"
    "#define AMPC_ROUNDS(c) for (uint ampc_once = (c) ? (get_work_dim() + 2) / 3 : 0; "
    "ampc_once > 0; ampc_once--)\n"
    "#define AMPC_IF const bool ampc_if =\n"
    "#define AMPC_ONCE ; AMPC_ROUNDS(ampc_if)\n"
    "#define AMPC_ELSE AMPC_ROUNDS(!ampc_if)\n"
    "#else\n#define AMPC_IF if\n#define AMPC_ONCE\n#define AMPC_ELSE else\n#endif\n";

static const char barrier_text[] = "#if defined AMPC_CPU && defined POCL_DEVICE_ADDRESS_BITS\n"
                                   "#define AMPC_BARRIER(flags) (barrier(flags), barrier(flags))\n"
                                   "#else\n#define AMPC_BARRIER(flags) barrier(flags)\n#endif\n";

static bool is_return(const struct stmt *s)
{
    return s->kind == STMT_RETURN;
}

static bool is_jump(const struct stmt *s)
{
    return s->kind == STMT_BREAK || s->kind == STMT_CONTINUE;
}

/* Whether a break or continue leads out of s, which stands in 'loop' and 'around' (a loop or a
 * switch) of the statement that is asked about. */
static bool jumps_out(struct stmt *s, bool loop, bool around)
{
    bool found = false;

    switch (s->kind) {
    case STMT_BREAK:
        return !around;
    case STMT_CONTINUE:
        return !loop;
    case STMT_COMPOUND:
        for (int i = 0; i < s->items.n && !found; i++)
            found = jumps_out(s->items.at[i], loop, around);
        return found;
    case STMT_LABELS:
    case STMT_LOOPS:
    case STMT_IF:
    case STMT_SWITCH:
        loop = loop || stmt_is_loop(s);
        around = around || loop || s->kind == STMT_SWITCH;
        return (s->body && jumps_out(s->body, loop, around)) ||
               (s->else_ && jumps_out(s->else_, loop, around));
    case STMT_ERROR:
    case STMT_EMPTY:
    case STMT_EXPR:
    case STMT_DECL:
    case STMT_GOTO:
    case STMT_RETURN:
    case STMT_ASM:
    case STMT_LOCAL_LABELS:
        return stmt_contains(s, is_jump);
    }
    return true;
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

static void mark(struct kernel_gen *g, const struct stmt *s, enum kernel_meet how)
{
    if (s)
        node_table_set(&g->frame->meets, s, how);
}

/* 'later': what follows s has a wait in it. */
static void mark_if(struct kernel_gen *g, struct stmt *s, bool later)
{
    bool returns = stmt_contains(s, is_return), waits = kernel_waits(g, s);
    bool alike = later && returns && !leaves(s);

    if (alike) {
        mark(g, only_return(s->body), MEET_BARRIER);
        mark(g, only_return(s->else_), MEET_BARRIER);
    }
    if (!jumps_out(s, false, false) && (alike || (waits && !returns)))
        mark(g, s, waits && !returns ? MEET_ONCE : MEET_BARRIER);
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

/* Whether a wait may stand in a branch or a loop, or behind a return. */
static bool waits_apart(struct kernel_gen *g, struct stmt *s)
{
    bool found = stmt_contains(s, is_return) ||
                 (s->kind != STMT_COMPOUND && s->kind != STMT_EXPR && kernel_waits(g, s));

    for (int i = 0; s->kind == STMT_COMPOUND && i < s->items.n && !found; i++)
        found = waits_apart(g, s->items.at[i]);
    return found;
}

static bool is_marked(struct kernel_gen *g)
{
    struct kernel_frame *f = g->frame;

    if (g->emulated || !f->body)
        return false;
    if (!f->meets.arena) {
        f->meets.arena = &g->c->arena;
        if (kernel_waits(g, f->body)) {
            mark_stmt(g, f->body, false, false);
            f->waits_apart = !f->launch || waits_apart(g, f->body);
        }
    }
    return true;
}

enum kernel_meet kernel_meets(struct kernel_gen *g, const struct stmt *s)
{
    struct kernel_frame *f = g->frame;
    enum kernel_meet how;

    if (!is_marked(g))
        return MEET_NOT;
    how = (enum kernel_meet)node_table_get(&f->meets, s, MEET_NOT);
    if (how == MEET_BARRIER && kernel_once(g, "ampc_meet"))
        buf_add(&g->types, meet_text);
    if (how == MEET_ONCE && kernel_once(g, "ampc_if"))
        buf_add(&g->types, once_text);
    return how;
}

const char *kernel_barrier(struct kernel_gen *g)
{
    if (!is_marked(g) || !g->frame->waits_apart)
        return "barrier";
    if (kernel_once(g, "ampc_barrier"))
        buf_add(&g->types, barrier_text);
    return "AMPC_BARRIER";
}
