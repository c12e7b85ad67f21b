/* source_place.c - common/source.h: places by line markers, columns, macros. */
#include "common/source.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "common/arena.h"
#include "common/buf.h"
#include "tests/unit/test_main.h"

/* A unit made of an original file and the text that cc -E makes of it. */
struct unit {
    struct arena arena;
    struct source *source;
    char file[64];
};

static void unit_make(struct unit *u, const char *original, const char *preprocessed)
{
    *u = (struct unit){0};
    snprintf(u->file, sizeof u->file, "/tmp/source_place_XXXXXX");
    int fd = mkstemp(u->file);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(write(fd, original, strlen(original)), (ssize_t)strlen(original));
    close(fd);
    char *text =
        arena_printf(&u->arena, "# 0 \"%s\"\n# 1 \"%s\"\n%s", u->file, u->file, preprocessed);
    u->source = source_new(&u->arena, text, strlen(text), u->file);
}

static void unit_free(struct unit *u)
{
    unlink(u->file);
    arena_free(&u->arena);
}

static unsigned find(const struct unit *u, const char *what)
{
    const char *at = strstr(u->source->text, what);
    ck_assert_ptr_nonnull(at);
    return (unsigned)(at - u->source->text);
}

static void expect(const struct unit *u, const char *what, int line, int column)
{
    struct place p = source_place(u->source, find(u, what));
    ck_assert_msg(p.line == line && p.column == column, "%s: %d:%d, not %d:%d", what, p.line,
                  p.column, line, column);
}

static void expect_columns(const struct unit *u, const char *what, int first, int last)
{
    unsigned at = find(u, what);
    struct loc loc = {at, at + (unsigned)strlen(what)};
    int f, l;
    source_columns(u->source, loc, &f, &l);
    ck_assert_msg(f == first && l == last, "%s: %d-%d, not %d-%d", what, f, l, first, last);
}

START_TEST(test_tabs_and_blanks)
{
    struct unit u;
    unit_make(&u, "int a;\n\tint  b = 1 ;\n", "int a;\n int b = 1 ;\n");
    expect(&u, "a;", 1, 5);
    expect(&u, "b =", 2, 7);
    expect(&u, "1 ;", 2, 11);
    ck_assert_str_eq(source_line(u.source, find(&u, "b =")), "\tint  b = 1 ;");
    unit_free(&u);
}
END_TEST

START_TEST(test_macros)
{
    struct unit u;
    unit_make(&u, "#define N 10\nint a[N], b = N + c;\n", "\nint a[10], b = 10 + c;\n");
    expect(&u, "10]", 2, 7);
    expect(&u, "b = ", 2, 11);
    expect(&u, "10 +", 2, 15);
    expect(&u, "c;", 2, 19);
    expect_columns(&u, "10 + c", 15, 19);
    unit_free(&u);
}
END_TEST

START_TEST(test_macro_with_arguments)
{
    struct unit u;
    unit_make(&u, "#define S(x) ((x)*(zz))\n y = S(a + b) - q;\n", "\n y = ((a + b)*(zz)) - q;\n");
    expect(&u, "a + b", 2, 8);
    expect(&u, "zz", 2, 6);
    expect(&u, "q;", 2, 17);
    unit_free(&u);
}
END_TEST

START_TEST(test_call_over_several_lines)
{
    struct unit u;
    unit_make(&u, "#define F(x) (x)\n return F(\n  a +\n  b);\nint z;\n",
              "\n return (a + b)\n\n    ;\nint z;\n");
    expect(&u, "return", 2, 2);
    expect(&u, "a +", 3, 3);
    expect(&u, "b)", 4, 3);
    expect(&u, ";\nint", 4, 5);
    expect(&u, "z;", 5, 5);
    unit_free(&u);
}
END_TEST

START_TEST(test_skipped_lines_are_not_taken)
{
    struct unit u;
    unit_make(&u, "#define A 1\nx = A;\n#if 0\ny = 1;\n#endif\nz;\n", "\nx = 1;\n\n\n\nz;\n");
    expect(&u, "1;", 2, 5);
    expect(&u, "z;", 6, 1);
    unit_free(&u);
}
END_TEST

START_TEST(test_comments)
{
    struct unit u;
    unit_make(&u, "/* a\n b */ int b; /* c */ int c; // d\nint d;\n",
              "\n        int b; int c;\nint d;\n");
    expect(&u, "b;", 2, 11);
    expect(&u, "c;", 2, 26);
    expect(&u, "d;", 3, 5);
    unit_free(&u);
}
END_TEST

START_TEST(test_continued_lines)
{
    struct unit u;
    unit_make(&u, "int a \\\n  , b;\nint c;\n", "int a , b;\n\nint c;\n");
    expect(&u, "a ,", 1, 5);
    expect(&u, "b;", 2, 5);
    expect(&u, "c;", 3, 5);
    unit_free(&u);
}
END_TEST

