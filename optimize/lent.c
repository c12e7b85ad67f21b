/* lent.c - objects that functions get by their addresses: where the body of such a function stands
 * in the place of its call, its parameter is another name of the object.
 *
 * Taken are variables of numbers, arrays of numbers, and elements and parts of such, and to read,
 * those of elements of views, for parameters that the function subscripts, dereferences, or lends
 * to other functions in turn, and uses in no other way: so each of these is the object that the
 * pointer leads to, whatever else names it. What says which part it is, the subscripts of the
 * address, is computed once, before the body.
 *
 * Example: with `void add(float *p, float x) { p[1] += x; }`, `add(&a[k], 2)` is `int at = k; float
 * x = 2; a[at + 1] += x;`. It relies on sema/tree. */
#include "optimize/internal.h"

#include "parser/walk.h"
#include "sema/tree/edit.h"
#include "sema/types/expr.h"

/* ---- addresses ---- */

/* Whether t is the type of a number, or of an array of numbers, that may be const and no more. */
static bool is_lendable(const struct type *t)
{
    for (; t->kind == TYPE_ARRAY; t = t->base)
        if (t->quals & ~(unsigned)QUAL_CONST)
            return false;
    return type_is_arithmetic(t) && !(t->quals & ~(unsigned)QUAL_CONST);
}

bool lent_is_parameter(const struct symbol *s)
{
    return s && s->kind == SYMBOL_PARAM && s->type->kind == TYPE_POINTER &&
           is_lendable(s->type->base);
}

/* An address without what leaves it the same address. */
static const struct expr *plain(const struct expr *e)
{
    return expr_inner_const(e, EXPR_PAST_SELECTIONS | EXPR_PAST_CONVERSIONS);
}

/* The object that e, an address, is that of, or leads into, by decay or &; NULL: it is another one.
 */
static const struct expr *object_of(const struct expr *e)
{
    e = plain(e);
    if (expr_is_decay(e) || (e->kind == EXPR_UNARY && e->op == OP_ADDR && e->amp == AMP_NONE))
        return expr_evaluated(e->a);
    return NULL;
}

static bool is_address(const struct expr *e)
{
    return e->type && e->type->kind == TYPE_POINTER;
}

/* The address that an element, or what * gives, belongs to; NULL: e is something else. */
static const struct expr *base_of(const struct expr *e)
{
    bool element = e->kind == EXPR_SUBSCRIPT || (e->kind == EXPR_UNARY && e->op == OP_DEREF);

    return element && e->amp == AMP_NONE && is_address(e->a) ? plain(e->a) : NULL;
}

/* The address that a sum begins with, and what is added; NULL: e is something else. */
static const struct expr *sum_of(const struct expr *e, struct expr **added)
{
    bool first;

    if (e->kind != EXPR_BINARY || e->op != OP_ADD || e->amp != AMP_NONE || !is_address(e))
        return NULL;
    first = is_address(e->a);
    *added = first ? e->b : e->a;
    return first ? e->a : e->b;
}

static const struct expr *sum_base(const struct expr *e)
{
    struct expr *added;

    return sum_of(e, &added);
}

const struct symbol *lent_root(const struct expr *e, struct walker *w)
{
    for (;;) {
        const struct expr *object = is_address(e) ? object_of(e) : expr_evaluated(e), *base;
        struct expr *added;
        if (!object) {
            e = plain(e);
            base = sum_of(e, &added);
            if (!base)
                return e->kind == EXPR_NAME && lent_is_parameter(e->symbol) ? e->symbol : NULL;
            if (w)
                walk_expr(w, added);
            e = base;
            continue;
        }
        if (object->kind == EXPR_SUBSCRIPT && base_of(object) && w)
            walk_expr(w, object->b);
        if (base_of(object))
            e = base_of(object);
        else if (object->kind == EXPR_MEMBER && object->member)
            e = object->a;
        else
            return object->kind == EXPR_NAME ? object->symbol : NULL;
        if (!e->type || !(is_address(e) || e->type->kind == TYPE_RECORD))
            return NULL;
    }
}

bool lent_is_element(const struct expr *e)
{
    return e->type && type_is_arithmetic(e->type) && base_of(e) &&
           lent_is_parameter(lent_root(e, NULL));
}

