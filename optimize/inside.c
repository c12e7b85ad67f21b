/* inside.c - kernels that ask in each round, or around their loops, whether a thread is near the
 * border of the domain: for the threads inside all such tests are known.
 *
 * A test compares the index, plus counters of loops and what is constant, with what is constant.
 * Each becomes a limit, behind which it is true, or false, in all rounds; variables that are only
 * stored to where that does not happen keep what they begin with. Example: of
 *
 *     for (int d = -r; d <= r; d++) { int y = i + d; if (y < 0 || y >= n) continue; sum += v[y]; }
 *
 * the limits are r at the begin and n - r at the end, and what threads between do is
 *
 *     for (int d = -r; d <= r; d++) { int y = i + d; sum += v[y]; }
 *
 * Threads outside of the limits do what is written. Whichever limits are taken, that is right; they
 * are those behind which most threads of a large domain are. Sums are those of ints, which do not
 * wrap around; limits are of type long, and exact. It relies on sema/tree. */
#include "optimize/cover_plan.h"

#include <limits.h>

#include "parser/walk.h"
#include "sema/tree/edit.h"
#include "sema/types/expr.h"
#include "sema/types/pure.h"

/* A sum of the index in one dimension, of constants, and of what is the same for all threads: at
 * least, and at most, of all rounds. */
struct sum {
    int dimension;             /* -1: without the index */
    int times;                 /* of the index, 1 or -1 */
    long long least, most;     /* of the constants, */
    struct expr *low, *high;   /* and of the rest; NULL: 0 */
    bool counts, varies, open; /* there are counters; there is something else than constants; a
                                  counter goes from a constant to what is none */
};

enum want { ANY = -1, WRONG, RIGHT, NEITHER }; /* what a condition shall be behind the limits */

struct inside {
    struct maker *make;
    struct symbol *const *index;
    int rank, first; /* limits are of the dimensions from 'first' on */
    /* Of variables: 1; what they begin with; how many stores; the loops that count them. */
    struct node_table locals, inits, stores, loops;
    struct node_table kept;  /* variables that limits take for what they begin with: 1 */
    symbol_vec named;        /* those of the comparison that is looked at */
    struct node_table truth; /* comparisons: 1 + enum want */
    cover_limit_vec found;
    bool gains; /* a test is in a loop, or has work on both sides */
};

/* ---- what is where ---- */

static bool note_decl(struct walker *w, struct decl *d)
{
    struct inside *x = w->data;

    for (int i = 0; d->kind == DECL_VARS && i < d->declarators.n; i++) {
        const struct init_declarator *v = d->declarators.at[i];
        if (!v->symbol)
            continue;
        node_table_set(&x->locals, v->symbol, 1);
        if (v->init && v->init->expr && !v->constructed && expr_is_pure(v->init->expr))
            node_table_put(&x->inits, v->symbol, v->init->expr);
    }
    return true;
}

static bool note_expr(struct walker *w, struct expr *e)
{
    struct inside *x = w->data;
    const struct symbol *s = cover_assigned(e);

    if (s)
        node_table_set(&x->stores, s, node_table_get(&x->stores, s, 0) + 1);
    return true;
}

struct fixed {
    const struct inside *inside;
    bool good;
};

static bool look_fixed(struct walker *w, struct expr *e)
{
    struct fixed *f = w->data;

    if (block_reads(e) || (e->kind == EXPR_CALL && e->amp == AMP_NONE))
        f->good = false;
    if (e->kind == EXPR_NAME && e->symbol && node_table_get(&f->inside->locals, e->symbol, 0))
        f->good = false;
    for (int k = 0; e->kind == EXPR_NAME && k < f->inside->rank; k++)
        f->good &= e->symbol != f->inside->index[k];
    return f->good;
}

/* Whether e has one value in all threads and rounds, which may be asked for where no thread does.
 */
static bool is_fixed(const struct inside *x, const struct expr *e)
{
    struct fixed f = {x, expr_is_pure(e) && !block_may_trap(e)};
    struct walker w = {.data = &f, .expr_pre = look_fixed};

    if (f.good)
        walk_expr(&w, (struct expr *)e);
    return f.good;
}

