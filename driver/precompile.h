/* precompile.h - --precompile: kernels that are built together with their program. */
#ifndef DRIVER_PRECOMPILE_H
#define DRIVER_PRECOMPILE_H

#include "common/buf.h"
#include "driver/compile.h"
#include "driver/driver.h"

/* Builds the OpenCL C of a unit for the accelerators that the options name, and appends what embeds
 * the binaries to its host C. 'name': the unit's file, for messages. False after an error
 * (reported). */
bool precompile(struct driver *d, const char *name, const struct buf *kernels,
                const struct unit_facts *facts, struct buf *host);

#endif
