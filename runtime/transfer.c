/* transfer.c - copy(), copy_async() and assignments between views, arrays and plain memory.
 *
 * Both sides are checked for size first, and nothing is written if they do not fit. Elements go
 * from the host's memory, or from the one device that has all of them, to the host's memory;
 * between buffers for the library's own storage the device copies by itself. Example: copy(a, b) of
 * two arrays on one GPU is one copy of buffers. */
#include "runtime/homes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* copy(): between views, arrays and plain memory. Elements that both sides have on one device are
 * copied there; elements for the library's own storage are written to its device directly; all
 * others are copied through host memory. */

/* Elements in host memory: where element (0, ..., 0) stands, and the strides in elements. */
struct layout {
    char *at;
    ampc_ptrdiff stride[VIEW_RANK_MAX];
};

static struct layout view_layout(const ampc_view *v)
{
    struct layout l = {.at = v->host};
    memcpy(l.stride, view_strides(v), (size_t)v->rank * sizeof *l.stride);
    return l;
}

/* The elements of the view's shape one behind the other. */
static struct layout dense_layout(const ampc_view *shape, const void *p)
{
    struct layout l = {.at = (char *)(uintptr_t)p};
    ampc_ptrdiff step = 1;
    for (int k = shape->rank - 1; k >= 0; k--) {
        l.stride[k] = step;
        step *= view_extents(shape)[k];
    }
    return l;
}

/* The innermost dimensions that are without gaps on both sides are moved as one. Gives runtime_lock
 * up meanwhile. */
static void move_elements(const ampc_view *shape, const struct layout *to,
                          const struct layout *from)
{
    const int *extent = view_extents(shape);
    ampc_ptrdiff run = 1, elem = (ampc_ptrdiff)shape->elem;
    int outer = shape->rank, at[VIEW_RANK_MAX] = {0};
    runtime_unlock();
    while (outer > 0 && (extent[outer - 1] == 1 ||
                         (to->stride[outer - 1] == run && from->stride[outer - 1] == run)))
        run *= extent[--outer];
    for (int k = 0; k >= 0;) {
        ampc_ptrdiff t = 0, s = 0;
        for (k = 0; k < outer; k++) {
            t += at[k] * to->stride[k];
            s += at[k] * from->stride[k];
        }
        memmove(to->at + t * elem, from->at + s * elem, (size_t)(run * elem));
        for (k = outer - 1; k >= 0 && ++at[k] == extent[k]; k--)
            at[k] = 0;
    }
    runtime_lock();
}

/* ---- One side ---- */

/* A view of a copy, with its properties. */
struct side {
    const ampc_view *view;
    struct share *share;
    uintptr_t lo, hi;
    bool dense;
};

static struct side side_of(const ampc_view *v)
{
    struct interval range = view_range(v);
    return (struct side){v, view_share(v), range.lo, range.hi, view_is_dense(v)};
}

/* The access that the host needs to a destination: with gaps, whose contents stay, it is also
 * read. */
static unsigned write_access(const struct side *to)
{
    return to->dense ? AMPC_WRITE : AMPC_READ | AMPC_WRITE;
}

/* Makes the host's copy of a destination the newest; settled before. */
static bool begin_write(const struct side *to, const struct purpose *why, struct failure *f)
{
    struct home *home = to->share->home;
    return (!to->dense || home_discard(home, to->lo, to->hi, f)) &&
           home_to_host(home, to->lo, to->hi, AMPC_READ | AMPC_WRITE, why, f);
}

/* A copy with memory of its own that has all of the side's elements; 0: none. */
static struct copy *whole_copy(const struct side *from)
{
    struct copy *c = from->share->home->copies;
    while (c && (c->zero_copy || intervals_meets(&c->stale, from->lo, from->hi)))
        c = c->next;
    return c;
}

/* The elements of a side in a copy of its home's. */
static struct section section_of(const struct side *side, struct copy *c)
{
    const struct home *home = side->share->home;
    return (struct section){c, copy_offset(home, c, side->lo), side->view, c != home->adopted};
}

/* Brings the elements of a settled source to 'to': from the device directly where that is
 * possible. */
