/* workspace.h - all documents of the workspace: those that are open, and the .ampc files of its
 * folder. */
#ifndef LSP_WORKSPACE_H
#define LSP_WORKSPACE_H

#include "lsp/analysis.h"

/* Calls 'take' with an analysis of each document but 'except' (NULL: of each), until some seconds
 * have gone. A document that does not have 'word' (NULL: any) in its text is left out. */
void workspace_each(struct server *s, const struct document *except, const char *word,
                    void (*take)(void *data, struct analysis *a), void *data);

#endif
