/* kernel_wait.c - threads that end ahead of a barrier: they note their end in tile_static memory
 * and return behind the barrier, as OpenCL requires that all threads reach it. */
#include "codegen/kernel/kernel.h"

#include "parser/walk.h"

/* A thread that assert or abort ends cannot return while others of its tile will wait: they would
 * wait for it, or the compiler would take the wait for conditional. It goes on to the next wait,
 * behind which all threads of the tile return (ampc_left in kernel_stop.c). Behind the last wait it
 * returns at once. */

static bool is_wait(const struct expr *e)
{
    return e->kind == EXPR_CALL &&
           (e->amp == AMP_BARRIER_WAIT || e->amp == AMP_BARRIER_WAIT_GLOBAL ||
            e->amp == AMP_BARRIER_WAIT_TILE);
}

/* Whether a function of another unit may wait: it has a parameter with a barrier. */
static bool has_barrier(const struct symbol *f)
{
    for (int i = 0; i < f->type->params.n; i++) {
        const struct type *t = f->type->params.at[i];
        if (type_is_amp(t, AMP_TYPE_TILE_BARRIER) || type_is_amp(t, AMP_TYPE_TILED_INDEX))
            return true;
    }
    return false;
}

static bool has(const symbol_vec *v, const struct symbol *s)
{
    for (int i = 0; i < v->n; i++)
        if (v->at[i] == s)
            return true;
    return false;
}

struct wait_search {
    struct kernel_gen *g;
    bool found;
};

static bool find_wait(struct walker *w, struct expr *e);

static bool function_waits(struct kernel_gen *g, struct symbol *f)
{
    struct wait_search search = {g, false};
    struct walker w = {.data = &search, .expr_pre = find_wait, .spec_pre = kernel_no_spec};

    if (kernel_is_foreign(g, f))
        return has_barrier(f);
    if (has(&g->waiting, f) || has(&g->not_waiting, f))
        return has(&g->waiting, f);
    walk_stmt(&w, f->definition->body);
    vec_push(&g->c->arena, search.found ? &g->waiting : &g->not_waiting, f);
    return search.found;
}

static bool find_wait(struct walker *w, struct expr *e)
{
    struct wait_search *search = w->data;
    struct symbol *f = e->kind == EXPR_CALL && e->amp == AMP_NONE ? kernel_callee(e) : NULL;

    if (!kernel_runs(w, e))
        return false;
    if (is_wait(e) || (f && function_waits(search->g, f)))
        search->found = true;
    return !search->found;
}

bool kernel_waits(struct kernel_gen *g, struct stmt *s)
{
    struct wait_search search = {g, false};
    struct walker w = {.data = &search, .expr_pre = find_wait, .spec_pre = kernel_no_spec};

    walk_stmt(&w, s);
    return search.found;
}

bool kernel_is_wait(const struct expr *e)
{
    e = expr_evaluated(e);
    while ((e->kind == EXPR_CAST || e->kind == EXPR_CONVERT) && e->type->kind == TYPE_VOID)
        e = expr_evaluated(e->a);
    return is_wait(e);
}

struct numbering { /* numbers for the nodes of the frame's body, children before parents */
    struct kernel_gen *g;
    struct kernel_frame *frame;
    int n;
};

static void number_expr(struct walker *w, struct expr *e)
{
    struct numbering *x = w->data;
    struct symbol *f = e->kind == EXPR_CALL && e->amp == AMP_NONE ? kernel_callee(e) : NULL;

    node_table_set(&x->frame->order, e, ++x->n);
    if (is_wait(e) || (f && function_waits(x->g, f)))
        x->frame->last_wait = x->n;
}

/* A loop counts as a wait if one is in it: behind an iteration the next one may wait. */
static void number_stmt(struct walker *w, struct stmt *s)
{
    struct numbering *x = w->data;

    node_table_set(&x->frame->order, s, ++x->n);
    if (stmt_is_loop(s) && kernel_waits(x->g, s))
        x->frame->last_wait = x->n;
}

static void number_decl(struct walker *w, struct decl *d)
{
    struct numbering *x = w->data;

    node_table_set(&x->frame->order, d, ++x->n);
}

bool kernel_wait_follows(struct kernel_gen *g, const void *node)
{
    struct kernel_frame *f = g->frame;
    struct numbering x = {g, f, 0};
    struct walker w = {.data = &x,
                       .expr_pre = kernel_runs,
                       .expr_post = number_expr,
                       .stmt_post = number_stmt,
                       .decl_post = number_decl,
                       .spec_pre = kernel_no_spec};

    if (g->emulated) /* in the emulator no thread waits for threads that have ended */
        return false;
    if (!f->order.arena) {
        f->order.arena = &g->c->arena;
        walk_stmt(&w, f->body);
    }
    return f->last_wait > node_table_get(&f->order, node, 0);
}
