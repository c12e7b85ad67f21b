/* type_text.c - types as text: for messages (type_text, as the user would write them) and for
 * generated host C (type_c).
 *
 * Declarators are put around a name from the inside out. Example: a pointer to an array of 3 ints
 * around "p" is `int (*p)[3]`. */
#include <string.h>

#include "common/buf.h"
#include "common/ctx.h"
#include "sema/types/amp.h"
#include "sema/types/type.h"
#include "sema/types/vector.h"

/* The two spellings of types. */
enum spelling { AS_WRITTEN, AS_HOST_C };

static const char *type_spell(struct ctx *c, const struct type *t, const char *declarator,
                              enum spelling how);

static const char *kind_text(enum type_kind kind)
{
    static const char *const texts[] = {
        [TYPE_UNKNOWN] = "<unknown>",
        [TYPE_VOID] = "void",
        [TYPE_BOOL] = "_Bool",
        [TYPE_CHAR] = "char",
        [TYPE_SCHAR] = "signed char",
        [TYPE_UCHAR] = "unsigned char",
        [TYPE_SHORT] = "short",
        [TYPE_USHORT] = "unsigned short",
        [TYPE_INT] = "int",
        [TYPE_UINT] = "unsigned int",
        [TYPE_LONG] = "long",
        [TYPE_ULONG] = "unsigned long",
        [TYPE_LLONG] = "long long",
        [TYPE_ULLONG] = "unsigned long long",
        [TYPE_INT128] = "__int128",
        [TYPE_UINT128] = "unsigned __int128",
        [TYPE_FLOAT16] = "_Float16",
        [TYPE_FLOAT] = "float",
        [TYPE_DOUBLE] = "double",
        [TYPE_LDOUBLE] = "long double",
        [TYPE_FLOAT128] = "_Float128",
        [TYPE_VA_LIST] = "__builtin_va_list",
    };

    return texts[kind];
}

static const char *quals_text(struct ctx *c, unsigned quals, enum spelling how)
{
    const char *restrict_ = how == AS_HOST_C ? "__restrict " : "restrict ";

    return arena_printf(&c->arena, "%s%s%s%s", quals & QUAL_CONST ? "const " : "",
                        quals & QUAL_VOLATILE ? "volatile " : "",
                        quals & QUAL_RESTRICT ? restrict_ : "",
                        quals & QUAL_ATOMIC ? "_Atomic " : "");
}

static const char *tagged_text(struct ctx *c, const char *keyword, const char *tag,
                               const char *typedef_name)
{
    if (tag)
        return arena_printf(&c->arena, "%s %s", keyword, tag);
    return typedef_name ? typedef_name : arena_printf(&c->arena, "%s <anonymous>", keyword);
}

/* The name of an AMP type in the run-time header. */
static const char *amp_host_text(struct ctx *c, const struct type *t)
{
    switch (t->amp) {
    case AMP_TYPE_INDEX:
    case AMP_TYPE_EXTENT:
    case AMP_TYPE_TILED_EXTENT:
        return arena_printf(&c->arena, "ampc_index%d", t->rank);
    case AMP_TYPE_ARRAY_VIEW:
    case AMP_TYPE_ARRAY:
        return arena_printf(&c->arena, "ampc_view%d", t->rank);
    case AMP_TYPE_ACCELERATOR:
        return "ampc__accelerator";
    case AMP_TYPE_ACCELERATOR_VIEW:
        return "ampc__queue";
    case AMP_TYPE_ACCELERATOR_LIST:
        return "ampc__accelerator_list";
    case AMP_TYPE_COMPLETION_FUTURE:
        return "ampc_future";
    case AMP_TYPE_WORDS:
    case AMP_TYPE_TILED_INDEX:
    case AMP_TYPE_TILE_BARRIER:
        break;
    }
    return arena_printf(&c->arena, "ampc_%s", amp_type_word(t->amp));
}

/* ", 7, 7": the extents of array_view<float, 2, 7, 7>. */
static const char *fixed_text(struct ctx *c, const struct type *t)
{
    const char *text = "";

    for (int k = 0; k < t->rank && t->fixed; k++)
        text = arena_printf(&c->arena, "%s, %d", text, t->fixed[k]);
    return text;
}

static const char *amp_text(struct ctx *c, const struct type *t)
{
    const char *word = amp_type_word(amp_owner(t));

    switch (t->amp) {
    case AMP_TYPE_INDEX:
    case AMP_TYPE_EXTENT:
        return arena_printf(&c->arena, "%s<%d>", word, t->rank);
    case AMP_TYPE_TILED_EXTENT:
    case AMP_TYPE_TILED_INDEX:
        if (t->rank < 2)
            return arena_printf(&c->arena, "%s<%d>", word, t->tile[0]);
        if (t->rank == 2)
            return arena_printf(&c->arena, "%s<%d, %d>", word, t->tile[0], t->tile[1]);
        return arena_printf(&c->arena, "%s<%d, %d, %d>", word, t->tile[0], t->tile[1], t->tile[2]);
    case AMP_TYPE_ARRAY_VIEW:
    case AMP_TYPE_ARRAY:
        return arena_printf(&c->arena, "%s<%s, %d%s>", t->constant ? "constant_view" : word,
                            !t->base      ? "<unknown>"
                            : t->constant ? type_text(c, type_unqualified(c, t->base))
                                          : type_text(c, t->base),
                            t->rank, fixed_text(c, t));
    case AMP_TYPE_WORDS:
    case AMP_TYPE_TILE_BARRIER:
    case AMP_TYPE_ACCELERATOR:
    case AMP_TYPE_ACCELERATOR_VIEW:
    case AMP_TYPE_COMPLETION_FUTURE:
    case AMP_TYPE_ACCELERATOR_LIST:
        break;
    }
    return word;
}