/* ---- objects ---- */

/* Whether a subscript of a view is a number, or a variable. */
static bool is_place(const struct expr *e)
{
    return type_is_arithmetic(e->type) || expr_evaluated(e)->kind == EXPR_NAME;
}

/* Whether e is an element of a view that has a name, or a part of one. */
static bool is_of_view(const struct expr *e)
{
    for (e = arrays_element(e); e && (e->amp == AMP_VIEW_ELEMENT || e->amp == AMP_VIEW_ROW);
         e = expr_evaluated(e->a)) {
        for (int i = 0; i < e->args.n; i++)
            if (!is_place(e->args.at[i]))
                return false;
        if (e->kind != EXPR_CALL && !is_place(e->b))
            return false;
    }
    return e && e->kind == EXPR_NAME && e->symbol;
}

/* Whether e is a variable of the thread's, or captured, an element of a view, or a part of one. */
static bool is_part(const struct expr *e)
{
    if (arrays_element(e))
        return is_of_view(e);
    while (arrays_outer(e))
        e = arrays_outer(e);
    return e->kind == EXPR_NAME && e->symbol &&
           (e->symbol->kind == SYMBOL_VAR || e->symbol->kind == SYMBOL_PARAM) &&
           !(e->symbol->storage & STORAGE_TILE_STATIC) && !e->symbol->type->reference;
}

/* Whether both are numbers of a type, or arrays of as many, but for const. */
static bool is_like(const struct type *a, const struct type *b)
{
    while (a->kind == TYPE_ARRAY && b->kind == TYPE_ARRAY && a->length == b->length) {
        a = a->base;
        b = b->base;
    }
    return type_is_arithmetic(a) && type_same_unqualified(a, b);
}

/* ---- rows ---- */

/* Whether a function keeps to the elements of a row that it gets. Pointers of C programs run from
 * one row of an array into the next, and compilers that keep the array in registers drop what does
 * so by subscripts (codegen/kernel/kernel_row.c). */
struct within {
    struct maker *make;
    const struct symbol *param;
    long long length;
    struct node_table counters; /* of loops: struct range, inside */
    bool holds;
};

enum { MANY = 1 << 20 };
struct range {
    long long least, most;
};

/* Between which numbers e is; false: it is not known. */
static bool range_of(const struct within *x, const struct expr *e, struct range *r)
{
    struct range *counter, a, b;

    e = expr_evaluated(e);
    if (e->constant) {
        *r = (struct range){e->value, e->value};
        return e->value > -MANY && e->value < MANY;
    }
    if (e->kind == EXPR_NAME && e->symbol) {
        counter = node_table_find(&x->counters, e->symbol);
        *r = counter ? *counter : (struct range){0, 0};
        return counter;
    }
    if (e->kind == EXPR_CONVERT && is_whole(e->a->type) && is_whole(e->type))
        return range_of(x, e->a, r) && r->least >= 0;
    if (e->kind != EXPR_BINARY || (e->op != OP_ADD && e->op != OP_SUB && e->op != OP_MUL) ||
        !range_of(x, e->a, &a) || !range_of(x, e->b, &b))
        return false;
    if (e->op == OP_ADD)
        *r = (struct range){a.least + b.least, a.most + b.most};
    else if (e->op == OP_SUB)
        *r = (struct range){a.least - b.most, a.most - b.least};
    else
        *r = (struct range){a.least * b.least, a.most * b.most};
    return r->most < MANY && r->least > -MANY &&
           (e->op == OP_MUL ? a.least >= 0 && b.least >= 0
                            : r->least >= 0 || !type_is_unsigned(e->type));
}

struct changes {
    const struct symbol *symbol;
    bool found;
};

static bool find_change(struct walker *w, struct expr *e)
{
    struct changes *c = w->data;
    bool changes = e->kind == EXPR_ASSIGN ||
                   (e->kind == EXPR_UNARY && (op_is_step(e->op) || e->op == OP_ADDR));

    c->found |= changes && depend_root(e->a) == c->symbol;
    for (int i = 0; e->kind == EXPR_CALL && i < e->args.n; i++)
        c->found |= expr_refers(e, i) && depend_root(e->args.at[i]) == c->symbol;
    return !c->found;
}

