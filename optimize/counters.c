/* counters.c - the counters of loops as the passes behind know them: variables of the loop's own,
 * which count up.
 *
 * `int k; for (k = 0; ...)` is a loop with a variable of its own if k is named in such loops alone.
 * For GPUs a loop that counts down, `for (int k = b; k >= 0; k--) { ... }`, is
 * `for (int up = 0; up <= b; up++) { int k = b - up; ... }`. It relies on sema/tree. */
#include "optimize/cover_plan.h"

#include "parser/walk.h"
#include "sema/types/expr.h"

struct renaming {
    const struct symbol *from;
    struct symbol *to;
};

static bool rename_expr(struct walker *w, struct expr *e)
{
    const struct renaming *r = w->data;

    if (e->kind == EXPR_NAME && e->symbol == r->from) {
        e->symbol = r->to;
        e->name = r->to->name;
    }
    return true;
}

static void rename_in(struct stmt *s, const struct symbol *from, struct symbol *to)
{
    struct renaming r = {from, to};
    struct walker w = {.data = &r, .expr_pre = rename_expr};

    walk_stmt(&w, s);
}

/* ---- counters of their own ---- */

struct counters {
    struct maker *make;
    struct node_table locals; /* variables of the body: 1 */
    struct node_table named;  /* how often they are, but in loops that begin with them */
};

static bool note_decl(struct walker *w, struct decl *d)
{
    struct counters *x = w->data;

    for (int i = 0; d->kind == DECL_VARS && i < d->declarators.n; i++)
        if (d->declarators.at[i]->symbol && !(d->spec->storage & STORAGE_STATIC))
            node_table_set(&x->locals, d->declarators.at[i]->symbol, 1);
    return true;
}

static bool note_expr(struct walker *w, struct expr *e)
{
    struct counters *x = w->data;

    if (e->kind == EXPR_NAME && e->symbol)
        node_table_set(&x->named, e->symbol, node_table_get(&x->named, e->symbol, 0) + 1);
    return true;
}

struct names {
    const struct symbol *symbol;
    int n;
};

static bool count_name(struct walker *w, struct expr *e)
{
    struct names *x = w->data;

    x->n += e->kind == EXPR_NAME && e->symbol == x->symbol;
    return true;
}

/* The local integer that s, a loop, begins by an assignment to; NULL: there is none. */
static struct symbol *begun(const struct counters *x, const struct stmt *s)
{
    const struct expr *e = s->kind == STMT_FOR && s->init ? expr_evaluated(s->init) : NULL;
    const struct expr *to = e && e->kind == EXPR_ASSIGN && e->op == OP_ASSIGN && e->amp == AMP_NONE
                                ? expr_evaluated(e->a)
                                : NULL;
    struct names names = {.symbol = to && to->kind == EXPR_NAME ? to->symbol : NULL};
    struct walker w = {.data = &names, .expr_pre = count_name};

    if (!names.symbol || !node_table_get(&x->locals, names.symbol, 0) || !is_whole(to->type))
        return NULL;
    walk_expr(&w, e->b);
    return names.n ? NULL : to->symbol;
}

static bool leave_loop(struct walker *w, struct stmt *s)
{
    struct counters *x = w->data;
    struct symbol *counter = begun(x, s);
    struct names names = {.symbol = counter};
    struct walker inner = {.data = &names, .expr_pre = count_name};

    if (counter) {
        walk_stmt(&inner, s);
        node_table_set(&x->named, counter, node_table_get(&x->named, counter, 0) - names.n);
    }
    return true;
}

static bool own_counter(struct walker *w, struct stmt *s)
{
    struct counters *x = w->data;
    struct maker *m = x->make;
    struct symbol *counter = begun(x, s), *own;

    if (!counter || node_table_get(&x->named, counter, 0))
        return true;
    m->loc = s->loc;
    own = make_local(m, counter->name, type_unqualified(m->c, counter->type), 0);
    s->decl = make_declare(m, own, make_init(m, expr_evaluated(s->init)->b))->decl;
    s->init = NULL;
    rename_in(s, counter, own);
    return true;
}

