/* intern.h - one copy of every spelling: two interned strings are equal when their pointers are. */
#ifndef COMMON_INTERN_H
#define COMMON_INTERN_H

#include <stddef.h>

struct intern; /* the table; lives in an arena */
struct arena;

struct intern *intern_new(struct arena *a);
/* The one zero-terminated copy of the n bytes at s; lives as long as the arena. */
const char *intern(struct intern *table, const char *s, size_t n);
/* The same for a zero-terminated string. */
const char *intern_str(struct intern *table, const char *s);

#endif
