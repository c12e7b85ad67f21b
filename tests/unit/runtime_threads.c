/* runtime_threads.c - several host threads that launch, read and write at once. */
#include "tests/unit/runtime_test.h"

#include "runtime/ampc_cl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <time.h>

/* Many host threads at once: on homes of their own, on one home, on homes that merge, with queues,
 * copies, futures, builds and OpenCL calls. Run under ThreadSanitizer by 'make tsan'. */

enum { THREADS = 12, ROUNDS = 25, EACH = 500 };

static int data[THREADS * EACH];
static pthread_barrier_t start;

struct worker {
    pthread_t thread;
    int number;
    void (*work)(int number);
};

static void *run(void *argument)
{
    struct worker *w = argument;
    pthread_barrier_wait(&start);
    w->work(w->number);
    return NULL;
}

static void together(void (*work)(int number))
{
    struct worker workers[THREADS];
    ck_assert_int_eq(pthread_barrier_init(&start, NULL, THREADS), 0);
    for (int k = 0; k < THREADS; k++) {
        workers[k].number = k;
        workers[k].work = work;
        ck_assert_int_eq(pthread_create(&workers[k].thread, NULL, run, &workers[k]), 0);
    }
    for (int k = 0; k < THREADS; k++)
        pthread_join(workers[k].thread, NULL);
    pthread_barrier_destroy(&start);
}

/* Like the suite's handler, from any thread. */
static void count_error(ampc_error code, const char *message, const char *file, int line,
                        void *user)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    catch_error(code, message, file, line, user);
    pthread_mutex_unlock(&lock);
}

static void threads_zero_copy(void)
{
    mode_zero_copy();
    ampc_set_error_handler(count_error, &caught);
    memset(data, 0, sizeof data);
}

static void threads_copying(void)
{
    mode_copying();
    ampc_set_error_handler(count_error, &caught);
    memset(data, 0, sizeof data);
}

/* ---- Homes of their own ---- */

static void own_home(int number)
{
    int *mine = data + number * EACH;
    for (int round = 0; round < ROUNDS; round++) {
        ampc_view1 v = view1(EACH, mine), w = view1(EACH / 2, mine + 10);
        launch_add(v, 1);
        put(w, 5, get(w, 5) + 1);
        launch_add(w, 2);
        ck_assert_int_eq(get(v, 20), (round + 1) * 3);
        ampc__release1(&w);
        ampc__release1(&v);
    }
}

START_TEST(homes_of_their_own)
{
    together(own_home);
    for (int k = 0; k < THREADS; k++) {
        ck_assert_int_eq(data[k * EACH], ROUNDS);
        ck_assert_int_eq(data[k * EACH + 15], ROUNDS * 4);
        ck_assert_int_eq(data[k * EACH + 10 + EACH / 2], ROUNDS);
    }
    ck_assert_uint_eq(counters_now().builds, 1);
    ck_assert_uint_eq(counters_now().launches, THREADS * ROUNDS * 2);
    ck_assert_uint_eq(registry_count(), 0);
    ck_no_error();
}
END_TEST

/* ---- One home ---- */

static ampc_view1 whole;

/* Elements of one's own, in sections of one view. */
static void one_home(int number)
{
    ampc_view1 mine = part1(whole, number * EACH, EACH);
    for (int round = 0; round < ROUNDS; round++) {
        launch_add(mine, 1);
        put(mine, 3, get(mine, 3) + 10);
        if (round % 8 == number % 8)
            ampc__view_synchronize(&mine.v, "t", 1);
    }
    ampc__release1(&mine);
}

START_TEST(parts_of_one_home)
{
    whole = view1(THREADS * EACH, data);
    together(one_home);
    for (int k = 0; k < THREADS; k++) {
        ck_assert_int_eq(get(whole, k * EACH), ROUNDS);
        ck_assert_int_eq(get(whole, k * EACH + 3), ROUNDS * 11);
    }
    ampc__release1(&whole);
    ck_no_error();
}
END_TEST

/* The same elements: kernels run one after the other, whatever the queue. */
static void same_elements(int number)
{
    ampc_accelerator_view *on =
        number % 3 ? ampc_accelerator_create_view(ampc_accelerator_default(), 0) : NULL;
    for (int round = 0; round < ROUNDS; round++)
        launch_add_on(on, whole, 1);
}

START_TEST(launches_on_the_same_elements)
{
    whole = view1(EACH, data);
    together(same_elements);
    for (int k = 0; k < EACH; k++)
        ck_assert_int_eq(get(whole, k), THREADS * ROUNDS);
    ampc__release1(&whole);
    ck_no_error();
}
END_TEST

static const int *shared_input;

