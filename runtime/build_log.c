/* build_log.c - maps build logs of drivers to the user's lines. The sources of programs have #line
 * directives (OpenCL 1.2, 6.10 takes C's directive), and most drivers use them; NVIDIA's counts the
 * lines of the text that it got, as "<kernel>:94:13: error: ...". */
#include "runtime/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What drivers call the text that they got. */
static const char *const source_names[] = {"<kernel>:", "<program source>:"};

/* A line of the user's; 'file' is not ended by a zero. */
struct origin {
    const char *file;
    int bytes;
    unsigned long line;
};

/* The origin of line 'number', from 1, of the text. False if no directive precedes it. */
static bool origin_of(const char *source, unsigned long number, struct origin *found)
{
    struct origin next = {NULL, 0, 0};
    for (unsigned long at = 1; source && *source; at++) {
        unsigned long line;
        int start = 0, end = 0;
        if (sscanf(source, "#line %lu \"%n%*[^\"\n]%n\"", &line, &start, &end) == 1 && end > 0) {
            next = (struct origin){source + start, end - start, line};
        } else if (at == number) {
            *found = next;
            return next.file != NULL;
        } else {
            next.line++;
        }
        source = strchr(source, '\n');
        if (source)
            source++;
    }
    return false;
}

/* The driver's own name for a place at the beginning of 'line': how long it and the number are. */
static size_t own_place(const char *line, unsigned long *number)
{
    for (size_t k = 0; k < sizeof source_names / sizeof *source_names; k++) {
        size_t bytes = strlen(source_names[k]);
        char *end;
        if (strncmp(line, source_names[k], bytes) == 0) {
            *number = strtoul(line + bytes, &end, 10);
            return end > line + bytes ? (size_t)(end - line) : 0;
        }
    }
    return 0;
}

char *build_log_located(const char *log, const char *source)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    if (!out)
        return NULL;
    while (*log) {
        unsigned long number = 0;
        struct origin origin;
        size_t place = own_place(log, &number), rest = strcspn(log, "\n");
        rest += log[rest] == '\n';
        if (place && origin_of(source, number, &origin)) {
            fprintf(out, "%.*s:%lu", origin.bytes, origin.file, origin.line);
            fwrite(log + place, 1, rest - place, out);
        } else {
            fwrite(log, 1, rest, out);
        }
        log += rest;
    }
    if (fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}
