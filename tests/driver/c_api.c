/* ampc.h and ampc_cl.h from a plain C program, without ampcc: accelerators, views, arrays, copies,
 * futures, kernels from text, counters, errors, and OpenCL calls of its own. tests/driver/c_api.sh
 * compiles it with cc -std=c11 -pedantic. */
#include <ampc.h>
#include <ampc_cl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int checks, failures;

#define CHECK(cond) check(cond, __LINE__, #cond)
static void check(int holds, int line, const char *text)
{
    checks++;
    if (!holds) {
        failures++;
        printf("line %d: check failed: %s\n", line, text);
    }
}

/* ---- Errors ---- */

static struct {
    int count, line;
    ampc_error code;
    char text[4096];
} caught;

static void handler(ampc_error code, const char *message, const char *file, int line, void *user)
{
    caught.count++;
    caught.code = code;
    caught.line = file ? line : -1;
    snprintf(caught.text, sizeof caught.text, "%s", message);
    (void)user;
}

/* An error of this code with this text has been raised since the last call. */
static int raised(ampc_error code, const char *text)
{
    int yes = caught.count == 1 && caught.code == code && strstr(caught.text, text) != NULL;
    if (!yes)
        printf("%d errors, %s: %s\n", caught.count, ampc_error_name(caught.code), caught.text);
    caught.count = 0;
    return yes;
}

/* ---- Kernels ---- */

static const char source[] =
    "__kernel void saxpy(AMPC_DOMAIN(1, n), AMPC_VIEW(1, x), AMPC_VIEW(1, y), float a)\n"
    "{\n"
    "    int i = get_global_id(0);\n"
    "    if (i < n.c[0])\n"
    "        AMPC_AT1(float, y, i) += a * AMPC_AT1(const float, x, i);\n"
    "}\n"
    "__kernel __attribute__((reqd_work_group_size(4, 2, 1)))\n"
    "void turn(AMPC_VIEW(2, v), __constant int *add)\n"
    "{\n"
    "    __local int tile[2][4];\n"
    "    int i = get_global_id(1), j = get_global_id(0), r = get_local_id(1), c = "
    "get_local_id(0);\n"
    "    tile[r][c] = AMPC_AT2(int, v, i, j);\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    AMPC_AT2(int, v, i, j) = tile[1 - r][3 - c] + add[c] + v.extent[1];\n"
    "}\n"
    "__kernel void count(AMPC_DOMAIN(4, n), AMPC_VIEW(3, v))\n"
    "{\n"
    "    int i = get_global_id(0);\n"
    "    if (i < n.c[0] * n.c[1] * n.c[2] * n.c[3])\n"
    "        AMPC_AT3(int, v, i / 12, i / 4 % 3, i % 4) = i;\n"
    "}\n";

static const ampc_parameter saxpy_parameters[] = {
    {"x", AMPC_PARAMETER_CONST_VIEW, sizeof(float), 1},
    {"y", AMPC_PARAMETER_VIEW, sizeof(float), 1},
    {"a", AMPC_PARAMETER_VALUE, sizeof(float), 0},
};

static ampc_kernel *saxpy(void)
{
    const ampc_kernel_text text = {.source = source,
                                   .name = "saxpy",
                                   .file = "c_api.cl",
                                   .line = 100,
                                   .rank = 1,
                                   .count = 3,
                                   .parameters = saxpy_parameters};
    return ampc_kernel_create(&text);
}

