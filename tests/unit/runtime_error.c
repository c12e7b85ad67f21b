/* runtime_error.c - errors: codes, handlers, the last one of each thread. */
#include "tests/unit/runtime_test.h"

#include <signal.h>
#include <unistd.h>

START_TEST(every_code_has_name_and_text)
{
    static const char *const names[] = {"success",
                                        "invalid_compute_domain",
                                        "out_of_memory",
                                        "unsupported_feature",
                                        "accelerator_view_removed",
                                        "runtime_exception"};
    for (int k = 0; k < 6; k++) {
        ck_assert_str_eq(ampc_error_name((ampc_error)k), names[k]);
        ck_assert_uint_gt(strlen(ampc_error_text((ampc_error)k)), 5);
    }
    ck_assert_str_eq(ampc_error_name((ampc_error)6), "unknown error");
    ck_assert_str_eq(ampc_error_name((ampc_error)-1), "unknown error");
    ck_assert_str_eq(ampc_error_text((ampc_error)77), "unknown error");
}
END_TEST

START_TEST(opencl_codes)
{
    ck_assert_str_eq(cl_status_name(CL_INVALID_KERNEL_ARGS), "CL_INVALID_KERNEL_ARGS");
    ck_assert_str_eq(cl_status_name(-1001), "CL_PLATFORM_NOT_FOUND_KHR");
    ck_assert_ptr_nonnull(cl_status_name(-123456));
    ck_assert_int_eq(cl_status_error(CL_MEM_OBJECT_ALLOCATION_FAILURE), AMPC_ERROR_OUT_OF_MEMORY);
    ck_assert_int_eq(cl_status_error(CL_DEVICE_NOT_AVAILABLE), AMPC_ERROR_ACCELERATOR_VIEW_REMOVED);
    ck_assert_int_eq(cl_status_error(CL_INVALID_VALUE), AMPC_ERROR_RUNTIME_EXCEPTION);
}
END_TEST

START_TEST(the_first_failure_counts)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    ck_assert(!failure_set_cl(&f, CL_INVALID_VALUE, "setting %d", 3));
    ck_assert(!failure_set(&f, AMPC_ERROR_OUT_OF_MEMORY, "later"));
    ck_assert_int_eq(f.code, AMPC_ERROR_RUNTIME_EXCEPTION);
    ck_assert_str_eq(f.text, "setting 3: CL_INVALID_VALUE");
}
END_TEST

START_TEST(long_texts_are_cut)
{
    static char text[10000];
    struct failure f;
    memset(text, 'x', sizeof text - 1);
    f.code = AMPC_SUCCESS;
    failure_set_cl(&f, CL_INVALID_VALUE, "%s", text);
    ck_assert_uint_eq(strlen(f.text), sizeof f.text - 1);
}
END_TEST

START_TEST(handler_gets_all_and_last_error_resets)
{
    catch_errors();
    struct failure f = {.code = AMPC_ERROR_UNSUPPORTED_FEATURE, .text = "no such thing"};
    ck_assert_int_eq(ampc_last_error(), AMPC_SUCCESS);
    failure_raise(&f, "a.ampc", 7);
    ck_assert_int_eq(caught.line, 7);
    ck_error(AMPC_ERROR_UNSUPPORTED_FEATURE, "no such thing");
    ck_assert_int_eq(ampc_last_error(), AMPC_ERROR_UNSUPPORTED_FEATURE);
    ck_assert_int_eq(ampc_last_error(), AMPC_SUCCESS);
}
END_TEST

static jmp_buf escape;

static void jump(ampc_error code, const char *message, const char *file, int line, void *user)
{
    (void)message, (void)file, (void)line, (void)user;
    longjmp(escape, (int)code);
}

START_TEST(handler_may_jump)
{
    ampc_view1 empty = {{0}, {0}, {0}};
    ampc_set_error_handler(jump, NULL);
    for (int k = 0; k < 3; k++) {
        int code = setjmp(escape);
        if (code == 0) {
            ampc__view_synchronize(&empty.v, "a.ampc", 1);
            ck_abort_msg("no error");
        }
        ck_assert_int_eq(code, AMPC_ERROR_RUNTIME_EXCEPTION);
    }
    ampc_wait(); /* would hang if a lock were still held */
}
END_TEST

START_TEST(default_handler_prints_and_aborts)
{
    ampc_set_error_handler(NULL, NULL);
    struct failure f = {.code = AMPC_ERROR_INVALID_COMPUTE_DOMAIN, .text = "extent[0] = 0"};
    FILE *err = freopen("/dev/null", "w", stderr);
    ck_assert_ptr_nonnull(err);
    failure_raise(&f, "a.ampc", 7);
}
END_TEST

START_TEST(default_handler_text)
{
    char line[256] = "";
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        struct failure f = {.code = AMPC_ERROR_OUT_OF_MEMORY, .text = "gone"};
        dup2(ends[1], 2);
        ampc_set_error_handler(NULL, NULL);
        signal(SIGABRT, SIG_DFL);
        failure_raise(&f, "a.ampc", 7);
        _exit(0);
    }
    close(ends[1]);
    FILE *in = fdopen(ends[0], "r");
    ck_assert_ptr_nonnull(fgets(line, sizeof line, in));
    fclose(in);
    ck_assert_str_eq(line, "a.ampc:7: ampc error: out_of_memory: gone\n");
}
END_TEST

START_TEST(version)
{
    char text[64];
    snprintf(text, sizeof text, "%d.%d.%d", AMPC_VERSION_MAJOR, AMPC_VERSION_MINOR,
             AMPC_VERSION_PATCH);
    ck_assert_str_eq(ampc_version_string(), text);
    ck_assert_int_eq(ampc_version(), AMPC_VERSION);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("runtime_error");
    TCase *tests = tcase_create("error");
    tcase_add_test(tests, every_code_has_name_and_text);
    tcase_add_test(tests, opencl_codes);
    tcase_add_test(tests, the_first_failure_counts);
    tcase_add_test(tests, long_texts_are_cut);
    tcase_add_test(tests, handler_gets_all_and_last_error_resets);
    tcase_add_test(tests, handler_may_jump);
    tcase_add_test_raise_signal(tests, default_handler_prints_and_aborts, SIGABRT);
    tcase_add_test(tests, default_handler_text);
    tcase_add_test(tests, version);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
