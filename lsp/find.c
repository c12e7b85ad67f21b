/* find.c - the name, the expression or the calls at a byte. */
#include "lsp/find.h"

#include "parser/walk.h"

const struct names *find_names(struct analysis *a)
{
    if (!a->named)
        names_find(&a->c.arena, a->program, &a->names);
    a->named = true;
    return &a->names;
}

const struct mention *find_mention(struct analysis *a, unsigned offset)
{
    return names_at(find_names(a), offset);
}

struct finder {
    struct analysis *analysis;
    unsigned offset;
    struct expr *found;
    const struct stmt *loop;
    expr_vec *calls;
};

static bool holds(struct loc loc, unsigned offset)
{
    return loc.begin <= offset && offset < loc.end;
}

static bool on_decl(struct walker *w, struct decl *d)
{
    const struct finder *f = w->data;
    return holds(d->loc, f->offset);
}

static bool on_expr(struct walker *w, struct expr *e)
{
    struct finder *f = w->data;
    if (!holds(e->loc, f->offset))
        return e->kind == EXPR_CONVERT;
    if (f->calls && (e->kind == EXPR_CALL || e->kind == EXPR_CONSTRUCT))
        vec_push(&f->analysis->c.arena, f->calls, e);
    if (e->kind != EXPR_CONVERT && e->type)
        f->found = e;
    return true;
}

struct expr *find_expr(struct analysis *a, unsigned offset)
{
    struct finder f = {.analysis = a, .offset = offset};
    struct walker w = {.data = &f, .decl_pre = on_decl, .expr_pre = on_expr};
    walk_unit(&w, a->program->unit);
    return f.found;
}

static bool on_stmt(struct walker *w, struct stmt *s)
{
    struct finder *f = w->data;
    unsigned word = s->kind == STMT_WHILE ? 5 : s->kind == STMT_FOR ? 3 : 2;
    if (stmt_is_loop(s) && f->offset - s->loc.begin < word)
        f->loop = s;
    return holds(s->loc, f->offset);
}

const struct stmt *find_loop(struct analysis *a, unsigned offset)
{
    struct finder f = {.analysis = a, .offset = offset};
    struct walker w = {.data = &f, .decl_pre = on_decl, .stmt_pre = on_stmt};
    walk_unit(&w, a->program->unit);
    return f.loop;
}

void find_calls(struct analysis *a, unsigned offset, expr_vec *out)
{
    struct finder f = {.analysis = a, .offset = offset, .calls = out};
    struct walker w = {.data = &f, .decl_pre = on_decl, .expr_pre = on_expr};
    walk_unit(&w, a->program->unit);
}

const struct launch *find_launch(const struct analysis *a, unsigned offset)
{
    const struct launch *found = NULL;
    for (int i = 0; i < a->program->launches.n; i++)
        if (holds(a->program->launches.at[i]->call->loc, offset))
            found = a->program->launches.at[i];
    return found;
}
