/* kernel_text.c - a kernel for hover and hints.
 *
 * Example, of samples/matmul.ampc:31: "Kernel over an extent<2>, groups chosen at the launch",
 * `a`, `b` read, `c` written, and the lines of --explain-kernel. */
#include "lsp/kernel_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/explain_kernels.h"
#include "optimize/cover.h"
#include "optimize/optimize.h"
#include "sema/analysis/effects.h"
#include "sema/types/type.h"

const char *kernel_use(struct analysis *a, const struct launch *l, const struct symbol *captured)
{
    struct effect e = effect_of_capture(&a->c, l, captured);
    bool reads = e.reads != ANSWER_REFUTED, writes = e.writes != ANSWER_REFUTED;
    return reads && writes ? "read and written" : reads ? "read" : writes ? "written" : "not used";
}

static void add_group(struct buf *out, const struct launch *l)
{
    const int *size = l->tiled ? l->tile : l->group;
    buf_printf(out, "**Kernel** of rank %d", l->rank);
    if (size[0]) {
        buf_printf(out, ", in %s of ", l->tiled ? "tiles" : "groups");
        for (int i = 0; i < l->rank; i++)
            buf_printf(out, "%s%d", i ? " x " : "", size[i]);
        buf_add(out, " threads");
    } else {
        buf_add(out, ", in groups that the library chooses");
    }
    buf_add(out, "\n\n");
}

static void add_local(struct analysis *a, struct buf *out, const struct launch *l)
{
    long long bytes = 0;
    symbol_vec functions = {0};
    for (int i = 0; i < l->tile_statics.n; i++)
        bytes += l->tile_statics.at[i]->type->size > 0 ? l->tile_statics.at[i]->type->size : 0;
    launch_functions(&a->c, l, &functions);
    for (int f = 0; f < functions.n; f++)
        for (int i = 0; i < functions.at[f]->tile_statics.n; i++) {
            long long size = functions.at[f]->tile_statics.at[i]->type->size;
            bytes += size > 0 ? size : 0;
        }
    if (bytes)
        buf_printf(out, "Local memory: %lld bytes\n\n", bytes);
}

static void add_captures(struct analysis *a, struct buf *out, const struct launch *l)
{
    if (l->captures.n)
        buf_add(out, "Captures:\n");
    for (int i = 0; i < l->captures.n; i++) {
        const struct symbol *s = l->captures.at[i].symbol;
        buf_printf(out, "- `%s`", type_declaration(&a->c, s->type, s->name));
        if (type_is_view_or_array(s->type) || type_holds_views(s->type))
            buf_printf(out, ": %s\n", kernel_use(a, l, s));
        else if (s->constant)
            buf_printf(out, ": the constant %lld\n", s->value);
        else
            buf_printf(out, ": a copy, %lld bytes\n", s->type->size);
    }
    buf_add(out, "\n");
}

/* The lines of --explain-kernel about the launch, each as an item. */
static void add_optimised(struct analysis *a, struct buf *out, const struct launch *l)
{
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    if (!f)
        return;
    if (!a->findings.blocks) {
        a->findings.blocks = optimize_blocks(&a->c, a->program, false);
        a->findings.covers = optimize_covers(&a->c, a->program, false);
    }
    explain_kernels(f, &a->c, a->program, &a->findings, l->place.line, NULL);
    fclose(f);
    buf_add(out, "With -O:\n");
    for (const char *line = text; line && *line;) {
        const char *end = strchr(line, '\n');
        const char *at = strstr(line, ": ");
        if (end && at && at < end)
            buf_printf(out, "%s- %.*s\n", strncmp(at + 2, "    ", 4) == 0 ? "  " : "",
                       (int)(end - at - 2 - (int)strspn(at + 2, " ")),
                       at + 2 + strspn(at + 2, " "));
        line = end ? end + 1 : NULL;
    }
    free(text);
}

void kernel_text(struct analysis *a, struct buf *out, const struct launch *l)
{
    analysis_check(a);
    add_group(out, l);
    add_local(a, out, l);
    if (!l->lambda || !l->rank)
        return;
    add_captures(a, out, l);
    if (a->sound && !a->d.options.keeps_kernels)
        add_optimised(a, out, l);
}
