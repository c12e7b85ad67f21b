/* serve.c - the loop of the server: messages of the client, documents, answers of workers, and
 * diagnostics after a pause.
 *
 * This process only keeps documents and passes messages on; what looks at a program runs in workers
 * (worker.c). Example: after textDocument/didChange a document is due in 'pause' ms; then its
 * worker is asked for diagnostics. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/cc.h"
#include "driver/version.h"
#include "lsp/answer.h"
#include "lsp/lsp.h"
#include "lsp/transport.h"
#include "lsp/worker.h"

/* BUSY_MAX: as many documents are looked at at once; the others wait for their turn. */
enum { PAUSE_MS = 100, BUSY_MAX = 8 };

/* ---- documents ---- */

static struct document *document_find(const struct server *s, const json_t *params)
{
    const json_t *file = json_object_get(params, "textDocument");
    const char *uri = json_string_value(json_object_get(file, "uri"));
    for (int i = 0; uri && i < s->documents.n; i++)
        if (strcmp(s->documents.at[i]->uri, uri) == 0)
            return s->documents.at[i];
    return NULL;
}

static void document_changed(struct server *s, struct document *document)
{
    worker_retire(document);
    document->due = now_ms() + s->pause;
}

static void document_free(struct server *s, struct document *document)
{
    worker_retire(document);
    for (int i = 0; i < s->documents.n; i++)
        if (s->documents.at[i] == document)
            s->documents.at[i] = s->documents.at[--s->documents.n];
    text_free(&document->text);
    free(document->uri);
    free(document->path);
    free(document);
}

/* Where the document is; one that is no file counts as one in the workspace. */
static char *path_of(const struct server *s, const char *uri)
{
    char *path = uri_to_path(uri);
    if (path)
        return path;
    struct buf b = {0};
    buf_printf(&b, "%s/unsaved.ampc", s->root ? s->root : "");
    return b.at;
}

static void on_open(struct server *s, const json_t *params)
{
    const json_t *item = json_object_get(params, "textDocument");
    const char *uri = json_string_value(json_object_get(item, "uri"));
    const json_t *text = json_object_get(item, "text");
    struct document *document = document_find(s, params);
    if (!uri || !json_is_string(text))
        return;
    if (!document) {
        document = calloc(1, sizeof *document);
        if (!document)
            exit(1);
        document->uri = strdup(uri);
        document->path = path_of(s, uri);
        vec_push(&s->d->arena, &s->documents, document);
    }
    document->version = json_integer_value(json_object_get(item, "version"));
    text_set(&document->text, json_string_value(text), json_string_length(text));
    document_changed(s, document);
    document->edited = ++s->edits;
    document->due = now_ms(); /* it is not being typed */
}

static size_t position_get(const struct server *s, const struct document *document,
                           const json_t *position)
{
    json_int_t line = json_integer_value(json_object_get(position, "line"));
    json_int_t character = json_integer_value(json_object_get(position, "character"));
    const json_int_t most = 1 << 30;
    return text_offset(&document->text, s->units, (int)(line < most ? line : most),
                       (int)(character < most ? character : most));
}

static void on_change(struct server *s, const json_t *params)
{
    struct document *document = document_find(s, params);
    const json_t *change;
    size_t i;
    if (!document)
        return;
    json_array_foreach(json_object_get(params, "contentChanges"), i, change)
    {
        const json_t *text = json_object_get(change, "text"),
                     *range = json_object_get(change, "range");
        if (!json_is_string(text))
            continue;
        const char *at = json_string_value(text);
        size_t n = json_string_length(text);
        if (range)
            text_splice(&document->text, position_get(s, document, json_object_get(range, "start")),
                        position_get(s, document, json_object_get(range, "end")), at, n);
        else
            text_set(&document->text, at, n);
    }
    const json_t *file = json_object_get(params, "textDocument");
    document->version = json_integer_value(json_object_get(file, "version"));
    document->edited = ++s->edits;
    document_changed(s, document);
}

/* Headers, flags or other files may be others now. */
static void on_save(struct server *s, const json_t *params)
{
    (void)params;
    for (int i = 0; i < s->documents.n; i++)
        document_changed(s, s->documents.at[i]);
}

