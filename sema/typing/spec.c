/* spec.c - declaration specifiers (C11 6.7.2): the words of a type, typedef names, typeof, and
 * attributes that change a type. */
#include <string.h>

#include "sema/types/hint.h"
#include "sema/typing/typing.h"

/* ---- attributes that change a type ---- */

/* The text between an attribute's parentheses without blanks and underscores around it. */
static const char *attr_text(struct sema *s, const struct attr *a)
{
    const char *text = s->c->source->text;
    unsigned begin = a->args.begin, end = a->args.end;

    while (begin < end && strchr(" \t_", text[begin]))
        begin++;
    while (end > begin && strchr(" \t_", text[end - 1]))
        end--;
    return arena_strndup(&s->c->arena, text + begin, end - begin);
}

static struct type *with_mode(struct type *t, const char *mode)
{
    static const struct {
        const char *mode;
        enum type_kind signed_kind, unsigned_kind;
    } modes[] = {
        {"QI", TYPE_SCHAR, TYPE_UCHAR},     {"byte", TYPE_SCHAR, TYPE_UCHAR},
        {"HI", TYPE_SHORT, TYPE_USHORT},    {"SI", TYPE_INT, TYPE_UINT},
        {"DI", TYPE_LONG, TYPE_ULONG},      {"word", TYPE_LONG, TYPE_ULONG},
        {"pointer", TYPE_LONG, TYPE_ULONG}, {"unwind_word", TYPE_LONG, TYPE_ULONG},
        {"TI", TYPE_INT128, TYPE_UINT128},  {"HF", TYPE_FLOAT16, TYPE_FLOAT16},
        {"SF", TYPE_FLOAT, TYPE_FLOAT},     {"DF", TYPE_DOUBLE, TYPE_DOUBLE},
        {"XF", TYPE_LDOUBLE, TYPE_LDOUBLE}, {"TF", TYPE_FLOAT128, TYPE_FLOAT128},
    };

    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (strcmp(modes[i].mode, mode) == 0)
            return type_basic(type_is_unsigned(t) ? modes[i].unsigned_kind : modes[i].signed_kind);
    return type_basic(TYPE_UNKNOWN);
}

static bool attr_value(struct sema *s, struct attr *a, long long *value)
{
    if (!a->arg)
        return false;
    sema_value(s, &a->arg);
    return constant_value(a->arg, value);
}

static struct type *with_vector_size(struct sema *s, struct type *t, struct attr *a)
{
    struct type *v;
    long long size;

    if (!type_is_arithmetic(t) || t->size <= 0 || !attr_value(s, a, &size) || size < t->size ||
        size > TYPE_SIZE_MAX)
        return type_basic(TYPE_UNKNOWN);
    v = type_vector(s->c, type_unqualified(s->c, t), size / t->size);
    v->size = size;
    v->quals = t->quals;
    return v;
}

struct type *attrs_apply(struct sema *s, struct type *t, struct attr *attrs)
{
    for (struct attr *a = attrs; a; a = a->next)
        if (strcmp(a->name, "mode") == 0 && type_is_arithmetic(t))
            t = type_qualified(s->c, with_mode(t, attr_text(s, a)), t->quals);
        else if (strcmp(a->name, "vector_size") == 0 && t->kind != TYPE_VECTOR)
            t = with_vector_size(s, t, a);
    return t;
}

int attrs_alignment(struct sema *s, struct attr *attrs)
{
    long long most = 0, value;

    for (struct attr *a = attrs; a; a = a->next) {
        if (strcmp(a->name, "aligned") != 0)
            continue;
        if (!a->arg)
            value = __BIGGEST_ALIGNMENT__;
        else if (!attr_value(s, a, &value))
            continue;
        if (value > most && value <= ALIGN_MAX)
            most = value;
    }
    return (int)most;
}

bool attrs_have(const struct attr *attrs, const char *name)
{
    for (; attrs; attrs = attrs->next)
        if (strcmp(attrs->name, name) == 0)
            return true;
    return false;
}

