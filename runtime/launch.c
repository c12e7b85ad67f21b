/* launch.c - parallel_for_each at run time: the domain's sizes, the arguments, the order between
 * queues, the enqueue.
 *
 * Arguments and captures are the kernel's: from the first one that is set to the submission,
 * runtime_lock is held. Example: a launch over extent<2>(1000, 1000) is enqueued with groups of 32
 * x 8 on a GPU (domain.c), or smaller ones if the driver refuses these. */
#include "runtime/program.h"
#include "runtime/profile.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An accelerator_view for whose launch number 'ticket' a launch waits. */
struct followed {
    struct ampc_accelerator_view *view;
    uint64_t ticket;
};

/* One parallel_for_each that is being launched. */
struct launch {
    ampc__kernel *kernel;
    const ampc__kernel *written; /* the program's, in whose place flat_choose may have put it */
    const int *domain;           /* its extent */
    int sides[3];
    struct ampc_accelerator_view *view;
    struct ampc_accelerator *accelerator; /* the view's */
    struct compiled *compiled;
    const int *extent;
    const void *const *args;
    struct work work;
    struct purpose why;
    struct followed *followed;
    size_t followed_count;
    ampc_future *future; /* what it becomes; 0: nobody asks */
    cl_event end;        /* of the kernel, once it is submitted */
    struct tuned tuned;  /* how it runs, if it is tuned; 0 in all */
    cl_event measured;   /* of the kernel, if it is; or 0 */
    unsigned known;      /* see known_form */
    bool undecided;
    cl_event before;  /* the milestone to wait for, see queue_milestone; 0: none */
    bool flushes;     /* the queue is to be flushed */
    bool loses_image; /* a texture turned out to have none: the launch is to be made again */
};

/* ---- Arguments ---- */

static bool arg_is(const struct launch *l, int k, enum ampc__arg_kind kind)
{
    return l->kernel->args[k].kind == kind;
}

static const ampc_view *arg_view(const struct launch *l, int k)
{
    return l->args[k];
}

static struct share *arg_share(const struct launch *l, int k)
{
    return (struct share *)(void *)arg_view(l, k)->home;
}

/* Only reads go through the view. */
static bool arg_is_const(const struct launch *l, int k)
{
    return ((l->kernel->args[k].flags | arg_view(l, k)->flags) & AMPC_VIEW_CONST) != 0;
}

/* Refuses empty views. */
static bool args_check(const struct launch *l, struct failure *f)
{
    for (int k = 0; k < l->kernel->nargs; k++) {
        if (!arg_is(l, k, AMPC__ARG_VIEW))
            continue;
        if (!arg_view(l, k)->home) {
            return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION,
                               "the kernel captures '%s', an empty array or array_view",
                               l->kernel->args[k].name);
        }
        if (view_has_left(arg_view(l, k))) {
            char what[160];
            snprintf(what, sizeof what, "the kernel captures '%s',", l->kernel->args[k].name);
            return view_check_left(arg_view(l, k), what, f);
        }
        if (l->kernel->args[k].fixed && !view_check_fixed(arg_view(l, k), &l->kernel->args[k], f))
            return false;
    }
    return true;
}

/* ---- The form of the build that serves the launch ---- */

/* Whether the kernel writes memory of view k through another one. */
static bool is_written_by_others(const struct launch *l, int k)
{
    bool written = false;
    for (int i = 0; i < l->kernel->nargs && !written; i++)
        written = i != k && arg_is(l, i, AMPC__ARG_VIEW) && !arg_is_const(l, i) &&
                  arg_share(l, i)->home == arg_share(l, k)->home;
    return written;
}

static bool is_dense(const struct launch *l, int view)
{
    const ampc_view *v = arg_view(l, view);
    ampc_ptrdiff stride = 1;
    for (int k = v->rank - 1; k >= 0; k--) {
        if (view_strides(v)[k] != stride)
            return false;
        stride *= view_extents(v)[k];
    }
    return (uintptr_t)v->host == copy_base(arg_share(l, view)->home, l->accelerator) &&
           !is_written_by_others(l, view);
}

