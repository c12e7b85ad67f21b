/* make_internal.h - what make.c and make_stmt.c share. */
#ifndef SEMA_TREE_MAKE_INTERNAL_H
#define SEMA_TREE_MAKE_INTERNAL_H

#include "sema/tree/make.h"
#include "sema/typing/typing.h"

/* What typing reports from here on is not the user's / is again; notes that something was. */
struct diags *rules_begin(struct maker *m);
void rules_end(struct maker *m, struct diags *users);

/* e as an operand: arrays and functions as pointers. */
struct expr *make_value(struct maker *m, struct expr *e);
/* The type as it would be written. */
struct spec *make_spec(struct maker *m, struct type *t);
struct type_name *make_written(struct maker *m, struct type *t);
/* An operand, operands, an initialiser as they are written: without what typing has put around
 * them.
 */
void expr_unconvert(struct expr **e);
void exprs_unconvert(expr_vec *v);
void init_unconvert(struct init *i);

#endif
