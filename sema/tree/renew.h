/* renew.h - replaces every kernel and every amp function by a clone: a pass that changes nothing,
 * for the tests of clones (AMPC_TREE=clone). All messages and generated texts of the unit must stay
 * the same. */
#ifndef SEMA_TREE_RENEW_H
#define SEMA_TREE_RENEW_H

#include "common/ctx.h"
#include "sema/types/symbol.h"

void tree_renew(struct ctx *c, struct program *p);

#endif
