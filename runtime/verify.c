/* verify.c - AMPC_VERIFY: a kernel is run in the emulator, too, and the results are compared.
 *
 * The emulator starts from the bytes before the launch; the program goes on with the device's
 * results. The emulator runs the threads in reverse order, so that results that depend on the order
 * differ. Relies on the unit's host code of its kernels. Example: the first element of v that
 * differs is reported, with both values. */
#include "runtime/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A home's bytes before the kernel, and after it on the device. */
struct snapshot {
    const struct home *home;
    cl_mem buffer;
    size_t bytes;
    char *at, *device;
};

struct verify {
    size_t count;
    struct snapshot *homes;
};

bool verify_enabled(void)
{
    enum { UNASKED, OFF, ON };
    static int wish = UNASKED;
    int asked = __atomic_load_n(&wish, __ATOMIC_RELAXED);
    if (asked == UNASKED) {
        asked = environment_flag("AMPC_VERIFY") ? ON : OFF;
        __atomic_store_n(&wish, asked, __ATOMIC_RELAXED);
    }
    return asked == ON;
}

static const ampc_view *view_of(const struct verify_launch *l, int k)
{
    return l->kernel->args[k].kind == AMPC__ARG_VIEW ? l->args[k] : NULL;
}

static struct snapshot *find(struct verify *v, const struct home *home)
{
    for (size_t k = 0; k < v->count; k++)
        if (v->homes[k].home == home)
            return &v->homes[k];
    return NULL;
}

void verify_free(struct verify *v)
{
    for (size_t k = 0; v && k < v->count; k++) {
        free(v->homes[k].at);
        free(v->homes[k].device);
    }
    if (v)
        free(v->homes);
    free(v);
}

static bool fetch(const struct verify_launch *l, const struct snapshot *s, char *to,
                  struct failure *f)
{
    cl_int status =
        clEnqueueReadBuffer(l->view->queue, s->buffer, CL_TRUE, 0, s->bytes, to, 0, NULL, NULL);
    return status == CL_SUCCESS ||
           failure_set_cl(f, status, "AMPC_VERIFY: the data of kernel %s", l->kernel->name);
}

static bool no_memory(const struct verify_launch *l, struct failure *f)
{
    return failure_set(f, AMPC_ERROR_OUT_OF_MEMORY, "AMPC_VERIFY: no memory to verify kernel %s",
                       l->kernel->name);
}

struct verify *verify_begin(const struct verify_launch *l, struct failure *f)
{
    if (l->view->accelerator->emulated || !l->kernel->emulated)
        return NULL;
    struct verify *v = calloc(1, sizeof *v);
    if (!v || !(v->homes = calloc((size_t)l->kernel->nargs + 1, sizeof *v->homes))) {
        no_memory(l, f);
        free(v);
        return NULL;
    }
    for (int k = 0; k < l->kernel->nargs; k++) {
        const ampc_view *view = view_of(l, k);
        const struct home *home = view ? view_share(view)->home : NULL;
        if (!view || find(v, home))
            continue;
        struct snapshot *s = &v->homes[v->count++];
        *s = (struct snapshot){.home = home,
                               .buffer = home_copy(home, l->view->accelerator)->buffer,
                               .bytes = home->hi - home->lo};
        s->at = malloc(s->bytes);
        s->device = malloc(s->bytes);
        if (!((s->at && s->device) || no_memory(l, f)) || !fetch(l, s, s->at, f)) {
            verify_free(v);
            return NULL;
        }
    }
    return v;
}

/* ---- Running ---- */

/* The struct that goes with a view; see argument_set_view of argument.c. */
struct shape {
    cl_long at[1 + 16 + 8];
};

static void shape_of(const ampc_view *v, const struct home *home, struct shape *s)
{
    size_t rank = (size_t)v->rank;
    s->at[0] = (cl_long)((uintptr_t)v->host - home->lo);
    for (size_t k = 0; k < rank; k++)
        s->at[1 + k] = view_strides(v)[k];
    memcpy(&s->at[1 + rank], view_extents(v), rank * sizeof(cl_int));
}

/* Runs the kernel on the copies; false: no memory. */
static bool run(struct verify *v, const struct verify_launch *l)
{
    enum { STOP_BYTES = 8192 }; /* more than struct stop */
    size_t n = 0, nargs = (size_t)l->kernel->nargs;
    void **list = calloc(2 * nargs + 2, sizeof *list);
    void **pointers = calloc(nargs + 1, sizeof *pointers);
    struct shape *shapes = calloc(nargs + 1, sizeof *shapes);
    void *stop = calloc(1, STOP_BYTES);
    bool ok = list && pointers && shapes && stop;
    if (ok && !l->kernel->tile[0])
        list[n++] = (void *)(uintptr_t)l->extent;
    for (size_t k = 0; ok && k < nargs; k++) {
        const ampc_view *view = view_of(l, (int)k);
        pointers[k] = (void *)(uintptr_t)l->args[k];
        if (view) {
            struct snapshot *s = find(v, view_share(view)->home);
            pointers[k] = s->at;
            shape_of(view, s->home, &shapes[k]);
            list[n++] = &pointers[k];
            list[n++] = &shapes[k];
        } else {
            bool buffer = l->kernel->args[k].kind == AMPC__ARG_BUFFER;
            list[n++] = buffer ? (void *)&pointers[k] : pointers[k];
        }
    }
    if (ok) {
        list[n] = &stop;
        /* Not the launch's own sizes: work-items may be blocks of threads, and whole tiles. */
        size_t threads[3] = {1, 1, 1}, tile[3] = {1, 1, 1};
        int rank = l->kernel->rank;
        bool tiled = l->kernel->tile[0] != 0;
        for (int k = 0; k < rank; k++)
            threads[rank > 3 ? 0 : k] *= (size_t)l->extent[rank - 1 - k];
        for (int k = 0; k < rank && tiled; k++)
            tile[k] = (size_t)l->kernel->tile[rank - 1 - k];
        ok = emulator_run(l->kernel->emulated, list, tiled, true, threads, tile);
    }
    free(list);
    free(pointers);
    free(shapes);
    free(stop);
    return ok;
}

