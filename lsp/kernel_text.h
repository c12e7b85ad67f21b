/* kernel_text.h - what a kernel is: its domain, group, memory, captures, and what -O makes of it.
 */
#ifndef LSP_KERNEL_TEXT_H
#define LSP_KERNEL_TEXT_H

#include "lsp/analysis.h"

/* Appends it as Markdown. */
void kernel_text(struct analysis *a, struct buf *out, const struct launch *l);

/* How a captured view or array is used: "read", "written", "read and written". */
const char *kernel_use(struct analysis *a, const struct launch *l, const struct symbol *captured);

#endif
