/* parser.h - the interface of the parser. */
#ifndef PARSER_PARSER_H
#define PARSER_PARSER_H

#include <stdbool.h>

#include "parser/tree.h"

struct ctx;

/* Parses c->source and returns the raw tree of the unit, never NULL; it lives in the context's
 * arena. Reports syntax errors by diag(DIAG_syntax), several per unit; in their place the tree has
 * EXPR_ERROR, STMT_ERROR or DECL_ERROR. */
struct unit *parse_unit(struct ctx *c);

/* Whether all errors so far are in bodies of functions: then all declarations of the file are
 * known, and later messages about other functions are right. Messages about those bodies are muted:
 * about a lambda's body if the error is in it, else about the function except for its lambdas. */
bool parse_confine(struct ctx *c, const struct unit *u);

#endif