static void on_close(struct server *s, const json_t *params)
{
    struct document *document = document_find(s, params);
    if (!document)
        return;
    transport_send(s, json_pack("{s:s, s:s, s:{s:s, s:[]}}", "jsonrpc", "2.0", "method",
                                "textDocument/publishDiagnostics", "params", "uri", document->uri,
                                "diagnostics"));
    document_free(s, document);
}

static void on_cancel(struct server *s, const json_t *params)
{
    const json_t *id = json_object_get(params, "id");
    if (id && worker_cancel(s, id))
        transport_send(s, rpc_failure(id, RPC_CANCELLED, "cancelled"));
}

/* ---- the life of the server ---- */

static json_t *capabilities(const struct server *s)
{
    json_t *j = json_pack("{s:s, s:{s:b, s:i, s:{s:b}}}", "positionEncoding",
                          s->units == UNITS_UTF8 ? "utf-8" : "utf-16", "textDocumentSync",
                          "openClose", 1, "change", 2, "save", "includeText", 0);
    answer_capabilities(j);
    return json_pack("{s:o, s:{s:s, s:s}}", "capabilities", j, "serverInfo", "name", "ampcc",
                     "version", AMPC_VERSION);
}

static const json_t *path_get(const json_t *j, const char *const *keys)
{
    for (; j && *keys; keys++)
        j = json_object_get(j, *keys);
    return j;
}

static json_t *on_initialize(struct server *s, const json_t *params)
{
    static const char *const encodings[] = {"capabilities", "general", "positionEncodings", NULL};
    static const char *const snippets[] = {"capabilities",   "textDocument",   "completion",
                                           "completionItem", "snippetSupport", NULL};
    size_t i;
    const json_t *name;
    json_array_foreach(path_get(params, encodings), i,
                       name) if (json_is_string(name) && strcmp(json_string_value(name), "utf-8") ==
                                                             0) s->units = UNITS_UTF8;
    s->snippets = json_is_true(path_get(params, snippets));
    const json_t *folder = json_array_get(json_object_get(params, "workspaceFolders"), 0);
    const char *root = json_string_value(json_object_get(folder, "uri"));
    if (!root)
        root = json_string_value(json_object_get(params, "rootUri"));
    s->root = root ? uri_to_path(root) : NULL;
    const json_t *pause =
        json_object_get(json_object_get(params, "initializationOptions"), "pause");
    if (json_is_integer(pause))
        s->pause = (int)json_integer_value(pause);
    s->initialized = true;
    return capabilities(s);
}

struct notification {
    const char *method;
    void (*take)(struct server *s, const json_t *params);
};

static const struct notification notifications[] = {
    {"textDocument/didOpen", on_open},
    {"textDocument/didChange", on_change},
    {"textDocument/didSave", on_save},
    {"textDocument/didClose", on_close},
    {"workspace/didChangeWatchedFiles", on_save},
    {"workspace/didChangeConfiguration", on_save},
    {"$/cancelRequest", on_cancel},
};

static void take_notification(struct server *s, const char *method, const json_t *params)
{
    if (strcmp(method, "exit") == 0)
        s->finished = true;
    for (size_t i = 0; s->initialized && i < sizeof notifications / sizeof *notifications; i++)
        if (strcmp(notifications[i].method, method) == 0)
            notifications[i].take(s, params);
}

static void take_request(struct server *s, const char *method, const json_t *id,
                         const json_t *message)
{
    const json_t *params = json_object_get(message, "params");
    struct document *document = document_find(s, params);
    if (strcmp(method, "initialize") == 0 && !s->initialized)
        transport_send(s, rpc_result(id, on_initialize(s, params)));
    else if (!s->initialized)
        transport_send(s, rpc_failure(id, RPC_NOT_INITIALIZED, "not initialized"));
    else if (s->shut_down || strcmp(method, "initialize") == 0)
        transport_send(s, rpc_failure(id, RPC_REQUEST, "not at this moment"));
    else if (strcmp(method, "shutdown") == 0) {
        s->shut_down = true;
        transport_send(s, rpc_result(id, json_null()));
    } else if (!answer_has(method))
        transport_send(s, rpc_failure(id, RPC_METHOD, method));
    else if (!document && !answer_is_wide(method))
        transport_send(s, rpc_failure(id, RPC_PARAMS, "no such document is open"));
    else
        worker_ask(s, document, id, message);
}

