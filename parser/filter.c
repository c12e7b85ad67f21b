/* filter.c - between flex and bison: names become type names by the present scopes, AMP's
 * contextual words become tokens where they can only be AMP's.
 *
 * Relies on scope.c for names and on look.c for what follows. mend.c and respell.c handle misspelt
 * words and incomplete constructs of AMP's. Example: in `array_view<int> v(n, p);` the name becomes
 * AMP's token, as `<` and a type follow and the program declares no such name. */
#include "parser/filter.h"

#include "parser/foreign.h"
#include "parser/look.h"
#include "parser/mend.h"
#include "parser/recover.h"
#include "parser/respell.h"
#include "parser/words.h"

/* bison's number of each kind; a token missing in gram.y does not compile. */
static const short numbers[TOKEN_COUNT] = {
#define TOKEN(symbol, spelling, class) [TOKEN_##symbol] = TOK_##symbol,
#include "lexer/token.def"
};

/* Arguments in brackets at i that have a lambda among them. */
static bool takes_lambda(const struct parser *p, int i)
{
    int end = look_match(p, i);
    while (++i < end) {
        int kind = look_kind(p, i);
        if (kind == TOKEN_LBRACKET && look_lambda(p, i))
            return true;
        if (kind == TOKEN_LPAREN || kind == TOKEN_LBRACKET || kind == TOKEN_LBRACE)
            i = look_match(p, i);
        if (!i)
            return false;
    }
    return false;
}

/* The word of AMP's that an undeclared name most likely means, where C cannot have a name. */
static enum spell meant_word(const struct parser *p, int i)
{
    const char *name = p->tokens[i].name;
    int after = look_kind(p, i + 1);
    enum spell word = SPELL_NONE;
    if (after == TOKEN_LT && look_angle(p, i + 1))
        return words_nearest(name, SPELL_CLASS_TEMPLATE);
    if (after == TOKEN_LPAREN && takes_lambda(p, i + 1))
        word = words_nearest(name, SPELL_CLASS_WORD) == SPELL_PARALLEL_FOR_EACH
                   ? SPELL_PARALLEL_FOR_EACH
                   : SPELL_NONE;
    else if (look_begins_declaration(after) &&
             words_nearest(name, SPELL_CLASS_WORD) == SPELL_TILE_STATIC)
        word = SPELL_TILE_STATIC;
    else if (look_unknown_type(p, i))
        word = words_nearest(name, SPELL_CLASS_PLAIN);
    return word;
}

/* Replaces the token by the word and classifies it. */
static bool respelt(struct parser *p, int i, enum spell word)
{
    struct token *t = &p->tokens[i];
    if (word == SPELL_NONE)
        return false;
    t->name = respell(p, t->loc, t->name, spell_text(word));
    vec_push(p->arena, &p->errors, i);
    return true;
}

/* "e.tyle<16>()": C has no such '()'. */
static enum spell meant_method(const struct parser *p, int i)
{
    int end = look_kind(p, i + 1) == TOKEN_LT ? look_angle(p, i + 1) : 0;
    bool empty =
        end && look_kind(p, end + 1) == TOKEN_LPAREN && look_kind(p, end + 2) == TOKEN_RPAREN;
    return empty ? words_nearest(p->tokens[i].name, SPELL_CLASS_METHOD) : SPELL_NONE;
}

static int classify_lparen(struct parser *p, int i);

/* A word of C++: 0 if its tokens are dropped; -1: C can have it there. */
static int classify_foreign(struct parser *p, int i, enum spell word)
{
    switch (foreign_word(p, i, word)) {
    case FOREIGN_BAD:
        return TOK_BAD;
    case FOREIGN_GONE:
        return 0;
    case FOREIGN_MENDED:
        return p->tokens[i].kind == TOKEN_LPAREN ? classify_lparen(p, i)
                                                 : numbers[p->tokens[i].kind];
    case FOREIGN_NONE:
        break;
    }
    return -1;
}

