/* diagnostics.c - messages, which driver/messages.c has collected in gcc's JSON, as diagnostics
 * with related information; fix-its as code actions.
 *
 * A message in a header stands at the #include that brings it in, with the place itself as related
 * information. Example: `warning: ... [-Wunused-variable]` of cc has the source "cc" and the code
 * "-Wunused-variable", one of ours "ampcc" and the id that --explain knows. */
#include "lsp/diagnostics.h"

#include <ctype.h>
#include <string.h>

static const char *text_get(const json_t *j, const char *key)
{
    const char *s = json_string_value(json_object_get(j, key));
    return s ? s : "";
}

static int int_get(const json_t *j, const char *key)
{
    return (int)json_integer_value(json_object_get(j, key));
}

static const json_t *first_location(const json_t *message)
{
    return json_array_get(json_object_get(message, "locations"), 0);
}

static const char *file_of(const json_t *location)
{
    return text_get(json_object_get(location, "caret"), "file");
}

static bool is_document(const struct analysis *a, const char *file)
{
    return strcmp(file, a->document->path) == 0;
}

/* The column (from 1) behind the word or character at a place of the document. */
static int word_end(const struct analysis *a, int line, int column)
{
    if (line < 1 || line > a->text->lines_n || column < 1)
        return column;
    size_t n = text_line_length(a->text, line - 1), at = (size_t)column - 1;
    const char *s = a->text->at + a->text->lines[line - 1];
    if (at >= n)
        return column;
    size_t end = at;
    while (end < n &&
           (isalnum((unsigned char)s[end]) || s[end] == '_' || (unsigned char)s[end] >= 0x80))
        end++;
    return (int)(end > at ? end : at + 1) + 1;
}

static json_t *range_of(struct analysis *a, const json_t *location)
{
    const json_t *caret = json_object_get(location, "caret");
    const json_t *start = json_object_get(location, "start"),
                 *finish = json_object_get(location, "finish");
    const char *file = text_get(caret, "file");
    start = start ? start : caret;
    int line = int_get(start, "line"), column = int_get(start, "byte-column");
    int end_line = finish ? int_get(finish, "line") : int_get(caret, "line");
    int end = finish ? int_get(finish, "byte-column") + 1 : 0;
    if (!finish)
        end = is_document(a, file) ? word_end(a, end_line, int_get(caret, "byte-column"))
                                   : int_get(caret, "byte-column");
    return analysis_place_range(a, file, line, column, end_line, end);
}

static json_t *related_new(struct analysis *a, const json_t *location, const char *text)
{
    return json_pack("{s:{s:o, s:o}, s:s}", "location", "uri", analysis_uri(a, file_of(location)),
                     "range", range_of(a, location), "message", text);
}

/* The document's first line, where nothing better is known. */
static json_t *range_line(struct analysis *a, int line)
{
    return text_range(a->text, a->server->units, a->text->lines[line - 1],
                      a->text->lines[line - 1] + text_line_length(a->text, line - 1));
}

static int severity_of(const char *kind, const char *option)
{
    if (strcmp(kind, "note") == 0 || strncmp(option, "perf", 4) == 0)
        return 3;
    return strcmp(kind, "warning") == 0 ? 2 : 1;
}

static json_t *diagnostic_new(struct analysis *a, const json_t *message)
{
    const json_t *location = first_location(message), *note;
    const char *option = text_get(message, "option"), *url = text_get(message, "option_url");
    const char *kind = text_get(message, "kind");
    bool own = diag_id_find(option) < DIAG_COUNT, here = is_document(a, file_of(location));
    json_t *related = json_array();
    int line = here ? 0 : analysis_include(a, file_of(location));
    if (!here && location)
        json_array_append_new(related, related_new(a, location, text_get(message, "message")));
    size_t i;
    json_array_foreach(json_object_get(message, "children"), i, note) if (first_location(note))
        json_array_append_new(related,
                              related_new(a, first_location(note), text_get(note, "message")));
    line = line >= 1 && line <= a->text->lines_n ? line : 1;
    json_t *j = json_pack("{s:o, s:i, s:s, s:s}", "range",
                          here ? range_of(a, location) : range_line(a, line), "severity",
                          severity_of(kind, option), "source", own ? "ampcc" : "cc", "message",
                          text_get(message, "message"));
    if (*option)
        json_object_set_new(j, "code", json_string(option));
    if (*url)
        json_object_set_new(j, "codeDescription", json_pack("{s:s}", "href", url));
    if (json_array_size(related))
        json_object_set(j, "relatedInformation", related);
    json_decref(related);
    return j;
}

static json_t *diagnostics_list(struct analysis *a)
{
    json_t *list = json_array();
    const json_t *message;
    size_t i;
    analysis_check(a);
    json_array_foreach(a->messages, i, message)
        json_array_append_new(list, diagnostic_new(a, message));
    return list;
}

