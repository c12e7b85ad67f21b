/* flat.c - launches of one dimension whose threads take their index apart, as matrices in one
 * dimension are filled: `int i = id[0] / m, j = id[0] % m;`. Such a kernel is there a second time,
 * with an index of two or three components in the place of quotients and remainders, and all that
 * is known of kernels of these ranks is done for it. The library launches it over n / m x m
 * threads, where m divides the n threads of the launch; elsewhere the kernel as it is written.
 *
 * What an expression is of the index t is a part of it, t % high / low: low and high are products
 * of captured integers, extents and constants. Of a kernel with one such number beside 1 the index
 * has two components, of one with two of them three. The library sees to it that each is positive,
 * divides the next one, and is no more than there are threads; so no product of them overflows, and
 * all parts are what C computes of an index, which is never negative.
 *
 * Example: of `int q = t / m, j = q % n, i = q / n;` the numbers are m and m * n; i is the first
 * component, j the second one. It relies on the typed tree as it is written. */
#include "optimize/cover.h"
#include "optimize/internal.h"

#include <limits.h>

#include "parser/walk.h"
#include "sema/tree/edit.h"
#include "sema/tree/lists.h"
#include "sema/types/amp.h"
#include "sema/types/expr.h"
#include "sema/types/pure.h"

enum { DEPTH_MAX = 20 };

/* t % high / low; high.times 0: t / low */
struct part {
    struct launch_product low, high;
};

struct flat {
    struct maker make;
    struct launch *launch;    /* the copy */
    struct node_table stored; /* variables that something but their initialiser may store to: 1 */
    struct node_table parts;  /* other variables: struct part */
    struct launch_product steps[LAUNCH_STEPS];
    int n; /* of them */
    struct launch_product end;
    struct stmt *guard; /* what asks for it */
    bool inner, outer;  /* a part ends at the second one that the first one begins at; the other
                           way round */
    bool refused;
};

static const struct launch_product one = {.times = 1};

/* ---- products ---- */

static bool product_times(struct launch_product *p, const struct launch_product *q)
{
    if (p->times * q->times > INT_MAX || p->n + q->n > LAUNCH_FACTORS)
        return false;
    p->times *= q->times;
    for (int i = 0; i < q->n; i++)
        p->factors[p->n++] = q->factors[i];
    return true;
}

/* Divides p by q; false: by its form it is no multiple. */
static bool product_over(struct launch_product *p, const struct launch_product *q)
{
    if (!q->times || p->times % q->times)
        return false;
    p->times /= q->times;
    for (int i = 0; i < q->n; i++) {
        int k = 0;
        while (k < p->n && !expr_is_same(p->factors[k], q->factors[i]))
            k++;
        if (k == p->n)
            return false;
        p->factors[k] = p->factors[--p->n];
    }
    return true;
}

static bool product_is_one(const struct launch_product *p)
{
    return p->times == 1 && !p->n;
}

static bool product_is_same(const struct launch_product *p, const struct launch_product *q)
{
    struct launch_product over = *p;

    return p->times == q->times && (!p->times || (product_over(&over, q) && product_is_one(&over)));
}

/* ---- what expressions are ---- */

/* Without conversions between integers that keep all numbers from 0 to INT_MAX. */
static const struct expr *inner(const struct expr *e)
{
    e = expr_evaluated(e);
    while ((e->kind == EXPR_CONVERT || e->kind == EXPR_CAST) && !e->constant && is_whole(e->type) &&
           is_whole(e->a->type))
        e = expr_evaluated(e->a);
    return e;
}

/* What a variable of the body that keeps its value begins with; NULL: e is none. */
static const struct expr *begin_of(const struct flat *f, const struct expr *e)
{
    const struct init_declarator *v =
        e->kind == EXPR_NAME && e->symbol ? e->symbol->declarator : NULL;

    return v && v->init && !node_table_get(&f->stored, e->symbol, 0) ? v->init->expr : NULL;
}

static bool is_captured(const struct flat *f, const struct symbol *s)
{
    for (int k = 0; s && k < f->launch->captures.n; k++)
        if (f->launch->captures.at[k].symbol == s)
            return !node_table_get(&f->stored, s, 0);
    return false;
}

