/* hash.c - a hash of bytes, by xxHash. */
#include "common/hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

uint32_t hash_bytes(const void *bytes, size_t n)
{
    return (uint32_t)XXH3_64bits(bytes, n);
}
