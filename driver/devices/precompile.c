/* What 'ampcc --precompile' runs: ampc-precompile DEVICE NAME KERNELS.cl OPTIONS USES writes the
 * binary of the kernels of the file NAME for an accelerator ("": the default one) to standard
 * output. The compiler itself does not know OpenCL. */
#include "runtime/ampc.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void say(ampc_error code, const char *message, const char *file, int line, void *user)
{
    (void)line;
    (void)user;
    fprintf(stderr, "%s%sampcc: error: %s: %s\n", file ? file : "", file ? ": " : "",
            ampc_error_name(code), message);
}

/* The whole file as a string, allocated. */
static char *file_text(const char *name)
{
    FILE *in = fopen(name, "rb");
    char *text = NULL;
    size_t used = 0, n = 0, size = 0;
    do {
        used += n;
        if (used + 1 >= size) {
            size = size ? size * 2 : 65536;
            text = realloc(text, size);
        }
        n = in && text ? fread(text + used, 1, size - used - 1, in) : 0;
    } while (n > 0);
    if (in)
        fclose(in);
    if (text)
        text[used] = 0;
    return in ? text : NULL;
}

int main(int argc, char **argv)
{
    if (argc != 6) {
        fputs("usage: ampc-precompile DEVICE NAME KERNELS.cl OPTIONS USES\n", stderr);
        return 2;
    }
    ampc_set_error_handler(say, NULL);
    ampc_accelerator *a = *argv[1] ? ampc_accelerator_find(argv[1]) : ampc_accelerator_default();
    char *text = file_text(argv[3]);
    if (!a || !text) {
        fprintf(stderr, "ampcc: error: --precompile=%s: %s\n", argv[1],
                text ? "no such accelerator; ampcc --devices prints them" : "cannot read kernels");
        return 1;
    }
    ampc__module module = {.source = text,
                           .file = argv[2],
                           .options = argv[4],
                           .uses = (unsigned)strtoul(argv[5], NULL, 0)};
    ampc_size size = 0;
    void *binary = ampc__binary_make(&module, a, &size);
    bool ok = binary && fwrite(binary, 1, size, stdout) == size && fflush(stdout) == 0;
    free(binary);
    free(text);
    return ok ? 0 : 1;
}
