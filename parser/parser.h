/* parser.h - the front door of the parser. */
#ifndef PARSER_PARSER_H
#define PARSER_PARSER_H

#include <stdbool.h>

#include "parser/tree.h"

struct ctx;

/* Parses c->source and returns the raw tree of the unit, never NULL; it lives in the context's
 * arena. What is wrong is reported through diag(DIAG_syntax), several errors per unit; where that
 * happened the tree has EXPR_ERROR, STMT_ERROR or DECL_ERROR. */
struct unit *parse_unit(struct ctx *c);

/* Whether all that is wrong so far stands in bodies of functions: then every declaration of the
 * file is as written, and what is reported later about other functions is right. Messages about
 * those bodies are muted: of a lambda's body when the error stands there, else of all but lambdas.
 */
bool parse_confine(struct ctx *c, const struct unit *u);

#endif
