/* affine_divide.c - division, remainder, shifts and bit operations of affine values, and
 * conversions between integer types.
 *
 * A result stays affine where it divides evenly or is known for every lane; else it is a new
 * symbol. Example: (4 * T + L) / 4 is T for L in 0 … 3. */
#include "sema/simulate/affine.h"

static long long floor_divide(long long a, long long b)
{
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* Modulo 2^64: exact for coefficients, which are smaller, and sufficient for narrower integers. */
static long long op_number(enum op op, long long a, long long b)
{
    unsigned long long x = (unsigned long long)a, y = (unsigned long long)b;

    switch (op) {
    case OP_ADD:
        return (long long)(x + y);
    case OP_SUB:
        return (long long)(x - y);
    case OP_MUL:
        return (long long)(x * y);
    case OP_DIV:
        return b == 0 ? 0 : b == -1 ? (long long)(0 - x) : a / b;
    case OP_MOD:
        return b == 0 || b == -1 ? 0 : a % b;
    case OP_SHL:
        return b < 0 || b > 63 ? 0 : (long long)(x << b);
    case OP_SHR:
        return b < 0 || b > 63 ? 0 : a >> b;
    case OP_AND:
        return a & b;
    case OP_XOR:
        return a ^ b;
    case OP_OR:
        return a | b;
    case OP_NONE: /* not binary, or no number */
    case OP_ASSIGN:
    case OP_COMMA:
    case OP_COMPARISONS:
    case OP_LAND:
    case OP_LOR:
    case OP_UNARIES:
        break;
    }
    return 0;
}

/* a << b is what op_number says. */
static bool shift_is_exact(long long a, long long b)
{
    return b < 0 || (b <= 62 && a <= AFFINE_NUMBER_MAX >> b && a >= -(AFFINE_NUMBER_MAX >> b));
}

static long long converted(long long v, long long size, bool is_unsigned)
{
    unsigned long long bits = (unsigned long long)v, mask;

    if (size >= 8)
        return v;
    mask = (1ULL << size * 8) - 1;
    bits &= mask;
    return !is_unsigned && bits >> (size * 8 - 1) ? (long long)(bits | ~mask) : (long long)bits;
}

/* The result depends on whether the operands have a sign. */
static bool reads_sign(enum op op)
{
    return op == OP_DIV || op == OP_MOD || op == OP_SHR;
}

/* a op b of numbers without sign, which are given as they are, or as negative ones. */
static long long op_unsigned(enum op op, long long a, long long b, long long size)
{
    unsigned long long x = (unsigned long long)converted(a, size, true);
    unsigned long long y = (unsigned long long)converted(b, size, true);

    if (op == OP_SHR)
        return y > 63 ? 0 : (long long)(x >> y);
    return y == 0 ? 0 : (long long)(op == OP_DIV ? x / y : x % y);
}

/* Lane by lane, in integers of 'size' bytes. */
static const struct affine *lanewise(struct affines *s, enum op op, const struct affine *a,
                                     const struct affine *b, long long size, bool is_unsigned)
{
    long long *lanes = arena_array(&s->arena, long long, s->width);
    int n = a->lanes || b->lanes ? s->width : 1;

    for (int i = 0; i < n; i++) {
        long long x = affine_at(a, i), y = affine_at(b, i);
        if (op == OP_SHL && size >= 8 && !shift_is_exact(x, y))
            return affine_fresh(s, n > 1 ? SPREAD_LANES : SPREAD_NONE, -AFFINE_LIMIT, AFFINE_LIMIT);
        lanes[i] = is_unsigned && reads_sign(op)
                       ? op_unsigned(op, x, y, size)
                       : converted(op_number(op, x, y), size, is_unsigned);
    }
    return n > 1 ? affine_lanes(s, lanes) : affine_number(s, lanes[0]);
}

/* Every factor of a symbol is a multiple of d. */
static bool divides(const struct affines *s, const struct affine *a, long long d)
{
    for (int i = 0; i < a->n; i++) {
        const struct affine_term *t = &a->terms[i];
        for (int j = 0; j < (t->lanes ? s->width : 1); j++)
            if (affine_factor_at(t, j) % d != 0)
                return false;
    }
    return true;
}

static const long long *lanes_divided(struct affines *s, long long c, const long long *lanes,
                                      long long d, bool remainder)
{
    long long *out = arena_array(&s->arena, long long, s->width);

    for (int i = 0; i < s->width; i++) {
        long long v = c + (lanes ? lanes[i] : 0), q = floor_divide(v, d);
        out[i] = remainder ? v - q * d : q;
    }
    return out;
}

/* The remainder of a by d, where every factor of a symbol is a multiple of d. */
static const struct affine *remainder_of(struct affines *s, const struct affine *a, long long d)
{
    if (!a->lanes)
        return affine_number(s, a->c - floor_divide(a->c, d) * d);
    return affine_lanes(s, lanes_divided(s, a->c, a->lanes, d, true));
}

static const struct affine *quotient_of(struct affines *s, const struct affine *a, long long d)
{
    struct affine q = *affine_sub(s, a, remainder_of(s, a, d));

    q.c = floor_divide(q.c, d);
    if (q.lanes)
        q.lanes = lanes_divided(s, 0, q.lanes, d, false);
    for (int i = 0; i < q.n; i++) {
        struct affine_term *t = &q.terms[i];
        t->k /= d;
        if (t->lanes)
            t->lanes = lanes_divided(s, 0, t->lanes, d, false);
    }
    s->work += s->width;
    struct affine *r = arena_new(&s->arena, struct affine);
    *r = q;
    return r;
}

/* The result for each of the values that a can have. */
static void options_map(struct affines *s, const struct affine *result, enum op op,
                        const struct affine *a, const struct affine *b)
{
    struct affine_symbol *to = affine_symbol_of(s, result);
    const struct affine_option *list =
        a->n == 1 && affine_known(b) ? affine_options(s, a, NULL) : NULL;

    to->others = a->n == 1 && s->symbols.at[a->terms[0].symbol].others;
    for (; list; list = list->next) {
        const struct affine *value = affine_binary(s, op, list->value, b); /* symbols may move */
        struct affine_option *one = arena_new(&s->arena, struct affine_option);
        to = affine_symbol_of(s, result);
        *one = (struct affine_option){value, list->guards, to->options};
        to->options = one;
    }
}

/* The symbol that such an operation has already; NULL: none. */
static const struct affine *memo_find(const struct affines *s, const struct affine_memo *of)
{
    int oldest = s->memos.n > 32 ? s->memos.n - 32 : 0;

    for (int i = s->memos.n - 1; i >= oldest; i--) {
        const struct affine_memo *m = &s->memos.at[i];
        if (m->op == of->op && m->is_unsigned == of->is_unsigned && m->size == of->size &&
            affine_same(s, m->a, of->a) && affine_same(s, m->b, of->b))
            return m->result;
    }
    return NULL;
}

/* Numbers without sign, of which some may be kept as negative ones. */
static const struct affine *unknown_unsigned(struct affines *s, enum op op, const struct affine *a,
                                             const struct affine *b, long long size)
{
    struct affine_memo memo = {op, a, b, NULL, true, size};
    long long by, to = size < 8 ? (1LL << size * 8) - 1 : AFFINE_LIMIT;

    memo.result = memo_find(s, &memo);
    if (memo.result)
        return memo.result;
    if (op == OP_MOD && affine_value(b, &by) && by > 0 && by <= to)
        to = by - 1;
    memo.result = affine_fresh(s, spread_larger(affine_spread(s, a), affine_spread(s, b)), 0, to);
    vec_push(&s->arena, &s->memos, memo);
    return memo.result;
}

static const struct affine *unknown(struct affines *s, enum op op, const struct affine *a,
                                    const struct affine *b)
{
    enum spread spread = spread_larger(affine_spread(s, a), affine_spread(s, b));
    long long min, max, low, high, from = -AFFINE_LIMIT, to = AFFINE_LIMIT;
    struct affine_memo memo = {.op = op, .a = a, .b = b};

    memo.result = memo_find(s, &memo);
    if (memo.result)
        return memo.result;
    affine_bounds(s, a, &min, &max);
    affine_bounds(s, b, &low, &high);
    if (min >= 0 && low >= 0) {
        from = 0;
        if (op == OP_MOD)
            to = high < AFFINE_LIMIT && high > 0 ? high - 1 : max;
        else if (op == OP_AND)
            to = max < high ? max : high;
        else if (op == OP_DIV || op == OP_SHR)
            to = max < AFFINE_LIMIT && low < 63 && (low > 0 || op == OP_SHR)
                     ? op_number(op, max, low)
                     : max;
    } else if (op == OP_AND && low >= 0) {
        from = 0;
        to = high;
    }
    memo.result = affine_fresh(s, spread, from, to);
    options_map(s, memo.result, op, a, b);
    vec_push(&s->arena, &s->memos, memo);
    return memo.result;
}

static const struct affine *divided(struct affines *s, enum op op, const struct affine *a,
                                    const struct affine *b)
{
    long long d, min, max;

    if (!affine_value(b, &d) || d <= 0 || !divides(s, a, d))
        return unknown(s, op, a, b);
    affine_bounds(s, a, &min, &max);
    if (min < 0)
        return unknown(s, op, a, b);
    return op == OP_DIV ? quotient_of(s, a, d) : remainder_of(s, a, d);
}

static const struct affine *shifted(struct affines *s, enum op op, const struct affine *a,
                                    const struct affine *b)
{
    long long n;

    if (!affine_value(b, &n) || n < 0 || n > 40)
        return unknown(s, op, a, b);
    if (op == OP_SHL)
        return affine_scale(s, a, 1LL << n);
    return divides(s, a, 1LL << n) ? quotient_of(s, a, 1LL << n) : unknown(s, op, a, b);
}

/* Bit operation with b, all of whose bits are below those that the symbols of a can change. */
static const struct affine *low_bits(struct affines *s, enum op op, const struct affine *a,
                                     const struct affine *b)
{
    long long min, max, low, power = 1;

    affine_bounds(s, b, &min, &max);
    if (min < 0 || max >= 1LL << 30)
        return NULL;
    while (power <= max)
        power *= 2;
    if (!divides(s, a, power))
        return NULL;
    affine_bounds(s, a, &low, &max);
    if (low < 0)
        return NULL;
    const struct affine *rest = remainder_of(s, a, power);
    const struct affine *bits = lanewise(s, op, rest, b, 8, false);
    return op == OP_AND ? bits : affine_add(s, affine_sub(s, a, rest), bits);
}

static const struct affine *bitwise(struct affines *s, enum op op, const struct affine *a,
                                    const struct affine *b)
{
    const struct affine *r = NULL;
    long long mask;

    if (!affine_known(b)) {
        const struct affine *swap = a;
        a = b;
        b = swap;
    }
    if (affine_known(b))
        r = low_bits(s, op, a, b);
    /* a & ~15 */
    if (!r && op == OP_AND && affine_value(b, &mask) && mask < 0 && (~mask & (~mask + 1)) == 0)
        r = affine_sub(s, a, affine_binary(s, OP_AND, a, affine_number(s, ~mask)));
    return r ? r : unknown(s, op, a, b);
}

const struct affine *affine_binary(struct affines *s, enum op op, const struct affine *a,
                                   const struct affine *b)
{
    s->work += s->width;
    if (op == OP_ADD)
        return affine_add(s, a, b);
    if (op == OP_SUB)
        return affine_sub(s, a, b);
    if (op == OP_MUL)
        return affine_mul(s, a, b);
    if (affine_known(a) && affine_known(b))
        return lanewise(s, op, a, b, 8, false);
    if (op == OP_DIV || op == OP_MOD)
        return divided(s, op, a, b);
    if (op == OP_SHL || op == OP_SHR)
        return shifted(s, op, a, b);
    if (op == OP_AND || op == OP_XOR || op == OP_OR)
        return bitwise(s, op, a, b);
    return unknown(s, op, a, b);
}

/* ---- conversions ---- */

const struct affine *affine_binary_in(struct affines *s, enum op op, const struct affine *a,
                                      const struct affine *b, long long size, bool is_unsigned)
{
    bool plain = is_unsigned && reads_sign(op); /* as if without sign */
    long long min, max, low;

    s->work += s->width;
    if (size > 0 && (size < 8 || plain) && affine_known(a) && affine_known(b))
        return lanewise(s, op, a, b, size, is_unsigned);
    if (plain) {
        affine_bounds(s, a, &min, &max);
        affine_bounds(s, b, &low, &max);
        if (min < 0 || low < 0)
            return unknown_unsigned(s, op, a, b, size);
    }
    return affine_convert(s, affine_binary(s, op, a, b), size, is_unsigned);
}

const struct affine *affine_convert(struct affines *s, const struct affine *a, long long size,
                                    bool is_unsigned)
{
    long long min, max, low, high;

    if (size >= 8 || size <= 0)
        return a;
    low = is_unsigned ? 0 : -(1LL << (size * 8 - 1));
    high = is_unsigned ? (1LL << size * 8) - 1 : -low - 1;
    affine_bounds(s, a, &min, &max);
    if (min >= low && max <= high)
        return a;
    if (!affine_known(a)) /* overflow of int and wider types is taken not to happen */
        return size >= 4 ? a : affine_fresh(s, affine_spread(s, a), low, high);
    if (!a->lanes)
        return affine_number(s, converted(a->c, size, is_unsigned));
    long long *lanes = arena_array(&s->arena, long long, s->width);
    for (int i = 0; i < s->width; i++)
        lanes[i] = converted(affine_at(a, i), size, is_unsigned);
    return affine_lanes(s, lanes);
}
