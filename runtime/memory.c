/* memory.c - facts about host memory: how much was allocated at an address, and whether it still
 * exists.
 *
 * Serves AMPC_CHECK and leave.c. Sizes are used only if malloc_usable_size is of the same library
 * as the program's free(). */
#include "runtime/homes.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- What was allocated ---- */

/* Weak: a program may bring an allocator of its own that does not have it. */
extern size_t malloc_usable_size(void *p) __attribute__((__weak__));

enum { UNASKED, KNOWN, UNKNOWN };

/* malloc_usable_size is that of the allocator whose free() the program calls. */
static bool sizes_are_known(void)
{
    static int answer;
    int known = __atomic_load_n(&answer, __ATOMIC_RELAXED);
    if (known == UNASKED) {
        size_t (*usable)(void *) = malloc_usable_size;
        void (*give_back)(void *) = free;
        Dl_info one = {0}, other = {0};
        known = usable && dladdr(*(void **)(void *)&usable, &one) &&
                        dladdr(*(void **)(void *)&give_back, &other) &&
                        one.dli_fbase == other.dli_fbase
                    ? KNOWN
                    : UNKNOWN;
        __atomic_store_n(&answer, known, __ATOMIC_RELAXED);
    }
    return known == KNOWN;
}

size_t memory_allocated(const void *p)
{
    return sizes_are_known() ? malloc_usable_size((void *)(uintptr_t)p) : 0;
}

/* ---- Memory that has ended ---- */

/* Of the address sanitizer, where the program has it. */
extern void *__asan_region_is_poisoned(void *begin, size_t bytes) __attribute__((__weak__));

/* The lowest address of the calling thread's stack, and its end; both 0 if that is not known. */
static struct interval thread_stack(void)
{
    static __thread struct interval stack;
    static __thread bool asked;
    pthread_attr_t attributes;
    void *lowest;
    size_t size;
    if (!asked && pthread_getattr_np(pthread_self(), &attributes) == 0) {
        if (pthread_attr_getstack(&attributes, &lowest, &size) == 0)
            stack = (struct interval){(uintptr_t)lowest, (uintptr_t)lowest + size};
        pthread_attr_destroy(&attributes);
    }
    asked = true;
    return stack;
}

/* Does it lie in frames of the calling thread's that have returned, below 'frame'? */
static bool is_below_stack(uintptr_t lo, uintptr_t frame)
{
    struct interval stack = frame ? thread_stack() : (struct interval){0, 0};
    return stack.lo <= frame && frame < stack.hi && stack.lo <= lo && lo < frame;
}

/* Has one of its pages been unmapped? */
static bool is_unmapped(uintptr_t lo, uintptr_t hi)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), begin = lo & ~(page - 1);
    int before = errno;
    bool gone = msync((void *)begin, hi - begin, MS_ASYNC) != 0 && errno == ENOMEM;
    errno = before;
    return gone;
}

bool memory_is_checked(void)
{
    static int checks = UNASKED;
    int asked = __atomic_load_n(&checks, __ATOMIC_RELAXED);
    if (asked == UNASKED) {
        asked = environment_flag("AMPC_CHECK") ? KNOWN : UNKNOWN;
        __atomic_store_n(&checks, asked, __ATOMIC_RELAXED);
    }
    return asked == KNOWN;
}

bool memory_check(uintptr_t lo, uintptr_t hi, const struct purpose *why, struct failure *f)
{
    if (!memory_is_checked())
        return true;
    const char *gone = is_below_stack(lo, (uintptr_t)why->frame)
                           ? "belongs to a function that has returned"
                       : is_unmapped(lo, hi) ? "is not mapped any more"
                       : __asan_region_is_poisoned && __asan_region_is_poisoned((void *)lo, hi - lo)
                           ? "has been freed or has left its scope, as the address sanitizer knows"
                           : NULL;
    if (gone)
        sound_fault();
    return !gone || failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION,
                                "the memory of an array_view, %zu bytes at %p, %s (AMPC_CHECK)",
                                (size_t)(hi - lo), (void *)lo, gone);
}
