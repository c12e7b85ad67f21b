/* make_decl.c - makers of declarations: what the grammar's actions call for them. A name is
 * declared in the parser's scopes (scope.c) as soon as its declarator is complete, as C has it
 * (C11 6.2.1). */
#include "parser/make.h"

#include <string.h>

#include "parser/filter.h"
#include "parser/recover.h"

void unit_add(struct parser *p, struct decl *d)
{
    vec_push(p->arena, &p->unit->decls, d);
}

struct decl *decl_new(struct parser *p, enum decl_kind kind, struct loc loc)
{
    struct decl *d = arena_new(p->arena, struct decl);
    d->kind = kind;
    d->loc = loc;
    return d;
}

struct decl *decl_error(struct parser *p, struct loc loc)
{
    scope_close(p->scope, scope_block_depth(p->scope));
    recover_end_statement(p);
    return decl_new(p, DECL_ERROR, loc);
}

struct decl *decl_assert(struct parser *p, struct expr *e, struct loc loc)
{
    struct decl *d = decl_new(p, DECL_STATIC_ASSERT, loc);
    d->assert_expr = e;
    return d;
}

struct decl *decl_vars(struct parser *p, struct spec *s, struct decl *list, struct loc loc)
{
    struct decl *d = list ? list : decl_new(p, DECL_VARS, loc);
    d->spec = s;
    d->loc = loc;
    if (s->loc.begin < loc.begin)
        d->loc.begin = s->loc.begin;
    if (s->loc.begin == s->loc.end && d->declarators.n > 0)
        d->loc.begin = d->declarators.at[0]->declarator->loc.begin;
    return d;
}

struct decl *declarators_add(struct parser *p, struct decl *list, struct init_declarator *d)
{
    if (!list)
        list = decl_new(p, DECL_VARS, d->declarator->loc);
    vec_push(p->arena, &list->declarators, d);
    return list;
}

struct init_declarator *init_declarator_new(struct parser *p, struct declarator *d, bool has_asm,
                                            struct init *init, struct loc loc)
{
    struct init_declarator *i = arena_new(p->arena, struct init_declarator);
    i->declarator = d;
    i->init = init;
    d->has_asm = has_asm;
    claim_attrs(p, &d->attrs, d->loc.begin, loc.end);
    i->restriction = claim_clause_misplaced(p, d->loc.begin, loc.end);
    return i;
}

struct init_declarator *init_declarator_construct(struct parser *p, struct declarator *d,
                                                  expr_vec *args, struct loc loc)
{
    struct init_declarator *i =
        init_declarator_new(p, d, false, NULL, (struct loc){d->loc.begin, loc.end});
    i->constructed = true;
    i->construct_loc = loc;
    if (args)
        i->args = *args;
    return i;
}

/* Whether a typedef names one of C++ AMP's short vectors, which <amp_short_vectors.h> declares as
 * 'typedef struct ampc_float_4 { ... } float_4;'. */
static bool is_short_vector(const struct spec *s, const struct declarator *d)
{
    static const char prefix[] = "ampc_";
    const char *tag = s->kind == SPEC_RECORD ? s->record->tag : NULL;

    return tag && strncmp(tag, prefix, strlen(prefix)) == 0 &&
           strcmp(tag + strlen(prefix), d->name) == 0;
}

/* What the declarator's name is once its specifiers are known. */
static enum name_kind declared_kind(const struct spec *s, const struct declarator *d)
{
    if (s && (s->storage & STORAGE_TYPEDEF))
        return (s->names_amp || is_short_vector(s, d)) && !d->derivs ? NAME_TYPEDEF_AMP
                                                                     : NAME_TYPEDEF;
    return d->derivs && d->derivs->kind == DERIV_FUNCTION ? NAME_FUNCTION : NAME_OBJECT;
}

struct declarator *declared(struct parser *p, struct declarator *d)
{
    if (d->name)
        scope_declare(p->scope, d->name, declared_kind(p->spec, d));
    return d;
}

void declarator_next(struct parser *p, int lookahead)
{
    p->declarator = lookahead == TOK_PARSER_EMPTY ? p->now.pos : filter_last(p);
}

/* Whether the declarations that follow can be those of K&R parameters. */
static bool takes_kr(const struct deriv *function)
{
    return !function->prototype && function->params.n > 0;
}

int function_begin(struct parser *p, struct declarator *d, struct loc *loc, int lookahead)
{
    struct deriv *function = d->derivs;
    bool fits = function && function->kind == DERIV_FUNCTION &&
                (lookahead == TOK_LBRACE || takes_kr(function));
    declared(p, d);
    if (!fits) {
        bool is_function = function && function->kind == DERIV_FUNCTION;
        const char *expected[] = {";", is_function ? "{" : ","};
        (void)loc;
        recover_report(p, p->tokens[filter_last(p)].loc, expected, 2);
        return -1;
    }
    claim_attrs(p, &d->attrs, d->loc.begin, d->loc.end);
    int depth = scope_open(p->scope, false);
    scope_declare_names(p->scope, function->names);
    return depth;
}

struct decl *decl_function(struct parser *p, struct spec *s, struct declarator *d,
                           decl_vec *kr_params, struct stmt *body, struct loc loc)
{
    struct decl *f = decl_new(p, DECL_FUNCTION, loc);
    f->spec = s;
    f->declarator = d;
    f->kr_params = *kr_params;
    f->body = body;
    f->loc.begin = s->loc.begin < s->loc.end ? s->loc.begin : d->loc.begin;
    struct restrict_clause *clause = claim_clause_misplaced(p, f->loc.begin, d->loc.end);
    if (clause && !s->restriction)
        s->restriction = clause;
    return f;
}

decl_vec *decls_new(struct parser *p)
{
    return arena_new(p->arena, decl_vec);
}

decl_vec *decls_add(struct parser *p, decl_vec *v, struct decl *d)
{
    vec_push(p->arena, v, d);
    return v;
}