const char *record_host_tag(struct ctx *c, const struct record *r)
{
    return arena_printf(&c->arena, "ampc__struct%d", r->id);
}

/* The specifiers of a type that derives from none, without qualifiers. */
static const char *words_text(struct ctx *c, const struct type *t, enum spelling how)
{
    switch (t->kind) {
    case TYPE_DECIMAL:
        return arena_printf(&c->arena, "_Decimal%lld", 8 * t->size);
    case TYPE_COMPLEX:
        return arena_printf(&c->arena, "_Complex %s", words_text(c, t->base, how));
    case TYPE_ENUM:
        if (how == AS_HOST_C && !t->enumeration->tag && !t->enumeration->typedef_name)
            return words_text(c, t->base, how);
        return tagged_text(c, "enum", t->enumeration->tag, t->enumeration->typedef_name);
    case TYPE_RECORD:
        if (t->record->vector && how == AS_WRITTEN)
            return t->record->vector->name;
        if (type_is_sampler(t) && how == AS_WRITTEN)
            return "sampler";
        return tagged_text(c, t->record->is_union ? "union" : "struct",
                           how == AS_HOST_C && !t->record->tag && !t->record->typedef_name
                               ? record_host_tag(c, t->record)
                               : t->record->tag,
                           t->record->typedef_name);
    case TYPE_VECTOR:
        return arena_printf(&c->arena, "__attribute__((vector_size(%lld))) %s", t->size,
                            type_spell(c, t->base, "", how));
    case TYPE_AMP:
        return how == AS_HOST_C ? amp_host_text(c, t) : amp_text(c, t);
    case TYPE_UNKNOWN:
    case TYPE_VOID:
    case TYPE_INTEGERS:
    case TYPE_REALS:
    case TYPE_VA_LIST:
    case TYPE_POINTER: /* derived types: see type_spell */
    case TYPE_ARRAY:
    case TYPE_FUNCTION:
        break;
    }
    return kind_text(t->kind);
}

/* "(int, float)" after the declarator of a function. */
static const char *params_text(struct ctx *c, const struct type *t, enum spelling how)
{
    struct buf b = {0};
    const char *text;

    buf_char(&b, '(');
    for (int i = 0; i < t->params.n; i++) {
        if (i > 0)
            buf_add(&b, ", ");
        buf_add(&b, type_spell(c, t->params.at[i], "", how));
    }
    if (t->variadic)
        buf_add(&b, t->params.n ? ", ..." : "...");
    else if (t->prototype && t->params.n == 0)
        buf_add(&b, "void");
    buf_char(&b, ')');
    text = arena_strndup(&c->arena, b.at, b.n);
    buf_free(&b);
    return text;
}

static const char *array_text(struct ctx *c, const struct type *t)
{
    if (t->length >= 0)
        return arena_printf(&c->arena, "[%lld]", t->length);
    return t->length == LENGTH_VARIABLE ? "[*]" : "[]";
}

static bool wraps_declarator(const struct type *t)
{
    return t->kind == TYPE_ARRAY || t->kind == TYPE_FUNCTION;
}

/* C11 6.7.6 from the inside out: each derivation goes around the declarator so far. */
static const char *type_spell(struct ctx *c, const struct type *t, const char *declarator,
                              enum spelling how)
{
    const char *d = declarator, *words;

    for (;; t = t->base) {
        if (t->kind == TYPE_POINTER) {
            d = arena_printf(&c->arena, "*%s%s", quals_text(c, t->quals, how), d);
            if (t->quals && d[strlen(d) - 1] == ' ' && !declarator[0])
                d = arena_strndup(&c->arena, d, strlen(d) - 1);
            if (wraps_declarator(t->base))
                d = arena_printf(&c->arena, "(%s)", d);
        } else if (t->kind == TYPE_ARRAY) {
            d = arena_printf(&c->arena, "%s%s", d, array_text(c, t));
        } else if (t->kind == TYPE_FUNCTION) {
            d = arena_printf(&c->arena, "%s%s", d, params_text(c, t, how));
        } else {
            break;
        }
    }
    words = arena_printf(&c->arena, "%s%s", quals_text(c, t->quals, how), words_text(c, t, how));
    if (t->reference && how == AS_WRITTEN)
        d = arena_printf(&c->arena, "&%s", d);
    if (!d[0])
        return words;
    /* "float *", "float x", but "int[3]" and "void(int)" */
    return arena_printf(&c->arena, "%s%s%s", words,
                        declarator[0] || d[0] == '*' || d[0] == '&' || d[0] == '(' ? " " : "", d);
}

const char *type_text(struct ctx *c, const struct type *t)
{
    return type_spell(c, t, "", AS_WRITTEN);
}

const char *type_declaration(struct ctx *c, const struct type *t, const char *declarator)
{
    return type_spell(c, t, declarator, AS_WRITTEN);
}

const char *type_c(struct ctx *c, const struct type *t, const char *declarator)
{
    return type_spell(c, t, declarator, AS_HOST_C);
}
