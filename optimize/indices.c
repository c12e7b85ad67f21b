/* indices.c - local variables of index<N> and extent<N> as ints, one for each component, and what
 * is done with such values as a whole by their components: subscripts of views, comparisons,
 * contains().
 *
 * Example: `index<2> to(i[0], i[1] + 1); if (v.extent.contains(to)) v[to] = 0; to += 2;` becomes
 * `int to.0 = i[0], to.1 = i[1] + 1; if (0 <= to.0 && to.0 < v.extent[0] && ...)
 * v[index<2>(to.0, to.1)] = 0; { to.0 += 2; to.1 += 2; }`.
 *
 * Taken apart are variables whose values are made of components, other such values, or sums of
 * them, and that are used by components with constant numbers, or by value. An address, or a
 * component whose number is computed, leaves a variable whole. Relies on sema/tree. */
#include "optimize/internal.h"

#include <string.h>

#include "parser/walk.h"
#include "sema/tree/edit.h"
#include "sema/types/amp.h"
#include "sema/types/expr.h"
#include "sema/types/pure.h"

struct indices {
    struct maker *make;
    struct tree_clone clone;
    struct tree_edit edit;
    struct node_table fit;   /* variables that can be taken apart: 1 */
    struct node_table whole; /* nodes that name one as a value: 1 */
    struct node_table parts; /* the variables for its components: struct symbol ** */
    bool lambdas;            /* there are lambdas in the body, which may name any variable */
};

static bool is_tuple_type(const struct type *t)
{
    return type_is_amp(t, AMP_TYPE_INDEX) || type_is_amp(t, AMP_TYPE_EXTENT);
}

static bool is_tuple(const struct expr *e)
{
    return e->type && is_tuple_type(e->type);
}

/* ---- values that have components ---- */

static bool are_components(const expr_vec *args, int rank)
{
    if (args->n != rank)
        return false;
    for (int i = 0; i < args->n; i++)
        if (!type_is_arithmetic(args->at[i]->type) || !expr_is_pure(args->at[i]))
            return false;
    return true;
}

static bool has_parts(const struct expr *e)
{
    e = expr_evaluated(e);
    if (!is_tuple(e))
        return e->type && type_is_integer(e->type) && expr_is_pure(e);
    if (e->kind == EXPR_CONSTRUCT && e->args.n == 1 && is_tuple(e->args.at[0]))
        return has_parts(e->args.at[0]);
    if (e->kind == EXPR_CONSTRUCT)
        return e->args.n == 0 || are_components(&e->args, e->type->rank);
    if (e->amp == AMP_INDEX_BINARY)
        return has_parts(e->a) && has_parts(e->b);
    if (e->kind == EXPR_COND)
        return e->b && expr_is_pure(e->a) && has_parts(e->b) && has_parts(e->c);
    return e->kind == EXPR_NAME ||
           ((e->kind == EXPR_MEMBER || e->amp == AMP_TO_INDEX) && expr_is_pure(e));
}

/* Notes the variables that such a value names as a whole. */
static void note_whole(struct indices *x, const struct expr *e)
{
    const struct expr *v = expr_evaluated(e);

    if (!is_tuple(v))
        return;
    node_table_set(&x->whole, v, 1);
    if (v->kind == EXPR_CONSTRUCT && v->args.n == 1)
        note_whole(x, v->args.at[0]);
    if (v->amp == AMP_INDEX_BINARY)
        note_whole(x, v->a);
    if (v->amp == AMP_INDEX_BINARY || v->kind == EXPR_COND)
        note_whole(x, v->b);
    if (v->kind == EXPR_COND)
        note_whole(x, v->c);
}

static struct expr *edited(struct indices *x, const struct expr *e)
{
    struct expr *copy = tree_clone_expr(&x->clone, e);

    tree_edit_expr(&x->edit, &copy);
    return copy;
}

