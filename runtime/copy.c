/* copy.c - one home's copy on one device: its buffer, and the transfers to and from it.
 *
 * Knows nothing of which bytes are stale; home.c decides what is moved. Transfers use the
 * accelerator's queue for transfers and are over when they return. */
#include "runtime/profile.h"
#include "runtime/homes.h"

#include <stdlib.h>

static void trace_transfer(bool up, size_t bytes, const struct copy *copy,
                           const struct purpose *why, double start)
{
    if (profile_enabled()) {
        profile_add(&(struct profile_span){.kind = up ? PROFILE_UPLOAD : PROFILE_DOWNLOAD,
                                           .what = why->what,
                                           .file = why->file,
                                           .line = why->line,
                                           .accelerator = copy->accelerator,
                                           .bytes = bytes},
                    start);
    }
    const char *done = up ? "copied" : "fetched", *way = up ? "to" : "from";
    const char *name = copy->accelerator->name;
    if (why->file) {
        trace_print("%s:%d: %s %zu bytes %s %s for %s", why->file, why->line, done, bytes, way,
                    name, why->what);
    } else {
        trace_print("%s %zu bytes %s %s for %s", done, bytes, way, name, why->what);
    }
}

/* Transfers have a queue of their own and are over when the functions here return: launches on any
 * view need not wait for them. Waits for the command that gave 'status' and the event; a write that
 * blocks is no exception: it returns when it has taken the bytes, which may still be on their way
 * (OpenCL 1.2, 5.2.2). */
cl_int command_end(cl_int status, cl_event event)
{
    if (status == CL_SUCCESS) {
        status = clWaitForEvents(1, &event);
        clReleaseEvent(event);
    }
    return status;
}

/* Fills the buffer of a home that is all zero; true if that was possible. */
static bool fill_zero(const struct home *home, const struct copy *copy)
{
    const cl_uint zero = 0;
    size_t bytes = home->hi - copy_base(home, copy->accelerator);
    size_t unit = bytes % sizeof zero ? 1 : sizeof zero;
    runtime_unlock();
    cl_event event = NULL;
    cl_int status = clEnqueueFillBuffer(copy->accelerator->queue, copy->buffer, &zero, unit, 0,
                                        bytes, 0, NULL, &event);
    status = command_end(status, event);
    runtime_lock();
    return status == CL_SUCCESS;
}

/* Sets what is stale in a new copy. */
static void start_stale(const struct home *home, struct copy *copy)
{
    intervals_add(&copy->stale, home->lo, home->hi);
    if (home->blank && !copy->zero_copy && fill_zero(home, copy))
        intervals_clear(&copy->stale);
    const struct intervals *skip = &home->discarded;
    if (copy->zero_copy) {
        /* The buffer is the host's memory: only what is stale on the host is stale in it. */
        intervals_clear(&copy->stale);
        for (size_t k = 0; k < home->stale.count; k++)
            intervals_add(&copy->stale, home->stale.at[k].lo, home->stale.at[k].hi);
    }
    for (size_t k = 0; k < skip->count; k++)
        intervals_remove(&copy->stale, skip->at[k].lo, skip->at[k].hi);
}

/* Sets the failure "no buffer of so many bytes", with the reason if it is known. */
static void buffer_failed(struct failure *f, cl_int status, const struct ampc_accelerator *a,
                          size_t bytes)
{
    if (bytes > a->max_buffer_bytes) {
        failure_set_cl(f, status, "a buffer of %zu bytes on %s, which takes %llu at most", bytes,
                       a->description, (unsigned long long)a->max_buffer_bytes);
    } else {
        failure_set_cl(f, status, "a buffer of %zu bytes on %s", bytes, a->description);
    }
}

static uint64_t buffers; /* that copies have had so far; under runtime_lock */

void copy_changed(struct copy *copy)
{
    static uint64_t versions; /* under runtime_lock */
    copy->version = ++versions;
}

