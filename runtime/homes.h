/* homes.h - host memory that kernels use: uses of it by launches, homes with their copies on
 * devices, transfers, views and objects that hold views. Nothing here is public; internal.h has the
 * rest, with the rules of locks and errors, which hold here too.
 *
 * Example: a launch claims the homes of its views (homes_claim), makes their elements valid on its
 * accelerator (home_copy), and marks what it uses and writes (use_mark, home_written).
 */
#ifndef AMPC_HOMES_H
#define AMPC_HOMES_H

#include "runtime/internal.h"

/* ---- use.c ---- */

enum { USE_RANGES = 16 };

/* How launches of one view use a buffer: ranges, the oldest first, with the last launches that use
 * each and that may write it. Under runtime_lock. */
struct use {
    struct use *next;
    struct ampc_accelerator_view *view;
    size_t count;
    struct use_range {
        uint64_t last, write; /* 0: none */
        struct interval at;
        bool followed; /* by a launch that writes all of it: other launches wait for that one */
    } ranges[USE_RANGES];
};
extern const struct interval use_all; /* the whole, wherever it is */

/* A launch to wait for. */
struct awaited {
    struct ampc_accelerator_view *view;
    uint64_t ticket;
};

/* The entry of 'view', added if there is none; 0 and *f: no memory. */
struct use *use_of(struct use **uses, struct ampc_accelerator_view *view, struct failure *f);
/* Is there a launch that is not known to be done before which 'range' must not be read, or written?
 */
bool use_pending(const struct use *uses, struct interval range, bool writes, struct awaited *what);
/* Is there one view whose launches may have to be done before 'range' is read, or written, and no
 * other? *what is the last of them. */
bool use_pending_alone(const struct use *uses, struct interval range, bool writes,
                       struct awaited *what);
/* Waits for that launch; see queue_wait. */
bool use_wait(const struct awaited *what, struct failure *f);
void uses_free(struct use *uses);
/* The number of the launch on the use's view that has to be done before one on 'view' that uses
 * 'range', and may write or only reads it, begins; 0: none. */
uint64_t use_must_wait(const struct use *use, const struct ampc_accelerator_view *view,
                       struct interval range, bool writes);
/* Notes in *use, one of 'uses', launch number 'ticket', which waits for all that it must. */
void use_mark(struct use *uses, struct use *use, uint64_t ticket, struct interval range,
              bool writes);
/* The same of a launch that uses the only entry's only range, as in a loop; false: it is another
 * one. */
static inline bool use_mark_again(struct use *use, uint64_t ticket, struct interval range,
                                  bool writes)
{
    struct use_range *only = use->ranges;
    if (use->count != 1 || only->at.lo != range.lo || only->at.hi != range.hi ||
        (only->write && !writes))
        return false;
    only->last = ticket;
    only->write = writes ? ticket : 0;
    only->followed = false;
    return true;
}

/* ---- copy.c, home.c, registry.c ---- */

/* The reason for an operation on a home, for traces and errors. */
struct purpose {
    const char *what; /* "a launch", "synchronize()" */
    const char *file;
    int line;
    const void *frame; /* the stack below it is the library's, or unused; 0: not known */
};

/* A home's copy on a device. Under runtime_lock; changed only by the operation that has claimed the
 * home. */
struct copy {
    struct copy *next;
    struct ampc_accelerator *accelerator;
    cl_mem buffer;
    uint64_t serial;  /* of the buffer: no other copy has had it, or 0 */
    uint64_t version; /* of its elements: another one after every write, never one of before */
    bool zero_copy;   /* the buffer is the host's memory */
    struct intervals
        stale;        /* bytes that must be copied from the host before a kernel may read them */
    struct use *uses; /* by launches */
};

/* An access by the program's own OpenCL calls to [lo, hi) of a home. */
struct access {
    struct access *next; /* of the home; under runtime_lock */
    struct ampc_accelerator_view *view;
    uintptr_t lo, hi;
    bool writes;
};

/* How the memory of a home ended before its views; 'how' 0: it has not. "was freed", ... */
struct leaving {
    const char *how;
    const char *file; /* 0: not known */
    int line;
};

/* Of a texture's elements: enum ampc__texel, and the bits of a scalar in the program's memory. */
struct texel_format {
    unsigned char kind, bits;
};

/* An interval of host memory with its copies. Live homes do not overlap. Under runtime_lock.
 * Invariant: every byte in 'stale' is valid in at least one copy. */
