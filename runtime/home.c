/* home.c - coherence: which bytes of a home are stale on the host and on each device, and the
 * effect of each use of a view on that.
 *
 * A home is an interval of host memory that views are over. A use that reads fetches what is stale
 * in its range, one that writes makes the other places stale. An operation that changes homes
 * claims them first, all at once, and has exclusive access while the lock is given up for
 * transfers. Relies on interval.c for the sets and on copy.c for the transfers. Example: a launch
 * writes v on a GPU; then v[0] on the host brings the bytes of v back, once. */
#include "runtime/homes.h"

#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* The thread that has the lock, for runtime_hold; 0: none. (A mutex that checks this by itself
 * takes three times as long.) */
static pthread_t owner;

uint64_t homes_changes;

static void owner_set(pthread_t thread)
{
    __atomic_store_n(&owner, thread, __ATOMIC_RELAXED);
}

void runtime_lock(void)
{
    pthread_mutex_lock(&lock);
    owner_set(pthread_self());
}

void runtime_unlock(void)
{
    owner_set(0);
    pthread_mutex_unlock(&lock);
}

/* ---- Claims ---- */

static pthread_cond_t homes_condition = PTHREAD_COND_INITIALIZER;

enum { HOLD_MILLISECONDS = 50 };

bool runtime_hold(void)
{
    struct timespec until;
    if (__atomic_load_n(&owner, __ATOMIC_RELAXED) == pthread_self())
        return false;
    clock_gettime(CLOCK_REALTIME, &until);
    long later = until.tv_nsec + HOLD_MILLISECONDS * 1000000L;
    until.tv_sec += later / 1000000000L;
    until.tv_nsec = later % 1000000000L;
    if (pthread_mutex_timedlock(&lock, &until) != 0)
        return false;
    owner_set(pthread_self());
    return true;
}

void runtime_renew(void)
{
    const pthread_mutex_t fresh_lock = PTHREAD_MUTEX_INITIALIZER;
    const pthread_cond_t fresh_condition = PTHREAD_COND_INITIALIZER;
    lock = fresh_lock;
    owner_set(0);
    homes_condition = fresh_condition;
}

void homes_wait(void)
{
    owner_set(0);
    pthread_cond_wait(&homes_condition, &lock);
    owner_set(pthread_self());
}

void homes_claim(const struct claim *claim)
{
    for (size_t k = 0; k < claim->count;) {
        if (claim->shares[k]->home->owner) {
            homes_wait();
            k = 0;
        } else {
            k++;
        }
    }
    for (size_t k = 0; k < claim->count; k++)
        claim->shares[k]->home->owner = claim;
    homes_changes++;
}

void homes_release(const struct claim *claim)
{
    for (size_t k = 0; k < claim->count; k++)
        claim->shares[k]->home->owner = NULL;
    pthread_cond_broadcast(&homes_condition);
}

static bool no_memory(struct failure *f)
{
    return failure_set(f, AMPC_ERROR_OUT_OF_MEMORY, "no memory to keep track of a view");
}

/* Room for 'operations' changes of each of the home's sets. */
static bool home_reserve(struct home *home, size_t operations, struct failure *f)
{
    bool ok = intervals_reserve(&home->stale, operations) &&
              intervals_reserve(&home->discarded, operations);
    for (struct copy *c = home->copies; c && ok; c = c->next)
        ok = intervals_reserve(&c->stale, operations);
    return ok || no_memory(f);
}

/* ---- The words of the shares ---- */

static unsigned share_word(const struct home *home, const struct share *share)
{
    if (home->left.how)
        return 0;
    unsigned word = intervals_meets(&home->stale, share->lo, share->hi) ? 0 : AMPC_READ;
    if (home->blank || intervals_meets(&home->discarded, share->lo, share->hi))
        return word;
    for (const struct copy *c = home->copies; c; c = c->next)
        if (!intervals_covers(&c->stale, share->lo, share->hi))
            return word;
    return word | AMPC_WRITE;
}

void share_publish(struct share *share)
{
    __atomic_store_n(&share->head.host, share_word(share->home, share), __ATOMIC_RELEASE);
}

void home_publish(struct home *home)
{
    homes_changes++;
    for (struct share *s = home->shares; s; s = s->next)
        share_publish(s);
}

/* ---- Waiting ---- */

/* Are there bytes in [lo, hi) that are valid in the copy and stale on the host? */
static bool is_newer(const struct home *home, const struct copy *copy, uintptr_t lo, uintptr_t hi)
{
    struct interval newer;
    struct interval piece;
    for (; intervals_first(&home->stale, lo, hi, &piece); lo = piece.hi)
        if (intervals_first_gap(&copy->stale, piece.lo, piece.hi, &newer))
            return true;
    return false;
}

/* Whether pending work keeps the host from accessing [lo, hi): a copy has newer bytes; or the copy
 * is the host's own memory, which is owned by one side as a whole, and the host is about to change
 * it (also by fetching from another copy). */
