/* sarif.c - makes a SARIF log of messages in gcc's JSON, which both ampcc's and cc's are by then.
 */
#include "driver/sarif.h"

#include <ctype.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "common/explain.h"
#include "common/source_map.h"
#include "driver/version.h"

struct sarif {
    struct arena *arena;
    VEC(struct source_file *) files; /* read for columns */
    json_t *rules, *artifacts;
};

static json_t *text_new(const char *text)
{
    return json_pack("{s:s}", "text", text ? text : "");
}

/* A message string; its braces are doubled, since single ones name arguments (3.11.5). */
static json_t *message_new(const char *text)
{
    struct buf b = {0};
    buf_add(&b, "");
    for (; *text; text++) {
        if (*text == '{' || *text == '}')
            buf_char(&b, *text);
        buf_char(&b, *text);
    }
    json_t *j = text_new(b.at);
    buf_free(&b);
    return j;
}

static const char *text_get(const json_t *j, const char *key)
{
    const char *s = json_string_value(json_object_get(j, key));
    return s ? s : "";
}

static int int_get(const json_t *j, const char *key)
{
    return (int)json_integer_value(json_object_get(j, key));
}

/* ---- places ---- */

static const struct source_file *file_get(struct sarif *s, const char *name)
{
    for (int i = 0; i < s->files.n; i++)
        if (strcmp(s->files.at[i]->name, name) == 0)
            return s->files.at[i];
    struct source_file *f = source_file_read(s->arena, arena_strndup(s->arena, name, strlen(name)));
    vec_push(s->arena, &s->files, f);
    return f;
}

/* The column in code points of a place with a column in bytes. */
static int column_get(struct sarif *s, const json_t *place)
{
    int column = int_get(place, "byte-column"), line = int_get(place, "line"), points = column;
    if (column < 1)
        return 1;
    const struct source_file *f = file_get(s, text_get(place, "file"));
    if (!f->text || line < 1 || line > f->lines_n)
        return column;
    const char *at = f->text + f->lines[line - 1];
    for (int i = 0; i < column - 1 && at[i] && at[i] != '\n'; i++)
        points -= ((unsigned char)at[i] & 0xc0) == 0x80;
    return points;
}

/* A file name as a URI, relative ones to the working directory. */
static char *uri_new(const char *file)
{
    struct buf b = {0};
    bool absolute = *file == '/';
    if (absolute)
        buf_add(&b, "file://");
    for (; *file; file++)
        if (isalnum((unsigned char)*file) || strchr("/-._~+,@", *file))
            buf_char(&b, *file);
        else
            buf_printf(&b, "%%%02X", (unsigned char)*file);
    buf_add(&b, "");
    return b.at;
}

static json_t *artifact_location(const char *file)
{
    char *uri = uri_new(file);
    json_t *j = json_pack("{s:s}", "uri", uri ? uri : "");
    if (*file != '/')
        json_object_set_new(j, "uriBaseId", json_string("PWD"));
    free(uri);
    return j;
}

/* Adds the value unless the array has it. */
static void add_once(json_t *array, json_t *value)
{
    size_t i;
    json_t *other;
    json_array_foreach(array, i, other)
    {
        if (!json_equal(other, value))
            continue;
        json_decref(value);
        return;
    }
    json_array_append_new(array, value);
}

/* The region from the place 'begin' to 'end', which counts to it if 'inclusive'. */
static json_t *region_new(struct sarif *s, const json_t *begin, const json_t *end, int inclusive)
{
    json_t *j = json_object();
    json_object_set_new(j, "startLine", json_integer(int_get(begin, "line")));
    json_object_set_new(j, "startColumn", json_integer(column_get(s, begin)));
    if (int_get(end, "line") != int_get(begin, "line"))
        json_object_set_new(j, "endLine", json_integer(int_get(end, "line")));
    json_object_set_new(j, "endColumn", json_integer(column_get(s, end) + inclusive));
    return j;
}

static json_t *location_new(struct sarif *s, const json_t *location)
{
    const json_t *caret = json_object_get(location, "caret");
    const json_t *start = json_object_get(location, "start");
    const json_t *finish = json_object_get(location, "finish");
    const char *file = text_get(caret, "file");
    add_once(s->artifacts, json_pack("{s:o}", "location", artifact_location(file)));
    start = start ? start : caret;
    json_t *physical = json_object();
    json_object_set_new(physical, "artifactLocation", artifact_location(file));
    if (int_get(start, "line") > 0)
        json_object_set_new(physical, "region", region_new(s, start, finish ? finish : caret, 1));
    return json_pack("{s:o}", "physicalLocation", physical);
}

static json_t *locations_new(struct sarif *s, const json_t *message)
{
    json_t *list = json_array();
    size_t i;
    const json_t *location;
    json_array_foreach(json_object_get(message, "locations"), i, location)
        json_array_append_new(list, location_new(s, location));
    return list;
}

/* ---- rules ---- */

static const char *level_text(const char *kind)
{
    if (strcmp(kind, "warning") == 0 || strcmp(kind, "note") == 0)
        return kind;
    return "error";
}

