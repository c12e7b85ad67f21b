/* look.c - looks ahead in the array of tokens: brackets, template arguments, lambdas, whether a
 * declaration begins.
 *
 * Decides by tokens and by the scopes of scope.c, never by types. Example: look_lambda
 * distinguishes `[=](index<1> i)` from a designator `[k] = 3`. */
#include "parser/look.h"

#include <string.h>

#include "parser/words.h"

int look_kind(const struct parser *p, int i)
{
    return i >= 0 && i < p->n ? p->tokens[i].kind : TOKEN_END;
}

int look_match(const struct parser *p, int i)
{
    int parens = 0, brackets = 0, braces = 0, open = look_kind(p, i);
    for (; i < p->n; i++) {
        switch (p->tokens[i].kind) {
        case TOKEN_LPAREN:
            parens++;
            break;
        case TOKEN_LBRACKET:
            brackets++;
            break;
        case TOKEN_LBRACE:
            braces++;
            break;
        case TOKEN_RPAREN:
            parens--;
            if (open == TOKEN_LPAREN && parens == 0 && braces == 0)
                return i;
            break;
        case TOKEN_RBRACKET:
            brackets--;
            if (open == TOKEN_LBRACKET && brackets == 0 && braces == 0)
                return i;
            break;
        case TOKEN_RBRACE:
            if (--braces < 0)
                return 0;
            if (open == TOKEN_LBRACE && braces == 0)
                return i;
            break;
        default:
            break;
        }
    }
    return 0;
}

static enum spell spell_at(const struct parser *p, int i)
{
    return look_kind(p, i) == TOKEN_NAME ? words_find(p->words, p->tokens[i].name) : SPELL_NONE;
}

static enum spell_class class_at(const struct parser *p, int i)
{
    return spell_class(spell_at(p, i));
}

int look_angle(const struct parser *p, int i)
{
    int angles = 0;
    for (; i < p->n; i++) {
        switch (p->tokens[i].kind) {
        case TOKEN_LT:
            if (angles == 0 || class_at(p, i - 1) == SPELL_CLASS_TEMPLATE)
                angles++;
            break;
        case TOKEN_GT:
            if (--angles == 0)
                return i;
            break;
        case TOKEN_SHR:
            angles -= 2;
            if (angles <= 0)
                return i;
            break;
        case TOKEN_LPAREN:
        case TOKEN_LBRACKET:
            i = look_match(p, i);
            if (!i)
                return 0;
            break;
        case TOKEN_RPAREN:
        case TOKEN_RBRACKET:
        case TOKEN_LBRACE:
        case TOKEN_RBRACE:
        case TOKEN_SEMICOLON:
        case TOKEN_ANDAND:
        case TOKEN_OROR:
        case TOKEN_ASSIGN:
        case TOKEN_QUESTION:
            return 0;
        default:
            break;
        }
    }
    return 0;
}

enum name_kind look_name(const struct parser *p, int i)
{
    enum name_kind kind = scope_lookup(p->scope, p->tokens[i].name);
    /* of what headers declare only short vectors and these typedefs are in namespaces */
    bool typedefs = kind == NAME_TYPEDEF && class_at(p, i) == SPELL_CLASS_TYPEDEF;

    return p->tokens[i].prefixed && kind != NAME_TYPEDEF_AMP && !typedefs ? NAME_NONE : kind;
}

/* Whether the name at i is in the identifier list of a K&R definition: "f(a, accelerator) int a,
 * accelerator; {". */
static bool in_identifier_list(const struct parser *p, int i)
{
    if (!scope_at_file(p->scope))
        return false;
    while (look_kind(p, i) == TOKEN_NAME && look_kind(p, i + 1) == TOKEN_COMMA)
        i += 2;
    int after = look_kind(p, i + 2);
    return look_kind(p, i) == TOKEN_NAME && look_kind(p, i + 1) == TOKEN_RPAREN &&
           (after == TOKEN_NAME || token_kind_class(after) == TOKEN_CLASS_TYPE ||
            token_kind_class(after) == TOKEN_CLASS_QUAL ||
            token_kind_class(after) == TOKEN_CLASS_STORAGE);
}

/* accelerator, tile_barrier ...: whether the name is AMP's type: it is where a type can be, and not
 * followed by a token that only a declared name can have. */
