/* An OpenCL layer (OPENCL_LAYERS of the ICD loader) that lets calls fail and devices be poor.
 *
 * - AMPC_FAULT=NAME:N:CODE: the Nth call (from 1) of entry point NAME gives CODE.
 * - AMPC_FAULT=NAME:N+:CODE: so do all calls after it. NAME "any" counts the calls of all entry
 * points together (any:N+:-2 is a device that is lost), "event" the callbacks of events.
 * - AMPC_FAULT_COUNTS=FILE: writes "NAME calls" for every entry point that was called, at exit.
 * - AMPC_FAULT_INFO=ID=V,...: queries of properties (platforms, devices, kernels on devices) with
 * the number ID give V.
 * - AMPC_FAULT_EXTENSION=NAME: devices say that they have this extension, too.
 * - AMPC_FAULT_SOURCE=TEXT: programs made from one text have this in front of it.
 * - AMPC_FAULT_OPTIONS=TEXT: programs are built with these options behind their own.
 *
 * A failing call does nothing, but what waits waits and what releases releases: the program must
 * not be left with work or objects that no real driver would leave it. */
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define LAYER_NAME "ampc faults"
#include "layer.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* F(name, form, parameters, arguments): every entry point that the library uses. Forms: STATUS,
 * AFTER (the call is made all the same), OBJECT (the status goes through the last parameter),
 * ADDRESS (there is none, but null). */
#define WAITS cl_uint n, const cl_event *w, cl_event *e
#define RECTANGLE                                                                                  \
    const size_t *bo, const size_t *ho, const size_t *r, size_t br, size_t bs, size_t hr, size_t hs
