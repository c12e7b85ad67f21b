/* node_table.h - what a pass knows about nodes of the tree, kept beside them: a table from nodes
 * (expressions, statements, declarations, symbols, types, launches, records) to a number or a
 * pointer each. It relies on the arena alone. The key is the node itself, not its place in the
 * source: a clone of a node is another node, of which nothing is known yet.
 *
 *     struct node_table places = {.arena = &c->arena};
 *     node_table_set(&places, symbol, 3);
 *     node_table_get(&places, symbol, -1)     3; of a node without an entry -1
 */
#ifndef COMMON_NODE_TABLE_H
#define COMMON_NODE_TABLE_H

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct node_entry;

/* Empty with all members but 'arena' zero. The entries live in that arena, and as long as it. */
struct node_table {
    struct arena *arena;
    struct node_entry *entries;
    int n, size;
};

/* Gives the node, which is not NULL, a number; it replaces the one it had. */
void node_table_set(struct node_table *t, const void *node, intptr_t number);
/* The node's number; 'otherwise' when it has none, or is NULL. */
intptr_t node_table_get(const struct node_table *t, const void *node, intptr_t otherwise);

/* The same with pointers; NULL: the node has none. */
void node_table_put(struct node_table *t, const void *node, void *value);
void *node_table_find(const struct node_table *t, const void *node);

#endif
