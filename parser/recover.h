/* recover.h - syntax errors: their words, and what is left out of the token stream after one. */
#ifndef PARSER_RECOVER_H
#define PARSER_RECOVER_H

#include "parser/state.h"

/* bison met a token it cannot take, where it could take the n tokens named: reports it and begins
 * recovery. */
void recover_report(struct parser *p, struct loc loc, const char **expected, int n);
/* What stands at 'at', outside all braces, is the rest of something that was not understood: no
 * line without indentation has begun anything since the last error. */
bool recover_lost(const struct parser *p, int at);
/* Reports what is wrong with the token at i before bison meets it; the tokens go on. */
void recover_hint(struct parser *p, int i, const char *message);
/* The parser's stack is full, or another end of all parsing: reports it; nothing follows. */
void recover_report_message(struct parser *p, struct loc loc, const char *message);
/* An error production was reduced: tokens are given as they are again. */
void recover_end(struct parser *p);
/* The same at the end of a statement or declaration: what follows is independent of the error. */
void recover_end_statement(struct parser *p);
/* While recovering: moves on to the next token that may end the recovery; may fill p->pending. */
void recover_skip(struct parser *p);

#endif
