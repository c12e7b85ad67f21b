/* What the library asks of the C library, with faults; linked into the programs of the tests with a
 * libampc.a whose calls go here (tests/layer/lib.sh).
 *
 * AMPC_FAULT_LIBC=NAME:N:ERRNO   the Nth call (from 1) of function NAME fails with ERRNO
 * AMPC_FAULT_LIBC=NAME:N+:ERRNO  so do all calls after it
 * AMPC_FAULT_LIBC_COUNTS=FILE    writes "NAME calls" for every function that was called, at exit
 * AMPC_FAULT_HANDLER=1           errors are printed as "ERROR file:line: name: message", and the
 *                                program goes on
 *
 * Functions that allocate are "memory" together. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ampc.h"

/* F(type, what a failure gives, name, parameters, arguments); those under memory count together */
#define MEMORY(F)                                                                                  \
    F(void *, NULL, malloc, (size_t n), (n))                                                       \
    F(void *, NULL, calloc, (size_t m, size_t n), (m, n))                                          \
    F(void *, NULL, realloc, (void *p, size_t n), (p, n))                                          \
    F(char *, NULL, strdup, (const char *s), (s))                                                  \
    F(FILE *, NULL, open_memstream, (char **s, size_t *n), (s, n))                                 \
    F(int, ENOMEM, posix_memalign, (void **p, size_t a, size_t n), (p, a, n))                      \
    F(void *, MAP_FAILED, mmap, (void *p, size_t n, int a, int b, int fd, off_t at),               \
      (p, n, a, b, fd, at))
#define OTHER(F)                                                                                   \
    F(int, EAGAIN, pthread_create,                                                                 \
      (pthread_t * t, const pthread_attr_t *a, void *(*f)(void *), void *u), (t, a, f, u))         \
    F(int, EAGAIN, pthread_key_create, (pthread_key_t * k, void (*f)(void *)), (k, f))             \
    F(int, ENOMEM, pthread_setspecific, (pthread_key_t k, const void *v), (k, v))                  \
    F(int, ENOMEM, pthread_atfork, (void (*a)(void), void (*b)(void), void (*c)(void)), (a, b, c)) \
    F(int, -1, mprotect, (void *p, size_t n, int a), (p, n, a))                                    \
    F(int, -1, stat, (const char *n, struct stat *s), (n, s))                                      \
    F(int, 1, atexit, (void (*f)(void)), (f))                                                      \
    F(FILE *, NULL, fopen, (const char *s, const char *m), (s, m))                                 \
    F(ssize_t, -1, read, (int fd, void *p, size_t n), (fd, p, n))                                  \
    F(ssize_t, -1, write, (int fd, const void *p, size_t n), (fd, p, n))                           \
    F(int, -1, fstat, (int fd, struct stat *s), (fd, s))                                           \
    F(int, -1, fstatat, (int fd, const char *n, struct stat *s, int f), (fd, n, s, f))             \
    F(int, -1, futimens, (int fd, const struct timespec *t), (fd, t))                              \
    F(int, -1, mkdir, (const char *n, mode_t m), (n, m))                                           \
    F(int, -1, mkostemps, (char *n, int s, int f), (n, s, f))                                      \
    F(int, -1, rename, (const char *a, const char *b), (a, b))                                     \
    F(int, -1, unlink, (const char *n), (n))                                                       \
    F(int, -1, unlinkat, (int fd, const char *n, int f), (fd, n, f))                               \
    F(DIR *, NULL, opendir, (const char *n), (n))

enum function {
#define F(type, failure, name, parameters, arguments) FUNCTION_##name,
    FUNCTION_memory,
    OTHER(F) FUNCTION_open,
    FUNCTION_close,
    FUNCTION_fclose,
    FUNCTION_COUNT
#undef F
};

static const char *const names[] = {
#define F(type, failure, name, parameters, arguments) #name,
    "memory", OTHER(F) "open", "close", "fclose"
#undef F
};

static long calls[FUNCTION_COUNT]; /* atomic */
static int fault_function = FUNCTION_COUNT;
static long fault_call;
static int fault_stays, fault_errno;

/* Counts the call; is it one that fails? */
static int fails(enum function function)
{
    long number = __atomic_add_fetch(&calls[function], 1, __ATOMIC_RELAXED);
    int failed = (int)function == fault_function &&
                 (fault_stays ? number >= fault_call : number == fault_call);
    if (failed)
        errno = fault_errno;
    return failed;
}

#define F(type, failure, name, parameters, arguments)                                              \
    type fault_##name parameters;                                                                  \
    type fault_##name parameters                                                                   \
    {                                                                                              \
        return fails(FUNCTION_##name) ? failure : name arguments;                                  \
    }
OTHER(F)
#undef F
#define F(type, failure, name, parameters, arguments)                                              \
    type fault_##name parameters;                                                                  \
    type fault_##name parameters                                                                   \
    {                                                                                              \
        return fails(FUNCTION_memory) ? failure : name arguments;                                  \
    }
MEMORY(F)
#undef F

int fault_asprintf(char **text, const char *format, ...);
int fault_asprintf(char **text, const char *format, ...)
{
    va_list args;
    if (fails(FUNCTION_memory))
        return -1;
    va_start(args, format);
    int n = vasprintf(text, format, args);
    va_end(args);
    return n;
}

int fault_open(const char *name, int flags, ...);
int fault_open(const char *name, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    mode_t mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
    va_end(args);
    return fails(FUNCTION_open) ? -1 : open(name, flags, mode);
}

/* These close all the same. */
int fault_close(int fd);
int fault_close(int fd)
{
    int done = close(fd);
    return fails(FUNCTION_close) ? -1 : done;
}

int fault_fclose(FILE *f);
int fault_fclose(FILE *f)
{
    int done = fclose(f);
    return fails(FUNCTION_fclose) ? EOF : done;
}

/* ---- Settings ---- */

static void counts_write(void)
{
    FILE *out = fopen(getenv("AMPC_FAULT_LIBC_COUNTS"), "w");
    for (int k = 0; out && k < FUNCTION_COUNT; k++)
        if (calls[k])
            fprintf(out, "%s %ld\n", names[k], calls[k]);
    if (out)
        fclose(out);
}

static void settings_read(const char *text)
{
    char name[64];
    fault_stays = strstr(text, "+:") != NULL;
    if (sscanf(text, fault_stays ? "%63[^:]:%ld+:%d" : "%63[^:]:%ld:%d", name, &fault_call,
               &fault_errno) == 3) {
        for (int k = 0; k < FUNCTION_COUNT; k++) {
            if (strcmp(names[k], name) == 0) {
                fault_function = k;
                return;
            }
        }
    }
    fprintf(stderr, "AMPC_FAULT_LIBC=%s is not understood\n", text);
    exit(99);
}

static void note(ampc_error code, const char *message, const char *file, int line, void *user)
{
    (void)user;
    fprintf(stderr, "ERROR %s:%d: %s: %s\n", file ? file : "-", line, ampc_error_name(code),
            message);
}

static __attribute__((constructor(200))) void start(void)
{
    if (getenv("AMPC_FAULT_LIBC"))
        settings_read(getenv("AMPC_FAULT_LIBC"));
    if (getenv("AMPC_FAULT_LIBC_COUNTS"))
        atexit(counts_write);
    if (getenv("AMPC_FAULT_HANDLER"))
        ampc_set_error_handler(note, NULL);
}
