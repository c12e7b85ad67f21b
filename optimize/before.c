/* before.c - elements that all rounds of a loop read, and that lanes find at places of their own:
 * they are read before the loop, into variables and arrays of the thread's, which become vectors.
 *
 * Taken are elements, and numbers in elements that are structs, which each round reads without a
 * test, in loops of few rounds that the text says at the most; the loop stores to no element, and
 * changes nothing that says which ones they are. They are read if the loop has a round, and are
 * those that its first round reads.
 *
 * Example: `for (int k = 0; k < m; k++) for (int j = 0; j < 8; j++) { float d = p[i].x[j] -
 * c[k].x[j]; ... }` with lanes along i becomes
 *
 *     float x[8]; if (0 < m) for (int j = 0; j < 8; j++) x[j] = p[i].x[j];
 *     for (int k = 0; k < m; k++) for (int j = 0; j < 8; j++) { float d = x[j] - c[k].x[j]; ... }
 *
 * It relies on depend.c. */
#include "optimize/cover.h"
#include "optimize/internal.h"

#include "parser/walk.h"
#include "sema/tree/edit.h"
#include "sema/types/builtin.h"
#include "sema/types/expr.h"
#include "sema/types/pure.h"

enum { NUMBERS_MAX = 64, NEST_MAX = 3, FOUND_MAX = 16, FAR = 1 << 20 };

/* A loop in the loop, of rounds that the text says. */
struct nest {
    const struct symbol *counter;
    long long begin, rounds;
};

struct found {
    const struct expr *element;
    struct nest nest[NEST_MAX]; /* those whose counters it names */
    int n;
    struct symbol *own; /* what it is read into */
};

struct before {
    struct maker *make;
    const struct block_kernel *kernel;
    struct depend depend;
    struct node_table changes; /* variables that the loop declares or stores to */
    bool fits;
    struct nest nest[NEST_MAX]; /* around what is looked at */
    int depth;
    struct found found[FOUND_MAX];
    int n;
    int numbers; /* in the arrays of the kernel */
};

/* ---- which loops ---- */

static bool change_expr(struct walker *w, struct expr *e)
{
    struct before *x = w->data;
    const struct symbol *s;

    if (cover_is_atomic(e) || (e->kind == EXPR_CALL && e->amp != AMP_VIEW_ELEMENT &&
                               !(e->amp == AMP_NONE && builtin_called(e))))
        x->fits = false;
    if (e->kind != EXPR_ASSIGN && (e->kind != EXPR_UNARY || !op_is_step(e->op)))
        return true;
    s = depend_root(e->a);
    if (s)
        node_table_set(&x->changes, s, 1);
    else
        x->fits = false;
    return true;
}

static bool change_decl(struct walker *w, struct decl *d)
{
    struct before *x = w->data;

    for (int i = 0; i < d->declarators.n; i++)
        if (d->declarators.at[i]->symbol)
            node_table_set(&x->changes, d->declarators.at[i]->symbol, 1);
    return true;
}

/* The variable that a loop's header declares, alone, with a value; NULL: it is another loop. */
static const struct init_declarator *counter_of(const struct stmt *s)
{
    const struct init_declarator *d = s->kind == STMT_FOR && s->decl && s->decl->declarators.n == 1
                                          ? s->decl->declarators.at[0]
                                          : NULL;

    return d && d->symbol && !d->constructed && d->init && d->init->expr ? d : NULL;
}

/* Whether e is s, perhaps converted to another type that has its numbers, if they are not negative.
 */
static bool is_named(const struct expr *e, const struct symbol *s)
{
    for (e = expr_evaluated(e); e->kind == EXPR_CONVERT && is_whole(e->type);)
        e = expr_evaluated(e->a);
    return e->kind == EXPR_NAME && e->symbol == s;
}

static bool adds_one(const struct expr *e, const struct symbol *s)
{
    e = expr_evaluated(e);
    if (e->kind == EXPR_ASSIGN)
        return e->op == OP_ADD && is_named(e->a, s) && e->b->constant && e->b->value == 1;
    return e->kind == EXPR_UNARY && (e->op == OP_PREINC || e->op == OP_POSTINC) &&
           is_named(e->a, s);
}

