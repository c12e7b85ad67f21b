/* cover.c - which kernels groups cover in blocks, and what their loops read (cover.h).
 *
 * A loop has panels if all threads of a group run it alike, for (int k = a; k < b; k++), if it
 * stores to no view and never jumps out, and if each round reads an element at once, under no
 * condition, whose subscripts are sums of the row, the column, k and what is constant. Then all
 * elements of some rounds may be read before the first of them: nobody writes them meanwhile, and
 * the threads read each of them anyway.
 *
 * Relies on normal.c for the body and on depend.c for what differs. */
#include "optimize/cover_plan.h"

#include "parser/walk.h"
#include "sema/types/expr.h"
#include "sema/types/pure.h"

void cover_refuse(struct plan *p, struct loc loc, const char *reason)
{
    if (!p->kernel->refused) {
        p->kernel->refused = reason;
        p->kernel->loc = loc;
    }
}

/* ---- questions ---- */

unsigned cover_symbol(const struct cover_kernel *k, const struct symbol *s)
{
    return (unsigned)node_table_get(&k->depend->on, s, 0);
}

unsigned cover_expr(const struct cover_kernel *k, const struct expr *e)
{
    return depend_expr(k->depend, e);
}

unsigned cover_control(const struct cover_kernel *k, const struct stmt *s)
{
    return depend_control(k->depend, s);
}

bool cover_has_rows(const struct cover_kernel *k)
{
    return k->launch->rank > 1 && !k->lines;
}

const struct cover_loop *cover_loop_of(const struct cover_kernel *k, const struct stmt *s)
{
    return node_table_find(&k->loops, s);
}

const cover_window_vec *cover_windows_of(const struct cover_kernel *k, const struct stmt *s)
{
    return node_table_find(&k->windows, s);
}

bool cover_windows_vary(const cover_window_vec *windows)
{
    for (int i = 0; i < windows->n; i++)
        if (windows->at[i].around.n)
            return true;
    return false;
}

const struct cover_turn *cover_turn_of(const struct cover_kernel *k, const struct stmt *s)
{
    return node_table_find(&k->turned, s);
}

const cover_early_vec *cover_early_of(const struct cover_kernel *k, const struct stmt *s)
{
    return node_table_find(&k->early, s);
}

const struct cover_rounds *cover_rounds_of(const struct cover_kernel *k, const struct stmt *s)
{
    return node_table_find(&k->rounds, s);
}

const struct symbol *cover_assigned(const struct expr *e)
{
    return e->kind == EXPR_ASSIGN || (e->kind == EXPR_UNARY && op_is_step(e->op))
               ? depend_root(e->a)
               : NULL;
}

/* ---- loops ---- */

struct effects {
    bool stores, jumps;
    struct loc store, jump; /* the first ones */
};

static bool effects_expr(struct walker *w, struct expr *e)
{
    struct effects *x = w->data;

    if ((e->kind == EXPR_ASSIGN || (e->kind == EXPR_UNARY && op_is_step(e->op))) &&
        !depend_root(e->a)) {
        x->store = x->stores ? x->store : e->a->loc;
        x->stores = true;
    }
    if (cover_is_atomic(e)) {
        x->store = x->stores ? x->store : e->loc;
        x->stores = true;
    }
    return true;
}

static bool effects_stmt(struct walker *w, struct stmt *s)
{
    struct effects *x = w->data;

    if (s->kind == STMT_BREAK || s->kind == STMT_CONTINUE || s->kind == STMT_RETURN ||
        s->kind == STMT_SWITCH) {
        x->jump = x->jumps ? x->jump : s->loc;
        x->jumps = true;
    }
    return true;
}

static struct effects effects_of(struct stmt *s)
{
    struct effects x = {0};
    struct walker w = {.data = &x, .expr_pre = effects_expr, .stmt_pre = effects_stmt};

    walk_stmt(&w, s);
    return x;
}

bool cover_runs_through(struct stmt *body)
{
    struct effects x = effects_of(body);

    return !x.stores && !x.jumps;
}

static bool is_product_loop(const struct cover_loop *l)
{
    unsigned axes = 0;

    for (int i = 0; i < l->panels.n; i++)
        axes |= l->panels.at[i].made ? 0 : l->panels.at[i].axes;
    return axes == COVER_BOTH;
}

