/* worker.c - one process for each version of a document that somebody asks about.
 *
 * A worker is a fork of the server, so it has the documents as they were at that moment. It parses
 * and types when it is first asked, keeps the tree, and answers one request after the other; it
 * ends when a later version has a worker. So no input can end the server or make it slow, a
 * worker that takes too long is simply killed, and its memory goes with it. It costs a fork: less
 * than a millisecond.
 *
 * Both directions carry "SERIAL LENGTH\n" and LENGTH bytes of JSON: requests as the client sent
 * them, and messages for the client. Serial 0 is a message that ends no request. */
#define _GNU_SOURCE
#include "lsp/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver/output.h"
#include "lsp/answer.h"
#include "lsp/transport.h"

enum { ANSWER_MS = 20000, RETIRED_MAX = 8, IDLE_MAX = 16 };

/* ---- frames ---- */

static void frame_add(struct buf *b, long serial, const char *text, size_t n)
{
    buf_printf(b, "%ld %zu\n", serial, n);
    buf_addn(b, text, n);
}

/* The first whole frame; its length with the head, 0: there is none. */
static size_t frame_next(const struct buf *b, long *serial, char **text, size_t *n)
{
    char *line = b->n ? memchr(b->at, '\n', b->n) : NULL;
    if (!line)
        return 0;
    *serial = strtol(b->at, text, 10);
    *n = strtoul(*text, NULL, 10);
    *text = line + 1;
    size_t head = (size_t)(*text - b->at);
    return b->n - head >= *n ? head + *n : 0;
}

static void frame_drop(struct buf *b, size_t n)
{
    memmove(b->at, b->at + n, b->n - n);
    b->n -= n;
}

/* ---- in the worker ---- */

static bool write_all(int fd, const char *at, size_t n)
{
    while (n) {
        ssize_t done = write(fd, at, n);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        at += done;
        n -= (size_t)done;
    }
    return true;
}

static bool worker_answer(struct analysis *a, int fd, long serial, const char *text, size_t n)
{
    json_t *message = json_loadb(text, n, 0, NULL);
    json_t *reply = answer_make(a, message);
    char *body = json_dumps(reply, JSON_COMPACT | JSON_PRESERVE_ORDER);
    struct buf out = {0};
    frame_add(&out, serial, body ? body : "null", body ? strlen(body) : 4);
    bool good = write_all(fd, out.at, out.n);
    buf_free(&out);
    free(body);
    json_decref(reply);
    json_decref(message);
    return good;
}

static void worker_run(struct server *s, struct document *document, int fd)
{
    struct analysis a = {
        .server = s, .document = document, .text = document ? &document->text : NULL};
    struct buf in = {0};
    char piece[65536];
    for (;;) {
        long serial;
        char *text;
        size_t n, whole;
        while ((whole = frame_next(&in, &serial, &text, &n)) != 0) {
            if (!worker_answer(&a, fd, serial, text, n))
                _exit(1);
            frame_drop(&in, whole);
        }
        ssize_t got = read(fd, piece, sizeof piece);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            _exit(0);
        buf_addn(&in, piece, (size_t)got);
    }
}

static void worker_begin(struct server *s, struct document *document, int fd)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setpgid(0, 0); /* with all that it runs, which is ended together */
    for (int i = 0; i < s->workers.n; i++)
        close(s->workers.at[i]->fd);
    int null = open("/dev/null", O_RDWR);
    dup2(null, 0);
    dup2(2, 1); /* standard output is the client's */
    close(null);
    worker_run(s, document, fd);
}

/* ---- in the server ---- */

/* Something may have tidied up the folder of temporary files, as an editor is open for weeks. */
static void folder_keep(const struct server *s)
{
    struct stat st;
    if (lstat(s->d->temp_dir, &st) != 0)
        mkdir(s->d->temp_dir, 0700);
}

