/* transport.h - messages of JSON-RPC on standard input and output. */
#ifndef LSP_TRANSPORT_H
#define LSP_TRANSPORT_H

#include "lsp/server.h"

/* JSON-RPC's errors and the protocol's. */
enum rpc_error {
    RPC_PARSE = -32700,
    RPC_REQUEST = -32600,
    RPC_METHOD = -32601,
    RPC_PARAMS = -32602,
    RPC_INTERNAL = -32603,
    RPC_NOT_INITIALIZED = -32002,
    RPC_FAILED = -32803,
    RPC_MODIFIED = -32801,
    RPC_CANCELLED = -32800
};

/* Reads what there is into s->in; false at its end. */
bool transport_fill(struct server *s);
/* The next whole message; NULL: there is none yet. What is no message is answered with an error and
 * skipped. */
json_t *transport_next(struct server *s);

/* Sends a text that is a message: the client gets it as fast as it reads, by transport_flush. */
void transport_send_text(struct server *s, const char *text, size_t n);
/* Sends a message, and frees it. */
void transport_send(struct server *s, json_t *message);
/* Writes what the client takes without waiting; 'all': waits. */
void transport_flush(struct server *s, bool all);
/* An answer; 'result' is taken. */
json_t *rpc_result(const json_t *id, json_t *result);
json_t *rpc_failure(const json_t *id, enum rpc_error code, const char *text);
/* A line for the client's log. */
void transport_log(struct server *s, const char *text);

#endif
