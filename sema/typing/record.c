/* record.c - structs and unions (C11 6.7.2.1): members, redeclarations, views in them,
 * completeness. */
#include "sema/types/vector.h"
#include "sema/typing/typing.h"

typedef VEC(struct layout_wish) wish_vec;

static struct type *record_new(struct sema *s, const struct spec *spec)
{
    const struct record_spec *rs = spec->record;
    struct record *r = arena_new(&s->c->arena, struct record);
    struct type *t = arena_new(&s->c->arena, struct type);

    r->tag = rs->tag;
    r->vector = rs->is_union ? NULL : vector_tagged(rs->tag);
    r->starts = r->vector != NULL;
    s->program->uses_amp |= r->vector != NULL;
    r->is_union = rs->is_union;
    r->size = -1;
    r->align = 1;
    r->loc = rs->tag ? rs->tag_loc : spec->loc;
    r->keyword = spec->name_loc.begin;
    r->file_scope = scope_is_file(s);
    r->id = s->records.n;
    r->open = true;
    vec_push(&s->c->arena, &s->records, r);
    t->kind = TYPE_RECORD;
    t->record = r;
    t->size = -1;
    t->align = 1;
    if (r->vector)
        s->program->vectors[vector_number(r->vector)] = t;
    vec_push(&s->c->arena, &r->nodes, t);
    if (rs->tag)
        scope_add_tag(s, rs->tag, t);
    return t;
}

static bool is_same_record(const struct type *t, const struct record_spec *rs)
{
    return t && t->kind == TYPE_RECORD && t->record->is_union == rs->is_union;
}

static void member_add(struct sema *s, struct record *r, wish_vec *wishes, struct record_member m,
                       struct layout_wish wish)
{
    vec_push(&s->c->arena, &r->members, m);
    vec_push(&s->c->arena, wishes, wish);
    r->holds_views |= type_is_view_or_array(m.type) || type_holds_views(m.type);
    r->holds_arrays |= type_is_amp(m.type, AMP_TYPE_ARRAY) || type_holds_arrays(m.type);
    r->holds_addresses |= type_holds_addresses(m.type);
    r->starts |= type_starts(m.type);
    r->views += type_views(m.type);
    if (r->views > TYPE_VIEWS_MAX)
        r->views = TYPE_VIEWS_MAX + 1;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* Whether t is a record that is not complete yet, or an array of such: no member can have this
 * type. */
static bool is_open_record(const struct type *t)
{
    while (t->kind == TYPE_ARRAY)
        t = t->base;
    return t->kind == TYPE_RECORD && !t->record->complete;
}

/* Reports a view in a union: a copy of the union, or its scope's end, could not know whether there
 * is a view to share or to release. */
static bool view_in_union(struct sema *s, const struct record *r, const struct record_member *m)
{
    if (!r->is_union || (!type_is_view_or_array(m->type) && !type_holds_views(m->type)))
        return false;
    diag(s->c, DIAG_view_union, m->loc,
         "a view cannot be in a union, which does not tell what it holds; put the union and the "
         "view into a struct, or a pointer to the view into the union");
    return true;
}

/* Reports a record with more views than TYPE_VIEWS_MAX; true after an error. */
static bool too_many_views(struct sema *s, const struct record *r, const struct record_member *m)
{
    int n = type_views(m->type);
    bool many = n > 0 && n + r->views > TYPE_VIEWS_MAX;

    if (many)
        type_views_report(s, m->loc);
    return many;
}

static void declare_member(struct sema *s, struct record *r, wish_vec *wishes,
                           struct member_decl *md, struct member *m, struct layout_wish wish)
{
    struct declarator *d = m->declarator;
    struct record_member out = {.bits = -1, .loc = md->loc};
    long long bits;

