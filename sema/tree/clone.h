/* clone.h - deep copies of subtrees of the typed tree, for passes that rewrite code and leave the
 * original as it is.
 *
 * All nodes of a clone are new: expressions, statements, declarations, initialisers, lambdas and
 * types as written. Shared with the original are the types (struct type, records, enumerations),
 * what they declare (tags, typedefs, enumerators), attributes and clauses, and the places in the
 * source. A variable, parameter or nested function that is declared inside what is cloned becomes a
 * new symbol, static and tile_static ones too; every other symbol stays the same, unless the map
 * has another one for it. Labels keep their names: jumps inside a clone lead to its own labels.
 *
 * It relies on the tree that typing leaves (sema/typing), with every symbol declared before its
 * use. The recursion is as deep as the tree, except for chains of else-if.
 *
 *     struct tree_clone k = tree_clone_begin(c);
 *     node_table_put(&k.map, param, local);        the caller's: a local variable for the parameter
 *     struct stmt *body = tree_clone_stmt(&k, f->definition->body);
 *     struct expr *call = tree_clone_of(&k, old_call);             its copy in 'body'
 */
#ifndef SEMA_TREE_CLONE_H
#define SEMA_TREE_CLONE_H

#include "common/ctx.h"
#include "common/node_table.h"
#include "parser/tree.h"
#include "sema/types/symbol.h"

struct tree_clone {
    struct ctx *c; /* whose arena gets the clones */
    /* From symbols and nodes of the original to their copies in the clone. The caller may enter
     * symbols before, with the symbols that shall replace them; cloning enters all nodes, and the
     * symbols that they declare. */
    struct node_table map;
};

/* With an empty map. Several clones may be made with one map: later ones use the symbols of earlier
 * ones. */
struct tree_clone tree_clone_begin(struct ctx *c);

/* Each copies one node and what is below it; NULL gives NULL. */
struct expr *tree_clone_expr(struct tree_clone *k, const struct expr *e);
struct stmt *tree_clone_stmt(struct tree_clone *k, const struct stmt *s);
struct init *tree_clone_init(struct tree_clone *k, const struct init *i);
struct decl *tree_clone_decl(struct tree_clone *k, const struct decl *d);
struct spec *tree_clone_spec(struct tree_clone *k, const struct spec *s);
struct declarator *tree_clone_declarator(struct tree_clone *k, const struct declarator *d);
struct type_name *tree_clone_type_name(struct tree_clone *k, const struct type_name *t);

/* The copy of a node or symbol of the original; the node or symbol itself if it has none. */
void *tree_clone_of(const struct tree_clone *k, const void *node);

/* Copies a launch, or a continuation, with its call and lambda. The copy is in no list of the
 * program, and has the number of the original. */
struct launch *tree_clone_launch(struct tree_clone *k, const struct launch *l);

/* Makes a copy of the lambda of 'from' that of 'to', a launch with a call of its own whose last
 * argument it becomes, with what belongs to the lambda: parameter, captures, calls, tile_static
 * objects. */
void tree_clone_kernel(struct tree_clone *k, const struct launch *from, struct launch *to);

/* Copies a function with a body. Its symbol is a new one called 'name' (interned), without a cpu or
 * amp counterpart; or the one that the map has for f (which may be f itself), which then gets the
 * new body. The copy is in no list of the program. */
struct symbol *tree_clone_function(struct tree_clone *k, struct symbol *f, const char *name);

#endif
