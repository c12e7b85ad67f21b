/* diag_print.c - common/diag.h: order, notes, fix-its, carets and colours of messages. */
#include "common/diag.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/ctx.h"
#include "tests/unit/test_main.h"

/* The file does not exist, so that the preprocessed text is the line that is shown. */
static const char text[] = "# 1 \"no/such.c\"\n"
                           "int first = 1;\n"
                           "\tsecond \xc3\xa9 third;\n"
                           "# 7 \"/no/system.h\" 1 3\n"
                           "fourth\n";

static void begin(struct ctx *c)
{
    ctx_init(c);
    c->source = source_new(&c->arena, text, sizeof text - 1, "no/such.c");
}

static struct loc at(const struct ctx *c, const char *what)
{
    unsigned offset = (unsigned)(strstr(c->source->text, what) - c->source->text);
    return (struct loc){offset, offset + (unsigned)strlen(what)};
}

/* Prints, ends the context and compares. */
static int expect(struct ctx *c, const char *want)
{
    char *got = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&got, &size);
    int errors = diags_print(c, f);
    fclose(f);
    ck_assert_str_eq(got, want);
    free(got);
    ctx_free(c);
    return errors;
}

START_TEST(test_sorted_with_notes)
{
    struct ctx c;
    begin(&c);
    diag(&c, DIAG_amp_call, at(&c, "second"), "call of '%s'", "second");
    diag_note(&c, at(&c, "first"), "declared here");
    diag_note(&c, (struct loc){0, 0}, "no place");
    diag(&c, DIAG_amp_const_cast, at(&c, "= 1"), "careful");
    ck_assert_int_eq(diag_errors(&c), 1);
    int errors = expect(&c, "no/such.c:1:11: warning: careful [amp-const-cast]\n"
                            "    1 | int first = 1;\n"
                            "      |           ^~~\n"
                            "no/such.c:2:9: error: call of 'second' [amp-call]\n"
                            "    2 |         second \xc3\xa9 third;\n"
                            "      |         ^~~~~~\n"
                            "no/such.c:1:5: note: declared here\n"
                            "    1 | int first = 1;\n"
                            "      |     ^~~~~\n"
                            "ampcc: note: no place\n");
    ck_assert_int_eq(errors, 1);
}
END_TEST

START_TEST(test_wide_characters_and_clipped_ranges)
{
    struct ctx c;
    begin(&c);
    struct loc loc = at(&c, "third");
    loc.end = c.source->size;
    diag(&c, DIAG_syntax, loc, "x");
    expect(&c, "no/such.c:2:18: error: x [syntax]\n"
               "    2 |         second \xc3\xa9 third;\n"
               "      |                  ^~~~~~\n");
}
END_TEST

START_TEST(test_same_place_once)
{
    struct ctx c;
    begin(&c);
    diag(&c, DIAG_syntax, at(&c, "first"), "one");
    diag(&c, DIAG_syntax, at(&c, "first"), "again");
    diag_note(&c, at(&c, "1"), "dropped with it");
    diag(&c, DIAG_amp_call, at(&c, "first"), "two");
    ck_assert_int_eq(diag_errors(&c), 2);
    expect(&c, "no/such.c:1:5: error: one [syntax]\n"
               "    1 | int first = 1;\n"
               "      |     ^~~~~\n"
               "no/such.c:1:5: error: two [amp-call]\n"
               "    1 | int first = 1;\n"
               "      |     ^~~~~\n");
}
END_TEST

START_TEST(test_limit)
{
    struct ctx c;
    begin(&c);
    c.diag_options.max_errors = 1;
    diag(&c, DIAG_syntax, at(&c, "second"), "later");
    diag(&c, DIAG_syntax, at(&c, "first"), "one");
    int errors = expect(&c, "no/such.c:1:5: error: one [syntax]\n"
                            "    1 | int first = 1;\n"
                            "      |     ^~~~~\n"
                            "compilation terminated due to -fmax-errors=1.\n");
    ck_assert_int_eq(errors, 1);
}
END_TEST

