/* copy.c - one home's copy on one device: its buffer, the transfers to and from it, and maps where
 * the device works in the host's memory.
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
static cl_int command_end(cl_int status, cl_event event)
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
    size_t bytes = home->hi - home->lo, unit = bytes % sizeof zero ? 1 : sizeof zero;
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

struct copy *copy_create(struct home *home, struct ampc_accelerator *a, struct failure *f)
{
    size_t bytes = home->hi - home->lo;
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
    copy->serial = ++buffers;
    copy->next = home->copies;
    home->copies = home->adopted = copy;
    return true;
}

void copy_free(struct copy *copy)
{
    struct failure ignored;
    ignored.code = AMPC_SUCCESS;
    if (copy->mapped)
        copy_unmap(copy, &ignored);
    if (!process_is_child())
        clReleaseMemObject(copy->buffer);
    intervals_free(&copy->stale);
    uses_free(copy->uses);
    free(copy);
}

static cl_int write_now(const struct copy *copy, size_t offset, size_t bytes, const void *from)
{
    /* Few bytes are taken sooner without blocking (NVIDIA: by 0.7 of 8 us), many later. */
    enum { FEW = 65536 };
    cl_event event = NULL;
    cl_int status = clEnqueueWriteBuffer(copy->accelerator->queue, copy->buffer, bytes > FEW,
                                         offset, bytes, from, 0, NULL, &event);
    return command_end(status, event);
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
    if (status != CL_SUCCESS) {
        return failure_set_cl(f, status, "copying %zu bytes to %s for %s", bytes,
                              copy->accelerator->description, why->what);
    }
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

bool copy_read(struct copy *copy, size_t offset, size_t bytes, void *to, const struct purpose *why,
               struct failure *f)
{
    if (!process_check(f))
        return false;
    double start = profile_enabled() ? profile_now() : 0;
    runtime_unlock();
    cl_int status = CL_SUCCESS;
    if (!staging_move(copy->accelerator, false, copy->buffer, offset, bytes, to, &status))
        status = clEnqueueReadBuffer(copy->accelerator->queue, copy->buffer, CL_TRUE, offset, bytes,
                                     to, 0, NULL, NULL);
    runtime_lock();
    if (status != CL_SUCCESS)
        return read_failed(copy, bytes, status, why, f);
    counters_download(bytes);
    trace_transfer(false, bytes, copy, why, start);
    return true;
}

bool copy_read_behind(struct home *home, struct copy *copy, struct interval bytes, void *to,
                      bool *done, const struct purpose *why, struct failure *f)
{
    enum { FEW = 1 << 20 };
    struct awaited what;
    cl_int status = CL_SUCCESS;
    size_t n = bytes.hi - bytes.lo;
    *done = !copy->zero_copy && copy != home->adopted && !home->accesses && n <= FEW &&
            use_pending_alone(copy->uses, bytes, &what) &&
            queue_read(what.view, what.ticket, copy->buffer, bytes.lo - home->lo, n, to, &status);
    if (*done && status == CL_SUCCESS) {
        counters_download(n);
        trace_transfer(false, n, copy, why, 0);
    }
    /* If the launch has failed, a wait says why. */
    return status == CL_SUCCESS || (use_wait(&what, f) && read_failed(copy, n, status, why, f));
}

