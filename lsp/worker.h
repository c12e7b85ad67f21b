/* worker.h - processes that analyse one version of a document each, and answer what is asked of
 * it. */
#ifndef LSP_WORKER_H
#define LSP_WORKER_H

#include "lsp/server.h"

/* Gives a request to the document's worker, which is started if there is none; 'document' NULL: to
 * one of its own. 'id' NULL: the answer is a notification. */
void worker_ask(struct server *s, struct document *document, const json_t *id,
                const json_t *message);

/* The document has changed or is closed: its worker answers what it has been asked, and ends. */
void worker_retire(struct document *document);

/* Reads what a worker has sent; frees it, and answers its requests, when it has ended. */
void worker_read(struct server *s, struct worker *w);
/* Sends on what a worker has not read yet. */
void worker_write(struct worker *w);
/* Ends workers that take too long, and those that are of no more use. */
void workers_check(struct server *s, long long now);
/* How many workers have something to do for the present version of a document. */
int workers_busy(const struct server *s);
/* Ends all. */
void workers_end(struct server *s);

/* The request with that id is of no interest any more; false: no worker has it. */
bool worker_cancel(struct server *s, const json_t *id);

#endif
