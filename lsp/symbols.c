/* symbols.c - the outline of a document: functions with their kernels, types with their members,
 * variables, macros; and the same of all files of the workspace.
 *
 * Example: of samples/matmul.ampc `multiply_simple`, in it `kernel: c.extent`. */
#include "lsp/symbols.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lsp/hover.h"
#include "lsp/workspace.h"

/* The protocol's numbers. */
enum symbol_number {
    NUMBER_METHOD = 6,
    NUMBER_FIELD = 8,
    NUMBER_ENUM = 10,
    NUMBER_FUNCTION = 12,
    NUMBER_VARIABLE = 13,
    NUMBER_CONSTANT = 14,
    NUMBER_ENUMERATOR = 22,
    NUMBER_STRUCT = 23,
    NUMBER_TYPEDEF = 26
};

static bool in_document(const struct analysis *a, struct loc loc)
{
    return strcmp(source_place(a->c.source, loc.begin).file, a->c.source->main_file) == 0;
}

/* One entry: 'loc' is all of it, 'name_loc' its name. */
static json_t *entry_new(struct analysis *a, const char *name, const char *detail,
                         enum symbol_number number, struct loc loc, struct loc name_loc)
{
    const char *file;
    if (!name || !in_document(a, name_loc))
        return NULL;
    json_t *selected = analysis_range(a, name_loc, &file);
    json_t *range = analysis_range(a, loc, &file);
    if (!selected || !range) {
        struct place p = source_place(a->c.source, name_loc.begin);
        json_decref(selected);
        json_decref(range);
        selected = analysis_place_range(a, p.file, p.line, p.column, p.line, p.column);
        range = json_incref(selected);
    }
    json_t *j = json_pack("{s:s, s:i, s:o, s:o}", "name", name, "kind", (int)number, "range", range,
                          "selectionRange", selected);
    if (detail && *detail)
        json_object_set_new(j, "detail", json_string(detail));
    return j;
}

static void append(json_t *list, json_t *entry)
{
    if (entry)
        json_array_append_new(list, entry);
}

/* The text of a range, on one line. */
static const char *short_text(struct analysis *a, struct loc loc)
{
    enum { LONGEST = 60 };
    unsigned n = loc.end - loc.begin;
    char *text =
        arena_strndup(&a->c.arena, a->c.source->text + loc.begin, n < LONGEST ? n : LONGEST);
    for (char *at = text; *at; at++)
        *at = isspace((unsigned char)*at) ? ' ' : *at;
    return text;
}

static json_t *kernels_of(struct analysis *a, const struct symbol *f)
{
    json_t *list = json_array();
    for (int i = 0; i < a->program->launches.n; i++) {
        const struct launch *l = a->program->launches.at[i];
        if (l->function != f && (!f->other || l->function != f->other))
            continue;
        const char *domain = l->domain ? short_text(a, l->domain->loc) : "";
        append(list, entry_new(a, arena_printf(&a->c.arena, "kernel: %s", domain),
                               l->param_type ? type_text(&a->c, l->param_type) : "", NUMBER_METHOD,
                               l->call->loc, l->call->a ? l->call->a->loc : l->call->loc));
    }
    return list;
}

static json_t *members_of(struct analysis *a, const struct spec *s)
{
    json_t *list = json_array();
    for (int i = 0; s->record && i < s->record->members.n; i++)
        for (int k = 0; k < s->record->members.at[i]->members.n; k++) {
            const struct declarator *d = s->record->members.at[i]->members.at[k].declarator;
            if (d)
                append(list, entry_new(a, d->name, NULL, NUMBER_FIELD, d->loc, d->name_loc));
        }
    for (int i = 0; s->enum_ && i < s->enum_->enumerators.n; i++) {
        const struct enumerator *e = s->enum_->enumerators.at[i];
        append(list, entry_new(a, e->name, NULL, NUMBER_ENUMERATOR, e->loc, e->loc));
    }
    return list;
}

static void set_children(json_t *entry, json_t *list)
{
    if (entry && json_array_size(list))
        json_object_set(entry, "children", list);
    json_decref(list);
}

static void add_spec(struct analysis *a, json_t *list, const struct spec *s, struct loc loc)
{
    json_t *entry = NULL;
    if (!s)
        return;
    if (s->kind == SPEC_RECORD && s->record->defined)
        entry = entry_new(a, s->record->tag, s->record->is_union ? "union" : "struct",
                          NUMBER_STRUCT, loc, s->record->tag_loc);
    else if (s->kind == SPEC_ENUM && s->enum_->defined)
        entry = entry_new(a, s->enum_->tag ? s->enum_->tag : "enum", NULL, NUMBER_ENUM, loc,
                          s->enum_->tag ? s->enum_->tag_loc : s->loc);
    if (entry)
        set_children(entry, members_of(a, s));
    append(list, entry);
}

