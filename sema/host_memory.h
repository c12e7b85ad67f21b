/* host_memory.h - the memory that host code touches directly: what its expressions lead to, and
 * what the functions that it calls do with it. */
#ifndef SEMA_HOST_MEMORY_H
#define SEMA_HOST_MEMORY_H

#include "sema/check_core.h"

/* A variable, or a member of one: 'a', 's.data', 'p->data'. The memory is the variable itself, or
 * what it points to. */
struct host_memory {
    struct expr *path;
    bool pointed;
};

/* The memory that begins where the pointer or C array 'source' leads to; false: none that has a
 * name, or it begins further on; then 'm' has what it begins in, if that has a name, else a path of
 * NULL. */
bool host_memory_at(struct expr *source, struct host_memory *m);
bool host_memory_same(const struct host_memory *a, const struct host_memory *b);
/* "a", "s.data". */
const char *host_memory_text(struct ctx *c, const struct host_memory *m);
/* Does a change of the object 'lvalue' make the path lead elsewhere? */
bool host_memory_moves(struct expr *lvalue, const struct host_memory *m);

/* Whether an lvalue is a part of the memory; whether a pointer value leads into it. */
bool host_memory_has(struct expr *lvalue, const struct host_memory *m);
bool host_memory_reached(struct expr *pointer, const struct host_memory *m);

/* What a call does to what its argument points to. */
enum {
    MEMORY_READ = 1,
    MEMORY_WRITE = 2,
    MEMORY_FREE = 4,   /* it is no memory afterwards, or other memory */
    MEMORY_UNKNOWN = 8 /* what a view could do, for example */
};
unsigned host_memory_argument(struct ctx *c, struct expr *call, int argument);
/* What the function that a call names does to static memory by itself; 0 for other memory. */
unsigned host_memory_call(struct ctx *c, struct expr *call, const struct host_memory *m);
/* The function that a call names; NULL: none, a member or a launch. */
struct symbol *host_called(struct expr *call);

#endif
