/* recover.c - after a syntax error bison drops tokens until an error production matches. This file
 * chooses those tokens: within the innermost open bracket, whole groups in brackets at once, never
 * past the end of the enclosing construct; a missing ')' or ';' is inserted. */
#include "parser/recover.h"

#include <string.h>

#include "parser/expect.h"
#include "parser/filter.h"
#include "parser/foreign.h"
#include "parser/look.h"

/* ---- words ---- */

static void report(struct parser *p, struct loc loc, int at, const char **names, int n)
{
    const struct open_bracket *top =
        p->before.brackets_n ? &p->brackets.at[p->before.brackets_n - 1] : NULL;
    bool at_end = at >= p->n;
    if (!at_end && p->tokens[at].loc.begin == p->tokens[at].loc.end && diag_errors(p->c))
        return; /* balance.c has put it there, and reported what is missing */
    const char *what = expect_text(p, at, names, n);
    if (at_end && top) {
        diag(p->c, DIAG_syntax, loc, "syntax error: expected '%c' before end of file", top->close);
        diag_note(p->c, p->tokens[top->token].loc, "to match this '%c'",
                  p->c->source->text[p->tokens[top->token].loc.begin]);
        return;
    }
    if (foreign_report(p, at, what))
        return;
    if (what && at > 0 && look_first_on_line(p, at) && strchr(what, '\''))
        loc = (struct loc){p->tokens[at - 1].loc.end - 1, p->tokens[at - 1].loc.end};
    if (what)
        diag(p->c, DIAG_syntax, loc, "syntax error: %s before %s", what, look_text(p, at));
    else
        diag(p->c, DIAG_syntax, loc, "syntax error: unexpected %s", look_text(p, at));
    if (top && top->close != '}' && strchr(what ? what : "", top->close) &&
        !look_match(p, top->token))
        diag_note(p->c, p->tokens[top->token].loc, "to match this '%c'",
                  p->c->source->text[p->tokens[top->token].loc.begin]);
}

/* ---- tokens ---- */

static bool begins_statement(const struct parser *p, int i)
{
    switch (look_kind(p, i)) {
    case TOKEN_IF:
    case TOKEN_FOR:
    case TOKEN_WHILE:
    case TOKEN_DO:
    case TOKEN_SWITCH:
    case TOKEN_CASE:
    case TOKEN_DEFAULT:
    case TOKEN_RETURN:
    case TOKEN_BREAK:
    case TOKEN_CONTINUE:
    case TOKEN_GOTO:
        return true;
    default:
        return token_kind_class(look_kind(p, i)) == TOKEN_CLASS_STORAGE;
    }
}

static void pend(struct parser *p, int token)
{
    vec_push(p->arena, &p->pending, token);
}

static int closer(const struct open_bracket *b)
{
    return b->close == ')' ? TOK_RPAREN : b->close == ']' ? TOK_RBRACKET : TOK_RBRACE;
}

/* Skips the group in brackets at i; a block also ends the statement that it is in. */
static int skip_group(struct parser *p, int i)
{
    int close = look_match(p, i);
    if (!close)
        return i + 1;
    int after = look_kind(p, close + 1);
    if (look_kind(p, i) == TOKEN_LBRACE && after != TOKEN_SEMICOLON && after != TOKEN_COMMA &&
        after != TOKEN_ASSIGN && after != TOKEN_RPAREN)
        pend(p, TOK_SEMICOLON);
    return close + 1;
}

void recover_skip(struct parser *p)
{
    if (p->now.brackets_n > 0) {
        const struct open_bracket *top = &p->brackets.at[p->now.brackets_n - 1];
        if (!top->block) {
            int close = look_match(p, top->token);
            if (close >= p->now.pos) {
                p->now.pos = close;
                p->quiet_until = close + 4;
            } else {
                p->now.brackets_n--;
                pend(p, closer(top));
            }
            return;
        }
    }
    for (int i = p->now.pos; p->pending.n == 0; i = p->now.pos) {
        int kind = look_kind(p, i);
        bool ends = kind == TOKEN_RBRACE || (begins_statement(p, i) && look_first_on_line(p, i));
        if (kind == TOKEN_END || kind == TOKEN_SEMICOLON)
            return;
        if (ends && i > p->error_at) {
            p->error_at = i;
            pend(p, TOK_SEMICOLON);
        } else if (kind == TOKEN_RBRACE) {
            return;
        } else if (kind == TOKEN_LPAREN || kind == TOKEN_LBRACKET || kind == TOKEN_LBRACE) {
            p->now.pos = skip_group(p, i);
        } else {
            p->now.pos = i + 1;
        }
    }
}

