/* diag_json.c - messages as gcc's -fdiagnostics-format=json has them, so that tools which read
 * gcc's read ours. */
#include "common/diag_list.h"

#include <jansson.h>
#include <stdlib.h>

#include "common/ctx.h"
#include "common/source_macro.h"
#include "common/utf8.h"

/* JSON strings are UTF-8; what a file name or text has besides is replaced. */
static json_t *text_new(const char *s)
{
    json_t *j = json_string(s);
    if (j)
        return j;
    char *clean = utf8_clean(s);
    j = json_string(clean ? clean : "");
    free(clean);
    return j;
}

static json_t *place_new(const char *file, int line, const char *text, int column)
{
    int display = column_display(text, column);
    json_t *j = json_object();
    json_object_set_new(j, "file", text_new(file));
    json_object_set_new(j, "line", json_integer(line));
    json_object_set_new(j, "display-column", json_integer(display));
    json_object_set_new(j, "byte-column", json_integer(column));
    json_object_set_new(j, "column", json_integer(display));
    return j;
}

static json_t *locations_new(const struct ctx *c, struct loc loc, bool has_place)
{
    json_t *list = json_array();
    if (!has_place || !c->source)
        return list;
    struct place p = source_place(c->source, loc.begin);
    struct place end = loc.end > loc.begin ? source_end(c->source, loc) : p;
    const char *text = source_line(c->source, loc.begin);
    json_t *j = json_object();
    json_object_set_new(j, "caret", place_new(p.file, p.line, text, p.column));
    if (end.line > p.line)
        text = source_line(c->source, loc.end - 1);
    if (end.line > p.line || end.column > p.column)
        json_object_set_new(j, "finish", place_new(p.file, end.line, text, end.column));
    json_array_append_new(list, j);
    return list;
}

static json_t *fixits_new(const struct fixits *fixits)
{
    json_t *list = json_array();
    for (int i = 0; i < fixits->list.n; i++) {
        const struct fixit *f = &fixits->list.at[i];
        const char *end = f->end_line == f->line ? f->source : "";
        json_t *j = json_object();
        json_object_set_new(j, "start", place_new(f->file, f->line, f->source, f->column));
        json_object_set_new(j, "next", place_new(f->file, f->end_line, end, f->end_column));
        json_object_set_new(j, "string", text_new(f->text));
        json_array_append_new(list, j);
    }
    return list;
}

static json_t *diagnostic_new(const struct ctx *c, enum diag_severity severity, const char *text,
                              struct loc loc, bool has_place, const struct fixits *fixits)
{
    json_t *j = json_object();
    json_object_set_new(j, "kind", json_string(severity_text(severity)));
    json_object_set_new(j, "message", text_new(text));
    json_object_set_new(j, "locations", locations_new(c, loc, has_place));
    json_object_set_new(j, "escape-source", json_false());
    if (fixits->list.n)
        json_object_set_new(j, "fixits", fixits_new(fixits));
    return j;
}

static json_t *macro_new(const struct ctx *c, const struct source_macro *m)
{
    json_t *place = json_object(), *j = json_object(), *list = json_array();
    json_object_set_new(place, "caret", place_new(m->file, m->line, m->text, m->first));
    if (m->last > m->first)
        json_object_set_new(place, "finish", place_new(m->file, m->line, m->text, m->last));
    json_array_append_new(list, place);
    json_object_set_new(j, "kind", json_string(severity_text(DIAG_NOTE)));
    json_object_set_new(j, "message", text_new(macro_text(c, m)));
    json_object_set_new(j, "locations", list);
    json_object_set_new(j, "escape-source", json_false());
    return j;
}

static json_t *message_new(const struct ctx *c, const struct message *m)
{
    json_t *j = diagnostic_new(c, m->severity, m->text, m->loc, true, &m->fixits);
    json_object_set_new(j, "option", json_string(diag_id_text(m->id)));
    json_object_set_new(j, "column-origin", json_integer(1));
    json_t *children = json_array();
    struct source_macro macro;
    if (c->source && source_macro_find(c->source, m->loc.begin, &macro))
        json_array_append_new(children, macro_new(c, &macro));
    for (int i = 0; i < m->notes.n; i++) {
        const struct diag_note *n = &m->notes.at[i];
        json_array_append_new(
            children, diagnostic_new(c, DIAG_NOTE, n->text, n->loc, n->loc.end != 0, &n->fixits));
    }
    json_object_set_new(j, "children", children);
    return j;
}

void messages_print_json(struct ctx *c, struct message **at, int n, FILE *out)
{
    json_t *all = json_array();
    for (int i = 0; i < n; i++)
        json_array_append_new(all, message_new(c, at[i]));
    json_dumpf(all, out, JSON_COMPACT | JSON_PRESERVE_ORDER);
    fputc('\n', out);
    json_decref(all);
}
