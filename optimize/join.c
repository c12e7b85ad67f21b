/* join.c - ifs whose branches end with a store to the same element: the value is a variable's, and
 * the store stands once behind them. Lanes then store together, often all of them, instead of those
 * of each branch on their own.
 *
 * Example: `if (k > 0) y[k] = a; else y[k] = b;` becomes
 * `{ float t; if (k > 0) t = a; else t = b; y[k] = t; }`. It relies on depend.c: only ifs that
 * neighbouring threads decide differently change. */
#include "optimize/internal.h"

#include "optimize/cover_plan.h"
#include "sema/types/pure.h"
#include "sema/tree/edit.h"

struct join {
    struct maker *make;
    const struct depend *depend;
    bool any;
};

/* The element of a view to which all ways through s store in the end; NULL: they do not. */
static struct expr *element_of(const struct stmt *s)
{
    struct expr *a, *b;

    while (s->kind == STMT_COMPOUND && s->items.n)
        s = s->items.at[s->items.n - 1];
    if (s->kind == STMT_EXPR && s->expr->kind == EXPR_ASSIGN && s->expr->op == OP_ASSIGN)
        return fetch_is_element(s->expr->a) && type_is_arithmetic(s->expr->a->type) ? s->expr->a
                                                                                    : NULL;
    if (s->kind != STMT_IF || !s->else_)
        return NULL;
    a = element_of(s->body);
    b = a ? element_of(s->else_) : NULL;
    return b && expr_is_same(a, b) ? a : NULL;
}

/* The same with a variable in the element's place; s is left as it is. */
static struct stmt *kept(struct maker *m, const struct stmt *s, struct symbol *t)
{
    struct stmt *made;

    m->loc = s->loc;
    if (s->kind == STMT_EXPR)
        return make_effect(m, make_assign(m, OP_ASSIGN, make_name(m, t), s->expr->b));
    if (s->kind == STMT_IF)
        return make_if(m, s->expr, kept(m, s->body, t), kept(m, s->else_, t));
    made = make_block(m, NULL, 0);
    for (int i = 0; i < s->items.n - 1; i++)
        block_add(m, made, s->items.at[i]);
    block_add(m, made, kept(m, s->items.at[s->items.n - 1], t));
    return made;
}

static bool join_stmt(struct tree_edit *edit, struct stmt **at)
{
    struct join *j = edit->data;
    struct maker *m = j->make;
    struct stmt *s = *at, *joined;
    struct expr *element = s->kind == STMT_IF ? element_of(s) : NULL;
    struct symbol *t;

    if (!element || !(depend_control(j->depend, s) & ON_LANE))
        return true;
    m->loc = s->loc;
    t = make_local(m, "v", type_unqualified(m->c, element->type), 0);
    joined = make_block(m, NULL, 0);
    block_add(m, joined, make_declare(m, t, NULL));
    block_add(m, joined, kept(m, s, t));
    block_add(m, joined, make_effect(m, make_assign(m, OP_ASSIGN, element, make_name(m, t))));
    *at = joined;
    j->any = true;
    return true; /* there may be others inside */
}

bool block_join(struct maker *m, const struct depend *d, struct stmt **body)
{
    struct join j = {m, d, false};
    struct tree_edit edit = {.data = &j, .stmt_pre = join_stmt};

    tree_edit_stmt(&edit, body);
    return j.any;
}
