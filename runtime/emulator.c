/* emulator.c - the emulator's objects and its table of functions: a driver of OpenCL within the
 * library, whose kernels are host code.
 *
 * Its objects begin with a table of functions, as the ICD loader expects, so the rest of the
 * library makes OpenCL calls as for any device. Queues and events are in emulator_queue.c, threads,
 * tiles and barriers in emulator_run.c. Example: AMPC_DEVICE=emulator runs all kernels here, on any
 * machine. */
#include "runtime/emulator.h"
#include "runtime/program.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The emulator is a driver of OpenCL within the library: the ICD loader finds the functions of any
 * object through the table that the object begins with, so calls on objects with the table below
 * come here. Buffers are plain memory, mostly the user's own. */

struct buffer {
    struct emulator_object object;
    char *at;
    void *own; /* to be freed */
    size_t bytes;
};

struct argument {
    void *at; /* the value; of a buffer: its address */
    size_t bytes;
    cl_mem buffer; /* or 0 */
};

struct kernel {
    struct emulator_object object;
    const ampc__kernel *kernel;
    cl_uint nargs;
    struct argument *args; /* room for all that the kernel may have */
};

static const cl_icd_dispatch *dispatch_table(void);

/* ---- Objects ---- */

void *emulator_object_new(enum emulator_kind kind, size_t bytes, cl_int *status)
{
    struct emulator_object *o = calloc(1, bytes);
    if (o)
        *o = (struct emulator_object){dispatch_table(), kind, 1};
    if (status)
        *status = o ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    return o;
}

cl_int emulator_retain(void *object)
{
    struct emulator_object *o = object;
    __atomic_add_fetch(&o->count, 1, __ATOMIC_RELAXED);
    return CL_SUCCESS;
}

static void kernel_free(struct kernel *k)
{
    for (cl_uint i = 0; k->args && i < k->nargs; i++)
        free(k->args[i].at);
    free(k->args);
}

cl_int emulator_release(void *object)
{
    struct emulator_object *o = object;
    if (__atomic_sub_fetch(&o->count, 1, __ATOMIC_ACQ_REL) != 0)
        return CL_SUCCESS;
    switch (o->kind) {
    case EMULATOR_QUEUE:
        emulator_queue_end(object);
        return CL_SUCCESS;
    case EMULATOR_EVENT:
        emulator_event_end(object);
        return CL_SUCCESS;
    case EMULATOR_KERNEL:
        kernel_free(object);
        break;
    case EMULATOR_BUFFER:
        free(((struct buffer *)object)->own);
        break;
    case EMULATOR_CONTEXT:
        break;
    }
    free(o);
    return CL_SUCCESS;
}

/* The functions of the same kind for one type each. */
#define COUNTED(type, name)                                                                        \
    static cl_int CL_API_CALL retain_##name(type o)                                                \
    {                                                                                              \
        return emulator_retain(o);                                                                 \
    }                                                                                              \
    static cl_int CL_API_CALL release_##name(type o)                                               \
    {                                                                                              \
        return emulator_release(o);                                                                \
    }
COUNTED(cl_context, context)
COUNTED(cl_command_queue, queue)
COUNTED(cl_mem, buffer)
COUNTED(cl_event, event)
COUNTED(cl_kernel, kernel)

cl_int emulator_info(const void *from, size_t bytes, size_t room, void *to, size_t *size)
{
    if (to && room < bytes)
        return CL_INVALID_VALUE;
    if (to)
        memcpy(to, from, bytes);
    if (size)
        *size = bytes;
    return CL_SUCCESS;
}

/* ---- Buffers ---- */

static cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, size_t bytes,
                                        void *host, cl_int *status)
{
    (void)context;
    struct buffer *b = emulator_object_new(EMULATOR_BUFFER, sizeof *b, status);
    if (!b)
        return NULL;
    b->bytes = bytes;
    b->at = host;
    if (!(flags & CL_MEM_USE_HOST_PTR))
        b->own = b->at = malloc(bytes ? bytes : 1);
    if (!b->at) {
        emulator_release(b);
        *status = CL_MEM_OBJECT_ALLOCATION_FAILURE;
        return NULL;
    }
    if (flags & CL_MEM_COPY_HOST_PTR)
        memcpy(b->at, host, bytes);
    return (cl_mem)(void *)b;
}

