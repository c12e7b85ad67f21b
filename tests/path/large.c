/* large.c - preloaded by cc1, it asks for large pages where cc1 maps much memory, which saves half
 * of the page faults. */
#define _GNU_SOURCE
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MUCH = 1 << 20 };

void *mmap(void *at, size_t size, int protection, int flags, int file, off_t offset)
{
    void *memory = (void *)syscall(SYS_mmap, at, size, protection, flags, file, offset);

    if (memory != MAP_FAILED && size >= MUCH && flags == (MAP_PRIVATE | MAP_ANONYMOUS) &&
        (protection & PROT_WRITE))
        madvise(memory, size, MADV_HUGEPAGE);
    return memory;
}

void *mmap64(void *at, size_t size, int protection, int flags, int file, off_t offset)
{
    return mmap(at, size, protection, flags, file, offset);
}
