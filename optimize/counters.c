/* counters.c - the counters of loops as the passes behind know them: variables of the loop's own,
 * which count up.
 *
 * `int k; for (k = 0; ...)` is a loop with a variable of its own if k is named in such loops alone,
 * and so is `int k = 0; while (k < n) { ...; k++; }`. For GPUs a loop that counts down, `for (int k
 * = b; k >= 0; k--) { ... }`, is `for (int up = 0; up <= b; up++) { int k = b - up; ... }`, and one
 * of larger steps counts its rounds in the same way. It relies on sema/tree. */
#include "optimize/cover_plan.h"

#include "parser/walk.h"
#include "sema/types/expr.h"
#include "sema/types/pure.h"

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
    struct stmt *body;        /* the kernel's */
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

struct beginnings {
    const struct counters *counters;
    const struct symbol *symbol;
    int n;
};

static bool count_begun(struct walker *w, struct stmt *s)
{
    struct beginnings *x = w->data;

    x->n += begun(x->counters, s) == x->symbol;
    return true;
}

/* Forgets the names of a counter in the loop that begins with it. Where a loop inside begins with
 * it, too, none is forgotten, so that it stays one variable: its names inside would count twice. */
static bool leave_loop(struct walker *w, struct stmt *s)
{
    struct counters *x = w->data;
    struct symbol *counter = begun(x, s);
    struct names names = {.symbol = counter};
    struct beginnings loops = {.counters = x, .symbol = counter};
    struct walker inner = {.data = &names, .expr_pre = count_name};
    struct walker nested = {.data = &loops, .stmt_pre = count_begun};

    if (!counter)
        return true;
    walk_stmt(&nested, s);
    if (loops.n > 1)
        return true;
    walk_stmt(&inner, s);
    node_table_set(&x->named, counter, node_table_get(&x->named, counter, 0) - names.n);
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

/* ---- counters that are declared in front of a loop ---- */

static bool is_continue(const struct stmt *s)
{
    return s->kind == STMT_CONTINUE;
}

/* The integer that e, an expression, counts with: k++, --k, k += 2. */
static struct symbol *stepped(const struct expr *e)
{
    e = e ? expr_evaluated(e) : NULL;
    if (!e || !((e->kind == EXPR_UNARY && op_is_step(e->op)) ||
                (e->kind == EXPR_ASSIGN && (e->op == OP_ADD || e->op == OP_SUB) && e->b->constant)))
        return NULL;
    const struct expr *to = expr_evaluated(e->a);
    return to->kind == EXPR_NAME && to->symbol && is_whole(to->type) ? to->symbol : NULL;
}

/* The last statement of a while loop's body, if it counts; NULL: another one. */
static struct stmt *last_step(const struct stmt *s)
{
    struct stmt *body = s->kind == STMT_WHILE ? s->body : NULL, *last;

    if (!body || body->kind != STMT_COMPOUND || !body->items.n || stmt_contains(body, is_continue))
        return NULL;
    last = body->items.at[body->items.n - 1];
    return last->kind == STMT_EXPR && stepped(last->expr) ? last : NULL;
}

struct stored {
    const struct symbol *symbol;
    int n;
};

static bool count_store(struct walker *w, struct expr *e)
{
    struct stored *x = w->data;

    x->n += (e->kind == EXPR_UNARY && e->op == OP_ADDR && depend_root(e->a) == x->symbol) ||
            cover_assigned(e) == x->symbol;
    for (int i = 0; e->kind == EXPR_CALL && i < e->args.n; i++)
        x->n += (expr_refers(e, i) && depend_root(e->args.at[i]) == x->symbol) ||
                (e->args.at[i]->type->kind == TYPE_POINTER &&
                 lent_root(e->args.at[i], NULL) == x->symbol);
    return true;
}

static int stores_in(struct stmt *s, const struct symbol *symbol)
{
    struct stored x = {symbol, 0};
    struct walker w = {.data = &x, .expr_pre = count_store};

    walk_stmt(&w, s);
    return x.n;
}

static int names_in(struct stmt *s, const struct symbol *symbol)
{
    struct names names = {.symbol = symbol};
    struct walker w = {.data = &names, .expr_pre = count_name};

    walk_stmt(&w, s);
    return names.n;
}

/* The counter of a loop that begins without one of its own: compared in its test, stored to by its
 * step alone. */
static struct symbol *counter_before(const struct counters *x, struct stmt *s)
{
    const struct expr *test = s->expr ? expr_evaluated(s->expr) : NULL, *name;
    const struct stmt *last = last_step(s);
    struct symbol *counter = last                                          ? stepped(last->expr)
                             : s->kind == STMT_FOR && !s->decl && !s->init ? stepped(s->step)
                                                                           : NULL;

    if (!counter || !test || test->kind != EXPR_BINARY || !op_is_comparison(test->op))
        return NULL;
    name = expr_evaluated(test->a);
    if (name->kind == EXPR_CONVERT)
        name = expr_evaluated(name->a);
    return name->kind == EXPR_NAME && name->symbol == counter &&
                   node_table_get(&x->locals, counter, 0) && stores_in(s, counter) == 1 &&
                   names_in(s, counter) == names_in(x->body, counter)
               ? counter
               : NULL;
}

struct begins {
    const struct counters *counters;
    bool good;
};

static bool begins_expr(struct walker *w, struct expr *e)
{
    struct begins *x = w->data;

    x->good &= !block_reads(e) && !(e->kind == EXPR_NAME && e->symbol &&
                                    ((e->symbol->storage & STORAGE_TILE_STATIC) ||
                                     (e->symbol->type->quals & QUAL_VOLATILE) ||
                                     stores_in(x->counters->body, e->symbol)));
    return x->good;
}

/* What the counter begins with, if that is the same wherever it is asked: of a declaration in front
 * of the j-th statement. */
static struct expr *begin_before(const struct counters *x, const struct stmt *block, int j,
                                 const struct symbol *counter)
{
    for (int i = 0; i < j; i++) {
        const struct decl *d =
            block->items.at[i]->kind == STMT_DECL ? block->items.at[i]->decl : NULL;
        for (int k = 0; d && k < d->declarators.n; k++) {
            const struct init_declarator *v = d->declarators.at[k];
            struct begins b = {x, true};
            struct walker w = {.data = &b, .expr_pre = begins_expr};
            if (v->symbol != counter)
                continue;
            if (!v->init || !v->init->expr || v->constructed || !expr_is_pure(v->init->expr) ||
                block_may_trap(v->init->expr) || d->spec->storage & STORAGE_STATIC)
                return NULL;
            walk_expr(&w, v->init->expr);
            return b.good ? v->init->expr : NULL;
        }
    }
    return NULL;
}

static bool counter_in_front(struct walker *w, struct stmt *block)
{
    struct counters *x = w->data;
    struct maker *m = x->make;

    for (int j = 0; block->kind == STMT_COMPOUND && j < block->items.n; j++) {
        struct stmt *s = block->items.at[j], *last;
        struct symbol *counter = stmt_is_loop(s) ? counter_before(x, s) : NULL, *own;
        struct expr *begin = counter ? begin_before(x, block, j, counter) : NULL;
        struct tree_clone k = tree_clone_begin(m->c);
        if (!begin)
            continue;
        m->loc = s->loc;
        last = last_step(s);
        if (last) {
            s->kind = STMT_FOR;
            s->step = last->expr;
            s->body->items.n--;
        }
        own = make_local(m, counter->name, type_unqualified(m->c, counter->type), 0);
        s->decl = make_declare(m, own, make_init(m, tree_clone_expr(&k, begin)))->decl;
        rename_in(s, counter, own);
    }
    return true;
}

void block_counters(struct maker *m, struct stmt *body)
{
    struct arena *a = &m->c->arena;
    struct counters x = {.make = m, .body = body, .locals = {.arena = a}, .named = {.arena = a}};
    struct walker fronts = {.data = &x, .stmt_pre = counter_in_front};
    struct walker notes = {.data = &x, .decl_pre = note_decl, .expr_pre = note_expr};
    struct walker loops = {.data = &x, .stmt_pre = leave_loop};
    struct walker makes = {.data = &x, .stmt_pre = own_counter};

    walk_stmt(&notes, body);
    walk_stmt(&fronts, body);
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
    const struct init_declarator *d = fetch_counter(s);
    const struct expr *test = d ? expr_evaluated(s->expr) : NULL;
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

/* ---- larger steps ---- */

/* By how much a loop's step adds to its counter, if that is more than 1; 0: it does something else.
 */
static long long step_of(const struct expr *e, const struct symbol *counter)
{
    enum { STEP_MAX = 16 };

    e = expr_evaluated(e);
    return e->kind == EXPR_ASSIGN && e->op == OP_ADD && depend_root(e->a) == counter &&
                   e->b->constant && e->b->value > 1 && e->b->value <= STEP_MAX
               ? e->b->value
               : 0;
}

static struct expr *as_unsigned(struct maker *m, const struct expr *e)
{
    struct tree_clone k = tree_clone_begin(m->c);

    return make_cast(m, type_basic(TYPE_UINT), tree_clone_expr(&k, e));
}

/* How many rounds there are from 'begin' to 'end': b < e ? (e - b - 1) / step + 1 : 0. */
static struct expr *rounds_to(struct maker *m, const struct expr *begin, const struct expr *end,
                              bool closed, long long step)
{
    struct tree_clone k = tree_clone_begin(m->c);
    struct type *t = type_basic(TYPE_UINT);
    struct expr *some = make_binary(m, closed ? OP_LE : OP_LT, tree_clone_expr(&k, begin),
                                    tree_clone_expr(&k, end));
    struct expr *rounds = make_binary(m, OP_SUB, as_unsigned(m, end), as_unsigned(m, begin));

    if (!closed)
        rounds = make_binary(m, OP_SUB, rounds, make_int(m, 1, t));
    rounds = make_binary(m, OP_DIV, rounds, make_int(m, step, t));
    rounds = make_binary(m, OP_ADD, rounds, make_int(m, 1, t));
    return make_cond(m, some, rounds, make_int(m, 0, t));
}

/* for (int k = b; k < e; k += step), which all threads run alike, as one that counts by one. */
static bool step_loop(struct walker *w, struct stmt *s)
{
    struct upward *x = w->data;
    struct plan *p = x->plan;
    struct maker *m = &p->make;
    const struct init_declarator *d = fetch_counter(s);
    const struct expr *test = d ? expr_evaluated(s->expr) : NULL;
    struct type *t = type_basic(TYPE_INT);
    struct tree_clone k = tree_clone_begin(p->c);
    const struct expr *begin, *end;
    struct symbol *up, *counter;
    struct expr *place;
    struct stmt *body;
    long long step;

    if (!d || !d->symbol || d->symbol->type->kind != TYPE_INT || !d->init || !d->init->expr ||
        test->kind != EXPR_BINARY || (test->op != OP_LT && test->op != OP_LE) ||
        expr_evaluated(test->a)->kind != EXPR_NAME ||
        expr_evaluated(test->a)->symbol != d->symbol ||
        node_table_get(&p->depend->stores, d->symbol, 0) != 1)
        return true;
    step = step_of(s->step, d->symbol);
    begin = step ? fetch_fixed(p, d->init->expr) : NULL;
    end = begin ? fetch_fixed(p, test->b) : NULL;
    if (!end || begin->type->kind != TYPE_INT || end->type->kind != TYPE_INT ||
        block_may_trap(begin) || block_may_trap(end))
        return true;
    m->loc = s->loc;
    up = make_local(m, "up", type_basic(TYPE_UINT), 0);
    counter = make_local(m, d->symbol->name, t, 0);
    rename_in(s->body, d->symbol, counter);
    place = make_binary(m, OP_MUL, make_cast(m, t, make_name(m, up)), make_int(m, step, t));
    place = make_binary(m, OP_ADD, tree_clone_expr(&k, begin), place);
    body = make_block(m, NULL, 0);
    block_add(m, body, make_declare(m, counter, make_init(m, place)));
    block_add(m, body, s->body);
    s->expr =
        make_binary(m, OP_LT, make_name(m, up), rounds_to(m, begin, end, test->op == OP_LE, step));
    s->decl = make_declare(m, up, make_init(m, make_int(m, 0, type_basic(TYPE_UINT))))->decl;
    s->step = make_unary(m, OP_POSTINC, make_name(m, up));
    s->body = body;
    x->some = true;
    return true;
}

bool upward_plan(struct plan *p)
{
    struct upward x = {p, false};
    struct walker w = {.data = &x, .stmt_pre = upward_loop};
    struct walker steps = {.data = &x, .stmt_pre = step_loop};

    walk_stmt(&w, p->kernel->body);
    walk_stmt(&steps, p->kernel->body);
    return x.some;
}
