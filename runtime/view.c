/* view.c - what generated code calls for views: making, sharing, assigning and releasing them,
 * access by the host, synchronize and its like.
 *
 * A view is a value (struct ampc_viewN: address, extents, strides) and a share of a home; subviews
 * borrow the share. home.c decides which bytes an access moves. Example: `v(i, j)` in host code is
 * an address, after one test of the share's word that says whether the host may read or write
 * there. */
#include "runtime/homes.h"

#include <stdlib.h>
#include <string.h>

/* Where host code reads and writes after an error in ampc__atN whose handler returned: a view that
 * is empty has no memory. */
static union {
    char bytes[65536];
    max_align_t align;
} nowhere;

/* ---- The structure of views ---- */

/* All ampc_viewN have the same head, and strides at the same offset. */
const ampc_ptrdiff *view_strides(const ampc_view *v)
{
    return (const ampc_ptrdiff *)(const void *)((const char *)v + offsetof(ampc_view1, stride));
}

const int *view_extents(const ampc_view *v)
{
    return (const int *)(const void *)(view_strides(v) + v->rank);
}

ampc_ptrdiff *view_strides_of(ampc_view *v)
{
    return (ampc_ptrdiff *)(void *)((char *)v + offsetof(ampc_view1, stride));
}

int *view_extents_of(ampc_view *v)
{
    return (int *)(void *)(view_strides_of(v) + v->rank);
}

size_t view_size(int rank)
{
    size_t bytes =
        offsetof(ampc_view1, stride) + (size_t)rank * (sizeof(ampc_ptrdiff) + sizeof(int));
    return (bytes + 7) / 8 * 8;
}

struct share *view_share(const ampc_view *v)
{
    return (struct share *)(void *)v->home;
}

void view_clear(ampc_view *v)
{
    v->home = NULL;
    v->host = NULL;
    for (int k = 0; k < v->rank; k++) {
        view_strides_of(v)[k] = 0;
        view_extents_of(v)[k] = 0;
    }
}

struct interval view_range(const ampc_view *v)
{
    const ampc_ptrdiff *stride = view_strides(v);
    const int *extent = view_extents(v);
    ampc_ptrdiff low = 0, high = 0;
    for (int k = 0; k < v->rank; k++) {
        ampc_ptrdiff reach = (extent[k] - 1) * stride[k];
        low += reach < 0 ? reach : 0;
        high += reach > 0 ? reach : 0;
    }
    uintptr_t at = (uintptr_t)v->host;
    return (struct interval){at - (uintptr_t)-low * v->elem, at + ((uintptr_t)high + 1) * v->elem};
}

bool view_same_extent(const ampc_view *a, const ampc_view *b)
{
    return a->rank == b->rank &&
           memcmp(view_extents(a), view_extents(b), (size_t)a->rank * sizeof(int)) == 0;
}

bool view_is_dense(const ampc_view *v)
{
    ampc_ptrdiff step = 1;
    for (int k = v->rank - 1; k >= 0; k--) {
        if (view_extents(v)[k] != 1 && view_strides(v)[k] != step)
            return false;
        step *= view_extents(v)[k];
    }
    return true;
}

bool view_is_wide(const ampc_view *v)
{
    const ampc_ptrdiff *stride = view_strides(v);
    const int *extent = view_extents(v);
    uint64_t reach = 0;
    for (int k = 0; k < v->rank; k++) {
        uint64_t step = stride[k] < 0 ? -(uint64_t)stride[k] : (uint64_t)stride[k];
        reach += (uint64_t)(extent[k] - 1) * step;
        if (step > INT32_MAX / 2 || reach > INT32_MAX / 2) /* sums on the way may be larger */
            return true;
    }
    return false;
}

/* ---- Making and releasing ---- */

bool view_shape(int rank, const int *extent, size_t elem, size_t *bytes, struct failure *f)
{
    *bytes = elem;
    for (int k = 0; k < rank; k++) {
        if (extent[k] < 0) {
            return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION,
                               "extent[%d] = %d of an array_view is negative", k, extent[k]);
        }
    }
    for (int k = 0; k < rank; k++) {
        if (__builtin_mul_overflow(*bytes, (size_t)extent[k], bytes) || *bytes > PTRDIFF_MAX) {
            return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION,
                               "the extents of an array_view are too large");
        }
    }
    return true;
}

