/* effects.h - whether amp code reads and writes the elements of a view or array.
 *
 * A statement is about all launches of the kernel, or all calls of the function:
 *   reads, writes         some thread reads (writes) an element. PROVED: an expression that does it
 * is not in dead code (conditions around it are taken to be true some time); REFUTED: no execution
 * does it. wholly_written_first  whatever the elements are before the launch makes no difference:
 * each is written, and none is read before. The text alone can only refute it; a run of the kernel
 * (sema/simulate/memory_use.h) can prove it.
 *
 * It follows aliases of the memory: subviews, views in local variables, pointers to elements,
 * parameters and results of functions. The lattice of a variable that holds addresses is the
 * subsets of { leads to the view, leads elsewhere }; the join is the union, over all assignments to
 * it in the function, in whatever order. A function is analysed once for each parameter in
 * question.
 *
 * Of an object with several views one is asked for by its path, as ".inner.rows[2]". A copy of the
 * whole object, or of a member with the view in it, is followed; what is put together from parts
 * leads to the view or elsewhere, and so does an element at a subscript that is no constant.
 *
 * Limits: a store of an address through a pointer, a function without a body here, and asm make all
 * unknown. Accesses through another captured view of the same memory are not counted here:
 * effect_shared is about them.
 *
 * Example, of samples/matmul.ampc: for 'c[i] = sum;' of the kernel, effect_of_capture says of c
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

/* The effect of a launch on the elements of 'captured', a variable that its kernel captures: a
 * view, an array, or an object that holds some, all of which count as one. A view of const elements
 * is never written. */
struct effect effect_of_capture(struct ctx *c, const struct launch *l,
                                const struct symbol *captured);

/* The same of the view at 'path' in such an object. */
struct effect effect_of_member(struct ctx *c, const struct launch *l, const struct symbol *captured,
                               const type_path *path);

/* Whether the launch's kernel reads elements of 'view', which it captures, through an alias:
 * another variable that it captures. */
enum answer effect_shared(struct ctx *c, struct findings *f, const struct launch *l,
                          struct symbol *view);

#endif