int spec_alignment(struct sema *s, struct spec *spec)
{
    long long value;

    if (spec->alignas_type)
        return type_from_name(s, spec->alignas_type)->align;
    if (!spec->alignas_expr)
        return 0;
    sema_value(s, &spec->alignas_expr);
    if (!constant_value(spec->alignas_expr, &value) || value < 0 || value > ALIGN_MAX)
        return 0;
    return (int)value;
}

/* ---- C11 6.7.2 ---- */

static enum type_kind integer_words(unsigned w)
{
    bool is_unsigned = w & WORD_UNSIGNED;

    if (w & WORD_CHAR)
        return is_unsigned ? TYPE_UCHAR : w & WORD_SIGNED ? TYPE_SCHAR : TYPE_CHAR;
    if (w & WORD_SHORT)
        return is_unsigned ? TYPE_USHORT : TYPE_SHORT;
    if (w & WORD_LONG2)
        return is_unsigned ? TYPE_ULLONG : TYPE_LLONG;
    if (w & WORD_LONG)
        return is_unsigned ? TYPE_ULONG : TYPE_LONG;
    if (w & WORD_INT128)
        return is_unsigned ? TYPE_UINT128 : TYPE_INT128;
    return is_unsigned ? TYPE_UINT : TYPE_INT;
}

static enum type_kind floating_words(unsigned w)
{
    if (w & WORD_DOUBLE)
        return w & WORD_LONG ? TYPE_LDOUBLE : TYPE_DOUBLE;
    if (w & (WORD_FLOAT | WORD_FLOAT32))
        return TYPE_FLOAT;
    if (w & (WORD_FLOAT64 | WORD_FLOAT32X))
        return TYPE_DOUBLE;
    if (w & WORD_FLOAT64X)
        return TYPE_LDOUBLE;
    if (w & WORD_FLOAT16)
        return TYPE_FLOAT16;
    return w & WORD_FLOAT128 ? TYPE_FLOAT128 : TYPE_UNKNOWN;
}

/* Whether the words may stand together; void, _Bool and the like stand alone. */
static bool words_fit(unsigned w)
{
    const unsigned sign = WORD_SIGNED | WORD_UNSIGNED, size = WORD_SHORT | WORD_LONG | WORD_LONG2;
    unsigned base = w & ~(sign | size | WORD_COMPLEX);

    if ((base & (base - 1)) || (w & sign) == sign)
        return false;
    if ((w & sign) && base && !(base & (WORD_CHAR | WORD_INT | WORD_INT128 | WORD_BIT_INT)))
        return false;
    if ((w & WORD_SHORT) && ((w & (WORD_LONG | WORD_LONG2)) || (base && base != WORD_INT)))
        return false;
    if ((w & WORD_LONG2) && base && base != WORD_INT)
        return false;
    return !(w & WORD_LONG) || !base || base == WORD_INT || base == WORD_DOUBLE;
}

static struct type *words_type(struct sema *s, const struct spec *spec)
{
    unsigned w = spec->words;
    enum type_kind kind;
    struct type *t;

    if (!words_fit(w)) {
        sema_invalid(s, spec->loc, "these words make no type of C");
        return type_basic(TYPE_UNKNOWN);
    }
    if (w & WORD_VOID)
        return type_basic(TYPE_VOID);
    if (w & WORD_BOOL)
        return type_basic(TYPE_BOOL);
    if (w & WORD_VA_LIST)
        return type_basic(TYPE_VA_LIST);
    if (w & WORD_BIT_INT)
        sema_invalid(s, spec->loc, "amp code has no '_BitInt'");
    if (w & (WORD_AUTO_TYPE | WORD_IMAGINARY | WORD_BIT_INT))
        return type_basic(TYPE_UNKNOWN);
    if (w & WORD_DECIMAL) {
        t = arena_new(&s->c->arena, struct type);
        *t = *type_basic(TYPE_DECIMAL);
        t->size = spec->decimal_bits / 8;
        t->align = (int)t->size;
        return t;
    }
    kind = floating_words(w);
    if (kind == TYPE_UNKNOWN && (w & WORD_COMPLEX) && !(w & ~(unsigned)WORD_COMPLEX))
        kind = TYPE_DOUBLE; /* GNU: _Complex alone */
    if (kind == TYPE_UNKNOWN)
        kind = integer_words(w);
    t = kind == TYPE_CHAR ? sema_char(s) : type_basic(kind);
    return w & WORD_COMPLEX ? type_complex(s->c, t) : t;
}

