/* use.c - which launches use which bytes of a buffer: kept for each queue, and queried before bytes
 * are read or written elsewhere.
 *
 * A use is a list of ranges with the numbers (tickets) of the last launch that reads and that
 * writes there. Old ones are dropped, the oldest are merged when there are many: that may make a
 * wait longer, and never shorter. */
#include "runtime/homes.h"

#include <stdlib.h>
#include <string.h>

const struct interval use_all = {0, UINTPTR_MAX};

struct use *use_of(struct use **uses, struct ampc_accelerator_view *view, struct failure *f)
{
    for (struct use *u = *uses; u; u = u->next)
        if (u->view == view)
            return u;
    struct use *use = calloc(1, sizeof *use);
    if (!use) {
        failure_set(f, AMPC_ERROR_OUT_OF_MEMORY, "no memory to keep track of a launch");
        return NULL;
    }
    use->view = view;
    use->next = *uses;
    *uses = use;
    homes_changes++;
    return use;
}

void uses_free(struct use *uses)
{
    while (uses) {
        struct use *next = uses->next;
        free(uses);
        uses = next;
    }
}

/* The last launch that may have to be done before [lo, hi) is read, or written; 0: none. Without
 * those that a later launch follows, or with them. */
static uint64_t last_of(const struct use *use, struct interval range, bool writes, bool followed)
{
    uint64_t last = 0;
    for (size_t k = 0; k < use->count; k++) {
        const struct use_range *r = &use->ranges[k];
        uint64_t ticket = writes ? r->last : r->write;
        bool meets = r->at.lo < range.hi && range.lo < r->at.hi;
        last = meets && ticket > last && (followed || !r->followed) ? ticket : last;
    }
    return last > use->view->finished ? last : 0;
}

bool use_pending(const struct use *uses, struct interval range, bool writes, struct awaited *what)
{
    for (; uses; uses = uses->next) {
        what->view = uses->view;
        what->ticket = last_of(uses, range, writes, true);
        if (what->ticket)
            return true;
    }
    return false;
}

bool use_pending_alone(const struct use *uses, struct interval range, bool writes,
                       struct awaited *what)
{
    size_t count = 0;
    for (; uses; uses = uses->next) {
        uint64_t ticket = last_of(uses, range, writes, true);
        if (ticket)
            *what = (struct awaited){uses->view, ticket};
        count += ticket != 0;
    }
    return count == 1;
}

bool use_wait(const struct awaited *what, struct failure *f)
{
    return queue_wait(what->view, what->ticket, f);
}

uint64_t use_must_wait(const struct use *use, const struct ampc_accelerator_view *view,
                       struct interval range, bool writes)
{
    return use->view->queue == view->queue ? 0 : last_of(use, range, writes, false);
}

static bool is_inside(struct interval inner, struct interval outer)
{
    return outer.lo <= inner.lo && inner.hi <= outer.hi;
}

/* Drops uses that are done, and those that precede a launch on 'range' in the same queue, as a wait
 * for that one suffices. */
static void drop_old(struct use *use, struct interval range, bool writes)
{
    size_t left = 0;
    for (size_t k = 0; k < use->count; k++) {
        const struct use_range *r = &use->ranges[k];
        bool old = is_inside(r->at, range) && (writes || !r->write);
        if (r->last > use->view->finished && !old)
            use->ranges[left++] = *r;
    }
    use->count = left;
}

/* Merges the two oldest into one range, with all bytes between them. */
static void merge_oldest(struct use *use)
{
    struct use_range *one = &use->ranges[0];
    const struct use_range *two = &use->ranges[1];
    one->last = two->last > one->last ? two->last : one->last;
    one->write = two->write > one->write ? two->write : one->write;
    one->at.lo = two->at.lo < one->at.lo ? two->at.lo : one->at.lo;
    one->at.hi = two->at.hi > one->at.hi ? two->at.hi : one->at.hi;
    one->followed = one->followed && two->followed;
    use->count--;
    memmove(&use->ranges[1], &use->ranges[2], (use->count - 1) * sizeof *use->ranges);
}

void use_mark(struct use *uses, struct use *use, uint64_t ticket, struct interval range,
              bool writes)
{
    if (uses == use && !use->next && use_mark_again(use, ticket, range, writes))
        return;
    for (struct use *u = uses; u && writes; u = u->next)
        for (size_t k = 0; k < u->count; k++)
            u->ranges[k].followed |= is_inside(u->ranges[k].at, range);
    drop_old(use, range, writes);
    if (use->count == USE_RANGES)
        merge_oldest(use);
    use->ranges[use->count++] =
        (struct use_range){.last = ticket, .write = writes ? ticket : 0, .at = range};
}
