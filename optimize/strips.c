/* strips.c - elements that the lanes of a row find at the same place of different lines of memory:
 * for 16 rounds of a loop, or 16 rows of a block, they are loaded from each line at once, and
 * turned.
 *
 * Taken are loops by ones whose body always reads such an element: all its subscripts but the last
 * one stay as they are in the loop, and the last is the counter and something that stays. Nothing
 * in the loop stores to an element. The rounds, and what each does, stay in their order.
 *
 * Example: `for (k = 0; k < n; k++) sum += a(j, k) * x(k);` with lanes along j:
 *
 *     for (; k + 15 < n;) { float16 t[16]; for (lane...) t[lane] = 16 elements at a(j + lane, k);
 *         turn(t); for (q = 0; q < 16; q++) { sum += t[q] * (float16)(x(k)); k++; } }
 *     for (; k < n; k++) ... the rest, each lane's element by itself
 *
 * Where processors have registers for few rows at once (block.together), these 16 rounds are done
 * by some rows after the others; elements that all rows read, lanes side by side, are copied for
 * them then. So are those that all lanes of a row read, along a line of memory of the row's own:
 * lines that are a power of two apart take each other's place in the first cache.
 *
 * The same of a block of 16 rows whose lanes differ in an element's first subscripts, and whose
 * rows are side by side in the last one, as in `to(j, i) = from(i, j)`: loaded or stored by lines
 * too.
 *
 * It relies on depend.c and lanes.c. */
#include "optimize/strips.h"

#include "parser/walk.h"
#include "sema/types/builtin.h"
#include "sema/types/expr.h"
#include "sema/types/pure.h"

enum { ROWS_OWN = 4 /* with lines of their own */ };
/* Operations of a round: the lines stay in registers where 16 of them are without a loop. */
enum { UNROLLED_MAX = 48 };

/* ---- what stays as it is ---- */

static bool change_expr(struct walker *w, struct expr *e)
{
    struct strips *x = w->data;
    const struct symbol *s;

    if (e->kind == EXPR_CALL && e->amp == AMP_NONE && !builtin_called(e))
        x->fits = false;
    if (e->kind != EXPR_ASSIGN && (e->kind != EXPR_UNARY || !op_is_step(e->op)))
        return true;
    s = depend_root(e->a);
    if (s && !node_table_get(&x->changes, s, 0))
        x->apart &= (node_table_get(&x->block->depend.on, s, 0) & ON_ROW) != 0;
    if (!s || s == x->counter)
        x->fits = false;
    else
        node_table_set(&x->changes, s, 1);
    return true;
}

static bool change_decl(struct walker *w, struct decl *d)
{
    struct strips *x = w->data;

    for (int i = 0; i < d->declarators.n; i++)
        node_table_set(&x->changes, d->declarators.at[i]->symbol, 1);
    return true;
}

struct stays {
    const struct strips *strips;
    bool holds;
};

static bool stays_expr(struct walker *w, struct expr *e)
{
    struct stays *s = w->data;

    if (block_reads(e) || (e->kind == EXPR_CALL && e->amp == AMP_NONE) || e->kind == EXPR_ASSIGN ||
        (e->kind == EXPR_UNARY && op_is_step(e->op)) ||
        (e->kind == EXPR_NAME && e->symbol &&
         (e->symbol == s->strips->counter || node_table_get(&s->strips->changes, e->symbol, 0))))
        s->holds = false;
    return true;
}

bool strips_stays(const struct strips *x, const struct expr *e)
{
    struct stays s = {x, true};
    struct walker w = {.data = &s, .expr_pre = stays_expr};

    walk_expr(&w, (struct expr *)e);
    return s.holds;
}

/* Whether e is the counter and something that stays. */
static bool counts(const struct strips *x, const struct expr *e)
{
    e = expr_evaluated(e);
    if (e->kind == EXPR_NAME)
        return e->symbol == x->counter;
    if (e->kind == EXPR_CONVERT || e->kind == EXPR_CAST)
        return is_whole(e->type) && is_whole(e->a->type) && counts(x, e->a);
    return e->kind == EXPR_BINARY && is_whole(e->type) &&
           ((e->op == OP_ADD && ((counts(x, e->a) && strips_stays(x, e->b)) ||
                                 (strips_stays(x, e->a) && counts(x, e->b)))) ||
            (e->op == OP_SUB && counts(x, e->a) && strips_stays(x, e->b)));
}

