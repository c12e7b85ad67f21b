/* transport.c - messages of JSON-RPC with the header of the language server protocol.
 *
 * Example: "Content-Length: 52\r\n\r\n" and 52 bytes of JSON. A header or text that cannot be read
 * is answered with RPC_PARSE; reading goes on behind it. */
#define _GNU_SOURCE /* memmem */
#include "lsp/transport.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* What is longer is a client's fault. */
enum { MESSAGE_MAX = 1 << 28, HEADER_MAX = 1 << 16 };

bool transport_fill(struct server *s)
{
    char piece[65536];
    ssize_t n = read(0, piece, sizeof piece);
    if (n < 0)
        return errno == EINTR || errno == EAGAIN;
    buf_addn(&s->in, piece, (size_t)n);
    return n > 0;
}

void transport_send_text(struct server *s, const char *text, size_t n)
{
    buf_printf(&s->out, "Content-Length: %zu\r\n\r\n", n);
    buf_addn(&s->out, text, n);
}

void transport_flush(struct server *s, bool all)
{
    while (s->written < s->out.n) {
        struct pollfd client = {1, POLLOUT, 0};
        size_t rest = s->out.n - s->written;
        if (poll(&client, 1, all ? -1 : 0) == 0)
            return;
        /* no more than a pipe that takes something takes at once */
        ssize_t n = write(1, s->out.at + s->written, rest < PIPE_BUF ? rest : PIPE_BUF);
        if (n < 0 && errno != EINTR && errno != EAGAIN) {
            s->finished = true; /* nobody is there */
            break;
        }
        s->written += n > 0 ? (size_t)n : 0;
    }
    s->out.n = s->written = 0;
}

void transport_send(struct server *s, json_t *message)
{
    char *text = json_dumps(message, JSON_COMPACT | JSON_PRESERVE_ORDER);
    if (text)
        transport_send_text(s, text, strlen(text));
    free(text);
    json_decref(message);
}

json_t *rpc_result(const json_t *id, json_t *result)
{
    return json_pack("{s:s, s:O, s:o}", "jsonrpc", "2.0", "id", (json_t *)id, "result", result);
}

json_t *rpc_failure(const json_t *id, enum rpc_error code, const char *text)
{
    json_t *none = id ? NULL : json_null();
    return json_pack("{s:s, s:O, s:{s:i, s:s}}", "jsonrpc", "2.0", "id", id ? (json_t *)id : none,
                     "error", "code", (int)code, "message", text);
}

void transport_log(struct server *s, const char *text)
{
    transport_send(s, json_pack("{s:s, s:s, s:{s:i, s:s}}", "jsonrpc", "2.0", "method",
                                "window/logMessage", "params", "type", 1, "message", text));
}

static void drop(struct server *s, size_t n)
{
    memmove(s->in.at, s->in.at + n, s->in.n - n);
    s->in.n -= n;
    s->in.at[s->in.n] = '\0';
}

/* The end of the header, behind its empty line; NULL: it has not come yet. */
static char *header_end(const struct server *s)
{
    char *end = s->in.n ? memmem(s->in.at, s->in.n, "\r\n\r\n", 4) : NULL;
    return end ? end + 4 : NULL;
}

/* The length that a header gives; -1: none that can be. */
static long long header_length(const char *at, const char *end)
{
    static const char name[] = "Content-Length:";
    while (at < end) {
        if (strncasecmp(at, name, sizeof name - 1) == 0) {
            char *rest;
            long long n = strtoll(at + sizeof name - 1, &rest, 10);
            return *rest == '\r' && n >= 0 && n <= MESSAGE_MAX ? n : -1;
        }
        const char *line = memmem(at, (size_t)(end - at), "\r\n", 2);
        at = line ? line + 2 : end;
    }
    return -1;
}

json_t *transport_next(struct server *s)
{
    char *body;
    while ((body = header_end(s)) != NULL) {
        size_t head = (size_t)(body - s->in.at);
        long long n = header_length(s->in.at, body);
        if (n < 0) {
            transport_send(s, rpc_failure(NULL, RPC_PARSE, "a header without a usable length"));
            drop(s, head);
            continue;
        }
        if (s->in.n - head < (size_t)n)
            return NULL;
        json_error_t error;
        json_t *message = json_loadb(body, (size_t)n, JSON_ALLOW_NUL, &error);
        drop(s, head + (size_t)n);
        if (message)
            return message;
        transport_send(s, rpc_failure(NULL, RPC_PARSE, error.text));
    }
    if (s->in.n > HEADER_MAX) {
        transport_send(s, rpc_failure(NULL, RPC_PARSE, "a header without an end"));
        drop(s, s->in.n);
    }
    return NULL;
}
