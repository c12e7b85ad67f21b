/* depend.c - between which threads of a block variables differ, and the paths that they take.
 *
 * The lattice: subsets of { ON_LANE, ON_ROW }, joined by union: a variable, and how often a loop
 * runs, has those that any value or any condition around a store to it has; the sets of variables
 * grow until nothing changes. Flow-insensitive. Calls of functions with a body have both, and so
 * does whatever a statement stores to that is done by some of the lanes, if it lives longer. Unless
 * the caller treats each thread on its own there ('whole'), lanes stay together in an if or a loop
 * that only some of them run: variables declared inside are alike in those that do.
 *
 * Limits: an element of a view is the same for all threads that name it by the same subscripts. In
 * a program without races it is: what one thread stores, no other one reads or stores.
 *
 * In a tile the same holds of elements of tile_static arrays, and of tile_static objects: they are
 * alike for all threads that name them, whatever says who stores to them.
 *
 * The same between the tiles of a group (depend_tiles), whose threads of one local index are a
 * work-item: lanes and rows are then the columns and rows of tiles. An if or a loop that differs is
 * done tile by tile: what it stores to differs as all that is in it does.
 *
 * Example: in `for (k = 0; k < n; k++) sum += a(i, k) * b(k, j);` of thread (i, j), k and the loop
 * are on nothing, a's element is on rows, b's on lanes, sum on both. */
#include "optimize/cover.h"
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
        else if (e->kind == EXPR_SUBSCRIPT && e->amp == AMP_NONE)
            e = expr_strip(e->a); /* an array that decays */
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

    if (e->kind == EXPR_BINARY && e->op == OP_DIV && node_table_get(&a->depend->alike, e, 0)) {
        a->on |= depend_expr(a->depend, e->a) & ~(unsigned)ON_LANE;
        return false;
    }
    if (e->kind == EXPR_NAME && e->symbol)
        a->on |= (unsigned)node_table_get(&a->depend->on, e->symbol, 0);
    if (e->kind == EXPR_CALL &&
        ((e->amp == AMP_NONE && !a->depend->tiles && !builtin_called(e)) || cover_is_atomic(e)))
        a->on |= ON_ALL; /* each thread's call does something of its own */
    return true;
}

unsigned depend_expr(const struct depend *d, const struct expr *e)
{
    struct ask a = {d, 0};
    struct walker w = {.data = &a, .expr_pre = ask_expr};

    walk_expr(&w, (struct expr *)e);
    return a.on;
}

