/* profile.c - measurements for AMPC_PROFILE, AMPC_TRACE and AMPC_REPORT: kernels by the device's
 * clock, all else by the host's.
 *
 * Events of kernels are collected when their queue is next looked at, so measuring adds no waits.
 * profile_print.c and report.c print. Example: AMPC_PROFILE=1 ends a program with a table of its
 * kernels and transfers. */
#include "runtime/profile.h"

#include "runtime/profile_print.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Launches whose times are read at the next wait, or when there are this many. */
enum { PENDING = 256 };

/* A span that its device is still measuring. */
struct pending {
    struct profile_span span;
    double submitted;
    cl_event event;
};

static pthread_once_t profile_once = PTHREAD_ONCE_INIT;
static const char *trace_file, *report_file; /* 0: none wanted */
static bool table_wanted, enabled;

/* Protects all below. */
static pthread_mutex_t profile_lock = PTHREAD_MUTEX_INITIALIZER;
static struct pending *pending;
static size_t pending_count, pending_capacity;
static struct profile_record *records;
static size_t record_count, record_capacity;
static struct profile_row *rows;
static size_t row_count, row_capacity;
static size_t lost;              /* spans that there was no memory for */
static double began, began_1970; /* by the clock of spans, and since 1970 */

static void profile_start(void)
{
    struct timespec t;
    const char *file = secure_getenv("AMPC_TRACE"), *page = secure_getenv("AMPC_REPORT");
    trace_file = file && *file ? file : NULL;
    report_file = page && *page ? page : NULL;
    table_wanted = environment_flag("AMPC_PROFILE");
    enabled = trace_file || report_file || table_wanted;
    began = profile_now();
    clock_gettime(CLOCK_REALTIME, &t);
    began_1970 = (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

bool profile_enabled(void)
{
    pthread_once(&profile_once, profile_start);
    return enabled;
}

bool profile_reports(void)
{
    return profile_enabled() && report_file;
}

double profile_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Makes room for one more element of *list. */
static bool grow(void **list, size_t count, size_t *capacity, size_t bytes)
{
    if (count < *capacity)
        return true;
    size_t wanted = *capacity ? *capacity * 2 : 64;
    void *grown = realloc(*list, wanted * bytes);
    if (!grown)
        return false;
    *list = grown;
    *capacity = wanted;
    return true;
}

static bool same_file(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* The row of what the span belongs to, added if there is none; 0 without memory. */
static struct profile_row *row_of(const struct profile_span *s)
{
    for (size_t k = 0; k < row_count; k++) {
        const struct profile_span *r = &rows[k].span;
        if (r->kind == s->kind && r->line == s->line && r->accelerator == s->accelerator &&
            same_file(r->file, s->file) && strcmp(r->what, s->what) == 0)
            return &rows[k];
    }
    if (!grow((void **)&rows, row_count, &row_capacity, sizeof *rows))
        return NULL;
    rows[row_count] = (struct profile_row){.span = *s};
    rows[row_count].span.bytes = 0;
    rows[row_count].span.operations = 0;
    return &rows[row_count++];
}

/* Under profile_lock. */
static void note(const struct profile_span *span, double start, double seconds)
{
    struct profile_row *row = row_of(span);
    bool noted = row != NULL;
    if (row) {
        row->count++;
        row->seconds += seconds;
        row->longest = seconds > row->longest ? seconds : row->longest;
        row->span.bytes += span->bytes;
        bool known = row->span.operations >= 0 && span->operations >= 0;
        row->span.operations = known ? row->span.operations + span->operations : -1;
    }
    bool wanted = trace_file || report_file;
    if (wanted && grow((void **)&records, record_count, &record_capacity, sizeof *records))
        records[record_count++] = (struct profile_record){*span, start - began, seconds};
    else
        noted = noted && !wanted;
    lost += !noted;
}

void profile_add(const struct profile_span *span, double start)
{
    double end = profile_now();
    pthread_mutex_lock(&profile_lock);
    note(span, start, end - start);
    pthread_mutex_unlock(&profile_lock);
}

/* ---- What devices measure ---- */

static bool event_time(cl_event event, cl_profiling_info what, double *seconds)
{
    cl_ulong nanoseconds = 0;
    cl_int status = clGetEventProfilingInfo(event, what, sizeof nanoseconds, &nanoseconds, NULL);
    *seconds = (double)nanoseconds * 1e-9;
    return status == CL_SUCCESS;
}

/* Notes the span if its command is done; true if the command has ended. */
static bool pending_finish(struct pending *p)
{
    cl_int state = CL_COMPLETE;
    double queued, start, end;
    clGetEventInfo(p->event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
    if (state > CL_COMPLETE)
        return false;
    /* The device has a clock of its own: times are taken relative to the command's submission. */
    if (state == CL_COMPLETE && event_time(p->event, CL_PROFILING_COMMAND_QUEUED, &queued) &&
        event_time(p->event, CL_PROFILING_COMMAND_START, &start) &&
        event_time(p->event, CL_PROFILING_COMMAND_END, &end) && queued <= start && start <= end)
        note(&p->span, p->submitted + (start - queued), end - start);
    clReleaseEvent(p->event);
    return true;
}

/* Under profile_lock. */
static void collect(void)
{
    size_t left = 0;
    for (size_t k = 0; k < pending_count; k++)
        if (!pending_finish(&pending[k]))
            pending[left++] = pending[k];
    pending_count = left;
}

void profile_add_event(const struct profile_span *span, double submitted, cl_event event)
{
    pthread_mutex_lock(&profile_lock);
    if (pending_count >= PENDING && pending_count % PENDING == 0)
        collect();
    if (grow((void **)&pending, pending_count, &pending_capacity, sizeof *pending)) {
        pending[pending_count++] = (struct pending){*span, submitted, event};
    } else {
        lost++;
        clReleaseEvent(event);
    }
    pthread_mutex_unlock(&profile_lock);
}

void profile_collect(void)
{
    if (!profile_enabled())
        return;
    pthread_mutex_lock(&profile_lock);
    collect();
    pthread_mutex_unlock(&profile_lock);
}

/* ---- At exit ---- */

void profile_report(void)
{
    if (!profile_enabled() || process_is_child())
        return; /* in a child the data are its parent's */
    pthread_mutex_lock(&profile_lock);
    collect();
    if (table_wanted)
        profile_print_table(rows, row_count, profile_now() - began);
    if (trace_file)
        profile_write_trace(trace_file, records, record_count, began_1970);
    if (report_file) {
        profile_write_report(&(struct profile_page){report_file, records, record_count, rows,
                                                    row_count, lost, profile_now() - began});
    }
    if (lost)
        fprintf(stderr, "ampc: no memory for %zu spans of the profile\n", lost);
    free(pending);
    free(records);
    free(rows);
    pending = NULL;
    records = NULL;
    rows = NULL;
    pending_count = pending_capacity = record_count = record_capacity = 0;
    row_count = row_capacity = 0;
    pthread_mutex_unlock(&profile_lock);
}
