/* fetch.c - the elements that a group fetches for its threads, or that are read before a statement:
 * their subscripts, and the variables in their place.
 *
 * Panels: subscripts are sums of the row, the column, the loop's counter and what is constant, also
 * times what is constant, as in b[k * n + j].
 * Windows are window.c's. Example: of `sum += a(i, k) *
 * b(k, j)` in a loop over k, a's element becomes the variable of a panel that differs between rows.
 * It relies on depend.c for which variables are constant. */
#include "optimize/cover_plan.h"

#include "parser/walk.h"
#include "sema/tree/edit.h"
#include "sema/types/amp.h"
#include "sema/types/expr.h"
#include "sema/types/pure.h"

/* ---- subscripts ---- */

unsigned fetch_axis(const struct plan *p, const struct symbol *s)
{
    const struct cover_kernel *k = p->kernel;
    int rank = k->launch->rank;

    if (s == k->index[rank - 1])
        return COVER_COLUMNS;
    if (cover_has_rows(k) && s == k->index[rank - 2])
        return COVER_ROWS;
    return p->loop && s == p->loop->counter ? COUNTER : 0;
}

struct fixed {
    const struct plan *plan;
    bool (*differs)(const struct plan *p, const struct symbol *s);
    bool good;
};

static bool fixed_expr(struct walker *w, struct expr *e)
{
    struct fixed *f = w->data;

    if (block_reads(e) || (e->kind == EXPR_NAME && e->symbol && f->differs(f->plan, e->symbol)))
        f->good = false;
    return f->good;
}

bool fetch_is_fixed(const struct plan *p, const struct expr *e,
                    bool (*differs)(const struct plan *p, const struct symbol *s))
{
    struct fixed f = {p, differs, expr_is_pure(e)};
    struct walker w = {.data = &f, .expr_pre = fixed_expr};

    if (f.good)
        walk_expr(&w, (struct expr *)e);
    return f.good;
}

bool fetch_is_own(const struct plan *p, const struct symbol *s)
{
    for (int k = 0; p->loop && cover_has_rows(p->kernel) && k < p->around.n; k++)
        if (p->around.at[k] == s)
            return false;
    return !fetch_axis(p, s) && node_table_get(&p->locals, s, 0);
}

static bool is_other(const struct plan *p, const struct symbol *s)
{
    return fetch_axis(p, s) || fetch_is_own(p, s);
}

/* Whether an expression names nothing but captures, constants and counters of loops around, so that
 * its value is the same in all threads of a group and all rounds. */
static bool is_fixed(const struct plan *p, const struct expr *e)
{
    return fetch_is_fixed(p, e, is_other);
}

/* What an int grows with, each of them alone: COVER_* and COUNTER, of which one may do so by one,
 * and some by a constant; or parts of the counter, as of a loop that was made of several. */
struct growth {
    unsigned axes, unit, near;
    bool parts;
};

/* A part of the counter of a loop that fused.c made, `q / 9`, `q % 3` or `q / 3 % 3`: its
 * neighbours are those of the rounds. */
static bool part_grows(const struct plan *p, const struct expr *e, struct growth *g)
{
    e = expr_evaluated(e);
    while (e->kind == EXPR_BINARY && (e->op == OP_DIV || e->op == OP_MOD) &&
           type_is_unsigned(e->type) && e->b->constant && e->b->value > 0)
        e = expr_evaluated(e->a);
    if (e->kind != EXPR_NAME || !p->kernel->fused || !p->loop || e->symbol != p->loop->counter)
        return false;
    *g = (struct growth){COUNTER, COUNTER, COUNTER, true};
    return true;
}

/* What a product grows with; false: in another way than with one of its factors. */
static bool grows_with(const struct plan *p, const struct expr *e, struct growth *g);
static bool product_grows(const struct plan *p, const struct expr *e, struct growth *g)
{
    bool fixed = is_fixed(p, e->b);

    if (!fixed && !is_fixed(p, e->a))
        return false;
    if (!grows_with(p, fixed ? e->a : e->b, g))
        return false;
    g->unit = 0;
    if (!(fixed ? e->b : e->a)->constant)
        g->near = 0;
    return true;
}

/* Whether two things in a sum have neighbours by one: parts of rounds may, beside threads. */
static bool clash(const struct growth *a, const struct growth *b)
{
    unsigned both = a->unit | b->unit;

    return a->unit && b->unit && (!(both & COUNTER) || !(a->parts || b->parts));
}

