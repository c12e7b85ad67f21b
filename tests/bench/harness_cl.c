/* harness_cl.c - the bench's OpenCL by hand: kernels from NAME.cl on ampc's own queue and on the
 * very memory of its views, so that only what the kernels are differs. Relies on ampc_cl.h.
 * Example:
 *
 *     hand_launch(b, "naive", grid2(b, n, n), "vvvi", &a, &b, &c, n);
 *
 * The text is built as ampc builds its own, contracted where its own is; for the expert's kernels
 * with contraction, and with EXPERT defined. */
#include "harness_internal.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void cl_check(cl_int code, const char *what)
{
    if (code != CL_SUCCESS)
        variant_failed("%s: OpenCL error %d", what, code);
}

/* ---- Programs ---- */

/* The text of NAME.cl, allocated. */
static char *text_read(const char *program)
{
    const char *folder = getenv("BENCH_DIR");
    char path[1000];
    snprintf(path, sizeof path, "%s/%s.cl", folder && *folder ? folder : "tests/bench", program);
    FILE *in = fopen(path, "rb");
    if (!in)
        fatal("%s is missing; BENCH_DIR names its folder", path);
    size_t most = 1 << 20;
    char *text = malloc(most);
    size_t bytes = text ? fread(text, 1, most - 1, in) : 0;
    if (!bytes)
        fatal("%s cannot be read", path);
    text[bytes] = 0;
    fclose(in);
    return text;
}

static cl_program program_build(struct bench_state *s, int expert, int gpu)
{
    cl_device_id device = ampc_cl_device(0);
    cl_device_fp_config config = 0;
    clGetDeviceInfo(device, CL_DEVICE_SINGLE_FP_CONFIG, sizeof config, &config, 0);
    int exact = !expert && (config & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT);
    int contract = expert || (bench_contract && !ampc_accelerator_is_cpu(0));
    char options[200];
    snprintf(options, sizeof options, "-cl-std=CL1.2 -w%s%s%s",
             exact ? " -cl-fp32-correctly-rounded-divide-sqrt" : "", expert ? " -DEXPERT" : "",
             expert && gpu ? " -DGPU" : "");
    char *text = text_read(s->program);
    const char *lines[] = {
        contract ? "#pragma OPENCL FP_CONTRACT ON\n" : "#pragma OPENCL FP_CONTRACT OFF\n", text};
    cl_int code;
    cl_program program = clCreateProgramWithSource(ampc_cl_context(0), 2, lines, 0, &code);
    cl_check(code, "clCreateProgramWithSource");
    if (clBuildProgram(program, 1, &device, options, 0, 0)) {
        static char log[10000];
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, 0);
        variant_failed("%s.cl does not build:\n%s", s->program, log);
    }
    free(text);
    return program;
}

static struct hand_kernel *kernel_find(struct bench *b, const char *name)
{
    struct bench_state *s = b->state;
    int expert = b->variant == HAND_EXPERT;
    for (int i = 0; i < s->kernel_count; i++)
        if (s->kernels[i].expert == expert && !strcmp(s->kernels[i].name, name))
            return &s->kernels[i];
    if (s->kernel_count == MOST_KERNELS)
        fatal("more than %d kernels", MOST_KERNELS);
    if (!s->programs[expert])
        s->programs[expert] = program_build(s, expert, b->gpu);
    struct hand_kernel *k = &s->kernels[s->kernel_count++];
    memset(k, 0, sizeof *k);
    k->name = name;
    k->expert = expert;
    cl_int code;
    k->kernel = clCreateKernel(s->programs[expert], name, &code);
    cl_check(code, name);
    return k;
}

void hand_close(struct bench_state *s)
{
    for (int i = 0; i < s->kernel_count; i++)
        clReleaseKernel(s->kernels[i].kernel);
    for (int i = 0; i < 2; i++)
        if (s->programs[i])
            clReleaseProgram(s->programs[i]);
}

/* ---- Turns ---- */

void hand_begin(struct bench_state *s)
{
    for (int i = 0; i < s->view_count; i++) {
        struct known *k = &s->views[i];
        if (!ampc_cl_begin(k->view, 0, k->access, &k->memory))
            fatal("a view's memory cannot be had");
        k->buffer = k->memory.buffer;
        if (!k->memory.offset)
            continue;
        cl_buffer_region part = {k->memory.offset, k->memory.bytes};
        cl_int code;
        k->buffer = clCreateSubBuffer(k->buffer, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION,
                                      &part, &code);
        cl_check(code, "clCreateSubBuffer");
    }
    hand_wait();
    /* Buffers may have changed, and an address may be a new buffer's. */
    for (int i = 0; i < s->kernel_count; i++)
        memset(s->kernels[i].set, 0, sizeof s->kernels[i].set);
}

