/* emulate.h - the host C of a unit, with its kernels as host code for the emulator. */
#ifndef DRIVER_EMULATE_H
#define DRIVER_EMULATE_H

#include "common/buf.h"
#include "common/ctx.h"
#include "driver/driver.h"
#include "sema/types/symbol.h"

/* Appends the host C of the checked unit to 'host'; 'kernels' is its OpenCL C. Runs the
 * preprocessor over the kernels as host C; when that fails (told), the driver has failed. */
void emulate_host(struct driver *d, struct ctx *c, struct program *p, const struct buf *kernels,
                  struct buf *host);

#endif
