/* utf8.h - text that may not be UTF-8, for forms that have to be. */
#ifndef COMMON_UTF8_H
#define COMMON_UTF8_H

/* A copy of s with U+FFFD for each byte that belongs to no UTF-8 character (no surrogates, nothing
 * above U+10FFFF, no longer form than needed); the caller frees it. NULL: out of memory. */
char *utf8_clean(const char *s);

#endif
