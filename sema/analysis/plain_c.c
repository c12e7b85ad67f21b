/* plain_c.c - declarations without AMP constructs, as most of those in headers.
 *
 * Checks skip them: a unit is mostly headers, and ten checks that each walked them would cost more
 * than the parser. Example: `int printf(const char *, ...);` is plain, a function with an
 * array_view parameter is not. */
#include "sema/analysis/code.h"
#include "sema/types/vector.h"

/* A walk that ends at the first AMP construct. */
struct plain {
    bool found;
};

static bool type_is_plain(const struct type *t)
{
    for (; t && (t->kind == TYPE_POINTER || t->kind == TYPE_ARRAY || t->kind == TYPE_FUNCTION);
         t = t->base)
        if (t->kind == TYPE_FUNCTION && t->restriction)
            return false;
    return !t || (t->kind != TYPE_AMP && !vector_of(t));
}

static bool symbol_is_plain(const struct symbol *s)
{
    return !s || (!(s->restriction & RESTRICT_AMP) && !s->other && type_is_plain(s->type));
}

static bool plain_expr(struct walker *w, struct expr *e)
{
    struct plain *p = w->data;

    if (e->amp != AMP_NONE || e->kind == EXPR_LAMBDA || e->kind == EXPR_CONSTRUCT || e->launch ||
        e->amp_code || e->ns || !symbol_is_plain(e->symbol) || !type_is_plain(e->type))
        p->found = true;
    return !p->found;
}

static bool plain_decl(struct walker *w, struct decl *d)
{
    struct plain *p = w->data;

    if (d->kind == DECL_ERROR || d->kind == DECL_USING || !symbol_is_plain(d->symbol))
        p->found = true;
    for (int i = 0; i < d->declarators.n; i++) {
        const struct init_declarator *v = d->declarators.at[i];
        if (v->constructed || v->restriction || !symbol_is_plain(v->symbol) ||
            !type_is_plain(v->type))
            p->found = true;
    }
    return !p->found;
}

static bool plain_spec(struct walker *w, struct spec *s)
{
    struct plain *p = w->data;

    if (s->kind == SPEC_AMP || s->kind == SPEC_ERROR || s->names_amp || s->restriction ||
        s->storage & STORAGE_TILE_STATIC || !type_is_plain(s->type))
        p->found = true;
    return !p->found;
}

static bool plain_declarator(struct walker *w, struct declarator *d)
{
    struct plain *p = w->data;

    for (const struct deriv *v = d->derivs; v; v = v->next)
        if (v->restriction || v->kind == DERIV_REFERENCE)
            p->found = true;
    return !p->found;
}

bool decl_is_plain(struct findings *a, struct decl *d)
{
    struct plain p = {.found = false};
    struct walker w = {.data = &p,
                       .expr_pre = plain_expr,
                       .decl_pre = plain_decl,
                       .spec_pre = plain_spec,
                       .declarator_pre = plain_declarator};

    intptr_t plain = node_table_get(&a->plain, d, -1);
    if (plain < 0) {
        walk_decl(&w, d);
        plain = !p.found;
        node_table_set(&a->plain, d, plain);
    }
    return plain;
}
