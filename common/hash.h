/* hash.h - a hash of bytes, for tables and for short names of long texts; its values are the same
 * on every machine. */
#ifndef COMMON_HASH_H
#define COMMON_HASH_H

#include <stddef.h>
#include <stdint.h>

uint32_t hash_bytes(const void *bytes, size_t n);

#endif