void block_counters(struct maker *m, struct stmt *body)
{
    struct arena *a = &m->c->arena;
    struct counters x = {.make = m, .locals = {.arena = a}, .named = {.arena = a}};
    struct walker notes = {.data = &x, .decl_pre = note_decl, .expr_pre = note_expr};
    struct walker loops = {.data = &x, .stmt_pre = leave_loop};
    struct walker makes = {.data = &x, .stmt_pre = own_counter};

    walk_stmt(&notes, body);
    walk_stmt(&loops, body);
    walk_stmt(&makes, body);
}

/* ---- counting up ---- */

/* The test of a loop that counts up from 0 as often as one counts down from 'begin' to 'last'. */
static struct expr *upward_test(struct maker *m, struct symbol *up, struct expr *begin,
                                struct expr *again, long long last)
{
    const struct type *t = up->type;
    struct expr *name = make_name(m, up);

    if (last == 0)
        return make_binary(m, OP_LE, name, begin);
    if (last > 1)
        begin =
            make_cond(m, make_binary(m, OP_GE, again, make_int(m, last, t)),
                      make_binary(m, OP_SUB, begin, make_int(m, last - 1, t)), make_int(m, 0, t));
    return make_binary(m, OP_LT, name, begin);
}

static bool is_step_down(const struct expr *e, const struct symbol *counter)
{
    e = expr_evaluated(e);
    if (e->kind == EXPR_UNARY && (e->op == OP_PREDEC || e->op == OP_POSTDEC))
        return depend_root(e->a) == counter;
    return e->kind == EXPR_ASSIGN && e->op == OP_SUB && depend_root(e->a) == counter &&
           e->b->constant && e->b->value == 1;
}

struct upward {
    struct plan *plan;
    bool some;
};

/* for (int k = b; k >= constant; k--), which all threads run alike, as one that counts up. */
static bool upward_loop(struct walker *w, struct stmt *s)
{
    enum { LAST_MAX = 1 << 20 };
    struct upward *x = w->data;
    struct plan *p = x->plan;
    struct maker *m = &p->make;
    const struct expr *test = s->kind == STMT_FOR && s->expr ? expr_evaluated(s->expr) : NULL;
    const struct init_declarator *d = test && s->step && s->decl && s->decl->declarators.n == 1
                                          ? s->decl->declarators.at[0]
                                          : NULL;
    const struct expr *begin, *end;
    struct symbol *up, *counter;
    struct tree_clone k = tree_clone_begin(p->c);
    struct stmt *body;

    if (!d || !d->symbol || d->symbol->type->kind != TYPE_INT || !d->init || !d->init->expr ||
        test->kind != EXPR_BINARY || (test->op != OP_GT && test->op != OP_GE) ||
        expr_evaluated(test->a)->kind != EXPR_NAME ||
        expr_evaluated(test->a)->symbol != d->symbol || !is_step_down(s->step, d->symbol) ||
        node_table_get(&p->depend->stores, d->symbol, 0) != 1)
        return true;
    begin = fetch_fixed(p, d->init->expr);
    end = expr_evaluated(test->b);
    if (!begin || begin->type->kind != TYPE_INT || block_may_trap(begin) || !end->constant ||
        end->type->kind != TYPE_INT || end->value < 0 || end->value > LAST_MAX)
        return true;
    m->loc = s->loc;
    up = make_local(m, "up", type_basic(TYPE_INT), 0);
    counter = make_local(m, d->symbol->name, type_basic(TYPE_INT), 0);
    rename_in(s->body, d->symbol, counter);
    body = make_block(m, NULL, 0);
    block_add(m, body,
              make_declare(m, counter,
                           make_init(m, make_binary(m, OP_SUB, tree_clone_expr(&k, begin),
                                                    make_name(m, up)))));
    block_add(m, body, s->body);
    s->decl = make_declare(m, up, make_init(m, make_int(m, 0, type_basic(TYPE_INT))))->decl;
    s->expr = upward_test(m, up, tree_clone_expr(&k, begin), tree_clone_expr(&k, begin),
                          end->value + (test->op == OP_GT));
    s->step = make_unary(m, OP_POSTINC, make_name(m, up));
    s->body = body;
    x->some = true;
    return true;
}

bool upward_plan(struct plan *p)
{
    struct upward x = {p, false};
    struct walker w = {.data = &x, .stmt_pre = upward_loop};

    walk_stmt(&w, p->kernel->body);
    return x.some;
}
