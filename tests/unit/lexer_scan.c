/* lexer_scan.c - lexer/token.h: tokens of all forms, places, constants that do not end. */
#include <string.h>

#include "common/ctx.h"
#include "lexer/token.h"
#include "tests/unit/test_main.h"

static struct ctx c;

static struct token_list scan(const char *text)
{
    ctx_init(&c);
    c.source = source_new(&c.arena, text, strlen(text), "t.c");
    return token_list_read(&c, &c.arena);
}

/* The tokens of 'text' are these spellings with these kinds, and nothing is reported. */
static void expect(const char *text, const char *const *spellings, const int *kinds, int n)
{
    struct token_list list = scan(text);
    ck_assert_int_eq(list.n, n);
    for (int i = 0; i < n; i++) {
        struct loc loc = list.at[i].loc;
        ck_assert_int_eq(loc.end - loc.begin, strlen(spellings[i]));
        ck_assert(memcmp(text + loc.begin, spellings[i], strlen(spellings[i])) == 0);
        ck_assert_int_eq(list.at[i].kind, kinds[i]);
        ck_assert((list.at[i].name != NULL) == (kinds[i] == TOKEN_NAME));
    }
    ck_assert_int_eq(list.at[n].kind, TOKEN_END);
    ck_assert_int_eq(list.at[n].loc.begin, strlen(text));
    ck_assert_int_eq(diag_errors(&c), 0);
    ck_assert_str_eq(c.source->text, text);
    ctx_free(&c);
}

/* One token with a blank on each side. */
static void expect_one(const char *spelling, int kind)
{
    char text[128];
    snprintf(text, sizeof text, " %s ", spelling);
    expect(text, &spelling, &kind, 1);
}

START_TEST(test_numbers)
{
    static const char *const ints[] = {"0",   "1u",    "0x1F",    "0xe", "0b101", "017",
                                       "1LL", "42ull", "0xFFull", "3i",  "0b1e"};
    static const char *const floats[] = {"1.",   ".5",   "1e3",   "1E-3",    "0x1p3",  "0x1.8p-3f",
                                         "2.5q", "1.0i", "1.5DD", "1.0f128", "0x.1p1", "1.e+5L"};
    for (size_t i = 0; i < sizeof ints / sizeof *ints; i++)
        expect_one(ints[i], TOKEN_INT_CONSTANT);
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++)
        expect_one(floats[i], TOKEN_FLOAT_CONSTANT);
}
END_TEST

START_TEST(test_strings)
{
    static const char *const strings[] = {"\"\"",     "\"a\\\"b\"", "L\"x\"",     "u8\"x\"",
                                          "\"\\\\\"", "u\"'\"",     "U\"\\x41\"", "\"/*\""};
    static const char *const chars[] = {"'a'", "'\\''", "L'a'", "u'b'", "'\\\\'", "'ab'", "'\"'"};
    for (size_t i = 0; i < sizeof strings / sizeof *strings; i++)
        expect_one(strings[i], TOKEN_STRING);
    for (size_t i = 0; i < sizeof chars / sizeof *chars; i++)
        expect_one(chars[i], TOKEN_CHAR_CONSTANT);
}
END_TEST

