#include "runtime/internal.h"

#include <stdio.h>
#include <stdlib.h>

/* What a kernel writes when assert fails in it, it calls abort or a subscript is outside;
 * codegen/kernel_stop.c and kernel_check.c are the other side. */
struct stop {
    cl_int happened;
    cl_int id[3]; /* global ids of the first thread that stopped */
    char text[1024];
    cl_int kind; /* of a subscript: enum kind; 0: the text says all */
    cl_int rank;
    cl_int index[16], extent[16];
    char reserve[104];
};
enum kind { ELEMENT = 1, INDEX, SECTION, SHAPE, POINTER };

/* Behind it lies what accesses outside go to. */
enum { STOP_BYTES = sizeof(struct stop) + 4096 };
_Static_assert(sizeof(struct stop) == 1280, "as kernel_check.c knows it");

/* The buffer of a kernel, zeroed; linked into the accelerator's list for good. */
static cl_int stop_create(struct compiled *c)
{
    char none[STOP_BYTES] = {0};
    cl_int status = CL_SUCCESS;
    c->stop = clCreateBuffer(c->accelerator->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                             sizeof none, none, &status);
    if (status != CL_SUCCESS) {
        c->stop = NULL;
        return status;
    }
    c->next_stop = c->accelerator->stops;
    c->accelerator->stops = c;
    return CL_SUCCESS;
}

bool stop_supply(struct compiled *c, const ampc__kernel *kernel, cl_uint number, struct failure *f)
{
    cl_int status = CL_SUCCESS;
    if (!c->arguments) {
        status = clGetKernelInfo(c->kernel, CL_KERNEL_NUM_ARGS, sizeof c->arguments, &c->arguments,
                                 NULL);
    }
    if (status == CL_SUCCESS && c->arguments <= number) {
        return true; /* nothing in the kernel stops */
    }
    c->rank = kernel->rank;
    if (status == CL_SUCCESS && !(c->uses & AMPC__USES_STOP)) {
        status = clSetKernelArg(c->kernel, number, sizeof(cl_mem), NULL);
        return status == CL_SUCCESS ||
               failure_set_cl(f, status, "launching kernel %s", kernel->name);
    }
    if (status == CL_SUCCESS && !c->stop) {
        status = stop_create(c);
    }
    if (status == CL_SUCCESS) {
        status = clSetKernelArg(c->kernel, number, sizeof c->stop, &c->stop);
    }
    return status == CL_SUCCESS || failure_set_cl(f, status, "launching kernel %s", kernel->name);
}

/* "(2, 3)" */
static int tuple(char *to, size_t room, const cl_int *at, int rank)
{
    size_t n = 0;
    for (int k = 0; k < rank && n < room; k++) {
        n += (size_t)snprintf(to + n, room - n, "%s%d%s", k ? ", " : "(", at[k],
                              k == rank - 1 ? ")" : "");
    }
    return (int)n;
}

/* What follows the text, about a subscript. */
static const char *outside_text(const struct stop *s, char *to, size_t room)
{
    enum { TUPLE = 240 };
    char index[TUPLE], extent[TUPLE];
    int rank = s->rank < 1 ? 1 : s->rank > 16 ? 16 : s->rank;
    tuple(index, sizeof index, s->index, rank);
    tuple(extent, sizeof extent, s->extent, rank);
    *to = 0;
    switch ((enum kind)s->kind) {
    case ELEMENT:
        snprintf(to, room, "%s is outside its extent %s", index, extent);
        break;
    case INDEX:
        snprintf(to, room, "[%d] is outside its %d elements", s->index[0], s->extent[0]);
        break;
    case SECTION:
        snprintf(to, room, ": the section from %s is not inside its extent %s", index, extent);
        break;
    case SHAPE:
        snprintf(to, room, ": extent %s of view_as has more elements than its %d", index,
                 s->extent[0]);
        break;
    case POINTER:
        snprintf(to, room, " leads to [%d] of the %d elements that it points into", s->index[0],
                 s->extent[0]);
        break;
    }
    return to;
}

static void stop_report(const struct compiled *c, const struct stop *s, struct failure *f)
{
    const cl_int *id = s->id;
    char index[64];
    if (c->rank == 1) {
        snprintf(index, sizeof index, "(%d)", id[0]);
    } else if (c->rank == 2) {
        snprintf(index, sizeof index, "(%d, %d)", id[1], id[0]);
    } else if (c->rank == 3) {
        snprintf(index, sizeof index, "(%d, %d, %d)", id[2], id[1], id[0]);
    } else {
        snprintf(index, sizeof index, "number %u of the domain", (unsigned)id[0]);
    }
    char what[600];
    failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION, "%s%s in a kernel, index %s", s->text,
                outside_text(s, what, sizeof what), index);
}

bool stop_collect(struct ampc_accelerator_view *view, struct compiled *stops, struct failure *f)
{
    bool ok = true;
    for (struct compiled *c = stops; c; c = c->next_stop) {
        struct stop s = {0}, none = {0};
        cl_int status = clEnqueueReadBuffer(view->queue, c->stop, CL_TRUE, 0, sizeof s.happened,
                                            &s.happened, 0, NULL, NULL);
        if (status == CL_SUCCESS && s.happened) {
            status =
                clEnqueueReadBuffer(view->queue, c->stop, CL_TRUE, 0, sizeof s, &s, 0, NULL, NULL);
            if (status == CL_SUCCESS) {
                status = clEnqueueWriteBuffer(view->queue, c->stop, CL_TRUE, 0, sizeof none, &none,
                                              0, NULL, NULL);
            }
            if (status == CL_SUCCESS) { /* else it is reported when the device answers again */
                s.text[sizeof s.text - 1] = 0;
                stop_report(c, &s, f);
                ok = false;
            }
        }
        if (status != CL_SUCCESS) {
            ok = failure_set_cl(f, status, "waiting for %s failed", view->accelerator->description);
        }
    }
    return ok;
}