static void kernels(void)
{
    enum { N = 1000 };
    float x[N], y[N], a = 0.5f;
    for (int k = 0; k < N; k++) {
        x[k] = (float)k;
        y[k] = 1;
    }
    ampc_view1 vx, vy;
    ampc_view_create(&vx.v, 1, (int[]){N}, sizeof(float), x, AMPC_VIEW_CONST);
    ampc_view_create(&vy.v, 1, (int[]){N}, sizeof(float), y, 0);
    ampc_kernel *kernel = saxpy();
    CHECK(kernel && kernel == saxpy());
    const void *arguments[] = {&vx, &vy, &a};
    ampc_counters_reset();
    for (int k = 0; k < 2; k++)
        ampc_kernel_launch(kernel, NULL, ampc_view_extent(&vy.v), arguments);
    ampc_future done =
        ampc_kernel_launch_async(kernel, NULL, ampc_view_extent(&vy.v), arguments);
    double seconds = ampc_future_seconds(done);
    CHECK(ampc_future_valid(done) && ampc_future_is_ready(done) && seconds >= 0 && seconds < 100);
    ampc_view_release(&vy.v);
    ampc_view_release(&vx.v);
    ampc_counters counted;
    ampc_counters_get(&counted);
    CHECK(counted.launches == 3);
    for (int k = 0; k < N; k++)
        CHECK(y[k] == 1 + 1.5f * (float)k);

    const ampc_parameter turn_parameters[] = {{"v", AMPC_PARAMETER_VIEW, sizeof(int), 2},
                                              {"add", AMPC_PARAMETER_TABLE, 4 * sizeof(int), 0}};
    ampc_kernel *turn = ampc_kernel_create(&(ampc_kernel_text){.source = source,
                                                               .name = "turn",
                                                               .file = "c_api.cl",
                                                               .line = 100,
                                                               .rank = 2,
                                                               .tile = {2, 4},
                                                               .count = 2,
                                                               .parameters = turn_parameters});
    int data[6][10], add[4] = {100, 200, 300, 400};
    for (int k = 0; k < 60; k++)
        data[k / 10][k % 10] = k;
    ampc_view2 v, part;
    ampc_view_create(&v.v, 2, (int[]){6, 10}, sizeof(int), data, 0);
    ampc_view_section(&part.v, &v.v, (int[]){1, 2}, (int[]){4, 8});
    CHECK(ampc_view_stride(&part.v)[0] == 10 && ampc_view_extent(&part.v)[1] == 8);
    ampc_kernel_launch(turn, NULL, ampc_view_extent(&part.v), (const void *[]){&part, add});
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 8; j++) {
            int from = (1 + i / 2 * 2 + 1 - i % 2) * 10 + 2 + j / 4 * 4 + 3 - j % 4;
            CHECK(*(int *)ampc_view_at(&part.v, (int[]){i, j}, AMPC_READ) == from + add[j % 4] + 8);
        }
    CHECK(*(int *)ampc_view_at(&v.v, (int[]){0, 9}, AMPC_READ) == 9);
    ampc_kernel_launch(turn, NULL, (int[]){4, 7}, (const void *[]){&part, add});
    CHECK(
        raised(AMPC_ERROR_INVALID_COMPUTE_DOMAIN, "extent[1] = 7 is not divisible by tile size 4"));
    ampc_view_release(&part.v);
    ampc_view_release(&v.v);

    const ampc_parameter count_parameters[] = {{"v", AMPC_PARAMETER_VIEW, sizeof(int), 3}};
    ampc_kernel *count = ampc_kernel_create(&(ampc_kernel_text){.source = source,
                                                                .name = "count",
                                                                .file = "c_api.cl",
                                                                .line = 100,
                                                                .rank = 4,
                                                                .count = 1,
                                                                .parameters = count_parameters});
    ampc_view3 cube;
    ampc_view_create(&cube.v, 3, (int[]){10, 3, 4}, sizeof(int), NULL, 0);
    ampc_kernel_launch(count, NULL, (int[]){2, 5, 3, 4}, (const void *[]){&cube});
    const int *all = ampc_view_data(&cube.v, AMPC_READ);
    for (int k = 0; k < 120; k++)
        CHECK(all[k] == k);
    ampc_view_release(&cube.v);
    CHECK(cube.v.home == NULL && cube.extent[0] == 0);
}

