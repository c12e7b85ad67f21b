/* host_calls.h - what the functions that host code calls do with memory and with views, as far as
 * their bodies tell. */
#ifndef SEMA_HOSTFLOW_HOST_CALLS_H
#define SEMA_HOSTFLOW_HOST_CALLS_H

#include "sema/hostflow/host_memory.h"

/* READ and WRITE: for certain, whatever the arguments are. */
enum {
    MEMORY_READ = 1,
    MEMORY_WRITE = 2,
    MEMORY_LOST = 4,   /* it is no memory afterwards, or the path leads to other memory */
    MEMORY_UNKNOWN = 8 /* what a view could do, for example */
};
/* What a call does to what its argument points to. 'left' counts expressions that may be looked at:
 * without any everything is unknown. */
unsigned host_call_argument(struct ctx *c, struct findings *findings, int *left, struct expr *call,
                            int argument);
/* What the function that a call names does to static memory by itself; 0 for other memory. */
unsigned host_call_static(struct ctx *c, struct findings *findings, int *left, struct expr *call,
                          const struct host_memory *m);
/* Whether it may use views that it does not get as arguments. */
bool host_call_views(struct ctx *c, struct findings *findings, int *left, struct expr *call);
/* The function that a call names; NULL: none, a member or a launch. */
struct symbol *host_called(struct expr *call);

#endif
