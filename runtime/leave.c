/* leave.c - memory that ends while views are over it: free(), realloc() and the like, before which
 * ampcc inserts a call of ampc__freed or the like.
 *
 * The homes in an allocation end: nothing is copied back, and a later use of such a view is an
 * error that names both places. Without homes near the address this costs two loads. Calls that may
 * fail remove the homes from the registry before, and add them again if no memory was freed. */
#include "runtime/homes.h"

/* Called by free() and the like in code that ampcc compiles, and by ampc_forget_memory(). A home
 * that ends is removed from the tables and its copies are freed. */

bool leaving_refuse(const struct leaving *left, const char *what, struct failure *f)
{
    if (!left->file) {
        return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION, "%s an array_view whose memory %s",
                           what, left->how);
    }
    return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION, "%s an array_view whose memory %s at %s:%d",
                       what, left->how, left->file, left->line);
}

/* Whether there is work on a device that uses the host's memory itself. */
static bool is_worked_in(const struct home *home, struct awaited *what)
{
    for (const struct copy *c = home->copies; c; c = c->next)
        if (c->zero_copy && use_pending(c->uses, use_all, true, what))
            return true;
    return false;
}

/* Waits for it; the home is claimed. An error is reported and changes nothing else. */
static void home_quieten(struct home *home, struct failure *f)
{
    struct awaited what;
    if (process_is_child())
        return; /* kernels work in the parent's memory */
    for (const struct access *a = home->accesses; a; a = a->next)
        queue_wait(a->view, queue_last(a->view), f);
    while (is_worked_in(home, &what))
        use_wait(&what, f);
}

/* Ends a home, which is claimed and quiet. */
static void home_leave(struct home *home, const struct leaving *left)
{
    registry_remove(home);
    home_drop_copies(home);
    intervals_clear(&home->stale);
    intervals_clear(&home->discarded);
    home->left = *left;
    home_publish(home);
    for (struct share *s = home->shares; s; s = s->next)
        __atomic_store_n(&s->left, true, __ATOMIC_RELEASE);
}

/* A home with bytes of memory that ends: claimed, without pending work, and kept if there is a
 * keeper. */
struct going {
    struct home *home;
    struct share *held;
    struct claim claim;
};

/* The next such home with bytes of [lo, hi), split from its other bytes; false: there is none. */
static bool going_next(struct going *g, uintptr_t lo, uintptr_t hi, const struct purpose *why,
                       struct failure *f)
{
    struct home *home;
    while ((home = registry_first(lo, hi)) && home->owner)
        homes_wait();
    if (!home)
        return false;
    home->keeper = share_keep(home);
    g->home = home;
    g->held = home->keeper ? home->keeper : home->shares;
    g->claim = (struct claim){&g->held, 1};
    homes_claim(&g->claim);
    home_quieten(home, f);
    if (home->keeper && !home->accesses)
        home_prepare_split(home, lo, hi, why, f);
    return true;
}

/* Ends the home for its memory [lo, hi), which has been freed, or is about to be. */
static void going_leave(struct going *g, uintptr_t lo, uintptr_t hi, const struct leaving *left,
                        const struct purpose *why, struct failure *f)
{
    if (g->home->keeper && !g->home->copies && !g->home->accesses)
        home_split(g->home, lo, hi, why, f);
    home_leave(g->home, left);
}

static void going_end(struct going *g)
{
    struct share *keeper = g->home->keeper;
    g->home->keeper = NULL;
    homes_release(&g->claim);
    if (keeper)
        share_drop(keeper);
}

/* Ends the views that have bytes of [lo, hi). */
static void memory_leave(uintptr_t lo, uintptr_t hi, const struct leaving *left)
{
    struct failure f;
    struct going g;
    struct purpose why = {"memory that goes", left->file, left->line, NULL};
    f.code = AMPC_SUCCESS;
    runtime_lock();
    while (going_next(&g, lo, hi, &why, &f)) {
        going_leave(&g, lo, hi, left, &why, &f);
        going_end(&g);
    }
    runtime_unlock();
    if (f.code != AMPC_SUCCESS)
        failure_raise(&f, left->file, left->line);
}

/* The end of the allocation at p, or of its first byte if that is not known: a home ends as a
 * whole. */
static uintptr_t allocation_end(uintptr_t p)
{
    size_t bytes = memory_allocated((const void *)p);
    return p + (bytes ? bytes : 1);
}