/* As the text of kernels has it (kernel_alignment_gain in codegen/kernel/kernel_type.c); on devices
 * elements are aligned as in host memory. */
static bool is_aligned(const ampc_view *v)
{
    uintptr_t power = v->elem & -(uintptr_t)v->elem;
    uintptr_t gain = power < BASE_ALIGNMENT ? power : BASE_ALIGNMENT;
    return (uintptr_t)v->host % gain == 0;
}

/* Whether view k has the extents and strides of the first one of its rank. */
static bool is_equal(const struct launch *l, int k)
{
    const ampc_view *v = arg_view(l, k);
    size_t rank = (size_t)v->rank;
    int first = 0;
    while (!arg_is(l, first, AMPC__ARG_VIEW) || arg_view(l, first)->rank != v->rank)
        first++;
    const ampc_view *other = arg_view(l, first);
    return rank < 2 || first == k ||
           (memcmp(view_extents(v), view_extents(other), rank * sizeof(int)) == 0 &&
            memcmp(view_strides(v), view_strides(other), rank * sizeof(ampc_ptrdiff)) == 0);
}

/* Whether view k has the extent of the domain, and it is the only one of both. */
static bool is_same(const struct launch *l, int k)
{
    const ampc_view *v = arg_view(l, k);
    return l->kernel->rank == 1 && v->rank == 1 && *view_extents(v) == *l->extent;
}

/* Whether the buffers of constant views, which are those of their homes, fit into constant memory,
 * and no other view of the launch writes them. */
static bool is_constant(const struct launch *l)
{
    bool written = false;
    uint64_t bytes = 0;
    uint32_t count = 0;
    for (int k = 0; k < l->kernel->nargs; k++) {
        if (!arg_is(l, k, AMPC__ARG_VIEW) || !(l->kernel->args[k].flags & AMPC__VIEW_CONSTANT))
            continue;
        const struct home *home = arg_share(l, k)->home;
        bytes += home->hi - copy_base(home, l->accelerator);
        count++;
        written |= is_written_by_others(l, k);
    }
    return !written && bytes <= l->accelerator->constant_bytes &&
           count <= l->accelerator->constant_count;
}

/* The launch as image.c sees it. */
static struct image_launch with_images(const struct launch *l)
{
    bool has = l->compiled && l->compiled->has_images;
    return (struct image_launch){l->kernel, l->args, l->view, has};
}

/* What the text gains by and holds for all views of the launch, whose homes are claimed. */
static unsigned launch_form(const struct launch *l)
{
    unsigned wide = 0, form = program_forms(l->kernel->module, l->accelerator);
    double rounds = kernel_rounds(l->kernel, l->extent, l->args);
    if (l->tuned.plain || (!l->tuned.tuning && !blocks_gain(l->kernel, rounds)))
        form &= ~(unsigned)FORM_BLOCKS;
    if (has_panels(l->kernel, form) &&
        !panels_gain(l->kernel, l->accelerator, l->extent, rounds, l->args))
        form |= FORM_SHORT;
    for (int k = 0; k < l->kernel->nargs; k++) {
        if (!arg_is(l, k, AMPC__ARG_VIEW))
            continue;
        const ampc_view *v = arg_view(l, k);
        wide |= view_is_wide(v) ? FORM_WIDE : 0;
        if ((form & FORM_DENSE) && !is_dense(l, k))
            form &= ~(unsigned)FORM_DENSE;
        if ((form & FORM_EQUAL) && !is_equal(l, k))
            form &= ~(unsigned)FORM_EQUAL;
        if ((form & FORM_ALIGNED) && !is_aligned(v))
            form &= ~(unsigned)FORM_ALIGNED;
        if ((form & FORM_SAME) && !((form & FORM_DENSE) && is_same(l, k)))
            form &= ~(unsigned)FORM_SAME;
    }
    /* What is fetched into panels is in global memory. */
    if ((form & FORM_CONSTANT) &&
        (!is_constant(l) || (known_cover(l->known) && l->kernel->cover.kind == AMPC__COVER_PANELS)))
        form &= ~(unsigned)FORM_CONSTANT;
    const struct image_launch images = with_images(l);
    if ((form & FORM_IMAGES) && !images_fit(&images))
        form &= ~(unsigned)FORM_IMAGES;
    if ((form & FORM_SAME) && (l->known || !program_gains_same(l->kernel->module, l->accelerator)))
        form &= ~(unsigned)FORM_SAME;
    return form | wide | l->known;
}

