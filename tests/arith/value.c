#include "value.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

const struct type_facts types[TYPES] = {
    {"_Bool", "b", 1, true, 1},         {"char", "c", 2, CHAR_MIN == 0, 8},
    {"signed char", "sc", 2, false, 8}, {"unsigned char", "uc", 2, true, 8},
    {"short", "s", 3, false, 16},       {"unsigned short", "us", 3, true, 16},
    {"int", "i", 4, false, 32},         {"unsigned", "u", 4, true, 32},
    {"long", "l", 5, false, 64},        {"unsigned long", "ul", 5, true, 64},
    {"long long", "ll", 6, false, 64},  {"unsigned long long", "ull", 6, true, 64},
    {"float", "f", 0, false, 32},       {"double", "d", 0, false, 64},
    {"enum sign", "se", 4, false, 32},  {"enum plain", "ue", 4, true, 32},
};

bool is_floating(enum type t)
{
    return t == FLOAT || t == DOUBLE;
}

static long long wrap(long long v, enum type t)
{
    int shift = 64 - types[t].bits;

    if (t == BOOL)
        return v != 0;
    if (types[t].is_unsigned)
        return (long long)((unsigned long long)v << shift >> shift);
    return (long long)((unsigned long long)v << shift) >> shift;
}

struct value integer(enum type t, long long i)
{
    return (struct value){.type = t, .i = wrap(i, t)};
}

struct value floating(enum type t, double d)
{
    struct value v = {.type = t, .d = t == FLOAT ? (double)(float)d : d};
    double small = t == FLOAT ? FLT_MIN : DBL_MIN;

    v.bad = isnan(v.d) || (v.d != 0 && fabs(v.d) < small) || (isinf(v.d) && !isinf(d));
    return v;
}

static double as_double(struct value v)
{
    if (is_floating(v.type))
        return v.d;
    return types[v.type].is_unsigned ? (double)(unsigned long long)v.i : (double)v.i;
}

static struct value float_of(struct value v) /* one rounding only */
{
    if (is_floating(v.type))
        return floating(FLOAT, v.d);
    return floating(FLOAT, types[v.type].is_unsigned ? (float)(unsigned long long)v.i : (float)v.i);
}

static struct value truncated(double d, enum type t)
{
    double low = types[t].is_unsigned ? 0 : -ldexp(1, types[t].bits - 1);
    double high = ldexp(1, types[t].bits - !types[t].is_unsigned);
    struct value v = {.type = t};

    d = trunc(d);
    if (!(d >= low && d < high)) {
        v.bad = true;
        return v;
    }
    return integer(t, types[t].is_unsigned ? (long long)(unsigned long long)d : (long long)d);
}

struct value convert(struct value v, enum type t)
{
    struct value r;

    if (v.bad || v.type == t) {
        v.type = t;
        return v;
    }
    if (t == BOOL)
        r = integer(BOOL, is_floating(v.type) ? v.d != 0 : v.i != 0);
    else if (t == FLOAT)
        r = float_of(v);
    else if (t == DOUBLE)
        r = floating(DOUBLE, as_double(v));
    else if (is_floating(v.type))
        r = truncated(v.d, t);
    else
        r = integer(t, v.i);
    return r;
}

enum type promoted(enum type t)
{
    if (t == SIGNED_ENUM)
        return INT;
    if (t == UNSIGNED_ENUM)
        return UINT;
    return types[t].rank && types[t].rank < 4 ? INT : t;
}

enum type usual(enum type a, enum type b)
{
    if (a == DOUBLE || b == DOUBLE)
        return DOUBLE;
    if (a == FLOAT || b == FLOAT)
        return FLOAT;
    a = promoted(a);
    b = promoted(b);
    if (types[a].rank < types[b].rank) {
        enum type swap = a;
        a = b;
        b = swap;
    }
    /* a has the higher rank */
    if (types[a].is_unsigned || !types[b].is_unsigned)
        return a;
    if (types[a].bits > types[b].bits)
        return a;
    return types[a].rank == types[b].rank ? b : a == LLONG ? ULLONG : a == LONG ? ULONG : UINT;
}

