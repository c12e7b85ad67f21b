/* work.c - floating-point operations and elements of a thread; see work.h.
 *
 * One walk; the loops around are a list. Branches count as if all ran, and so do statements behind
 * jumps: then the sum is an upper bound. A loop whose rounds are not known counts as none if there
 * is no operation in it. Limit: WORK_DEPTH functions that call each other. */
#include "sema/analysis/work.h"

#include "parser/walk.h"
#include "sema/analysis/code.h"
#include "sema/types/builtin.h"
#include "sema/types/type.h"

enum { WORK_DEPTH = 16 };

struct count {
    struct ctx *c;
    const struct launch *l;
    struct work *w;
    const struct work_rounds *loops;
    bool elements; /* are counted, and not operations */
    bool called;   /* in a function: its parameters are nobody's captures */
    bool inside;   /* of an if, a switch or a loop: jumps leave operations out */
    int depth;
};

static bool count_stmt(struct walker *w, struct stmt *s);
static bool count_expr(struct walker *w, struct expr *e);

static void count_in(struct count *k, struct stmt *s, struct expr *e)
{
    struct walker w = {.data = k, .stmt_pre = count_stmt, .expr_pre = count_expr};

    walk_stmt(&w, s);
    walk_expr(&w, e);
}

static void refuse(struct count *k, struct loc loc, const char *why)
{
    if (k->w->unknown)
        return;
    k->w->unknown = why;
    k->w->loc = loc;
}

static void add(struct count *k, long long operations)
{
    struct work *w = k->w;

    if (!operations)
        return;

    for (int i = 0; i < w->terms.n; i++)
        if (w->terms.at[i].loops == k->loops) {
            w->terms.at[i].operations += operations;
            return;
        }
    vec_push(&k->c->arena, &w->terms, ((struct work_term){operations, k->loops}));
}

static long long total(const struct work *w)
{
    long long sum = 0;

    for (int i = 0; i < w->terms.n; i++)
        sum += w->terms.at[i].operations;
    return sum;
}

/* ---- Loops ---- */

struct stores_look {
    const struct symbol *symbol;
    bool found;
};

static bool look_store(struct walker *w, struct expr *e)
{
    struct stores_look *x = w->data;
    struct expr *target = store_target(e);
    struct expr *taken = e->kind == EXPR_UNARY && e->op == OP_ADDR ? e->a : target;

    x->found |=
        taken && lvalue_root(taken).variable && lvalue_root(taken).variable->symbol == x->symbol;
    return true;
}

static bool is_stored_in(struct stmt *s, const struct symbol *symbol)
{
    struct stores_look x = {symbol, false};
    struct walker w = {.data = &x, .expr_pre = look_store};

    walk_stmt(&w, s);
    return x.found;
}

struct value_look {
    const struct symbol *symbol;
    const struct expr *value;
};

static bool look_value(struct walker *w, struct stmt *s)
{
    struct value_look *x = w->data;

    for (int i = 0; s->kind == STMT_DECL && i < s->decl->declarators.n; i++) {
        const struct init_declarator *d = s->decl->declarators.at[i];
        if (d->symbol == x->symbol && d->init)
            x->value = d->init->expr;
    }
    return true;
}

const struct expr *work_value(const struct launch *l, const struct symbol *s)
{
    struct value_look x = {s, NULL};
    struct walker w = {.data = &x, .stmt_pre = look_value};

    walk_stmt(&w, l->lambda->body);
    return x.value && !is_stored_in(l->lambda->body, s) ? x.value : NULL;
}

static bool is_captured(const struct count *k, const struct symbol *s)
{
    for (int i = 0; i < k->l->captures.n; i++)
        if (k->l->captures.at[i].symbol == s)
            return true;
    return false;
}

/* Whether the number is the same for all threads and can be computed when the kernel is launched;
 * see struct work_rounds. */
