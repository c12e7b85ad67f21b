/* symbol.c - questions about symbols and launches that need no walk. */
#include "sema/types/symbol.h"

#include "common/ctx.h"

/* ---- the call graph ---- */

struct symbol *symbol_version(struct symbol *f, unsigned side)
{
    if (f->restriction & side)
        return f;
    return f->other && (f->other->restriction & side) ? f->other : NULL;
}

bool symbol_is_external(const struct symbol *f)
{
    if (f->kind != SYMBOL_FUNCTION || f->is_nested || f->storage & STORAGE_STATIC)
        return false;
    if (!(f->storage & STORAGE_INLINE) || f->storage & STORAGE_EXTERN)
        return true;
    for (int i = 0; i < f->decls.n; i++)
        if (!(f->decls.at[i].storage & STORAGE_INLINE))
            return true;
    return false;
}

bool symbol_is_automatic(const struct symbol *s)
{
    if (s->kind == SYMBOL_PARAM)
        return true;
    return s->kind == SYMBOL_VAR && !s->file_scope &&
           !(s->storage & (STORAGE_STATIC | STORAGE_EXTERN | STORAGE_THREAD));
}

static bool contains(const symbol_vec *v, const struct symbol *f)
{
    for (int i = 0; i < v->n; i++)
        if (v->at[i] == f)
            return true;
    return false;
}

/* Adds f after what it calls. 'seen' holds the functions visited, so that recursion (which is
 * reported elsewhere) ends. */
static void reach(struct ctx *c, struct symbol *callee, symbol_vec *seen, symbol_vec *out)
{
    struct symbol *f = symbol_version(callee, RESTRICT_AMP);

    if (!f || contains(seen, f))
        return;
    vec_push(&c->arena, seen, f);
    for (int i = 0; i < f->calls.n; i++)
        reach(c, f->calls.at[i].callee, seen, out);
    vec_push(&c->arena, out, f);
}

void launch_functions(struct ctx *c, const struct launch *l, symbol_vec *out)
{
    symbol_vec seen = {0};

    for (int i = 0; i < l->calls.n; i++)
        reach(c, l->calls.at[i].callee, &seen, out);
}

/* ---- launches ---- */

bool launch_parameter_fits(const struct launch *l, const struct type *t)
{
    if (type_is_amp(t, AMP_TYPE_INDEX))
        return t->rank == l->rank;
    if (!l->tiled || !type_is_amp(t, AMP_TYPE_TILED_INDEX) || t->rank != l->rank)
        return false;
    for (int i = 0; i < l->rank && i < 3; i++)
        if (t->tile[i] != l->tile[i] &&
            l->tile[i] > 0) /* a size that is not positive is reported elsewhere */
            return false;
    return true;
}
