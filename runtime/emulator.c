#include "runtime/internal.h"

#include <CL/cl_icd.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The emulator is a driver of OpenCL within the library: the ICD loader finds the functions of any
 * object through the table that the object begins with, so that objects with the table below come
 * here and the rest of the library need not know. Commands are done when the functions that enqueue
 * them return: a kernel runs inside its parallel_for_each, where a debugger shows both. Buffers are
 * plain memory, mostly the user's own. */

enum kind { KIND_CONTEXT, KIND_QUEUE, KIND_BUFFER, KIND_EVENT, KIND_KERNEL };

/* What all objects begin with. */
struct object {
    const cl_icd_dispatch *dispatch;
    enum kind kind;
    unsigned count; /* atomic: references */
};

struct buffer {
    struct object object;
    char *at;
    void *own; /* to be freed */
    size_t bytes;
};

struct event {
    struct object object;
    cl_command_type command;
    cl_ulong begin, end; /* in nanoseconds */
};

struct argument {
    void *at; /* the value; of a buffer: its address */
    size_t bytes;
};

struct kernel {
    struct object object;
    const ampc__kernel *kernel;
    cl_uint nargs;
    struct argument *args; /* room for all that the kernel may have */
    void **list;           /* of their addresses */
};

static const cl_icd_dispatch *dispatch_table(void);

/* ---- Objects ---- */

static void *object_new(enum kind kind, size_t bytes, cl_int *status)
{
    struct object *o = calloc(1, bytes);
    if (o) {
        *o = (struct object){dispatch_table(), kind, 1};
    }
    if (status) {
        *status = o ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    }
    return o;
}

static cl_int retain(void *object)
{
    struct object *o = object;
    __atomic_add_fetch(&o->count, 1, __ATOMIC_RELAXED);
    return CL_SUCCESS;
}

static void kernel_free(struct kernel *k)
{
    for (cl_uint i = 0; k->args && i < k->nargs; i++) {
        free(k->args[i].at);
    }
    free(k->args);
    free(k->list);
}

static cl_int release(void *object)
{
    struct object *o = object;
    if (__atomic_sub_fetch(&o->count, 1, __ATOMIC_ACQ_REL) != 0) {
        return CL_SUCCESS;
    }
    if (o->kind == KIND_KERNEL) {
        kernel_free(object);
    } else if (o->kind == KIND_BUFFER) {
        free(((struct buffer *)object)->own);
    }
    free(o);
    return CL_SUCCESS;
}

/* The functions of the same kind for one type each. */
#define COUNTED(type, name)                                                                        \
    static cl_int CL_API_CALL retain_##name(type o)                                                \
    {                                                                                              \
        return retain(o);                                                                          \
    }                                                                                              \
    static cl_int CL_API_CALL release_##name(type o)                                               \
    {                                                                                              \
        return release(o);                                                                         \
    }
COUNTED(cl_context, context)
COUNTED(cl_command_queue, queue)
COUNTED(cl_mem, buffer)
COUNTED(cl_event, event)
COUNTED(cl_kernel, kernel)

static cl_int info(const void *from, size_t bytes, size_t room, void *to, size_t *size)
{
    if (to && room < bytes) {
        return CL_INVALID_VALUE;
    }
    if (to) {
        memcpy(to, from, bytes);
    }
    if (size) {
        *size = bytes;
    }
    return CL_SUCCESS;
}

/* ---- Queues and events ---- */

static cl_command_queue CL_API_CALL create_queue(cl_context context, cl_device_id device,
                                                 cl_command_queue_properties properties,
                                                 cl_int *status)
{
    (void)context, (void)device, (void)properties;
    return object_new(KIND_QUEUE, sizeof(struct object), status);
}

static cl_int CL_API_CALL finish(cl_command_queue queue)
{
    (void)queue;
    return CL_SUCCESS;
}

static cl_ulong now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (cl_ulong)t.tv_sec * 1000000000U + (cl_ulong)t.tv_nsec;
}

/* The end of a command that began at 'begin'. */
static cl_int done(cl_command_type command, cl_ulong begin, cl_event *event)
{
    cl_int status = CL_SUCCESS;
    if (event) {
        struct event *e = object_new(KIND_EVENT, sizeof *e, &status);
        if (e) {
            e->command = command;
            e->begin = begin;
            e->end = now();
        }
        *event = (cl_event)(void *)e;
    }
    return status;
}