/* An identifier that is no object, enumerator or typedef. */
static int classify_undeclared(struct parser *p, int i, enum name_kind kind)
{
    int end, before = look_kind(p, i - 1), after = look_kind(p, i + 1);
    enum spell word = words_find(p->words, p->tokens[i].name);
    if (word == SPELL_NONE && kind == NAME_NONE && respelt(p, i, meant_word(p, i)))
        word = words_find(p->words, p->tokens[i].name);
    bool template = spell_class(word) == SPELL_CLASS_TEMPLATE;
    if (template && mend_bare(p, i))
        return TOK_TYPENAME;
    if (template && kind == NAME_NONE)
        mend_angle(p, i);
    if (word != SPELL_NONE && look_amp_type(p, i, &end)) {
        p->now.takes_template = end > i;
        p->now.type_begin = end > i ? -1 : i;
        return end > i ? TOK_AMP_TEMPLATE : TOK_AMP_WORD;
    }
    if (kind != NAME_NONE || p->tokens[i].prefixed)
        return TOK_NAME;
    if (word == SPELL_TILE_STATIC && look_begins_declaration(after))
        return TOK_TILE_STATIC;
    if (word == SPELL_MUTABLE && (before == TOKEN_RPAREN || before == TOKEN_RBRACKET) &&
        (after == TOKEN_LBRACE || after == TOKEN_ARROW))
        return TOK_MUTABLE;
    int foreign = word == SPELL_NONE ? -1 : classify_foreign(p, i, word);
    if (foreign >= 0)
        return foreign;
    if (word == SPELL_PARALLEL_FOR_EACH && after == TOKEN_NAME) {
        recover_hint(p, i + 1, "expected '(' behind 'parallel_for_each'");
        return TOK_BAD;
    }
    if (mend_keyword(p, i))
        return numbers[p->tokens[i].kind];
    return look_unknown_type(p, i) ? TOK_TYPENAME : TOK_NAME;
}

static int classify_name(struct parser *p, int i)
{
    int before = look_kind(p, i - 1);
    if ((before == TOKEN_DOT || before == TOKEN_ARROW) && !look_lambda_result(p, i)) {
        if (!mend_call(p, i) && !look_template_member(p, i) && !respelt(p, i, meant_method(p, i)))
            return TOK_NAME;
        p->now.takes_template = true;
        return TOK_TEMPLATE_MEMBER;
    }
    if (before == TOKEN_STRUCT || before == TOKEN_UNION || before == TOKEN_ENUM)
        return TOK_NAME;
    enum name_kind kind = look_name(p, i);
    switch (kind) {
    case NAME_OBJECT:
    case NAME_ENUMERATOR:
        return TOK_NAME;
    case NAME_TYPEDEF_AMP:
        p->now.type_begin = i;
        return TOK_TYPENAME;
    case NAME_TYPEDEF:
        return TOK_TYPENAME;
    case NAME_NONE:
    case NAME_FUNCTION:
        return classify_undeclared(p, i, kind);
    }
    return TOK_NAME;
}

static void open_bracket(struct parser *p, int i, char close)
{
    p->brackets.n = p->now.brackets_n;
    vec_push(p->arena, &p->brackets, ((struct open_bracket){i, close, false}));
    p->now.brackets_n = p->brackets.n;
    if (p->brackets.n > NESTING_MAX && !p->stopped) {
        diag(p->c, DIAG_syntax, p->tokens[i].loc, "brackets nested more than %d levels deep",
             NESTING_MAX);
        p->stopped = true;
    }
}

/* False for an unmatched '}'. */
static bool close_bracket(struct parser *p, char close)
{
    int n = p->now.brackets_n;
    if (close == '}') {
        while (n > 0 && p->brackets.at[n - 1].close != '}')
            n--;
        if (n == 0)
            return false;
    } else if (n == 0 || p->brackets.at[n - 1].close != close) {
        return true;
    }
    p->now.brackets_n = n - 1;
    while (p->now.templates_n > 0 &&
           p->templates.at[p->now.templates_n - 1].brackets > p->now.brackets_n)
        p->now.templates_n--;
    return true;
}

static bool in_template(const struct parser *p)
{
    return p->now.templates_n > 0 &&
           p->templates.at[p->now.templates_n - 1].brackets == p->now.brackets_n;
}

static int open_template(struct parser *p, int i)
{
    p->templates.n = p->now.templates_n;
    int name = i - 1;
    bool of_member = look_kind(p, name - 1) == TOKEN_DOT || look_kind(p, name - 1) == TOKEN_ARROW;
    vec_push(p->arena, &p->templates,
             ((struct open_template){p->now.brackets_n, of_member && !look_lambda_result(p, name),
                                     name}));
    p->now.templates_n = p->templates.n;
    return TOK_TEMPLATE_OPEN;
}

static int close_template(struct parser *p)
{
    const struct open_template *t = &p->templates.at[--p->now.templates_n];
    p->now.type_begin = t->of_member ? -1 : t->name;
    return TOK_TEMPLATE_CLOSE;
}

