/* answer.c - the table of the requests that workers answer, and the worker's side of a request.
 *
 * A worker has one analysis of its document, made when first needed. Example: of
 * {"id":1,"method":"textDocument/hover","params":{…}} it makes {"id":1,"result":…}. */
#include "lsp/answer.h"

#include <stdlib.h>
#include <string.h>

#include "lsp/complete.h"
#include "lsp/diagnostics.h"
#include "lsp/hover.h"
#include "lsp/layout.h"
#include "lsp/navigate.h"
#include "lsp/symbols.h"
#include "lsp/tokens.h"
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
    {"textDocument/completion", completion_answer, NULL, false},
    {"textDocument/signatureHelp", signature_answer, NULL, false},
    {"textDocument/semanticTokens/full", tokens_answer, NULL, false},
    {"textDocument/semanticTokens/range", tokens_answer, NULL, false},
    {"textDocument/inlayHint", hints_answer, "inlayHintProvider", false},
    {"textDocument/formatting", layout_answer, "documentFormattingProvider", false},
    {"textDocument/rangeFormatting", layout_answer, "documentRangeFormattingProvider", false},
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
    json_object_set_new(j, "completionProvider",
                        json_pack("{s:[s, s, s]}", "triggerCharacters", ".", ">", ":"));
    json_object_set_new(j, "signatureHelpProvider",
                        json_pack("{s:[s, s]}", "triggerCharacters", "(", ","));
    json_object_set_new(
        j, "semanticTokensProvider",
        json_pack("{s:o, s:b, s:b}", "legend", tokens_legend(), "full", 1, "range", 1));
    json_object_set_new(j, "renameProvider", json_pack("{s:b}", "prepareProvider", 1));
}

/* The text with \Uxxxxxxxx, as cc -E writes letters of names, as UTF-8. */
static json_t *decoded(const char *text)
{
    struct buf b = {0};
    for (; *text; text++) {
        char digits[9] = {0};
        bool coded = text[0] == '\\' && text[1] == 'U' && strspn(text + 2, "0123456789abcdef") >= 8;
        unsigned long u = coded ? strtoul(memcpy(digits, text + 2, 8), NULL, 16) : 0;
        if (u < 0x80 || u > 0x10ffff) {
            buf_char(&b, *text);
            continue;
        }
        int more = u >= 0x10000 ? 3 : u >= 0x800 ? 2 : 1;
        buf_char(&b, (char)((0xf00 >> more & 0xff) | u >> 6 * more));
        while (more--)
            buf_char(&b, (char)(0x80 | (u >> 6 * more & 0x3f)));
        text += 9;
    }
    json_t *j = json_stringn(b.at, b.n);
    buf_free(&b);
    return j;
}

/* Writes names in all strings as the user has them. */
static void decode_names(json_t *j)
{
    json_t *value;
    const char *key;
    size_t i;
    void *next;
    json_array_foreach(j, i, value)
    {
        if (json_is_string(value) && strstr(json_string_value(value), "\\U"))
            json_array_set_new(j, i, decoded(json_string_value(value)));
        else
            decode_names(value);
    }
    json_object_foreach_safe(j, next, key, value)
    {
        if (json_is_string(value) && strstr(json_string_value(value), "\\U") &&
            strcmp(key, "newText") != 0)
            json_object_set_new(j, key, decoded(json_string_value(value)));
        else
            decode_names(value);
    }
}

json_t *answer_make(struct analysis *a, const json_t *message)
{
    const char *method = json_string_value(json_object_get(message, "method"));
    const json_t *id = json_object_get(message, "id");
    const struct answer *r = method ? answer_find(method) : NULL;
    if (method && strcmp(method, ANSWER_DIAGNOSE) == 0) {
        json_t *diagnostics = diagnostics_new(a);
        decode_names(diagnostics);
        return json_pack("{s:s, s:s, s:o}", "jsonrpc", "2.0", "method",
                         "textDocument/publishDiagnostics", "params", diagnostics);
    }
    if (!r)
        return NULL;
    a->refusal = NULL;
    json_t *result = r->make(a, json_object_get(message, "params"));
    decode_names(result);
    if (a->refusal)
        return rpc_failure(id, RPC_FAILED, a->refusal);
    return rpc_result(id, result ? result : json_null());
}