void hand_end(struct bench_state *s)
{
    for (int i = 0; i < s->view_count; i++) {
        struct known *k = &s->views[i];
        if (k->memory.offset)
            clReleaseMemObject(k->buffer);
        ampc_cl_end(&k->memory);
    }
}

void hand_wait(void)
{
    cl_check(clFinish(ampc_cl_queue(0)), "clFinish");
}

/* Sets an argument if it has changed, as programs do. */
static void argument_set(struct hand_kernel *k, unsigned at, const void *value, size_t size)
{
    if (k->set[at].size == size && !memcmp(k->set[at].bytes, value, size))
        return;
    cl_check(clSetKernelArg(k->kernel, at, size, value), k->name);
    k->set[at].size = size;
    memcpy(k->set[at].bytes, value, size);
}

/* Sets the arguments that have changed. */
static void arguments_set(struct bench *b, struct hand_kernel *k, const char *types, va_list list)
{
    for (unsigned i = 0; types[i]; i++)
        if (types[i] == 'v') {
            cl_mem buffer = known_view(b->state, va_arg(list, const void *))->buffer;
            argument_set(k, i, &buffer, sizeof buffer);
        } else if (types[i] == 'i') {
            cl_int value = va_arg(list, int);
            argument_set(k, i, &value, sizeof value);
        } else {
            cl_float value = (cl_float)va_arg(list, double);
            argument_set(k, i, &value, sizeof value);
        }
}

static void kernel_submit(const struct hand_kernel *k, cl_command_queue queue, struct grid grid)
{
    cl_check(clEnqueueNDRangeKernel(queue, k->kernel, grid.dimensions, 0, grid.global,
                                    grid.local[0] ? grid.local : 0, 0, 0, 0),
             k->name);
}

void hand_launch(struct bench *b, const char *name, struct grid grid, const char *types, ...)
{
    struct hand_kernel *k = kernel_find(b, name);
    va_list list;
    va_start(list, types);
    arguments_set(b, k, types, list);
    va_end(list);
    kernel_submit(k, ampc_cl_queue(0), grid);
}

void hand_repeat(struct bench *b, int count, int waits, const char *name, struct grid grid,
                 const char *types, ...)
{
    struct hand_kernel *k = kernel_find(b, name);
    cl_command_queue queue = ampc_cl_queue(0);
    va_list list;
    va_start(list, types);
    arguments_set(b, k, types, list);
    va_end(list);
    for (int i = 0; i < count; i++) {
        kernel_submit(k, queue, grid);
        if (waits)
            clFinish(queue);
    }
}

/* ---- Work sizes ---- */

static size_t whole(int n, size_t group)
{
    return ((size_t)n + group - 1) / group * group;
}

struct grid groups3(int planes, int rows, int columns, int group_planes, int group_rows,
                    int group_columns)
{
    struct grid g = {3, {0}, {(size_t)group_columns, (size_t)group_rows, (size_t)group_planes}};
    g.global[0] = whole(columns, g.local[0]);
    g.global[1] = whole(rows, g.local[1]);
    g.global[2] = whole(planes, g.local[2]);
    return g;
}

struct grid groups2(int rows, int columns, int group_rows, int group_columns)
{
    struct grid g = groups3(1, rows, columns, 1, group_rows, group_columns);
    g.dimensions = 2;
    return g;
}

struct grid groups1(int n, int group)
{
    struct grid g = groups3(1, 1, n, 1, 1, group);
    g.dimensions = 1;
    return g;
}

/* On CPUs the driver chooses the groups, or they are ampc's, or rows. */
static struct grid simple(const struct bench *b, struct grid gpu, int planes, int rows, int columns)
{
    static const int sizes[GROUP_CHOICES - 1][3][3] = {{{1, 1, 256}, {1, 8, 64}, {2, 2, 64}},
                                                       {{1, 1, 64}, {1, 1, 256}, {1, 1, 256}}};
    struct grid cpu = {gpu.dimensions, {(size_t)columns, (size_t)rows, (size_t)planes}, {0}};
    if (b->gpu)
        return gpu;
    if (b->state->choice) {
        const int *size = sizes[b->state->choice - 1][gpu.dimensions - 1];
        cpu = groups3(planes, rows, columns, size[0], size[1], size[2]);
        cpu.dimensions = gpu.dimensions;
    }
    return cpu;
}

struct grid grid1(const struct bench *b, int n)
{
    return simple(b, groups1(n, 256), 1, 1, n);
}

struct grid grid2(const struct bench *b, int rows, int columns)
{
    return simple(b, groups2(rows, columns, 8, 32), 1, rows, columns);
}

struct grid grid3(const struct bench *b, int planes, int rows, int columns)
{
    return simple(b, groups3(planes, rows, columns, 2, 4, 32), planes, rows, columns);
}
