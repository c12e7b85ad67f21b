/* build.c - the runs of cc for a command line: .ampc files are translated (unit.c), all else is
 * cc's, and one run links.
 *
 * Example: `ampcc a.ampc b.c -o p` compiles a.ampc to a temporary object and has cc compile b.c
 * and link both. */
#include "driver/build.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/byproduct.h"
#include "driver/cc.h"
#include "driver/library.h"
#include "driver/messages.h"
#include "driver/output.h"
#include "driver/run.h"
#include "driver/unit.h"

/* Adds the option if it is for one of the runs. */
static void add_option(struct driver *d, struct command *k, const struct argument *i, unsigned runs)
{
    if (i->kind != ITEM_OPTION || !(i->runs & runs))
        return;
    command_add(d, k, i->text);
    if (i->argument)
        command_add(d, k, i->argument);
}

/* Adds a file with the -x that it needs; *language is the one in force. */
static void add_file(struct driver *d, struct command *k, const char *name, const char *language,
                     const char **language_now)
{
    const char *want = language ? language : "none", *now = *language_now ? *language_now : "none";
    if (strcmp(want, now) != 0)
        command_add2(d, k, "-x", want);
    *language_now = language;
    command_add(d, k, name);
}

static void add_mode(struct driver *d, struct command *k)
{
    switch (d->options.mode) {
    case MODE_OBJECT:
        command_add(d, k, "-c");
        break;
    case MODE_ASSEMBLER:
        command_add(d, k, "-S");
        break;
    case MODE_SYNTAX:
        command_add(d, k, "-fsyntax-only");
        break;
    case MODE_PREPROCESS:
        command_add(d, k, "-E");
        break;
    case MODE_LINK:
    case MODE_DEPS:
    case MODE_EMIT_C:
    case MODE_EMIT_CL:
    case MODE_DUMP:
        break;
    }
}

/* All options and files in their order; objects[n] stands for the n-th .ampc file. */
static void add_items(struct driver *d, struct command *k, unsigned runs,
                      const char *const *objects)
{
    const struct options *o = &d->options;
    const char *language = NULL;
    int ampc = 0;
    cc_add_message_options(d, k, false);
    for (int i = 0; i < o->items.n; i++) {
        const struct argument *item = &o->items.at[i];
        if (item->kind == ITEM_OPTION)
            add_option(d, k, item, runs);
        else if (item->kind == ITEM_FILE)
            add_file(d, k, item->text, item->language, &language);
        else if (objects)
            add_file(d, k, objects[ampc++], NULL, &language);
    }
    if (language && o->mode == MODE_LINK && o->ampc_files + o->other_files > o->headers)
        command_add2(d, k, "-x", "none"); /* for the library; clang warns where no file follows */
    if (o->sources)
        command_add2(d, k, "-isystem", d->include_dir);
}

/* Runs cc over files that are no .ampc files. */
static bool run_other(struct driver *d, struct command *k)
{
    struct buf err = {0};
    int status = command_run(d, k, NULL, messages_capture(d, &err));
    messages_add_cc(d, &err);
    return status == 0;
}

/* Prints the warnings about the command line. */
static void report_options(struct driver *d)
{
    for (int i = 0; i < d->options.warnings.n; i++)
        messages_add_own(d, "warning", d->options.warnings.at[i]);
}

int build_other(struct driver *d)
{
    struct options *o = &d->options;
    report_options(d);
    if (o->mode == MODE_EMIT_C || o->mode == MODE_EMIT_CL || o->mode == MODE_DUMP) {
        driver_error(d, "'--emit' needs an .ampc file");
        return 1;
    }
    struct command k;
    command_init(d, &k);
    if (o->show_only)
        command_add(d, &k, "-###");
    add_mode(d, &k);
    add_items(d, &k, RUN_OTHER | RUN_LINK, NULL);
    if (o->mode == MODE_LINK && o->other_files > o->headers && !library_add(d, &k))
        return d->status;
    if (o->output)
        command_add2(d, &k, "-o", o->output);
    if (o->diag.format == DIAG_FORMAT_TEXT || o->show_only)
        return command_exec(d, &k);
    run_other(d, &k);
    messages_finish(d);
    return d->status;
}

