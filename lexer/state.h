/* state.h - what the flex scanner and its caller share. */
#ifndef LEXER_STATE_H
#define LEXER_STATE_H

#include "lexer/token.h"

struct keyword_slot {
    const char *name; /* interned */
    enum token_kind kind;
};

/* The scanner's own state, flex's "extra". */
struct scan {
    struct ctx *c;
    const char *base;              /* first byte of the text */
    unsigned start;                /* of a comment */
    const char *name;              /* of the NAME read last */
    bool unended;                  /* the token read last has no end */
    unsigned unended_string;       /* the byte behind the last string without an end; 0: none */
    struct keyword_slot *keywords; /* hash table by the pointer of the interned name */
    unsigned mask;
};

/* Interns the word; its keyword kind, or TOKEN_NAME. */
enum token_kind scan_word(struct scan *s, const char *text, int length);
/* INT_CONSTANT or FLOAT_CONSTANT of a preprocessing number. */
enum token_kind scan_number(const char *text, int length);
/* Takes a line marker or a pragma. */
void scan_directive(struct scan *s, const char *text, int length);
/* Reports a string or character constant that does not end on its line. */
void scan_unended(struct scan *s, const char *text, int length, bool string);
/* Reports text[0, length) as something that is not allowed here, unless it may be the rest of a
 * string that was meant to end on its second line. */
void scan_error(struct scan *s, const char *text, int length, const char *message);

#endif
