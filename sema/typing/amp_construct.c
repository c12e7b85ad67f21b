/* amp_construct.c - constructors: index, extent, views and arrays, as declarations `index<2> i(1,
 * 2);` and as values.
 *
 * Which form it is (amp_construct_form) follows from the arguments' types; each is checked against
 * the element type, the rank and the sizes that are known. Example: `array_view<float, 2> a(m, w,
 * pa)` is CONSTRUCT_VIEW_SIZES over a pointer. */
#include "common/number.h"
#include "sema/types/constant.h"
#include "sema/types/pure.h"
#include "sema/typing/amp_internal.h"

/* ---- index, extent and the tiled ones ---- */

bool amp_integers(struct sema *s, expr_vec *args, int n, const char *what)
{
    bool good = true;
    for (int i = 0; i < n; i++) {
        struct expr **arg = &args->at[i];
        if (amp_is_unknown((*arg)->type))
            continue;
        if (!type_is_integer((*arg)->type)) {
            diag(s->c, DIAG_amp_arguments, (*arg)->loc,
                 "argument %d of '%s' is an integer, not '%s'", i + 1, what,
                 type_text(s->c, (*arg)->type));
            good = false;
        } else {
            sema_convert(s, arg, type_basic(TYPE_INT));
        }
    }
    return good;
}

/* Component k of an index or extent that is made from the ints of 'source', as an element of it. */
static struct expr *int_element(struct sema *s, struct expr *source, int k)
{
    struct expr *e = arena_new(&s->c->arena, struct expr),
                *at = arena_new(&s->c->arena, struct expr);
    at->kind = EXPR_INT;
    at->type = type_basic(TYPE_INT);
    at->constant = true;
    at->value = k;
    e->kind = EXPR_SUBSCRIPT;
    e->a = source;
    e->b = at;
    e->loc = e->op_loc = e->op2_loc = at->loc = source->loc;
    e->amp_code = at->amp_code = source->amp_code;
    sema_expr(s, &e);
    return e;
}

/* index<2>(a), where a is an array of ints or a pointer to them: becomes index<2>(a[0], a[1]), all
 * at the place of a. */
static void construct_from_ints(struct sema *s, const struct type *t, expr_vec *args)
{
    struct expr *source = args->at[0];
    const struct type *from = source->type;
    const char *name = type_text(s->c, t);
    if (!type_same_unqualified(from->base, type_basic(TYPE_INT)))
        diag(s->c, DIAG_amp_arguments, source->loc, "'%s' is made from an array of int, not '%s'",
             name, type_text(s->c, from));
    else if (from->kind == TYPE_ARRAY && from->length >= 0 && from->length < t->rank)
        diag(s->c, DIAG_amp_arguments, source->loc, "'%s' is made from %d ints, '%s' has %lld",
             name, t->rank, type_text(s->c, from), from->length);
    else if (!expr_is_pure(source))
        diag(s->c, DIAG_amp_arguments, source->loc,
             "the array that '%s' is made from is named, or read from a variable: this would be "
             "evaluated for each component",
             name);
    else
        for (int k = args->n = 0; k < t->rank; k++)
            vec_push(&s->c->arena, args, int_element(s, source, k));
}

static void construct_tuple(struct sema *s, struct type *t, expr_vec *args, struct loc where)
{
    bool can = t->amp == AMP_TYPE_INDEX || t->amp == AMP_TYPE_EXTENT;
    if (args->n == 1 && args->at[0]->type->kind == TYPE_AMP) {
        amp_convert(s, &args->at[0], amp_value_type(s->c, t), args->at[0]->loc);
        return;
    }
    if (!can && t->amp != AMP_TYPE_TILED_EXTENT) {
        diag(s->c, DIAG_amp_arguments, where, "a '%s' cannot be made, only copied",
             type_text(s->c, t));
        return;
    }
    if (args->n == 0)
        return;
    if (!can) {
        diag(s->c, DIAG_amp_arguments, where, "'%s' is made from an extent<%d>", type_text(s->c, t),
             t->rank);
        return;
    }
    if (args->n == 1 && amp_is_source(args->at[0]->type)) {
        construct_from_ints(s, t, args);
        return;
    }
    if (args->n != t->rank) {
        diag(s->c, DIAG_amp_arguments, where, "'%s' takes %d integer%s, not %d argument%s",
             type_text(s->c, t), t->rank, t->rank == 1 ? "" : "s", args->n,
             args->n == 1 ? "" : "s");
        return;
    }
    amp_integers(s, args, args->n, type_text(s->c, t));
}

