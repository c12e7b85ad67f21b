/* answer.h - what a worker answers: a table of the requests that need the text analysed. */
#ifndef LSP_ANSWER_H
#define LSP_ANSWER_H

#include "lsp/analysis.h"

/* The server's own request for diagnostics. */
#define ANSWER_DIAGNOSE "ampc/diagnose"

/* Adds what the table can do to the server's capabilities. */
void answer_capabilities(json_t *j);

/* Whether workers answer that method. */
bool answer_has(const char *method);
/* The method is about the workspace, not about a document. */
bool answer_is_wide(const char *method);

/* The answer to a request of the client, or the notification that the server has asked for
 * (diagnostics); NULL: there is nothing to send. */
json_t *answer_make(struct analysis *a, const json_t *message);

#endif