/* '>' and '>>', the second half of a '>>' too. */
static int classify_angle(struct parser *p, int i, struct loc *loc)
{
    if (p->now.split) {
        loc->begin = p->now.split;
        p->now.split = 0;
        return in_template(p) ? close_template(p) : TOK_GT;
    }
    if (!in_template(p))
        return numbers[p->tokens[i].kind];
    if (p->tokens[i].kind == TOKEN_SHR) {
        p->now.split = loc->begin + 1;
        loc->end = p->now.split;
        p->now.pos--;
    }
    return close_template(p);
}

static int classify_lparen(struct parser *p, int i)
{
    bool construct = look_construct(p, i);
    open_bracket(p, i, ')');
    p->now.type_begin = -1;
    return construct ? TOK_CONSTRUCT : TOK_LPAREN;
}

/* Classifies the token at i, the next one for bison; p->now is the state after it. */
static int classify(struct parser *p, int i, struct loc *loc)
{
    const struct token *t = &p->tokens[i];
    bool takes_template = p->now.takes_template;
    p->now.takes_template = false;
    if (t->kind == TOKEN_LPAREN)
        return classify_lparen(p, i);
    p->now.type_begin = -1;
    switch (t->kind) {
    case TOKEN_NAME:
        return classify_name(p, i);
    case TOKEN_LT:
        return takes_template ? open_template(p, i) : TOK_LT;
    case TOKEN_GT:
    case TOKEN_SHR:
        return classify_angle(p, i, loc);
    case TOKEN_SHL:
        if (look_kind(p, i + 1) != TOKEN_LT || p->tokens[i + 1].loc.begin != t->loc.end)
            return TOK_SHL;
        recover_hint(p, i, "a launch with <<< is CUDA; write parallel_for_each(extent, lambda)");
        return TOK_BAD;
    case TOKEN_LBRACKET:
        open_bracket(p, i, ']');
        return look_lambda(p, i) ? TOK_LAMBDA : TOK_LBRACKET;
    case TOKEN_LBRACE:
        open_bracket(p, i, '}');
        return look_lambda_body(p, i) ? TOK_LAMBDA_BODY : TOK_LBRACE;
    case TOKEN_RPAREN:
        close_bracket(p, ')');
        return TOK_RPAREN;
    case TOKEN_RBRACKET:
        close_bracket(p, ']');
        return TOK_RBRACKET;
    case TOKEN_RBRACE:
        if (close_bracket(p, '}'))
            return TOK_RBRACE;
        if (!recover_lost(p, i))
            recover_hint(p, i, "this '}' closes nothing");
        return 0;
    case TOKEN_ATOMIC:
        return look_kind(p, i + 1) == TOKEN_LPAREN ? TOK_ATOMIC_TYPE : TOK_ATOMIC;
    default:
        return numbers[t->kind];
    }
}

int parser_lex(PARSER_STYPE *value, struct loc *loc, struct parser *p)
{
    if (p->recovering && p->pending.n == 0)
        recover_skip(p);
    p->last_virtual = p->pending.n > 0;
    if (p->last_virtual) {
        unsigned at = p->now.pos ? p->tokens[p->now.pos - 1].loc.end : 0;
        int token = p->pending.at[0];
        for (int i = 1; i < p->pending.n; i++)
            p->pending.at[i - 1] = p->pending.at[i];
        p->pending.n--;
        *loc = (struct loc){at, at};
        return token;
    }
    for (;;) {
        p->before = p->now;
        int i = p->now.pos;
        *loc = p->tokens[i].loc;
        if (i == p->n || p->stopped)
            return 0;
        p->now.pos++;
        value->TOK_NAME = &p->tokens[i];
        int token = classify(p, i, loc);
        if (token == TOK_BAD)
            p->bad_at = i;
        if (token)
            return token;
    }
}

int filter_again(struct parser *p, int token)
{
    if (p->last_virtual || p->recovering || filter_last(p) < 0 ||
        p->tokens[filter_last(p)].kind != TOKEN_NAME)
        return token;
    struct loc loc;
    p->now = p->before;
    p->now.pos++;
    return classify(p, p->now.pos - 1, &loc);
}

void filter_block(struct parser *p)
{
    if (p->now.brackets_n > 0)
        p->brackets.at[p->now.brackets_n - 1].block = true;
}

int filter_last(const struct parser *p)
{
    return p->before.pos;
}
