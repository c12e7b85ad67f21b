/* format.c - string literals as bytes, and the conversions of printf's formats (C11 7.21.6.1), for
 * checks and for printf in kernels.
 *
 * Example: "%5.2f\n" has one conversion, with a width, a precision and a double. */
#include "sema/types/format.h"

#include <string.h>

#include "sema/types/expr.h"
#include "sema/types/limits.h"

/* ---- string literals ---- */

static int hex_digit(char c)
{
    const char *digits = "0123456789abcdef", *p;

    if (c >= 'A' && c <= 'F')
        c = (char)(c - 'A' + 'a');
    p = c ? strchr(digits, c) : NULL;
    return p ? (int)(p - digits) : -1;
}

/* Appends the character of the escape at s (after the backslash); returns what follows it. */
static const char *escape_add(struct buf *out, const char *s, const char *end)
{
    static const char letters[] = "abfnrtve", values[] = "\a\b\f\n\r\t\v\033";
    const char *p;
    unsigned value = 0;

    if (*s == 'x') {
        for (s++; s < end && hex_digit(*s) >= 0; s++)
            value = value * 16 + (unsigned)hex_digit(*s);
        buf_char(out, (char)value);
        return s;
    }
    if (*s >= '0' && *s <= '7') {
        for (int n = 0; n < 3 && s < end && *s >= '0' && *s <= '7'; n++, s++)
            value = value * 8 + (unsigned)(*s - '0');
        buf_char(out, (char)value);
        return s;
    }
    p = strchr(letters, *s);
    buf_char(out, p ? values[p - letters] : *s);
    return s + 1;
}

bool format_string(const struct ctx *c, const struct expr *e, struct buf *out)
{
    const char *text = c->source->text;

    for (int i = 0; e->kind == EXPR_STRING && i < e->strings.n; i++) {
        const char *s = text + e->strings.at[i].begin, *end = text + e->strings.at[i].end;
        if (s[0] == 'u' && s[1] == '8')
            s += 2;
        if (end - s < 2 || *s != '"')
            return false;
        for (s++, end--; s < end;)
            if (*s == '\\' && (s[1] == 'u' || s[1] == 'U'))
                return false;
            else if (*s == '\\')
                s = escape_add(out, s + 1, end);
            else
                buf_char(out, *s++);
    }
    return e->kind == EXPR_STRING && e->strings.n > 0;
}

const struct expr *format_literal(const struct expr *e)
{
    e = expr_uncast(e);
    return e->kind == EXPR_STRING ? e : NULL;
}

/* ---- formats ---- */

static int number(const char **s)
{
    int n = 0;

    for (; **s >= '0' && **s <= '9'; (*s)++)
        if (n < FORMAT_NUMBER_MAX)
            n = n * 10 + (**s - '0');
    return n;
}

/* Reads a width or precision; -1: none. */
static int field(const char **s, bool *star)
{
    *star = **s == '*';
    if (*star) {
        ++*s;
        return -1;
    }
    return **s >= '0' && **s <= '9' ? number(s) : -1;
}

const char *format_next(const char *s, struct conversion *c)
{
    size_t n = strspn(s, "-+ #0'I");

    *c = (struct conversion){.begin = s, .precision = -1};
    for (size_t i = 0; i < n; i++)
        if (!strchr(c->flags, s[i]))
            c->flags[strlen(c->flags)] = s[i];
    s += n;
    c->width = field(&s, &c->star_width);
    if (*s == '.') {
        s++;
        c->precision = field(&s, &c->star_precision);
        c->precision = c->precision < 0 && !c->star_precision ? 0 : c->precision;
    }
    for (n = 0; *s && strchr("hlqjztL", *s); s++)
        if (n + 1 < sizeof c->length)
            c->length[n++] = *s;
    c->letter = *s;
    c->end = *s ? s + 1 : s;
    return c->end;
}

static bool length_is(const struct conversion *c, const char *words)
{
    const char *at = c->length[0] ? strstr(words, c->length) : words;
    size_t n = strlen(c->length);

    while (at && n && !((at == words || at[-1] == ' ') && (at[n] == ' ' || !at[n])))
        at = strstr(at + 1, c->length);
    return at != NULL;
}

enum format_kind format_kind(const struct conversion *c)
{
    bool plain = !strpbrk(c->flags, "'I"), left_only = c->flags[strspn(c->flags, "-")] == 0;

    if (c->letter == '%' && c->end == c->begin + 1)
        return FORMAT_PERCENT;
    if (!plain || !c->letter)
        return FORMAT_NONE;
    if (strchr("diouxX", c->letter))
        return length_is(c, "hh h l ll q j z t") ? FORMAT_INTEGER : FORMAT_NONE;
    if (strchr("fFeEgGaA", c->letter))
        return length_is(c, "l") ? FORMAT_FLOATING : FORMAT_NONE;
    if (c->length[0] || !left_only)
        return FORMAT_NONE;
    return c->letter == 'c'   ? FORMAT_CHARACTER
           : c->letter == 's' ? FORMAT_STRING
           : c->letter == 'p' ? FORMAT_POINTER
                              : FORMAT_NONE;
}

const struct type *format_type(const struct conversion *c)
{
    bool is_signed = c->letter == 'd' || c->letter == 'i';

    if (c->letter == 'c')
        return type_basic(TYPE_INT);
    if (strcmp(c->length, "hh") == 0)
        return type_basic(is_signed ? TYPE_SCHAR : TYPE_UCHAR);
    if (strcmp(c->length, "h") == 0)
        return type_basic(is_signed ? TYPE_SHORT : TYPE_USHORT);
    if (c->length[0])
        return type_basic(is_signed ? TYPE_LONG : TYPE_ULONG);
    return type_basic(is_signed ? TYPE_INT : TYPE_UINT);
}
