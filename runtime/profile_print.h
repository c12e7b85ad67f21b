/* profile_print.h - the three reports of profile.c's measurements. */
#ifndef AMPC_PROFILE_PRINT_H
#define AMPC_PROFILE_PRINT_H

#include "runtime/profile.h"

#include <stdio.h>

/* All spans of one kind, construct and accelerator together. Operations below 0: of some launch
 * they are not known. */
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

/* Prints the tables of AMPC_PROFILE to stderr, or to the file that it names; sorts the rows.
 * 'seconds': since the library's start. */
void profile_print_table(struct profile_row *rows, size_t count, double seconds);

/* Writes the file of AMPC_TRACE, in Chrome's trace event format (JSON object, complete events).
 * 'began': when the library started, in seconds since 1970. Sorts the records. Prints failures to
 * stderr. */
void profile_write_trace(const char *name, struct profile_record *records, size_t count,
                         double began);

/* ---- What the two files share ---- */

/* Writes the file 'name', in which %p is the process's number and %r its rank, by 'print', without
 * the locale; each file that processes leave is whole, and each rank has one of its own. Prints
 * failures to stderr, where it is 'kind'. */
void profile_write_file(const char *name, const char *kind, void (*print)(FILE *out, void *data),
                        void *data);
/* A string of JSON, which may also stand in HTML. */
void profile_print_string(FILE *out, const char *text);
/* Sorts by start. */
void profile_sort(struct profile_record *records, size_t count);

/* ---- report.c ---- */

struct profile_page {
    const char *name;
    struct profile_record *records;
    size_t count;
    struct profile_row *rows;
    size_t row_count, lost;
    double seconds; /* since the library's start */
};
/* Writes the page of AMPC_REPORT. */
void profile_write_report(struct profile_page *page);

#endif