static bool capture_changes(const struct launch *l, int k)
{
    const struct capture *c = &l->compiled->captures[k];
    return !c->filled || memcmp(c->bytes, l->args[k], l->kernel->args[k].size) != 0;
}

/* Puts the bytes of a large capture into its buffer. Nothing that uses the buffer is pending. */
static bool capture_fill(struct launch *l, int k, struct failure *f)
{
    struct capture *c = &l->compiled->captures[k];
    size_t bytes = l->kernel->args[k].size;
    cl_int status = CL_SUCCESS;
    if (!c->bytes && !(c->bytes = malloc(bytes))) {
        return failure_set(f, AMPC_ERROR_OUT_OF_MEMORY, "no memory for the capture of '%s'",
                           l->kernel->args[k].name);
    }
    if (!c->buffer) {
        c->buffer = clCreateBuffer(l->accelerator->context, CL_MEM_READ_ONLY, bytes, NULL, &status);
        c->buffer = status == CL_SUCCESS ? c->buffer : NULL;
    }
    if (status == CL_SUCCESS) {
        memcpy(c->bytes, l->args[k], bytes);
        status = clEnqueueWriteBuffer(l->view->queue, c->buffer, CL_FALSE, 0, bytes, c->bytes, 0,
                                      NULL, NULL);
    }
    c->filled = status == CL_SUCCESS;
    if (!c->filled) {
        return failure_set_cl(f, status, "capturing '%s', %zu bytes", l->kernel->args[k].name,
                              bytes);
    }
    if (!l->accelerator->zero_copy)
        counters_upload(bytes);
    return true;
}

/* Is there a launch on another accelerator that still works in the host's memory, which this one is
 * about to change there? */
static bool is_shared(const struct launch *l, int k, struct awaited *what)
{
    bool changes = l->accelerator->zero_copy && !arg_is_const(l, k);
    for (struct copy *c = changes ? arg_share(l, k)->home->copies : NULL; c; c = c->next)
        if (c->zero_copy && c->accelerator != l->accelerator &&
            use_pending(c->uses, use_all, true, what))
            return true;
    return false;
}

/* Waits for work that conflicts with view k, if there is any; *waited: the lock was given up. */
static bool view_settle(struct launch *l, int k, bool *waited, struct failure *f)
{
    struct ampc_accelerator *a = l->accelerator;
    struct share *share = arg_share(l, k);
    struct interval range = view_range(arg_view(l, k));
    struct copy *copy = home_copy(share->home, a);
    struct awaited what;
    bool all = a->zero_copy; /* of which the device can only own the whole */
    *waited = false;
    if (!home_is_free(share->home, l->view, range.lo, range.hi, !arg_is_const(l, k), f))
        return false;
    if ((copy && home_needs_upload(share->home, a, range.lo, range.hi) &&
         use_pending(copy->uses, all ? use_all : range, true, &what)) ||
        is_shared(l, k, &what)) {
        *waited = true;
        return use_wait(&what, f);
    }
    *waited = home_needs_host(share->home, a, range.lo, range.hi) &&
              !home_is_settled(share->home, range.lo, range.hi, AMPC_READ);
    return !*waited || home_settle(share, range.lo, range.hi, AMPC_READ, f);
}

/* Copies every view's stale elements to the device; their homes are claimed. */
static bool views_supply(struct launch *l, struct failure *f)
{
    int nargs = l->kernel->nargs;
    for (int k = 0; k < nargs;) {
        bool waited = false;
        if (arg_is(l, k, AMPC__ARG_VIEW) && !view_settle(l, k, &waited, f))
            return false;
        k = waited ? 0 : k + 1;
    }
    for (int k = 0; k < nargs; k++) {
        if (!arg_is(l, k, AMPC__ARG_VIEW))
            continue;
        struct interval range = view_range(arg_view(l, k));
        struct copy *copy = home_to_device(arg_share(l, k)->home, l->accelerator, range.lo,
                                           range.hi, (size_t)nargs, &l->why, f);
        if (!copy || !use_of(&copy->uses, l->view, f))
            return false;
    }
    return true;
}

