/* runtime_passes.c - what PoCL 6 asks LLVM for, with libraries that ask as it does
 * (tests/layer/libpocl.c). Example: "a,function(instcombine)" becomes
 * "a,function(instcombine<no-verify-fixpoint>)". */
#include "tests/unit/runtime_test.h"

#include <dlfcn.h>

static void *library_open(const char *name, int how)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/tests/layer/%s", getenv("BUILD"), name);
    void *library = dlopen(path, how);
    ck_assert_msg(library != NULL, "%s", path);
    return library;
}

/* A function of the library, as OpenCL gives one of a driver. */
static void *asker(void *library)
{
    void *function = dlsym(library, "pocl_asks");
    ck_assert_ptr_nonnull(function);
    return function;
}

START_TEST(other_libraries_are_left_alone)
{
    ck_assert(!passes_unverified(NULL));
    ck_assert(!passes_unverified(getenv("BUILD")));
    ck_assert(!passes_unverified(dlsym(RTLD_DEFAULT, "malloc")));
}
END_TEST

#if defined __x86_64__ && defined __LP64__
static const char asks[] = "verify,function(mem2reg),function(instcombine),function(lcssa)";

/* What LLVM gets for a text. */
static const char *asked(void *library, const char *text)
{
    static char got[200];
    void *(*ask)(void *, char *, void *, const char *) = NULL;
    void *function = asker(library);
    int error = 0;
    memcpy(&ask, &function, sizeof ask);
    ck_assert_ptr_eq(ask(&error, got, library, text), &error);
    return got;
}

/* How many parts of the library can be written to. */
static int writable(const char *library)
{
    char line[4096];
    int count = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    ck_assert_ptr_nonnull(maps);
    while (fgets(line, sizeof line, maps))
        count += strstr(line, library) && strstr(line, " rw");
    fclose(maps);
    return count;
}

static void check_unverified(const char *name, int how, bool asks_before)
{
    void *library = library_open(name, how);
    int before = writable(name);
    if (asks_before)
        ck_assert_str_eq(asked(library, asks), asks);
    for (int times = 0; times < 2; times++) {
        ck_assert(passes_unverified(asker(library)));
        ck_assert_str_eq(asked(library, asks),
                         "verify,function(mem2reg),function(instcombine<no-verify-fixpoint>),"
                         "function(lcssa)");
        ck_assert_str_eq(asked(library, "function(instcombine)"),
                         "function(instcombine<no-verify-fixpoint>)");
        ck_assert_str_eq(asked(library, "function(instsimplify)"), "function(instsimplify)");
        ck_assert_str_eq(asked(library, ""), "");
        ck_assert_int_eq(writable(name), before);
    }
    dlclose(library);
}

START_TEST(passes_are_not_verified)
{
    check_unverified("libpocl.so", RTLD_NOW | RTLD_LOCAL, true);
}
END_TEST

START_TEST(entries_may_be_bound_later)
{
    check_unverified("libpocl_lazy.so", RTLD_LAZY | RTLD_LOCAL, false);
}
END_TEST

START_TEST(entries_may_have_been_bound)
{
    check_unverified("libpocl_lazy.so", RTLD_LAZY | RTLD_LOCAL, true);
}
END_TEST

/* Another library has put a function of its own in LLVM's place. */
START_TEST(functions_of_others_stay)
{
    library_open("libpocl.so", RTLD_NOW | RTLD_GLOBAL);
    void *library = library_open("libpocl_lazy.so", RTLD_NOW | RTLD_LOCAL);
    ck_assert(!passes_unverified(asker(library)));
    ck_assert_str_eq(asked(library, asks), asks);
}
END_TEST

/* There is one function in whose place ours stands. */
START_TEST(one_llvm)
{
    void *one = library_open("libpocl.so", RTLD_NOW | RTLD_LOCAL);
    void *other = library_open("libpocl_lazy.so", RTLD_NOW | RTLD_LOCAL);
    ck_assert(passes_unverified(asker(one)));
    ck_assert(!passes_unverified(asker(other)));
    ck_assert_str_eq(asked(other, asks), asks);
    ck_assert_str_ne(asked(one, asks), asks);
}
END_TEST

START_TEST(it_can_be_turned_off)
{
    void *library = library_open("libpocl.so", RTLD_NOW | RTLD_LOCAL);
    setenv("AMPC_PATCH_POCL", "0", 1);
    ck_assert(!passes_unverified(asker(library)));
    ck_assert_str_eq(asked(library, asks), asks);
    setenv("AMPC_PATCH_POCL", "1", 1);
    ck_assert(passes_unverified(asker(library)));
}
END_TEST
#endif

int main(void)
{
    Suite *suite = suite_create("runtime_passes");
    TCase *tests = tcase_create("passes");
    tcase_add_test(tests, other_libraries_are_left_alone);
#if defined __x86_64__ && defined __LP64__
    tcase_add_test(tests, passes_are_not_verified);
    tcase_add_test(tests, entries_may_be_bound_later);
    tcase_add_test(tests, entries_may_have_been_bound);
    tcase_add_test(tests, functions_of_others_stay);
    tcase_add_test(tests, one_llvm);
    tcase_add_test(tests, it_can_be_turned_off);
#endif
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