static cl_int CL_API_CALL wait_for_events(cl_uint n, const cl_event *list)
{
    (void)n, (void)list;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL marker(cl_command_queue queue, cl_uint n, const cl_event *list,
                                 cl_event *event)
{
    (void)queue, (void)n, (void)list;
    return done(CL_COMMAND_MARKER, now(), event);
}

static cl_int CL_API_CALL set_event_callback(cl_event event, cl_int when,
                                             void(CL_CALLBACK *call)(cl_event, cl_int, void *),
                                             void *user)
{
    call(event, when, user);
    return CL_SUCCESS;
}

static cl_int CL_API_CALL event_info(cl_event event, cl_event_info what, size_t room, void *to,
                                     size_t *size)
{
    const struct event *e = (const void *)event;
    cl_int status = CL_COMPLETE;
    switch (what) {
    case CL_EVENT_COMMAND_EXECUTION_STATUS:
        return info(&status, sizeof status, room, to, size);
    case CL_EVENT_COMMAND_TYPE:
        return info(&e->command, sizeof e->command, room, to, size);
    default:
        return CL_INVALID_VALUE;
    }
}

static cl_int CL_API_CALL event_times(cl_event event, cl_profiling_info what, size_t room, void *to,
                                      size_t *size)
{
    const struct event *e = (const void *)event;
    const cl_ulong *time = what == CL_PROFILING_COMMAND_END ? &e->end : &e->begin;
    return info(time, sizeof *time, room, to, size);
}

/* ---- Buffers ---- */

static cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, size_t bytes,
                                        void *host, cl_int *status)
{
    (void)context;
    struct buffer *b = object_new(KIND_BUFFER, sizeof *b, status);
    if (!b) {
        return NULL;
    }
    b->bytes = bytes;
    b->at = host;
    if (!(flags & CL_MEM_USE_HOST_PTR)) {
        b->own = b->at = malloc(bytes ? bytes : 1);
    }
    if (!b->at) {
        release(b);
        *status = CL_MEM_OBJECT_ALLOCATION_FAILURE;
        return NULL;
    }
    if (flags & CL_MEM_COPY_HOST_PTR) {
        memcpy(b->at, host, bytes);
    }
    return (cl_mem)(void *)b;
}

static char *place(cl_mem buffer, size_t offset)
{
    return ((struct buffer *)(void *)buffer)->at + offset;
}

static cl_int CL_API_CALL read_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                      size_t offset, size_t bytes, void *to, cl_uint n,
                                      const cl_event *list, cl_event *event)
{
    cl_ulong begin = now();
    (void)queue, (void)blocking, (void)n, (void)list;
    memcpy(to, place(buffer, offset), bytes);
    return done(CL_COMMAND_READ_BUFFER, begin, event);
}

static cl_int CL_API_CALL write_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                       size_t offset, size_t bytes, const void *from, cl_uint n,
                                       const cl_event *list, cl_event *event)
{
    cl_ulong begin = now();
    (void)queue, (void)blocking, (void)n, (void)list;
    memcpy(place(buffer, offset), from, bytes);
    return done(CL_COMMAND_WRITE_BUFFER, begin, event);
}

static cl_int CL_API_CALL copy_buffer(cl_command_queue queue, cl_mem from, cl_mem to,
                                      size_t from_offset, size_t to_offset, size_t bytes, cl_uint n,
                                      const cl_event *list, cl_event *event)
{
    cl_ulong begin = now();
    (void)queue, (void)n, (void)list;
    memmove(place(to, to_offset), place(from, from_offset), bytes);
    return done(CL_COMMAND_COPY_BUFFER, begin, event);
}

static cl_int CL_API_CALL fill_buffer(cl_command_queue queue, cl_mem buffer, const void *pattern,
                                      size_t unit, size_t offset, size_t bytes, cl_uint n,
                                      const cl_event *list, cl_event *event)
{
    cl_ulong begin = now();
    (void)queue, (void)n, (void)list;
    for (size_t at = 0; at + unit <= bytes; at += unit) {
        memcpy(place(buffer, offset + at), pattern, unit);
    }
    return done(CL_COMMAND_FILL_BUFFER, begin, event);
}

static void *CL_API_CALL map_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                    cl_map_flags flags, size_t offset, size_t bytes, cl_uint n,
                                    const cl_event *list, cl_event *event, cl_int *status)
{
    (void)queue, (void)blocking, (void)flags, (void)bytes, (void)n, (void)list;
    cl_int made = done(CL_COMMAND_MAP_BUFFER, now(), event);
    if (status) {
        *status = made;
    }
    return place(buffer, offset);
}

