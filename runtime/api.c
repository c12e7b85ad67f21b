/* api.c - the functions of ampc.h for views, arrays and copies: what a C program without ampcc
 * calls.
 *
 * Each checks its arguments, which a compiler cannot have checked here, and calls what generated
 * code calls (view.c, array.c, transfer.c). Example: ampc_view_create(&v, 2, (int[]){h, w}, sizeof
 * *p, p) makes a view of rank 2 over h * w elements at p. */
#include "runtime/homes.h"

#include <string.h>

const char ampc__link_with_ampcc_or_add_lampc[1] = "";

static bool fail(const struct failure *f)
{
    if (f->code != AMPC_SUCCESS)
        failure_raise(f, NULL, 0);
    return false;
}

static bool is_const(const ampc_view *v)
{
    return (v->flags & AMPC_VIEW_CONST) != 0;
}

/* *subview = *v, without a share. */
static void copy_head(ampc_view *subview, const ampc_view *v)
{
    memcpy(subview, v, view_size(v->rank));
}

/* Whether elements have a size; else makes *v empty and raises an error. */
static bool check_size(ampc_view *v, int rank, ampc_size element)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    if (element > 0)
        return true;
    v->rank = rank < 0 || rank > VIEW_RANK_MAX ? 0 : rank;
    v->elem = 0;
    v->flags = 0;
    view_clear(v);
    failure_set(&f, AMPC_ERROR_RUNTIME_EXCEPTION, "elements of 0 bytes");
    return fail(&f);
}

/* ---- Views ---- */

void ampc_view_create(ampc_view *v, int rank, const int *extent, ampc_size element,
                      const void *data, unsigned flags)
{
    if (check_size(v, rank, element))
        ampc__view_init(v, rank, extent, element, data, 0, flags & AMPC_VIEW_CONST, NULL, 0);
}

void ampc_view_release(ampc_view *v)
{
    ampc__view_release(v);
}

void ampc_view_share(ampc_view *v, const ampc_view *of)
{
    copy_head(v, of);
    ampc__view_retain(v);
}

void ampc_view_assign(ampc_view *v, const ampc_view *of)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    if (v->home && v->rank != of->rank) {
        failure_set(&f, AMPC_ERROR_RUNTIME_EXCEPTION,
                    "a view of rank %d is assigned one of rank %d", v->rank, of->rank);
        fail(&f);
        return;
    }
    ampc__view_assign(v, of, view_size(of->rank));
}

void ampc_view_section(ampc_view *subview, const ampc_view *v, const int *origin, const int *extent)
{
    copy_head(subview, v);
    ampc__view_section(subview, origin, extent, NULL, 0);
    ampc__view_retain(subview);
}

void ampc_view_row(ampc_view *subview, const ampc_view *v, int i)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    if (v->rank < 2) {
        *subview = *v;
        subview->rank = 0;
        subview->home = NULL;
        failure_set(&f, AMPC_ERROR_RUNTIME_EXCEPTION, "a row of a view of rank %d", v->rank);
        fail(&f);
        return;
    }
    ampc__view_row(subview, v, i, NULL, 0);
    ampc__view_retain(subview);
}

/* A view of rank 1 from which a subview can be made. */
static bool check_flat(ampc_view *subview, const ampc_view *v, int rank, const char *what)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    if (rank < 1 || rank > VIEW_RANK_MAX) {
        failure_set(&f, AMPC_ERROR_RUNTIME_EXCEPTION, "%s to rank %d", what, rank);
    } else if (v->rank != 1) {
        failure_set(&f, AMPC_ERROR_RUNTIME_EXCEPTION, "%s of a view of rank %d instead of 1", what,
                    v->rank);
    } else {
        return true;
    }
    *subview = *v;
    subview->rank = rank < 1 || rank > VIEW_RANK_MAX ? 0 : rank;
    view_clear(subview);
    return fail(&f);
}

void ampc_view_shape(ampc_view *subview, const ampc_view *v, int rank, const int *extent)
{
    if (check_flat(subview, v, rank, "ampc_view_shape()")) {
        ampc__view_shape(subview, rank, v, extent, NULL, 0);
        ampc__view_retain(subview);
    }
}

void ampc_view_reinterpret(ampc_view *subview, const ampc_view *v, ampc_size element,
                           ampc_size alignment)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    if (!check_flat(subview, v, 1, "ampc_view_reinterpret()"))
        return;
    copy_head(subview, v);
    if (!element || !alignment) {
        failure_set(&f, AMPC_ERROR_RUNTIME_EXCEPTION, "elements of 0 bytes");
        view_clear(subview);
        fail(&f);
        return;
    }
    ampc__view_retype(subview, element, alignment, NULL, 0);
    ampc__view_retain(subview);
}

const int *ampc_view_extent(const ampc_view *v)
{
    return view_extents(v);
}

const ampc_ptrdiff *ampc_view_stride(const ampc_view *v)
{
    return view_strides(v);
}

