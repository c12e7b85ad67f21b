/* stop.c - assert and abort in kernels, and subscripts that were out of range: the buffer in which
 * a kernel notes where and why, and the report.
 *
 * One buffer per queue and kernel, read when the queue has been waited for. The texts of generated
 * code and this file share struct stop's layout (ampc_gen.h). */
#include "runtime/program.h"

#include <stdio.h>
#include <stdlib.h>

/* What a kernel writes when assert fails in it, it calls abort or a subscript is outside;
 * codegen/kernel/kernel_stop.c and kernel_check.c are the other side. */
struct stop {
    cl_int happened;
    cl_int id[3]; /* global ids of the first thread that stopped */
    char text[1024];
    cl_int kind; /* of a subscript: enum kind; 0: the text says all */
    cl_int rank;
    cl_int index[16], extent[16];
    char reserve[104];
};
enum kind { ELEMENT = 1, INDEX, SECTION, SHAPE, POINTER, GAP };

/* Behind it is the scratch memory for accesses that are outside. */
enum { STOP_BYTES = sizeof(struct stop) + 4096 };
_Static_assert(sizeof(struct stop) == 1280, "as kernel_check.c knows it");

/* A new note, all zero. Each queue has its own, so that it is not read while kernels of another
 * queue write it. */
static struct note *note_new(struct compiled *c, int rank, cl_command_queue queue, cl_int *status)
{
    char none[STOP_BYTES] = {0};
    struct note *note = calloc(1, sizeof *note);
    *status = CL_OUT_OF_HOST_MEMORY;
    if (note) {
        note->queue = queue;
        note->rank = rank;
        note->buffer =
            clCreateBuffer(c->accelerator->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                           sizeof none, none, status);
    }
    if (*status != CL_SUCCESS) {
        free(note);
        return NULL;
    }
    note->other = c->stops;
    c->stops = note;
    note->next = c->accelerator->stops;
    c->accelerator->stops = note;
    return note;
}

bool stop_supply(struct compiled *c, const ampc__kernel *kernel, cl_command_queue queue,
                 cl_uint number, struct failure *f)
{
    cl_int status = CL_SUCCESS;
    struct note *note = c->stops;
    if (!c->argument_count) {
        status = clGetKernelInfo(c->kernel, CL_KERNEL_NUM_ARGS, sizeof c->argument_count,
                                 &c->argument_count, NULL);
    }
    if (status == CL_SUCCESS && (c->argument_count <= number || c->stop_queue == queue))
        return true; /* nothing in the kernel stops, or the argument is set */
    c->stop_queue = NULL;
    if (status == CL_SUCCESS && !(c->uses & AMPC__USES_STOP)) {
        status = clSetKernelArg(c->kernel, number, sizeof(cl_mem), NULL);
        c->stop_queue = status == CL_SUCCESS ? queue : NULL;
        return status == CL_SUCCESS ||
               failure_set_cl(f, status, "launching kernel %s", kernel->name);
    }
    while (note && note->queue != queue)
        note = note->other;
    if (status == CL_SUCCESS && !note)
        note = note_new(c, kernel->rank, queue, &status);
    if (status == CL_SUCCESS)
        status = clSetKernelArg(c->kernel, number, sizeof note->buffer, &note->buffer);
    c->stop_queue = status == CL_SUCCESS ? queue : NULL;
    return status == CL_SUCCESS || failure_set_cl(f, status, "launching kernel %s", kernel->name);
}

static cl_int note_look(cl_command_queue queue, const struct note *note, struct stop *s)
{
    return clEnqueueReadBuffer(queue, note->buffer, CL_TRUE, 0, sizeof s->happened, &s->happened, 0,
                               NULL, NULL);
}

bool stop_happened(const struct compiled *c, cl_command_queue queue)
{
    struct stop s = {0};
    for (const struct note *note = c->stops; note && !s.happened; note = note->other)
        if (note->queue == queue && note_look(queue, note, &s) != CL_SUCCESS)
            return false;
    return s.happened;
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

/* The end of the message, about a subscript. */
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
    case GAP:
        snprintf(to, room, " leads to [%d], between the rows of the section that it points into",
                 s->index[0]);
        break;
    }
    return to;
}

static void stop_report(int rank, const struct stop *s, struct failure *f)
{
    const cl_int *id = s->id;
    char index[64];
    sound_fault();
    if (rank == 1)
        snprintf(index, sizeof index, "(%d)", id[0]);
    else if (rank == 2)
        snprintf(index, sizeof index, "(%d, %d)", id[1], id[0]);
    else if (rank == 3)
        snprintf(index, sizeof index, "(%d, %d, %d)", id[2], id[1], id[0]);
    else
        snprintf(index, sizeof index, "number %u of the domain", (unsigned)id[0]);
    char what[600];
    failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION, "%s%s in a kernel, index %s", s->text,
                outside_text(s, what, sizeof what), index);
}

/* Reads and clears the note. */
static cl_int note_take(cl_command_queue queue, const struct note *note, struct stop *s)
{
    const struct stop none = {0};
    cl_int status = note_look(queue, note, s);
    if (status == CL_SUCCESS && s->happened) {
        status = clEnqueueReadBuffer(queue, note->buffer, CL_TRUE, 0, sizeof *s, s, 0, NULL, NULL);
        if (status == CL_SUCCESS) {
            status = clEnqueueWriteBuffer(queue, note->buffer, CL_TRUE, 0, sizeof none, &none, 0,
                                          NULL, NULL);
        }
        s->text[sizeof s->text - 1] = 0;
    }
    return status;
}

bool stop_collect(struct ampc_accelerator_view *view, const struct note *notes, struct failure *f)
{
    bool ok = true;
    for (; notes; notes = notes->next) {
        struct stop s = {0};
        cl_int status =
            notes->queue == view->queue ? note_take(view->queue, notes, &s) : CL_SUCCESS;
        if (status != CL_SUCCESS) { /* a stop is reported when the device answers again */
            ok = failure_set_cl(f, status, "waiting for %s failed", view->accelerator->description);
        } else if (s.happened) { /* no other thread has taken it meanwhile */
            stop_report(notes->rank, &s, f);
            ok = false;
        }
    }
    return ok;
}

/* ---- Functions that the emulator calls outside of kernels ---- */

void *stop_note_make(void)
{
    return calloc(1, STOP_BYTES);
}

bool stop_note_end(void *note, struct failure *f)
{
    struct stop *s = note;
    bool happened = s->happened;
    if (happened)
        stop_report(1, s, f);
    free(note);
    return !happened;
}
