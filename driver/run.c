/* run.c - commands: built word by word, shown with -v and -###, run, waited for. */
#include "driver/run.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver/capture.h"
#include "driver/response.h"

extern char **environ;

void command_init(struct driver *d, struct command *k)
{
    struct words w = {0};
    words_split(&d->arena, &w, d->options.cc, 100);
    *k = (struct command){w.at, w.n, w.cap};
    if (k->n == 0)
        command_add(d, k, "cc");
}

void command_add(struct driver *d, struct command *k, const char *word)
{
    vec_push(&d->arena, k, word);
}

void command_add2(struct driver *d, struct command *k, const char *word, const char *argument)
{
    command_add(d, k, word);
    command_add(d, k, argument);
}

/* Prints the word so that a shell reads it back. */
static void show_word(const char *word, bool always)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%^";
    if (!always && *word && word[strspn(word, plain)] == '\0') {
        fputs(word, stderr);
        return;
    }
    fputc('"', stderr);
    for (; *word; word++) {
        if (strchr("\"\\$`", *word))
            fputc('\\', stderr);
        fputc(*word, stderr);
    }
    fputc('"', stderr);
}

static void command_show(const struct command *k, bool quote)
{
    for (int i = 0; i < k->n; i++) {
        fputc(' ', stderr);
        show_word(k->at[i], quote && i > 0);
    }
    fputc('\n', stderr);
}

static const int ending[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGPIPE, SIGALRM,   SIGTERM,
                             SIGUSR1, SIGUSR2, SIGXCPU, SIGPROF, SIGVTALRM, SIGXFSZ};

bool signal_ends(int signal_number)
{
    for (size_t k = 0; k < sizeof ending / sizeof *ending; k++)
        if (signal_number == ending[k])
            return true;
    return signal_number == SIGKILL;
}

sigset_t signals_watched(void)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t k = 0; k < sizeof ending / sizeof *ending; k++)
        sigaddset(&set, ending[k]);
    sigaddset(&set, SIGCHLD);
    return set;
}

/* Starts the command with the signal mask 'mask'; out and err are file descriptors for it, or -1.
 * Returns 0 or an errno. */
static int command_start(const struct command *k, const sigset_t *mask, int out, int err,
                         pid_t *pid)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigmask(&attributes, mask);
    if (out >= 0)
        posix_spawn_file_actions_adddup2(&files, out, 1);
    if (err >= 0)
        posix_spawn_file_actions_adddup2(&files, err, 2);
    char **words = calloc((size_t)k->n + 1, sizeof *words);
    int error = words ? 0 : ENOMEM;
    for (int i = 0; words && i < k->n; i++) {
        words[i] = strdup(k->at[i]);
        error = words[i] ? error : ENOMEM;
    }
    if (!error)
        error = posix_spawnp(pid, words[0], &files, &attributes, words, environ);
    for (int i = 0; words && i < k->n; i++)
        free(words[i]);
    free(words);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    return error;
}

void children_end(void)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)getpid());
    do {
        int pid;
        FILE *children = fopen(path, "re");
        while (children && fscanf(children, "%d", &pid) == 1)
            kill(pid, SIGKILL);
        if (children)
            fclose(children);
    } while (waitpid(-1, NULL, 0) > 0 || errno == EINTR);
}

/* Waits for the child. A signal to end is passed on, then ends this process too, by the mask that
 * was in force before. */
static int child_wait(pid_t pid, const sigset_t *watched, const sigset_t *before)
{
    int status;
    for (;;) {
        pid_t got = waitpid(pid, &status, WNOHANG);
        if (got == pid || (got < 0 && errno != EINTR))
            break;
        int signal_number = sigwaitinfo(watched, NULL);
        if (signal_number <= 0 || signal_number == SIGCHLD)
            continue;
        kill(pid, signal_number);
        waitpid(pid, &status, 0);
        children_end();
        sigprocmask(SIG_SETMASK, before, NULL);
        raise(signal_number);
    }
    return status;
}

/* Runs with the watched signals blocked. */
static int command_run_masked(struct driver *d, struct command *k, struct written *c,
                              struct buf *out, struct buf *err, const sigset_t *watched,
                              const sigset_t *before)
{
    pid_t pid = 0;
    fflush(NULL);
    int error = command_start(k, before, c->out[1], c->err[1], &pid);
    if (error) {
        driver_error(d, "cannot run '%s': %s", k->at[0], strerror(error));
        return 1;
    }
    sigset_t ends = *watched;
    sigdelset(&ends, SIGCHLD);
    capture_begin(c);
    capture_err(c, err, &ends);
    int raw = child_wait(pid, watched, before);
    if (!capture_out(c, out, &ends)) {
        driver_error(d, "cannot read the output of '%s': %s", k->at[0], strerror(errno));
        return 1;
    }
    if (WIFSIGNALED(raw))
        driver_error(d, "'%s' was ended by signal %d (%s)", k->at[0], WTERMSIG(raw),
                     strsignal(WTERMSIG(raw)));
    return WIFEXITED(raw) ? WEXITSTATUS(raw) : 4;
}

static int command_status(struct driver *d, struct command *k, struct buf *out, struct buf *err)
{
    sigset_t watched = signals_watched(), before;
    sigprocmask(SIG_BLOCK, &watched, &before);
    struct written c;
    int status = 1;
    if (capture_open(&c, out != NULL, err != NULL))
        status = command_run_masked(d, k, &c, out, err, &watched, &before);
    else
        driver_error(d, "no place for the output of '%s': %s", k->at[0], strerror(errno));
    capture_close(&c);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return status;
}

bool command_works(struct driver *d, struct command *k)
{
    struct buf out = {0}, err = {0};
    int status = command_status(d, k, &out, &err);
    buf_free(&out);
    buf_free(&err);
    return status == 0;
}

int command_run(struct driver *d, struct command *k, struct buf *out, struct buf *err)
{
    if (d->options.verbose || d->options.show_only)
        command_show(k, d->options.show_only);
    if (d->options.show_only)
        return 0;
    int status = command_status(d, k, out, err);
    if (status)
        driver_fail(d, status);
    return status;
}

int command_exec(struct driver *d, struct command *k)
{
    if (d->options.verbose)
        command_show(k, false);
    fflush(NULL);
    char **words = calloc((size_t)k->n + 1, sizeof *words);
    for (int i = 0; words && i < k->n; i++)
        words[i] = strdup(k->at[i]);
    if (words)
        execvp(words[0], words);
    driver_error(d, "cannot run '%s': %s", k->at[0], strerror(errno));
    for (int i = 0; words && i < k->n; i++)
        free(words[i]);
    free(words);
    return 1;
}
