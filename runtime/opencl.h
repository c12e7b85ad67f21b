/* opencl.h - the library's calls of OpenCL: each goes through a table, since libOpenCL is opened
 * when the program runs (opencl.c), not linked.
 *
 * A call is written as always, clFlush(queue). Until libOpenCL is open the table is the emulator's,
 * so that a process that needs no drivers opens none. An entry point that is new here is new in
 * opencl.c, too; the linker reports one that is forgotten. */
#ifndef AMPC_OPENCL_H
#define AMPC_OPENCL_H

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>
#include <CL/cl_icd.h>
#include <stdbool.h>
#include <stddef.h>

/* Opens libOpenCL, or takes the one that the program has, and makes the table its functions. Any
 * thread, as often as wanted; what was opened stays. False: there is none, and 'why' (of 'room'
 * bytes) says so. */
bool opencl_open(char *why, size_t room);

/* The table until then; called before there is any object of OpenCL's. */
void opencl_begin(const cl_icd_dispatch *emulator);

extern const cl_icd_dispatch *opencl_table; /* atomic */

static inline const cl_icd_dispatch *opencl(void)
{
    return __atomic_load_n(&opencl_table, __ATOMIC_ACQUIRE);
}

/* The tests, as programs do, call the OpenCL that they link. */
#ifndef OPENCL_LINKED
#define clBuildProgram(...) opencl()->clBuildProgram(__VA_ARGS__)
#define clCreateBuffer(...) opencl()->clCreateBuffer(__VA_ARGS__)
#define clCreateCommandQueue(...) opencl()->clCreateCommandQueue(__VA_ARGS__)
#define clCreateContext(...) opencl()->clCreateContext(__VA_ARGS__)
#define clCreateImage(...) opencl()->clCreateImage(__VA_ARGS__)
#define clCreateKernel(...) opencl()->clCreateKernel(__VA_ARGS__)
#define clCreateProgramWithBinary(...) opencl()->clCreateProgramWithBinary(__VA_ARGS__)
#define clCreateProgramWithSource(...) opencl()->clCreateProgramWithSource(__VA_ARGS__)
#define clCreateSampler(...) opencl()->clCreateSampler(__VA_ARGS__)
#define clEnqueueBarrierWithWaitList(...) opencl()->clEnqueueBarrierWithWaitList(__VA_ARGS__)
#define clEnqueueCopyBuffer(...) opencl()->clEnqueueCopyBuffer(__VA_ARGS__)
#define clEnqueueCopyBufferToImage(...) opencl()->clEnqueueCopyBufferToImage(__VA_ARGS__)
#define clEnqueueFillBuffer(...) opencl()->clEnqueueFillBuffer(__VA_ARGS__)
#define clEnqueueMapBuffer(...) opencl()->clEnqueueMapBuffer(__VA_ARGS__)
#define clEnqueueMarkerWithWaitList(...) opencl()->clEnqueueMarkerWithWaitList(__VA_ARGS__)
#define clEnqueueNDRangeKernel(...) opencl()->clEnqueueNDRangeKernel(__VA_ARGS__)
#define clEnqueueReadBuffer(...) opencl()->clEnqueueReadBuffer(__VA_ARGS__)
#define clEnqueueReadBufferRect(...) opencl()->clEnqueueReadBufferRect(__VA_ARGS__)
#define clEnqueueUnmapMemObject(...) opencl()->clEnqueueUnmapMemObject(__VA_ARGS__)
#define clEnqueueWriteBuffer(...) opencl()->clEnqueueWriteBuffer(__VA_ARGS__)
#define clEnqueueWriteBufferRect(...) opencl()->clEnqueueWriteBufferRect(__VA_ARGS__)
#define clFinish(...) opencl()->clFinish(__VA_ARGS__)
#define clFlush(...) opencl()->clFlush(__VA_ARGS__)
#define clGetCommandQueueInfo(...) opencl()->clGetCommandQueueInfo(__VA_ARGS__)
#define clGetDeviceIDs(...) opencl()->clGetDeviceIDs(__VA_ARGS__)
#define clGetDeviceInfo(...) opencl()->clGetDeviceInfo(__VA_ARGS__)
#define clGetEventInfo(...) opencl()->clGetEventInfo(__VA_ARGS__)
#define clGetEventProfilingInfo(...) opencl()->clGetEventProfilingInfo(__VA_ARGS__)
#define clGetExtensionFunctionAddressForPlatform(...)                                              \
    opencl()->clGetExtensionFunctionAddressForPlatform(__VA_ARGS__)
#define clGetKernelInfo(...) opencl()->clGetKernelInfo(__VA_ARGS__)
#define clGetKernelWorkGroupInfo(...) opencl()->clGetKernelWorkGroupInfo(__VA_ARGS__)
#define clGetMemObjectInfo(...) opencl()->clGetMemObjectInfo(__VA_ARGS__)
#define clGetPlatformIDs(...) opencl()->clGetPlatformIDs(__VA_ARGS__)
#define clGetPlatformInfo(...) opencl()->clGetPlatformInfo(__VA_ARGS__)
#define clGetProgramBuildInfo(...) opencl()->clGetProgramBuildInfo(__VA_ARGS__)
#define clGetProgramInfo(...) opencl()->clGetProgramInfo(__VA_ARGS__)
#define clGetSupportedImageFormats(...) opencl()->clGetSupportedImageFormats(__VA_ARGS__)
#define clReleaseCommandQueue(...) opencl()->clReleaseCommandQueue(__VA_ARGS__)
#define clReleaseContext(...) opencl()->clReleaseContext(__VA_ARGS__)
#define clReleaseEvent(...) opencl()->clReleaseEvent(__VA_ARGS__)
#define clReleaseKernel(...) opencl()->clReleaseKernel(__VA_ARGS__)
#define clReleaseMemObject(...) opencl()->clReleaseMemObject(__VA_ARGS__)
#define clReleaseProgram(...) opencl()->clReleaseProgram(__VA_ARGS__)
#define clRetainCommandQueue(...) opencl()->clRetainCommandQueue(__VA_ARGS__)
#define clRetainContext(...) opencl()->clRetainContext(__VA_ARGS__)
#define clRetainEvent(...) opencl()->clRetainEvent(__VA_ARGS__)
#define clRetainMemObject(...) opencl()->clRetainMemObject(__VA_ARGS__)
#define clSetEventCallback(...) opencl()->clSetEventCallback(__VA_ARGS__)
#define clSetKernelArg(...) opencl()->clSetKernelArg(__VA_ARGS__)
#define clWaitForEvents(...) opencl()->clWaitForEvents(__VA_ARGS__)
#endif

#endif
