/* array.c - concurrency::array as generated code uses it: a view of a home with storage of its
 * own.
 *
 * Relies on the views of view.c; only making and assigning an array differ, as these copy
 * elements. The storage is zeroed memory that the host accesses only when the program reads there,
 * so an array that stays on a device costs addresses and no memory. Example: `array<float, 2> a(h,
 * w);` calls ampc__array_init. */
#include "runtime/homes.h"

/* An array is a view of a home with storage of its own, which the array's share keeps alive
 * together with the views over it. */

static bool array_check(int rank, const int *extent, struct failure *f)
{
    for (int k = 0; k < rank; k++) {
        if (extent[k] <= 0) {
            return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION,
                               "extent[%d] = %d of an array is not positive", k, extent[k]);
        }
    }
    return true;
}

/* Makes *v empty and raises the error: the array could not be made. */
static void array_fail(ampc_view *v, int rank, ampc_size elem, const struct failure *f,
                       const char *file, int line)
{
    static const int none[16];
    ampc__view_init(v, rank, none, elem, 0, 0, 0, file, line);
    failure_raise(f, file, line);
}

/* Notes the accelerator_views of a new array. What is made for a CPU is in the host's memory, as
 * the cpu accelerator of C++ AMP has it. */
static void array_place(ampc_view *v, ampc__queue on, ampc__queue associated, unsigned flags)
{
    struct home *home = view_share(v)->home;
    if (on && !(flags & AMPC_VIEW_STAGING) && ampc_accelerator_is_cpu(on->accelerator)) {
        flags |= AMPC_VIEW_STAGING;
        associated = on;
    }
    v->flags = flags & AMPC_VIEW_STAGING;
    home->on = on;
    home->associated = flags & AMPC_VIEW_STAGING ? associated : on;
    home->staging = (flags & AMPC_VIEW_STAGING) != 0;
}

void ampc__array_init(ampc_view *v, int rank, const int *extent, ampc_size elem, const void *p,
                      ampc_size avail, ampc__queue on, ampc__queue associated, unsigned flags,
                      const char *file, int line)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    if (!array_check(rank, extent, &f)) {
        array_fail(v, rank, elem, &f, file, line);
        return;
    }
    ampc__view_init(v, rank, extent, elem, 0, 0, 0, file, line);
    if (v->home)
        array_place(v, on, associated, flags);
    if (v->home && p)
        ampc__copy_in(p, avail, v, file, line);
}

void ampc__array_clone_on(ampc_view *v, int rank, const ampc_view *src, ampc__queue on,
                          ampc__queue associated, unsigned flags, const char *file, int line)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    if (!src->home) {
        failure_set(&f, AMPC_ERROR_RUNTIME_EXCEPTION, "an array gets the elements of an empty one");
        array_fail(v, rank, src->elem, &f, file, line);
        return;
    }
    ampc__array_init(v, rank, view_extents(src), src->elem, 0, 0, on, associated, flags, file,
                     line);
    struct purpose why = {"copy()", file, line, NULL};
    if (v->home && view_share(src)->home->texel.bits)
        texture_like(v, view_share(src)->home->texel);
    if (v->home && !transfer_views(src, v, &why, &f)) {
        ampc__view_release(v);
        failure_raise(&f, file, line);
    }
}

/* The same, placed like 'like'. */
static void array_clone(ampc_view *v, int rank, const ampc_view *src, const ampc_view *like,
                        const char *file, int line)
{
    const struct home *home = like->home ? view_share(like)->home : NULL;
    ampc__array_clone_on(v, rank, src, home ? home->on : NULL, home ? home->associated : NULL,
                         like->flags, file, line);
}

void ampc__array_clone(ampc_view *v, int rank, const ampc_view *src, const char *file, int line)
{
    array_clone(v, rank, src, src, file, line);
}

void ampc__array_assign(ampc_view *dst, const ampc_view *src, ampc_size bytes, const char *file,
                        int line)
{
    union {
        ampc_view16 room;
        ampc_view v;
    } fresh;
    if (dst->home && dst->home == src->home && dst->host == src->host && view_same_extent(dst, src))
        return;
    if (!src->home) {
        ampc__view_release(dst);
        return;
    }
    if (dst->home && view_same_extent(dst, src) && texture_same_format(dst, src)) {
        ampc__copy(src, dst, file, line);
        return;
    }
    array_clone(&fresh.v, src->rank, src, dst->home ? dst : src, file, line);
    if (!fresh.v.home)
        return; /* an error: dst is unchanged */
    ampc__view_assign(dst, &fresh.v, bytes);
    ampc__view_release(&fresh.v);
}

ampc__queue ampc__array_queue(const ampc_view *v, int associated)
{
    const struct home *home = v->home ? view_share(v)->home : NULL;
    return !home ? NULL : associated ? home->associated : home->on;
}

void ampc__array_refuse(const char *file, int line)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    failure_set(&f, AMPC_ERROR_RUNTIME_EXCEPTION,
                "the elements of an array are the accelerator's: the host uses an array_view over "
                "it, or copy()");
    failure_raise(&f, file, line);
}

void *ampc__array_data(const ampc_view *v, unsigned access, const char *file, int line)
{
    if (v->home && !(v->flags & AMPC_VIEW_STAGING)) {
        ampc__array_refuse(file, line);
        return NULL;
    }
    return ampc__view_data(v, access, file, line);
}