static bool fetch(const struct side *from, const struct layout *to, bool to_dense,
                  const struct purpose *why, struct failure *f)
{
    struct home *home = from->share->home;
    struct copy *c =
        to_dense && intervals_meets(&home->stale, from->lo, from->hi) ? whole_copy(from) : NULL;
    if (c && from->dense)
        return copy_read(c, copy_offset(home, c, from->lo), from->hi - from->lo, to->at, why, f);
    if (c && section_fits(from->view)) {
        const struct section section = section_of(from, c);
        return copy_read_section(&section, to->at, why, f);
    }
    if (!home_to_host(home, from->lo, from->hi, AMPC_READ, why, f))
        return false;
    struct layout source = view_layout(from->view);
    move_elements(from->view, to, &source);
    return true;
}

/* ---- To storage of the library's own ---- */

/* The accelerator to which the elements of the destination are best copied; 0: none, as the host
 * reads the memory, too. */
static struct ampc_accelerator *target_of(const struct side *to, struct ampc_accelerator *fallback)
{
    struct home *home = to->share->home;
    if (!home->storage || home->staging || !to->dense)
        return NULL;
    for (struct copy *c = home->copies; c; c = c->next)
        if (!c->zero_copy)
            return c->accelerator;
    return fallback && !fallback->zero_copy ? fallback : NULL;
}

static bool store_on_device(const struct side *to, struct ampc_accelerator *a, const void *from,
                            const struct purpose *why, struct failure *f)
{
    struct home *home = to->share->home;
    struct copy *c = home_copy(home, a);
    if (!home_is_free(home, NULL, to->lo, to->hi, true, f))
        return false;
    struct awaited what;
    while (c && use_pending(c->uses, (struct interval){to->lo, to->hi}, true, &what)) {
        if (!use_wait(&what, f))
            return false;
        c = home_copy(home, a);
    }
    c = home_target(home, a, to->lo, to->hi, f);
    if (!c || !copy_write(c, copy_offset(home, c, to->lo), to->hi - to->lo, from, why, f))
        return false;
    home_written(home, c, to->lo, to->hi);
    return true;
}

/* Has the side gaps, and is it of the library's own storage? */
static bool is_section(const struct side *to)
{
    const struct home *home = to->share->home;
    return !to->dense && home->storage && !home->staging && section_fits(to->view);
}

/* Writes elements with gaps, of the library's own storage, to the device that has what is between
 * them, if there is one: *done. */
static bool store_section(const struct side *to, const void *from, bool *done,
                          const struct purpose *why, struct failure *f)
{
    struct home *home = to->share->home;
    struct awaited what;
    if (!is_section(to))
        return true;
    if (!home_is_free(home, NULL, to->lo, to->hi, true, f))
        return false;
    struct copy *c = whole_copy(to);
    while (c && use_pending(c->uses, (struct interval){to->lo, to->hi}, true, &what)) {
        if (!use_wait(&what, f))
            return false;
        c = whole_copy(to);
    }
    if (!c || !intervals_meets(&home->stale, to->lo, to->hi))
        return true;
    c = home_target(home, c->accelerator, to->lo, to->hi, f);
    if (!c)
        return false;
    const struct section section = section_of(to, c);
    if (!copy_write_section(&section, from, why, f))
        return false;
    home_written(home, c, to->lo, to->hi);
    *done = true;
    return true;
}

/* ---- The three kinds of copies ---- */

static bool between_views(const struct side *from, const struct side *to, const struct purpose *why,
                          struct failure *f)
{
    unsigned access = write_access(to);
    do {
        if (!home_settle(from->share, from->lo, from->hi, AMPC_READ, f) ||
            !home_settle(to->share, to->lo, to->hi, access, f))
            return false;
    } while (!home_is_settled(from->share->home, from->lo, from->hi, AMPC_READ));
    struct layout target = view_layout(to->view);
    if (from->lo >= to->hi || to->lo >= from->hi)
        return begin_write(to, why, f) && fetch(from, &target, to->dense, why, f);
    char *all = malloc(elements_bytes(from->view));
    struct layout between = dense_layout(from->view, all);
    bool ok = all || failure_set(f, AMPC_ERROR_OUT_OF_MEMORY, "no memory for a copy of %zu bytes",
                                 elements_bytes(from->view));
    /* Bytes that are fetched for the destination's gaps need not be fetched for the source
     * again. */
    ok = ok && (to->dense || begin_write(to, why, f)) && fetch(from, &between, true, why, f) &&
         (!to->dense || begin_write(to, why, f));
    if (ok)
        move_elements(to->view, &target, &between);
    free(all);
    return ok;
}

