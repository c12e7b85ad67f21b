/* cache.h - a folder of files that are found by a key, for binaries of kernels (binary.c). Nothing
 * here is public.
 *
 * A file holds its key in full, the data and a checksum of both, so that a damaged file, one of
 * another version or one of another key with the same hash is never used: it is removed and written
 * again. Files appear by rename, so that any number of processes may use one folder. */
#ifndef AMPC_CACHE_H
#define AMPC_CACHE_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes of the caller. */
struct cache_bytes {
    const void *at;
    size_t n;
};

/* Is there a cache? Any thread. */
bool cache_is_there(void);

/* The data stored under 'key', allocated, and its size in bytes; 0 if there is no undamaged file.
 * Marks it as used. Any thread; never an error. */
void *cache_read(struct cache_bytes key, size_t *bytes);

/* Stores 'data' under 'key', replacing what is there, and removes the least recently used files if
 * the folder exceeds its limit. Failures are only traced (trace_print), as the cache is only to
 * save time. Any thread. */
void cache_write(struct cache_bytes key, struct cache_bytes data);

/* Removes what is stored under 'key': it proved unusable. Any thread. */
void cache_remove(struct cache_bytes key);

/* The file's contents for 'key' and 'data', allocated; 0 without memory. */
void *cache_pack(struct cache_bytes key, struct cache_bytes data, size_t *bytes);
/* The data in such contents if they are whole and of 'key'; {0, 0} if not. */
struct cache_bytes cache_unpack(struct cache_bytes file, struct cache_bytes key);

#endif