/* Fills the buffers of large captures. They are the kernel's, as its arguments are: the lock is not
 * given up after the last wait. */
static bool captures_supply(struct launch *l, struct failure *f)
{
    int nargs = l->kernel->nargs;
    for (int k = 0; k < nargs;) {
        struct awaited what;
        bool waits = arg_is(l, k, AMPC__ARG_BUFFER) &&
                     use_pending(l->compiled->captures[k].uses, use_all, true, &what) &&
                     capture_changes(l, k);
        if (waits && !use_wait(&what, f))
            return false;
        k = waits ? 0 : k + 1;
    }
    for (int k = 0; k < nargs; k++)
        if (arg_is(l, k, AMPC__ARG_BUFFER) &&
            (!use_of(&l->compiled->captures[k].uses, l->view, f) ||
             (capture_changes(l, k) && !capture_fill(l, k, f))))
            return false;
    return true;
}

/* The lock is not given up from here to the submission. */
static bool args_set(struct launch *l, struct failure *f)
{
    const struct compiled *c = l->compiled;
    cl_uint number = 0;
    cl_int status = CL_SUCCESS;
    const struct image_launch images = with_images(l);
    arguments_forget(c);
    if (c->is_dense && !c->is_same) {
        status = argument_set_shapes(c, l->kernel, l->extent, l->args);
        number++;
    } else if (!c->is_dense && !l->kernel->tile[0])
        status = argument_set(c, number++, (size_t)l->kernel->rank * sizeof(cl_int), l->extent);
    for (int k = 0; k < l->kernel->nargs && status == CL_SUCCESS; k++) {
        const ampc__arg *arg = &l->kernel->args[k];
        switch ((enum ampc__arg_kind)arg->kind) {
        case AMPC__ARG_VALUE:
            status = argument_set(c, number++, arg->size, l->args[k]);
            if (c->has_images && (arg->flags & AMPC__VIEW_IMAGE) && status == CL_SUCCESS)
                status = argument_set_sampler(c, number++, l->args[k]);
            break;
        case AMPC__ARG_BUFFER:
            status = argument_set_capture(c, number++, &c->captures[k]);
            break;
        case AMPC__ARG_VIEW: {
            struct home *home = arg_share(l, k)->home;
            const struct image *image = image_argument(&images, k);
            status = argument_set_view(c, &number, arg_view(l, k), home,
                                       home_copy(home, l->accelerator));
            if (image && status == CL_SUCCESS)
                status = argument_set_image(c, number++, image);
            break;
        }
        }
        if (status != CL_SUCCESS)
            return failure_set_cl(f, status, "capturing '%s'", arg->name);
    }
    return status == CL_SUCCESS ? stop_supply(l->compiled, l->kernel, l->view->queue, number, f)
                                : failure_set_cl(f, status, "launching kernel %s", l->kernel->name);
}

/* ---- Launching ---- */

/* The number of the launch that was submitted. */
static uint64_t launch_ticket(struct launch *l)
{
    uint64_t ticket = ++l->view->submitted;
    l->flushes = l->future || queue_flush_wanted(l->view);
    if (l->end && l->future)
        *l->future = future_of_launch(l->end, l->view, ticket, l->why.file, l->why.line);
    if (l->end) {
        l->before = queue_milestone(l->view, ticket, l->end);
        queue_end_add(l->view, ticket, l->end);
    }
    return ticket;
}

