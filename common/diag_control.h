/* diag_control.h - which messages are wanted: -W options and #pragma GCC diagnostic on our ids.
 * Private to diag.c, the driver's options, the scanner and the host generator. */
#ifndef COMMON_DIAG_CONTROL_H
#define COMMON_DIAG_CONTROL_H

#include "common/diag.h"

/* What an option or a pragma turned out to be. */
enum diag_named {
    DIAG_NAMED_NONE,  /* it is none of ours */
    DIAG_NAMED_OURS,  /* one of ours, applied */
    DIAG_NAMED_ERROR, /* names an error of ours, which cannot be turned off */
};

/* Takes -Wid, -Wno-id, -Werror=id, -Wno-error=id, where id is one of diag.def or "performance" for
 * all advice. *id is set to the id's text for DIAG_NAMED_ERROR. */
enum diag_named diag_option(struct diag_options *o, const char *word, const char **id);

/* For a misspelt name in -Wname or -Wno-name: the nearest of our warnings and advice; NULL: none is
 * near. */
const char *diag_option_meant(const char *word);

/* Takes a line that begins with # outside of comments: #pragma GCC diagnostic push, pop, ignored,
 * warning, error, and the same with clang or ampc for GCC. Lines come in the order of the text. A
 * pragma that would turn off an error gives a warning. */
void diag_pragma(struct ctx *c, struct loc loc);

/* The n-th pragma that names one of our ids or says ampc, for the generator of the host text, which
 * leaves them out; false: there are fewer. */
bool diag_own_pragma(const struct ctx *c, int n, struct loc *loc);

/* The severity of a message of id at 'loc' by the options and the pragmas before it; DIAG_NOTE: it
 * is not wanted. *promoted: a warning made an error. */
enum diag_severity diag_wanted(const struct ctx *c, enum diag_id id, struct loc loc,
                               bool *promoted);

#endif
