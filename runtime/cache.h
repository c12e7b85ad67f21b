/* cache.h - a folder of files that are found by a key, for binaries of kernels (binary.c). Nothing
 * here is public.
 *
 * A file holds its key in full, the data and a checksum of both, so that a damaged file, one of
 * another version or one of a key that only looks alike is never used: it is removed and made
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

/* The data stored under 'key', allocated, and its size in bytes; 0 if there is none, or none that
 * is whole. Notes that it was used. Any thread; never an error. */
void *cache_read(struct cache_bytes key, size_t *bytes);

/* Stores 'data' under 'key', in the place of what is there, and removes what was used least
 * recently when the folder is over its size. What goes wrong is said to trace_print alone: the
 * cache saves time, nothing else depends on it. Any thread. */
void cache_write(struct cache_bytes key, struct cache_bytes data);

/* Removes what is stored under 'key': it turned out to be of no use. Any thread. */
void cache_remove(struct cache_bytes key);

/* The file's contents for 'key' and 'data', allocated; 0 without memory. */
void *cache_pack(struct cache_bytes key, struct cache_bytes data, size_t *bytes);
/* The data in such contents if they are whole and of 'key'; {0, 0} if not. */
struct cache_bytes cache_unpack(struct cache_bytes file, struct cache_bytes key);

#endif