struct home {
    uintptr_t lo, hi;
    bool listed;                /* it is found by its address */
    struct leaving left;        /* then it has no copies, is not listed and never will be */
    struct share *keeper;       /* leave.c: while it is not known whether the memory ends */
    struct home *next_leaving;  /* of those that end together */
    void *storage;              /* of the home's own: to be freed with it; else 0 */
    ampc__queue on, associated; /* of an array: what it was made for; 0: the default */
    bool staging;               /* an array's storage that the host is to have */
    struct texel_format texel;  /* of a texture; else 0 */
    bool blank;                 /* storage of its own that is all zero and that nobody wrote */
    struct intervals
        stale; /* bytes that must be copied from a device before the host may read them */
    struct intervals discarded; /* bytes that need not be copied to a new copy */
    const void *owner;          /* the operation that has claimed it, or 0 */
    struct copy *copies;
    struct image *images; /* of a texture, see image.c */
    struct copy *adopted; /* of an imported home: the one whose buffer is the program's; else 0 */
    struct access *accesses;
    struct share *shares;
    struct share *widest; /* the share with the most bytes, or 0 if it has to be looked for */
};

/* The alignment that elements have on devices where they have it in host memory. */
enum { BASE_ALIGNMENT = 16 };

/* The host address that the first byte of the home's buffer on 'a' stands for. Drivers align a
 * buffer's first byte to 128 bytes at least; so elements that are aligned in host memory are on the
 * device, too, whatever the home begins with: a view of float at address 4, merged with one of
 * float_4 at address 16, becomes a buffer for addresses 0 and on. */
static inline uintptr_t copy_base(const struct home *home, const struct ampc_accelerator *a)
{
    return a->zero_copy ? home->lo : home->lo - home->lo % BASE_ALIGNMENT;
}
/* Where the byte of that address is in the copy's buffer. */
static inline size_t copy_offset(const struct home *home, const struct copy *copy, uintptr_t at)
{
    return at - copy_base(home, copy->accelerator);
}

/* A share: what a view holds of a home; counts the copies and subviews of one created view. The
 * view's 'home' member points here, to 'head', whose word is kept for the share's own interval;
 * merging homes only changes 'home' here. */
struct share {
    ampc_home head;                /* first: a view's home pointer is cast to struct share */
    unsigned count;                /* atomic: views that hold the share */
    bool constant;                 /* made by a view of const: never synchronised */
    bool left;                     /* atomic: the home's memory went, see home->left */
    uintptr_t lo, hi;              /* the view's elements when it was made */
    struct home *home;             /* under runtime_lock, as all below */
    struct share *next, *previous; /* of the same home */
    struct purpose purpose;        /* of its release */
};

void runtime_lock(void);
void runtime_unlock(void);
/* Counts changes of what launches that repeat others rely on: claims, stale bytes, copies, whose
 * launches use them, accesses, shares' homes. Under runtime_lock. */
extern uint64_t homes_changes;
/* runtime_lock for fork(), which must not wait for long: drivers fork too, to run compilers, while
 * the calling thread or one that waits for it has the lock. False: it is not held then. */
bool runtime_hold(void);
/* In a child, of one thread: nobody has the lock, nobody waits. */
void runtime_renew(void);

/* An operation that changes homes claims them first, so that it has exclusive access while
 * runtime_lock is given up for waits and transfers. It claims all homes at once, so that there is
 * no deadlock, and holds no pointer to a home before, as homes may be merged during the wait. */
struct claim {
    struct share *const *shares;
    size_t count;
};

/* Claims the homes of the shares, the same one several times if need be, or waits until it can.
 * Under runtime_lock, given up meanwhile. *claim identifies the operation. */
void homes_claim(const struct claim *claim);
/* Releases the claims. The shares still live. */
void homes_release(const struct claim *claim);
/* Waits until some home has been given back or has gone. Under runtime_lock, given up meanwhile. */
void homes_wait(void);
/* Drops all claims: the threads that had them are not in this process. */
void homes_disown(void);

/* The functions on copies, and those on homes that transfer bytes, may be called only by the
 * operation that has claimed the home: they may give runtime_lock up meanwhile. */