bool strips_along(const struct strips *x, const struct expr *e)
{
    struct lanes_subscripts subs;

    return lanes_subscripts(e, &subs) && counts(x, subs.at[subs.n - 1]);
}

/* ---- which elements ---- */

static bool is_strip(const struct strips *x, const struct expr *e)
{
    const struct depend *d = &x->block->depend;
    struct lanes_subscripts subs;
    unsigned on = depend_expr(d, e);

    if (!(on & ON_LANE) || ((on & ON_ROW) && (x->panels || x->block->rows > ROWS_OWN)) ||
        !lanes_has_vector(e->type) || e->type->size < 4 || !lanes_subscripts(e, &subs))
        return false;
    for (int k = 0; k < subs.n - 1; k++)
        if (!strips_stays(x, subs.at[k]))
            return false;
    return subs.n > 1 && !(depend_expr(d, subs.at[subs.n - 1]) & ON_LANE) &&
           counts(x, subs.at[subs.n - 1]);
}

struct steps {
    const struct strips *strips;
    bool holds, counts;
};

static bool steps_expr(struct walker *w, struct expr *e)
{
    struct steps *s = w->data;

    s->counts |= e->kind == EXPR_NAME && e->symbol == s->strips->counter;
    s->holds &=
        e->amp != AMP_VIEW_ELEMENT && e->kind != EXPR_CALL && e->kind != EXPR_ASSIGN &&
        (e->kind != EXPR_UNARY || !op_is_step(e->op)) &&
        (e->kind != EXPR_NAME || !e->symbol || !node_table_get(&s->strips->changes, e->symbol, 0));
    return true;
}

/* Whether e is one that all rows read, lanes side by side, and that another round has in another
 * line of memory: rows that do 16 rounds after each other would each read these lines. */
static bool is_straight(const struct strips *x, const struct expr *e)
{
    struct block *b = x->block;
    struct lanes_subscripts subs;
    struct steps s = {x, true, false};
    struct walker w = {.data = &s, .expr_pre = steps_expr};
    long long step;

    if (!(b->together || x->panels) || !x->apart || b->line || !x->all_rows ||
        depend_expr(&b->depend, e) != ON_LANE || !lanes_has_vector(e->type) || e->type->size < 4 ||
        !lanes_subscripts(e, &subs))
        return false;
    for (int k = 0; k < subs.n; k++) {
        walk_expr(&w, (struct expr *)subs.at[k]);
        if (k < subs.n - 1 && (depend_expr(&b->depend, subs.at[k]) & ON_LANE))
            return false;
    }
    return s.holds && s.counts && lanes_step(b, subs.at[subs.n - 1], &step) && step == 1;
}

/* Whether e is one that all lanes of a row read, along a line of the row's own; or in panels, in
 * which lines that rows are side by side in are copied, too, one of any line. */
static bool is_of_row(const struct strips *x, const struct expr *e)
{
    struct block *b = x->block;
    struct lanes_subscripts subs;
    bool counted = false;

    if (!(b->together || x->panels) || !x->apart || !x->all_rows ||
        depend_expr(&b->depend, e) != ON_ROW || !lanes_has_vector(e->type) || e->type->size < 4 ||
        !lanes_subscripts(e, &subs))
        return false;
    for (int k = 0; k < subs.n; k++) {
        bool own = counts(x, subs.at[k]);
        counted |= own;
        if ((!own || (!x->panels && k < subs.n - 1)) && !strips_stays(x, subs.at[k]))
            return false;
    }
    return counted && (x->panels || (subs.n > 1 && counts(x, subs.at[subs.n - 1]) &&
                                     !(depend_expr(&b->depend, subs.at[subs.n - 1]) & ON_ROW)));
}

static bool find_expr(struct walker *w, struct expr *e)
{
    struct strips *x = w->data;
    enum strip_kind kind = STRIP_TURNED;

    if (e->kind == EXPR_COND || (e->kind == EXPR_BINARY && (e->op == OP_LAND || e->op == OP_LOR))) {
        walk_expr(w, e->a);
        return false;
    }
    if (e->amp != AMP_VIEW_ELEMENT || x->n == STRIPS_MAX)
        return true;
    if (is_straight(x, e))
        kind = STRIP_STRAIGHT;
    else if (is_of_row(x, e))
        kind = STRIP_OF_ROW;
    else if (!is_strip(x, e))
        return true;
    for (int k = 0; k < x->n; k++)
        if (expr_is_same(x->strips[k].element, e))
            return true;
    x->strips[x->n++] = (struct strip){.element = e, .kind = kind};
    return true;
}

