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
/* Did the user say where? */
bool cache_is_chosen(void);

/* The data stored under 'key', allocated, and its size in bytes; 0 if there is no undamaged file.
 * Marks it as used. Any thread; never an error. */
void *cache_read(struct cache_bytes key, size_t *bytes);

/* Stores 'data' under 'key', replacing what is there, and removes the least recently used files if
 * the folder exceeds its limit. Failures are only traced (trace_print), as the cache is only to
 * save time. Any thread. */
void cache_write(struct cache_bytes key, struct cache_bytes data);

/* Removes what is stored under 'key': it proved unusable. Any thread. */
void cache_remove(struct cache_bytes key);

/* The name of the file of 'key' that ends in 'end' (".bin": the binary), allocated; 0: no cache, or
 * no memory. */
char *cache_path(struct cache_bytes key, const char *end);
/* Is something stored under 'key'? */
bool cache_has(struct cache_bytes key);

/* ---- turn.c: of many processes one builds, the others wait ---- */

struct turn;
/* Waits until it is this process's turn to build what is stored under 'key', or until it is stored,
 * or for some time (a minute; two seconds when it is built and not stored). To be ended; 0: there
 * are no locks or no memory. The caller looks into the cache again. Any thread, no lock held. */
struct turn *turn_take(struct cache_bytes key);
/* It is built; now or in a while, it is stored and the turn ended. 't' may be 0. */
void turn_built(struct turn *t);
/* May this process ask a driver for the binary, which writes to its own cache? Until turn_end. */
bool turn_may_store(const struct turn *t);
/* The others may go on. 't' may be 0; frees it. */
void turn_end(struct turn *t);

/* The file's contents for 'key' and 'data', allocated; 0 without memory. */
void *cache_pack(struct cache_bytes key, struct cache_bytes data, size_t *bytes);
/* The data in such contents if they are whole and of 'key'; {0, 0} if not. */
struct cache_bytes cache_unpack(struct cache_bytes file, struct cache_bytes key);

#endif