START_TEST(test_warning_options)
{
    struct ctx c;
    begin(&c);
    diag(&c, DIAG_amp_const_cast, at(&c, "fourth"), "in a system header");
    c.diag_options.no_warnings = true;
    diag(&c, DIAG_amp_const_cast, at(&c, "first"), "muted");
    ck_assert_int_eq(expect(&c, ""), 0);
    begin(&c);
    c.diag_options.warnings_errors = true;
    diag(&c, DIAG_amp_const_cast, at(&c, "first"), "x");
    ck_assert_int_eq(diag_errors(&c), 1);
    expect(&c, "no/such.c:1:5: error: x [amp-const-cast]\n"
               "    1 | int first = 1;\n"
               "      |     ^~~~~\n"
               "ampcc: all warnings being treated as errors\n");
}
END_TEST

START_TEST(test_includes)
{
    static const char nested[] =
        "# 1 \"m.c\"\nint a;\n# 1 \"no1.h\" 1\nint b;\n# 1 \"no2.h\" 1\nint c;\nint d;\n"
        "# 3 \"no1.h\" 2\nint e;\n# 3 \"m.c\" 2\nint f;\n";
    struct ctx c;
    ctx_init(&c);
    c.source = source_new(&c.arena, nested, sizeof nested - 1, "m.c");
    static const char *const names[] = {"c;", "d;", "e;", "f;"};
    for (int i = 0; i < 4; i++)
        diag(&c, DIAG_syntax, at(&c, names[i]), "x");
    expect(&c, "In file included from no1.h:2,\n                 from m.c:2:\n"
               "no2.h:1:5: error: x [syntax]\n    1 | int c;\n      |     ^~\n"
               "no2.h:2:5: error: x [syntax]\n    2 | int d;\n      |     ^~\n"
               "In file included from m.c:2:\n"
               "no1.h:3:5: error: x [syntax]\n    3 | int e;\n      |     ^~\n"
               "m.c:3:5: error: x [syntax]\n    3 | int f;\n      |     ^~\n");
}
END_TEST

START_TEST(test_color)
{
    struct ctx c;
    begin(&c);
    c.diag_options.color = true;
    diag(&c, DIAG_syntax, at(&c, "first"), "bad 'first'");
    expect(&c, "\33[01m\33[Kno/such.c:1:5:\33[m\33[K \33[01;31m\33[Kerror: \33[m\33[Kbad "
               "'\33[01m\33[Kfirst\33[m\33[K' "
               "[\33[01;31m\33[Ksyntax\33[m\33[K]\n"
               "    1 | int \33[01;31m\33[Kfirst\33[m\33[K = 1;\n"
               "      |     \33[01;31m\33[K^~~~~\33[m\33[K\n");
}
END_TEST

START_TEST(test_json)
{
    struct ctx c;
    begin(&c);
    c.diag_options.format = DIAG_FORMAT_JSON;
    diag(&c, DIAG_amp_call, at(&c, "third"), "say \"%s\"", "hi\xff");
    diag_note(&c, at(&c, "first"), "note");
    char *got = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&got, &size);
    diags_print(&c, f);
    fclose(f);
    ctx_free(&c);
    json_t *all = json_loads(got, 0, NULL);
    free(got);
    ck_assert(json_is_array(all) && json_array_size(all) == 1);
    const char *kind, *message, *option, *file;
    int line, column, bytes, end, children;
    ck_assert_int_eq(
        json_unpack(json_array_get(all, 0),
                    "{s:s, s:s, s:s, s:[{s:{s:s, s:i, s:i, s:i}, s:{s:i}}], s:[{s:[{s:{s:i}}]}]}",
                    "kind", &kind, "message", &message, "option", &option, "locations", "caret",
                    "file", &file, "line", &line, "column", &column, "byte-column", &bytes,
                    "finish", "byte-column", &end, "children", "locations", "caret", "column",
                    &children),
        0);
    ck_assert_str_eq(kind, "error");
    ck_assert_str_eq(message, "say \"hi\xef\xbf\xbd\"");
    ck_assert_str_eq(option, "amp-call");
    ck_assert_str_eq(file, "no/such.c");
    ck_assert_int_eq(line, 2);
    ck_assert_int_eq(column, 18);
    ck_assert_int_eq(bytes, 12);
    ck_assert_int_eq(end, 16);
    ck_assert_int_eq(children, 5);
    json_decref(all);
}
END_TEST

