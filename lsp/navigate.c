/* navigate.c - definition, declaration, references and renaming of names.
 *
 * All mentions of the unit are known, those in its headers too; mentions that macros make are at
 * their macros, and keep a name from being renamed. Example: renaming `sum` in a kernel of
 * samples/matmul.ampc changes three places. */
#include "lsp/navigate.h"

#include <ctype.h>
#include <string.h>

#include "lsp/find.h"
#include "lsp/macro.h"
#include "lsp/workspace.h"
#include "sema/types/type.h"

static const struct mention *mention_of(struct analysis *a, const json_t *params)
{
    unsigned offset;
    if (!analysis_find(a, json_object_get(params, "position"), &offset))
        return NULL;
    return find_mention(a, offset);
}

static bool in_document(const struct analysis *a, struct loc loc)
{
    return strcmp(source_place(a->c.source, loc.begin).file, a->c.source->main_file) == 0;
}

/* Where what is mentioned is defined, or else declared; {0, 0}: nowhere in the text. */
static struct loc home_of(const struct mention *m, bool definition)
{
    const struct symbol *s = m->entity;
    const struct record_member *member = m->entity;
    const struct record *record = m->entity;
    const struct enumeration *enumeration = m->entity;
    switch (m->kind) {
    case MENTION_SYMBOL:
        if (!definition && s->decls.n)
            return s->decls.at[0].loc;
        if (definition && !s->definition && s->other && s->other->definition)
            return s->other->loc;
        return s->loc;
    case MENTION_MEMBER:
        return member->loc;
    case MENTION_RECORD:
        return record->loc;
    case MENTION_ENUM:
        return enumeration->loc;
    case MENTION_AMP_MEMBER:
    case MENTION_AMP_TYPE:
    case MENTION_LAUNCH:
        break;
    }
    return (struct loc){0, 0};
}

/* The file that the #include on the cursor's line brings in, as a location; NULL: there is none. */
static json_t *include_location(struct analysis *a, const json_t *params)
{
    if (!analysis_type(a))
        return NULL;
    const struct source *s = a->c.source;
    int line = 1 + text_line(a->text, analysis_offset(a, json_object_get(params, "position")));
    for (int i = 0; i < s->markers_n; i++) {
        const struct source_include *from = s->markers[i].from;
        if (from && !from->from && from->line == line && strcmp(from->file, s->main_file) == 0 &&
            s->markers[i].line == 1)
            return json_pack("{s:o, s:o}", "uri", analysis_uri(a, s->markers[i].file), "range",
                             analysis_place_range(a, s->markers[i].file, 1, 1, 1, 1));
    }
    return NULL;
}

static json_t *macro_location(struct analysis *a, const struct macro *m)
{
    int end = m->column + (int)strlen(m->name);
    return json_pack("{s:o, s:o}", "uri", analysis_uri(a, m->file), "range",
                     analysis_place_range(a, m->file, m->line, m->column, m->line, end));
}

static json_t *home_answer(struct analysis *a, const json_t *params, bool definition)
{
    const struct mention *m = mention_of(a, params);
    struct loc loc = m ? home_of(m, definition) : (struct loc){0, 0};
    struct macro macro;
    if (!m && macro_find(a, json_object_get(params, "position"), &macro))
        return macro_location(a, &macro);
    if (loc.end <= loc.begin)
        return include_location(a, params);
    return analysis_location(a, loc);
}

json_t *definition_answer(struct analysis *a, const json_t *params)
{
    return home_answer(a, params, true);
}

json_t *declaration_answer(struct analysis *a, const json_t *params)
{
    return home_answer(a, params, false);
}

json_t *type_definition_answer(struct analysis *a, const json_t *params)
{
    const struct mention *m = mention_of(a, params);
    const struct type *t = NULL;
    if (m && m->kind == MENTION_SYMBOL)
        t = ((const struct symbol *)m->entity)->type;
    else if (m && m->kind == MENTION_MEMBER)
        t = ((const struct record_member *)m->entity)->type;
    while (t && t->base && t->kind != TYPE_ENUM)
        t = t->base;
    if (t && t->kind == TYPE_RECORD && t->record->loc.end)
        return analysis_location(a, t->record->loc);
    if (t && t->kind == TYPE_ENUM && t->enumeration && t->enumeration->loc.end)
        return analysis_location(a, t->enumeration->loc);
    return NULL;
}

/* ---- all mentions ---- */

static bool is_same(const struct mention *a, const struct mention *b)
{
    return a->kind == b->kind && a->entity == b->entity;
}

/* Adds the places of all mentions of what 'm' mentions. */
static void add_places(struct analysis *a, json_t *list, const struct mention *m, bool declarations)
{
    const struct names *names = find_names(a);
    for (int i = 0; i < names->list.n; i++) {
        const struct mention *other = &names->list.at[i];
        if (!is_same(m, other) || (other->declares && !declarations))
            continue;
        json_t *place = analysis_location(a, other->loc), *known;
        size_t k;
        bool again = false; /* of a header, which other units have, too */
        json_array_foreach(list, k, known) again |= json_equal(known, place);
        if (!again)
            json_array_append(list, place);
        json_decref(place);
    }
}

/* A name whose mentions in other units are looked for. */
struct elsewhere {
    json_t *list;
    const char *name;
    enum mention_kind kind;
    bool external, declarations;
    struct place home; /* where it is declared, when that is a header */
};

static bool is_external(const struct mention *m)
{
    const struct symbol *s = m->entity;
    return m->kind == MENTION_SYMBOL && s->file_scope && !(s->storage & STORAGE_STATIC) &&
           (s->kind == SYMBOL_FUNCTION || s->kind == SYMBOL_VAR);
}

