/* profile.h - AMPC_PROFILE and AMPC_TRACE: the times of kernels, transfers, waits and builds,
 * reported at exit. Nothing here is public. Every function may be called from any thread, with or
 * without runtime_lock; none fails: without memory, spans are missing in the report. */
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
};

/* Whether one of the two is enabled: then queues need CL_QUEUE_PROFILING_ENABLE. */
bool profile_enabled(void);
/* Seconds of a clock that only goes forward. */
double profile_now(void);
/* Notes a span that ends now, by the host's clock. */
void profile_add(const struct profile_span *span, double start);
/* Notes a span that the device measures; 'submitted' is when its command was enqueued. Takes the
 * event over. */
void profile_add_event(const struct profile_span *span, double submitted, cl_event event);
/* Reads what devices have measured so far. */
void profile_collect(void);
/* Prints the tables and writes the trace file; at exit. */
void profile_report(void);

#endif
