/* The steps of a plain C program, without ampcc: kernels from text, views, arrays, copies, futures,
 * OpenCL calls of its own. See steps.h. */
#include <ampc_cl.h>

#include "steps.h"

enum { N = 3000 };

static const char source[] =
    "__kernel void scale(AMPC_DOMAIN(1, n), AMPC_VIEW(1, in), AMPC_VIEW(1, out), int by)\n"
    "{\n"
    "    int i = get_global_id(0);\n"
    "    if (i < n.c[0])\n"
    "        AMPC_AT1(int, out, i) = by * AMPC_AT1(const int, in, i) + 1;\n"
    "}\n"
    "__kernel __attribute__((reqd_work_group_size(4, 2, 1)))\n"
    "void turn(AMPC_VIEW(2, v), __constant int *add)\n"
    "{\n"
    "    __local int tile[2][4];\n"
    "    int i = get_global_id(1), j = get_global_id(0), r = get_local_id(1), c = "
    "get_local_id(0);\n"
    "    tile[r][c] = AMPC_AT2(int, v, i, j);\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    AMPC_AT2(int, v, i, j) = tile[1 - r][3 - c] + add[c];\n"
    "}\n";

/* A kernel that could not be created is none, which a launch would say once more. */
static ampc_kernel *scale(void)
{
    static const ampc_parameter parameters[] = {{"in", AMPC_PARAMETER_CONST_VIEW, sizeof(int), 1},
                                                {"out", AMPC_PARAMETER_VIEW, sizeof(int), 1},
                                                {"by", AMPC_PARAMETER_VALUE, sizeof(int), 0}};
    return ampc_kernel_create(&(ampc_kernel_text){.source = source,
                                                  .name = "scale",
                                                  .file = "plain.cl",
                                                  .line = 1,
                                                  .rank = 1,
                                                  .count = 3,
                                                  .parameters = parameters});
}

static void scaled(ampc_accelerator_view *on, ampc_view1 *in, ampc_view1 *out, int by)
{
    ampc_kernel *kernel = errors ? NULL : scale();
    if (kernel)
        ampc_kernel_launch(kernel, on, ampc_view_extent(&out->v), (const void *[]){in, out, &by});
}

/* An element of the view, -1 if it cannot be had. */
static int element(const ampc_view1 *v, int i)
{
    const int *p = errors ? NULL : ampc_view_at(&v->v, &i, AMPC_READ);
    return p ? *p : -1;
}

static int step_launch(void)
{
    static int in[N], out[N];
    ampc_view1 a = {.v = {.rank = 1}}, b = a;
    ints_fill(in, N);
    ampc_view_create(&a.v, 1, (int[]){N}, sizeof(int), in, AMPC_VIEW_CONST);
    if (!errors)
        ampc_view_create(&b.v, 1, (int[]){N}, sizeof(int), out, 0);
    if (!errors)
        ampc_view_discard_data(&b.v);
    scaled(NULL, &a, &b, 3);
    int seen = element(&b, 7);
    ampc_view_release(&b.v);
    ampc_view_release(&a.v);
    if (!ints_are(in, N, 0, 1)) /* what is only read stays whatever happens */
        exit(3);
    return seen == 22 && ints_are(out, N, 1, 3);
}

static int step_tiles(void)
{
    static const ampc_parameter parameters[] = {{"v", AMPC_PARAMETER_VIEW, sizeof(int), 2},
                                                {"add", AMPC_PARAMETER_TABLE, 4 * sizeof(int), 0}};
    int data[4][8], add[4] = {100, 200, 300, 400}, right = 1;
    ampc_view2 v = {.v = {.rank = 2}};
    ints_fill(data[0], 32);
    ampc_kernel *turn = ampc_kernel_create(&(ampc_kernel_text){.source = source,
                                                               .name = "turn",
                                                               .file = "plain.cl",
                                                               .line = 7,
                                                               .rank = 2,
                                                               .tile = {2, 4},
                                                               .count = 2,
                                                               .parameters = parameters});
    if (!errors)
        ampc_view_create(&v.v, 2, (int[]){4, 8}, sizeof(int), data, 0);
    if (!errors)
        ampc_kernel_launch(turn, NULL, ampc_view_extent(&v.v), (const void *[]){&v, add});
    ampc_view_release(&v.v);
    for (int k = 0; k < 32; k++) {
        int i = k / 8, j = k % 8, from = (i / 2 * 2 + 1 - i % 2) * 8 + j / 4 * 4 + 3 - j % 4;
        right = right && data[i][j] == from + add[j % 4];
    }
    return right;
}

static void next(void *user)
{
    __atomic_fetch_add((int *)user, 1, __ATOMIC_SEQ_CST);
}

static void finished(ampc_future f)
{
    if (ampc_future_valid(f))
        ampc_future_wait(f);
}

