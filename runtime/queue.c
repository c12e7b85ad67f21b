#include "runtime/internal.h"

#include <stdlib.h>

/* ---- At exit ---- */

/* What kernels print must not be lost, and views released later must find quiet queues. */
static void finish_at_exit(void)
{
    int count = ampc_accelerator_count();
    for (int k = 0; k < count; k++) {
        struct ampc_accelerator *a = ampc_accelerator_at(k);
        if (!__atomic_load_n(&a->open, __ATOMIC_ACQUIRE)) {
            continue;
        }
        runtime_lock();
        struct ampc_accelerator_view *view = &a->default_view;
        runtime_unlock();
        while (view) {
            clFinish(view->queue);
            runtime_lock();
            view = view->next;
            runtime_unlock();
        }
    }
}

bool queue_register_exit(void)
{
    return atexit(finish_at_exit) == 0;
}

/* ---- Waiting ---- */

bool queue_wait(struct ampc_accelerator_view *view, uint64_t ticket, struct failure *f)
{
    if (view->finished >= ticket) {
        return true;
    }
    uint64_t seen = view->submitted;
    view->prints = false;
    runtime_unlock();
    cl_int status = clFinish(view->queue);
    runtime_lock();
    status = status == CL_SUCCESS ? view->failed : status;
    view->failed = CL_SUCCESS;
    view->finished = view->finished > seen ? view->finished : seen;
    if (status == CL_OUT_OF_RESOURCES || status == -9999) {
        /* What drivers answer after a kernel has run into memory that is not its own. */
        return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION, "a kernel failed on %s: %s",
                           view->accelerator->description, cl_status_name(status));
    }
    if (status != CL_SUCCESS) {
        return failure_set_cl(f, status, "waiting for %s failed", view->accelerator->description);
    }
    return true;
}

void accelerator_settle(struct ampc_accelerator_view *view)
{
    struct ampc_accelerator *a = view->accelerator;
    if (a->settled) {
        return;
    }
    a->settled = true;
    runtime_unlock();
    cl_int status = clFinish(view->queue);
    atexit(finish_at_exit);
    runtime_lock();
    view->failed = status; /* for whoever waits for the launch */
}

void ampc_wait(void)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    int count = ampc_accelerator_count();
    runtime_lock();
    for (int k = 0; k < count; k++) {
        struct ampc_accelerator_view *view = &ampc_accelerator_at(k)->default_view;
        for (; view; view = view->next) {
            queue_wait(view, view->submitted, &f);
        }
    }
    runtime_unlock();
    if (f.code != AMPC_SUCCESS) {
        failure_raise(&f, NULL, 0);
    }
}

/* ---- Uses ---- */

struct use *use_of(struct use **uses, struct ampc_accelerator_view *view, struct failure *f)
{
    for (struct use *u = *uses; u; u = u->next) {
        if (u->view == view) {
            return u;
        }
    }
    struct use *use = calloc(1, sizeof *use);
    if (!use) {
        failure_set(f, AMPC_ERROR_OUT_OF_MEMORY, "no memory to keep track of a launch");
        return NULL;
    }
    use->view = view;
    use->next = *uses;
    *uses = use;
    return use;
}

static uint64_t last_of(const struct use *use)
{
    return use->read > use->write ? use->read : use->write;
}

struct use *use_pending(struct use *uses)
{
    for (; uses; uses = uses->next) {
        if (last_of(uses) > uses->view->finished) {
            return uses;
        }
    }
    return NULL;
}

bool use_wait(const struct use *use, struct failure *f)
{
    return queue_wait(use->view, last_of(use), f);
}

void uses_free(struct use *uses)
{
    while (uses) {
        struct use *next = uses->next;
        free(uses);
        uses = next;
    }
}

bool use_must_wait(const struct use *use, const struct ampc_accelerator_view *view, bool writes)
{
    uint64_t ticket = writes ? last_of(use) : use->write;
    return use->view != view && ticket > use->view->finished;
}
