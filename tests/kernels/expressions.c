/* expressions.c - literals, calls, initializers and all other expressions. */
#include "gen.h"

#include <stdlib.h>

struct function functions[40];
int functions_n;

struct ex literal(void)
{
    static const unsigned values[] = {0,   1,   2,   3,    5,     7,     8,     31,         100,
                                      127, 128, 255, 1000, 32767, 65535, 65536, 2147483647u};
    static const char *const floats[] = {"0.5", "1.0",     "3.25",       "1e3", ".125",
                                         "2.",  "0x1.8p3", "123456.789", "0.1", "-2.5"};
    unsigned v = values[pick(17)];
    switch (pick(11)) {
    case 0:
        return (struct ex){format("%uu", v), UINT, v, v};
    case 1:
        return (struct ex){format("%uL", v), LONG, v, v};
    case 2:
        return (struct ex){format("0x%xULL", v), ULLONG, v, v};
    case 3:
        return (struct ex){format("(-%u)", v), INT, -(big)v, -(big)v};
    case 4:
        return full(format("%s", floats[pick(10)]), DOUBLE);
    case 5:
        return full(format("%sf", floats[pick(10)]), FLOAT);
    case 6:
        return (struct ex){format("'%c'", 'a' + pick(26)), INT, 'a', 'z'};
    case 7:
        return chance(50) ? (struct ex){format("SAD"), INT, -3, -3}
                          : (struct ex){format("GLAD"), INT, 70000, 70000};
    case 8:
        return chance(50)
                   ? (struct ex){format("sizeof(%s)", declare(any_object(), "")), ULONG, 1, 4096}
                   : (struct ex){format("LIMIT"), INT, 11, 11};
    default:
        return (struct ex){format("%u", v), INT, v, v};
    }
}

char *struct_value(const struct type *t, int depth)
{
    for (int tries = 0; tries < 8; tries++) {
        struct var *v = any_var(false);
        if (v && v->kind != INTEGER && v->type == t) {
            struct effects before = never;
            char *s = access_var(v, depth);
            never = before;
            acc.r |= v->objects;
            return s;
        }
    }
    return format("(%s)%s", t->name, initializer(t, depth, false));
}

char *call(const struct function *f, int depth)
{
    struct unsequenced u = begin_operands();
    struct effects through = {0, 0};
    char *s = format("%s(", f->name);
    for (int k = 0; k < f->params; k++) {
        char *a;
        mask objects = 0;
        if (f->pointer_n[k]) {
            a = pointer_to(f->param[k], f->pointer_n[k], !f->is_const[k], depth - 1, &objects,
                           NULL);
            if (!a)
                a = f->param[k]->kind == SCALAR || f->pointer_n[k] > 1
                        ? format(
                              "(%s)%s", declare(array_of(f->param[k], f->pointer_n[k]), ""),
                              initializer(array_of(f->param[k], f->pointer_n[k]), depth - 1, false))
                        : format("&(%s)%s", f->param[k]->name,
                                 initializer(f->param[k], depth - 1, false));
            through.r |= objects;
            if (!f->is_const[k])
                through.w |= objects;
        } else if (f->param[k]->kind == SCALAR) {
            a = converted(expr(depth - 1), f->param[k]->scalar);
        } else {
            a = struct_value(f->param[k], depth - 1);
        }
        s = format("%s%s%s", s, k ? ", " : "", a);
        between();
    }
    end_operands(u);
    acc.r |= through.r, acc.w |= through.w;
    return format("%s)", s);
}

static struct ex call_expr(int depth)
{
    const struct function *f;
    char *s;
    const struct type *t;
    if (!functions_n)
        return read_place(depth);
    f = &functions[pick((unsigned)functions_n)];
    s = call(f, depth);
    /* the arguments and what they lead to are read and written at no particular time */
    if (f->result >= 0)
        return full(s, f->result);
    t = &structs[-1 - f->result];
    while (t->kind == STRUCT || t->kind == UNION) {
        unsigned k = pick((unsigned)t->fields);
        s = format("%s.m%u", s, k);
        t = t->field[k];
    }
    return t->kind == ARRAY ? (struct ex){format("(int)sizeof(%s)", s), INT, 1, 4096}
                            : full(s, t->scalar);
}

static struct ex statement_expr(int depth)
{
    FILE *saved = out;
    char *text, *name = new_name("e");
    size_t n;
    int t = (int)pick(SCALARS), vars_before = vars_n;
    bool no_loops_before = where.plain;
    struct ex e;

