/* gather.c - elements that lanes find at places of their own in one line of memory: loaded and
 * stored by vectors of subscripts, which some processors have instructions for.
 *
 * Taken are elements whose subscripts but the last are the same in all lanes, also those of C
 * arrays; and the same part of elements that are structs, if these are as far from each other in
 * all lanes. Lanes that do not run neither load nor store.
 *
 * Examples: `x[i] = y[table[i]]` with lanes along i: y's elements at a vector of 16 subscripts.
 * `x[i] = v[i].at[k]`, at[] being 8 floats: at[k] of the first lane's element, and the floats 8, 16
 * and so on behind it.
 *
 * It relies on lanes.c. */
#include "optimize/internal.h"

#include "sema/tree/edit.h"
#include "sema/types/builtin.h"
#include "sema/types/expr.h"

/* The subscripts of an element of a view; the last one of one of a C array. */
static bool subscripts_of(const struct expr *e, struct lanes_subscripts *subs)
{
    if (e->amp == AMP_VIEW_ELEMENT)
        return lanes_subscripts(e, subs);
    if (!arrays_is_element(e) || !arrays_root(e))
        return false;
    *subs = (struct lanes_subscripts){.at = {e->b}, .n = 1};
    return true;
}

/* Whether e is such an element; its subscripts. */
static bool is_gathered(struct block *b, const struct expr *e, struct lanes_subscripts *subs)
{
    if (!lanes_compute(e->type) || !subscripts_of(e, subs) ||
        !is_whole(subs->at[subs->n - 1]->type) ||
        (e->amp == AMP_NONE &&
         (arrays_differ(&b->depend, e) || depend_expr(&b->depend, e->a) & ON_LANE)))
        return false;
    for (int i = 0; i < subs->n - 1; i++)
        if (depend_expr(&b->depend, subs->at[i]) & ON_LANE)
            return false;
    return depend_expr(&b->depend, subs->at[subs->n - 1]) & ON_LANE;
}

/* Whether all steps from an element to its part e are whole numbers at their natural places, which
 * all lanes take. */
static bool is_same_part(struct block *b, const struct expr *e)
{
    for (e = expr_evaluated(e); arrays_outer(e); e = arrays_outer(e)) {
        const struct expr *outer = arrays_outer(e);
        if (e->type->quals & QUAL_VOLATILE ||
            (e->kind == EXPR_SUBSCRIPT && depend_expr(&b->depend, e->b) & ON_LANE) ||
            (e->kind == EXPR_MEMBER &&
             (e->member->packed || e->member->bits >= 0 || outer->type->kind != TYPE_RECORD)))
            return false;
    }
    return !(e->type->quals & QUAL_VOLATILE);
}

/* Whether e is the same part of structs that are as far from each other in all lanes, or such an
 * element of a tile_static array; how many numbers of its type that is. */
static bool is_strided(struct block *b, const struct expr *e, long long *stride)
{
    enum { FAR = 1 << 26 };
    const struct expr *element = arrays_element(e);
    struct lanes_subscripts subs;
    long long step;

    if (lanes_compute(e->type) && arrays_tile_step(b, e, stride))
        return *stride != 0;
    if (!element || element == expr_evaluated(e) || element->type->kind != TYPE_RECORD ||
        !lanes_compute(e->type) || element->type->size % e->type->size ||
        element->type->size > FAR || !is_same_part(b, e) || !lanes_subscripts(element, &subs))
        return false;
    for (int i = 0; i < subs.n - 1; i++)
        if (depend_expr(&b->depend, subs.at[i]) & ON_LANE)
            return false;
    if (!lanes_subscript_step(b, subs.at[subs.n - 1], &step) || !step)
        return false;
    *stride = step * (element->type->size / e->type->size);
    return *stride > -FAR && *stride < FAR;
}

struct replace {
    const struct expr *what;
    struct expr *by;
};

static bool replace_expr(struct tree_edit *t, struct expr **at)
{
    struct replace *r = t->data;

    if (*at != r->what)
        return true;
    *at = r->by;
    return false;
}

/* The line's first element. */
static struct expr *first_of_line(struct block *b, const struct expr *e, int row)
{
    struct expr *copy = lanes_first(b, e, row);
    struct lanes_subscripts subs;
    struct replace r = {NULL, make_int(&b->make, 0, type_basic(TYPE_INT))};
    struct tree_edit edit = {.data = &r, .expr_pre = replace_expr};

    if (!subscripts_of(copy, &subs))
        return NULL;
    r.what = subs.at[subs.n - 1];
    tree_edit_expr(&edit, &copy);
    return copy;
}

/* Where the lanes' elements are, from *line on: a vector of subscripts; NULL: they are no such
 * ones. */
static struct expr *places(struct block *b, const struct expr *e, int row, struct expr **line)
{
    struct type *number = type_basic(TYPE_INT);
    struct lanes_subscripts subs;
    long long stride;
    struct expr *at;

    if (is_strided(b, e, &stride)) {
        *line = lanes_first(b, e, row);
        return lanes_node(b, AMP_LANES_STEPS, lanes_type(b, number),
                          make_int(&b->make, stride, number), NULL);
    }
    *line = is_gathered(b, e, &subs) ? first_of_line(b, e, row) : NULL;
    if (!*line)
        return NULL;
    at = lanes_vector(b, subs.at[subs.n - 1], row);
    if (at && subs.at[subs.n - 1]->type->kind != TYPE_INT)
        at = lanes_node(b, AMP_LANES_CONVERT, lanes_type(b, number), at, NULL);
    return at;
}

/* The node of an operation on the elements of the lanes that run; NULL: they are no such ones. */
static struct expr *elements(struct block *b, enum amp_op op, struct type *t, const struct expr *e,
                             int row)
{
    struct expr *line, *at = places(b, e, row, &line), *made, *mask;

    if (!line)
        return NULL;
    made = lanes_node(b, op, t, line, at);
    mask = b->mask ? lanes_name(b, b->mask->lanes)
                   : lanes_fill(b, make_int(&b->make, -1, type_basic(TYPE_INT)));
    vec_push(&b->c->arena, &made->args, mask);
    block_apart(b, 2L * b->lanes, e->loc);
    return made;
}

struct expr *gather_value(struct block *b, const struct expr *e, int row)
{
    struct expr *value = elements(b, AMP_LANES_GATHER, lanes_type(b, e->type), e, row);

    return value ? lanes_name(b, lanes_temporary(b, e->type, value)) : NULL;
}

bool gather_store(struct block *b, const struct expr *to, const struct expr *e, int row)
{
    struct expr *value, *made;
    struct lanes_subscripts subs;
    long long stride;

    if (!is_gathered(b, to, &subs) && !is_strided(b, to, &stride))
        return false;
    value = lanes_vector(b, e, row);
    made = elements(b, AMP_LANES_SCATTER, type_basic(TYPE_VOID), to, row);
    if (!made)
        return false;
    vec_push(&b->c->arena, &made->args, value);
    block_put(b, make_effect(&b->make, made));
    return true;
}
