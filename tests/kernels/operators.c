/* operators.c - operators whose values are defined: operands are made unsigned, cut or masked where
 * the ranges that are known would not do. */
#include "gen.h"

struct ex to_integer(struct ex e)
{
    return floating(e.t) ? (struct ex){format("(int)clip%s(%s)", e.t == FLOAT ? "f" : "", e.s), INT,
                                       -1000000, 1000000}
                         : e;
}

struct ex integer_expr(int depth)
{
    return to_integer(expr(depth));
}

char *converted(struct ex e, int t)
{
    if (!floating(e.t) || floating(t) || t == BOOL)
        return e.s;
    if (t == INT || t == LONG || t == LLONG)
        return format("clip(%s)", e.s);
    return to_integer(e).s;
}

static struct ex as_unsigned(struct ex e, int t)
{
    return full(format("(%s)%s", scalar_name(to_unsigned(t)), e.s), to_unsigned(t));
}

static void fit(struct ex *e)
{
    if (!floating(e->t) && (e->lo < lowest(e->t) || e->hi > highest(e->t)))
        *e = full(e->s, e->t);
}

static bool fits(const struct ex *e)
{
    return e->lo >= lowest(e->t) && e->hi <= highest(e->t);
}

static struct ex convert_to(struct ex e, int t)
{
    e.t = t;
    fit(&e);
    return e;
}

static struct ex arithmetic(const char *op, struct ex a, struct ex b)
{
    struct ex e = {NULL, usual(a.t, b.t), 0, 0}, x = convert_to(a, e.t), y = convert_to(b, e.t);
    big p[4] = {x.lo * y.lo, x.lo * y.hi, x.hi * y.lo, x.hi * y.hi};

    if (!floating(e.t)) {
        switch (op[0]) {
        case '+':
            e.lo = x.lo + y.lo, e.hi = x.hi + y.hi;
            break;
        case '-':
            e.lo = x.lo - y.hi, e.hi = x.hi - y.lo;
            break;
        case '*':
            e.lo = e.hi = p[0];
            if (x.lo < -((big)1 << 62) || x.hi > (big)1 << 62 || y.lo < -((big)1 << 62) ||
                y.hi > (big)1 << 62)
                e.hi = (big)1 << 100;
            for (int k = 1; k < 4; k++)
                e.lo = p[k] < e.lo ? p[k] : e.lo, e.hi = p[k] > e.hi ? p[k] : e.hi;
            break;
        }
        if (!fits(&e) && scalars[e.t].is_signed) {
            a = as_unsigned(a, e.t);
            e = full(NULL, to_unsigned(e.t));
        }
        fit(&e);
    }
    e.s = format("(%s %s %s)", a.s, op, b.s);
    return e;
}

static struct ex divide(const char *op, struct ex a, struct ex b)
{
    struct ex e;
    if (floating(usual(a.t, b.t)) && op[0] == '/') {
        e = full(NULL, usual(a.t, b.t));
        e.s = format("(%s / (%s ? 2 : 4))", a.s, b.s);
        return e;
    }
    a = to_integer(a), b = to_integer(b);
    if (b.lo <= 0 || convert_to(b, usual(a.t, b.t)).lo <= 0)
        b = (struct ex){format("((%s & 7) + 1)", b.s), promoted(b.t), 1, 8};
    e = full(NULL, usual(a.t, b.t));
    a = convert_to(a, e.t);
    if (op[0] == '%' && a.lo >= 0)
        e.lo = 0, e.hi = b.hi - 1;
    e.s = format("(%s %s %s)", a.s, op, b.s);
    return e;
}

static struct ex shift(const char *op, struct ex a, struct ex b)
{
    struct ex e;
    a = to_integer(a), b = to_integer(b);
    e = full(NULL, promoted(a.t));
    if (b.lo < 0 || b.hi >= scalars[e.t].bits)
        b.s = format("(%s & %d)", b.s, scalars[e.t].bits - 1);
    if (op[0] == '<' && scalars[e.t].is_signed) {
        a = as_unsigned(a, e.t);
        e.t = a.t;
        e = full(NULL, e.t);
    }
    e.s = format("(%s %s %s)", a.s, op, b.s);
    return e;
}

static struct ex bitwise(const char *op, struct ex a, struct ex b)
{
    struct ex e;
    a = to_integer(a), b = to_integer(b);
    e = full(format("(%s %s %s)", a.s, op, b.s), usual(a.t, b.t));
    if (op[0] == '&' && b.lo >= 0 && b.hi <= highest(e.t))
        e.lo = 0, e.hi = b.hi;
    return e;
}