/* Whether s is for (int j = a; j < b; j++) of constants, all of whose rounds are run. */
static bool is_nest(const struct before *x, const struct stmt *s, struct nest *n)
{
    const struct init_declarator *d = counter_of(s);
    const struct expr *test = d && s->expr ? expr_evaluated(s->expr) : NULL;

    if (!test || !s->step || test->kind != EXPR_BINARY ||
        (test->op != OP_LT && test->op != OP_LE) || !is_whole(d->symbol->type) ||
        !is_named(test->a, d->symbol) || !test->b->constant || !d->init->expr->constant ||
        !adds_one(s->step, d->symbol) || node_table_get(&x->depend.stores, d->symbol, 0) != 1 ||
        masks_jumps(s->body))
        return false;
    *n = (struct nest){d->symbol, d->init->expr->value, 0};
    if (n->begin < 0 || n->begin > FAR || test->b->value < 0 || test->b->value > FAR)
        return false;
    n->rounds = test->b->value - n->begin + (test->op == OP_LE);
    return n->rounds > 0 && n->rounds <= NUMBERS_MAX;
}

/* ---- which elements ---- */

struct names {
    struct before *before;
    struct found *found;
    bool holds;
};

static bool names_expr(struct walker *w, struct expr *e)
{
    struct names *x = w->data;
    const struct before *b = x->before;
    bool nested = false;

    if (e->kind == EXPR_ASSIGN || (e->kind == EXPR_UNARY && op_is_step(e->op)) ||
        (e->kind == EXPR_CALL && e->amp != AMP_VIEW_ELEMENT) ||
        (e->type && e->type->quals & QUAL_VOLATILE))
        x->holds = false;
    if (e->kind != EXPR_NAME || !e->symbol)
        return x->holds;
    for (int i = 0; i < b->depth; i++) {
        if (b->nest[i].counter != e->symbol)
            continue;
        nested = true;
        for (int k = 0; k < x->found->n; k++)
            if (x->found->nest[k].counter == e->symbol)
                return x->holds;
        x->found->nest[x->found->n++] = b->nest[i];
    }
    x->holds &= nested || !node_table_get(&b->changes, e->symbol, 0);
    return x->holds;
}

/* By how much e grows from lane to lane; false: it is not known. */
static bool grows(const struct before *x, const struct expr *e, long long *by)
{
    const struct block_kernel *k = x->kernel;
    const struct init_declarator *v;
    long long other;

    e = expr_evaluated(e);
    *by = 0;
    if (!(depend_expr(&x->depend, e) & ON_LANE))
        return true;
    if (e->kind == EXPR_CONVERT || e->kind == EXPR_CAST)
        return is_whole(e->type) && is_whole(e->a->type) && grows(x, e->a, by);
    if (e->kind == EXPR_NAME && e->symbol == k->index[k->launch->rank - 1])
        *by = 1;
    if (e->kind == EXPR_NAME && !*by) {
        v = depend_is_constant(&x->depend, e->symbol) ? e->symbol->declarator : NULL;
        return v && v->init && v->init->expr && grows(x, v->init->expr, by);
    }
    if (e->kind == EXPR_NAME)
        return true;
    if (e->kind != EXPR_BINARY || (e->op != OP_ADD && e->op != OP_SUB) || !grows(x, e->a, by) ||
        !grows(x, e->b, &other))
        return false;
    *by += e->op == OP_ADD ? other : -other;
    return true;
}

/* Whether lanes find e, an element or a part of one, at places of their own. */
static bool is_apart(const struct before *x, const struct expr *e)
{
    const struct depend *d = &x->depend;
    struct lanes_subscripts subs;
    long long by;

    if (!(depend_expr(d, e) & ON_LANE))
        return false;
    if (e->amp != AMP_VIEW_ELEMENT || !lanes_subscripts(e, &subs))
        return true;
    for (int i = 0; i < subs.n - 1; i++)
        if (depend_expr(d, subs.at[i]) & ON_LANE)
            return true;
    return !grows(x, subs.at[subs.n - 1], &by) || by != 1;
}