START_TEST(test_byte_order_mark)
{
    struct unit u;
    unit_make(&u, "\xef\xbb\xbfint  a;\nint b;\n", "int a;\nint b;\n");
    expect(&u, "int a", 1, 1);
    expect(&u, "a;", 1, 6);
    expect(&u, "b;", 2, 5);
    ck_assert_str_eq(source_line(u.source, find(&u, "a;")), "int  a;");
    unit_free(&u);
}
END_TEST

START_TEST(test_universal_names)
{
    struct unit u;
    unit_make(&u, "int \xc3\xa9 = x;\n", "int \\U000000e9 = x;\n");
    expect(&u, "\\U0", 1, 5);
    expect(&u, "x;", 1, 10);
    unit_free(&u);
}
END_TEST

START_TEST(test_ranges)
{
    struct unit u;
    unit_make(&u, "f(a,\n  b);\n", "f(a,\n  b);\n");
    unsigned at = find(&u, "f(a");
    int first, last;
    source_columns(u.source, (struct loc){at, find(&u, ";")}, &first, &last);
    ck_assert_int_eq(first, 1);
    ck_assert_int_eq(last, 4);
    expect_columns(&u, "a,", 3, 4);
    expect_columns(&u, "", 1, 1);
    unit_free(&u);
}
END_TEST

/* Aligned, the text from the first line of the file on is 'wanted'. */
static void expect_aligned(const char *original, const char *preprocessed, const char *wanted)
{
    struct unit u;
    struct buf out = {0};
    unit_make(&u, original, preprocessed);
    source_align(u.source, 0, u.source->size, &out);
    const char *text = strchr(strchr(out.at, '\n') + 1, '\n') + 1;
    ck_assert_str_eq(text, wanted);
    buf_free(&out);
    unit_free(&u);
}

START_TEST(test_aligned)
{
    expect_aligned("int  a;\n\tint b = /* c */ 1;\n", "int a;\n int b = 1;\n",
                   "int  a;\n int b =         1;\n");
    expect_aligned("#define N 10\na = N+b;\nc\n", "\na = 10+b;\nc\n",
                   "\na = 10+\n# 2\n      b;\nc\n");
    expect_aligned("#define F(x) (0+x)\nF( a,\n  b) c;\nd\n", "\n(0+ a, b) c;\n\nd\n",
                   "\n (\n# 2\n0+ a,\n# 3\n  b) c;\n# 3\n\nd\n");
    expect_aligned("#pragma a  b\nc  ->d\n", "#pragma a b\nc ->d\n", "#pragma a b\nc  ->d\n");
}
END_TEST

START_TEST(test_aligned_much)
{
    struct buf original = {0}, preprocessed = {0};
    for (int i = 0; i < 500; i++) {
        buf_add(&original, "1,  ");
        buf_add(&preprocessed, "1, ");
    }
    buf_add(&original, "\na  b\n");
    buf_add(&preprocessed, "\na b\n");
    const char *line = strchr(preprocessed.at, '\n');
    struct buf wanted = {0};
    buf_addn(&wanted, preprocessed.at, (size_t)(line - preprocessed.at));
    buf_add(&wanted, "\na  b\n");
    expect_aligned(original.at, preprocessed.at, wanted.at);
    buf_free(&original);
    buf_free(&preprocessed);
    buf_free(&wanted);
}
END_TEST

/* Comments, which cc -E -C keeps, are no code; parts of operators stay together. */
START_TEST(test_aligned_comments)
{
    expect_aligned("a  /* \" */ b; // c  d\n", "a /* \" */ b; // c d\n", "a /* \" */ b; // c d\n");
    expect_aligned("#define N 10\nN /* x\ny  N */ b;\n", "\n10 /* x\ny N */ b;\n",
                   "\n10 /* x\ny N */  b;\n");
    expect_aligned("#define M -\nM  > 1 -> 2;\n", "\n- > 1 -> 2;\n", "\n-  > 1 -> 2;\n");
}
END_TEST

static const char markers[] =
    "# 1 \"a b.c\"\nx1\n# 10 \"dir/\\\"q\\\\.h\" 1 3 4\nx2\n\nx3\n"
    "# 2 \"a b.c\" 2\nx4\n#line 77\nx5\n#line 5 \"g.y\"\nx6\n# pragma once\nx7\n";

static struct place place_of(const struct source *s, const char *what)
{
    return source_place(s, (unsigned)(strstr(s->text, what) - s->text));
}