/* ---- views ---- */

bool amp_is_source(const struct type *t)
{
    return t->kind == TYPE_POINTER || t->kind == TYPE_ARRAY;
}

/* The innermost element of a C array, the type itself for others. */
static struct type *innermost(struct type *t)
{
    while (t->kind == TYPE_ARRAY)
        t = t->base;
    return t;
}

bool amp_source_fits(struct sema *s, const struct expr *source, const struct type *t)
{
    struct type *element = innermost(source->type->base);
    if (amp_is_unknown(element))
        return true;
    bool is_void = source->type->kind == TYPE_POINTER && element->kind == TYPE_VOID;
    if (!is_void && !type_same_unqualified(element, t->base)) {
        diag(s->c, DIAG_view_type, source->loc, "the elements of '%s' are not '%s'",
             type_text(s->c, t), type_text(s->c, element));
        return false;
    }
    if (element->quals & QUAL_VOLATILE) {
        diag(s->c, DIAG_view_type, source->loc, "the memory of a '%s' cannot be volatile",
             type_text(s->c, t));
        return false;
    }
    return true;
}

/* Whether 'source' can be the memory of a view of type t; reports it otherwise. */
static bool backs_view(struct sema *s, const struct expr *source, const struct type *t)
{
    const struct type *element = innermost(source->type->base);
    if (!amp_source_fits(s, source, t))
        return false;
    if (amp_is_array(t) || amp_is_unknown(element))
        return true;
    if ((element->quals & QUAL_CONST) && !(t->base->quals & QUAL_CONST)) {
        diag(s->c, DIAG_view_const, source->loc,
             "'%s' would allow writing to const data; use 'array_view<const %s%s>'",
             type_text(s->c, t), type_text(s->c, t->base),
             t->rank == 1 ? "" : arena_printf(&s->c->arena, ", %d", t->rank));
        return false;
    }
    return true;
}

/* Dimensions of a C array type; *known: all lengths are known. */
static int dimensions(const struct type *t, bool *known)
{
    int n = 0;
    *known = true;
    for (; t->kind == TYPE_ARRAY; t = t->base, n++)
        if (t->length < 0)
            *known = false;
    return n;
}

/* Reports an extent that is another one than the type has. */
static bool fixed_fits(struct sema *s, const struct type *t, int k, long long value, struct loc loc)
{
    if (!t->fixed || t->fixed[k] == value)
        return true;
    diag(s->c, DIAG_view_bounds, loc, "extent %d of '%s' is %d, not %lld", k, type_text(s->c, t),
         t->fixed[k], value);
    return false;
}

/* The same for dimension k of a C array, which has to be an extent. */
static bool length_fits(struct sema *s, const struct type *t, int k, long long length,
                        struct loc loc)
{
    if (length <= INT_MAX)
        return fixed_fits(s, t, k, length, loc);
    diag(s->c, DIAG_view_bounds, loc, "extent %d of '%s' would be %lld: it is an int", k,
         type_text(s->c, t), length);
    return false;
}

/* The same for all dimensions; for rank 1 all its elements. */
static void array_fits(struct sema *s, const struct type *t, const struct type *array,
                       struct loc loc)
{
    long long all = 1;
    for (const struct type *a = array; a->kind == TYPE_ARRAY; a = a->base)
        all = number_product(all, a->length);
    if (t->rank == 1)
        length_fits(s, t, 0, all, loc);
    for (int k = 0; k < t->rank && t->rank > 1; k++, array = array->base)
        if (!length_fits(s, t, k, array->length, loc))
            return;
}