bool copy_move(struct copy *from, size_t from_offset, struct copy *to, size_t to_offset,
               size_t bytes, const struct purpose *why, struct failure *f)
{
    if (!process_check(f))
        return false;
    struct ampc_accelerator *a = to->accelerator;
    double start = profile_enabled() ? profile_now() : 0;
    runtime_unlock();
    cl_event event = NULL;
    cl_int status = clEnqueueCopyBuffer(a->queue, from->buffer, to->buffer, from_offset, to_offset,
                                        bytes, 0, NULL, &event);
    status = command_end(status, event);
    runtime_lock();
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

bool copy_upload(struct home *home, struct copy *copy, uintptr_t lo, uintptr_t hi,
                 const struct purpose *why, struct failure *f)
{
    return copy_write(copy, lo - home->lo, hi - lo, (const void *)lo, why, f);
}

bool copy_download(struct home *home, struct copy *copy, uintptr_t lo, uintptr_t hi,
                   const struct purpose *why, struct failure *f)
{
    return copy_read(copy, lo - home->lo, hi - lo, (void *)lo, why, f);
}

/* Maps and unmaps of pieces are enqueued, each in the place of the one before as what is waited
 * for: the queue is in order, and each wait costs a driver's threads more than the command does. */

/* The command that gave 'status' and 'event' is the last one from now on. */
static cl_int command_add(cl_int status, cl_event event, cl_event *last)
{
    if (status == CL_SUCCESS) {
        if (*last)
            clReleaseEvent(*last);
        *last = event;
    }
    return status;
}

/* Waits for the last command if there is one; gives the first failure. */
static cl_int commands_end(cl_int status, cl_event last)
{
    cl_int ended = last ? command_end(CL_SUCCESS, last) : CL_SUCCESS;
    return status == CL_SUCCESS ? ended : status;
}

/* Maps [lo, hi) as one more piece; there is room. */
static cl_int map_piece(struct home *home, struct copy *copy, uintptr_t lo, uintptr_t hi,
                        cl_map_flags flags, cl_event *last)
{
    cl_int status = CL_SUCCESS;
    cl_event event = NULL;
    void *at = clEnqueueMapBuffer(copy->accelerator->queue, copy->buffer, CL_FALSE, flags,
                                  lo - home->lo, hi - lo, 0, NULL, &event, &status);
    if (status == CL_SUCCESS)
        copy->mapped[copy->mapped_count++] = at;
    return command_add(status, event, last);
}

static cl_int unmap_pieces(struct copy *copy)
{
    cl_int status = CL_SUCCESS;
    cl_event last = NULL;
    for (size_t k = 0; k < copy->mapped_count; k++) {
        cl_event event = NULL;
        cl_int added = clEnqueueUnmapMemObject(copy->accelerator->queue, copy->buffer,
                                               copy->mapped[k], 0, NULL, &event);
        added = command_add(added, event, &last);
        status = status == CL_SUCCESS ? added : status;
    }
    status = commands_end(status, last);
    free(copy->mapped); /* also after a failure: they cannot be unmapped once more */
    copy->mapped = NULL;
    copy->mapped_count = 0;
    return status;
}

bool copy_map(struct home *home, struct copy *copy, struct failure *f)
{
    if (!process_check(f))
        return false;
    /* A piece for each interval that is newer on the device, and one before and behind it. */
    copy->mapped = malloc((2 * (home->stale.count + copy->stale.count) + 1) * sizeof *copy->mapped);
    if (!copy->mapped)
        return failure_set(f, AMPC_ERROR_OUT_OF_MEMORY, "no memory to keep track of a view");
    cl_int status = CL_SUCCESS;
    cl_event last = NULL;
    for (uintptr_t at = home->lo; at < home->hi && status == CL_SUCCESS;) {
        struct interval newer;
        if (!home_newer(home, copy, at, home->hi, &newer))
            newer = (struct interval){home->hi, home->hi};
        if (at < newer.lo)
            status = map_piece(home, copy, at, newer.lo, CL_MAP_WRITE_INVALIDATE_REGION, &last);
        if (newer.lo < newer.hi && status == CL_SUCCESS)
            status = map_piece(home, copy, newer.lo, newer.hi, CL_MAP_READ | CL_MAP_WRITE, &last);
        at = newer.hi;
    }
    status = commands_end(status, last);
    if (status != CL_SUCCESS) {
        unmap_pieces(copy);
        return failure_set_cl(f, status, "getting shared memory back from %s",
                              copy->accelerator->description);
    }
    return true;
}

bool copy_unmap(struct copy *copy, struct failure *f)
{
    if (!process_check(f))
        return false;
    cl_int status = unmap_pieces(copy);
    return status == CL_SUCCESS ||
           failure_set_cl(f, status, "giving shared memory to %s", copy->accelerator->description);
}

bool copy_push(struct home *home, struct copy *copy, uintptr_t lo, uintptr_t hi, struct failure *f)
{
    if (!process_check(f))
        return false;
    cl_int status = CL_SUCCESS;
    cl_event event = NULL, last = NULL;
    cl_command_queue queue = copy->accelerator->queue;
    /* The memory is the host's, and only given: nothing is written through the map. */
    void *at = clEnqueueMapBuffer(queue, copy->buffer, CL_FALSE, CL_MAP_WRITE_INVALIDATE_REGION,
                                  lo - home->lo, hi - lo, 0, NULL, &last, &status);
    if (status == CL_SUCCESS) {
        status = clEnqueueUnmapMemObject(queue, copy->buffer, at, 0, NULL, &event);
        status = command_add(status, event, &last);
    }
    status = commands_end(status, last);
    if (status != CL_SUCCESS) {
        return failure_set_cl(f, status, "giving shared memory to %s",
                              copy->accelerator->description);
    }
    return true;
}