static bool is_known(const struct count *k, const struct expr *e, int depth)
{
    e = expr_strip(e);
    if (!e || depth > WORK_DEPTH)
        return false;
    if (e->constant)
        return true;
    if (e->kind == EXPR_NAME && e->symbol && e->type->kind >= TYPE_BOOL &&
        e->type->kind <= TYPE_ULLONG)
        return is_captured(k, e->symbol)
                   ? !is_stored_in(k->l->lambda->body, e->symbol)
                   : !k->called && is_known(k, work_value(k->l, e->symbol), depth + 1);
    if (e->kind == EXPR_SUBSCRIPT && e->b && e->b->constant) {
        const struct expr *extent = expr_strip(e->a);
        const struct expr *view = extent->amp == AMP_VIEW_EXTENT ? expr_strip(extent->a) : NULL;
        return view && view->kind == EXPR_NAME && is_captured(k, view->symbol);
    }
    if (e->kind == EXPR_UNARY && e->op == OP_NEG && e->type->kind == TYPE_INT)
        return is_known(k, e->a, depth + 1);
    return e->kind == EXPR_BINARY && type_is_integer(e->type) &&
           (e->op == OP_ADD || e->op == OP_SUB || e->op == OP_MUL || e->op == OP_DIV) &&
           is_known(k, e->a, depth + 1) && is_known(k, e->b, depth + 1);
}

static bool is_name(const struct expr *e, const struct symbol *s)
{
    e = expr_strip(e);
    return e && e->kind == EXPR_NAME && e->symbol == s;
}

/* What the counter begins with; *counter is set. */
static const struct expr *first_value(const struct stmt *s, const struct symbol **counter)
{
    if (s->decl && s->decl->declarators.n == 1) {
        *counter = s->decl->declarators.at[0]->symbol;
        return s->decl->declarators.at[0]->init ? s->decl->declarators.at[0]->init->expr : NULL;
    }
    const struct expr *e = s->init ? expr_strip(s->init) : NULL;
    const struct expr *to =
        e && e->kind == EXPR_ASSIGN && e->op == OP_ASSIGN ? expr_strip(e->a) : NULL;
    if (!to || to->kind != EXPR_NAME)
        return NULL;
    *counter = to->symbol;
    return e->b;
}

/* By how much it grows; 0: not known. */
static long long step_of(const struct expr *e, const struct symbol *counter)
{
    e = e ? expr_strip(e) : NULL;
    if (!e || !is_name(e->a, counter))
        return 0;
    if (e->kind == EXPR_UNARY && (e->op == OP_PREINC || e->op == OP_POSTINC))
        return 1;
    if (e->kind == EXPR_UNARY && (e->op == OP_PREDEC || e->op == OP_POSTDEC))
        return -1;
    const struct expr *by = e->kind == EXPR_ASSIGN ? expr_strip(e->b) : NULL;
    return !by || !by->constant ? 0
           : e->op == OP_ADD    ? by->value
           : e->op == OP_SUB    ? -by->value
                                : 0;
}

/* The rounds of a loop; NULL: not known. */
static struct work_rounds *rounds_of(struct count *k, const struct stmt *s)
{
    const struct symbol *counter = NULL;
    const struct expr *from = s->kind == STMT_FOR ? first_value(s, &counter) : NULL;
    const struct expr *test = s->expr ? expr_strip(s->expr) : NULL;
    long long step = counter ? step_of(s->step, counter) : 0;

    if (!from || !step || !test || test->kind != EXPR_BINARY || !is_name(test->a, counter) ||
        !type_is_integer(counter->type) || !is_known(k, from, 0) || !is_known(k, test->b, 0) ||
        is_stored_in(s->body, counter))
        return NULL;
    bool up = test->op == OP_LT || test->op == OP_LE, down = test->op == OP_GT || test->op == OP_GE;
    if (!((up && step > 0) || (down && step < 0) ||
          (test->op == OP_NE && (step == 1 || step == -1))))
        return NULL;
    struct work_rounds *r = arena_alloc(&k->c->arena, sizeof *r);
    *r =
        (struct work_rounds){from, test->b, step, test->op == OP_LE || test->op == OP_GE, k->loops};
    return r;
}

static void count_loop(struct count *k, struct stmt *s)
{
    static const struct work_rounds some;
    struct work inside = {0}, *whole = k->w;
    struct work_rounds *r = rounds_of(k, s);
    struct count in = *k;

    in.inside = true;
    if (!r)
        in.w = &inside;
    in.loops = r ? r : &some;
    count_in(&in, s->body, s->expr);
    count_in(&in, NULL, s->step);
    if (!r && (inside.unknown || total(&inside)))
        refuse(k, s->keyword_loc,
               "how often this loop runs depends on more than captured numbers and extents");
    whole->most |= inside.most;
}

