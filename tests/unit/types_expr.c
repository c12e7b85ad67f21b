/* types_expr.c - types and values of expressions, compared with those of the compiler that builds
 * this test. */
#include "sema/types/expr.h"
#include "tests/unit/types_unit.h"

/* The values are computed by the compiler that builds the test; it need not like the expressions.
 */
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wenum-compare"
#pragma GCC diagnostic ignored "-Wtype-limits"
#pragma GCC diagnostic ignored "-Wbool-compare"
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wunused-value"
#pragma GCC diagnostic ignored "-Woverflow"
#pragma GCC diagnostic ignored "-Wint-in-bool-context"
#pragma GCC diagnostic ignored "-Wbool-operation"
#pragma GCC diagnostic ignored "-Wmultichar"
#pragma GCC diagnostic ignored "-Wshift-negative-value"
#pragma GCC diagnostic ignored "-Wlogical-not-parentheses"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wfloat-conversion"
#pragma GCC diagnostic ignored "-Wtautological-compare"
#pragma GCC diagnostic ignored "-Wswitch-unreachable"
#pragma GCC diagnostic ignored "-Wsizeof-array-argument"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

#define QUOTE(...) #__VA_ARGS__
#define QUOTED(...) QUOTE(__VA_ARGS__)

#define VARIABLES                                                                                  \
    enum plain_enum { PLAIN_A, PLAIN_B = 5, PLAIN_C };                                             \
    enum signed_enum { MINUS = -1, PLUS = 1 };                                                     \
    enum long_enum { HUGE_ = 0x100000000 };                                                        \
    static _Bool b;                                                                                \
    static char c;                                                                                 \
    static signed char sc;                                                                         \
    static unsigned char uc;                                                                       \
    static short s;                                                                                \
    static unsigned short us;                                                                      \
    static int i;                                                                                  \
    static unsigned u;                                                                             \
    static long l;                                                                                 \
    static unsigned long ul;                                                                       \
    static long long ll;                                                                           \
    static unsigned long long ull;                                                                 \
    static float f;                                                                                \
    static double d;                                                                               \
    static long double ld;                                                                         \
    static enum plain_enum e;                                                                      \
    static enum signed_enum se;                                                                    \
    static enum long_enum le;                                                                      \
    static struct bits {                                                                           \
        int i7 : 7;                                                                                \
        unsigned u7 : 7;                                                                           \
        unsigned u32 : 32;                                                                         \
        _Bool b1 : 1;                                                                              \
    } bf;                                                                                          \
    static int array[7];                                                                           \
    static const int LIMIT = 12;

VARIABLES
static const char variables[] = QUOTED(VARIABLES);

#define WITH_ALL(op, x)                                                                            \
    V(x op b)                                                                                      \
    V(x op c)                                                                                      \
    V(x op sc)                                                                                     \
    V(x op uc)                                                                                     \
    V(x op s)                                                                                      \
    V(x op us)                                                                                     \
    V(x op i) V(x op u) V(x op l) V(x op ul) V(x op ll) V(x op ull) V(x op e) V(x op se) V(x op le)
#define WITH_FLOATS(op, x) WITH_ALL(op, x) V(x op f) V(x op d) V(x op ld)
#define INTEGER_PAIRS(with, op)                                                                    \
    with(op, b) with(op, c) with(op, sc) with(op, uc) with(op, s) with(op, us) with(op, i)         \
        with(op, u) with(op, l) with(op, ul) with(op, ll) with(op, ull) with(op, e) with(op, se)   \
            with(op, le)
#define ALL_PAIRS(op)                                                                              \
    INTEGER_PAIRS(WITH_FLOATS, op) WITH_FLOATS(op, f) WITH_FLOATS(op, d) WITH_FLOATS(op, ld)

START_TEST(test_usual_conversions)
{
    PROBES_CHECK(variables, ALL_PAIRS(+));
    PROBES_CHECK(variables, ALL_PAIRS(*));
    PROBES_CHECK(variables, ALL_PAIRS(<));
    PROBES_CHECK(variables, ALL_PAIRS(&&));
    PROBES_CHECK(variables, ALL_PAIRS(? i :));
}
END_TEST

START_TEST(test_integer_operators)
{
    PROBES_CHECK(variables, INTEGER_PAIRS(WITH_ALL, <<));
    PROBES_CHECK(variables, INTEGER_PAIRS(WITH_ALL, >>));
    PROBES_CHECK(variables, INTEGER_PAIRS(WITH_ALL, &));
}
END_TEST

