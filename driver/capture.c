/* capture.c - what a command writes, for this process to read.
 *
 * Standard output, which may be megabytes of text, goes to a file in memory: unlike with a pipe,
 * this process need not wake up while the command writes. Standard error goes through a pipe: a
 * script's `>/dev/stderr` would empty a file. A process that the command has started, as for the
 * shell's `2> >(filter)`, may write when the command itself has ended.
 */
#define _GNU_SOURCE /* memfd_create */
#include "driver/capture.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <unistd.h>

/* The file to read is opened by itself: the lock belongs to the opening that is written to, and
 * lasts until the last copy of that descriptor is closed. Without /proc both are the same opening,
 * and nothing is waited for. */
static bool file_open(int fd[2])
{
    char path[64];
    fd[1] = memfd_create("output", MFD_CLOEXEC);
    if (fd[1] < 0)
        return false;
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd[1]);
    fd[0] = open(path, O_RDONLY | O_CLOEXEC);
    if (fd[0] < 0)
        fd[0] = fcntl(fd[1], F_DUPFD_CLOEXEC, 0);
    return fd[0] >= 0 && fcntl(fd[1], F_SETFL, O_APPEND) == 0 && flock(fd[1], LOCK_EX) == 0;
}

bool capture_open(struct written *c, bool out, bool err)
{
    *c = (struct written){{-1, -1}, {-1, -1}};
    return (!out || file_open(c->out)) && (!err || pipe2(c->err, O_CLOEXEC) == 0);
}

static void close_end(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

void capture_begin(struct written *c)
{
    close_end(&c->out[1]);
    close_end(&c->err[1]);
}

void capture_close(struct written *c)
{
    capture_begin(c);
    close_end(&c->out[0]);
    close_end(&c->err[0]);
}

void capture_err(struct written *c, struct buf *into, const sigset_t *signals)
{
    if (c->err[0] < 0)
        return;
    struct pollfd polls[2] = {{c->err[0], POLLIN, 0},
                              {signalfd(-1, signals, SFD_CLOEXEC), POLLIN, 0}};
    char piece[4096];
    bool more = true;
    while (more && !polls[1].revents) {
        ssize_t n = poll(polls, 2, -1);
        if (n > 0)
            n = polls[0].revents ? read(c->err[0], piece, sizeof piece) : 0;
        if (n > 0)
            buf_addn(into, piece, (size_t)n);
        more = n > 0 || (n < 0 && errno == EINTR);
    }
    close_end(&polls[1].fd);
}

static bool is_pending(const sigset_t *signals)
{
    sigset_t both;
    sigpending(&both);
    sigandset(&both, &both, signals);
    return !sigisemptyset(&both);
}

bool capture_out(struct written *c, struct buf *into, const sigset_t *signals)
{
    enum { PAUSE_MS = 10 };
    struct stat st;
    if (c->out[0] < 0)
        return true;
    while (flock(c->out[0], LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK && !is_pending(signals))
        poll(NULL, 0, PAUSE_MS);
    bool good = fstat(c->out[0], &st) == 0;
    for (off_t at = 0; good && at < st.st_size;) {
        size_t left = (size_t)(st.st_size - at);
        buf_reserve(into, left);
        ssize_t n = pread(c->out[0], into->at + into->n, left, at);
        good = n > 0;
        at += good ? n : 0;
        into->n += good ? (size_t)n : 0;
        into->at[into->n] = '\0';
    }
    return good;
}
