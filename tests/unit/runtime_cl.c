/* runtime_cl.c - ampc_cl.h: queues, contexts, buffers and events of the program's own. */
#include "tests/unit/runtime_test.h"

#include "runtime/ampc_cl.h"

/* OpenCL interop: what the program gives, what it is given, who waits for whom, and what is
 * refused. */

enum { N = 1000 };

static int data[N];
static cl_device_id device;
static cl_context context;
static cl_command_queue queue;

static void open_context(void)
{
    device = ampc_cl_device(NULL);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    queue = clCreateCommandQueue(context, device, 0, NULL);
    ck_assert_ptr_nonnull(queue);
    for (int k = 0; k < N; k++)
        data[k] = k;
}

static void open_zero_copy(void)
{
    mode_zero_copy();
    open_context();
}

static void open_copying(void)
{
    mode_copying();
    open_context();
}

static void close_context(void)
{
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
}

static cl_mem buffer_of(cl_mem_flags flags)
{
    return clCreateBuffer(context, flags | CL_MEM_COPY_HOST_PTR, sizeof data, data, NULL);
}

static void fill(cl_command_queue on, const ampc_cl_memory *m, int value)
{
    ck_assert_int_eq(clEnqueueFillBuffer(on, m->buffer, &value, sizeof value, m->offset, m->bytes,
                                         0, NULL, NULL),
                     CL_SUCCESS);
}

static ampc_view1 import1(cl_mem buffer, int first, int n, ampc_accelerator_view *on,
                          unsigned flags)
{
    ampc_view1 v;
    ampc_cl_view_create(&v.v, 1, &n, sizeof(int), buffer, (size_t)first * sizeof(int), on, flags);
    return v;
}

/* ---- Queues and contexts ---- */

START_TEST(queues_make_views)
{
    ampc_accelerator_view *on = ampc_cl_accelerator_view(queue);
    ampc_accelerator *a = ampc_accelerator_view_accelerator(on);
    cl_command_queue another = clCreateCommandQueue(context, device, 0, NULL);
    ampc_accelerator_view *other = ampc_cl_accelerator_view(another);
    ck_assert_ptr_ne(on, other);
    ck_assert_ptr_eq(ampc_accelerator_view_accelerator(other), a);
    ck_assert_ptr_ne(a, ampc_accelerator_default());
    ck_assert_int_eq(ampc_accelerator_number(a), -1);
    ck_assert_str_eq(ampc_accelerator_path(a), "");
    ck_assert_ptr_eq(ampc_accelerator_at(-1), NULL);
    ck_assert_ptr_eq(ampc_cl_queue(on), queue);
    ck_assert_ptr_eq(ampc_cl_context(on), context);
    ck_assert_ptr_eq(ampc_cl_device(on), device);
    ck_assert_ptr_ne(ampc_cl_context(NULL), context);
    ck_assert_ptr_eq(ampc_cl_accelerator(device), ampc_accelerator_default());
    ck_assert_ptr_null(ampc_cl_accelerator(NULL));
    clReleaseCommandQueue(another);
    /* the library keeps it alive */
    ampc_view1 v = view1(N, data);
    launch_add_on(other, v, 1);
    launch_add_on(on, v, 1);
    ck_assert_int_eq(get(v, 7), 9);
    ampc__release1(&v);
    ck_no_error();
}
END_TEST

START_TEST(a_queue_of_the_librarys_context)
{
    cl_command_queue own = clCreateCommandQueue(ampc_cl_context(NULL), device, 0, NULL);
    ampc_accelerator_view *on = ampc_cl_accelerator_view(own);
    ck_assert_ptr_eq(ampc_accelerator_view_accelerator(on), ampc_accelerator_default());
    ampc_accelerator_view *first = ampc_accelerator_default_view(ampc_accelerator_default());
    ck_assert_ptr_eq(ampc_cl_accelerator_view(ampc_cl_queue(first)), first);
    clReleaseCommandQueue(own);
    ck_no_error();
}
END_TEST

