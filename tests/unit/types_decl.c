/* types_decl.c - types of declarations, compared with those of the compiler that builds this test.
 */
#include "tests/unit/types_unit.h"

/* Declarations: declarators, initialisers, functions and their versions. */

static void expect_types(const char *prelude, const char *const (*names)[2], int n)
{
    for (int i = 0; i < n; i++) {
        struct probe p = {names[i][0], names[i][1], false, 0};

        probes_check_in(prelude, "", &p, 1);
    }
}

#define EXPECT_TYPES(prelude, ...)                                                                 \
    do {                                                                                           \
        static const char *const names_[][2] = {__VA_ARGS__};                                      \
        expect_types(prelude, names_, (int)(sizeof names_ / sizeof *names_));                      \
    } while (0)

START_TEST(test_declarators)
{
    EXPECT_TYPES(
        "int *a, *b[3], (*c)[3], *(*d)(int, char *), (*e[2])(void), (*(*f)(void))[4];"
        "const char *const *g; int (*h(int))(float); void k(int x[static 3], int y(int), ...);"
        "long int unsigned long m; signed n; unsigned char short_; double long o; k2(); int p[][2];"
        "volatile int q; char *restrict r; _Atomic int s; _Atomic(int *) t; typeof(a) u;"
        "__typeof__(int (*)(void)) v; __auto_type w = 1.5f; int vm __attribute__((mode(DI)));"
        "float v4 __attribute__((vector_size(16))); struct tag *x; union { int i; } y;"
        "typedef struct { int i; } alias; alias z; enum colour { RED } aa; _Bool ab;"
        "int ac[] = {1, 2, 3}, ad[] = {[5] = 1, 2}; char ae[] = \"four\", af[] = {\"xy\"};"
        "struct { int a, b; } ag[] = {1, 2, 3}; int ah[2][2]; int ai[] = {[1 ... 4] = 1};"
        "_Complex double aj; __int128 ak; _Float128 al; _Decimal64 am; __builtin_va_list an;",
        {"a", "int *"}, {"b", "int *[3]"}, {"c", "int (*)[3]"}, {"d", "int *(*)(int, char *)"},
        {"e", "int (*[2])(void)"}, {"f", "int (*(*)(void))[4]"}, {"g", "const char *const *"},
        {"&h", "int (*(*)(int))(float)"}, {"&k", "void (*)(int *, int (*)(int), ...)"},
        {"m", "unsigned long long"}, {"n", "int"}, {"short_", "unsigned char"},
        {"o", "long double"}, {"&k2", "int (*)()"}, {"p", "int[][2]"}, {"&q", "volatile int *"},
        {"&r", "char *restrict *"}, {"&s", "_Atomic int *"}, {"&t", "int *_Atomic *"},
        {"u", "int *"}, {"v", "int (*)(void)"}, {"w", "float"}, {"vm", "long"},
        {"v4", "__attribute__((vector_size(16))) float"}, {"x", "struct tag *"},
        {"y", "union <anonymous>"}, {"z", "alias"}, {"aa", "enum colour"}, {"ab", "_Bool"},
        {"ac", "int[3]"}, {"ad", "int[7]"}, {"ae", "char[5]"}, {"af", "char[3]"},
        {"ag", "struct <anonymous>[2]"}, {"ah", "int[2][2]"}, {"ai", "int[5]"},
        {"aj", "_Complex double"}, {"ak", "__int128"}, {"al", "_Float128"}, {"am", "_Decimal64"},
        {"an", "__builtin_va_list"});
}
END_TEST

START_TEST(test_host_text)
{
    struct unit *u = unit_open("int (*a[2])(char); const float *const b; struct s *c;"
                               "void f(void) { &a; &b; &c; }");

    ck_assert_str_eq(type_c(&unit_ctx, unit_stmt(u, 0)->expr->type, "x"), "int (*(*x)[2])(char)");
    ck_assert_str_eq(type_c(&unit_ctx, unit_stmt(u, 1)->expr->type, "x"), "const float *const *x");
    ck_assert_str_eq(type_c(&unit_ctx, unit_stmt(u, 2)->expr->type, ""), "struct s **");
    unit_close();
}
END_TEST

