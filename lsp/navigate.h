/* navigate.h - from a mention of a name to others of the same thing. */
#ifndef LSP_NAVIGATE_H
#define LSP_NAVIGATE_H

#include "lsp/analysis.h"

/* The answers to the requests of these names. */
json_t *definition_answer(struct analysis *a, const json_t *params);
json_t *declaration_answer(struct analysis *a, const json_t *params);
json_t *type_definition_answer(struct analysis *a, const json_t *params);
json_t *references_answer(struct analysis *a, const json_t *params);
json_t *highlight_answer(struct analysis *a, const json_t *params);
json_t *prepare_rename_answer(struct analysis *a, const json_t *params);
json_t *rename_answer(struct analysis *a, const json_t *params);

#endif