struct ex binary(int depth)
{
    static const char *const ops[] = {"+", "-", "*", "/", "%",  "<<", ">>", "&",
                                      "|", "^", "<", ">", "<=", ">=", "==", "!="};
    unsigned o = pick(16);
    struct unsequenced u = begin_operands();
    struct ex a = expr(depth), b;
    between();
    b = expr(depth);
    end_operands(u);
    if (o < 3)
        return arithmetic(ops[o], a, b);
    if (o < 5)
        return divide(ops[o], a, b);
    if (o < 7)
        return shift(ops[o], a, b);
    if (o < 10)
        return bitwise(ops[o], a, b);
    return (struct ex){format("(%s %s %s)", a.s, ops[o], b.s), INT, 0, 1};
}

struct ex unary(int depth)
{
    struct ex a = expr(depth), e;
    switch (pick(3)) {
    case 0:
        if (!floating(a.t) && scalars[promoted(a.t)].is_signed && a.lo == lowest(promoted(a.t)))
            a = as_unsigned(a, promoted(a.t));
        e = full(format("(- %s)", a.s), promoted(a.t));
        if (!floating(e.t) && scalars[e.t].is_signed)
            e.lo = -a.hi, e.hi = -a.lo;
        return e;
    case 1:
        a = to_integer(a);
        return full(format("(~%s)", a.s), promoted(a.t));
    default:
        return (struct ex){format("!%s", a.s), INT, 0, 1};
    }
}

struct ex cast(int depth)
{
    struct ex a = expr(depth), e;
    int t = (int)pick(SCALARS);
    if (floating(a.t) && !floating(t) && t != BOOL)
        a = to_integer(a);
    e = full(format("((%s)%s)", scalar_name(t), a.s), t);
    if (!floating(t) && !floating(a.t) && t != BOOL && a.lo >= lowest(t) && a.hi <= highest(t))
        e.lo = a.lo, e.hi = a.hi;
    return e;
}

struct ex conditional(int depth)
{
    struct ex a = expr(depth), b = expr(depth), c = expr(depth), e;
    if (chance(15)) {
        e = full(format("(%s ?: %s)", a.s, c.s), usual(a.t, c.t));
    } else {
        e = full(format("(%s ? %s : %s)", a.s, b.s, c.s), usual(b.t, c.t));
        if (!floating(e.t)) {
            b = convert_to(b, e.t), c = convert_to(c, e.t);
            e.lo = b.lo < c.lo ? b.lo : c.lo, e.hi = b.hi > c.hi ? b.hi : c.hi;
        }
    }
    return e;
}

/* Assigns to p with an operator; to integers without overflow. */
static struct ex compound_assignment(struct ex p, struct ex e)
{
    static const char *const ops[] = {"+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^"};
    const char *op = ops[pick(floating(p.t) ? 3 : 10)];
    int t, all;

    if (!floating(p.t))
        e = to_integer(e);
    t = promoted(p.t), all = usual(t, e.t);
    switch (op[0]) {
    case '+':
    case '-':
    case '*':
        if (!floating(all) && scalars[all].is_signed)
            e = as_unsigned(e, all);
        break;
    case '/':
    case '%':
        e = (struct ex){format("((%s & 7) + 1)", e.s), promoted(e.t), 1, 8};
        break;
    case '<':
        if (scalars[t].is_signed)
            op = ">>";
        /* fallthrough */
    case '>':
        e.s = format("(%s & %d)", e.s, scalars[t].bits - 1);
        break;
    }
    p.s = format("%s %s= %s", p.s, op, e.s);
    return p;
}

struct ex assignment(int depth)
{
    struct unsequenced u = begin_operands();
    struct var *v;
    struct ex p = place(depth, true, &v), e;
    int kind = (int)pick(10);

    if (!p.s) {
        end_operands(u);
        return literal();
    }
    never.w |= v->objects;
    between();
    e = kind < 7 ? expr(depth) : literal();
    end_operands(u);
    acc.w |= v->objects;
    if (kind < 4) {
        p.s = format("%s = %s", p.s, converted(e, p.t));
        return p;
    }
    acc.r |= v->objects;
    if (kind >= 7 && (!scalars[p.t].is_signed || p.t < INT || floating(p.t))) {
        if (p.t == BOOL)
            p.s = format("++%s", p.s);
        else
            p.s = format(chance(50) ? "%s%s" : "%2$s%1$s", chance(50) ? "++" : "--", p.s);
        return p;
    }
    return compound_assignment(p, e);
}