void view_place(ampc_view *v, struct share *share, const int *extent)
{
    ampc_ptrdiff step = 1;
    v->home = &share->head;
    v->host = (char *)share->lo;
    for (int k = v->rank - 1; k >= 0; k--) {
        view_strides_of(v)[k] = step;
        view_extents_of(v)[k] = extent[k];
        step *= extent[k];
    }
}

static bool view_make(ampc_view *v, const int *extent, const void *p, size_t avail,
                      const struct purpose *why, struct failure *f)
{
    size_t bytes;
    if (v->rank < 1 || v->rank > VIEW_RANK_MAX)
        return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION, "rank %d of an array_view", v->rank);
    if (!view_shape(v->rank, extent, v->elem ? v->elem : 1, &bytes, f) || bytes == 0)
        return false;
    if (!v->elem) { /* a structure without members: the home is one byte that nobody accesses */
        p = NULL;
        bytes = 1;
    }
    if (p && avail && bytes > avail) {
        return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION,
                           "an array_view of %zu bytes over memory of %zu bytes", bytes, avail);
    }
    if ((uintptr_t)p > UINTPTR_MAX - bytes) {
        return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION,
                           "an array_view of %zu bytes over memory that ends before", bytes);
    }
    struct share *share =
        share_create((uintptr_t)p, bytes, (v->flags & AMPC_VIEW_CONST) != 0, why, f);
    if (!share)
        return false;
    view_place(v, share, extent);
    return true;
}

void ampc__view_init(ampc_view *v, int rank, const int *extent, ampc_size elem, const void *p,
                     ampc_size avail, unsigned flags, const char *file, int line)
{
    struct failure f;
    struct purpose why = {"overlapping views", file, line, NULL};
    f.code = AMPC_SUCCESS;
    v->elem = elem;
    v->rank = rank;
    v->flags = flags;
    if (!view_make(v, extent, p, avail, &why, &f)) {
        v->rank = rank < 0 || rank > VIEW_RANK_MAX ? 0 : rank;
        view_clear(v);
        if (f.code != AMPC_SUCCESS)
            failure_raise(&f, file, line);
    }
}

void ampc__view_retain(ampc_view *v)
{
    if (v->home)
        __atomic_add_fetch(&view_share(v)->count, 1, __ATOMIC_RELAXED);
}

void ampc__view_release(ampc_view *v)
{
    struct share *share = v ? view_share(v) : NULL;
    if (share) {
        view_clear(v);
        share_release(share);
    }
}

void ampc__view_assign(ampc_view *dst, const ampc_view *src, ampc_size bytes)
{
    struct share *old = view_share(dst), *new = view_share(src);
    if (new)
        __atomic_add_fetch(&new->count, 1, __ATOMIC_RELAXED);
    memmove(dst, src, bytes);
    if (old)
        share_release(old);
}

/* ---- Coherence ---- */

bool view_has_left(const ampc_view *v)
{
    return v->home && __atomic_load_n(&view_share(v)->left, __ATOMIC_ACQUIRE);
}

/* Gives a view without memory, which host code is about to subscript, a valid address. */
static void view_go_nowhere(const ampc_view *v)
{
    ampc_view *changed = (ampc_view *)(uintptr_t)v;
    if (!v->home || view_has_left(v)) {
        changed->host = nowhere.bytes;
        memset(view_strides_of(changed), 0, (size_t)v->rank * sizeof(ampc_ptrdiff));
    }
}

bool view_check_left(const ampc_view *v, const char *what, struct failure *f)
{
    return !view_has_left(v) || leaving_refuse(&view_share(v)->home->left, what, f);
}

bool view_check_fixed(const ampc_view *v, const ampc__arg *arg, struct failure *f)
{
    ampc_ptrdiff stride = 1;
    for (int k = v->rank - 1; k >= 0; k--) {
        if (view_extents(v)[k] != arg->fixed[k])
            return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION,
                               "the kernel captures '%s', whose type has extent[%d] = %d, but the "
                               "view has %d",
                               arg->name, k, arg->fixed[k], view_extents(v)[k]);
        if (view_strides(v)[k] != stride)
            return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION,
                               "the kernel captures '%s', whose type has its extents, but the view "
                               "has gaps between its elements",
                               arg->name);
        stride *= arg->fixed[k];
    }
    return true;
}

bool view_check(const ampc_view *v, const char *what, struct failure *f)
{
    return v->home ? view_check_left(v, what, f)
                   : failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION, "%s an empty array or array_view",
                                 what);
}

