/* Syntax errors: each is found once, in the right place, and what follows is parsed. */
#include "tests/unit/parser_unit.h"

#define S "error: syntax error: "

START_TEST(test_missing)
{
    expect_messages("int a\nint b;", "1:5: " S "expected ';' or ',' before 'int' [syntax]\n");
    expect_messages("void f(void)\n{\n    a = 3\n    b = 4;\n    return 0\n}\nint x;",
                    "3:9: " S "expected ';' or ',' before 'b' [syntax]\n"
                    "5:12: " S "expected ';' or ',' before '}' [syntax]\n");
    expect_messages("void f(void) { g(a b); h(1; i(); }",
                    "1:20: " S "expected ')' or ',' before 'b' [syntax]\n"
                    "1:27: " S "expected ')' or ',' before ';' [syntax]\n"
                    "1:25: note: to match this '('\n");
    expect_messages("void f(void) { if (x { y(); } while (1 { } z(); }",
                    "1:22: " S "expected ')' or ',' before '{' [syntax]\n"
                    "1:19: note: to match this '('\n"
                    "1:40: " S "expected ')' or ',' before '{' [syntax]\n"
                    "1:37: note: to match this '('\n");
    expect_messages("struct s { int x; }\nint y;",
                    "1:19: " S "expected identifier or ';' before 'int' [syntax]\n");
    expect_messages("void f(void) { do x(); y(); }",
                    "1:24: " S "expected 'while' before 'y' [syntax]\n");
    expect_messages("int a[3 = {1, 2}, b[] = {1, 2 3}, c[2;",
                    "1:11: " S "expected an expression before '{' [syntax]\n");
    expect_messages("void f(void) { x = (1 + 2; y = a[1; z = 3; }",
                    "1:26: " S "expected ')' or ',' before ';' [syntax]\n"
                    "1:20: note: to match this '('\n"
                    "1:35: " S "expected ']' or ',' before ';' [syntax]\n"
                    "1:33: note: to match this '['\n");
}
END_TEST

START_TEST(test_several)
{
    /* every error once; the good lines between are no victims */
    expect_messages("int f(void) { return 1 2; }\n"
                    "int g(void) { return 1; }\n"
                    "int h(int a, ) { x y z; }\n"
                    "struct { int a int b; int c d; } v;\n"
                    "enum { A B };\n"
                    "int k = ;\n"
                    "int last(void) { return k; }\n",
                    "1:24: " S "expected ';' or ',' before '2' [syntax]\n"
                    "3:14: " S "expected a type before ')' [syntax]\n"
                    "3:22: " S "expected ';', '=' or ',' before 'z' [syntax]\n"
                    "4:16: " S "expected ':', ';' or ',' before 'int' [syntax]\n"
                    "4:29: " S "expected ':', ';' or ',' before 'd' [syntax]\n"
                    "5:10: " S "expected '}', '=' or ',' before 'B' [syntax]\n"
                    "6:9: " S "expected an expression before ';' [syntax]\n");
    expect_messages("void f(void)\n{\n    x = = 1;\n    y = 2 +;\n    goto;\n    case: ;\n}\n",
                    "3:9: " S "expected an expression before '=' [syntax]\n"
                    "4:12: " S "expected an expression before ';' [syntax]\n"
                    "5:9: " S "expected identifier before ';' [syntax]\n"
                    "6:9: " S "expected an expression before ':' [syntax]\n");
}
END_TEST

START_TEST(test_do)
{
    expect_messages("void f(void)\n{\n    do {\n    } while (x)\n    y 3;\n}\nint g(void) { 1 }\n",
                    "4:15: " S "expected ';' before 'y' [syntax]\n"
                    "7:17: " S "expected ';' or ',' before '}' [syntax]\n");
}
END_TEST

START_TEST(test_unended)
{
    expect_messages("char *a = \"one;\nint b;\nint f(void) { g(\"two\nthree\\n\"); return 1 }\n",
                    "1:11: error: this string does not end on its line [syntax]\n"
                    "3:17: error: this string does not end on its line [syntax]\n");
}
END_TEST

START_TEST(test_lambda)
{
    expect_messages("void f(void) {\n"
                    "    g(e, [=](index<1> i) restrict(amp) { a[i] = ; b[i] = 3; c[i] 4; });\n"
                    "    h(;\n}\n",
                    "2:49: " S "expected an expression before ';' [syntax]\n"
                    "2:66: " S "expected ';' or ',' before '4' [syntax]\n"
                    "3:7: " S "expected an expression before ';' [syntax]\n");
    expect_messages("void f(void) { g([a, =](int x) { }); }",
                    "1:22: " S "'=' and '&' alone stand first in a capture list, and once "
                    "[syntax]\n");
}
END_TEST

START_TEST(test_end)
{
    expect_messages("void f(void) {\n  if (x) {\n    y();\n  }\n",
                    "4:3: " S "expected '}' before end of file [syntax]\n"
                    "1:14: note: to match this '{'\n");
    expect_messages("void f(void)\n{\n  if (x) {\n}\nint g(void)\n{\n}\n",
                    "4:1: " S "expected '}' before 'int' [syntax]\n"
                    "2:1: note: to match this '{'\n");
    expect_messages("void f(void)\n{\nint x;\nif (x) {\n}\nint g;\n",
                    "6:6: " S "expected '}' before end of file [syntax]\n"
                    "2:1: note: to match this '{'\n");
    expect_messages(
        "int f(int x)\n{\n  if (x) {\n  }\n  }\n  return 2;\n}\nint g(void) { return 0 }\n",
        "5:3: " S "this '}' is one too many, or its '{' is missing [syntax]\n"
        "2:1: note: it would close this '{'\n"
        "7:1: note: so that nothing is left for this '}'\n"
        "8:24: " S "expected ';' or ',' before '}' [syntax]\n");
    expect_messages("void f(int n)\n{\n    g(n +",
                    "3:9: " S "expected '}' before end of file [syntax]\n"
                    "2:1: note: to match this '{'\n");
    expect_messages("void f(int n)\n{\n    n = 3\nint main(void)\n{\n}\n",
                    "3:9: " S "expected '}' before 'int' [syntax]\n"
                    "2:1: note: to match this '{'\n");
    expect_messages("int x = (1 +", "1:13: " S "expected ')' before end of file [syntax]\n"
                                    "1:9: note: to match this '('\n");
    expect_messages("int x; }\nint y; )\nint z;",
                    "1:8: " S "this '}' closes nothing [syntax]\n"
                    "2:8: " S "expected a declaration before ')' [syntax]\n");
    expect_messages("int x; /* no end", "1:8: error: this comment does not end [syntax]\n");
}
END_TEST