/* v(a) over a C array or a pointer to one: the array gives the extents. */
static void construct_from_array(struct sema *s, const struct type *t, const struct expr *source)
{
    const struct type *array = source->type->kind == TYPE_ARRAY ? source->type : source->type->base;
    bool known;
    int n = dimensions(array, &known);
    if (!backs_view(s, source, t))
        return;
    if (n == 0 && t->fixed)
        return;
    if (n == 0)
        diag(s->c, DIAG_amp_arguments, source->loc,
             "a pointer does not tell the size: '%s' needs %d extent%s before it",
             type_text(s->c, t), t->rank, t->rank == 1 ? "" : "s");
    else if (!known)
        diag(s->c, DIAG_amp_arguments, source->loc,
             "the size of '%s' is not known at compile time: '%s' needs %d extent%s before it",
             type_text(s->c, array), type_text(s->c, t), t->rank, t->rank == 1 ? "" : "s");
    else if (t->rank != 1 && n != t->rank)
        diag(s->c, DIAG_amp_arguments, source->loc,
             "'%s' needs an array of %d dimensions, '%s' has %d", type_text(s->c, t), t->rank,
             type_text(s->c, array), n);
    else
        array_fits(s, t, array, source->loc);
}

/* The value of component k of the extent in the arguments; false: not known. */
static bool known_extent(const expr_vec *args, int k, long long *value)
{
    const expr_vec *from = args;
    if (args->at[0]->type->kind == TYPE_AMP) {
        const struct expr *e = expr_unparen(args->at[0]);
        while (e->kind == EXPR_CONVERT)
            e = expr_unparen(e->a);
        if (e->kind != EXPR_CONSTRUCT || e->args.n != e->type->rank)
            return false;
        from = &e->args;
    }
    return constant_value(from->at[k], value);
}

static bool fixed_sizes_fit(struct sema *s, const struct type *t, const expr_vec *args)
{
    bool fits = true;
    for (int k = 0; k < t->rank && fits; k++) {
        long long value;
        fits = !known_extent(args, k, &value) || fixed_fits(s, t, k, value, args->at[0]->loc);
    }
    return fits;
}

/* A source of known size must hold all elements. */
static void check_size(struct sema *s, const struct type *t, const expr_vec *args,
                       const struct expr *source)
{
    long long have = amp_source_bytes(source), need = 1;
    const struct type *element = source->type;
    while (element->kind == TYPE_ARRAY)
        element = element->base;
    for (int k = 0; k < t->rank; k++) {
        long long value;
        if (!known_extent(args, k, &value))
            return;
        if (value < 0) {
            diag(s->c, DIAG_view_bounds, args->at[0]->loc, "an extent of a view is negative: %lld",
                 value);
            return;
        }
        if (__builtin_mul_overflow(need, value, &need))
            return;
    }
    have = element->size > 0 ? have / element->size : 0;
    if (have > 0 && need > have)
        diag(s->c, DIAG_view_bounds, source->loc, "the %s has %lld elements, its source '%s' %lld",
             amp_is_array(t) ? "array" : "view", need, type_text(s->c, source->type), have);
}

/* The number of sources at the end of the arguments: for an array two, begin and end, too. */
static int sources(const struct type *t, const expr_vec *args)
{
    int n = 0, most = amp_is_array(t) ? 2 : 1;
    while (n < most && n < args->n && amp_is_source(args->at[args->n - 1 - n]->type))
        n++;
    return n;
}

static void construct_over(struct sema *s, const struct type *t, expr_vec *args, int sizes,
                           struct loc where)
{
    int n = sources(t, args), given = args->n - n;
    if (given != sizes) {
        if (sizes == 1 && args->at[0]->type->kind == TYPE_AMP)
            diag(s->c, DIAG_amp_arguments, where,
                 "after its extent %s takes at most one argument, a pointer or C array",
                 amp_is_array(t) ? "an array" : "a view");
        else if (args->n > 1 && amp_is_source(args->at[0]->type))
            diag(s->c, DIAG_amp_arguments, args->at[0]->loc,
                 "'%s' takes its pointer or C array after the extent%s", type_text(s->c, t),
                 t->rank == 1 ? "" : "s");
        else
            diag(s->c, DIAG_amp_arguments, where,
                 "'%s' takes %d extent%s, then perhaps a pointer or C array; this has %d "
                 "extent%s%s",
                 type_text(s->c, t), t->rank, t->rank == 1 ? "" : "s", given, given == 1 ? "" : "s",
                 given < args->n ? " before it" : "");
        return;
    }
    if (!fixed_sizes_fit(s, t, args) || !n || !backs_view(s, args->at[given], t))
        return;
    if (n == 1)
        check_size(s, t, args, args->at[given]);
    else
        backs_view(s, args->at[given + 1], t);
}

