/* enum.c - enumerations (C11 6.7.2.2): enumerators, and the integer type that GCC chooses for them,
 * also with packed and -fshort-enums. */
#include "sema/typing/typing.h"

/* The range of an enumeration's values. */
struct range {
    long long least;         /* of the negative values, else 0 */
    unsigned long long most; /* of the others */
};

static struct type *enum_new(struct sema *s, const struct spec *spec)
{
    const struct enum_spec *es = spec->enum_;
    struct type *t = arena_new(&s->c->arena, struct type);

    t->kind = TYPE_ENUM;
    t->base = type_basic(TYPE_UINT);
    t->size = t->base->size;
    t->align = t->base->align;
    t->enumeration = arena_new(&s->c->arena, struct enumeration);
    t->enumeration->tag = es->tag;
    t->enumeration->loc = es->tag ? es->tag_loc : spec->loc;
    if (es->tag)
        scope_add_tag(s, es->tag, t);
    return t;
}

static enum type_kind packed_kind(struct range r)
{
    if (r.least < 0) {
        if (r.least >= -128 && r.most <= 127)
            return TYPE_SCHAR;
        if (r.least >= -32768 && r.most <= 32767)
            return TYPE_SHORT;
    } else if (r.most <= 65535) {
        return r.most <= 255 ? TYPE_UCHAR : TYPE_USHORT;
    }
    return TYPE_INT;
}

/* GCC: unsigned int, int, unsigned long, long: the first that holds all values. */
static enum type_kind range_kind(struct range r, bool packed)
{
    if (packed && packed_kind(r) != TYPE_INT)
        return packed_kind(r);
    if (r.least >= 0)
        return r.most <= 0xffffffff ? TYPE_UINT : TYPE_ULONG;
    return r.least >= -0x80000000ll && r.most <= 0x7fffffff ? TYPE_INT : TYPE_LONG;
}

static void range_add(struct range *r, long long value, bool is_unsigned)
{
    if (!is_unsigned && value < 0) {
        if (value < r->least)
            r->least = value;
    } else if ((unsigned long long)value > r->most) {
        r->most = (unsigned long long)value;
    }
}

/* Declares one enumerator; *next is the value it has without one of its own. */
static void declare_enumerator(struct sema *s, struct enumerator *en, long long *next,
                               bool *is_unsigned, struct range *range)
{
    struct symbol *symbol;
    long long value;

    if (en->value) {
        sema_value(s, &en->value);
        if (constant_value(en->value, &value)) {
            *next = value;
            *is_unsigned = type_is_unsigned(en->value->type) && value < 0;
        }
    }
    symbol = scope_find_here(s, en->name);
    if (symbol)
        declared_twice(s, en->name, en->loc, symbol->loc);
    symbol = symbol_new(s, SYMBOL_ENUMERATOR, en->name, en->loc, type_basic(TYPE_INT));
    symbol->constant = true;
    symbol->value = *next;
    en->symbol = symbol;
    range_add(range, *next, *is_unsigned);
    if (*is_unsigned || *next != (int)*next)
        symbol->type = type_basic(*is_unsigned                        ? TYPE_ULONG
                                  : *next >= 0 && *next <= 0xffffffff ? TYPE_UINT
                                                                      : TYPE_LONG);
    scope_add(s, symbol);
    if (*next == 0x7fffffffffffffff)
        *is_unsigned = true;
    *next = (long long)((unsigned long long)*next + 1);
}

static void enum_complete(struct sema *s, struct type *t, struct enum_spec *es)
{
    struct range range = {0};
    bool is_unsigned = false;
    long long next = 0;

    for (int i = 0; i < es->enumerators.n; i++)
        declare_enumerator(s, es->enumerators.at[i], &next, &is_unsigned, &range);
    t->base = type_basic(range_kind(range, s->c->short_enums || attrs_have(es->attrs, "packed")));
    t->size = t->base->size;
    t->align = t->base->align;
    t->enumeration->complete = true;
    if (range.least >= -0x80000000ll && range.most <= 0x7fffffff)
        return;
    bool wide = sema_host_fact(s, "AMPC__WIDE_ENUMERATORS");
    /* not all values are ints: those that are keep that type, the others get the enumeration's */
    for (int i = 0; i < es->enumerators.n; i++)
        if (es->enumerators.at[i]->symbol->type->kind != TYPE_INT || wide)
            es->enumerators.at[i]->symbol->type = t->base;
}

struct type *enum_from_spec(struct sema *s, struct spec *spec)
{
    struct enum_spec *es = spec->enum_;
    struct type *t = es->tag ? scope_find_tag(s, es->tag, es->defined) : NULL;

    if (!t || t->kind != TYPE_ENUM || (es->defined && t->enumeration->complete))
        t = enum_new(s, spec);
    if (es->defined)
        enum_complete(s, t, es);
    return t;
}
