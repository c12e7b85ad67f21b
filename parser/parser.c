/* parser.c - runs the parser over a unit: reads tokens, balances braces, runs bison and confine.c;
 * and parses single expressions (arguments of attributes). */
#include "parser/parser.h"

#include "parser/balance.h"
#include "parser/filter.h"
#include "parser/strip.h"
#include "parser/subparse.h"
#include "parser/words.h"

/* Typedef names that the compiler itself declares. */
static void declare_builtins(struct parser *p)
{
    static const char *const names[] = {
        "__int128_t",           "__uint128_t",           "__float80", "__ibm128", "__bf16",
        "__builtin_ms_va_list", "__builtin_sysv_va_list"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        scope_declare(p->scope, intern_str(p->c->names, names[i]), NAME_TYPEDEF);
}

static void begin(struct parser *p, int start)
{
    p->now = (struct filter_state){.type_begin = -1};
    p->error_at = p->bad_at = -1;
    p->declarator = -1;
    vec_push(p->arena, &p->pending, start);
}

struct unit *parse_unit(struct ctx *c)
{
    struct parser p = {.c = c, .arena = &c->arena};
    struct arena scanned = {0};
    struct token_list tokens = token_list_read(c, &scanned);
    p.tokens = tokens.at;
    p.n = tokens.n;
    p.words = words_new(c);
    p.marks = arena_new(&c->arena, mark_vec);
    p.prefixes = arena_alloc(&c->arena, sizeof *p.prefixes);
    strip_tokens(&p);
    balance_tokens(&p);
    p.scope = scope_new(&c->arena);
    declare_builtins(&p);
    p.unit = arena_new(&c->arena, struct unit);
    p.unit->loc = (struct loc){0, c->source->size};
    p.unit->source = c->source;
    begin(&p, TOK_START_UNIT);
    if (parser_parse(&p) != 0 && diag_errors(c) == 0)
        diag(c, DIAG_internal, p.tokens[filter_last(&p)].loc, "the parser stopped here");
    claim_report_rest(&p);
    arena_free(&scanned);
    return p.unit;
}

struct expr *subparse_expression(struct parser *p, struct token *tokens)
{
    static const mark_vec none;
    mark_vec marks = none;
    struct parser sub = {.c = p->c,
                         .arena = p->arena,
                         .scope = p->scope,
                         .unit = p->unit,
                         .words = p->words,
                         .marks = &marks,
                         .prefixes = p->prefixes,
                         .tokens = tokens};
    while (tokens[sub.n].kind != TOKEN_END)
        sub.n++;
    begin(&sub, TOK_START_EXPRESSION);
    parser_parse(&sub);
    return sub.result;
}
