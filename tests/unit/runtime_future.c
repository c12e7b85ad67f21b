/* Futures, markers, continuations, several accelerator_views. */
#include "tests/unit/runtime_test.h"

#include <pthread.h>
#include <unistd.h>

enum { N = 1000, MANY = 100 };
static int data[N], other[N];
static int calls; /* atomic */

static void reset(void)
{
    memset(data, 0, sizeof data);
    memset(other, 0, sizeof other);
    __atomic_store_n(&calls, 0, __ATOMIC_RELEASE);
}

static void count_call(void *user)
{
    int *counter = user;
    __atomic_add_fetch(counter, 1, __ATOMIC_ACQ_REL);
}

static ampc_accelerator_view *new_view(void)
{
    ampc_accelerator_view *view =
        ampc_accelerator_create_view(ampc_accelerator_at(0), AMPC_QUEUING_IMMEDIATE);
    ck_assert_ptr_nonnull(view);
    return view;
}

START_TEST(an_empty_future_is_refused)
{
    ampc_future none = {0};
    ck_assert(!ampc_future_valid(none));
    ck_assert(!ampc_future_is_ready(none));
    ampc_future_get(none);
    ck_error(AMPC_ERROR_RUNTIME_EXCEPTION, "get() of an empty completion_future");
    ampc_future_wait(none);
    ck_error(AMPC_ERROR_RUNTIME_EXCEPTION, "wait() of an empty completion_future");
    ck_assert(!ampc_future_valid(ampc_future_then(none, count_call, &calls)));
    ck_error(AMPC_ERROR_RUNTIME_EXCEPTION, "then() of an empty completion_future");
}
END_TEST

START_TEST(a_marker_waits_for_the_work_before_it)
{
    reset();
    ampc_view1 v = view1(N, data);
    for (int k = 0; k < 10; k++)
        launch_add(v, 1);
    ampc_future f =
        ampc_accelerator_view_create_marker(ampc_accelerator_default_view(ampc_accelerator_at(0)));
    ck_assert(ampc_future_valid(f));
    ampc_future_get(f);
    ck_assert(ampc_future_is_ready(f));
    ampc_future_get(f);
    ck_assert_int_eq(get(v, 5), 10);
    ampc__release1(&v);
    ck_no_error();
}
END_TEST

START_TEST(a_marker_of_an_idle_view_is_ready)
{
    ampc_accelerator_view *view = new_view();
    ampc_future f = ampc_accelerator_view_create_marker(view);
    ck_assert(ampc_future_is_ready(f));
    ampc_future_get(f);
    ampc_accelerator_view_flush(view);
    ampc_accelerator_view_wait(view);
    ck_assert_ptr_eq(ampc_accelerator_view_accelerator(view), ampc_accelerator_at(0));
    ck_assert_int_eq(ampc_accelerator_view_mode(view), AMPC_QUEUING_IMMEDIATE);
    ck_no_error();
}
END_TEST

START_TEST(views_that_share_data_are_ordered)
{
    enum { VIEWS = 3 };
    ampc_accelerator_view *views[VIEWS];
    reset();
    for (int k = 0; k < VIEWS; k++)
        views[k] = new_view();
    ampc_view1 v = view1(N, data), w = view1(N, other);
    for (int k = 0; k < 60; k++) {
        launch_add_on(views[k % VIEWS], v, 1);
        if (k % 7 == 0)
            launch_copy(v, w);
        if (k % 13 == 0)
            put(v, 1, get(v, 1) + 1000);
    }
    ck_assert_int_eq(get(w, 0), 57);
    ck_assert_int_eq(get(v, 0), 60);
    ck_assert_int_eq(get(v, 1), 5060);
    ck_assert_int_eq(get(v, N - 1), 60);
    ampc__release1(&v);
    ampc__release1(&w);
    ck_assert_int_eq(data[7], 60);
    ck_no_error();
}
END_TEST

START_TEST(synchronize_async_brings_data)
{
    reset();
    ampc_view1 v = view1(N, data);
    launch_add_on(new_view(), v, 3);
    ampc_future f = ampc__view_synchronize_async(&v.v, "t", 1);
    ampc_future_get(f);
    ck_assert_int_eq(data[0], 3);
    ck_assert_int_eq(data[N - 1], 3);
    ampc__release1(&v);
    ck_assert_uint_eq(registry_count(), 0);
    ck_no_error();
}
END_TEST

START_TEST(the_last_share_may_go_with_the_operation)
{
    reset();
    ampc_view1 v = view1(N, data);
    launch_add(v, 3);
    ampc_future f = ampc__view_synchronize_async(&v.v, "t", 1);
    ampc__release1(&v);
    ampc_future_get(f);
    ck_assert_int_eq(data[N / 2], 3);
    ck_assert_uint_eq(registry_count(), 0);
    ck_no_error();
}
END_TEST

START_TEST(then_runs_after_the_operation)
{
    reset();
    ampc_view1 v = view1(N, data);
    launch_add(v, 3);
    ampc_future f = ampc__view_synchronize_async(&v.v, "t", 1);
    ampc_future g = ampc_future_then(f, count_call, &calls);
    for (int k = 0; k < MANY; k++)
        g = ampc_future_then(g, count_call, &calls);
    ampc_future_get(g);
    ck_assert_int_eq(calls, MANY + 1);
    ck_assert_int_eq(data[9], 3);
    /* at once after what is done */
    ampc_future_get(ampc_future_then(f, count_call, &calls));
    ck_assert_int_eq(calls, MANY + 2);
    ampc__release1(&v);
    ck_no_error();
}
END_TEST

/* A continuation that waits for another, deeper than the library has threads. */
struct nested {
    int depth;
    ampc_future before;
};

