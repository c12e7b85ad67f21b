/* balance.c - finds missing and surplus braces by indentation: where lines of a file begin.
 *
 * Files with balanced braces are left alone. A line without indentation that can only begin a
 * definition, while braces are open, shows that the definition before it lacks one. Relies on
 * look.c. Example: a function without its last `}` in front of `int main(void)` is reported at its
 * own end. */
#include "parser/balance.h"

#include "parser/look.h"

/* A token that is inserted before the one at 'at'; kind TOKEN_END: the one at 'at' is removed. */
struct change {
    int at, kind;
};

struct balance {
    struct parser *p;
    VEC(int) open; /* token indices of the open brackets */
    VEC(struct change) changes;
    int first, last; /* the braces of the last outermost block */
    int wrong;       /* the '{' of a list with an unmatched ')' or ']' */
};

static int top(const struct balance *b, int depth)
{
    return b->open.n > depth ? look_kind(b->p, b->open.at[b->open.n - 1 - depth]) : TOKEN_END;
}

static void change(struct balance *b, int at, int kind)
{
    vec_push(b->p->arena, &b->changes, ((struct change){at, kind}));
}

static void drop_changes(struct balance *b, int behind)
{
    while (b->changes.n > 0 && b->changes.at[b->changes.n - 1].at > behind)
        b->changes.n--;
}

/* The index in b->open of the '{' that a '}' would close; -1: none. */
static int innermost_brace(const struct balance *b)
{
    int k = b->open.n - 1;
    while (k >= 0 && look_kind(b->p, b->open.at[k]) != TOKEN_LBRACE)
        k--;
    return k;
}

static int outermost_brace(const struct balance *b)
{
    int k = 0;
    while (k < b->open.n && look_kind(b->p, b->open.at[k]) != TOKEN_LBRACE)
        k++;
    return k < b->open.n ? k : -1;
}

/* Whether the '{' at i begins statements (which end with ';'). */
static bool begins_block(const struct parser *p, int i)
{
    int before = look_kind(p, i - 1);
    return before == TOKEN_RPAREN || before == TOKEN_SEMICOLON || before == TOKEN_LBRACE ||
           before == TOKEN_RBRACE || before == TOKEN_ELSE || before == TOKEN_DO;
}

/* ---- messages ---- */

static void report_missing(struct balance *b, int open, int at)
{
    struct parser *p = b->p;
    unsigned end = p->tokens[at - 1].loc.end;
    for (int i = open; i < at; i++)
        if (p->tokens[i].unended)
            return; /* the brace is in a string without an end, which was reported */
    diag(p->c, DIAG_syntax, (struct loc){end - 1, end}, "syntax error: expected '}' before %s",
         look_text(p, at));
    diag_note(p->c, p->tokens[open].loc, "to match this '{'");
}

/* Reports a surplus '}': the one at 'at' closes the '{' at 'open', for which the one at 'meant' was
 * intended. */
static void report_extra(struct balance *b, int open, int at, int meant)
{
    struct parser *p = b->p;
    diag(p->c, DIAG_syntax, p->tokens[at].loc,
         "syntax error: this '}' is one too many, or its '{' is missing");
    diag_note(p->c, p->tokens[open].loc, "it would close this '{'");
    diag_note(p->c, p->tokens[meant].loc, "so that nothing is left for this '}'");
}

/* ---- missing braces ---- */

/* Inserts closing brackets for those from index k of b->open on, before the token at 'at'. */
static void close_from(struct balance *b, int k, int at)
{
    int outer = b->open.at[k];
    while (b->open.n > k) {
        int i = b->open.at[--b->open.n], kind = look_kind(b->p, i);
        change(b, at,
               kind == TOKEN_LBRACE   ? TOKEN_RBRACE
               : kind == TOKEN_LPAREN ? TOKEN_RPAREN
                                      : TOKEN_RBRACKET);
        bool statement = b->open.n > k && kind != TOKEN_LBRACE && top(b, 0) == TOKEN_LBRACE &&
                         begins_block(b->p, b->open.at[b->open.n - 1]);
        if (statement || (i == outer && !begins_block(b->p, i)))
            change(b, at, TOKEN_SEMICOLON);
    }
}

/* Whether the block of the '{' at i is indented: it begins without indentation, its contents have
 * some. */
static bool is_indented(const struct parser *p, int i)
{
    int first = i, inside = i + 1;
    while (first > 0 && !look_first_on_line(p, first))
        first--;
    while (inside < p->n && !look_first_on_line(p, inside))
        inside++;
    return look_at_margin(p, first) &&
           (!look_at_margin(p, inside) || look_kind(p, inside) == TOKEN_RBRACE);
}

/* "{ ...; )" inside of '(': the ')' is where only a statement or '}' is possible. */
static bool lacks_brace(const struct balance *b, int i)
{
    int before = look_kind(b->p, i - 1);
    return top(b, 0) == TOKEN_LBRACE && top(b, 1) == TOKEN_LPAREN &&
           (before == TOKEN_SEMICOLON || before == TOKEN_RBRACE);
}

/* The index in b->open of the '{' after '=' that begins the outermost open list of initialisers;
 * -1: none. */