/* The token at 'at', which bison could not take, is the lookahead: chooses the tokens that bison
 * gets next. */
static void recover_begin(struct parser *p, int at, bool wants_semicolon)
{
    bool again = at == p->error_at;
    p->recovering = true;
    p->error_at = at;
    p->quiet_until = at + 4;
    p->pending.n = 0;
    p->now.split = 0;
    p->now.templates_n = 0;
    if (at >= p->n || p->last_virtual)
        return;
    int kind = p->tokens[at].kind;
    const struct open_bracket *top =
        p->before.brackets_n ? &p->brackets.at[p->before.brackets_n - 1] : NULL;
    if (top && !top->block && !look_match(p, top->token)) {
        /* "f(a; b": close the bracket, then go on with the token */
        pend(p, closer(top));
        p->now.brackets_n = p->before.brackets_n - 1;
        p->now.pos = at;
    } else if (!again && (!top || top->block) &&
               (kind == TOKEN_RBRACE ||
                (wants_semicolon && (look_first_on_line(p, at) || begins_statement(p, at))))) {
        pend(p, TOK_SEMICOLON);
        p->now.brackets_n = p->before.brackets_n;
        p->now.pos = at;
    } else if (kind == TOKEN_LPAREN || kind == TOKEN_LBRACKET || kind == TOKEN_LBRACE) {
        p->now.brackets_n = p->before.brackets_n;
        p->now.pos = skip_group(p, at);
    }
}

/* Whether the statement has a string or character constant without an end, which was reported. */
static bool follows_unended(const struct parser *p, int at)
{
    for (int i = at - 1; i >= 0 && at - i < 40; i--) {
        if (p->tokens[i].unended)
            return true;
        if (p->tokens[i].kind == TOKEN_SEMICOLON)
            return false;
    }
    return false;
}

bool recover_lost(const struct parser *p, int at)
{
    for (int i = 0; i < p->before.brackets_n; i++)
        if (p->brackets.at[i].close == '}')
            return false;
    if (p->errors.n == 0)
        return false;
    for (int i = p->errors.at[p->errors.n - 1] + 1; i <= at && i < p->n; i++)
        if (look_at_margin(p, i) && token_kind_class(look_kind(p, i)) != TOKEN_CLASS_PUNCT)
            return false;
    return true;
}

/* Reports other code in place of a struct's members, once, as it may be the rest of the file. */
static bool is_no_member(struct parser *p, const char **expected, int n)
{
    int open = p->before.brackets_n ? p->brackets.at[p->before.brackets_n - 1].token : 0;
    int before = look_kind(p, open - 1);
    if (!open || (before != TOKEN_STRUCT && before != TOKEN_UNION &&
                  look_kind(p, open - 2) != TOKEN_STRUCT && look_kind(p, open - 2) != TOKEN_UNION))
        return false;
    bool again = p->members_open == open;
    if (!expect_has(expected, n, "+=") && expect_has(expected, n, "int"))
        p->members_open = open;
    return again;
}

void recover_report(struct parser *p, struct loc loc, const char **expected, int n)
{
    int at = filter_last(p);
    if (p->stopped)
        return;
    bool wants_semicolon = expect_has(expected, n, ";");
    bool quiet = at < p->quiet_until || at == p->error_at || at == p->bad_at || p->last_virtual ||
                 follows_unended(p, at) || recover_lost(p, at) || is_no_member(p, expected, n);
    if (!quiet) {
        report(p, loc, at, expected, n);
        vec_push(p->arena, &p->errors, at);
    }
    recover_begin(p, at, wants_semicolon);
}

void recover_hint(struct parser *p, int i, const char *message)
{
    diag(p->c, DIAG_syntax, p->tokens[i].loc, "syntax error: %s", message);
    vec_push(p->arena, &p->errors, i);
}

void recover_report_message(struct parser *p, struct loc loc, const char *message)
{
    if (!p->stopped && strcmp(message, "memory exhausted") == 0)
        diag(p->c, DIAG_syntax, loc, "syntax error: nested too deeply");
    else if (!p->stopped)
        diag(p->c, DIAG_syntax, loc, "syntax error: %s", message);
    p->stopped = true;
}

void recover_end(struct parser *p)
{
    p->recovering = false;
}

void recover_end_statement(struct parser *p)
{
    p->recovering = false;
    p->quiet_until = p->error_at + 2;
}
