/* registry.c - the live homes by address: finding, making and merging them, and the shares that
 * views hold.
 *
 * Homes are sorted and do not overlap: a view that meets two homes merges them. A home lives as
 * long as its shares. Under runtime_lock, but for registry_may_have. Example: two views over the
 * halves of one array have two homes; a third over all of it makes them one. */
#include "runtime/homes.h"

#include <stdlib.h>
#include <string.h>

enum { STORAGE_ALIGNMENT = 64 };

/* The live homes, sorted by address, without overlap. Under runtime_lock. */
static struct home **live;
static size_t live_count, live_capacity;

void homes_disown(void)
{
    for (size_t k = 0; k < live_count; k++)
        live[k]->owner = NULL;
}

static bool no_memory(struct failure *f)
{
    return failure_set(f, AMPC_ERROR_OUT_OF_MEMORY, "no memory to keep track of a view");
}

size_t registry_count(void)
{
    return live_count;
}

/* The first home that ends behind 'address'. */
static size_t registry_find(uintptr_t address)
{
    size_t low = 0, high = live_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (live[middle]->hi > address)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static bool registry_reserve(void)
{
    if (live_count < live_capacity)
        return true;
    size_t capacity = live_capacity ? live_capacity * 2 : 16;
    struct home **grown = realloc(live, capacity * sizeof *grown);
    if (!grown)
        return false;
    live = grown;
    live_capacity = capacity;
    return true;
}

/* Bounds of all live homes, for registry_may_have. Atomic. */
static uintptr_t live_lo = UINTPTR_MAX, live_hi;

static void registry_publish(void)
{
    __atomic_store_n(&live_lo, live_count ? live[0]->lo : UINTPTR_MAX, __ATOMIC_RELAXED);
    __atomic_store_n(&live_hi, live_count ? live[live_count - 1]->hi : 0, __ATOMIC_RELAXED);
}

bool registry_may_have(uintptr_t lo, uintptr_t hi)
{
    return lo < __atomic_load_n(&live_hi, __ATOMIC_RELAXED) &&
           hi > __atomic_load_n(&live_lo, __ATOMIC_RELAXED);
}

/* Puts 'home' (0: nothing) in the place of homes [first, last); room must have been reserved. */
static void registry_replace(size_t first, size_t last, struct home *home)
{
    size_t rest = live_count - last, put = home ? 1 : 0;
    for (size_t k = first; k < last; k++)
        live[k]->listed = false;
    if (rest)
        memmove(live + first + put, live + last, rest * sizeof *live);
    if (home) {
        live[first] = home;
        home->listed = true;
    }
    live_count = first + put + rest;
    registry_publish();
    if (live_count == 0) {
        free(live);
        live = NULL;
        live_capacity = 0;
    }
}

void registry_remove(struct home *home)
{
    if (home->listed) {
        size_t k = registry_find(home->lo);
        registry_replace(k, k + 1, NULL);
    }
}

bool registry_restore(struct home *home)
{
    size_t k = registry_find(home->lo);
    if ((k < live_count && live[k]->lo < home->hi) || !registry_reserve())
        return false;
    registry_replace(k, k, home);
    return true;
}

struct home *registry_first(uintptr_t lo, uintptr_t hi)
{
    size_t k = registry_find(lo);
    while (k < live_count && live[k]->lo < hi && live[k]->storage)
        k++;
    return k < live_count && live[k]->lo < hi ? live[k] : NULL;
}

void home_drop_copies(struct home *home)
{
    images_free(home);
    while (home->copies) {
        struct copy *c = home->copies;
        home->copies = c->next;
        copy_free(c);
    }
}

/* Frees a home that is not in the registry (any more), with all it owns but its shares. */
static void home_free(struct home *home)
{
    home_drop_copies(home);
    intervals_free(&home->stale);
    intervals_free(&home->discarded);
    free(home->storage);
    free(home);
}

/* A home without shares for [lo, hi), in the place of homes [first, last). */
static struct home *home_create(uintptr_t lo, uintptr_t hi, size_t first, size_t last,
                                struct failure *f)
{
    struct home *home = calloc(1, sizeof *home);
    if (!home || !registry_reserve()) {
        free(home);
        no_memory(f);
        return NULL;
    }
    home->lo = lo;
    home->hi = hi;
    registry_replace(first, last, home);
    return home;
}

/* A home with zeroed storage of its own. */
static struct home *home_create_storage(size_t bytes, struct failure *f)
{
    char *storage =
        bytes < PTRDIFF_MAX - STORAGE_ALIGNMENT ? calloc(bytes + STORAGE_ALIGNMENT, 1) : NULL;
    if (!storage) {
        failure_set(f, AMPC_ERROR_OUT_OF_MEMORY, "no memory for a view of %zu bytes", bytes);
        return NULL;
    }
    uintptr_t lo =
        ((uintptr_t)storage + STORAGE_ALIGNMENT - 1) & ~(uintptr_t)(STORAGE_ALIGNMENT - 1);
    size_t at = registry_find(lo);
    if (at < live_count && live[at]->lo < lo + bytes) {
        free(storage);
        failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION,
                    "memory was freed while a view of it is alive; release the view first");
        return NULL;
    }
    struct home *home = home_create(lo, lo + bytes, at, at, f);
    if (!home) {
        free(storage);
        return NULL;
    }
    home->storage = storage;
    home->blank = true;
    return home;
}

