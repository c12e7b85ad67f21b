/* mend.c - AMP constructs with an error in their `<...>` or `()`: reported with a fix-it, and
 * parsed as intended.
 *
 * Changes the array of tokens, so the grammar does not see the error. Example: `array_view<int v(n,
 * p);` gets its `>`. */
#include "parser/mend.h"

#include <string.h>

#include "common/spell.h"
#include "parser/look.h"
#include "parser/respell.h"
#include "parser/words.h"

/* Inserts tokens before the one at 'at'. */
static void insert(struct parser *p, int at, const int *kinds, int n)
{
    struct token *all = arena_array(p->arena, struct token, p->n + n + 1);
    unsigned end = p->tokens[at - 1].loc.end;
    memcpy(all, p->tokens, sizeof *all * (size_t)at);
    for (int k = 0; k < n; k++)
        all[at + k] = (struct token){.loc = {end, end}, .kind = (unsigned short)kinds[k]};
    memcpy(all + at + n, p->tokens + at, sizeof *all * (size_t)(p->n - at + 1));
    p->tokens = all;
    p->n += n;
}

static void report(struct parser *p, int at, const char *missing, const int *kinds, int n)
{
    unsigned end = p->tokens[at - 1].loc.end;
    diag(p->c, DIAG_syntax, (struct loc){end - 1, end}, "syntax error: expected '%s' before %s",
         missing, look_text(p, at));
    diag_fixit(p->c, (struct loc){end, end}, missing);
    diag_mended(p->c);
    insert(p, at, kinds, n);
}

/* The token at i, in a list of template arguments, can be the last of one. */
static bool ends_argument(const struct parser *p, int i)
{
    int kind = look_kind(p, i), before = look_kind(p, i - 1);
    if (kind == TOKEN_NAME)
        return before != TOKEN_STRUCT && before != TOKEN_UNION && before != TOKEN_ENUM;
    return kind == TOKEN_INT_CONSTANT || kind == TOKEN_RPAREN || kind == TOKEN_STAR ||
           (token_kind_class(kind) == TOKEN_CLASS_TYPE && kind != TOKEN_STRUCT &&
            kind != TOKEN_UNION && kind != TOKEN_ENUM);
}

static bool ends_search(int kind)
{
    return kind == TOKEN_SEMICOLON || kind == TOKEN_LBRACE || kind == TOKEN_RBRACE ||
           kind == TOKEN_RPAREN || kind == TOKEN_ANDAND || kind == TOKEN_OROR ||
           kind == TOKEN_ASSIGN || kind == TOKEN_QUESTION || kind == TOKEN_GT || kind == TOKEN_END;
}

bool mend_angle(struct parser *p, int i)
{
    static const int close[] = {TOKEN_GT};
    if (look_kind(p, i + 1) != TOKEN_LT || look_angle(p, i + 1))
        return false;
    for (int k = i + 3; !ends_search(look_kind(p, k)); k++) {
        if (look_kind(p, k) == TOKEN_LPAREN)
            k = look_match(p, k);
        if (!k)
            return false;
        if (look_kind(p, k) != TOKEN_NAME || !ends_argument(p, k - 1))
            continue;
        report(p, k, ">", close, 1);
        return true;
    }
    return false;
}

bool mend_bare(struct parser *p, int i)
{
    int before = look_kind(p, i - 1), after = look_kind(p, i + 1);
    bool begins = before == TOKEN_END || before == TOKEN_SEMICOLON || before == TOKEN_LBRACE ||
                  before == TOKEN_RBRACE || before == TOKEN_LPAREN || before == TOKEN_COMMA ||
                  token_kind_class(before) == TOKEN_CLASS_STORAGE ||
                  token_kind_class(before) == TOKEN_CLASS_QUAL;
    if (!begins || after != TOKEN_NAME)
        return false;
    const char *name = p->tokens[i].name, *needs = "its rank", *example = "1";
    switch (words_find(p->words, name)) {
    case SPELL_ARRAY_VIEW:
    case SPELL_CONSTANT_VIEW:
    case SPELL_ARRAY:
        needs = "its element type";
        example = "float";
        break;
    case SPELL_TILED_INDEX:
    case SPELL_TILED_EXTENT:
        needs = "its tile size";
        example = "16, 16";
        break;
    default:
        break;
    }
    diag(p->c, DIAG_syntax, p->tokens[i].loc, "syntax error: '%s' needs %s, as in '%s<%s>'", name,
         needs, name, example);
    vec_push(p->arena, &p->errors, i);
    p->quiet_until = i + 8; /* "(3, p);" declares no function */
    return true;
}

bool mend_call(struct parser *p, int i)
{
    static const int call[] = {TOKEN_LPAREN, TOKEN_RPAREN};
    int end = look_kind(p, i + 1) == TOKEN_LT ? look_angle(p, i + 1) : 0;
    int after = end ? look_kind(p, end + 1) : TOKEN_END;
    if (spell_class(words_find(p->words, p->tokens[i].name)) != SPELL_CLASS_METHOD ||
        look_kind(p, end) != TOKEN_GT ||
        (after != TOKEN_COMMA && after != TOKEN_SEMICOLON && after != TOKEN_RPAREN))
        return false;
    report(p, end + 1, "()", call, 2);
    return true;
}

/* ---- keywords ---- */

/* Whether a keyword of the kind is possible in place of the name at i. */
static bool keyword_fits(const struct parser *p, int i, enum token_kind kind)
{
    int after = look_kind(p, i + 1), class = token_kind_class(kind);
    bool at_file = scope_at_file(p->scope);
    switch (after) {
    case TOKEN_INT_CONSTANT:
    case TOKEN_FLOAT_CONSTANT:
    case TOKEN_CHAR_CONSTANT:
    case TOKEN_STRING:
        return !at_file && (kind == TOKEN_RETURN || kind == TOKEN_CASE);
    case TOKEN_LPAREN:
        return !at_file && look_kind(p, look_match(p, i + 1) + 1) == TOKEN_LBRACE &&
               (kind == TOKEN_IF || kind == TOKEN_WHILE || kind == TOKEN_FOR ||
                kind == TOKEN_SWITCH);
    case TOKEN_LBRACE:
        return !at_file && (kind == TOKEN_ELSE || kind == TOKEN_DO);
    case TOKEN_COLON:
        return false;
    default:
        return token_kind_class(after) == TOKEN_CLASS_TYPE &&
               (class == TOKEN_CLASS_STORAGE || class == TOKEN_CLASS_QUAL ||
                kind == TOKEN_UNSIGNED || kind == TOKEN_SIGNED || kind == TOKEN_LONG ||
                kind == TOKEN_SHORT || kind == TOKEN_RETURN);
    }
}

bool mend_keyword(struct parser *p, int i)
{
    int before = look_kind(p, i - 1);
    struct token *t = &p->tokens[i];
    size_t length = strlen(t->name);
    const char *text, *meant = NULL;
    enum token_kind kind, found = TOKEN_END;
    if (before != TOKEN_SEMICOLON && before != TOKEN_LBRACE && before != TOKEN_RBRACE &&
        before != TOKEN_RPAREN && before != TOKEN_COLON && before != TOKEN_ELSE)
        return false;
    for (int k = 0, best = length < 6 ? 2 : 3; (text = token_keyword(k, &kind)); k++) {
        if (*text == '_' || !keyword_fits(p, i, kind) || spell_distance(t->name, text) >= best)
            continue;
        best = spell_distance(t->name, text);
        meant = text;
        found = kind;
    }
    if (!meant)
        return false;
    respell(p, t->loc, t->name, meant);
    t->kind = (unsigned short)found;
    return true;
}