static char *place(cl_mem buffer, size_t offset)
{
    return ((struct buffer *)(void *)buffer)->at + offset;
}

/* A command on bytes, and the buffers that it retains meanwhile. */
struct transfer {
    cl_mem buffer, other; /* the second one may be 0 */
    char *to;
    const char *from; /* of a fill: 0 */
    size_t bytes, unit;
    char pattern[128]; /* of a fill: 'unit' bytes */
};

static cl_int transfer_run(void *data)
{
    const struct transfer *t = data;
    if (t->from)
        memmove(t->to, t->from, t->bytes);
    for (size_t at = 0; t->unit && at + t->unit <= t->bytes; at += t->unit)
        memcpy(t->to + at, t->pattern, t->unit);
    return CL_SUCCESS;
}

static void transfer_drop(void *data)
{
    const struct transfer *t = data;
    emulator_release(t->buffer);
    if (t->other)
        emulator_release(t->other);
}

/* The arguments that all commands on a buffer have. */
struct enqueued {
    cl_command_queue queue;
    cl_command_type type;
    bool blocking;
    cl_uint n;
    const cl_event *list;
    cl_event *event;
};

static cl_int transfer_enqueue(const struct enqueued *e, const struct transfer *t)
{
    struct command *c = emulator_command(e->type, sizeof *t, e->n, e->list, e->event);
    if (!c)
        return CL_OUT_OF_HOST_MEMORY;
    memcpy(c->data, t, sizeof *t);
    c->run = transfer_run;
    c->drop = transfer_drop;
    emulator_retain(t->buffer);
    if (t->other)
        emulator_retain(t->other);
    return emulator_submit(e->queue, c, e->blocking);
}

static cl_int CL_API_CALL read_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                      size_t offset, size_t bytes, void *to, cl_uint n,
                                      const cl_event *list, cl_event *event)
{
    const struct enqueued e = {queue, CL_COMMAND_READ_BUFFER, blocking, n, list, event};
    return transfer_enqueue(
        &e, &(struct transfer){
                .buffer = buffer, .to = to, .from = place(buffer, offset), .bytes = bytes});
}

static cl_int CL_API_CALL write_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                       size_t offset, size_t bytes, const void *from, cl_uint n,
                                       const cl_event *list, cl_event *event)
{
    const struct enqueued e = {queue, CL_COMMAND_WRITE_BUFFER, blocking, n, list, event};
    return transfer_enqueue(
        &e, &(struct transfer){
                .buffer = buffer, .to = place(buffer, offset), .from = from, .bytes = bytes});
}

static cl_int CL_API_CALL copy_buffer(cl_command_queue queue, cl_mem from, cl_mem to,
                                      size_t from_offset, size_t to_offset, size_t bytes, cl_uint n,
                                      const cl_event *list, cl_event *event)
{
    const struct enqueued e = {queue, CL_COMMAND_COPY_BUFFER, false, n, list, event};
    return transfer_enqueue(&e, &(struct transfer){.buffer = to,
                                                   .other = from,
                                                   .to = place(to, to_offset),
                                                   .from = place(from, from_offset),
                                                   .bytes = bytes});
}

static cl_int CL_API_CALL fill_buffer(cl_command_queue queue, cl_mem buffer, const void *pattern,
                                      size_t unit, size_t offset, size_t bytes, cl_uint n,
                                      const cl_event *list, cl_event *event)
{
    const struct enqueued e = {queue, CL_COMMAND_FILL_BUFFER, false, n, list, event};
    struct transfer t = {
        .buffer = buffer, .to = place(buffer, offset), .bytes = bytes, .unit = unit};
    if (!unit || unit > sizeof t.pattern)
        return CL_INVALID_VALUE;
    memcpy(t.pattern, pattern, unit);
    return transfer_enqueue(&e, &t);
}

/* Mapping and unmapping move nothing, but are ordered in the queue. */
static void *CL_API_CALL map_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                    cl_map_flags flags, size_t offset, size_t bytes, cl_uint n,
                                    const cl_event *list, cl_event *event, cl_int *status)
{
    const struct enqueued e = {queue, CL_COMMAND_MAP_BUFFER, blocking, n, list, event};
    (void)flags, (void)bytes;
    cl_int made = transfer_enqueue(&e, &(struct transfer){.buffer = buffer});
    if (status)
        *status = made;
    return made == CL_SUCCESS ? place(buffer, offset) : NULL;
}

