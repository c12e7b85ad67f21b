/* compile.h - the phases of the compiler over one unit. */
#ifndef DRIVER_COMPILE_H
#define DRIVER_COMPILE_H

#include "common/buf.h"
#include "driver/driver.h"

/* Facts about a translated unit, which the steps behind need. */
struct unit_facts {
    bool few_ranks;  /* asked for: ampc_gen.h was read with AMPC__FEW_RANKS; still true behind: its
                        other ranks are needed, and nothing else has been done */
    bool uses_units; /* its kernels call amp functions of other units */
    bool uses_amp;
    bool no_strict_aliasing;  /* cc gets -fno-strict-aliasing, as views reinterpret elements */
    unsigned gains;           /* its kernels' AMPC__USES_DENSE, EQUAL and ALIGNED */
    const char *math_options; /* of its kernels, see struct program */
};

/* Translates the preprocessed text of the file 'name', which it frees: appends its host C and its
 * OpenCL C. Prints the messages. False after an error. */
bool unit_translate(struct driver *d, const char *name, struct buf *text, struct buf *host,
                    struct buf *kernels, struct unit_facts *facts);

/* Appends the unit's tokens, or its tree before or after sema (--dump); frees the text. */
bool unit_dump(struct driver *d, const char *name, struct buf *text, struct buf *out);

#endif
