/* ampc.h - the public C API of libampc, the run-time library of ampc. These comments are its
 * manual.
 *
 * The header includes nothing but ampc_gen.h, declares only names that begin with ampc_ or AMPC_,
 * and compiles as C11 and as C++, so that ordinary .c and .cpp files of a program may use it beside
 * translated .ampc files.
 *
 * A program that uses the library without ampcc needs this header, a C compiler and
 * 'pkg-config --cflags --libs ampc'. OpenCL's own objects are ampc_cl.h's concern.
 *
 * Threads: every function may be called from any thread at any time. Threads that use different
 * memory do not wait for each other: no lock is held while a kernel runs, while elements are
 * copied, while a program is built or while an error handler is called. Threads that use the same
 * memory take turns; what they do to the same elements is ordered by the program, as in C. The same
 * holds in the emulator, unless AMPC_EMULATOR_THREADS=1 or a debugger has kernels run inside their
 * launches. The library's own threads block all signals. Threads may have small stacks: devices are
 * looked for and programs are built on a thread of the library's then. A thread must not be
 * cancelled (pthread_cancel) inside a function of the library.
 *
 * Processes: kernels, transfers and futures belong to the process that began them. A child of
 * fork() can use the library if the parent had not used accelerators before. Else it has the host
 * memory and may end or exec; what would need an accelerator there is an accelerator_view_removed.
 * exit(), and returning from main, wait for all that was submitted and for continuations; _exit()
 * does not. A shared library that has this library in it, or kernels that were launched, stays
 * loaded when dlclose() closes it. What views know of each other, they know within one copy of the
 * library: ampcc has programs export it, so that shared libraries that they open use theirs. In
 * other programs, shared libraries that work on the same memory are linked with libampc.so, by
 * ampcc too: 'ampcc -shared -fPIC ... $(pkg-config --libs ampc)'.
 *
 * Errors: a function that fails calls the error handler (ampc_set_error_handler) once and then, if
 * the handler returns, gives back what its comment says. After an error the library stays usable:
 * what failed can be called again, unless the accelerator is gone. No data of the host is lost:
 * what the operation was to read is as before; what it was to write (the destination of a copy, the
 * host's memory of a view that is synchronised, what a kernel wrote before it failed) has old or
 * new elements. An array or view that was to be assigned stays what it was. Whatever looks for
 * accelerators, moves elements or waits may fail with out_of_memory, with accelerator_view_removed,
 * or with a runtime_exception that names the function of OpenCL and the error it returned; comments
 * name other errors. Whatever function waits for kernels also fails with what went wrong in them: a
 * failed assert, an abort, a subscript that a check found.
 *
 * Ownership: everything that a function returns belongs to the library and stays valid to the end
 * of the process. Views, which functions here fill in, are the program's: see there.
 *
 * Parallel jobs: in a process that mpirun, srun or their like started, the default accelerator is
 * the one of its rank on the host, by the launcher's variables (OMPI_COMM_WORLD_LOCAL_RANK,
 * MPI_LOCALRANKID, SLURM_LOCALID, ...): of the n devices like the one of a process alone, number
 * (rank mod n). Drivers of CPUs get their share of the processors, by POCL_MAX_PTHREAD_COUNT and
 * others, which are set in the environment before drivers are loaded unless they are there. See
 * ampc_mpi.h.
 *
 * Environment, read at the first use: AMPC_DEVICE (the default accelerator, see
 * ampc_accelerator_find; "emulator" in full: OpenCL is not used at all), AMPC_CHECK (1:
 * subscripts in kernels of .ampc files are checked), AMPC_VERIFY (1: such kernels run on the
 * host too and the results are compared), AMPC_EMULATOR_THREADS (how many threads of the host
 * the emulator uses; as many as there are processors without it), AMPC_TUNE (1: the first
 * launches of kernels measure which shape is the fastest, which is kept with the cache; 0: what
 * was kept is not used), AMPC_VERBOSE (not empty and not 0: device choice, builds and transfers
 * are explained on stderr), AMPC_CACHE_DIR (the folder of the cache of built programs, "off" for
 * none; without it $XDG_CACHE_HOME/ampc or ~/.cache/ampc), AMPC_CACHE_SIZE (what the cache may
 * hold, in MiB; 256 without it), AMPC_PROFILE (not empty and not 0: tables of kernels,
 * transfers, waits and builds on stderr at exit, and when the default error handler ends the
 * process, or in the file that it names), AMPC_TRACE (a file for the same as a trace that Perfetto
 * and Chrome show; %p in its name is the process's number, %r its rank), AMPC_NO_ZERO_COPY (not
 * empty and not 0: devices that share the host's memory are treated as if they had memory of their
 * own; for tests), AMPC_STAGING (from how many bytes on transfers go through pinned memory, by
 * several threads, from the first one on; 0: none; without it NVIDIA's GPUs begin with 8 MiB, once
 * 64 MiB have been transferred), AMPC_PACK (1: a kernel packs sections with gaps for copies from
 * and to devices with memory of their own, from the first one on; 0: never; without it GPUs do
 * once 65536 runs of bytes have been copied), AMPC_GROUPS (not empty and not 0: algorithms work on
 * CPUs as on GPUs; for tests). Programs that run with another user's rights (set-user-ID) read none
 * of them, nor HOME. */
