/* substitute.h - an expression in the place of a variable, everywhere in some code: the counter of
 * a loop by its value, when the body is copied for each round.
 *
 *     struct stmt *copy = tree_clone_stmt(&k, loop->body);
 *     const char *fault = tree_substitute(&m, &copy, i, make_int(&m, 3, i->type));
 *
 * Each place gets a clone of the value, cast to the variable's type where it has another; so
 * nothing around it changes its type, and what becomes constant by it, or is no lvalue any more,
 * says so. Parentheses are the generators' (make.h).
 *
 * Refused, with nothing changed: a value with effects, or with calls of functions; a
 * variable that the code stores to, takes the address of, lends to a reference or declares; a value
 * that names a variable of which the code does the same, or of whose name the code declares
 * another. Variables are scalars, indices, extents and views. What the value reads from memory
 * (elements, what pointers lead to) is the same at all places: that is the caller's to prove. */
#ifndef SEMA_TREE_SUBSTITUTE_H
#define SEMA_TREE_SUBSTITUTE_H

#include "sema/tree/make.h"

/* Puts the value in the place of s in *at. NULL; or why not, as the end of a sentence. */
const char *tree_substitute(struct maker *m, struct stmt **at, struct symbol *s,
                            const struct expr *value);
/* Why the value must not stand for s in the code, whatever their types; NULL: it may. */
const char *tree_substitute_fault(struct maker *m, struct stmt *code, const struct symbol *s,
                                  const struct expr *value);

#endif
