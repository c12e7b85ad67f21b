/* source_map.h - which token of an original line a token of a preprocessed line came from. Private
 * to source.c, source_macro.c and source_align.c. */
#ifndef COMMON_SOURCE_MAP_H
#define COMMON_SOURCE_MAP_H

#include <stdbool.h>

#include "common/arena.h"
#include "common/source.h"

/* An original file as it is on disk; text is NULL when it cannot be read. */
struct source_file {
    const char *name;
    const char *text;
    unsigned size;
    unsigned *lines; /* offset of each line's first byte */
    int lines_n;
};

/* A token of an original file. */
struct origin {
    unsigned begin, end; /* bytes of the file */
    int line, column;    /* from 1 */
    bool name, matched;
    char first;    /* its first character */
    unsigned hash; /* of its text */
};

/* A token of the preprocessed line and the index of its origin, or -1 when a macro made it. */
struct map_token {
    unsigned begin, end;
    int origin;
    unsigned hash; /* of its text as the original file has it */
};

/* The alignment of a preprocessed line with the original ones. */
struct source_map {
    bool valid;
    unsigned begin, end; /* of the preprocessed line, all its pieces */
    VEC(struct map_token) tokens;
    VEC(struct origin) origins;
};

/* The name in the outermost use of a macro to which the origin belongs, as the name, as a
 * parenthesis or between the parentheses; NULL: there is none. */
const struct origin *source_map_use(const struct source_map *m, const struct origin *o);

/* The end of the small token at 'at': a word, number, string or one character of punctuation. */
unsigned source_token_end(const char *s, unsigned at, unsigned end);

/* A file whose contents are given; they are copied. */
struct source_file *source_file_of(struct arena *a, const char *name, const char *text, size_t n);

/* Reads a file into the arena. */
struct source_file *source_file_read(struct arena *a, const char *name);

/* Aligns the preprocessed line [begin, end) of 'text', in which markers may stand on lines of their
 * own, with the lines of 'file' from 'line' on; 'next' is the line of the preprocessed line that
 * follows: what stands between belongs to a macro call over several lines. */
void source_map_make(struct arena *a, struct source_map *m, const char *text, unsigned begin,
                     unsigned end, const struct source_file *file, int line, int next);

/* The origin for a byte of the line: of its token, or of the macro that made its token; NULL when
 * nothing corresponds. *exact: it is the origin of the byte's own token; *after: the byte is a
 * blank behind the token whose origin this is. */
const struct origin *source_map_find(const struct source_map *m, unsigned offset, bool *exact,
                                     bool *after);

/* The alignment of the line that holds the byte; good until others are asked for (source.c). */
const struct source_map *source_map_at(const struct source *s, unsigned offset);

/* The marker in front of the byte, and the number of the byte's line by it (source.c). */
const struct source_marker *source_marker_at(const struct source *s, unsigned offset, int *line);

/* A file of the unit as it is on disk, read once (source.c). */
const struct source_file *source_original(const struct source *s, const char *name);

#endif
