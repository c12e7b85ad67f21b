/* runtime_launch.c - launches: sizes, arguments, order between queues, limits. */
#include "tests/unit/runtime_test.h"

#include <pthread.h>
#include <unistd.h>

static int data[20000];

/* ---- Kernels only these tests use ---- */

static const ampc__arg arg_view_2[] = {{"v", 4, AMPC__ARG_VIEW, 2, 0, 0, 0}};
static const ampc__arg arg_view_1[] = {{"v", 4, AMPC__ARG_VIEW, 1, 0, 0, 0}};
static ampc__kernel kernel_place = {.module = &test_module,
                                    .name = "place",
                                    .where = {"test.ampc", 30},
                                    .rank = 2,
                                    .nargs = 1,
                                    .args = arg_view_2};
static ampc__kernel kernel_place3 = {.module = &test_module,
                                     .name = "place3",
                                     .where = {"test.ampc", 31},
                                     .rank = 3,
                                     .nargs = 1,
                                     .args = arg_view_1};
static ampc__kernel kernel_count4 = {.module = &test_module,
                                     .name = "count4",
                                     .where = {"test.ampc", 32},
                                     .rank = 4,
                                     .nargs = 1,
                                     .args = arg_view_1};
static ampc__kernel kernel_turn = {.module = &test_module,
                                   .name = "turn",
                                   .where = {"test.ampc", 40},
                                   .rank = 2,
                                   .tile = {4, 8},
                                   .nargs = 1,
                                   .args = arg_view_2,
                                   .tile_bytes = 128};
struct pair {
    int first;
    float second;
};
static const ampc__arg args_captures[] = {
    {"v", 4, AMPC__ARG_VIEW, 1, 0, 0, 0},
    {"p", sizeof(struct pair), AMPC__ARG_VALUE, 0, 0, 0, 0},
    {"table", 500 * sizeof(int), AMPC__ARG_BUFFER, 0, 0, 0, 0}};
static ampc__kernel kernel_captures = {.module = &test_module,
                                       .name = "captures",
                                       .where = {"test.ampc", 50},
                                       .rank = 1,
                                       .nargs = 3,
                                       .args = args_captures};
static const ampc__arg args_width[] = {{"v", 4, AMPC__ARG_VIEW, 1, 0, 0, 0},
                                       {"w", 4, AMPC__ARG_VIEW, 2, AMPC_VIEW_CONST, 0, 0}};
static ampc__kernel kernel_width = {.module = &test_module,
                                    .name = "width",
                                    .where = {"test.ampc", 60},
                                    .rank = 1,
                                    .nargs = 2,
                                    .args = args_width};

static ampc_view2 view2(int rows, int columns, int *p)
{
    return ampc__view2((ampc_index2){{rows, columns}}, sizeof(int), p, 0, 0, "test.ampc", 1);
}

/* ---- Domains ---- */

START_TEST(simple_form_guards_the_edge)
{
    static const int sizes[] = {1, 2, 63, 64, 65, 255, 256, 257, 1000, 16385};
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        memset(data, 0, sizeof data);
        ampc_view1 v = view1(sizes[s], data);
        launch_add(v, 9);
        ampc__release1(&v);
        for (int k = 0; k < 20000; k++)
            ck_assert_int_eq(data[k], k < sizes[s] ? 9 : 0);
    }
    ck_no_error();
}
END_TEST

START_TEST(dimensions_are_in_order)
{
    memset(data, 0, sizeof data);
    ampc_view2 v = view2(37, 101, data);
    ampc__launch(&kernel_place, NULL, v.extent, (const void *[]){&v});
    ampc__release2(&v);
    for (int i = 0; i < 37; i++)
        for (int j = 0; j < 101; j++)
            ck_assert_int_eq(data[i * 101 + j], i * 1000 + j + 101000000);
    ck_assert_int_eq(data[37 * 101], 0);
    memset(data, 0, sizeof data);
    ampc_view1 flat = view1(5 * 7 * 70, data);
    ampc__launch(&kernel_place3, NULL, (int[]){5, 7, 70}, (const void *[]){&flat});
    ampc__release1(&flat);
    for (int k = 0; k < 5 * 7 * 70; k++)
        ck_assert_int_eq(data[k], k / 490 * 10000 + k / 70 % 7 * 100 + k % 70);
    ck_no_error();
}
END_TEST