#define STATUS_OUT cl_int *status
#define ENTRIES(STATUS, AFTER, OBJECT, ADDRESS)                                                    \
    STATUS(clGetPlatformIDs, (cl_uint n, cl_platform_id * l, cl_uint * r), (n, l, r))              \
    STATUS(clGetPlatformInfo,                                                                      \
           (cl_platform_id p, cl_platform_info i, size_t n, void *v, size_t *r), (p, i, n, v, r))  \
    STATUS(clGetDeviceIDs,                                                                         \
           (cl_platform_id p, cl_device_type t, cl_uint n, cl_device_id * l, cl_uint * r),         \
           (p, t, n, l, r))                                                                        \
    STATUS(clGetDeviceInfo, (cl_device_id d, cl_device_info i, size_t n, void *v, size_t *r),      \
           (d, i, n, v, r))                                                                        \
    OBJECT(cl_context, clCreateContext,                                                            \
           (const cl_context_properties *p, cl_uint n, const cl_device_id *d,                      \
            void(CL_CALLBACK * f)(const char *, const void *, size_t, void *), void *u,            \
            STATUS_OUT),                                                                           \
           (p, n, d, f, u, status))                                                                \
    OBJECT(cl_command_queue, clCreateCommandQueue,                                                 \
           (cl_context c, cl_device_id d, cl_command_queue_properties p, STATUS_OUT),              \
           (c, d, p, status))                                                                      \
    OBJECT(cl_mem, clCreateBuffer, (cl_context c, cl_mem_flags f, size_t n, void *p, STATUS_OUT),  \
           (c, f, n, p, status))                                                                   \
    OBJECT(cl_mem, clCreateImage,                                                                  \
           (cl_context c, cl_mem_flags f, const cl_image_format *t, const cl_image_desc *d,        \
            void *p, STATUS_OUT),                                                                  \
           (c, f, t, d, p, status))                                                                \
    OBJECT(cl_sampler, clCreateSampler,                                                            \
           (cl_context c, cl_bool b, cl_addressing_mode a, cl_filter_mode m, STATUS_OUT),          \
           (c, b, a, m, status))                                                                   \
    STATUS(clGetSupportedImageFormats,                                                             \
           (cl_context c, cl_mem_flags f, cl_mem_object_type t, cl_uint n, cl_image_format * l,    \
            cl_uint * r),                                                                          \
           (c, f, t, n, l, r))                                                                     \
    OBJECT(cl_program, clCreateProgramWithSource,                                                  \
           (cl_context c, cl_uint n, const char **s, const size_t *l, STATUS_OUT),                 \
           (c, n, s, l, status))                                                                   \
    OBJECT(cl_program, clCreateProgramWithBinary,                                                  \
           (cl_context c, cl_uint n, const cl_device_id *d, const size_t *l,                       \
            const unsigned char **b, cl_int *s, STATUS_OUT),                                       \
           (c, n, d, l, b, s, status))                                                             \
    STATUS(clBuildProgram,                                                                         \
           (cl_program p, cl_uint n, const cl_device_id *d, const char *o,                         \
            void(CL_CALLBACK * f)(cl_program, void *), void *u),                                   \
           (p, n, d, o, f, u))                                                                     \
    STATUS(clGetProgramInfo, (cl_program p, cl_program_info i, size_t n, void *v, size_t *r),      \
           (p, i, n, v, r))                                                                        \
    STATUS(clGetProgramBuildInfo,                                                                  \
           (cl_program p, cl_device_id d, cl_program_build_info i, size_t n, void *v, size_t *r),  \
           (p, d, i, n, v, r))                                                                     \
    OBJECT(cl_kernel, clCreateKernel, (cl_program p, const char *n, STATUS_OUT), (p, n, status))   \
    STATUS(clGetKernelInfo, (cl_kernel k, cl_kernel_info i, size_t n, void *v, size_t *r),         \
           (k, i, n, v, r))                                                                        \
    STATUS(                                                                                        \
        clGetKernelWorkGroupInfo,                                                                  \
        (cl_kernel k, cl_device_id d, cl_kernel_work_group_info i, size_t n, void *v, size_t *r),  \
        (k, d, i, n, v, r))                                                                        \
    STATUS(clSetKernelArg, (cl_kernel k, cl_uint i, size_t n, const void *p), (k, i, n, p))        \
    STATUS(clEnqueueNDRangeKernel,                                                                 \
           (cl_command_queue q, cl_kernel k, cl_uint d, const size_t *o, const size_t *g,          \
            const size_t *l, WAITS),                                                               \
           (q, k, d, o, g, l, n, w, e))                                                            \
    STATUS(clEnqueueReadBuffer,                                                                    \
           (cl_command_queue q, cl_mem m, cl_bool b, size_t o, size_t s, void *p, WAITS),          \
           (q, m, b, o, s, p, n, w, e))                                                            \
    STATUS(clEnqueueWriteBuffer,                                                                   \
           (cl_command_queue q, cl_mem m, cl_bool b, size_t o, size_t s, const void *p, WAITS),    \
           (q, m, b, o, s, p, n, w, e))                                                            \
    STATUS(clEnqueueReadBufferRect,                                                                \
           (cl_command_queue q, cl_mem m, cl_bool b, RECTANGLE, void *p, WAITS),                   \
           (q, m, b, bo, ho, r, br, bs, hr, hs, p, n, w, e))                                       \
    STATUS(clEnqueueWriteBufferRect,                                                               \
           (cl_command_queue q, cl_mem m, cl_bool b, RECTANGLE, const void *p, WAITS),             \
           (q, m, b, bo, ho, r, br, bs, hr, hs, p, n, w, e))                                       \
    STATUS(clEnqueueFillBuffer,                                                                    \
           (cl_command_queue q, cl_mem m, const void *p, size_t z, size_t o, size_t s, WAITS),     \
           (q, m, p, z, o, s, n, w, e))                                                            \
    STATUS(clEnqueueCopyBuffer,                                                                    \
           (cl_command_queue q, cl_mem a, cl_mem b, size_t o, size_t p, size_t s, WAITS),          \
           (q, a, b, o, p, s, n, w, e))                                                            \
    STATUS(clEnqueueCopyBufferToImage,                                                             \
           (cl_command_queue q, cl_mem a, cl_mem b, size_t o, const size_t *p, const size_t *s,    \
            WAITS),                                                                                \
           (q, a, b, o, p, s, n, w, e))                                                            \
    OBJECT(void *, clEnqueueMapBuffer,                                                             \
           (cl_command_queue q, cl_mem m, cl_bool b, cl_map_flags f, size_t o, size_t s, WAITS,    \
            STATUS_OUT),                                                                           \
           (q, m, b, f, o, s, n, w, e, status))                                                    \
    STATUS(clEnqueueUnmapMemObject, (cl_command_queue q, cl_mem m, void *p, WAITS),                \
           (q, m, p, n, w, e))                                                                     \
    STATUS(clEnqueueMarkerWithWaitList, (cl_command_queue q, WAITS), (q, n, w, e))                 \
    STATUS(clEnqueueBarrierWithWaitList, (cl_command_queue q, WAITS), (q, n, w, e))                \
    STATUS(clSetEventCallback,                                                                     \
           (cl_event e, cl_int t, void(CL_CALLBACK * f)(cl_event, cl_int, void *), void *u),       \
           (e, t, f, u))                                                                           \
    STATUS(clGetEventInfo, (cl_event e, cl_event_info i, size_t n, void *v, size_t *r),            \
           (e, i, n, v, r))                                                                        \
    STATUS(clGetEventProfilingInfo,                                                                \
           (cl_event e, cl_profiling_info i, size_t n, void *v, size_t *r), (e, i, n, v, r))       \
    AFTER(clFlush, (cl_command_queue q), (q))                                                      \
    AFTER(clWaitForEvents, (cl_uint n, const cl_event *w), (n, w))                                 \
    AFTER(clFinish, (cl_command_queue q), (q))                                                     \
    AFTER(clReleaseEvent, (cl_event e), (e))                                                       \
    AFTER(clReleaseKernel, (cl_kernel k), (k))                                                     \
    AFTER(clReleaseMemObject, (cl_mem m), (m))                                                     \
    AFTER(clReleaseProgram, (cl_program p), (p))                                                   \
    AFTER(clReleaseCommandQueue, (cl_command_queue q), (q))                                        \
    AFTER(clReleaseContext, (cl_context c), (c))                                                   \
    STATUS(clRetainEvent, (cl_event e), (e))                                                       \
    STATUS(clRetainContext, (cl_context c), (c))                                                   \
    STATUS(clRetainCommandQueue, (cl_command_queue q), (q))                                        \
    STATUS(clRetainMemObject, (cl_mem m), (m))                                                     \
    STATUS(clGetCommandQueueInfo,                                                                  \
           (cl_command_queue q, cl_command_queue_info i, size_t n, void *v, size_t *r),            \
           (q, i, n, v, r))                                                                        \
    STATUS(clGetMemObjectInfo, (cl_mem m, cl_mem_info i, size_t n, void *v, size_t *r),            \
           (m, i, n, v, r))                                                                        \
    ADDRESS(clGetExtensionFunctionAddressForPlatform, (cl_platform_id p, const char *n), (p, n))

