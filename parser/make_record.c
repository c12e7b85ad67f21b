/* make_record.c - C11 6.7.2.1 structures and unions, 6.7.2.2 enumerations. */
#include "parser/make.h"

#include "parser/filter.h"

/* End of the keyword that begins at 'begin'. */
static unsigned word_end(struct parser *p, unsigned begin)
{
    const char *text = p->c->source->text;
    while (text[begin] >= 'a' && text[begin] <= 'z')
        begin++;
    return begin;
}

/* The attributes between the keyword and the tag or '{', and those after '}'. Attributes after a
 * tag without braces belong to the declaration. */
static void claim_around(struct parser *p, struct attr **list, struct loc loc, bool defined)
{
    claim_attrs(p, list, word_end(p, loc.begin), word_end(p, loc.begin));
    if (defined)
        claim_attrs(p, list, loc.end, loc.end);
}

struct spec *spec_record(struct parser *p, bool is_union, const struct token *tag,
                         struct record_spec *members, struct loc loc)
{
    struct spec *s = spec_new(p, loc);
    struct record_spec *r = members ? members : arena_new(p->arena, struct record_spec);
    s->kind = SPEC_RECORD;
    s->record = r;
    s->name_loc = loc;
    r->is_union = is_union;
    r->defined = members != NULL;
    if (tag) {
        r->tag = tag->name;
        r->tag_loc = tag->loc;
        claim_attrs(p, &r->attrs, tag->loc.begin, tag->loc.begin);
    }
    claim_around(p, &r->attrs, loc, r->defined);
    return s;
}

struct record_spec *record_new(struct parser *p)
{
    filter_block(p);
    return arena_new(p->arena, struct record_spec);
}

struct record_spec *record_add(struct parser *p, struct record_spec *r, struct member_decl *m)
{
    vec_push(p->arena, &r->members, m);
    return r;
}

struct member_decl *members_add(struct parser *p, struct member_decl *list, const struct member *m)
{
    if (!list)
        list = arena_new(p->arena, struct member_decl);
    vec_push(p->arena, &list->members, *m);
    return list;
}

struct member *member_new(struct parser *p, struct declarator *d, struct expr *bits, struct loc loc)
{
    if (d)
        claim_attrs(p, &d->attrs, d->loc.begin, loc.end);
    struct member *m = arena_new(p->arena, struct member);
    *m = (struct member){d, bits};
    return m;
}

struct member_decl *member_decl_new(struct parser *p, struct spec *s, struct member_decl *list,
                                    struct loc loc)
{
    struct member_decl *m = list ? list : arena_new(p->arena, struct member_decl);
    m->spec = s;
    m->loc = (struct loc){s->loc.begin, loc.end};
    return m;
}

struct member_decl *member_decl_assert(struct parser *p, struct decl *d, struct loc loc)
{
    struct member_decl *m = arena_new(p->arena, struct member_decl);
    m->static_assert_ = d;
    m->loc = loc;
    return m;
}

struct spec *spec_enum(struct parser *p, const struct token *tag, struct enum_spec *enumerators,
                       struct loc loc)
{
    struct spec *s = spec_new(p, loc);
    struct enum_spec *e = enumerators ? enumerators : arena_new(p->arena, struct enum_spec);
    s->kind = SPEC_ENUM;
    s->enum_ = e;
    s->name_loc = loc;
    e->defined = enumerators != NULL;
    if (tag) {
        e->tag = tag->name;
        e->tag_loc = tag->loc;
    }
    claim_around(p, &e->attrs, loc, e->defined);
    return s;
}

struct enum_spec *enumerators_add(struct parser *p, struct enum_spec *list, struct enumerator *e)
{
    if (!list)
        list = arena_new(p->arena, struct enum_spec);
    vec_push(p->arena, &list->enumerators, e);
    return list;
}

/* 6.2.1p7: the scope of an enumerator begins after its definition. */
struct enumerator *enumerator_new(struct parser *p, const struct token *t, struct expr *value)
{
    struct enumerator *e = arena_new(p->arena, struct enumerator);
    struct attr *unused = NULL;
    claim_attrs(p, &unused, t->loc.end, t->loc.end);
    e->name = t->name;
    e->loc = t->loc;
    e->value = value;
    scope_declare(p->scope, t->name, NAME_ENUMERATOR);
    return e;
}
