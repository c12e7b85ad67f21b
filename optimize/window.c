/* window.c - elements that a nest of loops reads around the thread's place (cover.h): the group
 * fetches all that its threads read before the nest.
 *
 * Subscripts are the row and the column, plus counters of the nest's loops and what the nest leaves
 * as it is. How far a window reaches either the text says, or the library's arguments do, as in
 * `for (int d = -r; d <= r; d++) sum += from(i, j + d);`: then there is room for so many columns
 * that a device has enough of it, and where r is too great, or a loop does not run at all, the
 * group does the nest as it is written. It relies on fetch.c. */
#include "optimize/cover_plan.h"

#include "parser/walk.h"
#include "sema/tree/edit.h"
#include "sema/types/expr.h"
#include "sema/types/pure.h"

/* ---- what is the same in all of the nest ---- */

enum { STORED = 1, DECLARED = 2 };

static void note_own(struct plan *p, const struct symbol *s, int how)
{
    if (s)
        node_table_set(&p->own, s, node_table_get(&p->own, s, 0) | how);
}

static bool own_decl(struct walker *w, struct decl *d)
{
    for (int i = 0; d->kind == DECL_VARS && i < d->declarators.n; i++)
        note_own(w->data, d->declarators.at[i]->symbol, DECLARED);
    return true;
}

static bool own_expr(struct walker *w, struct expr *e)
{
    note_own(w->data, cover_assigned(e), STORED);
    for (int i = 0; e->kind == EXPR_CALL && i < e->args.n; i++)
        if (expr_refers(e, i))
            note_own(w->data, depend_root(e->args.at[i]), STORED);
    return true;
}

/* What is sought in a statement or an expression. */
struct common {
    const struct plan *plan;
    bool found;
};

/* Finds a store to a variable that all threads have alike, and that lives on. */
static bool common_expr(struct walker *w, struct expr *e)
{
    struct common *x = w->data;
    const struct symbol *s = cover_assigned(e);

    x->found |=
        s && !cover_symbol(x->plan->kernel, s) && !(node_table_get(&x->plan->own, s, 0) & DECLARED);
    return true;
}

void window_begin(struct plan *p, struct stmt *s)
{
    struct common x = {p, false};
    struct walker own = {.data = p, .expr_pre = own_expr, .decl_pre = own_decl};
    struct walker w = {.data = &x, .expr_pre = common_expr};

    p->windows = arena_new(&p->c->arena, cover_window_vec);
    p->own = (struct node_table){.arena = &p->c->arena};
    walk_stmt(&own, s);
    walk_stmt(&w, s);
    p->may_vary = !x.found;
}

static bool is_changed(const struct plan *p, const struct symbol *s)
{
    return fetch_axis(p, s) || node_table_get(&p->own, s, 0) ||
           (node_table_get(&p->locals, s, 0) && cover_symbol(p->kernel, s));
}

/* Whether an expression has one value for all threads of a group, and in all of the nest. */
static bool is_fixed(const struct plan *p, const struct expr *e)
{
    return fetch_is_fixed(p, e, is_changed);
}

/* Finds a variable that may have changed since another one began with it: all but constants, and
 * counters that their loop's step alone changes. */
static bool stale_expr(struct walker *w, struct expr *e)
{
    struct common *x = w->data;
    const struct plan *p = x->plan;
    const struct symbol *s = e->kind == EXPR_NAME ? e->symbol : NULL;
    intptr_t stores = s ? node_table_get(&p->depend->stores, s, 0) : 0;

    x->found |= stores && !(stores == 1 && node_table_get(&p->steps, s, 0));
    return !x->found;
}

/* Whether what a variable of the body began with has the same value where the variable is used. */
static bool keeps(const struct plan *p, struct expr *init)
{
    struct common x = {p, false};
    struct walker w = {.data = &x, .expr_pre = stale_expr};

    walk_expr(&w, init);
    return !x.found;
}

/* Puts in the place of constant variables what they begin with, unless they have one value anyway.
 */
static bool edit_constant(struct tree_edit *t, struct expr **at)
{
    struct plan *p = t->data;
    struct expr *init;

    while ((*at)->kind == EXPR_NAME && (*at)->symbol && !is_fixed(p, *at) &&
           depend_is_constant(p->depend, (*at)->symbol) &&
           (init = node_table_find(&p->inits, (*at)->symbol)) != NULL &&
           type_same_unqualified(init->type, (*at)->symbol->type) && keeps(p, init)) {
        struct tree_clone k = tree_clone_begin(p->c);
        *at = tree_clone_expr(&k, init);
    }
    return true;
}

static struct expr *copy_of(struct plan *p, const struct expr *e)
{
    struct tree_clone k = tree_clone_begin(p->c);
    struct tree_edit edit = {.data = p, .expr_pre = edit_constant};
    struct expr *copy = tree_clone_expr(&k, e);