/* False: it is another kind of expression, or grows with one of them in two ways. */
static bool grows_with(const struct plan *p, const struct expr *e, struct growth *g)
{
    struct growth other;

    e = expr_evaluated(e);
    *g = (struct growth){0, 0, 0, false};
    if (!is_whole(e->type))
        return false;
    if (e->kind == EXPR_NAME && e->symbol && fetch_axis(p, e->symbol)) {
        g->axes = g->unit = g->near = fetch_axis(p, e->symbol);
        return true;
    }
    if (is_fixed(p, e))
        return true;
    if ((e->kind == EXPR_CONVERT || e->kind == EXPR_CAST) && is_whole(e->a->type))
        return grows_with(p, e->a, g);
    if (e->kind != EXPR_BINARY || e->amp != AMP_NONE)
        return false;
    if (e->op == OP_MUL)
        return product_grows(p, e, g);
    if (e->op == OP_DIV || e->op == OP_MOD)
        return part_grows(p, e, g);
    if ((e->op != OP_ADD && e->op != OP_SUB) || !grows_with(p, e->a, g) ||
        !grows_with(p, e->b, &other) ||
        g->axes & other.axes & ~(g->parts && other.parts ? COUNTER : 0U) || clash(g, &other) ||
        ((other.axes & ~(unsigned)COUNTER) && e->op == OP_SUB)) /* rounds may go down */
        return false;
    g->axes |= other.axes;
    g->unit |= other.unit;
    if (g->unit & ~(unsigned)COUNTER) /* threads are beside each other, parts of rounds as well */
        g->unit &= ~(unsigned)COUNTER;
    g->near |= other.near;
    g->parts |= other.parts;
    return true;
}

/* Puts in the place of constant variables what they begin with. */
static bool edit_constant(struct tree_edit *t, struct expr **at)
{
    struct plan *p = t->data;
    struct expr *init;

    while ((*at)->kind == EXPR_NAME && (*at)->symbol &&
           depend_is_constant(p->depend, (*at)->symbol) &&
           (init = node_table_find(&p->inits, (*at)->symbol)) != NULL &&
           type_same_unqualified(init->type, (*at)->symbol->type)) {
        struct tree_clone k = tree_clone_begin(p->c);
        *at = tree_clone_expr(&k, init);
    }
    return true;
}

const struct symbol *fetch_variable(const struct plan *p, const struct expr *e)
{
    const struct expr *init;

    for (;;) {
        e = expr_evaluated(e);
        while ((e->kind == EXPR_CONVERT || e->kind == EXPR_CAST) && is_whole(e->type))
            e = expr_evaluated(e->a);
        if (e->kind != EXPR_NAME || !e->symbol || !is_whole(e->type))
            return NULL;
        init =
            depend_is_constant(p->depend, e->symbol) ? node_table_find(&p->inits, e->symbol) : NULL;
        if (!init)
            return e->symbol;
        e = init;
    }
}

struct expr *fetch_copy(struct plan *p, const struct expr *e)
{
    struct tree_clone k = tree_clone_begin(p->c);
    struct tree_edit edit = {.data = p, .expr_pre = edit_constant};
    struct expr *copy = tree_clone_expr(&k, e);

    tree_edit_expr(&edit, &copy);
    return copy;
}

const struct expr *fetch_fixed(struct plan *p, const struct expr *e)
{
    const struct expr *copy = fetch_copy(p, e);

    return is_fixed(p, copy) ? copy : NULL;
}

/* ---- elements ---- */

enum { DIMENSIONS = LANES_RANK };

/* The subscripts of an element of a captured view, and what they grow with: each of it in one of
 * them. */
struct subscripts {
    int n;
    struct growth last;
    unsigned axes; /* of all */
    bool parts;    /* those with the counter have parts of it */
};

/* Along what an element's neighbours in memory, or those that are nearest, are: COVER_* or COUNTER;
 * 0: that is not known. */
static unsigned near_of(const struct subscripts *at)
{
    unsigned near = at->last.near;

    return at->last.unit ? at->last.unit : (near & (near - 1)) == 0 ? near : 0;
}

static bool place_add(const struct plan *p, struct subscripts *at, const struct expr *subscript)
{
    unsigned shared;

    if (at->n == DIMENSIONS || !grows_with(p, subscript, &at->last))
        return false;
    shared = at->axes & at->last.axes;
    if (shared && !(shared == COUNTER && at->parts && at->last.parts))
        return false;
    at->axes |= at->last.axes;
    at->parts |= at->last.parts;
    at->n++;
    return true;
}