/* The exact result of an integer operation, if it can be represented. */
static struct value checked(enum type t, __int128 r)
{
    struct value v = integer(t, (long long)r);
    __int128 limit = (__int128)1 << (types[t].bits - 1);

    if (!types[t].is_unsigned)
        v.bad = r < -limit || r >= limit;
    return v;
}

static __int128 exact(struct value v)
{
    return types[v.type].is_unsigned ? (__int128)(unsigned long long)v.i : (__int128)v.i;
}

static struct value float_binary(const char *op, struct value a, struct value b)
{
    bool single = a.type == FLOAT;
    float x = (float)a.d, y = (float)b.d;
    double r = 0;

    switch (op[0]) {
    case '+':
        r = single ? (double)(x + y) : a.d + b.d;
        break;
    case '-':
        r = single ? (double)(x - y) : a.d - b.d;
        break;
    case '*':
        r = single ? (double)(x * y) : a.d * b.d;
        break;
    case '/':
        r = single ? (double)(x / y) : a.d / b.d;
        break;
    }
    return floating(a.type, r);
}

static struct value integer_binary(const char *op, struct value a, struct value b)
{
    enum type t = a.type;
    __int128 x = exact(a), y = exact(b);

    switch (op[0]) {
    case '+':
        return checked(t, x + y);
    case '-':
        return checked(t, x - y);
    case '*':
        return checked(t, (__int128)((unsigned __int128)x * (unsigned __int128)y));
    case '/':
    case '%':
        if (y == 0 || (!types[t].is_unsigned && y == -1))
            return (struct value){.type = t, .bad = true};
        return checked(t, op[0] == '/' ? x / y : x % y);
    case '&':
        return integer(t, a.i & b.i);
    case '|':
        return integer(t, a.i | b.i);
    default:
        return integer(t, a.i ^ b.i);
    }
}

static struct value shift(const char *op, struct value a, struct value b)
{
    enum type t = promoted(a.type);
    __int128 count, x;

    a = convert(a, t);
    b = convert(b, promoted(b.type));
    count = exact(b);
    x = exact(a);
    if (count < 0 || count >= types[t].bits || (x < 0 && op[0] == '<'))
        return (struct value){.type = t, .bad = true};
    return op[0] == '<' ? checked(t, x << count) : integer(t, (long long)(x >> count));
}

static struct value compare(const char *op, struct value a, struct value b)
{
    enum type t = usual(a.type, b.type);
    int order;

    a = convert(a, t);
    b = convert(b, t);
    if (a.bad || b.bad)
        return (struct value){.type = INT, .bad = true};
    order =
        is_floating(t) ? (a.d > b.d) - (a.d < b.d) : (exact(a) > exact(b)) - (exact(a) < exact(b));
    if (op[0] == '=')
        return integer(INT, order == 0);
    if (op[0] == '!')
        return integer(INT, order != 0);
    if (op[0] == '<')
        return integer(INT, op[1] ? order <= 0 : order < 0);
    return integer(INT, op[1] ? order >= 0 : order > 0);
}

bool truth(struct value v)
{
    return is_floating(v.type) ? v.d != 0 : v.i != 0;
}

struct value binary(const char *op, struct value a, struct value b)
{
    enum type t;

    if (strcmp(op, "<<") == 0 || strcmp(op, ">>") == 0) {
        struct value v = shift(op, a, b);
        v.bad |= a.bad || b.bad;
        return v;
    }
    if (strchr("<>=!", op[0]))
        return compare(op, a, b);
    t = usual(a.type, b.type);
    a = convert(a, t);
    b = convert(b, t);
    if (a.bad || b.bad)
        return (struct value){.type = t, .bad = true};
    return is_floating(t) ? float_binary(op, a, b) : integer_binary(op, a, b);
}

struct value negated(struct value a)
{
    struct value zero;

    a = convert(a, promoted(a.type));
    if (is_floating(a.type)) {
        a.d = -a.d;
        return a;
    }
    zero = integer(a.type, 0);
    zero.bad = a.bad;
    return zero.bad ? zero : binary("-", zero, a);
}