START_TEST(test_markers)
{
    struct arena a = {0};
    struct source *s = source_new(&a, markers, sizeof markers - 1, "main.c");
    static const struct {
        const char *what, *file;
        int line;
        bool system;
    } rows[] = {{"x1", "a b.c", 1, false},       {"x2", "dir/\"q\\.h", 10, true},
                {"x3", "dir/\"q\\.h", 12, true}, {"x4", "a b.c", 2, false},
                {"x5", "a b.c", 77, false},      {"x6", "g.y", 5, false},
                {"x7", "g.y", 7, false}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct place p = place_of(s, rows[i].what);
        ck_assert_str_eq(p.file, rows[i].file);
        ck_assert_int_eq(p.line, rows[i].line);
        ck_assert_int_eq(p.system, rows[i].system);
        ck_assert_int_eq(p.column, 1);
    }
    ck_assert_str_eq(source_line(s, (unsigned)(strstr(s->text, "x6") - s->text)), "x6");
    arena_free(&a);
}
END_TEST

/* cc -E breaks a line where a macro of a system header begins and ends. */
START_TEST(test_lines_in_pieces)
{
    struct unit u;
    unit_make(&u, "a = NULL == p ? alloca(4) : 0; goto v;\nb;\n", "");
    char *text =
        arena_printf(&u.arena,
                     "# 1 \"%s\"\na = \n# 1 \"%s\" 3 4\n   ((void *)0) \n# 1 \"%s\"\n"
                     "   == p ? \n# 1 \"%s\" 3 4\n   __builtin_alloca (\n# 1 \"%s\"\n   4\n"
                     "# 1 \"%s\" 3 4\n   )\n# 1 \"%s\"\n    : 0; goto v;\nb;\n",
                     u.file, u.file, u.file, u.file, u.file, u.file, u.file);
    u.source = source_new(&u.arena, text, strlen(text), u.file);
    expect(&u, "((void", 1, 5);
    expect(&u, "p ?", 1, 13);
    expect(&u, "__builtin_alloca", 1, 17);
    expect(&u, "4\n#", 1, 24);
    expect(&u, "goto", 1, 32);
    expect(&u, "b;", 2, 1);
    expect_columns(&u, "__builtin_alloca", 17, 22);
    unit_free(&u);
}
END_TEST

START_TEST(test_odd_texts)
{
    static const char *const texts[] = {
        "", "\n", "x", "# 1", "# 99999999999999999999 \"a", "#line", "# 1 \"\\", "\"abc\n'"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct arena a = {0};
        size_t n = strlen(texts[i]);
        struct source *s = source_new(&a, texts[i], n, "m.c");
        ck_assert_int_eq(s->text[n], 0);
        ck_assert_int_eq(s->text[n + 1], 0);
        for (unsigned at = 0; at <= n + 3; at++) {
            ck_assert_int_ge(source_place(s, at).column, 1);
            ck_assert_ptr_nonnull(source_line(s, at));
        }
        arena_free(&a);
    }
}
END_TEST

START_TEST(test_unions)
{
    struct loc l = loc_union((struct loc){4, 9}, (struct loc){2, 5});
    ck_assert_uint_eq(l.begin, 2);
    ck_assert_uint_eq(l.end, 9);
    l = loc_union((struct loc){0, 0}, (struct loc){2, 5});
    ck_assert_uint_eq(l.begin, 2);
}
END_TEST

static void expect_written(const struct unit *u, const char *what, unsigned length, int first,
                           int end)
{
    unsigned at = find(u, what);
    struct place b, e;
    ck_assert_msg(source_written(u->source, (struct loc){at, at + length}, &b, &e), "%s", what);
    ck_assert_msg(b.column == first && e.column == end, "%s: %d-%d, not %d-%d", what, b.column,
                  e.column, first, end);
}

START_TEST(test_written_ranges)
{
    struct unit u;
    struct place b, e;
    unit_make(&u, "int f(int  a) { return TWO(a + 1) + ONE; }\n",
              "int f(int a) { return (2 * (a + 1)) + 1; }\n");
    expect_written(&u, "f(int", 1, 5, 6);
    expect_written(&u, "a) {", 1, 12, 13);
    expect_written(&u, ") {", 0, 13, 13);
    expect_written(&u, " {", 0, 14, 14);
    unsigned one = find(&u, "1; }"), argument = find(&u, "a + 1");
    ck_assert(!source_written(u.source, (struct loc){one, one + 1}, &b, &e));
    ck_assert(!source_written(u.source, (struct loc){argument, argument + 1}, &b, &e));
    unit_free(&u);
}
END_TEST

TEST_MAIN("source", test_tabs_and_blanks, test_macros, test_macro_with_arguments,
          test_call_over_several_lines, test_skipped_lines_are_not_taken, test_comments,
          test_continued_lines, test_byte_order_mark, test_universal_names, test_ranges,
          test_aligned, test_aligned_comments, test_aligned_much, test_markers,
          test_lines_in_pieces, test_odd_texts, test_unions, test_written_ranges)