static bool is_plain_type(const struct parser *p, int i)
{
    int before = look_kind(p, i - 1), after = look_kind(p, i + 1);
    if (p->tokens[i].prefixed)
        return true;
    if (before == TOKEN_STAR || token_kind_class(before) == TOKEN_CLASS_TYPE)
        return false;
    if (before == TOKEN_NAME && spell_at(p, i - 1) != SPELL_TILE_STATIC)
        return false;
    if ((before == TOKEN_LPAREN || before == TOKEN_COMMA) && in_identifier_list(p, i))
        return false;
    if (after == TOKEN_COMMA)
        return before != TOKEN_RBRACE;
    return after == TOKEN_NAME || after == TOKEN_STAR || after == TOKEN_AMP ||
           after == TOKEN_RPAREN || after == TOKEN_GT || after == TOKEN_LPAREN ||
           token_kind_class(after) == TOKEN_CLASS_QUAL;
}

bool look_amp_type(const struct parser *p, int i, int *end)
{
    enum spell_class class = class_at(p, i);
    if (class != SPELL_CLASS_TEMPLATE && class != SPELL_CLASS_PLAIN)
        return false;
    enum name_kind kind = look_name(p, i);
    if (kind != NAME_NONE && !(kind == NAME_FUNCTION && class == SPELL_CLASS_TEMPLATE))
        return false;
    *end = i;
    if (class == SPELL_CLASS_PLAIN)
        return is_plain_type(p, i);
    if (look_kind(p, i + 1) != TOKEN_LT)
        return false;
    *end = look_angle(p, i + 1);
    return *end != 0;
}

/* "*x;", "*x = 0;" behind a name that is not declared: no expression has this form. */
static bool declares_pointer(const struct parser *p, int i)
{
    while (look_kind(p, i) == TOKEN_STAR)
        i++;
    int after = look_kind(p, i + 1);
    return look_kind(p, i) == TOKEN_NAME && (after == TOKEN_SEMICOLON || after == TOKEN_ASSIGN);
}

/* "= (x){1, 2}", "tile_static x s;": a type is where the undeclared name is. */
static bool is_type_place(const struct parser *p, int i)
{
    int before = look_kind(p, i - 1), earlier = look_kind(p, i - 2), after = look_kind(p, i + 1);
    if (before == TOKEN_LPAREN)
        return after == TOKEN_RPAREN && look_kind(p, i + 2) == TOKEN_LBRACE &&
               (earlier == TOKEN_ASSIGN || earlier == TOKEN_COMMA || earlier == TOKEN_RETURN);
    return before == TOKEN_NAME && after == TOKEN_NAME && spell_at(p, i - 1) == SPELL_TILE_STATIC;
}

bool look_unknown_type(const struct parser *p, int i)
{
    int before = look_kind(p, i - 1), after = look_kind(p, i + 1);
    bool at_file = scope_at_file(p->scope);
    if (is_type_place(p, i))
        return true;
    if (after == TOKEN_AMP && (at_file || token_kind_class(before) == TOKEN_CLASS_QUAL))
        after = look_kind(p, i + 2);
    if (after == TOKEN_STAR && (at_file || declares_pointer(p, i + 1)))
        after = look_kind(p, i + 2) == TOKEN_STAR ? TOKEN_NAME : look_kind(p, i + 2);
    if (after != TOKEN_NAME)
        return false;
    switch (before) {
    case TOKEN_END:
    case TOKEN_SEMICOLON:
    case TOKEN_LBRACE:
    case TOKEN_RBRACE:
    case TOKEN_COLON:
        return true;
    case TOKEN_LPAREN:
    case TOKEN_COMMA:
    case TOKEN_RPAREN:
        return at_file;
    default:
        return token_kind_class(before) == TOKEN_CLASS_STORAGE ||
               token_kind_class(before) == TOKEN_CLASS_QUAL;
    }
}

bool look_begins_declaration(int kind)
{
    return kind == TOKEN_NAME || token_kind_class(kind) == TOKEN_CLASS_TYPE ||
           token_kind_class(kind) == TOKEN_CLASS_QUAL ||
           token_kind_class(kind) == TOKEN_CLASS_STORAGE;
}