/* A new buffer for 'home' on 'a', linked into the home; 0 and *f on failure. */
struct copy *copy_create(struct home *home, struct ampc_accelerator *a, struct failure *f);
/* Makes the program's buffer, of the home's size, the home's copy on 'a', valid all over. */
bool copy_adopt(struct home *home, struct ampc_accelerator *a, cl_mem buffer, struct failure *f);
/* Something was written, or is about to be, to the copy's buffer. */
void copy_changed(struct copy *copy);
/* Releases the buffer and frees the copy (not unlinked). A zero-copy buffer must have no work
 * pending. */
void copy_free(struct copy *copy);
/* Moves bytes between host memory and a copy that is not zero-copy; they return when the bytes are
 * there. */
bool copy_write(struct copy *copy, size_t offset, size_t bytes, const void *from,
                const struct purpose *why, struct failure *f);
bool copy_read(struct copy *copy, size_t offset, size_t bytes, void *to, const struct purpose *why,
               struct failure *f);
/* Waits for the launches that write [lo, hi) of the home and copies its bytes from 'copy' to the
 * host's memory at 'to' by one command behind them, which takes half of the time where they are
 * few. *done: that could be; else nothing was done. For who has claimed the home; runtime_lock is
 * given up meanwhile. */
bool copy_read_behind(struct home *home, struct copy *copy, struct interval bytes, void *to,
                      bool *done, const struct purpose *why, struct failure *f);
/* Elements of a copy with gaps between them: those of the view, whose first one is at 'offset'. */
struct section {
    struct copy *copy;
    size_t offset;
    const ampc_view *view;
    bool own; /* the buffer is the library's: see BASE_ALIGNMENT */
};
/* The same for a section that section_fits, whose elements stand one behind the other in host
 * memory. */
bool copy_write_section(const struct section *to, const void *from, const struct purpose *why,
                        struct failure *f);
bool copy_read_section(const struct section *from, void *to, const struct purpose *why,
                       struct failure *f);
/* Copies on the device between two of its buffers, or within one if the ranges do not overlap. */
bool copy_move(struct copy *from, size_t from_offset, struct copy *to, size_t to_offset,
               size_t bytes, const struct purpose *why, struct failure *f);
/* The same between sections of one device, of which the target's elements do not share memory;
 * 'overlap': both may have some in common. *done: the device has a kernel for it, see pack_ready;
 * else nothing is done. */
bool copy_move_section(const struct section *from, const struct section *to, bool overlap,
                       bool *done, const struct purpose *why, struct failure *f);
/* One side of a transfer between devices. */
struct shore {
    struct copy *copy;
    size_t offset;
    struct awaited behind; /* a launch that uses the bytes, for which queue_tells; view 0: none */
};
/* Bytes from a device to another one, through pinned memory, if they are many: *done; else nothing
 * is done. Waits for it. */
bool copy_cross(const struct shore *from, const struct shore *to, size_t bytes, bool *done,
                const struct purpose *why, struct failure *f);
/* Bring the home's bytes [lo, hi) to the copy, and to the host: by copy_write and copy_read, or,
 * where the buffer is the host's memory, by handing it over; then no launch may use the buffer. */
bool copy_upload(struct home *home, struct copy *copy, uintptr_t lo, uintptr_t hi,
                 const struct purpose *why, struct failure *f);
bool copy_download(struct home *home, struct copy *copy, uintptr_t lo, uintptr_t hi,
                   const struct purpose *why, struct failure *f);

/* ---- staging.c ---- */

/* For an accelerator that gains by it, or has to; 0: it does not, or there is no memory. Kept for
 * ever. */
struct staging *staging_new(const struct ampc_accelerator *a);
/* Moves bytes between host memory and a buffer, if they are many, through pinned memory; *status
 * then is CL_SUCCESS or a failure of the driver's. False: nothing was done, as that gains nothing
 * now. No lock may be held; nobody else uses these bytes meanwhile. */
bool staging_move(const struct ampc_accelerator *a, bool up, cl_mem buffer, size_t offset,
                  size_t bytes, char *host, cl_int *status);
/* Reads bytes of a buffer behind all that is in the queue, and waits, if they are few; like
 * staging_move. */
bool staging_read(const struct ampc_accelerator *a, cl_command_queue queue, cl_mem buffer,
                  size_t offset, size_t bytes, void *to, cl_int *status);
/* staging_move between copies on two devices, in the queues of the launches before. */
bool staging_cross(const struct shore *from, const struct shore *to, size_t bytes, cl_int *status);

/* Whether so many bytes are enough for staging_move, which has queues of its own. */
bool staging_takes(const struct ampc_accelerator *a, size_t bytes);

/* ---- section.c, pack.c ---- */