struct copy *copy_create(struct home *home, struct ampc_accelerator *a, struct failure *f)
{
    size_t bytes = home->hi - copy_base(home, a);
    cl_int status = CL_SUCCESS;
    if (!process_check(f))
        return NULL;
    struct copy *copy = calloc(1, sizeof *copy);
    if (!copy || !intervals_reserve(&copy->stale, home->stale.count + home->discarded.count + 2)) {
        free(copy);
        failure_set(f, AMPC_ERROR_OUT_OF_MEMORY, "no memory for a view's buffer");
        return NULL;
    }
    copy->accelerator = a;
    copy->zero_copy = a->zero_copy;
    cl_mem_flags flags = CL_MEM_READ_WRITE | (a->zero_copy ? CL_MEM_USE_HOST_PTR : 0);
    runtime_unlock();
    copy->buffer =
        clCreateBuffer(a->context, flags, bytes, a->zero_copy ? (void *)home->lo : NULL, &status);
    runtime_lock();
    if (status != CL_SUCCESS) {
        buffer_failed(f, status, a, bytes);
        intervals_free(&copy->stale);
        free(copy);
        return NULL;
    }
    start_stale(home, copy);
    copy_changed(copy);
    copy->serial = ++buffers;
    copy->next = home->copies;
    home->copies = copy;
    return copy;
}

bool copy_adopt(struct home *home, struct ampc_accelerator *a, cl_mem buffer, struct failure *f)
{
    if (!process_check(f))
        return false;
    struct copy *copy = calloc(1, sizeof *copy);
    cl_int status = copy ? clRetainMemObject(buffer) : CL_OUT_OF_HOST_MEMORY;
    if (status != CL_SUCCESS) {
        free(copy);
        return failure_set_cl(f, status, "a view of a cl_mem");
    }
    copy->accelerator = a;
    copy->buffer = buffer;
    copy_changed(copy);
    copy->serial = ++buffers;
    copy->next = home->copies;
    home->copies = home->adopted = copy;
    return true;
}

void copy_free(struct copy *copy)
{
    if (!process_is_child())
        clReleaseMemObject(copy->buffer);
    intervals_free(&copy->stale);
    uses_free(copy->uses);
    free(copy);
}

static cl_int write_now(const struct copy *copy, size_t offset, size_t bytes, const void *from)
{
    cl_event event = NULL;
    cl_int status = clEnqueueWriteBuffer(copy->accelerator->queue, copy->buffer, bytes > COPY_FEW,
                                         offset, bytes, from, 0, NULL, &event);
    return command_end(status, event);
}

static bool write_failed(const struct copy *copy, size_t bytes, cl_int status,
                         const struct purpose *why, struct failure *f)
{
    return failure_set_cl(f, status, "copying %zu bytes to %s for %s", bytes,
                          copy->accelerator->description, why->what);
}

bool copy_write(struct copy *copy, size_t offset, size_t bytes, const void *from,
                const struct purpose *why, struct failure *f)
{
    if (!process_check(f))
        return false;
    double start = profile_enabled() ? profile_now() : 0;
    runtime_unlock();
    cl_int status = CL_SUCCESS;
    if (!staging_move(copy->accelerator, true, copy->buffer, offset, bytes, (char *)(uintptr_t)from,
                      &status))
        status = write_now(copy, offset, bytes, from);
    runtime_lock();
    copy_changed(copy);
    if (status != CL_SUCCESS)
        return write_failed(copy, bytes, status, why, f);
    counters_upload(bytes);
    trace_transfer(true, bytes, copy, why, start);
    return true;
}

static bool read_failed(const struct copy *copy, size_t bytes, cl_int status,
                        const struct purpose *why, struct failure *f)
{
    return failure_set_cl(f, status, "fetching %zu bytes from %s for %s", bytes,
                          copy->accelerator->description, why->what);
}

cl_int buffer_read(const struct ampc_accelerator *a, cl_mem buffer, size_t offset, size_t bytes,
                   void *to)
{
    cl_int status = CL_SUCCESS;
    if (staging_read(a, a->queue, buffer, offset, bytes, to, &status) ||
        staging_move(a, false, buffer, offset, bytes, to, &status))
        return status;
    return clEnqueueReadBuffer(a->queue, buffer, CL_TRUE, offset, bytes, to, 0, NULL, NULL);
}