#define UNARY(x) V(+x) V(-x) V(!x) V(x++) V(--x) V(sizeof x) V((x)) V((x, x))
#define INTEGER_UNARY(x) UNARY(x) V(~x) V(x = 1.5) V(x += 2) V(x <<= 1l)

START_TEST(test_unary)
{
    /* clang-format off */
    PROBES_CHECK(variables,
        INTEGER_UNARY(c) INTEGER_UNARY(sc) INTEGER_UNARY(uc) INTEGER_UNARY(s) INTEGER_UNARY(us)
        INTEGER_UNARY(i) INTEGER_UNARY(u) INTEGER_UNARY(l) INTEGER_UNARY(ul) INTEGER_UNARY(ll)
        INTEGER_UNARY(ull) UNARY(f) UNARY(d) UNARY(ld));
    /* clang-format on */
}
END_TEST

START_TEST(test_bit_fields)
{
    /* clang-format off */
    PROBES_CHECK(variables,
        V(+bf.i7) V(+bf.u7) V(+bf.u32) V(+bf.b1) V(bf.u7 + u) V(bf.u32 + 1) V(bf.u7 - 1) V(-bf.u7)
        V(~bf.u7) V(bf.u7 << 3) V(bf.u7 < -1) V((bf.u7) * 1) V(i ? bf.u7 : 1));
    /* clang-format on */
}
END_TEST

START_TEST(test_literals)
{
    PROBES_CHECK(
        "",
        C(0) C(1) C(2147483647) C(2147483648) C(4294967295) C(4294967296) C(9223372036854775807)
            C(0x7fffffff) C(0x80000000) C(0xffffffff) C(0x100000000) C(0x7fffffffffffffff)
                C(0x8000000000000000) C(0xffffffffffffffff) C(017) C(037777777777) C(0777777777777)
                    C(0b101) C(1u) C(4294967296u) C(1l) C(1ul) C(1lu) C(1ll) C(1ull) C(1LLU)
                        C(0x1p3 > 1) C('a') C('\n') C('\x41') C('\377') C('\xff') C('\0') C('ab')
                            C('\'') C('\\') C('"') C('\?') C('\e') C(L'x') C(L'\u20ac') C(u'\u20ac')
                                C(U'\U0001f600') C(L'é') V(1.) V(1.f) V(1.0L) V(.5e3) V(0x1p-3f)
                                    V(1e5) V(1.F) C(sizeof "abc") C(sizeof "a\0b") C(sizeof "\x41"
                                                                                            "b")
                                        C(sizeof "") C(sizeof L"abc") C(sizeof u"\U0001f600")
                                            C(sizeof U"xy"
                                                     "z") C(sizeof u8"\u20ac") C(sizeof "é")
                                                C(sizeof L"é") C(sizeof "\1234") C(sizeof "a"
                                                                                          "b"
                                                                                          "c"));
}
END_TEST

START_TEST(test_constants)
{
    /* clang-format off */
    PROBES_CHECK(variables,
        C(1 + 2 * 3) C(7 / 2) C(-7 / 2) C(-7 % 3) C(7u / 2) C(-1 / 2u) C(1 << 30) C(1u << 31)
        C(-8 >> 1) C(-8u >> 1) C(0x7fffffff + 1u) C(4294967295u + 1) C(4294967295u * 2) C(~0)
        C( ~0u) C(~0ul) C(-1 < 0u) C(-1 < 0) C(-1l < 0u) C(-1 == 4294967295u) C(3 & 6) C(3 | 6)
        C(3 ^ 6) C(1 && 0) C(0 || 2) C(!5) C( !0) C(1 ? 2 : 3l) C(0 ? 2 : -1) C(1 ? -1 : 0u)
        C((char)300) C((signed char)200) C((unsigned char)-1) C((short)70000) C((_Bool)7)
        C( (_Bool)0.5) C((int)3.9) C((int)-3.9) C((unsigned)3e9) C((long)1e15f) C((int)(1.5 * 4))
        C((unsigned long)-1) C((unsigned)-1) C((long)(unsigned)-1) C(1.5 > 1) C(!1.5) C(!0.0)
        C(PLAIN_A) C(PLAIN_B) C(PLAIN_C) C(MINUS) C(HUGE_) C(PLAIN_B << 2) C(MINUS + 0u)
        C(sizeof(int)) C(sizeof(long double)) C(sizeof array) C( sizeof array / sizeof *array)
        C(sizeof(char[3][4])) C(sizeof(struct bits)) C(sizeof e) C(sizeof le) C( sizeof(1 + c))
        C(sizeof(int *)) C(_Alignof(double)) C(_Alignof(struct bits)) C(sizeof(struct bits *))
        C( __builtin_types_compatible_p(int, const int))
        C(__builtin_types_compatible_p(int, long))
        C( __builtin_types_compatible_p(char *, const char *)) C(_Generic(1, long : 1, int : 2))
        C(_Generic(1.f, double : 1, default : 3)) C( __builtin_constant_p(3)) C(2 - 3u > 0)
        C(__builtin_bswap32(0x01020304)) C( __builtin_popcount(0xff)) C(__builtin_expect(3, 1))
        C( (unsigned char)'\xff' << 16 >> 16) C(1 ? 1 : 1 / 0) C((signed char)-1 >> 1)
        C((unsigned short)65535 * 1) C(1ull << 63) C(-1ll >> 63) C(~0ull >> 1));
    /* clang-format on */
}
END_TEST