START_TEST(high_ranks_are_linear)
{
    memset(data, 0, sizeof data);
    ampc_view1 v = view1(3 * 5 * 7 * 11, data);
    ampc__launch(&kernel_count4, NULL, (int[]){3, 5, 7, 11}, (const void *[]){&v});
    ampc__release1(&v);
    for (int k = 0; k < 3 * 5 * 7 * 11; k++)
        ck_assert_int_eq(data[k], 1);
    ck_no_error();
}
END_TEST

START_TEST(tiles)
{
    for (int k = 0; k < 64 * 64; k++)
        data[k] = k;
    ampc_view2 v = view2(64, 64, data), section = v;
    ampc__launch(&kernel_turn, NULL, v.extent, (const void *[]){&v});
    ampc__view_synchronize(&v.v, "t", 1);
    for (int i = 0; i < 64; i++) {
        for (int j = 0; j < 64; j++) {
            int from = (i / 4 * 4 + 3 - i % 4) * 64 + j / 8 * 8 + 7 - j % 8;
            ck_assert_int_eq(data[i * 64 + j], from);
        }
    }
    /* turning a section back: offset and strides are the view's */
    section.v.host += (8 * 64 + 16) * 4;
    section.extent[0] = 4;
    section.extent[1] = 8;
    ampc__launch(&kernel_turn, NULL, section.extent, (const void *[]){&section});
    ampc__release2(&v);
    ck_assert_int_eq(data[8 * 64 + 16], 8 * 64 + 16);
    ck_assert_int_eq(data[11 * 64 + 23], 11 * 64 + 23);
    ck_assert_int_ne(data[8 * 64 + 24], 8 * 64 + 24);
    ck_no_error();
}
END_TEST

START_TEST(tiles_must_divide)
{
    for (int k = 0; k < 400; k++)
        data[k] = k;
    ampc_view2 v = view2(4, 100, data);
    ampc__launch(&kernel_turn, NULL, v.extent, (const void *[]){&v});
    ck_assert_int_eq(caught.line, 40);
    ck_error(AMPC_ERROR_INVALID_COMPUTE_DOMAIN,
             "extent[1] = 100 is not divisible by tile size 8; use pad() or truncate()");
    ck_assert_uint_eq(counters_now().launches, 0);
    ampc__launch(&kernel_turn, NULL, (int[]){4, 96}, (const void *[]){&v});
    ck_assert_uint_eq(counters_now().launches, 1);
    ampc__release2(&v);
    ck_assert_int_eq(data[0], 307);
    ck_assert_int_eq(data[99], 99);
    ck_no_error();
}
END_TEST

START_TEST(extents_must_be_positive_and_countable)
{
    ampc_view1 v = view1(10, data);
    int by = 1;
    const void *args[] = {&v, &by};
    ampc__launch(&kernel_add, NULL, (int[]){0}, args);
    ck_error(AMPC_ERROR_INVALID_COMPUTE_DOMAIN, "extent[0] = 0 is not positive");
    ampc__launch(&kernel_add, NULL, (int[]){-5}, args);
    ck_error(AMPC_ERROR_INVALID_COMPUTE_DOMAIN, "extent[0] = -5 is not positive");
    ampc__launch(&kernel_count4, NULL, (int[]){65536, 65536, 1, 1}, args);
    ck_error(AMPC_ERROR_INVALID_COMPUTE_DOMAIN, "more than 4294967295 threads");
    ampc__release1(&v);
    ck_no_error();
}
END_TEST

/* ---- Arguments ---- */

START_TEST(captures_by_value_and_in_a_buffer)
{
    int table[500];
    ampc_view1 v = view1(500, data);
    for (int round = 0; round < 3; round++) {
        struct pair p = {round, 0.5f};
        for (int k = 0; k < 500; k++)
            table[k] = 10 * k + round / 2; /* the same in the first two rounds */
        ampc__launch(&kernel_captures, NULL, v.extent, (const void *[]){&v, &p, table});
        memset(table, 255, sizeof table); /* they are read before the call returns */
        p.first = -1;
        for (int k = 0; k < 500; k++)
            ck_assert_int_eq(get(v, k), round + 1 + 10 * k + round / 2);
    }
    ampc__release1(&v);
    ck_no_error();
}
END_TEST

