/* spaces.h - which memory the pointers of amp code lead into. Used by the checks of atomics and
 * views and by the kernel generator, which writes an address space at every pointer.
 *
 * The answer is a set of memories. The lattice is that of the sets: at the bottom the empty one
 * (null, or no value yet), above it the single memories, above them those of pointers that lead
 * into several; the join is the union. A generator that knows no sets folds them to 'enum space',
 * where all sets of several memories are SPACE_ANY: nothing (NONE) is below private, global, local
 * and constant, and these are below ANY. Folding commutes with the join, so an analysis of folded
 * parameters gives the folded result of an analysis of the sets.
 *
 * A pointer variable has the join of what is assigned to it anywhere in its function; a function is
 * analysed once for all its callers: sets may contain parameters, for which the memories of one
 * call's arguments are substituted (a 'space_instance').
 *
 *     int *pick(int *a, int *b, int c) restrict(amp) { return c ? a : b; }
 *     *pick(&v[0], tile, n)      the result: {VIEWS, TILE}, SPACE_ANY
 *
 * Limits: the order of statements is not considered; pointers are in variables, parameters and
 * results alone, as amp code has none in structs, arrays and views; pointer parameters after the
 * 56th of a function may lead anywhere; the result of a function that calls itself, which is an
 * error, is that of the first round. Relies on the types and the symbols of typing. */
#ifndef SEMA_ANALYSIS_SPACES_H
#define SEMA_ANALYSIS_SPACES_H

#include <stdbool.h>
#include <stdint.h>

#include "common/ctx.h"
#include "sema/types/symbol.h"

/* The memory of an object, or of a pointer's target. NONE: null or not known; ANY: known at run
 * time only, from the pointer's value. */
enum space { SPACE_NONE, SPACE_PRIVATE, SPACE_GLOBAL, SPACE_LOCAL, SPACE_CONSTANT, SPACE_ANY };

typedef uint64_t memory_set; /* of MEMORY_*; higher bits are internal to the analysis */
enum {
    MEMORY_OWN = 1, /* the thread's private memory */
    MEMORY_VIEWS = 2,
    MEMORY_TILE = 4,
    MEMORY_CONSTANT = 8, /* tables of constants */
    MEMORY_COPY = 16, /* values captured by copy that are too large for a parameter of the kernel */
    MEMORY_KNOWN = 31,
    MEMORY_OPEN = 32 /* other memory as well: it depends on callers, or is an error */
};
typedef VEC(memory_set) memory_set_vec;

/* space_of: the set folded to an address space; MEMORY_OPEN is ignored. The other: a set that folds
 * to the space. */
enum space space_of(memory_set set);
memory_set space_memories(enum space space);

/* The results for the functions and kernels of a text. Checks and generators share one: 'spaces' of
 * struct findings. */
struct spaces;
/* Without results, in c's arena. is_opaque: which functions with a body are treated like those of
 * other units, so that their results may lead anywhere; NULL: none. */
struct spaces *spaces_new(struct ctx *c, bool (*is_opaque)(const void *data, const struct symbol *),
                          const void *data);

/* A kernel, or an amp function with the memories of its arguments. A zeroed one has no results. */
struct space_instance {
    struct spaces *spaces;
    struct space_code *code;       /* NULL: opaque, or none */
    const struct symbol *function; /* NULL: a kernel */
    memory_set_vec params;         /* one per parameter; 0 if it is no pointer */
    VEC(struct space_variable) added;
};
struct space_variable { /* a pointer variable, or a parameter declared with & */
    const struct symbol *symbol;
    memory_set set;
};

struct space_instance space_kernel(struct spaces *s, const struct launch *l);
/* 'params' has a set for each parameter. */
struct space_instance space_function(struct spaces *s, const struct symbol *f,
                                     const memory_set_vec *params);
/* The amp function that is called, and the memories of each argument in *params. NULL: it cannot be
 * called with so many arguments, or the call is an AMP operation. */
struct symbol *space_call(const struct space_instance *in, const struct expr *call,
                          memory_set_vec *params);
/* Whether a parameter is an alias of its argument that amp code can change: declared with &, and
 * not const. */
bool space_is_reference(const struct type *param);
/* Whether a parameter has a set of memories: it is such a reference, or a pointer. */
bool space_is_input(const struct type *param);

/* The memories that a pointer variable's value leads into; MEMORY_OPEN: s is no such variable. */
memory_set space_variable(const struct space_instance *in, const struct symbol *s);
/* The memory of the object that an lvalue names. */
memory_set space_object(const struct space_instance *in, const struct expr *e);
/* The memories that a pointer's, or an array's, value leads into; 0: null, or no pointer at all. */
memory_set space_pointer(const struct space_instance *in, const struct expr *e);
/* The memories of the result; 0: it is no pointer. */
memory_set space_result(const struct space_instance *in);
/* Adds a variable of the caller's own, as generators do. */
void space_add(struct space_instance *in, const struct symbol *s, memory_set set);

/* Why views over memory of this set are impossible; NULL: they are possible, or may be
 * (MEMORY_OPEN). */
const char *space_view_fault(memory_set set);

#endif
