/* amp_type.c - AMP's types as they are written: `array_view<const T, N>`, `tiled_index<16, 16>`;
 * checks ranks, tile sizes and element types. */
#include "sema/types/constant.h"
#include "sema/typing/amp_internal.h"
#include "sema/types/limits.h"

#include <limits.h>

/* The constant value of a template argument; false after an error (reported). */
static bool template_value(struct sema *s, struct expr **arg, const char *word, long long *value)
{
    sema_value(s, arg);
    if (amp_is_unknown((*arg)->type) && (*arg)->kind != EXPR_NAME)
        return false;
    if (!constant_value(*arg, value)) {
        diag(s->c, DIAG_amp_arguments, (*arg)->loc,
             "the arguments of '%s<...>' are integer constant expressions", word);
        return false;
    }
    return true;
}

/* The one rank argument of index<N>, extent<N>, or the last one of array_view<T, N>. */
static bool template_rank(struct sema *s, struct amp_spec *a, const char *word, long long *rank)
{
    if (!template_value(s, &a->args.at[0], word, rank))
        return false;
    if (*rank < 1 || *rank > RANK_MAX) {
        diag(s->c, DIAG_amp_arguments, a->args.at[0]->loc, "the rank of '%s' is 1 to %d, not %lld",
             word, RANK_MAX, *rank);
        return false;
    }
    return true;
}

static struct type *tuple_type(struct sema *s, struct amp_spec *a, const char *word)
{
    long long rank;
    if (a->args.n != 1) {
        diag(s->c, DIAG_amp_arguments, a->loc, "'%s' needs one argument, its rank: '%s<2>'", word,
             word);
        return type_basic(TYPE_UNKNOWN);
    }
    if (!template_rank(s, a, word, &rank))
        return type_basic(TYPE_UNKNOWN);
    return type_amp(s->c, a->type, (int)rank, NULL);
}

static struct type *tiled_type(struct sema *s, struct amp_spec *a, const char *word)
{
    int tile[TILE_RANK_MAX] = {0};
    if (a->args.n == 0) {
        diag(s->c, DIAG_amp_arguments, a->loc, "'%s' needs its tile sizes: '%s<16, 16>'", word,
             word);
        return type_basic(TYPE_UNKNOWN);
    }
    if (a->args.n > TILE_RANK_MAX) {
        diag(s->c, DIAG_tile_extent, a->loc, "tiles have 1 to %d dimensions, not %d", TILE_RANK_MAX,
             a->args.n);
        return type_basic(TYPE_UNKNOWN);
    }
    if (!amp_tile_sizes(s, &a->args, word, tile))
        return type_basic(TYPE_UNKNOWN);
    return type_amp(s->c, a->type, a->args.n, tile);
}

bool amp_tile_sizes(struct sema *s, expr_vec *args, const char *word, int *tile)
{
    bool good = true;
    for (int i = 0; i < args->n; i++) {
        long long value;
        if (!template_value(s, &args->at[i], word, &value)) {
            good = false;
        } else if (value < INT_MIN || value > INT_MAX) {
            diag(s->c, DIAG_tile_extent, args->at[i]->loc, "no tile has %lld threads", value);
            good = false;
        } else {
            tile[i] = (int)value;
        }
    }
    return good;
}

/* Other faults are reported as amp-type. */
bool amp_element_is_good(struct sema *s, const struct type_name *n, const struct type *t)
{
    const char *why = NULL;
    if (t->kind == TYPE_AMP && !amp_is_tuple(t))
        why = "no AMP type but index and extent can be";
    else if (t->kind == TYPE_AMP && t->amp == AMP_TYPE_TILED_INDEX)
        why = "no AMP type but index and extent can be";
    else if (t->kind == TYPE_VOID)
        why = "name the type of the data";
    else if (t->kind == TYPE_FUNCTION)
        why = "a function is not";
    else if (t->kind == TYPE_ARRAY)
        why = "a C array cannot be (give the view another dimension)";
    else if (t->kind == TYPE_RECORD && !t->record->complete)
        why = "an incomplete type is not";
    if (!why)
        return true;
    diag(s->c, DIAG_view_type, n->loc, "'%s' is not the type of an element: %s", type_text(s->c, t),
         why);
    return false;
}

/* The extents of array_view<T, 2, 7, 7>, behind its rank; NULL: none, or an error (reported). */
static const int *fixed_extents(struct sema *s, struct amp_spec *a, const char *word, int rank)
{
    int *fixed = arena_array(&s->c->arena, int, rank);
    if (a->args.n == 1 || !a->args.n)
        return NULL;
    if (a->args.n != 1 + rank || a->type == AMP_TYPE_ARRAY) {
        diag(s->c, DIAG_amp_arguments, a->loc,
             a->type == AMP_TYPE_ARRAY ? "'%s' has no extents in its type: '%s<float, 2>'"
                                       : "behind its rank '%s' has an extent for each dimension, "
                                         "or none: '%s<float, 2, 7, 7>'",
             word, word);
        return NULL;
    }
    for (int k = 0; k < rank; k++) {
        long long value;
        if (!template_value(s, &a->args.at[1 + k], word, &value))
            return NULL;
        if (value <= 0 || value > INT_MAX) {
            diag(s->c, DIAG_amp_arguments, a->args.at[1 + k]->loc,
                 "an extent of '%s<...>' is positive and an int, not %lld", word, value);
            return NULL;
        }
        fixed[k] = (int)value;
    }
    return fixed;
}

