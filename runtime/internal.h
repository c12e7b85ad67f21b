/* internal.h - the interfaces between the files of the run-time library, but those of homes, copies
 * and views, which homes.h has, and of programs, which program.h has; nothing here is public.
 *
 * accelerator.c  the OpenCL devices: found once, chosen, opened
 * api.c          ampc.h's views, arrays and copies
 * argument.c     kernels' arguments: what is set already, launches that repeat another one
 * array.c        what generated code calls for arrays
 * binary.c       programs from binaries: of the cache, or embedded in the program
 * cache.c        the cache's folder; see cache.h
 * cl.c           OpenCL interop: ampc_cl.h
 * copy.c         one home's copy on one device: its buffer and the transfers
 * counters.c     what ampc_counters_get counts, and the version
 * device.c       what an OpenCL device says about itself
 * emulator.c     the emulator: a driver of OpenCL within the library, for kernels as host code;
 *                see emulator.h
 * emulator_queue.c its queues and events
 * emulator_run.c its threads, tiles and barriers
 * error.c        codes, texts, the handler; struct failure carries an error out of locked regions
 * facts.c        what users may ask about accelerators
 * future.c       completion_futures: what is pending, waiting for it
 * home.c         coherence: which bytes of a home are stale where, what each use of a view makes
 *                of that
 * image.c        images beside the buffers of textures that are sampled
 * interval.c     sorted sets of address intervals
 * launch.c       parallel_for_each: checks, work sizes, arguments
 * leave.c        memory that goes while views are over it: free() and its like
 * memory.c       what is known of host memory: what was allocated, what is gone (AMPC_CHECK)
 * compose.c      a module's OpenCL C, with the amp functions of other units that it needs
 * pack.c         sections with gaps packed on the device, by a kernel
 * program.c      OpenCL programs and kernels, built once per module, device and variant
 * process.c      what a program does around the library: fork() and dlclose()
 * profile.c      what AMPC_PROFILE, AMPC_TRACE and AMPC_REPORT report; see profile.h
 * rank.c         the process's place in a parallel job (MPI): which device and processors are its
 *                share
 * queue.c        accelerator_views: queues, waiting, which launches use a buffer
 * registry.c     the live homes by address: finding, making, merging; shares
 * section.c      sections with gaps between copies and host memory
 * sound.c        what AMPC_CHECK and AMPC_VERIFY have looked at
 * staging.c      large transfers through pinned memory, by several threads
 * stop.c         assert and abort in kernels
 * texture.c      textures: arrays whose elements have a format in host memory
 * text.c         ampc.h's kernels: programs' own OpenCL C
 * trace.c        AMPC_VERBOSE
 * transfer.c     copy() between views, arrays and plain memory
 * unfused.c      what stands in front of kernels for devices without a true fma() of double
 * verify.c       AMPC_VERIFY: kernels run on the host, too, and compared
 * view.c         what generated code calls for views
 * opencl.c       libOpenCL, opened when the program runs
 * view_group.c   structs and arrays that hold views
 * view_static.c  views that live as long as the program or a thread
 * subview.c    rows, sections, other shapes of views
 * worker.c       the library's threads: jobs of futures
 *
 * Locks. runtime_lock protects homes, shares, copies, tickets and kernel arguments. It is never
 * held while a kernel is waited for (queue_wait gives it up meanwhile), while elements are copied,
 * a program is built or the handler runs. What changes a home has claimed it: see homes_claim.
 * program.c has a lock of its own for its tables, accelerator.c one for opening; they are taken
 * without runtime_lock held, never the other way round. Builds hold no lock. The emulator's locks
 * are taken with and without runtime_lock held; no kernel runs under any lock.
 *
 * Errors. Inside, functions return false and fill a struct failure; the outermost function raises
 * it once no lock is held.
 */
#ifndef AMPC_INTERNAL_H
#define AMPC_INTERNAL_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/ampc.h"
#include "runtime/opencl.h"

/* ---- error.c ---- */

/* An error that is passed to the caller. code AMPC_SUCCESS: none yet. Lives on the stack; the text
 * is never allocated. */
struct failure {
    ampc_error code;
    char text[4096];
};

/* Fills *f, unless it holds an error already (the first one counts). Returns false, for 'return
 * failure_set(...)'. */
