/* codegen_host.c - codegen/codegen.h: host text of small units, compared with what it has to be. */
#include "codegen/codegen.h"

#include <string.h>

#include "parser/parser.h"
#include "sema/checks/check.h"
#include "sema/typing/sema.h"
#include "tests/unit/test_main.h"

static struct ctx c;
static struct buf host;

/* The host text of a unit, in 'host'; returns the number of errors. */
static int translate(const char *text)
{
    struct findings findings;
    ctx_init(&c);
    host = (struct buf){0};
    c.source = source_new(&c.arena, text, strlen(text), "a.ampc");
    struct unit *u = parse_unit(&c);
    ck_assert_int_eq(diag_errors(&c), 0);
    struct program *p = sema_unit(&c, u);
    findings_begin(&findings, &c);
    check_program(&c, p, &findings);
    if (!diag_errors(&c)) {
        struct kernel_texts texts;
        codegen_kernels(&c, p, &findings, 0, &texts);
        codegen_host(&c, p, &findings, &texts, false, &host);
    }
    return diag_errors(&c);
}

static void finish(void)
{
    buf_free(&host);
    ctx_free(&c);
}

static void expect(const char *text, const char *wanted)
{
    ck_assert_int_eq(translate(text), 0);
    ck_assert_str_eq(host.at, wanted);
    finish();
}

static void refuse(const char *text)
{
    ck_assert_int_gt(translate(text), 0);
    finish();
}

static int lines(const char *from, const char *to)
{
    int n = 0;
    for (; from < to && *from; from++)
        n += *from == '\n';
    return n;
}

START_TEST(test_plain_c_is_verbatim)
{
    const char *text =
        "# 1 \"a.ampc\"\nint index; int extent(int restrict_) { return -restrict_ ; }\n"
        "#pragma x\n\n  int  a [ ] = { 1,2 } ;";
    expect(text, text);
}
END_TEST

START_TEST(test_types_and_values)
{
    expect(
        "using namespace concurrency;\nextent<2> e(2, 3);\nindex<1> f(void) { return e[0]; }\n",
        "\nampc_index2 e = {{2, 3}};\nampc_index1 f(void) { return (ampc_index1){{e.c[0]}}; }\n");
}
END_TEST

START_TEST(test_views)
{
    expect("void f(int *p) { array_view<int> v(4, p); v(1) = v[2]; }",
           "void f(int *p) { ampc_view1 v __attribute__((__cleanup__(ampc__release1))) = "
           "ampc__view1((ampc_index1){{4}}, sizeof(int), p, 0ul, 0, \"a.ampc\", 1); "
           "(*(__typeof__(int __attribute__((__may_alias__))) *)ampc__at1(v, AMPC_READ | "
           "AMPC_WRITE, (ampc_index1){{1}}, \"a.ampc\", 1)) = "
           "(*(__typeof__(int __attribute__((__may_alias__))) *)ampc__at1(v, AMPC_READ, "
           "(ampc_index1){{2}}, \"a.ampc\", 1)); }");
}
END_TEST

START_TEST(test_amp_functions_go)
{
    expect("static int f(int) restrict(amp), g(int);\nstatic int f(int i) restrict(amp)\n{\n    "
           "return i;\n}\n"
           "static int h(int i) restrict(cpu, amp) { return i; }\n",
           "static int g(int);\n\n\n\n\nstatic int h(int i)  { return i; }\n");
}
END_TEST

