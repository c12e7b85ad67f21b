/* layer.h - what every layer says of itself; LAYER_NAME is defined before. */
#ifndef TESTS_LAYER_H
#define TESTS_LAYER_H

#include <CL/cl_layer.h>

#include <string.h>

CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info what, size_t bytes, void *value,
                                               size_t *needed)
{
    static const char name[] = LAYER_NAME;
    const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    const void *from = what == CL_LAYER_NAME ? (const void *)name : &version;
    size_t size = what == CL_LAYER_NAME ? sizeof name : sizeof version;
    if ((what != CL_LAYER_NAME && what != CL_LAYER_API_VERSION) || (value && bytes < size))
        return CL_INVALID_VALUE;
    if (value)
        memcpy(value, from, size);
    if (needed)
        *needed = size;
    return CL_SUCCESS;
}

#endif
