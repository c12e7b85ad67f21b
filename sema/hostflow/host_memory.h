/* host_memory.h - memory that host code accesses directly: the objects that its expressions name,
 * and the places in them. */
#ifndef SEMA_HOSTFLOW_HOST_MEMORY_H
#define SEMA_HOSTFLOW_HOST_MEMORY_H

#include "sema/analysis/code.h"

/* Paths: a variable, its members, and what pointers among them lead to, as in `s.v`, `p->data`,
 * `*out`. 'begin' is a prefix of the path, or all of it. They are compared by names: two different
 * paths may be aliases. */
bool host_path_same(struct expr *a, struct expr *b);
bool host_path_begins(struct expr *begin, struct expr *path);
const char *host_path_text(struct ctx *c, struct expr *path);
const struct symbol *host_path_root(const struct expr *path);

/* A variable, or a member of one: 'a', 's.data', 'p->data'. The memory is that object itself, or
 * the target of that pointer. */
struct host_memory {
    struct expr *path;
    bool pointed;
};

/* The memory that the pointer or C array 'source' is the begin of. False: it has no name, or
 * 'source' points behind its begin; then 'm' has the memory that it points into, or a path of NULL
 * if that has no name. */
bool host_memory_at(struct expr *source, struct host_memory *m);
bool host_memory_same(const struct host_memory *a, const struct host_memory *b);
/* "a", "s.data". */
const char *host_memory_text(struct ctx *c, const struct host_memory *m);
bool host_memory_is_static(const struct host_memory *m);
/* host_memory_moves: whether a store to 'lvalue' may make the path denote other memory. The other:
 * whether a function that gets 'argument' may do so. */
bool host_memory_moves(struct expr *lvalue, const struct host_memory *m);
bool host_memory_exposed(const struct expr *argument, const struct host_memory *m);
/* The variable at the path's begin. */
const struct symbol *host_memory_root(const struct host_memory *m);

/* Whether an lvalue designates an object in the memory; whether a pointer value points into it. */
bool host_memory_has(struct expr *lvalue, const struct host_memory *m);
bool host_memory_reached(struct expr *pointer, const struct host_memory *m);
/* Whether the memory is a member of the struct 'lvalue', by its path. */
bool host_memory_in(struct expr *lvalue, const struct host_memory *m);

/* The offset in the memory at which an lvalue begins, or to which a pointer points. */
struct host_place {
    enum {
        HOST_PLACE_AT,   /* at a known number of bytes */
        HOST_PLACE_SOME, /* at some element: if 'variable' is not NULL, at that of its value + 'at'
                          */
        HOST_PLACE_FAR   /* not known */
    } kind;
    long long at;
    const struct symbol *variable;
};
/* The value of a variable at this point, which is one of the first two iterations of each enclosing
 * loop. The last entry of a variable counts; without one it has the value of its initialiser. */
struct host_value {
    const struct symbol *variable;
    struct host_place is; /* AT, or FAR */
};
typedef VEC(struct host_value) host_values;
struct host_place host_memory_place(struct expr *lvalue, const host_values *values);
struct host_place host_pointer_place(struct expr *pointer, const host_values *values);
/* The value of an index, in elements; the sum, difference or product of two. */
struct host_place host_index_place(struct expr *index, const host_values *values);
struct host_place host_place_sum(enum op op, struct host_place a, struct host_place b);

/* The check: direct accesses of host code to the memory of views (host_flow.c). */
void check_host_memory(struct ctx *c, const struct program *p, struct findings *findings);

#endif
