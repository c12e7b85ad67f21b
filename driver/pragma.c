/* pragma.c - finds out whether `#pragma GCC target` or `optimize` would have changed a condition
 * of the unit, by preprocessing with and without the macros that cc defines behind it. */
#define _GNU_SOURCE /* memmem */
#include "driver/pragma.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/output.h"
#include "driver/run.h"

/* Where a line of the preprocessed text is from. */
struct spot {
    const char *file;
    int line;
    bool system;
};

static bool sets_macros(const char *line)
{
    return strncmp(line, "#pragma GCC target", 18) == 0 ||
           strncmp(line, "#pragma GCC optimize", 20) == 0;
}

static bool is_option_pragma(const char *line)
{
    return sets_macros(line) || strncmp(line, "#pragma GCC push_options", 24) == 0 ||
           strncmp(line, "#pragma GCC pop_options", 23) == 0 ||
           strncmp(line, "#pragma GCC reset_options", 25) == 0;
}

/* Whether cc takes the text, preprocessed alone or compiled as it does. */
static bool takes(struct driver *d, const char *how, const char *text)
{
    const char *file = temp_name(d, "pragma", ".c");
    struct command k;
    command_init(d, &k);
    for (int i = 0; i < d->options.items.n; i++) {
        const struct argument *item = &d->options.items.at[i];
        bool macro = strncmp(item->text, "-D", 2) == 0 || strncmp(item->text, "-U", 2) == 0;
        if (item->kind != ITEM_OPTION || (!macro && (item->runs & RUN_SOURCE) != RUN_SOURCE))
            continue;
        command_add(d, &k, item->text);
        if (item->argument)
            command_add(d, &k, item->argument);
    }
    command_add2(d, &k, "-w", how);
    command_add(d, &k, file);
    return output_write(d, file, OUTPUT_FRESH, text, strlen(text)) && command_works(d, &k);
}

/* Whether the macro is as defined for the preprocessor alone as for cc, behind those pragmas. */
static bool macro_holds(struct driver *d, const char *pragmas, const char *macro)
{
    const char *probe = arena_printf(&d->arena, "%s#ifdef %s\n#error\n#endif\n", pragmas, macro);
    return takes(d, "-E", probe) == takes(d, "-fsyntax-only", probe);
}

/* Whether the reserved names in that line of a directive's condition hold; *wrong: one that does
 * not. */
static bool condition_holds(struct driver *d, const char *pragmas, const char *at,
                            const char **wrong)
{
    while (*at) {
        const char *from = at;
        while (*at == '_' || isalnum((unsigned char)*at))
            at++;
        if (at - from > 2 && from[0] == '_' && from[1] == '_') {
            const char *macro = arena_strndup(&d->arena, from, (size_t)(at - from));
            if (strncmp(macro, "__has_", 6) != 0 && !macro_holds(d, pragmas, macro)) {
                *wrong = macro;
                return false;
            }
        }
        at += at == from;
    }
    return true;
}

/* Whether the conditions of the file hold from behind that line up to the next such pragma; if not,
 * reported at 'pragma'. */
static bool file_holds(struct driver *d, const struct spot *spot, const struct spot *pragma,
                       const char *pragmas)
{
    FILE *f = fopen(spot->file, "r");
    char *line = NULL;
    const char *wrong = NULL;
    size_t room = 0;
    for (int n = 1; f && !wrong && getline(&line, &room, f) >= 0; n++) {
        const char *at = line + strspn(line, " \t");
        if (n <= spot->line || *at != '#')
            continue;
        at += 1 + strspn(at + 1, " \t");
        if (strncmp(at, "pragma", 6) == 0 &&
            (strstr(at, "GCC target") || strstr(at, "_options") || strstr(at, "GCC optimize")))
            break;
        if (strncmp(at, "if", 2) == 0 || strncmp(at, "elif", 4) == 0)
            condition_holds(d, pragmas, at, &wrong);
    }
    free(line);
    if (f)
        fclose(f);
    if (wrong)
        driver_error(d,
                     "%s:%d: this pragma changes '%s' for what follows, which cc does not do when "
                     "it preprocesses alone; give the option to ampcc (as -mavx2 or -O3), or keep "
                     "that code in a .c file",
                     pragma->file, pragma->line, wrong);
    return !wrong;
}

/* Reads '# LINE "FILE" FLAGS'; whether it enters a file. */
static bool read_marker(struct driver *d, const char *line, const char *end, struct spot *spot)
{
    const char *open = memchr(line, '"', (size_t)(end - line));
    const char *close = open ? memrchr(line, '"', (size_t)(end - line)) : NULL;
    if (!open || close == open)
        return false;
    spot->line = atoi(line + 2) - 1;
    spot->file = arena_strndup(&d->arena, open + 1, (size_t)(close - open) - 1);
    spot->system = memchr(close, '3', (size_t)(end - close)) != NULL;
    return memchr(close, '1', (size_t)(end - close)) != NULL;
}

bool pragma_macros_hold(struct driver *d, const struct buf *text)
{
    if (!text->n || (!memmem(text->at, text->n, "#pragma GCC target", 18) &&
                     !memmem(text->at, text->n, "#pragma GCC optimize", 20)))
        return true;
    const char *pragmas = "", *end = buf_end(text);
    struct spot spot = {"", 0, false}, last = spot;
    bool good = true;
    for (const char *at = text->at, *next; at < end && good; at = next) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        next = newline ? newline + 1 : end;
        spot.line++;
        if (next - at > 3 && at[0] == '#' && at[1] == ' ') {
            bool enters = read_marker(d, at, next, &spot);
            if (enters && last.line && !spot.system) /* a header behind the pragma */
                good = file_holds(d, &spot, &last, pragmas);
        } else if (next - at > 25 - 2 && !spot.system && is_option_pragma(at)) {
            pragmas = arena_printf(&d->arena, "%s%.*s\n", pragmas, (int)(next - at), at);
            if (sets_macros(at) && takes(d, "-fsyntax-only", pragmas)) {
                last = spot;
                good = file_holds(d, &spot, &spot, pragmas);
            }
        }
    }
    return good;
}
