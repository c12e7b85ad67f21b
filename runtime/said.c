/* said.c - AMPC_VERBOSE and AMPC_REPORT: which text of a kernel runs on a device and in which
 * shape, or why it is the one as it is written; once for each. Example: "kernel main_8 on NAME as
 * written: the domain has too few blocks of 8 x 16 threads for 64 processors". It relies on
 * domain.c for what was chosen; its list is under runtime_lock. */
#include "runtime/profile.h"
#include "runtime/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct said {
    struct said *next;
    const ampc__kernel *kernel;
    const struct ampc_accelerator *accelerator;
    char *text;
};

static struct said *all;

static void print_shape(FILE *out, const ampc__kernel *kernel, const struct cover_shape *s)
{
    char text[COVER_TEXT];
    cover_describe(s, text);
    if (kernel->cover.kind == AMPC__COVER_TILES) {
        fprintf(out, "groups do blocks of %d x %d tiles (AMPC_COVER=%s)", s->rows, s->columns,
                text);
        return;
    }
    fputs("groups cover blocks of ", out);
    if (cover_rank(&kernel->cover, kernel->rank) > 1)
        fprintf(out, "%d x ", s->rows * s->down);
    fprintf(out, "%d threads (AMPC_COVER=%s)", s->columns * s->across, text);
}

/* Why the kernel runs as it is written. */
static void print_reason(FILE *out, const ampc__kernel *kernel, const struct ampc_accelerator *a,
                         const struct work *work, const struct tuned *how)
{
    bool is_cpu = a->type & CL_DEVICE_TYPE_CPU;
    bool has = is_cpu ? kernel->block[1] > 0 : kernel->cover.kind != AMPC__COVER_NONE;
    const char *why = kernel->plain[is_cpu ? 0 : 1], *asked = secure_getenv("AMPC_COVER");
    bool checked = kernel->module->checked && environment_flag("AMPC_CHECK");
    if (asked && *asked && kernel->cover.kind && !a->emulated && !kernel->group[0] && !checked)
        fputs("AMPC_COVER names no block that fits the device", out);
    else if (why)
        fputs(why, out);
    else if (a->emulated || a->rasteriser || !(a->type & (CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU)))
        fputs("the device has no other text", out);
    else if (!has)
        fputs("it was compiled without -O, with -fno-optimize-kernels or with -fsanitize=bounds",
              out);
    else if (checked)
        fputs("AMPC_CHECK checks its subscripts", out);
    else if (kernel->group[0])
        fputs("the launch says how large groups are", out);
    else if (how->tuning)
        fprintf(out, how->measured ? "AMPC_TUNE measures it" : "it was tuned");
    else if (work->few_rounds)
        fputs(kernel->cover.near && !is_cpu
                  ? "its loops have too few rounds, or more than there is room for windows"
                  : "its loops have too few rounds",
              out);
    else if (is_cpu)
        fprintf(out, "the domain has too few blocks of %d x %d threads for %zu processors",
                (int)work->block[1], (int)work->block[0], (size_t)a->compute_units);
    else
        fputs("no block that groups may cover fits the domain and the device", out);
}

/* Blocks have rows and columns, tiles as many sizes as the domain. */
static void print_block(FILE *out, const ampc__kernel *kernel, const struct work *work)
{
    int first = kernel->tile[0] ? kernel->rank - 1 : 1;
    fprintf(out, "work-items do %s of ", kernel->tile[0] ? "tiles" : "blocks");
    for (int k = first; k >= 0; k--)
        fprintf(out, "%zu%s", work->block[k], k ? " x " : " threads");
}

static char *make_text(const struct compiled *c, const ampc__kernel *kernel,
                       const struct work *work, const struct tuned *how)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    if (!out)
        return NULL;
    if (c->cover) {
        print_shape(out, kernel, c->cover);
    } else if (work->blocks) {
        print_block(out, kernel, work);
    } else {
        fputs("as written: ", out);
        print_reason(out, kernel, c->accelerator, work, how);
    }
    if (fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

void said_launch(const struct compiled *c, const ampc__kernel *kernel, const struct work *work,
                 const struct tuned *how)
{
    if ((!trace_enabled() && !profile_reports()) || text_is_module(kernel->module) ||
        !kernel->where.file) /* an algorithm's, which is the library's */
        return;
    char *text = make_text(c, kernel, work, how);
    struct said *made = text ? calloc(1, sizeof *made) : NULL, *s = all;
    while (s && made &&
           (s->kernel != kernel || s->accelerator != c->accelerator || strcmp(s->text, text) != 0))
        s = s->next;
    if (s || !made) {
        free(made);
        free(text);
        return;
    }
    *made = (struct said){all, kernel, c->accelerator, text};
    all = made;
    trace_print("kernel %s of %s:%d on %s: %s", kernel->name, kernel->where.file,
                kernel->where.line, c->accelerator->name, text);
}

void said_each(const ampc__kernel *kernel, const struct ampc_accelerator *a,
               void (*each)(void *data, const char *text), void *data)
{
    for (const struct said *s = all; s; s = s->next)
        if (s->kernel == kernel && s->accelerator == a)
            each(data, s->text);
}