size_t elements_bytes(const ampc_view *v);
/* Whether the view's elements, which have gaps, can be moved without these. */
bool section_fits(const ampc_view *v);
/* How many runs of bytes without gaps they are. */
size_t section_runs(const ampc_view *v);
/* Moves settled elements between such a section and host memory, and returns when they are there.
 * No lock may be held, as below. */
cl_int section_move(const struct section *s, bool up, char *host);

/* For an accelerator whose sections are packed by a kernel; 0: they are not, or there is no memory.
 * Kept for ever. */
struct packing *pack_new(const struct ampc_accelerator *a);
/* Whether the kernel is, or now was, built for the accelerator: when it pays, once so many runs
 * have been asked for. */
bool pack_ready(struct ampc_accelerator *a, size_t runs);
/* As section_move, by the kernel; false: nothing was done, as there is no memory. */
bool pack_host(const struct section *s, bool up, char *host, cl_int *status);
/* Moves elements on a device. 'overlap': both sides may have some in common, then there is memory
 * for few alone; like pack_host. */
bool pack_device(const struct section *to, const struct section *from, bool overlap,
                 cl_int *status);

/* ---- copy.c, home.c, registry.c again ---- */

/* Waits for the command that gave 'status' and the event. No lock may be held. */
cl_int command_end(cl_int status, cl_event event);
/* Reads bytes behind all that is in the accelerator's queue for transfers, and waits; large ones,
 * which staging_takes, behind nothing. No lock may be held. */
cl_int buffer_read(const struct ampc_accelerator *a, cl_mem buffer, size_t offset, size_t bytes,
                   void *to);
/* So few bytes are taken sooner by writes that do not block (NVIDIA: by 0.7 of 8 us), more later.
 */
enum { COPY_FEW = 65536 };

/* Sets the word of one share, or of all of a home's, from the home's state: what ampc__atN reads
 * without a lock. */
void share_publish(struct share *share);
void home_publish(struct home *home);
/* Waits for work that must be done before the host's memory in [lo, hi) of the share's home may be
 * touched for 'access'. May give runtime_lock up meanwhile; on return nothing of that work is
 * pending. */
bool home_settle(struct share *share, uintptr_t lo, uintptr_t hi, unsigned access,
                 struct failure *f);
/* The same for a read, and brings the bytes, where both can be done by one command; else nothing is
 * done. For who has claimed the home; runtime_lock is given up meanwhile. */
bool home_fetch_behind(struct home *home, uintptr_t lo, uintptr_t hi, const struct purpose *why,
                       struct failure *f);
/* Fails if an access of the program's conflicts with one to [lo, hi) by the library, or by the
 * program itself, on 'view' (0: on the host), and if the memory has ended. */
bool home_is_free(const struct home *home, const struct ampc_accelerator_view *view, uintptr_t lo,
                  uintptr_t hi, bool writes, struct failure *f);
/* Would home_settle return without waiting? */
bool home_is_settled(const struct home *home, uintptr_t lo, uintptr_t hi, unsigned access);
/* The home's copy on 'a', or 0. */
struct copy *home_copy(const struct home *home, const struct ampc_accelerator *a);
/* Waits for all work that uses the range of the home and for kernels that print. */
bool home_wait(struct share *share, struct interval range, struct failure *f);
/* Makes the host's copy of [lo, hi) valid for 'access'. home_settle must have been called without
 * the lock being given up since. On failure what is stale stays marked as stale. */
bool home_to_host(struct home *home, uintptr_t lo, uintptr_t hi, unsigned access,
                  const struct purpose *why, struct failure *f);
/* The host's bytes of [lo, hi) are the newest from now on; home_discard: the contents of neither
 * side are needed. False and *f: no memory. */
bool home_refresh(struct home *home, uintptr_t lo, uintptr_t hi, struct failure *f);
bool home_discard(struct home *home, uintptr_t lo, uintptr_t hi, struct failure *f);
/* home_discard for what the program does on 'view'; see home_is_free. */
bool home_forget(struct home *home, const struct ampc_accelerator_view *view, uintptr_t lo,
                 uintptr_t hi, struct failure *f);
/* Does [lo, hi) have to be fetched from another device before 'a' can use it? */
bool home_needs_host(const struct home *home, const struct ampc_accelerator *a, uintptr_t lo,
                     uintptr_t hi);