static void readers(int number)
{
    int sum = 0;
    ampc_view1 in = const_view1(EACH, shared_input), out = view1(EACH, data + number * EACH);
    for (int round = 0; round < ROUNDS; round++) {
        launch_copy(in, out);
        sum += get(out, round);
        sum -= get(in, round);
    }
    ck_assert_int_eq(sum, 0);
    ampc__release1(&in);
    ampc__release1(&out);
}

START_TEST(one_input_for_all)
{
    static int input[EACH];
    for (int k = 0; k < EACH; k++)
        input[k] = k * 7;
    shared_input = input;
    together(readers);
    for (int k = 0; k < THREADS * EACH; k++)
        ck_assert_int_eq(data[k], k % EACH * 7);
    ck_assert_uint_eq(registry_count(), 0);
    ck_no_error();
}
END_TEST

/* ---- Homes that merge ---- */

static void merging(int number)
{
    /* the neighbours' views overlap: whose home is whose changes all the time */
    int first = number * EACH, n = number + 1 < THREADS ? EACH + EACH / 2 : EACH;
    for (int round = 0; round < ROUNDS; round++) {
        ampc_view1 v = view1(n, data + first), own = part1(v, EACH / 2, EACH / 2);
        ampc_view1 small = part1(v, EACH / 2 + 10 + round, 1);
        launch_add(small, 1);
        ampc__view_synchronize(&small.v, "t", 1);
        ampc__release1(&small);
        ampc__release1(&own);
        ampc__release1(&v);
    }
}

START_TEST(homes_that_merge)
{
    together(merging);
    for (int k = 0; k < THREADS * EACH; k++) {
        int at = k % EACH - EACH / 2 - 10;
        ck_assert_int_eq(data[k], at >= 0 && at < ROUNDS);
    }
    ck_assert_uint_eq(registry_count(), 0);
    ck_no_error();
}
END_TEST

/* ---- Two homes a launch: no deadlock ---- */

static ampc_view1 pair[THREADS];

static void crosswise(int number)
{
    for (int round = 0; round < ROUNDS; round++) {
        int from = (number + round) % THREADS, to = (number * 5 + round * 3 + 1) % THREADS;
        if (from == to)
            continue;
        if (round % 2)
            launch_copy(pair[from], pair[to]);
        else
            ampc__copy(&pair[from].v, &pair[to].v, "t", 1);
    }
}

START_TEST(crosswise_copies)
{
    for (int k = 0; k < THREADS; k++) {
        for (int i = 0; i < EACH; i++)
            data[k * EACH + i] = 42 + i;
        pair[k] = view1(EACH, data + k * EACH);
    }
    together(crosswise);
    for (int k = 0; k < THREADS; k++)
        ampc__release1(&pair[k]);
    for (int k = 0; k < THREADS * EACH; k++)
        ck_assert_int_eq(data[k], 42 + k % EACH);
    ck_assert_uint_eq(registry_count(), 0);
    ck_no_error();
}
END_TEST

/* ---- Futures ---- */

static int runs; /* atomic */

static void continued(void *argument)
{
    ampc_view1 *v = argument;
    launch_add(*v, 1);
    __atomic_add_fetch(&runs, 1, __ATOMIC_RELAXED);
}

static void futures(int number)
{
    ampc_view1 v = view1(EACH, data + number * EACH);
    for (int round = 0; round < ROUNDS; round++) {
        launch_add(v, 1);
        ampc_future f = ampc__view_synchronize_async(&v.v, "t", 1);
        f = ampc_future_then(f, continued, &v);
        f = ampc_future_then(f, continued, &v);
        ampc_future_get(f);
    }
    ampc__release1(&v);
}

START_TEST(continuations)
{
    runs = 0;
    together(futures);
    ck_assert_int_eq(__atomic_load_n(&runs, __ATOMIC_RELAXED), THREADS * ROUNDS * 2);
    for (int k = 0; k < THREADS * EACH; k++)
        ck_assert_int_eq(data[k], ROUNDS * 3);
    ck_no_error();
}
END_TEST

/* ---- Captures, builds, everything at the first use ---- */

static const ampc__arg args_captures[] = {
    {"v", 4, AMPC__ARG_VIEW, 1, 0, 0, 0},
    {"p", 8, AMPC__ARG_VALUE, 0, 0, 0, 0},
    {"table", 500 * sizeof(int), AMPC__ARG_BUFFER, 0, 0, 0, 0}};
static ampc__kernel kernel_captures = {.module = &test_module,
                                       .name = "captures",
                                       .where = {"test.ampc", 50},
                                       .rank = 1,
                                       .nargs = 3,
                                       .args = args_captures};