/* ---- sums ---- */

/* a + b or a - b; NULL is 0. */
static struct expr *joined(struct inside *x, struct expr *a, struct expr *b, int sign)
{
    if (!b)
        return a;
    if (!a)
        return sign > 0 ? b : make_unary(x->make, OP_NEG, b);
    return make_binary(x->make, sign > 0 ? OP_ADD : OP_SUB, a, b);
}

static struct expr *as_long(struct inside *x, const struct expr *e)
{
    struct tree_clone k = tree_clone_begin(x->make->c);

    return make_cast(x->make, type_basic(TYPE_LONG), tree_clone_expr(&k, e));
}

static struct expr *copy_of(struct inside *x, const struct expr *e)
{
    struct tree_clone k = tree_clone_begin(x->make->c);

    return e ? tree_clone_expr(&k, e) : NULL;
}

static bool add(struct inside *x, const struct expr *e, int sign, struct sum *s);

/* for (int k = a; k < b; k += c): *lo and *hi are what k is at least and at most. */
static bool range_of(struct inside *x, const struct stmt *s, struct sum *lo, struct sum *hi)
{
    const struct init_declarator *d = s->decl->declarators.at[0];
    const struct expr *test = expr_evaluated(s->expr);
    bool up = test->op == OP_LT || test->op == OP_LE;
    struct sum begin = {.dimension = -1}, end = {.dimension = -1};

    if (!add(x, d->init->expr, 1, &begin) || !add(x, test->b, 1, &end) || begin.dimension >= 0 ||
        end.dimension >= 0 || begin.counts || end.counts)
        return false;
    if (test->op == OP_LT)
        end.least = end.most -= 1;
    if (test->op == OP_GT)
        end.least = end.most += 1;
    *lo = up ? begin : end;
    *hi = up ? end : begin;
    return true;
}

static bool add_counter(struct inside *x, const struct stmt *loop, int sign, struct sum *s)
{
    struct sum lo, hi;

    if (!range_of(x, loop, &lo, &hi))
        return false;
    s->counts = true;
    s->open |= !lo.varies && hi.varies;
    s->least += sign > 0 ? lo.least : -hi.least;
    s->most += sign > 0 ? hi.least : -lo.least;
    s->low = joined(x, s->low, sign > 0 ? lo.low : hi.low, sign);
    s->high = joined(x, s->high, copy_of(x, sign > 0 ? hi.low : lo.low), sign);
    return true;
}

static bool add_name(struct inside *x, const struct expr *e, int sign, struct sum *s)
{
    const struct expr *init = node_table_find(&x->inits, e->symbol);
    const struct stmt *loop = node_table_find(&x->loops, e->symbol);

    for (int k = 0; k < x->rank; k++)
        if (e->symbol == x->index[k]) {
            if (s->dimension >= 0 || k < x->first)
                return false;
            s->dimension = k;
            s->times = sign;
            return true;
        }
    if (loop)
        return add_counter(x, loop, sign, s);
    if (!init || !add(x, init, sign, s))
        return false;
    vec_push(&x->make->c->arena, &x->named, e->symbol);
    return true;
}

/* Adds e, an int, or what is opposite to it; false: it is no such sum. */
static bool add(struct inside *x, const struct expr *e, int sign, struct sum *s)
{
    e = expr_evaluated(e);
    if (!e->type || e->type->kind != TYPE_INT)
        return false;
    if (e->constant) {
        s->least += sign * e->value;
        s->most += sign * e->value;
        return true;
    }
    if (e->kind == EXPR_BINARY && e->amp == AMP_NONE && (e->op == OP_ADD || e->op == OP_SUB))
        return add(x, e->a, sign, s) && add(x, e->b, e->op == OP_SUB ? -sign : sign, s);
    if (e->kind == EXPR_UNARY && e->op == OP_NEG)
        return add(x, e->a, -sign, s);
    if (e->kind == EXPR_COND && e->b && !is_fixed(x, e)) { /* a test that has a limit already */
        int known = (int)node_table_get(&x->truth, expr_evaluated(e->a), 0);
        return known && add(x, known == 1 + RIGHT ? e->b : e->c, sign, s);
    }
    if (is_fixed(x, e)) {
        bool index = false;
        for (int k = 0; k < x->rank; k++)
            index |= e->kind == EXPR_NAME && e->symbol == x->index[k];
        if (!index) {
            s->varies = true;
            s->low = joined(x, s->low, as_long(x, e), sign);
            s->high = joined(x, s->high, as_long(x, e), sign);
            return true;
        }
    }
    return e->kind == EXPR_NAME && e->symbol && add_name(x, e, sign, s);
}