/* ---- Merging ---- */

/* Copies all stale bytes of an unclaimed home to the host. */
static bool home_bring(struct home *home, const struct purpose *why, struct failure *f)
{
    struct claim claim = {(struct share *[]){home->shares}, 1};
    homes_claim(&claim);
    bool ok = home_to_host(home, home->lo, home->hi, AMPC_READ, why, f);
    homes_release(&claim);
    return ok;
}

/* Prepares homes [first, last) for a merge; false and *f: impossible. If a wait or a transfer was
 * needed first, the lock was given up meanwhile, and *again is set. */
static bool merge_prepare(size_t first, size_t last, bool *again, const struct purpose *why,
                          struct failure *f)
{
    for (size_t k = first; k < last; k++) {
        if (live[k]->storage) {
            return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION,
                               "the view reaches beyond the storage of a view without source");
        }
        if (!home_is_free(live[k], NULL, live[k]->lo, live[k]->hi, true, f))
            return false;
    }
    *again = true;
    for (size_t k = first; k < last; k++) {
        for (struct copy *c = live[k]->copies; c; c = c->next) {
            struct awaited what;
            if (use_pending(c->uses, use_all, true, &what))
                return use_wait(&what, f);
        }
        if (live[k]->stale.count)
            return home_bring(live[k], why, f);
    }
    *again = false;
    return true;
}

/* The homes [*first, *last) that overlap [lo, hi). Nobody has claimed them, and unless one contains
 * all of [lo, hi) they are ready to become one: no work is pending, the host has everything. */
static bool overlap_settle(uintptr_t lo, uintptr_t hi, size_t *first, size_t *last,
                           const struct purpose *why, struct failure *f)
{
    for (;;) {
        bool again = false;
        *first = *last = registry_find(lo);
        while (*last < live_count && live[*last]->lo < hi) {
            again = again || live[*last]->owner;
            ++*last;
        }
        if (again) {
            homes_wait();
            continue;
        }
        if (*last == *first + 1 && live[*first]->lo <= lo && live[*first]->hi >= hi)
            return true;
        if (!merge_prepare(*first, *last, &again, why, f))
            return false;
        if (!again)
            return true;
    }
}

/* Makes the share one of the home's. */
static void share_link(struct share *share, struct home *home)
{
    homes_changes++;
    share->home = home;
    share->previous = NULL;
    share->next = home->shares;
    if (share->next)
        share->next->previous = share;
    home->shares = share;
    if (share->next == NULL ||
        (home->widest && share->hi - share->lo > home->widest->hi - home->widest->lo))
        home->widest = share;
}

