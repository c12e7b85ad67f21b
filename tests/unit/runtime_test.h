/* runtime_test.h - what the unit tests of the run-time library share: hand-written kernels in the
 * form that ampcc generates, a handler that notes errors, and suites whose cases run in a mode of
 * the library. Everything is static: a test is one program. */
#ifndef RUNTIME_TEST_H
#define RUNTIME_TEST_H

#define OPENCL_LINKED
#include "runtime/program.h"

#include <check.h>
#include <dlfcn.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNUSED __attribute__((unused))

/* Running out of memory is tested. LLVM, inside drivers, replaces the signal stacks of threads that
 * build. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1:use_sigaltstack=0";
}

/* OpenCL drivers keep memory to the end of the process; what the library itself leaks is still
 * found. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libpocl\nleak:libOpenCL\nleak:libLLVM\nleak:libnvidia\nleak:clGetPlatformIDs\n"
           "leak:clBuildProgram\n";
}

/* ---- Errors ---- */

struct caught {
    int count;
    ampc_error code;
    int line;
    char message[4096];
};
static struct caught caught;

static UNUSED void catch_error(ampc_error code, const char *message, const char *file, int line,
                               void *user)
{
    struct caught *c = user;
    c->count++;
    c->code = code;
    c->line = file ? line : -1;
    snprintf(c->message, sizeof c->message, "%s", message);
}

/* Errors are noted in 'caught' from here on. */
static UNUSED void catch_errors(void)
{
    memset(&caught, 0, sizeof caught);
    ampc_set_error_handler(catch_error, &caught);
}

/* Fixtures: the library reads the environment at its first use, in the test's own process. */
static UNUSED void mode_zero_copy(void)
{
    unsetenv("AMPC_NO_ZERO_COPY");
    setenv("AMPC_CACHE_DIR", "off", 1); /* builds are counted */
    catch_errors();
}

static UNUSED void mode_copying(void)
{
    setenv("AMPC_NO_ZERO_COPY", "1", 1);
    setenv("AMPC_CACHE_DIR", "off", 1);
    catch_errors();
}

/* A test that ends with no error. */
#define ck_no_error() ck_assert_msg(caught.count == 0, "%s", caught.message)
#define ck_error(expected_code, text)                                                              \
    do {                                                                                           \
        ck_assert_int_eq(caught.count, 1);                                                         \
        ck_assert_str_eq(ampc_error_name(caught.code), ampc_error_name(expected_code));            \
        ck_assert_msg(strstr(caught.message, (text)) != NULL, "%s", caught.message);               \
        caught.count = 0;                                                                          \
    } while (0)

/* ---- Kernels ---- */

static const char test_source[] =
    "typedef struct { int c[1]; } extent1;\n"
    "typedef struct { int c[2]; } extent2;\n"
    "typedef struct { int c[3]; } extent3;\n"
    "typedef struct { int c[4]; } extent4;\n"
    "typedef struct { long offset; long stride[1]; int extent[1]; } view1;\n"
    "typedef struct { long offset; long stride[2]; int extent[2]; } view2;\n"
    "typedef struct { int first; float second; } pair;\n"
    "#define INTS(v) ((__global int *)(v##_base + v.offset))\n"
    "__kernel void add(extent1 e, __global char *v_base, view1 v, int by)\n"
    "{\n"
    "    size_t i = get_global_id(0);\n"
    "    if (i >= (size_t)e.c[0]) return;\n"
    "    INTS(v)[i * v.stride[0]] += by;\n"
    "}\n"
    "__kernel void copy(extent1 e, __global char *a_base, view1 a, __global char *b_base, view1 "
    "b)\n"
    "{\n"
    "    size_t i = get_global_id(0);\n"
    "    if (i >= (size_t)e.c[0]) return;\n"
    "    INTS(b)[i * b.stride[0]] = INTS(a)[i * a.stride[0]];\n"
    "}\n"
    "__kernel void place(extent2 e, __global char *v_base, view2 v)\n"
    "{\n"
    "    size_t i = get_global_id(1), j = get_global_id(0);\n"
    "    if (i >= (size_t)e.c[0] || j >= (size_t)e.c[1]) return;\n"
    "    INTS(v)[i * v.stride[0] + j * v.stride[1]] = i * 1000 + j + v.extent[1] * 1000000;\n"
    "}\n"
    "__kernel void place3(extent3 e, __global char *v_base, view1 v)\n"
    "{\n"
    "    size_t i = get_global_id(2), j = get_global_id(1), k = get_global_id(0);\n"
    "    if (i >= (size_t)e.c[0] || j >= (size_t)e.c[1] || k >= (size_t)e.c[2]) return;\n"
    "    INTS(v)[(i * e.c[1] + j) * e.c[2] + k] += i * 10000 + j * 100 + k;\n"
    "}\n"
    "__kernel void count4(extent4 e, __global char *v_base, view1 v)\n"
    "{\n"
    "    size_t i = get_global_id(0);\n"
    "    if (i >= (size_t)e.c[0] * e.c[1] * e.c[2] * e.c[3]) return;\n"
    "    INTS(v)[i] += 1;\n"
    "}\n"
    "__kernel __attribute__((reqd_work_group_size(8, 4, 1)))\n"
    "void turn(__global char *v_base, view2 v)\n"
    "{\n"
    "    __local int tile[4][8];\n"
    "    size_t i = get_local_id(1), j = get_local_id(0);\n"
    "    __global int *at = INTS(v) + get_global_id(1) * v.stride[0] + get_global_id(0) * "
    "v.stride[1];\n"
    "    tile[i][j] = *at;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    *at = tile[3 - i][7 - j];\n"
    "}\n"
    "__kernel void captures(extent1 e, __global char *v_base, view1 v, pair p,\n"
    "                       __constant int *table)\n"
    "{\n"
    "    size_t i = get_global_id(0);\n"
    "    if (i >= (size_t)e.c[0]) return;\n"
    "    INTS(v)[i] = p.first + (int)(p.second * 2.0f) + table[i];\n"
    "}\n"
    "__kernel void width(extent1 e, __global char *v_base, view1 v, __global char *w_base, view2 "
    "w)\n"
    "{\n"
    "    if (get_global_id(0) >= (size_t)e.c[0]) return;\n"
    "#ifdef AMPC_WIDE\n"
    "    INTS(v)[0] = 64;\n"
    "#else\n"
    "    INTS(v)[0] = 32;\n"
    "#endif\n"
    "}\n"
    "__kernel void say(extent1 e, int what)\n"
    "{\n"
    "    if (get_global_id(0) < (size_t)e.c[0]) printf(\"kernel says %d\\n\", what);\n"
    "}\n";