/* A new node for component k of a value that has parts; of an int, itself. */
static struct expr *part(struct indices *x, const struct expr *e, int k)
{
    struct maker *m = x->make;
    struct type *of_int = type_basic(TYPE_INT);
    const struct expr *v = expr_evaluated(e);
    struct symbol **parts =
        v->kind == EXPR_NAME && v->symbol ? node_table_find(&x->parts, v->symbol) : NULL;

    if (!is_tuple(v))
        return make_convert(m, of_int, edited(x, v));
    if (v->kind == EXPR_CONSTRUCT && v->args.n == 1 && is_tuple(v->args.at[0]))
        return part(x, v->args.at[0], k);
    if (v->kind == EXPR_CONSTRUCT)
        return v->args.n ? make_convert(m, of_int, edited(x, v->args.at[k]))
                         : make_int(m, 0, of_int);
    if (v->amp == AMP_INDEX_BINARY)
        return make_binary(m, v->op, part(x, v->a, k), part(x, v->b, k));
    if (v->kind == EXPR_COND)
        return make_cond(m, edited(x, v->a), part(x, v->b, k), part(x, v->c, k));
    if (parts)
        return make_name(m, parts[k]);
    return make_subscript(m, edited(x, v), make_int(m, k, of_int));
}

/* ---- variables ---- */

/* What a variable of index<N> begins with, if that is a single value. */
static const struct expr *beginning(const struct init_declarator *v)
{
    if (v->constructed)
        return v->args.n == 1 && is_tuple(v->args.at[0]) ? v->args.at[0] : NULL;
    return v->init ? v->init->expr : NULL;
}

/* Components may have side effects here: each is evaluated once. */
static bool begins_with_parts(const struct init_declarator *v)
{
    const struct expr *e = beginning(v);

    if (e)
        return is_tuple(e) && has_parts(e);
    for (int i = 0; i < v->args.n; i++)
        if (!type_is_arithmetic(v->args.at[i]->type))
            return false;
    return !v->init && (v->args.n == 0 || v->args.n == v->symbol->type->rank);
}

static void note_variables(struct indices *x, const struct decl *d)
{
    for (int k = 0; d->kind == DECL_VARS && k < d->declarators.n; k++) {
        const struct init_declarator *v = d->declarators.at[k];
        const struct type *t = v->symbol ? v->symbol->type : NULL;
        if (!t || !is_tuple_type(t) || t->reference || t->rank > LANES_RANK ||
            t->quals & QUAL_VOLATILE ||
            v->symbol->storage & (STORAGE_STATIC | STORAGE_TILE_STATIC) || !begins_with_parts(v))
            continue;
        node_table_set(&x->fit, v->symbol, 1);
        if (beginning(v))
            note_whole(x, beginning(v));
    }
}

static bool finds_variable(struct walker *w, struct stmt *s)
{
    for (int i = 0; s->kind == STMT_COMPOUND && i < s->items.n; i++)
        if (s->items.at[i]->kind == STMT_DECL)
            note_variables(w->data, s->items.at[i]->decl);
    if (s->kind == STMT_FOR && s->decl)
        note_variables(w->data, s->decl);
    return true;
}

static const struct symbol *fit_name(const struct indices *x, const struct expr *e)
{
    const struct expr *name = expr_evaluated(e);

    return name->kind == EXPR_NAME && name->symbol && node_table_get(&x->fit, name->symbol, 0)
               ? name->symbol
               : NULL;
}

/* The variable of which e is a component with a constant number; NULL: e is none. */
static const struct symbol *component_of(const struct indices *x, const struct expr *e)
{
    return e->amp == AMP_INDEX_SUBSCRIPT && e->b->constant && e->b->value >= 0 &&
                   e->b->value < e->a->type->rank
               ? fit_name(x, e->a)
               : NULL;
}

/* ---- changes of a variable as a whole ---- */

