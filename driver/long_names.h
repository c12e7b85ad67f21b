/* long_names.h - GCC's long names of options: --output=FILE and --output FILE are -o FILE. */
#ifndef DRIVER_LONG_NAMES_H
#define DRIVER_LONG_NAMES_H

#include "common/arena.h"

/* The option that the word is a long name of, else the word; *value becomes what stands behind '='
 * if that is an argument of its own. Example: "--define-macro=X=1" gives "-D" and "X=1". */
const char *long_name_option(struct arena *a, const char *word, const char **value);

#endif
