/* codegen_kernel_name.c - names in kernels: one text for each name of the user's. */
#include <string.h>

#include "codegen/kernel/kernel.h"
#include "tests/unit/test_main.h"

START_TEST(plain_names_stay)
{
    struct ctx c;

    ctx_init(&c);
    ck_assert_str_eq(kernel_plain_name(&c, "matmul_2"), "matmul_2");
    ck_assert_str_eq(kernel_plain_name(&c, "_"), "_");
    ctx_free(&c);
}
END_TEST

/* Names with characters that OpenCL C lacks: still one text for each name. */
START_TEST(names_never_clash)
{
    static const char *const names[] = {
        "a",        "a$",        "a_",  "$a",   "_$a",   "a$b",  "a_x24_b", "a$_x24_b", "a$b$",
        "\303\251", "_\303\251", "x24", "_x24", "a__b$", "a_$b", "x_a",     "1_a"};
    enum { N = sizeof names / sizeof names[0] };
    struct ctx c;
    struct kernel_gen g = {.c = &c};

    ctx_init(&c);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < i; k++)
            for (int number = 0; number < 4; number++) {
                ck_assert_str_ne(kernel_global_name(&g, names[i], number % 2),
                                 kernel_global_name(&g, names[k], number / 2));
            }
    for (int i = 0; i < N; i++)
        for (const char *s = kernel_global_name(&g, names[i], 0); *s; s++)
            ck_assert((*s & 0x80) == 0 && *s != '$');
    ctx_free(&c);
}
END_TEST

TEST_MAIN("kernel names", plain_names_stay, names_never_clash)