/* ---- The walk ---- */

/* Counts what only runs on some condition. */
static void count_perhaps(struct count *k, struct stmt *s, struct expr *e)
{
    long long before = total(k->w);
    struct count in = *k;

    in.inside = true;
    count_in(&in, s, e);
    k->w->most |= total(k->w) != before;
}

static bool count_stmt(struct walker *w, struct stmt *s)
{
    struct count *k = w->data;

    switch (s->kind) {
    case STMT_LOOPS:
        count_loop(k, s);
        return false;
    case STMT_IF:
        count_in(k, NULL, s->expr);
        count_perhaps(k, s->body, NULL);
        count_perhaps(k, s->else_, NULL);
        return false;
    case STMT_SWITCH:
        count_in(k, NULL, s->expr);
        count_perhaps(k, s->body, NULL);
        return false;
    case STMT_JUMPS:
        k->w->most |= k->inside;
        return true;
    case STMT_ERROR:
    case STMT_EMPTY:
    case STMT_EXPR:
    case STMT_DECL:
    case STMT_COMPOUND:
    case STMT_LABELS:
    case STMT_ASM:
    case STMT_LOCAL_LABELS:
        return true;
    }
    return true;
}

/* Elements of a real floating type, or of a vector of one; 0: of another. */
static long long width_of(const struct type *t)
{
    if (t && t->kind == TYPE_VECTOR)
        return type_is_floating(t->base) ? t->length : 0;
    return t && type_is_floating(t);
}

static void count_call(struct count *k, struct expr *e)
{
    struct expr *callee = callee_expr(e);
    struct symbol *f =
        callee && callee->symbol ? symbol_version(callee->symbol, RESTRICT_AMP) : NULL;

    if (builtin_called(e)) {
        if (!k->elements && width_of(e->type))
            add(k, width_of(e->type));
    } else if (e->amp == AMP_NONE && f && f->definition && k->depth < WORK_DEPTH) {
        struct count in = *k;
        in.called = true;
        in.depth++;
        count_in(&in, f->definition->body, NULL);
    } else if (e->amp == AMP_NONE && !k->elements) {
        refuse(k, e->loc, "the function that is called here is in another file");
    }
}

static bool count_expr(struct walker *w, struct expr *e)
{
    struct count *k = w->data;
    bool sums = e->op == OP_ADD || e->op == OP_SUB || e->op == OP_MUL || e->op == OP_DIV;
    bool steps =
        e->op == OP_PREINC || e->op == OP_POSTINC || e->op == OP_PREDEC || e->op == OP_POSTDEC;

    if (e->constant || e->real || e->kind == EXPR_SIZEOF || e->kind == EXPR_LAMBDA)
        return false;
    if (k->elements)
        add(k, e->amp == AMP_VIEW_ELEMENT && k->loops);
    else if ((e->kind == EXPR_BINARY || e->kind == EXPR_ASSIGN) && sums && width_of(e->type))
        add(k, width_of(e->type));
    else if (e->kind == EXPR_UNARY && steps && width_of(e->type))
        add(k, width_of(e->type));
    if (e->kind == EXPR_CALL)
        count_call(k, e);
    if (e->kind == EXPR_COND || (e->kind == EXPR_BINARY && (e->op == OP_LAND || e->op == OP_LOR))) {
        count_in(k, NULL, e->a);
        count_perhaps(k, NULL, e->b);
        count_perhaps(k, NULL, e->c);
        return false;
    }
    return true;
}

static void count(struct ctx *c, const struct launch *l, bool elements, struct work *w)
{
    struct count k = {.c = c, .l = l, .w = w, .elements = elements};

    *w = (struct work){0};
    count_in(&k, l->lambda->body, NULL);
}

void work_count(struct ctx *c, const struct launch *l, struct work *w)
{
    count(c, l, false, w);
}

void work_elements(struct ctx *c, const struct launch *l, struct work *w)
{
    count(c, l, true, w);
}