/* Whether e is v.extent[k] of a captured view. */
static bool is_extent(const struct flat *f, const struct expr *e)
{
    const struct expr *extent = e->kind == EXPR_SUBSCRIPT ? expr_evaluated(e->a) : NULL;
    const struct expr *view = extent && extent->amp == AMP_VIEW_EXTENT && extent->kind != EXPR_CALL
                                  ? expr_evaluated(extent->a)
                                  : NULL;

    return view && view->kind == EXPR_NAME && is_captured(f, view->symbol) && e->b->constant &&
           e->b->value >= 0 && e->b->value < view->type->rank;
}

/* Multiplies p by e, if that is a product. */
static bool multiply(const struct flat *f, const struct expr *e, int depth,
                     struct launch_product *p)
{
    struct launch_product factor = one;
    const struct expr *begin;

    e = inner(e);
    if (depth > DEPTH_MAX || !is_whole(e->type))
        return false;
    if (e->constant) {
        factor.times = e->value;
        return e->value > 0 && e->value <= INT_MAX && product_times(p, &factor);
    }
    if (e->kind == EXPR_BINARY && e->op == OP_MUL && e->amp == AMP_NONE)
        return multiply(f, e->a, depth + 1, p) && multiply(f, e->b, depth + 1, p);
    if ((e->kind == EXPR_NAME && is_captured(f, e->symbol)) || is_extent(f, e)) {
        factor.factors[factor.n++] = e;
        return product_times(p, &factor);
    }
    begin = begin_of(f, e);
    return begin && multiply(f, begin, depth + 1, p);
}

static bool is_param(const struct flat *f, const struct expr *e)
{
    e = expr_evaluated(e);
    return e->kind == EXPR_NAME && e->symbol && e->symbol == f->launch->param;
}

static bool part_of(const struct flat *f, const struct expr *e, int depth, struct part *p);

/* Whether e is a part times a product. */
static bool scaled_of(const struct flat *f, const struct expr *e, int depth, struct part *p,
                      struct launch_product *times)
{
    const struct expr *begin;

    e = inner(e);
    if (depth > DEPTH_MAX || !is_whole(e->type))
        return false;
    if (part_of(f, e, depth + 1, p))
        return true;
    if (e->kind == EXPR_BINARY && e->op == OP_MUL && e->amp == AMP_NONE) {
        struct launch_product other = *times;
        if (multiply(f, e->b, 0, &other)) {
            *times = other;
            return scaled_of(f, e->a, depth + 1, p, times);
        }
        return multiply(f, e->a, 0, times) && scaled_of(f, e->b, depth + 1, p, times);
    }
    begin = begin_of(f, e);
    return begin && scaled_of(f, begin, depth + 1, p, times);
}

/* The remainder that is left when e, a part times a number, is taken from p. */
static bool part_less(const struct flat *f, const struct expr *e, int depth, struct part *p)
{
    struct launch_product times = one, step = p->low;
    struct part less;

    if (!scaled_of(f, e, depth, &less, &times) || !product_times(&step, &times) ||
        !product_is_same(&step, &less.low) || !product_is_same(&p->high, &less.high))
        return false;
    p->high = less.low;
    return true;
}

/* The number by which e divides, also by shifting or by a mask of bits. */
static bool divisor_of(const struct flat *f, const struct expr *e, struct launch_product *p)
{
    const struct expr *b = inner(e->b);
    bool fits = b->constant && b->value >= 0 && b->value < INT_MAX;

    *p = one;
    if (e->op == OP_DIV || e->op == OP_MOD)
        return multiply(f, b, 0, p);
    if (e->op == OP_SHR && fits && b->value < 31)
        p->times = 1LL << b->value;
    else if (e->op == OP_AND && fits && (b->value & (b->value + 1)) == 0)
        p->times = b->value + 1;
    else
        return false;
    return true;
}

/* Whether e is a part of the index. */
static bool part_of(const struct flat *f, const struct expr *e, int depth, struct part *p)
{
    struct launch_product by, high;
    const struct part *known;

    e = inner(e);
    if (depth > DEPTH_MAX || e->constant || !is_whole(e->type))
        return false;
    if (e->kind == EXPR_NAME) {
        known = node_table_find(&f->parts, e->symbol);
        *p = known ? *known : (struct part){one, {0}};
        return known != NULL;
    }
    *p = (struct part){one, {0}};
    if (e->amp == AMP_INDEX_SUBSCRIPT)
        return is_param(f, e->a) && e->b->constant && e->b->value == 0;
    if (e->kind != EXPR_BINARY || e->amp != AMP_NONE || !part_of(f, e->a, depth + 1, p))
        return false;
    if (e->op == OP_SUB)
        return part_less(f, e->b, depth + 1, p);
    high = p->low;
    if (!divisor_of(f, e, &by) || !product_times(&high, &by))
        return false;
    if (e->op == OP_DIV || e->op == OP_SHR)
        p->low = high;
    else
        p->high = high;
    return true;
}

