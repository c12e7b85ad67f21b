/* image.c - images beside the buffers of textures, from which a device's hardware samples.
 *
 * The elements of a texture are those of its home, in buffers like any others; so nothing else of
 * the library knows of images. A kernel that samples gets, besides the buffer, an image whose
 * elements a command in front of the kernel copies from it, if the buffer has been written since
 * (copy->version). Launches of other queues wait for those that use the image, as they wait for
 * those that use the buffer. A texture has no image on a device that lacks its format or takes no
 * image so large, and none any more once it could not be filled: then kernels read the buffer; so
 * they do with samplers that OpenCL lacks. Relies on launch.c, which calls the functions in their
 * order. Example: a loop of launches that sample a picture copies it once. */
#include "runtime/program.h"

#include <stdlib.h>
#include <string.h>

enum { RANK_MOST = 3 };

static uint64_t images_made; /* under runtime_lock */

/* ---- Images ---- */

static cl_mem_object_type type_of(int rank)
{
    return rank == 1   ? CL_MEM_OBJECT_IMAGE1D
           : rank == 2 ? CL_MEM_OBJECT_IMAGE2D
                       : CL_MEM_OBJECT_IMAGE3D;
}

static bool is_small(const struct image *i)
{
    const size_t *most = i->rank < 3 ? i->accelerator->image_most : i->accelerator->volume_most;
    for (int k = 0; k < i->rank; k++)
        if (i->region[k] > most[k])
            return false;
    return true;
}

/* Whether kernels may read images of the format. */
static bool is_supported(const struct image *i, const cl_image_format *format)
{
    cl_context context = i->accelerator->context;
    cl_uint count = 0;
    bool found = false;
    if (clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, type_of(i->rank), 0, NULL, &count) !=
            CL_SUCCESS ||
        !count)
        return false;
    cl_image_format *list = calloc(count, sizeof *list);
    if (list && clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, type_of(i->rank), count, list,
                                           NULL) == CL_SUCCESS)
        for (cl_uint k = 0; k < count && !found; k++)
            found = list[k].image_channel_order == format->image_channel_order &&
                    list[k].image_channel_data_type == format->image_channel_data_type;
    free(list);
    return found;
}

/* Leaves i->object 0 where there can be none. */
static void image_make(struct image *i)
{
    const size_t scalars = i->elem / sizeof(cl_float);
    const cl_channel_order order = scalars == 1 ? CL_R : scalars == 2 ? CL_RG : CL_RGBA;
    const cl_image_format format = {order, CL_FLOAT};
    const cl_image_desc shape = {.image_type = type_of(i->rank),
                                 .image_width = i->region[0],
                                 .image_height = i->rank > 1 ? i->region[1] : 0,
                                 .image_depth = i->rank > 2 ? i->region[2] : 0};
    cl_int status = CL_IMAGE_FORMAT_NOT_SUPPORTED;
    cl_mem object = NULL;
    if (!is_small(i))
        status = CL_INVALID_IMAGE_SIZE;
    else if (is_supported(i, &format))
        object = clCreateImage(i->accelerator->context, CL_MEM_READ_ONLY, &format, &shape, NULL,
                               &status);
    i->object = status == CL_SUCCESS ? object : NULL;
    trace_print("%s: a texture of %zu x %zu x %zu elements of %zu bytes is sampled from %s%s",
                i->accelerator->name, i->region[2], i->region[1], i->region[0], i->elem,
                i->object ? "an image" : "its buffer: ", i->object ? "" : cl_status_name(status));
}

static bool is_of(const struct image *i, const ampc_view *v)
{
    bool same = i->rank == v->rank && i->elem == v->elem;
    for (int k = 0; k < v->rank && same; k++)
        same = i->region[k] == (size_t)view_extents(v)[v->rank - 1 - k];
    return same;
}

/* The image of a texture, made if need be; 0: it has none. */
static struct image *image_of(const ampc_view *v, const struct ampc_accelerator *a)
{
    struct home *home = view_share(v)->home;
    struct image *i = home->images;
    if (v->rank > RANK_MOST || home->adopted || (uintptr_t)v->host != home->lo || !view_is_dense(v))
        return NULL;
    while (i && i->accelerator != a)
        i = i->next;
    if (!i && (i = calloc(1, sizeof *i))) {
        *i = (struct image){.next = home->images,
                            .accelerator = a,
                            .serial = ++images_made,
                            .rank = v->rank,
                            .elem = v->elem,
                            .region = {1, 1, 1}};
        for (int k = 0; k < v->rank; k++)
            i->region[k] = (size_t)view_extents(v)[v->rank - 1 - k];
        home->images = i;
        image_make(i);
    }
    return i && i->object && is_of(i, v) ? i : NULL;
}

static void image_release(struct image *i)
{
    if (i->object && !process_is_child())
        clReleaseMemObject(i->object); /* it stays while commands use it */
    i->object = NULL;
}

