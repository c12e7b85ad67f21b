/* arena.h - memory of one translation unit: allocated piece by piece, freed at once. */
#ifndef COMMON_ARENA_H
#define COMMON_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct arena_block;
struct arena {
    struct arena_block *blocks; /* newest first */
    struct arena_block *spare;  /* empty ones, to be used again */
};

/* Frees everything that came from the arena and makes it empty. A zeroed struct is an empty arena.
 */
void arena_free(struct arena *a);

/* Makes the arena empty: what came from it is gone. Its blocks are kept for later pieces. */
void arena_reset(struct arena *a);

/* 'size' zeroed bytes aligned for pointers and 64-bit numbers. Out of memory ends the process with
 * a message, so the result is never NULL. */
void *arena_alloc(struct arena *a, size_t size);

/* A zero-terminated copy of n bytes. */
char *arena_strndup(struct arena *a, const char *s, size_t n);

/* printf into the arena. */
char *arena_printf(struct arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *a, const char *format, va_list args);

/* The growth step of vec_push: returns the elements with room for at least one more, *cap updated.
 */
void *arena_grow(struct arena *a, void *at, int n, int *cap, size_t element);

/* Calls 'piece' with the bytes in use of each of the arena's blocks. */
void arena_each(const struct arena *a, void (*piece)(void *data, const char *at, size_t n),
                void *data);

#define arena_new(a, T) ((T *)arena_alloc((a), sizeof(T)))
#define arena_array(a, T, n) ((T *)arena_alloc((a), sizeof(T) * (size_t)(n)))

/* A growable array in an arena: VEC(struct expr *) args; vec_push(arena, &args, e); args.at[i], i <
 * args.n. Zeroed is empty. */
#define VEC(T)                                                                                     \
    struct {                                                                                       \
        T *at;                                                                                     \
        int n, cap;                                                                                \
    }
#define vec_push(a, v, x)                                                                          \
    do {                                                                                           \
        if ((v)->n == (v)->cap)                                                                    \
            (v)->at = arena_grow((a), (v)->at, (v)->n, &(v)->cap, sizeof *(v)->at);                \
        (v)->at[(v)->n++] = (x);                                                                   \
    } while (0)

#endif