static void captures(int number)
{
    int table[500];
    struct {
        int first;
        float second;
    } p = {number * 1000, 0.5f};
    ampc_view1 v = view1(500, data + number * EACH);
    for (int round = 0; round < ROUNDS; round++) {
        for (int k = 0; k < 500; k++)
            table[k] = number * round + k;
        ampc__launch(&kernel_captures, NULL, v.extent, (const void *[]){&v, &p, table});
        ck_assert_int_eq(get(v, round), number * 1000 + 1 + number * round + round);
    }
    ampc__release1(&v);
}

START_TEST(captures_of_one_kernel)
{
    together(captures);
    for (int k = 0; k < THREADS * EACH; k++) {
        int number = k / EACH;
        ck_assert_int_eq(data[k], number * 1000 + 1 + number * (ROUNDS - 1) + k % EACH);
    }
    ck_assert_uint_eq(counters_now().builds, 1);
    ck_no_error();
}
END_TEST

static void texts(int number)
{
    static const char source[] = "__kernel void inc(AMPC_DOMAIN(1, n), AMPC_VIEW(1, v), int by)\n"
                                 "{\n"
                                 "    int i = get_global_id(0);\n"
                                 "    if (i < n.c[0]) AMPC_AT1(int, v, i) += by;\n"
                                 "}\n";
    const ampc_parameter parameters[] = {{"v", AMPC_PARAMETER_VIEW, sizeof(int), 1},
                                         {"by", AMPC_PARAMETER_VALUE, sizeof(int), 0}};
    ampc_view1 v = view1(EACH, data + number * EACH);
    for (int round = 0; round < ROUNDS; round++) {
        ampc_kernel *kernel = ampc_kernel_create(&(ampc_kernel_text){
            .source = source, .name = "inc", .rank = 1, .count = 2, .parameters = parameters});
        ampc_kernel_launch(kernel, NULL, v.extent, (const void *[]){&v, &number});
    }
    ampc__release1(&v);
}

START_TEST(kernels_from_text)
{
    together(texts);
    for (int k = 0; k < THREADS * EACH; k++)
        ck_assert_int_eq(data[k], k / EACH * ROUNDS);
    ck_assert_uint_eq(counters_now().builds, 1);
    ck_no_error();
}
END_TEST

/* ---- Builds ---- */

enum { PROGRAMS = 3 };

static pthread_mutex_t builds_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t builds_changed = PTHREAD_COND_INITIALIZER;
static int builds_wanted; /* that meet in clBuildProgram; 0: none have to */
static int builds_begun;

/* The library's calls come here: each waits until the wanted ones have come, for half a minute. */
cl_int clBuildProgram(cl_program program, cl_uint n, const cl_device_id *devices,
                      const char *options, void(CL_CALLBACK *notify)(cl_program, void *),
                      void *user)
{
    static cl_int (*build)(cl_program, cl_uint, const cl_device_id *, const char *,
                           void(CL_CALLBACK *)(cl_program, void *), void *);
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 30;
    pthread_mutex_lock(&builds_lock);
    if (!build) {
        void *at = dlsym(RTLD_NEXT, "clBuildProgram");
        memcpy(&build, &at, sizeof build);
    }
    builds_begun++;
    pthread_cond_broadcast(&builds_changed);
    while (builds_begun < builds_wanted &&
           pthread_cond_timedwait(&builds_changed, &builds_lock, &until) == 0) {
    }
    pthread_mutex_unlock(&builds_lock);
    return build(program, n, devices, options, notify, user);
}

static ampc__module modules[PROGRAMS];
static ampc__kernel kernels[PROGRAMS];

static void programs_make(const char *options)
{
    for (int k = 0; k < PROGRAMS; k++) {
        modules[k] = test_module;
        modules[k].options = options;
        kernels[k] = kernel_add;
        kernels[k].module = &modules[k];
    }
}

static void building(int number)
{
    ampc_view1 v = view1(EACH, data + number * EACH);
    int by = number;
    for (int round = 0; round < ROUNDS; round++)
        ampc__launch(&kernels[number % PROGRAMS], NULL, v.extent, (const void *[]){&v, &by});
    ampc__release1(&v);
}

/* Different programs are built at the same time, each of them once. */
START_TEST(builds_side_by_side)
{
    programs_make("");
    builds_begun = 0;
    builds_wanted = PROGRAMS;
    together(building);
    builds_wanted = 0;
    ck_assert_int_eq(builds_begun, PROGRAMS);
    ck_assert_uint_eq(counters_now().builds, PROGRAMS);
    for (int k = 0; k < THREADS * EACH; k++)
        ck_assert_int_eq(data[k], k / EACH * ROUNDS);
    ck_no_error();
}
END_TEST

