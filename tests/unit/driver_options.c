/* driver_options.c - driver/options.h: what words of a command line are for which run of cc. */
#include "driver/options.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "driver/response.h"
#include "tests/unit/test_main.h"

/* Parses a command line given as one text. */
static bool parse(struct arena *a, const char *line, struct options *o)
{
    struct words w = {0};
    words_split(a, &w, line, 100);
    char **argv = arena_array(a, char *, w.n + 1);
    argv[0] = arena_printf(a, "ampcc");
    for (int i = 0; i < w.n; i++)
        argv[i + 1] = arena_printf(a, "%s", w.at[i]);
    return options_parse(a, w.n + 1, argv, o);
}

static const struct argument *item(const struct options *o, const char *text)
{
    for (int i = 0; i < o->items.n; i++)
        if (strcmp(o->items.at[i].text, text) == 0)
            return &o->items.at[i];
    return NULL;
}

START_TEST(test_files_and_languages)
{
    struct arena a = {0};
    struct options o;
    ck_assert(parse(&a, "a.ampc b.c -x ampc c.c - -x none d.c e.o -x c++ f", &o));
    ck_assert_int_eq(o.ampc_files, 3);
    ck_assert_int_eq(o.other_files, 4);
    ck_assert_int_eq(o.sources, 3);
    ck_assert_int_eq(item(&o, "c.c")->kind, ITEM_AMPC);
    ck_assert_int_eq(item(&o, "d.c")->kind, ITEM_FILE);
    ck_assert_str_eq(item(&o, "f")->language, "c++");
    arena_free(&a);
}
END_TEST

START_TEST(test_runs_of_options)
{
    struct arena a = {0};
    struct options o;
    ck_assert(parse(&a, "-Iinc -I dir -DX=1 -O2 -lm -Wall -Wl,-s -Wa,-x -frandom -MMD x.ampc", &o));
    ck_assert_uint_eq(item(&o, "-Iinc")->runs, RUN_PRE | RUN_OTHER);
    ck_assert_str_eq(item(&o, "-I")->argument, "dir");
    ck_assert_ptr_null(item(&o, "-Iinc")->argument);
    ck_assert_uint_eq(item(&o, "-O2")->runs, RUN_ALL | RUN_OTHER);
    ck_assert_uint_eq(item(&o, "-lm")->runs, RUN_LINK | RUN_OTHER);
    ck_assert_uint_eq(item(&o, "-Wl,-s")->runs, RUN_LINK | RUN_OTHER);
    ck_assert_uint_eq(item(&o, "-Wa,-x")->runs, RUN_CODE | RUN_OTHER);
    ck_assert_uint_eq(item(&o, "-Wall")->runs, RUN_SOURCE | RUN_OTHER);
    ck_assert_uint_eq(item(&o, "-frandom")->runs, RUN_ALL | RUN_OTHER);
    ck_assert_uint_eq(item(&o, "-MMD")->runs, RUN_DEPS | RUN_OTHER);
    ck_assert(o.deps && !o.deps_system);
    arena_free(&a);
}
END_TEST

START_TEST(test_modes)
{
    static const struct {
        const char *line;
        enum mode mode;
    } rows[] = {{"a.ampc", MODE_LINK},
                {"-c a.ampc", MODE_OBJECT},
                {"-c -S a.ampc", MODE_ASSEMBLER},
                {"-E -c a.ampc", MODE_PREPROCESS},
                {"-fsyntax-only -c a.ampc", MODE_SYNTAX},
                {"--emit=c a.ampc", MODE_EMIT_C},
                {"--emit=cl -c a.ampc", MODE_EMIT_CL},
                {"-MM a.ampc", MODE_DEPS},
                {"--dump=tree a.ampc", MODE_DUMP}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct arena a = {0};
        struct options o;
        ck_assert(parse(&a, rows[i].line, &o));
        ck_assert_int_eq(o.mode, rows[i].mode);
        arena_free(&a);
    }
}
END_TEST