START_TEST(unfit_queues_are_refused)
{
    ck_assert_ptr_null(ampc_cl_accelerator_view(NULL));
    ck_error(AMPC_ERROR_RUNTIME_EXCEPTION, "is made of an OpenCL command queue");
    cl_int status;
    cl_command_queue wild =
        clCreateCommandQueue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &status);
    if (status == CL_SUCCESS) {
        ck_assert_ptr_null(ampc_cl_accelerator_view(wild));
        ck_error(AMPC_ERROR_UNSUPPORTED_FEATURE, "out-of-order");
        clReleaseCommandQueue(wild);
    }
    ck_no_error();
}
END_TEST

/* What the program submits itself is waited for too. */
START_TEST(waits_include_the_programs_commands)
{
    static char big[1 << 22];
    ampc_accelerator_view *on = ampc_cl_accelerator_view(queue);
    cl_event event;
    cl_int status = CL_QUEUED;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof big, NULL, NULL);
    for (int round = 0; round < 3; round++) {
        clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, sizeof big, big, 0, NULL, &event);
        if (round == 0)
            ampc_accelerator_view_wait(on);
        else if (round == 1)
            ampc_future_wait(ampc_accelerator_view_create_marker(on));
        else
            ampc_wait();
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
        ck_assert_int_eq(status, CL_COMPLETE);
        clReleaseEvent(event);
    }
    clReleaseMemObject(buffer);
    ck_no_error();
}
END_TEST

static void note(void *argument)
{
    __atomic_store_n((int *)argument, 1, __ATOMIC_RELEASE);
}

START_TEST(events_make_futures)
{
    static int called;
    cl_event good = clCreateUserEvent(context, NULL);
    ampc_future f = ampc_cl_future(good);
    ampc_future after = ampc_future_then(f, note, &called);
    ck_assert_int_eq(ampc_future_is_ready(f), 0);
    clSetUserEventStatus(good, CL_COMPLETE);
    ampc_future_get(after);
    ck_assert_int_eq(__atomic_load_n(&called, __ATOMIC_ACQUIRE), 1);
    ck_no_error();
    clReleaseEvent(good);
    ck_assert_int_eq(ampc_future_valid(ampc_cl_future(NULL)), 0);
    ck_error(AMPC_ERROR_RUNTIME_EXCEPTION, "there is none");
}
END_TEST

/* ---- Accesses ---- */

START_TEST(accesses_read_and_write)
{
    ampc_cl_memory m;
    int seen[N];
    ampc_view1 v = view1(N, data), part = part1(v, 10, 20);
    ampc_accelerator_view *on = _i ? ampc_cl_accelerator_view(queue)
                                   : ampc_accelerator_default_view(ampc_accelerator_default());
    launch_add(v, 1); /* on the default view: the access on the other one waits for it */
    ck_assert_int_eq(ampc_cl_begin(&v.v, on, AMPC_READ, &m), 1);
    ck_assert_uint_eq(m.bytes, sizeof data);
    clEnqueueReadBuffer(ampc_cl_queue(on), m.buffer, CL_TRUE, m.offset, m.bytes, seen, 0, NULL,
                        NULL);
    ampc_cl_end(&m);
    ck_assert_ptr_null(m.buffer);
    ck_assert_ptr_null(m.access);
    ampc_cl_end(&m);
    for (int k = 0; k < N; k++)
        ck_assert_int_eq(seen[k], k + 1);
    ck_assert_int_eq(ampc_cl_begin(&part.v, on, AMPC_WRITE, &m), 1);
    ck_assert_uint_eq(m.bytes, 80);
    fill(ampc_cl_queue(on), &m, -5);
    ampc_cl_end(&m);
    launch_add(v, 1);
    for (int k = 0; k < N; k++)
        ck_assert_int_eq(get(v, k), k >= 10 && k < 30 ? -4 : k + 2);
    ampc__release1(&part);
    ampc__release1(&v);
    ck_assert_uint_eq(registry_count(), 0);
    ck_no_error();
}
END_TEST

START_TEST(write_only_brings_nothing)
{
    ampc_cl_memory m;
    ampc_view1 v = view1(N, data);
    ampc_cl_begin(&v.v, NULL, AMPC_WRITE, &m);
    fill(ampc_cl_queue(NULL), &m, 4);
    ampc_cl_end(&m);
    ck_assert_uint_eq(counters_now().uploads, 0);
    ck_assert_int_eq(get(v, N - 1), 4);
    ck_assert_uint_eq(counters_now().download_bytes, sizeof data);
    ampc_cl_begin(&v.v, NULL, AMPC_READ, &m);
    ampc_cl_end(&m);
    ck_assert_int_eq(get(v, 0), 4);
    ck_assert_uint_eq(counters_now().uploads, 0);
    ck_assert_uint_eq(counters_now().downloads, 1);
    ampc__release1(&v);
    ck_no_error();
}
END_TEST