/* ---- tests ---- */

static enum op mirrored(enum op op)
{
    return op == OP_LT   ? OP_GT
           : op == OP_GT ? OP_LT
           : op == OP_LE ? OP_GE
           : op == OP_GE ? OP_LE
                         : op;
}

static void opposite(struct inside *x, struct sum *s)
{
    long long least = s->least;
    struct expr *low = s->low;

    s->times = -s->times;
    s->least = -s->most;
    s->most = -least;
    s->low = joined(x, NULL, s->high, -1);
    s->high = joined(x, NULL, low, -1);
}

static void add_limit(struct inside *x, struct cover_limit l)
{
    for (int i = 0; i < x->found.n; i++) {
        const struct cover_limit *f = &x->found.at[i];
        if (f->dimension == l.dimension && f->begin == l.begin && f->more == l.more &&
            (f->bound == l.bound || expr_is_same(f->bound, l.bound)))
            return;
    }
    vec_push(&x->make->c->arena, &x->found, l);
}

/* Notes a limit, which relies on what the variables that were named begin with. */
static void keep_limit(struct inside *x, struct cover_limit l)
{
    add_limit(x, l);
    for (int i = 0; i < x->named.n; i++)
        node_table_set(&x->kept, x->named.at[i], 1);
}

/* Notes the limit behind which 'of op to' is known, where 'of' has the index. */
static void limit(struct inside *x, const struct expr *e, enum op op, const struct sum *of,
                  const struct sum *to, bool begin)
{
    enum { MORE = 1 << 20 };
    struct maker *m = x->make;
    bool equal = op == OP_LE || op == OP_GT, unlike = op == OP_EQ || op == OP_NE;
    long long more = to->least - (begin ? of->least : of->most);
    struct cover_limit l = {.dimension = of->dimension, .begin = begin};

    if (begin)
        more += equal || unlike; /* of - to >= 0, or > 0 */
    else
        more += equal; /* of - to < 0, or <= 0 */
    if (more < -MORE || more > MORE)
        return;
    l.bound = joined(x, copy_of(x, to->low), copy_of(x, begin ? of->low : of->high), -1);
    l.more = (int)more;
    if (!l.bound)
        l.bound = make_int(m, 0, type_basic(TYPE_INT));
    keep_limit(x, l);
    if (begin ? op == OP_GT || op == OP_GE || op == OP_NE
              : op == OP_LT || op == OP_LE || op == OP_NE)
        node_table_set(&x->truth, e, 1 + RIGHT);
    else
        node_table_set(&x->truth, e, 1 + WRONG);
}

/* The dimension whose index e is, as any type that has all ints that are not below 0; -1: none. */
static int index_of(struct inside *x, const struct expr *e)
{
    for (;;) {
        e = expr_evaluated(e);
        while ((e->kind == EXPR_CONVERT || e->kind == EXPR_CAST) && is_whole(e->type))
            e = expr_evaluated(e->a);
        if (e->kind != EXPR_NAME || !e->symbol || !is_whole(e->type))
            return -1;
        for (int k = 0; k < x->rank; k++)
            if (e->symbol == x->index[k])
                return k < x->first ? -1 : k;
        if (node_table_find(&x->loops, e->symbol) || !node_table_find(&x->inits, e->symbol))
            return -1;
        vec_push(&x->make->c->arena, &x->named, e->symbol);
        e = node_table_find(&x->inits, e->symbol);
    }
}

/* A number of 8 bytes as one between -1 and the greatest int, on whose sides indices are the same.
 */
static struct expr *clamped(struct inside *x, const struct expr *e)
{
    struct maker *m = x->make;
    struct type *t = type_unqualified(m->c, e->type);
    struct expr *most = make_cond(m, make_binary(m, OP_GT, copy_of(x, e), make_int(m, INT_MAX, t)),
                                  make_int(m, INT_MAX, t), copy_of(x, e));

