/* builtin_table.c - sema/types/builtin.h: rows of the table of library functions, overloads,
 * parameters. */
#include <string.h>

#include "sema/types/builtin.h"
#include "tests/unit/test_main.h"

static const struct builtin builtins[] = {
#define ROW(name, opencl, kind, signature, real, spaces, host, parts)                              \
    {name, opencl, BUILTIN_##kind, signature, real, spaces, host, parts},
#include "sema/types/builtin.def"
};

START_TEST(finds_names)
{
    const struct builtin *b = builtin_find("sinf");

    ck_assert_ptr_nonnull(b);
    ck_assert_str_eq(b->opencl, "sin");
    ck_assert_ptr_eq(builtin_find("__builtin_sinf"), b);
    ck_assert_ptr_ne(builtin_find("sin"), b);
    ck_assert_ptr_nonnull(builtin_find("__builtin_popcount"));
    ck_assert_ptr_null(builtin_find("popcount"));
    ck_assert_ptr_null(builtin_find("sinl"));
    ck_assert_ptr_null(builtin_find("malloc"));
    ck_assert_ptr_null(builtin_find("__builtin_"));
    ck_assert_ptr_null(builtin_find("__builtin_clamp"));
    ck_assert_ptr_nonnull(builtin_find("clamp"));
    ck_assert_ptr_null(builtin_in("clamp", builtin_space("precise_math")));
    ck_assert_str_eq(builtin_in("sin", builtin_space("fast_math"))->opencl, "native_sin");
    ck_assert_ptr_null(builtin_in("erf", builtin_space("fast_math")));
    ck_assert_ptr_nonnull(builtin_in("__builtin_isnan", builtin_space("fast_math")));
    ck_assert_int_eq(builtin_space("graphics"), 0);
}
END_TEST

START_TEST(gives_types)
{
    struct ctx c;
    const struct builtin *b;
    bool variadic;

    ctx_init(&c);
    b = builtin_find("frexpf");
    ck_assert_int_eq(builtin_params(b, &variadic), 2);
    ck_assert(!variadic);
    ck_assert_int_eq(builtin_result(&c, b)->kind, TYPE_FLOAT);
    ck_assert_int_eq(builtin_param(&c, b, 0)->kind, TYPE_FLOAT);
    ck_assert_int_eq(builtin_param(&c, b, 1)->kind, TYPE_POINTER);
    ck_assert_int_eq(builtin_param(&c, b, 1)->base->kind, TYPE_INT);
    ck_assert_ptr_null(builtin_param(&c, b, 2));
    b = builtin_find("remquo");
    ck_assert_int_eq(builtin_params(b, NULL), 3);
    ck_assert_int_eq(builtin_param_letter(b, 2), 'i');
    b = builtin_find("__builtin_fpclassify");
    ck_assert_int_eq(builtin_params(b, NULL), 6);
    ck_assert_int_eq(builtin_param_letter(b, 5), 'F');
    ck_assert_ptr_null(builtin_param(&c, b, 5));
    b = builtin_find("printf");
    ck_assert_int_eq(builtin_params(b, &variadic), 1);
    ck_assert(variadic);
    ctx_free(&c);
}
END_TEST

/* Every text uses each of its parameters exactly once, and rows are unique. */
START_TEST(rows_are_sound)
{
    for (size_t i = 0; i < sizeof builtins / sizeof builtins[0]; i++) {
        const struct builtin *b = &builtins[i];
        int n = builtin_params(b, NULL), used = 0;

        for (size_t k = 0; k < i; k++)
            ck_assert(strcmp(builtins[k].name, b->name) != 0 || builtins[k].real != b->real ||
                      builtin_params(&builtins[k], NULL) != n || !(builtins[k].spaces & b->spaces));
        ck_assert_int_eq(b->real != 0, strchr(b->signature, 'R') != NULL);
        ck_assert(b->host || b->kind == BUILTIN_EXTRA || b->kind == BUILTIN_STOP);
        for (const char *s = strchr(b->opencl, '$'); s; s = strchr(s + 1, '$')) {
            ck_assert(s[1] >= '1' && s[1] <= '0' + n);
            ck_assert((used & 1 << (s[1] - '0')) == 0);
            used |= 1 << (s[1] - '0');
        }
        if (used && strcmp(b->name, "expect") != 0) /* its hint is dropped */
            ck_assert_int_eq(used, (1 << (n + 1)) - 2);
        for (const char *s = b->signature; *s; s++)
            ck_assert_ptr_nonnull(strchr("viulmLMhfdRFsxp.", *s));
    }
}
END_TEST

TEST_MAIN("builtin", finds_names, gives_types, rows_are_sound)
