/* What 'ampcc --devices' runs: prints the accelerators as the library sees them. The compiler
 * itself does not know OpenCL. */
#include "runtime/ampc.h"

#include <stdio.h>

static void print(int number)
{
    const ampc_accelerator *a = ampc_accelerator_at(number);
    ampc_size mebibytes = ampc_accelerator_memory(a) / 1024;
    printf("%d: %s\n", number, ampc_accelerator_description(a));
    printf("   %s, %zu MiB, OpenCL %u.%u%s%s%s\n",
           ampc_accelerator_is_gpu(a)   ? "gpu"
           : ampc_accelerator_is_cpu(a) ? "cpu"
                                        : "other",
           (size_t)mebibytes, ampc_accelerator_version(a) >> 16,
           ampc_accelerator_version(a) & 0xffff, ampc_accelerator_has_double(a) ? ", double" : "",
           ampc_accelerator_is_zero_copy(a) ? ", works in host memory" : "",
           a == ampc_accelerator_default() ? ", default" : "");
}

int main(void)
{
    int count = ampc_accelerator_count();
    for (int k = 0; k < count; k++) {
        print(k);
    }
    if (!count) {
        fputs(
            "ampcc: no OpenCL device was found; install a driver (on Debian pocl-opencl-icd makes "
            "the CPU one)\n",
            stderr);
    }
    return count && fflush(stdout) == 0 ? 0 : 1;
}
