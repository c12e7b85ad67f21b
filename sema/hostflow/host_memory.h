/* host_memory.h - the memory that host code touches directly: what its expressions lead to, and
 * what the functions that it calls do with it. */
#ifndef SEMA_HOSTFLOW_HOST_MEMORY_H
#define SEMA_HOSTFLOW_HOST_MEMORY_H

#include "sema/analysis/code.h"

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
bool host_memory_is_static(const struct host_memory *m);
/* May a change of the object 'lvalue' make the path lead elsewhere? A function that gets 'argument'
 * do so? */
bool host_memory_moves(struct expr *lvalue, const struct host_memory *m);
bool host_memory_exposed(const struct expr *argument, const struct host_memory *m);
/* The variable that the path begins with. */
const struct symbol *host_memory_root(const struct host_memory *m);

/* Whether an lvalue is a part of the memory; whether a pointer value leads into it. */
bool host_memory_has(struct expr *lvalue, const struct host_memory *m);
bool host_memory_reached(struct expr *pointer, const struct host_memory *m);
/* Whether the memory is a part of an object, a struct, as far as the names tell. */
bool host_memory_in(struct expr *lvalue, const struct host_memory *m);

/* Where in the memory an lvalue of it begins, or a pointer leads, in the first round of the loops
 * around. */
struct host_place {
    enum {
        HOST_PLACE_AT,   /* at so many bytes */
        HOST_PLACE_SOME, /* at some element */
        HOST_PLACE_FAR   /* nobody knows, perhaps far from the begin */
    } kind;
    long long at;
};
/* The variables of loops; begin NULL: the loop is over. */
struct host_start {
    const struct symbol *variable;
    struct expr *begin;
};
struct host_starts {
    struct host_start *at;
    int n, cap;
};
struct host_place host_memory_place(struct expr *lvalue, const struct host_starts *starts);
struct host_place host_pointer_place(struct expr *pointer, const struct host_starts *starts);

/* The check: host memory of views that host code touches directly (host_flow.c). */
void check_host_memory(struct ctx *c, struct program *p, struct findings *findings);

#endif
