/* What 'ampcc --devices' runs: prints the accelerators as the library sees them. The compiler
 * itself does not know OpenCL. */
#include "runtime/ampc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print(const ampc_accelerator *a, const ampc_accelerator *chosen)
{
    ampc_size mebibytes = ampc_accelerator_memory(a) / 1024;
    printf("%d: %s\n", ampc_accelerator_number(a), ampc_accelerator_description(a));
    printf("   %s, %zu MiB, OpenCL %u.%u%s%s%s\n",
           ampc_accelerator_is_gpu(a)   ? "gpu"
           : ampc_accelerator_is_cpu(a) ? "cpu"
                                        : "other",
           (size_t)mebibytes, ampc_accelerator_version(a) >> 16,
           ampc_accelerator_version(a) & 0xffff, ampc_accelerator_has_double(a) ? ", double" : "",
           ampc_accelerator_is_zero_copy(a) ? ", works in host memory" : "",
           a == chosen ? ", default" : "");
}

static void say(ampc_error code, const char *message, const char *file, int line, void *user)
{
    (void)code, (void)file, (void)line, (void)user;
    fprintf(stderr, "ampcc: %s\n", message);
}

int main(void)
{
    ampc_set_error_handler(say, NULL);
    const ampc_accelerator *chosen = ampc_accelerator_default();
    int count = ampc_accelerator_count();
    for (int k = 0; k < count; k++)
        print(ampc_accelerator_at(k), chosen);
    if (count == 1 && strcmp(ampc_accelerator_name(chosen), "emulator") == 0 &&
        !getenv("AMPC_DEVICE")) {
        fputs("ampcc: install a driver of OpenCL (on Debian ocl-icd-libopencl1 and pocl-opencl-icd "
              "make a device of the CPU)\n",
              stderr);
    }
    return chosen && fflush(stdout) == 0 ? 0 : 1;
}
