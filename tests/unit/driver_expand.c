/* driver_expand.c - driver/expand.h: macros as the preprocessor expands them. */
#include "driver/expand.h"

#include <string.h>

#include "tests/unit/test_main.h"

static const char header[] =
    "/* It's a header. */\n"
    "#ifndef HEADER\n#define HEADER\n"
    "#define empty\n"
    "#define one 1\n"
    "#define again one + again\n"
    "#define name_of(x) x##f(x)\n"
    "#define both(x, y) \\\n    ((x) < (y) \\\n     ? (x) : (y))\n"
    "#define most(x) both(x, one)\n"
    "#define other both\n"
    "#define unused(x) 0\n"
    "#ifdef WANTED\n#define word wanted\n#else\n#define word none\n#endif\n"
    "#endif\n";

/* Checks what the text becomes; blanks beside each other count as one. */
static void check_expansion(const char *text, const char *want)
{
    static const char *const none[] = {NULL};
    struct arena a = {0};
    struct buf out = {0}, flat = {0};
    ck_assert(expand_text(&a, header, text, none, &out));
    for (size_t k = 0; k < out.n; k++)
        if (out.at[k] != ' ' || (flat.n && flat.at[flat.n - 1] != ' '))
            buf_char(&flat, out.at[k]);
    ck_assert_str_eq(flat.at ? flat.at : "", want);
    buf_free(&out);
    buf_free(&flat);
    arena_free(&a);
}

START_TEST(test_macros)
{
    check_expansion("int x = one;", "int x = 1;");
    check_expansion("empty int x;", "int x;");
    check_expansion("again", "1 + again");
    check_expansion("name_of(sin)", "sinf(sin)");
    check_expansion("name_of( one )", "onef(1)");
    check_expansion("both(one, f(2, 3))", "((1) < (f(2, 3)) ? (1) : (f(2, 3)))");
    check_expansion("most(both(a, b))",
                    "((((a) < (b) ? (a) : (b))) < (1) ? (((a) < (b) ? (a) : (b))) : (1))");
    check_expansion("other (1, 2)", "((1) < (2) ? (1) : (2))");
    check_expansion("most + both", "most + both");
    check_expansion("unused(one)", "0");
    check_expansion("word", "none");
}
END_TEST

/* What only looks like a macro. */
START_TEST(test_other_tokens)
{
    check_expansion("\"one\" 'one' '\\'' \"\\\"one\" one", "\"one\" 'one' '\\'' \"\\\"one\" 1");
    check_expansion("x.one 1.one 1e+one 0x1p-one one_ _one", "x.1 1.one 1e+one 0x1p-one one_ _one");
    check_expansion("a /* one's */ b", "a b");
    check_expansion("a / one / b", "a / 1 / b");
}
END_TEST

START_TEST(test_lines)
{
    check_expansion("# 7 \"one\" 3\none\n#pragma GCC one\n", "# 7 \"one\" 3\n1\n#pragma GCC one\n");
    check_expansion("both(a,\nb)\none", "\n((a) < (b) ? (a) : (b))\n1");
    check_expansion("a /* 1\n2 */ b\n", "a \n b\n");
    check_expansion("#define two 2\ntwo\n", "\n2\n");
    check_expansion("#ifdef one\na\n#ifdef nothing\nb\n#else\nc\n#endif\n#else\nd\n#endif\ne",
                    "\na\n\n\n\nc\n\n\n\n\ne");
    check_expansion("#ifndef one\n#ifdef one\na\n#endif\n#endif\nb", "\n\n\n\n\nb");
}
END_TEST

START_TEST(test_faults)
{
    static const char *const texts[] = {"both(1, 2",          "both(1)",  "#if one\n#endif",
                                        "#ifdef one\n",       "#endif\n", "#else\n",
                                        "#include <math.h>\n"};
    static const char *const none[] = {NULL};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        struct arena a = {0};
        struct buf out = {0};
        ck_assert_msg(!expand_text(&a, header, texts[k], none, &out), "%s", texts[k]);
        buf_free(&out);
        arena_free(&a);
    }
}
END_TEST

START_TEST(test_names_that_are_defined)
{
    static const char *const defined[] = {"WANTED", NULL};
    struct arena a = {0};
    struct buf out = {0};
    ck_assert(expand_text(&a, header, "word", defined, &out));
    ck_assert_str_eq(out.at, "wanted");
    buf_free(&out);
    arena_free(&a);
}
END_TEST

TEST_MAIN("driver_expand", test_macros, test_other_tokens, test_lines, test_faults,
          test_names_that_are_defined)