static struct share *home_widest(struct home *home)
{
    if (!home->widest) {
        home->widest = home->shares;
        for (struct share *s = home->shares; s; s = s->next)
            home->widest = s->hi - s->lo > home->widest->hi - home->widest->lo ? s : home->widest;
    }
    return home->widest;
}

/* Moves everything of 'from', except for its copies, to 'into'; room must have been reserved. */
static void home_move(struct home *into, struct home *from)
{
    while (from->shares) {
        struct share *s = from->shares;
        from->shares = s->next;
        share_link(s, into);
    }
    for (size_t k = 0; k < from->discarded.count; k++)
        intervals_add(&into->discarded, from->discarded.at[k].lo, from->discarded.at[k].hi);
}

/* One home for homes [first, last), which are settled, and [lo, hi) together. Their buffers are
 * freed. */
static struct home *home_merge(size_t first, size_t last, uintptr_t lo, uintptr_t hi,
                               struct failure *f)
{
    size_t room = 0, count = last - first;
    for (size_t k = first; k < last; k++)
        room += live[k]->discarded.count + 1;
    lo = live[first]->lo < lo ? live[first]->lo : lo;
    hi = live[last - 1]->hi > hi ? live[last - 1]->hi : hi;
    struct intervals discarded = {0};
    struct home **old = calloc(count, sizeof *old);
    if (!old || !intervals_reserve(&discarded, room)) {
        free(old);
        no_memory(f);
        return NULL;
    }
    memcpy(old, live + first, count * sizeof *old);
    struct home *home = home_create(lo, hi, first, last, f);
    if (home) {
        home->discarded = discarded;
        for (size_t k = 0; k < count; k++) {
            home_move(home, old[k]);
            home_free(old[k]);
        }
        home_publish(home);
        trace_print("%zu overlapping homes became one of %zu bytes", count, (size_t)(hi - lo));
    } else {
        intervals_free(&discarded);
    }
    free(old);
    return home;
}

/* ---- Shares ---- */

/* Bytes of [lo, hi) that no share of the home covers belong to the host alone: their user may have
 * changed them. */
static bool home_adopt(struct home *home, uintptr_t lo, uintptr_t hi, struct failure *f)
{
    size_t count = 1;
    const struct share *widest = home_widest(home);
    if (widest->lo <= lo && widest->hi >= hi)
        return true;
    for (struct share *s = home->shares; s; s = s->next, count++)
        if (s->lo <= lo && s->hi >= hi)
            return true;
    struct intervals fresh = {0};
    if (!intervals_reserve(&fresh, count))
        return no_memory(f);
    intervals_add(&fresh, lo, hi);
    for (struct share *s = home->shares; s; s = s->next)
        intervals_remove(&fresh, s->lo, s->hi);
    bool ok = true;
    for (size_t k = 0; k < fresh.count && ok; k++)
        ok = home_refresh(home, fresh.at[k].lo, fresh.at[k].hi, f);
    intervals_free(&fresh);
    return ok;
}

/* The home for [lo, hi): one that contains it, a merged one, or a new one. */
static struct home *home_acquire(uintptr_t lo, uintptr_t hi, const struct purpose *why,
                                 struct failure *f)
{
    size_t first, last;
    if (!overlap_settle(lo, hi, &first, &last, why, f))
        return NULL;
    if (first == last)
        return home_create(lo, hi, first, last, f);
    struct home *home = live[first];
    if (last > first + 1 || home->lo > lo || home->hi < hi)
        home = home_merge(first, last, lo, hi, f);
    return home && home_adopt(home, lo, hi, f) ? home : NULL;
}

/* One of no home yet. */
static struct share *share_new(bool constant, const struct purpose *why, struct failure *f)
{
    struct share *share = calloc(1, sizeof *share);
    if (!share) {
        no_memory(f);
        return NULL;
    }
    share->count = 1;
    share->constant = constant;
    share->purpose = (struct purpose){"the end of a view", why->file, why->line, NULL};
    return share;
}

