/* codegen.h - the two generators: OpenCL C printed from the typed tree, and the host text with
 * edits. */
#ifndef CODEGEN_CODEGEN_H
#define CODEGEN_CODEGEN_H

#include <stdbool.h>

#include "common/buf.h"
#include "common/ctx.h"
#include "runtime/ampc_gen.h"
#include "sema/types/symbol.h"

struct cover_kernel;
struct findings;

/* How a captured variable is passed. The kernel's parameters and the launch's arguments both follow
 * the list of these. */
struct kernel_arg {
    struct symbol *symbol;
    enum ampc__arg_kind kind;
    bool is_const; /* view of const, or never written by the kernel */
    /* The type of what is passed: the symbol's; for an object that holds views the object's bytes
     * first, and then each view by its path. */
    const struct type *type;
    const char *path; /* ".inner.rows[2]"; "" for the symbol itself */
    type_path steps;
    bool group;    /* an object that holds views */
    bool constant; /* a constant_view of numbers whose elements, and extent, the kernel uses and
                      nothing else of it: kernel_constants */
    bool known; /* a const view that loops of the kernel subscript, or ask for its extent: the text
                   can have its extents as constants, which its type does not tell. Set by the text,
                   which is printed first */
    bool image; /* a texture_view that is sampled, or the sampler: in a build with images one stands
                   beside its buffer, and OpenCL's beside the sampler. Set by the text */
    bool tally; /* the kernel's groups have its elements in local memory, too: known, in a build for
                   blocks of threads. Set by the text */
};
typedef VEC(struct kernel_arg) kernel_arg_vec;

/* Shared by a launch and its kernel. */
struct kernel_launch {
    /* The __kernel function's: unique in the unit, made of the host function's name and the line
     * ("matmul_42"). */
    const char *name;
    kernel_arg_vec args; /* in order */
    int panels[2];       /* of blocks of any size, for long loops: the most threads each way, where
                            vectors       have less than 16 floats, and elsewhere; 0: there are none */
    int rows, columns; /* threads of a work-item, in the dimensions before the last and the last, in
                          a build for blocks (AMPC_BLOCKS); 0: there is none */
    bool strips;       /* such a build reads lines of 16 rounds of loops */
    const char *plain[2]; /* why there is no build for blocks, none with AMPC_COVER; NULL: there is,
                             or kernels are left as they are */
    const struct cover_kernel *cover; /* of a build with AMPC_COVER; NULL: there is none */
};

/* An amp function without a body in this unit that a text calls, for one combination of memories
 * (see ampc__need of runtime/ampc_gen.h). */
struct kernel_need {
    struct symbol *function;
    const char *spaces;
    struct loc call;
    const struct launch *untiled; /* a launch without tiles that reaches it; NULL: none */
};
typedef VEC(struct kernel_need) kernel_need_vec;

/* A text from which the library builds programs, with the functions of other units that it
 * needs. */
struct kernel_text {
    const char *source;    /* OpenCL C; NULL: there is none */
    const char *refusal;   /* why there is none */
    unsigned uses;         /* AMPC__USES_* */
    kernel_need_vec needs; /* of other units */
    /* The tile_static objects that functions of other units may use, too; the text has their
     * offsets as AMPC_TILE_k. */
    symbol_vec tiles;
};

/* An amp function for one combination of memories of its pointers, for calls from other units (see
 * ampc__variant). */
struct kernel_variant {
    const char *spaces;
    struct kernel_text text;
    const char *checked; /* with checks of subscripts; NULL: the same text, or none */
};

/* An amp function of the unit that others may call: it has external linkage and a body. */
struct kernel_export {
    struct symbol *function;
    VEC(struct kernel_variant)
    variants;      /* none: there would be more than VARIANTS_MAX, which the library reports */
    bool emulated; /* it is in the emulator's text */
};

/* An amp function that algorithms get: as a need, the name by which other texts call it, and
 * whether the emulator's text has ampc_host_NAME for it. */
struct kernel_operation {
    struct kernel_need need;
    const char *name;
    bool emulated;
};

/* All texts of the unit's amp code; each is made by one walk over each kernel. */
struct kernel_texts {
    struct kernel_text kernels; /* of all launches */
    const char
        *checked; /* with checks of all subscripts; NULL: 'kernels' has them, or not wanted */
    const char *emulated; /* host C for the emulator, to be preprocessed; NULL: nothing, or
                             not wanted */
    VEC(struct kernel_export) exports;
    VEC(struct kernel_operation) operations;
    const struct kernel_launch *launches; /* by the number of the launch */
};

/* The optional texts. */
enum { KERNELS_CHECKED = 1, KERNELS_EMULATED = 2 };

/* Makes the texts, in the context's arena; 'wanted' is bits of KERNELS_*; 'findings' has the
 * results of the checks' analyses. Reports code that cannot be translated (DIAG_unsupported); then
 * the remaining texts are not made. */
void codegen_kernels(struct ctx *c, const struct program *p, struct findings *findings,
                     unsigned wanted, struct kernel_texts *out);
/* Appends the preprocessed text of the emulator in the form in which it is put behind the unit's
 * host C. */
void codegen_emulated_end(const struct buf *text, struct buf *out);

/* The function's type as text, with the layout of its records: equal texts in two units mean that
 * calls between them are possible. */
const char *kernel_layout(struct ctx *c, const struct type *t);

/* Appends the host C: the unit's text with edits at AMP constructs, and the kernels. 'aligned': for
 * cc, whose messages have columns; else as it is read best. */
void codegen_host(struct ctx *c, const struct program *p, struct findings *findings,
                  const struct kernel_texts *k, bool aligned, struct buf *out);

/* Of a unit with errors: reports what the generators cannot translate in the kernels and functions
 * that have none and use nothing that has. */
void codegen_probe(struct ctx *c, const struct program *p, struct findings *findings);

#endif