START_TEST(test_scopes)
{
    EXPECT_TYPES("typedef int T; struct tag { char c; }; int x; enum { N = 3 };"
                 "void other(T y) { double x; struct tag { long l; } z; { float T; T; } }",
                 {"({ T y = 1; y; })", "int"}, {"({ double x; { char x; } x; })", "double"},
                 {"({ char T = 1; T; })", "char"}, {"((struct tag){0}).c", "char"},
                 {"({ struct tag { float f; } y; y.f; })", "float"},
                 {"({ for (double x = 0; x < 1; x++) ; x; })", "int"},
                 {"({ extern int x; x; })", "int"},
                 {"({ enum { N = 5l }; (char[N]){0}; })", "char *"},
                 {"({ int g(void); g; })", "int (*)(void)"});
}
END_TEST

START_TEST(test_kr_definition)
{
    struct unit *u = unit_open("int f(a, b, c) char a; float *b; { a; b; c; }");

    ck_assert_str_eq(type_text(&unit_ctx, unit_stmt(u, 0)->expr->type), "char");
    ck_assert_str_eq(type_text(&unit_ctx, unit_stmt(u, 1)->expr->type), "float *");
    ck_assert_str_eq(type_text(&unit_ctx, unit_stmt(u, 2)->expr->type), "int");
    unit_close();
}
END_TEST

START_TEST(test_function_merging)
{
    struct unit *u = unit_open("int f(); static int g(int); int f(char); int g(int x) { return x; }"
                               "void h(void) { f; g; }");
    const struct symbol *f = unit_stmt(u, 0)->expr->a->symbol;
    const struct symbol *g = unit_stmt(u, 1)->expr->a->symbol;

    ck_assert_int_eq(f->decls.n, 2);
    ck_assert(f->type->prototype);
    ck_assert_ptr_null(f->definition);
    ck_assert_int_eq(g->decls.n, 2);
    ck_assert_ptr_nonnull(g->definition);
    ck_assert_int_eq(g->params.n, 1);
    ck_assert_uint_eq(g->storage & STORAGE_STATIC, STORAGE_STATIC);
    ck_assert_int_eq(unit_program->functions.n, 0);
    ck_assert(!unit_program->uses_amp);
    unit_close();
}
END_TEST

START_TEST(test_versions)
{
    struct unit *u = unit_open("int f(int x) { return 1; } int f(int x) restrict(amp) { return 2; }"
                               "int g(int x) restrict(cpu, amp) { return f(x); }"
                               "int h(int x) restrict(amp) { return f(x) + g(x); }"
                               "int k(int) restrict(amp);"
                               "void p(void) { f; g; h; k; }");
    struct symbol *f = unit_stmt(u, 0)->expr->a->symbol, *g = unit_stmt(u, 1)->expr->a->symbol;
    struct symbol *h = unit_stmt(u, 2)->expr->a->symbol;

    ck_assert_uint_eq(f->restriction, RESTRICT_CPU);
    ck_assert_ptr_nonnull(f->other);
    ck_assert_uint_eq(f->other->restriction, RESTRICT_AMP);
    ck_assert_ptr_eq(f->other->other, f);
    ck_assert_ptr_eq(symbol_version(f, RESTRICT_AMP), f->other);
    ck_assert_ptr_eq(symbol_version(g, RESTRICT_AMP), g);
    ck_assert_ptr_null(symbol_version(h, RESTRICT_CPU));
    ck_assert_int_eq(unit_program->functions.n, 4);
    ck_assert_int_eq(h->calls.n, 2);
    ck_assert_ptr_eq(h->calls.at[0].callee, f->other);
    ck_assert_ptr_eq(h->calls.at[1].callee, g);
    ck_assert_ptr_eq(g->calls.at[0].callee, f->other);
    ck_assert_ptr_ne(f->definition, f->other->definition);
    ck_assert(unit_program->uses_amp);
    unit_close();
}
END_TEST

