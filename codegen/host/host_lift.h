/* host_lift.h - moving the body of a continuation's lambda out of the function around it. The new
 * function sees the declarations of the file. Other names in the lambda are made available:
 * captured values and addresses of static objects in a record, types by repeating their
 * declarations, enumerators by their values, variables in sizeof and the like by their types.
 *
 * Names that cannot be made available are reported. */
#ifndef CODEGEN_HOST_HOST_LIFT_H
#define CODEGEN_HOST_HOST_LIFT_H

#include "codegen/host/host.h"

struct host_lift;

/* Finds what the lambda of a continuation needs. 'number' is in the names of what is generated for
 * it. Lives in the context's arena. */
struct host_lift *host_lift_find(struct host *h, const struct launch *launch, int number);
/* 'struct ampc__cN { ... };' in the function around. */
void host_lift_members(struct host_lift *l, struct buf *out);
/* 'struct ampc__cN ampc__sN = { ... };' there. */
const char *host_lift_values(struct host_lift *l);
/* The beginning of the new function's body: types, the record again, and the new names of captured
 * variables (h->owned). */
void host_lift_begin(struct host_lift *l, struct buf *out);
/* A line marker: the following text comes from byte 'at' of the source. */
void host_lift_marker(struct host *h, unsigned at, struct buf *out);

#endif
