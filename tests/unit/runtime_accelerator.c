/* runtime_accelerator.c - accelerators: choosing by AMPC_DEVICE, ranks, the default one. */
#include "tests/unit/runtime_test.h"

static const struct ampc_accelerator three[] = {
    {.number = 0, .type = CL_DEVICE_TYPE_CPU, .description = "Fast Processor (Pocket)"},
    {.number = 1, .type = CL_DEVICE_TYPE_ACCELERATOR, .description = "Array 7 (Maker)"},
    {.number = 2, .type = CL_DEVICE_TYPE_GPU, .description = "GeForce X (Maker)"},
};

START_TEST(preference)
{
    ck_assert_int_eq(accelerator_choose(three, 3, NULL), 2);
    ck_assert_int_eq(accelerator_choose(three, 3, ""), 2);
    ck_assert_int_eq(accelerator_choose(three, 2, NULL), 1);
    ck_assert_int_eq(accelerator_choose(three, 1, NULL), 0);
    ck_assert_int_eq(accelerator_choose(three, 0, NULL), -1);
}
END_TEST

/* Graphics software on the CPU comes behind the CPU's own driver, and before the emulator. */
START_TEST(rasterisers)
{
    static const struct ampc_accelerator list[] = {
        {.type = CL_DEVICE_TYPE_CPU, .rasteriser = true, .description = "llvmpipe (rusticl)"},
        {.type = CL_DEVICE_TYPE_CPU, .description = "Fast Processor (Pocket)"},
        {.type = CL_DEVICE_TYPE_CPU, .emulated = true, .description = "emulator (ampc)"},
        {.type = CL_DEVICE_TYPE_GPU, .description = "GeForce X (Maker)"},
    };
    const struct ampc_accelerator without[] = {list[2], list[0]};
    ck_assert_int_eq(accelerator_choose(list, 1, NULL), 0);
    ck_assert_int_eq(accelerator_choose(list, 3, NULL), 1);
    ck_assert_int_eq(accelerator_choose(list, 3, "cpu"), 1);
    ck_assert_int_eq(accelerator_choose(list, 4, NULL), 3);
    ck_assert_int_eq(accelerator_choose(list, 4, "LLVMPipe"), 0);
    ck_assert_int_eq(accelerator_choose(without, 2, NULL), 1);
    ck_assert_int_eq(accelerator_choose(without, 2, "cpu"), 1);
    ck_assert_int_eq(accelerator_choose(list, 3, "gpu"), -1);
}
END_TEST

START_TEST(wishes)
{
    ck_assert_int_eq(accelerator_choose(three, 3, "1"), 1);
    ck_assert_int_eq(accelerator_choose(three, 3, "3"), -1);
    ck_assert_int_eq(accelerator_choose(three, 3, "99999999999999999999999"), -1);
    ck_assert_int_eq(accelerator_choose(three, 3, "gpu"), 2);
    ck_assert_int_eq(accelerator_choose(three, 3, "CPU"), 0);
    ck_assert_int_eq(accelerator_choose(three, 2, "gpu"), -1);
    ck_assert_int_eq(accelerator_choose(three, 3, "geforce"), 2);
    ck_assert_int_eq(accelerator_choose(three, 3, "MAKER"), 1);
    ck_assert_int_eq(accelerator_choose(three, 3, "array 7"), 1);
    ck_assert_int_eq(accelerator_choose(three, 3, "Radeon"), -1);
    ck_assert_int_eq(accelerator_choose(three, 3, "-1"), -1);
}
END_TEST

/* Ranks take turns among devices like the one of a process alone. */
START_TEST(devices_of_ranks)
{
    int here = 0;
    static const struct ampc_accelerator list[] = {
        {.type = CL_DEVICE_TYPE_CPU, .zero_copy = true, .description = "Fast Processor (Pocket)"},
        {.type = CL_DEVICE_TYPE_GPU, .description = "GeForce X (Maker)"},
        {.type = CL_DEVICE_TYPE_GPU, .zero_copy = true, .description = "Inside (Maker)"},
        {.type = CL_DEVICE_TYPE_GPU, .description = "GeForce X (Maker)"},
        {.type = CL_DEVICE_TYPE_GPU, .description = "GeForce Y (Maker)"},
        {.type = CL_DEVICE_TYPE_CPU,
         .zero_copy = true,
         .emulated = true,
         .description = "emulator"},
    };
    const int any[] = {1, 3, 4, 1, 3}, x[] = {1, 3, 1, 3, 1};
    for (int k = 0; k < 5; k++) {
        ck_assert_int_eq(accelerator_of_rank(list, 6, "", 1, k, &here), any[k]);
        ck_assert_int_eq(here, 3);
        ck_assert_int_eq(accelerator_of_rank(list, 6, "GPU", 1, k, &here), any[k]);
        ck_assert_int_eq(accelerator_of_rank(list, 6, "geforce x", 1, k, &here), x[k]);
        ck_assert_int_eq(here, 2);
        ck_assert_int_eq(accelerator_of_rank(list, 6, "4", 4, k, &here), 4);
        ck_assert_int_eq(here, 1);
        ck_assert_int_eq(accelerator_of_rank(list, 6, "cpu", 0, k, &here), 0);
    }
}
END_TEST