/* Whether e counts s up, or down, by a constant. */
static bool counts(const struct expr *e, const struct symbol *s, bool up)
{
    bool step = e->kind == EXPR_UNARY && (up ? e->op == OP_PREINC || e->op == OP_POSTINC
                                             : e->op == OP_PREDEC || e->op == OP_POSTDEC);
    bool sum = e->kind == EXPR_ASSIGN && e->op == (up ? OP_ADD : OP_SUB) && e->b->constant &&
               e->b->type->kind == TYPE_INT && e->b->value > 0; /* 4294967295u goes back */

    return (step || sum) && expr_evaluated(e->a)->kind == EXPR_NAME &&
           expr_evaluated(e->a)->symbol == s;
}

/* Notes the counter of for (int k = a; k < b; k += c), or of one that counts down to a constant, if
 * nothing else changes it. */
static bool note_counter(struct walker *w, struct stmt *s)
{
    struct within *x = w->data;
    bool one = s->kind == STMT_FOR && s->decl && s->decl->declarators.n == 1 && s->expr && s->step;
    const struct init_declarator *d = one ? s->decl->declarators.at[0] : NULL;
    const struct expr *test = d ? expr_evaluated(s->expr) : NULL;
    const struct expr *begin = d && d->init ? d->init->expr : NULL;
    struct changes c = {d ? d->symbol : NULL, false};
    struct walker changes = {.data = &c, .expr_pre = find_change};
    struct range *r;
    long long end;
    bool up, closed;

    if (!begin || !c.symbol || c.symbol->type->kind != TYPE_INT || !begin->constant ||
        test->kind != EXPR_BINARY || expr_evaluated(test->a)->kind != EXPR_NAME ||
        expr_evaluated(test->a)->symbol != c.symbol || !test->b->constant)
        return true;
    up = test->op == OP_LT || test->op == OP_LE;
    closed = test->op == OP_LE || test->op == OP_GE;
    end = test->b->value;
    walk_stmt(&changes, s->body);
    if ((!up && test->op != OP_GT && test->op != OP_GE) || c.found || begin->value <= -MANY ||
        begin->value >= MANY || end <= -MANY || end >= MANY ||
        !counts(expr_evaluated(s->step), c.symbol, up))
        return true;
    r = arena_new(&x->make->c->arena, struct range);
    *r = up ? (struct range){begin->value, end - !closed}
            : (struct range){end + !closed, begin->value};
    node_table_put(&x->counters, c.symbol, r);
    return true;
}

static bool is_within(struct maker *m, const struct symbol *f, int i, long long length);

static bool look_within(struct walker *w, struct expr *e)
{
    struct within *x = w->data;
    const struct expr *object = is_address(e) ? object_of(e) : NULL;
    const struct expr *sum = sum_base(e);
    const struct expr *base = sum ? plain(sum) : base_of(object ? object : e);
    const struct expr *name = e->kind == EXPR_CALL && e->amp == AMP_NONE ? expr_strip(e->a) : NULL;
    const struct symbol *callee = name && name->kind == EXPR_NAME && name->symbol
                                      ? symbol_version(name->symbol, RESTRICT_AMP)
                                      : NULL;
    struct range r;

    if (base && base->kind == EXPR_NAME && base->symbol == x->param)
        x->holds &=
            !sum && !(object && !expr_is_decay(plain(e))) &&
            (e->kind == EXPR_SUBSCRIPT ? range_of(x, e->b, &r) && r.least >= 0 && r.most < x->length
                                       : x->length > 0);
    for (int i = 0; callee && i < e->args.n; i++) {
        const struct expr *arg = plain(e->args.at[i]);
        if (arg->kind == EXPR_NAME && arg->symbol == x->param)
            x->holds &= i < callee->params.n && callee->definition &&
                        is_within(x->make, callee, i, x->length);
    }
    return x->holds;
}

static bool is_within(struct maker *m, const struct symbol *f, int i, long long length)
{
    struct within x = {m, f->params.at[i], length, {.arena = &m->c->arena}, true};
    struct walker counters = {.data = &x, .stmt_pre = note_counter};
    struct walker w = {.data = &x, .expr_pre = look_within};

    walk_stmt(&counters, f->definition->body);
    walk_stmt(&w, f->definition->body);
    return x.holds;
}

