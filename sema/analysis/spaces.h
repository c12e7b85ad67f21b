/* spaces.h - which memory the pointers of amp code lead into: found once, for the checks of atomics
 * and views and for the generator, which has to write an address space at every pointer.
 *
 * The answer is a set of memories. The lattice is that of the sets: at the bottom the empty one
 * (null, or no value yet), above it the single memories, above them those of pointers that lead
 * into several; the join is the union. A generator that knows no sets folds them to 'enum space',
 * where all sets of several memories are SPACE_ANY: nothing (NONE) is below private, global, local
 * and constant, and these are below ANY. Folding commutes with the join, so what is found for
 * folded parameters is what would be found for the sets, folded.
 *
 * A pointer variable has the join of what is assigned to it anywhere in its function; a function is
 * looked at once for all its callers: what a variable or the result has of the parameters is part
 * of its set, and filled in for one combination of arguments, a 'space_instance'.
 *
 *     int *pick(int *a, int *b, int c) restrict(amp) { return c ? a : b; }
 *     *pick(&v[0], tile, n)      the result: {VIEWS, TILE}, SPACE_ANY
 *
 * Limits: the order of statements does not count; pointers are found in variables, parameters and
 * results alone, as amp code has none in structs, arrays and views; what follows the 56th pointer
 * parameter of a function may lead anywhere; of functions that call themselves, which are refused,
 * the result is what the first round gives. Relies on the types and the symbols of typing. */
#ifndef SEMA_ANALYSIS_SPACES_H
#define SEMA_ANALYSIS_SPACES_H

#include <stdbool.h>
#include <stdint.h>

#include "common/ctx.h"
#include "sema/types/symbol.h"

/* Where an object lies; what a pointer leads into. NONE: null or not known; ANY: a pointer that
 * says at run time. */
enum space { SPACE_NONE, SPACE_PRIVATE, SPACE_GLOBAL, SPACE_LOCAL, SPACE_CONSTANT, SPACE_ANY };

typedef uint64_t memory_set; /* of MEMORY_*; the bits above are the analysis's own */
enum {
    MEMORY_OWN = 1, /* the thread's */
    MEMORY_VIEWS = 2,
    MEMORY_TILE = 4,
    MEMORY_CONSTANT = 8, /* tables of constants */
    MEMORY_COPY = 16, /* what is captured by value, and too large for a parameter of the kernel */
    MEMORY_KNOWN = 31,
    MEMORY_OPEN = 32 /* more than that: what callers will say, what is an error */
};
typedef VEC(memory_set) memory_set_vec;

/* The address space of pointers with this set / a set that folds to the space. MEMORY_OPEN does not
 * count. */
enum space space_of(memory_set set);
memory_set space_memories(enum space space);

/* What is known of the functions and kernels of a text. Checks and generators share one: 'spaces'
 * of struct findings. */
struct spaces;
/* Nothing yet, in c's arena. 'is_opaque' says which functions with a body are called like those of
 * other units all the same, so that their results may lead anywhere; NULL: none. */
struct spaces *spaces_new(struct ctx *c, bool (*is_opaque)(const void *data, const struct symbol *),
                          const void *data);

/* A kernel, or an amp function for the memories of its arguments. A zeroed one knows nothing. */
struct space_instance {
    struct spaces *spaces;
    struct space_code *code;       /* NULL: opaque, or none */
    const struct symbol *function; /* NULL: a kernel */
    memory_set_vec params;         /* one per parameter; 0 for what is no pointer */
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
/* The function of a call of amp code, and the memories of the arguments, each in *params; NULL:
 * none that can be called with so many arguments, or an operation of AMP's. */
struct symbol *space_call(const struct space_instance *in, const struct expr *call,
                          memory_set_vec *params);
/* Whether a parameter is another name of its argument: declared with &, and not const, so that amp
 * code can change it. */
bool space_is_reference(const struct type *param);
/* Whether it has memories: it is that, or a pointer. */
bool space_is_input(const struct type *param);

/* The memories that a pointer variable's value leads into; MEMORY_OPEN: it is none. */
memory_set space_variable(const struct space_instance *in, const struct symbol *s);
/* The memory of the object that an lvalue names. */
memory_set space_object(const struct space_instance *in, const struct expr *e);
/* The memories that a pointer's, or an array's, value leads into; 0: null, or no pointer at all. */
memory_set space_pointer(const struct space_instance *in, const struct expr *e);
/* The memories of the result; 0: it is no pointer. */
memory_set space_result(const struct space_instance *in);
/* A variable that the asker adds to the code, as generators do. */
void space_add(struct space_instance *in, const struct symbol *s, memory_set set);

/* Why there is no atomic operation on what a pointer leads to / no view over it; NULL: there is, or
 * may be (MEMORY_OPEN). */
const char *space_atomic_fault(memory_set set);
const char *space_view_fault(memory_set set);

#endif