static cl_int CL_API_CALL unmap(cl_command_queue queue, cl_mem buffer, void *at, cl_uint n,
                                const cl_event *list, cl_event *event)
{
    (void)queue, (void)buffer, (void)at, (void)n, (void)list;
    return done(CL_COMMAND_UNMAP_MEM_OBJECT, now(), event);
}

/* ---- Kernels ---- */

static bool is_buffer(const ampc__kernel *kernel, cl_uint number)
{
    cl_uint at = kernel->tile[0] ? 0 : 1;
    if (number < at) {
        return false;
    }
    for (int k = 0; k < kernel->nargs; k++) {
        bool view = kernel->args[k].kind == AMPC__ARG_VIEW;
        if (number == at) {
            return view || kernel->args[k].kind == AMPC__ARG_BUFFER;
        }
        if (view && number == at + 1) {
            return false;
        }
        at += view ? 2 : 1;
    }
    return true; /* where assert and abort say what happened */
}

cl_kernel emulator_kernel(const ampc__kernel *kernel, struct failure *f)
{
    if (!kernel->emulated) {
        failure_set(f, AMPC_ERROR_UNSUPPORTED_FEATURE,
                    "%s was compiled with --no-emulator: kernel %s cannot run here",
                    kernel->where.file, kernel->name);
        return NULL;
    }
    if (!module_is_emulated(kernel->module, f)) {
        return NULL;
    }
    if (environment_flag("AMPC_CHECK") && kernel->module->checked) {
        fprintf(stderr,
                "ampc: AMPC_CHECK: the emulator checks what is compiled with "
                "-fsanitize=bounds, which %s is not\n",
                kernel->module->file);
    }
    struct kernel *k = object_new(KIND_KERNEL, sizeof *k, NULL);
    if (k) {
        k->kernel = kernel;
        k->nargs = 2 * (cl_uint)kernel->nargs + 2;
        k->args = calloc(k->nargs, sizeof *k->args);
        k->list = calloc(k->nargs, sizeof *k->list);
    }
    if (!k || !k->args || !k->list) {
        failure_set(f, AMPC_ERROR_OUT_OF_MEMORY, "no memory for kernel %s", kernel->name);
        if (k) {
            release(k);
        }
        return NULL;
    }
    return (cl_kernel)(void *)k;
}

static cl_int CL_API_CALL set_arg(cl_kernel kernel, cl_uint number, size_t bytes, const void *value)
{
    enum { ALIGNMENT = 64 };
    struct kernel *k = (void *)kernel;
    if (number >= k->nargs) {
        return CL_INVALID_ARG_INDEX;
    }
    struct argument *a = &k->args[number];
    if (a->bytes != bytes) {
        free(a->at);
        a->at = NULL;
        a->bytes = 0;
        if (posix_memalign(&a->at, ALIGNMENT, bytes ? bytes : 1) != 0) {
            a->at = NULL;
            return CL_OUT_OF_HOST_MEMORY;
        }
        a->bytes = bytes;
    }
    if (is_buffer(k->kernel, number)) {
        char *at = value && *(const cl_mem *)value ? place(*(const cl_mem *)value, 0) : NULL;
        memcpy(a->at, &at, sizeof at);
    } else {
        memcpy(a->at, value, bytes);
    }
    k->list[number] = a->at;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL kernel_info(cl_kernel kernel, cl_kernel_info what, size_t room, void *to,
                                      size_t *size)
{
    const struct kernel *k = (const void *)kernel;
    switch (what) {
    case CL_KERNEL_NUM_ARGS: /* with that of assert and abort, which some kernels do not look at */
        return info(&k->nargs, sizeof k->nargs, room, to, size);
    case CL_KERNEL_FUNCTION_NAME:
        return info(k->kernel->name, strlen(k->kernel->name) + 1, room, to, size);
    default:
        return CL_INVALID_VALUE;
    }
}

static cl_int CL_API_CALL group_info(cl_kernel kernel, cl_device_id device,
                                     cl_kernel_work_group_info what, size_t room, void *to,
                                     size_t *size)
{
    const struct kernel *k = (const void *)kernel;
    size_t limit = k->kernel->tile[0] ? 1024 : 1;
    cl_ulong local = 0;
    (void)device;
    switch (what) {
    case CL_KERNEL_WORK_GROUP_SIZE:
    case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
        return info(&limit, sizeof limit, room, to, size);
    case CL_KERNEL_LOCAL_MEM_SIZE:
    case CL_KERNEL_PRIVATE_MEM_SIZE:
        return info(&local, sizeof local, room, to, size);
    default:
        return CL_INVALID_VALUE;
    }
}

static cl_int CL_API_CALL run_kernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                     const size_t *offset, const size_t *global,
                                     const size_t *local, cl_uint n, const cl_event *list,
                                     cl_event *event)
{
    const struct kernel *k = (const void *)kernel;
    cl_ulong begin = now();
    size_t all[3] = {1, 1, 1}, group[3] = {1, 1, 1};
    (void)queue, (void)offset, (void)n, (void)list;
    memcpy(all, global, dimensions * sizeof *all);
    memcpy(group, local, dimensions * sizeof *group);
    if (!emulator_run(k->kernel->emulated, k->list, k->kernel->tile[0] != 0, false, all, group)) {
        return CL_OUT_OF_HOST_MEMORY;
    }
    return done(CL_COMMAND_NDRANGE_KERNEL, begin, event);
}