static cl_int CL_API_CALL unmap(cl_command_queue queue, cl_mem buffer, void *at, cl_uint n,
                                const cl_event *list, cl_event *event)
{
    const struct enqueued e = {queue, CL_COMMAND_UNMAP_MEM_OBJECT, false, n, list, event};
    (void)at;
    return transfer_enqueue(&e, &(struct transfer){.buffer = buffer});
}

/* ---- Kernels ---- */

static bool is_buffer(const ampc__kernel *kernel, cl_uint number)
{
    cl_uint at = kernel->tile[0] ? 0 : 1;
    if (number < at)
        return false;
    for (int k = 0; k < kernel->nargs; k++) {
        bool view = kernel->args[k].kind == AMPC__ARG_VIEW;
        if (number == at)
            return view || kernel->args[k].kind == AMPC__ARG_BUFFER;
        if (view && number == at + 1)
            return false;
        at += view ? 2 : 1;
    }
    return true; /* the buffer of assert and abort */
}

/* Notes once for a unit that AMPC_CHECK has no effect here: there is only one host code of kernels,
 * which checks would make several times slower. */
static void check_notice(const ampc__module *module)
{
    struct noted {
        struct noted *next;
        const ampc__module *module;
    };
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static struct noted *list;
    if (!environment_flag("AMPC_CHECK") || !module->checked)
        return;
    pthread_mutex_lock(&lock);
    struct noted *noted = list;
    while (noted && noted->module != module)
        noted = noted->next;
    if (!noted && (noted = malloc(sizeof *noted))) {
        *noted = (struct noted){list, module};
        list = noted;
        fprintf(stderr,
                "ampc: AMPC_CHECK: the emulator does not check the subscripts in kernels of %s, "
                "which was compiled without -fsanitize=bounds\n",
                module->file);
    }
    pthread_mutex_unlock(&lock);
}

cl_kernel emulator_kernel(const ampc__kernel *kernel, struct failure *f)
{
    if (!kernel->emulated) {
        failure_set(f, AMPC_ERROR_UNSUPPORTED_FEATURE,
                    "%s was compiled with --no-emulator: kernel %s cannot run here",
                    kernel->where.file, kernel->name);
        return NULL;
    }
    if (!module_is_emulated(kernel->module, f))
        return NULL;
    check_notice(kernel->module);
    struct kernel *k = emulator_object_new(EMULATOR_KERNEL, sizeof *k, NULL);
    if (k) {
        k->kernel = kernel;
        k->nargs = 2 * (cl_uint)kernel->nargs + 2;
        k->args = calloc(k->nargs, sizeof *k->args);
    }
    if (!k || !k->args) {
        failure_set(f, AMPC_ERROR_OUT_OF_MEMORY, "no memory for kernel %s", kernel->name);
        if (k)
            emulator_release(k);
        return NULL;
    }
    return (cl_kernel)(void *)k;
}

enum { ALIGNMENT = 64 }; /* of arguments */

static cl_int CL_API_CALL set_arg(cl_kernel kernel, cl_uint number, size_t bytes, const void *value)
{
    struct kernel *k = (void *)kernel;
    if (number >= k->nargs)
        return CL_INVALID_ARG_INDEX;
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
    a->buffer = NULL;
    if (is_buffer(k->kernel, number)) {
        a->buffer = value ? *(const cl_mem *)value : NULL;
        char *at = a->buffer ? place(a->buffer, 0) : NULL;
        memcpy(a->at, &at, sizeof at);
    } else {
        memcpy(a->at, value, bytes);
    }
    return CL_SUCCESS;
}

static cl_int CL_API_CALL kernel_info(cl_kernel kernel, cl_kernel_info what, size_t room, void *to,
                                      size_t *size)
{
    const struct kernel *k = (const void *)kernel;
    switch (what) {
    case CL_KERNEL_NUM_ARGS: /* with that of assert and abort, which some kernels do not look at */
        return emulator_info(&k->nargs, sizeof k->nargs, room, to, size);
    case CL_KERNEL_FUNCTION_NAME:
        return emulator_info(k->kernel->name, strlen(k->kernel->name) + 1, room, to, size);
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
        return emulator_info(&limit, sizeof limit, room, to, size);
    case CL_KERNEL_LOCAL_MEM_SIZE:
    case CL_KERNEL_PRIVATE_MEM_SIZE:
        return emulator_info(&local, sizeof local, room, to, size);
    default:
        return CL_INVALID_VALUE;
    }
}

