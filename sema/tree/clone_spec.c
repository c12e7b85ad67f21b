/* clone_spec.c - copies of types as written: specifiers, declarators, type names. Their types are
 * shared; the expressions in them (sizes of arrays, typeof) may name what the clone declares. */
#include "sema/tree/clone_internal.h"

static struct member_decl *clone_members(struct tree_clone *k, const struct member_decl *m)
{
    struct member_decl *n = clone_node(k, m, sizeof *m);

    n->spec = tree_clone_spec(k, m->spec);
    n->static_assert_ = tree_clone_decl(k, m->static_assert_);
    vec_reset(&n->members);
    for (int i = 0; i < m->members.n; i++) {
        const struct member *from = &m->members.at[i];
        struct member to = {tree_clone_declarator(k, from->declarator),
                            tree_clone_expr(k, from->bits)};
        vec_push(&k->c->arena, &n->members, to);
    }
    return n;
}

static struct record_spec *clone_record(struct tree_clone *k, const struct record_spec *r)
{
    struct record_spec *n = clone_node(k, r, sizeof *r);

    vec_reset(&n->members);
    for (int i = 0; i < r->members.n; i++)
        vec_push(&k->c->arena, &n->members, clone_members(k, r->members.at[i]));
    return n;
}

static struct enum_spec *clone_enum(struct tree_clone *k, const struct enum_spec *e)
{
    struct enum_spec *n = clone_node(k, e, sizeof *e);

    vec_reset(&n->enumerators);
    for (int i = 0; i < e->enumerators.n; i++) {
        const struct enumerator *from = e->enumerators.at[i];
        struct enumerator *to = clone_node(k, from, sizeof *from);
        to->value = tree_clone_expr(k, from->value);
        vec_push(&k->c->arena, &n->enumerators, to);
    }
    return n;
}

static struct amp_spec *clone_amp(struct tree_clone *k, const struct amp_spec *a)
{
    struct amp_spec *n = clone_node(k, a, sizeof *a);

    n->element = tree_clone_type_name(k, a->element);
    n->args = clone_exprs(k, &a->args);
    return n;
}

struct spec *tree_clone_spec(struct tree_clone *k, const struct spec *s)
{
    if (!s)
        return NULL;
    struct spec *n = clone_node(k, s, sizeof *s);
    n->record = s->record ? clone_record(k, s->record) : NULL;
    n->enum_ = s->enum_ ? clone_enum(k, s->enum_) : NULL;
    n->amp = s->amp ? clone_amp(k, s->amp) : NULL;
    n->typeof_expr = tree_clone_expr(k, s->typeof_expr);
    n->typeof_type = tree_clone_type_name(k, s->typeof_type);
    n->alignas_expr = tree_clone_expr(k, s->alignas_expr);
    n->alignas_type = tree_clone_type_name(k, s->alignas_type);
    return n;
}

struct param *clone_param(struct tree_clone *k, const struct param *p)
{
    struct param *n = clone_node(k, p, sizeof *p);
    bool is_new = clone_is_new(k, p->symbol);

    n->spec = tree_clone_spec(k, p->spec);
    n->declarator = tree_clone_declarator(k, p->declarator);
    n->symbol = clone_declared(k, p->symbol);
    if (is_new && n->symbol->spec == p->spec)
        n->symbol->spec = n->spec;
    return n;
}

struct declarator *tree_clone_declarator(struct tree_clone *k, const struct declarator *d)
{
    if (!d)
        return NULL;
    struct declarator *n = clone_node(k, d, sizeof *d);
    struct deriv **link = &n->derivs;
    for (const struct deriv *v = d->derivs; v; v = v->next) {
        struct deriv *copy = clone_node(k, v, sizeof *v);
        copy->size = tree_clone_expr(k, v->size);
        vec_reset(&copy->params);
        for (int i = 0; i < v->params.n; i++)
            vec_push(&k->c->arena, &copy->params, clone_param(k, v->params.at[i]));
        *link = copy;
        link = &copy->next;
    }
    return n;
}

struct type_name *tree_clone_type_name(struct tree_clone *k, const struct type_name *t)
{
    if (!t)
        return NULL;
    struct type_name *n = clone_node(k, t, sizeof *t);
    n->spec = tree_clone_spec(k, t->spec);
    n->declarator = tree_clone_declarator(k, t->declarator);
    return n;
}