START_TEST(test_lines_stay)
{
    const char *text = "# 1 \"a.ampc\"\n"
                       "void f(int n, int *p)\n{\n"
                       "    array_view<int,\n        1> v(n,\n        p);\n"
                       "    parallel_for_each(\n        v.extent,\n"
                       "        [=](index<1> i)\n            restrict(amp)\n"
                       "# 40 \"b.h\"\n"
                       "        {\n            v[i]++;\n        });\n"
                       "    n = v(\n        0);\n}\n";
    ck_assert_int_eq(translate(text), 0);
    const char *tail = strstr(host.at, "# 1 \"ampc-generated\" 3\n");
    ck_assert_ptr_nonnull(tail);
    ck_assert_int_eq(lines(host.at, tail), lines(text, text + strlen(text)));
    ck_assert_ptr_nonnull(strstr(host.at, "\n# 40 \"b.h\"\n"));
    ck_assert_ptr_nonnull(strstr(host.at, "\"b.h\", 43)"));
    ck_assert_ptr_nonnull(strstr(tail, "{\"a.ampc\", 6}"));
    finish();
}
END_TEST

START_TEST(test_kernels_are_embedded)
{
    ck_assert_int_eq(translate("void f(int n) { parallel_for_each(extent<1>(n), [=](index<1> i) "
                               "restrict(amp) { int a = n; (void)a; (void)i; }); }\n"),
                     0);
    ck_assert_int_eq(strncmp(host.at, "static ampc__kernel ampc__kernels[1]; void f", 44), 0);
    ck_assert_ptr_nonnull(strstr(host.at, "static const ampc__arg ampc__args0[] = {\n"
                                          "    {\"n\", 4, AMPC__ARG_VALUE, 0, 0},\n};\n"));
    ck_assert_ptr_nonnull(strstr(host.at, "ampc__launch(&ampc__kernels[0], 0, ampc__e0.c"));
    finish();
}
END_TEST

/* The body of a kernel over the rows and columns of v. */
static bool says_beside(const char *body)
{
    char text[400];
    bool says;
    snprintf(text, sizeof text,
             "void f(array_view<int, 2> v) { parallel_for_each(v.extent, [=](index<2> i) "
             "restrict(amp) { %s }); }\n",
             body);
    ck_assert_int_eq(translate(text), 0);
    says = strstr(host.at, ", .beside = 1");
    finish();
    return says;
}

START_TEST(test_neighbours_are_said)
{
    ck_assert(says_beside("v[i] = 1;"));
    ck_assert(!says_beside("v(i[1], i[0]) = 1;"));
}
END_TEST

START_TEST(test_refusals)
{
    refuse("union u { array_view<int> v; int n; };");
    refuse("struct s { array_view<int> v; }; void f(void) { goto in; struct s x; in:; }");
    refuse("void f(int *p) { goto in; array_view<int> v(2, p); in:; }");
    refuse("void f(int n, int *p) { switch (n) { array_view<int> v(2, p); case 1:; } }");
    refuse("void f(int *p) { array_view<int, 2> v(2, p); }");
    refuse("void f(const int *p) { array_view<int> v(2, p); }");
    refuse("void f(float *p) { array_view<int> v(2, p); }");
    refuse("void f(int *p) { int a[3]; array_view<int> v(4, a); }");
    refuse("void f(int *p) { array_view<int, 2> v(2, 3, p); v(1) = 0; }");
    refuse("void f(int *p) { array_view<int> v(2, p); v.sectoin(1); }");
    refuse("void f(extent<2> e) { e.tile<16>(); }");
    refuse("int f(extent<2> e) { return e.tile_dim0; }");
    refuse("void f(index<2> i, extent<2> e) { i = i + e; }");
    refuse("void f(index<2> i) { i = i * i; }");
    refuse("index<2> f(index<3> i) { return i; }");
    refuse("int f(index<2> i) { return i[2]; }");
}
END_TEST

START_TEST(test_jumps_within_a_scope)
{
    ck_assert_int_eq(translate("void f(int n, int *p) { array_view<int> v(2, p); again: v(0)++; "
                               "if (n--) goto again; else goto out; "
                               "switch (n) { case 1: v(1) = 0; } out:; }"),
                     0);
    finish();
}
END_TEST

TEST_MAIN("host", test_plain_c_is_verbatim, test_types_and_values, test_views,
          test_amp_functions_go, test_lines_stay, test_kernels_are_embedded,
          test_neighbours_are_said, test_refusals, test_jumps_within_a_scope)