static void take(struct server *s, const json_t *message)
{
    const json_t *id = json_object_get(message, "id");
    const char *method = json_string_value(json_object_get(message, "method"));
    if (!method && (json_object_get(message, "result") || json_object_get(message, "error")))
        return; /* an answer: nothing has been asked */
    if (!method || (id && !json_is_string(id) && !json_is_integer(id)))
        transport_send(s, rpc_failure(NULL, RPC_REQUEST, "no request"));
    else if (id)
        take_request(s, method, id, message);
    else
        take_notification(s, method, json_object_get(message, "params"));
}

/* The document whose diagnostics are due that was edited last; NULL: there is none. */
static struct document *document_due(const struct server *s, long long now)
{
    struct document *found = NULL;
    for (int i = 0; i < s->documents.n; i++) {
        struct document *document = s->documents.at[i];
        if (document->due && document->due <= now && (!found || document->edited > found->edited))
            found = document;
    }
    return found;
}

/* Asks for the diagnostics that are due; ms until there is something to do, -1: nothing but what
 * comes. */
static int diagnose_due(struct server *s)
{
    struct document *document;
    long long now = now_ms(), next = -1;
    workers_check(s, now);
    while (workers_busy(s) < BUSY_MAX && (document = document_due(s, now)) != NULL) {
        json_t *ask = json_pack("{s:s}", "method", ANSWER_DIAGNOSE);
        document->due = 0;
        worker_ask(s, document, NULL, ask);
        json_decref(ask);
    }
    for (int i = 0; i < s->documents.n; i++) {
        long long due = s->documents.at[i]->due;
        if (due > now && (next < 0 || due - now < next))
            next = due - now;
    }
    for (int i = 0; i < s->workers.n; i++)
        if (s->workers.at[i]->deadline && (next < 0 || s->workers.at[i]->deadline - now < next))
            next = s->workers.at[i]->deadline - now;
    return (int)(next < 0 ? -1 : next + 1);
}

/* Waits for the client or a worker. */
static void turn(struct server *s)
{
    enum { IN, OUT, WORKERS };
    int wait = diagnose_due(s), n = s->workers.n;
    transport_flush(s, false);
    struct pollfd *polls = calloc((size_t)n + WORKERS, sizeof *polls);
    struct worker **workers = calloc((size_t)n + 1, sizeof *workers);
    if (!polls || !workers)
        exit(1);
    polls[IN] = (struct pollfd){0, POLLIN, 0};
    polls[OUT] = (struct pollfd){s->out.n ? 1 : -1, POLLOUT, 0};
    for (int i = 0; i < n; i++) {
        struct worker *w = workers[i] = s->workers.at[i];
        polls[WORKERS + i] = (struct pollfd){w->fd, (short)(POLLIN | (w->out.n ? POLLOUT : 0)), 0};
    }
    bool some = poll(polls, (nfds_t)n + WORKERS, wait) > 0, more = true;
    for (int i = 0; some && i < n; i++) {
        if (polls[WORKERS + i].revents & POLLOUT)
            worker_write(workers[i]);
        if (polls[WORKERS + i].revents & (POLLIN | POLLHUP | POLLERR))
            worker_read(s, workers[i]);
    }
    if (some && polls[IN].revents) {
        more = transport_fill(s);
        for (json_t *message; !s->finished && (message = transport_next(s)) != NULL;
             json_decref(message))
            take(s, message);
    }
    s->finished |= !more;
    free(polls);
    free(workers);
}

void lsp_serve(struct driver *d)
{
    struct server s = {.d = d, .pause = PAUSE_MS};
    d->options.diag.format = DIAG_FORMAT_JSON;
    struct command probe; /* what cc takes is asked once, for all workers */
    command_init(d, &probe);
    cc_add_message_options(d, &probe, false);
    while (!s.finished)
        turn(&s);
    workers_end(&s);
    transport_flush(&s, true);
    while (s.documents.n)
        document_free(&s, s.documents.at[0]);
    buf_free(&s.in);
    buf_free(&s.out);
    free(s.root);
    json_decref(d->messages);
    d->messages = NULL;
    d->options.diag.format = DIAG_FORMAT_TEXT;
    if (!s.shut_down)
        driver_fail(d, 1);
}
