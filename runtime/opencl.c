/* opencl.c - opens libOpenCL when the program runs, and keeps its functions in a table.
 *
 * A program that links an OpenCL library itself has that one, whichever it is, and the objects of
 * its own calls fit; else libOpenCL.so.1, the ICD loader, is opened. Without either, and in
 * programs linked with -static, kernels run in the emulator. Relies on dlopen and dlsym alone.
 * Example: AMPC_DEVICE=emulator never comes here.
 */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include "runtime/opencl.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

const cl_icd_dispatch *opencl_table;

#define ENTRY(name) offsetof(cl_icd_dispatch, name), #name
static const struct entry {
    size_t offset;
    const char *name;
} entries[] = {
    {ENTRY(clBuildProgram)},
    {ENTRY(clCreateBuffer)},
    {ENTRY(clCreateCommandQueue)},
    {ENTRY(clCreateContext)},
    {ENTRY(clCreateImage)},
    {ENTRY(clCreateKernel)},
    {ENTRY(clCreateProgramWithBinary)},
    {ENTRY(clCreateProgramWithSource)},
    {ENTRY(clCreateSampler)},
    {ENTRY(clEnqueueBarrierWithWaitList)},
    {ENTRY(clEnqueueCopyBuffer)},
    {ENTRY(clEnqueueCopyBufferToImage)},
    {ENTRY(clEnqueueFillBuffer)},
    {ENTRY(clEnqueueMapBuffer)},
    {ENTRY(clEnqueueMarkerWithWaitList)},
    {ENTRY(clEnqueueNDRangeKernel)},
    {ENTRY(clEnqueueReadBuffer)},
    {ENTRY(clEnqueueReadBufferRect)},
    {ENTRY(clEnqueueUnmapMemObject)},
    {ENTRY(clEnqueueWriteBuffer)},
    {ENTRY(clEnqueueWriteBufferRect)},
    {ENTRY(clFinish)},
    {ENTRY(clFlush)},
    {ENTRY(clGetCommandQueueInfo)},
    {ENTRY(clGetDeviceIDs)},
    {ENTRY(clGetDeviceInfo)},
    {ENTRY(clGetEventInfo)},
    {ENTRY(clGetEventProfilingInfo)},
    {ENTRY(clGetExtensionFunctionAddressForPlatform)},
    {ENTRY(clGetKernelInfo)},
    {ENTRY(clGetKernelWorkGroupInfo)},
    {ENTRY(clGetMemObjectInfo)},
    {ENTRY(clGetPlatformIDs)},
    {ENTRY(clGetPlatformInfo)},
    {ENTRY(clGetProgramBuildInfo)},
    {ENTRY(clGetProgramInfo)},
    {ENTRY(clGetSupportedImageFormats)},
    {ENTRY(clReleaseCommandQueue)},
    {ENTRY(clReleaseContext)},
    {ENTRY(clReleaseEvent)},
    {ENTRY(clReleaseKernel)},
    {ENTRY(clReleaseMemObject)},
    {ENTRY(clReleaseProgram)},
    {ENTRY(clRetainCommandQueue)},
    {ENTRY(clRetainContext)},
    {ENTRY(clRetainEvent)},
    {ENTRY(clRetainMemObject)},
    {ENTRY(clSetEventCallback)},
    {ENTRY(clSetKernelArg)},
    {ENTRY(clWaitForEvents)},
};

/* Fills the table from a library; false: *missing is a function that it does not have. */
static bool table_fill(cl_icd_dispatch *table, void *library, const char **missing)
{
    for (size_t k = 0; k < sizeof entries / sizeof *entries; k++) {
        void *function = dlsym(library, entries[k].name);
        if (!function) {
            *missing = entries[k].name;
            return false;
        }
        memcpy((char *)table + entries[k].offset, &function, sizeof function);
    }
    return true;
}

/* Notes whether the first object, the program, asks for the dynamic linker. */
static int find_interpreter(struct dl_phdr_info *object, size_t size, void *found)
{
    (void)size;
    for (int i = 0; i < object->dlpi_phnum; i++)
        if (object->dlpi_phdr[i].p_type == PT_INTERP)
            *(bool *)found = true;
    return 1;
}

/* What a program opens that was linked with -static brings another C library, and fails in it. */
static bool program_is_static(void)
{
    bool dynamic = false;
    dl_iterate_phdr(find_interpreter, &dynamic);
    return !dynamic;
}

bool opencl_open(char *why, size_t room)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static cl_icd_dispatch table;
    static bool open;
    const char *missing = NULL;
    pthread_mutex_lock(&lock);
    if (!open && program_is_static()) {
        snprintf(why, room, "a program linked with -static cannot open libOpenCL.so.1");
    } else if (!open) {
        /* The name clGetPlatformIDs is in the program, or in a library that it links. */
        bool linked = dlsym(RTLD_DEFAULT, "clGetPlatformIDs") != NULL;
        void *library = linked ? RTLD_DEFAULT : dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
        if (!linked && !library)
            snprintf(why, room, "%s", dlerror());
        else if (!table_fill(&table, library, &missing))
            snprintf(why, room, "%s does not have %s", linked ? "OpenCL" : "libOpenCL.so.1",
                     missing);
        else
            open = true;
        if (open)
            __atomic_store_n(&opencl_table, &table, __ATOMIC_RELEASE);
    }
    bool done = open;
    pthread_mutex_unlock(&lock);
    return done;
}

void opencl_begin(const cl_icd_dispatch *emulator)
{
    const cl_icd_dispatch *none = NULL;
    __atomic_compare_exchange_n(&opencl_table, &none, emulator, false, __ATOMIC_RELEASE,
                                __ATOMIC_RELAXED);
}
