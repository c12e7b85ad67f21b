/* arrays.c - C arrays and structs that a kernel reads numbers from by subscripts and members:
 * constant tables, captured ones, and its own.
 *
 * Of an array that nobody stores to, all threads find the same number behind the same subscripts;
 * where these differ between lanes, each lane loads its own. What the thread does not read is not
 * read: a subscript that is no constant may be outside of the array anywhere else, so such an
 * element counts as memory (block_reads).
 *
 * Example: in `for (int k = -2; k <= 2; k++) sum += w[k + 2] * in[i + k];` of lanes along i, w's
 * element is one number for all of them. It relies on depend.c. */
#include "optimize/internal.h"

#include "parser/walk.h"
#include "sema/tree/edit.h"
#include "sema/types/expr.h"

bool arrays_is_element(const struct expr *e)
{
    return e->kind == EXPR_SUBSCRIPT && e->amp == AMP_NONE && expr_is_decay(expr_evaluated(e->a));
}

const struct expr *arrays_outer(const struct expr *e)
{
    if (arrays_is_element(e))
        return expr_evaluated(expr_evaluated(e->a)->a);
    return e->kind == EXPR_MEMBER && e->member ? expr_evaluated(e->a) : NULL;
}

const struct symbol *arrays_root(const struct expr *e)
{
    const struct expr *outer;

    e = expr_evaluated(e);
    if (!e->type || !(type_is_arithmetic(e->type) || e->type->kind == TYPE_RECORD) ||
        !arrays_outer(e))
        return NULL;
    while ((outer = arrays_outer(e)) != NULL)
        e = outer;
    return e->kind == EXPR_NAME && e->symbol &&
                   (e->symbol->kind == SYMBOL_VAR || e->symbol->kind == SYMBOL_PARAM)
               ? e->symbol
               : NULL;
}

void arrays_walk(struct walker *w, const struct expr *e)
{
    for (; e; e = arrays_outer(e))
        if (e->kind == EXPR_SUBSCRIPT)
            walk_expr(w, e->b);
}

const struct expr *arrays_element(const struct expr *e)
{
    const struct expr *outer;

    for (e = expr_evaluated(e); (outer = arrays_outer(e)) != NULL;)
        e = outer;
    return e->amp == AMP_VIEW_ELEMENT ? e : NULL;
}

void arrays_walk_element(struct walker *w, const struct expr *e)
{
    for (e = expr_evaluated(e); arrays_outer(e); e = arrays_outer(e))
        if (e->kind == EXPR_SUBSCRIPT)
            walk_expr(w, e->b);
    walk_expr(w, e->a);
    walk_expr(w, e->b);
    for (int i = 0; i < e->args.n; i++)
        walk_expr(w, e->args.at[i]);
}

bool arrays_is_inside(const struct expr *e)
{
    const struct type *t = expr_evaluated(e->a)->a->type;

    return e->b->constant && e->b->value >= 0 && e->b->value < t->length;
}

bool block_reads(const struct expr *e)
{
    if (e->amp == AMP_VIEW_ELEMENT)
        return true;
    if (e->amp == AMP_INDEX_SUBSCRIPT) /* a component of an index or extent */
        return !e->b->constant;
    if (e->type->kind == TYPE_VECTOR) /* of arrays that blocks make */
        return false;
    if (!arrays_is_element(e))
        return e->kind == EXPR_SUBSCRIPT && e->amp == AMP_NONE;
    return !arrays_is_inside(e);
}

bool block_note_reads(struct walker *w, struct expr *e)
{
    bool *reads = w->data;

    *reads |= block_reads(e);
    return !*reads;
}

bool arrays_tile_step(struct block *b, const struct expr *e, long long *step)
{
    enum { FAR = 1 << 20 };
    const struct symbol *root = type_is_arithmetic(e->type) ? arrays_root(e) : NULL;
    long long bytes = 0, own;

    if (!root || !(root->storage & STORAGE_TILE_STATIC))
        return false;
    for (const struct expr *part = expr_evaluated(e); arrays_outer(part);
         part = arrays_outer(part)) {
        if (part->kind == EXPR_MEMBER && (part->member->packed || part->member->bits >= 0))
            return false;
        if (part->kind != EXPR_SUBSCRIPT)
            continue;
        /* Lanes that do not run may have any subscript: the first one's must not wrap around. */
        if (part->type->size > FAR || !lanes_subscript_step(b, part->b, &own) ||
            (b->mask && (type_is_unsigned(part->b->type) || !lanes_step(b, part->b, &own))))
            return false;
        bytes += own * part->type->size;
    }
    *step = bytes / e->type->size;
    return bytes % e->type->size == 0 && *step > -FAR && *step < FAR;
}

/* ---- declarations ---- */