/* Between which tiles anything that a statement does differs. */
static unsigned everything(const struct depend *d, const struct stmt *s)
{
    struct ask a = {d, 0};
    struct walker w = {.data = &a, .expr_pre = ask_expr};

    walk_stmt(&w, (struct stmt *)s);
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

bool depend_is_steady(const struct depend *d, const struct symbol *s)
{
    return node_table_get(&d->unsteady, s, 0) == 0;
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

/* The body of an if or a loop: between which threads it differs whether, or how often, it runs. */
struct region {
    const struct region *outer;
    unsigned on;
    int depth;
};

/* Where a statement is; the loop or switch around it. */
struct pass {
    struct depend *depend;
    const struct region *at;
    const struct stmt *breaks, *continues;
    const struct region *loop;    /* that 'continues' is around */
    const struct region *outside; /* of 'breaks' */
    const struct expr *full;      /* the full expression being looked at */
    unsigned on;                  /* what it depends on */
    bool first, last;
};

/* What is done here, and seen outside of region 'outer', differs as this says. Threads that are in
 * a region together are alike there. */
static unsigned control(const struct pass *p, const struct region *outer)
{
    unsigned on = 0;

    for (const struct region *r = p->at; r && (p->depend->whole || r->depth > outer->depth);
         r = r->outer)
        on |= r->on;
    return on;
}

/* Whether lanes that grow by a constant from one to the next do so behind a store, too: x += n. Of
 * floating numbers each lane drops another part. */
static bool keeps_step(const struct pass *p, const struct expr *e, const struct region *home)
{
    return expr_evaluated(p->full) == e && !(control(p, home) & ON_LANE) &&
           (e->kind == EXPR_UNARY ||
            ((e->op == OP_ADD || e->op == OP_SUB) && type_is_integer(e->b->type) &&
             !(depend_expr(p->depend, e->b) & ON_LANE)));
}

static bool store_expr(struct walker *w, struct expr *e)
{
    static const struct region outermost = {NULL, 0, 0};
    struct pass *p = w->data;
    const struct region *home;
    struct symbol *s;

    if (e->kind == EXPR_ASSIGN || (e->kind == EXPR_UNARY && op_is_step(e->op)))
        s = depend_root(e->a);
    else
        s = cover_is_atomic(e) ? cover_atomic_root(e) : NULL;
    if (!s || (cover_is_atomic(e) && !p->depend->tiles && !(s->storage & STORAGE_TILE_STATIC)))
        return true;
    home = node_table_find(&p->depend->homes, s);
    home = home ? home : &outermost;
    if (p->depend->tiles || !(s->storage & STORAGE_TILE_STATIC))
        join(p->depend, s, p->on | control(p, home));
    if (p->first)
        node_table_set(&p->depend->stores, s, node_table_get(&p->depend->stores, s, 0) + 1);
    if (p->last && !keeps_step(p, e, home))
        node_table_set(&p->depend->unsteady, s, 1);
    return true;
}

/* All that a full expression stores to differs as the expression does, and as 'more' says. */
static void pass_full(const struct pass *p, const struct expr *e, unsigned more)
{
    struct pass inner = *p;
    struct walker w = {.data = &inner, .expr_pre = store_expr};

    if (!e)
        return;
    inner.on = depend_expr(p->depend, e) | more;
    inner.full = e;
    walk_expr(&w, (struct expr *)e);
}

static void pass_expr(const struct pass *p, const struct expr *e)
{
    pass_full(p, e, 0);
}

static unsigned symbol_on(const struct depend *d, const struct symbol *s)
{
    return s ? (unsigned)node_table_get(&d->on, s, 0) : 0;
}

/* All that a variable begins with; its parts are done as often as there are copies of it. What
 * their values differ between. */
static unsigned pass_init(const struct pass *p, const struct init *i, const struct symbol *s)
{
    unsigned on = i->expr ? depend_expr(p->depend, i->expr) : 0;

    pass_full(p, i->expr, symbol_on(p->depend, s));
    for (int k = 0; k < i->items.n; k++)
        on |= pass_init(p, i->items.at[k].init, s);
    return on;
}

static void pass_decl(const struct pass *p, const struct decl *d)
{
    struct region *home = arena_new(&p->depend->c->arena, struct region);

    *home = *p->at;
    for (int i = 0; d && i < d->declarators.n; i++) {
        const struct init_declarator *v = d->declarators.at[i];
        unsigned on = control(p, p->at);
        if (v->symbol && p->first)
            node_table_put(&p->depend->homes, v->symbol, home);
        if (v->init)
            on |= pass_init(p, v->init, v->symbol);
        if (v->init && !v->init->expr && !p->depend->tiles &&
            !(v->symbol && arrays_are_numbers(v->symbol->type)))
            on = ON_ALL;
        for (int k = 0; k < v->args.n; k++) {
            on |= depend_expr(p->depend, v->args.at[k]);
            pass_full(p, v->args.at[k], symbol_on(p->depend, v->symbol));
        }
        if (v->symbol)
            join(p->depend, v->symbol, on);
    }
}

static void pass_stmt(const struct pass *p, const struct stmt *s);

static unsigned decl_on(const struct depend *d, const struct decl *of)
{
    unsigned on = 0;

    for (int i = 0; of && i < of->declarators.n; i++)
        on |= symbol_on(d, of->declarators.at[i]->symbol);
    return on;
}

static unsigned region_on(const struct depend *d, const struct stmt *s, unsigned on)
{
    if (d->tiles)
        return on && !d->causes ? on | everything(d, s) : on;
    return (on & ON_LANE) || (on && d->whole) ? ON_ALL : on; /* of all others each on its own */
}

/* Where it is kept between which threads the jumps to a loop's next round differ: they skip what is
 * behind them, and stay in the loop. */
static const void *skipped(const struct stmt *loop)
{
    return &loop->body;
}

/* A loop runs as its condition, and the conditions of the jumps out of it, say. One whose counters
 * differ is one that differs. What its body stores to variables of its header is skipped by threads
 * that go on with the next round. */
static void pass_loop(const struct pass *p, const struct stmt *s)
{
    struct pass body = *p;
    struct region round = {p->at, 0, p->at->depth + 1};
    struct region inside = {&round, (unsigned)node_table_get(&p->depend->on, skipped(s), 0),
                            p->at->depth + 2};

    body.at = &round;
    round.on = p->depend->whole ? control(p, p->at) : 0;
    round.on |= depend_control(p->depend, s) | decl_on(p->depend, s->decl) |
                (s->init ? depend_expr(p->depend, s->init) : 0) |
                (s->step ? depend_expr(p->depend, s->step) : 0);
    round.on = region_on(p->depend, s, round.on);
    join(p->depend, s, round.on);
    pass_decl(&body, s->decl);
    pass_expr(p->depend->whole ? &body : p, s->init);
    body.breaks = body.continues = s;
    body.loop = body.outside = &round;
    pass_expr(&body, s->expr);
    pass_expr(&body, s->step);
    body.at = &inside;
    pass_stmt(&body, s->body);
}

static void pass_choice(const struct pass *p, const struct stmt *s)
{
    struct pass body = *p;
    struct region branch = {p->at, depend_expr(p->depend, s->expr), p->at->depth + 1};

    body.at = &branch;
    if (s->kind == STMT_SWITCH) {
        body.breaks = s;
        body.outside = &branch;
    }
    if (s->kind == STMT_SWITCH)
        branch.on = p->depend->tiles ? branch.on | everything(p->depend, s) : ON_ALL;
    branch.on = region_on(p->depend, s, branch.on);
    if (p->depend->tiles)
        join(p->depend, s, branch.on);
    pass_full(p, s->expr, p->depend->whole ? branch.on : 0); /* done as often as the body */
    pass_stmt(&body, s->body);
    pass_stmt(&body, s->else_);
}

static void pass_stmt(const struct pass *p, const struct stmt *s)
{
    if (!s)
        return;
    switch (s->kind) {
    case STMT_LOOPS:
        pass_loop(p, s);
        return;
    case STMT_IF:
    case STMT_SWITCH:
        pass_choice(p, s);
        return;
    case STMT_BREAK:
        join(p->depend, p->breaks, control(p, p->outside));
        return;
    case STMT_CONTINUE:
        join(p->depend, p->continues, control(p, p->loop));
        join(p->depend, skipped(p->continues), control(p, p->loop));
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

static void grow(struct depend *d, const struct stmt *body)
{
    struct region outermost = {NULL, 0, 0};
    struct pass p = {.depend = d, .at = &outermost, .first = true};

    do {
        d->changed = false;
        pass_stmt(&p, body);
        p.first = false;
    } while (d->changed);
    p.last = true;
    pass_stmt(&p, body);
}

static void solve(struct depend *d, const struct stmt *body, struct symbol *const *index, int rank,
                  unsigned last)
{
    node_table_set(&d->on, index[rank - 1], last);
    if (rank > 1)
        node_table_set(&d->on, index[rank - 2], ON_ROW);
    grow(d, body);
}

static struct depend begin(struct ctx *c, bool whole)
{
    struct depend d = {
        .c = c, .whole = whole, .on = {.arena = &c->arena}, .stores = {.arena = &c->arena}};

    d.homes.arena = d.unsteady.arena = d.alike.arena = &c->arena;
    return d;
}

struct depend depend_of(struct ctx *c, const struct stmt *body, struct symbol *const *index,
                        int rank, bool whole)
{
    struct depend d = begin(c, whole);

    solve(&d, body, index, rank, rank == 1 && !whole ? ON_ALL : ON_LANE);
    return d;
}

struct depend depend_pair(struct ctx *c, const struct stmt *body, struct symbol *const *index,
                          int rank)
{
    struct depend d = begin(c, false);

    solve(&d, body, index, rank, ON_ALL);
    return d;
}

struct depend depend_alike(struct ctx *c, const struct stmt *body, struct symbol *const *index,
                           int rank, const struct node_table *quotients)
{
    struct depend d = begin(c, false);

    d.alike = *quotients;
    solve(&d, body, index, rank, rank == 1 ? ON_ALL : ON_LANE);
    return d;
}

struct depend depend_tile(struct ctx *c, const struct stmt *body, const struct cover_tiles *places,
                          const struct launch *l)
{
    struct depend d = begin(c, false);
    struct symbol *const *const differ[] = {places->global, places->local};
    int last = l->rank - 1;

    for (int i = 0; i < 2; i++)
        for (int k = 0; k < l->rank; k++) {
            unsigned on = k < last ? ON_ROW : l->tile[last] > tile_lanes(l) ? ON_ALL : ON_LANE;
            if (differ[i][k])
                node_table_set(&d.on, differ[i][k], (intptr_t)on);
        }
    grow(&d, body);
    return d;
}

struct depend depend_tiles(struct ctx *c, const struct stmt *body, const struct cover_tiles *places,
                           int rank, unsigned along, bool causes)
{
    struct depend d = begin(c, true);
    struct symbol *const *const differ[] = {places->global, places->tile, places->origin};

    d.tiles = true;
    d.causes = causes;
    for (int i = 0; i < 3; i++) {
        if (differ[i][rank - 1])
            node_table_set(&d.on, differ[i][rank - 1], along & ON_LANE);
        if (rank > 1 && differ[i][rank - 2])
            node_table_set(&d.on, differ[i][rank - 2], along & ON_ROW);
    }
    grow(&d, body);
    return d;
}
