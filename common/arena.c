/* arena.c - the arena's blocks: pieces come from the newest one. The first has 64 KiB, each later
 * one twice as much, up to 4 MiB. A large piece gets a block of its own, which is linked behind the
 * newest one, so that the rest of the newest stays in use.
 *
 * Relies on nothing; out of memory ends the compiler with a message. A reset arena keeps its
 * blocks for the next unit. Example: a unit whose tree has 1 MB takes five blocks; the kernel gives
 * memory to the pages of the last one as they are written. */
#include "common/arena.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    BLOCK_FIRST = 64 * 1024,
    BLOCK_MOST = 4 * 1024 * 1024,
    LARGE_PIECE = BLOCK_FIRST / 4,
    LARGE_PAGE = 2 * 1024 * 1024,
};

struct arena_block {
    struct arena_block *next;
    size_t used, size;
    bool single; /* made for one large piece */
    alignas(long long) char bytes[];
};

static void *memory_exhausted(void)
{
    fputs("ampcc: out of memory\n", stderr);
    exit(1);
}

static void blocks_free(struct arena_block **list)
{
    while (*list) {
        struct arena_block *next = (*list)->next;
        free(*list);
        *list = next;
    }
}

void arena_free(struct arena *a)
{
    blocks_free(&a->blocks);
    blocks_free(&a->spare);
}

/* Blocks of large pieces are not kept: they would rarely fit. */
void arena_reset(struct arena *a)
{
    struct arena_block *odd = NULL;

    while (a->blocks) {
        struct arena_block *b = a->blocks, **list = b->single ? &odd : &a->spare;
        a->blocks = b->next;
        if (list == &a->spare)
            memset(b->bytes, 0, b->used);
        b->used = 0;
        b->next = *list;
        *list = b;
    }
    blocks_free(&odd);
}

/* Asks the kernel for large pages: giving a unit's memory in small ones takes as long as a sixth of
 * the compiler's own work on it. Where it has none, nothing is lost. */
static void ask_for_large_pages(const void *at, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    const uintptr_t begin = (uintptr_t)at / page * page;
    if (bytes >= LARGE_PAGE)
        (void)madvise((void *)begin, ((uintptr_t)at + bytes) / page * page - begin, MADV_HUGEPAGE);
#else
    (void)at;
    (void)bytes;
#endif
}

/* Zeroed; large blocks come from the kernel as such, and are written only where they are used. */
static struct arena_block *block_zeroed(size_t room)
{
    if (room > SIZE_MAX - sizeof(struct arena_block))
        memory_exhausted();
    struct arena_block *b = calloc(1, sizeof *b + room);
    if (!b)
        memory_exhausted();
    ask_for_large_pages(b, sizeof *b + room);
    b->size = room;
    return b;
}

/* The size of the next block of several pieces. */
static size_t next_size(const struct arena *a)
{
    const struct arena_block *b = a->blocks;
    if (!b || b->single)
        return BLOCK_FIRST;
    return b->size < BLOCK_MOST ? b->size * 2 : BLOCK_MOST;
}

/* A large piece gets a block of its own behind the newest one, the rest of which stays in use. */
static struct arena_block *block_new(struct arena *a, size_t size)
{
    bool single = size > LARGE_PIECE;
    struct arena_block *b = single ? NULL : a->spare;
    if (b)
        a->spare = b->next;
    else
        b = block_zeroed(single ? size : next_size(a));
    b->single = single;
    if (single && a->blocks) {
        b->next = a->blocks->next;
        a->blocks->next = b;
    } else {
        b->next = a->blocks;
        a->blocks = b;
    }
    return b;
}

void *arena_alloc(struct arena *a, size_t size)
{
    const size_t align = alignof(long long);
    if (size > SIZE_MAX / 2)
        memory_exhausted();
    size = size ? (size + align - 1) / align * align : align;
    struct arena_block *b = a->blocks;
    if (!b || b->size - b->used < size)
        b = block_new(a, size);
    void *at = b->bytes + b->used;
    b->used += size;
    return at;
}

char *arena_strndup(struct arena *a, const char *s, size_t n)
{
    char *copy = arena_alloc(a, n + 1);
    if (n)
        memcpy(copy, s, n);
    return copy;
}

char *arena_vprintf(struct arena *a, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (n < 0)
        memory_exhausted();
    char *text = arena_alloc(a, (size_t)n + 1);
    vsnprintf(text, (size_t)n + 1, format, args);
    return text;
}

char *arena_printf(struct arena *a, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = arena_vprintf(a, format, args);
    va_end(args);
    return text;
}

void *arena_grow(struct arena *a, void *at, int n, int *cap, size_t element)
{
    if (*cap > INT32_MAX / 2)
        memory_exhausted();
    *cap = *cap ? *cap * 2 : 4;
    if ((size_t)*cap > SIZE_MAX / 2 / element)
        memory_exhausted();
    void *more = arena_alloc(a, (size_t)*cap * element);
    if (n)
        memcpy(more, at, (size_t)n * element);
    return more;
}

void arena_each(const struct arena *a, void (*piece)(void *data, const char *at, size_t n),
                void *data)
{
    for (const struct arena_block *b = a->blocks; b; b = b->next)
        piece(data, b->bytes, b->used);
}
