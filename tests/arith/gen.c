/* gen.c - writes a program that evaluates expressions over all arithmetic types of C in a kernel
 * and on the host.
 *
 *     gen seed count > arith.ampc
 *
 * Every expression is a function of both sides; the program compares the results bit for bit. The
 * generator evaluates each expression too, for every set of inputs, and leaves out the sets where C
 * does not define the result (overflow, division by zero, shifts out of range, NaN) or where
 * devices may differ (numbers too small to be normal). */
#include "value.h"

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SETS = 16 };

/* ---- random numbers: the same everywhere ---- */

struct gen {
    unsigned long long state;
    struct value inputs[SETS][TYPES];
    char *text; /* of the expression being made */
    int text_n;
};

static unsigned pick(struct gen *g, unsigned n)
{
    g->state = g->state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)(g->state >> 33) % n;
}

/* ---- expressions: text and the values for every set of inputs, made together ---- */

struct expr {
    char *text;
    int prec;
    enum type type;
    struct value v[SETS];
};

static char *format(const char *text, ...)
{
    va_list args;
    char *s;
    int n;

    va_start(args, text);
    n = vsnprintf(NULL, 0, text, args);
    va_end(args);
    s = malloc((size_t)n + 1);
    if (!s)
        exit(2);
    va_start(args, text);
    vsnprintf(s, (size_t)n + 1, text, args);
    va_end(args);
    return s;
}

/* The operand's text with parentheses if it binds less than prec. Frees e's text. */
static char *operand(struct expr *e, int prec)
{
    char *s = e->prec < prec ? format("(%s)", e->text) : format("%s", e->text);

    free(e->text);
    return s;
}

static struct expr variable(struct gen *g)
{
    enum type t = (enum type)pick(g, TYPES);
    struct expr e = {.text = format("v.%s", types[t].variable), .prec = 15, .type = t};

    for (int k = 0; k < SETS; k++)
        e.v[k] = g->inputs[k][t];
    return e;
}

static struct expr constant(char *text, struct value v)
{
    struct expr e = {.text = text, .prec = 16, .type = v.type};

    for (int k = 0; k < SETS; k++)
        e.v[k] = v;
    return e;
}

static struct expr literal(struct gen *g)
{
    static const unsigned values[] = {0,    1,     2,     3,     5,          7,   8,
                                      10,   31,    100,   127,   128,        255, 256,
                                      1000, 32767, 65535, 65536, 2147483647u};
    static const char *const floats[] = {"0.5", "1.0",  "3.25",    "1e3",        ".125",
                                         "2.",  "1e-5", "0x1.8p3", "123456.789", "0.1"};
    unsigned n = values[pick(g, sizeof values / sizeof values[0])];
    const char *f = floats[pick(g, sizeof floats / sizeof floats[0])];

    switch (pick(g, 14)) {
    case 0:
        return constant(format("%u", n), integer(INT, n));
    case 1:
        return constant(format("0x%x", n), integer(INT, n));
    case 2:
        return constant(format("0%o", n), integer(INT, n));
    case 3:
        return constant(format("%uu", n), integer(UINT, n));
    case 4:
        return constant(format("%uL", n), integer(LONG, n));
    case 5:
        return constant(format("%uULL", n), integer(ULLONG, n));
    case 6:
        return constant(format("0xffffffff"), integer(UINT, 0xffffffffLL));
    case 7:
        return constant(format("4294967296"), integer(LONG, 4294967296LL));
    case 8:
        return constant(format("'%c'", 'a' + (int)pick(g, 26)), integer(INT, 0));
    case 9:
        return constant(format("'\\%o'", 128 + pick(g, 128)), integer(INT, 0));
    case 10:
        return constant(format("%s", f), floating(DOUBLE, strtod(f, NULL)));
    case 11:
        return constant(format("%sf", f), floating(FLOAT, strtof(f, NULL)));
    case 12:
        return constant(format("sizeof(%s)", types[n % TYPES].name),
                        integer(ULONG, (types[n % TYPES].bits + 7) / 8));
    default:
        return pick(g, 2) ? constant(format("MINUS"), integer(INT, -5))
                          : constant(format("SEVEN"), integer(INT, 7));
    }
}

/* Character constants get their value from the spelling, as a C compiler reads it. */
static struct expr leaf(struct gen *g)
{
    struct expr e;

    if (pick(g, 3))
        return variable(g);
    e = literal(g);
    if (e.text[0] == '\'') {
        char c = e.text[1] == '\\' ? (char)strtol(e.text + 2, NULL, 8) : e.text[1];
        for (int k = 0; k < SETS; k++)
            e.v[k] = integer(INT, c);
    }
    return e;
}

static struct expr expression(struct gen *g, int depth);

/* An operand of integer type. */
static struct expr integer_operand(struct gen *g, int depth)
{
    struct expr e = expression(g, depth);

