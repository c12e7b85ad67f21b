/* amp.c - look-ups in amp.def, the table of AMP's members and functions; and questions about single
 * nodes of AMP expressions.
 *
 * Relies on the typed tree's kinds and types alone. Example: amp_member_find(AMP_TYPE_EXTENT,
 * "tile", AMP_METHOD) is the row with the sides that may call it and the type of its result. */
#include "sema/types/amp.h"

#include <string.h>

#include "common/arena.h"
#include "common/spell.h"
#include "sema/types/expr.h"
#include "sema/types/vector.h"

static const struct amp_member members[] = {
#define AMP_MEMBER(owner, name, form, op, result, arguments, sides, text)                          \
    {AMP_TYPE_##owner, name,      AMP_##form,       AMP_##op,                                      \
     RESULT_##result,  arguments, AMP_SIDE_##sides, text},
#define AMP_FUNCTION(name, op, result, arguments, sides, text)                                     \
    {AMP_TYPE_NONE, name, AMP_METHOD, AMP_##op, RESULT_##result, arguments, AMP_SIDE_##sides, text},
#include "sema/types/amp.def"
#undef AMP_MEMBER
#undef AMP_FUNCTION
};
enum { MEMBERS_N = sizeof members / sizeof *members };

static const struct {
    enum amp_type type;
    const char *word;
} words[] = {
    {AMP_TYPE_INDEX, "index"},
    {AMP_TYPE_EXTENT, "extent"},
    {AMP_TYPE_TILED_EXTENT, "tiled_extent"},
    {AMP_TYPE_TILED_INDEX, "tiled_index"},
    {AMP_TYPE_TILE_BARRIER, "tile_barrier"},
    {AMP_TYPE_ARRAY_VIEW, "array_view"},
    {AMP_TYPE_ARRAY, "array"},
    {AMP_TYPE_ACCELERATOR, "accelerator"},
    {AMP_TYPE_ACCELERATOR_VIEW, "accelerator_view"},
    {AMP_TYPE_COMPLETION_FUTURE, "completion_future"},
    {AMP_TYPE_ACCELERATOR_LIST, "accelerator_list"},
    {AMP_TYPE_TEXTURE, "texture"},
    {AMP_TYPE_TEXTURE_VIEW, "texture_view"},
};

const struct amp_member *amp_member_find(enum amp_type owner, const char *name, int form)
{
    for (int i = 0; i < MEMBERS_N; i++)
        if (members[i].owner == owner && owner != AMP_TYPE_NONE &&
            (form < 0 || (int)members[i].form == form) && !strcmp(members[i].name, name))
            return &members[i];
    return NULL;
}

const struct amp_member *amp_function_find(const char *name)
{
    for (int i = 0; i < MEMBERS_N; i++)
        if (members[i].owner == AMP_TYPE_NONE && !strcmp(members[i].name, name))
            return &members[i];
    return NULL;
}

const struct amp_member *amp_member_next(const struct amp_member *before)
{
    const struct amp_member *next = before ? before + 1 : members;
    return next < members + MEMBERS_N ? next : NULL;
}

enum amp_type amp_owner(const struct type *t)
{
    return !t->texture                ? t->amp
           : t->amp == AMP_TYPE_ARRAY ? AMP_TYPE_TEXTURE
                                      : AMP_TYPE_TEXTURE_VIEW;
}

const char *amp_type_word(enum amp_type t)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i].type == t)
            return words[i].word;
    return "";
}

const char *amp_member_nearest(enum amp_type owner, const char *name)
{
    const char *nearest = NULL;
    int best = 3;
    for (int i = 0; i < MEMBERS_N; i++) {
        if (members[i].owner != owner)
            continue;
        int d = spell_distance(name, members[i].name);
        if (d < best && d < (int)strlen(name)) {
            best = d;
            nearest = members[i].name;
        }
    }
    return nearest;
}

const char *amp_member_list(struct arena *a, enum amp_type owner)
{
    const char *list = "";
    for (int i = 0; i < MEMBERS_N; i++)
        if (members[i].owner == owner)
            list = arena_printf(a, "%s%s%s%s", list, *list ? ", " : "", members[i].name,
                                members[i].form == AMP_METHOD ? "()" : "");
    return list;
}

bool amp_is_subview(const struct expr *e)
{
    return e->amp == AMP_VIEW_ROW || e->amp == AMP_VIEW_SECTION || e->amp == AMP_VIEW_AS ||
           e->amp == AMP_VIEW_REINTERPRET;
}

