/* test_main.h - the main function of a unit test program: runs the test functions that TESTS lists.
 */
#ifndef TEST_MAIN_H
#define TEST_MAIN_H

#include <check.h>
#include <stdlib.h>

/* TEST_MAIN("arena", test_a, test_b): each is a START_TEST function. */
#define TEST_MAIN(name, ...)                                                                       \
    int main(void)                                                                                 \
    {                                                                                              \
        const TTest *const tests[] = {__VA_ARGS__};                                                \
        Suite *suite = suite_create(name);                                                         \
        TCase *tests_case = tcase_create(name);                                                    \
        for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++)                                \
            tcase_add_test(tests_case, tests[i]);                                                  \
        suite_add_tcase(suite, tests_case);                                                        \
        SRunner *runner = srunner_create(suite);                                                   \
        srunner_run_all(runner, CK_NORMAL);                                                        \
        int failed = srunner_ntests_failed(runner);                                                \
        srunner_free(runner);                                                                      \
        return failed ? EXIT_FAILURE : EXIT_SUCCESS;                                               \
    }

#endif