#ifndef AMPC_H
#define AMPC_H

#ifdef AMPC__WORDS /* as in ampc_gen.h */
#include "ampc_words.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

#include "ampc_gen.h"

#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/* ---- Version ---- */

#define AMPC_VERSION_MAJOR 0
#define AMPC_VERSION_MINOR 1
#define AMPC_VERSION_PATCH 0
#define AMPC_VERSION (AMPC_VERSION_MAJOR * 10000 + AMPC_VERSION_MINOR * 100 + AMPC_VERSION_PATCH)

/* The version of the library that is linked, in the form of AMPC_VERSION: equal to it when header
 * and library belong together. */
int ampc_version(void);
/* The same as text, "0.1.0". */
const char *ampc_version_string(void);

/* ---- Errors ---- */

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

/* What the default handler prints, on stderr: "file:line: ampc error: name: message", in a rank of
 * a parallel job with the rank, its host and its default accelerator behind "ampc error:"; and what
 * AMPC_PROFILE, AMPC_TRACE and AMPC_REPORT have measured so far. For handlers that end the
 * process: in a rank it returns after 0.3 seconds, as some launchers lose what a process
 * wrote just before it aborted. */
void ampc_error_print(ampc_error code, const char *message, const char *file, int line);
/* Makes 'handler' the process's handler, called with 'user'. 0 brings the default one back, which
 * calls ampc_error_print and then abort(). */
void ampc_set_error_handler(ampc_error_handler handler, void *user);

/* The code of the last error in the calling thread since the last call of this function in it;
 * AMPC_SUCCESS if there was none. */
ampc_error ampc_last_error(void);

/* ---- Accelerators ---- */

/* An OpenCL device, or the emulator, the last one, which runs kernels of .ampc files as compiled C
 * on the host. They are found once, at the first use, and keep their numbers (0, 1, ...) for the
 * process. */
struct ampc_accelerator;
/* A queue of work on an accelerator. Work on one accelerator_view runs in order; launches on
 * different ones overlap, unless they use the same data and one of them may write it. */
struct ampc_accelerator_view;

/* How many accelerators there are: 1, the emulator, if OpenCL is missing; 0 if looking for them
 * failed (no error; the next call looks again). */
int ampc_accelerator_count(void);
/* Accelerator 'number', or 0 if there is none. */
ampc_accelerator *ampc_accelerator_at(int number);
/* By number ("1"), by kind ("gpu", "cpu"), or by words of the description in any case of letters
 * ("rtx"): the first that fits, or 0 (no error). "default" is the default accelerator. */