/* Is the home's storage used on other devices than 'a' alone? Then 'a' need not have a buffer for
 * all of it, to take what goes there. */
static bool is_elsewhere(const struct home *home, const struct ampc_accelerator *a)
{
    return !home_copy(home, a) && (home->copies || (home->on && home->on->accelerator != a));
}

static bool overlap(const struct side *a, const struct side *b)
{
    return a->share->home == b->share->home && a->lo < b->hi && b->lo < a->hi;
}

/* Between two places without gaps, which have nothing in common. */
static bool is_plain(const struct side *from, const struct side *to)
{
    return from->dense && to->dense && !overlap(from, to);
}

/* The copy on which a device can copy the elements itself, to storage of the library's own; 0: it
 * cannot. Gaps of the target have to be there. */
static struct copy *source_on_device(const struct side *from, const struct side *to)
{
    struct home *home = to->share->home;
    if (!home->storage || home->staging || (!to->dense && !section_fits(to->view)))
        return NULL;
    for (struct copy *c = from->share->home->copies; c; c = c->next) {
        const struct copy *target = home_copy(home, c->accelerator);
        bool has = to->dense ? !is_elsewhere(home, c->accelerator)
                             : target && !intervals_meets(&target->stale, to->lo, to->hi);
        if (has && !c->zero_copy && !intervals_meets(&c->stale, from->lo, from->hi))
            return c;
    }
    return NULL;
}

/* Waits for what uses the elements on the copies of both sides, which may change meanwhile: then
 * *waited, and they have to be looked for again. */
static bool wait_for_both(const struct side *from, const struct copy *c, const struct side *to,
                          const struct copy *target, bool *waited, struct failure *f)
{
    struct awaited what;
    *waited = (c && use_pending(c->uses, (struct interval){from->lo, from->hi}, false, &what)) ||
              (target && use_pending(target->uses, (struct interval){to->lo, to->hi}, true, &what));
    return !*waited || use_wait(&what, f);
}

/* Whether the device has what copies with gaps need, which may be built now. */
static bool device_packs(struct ampc_accelerator *a, const struct side *from, const struct side *to)
{
    size_t one = section_runs(from->view), other = section_runs(to->view);
    runtime_unlock();
    bool ready = pack_ready(a, one > other ? one : other);
    runtime_lock();
    return ready;
}

/* Copies on the device that has the source; *done: that was possible. */
static bool on_device(const struct side *from, const struct side *to, bool *done,
                      const struct purpose *why, struct failure *f)
{
    struct copy *c, *target;
    bool waits, plain = is_plain(from, to);
    do { /* the lock is given up while something is waited for */
        c = source_on_device(from, to);
        target = c ? home_copy(to->share->home, c->accelerator) : NULL;
        if (!wait_for_both(from, c, to, target, &waits, f))
            return false;
    } while (waits);
    if (!c || (!plain && !device_packs(c->accelerator, from, to)))
        return true;
    struct home *source = from->share->home, *home = to->share->home;
    if (!home_is_free(source, NULL, from->lo, from->hi, false, f) ||
        !home_is_free(home, NULL, to->lo, to->hi, true, f))
        return false;
    target = home_target(home, c->accelerator, to->lo, to->hi, f);
    if (!target)
        return false;
    const struct section a = section_of(from, c), b = section_of(to, target);
    *done = true;
    bool ok = plain ? copy_move(c, a.offset, target, b.offset, to->hi - to->lo, why, f)
                    : copy_move_section(&a, &b, overlap(from, to), done, why, f);
    if (ok && *done)
        home_written(home, target, to->lo, to->hi);
    return ok;
}