/* Looks at what each round evaluates. */
static void find(struct strips *x, const struct stmt *s)
{
    struct walker w = {.data = x, .expr_pre = find_expr};

    if (s->kind == STMT_COMPOUND)
        for (int i = 0; i < s->items.n; i++)
            find(x, s->items.at[i]);
    else if (s->kind == STMT_EXPR || s->kind == STMT_DECL)
        walk_stmt(&w, (struct stmt *)s);
}

/* ---- which loops ---- */

static bool is_counter(const struct strips *x, const struct expr *e)
{
    e = expr_evaluated(e);
    return e->kind == EXPR_NAME && e->symbol == x->counter;
}

static bool steps_by_one(const struct strips *x, const struct expr *e)
{
    e = expr_evaluated(e);
    if (e->kind == EXPR_ASSIGN)
        return e->op == OP_ADD && is_counter(x, e->a) && e->b->constant && e->b->value == 1;
    return e->kind == EXPR_UNARY && (e->op == OP_PREINC || e->op == OP_POSTINC) &&
           is_counter(x, e->a);
}

/* Whether it is for (T k = ...; k < end; k++), where end is of that type, too. */
static bool is_counted(struct strips *x)
{
    const struct stmt *s = x->loop;
    const struct init_declarator *d;
    const struct expr *test;

    if (s->kind != STMT_FOR || !s->decl || s->decl->declarators.n != 1 || !s->expr || !s->step ||
        masks_jumps(s->body))
        return false;
    d = s->decl->declarators.at[0];
    test = expr_evaluated(s->expr);
    x->counter = d->symbol;
    if (!d->init || !d->init->expr || !x->counter || !is_whole(x->counter->type) ||
        test->kind != EXPR_BINARY || test->op != OP_LT || !is_counter(x, test->a) ||
        !type_same_unqualified(test->b->type, x->counter->type) || !steps_by_one(x, s->step))
        return false;
    x->end = test->b;
    return true;
}

/* ---- the loop ---- */

static struct expr *line_at(struct block *b, struct symbol *lines, struct symbol *at)
{
    struct maker *m = &b->make;

    return make_subscript(m, make_name(m, lines), make_name(m, at));
}

/* What a row has of s in this round. */
static struct expr *round_of(struct block *b, const struct strip *s, int row)
{
    struct maker *m = &b->make;
    struct expr *at = make_name(m, s->round);

    if (s->begin[row])
        at = make_binary(m, OP_ADD, make_name(m, s->begin[row]), at);
    return make_subscript(m, make_name(m, s->lines[row]), at);
}

struct symbol *strips_lines(struct block *b, struct type *t)
{
    struct maker *m = &b->make;
    struct symbol *lines = make_local(m, "lines", type_array(b->c, lanes_type(b, t), LANES), 0);

    block_put(b, make_declare(m, lines, NULL));
    return lines;
}

void strips_turn(struct block *b, struct symbol *lines)
{
    block_cost(b, 4L * LANES);
    block_put(b, make_effect(&b->make, lanes_node(b, AMP_LANES_TURN, type_basic(TYPE_VOID),
                                                  make_name(&b->make, lines), NULL)));
}

/* The counter of 16 rounds ago. */
static void count_back(struct strips *x, int row)
{
    struct block *b = x->block;
    struct maker *m = &b->make;
    struct symbol *k = tree_clone_of(&b->clones[row], x->counter);

    block_put(b, lanes_assign(b, OP_SUB, make_name(m, k), make_int(m, LANES, k->type)));
}

struct symbol *strips_load(struct block *b, const struct expr *e, int row)
{
    struct symbol *lane = make_local(&b->make, "lane", type_basic(TYPE_INT), 0);
    struct symbol *lines = strips_lines(b, e->type);
    struct stmt *loop;
    struct expr *line =
        lanes_node(b, AMP_LANES_AT, lanes_type(b, e->type), lanes_of(b, e, row, lane), NULL);