static json_t *own_rule(enum diag_id id)
{
    struct explanation e = explanation_of(id);
    enum diag_severity severity = diag_id_severity(id);
    struct buf markdown = {0};
    explain_markdown(&markdown, id);
    json_t *j = json_pack("{s:s, s:o}", "id", diag_id_text(id), "shortDescription",
                          text_new(diag_id_summary(id)));
    json_object_set_new(j, "defaultConfiguration",
                        json_pack("{s:s, s:b}", "level",
                                  severity >= DIAG_ERROR ? "error" : "warning", "enabled",
                                  severity != DIAG_ADVICE));
    if (e.rule) {
        json_object_set_new(j, "fullDescription", text_new(e.rule));
        json_object_set_new(j, "help",
                            json_pack("{s:s, s:s}", "text", e.why, "markdown", markdown.at));
    }
    buf_free(&markdown);
    return j;
}

/* The index of the rule that a message is about. */
static size_t rule_index(struct sarif *s, const json_t *message, const char *name)
{
    size_t i;
    const json_t *rule;
    json_array_foreach(s->rules, i, rule) if (strcmp(text_get(rule, "id"), name) == 0) return i;
    enum diag_id id = diag_id_find(name);
    json_t *new = id < DIAG_COUNT ? own_rule(id) : json_pack("{s:s}", "id", name);
    const char *url = text_get(message, "option_url");
    if (*url)
        json_object_set_new(new, "helpUri", json_string(url));
    json_array_append_new(s->rules, new);
    return json_array_size(s->rules) - 1;
}

/* ---- results ---- */

static json_t *replacement_new(struct sarif *s, const json_t *fixit)
{
    return json_pack(
        "{s:o, s:o}", "deletedRegion",
        region_new(s, json_object_get(fixit, "start"), json_object_get(fixit, "next"), 0),
        "insertedContent", text_new(text_get(fixit, "string")));
}

/* The change of the file in a list of changes, made when it is not there. */
static json_t *change_get(json_t *changes, const char *file)
{
    json_t *where = artifact_location(file), *change;
    size_t i;
    json_array_foreach(changes, i, change)
    {
        if (!json_equal(json_object_get(change, "artifactLocation"), where))
            continue;
        json_decref(where);
        return change;
    }
    change = json_pack("{s:o, s:[]}", "artifactLocation", where, "replacements");
    json_array_append_new(changes, change);
    return change;
}

/* The fix-its of a message or note as one fix. */
static void fix_add(struct sarif *s, json_t *fixes, const json_t *message)
{
    json_t *changes = json_array();
    size_t i;
    const json_t *fixit;
    json_array_foreach(json_object_get(message, "fixits"), i, fixit)
    {
        const char *file = text_get(json_object_get(fixit, "start"), "file");
        json_array_append_new(json_object_get(change_get(changes, file), "replacements"),
                              replacement_new(s, fixit));
    }
    if (json_array_size(changes) > 0)
        json_array_append_new(fixes, json_pack("{s:o, s:O}", "description",
                                               message_new(text_get(message, "message")),
                                               "artifactChanges", changes));
    json_decref(changes);
}

static json_t *related_new(struct sarif *s, const json_t *note)
{
    const json_t *location = json_array_get(json_object_get(note, "locations"), 0);
    json_t *j = location ? location_new(s, location) : json_object();
    json_object_set_new(j, "message", message_new(text_get(note, "message")));
    return j;
}

static void set_filled(json_t *object, const char *key, json_t *list)
{
    if (json_array_size(list) > 0)
        json_object_set(object, key, list);
    json_decref(list);
}

static json_t *result_new(struct sarif *s, const json_t *message)
{
    const char *kind = text_get(message, "kind"), *option = text_get(message, "option");
    const char *rule = *option ? option : kind;
    size_t index = rule_index(s, message, rule), i;
    json_t *j =
        json_pack("{s:s, s:I, s:s, s:o}", "ruleId", rule, "ruleIndex", (json_int_t)index, "level",
                  level_text(kind), "message", message_new(text_get(message, "message")));
    json_t *related = json_array(), *fixes = json_array();
    const json_t *note;
    json_object_set_new(j, "locations", locations_new(s, message));
    fix_add(s, fixes, message);
    json_array_foreach(json_object_get(message, "children"), i, note)
    {
        add_once(related, related_new(s, note));
        fix_add(s, fixes, note);
    }
    set_filled(j, "relatedLocations", related);
    set_filled(j, "fixes", fixes);
    return j;
}

json_t *sarif_log(struct arena *a, const json_t *messages, bool succeeded)
{
    struct sarif s = {.arena = a, .rules = json_array(), .artifacts = json_array()};
    json_t *results = json_array();
    size_t i;
    const json_t *message;
    json_array_foreach(messages, i, message)
        json_array_append_new(results, result_new(&s, message));
    json_t *driver = json_pack("{s:s, s:s, s:s, s:o}", "name", "ampcc", "fullName",
                               "ampcc " AMPC_VERSION, "version", AMPC_VERSION, "rules", s.rules);
    json_t *run = json_object();
    json_object_set_new(run, "tool", json_pack("{s:o}", "driver", driver));
    json_object_set_new(run, "invocations", json_pack("[{s:b}]", "executionSuccessful", succeeded));
    json_object_set_new(run, "originalUriBaseIds",
                        json_pack("{s:{s:{s:s}}}", "PWD", "description", "text",
                                  "the directory where ampcc was run"));
    json_object_set_new(run, "artifacts", s.artifacts);
    json_object_set_new(run, "results", results);
    json_object_set_new(run, "columnKind", json_string("unicodeCodePoints"));
    return json_pack("{s:s, s:s, s:[o]}", "$schema",
                     "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
                     "sarif-schema-2.1.0.json",
                     "version", "2.1.0", "runs", run);
}