/* The variable that e changes to a value that has parts; NULL: e is something else. */
static const struct symbol *changed(const struct indices *x, const struct expr *e)
{
    bool step = e->amp == AMP_INDEX_STEP, set = e->amp == AMP_COPY && e->kind == EXPR_ASSIGN;

    if (!step && (!(set || e->amp == AMP_INDEX_ASSIGN) || !has_parts(e->b)))
        return NULL;
    return fit_name(x, e->a);
}

struct naming {
    const struct symbol *symbol;
    bool found;
};

static bool finds_name(struct walker *w, struct expr *e)
{
    struct naming *n = w->data;

    n->found |= e->kind == EXPR_NAME && e->symbol == n->symbol;
    return true;
}

static bool names(const struct expr *e, const struct symbol *v)
{
    struct naming n = {.symbol = v};
    struct walker w = {.data = &n, .expr_pre = finds_name};

    walk_expr(&w, (struct expr *)e);
    return n.found;
}

/* Whether a component of e depends on another component of the variable v. */
static bool mixes(const struct expr *e, const struct symbol *v)
{
    e = expr_evaluated(e);
    if (e->amp == AMP_INDEX_BINARY)
        return mixes(e->a, v) || mixes(e->b, v);
    return (e->kind != EXPR_NAME || !is_tuple(e)) && names(e, v);
}

/* Component k of what e, such a change, does: NULL if it adds nothing. */
static struct expr *changed_part(struct indices *x, const struct expr *e, int k)
{
    struct maker *m = x->make;
    struct expr *to = part(x, e->a, k), *by;

    if (e->amp == AMP_INDEX_STEP)
        return make_unary(m, e->op == OP_PREINC || e->op == OP_POSTINC ? OP_PREINC : OP_PREDEC, to);
    by = part(x, e->b, k);
    if (by->constant && by->value == 0 && (e->op == OP_ADD || e->op == OP_SUB))
        return NULL;
    return make_assign(m, e->op, to, by);
}

/* ---- uses ---- */

/* The place of the index in a subscript of a view by one; NULL: e is none. */
static struct expr **index_place(struct expr *e)
{
    struct expr **at;

    if (e->amp != AMP_VIEW_ELEMENT || (e->kind == EXPR_CALL && e->args.n != 1))
        return NULL;
    at = e->kind == EXPR_CALL ? &e->args.at[0] : &e->b;
    return *at && is_tuple(expr_evaluated(*at)) ? at : NULL;
}

/* Whether e asks for what its operands' components say: a comparison, or contains(). */
static bool asks(const struct expr *e)
{
    if (e->amp == AMP_INDEX_COMPARE)
        return has_parts(e->a) && has_parts(e->b);
    return e->kind == EXPR_CALL && e->amp == AMP_EXTENT_CONTAINS && e->a->kind == EXPR_MEMBER &&
           is_tuple(e->a->a) && expr_is_pure(e->a->a) && has_parts(e->a->a) && e->args.n == 1 &&
           is_tuple(e->args.at[0]) && has_parts(e->args.at[0]);
}

static const struct type *function_type(const struct type *t)
{
    t = t && t->kind == TYPE_POINTER ? t->base : t;
    return t && t->kind == TYPE_FUNCTION ? t : NULL;
}

/* Notes the operands of a call or construction that it gets by value. */
static void note_values(struct indices *x, const struct expr *e)
{
    const struct type *f = e->kind == EXPR_CALL ? function_type(e->a->type) : NULL;

    if (e->kind == EXPR_CALL && e->amp == AMP_NONE && !f)
        return;
    for (int i = 0; i < e->args.n; i++)
        if (is_tuple(e->args.at[i]) && !(f && (i >= f->params.n || f->params.at[i]->reference)))
            note_whole(x, e->args.at[i]);
}