    tree_edit_expr(&edit, &copy);
    return copy;
}

/* ---- loops ---- */

/* A bound of a loop, an int; NULL: it is no number that the group knows before the nest. */
static struct expr *bound_of(struct plan *p, const struct expr *e)
{
    struct expr *copy = copy_of(p, e);

    return copy->type->kind == TYPE_INT && is_fixed(p, copy) && !block_may_trap(copy) ? copy : NULL;
}

/* Of a loop whose rounds the text does not say. */
static bool enter_varying(struct plan *p, const struct stmt *s, const struct cover_loop *l)
{
    struct cover_term t = {.counter = l->counter, .times = 1};
    struct expr *low = bound_of(p, l->begin), *high = bound_of(p, l->end);

    if (!p->may_vary || l->counter->type->kind != TYPE_INT || !low || !high ||
        expr_evaluated(s->expr)->op == OP_NE)
        return false;
    p->make.loc = s->loc;
    t.low = low;
    t.high = l->closed
                 ? high
                 : make_binary(&p->make, OP_SUB, high, make_int(&p->make, 1, type_basic(TYPE_INT)));
    vec_push(&p->c->arena, &p->counters, t);
    return true;
}

bool window_enter(struct plan *p, const struct stmt *s)
{
    enum { FEW = 16 };
    struct cover_loop l;
    struct cover_term t = {.times = 1};

    if (cover_control(p->kernel, s) || !fetch_counts_by_one(p, s, &l))
        return false;
    if (!l.begin->constant || !l.end->constant)
        return enter_varying(p, s, &l);
    t.counter = l.counter;
    t.lo = l.begin->value;
    t.hi = l.end->value - !l.closed;
    if (t.hi < t.lo || t.hi - t.lo >= FEW)
        return false;
    vec_push(&p->c->arena, &p->counters, t);
    return true;
}

/* ---- elements ---- */

static struct cover_term *counter_of(const struct plan *p, const struct expr *e)
{
    for (int i = 0; e->kind == EXPR_NAME && i < p->counters.n; i++)
        if (p->counters.at[i].counter == e->symbol)
            return &p->counters.at[i];
    return NULL;
}

/* The value of a counter at which its term is least. */
static struct expr *least_of(struct plan *p, const struct cover_term *t, struct type *type)
{
    struct tree_clone k = tree_clone_begin(p->c);

    if (t->low)
        return tree_clone_expr(&k, t->times > 0 ? t->low : t->high);
    return make_int(&p->make, t->times > 0 ? t->lo : t->hi, type_unqualified(p->c, type));
}

/* Takes a sum apart: *axis, the sum of COVER_* in it, and its terms; each counter in *at becomes
 * the value at which its term is least. */
static bool terms_of(struct plan *p, struct expr **at, long long times, unsigned *axis,
                     cover_term_vec *terms)
{
    struct expr *e = *at;
    const struct cover_term *t = counter_of(p, e);

    if (!is_whole(e->type))
        return false;
    if (t && (times == 1 || times == -1)) {
        struct cover_term term = *t;
        term.times = times;
        vec_push(&p->c->arena, terms, term);
        *at = least_of(p, &term, e->type);
        return true;
    }
    if (e->kind == EXPR_NAME && fetch_axis(p, e->symbol)) {
        bool good = times == 1 && !*axis;
        *axis |= fetch_axis(p, e->symbol);
        return good;
    }
    if (is_fixed(p, e))
        return true;
    if (e->kind == EXPR_PAREN ||
        ((e->kind == EXPR_CONVERT || e->kind == EXPR_CAST) && is_whole(e->a->type)))
        return terms_of(p, &e->a, times, axis, terms);
    if (e->kind != EXPR_BINARY || e->amp != AMP_NONE || (e->op != OP_ADD && e->op != OP_SUB))
        return false;
    return terms_of(p, &e->a, times, axis, terms) &&
           terms_of(p, &e->b, e->op == OP_SUB ? -times : times, axis, terms);
}

/* How many more rows or columns terms add; 'most': as many as there is room for, if the text does
 * not say that. */
static int more_of(const cover_term_vec *terms, int most)
{
    enum { MOST = 32 };
    long long more = 0;

    for (int i = 0; i < terms->n; i++) {
        const struct cover_term *t = &terms->at[i];
        if (t->low)
            return most;
        more += (t->times < 0 ? -t->times : t->times) * (t->hi - t->lo);
    }
    return more > MOST ? -1 : (int)more;
}

/* Whether a counter is in two terms: then not all elements between the least and the largest place
 * are read. */