static void add_elsewhere(void *data, struct analysis *a)
{
    const struct elsewhere *e = data;
    if (!analysis_type(a))
        return;
    const struct names *names = find_names(a);
    for (int i = 0; i < names->list.n; i++) {
        const struct mention *m = &names->list.at[i];
        if (m->kind != e->kind || strcmp(m->name, e->name) != 0)
            continue;
        struct place home = source_place(a->c.source, home_of(m, true).begin);
        bool same = e->external && is_external(m);
        same |= home.line == e->home.line && home.column == e->home.column &&
                strcmp(home.file, e->home.file) == 0;
        if (!same)
            continue;
        add_places(a, e->list, m, e->declarations);
        return;
    }
}

json_t *references_answer(struct analysis *a, const json_t *params)
{
    const struct mention *m = mention_of(a, params);
    bool declarations =
        !json_is_false(json_object_get(json_object_get(params, "context"), "includeDeclaration"));
    if (!m)
        return NULL;
    struct loc home = home_of(m, true);
    json_t *list = json_array();
    add_places(a, list, m, declarations);
    struct elsewhere e = {list, m->name, m->kind, is_external(m), declarations, {0}};
    e.home = source_place(a->c.source, home.begin);
    bool header = home.end > home.begin && !in_document(a, home) && !e.home.system;
    if (header || e.external)
        workspace_each(a->server, a->document, m->name, add_elsewhere, &e);
    return list;
}

json_t *highlight_answer(struct analysis *a, const json_t *params)
{
    const struct mention *m = mention_of(a, params);
    if (!m)
        return NULL;
    json_t *list = json_array();
    const struct names *names = find_names(a);
    for (int i = 0; i < names->list.n; i++) {
        const char *file = NULL;
        json_t *range =
            is_same(m, &names->list.at[i]) ? analysis_range(a, names->list.at[i].loc, &file) : NULL;
        if (range && strcmp(file, a->c.source->main_file) == 0)
            json_array_append(list, json_pack("{s:O, s:i}", "range", range, "kind",
                                              names->list.at[i].declares ? 3 : 2));
        json_decref(range);
    }
    return list;
}

/* ---- renaming ---- */

/* Why the name cannot be changed; NULL: it can. */
static const char *rename_refusal(struct analysis *a, const struct mention *m)
{
    if (!m)
        return "there is no name here";
    struct loc home = home_of(m, true);
    if (home.end <= home.begin)
        return "this name is the language's";
    if (!in_document(a, home))
        return "this name is declared in a header, which other files may include";
    const struct names *names = find_names(a);
    for (int i = 0; i < names->list.n; i++) {
        const char *file;
        json_t *range = NULL;
        if (!is_same(m, &names->list.at[i]))
            continue;
        range = analysis_range(a, names->list.at[i].loc, &file);
        bool written = range && strcmp(file, a->c.source->main_file) == 0;
        json_decref(range);
        if (!written)
            return "a macro or a header mentions this name, too";
    }
    return NULL;
}

json_t *prepare_rename_answer(struct analysis *a, const json_t *params)
{
    const struct mention *m = mention_of(a, params);
    const char *file;
    a->refusal = rename_refusal(a, m);
    return a->refusal ? NULL
                      : json_pack("{s:o, s:s}", "range", analysis_range(a, m->loc, &file),
                                  "placeholder", m->name);
}

static bool is_identifier(const char *s)
{
    if (!s || isdigit((unsigned char)*s) || !*s)
        return false;
    for (; *s; s++)
        if (!isalnum((unsigned char)*s) && *s != '_' && (unsigned char)*s < 0x80)
            return false;
    return true;
}

/* Whether a name of the same kind is mentioned in a scope that it would share. */
static bool is_taken(struct analysis *a, const struct mention *m, const char *name)
{
    const struct names *names = find_names(a);
    const struct mention *home = m;
    bool member = m->kind == MENTION_MEMBER;
    for (int i = 0; i < names->list.n; i++)
        if (is_same(m, &names->list.at[i]) && names->list.at[i].declares)
            home = &names->list.at[i];
    for (int i = 0; i < names->list.n; i++) {
        const struct mention *other = &names->list.at[i];
        if (strcmp(other->name, name) != 0 || (other->kind == MENTION_MEMBER) != member)
            continue;
        bool around = !home->scope.end ||
                      (home->scope.begin <= other->loc.begin && other->loc.begin < home->scope.end);
        bool inside = other->declares && !other->parameter &&
                      (!other->scope.end || (other->scope.begin <= home->loc.begin &&
                                             home->loc.begin < other->scope.end));
        if (around || inside)
            return true;
    }
    return false;
}

json_t *rename_answer(struct analysis *a, const json_t *params)
{
    const struct mention *m = mention_of(a, params);
    const char *name = json_string_value(json_object_get(params, "newName"));
    a->refusal = rename_refusal(a, m);
    if (!a->refusal && !is_identifier(name))
        a->refusal = "this is no identifier";
    if (!a->refusal && strcmp(name, m->name) != 0 && is_taken(a, m, name))
        a->refusal = "something else has this name here";
    if (a->refusal)
        return NULL;
    json_t *edits = json_array();
    const struct names *names = find_names(a);
    for (int i = 0; i < names->list.n; i++) {
        const char *file;
        if (!is_same(m, &names->list.at[i]))
            continue;
        json_t *edit = json_pack("{s:o, s:s}", "range",
                                 analysis_range(a, names->list.at[i].loc, &file), "newText", name);
        bool known = false;
        size_t k;
        const json_t *other;
        json_array_foreach(edits, k, other) known |= json_equal(edit, other);
        if (!known)
            json_array_append(edits, edit);
        json_decref(edit);
    }
    return json_pack("{s:{s:o}}", "changes", a->document->uri, edits);
}