/* Notes e, if it is one that is taken. */
static bool note_element(struct before *x, const struct expr *e)
{
    struct found f = {.element = e};
    struct names names = {x, &f, true};
    struct walker w = {.data = &names, .expr_pre = names_expr};
    long long numbers = 1;

    if (!e->type || !type_is_arithmetic(e->type) || !arrays_element(e) ||
        !lanes_has_vector(e->type) || e->type->size < 4 || e->type->kind == TYPE_ENUM ||
        !is_apart(x, e))
        return false;
    walk_expr(&w, (struct expr *)e);
    if (!names.holds)
        return false;
    for (int i = 0; i < x->n; i++)
        if (expr_is_same(x->found[i].element, e))
            return true;
    for (int i = 0; i < f.n; i++)
        numbers *= f.nest[i].rounds;
    if (x->n == FOUND_MAX || x->numbers + numbers > NUMBERS_MAX)
        return false;
    x->numbers += (int)numbers;
    x->found[x->n++] = f;
    return true;
}

static bool find_expr(struct walker *w, struct expr *e)
{
    if (e->kind == EXPR_COND || (e->kind == EXPR_BINARY && (e->op == OP_LAND || e->op == OP_LOR))) {
        walk_expr(w, e->a);
        return false;
    }
    if (e->chosen)
        walk_expr(w, e->chosen);
    return !e->chosen && e->kind != EXPR_SIZEOF && !note_element(w->data, e);
}

/* Types as written evaluate nothing here. */
static bool find_spec(struct walker *w, struct spec *s)
{
    (void)w;
    (void)s;
    return false;
}

static bool find_declarator(struct walker *w, struct declarator *d)
{
    (void)w;
    (void)d;
    return false;
}

/* Looks at what each round evaluates; false: it may not come to what is behind s. */
static bool find(struct before *x, struct stmt *s)
{
    struct walker w = {
        .data = x, .expr_pre = find_expr, .spec_pre = find_spec, .declarator_pre = find_declarator};
    bool goes_on = true;

    if (s->kind == STMT_COMPOUND) {
        for (int i = 0; i < s->items.n && goes_on; i++)
            goes_on = find(x, s->items.at[i]);
    } else if (s->kind == STMT_EXPR || s->kind == STMT_DECL) {
        walk_stmt(&w, s);
    } else if (s->kind == STMT_IF) {
        walk_expr(&w, s->expr);
        goes_on = !masks_jumps(s) && !stmt_contains(s, stmt_is_loop);
    } else if (x->depth < NEST_MAX && is_nest(x, s, &x->nest[x->depth])) {
        x->depth++;
        goes_on = find(x, s->body);
        x->depth--;
    } else {
        goes_on = s->kind == STMT_EMPTY;
    }
    return goes_on;
}

/* ---- what is made ---- */

struct replace {
    const struct symbol *what;
    struct expr *by;
    struct maker *make;
};

static bool replace_name(struct tree_edit *t, struct expr **at)
{
    struct replace *r = t->data;
    struct tree_clone k;

    if ((*at)->kind != EXPR_NAME || (*at)->symbol != r->what)
        return true;
    k = tree_clone_begin(r->make->c);
    *at =
        make_cast(r->make, type_unqualified(r->make->c, r->what->type), tree_clone_expr(&k, r->by));
    return false;
}

/* Whether the loop has a first round; NULL: it is not known. */
static struct expr *first_test(struct before *x, const struct stmt *s)
{
    const struct init_declarator *d = counter_of(s);
    struct tree_clone k = tree_clone_begin(x->make->c);
    struct replace r = {d ? d->symbol : NULL, d ? d->init->expr : NULL, x->make};
    struct tree_edit edit = {.data = &r, .expr_pre = replace_name};
    struct expr *test;

    if (!s->expr || !expr_is_pure(s->expr) || s->init || (s->kind == STMT_FOR && s->decl && !d) ||
        (s->kind != STMT_FOR && s->kind != STMT_WHILE) || (d && !expr_is_pure(d->init->expr)))
        return NULL;
    test = tree_clone_expr(&k, s->expr);
    if (d)
        tree_edit_expr(&edit, &test);
    return test;
}

