/* profile.h - AMPC_PROFILE, AMPC_TRACE and AMPC_REPORT: the times of kernels, transfers, waits and
 * builds, reported at exit. Nothing here is public. Every function may be called from any thread,
 * with or without runtime_lock; none fails: without memory, spans are missing in the report. */
#ifndef AMPC_PROFILE_H
#define AMPC_PROFILE_H

#include "runtime/internal.h"

enum profile_kind {
    PROFILE_KERNEL,
    PROFILE_UPLOAD,   /* host to accelerator */
    PROFILE_DOWNLOAD, /* accelerator to host */
    PROFILE_COPY,     /* on an accelerator */
    PROFILE_WAIT,     /* of the host, for an accelerator */
    PROFILE_BUILD,    /* of kernels, from source or binary */
    PROFILE_KINDS
};

/* Something that took time. Strings live to the end of the process. */
struct profile_span {
    enum profile_kind kind;
    const char *what; /* "a launch", "synchronize()", a kernel's name */
    const char *file; /* of the construct; 0: none */
    int line;         /* 0: the whole file */
    const struct ampc_accelerator *accelerator;
    const struct ampc_accelerator_view *view; /* whose lane it is shown on; 0: the accelerator's */
    uint64_t bytes; /* moved; of a kernel: of the elements of its views, each counted once */
    const struct ampc__kernel *kernel; /* of a launch; else 0 */
    double operations; /* floating-point ones of a launch, by its compiler; below 0: not known */
};

/* Whether one of the three is enabled: then queues need CL_QUEUE_PROFILING_ENABLE. */
bool profile_enabled(void);
/* Whether AMPC_REPORT is, which tells which text of a kernel ran, too. */
bool profile_reports(void);
/* Seconds of a clock that only goes forward. */
double profile_now(void);
/* Notes a span that ends now, by the host's clock. */
void profile_add(const struct profile_span *span, double start);
/* Notes a span that the device measures; 'submitted' is when its command was enqueued. Takes the
 * event over. */
void profile_add_event(const struct profile_span *span, double submitted, cl_event event);
/* Reads what devices have measured so far. */
void profile_collect(void);
/* Prints the tables, and writes the trace and the page; at exit. */
void profile_report(void);

/* ---- roof.c ---- */

/* What a device reaches: bytes a second of a copy, floating-point operations a second of float and
 * double; 0: not measured. */
struct roof {
    double copy, single, twice;
};
/* Measures an accelerator that was just opened, unless that was done by any process before; for
 * AMPC_REPORT. Drivers' compilers do not work at exit. */
void roof_measure(const struct ampc_accelerator *a);
/* What was measured; else zeros. */
struct roof roof_of(const struct ampc_accelerator *a);

#endif