ampc_accelerator *ampc_accelerator_find(const char *name);
/* The accelerator of launches that name none: the one of ampc_accelerator_set_default, else what
 * AMPC_DEVICE says, else a GPU before another accelerator before a CPU before graphics software on
 * the CPU (Mesa's llvmpipe); the emulator, with a notice of one line on stderr, if there is nothing
 * else; another device, with a notice too, if a driver failed and AMPC_DEVICE does not name that
 * device. Error runtime_exception, and 0, if AMPC_DEVICE
 * fits none, or may mean one that was not found because looking for accelerators failed (the next
 * call looks again then). */
ampc_accelerator *ampc_accelerator_default(void);
/* Makes 'accelerator' the default from now on; 0 goes back to the choice described above. */
void ampc_accelerator_set_default(ampc_accelerator *accelerator);

/* Facts; of the default accelerator for 0. The number is -1 for one that is in no list (ampc_cl.h);
 * the description is "name (platform)"; memory is in KiB; the truth values are 0 or 1; the emulator
 * is a CPU. If there is no accelerator: an error runtime_exception, and -1, "" or 0. */
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
/* The accelerator's own queue. Here and below 0 stands for the default accelerator and its default
 * view; if there is none, that is a runtime_exception. */
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
/* What it is a queue of, and how it was asked to work. */
ampc_accelerator *ampc_accelerator_view_accelerator(ampc_accelerator_view *view);
ampc_queuing_mode ampc_accelerator_view_mode(const ampc_accelerator_view *view);
/* Waits until all work submitted to the view is done, and raises what failed in it; hands work that
 * waits to the device. */
void ampc_accelerator_view_wait(ampc_accelerator_view *view);
void ampc_accelerator_view_flush(ampc_accelerator_view *view);
/* A future that is done when all work submitted to the view before is. */
ampc_future ampc_accelerator_view_create_marker(ampc_accelerator_view *view);

/* Waits until everything that was submitted is done on all accelerators; output of printf in
 * kernels has appeared then. Data stays where it is (synchronize() brings it to the host). What a
 * future stands for may still be under way: wait for the future. Errors: accelerator_view_removed,
 * runtime_exception. */
void ampc_wait(void);

/* ---- Futures ---- */

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
/* ampc_future_get, and how many seconds the kernel of a launch ran on its device, for futures of
 * ampc_kernel_launch_async. Error runtime_exception, and 0, for other futures, before
 * ampc_time_launches, and for all but the latest 1024 launches with a future. */
double ampc_future_seconds(ampc_future f);
/* Has devices measure how long kernels run; for accelerators that are first used after the call.
 * Units of .ampc files that call completion_future.seconds() do that before main. */
void ampc_time_launches(void);
/* Has function(argument) called on a thread of the library once f is done, at once if it is. Gives
 * the future of that call; when the operation of f fails, nothing is called and that future has the
 * error. The function may use views, launch kernels and wait for futures. A program's exit waits
 * for it. Error runtime_exception, and { 0 }, if f is not valid. */
ampc_future ampc_future_then(ampc_future f, void (*function)(void *), void *argument);

/* ---- Views ---- */

/* An ampc_viewN (N = 1 to 16) is what array_view<T, N> and array<T, N> are in .ampc files: a
 * program passes them between .c and .ampc files as they are. The functions here take the head that
 * all begin with: &v.v of an ampc_viewN called v (in .ampc files &v). Extents, indices and origins
 * are as many ints as the view has dimensions, component 0 is the slowest.
 *
 * Ownership: a view that a function here makes holds a share of its memory's home; give it back
 * with ampc_view_release. Copying the struct borrows: such a copy is good as long as the original
 * is held. An all zero struct with its rank set is an empty view; using one is a runtime_exception.
 * A view that could not be made is empty.
 *
 * Coherence: views whose host memory overlaps see the same data. Host code reads and writes
 * elements through ampc_view_at and ampc_view_data, which bring what is newer on an accelerator:
 * all of it that lies in the view, as a write makes all of the view the host's. Where little of a
 * large view is meant, use a section or a row. Or host code reads and writes directly in its
 * memory, between ampc_view_synchronize (before reading) and ampc_view_refresh (after writing).
 *
 * Threads: one struct is used by one thread at a time; different views of the same memory may be
 * used by different threads, and what they do to the same elements is ordered by the program. Here
 * too a view with gaps that a kernel writes counts from its first element to its last: while it
 * runs on one thread's account, no other thread writes between its elements on the host. */