static void plan_loop(struct plan *p, struct stmt *s)
{
    struct cover_loop *l = arena_new(&p->c->arena, struct cover_loop);
    struct effects x = effects_of(s->body);

    if (x.stores || x.jumps || !fetch_counts(p, s, l))
        return;
    p->loop = l;
    fetch_stmt(p, s->body);
    p->loop = NULL;
    if (!l->panels.n)
        return;
    node_table_put(&p->kernel->loops, s, l);
    p->kernel->product |= is_product_loop(l) && !held_is_short(s);
    p->kernel->again |= p->depth > 0;
    p->kernel->around |= stmt_contains(s->body, stmt_is_loop);
    p->kernel->rows_across |= p->kernel->kind != COVER_PANELS;
    p->kernel->in_words |= p->kernel->kind != COVER_PANELS;
    p->kernel->kind = COVER_PANELS;
    for (int i = 0; i < l->panels.n; i++) {
        const struct cover_panel *panel = &l->panels.at[i];
        int bytes = (int)panel->value->type->size;
        p->kernel->in_words &= bytes == 4;
        p->kernel->singly |= panel->parts || panel->made || panel->when;
        if (panel->axes)
            p->kernel->rows_across &= panel->across == (panel->axes == COVER_ROWS);
        p->kernel->columns_across |= panel->across && panel->axes == COVER_COLUMNS;
        if (panel->axes & COVER_ROWS)
            p->kernel->row_bytes += bytes;
        else if (panel->axes)
            p->kernel->column_bytes += bytes;
        else
            p->kernel->round_bytes += bytes;
    }
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* Whether s is a nest of loops with windows. */
static void plan_nest(struct plan *p, struct stmt *s)
{
    struct effects x = effects_of(s);

    if (x.stores || x.jumps)
        return;
    window_begin(p, s);
    fetch_stmt(p, s);
    if (p->windows->n)
        node_table_put(&p->kernel->windows, s, p->windows);
    for (int i = 0; i < p->windows->n; i++) {
        const struct cover_window *w = &p->windows->at[i];
        struct cover_kernel *k = p->kernel;
        k->both_bytes += (int)w->value->type->size;
        k->more_rows = larger(k->more_rows, w->more_rows);
        k->more_columns = larger(k->more_columns, w->more_columns);
        if (w->around.n)
            k->near = larger(k->near, larger(w->more_rows, w->more_columns));
        k->kind = COVER_WINDOWS;
    }
    p->windows = NULL;
    p->counters.n = 0;
}

struct read {
    struct plan *plan;
    const struct expr *element; /* the first one that is fetched by no panel, though threads of a
                                   row or column share it; NULL: none */
    bool some;                  /* its subscripts are those of a panel: some rounds alone read it */
};

static bool read_expr(struct walker *w, struct expr *e)
{
    struct read *r = w->data;
    unsigned on = fetch_is_element(e) ? depend_expr(r->plan->depend, e) : 0;
    struct cover_panel panel;

    if (r->element || (on != ON_LANE && on != ON_ROW))
        return true;
    r->some = r->plan->loop && fetch_panel(r->plan, e, &panel);
    if (r->some || !fetch_understands(r->plan, e))
        r->element = e;
    return true;
}

/* Notes why the group does not fetch all that its threads share in a loop. */
static void note_unfetched(struct plan *p, struct stmt *s)
{
    struct effects x = effects_of(s);
    struct read r = {.plan = p};
    struct walker w = {.data = &r, .expr_pre = read_expr};
    struct cover_kernel *k = p->kernel;
    struct cover_loop l;
    bool counts = fetch_counts(p, s, &l);

    p->loop = counts && !x.stores && !x.jumps ? &l : NULL;
    walk_stmt(&w, s->body);
    p->loop = NULL;
    if (k->unfetched || !r.element)
        return;
    k->unfetched_loc = x.stores ? x.store : x.jumps ? x.jump : counts ? r.element->loc : s->loc;
    k->unfetched =
        x.stores  ? "a loop stores to a view, and might read what it has stored"
        : x.jumps ? "a loop does not run each of its rounds to the end"
        : r.some  ? "a loop reads an element in some rounds alone, as a condition says"
        : counts
            ? "a subscript is made of more than the row, the column, the loop's counter and what "
              "is constant, or grows by one with two of them"
            : "a loop does not count an integer of its own, of 4 or 8 bytes, by one, to an end "
              "that nothing in it changes";
}

/* ---- statements ---- */

struct calls {
    int calls, stores;
};

static bool calls_expr(struct walker *w, struct expr *e)
{
    struct calls *x = w->data;

    x->calls += e->kind == EXPR_CALL && (e->amp == AMP_NONE || cover_is_atomic(e));
    x->stores += e->kind == EXPR_ASSIGN || (e->kind == EXPR_UNARY && op_is_step(e->op));
    return true;
}

/* Elements of a statement with calls are read before it, where its own stores cannot come between.
 */
static void plan_early(struct plan *p, struct stmt *s)
{
    struct calls x = {0};
    struct walker w = {.data = &x, .expr_pre = calls_expr};
    bool assigns = s->kind == STMT_EXPR && expr_evaluated(s->expr)->kind == EXPR_ASSIGN;

    walk_stmt(&w, s);
    if (!x.calls || x.stores > assigns)
        return;
    p->early = arena_new(&p->c->arena, cover_early_vec);
    fetch_stmt(p, s);
    if (p->early->n)
        node_table_put(&p->kernel->early, s, p->early);
    p->early = NULL;
}

static void plan_assign(struct plan *p, struct stmt *s)
{
    const struct expr *e = expr_evaluated(s->expr);
    struct cover_turn *t;
    unsigned last;
    bool columns;

    if (e->kind != EXPR_ASSIGN || !fetch_is_element(expr_evaluated(e->a)) || !expr_is_pure(e->a))
        return;
    if (e->op != OP_ASSIGN) { /* v[i] += x as v[i] = v[i] + x */
        struct tree_clone k = tree_clone_begin(p->c);
        p->make.loc = e->op_loc;
        s->expr = make_assign(&p->make, OP_ASSIGN, tree_clone_expr(&k, e->a),
                              make_binary(&p->make, e->op, tree_clone_expr(&k, e->a), e->b));
        e = s->expr;
    }
    if (!type_same_unqualified(e->a->type, e->b->type) || !cover_has_rows(p->kernel))
        return;
    t = arena_new(&p->c->arena, struct cover_turn);
    if (fetch_last(p, expr_evaluated(e->a), &last, &columns, &t->element) && last == COVER_ROWS &&
        columns) {
        node_table_put(&p->kernel->turned, s, t);
        p->kernel->both_bytes += (int)e->a->type->size;
    }
}

/* Threads that run a loop differently gain nothing; but they may count in it. */
static bool finds_loop(struct walker *w, struct stmt *s)
{
    const struct plan *p = w->data;

    if (stmt_is_loop(s) && !p->kernel->tallies.n)
        cover_refuse(w->data, s->loc, "neighbouring threads may run a loop differently");
    return true;
}

static void plan_stmt(struct plan *p, struct stmt *s);

static void advise_loop(struct plan *p, struct stmt *s)
{
    struct effects x = effects_of(s->body);

    if (!x.jumps && diag_advises(p->c))
        advice_loop(p, s, x.stores);
}

/* Plans the body of a loop that all threads run alike. */
static void plan_around(struct plan *p, struct stmt *s)
{
    const struct init_declarator *d = fetch_counter(s);
    int n = p->around.n;

    if (d && d->symbol && node_table_get(&p->steps, d->symbol, 0) &&
        node_table_get(&p->depend->stores, d->symbol, 0) == 1 &&
        !cover_symbol(p->kernel, d->symbol))
        vec_push(&p->c->arena, &p->around, d->symbol);
    p->depth++;
    plan_stmt(p, s->body);
    p->depth--;
    p->around.n = n;
}

static void plan_loops(struct plan *p, struct stmt *s)
{
    struct cover_kernel *k = p->kernel;
    struct walker w = {.data = p, .stmt_pre = finds_loop};
    bool alone = cover_control(k, s) != 0;
    bool others = k->kind == COVER_ALONE || k->kind == COVER_APART; /* loops before are so */

    if (alone && (k->tallies.n || (k->kind != COVER_FLAT && !others) || !alone_plan(p, s)))
        walk_stmt(&w, s);
    else if (!alone && others)
        cover_refuse(
            p, s->loc,
            "neighbouring threads run a loop alike, and may run one before it differently");
    if (alone || others)
        return;
    if (k->kind == COVER_FLAT)
        k->kind = COVER_LOOPS;
    if (!window_is_better(p, s))
        plan_loop(p, s);
    if (cover_loop_of(k, s)) {
        note_unfetched(p, s);
        return;
    }
    plan_nest(p, s);
    if (cover_windows_of(k, s))
        return;
    advise_loop(p, s);
    plan_around(p, s);
    if (k->kind == COVER_LOOPS)
        note_unfetched(p, s);
}

static bool finds_common(struct walker *w, struct expr *e)
{
    struct plan *p = w->data;
    const struct symbol *s = cover_assigned(e);

    if (s && !cover_symbol(p->kernel, s))
        cover_refuse(p, e->loc,
                     "an expression that differs between threads stores to what does not");
    return true;
}

/* Work-items outside of the domain do what all threads have alike, and leave the rest: these must
 * be expressions of their own. */
static void plan_expr(struct plan *p, struct expr *e)
{
    struct walker w = {.data = p, .expr_pre = finds_common};

    if (cover_expr(p->kernel, e))
        walk_expr(&w, e);
}

static void plan_decl(struct plan *p, const struct decl *d)
{
    for (int i = 0; i < d->declarators.n; i++) {
        const struct init_declarator *v = d->declarators.at[i];
        const struct type *t = v->symbol ? type_underlying(v->symbol->type) : NULL;
        if (!t || v->constructed ||
            !(type_is_arithmetic(t) || t->kind == TYPE_RECORD || arrays_are_numbers(t)))
            cover_refuse(p, d->loc, "a variable has a type that is not understood");
        else if (v->init && v->init->expr)
            plan_expr(p, v->init->expr);
    }
}

static void plan_stmt(struct plan *p, struct stmt *s)
{
    struct walker w = {.data = p, .stmt_pre = finds_loop};

    switch (s->kind) {
    case STMT_COMPOUND:
        for (int i = 0; i < s->items.n; i++)
            plan_stmt(p, s->items.at[i]);
        return;
    case STMT_IF:
        if (cover_control(p->kernel, s)) {
            walk_stmt(&w, s);
            return;
        }
        plan_stmt(p, s->body);
        if (s->else_)
            plan_stmt(p, s->else_);
        return;
    case STMT_LOOPS:
        plan_loops(p, s);
        return;
    case STMT_DECL:
        plan_decl(p, s->decl);
        plan_early(p, s);
        return;
    case STMT_EXPR:
        plan_expr(p, s->expr);
        plan_assign(p, s);
        plan_early(p, s);
        return;
    case STMT_SWITCH:
        walk_stmt(&w, s);
        return;
    case STMT_EMPTY:
    case STMT_JUMPS:
    case STMT_LABELS:
    case STMT_ERROR:
    case STMT_ASM:
    case STMT_LOCAL_LABELS:
        return;
    }
}

/* ---- the kernel ---- */

static bool note_decl(struct walker *w, struct decl *d)
{
    struct plan *p = w->data;

    for (int i = 0; d->kind == DECL_VARS && i < d->declarators.n; i++) {
        const struct init_declarator *v = d->declarators.at[i];
        if (!v->symbol)
            continue;
        node_table_set(&p->locals, v->symbol, 1); /* loops' counters, too */
        if (v->init && v->init->expr && !v->constructed && expr_is_pure(v->init->expr))
            node_table_put(&p->inits, v->symbol, v->init->expr);
    }
    return true;
}

/* A variable that a for statement declares alone, and its step changes. */
static bool note_counter(struct walker *w, struct stmt *s)
{
    struct plan *p = w->data;
    const struct init_declarator *d = fetch_counter(s);

    if (d && d->symbol && cover_assigned(expr_evaluated(s->step)) == d->symbol)
        node_table_set(&p->steps, d->symbol, 1);
    return true;
}

struct words {
    const struct plan *plan;
    struct node_table seen;
    unsigned all; /* what differs between all threads of a block, at least that of tiles */
    int words, depth;
};

static bool words_expr(struct walker *w, struct expr *e)
{
    struct words *x = w->data;
    const struct cover_kernel *k = x->plan->kernel;
    const struct symbol *s = x->depth ? cover_assigned(e) : NULL;
    unsigned on = s ? cover_symbol(k, s) : 0;

    if (s && (k->kind == COVER_TILES ? on & x->all : on) == x->all &&
        !node_table_get(&x->seen, s, 0) && !(s->storage & STORAGE_TILE_STATIC)) {
        node_table_set(&x->seen, s, 1);
        x->words += (int)((s->type->size + 3) / 4);
    }
    return true;
}

static bool words_stmt(struct walker *w, struct stmt *s)
{
    struct words *x = w->data;

    x->depth += stmt_is_loop(s);
    return true;
}

static void words_stmt_end(struct walker *w, struct stmt *s)
{
    struct words *x = w->data;

    x->depth -= stmt_is_loop(s);
}

int cover_sums(struct plan *p)
{
    struct words x = {.plan = p,
                      .seen = {.arena = &p->c->arena},
                      .all = p->kernel->kind == COVER_TILES ? p->kernel->along
                             : cover_has_rows(p->kernel)    ? COVER_BOTH
                                                            : COVER_COLUMNS};
    struct walker w = {
        .data = &x, .expr_pre = words_expr, .stmt_pre = words_stmt, .stmt_post = words_stmt_end};

    walk_stmt(&w, p->kernel->body);
    return x.words;
}

/* What functions that the kernel calls must not have: loops, whose threads may run them
 * differently, and parameters by which they could store to memory. */
static void look_functions(struct plan *p)
{
    symbol_vec functions = {0};
    struct walker w = {.data = p, .stmt_pre = finds_loop};

    launch_functions(p->c, p->kernel->launch, &functions);
    for (int i = 0; i < functions.n; i++) {
        const struct symbol *f = functions.at[i];
        if (!block_takes_values(f))
            cover_refuse(p, f->loc, "it calls a function with a pointer or a view");
        if (f->definition)
            walk_stmt(&w, f->definition->body);
    }
}

/* What all threads of a group have alike is done by work-items without threads in the domain, too,
 * where the group meets. It may store to memory only where one of the threads is there. */
static bool finds_memory(struct walker *w, struct expr *e)
{
    const struct plan *p = w->data;
    struct effects x = {0};
    struct walker effects = {.data = &x, .expr_pre = effects_expr};

    if (!cover_expr(p->kernel, e))
        walk_expr(&effects, e);
    if (x.stores)
        cover_refuse(w->data, x.store, "threads that fetch together all store to the same element");
    return false; /* full expressions alone */
}

static bool is_alike(struct walker *w, struct stmt *s)
{
    const struct plan *p = w->data;

    return s->kind != STMT_SWITCH &&
           ((s->kind != STMT_IF && !stmt_is_loop(s)) || !cover_control(p->kernel, s));
}

static void look_memory(struct plan *p)
{
    const struct cover_kernel *k = p->kernel;
    struct walker w = {.data = p, .expr_pre = finds_memory, .stmt_pre = is_alike};

    if (k->kind != COVER_PANELS && k->kind != COVER_WINDOWS && k->both_bytes == 0)
        return;
    walk_stmt(&w, k->body);
    alike_plan(p);
}

/* Loops that count up by one, and no short ones in them that are better round by round. */
static void plan_counters(struct plan *p, struct depend *depend, struct walker *notes)
{
    struct cover_kernel *k = p->kernel;
    bool (*const passes[])(struct plan *) = {upward_plan, fused_plan, unroll_plan};

    for (size_t i = 0; i < sizeof passes / sizeof *passes; i++)
        if (passes[i](p)) {
            *depend = depend_of(p->c, k->body, k->index, k->launch->rank, true);
            walk_stmt(notes, k->body);
        }
}

/* What a plan may make use of. */
enum {
    INSIDE = 1,   /* the threads behind limits may be those whose tests of the index are known */
    CUTS = 2,     /* loops may be cut (triangle.c) */
    DIAGONALS = 4 /* threads that fail a test may run the loops behind it (diagonal.c) */
};

static void plan_kernel(struct ctx *c, struct program *program, const struct launch *l, bool always,
                        unsigned may, struct cover_kernel *k)
{
    struct block_kernel normal = {0};
    struct depend *depend = arena_new(&c->arena, struct depend);
    struct plan p = {.c = c,
                     .kernel = k,
                     .depend = depend,
                     .always = always,
                     .locals = {.arena = &c->arena},
                     .inits = {.arena = &c->arena},
                     .steps = {.arena = &c->arena}};
    struct walker w = {.data = &p, .decl_pre = note_decl, .stmt_pre = note_counter};

    k->loops.arena = k->turned.arena = k->early.arena = k->windows.arena = k->rounds.arena =
        k->masked.arena = &c->arena;
    block_normal(c, program, l, true, &normal);
    if (normal.refused) {
        cover_refuse(&p, normal.loc, normal.refused);
        return;
    }
    k->launch = normal.launch;
    k->body = normal.one;
    for (int i = 0; i < l->rank; i++)
        k->index[i] = normal.index[i];
    if (k->first)
        first_swap(k);
    k->depend = depend;
    p.make = maker_begin(c, program, (struct launch *)k->launch, NULL);
    if (l->tiled) {
        tiles_plan(&p);
        verify_cover_pass(c, k, "tiles");
        return;
    }
    bool inside = (may & INSIDE) && inside_plan(&p);
    *depend = depend_of(c, k->body, k->index, l->rank, true);
    walk_stmt(&w, k->body);
    if (!inside && limit_plan(&p))
        *depend = depend_of(c, k->body, k->index, l->rank, true);
    plan_counters(&p, depend, &w);
    verify_cover_pass(c, k, "limits");
    tally_plan(&p);
    verify_cover_pass(c, k, "tallies");
    if (first_plan(&p))
        *depend = depend_of(c, k->body, k->index, l->rank, true);
    if ((may & DIAGONALS) && diagonal_plan(&p)) {
        *depend = depend_of(c, k->body, k->index, l->rank, true);
        walk_stmt(&w, k->body);
        verify_cover_pass(c, k, "diagonals");
    }
    if ((may & CUTS) && triangle_plan(&p)) {
        *depend = depend_of(c, k->body, k->index, l->rank, true);
        walk_stmt(&w, k->body);
        verify_cover_pass(c, k, "cuts");
    }
    lines_plan(&p);
    look_functions(&p);
    held_plan(&p);
    own_plan(&p);
    plan_stmt(&p, k->body);
    diagonal_mask(&p);
    lines_apart(&p);
    look_memory(&p);
    if (k->kind == COVER_FLAT && k->side == 1 && !k->lent)
        cover_refuse(&p, l->call->loc,
                     "its threads keep to elements of more than 8 bytes, which come no sooner to "
                     "several threads in one");
    if (p.make.refused)
        cover_refuse(&p, l->call->loc, "it has an expression that is not understood");
    k->words = cover_sums(&p);
    k->slow |= k->kind == COVER_PANELS && cover_body_divides(k->body);
    verify_cover_pass(c, k, "covers");
}

static bool is_product(const struct cover_kernel *k)
{
    return !k->refused && k->product;
}

static bool fetches_panels(const struct cover_kernel *k)
{
    return !k->refused && !k->lines && k->kind == COVER_PANELS;
}

/* With the rows of the first dimension of three, or those before the last one. */
static struct cover_kernel plan_rows(struct ctx *c, struct program *p, const struct launch *l,
                                     bool always, bool first, unsigned may)
{
    unsigned without;

    for (;; may &= ~without) {
        struct cover_kernel k = {.first = first};
        plan_kernel(c, p, l, always, may, &k);
        without = k.reach[0][0] && (!fetches_panels(&k) || !diagonal_holds(&k)) ? DIAGONALS
                  : k.cut && !fetches_panels(&k)                                ? CUTS
                  : k.refused && k.rest                                         ? INSIDE
                                                                                : 0;
        if (!without)
            return k;
    }
}

/* Panels know tests of the index, too (when.c). Where these are in planes, which have a border of
 * more threads than lines have, groups that include it are faster than those inside of it, and its
 * threads as they are written. */
void optimize_cover(struct ctx *c, struct program *p, const struct launch *l, bool always,
                    struct cover_kernel *k)
{
    enum { ALL = INSIDE | CUTS | DIAGONALS };
    struct cover_kernel other;

    *k = plan_rows(c, p, l, always, false, ALL);
    if (l->rank == 3 && k->rest && is_product(k)) {
        other = plan_rows(c, p, l, always, false, ALL & ~INSIDE);
        if (is_product(&other))
            *k = other;
    }
    if (!first_may_gain(k))
        return;
    other = plan_rows(c, p, l, always, true, ALL & ~INSIDE);
    if (!is_product(&other))
        other = plan_rows(c, p, l, always, true, ALL);
    if (is_product(&other))
        *k = other;
}

struct cover_kernel *optimize_covers(struct ctx *c, struct program *p, bool always)
{
    struct cover_kernel *made = arena_array(&c->arena, struct cover_kernel, p->launches.n + 1);

    for (int i = 0; i < p->launches.n; i++)
        optimize_cover(c, p, p->launches.at[i], always, &made[p->launches.at[i]->number]);
    return made;
}
