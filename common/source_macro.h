/* source_macro.h - where the macro was defined that made a token. */
#ifndef COMMON_SOURCE_MACRO_H
#define COMMON_SOURCE_MACRO_H

#include "common/source.h"

/* A range [first, last] of columns in bytes (from 1) of a line with a #define. */
struct source_macro {
    const char *name, *file;
    const char *text; /* the line, without its newline */
    int line, first, last;
};

/* The definition of the macro that made the token at the byte: the token there, or the macro's name
 * when several tokens of its body could be the one. False: no macro made it, or its #define is not
 * in the unit's own files, or there are several (which was in force is not known). All strings live
 * in the source's arena. */
bool source_macro_find(const struct source *s, unsigned offset, struct source_macro *out);

#endif
