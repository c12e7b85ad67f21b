/* text.c - the text of a document: edits, lines, and columns in UTF-16 code units or in bytes.
 *
 * Example: in `"ä😀" x` the `x` stands at character 6 of UTF-16 and at byte 9. */
#include "lsp/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *memory(void *p, size_t n)
{
    p = realloc(p, n);
    if (!p) {
        fputs("ampcc: out of memory\n", stderr);
        exit(1);
    }
    return p;
}

static void find_lines(struct text *t)
{
    int n = 1;
    for (size_t i = 0; i < t->n; i++)
        n += t->at[i] == '\n';
    t->lines = memory(t->lines, (size_t)n * sizeof *t->lines);
    t->lines_n = 0;
    t->lines[t->lines_n++] = 0;
    for (size_t i = 0; i < t->n; i++)
        if (t->at[i] == '\n')
            t->lines[t->lines_n++] = i + 1;
}

void text_set(struct text *t, const char *at, size_t n)
{
    char *copy = memory(NULL, n + 1);
    if (n)
        memcpy(copy, at, n);
    copy[n] = '\0';
    free(t->at);
    t->at = copy;
    t->n = n;
    find_lines(t);
}

void text_splice(struct text *t, size_t begin, size_t end, const char *with, size_t n)
{
    if (end > t->n)
        end = t->n;
    if (begin > end)
        begin = end;
    size_t size = t->n - (end - begin) + n;
    char *copy = memory(NULL, size + 1);
    memcpy(copy, t->at, begin);
    if (n)
        memcpy(copy + begin, with, n);
    memcpy(copy + begin + n, t->at + end, t->n - end);
    copy[size] = '\0';
    free(t->at);
    t->at = copy;
    t->n = size;
    find_lines(t);
}

void text_free(struct text *t)
{
    free(t->at);
    free(t->lines);
    *t = (struct text){0};
}

size_t text_mark(const char *at, size_t n)
{
    return n >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

size_t text_line_length(const struct text *t, int line)
{
    if (line < 0 || line >= t->lines_n)
        return 0;
    size_t begin = t->lines[line], end = line + 1 < t->lines_n ? t->lines[line + 1] : t->n;
    while (end > begin && (t->at[end - 1] == '\n' || t->at[end - 1] == '\r'))
        end--;
    return end - begin;
}

/* The bytes of the character at s, of which n are there; 1 for what is no UTF-8. */
static size_t character_bytes(const char *s, size_t n)
{
    unsigned char c = (unsigned char)*s;
    size_t want = c < 0xc2 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 1;
    if (want > n)
        return 1;
    for (size_t i = 1; i < want; i++)
        if (((unsigned char)s[i] & 0xc0) != 0x80)
            return 1;
    return want;
}

static int character_units(enum units u, size_t bytes)
{
    return u == UNITS_UTF8 ? (int)bytes : bytes == 4 ? 2 : 1;
}

int units_of(enum units u, const char *line, size_t n)
{
    int units = 0;
    for (size_t at = 0; at < n;) {
        size_t bytes = character_bytes(line + at, n - at);
        units += character_units(u, bytes);
        at += bytes;
    }
    return units;
}

size_t text_offset(const struct text *t, enum units u, int line, int character)
{
    if (line < 0)
        return 0;
    if (line >= t->lines_n)
        return t->n;
    size_t n = text_line_length(t, line), at = 0;
    const char *s = t->at + t->lines[line];
    for (int units = 0; at < n;) {
        size_t bytes = character_bytes(s + at, n - at);
        units += character_units(u, bytes);
        if (units > character)
            break;
        at += bytes;
    }
    return t->lines[line] + at;
}

int text_line(const struct text *t, size_t offset)
{
    int low = 0, high = t->lines_n;
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (t->lines[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

json_t *text_position(const struct text *t, enum units u, size_t offset)
{
    offset = offset < t->n ? offset : t->n;
    int line = text_line(t, offset);
    size_t column = offset - t->lines[line], most = text_line_length(t, line);
    column = column < most ? column : most;
    return json_pack("{s:i, s:i}", "line", line, "character",
                     units_of(u, t->at + t->lines[line], column));
}

json_t *text_range(const struct text *t, enum units u, size_t begin, size_t end)
{
    return json_pack("{s:o, s:o}", "start", text_position(t, u, begin), "end",
                     text_position(t, u, end > begin ? end : begin));
}