bool amp_positive_extents(struct sema *s, const struct type *t, const expr_vec *args)
{
    for (int k = 0; k < t->rank; k++) {
        long long value;
        if (known_extent(args, k, &value) && value <= 0) {
            diag(s->c, DIAG_view_bounds, args->at[0]->loc, "an extent of %s is positive, not %lld",
                 t->texture ? "a texture" : "an array", value);
            return false;
        }
    }
    return true;
}

/* Constructor with an extent or sizes, then perhaps a source. */
static void construct_sized(struct sema *s, struct type *t, expr_vec *args, struct loc where)
{
    if (args->n == 0) {
        diag(s->c, DIAG_amp_arguments, where, "'%s' needs its extent first", type_text(s->c, t));
        return;
    }
    bool is_extent = amp_is_extent(args->at[0]->type);
    int n = is_extent ? 1 : t->rank;
    if (is_extent) {
        amp_convert(s, &args->at[0], type_amp(s->c, AMP_TYPE_EXTENT, t->rank, NULL),
                    args->at[0]->loc);
        if (amp_is_unknown(args->at[0]->type))
            return;
    } else {
        int sizes = args->n - sources(t, args);
        if (sizes == t->rank && !amp_integers(s, args, sizes, type_text(s->c, t)))
            return;
    }
    if (amp_is_array(t) && args->n >= n && !amp_positive_extents(s, t, args))
        return;
    construct_over(s, t, args, n, where);
}

/* The arguments without the last ones that are the array's accelerator_view, and for a staging
 * array also the associated one. */
static expr_vec without_views(expr_vec args)
{
    for (int i = 0; i < 2 && args.n; i++)
        args.n -= type_is_amp(args.at[args.n - 1]->type, AMP_TYPE_ACCELERATOR_VIEW);
    return args;
}

/* Constructor with another array or view, whose elements are copied. */
static void construct_clone(struct sema *s, const struct type *t, struct expr **from)
{
    if (!amp_same_elements(s, (*from)->type, t, (*from)->loc))
        amp_poison(*from);
    else if (amp_is_view((*from)->type))
        amp_wrap(s, from, amp_value_type(s->c, t), AMP_NONE);
}

/* Drops the access_type behind an accelerator_view. */
static void drop_access(struct sema *s, const struct type *t, expr_vec *args)
{
    int n = args->n;
    if (n < 2 || !type_is_amp(args->at[n - 2]->type, AMP_TYPE_ACCELERATOR_VIEW) ||
        type_is_amp(args->at[n - 1]->type, AMP_TYPE_ACCELERATOR_VIEW))
        return;
    amp_access_type(s, args->at[n - 1], type_text(s->c, t));
    args->n--;
}

/* Constructors of array<T, N>. */
static void construct_array(struct sema *s, struct type *t, expr_vec *args, struct loc where)
{
    const struct type *first = args->n ? args->at[0]->type : NULL;
    if (s->region & RESTRICT_AMP)
        return; /* reported by the checks as amp-type */
    if (!first)
        return; /* an empty array */
    drop_access(s, t, args);
    expr_vec placed = without_views(*args);
    if (placed.n == 1 && type_is_view_or_array(first))
        construct_clone(s, t, &args->at[0]);
    else if (args->n == 1 && amp_is_source(first))
        diag(s->c, DIAG_amp_arguments, args->at[0]->loc, "'%s' needs %d extent%s before its source",
             type_text(s->c, t), t->rank, t->rank == 1 ? "" : "s");
    else
        construct_sized(s, t, &placed, where);
}

/* In amp code a view has no storage of its own: it is made over a pointer, with extents before
 * it. */
