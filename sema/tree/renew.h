/* renew.h - passes that change nothing, for the tests of this room (AMPC_TREE=clone and remake).
 * All messages and generated texts of the unit must stay the same. */
#ifndef SEMA_TREE_RENEW_H
#define SEMA_TREE_RENEW_H

#include "common/ctx.h"
#include "sema/types/symbol.h"

/* Puts a clone in the place of every kernel and of every amp function. */
void tree_renew(struct ctx *c, struct program *p);
/* Makes every node of kernels and amp functions anew by its maker, in a tree without errors; false:
 * a maker has refused one. */
bool tree_remake(struct ctx *c, struct program *p);

#endif