enum entry {
#define STATUS(name, parameters, arguments) ENTRY_##name,
#define OBJECT(type, name, parameters, arguments) ENTRY_##name,
    ENTRIES(STATUS, STATUS, OBJECT, STATUS)
#undef STATUS
#undef OBJECT
        ENTRY_event, /* a callback */
    ENTRY_any,
    ENTRY_COUNT
};

static const char *const entry_names[] = {
#define STATUS(name, parameters, arguments) #name,
#define OBJECT(type, name, parameters, arguments) #name,
    ENTRIES(STATUS, STATUS, OBJECT, STATUS)
#undef STATUS
#undef OBJECT
        "event",
    "any"};

static const cl_icd_dispatch *below;  /* the loader's own functions */
static cl_icd_dispatch above;         /* with ours in their places */
static long calls[ENTRY_COUNT];       /* atomic */
static int fault_entry = ENTRY_COUNT; /* none */
static long fault_call;
static int fault_stays;
static cl_int fault_code;

/* Counts the call; is it the one that fails? */
static int fails(enum entry entry)
{
    long number = __atomic_add_fetch(&calls[entry], 1, __ATOMIC_RELAXED);
    long all = __atomic_add_fetch(&calls[ENTRY_any], 1, __ATOMIC_RELAXED);
    number = fault_entry == ENTRY_any ? all : number;
    return ((int)entry == fault_entry || fault_entry == ENTRY_any) &&
           (fault_stays ? number >= fault_call : number == fault_call);
}