static bool shares_counter(const cover_term_vec *a, const cover_term_vec *b)
{
    for (int i = 0; i < a->n; i++)
        for (int k = 0; k < b->n; k++)
            if (a->at[i].counter == b->at[k].counter && (a != b || i != k))
                return true;
    return false;
}

/* The subscripts of an element, whose number is *n; NULL: they are something else. */
static struct expr **subscripts_of(struct expr *e, int *n)
{
    struct expr **args = e->kind == EXPR_CALL ? e->args.at : &e->b;

    *n = e->kind == EXPR_CALL ? e->args.n : 1;
    if (*n == 1 && args[0]->type->kind == TYPE_AMP) {
        struct expr *index = expr_strip(args[0]);
        if (index->kind != EXPR_CONSTRUCT || index->args.n != index->type->rank)
            return NULL;
        args = index->args.at;
        *n = index->args.n;
    }
    return args;
}

/* Sorts the subscripts of a copy of an element into rows and columns; false: it is no window. */
static bool window_subscripts(struct plan *p, struct expr *e, struct cover_window *w)
{
    bool has_rows = cover_has_rows(p->kernel);
    unsigned axes = 0, wanted = has_rows ? COVER_ROWS | COVER_COLUMNS : COVER_COLUMNS;
    int n, most;
    struct expr **args = subscripts_of(e, &n);

    if (!args || expr_evaluated(e->a)->kind != EXPR_NAME)
        return false;
    for (int k = 0; k < n; k++) {
        cover_term_vec terms = {0};
        unsigned axis = 0;
        if (!terms_of(p, &args[k], 1, &axis, &terms) || (axis & axes) || (!axis && terms.n))
            return false;
        axes |= axis;
        if (axis == COVER_ROWS)
            w->rows = terms;
        else if (axis == COVER_COLUMNS)
            w->columns = terms;
        else if (axis)
            return false;
    }
    most = !has_rows                           ? COVER_NEAR_LINE
           : w->rows.n > 0 && w->columns.n > 0 ? COVER_NEAR_BOTH
                                               : COVER_NEAR_ONE;
    w->more_rows = more_of(&w->rows, most);
    w->more_columns = more_of(&w->columns, most);
    return axes == wanted && !shares_counter(&w->rows, &w->rows) &&
           !shares_counter(&w->rows, &w->columns) && !shares_counter(&w->columns, &w->columns) &&
           w->more_rows >= 0 && w->more_columns >= 0 && w->rows.n + w->columns.n > 0;
}

static bool has_counter(const cover_term_vec *terms, const struct cover_term *t)
{
    for (int i = 0; i < terms->n; i++)
        if (terms->at[i].counter == t->counter)
            return true;
    return false;
}

struct symbol *window_value(struct plan *p, const struct expr *e)
{
    struct cover_window w = {0};
    struct expr *copy = copy_of(p, e);

    w.element = copy;
    w.whole = copy_of(p, e);
    if (!window_subscripts(p, copy, &w))
        return NULL;
    for (int i = 0; i < p->counters.n; i++) {
        const struct cover_term *t = &p->counters.at[i];
        if (t->low && !has_counter(&w.rows, t) && !has_counter(&w.columns, t))
            return NULL; /* other elements might have windows in the loops inside alone */
        if (t->low)
            vec_push(&p->c->arena, &w.around, *t);
    }
    for (int i = 0; i < p->windows->n; i++)
        if (expr_is_same(p->windows->at[i].whole, w.whole))
            return p->windows->at[i].value;
    w.value = fetch_value(p, e, "near", depend_expr(p->depend, e));
    vec_push(&p->c->arena, p->windows, w);
    return w.value;
}

/* ---- windows instead of panels ---- */

struct sought {
    struct plan *plan;
    bool window; /* an element has one */
    bool line;   /* a panel would have a line for each thread */
};

static bool seek_expr(struct walker *w, struct expr *e)
{
    struct sought *x = w->data;
    struct cover_window window = {0};
    struct cover_panel panel;

    if (!fetch_is_element(e))
        return true;
    if (window_subscripts(x->plan, copy_of(x->plan, e), &window))
        x->window = true;
    else if (fetch_panel(x->plan, e, &panel))
        x->line |= panel.axes != 0;
    return true;
}

bool window_is_better(struct plan *p, struct stmt *s)
{
    struct cover_loop l;
    struct sought x = {.plan = p};
    struct walker w = {.data = &x, .expr_pre = seek_expr};

    if (cover_has_rows(p->kernel) || stmt_contains(s->body, stmt_is_loop) ||
        !fetch_counts(p, s, &l))
        return false;
    window_begin(p, s);
    p->loop = &l;
    if (window_enter(p, s))
        walk_stmt(&w, s->body);
    p->loop = NULL;
    p->windows = NULL;
    p->counters.n = 0;
    return x.window && !x.line;
}
