/* hover.h - what is known of the name, expression or kernel at a place. */
#ifndef LSP_HOVER_H
#define LSP_HOVER_H

#include "lsp/analysis.h"
#include "sema/types/amp.h"

/* Markdown for an answer; text of headers may be in another encoding than UTF-8. */
json_t *hover_markdown(const char *text);

/* The answer to textDocument/hover. */
json_t *hover_answer(struct analysis *a, const json_t *params);

/* The declaration of a symbol as the user would write it, with what is said of its type. */
const char *hover_declaration(struct analysis *a, const struct symbol *s);
/* The comment in front of a declaration, or behind it on its line; NULL: none. */
const char *hover_comment(struct analysis *a, struct loc loc);
/* "extent<2> section(...)" and the sentence of the manual about a member or function of AMP's. */
const char *hover_member_head(struct analysis *a, const struct amp_member *m);
const char *hover_member_text(struct analysis *a, const struct amp_member *m);
/* A line of code that uses it; NULL: none. */
const char *hover_member_example(const struct amp_member *m);

#endif