START_TEST(test_diagnostics)
{
    struct arena a = {0};
    struct options o;
    ck_assert(parse(
        &a, "-fmax-errors=3 -fdiagnostics-format=json -fdiagnostics-color=always -w -Werror a.ampc",
        &o));
    ck_assert_int_eq(o.diag.max_errors, 3);
    ck_assert_int_eq(o.diag.format, DIAG_FORMAT_JSON);
    ck_assert(o.diag.color && o.diag.no_warnings && o.diag.warnings_errors);
    ck_assert(parse(&a, "-Werror -Wno-error -fdiagnostics-color=never -Wextra a.ampc", &o));
    ck_assert(!o.diag.warnings_errors && !o.diag.color && o.fallthrough);
    arena_free(&a);
}
END_TEST

START_TEST(test_refused)
{
    static const char *const lines[] = {"-c a.ampc b.c -o x",
                                        "--emit=x a.ampc",
                                        "-fmax-errors=x a.ampc",
                                        "-fdiagnostics-format=y a.ampc",
                                        "a.ampc -o",
                                        "a.ampc -I"};
    ck_assert_ptr_nonnull(freopen("/dev/null", "w", stderr));
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct arena a = {0};
        struct options o;
        ck_assert_msg(!parse(&a, lines[i], &o), "%s", lines[i]);
        arena_free(&a);
    }
}
END_TEST

START_TEST(test_response_files)
{
    char name[] = "/tmp/driver_options_XXXXXX";
    int fd = mkstemp(name);
    char *text = NULL;
    struct arena a = {0};
    text = arena_printf(&a, "-DA='x y' \"b c.ampc\"\n\\ z.o\t@%s @/no/such", name);
    ck_assert_int_eq(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
    struct words w = {0};
    words_add(&a, &w, arena_printf(&a, "@%s", name), 19);
    unlink(name);
    ck_assert_int_eq(w.n, 5);
    ck_assert_str_eq(w.at[0], "-DA=x y");
    ck_assert_str_eq(w.at[1], "b c.ampc");
    ck_assert_str_eq(w.at[2], " z.o");
    ck_assert_int_eq(w.at[3][0], '@');
    ck_assert_str_eq(w.at[4], "@/no/such");
    arena_free(&a);
}
END_TEST

START_TEST(test_cc_of_the_environment)
{
    struct arena a = {0};
    struct options o;
    setenv("AMPC_CC", "ccache clang", 1);
    ck_assert(parse(&a, "a.ampc", &o));
    ck_assert_str_eq(o.cc, "ccache clang");
    ck_assert(parse(&a, "--cc=gcc a.ampc", &o));
    ck_assert_str_eq(o.cc, "gcc");
    setenv("AMPC_CC", "", 1);
    unsetenv("CC");
    ck_assert(parse(&a, "a.ampc", &o));
    ck_assert_str_eq(o.cc, "cc");
    setenv("CC", "mpicc -g", 1);
    ck_assert(parse(&a, "a.ampc", &o));
    ck_assert_str_eq(o.cc, "mpicc -g");
    setenv("AMPC_CC", "gcc", 1);
    ck_assert(parse(&a, "a.ampc", &o));
    ck_assert_str_eq(o.cc, "gcc");
    unsetenv("AMPC_CC");
    const char *const own[] = {"ampcc", "ccache /usr/bin/ampcc -O2", "env\tampcc", ""};
    for (size_t k = 0; k < sizeof own / sizeof *own; k++) {
        setenv("CC", own[k], 1);
        ck_assert(parse(&a, "a.ampc", &o));
        ck_assert_str_eq(o.cc, "cc");
    }
    setenv("CC", "myampcc", 1);
    ck_assert(parse(&a, "a.ampc", &o));
    ck_assert_str_eq(o.cc, "myampcc");
    unsetenv("CC");
    arena_free(&a);
}
END_TEST

TEST_MAIN("driver", test_files_and_languages, test_runs_of_options, test_modes, test_diagnostics,
          test_refused, test_response_files, test_cc_of_the_environment)
