/* explain.h - the explanation of each id of diag.def, from explain.def. */
#ifndef COMMON_EXPLAIN_H
#define COMMON_EXPLAIN_H

#include "common/buf.h"
#include "common/diag.h"

struct explanation {
    const char *rule, *why;
    const char *wrong, *right; /* examples, whole lines; NULL: none */
};

/* The explanation of an id; all members NULL when explain.def has none. */
struct explanation explanation_of(enum diag_id id);

/* Appends the explanation as text for a terminal. */
void explain_text(struct buf *out, enum diag_id id);
/* Appends it as a section of Markdown. */
void explain_markdown(struct buf *out, enum diag_id id);

#endif
