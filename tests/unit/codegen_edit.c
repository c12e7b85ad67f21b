/* codegen_edit.c - codegen/host/edit.h: inserts and replacements in any order, lines kept. */
#include "codegen/host/edit.h"

#include <string.h>

#include "tests/unit/test_main.h"

static struct arena arena;
static struct edits edits;
static struct buf out;

static void begin(void)
{
    edits = (struct edits){.arena = &arena};
    out = (struct buf){0};
}

static void expect(const char *text, const char *wanted)
{
    edits_apply(&edits, text, 0, (unsigned)strlen(text), &out);
    ck_assert_str_eq(out.at, wanted);
    buf_free(&out);
    arena_free(&arena);
}

START_TEST(test_no_edits)
{
    begin();
    expect("abc", "abc");
}
END_TEST

START_TEST(test_inserts_nest)
{
    begin();
    /* a + b, wrapped twice, and its first operand once */
    edit_open(&edits, 0, "f(");
    edit_open(&edits, 0, "g(");
    edit_open(&edits, 0, "h(");
    edit_close(&edits, 1, ")h");
    edit_close(&edits, 5, ")g");
    edit_close(&edits, 5, ")f");
    expect("a + b", "f(g(h(a)h + b)g)f");
}
END_TEST

START_TEST(test_closes_before_opens)
{
    begin();
    edit_open(&edits, 1, "[");
    edit_close(&edits, 1, "]");
    expect("ab", "a][b");
}
END_TEST

START_TEST(test_marked_stands_where_it_was_marked)
{
    begin();
    edit_open(&edits, 0, "1");
    int mark = edit_mark(&edits);
    edit_open(&edits, 0, "3");
    edit_open_marked(&edits, mark, 0, "2");
    expect("x", "123x");
}
END_TEST

START_TEST(test_replacement_between_inserts)
{
    begin();
    edit_open(&edits, 2, "<");
    edit_replace(&edits, 1, 2, "::");
    edit_close(&edits, 1, ">");
    expect("a,b", "a>::<b");
}
END_TEST

START_TEST(test_edits_inside_a_replacement_go)
{
    begin();
    edit_replace(&edits, 1, 5, "-");
    edit_open(&edits, 2, "lost");
    edit_replace(&edits, 3, 4, "lost");
    edit_open(&edits, 5, "kept");
    edit_open(&edits, 1, "before");
    expect("abcdefg", "abefore-keptfg");
}
END_TEST

START_TEST(test_lines_stay)
{
    begin();
    edit_replace(&edits, 1, 6, "x");
    expect("abc\nd\n\ne", "ax\n\n\ne");
}
END_TEST

START_TEST(test_line_markers_stay)
{
    const char *text = "f(\n# 12 \"a.h\" 3\nb\n#pragma p\n#line 3\nc);\n";
    begin();
    edit_replace(&edits, 1, (unsigned)(strstr(text, ")") - text), "");
    expect(text, "f\n# 12 \"a.h\" 3\n\n\n#line 3\n);\n");
}
END_TEST

START_TEST(test_marker_behind_the_last_line_break_is_text)
{
    begin();
    edit_replace(&edits, 0, 4, "x");
    expect("a\n# 1", "x\n1");
}
END_TEST

START_TEST(test_empty_replacement_is_an_insert)
{
    begin();
    edit_replace(&edits, 1, 1, "-");
    expect("ab", "a-b");
}
END_TEST

START_TEST(test_part_on_one_line)
{
    begin();
    const char *text = "v(a,\n# 12 \"a.h\" 3\n  b\n#b)\n";
    edit_replace(&edits, 1, 2, "(x");
    edit_close(&edits, 3, "!");
    edits_apply_line(&edits, text, 1, (unsigned)(strstr(text, ")") - text), &out);
    ck_assert_str_eq(out.at, "(xa!,    b #b");
    buf_free(&out);
    arena_free(&arena);
}
END_TEST

TEST_MAIN("edit", test_no_edits, test_inserts_nest, test_closes_before_opens,
          test_marked_stands_where_it_was_marked, test_replacement_between_inserts,
          test_edits_inside_a_replacement_go, test_lines_stay, test_line_markers_stay,
          test_marker_behind_the_last_line_break_is_text, test_empty_replacement_is_an_insert,
          test_part_on_one_line)
