/* precompile.c - --precompile: runs ampc-precompile over a unit's OpenCL C and embeds the binaries
 * in its host text. */
#include "driver/precompile.h"

#include <stdio.h>

#include "driver/messages.h"
#include "driver/output.h"
#include "driver/run.h"

/* The bytes as the elements of an initialiser. */
static void print_bytes(struct buf *host, const struct buf *bytes)
{
    for (size_t i = 0; i < bytes->n; i++)
        buf_printf(host, "%d,%s", (unsigned char)bytes->at[i], i % 32 == 31 ? "\n" : "");
}

/* Appends the object that holds binary number k, and what registers it. */
static void embed(struct buf *host, int k, const struct buf *binary)
{
    buf_printf(host,
               "\n# 1 \"<ampcc>\"\n"
               "static const unsigned char ampc__binary_bytes%d[] __attribute__((__aligned__(16))) "
               "= {\n",
               k);
    print_bytes(host, binary);
    buf_printf(host,
               "\n};\n"
               "static ampc__binary ampc__binary%d = {ampc__binary_bytes%d, %zu, 0};\n"
               "__attribute__((__constructor__)) static void ampc__binary_begin%d(void)\n"
               "{ ampc__binary_add(&ampc__binary%d); }\n"
               "__attribute__((__destructor__)) static void ampc__binary_end%d(void)\n"
               "{ ampc__binary_remove(&ampc__binary%d); }\n",
               k, k, binary->n, k, k, k, k);
}

/* Builds the kernels of 'file' for an accelerator, in the form for 'gains', and embeds them as
 * binary number k. */
static bool precompile_form(struct driver *d, const char *accelerator, const char *name,
                            const char *file, const struct unit_facts *facts, unsigned gains, int k,
                            struct buf *host)
{
    struct command command = {0};
    struct buf binary = {0}, err = {0};
    command_add(d, &command, d->precompile);
    command_add2(d, &command, accelerator, name);
    command_add2(d, &command, file, facts->math_options);
    command_add(d, &command, arena_printf(&d->arena, "%u", gains));
    bool good = command_run(d, &command, &binary, messages_capture(d, &err)) == 0;
    messages_add_cc(d, &err);
    if (good)
        embed(host, k, &binary);
    buf_free(&binary);
    return good;
}

bool precompile(struct driver *d, const char *name, const struct buf *kernels,
                const struct unit_facts *facts, struct buf *host)
{
    const struct options *o = &d->options;
    const char *file = temp_name(d, file_stem(d, name), ".cl");
    bool good =
        o->precompile.n == 0 || output_write(d, file, OUTPUT_FRESH, kernels->at, kernels->n);
    for (int k = 0; k < o->precompile.n && good; k++) {
        const char *accelerator = o->precompile.at[k];
        good = precompile_form(d, accelerator, name, file, facts, facts->blocks, 2 * k, host);
        if (good && facts->gains != facts->blocks)
            good =
                precompile_form(d, accelerator, name, file, facts, facts->gains, 2 * k + 1, host);
    }
    return good;
}
