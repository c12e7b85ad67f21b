/* hidden.c - local variables that hide another one of their name get a name of their own: the
 * passes behind put what a variable begins with, and bounds and tests that name it, where they are
 * needed, also where its name would mean another one.
 *
 * Example: `int last = n - 1; { int n = 3; for (int k = 0; k < last; k++) ... }` is a loop to `n -
 * 1` of the captured n. It relies on sema/tree. */
#include "optimize/internal.h"

#include "parser/walk.h"

struct hidden {
    struct maker *make;
    VEC(const char *) names; /* in scope */
    VEC(int) scopes;         /* how many there were in front of each that is open */
};

static bool opens_scope(const struct stmt *s)
{
    return s->kind == STMT_COMPOUND || s->kind == STMT_IF || s->kind == STMT_SWITCH ||
           stmt_is_loop(s);
}

static bool enter_scope(struct walker *w, struct stmt *s)
{
    struct hidden *h = w->data;

    if (opens_scope(s))
        vec_push(&h->make->c->arena, &h->scopes, h->names.n);
    return true;
}

static void leave_scope(struct walker *w, struct stmt *s)
{
    struct hidden *h = w->data;

    if (opens_scope(s))
        h->names.n = h->scopes.at[--h->scopes.n];
}

static void note_name(struct hidden *h, const struct symbol *s)
{
    if (s && s->name)
        vec_push(&h->make->c->arena, &h->names, s->name);
}

static bool is_in_scope(const struct hidden *h, const char *name)
{
    for (int i = 0; i < h->names.n; i++)
        if (h->names.at[i] == name)
            return true;
    return false;
}

static bool declared(struct walker *w, struct decl *d)
{
    enum { SHARED = STORAGE_STATIC | STORAGE_TYPEDEF | STORAGE_TILE_STATIC };
    struct hidden *h = w->data;

    for (int i = 0; d->kind == DECL_VARS && i < d->declarators.n; i++) {
        struct symbol *s = d->declarators.at[i]->symbol;
        if (s && s->kind == SYMBOL_VAR && s->name && !(d->spec->storage & SHARED) &&
            is_in_scope(h, s->name))
            s->name = make_local(h->make, s->name, s->type, 0)->name;
        note_name(h, s);
    }
    return true;
}

static bool renamed(struct walker *w, struct expr *e)
{
    (void)w;
    if (e->kind == EXPR_NAME && e->symbol && e->symbol->kind == SYMBOL_VAR)
        e->name = e->symbol->name;
    return true;
}

void block_hidden(struct maker *m, const struct launch *l, struct stmt *body)
{
    struct hidden h = {.make = m};
    struct walker scopes = {
        .data = &h, .stmt_pre = enter_scope, .stmt_post = leave_scope, .decl_pre = declared};
    struct walker names = {.expr_pre = renamed};

    for (int i = 0; i < l->captures.n; i++)
        note_name(&h, l->captures.at[i].symbol);
    note_name(&h, l->param);
    walk_stmt(&scopes, body);
    walk_stmt(&names, body);
}