/* ---- what the body has ---- */

static bool note_store(struct walker *w, struct expr *e)
{
    struct flat *f = w->data;
    const struct symbol *s = NULL;

    if (e->kind == EXPR_ASSIGN ||
        (e->kind == EXPR_UNARY && (op_is_step(e->op) || e->op == OP_ADDR)))
        s = depend_root(e->a);
    if (s)
        node_table_set(&f->stored, s, 1);
    for (int i = 0; e->kind == EXPR_CALL && i < e->args.n; i++)
        if (expr_refers(e, i) && depend_root(e->args.at[i]))
            node_table_set(&f->stored, depend_root(e->args.at[i]), 1);
    return true;
}

static bool note_decl(struct walker *w, struct decl *d)
{
    struct flat *f = w->data;

    for (int i = 0; d->kind == DECL_VARS && i < d->declarators.n; i++) {
        const struct init_declarator *v = d->declarators.at[i];
        struct part p;
        if (!v->symbol || !v->init || !v->init->expr || v->constructed ||
            !is_whole(v->symbol->type) || node_table_get(&f->stored, v->symbol, 0) ||
            (d->spec->storage & STORAGE_STATIC) || !part_of(f, v->init->expr, 0, &p))
            continue;
        struct part *kept = arena_new(&f->make.c->arena, struct part);
        *kept = p;
        node_table_put(&f->parts, v->symbol, kept);
    }
    return true;
}

/* The number of a product among the steps, from 1 on; 0: it is 1; -1: it is none of them. */
static int step_of(const struct flat *f, const struct launch_product *p)
{
    for (int i = 0; i < f->n; i++)
        if (product_is_same(&f->steps[i], p))
            return i + 1;
    return product_is_one(p) ? 0 : -1;
}

static int note_step(struct flat *f, const struct launch_product *p)
{
    if (p->times && step_of(f, p) < 0) {
        if (f->n == LAUNCH_STEPS)
            f->refused = true;
        else
            f->steps[f->n++] = *p;
    }
    return p->times ? step_of(f, p) : -1;
}

static bool note_part(struct walker *w, struct expr *e)
{
    struct flat *f = w->data;
    struct part p;

    if (e->kind == EXPR_NAME || !part_of(f, e, 0, &p))
        return true;
    int low = note_step(f, &p.low), high = note_step(f, &p.high);
    f->inner |= low == 1 && high == 2;
    f->outer |= low == 2 && high == 1;
    return true; /* of `t % n % m` both are known, so that m divides n */
}

/* The place of what a part ends at behind that of what it begins at. */
static int high_of(const struct flat *f, const struct part *p)
{
    return p->high.times ? step_of(f, &p->high) : f->n + 1;
}

/* Whether parts end where the number that they are a remainder of does, or before. */
static bool check_part(struct walker *w, struct expr *e)
{
    struct flat *f = w->data;
    struct part p, a;

    if (e->kind == EXPR_NAME || !part_of(f, e, 0, &p))
        return true;
    f->refused |= step_of(f, &p.low) >= high_of(f, &p);
    e = (struct expr *)inner(e);
    if (e->kind == EXPR_BINARY && part_of(f, e->a, 0, &a))
        f->refused |= high_of(f, &p) > high_of(f, &a);
    return true;
}

/* Puts the steps in order; false: nothing says which one divides the other. */
static bool order_steps(struct flat *f)
{
    struct launch_product first = f->steps[0], second = f->steps[1];

    if (f->n < LAUNCH_STEPS)
        return f->n > 0;
    if (product_over(&second, &f->steps[0]))
        return true;
    if (product_over(&first, &f->steps[1]) || f->outer) {
        first = f->steps[0];
        f->steps[0] = f->steps[1];
        f->steps[1] = first;
        return true;
    }
    return f->inner;
}

/* ---- tests around all of the work ---- */

/* Whether e is the whole index less than a product; or, 'less' false, at least that. */
static bool is_test(const struct flat *f, const struct expr *e, bool less,
                    struct launch_product *end)
{
    const enum op from[] = {less ? OP_LT : OP_GE, less ? OP_GT : OP_LE};
    struct part p;