START_TEST(devices_have_facts)
{
    int count = ampc_accelerator_count();
    ck_assert_int_gt(count, 0);
    ck_assert_ptr_null(ampc_accelerator_at(-1));
    ck_assert_ptr_null(ampc_accelerator_at(count));
    for (int k = 0; k < count; k++) {
        ampc_accelerator *a = ampc_accelerator_at(k);
        char number[16];
        snprintf(number, sizeof number, "%d", k);
        ck_assert_int_eq(ampc_accelerator_number(a), k);
        ck_assert_ptr_eq(ampc_accelerator_find(number), a);
        ck_assert_uint_gt(ampc_accelerator_memory(a), 0);
        ck_assert_ptr_nonnull(strstr(ampc_accelerator_description(a), ampc_accelerator_name(a)));
        ck_assert_ptr_nonnull(ampc_accelerator_find(ampc_accelerator_description(a)));
        ck_assert_ptr_eq(ampc_accelerator_default_view(a)->accelerator, a);
        ck_assert_int_ge(ampc_accelerator_is_cpu(a) + ampc_accelerator_is_gpu(a), 0);
        ck_assert_uint_gt(a->max_group, 0);
        ck_assert_uint_gt(a->max_parameters, 255);
    }
    ck_assert_ptr_null(ampc_accelerator_find("no such device"));
    ck_assert_ptr_null(ampc_accelerator_find(""));
    ck_assert_ptr_null(ampc_accelerator_find(NULL));
}
END_TEST

START_TEST(default_follows_environment_and_program)
{
    catch_errors();
    setenv("AMPC_DEVICE", "0", 1);
    ampc_accelerator *first = ampc_accelerator_default();
    ck_assert_ptr_eq(first, ampc_accelerator_at(0));
    ampc_accelerator *last = ampc_accelerator_at(ampc_accelerator_count() - 1);
    ampc_accelerator_set_default(last);
    ck_assert_ptr_eq(ampc_accelerator_default(), last);
    ampc_accelerator_set_default(NULL);
    ck_assert_ptr_eq(ampc_accelerator_default(), first);
    ck_assert_int_eq(caught.count, 0);
}
END_TEST

START_TEST(unknown_device_is_an_error_that_lists_all)
{
    catch_errors();
    setenv("AMPC_DEVICE", "no such device", 1);
    ck_assert_ptr_null(ampc_accelerator_default());
    ck_assert_ptr_nonnull(
        strstr(caught.message, ampc_accelerator_description(ampc_accelerator_at(0))));
    ck_error(AMPC_ERROR_RUNTIME_EXCEPTION, "AMPC_DEVICE=no such device");
    /* a launch is skipped for the same reason, with the launch's line */
    int data[4] = {1, 2, 3, 4};
    ampc_view1 v = view1(4, data);
    launch_add(v, 1);
    ck_assert_int_eq(caught.line, 10);
    ck_error(AMPC_ERROR_RUNTIME_EXCEPTION, "AMPC_DEVICE=no such device");
    ampc__release1(&v);
    ck_assert_int_eq(data[0], 1);
}
END_TEST

START_TEST(groups_fit_the_device)
{
    struct ampc_accelerator a = {.type = CL_DEVICE_TYPE_GPU, .max_items = {1024, 1024, 64}};
    size_t g[3];
    for (int rank = 1; rank <= 16; rank++) {
        for (size_t limit = 1; limit <= 1024; limit *= 2) {
            launch_group(&a, &(ampc__kernel){.rank = rank}, limit, g);
            size_t product = g[0] * g[1] * g[2];
            ck_assert_uint_le(product, limit);
            ck_assert_uint_eq(product, limit < 256 ? limit : 256);
            ck_assert(rank == 2 || rank == 3 || (g[1] == 1 && g[2] == 1));
        }
    }
    a.max_items[0] = 8;
    a.max_items[2] = 1;
    launch_group(&a, &(ampc__kernel){.rank = 3}, 1024, g);
    ck_assert(g[0] <= 8 && g[2] == 1);
}
END_TEST

