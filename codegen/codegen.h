/* codegen.h - the two generators: OpenCL C printed from the typed tree, and the host text with
 * edits. */
#ifndef CODEGEN_CODEGEN_H
#define CODEGEN_CODEGEN_H

#include <stdbool.h>

#include "common/buf.h"
#include "common/ctx.h"
#include "runtime/ampc_gen.h"
#include "sema/types/symbol.h"

/* One step into an object: member 'at' of the record, or element 'at' of an array (record NULL). */
struct kernel_step {
    const struct record *record;
    int at;
};

/* How a captured variable travels; the kernel's parameters and the launch's arguments both follow
 * this list. */
struct kernel_arg {
    struct symbol *symbol;
    enum ampc__arg_kind kind;
    bool is_const; /* view of const, or never written by the kernel */
    /* What travels: the symbol's type; of an object that holds views, the object first (its bytes)
     * and then each view, by the way to it. */
    const struct type *type;
    const char *path; /* ".inner.rows[2]"; "" for the symbol itself */
    VEC(struct kernel_step) steps;
    bool group; /* an object that holds views */
};
typedef VEC(struct kernel_arg) kernel_arg_vec;

/* The arguments of a launch's kernel, in order (kernel.c). */
void kernel_args(struct ctx *c, const struct launch *l, kernel_arg_vec *out);
/* The name of a launch's __kernel function: unique in the unit, made of the host function's name
 * and the line ("matmul_42"). */
const char *kernel_name(struct ctx *c, const struct launch *l);

/* An amp function without a body in this unit that a text calls, for one combination of memories
 * (see ampc__need of runtime/ampc_gen.h). */
struct kernel_need {
    struct symbol *function;
    const char *spaces;
    struct loc call;
    const struct launch *untiled; /* a launch without tiles that reaches it; NULL: none */
};
typedef VEC(struct kernel_need) kernel_need_vec;

/* AMPC__USES_* bits of the unit's kernels; *needs gets what they need of other units, *tiles the
 * tile_static objects of functions that these may use, too: AMPC_TILE_k in the text. */
unsigned kernel_uses(struct ctx *c, const struct program *p, kernel_need_vec *needs,
                     symbol_vec *tiles);

/* What other units need to call an amp function of this one, for one combination of memories (see
 * ampc__part). */
struct kernel_part {
    const char *spaces;
    const char *source;  /* NULL: there is none */
    const char *checked; /* with checks of subscripts; NULL: as source is, or there is none */
    const char *refusal; /* why */
    unsigned uses;
    kernel_need_vec needs;
    symbol_vec tiles; /* tile_static objects that it uses: AMPC_TILE_k in the text */
};
typedef VEC(struct kernel_part) kernel_part_vec;

/* Whether other units may call the function: an amp function with external linkage and a body. */
bool kernel_is_exported(const struct symbol *f);
void kernel_parts(struct ctx *c, struct program *p, struct symbol *f, kernel_part_vec *out);
/* The function's type with what its types are made of, the same in all units that may share it. */
const char *kernel_layout(struct ctx *c, const struct type *t);

/* Appends the OpenCL C of all kernels of the unit. Reports what cannot be translated
 * (DIAG_unsupported). */
void codegen_kernels(struct ctx *c, struct program *p, struct buf *out);

/* Of a unit with errors: reports what the generators cannot translate in the parts that have none
 * and use nothing that has. */
void codegen_probe(struct ctx *c, struct program *p);

/* The same with checks of all subscripts, whether the user asked for them now or not. */
void codegen_checked(struct ctx *c, struct program *p, struct buf *out);

/* Appends the kernels as host C for the emulator, to be preprocessed; *functions gets the functions
 * that other units can call there. There are no errors: codegen_kernels has found none. */
void codegen_emulated(struct ctx *c, struct program *p, struct buf *out, symbol_vec *functions);
/* Appends the preprocessed text as it can stand behind the unit's host C. */
void codegen_emulated_end(const struct buf *text, struct buf *out);

/* What the host C gets from the kernels. */
struct kernel_texts {
    const char *kernels;  /* OpenCL C, to be embedded as a string */
    const char *checked;  /* the same of codegen_checked; NULL: kernels has the checks */
    const char *emulated; /* of codegen_emulated_end; NULL: the emulator is not wanted */
    symbol_vec functions; /* of codegen_emulated */
};

/* Appends the host C: the unit's text with edits at AMP constructs, and the kernels. */
void codegen_host(struct ctx *c, struct program *p, const struct kernel_texts *k, struct buf *out);

#endif