START_TEST(test_initialisers)
{
    struct unit *u =
        unit_open("struct p { float x, y; }; struct q { struct p a, b[2]; char s[4]; union { int "
                  "i; float f; } u; };"
                  "struct q one = {1, 2, 3, 4, {5, 6}, \"abc\", {7}};"
                  "struct q two = {.b[1].y = 8, \"ab\", .a = {.x = 9}, .u.f = 10};"
                  "int m[2][2] = {1, 2, 3, 4}; int n[] = {1, [7] = 2, 3};"
                  "void f(void) { struct p c = {1}; struct q three = {c, {c, c}}; n; }");
    const struct init *one = u->decls.at[2]->declarators.at[0]->init;

    ck_assert_int_eq(one->items.at[0].init->expr->type->kind, TYPE_FLOAT);
    ck_assert_int_eq(one->items.at[3].init->expr->type->kind, TYPE_FLOAT);
    ck_assert_int_eq(one->items.at[5].init->expr->type->kind, TYPE_ARRAY);
    ck_assert_int_eq(one->items.at[6].init->items.at[0].init->expr->type->kind, TYPE_INT);
    ck_assert_int_eq(unit_stmt(u, 2)->expr->a->type->length, 9);
    unit_close();
}
END_TEST

START_TEST(test_constant_symbols)
{
    struct unit *u =
        unit_open("static const int N = 4, M = N * 2; const float F = 3; int k = 5;"
                  "void f(void) { const unsigned char L = 300; N; M; F; k; L; char a[M]; a; }");

    ck_assert(unit_stmt(u, 1)->expr->constant);
    ck_assert_int_eq(unit_stmt(u, 2)->expr->value, 8);
    ck_assert(!unit_stmt(u, 3)->expr->constant);
    ck_assert(!unit_stmt(u, 4)->expr->constant);
    ck_assert_int_eq(unit_stmt(u, 5)->expr->value, 44);
    ck_assert_int_eq(unit_stmt(u, 7)->expr->a->type->length, 8);
    unit_close();
}
END_TEST

/* Amp code is exactly typed: what C does not allow is reported there, and only there. */
START_TEST(test_amp_faults)
{
    static const char *const faults[] = {
        "undeclared + 1",
        "s.none",
        "s + 1",
        "*i",
        "i = s",
        "p = q",
        "5 = i",
        "i % 1.5",
        "f << 1",
        "s && 1",
        "~f",
        "p * 2",
        "g(1)",
        "g(1, s)",
        "i(1)",
        "(int)s",
        "i ? s : 1",
        "&(i + 1)",
        "c = 1",
        "i->x",
        "p == 1.0",
        "p[1.5]",
        "({ int i2 = s; })",
        "({ if (s) ; })",
        "({ switch (f) { default: ; } })",
    };
    static const char prelude[] = "struct t { int a; }; int g(int, int) restrict(amp);";
    static const char body[] = "struct t s; int i; float f; int *p; float *q; const int c = 3; "
                               "const int *cp;";

    for (size_t k = 0; k < sizeof faults / sizeof *faults; k++) {
        for (int amp = 0; amp < 2; amp++) {
            char *text = malloc(1000);

            snprintf(text, 1000, "%s void f(void) %s { %s %s; }", prelude,
                     amp ? "restrict(amp)" : "", body, faults[k]);
            ctx_init(&unit_ctx);
            unit_ctx.source = source_new(&unit_ctx.arena, text, strlen(text), "unit.c");
            sema_unit(&unit_ctx, parse_unit(&unit_ctx));
            ck_assert_msg(diag_errors(&unit_ctx) == amp, "%s: %d errors", text,
                          diag_errors(&unit_ctx));
            unit_close();
            free(text);
        }
    }
}
END_TEST

