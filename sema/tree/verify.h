/* verify.h - is a typed tree what the passes behind typing rely on? For tests of what makes trees:
 * typing, clones, passes that rewrite (`AMPC_TREE=verify`). A tree with reported errors need not
 * be.
 *
 *   everywhere: every expression has a type; every name of a variable stands where a declaration of
 *     its symbol is in scope; constants have values; what _Generic selects is in it
 *   amp code: targets of stores are lvalues; operands have the types that their operator needs,
 *     conversions being nodes: `i + f` is (float)i + f; arguments, initialisers and results have
 * the type of the object that they initialise launches: call, domain, lambda and launch refer to
 * each other; what a kernel uses of the function around it is captured; calls and tile_static
 * objects in the lists are in the body
 *
 * Faults of plain host code are left to cc, so only the first list is verified there. */
#ifndef SEMA_TREE_VERIFY_H
#define SEMA_TREE_VERIFY_H

#include "common/buf.h"
#include "common/ctx.h"
#include "sema/types/symbol.h"

/* Appends a line for each fault to 'out': "x.ampc:12:3: what". How many there are. */
int tree_verify(struct ctx *c, const struct program *p, struct buf *out);
/* The same of a kernel's body that a pass has made, whose launch is a clone: 'known' are the
 * variables that it names and the pass declares elsewhere. */
int tree_verify_body(struct ctx *c, const struct launch *l, const symbol_vec *known,
                     struct stmt *body, struct buf *out);

#endif
