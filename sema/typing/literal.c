/* literal.c - constants and string literals (C11 6.4.4, 6.4.5): types by suffix and value, values
 * of characters, lengths of strings. Example: `0x80000000` is an unsigned int. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "sema/typing/typing.h"

/* ---- integer constants, C11 6.4.4.1 ---- */

struct suffix {
    bool is_unsigned, is_imaginary, is_bad;
    int longs;
};

static struct suffix integer_suffix(const char *p)
{
    struct suffix x = {0};

    for (; *p; p++)
        if (*p == 'u' || *p == 'U')
            x.is_unsigned = true;
        else if (*p == 'l' || *p == 'L')
            x.longs++;
        else if (*p == 'i' || *p == 'j' || *p == 'I' || *p == 'J')
            x.is_imaginary = true;
        else
            x.is_bad = true;
    return x;
}

/* The first type of the standard's list that holds the value. */
static enum type_kind integer_kind(unsigned long long v, bool decimal, struct suffix x)
{
    bool may_be_unsigned = !decimal || x.is_unsigned;

    if (x.longs == 0) {
        if (!x.is_unsigned && v <= 0x7fffffff)
            return TYPE_INT;
        if (may_be_unsigned && v <= 0xffffffff)
            return TYPE_UINT;
    }
    if (x.longs < 2) {
        if (!x.is_unsigned && v <= 0x7fffffffffffffff)
            return TYPE_LONG;
        return may_be_unsigned ? TYPE_ULONG : TYPE_INT128;
    }
    if (!x.is_unsigned && v <= 0x7fffffffffffffff)
        return TYPE_LLONG;
    return may_be_unsigned ? TYPE_ULLONG : TYPE_INT128;
}

static void integer_literal(struct sema *s, struct expr *e)
{
    const char *p = e->name;
    bool decimal = p[0] != '0';
    unsigned long long v;
    struct suffix x;
    char *end;

    errno = 0;
    if (p[0] == '0' && (p[1] == 'b' || p[1] == 'B'))
        v = strtoull(p + 2, &end, 2);
    else
        v = strtoull(p, &end, 0);
    x = integer_suffix(end);
    if (errno == ERANGE || x.is_bad) {
        sema_invalid(s, e->loc, "'%s' is no integer constant of C", e->name);
        e->type = type_basic(TYPE_UNKNOWN);
        return;
    }
    e->type = type_basic(integer_kind(v, decimal, x));
    if (x.is_imaginary) {
        e->type = type_complex(s->c, e->type);
        return;
    }
    e->value = (long long)v;
    e->constant = e->type->size <= 8;
}

/* ---- floating constants, C11 6.4.4.2 and the suffixes of TS 18661-3 and GNU ---- */

static struct type *decimal_type(struct sema *s, long long size)
{
    struct type *t = arena_new(&s->c->arena, struct type);

    *t = *type_basic(TYPE_DECIMAL);
    t->size = size;
    t->align = (int)size;
    return t;
}

static struct type *floating_suffix(struct sema *s, const char *p)
{
    static const struct {
        const char *suffix;
        enum type_kind kind;
    } kinds[] = {
        {"", TYPE_DOUBLE},     {"f", TYPE_FLOAT},      {"l", TYPE_LDOUBLE},
        {"f16", TYPE_FLOAT16}, {"f32", TYPE_FLOAT},    {"f64", TYPE_DOUBLE},
        {"f32x", TYPE_DOUBLE}, {"f64x", TYPE_LDOUBLE}, {"f128", TYPE_FLOAT128},
        {"q", TYPE_FLOAT128},  {"w", TYPE_FLOAT128},   {"d", TYPE_DOUBLE},
    };
    size_t n = strlen(p);

    if (n == 2 && strcasecmp(p, "df") == 0)
        return decimal_type(s, 4);
    if (n == 2 && strcasecmp(p, "dd") == 0)
        return decimal_type(s, 8);
    if (n == 2 && strcasecmp(p, "dl") == 0)
        return decimal_type(s, 16);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcasecmp(kinds[i].suffix, p) == 0)
            return type_basic(kinds[i].kind);
    return type_basic(TYPE_UNKNOWN);
}

static void floating_literal(struct sema *s, struct expr *e)
{
    bool imaginary = false;
    char suffix[8];
    size_t n = 0;
    char *end;

    strtold(e->name, &end);
    for (; *end; end++)
        if (strchr("ijIJ", *end))
            imaginary = true;
        else if (n + 1 < sizeof suffix)
            suffix[n++] = *end;
    suffix[n] = 0;
    e->type = floating_suffix(s, suffix);
    if (imaginary && e->type->kind != TYPE_UNKNOWN)
        e->type = type_complex(s->c, e->type);
}

/* ---- characters and strings, C11 6.4.4.4, 6.4.5 ---- */

/* The type of one code unit, by the prefix of a literal. */
static enum type_kind prefix_kind(struct sema *s, const char *p, enum type_kind plain,
                                  enum type_kind u8)
{
    if (p[0] == 'L' && sema_host_fact(s, "AMPC__WCHAR_SHORT"))
        return TYPE_USHORT;
    if (p[0] == 'L')
        return sema_host_fact(s, "AMPC__WCHAR_UNSIGNED") ? TYPE_UINT : TYPE_INT;
    if (p[0] == 'U')
        return TYPE_UINT;
    if (p[0] == 'u')
        return p[1] == '8' ? u8 : TYPE_USHORT;
    return plain;
}

