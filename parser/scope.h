/* scope.h - the parser's own scopes: whether a name is a typedef, an object, a function. The
 * grammar needs no more; sema has its own scopes. */
#ifndef PARSER_SCOPE_H
#define PARSER_SCOPE_H

#include <stdbool.h>

struct arena;
struct scope;

enum name_kind {
    NAME_NONE,   /* not declared */
    NAME_OBJECT, /* a variable or parameter */
    NAME_FUNCTION,
    NAME_ENUMERATOR,
    NAME_TYPEDEF,
    NAME_TYPEDEF_AMP /* a typedef of an AMP type */
};

/* The names that a closed scope had declared, to declare them again (the parameters of a function
 * in its body). */
struct scope_names;

/* A new table with the file scope open. */
struct scope *scope_new(struct arena *a);

/* Opens a scope; is_block: of a compound statement (where error recovery returns to). Returns the
 * depth before. */
int scope_open(struct scope *s, bool is_block);

/* Closes scopes until 'depth' are open; true when that changed what any name means. */
bool scope_close(struct scope *s, int depth);

/* The depth of the innermost open block, or of the file scope. */
int scope_block_depth(const struct scope *s);

/* True if no block is open: at file level, also in parameter lists there. */
bool scope_at_file(const struct scope *s);

/* The names declared so far in the innermost scope. */
struct scope_names *scope_names_of(struct scope *s);

/* Declares those names again in the innermost scope; NULL does nothing. */
void scope_declare_names(struct scope *s, const struct scope_names *names);

/* Declares an interned name in the innermost scope; a name declared there again changes its kind.
 */
void scope_declare(struct scope *s, const char *name, enum name_kind kind);

/* What the interned name means here. */
enum name_kind scope_lookup(const struct scope *s, const char *name);

#endif