static bool is_texture(struct sema *s, const struct amp_spec *a, const struct type *element,
                       const char *word, long long rank)
{
    if (rank > TEXTURE_RANK_MAX || a->args.n > 1) {
        diag(s->c, DIAG_amp_arguments, a->loc, "'%s' has 1 to %d dimensions: '%s<float, 2>'", word,
             TEXTURE_RANK_MAX, word);
        return false;
    }
    return texture_element_is_good(s, a->element, element);
}

static struct type *view_type(struct sema *s, struct amp_spec *a, const char *word)
{
    long long rank = 1;
    struct type *element;
    if (!a->element) {
        diag(s->c, DIAG_amp_arguments, a->loc,
             "'%s' needs the type of its elements and, unless it is 1, its rank: '%s<float, 2>'",
             word, word);
        return type_basic(TYPE_UNKNOWN);
    }
    element = type_from_name(s, a->element);
    if (a->args.n && !template_rank(s, a, word, &rank))
        return type_basic(TYPE_UNKNOWN);
    if (amp_is_unknown(element) || !amp_element_is_good(s, a->element, element))
        return type_basic(TYPE_UNKNOWN);
    if (a->texture && !is_texture(s, a, element, word, rank))
        return type_basic(TYPE_UNKNOWN);
    if (a->type == AMP_TYPE_ARRAY && element->quals & QUAL_CONST) {
        diag(s->c, DIAG_view_type, a->element->loc,
             "the elements of %s %s are not const; write 'const %s<%s, %lld>' for one that is "
             "only read",
             a->texture ? "a" : "an", word, word, type_text(s->c, type_unqualified(s->c, element)),
             rank);
        return type_basic(TYPE_UNKNOWN);
    }
    struct type *t =
        type_view(s->c, a->type, a->constant ? type_qualified(s->c, element, QUAL_CONST) : element,
                  (int)rank);
    t->constant = a->constant;
    t->texture = a->texture;
    t->fixed = fixed_extents(s, a, word, (int)rank);
    return t;
}

struct type *amp_type_from_spec(struct sema *s, struct amp_spec *a)
{
    const char *word =
        a->constant ? "constant_view"
        : a->texture
            ? amp_type_word(a->type == AMP_TYPE_ARRAY ? AMP_TYPE_TEXTURE : AMP_TYPE_TEXTURE_VIEW)
            : amp_type_word(a->type);
    s->program->uses_amp = true;
    s->amp_use++;
    struct type *t = type_basic(TYPE_UNKNOWN);
    switch (a->type) {
    case AMP_TYPE_INDEX:
    case AMP_TYPE_EXTENT:
        t = tuple_type(s, a, word);
        break;
    case AMP_TYPE_TILED_EXTENT:
    case AMP_TYPE_TILED_INDEX:
        t = tiled_type(s, a, word);
        break;
    case AMP_TYPE_TILE_BARRIER:
    case AMP_TYPE_ACCELERATOR:
    case AMP_TYPE_ACCELERATOR_VIEW:
    case AMP_TYPE_COMPLETION_FUTURE:
    case AMP_TYPE_ACCELERATOR_LIST:
        if (a->has_args)
            diag(s->c, DIAG_amp_arguments, a->loc, "'%s' has no template arguments", word);
        t = type_amp(s->c, a->type, 0, NULL);
        break;
    case AMP_TYPE_ARRAY_VIEW:
    case AMP_TYPE_ARRAY:
        t = view_type(s, a, word);
        break;
    case AMP_TYPE_MODE:
        t = type_basic(TYPE_INT);
        break;
    case AMP_TYPE_NONE:
    case AMP_TYPE_TEXTURE:
    case AMP_TYPE_TEXTURE_VIEW:
        break;
    }
    s->amp_use--;
    return t;
}

bool amp_is_index(const struct type *t)
{
    return type_is_amp(t, AMP_TYPE_INDEX) || type_is_amp(t, AMP_TYPE_TILED_INDEX);
}

bool amp_is_extent(const struct type *t)
{
    return type_is_amp(t, AMP_TYPE_EXTENT) || type_is_amp(t, AMP_TYPE_TILED_EXTENT);
}

bool amp_is_tuple(const struct type *t)
{
    return amp_is_index(t) || amp_is_extent(t);
}

bool amp_is_view(const struct type *t)
{
    return type_is_amp(t, AMP_TYPE_ARRAY_VIEW);
}

bool amp_is_array(const struct type *t)
{
    return type_is_amp(t, AMP_TYPE_ARRAY);
}

struct type *amp_element_type(struct ctx *c, const struct type *t)
{
    return type_qualified(c, t->base, amp_is_array(t) ? t->quals & QUAL_CONST : 0);
}

bool amp_is_unknown(const struct type *t)
{
    return !t || t->kind == TYPE_UNKNOWN;
}

bool amp_same_tile(const struct type *a, const struct type *b)
{
    if (a->rank != b->rank)
        return false;
    for (int i = 0; i < a->rank && i < TILE_RANK_MAX; i++)
        if (a->tile[i] != b->tile[i])
            return false;
    return true;
}
