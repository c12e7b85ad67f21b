/* verify.c - the bodies that this room makes, verified behind each pass as any tree is: for tests
 * (AMPC_TREE=verify).
 * It relies on sema/tree/verify.h. Example: a row's clone of a statement that names another row's
 * variable before that is declared is a fault. */
#include "optimize/internal.h"

#include "common/buf.h"
#include "optimize/cover_plan.h"
#include "parser/walk.h"
#include "sema/tree/verify.h"

static void know(struct ctx *c, symbol_vec *known, struct symbol *s)
{
    if (s)
        vec_push(&c->arena, known, s);
}

static bool is_return(const struct stmt *s)
{
    return s->kind == STMT_RETURN;
}

/* What a kernel returns from is an if's arm from the first pass on: a return left would end a block
 * of threads. */
static int verify_ends(struct stmt *body, struct buf *out)
{
    if (!stmt_contains(body, is_return))
        return 0;
    buf_add(out, "a return is left\n");
    return 1;
}

static int verify_block(struct ctx *c, const struct block_kernel *k, struct buf *out)
{
    symbol_vec known = {0};
    struct stmt *const bodies[] = {k->one,  k->guard,          k->work,           k->all, k->pair,
                                   k->part, k->panels[0].body, k->panels[1].body, k->line};
    int faults = 0;

    if (k->refused)
        return 0;
    know(c, &known, k->launch->param); /* until the index is ints */
    for (int i = 0; i < k->launch->rank; i++)
        know(c, &known, k->index[i]);
    for (int i = 0; i < 2; i++) {
        know(c, &known, k->panels[i].down);
        know(c, &known, k->panels[i].across);
        know(c, &known, k->panels[i].below);
        know(c, &known, k->panels[i].beyond);
    }
    for (int i = 0; i < k->places.n; i++)
        know(c, &known, k->places.at[i]);
    know(c, &known, k->outside);
    know(c, &known, k->sides);
    know(c, &known, k->count);
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        if (bodies[i])
            faults += tree_verify_body(c, k->launch, &known, bodies[i], out) +
                      verify_ends(bodies[i], out);
    for (int i = 0; i < BLOCK_EDGES; i++)
        if (k->edge[i])
            faults += tree_verify_body(c, k->launch, &known, k->edge[i], out);
    return faults;
}

void verify_block_pass(struct ctx *c, const struct block_kernel *k, const char *pass)
{
    if (c->tree_faults && verify_block(c, k, c->tree_faults))
        buf_printf(c->tree_faults, "(behind %s)\n", pass);
}

/* Variables that stand for what groups fetch, or read early. */
struct fetched {
    struct ctx *c;
    const struct cover_kernel *kernel;
    symbol_vec known;
};

static bool fetched_stmt(struct walker *w, struct stmt *s)
{
    struct fetched *f = w->data;
    const struct cover_loop *l = cover_loop_of(f->kernel, s);
    const cover_window_vec *windows = cover_windows_of(f->kernel, s);
    const cover_early_vec *early = cover_early_of(f->kernel, s);

    for (int i = 0; l && i < l->panels.n; i++)
        know(f->c, &f->known, l->panels.at[i].value);
    for (int i = 0; windows && i < windows->n; i++)
        know(f->c, &f->known, windows->at[i].value);
    for (int i = 0; early && i < early->n; i++)
        know(f->c, &f->known, early->at[i].value);
    return true;
}

static int verify_cover(struct ctx *c, const struct cover_kernel *k, struct buf *out)
{
    struct fetched f = {.c = c, .kernel = k};
    struct walker w = {.data = &f, .stmt_pre = fetched_stmt};

    if (k->refused)
        return 0;
    know(c, &f.known, k->launch->param); /* of tiled ones, for its barrier */
    for (int i = 0; i < k->launch->rank; i++) {
        know(c, &f.known, k->index[i]);
        know(c, &f.known, k->tiles.global[i]);
        know(c, &f.known, k->tiles.local[i]);
        know(c, &f.known, k->tiles.tile[i]);
        know(c, &f.known, k->tiles.origin[i]);
    }
    for (int i = 0; i < 4; i++)
        know(c, &f.known, k->corners[i / 2][i % 2]);
    walk_stmt(&w, k->body);
    return tree_verify_body(c, k->launch, &f.known, k->body, out) +
           (k->rest ? tree_verify_body(c, k->launch, &f.known, k->rest, out) : 0);
}

void verify_cover_pass(struct ctx *c, const struct cover_kernel *k, const char *pass)
{
    if (c->tree_faults && verify_cover(c, k, c->tree_faults))
        buf_printf(c->tree_faults, "(behind %s)\n", pass);
}