static unsigned hex_digits(const char **p, int most)
{
    unsigned v = 0;

    for (int i = 0; i < most; i++, ++*p) {
        char ch = **p;

        if (ch >= '0' && ch <= '9')
            v = v * 16 + (unsigned)(ch - '0');
        else if ((ch | 32) >= 'a' && (ch | 32) <= 'f')
            v = v * 16 + (unsigned)((ch | 32) - 'a') + 10;
        else
            break;
    }
    return v;
}

static unsigned octal_digits(const char **p)
{
    unsigned v = 0;

    for (int i = 0; i < 3 && **p >= '0' && **p <= '7'; i++)
        v = v * 8 + (unsigned)(*(*p)++ - '0');
    return v;
}

/* One character of a literal. */
struct character {
    unsigned code;
    bool is_universal; /* a code point: it may take several code units */
};

static struct character escape(const char **p)
{
    static const char letters[] = "abfnrtveE", codes[] = "\a\b\f\n\r\t\v\33\33";
    struct character c = {0};
    char ch = **p;
    const char *at;

    if (ch >= '0' && ch <= '7') {
        c.code = octal_digits(p);
        return c;
    }
    ++*p;
    if (ch == 'x') {
        c.code = hex_digits(p, 1 << 20);
    } else if (ch == 'u' || ch == 'U') {
        c.code = hex_digits(p, ch == 'u' ? 4 : 8);
        c.is_universal = true;
    } else {
        at = ch ? strchr(letters, ch) : NULL;
        c.code = (unsigned char)(at ? codes[at - letters] : ch);
    }
    return c;
}

/* Reads the next character; 'wide': UTF-8 sequences are decoded. */
static struct character next_character(const char **p, bool wide)
{
    unsigned char ch = (unsigned char)*(*p)++;
    struct character c = {.code = ch};
    int more = ch >= 0xf0 ? 3 : ch >= 0xe0 ? 2 : ch >= 0xc0 ? 1 : 0;

    if (ch == '\\')
        return escape(p);
    if (!wide || more == 0)
        return c;
    c.code = ch & (0x3fu >> more);
    c.is_universal = true;
    for (; more > 0 && ((unsigned char)**p & 0xc0) == 0x80; more--)
        c.code = c.code << 6 | ((unsigned char)*(*p)++ & 0x3f);
    return c;
}

static int units_of(struct character c, long long unit_size)
{
    if (!c.is_universal || unit_size == 4)
        return 1;
    if (unit_size == 2)
        return c.code > 0xffff ? 2 : 1;
    return c.code < 0x80 ? 1 : c.code < 0x800 ? 2 : c.code < 0x10000 ? 3 : 4;
}

static const char *skip_prefix(const char *p)
{
    while (*p && *p != '"' && *p != '\'' && *p != 'R')
        p++;
    return p;
}

static void character_literal(struct sema *s, struct expr *e)
{
    enum type_kind kind = prefix_kind(s, e->name, TYPE_INT, TYPE_UCHAR);
    bool wide = kind != TYPE_INT || e->name[0] == 'L';
    const char *p = skip_prefix(e->name);
    unsigned v = 0;
    int n = 0;

    if (*p)
        p++;
    for (; *p && *p != '\''; n++) {
        struct character c = next_character(&p, wide);

        v = wide ? c.code : n == 0 ? c.code : v << 8 | (c.code & 0xff);
    }
    e->type = type_basic(kind);
    e->constant = true;
    /* a single plain character has the value of a char converted to int */
    e->value = wide || n != 1 ? constant_wrap(e->type, v) : constant_wrap(sema_char(s), v);
}

/* The number of code units of one literal, without quotes and prefix. */
static long long string_units(const char *p, const char *end, long long unit_size)
{
    long long n = 0;

    p = skip_prefix(p);
    if (*p == 'R') { /* GNU raw string: R"delimiter( ... )delimiter" */
        const char *open = memchr(p, '(', (size_t)(end - p));

        return open ? (end - open - 2) - (open - p - 2) : 0;
    }
    for (p++; p < end - 1;)
        n += units_of(next_character(&p, unit_size > 1), unit_size);
    return n;
}

static void string_literal(struct sema *s, struct expr *e)
{
    const char *text = s->c->source->text;
    enum type_kind kind = TYPE_CHAR;
    long long n = 0, size;

    for (int i = 0; i < e->strings.n; i++) {
        enum type_kind own = prefix_kind(s, text + e->strings.at[i].begin, TYPE_CHAR, TYPE_CHAR);

        kind = own != TYPE_CHAR ? own : kind;
    }
    size = type_basic(kind)->size;
    for (int i = 0; i < e->strings.n; i++)
        n += string_units(text + e->strings.at[i].begin, text + e->strings.at[i].end, size);
    e->type = type_array(s->c, kind == TYPE_CHAR ? sema_char(s) : type_basic(kind), n + 1);
    e->lvalue = true;
}

void literal_type(struct sema *s, struct expr *e)
{
    if (e->kind == EXPR_INT)
        integer_literal(s, e);
    else if (e->kind == EXPR_CHAR)
        character_literal(s, e);
    else if (e->kind == EXPR_FLOAT)
        floating_literal(s, e);
    else
        string_literal(s, e);
}
