/* preamble.h - preprocesses a document; what its #includes bring in is kept from change to change.
 */
#ifndef LSP_PREAMBLE_H
#define LSP_PREAMBLE_H

#include "lsp/analysis.h"

/* Appends the preprocessed text of the analysis' text. 'few': ampc_gen.h with the ranks up to 3.
 * *missing: an #include was not found and has been left out. Messages go to the driver's. False:
 * there is no text. */
bool preamble_text(struct analysis *a, bool few, struct buf *out, bool *missing);

#endif
