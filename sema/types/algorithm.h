/* algorithm.h - algorithm.def as a C table: the functions of the namespace amp_algorithms. */
#ifndef SEMA_TYPES_ALGORITHM_H
#define SEMA_TYPES_ALGORITHM_H

#include "parser/tree.h"
#include "sema/types/type.h"

enum algorithm_result { ALGORITHM_ELEMENT, ALGORITHM_COUNT, ALGORITHM_NOTHING };

struct algorithm {
    const char *name;
    const char *what; /* enum ampc__algorithm without its prefix */
    const char *arguments;
    enum algorithm_result result;
};

/* The row for that many arguments, without an accelerator_view; NULL: there is none. */
const struct algorithm *algorithm_find(const char *name, int count);
/* "2 or 3", the numbers of arguments that the function takes; NULL: there is no such function. */
const char *algorithm_counts(struct arena *a, const char *name);
/* "reduce, scan_inclusive, ..." */
const char *algorithm_list(struct arena *a);
/* Whether 'name' is plus, min or max. */
bool algorithm_has_operation(const char *name);
/* Whether the typed call begins with an accelerator_view; the row of such a call. */
bool algorithm_has_queue(const struct expr *call);
const struct algorithm *algorithm_called(const struct expr *call);
/* The enumerator of runtime/ampc_gen.h for an element type that algorithms compute with; NULL: it
 * is none. */
const char *algorithm_number(const struct type *t);

#endif
