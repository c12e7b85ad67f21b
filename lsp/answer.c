/* answer.c - the table of the requests that workers answer, and the worker's side of a request.
 *
 * A worker has one analysis of its document, made when first needed. Example: of
 * {"id":1,"method":"textDocument/hover","params":{…}} it makes {"id":1,"result":…}. */
#include "lsp/answer.h"

#include <string.h>

#include "lsp/diagnostics.h"
#include "lsp/hover.h"
#include "lsp/navigate.h"
#include "lsp/symbols.h"
#include "lsp/transport.h"

struct answer {
    const char *method;
    /* The result; NULL: null. */
    json_t *(*make)(struct analysis *a, const json_t *params);
    const char *capability;
    bool wide; /* about the workspace */
};

static const struct answer answers[] = {
    {"textDocument/codeAction", actions_answer, "codeActionProvider", false},
    {"textDocument/hover", hover_answer, "hoverProvider", false},
    {"textDocument/definition", definition_answer, "definitionProvider", false},
    {"textDocument/declaration", declaration_answer, "declarationProvider", false},
    {"textDocument/typeDefinition", type_definition_answer, "typeDefinitionProvider", false},
    {"textDocument/references", references_answer, "referencesProvider", false},
    {"textDocument/documentHighlight", highlight_answer, "documentHighlightProvider", false},
    {"textDocument/prepareRename", prepare_rename_answer, NULL, false},
    {"textDocument/rename", rename_answer, NULL, false},
    {"textDocument/documentSymbol", symbols_answer, "documentSymbolProvider", false},
    {"workspace/symbol", workspace_symbols_answer, "workspaceSymbolProvider", true},
};

enum { ANSWERS = sizeof answers / sizeof *answers };

static const struct answer *answer_find(const char *method)
{
    for (int i = 0; i < ANSWERS; i++)
        if (strcmp(answers[i].method, method) == 0)
            return &answers[i];
    return NULL;
}

bool answer_has(const char *method)
{
    return answer_find(method) != NULL;
}

bool answer_is_wide(const char *method)
{
    const struct answer *r = answer_find(method);
    return r && r->wide;
}

void answer_capabilities(json_t *j)
{
    for (int i = 0; i < ANSWERS; i++)
        if (answers[i].capability)
            json_object_set_new(j, answers[i].capability, json_true());
    json_object_set_new(j, "codeActionProvider",
                        json_pack("{s:[s]}", "codeActionKinds", "quickfix"));
    json_object_set_new(j, "renameProvider", json_pack("{s:b}", "prepareProvider", 1));
}

json_t *answer_make(struct analysis *a, const json_t *message)
{
    const char *method = json_string_value(json_object_get(message, "method"));
    const json_t *id = json_object_get(message, "id");
    const struct answer *r = method ? answer_find(method) : NULL;
    if (method && strcmp(method, ANSWER_DIAGNOSE) == 0)
        return json_pack("{s:s, s:s, s:o}", "jsonrpc", "2.0", "method",
                         "textDocument/publishDiagnostics", "params", diagnostics_new(a));
    if (!r)
        return NULL;
    a->refusal = NULL;
    json_t *result = r->make(a, json_object_get(message, "params"));
    if (a->refusal)
        return rpc_failure(id, RPC_FAILED, a->refusal);
    return rpc_result(id, result ? result : json_null());
}
