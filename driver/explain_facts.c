/* explain_facts.c - --explain-kernel: a kernel's tiles, arguments and what is moved for them, and
 * its OpenCL C. Example, of samples/matmul.ampc:31:
 *
 *     matmul.ampc:31: kernel multiply_simple_31 of rank 2, in groups that the library chooses
 *     matmul.ampc:31:     'array_view<const float, 2> a' is read: brought to the device unless it
 * is there matmul.ampc:31:     'int w' is copied into each launch, 4 bytes
 *     ...
 *     matmul.ampc:31: its OpenCL C:
 *     matmul.ampc:31:     __kernel void multiply_simple_31(...
 *
 * It relies on what the effects of kernels on their captures are (sema/analysis/effects.h). */
#include "driver/explain_facts.h"

#include <string.h>

#include "codegen/kernel/kernel.h"
#include "sema/analysis/effects.h"
#include "sema/types/type.h"

static void begin(FILE *out, const struct launch *l)
{
    fprintf(out, "%s:%d: ", l->place.file, l->place.line);
}

static long long objects_bytes(const symbol_vec *objects)
{
    long long bytes = 0;
    for (int i = 0; i < objects->n; i++)
        bytes += objects->at[i]->type->size > 0 ? objects->at[i]->type->size : 0;
    return bytes;
}

static long long local_bytes(struct ctx *c, const struct launch *l)
{
    long long bytes = objects_bytes(&l->tile_statics);
    symbol_vec functions = {0};
    launch_functions(c, l, &functions);
    for (int i = 0; i < functions.n; i++)
        bytes += objects_bytes(&functions.at[i]->tile_statics);
    return bytes;
}

static const char *moves(struct ctx *c, const struct launch *l, const struct symbol *s)
{
    struct effect e = effect_of_capture(c, l, s);
    bool reads = e.reads != ANSWER_REFUTED, writes = e.writes != ANSWER_REFUTED;
    if (writes)
        return reads ? "read and written: brought to the device unless it is there, and back when "
                       "the host asks for it"
                     : "written: its other elements are brought to the device unless they are "
                       "there or discarded, and all back when the host asks for it";
    return reads ? "read: brought to the device unless it is there" : "not used: nothing is moved";
}

static void explain_argument(FILE *out, struct ctx *c, const struct launch *l,
                             const struct symbol *s)
{
    begin(out, l);
    fprintf(out, "    '%s' is ", type_declaration(c, s->type, s->name));
    if (type_is_view_or_array(s->type) || type_holds_views(s->type))
        fprintf(out, "%s\n", moves(c, l, s));
    else if (s->constant)
        fprintf(out, "the constant %lld\n", s->value);
    else
        fprintf(out, "copied into each launch, %lld bytes\n", s->type->size);
}

void explain_facts(FILE *out, struct ctx *c, const struct launch *l)
{
    const int *size = l->tiled ? l->tile : l->group;
    long long bytes = local_bytes(c, l);

    begin(out, l);
    fprintf(out, "kernel %s of rank %d, ", kernel_name(c, l), l->rank);
    if (size[0])
        fprintf(out, "in %s of ", l->tiled ? "tiles" : "groups");
    for (int i = 0; size[0] && i < l->rank; i++)
        fprintf(out, "%s%d", i ? " x " : "", size[i]);
    fputs(size[0] ? " threads" : "in groups that the library chooses", out);
    if (bytes)
        fprintf(out, ", %lld bytes of tile_static memory", bytes);
    fputc('\n', out);
    for (int i = 0; i < l->captures.n; i++)
        explain_argument(out, c, l, l->captures.at[i].symbol);
}

/* Where a line begins with '__kernel' and defines the function; NULL: nowhere. */
static const char *function_find(struct ctx *c, const char *text, const char *name)
{
    const char *head = arena_printf(&c->arena, " %s(", name);
    for (const char *at = strstr(text, "__kernel"); at; at = strstr(at + 1, "__kernel")) {
        const char *found = strstr(at, head);
        if (found && found < at + strcspn(at, "\n") && (at == text || at[-1] == '\n'))
            return at;
    }
    return NULL;
}

void explain_opencl(FILE *out, struct ctx *c, const struct launch *l, const char *kernels)
{
    static const char dense[] = "#ifdef AMPC_DENSE\n";
    const char *at = function_find(c, kernels, kernel_name(c, l));
    if (!at)
        return;
    if (at - kernels >= (long)strlen(dense) &&
        strncmp(at - strlen(dense), dense, strlen(dense)) == 0)
        at -= strlen(dense);
    const char *end = strstr(at, "\n}\n");
    begin(out, l);
    fputs("its OpenCL C (--emit=cl: with what it calls):\n", out);
    while (at && end && at < end + 2) {
        begin(out, l);
        fprintf(out, "    %.*s\n", (int)strcspn(at, "\n"), at);
        at += strcspn(at, "\n") + 1;
    }
}