/* Every launch of what does not build says so, and what builds is built. */
START_TEST(builds_that_fail)
{
    programs_make("");
    modules[1].source = "__kernel void add(missing_type x) {}";
    together(building);
    ck_assert_uint_eq(counters_now().builds, PROGRAMS - 1);
    ck_assert_int_eq(caught.count, THREADS / PROGRAMS * ROUNDS);
    ck_assert(strstr(caught.message, "do not build") != NULL);
}
END_TEST

/* ---- OpenCL ---- */

static cl_command_queue shared_queue;

static void interop(int number)
{
    ampc_view1 v = view1(EACH, data + number * EACH);
    ampc_accelerator_view *on = ampc_cl_accelerator_view(number % 2 ? shared_queue : NULL);
    on = on ? on : ampc_accelerator_default_view(NULL);
    for (int round = 0; round < ROUNDS; round++) {
        ampc_cl_memory m;
        launch_add_on(on, v, 1);
        if (ampc_cl_begin(&v.v, on, AMPC_WRITE, &m)) {
            clEnqueueFillBuffer(ampc_cl_queue(on), m.buffer, &round, sizeof round, m.offset,
                                m.bytes, 0, NULL, NULL);
            ampc_cl_end(&m);
        }
        ck_assert_int_eq(get(v, 7), round);
    }
    ampc__release1(&v);
}

START_TEST(queues_of_the_program)
{
    cl_device_id device = ampc_cl_device(NULL);
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    shared_queue = clCreateCommandQueue(context, device, 0, NULL);
    together(interop);
    for (int k = 0; k < THREADS * EACH; k++)
        ck_assert_int_eq(data[k], ROUNDS - 1);
    clReleaseCommandQueue(shared_queue);
    clReleaseContext(context);
    ck_assert_int_eq(caught.count, THREADS / 2); /* no queue is no accelerator_view */
}
END_TEST

/* ---- Threads do not wait for others' homes ---- */

static void *wait_for_home(void *argument)
{
    ampc__view_synchronize(argument, "t", 1);
    return NULL;
}

/* A home whose kernel takes long, on a queue of its own, while this thread works on. */
START_TEST(others_go_on_while_one_waits)
{
    pthread_t thread;
    ampc_accelerator_view *slow = ampc_accelerator_create_view(ampc_accelerator_default(), 0);
    ampc_view1 v = view1(EACH, data), w = view1(EACH, data + EACH);
    launch_add(w, 1); /* what is built and opened once is */
    ck_assert_int_eq(get(w, 0), 1);
    cl_event held = clCreateUserEvent(ampc_cl_context(slow), NULL);
    clEnqueueBarrierWithWaitList(ampc_cl_queue(slow), 1, &held, NULL);
    launch_add_on(slow, v, 1);
    ck_assert_int_eq(pthread_create(&thread, NULL, wait_for_home, &v.v), 0);
    for (int round = 0; round < ROUNDS; round++) {
        launch_add(w, 1);
        ck_assert_int_eq(get(w, 1), round + 2);
        ampc_view1 other = view1(EACH, data + 2 * EACH);
        put(other, 0, get(other, 0) + 1);
        ampc__release1(&other);
    }
    clSetUserEventStatus(held, CL_COMPLETE);
    pthread_join(thread, NULL);
    clReleaseEvent(held);
    ck_assert_int_eq(get(v, 0), 1);
    ampc__release1(&v);
    ampc__release1(&w);
    ck_no_error();
}
END_TEST

static void add_all(TCase *tests)
{
    tcase_set_timeout(tests, 300);
    tcase_add_test(tests, homes_of_their_own);
    tcase_add_test(tests, parts_of_one_home);
    tcase_add_test(tests, launches_on_the_same_elements);
    tcase_add_test(tests, one_input_for_all);
    tcase_add_test(tests, homes_that_merge);
    tcase_add_test(tests, crosswise_copies);
    tcase_add_test(tests, continuations);
    tcase_add_test(tests, captures_of_one_kernel);
    tcase_add_test(tests, kernels_from_text);
    tcase_add_test(tests, builds_side_by_side);
    tcase_add_test(tests, builds_that_fail);
    tcase_add_test(tests, queues_of_the_program);
    tcase_add_test(tests, others_go_on_while_one_waits);
}

int main(void)
{
    load_driver();
    Suite *suite = suite_create("runtime_threads");
    TCase *shared = tcase_create("as it is"), *copying = tcase_create("with copies");
    tcase_add_checked_fixture(shared, threads_zero_copy, NULL);
    tcase_add_checked_fixture(copying, threads_copying, NULL);
    add_all(shared);
    add_all(copying);
    suite_add_tcase(suite, shared);
    suite_add_tcase(suite, copying);
    return run_suite(suite);
}