/* While the program's commands are on their way nobody else may touch what they write. */
START_TEST(conflicts_are_refused)
{
    ampc_cl_memory m, more;
    ampc_view1 v = view1(N, data), part = part1(v, 0, 100), rest = part1(v, 500, 100);
    ampc_accelerator_view *on = ampc_cl_accelerator_view(queue);
    ck_assert_int_eq(ampc_cl_begin(&part.v, on, AMPC_WRITE, &m), 1);
    get(part, 1);
    ck_error(AMPC_ERROR_RUNTIME_EXCEPTION, "the program's own OpenCL commands write");
    ampc__view_synchronize(&v.v, "t", 1);
    ck_error(AMPC_ERROR_RUNTIME_EXCEPTION, "call ampc_cl_end first");
    ampc__view_discard_data(&part.v, "t", 1);
    ck_error(AMPC_ERROR_RUNTIME_EXCEPTION, "commands write");
    ampc__view_refresh(&part.v, "t", 1);
    ck_error(AMPC_ERROR_RUNTIME_EXCEPTION, "commands write");
    launch_add(v, 1);
    ck_error(AMPC_ERROR_RUNTIME_EXCEPTION, "commands write");
    ck_assert_int_eq(ampc_cl_begin(&part.v, NULL, AMPC_READ, &more), 0);
    ck_error(AMPC_ERROR_RUNTIME_EXCEPTION, "commands write");
    ck_assert_ptr_null(more.access);
    ampc__copy_in(data, 0, &part.v, "t", 1);
    ck_error(AMPC_ERROR_RUNTIME_EXCEPTION, "commands write");
    /* the same queue and other elements are free */
    ck_assert_int_eq(get(rest, 0), 500);
    launch_add_on(on, v, 1);
    ck_assert_int_eq(ampc_cl_begin(&part.v, on, AMPC_READ, &more), 1);
    ampc_cl_end(&more);
    fill(queue, &m, 11);
    ampc_cl_end(&m);
    ck_assert_int_eq(get(part, 99), 11);
    ck_assert_int_eq(get(v, 100), 101);
    /* reading shares with reading */
    ck_assert_int_eq(ampc_cl_begin(&v.v, on, AMPC_READ, &m), 1);
    ck_assert_int_eq(get(v, 500), 501);
    put(v, 500, 1);
    ck_error(AMPC_ERROR_RUNTIME_EXCEPTION, "the program's own OpenCL commands read");
    ampc_cl_end(&m);
    ampc__release1(&part);
    ampc__release1(&rest);
    ampc__release1(&v);
    ck_no_error();
}
END_TEST

START_TEST(accesses_hold_what_they_use)
{
    ampc_cl_memory m;
    ampc_view1 v = view1(N, data);
    ampc_cl_begin(&v.v, NULL, AMPC_WRITE, &m);
    ampc__release1(&v);
    ampc_view1 beyond = view1(10, data + N - 5);
    ck_error(AMPC_ERROR_RUNTIME_EXCEPTION, "call ampc_cl_end first");
    ck_assert_ptr_null(beyond.v.home);
    fill(ampc_cl_queue(NULL), &m, 8);
    ampc_cl_end(&m);
    for (int k = 0; k < N; k++)
        ck_assert_int_eq(data[k], 8);
    ck_assert_uint_eq(registry_count(), 0);
    ampc_cl_end(&m);
    ck_no_error();
}
END_TEST

START_TEST(wrong_accesses_are_refused)
{
    ampc_cl_memory m;
    ampc_view1 v = const_view1(N, data), none = {.v = {.rank = 1}};
    ck_assert_int_eq(ampc_cl_begin(&v.v, NULL, AMPC_WRITE, &m), 0);
    ck_error(AMPC_ERROR_RUNTIME_EXCEPTION, "writing to a view of const");
    ck_assert_int_eq(ampc_cl_begin(&none.v, NULL, AMPC_READ, &m), 0);
    ck_error(AMPC_ERROR_RUNTIME_EXCEPTION, "empty array or array_view");
    ck_assert_ptr_null(m.buffer);
    ampc__release1(&v);
    ck_no_error();
}
END_TEST

