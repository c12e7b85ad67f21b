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
 * are explained on stderr), AMPC_CACHE_DIR (the folder of the cache of built programs, "off" for
 * none; without it $XDG_CACHE_HOME/ampc or ~/.cache/ampc), AMPC_CACHE_SIZE (what the cache may
 * hold, in MiB; 256 without it), AMPC_PROFILE (not empty and not 0: tables of kernels,
 * transfers, waits and builds on stderr at exit), AMPC_TRACE (a file for the same as a trace that
 * Perfetto and Chrome show; %p in its name is the process's number), AMPC_NO_ZERO_COPY (not empty
 * and not 0: devices that share the host's memory are treated as if they had memory of their own;
 * for tests).
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
struct ampc_accelerator;
/* A queue of work on an accelerator. Work on one accelerator_view runs in order; launches on
 * different ones overlap, unless they use the same data and one of them may write it. */
struct ampc_accelerator_view;

/* How many accelerators there are; 0 if OpenCL is missing (no error). */
int ampc_accelerator_count(void);
/* Accelerator 'number', or 0 if there is none. */
ampc_accelerator *ampc_accelerator_at(int number);
/* By number ("1"), by kind ("gpu", "cpu"), or by a part of the description in any case of letters
 * ("rtx"): the first that fits, or 0 (no error). "default" is the default accelerator. */
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
/* The number as text: what ampc_accelerator_find takes and what names no other accelerator. */
const char *ampc_accelerator_path(const ampc_accelerator *accelerator);
/* OpenCL's version that the accelerator has, major * 65536 + minor. */
unsigned ampc_accelerator_version(const ampc_accelerator *accelerator);
/* The accelerator's own queue. */
ampc_accelerator_view *ampc_accelerator_default_view(ampc_accelerator *accelerator);

/* How work gets to an accelerator. Both submit a launch before it returns; what a program asks for
 * is kept for it to read. */
typedef enum ampc_queuing_mode {
    AMPC_QUEUING_AUTOMATIC = 0,
    AMPC_QUEUING_IMMEDIATE = 1
} ampc_queuing_mode;
/* One more queue on the accelerator, for the rest of the process. Errors, and 0: out_of_memory,
 * accelerator_view_removed. */
ampc_accelerator_view *ampc_accelerator_create_view(ampc_accelerator *accelerator,
                                                    ampc_queuing_mode mode);
ampc_accelerator *ampc_accelerator_view_accelerator(ampc_accelerator_view *view);
ampc_queuing_mode ampc_accelerator_view_mode(const ampc_accelerator_view *view);
/* Waits until all work submitted to the view is done; hands work that waits to the device. */
void ampc_accelerator_view_wait(ampc_accelerator_view *view);
void ampc_accelerator_view_flush(ampc_accelerator_view *view);
/* A future that is done when all work submitted to the view before is. */
ampc_future ampc_accelerator_view_create_marker(ampc_accelerator_view *view);

/* Waits until everything that was submitted is done on all accelerators; output of printf in
 * kernels has appeared then. Data stays where it is (synchronize() brings it to the host). Errors:
 * accelerator_view_removed, runtime_exception. */
void ampc_wait(void);

/* ---- Futures (language.md section 6)
 * ----------------------------------------------------------------------------------- */

/* An ampc_future names an operation that may not be done yet. It is a number: copy it, keep it,
 * drop it. { 0 } names none: not valid. An error of the operation is raised by ampc_future_get,
 * each time; one that nobody asked for is raised at exit. */

/* 1 unless f is { 0 }. */
int ampc_future_valid(ampc_future f);
/* 1 if the operation is done, or has failed. */
int ampc_future_is_ready(ampc_future f);
/* Waits until the operation is done or has failed; get raises its error. Error runtime_exception if
 * f is not valid. */
void ampc_future_wait(ampc_future f);
void ampc_future_get(ampc_future f);
/* Has function(argument) called on a thread of the library once f is done, at once if it is. Gives
 * the future of that call; when the operation of f fails, nothing is called and that future has the
 * error. The function may use views, launch kernels and wait for futures. A program's exit waits
 * for it. Error runtime_exception, and { 0 }, if f is not valid. */
ampc_future ampc_future_then(ampc_future f, void (*function)(void *), void *argument);

/* ---- Counters
 * ----------------------------------------------------------------------------------------------------------
 */

/* What the library has done since the start or the last reset. Transfers are those of views and of
 * large captures; on a zero-copy accelerator views move no bytes and count no transfer. */
typedef struct ampc_counters {
    unsigned long long launches;       /* kernels submitted */
    unsigned long long builds;         /* programs built from source */
    unsigned long long uploads;        /* transfers from the host to an accelerator */
    unsigned long long upload_bytes;   /* their bytes */
    unsigned long long downloads;      /* transfers from an accelerator to the host */
    unsigned long long download_bytes; /* their bytes */
    unsigned long long binaries;       /* programs taken from the cache of binaries, or embedded */
} ampc_counters;

/* Stores the counters in *out. */
void ampc_counters_get(ampc_counters *out);
/* Sets all of them to 0. */
void ampc_counters_reset(void);

#ifdef __cplusplus
}
#endif

#endif
