/* tokens.c - semantic tokens: what names are, and which of them stand in amp code.
 *
 * Example: in `c[i] = sum` of a kernel, c is a variable with the modifiers amp and captured. */
#include "lsp/tokens.h"

#include <stdlib.h>
#include <string.h>

#include "lsp/find.h"
#include "sema/types/amp.h"
#include "sema/types/type.h"

enum token_number {
    TOKEN_TYPE_,
    TOKEN_STRUCT_,
    TOKEN_ENUM_,
    TOKEN_ENUMERATOR_,
    TOKEN_PARAMETER_,
    TOKEN_VARIABLE_,
    TOKEN_PROPERTY_,
    TOKEN_FUNCTION_,
    TOKEN_METHOD_,
    TOKEN_KEYWORD_
};

enum modifier {
    MODIFIER_DECLARATION = 1,
    MODIFIER_READONLY = 2,
    MODIFIER_STATIC = 4,
    MODIFIER_LIBRARY = 8,
    MODIFIER_AMP = 16,
    MODIFIER_CAPTURED = 32,
    MODIFIER_TILE_STATIC = 64
};

json_t *tokens_legend(void)
{
    return json_pack("{s:[s,s,s,s,s,s,s,s,s,s], s:[s,s,s,s,s,s,s]}", "tokenTypes", "type", "struct",
                     "enum", "enumMember", "parameter", "variable", "property", "function",
                     "method", "keyword", "tokenModifiers", "declaration", "readonly", "static",
                     "defaultLibrary", "amp", "captured", "tileStatic");
}

struct token_place {
    int line, character, length;
    enum token_number number;
    unsigned modifiers;
};

struct token_places {
    struct analysis *a;
    VEC(struct token_place) list;
    int first, last; /* lines wanted, from 0 */
};

static void add(struct token_places *k, struct loc loc, enum token_number number,
                unsigned modifiers)
{
    struct analysis *a = k->a;
    struct place begin, end;
    if (!source_written(a->c.source, loc, &begin, &end) || begin.line != end.line ||
        begin.line - 1 < k->first || begin.line - 1 > k->last || begin.line > a->text->lines_n ||
        strcmp(begin.file, a->c.source->main_file) != 0)
        return;
    const char *line = a->text->at + a->text->lines[begin.line - 1];
    size_t most = text_line_length(a->text, begin.line - 1);
    if ((size_t)end.column - 1 > most)
        return;
    int from = units_of(a->server->units, line, (size_t)begin.column - 1);
    int to = units_of(a->server->units, line, (size_t)end.column - 1);
    struct token_place t = {begin.line - 1, from, to - from, number, modifiers};
    vec_push(&a->c.arena, &k->list, t);
}

static void add_symbol(struct token_places *k, const struct mention *m, unsigned modifiers)
{
    const struct symbol *s = m->entity;
    enum token_number number = TOKEN_VARIABLE_;
    switch (s->kind) {
    case SYMBOL_FUNCTION:
        number = TOKEN_FUNCTION_;
        break;
    case SYMBOL_TYPEDEF:
        number = TOKEN_TYPE_;
        break;
    case SYMBOL_ENUMERATOR:
        number = TOKEN_ENUMERATOR_;
        break;
    case SYMBOL_PARAM:
        number = TOKEN_PARAMETER_;
        break;
    case SYMBOL_VAR:
        break;
    }
    bool variable = s->kind == SYMBOL_VAR || s->kind == SYMBOL_PARAM;
    const struct launch *l = m->amp && variable && !s->file_scope && !m->declares
                                 ? find_launch(k->a, m->loc.begin)
                                 : NULL;
    if (l && l->lambda && s->lambda != l->lambda && !s->storage)
        modifiers |= MODIFIER_CAPTURED;
    if (variable && (s->type->quals & QUAL_CONST || s->constant))
        modifiers |= MODIFIER_READONLY;
    if (s->storage & STORAGE_STATIC)
        modifiers |= MODIFIER_STATIC;
    if (s->storage & STORAGE_TILE_STATIC)
        modifiers |= MODIFIER_TILE_STATIC;
    if (s->system)
        modifiers |= MODIFIER_LIBRARY;
    add(k, m->loc, number, modifiers);
}