/* Makes it one of the home's, of the bytes from lo on; without a home it is freed, the result is
 * NULL. Under runtime_lock. */
static struct share *share_begin(struct share *share, struct home *home, uintptr_t lo, size_t bytes)
{
    if (!home) {
        free(share);
        return NULL;
    }
    share->lo = lo;
    share->hi = lo + bytes;
    share_link(share, home);
    share_publish(share);
    return share;
}

struct share *share_create(uintptr_t lo, size_t bytes, bool constant, const struct purpose *why,
                           struct failure *f)
{
    struct share *share = share_new(constant, why, f);
    if (!share)
        return NULL;
    runtime_lock();
    struct home *home = lo ? home_acquire(lo, lo + bytes, why, f) : home_create_storage(bytes, f);
    share = share_begin(share, home, home && !lo ? home->lo : lo, bytes);
    runtime_unlock();
    return share;
}

/* The imported home of the buffer, or 0. */
static struct home *home_of_buffer(cl_mem buffer)
{
    for (size_t k = 0; k < live_count; k++)
        if (live[k]->adopted && live[k]->adopted->buffer == buffer)
            return live[k];
    return NULL;
}

/* A home for the program's buffer: storage for bytes that the host may read, and the buffer as a
 * copy that is valid as a whole. */
static struct home *home_import(cl_mem buffer, size_t size, struct ampc_accelerator_view *on,
                                struct failure *f)
{
    struct home *home = home_create_storage(size, f);
    if (!home)
        return NULL;
    home->blank = false;
    home->on = home->associated = on;
    bool ok = intervals_reserve(&home->stale, 1) || no_memory(f);
    if (!ok || !copy_adopt(home, on->accelerator, buffer, f)) {
        registry_remove(home);
        home_free(home);
        return NULL;
    }
    intervals_add(&home->stale, home->lo, home->hi);
    return home;
}

struct share *share_import(cl_mem buffer, size_t size, size_t offset, size_t bytes, bool constant,
                           struct ampc_accelerator_view *on, const struct purpose *why,
                           struct failure *f)
{
    struct share *share = share_new(constant, why, f);
    if (!share)
        return NULL;
    runtime_lock();
    struct home *home = home_of_buffer(buffer);
    home = home ? home : home_import(buffer, size, on, f);
    share = share_begin(share, home, home ? home->lo + offset : 0, bytes);
    runtime_unlock();
    return share;
}

/* Do other shares of the home cover all of this one's bytes? (Asked of each alone, which is enough
 * to save waits.) */
static bool share_is_covered(const struct share *share)
{
    for (const struct share *s = share->home->shares; s; s = s->next)
        if (s != share && s->lo <= share->lo && s->hi >= share->hi)
            return true;
    return false;
}

static bool prints(const struct ampc_accelerator *a)
{
    const struct ampc_accelerator_view *view = &a->default_view;
    while (view && !view->prints)
        view = view->next;
    return view != NULL;
}

/* Waits for kernels that use the share's bytes: behind the release of the last view the program may
 * reuse the memory. */
static bool share_settle(struct share *share, struct failure *f)
{
    for (struct copy *c = share->home->copies; c; c = c->next) {
        struct awaited what;
        if (((c->zero_copy || share->home->adopted) && use_pending(c->uses, use_all, true, &what) &&
             !share_is_covered(share)) ||
            prints(c->accelerator))
            return home_wait(share, use_all, f);
    }
    return true;
}

/* Is it the last share of storage that goes with it? */
static bool share_ends_storage(const struct share *share)
{
    return share->home->storage && share->home->shares == share && !share->next;
}

/* Removes the share from its home, which stays. */
static void share_detach(struct share *share)
{
    struct home *home = share->home;
    homes_changes++;
    if (share->next)
        share->next->previous = share->previous;
    *(share->previous ? &share->previous->next : &home->shares) = share->next;
    home->widest = home->widest == share ? NULL : home->widest;
}