START_TEST(groups_are_those_asked_for)
{
    struct ampc_accelerator a = {
        .type = CL_DEVICE_TYPE_GPU, .max_items = {1024, 1024, 64}, .description = "some device"};
    const ampc__kernel kernel = {.name = "k", .rank = 2, .group = {4, 100}};
    size_t g[3];
    launch_group(&a, &kernel, 1024, g);
    ck_assert(g[0] == 100 && g[1] == 4 && g[2] == 1);
    launch_group(&a, &kernel, 399, g);
    ck_assert(g[0] == 32 && g[1] == 8 && g[2] == 1);
    a.max_items[0] = 64;
    launch_group(&a, &kernel, 1024, g);
    ck_assert(g[0] == 32 && g[1] == 8 && g[2] == 1);
    a.emulated = true;
    launch_group(&a, &kernel, 1024, g);
    ck_assert(g[0] == 1 && g[1] == 1 && g[2] == 1);
}
END_TEST

/* The width of a CPU's groups over rows x columns threads. */
static size_t width_of(int beside, size_t limit, int rows, int columns)
{
    struct ampc_accelerator a = {
        .type = CL_DEVICE_TYPE_CPU, .max_items = {4096, 4096, 4096}, .compute_units = 2};
    struct compiled c = {.accelerator = &a, .limit = limit, .group = {64, 8, 1}};
    const ampc__kernel kernel = {.rank = 2, .beside = beside};
    struct work w = {0};
    domain_sizes(&c, &kernel, (int[]){rows, columns}, -1, 0, &w);
    ck_assert_uint_eq(w.local[1], 8);
    return w.local[0];
}

START_TEST(groups_are_few_where_neighbours_are)
{
    ck_assert_uint_eq(width_of(1, 4096, 512, 512), 512);
    ck_assert_uint_eq(width_of(1, 4096, 512, 600), 304);
    ck_assert_uint_eq(width_of(1, 4096, 128, 512), 64);   /* few, in pieces of any size */
    ck_assert_uint_eq(width_of(1, 4096, 2048, 2048), 64); /* wide ones are too many, too */
    ck_assert_uint_eq(width_of(1, 4096, 16384, 64), 64);
    ck_assert_uint_eq(width_of(1, 1024, 512, 512), 64);
    ck_assert_uint_eq(width_of(0, 4096, 512, 512), 64);
}
END_TEST

/* The length of a CPU's groups of one dimension. */
static size_t length_of(int beside, size_t limit, size_t most, int threads)
{
    struct ampc_accelerator a = {
        .type = CL_DEVICE_TYPE_CPU, .max_items = {most, 1, 1}, .compute_units = 2};
    struct compiled c = {.accelerator = &a, .limit = limit, .group = {256, 1, 1}};
    const ampc__kernel kernel = {.rank = 1, .beside = beside};
    struct work w = {0};
    domain_sizes(&c, &kernel, &threads, -1, 0, &w);
    ck_assert_uint_eq(w.global[0] % w.local[0], 0);
    return w.local[0];
}

START_TEST(groups_are_long_where_threads_do_little)
{
    ck_assert_uint_eq(length_of(1, 4096, 4096, 1000000), 4096);
    ck_assert_uint_eq(length_of(1, 4096, 4096, 15 * 4096 + 1), 4096);
    ck_assert_uint_eq(length_of(1, 4096, 4096, 15 * 4096), 256); /* too few for two processors */
    ck_assert_uint_eq(length_of(0, 4096, 4096, 1000000), 256);
    ck_assert_uint_eq(length_of(1, 2048, 4096, 1000000), 256);
    ck_assert_uint_eq(length_of(1, 4096, 1024, 1000000), 256);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("runtime_accelerator");
    TCase *tests = tcase_create("accelerator");
    tcase_add_test(tests, preference);
    tcase_add_test(tests, groups_are_few_where_neighbours_are);
    tcase_add_test(tests, groups_are_long_where_threads_do_little);
    tcase_add_test(tests, rasterisers);
    tcase_add_test(tests, wishes);
    tcase_add_test(tests, devices_of_ranks);
    tcase_add_test(tests, devices_have_facts);
    tcase_add_test(tests, default_follows_environment_and_program);
    tcase_add_test(tests, unknown_device_is_an_error_that_lists_all);
    tcase_add_test(tests, groups_fit_the_device);
    tcase_add_test(tests, groups_are_those_asked_for);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
