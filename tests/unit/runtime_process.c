/* fork() in every situation: of the program, and of drivers while the lock is held. */
#include "tests/unit/runtime_test.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

/* What the child's function gives. */
static int of_child(int (*function)(void))
{
    int state = 0;
    pid_t child = fork();
    if (child == 0)
        _exit(function());
    ck_assert_int_eq(waitpid(child, &state, 0), child);
    return WIFEXITED(state) ? WEXITSTATUS(state) : -1;
}

static int in_order(void)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    runtime_lock();
    runtime_unlock();
    bool refused = !process_check(&f) && f.code == AMPC_ERROR_ACCELERATOR_VIEW_REMOVED;
    return process_is_child() && refused && future_new(NULL, 0, &f) == 0 ? 5 : 6;
}

START_TEST(children_are_told)
{
    ck_assert_int_gt(ampc_accelerator_count(), 0);
    ck_assert(!process_is_child());
    ck_assert_int_eq(of_child(in_order), 5);
    runtime_lock(); /* still this process's, and free */
    runtime_unlock();
}
END_TEST

START_TEST(drivers_fork_under_the_lock)
{
    ck_assert_int_gt(ampc_accelerator_count(), 0);
    runtime_lock();
    ck_assert_int_eq(of_child(in_order), 5);
    runtime_unlock();
    runtime_lock();
    runtime_unlock();
}
END_TEST

static void *forks(void *unused)
{
    (void)unused;
    return (void *)(intptr_t)of_child(in_order);
}

START_TEST(threads_fork_while_one_has_the_lock)
{
    pthread_t thread;
    void *result = NULL;
    ck_assert_int_gt(ampc_accelerator_count(), 0);
    runtime_lock();
    ck_assert_int_eq(pthread_create(&thread, NULL, forks, NULL), 0);
    pthread_join(thread, &result); /* as in a driver that waits for its compiler */
    runtime_unlock();
    ck_assert_int_eq((intptr_t)result, 5);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("runtime_process");
    TCase *tests = tcase_create("fork");
    tcase_add_test(tests, children_are_told);
    tcase_add_test(tests, drivers_fork_under_the_lock);
    tcase_add_test(tests, threads_fork_while_one_has_the_lock);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