/* Whether a declaration (a parameter, a type name) begins at i, and no expression. */
static bool look_declaration(const struct parser *p, int i)
{
    int end, kind = look_kind(p, i);
    if (kind == TOKEN_ELLIPSIS)
        return true;
    if (kind != TOKEN_NAME)
        return token_kind_class(kind) == TOKEN_CLASS_TYPE ||
               token_kind_class(kind) == TOKEN_CLASS_QUAL ||
               token_kind_class(kind) == TOKEN_CLASS_STORAGE;
    if (look_amp_type(p, i, &end))
        return look_kind(p, end + 1) != TOKEN_LPAREN;
    switch (look_name(p, i)) {
    case NAME_TYPEDEF:
        return true;
    case NAME_TYPEDEF_AMP:
        return look_kind(p, i + 1) != TOKEN_LPAREN;
    case NAME_NONE:
        return look_kind(p, i + 1) == TOKEN_NAME;
    case NAME_OBJECT:
    case NAME_FUNCTION:
    case NAME_ENUMERATOR:
        return false;
    }
    return false;
}

/* A token after which '[' is a subscript. */
static bool ends_operand(int kind)
{
    return kind == TOKEN_NAME || kind == TOKEN_RPAREN || kind == TOKEN_RBRACKET ||
           kind == TOKEN_RBRACE || kind == TOKEN_STRING || kind == TOKEN_INT_CONSTANT ||
           kind == TOKEN_FLOAT_CONSTANT || kind == TOKEN_CHAR_CONSTANT;
}

/* The ']' of [=], [&], [a, &b] ...; 0 if the '[' at i begins something else. */
static int capture_list_end(const struct parser *p, int i)
{
    while (look_kind(p, ++i) != TOKEN_RBRACKET) {
        if (look_kind(p, i) == TOKEN_AMP && look_kind(p, i + 1) == TOKEN_NAME)
            i++;
        int kind = look_kind(p, i), after = look_kind(p, i + 1);
        if (kind != TOKEN_NAME && kind != TOKEN_ASSIGN && kind != TOKEN_AMP)
            return 0;
        if (after == TOKEN_COMMA)
            i++;
        else if (after != TOKEN_RBRACKET)
            return 0;
    }
    return i;
}

bool look_lambda(const struct parser *p, int i)
{
    int end = capture_list_end(p, i), before = look_kind(p, i - 1);
    int only = end == i + 2 ? look_kind(p, i + 1) : TOKEN_END;
    if (!end || (ends_operand(before) && only != TOKEN_ASSIGN))
        return false;
    /* old GNU designators: "{ [N] (x), [M] { y } }" */
    if (only == TOKEN_NAME && scope_lookup(p->scope, p->tokens[i + 1].name) == NAME_ENUMERATOR)
        return false;
    switch (look_kind(p, end + 1)) {
    case TOKEN_LPAREN:
    case TOKEN_LBRACE:
    case TOKEN_ARROW:
        return true;
    case TOKEN_NAME:
        return only == TOKEN_ASSIGN || spell_at(p, end + 1) == SPELL_MUTABLE;
    default:
        return only == TOKEN_ASSIGN || only == TOKEN_AMP;
    }
}

/* The ')' at i closes "(struct s)" in front of the '{' of a compound literal. */
static bool ends_literal_type(const struct parser *p, int i)
{
    int parens = 0, open = i;
    for (; open > 0; open--) {
        parens += (look_kind(p, open) == TOKEN_RPAREN) - (look_kind(p, open) == TOKEN_LPAREN);
        if (!parens)
            break;
    }
    return open > 0 && look_declaration(p, open + 1) && look_kind(p, open - 1) != TOKEN_FOR &&
           !ends_operand(look_kind(p, open - 1));
}

/* The '{' at i begins a list of initialisers, as far as the tokens before it show. */
static bool is_list_brace(const struct parser *p, int i)
{
    while (i > 0 && look_kind(p, i - 1) == TOKEN_LBRACE)
        i--;
    if (look_kind(p, i - 1) == TOKEN_RPAREN)
        return ends_literal_type(p, i - 1);
    return i > 0 && (look_kind(p, i - 1) == TOKEN_ASSIGN || look_kind(p, i - 1) == TOKEN_COMMA);
}

/* "index<2> (*f)(int)", "index<2> (x);": a declarator in brackets after the type; '(' at i. */
static bool is_declarator_paren(const struct parser *p, int i)
{
    int first = look_kind(p, i + 1), close = look_match(p, i);
    int after = close ? look_kind(p, close + 1) : TOKEN_END;
    if (first == TOKEN_STAR)
        return after == TOKEN_LPAREN || after == TOKEN_LBRACKET;
    if (first != TOKEN_NAME || close != i + 2)
        return false;
    int before = look_kind(p, p->now.type_begin - 1);
    bool begins = before == TOKEN_END || before == TOKEN_SEMICOLON ||
                  (before == TOKEN_LBRACE && !is_list_brace(p, p->now.type_begin - 1)) ||
                  before == TOKEN_RBRACE || token_kind_class(before) == TOKEN_CLASS_STORAGE;
    return begins && (after == TOKEN_SEMICOLON || after == TOKEN_ASSIGN || after == TOKEN_COMMA ||
                      after == TOKEN_LPAREN);
}