/* Notes what the submitted kernel uses and may write; the entries of the uses exist. */
static void launch_mark(struct launch *l)
{
    struct ampc_accelerator_view *view = l->view;
    uint64_t ticket = launch_ticket(l);
    const struct image_launch images = with_images(l);
    view->prints = view->prints || (l->compiled->uses & AMPC__USES_PRINTF);
    for (int k = 0; k < l->kernel->nargs; k++) {
        if (arg_is(l, k, AMPC__ARG_BUFFER)) {
            /* The first launch after a change writes the buffer; so may any count as writing. */
            struct use **uses = &l->compiled->captures[k].uses;
            use_mark(*uses, use_of(uses, view, NULL), ticket, use_all, true);
        }
        if (!arg_is(l, k, AMPC__ARG_VIEW))
            continue;
        struct home *home = arg_share(l, k)->home;
        struct copy *copy = home_copy(home, l->accelerator);
        struct use *use = use_of(&copy->uses, view, NULL);
        struct interval range = view_range(arg_view(l, k));
        use_mark(copy->uses, use, ticket, range, !arg_is_const(l, k));
        if (!arg_is_const(l, k))
            home_written(home, copy, range.lo, range.hi);
        image_mark(image_argument(&images, k), view, ticket);
    }
}

/* ---- Order between views ---- */

/* Makes the launch wait for launch number 'ticket' of 'view', too. */
static bool follow(struct launch *l, struct ampc_accelerator_view *view, uint64_t ticket,
                   struct failure *f)
{
    for (size_t k = 0; k < l->followed_count; k++) {
        struct followed *other = &l->followed[k];
        if (other->view == view) {
            other->ticket = other->ticket > ticket ? other->ticket : ticket;
            return true;
        }
    }
    struct followed *list = realloc(l->followed, (l->followed_count + 1) * sizeof *l->followed);
    if (!list)
        return failure_set(f, AMPC_ERROR_OUT_OF_MEMORY, "no memory for a launch");
    l->followed = list;
    list[l->followed_count++] = (struct followed){view, ticket};
    return true;
}

static bool follow_uses(struct launch *l, const struct use *use, struct interval range, bool writes,
                        struct failure *f)
{
    for (; use; use = use->next) {
        uint64_t ticket = use_must_wait(use, l->view, range, writes);
        if (ticket && !follow(l, use->view, ticket, f))
            return false;
    }
    return true;
}

/* Submits a wait to the launch's queue: for that launch's event, or for all that was submitted to
 * its view. */
static cl_int follow_submit(struct launch *l, const struct followed *after)
{
    struct ampc_accelerator_view *view = after->view;
    cl_int status = CL_SUCCESS;
    cl_event kept = queue_end(view, after->ticket), event = kept;
    if (!kept)
        status = clEnqueueMarkerWithWaitList(view->queue, 0, NULL, &event);
    if (status == CL_SUCCESS)
        status = clEnqueueBarrierWithWaitList(l->view->queue, 1, &event, NULL);
    if (event && !kept)
        clReleaseEvent(event);
    if (!view->accelerator->emulated) /* whose waits need no flush, and might run kernels here */
        clFlush(view->queue);
    return status;
}

/* Makes the launch wait for conflicting launches of other views. */
static bool launch_follow(struct launch *l, struct failure *f)
{
    const struct image_launch images = with_images(l);
    bool ok = true;
    for (int k = 0; k < l->kernel->nargs && ok; k++) {
        if (arg_is(l, k, AMPC__ARG_BUFFER)) {
            ok = follow_uses(l, l->compiled->captures[k].uses, use_all, false, f);
        } else if (arg_is(l, k, AMPC__ARG_VIEW)) {
            const struct copy *copy = home_copy(arg_share(l, k)->home, l->accelerator);
            const struct image *image = image_argument(&images, k);
            ok = follow_uses(l, copy->uses, view_range(arg_view(l, k)), !arg_is_const(l, k), f) &&
                 (!image || follow_uses(l, image->uses, use_all, image->updated, f));
        }
    }
    for (size_t k = 0; k < l->followed_count && ok; k++) {
        cl_int status = follow_submit(l, &l->followed[k]);
        ok = status == CL_SUCCESS || failure_set_cl(f, status, "waiting for %s",
                                                    l->followed[k].view->accelerator->description);
    }
    free(l->followed);
    l->followed = NULL;
    l->followed_count = 0;
    return ok;
}

/* Bytes of the elements of all views. */
static uint64_t launch_bytes(const struct launch *l)
{
    uint64_t sum = 0;
    for (int k = 0; k < l->kernel->nargs; k++) {
        if (arg_is(l, k, AMPC__ARG_VIEW)) {
            const ampc_view *v = arg_view(l, k);
            uint64_t bytes = v->elem;
            for (int d = 0; d < v->rank; d++)
                bytes *= (uint64_t)view_extents(v)[d];
            sum += bytes;
        }
    }
    return sum;
}