static bool is_busy(const struct home *home, uintptr_t lo, uintptr_t hi, unsigned access,
                    struct awaited *what)
{
    bool changes = (access & AMPC_WRITE) || intervals_meets(&home->stale, lo, hi);
    const struct interval range = {lo, hi};
    for (const struct copy *c = home->copies; c; c = c->next) {
        bool all = c->zero_copy || c == home->adopted;
        if (((c->zero_copy && changes) || is_newer(home, c, lo, hi)) &&
            use_pending(c->uses, all ? use_all : range, all, what))
            return true;
    }
    return false;
}

bool home_is_settled(const struct home *home, uintptr_t lo, uintptr_t hi, unsigned access)
{
    struct awaited what;
    return !is_busy(home, lo, hi, access, &what);
}

bool home_is_free(const struct home *home, const struct ampc_accelerator_view *view, uintptr_t lo,
                  uintptr_t hi, bool writes, struct failure *f)
{
    if (home->left.how)
        return leaving_refuse(&home->left, "use of", f);
    for (const struct access *a = home->accesses; a; a = a->next) {
        if (a->lo < hi && lo < a->hi && (writes || a->writes) && a->view != view) {
            return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION,
                               "the program's own OpenCL commands %s these elements; call "
                               "ampc_cl_end first",
                               a->writes ? "write" : "read");
        }
    }
    return true;
}

bool home_settle(struct share *share, uintptr_t lo, uintptr_t hi, unsigned access,
                 struct failure *f)
{
    struct awaited what;
    while (is_busy(share->home, lo, hi, access, &what))
        if (!use_wait(&what, f))
            return false;
    return home_is_free(share->home, NULL, lo, hi, access & AMPC_WRITE, f);
}

/* Is there work that uses 'range' of the home, or something on a device of the home's that may
 * still have to be printed? */
static bool is_waiting(const struct home *home, struct interval range, struct awaited *what)
{
    for (struct copy *c = home->copies; c; c = c->next) {
        if (use_pending(c->uses, range, true, what))
            return true;
        struct ampc_accelerator_view *view = &c->accelerator->default_view;
        for (; view; view = view->next) {
            if (view->prints && view->submitted > view->finished) {
                *what = (struct awaited){view, view->submitted};
                return true;
            }
        }
    }
    return false;
}

bool home_wait(struct share *share, struct interval range, struct failure *f)
{
    struct awaited what;
    while (is_waiting(share->home, range, &what))
        if (!use_wait(&what, f))
            return false;
    return true;
}

/* ---- To the host ---- */

/* The first copy that is valid at piece->lo; *piece is cut to the bytes that are valid there. 0:
 * none. */
static struct copy *find_source(const struct home *home, struct interval *piece)
{
    for (struct copy *c = home->copies; c; c = c->next) {
        struct interval valid;
        if (intervals_first_gap(&c->stale, piece->lo, piece->hi, &valid) && valid.lo == piece->lo) {
            *piece = valid;
            return c;
        }
    }
    return NULL;
}

/* Copies all bytes that are stale in [lo, hi) to the host. */
static bool home_fetch(struct home *home, uintptr_t lo, uintptr_t hi, const struct purpose *why,
                       struct failure *f)
{
    struct interval piece;
    while (intervals_first(&home->stale, lo, hi, &piece)) {
        struct copy *c = find_source(home, &piece);
        if (!c) {
            return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION,
                               "no accelerator has the newest data of a view (a fault in ampc)");
        }
        if (!home->storage && !memory_check(piece.lo, piece.hi, why, f))
            return false;
        if (!intervals_reserve(&home->stale, 1))
            return no_memory(f);
        if (!copy_download(home, c, piece.lo, piece.hi, why, f))
            return false;
        intervals_remove(&home->stale, piece.lo, piece.hi);
    }
    return true;
}

bool home_fetch_behind(struct home *home, uintptr_t lo, uintptr_t hi, const struct purpose *why,
                       struct failure *f)
{
    struct interval piece, all, next;
    bool done = false;
    if (home->left.how || !intervals_first(&home->stale, lo, hi, &piece))
        return true;
    all = piece;
    struct copy *c = find_source(home, &piece);
    if (!c || piece.hi != all.hi || intervals_first(&home->stale, piece.hi, hi, &next))
        return true;
    if (!home->storage && !memory_check(piece.lo, piece.hi, why, f))
        return false;
    if (!intervals_reserve(&home->stale, 1))
        return no_memory(f);
    if (!copy_read_behind(home, c, piece, (void *)piece.lo, &done, why, f))
        return false;
    if (done) {
        intervals_remove(&home->stale, piece.lo, piece.hi);
        home_publish(home);
    }
    return true;
}

/* The host's bytes are the newest, for copies that have room for an interval more. */
static void host_wrote(struct home *home, uintptr_t lo, uintptr_t hi)
{
    home->blank = false;
    intervals_remove(&home->discarded, lo, hi);
    for (struct copy *c = home->copies; c; c = c->next)
        intervals_add(&c->stale, lo, hi);
}