/* A submitted kernel with its arguments as they are then: behind it lie the pointers to them, the
 * buffers that it keeps, and the arguments. */
struct running {
    const ampc__kernel *kernel;
    size_t all[3], group[3];
    void **args;
    cl_mem *buffers;
    size_t nbuffers;
};

static size_t aligned(size_t bytes)
{
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* Fills in what lies behind *r, at 'at'. */
static void running_fill(struct running *r, const struct kernel *k, char *at)
{
    char *values = at + aligned(k->nargs * (sizeof *r->args + sizeof *r->buffers));
    r->kernel = k->kernel;
    r->args = (void **)(void *)at;
    r->buffers = (cl_mem *)(void *)(at + k->nargs * sizeof *r->args);
    r->nbuffers = 0;
    for (cl_uint i = 0; i < k->nargs; i++) {
        const struct argument *a = &k->args[i];
        r->args[i] = values;
        if (a->at)
            memcpy(values, a->at, a->bytes);
        values += aligned(a->bytes);
        if (a->buffer) {
            emulator_retain(a->buffer);
            r->buffers[r->nbuffers++] = a->buffer;
        }
    }
}

static cl_int running_run(void *data)
{
    const struct running *r = data;
    return emulator_run(r->kernel->emulated, r->args, r->kernel->tile[0] != 0, false, r->all,
                        r->group)
               ? CL_SUCCESS
               : CL_OUT_OF_HOST_MEMORY;
}

static void running_drop(void *data)
{
    const struct running *r = data;
    for (size_t k = 0; k < r->nbuffers; k++)
        emulator_release(r->buffers[k]);
}

static cl_int CL_API_CALL run_kernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                     const size_t *offset, const size_t *global,
                                     const size_t *local, cl_uint n, const cl_event *list,
                                     cl_event *event)
{
    const struct kernel *k = (const void *)kernel;
    struct running *r;
    size_t head = aligned(sizeof *r);
    size_t bytes = head + aligned(k->nargs * (sizeof *r->args + sizeof *r->buffers));
    (void)offset;
    for (cl_uint i = 0; i < k->nargs; i++)
        bytes += aligned(k->args[i].bytes);
    struct command *c = emulator_command(CL_COMMAND_NDRANGE_KERNEL, bytes, n, list, event);
    if (!c)
        return CL_OUT_OF_HOST_MEMORY;
    r = (void *)c->data;
    *r = (struct running){.all = {1, 1, 1}, .group = {1, 1, 1}};
    memcpy(r->all, global, dimensions * sizeof *global);
    memcpy(r->group, local, dimensions * sizeof *local);
    running_fill(r, k, c->data + head);
    c->run = running_run;
    c->drop = running_drop;
    return emulator_submit(queue, c, false);
}

/* ---- The driver ---- */

/* Functions that the library does not call. */
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
    for (size_t at = 0; at + sizeof none <= sizeof table; at += sizeof none)
        memcpy((char *)&table + at, &none, sizeof none);
    emulator_queue_table(&table);
    table.clGetDeviceInfo = no_info;
    table.clRetainContext = retain_context;
    table.clReleaseContext = release_context;
    table.clRetainCommandQueue = retain_queue;
    table.clReleaseCommandQueue = release_queue;
    table.clRetainEvent = retain_event;
    table.clReleaseEvent = release_event;
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
    opencl_begin(&table);
}

static const cl_icd_dispatch *dispatch_table(void)
{
    pthread_once(&table_once, table_fill);
    return &table;
}

cl_context emulator_context(cl_int *status)
{
    return emulator_object_new(EMULATOR_CONTEXT, sizeof(struct emulator_object), status);
}

void emulator_describe(struct ampc_accelerator *a)
{
    static struct emulator_object device;
    static char name[] = "emulator", description[] = "emulator (ampc)";
    device = (struct emulator_object){dispatch_table(), EMULATOR_CONTEXT, 1};
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
