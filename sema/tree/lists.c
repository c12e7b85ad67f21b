/* lists.c - one walk over a body that notes calls, tile_static objects and captures.
 *
 * What is not evaluated (the operand of sizeof, what _Generic does not select) calls and captures
 * nothing. */
#include "sema/tree/lists.h"

#include <string.h>

#include "common/node_table.h"
#include "parser/walk.h"
#include "sema/types/expr.h"

struct gather {
    struct ctx *c;
    const struct launch *launch; /* NULL: a function */
    struct tree_lists found;
    struct node_table seen; /* variables in found.named */
};

/* ---- what is named ---- */

static bool is_captured(const struct gather *g, const struct symbol *s)
{
    const struct lambda *own = g->launch ? g->launch->lambda : NULL;

    if (!own || !s || (s->kind != SYMBOL_VAR && s->kind != SYMBOL_PARAM) || s->file_scope)
        return false;
    return s->lambda != own && (!s->constant || own->host) &&
           !(s->storage & (STORAGE_STATIC | STORAGE_EXTERN | STORAGE_THREAD));
}

static void note_name(struct gather *g, struct expr *e)
{
    struct captured named = {.symbol = e->symbol, .loc = e->loc};

    if (!is_captured(g, e->symbol) || node_table_get(&g->seen, e->symbol, 0))
        return;
    named.mode = g->launch->lambda->default_mode;
    if (named.mode == CAPTURE_NONE)
        named.mode = CAPTURE_COPY;
    node_table_set(&g->seen, e->symbol, 1);
    vec_push(&g->c->arena, &g->found.named, named);
}

static void note_call(struct gather *g, struct expr *e)
{
    const struct expr *name = expr_unparen(e->a);
    struct symbol *callee = name->kind == EXPR_NAME ? name->symbol : NULL;

    if (!callee || callee->kind != SYMBOL_FUNCTION)
        return;
    struct symbol *version = symbol_version(callee, RESTRICT_AMP);
    struct call_site site = {version ? version : callee, e};
    vec_push(&g->c->arena, &g->found.calls, site);
}

/* ---- the walk ---- */

static bool enter_expr(struct walker *w, struct expr *e)
{
    if (e->kind == EXPR_SIZEOF || e->kind == EXPR_ALIGNOF)
        return false;
    if (e->chosen) {
        walk_expr(w, e->chosen);
        return false;
    }
    if (e->kind == EXPR_NAME)
        note_name(w->data, e);
    return true;
}

static void leave_expr(struct walker *w, struct expr *e)
{
    if (e->kind == EXPR_CALL)
        note_call(w->data, e);
}

static bool enter_spec(struct walker *w, struct spec *s)
{
    (void)w;
    return s->kind != SPEC_TYPEOF_EXPR;
}

static bool enter_decl(struct walker *w, struct decl *d)
{
    struct gather *g = w->data;

    for (int i = 0; d->kind == DECL_VARS && i < d->declarators.n; i++) {
        struct symbol *s = d->declarators.at[i]->symbol;
        if (s && s->kind == SYMBOL_VAR && s->storage & STORAGE_TILE_STATIC)
            vec_push(&g->c->arena, &g->found.tile_statics, s);
    }
    return true;
}

struct tree_lists tree_lists_of(struct ctx *c, struct launch *l, struct symbol *f)
{
    struct gather g = {.c = c, .launch = l, .seen = {.arena = &c->arena}};
    struct walker w = {.data = &g,
                       .expr_pre = enter_expr,
                       .expr_post = leave_expr,
                       .spec_pre = enter_spec,
                       .decl_pre = enter_decl};

    walk_stmt(&w, l ? l->lambda->body : f->definition->body);
    return g.found;
}

/* ---- making anew ---- */

static bool has(const struct launch *l, const struct symbol *s)
{
    for (int i = 0; i < l->captures.n; i++)
        if (l->captures.at[i].symbol == s)
            return true;
    return false;
}

void tree_lists_launch(struct ctx *c, struct launch *l)
{
    struct tree_lists found = tree_lists_of(c, l, NULL);

    memcpy(&l->calls, &found.calls, sizeof l->calls);
    l->tile_statics = found.tile_statics;
    for (int i = 0; i < found.named.n; i++)
        if (!has(l, found.named.at[i].symbol))
            vec_push(&c->arena, &l->captures, found.named.at[i]);
}

void tree_lists_function(struct ctx *c, struct symbol *f)
{
    struct tree_lists found = tree_lists_of(c, NULL, f);

    memcpy(&f->calls, &found.calls, sizeof f->calls);
    f->tile_statics = found.tile_statics;
}
