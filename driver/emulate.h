/* emulate.h - the kernels of a unit as host code for the emulator. */
#ifndef DRIVER_EMULATE_H
#define DRIVER_EMULATE_H

#include "codegen/codegen.h"
#include "common/ctx.h"
#include "driver/driver.h"

/* Expands the macros in the emulator's text, which is replaced by the result, in the context's
 * arena. False after an error (reported). */
bool emulate_expand(struct driver *d, struct ctx *c, const struct program *p,
                    struct kernel_texts *texts);

#endif