    if (type_is_unsigned(t))
        return most;
    return make_cond(m, make_binary(m, OP_LT, copy_of(x, e), make_int(m, -1, t)),
                     make_int(m, -1, t), most);
}

/* A comparison of the index itself, perhaps as another type, with such a number that has one value.
 */
static void compare_plain(struct inside *x, const struct expr *e, enum want want)
{
    int a, b;
    enum op op = e->op;
    const struct expr *bound;

    x->named.n = 0;
    a = index_of(x, e->a);
    b = a < 0 ? index_of(x, e->b) : -1;
    bound = a >= 0 ? e->b : e->a;
    op = a >= 0 ? op : mirrored(op);
    if ((a < 0 && b < 0) || op == OP_EQ || op == OP_NE || !is_whole(bound->type) ||
        !is_fixed(x, bound))
        return;
    struct cover_limit l = {.dimension = a >= 0 ? a : b,
                            .bound = bound->type->size > 4 ? clamped(x, bound) : copy_of(x, bound)};
    bool greater = op == OP_GT || op == OP_GE;
    l.begin = want == ANY ? bound->constant : greater == (want == RIGHT);
    l.more = op == OP_GT || op == OP_LE;
    keep_limit(x, l);
    node_table_set(&x->truth, e, 1 + (greater == l.begin ? RIGHT : WRONG));
}

/* A comparison of the index with what has one value. */
static void compare(struct inside *x, const struct expr *e, enum want want)
{
    struct sum of = {.dimension = -1}, to = {.dimension = -1};
    enum op op = e->op;
    bool begin;

    x->make->loc = e->loc;
    x->named.n = 0;
    if (!add(x, e->a, 1, &of) || !add(x, e->b, 1, &to)) {
        compare_plain(x, e, want);
        return;
    }
    if ((of.dimension < 0) == (to.dimension < 0))
        return;
    if (to.dimension >= 0) {
        struct sum other = to;
        to = of;
        of = other;
        op = mirrored(op);
    }
    if (to.counts || (of.open && !of.varies))
        return; /* few threads might be inside */
    if (of.times < 0) {
        opposite(x, &of);
        opposite(x, &to);
        op = mirrored(op);
    }
    begin = !to.varies;
    if (op == OP_EQ || op == OP_NE) {
        if (want == (op == OP_EQ ? RIGHT : WRONG))
            return;
    } else if (want != ANY) {
        begin = (op == OP_GT || op == OP_GE) == (want == RIGHT);
    }
    limit(x, e, op, &of, &to, begin);
}

static void test(struct inside *x, const struct expr *e, enum want want)
{
    e = expr_evaluated(e);
    while ((e->kind == EXPR_CONVERT || e->kind == EXPR_CAST) && type_is_integer(e->type) &&
           truth_is(e->a))
        e = expr_evaluated(e->a);
    if (want == NEITHER)
        return;
    if (e->kind == EXPR_UNARY && e->op == OP_NOT) {
        test(x, e->a, want == ANY ? ANY : want == RIGHT ? WRONG : RIGHT);
    } else if (e->kind == EXPR_BINARY && (e->op == OP_LAND || e->op == OP_LOR)) {
        enum want both = e->op == OP_LAND ? RIGHT : WRONG;
        test(x, e->a, want == ANY || want == both ? both : NEITHER);
        test(x, e->b, want == ANY || want == both ? both : NEITHER);
    } else if (e->kind == EXPR_BINARY && e->amp == AMP_NONE && op_is_comparison(e->op)) {
        compare(x, e, want);
    }
}

static bool test_expr(struct walker *w, struct expr *e)
{
    if (e->kind == EXPR_COND && e->b)
        test(w->data, e->a, ANY);
    return true;
}

