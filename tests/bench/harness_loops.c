/* harness_loops.c - where the loops of kernels for CPUs lie in memory: with BENCH_ALIGN=1 the
 * innermost ones begin at multiples of 64 bytes, for all variants of OpenCL.
 *
 * Compilers leave that to chance, and the same instructions take up to 1.15 of the time elsewhere;
 * then a ratio says where two kernels came to lie, not how good they are. LLVM, of which PoCL is
 * made, has an option for it, which holds for the whole process. Done on x86, where a library of
 * LLVM is loaded; elsewhere nothing is. */
#define _GNU_SOURCE
#include "harness_internal.h"
#if defined __linux__ && defined __x86_64__
#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

static int align(struct dl_phdr_info *object, size_t size, void *data)
{
    /* As a power of two; LLVM 12 and later have it. */
    static const char *const options[] = {"bench",
                                          "-x86-experimental-pref-innermost-loop-alignment=6"};
    void (*parse)(int, const char *const *, const char *);
    void *llvm = strstr(object->dlpi_name, "libLLVM")
                     ? dlopen(object->dlpi_name, RTLD_LAZY | RTLD_NOLOAD)
                     : NULL;
    (void)size;
    (void)data;
    if (llvm && (*(void **)&parse = dlsym(llvm, "LLVMParseCommandLineOptions")) != NULL)
        parse(2, options, NULL);
    return 0;
}

void loops_align(void)
{
    const char *wish = getenv("BENCH_ALIGN");
    if (wish && !strcmp(wish, "1"))
        dl_iterate_phdr(align, NULL);
}
#else
void loops_align(void)
{
}
#endif