    while (is_floating(e.type)) {
        free(e.text);
        e = expression(g, depth - 1 > 0 ? depth - 1 : 0);
    }
    return e;
}

/* Zero for all inputs: as a divisor an error if it is constant. */
static bool is_zero(const struct expr *e)
{
    for (int k = 0; k < SETS; k++)
        if (e->v[k].bad || truth(e->v[k]))
            return false;
    return true;
}

static struct expr make_binary(struct gen *g, int depth)
{
    static const struct {
        const char *text;
        int prec;
        bool integers;
    } ops[] = {{"*", 13, 0}, {"/", 13, 0},  {"%", 13, 1},  {"+", 12, 0},
               {"-", 12, 0}, {"<<", 11, 1}, {">>", 11, 1}, {"<", 10, 0},
               {">", 10, 0}, {"<=", 10, 0}, {">=", 10, 0}, {"==", 9, 0},
               {"!=", 9, 0}, {"&", 8, 1},   {"^", 7, 1},   {"|", 6, 1}};
    unsigned o = pick(g, sizeof ops / sizeof ops[0]);
    struct expr a = ops[o].integers ? integer_operand(g, depth) : expression(g, depth);
    struct expr b = ops[o].integers ? integer_operand(g, depth) : expression(g, depth);
    struct expr e;
    char *x, *y;

    if (is_zero(&b) && (o == 1 || o == 2))
        o = 3;
    e.prec = ops[o].prec;
    for (int k = 0; k < SETS; k++)
        e.v[k] = binary(ops[o].text, a.v[k], b.v[k]);
    if (ops[o].prec == 11 && pick(g, 4)) { /* mostly a count that fits */
        struct value limit = integer(INT, 31);
        for (int k = 0; k < SETS; k++)
            e.v[k] = binary(ops[o].text, a.v[k], binary("&", b.v[k], limit));
        y = operand(&b, 9);
        b.text = format("%s & 31", y);
        free(y);
        b.prec = 8;
    }
    e.type = e.v[0].type;
    x = operand(&a, e.prec);
    y = operand(&b, e.prec + 1);
    e.text = format("%s %s %s", x, ops[o].text, y);
    free(x);
    free(y);
    return e;
}

static struct expr make_logical(struct gen *g, int depth)
{
    struct expr a = expression(g, depth), b = expression(g, depth), e = {.type = INT};
    bool is_and = pick(g, 2);
    char *x, *y;

    e.prec = is_and ? 5 : 4;
    for (int k = 0; k < SETS; k++) {
        bool first = truth(a.v[k]);
        e.v[k] = integer(INT, is_and ? first && truth(b.v[k]) : first || truth(b.v[k]));
        e.v[k].bad = a.v[k].bad || (first == is_and && b.v[k].bad);
    }
    x = operand(&a, e.prec);
    y = operand(&b, e.prec + 1);
    e.text = format("%s %s %s", x, is_and ? "&&" : "||", y);
    free(x);
    free(y);
    return e;
}

static struct expr make_unary(struct gen *g, int depth)
{
    unsigned o = pick(g, 4);
    struct expr a = o == 1 ? integer_operand(g, depth) : expression(g, depth), e = {.prec = 14};
    char *x;

    for (int k = 0; k < SETS; k++) {
        struct value p = convert(a.v[k], promoted(a.v[k].type));
        switch (o) {
        case 0:
            e.v[k] = negated(a.v[k]);
            break;
        case 1:
            e.v[k] = integer(p.type, ~p.i);
            break;
        case 2:
            e.v[k] = integer(INT, !truth(a.v[k]));
            break;
        default:
            e.v[k] = p;
            break;
        }
        e.v[k].bad |= a.v[k].bad;
    }
    e.type = e.v[0].type;
    x = operand(&a, 14);
    e.text = format("%c%s%s", "-~!+"[o], x[0] == "-~!+"[o] ? " " : "", x);
    free(x);
    return e;
}

static struct expr make_cast(struct gen *g, int depth)
{
    struct expr a = expression(g, depth), e = {.prec = 14};
    char *x;

    e.type = (enum type)pick(g, TYPES);
    for (int k = 0; k < SETS; k++)
        e.v[k] = convert(a.v[k], e.type);
    x = operand(&a, 14);
    e.text = format("(%s)%s", types[e.type].name, x);
    free(x);
    return e;
}

static struct expr make_cond(struct gen *g, int depth)
{
    struct expr a = expression(g, depth), b = expression(g, depth), c = expression(g, depth),
                e = {.prec = 3};
    char *x, *y, *z;

