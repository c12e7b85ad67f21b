/* device.c - the properties of an OpenCL device: name, kind, limits, features, and whether it can
 * run our kernels.
 *
 * All differences between devices that matter to the library are found here, once. Example: Mesa's
 * rusticl before version 24 computes wrong results, so such a device is refused with that
 * reason. */
#include "runtime/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Queries of a device, and the first failure, other than that its version of OpenCL does not have a
 * property. */
struct query {
    cl_device_id device;
    cl_int status;
};

static bool query_get(struct query *q, cl_device_info what, size_t bytes, void *value, size_t *size)
{
    cl_int status = clGetDeviceInfo(q->device, what, bytes, value, size);
    bool unknown = status == CL_INVALID_VALUE &&
                   (what == CL_DEVICE_DOUBLE_FP_CONFIG || what == CL_DEVICE_HOST_UNIFIED_MEMORY);
    if (status != CL_SUCCESS && !unknown && q->status == CL_SUCCESS)
        q->status = status;
    return status == CL_SUCCESS;
}

/* A string property, allocated; "" if it cannot be had; 0 without memory. */
static char *device_string(struct query *q, cl_device_info what)
{
    size_t bytes = 0;
    if (!query_get(q, what, 0, NULL, &bytes))
        bytes = 0;
    char *text = calloc(bytes + 1, 1);
    if (text && bytes && !query_get(q, what, bytes, text, NULL))
        text[0] = 0;
    return text;
}

/* The value of a property of a scalar type, or zero if the device does not know it. */
#define DEVICE_VALUE(type, q, what) (*(const type *)device_value(q, what, &(type){0}, sizeof(type)))
static const void *device_value(struct query *q, cl_device_info what, void *value, size_t bytes)
{
    if (!query_get(q, what, bytes, value, NULL))
        memset(value, 0, bytes);
    return value;
}

/* Is 'word' one of the blank-separated words of 'list'? */
static bool list_has(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)); at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == 0))
            return true;
    return false;
}

/* "name (platform)", with the blanks that some drivers pad names with removed. */
static bool describe(struct ampc_accelerator *a, struct query *q)
{
    char platform[256] = "";
    clGetPlatformInfo(a->platform, CL_PLATFORM_NAME, sizeof platform - 1, platform, NULL);
    a->name = device_string(q, CL_DEVICE_NAME);
    if (!a->name)
        return false;
    size_t skip = strspn(a->name, " "), length = strlen(a->name + skip);
    while (length > 0 && a->name[skip + length - 1] == ' ')
        length--;
    memmove(a->name, a->name + skip, length);
    a->name[length] = 0;
    size_t bytes = length + strlen(platform) + sizeof " ()";
    a->description = malloc(bytes);
    if (!a->description) {
        free(a->name);
        a->name = NULL;
        return false;
    }
    snprintf(a->description, bytes, "%s (%s)", a->name, platform);
    return true;
}

