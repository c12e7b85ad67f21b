/* roof.c - what a device reaches: bytes a second that a kernel copies, and floating-point
 * operations a second of multiply-adds in registers; for the roofs of AMPC_REPORT.
 *
 * Measured when an accelerator is opened, with a queue of its own, and kept in the cache for the
 * device and its driver.
 * Example: {.copy = 4.1e12, .single = 5.9e13}. It relies on an open accelerator. */
#include "runtime/profile.h"

#include "runtime/cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A work-item of copy moves 16 bytes; one of the others does ROUNDS * 8 multiply-adds of vectors
 * of 16, in 8 sums that do not wait for each other. */
#define ROUNDS 128
#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
static const char source[] =
    "__kernel void copy(__global float4 *to, __global const float4 *from)\n"
    "{ to[get_global_id(0)] = from[get_global_id(0)]; }\n"
    "#pragma OPENCL FP_CONTRACT ON\n"
    "#define ADD(v) v = v * m + n;\n"
    "#define WORK(name, T, V) \\\n"
    "__kernel void name(__global T *to, T x) { \\\n"
    "    V a = (V)(x), b = a + 1, c = a + 2, d = a + 3, e = a + 4, f = a + 5, g = a + 6, \\\n"
    "      h = a + 7, m = a * (T)0.5, n = a + (T)get_local_id(0); \\\n"
    "    for (int k = 0; k < " TEXT(
        ROUNDS) "; k++) { \\\n"
                "        ADD(a) ADD(b) ADD(c) ADD(d) ADD(e) ADD(f) ADD(g) ADD(h) } \\\n"
                "    a += b + c + d + e + f + g + h; \\\n"
                "    to[get_global_id(0)] = a.s0 + a.s1 + a.s2 + a.s3 + a.s4 + a.s5 + a.s6 + a.s7 "
                "+ \\\n"
                "        a.s8 + a.s9 + a.sa + a.sb + a.sc + a.sd + a.se + a.sf; }\n"
                "WORK(single, float, float16)\n"
                "#ifdef HAS_DOUBLE\n"
                "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
                "WORK(twice, double, double16)\n"
                "#endif\n";
enum { RUNS = 12, OPERATIONS = ROUNDS * 8 * 16 * 2, COPY_BYTES = 2 * 16 };

/* What is measured with. */
struct bench {
    const struct ampc_accelerator *a;
    cl_command_queue queue;
    cl_program program;
    cl_mem to, from;
    size_t items; /* elements of 16 bytes in each buffer */
};

static double event_seconds(cl_event event)
{
    cl_ulong start = 0, end = 0;
    bool ok = clWaitForEvents(1, &event) == CL_SUCCESS &&
              clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start,
                                      NULL) == CL_SUCCESS &&
              clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL) ==
                  CL_SUCCESS;
    clReleaseEvent(event);
    return ok && end > start ? (double)(end - start) * 1e-9 : 0;
}

/* Seconds of one run over 'items' work-items; 0: it failed. */
static double run_once(const struct bench *b, cl_kernel kernel, size_t items)
{
    const size_t group = 64;
    cl_event event;
    cl_int status =
        clEnqueueNDRangeKernel(b->queue, kernel, 1, NULL, &items, &group, 0, NULL, &event);
    return status == CL_SUCCESS ? event_seconds(event) : 0;
}

/* Work-items a second, the best of some runs, of so many work-items that a run takes some time, up
 * to 'most'; 0: it failed. */
static double items_a_second(const struct bench *b, cl_kernel kernel, size_t items, size_t most)
{
    const double enough = 0.01;
    double seconds = run_once(b, kernel, items), best = 0;
    while (seconds > 0 && seconds < enough && items * 2 <= most)
        seconds = run_once(b, kernel, items *= 2);
    for (int k = 0; k < RUNS && seconds > 0; k++) {
        best = (double)items / seconds > best ? (double)items / seconds : best;
        seconds = run_once(b, kernel, items);
    }
    return best;
}

static double measure_kernel(const struct bench *b, const char *name)
{
    const float x = 0.25F;
    const double y = 0.25;
    bool copies = strcmp(name, "copy") == 0, single = strcmp(name, "single") == 0;
    cl_int status;
    cl_kernel kernel = clCreateKernel(b->program, name, &status);
    if (status != CL_SUCCESS)
        return 0;
    bool ok = clSetKernelArg(kernel, 0, sizeof b->to, &b->to) == CL_SUCCESS;
    if (copies)
        ok = ok && clSetKernelArg(kernel, 1, sizeof b->from, &b->from) == CL_SUCCESS;
    else
        ok = ok && clSetKernelArg(kernel, 1, single ? sizeof x : sizeof y,
                                  single ? (const void *)&x : (const void *)&y) == CL_SUCCESS;
    double rate = ok ? items_a_second(b, kernel, copies ? b->items : 4096, b->items) : 0;
    clReleaseKernel(kernel);
    return rate * (copies ? COPY_BYTES : OPERATIONS);
}