static struct worker *worker_start(struct server *s, struct document *document)
{
    int fd[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fd) != 0)
        return NULL;
    fflush(NULL);
    folder_keep(s);
    pid_t pid = fork();
    if (pid == 0) {
        close(fd[0]);
        worker_begin(s, document, fd[1]);
    }
    close(fd[1]);
    if (pid < 0) {
        close(fd[0]);
        return NULL;
    }
    setpgid(pid, pid);
    fcntl(fd[0], F_SETFL, O_NONBLOCK);
    struct worker *w = calloc(1, sizeof *w);
    if (!w)
        exit(1);
    w->pid = pid;
    w->fd = fd[0];
    w->document = document;
    if (document)
        document->worker = w;
    vec_push(&s->d->arena, &s->workers, w);
    return w;
}

void worker_ask(struct server *s, struct document *document, const json_t *id,
                const json_t *message)
{
    struct worker *w = document && document->worker ? document->worker : worker_start(s, document);
    if (!w) {
        if (id)
            transport_send(s, rpc_failure(id, RPC_INTERNAL, "cannot start a process"));
        return;
    }
    char *text = json_dumps(message, JSON_COMPACT);
    frame_add(&w->out, ++s->serial, text ? text : "null", text ? strlen(text) : 4);
    free(text);
    struct request r = {s->serial, id ? json_deep_copy(id) : NULL, false};
    if (w->requests.n == w->requests.cap) { /* freed with the worker */
        w->requests.cap = w->requests.cap * 2 + 4;
        w->requests.at = realloc(w->requests.at, (size_t)w->requests.cap * sizeof *w->requests.at);
        if (!w->requests.at)
            exit(1);
    }
    w->requests.at[w->requests.n++] = r;
    if (!w->deadline)
        w->deadline = now_ms() + ANSWER_MS;
    w->asked = s->serial;
    worker_write(w);
}

void worker_retire(struct document *document)
{
    if (document->worker)
        document->worker->document = NULL;
    document->worker = NULL;
}

void worker_write(struct worker *w)
{
    while (w->out.n) {
        ssize_t n = send(w->fd, w->out.at, w->out.n, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            if (errno != EAGAIN)
                w->out.n = 0; /* it has ended: worker_read sees that */
            return;
        }
        frame_drop(&w->out, (size_t)n);
    }
}

/* Answers what a worker leaves behind. */
static void requests_fail(struct server *s, struct worker *w, enum rpc_error code, const char *why)
{
    for (int i = 0; i < w->requests.n; i++) {
        struct request *r = &w->requests.at[i];
        if (r->id && !r->silent)
            transport_send(s, rpc_failure(r->id, code, why));
        json_decref(r->id);
    }
    if (w->requests.n && code == RPC_INTERNAL) {
        char text[256];
        snprintf(text, sizeof text, "ampcc: the analysis of a document failed: %s", why);
        transport_log(s, text);
    }
}

/* Removes the worker, whose process has ended or is ended here; 'why' NULL: it has, by itself. */
static void worker_free(struct server *s, struct worker *w, enum rpc_error code, const char *why)
{
    int status = 0;
    if (why)
        kill(-w->pid, SIGKILL);
    waitpid(w->pid, &status, 0);
    kill(-w->pid, SIGKILL); /* what it has run is a child of this process now (supervise.c) */
    while (waitpid(-w->pid, NULL, 0) > 0) {
    }
    if (!why)
        why = WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "it ended";
    requests_fail(s, w, code, why);
    char folder[4096];
    snprintf(folder, sizeof folder, "%s/worker%ld", s->d->temp_dir, (long)w->pid);
    struct driver files = {.temp_dir = folder};
    temp_remove(&files);
    arena_free(&files.arena);
    if (w->document)
        w->document->worker = NULL;
    for (int i = 0; i < s->workers.n; i++)
        if (s->workers.at[i] == w)
            s->workers.at[i] = s->workers.at[--s->workers.n];
    close(w->fd);
    buf_free(&w->in);
    buf_free(&w->out);
    free(w->requests.at);
    free(w);
}