/* Is the device graphics software that runs on the processor? It may call itself a GPU. */
static bool is_rasteriser(const char *name)
{
    static const char *const names[] = {"llvmpipe", "softpipe", "lavapipe", "swrast",
                                        "swiftshader"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (strcasestr(name, names[k]))
            return true;
    return false;
}

/* "OpenCL 1.2 ..." as 0x10002; 0 if the device says something else. */
static unsigned device_version(struct query *q)
{
    char *text = device_string(q, CL_DEVICE_VERSION);
    unsigned major = 0, minor = 0;
    if (!text || sscanf(text, "OpenCL %u.%u", &major, &minor) != 2)
        major = minor = 0;
    free(text);
    return major << 16 | minor;
}

static void query_limits(struct ampc_accelerator *a, struct query *q)
{
    size_t items[16] = {1, 1, 1};
    if (!query_get(q, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof items, items, NULL))
        items[0] = items[1] = items[2] = 1;
    memcpy(a->max_items, items, sizeof a->max_items);
    a->max_group = DEVICE_VALUE(size_t, q, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    a->compute_units = DEVICE_VALUE(cl_uint, q, CL_DEVICE_MAX_COMPUTE_UNITS);
    a->native_floats = DEVICE_VALUE(cl_uint, q, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT);
    a->max_parameters = DEVICE_VALUE(size_t, q, CL_DEVICE_MAX_PARAMETER_SIZE);
    a->constant_bytes = DEVICE_VALUE(cl_ulong, q, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE);
    a->constant_count = DEVICE_VALUE(cl_uint, q, CL_DEVICE_MAX_CONSTANT_ARGS);
    a->local_bytes = DEVICE_VALUE(cl_ulong, q, CL_DEVICE_LOCAL_MEM_SIZE);
    a->memory_bytes = DEVICE_VALUE(cl_ulong, q, CL_DEVICE_GLOBAL_MEM_SIZE);
    a->max_buffer_bytes = DEVICE_VALUE(cl_ulong, q, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
}

/* Images are for devices whose hardware samples: by default for GPUs. Those of the embedded profile
 * do not filter floats (OpenCL 1.2, 10.3). */
static void query_images(struct ampc_accelerator *a, struct query *q)
{
    const char *wish = secure_getenv("AMPC_IMAGES");
    bool wanted = wish && *wish ? environment_flag("AMPC_IMAGES")
                                : (a->type & CL_DEVICE_TYPE_GPU) && !a->rasteriser;
    char *profile = wanted ? device_string(q, CL_DEVICE_PROFILE) : NULL;
    if (profile && strcmp(profile, "FULL_PROFILE") == 0 &&
        DEVICE_VALUE(cl_bool, q, CL_DEVICE_IMAGE_SUPPORT)) {
        a->image_count = DEVICE_VALUE(cl_uint, q, CL_DEVICE_MAX_READ_IMAGE_ARGS);
        a->image_most[0] = DEVICE_VALUE(size_t, q, CL_DEVICE_IMAGE2D_MAX_WIDTH);
        a->image_most[1] = DEVICE_VALUE(size_t, q, CL_DEVICE_IMAGE2D_MAX_HEIGHT);
        a->volume_most[0] = DEVICE_VALUE(size_t, q, CL_DEVICE_IMAGE3D_MAX_WIDTH);
        a->volume_most[1] = DEVICE_VALUE(size_t, q, CL_DEVICE_IMAGE3D_MAX_HEIGHT);
        a->volume_most[2] = DEVICE_VALUE(size_t, q, CL_DEVICE_IMAGE3D_MAX_DEPTH);
    }
    free(profile);
}

enum {
    CAPABILITY_MAJOR_NV = 0x4000, /* CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV of the extension */
    CAPABILITY_ASYNC = 8          /* since when there is cp.async (PTX) */
};

static void query_features(struct ampc_accelerator *a, struct query *q)
{
    char *extensions = device_string(q, CL_DEVICE_EXTENSIONS);
    const char *has = extensions ? extensions : "";
    a->has_double = DEVICE_VALUE(cl_device_fp_config, q, CL_DEVICE_DOUBLE_FP_CONFIG) != 0 ||
                    list_has(has, "cl_khr_fp64");
    a->has_half = list_has(has, "cl_khr_fp16");
    a->has_int64_atomics = list_has(has, "cl_khr_int64_base_atomics") &&
                           list_has(has, "cl_khr_int64_extended_atomics");
    a->has_float_atomics = a->version >= (3 << 16) && list_has(has, "cl_ext_float_atomics");
    a->rounds_exactly = (DEVICE_VALUE(cl_device_fp_config, q, CL_DEVICE_SINGLE_FP_CONFIG) &
                         CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
    a->copies_async = list_has(has, "cl_nv_device_attribute_query") &&
                      DEVICE_VALUE(cl_uint, q, CAPABILITY_MAJOR_NV) >= CAPABILITY_ASYNC;
    if (!extensions)
        q->status = CL_OUT_OF_HOST_MEMORY;
    free(extensions);
}

static bool is_platform(cl_platform_id platform, const char *which)
{
    char name[64] = "";
    return clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name - 1, name, NULL) ==
               CL_SUCCESS &&
           strcmp(name, which) == 0;
}

static bool is_rusticl(cl_platform_id platform)
{
    return is_platform(platform, "rusticl");
}

/* Whether a platform's version has both words. */
static bool is_version(cl_platform_id platform, const char *word, const char *other)
{
    char version[256] = "";
    return clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof version - 1, version, NULL) ==
               CL_SUCCESS &&
           strstr(version, word) && strstr(version, other);
}

/* A place in the platform's driver. */
static const void *driver_of(cl_platform_id platform)
{
    return clGetExtensionFunctionAddressForPlatform(platform, "clIcdGetPlatformIDsKHR");
}

/* PoCL 6 has LLVM verify that a pass over instructions leaves nothing to do; LLVM 18 ends the
 * process if it does (passes.c). Seen with kernels for groups of any size, which binaries hold,
 * with blocks in groups of several work-items, and with vectors' quotients and remainders. */
static bool verifies_passes(cl_platform_id platform)
{
    return is_version(platform, "PoCL 6.", "LLVM 18.") && !passes_unverified(driver_of(platform));
}

/* Mesa's rusticl of before 24 refuses structures as arguments, or gives wrong results. */
static bool is_old_rusticl(cl_platform_id platform, struct query *q)
{
    if (!is_rusticl(platform))
        return false;
    char *driver = device_string(q, CL_DRIVER_VERSION);
    int major = driver ? atoi(driver) : 0;
    free(driver);
    return major > 0 && major < 24;
}

/* Why the device cannot be used; 0: it can. */
static const char *unfit_by(cl_platform_id platform, unsigned version, struct query *q)
{
    const bool little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
    if (!DEVICE_VALUE(cl_bool, q, CL_DEVICE_AVAILABLE))
        return "it is not available";
    if (!DEVICE_VALUE(cl_bool, q, CL_DEVICE_COMPILER_AVAILABLE))
        return "it has no compiler";
    if (version < (1 << 16 | 2))
        return "it does not have OpenCL 1.2";
    if ((bool)DEVICE_VALUE(cl_bool, q, CL_DEVICE_ENDIAN_LITTLE) != little)
        return "its order of bytes is not the host's";
    if (is_old_rusticl(platform, q))
        return "its driver is older than Mesa 24, and its results are wrong";
    return NULL;
}

bool device_query(struct ampc_accelerator *a, cl_platform_id platform, cl_device_id device,
                  cl_int *status, const char **unfit)
{
    struct query q = {device, CL_SUCCESS};
    *a = (struct ampc_accelerator){.platform = platform, .device = device};
    a->version = device_version(&q);
    const char *why = unfit_by(platform, a->version, &q);
    *status = q.status;
    *unfit = q.status == CL_SUCCESS ? why : NULL;
    if (*status != CL_SUCCESS || *unfit)
        return false;
    *status = CL_OUT_OF_HOST_MEMORY;
    if (!describe(a, &q))
        return false;
    a->type = DEVICE_VALUE(cl_device_type, &q, CL_DEVICE_TYPE);
    a->rasteriser = is_rasteriser(a->name);
    a->tells_spills = strstr(a->description, "NVIDIA") != NULL;
    if (a->rasteriser)
        a->type = CL_DEVICE_TYPE_CPU;
    bool nvidia = is_platform(platform, "NVIDIA CUDA");
    a->copies_arguments =
        (a->type & CL_DEVICE_TYPE_CPU) && is_platform(platform, "Portable Computing Language");
    a->begins_unflushed = nvidia || a->copies_arguments;
    a->verifies_passes = verifies_passes(platform);
    if (is_version(platform, "PoCL 3.1", "LLVM 15."))
        (void)kernel_library_begins(driver_of(platform));
    a->gains_by_staging = nvidia;
    a->rounds_fma_twice = a->rasteriser && is_rusticl(platform);
    a->zero_copy = DEVICE_VALUE(cl_bool, &q, CL_DEVICE_HOST_UNIFIED_MEMORY) &&
                   !environment_flag("AMPC_NO_ZERO_COPY");
    query_features(a, &q);
    query_limits(a, &q);
    query_images(a, &q);
    a->divides_with_branches = a->rounds_exactly && (nvidia || (a->type & CL_DEVICE_TYPE_CPU));
    *status = q.status;
    if (q.status != CL_SUCCESS) {
        device_forget(a);
        return false;
    }
    return true;
}

void device_forget(struct ampc_accelerator *a)
{
    if (!a->emulated) {
        free(a->name);
        free(a->description);
    }
    a->name = a->description = NULL;
}