    if (where.budget <= 0)
        return read_place(depth);
    where.budget -= 2;
    out = open_memstream(&text, &n);
    e = expr(depth);
    emit("({ %s %s = %s; ", scalar_name(t), name, converted(e, t));
    add_var((struct var){.name = name, .type = &basic[t], .objects = new_object()});
    where.plain = true;
    where.in_expression++;
    if (chance(50))
        statement(1);
    if (chance(40)) {
        e = expr(1);
        emit("if (%s) ", e.s);
        statement(1);
    }
    where.in_expression--;
    where.plain = no_loops_before;
    emit("%s; })", name);
    acc.r |= vars[vars_before].objects;
    vars_n = vars_before;
    fclose(out);
    out = saved;
    return full(text, t);
}

static struct ex generic(int depth)
{
    struct var *v;
    struct ex p = place(0, false, &v), e = expr(depth);
    if (!p.s || v->kind == INTEGER)
        return e;
    return (struct ex){
        format("_Generic(%s, %s: %s, default: %s)", p.s, scalars[p.t].name[0], e.s, literal().s),
        e.t, e.lo, e.hi};
}

static struct ex compound(int depth)
{
    const struct type *t = any_object();
    char *s = format("((%s)%s)", declare(t, ""), initializer(t, depth > 1 ? 1 : depth, false));
    struct unsequenced u = begin_operands();
    acc = u.acc;
    between();
    s = part(&t, s, depth);
    end_operands(u);
    return full(s, t->scalar);
}

static struct ex mathematics(int depth)
{
    static const char *const names_[] = {"fabs", "floor", "ceil", "trunc",
                                         "sqrt", "fmax",  "fmin", "round"};
    unsigned f = pick(8);
    bool is_float = chance(50);
    struct unsequenced u = begin_operands();
    struct ex a = expr(depth), b;
    between();
    b = f == 5 || f == 6 ? expr(depth - 1) : full("", INT);
    end_operands(u);
    if (chance(10) && floating(a.t))
        return (struct ex){
            format("turned(index<2>((int)clip(%s) & 3, %u))[%u]", a.s, pick(9), pick(2)), INT, 0,
            6};
    if (chance(15))
        return (struct ex){format("abs((int)%s %% 1000)", to_integer(a).s), INT, 0, 999};
    return full(
        format("%s%s(%s%s%s)", names_[f], is_float ? "f" : "", a.s, b.s[0] ? ", " : "", b.s),
        is_float ? FLOAT : DOUBLE);
}

struct ex expr(int depth)
{
    struct ex a, b;
    if (depth <= 0)
        return chance(75) ? read_place(depth) : literal();
    depth--;
    switch (pick(26)) {
    case 0: /* logical */
    case 1:
        a = expr(depth), b = expr(depth);
        return (struct ex){format("(%s %s %s)", a.s, chance(50) ? "&&" : "||", b.s), INT, 0, 1};
    case 2:
    case 3:
        return unary(depth);
    case 4:
    case 5:
        return cast(depth);
    case 6:
    case 7:
        return conditional(depth);
    case 8:
        a = expr(depth), b = expr(depth);
        b.s = format("(%s, %s)", a.s, b.s);
        return b;
    case 9:
    case 10:
        a = assignment(depth);
        a.s = format("(%s)", a.s);
        return a;
    case 11:
    case 12:
        return call_expr(depth);
    case 13:
        return statement_expr(depth);
    case 14:
        return generic(depth);
    case 15:
        return compound(depth);
    case 16:
        return read_place(depth + 1);
    case 17:
        return mathematics(depth);
    case 18:
        a = expr(depth);
        if (chance(50))
            return (struct ex){format("(int)sizeof(%s)", a.s), INT, 1, 8};
        names++;
        return full(format("({ __auto_type a%d = %s; a%d; })", names, a.s, names), a.t);
    default:
        return binary(depth);
    }
}

static char *constant_for(int t)
{
    struct ex e = literal();
    while (floating(e.t) && !floating(t))
        e = literal();
    return e.s;
}

char *initializer(const struct type *t, int depth, bool constant)
{
    char *s = "{";
    struct unsequenced u;
    int n = t->kind == ARRAY ? t->n : t->fields, k = 0;
    if (t->kind == SCALAR)
        return constant ? constant_for(t->scalar) : converted(expr(depth), t->scalar);
    u = begin_operands();
    if (t->kind == UNION)
        n = 1;
    for (int count = 0; k < n && (count == 0 || chance(90)); count++) {
        const struct type *of = t->kind == ARRAY ? t->of : t->field[k];
        char *name = "";
        if (chance(20) && t->kind != UNION) {
            k += (int)pick((unsigned)(n - k));
            of = t->kind == ARRAY ? t->of : t->field[k];
            name = t->kind == ARRAY ? format("[%d] = ", k) : format(".m%d = ", k);
        }
        s = format("%s%s%s%s", s, count ? ", " : "", name,
                   of->kind == STRUCT && !constant && chance(40)
                       ? struct_value(of, depth - 1)
                       : initializer(of, depth - 1, constant));
        between();
        k++;
    }
    end_operands(u);
    return format("%s}", s);
}