/* Floating-point operations of all threads; below 0: the compiler does not know. */
static double launch_operations(const struct launch *l)
{
    double threads = 1;
    for (int k = 0; k < l->kernel->rank; k++)
        threads *= l->extent[k];
    return l->kernel->work ? threads * l->kernel->work(l->extent, l->args) : -1;
}

static cl_int launch_enqueue(struct launch *l)
{
    bool profiled = profile_enabled();
    double submitted = profiled ? profile_now() : 0;
    bool wanted = l->future || profiled || l->tuned.measured || queue_end_wanted(l->view);
    cl_int status = clEnqueueNDRangeKernel(l->view->queue, l->compiled->kernel, l->work.dimensions,
                                           work_offset(&l->work), l->work.global, l->work.local, 0,
                                           NULL, wanted ? &l->end : NULL);
    if (status != CL_SUCCESS) {
        l->end = NULL;
    } else if (profiled && clRetainEvent(l->end) == CL_SUCCESS) {
        profile_add_event(&(struct profile_span){.kind = PROFILE_KERNEL,
                                                 .what = l->kernel->name,
                                                 .file = l->kernel->where.file,
                                                 .line = l->kernel->where.line,
                                                 .accelerator = l->accelerator,
                                                 .view = l->view,
                                                 .bytes = launch_bytes(l),
                                                 .kernel = l->kernel,
                                                 .operations = launch_operations(l)},
                          submitted, l->end);
    }
    return status;
}

/* The driver takes no groups of this size; *smaller: it says that it takes smaller ones. */
static bool group_refused(const struct launch *l, cl_int status, bool *smaller)
{
    *smaller = l->compiled->limit > 0 &&
               l->compiled->limit < l->work.local[0] * l->work.local[1] * l->work.local[2];
    return status == CL_INVALID_WORK_GROUP_SIZE || status == CL_OUT_OF_RESOURCES;
}

/* For AMPC_VERBOSE. */
static void say_launch(const struct launch *l)
{
    const ampc__kernel *kernel = l->kernel;
    char over[256] = "";
    size_t n = 0;
    for (int k = 0; k < kernel->rank && n < sizeof over; k++)
        n += (size_t)snprintf(over + n, sizeof over - n, "%s%d", k ? " x " : "", l->extent[k]);
    trace_print("%s:%d: launched %s over %s threads on %s", l->why.file, l->why.line, kernel->name,
                over, l->accelerator->name);
}

static void work_sizes(struct launch *l)
{
    domain_sizes(l->compiled, l->kernel, l->extent, kernel_rounds(l->kernel, l->extent, l->args),
                 l->tuned.group, &l->work);
}

/* Submits the kernel. The simple form, which has a group of our choice, gets a smaller one from now
 * on where the driver refuses it. */
static bool launch_submit(struct launch *l, struct failure *f)
{
    bool smaller;
    cl_int status = launch_enqueue(l);
    if (group_refused(l, status, &smaller) && smaller) {
        if (l->kernel->tile[0])
            return program_check_tile(l->kernel, l->accelerator, l->compiled->limit, f);
        launch_group(l->accelerator, l->kernel, l->compiled->limit, l->compiled->group);
        arguments_forget(l->compiled);
        l->tuned.group = 0;
        work_sizes(l);
        status = launch_enqueue(l);
    }
    if (status == CL_SUCCESS && trace_enabled())
        say_launch(l);
    return status == CL_SUCCESS || failure_set_cl(f, status, "launching kernel %s on %s",
                                                  l->kernel->name, l->accelerator->description);
}