/* Makes the view's bytes on the host valid for 'access'. */
static bool view_to_host(const ampc_view *v, unsigned access, bool waits, const struct purpose *why,
                         struct failure *f)
{
    struct share *share = view_share(v);
    struct interval range = view_range(v);
    struct claim claim = {&share, 1};
    runtime_lock();
    homes_claim(&claim);
    bool reads = (access & AMPC_READ) != 0;
    bool ok = (!reads || home_fetch_behind(share->home, range.lo, range.hi, why, f)) &&
              (!waits || home_wait(share, range, f)) &&
              home_settle(share, range.lo, range.hi, access, f) &&
              home_to_host(share->home, range.lo, range.hi, access, why, f);
    homes_release(&claim);
    runtime_unlock();
    return ok;
}

bool view_access(const ampc_view *v, unsigned access, const char *file, int line)
{
    struct failure f;
    struct purpose why = {access & AMPC_WRITE ? "writing on the host" : "reading on the host", file,
                          line, __builtin_frame_address(0)};
    f.code = AMPC_SUCCESS;
    if (!view_check(v, "an element of", &f) || !view_to_host(v, access, false, &why, &f)) {
        failure_raise(&f, file, line);
        return false;
    }
    return true;
}

void ampc__view_access(const ampc_view *v, unsigned access, const char *file, int line)
{
    if (!view_access(v, access, file, line))
        view_go_nowhere(v);
}

void *ampc__view_data(const ampc_view *v, unsigned access, const char *file, int line)
{
    struct failure f;
    struct purpose why = {"data()", file, line, __builtin_frame_address(0)};
    f.code = AMPC_SUCCESS;
    if (!view_check(v, "data() of", &f) || !view_to_host(v, access, false, &why, &f))
        failure_raise(&f, file, line);
    return v->home && !view_has_left(v) ? v->host : NULL;
}

void ampc__view_synchronize(const ampc_view *v, const char *file, int line)
{
    struct failure f;
    struct purpose why = {"synchronize()", file, line, __builtin_frame_address(0)};
    f.code = AMPC_SUCCESS;
    if (!view_check(v, "synchronize() of", &f) || !view_to_host(v, AMPC_READ, true, &why, &f))
        failure_raise(&f, file, line);
}

/* ---- Asynchronously ---- */

/* The job's data is a share of the view. */
static void run_synchronize(struct job *job, bool run, struct failure *f)
{
    ampc_view *v = (ampc_view *)(void *)job->data;
    struct purpose why = {"synchronize_async()", job->file, job->line, NULL};
    if (run)
        view_to_host(v, AMPC_READ, true, &why, f);
    ampc__view_release(v);
}

/* The future of the work that the view's elements wait for, on one of the accelerator_views if
 * there are several; 0: there is none. */
static uint64_t view_work(const ampc_view *v, const char *file, int line)
{
    struct failure ignored;
    struct awaited what;
    cl_event end = NULL;
    bool busy = false;
    ignored.code = AMPC_SUCCESS;
    runtime_lock();
    for (struct copy *c = view_share(v)->home->copies; c && !busy; c = c->next)
        busy = use_pending(c->uses, c->zero_copy ? use_all : view_range(v), c->zero_copy, &what);
    if (busy && !process_is_child()) {
        end = queue_end(what.view, what.ticket);
        end = end && clRetainEvent(end) == CL_SUCCESS ? end : NULL;
    }
    runtime_unlock();
    if (!end)
        return busy ? queue_marker(what.view, file, line, &ignored).id : 0;
    uint64_t id = future_of_event(end, file, line, &ignored).id;
    clReleaseEvent(end);
    clFlush(what.view->queue);
    return id;
}

ampc_future ampc__view_synchronize_async(const ampc_view *v, const char *file, int line)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    struct job *job = view_check(v, "synchronize_async() of", &f)
                          ? job_new(run_synchronize, view_size(v->rank), file, line, &f)
                          : NULL;
    if (!job) {
        failure_raise(&f, file, line);
        return (ampc_future){0};
    }
    memcpy(job->data, v, offsetof(ampc_view1, stride));
    memcpy(job->data + offsetof(ampc_view1, stride), view_strides(v),
           (size_t)v->rank * (sizeof(ampc_ptrdiff) + sizeof(int)));
    ampc__view_retain((ampc_view *)(void *)job->data);
    return job_submit(job, view_work(v, file, line));
}