static void add_decl(struct analysis *a, json_t *list, const struct decl *d)
{
    if (d->kind == DECL_FUNCTION && d->declarator && d->symbol && !d->lifted) {
        json_t *entry = entry_new(a, d->declarator->name, hover_declaration(a, d->symbol),
                                  NUMBER_FUNCTION, d->loc, d->declarator->name_loc);
        if (entry)
            set_children(entry, kernels_of(a, d->symbol));
        append(list, entry);
    }
    if (d->kind != DECL_VARS)
        return;
    add_spec(a, list, d->spec, d->loc);
    for (int i = 0; i < d->declarators.n; i++) {
        const struct init_declarator *v = d->declarators.at[i];
        const struct symbol *s = v->symbol;
        if (!s || !v->declarator)
            continue;
        enum symbol_number number = s->kind == SYMBOL_FUNCTION  ? NUMBER_FUNCTION
                                    : s->kind == SYMBOL_TYPEDEF ? NUMBER_TYPEDEF
                                    : s->constant               ? NUMBER_CONSTANT
                                                                : NUMBER_VARIABLE;
        json_t *entry = entry_new(a, v->declarator->name, hover_declaration(a, s), number,
                                  v->declarator->loc, v->declarator->name_loc);
        if (entry && s->kind == SYMBOL_TYPEDEF && d->spec->kind == SPEC_RECORD &&
            d->spec->record->defined && !d->spec->record->tag)
            set_children(entry, members_of(a, d->spec));
        append(list, entry);
    }
}

/* Lines "#define NAME". */
static void add_macros(struct analysis *a, json_t *list)
{
    const struct text *t = a->text;
    for (int i = 0; i < t->lines_n; i++) {
        const char *at = t->at + t->lines[i], *word = at;
        word += strspn(word, " \t");
        if (*word++ != '#')
            continue;
        word += strspn(word, " \t");
        if (strncmp(word, "define", 6) != 0 || (word[6] != ' ' && word[6] != '\t'))
            continue;
        word += 6;
        word += strspn(word, " \t");
        size_t n = 0;
        while (isalnum((unsigned char)word[n]) || word[n] == '_')
            n++;
        size_t begin = (size_t)(word - t->at), line = t->lines[i];
        if (!n)
            continue;
        json_array_append_new(
            list,
            json_pack("{s:s, s:i, s:s, s:o, s:o}", "name", arena_strndup(&a->c.arena, word, n),
                      "kind", (int)NUMBER_CONSTANT, "detail", "macro", "range",
                      text_range(t, a->server->units, line, line + text_line_length(t, i)),
                      "selectionRange", text_range(t, a->server->units, begin, begin + n)));
    }
}

json_t *symbols_answer(struct analysis *a, const json_t *params)
{
    (void)params;
    if (!analysis_type(a))
        return NULL;
    json_t *list = json_array();
    add_macros(a, list);
    for (int i = 0; i < a->program->unit->decls.n; i++) {
        const struct decl *d = a->program->unit->decls.at[i];
        if (in_document(a, d->loc))
            add_decl(a, list, d);
    }
    return list;
}

/* ---- the workspace ---- */

enum { FOUND_MAX = 500 };

/* Whether the letters of 'query' are in the name, in their order. */
static bool matches(const char *name, const char *query)
{
    for (; *name && *query; name++)
        query += tolower((unsigned char)*name) == tolower((unsigned char)*query);
    return !*query;
}

static void add_flat(json_t *list, const json_t *entries, const char *uri, const char *container,
                     const char *query)
{
    const json_t *entry;
    size_t i;
    json_array_foreach(entries, i, entry)
    {
        const char *name = json_string_value(json_object_get(entry, "name"));
        if (matches(name, query) && json_array_size(list) < FOUND_MAX)
            json_array_append_new(list,
                                  json_pack("{s:s, s:O, s:s, s:{s:s, s:O}}", "name", name, "kind",
                                            json_object_get(entry, "kind"), "containerName",
                                            container, "location", "uri", uri, "range",
                                            json_object_get(entry, "selectionRange")));
        add_flat(list, json_object_get(entry, "children"), uri, name, query);
    }
}

struct search {
    json_t *list;
    const char *query;
};

static void add_symbols(void *data, struct analysis *a)
{
    struct search *search = data;
    json_t *entries = symbols_answer(a, NULL);
    add_flat(search->list, entries, a->document->uri, "", search->query);
    json_decref(entries);
}

json_t *workspace_symbols_answer(struct analysis *a, const json_t *params)
{
    const char *query = json_string_value(json_object_get(params, "query"));
    struct search search = {json_array(), query ? query : ""};
    workspace_each(a->server, NULL, NULL, add_symbols, &search);
    return search.list;
}
