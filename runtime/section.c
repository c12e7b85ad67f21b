/* section.c - elements with gaps between a copy and host memory, where one stands behind the other:
 * by a kernel that packs them (pack.c) or by OpenCL's transfers of boxes.
 *
 * A box has three dimensions, so a section of more is several. Drivers move boxes of short runs a
 * run at a time: NVIDIA's takes some 8 ns for each, the kernel less than one. Relies on copy.c to
 * ask and to count. Example: of an array<float, 2> the section of one column is a box of runs of 4
 * bytes, as many as there are rows. */
#include "runtime/homes.h"

#include <string.h>

enum { RUNS_FEW = 4 }; /* are as fast without a kernel */

/* Bytes with gaps: 'slices' times 'rows' runs of 'run' bytes, each so many bytes behind the one
 * before; for each index of the first 'outer' dimensions. */
struct boxes {
    size_t run, rows, slices, row_pitch, slice_pitch;
    int outer;
};

size_t elements_bytes(const ampc_view *v)
{
    size_t bytes = v->elem;
    for (int k = 0; k < v->rank; k++)
        bytes *= (size_t)view_extents(v)[k];
    return bytes;
}

/* The elements of a view as boxes; false: they are none. */
static bool view_boxes(const ampc_view *v, struct boxes *b)
{
    const int *extent = view_extents(v);
    const ampc_ptrdiff *stride = view_strides(v);
    size_t run = v->elem, count[2] = {1, 1}, pitch[2] = {0, 0};
    int k = v->rank - 1, inner = 0;
    for (; k >= 0 && (extent[k] == 1 || stride[k] == (ampc_ptrdiff)(run / v->elem)); k--)
        run *= (size_t)extent[k];
    for (; k >= 0 && inner < 2; k--) {
        if (extent[k] == 1)
            continue;
        if (stride[k] <= 0)
            return false;
        count[inner] = (size_t)extent[k];
        pitch[inner++] = (size_t)stride[k] * v->elem;
    }
    if (inner < 2)
        pitch[1] = count[0] * pitch[0];
    *b = (struct boxes){run, count[0], count[1], pitch[0], pitch[1], k + 1};
    return inner > 0 && pitch[0] >= run && pitch[1] >= count[0] * pitch[0] &&
           pitch[1] % pitch[0] == 0;
}

bool section_fits(const ampc_view *v)
{
    struct boxes b;
    return view_boxes(v, &b);
}

size_t section_runs(const ampc_view *v)
{
    struct boxes b;
    return view_boxes(v, &b) ? elements_bytes(v) / b.run : 1;
}

/* The emulator's buffers are host memory: a run at a time. */
static cl_int move_runs(const struct copy *copy, bool up, size_t offset, const struct boxes *b,
                        char *host)
{
    cl_int status = CL_SUCCESS;
    cl_command_queue queue = copy->accelerator->queue;
    for (size_t k = 0; k < b->rows * b->slices && status == CL_SUCCESS; k++, host += b->run) {
        size_t at = offset + k / b->rows * b->slice_pitch + k % b->rows * b->row_pitch;
        status =
            up ? clEnqueueWriteBuffer(queue, copy->buffer, CL_TRUE, at, b->run, host, 0, NULL, NULL)
               : clEnqueueReadBuffer(queue, copy->buffer, CL_TRUE, at, b->run, host, 0, NULL, NULL);
    }
    return status;
}

static cl_int move_box(const struct copy *copy, bool up, size_t offset, const struct boxes *b,
                       char *host)
{
    const struct ampc_accelerator *a = copy->accelerator;
    const size_t zero[3] = {0}, region[3] = {b->run, b->rows, b->slices};
    size_t slice = offset / b->slice_pitch, rest = offset % b->slice_pitch;
    const size_t origin[3] = {rest % b->row_pitch, rest / b->row_pitch, slice};
    if (a->emulated)
        return move_runs(copy, up, offset, b, host);
    if (!up)
        return clEnqueueReadBufferRect(a->queue, copy->buffer, CL_TRUE, origin, zero, region,
                                       b->row_pitch, b->slice_pitch, b->run, b->run * b->rows, host,
                                       0, NULL, NULL);
    cl_event event = NULL;
    cl_int status = clEnqueueWriteBufferRect(a->queue, copy->buffer, CL_TRUE, origin, zero, region,
                                             b->row_pitch, b->slice_pitch, b->run, b->run * b->rows,
                                             host, 0, NULL, &event);
    return command_end(status, event);
}

static cl_int move_boxes(const struct section *s, bool up, char *host)
{
    const int *extent = view_extents(s->view);
    const ampc_ptrdiff *stride = view_strides(s->view);
    int at[VIEW_RANK_MAX] = {0};
    struct boxes b;
    cl_int status = view_boxes(s->view, &b) ? CL_SUCCESS : CL_INVALID_VALUE;
    for (int k = 0; k >= 0 && status == CL_SUCCESS; host += b.run * b.rows * b.slices) {
        size_t offset = s->offset;
        for (k = 0; k < b.outer; k++)
            offset += (size_t)(at[k] * stride[k]) * s->view->elem;
        status = move_box(s->copy, up, offset, &b, host);
        for (k = b.outer - 1; k >= 0 && ++at[k] == extent[k]; k--)
            at[k] = 0;
    }
    return status;
}

cl_int section_move(const struct section *s, bool up, char *host)
{
    size_t runs = section_runs(s->view);
    cl_int status = CL_SUCCESS;
    if (runs > RUNS_FEW && pack_ready(s->copy->accelerator, runs) &&
        pack_host(s, up, host, &status))
        return status;
    return move_boxes(s, up, host);
}