bool home_to_host(struct home *home, uintptr_t lo, uintptr_t hi, unsigned access,
                  const struct purpose *why, struct failure *f)
{
    bool ok = home_reserve(home, 2, f);
    ok = ok && home_fetch(home, lo, hi, why, f) && home_reserve(home, 2, f);
    if (ok && (access & AMPC_WRITE))
        host_wrote(home, lo, hi);
    home_publish(home);
    return ok;
}

bool home_refresh(struct home *home, uintptr_t lo, uintptr_t hi, struct failure *f)
{
    if (!home_is_free(home, NULL, lo, hi, true, f) || !home_reserve(home, 1, f))
        return false;
    intervals_remove(&home->stale, lo, hi);
    host_wrote(home, lo, hi);
    home_publish(home);
    return true;
}

bool home_discard(struct home *home, uintptr_t lo, uintptr_t hi, struct failure *f)
{
    return home_forget(home, NULL, lo, hi, f);
}

bool home_forget(struct home *home, const struct ampc_accelerator_view *view, uintptr_t lo,
                 uintptr_t hi, struct failure *f)
{
    if (!home_is_free(home, view, lo, hi, true, f) || !home_reserve(home, 1, f))
        return false;
    intervals_remove(&home->stale, lo, hi);
    intervals_add(&home->discarded, lo, hi);
    for (struct copy *c = home->copies; c; c = c->next)
        intervals_remove(&c->stale, lo, hi);
    home_publish(home);
    return true;
}

/* ---- To a device ---- */

struct copy *home_copy(const struct home *home, const struct ampc_accelerator *a)
{
    struct copy *c = home->copies;
    while (c && c->accelerator != a)
        c = c->next;
    return c;
}

bool home_needs_host(const struct home *home, const struct ampc_accelerator *a, uintptr_t lo,
                     uintptr_t hi)
{
    const struct copy *copy = home_copy(home, a);
    struct interval piece;
    if (!copy)
        return intervals_meets(&home->stale, lo, hi);
    for (; intervals_first(&copy->stale, lo, hi, &piece); lo = piece.hi)
        if (intervals_meets(&home->stale, piece.lo, piece.hi))
            return true;
    return false;
}

bool home_needs_upload(const struct home *home, const struct ampc_accelerator *a, uintptr_t lo,
                       uintptr_t hi)
{
    const struct copy *copy = home_copy(home, a);
    if (copy)
        return intervals_meets(&copy->stale, lo, hi);
    return !a->zero_copy && !home->blank && !intervals_covers(&home->discarded, lo, hi);
}

/* Copies the stale bytes of [lo, hi) to the copy, through the host where another copy has them. */
static bool home_supply(struct home *home, struct copy *copy, uintptr_t lo, uintptr_t hi,
                        const struct purpose *why, struct failure *f)
{
    struct interval piece;
    for (; intervals_first(&copy->stale, lo, hi, &piece); lo = piece.hi) {
        if (!home_fetch(home, piece.lo, piece.hi, why, f) ||
            !copy_upload(home, copy, piece.lo, piece.hi, why, f))
            return false;
        intervals_remove(&copy->stale, piece.lo, piece.hi);
    }
    return true;
}

struct copy *home_to_device(struct home *home, struct ampc_accelerator *a, uintptr_t lo,
                            uintptr_t hi, size_t operations, const struct purpose *why,
                            struct failure *f)
{
    struct copy *copy = home_copy(home, a);
    bool changes = !copy || intervals_meets(&copy->stale, lo, hi);
    if (!home->storage && (changes || copy->zero_copy) && !memory_check(lo, hi, why, f))
        return NULL;
    copy = copy ? copy : copy_create(home, a, f);
    if (!copy || !home_reserve(home, operations + 2, f))
        return NULL;
    if (!changes)
        return copy;
    bool ok = home_supply(home, copy, lo, hi, why, f) && home_reserve(home, operations, f);
    home_publish(home);
    return ok ? copy : NULL;
}

struct copy *home_target(struct home *home, struct ampc_accelerator *a, uintptr_t lo, uintptr_t hi,
                         struct failure *f)
{
    struct copy *copy = home_copy(home, a);
    if (!copy) {
        if (!home_reserve(home, 2, f))
            return NULL;
        if (home->blank && lo == home->lo && hi == home->hi) {
            home->blank = false; /* what is overwritten need not be zeroed */
            intervals_add(&home->discarded, lo, hi);
        }
        copy = copy_create(home, a, f);
    }
    return copy && home_reserve(home, 2, f) ? copy : NULL;
}

void home_written(struct home *home, struct copy *copy, uintptr_t lo, uintptr_t hi)
{
    copy_changed(copy);
    bool changed = intervals_add(&home->stale, lo, hi);
    changed |= intervals_remove(&home->discarded, lo, hi);
    changed |= intervals_remove(&copy->stale, lo, hi);
    changed |= home->blank;
    home->blank = false;
    for (struct copy *c = home->copies; c; c = c->next)
        if (c != copy)
            changed |= intervals_add(&c->stale, lo, hi);
    if (changed)
        home_publish(home);
}
