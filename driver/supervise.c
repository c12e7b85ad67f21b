/* supervise.c - runs the work in a child and cleans up behind it, whatever ended it: an error, a
 * crash, a signal. */
#include "driver/supervise.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
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

/* Waits; signals that end this process are passed on to the child, whose end is then awaited. */
static int worker_wait(pid_t worker, const sigset_t *watched)
{
    int status = 0;
    for (;;) {
        pid_t got = waitpid(worker, &status, WNOHANG);
        if (got == worker || (got < 0 && errno != EINTR))
            return status;
        int signal_number = sigwaitinfo(watched, NULL);
        if (signal_number > 0 && signal_number != SIGCHLD)
            kill(worker, signal_number);
    }
}

int supervise(struct driver *d, void (*work)(struct driver *d))
{
    signal(SIGCHLD, SIG_DFL); /* it may have been ignored where we come from */
    sigset_t watched = signals_watched(), before;
    sigprocmask(SIG_BLOCK, &watched, &before);
    if (!temp_make(d))
        return d->status;
    fflush(NULL);
    pid_t self = getpid(), worker = fork();
    if (worker == 0) {
        /* even a SIGKILL of this process ends the worker */
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        prctl(PR_SET_CHILD_SUBREAPER, 1); /* see orphans_end of run.c */
        if (getppid() != self)
            _exit(4);
        d->supervisor = self;
        sigprocmask(SIG_SETMASK, &before, NULL);
        if (!d->options.show_only)
            setenv("TMPDIR", d->temp_dir, 1); /* what cc leaves when it is ended goes, too */
        stack_raise();
        work(d);
        return d->status;
    }
    int status = worker < 0 ? 0 : worker_wait(worker, &watched);
    if (worker < 0)
        driver_error(d, "cannot start a process: %s", strerror(errno));
    temp_remove(d);
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (!WIFSIGNALED(status))
        return worker < 0 ? d->status : WEXITSTATUS(status);
    if (signal_ends(WTERMSIG(status))) {
        signal(WTERMSIG(status), SIG_DFL);
        raise(WTERMSIG(status));
    }
    messages_add_own(d, "internal compiler error", strsignal(WTERMSIG(status)));
    return 4;
}
