/* run.h - commands: built word by word, shown, run, waited for. */
#ifndef DRIVER_RUN_H
#define DRIVER_RUN_H

#include <signal.h>

#include "common/buf.h"
#include "driver/driver.h"

/* A command: its words. Lives in the driver's arena. */
struct command {
    const char **at;
    int n, cap;
};

/* A command that begins with the host compiler ($AMPC_CC may be several words, "ccache gcc"). */
void command_init(struct driver *d, struct command *k);
void command_add(struct driver *d, struct command *k, const char *word);
/* Adds two words. */
void command_add2(struct driver *d, struct command *k, const char *word, const char *argument);

/* Runs the command and waits; what it writes to standard output goes to 'out' and to standard error
 * to 'err' where these are given. Returns its exit status; a signal that ended it counts as 4, as
 * for gcc; a command that could not be started as 1 (reported). Shows it with -v; with -### only
 * shows it. Signals that end this process (signals_watched) end the command first. */
int command_run(struct driver *d, struct command *k, struct buf *out, struct buf *err);

/* Runs the command, whose output nobody sees, and says whether it ended well. */
bool command_works(struct driver *d, struct command *k);

/* Replaces this process by the command; returns only when that failed (reported), with the exit
 * status. */
int command_exec(struct driver *d, struct command *k);

/* Whether a process that gets the signal is asked to end, or made to, without a fault of its own.
 */
bool signal_ends(int signal_number);
/* Ends all children of this process, and those that become its children as theirs end: what a
 * command that a signal has ended leaves running, as gcc does cc1, which would go on to write. */
void children_end(void);
/* The signals that are waited for while others work: those, but for SIGKILL, and SIGCHLD. */
sigset_t signals_watched(void);

#endif