static void add_mention(struct token_places *k, const struct mention *m)
{
    unsigned modifiers = (m->declares ? MODIFIER_DECLARATION : 0) | (m->amp ? MODIFIER_AMP : 0);
    const struct amp_member *member = m->entity;
    switch (m->kind) {
    case MENTION_SYMBOL:
        add_symbol(k, m, modifiers);
        break;
    case MENTION_MEMBER:
        add(k, m->loc, TOKEN_PROPERTY_, modifiers);
        break;
    case MENTION_RECORD:
        add(k, m->loc, TOKEN_STRUCT_, modifiers);
        break;
    case MENTION_ENUM:
        add(k, m->loc, TOKEN_ENUM_, modifiers);
        break;
    case MENTION_AMP_MEMBER:
        add(k, m->loc,
            member->owner == AMP_TYPE_NONE ? TOKEN_FUNCTION_
            : member->form == AMP_METHOD   ? TOKEN_METHOD_
                                           : TOKEN_PROPERTY_,
            modifiers | MODIFIER_LIBRARY);
        break;
    case MENTION_AMP_TYPE: {
        struct loc word = m->loc;
        unsigned n = (unsigned)strlen(m->name);
        const char *text = k->a->c.source->text + word.begin;
        word.end = word.begin + n;
        if (strncmp(text, m->name, n) == 0 || strncmp(text, "constant_view", 13) == 0)
            add(k, word, TOKEN_TYPE_, modifiers | MODIFIER_LIBRARY);
        break;
    }
    case MENTION_LAUNCH:
        add(k, m->loc, TOKEN_FUNCTION_, modifiers | MODIFIER_LIBRARY);
        break;
    }
}

static void add_clause(struct token_places *k, const struct restrict_clause *clause)
{
    for (int i = 0; clause && i < clause->words.n; i++)
        add(k, clause->words.at[i].loc, TOKEN_KEYWORD_, MODIFIER_AMP);
}

static void add_clauses(struct token_places *k)
{
    const struct program *p = k->a->program;
    for (int i = 0; i < p->launches.n; i++)
        if (p->launches.at[i]->lambda)
            add_clause(k, p->launches.at[i]->lambda->restriction);
    for (int i = 0; i < p->functions.n; i++)
        for (int d = 0; d < p->functions.at[i]->decls.n; d++)
            add_clause(k, p->functions.at[i]->decls.at[d].clause);
}

static int compare(const void *a, const void *b)
{
    const struct token_place *x = a, *y = b;
    return x->line != y->line ? x->line - y->line : x->character - y->character;
}

json_t *tokens_answer(struct analysis *a, const json_t *params)
{
    const json_t *range = json_object_get(params, "range");
    struct token_places k = {.a = a, .last = 1 << 30};
    if (!analysis_type(a))
        return NULL;
    if (range) {
        k.first = (int)json_integer_value(json_object_get(json_object_get(range, "start"), "line"));
        k.last = (int)json_integer_value(json_object_get(json_object_get(range, "end"), "line"));
    }
    const struct names *names = find_names(a);
    for (int i = 0; i < names->list.n; i++)
        if (!source_include(a->c.source, names->list.at[i].loc.begin))
            add_mention(&k, &names->list.at[i]);
    add_clauses(&k);
    if (k.list.n)
        qsort(k.list.at, (size_t)k.list.n, sizeof *k.list.at, compare);
    json_t *data = json_array();
    struct token_place before = {0, 0, 0, TOKEN_TYPE_, 0};
    for (int i = 0; i < k.list.n; i++) {
        const struct token_place *t = &k.list.at[i];
        bool same = i && t->line == before.line && t->character < before.character + before.length;
        if (same)
            continue; /* the tree can have a declaration twice */
        json_array_append_new(data, json_integer(t->line - before.line));
        json_array_append_new(data, json_integer(t->line == before.line && i
                                                     ? t->character - before.character
                                                     : t->character));
        json_array_append_new(data, json_integer(t->length));
        json_array_append_new(data, json_integer(t->number));
        json_array_append_new(data, json_integer(t->modifiers));
        before = *t;
    }
    return json_pack("{s:o}", "data", data);
}
