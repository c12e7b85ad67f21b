/* find.h - what stands at a byte of the preprocessed text. */
#ifndef LSP_FIND_H
#define LSP_FIND_H

#include "lsp/analysis.h"

/* The mentions of names in the typed text, found once. */
const struct names *find_names(struct analysis *a);
/* The mention at a byte; NULL: none. */
const struct mention *find_mention(struct analysis *a, unsigned offset);
/* The smallest expression around a byte that has a type; NULL: none. */
struct expr *find_expr(struct analysis *a, unsigned offset);
/* The loop whose first word is at a byte; NULL: none. */
const struct stmt *find_loop(struct analysis *a, unsigned offset);
/* The calls and constructions around a byte, from the outermost one. */
void find_calls(struct analysis *a, unsigned offset, expr_vec *out);
/* The launch whose call a byte is in; NULL: none. */
const struct launch *find_launch(const struct analysis *a, unsigned offset);

#endif