/* v[i][j] is v(i, j). */
static bool place_rows(const struct plan *p, struct subscripts *at, const struct expr *view)
{
    view = expr_evaluated(view);
    if (view->amp == AMP_VIEW_ROW)
        return place_rows(p, at, view->a) && place_add(p, at, view->b);
    while (view->kind == EXPR_MEMBER && view->member) /* of a captured struct */
        view = expr_evaluated(view->a);
    return view->kind == EXPR_NAME && view->symbol && !node_table_get(&p->locals, view->symbol, 0);
}

static bool place_of(const struct plan *p, const struct expr *e, struct subscripts *at)
{
    const struct expr *const *args = (const struct expr *const *)e->args.at;
    int n = e->args.n;

    *at = (struct subscripts){0};
    if (e->kind != EXPR_CALL) {
        args = (const struct expr *const *)&e->b;
        n = 1;
    }
    if (n == 1 && args[0]->type->kind == TYPE_AMP) {
        const struct expr *index = expr_strip(args[0]);
        if (index->kind != EXPR_CONSTRUCT || index->args.n != index->type->rank)
            return false;
        args = (const struct expr *const *)index->args.at;
        n = index->args.n;
    }
    if (!place_rows(p, at, e->a))
        return false;
    for (int k = 0; k < n; k++)
        if (!place_add(p, at, args[k]))
            return false;
    return at->n > 0 && (near_of(at) || !at->last.axes); /* neighbours in memory are some */
}

/* A copy of an element that names no variable of the body. */
static const struct expr *constant_element(struct plan *p, const struct expr *e,
                                           struct subscripts *at)
{
    struct tree_clone k = tree_clone_begin(p->c);
    struct tree_edit edit = {.data = p, .expr_pre = edit_constant};
    struct expr *copy = tree_clone_expr(&k, e);

    tree_edit_expr(&edit, &copy);
    return place_of(p, copy, at) ? copy : NULL;
}

bool fetch_last(struct plan *p, const struct expr *e, unsigned *last, bool *columns,
                const struct expr **copy)
{
    struct subscripts at;

    *copy = constant_element(p, e, &at);
    *columns = false;
    if (!*copy)
        return false;
    *last = at.last.unit;
    *columns = at.axes & ~at.last.unit & COVER_COLUMNS;
    return true;
}

bool fetch_is_steady(struct plan *p, const struct expr *e)
{
    struct subscripts at;

    return constant_element(p, e, &at) && !(at.axes & COUNTER);
}

bool fetch_is_line(struct plan *p, const struct expr *e)
{
    struct subscripts at;

    return constant_element(p, e, &at) && near_of(&at) == COUNTER && !at.parts &&
           at.axes == (COVER_ROWS | COVER_COLUMNS | COUNTER);
}

bool fetch_understands(struct plan *p, const struct expr *e)
{
    struct subscripts at;

    return p->loop && constant_element(p, e, &at);
}

bool fetch_is_element(const struct expr *e)
{
    return e->amp == AMP_VIEW_ELEMENT && e->type && type_is_arithmetic(e->type);
}

/* The same, or a struct. */
static bool is_record_element(const struct expr *e)
{
    return e->amp == AMP_VIEW_ELEMENT && e->type && e->type->kind == TYPE_RECORD;
}

struct symbol *fetch_value(struct plan *p, const struct expr *e, const char *name, unsigned on)
{
    struct symbol *s = make_local(&p->make, name, type_unqualified(p->c, e->type), 0);

    node_table_set(&p->depend->on, s, (intptr_t)on);
    node_table_set(&p->locals, s, 1);
    return s;
}

/* ---- panels ---- */

bool fetch_panel(struct plan *p, const struct expr *e, struct cover_panel *panel)
{
    struct subscripts at;

    *panel = (struct cover_panel){.element = constant_element(p, e, &at)};
    if (!panel->element)
        return false;
    panel->axes = at.axes & (COVER_ROWS | COVER_COLUMNS);
    panel->across = near_of(&at) == COUNTER;
    panel->parts = at.parts;
    return (at.axes & COUNTER) && panel->axes != (COVER_ROWS | COVER_COLUMNS) &&
           (panel->axes || !cover_has_rows(p->kernel));
}

/* Whether a panel has the elements of another one, always or under the same test. */
static bool has_elements(const struct cover_panel *panel, const struct cover_panel *of)
{
    return expr_is_same(panel->element, of->element) &&
           (!panel->when || (of->when && expr_is_same(panel->when, of->when)));
}