/* A unit whose original file is the text itself. */
static void begin_file(struct ctx *c, char file[32], const char *lines)
{
    ctx_init(c);
    strcpy(file, "/tmp/diag_print_XXXXXX");
    int fd = mkstemp(file);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(write(fd, lines, strlen(lines)), (ssize_t)strlen(lines));
    close(fd);
    char *marked = arena_printf(&c->arena, "# 1 \"%s\"\n%s", file, lines);
    c->source = source_new(&c->arena, marked, strlen(marked), file);
}

START_TEST(test_fixits)
{
    struct ctx c;
    char file[32], want[1000];
    begin_file(&c, file, "int f(int x);\n    a = b; c = d;\nMACRO(x)\n");
    struct loc end = at(&c, "int x)"), a = at(&c, "a ="), d = at(&c, "d;");
    end.begin = end.end;
    a.end = a.begin + 1;
    d.end = d.begin + 1;
    diag(&c, DIAG_syntax, at(&c, "b;"), "x");
    diag_fixit(&c, a, "view");
    diag_fixit(&c, end, " \"q\"");
    diag_fixit_line(&c, at(&c, "a ="), "wait();");
    diag_note(&c, at(&c, "d;"), "y");
    diag_fixit_line(&c, at(&c, "c ="), "wait();");
    diag_fixit(&c, d, "");
    c.diag_options.parseable_fixits = true;
    snprintf(want, sizeof want,
             "%s:2:9: error: x [syntax]\n"
             "    2 |     a = b; c = d;\n"
             "      |         ^~\n"
             "      |     view\n"
             "%s:1:13:\n"
             "    1 | int f(int x);\n"
             "      |              \"q\"\n"
             "%s:2:1:\n"
             "  +++ |+    wait();\n"
             "    2 |     a = b; c = d;\n"
             "fix-it:\"%s\":{2:5-2:6}:\"view\"\n"
             "fix-it:\"%s\":{1:13-1:13}:\" \\\"q\\\"\"\n"
             "fix-it:\"%s\":{2:1-2:1}:\"    wait();\\n\"\n"
             "%s:2:16: note: y\n"
             "    2 |     a = b; c = d;\n"
             "      |                ^~\n"
             "      |            wait(); \n"
             "      |                -\n"
             "fix-it:\"%s\":{2:12-2:12}:\"wait(); \"\n"
             "fix-it:\"%s\":{2:16-2:17}:\"\"\n",
             file, file, file, file, file, file, file, file, file);
    unlink(file);
    expect(&c, want);
}
END_TEST

START_TEST(test_fixits_without_a_place)
{
    struct ctx c;
    begin(&c);
    diag(&c, DIAG_syntax, at(&c, "first"), "x");
    diag_fixit(&c, at(&c, "first"), "last"); /* the original cannot be read */
    expect(&c, "no/such.c:1:5: error: x [syntax]\n"
               "    1 | int first = 1;\n"
               "      |     ^~~~~\n");
}
END_TEST

START_TEST(test_ids_are_unique_and_explained)
{
    for (int i = 0; i < DIAG_COUNT; i++) {
        ck_assert_int_gt((int)strlen(diag_id_summary((enum diag_id)i)), 5);
        ck_assert_int_ne(diag_id_severity((enum diag_id)i), DIAG_NOTE);
        for (int k = 0; k < i; k++)
            ck_assert_str_ne(diag_id_text((enum diag_id)i), diag_id_text((enum diag_id)k));
    }
}
END_TEST

TEST_MAIN("diag", test_sorted_with_notes, test_wide_characters_and_clipped_ranges,
          test_same_place_once, test_limit, test_warning_options, test_includes, test_color,
          test_json, test_fixits, test_fixits_without_a_place, test_ids_are_unique_and_explained)