/* Will home_to_device have to wait in the device's queue to bring it? */
bool home_needs_upload(const struct home *home, const struct ampc_accelerator *a, uintptr_t lo,
                       uintptr_t hi);
/* Makes the copy on 'a' valid in [lo, hi), creating it if need be, with room for 'operations' calls
 * of home_written. 0 and *f on failure. */
struct copy *home_to_device(struct home *home, struct ampc_accelerator *a, uintptr_t lo,
                            uintptr_t hi, size_t operations, const struct purpose *why,
                            struct failure *f);
/* The copy on 'a', created if need be, with room for a call of home_written, for all of [lo, hi) to
 * be overwritten there: nothing is brought. 0 and *f on failure. */
struct copy *home_target(struct home *home, struct ampc_accelerator *a, uintptr_t lo, uintptr_t hi,
                         struct failure *f);
/* A kernel that may write [lo, hi) through 'copy' was submitted. Cannot fail. */
void home_written(struct home *home, struct copy *copy, uintptr_t lo, uintptr_t hi);

/* A share of the home of [lo, lo + bytes), with a count of 1; lo 0: a new home with zeroed storage
 * of its own. Homes that overlap partly are merged. 0 and *f on failure. Takes runtime_lock. */
struct share *share_create(uintptr_t lo, size_t bytes, bool constant, const struct purpose *why,
                           struct failure *f);
/* A share, with a count of 1, of 'bytes' at 'offset' of the program's buffer, which has 'size'
 * bytes and is no sub-buffer; made for 'on'. One buffer is one home. 0 and *f on failure. Takes
 * runtime_lock. */
struct share *share_import(cl_mem buffer, size_t size, size_t offset, size_t bytes, bool constant,
                           struct ampc_accelerator_view *on, const struct purpose *why,
                           struct failure *f);
/* Removes a home, which its shares keep, from the registry, or adds it again; false: another home
 * is there, or there is no memory. Under runtime_lock. */
void registry_remove(struct home *home);
bool registry_restore(struct home *home);
/* The first home over memory of the program's that has bytes of [lo, hi), or 0. Under runtime_lock.
 */
struct home *registry_first(uintptr_t lo, uintptr_t hi);
/* May there be such a home? For any thread, without a lock: an answer for memory that no other
 * thread makes views of meanwhile. */
bool registry_may_have(uintptr_t lo, uintptr_t hi);
/* A share, with a count of 1, that keeps a home. 0: no memory. Under runtime_lock. */
struct share *share_keep(struct home *home);
/* Removes such a share from its home and frees it, and the home with the last one. */
void share_drop(struct share *share);
/* For memory [lo, hi) that ends and is only a range of a home; the home is claimed, has no pending
 * work, and is kept by home->keeper. home_prepare_split: if some views have no bytes there, the
 * host gets all elements and the copies on devices are freed. home_split: such views get homes of
 * their own, and the home leaves the registry. Failures are reported; a view for which there is no
 * home stays. */
void home_prepare_split(struct home *home, uintptr_t lo, uintptr_t hi, const struct purpose *why,
                        struct failure *f);
void home_split(struct home *home, uintptr_t lo, uintptr_t hi, const struct purpose *why,
                struct failure *f);
/* Drops the copies of a home. No work in the host's memory may be pending. */
void home_drop_copies(struct home *home);

/* Releases a view's hold. With the last one, synchronises the share's bytes, unless it is constant,
 * and frees what nothing else holds; an error is raised. Takes runtime_lock. */
void share_release(struct share *share);
/* Number of live homes, for tests. */
size_t registry_count(void);

/* ---- view.c ---- */

/* The bytes from the first to the last element of a view that is not empty. */
struct interval view_range(const ampc_view *v);
/* Strides (in elements) and extents, which lie behind the head. */
const ampc_ptrdiff *view_strides(const ampc_view *v);
const int *view_extents(const ampc_view *v);
enum { VIEW_RANK_MAX = 16 };
ampc_ptrdiff *view_strides_of(ampc_view *v);
int *view_extents_of(ampc_view *v);
/* Points *v, whose elem and rank are set, at the share's first byte. */
void view_place(ampc_view *v, struct share *share, const int *extent);
/* Bytes of an ampc_viewN with N = rank. */
size_t view_size(int rank);
/* ampc__view_access; false after an error, which has been raised. */
bool view_access(const ampc_view *v, unsigned access, const char *file, int line);
/* Makes *v an empty view of its rank. */
void view_clear(ampc_view *v);
/* The view is not empty and its memory is still there; else false and *f, which says "'what' an
 * empty array or array_view". */
