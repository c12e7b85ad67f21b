/* confine.c - how far a syntax error reaches. */
#include "parser/parser.h"

#include "common/ctx.h"

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

bool parse_confine(struct ctx *c, const struct unit *u)
{
    struct loc loc;
    bool whole = true;
    for (int i = 0; diag_unmended(c, i, &loc); i++) {
        const struct decl *f = function_at(u, loc.begin);
        if (f)
            diag_mute(c, f->body->loc);
        whole = whole && f;
    }
    return whole;
}
