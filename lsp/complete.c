/* complete.c - completion: members of AMP's types and of structs, names in scope, keywords, macros,
 * pieces of code.
 *
 * The document is cut at the cursor (cut.c) and analysed for each request, so that what is broken
 * behind the cursor does not matter. Example: behind `t.` in a tiled kernel: global, local, tile,
 * tile_origin, barrier, with the manual's sentences. */
#define _GNU_SOURCE /* memmem */
#include "lsp/complete.h"

#include <ctype.h>
#include <string.h>

#include "common/source_map.h"
#include "lsp/find.h"
#include "lsp/hover.h"
#include "parser/walk.h"
#include "sema/types/vector.h"

/* The protocol's numbers. */
enum item_number {
    ITEM_METHOD = 2,
    ITEM_FUNCTION_ = 3,
    ITEM_FIELD = 5,
    ITEM_VARIABLE = 6,
    ITEM_CLASS = 7,
    ITEM_PROPERTY = 10,
    ITEM_KEYWORD = 14,
    ITEM_SNIPPET = 15,
    ITEM_MEMBER_OF_ENUM = 20,
    ITEM_CONSTANT = 21,
    ITEM_STRUCT = 22
};

struct completion {
    struct analysis *a; /* of the cut text */
    const char *prefix; /* what has been typed of the name */
    size_t prefix_n;
    unsigned offset; /* of the cursor in the preprocessed text */
    bool amp;        /* in amp code */
    bool function;   /* in a function */
    bool incomplete; /* names were left out */
    json_t *items;
    json_t *seen; /* labels */
};

bool complete_begin(struct analysis *a, const json_t *params, struct cut *cut,
                    struct analysis *part, unsigned *offset)
{
    if (!cut_make(a->text, analysis_offset(a, json_object_get(params, "position")), cut))
        return false;
    analysis_of(part, a, &cut->text);
    if (analysis_type(part)) {
        const struct source *s = part->c.source;
        const char *found = NULL, *end = s->text + s->size;
        for (const char *at = s->text; at < end; found = at, at++) {
            at = memmem(at, (size_t)(end - at), CUT_MARK, sizeof CUT_MARK - 1);
            if (!at)
                break;
        }
        *offset = found ? (unsigned)(found - s->text) : 0;
        if (found)
            return true;
    }
    analysis_free(part);
    text_free(&cut->text);
    return false;
}

/* ---- items ---- */

static bool fits(const struct completion *k, const char *name)
{
    for (size_t i = 0; i < k->prefix_n; i++)
        if (tolower((unsigned char)name[i]) != tolower((unsigned char)k->prefix[i]))
            return false;
    return strcmp(name, CUT_MARK) != 0;
}

/* Adds an item, unless there is one with its label; 'rank' orders them. */
static json_t *add(struct completion *k, const char *label, enum item_number number, int rank,
                   const char *detail)
{
    if (!label || !fits(k, label) || json_object_get(k->seen, label))
        return NULL;
    json_object_set_new(k->seen, label, json_true());
    json_t *j = json_pack("{s:s, s:i, s:s}", "label", label, "kind", (int)number, "sortText",
                          arena_printf(&k->a->c.arena, "%d%s", rank, label));
    if (detail)
        json_object_set_new(j, "detail", json_string(detail));
    json_array_append_new(k->items, j);
    return j;
}

static void set_text(json_t *item, const char *text, bool snippet)
{
    json_object_set_new(item, "insertText", json_string(text));
    json_object_set_new(item, "insertTextFormat", json_integer(snippet ? 2 : 1));
}

static void set_documentation(json_t *item, const char *text)
{
    json_object_set_new(item, "documentation", hover_markdown(text));
}

static void add_member(struct completion *k, const struct amp_member *m, int rank)
{
    struct analysis *a = k->a;
    json_t *item = add(k, m->name, m->form == AMP_METHOD ? ITEM_METHOD : ITEM_PROPERTY, rank,
                       hover_member_head(a, m));
    if (!item)
        return;
    const char *example = hover_member_example(m), *text = hover_member_text(a, m);
    if (example)
        text = arena_printf(&a->c.arena, "%s\n```ampc\n%s\n```", text, example);
    set_documentation(item, text);
    bool template = strpbrk(m->arguments, "TR");
    if (m->form == AMP_METHOD && a->server->snippets)
        set_text(item,
                 arena_printf(&a->c.arena, "%s%s(%s)$0", m->name, template ? "<$1>" : "",
                              !*m->arguments || strcmp(m->arguments, "T") == 0 ? "" : "$2"),
                 true);
}

static bool is_side(const struct completion *k, unsigned sides)
{
    return sides & (k->amp ? AMP_SIDE_AMP : AMP_SIDE_CPU);
}

/* ---- behind '.' and '->' ---- */

struct member_search {
    struct expr *found;
};

