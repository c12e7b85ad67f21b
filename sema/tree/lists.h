/* lists.h - what hangs on launches and amp functions besides their bodies: the calls that these
 * make, the tile_static objects, what a kernel captures. Typing fills the lists in as it goes; a
 * pass that has changed a body has them made anew, as call graphs (launch_functions), the
 * generators and the analyses read them.
 *
 * It relies on the typed tree alone. Order is that of typing: of the source, a call behind the
 * calls in its arguments.
 *
 *     tree_edit_stmt(&unroll, &clone->lambda->body);
 *     tree_lists_launch(c, clone);
 *
 * What a kernel captured stays captured, in its order, also when its body names it no longer: these
 * are the arguments that the launch hands over, in all texts of the kernel. What the body names
 * newly comes behind. */
#ifndef SEMA_TREE_LISTS_H
#define SEMA_TREE_LISTS_H

#include "common/ctx.h"
#include "sema/types/symbol.h"

/* What a body has; in c's arena. */
struct tree_lists {
    VEC(struct call_site) calls;
    symbol_vec tile_statics;
    VEC(struct captured) named; /* variables of the host function, each at its first mention */
};

/* Of the body of l's lambda, or, if that is NULL, of the function f. */
struct tree_lists tree_lists_of(struct ctx *c, struct launch *l, struct symbol *f);

/* Makes the lists of a launch, or of an amp function with a body, those of its body. */
void tree_lists_launch(struct ctx *c, struct launch *l);
void tree_lists_function(struct ctx *c, struct symbol *f);

#endif
