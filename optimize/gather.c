/* gather.c - elements that lanes find at places of their own in one line of memory: loaded and
 * stored by vectors of subscripts, which some processors have instructions for.
 *
 * Taken are elements whose subscripts but the last are the same in all lanes, also those of C
 * arrays. Lanes that do not run
 * neither load nor store.
 *
 * Example: `x[i] = y[table[i]]` with lanes along i: y's elements at a vector of 16 subscripts.
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

/* The node of an operation on the elements of the lanes that run; NULL: they are no such ones. */
static struct expr *elements(struct block *b, enum amp_op op, struct type *t, const struct expr *e,
                             int row)
{
    struct type *number = type_basic(TYPE_INT);
    struct lanes_subscripts subs;
    struct expr *line, *at, *made, *mask;

    if (!is_gathered(b, e, &subs))
        return NULL;
    line = first_of_line(b, e, row);
    if (!line)
        return NULL;
    at = lanes_vector(b, subs.at[subs.n - 1], row);
    if (at && subs.at[subs.n - 1]->type->kind != TYPE_INT)
        at = lanes_node(b, AMP_LANES_CONVERT, lanes_type(b, number), at, NULL);
    made = lanes_node(b, op, t, line, at);
    mask = b->mask ? lanes_name(b, b->mask->lanes) : lanes_fill(b, make_int(&b->make, -1, number));
    vec_push(&b->c->arena, &made->args, mask);
    block_apart(b, 2L * LANES, e->loc);
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

    if (!is_gathered(b, to, &subs))
        return false;
    value = lanes_vector(b, e, row);
    made = elements(b, AMP_LANES_SCATTER, type_basic(TYPE_VOID), to, row);
    if (!made)
        return false;
    vec_push(&b->c->arena, &made->args, value);
    block_put(b, make_effect(&b->make, made));
    return true;
}