    block_cost(b, LANES);
    loop = lanes_loop(b, lane, lanes_assign(b, OP_ASSIGN, line_at(b, lines, lane), line));
    loop->unrolled = true;
    block_put(b, loop);
    strips_turn(b, lines);
    return lines;
}

/* Loads the elements of 16 rounds, and counts back. */
static struct symbol *load_straight(struct strips *x, const struct expr *e, int row)
{
    struct block *b = x->block;
    struct maker *m = &b->make;
    struct symbol *round = make_local(m, "round", type_basic(TYPE_INT), 0);
    struct symbol *lines = strips_lines(b, e->type);
    struct stmt *outer = b->out, *body = b->out = make_block(m, NULL, 0);
    struct block_count count = b->count;

    b->count = ahead_count(x->loop);
    block_begin(b, row, row + 1);
    block_put(b, lanes_assign(b, OP_ASSIGN, line_at(b, lines, round), lanes_vector(b, e, row)));
    block_put(b, make_effect(m, lanes_first(b, x->loop->step, row)));
    b->count = count;
    b->out = outer;
    block_put(b, lanes_loop(b, round, body));
    count_back(x, row);
    return lines;
}

/* Loads the elements of rows for 16 rounds, and counts back. */
static void load_of_rows(struct strips *x, struct strip *s, int from, int to)
{
    struct block *b = x->block;
    struct maker *m = &b->make;
    struct type *t = type_unqualified(b->c, s->element->type);
    struct symbol *round = make_local(m, "round", type_basic(TYPE_INT), 0);
    struct stmt *outer = b->out, *body = make_block(m, NULL, 0);

    for (int r = from; r < to; r++) {
        s->copies[r] = tree_clone_expr(&b->clones[r], s->element);
        s->lines[r] = make_local(m, "line", type_array(b->c, t, LANES), 0);
        block_put(b, make_declare(m, s->lines[r], NULL));
        b->out = body;
        block_put(b, lanes_assign(b, OP_ASSIGN, line_at(b, s->lines[r], round),
                                  lanes_first(b, s->element, r)));
        b->out = outer;
    }
    b->out = body;
    block_put(b, make_effect(m, lanes_first(b, x->loop->step, from)));
    b->out = outer;
    block_put(b, lanes_loop(b, round, body));
    count_back(x, from);
}

static void load_rows(struct strips *x, struct strip *s, int from, int to)
{
    struct block *b = x->block;

    if (s->kind == STRIP_OF_ROW) {
        load_of_rows(x, s, from, to);
        return;
    }
    if (s->kind == STRIP_STRAIGHT) {
        for (int r = from; r < to; r++)
            s->lines[r] = r > from ? s->lines[from] : load_straight(x, s->element, r);
        return;
    }

    bool own = depend_expr(&b->depend, s->element) & ON_ROW;

    for (int r = from; r < to; r++)
        s->lines[r] = own || r == from ? strips_load(b, s->element, r) : s->lines[from];
}

struct expr *strips_element(struct block *b, const struct expr *e, int row)
{
    const struct strips *x = b->strips;

    for (int k = 0; x && k < x->n; k++)
        if (expr_is_same(x->strips[k].element, e))
            return round_of(b, &x->strips[k], row);
    return NULL;
}

struct expr *strips_of_row(struct block *b, const struct expr *e, int row)
{
    const struct strips *x = b->strips;

    for (int k = 0; x && k < x->n; k++)
        if (x->strips[k].kind == STRIP_OF_ROW && expr_is_same(x->strips[k].copies[row], e))
            return round_of(b, &x->strips[k], row);
    return NULL;
}

/* Whether 16 rounds are left: (long)k + 15 < end, or of 64 bits, k < end && (ulong)end - k > 15. */
static struct expr *has_lines(struct strips *x, struct expr *k, int row)
{
    struct block *b = x->block;
    struct maker *m = &b->make;
    struct type *number = type_basic(k->type->size > 4 ? TYPE_ULONG : TYPE_LONG);
    struct expr *last = make_int(m, LANES - 1, type_basic(TYPE_INT));
    struct tree_clone again = tree_clone_begin(b->c);
    struct expr *left;

    if (k->type->size <= 4)
        return make_binary(m, OP_LT, make_binary(m, OP_ADD, make_cast(m, number, k), last),
                           lanes_first(b, x->end, row));
    left = make_binary(m, OP_SUB, make_cast(m, number, lanes_first(b, x->end, row)),
                       make_cast(m, number, tree_clone_expr(&again, k)));
    return make_binary(m, OP_LAND, make_binary(m, OP_LT, k, lanes_first(b, x->end, row)),
                       make_binary(m, OP_GT, left, last));
}