/* Valid C is no fault in amp code. */
START_TEST(test_amp_fine)
{
    static const char *const fine[] = {
        "p == 0",
        "p != (void *)0",
        "p = 0",
        "p = (void *)0",
        "cp = p",
        "vp = p",
        "p = vp",
        "t2 = s",
        "s = (struct t){1}",
        "i = f",
        "f = i",
        "b = p",
        "b = f",
        "c2 = 300",
        "e1 = 1",
        "i = e1",
        "e1 = B",
        "i = c ? p != 0 : 2",
        "p = i ? p : 0",
        "cp = i ? p : cp",
        "p += i",
        "p - q2",
        "p < q2",
        "*p++ = 1",
        "p[i] = p[c]",
        "i[p] = 1",
        "table[i]",
        "a[1] = table[2]",
        "h(a)",
        "h(&a[1])",
        "h(p)",
        "g(f, 'a')",
        "k(table)",
        "k(a)",
        "&s",
        "(&s)->a = 1",
        "(*&s).a++",
        "!p",
        "!f",
        "i && p",
        "p || f",
        "-f",
        "~i",
        "+c2",
        "i << 3l",
        "i <<= 2",
        "u >>= l",
        "f += i",
        "i += f",
        "i %= 3",
        "(void)i",
        "(char)f",
        "(int *)vp",
        "(const int *)p",
        "(_Bool)p",
        "sizeof s",
        "sizeof(int[4])",
        "i, f",
        "_Generic(f, float: 1, default: 2)",
        "({ int z = 3; z + i; })",
        "(int[3]){1, 2, 3}[i]",
        "({ int z[] = {1, 2, 3}; z[0]; })",
        "({ struct t y = s; y.a; })",
        "({ struct t y = {.a = 3}; y.a; })",
        "({ const int n = 3; int z[n]; z[0] = n; })",
        "({ switch (c2) { case 'a': break; case 1 ... 3: break; default: ; } })",
        "({ for (int z = 0; z < 3; z++) if (z) continue; else break; })",
        "({ while (p) p = 0; })",
        "({ do i--; while (i > 0); })",
        "({ float z = 1; z; })",
        "({ typedef unsigned word; word z = 1; z; })",
        "({ enum { X = 4 }; int z[X]; z[0] = X; })",
        "({ struct { int m; } z = {1}; z.m; })",
        "({ union { int m; float n; } z = {.n = 1}; z.m; })",
        "({ int z[2][2] = {{1, 2}, {3, 4}}; int (*y)[2] = z; y[1][1]; })",
        "({ char z[4] = {'a', 1}; z[0]; })",
        "i == u",
        "l = i",
        "u = -1",
        "1 ? 2 : 3.0",
        "(i)++",
        "--*p",
        "(i = 3) + 1",
        "i = u = 4",
        "s.a = t2.a = 2",
        "h(0)",
        "i ?: 3",
        "__builtin_expect(i > 0, 1)",
        "w.x.a[1] = 3",
        "w = (struct outer){{{1, 2}}, s}",
        "m(&w)",
        "m2(w).t",
        "m2(w).x.a[1]",
        "({ return; })",
    };
    static const char prelude[] =
        "struct t { int a; }; enum e { A, B = 4 }; struct inner { int a[2]; };"
        "struct outer { struct inner x; struct t t; }; static const int table[] = {1, 2, 3};"
        "int g(float, int) restrict(amp); int h(int *) restrict(cpu, amp);"
        "int k(const int x[]) restrict(amp); void m(struct outer *) restrict(amp);"
        "struct outer m2(const struct outer) restrict(amp);";
    static const char body[] =
        "struct t s, t2; int i = 1; unsigned u; long l; float f; int *p, *q2; _Bool b; char c2; "
        "const int c = 3; const int *cp; void *vp; enum e e1; int a[3]; struct outer w;";

    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++) {
        char *text = malloc(2000);

        snprintf(text, 2000, "%s void f(void) restrict(amp) { %s %s; }", prelude, body, fine[i]);
        unit_open(text);
        unit_close();
        free(text);
    }
}
END_TEST

TEST_MAIN("declarations", test_declarators, test_host_text, test_scopes, test_kr_definition,
          test_function_merging, test_versions, test_initialisers, test_constant_symbols,
          test_amp_faults, test_amp_fine)