/* ---- what is lent ---- */

static bool is_const(const struct type *t)
{
    while (t->kind == TYPE_ARRAY && !(t->quals & QUAL_CONST))
        t = t->base;
    return t->quals & QUAL_CONST;
}

bool lent_is_stored(const struct symbol *param)
{
    return !is_const(param->type->base);
}

/* What an address leads into, and the steps to it, each by a subscript: an array, or a variable or
 * part that is a number. */
struct way {
    const struct expr *whole; /* NULL: it is not taken */
    VEC(const struct expr *) steps;
};

static struct way way_of(struct arena *a, const struct expr *e)
{
    struct way w = {0};

    for (;;) {
        const struct expr *object = object_of(e);
        e = plain(e);
        if (object && !expr_is_decay(e) && base_of(object)) {
            if (object->kind == EXPR_SUBSCRIPT)
                vec_push(a, &w.steps, object->b);
            e = base_of(object);
        } else if (object) {
            bool array = expr_is_decay(e);
            if (is_part(object) && is_lendable(object->type) &&
                (array || (!w.steps.n && object->type->kind != TYPE_ARRAY)))
                w.whole = object;
            return w;
        } else {
            struct expr *added;
            e = sum_of(e, &added);
            if (!e)
                return w;
            vec_push(a, &w.steps, added);
        }
    }
}

struct uses {
    const struct symbol *param;
    bool single; /* of one object, not those beside it */
};

static bool look_use(struct walker *w, struct expr *e)
{
    struct uses *u = w->data;
    const struct expr *sum = sum_base(e), *base = sum ? plain(sum) : base_of(e);

    if (base && base->kind == EXPR_NAME && base->symbol == u->param)
        u->single &= !sum && (e->kind == EXPR_UNARY || (e->b->constant && !e->b->value));
    return true;
}

bool lent_fits(struct maker *m, const struct symbol *f, int i, const struct expr *arg)
{
    const struct symbol *param = f->params.at[i];
    struct uses u = {param, true};
    struct walker w = {.data = &u, .expr_pre = look_use};
    struct way way = {0};
    const struct expr *whole;
    long long length;

    if (lent_is_parameter(param))
        way = way_of(&m->c->arena, arg);
    whole = way.whole;
    if (!whole || ((is_const(whole->type) || arrays_element(whole)) && lent_is_stored(param)))
        return false;
    walk_stmt(&w, f->definition->body);
    if (whole->type->kind != TYPE_ARRAY)
        return u.single && is_like(whole->type, param->type->base);
    length = whole->type->length;
    for (int k = 0; k < way.steps.n; k++)
        length = way.steps.at[k]->constant ? length - way.steps.at[k]->value : 0;
    return is_like(whole->type->base, param->type->base) &&
           (!arrays_outer(whole) || u.single || is_within(m, f, i, length));
}

/* ---- order ---- */

struct order {
    const struct expr *full, *call;
    const struct symbol *root;
    bool stores; /* the call, perhaps */
    bool holds;
};

static bool look_order(struct walker *w, struct expr *e)
{
    struct order *o = w->data;
    bool changes = e->kind == EXPR_ASSIGN || (e->kind == EXPR_UNARY && op_is_step(e->op));

    if (e == o->call)
        return false;
    if (changes && depend_root(e->a) == o->root) {
        if (e != expr_evaluated(o->full) || e->kind != EXPR_ASSIGN)
            o->holds = false;
        arrays_walk(w, expr_evaluated(e->a)); /* stored to when all else is done */
        walk_expr(w, e->b);
        return false;
    }
    o->holds &= !(o->stores && e->kind == EXPR_NAME && e->symbol == o->root);
    if (e->kind != EXPR_CALL || e->amp != AMP_NONE)
        return true;
    for (int i = 0; i < e->args.n; i++) /* calls are done one after the other */
        if (!is_address(e->args.at[i]) || lent_root(e->args.at[i], w) != o->root)
            walk_expr(w, e->args.at[i]);
    return false;
}

