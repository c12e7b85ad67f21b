/* renew.h - puts a clone in the place of every kernel and of every amp function: a pass that
 * changes nothing, for the tests of clones (`ampcc --clone-tree`). Whatever the compiler says and
 * writes of the unit has to be the same. */
#ifndef SEMA_TREE_RENEW_H
#define SEMA_TREE_RENEW_H

#include "common/ctx.h"
#include "sema/types/symbol.h"

void tree_renew(struct ctx *c, struct program *p);

#endif
