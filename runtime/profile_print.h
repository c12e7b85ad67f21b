/* profile_print.h - the two reports of profile.c's measurements. */
#ifndef AMPC_PROFILE_PRINT_H
#define AMPC_PROFILE_PRINT_H

#include "runtime/profile.h"

/* All spans of one kind, construct and accelerator together. */
struct profile_row {
    struct profile_span span; /* bytes: their sum */
    unsigned long long count;
    double seconds, longest;
};

/* One span; seconds since the library's start. */
struct profile_record {
    struct profile_span span;
    double start, seconds;
};

/* Prints the tables of AMPC_PROFILE to stderr; sorts the rows. 'seconds': since the library's
 * start. */
void profile_print_table(struct profile_row *rows, size_t count, double seconds);

/* Writes the file of AMPC_TRACE, in Chrome's trace event format (JSON object, complete events); %p
 * in the name is the process's number. Sorts the records. Prints failures to stderr. */
void profile_write_trace(const char *name, struct profile_record *records, size_t count);

#endif