START_TEST(test_names)
{
    static const char *const names[] = {"a",   "_x1", "$",    "a$b",      "\xc3\xa9t\xc3\xa9",
                                        "u8",  "L",   "int1", "\\u00e9t", "index",
                                        "amp", "asm1"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        expect_one(names[i], TOKEN_NAME);
    expect_one("__restrict__", TOKEN_RESTRICT);
    expect_one("__signed", TOKEN_SIGNED);
    expect_one("__float128", TOKEN_FLOAT128);
    expect_one("__typeof", TOKEN_TYPEOF);
}
END_TEST

START_TEST(test_punctuators)
{
    expect("a+++b", (const char *const[]){"a", "++", "+", "b"},
           (const int[]){TOKEN_NAME, TOKEN_INC, TOKEN_PLUS, TOKEN_NAME}, 4);
    expect("x->y...<<=>>=", (const char *const[]){"x", "->", "y", "...", "<<=", ">>="},
           (const int[]){TOKEN_NAME, TOKEN_ARROW, TOKEN_NAME, TOKEN_ELLIPSIS, TOKEN_SHL_ASSIGN,
                         TOKEN_SHR_ASSIGN},
           6);
    expect("<:%>:><%", (const char *const[]){"<:", "%>", ":>", "<%"},
           (const int[]){TOKEN_LBRACKET, TOKEN_RBRACE, TOKEN_RBRACKET, TOKEN_LBRACE}, 4);
    expect("::", (const char *const[]){":", ":"}, (const int[]){TOKEN_COLON, TOKEN_COLON}, 2);
    for (int k = TOKEN_LPAREN; k <= TOKEN_COMMA; k++)
        expect_one(token_kind_text(k), k);
    enum token_kind kind;
    for (int i = 0; token_keyword(i, &kind); i++)
        expect_one(token_keyword(i, &kind), kind);
}
END_TEST

START_TEST(test_skipped)
{
    expect("# 1 \"x.c\"\na\n#pragma once 'x\n  #ident \"q\n%: 3\nb // c\n/* d \n * e **/ f",
           (const char *const[]){"a", "b", "f"}, (const int[]){TOKEN_NAME, TOKEN_NAME, TOKEN_NAME},
           3);
    expect("", NULL, NULL, 0);
    expect("\n\t\f\v ", NULL, NULL, 0);
    expect("#pragma a \\\n b\nc", (const char *const[]){"c"}, (const int[]){TOKEN_NAME}, 1);
}
END_TEST

/* Tokens that end where a longer one could go on. */
START_TEST(test_starts)
{
    expect("a..b", (const char *const[]){"a", ".", ".", "b"},
           (int[]){TOKEN_NAME, TOKEN_DOT, TOKEN_DOT, TOKEN_NAME}, 4);
    expect("..5 ...", (const char *const[]){".", ".5", "..."},
           (int[]){TOKEN_DOT, TOKEN_FLOAT_CONSTANT, TOKEN_ELLIPSIS}, 3);
    expect("a\\ \nb", (const char *const[]){"a", "b"}, (int[]){TOKEN_NAME, TOKEN_NAME}, 2);
    expect("a\\u00e9b\\\n1", (const char *const[]){"a\\u00e9b", "1"},
           (int[]){TOKEN_NAME, TOKEN_INT_CONSTANT}, 2);
    expect("a\n  % 2\n%=", (const char *const[]){"a", "%", "2", "%="},
           (int[]){TOKEN_NAME, TOKEN_PERCENT, TOKEN_INT_CONSTANT, TOKEN_MOD_ASSIGN}, 4);
    expect(" %:pragma x\n %>", (const char *const[]){"%>"}, (int[]){TOKEN_RBRACE}, 1);
}
END_TEST

static void expect_error(const char *text, const char *message)
{
    char *out = NULL;
    size_t size;
    scan(text);
    FILE *f = open_memstream(&out, &size);
    ck_assert_int_eq(diags_print(&c, f), 1);
    fclose(f);
    ck_assert_msg(strstr(out, message), "%s", out);
    free(out);
    ctx_free(&c);
}

START_TEST(test_errors)
{
    expect_error("int x; /* never\nends", "t.c:1:8: error: this comment does not end");
    expect_error("x = \"abc\n;", "t.c:1:5: error: this string does not end on its line");
    expect_error("x = \"abc", "t.c:1:5: error: this string does not end on its line");
    expect_error("x = 'a\n;", "t.c:1:5: error: this character constant does not end on its line");
    expect_error("x = \"abc\\", "t.c:1:5: error: this string does not end on its line");
    expect_error("x = 'a\\", "t.c:1:5: error: this character constant does not end on its line");
    expect_error("x = a\\u00e;", "t.c:1:6: error: this character has no meaning in C");
    expect_error("x = a\\U0000000;", "t.c:1:6: error: this character has no meaning in C");
    expect_error("x = \\u00e + 1;", "t.c:1:5: error: this character has no meaning in C");
    expect_error("x = \\ 1;", "t.c:1:5: error: this character has no meaning in C");
    expect_error("x = '';", "t.c:1:5: error: empty character constant");
    expect_error("x = `a;", "t.c:1:5: error: this character has no meaning in C");
    expect_error("x = #a;", "t.c:1:5: error: this character has no meaning in C");
}
END_TEST

TEST_MAIN("lexer_scan", test_numbers, test_strings, test_names, test_punctuators, test_skipped,
          test_starts, test_errors)