/* The variable for an element in the loop's body; NULL: it has no panel. */
static struct symbol *panel_value(struct plan *p, const struct expr *e)
{
    struct cover_panel panel;

    if (!fetch_panel(p, e, &panel) || !when_of(p, panel.axes, &panel.when))
        return NULL;
    p->taken++;
    for (int k = 0; k < p->loop->panels.n; k++)
        if (has_elements(&p->loop->panels.at[k], &panel))
            return p->loop->panels.at[k].value;
    panel.value = fetch_value(p, e, "fetched", panel.axes);
    vec_push(&p->c->arena, &p->loop->panels, panel);
    return panel.value;
}

/* The variable for an element that is read before its statement; NULL: it is the same for all. */
static struct symbol *early_value(struct plan *p, struct expr *e)
{
    struct cover_early early = {.element = e};

    if (!depend_expr(p->depend, e))
        return NULL;
    early.value = fetch_value(p, e, "read", depend_expr(p->depend, e));
    vec_push(&p->c->arena, p->early, early);
    return early.value;
}

static void panels_expr(struct plan *p, struct expr **at);

/* The same of the subscripts of an element. */
static void panels_subscripts(struct plan *p, struct expr *element)
{
    for (int i = 0; element->kind == EXPR_CALL && i < element->args.n; i++)
        panels_expr(p, &element->args.at[i]);
    if (element->kind != EXPR_CALL)
        panels_expr(p, &element->b);
    element = expr_evaluated(element->a);
    if (element->amp == AMP_VIEW_ROW)
        panels_subscripts(p, element);
}

/* Whether e, without conversions, is 0 in each type. */
static bool is_zero(const struct expr *e)
{
    while (expr_evaluated(e)->kind == EXPR_CONVERT)
        e = expr_evaluated(e)->a;
    e = expr_evaluated(e);
    return (e->kind == EXPR_INT && e->constant && e->value == 0) ||
           (e->kind == EXPR_FLOAT && e->real && e->number == 0);
}

/* Whether e, without conversions, is the value of a panel that is 0 where the tests from 'from' on
 * fail: none of them differs between the threads that have the same one. */
static bool is_zero_else(const struct plan *p, const struct expr *e, int from)
{
    bool found = false;

    while (expr_evaluated(e)->kind == EXPR_CONVERT)
        e = expr_evaluated(e)->a;
    e = expr_evaluated(e);
    for (int k = 0; e->kind == EXPR_NAME && k < p->loop->panels.n; k++) {
        const struct cover_panel *panel = &p->loop->panels.at[k];
        found |= panel->value == e->symbol && panel->when && type_is_arithmetic(e->type);
        for (int i = from; panel->value == e->symbol && i < p->when.n; i++)
            found &= !(p->when.at[i].axes & ~panel->axes);
    }
    return found;
}

static void put_value(struct plan *p, struct expr **test, int from)
{
    struct expr *value = when_value(p, from, (*test)->loc);

    if (value)
        *test = value;
}

/* `test ? e : other`, where e has elements of panels. */
static void panels_cond(struct plan *p, struct expr **at)
{
    struct expr *e = *at;
    int before, panels = p->taken;

    panels_expr(p, &e->a);
    if (!e->b || !when_enter(p, e->a, &before))
        return;
    panels_expr(p, &e->b);
    if (panels < p->taken && is_zero(e->c) && is_zero_else(p, e->b, before))
        *at = make_convert(&p->make, e->type, e->b);
    else if (panels < p->taken)
        put_value(p, &e->a, before);
    when_leave(p, before);
}

/* Replaces the elements that an expression reads whenever it is evaluated. */
static void panels_expr(struct plan *p, struct expr **at)
{
    struct expr *e = *at;
    struct symbol *value;

    if (!e)
        return;
    if (fetch_is_element(e) || (p->loop && is_record_element(e))) {
        p->make.loc = e->loc;
        value = p->windows ? window_value(p, e) : p->loop ? panel_value(p, e) : early_value(p, e);
        if (value)
            *at = make_name(&p->make, value);
        return;
    }
    if (e->kind == EXPR_PAREN || e->kind == EXPR_CONVERT || e->kind == EXPR_CAST ||
        e->kind == EXPR_MEMBER ||
        (e->kind == EXPR_UNARY && e->op != OP_ADDR && !op_is_step(e->op))) {
        panels_expr(p, &e->a);
    } else if (e->kind == EXPR_COND) {
        panels_cond(p, at);
    } else if (e->kind == EXPR_BINARY) {
        panels_expr(p, &e->a);
        if (e->op != OP_LAND && e->op != OP_LOR)
            panels_expr(p, &e->b);
    } else if (e->kind == EXPR_ASSIGN) {
        panels_expr(p, &e->b);
    } else if (e->kind == EXPR_CALL || e->kind == EXPR_CONSTRUCT) {
        if (cover_is_atomic(e) && cover_atomic_element(e))
            panels_subscripts(p, cover_atomic_element(e));
        for (int i = 0; i < e->args.n; i++)
            panels_expr(p, &e->args.at[i]);
    }
}