static void faults_of_kernels(void)
{
    float x[4] = {0}, a = 1;
    ampc_view1 v, fixed, none = {.v = {.rank = 1}};
    ampc_view2 flat;
    ampc_kernel_text t = {
        .source = source, .name = "saxpy", .rank = 1, .count = 3, .parameters = saxpy_parameters};
    ampc_view_create(&v.v, 1, (int[]){4}, sizeof(float), x, 0);
    ampc_view_create(&fixed.v, 1, (int[]){4}, sizeof(float), x, AMPC_VIEW_CONST);
    ampc_view_create(&flat.v, 2, (int[]){2, 2}, sizeof(float), x, 0);
    ampc_kernel *kernel = ampc_kernel_create(&t);
    ampc_kernel_launch(kernel, NULL, (int[]){4}, (const void *[]){&v, &fixed, &a});
    CHECK(raised(AMPC_ERROR_RUNTIME_EXCEPTION, "'y' of kernel saxpy may be written"));
    ampc_kernel_launch(kernel, NULL, (int[]){4}, (const void *[]){&v, &flat, &a});
    CHECK(raised(AMPC_ERROR_RUNTIME_EXCEPTION,
                 "is a view of rank 1 of elements of 4 bytes, not of rank 2"));
    ampc_kernel_launch(kernel, NULL, (int[]){4}, (const void *[]){&v, &none, &a});
    CHECK(raised(AMPC_ERROR_RUNTIME_EXCEPTION, "'y', an empty array or array_view"));
    ampc_kernel_launch(kernel, NULL, (int[]){0}, (const void *[]){&v, &v, &a});
    CHECK(raised(AMPC_ERROR_INVALID_COMPUTE_DOMAIN, "extent[0] = 0 is not positive"));
    ampc_kernel_launch(kernel, ampc_accelerator_default_view(ampc_accelerator_find("emulator")),
                       (int[]){4}, (const void *[]){&v, &v, &a});
    CHECK(raised(AMPC_ERROR_UNSUPPORTED_FEATURE, "which the emulator cannot run"));
    t.count = 2;
    ampc_kernel_launch(ampc_kernel_create(&t), NULL, (int[]){4}, (const void *[]){&v, &v});
    CHECK(raised(AMPC_ERROR_RUNTIME_EXCEPTION,
                 "has 6 parameters of OpenCL's, its description comes to 5"));
    t.count = 3;
    t.name = "saxpi";
    ampc_kernel_launch(ampc_kernel_create(&t), NULL, (int[]){4}, (const void *[]){&v, &v, &a});
    CHECK(raised(AMPC_ERROR_RUNTIME_EXCEPTION, "kernel saxpi"));
    t = (ampc_kernel_text){.source = "__kernel void f(AMPC_DOMAIN(1, n))\n{\n    int x = ;\n}\n",
                           .name = "f",
                           .file = "f.cl",
                           .line = 40,
                           .rank = 1};
    ampc_kernel_launch(ampc_kernel_create(&t), NULL, (int[]){4}, NULL);
    CHECK(strstr(caught.text, "f.cl:42:") != NULL); /* the text's own lines */
    CHECK(caught.line == 40);
    CHECK(raised(AMPC_ERROR_RUNTIME_EXCEPTION, "do not build"));
    ampc_kernel_launch(NULL, NULL, (int[]){4}, NULL);
    CHECK(raised(AMPC_ERROR_RUNTIME_EXCEPTION, "without a kernel"));
    t.rank = 0;
    CHECK(!ampc_kernel_create(&t) && raised(AMPC_ERROR_RUNTIME_EXCEPTION, "rank 0"));
    t.rank = 4;
    t.tile[0] = 2;
    CHECK(!ampc_kernel_create(&t) && raised(AMPC_ERROR_RUNTIME_EXCEPTION, "with tiles, rank 4"));
    t.rank = 2;
    CHECK(!ampc_kernel_create(&t) &&
          raised(AMPC_ERROR_RUNTIME_EXCEPTION, "size of the tile in component 1"));
    CHECK(!ampc_kernel_create(&(ampc_kernel_text){.source = "", .rank = 1}));
    CHECK(raised(AMPC_ERROR_RUNTIME_EXCEPTION, "without a name"));
    ampc_view_release(&v.v);
    ampc_view_release(&fixed.v);
    ampc_view_release(&flat.v);
}

/* ---- Views, arrays, copies ---- */