/* -c, -S, -E ... over the files that are no .ampc files. */
static void build_rest(struct driver *d)
{
    const struct options *o = &d->options;
    if (!o->other_files)
        return;
    if (o->mode == MODE_EMIT_C || o->mode == MODE_EMIT_CL || o->mode == MODE_DUMP) {
        driver_error(d, "'--emit' needs .ampc files only");
        return;
    }
    struct command k;
    command_init(d, &k);
    add_mode(d, &k);
    add_items(d, &k, RUN_OTHER, NULL);
    run_other(d, &k);
}

static void build_link(struct driver *d, const char *const *objects)
{
    const struct options *o = &d->options;
    struct output out;
    bool direct = o->byproducts || (o->sources && o->deps && !o->deps_file);
    if (!output_begin(d, &out, o->output ? o->output : "a.out",
                      direct ? OUTPUT_DIRECT : OUTPUT_FRESH))
        return;
    struct command k;
    command_init(d, &k);
    add_items(d, &k, o->sources ? RUN_OTHER : RUN_LINK, objects);
    bool good = library_add(d, &k);
    command_add2(d, &k, "-o", out.temporary);
    if (good && run_other(d, &k))
        output_commit(d, &out);
    else
        output_drop(d, &out);
}

/* Whether the file can be read; reports it otherwise. */
static bool file_exists(struct driver *d, const char *name)
{
    if (strcmp(name, "-") == 0 || access(name, R_OK) == 0)
        return true;
    driver_error(d, "%s: %s", name, strerror(errno));
    return false;
}

/* An error that nothing is done after. */
static void fatal(struct driver *d, const char *text)
{
    messages_add_own(d, "fatal error", text);
    if (d->options.diag.format == DIAG_FORMAT_TEXT)
        fputs("compilation terminated.\n", stderr);
    driver_fail(d, 1);
}

/* Whether what is made would take the place of what it is made of; reports it. */
static bool output_is_input(struct driver *d)
{
    const struct options *o = &d->options;
    struct stat out, in;
    if (!o->output || o->mode == MODE_SYNTAX || stat(o->output, &out) != 0 || !S_ISREG(out.st_mode))
        return false;
    for (int i = 0; i < o->items.n; i++) {
        const struct argument *item = &o->items.at[i];
        if (item->kind == ITEM_OPTION || stat(item->text, &in) != 0 || in.st_ino != out.st_ino ||
            in.st_dev != out.st_dev)
            continue;
        fatal(d, arena_printf(&d->arena, "input file '%s' is the same as output file", item->text));
        return true;
    }
    return false;
}

void build_ampc(struct driver *d)
{
    const struct options *o = &d->options;
    report_options(d);
    const char **objects = arena_array(&d->arena, const char *, o->ampc_files);
    int n = 0, found = 0;
    if (output_is_input(d))
        return;
    for (int i = 0; i < o->items.n; i++) {
        const struct argument *item = &o->items.at[i];
        if (item->kind != ITEM_AMPC)
            continue;
        const char *stem = file_stem(d, item->text);
        objects[n] = o->mode != MODE_LINK ? NULL
                     : o->save_temps      ? byproduct_name(d, item->text, ".o")
                                          : temp_name(d, stem, ".o");
        if (file_exists(d, item->text)) {
            found++;
            d->line = item->line;
            unit_build(d, item->text, objects[n]);
        }
        n++;
    }
    if (!found && !o->other_files)
        fatal(d, "no input files");
    if (o->mode != MODE_LINK)
        build_rest(d);
    else if (d->status == 0)
        build_link(d, objects);
    messages_finish(d);
    if (o->times)
        times_print(&d->times);
}