static int outermost_list(const struct balance *b)
{
    for (int k = b->open.n - 1; k >= 0; k--) {
        int i = b->open.at[k], before = look_kind(b->p, i - 1);
        if (look_kind(b->p, i) != TOKEN_LBRACE)
            return -1;
        if (before != TOKEN_LBRACE && before != TOKEN_COMMA)
            return before == TOKEN_ASSIGN ? k : -1;
    }
    return -1;
}

/* The ';' at i is in a list of initialisers: closes the list. */
static void end_list(struct balance *b, int i)
{
    int k = outermost_list(b);
    if (k < 0)
        return;
    if (b->wrong != b->open.at[b->open.n - 1])
        report_missing(b, b->open.at[b->open.n - 1], i);
    while (b->open.n > k) {
        change(b, i, TOKEN_RBRACE);
        b->open.n--;
    }
}

static void take_paren(struct balance *b, int i, int open)
{
    if (outermost_list(b) >= 0)
        b->wrong = b->open.at[b->open.n - 1]; /* the parser reports it */
    if (open == TOKEN_LPAREN && lacks_brace(b, i)) {
        report_missing(b, b->open.at[b->open.n - 1], i);
        change(b, i, TOKEN_RBRACE);
        b->open.n--;
    }
    while (top(b, 0) != open && top(b, 0) != TOKEN_LBRACE && top(b, 0) != TOKEN_END)
        b->open.n--;
    if (top(b, 0) == open)
        b->open.n--;
}

/* ---- surplus braces ---- */

/* The '}' at i is unmatched. If the one before it closed a block although its line is indented as
 * in the block, that one is removed: true, and the block is open again. */
static bool take_extra(struct balance *b, int i)
{
    struct parser *p = b->p;
    int last = b->last;
    if (last <= 0 || look_at_margin(p, last) || !look_first_on_line(p, last) ||
        !look_at_margin(p, i) || !is_indented(p, b->first))
        return false;
    for (int k = last + 1; k < i; k++)
        if (look_definition(p, k))
            return false;
    report_extra(b, b->first, last, i);
    drop_changes(b, last);
    change(b, last, TOKEN_END);
    vec_push(p->arena, &b->open, b->first);
    b->last = 0;
    return true;
}

/* Handles the brace at i; returns the index of the token to go on with. */
static int take_brace(struct balance *b, int i)
{
    int k = innermost_brace(b), last = b->last;
    if (k < 0)
        return take_extra(b, i) ? last + 1 : i + 1;
    if (outermost_brace(b) == k) {
        b->first = b->open.at[k];
        b->last = i;
    }
    b->open.n = k;
    return i + 1;
}

/* ---- all ---- */

static int take(struct balance *b, int i)
{
    switch (look_kind(b->p, i)) {
    case TOKEN_LPAREN:
    case TOKEN_LBRACKET:
    case TOKEN_LBRACE:
        vec_push(b->p->arena, &b->open, i);
        return i + 1;
    case TOKEN_RPAREN:
        take_paren(b, i, TOKEN_LPAREN);
        return i + 1;
    case TOKEN_RBRACKET:
        take_paren(b, i, TOKEN_LBRACKET);
        return i + 1;
    case TOKEN_RBRACE:
        return take_brace(b, i);
    case TOKEN_SEMICOLON:
        end_list(b, i);
        return i + 1;
    default:
        return i + 1;
    }
}

/* Closes all open brackets before the definition at 'at', or at the end of the file. */
static void end_block(struct balance *b, int at)
{
    int k = outermost_brace(b);
    if (k >= 0) {
        report_missing(b, b->open.at[k], at);
        close_from(b, k, at);
    }
    b->open.n = 0;
    b->last = 0;
}

/* Whether token i begins a definition without indentation while an indented block is open. */
static bool ends_block(const struct balance *b, int i)
{
    int k = outermost_brace(b);
    return k >= 0 && look_definition(b->p, i) && is_indented(b->p, b->open.at[k]);
}

static bool is_balanced(const struct parser *p)
{
    int depth = 0;
    for (int i = 0; i < p->n && depth >= 0; i++) {
        depth += p->tokens[i].kind == TOKEN_LBRACE;
        depth -= p->tokens[i].kind == TOKEN_RBRACE;
    }
    return depth == 0;
}

static void apply(struct balance *b)
{
    struct parser *p = b->p;
    struct token *all = arena_array(p->arena, struct token, p->n + b->changes.n + 1);
    int n = 0, k = 0;
    for (int i = 0; i <= p->n; i++) {
        bool out = false;
        for (; k < b->changes.n && b->changes.at[k].at == i; k++) {
            unsigned end = i ? p->tokens[i - 1].loc.end : 0;
            out |= b->changes.at[k].kind == TOKEN_END;
            if (b->changes.at[k].kind != TOKEN_END)
                all[n++] = (struct token){.loc = {end, end},
                                          .kind = (unsigned short)b->changes.at[k].kind};
        }
        if (!out)
            all[n++] = p->tokens[i];
    }
    p->tokens = all;
    p->n = n - 1;
}

void balance_tokens(struct parser *p)
{
    struct balance b = {.p = p};
    if (is_balanced(p))
        return;
    for (int i = 0; i < p->n;) {
        if (ends_block(&b, i))
            end_block(&b, i);
        i = take(&b, i);
    }
    end_block(&b, p->n);
    if (b.changes.n)
        apply(&b);
}
