/* main.c - main: options, then what they ask for. */
#define _GNU_SOURCE /* strsep */
#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/build.h"
#include "driver/explain.h"
#include "driver/merge.h"
#include "driver/messages.h"
#include "driver/run.h"
#include "driver/supervise.h"
#include "driver/version.h"
#include "lsp/lsp.h"

/* A line with the accelerators' names; what drivers say of themselves is for --devices. */
static void devices_name(struct driver *d)
{
    struct command k = {0};
    struct buf out = {0}, err = {0};
    int n = 0;
    if (!driver_find_files(d))
        return;
    command_add(d, &k, d->devices);
    command_run(d, &k, &out, &err);
    fputs("devices:", stdout);
    buf_add(&out, "");
    for (char *rest = out.at, *line; (line = strsep(&rest, "\n"));)
        if (isdigit((unsigned char)*line))
            printf("%s %s", n++ ? "," : "", line);
    puts(n ? "" : " none, see ampcc --devices");
    buf_free(&out);
    buf_free(&err);
}

static int version_print(struct driver *d)
{
    puts("ampcc " AMPC_VERSION);
    devices_name(d);
    fflush(stdout);
    struct command k;
    command_init(d, &k);
    command_add(d, &k, "--version");
    return command_exec(d, &k);
}

/* The names that 'accelerator' and AMPC_DEVICE take. */
static int devices_print(struct driver *d)
{
    struct command k = {0};
    if (!driver_find_files(d))
        return d->status;
    command_add(d, &k, d->devices);
    return command_exec(d, &k);
}

/* What cc prints for options like -dumpversion, whatever the files are. */
static int cc_asked(struct driver *d)
{
    const struct options *o = &d->options;
    struct command k;
    command_init(d, &k);
    for (int i = 0; i < o->items.n; i++) {
        const struct argument *item = &o->items.at[i];
        if (item->kind != ITEM_OPTION)
            continue;
        command_add(d, &k, item->text);
        if (item->argument)
            command_add(d, &k, item->argument);
    }
    return command_exec(d, &k);
}

static int driver_run(struct driver *d, int argc, char **argv)
{
    struct options *o = &d->options;
    if (!options_parse(&d->arena, argc, argv, o))
        return 1;
    unsetenv("CC"); /* it may be a script that runs ampcc: that one takes cc */
    if (o->help) {
        options_help(stdout);
        return fflush(stdout) == 0 ? 0 : 1;
    }
    if (o->explain)
        return explain_print(o->explain);
    if (o->version)
        return version_print(d);
    if (o->devices)
        return devices_print(d);
    if (o->merges_traces)
        return supervise(d, traces_merge);
    if (o->lsp)
        return driver_find_files(d) ? supervise(d, lsp_serve) : d->status;
    if (o->asks_cc && o->ampc_files)
        return cc_asked(d);
    if (o->verbose)
        fputs("ampcc version " AMPC_VERSION "\n", stderr);
    if (!o->items.n) {
        fputs("ampcc: fatal error: no input files\ncompilation terminated.\n", stderr);
        return 1;
    }
    if (!driver_find_files(d))
        return d->status;
    return o->ampc_files ? supervise(d, build_ampc) : build_other(d);
}

/* Where standard streams are closed, files that fail in the same way take their numbers, which
 * others would get and be written to as if they were the streams. */
static void streams_fill(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int main(int argc, char **argv)
{
    streams_fill();
    struct driver d = {0};
    int status = driver_run(&d, argc, argv);
    if (d.messages)
        messages_finish(&d); /* of this process; the compiling one has printed its own */
    arena_free(&d.arena);
    return status;
}