#define STATUS(name, parameters, arguments)                                                        \
    static cl_int CL_API_CALL layer_##name parameters                                              \
    {                                                                                              \
        return fails(ENTRY_##name) ? fault_code : below->name arguments;                           \
    }
#define AFTER(name, parameters, arguments)                                                         \
    static cl_int CL_API_CALL layer_##name parameters                                              \
    {                                                                                              \
        cl_int done = below->name arguments;                                                       \
        return fails(ENTRY_##name) ? fault_code : done;                                            \
    }
#define OBJECT(type, name, parameters, arguments)                                                  \
    static type CL_API_CALL layer_##name parameters                                                \
    {                                                                                              \
        if (fails(ENTRY_##name)) {                                                                 \
            if (status) {                                                                          \
                *status = fault_code;                                                              \
            }                                                                                      \
            return NULL;                                                                           \
        }                                                                                          \
        return below->name arguments;                                                              \
    }
#define ADDRESS(name, parameters, arguments)                                                       \
    static void *CL_API_CALL layer_##name parameters                                               \
    {                                                                                              \
        return fails(ENTRY_##name) ? NULL : below->name arguments;                                 \
    }
ENTRIES(STATUS, AFTER, OBJECT, ADDRESS)
#undef STATUS
#undef AFTER
#undef OBJECT
#undef ADDRESS

/* ---- More than failing ---- */

/* Puts the value of AMPC_FAULT_INFO for property 'id' in the place of all numbers of *value. */
static void info_change(cl_uint id, size_t bytes, void *value)
{
    const char *at = getenv("AMPC_FAULT_INFO");
    while (at && value) {
        char *end;
        cl_uint which = (cl_uint)strtoul(at, &end, 0);
        cl_ulong number = *end == '=' ? strtoull(end + 1, &end, 0) : 0;
        size_t unit = bytes < sizeof number ? bytes : sizeof number;
        for (size_t k = 0; which == id && k + unit <= bytes; k += unit)
            memcpy((char *)value + k, &number, unit);
        at = *end == ',' ? end + 1 : NULL;
    }
}

/* Puts the name of AMPC_FAULT_EXTENSION behind the others, of 'bytes' bytes with the null byte;
 * gives how many there are then. */
static size_t extension_add(size_t bytes, size_t room, char *value)
{
    const char *name = getenv("AMPC_FAULT_EXTENSION");
    size_t more = name ? strlen(name) + 1 : 0;
    if (more && value && bytes > 0 && bytes + more <= room)
        snprintf(value + bytes - 1, more + 1, " %s", name);
    return bytes + more;
}

static cl_int CL_API_CALL device_info(cl_device_id d, cl_device_info i, size_t n, void *v,
                                      size_t *r)
{
    size_t bytes = 0;
    cl_int status = layer_clGetDeviceInfo(d, i, n, v, &bytes);
    if (status == CL_SUCCESS)
        info_change(i, bytes < n ? bytes : n, v);
    if (status == CL_SUCCESS && i == CL_DEVICE_EXTENSIONS)
        bytes = extension_add(bytes, n, v);
    if (r)
        *r = bytes;
    return status;
}

static cl_int CL_API_CALL platform_info(cl_platform_id p, cl_platform_info i, size_t n, void *v,
                                        size_t *r)
{
    cl_int status = layer_clGetPlatformInfo(p, i, n, v, r);
    if (status == CL_SUCCESS)
        info_change(i, n, v);
    return status;
}

static cl_int CL_API_CALL kernel_info(cl_kernel k, cl_device_id d, cl_kernel_work_group_info i,
                                      size_t n, void *v, size_t *r)
{
    cl_int status = layer_clGetKernelWorkGroupInfo(k, d, i, n, v, r);
    if (status == CL_SUCCESS)
        info_change(i, n, v);
    return status;
}

static cl_program CL_API_CALL source(cl_context c, cl_uint n, const char **s, const size_t *l,
                                     cl_int *status)
{
    const char *both[] = {getenv("AMPC_FAULT_SOURCE"), s[0]};
    bool adds = both[0] && n == 1 && !l;
    return layer_clCreateProgramWithSource(c, adds ? 2 : n, adds ? both : s, l, status);
}

static cl_int CL_API_CALL build(cl_program p, cl_uint n, const cl_device_id *d, const char *o,
                                void(CL_CALLBACK *f)(cl_program, void *), void *u)
{
    const char *more = getenv("AMPC_FAULT_OPTIONS");
    size_t bytes = strlen(o ? o : "") + strlen(more ? more : "") + 2;
    char *all = malloc(bytes);
    if (!all)
        return CL_OUT_OF_HOST_MEMORY;
    snprintf(all, bytes, "%s %s", o ? o : "", more ? more : "");
    cl_int status = layer_clBuildProgram(p, n, d, more ? all : o, f, u);
    free(all);
    return status;
}

/* A callback of the program's. */
struct callback {
    void(CL_CALLBACK *function)(cl_event, cl_int, void *);
    void *user;
};

static void CL_CALLBACK call_back(cl_event e, cl_int status, void *user)
{
    struct callback c = *(struct callback *)user;
    free(user);
    c.function(e, fails(ENTRY_event) ? fault_code : status, c.user);
}

static cl_int CL_API_CALL set_callback(cl_event e, cl_int t,
                                       void(CL_CALLBACK *f)(cl_event, cl_int, void *), void *u)
{
    struct callback *c = malloc(sizeof *c);
    if (!c)
        return CL_OUT_OF_HOST_MEMORY;
    *c = (struct callback){f, u};
    cl_int status = layer_clSetEventCallback(e, t, call_back, c);
    if (status != CL_SUCCESS)
        free(c);
    return status;
}

static void counts_write(void)
{
    FILE *out = fopen(getenv("AMPC_FAULT_COUNTS"), "w");
    for (int k = 0; out && k < ENTRY_COUNT; k++)
        if (calls[k])
            fprintf(out, "%s %ld\n", entry_names[k], calls[k]);
    if (out)
        fclose(out);
}

/* Reads AMPC_FAULT; a word that is not understood ends the program. */
static void fault_read(const char *text)
{
    char name[64];
    int code = 0;
    fault_stays = strstr(text, "+:") != NULL;
    if (sscanf(text, fault_stays ? "%63[^:]:%ld+:%d" : "%63[^:]:%ld:%d", name, &fault_call,
               &code) == 3) {
        fault_code = code;
        for (fault_entry = 0; fault_entry < ENTRY_COUNT; fault_entry++)
            if (strcmp(entry_names[fault_entry], name) == 0)
                return;
    }
    fprintf(stderr, "AMPC_FAULT=%s is not understood\n", text);
    exit(99);
}

CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint count, const cl_icd_dispatch *target,
                                            cl_uint *count_given, const cl_icd_dispatch **given)
{
    size_t most = sizeof above / sizeof(void *);
    below = target;
    memcpy(&above, target, (count < most ? count : most) * sizeof(void *));
#define STATUS(name, parameters, arguments) above.name = layer_##name;
#define OBJECT(type, name, parameters, arguments) above.name = layer_##name;
    ENTRIES(STATUS, STATUS, OBJECT, STATUS)
#undef STATUS
#undef OBJECT
    above.clGetPlatformInfo = platform_info;
    above.clGetDeviceInfo = device_info;
    above.clGetKernelWorkGroupInfo = kernel_info;
    above.clCreateProgramWithSource = source;
    above.clBuildProgram = build;
    above.clSetEventCallback = set_callback;
    if (getenv("AMPC_FAULT"))
        fault_read(getenv("AMPC_FAULT"));
    if (getenv("AMPC_FAULT_COUNTS"))
        atexit(counts_write);
    *count_given = (cl_uint)most;
    *given = &above;
    return CL_SUCCESS;
}
