/* cc_text.c - reads messages in text, line by line, of compilers that have no JSON and of linkers.
 */
#include "driver/cc_text.h"

#include <ctype.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag_list.h"
#include "common/source_map.h"

/* The fields of a line "FILE:LINE:COL:{RANGE}...: KIND: TEXT [OPTION]". */
struct head {
    const char *file; /* NULL: no place */
    int line, column;
    int first, last; /* columns of a range on that line, the second behind it; 0: none */
    const char *kind, *text, *option;
};

/* ---- reading ---- */

/* The kind of the message that the line has ("error", "note", ...), and where that word begins. */
static const char *find_kind(const char *line, const char **at)
{
    static const char *const kinds[] = {"internal compiler error", "fatal error", "error",
                                        "warning", "note"};
    const char *best = NULL, *kind = NULL;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t n = strlen(kinds[i]);
        for (const char *s = strstr(line, kinds[i]); s; s = strstr(s + 1, kinds[i]))
            if (s - line >= 2 && s[-1] == ' ' && s[-2] == ':' && s[n] == ':' && s[n + 1] == ' ' &&
                (!best || s < best)) {
                best = s;
                kind = kinds[i];
            }
    }
    *at = best;
    return kind;
}

/* Takes ":NUMBER" from the end of the n bytes at s; -1: there is none. */
static int take_number(const char *s, size_t *n)
{
    size_t k = *n;
    while (k > 0 && isdigit((unsigned char)s[k - 1]))
        k--;
    if (k == *n || k < 2 || s[k - 1] != ':')
        return -1;
    *n = k - 1;
    return (int)strtol(s + k, NULL, 10);
}

/* What stands before the kind, "FILE:LINE:COL:{L:C-L:C}" or the name of a program. */
static void read_place(struct arena *a, const char *s, size_t n, struct head *h)
{
    int ranges[4] = {0};
    while (n > 0 && s[n - 1] == '}') {
        size_t k = n - 1;
        while (k > 0 && s[k] != '{')
            k--;
        sscanf(s + k, "{%d:%d-%d:%d}", &ranges[0], &ranges[1], &ranges[2], &ranges[3]);
        n = k;
        if (n > 0 && s[n - 1] == ':')
            n--;
    }
    int last = take_number(s, &n), line = last < 0 ? -1 : take_number(s, &n);
    if (last < 0)
        return;
    h->file = arena_strndup(a, s, n);
    h->line = line < 0 ? last : line;
    h->column = line < 0 ? 1 : last;
    if (ranges[0] == h->line && ranges[2] == h->line && ranges[1] <= h->column &&
        ranges[3] > h->column) {
        h->first = ranges[1];
        h->last = ranges[3];
    }
}

/* " [-Wname]" at the end, "[-Werror,-Wname]" as gcc writes it. */
static void read_option(struct arena *a, struct head *h)
{
    size_t n = strlen(h->text);
    const char *open = strrchr(h->text, '[');
    if (!open || open == h->text || open[1] != '-' || h->text[n - 1] != ']')
        return;
    const char *name = strstr(open, ",-W");
    if (name)
        h->option = arena_printf(a, "-Werror=%.*s", (int)(h->text + n - 1 - name - 3), name + 3);
    else
        h->option = arena_strndup(a, open + 1, (size_t)(h->text + n - 2 - open));
    h->text = arena_strndup(a, h->text, (size_t)(open - 1 - h->text));
}

static bool read_head(struct arena *a, const char *line, struct head *h)
{
    const char *at;
    *h = (struct head){0};
    h->kind = find_kind(line, &at);
    if (!h->kind)
        return false;
    h->text = at + strlen(h->kind) + 2;
    read_place(a, line, (size_t)(at - 2 - line), h);
    if (!h->file) /* a program's name stays */
        h->text = arena_printf(a, "%.*s: %s", (int)(at - 2 - line), line, h->text);
    read_option(a, h);
    return true;
}

/* ---- writing ---- */