    out.type = declarator_base(s, md->spec, d);
    if (d) {
        out.type = type_from_declarator(s, out.type, d);
        out.name = d->name;
        out.loc = d->name ? d->name_loc : d->loc;
        wish.align = larger(wish.align, attrs_alignment(s, d->attrs));
        wish.packed |= attrs_have(d->attrs, "packed");
    }
    if (out.type->kind == TYPE_FUNCTION || is_open_record(out.type) || view_in_union(s, r, &out) ||
        too_many_views(s, r, &out))
        out.type = type_basic(TYPE_UNKNOWN);
    if (m->bits) {
        sema_value(s, &m->bits);
        if (constant_value(m->bits, &bits) && bits >= 0 && bits <= 128)
            out.bits = (int)bits;
        else
            out.type = type_basic(TYPE_UNKNOWN);
    }
    member_add(s, r, wishes, out, wish);
}

static void declare_members(struct sema *s, struct record *r, wish_vec *wishes,
                            struct member_decl *md)
{
    struct layout_wish wish = {0};
    struct type *base;

    if (md->static_assert_)
        sema_decl(s, md->static_assert_);
    if (!md->spec)
        return;
    base = type_from_spec(s, md->spec);
    wish.align = larger(attrs_alignment(s, md->spec->attrs), spec_alignment(s, md->spec));
    wish.packed = attrs_have(md->spec->attrs, "packed");
    for (int i = 0; i < md->members.n; i++)
        declare_member(s, r, wishes, md, &md->members.at[i], wish);
    if (md->members.n == 0 && base->kind == TYPE_RECORD && !base->record->tag) {
        struct record_member m = {.type = base, .bits = -1, .loc = md->loc};

        if (view_in_union(s, r, &m))
            m.type = type_basic(TYPE_UNKNOWN);
        member_add(s, r, wishes, m, wish);
    }
}

/* Whether all members of a struct have a size; the last one may be a flexible array. */
static bool members_are_sized(const struct record *r)
{
    for (int i = 0; i < r->members.n; i++) {
        const struct type *t = r->members.at[i].type;
        bool is_flexible = t->kind == TYPE_ARRAY && t->length == LENGTH_INCOMPLETE;

        if (t->size < 0 && (!is_flexible || t->base->size < 0))
            return false;
    }
    return true;
}

static bool is_flexible(const struct record *r)
{
    const struct type *t = r->members.n ? r->members.at[r->members.n - 1].type : NULL;

    if (!t)
        return false;
    if (t->kind == TYPE_RECORD)
        return t->record->flexible;
    return t->kind == TYPE_ARRAY && (t->length == LENGTH_INCOMPLETE || t->length == 0);
}

static void record_complete(struct sema *s, struct record *r, struct spec *spec)
{
    struct record_spec *rs = spec->record;
    wish_vec wishes = {0};

    if (rs->tag)
        r->loc = rs->tag_loc;
    r->defined = true;
    r->packed = attrs_have(rs->attrs, "packed");
    for (int i = 0; i < rs->members.n; i++)
        declare_members(s, r, &wishes, rs->members.at[i]);
    if (!layout_record(r, wishes.at, attrs_alignment(s, rs->attrs),
                       layout_pack(s, spec->loc.begin)) ||
        !members_are_sized(r))
        r->size = -1;
    r->flexible = is_flexible(r);
    r->complete = true;
    r->open = false;
    for (int i = 0; i < r->nodes.n; i++) {
        r->nodes.at[i]->size = r->size;
        r->nodes.at[i]->align = r->align;
    }
}

struct type *record_from_spec(struct sema *s, struct spec *spec, bool alone)
{
    struct record_spec *rs = spec->record;
    bool here_only = rs->defined || (alone && !spec->quals);
    struct type *t = rs->tag ? scope_find_tag(s, rs->tag, here_only) : NULL;

    if (rs->defined && t && (!is_same_record(t, rs) || t->record->defined))
        declared_twice(s, rs->tag, rs->tag_loc,
                       t->kind == TYPE_RECORD ? t->record->loc : spec->loc);
    if (!is_same_record(t, rs) || (rs->defined && t->record->defined))
        t = record_new(s, spec);
    if (rs->defined)
        record_complete(s, t->record, spec);
    return t;
}