/* docs/LANGUAGE.md, "C in kernels": a const integer with a constant initialiser counts, too. */
START_TEST(test_const_variables)
{
    struct probe probes[] = {C(LIMIT) C(LIMIT * 2 + 1) C(sizeof(char[12]))};

    probes_check_in(variables, "", probes, 3);
}
END_TEST

START_TEST(test_other_types)
{
    /* clang-format off */
    PROBES_CHECK(
        "struct s { int a; const float *p; int m[4]; struct { char k; }; } x, *px;"
        "const struct s cs; int *ip; const int *cip; void *vp; const void *cvp; int (*fp)(char);"
        "double g(int, float); int a2[2][3]; typedef int row[3]; row *rp; int n; char **argv;"
        "float _Complex fc; __int128 big; _Float16 h; typedef __builtin_va_list va; ",
        T("int", x.a) T("const float *", x.p) T("int[4]", x.m) T("char", x.k) T("struct s", *px)
        T("int", px->m[1]) T("struct s *", &x) T("float", *px->p) T("int", cs.m[0])
        T("const int *", &cs.m[0]) T("const int *", cs.m + 1) T("int", *ip++) T("int *", ip + n)
        T("int *", n + ip) T("long", ip - ip) T("int *", &ip[3]) T("const int *", n ? ip : cip)
        T("void *", n ? ip : vp) T("const void *", n ? ip : cvp) T("int *", n ? ip : 0)
        T("int *", n ? (void *)0 : ip) T("void *", n ? (void *)n : ip) T("int (*)(char)", fp)
        T("int", fp('a')) T("int", (*fp)(1)) T("double", g(1, 2)) T("double (*)(int, float)", g)
        T("double (*)(int, float)", &g) T("int[3]", a2[1]) T("int (*)[3]", a2 + 1)
        T("int (*)[2][3]", &a2) T("int[3]", *rp) T("int", (*rp)[1]) T("int (*)[3]", rp + 1)
        T("char", **argv) T("char *", argv[1]) T("char", argv[0][1]) T("_Complex float", fc)
        T("unsigned long", sizeof x) T("void *", &&label) T("int", ({ int k = 3; k; }))
        T("void", ({ int k = 3; })) T("struct s", (struct s){0}) T("int[3]", (int[]){1, 2, 3})
        T("char[4]", "abc") T("void", (void)n) T("double", n ?: 1.5) T("int", !ip)
        T("int", ip == 0) T("int", ip && cip) T("void", vp ? (void)0 : (void)1) T("int", *cip)
        T("float", _Generic(x.p, const float * : 1.0f, default : 1)) T("int", 'a')
        T("unsigned int", sizeof(int) ? 1u : 2) T("__int128", big + 1) T("float", 1.f + n)
        T("char", __builtin_choose_expr(1, (char)1, 2.0)) T("int", __builtin_isnan(1.0))
        T("float", __builtin_inff()) T("double", __builtin_huge_val())
        T("int", sizeof(struct undeclared *) > 4) T("_Float16", h + h) T("float", h + 1.f));
    /* clang-format on */
}
END_TEST

