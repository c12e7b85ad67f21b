/* depend.c - between which threads of a block variables differ, and the paths that they take.
 *
 * The lattice: subsets of { ON_LANE, ON_ROW }, joined by union: a variable, and how often a loop
 * runs, has those that any value or any condition around a store to it has; the sets of variables
 * grow until nothing changes. Flow-insensitive. Calls of functions with a body have both, and so
 * does whatever a statement stores to that does something on its own in each thread.
 *
 * Limits: an element of a view is the same for all threads that name it by the same subscripts. In
 * a program without races it is: what one thread stores, no other one reads or stores.
 *
 * Example: in `for (k = 0; k < n; k++) sum += a(i, k) * b(k, j);` of thread (i, j), k and the loop
 * are on nothing, a's element is on rows, b's on lanes, sum on both. */
#include "optimize/internal.h"

#include "parser/walk.h"
#include "sema/types/builtin.h"
#include "sema/types/expr.h"

struct symbol *depend_root(const struct expr *e)
{
    for (;;) {
        e = expr_evaluated(e);
        if (e->kind == EXPR_MEMBER || e->kind == EXPR_ARROW || e->amp == AMP_INDEX_SUBSCRIPT ||
            (e->kind == EXPR_UNARY && (e->op == OP_REAL || e->op == OP_IMAG)))
            e = e->a;
        else
            return e->kind == EXPR_NAME ? e->symbol : NULL;
    }
}

struct ask {
    const struct depend *depend;
    unsigned on;
};

static bool ask_expr(struct walker *w, struct expr *e)
{
    struct ask *a = w->data;

    if (e->kind == EXPR_NAME && e->symbol)
        a->on |= (unsigned)node_table_get(&a->depend->on, e->symbol, 0);
    if (e->kind == EXPR_CALL && e->amp == AMP_NONE && !builtin_called(e))
        a->on |= ON_ALL;
    return true;
}

unsigned depend_expr(const struct depend *d, const struct expr *e)
{
    struct ask a = {d, 0};
    struct walker w = {.data = &a, .expr_pre = ask_expr};

    walk_expr(&w, (struct expr *)e);
    return a.on;
}

unsigned depend_control(const struct depend *d, const struct stmt *s)
{
    return (unsigned)node_table_get(&d->on, s, 0) | (s->expr ? depend_expr(d, s->expr) : 0);
}

bool depend_is_constant(const struct depend *d, const struct symbol *s)
{
    return node_table_get(&d->stores, s, 0) == 0;
}

/* ---- the fixed point ---- */

static void join(struct depend *d, const void *node, unsigned on)
{
    unsigned old = (unsigned)node_table_get(&d->on, node, 0);

    if ((old | on) == old)
        return;
    node_table_set(&d->on, node, (intptr_t)(old | on));
    d->changed = true;
}

/* A statement's expressions, run when 'on' says; the loop or switch around it. */
struct pass {
    struct depend *depend;
    unsigned on;
    const struct stmt *breaks, *continues;
    bool first;
};

static bool store_expr(struct walker *w, struct expr *e)
{
    struct pass *p = w->data;
    struct symbol *s;

    if (e->kind != EXPR_ASSIGN && (e->kind != EXPR_UNARY || !op_is_step(e->op)))
        return true;
    s = depend_root(e->a);
    if (!s)
        return true;
    join(p->depend, s, p->on);
    if (p->first)
        node_table_set(&p->depend->stores, s, node_table_get(&p->depend->stores, s, 0) + 1);
    return true;
}

/* All that a full expression stores to differs as the expression does. */
static void pass_expr(struct pass *p, const struct expr *e)
{
    struct pass inner = *p;
    struct walker w = {.data = &inner, .expr_pre = store_expr};

    if (!e)
        return;
    inner.on |= depend_expr(p->depend, e);
    walk_expr(&w, (struct expr *)e);
}