static void note_loop(struct inside *x, const struct stmt *s)
{
    const struct expr *test = s->kind == STMT_FOR && s->expr ? expr_evaluated(s->expr) : NULL;
    const struct expr *step = test && s->step ? expr_evaluated(s->step) : NULL, *counter;
    const struct init_declarator *d;
    bool up, by_one, adds;

    if (!step || !s->decl || s->decl->declarators.n != 1 || test->kind != EXPR_BINARY)
        return;
    d = s->decl->declarators.at[0];
    up = test->op == OP_LT || test->op == OP_LE;
    counter = expr_evaluated(test->a);
    if ((!up && test->op != OP_GT && test->op != OP_GE) || !d->symbol || !d->init ||
        !d->init->expr || counter->kind != EXPR_NAME || counter->symbol != d->symbol ||
        node_table_get(&x->stores, d->symbol, 0) != 1 || cover_assigned(step) != d->symbol)
        return;
    by_one = step->kind == EXPR_UNARY && (up ? step->op == OP_PREINC || step->op == OP_POSTINC
                                             : step->op == OP_PREDEC || step->op == OP_POSTDEC);
    adds = step->kind == EXPR_ASSIGN && step->op == (up ? OP_ADD : OP_SUB) && step->b->constant &&
           step->b->type->kind == TYPE_INT && step->b->value > 0; /* 4294967295u goes back */
    if (by_one || adds)
        node_table_put(&x->loops, d->symbol, (struct stmt *)s);
}

/* Tests in s, or, outside of loops, around those that it has. 'last': nothing follows s. */
static void look(struct inside *x, const struct stmt *s, bool in_loop, bool last)
{
    struct walker w = {.data = x, .expr_pre = test_expr};

    if (!s)
        return;
    if (s->kind == STMT_COMPOUND) {
        for (int i = 0; i < s->items.n; i++)
            look(x, s->items.at[i], in_loop, last && i + 1 == s->items.n);
    } else if (s->kind == STMT_IF) {
        bool here = stmt_contains(s->body, stmt_is_loop);
        bool there = stmt_contains(s->else_, stmt_is_loop);
        int n = x->found.n;
        if (in_loop || here || there)
            test(x, s->expr, in_loop || here == there ? ANY : here ? RIGHT : WRONG);
        x->gains |= x->found.n > n && (in_loop || !last || (here && s->else_) || there);
        if (in_loop)
            walk_expr(&w, s->expr);
        look(x, s->body, in_loop, last);
        look(x, s->else_, in_loop, last);
    } else if (stmt_is_loop(s)) {
        note_loop(x, s);
        look(x, s->body, true, false);
    } else if (in_loop && (s->kind == STMT_EXPR || s->kind == STMT_DECL)) {
        int n = x->found.n;
        walk_stmt(&w, (struct stmt *)s);
        x->gains |= x->found.n > n;
    }
}

/* ---- what is left ---- */

/* Whether e is a constant, and which. */
static bool is_known(const struct expr *e, bool *truth)
{
    e = expr_evaluated(e);
    while ((e->kind == EXPR_CONVERT || e->kind == EXPR_CAST) && !e->constant &&
           type_is_integer(e->type) && type_is_integer(e->a->type))
        e = expr_evaluated(e->a);
    *truth = e->constant && e->value;
    return e->constant;
}

static struct expr *truth_of(struct inside *x, const struct expr *e, bool truth)
{
    x->make->loc = e->loc;
    return make_int(x->make, truth, type_basic(TYPE_INT));
}

static void edit_known(struct tree_edit *t, struct expr **at)
{
    struct inside *x = t->data;
    struct expr *e = *at;
    int known = (int)node_table_get(&x->truth, e, 0);
    bool truth;

    if (known) {
        *at = truth_of(x, e, known == 1 + RIGHT);
    } else if (e->kind == EXPR_UNARY && e->op == OP_NOT && is_known(e->a, &truth)) {
        *at = truth_of(x, e, !truth);
    } else if (e->kind == EXPR_BINARY && (e->op == OP_LAND || e->op == OP_LOR)) {
        bool stops = e->op == OP_LOR; /* the value of the first operand that decides */
        if (is_known(e->a, &truth) && truth == stops)
            *at = truth_of(x, e, stops);
        else if (is_known(e->a, &truth) && is_known(e->b, &truth))
            *at = truth_of(x, e, truth);
        else if (is_known(e->a, &truth))
            *at = make_binary(x->make, OP_NE, e->b, make_int(x->make, 0, type_basic(TYPE_INT)));
    } else if (e->kind == EXPR_COND && e->b && is_known(e->a, &truth)) {
        struct expr *value = truth ? e->b : e->c;
        *at = type_same_unqualified(value->type, e->type)
                  ? value
                  : make_convert(x->make, type_unqualified(x->make->c, e->type), value);
    }
}

