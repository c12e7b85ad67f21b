/* look.h - looking ahead in the tokens, for the filter. 'i' is an index of p->tokens; past the end
 * there are TOKEN_ENDs. */
#ifndef PARSER_LOOK_H
#define PARSER_LOOK_H

#include "parser/state.h"

/* Kind of the token at i. */
int look_kind(const struct parser *p, int i);

/* The token that closes the bracket at i, or 0 if none does before a bracket around it is closed.
 */
int look_match(const struct parser *p, int i);

/* The '>' (or '>>') that closes the '<' at i as a list of template arguments, or 0 if it cannot be
 * one. */
int look_angle(const struct parser *p, int i);

/* What the identifier at i means: the scopes' kind; NAME_NONE too for one with a namespace prefix.
 */
enum name_kind look_name(const struct parser *p, int i);

/* Whether the identifier at i is an AMP type here: not declared as something else and used as a
 * type. *end: its last token. */
bool look_amp_type(const struct parser *p, int i, int *end);

/* Whether the identifier at i, not declared, stands where only a type can: "foo *x;", "foo x;". */
bool look_unknown_type(const struct parser *p, int i);

/* Whether a token of that kind may be the first of a declaration. */
bool look_begins_declaration(int kind);

/* Whether the '[' at i begins a lambda. */
bool look_lambda(const struct parser *p, int i);

/* Whether the '(' at i holds the arguments of a constructor: after an AMP type, or after the name
 * of a declarator of one. */
bool look_construct(const struct parser *p, int i);

/* Whether the identifier at i, after '.' or '->', is a member with template arguments: .tile<16,
 * 16>(). */
bool look_template_member(const struct parser *p, int i);

/* Whether the identifier at i, after '->', is in the result type of a lambda. */
bool look_lambda_result(const struct parser *p, int i);

/* Whether the '{' at i is the body of a lambda behind a tag, '-> struct s {', and does not define
 * the struct, union or enum (C++11, 7.1.6.2: a trailing type defines none). */
bool look_lambda_body(const struct parser *p, int i);

/* Whether the token at i is the first on its line. */
bool look_first_on_line(const struct parser *p, int i);

/* Whether its line begins with the token at i, without indentation. */
bool look_at_margin(const struct parser *p, int i);

/* Whether the token at i is at the margin and begins a definition or declaration. */
bool look_definition(const struct parser *p, int i);

/* The token at i in quotes, cut if it is long, or "end of file", as messages say it. */
const char *look_text(const struct parser *p, int i);

#endif
