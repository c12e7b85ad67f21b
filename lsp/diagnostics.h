/* diagnostics.h - messages as the protocol's diagnostics, and their fix-its as code actions. */
#ifndef LSP_DIAGNOSTICS_H
#define LSP_DIAGNOSTICS_H

#include "lsp/analysis.h"

/* The parameters of textDocument/publishDiagnostics. */
json_t *diagnostics_new(struct analysis *a);
/* The answer to textDocument/codeAction. */
json_t *actions_answer(struct analysis *a, const json_t *params);

#endif