static bool finds_use(struct walker *w, struct expr *e)
{
    struct indices *x = w->data;
    struct expr **at = index_place(e);

    x->lambdas |= e->kind == EXPR_LAMBDA;
    if (component_of(x, e))
        return false;
    if (at)
        note_whole(x, *at);
    if (e->kind == EXPR_CALL || e->kind == EXPR_CONSTRUCT)
        note_values(x, e);
    if (e->amp == AMP_INDEX_COMPARE || e->amp == AMP_INDEX_BINARY) {
        note_whole(x, e->a);
        note_whole(x, e->b);
    }
    if (e->kind == EXPR_CALL && e->amp == AMP_EXTENT_CONTAINS && e->a->kind == EXPR_MEMBER)
        note_whole(x, e->a->a);
    if (e->amp == AMP_COPY || e->amp == AMP_INDEX_ASSIGN)
        note_whole(x, e->b);
    if (e->kind == EXPR_NAME && e->symbol && !node_table_get(&x->whole, e, 0))
        node_table_set(&x->fit, e->symbol, 0);
    return true;
}

/* Notes what effects change as a whole, which they may. */
static void note_effect(struct indices *x, const struct expr *e, bool alone)
{
    const struct symbol *v;

    e = e ? expr_unparen((struct expr *)e) : NULL;
    if (e && e->op == OP_COMMA && e->kind == EXPR_BINARY) {
        note_effect(x, e->a, false);
        note_effect(x, e->b, false);
        return;
    }
    v = e ? changed(x, e) : NULL;
    if (v && (alone || e->amp == AMP_INDEX_STEP || !mixes(e->b, v)))
        node_table_set(&x->whole, expr_evaluated(e->a), 1);
}

static bool finds_effect(struct walker *w, struct stmt *s)
{
    if (s->kind == STMT_EXPR)
        note_effect(w->data, s->expr, true);
    if (s->kind == STMT_FOR)
        note_effect(w->data, s->step, false);
    return true;
}

/* ---- the edit ---- */

static bool is_apart(const struct indices *x, const struct symbol *v)
{
    return v && node_table_find(&x->parts, v);
}

/* An index made of components. */
static struct expr *joined(struct indices *x, const struct expr *e)
{
    struct expr *parts[LANES_RANK];

    for (int k = 0; k < e->type->rank; k++)
        parts[k] = part(x, e, k);
    return make_construct(x->make, type_unqualified(x->make->c, e->type), parts, e->type->rank);
}

/* What contains() or a comparison says, in tests of the components. */
static struct expr *answer(struct indices *x, const struct expr *e)
{
    struct maker *m = x->make;
    bool contains = e->amp == AMP_EXTENT_CONTAINS;
    const struct expr *a = contains ? e->a->a : e->a, *b = contains ? e->args.at[0] : e->b;
    struct expr *all = NULL;

    for (int k = 0; k < expr_evaluated(b)->type->rank; k++) {
        struct expr *one = contains
                               ? make_binary(m, OP_LAND,
                                             make_binary(m, OP_GE, part(x, b, k),
                                                         make_int(m, 0, type_basic(TYPE_INT))),
                                             make_binary(m, OP_LT, part(x, b, k), part(x, a, k)))
                               : make_binary(m, e->op, part(x, a, k), part(x, b, k));
        all = all ? make_binary(m, e->op == OP_NE && !contains ? OP_LOR : OP_LAND, all, one) : one;
    }
    return make_convert(m, e->type, all);
}

/* A chain of effects with its changes of whole variables by components. */
static struct expr *changed_chain(struct indices *x, struct expr *e)
{
    struct maker *m = x->make;
    struct expr *inner = expr_unparen(e), *all = NULL;

    if (inner->op == OP_COMMA && inner->kind == EXPR_BINARY)
        return make_binary(m, OP_COMMA, changed_chain(x, inner->a), changed_chain(x, inner->b));
    if (!changed(x, inner) || !is_apart(x, changed(x, inner)))
        return e;
    for (int k = 0; k < inner->a->type->rank; k++) {
        struct expr *one = changed_part(x, inner, k);
        all = !one ? all : all ? make_binary(m, OP_COMMA, all, one) : one;
    }
    return all ? all : make_int(m, 0, type_basic(TYPE_INT));
}

