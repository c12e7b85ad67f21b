/* ampc.h - the public C API of libampc, the run-time library of ampc. These comments are its
 * manual.
 *
 * The header includes nothing but ampc_gen.h, declares only names that begin with ampc_ or AMPC_,
 * and compiles as C11 and as C++, so that ordinary .c and .cpp files of a program may use it beside
 * translated .ampc files.
 *
 * Threads: every function may be called from any thread at any time. Internally one lock protects
 * the library's state (homes, views, counters); it is not held while a kernel runs, while a program
 * is built or while an error handler is called.
 *
 * Errors: a function that fails calls the error handler (ampc_set_error_handler) once and then, if
 * the handler returns, gives back what its comment says. After an error the library stays usable
 * and no data of the host is lost. (language.md section 6)
 *
 * Ownership: everything that a function returns belongs to the library and stays valid to the end
 * of the process.
 *
 * Environment, read at the first use: AMPC_DEVICE (the default accelerator, see
 * ampc_accelerator_find), AMPC_VERBOSE (not empty and not 0: device choice, builds and transfers
 * are explained on stderr), AMPC_NO_ZERO_COPY (not empty and not 0: devices that share the host's
 * memory are treated as if they had memory of their own; for tests).
 */
#ifndef AMPC_H
#define AMPC_H

#ifdef __cplusplus
extern "C" {
#endif

#include "ampc_gen.h"

/* ---- Version
 * ----------------------------------------------------------------------------------------------------------
 */

#define AMPC_VERSION_MAJOR 0
#define AMPC_VERSION_MINOR 1
#define AMPC_VERSION_PATCH 0
#define AMPC_VERSION (AMPC_VERSION_MAJOR * 10000 + AMPC_VERSION_MINOR * 100 + AMPC_VERSION_PATCH)

/* The version of the library that is linked, in the form of AMPC_VERSION: equal to it when header
 * and library belong together. */
int ampc_version(void);
/* The same as text, "0.1.0". */
const char *ampc_version_string(void);

/* ---- Errors (language.md section 6)
 * ------------------------------------------------------------------------------------ */

/* The values are fixed; new ones are added at the end. */
typedef enum ampc_error {
    AMPC_SUCCESS = 0,
    AMPC_ERROR_INVALID_COMPUTE_DOMAIN = 1,   /* an extent that cannot be launched */
    AMPC_ERROR_OUT_OF_MEMORY = 2,            /* of the host or of the accelerator */
    AMPC_ERROR_UNSUPPORTED_FEATURE = 3,      /* the accelerator lacks what the kernel needs */
    AMPC_ERROR_ACCELERATOR_VIEW_REMOVED = 4, /* the accelerator is gone */
    AMPC_ERROR_RUNTIME_EXCEPTION =
        5 /* everything else: empty views, build failures, wrong arguments */
} ampc_error;

/* The name as AMP spells it, "invalid_compute_domain"; "success" for 0; "unknown error" for what is
 * none. */
const char *ampc_error_name(ampc_error code);
/* One sentence about the code. */
const char *ampc_error_text(ampc_error code);

/* What is called for every error. 'message' says what happened, without the code's name; it is
 * valid during the call. 'file' and 'line' are the construct's in the user's source; file is 0
 * where no construct is concerned. The handler runs in the thread that ran the failing operation,
 * without any lock: it may call the library, longjmp, exit or return. When it returns the operation
 * is skipped. */
typedef void (*ampc_error_handler)(ampc_error code, const char *message, const char *file, int line,
                                   void *user);

/* Makes 'handler' the process's handler, called with 'user'. 0 brings the default one back, which
 * prints "file:line: ampc error: name: message" to stderr and calls abort(). */
void ampc_set_error_handler(ampc_error_handler handler, void *user);

/* The code of the last error in the calling thread since the last call of this function in it;
 * AMPC_SUCCESS if there was none. */
ampc_error ampc_last_error(void);

/* ---- Accelerators (language.md section 6)
 * ------------------------------------------------------------------------------ */

/* An OpenCL device. They are found once, at the first use, and keep their numbers (0, 1, ...) for
 * the process. */
typedef struct ampc_accelerator ampc_accelerator;
/* A queue of work on an accelerator. Work on one accelerator_view runs in order. */
typedef struct ampc_accelerator_view ampc_accelerator_view;

/* How many accelerators there are; 0 if OpenCL is missing (no error). */
int ampc_accelerator_count(void);
/* Accelerator 'number', or 0 if there is none. */
ampc_accelerator *ampc_accelerator_at(int number);
/* By number ("1"), by kind ("gpu", "cpu"), or by a part of the description in any case of letters
 * ("rtx"): the first that fits, or 0 (no error). */
ampc_accelerator *ampc_accelerator_find(const char *name);
/* The accelerator of launches that name none: the one of ampc_accelerator_set_default, else what
 * AMPC_DEVICE says, else a GPU before another accelerator before a CPU. Error runtime_exception,
 * and 0, if there is none or AMPC_DEVICE fits none. */
ampc_accelerator *ampc_accelerator_default(void);
/* Makes 'accelerator' the default from now on; 0 goes back to the choice described above. */
void ampc_accelerator_set_default(ampc_accelerator *accelerator);

/* Facts. 'accelerator' must not be 0. The description is "name (platform)"; memory is in KiB; the
 * truth values are 0 or 1. */
int ampc_accelerator_number(const ampc_accelerator *accelerator);
const char *ampc_accelerator_name(const ampc_accelerator *accelerator);
const char *ampc_accelerator_description(const ampc_accelerator *accelerator);
ampc_size ampc_accelerator_memory(const ampc_accelerator *accelerator);
int ampc_accelerator_is_cpu(const ampc_accelerator *accelerator);
int ampc_accelerator_is_gpu(const ampc_accelerator *accelerator);
int ampc_accelerator_has_double(const ampc_accelerator *accelerator);
/* 1 if the accelerator works directly in the host's memory, so that nothing is copied. */
int ampc_accelerator_is_zero_copy(const ampc_accelerator *accelerator);
/* The accelerator's own queue. */
ampc_accelerator_view *ampc_accelerator_default_view(ampc_accelerator *accelerator);

/* Waits until everything that was submitted is done on all accelerators; output of printf in
 * kernels has appeared then. Data stays where it is (synchronize() brings it to the host). Errors:
 * accelerator_view_removed, runtime_exception. */
void ampc_wait(void);

/* ---- Counters
 * ----------------------------------------------------------------------------------------------------------
 */

/* What the library has done since the start or the last reset. Transfers are those of views and of
 * large captures; on a zero-copy accelerator views move no bytes and count no transfer. */
typedef struct ampc_counters {
    unsigned long long launches;       /* kernels submitted */
    unsigned long long builds;         /* programs built */
    unsigned long long uploads;        /* transfers from the host to an accelerator */
    unsigned long long upload_bytes;   /* their bytes */
    unsigned long long downloads;      /* transfers from an accelerator to the host */
    unsigned long long download_bytes; /* their bytes */
} ampc_counters;

/* Stores the counters in *out. */
void ampc_counters_get(ampc_counters *out);
/* Sets all of them to 0. */
void ampc_counters_reset(void);

#ifdef __cplusplus
}
#endif

#endif
