/* make_init.c - makers of initialisers and designators (C11 6.7.9). */
#include "parser/make.h"

#include "parser/recover.h"

struct init *init_expr(struct parser *p, struct expr *e)
{
    struct init *i = arena_new(p->arena, struct init);
    i->loc = e->loc;
    i->expr = e;
    return i;
}

struct init *init_braces(struct parser *p, struct init *list, struct loc loc)
{
    if (!list)
        list = arena_new(p->arena, struct init);
    list->loc = loc;
    return list;
}

struct init *init_error(struct parser *p, struct loc loc)
{
    struct expr *e = arena_new(p->arena, struct expr);
    e->kind = EXPR_ERROR;
    e->loc = loc;
    recover_end(p);
    return init_expr(p, e);
}

struct init *init_add(struct parser *p, struct init *list, const struct init_item *item)
{
    if (!list)
        list = arena_new(p->arena, struct init);
    vec_push(p->arena, &list->items, *item);
    return list;
}

struct init_item *init_item_new(struct parser *p, designator_vec *designators, struct init *init)
{
    struct init_item *item = arena_new(p->arena, struct init_item);
    item->init = init;
    if (designators)
        item->designators = *designators;
    return item;
}

designator_vec *designators_add(struct parser *p, designator_vec *v, const struct designator *d)
{
    if (!v)
        v = arena_new(p->arena, designator_vec);
    vec_push(p->arena, v, *d);
    return v;
}

struct designator *designator_name(struct parser *p, const struct token *t, struct loc loc)
{
    struct designator *d = arena_new(p->arena, struct designator);
    *d = (struct designator){.name = t->name, .loc = loc};
    return d;
}

struct designator *designator_index(struct parser *p, struct expr *index, struct expr *last,
                                    struct loc loc)
{
    struct designator *d = arena_new(p->arena, struct designator);
    *d = (struct designator){.index = index, .last = last, .loc = loc};
    return d;
}
