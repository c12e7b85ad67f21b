/* codegen_texts.c - struct kernel_texts: what one walk over each kernel gives, without the host
 * text that is made of it. */
#include "codegen/codegen.h"

#include <string.h>

#include "parser/parser.h"
#include "runtime/ampc_gen.h"
#include "sema/checks/check.h"
#include "sema/typing/sema.h"
#include "tests/unit/test_main.h"

static struct ctx c;
static struct kernel_texts texts;

static void make(const char *text, bool bounds, unsigned wanted)
{
    struct findings findings;
    ctx_init(&c);
    c.bounds = bounds;
    c.source = source_new(&c.arena, text, strlen(text), "a.ampc");
    struct unit *u = parse_unit(&c);
    ck_assert_int_eq(diag_errors(&c), 0);
    struct program *p = sema_unit(&c, u);
    findings_begin(&findings, &c);
    check_program(&c, p, &findings);
    ck_assert_int_eq(diag_errors(&c), 0);
    codegen_kernels(&c, p, &findings, wanted, &texts);
    ck_assert_int_eq(diag_errors(&c), 0);
}

static const char one[] = "double far(double x) restrict(amp);\n"
                          "void f(int n, array_view<double> v) {\n"
                          "parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {\n"
                          "v[i] = far(v[i]) + n; }); }\n";

START_TEST(test_text_uses_needs)
{
    make(one, false, 0);
    ck_assert_ptr_nonnull(strstr(texts.kernels.source, "__kernel void f_3("));
    ck_assert_uint_eq(texts.kernels.uses, AMPC__USES_DOUBLE | AMPC__USES_DENSE);
    ck_assert_int_eq(texts.kernels.needs.n, 1);
    const struct kernel_need *need = &texts.kernels.needs.at[0];
    ck_assert_str_eq(need->function->name, "far");
    ck_assert_str_eq(need->spaces, "");
    ck_assert_ptr_nonnull(need->untiled);
    ck_assert_ptr_null(texts.checked);
    ck_assert_ptr_null(texts.emulated);
    ctx_free(&c);
}
END_TEST

START_TEST(test_launches_have_arguments)
{
    make(one, false, 0);
    const struct kernel_launch *l = &texts.launches[0];
    ck_assert_str_eq(l->name, "f_3");
    ck_assert_int_eq(l->args.n, 2);
    for (int i = 0; i < l->args.n; i++)
        if (strcmp(l->args.at[i].symbol->name, "n") == 0)
            ck_assert_int_eq(l->args.at[i].kind, AMPC__ARG_VALUE);
        else
            ck_assert_int_eq(l->args.at[i].kind, AMPC__ARG_VIEW);
    ctx_free(&c);
}
END_TEST

START_TEST(test_checked_and_emulated)
{
    make(one, false, KERNELS_CHECKED | KERNELS_EMULATED);
    ck_assert_ptr_null(strstr(texts.kernels.source, "ampc_checked_"));
    ck_assert_ptr_nonnull(strstr(texts.checked, "ampc_checked_view1_double"));
    ck_assert_ptr_nonnull(strstr(texts.emulated, "static void ampc_run_f_3("));
    ctx_free(&c);
    make(one, true, KERNELS_CHECKED | KERNELS_EMULATED);
    ck_assert_ptr_nonnull(strstr(texts.kernels.source, "ampc_checked_view1_double"));
    ck_assert_ptr_null(texts.checked);
    ck_assert_ptr_nonnull(strstr(texts.emulated, "ampc_checked_view1_double"));
    ctx_free(&c);
}
END_TEST

START_TEST(test_parts_of_functions)
{
    make("int sum(const int *p, int n) restrict(amp) { return p[n]; }\n"
         "static int own(int n) restrict(amp) { return n; }\n"
         "int turn(int n) restrict(amp) { return own(n); }\n",
         false, KERNELS_CHECKED | KERNELS_EMULATED);
    ck_assert_str_eq(texts.kernels.source, "");
    ck_assert_ptr_null(texts.checked);
    ck_assert_int_eq(texts.exports.n, 2);
    const struct kernel_export *sum = &texts.exports.at[0], *turn = &texts.exports.at[1];
    ck_assert_int_eq(sum->variants.n, 4); /* one for each memory */
    ck_assert_str_eq(sum->variants.at[0].spaces, "g");
    ck_assert_ptr_nonnull(strstr(sum->variants.at[0].text.source, "ampc_x_g_sum("));
    ck_assert_ptr_nonnull(sum->variants.at[0].checked);
    ck_assert_int_eq(turn->variants.n, 1);
    ck_assert_ptr_nonnull(strstr(turn->variants.at[0].text.source, "u_own("));
    ck_assert(sum->emulated && turn->emulated);
    ctx_free(&c);
}
END_TEST

START_TEST(test_refused_parts_say_why)
{
    make("int deep(int n) restrict(amp) { return n ? deep(n - 1) : 0; }\n", false,
         KERNELS_CHECKED | KERNELS_EMULATED);
    ck_assert_int_eq(texts.exports.n, 1);
    ck_assert_ptr_null(texts.exports.at[0].variants.at[0].text.source);
    ck_assert_str_eq(texts.exports.at[0].variants.at[0].text.refusal, "a.ampc:1: it recurses");
    ck_assert_ptr_null(texts.exports.at[0].variants.at[0].checked);
    ck_assert(!texts.exports.at[0].emulated);
    ctx_free(&c);
}
END_TEST

TEST_MAIN("texts", test_text_uses_needs, test_launches_have_arguments, test_checked_and_emulated,
          test_parts_of_functions, test_refused_parts_say_why)