static bool launch_locked(struct launch *l, struct failure *f)
{
    cl_command_queue queue = l->view->queue;
    work_sizes(l);
    said_launch(l->compiled, l->kernel, &l->work, &l->tuned);
    const struct image_launch images = with_images(l);
    bool ok = views_supply(l, f) && captures_supply(l, f) && images_supply(&images, f) &&
              args_set(l, f) && launch_follow(l, f);
    l->loses_image = ok && !images_update(&images);
    const struct verify_launch again = {l->written, l->view, l->domain, l->args};
    struct verify *verify = ok && verify_enabled() ? verify_begin(&again, f) : NULL;
    ok = f->code == AMPC_SUCCESS && !l->loses_image;
    if (!ok || !launch_submit(l, f)) {
        clFinish(
            queue); /* captures on their way are read from memory that the next launch changes */
        verify_free(verify);
        return false;
    }
    if (l->tuned.measured && clRetainEvent(l->end) == CL_SUCCESS)
        l->measured = l->end;
    launch_mark(l);
    if (l->compiled->later)
        binary_launched(l->compiled->later);
    l->compiled->later = NULL;
    counters_launch();
    if (!verify_enabled() && !memory_is_checked() && !l->undecided &&
        !(l->compiled->uses & AMPC__USES_PRINTF))
        arguments_keep(l->compiled, l->kernel, l->view, l->extent, l->args, &l->work);
    /* The results of a kernel that has stopped are not compared: on the host its subscripts may be
     * unchecked. */
    ok = !verify || stop_happened(l->compiled, queue) || verify_end(verify, &again, f);
    if (memory_is_checked())
        sound_checked(l->kernel, l->accelerator);
    if (verify_enabled())
        sound_compared(verify != NULL, ok);
    verify_free(verify);
    return ok;
}

bool launch_bracket(struct ampc_accelerator_view *view, const ampc_view *v, bool writes,
                    const struct purpose *why, struct failure *f)
{
    const ampc__arg arg = {.name = "v",
                           .size = v->elem,
                           .kind = AMPC__ARG_VIEW,
                           .rank = (unsigned char)v->rank,
                           .flags = writes ? 0 : AMPC_VIEW_CONST};
    ampc__kernel commands = {.rank = 1, .nargs = 1, .args = &arg};
    struct compiled nothing = {.accelerator = view->accelerator};
    struct launch l = {.kernel = &commands,
                       .view = view,
                       .accelerator = view->accelerator,
                       .compiled = &nothing,
                       .args = (const void *const[]){v},
                       .why = *why};
    if (!views_supply(&l, f) || !launch_follow(&l, f))
        return false;
    launch_mark(&l);
    return true;
}

/* Which text serves the launch, in which shape. */
static void launch_choose(struct launch *l)
{
    bool tuned = tune_choose(l->kernel, l->accelerator, l->extent, &l->tuned);
    l->known = known_form(l->kernel, l->accelerator, l->extent, l->args, tuned ? &l->tuned : NULL,
                          &l->undecided);
}

/* Whether there is another build for a launch than one that could not be made. */
static bool launch_refuse(struct launch *l, unsigned form, struct failure *f)
{
    bool tuned = tune_refuse(&l->tuned);
    if (!known_refuse(form) && !tuned)
        return false;
    trace_print("%s", f->text);
    f->code = AMPC_SUCCESS;
    launch_choose(l);
    return true;
}

/* Finds the kernel that serves the launch, or has it built, for which locks and homes are given up:
 * what they are may have changed then. */
static bool launch_compiled(struct launch *l, const struct claim *claim, struct failure *f)
{
    launch_choose(l);
    unsigned form = launch_form(l);
    while (!(l->compiled = program_known(l->kernel, l->accelerator, form))) {
        homes_release(claim);
        runtime_unlock();
        bool ok = program_kernel(l->kernel, l->accelerator, form, f) != NULL;
        runtime_lock();
        homes_claim(claim);
        if (!ok && !launch_refuse(l, form, f))
            return false;
        form = launch_form(l);
    }
    if (l->compiled->uses & AMPC__USES_PRINTF)
        fflush(stdout); /* what the host printed before comes before */
    return true;
}

/* A launch that claims the homes of its views, for it may have to bring elements and to wait. Under
 * runtime_lock, given up meanwhile. */