static void views(void)
{
    int data[4][6];
    for (int k = 0; k < 24; k++)
        data[k / 6][k % 6] = k;
    ampc_view2 v, same, empty = {.v = {.rank = 2}};
    ampc_view1 row, flat, bytes;
    ampc_view3 cube;
    ampc_view_create(&v.v, 2, (int[]){4, 6}, sizeof(int), data, 0);
    ampc_view_row(&row.v, &v.v, 2);
    CHECK(*(int *)ampc_view_at(&row.v, (int[]){3}, AMPC_READ) == 15);
    ampc_view_share(&same.v, &v.v);
    ampc_view_release(&v.v);
    *(int *)ampc_view_at(&same.v, (int[]){2, 3}, AMPC_READ | AMPC_WRITE) += 100;
    CHECK(*(int *)ampc_view_at(&row.v, (int[]){3}, AMPC_READ) == 115);
    ampc_view_create(&flat.v, 1, (int[]){24}, sizeof(int), data, 0);
    ampc_view_shape(&cube.v, &flat.v, 3, (int[]){2, 3, 4});
    CHECK(*(int *)ampc_view_at(&cube.v, (int[]){1, 2, 3}, AMPC_READ) == 23);
    ampc_view_reinterpret(&bytes.v, &flat.v, 1, 1);
    CHECK(bytes.extent[0] == 96 && bytes.v.elem == 1);
    ampc_view_assign(&same.v, &empty.v);
    CHECK(same.v.home == NULL);
    CHECK(!ampc_view_at(&same.v, (int[]){0, 0}, AMPC_READ));
    CHECK(raised(AMPC_ERROR_RUNTIME_EXCEPTION, "an element of an empty array or array_view"));
    CHECK(!ampc_view_at(&row.v, (int[]){6}, AMPC_READ));
    CHECK(raised(AMPC_ERROR_RUNTIME_EXCEPTION,
                 "index 6 in dimension 0 of an array_view of extent 6"));
    ampc_view_row(&bytes.v, &row.v, 0);
    CHECK(raised(AMPC_ERROR_RUNTIME_EXCEPTION, "a row of a view of rank 1"));
    ampc_view_shape(&cube.v, &v.v, 3, (int[]){1, 1, 1});
    CHECK(raised(AMPC_ERROR_RUNTIME_EXCEPTION, "of a view of rank 2 instead of 1"));
    ampc_view_discard_data(&flat.v);
    ampc_view_refresh(&flat.v);
    ampc_future_get(ampc_view_synchronize_async(&flat.v));
    CHECK(ampc_view_source(&flat.v) == ampc_accelerator_default_view(ampc_accelerator_default()));
    ampc_view_release(&row.v);
    ampc_view_release(&flat.v);
    ampc_view_release(&cube.v);
    CHECK(data[2][3] == 115);
    ampc_view_create(&row.v, 1, (int[]){-1}, sizeof(int), data, 0);
    CHECK(!row.v.home && raised(AMPC_ERROR_RUNTIME_EXCEPTION, "is negative"));
}

static int later;
static void note(void *argument)
{
    later += *(int *)argument;
}

