/* indices.c - local variables of index<N> as ints, one for each component, and subscripts by
 * indices as subscripts by their components.
 *
 * Example: `index<2> to(i[0], i[1] + 1); v[to] = v[i + index<2>(0, 2)];` becomes
 * `int to.0 = i[0], to.1 = i[1] + 1; v[index<2>(to.0, to.1)] = v[index<2>(i[0] + 0, i[1] + 2)];`.
 *
 * Taken apart are variables that begin with components, another index or a sum of such, and of
 * which nothing else is used than components with constant numbers, and the whole as such a value
 * or as subscript of a view. Relies on sema/tree. */
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

static bool is_index(const struct expr *e)
{
    return e->type && type_is_amp(e->type, AMP_TYPE_INDEX);
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
    if (!is_index(e))
        return e->type && type_is_integer(e->type) && expr_is_pure(e);
    if (e->kind == EXPR_CONSTRUCT && e->args.n == 1 && is_index(e->args.at[0]))
        return has_parts(e->args.at[0]);
    if (e->kind == EXPR_CONSTRUCT)
        return are_components(&e->args, e->type->rank);
    if (e->amp == AMP_INDEX_BINARY)
        return has_parts(e->a) && has_parts(e->b);
    return e->kind == EXPR_NAME ||
           ((e->kind == EXPR_MEMBER || e->amp == AMP_TO_INDEX) && expr_is_pure(e));
}

/* Notes the variables that such a value names as a whole. */
static void note_whole(struct indices *x, const struct expr *e)
{
    const struct expr *v = expr_evaluated(e);

    if (!is_index(v))
        return;
    node_table_set(&x->whole, v, 1);
    if (v->kind == EXPR_CONSTRUCT && v->args.n == 1)
        note_whole(x, v->args.at[0]);
    if (v->amp == AMP_INDEX_BINARY) {
        note_whole(x, v->a);
        note_whole(x, v->b);
    }
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

    if (!is_index(v))
        return make_convert(m, of_int, edited(x, v));
    if (v->kind == EXPR_CONSTRUCT && v->args.n == 1 && is_index(v->args.at[0]))
        return part(x, v->args.at[0], k);
    if (v->kind == EXPR_CONSTRUCT)
        return make_convert(m, of_int, edited(x, v->args.at[k]));
    if (v->amp == AMP_INDEX_BINARY)
        return make_binary(m, v->op, part(x, v->a, k), part(x, v->b, k));
    if (parts)
        return make_name(m, parts[k]);
    return make_subscript(m, edited(x, v), make_int(m, k, of_int));
}

/* ---- variables ---- */

/* What a variable of index<N> begins with, if that is a single value. */
static const struct expr *beginning(const struct init_declarator *v)
{
    if (v->constructed)
        return v->args.n == 1 && is_index(v->args.at[0]) ? v->args.at[0] : NULL;
    return v->init ? v->init->expr : NULL;
}

static bool begins_with_parts(const struct init_declarator *v)
{
    const struct expr *e = beginning(v);

    return e ? is_index(e) && has_parts(e)
             : v->constructed && are_components(&v->args, v->symbol->type->rank);
}

static bool finds_variable(struct walker *w, struct stmt *s)
{
    struct indices *x = w->data;

    for (int i = 0; s->kind == STMT_COMPOUND && i < s->items.n; i++) {
        const struct stmt *item = s->items.at[i];
        if (item->kind != STMT_DECL || item->decl->kind != DECL_VARS)
            continue;
        for (int k = 0; k < item->decl->declarators.n; k++) {
            const struct init_declarator *v = item->decl->declarators.at[k];
            const struct type *t = v->symbol ? v->symbol->type : NULL;
            if (!t || !type_is_amp(t, AMP_TYPE_INDEX) || t->reference || t->rank > 3 ||
                t->quals & QUAL_VOLATILE ||
                v->symbol->storage & (STORAGE_STATIC | STORAGE_TILE_STATIC) ||
                !begins_with_parts(v))
                continue;
            node_table_set(&x->fit, v->symbol, 1);
            if (beginning(v))
                note_whole(x, beginning(v));
        }
    }
    return true;
}