/* Takes the request off the list; a message goes to the client unless it is of no interest. */
static void worker_take(struct server *s, struct worker *w, long serial, const char *text, size_t n)
{
    bool wanted = w->document != NULL;
    for (int i = 0; i < w->requests.n; i++) {
        struct request *r = &w->requests.at[i];
        if (r->serial != serial)
            continue;
        wanted = (r->id || wanted) && !r->silent;
        json_decref(r->id);
        memmove(r, r + 1, (size_t)(w->requests.n - i - 1) * sizeof *r);
        w->requests.n--;
        w->deadline = w->requests.n ? now_ms() + ANSWER_MS : 0;
        break;
    }
    if (wanted && n != 4) /* "null" */
        transport_send_text(s, text, n);
}

void worker_read(struct server *s, struct worker *w)
{
    char piece[65536];
    ssize_t got = read(w->fd, piece, sizeof piece);
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (got <= 0) {
        worker_free(s, w, RPC_INTERNAL, NULL);
        return;
    }
    buf_addn(&w->in, piece, (size_t)got);
    long serial;
    char *text;
    size_t n, whole;
    while ((whole = frame_next(&w->in, &serial, &text, &n)) != 0) {
        worker_take(s, w, serial, text, n);
        frame_drop(&w->in, whole);
    }
}

/* Whether the client waits for one of its answers. */
static bool is_awaited(const struct worker *w)
{
    for (int i = 0; i < w->requests.n; i++)
        if (w->requests.at[i].id && !w->requests.at[i].silent)
            return true;
    return false;
}

/* The document whose worker has been idle longest, if too many are. */
static struct document *idle_surplus(const struct server *s)
{
    int idle = 0;
    struct worker *oldest = NULL;
    for (int i = 0; i < s->workers.n; i++) {
        struct worker *w = s->workers.at[i];
        if (!w->document || w->requests.n)
            continue;
        idle++;
        oldest = oldest && oldest->asked < w->asked ? oldest : w;
    }
    return idle > IDLE_MAX ? oldest->document : NULL;
}

int workers_busy(const struct server *s)
{
    int busy = 0;
    for (int i = 0; i < s->workers.n; i++)
        busy += s->workers.at[i]->document && s->workers.at[i]->requests.n;
    return busy;
}

void workers_check(struct server *s, long long now)
{
    int retired = 0;
    struct document *surplus;
    static const char changed[] = "the document has changed";
    while ((surplus = idle_surplus(s)) != NULL)
        worker_retire(surplus);
    for (int i = s->workers.n - 1; i >= 0; i--) {
        struct worker *w = s->workers.at[i];
        if (w->deadline && w->deadline <= now)
            worker_free(s, w, RPC_INTERNAL, "it took too long");
        else if (!w->document && (!is_awaited(w) || ++retired > RETIRED_MAX))
            worker_free(s, w, RPC_MODIFIED, changed);
    }
}

void workers_end(struct server *s)
{
    while (s->workers.n)
        worker_free(s, s->workers.at[0], RPC_FAILED, "the server ends");
}

/* A worker that has been at what nobody waits for any more for a while is replaced by a new one. */
static void worker_relieve(struct worker *w)
{
    enum { LONG_MS = 1000 };
    bool asked = is_awaited(w);
    for (int i = 0; i < w->requests.n; i++)
        asked |= !w->requests.at[i].id; /* diagnostics */
    if (!asked && w->document && w->deadline - now_ms() < ANSWER_MS - LONG_MS)
        worker_retire(w->document);
}

bool worker_cancel(struct server *s, const json_t *id)
{
    for (int i = 0; i < s->workers.n; i++)
        for (int k = 0; k < s->workers.at[i]->requests.n; k++) {
            struct request *r = &s->workers.at[i]->requests.at[k];
            if (!r->id || r->silent || !json_equal(r->id, id))
                continue;
            r->silent = true;
            worker_relieve(s->workers.at[i]);
            return true;
        }
    return false;
}