void images_free(struct home *home)
{
    while (home->images) {
        struct image *i = home->images;
        home->images = i->next;
        image_release(i);
        uses_free(i->uses);
        free(i);
    }
}

/* ---- Samplers ---- */

cl_sampler image_sampler(struct ampc_accelerator *a, const ampc__sampler_value *value,
                         uint64_t *number)
{
    static const cl_addressing_mode addresses[] = {CL_ADDRESS_REPEAT, CL_ADDRESS_MIRRORED_REPEAT,
                                                   CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP};
    enum { ADDRESSES = 4 };
    const float none[4] = {0};
    int address = value->address - 1;
    if (address < 0 || address >= ADDRESSES)
        return NULL;
    if (address == ADDRESSES - 1 && memcmp(value->border, none, sizeof none) != 0)
        return NULL; /* OpenCL's borders are zeros */
    int k = address + (value->filter ? ADDRESSES : 0);
    *number = (uint64_t)k + 1;
    if (!a->samplers[k]) {
        cl_int status = CL_SUCCESS;
        cl_sampler made =
            clCreateSampler(a->context, CL_TRUE, addresses[address],
                            value->filter ? CL_FILTER_LINEAR : CL_FILTER_NEAREST, &status);
        a->samplers[k] = status == CL_SUCCESS ? made : NULL;
    }
    return a->samplers[k];
}

/* ---- Launches ---- */

static bool is_sampled(const struct image_launch *l, int k, enum ampc__arg_kind kind)
{
    const ampc__arg *arg = &l->kernel->args[k];
    return arg->kind == kind && (arg->flags & AMPC__VIEW_IMAGE);
}

struct image *image_argument(const struct image_launch *l, int k)
{
    return l->has && is_sampled(l, k, AMPC__ARG_VIEW) ? image_of(l->args[k], l->view->accelerator)
                                                      : NULL;
}

/* Whether a view of the launch may write the elements of view k. */
static bool is_written(const struct image_launch *l, int k)
{
    const struct home *home = view_share(l->args[k])->home;
    for (int i = 0; i < l->kernel->nargs; i++) {
        const ampc_view *v = l->args[i];
        if (l->kernel->args[i].kind == AMPC__ARG_VIEW && view_share(v)->home == home &&
            !((l->kernel->args[i].flags | v->flags) & AMPC_VIEW_CONST))
            return true;
    }
    return false;
}

bool images_fit(const struct image_launch *l)
{
    struct ampc_accelerator *a = l->view->accelerator;
    cl_uint count = 0;
    uint64_t number;
    for (int k = 0; k < l->kernel->nargs; k++) {
        if (is_sampled(l, k, AMPC__ARG_VALUE) && !image_sampler(a, l->args[k], &number))
            return false;
        if (is_sampled(l, k, AMPC__ARG_VIEW) &&
            (++count > a->image_count || is_written(l, k) || !image_of(l->args[k], a)))
            return false;
    }
    return true;
}

static struct home *home_of(const struct image_launch *l, int k)
{
    return view_share(l->args[k])->home;
}

/* The program's own commands may write the buffer at any time until they end. */
static bool is_open(const struct home *home)
{
    const struct access *a = home->accesses;
    while (a && !a->writes)
        a = a->next;
    return a != NULL;
}

bool images_supply(const struct image_launch *l, struct failure *f)
{
    for (int k = 0; k < l->kernel->nargs; k++) {
        struct image *i = image_argument(l, k);
        if (!i)
            continue;
        i->updated = i->version != home_copy(home_of(l, k), l->view->accelerator)->version ||
                     is_open(home_of(l, k));
        if (!use_of(&i->uses, l->view, f))
            return false;
    }
    return true;
}

/* Submits the update of an image that is old. */
static bool image_update(struct image *i, const struct home *home, const struct image_launch *l)
{
    const struct copy *copy = home_copy(home, l->view->accelerator);
    const size_t origin[RANK_MOST] = {0};
    bool open = is_open(home);
    if (i->version == copy->version && !open) /* it is two arguments */
        return true;
    cl_int status = clEnqueueCopyBufferToImage(l->view->queue, copy->buffer, i->object,
                                               copy_offset(home, copy, home->lo), origin, i->region,
                                               0, NULL, NULL);
    i->version = status == CL_SUCCESS && !open ? copy->version : 0;
    if (status == CL_SUCCESS)
        return true;
    trace_print("%s: a texture is sampled from its buffer from now on: filling its image gave %s",
                i->accelerator->name, cl_status_name(status));
    image_release(i);
    return false;
}

bool images_update(const struct image_launch *l)
{
    bool ok = true;
    for (int k = 0; k < l->kernel->nargs; k++) {
        struct image *i = image_argument(l, k);
        if (i && i->updated && !image_update(i, home_of(l, k), l))
            ok = false;
    }
    return ok;
}

void image_mark(struct image *i, struct ampc_accelerator_view *view, uint64_t ticket)
{
    if (i)
        use_mark(i->uses, use_of(&i->uses, view, NULL), ticket, use_all, i->updated);
}