/* 16 rounds of some rows. */
static void rounds_of(struct strips *x, int from, int to)
{
    struct block *b = x->block;
    struct maker *m = &b->make;
    struct symbol *q = make_local(m, "q", type_basic(TYPE_INT), 0);
    struct stmt *outer = b->out, *body = b->out = make_block(m, NULL, 0), *loop;
    long cost = b->cost;

    for (int n = 0; n < x->n; n++)
        x->strips[n].round = q;
    block_stmt(b, x->loop->body, from, to);
    block_put(b, make_effect(m, lanes_first(b, x->loop->step, from)));
    b->out = outer;
    loop = lanes_loop(b, q, body);
    loop->unrolled = !b->together && b->cost - cost <= block_rounds(b->depth) * UNROLLED_MAX;
    block_put(b, loop);
}

/* 16 rounds at a time, as long as there are as many; rows whose sums are more than registers, some
 * after the others. */
static struct stmt *long_rounds(struct strips *x, int from, int to)
{
    struct block *b = x->block;
    struct maker *m = &b->make;
    struct symbol *k = tree_clone_of(&b->clones[from], x->counter);
    struct expr *test = has_lines(x, make_name(m, k), from);
    struct stmt *outer = b->out, *whole = b->out = make_block(m, NULL, 0);
    int each = x->apart && b->together && b->together < to - from ? b->together : to - from;
    int reads = b->reads.n;
    long cost = b->cost;

    for (int n = 0; n < x->n; n++)
        load_rows(x, &x->strips[n], from, to);
    b->cost = cost + (b->cost - cost) / LANES;
    b->strips = x;
    for (int r = from; r < to; r += each) {
        b->reads.n = reads;
        if (r > from)
            count_back(x, from);
        rounds_of(x, r, r + each);
    }
    b->strips = NULL;
    b->out = outer;
    return make_for(m, NULL, test, NULL, whole);
}

static struct stmt *rest_rounds(struct strips *x, int from, int to)
{
    struct block *b = x->block;
    struct stmt *outer = b->out, *body = b->out = make_block(&b->make, NULL, 0);
    long cost = b->cost, plain = b->plain_cost;

    block_stmt(b, x->loop->body, from, to);
    b->cost = cost;
    b->plain_cost = plain;
    b->out = outer;
    return make_for(&b->make, NULL, lanes_first(b, x->loop->expr, from),
                    lanes_first(b, x->loop->step, from), body);
}

bool strips_find(struct strips *x, struct block *b, const struct stmt *loop, bool panels)
{
    bool lanes = false, rows = !panels;
    struct walker w = {.data = x, .expr_pre = change_expr, .decl_pre = change_decl};

    *x = (struct strips){.block = b,
                         .loop = loop,
                         .changes = {.arena = &b->c->arena},
                         .all_rows = panels || b->all_rows,
                         .panels = panels,
                         .fits = true,
                         .apart = true};
    if (!is_counted(x))
        return false;
    walk_stmt(&w, loop->body);
    if (!x->fits || !strips_stays(x, x->end))
        return false;
    find(x, loop->body);
    for (int n = 0; n < x->n; n++) {
        lanes |= x->strips[n].kind != STRIP_OF_ROW;
        rows |= x->strips[n].kind == STRIP_OF_ROW;
    }
    return lanes && rows;
}

bool strips_loop(struct block *b, const struct stmt *s, int from, int to)
{
    struct strips x;
    struct stmt *outer = b->out, *made;
    int reads = b->reads.n;

    if (b->mask || b->strips || b->kernel->launch->tiled)
        return false;
    b->all_rows = from == 0 && to == b->rows;
    if (!strips_find(&x, b, s, false))
        return false;
    for (int n = 0; n < x.n; n++)
        b->kernel->strips |= x.strips[n].kind == STRIP_TURNED;
    b->stripped = true;
    made = b->out = block_header(b, s->decl, from, to);
    b->depth++;
    block_put(b, long_rounds(&x, from, to));
    b->reads.n = reads;
    block_put(b, rest_rounds(&x, from, to));
    b->reads.n = reads;
    b->depth--;
    b->out = outer;
    block_put(b, made);
    return true;
}

