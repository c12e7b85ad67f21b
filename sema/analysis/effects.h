/* effects.h - what amp code does to the elements of a view or array: the one place that answers it.
 *
 * A statement is about all launches of the kernel, or all calls of the function:
 *   reads, writes         some thread reads (writes) an element. PROVED: code that does it stands
 *                         where control can get to, whatever the conditions around it decide;
 *                         REFUTED: no execution does it.
 *   wholly_written_first  whatever the elements are before the launch makes no difference: each is
 *                         written, and none is read before. The text alone only refutes it; the one
 *                         who runs the kernel (sema/simulate/memory_use.h) can prove it.
 *
 * It follows the names of the memory: subviews, views in local variables, pointers to
 * elements, parameters and results of functions. The lattice of a variable that holds addresses is
 * the set of { leads to the view, leads elsewhere }, its join the union, over all assignments
 * wherever they stand; a function is looked at once for each parameter in question.
 *
 * Limits: an object with several views is one (each of them may be any); a store of an address
 * through a pointer, a function without a body here, and asm make it unknown. Of other captured
 * views of the same memory 'reads' and 'writes' say nothing: effect_shared does.
 *
 * Example, of samples/matmul.ampc: for 'c[idx] = sum;' of the kernel, effect_of_capture says of c
 * that reads is REFUTED and writes is PROVED. */
#ifndef SEMA_ANALYSIS_EFFECTS_H
#define SEMA_ANALYSIS_EFFECTS_H

#include "common/ctx.h"
#include "sema/analysis/findings.h"
#include "sema/types/answer.h"
#include "sema/types/symbol.h"

struct effect {
    enum answer reads, writes, wholly_written_first;
};

/* Of 'captured', a variable that the launch's kernel captures: a view, an array, or an object that
 * holds some, all of which count as one. A view of const elements is never written. */
struct effect effect_of_capture(struct ctx *c, const struct launch *l,
                                const struct symbol *captured);

/* Whether the launch's kernel reads elements of 'view', which it captures, by the name of another
 * variable that it captures. */
enum answer effect_shared(struct ctx *c, struct findings *f, const struct launch *l,
                          struct symbol *view);

#endif
