/* runtime_failure.c - what is left when calls of OpenCL and of the C library fail, one after the
 * other. */
#include "tests/unit/runtime_test.h"

#include <dlfcn.h>

/* Any single failure of OpenCL is one clear error: the test stands between the library and OpenCL,
 * lets the Nth call fail, and sees that nothing but the operation that met the failure is lost. */

/* The leak checker cannot read the thread-local storage of a process that has looked functions up
 * like this. */
const char *__lsan_default_options(void);
const char *__lsan_default_options(void)
{
    return "use_tls=0";
}

static int calls_left = -1; /* the call that fails when this reaches 0; -1: none */
static const char *failed_call;

static bool fails(const char *name)
{
    if (calls_left < 0 || --calls_left >= 0)
        return false;
    failed_call = name;
    return true;
}

/* OpenCL's own function of the same name. */
#define REAL(name) ((__typeof__(&name))(uintptr_t)dlsym(RTLD_NEXT, #name))

/* A function that returns a status, and one that returns an object and stores the status through
 * its last parameter. */
#define FAILING_STATUS(name, parameters, arguments)                                                \
    cl_int name parameters                                                                         \
    {                                                                                              \
        return fails(#name) ? CL_OUT_OF_RESOURCES : REAL(name) arguments;                          \
    }
#define FAILING_OBJECT(type, name, parameters, arguments)                                          \
    type name parameters                                                                           \
    {                                                                                              \
        if (fails(#name)) {                                                                        \
            *status = CL_OUT_OF_RESOURCES;                                                         \
            return NULL;                                                                           \
        }                                                                                          \
        return REAL(name) arguments;                                                               \
    }

FAILING_OBJECT(cl_context, clCreateContext,
               (const cl_context_properties *p, cl_uint n, const cl_device_id *d,
                void(CL_CALLBACK *f)(const char *, const void *, size_t, void *), void *u,
                cl_int *status),
               (p, n, d, f, u, status))
FAILING_OBJECT(cl_command_queue, clCreateCommandQueue,
               (cl_context c, cl_device_id d, cl_command_queue_properties p, cl_int *status),
               (c, d, p, status))
FAILING_OBJECT(cl_mem, clCreateBuffer,
               (cl_context c, cl_mem_flags f, size_t n, void *p, cl_int *status),
               (c, f, n, p, status))
FAILING_OBJECT(cl_program, clCreateProgramWithSource,
               (cl_context c, cl_uint n, const char **s, const size_t *l, cl_int *status),
               (c, n, s, l, status))
FAILING_OBJECT(cl_kernel, clCreateKernel, (cl_program p, const char *n, cl_int *status),
               (p, n, status))
FAILING_OBJECT(void *, clEnqueueMapBuffer,
               (cl_command_queue q, cl_mem m, cl_bool b, cl_map_flags f, size_t o, size_t s,
                cl_uint n, const cl_event *w, cl_event *e, cl_int *status),
               (q, m, b, f, o, s, n, w, e, status))
FAILING_STATUS(clBuildProgram,
               (cl_program p, cl_uint n, const cl_device_id *d, const char *o,
                void(CL_CALLBACK *f)(cl_program, void *), void *u),
               (p, n, d, o, f, u))
FAILING_STATUS(clGetKernelWorkGroupInfo,
               (cl_kernel k, cl_device_id d, cl_kernel_work_group_info i, size_t n, void *v,
                size_t *r),
               (k, d, i, n, v, r))
FAILING_STATUS(clSetKernelArg, (cl_kernel k, cl_uint i, size_t n, const void *p), (k, i, n, p))
FAILING_STATUS(clEnqueueNDRangeKernel,
               (cl_command_queue q, cl_kernel k, cl_uint d, const size_t *o, const size_t *g,
                const size_t *l, cl_uint n, const cl_event *w, cl_event *e),
               (q, k, d, o, g, l, n, w, e))
FAILING_STATUS(clEnqueueReadBuffer,
               (cl_command_queue q, cl_mem m, cl_bool b, size_t o, size_t s, void *p, cl_uint n,
                const cl_event *w, cl_event *e),
               (q, m, b, o, s, p, n, w, e))
FAILING_STATUS(clEnqueueWriteBuffer,
               (cl_command_queue q, cl_mem m, cl_bool b, size_t o, size_t s, const void *p,
                cl_uint n, const cl_event *w, cl_event *e),
               (q, m, b, o, s, p, n, w, e))
FAILING_STATUS(clEnqueueFillBuffer,
               (cl_command_queue q, cl_mem m, const void *p, size_t z, size_t o, size_t s,
                cl_uint n, const cl_event *w, cl_event *e),
               (q, m, p, z, o, s, n, w, e))
FAILING_STATUS(clEnqueueUnmapMemObject,
               (cl_command_queue q, cl_mem m, void *p, cl_uint n, const cl_event *w, cl_event *e),
               (q, m, p, n, w, e))

cl_int clFinish(cl_command_queue q)
{
    cl_int status = REAL(clFinish)(q);
    return fails("clFinish") ? CL_OUT_OF_RESOURCES : status;
}

/* ---- One program, which notes what went wrong where ---- */

enum { N = 300 };
static int data[N], model[N], out[N];

/* True if an error was raised since the last call. */
static bool erred(void)
{
    int count = caught.count;
    caught.count = 0;
    ck_assert_int_le(count, 1);
    return count != 0;
}

static bool step_add(ampc_view1 v, int first, int by)
{
    launch_add(v, by);
    if (erred())
        return false;
    for (int k = 0; k < v.extent[0]; k++)
        model[first + k] += by;
    return true;
}

static int errors;

static void step_read(ampc_view1 v, int first)
{
    for (int k = 0; k < v.extent[0]; k += 99) {
        int value = get(v, k);
        if (erred())
            errors++;
        else
            ck_assert_int_eq(value, model[first + k]);
    }
}

/* Returns false if the end of a view met the failure, so that the host's memory is not to be looked
 * at. */
static bool program(void)
{
    ampc_view1 v = view1(200, data), low = {{0}, {0}, {0}}, high = low, own = low;
    errors += !step_add(v, 0, 1);
    errors += !step_add(v, 0, 10);
    step_read(v, 0);
    put(v, 0, 7);
    if (erred()) {
        errors++;
        calls_left = -1;
        ampc__release1(&v);
        return false;
    }
    model[0] = 7;
    errors += !step_add(v, 0, 100);
    high = view1(200, data + 100);
    errors += erred();
    if (high.v.home) {
        errors += !step_add(high, 100, 1000);
        step_read(high, 100);
    }
    low = const_view1(200, data);
    errors += erred();
    own = view1(200, out);
    errors += erred();
    if (low.v.home && own.v.home) {
        ampc__view_discard_data(&own.v, "t", 1);
        launch_copy(low, own);
        bool failed = erred();
        errors += failed;
        if (!failed)
            step_read(own, 0);
    }
    int before = errors;
    ampc__release1(&own);
    errors += erred();
    ampc__release1(&low);
    errors += erred();
    ampc__release1(&v);
    errors += erred();
    ampc__release1(&high);
    errors += erred();
    ampc_wait();
    errors += erred();
    return errors == before;
}

START_TEST(one_failure_is_one_error)
{
    for (int k = 0; k < N; k++)
        data[k] = model[k] = k;
    errors = 0;
    failed_call = NULL;
    calls_left = _i;
    bool look = program();
    calls_left = -1;
    /* A buffer that cannot be filled is copied; one that goes away need not go back to the device,
     * nor be waited for. */
    bool optional = failed_call && (strcmp(failed_call, "clEnqueueFillBuffer") == 0 ||
                                    strcmp(failed_call, "clFinish") == 0 ||
                                    strcmp(failed_call, "clEnqueueUnmapMemObject") == 0);
    ck_assert_msg(errors == (failed_call ? 1 : 0) || (optional && errors == 0), "%d errors for %s",
                  errors, failed_call ? failed_call : "no failure");
    ck_assert_uint_eq(registry_count(), 0);
    if (look)
        ck_assert_int_eq(memcmp(data, model, sizeof data), 0);
    /* and everything works afterwards */
    memcpy(model, data, sizeof data);
    ampc_view1 v = view1(N, data);
    ck_assert(step_add(v, 0, 5));
    step_read(v, 0);
    ampc__release1(&v);
    ck_assert_int_eq(memcmp(data, model, sizeof data), 0);
    ck_no_error();
}
END_TEST

/* The program makes fewer calls than failures are tried: the last rounds must be without one. */
START_TEST(all_calls_are_tried)
{
    calls_left = 1000;
    program();
    ck_assert_int_gt(calls_left, 1000 - 90);
    ck_assert_int_lt(calls_left, 1000 - 30);
}
END_TEST

int main(void)
{
    load_driver();
    Suite *suite = suite_create("runtime_failure");
    TCase *shared = tcase_create("as it is"), *copying = tcase_create("with copies");
    tcase_add_checked_fixture(shared, mode_zero_copy, NULL);
    tcase_add_checked_fixture(copying, mode_copying, NULL);
    tcase_set_timeout(shared, 60);
    tcase_set_timeout(copying, 60);
    tcase_add_loop_test(shared, one_failure_is_one_error, 0, 90);
    tcase_add_loop_test(copying, one_failure_is_one_error, 0, 90);
    tcase_add_test(shared, all_calls_are_tried);
    tcase_add_test(copying, all_calls_are_tried);
    suite_add_tcase(suite, shared);
    suite_add_tcase(suite, copying);
    return run_suite(suite);
}