static void arrays(void)
{
    enum { N = 100 };
    int in[N], out[N] = {0}, seven = 7;
    for (int k = 0; k < N; k++)
        in[k] = k * k;
    ampc_accelerator_view *on =
        ampc_accelerator_create_view(ampc_accelerator_default(), AMPC_QUEUING_IMMEDIATE);
    ampc_view1 a, b, small, wide;
    ampc_array_create(&a.v, 1, (int[]){N}, sizeof(int), in, on);
    ampc_array_create_staging(&b.v, 1, (int[]){N}, sizeof(int), NULL, NULL, on);
    CHECK(ampc_array_accelerator_view(&a.v) == on && ampc_array_associated_view(&b.v) == on);
    ampc_copy(&a.v, &b.v);
    ampc_copy_out(&b.v, out, sizeof out);
    CHECK(memcmp(in, out, sizeof in) == 0);
    in[5] = -1;
    ampc_future f = ampc_copy_in_async(in, sizeof in, &a.v);
    ampc_future g = ampc_future_then(f, note, &seven);
    ampc_future_get(g);
    CHECK(later == 7 && ampc_future_is_ready(f) && ampc_future_valid(g));
    ampc_future_get(ampc_copy_out_async(&a.v, out, sizeof out));
    CHECK(out[5] == -1);
    ampc_copy_out(&a.v, out, 4);
    CHECK(raised(AMPC_ERROR_RUNTIME_EXCEPTION, "copy() of 400 bytes with memory of 4 bytes"));
    ampc_view_create(&small.v, 1, (int[]){N - 1}, sizeof(int), out, 0);
    ampc_copy(&a.v, &small.v);
    CHECK(raised(AMPC_ERROR_RUNTIME_EXCEPTION, "copy() of extent (100) into extent (99)"));
    ampc_view_create(&wide.v, 1, (int[]){N}, sizeof(double), NULL, 0);
    ampc_future_wait(ampc_copy_async(&a.v, &wide.v));
    CHECK(caught.count == 2); /* the copy's, and the wait for no future */
    caught.count = 0;
    ampc_view_release(&wide.v);
    ampc_view_release(&small.v);
    ampc_view_release(NULL);
    ampc_view_create(&small.v, 1, (int[]){N}, 0, out, 0);
    CHECK(!small.v.home && raised(AMPC_ERROR_RUNTIME_EXCEPTION, "elements of 0 bytes"));
    ampc_array_create(&small.v, 1, (int[]){N}, 0, NULL, NULL);
    CHECK(!small.v.home && raised(AMPC_ERROR_RUNTIME_EXCEPTION, "elements of 0 bytes"));
    ampc_view_create(&small.v, 1, (int[]){N}, sizeof(int), out, AMPC_VIEW_CONST);
    ampc_view_discard_data(&small.v);
    CHECK(raised(AMPC_ERROR_RUNTIME_EXCEPTION, "discard_data() of a view of const"));
    ampc_view_release(&small.v);
    ampc_view_release(&a.v);
    ampc_view_release(&b.v);
    ampc_accelerator_view_wait(on);
}

/* ---- OpenCL ---- */

static void interop(void)
{
    enum { N = 256 };
    float x[N], y[N], a = 2;
    for (int k = 0; k < N; k++)
        x[k] = (float)k;
    cl_device_id device = ampc_cl_device(NULL);
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof y, NULL, NULL);
    const float one = 1;
    clEnqueueFillBuffer(queue, buffer, &one, sizeof one, 0, sizeof y, 0, NULL, NULL);
    ampc_accelerator_view *on = ampc_cl_accelerator_view(queue);
    ampc_view1 vx, vy;
    ampc_view_create(&vx.v, 1, (int[]){N}, sizeof(float), x, AMPC_VIEW_CONST);
    ampc_cl_view_create(&vy.v, 1, (int[]){N}, sizeof(float), buffer, 0, on, 0);
    ampc_kernel_launch(saxpy(), on, vy.extent, (const void *[]){&vx, &vy, &a});
    ampc_cl_memory m;
    CHECK(ampc_cl_begin(&vy.v, on, AMPC_READ, &m));
    CHECK(m.buffer == buffer && m.offset == 0 && m.bytes == sizeof y);
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof y, y, 0, NULL, NULL);
    ampc_cl_end(&m);
    for (int k = 0; k < N; k++)
        CHECK(y[k] == 1 + 2 * x[k] && *(float *)ampc_view_at(&vy.v, (int[]){k}, AMPC_READ) == y[k]);
    ampc_view_release(&vx.v);
    ampc_view_release(&vy.v);
    clReleaseMemObject(buffer);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
}

int main(void)
{
    CHECK(ampc_version() == AMPC_VERSION);
    ampc_set_error_handler(handler, NULL);
    ampc_time_launches();
    if (!ampc_accelerator_default())
        return 1;
    kernels();
    faults_of_kernels();
    views();
    arrays();
    interop();
    CHECK(caught.count == 0);
    ampc_wait();
    printf("%d checks, %d failed\n", checks, failures);
    return failures || checks < 1000;
}
