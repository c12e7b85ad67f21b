/* text.h - the text of a document, its lines, and columns in the client's units. */
#ifndef LSP_TEXT_H
#define LSP_TEXT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* A text with the beginnings of its lines; owned by the holder: text_free. */
struct text {
    char *at; /* zero-terminated */
    size_t n;
    size_t *lines; /* offset of each line's first byte; the last one may be empty */
    int lines_n;
};

/* How the client counts columns (positionEncoding). */
enum units { UNITS_UTF16, UNITS_UTF8 };

/* Takes the place of what the text was; a copy is made. */
void text_set(struct text *t, const char *at, size_t n);
/* Replaces the bytes [begin, end). */
void text_splice(struct text *t, size_t begin, size_t end, const char *with, size_t n);
void text_free(struct text *t);

/* The length of the byte order mark at the beginning of a text; 0: there is none. */
size_t text_mark(const char *at, size_t n);
/* The length of a line (from 0) without its end; 0 behind the last one. */
size_t text_line_length(const struct text *t, int line);
/* The offset of a position of the client, moved to the nearest one that exists. */
size_t text_offset(const struct text *t, enum units u, int line, int character);
/* The line (from 0) of an offset. */
int text_line(const struct text *t, size_t offset);

/* How many units the first n bytes of a line are. Bytes that are no UTF-8 count as one each. */
int units_of(enum units u, const char *line, size_t n);

/* The position of an offset, and the range between two, as the protocol has them. */
json_t *text_position(const struct text *t, enum units u, size_t offset);
json_t *text_range(const struct text *t, enum units u, size_t begin, size_t end);

#endif