/* Does the index lie inside, and may the elements be used for 'access'? */
static bool check_element(const ampc_view *v, const int *index, unsigned access, struct failure *f)
{
    if (!view_check(v, "an element of", f))
        return false;
    if ((access & AMPC_WRITE) && is_const(v))
        return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION, "writing to a view of const");
    for (int k = 0; index && k < v->rank; k++) {
        if (index[k] < 0 || index[k] >= view_extents(v)[k]) {
            return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION,
                               "index %d in dimension %d of an array_view of extent %d", index[k],
                               k, view_extents(v)[k]);
        }
    }
    return true;
}

void *ampc_view_at(const ampc_view *v, const int *index, unsigned access)
{
    struct failure f;
    ampc_ptrdiff at = 0;
    f.code = AMPC_SUCCESS;
    if (!check_element(v, index, access, &f)) {
        fail(&f);
        return NULL;
    }
    if ((__atomic_load_n(&v->home->host, __ATOMIC_ACQUIRE) & access) != access &&
        !view_access(v, access, NULL, 0))
        return NULL;
    for (int k = 0; k < v->rank; k++)
        at += index[k] * view_strides(v)[k];
    return v->host + at * (ampc_ptrdiff)v->elem;
}

void *ampc_view_data(const ampc_view *v, unsigned access)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    if (!check_element(v, NULL, access, &f)) {
        fail(&f);
        return NULL;
    }
    return view_access(v, access, NULL, 0) ? v->host : NULL;
}

void ampc_view_synchronize(const ampc_view *v)
{
    ampc__view_synchronize(v, NULL, 0);
}

ampc_future ampc_view_synchronize_async(const ampc_view *v)
{
    return ampc__view_synchronize_async(v, NULL, 0);
}

void ampc_view_refresh(const ampc_view *v)
{
    ampc__view_refresh(v, NULL, 0);
}

void ampc_view_discard_data(const ampc_view *v)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    if (v->home && is_const(v)) {
        failure_set(&f, AMPC_ERROR_RUNTIME_EXCEPTION, "discard_data() of a view of const");
        fail(&f);
        return;
    }
    ampc__view_discard_data(v, NULL, 0);
}

ampc_accelerator_view *ampc_view_source(const ampc_view *v)
{
    return ampc__view_source(v, NULL, 0);
}

/* ---- Arrays ---- */

void ampc_array_create(ampc_view *a, int rank, const int *extent, ampc_size element,
                       const void *data, ampc_accelerator_view *on)
{
    if (check_size(a, rank, element))
        ampc__array_init(a, rank, extent, element, data, 0, on, NULL, 0, NULL, 0);
}

void ampc_array_create_staging(ampc_view *a, int rank, const int *extent, ampc_size element,
                               const void *data, ampc_accelerator_view *on,
                               ampc_accelerator_view *associated)
{
    if (check_size(a, rank, element)) {
        ampc__array_init(a, rank, extent, element, data, 0, on, associated, AMPC_VIEW_STAGING, NULL,
                         0);
    }
}

ampc_accelerator_view *ampc_array_accelerator_view(const ampc_view *a)
{
    return ampc__array_queue(a, 0);
}

ampc_accelerator_view *ampc_array_associated_view(const ampc_view *a)
{
    return ampc__array_queue(a, 1);
}

/* ---- Copies ---- */

/* May elements be copied from src (0: plain memory) to dst? */
static bool check_copy(const ampc_view *src, const ampc_view *dst)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    if (dst && is_const(dst)) {
        failure_set(&f, AMPC_ERROR_RUNTIME_EXCEPTION, "copy() to a view of const");
    } else if (src && dst && src->home && dst->home && src->elem != dst->elem) {
        failure_set(&f, AMPC_ERROR_RUNTIME_EXCEPTION,
                    "copy() of elements of %zu bytes to elements of %zu bytes", (size_t)src->elem,
                    (size_t)dst->elem);
    } else {
        return true;
    }
    return fail(&f);
}

void ampc_copy(const ampc_view *src, const ampc_view *dst)
{
    if (check_copy(src, dst))
        ampc__copy(src, dst, NULL, 0);
}

void ampc_copy_in(const void *src, ampc_size bytes, const ampc_view *dst)
{
    if (check_copy(NULL, dst))
        ampc__copy_in(src, bytes, dst, NULL, 0);
}

void ampc_copy_out(const ampc_view *src, void *dst, ampc_size bytes)
{
    ampc__copy_out(src, dst, bytes, NULL, 0);
}

ampc_future ampc_copy_async(const ampc_view *src, const ampc_view *dst)
{
    return check_copy(src, dst) ? ampc__copy_async(src, dst, NULL, 0) : (ampc_future){0};
}

ampc_future ampc_copy_in_async(const void *src, ampc_size bytes, const ampc_view *dst)
{
    return check_copy(NULL, dst) ? ampc__copy_in_async(src, bytes, dst, NULL, 0) : (ampc_future){0};
}

ampc_future ampc_copy_out_async(const ampc_view *src, void *dst, ampc_size bytes)
{
    return ampc__copy_out_async(src, dst, bytes, NULL, 0);
}
