/* output.h - files that appear whole or not at all, and this run's temporary directory. */
#ifndef DRIVER_OUTPUT_H
#define DRIVER_OUTPUT_H

#include "driver/driver.h"

/* How an output takes its place, where there is a file of that name already, as with gcc. */
enum output_way {
    OUTPUT_DIRECT, /* written under its own name at once */
    OUTPUT_FRESH,  /* objects and programs: a new file, with a new file's permissions */
    OUTPUT_TEXT    /* the file that is there, or that a link leads to, gets other contents */
};

/* A file being written: under the name 'temporary' until it is complete; beside the final one, or
 * in the temporary directory where the final file is there and keeps its place. */
struct output {
    const char *final;
    const char *temporary; /* the final name itself when that is no regular file ("/dev/null") */
    bool kept;             /* the final file keeps its place */
    const char
        *mark; /* a link in the temporary directory that lets a parent process remove 'temporary' */
};

/* Begins an output. False when neither the file nor its directory can be written to (reported). */
bool output_begin(struct driver *d, struct output *o, const char *final, enum output_way way);
/* The same for what goes to standard output at the end. */
void output_begin_shown(struct driver *d, struct output *o);

/* Moves the file to its final name; false after an error (reported). */
bool output_commit(struct driver *d, struct output *o);
/* Removes what there is of it. */
void output_drop(struct driver *d, struct output *o);

/* Writes a whole file ("-": standard output). */
bool output_write(struct driver *d, const char *final, enum output_way way, const char *text,
                  size_t n);

/* Makes the temporary directory (in the first of $TMPDIR, $TMP, $TEMP that can be written to, else
 * in /tmp); false when that fails (reported). With -### it only gets a name. */
bool temp_make(struct driver *d);
/* A name in the temporary directory. */
const char *temp_name(struct driver *d, const char *stem, const char *suffix);
/* Removes the directory, what is in it, and the unfinished outputs that have a mark there. */
void temp_remove(struct driver *d);

/* "b" of "a/b.ampc"; "-" for standard input as gcc names it. */
const char *file_stem(struct driver *d, const char *name);

#endif
