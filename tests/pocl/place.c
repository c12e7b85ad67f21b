/* place.c - what the OpenCL loader takes for PoCL: it loads fast.so, which is PoCL with libraries
 * that prelink.c has given their places, where those are free, and else (under valgrind, for one)
 * PoCL as it is. FOLDER has both. */
#define _GNU_SOURCE
#include <CL/cl.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/mman.h>

static void *pocl;

/* A C++ program has its library before that, and ThreadSanitizer has memory elsewhere. */
static bool is_free(void)
{
    if (dlopen(LIBRARY, RTLD_LAZY | RTLD_NOLOAD) || dlsym(RTLD_DEFAULT, "__tsan_init"))
        return false;
    void *at = mmap((void *)PLACE, PLACES, PROT_NONE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);

    if (at == MAP_FAILED)
        return false;
    munmap(at, PLACES);
    return at == (void *)PLACE;
}

__attribute__((constructor)) static void load(void)
{
    pocl = dlopen(is_free() ? FOLDER "/fast.so" : POCL, RTLD_LAZY);
    if (!pocl)
        fprintf(stderr, "PoCL of the tests: %s\n", dlerror());
}

void *clGetExtensionFunctionAddress(const char *name)
{
    void *(*get)(const char *) = pocl ? dlsym(pocl, __func__) : NULL;

    return get ? get(name) : NULL;
}

cl_int clIcdGetPlatformIDsKHR(cl_uint most, cl_platform_id *platforms, cl_uint *count)
{
    cl_int (*get)(cl_uint, cl_platform_id *, cl_uint *) = pocl ? dlsym(pocl, __func__) : NULL;

    return get ? get(most, platforms, count) : CL_INVALID_VALUE;
}

cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info what, size_t size, void *value,
                         size_t *got)
{
    cl_int (*get)(cl_platform_id, cl_platform_info, size_t, void *, size_t *) =
        pocl ? dlsym(pocl, __func__) : NULL;

    return get ? get(platform, what, size, value, got) : CL_INVALID_VALUE;
}
