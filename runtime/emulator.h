/* emulator.h - the interfaces between the files of the emulator, a driver of OpenCL inside the
 * library: emulator.c (objects, buffers, kernels, the table of functions), emulator_queue.c
 * (queues, commands, events) and emulator_run.c (how a kernel runs). */
#ifndef AMPC_EMULATOR_H
#define AMPC_EMULATOR_H

#include "runtime/internal.h"

#include <pthread.h>

/* ---- emulator.c ---- */

enum emulator_kind {
    EMULATOR_CONTEXT,
    EMULATOR_QUEUE,
    EMULATOR_BUFFER,
    EMULATOR_EVENT,
    EMULATOR_KERNEL
};

/* The head of all objects: the ICD loader finds the functions of an object by 'dispatch'. */
struct emulator_object {
    const cl_icd_dispatch *dispatch;
    enum emulator_kind kind;
    unsigned count; /* atomic: references */
};

/* A new object of 'bytes' bytes, zeroed but for its head, with one reference; 0 without memory.
 * *status (may be 0) says which. */
void *emulator_object_new(enum emulator_kind kind, size_t bytes, cl_int *status);
/* One reference more, one less. */
cl_int emulator_retain(void *object);
cl_int emulator_release(void *object);
/* clGet...Info of one value. */
cl_int emulator_info(const void *from, size_t bytes, size_t room, void *to, size_t *size);

/* ---- emulator_queue.c ---- */

/* A command on its way; made by emulator_command, given to
 * emulator_submit. 'run' works on 'data'; 'drop' releases what they hold. Both are called once,
 * without a lock, on any thread. */
struct command {
    struct command *next;
    cl_command_type type;
    cl_int (*run)(void *data);
    void (*drop)(void *data); /* may be 0 */
    cl_event event;           /* of the command, or 0 */
    cl_int *result;           /* where its status goes, or 0 */
    cl_uint waits;
    cl_event *list; /* that it waits for */
    _Alignas(64) char data[];
};

/* A command with room for 'bytes' of data that begins when the events of 'list' are complete;
 * *event (event may be 0) becomes its event. 0 without memory, *event is unchanged then. */
struct command *emulator_command(cl_command_type type, size_t bytes, cl_uint n,
                                 const cl_event *list, cl_event *event);
/* Hands the command over: commands of a queue run one after the other. Kernels run later, on the
 * queue's thread, or (emulator_runs_inside) on that of whoever flushes or waits; other commands run
 * at once if the queue is empty. 'blocking': returns when it is done, with its status. */
cl_int emulator_submit(cl_command_queue queue, struct command *c, bool blocking);
/* Frees a queue or an event without references. */
void emulator_queue_end(void *queue);
void emulator_event_end(void *event);
/* Enters the functions of queues and events. */
void emulator_queue_table(cl_icd_dispatch *table);

/* ---- emulator_run.c ---- */

/* Whether kernels run on the threads that launch them, inside the launch: AMPC_EMULATOR_THREADS=1,
 * or a debugger watches the process and AMPC_EMULATOR_THREADS does not say otherwise. Constant. */
bool emulator_runs_inside(void);
/* Starts a thread that signals for the program do not reach; those of its own faults do. 'name':
 * what debuggers show. False: there is none. */
bool emulator_thread(pthread_t *thread, void *(*run)(void *), void *argument, const char *name);
/* Ends the threads that help with kernels, as emulator_stop does those of queues. */
void emulator_helpers_stop(void);

#endif