struct expr *amp_subview_base(const struct expr *e)
{
    return e->amp == AMP_VIEW_ROW ? e->a : expr_unparen(e->a)->a;
}

enum amp_construct_form amp_construct_form(const struct type *t, const expr_vec *args)
{
    if (args->n == 0)
        return CONSTRUCT_EMPTY;
    const struct type *first = args->at[0]->type;
    bool one = args->n == 1, views = type_is_view_or_array(t);
    if (type_is_amp(t, AMP_TYPE_ARRAY) && type_is_view_or_array(first))
        return CONSTRUCT_COPY; /* perhaps with accelerator_views */
    if (one && first->kind == TYPE_AMP && type_is_view_or_array(first) == views)
        return CONSTRUCT_COPY;
    if (!views)
        return CONSTRUCT_COMPONENTS;
    if (first->kind == TYPE_AMP)
        return CONSTRUCT_VIEW_EXTENT;
    if (one && (first->kind == TYPE_POINTER || first->kind == TYPE_ARRAY))
        return CONSTRUCT_VIEW_ARRAY;
    return CONSTRUCT_VIEW_SIZES;
}

long long amp_source_bytes(const struct expr *source)
{
    const struct expr *e = expr_strip(source);
    if (source->type->kind != TYPE_ARRAY)
        return 0;
    while (e->kind == EXPR_SUBSCRIPT && expr_strip(e->a)->type->kind == TYPE_ARRAY)
        e = expr_strip(e->a); /* other rows of the same array follow */
    if (e->kind == EXPR_SUBSCRIPT || (e->kind == EXPR_UNARY && e->op == OP_DEREF))
        return 0;
    return e->type->size > 0 ? e->type->size : 0;
}

enum texel texel_of(const struct type *t, int *channels)
{
    if (channels)
        *channels = 1;
    const struct vector *v = vector_of(t);
    if (v && channels)
        *channels = v->n;
    if (v && v->n == 3)
        return TEXEL_NONE;
    if (v && v->range != VECTOR_ANY)
        return v->range == VECTOR_NORM ? TEXEL_NORM : TEXEL_UNORM;
    if (v && v->scalar == TYPE_DOUBLE && v->n > 2)
        return TEXEL_NONE;
    if (v)
        t = type_basic(v->scalar);
    return t->kind == TYPE_INT      ? TEXEL_INT
           : t->kind == TYPE_UINT   ? TEXEL_UINT
           : t->kind == TYPE_FLOAT  ? TEXEL_FLOAT
           : t->kind == TYPE_DOUBLE ? TEXEL_DOUBLE
                                    : TEXEL_NONE;
}

bool type_is_sampler(const struct type *t)
{
    return t && t->kind == TYPE_RECORD && t->record->tag && !strcmp(t->record->tag, "ampc_sampler");
}

struct texture_arguments texture_arguments(const struct type *t, const expr_vec *args)
{
    struct texture_arguments p = {.source = -1,
                                  .end = -1,
                                  .bytes = -1,
                                  .bits = -1,
                                  .levels = -1,
                                  .view = -1,
                                  .associated = -1};
    int k = p.extents = args->n && args->at[0]->type->kind == TYPE_AMP ? 1 : t->rank;
    enum {
        NUMBER,
        MEMORY,
        VIEW,
        OTHER
    } kinds[7] = {OTHER, OTHER, OTHER, OTHER, OTHER, OTHER, OTHER};
    for (int i = 0; i < 7 && k + i < args->n; i++) {
        const struct type *a = args->at[k + i]->type;
        kinds[i] = type_is_integer(a)                                 ? NUMBER
                   : a->kind == TYPE_POINTER || a->kind == TYPE_ARRAY ? MEMORY
                   : type_is_amp(a, AMP_TYPE_ACCELERATOR_VIEW)        ? VIEW
                                                                      : OTHER;
    }
    int i = 0;
    if (kinds[i] == MEMORY)
        p.source = k + i++;
    if (p.source >= 0 && kinds[i] == MEMORY)
        p.end = k + i++;
    else if (p.source >= 0 && kinds[i] == NUMBER)
        p.bytes = k + i++;
    if (kinds[i] == NUMBER)
        p.bits = k + i++;
    if (p.bits >= 0 && p.source < 0 && kinds[i] == NUMBER)
        p.levels = k + i++;
    if (kinds[i] == VIEW)
        p.view = k + i++;
    if (p.view >= 0 && kinds[i] == VIEW)
        p.associated = k + i++;
    p.good = args->n == k + i;
    return p;
}