static bool on_expr(struct walker *w, struct expr *e)
{
    struct member_search *s = w->data;
    if ((e->kind == EXPR_MEMBER || e->kind == EXPR_ARROW) && strcmp(e->name, CUT_MARK) == 0)
        s->found = e;
    return true;
}

static void add_record(struct completion *k, const struct record *r)
{
    for (int i = 0; i < r->members.n; i++) {
        const struct record_member *m = &r->members.at[i];
        if (!m->name && m->type->kind == TYPE_RECORD)
            add_record(k, m->type->record);
        else if (m->name)
            add(k, m->name, ITEM_FIELD, 1, type_declaration(&k->a->c, m->type, m->name));
    }
}

/* Of a short vector the components as colours, and the first few of them as vectors: xy, rgb. */
static void add_components(struct completion *k, const struct vector *v)
{
    static const char *const names[] = {"xyzw", "rgba"};
    struct arena *a = &k->a->c.arena;

    for (int i = 0; i < v->n; i++)
        add(k, arena_printf(a, "%c", names[1][i]), ITEM_FIELD, 1,
            arena_printf(a, "component %d, %c", i, names[0][i]));
    for (int n = 2; n <= v->n; n++)
        for (int i = 0; i < 2; i++)
            add(k, arena_printf(a, "%.*s", n, names[i]), ITEM_FIELD, 2, vector_sized(v, n)->name);
}

static void add_members(struct completion *k)
{
    struct member_search s = {NULL};
    struct walker w = {.data = &s, .expr_pre = on_expr};
    walk_unit(&w, k->a->program->unit);
    const struct type *t = s.found && s.found->a ? s.found->a->type : NULL;
    if (t && s.found->kind == EXPR_ARROW && t->base)
        t = t->base;
    if (t && t->kind == TYPE_POINTER && t->base)
        t = t->base; /* '.' in the place of '->' */
    if (t && t->kind == TYPE_RECORD)
        add_record(k, t->record);
    if (t && vector_of(t) && vector_of(t)->n > 1)
        add_components(k, vector_of(t));
    if (!t || t->kind != TYPE_AMP)
        return;
    for (const struct amp_member *m = amp_member_next(NULL); m; m = amp_member_next(m))
        if (m->owner == amp_owner(t) && is_side(k, m->sides))
            add_member(k, m, strncmp(m->name, "get_", 4) == 0 ? 2 : 1);
}

/* ---- names ---- */

static enum item_number number_of(const struct symbol *s)
{
    switch (s->kind) {
    case SYMBOL_FUNCTION:
        return ITEM_FUNCTION_;
    case SYMBOL_TYPEDEF:
        return ITEM_CLASS;
    case SYMBOL_ENUMERATOR:
        return ITEM_MEMBER_OF_ENUM;
    case SYMBOL_VAR:
    case SYMBOL_PARAM:
        break;
    }
    return s->constant ? ITEM_CONSTANT : ITEM_VARIABLE;
}

/* A name of the library's own, which users do not type. */
static bool is_hidden(const struct completion *k, const char *name)
{
    bool asked = k->prefix_n && k->prefix[0] == '_';
    return !asked && (name[0] == '_' || strncmp(name, "ampc__", 6) == 0);
}

static void add_declared(struct completion *k, const struct mention *m)
{
    const struct symbol *s = m->entity;
    bool local = m->scope.end;
    if (!m->declares || m->parameter || m->loc.begin >= k->offset || is_hidden(k, m->name) ||
        (local && !(m->scope.begin <= k->offset && k->offset <= m->scope.end)))
        return;
    if (s->system && !k->prefix_n) {
        k->incomplete = true;
        return;
    }
    if (!fits(k, m->name))
        return;
    add(k, m->name, number_of(s), local ? 1 : s->system ? 6 : 2, hover_declaration(k->a, s));
}

static void add_names(struct completion *k)
{
    const struct names *names = find_names(k->a);
    for (int i = names->list.n - 1; i >= 0; i--) { /* what hides others comes first */
        const struct mention *m = &names->list.at[i];
        if (m->kind == MENTION_SYMBOL)
            add_declared(k, m);
        else if (m->kind == MENTION_RECORD && m->declares && !is_hidden(k, m->name))
            add(k, m->name, ITEM_STRUCT, 7, "struct");
    }
}