bool copy_read(struct copy *copy, size_t offset, size_t bytes, void *to, const struct purpose *why,
               struct failure *f)
{
    if (!process_check(f))
        return false;
    double start = profile_enabled() ? profile_now() : 0;
    runtime_unlock();
    cl_int status = buffer_read(copy->accelerator, copy->buffer, offset, bytes, to);
    runtime_lock();
    if (status != CL_SUCCESS)
        return read_failed(copy, bytes, status, why, f);
    counters_download(bytes);
    trace_transfer(false, bytes, copy, why, start);
    return true;
}

bool copy_write_section(const struct section *to, const void *from, const struct purpose *why,
                        struct failure *f)
{
    size_t bytes = elements_bytes(to->view);
    if (!process_check(f))
        return false;
    double start = profile_enabled() ? profile_now() : 0;
    runtime_unlock();
    cl_int status = section_move(to, true, (char *)(uintptr_t)from);
    runtime_lock();
    copy_changed(to->copy);
    if (status != CL_SUCCESS)
        return write_failed(to->copy, bytes, status, why, f);
    counters_upload(bytes);
    trace_transfer(true, bytes, to->copy, why, start);
    return true;
}

bool copy_read_section(const struct section *from, void *to, const struct purpose *why,
                       struct failure *f)
{
    size_t bytes = elements_bytes(from->view);
    if (!process_check(f))
        return false;
    double start = profile_enabled() ? profile_now() : 0;
    runtime_unlock();
    cl_int status = section_move(from, false, to);
    runtime_lock();
    if (status != CL_SUCCESS)
        return read_failed(from->copy, bytes, status, why, f);
    counters_download(bytes);
    trace_transfer(false, bytes, from->copy, why, start);
    return true;
}

bool copy_read_behind(struct home *home, struct copy *copy, struct interval bytes, void *to,
                      bool *done, const struct purpose *why, struct failure *f)
{
    enum { FEW = 1 << 20 };
    struct awaited what;
    cl_int status = CL_SUCCESS;
    size_t n = bytes.hi - bytes.lo;
    bool all = copy->zero_copy; /* which the host gets back as a whole */
    *done = copy != home->adopted && !home->accesses && (all || n <= FEW) &&
            use_pending_alone(copy->uses, all ? use_all : bytes, all, &what) &&
            queue_read(what.view, what.ticket, copy->buffer, copy_offset(home, copy, bytes.lo), n,
                       to, &status);
    if (*done && status == CL_SUCCESS && !all) {
        counters_download(n);
        trace_transfer(false, n, copy, why, 0);
    }
    /* If the launch has failed, a wait says why. */
    return status == CL_SUCCESS || (use_wait(&what, f) && read_failed(copy, n, status, why, f));
}

static bool move_end(const struct copy *to, size_t bytes, cl_int status, const struct purpose *why,
                     double start, struct failure *f)
{
    struct ampc_accelerator *a = to->accelerator;
    if (profile_enabled()) {
        profile_add(&(struct profile_span){.kind = PROFILE_COPY,
                                           .what = why->what,
                                           .file = why->file,
                                           .line = why->line,
                                           .accelerator = a,
                                           .bytes = bytes},
                    start);
    }
    return status == CL_SUCCESS ||
           failure_set_cl(f, status, "copying %zu bytes on %s", bytes, a->description);
}

bool copy_move(struct copy *from, size_t from_offset, struct copy *to, size_t to_offset,
               size_t bytes, const struct purpose *why, struct failure *f)
{
    if (!process_check(f))
        return false;
    double start = profile_enabled() ? profile_now() : 0;
    runtime_unlock();
    cl_event event = NULL;
    cl_int status = clEnqueueCopyBuffer(to->accelerator->queue, from->buffer, to->buffer,
                                        from_offset, to_offset, bytes, 0, NULL, &event);
    status = command_end(status, event);
    runtime_lock();
    copy_changed(to);
    return move_end(to, bytes, status, why, start, f);
}