const struct init_declarator *fetch_counter(const struct stmt *s)
{
    return s->kind == STMT_FOR && s->expr && s->step && s->decl && s->decl->declarators.n == 1
               ? s->decl->declarators.at[0]
               : NULL;
}

/* k++, ++k or k += 1 */
bool fetch_is_step(const struct expr *e, const struct symbol *counter)
{
    e = expr_evaluated(e);
    if (e->kind == EXPR_UNARY && (e->op == OP_PREINC || e->op == OP_POSTINC))
        return depend_root(e->a) == counter;
    return e->kind == EXPR_ASSIGN && e->op == OP_ADD && depend_root(e->a) == counter &&
           e->b->constant && e->b->value == 1;
}

/* The variable that a test compares, perhaps as another type; NULL: it compares another thing. */
static const struct symbol *counter_in(const struct expr *e)
{
    e = expr_evaluated(e);
    if (e->kind == EXPR_CONVERT && is_whole(e->type))
        e = expr_evaluated(e->a);
    return e->kind == EXPR_NAME ? e->symbol : NULL;
}

/* A counter that is compared as another type begins at 0 or behind: so it is the same number, as
 * long as the loop has an end. */
bool fetch_counts_by_one(struct plan *p, const struct stmt *s, struct cover_loop *l)
{
    const struct init_declarator *d;
    const struct expr *test = s->kind == STMT_FOR && s->expr ? expr_evaluated(s->expr) : NULL;

    if (!test || !s->step || !s->decl || s->decl->declarators.n != 1 || test->kind != EXPR_BINARY ||
        (test->op != OP_LT && test->op != OP_LE && test->op != OP_NE))
        return false;
    d = s->decl->declarators.at[0];
    if (!d->symbol || !is_whole(d->symbol->type) || !d->init || !d->init->expr ||
        node_table_get(&p->depend->stores, d->symbol, 0) != 1)
        return false;
    *l = (struct cover_loop){
        .counter = d->symbol, .begin = d->init->expr, .end = test->b, .closed = test->op == OP_LE};
    if (test->op == OP_NE && d->symbol->type->kind != TYPE_INT) /* an int must not wrap around */
        return false;
    return counter_in(test->a) == l->counter && is_whole(l->end->type) &&
           fetch_is_step(s->step, l->counter) &&
           (type_same_unqualified(l->end->type, l->counter->type) ||
            (l->begin->constant && l->begin->value >= 0));
}

bool fetch_counts(struct plan *p, const struct stmt *s, struct cover_loop *l)
{
    if (!fetch_counts_by_one(p, s, l))
        return false;
    l->end = fetch_fixed(p, l->end);
    return l->end != NULL;
}

/* The branch of an if whose test holds has panels of what that says. */
static void panels_if(struct plan *p, struct stmt *s)
{
    int before, panels = p->taken;

    panels_expr(p, &s->expr);
    if (!when_enter(p, s->expr, &before))
        return;
    fetch_stmt(p, s->body);
    if (panels < p->taken)
        put_value(p, &s->expr, before);
    when_leave(p, before);
}

/* The same of statements, as far as each round runs them. */
void fetch_stmt(struct plan *p, struct stmt *s)
{
    if (s->kind == STMT_COMPOUND) {
        for (int i = 0; i < s->items.n; i++)
            fetch_stmt(p, s->items.at[i]);
    } else if (s->kind == STMT_EXPR) {
        panels_expr(p, &s->expr);
    } else if (s->kind == STMT_IF) {
        panels_if(p, s);
    } else if (s->kind == STMT_FOR && p->windows && window_enter(p, s)) {
        fetch_stmt(p, s->body);
        p->counters.n--;
    } else if (s->kind == STMT_DECL) {
        for (int i = 0; i < s->decl->declarators.n; i++) {
            struct init *init = s->decl->declarators.at[i]->init;
            if (init && init->expr)
                panels_expr(p, &init->expr);
        }
    }
}