static void add_keywords(struct completion *k)
{
    static const char *const words[] = {
        "auto",    "break",  "case",     "char",   "const",    "continue", "default",
        "do",      "double", "else",     "enum",   "extern",   "float",    "for",
        "goto",    "if",     "inline",   "int",    "long",     "register", "restrict",
        "return",  "short",  "signed",   "sizeof", "static",   "struct",   "switch",
        "typedef", "union",  "unsigned", "void",   "volatile", "while"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        add(k, words[i], ITEM_KEYWORD, 5, NULL);
    if (k->amp)
        add(k, "tile_static", ITEM_KEYWORD, 3, "memory that the threads of a tile share");
}

/* AMP's types and functions. */
static void add_amp(struct completion *k)
{
    for (int t = AMP_TYPE_NONE + 1; t <= AMP_TYPE_ACCELERATOR_LIST; t++)
        add(k, amp_type_word((enum amp_type)t), ITEM_CLASS, 3, "a type of AMP");
    add(k, "constant_view", ITEM_CLASS, 3, "a type of AMP");
    add(k, amp_type_word(AMP_TYPE_TEXTURE), ITEM_CLASS, 3, "a type of AMP");
    add(k, amp_type_word(AMP_TYPE_TEXTURE_VIEW), ITEM_CLASS, 3, "a type of AMP");
    for (const struct amp_member *m = amp_member_next(NULL); m; m = amp_member_next(m))
        if (m->owner == AMP_TYPE_NONE && is_side(k, m->sides))
            add_member(k, m, 3);
}

static void add_snippets(struct completion *k)
{
    enum where { FILE_, HOST, KERNEL };
    static const struct {
        const char *label;
        enum where where;
        const char *what, *text;
    } snippets[] = {
#define FILE FILE_
#define SNIPPET(label, where, what, text) {label, where, what, text},
#include "lsp/snippet.def"
#undef SNIPPET
#undef FILE
    };
    enum where here = !k->function ? FILE_ : k->amp ? KERNEL : HOST;
    for (size_t i = 0; i < sizeof snippets / sizeof *snippets; i++) {
        json_t *item = NULL;
        if (snippets[i].where == here && k->a->server->snippets && fits(k, snippets[i].label))
            item = json_pack("{s:s, s:i, s:s, s:s}", "label", snippets[i].label, "kind",
                             (int)ITEM_SNIPPET, "sortText",
                             arena_printf(&k->a->c.arena, "4%s", snippets[i].label), "detail",
                             snippets[i].what);
        if (!item)
            continue;
        set_text(item, snippets[i].text, true);
        json_array_append_new(k->items, item);
    }
}

/* ---- macros ---- */

static void add_macros(struct completion *k, const char *text, size_t n, int rank)
{
    const char *end = text + n;
    for (const char *at = text; at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at)), *word = at;
        word += strspn(word, " \t");
        if (*word == '#') {
            word++;
            word += strspn(word, " \t");
        } else {
            word = "";
        }
        if (strncmp(word, "define", 6) == 0 && isspace((unsigned char)word[6])) {
            size_t length = 0;
            word += 6;
            word += strspn(word, " \t");
            while (isalnum((unsigned char)word[length]) || word[length] == '_')
                length++;
            const char *name = arena_strndup(&k->a->c.arena, word, length);
            if (length && !is_hidden(k, name))
                add(k, name, ITEM_CONSTANT, rank, "macro");
        }
        at = newline ? newline + 1 : end;
    }
}

static void add_all_macros(struct completion *k)
{
    const struct source_file *f =
        k->a->macros ? source_file_read(&k->a->c.arena, k->a->macros) : NULL;
    add_macros(k, k->a->text->at, k->a->text->n, 2);
    if (f && f->text && k->prefix_n)
        add_macros(k, f->text, f->size, 6);
    else if (f)
        k->incomplete = true;
}

/* ---- ---- */

/* Which code the cursor is in. */
static void find_side(struct completion *k)
{
    const struct launch *l = find_launch(k->a, k->offset);
    const struct unit *u = k->a->program->unit;
    k->amp = l && l->lambda && l->lambda->body && l->lambda->body->loc.begin < k->offset;
    for (int i = 0; i < u->decls.n; i++) {
        const struct decl *d = u->decls.at[i];
        if (d->loc.begin > k->offset || k->offset >= d->loc.end || d->kind == DECL_VARS)
            continue;
        k->function = true;
        k->amp |= d->symbol && d->symbol->restriction & RESTRICT_AMP &&
                  !(d->symbol->restriction & RESTRICT_CPU);
    }
}

json_t *completion_answer(struct analysis *a, const json_t *params)
{
    struct cut cut;
    struct analysis part;
    unsigned offset;
    if (!complete_begin(a, params, &cut, &part, &offset))
        return NULL;
    size_t end = analysis_offset(a, json_object_get(params, "position"));
    struct completion k = {.a = &part,
                           .prefix = a->text->at + cut.word,
                           .prefix_n = end - cut.word,
                           .offset = offset,
                           .items = json_array(),
                           .seen = json_object()};
    find_side(&k);
    if (cut.member) {
        add_members(&k);
    } else {
        if (!cut.scope) {
            add_names(&k);
            add_snippets(&k);
            add_keywords(&k);
            add_all_macros(&k);
        }
        add_amp(&k);
    }
    json_decref(k.seen);
    json_t *j = json_pack("{s:b, s:o}", "isIncomplete", k.incomplete, "items", k.items);
    analysis_free(&part);
    text_free(&cut.text);
    return j;
}