struct cases {
    int switches;
    bool found;
};

static bool cases_pre(struct walker *w, struct stmt *s)
{
    struct cases *x = w->data;

    x->found |= (s->kind == STMT_CASE || s->kind == STMT_DEFAULT) && !x->switches;
    x->switches += s->kind == STMT_SWITCH;
    return true;
}

static void cases_post(struct walker *w, struct stmt *s)
{
    struct cases *x = w->data;

    x->switches -= s->kind == STMT_SWITCH;
}

/* Whether a switch around s may jump into it. */
static bool has_cases(struct stmt *s)
{
    struct cases x = {0, false};
    struct walker w = {.data = &x, .stmt_pre = cases_pre, .stmt_post = cases_post};

    walk_stmt(&w, s);
    return x.found;
}

static void edit_stmt(struct tree_edit *t, struct stmt **at)
{
    struct inside *x = t->data;
    struct stmt *s = *at, *taken;
    const struct expr *e = s->kind == STMT_EXPR && s->expr ? expr_evaluated(s->expr) : NULL, *to;
    bool truth;

    x->make->loc = s->loc;
    if (s->kind == STMT_IF && is_known(s->expr, &truth)) {
        if (has_cases(truth ? s->else_ : s->body))
            return;
        taken = truth ? s->body : s->else_;
        *at = taken ? taken : make_empty(x->make);
    } else if (e && e->kind == EXPR_ASSIGN && e->op == OP_ASSIGN) {
        to = expr_evaluated(e->a);
        e = expr_evaluated(e->b);
        if (to->kind == EXPR_NAME && e->kind == EXPR_NAME && to->symbol == e->symbol)
            *at = make_empty(x->make);
    }
}

struct lost {
    const struct inside *inside;
    bool found;
};

static bool finds_lost(struct walker *w, struct expr *e)
{
    struct lost *l = w->data;
    const struct symbol *s = cover_assigned(e);

    l->found |= (s && node_table_get(&l->inside->kept, s, 0)) || cover_is_atomic(e);
    for (int i = 0; e->kind == EXPR_CALL && i < e->args.n; i++) {
        s = expr_refers(e, i) ? depend_root(e->args.at[i]) : NULL;
        l->found |= s && node_table_get(&l->inside->kept, s, 0);
    }
    return true;
}

struct stmt *inside_body(struct maker *m, const struct stmt *body, struct symbol *const *index,
                         int rank, int first, cover_limit_vec *limits)
{
    enum { LIMITS_MAX = 16 };
    struct arena *a = &m->c->arena;
    struct inside x = {.make = m, .index = index, .rank = rank, .first = first < 0 ? 0 : first};
    struct walker notes = {.data = &x, .decl_pre = note_decl, .expr_pre = note_expr};
    struct tree_edit edit = {.data = &x, .expr_post = edit_known, .stmt_post = edit_stmt};
    struct lost lost = {&x, false};
    struct walker w = {.data = &lost, .expr_pre = finds_lost};
    struct tree_clone k = tree_clone_begin(m->c);
    struct stmt *made = tree_clone_stmt(&k, body);
    struct loc before = m->loc;
    bool refused = m->refused, failed;

    x.locals.arena = x.inits.arena = x.stores.arena = x.loops.arena = x.kept.arena = x.truth.arena =
        a;
    m->refused = false;
    walk_stmt(&notes, made);
    look(&x, made, false, true);
    if (x.gains && x.found.n <= LIMITS_MAX)
        tree_edit_stmt(&edit, &made);
    failed = m->refused;
    m->loc = before;
    m->refused = refused;
    walk_stmt(&w, made);
    if (!x.gains || x.found.n > LIMITS_MAX || lost.found || failed)
        return NULL;
    *limits = x.found;
    return made;
}
