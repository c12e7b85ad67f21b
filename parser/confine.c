/* confine.c - which messages a syntax error makes doubtful. Example: an error in the body of one
 * function does not mute messages about other functions. */
#include "parser/parser.h"

#include "common/ctx.h"
#include "parser/walk.h"

/* The function whose body holds the byte. */
static const struct decl *function_at(const struct unit *u, unsigned at)
{
    for (int i = 0; i < u->decls.n; i++) {
        const struct decl *d = u->decls.at[i];
        const struct loc *body = d->kind == DECL_FUNCTION && d->body ? &d->body->loc : NULL;
        if (body && at > body->begin && at < body->end)
            return d;
    }
    return NULL;
}

typedef VEC(struct loc) loc_vec;

struct search {
    struct ctx *c;
    loc_vec lambdas, bodies; /* in the order of the source */
};

static bool search_expr(struct walker *w, struct expr *e)
{
    struct search *s = w->data;
    if (e->kind == EXPR_LAMBDA && e->lambda->body) {
        vec_push(&s->c->arena, &s->lambdas, e->loc);
        vec_push(&s->c->arena, &s->bodies, e->lambda->body->loc);
    }
    return e->kind != EXPR_LAMBDA;
}

/* Mutes the messages that an error in the function makes doubtful. An error in a lambda does not
 * affect the code around it; one around it affects the lambda only if declarations may be lost. */
static void function_mute(struct ctx *c, const struct decl *f, unsigned at)
{
    struct search s = {.c = c};
    struct walker w = {.data = &s, .expr_pre = search_expr};
    unsigned begin = f->body->loc.begin;
    walk_stmt(&w, f->body);
    for (int i = 0; i < s.lambdas.n; i++)
        if (at >= s.lambdas.at[i].begin && at < s.lambdas.at[i].end) {
            diag_mute(c, s.lambdas.at[i]);
            return;
        }
    for (int i = 0; i < s.bodies.n; i++) {
        diag_mute(c, (struct loc){begin, s.bodies.at[i].begin});
        begin = s.bodies.at[i].end;
    }
    diag_mute(c, (struct loc){begin, f->body->loc.end});
    diag_doubt(c, f->body->loc);
}

bool parse_confine(struct ctx *c, const struct unit *u)
{
    struct loc loc;
    bool whole = true;
    for (int i = 0; diag_unmended(c, i, &loc); i++) {
        const struct decl *f = function_at(u, loc.begin);
        if (f)
            function_mute(c, f, loc.begin);
        whole = whole && f;
    }
    return whole;
}