/* The variable, or the element of an array, that an element is read into, by the nests' counters or
 * those that a table has for them. */
static struct expr *own_of(struct before *x, const struct found *f, struct tree_clone *k)
{
    struct maker *m = x->make;
    struct expr *own = make_name(m, f->own);

    for (int i = 0; i < f->n; i++) {
        struct expr *at = make_name(m, tree_clone_of(k, f->nest[i].counter));
        if (f->nest[i].begin)
            at = make_binary(m, OP_SUB, at, make_int(m, f->nest[i].begin, at->type));
        own = make_subscript(m, own, at);
    }
    return own;
}

static struct stmt *load_of(struct before *x, const struct found *f)
{
    struct maker *m = x->make;
    struct tree_clone k = tree_clone_begin(m->c);
    struct symbol *at[NEST_MAX];
    struct stmt *s;

    for (int i = 0; i < f->n; i++) {
        struct type *t = type_unqualified(m->c, f->nest[i].counter->type);
        at[i] = make_local(m, "at", t, 0);
        node_table_put(&k.map, f->nest[i].counter, at[i]);
    }
    s = make_effect(m,
                    make_assign(m, OP_ASSIGN, own_of(x, f, &k), tree_clone_expr(&k, f->element)));
    for (int i = f->n - 1; i >= 0; i--)
        s = make_for(
            m, make_declare(m, at[i], make_init(m, make_int(m, f->nest[i].begin, at[i]->type))),
            make_binary(m, OP_LT, make_name(m, at[i]),
                        make_int(m, f->nest[i].begin + f->nest[i].rounds, at[i]->type)),
            make_unary(m, OP_POSTINC, make_name(m, at[i])), s);
    return s;
}

static bool replace_element(struct tree_edit *t, struct expr **at)
{
    struct before *x = t->data;
    struct tree_clone k = tree_clone_begin(x->make->c);

    for (int i = 0; i < x->n; i++)
        if (expr_is_same(x->found[i].element, *at)) {
            x->make->loc = (*at)->loc;
            *at = own_of(x, &x->found[i], &k);
            return false;
        }
    return true;
}

/* Puts what reads the elements before the loop. */
static void read_before(struct before *x, struct stmt **at, struct expr *test)
{
    struct maker *m = x->make;
    struct tree_edit edit = {.data = x, .expr_pre = replace_element};
    struct stmt *all = make_block(m, NULL, 0), *loads = make_block(m, NULL, 0);

    for (int i = 0; i < x->n; i++) {
        struct found *f = &x->found[i];
        struct type *t = type_unqualified(m->c, f->element->type);
        for (int k = f->n - 1; k >= 0; k--)
            t = type_array(m->c, t, f->nest[k].rounds);
        m->loc = f->element->loc;
        f->own = make_local(m, "own", t, 0);
        block_add(m, all, make_declare(m, f->own, NULL));
        block_add(m, loads, load_of(x, f));
    }
    tree_edit_stmt(&edit, &(*at)->body);
    block_add(m, all, make_if(m, test, loads, NULL));
    block_add(m, all, *at);
    *at = all;
}

static bool before_stmt(struct tree_edit *t, struct stmt **at)
{
    struct before *x = t->data;
    struct stmt *s = *at;
    struct walker w = {.data = x, .expr_pre = change_expr, .decl_pre = change_decl};
    struct expr *test = stmt_is_loop(s) ? first_test(x, s) : NULL;

    if (!test)
        return true;
    x->changes = (struct node_table){.arena = &x->make->c->arena};
    x->fits = true;
    x->n = x->depth = 0;
    walk_stmt(&w, s);
    if (!x->fits)
        return true;
    find(x, s->body);
    if (x->n)
        read_before(x, at, test);
    return true;
}

void block_before(struct maker *m, struct block_kernel *b)
{
    struct before x = {.make = m, .kernel = b};
    struct tree_edit edit = {.data = &x, .stmt_pre = before_stmt};

    if (!stmt_contains(b->one, stmt_is_loop))
        return;
    x.depend = depend_of(m->c, b->one, b->index, b->launch->rank, false);
    tree_edit_stmt(&edit, &b->one);
}