/* Whether an accelerator's memory is the host's: of CPUs it is, even if kernels get copies. */
static bool is_shared(ampc__queue on, const char *file, int line)
{
    ampc__accelerator a = ampc__queue_accelerator(on, file, line);
    return ampc__accelerator_number(a, AMPC__IS_EMULATED, file, line) ||
           ampc__accelerator_number(a, AMPC__SUPPORTS_SHARED_MEMORY, file, line);
}

void ampc__view_synchronize_to(const ampc_view *v, ampc__queue on, const char *file, int line)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    if (is_shared(on, file, line))
        ampc__view_synchronize(v, file, line);
    else if (!view_check(v, "synchronize_to() of", &f))
        failure_raise(&f, file, line);
}

ampc_future ampc__view_synchronize_to_async(const ampc_view *v, ampc__queue on, const char *file,
                                            int line)
{
    return is_shared(on, file, line) ? ampc__view_synchronize_async(v, file, line)
                                     : ampc__queue_marker(on, file, line);
}

ampc__queue ampc__view_source(const ampc_view *v, const char *file, int line)
{
    struct failure f;
    struct ampc_accelerator *newest = NULL;
    f.code = AMPC_SUCCESS;
    if (!view_check(v, "source_accelerator_view of", &f)) {
        failure_raise(&f, file, line);
        return NULL;
    }
    struct interval range = view_range(v);
    runtime_lock();
    const struct home *home = view_share(v)->home;
    if (intervals_meets(&home->stale, range.lo, range.hi))
        for (struct copy *c = home->copies; c && !newest; c = c->next)
            newest = intervals_covers(&c->stale, range.lo, range.hi) ? NULL : c->accelerator;
    runtime_unlock();
    newest = newest ? newest : accelerator_or_default(NULL, file, line);
    return newest ? &newest->default_view : NULL;
}

/* An operation (refresh or discard_data) on a run of contiguous elements. */
typedef bool run_fn(struct home *home, uintptr_t lo, uintptr_t hi, struct failure *f);

/* Calls 'run' for every run of the view's elements: bytes between them are left alone. */
static bool view_each_run(const ampc_view *v, run_fn *run, struct failure *f)
{
    const ampc_ptrdiff *stride = view_strides(v);
    const int *extent = view_extents(v);
    int at[VIEW_RANK_MAX] = {0}, outer = v->rank;
    ampc_ptrdiff together = 1;
    while (outer > 0 && (stride[outer - 1] == together || extent[outer - 1] == 1))
        together *= extent[--outer];
    for (;;) {
        ampc_ptrdiff from = 0;
        int k = outer - 1;
        for (int i = 0; i < outer; i++)
            from += at[i] * stride[i];
        uintptr_t lo = (uintptr_t)v->host + (uintptr_t)from * v->elem;
        if (!run(view_share(v)->home, lo, lo + (uintptr_t)together * v->elem, f))
            return false;
        while (k >= 0 && ++at[k] == extent[k])
            at[k--] = 0;
        if (k < 0)
            return true;
    }
}

static void view_change(const ampc_view *v, const char *what, run_fn *run, const char *file,
                        int line)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    bool ok = view_check(v, what, &f);
    if (ok) {
        struct share *share = view_share(v);
        struct claim claim = {&share, 1};
        runtime_lock();
        homes_claim(&claim);
        ok = view_each_run(v, run, &f);
        homes_release(&claim);
        runtime_unlock();
    }
    if (!ok)
        failure_raise(&f, file, line);
}

void ampc__view_refresh(const ampc_view *v, const char *file, int line)
{
    view_change(v, "refresh() of", home_refresh, file, line);
}

void ampc__view_discard_data(const ampc_view *v, const char *file, int line)
{
    view_change(v, "discard_data() of", home_discard, file, line);
}

/* ---- Tiles ---- */

void ampc__extent_pad(int *extent, const int *tile, int rank, const char *file, int line)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    for (int k = 0; k < rank; k++) {
        int over = extent[k] % tile[k], padded;
        if (over == 0 || extent[k] <= 0) {
            extent[k] -= over;
        } else if (!__builtin_add_overflow(extent[k], tile[k] - over, &padded)) {
            extent[k] = padded;
        } else {
            if (f.code == AMPC_SUCCESS) {
                failure_set(&f, AMPC_ERROR_INVALID_COMPUTE_DOMAIN,
                            "pad() of extent %d to a multiple of %d is more than an int holds",
                            extent[k], tile[k]);
            }
            extent[k] -= over;
        }
    }
    if (f.code != AMPC_SUCCESS)
        failure_raise(&f, file, line);
}

int ampc__extent_truncate(int extent, int tile)
{
    return extent - extent % tile;
}
