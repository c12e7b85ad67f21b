/* host_calls.h - the effects of functions that host code calls on memory and on views. */
#ifndef SEMA_HOSTFLOW_HOST_CALLS_H
#define SEMA_HOSTFLOW_HOST_CALLS_H

#include "sema/hostflow/host_memory.h"
#include "sema/types/answer.h"

/* What a call does to memory. READS and WRITES are certain, for any values of the arguments. */
enum {
    CALL_READS = 1,
    CALL_WRITES = 2,
    CALL_MAY_WRITE = 4,
    CALL_LOSES = 8,   /* the memory is freed, or its name denotes other memory afterwards */
    CALL_UNKNOWN = 16 /* any other effect, such as through a view */
};
/* The effect of a call on the memory that its argument points to. *left is the number of
 * expressions of bodies that may still be walked; at 0 everything is unknown. */
unsigned host_call_argument(struct ctx *c, struct findings *findings, int *left, struct expr *call,
                            int argument);
/* The effect of the called function on static memory, which it knows by name; 0 for other
 * memory. */
unsigned host_call_static(struct ctx *c, struct findings *findings, int *left, struct expr *call,
                          const struct host_memory *m);
/* Whether the called function uses views that are not followed in its caller: PROVED: it names
 * some, or gets some, or calls what is not known by name; UNKNOWN: it has AMP constructs, or calls
 * functions of other units. */
enum answer host_call_views(struct ctx *c, struct findings *findings, int *left, struct expr *call);
/* Whether a call comes back, as far as the name of the called function tells. */
enum host_return {
    HOST_RETURNS,
    HOST_RETURNS_NEVER, /* exit, and what is declared _Noreturn */
    HOST_RETURNS_TWICE  /* setjmp: at the second time the state is that of another point */
};
enum host_return host_call_return(struct expr *call);
/* The function that a call names; NULL: a value, a member or a launch is called. */
struct symbol *host_called(struct expr *call);

#endif
