/* tokens.h - semantic tokens and inlay hints. */
#ifndef LSP_TOKENS_H
#define LSP_TOKENS_H

#include "lsp/analysis.h"

/* The legend of the tokens, for the server's capabilities. */
json_t *tokens_legend(void);
/* The answers to textDocument/semanticTokens/full and /range, and textDocument/inlayHint. */
json_t *tokens_answer(struct analysis *a, const json_t *params);
json_t *hints_answer(struct analysis *a, const json_t *params);

#endif