/* The variable of which e is a component with a constant number; NULL: e is none. */
static const struct symbol *component_of(const struct indices *x, const struct expr *e)
{
    const struct expr *name = e->amp == AMP_INDEX_SUBSCRIPT ? expr_evaluated(e->a) : NULL;

    return name && name->kind == EXPR_NAME && name->symbol && e->b->constant && e->b->value >= 0 &&
                   e->b->value < name->type->rank && node_table_get(&x->fit, name->symbol, 0)
               ? name->symbol
               : NULL;
}

/* The place of the index in a subscript of a view by one; NULL: e is none. */
static struct expr **index_place(struct expr *e)
{
    struct expr **at;

    if (e->amp != AMP_VIEW_ELEMENT || (e->kind == EXPR_CALL && e->args.n != 1))
        return NULL;
    at = e->kind == EXPR_CALL ? &e->args.at[0] : &e->b;
    return *at && is_index(expr_evaluated(*at)) ? at : NULL;
}

static bool finds_use(struct walker *w, struct expr *e)
{
    struct indices *x = w->data;
    struct expr **at = index_place(e);

    x->lambdas |= e->kind == EXPR_LAMBDA;
    if (component_of(x, e))
        return false;
    if (at && has_parts(*at))
        note_whole(x, *at);
    if (e->kind == EXPR_NAME && e->symbol && !node_table_get(&x->whole, e, 0))
        node_table_set(&x->fit, e->symbol, 0);
    return true;
}

/* ---- the edit ---- */

/* An index made of such components. */
static struct expr *joined(struct indices *x, const struct expr *e, struct expr **parts)
{
    return make_construct(x->make, type_unqualified(x->make->c, e->type), parts, e->type->rank);
}

static bool edit_expr(struct tree_edit *t, struct expr **e)
{
    struct indices *x = t->data;
    const struct symbol *of = component_of(x, *e);
    struct expr **at = index_place(*e), *parts[3];
    const struct expr *value = at ? expr_evaluated(*at) : (*e)->kind == EXPR_NAME ? *e : NULL;
    bool whole = value && value->kind == EXPR_NAME && value->symbol &&
                 node_table_find(&x->parts, value->symbol);

    x->make->loc = (*e)->loc;
    if (of) {
        *e = make_name(x->make, ((struct symbol **)node_table_find(&x->parts, of))[(*e)->b->value]);
        return false;
    }
    if (!whole &&
        !(at && value->amp == AMP_INDEX_BINARY && value->type->rank <= 3 && has_parts(value)))
        return true;
    for (int k = 0; k < value->type->rank; k++)
        parts[k] = part(x, value, k);
    *(at ? at : e) = joined(x, value, parts);
    return at != NULL;
}

static void declare_parts(struct indices *x, const struct init_declarator *v, struct stmt *block)
{
    struct maker *m = x->make;
    struct arena *a = &m->c->arena;
    int rank = v->symbol->type->rank;
    struct symbol **parts = arena_array(a, struct symbol *, rank);
    const struct expr *e = beginning(v);

    m->loc = v->symbol->loc;
    for (int k = 0; k < rank; k++) {
        struct expr *value =
            e ? part(x, e, k) : make_convert(m, type_basic(TYPE_INT), edited(x, v->args.at[k]));
        parts[k] = make_local(m, v->symbol->name, type_basic(TYPE_INT), 0);
        vec_push(a, &block->items, make_declare(m, parts[k], make_init(m, value)));
    }
    node_table_put(&x->parts, v->symbol, parts);
}

/* Adds a declaration, one statement for each variable. */
static void edit_decl(struct indices *x, struct stmt *of, struct stmt *block)
{
    struct arena *a = &x->make->c->arena;

    for (int i = 0; i < of->decl->declarators.n; i++) {
        struct init_declarator *v = of->decl->declarators.at[i];
        struct stmt *one;
        if (v->symbol && node_table_get(&x->fit, v->symbol, 0)) {
            declare_parts(x, v, block);
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

static bool edit_stmt(struct tree_edit *t, struct stmt **s)
{
    struct stmt *block = *s;
    stmt_vec items = block->items;

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
    struct walker uses = {.data = &x, .expr_pre = finds_use};

    x.fit.arena = x.whole.arena = x.parts.arena = &m->c->arena;
    x.edit = (struct tree_edit){.data = &x, .expr_pre = edit_expr, .stmt_pre = edit_stmt};
    walk_stmt(&variables, *body);
    walk_stmt(&uses, *body);
    if (!x.lambdas)
        tree_edit_stmt(&x.edit, body);
}
