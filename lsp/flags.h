/* flags.h - the options that a document is compiled with. */
#ifndef LSP_FLAGS_H
#define LSP_FLAGS_H

#include "driver/response.h"

/* Where options were found. */
struct flags {
    struct words words; /* without the compiler's name */
    const char *folder; /* relative names in them are relative to it */
    const char *from;   /* the file that has them; NULL: none, they are the defaults */
};

/* Looks for the file's options, from its folder upwards: in compile_commands.json (also in build/),
 * a build folder of CMake's, compile_flags.txt, a Makefile's AMPCFLAGS, CFLAGS and CPPFLAGS. All
 * strings live in the arena. */
struct flags flags_find(struct arena *a, const char *path);

#endif