bool look_construct(const struct parser *p, int i)
{
    bool empty = look_kind(p, i + 1) == TOKEN_RPAREN;
    if (p->now.type_begin >= 0)
        return empty || !(look_declaration(p, i + 1) || is_declarator_paren(p, i));
    return p->spec && p->spec->names_amp && p->declarator == i - 1 &&
           look_kind(p, i - 1) == TOKEN_NAME && !empty && !look_declaration(p, i + 1);
}

/* filter_linear, address_wrap ...: what is in v.sample<filter_linear>(x). */
static bool names_mode(const struct parser *p, int i)
{
    const char *name = look_kind(p, i) == TOKEN_NAME ? p->tokens[i].name : "";
    return strncmp(name, "filter_", strlen("filter_")) == 0 ||
           strncmp(name, "address_", strlen("address_")) == 0;
}

bool look_template_member(const struct parser *p, int i)
{
    enum spell word = spell_at(p, i);
    if (spell_class(word) != SPELL_CLASS_METHOD || look_kind(p, i + 1) != TOKEN_LT)
        return false;
    int end = look_angle(p, i + 1);
    if (!end || look_kind(p, end + 1) != TOKEN_LPAREN)
        return false;
    if (word == SPELL_SAMPLE || (word >= SPELL_GATHER_RED && word <= SPELL_GATHER_ALPHA))
        return names_mode(p, i + 2);
    return (word != SPELL_TILE && word != SPELL_GROUP) || look_kind(p, end + 2) == TOKEN_RPAREN;
}

bool look_lambda_result(const struct parser *p, int i)
{
    if (look_kind(p, i - 1) != TOKEN_ARROW)
        return false;
    if (look_kind(p, i + 1) == TOKEN_LT) {
        i = look_angle(p, i + 1);
        if (!i)
            return false;
    }
    do
        i++;
    while (look_kind(p, i) == TOKEN_STAR || token_kind_class(look_kind(p, i)) == TOKEN_CLASS_QUAL);
    return look_kind(p, i) == TOKEN_LBRACE;
}

bool look_lambda_body(const struct parser *p, int i)
{
    enum token_kind before = look_kind(p, i - 2);
    if (before != TOKEN_STRUCT && before != TOKEN_UNION && before != TOKEN_ENUM)
        return false;
    i -= 3;
    while (token_kind_class(look_kind(p, i)) == TOKEN_CLASS_QUAL)
        i--;
    return look_kind(p, i) == TOKEN_ARROW;
}

bool look_first_on_line(const struct parser *p, int i)
{
    unsigned begin = i > 0 ? p->tokens[i - 1].loc.end : 0;
    for (unsigned at = begin; at < p->tokens[i].loc.begin; at++)
        if (p->c->source->text[at] == '\n')
            return true;
    return i == 0;
}

bool look_at_margin(const struct parser *p, int i)
{
    unsigned at = p->tokens[i].loc.begin;
    return p->tokens[i].loc.end > at && (at == 0 || p->c->source->text[at - 1] == '\n');
}

bool look_definition(const struct parser *p, int i)
{
    int kind = look_kind(p, i), class = token_kind_class(kind);
    return look_at_margin(p, i) && (class == TOKEN_CLASS_TYPE || class == TOKEN_CLASS_QUAL ||
                                    class == TOKEN_CLASS_STORAGE ||
                                    (kind == TOKEN_NAME && look_kind(p, i + 1) != TOKEN_COLON));
}

const char *look_text(const struct parser *p, int i)
{
    enum { LONGEST = 40 };
    if (i >= p->n)
        return "end of file";
    struct loc loc = p->tokens[i].loc;
    int n = (int)(loc.end - loc.begin);
    if (n == 0)
        return arena_printf(p->arena, "'%s'", token_kind_text(look_kind(p, i)));
    return arena_printf(p->arena, "'%.*s%s'", n > LONGEST ? LONGEST : n,
                        p->c->source->text + loc.begin, n > LONGEST ? "..." : "");
}