/* ---- rows of a block ---- */

/* Whether e grows by one from row to row, and is the same for all lanes. */
static bool counts_rows(const struct depend *d, const struct symbol *row, const struct expr *e)
{
    unsigned on;

    e = expr_evaluated(e);
    on = depend_expr(d, e);
    if ((on & ON_LANE) || !(on & ON_ROW) || !is_whole(e->type))
        return false;
    if (e->kind == EXPR_NAME) {
        const struct init_declarator *v = e->symbol->declarator;
        return e->symbol == row || (depend_is_constant(d, e->symbol) && v && v->init &&
                                    v->init->expr && counts_rows(d, row, v->init->expr));
    }
    if (e->kind == EXPR_CONVERT || e->kind == EXPR_CAST)
        return counts_rows(d, row, e->a);
    if (e->kind != EXPR_BINARY || (e->op != OP_ADD && e->op != OP_SUB))
        return false;
    if (counts_rows(d, row, e->a))
        return !depend_expr(d, e->b);
    return e->op == OP_ADD && !depend_expr(d, e->a) && counts_rows(d, row, e->b);
}

bool strips_across(const struct depend *d, const struct block_kernel *k, const struct expr *e)
{
    struct lanes_subscripts subs;
    unsigned on = 0;

    if (k->launch->tiled || k->launch->rank < 2 || e->amp != AMP_VIEW_ELEMENT ||
        !lanes_has_vector(e->type) || e->type->size < 4 || !lanes_subscripts(e, &subs) ||
        subs.n < 2)
        return false;
    for (int i = 0; i < subs.n - 1; i++)
        on |= depend_expr(d, subs.at[i]);
    return on == ON_LANE && counts_rows(d, k->index[k->launch->rank - 2], subs.at[subs.n - 1]);
}

/* Whether e is such an element here, where all rows of the block are done. */
static bool is_across(const struct block *b, const struct expr *e)
{
    return b->rows == LANES && b->lanes == LANES && !b->apart_of && b->all_rows && !b->mask &&
           strips_across(&b->depend, b->kernel, e);
}

/* The lines of e in all rows, from the first one's on, by lane. */
static struct expr *rows_of_lane(struct block *b, const struct expr *e, struct symbol *lane)
{
    return lanes_node(b, AMP_LANES_AT, lanes_type(b, e->type), lanes_of(b, e, 0, lane), NULL);
}

struct expr *strips_row(struct block *b, const struct expr *e, int row)
{
    struct maker *m = &b->make;
    struct symbol *lines, *lane;

    if (!is_across(b, e))
        return NULL;
    lines = node_table_find(&b->across, e);
    if (!lines) {
        lane = make_local(m, "lane", type_basic(TYPE_INT), 0);
        lines = strips_lines(b, e->type);
        node_table_put(&b->across, e, lines);
        block_cost(b, LANES);
        block_put(b, lanes_loop(b, lane,
                                lanes_assign(b, OP_ASSIGN, line_at(b, lines, lane),
                                             rows_of_lane(b, e, lane))));
        strips_turn(b, lines);
    }
    return make_subscript(m, make_name(m, lines), make_int(m, row, type_basic(TYPE_INT)));
}

bool strips_store(struct block *b, const struct expr *e)
{
    struct maker *m = &b->make;
    struct type *t = type_basic(TYPE_INT);
    const struct expr *to = expr_evaluated(e->a);
    struct symbol *lines, *lane;

    if (e->kind != EXPR_ASSIGN || e->op != OP_ASSIGN || e->amp != AMP_NONE || !is_across(b, to) ||
        !type_same_unqualified(e->a->type, e->b->type))
        return false;
    lines = strips_lines(b, to->type);
    for (int r = 0; r < b->rows; r++) {
        struct expr *line = make_subscript(m, make_name(m, lines), make_int(m, r, t));
        block_put(b, lanes_assign(b, OP_ASSIGN, line, lanes_vector(b, e->b, r)));
    }
    strips_turn(b, lines);
    lane = make_local(m, "lane", t, 0);
    block_cost(b, LANES);
    block_put(b, lanes_loop(b, lane,
                            lanes_assign(b, OP_ASSIGN, rows_of_lane(b, to, lane),
                                         line_at(b, lines, lane))));
    return true;
}
