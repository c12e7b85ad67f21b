/* recover.h - syntax errors: their messages, and the tokens that are dropped after one. */
#ifndef PARSER_RECOVER_H
#define PARSER_RECOVER_H

#include "parser/state.h"

/* Reports a token that bison cannot take, where it could take the n tokens named, and begins
 * recovery. */
void recover_report(struct parser *p, struct loc loc, const char **expected, int n);
/* Whether the token at 'at', outside of all braces, belongs to a construct that was not understood:
 * no line without indentation has begun a new one since the last error. */
bool recover_lost(const struct parser *p, int at);
/* Reports an error at token i before bison gets it; parsing goes on. */
void recover_hint(struct parser *p, int i, const char *message);
/* Reports that the parser's stack is full, or another failure of bison; parsing ends. */
void recover_report_message(struct parser *p, struct loc loc, const char *message);
/* An error production was reduced: ends recovery. */
void recover_end(struct parser *p);
/* The same at the end of a statement or declaration: later errors are independent of this one. */
void recover_end_statement(struct parser *p);
/* While recovering: moves on to the next token that may end the recovery; may fill p->pending. */
void recover_skip(struct parser *p);

#endif