static bool launch_claimed(struct launch *l, struct failure *f)
{
    struct share *shares[l->kernel->nargs + 1];
    struct claim claim = {shares, 0};
    for (int k = 0; k < l->kernel->nargs; k++)
        if (arg_is(l, k, AMPC__ARG_VIEW))
            shares[claim.count++] = arg_share(l, k);
    homes_claim(&claim);
    bool ok;
    do {
        l->loses_image = false;
        ok = launch_compiled(l, &claim, f) && launch_locked(l, f);
    } while (l->loses_image);
    homes_release(&claim);
    if (ok)
        accelerator_settle(l->view, l->compiled->has_binary);
    return ok;
}

/* Submits the launch if it repeats the last one of its kernel; false: it does not. *ok: no failure.
 * Under runtime_lock. */
static bool launch_repeat(struct launch *l, bool *ok, struct failure *f)
{
    l->compiled = arguments_repeat(l->kernel, l->view, l->extent, l->args);
    if (!l->compiled)
        return false;
    *ok = arguments_renew(l->compiled, l->kernel, l->args, &l->work, f) && launch_submit(l, f);
    if (*ok) {
        arguments_mark(l->compiled, launch_ticket(l));
        counters_launch();
    }
    return true;
}

/* What the kernel stores to textures of fewer bits becomes what these can hold. */
static bool launch_round(const struct launch *l, struct failure *f)
{
    bool ok = true;
    for (int k = 0; k < l->kernel->nargs && ok; k++)
        if (arg_is(l, k, AMPC__ARG_VIEW) && arg_view(l, k)->flags & AMPC_VIEW_NARROW &&
            !arg_is_const(l, k))
            ok = texture_round(arg_view(l, k), l->view, &l->kernel->where, f);
    return ok;
}

static bool launch_run(struct launch *l, struct failure *f)
{
    bool ok = false;
    if (!process_check(f))
        return false;
    l->accelerator = l->view ? l->view->accelerator : accelerator_default(f);
    if (!l->accelerator)
        return false;
    l->view = l->view ? l->view : &l->accelerator->default_view;
    l->written = l->kernel;
    l->domain = l->extent;
    l->kernel = flat_choose(l->kernel, l->accelerator, l->domain, l->args, l->sides);
    l->extent = l->kernel == l->written ? l->domain : l->sides;
    runtime_lock();
    if (!launch_repeat(l, &ok, f)) {
        runtime_unlock();
        if (!domain_check(l->kernel, l->extent, f) || !args_check(l, f) ||
            !accelerator_open(l->accelerator, f))
            return false;
        runtime_lock();
        ok = launch_claimed(l, f);
    }
    runtime_unlock();
    ok = ok && launch_round(l, f);
    if (ok && l->flushes)
        clFlush(l->view->queue); /* the emulator may run the kernel here */
    if (l->measured)
        tune_measured(&l->tuned, l->measured, l->extent);
    if (l->before)
        queue_milestone_wait(l->view, l->before);
    return ok;
}

bool launch_kernel(ampc__kernel *kernel, struct ampc_accelerator_view *on, const int *extent,
                   const void *const *args, const ampc_where *where, struct failure *f)
{
    if (arguments_launch(kernel, on, extent, args))
        return true;
    struct launch l = {.kernel = kernel,
                       .view = on,
                       .extent = extent,
                       .args = args,
                       .why = {"a launch", where->file, where->line, __builtin_frame_address(0)}};
    return launch_run(&l, f);
}

ampc_future ampc__launch_future(ampc__kernel *kernel, struct ampc_accelerator_view *on,
                                const int *extent, const void *const *args)
{
    struct failure f;
    ampc_future made = {0};
    f.code = AMPC_SUCCESS;
    struct launch l = {
        .kernel = kernel,
        .view = on,
        .extent = extent,
        .args = args,
        .future = &made,
        .why = {"a launch", kernel->where.file, kernel->where.line, __builtin_frame_address(0)}};
    if (!launch_run(&l, &f))
        failure_raise(&f, kernel->where.file, kernel->where.line);
    return made;
}

void ampc__launch(ampc__kernel *kernel, struct ampc_accelerator_view *on, const int *extent,
                  const void *const *args)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    if (!launch_kernel(kernel, on, extent, args, &kernel->where, &f))
        failure_raise(&f, kernel->where.file, kernel->where.line);
}