static void share_unlink(struct share *share)
{
    struct home *home = share->home;
    share_detach(share);
    if (!home->shares) {
        registry_remove(home);
        home_free(home);
    }
}

struct share *share_keep(struct home *home)
{
    struct share *share = calloc(1, sizeof *share);
    if (share) {
        share->count = 1;
        share->constant = true;
        share->lo = share->hi = home->lo;
        share_link(share, home);
    }
    return share;
}

void share_drop(struct share *share)
{
    share_unlink(share);
    free(share);
}

static bool share_is_beside(const struct share *s, uintptr_t lo, uintptr_t hi)
{
    return s != s->home->keeper && (s->hi <= lo || s->lo >= hi);
}

void home_prepare_split(struct home *home, uintptr_t lo, uintptr_t hi, const struct purpose *why,
                        struct failure *f)
{
    struct share *s = home->shares;
    while (s && !share_is_beside(s, lo, hi))
        s = s->next;
    if (!s)
        return;
    if (home_settle(home->keeper, home->lo, home->hi, AMPC_READ, f))
        home_to_host(home, home->lo, home->hi, AMPC_READ, why, f);
    home_drop_copies(home);
    intervals_clear(&home->stale);
    intervals_clear(&home->discarded);
    home_publish(home);
}

void home_split(struct home *home, uintptr_t lo, uintptr_t hi, const struct purpose *why,
                struct failure *f)
{
    registry_remove(home);
    for (struct share *s = home->shares, *next; s; s = next) {
        next = s->next;
        if (share_is_beside(s, lo, hi)) {
            share_detach(s);
            struct home *other = home_acquire(s->lo, s->hi, why, f);
            share_link(s, other ? other : home);
            share_publish(s);
        }
    }
}

/* Copies the newest elements to the memory that the view was made over: host memory, or a buffer of
 * the program's. */
static bool share_bring(struct share *share, const struct purpose *why, struct failure *f)
{
    struct copy *adopted = share->home->adopted;
    for (;;) {
        if (!home_settle(share, share->lo, share->hi, AMPC_READ, f))
            return false;
        struct awaited what;
        if (!adopted || !use_pending(adopted->uses, use_all, true, &what) ||
            !home_needs_upload(share->home, adopted->accelerator, share->lo, share->hi))
            break;
        if (!use_wait(&what, f))
            return false;
    }
    return adopted ? home_to_device(share->home, adopted->accelerator, share->lo, share->hi, 1, why,
                                    f) != NULL
                   : home_to_host(share->home, share->lo, share->hi, AMPC_READ, why, f);
}

/* Finishes the data of a share that ends: waits, and copies elements back. */
static bool share_finish(struct share *share, const struct purpose *why, struct failure *f)
{
    bool adopted = share->home->adopted != NULL;
    bool brings = !share->constant && (adopted || !share_ends_storage(share));
    return (!brings || adopted || home_fetch_behind(share->home, share->lo, share->hi, why, f)) &&
           share_settle(share, f) && (!brings || share_bring(share, why, f));
}

void share_release(struct share *share)
{
    if (__atomic_sub_fetch(&share->count, 1, __ATOMIC_ACQ_REL) != 0)
        return;
    struct failure f, again;
    f.code = again.code = AMPC_SUCCESS;
    struct purpose why = share->purpose;
    why.frame = __builtin_frame_address(0);
    struct claim claim = {&share, 1};
    runtime_lock();
    homes_claim(&claim);
    if (!share->home->left.how && !share_finish(share, &why, &f)) {
        /* The failure may be that of a kernel, after which there still are elements to copy
         * back. */
        share_finish(share, &why, &again);
    }
    homes_release(&claim);
    share_unlink(share);
    runtime_unlock();
    free(share);
    if (f.code != AMPC_SUCCESS)
        failure_raise(&f, why.file, why.line);
}