static void pass_decl(struct pass *p, const struct decl *d)
{
    for (int i = 0; d && i < d->declarators.n; i++) {
        const struct init_declarator *v = d->declarators.at[i];
        unsigned on = p->on;
        if (v->init && v->init->expr) {
            on |= depend_expr(p->depend, v->init->expr);
            pass_expr(p, v->init->expr);
        } else if (v->init) {
            on = ON_ALL;
        }
        for (int k = 0; k < v->args.n; k++)
            on |= depend_expr(p->depend, v->args.at[k]);
        if (v->symbol)
            join(p->depend, v->symbol, on);
    }
}

static void pass_stmt(struct pass *p, const struct stmt *s);

static unsigned decl_on(const struct depend *d, const struct decl *of)
{
    unsigned on = 0;

    for (int i = 0; of && i < of->declarators.n; i++)
        on |= (unsigned)node_table_get(&d->on, of->declarators.at[i]->symbol, 0);
    return on;
}

/* A loop runs as its condition, and the conditions of the jumps out of it, say. One whose counters
 * differ runs in each thread by itself. */
static void pass_loop(struct pass *p, const struct stmt *s)
{
    struct pass body = *p;

    pass_decl(p, s->decl);
    pass_expr(p, s->init);
    body.on |= depend_control(p->depend, s) | decl_on(p->depend, s->decl) |
               (s->init ? depend_expr(p->depend, s->init) : 0) |
               (s->step ? depend_expr(p->depend, s->step) : 0);
    if ((body.on & ON_LANE) || (body.on && p->depend->whole))
        body.on = ON_ALL;
    join(p->depend, s, body.on);
    body.breaks = body.continues = s;
    pass_expr(&body, s->expr);
    pass_expr(&body, s->step);
    pass_stmt(&body, s->body);
}

static void pass_stmt(struct pass *p, const struct stmt *s)
{
    struct pass body = *p;

    if (!s)
        return;
    switch (s->kind) {
    case STMT_LOOPS:
        pass_loop(p, s);
        return;
    case STMT_IF:
    case STMT_SWITCH:
        body.on |= depend_expr(p->depend, s->expr);
        pass_expr(p, s->expr);
        if (s->kind == STMT_SWITCH)
            body.breaks = s;
        if (s->kind == STMT_SWITCH || (body.on & ON_LANE) || (body.on && p->depend->whole))
            body.on = ON_ALL; /* runs in each thread by itself */
        pass_stmt(&body, s->body);
        pass_stmt(&body, s->else_);
        return;
    case STMT_BREAK:
        join(p->depend, p->breaks, p->on);
        return;
    case STMT_CONTINUE:
        join(p->depend, p->continues, p->on);
        return;
    case STMT_DECL:
        pass_decl(p, s->decl);
        return;
    case STMT_COMPOUND:
        for (int i = 0; i < s->items.n; i++)
            pass_stmt(p, s->items.at[i]);
        return;
    case STMT_CASE:
    case STMT_DEFAULT:
        pass_stmt(p, s->body);
        return;
    case STMT_EXPR:
        pass_expr(p, s->expr);
        return;
    case STMT_EMPTY:
    case STMT_ERROR:
    case STMT_GOTO: /* refused before, as the rest */
    case STMT_RETURN:
    case STMT_LABEL:
    case STMT_ASM:
    case STMT_LOCAL_LABELS:
        return;
    }
}

struct depend depend_of(struct ctx *c, const struct stmt *body, struct symbol *const *index,
                        int rank, bool whole)
{
    struct depend d = {
        .c = c, .whole = whole, .on = {.arena = &c->arena}, .stores = {.arena = &c->arena}};
    struct pass p = {.depend = &d, .first = true};

    node_table_set(&d.on, index[rank - 1], ON_LANE);
    if (rank > 1)
        node_table_set(&d.on, index[rank - 2], ON_ROW);
    do {
        d.changed = false;
        pass_stmt(&p, body);
        p.first = false;
    } while (d.changed);
    return d;
}