START_TEST(unchanged_captures_travel_once)
{
    int table[500] = {0};
    struct pair p = {1, 1.0f};
    ampc_view1 v = view1(500, NULL);
    for (int round = 0; round < 5; round++)
        ampc__launch(&kernel_captures, NULL, v.extent, (const void *[]){&v, &p, table});
    ck_assert_uint_eq(counters_now().upload_bytes, sizeof table);
    table[0] = 1;
    for (int round = 0; round < 5; round++) {
        table[0]++;
        ampc__launch(&kernel_captures, NULL, v.extent, (const void *[]){&v, &p, table});
    }
    ck_assert_uint_eq(counters_now().uploads, 6);
    ck_assert_int_eq(get(v, 0), 9);
    ampc__release1(&v);
    ck_no_error();
}
END_TEST

START_TEST(overlapping_views_alias)
{
    for (int k = 0; k < 100; k++)
        data[k] = k;
    ampc_view1 a = view1(60, data), b = view1(60, data + 40), c = const_view1(20, data);
    launch_add(a, 1000);
    launch_add(b, 10000);
    ampc__launch(&kernel_copy, NULL, c.extent, (const void *[]){&c, &b});
    ck_assert_int_eq(get(a, 39), 1039);
    ck_assert_int_eq(get(a, 40), 1000);
    ck_assert_int_eq(get(b, 0), 1000);
    ck_assert_int_eq(get(b, 19), 1019);
    ck_assert_int_eq(get(b, 20), 10060);
    ampc__release1(&c);
    ampc__release1(&a);
    ampc__release1(&b);
    ck_no_error();
}
END_TEST

START_TEST(far_elements_take_the_wide_variant)
{
    ampc_view1 v = view1(1, data);
    ampc_view2 w = view2(1, 8, data + 100);
    ampc__launch(&kernel_width, NULL, (int[]){1}, (const void *[]){&v, &w});
    ck_assert_int_eq(get(v, 0), 32);
    ck_assert_uint_eq(counters_now().builds, 1);
    w.stride[0] = (ampc_ptrdiff)1 << 31;
    ampc__launch(&kernel_width, NULL, (int[]){1}, (const void *[]){&v, &w});
    ck_assert_int_eq(get(v, 0), 64);
    ck_assert_uint_eq(counters_now().builds, 2);
    w.stride[0] = 8;
    ampc__launch(&kernel_width, NULL, (int[]){1}, (const void *[]){&v, &w});
    ck_assert_int_eq(get(v, 0), 32);
    launch_add(v, 1);
    ck_assert_uint_eq(counters_now().builds, 2);
    ck_assert_uint_eq(counters_now().launches, 4);
    ampc__release1(&v);
    ampc__release2(&w);
    ck_no_error();
}
END_TEST

START_TEST(empty_views_cannot_be_captured)
{
    ampc_view1 v = {{0}, {0}, {0}};
    ampc__launch(&kernel_add, NULL, (int[]){5}, (const void *[]){&v, &(int){1}});
    ck_error(AMPC_ERROR_RUNTIME_EXCEPTION, "captures 'v', an empty array or array_view");
    ck_assert_uint_eq(counters_now().launches, 0);
}
END_TEST

/* ---- What devices refuse ---- */

START_TEST(build_failures_show_the_log)
{
    static ampc__module broken = {.source = "__kernel void add(__global int *p) { p = banana; }\n",
                                  .file = "broken.ampc",
                                  .options = ""};
    ampc__kernel kernel = kernel_add;
    kernel.module = &broken;
    data[0] = 5;
    ampc_view1 v = view1(10, data);
    for (int round = 0; round < 2; round++) {
        ampc__launch(&kernel, NULL, v.extent, (const void *[]){&v, &(int){1}});
        ck_assert_ptr_nonnull(strstr(caught.message, "banana"));
        ck_error(AMPC_ERROR_RUNTIME_EXCEPTION, "broken.ampc do not build");
    }
    ck_assert_uint_eq(counters_now().builds, 0);
    launch_add(v, 1); /* the library stays usable */
    ck_assert_int_eq(get(v, 0), 6);
    ampc__release1(&v);
    ck_no_error();
}
END_TEST