/* Makes *v, an ampc_viewN with N = rank, a view of extent[0] * ... elements of 'element' bytes one
 * behind the other at 'data', aligned as their type wants, or, for 'data' 0, in storage of its own,
 * zeroed. flags: AMPC_VIEW_CONST: kernels only read it, it is never copied back; else 0. The memory
 * must outlive the view. Errors: runtime_exception (negative or too large extents, elements of 0
 * bytes, a rank that no view has), out_of_memory. An extent of 0: an empty view, no error. */
void ampc_view_create(ampc_view *v, int rank, const int *extent, ampc_size element,
                      const void *data, unsigned flags);
/* Releases the share of *v; *v is empty then. When the last view of some elements is released, the
 * newest ones are copied to their host memory first (not for views of const), also after kernels in
 * which something went wrong. An empty view, and v 0: nothing happens. */
void ampc_view_release(ampc_view *v);
/* The memory of [data, data + bytes) is about to be freed or unmapped ('bytes' 0: all of the
 * allocation at 'data', which came from malloc() or its like; data 0: nothing happens). Views over
 * it have no memory from now on: nothing is copied back, using one is a runtime_exception,
 * releasing it is not. Waits for kernels that work in the memory itself. In what ampcc compiles,
 * calls of free() and realloc() do this by themselves. */
void ampc_forget_memory(const void *data, ampc_size bytes);
/* Makes *v, uninitialised or empty, one more view of what *of is a view of. */
void ampc_view_share(ampc_view *v, const ampc_view *of);
/* *v, which is a view or empty, becomes one of what *of is a view of; its old share is released.
 * Both have the same rank. */
void ampc_view_assign(ampc_view *v, const ampc_view *of);

/* Subviews: *subview is uninitialised or empty, not *v itself, and gets a share of its own. Error
 * runtime_exception if it does not lie inside.
 * section: from 'origin' (0: the first element) on with 'extent' (0: to the end), of v's rank.
 * row: the elements with component 0 = i, of one rank less; v has 2 or more.
 * shape: the elements of v, of rank 1, in rank and extent given; there may be fewer.
 * reinterpret: the bytes of v, of rank 1, as elements of 'element' bytes, as many as fit;
 * 'alignment' (of the new element, in bytes) is checked. */
void ampc_view_section(ampc_view *subview, const ampc_view *v, const int *origin,
                       const int *extent);
void ampc_view_row(ampc_view *subview, const ampc_view *v, int i);
void ampc_view_shape(ampc_view *subview, const ampc_view *v, int rank, const int *extent);
void ampc_view_reinterpret(ampc_view *subview, const ampc_view *v, ampc_size element,
                           ampc_size alignment);

/* Its extent, and its strides in elements; valid as long as *v is. */
const int *ampc_view_extent(const ampc_view *v);
const ampc_ptrdiff *ampc_view_stride(const ampc_view *v);

/* The address of the element at 'index' in host memory, for 'access': AMPC_READ, AMPC_WRITE or
 * both. To read there, it is good until the next launch, copy, or discard_data that changes
 * elements of the view; to write, until the next that uses them. (A launch or copy of a view with
 * gaps, such as a section of columns, counts for all from its first element to its last.) Waits for
 * kernels and fetches where an accelerator has newer data. Error runtime_exception, and 0: an empty
 * view, an index outside the extent, AMPC_WRITE for a view of const. */
