/* ampc_cl.h - OpenCL interop of libampc, both ways: programs that make OpenCL calls of their own
 * give the library their queues, contexts and buffers, and get the library's. These comments are
 * the manual; ampc.h is that of the rest.
 *
 * The header includes <CL/cl.h> (for OpenCL 1.2; define CL_TARGET_OPENCL_VERSION before for more)
 * and ampc.h. Link with -lOpenCL (pkg-config --libs ampc OpenCL). It may be included in .c, .cpp
 * and .ampc files; in .ampc files an accelerator_view is an ampc_accelerator_view *, an accelerator
 * an ampc_accelerator *, and the address of an array_view or array is an ampc_view *, without
 * casts. In C the ampc_view * of an ampc_viewN called v is &v.v.
 *
 * Threads: every function may be called from any thread at any time. Errors: a function that fails
 * calls the error handler once (ampc_set_error_handler) and then, if the handler returns, gives
 * back what its comment says.
 */
#ifndef AMPC_CL_H
#define AMPC_CL_H

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>

#include "ampc.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/* ---- Taking: queues, contexts and events of the program ---- */

/* An accelerator_view whose work goes to 'queue': parallel_for_each, copies and everything else on
 * it use the queue's context, so that buffers of that context can be used with it. The same queue
 * gives the same accelerator_view.
 *
 * Its accelerator is the queue's device in the queue's context: where that is a context of the
 * library's own (ampc_cl_context), one of ampc_accelerator_at's, else one of its own, which has the
 * number -1 and the path "" and is in no list. Each such accelerator has its own copies of data and
 * its own builds of kernels; between accelerators data moves as needed.
 *
 * The program may go on to submit commands to the queue itself. They and the library's run in the
 * order of submission; ampc_accelerator_view_wait waits for all of them.
 *
 * AMPC_PROFILE and AMPC_TRACE have the times of kernels on it if it was made with
 * CL_QUEUE_PROFILING_ENABLE.
 *
 * Ownership: the library retains the queue and its context for the rest of the process. Errors, and
 * 0: runtime_exception for what is no queue, unsupported_feature for an out-of-order queue and for
 * a device that cannot compile, out_of_memory. */
ampc_accelerator_view *ampc_cl_accelerator_view(cl_command_queue queue);

/* The accelerator of the list that is this device; 0 if there is none (no error). */
ampc_accelerator *ampc_cl_accelerator(cl_device_id device);

/* A future that is done when the event is complete, and has an error if the event has; for waits
 * and continuations (ampc_future_then). It does not hold the event. Commands have to be on their
 * way: flush their queue. A program's exit waits for the event if something was to follow it.
 * Errors, and { 0 }: runtime_exception for what is no event, out_of_memory. */
ampc_future ampc_cl_future(cl_event event);

/* ---- Giving: what an accelerator_view consists of ---- */

/* The device, the context and the queue of 'view' (0: the default accelerator's default view). They
 * are the library's and valid to the end of the process; retain them only to keep to a habit. The
 * program may submit commands to the queue. Errors, and 0: runtime_exception (no device),
 * accelerator_view_removed, unsupported_feature (the emulator has none of these), out_of_memory. */
cl_device_id ampc_cl_device(ampc_accelerator_view *view);
cl_context ampc_cl_context(ampc_accelerator_view *view);
cl_command_queue ampc_cl_queue(ampc_accelerator_view *view);

/* ---- Giving: the memory of views and arrays ---- */

/* Where the elements of a view stand in the memory of an accelerator. */
typedef struct ampc_cl_memory {
    cl_mem buffer; /* the library's; may hold other data too, before and behind */
    size_t offset; /* bytes from its begin to element (0, ..., 0) */
    size_t bytes;  /* from there to the end of the last element, gaps of sections included */
    void *access;  /* the library's */
} ampc_cl_memory;

/* Begins an access by OpenCL calls of the program to the elements of *v (an array_view, an array or
 * a section of one, of any rank) on 'on' (0: the default accelerator's default view). Strides are
 * the view's, in elements.
 *
 * 'access' says what the commands do to the elements: AMPC_READ, AMPC_READ | AMPC_WRITE, or
 * AMPC_WRITE alone, which says that their present contents are not needed.
 *
 * When it returns, the buffer has, or will have when commands submitted to the queue of 'on' from
 * now on run, the newest elements. It does not wait for kernels on other queues: the queue of 'on'
 * does. Then the program submits commands to that queue (ampc_cl_queue) and calls ampc_cl_end;
 * neither has to wait for the commands. Commands on other queues have to be ordered with it by the
 * program: after an event of the queue of 'on' from behind ampc_cl_begin, before an event that it
 * waits for in front of ampc_cl_end.
 *
 * Between begin and end, launches on 'on' and further accesses on 'on' may use the elements, in the
 * order of submission. Any other use of them that conflicts is a runtime_exception: on the host,
 * on other accelerator_views, and views made over memory that lies partly outside.
 *
 * Returns 1 and fills *memory; 0, and all zero in *memory, after an error: runtime_exception for an
 * empty view, for AMPC_WRITE on a view of const, for a conflict; out_of_memory. The buffer is valid
 * until ampc_cl_end; retain it for longer use, but then its contents are anybody's. */
int ampc_cl_begin(const ampc_view *v, ampc_accelerator_view *on, unsigned access,
                  ampc_cl_memory *memory);

/* Ends the access: the commands submitted to the queue meanwhile are the last ones that used the
 * elements; whoever uses them next waits for these commands. *memory becomes all zero; all zero
 * already: nothing happens. Every access has to be ended, also before exit. */
void ampc_cl_end(ampc_cl_memory *memory);

/* ---- Taking: buffers of the program ---- */

/* Makes *v, an uninitialised or empty view of rank 'rank' (an ampc_viewN with N = rank), a view of
 * the elements of 'element' bytes at byte 'offset' of the program's buffer, with 'extent' (rank
 * ints). It can be used wherever an array_view or array of that rank can, on every accelerator and
 * on the host; views over the same buffer, or over sub-buffers of it, see the same data. flags:
 * AMPC_VIEW_CONST for a view of const, else 0.
 *
 * 'on' says whose memory the buffer is: an accelerator_view of the buffer's context (0: the default
 * accelerator's default view). On the accelerator of the first view over a buffer no elements are
 * copied, kernels work in the buffer itself.
 *
 * While there are views over the buffer, other OpenCL commands of the program may use it only
 * between ampc_cl_begin, which gives the same buffer back (for a sub-buffer: its parent, with the
 * offset in it), and ampc_cl_end. Commands submitted before have to be complete, or to be on the
 * queue of 'on', and then the first use has to be on 'on'.
 *
 * Ownership: *v holds a share, given back by ampc_view_release (in .ampc files by the end of its
 * scope). Then, unless the view is one of const, the newest elements are brought to the buffer and
 * all work with it is done. The library retains the buffer as long as there are views.
 *
 * Errors, and an empty view: runtime_exception for what is no buffer, for elements outside it, a
 * context that is not that of 'on', a write-only buffer, a read-only one without AMPC_VIEW_CONST;
 * out_of_memory. */
void ampc_cl_view_create(ampc_view *v, int rank, const int *extent, ampc_size element,
                         cl_mem buffer, size_t offset, ampc_accelerator_view *on, unsigned flags);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif

#endif