START_TEST(test_amp)
{
    expect_messages("void f(void) { array_view<flot, 2> v(3, 4, p); array_view<> w; }",
                    "1:27: " S "expected an element type before 'flot' [syntax]\n"
                    "1:48: " S "'array_view' without an element type [syntax]\n");
    expect_messages("index<int> i; extent<2, float> e;",
                    "1:7: " S "'index' takes integer constants, no type [syntax]\n"
                    "1:25: " S "only the first argument can be a type [syntax]\n");
    expect_messages("void f(int a) { a + restrict(amp) a; }",
                    "1:21: error: a restrict clause belongs directly after a function's or "
                    "lambda's parameters [amp-restrict-misplaced]\n");
    expect_messages("void f(int a) { if (a) restrict(amp) a(); }",
                    "1:24: error: a restrict clause belongs directly after a function's or "
                    "lambda's parameters [amp-restrict-misplaced]\n");
}
END_TEST

START_TEST(test_foreign)
{
    expect_messages("void f(void) { std::vector<float> v(10); int x; }",
                    "1:16: " S "'std::vector' is C++; write a C array, or a pointer to memory "
                    "from malloc [syntax]\n");
    expect_messages("int f(int x) { return app::g(std::odd(x)); }",
                    "1:23: " S "'app::g' is C++; write 'g': only concurrency:: and what is in it "
                    "can stand in front [syntax]\n"
                    "1:30: " S "'std::odd' is C++; C has no namespaces [syntax]\n");
    expect_messages("template <typename T> T max(T a, T b) { return a > b ? a : b; }\nint x;",
                    "1:1: " S "templates are C++; write one function for each type [syntax]\n");
    expect_messages("class Foo { int x; };\nint *p = new int[3]; void f(void) { delete p; }",
                    "1:1: " S "classes are C++; write 'struct' and functions [syntax]\n"
                    "2:10: " S "'new' is C++; write malloc or calloc [syntax]\n"
                    "2:37: " S "'delete' is C++; write free [syntax]\n");
    expect_messages("__global__ void k(float *p) { __shared__ int x[3]; p[0] = 1; }\n"
                    "void f(void) { k<<<1, 2>>>(p); }",
                    "1:1: " S "this is CUDA; write 'restrict(amp)' after the parameters, and "
                    "parallel_for_each with a lambda to launch [syntax]\n"
                    "2:17: " S "a launch with <<< is CUDA; write parallel_for_each(extent, lambda) "
                    "[syntax]\n");
    expect_messages("using namespace std;\nint x;",
                    "1:17: " S "C has no namespace std; delete this [syntax]\n");
    expect_messages("using namespace app;\nint x;",
                    "1:17: " S "only the namespace concurrency and those in it can be used here "
                    "[syntax]\n");
}
END_TEST

/* n times 'open', 'middle', n times 'close' between two ends, on many lines. */
static char *nested(const char *begin, const char *open, int n, const char *middle,
                    const char *close, const char *end)
{
    size_t size = strlen(begin) + strlen(middle) + strlen(end) + 1 +
                  (size_t)n * (strlen(open) + strlen(close) + 2);
    char *text = malloc(size), *to = stpcpy(text, begin);
    for (int i = 0; i < n; i++)
        to = stpcpy(stpcpy(to, open), "\n");
    to = stpcpy(to, middle);
    for (int i = 0; i < n; i++)
        to = stpcpy(stpcpy(to, close), "\n");
    stpcpy(to, end);
    return text;
}

static void expect_nested(const char *begin, const char *open, const char *middle,
                          const char *close, const char *end)
{
    struct walker w = {0};
    char *text = nested(begin, open, 4000, middle, close, end);
    struct parsed *p = unit_parse(text);
    ck_assert_str_eq(p->messages, "");
    walk_unit(&w, p->unit);
    unit_close(p);
    free(text);
    text = nested(begin, open, 30000, middle, close, end);
    p = unit_parse(text);
    ck_assert_msg(strstr(p->messages, "deep") || strstr(p->messages, "parts"), "%s", p->messages);
    walk_unit(&w, p->unit);
    unit_close(p);
    free(text);
}

START_TEST(test_nesting)
{
    expect_nested("int x = ", "(", "1", ")", ";");
    expect_nested("int x = ", "!", "1", "", ";");
    expect_nested("int x = 1", " + 1", "", "", ";");
    expect_nested("int x[] = ", "{", "1", "}", ";");
    expect_nested("void f(void) { ", "while (1) ", ";", "", "}");
    expect_nested("void f(void) ", "{", "", "}", "");
}
END_TEST

TEST_MAIN("parser_errors", test_missing, test_several, test_do, test_unended, test_lambda, test_end,
          test_amp, test_foreign, test_nesting)
