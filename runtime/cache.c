/* cache.c - the folder of cached binaries: finding it, reading and writing files, keeping its size
 * in bounds.
 *
 * A file is written under another name and renamed, so readers see all of it or nothing; it holds
 * its key and a checksum. The least recently used files are removed when the folder is larger than
 * its limit. Failures are no errors: nothing is cached then. Example: AMPC_CACHE_DIR=/tmp/c puts it
 * elsewhere. */
#include "runtime/cache.h"

#include "runtime/internal.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

/* The head of a file; the key and the data follow. Written and read on one machine: the checksum
 * does not hold on one of another byte order. */
struct head {
    char magic[8];
    uint64_t checksum; /* of all that follows */
    uint64_t key_bytes, data_bytes;
};

static const char magic[8] = "ampc\r\n\01\n";

enum {
    DEFAULT_MEGABYTES = 256,
    HASH_DIGITS = 32,
    NAME_BYTES = HASH_DIGITS + sizeof ".lock",
    STALE_SECONDS = 3600 /* a temporary file of this age is abandoned */
};

/* ---- The folder ---- */

static pthread_once_t folder_once = PTHREAD_ONCE_INIT;
static char *folder;       /* 0: no cache */
static bool folder_chosen; /* by AMPC_CACHE_DIR */
static uint64_t limit_bytes;

/* Makes the folder and those above it, for the user alone. */
static bool folder_make(char *path)
{
    for (char *slash = strchr(path + 1, '/');; slash = strchr(slash + 1, '/')) {
        if (slash)
            *slash = 0;
        bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
        if (slash)
            *slash = '/';
        if (!slash)
            return made;
    }
}

/* The folder's name by the environment, allocated; 0: there is to be none. */
static char *folder_name(void)
{
    const char *own = secure_getenv("AMPC_CACHE_DIR");
    const char *cache = secure_getenv("XDG_CACHE_HOME"), *home = secure_getenv("HOME");
    char *name = NULL;
    folder_chosen = own && *own;
    if (folder_chosen)
        return strcmp(own, "off") == 0 || strcmp(own, "0") == 0 ? NULL : strdup(own);
    if (cache && cache[0] == '/')
        return asprintf(&name, "%s/ampc", cache) < 0 ? NULL : name;
    if (home && home[0] == '/')
        return asprintf(&name, "%s/.cache/ampc", home) < 0 ? NULL : name;
    return NULL;
}

/* What the folder may hold, in bytes, by the environment. */
static uint64_t folder_limit(void)
{
    const char *size = secure_getenv("AMPC_CACHE_SIZE");
    char *end = NULL;
    unsigned long long megabytes = 0;
    if (size && *size)
        megabytes = strtoull(size, &end, 10);
    if (end && (*end || !isdigit((unsigned char)*size) || megabytes > UINT64_MAX >> 20)) {
        fprintf(stderr, "ampc: AMPC_CACHE_SIZE=%s is no number of MiB; taking %d\n", size,
                DEFAULT_MEGABYTES);
        end = NULL;
    }
    return (uint64_t)(end ? megabytes : DEFAULT_MEGABYTES) << 20;
}

static void folder_find(void)
{
    limit_bytes = folder_limit();
    folder = folder_name();
    if (!folder) {
        trace_print("no cache of binaries (AMPC_CACHE_DIR, else HOME, names its folder)");
    } else if (!folder_make(folder)) {
        trace_print("no cache of binaries: cannot make %s: %s", folder, strerror(errno));
        free(folder);
        folder = NULL;
    }
}

bool cache_is_there(void)
{
    pthread_once(&folder_once, folder_find);
    return folder != NULL && limit_bytes > 0;
}

bool cache_is_chosen(void)
{
    return cache_is_there() && folder_chosen;
}

/* "FOLDER/name", allocated; 0: no cache, or no memory. */
static char *path_of(const char *name)
{
    char *path = NULL;
    return !cache_is_there() || asprintf(&path, "%s/%s", folder, name) < 0 ? NULL : path;
}

char *cache_path(struct cache_bytes key, const char *end)
{
    char name[NAME_BYTES];
    XXH128_hash_t h = XXH3_128bits(key.at, key.n);
    snprintf(name, sizeof name, "%016llx%016llx%s", (unsigned long long)h.high64,
             (unsigned long long)h.low64, end);
    return path_of(name);
}