void *ampc_view_at(const ampc_view *v, const int *index, unsigned access);
/* The same for all elements; the address of the first. */
void *ampc_view_data(const ampc_view *v, unsigned access);

/* Brings the newest elements to host memory; async: on a thread of the library, and the memory is
 * not to be used before the future is done. These, and refresh and discard_data below: a
 * runtime_exception, and { 0 }, for an empty view. */
void ampc_view_synchronize(const ampc_view *v);
ampc_future ampc_view_synchronize_async(const ampc_view *v);
/* Says that the program has written the elements in host memory directly: they are the newest. */
void ampc_view_refresh(const ampc_view *v);
/* Says that the present contents of the elements do not matter: they need not be copied. Error
 * runtime_exception for a view of const. */
void ampc_view_discard_data(const ampc_view *v);
/* The default view of the accelerator that has the newest elements; of the default accelerator if
 * the host has them. Error runtime_exception, and 0, for an empty view. */
ampc_accelerator_view *ampc_view_source(const ampc_view *v);

/* ---- Arrays and copies ---- */

/* Makes *a an array: a view of storage of its own with the elements at 'data' (0: zeros), meant for
 * 'on' (0: the default). Everything about views holds for it. Errors as ampc_view_create;
 * runtime_exception too for an extent of 0. */
void ampc_array_create(ampc_view *a, int rank, const int *extent, ampc_size element,
                       const void *data, ampc_accelerator_view *on);
/* A staging array: storage on the side of the host's accelerator view 'on', for copies from and to
 * 'associated'. */
void ampc_array_create_staging(ampc_view *a, int rank, const int *extent, ampc_size element,
                               const void *data, ampc_accelerator_view *on,
                               ampc_accelerator_view *associated);
/* What the array was made for (0: the default), and what a staging array is associated with. */
ampc_accelerator_view *ampc_array_accelerator_view(const ampc_view *a);
ampc_accelerator_view *ampc_array_associated_view(const ampc_view *a);

/* The elements of src become those of dst. Views and arrays of the same extent and element size;
 * plain memory has the elements one behind the other, 'bytes' says how much of it there is (0:
 * enough). The async forms do it on a thread of the library; the memory must live, and views may be
 * released, until the future is done. Errors: runtime_exception (extents that differ, too little
 * memory, an empty view, a dst of const), out_of_memory; of the async forms also from
 * ampc_future_get. */
void ampc_copy(const ampc_view *src, const ampc_view *dst);
void ampc_copy_in(const void *src, ampc_size bytes, const ampc_view *dst);
void ampc_copy_out(const ampc_view *src, void *dst, ampc_size bytes);
ampc_future ampc_copy_async(const ampc_view *src, const ampc_view *dst);
ampc_future ampc_copy_in_async(const void *src, ampc_size bytes, const ampc_view *dst);
ampc_future ampc_copy_out_async(const ampc_view *src, void *dst, ampc_size bytes);

/* ---- Kernels from text ---- */

/* Programs without ampcc launch kernels that they have as OpenCL C. In front of the text stand the
 * types and macros that parameters need:
 *
 *     __kernel void saxpy(AMPC_DOMAIN(1, n), AMPC_VIEW(1, x), AMPC_VIEW(1, y), float a)
 *     {
 *         int i = get_global_id(0);
 *         if (i < n.c[0])
 *             AMPC_AT1(float, y, i) += a * AMPC_AT1(const float, x, i);
 *     }
 *
 * AMPC_DOMAIN(N, n): the first parameter of a kernel without tiles. The extent of the launch is
 * n.c[0] to n.c[N - 1]. The library rounds the number of threads up: those outside have to return.
 * Kernels with tiles have no such parameter.
 *
 * AMPC_VIEW(N, v): a view of rank N, with v.extent[k] and v.stride[k] in elements (long).
 *
 * AMPC_ELEMENTS(T, v): the __global T * to its element (0, ..., 0).
 *
 * AMPC_AT1(T, v, i), AMPC_AT2(T, v, i, j), AMPC_AT3(T, v, i, j, k): its elements, as lvalues;
 * nothing checks that they lie inside.
 *
 * Component k of the domain is OpenCL's dimension rank - 1 - k: the last one is get_global_id(0).
 * A domain of rank 4 to 16 has one dimension, in which its threads are numbered row by row.
 *
 * Text needs an OpenCL device. On a machine without, where the emulator is the only accelerator,
 * launches fail and change nothing; views, arrays, copies and futures work. A program that is to
 * work there asks whether ampc_accelerator_name(ampc_accelerator_default()) is "emulator", or has
 * its kernels in an .ampc file, whose functions it calls: those run everywhere. */