    e = expr_evaluated(e);
    for (int k = 0; k < 2 && e->kind == EXPR_BINARY && e->amp == AMP_NONE; k++) {
        *end = one;
        if (e->op == from[k] && part_of(f, k ? e->b : e->a, 0, &p) && product_is_one(&p.low) &&
            !p.high.times && multiply(f, k ? e->a : e->b, 0, end))
            return true;
    }
    return false;
}

static bool is_return(const struct stmt *s)
{
    return (s->kind == STMT_RETURN && !s->expr) ||
           (s->kind == STMT_COMPOUND && s->items.n == 1 && is_return(s->items.at[0]));
}

static void find_guard(struct flat *f)
{
    const struct stmt *body = f->launch->lambda->body;
    int i = 0;

    while (i < body->items.n && stmt_is_pure_decl(body->items.at[i]))
        i++;
    struct stmt *s = i < body->items.n ? body->items.at[i] : NULL;
    if (!s || s->kind != STMT_IF || s->else_)
        return;
    if (is_return(s->body) ? is_test(f, s->expr, false, &f->end)
                           : i == body->items.n - 1 && is_test(f, s->expr, true, &f->end))
        f->guard = s;
    else
        f->end = (struct launch_product){0};
}

/* ---- the new body ---- */

static struct expr *product_expr(struct flat *f, const struct launch_product *p)
{
    struct maker *m = &f->make;
    struct type *t = type_basic(TYPE_INT);
    struct expr *e = p->times != 1 || !p->n ? make_int(m, p->times, t) : NULL;

    for (int i = 0; i < p->n; i++) {
        struct tree_clone k = tree_clone_begin(m->c);
        struct expr *factor = tree_clone_expr(&k, p->factors[i]);
        if (factor->type->kind != TYPE_INT)
            factor = make_cast(m, t, factor);
        e = e ? make_binary(m, OP_MUL, e, factor) : factor;
    }
    return e;
}

/* steps[to - 1] / steps[from - 1], with 1 before them; NULL: 1 */
static struct expr *ratio(struct flat *f, int from, int to)
{
    struct launch_product p = to ? f->steps[to - 1] : one, whole = p;
    const struct launch_product *by = from ? &f->steps[from - 1] : &one;

    if (from == to)
        return NULL;
    return product_over(&p, by)
               ? product_expr(f, &p)
               : make_binary(&f->make, OP_DIV, product_expr(f, &whole), product_expr(f, by));
}

/* A part, of the components of the new index. */
static struct expr *part_expr(struct flat *f, const struct part *p, const struct type *t)
{
    struct maker *m = &f->make;
    int low = step_of(f, &p->low), high = high_of(f, p);
    struct expr *sum = NULL;

    f->refused |= low < 0 || low >= high;
    for (int k = high - 1; k >= low && !f->refused; k--) {
        struct expr *at = make_subscript(m, make_name(m, f->launch->param),
                                         make_int(m, f->n - k, type_basic(TYPE_INT)));
        struct expr *step = ratio(f, low, k);
        at = step ? make_binary(m, OP_MUL, at, step) : at;
        sum = sum ? make_binary(m, OP_ADD, sum, at) : at;
    }
    if (!sum)
        return make_int(m, 0, type_basic(TYPE_INT));
    return t->kind == TYPE_INT ? sum : make_cast(m, type_unqualified(m->c, (struct type *)t), sum);
}

static bool edit_expr(struct tree_edit *t, struct expr **at)
{
    struct flat *f = t->data;
    struct expr *e = *at, *whole;
    struct part p = {one, {0}};

    f->make.loc = e->loc;
    if (e->kind == EXPR_NAME && is_param(f, e)) {
        whole = part_expr(f, &p, type_basic(TYPE_INT));
        *at = make_construct(&f->make, type_amp(f->make.c, AMP_TYPE_INDEX, 1, NULL), &whole, 1);
        return false;
    }
    if (e->kind == EXPR_NAME || !part_of(f, e, 0, &p))
        return true;
    *at = part_expr(f, &p, e->type);
    return false;
}

static bool edit_stmt(struct tree_edit *t, struct stmt **at)
{
    struct flat *f = t->data;

    if (*at == f->guard)
        *at = is_return((*at)->body) ? make_empty(&f->make) : (*at)->body;
    return true;
}

/* Gives the copy its rank, with a domain that names no view: the launch's extents are the
 * library's. */