static char *path_of_key(struct cache_bytes key)
{
    return cache_path(key, ".bin");
}

bool cache_has(struct cache_bytes key)
{
    char *path = path_of_key(key);
    bool has = path && access(path, F_OK) == 0;
    free(path);
    return has;
}

/* ---- What is in a file ---- */

static uint64_t checksum(const void *file, size_t bytes)
{
    size_t skip = offsetof(struct head, key_bytes);
    return XXH3_64bits((const char *)file + skip, bytes - skip);
}

void *cache_pack(struct cache_bytes key, struct cache_bytes data, size_t *bytes)
{
    struct head head = {.key_bytes = key.n, .data_bytes = data.n};
    memcpy(head.magic, magic, sizeof magic);
    *bytes = sizeof head + key.n + data.n;
    char *file = malloc(*bytes);
    if (!file)
        return NULL;
    memcpy(file, &head, sizeof head);
    memcpy(file + sizeof head, key.at, key.n);
    memcpy(file + sizeof head + key.n, data.at, data.n);
    head.checksum = checksum(file, *bytes);
    memcpy(file, &head, sizeof head);
    return file;
}

struct cache_bytes cache_unpack(struct cache_bytes file, struct cache_bytes key)
{
    const struct cache_bytes none = {0};
    struct head head;
    const char *rest = (const char *)file.at + sizeof head;
    if (file.n < sizeof head)
        return none;
    memcpy(&head, file.at, sizeof head);
    size_t left = file.n - sizeof head;
    if (memcmp(head.magic, magic, sizeof magic) != 0 || head.key_bytes != key.n || left < key.n ||
        head.data_bytes != left - key.n || memcmp(rest, key.at, key.n) != 0 ||
        head.checksum != checksum(file.at, file.n))
        return none;
    return (struct cache_bytes){rest + key.n, left - key.n};
}

/* ---- Reading ---- */