static bool bench_open(struct bench *b)
{
    const struct ampc_accelerator *a = b->a;
    const char *text = source;
    size_t bytes = a->type & CL_DEVICE_TYPE_GPU ? (size_t)256 << 20 : (size_t)64 << 20;
    cl_int status;
    while (bytes > a->max_buffer_bytes || bytes > a->memory_bytes / 8)
        bytes /= 2;
    b->items = bytes / 16;
    b->queue = clCreateCommandQueue(a->context, a->device, CL_QUEUE_PROFILING_ENABLE, &status);
    if (status == CL_SUCCESS)
        b->to = clCreateBuffer(a->context, CL_MEM_READ_WRITE, bytes, NULL, &status);
    if (status == CL_SUCCESS)
        b->from = clCreateBuffer(a->context, CL_MEM_READ_WRITE, bytes, NULL, &status);
    if (status == CL_SUCCESS) /* so that it has pages, and of numbers that are no trouble */
        status = clEnqueueFillBuffer(b->queue, b->from, &(cl_int){0}, sizeof(cl_int), 0, bytes, 0,
                                     NULL, NULL);
    if (status == CL_SUCCESS)
        b->program = clCreateProgramWithSource(a->context, 1, &text, NULL, &status);
    return status == CL_SUCCESS &&
           clBuildProgram(b->program, 1, &a->device,
                          a->has_double ? "-cl-std=CL1.2 -w -cl-mad-enable -DHAS_DOUBLE"
                                        : "-cl-std=CL1.2 -w -cl-mad-enable",
                          NULL, NULL) == CL_SUCCESS;
}

static void bench_close(const struct bench *b)
{
    if (b->program)
        clReleaseProgram(b->program);
    if (b->from)
        clReleaseMemObject(b->from);
    if (b->to)
        clReleaseMemObject(b->to);
    if (b->queue)
        clReleaseCommandQueue(b->queue);
}

/* Under which the results are kept: the device, its driver, what is measured. */
static char *roof_key(const struct ampc_accelerator *a)
{
    char driver[256] = "", *key = NULL;
    clGetDeviceInfo(a->device, CL_DRIVER_VERSION, sizeof driver - 1, driver, NULL);
    if (asprintf(&key, "roof\n%s\n%s\n%u\n%s", a->description, driver, (unsigned)a->compute_units,
                 source) < 0)
        return NULL;
    return key;
}

/* What was measured in this process; the list is only added to, under accelerator.c's lock. */
struct known {
    struct known *next;
    const struct ampc_accelerator *a;
    struct roof roof;
};
static struct known *all;

static void measure(const struct ampc_accelerator *a, struct roof *r)
{
    struct bench b = {.a = a};
    char *key = roof_key(a);
    size_t bytes = 0;
    void *kept = key ? cache_read((struct cache_bytes){key, strlen(key)}, &bytes) : NULL;
    if (kept && bytes == sizeof *r) {
        memcpy(r, kept, sizeof *r);
    } else if (key && bench_open(&b)) {
        trace_print("measuring what %s reaches", a->name);
        r->copy = measure_kernel(&b, "copy");
        r->single = measure_kernel(&b, "single");
        r->twice = a->has_double ? measure_kernel(&b, "twice") : 0;
        if (r->copy > 0)
            cache_write((struct cache_bytes){key, strlen(key)}, (struct cache_bytes){r, sizeof *r});
    }
    bench_close(&b);
    free(kept);
    free(key);
}

void roof_measure(const struct ampc_accelerator *a)
{
    struct known *k = a->emulated ? NULL : calloc(1, sizeof *k);
    double start = profile_now();
    if (!k)
        return;
    k->a = a;
    measure(a, &k->roof);
    k->next = all;
    __atomic_store_n(&all, k, __ATOMIC_RELEASE);
    profile_add(&(struct profile_span){.kind = PROFILE_BUILD,
                                       .what = "what the device reaches was measured",
                                       .accelerator = a},
                start);
}

struct roof roof_of(const struct ampc_accelerator *a)
{
    for (const struct known *k = __atomic_load_n(&all, __ATOMIC_ACQUIRE); k; k = k->next)
        if (k->a == a)
            return k->roof;
    return (struct roof){0, 0, 0};
}
