/* frozen_tree.c - checks and generators leave the typed tree as it is: all bytes of the context's
 * arena that typing has written (every node, symbol, type and launch) are the same behind them.
 * Translates the files of tests/diag, tests/codegen, tests/exec and samples. */
#include <glob.h>
#include <stdio.h>
#include <string.h>

#include "codegen/codegen.h"
#include "common/buf.h"
#include "common/ctx.h"
#include "parser/parser.h"
#include "sema/checks/check.h"
#include "sema/typing/sema.h"
#include "tests/unit/test_main.h"

/* A copy of a block of the arena. */
struct piece {
    const char *at, *copy;
    size_t n;
};

struct pieces {
    struct arena arena;
    VEC(struct piece) all;
};

static void piece_copy(void *data, const char *at, size_t n)
{
    struct pieces *p = data;

    vec_push(&p->arena, &p->all, ((struct piece){at, memcpy(arena_alloc(&p->arena, n), at, n), n}));
}

/* The first byte that has changed since the copy; NULL: none. */
static const char *changed(const struct pieces *p)
{
    for (int i = 0; i < p->all.n; i++)
        for (size_t k = 0; k < p->all.at[i].n; k++)
            if (p->all.at[i].at[k] != p->all.at[i].copy[k])
                return &p->all.at[i].at[k];
    return NULL;
}

static void generate(struct ctx *c, struct program *p, struct findings *findings)
{
    struct kernel_texts texts;
    struct buf host = {0};

    codegen_kernels(c, p, findings, KERNELS_CHECKED | KERNELS_EMULATED, &texts);
    codegen_host(c, p, findings, &texts, true, &host);
    buf_free(&host);
}

static void unit_check(const char *name, const struct buf *text)
{
    struct ctx c;
    struct pieces before = {0};
    struct findings findings;

    ctx_init(&c);
    c.diag_options.choices[DIAG_GROUP_PERFORMANCE].enabled = 1;
    c.source = source_new(&c.service, text->n ? text->at : "", text->n, name);
    struct unit *u = parse_unit(&c);
    struct program *p = sema_unit(&c, u);
    arena_each(&c.arena, piece_copy, &before);
    findings_begin(&findings, &c);
    check_program(&c, p, &findings);
    ck_assert_msg(!changed(&before), "%s: the checks write into the tree", name);
    if (diag_errors(&c))
        codegen_probe(&c, p, &findings);
    else if (p->uses_amp)
        generate(&c, p, &findings);
    ck_assert_msg(!changed(&before), "%s: the generators write into the tree", name);
    arena_free(&before.arena);
    ctx_free(&c);
}

static void file_check(const char *name)
{
    struct buf text = {0}, command = {0};
    char part[4096];
    size_t n;

    buf_printf(&command, "%s -E -I%s/diag/include -I%s/exec '%s' 2>/dev/null", getenv("AMPCC"),
               getenv("TESTS"), getenv("TESTS"), name);
    FILE *f = popen(command.at, "r");
    while (f && (n = fread(part, 1, sizeof part, f)) > 0)
        buf_addn(&text, part, n);
    if (f)
        pclose(f);
    unit_check(name, &text);
    buf_free(&text);
    buf_free(&command);
}

/* The files of a folder; tests/run says in the environment where they and the compiler are. */
static void folder_check(const char *pattern)
{
    struct buf path = {0};
    glob_t files;

    buf_printf(&path, "%s/%s", getenv("TESTS"), pattern);
    ck_assert_int_eq(glob(path.at, 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++)
        file_check(files.gl_pathv[i]);
    ck_assert(files.gl_pathc > 5);
    globfree(&files);
    buf_free(&path);
}

START_TEST(diag_tests)
{
    folder_check("diag/*.ampc");
}
END_TEST

START_TEST(codegen_tests)
{
    folder_check("codegen/*.ampc");
}
END_TEST

START_TEST(exec_tests)
{
    folder_check("exec/[a-k]*.ampc");
}
END_TEST

START_TEST(other_exec_tests)
{
    folder_check("exec/[l-z]*.ampc");
}
END_TEST

START_TEST(samples)
{
    folder_check("../samples/*.ampc");
}
END_TEST

TEST_MAIN("frozen_tree", diag_tests, codegen_tests, exec_tests, other_exec_tests, samples)