/* `a = value;` where a component depends on others of a: all are computed first. */
static struct stmt *changed_at_once(struct indices *x, const struct expr *e)
{
    struct maker *m = x->make;
    struct stmt *block = make_block(m, NULL, 0);
    struct symbol *now[LANES_RANK];
    int rank = e->a->type->rank;

    for (int k = 0; k < rank; k++) {
        now[k] = make_local(m, "now", type_basic(TYPE_INT), 0);
        block_add(m, block, make_declare(m, now[k], make_init(m, part(x, e->b, k))));
    }
    for (int k = 0; k < rank; k++)
        block_add(m, block,
                  make_effect(m, make_assign(m, e->op, part(x, e->a, k), make_name(m, now[k]))));
    return block;
}

static bool edit_expr(struct tree_edit *t, struct expr **e)
{
    struct indices *x = t->data;
    const struct symbol *of = component_of(x, *e);
    struct expr **at = index_place(*e);
    const struct expr *value = at ? expr_evaluated(*at) : *e;

    x->make->loc = (*e)->loc;
    if (of && is_apart(x, of)) {
        *e = make_name(x->make, ((struct symbol **)node_table_find(&x->parts, of))[(*e)->b->value]);
        return false;
    }
    if (asks(*e)) {
        *e = answer(x, *e);
        return false;
    }
    if ((value->kind == EXPR_NAME && is_apart(x, value->symbol)) ||
        (at && (value->amp == AMP_INDEX_BINARY || value->kind == EXPR_COND) &&
         value->type->rank <= LANES_RANK && has_parts(value)))
        *(at ? at : e) = joined(x, value);
    else
        return true;
    return at != NULL;
}

/* Adds the components of a variable to a block, but the one that is 'left', whose declaration it
 * returns. */
static struct stmt *declare_parts(struct indices *x, const struct init_declarator *v,
                                  struct stmt *block, int left)
{
    struct maker *m = x->make;
    struct type *of_int = type_basic(TYPE_INT);
    int rank = v->symbol->type->rank;
    struct symbol **parts = arena_array(&m->c->arena, struct symbol *, rank);
    const struct expr *e = beginning(v);
    struct stmt *last = NULL;

    m->loc = v->symbol->loc;
    for (int k = 0; k < rank; k++) {
        struct expr *value = e           ? part(x, e, k)
                             : v->args.n ? make_convert(m, of_int, edited(x, v->args.at[k]))
                                         : make_int(m, 0, of_int);
        struct stmt *one;
        parts[k] = make_local(m, v->symbol->name, of_int, 0);
        one = make_declare(m, parts[k], make_init(m, value));
        if (k == left)
            last = one;
        else
            block_add(m, block, one);
    }
    node_table_put(&x->parts, v->symbol, parts);
    return last;
}
/* Adds a declaration, one statement for each variable. */
static void edit_decl(struct indices *x, struct stmt *of, struct stmt *block)
{
    struct arena *a = &x->make->c->arena;

    for (int i = 0; i < of->decl->declarators.n; i++) {
        struct init_declarator *v = of->decl->declarators.at[i];
        struct stmt *one;
        if (v->symbol && node_table_get(&x->fit, v->symbol, 0)) {
            declare_parts(x, v, block, -1);
            continue;
        }
        one = arena_new(a, struct stmt);
        *one = *of;
        one->decl = arena_new(a, struct decl);
        *one->decl = *of->decl;
        memset(&one->decl->declarators, 0, sizeof one->decl->declarators);
        vec_push(a, &one->decl->declarators, v);
        vec_push(a, &block->items, one);
    }
}

static bool has_variable(const struct indices *x, const struct stmt *s)
{
    for (int i = 0;
         s->kind == STMT_DECL && s->decl->kind == DECL_VARS && i < s->decl->declarators.n; i++) {
        const struct symbol *v = s->decl->declarators.at[i]->symbol;
        if (v && node_table_get(&x->fit, v, 0))
            return true;
    }
    return false;
}

