/* kernel_texts.c - the texts of a unit: all kernels as OpenCL C, the same with checks, and as host
 * C for the emulator; and the variants that other units may call (kernel_extern.c). A text is what
 * one struct kernel_gen prints in one walk over each kernel; its needs of the library come from the
 * same walk. The host generator and the driver only read the result, struct kernel_texts. */
#include "codegen/kernel/kernel.h"
#include "codegen/sound.h"
#include "sema/analysis/findings.h"

static void print_prologue(const struct kernel_gen *g, struct buf *out)
{
    if (g->emulated) {
        buf_add(out, "typedef long ampc_off;\n");
        return;
    }
    buf_add(out, g->unit->program->contracts ? "#if defined AMPC_CONTRACT && !defined "
                                               "AMPC_BLOCKS\n#pragma OPENCL FP_CONTRACT ON\n#else\n"
                                               "#pragma OPENCL FP_CONTRACT OFF\n#endif\n"
                                             : "#pragma OPENCL FP_CONTRACT OFF\n");
    if (g->uses & AMPC__USES_STOP)
        buf_add(out, "#define AMPC_STOPS 1\n");
    if (g->uses & AMPC__USES_DOUBLE)
        buf_add(out, "#ifdef cl_khr_fp64\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#endif\n");
    if (g->uses & AMPC__USES_INT64_ATOMICS)
        buf_add(out, "#ifdef cl_khr_int64_base_atomics\n"
                     "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n#endif\n"
                     "#ifdef cl_khr_int64_extended_atomics\n"
                     "#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable\n#endif\n");
    if (g->uses & AMPC__USES_HALF)
        buf_add(out, "#ifdef cl_khr_fp16\n#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#endif\n");
    buf_add(out,
            "#ifdef AMPC_WIDE\ntypedef long ampc_off;\n#else\ntypedef int ampc_off;\n#endif\n");
}

static void add_text(struct buf *out, struct buf *text)
{
    if (text->n) {
        buf_char(out, '\n');
        buf_addn(out, text->at, text->n);
    }
    buf_free(text);
}

void kernel_assemble(struct kernel_gen *g, struct buf *out)
{
    print_prologue(g, out);
    add_text(out, &g->types);
    add_text(out, &g->constants);
    add_text(out, &g->helpers);
    if (g->functions.n)
        buf_addn(out, g->functions.at, g->functions.n);
    buf_free(&g->functions);
    if (g->kernels.n)
        buf_addn(out, g->kernels.at, g->kernels.n);
    buf_free(&g->kernels);
}

/* ---- the unit ---- */

/* A build for known extents, or for a block that groups cover, has one kernel. */
static void kernels_guard(struct kernel_gen *g, const size_t *begins, int n)
{
    struct buf all = g->kernels;

    g->kernels = (struct buf){0};
    for (int i = 0; i < n; i++) {
        if (begins[i] == begins[i + 1]) /* checked kernels have no flat form */
            continue;
        buf_printf(&g->kernels, "\n#if !defined AMPC_ONLY || defined AMPC_ONLY_%s",
                   g->unit->launches[i].name);
        buf_addn(&g->kernels, all.at + begins[i], begins[i + 1] - begins[i]);
        buf_add(&g->kernels, "#endif\n");
    }
    buf_free(&all);
}

static void kernels_emit(struct kernel_gen *g)
{
    const struct program *p = g->unit->program;
    size_t *begins = arena_array(&g->c->arena, size_t, (size_t)p->launches.n + 1);
    bool alone = false;

    for (int i = 0; i < p->launches.n; i++) {
        begins[i] = g->kernels.n;
        alone |= kernel_cover_of(g, p->launches.at[i]) != NULL;
        if (!p->launches.at[i]->flat_of || (!g->checked && !g->emulated))
            kernel_emit(g, p->launches.at[i]);
    }
    begins[p->launches.n] = g->kernels.n;
    if ((g->knows || alone) && p->launches.n > 1)
        kernels_guard(g, begins, p->launches.n);
}