START_TEST(missing_kernels_are_an_error)
{
    ampc__kernel kernel = kernel_add;
    kernel.name = "nobody";
    ampc_view1 v = view1(10, data);
    ampc__launch(&kernel, NULL, v.extent, (const void *[]){&v, &(int){1}});
    ck_error(AMPC_ERROR_RUNTIME_EXCEPTION, "nobody");
    ampc__release1(&v);
    ck_no_error();
}
END_TEST

START_TEST(missing_features_are_named)
{
    static const struct {
        unsigned uses;
        const char *text;
    } cases[] = {{AMPC__USES_DOUBLE, "needs double precision"},
                 {AMPC__USES_HALF, "needs half precision"},
                 {AMPC__USES_INT64_ATOMICS, "needs 64-bit atomics"}};
    struct ampc_accelerator *a = second_accelerator(false);
    a->has_double = a->has_half = a->has_int64_atomics = false;
    ampc__module module = test_module;
    ampc__kernel kernel = kernel_add;
    kernel.module = &module;
    data[0] = 1;
    ampc_view1 v = view1(10, data);
    for (size_t k = 0; k < 3; k++) {
        module.uses = cases[k].uses;
        ampc__launch(&kernel, &a->default_view, v.extent, (const void *[]){&v, &(int){1}});
        ck_assert_int_eq(caught.line, 10);
        ck_assert_ptr_nonnull(strstr(caught.message, "kernel add"));
        ck_error(AMPC_ERROR_UNSUPPORTED_FEATURE, cases[k].text);
    }
    ampc__release1(&v);
    ck_assert_int_eq(data[0], 1);
    ck_no_error();
}
END_TEST

START_TEST(limits_of_the_device)
{
    struct ampc_accelerator *a = second_accelerator(false);
    ampc_view2 v = view2(4, 8, data);
    a->max_group = 16;
    ampc__launch(&kernel_turn, &a->default_view, v.extent, (const void *[]){&v});
    ck_error(AMPC_ERROR_UNSUPPORTED_FEATURE, "tiles of 32 threads");
    a->max_group = 1024;
    a->max_items[0] = 4;
    ampc__launch(&kernel_turn, &a->default_view, v.extent, (const void *[]){&v});
    ck_error(AMPC_ERROR_UNSUPPORTED_FEATURE, "tile size 8 in dimension 1");
    a->max_items[0] = 1024;
    a->local_bytes = 100;
    ampc__launch(&kernel_turn, &a->default_view, v.extent, (const void *[]){&v});
    ck_error(AMPC_ERROR_UNSUPPORTED_FEATURE, "needs 128 bytes of tile_static memory");
    a->local_bytes = 1024;
    a->max_parameters = 20;
    ampc__launch(&kernel_turn, &a->default_view, v.extent, (const void *[]){&v});
    ck_error(AMPC_ERROR_UNSUPPORTED_FEATURE, "captures of kernel turn take");
    a->max_parameters = 1024;
    ampc__launch(&kernel_turn, &a->default_view, v.extent, (const void *[]){&v});
    ck_assert_uint_eq(counters_now().launches, 1);
    ampc__release2(&v);
    ck_no_error();
}
END_TEST

START_TEST(memory_can_run_out)
{
    /* Some devices give more than they say that a buffer can have. */
    struct ampc_accelerator *a = second_accelerator(false);
    size_t bytes =
        (size_t)(a->type & CL_DEVICE_TYPE_CPU ? a->max_buffer_bytes : a->memory_bytes) * 2;
    ampc_view1 v = ampc__view1((ampc_index1){{(int)(bytes / 4096)}}, 4096, NULL, 0, 0, "t", 1);
    if (v.v.home) { /* the host gives address space, the device no buffer */
        ampc__launch(&kernel_add, &a->default_view, (int[]){1}, (const void *[]){&v, &(int){1}});
        ck_error(AMPC_ERROR_OUT_OF_MEMORY, "bytes"); /* of a buffer, or of a copy to it */
        ampc__release1(&v);
    }
    v = view1(10, data);
    launch_add_on(&a->default_view, v, 1);
    ampc__release1(&v);
    ck_no_error();
}
END_TEST

