/* complete.h - what may be typed at the cursor, and what a call's arguments are. */
#ifndef LSP_COMPLETE_H
#define LSP_COMPLETE_H

#include "lsp/analysis.h"
#include "lsp/cut.h"

/* The answers to textDocument/completion and textDocument/signatureHelp. */
json_t *completion_answer(struct analysis *a, const json_t *params);
json_t *signature_answer(struct analysis *a, const json_t *params);

/* The analysis of the document cut at a position; false: nothing can be said there. Both are the
 * caller's: analysis_free, then text_free(&cut->text). *offset: the byte of CUT_MARK. */
bool complete_begin(struct analysis *a, const json_t *params, struct cut *cut,
                    struct analysis *part, unsigned *offset);

#endif
