/* clone_internal.h - what clone.c and clone_spec.c share. */
#ifndef SEMA_TREE_CLONE_INTERNAL_H
#define SEMA_TREE_CLONE_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "sema/tree/clone.h"

/* Empties a list in a copied node, which still has the original's elements. */
#define vec_reset(v) memset((v), 0, sizeof *(v))

/* A copy of the node with the original's children, entered in the map. */
void *clone_node(struct tree_clone *k, const void *node, size_t size);
/* Would a declaration of s here make a new symbol? Else s is shared, in the map, or NULL. */
bool clone_is_new(const struct tree_clone *k, const struct symbol *s);
/* The copy of s, which is declared here: made now, or before. */
struct symbol *clone_declared(struct tree_clone *k, struct symbol *s);

expr_vec clone_exprs(struct tree_clone *k, const expr_vec *v);
struct param *clone_param(struct tree_clone *k, const struct param *p);

#endif
