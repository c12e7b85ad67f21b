/* symbols.h - what a document and the workspace declare. */
#ifndef LSP_SYMBOLS_H
#define LSP_SYMBOLS_H

#include "lsp/analysis.h"

/* The answers to textDocument/documentSymbol and workspace/symbol. */
json_t *symbols_answer(struct analysis *a, const json_t *params);
json_t *workspace_symbols_answer(struct analysis *a, const json_t *params);

#endif