static ampc__module test_module = {.source = test_source, .file = "test.ampc", .options = ""};

static const ampc__arg args_add[] = {{"v", 4, AMPC__ARG_VIEW, 1, 0, 0, 0},
                                     {"by", 4, AMPC__ARG_VALUE, 0, 0, 0, 0}};
static UNUSED ampc__kernel kernel_add = {.module = &test_module,
                                         .name = "add",
                                         .where = {"test.ampc", 10},
                                         .rank = 1,
                                         .nargs = 2,
                                         .args = args_add};

static const ampc__arg args_copy[] = {{"a", 4, AMPC__ARG_VIEW, 1, AMPC_VIEW_CONST, 0, 0},
                                      {"b", 4, AMPC__ARG_VIEW, 1, 0, 0, 0}};
static UNUSED ampc__kernel kernel_copy = {.module = &test_module,
                                          .name = "copy",
                                          .where = {"test.ampc", 20},
                                          .rank = 1,
                                          .nargs = 2,
                                          .args = args_copy};

static UNUSED ampc_view1 view1(int n, int *p)
{
    return ampc__view1((ampc_index1){{n}}, sizeof(int), p, 0, 0, "test.ampc", 1);
}

static UNUSED ampc_view1 const_view1(int n, const int *p)
{
    return ampc__view1((ampc_index1){{n}}, sizeof(int), p, 0, AMPC_VIEW_CONST, "test.ampc", 1);
}

/* What section() will do: 'count' elements from 'first', sharing the view's share. */
static UNUSED ampc_view1 part1(ampc_view1 v, int first, int count)
{
    v = ampc__share1(v);
    v.v.host += (size_t)first * v.v.elem;
    v.extent[0] = count;
    return v;
}

static UNUSED int get(ampc_view1 v, int i)
{
    return *(int *)ampc__at1(v, AMPC_READ, (ampc_index1){{i}}, "test.ampc", 2);
}

static UNUSED void put(ampc_view1 v, int i, int value)
{
    *(int *)ampc__at1(v, AMPC_WRITE, (ampc_index1){{i}}, "test.ampc", 3) = value;
}

static UNUSED void launch_add_on(struct ampc_accelerator_view *on, ampc_view1 v, int by)
{
    ampc__launch(&kernel_add, on, v.extent, (const void *[]){&v, &by});
}

static UNUSED void launch_add(ampc_view1 v, int by)
{
    launch_add_on(NULL, v, by);
}

static UNUSED void launch_copy(ampc_view1 a, ampc_view1 b)
{
    ampc__launch(&kernel_copy, NULL, b.extent, (const void *[]){&a, &b});
}

static UNUSED ampc_counters counters_now(void)
{
    ampc_counters c;
    ampc_counters_get(&c);
    return c;
}

/* A second accelerator on the same device, with a context of its own and the other way of treating
 * memory. */
static UNUSED struct ampc_accelerator *second_accelerator(bool zero_copy)
{
    static struct ampc_accelerator second;
    second = *ampc_accelerator_at(0);
    second.open = 0;
    second.context = NULL;
    second.queue = NULL;
    second.number = 1000;
    second.zero_copy = zero_copy;
    second.default_view = (struct ampc_accelerator_view){.accelerator = &second};
    return &second;
}

/* Each check runs in a process of its own, which is spared what takes a driver longest to begin
 * with: its libraries are loaded before, where it is PoCL. */
static UNUSED void load_driver(void)
{
    (void)dlopen("libpocl.so.2", RTLD_LAZY | RTLD_LOCAL);
}

/* Runs a suite; main's result. */
static UNUSED int run_suite(Suite *suite)
{
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
