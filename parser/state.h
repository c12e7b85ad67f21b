/* state.h - the parser's state; shared by the files of parser/ only. */
#ifndef PARSER_STATE_H
#define PARSER_STATE_H

#include "common/ctx.h"
#include "lexer/token.h"
#include "parser/scope.h"
#include "parser/tree.h"

/* An attribute, restrict clause or __extension__ that strip.c removed from the tokens. Makers find
 * it by the positions of the two tokens around it. */
struct mark {
    struct loc loc;
    unsigned prev_end;   /* end of the token before it */
    unsigned next_begin; /* begin of the token after it */
    struct attr *attr;
    struct restrict_clause *clause;
    struct token
        *args;    /* attr: the tokens of its first argument, ended by a TOKEN_END; NULL if none */
    bool claimed; /* a node has claimed it */
};
typedef VEC(struct mark) mark_vec;

/* The namespace prefix of a token that is 'prefixed'. */
struct prefix {
    unsigned begin; /* of the token */
    const char *ns; /* last math namespace, or "accelerator"; NULL for plain concurrency:: */
};

/* An open '(', '[' or '{' among the tokens given to bison. */
struct open_bracket {
    int token;  /* index */
    char close; /* the character that closes it */
    bool block; /* of statements or members: recovery in it ends at ';' */
};

/* An open list of template arguments. */
struct open_template {
    int brackets;   /* open brackets where it began */
    bool of_member; /* of .tile<...>, not of a type */
    int name;       /* index of the token before it */
};

/* A block's outer declaration, to go on with after the block (in "T a = ({ ... }), b(1);"). */
struct outer_declaration {
    int depth;
    struct spec *spec;
    int declarator;
};

/* The state that is restored when the lookahead is classified again (filter_again). */
struct filter_state {
    int pos;        /* the next token */
    unsigned split; /* a '>>' of which the first '>' was given: byte of the second; 0 if none */
    int templates_n;
    int brackets_n;
    int type_begin; /* the first token of the AMP type that the tokens given last name, or -1 */
    bool takes_template; /* the token given last takes <...> */
};

struct words; /* interned words of AMP, parser/words.c */

struct parser {
    struct ctx *c;
    struct arena *arena;
    struct scope *scope;
    struct unit *unit;
    const struct words *words;
    mark_vec *marks;
    VEC(struct prefix) * prefixes;

    /* tokens */
    struct token *tokens; /* tokens[n] is the TOKEN_END */
    int n;
    struct filter_state now, before; /* after and before the token given last */
    VEC(struct open_template) templates;
    VEC(struct open_bracket) brackets;
    VEC(int) pending; /* bison's tokens to give before the next one */
    bool stopped;     /* nested too deeply: nothing follows */

    /* declarations */
    struct spec *spec; /* of the declaration whose declarators are being read */
    int declarator;    /* index of the token that begins its next declarator */
    VEC(struct outer_declaration) outer;

    /* errors */
    bool recovering;
    bool last_virtual; /* the token given last came from 'pending' */
    int error_at;      /* token of the last error; -1 */
    int bad_at;        /* token that was reported when it was given; -1 */
    VEC(int) errors;   /* tokens of the reported ones, in order */
    int quiet_until;   /* errors at tokens before this one are consequences of the last one */
    int members_open;  /* the '{' of a member list with a syntax error; 0: none */

    struct expr *result; /* of a parse that starts with START_EXPRESSION */
};

#endif