/* Waits for what uses a side's elements on a copy, which may change meanwhile: then *waited. But a
 * launch in whose queue the transfer itself may be is *behind. */
static bool wait_or_follow(const struct side *side, const struct copy *c, bool writes,
                           struct awaited *behind, bool *waited, struct failure *f)
{
    struct interval range = {side->lo, side->hi};
    *waited = use_pending(c->uses, range, writes, behind);
    if (*waited && use_pending_alone(c->uses, range, writes, behind) &&
        queue_tells(behind->view, behind->ticket)) {
        *waited = false;
        return true;
    }
    bool ok = !*waited || use_wait(behind, f);
    *behind = (struct awaited){0};
    return ok;
}

/* Copies from the device that has the source to another one, which has the destination; *done: they
 * do that. */
static bool across_devices(const struct side *from, const struct side *to, bool *done,
                           const struct purpose *why, struct failure *f)
{
    struct home *source = from->share->home, *home = to->share->home;
    struct copy *c, *target;
    struct awaited read, written;
    bool waits;
    do {
        c = from->dense && source != home ? whole_copy(from) : NULL;
        target = home->copies;
        while (target && (target->zero_copy || (c && target->accelerator == c->accelerator)))
            target = target->next;
        if (!c || !target || !to->dense || !home->storage || home->staging)
            return true;
        if (!wait_or_follow(from, c, false, &read, &waits, f) ||
            (!waits && !wait_or_follow(to, target, true, &written, &waits, f)))
            return false;
    } while (waits);
    if (!home_is_free(source, NULL, from->lo, from->hi, false, f) ||
        !home_is_free(home, NULL, to->lo, to->hi, true, f))
        return false;
    target = home_target(home, target->accelerator, to->lo, to->hi, f);
    if (!target)
        return false;
    const struct shore a = {c, copy_offset(source, c, from->lo), read},
                       b = {target, copy_offset(home, target, to->lo), written};
    if (!copy_cross(&a, &b, to->hi - to->lo, done, why, f))
        return false;
    if (*done)
        home_written(home, target, to->lo, to->hi);
    return true;
}

/* Elements for storage with gaps that a device has, and the host has not: through memory that holds
 * them alone; *done: they went there. */
static bool by_host(const struct side *from, const struct side *to, bool *done,
                    const struct purpose *why, struct failure *f)
{
    if (!is_section(to) || !whole_copy(to) ||
        !intervals_meets(&to->share->home->stale, to->lo, to->hi))
        return true;
    char *all = malloc(elements_bytes(from->view));
    struct layout between = dense_layout(from->view, all);
    bool ok = all || failure_set(f, AMPC_ERROR_OUT_OF_MEMORY, "no memory for a copy of %zu bytes",
                                 elements_bytes(from->view));
    ok = ok && home_settle(from->share, from->lo, from->hi, AMPC_READ, f) &&
         fetch(from, &between, true, why, f) && store_section(to, all, done, why, f);
    free(all);
    return ok;
}

bool transfer_views(const ampc_view *src, const ampc_view *dst, const struct purpose *why,
                    struct failure *f)
{
    struct side from = side_of(src), to = side_of(dst);
    struct claim claim = {(struct share *[]){from.share, to.share}, 2};
    bool done = false;
    if (!src->elem) /* structures without members */
        return true;
    runtime_lock();
    homes_claim(&claim);
    bool ok = on_device(&from, &to, &done, why, f);
    if (ok && !done)
        ok = across_devices(&from, &to, &done, why, f);
    if (ok && !done)
        ok = by_host(&from, &to, &done, why, f);
    if (ok && !done)
        ok = between_views(&from, &to, why, f);
    homes_release(&claim);
    runtime_unlock();
    return ok;
}