/* ---- Order, output, threads ---- */

static const ampc__arg args_say[] = {{"what", 4, AMPC__ARG_VALUE, 0, 0, 0, 0}};

START_TEST(output_of_kernels_appears_in_time)
{
    static ampc__module module;
    static ampc__kernel kernel = {.module = &module,
                                  .name = "say",
                                  .where = {"test.ampc", 70},
                                  .rank = 1,
                                  .nargs = 1,
                                  .args = args_say};
    char text[256] = "";
    FILE *file = tmpfile();
    module = test_module;
    module.uses = AMPC__USES_PRINTF;
    fflush(stdout);
    int saved = dup(1);
    dup2(fileno(file), 1);
    printf("host first\n");
    ampc__launch(&kernel, NULL, (int[]){1}, (const void *[]){&(int){42}});
    if (_i) {
        ampc_wait();
    } else { /* the end of a view is a synchronisation too */
        ampc_view1 v = view1(10, data);
        launch_add(v, 1);
        ampc__release1(&v);
    }
    long end = lseek(1, 0, SEEK_END);
    fflush(stdout);
    dup2(saved, 1);
    ck_assert_int_eq(end, lseek(fileno(file), 0, SEEK_END));
    rewind(file);
    ck_assert_uint_gt(fread(text, 1, sizeof text - 1, file), 0);
    ck_assert_str_eq(text, "host first\nkernel says 42\n");
    fclose(file);
    ck_no_error();
}
END_TEST

START_TEST(work_runs_in_order)
{
    memset(data, 0, sizeof data);
    ampc_view1 v = view1(20000, data);
    for (int k = 0; k < 200; k++)
        launch_add(v, 1);
    ck_assert_uint_eq(counters_now().launches, 200);
    ck_assert_uint_eq(counters_now().builds, 1);
    ck_assert_int_eq(get(v, 19999), 200);
    ampc__release1(&v);
    ck_no_error();
}
END_TEST

/* Four launches, of which the last two repeat the first. */
static void launch_again(ampc_view1 v)
{
    for (int k = 0; k < 4; k++)
        launch_add(v, 1);
}

/* Between launches that are the same, everything happens to the view that one must not overlook. */
START_TEST(repeated_launches_see_what_changed)
{
    memset(data, 0, sizeof data);
    ampc_view1 v = view1(2000, data), other = view1(2000, data + 4000);
    launch_again(v);
    launch_again(other);
    put(v, 0, get(v, 0) + 100); /* on the host */
    launch_again(v);
    ck_assert_int_eq(get(v, 0), 108);
    data[0] = 1000; /* behind the library's back */
    ampc__view_refresh(&v.v, "t", 1);
    launch_again(v);
    ck_assert_int_eq(get(v, 0), 1004);
    ampc_view1 wide = view1(3000, data); /* another home */
    launch_again(v);
    launch_again(wide);
    launch_again(v);
    struct ampc_accelerator *a = second_accelerator(true); /* another copy */
    launch_add_on(&a->default_view, v, 1);
    launch_again(v);
    ampc__view_discard_data(&v.v, "t", 1);
    put(v, 0, 7);
    launch_again(v);
    ck_assert_int_eq(get(v, 0), 11);
    ck_assert_int_eq(get(wide, 2999), 4);
    ck_assert_int_eq(get(other, 5), 4);
    ampc__release1(&v);
    ampc__release1(&wide);
    v = view1(2000, data); /* where the one before was */
    launch_again(v);
    ampc__release1(&v);
    ampc__release1(&other);
    ck_assert_int_eq(data[0], 15);
    ck_no_error();
}
END_TEST