json_t *diagnostics_new(struct analysis *a)
{
    return json_pack("{s:s, s:I, s:o}", "uri", a->document->uri, "version",
                     (json_int_t)a->document->version, "diagnostics", diagnostics_list(a));
}

/* ---- code actions ---- */

static long long order_of(const json_t *position)
{
    return (long long)int_get(position, "line") << 32 | (unsigned)int_get(position, "character");
}

static bool ranges_meet(const json_t *a, const json_t *b)
{
    return order_of(json_object_get(a, "start")) <= order_of(json_object_get(b, "end")) &&
           order_of(json_object_get(b, "start")) <= order_of(json_object_get(a, "end"));
}

static void edit_add(struct analysis *a, json_t *changes, const json_t *fixit)
{
    const json_t *start = json_object_get(fixit, "start"), *next = json_object_get(fixit, "next");
    const char *file = text_get(start, "file");
    json_t *uri = analysis_uri(a, file), *edits = json_object_get(changes, json_string_value(uri));
    if (!edits) {
        edits = json_array();
        json_object_set_new(changes, json_string_value(uri), edits);
    }
    json_decref(uri);
    json_array_append_new(
        edits, json_pack("{s:o, s:s}", "range",
                         analysis_place_range(a, file, int_get(start, "line"),
                                              int_get(start, "byte-column"), int_get(next, "line"),
                                              int_get(next, "byte-column")),
                         "newText", text_get(fixit, "string")));
}

/* The title of a fix: what it writes, if that is short. */
static json_t *title_new(struct analysis *a, const json_t *message, const json_t *fixits)
{
    const json_t *first = json_array_get(fixits, 0);
    const char *text = text_get(first, "string");
    size_t n = strcspn(text, "\n");
    while (n && isspace((unsigned char)*text)) {
        text++;
        n--;
    }
    const char *title;
    if (json_array_size(fixits) == 1 && n && n <= 60)
        title = arena_printf(&a->d.arena, "Write '%.*s'", (int)n, text);
    else if (json_array_size(fixits) == 1 && !n)
        title = "Remove this";
    else
        title = arena_printf(&a->d.arena, "Fix: %s", text_get(message, "message"));
    return json_string(title);
}

/* Whether a fix-it of cc replaces what its message names. If not, a macro brought that, and the
 * text at the place is the macro's use. */
static bool replaces_named(struct analysis *a, const json_t *fixit, const char *message)
{
    const json_t *start = json_object_get(fixit, "start"), *next = json_object_get(fixit, "next");
    int line = int_get(start, "line"), begin = int_get(start, "byte-column");
    int end = int_get(next, "byte-column");
    if (!is_document(a, text_get(start, "file")) || line != int_get(next, "line") || begin >= end)
        return true;
    if (line < 1 || line > a->text->lines_n || begin < 1 ||
        (size_t)end > text_line_length(a->text, line - 1) + 1)
        return false;
    const char *at = a->text->at + a->text->lines[line - 1] + begin - 1;
    return strstr(message, arena_strndup(&a->d.arena, at, (size_t)(end - begin)));
}

/* Adds the fix-its of a message or note as one action. */
static void action_add(struct analysis *a, json_t *list, const json_t *diagnostic,
                       const json_t *message, bool preferred)
{
    const json_t *fixits = json_object_get(message, "fixits"), *fixit;
    json_t *changes = json_object();
    size_t i;
    bool own = strcmp(text_get(diagnostic, "source"), "ampcc") == 0, good = true;
    json_array_foreach(fixits, i, fixit)
    {
        good &= own || replaces_named(a, fixit, text_get(message, "message"));
        edit_add(a, changes, fixit);
    }
    if (good && json_object_size(changes))
        json_array_append_new(list, json_pack("{s:o, s:s, s:[O], s:b, s:{s:O}}", "title",
                                              title_new(a, message, fixits), "kind", "quickfix",
                                              "diagnostics", (json_t *)diagnostic, "isPreferred",
                                              preferred, "edit", "changes", changes));
    json_decref(changes);
}

static bool wants_quickfix(const json_t *params)
{
    const json_t *only = json_object_get(json_object_get(params, "context"), "only"), *kind;
    size_t i;
    if (!only)
        return true;
    json_array_foreach(only, i,
                       kind) if (json_is_string(kind) &&
                                 strcmp(json_string_value(kind), "quickfix") == 0) return true;
    return false;
}

json_t *actions_answer(struct analysis *a, const json_t *params)
{
    json_t *list = json_array(), *all;
    const json_t *range = json_object_get(params, "range"), *diagnostic, *note;
    size_t i, k;
    if (!wants_quickfix(params))
        return list;
    all = diagnostics_list(a);
    json_array_foreach(all, i, diagnostic)
    {
        const json_t *message = json_array_get(a->messages, i);
        if (!ranges_meet(json_object_get(diagnostic, "range"), range))
            continue;
        action_add(a, list, diagnostic, message, true);
        json_array_foreach(json_object_get(message, "children"), k, note)
            action_add(a, list, diagnostic, note, false);
    }
    json_decref(all);
    return list;
}