bool transfer_in(const void *src, const ampc_view *dst, const struct purpose *why,
                 struct failure *f)
{
    struct side to = side_of(dst);
    struct layout source = dense_layout(dst, src), target = view_layout(dst);
    struct failure none;
    none.code = AMPC_SUCCESS;
    if (!dst->elem)
        return true;
    runtime_lock();
    const struct home *home = to.share->home;
    struct ampc_accelerator *a = home->on ? home->on->accelerator : NULL;
    bool asks = home->storage && !a;
    runtime_unlock();
    a = asks ? accelerator_default(&none) : a;
    if (a && (a->zero_copy || !accelerator_open(a, &none)))
        a = NULL; /* the next launch will report why */
    struct claim claim = {&to.share, 1};
    runtime_lock();
    homes_claim(&claim);
    a = target_of(&to, a);
    bool done = false, ok = store_section(&to, src, &done, why, f);
    if (!ok || done) {
        /* nothing is left to do */
    } else if (a) {
        ok = store_on_device(&to, a, src, why, f);
    } else {
        ok = home_settle(to.share, to.lo, to.hi, write_access(&to), f) && begin_write(&to, why, f);
        if (ok)
            move_elements(dst, &target, &source);
    }
    homes_release(&claim);
    runtime_unlock();
    return ok;
}

bool transfer_out(const ampc_view *src, void *dst, const struct purpose *why, struct failure *f)
{
    struct side from = side_of(src);
    struct layout target = dense_layout(src, dst);
    struct claim claim = {&from.share, 1};
    if (!src->elem)
        return true;
    runtime_lock();
    homes_claim(&claim);
    struct home *home = from.share->home;
    struct copy *c = whole_copy(&from);
    bool done = false, ok = true;
    if (!c) /* home_to_host will bring what is between the elements, too */
        ok = home_fetch_behind(home, from.lo, from.hi, why, f);
    else if (from.dense && !home->left.how && intervals_meets(&home->stale, from.lo, from.hi))
        ok = copy_read_behind(home, c, (struct interval){from.lo, from.hi}, dst, &done, why, f);
    if (ok && !done)
        ok = home_settle(from.share, from.lo, from.hi, AMPC_READ, f) &&
             fetch(&from, &target, true, why, f);
    homes_release(&claim);
    runtime_unlock();
    return ok;
}

/* ---- What generated code calls ---- */

/* "(2, 3)" */
static const char *extent_text(const ampc_view *v, char text[VIEW_RANK_MAX * 13])
{
    char *at = text;
    for (int k = 0; k < v->rank; k++)
        at += sprintf(at, "%s%d", k ? ", " : "(", view_extents(v)[k]);
    strcpy(at, ")");
    return text;
}

static bool check_side(const ampc_view *v, struct failure *f)
{
    return v->home ? view_check_left(v, "copy() with", f)
                   : failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION,
                                 "copy() with an empty array or array_view");
}

/* The bytes of the elements against those of plain memory. */
static bool check_memory(const ampc_view *v, const void *p, size_t avail, struct failure *f)
{
    if (!p)
        return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION, "copy() with a null pointer");
    return !avail || elements_bytes(v) <= avail ||
           failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION,
                       "copy() of %zu bytes with memory of %zu bytes", elements_bytes(v), avail);
}

static bool check_range(uintptr_t begin, uintptr_t end, const ampc_view *v, struct failure *f)
{
    size_t bytes = elements_bytes(v), elem = v->elem ? v->elem : 1;
    if (end >= begin && end - begin == bytes)
        return true;
    return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION,
                       "copy() of %td elements from begin to end into %zu elements",
                       (ptrdiff_t)(end - begin) / (ptrdiff_t)elem, bytes / elem);
}

/* A copy: of views, or of one view and memory. */
struct transfer {
    const ampc_view *src, *dst; /* 0: memory */
    const void *from;
    void *to;
    size_t avail;    /* bytes known to be in the memory, 0: unknown */
    const void *end; /* of the memory copied from, 0: not said */
    bool packed;     /* the memory has elements in a texture's format, 'avail' bytes */
};

static bool check_packed(const struct transfer *t, struct failure *f)
{
    size_t bytes = texture_bytes(t->src ? t->src : t->dst);
    if (!(t->src ? t->to : t->from))
        return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION, "copy() with a null pointer");
    return t->avail >= bytes ||
           failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION,
                       "copy() of a texture of %zu bytes with memory of %zu bytes", bytes,
                       t->avail);
}