/* What is not understood in host code is unknown, and so is what it touches: no message. */
START_TEST(test_unknown)
{
    PROBES_CHECK("struct s { int a; } x; int n;",
                 T("<unknown>", nothing) T("<unknown>", nothing + 1) T("<unknown>", x.none)
                     T("<unknown>", nothing(1)) T("<unknown>", *nothing) T("int", nothing && n)
                         T("<unknown>", nothing[3]) T("<unknown>", n ? nothing : 1)
                             T("<unknown>", x + 1) T("int", n = nothing));
}
END_TEST

/* Implicit conversions are nodes of the tree. */
START_TEST(test_conversions)
{
    struct unit *u = unit_open("float f; int i; char c; unsigned long ul; float g(float, ...);\n"
                               "float h(void) { f = i; i + f; g(i, c, f); ul = c; c += 1.5; "
                               "if (c) ; return i; }\n");
    const struct expr *e = unit_stmt(u, 0)->expr;

    ck_assert_int_eq(e->b->kind, EXPR_CONVERT);
    ck_assert_int_eq(e->b->type->kind, TYPE_FLOAT);
    e = unit_stmt(u, 1)->expr;
    ck_assert_int_eq(e->a->kind, EXPR_CONVERT);
    ck_assert_int_eq(e->b->kind, EXPR_NAME);
    e = unit_stmt(u, 2)->expr;
    ck_assert_int_eq(e->args.at[0]->type->kind, TYPE_FLOAT);
    ck_assert_int_eq(e->args.at[1]->type->kind, TYPE_INT);
    ck_assert_int_eq(e->args.at[2]->type->kind, TYPE_DOUBLE);
    ck_assert_int_eq(unit_stmt(u, 3)->expr->b->type->kind, TYPE_ULONG);
    e = unit_stmt(u, 4)->expr;
    ck_assert_int_eq(e->a->kind, EXPR_NAME);
    ck_assert_int_eq(e->b->kind, EXPR_FLOAT);
    ck_assert_int_eq(unit_stmt(u, 5)->expr->kind, EXPR_NAME);
    ck_assert_int_eq(unit_stmt(u, 6)->expr->type->kind, TYPE_FLOAT);
    unit_close();
}
END_TEST

/* What stands around an expression, layer by layer. */
START_TEST(test_strip)
{
    struct unit *u =
        unit_open("double d; float a[4]; int i;\n"
                  "void f(void) { d = ((float)(a[i])); *(a); d = _Generic(0, int: (i)); "
                  "d = (double)(long)(a); }\n");
    struct expr *e = unit_stmt(u, 0)->expr->b;
    const struct expr *seen = e;

    ck_assert_int_eq(expr_unparen(e)->kind, EXPR_CONVERT);
    ck_assert_ptr_eq(expr_evaluated(e), expr_unparen(e));
    ck_assert_int_eq(expr_strip(e)->kind, EXPR_CAST);
    ck_assert_int_eq(expr_uncast(e)->kind, EXPR_SUBSCRIPT);
    ck_assert_ptr_eq(expr_uncast(seen), expr_uncast(e));
    e = unit_stmt(u, 1)->expr->a;
    ck_assert(expr_is_decay(e) && !expr_is_decay(e->a) && !expr_is_decay(NULL));
    ck_assert_ptr_eq(expr_address(e), e);
    ck_assert_int_eq(expr_strip(e)->kind, EXPR_NAME);
    e = unit_stmt(u, 2)->expr->b->a;
    ck_assert_int_eq(expr_unparen(e)->kind, EXPR_GENERIC);
    ck_assert_int_eq(expr_evaluated(e)->kind, EXPR_NAME);
    e = unit_stmt(u, 3)->expr->b;
    ck_assert(expr_is_decay(expr_address(e)));
    ck_assert_int_eq(expr_uncast(e)->kind, EXPR_NAME);
    ck_assert_ptr_null(expr_strip((struct expr *)NULL));
    unit_close();
}
END_TEST

/* A sum of many terms is deep on its left side. */
START_TEST(test_long_sum)
{
    struct buf b = {0};
    struct unit *u;

    buf_add(&b, "int n; void f(void) { n");
    for (int k = 0; k < 4000; k++)
        buf_add(&b, "+1");
    buf_add(&b, "; }");
    u = unit_open(b.at);
    ck_assert_int_eq(unit_stmt(u, 0)->expr->type->kind, TYPE_INT);
    unit_close();
    buf_free(&b);
}
END_TEST

TEST_MAIN("expressions", test_usual_conversions, test_integer_operators, test_unary,
          test_bit_fields, test_literals, test_constants, test_const_variables, test_other_types,
          test_unknown, test_conversions, test_strip, test_long_sum)
