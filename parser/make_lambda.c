/* make_lambda.c - makers of lambdas: capture lists, parameters, body. */
#include "parser/make.h"

struct expr *expr_lambda(struct parser *p, struct lambda *lambda)
{
    struct expr *e = arena_new(p->arena, struct expr);
    e->kind = EXPR_LAMBDA;
    e->loc = lambda->loc;
    e->lambda = lambda;
    depth_above(&e->depth, lambda->body->depth, false);
    return e;
}

struct lambda *lambda_new(struct parser *p)
{
    return arena_new(p->arena, struct lambda);
}

struct capture *capture_new(struct parser *p, enum capture_mode mode, const struct token *name,
                            struct loc loc)
{
    struct capture *c = arena_new(p->arena, struct capture);
    *c = (struct capture){.mode = mode, .name = name ? name->name : NULL, .loc = loc};
    return c;
}

struct lambda *lambda_capture(struct parser *p, struct lambda *lambda,
                              const struct capture *capture)
{
    if (capture->name) {
        vec_push(p->arena, &lambda->captures, *capture);
        return lambda;
    }
    if (lambda->default_mode != CAPTURE_NONE || lambda->captures.n > 0)
        diag(p->c, DIAG_syntax, capture->loc,
             "syntax error: '=' and '&' alone stand first in a capture list, and once");
    lambda->default_mode = capture->mode;
    lambda->default_loc = capture->loc;
    return lambda;
}

/* AMP 2.1.2: the clause stands after the parameters and 'mutable', before "->"; 'end' is where that
 * is. */
static void lambda_clause(struct parser *p, struct lambda *lambda, unsigned end)
{
    lambda->has_clause = claim_has_clause(p, lambda->introducer.end, lambda->body->loc.begin);
    lambda->restriction = claim_clause_after(p, end, true);
    struct restrict_clause *other =
        claim_clause_misplaced(p, lambda->introducer.end, lambda->body->loc.begin);
    if (!lambda->restriction)
        lambda->restriction = other;
    else if (other)
        lambda->restriction->misplaced = true;
}

struct lambda *lambda_finish(struct parser *p, struct lambda *lambda, struct param_list *params,
                             struct loc mutable_loc, struct type_name *result, struct stmt *body,
                             struct loc loc)
{
    lambda->loc = loc;
    lambda->clause_at = mutable_loc.end;
    lambda->is_mutable = mutable_loc.end > mutable_loc.begin;
    lambda->result = result;
    lambda->body = body;
    if (params) {
        lambda->has_params = true;
        lambda->params.at = params->at.at;
        lambda->params.n = params->at.n;
        lambda->params.cap = params->at.cap;
    }
    lambda_clause(p, lambda, mutable_loc.end);
    claim_attrs(p, &lambda->attrs, lambda->introducer.end, body->loc.begin);
    return lambda;
}
