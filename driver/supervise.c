/* supervise.c - runs the work in a child and cleans up behind it, whatever ends it: an error, a
 * crash, a signal to it, to this process or to both.
 *
 * There are three processes: the one that was started, whose exit status counts and that gets the
 * signals; the worker; and between them a keeper in a process group of its own, which removes the
 * temporary directory when the worker has ended. If the first process is killed, the keeper ends
 * the worker with all that it runs. */
#define _GNU_SOURCE /* close_range */
#include "driver/supervise.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver/messages.h"
#include "driver/output.h"
#include "driver/run.h"

/* Deeply nested programs need a deep stack; gcc asks for as much. */
static void stack_raise(void)
{
    const rlim_t want = 256u << 20;
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
        limit.rlim_cur >= want)
        return;
    limit.rlim_cur =
        limit.rlim_max == RLIM_INFINITY || limit.rlim_max > want ? want : limit.rlim_max;
    setrlimit(RLIMIT_STACK, &limit);
}

static void worker_begin(struct driver *d, pid_t keeper, pid_t group, const sigset_t *mask)
{
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    prctl(PR_SET_CHILD_SUBREAPER, 1); /* for children_end */
    setpgid(0, group);
    if (getppid() != keeper)
        _exit(4);
    sigprocmask(SIG_SETMASK, mask, NULL);
    if (!d->options.show_only)
        setenv("TMPDIR", d->temp_dir, 1); /* what cc leaves when it is ended goes, too */
    stack_raise();
}

/* ---- in the keeper ---- */

/* Waits for the worker; passes on the signals that come from 'owner', whose end ends it. */
static int keeper_wait(pid_t worker, int owner)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    struct pollfd polls[2] = {{owner, POLLIN, 0}, {signalfd(-1, &set, SFD_CLOEXEC), POLLIN, 0}};
    for (;;) {
        int status, signal_number;
        struct signalfd_siginfo info;
        for (pid_t got; (got = waitpid(-1, &status, WNOHANG)) > 0;)
            if (got == worker)
                return status;
        if (poll(polls, 2, -1) < 0)
            continue;
        if (polls[0].revents) {
            bool more = read(owner, &signal_number, sizeof signal_number) == sizeof signal_number;
            kill(worker, more ? signal_number : SIGKILL);
            polls[0].fd = more ? owner : -1;
        }
        if (polls[1].revents && read(polls[1].fd, &info, sizeof info) < 0)
            continue;
    }
}

/* Ends this process as the worker has ended. */
static void end_as(int status)
{
    if (WIFSIGNALED(status)) {
        sigset_t none;
        sigemptyset(&none);
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        signal(WTERMSIG(status), SIG_DFL);
        sigprocmask(SIG_SETMASK, &none, NULL);
        raise(WTERMSIG(status));
    }
    _exit(WEXITSTATUS(status));
}

/* The keeper, a child in the process group 'group'. Returns in the worker, true; and where there is
 * none, false (reported). */
static bool keep(struct driver *d, int owner, pid_t group, const sigset_t *mask)
{
    pid_t self = getpid();
    char name[16]; /* as long as names are */
    setpgid(0, 0);
    prctl(PR_GET_NAME, name);
    prctl(PR_SET_NAME, "ampc-keeper"); /* `killall ampcc` is not about it */
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    if (!temp_make(d))
        return false;
    pid_t worker = fork();
    if (worker == 0) {
        prctl(PR_SET_NAME, name);
        close(owner);
        worker_begin(d, self, group, mask);
        return true;
    }
    if (worker < 0) {
        driver_error(d, "cannot start a process: %s", strerror(errno));
        temp_remove(d);
        return false;
    }
    dup2(owner, 0);
    close_range(1, ~0u, 0); /* nobody shall wait for this process by its files */
    int status = keeper_wait(worker, 0);
    if (WIFSIGNALED(status))
        children_end();
    temp_remove(d);
    end_as(status);
    return false;
}

/* ---- in the process that was started ---- */

/* Waits for the keeper; signals that end this process are passed on to the worker, whose end is
 * then awaited. */
static int owner_wait(pid_t keeper, int owner, const sigset_t *watched)
{
    int status = 0;
    for (;;) {
        pid_t got = waitpid(keeper, &status, WNOHANG);
        if (got == keeper || (got < 0 && errno != EINTR))
            return status;
        int signal_number = sigwaitinfo(watched, NULL);
        if (signal_number > 0 && signal_number != SIGCHLD)
            send(owner, &signal_number, sizeof signal_number, MSG_NOSIGNAL);
    }
}

int supervise(struct driver *d, void (*work)(struct driver *d))
{
    signal(SIGCHLD, SIG_DFL); /* it may have been ignored where we come from */
    sigset_t watched = signals_watched(), before;
    sigprocmask(SIG_BLOCK, &watched, &before);
    int ends[2];
    pid_t keeper = -1, group = getpgrp();
    fflush(NULL);
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0 || (keeper = fork()) < 0) {
        driver_error(d, "cannot start a process: %s", strerror(errno));
        return d->status;
    }
    close(ends[keeper == 0 ? 0 : 1]);
    if (keeper == 0) {
        if (keep(d, ends[1], group, &before))
            work(d);
        return d->status;
    }
    int status = owner_wait(keeper, ends[0], &watched);
    close(ends[0]);
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (!WIFSIGNALED(status))
        return WEXITSTATUS(status);
    if (signal_ends(WTERMSIG(status))) {
        signal(WTERMSIG(status), SIG_DFL);
        raise(WTERMSIG(status));
    }
    messages_add_own(d, "internal compiler error", strsignal(WTERMSIG(status)));
    return 4;
}
