/* response.h - words of a command line, response files (@file) replaced by what they hold. */
#ifndef DRIVER_RESPONSE_H
#define DRIVER_RESPONSE_H

#include "common/arena.h"

struct words {
    const char **at;
    int n, cap;
};

/* Adds a word, or what the response file it names holds, quotes and backslashes as gcc reads them.
 * A file that cannot be read stays the word that names it, as for gcc. depth: 0. */
void words_add(struct arena *a, struct words *w, const char *word, int depth);

/* Adds the words of a text. */
void words_split(struct arena *a, struct words *w, const char *text, int depth);

#endif
