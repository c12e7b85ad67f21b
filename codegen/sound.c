/* sound.c - which declarations and launches of a unit with errors the generators can still walk. */
#include "codegen/sound.h"

#include "common/ctx.h"
#include "parser/walk.h"

/* Whether the launch stands in the definition d, or in a function nested in it. */
static bool stands_in(const struct launch *l, const struct decl *d)
{
    const struct symbol *f = l->function;

    while (f && f->definition != d)
        f = f->function;
    return f;
}

/* The number of errors in the kernels of a function, which have no host text. */
static int errors_in_kernels(struct ctx *c, const struct program *p, const struct decl *d)
{
    int n = 0;

    for (int i = 0; i < p->launches.n; i++) {
        const struct launch *l = p->launches.at[i];
        if (l->lambda && stands_in(l, d))
            n += diag_errors_in(c, l->lambda->body->loc);
    }
    return n;
}

/* Whether the type is unknown, or incomplete, because of an error in the file. */
static bool type_is_lost(const struct type *t)
{
    for (; t; t = t->base)
        if (t->kind == TYPE_UNKNOWN)
            return true;
    return false;
}

static bool lost_expr(struct walker *w, struct expr *e)
{
    bool *lost = w->data;

    *lost = *lost || e->kind == EXPR_ERROR || type_is_lost(e->type);
    return !*lost;
}

static bool lost_decl(struct walker *w, struct decl *d)
{
    bool *lost = w->data;

    for (int i = 0; i < d->declarators.n; i++)
        *lost = *lost || type_is_lost(d->declarators.at[i]->type);
    return !*lost;
}

static bool body_is_sound(struct ctx *c, struct stmt *body)
{
    bool lost = false;
    struct walker w = {.data = &lost, .expr_pre = lost_expr, .decl_pre = lost_decl};

    if (diag_errors_in(c, body->loc))
        return false;
    walk_stmt(&w, body);
    return !lost;
}

bool sound_host(struct ctx *c, const struct program *p, const struct decl *d)
{
    return diag_errors_in(c, d->loc) == errors_in_kernels(c, p, d);
}

void sound_begin(struct ctx *c, const struct program *p)
{
    for (int i = 0; i < p->unit->decls.n; i++) {
        const struct decl *d = p->unit->decls.at[i];
        if (d->kind != DECL_FUNCTION && diag_errors_in(c, d->loc))
            diag_mute(c, d->loc);
    }
}

bool sound_launch(struct ctx *c, const struct launch *l)
{
    symbol_vec functions = {0};

    if (!l->lambda || diag_errors_in(c, l->call->loc) || !body_is_sound(c, l->lambda->body))
        return false;
    if (diag_muted(c, l->call->loc)) /* so what is wrong with its captures was not said */
        return false;
    launch_functions(c, l, &functions);
    for (int i = 0; i < functions.n; i++) {
        const struct decl *f = functions.at[i]->definition;
        if (f && (diag_errors_in(c, f->loc) || !body_is_sound(c, f->body)))
            return false;
    }
    return true;
}