bool arrays_are_numbers(const struct type *t)
{
    if (t->kind != TYPE_ARRAY)
        return false;
    while (t->kind == TYPE_ARRAY)
        t = t->base;
    return type_is_arithmetic(t);
}

int arrays_length(const struct type *t)
{
    enum { MANY = 1 << 20 };
    long long n = 1;

    for (; t->kind == TYPE_ARRAY; t = t->base)
        n = t->length > 0 && n < MANY ? n * t->length : MANY;
    return (int)(n < MANY ? n : MANY);
}

/* Whether braces have nothing but braces, and expressions, for the elements of t. */
static bool has_braces(const struct init *init, const struct type *t)
{
    if (t->kind != TYPE_ARRAY)
        return init->expr != NULL;
    if (init->expr)
        return false;
    for (int i = 0; i < init->items.n; i++)
        if (!has_braces(init->items.at[i].init, t->base))
            return false;
    return true;
}

bool arrays_have_vectors(const struct init_declarator *v)
{
    enum { MOST = 64 };
    const struct type *t = v->symbol->type;

    if (arrays_length(t) > MOST || (v->init && !has_braces(v->init, t)))
        return false;
    while (t->kind == TYPE_ARRAY)
        t = t->base;
    return lanes_has_vector(t);
}

/* ---- arrays of a row ---- */

struct type *arrays_type(struct block *b, struct type *t)
{
    if (t->kind == TYPE_ARRAY)
        return type_array(b->c, arrays_type(b, t->base), t->length);
    return lanes_type(b, t);
}

struct init *arrays_init(struct block *b, const struct init *init, int row, bool vectors)
{
    struct init *copy = tree_clone_init(&b->clones[row], init);

    if (copy && copy->expr)
        copy->expr = vectors ? lanes_vector(b, init->expr, row) : lanes_first(b, init->expr, row);
    for (int i = 0; copy && i < copy->items.n; i++)
        copy->items.at[i].init = arrays_init(b, init->items.at[i].init, row, vectors);
    return copy;
}

struct init *arrays_zeros(struct block *b, struct type *t)
{
    struct init *inner =
        t->kind == TYPE_ARRAY ? arrays_zeros(b, t->base) : make_init(&b->make, lanes_zero(b, t));

    return t->kind == TYPE_ARRAY ? make_init_list(&b->make, &inner, 1) : inner;
}

bool arrays_differ(const struct depend *d, const struct expr *e)
{
    const struct symbol *root = arrays_root(e);

    return root && root->type->kind == TYPE_ARRAY &&
           (unsigned)node_table_get(&d->on, root, 0) & ON_LANE;
}

/* The vector for an element that names the row's array. */
static struct expr *vector_of(struct block *b, const struct expr *e)
{
    e = expr_evaluated(e);
    if (e->kind == EXPR_NAME)
        return lanes_name(b, e->symbol);
    return make_subscript(&b->make, vector_of(b, arrays_outer(e)), e->b);
}

struct expr *arrays_lane(struct block *b, const struct expr *e, struct symbol *lane,
                         struct tree_edit *edit)
{
    const struct symbol *root = arrays_root(e);
    const struct var *v = root ? node_table_find(&b->vars, root) : NULL;
    struct expr *element;

    if (!v || v->kind != VAR_VECTOR || root->type->kind != TYPE_ARRAY)
        return NULL;
    element = vector_of(b, e);
    for (struct expr *a = element; a; a = (struct expr *)arrays_outer(a))
        if (a->kind == EXPR_SUBSCRIPT)
            tree_edit_expr(edit, &a->b);
    return lanes_node(b, AMP_LANES_LANE, element->type->base, element,
                      lane ? make_name(&b->make, lane)
                           : make_int(&b->make, 0, type_basic(TYPE_INT)));
}

/* Whether lanes differ in a subscript of an element. */
static bool parts(const struct depend *d, const struct expr *e)
{
    for (e = expr_evaluated(e); e; e = arrays_outer(e))
        if (e->kind == EXPR_SUBSCRIPT && depend_expr(d, e->b) & ON_LANE)
            return true;
    return false;
}

struct symbol *arrays_target(struct block *b, const struct expr *e, int row)
{
    return arrays_differ(&b->depend, e) && !parts(&b->depend, e)
               ? tree_clone_of(&b->clones[row], arrays_root(e))
               : NULL;
}

struct expr *arrays_lanes(struct block *b, const struct expr *e, int row)
{
    e = expr_evaluated(e);
    if (e->kind == EXPR_NAME)
        return lanes_name(b, tree_clone_of(&b->clones[row], e->symbol));
    return make_subscript(&b->make, arrays_lanes(b, arrays_outer(e), row),
                          lanes_first(b, e->b, row));
}