static void allocation_leave(uintptr_t lo, const struct leaving *left)
{
    if (!lo || !registry_may_have(lo, UINTPTR_MAX))
        return;
    uintptr_t hi = allocation_end(lo);
    if (registry_may_have(lo, hi))
        memory_leave(lo, hi, left);
}

void ampc__freed(const volatile void *p, const char *file, int line)
{
    allocation_leave((uintptr_t)p, &(struct leaving){"was freed", file, line});
}

void ampc_forget_memory(const void *data, ampc_size bytes)
{
    struct leaving left = {.how = "has been given up by ampc_forget_memory()"};
    uintptr_t lo = (uintptr_t)data, hi = lo + bytes < lo ? UINTPTR_MAX : lo + bytes;
    if (!bytes)
        allocation_leave(lo, &left);
    else if (registry_may_have(lo, hi))
        memory_leave(lo, hi, &left);
}

/* ---- Calls that may fail, after which no memory has ended ---- */

static struct leaving leave_how(const ampc__leave *l)
{
    static const char *const how[] = {[AMPC__LEAVE_REALLOC] = "was given to realloc()",
                                      [AMPC__LEAVE_MUNMAP] = "was unmapped",
                                      [AMPC__LEAVE_MREMAP] = "was given to mremap()"};
    return (struct leaving){how[l->kind], l->file, l->line};
}

/* Copies the newest elements to memory that the call keeps. */
static void home_keep(struct home *home, const ampc__leave *l, const struct purpose *why,
                      struct failure *f)
{
    if (l->kind != AMPC__LEAVE_MUNMAP && home->stale.count && !process_is_child() &&
        home_settle(home->shares, home->lo, home->hi, AMPC_READ, f))
        home_to_host(home, home->lo, home->hi, AMPC_READ, why, f);
}

/* Takes the homes out of the tables until leave_end: another thread may get the memory as soon as
 * the following call has freed it. */
static void leave_begin(ampc__leave *l, uintptr_t lo, uintptr_t hi)
{
    struct failure f;
    struct going g;
    struct leaving left = leave_how(l);
    struct purpose why = {"memory that goes", l->file, l->line, NULL};
    f.code = AMPC_SUCCESS;
    runtime_lock();
    while (going_next(&g, lo, hi, &why, &f)) {
        home_keep(g.home, l, &why, &f);
        if (g.home->keeper) {
            g.home->next_leaving = l->homes;
            l->homes = g.home;
            registry_remove(g.home);
            homes_release(&g.claim);
        } else {
            home_leave(g.home, &left);
            going_end(&g);
        }
    }
    runtime_unlock();
    if (f.code != AMPC_SUCCESS)
        failure_raise(&f, l->file, l->line);
}

static void leave_ready(ampc__leave *l)
{
    bool sized = l->kind != AMPC__LEAVE_REALLOC;
    uintptr_t lo = (uintptr_t)l->at, hi = UINTPTR_MAX;
    if (!l->at || (sized && !l->bytes) || !registry_may_have(lo, hi))
        return;
    hi = sized ? lo + l->bytes : allocation_end(lo);
    if (lo < hi && registry_may_have(lo, hi)) {
        l->end = hi;
        leave_begin(l, lo, hi);
    }
}

void ampc__leave_at(ampc__leave *l, const volatile void *p)
{
    l->at = (const void *)(uintptr_t)p;
    leave_ready(l);
}

void ampc__leave_bytes(ampc__leave *l, ampc_size bytes)
{
    l->bytes = bytes;
    l->zero |= bytes == 0;
    if (l->kind != AMPC__LEAVE_REALLOC)
        leave_ready(l);
}

void ampc__leave_end(ampc__leave *l, int done)
{
    struct failure f;
    struct leaving left = leave_how(l);
    struct purpose why = {"memory that has gone", l->file, l->line, NULL};
    f.code = AMPC_SUCCESS;
    if (!l->homes)
        return;
    done |= l->kind == AMPC__LEAVE_REALLOC && l->zero; /* which frees */
    runtime_lock();
    for (struct home *home = l->homes, *next; home; home = next) {
        struct going g = {.home = home, .held = home->keeper};
        g.claim = (struct claim){&g.held, 1};
        next = home->next_leaving;
        homes_claim(&g.claim);
        if (done || !registry_restore(home)) {
            home_quieten(home, &f);
            going_leave(&g, (uintptr_t)l->at, l->end, &left, &why, &f);
        }
        going_end(&g);
    }
    l->homes = NULL;
    runtime_unlock();
    if (f.code != AMPC_SUCCESS)
        failure_raise(&f, l->file, l->line);
}