static void edit_item(struct indices *x, struct stmt *item, struct stmt *block)
{
    if (has_variable(x, item)) {
        edit_decl(x, item, block);
        return;
    }
    vec_push(&x->make->c->arena, &block->items, item);
}

/* The component that a loop counts by its step; -1: it does something else. */
static int counted(const struct indices *x, const struct stmt *loop, const struct symbol *v)
{
    const struct expr *step = loop->step ? expr_unparen(loop->step) : NULL;
    const struct expr *to = step && step->a ? expr_evaluated(step->a) : NULL;

    if (!to || (step->kind != EXPR_UNARY && step->kind != EXPR_ASSIGN))
        return -1;
    if (component_of(x, to) == v)
        return (int)to->b->value;
    return changed(x, step) == v && v->type->rank == 1 ? 0 : -1;
}

static bool are_fit(const struct indices *x, const struct decl *d)
{
    for (int i = 0; i < d->declarators.n; i++)
        if (!d->declarators.at[i]->symbol ||
            !node_table_get(&x->fit, d->declarators.at[i]->symbol, 0))
            return false;
    return true;
}

/* `for (index<2> a(..); ...; a[1]++)`: what the loop counts stays its own, the rest is declared
 * around it. */
static void edit_loop(struct indices *x, struct stmt **at)
{
    struct stmt *loop = *at, *block = make_block(x->make, NULL, 0), *own = NULL;
    const struct decl *d = loop->decl;

    if (d && are_fit(x, d)) {
        for (int i = 0; i < d->declarators.n; i++) {
            const struct init_declarator *v = d->declarators.at[i];
            struct stmt *one = declare_parts(x, v, block, counted(x, loop, v->symbol));
            own = one ? one : own;
        }
        loop->decl = own ? own->decl : NULL;
        block_add(x->make, block, loop);
        *at = block;
    }
    if (loop->step)
        loop->step = changed_chain(x, loop->step);
}

static void edit_effect(struct indices *x, struct stmt **at)
{
    struct expr *e = expr_unparen((*at)->expr);
    const struct symbol *v = e ? changed(x, e) : NULL;
    struct stmt *block;

    if (!e || !is_apart(x, v)) {
        if (e)
            (*at)->expr = changed_chain(x, (*at)->expr);
        return;
    }
    x->make->loc = e->loc;
    if (e->amp != AMP_INDEX_STEP && mixes(e->b, v)) {
        *at = changed_at_once(x, e);
        return;
    }
    block = make_block(x->make, NULL, 0);
    for (int k = 0; k < v->type->rank; k++) {
        struct expr *one = changed_part(x, e, k);
        if (one)
            block_add(x->make, block, make_effect(x->make, one));
    }
    *at = block;
}

static bool edit_stmt(struct tree_edit *t, struct stmt **s)
{
    struct stmt *block = *s;
    stmt_vec items = block->items;

    if (block->kind == STMT_FOR)
        edit_loop(t->data, s);
    if (block->kind == STMT_EXPR)
        edit_effect(t->data, s);
    if (block->kind != STMT_COMPOUND)
        return true;
    memset(&block->items, 0, sizeof block->items);
    for (int i = 0; i < items.n; i++)
        edit_item(t->data, items.at[i], block);
    return true;
}

void block_indices(struct maker *m, struct stmt **body)
{
    struct indices x = {.make = m, .clone = tree_clone_begin(m->c)};
    struct walker variables = {.data = &x, .stmt_pre = finds_variable};
    struct walker uses = {.data = &x, .expr_pre = finds_use, .stmt_pre = finds_effect};

    x.fit.arena = x.whole.arena = x.parts.arena = &m->c->arena;
    x.edit = (struct tree_edit){.data = &x, .expr_pre = edit_expr, .stmt_pre = edit_stmt};
    walk_stmt(&variables, *body);
    walk_stmt(&uses, *body);
    if (!x.lambdas)
        tree_edit_stmt(&x.edit, body);
}