typedef enum ampc_parameter_kind {
    AMPC_PARAMETER_VALUE,     /* T v: 'size' bytes, by value */
    AMPC_PARAMETER_TABLE,     /* __constant T *v: a copy of 'size' bytes */
    AMPC_PARAMETER_VIEW,      /* AMPC_VIEW(rank, v), elements of 'size' bytes */
    AMPC_PARAMETER_CONST_VIEW /* the same, which the kernel only reads */
} ampc_parameter_kind;

typedef struct ampc_parameter {
    const char *name; /* for messages; 0: none */
    ampc_parameter_kind kind;
    ampc_size size;
    int rank; /* of a view */
} ampc_parameter;

/* Fill what you need and leave the rest zero. */
typedef struct ampc_kernel_text {
    const char *source;  /* OpenCL C 1.2 */
    const char *name;    /* of the __kernel function */
    const char *options; /* of clBuildProgram; 0: none */
    const char *file;    /* where the source stands, for messages; 0: none */
    int line;            /* of the first line of the source there; 0: 1 */
    int rank;            /* of the domain, 1 to 16 */
    int tile[3];         /* of a kernel with tiles (rank 1 to 3): the size of a tile, component by
                            component; 0, 0, 0: without */
    int prints;          /* 1: the kernel calls printf */
    int count;           /* of parameters, behind the domain */
    const ampc_parameter *parameters;
} ampc_kernel_text;

/* A kernel that can be launched; lives to the end of the process. */
typedef struct ampc_kernel ampc_kernel;

/* The kernel that the text describes, of which everything is copied. The same description gives the
 * same kernel; kernels of the same source and options are built together, when one is first
 * launched on an accelerator. Errors, and 0: runtime_exception (a description that makes no sense),
 * out_of_memory. */
ampc_kernel *ampc_kernel_create(const ampc_kernel_text *text);

/* Launches the kernel over 'extent' on 'on' (0: the default accelerator's default view). Argument k
 * points to what parameter k gets: the value, the table, or the ampc_view; all are read before the
 * call returns. The call returns when the work is submitted; whoever uses the views next waits for
 * it. Errors: invalid_compute_domain (an extent that is not positive, too large or not divisible by
 * its tile), unsupported_feature (the emulator runs no text: see above), out_of_memory,
 * runtime_exception (the text does not build: the message has the log; parameters that are not the
 * kernel's; a view that does not fit). */
void ampc_kernel_launch(ampc_kernel *kernel, ampc_accelerator_view *on, const int *extent,
                        const void *const *arguments);
/* The same, and a future that is done when the kernel is; { 0 } after an error. */
ampc_future ampc_kernel_launch_async(ampc_kernel *kernel, ampc_accelerator_view *on,
                                     const int *extent, const void *const *arguments);

/* ---- Counters ---- */

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
    unsigned long long waits; /* times that a thread waited for kernels, for the first one on an
                                 accelerator too; waiting for what is known to be done is none */
} ampc_counters;

/* Stores the counters in *out. */
void ampc_counters_get(ampc_counters *out);
/* Sets all of them to 0. */
void ampc_counters_reset(void);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif

#ifdef AMPC__WORDS
#include "ampc_words.h"
#endif

#endif
