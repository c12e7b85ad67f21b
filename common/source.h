/* source.h - the preprocessed text of a unit and where each byte of it came from. */
#ifndef COMMON_SOURCE_H
#define COMMON_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buf;

/* A range of bytes [begin, end) of the preprocessed text; what tokens, nodes and messages carry. */
struct loc {
    unsigned begin, end;
};

/* Where a byte stands for the user. line and column count from 1, column in bytes as gcc's; file is
 * interned by the source. */
struct place {
    const char *file;
    int line;
    int column;
    bool system; /* in a system header, by the line marker */
};

/* The #include that brought a file in, and the one that brought in the file where it stands. */
struct source_include {
    const char *file;
    int line;
    const struct source_include *from; /* NULL: file is the unit itself */
};

/* A line marker: the text from 'offset' up to the next marker comes from 'line' of 'file' and the
 * lines behind it. */
struct source_marker {
    unsigned offset; /* first byte after the marker's line */
    const char *file;
    int line;
    bool system;
    const struct source_include *from; /* NULL in the unit's own file */
};

struct source {
    const char *text; /* zero-terminated twice (flex's buffer end) */
    unsigned size;    /* without the two zeros */
    const char *main_file;
    struct source_marker *markers; /* sorted by offset */
    int markers_n;
    struct source_cache *cache; /* original files read for carets and columns */
    struct arena *arena;
};

/* Takes preprocessed text (as cc -E prints it, with line markers "# 12 "x.h" 1 3" and "#line 12
 * "x.h""); text is copied into the arena. main_file is the name the user gave. */
struct source *source_new(struct arena *a, const char *text, size_t size, const char *main_file);

/* File and line of a byte; column in the original line: the preprocessed line's tokens are aligned
 * with those of the original line (read from disk), so that a token which a macro made gets the
 * macro's column, as users see it. */
struct place source_place(const struct source *s, unsigned offset);

/* What brought in the file that the byte stands in; NULL when nothing did. */
const struct source_include *source_include(const struct source *s, unsigned offset);

/* The original line that 'offset' stands on, without its newline, as read from the file (or the
 * preprocessed line when the file cannot be read); lives in the source's arena. */
const char *source_line(const struct source *s, unsigned offset);

/* The columns [*first, *last] (from 1) that 'loc' covers on the original line of loc.begin. */
void source_columns(const struct source *s, struct loc loc, int *first, int *last);

/* Where the user wrote both ends of a range; *end is the place after its last byte. An empty range
 * is the point before the token that begins there, else after the one that ends there. False: a
 * macro made an end, or they are in different files, or in one that cannot be read. */
bool source_written(const struct source *s, struct loc loc, struct place *begin, struct place *end);

/* The place of the last byte of a range, on whatever line; that of its first byte when the range
 * ends in another file. */
struct place source_end(const struct source *s, struct loc loc);

/* Whether a macro made the token at the byte; the name of the outermost one in use, not terminated.
 */
bool source_macro_use(const struct source *s, unsigned offset, const char **name, unsigned *n);

/* Whether one use of a macro brought both bytes to one line, and at least one is none of its
 * arguments as the user wrote them. */
bool source_macro_twice(const struct source *s, unsigned a, unsigned b);

/* Takes 'text' for what is in the file of that name (as line markers have it), instead of what is
 * on disk; before any place is asked for. */
void source_give(struct source *s, const char *name, const char *text, size_t n);

/* The reverse of source_place: the first byte of the token that the user wrote at a line and column
 * of a file, or that ends there. False: there is none, or a macro's name, or it is not in the
 * text. */
bool source_find(const struct source *s, const char *file, int line, int column, unsigned *offset);

/* Appends the bytes [begin, end), which are no part of a token, with blanks and line markers that
 * put what the user wrote into the user's columns. */
void source_align(const struct source *s, unsigned begin, unsigned end, struct buf *out);

/* The smallest range that covers both; {0, 0} is no place. */
struct loc loc_union(struct loc a, struct loc b);

#endif