bool lent_in_order(const struct expr *full, const struct expr *call, const struct symbol *param,
                   const struct expr *arg)
{
    struct order o = {full, call, lent_root(arg, NULL), lent_is_stored(param), true};
    struct walker w = {.data = &o, .expr_pre = look_order};

    if (full)
        walk_expr(&w, (struct expr *)full);
    return o.holds;
}

/* ---- the body ---- */

/* What says which part it is becomes a variable, unless it is a constant. */
static struct expr *settled(struct maker *m, const struct expr *e, struct stmt *block)
{
    struct tree_clone k = tree_clone_begin(m->c);
    struct symbol *at;

    if (e->constant)
        return tree_clone_expr(&k, e);
    at = make_local(m, "at", type_unqualified(m->c, e->type), 0);
    block_add(m, block, make_declare(m, at, make_init(m, tree_clone_expr(&k, e))));
    return make_name(m, at);
}

/* The same of the subscripts of an element, if there is one; variables that are none of numbers
 * stay as they are. */
static void settle_element(struct maker *m, struct expr *e, struct stmt *block)
{
    for (; e && (e->amp == AMP_VIEW_ELEMENT || e->amp == AMP_VIEW_ROW);
         e = (struct expr *)expr_evaluated(e->a)) {
        for (int i = 0; i < e->args.n; i++)
            if (type_is_arithmetic(e->args.at[i]->type))
                e->args.at[i] = settled(m, e->args.at[i], block);
        if (e->kind != EXPR_CALL && type_is_arithmetic(e->b->type))
            e->b = settled(m, e->b, block);
    }
}

struct lent lent_of(struct maker *m, const struct expr *arg, struct stmt *block)
{
    struct way w = way_of(&m->c->arena, arg);
    struct tree_clone k = tree_clone_begin(m->c);
    struct lent l = {tree_clone_expr(&k, w.whole), NULL};

    for (struct expr *e = l.whole; e; e = (struct expr *)arrays_outer(e))
        if (e->kind == EXPR_SUBSCRIPT && e->amp == AMP_NONE)
            e->b = settled(m, e->b, block);
    settle_element(m, (struct expr *)arrays_element(l.whole), block);
    for (int i = 0; i < w.steps.n; i++) {
        struct expr *step = settled(m, w.steps.at[i], block);
        l.at = l.at ? make_binary(m, OP_ADD, l.at, step) : step;
    }
    return l;
}

struct lending {
    struct maker *make;
    const struct node_table *lent; /* parameters: struct lent */
};

static const struct lent *lent_to(const struct lending *x, const struct expr *e)
{
    return e && e->kind == EXPR_NAME && e->symbol ? node_table_find(x->lent, e->symbol) : NULL;
}

static struct expr *copied(struct maker *m, const struct expr *e)
{
    struct tree_clone k = tree_clone_begin(m->c);

    return tree_clone_expr(&k, e);
}

static bool edit_lent(struct tree_edit *t, struct expr **at)
{
    const struct lending *x = t->data;
    struct maker *m = x->make;
    struct expr *e = *at, *place;
    const struct lent *l = lent_to(x, base_of(e) ? base_of(e) : e);
    bool array = l && l->whole->type->kind == TYPE_ARRAY;

    if (!l)
        return true;
    m->loc = e->loc;
    if (e->kind == EXPR_SUBSCRIPT && array)
        tree_edit_expr(t, &e->b);
    place = copied(m, l->whole);
    if (!array) {
        *at = e->kind == EXPR_NAME ? make_unary(m, OP_ADDR, place) : place;
    } else if (e->kind == EXPR_NAME) {
        place = make_convert(m, type_pointer(m->c, l->whole->type->base), place);
        *at = l->at ? make_binary(m, OP_ADD, place, copied(m, l->at)) : place;
    } else {
        struct expr *n = l->at ? copied(m, l->at) : NULL;
        if (e->kind == EXPR_SUBSCRIPT)
            n = n ? make_binary(m, OP_ADD, n, e->b) : e->b;
        *at = make_subscript(m, place, n ? n : make_int(m, 0, type_basic(TYPE_INT)));
    }
    return false;
}

void lent_edit(struct maker *m, struct stmt **body, const struct node_table *lent)
{
    struct lending x = {m, lent};
    struct tree_edit edit = {.data = &x, .expr_pre = edit_lent};

    tree_edit_stmt(&edit, body);
}
