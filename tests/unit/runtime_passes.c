/* runtime_passes.c - what PoCL 6 asks LLVM for, with a library of its name. Example:
 * "a,function(instcombine)" becomes "a,function(instcombine<no-verify-fixpoint>)". */
#include "tests/unit/runtime_test.h"

#include <dlfcn.h>

static char got[200];

/* What LLVM gets for a text. */
static const char *asked(void *library, const char *text)
{
    void *(*asks)(void *, char *, void *, const char *) = NULL;
    void *function = dlsym(library, "pocl_asks");
    int error = 0;
    ck_assert_ptr_nonnull(function);
    memcpy(&asks, &function, sizeof asks);
    ck_assert_ptr_eq(asks(&error, got, library, text), &error);
    return got;
}

static void *library_open(void)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/tests/layer/libpocl.so", getenv("BUILD"));
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    ck_assert_msg(library != NULL, "%s", path);
    return library;
}

START_TEST(without_the_library)
{
    ck_assert(!passes_unverified());
}
END_TEST

#if defined __x86_64__ && defined __LP64__
START_TEST(passes_are_not_verified)
{
    static const char asks[] = "verify,function(mem2reg),function(instcombine),function(lcssa)";
    void *library = library_open();
    ck_assert_str_eq(asked(library, asks), asks);
    for (int times = 0; times < 2; times++) {
        ck_assert(passes_unverified());
        ck_assert_str_eq(asked(library, asks),
                         "verify,function(mem2reg),function(instcombine<no-verify-fixpoint>),"
                         "function(lcssa)");
        ck_assert_str_eq(asked(library, "function(instcombine)"),
                         "function(instcombine<no-verify-fixpoint>)");
        ck_assert_str_eq(asked(library, "function(instsimplify)"), "function(instsimplify)");
        ck_assert_str_eq(asked(library, ""), "");
    }
    dlclose(library);
}
END_TEST
#endif

int main(void)
{
    Suite *suite = suite_create("runtime_passes");
    TCase *tests = tcase_create("passes");
    tcase_add_test(tests, without_the_library);
#if defined __x86_64__ && defined __LP64__
    tcase_add_test(tests, passes_are_not_verified);
#endif
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