static bool transfer_check(const struct transfer *t, struct failure *f)
{
    char one[VIEW_RANK_MAX * 13], two[VIEW_RANK_MAX * 13];
    if ((t->src && !check_side(t->src, f)) || (t->dst && !check_side(t->dst, f)))
        return false;
    if (t->from && t->end)
        return check_range((uintptr_t)t->from, (uintptr_t)t->end, t->dst, f);
    if (t->packed)
        return check_packed(t, f);
    if (t->src && t->dst && !texture_same_format(t->src, t->dst))
        return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION,
                           "copy() between textures of %u and %u bits per scalar element",
                           ampc__texture_bits(t->src), ampc__texture_bits(t->dst));
    if (!t->src || !t->dst)
        return check_memory(t->src ? t->src : t->dst, t->src ? t->to : t->from, t->avail, f);
    return view_same_extent(t->src, t->dst) ||
           failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION,
                       "copy() of extent %s into extent %s: they have to be the same",
                       extent_text(t->src, one), extent_text(t->dst, two));
}

/* Between memory and a texture whose format is not what kernels have. */
static bool transfer_texture(const struct transfer *t, const struct purpose *why, struct failure *f)
{
    const ampc_view *v = t->src ? t->src : t->dst;
    void *words = t->src ? malloc(elements_bytes(v)) : texture_widened(v, t->from, t->packed, f);
    if (t->src && !words)
        failure_set(f, AMPC_ERROR_OUT_OF_MEMORY, "no memory for a copy of %zu bytes",
                    elements_bytes(v));
    bool ok = words && (t->src ? transfer_out(v, words, why, f) : transfer_in(words, v, why, f));
    if (ok && t->src)
        texture_narrowed(v, words, t->to);
    free(words);
    return ok;
}

static bool transfer_run(const struct transfer *t, const char *file, int line, struct failure *f)
{
    struct purpose why = {"copy()", file, line, NULL};
    if ((!t->src && texture_is_narrow(t->dst)) ||
        (!t->dst && t->packed && texture_is_narrow(t->src)))
        return transfer_texture(t, &why, f);
    if (!t->src)
        return transfer_in(t->from, t->dst, &why, f);
    return t->dst ? transfer_views(t->src, t->dst, &why, f) : transfer_out(t->src, t->to, &why, f);
}

static void transfer_now(const struct transfer *t, const char *file, int line)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    if (!transfer_check(t, &f) || !transfer_run(t, file, line, &f))
        failure_raise(&f, file, line);
}

void ampc__copy(const ampc_view *src, const ampc_view *dst, const char *file, int line)
{
    transfer_now(&(struct transfer){.src = src, .dst = dst}, file, line);
}

void ampc__copy_in(const void *src, ampc_size avail, const ampc_view *dst, const char *file,
                   int line)
{
    transfer_now(&(struct transfer){.from = src, .dst = dst, .avail = avail}, file, line);
}

void ampc__copy_out(const ampc_view *src, void *dst, ampc_size avail, const char *file, int line)
{
    transfer_now(&(struct transfer){.src = src, .to = dst, .avail = avail}, file, line);
}

void ampc__copy_range(const void *src, const void *end, const ampc_view *dst, const char *file,
                      int line)
{
    transfer_now(&(struct transfer){.from = src, .dst = dst, .end = end}, file, line);
}

void ampc__texture_in(const void *src, ampc_size bytes, const ampc_view *dst, const char *file,
                      int line)
{
    transfer_now(&(struct transfer){.from = src, .dst = dst, .avail = bytes, .packed = true}, file,
                 line);
}

void ampc__texture_out(const ampc_view *src, void *dst, ampc_size bytes, const char *file, int line)
{
    transfer_now(&(struct transfer){.src = src, .to = dst, .avail = bytes, .packed = true}, file,
                 line);
}

/* ---- On a thread of the library ---- */

/* The data of such a job: shares of its views. */
struct later {
    struct transfer transfer;
    ampc_view16 src, dst;
};