static int step_futures(void)
{
    enum { M = 200 };
    int data[M], back[M] = {0}, later = 0;
    ampc_view1 a = {.v = {.rank = 1}}, b = a;
    ampc_future in = {0}, then = {0}, out = {0};
    ints_fill(data, M);
    ampc_array_create(&a.v, 1, (int[]){M}, sizeof(int), NULL, NULL);
    if (!errors)
        ampc_array_create(&b.v, 1, (int[]){M}, sizeof(int), NULL, NULL);
    if (!errors)
        in = ampc_copy_in_async(data, sizeof data, &a.v);
    if (!errors)
        then = ampc_future_then(in, next, &later);
    if (!errors)
        ampc_future_get(then);
    scaled(NULL, &a, &b, 5);
    if (!errors)
        out = ampc_copy_out_async(&b.v, back, sizeof back);
    if (!errors)
        ampc_future_get(out);
    finished(in); /* the data are this function's, whatever failed */
    finished(then);
    finished(out);
    ampc_view_release(&a.v);
    ampc_view_release(&b.v);
    return later == 1 && ints_are(back, M, 1, 5);
}

static int step_parts(void)
{
    static int data[6][10];
    ampc_view2 v = {.v = {.rank = 2}}, part = v;
    ampc_view1 row = {.v = {.rank = 1}}, one = row;
    ints_fill(data[0], 60);
    ampc_view_create(&v.v, 2, (int[]){6, 10}, sizeof(int), data, 0);
    if (!errors)
        ampc_view_section(&part.v, &v.v, (int[]){1, 2}, (int[]){4, 8});
    if (!errors)
        ampc_view_row(&row.v, &part.v, 1);
    if (!errors)
        ampc_view_share(&one.v, &row.v);
    scaled(NULL, &row, &row, 2);
    int seen = element(&one, 3);
    ampc_view_release(&v.v);
    ampc_view_release(&part.v);
    ampc_view_release(&row.v);
    ampc_view_release(&one.v);
    return seen == 51 && ints_are(data[0], 22, 0, 1) && ints_are(data[2] + 2, 8, 45, 2) &&
           ints_are(data[3], 30, 30, 1);
}

/* A queue and a buffer of the program's own; it does not use what it could not create. */
static int step_own(void)
{
    enum { M = 256 };
    static int data[M];
    const int one = 1;
    int got = 0;
    cl_int status = CL_SUCCESS;
    ampc_view1 a = {.v = {.rank = 1}}, b = a;
    ampc_cl_memory memory;
    cl_device_id device = ampc_cl_device(NULL);
    cl_context context = device ? clCreateContext(NULL, 1, &device, NULL, NULL, &status) : NULL;
    cl_command_queue queue = context ? clCreateCommandQueue(context, device, 0, &status) : NULL;
    cl_mem buffer =
        queue ? clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof data, NULL, &status) : NULL;
    if (buffer)
        status =
            clEnqueueFillBuffer(queue, buffer, &one, sizeof one, 0, sizeof data, 0, NULL, NULL);
    ints_fill(data, M);
    if (buffer && status == CL_SUCCESS && !errors) {
        ampc_accelerator_view *on = ampc_cl_accelerator_view(queue);
        if (on)
            ampc_view_create(&a.v, 1, (int[]){M}, sizeof(int), data, AMPC_VIEW_CONST);
        if (on && !errors)
            ampc_cl_view_create(&b.v, 1, (int[]){M}, sizeof(int), buffer, 0, on, 0);
        if (on)
            scaled(on, &a, &b, 4);
        got = element(&b, M - 1);
        if (on && !errors && ampc_cl_begin(&b.v, on, AMPC_READ, &memory)) {
            status = clEnqueueReadBuffer(queue, memory.buffer, CL_TRUE, memory.offset, sizeof data,
                                         data, 0, NULL, NULL);
            ampc_cl_end(&memory);
        }
    }
    ampc_view_release(&a.v);
    ampc_view_release(&b.v);
    if (buffer)
        clReleaseMemObject(buffer);
    if (queue)
        clReleaseCommandQueue(queue);
    if (context)
        clReleaseContext(context);
    if (status != CL_SUCCESS) /* the program's own call failed, which only it knows */
        note(AMPC_ERROR_RUNTIME_EXCEPTION, "a call of the program's own", NULL, 0, NULL);
    return got == 4 * (M - 1) + 1 && ints_are(data, M, 1, 4);
}

static const struct step steps[] = {{"launch", step_launch},
                                    {"tiles", step_tiles},
                                    {"futures", step_futures},
                                    {"parts", step_parts},
                                    {"own", step_own}};

int main(void)
{
    return steps_run(steps, sizeof steps / sizeof steps[0]);
}