/* ---- The driver ---- */

/* What the library does not call. */
static cl_int CL_API_CALL refuse(void)
{
    return CL_INVALID_OPERATION;
}

static cl_int CL_API_CALL no_info(cl_device_id device, cl_device_info what, size_t room, void *to,
                                  size_t *size)
{
    (void)device, (void)what, (void)room, (void)to, (void)size;
    return CL_INVALID_VALUE;
}

static cl_icd_dispatch table;
static pthread_once_t table_once = PTHREAD_ONCE_INIT;

static void table_fill(void)
{
    cl_int(CL_API_CALL * none)(void) = refuse;
    for (size_t at = 0; at + sizeof none <= sizeof table; at += sizeof none) {
        memcpy((char *)&table + at, &none, sizeof none);
    }
    table.clGetDeviceInfo = no_info;
    table.clRetainContext = retain_context;
    table.clReleaseContext = release_context;
    table.clCreateCommandQueue = create_queue;
    table.clRetainCommandQueue = retain_queue;
    table.clReleaseCommandQueue = release_queue;
    table.clFlush = finish;
    table.clFinish = finish;
    table.clRetainEvent = retain_event;
    table.clReleaseEvent = release_event;
    table.clWaitForEvents = wait_for_events;
    table.clSetEventCallback = set_event_callback;
    table.clGetEventInfo = event_info;
    table.clGetEventProfilingInfo = event_times;
    table.clEnqueueMarkerWithWaitList = marker;
    table.clEnqueueBarrierWithWaitList = marker;
    table.clCreateBuffer = create_buffer;
    table.clRetainMemObject = retain_buffer;
    table.clReleaseMemObject = release_buffer;
    table.clEnqueueReadBuffer = read_buffer;
    table.clEnqueueWriteBuffer = write_buffer;
    table.clEnqueueCopyBuffer = copy_buffer;
    table.clEnqueueFillBuffer = fill_buffer;
    table.clEnqueueMapBuffer = map_buffer;
    table.clEnqueueUnmapMemObject = unmap;
    table.clRetainKernel = retain_kernel;
    table.clReleaseKernel = release_kernel;
    table.clSetKernelArg = set_arg;
    table.clGetKernelInfo = kernel_info;
    table.clGetKernelWorkGroupInfo = group_info;
    table.clEnqueueNDRangeKernel = run_kernel;
}

static const cl_icd_dispatch *dispatch_table(void)
{
    pthread_once(&table_once, table_fill);
    return &table;
}

cl_context emulator_context(cl_int *status)
{
    return object_new(KIND_CONTEXT, sizeof(struct object), status);
}

void emulator_describe(struct ampc_accelerator *a)
{
    static struct object device;
    static char name[] = "emulator", description[] = "emulator (ampc)";
    device = (struct object){dispatch_table(), KIND_CONTEXT, 1};
    *a = (struct ampc_accelerator){.device = (cl_device_id)(void *)&device,
                                   .type = CL_DEVICE_TYPE_CPU,
                                   .name = name,
                                   .description = description,
                                   .version = 1 << 16 | 2,
                                   .max_group = 1024,
                                   .max_items = {1024, 1024, 64},
                                   .max_parameters = SIZE_MAX,
                                   .local_bytes = 1 << 30,
                                   .memory_bytes = (uint64_t)sysconf(_SC_PHYS_PAGES) *
                                                   (uint64_t)sysconf(_SC_PAGESIZE),
                                   .has_double = true,
                                   .has_half = true,
                                   .has_int64_atomics = true,
                                   .rounds_exactly = true,
                                   .zero_copy = !environment_flag("AMPC_NO_ZERO_COPY"),
                                   .emulated = true};
    a->max_buffer_bytes = a->memory_bytes;
}