static struct type *named_type(struct sema *s, struct spec *spec)
{
    const char *name = spec->name;
    struct symbol *symbol = scope_find(s, name);

    spec->symbol = symbol;
    if (symbol &&
        (s->amp_use > 0 || s->region == RESTRICT_AMP || (s->launch && !symbol->file_scope)))
        symbol->amp_used = true;
    if (symbol && symbol->kind == SYMBOL_TYPEDEF)
        return symbol->type;
    if (symbol)
        return type_basic(TYPE_UNKNOWN);
    if (strcmp(name, "__int128_t") == 0)
        return type_basic(TYPE_INT128);
    if (strcmp(name, "__uint128_t") == 0)
        return type_basic(TYPE_UINT128);
    if (strcmp(name, "__builtin_va_list") == 0)
        return type_basic(TYPE_VA_LIST);
    if (s->c->incomplete)
        return type_basic(TYPE_UNKNOWN);
    struct type *tag = scope_find_tag(s, name, false);
    if (tag)
        sema_invalid(s, spec->loc, "unknown type name '%s'; in C a struct is named 'struct %s'",
                     name, name);
    else
        sema_invalid(s, spec->loc, "unknown type name '%s'%s", name, hint_text(s->c, name));
    return tag ? tag : type_basic(TYPE_UNKNOWN);
}

static struct type *typeof_expr(struct sema *s, struct spec *spec)
{
    struct type *t;

    s->unevaluated++;
    sema_expr(s, &spec->typeof_expr);
    s->unevaluated--;
    t = spec->typeof_expr->type;
    return t->reference ? type_unqualified(s->c, type_referred(s->c, t)) : t;
}

static struct type *base_type(struct sema *s, struct spec *spec, bool alone)
{
    struct type *t;

    switch (spec->kind) {
    case SPEC_WORDS:
        return words_type(s, spec);
    case SPEC_NAME:
        return named_type(s, spec);
    case SPEC_RECORD:
        return record_from_spec(s, spec, alone);
    case SPEC_ENUM:
        return enum_from_spec(s, spec);
    case SPEC_TYPEOF_EXPR:
        return typeof_expr(s, spec);
    case SPEC_TYPEOF_TYPE:
        return type_from_name(s, spec->typeof_type);
    case SPEC_ATOMIC_TYPE:
        t = type_from_name(s, spec->typeof_type);
        return type_qualified(s->c, t, QUAL_ATOMIC);
    case SPEC_AMP:
        s->program->uses_amp = true;
        return amp_type_from_spec(s, spec->amp);
    case SPEC_ERROR:
        break;
    }
    return type_basic(TYPE_UNKNOWN);
}

struct type *spec_type(struct sema *s, struct spec *spec, bool alone)
{
    if (spec->type)
        return spec->type;
    spec->type = base_type(s, spec, alone);
    spec->type = attrs_apply(s, spec->type, spec->attrs);
    spec->type = type_qualified(s->c, spec->type, spec->quals);
    spec_alignment(s, spec); /* types what _Alignas says, for the host text */
    if ((spec->storage & STORAGE_TILE_STATIC) || spec->restriction)
        s->program->uses_amp = true;
    return spec->type;
}

struct type *type_from_spec(struct sema *s, struct spec *spec)
{
    return spec_type(s, spec, false);
}