static json_t *place_new(struct arena *a, const char *file, int line, int column)
{
    const struct source_file *f = source_file_read(a, file);
    const char *text = f->text && line <= f->lines_n ? f->text + f->lines[line - 1] : "";
    size_t n = strcspn(text, "\n");
    int display =
        (size_t)column <= n + 1 ? column_display(arena_strndup(a, text, n), column) : column;
    return json_pack("{s:s#, s:i, s:i, s:i, s:i}", "file", file, (int)strlen(file), "line", line,
                     "display-column", display, "byte-column", column, "column", display);
}

static json_t *locations_new(struct arena *a, const struct head *h)
{
    json_t *list = json_array(), *j = json_object();
    if (h->file) {
        json_object_set_new(j, "caret", place_new(a, h->file, h->line, h->column));
        if (h->last && h->first < h->column)
            json_object_set_new(j, "start", place_new(a, h->file, h->line, h->first));
        if (h->last && h->last - 1 > h->column)
            json_object_set_new(j, "finish", place_new(a, h->file, h->line, h->last - 1));
        json_array_append(list, j);
    }
    json_decref(j);
    return list;
}

static json_t *message_new(struct arena *a, const struct head *h, bool child)
{
    json_t *j = json_pack("{s:s, s:s, s:o, s:b}", "kind", h->kind, "message", h->text, "locations",
                          locations_new(a, h), "escape-source", 0);
    if (!child) {
        if (h->option)
            json_object_set_new(j, "option", json_string(h->option));
        json_object_set_new(j, "column-origin", json_integer(1));
        json_object_set_new(j, "children", json_array());
    }
    return j;
}

/* fix-it:"FILE":{L:C-L:C}:"TEXT" of the last message or note. */
static void add_fixit(struct arena *a, json_t *list, const char *line)
{
    int at[4], skipped = 0;
    const char *name = strchr(line, '"'), *behind = name ? strstr(name, "\":{") : NULL;
    if (!behind ||
        sscanf(behind, "\":{%d:%d-%d:%d}:%n", &at[0], &at[1], &at[2], &at[3], &skipped) < 4)
        return;
    json_t *message = json_array_get(list, json_array_size(list) - 1), *fixits;
    json_t *notes = json_object_get(message, "children");
    json_t *text = json_loads(behind + skipped, JSON_DECODE_ANY, NULL);
    if (json_array_size(notes))
        message = json_array_get(notes, json_array_size(notes) - 1);
    const char *file = arena_strndup(a, name + 1, (size_t)(behind - name - 1));
    fixits = json_object_get(message, "fixits");
    if (!fixits && message && text) {
        fixits = json_array();
        json_object_set_new(message, "fixits", fixits);
    }
    if (fixits && text)
        json_array_append_new(fixits, json_pack("{s:o, s:o, s:O}", "start",
                                                place_new(a, file, at[0], at[1]), "next",
                                                place_new(a, file, at[2], at[3]), "string", text));
    json_decref(text);
}

/* "In function 'f':", "In file included from ...", "2 errors generated.", "compilation terminated."
 */
static bool is_frame(const char *line)
{
    size_t n = strlen(line);
    return n == 0 || line[n - 1] == ':' || line[n - 1] == ',' ||
           (isdigit((unsigned char)*line) && strstr(line, " generated.")) ||
           strncmp(line, "compilation terminated", strlen("compilation terminated")) == 0 ||
           strstr(line, "warnings being treated as errors");
}

void cc_text_add(struct arena *a, json_t *list, const char *line, bool *in_message)
{
    struct head h;
    if (strncmp(line, "fix-it:", strlen("fix-it:")) == 0) {
        add_fixit(a, list, line);
    } else if (read_head(a, line, &h)) {
        json_t *last = json_array_get(list, json_array_size(list) - 1);
        json_t *notes = json_object_get(last, "children");
        bool child = strcmp(h.kind, "note") == 0 && h.file && notes;
        json_array_append_new(child ? notes : list, message_new(a, &h, child));
        *in_message = h.file != NULL;
    } else if (is_frame(line)) {
        *in_message = false;
    } else if (!*in_message) {
        h = (struct head){.kind = "note", .text = line};
        json_array_append_new(list, message_new(a, &h, false));
    }
}
