/* order.h - where nodes of the typed tree stand: inside another one, or in front of it. Relies on
 * the walker, and on the tables of findings.h.
 *
 *     order_function(findings, f);
 *     node_inside(findings, use, loop)      the expression 'use' is part of the statement 'loop'
 *     node_before(findings, store, use)     'store' has ended when 'use' begins
 *
 * Nodes are expressions, statements, declarations, declarators, specifiers and initialisers; a
 * lambda stands where its expression does, a symbol where it is declared, a record or enumeration
 * where its members are. What has not been numbered, NULL too, is inside nothing and in front of
 * nothing, and so are nodes of two functions to each other. Bytes of the source say less: an
 * expression begins where its first operand does, a clone where its original does, and a function
 * that is called may be written anywhere. */
#ifndef SEMA_ANALYSIS_ORDER_H
#define SEMA_ANALYSIS_ORDER_H

#include "sema/analysis/findings.h"
#include "sema/types/symbol.h"

/* Numbers the nodes of the function's definition, of the functions and lambdas in it, and, if it is
 * a nested one, of the function around it; once. NULL, or without a body: nothing. */
void order_function(struct findings *a, const struct symbol *function);
/* The same of the function that a launch or continuation stands in; of the launch alone if it
 * stands in none, as a clone may. */
void order_launch(struct findings *a, const struct launch *l);

/* The node stands inside 'around', or is that itself. */
bool node_inside(const struct findings *a, const void *node, const void *around);
/* The first has ended where the second begins, in the order of walk.h: neither is inside the other.
 */
bool node_before(const struct findings *a, const void *first, const void *second);

#endif