static unsigned flushes(struct ampc_accelerator_view *view)
{
    unsigned count = 0;
    for (int k = 0; k < 65; k++) {
        view->submitted++;
        count += queue_flush_wanted(view);
    }
    return count;
}

START_TEST(queues_are_flushed_where_launches_need_it)
{
    struct ampc_accelerator lazy = {0}, eager = {.begins_unflushed = true};
    struct ampc_accelerator_view view = {.accelerator = &lazy}, some = {.accelerator = &eager},
                                 immediate = {.accelerator = &eager, .immediate = true};
    ck_assert_uint_eq(flushes(&view), 65);
    ck_assert_uint_eq(flushes(&immediate), 65);
    ck_assert_uint_eq(flushes(&some), 3); /* the first one, too */
}
END_TEST

enum { THREADS = 4, ROUNDS = 60 };
static int shared_data[THREADS][2048];

static void *work(void *argument)
{
    int *mine = argument;
    for (int k = 0; k < ROUNDS; k++) {
        ampc_view1 v = view1(2048, mine), w = view1(1500, mine + 100);
        launch_add(v, 1);
        put(w, 0, get(w, 0) + 1);
        launch_add(w, 1);
        ampc__release1(&v);
        ampc__release1(&w);
    }
    return NULL;
}

START_TEST(threads_do_not_disturb_each_other)
{
    pthread_t threads[THREADS];
    memset(shared_data, 0, sizeof shared_data);
    for (int k = 0; k < THREADS; k++)
        ck_assert_int_eq(pthread_create(&threads[k], NULL, work, shared_data[k]), 0);
    for (int k = 0; k < THREADS; k++)
        pthread_join(threads[k], NULL);
    for (int k = 0; k < THREADS; k++) {
        ck_assert_int_eq(shared_data[k][0], ROUNDS);
        ck_assert_int_eq(shared_data[k][100], 3 * ROUNDS);
        ck_assert_int_eq(shared_data[k][101], 2 * ROUNDS);
        ck_assert_int_eq(shared_data[k][2047], ROUNDS);
    }
    ck_assert_uint_eq(counters_now().builds, 1);
    ck_assert_uint_eq(counters_now().launches, THREADS * ROUNDS * 2);
    ck_assert_uint_eq(registry_count(), 0);
    ck_no_error();
}
END_TEST

static void add_common(TCase *tests)
{
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, simple_form_guards_the_edge);
    tcase_add_test(tests, dimensions_are_in_order);
    tcase_add_test(tests, high_ranks_are_linear);
    tcase_add_test(tests, tiles);
    tcase_add_test(tests, tiles_must_divide);
    tcase_add_test(tests, extents_must_be_positive_and_countable);
    tcase_add_test(tests, captures_by_value_and_in_a_buffer);
    tcase_add_test(tests, overlapping_views_alias);
    tcase_add_test(tests, far_elements_take_the_wide_variant);
    tcase_add_test(tests, empty_views_cannot_be_captured);
    tcase_add_test(tests, build_failures_show_the_log);
    tcase_add_test(tests, missing_kernels_are_an_error);
    tcase_add_test(tests, missing_features_are_named);
    tcase_add_test(tests, limits_of_the_device);
    tcase_add_test(tests, memory_can_run_out);
    tcase_add_loop_test(tests, output_of_kernels_appears_in_time, 0, 2);
    tcase_add_test(tests, work_runs_in_order);
    tcase_add_test(tests, threads_do_not_disturb_each_other);
    tcase_add_test(tests, repeated_launches_see_what_changed);
    tcase_add_test(tests, queues_are_flushed_where_launches_need_it);
}

int main(void)
{
    load_driver();
    Suite *suite = suite_create("runtime_launch");
    TCase *shared = tcase_create("as it is"), *copying = tcase_create("with copies");
    tcase_add_checked_fixture(shared, mode_zero_copy, NULL);
    tcase_add_checked_fixture(copying, mode_copying, NULL);
    add_common(shared);
    add_common(copying);
    tcase_add_test(copying, unchanged_captures_travel_once);
    suite_add_tcase(suite, shared);
    suite_add_tcase(suite, copying);
    return run_suite(suite);
}