static bool read_all(int fd, char *to, size_t bytes)
{
    while (bytes > 0) {
        ssize_t n = read(fd, to, bytes);
        if (n <= 0 && !(n < 0 && errno == EINTR))
            return false;
        to += n > 0 ? n : 0;
        bytes -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* The contents of a file that this user or root has written, allocated. */
static char *file_read(const char *path, size_t *bytes)
{
    struct stat about;
    char *file = NULL;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe may lie there */
    if (fd < 0)
        return NULL;
    if (fstat(fd, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0 &&
        (about.st_uid == geteuid() || about.st_uid == 0)) {
        *bytes = (size_t)about.st_size;
        file = malloc(*bytes);
        if (file && !read_all(fd, file, *bytes)) {
            free(file);
            file = NULL;
        }
    }
    if (file)
        futimens(fd, NULL); /* used just now: see folder_shrink */
    close(fd);
    return file;
}

void *cache_read(struct cache_bytes key, size_t *bytes)
{
    size_t size = 0;
    char *path = path_of_key(key), *file = path ? file_read(path, &size) : NULL;
    if (file) {
        struct cache_bytes data = cache_unpack((struct cache_bytes){file, size}, key);
        if (data.at) {
            memmove(file, data.at, data.n);
            *bytes = data.n;
        } else {
            trace_print("%s is damaged or of another version: removed", path);
            unlink(path);
            free(file);
            file = NULL;
        }
    }
    free(path);
    return file;
}

void cache_remove(struct cache_bytes key)
{
    char *path = path_of_key(key);
    if (path)
        unlink(path);
    free(path);
}

/* ---- The size of the folder ---- */

struct entry {
    struct timespec used;
    uint64_t bytes;
    char name[NAME_BYTES];
};

static int entry_order(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    if (x->used.tv_sec != y->used.tv_sec)
        return x->used.tv_sec < y->used.tv_sec ? -1 : 1;
    return (x->used.tv_nsec > y->used.tv_nsec) - (x->used.tv_nsec < y->used.tv_nsec);
}

/* Whether it is a name that cache_path or file_write makes: the folder may have other files. */
static bool name_is(const char *name, const char *end)
{
    return strspn(name, "0123456789abcdef") == HASH_DIGITS && strcmp(name + HASH_DIGITS, end) == 0;
}

/* Of file_write or turn.c. */
static bool name_is_temporary(const char *name)
{
    if (name_is(name, ".lock"))
        return true;
    size_t n = strlen(name), end = strlen(".XXXXXX.tmp");
    return n == HASH_DIGITS + end && strspn(name, "0123456789abcdef") >= HASH_DIGITS &&
           name[HASH_DIGITS] == '.' && strcmp(name + n - strlen(".tmp"), ".tmp") == 0;
}

/* The files of the cache, allocated; abandoned temporary files are removed. */
static struct entry *folder_list(DIR *dir, size_t *count, uint64_t *total)
{
    size_t capacity = 0;
    struct entry *list = NULL;
    struct stat about;
    struct dirent *e;
    while ((e = readdir(dir))) {
        bool whole = name_is(e->d_name, ".bin");
        if ((!whole && !name_is_temporary(e->d_name)) ||
            fstatat(dirfd(dir), e->d_name, &about, AT_SYMLINK_NOFOLLOW) != 0 ||
            !S_ISREG(about.st_mode))
            continue;
        if (!whole) {
            if (about.st_mtim.tv_sec + STALE_SECONDS < time(NULL))
                unlinkat(dirfd(dir), e->d_name, 0);
            continue;
        }
        if (*count == capacity) {
            capacity = capacity ? capacity * 2 : 64;
            struct entry *grown = realloc(list, capacity * sizeof *list);
            if (!grown)
                break;
            list = grown;
        }
        struct entry *entry = &list[(*count)++];
        entry->used = about.st_mtim;
        entry->bytes = (uint64_t)about.st_size;
        memcpy(entry->name, e->d_name, strlen(e->d_name) + 1);
        *total += entry->bytes;
    }
    return list;
}

/* Removes the least recently used files until the folder is well below its limit. */
static void folder_shrink(void)
{
    DIR *dir = opendir(folder);
    size_t count = 0, removed = 0;
    uint64_t total = 0;
    if (!dir)
        return;
    struct entry *list = folder_list(dir, &count, &total);
    if (total > limit_bytes) {
        qsort(list, count, sizeof *list, entry_order);
        while (removed < count && total > limit_bytes / 4 * 3) {
            unlinkat(dirfd(dir), list[removed].name, 0);
            total -= list[removed++].bytes;
        }
        trace_print("%s: removed %zu old binaries", folder, removed);
    }
    free(list);
    closedir(dir);
}

/* ---- Writing ---- */

static bool write_all(int fd, const char *from, size_t bytes)
{
    while (bytes > 0) {
        ssize_t n = write(fd, from, bytes);
        if (n < 0 && errno != EINTR)
            return false;
        from += n > 0 ? n : 0;
        bytes -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* Writes a temporary file beside 'path', which ends in ".bin", and gives it that name. */
static bool file_write(const char *path, const void *file, size_t bytes)
{
    char *temporary = NULL;
    if (asprintf(&temporary, "%.*s.XXXXXX.tmp", (int)(strlen(path) - strlen(".bin")), path) < 0) {
        temporary = NULL;
        errno = ENOMEM;
    }
    int fd = temporary ? mkostemps(temporary, (int)strlen(".tmp"), O_CLOEXEC) : -1;
    bool ok = fd >= 0 && write_all(fd, file, bytes);
    int why = errno;
    if (fd >= 0 && close(fd) != 0 && ok) {
        ok = false;
        why = errno;
    }
    if (ok && rename(temporary, path) != 0) {
        ok = false;
        why = errno;
    }
    if (!ok) {
        trace_print("cannot write %s: %s", path, strerror(why));
        if (fd >= 0)
            unlink(temporary);
    }
    free(temporary);
    return ok;
}

void cache_write(struct cache_bytes key, struct cache_bytes data)
{
    size_t bytes = 0;
    char *path = path_of_key(key), *file = path ? cache_pack(key, data, &bytes) : NULL;
    if (file && bytes <= limit_bytes && file_write(path, file, bytes)) {
        trace_print("stored %zu bytes in %s", bytes, path);
        folder_shrink();
    }
    free(file);
    free(path);
}