    e.type = usual(b.type, c.type);
    for (int k = 0; k < SETS; k++) {
        e.v[k] = convert(truth(a.v[k]) ? b.v[k] : c.v[k], e.type);
        e.v[k].bad |= a.v[k].bad;
    }
    x = operand(&a, 4);
    y = operand(&b, 1);
    z = operand(&c, 3);
    e.text = format("%s ? %s : %s", x, y, z);
    free(x);
    free(y);
    free(z);
    return e;
}

static struct expr make_comma(struct gen *g, int depth)
{
    struct expr a = expression(g, depth), e = expression(g, depth);
    char *x, *y;

    for (int k = 0; k < SETS; k++)
        e.v[k].bad |= a.v[k].bad;
    x = operand(&a, 1);
    y = operand(&e, 2);
    e.text = format("%s, %s", x, y);
    e.prec = 1;
    free(x);
    free(y);
    return e;
}

static struct expr expression(struct gen *g, int depth)
{
    unsigned kind = pick(g, 20);

    if (depth <= 0 || kind == 0)
        return leaf(g);
    depth--;
    if (kind < 10)
        return make_binary(g, depth);
    if (kind < 12)
        return make_logical(g, depth);
    if (kind < 14)
        return make_unary(g, depth);
    if (kind < 17)
        return make_cast(g, depth);
    return kind < 19 ? make_cond(g, depth) : make_comma(g, depth);
}

/* ---- statements: what assigns; the value is that of the expression or the variable's afterwards
 * ---- */

static struct expr make_assignment(struct gen *g, char **statement)
{
    static const char *const ops[] = {"=", "+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^"};
    enum type t = (enum type)pick(g, TYPES);
    struct expr b = expression(g, 2), e = {.prec = 15, .type = t};
    unsigned o = is_floating(t) || is_floating(b.type) ? pick(g, 5) : pick(g, 11);

    if (is_zero(&b) && (o == 4 || o == 5))
        o = 1;

    if (o == 6 || o == 7)
        for (int k = 0; k < SETS; k++)
            b.v[k] = binary("&", b.v[k], integer(INT, 7));
    for (int k = 0; k < SETS; k++)
        e.v[k] = convert(o == 0 ? b.v[k] : binary(ops[o], g->inputs[k][t], b.v[k]), t);
    if (o == 6 || o == 7)
        *statement = format("w %s= (%s) & 7", ops[o], b.text);
    else
        *statement = format("w %s= %s%s%s", o ? ops[o] : "", b.prec < 2 ? "(" : "", b.text,
                            b.prec < 2 ? ")" : "");
    free(b.text);
    e.text = format("w");
    return e;
}

/* ++ and --: the value of the expression and that of the object are both looked at. */
static struct expr make_step(struct gen *g, char **statement)
{
    enum type t = (enum type)pick(g, TYPES);
    bool up = pick(g, 2), prefix = pick(g, 2);
    struct expr e = {.prec = 12, .type = DOUBLE};

    *statement = format(prefix ? "r = %sw" : "r = w%s", up ? "++" : "--");
    for (int k = 0; k < SETS; k++) {
        struct value old = g->inputs[k][t],
                     changed = convert(binary(up ? "+" : "-", old, integer(INT, 1)), t);
        struct value seen = convert(prefix ? changed : old, DOUBLE);
        e.v[k] = binary("+", binary("*", seen, integer(INT, 3)), convert(changed, DOUBLE));
        e.v[k].bad |= changed.bad;
    }
    e.text = format("(double)r * 3 + w");
    e.v[0].type = t; /* the caller finds the variable's type here */
    return e;
}

/* ---- the program ---- */

static void make_inputs(struct gen *g)
{
    static const long long edges[] = {
        0,   1,     -1,     2,     5,       -7,      31,       100,       127,      -128,
        255, 32767, -32768, 65535, INT_MAX, INT_MIN, UINT_MAX, LLONG_MAX, LLONG_MIN};
    static const double floats[] = {0,          1,   -1,   0.5, -2.5,  3.75, 100,   1e6,
                                    -12345.678, 0.1, 1e10, 7,   255.9, -0.0, 65537, 1e-3};

    for (int k = 0; k < SETS; k++)
        for (int t = 0; t < TYPES; t++)
            if (is_floating((enum type)t))
                g->inputs[k][t] = floating((enum type)t, floats[pick(g, 16)]);
            else
                g->inputs[k][t] = integer(
                    (enum type)t, k < 8 ? edges[pick(g, 19)]
                                        : (long long)pick(g, 40) - (types[t].is_unsigned ? 0 : 20));
}