/* ---- Buffers ---- */

static void read_all(cl_mem buffer, int seen[N])
{
    ck_assert_int_eq(
        clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, N * sizeof(int), seen, 0, NULL, NULL),
        CL_SUCCESS);
}

START_TEST(buffers_are_worked_in)
{
    int seen[N];
    cl_mem buffer = buffer_of(CL_MEM_READ_WRITE);
    ampc_accelerator_view *on = ampc_cl_accelerator_view(queue);
    ampc_view1 v = import1(buffer, 100, 200, on, 0), w = import1(buffer, 250, 100, on, 0);
    ck_assert_uint_eq(registry_count(), 1);
    ck_assert_ptr_eq(ampc__array_queue(&v.v, 0), on);
    launch_add_on(on, v, 1000);
    launch_add_on(on, w, 10000);
    ck_assert_uint_eq(counters_now().uploads + counters_now().downloads, 0);
    read_all(buffer, seen); /* the same queue: behind the kernels */
    for (int k = 0; k < N; k++)
        ck_assert_int_eq(seen[k], k + (k >= 100 && k < 300) * 1000 + (k >= 250 && k < 350) * 10000);
    ck_assert_int_eq(get(v, 0), 1100);
    ck_assert_int_eq(get(w, 0), 11250);
    put(w, 1, -1);
    put(v, 2, -2);
    ampc__release1(&v);
    ampc__release1(&w);
    ck_assert_uint_eq(registry_count(), 0);
    read_all(buffer, seen);
    ck_assert_int_eq(seen[251], -1);
    ck_assert_int_eq(seen[102], -2);
    ck_assert_int_eq(seen[103], 1103);
    clReleaseMemObject(buffer);
    ck_no_error();
}
END_TEST

START_TEST(buffers_on_other_accelerators)
{
    int seen[N];
    cl_mem buffer = buffer_of(CL_MEM_READ_WRITE);
    ampc_accelerator_view *on = ampc_cl_accelerator_view(queue);
    ampc_view1 v = import1(buffer, 0, N, on, 0);
    for (int k = 0; k < 10; k++)
        launch_add_on(k % 2 ? on : NULL, v, 1);
    ampc_view1 mine = view1(N, data); /* other memory */
    launch_copy(v, mine);
    ck_assert_int_eq(get(mine, 5), 15);
    ampc__view_synchronize(&v.v, "t", 1);
    launch_add(v, 1);
    ampc__release1(&v);
    read_all(buffer, seen);
    ck_assert_int_eq(seen[N - 1], N - 1 + 11);
    ampc__release1(&mine);
    clReleaseMemObject(buffer);
    ck_no_error();
}
END_TEST

START_TEST(parts_of_buffers_are_one_home)
{
    int seen[N];
    cl_mem buffer = buffer_of(CL_MEM_READ_WRITE);
    cl_mem part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION,
                                    &(cl_buffer_region){128 * 4, 256 * 4}, NULL);
    ampc_accelerator_view *on = ampc_cl_accelerator_view(queue);
    ck_assert_ptr_nonnull(part);
    ampc_view1 v = import1(part, 10, 20, on, 0), all = import1(buffer, 0, N, on, 0);
    ck_assert_uint_eq(registry_count(), 1);
    put(all, 138, 77);
    ck_assert_int_eq(get(v, 0), 77);
    launch_add_on(on, v, 1);
    ck_assert_int_eq(get(all, 138), 78);
    ampc_cl_memory m;
    ampc_cl_begin(&v.v, on, AMPC_READ, &m);
    ck_assert_ptr_eq(m.buffer, buffer);
    ck_assert_uint_eq(m.offset, 138 * 4);
    ampc_cl_end(&m);
    ampc__release1(&all);
    ampc__release1(&v);
    read_all(buffer, seen);
    ck_assert_int_eq(seen[138], 78);
    ck_assert_int_eq(seen[139], 140);
    clReleaseMemObject(part);
    clReleaseMemObject(buffer);
    ck_no_error();
}
END_TEST

