#include "codegen/sound.h"

#include <limits.h>

#include "common/ctx.h"

/* The errors of the function that lie in kernels: the host has no text of them. */
static int errors_in_kernels(struct ctx *c, const struct program *p, struct loc loc)
{
    int n = 0;

    for (int i = 0; i < p->launches.n; i++) {
        const struct launch *l = p->launches.at[i];
        if (l->lambda && l->lambda->body->loc.begin >= loc.begin &&
            l->lambda->body->loc.end <= loc.end)
            n += diag_errors_in(c, l->lambda->body->loc);
    }
    return n;
}

bool sound_unit(struct ctx *c, const struct program *p)
{
    int inside = 0;

    for (int i = 0; i < p->unit->decls.n; i++)
        if (p->unit->decls.at[i]->kind == DECL_FUNCTION)
            inside += diag_errors_in(c, p->unit->decls.at[i]->loc);
    return !c->incomplete && inside == diag_errors_in(c, (struct loc){0, UINT_MAX});
}

bool sound_host(struct ctx *c, const struct program *p, const struct decl *d)
{
    return diag_errors_in(c, d->loc) == errors_in_kernels(c, p, d->loc);
}

/* The declaration of the file that a byte stands in. */
static const struct decl *decl_around(const struct program *p, unsigned at)
{
    for (int i = 0; i < p->unit->decls.n; i++) {
        const struct decl *d = p->unit->decls.at[i];
        if (at >= d->loc.begin && at < d->loc.end)
            return d;
    }
    return NULL;
}

bool sound_launch(struct ctx *c, const struct program *p, const struct launch *l)
{
    const struct decl *d = decl_around(p, l->call->loc.begin);
    symbol_vec functions = {0};

    if (!l->lambda || !d || !sound_host(c, p, d) || diag_errors_in(c, l->lambda->body->loc))
        return false;
    launch_functions(c, l, &functions);
    for (int i = 0; i < functions.n; i++) {
        const struct decl *f = functions.at[i]->definition;
        if (f && diag_errors_in(c, f->loc))
            return false;
    }
    return true;
}
