/* layout.h - formatting by clang-format, where it is installed. */
#ifndef LSP_LAYOUT_H
#define LSP_LAYOUT_H

#include "lsp/analysis.h"

/* The answer to textDocument/formatting and textDocument/rangeFormatting. */
json_t *layout_answer(struct analysis *a, const json_t *params);

#endif
