/* make_declarator.c - makers of declarators, parameters and type names.
 *
 * A declarator is a name and a chain of derivations, outermost first. Example: `int *a[3]` is a,
 * array of 3, pointer. */
#include "parser/make.h"

static struct declarator *declarator_new(struct parser *p, struct loc loc)
{
    struct declarator *d = arena_new(p->arena, struct declarator);
    d->loc = loc;
    return d;
}

/* Derivations are in the order from the name outwards, so a new one is appended. */
static struct declarator *declarator_append(struct declarator *d, struct deriv *deriv,
                                            struct loc loc)
{
    struct deriv **end = &d->derivs;
    while (*end)
        end = &(*end)->next;
    *end = deriv;
    d->loc = loc;
    return d;
}

struct declarator *declarator_name(struct parser *p, const struct token *t)
{
    struct declarator *d = declarator_new(p, t->loc);
    d->name = t->name;
    d->name_loc = t->loc;
    return d;
}

struct declarator *declarator_paren(struct parser *p, struct declarator *d, struct loc loc)
{
    (void)p;
    d->loc = loc;
    return d;
}

struct declarator *declarator_add(struct parser *p, struct declarator *d, struct deriv *deriv,
                                  struct loc loc)
{
    return declarator_append(d ? d : declarator_new(p, loc), deriv, loc);
}

struct declarator *declarator_pointer(struct parser *p, struct declarator *d, unsigned quals,
                                      struct loc star, struct loc loc)
{
    struct deriv *deriv = arena_new(p->arena, struct deriv);
    deriv->kind = DERIV_POINTER;
    deriv->quals = quals;
    deriv->loc = star;
    return declarator_add(p, d, deriv, loc);
}

struct declarator *declarator_reference(struct parser *p, struct declarator *d, struct loc amp,
                                        struct loc loc)
{
    struct deriv *deriv = arena_new(p->arena, struct deriv);
    deriv->kind = DERIV_REFERENCE;
    deriv->loc = amp;
    return declarator_add(p, d, deriv, loc);
}

struct deriv *deriv_array(struct parser *p, unsigned quals, struct expr *size, bool star,
                          struct loc loc)
{
    struct deriv *deriv = arena_new(p->arena, struct deriv);
    deriv->kind = DERIV_ARRAY;
    deriv->loc = loc;
    deriv->quals = quals & ~ARRAY_STATIC;
    deriv->is_static = (quals & ARRAY_STATIC) != 0;
    deriv->size = size;
    deriv->star = star;
    return deriv;
}

/* A parameter list that is "(void)". */
static bool is_void(const struct param_list *params)
{
    if (params->at.n != 1 || params->variadic)
        return false;
    const struct param *param = params->at.at[0];
    return !param->declarator && param->spec->kind == SPEC_WORDS &&
           param->spec->words == WORD_VOID && !param->spec->storage && !param->spec->quals;
}

static struct deriv *function_new(struct parser *p, struct loc loc, int depth)
{
    struct deriv *deriv = arena_new(p->arena, struct deriv);
    deriv->kind = DERIV_FUNCTION;
    deriv->loc = loc;
    deriv->names = scope_names_of(p->scope);
    deriv->restriction = claim_clause_after(p, loc.end, false);
    scope_close(p->scope, depth);
    return deriv;
}

struct deriv *deriv_function(struct parser *p, struct param_list *params, struct loc loc, int depth)
{
    struct deriv *deriv = function_new(p, loc, depth);
    if (!params)
        return deriv;
    deriv->prototype = true;
    deriv->variadic = params->variadic;
    if (!is_void(params)) {
        deriv->params.at = params->at.at;
        deriv->params.n = params->at.n;
        deriv->params.cap = params->at.cap;
    }
    return deriv;
}

struct deriv *deriv_identifiers(struct parser *p, struct token_vec *names, struct loc loc,
                                int depth)
{
    for (int i = 0; i < names->at.n; i++)
        scope_declare(p->scope, names->at.at[i]->name, NAME_OBJECT);
    struct deriv *deriv = function_new(p, loc, depth);
    for (int i = 0; i < names->at.n; i++) {
        const struct token *t = names->at.at[i];
        struct param *param = arena_new(p->arena, struct param);
        param->declarator = declarator_name(p, t);
        param->loc = t->loc;
        vec_push(p->arena, &deriv->params, param);
    }
    return deriv;
}

struct param_list *params_new(struct parser *p, struct loc loc)
{
    struct param_list *list = arena_new(p->arena, struct param_list);
    list->loc = loc;
    return list;
}

struct param_list *params_at(struct parser *p, struct param_list *list, struct loc loc)
{
    if (is_void(list))
        list = params_new(p, loc);
    list->loc = loc;
    return list;
}

struct param_list *params_add(struct parser *p, struct param_list *list, struct param *param)
{
    if (!list)
        list = params_new(p, param->loc);
    vec_push(p->arena, &list->at, param);
    return list;
}

struct param_list *params_variadic(struct parser *p, struct param_list *list)
{
    if (!list)
        list = params_new(p, (struct loc){0, 0});
    list->variadic = true;
    return list;
}

struct param *param_new(struct parser *p, struct spec *s, struct declarator *d, struct loc loc)
{
    struct param *param = arena_new(p->arena, struct param);
    param->spec = s;
    param->declarator = d;
    param->loc = (struct loc){s->loc.begin, loc.end};
    if (!d)
        return param;
    claim_attrs(p, &d->attrs, d->loc.begin, d->loc.end);
    struct restrict_clause *clause = claim_clause_misplaced(p, d->loc.begin, d->loc.end);
    if (clause && !s->restriction)
        s->restriction = clause;
    if (d->name)
        scope_declare(p->scope, d->name, NAME_OBJECT);
    return param;
}

struct type_name *type_name_new(struct parser *p, struct spec *s, struct declarator *d,
                                struct loc loc)
{
    struct type_name *t = arena_new(p->arena, struct type_name);
    t->spec = s;
    t->declarator = d;
    t->loc = (struct loc){s->loc.begin, loc.end};
    if (d)
        claim_attrs(p, &d->attrs, d->loc.begin, d->loc.end);
    return t;
}

struct token_vec *names_add(struct parser *p, struct token_vec *names, const struct token *t)
{
    if (!names)
        names = arena_new(p->arena, struct token_vec);
    vec_push(p->arena, &names->at, t);
    return names;
}
