/* server.h - the server's state: documents, workers, what the client can. Only the server's own
 * process changes it; a worker has a copy of the moment when it was forked. */
#ifndef LSP_SERVER_H
#define LSP_SERVER_H

#include <sys/types.h>

#include "common/buf.h"
#include "driver/driver.h"
#include "lsp/text.h"

/* A request that a worker has been given. */
struct request {
    long serial;
    json_t *id;  /* NULL: of the server itself, diagnostics */
    bool silent; /* cancelled: the answer is dropped */
};

/* A process that knows one version of one document (worker.c). */
struct worker {
    pid_t pid;
    int fd;
    struct buf in, out;        /* what came from it; what it has not read yet */
    struct document *document; /* NULL: a later version has another worker, or there is none */
    VEC(struct request) requests;
    long long deadline; /* ms; it is ended then. 0: it has nothing to do */
    long asked;         /* the serial of its last request */
};

/* An open document. */
struct document {
    char *uri, *path; /* the path is absolute */
    struct text text;
    long long version;
    long long due; /* when its diagnostics are to be made, ms; 0: they are */
    long edited;   /* grows with every change of a document: the last one is looked at first */
    struct worker *worker; /* of this version; NULL: none yet */
};

struct server {
    struct driver *d;
    struct buf in;  /* from the client, not yet taken */
    struct buf out; /* to the client, of which it has read the first 'written' bytes */
    size_t written;
    enum units units;
    bool initialized, shut_down, finished;
    bool snippets; /* the client takes snippets as completions */
    char *root;    /* path of the workspace, or NULL */
    int pause;     /* ms without a change until diagnostics are made */
    long serial;   /* of the last request to a worker */
    long edits;    /* of all documents */
    VEC(struct document *) documents;
    VEC(struct worker *) workers;
};

/* Milliseconds of a clock that only goes forward. */
long long now_ms(void);

/* The path of a file: URI; NULL: it is another one. The caller frees it. */
char *uri_to_path(const char *uri);
/* The URI of an absolute path; the caller frees it. */
char *uri_of_path(const char *path);

#endif