static void wait_deeper(void *user)
{
    struct nested *n = user, below = {n->depth - 1, n->before};
    if (n->depth > 0)
        ampc_future_get(ampc_future_then(n->before, wait_deeper, &below));
    __atomic_add_fetch(&calls, 1, __ATOMIC_ACQ_REL);
}

START_TEST(continuations_may_wait_for_others)
{
    reset();
    ampc_future f = ampc_accelerator_view_create_marker(new_view());
    struct nested n = {50, f};
    ampc_future_get(ampc_future_then(f, wait_deeper, &n));
    ck_assert_int_eq(calls, 51);
    ck_no_error();
}
END_TEST

static int bodies_run, bodies_dropped;

static void body(void *captures, int run)
{
    int *value = captures;
    __atomic_add_fetch(run ? &bodies_run : &bodies_dropped, *value, __ATOMIC_ACQ_REL);
}

static void fail_job(struct job *job, bool run, struct failure *f)
{
    ck_assert(run);
    usleep(20000);
    failure_set(f, AMPC_ERROR_OUT_OF_MEMORY, "number %d", *(int *)(void *)job->data);
}

START_TEST(an_error_goes_to_who_asks)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    int five = 5;
    bodies_run = bodies_dropped = 0;
    reset();
    struct job *job = job_new(fail_job, sizeof(int), "t.ampc", 77, &f);
    ck_assert_ptr_nonnull(job);
    *(int *)(void *)job->data = 9;
    ampc_future failed = job_submit(job, 0);
    ampc_future after = ampc_future_then(failed, count_call, &calls);
    ampc_future lambda = ampc__future_then_body(after, body, &five, sizeof five, "t", 78);
    ampc_future_wait(failed);
    ck_no_error();
    ampc_future_get(failed);
    ck_assert_int_eq(caught.line, 77);
    ck_error(AMPC_ERROR_OUT_OF_MEMORY, "number 9");
    ampc_future_get(after);
    ck_error(AMPC_ERROR_OUT_OF_MEMORY, "number 9");
    ampc_future_get(lambda);
    ck_error(AMPC_ERROR_OUT_OF_MEMORY, "number 9");
    ck_assert_int_eq(calls, 0);
    ck_assert_int_eq(bodies_run, 0);
    ck_assert_int_eq(bodies_dropped, 5);
    /* after what has failed already */
    ampc_future_get(ampc__future_then_body(failed, body, &five, sizeof five, "t", 79));
    ck_error(AMPC_ERROR_OUT_OF_MEMORY, "number 9");
    ck_assert_int_eq(bodies_dropped, 10);
    ampc_future_get(ampc__future_then_body(future_done(), body, &five, sizeof five, "t", 80));
    ck_assert_int_eq(bodies_run, 5);
    ck_no_error();
}
END_TEST

static void *hammer(void *user)
{
    ampc_accelerator_view *view = user;
    int own[64] = {0};
    ampc_view1 v = view1(64, own);
    for (int k = 0; k < 40; k++) {
        launch_add_on(view, v, 1);
        ampc_future f = ampc__view_synchronize_async(&v.v, "t", 1);
        ampc_future_get(ampc_future_then(f, count_call, &calls));
        ck_assert_int_eq(get(v, 63), k + 1);
    }
    ampc__release1(&v);
    ck_assert_int_eq(own[0], 40);
    return NULL;
}

START_TEST(threads_use_views_at_once)
{
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    reset();
    for (int k = 0; k < THREADS; k++)
        ck_assert_int_eq(pthread_create(&threads[k], NULL, hammer, k % 2 ? new_view() : NULL), 0);
    for (int k = 0; k < THREADS; k++)
        pthread_join(threads[k], NULL);
    ck_assert_int_eq(calls, 40 * THREADS);
    ck_assert_uint_eq(registry_count(), 0);
    ck_no_error();
}
END_TEST

static void slow_line(void *user)
{
    usleep(50000);
    ck_assert_int_eq(write(*(int *)user, "yes\n", 4), 4);
}

/* What is pending is done before the program ends. */
START_TEST(exit_waits)
{
    char line[4];
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        ampc_future_then(future_done(), slow_line, &ends[1]);
        exit(0);
    }
    close(ends[1]);
    ck_assert_int_eq(read(ends[0], line, 4), 4);
    ck_assert_int_eq(memcmp(line, "yes\n", 4), 0);
}
END_TEST

int main(void)
{
    load_driver();
    Suite *suite = suite_create("runtime_future");
    TCase *cases[] = {tcase_create("as it is"), tcase_create("with copies")};
    for (int k = 0; k < 2; k++) {
        tcase_add_checked_fixture(cases[k], k ? mode_copying : mode_zero_copy, NULL);
        tcase_set_timeout(cases[k], 60);
        tcase_add_test(cases[k], an_empty_future_is_refused);
        tcase_add_test(cases[k], a_marker_waits_for_the_work_before_it);
        tcase_add_test(cases[k], a_marker_of_an_idle_view_is_ready);
        tcase_add_test(cases[k], views_that_share_data_are_ordered);
        tcase_add_test(cases[k], synchronize_async_brings_data);
        tcase_add_test(cases[k], the_last_share_may_go_with_the_operation);
        tcase_add_test(cases[k], then_runs_after_the_operation);
        tcase_add_test(cases[k], continuations_may_wait_for_others);
        tcase_add_test(cases[k], an_error_goes_to_who_asks);
        tcase_add_test(cases[k], threads_use_views_at_once);
        tcase_add_test(cases[k], exit_waits);
        suite_add_tcase(suite, cases[k]);
    }
    return run_suite(suite);
}