static void construct_in_amp(struct sema *s, struct type *t, expr_vec *args, struct loc where)
{
    struct expr **source = &args->at[args->n - 1];
    if (args->n == 1 || !amp_is_source((*source)->type)) {
        diag(s->c, DIAG_amp_arguments, where,
             "a view that is made in amp code needs its extents and a pointer into the elements of "
             "another view or array: '%s(n, &v[i])'",
             type_text(s->c, t));
        return;
    }
    construct_sized(s, t, args, where);
    sema_value(s, source);
}

static void construct_view(struct sema *s, struct type *t, expr_vec *args, struct loc where)
{
    if (args->n == 0)
        return;
    struct type *first = args->at[0]->type;
    for (int k = 0; k < t->rank && args->n == 1 && first->kind == TYPE_AMP && first->fixed; k++)
        if (first->rank == t->rank && !fixed_fits(s, t, k, first->fixed[k], args->at[0]->loc))
            return;
    if (args->n == 1 && type_is_view_or_array(first)) {
        amp_convert(s, &args->at[0], amp_value_type(s->c, t), args->at[0]->loc);
        return;
    }
    if (s->region & RESTRICT_AMP) {
        construct_in_amp(s, t, args, where);
        return;
    }
    if (args->n == 1 && amp_is_source(first))
        construct_from_array(s, t, args->at[0]);
    else
        construct_sized(s, t, args, where);
}

void amp_construct(struct sema *s, struct type *t, expr_vec *args, struct loc where)
{
    bool unknown = t->kind != TYPE_AMP;
    for (int i = 0; i < args->n; i++) {
        sema_expr(s, &args->at[i]);
        if (amp_is_unknown(args->at[i]->type))
            unknown = true;
        else if (args->at[i]->type->kind == TYPE_FUNCTION)
            sema_value(s, &args->at[i]);
    }
    if (unknown)
        return;
    if (t->texture && amp_is_array(t))
        texture_construct(s, t, args, where);
    else if (t->texture && args->n)
        texture_view_construct(s, t, args, where);
    else if (amp_is_array(t))
        construct_array(s, t, args, where);
    else if (amp_is_view(t))
        construct_view(s, t, args, where);
    else if (amp_is_handle(t))
        handle_construct(s, t, args, where);
    else
        construct_tuple(s, t, args, where);
}

/* Whether init is the 0 of '{0}'. */
static bool is_zero(const struct init *init)
{
    return init->expr && init->expr->constant && init->expr->value == 0 &&
           type_is_integer(init->expr->type);
}

/* The constructor that braces stand for: of an object of type t, with arguments that are not typed.
 */
static void construct_braced(struct sema *s, struct init *init, struct type *t, expr_vec args)
{
    struct expr *e = arena_new(&s->c->arena, struct expr);
    e->kind = EXPR_CONSTRUCT;
    e->amp = AMP_CONSTRUCT;
    e->loc = e->op_loc = e->op2_loc = init->loc;
    e->type = amp_value_type(s->c, t);
    e->amp_code = s->region & RESTRICT_AMP;
    e->args = args;
    amp_construct(s, t, &e->args, init->loc);
    init->expr = e;
    init->items.n = 0;
    init->type = t;
}

bool amp_init_zero(struct sema *s, struct init *init, struct type *t)
{
    struct init *outer = init;
    if ((!amp_is_tuple(t) && !type_is_view_or_array(t)) || t->amp == AMP_TYPE_TILED_INDEX)
        return false;
    if (init->expr) {
        sema_expr(s, &init->expr);
    } else if (init->items.n == 1 && init->items.at[0].init->expr) {
        init = init->items.at[0].init;
        sema_expr(s, &init->expr);
    } else if (init->items.n) {
        return false;
    }
    if (init->expr && !is_zero(init))
        return false;
    construct_braced(s, outer, t, (expr_vec){0});
    return true;
}

bool amp_init_components(struct sema *s, struct init *init, struct type *t)
{
    expr_vec args = {0};
    if (t->amp != AMP_TYPE_INDEX && t->amp != AMP_TYPE_EXTENT)
        return false;
    for (int i = 0; i < init->items.n; i++) {
        const struct init_item *item = &init->items.at[i];
        if (item->designators.n || !item->init->expr)
            return false;
        vec_push(&s->c->arena, &args, item->init->expr);
    }
    construct_braced(s, init, t, args);
    return true;
}