/* The view, of whatever rank, in a room that has one of any; borrowed. */
static void view_borrow(ampc_view16 *room, const ampc_view *v)
{
    memcpy(room, v, offsetof(ampc_view1, stride));
    memcpy((char *)room + offsetof(ampc_view1, stride), view_strides(v),
           (size_t)v->rank * (sizeof(ampc_ptrdiff) + sizeof(int)));
}

static const ampc_view *later_hold(ampc_view16 *room, const ampc_view *v)
{
    if (!v)
        return NULL;
    view_borrow(room, v);
    ampc__view_retain(&room->v);
    return &room->v;
}

static void later_run(struct job *job, bool run, struct failure *f)
{
    struct later *l = (struct later *)(void *)job->data;
    if (run)
        transfer_run(&l->transfer, job->file, job->line, f);
    if (l->transfer.src)
        ampc__view_release(&l->src.v);
    if (l->transfer.dst)
        ampc__view_release(&l->dst.v);
}

static ampc_future transfer_later(const struct transfer *t, const char *file, int line)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    struct job *job =
        transfer_check(t, &f) ? job_new(later_run, sizeof(struct later), file, line, &f) : NULL;
    if (!job) {
        failure_raise(&f, file, line);
        return (ampc_future){0};
    }
    struct later *l = (struct later *)(void *)job->data;
    l->transfer = *t;
    l->transfer.src = later_hold(&l->src, t->src);
    l->transfer.dst = later_hold(&l->dst, t->dst);
    return job_submit(job, 0);
}

ampc_future ampc__copy_async(const ampc_view *src, const ampc_view *dst, const char *file, int line)
{
    return transfer_later(&(struct transfer){.src = src, .dst = dst}, file, line);
}

ampc_future ampc__copy_in_async(const void *src, ampc_size avail, const ampc_view *dst,
                                const char *file, int line)
{
    return transfer_later(&(struct transfer){.from = src, .dst = dst, .avail = avail}, file, line);
}

ampc_future ampc__copy_out_async(const ampc_view *src, void *dst, ampc_size avail, const char *file,
                                 int line)
{
    return transfer_later(&(struct transfer){.src = src, .to = dst, .avail = avail}, file, line);
}

ampc_future ampc__copy_range_async(const void *src, const void *end, const ampc_view *dst,
                                   const char *file, int line)
{
    return transfer_later(&(struct transfer){.from = src, .dst = dst, .end = end}, file, line);
}

ampc_future ampc__texture_in_async(const void *src, ampc_size bytes, const ampc_view *dst,
                                   const char *file, int line)
{
    return transfer_later(
        &(struct transfer){.from = src, .dst = dst, .avail = bytes, .packed = true}, file, line);
}

ampc_future ampc__texture_out_async(const ampc_view *src, void *dst, ampc_size bytes,
                                    const char *file, int line)
{
    return transfer_later(&(struct transfer){.src = src, .to = dst, .avail = bytes, .packed = true},
                          file, line);
}

/* ---- Sections of textures ---- */

/* *part = the section of v; false: it is none, which was reported. */
static bool part_of(ampc_view16 *part, const ampc_view *v, const int *origin, const int *extent,
                    const char *file, int line)
{
    view_borrow(part, v);
    ampc__view_section(&part->v, origin, extent, file, line);
    return part->v.home != NULL;
}

void ampc__copy_part(const ampc_view *src, const int *from, const ampc_view *dst, const int *to,
                     const int *extent, const char *file, int line)
{
    ampc_view16 a, b;
    if (part_of(&a, src, from, extent, file, line) && part_of(&b, dst, to, extent, file, line))
        ampc__copy(&a.v, &b.v, file, line);
}

ampc_future ampc__copy_part_async(const ampc_view *src, const int *from, const ampc_view *dst,
                                  const int *to, const int *extent, const char *file, int line)
{
    ampc_view16 a, b;
    if (part_of(&a, src, from, extent, file, line) && part_of(&b, dst, to, extent, file, line))
        return ampc__copy_async(&a.v, &b.v, file, line);
    return (ampc_future){0};
}
