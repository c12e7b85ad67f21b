/* leave.h - calls of the C library that free memory, or may do so. */
#ifndef SEMA_TYPES_LEAVE_H
#define SEMA_TYPES_LEAVE_H

#include "parser/tree.h"

enum leave_kind {
    LEAVE_NONE,
    LEAVE_FREE,    /* free(p) */
    LEAVE_REALLOC, /* realloc(p, n), reallocarray(p, n, m) */
    LEAVE_MUNMAP,  /* munmap(p, n) */
    LEAVE_MREMAP   /* mremap(p, n, m, flags) */
};

/* The effect of a call on the memory at its first argument, a pointer. A function of the C library
 * is one that is declared and has no body in the unit, with external linkage and its type. */
enum leave_kind leave_called(struct expr *call);

#endif