/* ---- Comparing ---- */

/* Whether two numbers are equal within the tolerance for the order of additions and the accuracy of
 * functions. */
static bool about(double a, double b, double relative, double absolute)
{
    double x = a < 0 ? -a : a, y = b < 0 ? -b : b, away = a < b ? b - a : a - b;
    return a == b || (a != a && b != b) || away <= relative * (x < y ? y : x) + absolute;
}

static bool same_float(const char *a, const char *b)
{
    float x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return about((double)x, (double)y, 1e-3, 1e-5);
}

static bool same_double(const char *a, const char *b)
{
    double x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return about(x, y, 1e-9, 1e-12);
}

/* The bytes that a letter of ampc__arg.layout stands for. */
static size_t letter_bytes(char letter)
{
    return letter == 'f' ? sizeof(float) : letter == 'd' ? sizeof(double) : 1;
}

/* Where two elements differ, and the letter there; 'bytes': nowhere. */
static size_t difference(const char *a, const char *b, size_t bytes, const char *layout, char *what)
{
    const char *l = layout ? layout : "b";
    size_t at = 0;
    if (memcmp(a, b, bytes) == 0)
        return bytes;
    for (; at < bytes; at += letter_bytes(*what), l = l[1] ? l + 1 : layout ? layout : "b") {
        *what = *l;
        if (*what == 'f'   ? !same_float(a + at, b + at)
            : *what == 'd' ? !same_double(a + at, b + at)
                           : *what == 'b' && a[at] != b[at])
            break;
    }
    return at;
}

static void value_text(const char *at, size_t bytes, char what, char *to, size_t room)
{
    if (what == 'f') {
        float x;
        memcpy(&x, at, sizeof x);
        snprintf(to, room, "%.9g", (double)x);
    } else if (what == 'd') {
        double x;
        memcpy(&x, at, sizeof x);
        snprintf(to, room, "%.17g", x);
    } else if (bytes == sizeof(int)) {
        int x;
        memcpy(&x, at, sizeof x);
        snprintf(to, room, "%d", x);
    } else {
        size_t n = (size_t)snprintf(to, room, "the bytes");
        for (size_t k = 0; k < bytes && k < 16; k++)
            n += (size_t)snprintf(to + n, room - n, " %02x", (unsigned char)at[k]);
    }
}

/* The elements differ from byte 'from' on. */
static bool report(const struct verify_launch *l, int k, const int *index, const char *device,
                   const char *host, size_t from, char what, struct failure *f)
{
    const ampc__arg *arg = &l->kernel->args[k];
    char text[256] = "", one[128], two[128], place[64] = "";
    size_t n = 0;
    for (int d = 0; d < arg->rank && n < sizeof text; d++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%d", d ? ", " : "", index[d]);
    if (arg->size == sizeof(int) && what == 'b') /* as a whole */
        from = 0;
    if (from)
        snprintf(place, sizeof place, ", from its byte %zu on,", from);
    value_text(device + from, arg->size - from, what, one, sizeof one);
    value_text(host + from, arg->size - from, what, two, sizeof two);
    return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION,
                       "AMPC_VERIFY: after kernel %s, %s(%s)%s is %s on %s and %s on the host",
                       l->kernel->name, arg->name, text, place, one, l->view->accelerator->name,
                       two);
}

static bool compare(const struct verify_launch *l, int k, const struct snapshot *s,
                    struct failure *f)
{
    const ampc_view *v = view_of(l, k);
    int index[VIEW_RANK_MAX] = {0};
    ptrdiff_t first = (ptrdiff_t)((uintptr_t)v->host - s->home->lo);
    for (int d = 0; d >= 0;) {
        ptrdiff_t at = 0;
        for (d = 0; d < v->rank; d++)
            at += index[d] * view_strides(v)[d];
        at = first + at * (ptrdiff_t)v->elem;
        char what = 0;
        size_t from =
            difference(s->device + at, s->at + at, v->elem, l->kernel->args[k].layout, &what);
        if (from < v->elem)
            return report(l, k, index, s->device + at, s->at + at, from, what, f);
        for (d = v->rank - 1; d >= 0 && ++index[d] == view_extents(v)[d]; d--)
            index[d] = 0;
    }
    return true;
}

bool verify_end(struct verify *v, const struct verify_launch *l, struct failure *f)
{
    bool ok = true;
    for (size_t k = 0; k < v->count && ok; k++)
        ok = fetch(l, &v->homes[k], v->homes[k].device, f);
    ok = ok && (run(v, l) || no_memory(l, f));
    for (int k = 0; k < l->kernel->nargs && ok; k++) {
        const ampc_view *view = view_of(l, k);
        if (view && !((l->kernel->args[k].flags | view->flags) & AMPC_VIEW_CONST))
            ok = compare(l, k, find(v, view_share(view)->home), f);
    }
    return ok;
}