bool copy_move_section(const struct section *from, const struct section *to, bool overlap,
                       bool *done, const struct purpose *why, struct failure *f)
{
    cl_int status = CL_SUCCESS;
    if (!process_check(f))
        return false;
    double start = profile_enabled() ? profile_now() : 0;
    runtime_unlock();
    *done = pack_device(to, from, overlap, &status);
    runtime_lock();
    if (!*done)
        return true;
    copy_changed(to->copy);
    return move_end(to->copy, elements_bytes(to->view), status, why, start, f);
}

/* The launch that was before the transfer. */
static cl_int shore_told(const struct shore *side, cl_int status)
{
    if (!side->behind.view)
        return status;
    counters_wait();
    return queue_told(side->behind.view, side->behind.ticket, status);
}

bool copy_cross(const struct shore *from, const struct shore *to, size_t bytes, bool *done,
                const struct purpose *why, struct failure *f)
{
    if (!process_check(f))
        return false;
    double start = profile_enabled() ? profile_now() : 0;
    cl_int status = CL_SUCCESS;
    runtime_unlock();
    *done = staging_cross(from, to, bytes, &status);
    runtime_lock();
    if (!*done)
        return true;
    status = shore_told(to, shore_told(from, status));
    if (status != CL_SUCCESS) /* if a launch has failed, a wait says why */
        return (!from->behind.view || use_wait(&from->behind, f)) &&
               (!to->behind.view || use_wait(&to->behind, f)) &&
               write_failed(to->copy, bytes, status, why, f);
    counters_download(bytes);
    counters_upload(bytes);
    trace_transfer(false, bytes, from->copy, why, start);
    trace_transfer(true, bytes, to->copy, why, start);
    return true;
}

/* Gives bytes that the host has changed in its memory to the device that works in it ('up'), or the
 * device's to the host: a write or a read whose host pointer is the buffer's own memory, which
 * moves nothing where the memory is one, and keeps caches of either side right elsewhere (OpenCL
 * 1.2, 5.2.2). Unlike maps they are exact: other bytes, which the program may be writing by
 * pointers of its own, are not touched. */
static bool copy_share(const struct copy *copy, bool up, size_t offset, size_t bytes, void *host,
                       struct failure *f)
{
    if (!process_check(f))
        return false;
    cl_command_queue queue = copy->accelerator->queue;
    cl_event event = NULL;
    runtime_unlock();
    cl_int status = up ? clEnqueueWriteBuffer(queue, copy->buffer, CL_FALSE, offset, bytes, host, 0,
                                              NULL, &event)
                       : clEnqueueReadBuffer(queue, copy->buffer, CL_FALSE, offset, bytes, host, 0,
                                             NULL, &event);
    status = command_end(status, event);
    runtime_lock();
    return status == CL_SUCCESS ||
           failure_set_cl(f, status,
                          up ? "giving shared memory to %s" : "getting shared memory back from %s",
                          copy->accelerator->description);
}

bool copy_upload(struct home *home, struct copy *copy, uintptr_t lo, uintptr_t hi,
                 const struct purpose *why, struct failure *f)
{
    if (copy->zero_copy) {
        copy_changed(copy);
        return copy_share(copy, true, copy_offset(home, copy, lo), hi - lo, (void *)lo, f);
    }
    return copy_write(copy, copy_offset(home, copy, lo), hi - lo, (const void *)lo, why, f);
}

bool copy_download(struct home *home, struct copy *copy, uintptr_t lo, uintptr_t hi,
                   const struct purpose *why, struct failure *f)
{
    if (copy->zero_copy)
        return copy_share(copy, false, copy_offset(home, copy, lo), hi - lo, (void *)lo, f);
    return copy_read(copy, copy_offset(home, copy, lo), hi - lo, (void *)lo, why, f);
}
