/* compile.h - the phases of the compiler over one unit. */
#ifndef DRIVER_COMPILE_H
#define DRIVER_COMPILE_H

#include "common/buf.h"
#include "driver/driver.h"

struct ctx;
struct findings;
struct program;

/* Facts about a translated unit, which the steps behind need. */
struct unit_facts {
    bool few_ranks;  /* asked for: ampc_gen.h was read with AMPC__FEW_RANKS; still true behind: its
                        other ranks are needed, and nothing else has been done */
    bool uses_units; /* its kernels call amp functions of other units */
    bool uses_amp;
    bool no_strict_aliasing;  /* cc gets -fno-strict-aliasing, as views reinterpret elements */
    unsigned gains;           /* its kernels' AMPC__USES_DENSE, EQUAL, ALIGNED, BLOCKS and so on */
    unsigned blocks;          /* of them BLOCKS, which any launch on a CPU gains by */
    const char *math_options; /* of its kernels, see struct program */
};

/* Translates the preprocessed text of the file 'name', which it frees: appends its host C and its
 * OpenCL C. Prints the messages. False after an error. */
bool unit_translate(struct driver *d, const char *name, struct buf *text, struct buf *host,
                    struct buf *kernels, struct unit_facts *facts);

/* The same in steps, for the language server. unit_begin takes the text, of which the context has a
 * copy then; unit_front parses and types it, and begins the findings; unit_few_ranks: the ranks of
 * ampc_gen.h with AMPC__FEW_RANKS are enough; unit_back checks it and, without an error, makes the
 * host C and the OpenCL C. The context has the messages. */
void unit_begin(struct driver *d, struct ctx *c, const char *name, struct buf *text);
struct program *unit_front(struct driver *d, struct ctx *c, struct findings *findings);
bool unit_few_ranks(const struct ctx *c);
void unit_back(struct driver *d, struct ctx *c, struct program *p, struct findings *findings,
               struct buf *host, struct buf *kernels, struct unit_facts *facts);

/* Appends the unit's tokens, or its tree before or after sema (--dump); frees the text. */
bool unit_dump(struct driver *d, const char *name, struct buf *text, struct buf *out);

#endif