static struct kernel_text kernels_make(const struct kernel_unit *u, enum kernel_kind kind)
{
    struct kernel_gen g = kernel_begin(u, kind, NULL);
    struct kernel_text made = {.source = ""};
    struct buf text = {0};

    if (u->program->launches.n == 0)
        return made;
    kernels_emit(&g);
    kernel_assemble(&g, &text);
    kernel_extern_launches(&g);
    made.source = arena_strndup(&u->c->arena, text.at, text.n);
    made.uses = g.uses & ~(g.retypes ? AMPC__USES_ALIGNED : 0u);
    made.needs = g.needs;
    made.tiles = g.shared_tiles;
    buf_free(&text);
    return made;
}

static void exports_make(const struct kernel_unit *u, struct kernel_texts *out)
{
    const struct program *p = u->program;

    for (int i = 0; i < p->functions.n; i++) {
        struct kernel_export e = {.function = p->functions.at[i]};
        if (!kernel_is_exported(e.function))
            continue;
        kernel_variants(u, &e);
        vec_push(&u->c->arena, &out->exports, e);
    }
    for (int i = 0; i < p->operations.n; i++) {
        struct kernel_export e = {.function = p->operations.at[i]};
        if (!e.function->definition || kernel_is_exported(e.function))
            continue;
        kernel_variants(u, &e);
        vec_push(&u->c->arena, &out->exports, e);
    }
}

/* Notes what algorithms get, whose host code goes into the emulator's text. */
static void operations_make(struct kernel_gen *g, struct kernel_texts *out)
{
    const struct program *p = g->unit->program;

    for (int i = 0; i < p->operations.n; i++) {
        struct kernel_operation o;
        kernel_operation(g, p->operations.at[i], &o);
        vec_push(&g->c->arena, &out->operations, o);
    }
}

/* Makes the emulator's text, and notes which functions in it other units can call. */
static void emulated_make(const struct kernel_unit *u, struct kernel_texts *out)
{
    struct kernel_gen g = kernel_begin(u, KERNEL_EMULATED, NULL);
    struct buf text = {0};
    bool calls = false;

    kernels_emit(&g);
    for (int i = 0; i < out->exports.n; i++) {
        out->exports.at[i].emulated = kernel_extern_emulated(&g, out->exports.at[i].function);
        calls |= out->exports.at[i].emulated;
    }
    operations_make(&g, out);
    kernel_assemble(&g, &text);
    if (u->program->launches.n || calls || u->program->operations.n)
        out->emulated = kernel_emulated_text(&g, &text);
    buf_free(&text);
}

void codegen_kernels(struct ctx *c, const struct program *p, struct findings *findings,
                     unsigned wanted, struct kernel_texts *out)
{
    const struct kernel_launch *launches = kernel_launches(c, p, findings);
    const struct kernel_unit unit = kernel_unit(c, p, findings, launches);

    *out =
        (struct kernel_texts){.kernels = kernels_make(&unit, KERNEL_PLAIN), .launches = launches};
    if (diag_errors(c))
        return;
    exports_make(&unit, out);
    if (wanted & KERNELS_EMULATED) {
        emulated_make(&unit, out);
    } else {
        struct kernel_gen g = kernel_begin(&unit, KERNEL_PLAIN, NULL);
        operations_make(&g, out);
    }
    if (wanted & KERNELS_CHECKED && !c->bounds && p->launches.n)
        out->checked = kernels_make(&unit, KERNEL_CHECKED).source;
}

void kernel_probe(struct ctx *c, const struct program *p, struct findings *findings,
                  const struct kernel_launch *launches)
{
    const struct kernel_unit unit = kernel_unit(c, p, findings, launches);
    struct kernel_gen g = kernel_begin(&unit, KERNEL_PLAIN, NULL);
    struct buf text = {0};

    for (int i = 0; i < p->launches.n; i++)
        if (sound_launch(c, p->launches.at[i]))
            kernel_emit(&g, p->launches.at[i]);
    kernel_assemble(&g, &text);
    buf_free(&text);
}