static void print_head(const struct gen *g)
{
    puts("#include <stdio.h>\n#include <string.h>\n");
    puts("enum sign { MINUS = -5, PLUS = 2147483647 };\nenum plain { SEVEN = 7, MANY = 0xffffffff "
         "};\n");
    puts("struct input {");
    for (int t = 0; t < TYPES; t++)
        printf("    %s %s;\n", types[t].name, types[t].variable);
    puts("};\nunion bits {\n    double d;\n    float f;\n    unsigned long long u;\n};\n");
    printf("static const struct input inputs[%d] = {\n", SETS);
    for (int k = 0; k < SETS; k++) {
        printf("    {");
        for (int t = 0; t < TYPES; t++)
            if (is_floating((enum type)t))
                printf("%s%.17g%s", t ? ", " : "", g->inputs[k][t].d,
                       t == FLOAT && g->inputs[k][t].d != trunc(g->inputs[k][t].d) ? "f" : "");
            else if (types[t].is_unsigned)
                printf("%s%lluU%s", t ? ", " : "", (unsigned long long)g->inputs[k][t].i,
                       types[t].bits == 64 ? "LL" : "");
            else if (g->inputs[k][t].i == LLONG_MIN)
                printf("%s-9223372036854775807LL - 1", t ? ", " : "");
            else
                printf("%s%lldLL", t ? ", " : "", g->inputs[k][t].i);
        puts("},");
    }
    puts("};\n");
}

/* The function of expression n; returns the sets that count. */
static unsigned print_function(struct gen *g, int n)
{
    char *statement = NULL;
    struct expr e;
    enum type local = INT;
    unsigned sets = 0, kind = pick(g, 6);

    if (kind == 0) {
        e = make_assignment(g, &statement);
        local = e.type;
    } else if (kind == 1) {
        e = make_step(g, &statement);
        local = e.v[0].type;
        e.v[0].type = DOUBLE;
    } else {
        e = expression(g, 3);
    }
    for (int k = 0; k < SETS; k++)
        sets |= (unsigned)!e.v[k].bad << k;
    if (!sets) {
        free(e.text);
        free(statement);
        return 0;
    }
    printf("static unsigned long long e%d(struct input v) restrict(cpu, amp)\n{\n    union bits "
           "z;\n    z.u = 0;\n",
           n);
    if (statement)
        printf("    %s w = v.%s, r;\n    %s;\n", types[local].name, types[local].variable,
               statement);
    printf("    z.%s = %s%s%s;\n    return z.u;\n}\n",
           e.type == FLOAT    ? "f"
           : e.type == DOUBLE ? "d"
                              : "u",
           e.prec < 2 ? "(" : "", e.text, e.prec < 2 ? ")" : "");
    free(e.text);
    free(statement);
    return sets;
}

static void print_main(const unsigned *sets, int count)
{
    printf("\nstatic unsigned long long host[%d][%d], device[%d][%d];\nstatic const unsigned "
           "sets[%d] = {",
           count, SETS, count, SETS, count);
    for (int n = 0; n < count; n++)
        printf("%s0x%x", n ? ", " : "", sets[n]);
    printf("};\n\nint main(void)\n{\n    int wrong = 0, compared = 0;\n    array_view<const struct "
           "input> in(%d, inputs);\n",
           SETS);
    printf("    array_view<unsigned long long, 2> out(%d, %d, device);\n    out.discard_data();\n",
           count, SETS);
    puts("    parallel_for_each(in.extent, [=](index<1> i) restrict(amp) {\n        struct input v "
         "= in[i];\n        int k = i[0];");
    for (int n = 0; n < count; n++)
        printf("        out(%d, k) = 0x%x >> k & 1 ? e%d(v) : 0;\n", n, sets[n], n);
    puts("    });\n    out.synchronize();");
    printf("    for (int k = 0; k < %d; k++) {\n        struct input v = inputs[k];\n", SETS);
    for (int n = 0; n < count; n++)
        printf("        host[%d][k] = 0x%x >> k & 1 ? e%d(v) : 0;\n", n, sets[n], n);
    printf("    }\n    for (int n = 0; n < %d; n++)\n        for (int k = 0; k < %d; k++) {\n",
           count, SETS);
    puts("            compared += sets[n] >> k & 1;\n            if (host[n][k] == device[n][k])\n "
         "               continue;");
    puts("            if (wrong++ < 20)\n                printf(\"e%d, inputs %d: host %llx, "
         "kernel %llx\\n\", n, k, host[n][k], device[n][k]);\n        }");
    puts("    printf(\"%d values compared, %d differ\\n\", compared, wrong);\n    return wrong != "
         "0 || compared == 0;\n}");
}

int main(int argc, char **argv)
{
    struct gen g = {.state = argc > 1 ? strtoull(argv[1], NULL, 10) : 1};
    int count = argc > 2 ? atoi(argv[2]) : 100, n = 0;
    unsigned *sets = calloc((size_t)count + 1, sizeof *sets);

    if (!sets || count < 1)
        return 2;
    pick(&g, 2);
    make_inputs(&g);
    print_head(&g);
    while (n < count)
        if ((sets[n] = print_function(&g, n)) != 0)
            n++;
    print_main(sets, count);
    free(sets);
    return 0;
}
