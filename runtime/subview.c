/* subview.c - views made from views: rows, sections, view_as, reinterpret_as.
 *
 * A subview is a view with another address and shape that borrows the share it comes from. Bounds
 * are checked here, as the bounds of sections may be computed. Example: v.section(8, 8) is eight
 * elements from the ninth on, of the same home. */
#include "runtime/homes.h"

#include <string.h>

/* Raises f's error and leaves the subview empty. */
static void subview_fail(ampc_view *subview, const struct failure *f, const char *file, int line)
{
    view_clear(subview);
    failure_raise(f, file, line);
}

/* Does [from, from + count) lie in component k of the view? */
static bool section_check(const ampc_view *v, int k, int from, int count, struct failure *f)
{
    int extent = view_extents(v)[k];
    if (from < 0 || count < 0 || from > extent || count > extent - from) {
        return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION,
                           "a section from %d with extent %d in dimension %d of extent %d", from,
                           count, k, extent);
    }
    return true;
}

void ampc__view_section(ampc_view *v, const int *origin, const int *extent, const char *file,
                        int line)
{
    struct failure f;
    ampc_ptrdiff at = 0;
    bool empty = false;
    f.code = AMPC_SUCCESS;
    bool ok = view_check(v, "a section of", &f);
    for (int k = 0; k < v->rank && ok; k++) {
        int from = origin ? origin[k] : 0;
        int count = extent ? extent[k] : view_extents(v)[k] - from;
        ok = section_check(v, k, from, count, &f);
        empty = empty || count == 0;
        at += from * view_strides(v)[k];
        view_extents_of(v)[k] = count;
    }
    if (!ok)
        subview_fail(v, &f, file, line);
    else if (empty)
        view_clear(v);
    else
        v->host += at * (ampc_ptrdiff)v->elem;
}

void ampc__view_row(ampc_view *row, const ampc_view *v, int i, const char *file, int line)
{
    struct failure f;
    *row = *v;
    row->rank = v->rank - 1;
    f.code = AMPC_SUCCESS;
    if (view_check(v, "a row of", &f) && i >= 0 && i < view_extents(v)[0]) {
        size_t rest = (size_t)row->rank;
        row->host += i * view_strides(v)[0] * (ampc_ptrdiff)v->elem;
        memcpy(view_strides_of(row), view_strides(v) + 1, rest * sizeof(ampc_ptrdiff));
        memcpy(view_extents_of(row), view_extents(v) + 1, rest * sizeof(int));
        return;
    }
    failure_set(&f, AMPC_ERROR_RUNTIME_EXCEPTION, "row %d of extent %d", i, view_extents(v)[0]);
    subview_fail(row, &f, file, line);
}

void ampc__view_shape(ampc_view *v, int rank, const ampc_view *flat, const int *extent,
                      const char *file, int line)
{
    struct failure f;
    const size_t elem = flat->elem ? flat->elem : 1; /* of structures without members */
    size_t bytes = 0, have = (size_t)view_extents(flat)[0] * elem;
    ampc_ptrdiff step = 1;
    *v = *flat;
    v->rank = rank;
    f.code = AMPC_SUCCESS;
    if (!view_check(flat, "view_as() of", &f) || !view_shape(rank, extent, elem, &bytes, &f) ||
        (bytes > have &&
         !failure_set(&f, AMPC_ERROR_RUNTIME_EXCEPTION, "view_as() to %zu elements of %d",
                      bytes / elem, view_extents(flat)[0]))) {
        subview_fail(v, &f, file, line);
        return;
    }
    if (bytes == 0) {
        view_clear(v);
        return;
    }
    for (int k = rank - 1; k >= 0; k--) {
        view_strides_of(v)[k] = step;
        view_extents_of(v)[k] = extent[k];
        step *= extent[k];
    }
}

void ampc__view_retype(ampc_view *v, ampc_size elem, ampc_size align, const char *file, int line)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    if (!view_check(v, "reinterpret_as() of", &f) ||
        ((uintptr_t)v->host % align != 0 &&
         !failure_set(&f, AMPC_ERROR_RUNTIME_EXCEPTION,
                      "reinterpret_as() of elements that are not aligned to %zu bytes",
                      (size_t)align))) {
        subview_fail(v, &f, file, line);
        return;
    }
    size_t count = (size_t)view_extents(v)[0] * v->elem / elem;
    v->elem = elem;
    if (count == 0) {
        view_clear(v);
    } else if (count > INT32_MAX) {
        failure_set(&f, AMPC_ERROR_RUNTIME_EXCEPTION,
                    "reinterpret_as() to %zu elements: a view has at most %d", count, INT32_MAX);
        subview_fail(v, &f, file, line);
    } else {
        view_extents_of(v)[0] = (int)count;
    }
}