START_TEST(views_of_const_leave_the_buffer_alone)
{
    int seen[N];
    cl_mem buffer = buffer_of(CL_MEM_READ_ONLY);
    ampc_accelerator_view *on = ampc_cl_accelerator_view(queue);
    ampc_view1 v = import1(buffer, 0, N, on, AMPC_VIEW_CONST);
    clReleaseMemObject(buffer); /* the view holds it */
    ampc_view1 mine = view1(N, data);
    launch_add(mine, 1);
    ampc__launch(&kernel_copy, on, mine.extent, (const void *[]){&v, &mine});
    for (int k = 0; k < N; k++)
        ck_assert_int_eq(get(mine, k), k);
    read_all(buffer, seen);
    ck_assert_int_eq(seen[1], 1);
    ampc__release1(&v);
    ampc__release1(&mine);
    ck_no_error();
}
END_TEST

START_TEST(unfit_buffers_are_refused)
{
    cl_mem buffer = buffer_of(CL_MEM_READ_WRITE), fixed = buffer_of(CL_MEM_READ_ONLY);
    cl_mem blind = clCreateBuffer(context, CL_MEM_WRITE_ONLY, 400, NULL, NULL);
    ampc_accelerator_view *on = ampc_cl_accelerator_view(queue);
    const struct {
        cl_mem buffer;
        int first, n;
        ampc_accelerator_view *on;
        const char *text;
    } faults[] = {{NULL, 0, 1, on, "over an OpenCL buffer: CL_INVALID_MEM_OBJECT"},
                  {buffer, 1, N, on, "at offset 4 of a buffer of 4000 bytes"},
                  {buffer, N + 1, 1, on, "at offset 4004"},
                  {buffer, 0, -1, on, "is negative"},
                  {buffer, 0, N, NULL, "another context"},
                  {fixed, 0, N, on, "CL_MEM_READ_ONLY"},
                  {blind, 0, 1, on, "CL_MEM_WRITE_ONLY"}};
    for (size_t k = 0; k < sizeof faults / sizeof *faults; k++) {
        ampc_view1 v = import1(faults[k].buffer, faults[k].first, faults[k].n, faults[k].on, 0);
        ck_assert_ptr_null(v.v.home);
        ck_assert_int_eq(v.extent[0], 0);
        ck_error(AMPC_ERROR_RUNTIME_EXCEPTION, faults[k].text);
    }
    ampc_view1 v = import1(buffer, 5, 0, on, 0);
    ck_assert_ptr_null(v.v.home);
    clReleaseMemObject(buffer);
    clReleaseMemObject(fixed);
    clReleaseMemObject(blind);
    ck_assert_uint_eq(registry_count(), 0);
    ck_no_error();
}
END_TEST

static void add_common(TCase *tests)
{
    tcase_add_test(tests, queues_make_views);
    tcase_add_test(tests, a_queue_of_the_librarys_context);
    tcase_add_test(tests, unfit_queues_are_refused);
    tcase_add_test(tests, waits_include_the_programs_commands);
    tcase_add_test(tests, events_make_futures);
    tcase_add_loop_test(tests, accesses_read_and_write, 0, 2);
    tcase_add_test(tests, conflicts_are_refused);
    tcase_add_test(tests, accesses_hold_what_they_use);
    tcase_add_test(tests, wrong_accesses_are_refused);
    tcase_add_test(tests, buffers_are_worked_in);
    tcase_add_test(tests, buffers_on_other_accelerators);
    tcase_add_test(tests, parts_of_buffers_are_one_home);
    tcase_add_test(tests, views_of_const_leave_the_buffer_alone);
    tcase_add_test(tests, unfit_buffers_are_refused);
}

int main(void)
{
    load_driver();
    Suite *suite = suite_create("runtime_cl");
    TCase *shared = tcase_create("as it is"), *copying = tcase_create("with copies");
    tcase_add_checked_fixture(shared, open_zero_copy, close_context);
    tcase_add_checked_fixture(copying, open_copying, close_context);
    add_common(shared);
    add_common(copying);
    tcase_add_test(copying, write_only_brings_nothing);
    suite_add_tcase(suite, shared);
    suite_add_tcase(suite, copying);
    return run_suite(suite);
}
