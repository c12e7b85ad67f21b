/* turn.c - of many processes that need the same binary at once one builds it, the others wait.
 *
 * A file beside the binary, HASH.lock, is locked by bytes (fcntl's locks of open files: they end
 * with the process that has them, however it ends):
 *   TURN      whoever builds has it, until the binary is stored
 *   BUILDING  it has not yet built
 *   OTHERS    shared by those who waited long enough and build, too
 * PoCL makes a binary of a folder of its own cache, and faults if another process writes there
 * meanwhile (a file that it has seen is gone, or has grown): so binaries are stored by whoever has
 * TURN, and only if nobody has OTHERS. Without locks - a file system that has none, a folder that
 * cannot be written - nobody waits, and binaries for CPUs are not stored.
 *
 * Example: 200 ranks begin with an empty cache; one compiles, 199 load what it has stored. */
#include "runtime/cache.h"

#include "runtime/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { TURN, BUILDING, OTHERS };

/* How long is waited for a build, and for the first launches and the wait behind them; how often a
 * second is looked; how often a file that has been removed is made again at once. */
enum { BUILD_SECONDS = 60, STORE_SECONDS = 2, POLLS = 50, TRIES = 1000 };

struct turn {
    int fd;
    char *path;
    bool mine; /* TURN is held */
};

/* F_WRLCK, F_RDLCK or F_UNLCK for a byte; false: others have it, or there are no locks (errno). */
static bool lock_set(int fd, int byte, short type)
{
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = byte, .l_len = 1};
    return fcntl(fd, F_OFD_SETLK, &lock) == 0;
}

static bool lock_is_held(int fd, int byte)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = byte, .l_len = 1};
    return fcntl(fd, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

/* Is the open file still the one of that name? Who ends a turn removes it. 1: yes, 0: no, -1: that
 * cannot be said. */
static int is_there(const struct turn *t)
{
    struct stat ours, named;
    if (fstat(t->fd, &ours) != 0)
        return -1;
    if (stat(t->path, &named) != 0)
        return errno == ENOENT ? 0 : -1;
    return ours.st_ino == named.st_ino && ours.st_dev == named.st_dev;
}

static bool turn_open(struct turn *t)
{
    t->fd = open(t->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
    return t->fd >= 0;
}

static void turn_free(struct turn *t)
{
    if (t->fd >= 0)
        close(t->fd);
    free(t->path);
    free(t);
}

/* One try: 1: it is ours, 0: another process has it, -1: there are no locks. */
static int turn_try(struct turn *t)
{
    for (int tries = 0; lock_set(t->fd, TURN, F_WRLCK); tries++) {
        int there = is_there(t);
        t->mine = there == 1;
        if (t->mine)
            return lock_set(t->fd, BUILDING, F_WRLCK) ? 1 : -1;
        if (there < 0 || tries == TRIES)
            return -1;
        close(t->fd);
        if (!turn_open(t))
            return -1;
    }
    return errno == EAGAIN || errno == EACCES ? 0 : -1;
}

struct turn *turn_take(struct cache_bytes key)
{
    const struct timespec pause = {0, 1000000000L / POLLS};
    int got = 0, built = 0;
    struct turn *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->fd = -1;
    t->path = cache_path(key, ".lock");
    if (!t->path || !turn_open(t) || (got = turn_try(t)) < 0) {
        turn_free(t);
        return NULL;
    }
    if (got == 0)
        trace_print("another process builds these kernels: waiting");
    for (int polls = 0; got == 0 && !cache_has(key) && polls < 2 * BUILD_SECONDS * POLLS; polls++) {
        if ((polls >= BUILD_SECONDS * POLLS || built >= STORE_SECONDS * POLLS) &&
            lock_set(t->fd, OTHERS, F_RDLCK))
            break;
        nanosleep(&pause, NULL);
        got = turn_try(t);
        built += got == 0 && !lock_is_held(t->fd, BUILDING);
    }
    return t;
}

void turn_built(struct turn *t)
{
    if (t && t->mine)
        lock_set(t->fd, BUILDING, F_UNLCK);
}

bool turn_may_store(const struct turn *t)
{
    return t && t->mine && lock_set(t->fd, OTHERS, F_WRLCK);
}

void turn_end(struct turn *t)
{
    if (t && t->mine) {
        if (lock_set(t->fd, OTHERS, F_WRLCK) && is_there(t) == 1)
            unlink(t->path);
        lock_set(t->fd, TURN, F_UNLCK); /* a child by fork() has the open file, too */
    }
    if (t)
        turn_free(t);
}