static void set_rank(struct flat *f, struct type *index)
{
    struct launch *l = f->launch;
    struct expr *sides[LAUNCH_STEPS + 1], *domain;

    l->rank = f->n + 1;
    l->param->type = l->param_type = index;
    for (int k = 0; k < l->rank; k++)
        sides[k] = make_int(&f->make, 1, type_basic(TYPE_INT));
    domain = make_construct(&f->make, type_amp(f->make.c, AMP_TYPE_EXTENT, l->rank, NULL), sides,
                            l->rank);
    for (int i = 0; i < l->call->args.n; i++)
        if (l->call->args.at[i] == l->domain)
            l->call->args.at[i] = domain;
    l->domain = domain;
}

static bool make_copy(struct ctx *c, struct program *p, const struct launch *l, struct flat *f)
{
    struct tree_clone k = tree_clone_begin(c);
    struct walker stores = {.data = f, .expr_pre = note_store};
    struct walker decls = {.data = f, .decl_pre = note_decl};
    struct walker parts = {.data = f, .expr_pre = note_part};
    struct walker checks = {.data = f, .expr_pre = check_part};
    struct tree_edit edit = {.data = f, .expr_pre = edit_expr, .stmt_pre = edit_stmt};
    struct stmt *body;

    *f = (struct flat){.stored = {.arena = &c->arena}, .parts = {.arena = &c->arena}};
    f->launch = tree_clone_launch(&k, l);
    f->make = maker_begin(c, p, f->launch, NULL);
    body = f->launch->lambda->body;
    walk_stmt(&stores, body);
    if (node_table_get(&f->stored, f->launch->param, 0))
        return false;
    walk_stmt(&decls, body);
    walk_stmt(&parts, body);
    if (f->refused || !order_steps(f))
        return false;
    walk_stmt(&checks, body);
    find_guard(f);
    set_rank(f, type_amp(c, AMP_TYPE_INDEX, f->n + 1, NULL));
    tree_edit_stmt(&edit, &f->launch->lambda->body);
    tree_lists_launch(c, f->launch);
    return !f->refused && !f->make.refused;
}

/* ---- whether it is a gain ---- */

struct fetched {
    const struct cover_kernel *kernel;
    int n;
};

static bool count_fetched(struct walker *w, struct stmt *s)
{
    struct fetched *x = w->data;
    const struct cover_loop *l = cover_loop_of(x->kernel, s);
    const cover_window_vec *windows = cover_windows_of(x->kernel, s);

    x->n += (l ? l->panels.n : 0) + (windows ? windows->n : 0) + (cover_turn_of(x->kernel, s) != 0);
    return true;
}

/* How many elements of it groups fetch, or store by rows. */
static int fetched_by(struct ctx *c, struct program *p, const struct launch *l, bool always)
{
    struct cover_kernel k = {0};
    struct fetched x = {&k, 0};
    struct walker w = {.data = &x, .stmt_pre = count_fetched};

    optimize_cover(c, p, l, always, &k);
    if (!k.refused)
        walk_stmt(&w, k.body);
    return x.n;
}

static bool blocks_gain(struct ctx *c, struct program *p, const struct launch *l, bool always)
{
    struct block_kernel k = {0};

    if (!stmt_contains(l->lambda->body, stmt_is_loop))
        return false; /* quotients are known in blocks of one row, too (quotient.c) */
    optimize_block(c, p, l, always, &k);
    return !k.refused;
}

void optimize_flat(struct ctx *c, struct program *p, bool always)
{
    int n = p->launches.n;

    for (int i = 0; i < n; i++) {
        struct launch *l = p->launches.at[i];
        struct launch_flat *made;
        struct flat f;
        if (!l->lambda || l->rank != 1 || l->tiled || l->as_written || l->lambda->is_mutable ||
            !l->param || l->group[0] || !make_copy(c, p, l, &f))
            continue;
        made = arena_new(&c->arena, struct launch_flat);
        *made = (struct launch_flat){.kernel = f.launch, .end = f.end};
        for (int k = 0; k < f.n; k++)
            made->steps[k] = f.steps[k];
        f.launch->number = p->launches.n;
        made->covers = fetched_by(c, p, f.launch, always) > fetched_by(c, p, l, always);
        made->blocks = blocks_gain(c, p, f.launch, always);
        if (!made->covers && !made->blocks)
            continue;
        f.launch->flat_of = l;
        l->flat = made;
        vec_push(&c->arena, &p->launches, f.launch);
    }
}