bool view_check(const ampc_view *v, const char *what, struct failure *f);
/* *bytes: of all elements; false and *f if the shape is no view's. */
bool view_shape(int rank, const int *extent, size_t elem, size_t *bytes, struct failure *f);
/* Do the elements follow each other without gaps, in the order of their indices? */
bool view_is_dense(const ampc_view *v);
/* Are rank and extent of two views the same? */
bool view_same_extent(const ampc_view *a, const ampc_view *b);
/* The share that a view holds, or 0. */
struct share *view_share(const ampc_view *v);
/* Must kernels compute element offsets of the view in 64 bits? */
bool view_is_wide(const ampc_view *v);

/* The memory of a view has gone. */
bool view_has_left(const ampc_view *v);
/* The memory of a view is still there; an empty one has none. Else false and *f. */
bool view_check_left(const ampc_view *v, const char *what, struct failure *f);
/* The view that a kernel captures as *arg has the extents of its type; else false and *f. */
bool view_check_fixed(const ampc_view *v, const ampc__arg *arg, struct failure *f);

/* ---- leave.c ---- */

/* Fails and says "'what' an array_view whose memory was freed at ...". */
bool leaving_refuse(const struct leaving *left, const char *what, struct failure *f);

/* ---- memory.c ---- */

/* Bytes of the program's allocation at p, 0 if not known. */
size_t memory_allocated(const void *p);
/* ---- sound.c ---- */

/* A launch with AMPC_CHECK was submitted. Any thread, as the next three. */
void sound_checked(const ampc__kernel *kernel, const struct ampc_accelerator *a);
/* A kernel has stopped, or the memory of a view was gone. */
void sound_fault(void);
/* A launch with AMPC_VERIFY; 'was': it was compared. */
void sound_compared(bool was, bool equal);
/* Says what was looked at, on stderr, unless there was a message. At exit; only
 * the first call does. */
void sound_report(void);

/* Whether AMPC_CHECK asks for the next. */
bool memory_is_checked(void);
/* With AMPC_CHECK: false and *f if [lo, hi), which a view is over, is certainly no memory any more.
 */
bool memory_check(uintptr_t lo, uintptr_t hi, const struct purpose *why, struct failure *f);

/* ---- transfer.c ---- */

/* The elements of src become those of dst, of the same extent; neither is empty. Plain memory holds
 * them one behind the other. False and *f on failure. Take runtime_lock. */
bool transfer_views(const ampc_view *src, const ampc_view *dst, const struct purpose *why,
                    struct failure *f);
bool transfer_out(const ampc_view *src, void *to, const struct purpose *why, struct failure *f);
bool transfer_in(const void *src, const ampc_view *dst, const struct purpose *why,
                 struct failure *f);

/* ---- texture.c ---- */

/* Bytes of a texture's elements in its format. */
size_t texture_bytes(const ampc_view *v);
/* Whether the format is another one than kernels have. Then: */
bool texture_is_narrow(const ampc_view *v);
/* Elements for the texture, allocated: from elements ('packed': in its format). 0 and *f: no
 * memory. */
void *texture_widened(const ampc_view *v, const void *from, bool packed, struct failure *f);
/* Elements in the format, from some as kernels have them. */
void texture_narrowed(const ampc_view *v, const void *from, void *to);
bool texture_same_format(const ampc_view *a, const ampc_view *b);
/* Makes a new array a texture. */
void texture_like(ampc_view *v, struct texel_format format);
/* Rounds the elements to what the format can hold, behind launches on 'on'. False and *f on
 * failure. No lock may be held. */
bool texture_round(const ampc_view *v, struct ampc_accelerator_view *on, const ampc_where *where,
                   struct failure *f);
/* The same on an OpenCL device (algorithms/round.c). */
bool algorithm_round(const ampc_view *v, struct texel_format format,
                     struct ampc_accelerator_view *on, const ampc_where *where, struct failure *f);

/* ---- image.c ---- */

/* Frees a home's images. Under runtime_lock. */
void images_free(struct home *home);

/* ---- view_group.c ---- */

/* Releases the views of an object, whose offsets are in 'views'. No lock may be held. */
void views_release(void *object, const ampc_size *views);

/* ---- view_static.c ---- */

/* Releases the views of objects of static storage and of the calling thread's, once. No lock may be
 * held. */
void statics_release(void);

#endif