bool failure_set(struct failure *f, ampc_error code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same for a failed OpenCL call: the code follows from 'status', the text gets ": CL_NAME"
 * appended. */
bool failure_set_cl(struct failure *f, cl_int status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Calls the handler. No lock may be held. */
void failure_raise(const struct failure *f, const char *file, int line);
/* "CL_INVALID_VALUE" of a cl_int; never 0. */
const char *cl_status_name(cl_int status);
/* The code that a failed OpenCL call means to users. */
ampc_error cl_status_error(cl_int status);

/* The handler is not changed between calls of these two; for process.c. */
void errors_hold(void);
void errors_let_go(void);

/* ---- process.c ---- */

/* Accelerators have been found and drivers have their threads: from now on children made by fork()
 * are recognized, and the shared library that holds this one stays in memory. Once; false without
 * memory for it. */
bool process_prepare(void);
/* Is this a child of a process whose drivers stayed there? Functions that need an accelerator or a
 * thread of the library call process_check first: false and *f in a child. */
bool process_is_child(void);
bool process_check(struct failure *f);
/* Keeps the shared library that has something at 'address' in memory when it is closed: threads and
 * tables of this library lead there, and waiting for kernels in dlclose() could last for ever, as
 * drivers load libraries too. The program itself, and memory of no library: nothing happens. */
void process_keep(const void *address);
/* pthread_create for a thread of the library's, which gets no signals: those are for the program's
 * own threads. */
bool process_thread(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                    void *argument);
/* Runs function(argument) where there is room for drivers and their compilers, which take megabytes
 * of stack: on a thread of its own if the caller's stack is small, or not its thread's. */
void process_with_room(void (*function)(void *), void *argument);
/* Runs it on a thread of its own, if there can be one. */
void process_apart(void (*function)(void *), void *argument);

/* ---- trace.c ---- */

/* Prints "ampc: ..." and a newline to stderr if AMPC_VERBOSE is set. */
bool trace_enabled(void);
void trace_print(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* True if the environment variable is set to something other than "" and "0". */
bool environment_flag(const char *name);

/* ---- rank.c ---- */

/* The process's place in a parallel job, as its launcher says. */
struct rank {
    int rank, ranks;   /* of the job; 0 of 1 without a launcher */
    int local, locals; /* of this host, likewise; 'locals' is at least local + 1 */
    const char *said;  /* the variable that says so; 0: there is no launcher */
    char host[256];    /* the host's name; "" without a launcher */
};

/* Found once, at the first call. Any thread. */
const struct rank *rank_of_process(void);
/* "rank 1 of 4 on HOST"; "" without a launcher. */
enum { RANK_TEXT = 128 };
const char *rank_text(char text[RANK_TEXT]);
/* The same with ": " behind it, in front of a notice on stderr. */
const char *rank_prefix(char text[RANK_TEXT]);
/* How many threads keep the processors busy that are this process's share of the host. */
int rank_threads(void);
/* Has the drivers of CPUs take no more threads than that, by their variables in the environment,
 * if several ranks share the host and the user has not set them. Before drivers are loaded. */
void rank_divide_processors(void);
/* How many tasks Slurm's list "4(x2),3" has on node number 'node'; -1: it does not say. */
int rank_tasks(const char *list, int node);

/* ---- counters.c ---- */

void counters_launch(void);
void counters_build(void);
void counters_binary(void);
void counters_wait(void);
void counters_upload(size_t bytes);
void counters_download(size_t bytes);

/* ---- interval.c ---- */

/* [lo, hi), never empty in a set. */
struct interval {
    uintptr_t lo, hi;
};

/* A set of addresses: sorted intervals that neither overlap nor touch. All zero: the empty set. */
struct intervals {
    struct interval *at;
    size_t count, capacity;
};

/* Makes room for 'operations' further calls of intervals_add or intervals_remove, so that they
 * cannot fail. False: no memory, nothing changed. */
bool intervals_reserve(struct intervals *s, size_t operations);
/* Adds or takes away [lo, hi); room must have been reserved. True if the set changed. */
bool intervals_add(struct intervals *s, uintptr_t lo, uintptr_t hi);
bool intervals_remove(struct intervals *s, uintptr_t lo, uintptr_t hi);
/* Does the set have a byte of [lo, hi)? all of them? (An empty interval meets nothing and is
 * covered by everything.) */
bool intervals_meets(const struct intervals *s, uintptr_t lo, uintptr_t hi);
bool intervals_covers(const struct intervals *s, uintptr_t lo, uintptr_t hi);
/* *piece = the first piece of [lo, hi) that is in the set, or that is not in it; false if there is
 * none. */
bool intervals_first(const struct intervals *s, uintptr_t lo, uintptr_t hi, struct interval *piece);
bool intervals_first_gap(const struct intervals *s, uintptr_t lo, uintptr_t hi,
                         struct interval *piece);
/* Empties the set and keeps its memory; gives its memory back. */
void intervals_clear(struct intervals *s);
void intervals_free(struct intervals *s);

/* ---- accelerator.c ---- */

/* An accelerator_view: runs its work in order, in a queue that other views may share. Lives to the
 * end of the process. */
enum { VIEW_ENDS = 32 };

struct ampc_accelerator_view {
    struct ampc_accelerator *accelerator;
    struct ampc_accelerator_view *next; /* of the accelerator; under runtime_lock */
    bool immediate;                     /* queuing_mode_immediate */
    bool shared; /* the program has the queue too and may submit to it; under runtime_lock */
    cl_command_queue queue; /* set before the view is used */
    /* Under runtime_lock: the number of launches submitted, and how many of them are known to be
     * done. */
    uint64_t submitted, finished;
    /* Events of the last launches that are not known to be done, the oldest first: so a wait for a
     * launch need not wait for later ones. */
    struct {
        uint64_t ticket;
        cl_event event;
    } ends[VIEW_ENDS];
    size_t end_count;
    /* A launch that a later one waits for, so that the driver's memory for those that are not done
     * has an end; its event is 0 before the first. */
    struct {
        uint64_t ticket;
        cl_event event;
    } milestone;
    unsigned unflushed;   /* launches since the last flush */
    unsigned ends_unused; /* launches whose events nobody has waited for, since somebody did */
    bool prints;          /* a kernel that prints was submitted since the last wait */
    cl_int failed;        /* status of a failed wait; the next wait reports it */
};

enum { ACCELERATOR_QUEUES = 16 }; /* for views beside the default one */

struct ampc_accelerator {
    /* Set once, constant afterwards. */
    int number;
    cl_platform_id platform;
    cl_device_id device;
    cl_device_type type;
    char *name;
    char *description;
    unsigned version; /* OpenCL's: major << 16 | minor */
    size_t max_group;
    size_t max_items[3];
    cl_uint compute_units;
    cl_uint native_floats;   /* in a vector */
    size_t max_parameters;   /* bytes of all arguments of a kernel */
    uint64_t constant_bytes; /* of constant memory; */
    uint32_t constant_count; /* and how many arguments of a kernel may be there */
    uint64_t local_bytes;    /* tile_static memory */
    uint64_t memory_bytes;
    uint64_t max_buffer_bytes;
    size_t image_most[2], volume_most[3]; /* elements of images of up to 2 and of 3 dimensions */
    cl_uint image_count;                  /* that a kernel may read; 0: textures have no images */
    cl_sampler samplers[8];               /* as they are made, see image.c; under runtime_lock */
    bool has_double, has_half, has_int64_atomics, has_float_atomics;
    bool rounds_exactly;   /* float / and sqrt can be correctly rounded */
    bool rounds_fma_twice; /* of double: see unfused.c */
    bool verifies_passes;  /* its compiler ends the process if a pass leaves work: passes.c */
    bool zero_copy;        /* buffers are the host's memory */
    bool emulated;         /* it is the emulator */
    bool begins_unflushed; /* the driver begins what is enqueued, also without clFlush */
    bool copies_arguments; /* the driver does, for every launch: few arguments are faster */
    bool gains_by_staging; /* the driver alone moves many bytes more slowly than the bus could */
    bool rasteriser;       /* graphics software on the CPU: chosen behind others */
    bool divides_with_branches; /* quotients of floats: AMPC_BRANCHLESS, see build_options */
    bool copies_async; /* from global to local memory, without registers, by NVIDIA's PTX */
    bool tells_spills; /* CL_KERNEL_PRIVATE_MEM_SIZE is what a work-item has no registers for */
    char path[12];     /* the number as text: names this device and no other */
    struct ampc_accelerator *next_guest;       /* of those in contexts of the program's */
    struct ampc_accelerator_view default_view; /* the first of the list of views */
    /* Set by accelerator_open. */
    int open; /* atomic */
    cl_context context;
    cl_command_queue queue; /* of transfers alone: empty but while one is made with the lock held */
    cl_command_queue queues[ACCELERATOR_QUEUES]; /* of created views; under accelerator.c's lock */
    unsigned queues_taken;
    struct staging *staging; /* see staging.c; 0: transfers do not gain by it */
    struct packing *packing; /* see pack.c; 0: sections are not packed on it */
    struct note *stops;      /* of kernels that may stop: see stop.c; under runtime_lock */
    unsigned settled; /* 1: the exit handler is registered, 2: and the driver had compiled before;
                         see accelerator_settle; under runtime_lock */
};

/* ---- unfused.c ---- */

/* OpenCL C: replaces the functions of double that a device with 'rounds_fma_twice' gets wrong. */
extern const char unfused_text[];

/* ---- text.c ---- */

/* Is the module of a program's own OpenCL C? Takes text.c's lock. */
bool text_is_module(const ampc__module *module);

/* ---- device.c ---- */

/* Fills *a for a device that can be used; false if it cannot: *unfit says why, or is 0 and *status
 * is what went wrong. name and description are allocated. */
bool device_query(struct ampc_accelerator *a, cl_platform_id platform, cl_device_id device,
                  cl_int *status, const char **unfit);
/* Frees what device_query made; the emulator has nothing to free. */
void device_forget(struct ampc_accelerator *a);

/* ---- entry.c ---- */

/* Lets the library that the place is in call 'ours' instead of a function of that name of another
 * library, which *theirs is then (0: not known; several libraries must have the same one); false:
 * it cannot be done here, or AMPC_PATCH_POCL=0 forbids it. Thread-safe. */
bool entry_set(const void *inside, const char *name, void *ours, void **theirs);
/* A function that the library, or one that it is linked with, has; 0: none. */
void *entry_function(const void *inside, const char *name);

/* ---- kernel_library.c ---- */

/* Lets PoCL, in whose library the address is, read its kernel library as far as kernels call it,
 * from now on; false: it cannot be done here. */
bool kernel_library_begins(const void *driver);

/* ---- passes.c ---- */

/* Lets PoCL, in whose library the address is, name its passes so that LLVM 18 does not verify them,
 * from now on; false: it cannot be done here. */
bool passes_unverified(const void *driver);

/* ---- accelerator.c again ---- */

/* The index in the list that AMPC_DEVICE or a name selects: see ampc_accelerator_find; wish 0 is
 * the order of preference. -1: none. */
int accelerator_choose(const struct ampc_accelerator *list, int count, const char *wish);
/* The device of the rank 'local' of a host, where 'first' is what accelerator_choose gave for
 * 'wish': of those that the wish fits and that are like the first one, in kind, platform and
 * memory, the rank's takes turns; *alike is how many there are. A number is a device for all. */
int accelerator_of_rank(const struct ampc_accelerator *list, int count, const char *wish, int first,
                        int local, int *alike);
/* The default accelerator if it has been chosen before, else 0. */
const struct ampc_accelerator *accelerator_chosen(void);
/* The default accelerator; 0 and *f if there is none. */
struct ampc_accelerator *accelerator_default(struct failure *f);
/* Fails: 'wish' fits no accelerator; says which devices there are, as far as they fit into the
 * message. 'what': the variable, or the function in small letters. */
bool accelerator_refuse(const char *wish, const char *what, struct failure *f);
/* 'a', or the default accelerator for 0; 0 after an error, which is raised. */
struct ampc_accelerator *accelerator_or_default(struct ampc_accelerator *a, const char *file,
                                                int line);
/* Creates the context and the queues once. False and *f on failure. */
bool accelerator_open(struct ampc_accelerator *a, struct failure *f);
/* The accelerator of a device in a context: one of the list if the context is the library's, else a
 * guest, which is made at its first use. 0 and *f on failure. */
struct ampc_accelerator *accelerator_in_context(cl_context context, cl_device_id device,
                                                struct failure *f);
/* The first accelerator for 0, and the next one, guests at the end; 0 behind the last. */
struct ampc_accelerator *accelerator_next(struct ampc_accelerator *a);
/* Makes *view one more view of 'a', with a queue if it has none. */
bool accelerator_add_view(struct ampc_accelerator *a, struct ampc_accelerator_view *view,
                          struct failure *f);

/* ---- queue.c ---- */

/* Registers the wait for all work at exit. False: no memory. */
bool queue_register_exit(void);
/* The ticket of all that was submitted to the view, by the program itself too. Under runtime_lock.
 */
uint64_t queue_last(struct ampc_accelerator_view *view);
/* Waits until launch number 'ticket' of the view is done; for those behind it only if the launch is
 * one of long ago, or something may have been printed or stopped. Called with runtime_lock held,
 * which it gives up while it waits (callers look at the state again afterwards). False and *f if
 * work failed on the device. */
bool queue_wait(struct ampc_accelerator_view *view, uint64_t ticket, struct failure *f);
/* Of a launch that is done: what it has stopped with, if kernels of the view note that, for which
 * the view is waited for. Called without runtime_lock. */
void queue_stops(struct ampc_accelerator_view *view, uint64_t ticket, struct failure *f);
/* Whether a transfer in the view's queue, behind launch 'ticket', tells what queue_wait does. Under
 * runtime_lock, as the next one. */
bool queue_tells(const struct ampc_accelerator_view *view, uint64_t ticket);
/* Such a transfer has ended with 'status': now something is known to be done, if CL_SUCCESS is
 * returned; else what went wrong. */
cl_int queue_told(struct ampc_accelerator_view *view, uint64_t ticket, cl_int status);
/* Reads bytes of a buffer in the view's queue, behind launch 'ticket', and so waits for it: *status
 * says how that went, and only if it is CL_SUCCESS something is known to be done. False: it was not
 * tried, as it would not tell what queue_wait does. Called like queue_wait. */
bool queue_read(struct ampc_accelerator_view *view, uint64_t ticket, cl_mem buffer, size_t offset,
                size_t bytes, void *to, cl_int *status);
/* Whether to keep the event of the next launch. Events take time, and loops of launches without
 * waits do not need them. Under runtime_lock, as the next two. */
bool queue_end_wanted(const struct ampc_accelerator_view *view);
/* Whether to flush the queue behind the launch that was just submitted: the first after a wait, and
 * all others where drivers do not begin without. Flushes take time. Under runtime_lock. */
bool queue_flush_wanted(struct ampc_accelerator_view *view);
/* Keeps the event of launch number 'ticket', the last one, which becomes the view's. */
void queue_end_add(struct ampc_accelerator_view *view, uint64_t ticket, cl_event event);
/* Every 1024th launch becomes the view's milestone, if it has an event: gives the one before, which
 * is the caller's now, else 0. Under runtime_lock. */
cl_event queue_milestone(struct ampc_accelerator_view *view, uint64_t ticket, cl_event event);
/* Waits for a milestone before and releases it: at most 2048 launches are pending. A failure is for
 * the next wait of the view to report. No lock may be held. */
void queue_milestone_wait(struct ampc_accelerator_view *view, cl_event before);
/* The event of the first launch from 'ticket' on that is kept, still the view's; 0: there is none.
 */
cl_event queue_end(struct ampc_accelerator_view *view, uint64_t ticket);
/* After a launch on an accelerator, for the first one and the first that the driver compiles.
 * Drivers of CPUs may compile when a kernel first runs, on a thread of their own, by a compiler
 * whose static objects are made then; only an exit handler that is registered after that ends the
 * work before those objects are gone. So on a CPU this waits for the launch, unless 'compiled': the
 * program was made of a binary, so that the driver has compiled already. Called with runtime_lock
 * held, given up meanwhile. */
void accelerator_settle(struct ampc_accelerator_view *view, bool compiled);

/* ---- future.c ---- */

/* Work for a thread of the library, and the future of it. Made by job_new, freed when it has run or
 * was dropped. */
struct job {
    struct job *next;
    uint64_t id;    /* of its future */
    uint64_t after; /* the future that it follows; 0: none */
    const char *file;
    int line;
    /* Does the work; a failure becomes the future's. 'run' false: the operation before failed, only
     * release what the job holds. */
    void (*function)(struct job *job, bool run, struct failure *f);
    void *user;               /* what the function works on */
    _Alignas(16) char data[]; /* more of that */
};

/* A job with 'bytes' of data, and its future, which is pending from now on. 0 and *f: no memory. */
struct job *job_new(void (*function)(struct job *, bool, struct failure *), size_t bytes,
                    const char *file, int line, struct failure *f);
/* Has the job run once future 'after' is done, now if it is or if it is 0. Gives the job's future.
 */
ampc_future job_submit(struct job *job, uint64_t after);
/* A new future that is pending until future_finish; 0 and *f: no memory. */
uint64_t future_new(const char *file, int line, struct failure *f);
/* The future's operation is done, or has failed if *f says so. Waiters go on, jobs behind it run.
 */
void future_finish(uint64_t id, const struct failure *f);
/* A future of something that is done. */
ampc_future future_done(void);
/* No future changes between these two, of which process.c makes use. */
void futures_hold(void);
void futures_let_go(void);
/* Waits until nothing is pending, at exit; then raises what failed without anybody asking. What the
 * program's other threads begin from then on to futures_resume is not waited for. */
void futures_drain(void);
void futures_resume(void);
/* A future for the event of a kernel, launch 'ticket' of the view, whose time is kept for a while;
 * an empty one without memory. */
ampc_future future_of_launch(cl_event end, struct ampc_accelerator_view *view, uint64_t ticket,
                             const char *file, int line);
/* Notes of which launches of a view a future tells the end, for who asks it for its error. */
void future_origin(ampc_future f, struct ampc_accelerator_view *view, uint64_t ticket,
                   const char *file, int line);
/* Whether launches' times are wanted. */
bool future_times_wanted(void);
/* The future stands for the event's command: who waits for it asks the event. 'timed': the command
 * is a kernel, whose time is kept. */
void future_watch(uint64_t id, cl_event event, bool timed);
/* The event's command is done, or has failed: finishes the future, unless that is done already. */
void future_ended(uint64_t id, cl_event event, bool timed, cl_int status);
/* A driver is going to call the library back; it has. The exit waits for those that count. */
bool future_expects_callback(void);
void future_called_back(bool counted);
/* A future for the event; 0 and *f on failure. */
ampc_future future_of_event(cl_event event, const char *file, int line, struct failure *f);
/* Future of all that was submitted to the view so far; 0 and *f on failure. */
ampc_future queue_marker(struct ampc_accelerator_view *view, const char *file, int line,
                         struct failure *f);

/* ---- worker.c ---- */

/* Has the job run by a thread of the library: job_run, which is future.c's. False and *f if there
 * is no thread and none can be made. */
bool worker_submit(struct job *job, struct failure *f);
void job_run(struct job *job);
/* The calling thread is about to wait for a future, and is done with it: another thread of the
 * library may have to take its place. */
void worker_blocks(void);
void worker_unblocks(void);
/* Is the calling thread one of the library's? */
bool worker_is_this(void);
/* Ends the threads, once what they run is done, unless one of them calls this. Those whose jobs
 * wait for what the program's other threads do go on, up to the end of the process. What is queued,
 * and later jobs, start new ones. */
void worker_stop(void);

/* ---- emulator.c: an accelerator that runs kernels as host code ---- */

/* Fills *a. */
void emulator_describe(struct ampc_accelerator *a);
cl_context emulator_context(cl_int *status);
/* A kernel of the emulator's; 0 and *f: its unit, or one that it needs, was compiled without. */
cl_kernel emulator_kernel(const ampc__kernel *kernel, struct failure *f);

/* Ends the emulator's threads once the commands that they run are done; later ones start new
 * ones. */
void emulator_stop(void);

/* ---- emulator_run.c ---- */

/* Calls run(args) for every thread of the domain, and returns when all are done; 'global' is
 * divisible by 'local', OpenCL's order of dimensions. Threads of a tile may meet at barriers;
 * without tiles 'local' is {1, 1, 1}. 'backwards': the last thread first. False: no memory, and not
 * all were called. */
bool emulator_run(void (*run)(void *const *args), void *const *args, bool tiled, bool backwards,
                  const size_t global[3], const size_t local[3]);

#endif
