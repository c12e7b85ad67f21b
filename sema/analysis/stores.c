/* stores.c - where the variables of a function or kernel get values, as the expressions that
 * store, in one walk.
 *
 * Flow-insensitive: per variable the set of expressions that store into it; the join is the union
 * over the whole body. Limit: stores through pointers are not followed; a variable whose address
 * leaves the expression ("taken") may be stored into anywhere. Example: of `n = 1; f(&n);` n has
 * one, and is taken. */
#include "sema/analysis/stores.h"

#include "sema/analysis/order.h"

const struct stored *stores_find(const struct stores *s, const struct symbol *symbol)
{
    intptr_t i = node_table_get(&s->places, symbol, -1);

    return i >= 0 ? &s->all.at[i] : NULL;
}

static struct stored *entry_of(struct stores *s, struct symbol *symbol)
{
    intptr_t i = node_table_get(&s->places, symbol, s->all.n);

    if (i == s->all.n) {
        node_table_set(&s->places, symbol, i);
        vec_push(&s->k->c->arena, &s->all, ((struct stored){.symbol = symbol, .number = -1}));
    }
    return &s->all.at[i];
}

void stores_number(struct stores *s, struct symbol *symbol, int number)
{
    entry_of(s, symbol)->number = number;
}

static void store_add(struct stores *s, struct expr *name, const struct expr *at, bool taken)
{
    struct symbol *symbol = name->symbol;
    struct stored *entry;

    if (!symbol || (symbol->kind != SYMBOL_VAR && symbol->kind != SYMBOL_PARAM))
        return;
    entry = entry_of(s, symbol);
    entry->taken = entry->taken || taken;
    vec_push(&s->k->c->arena, &entry->at, at);
}

/* Notes a store into the variable of an lvalue. */
static void lvalue_add(struct stores *s, struct expr *lvalue, const struct expr *at, bool taken)
{
    struct lvalue_root root = lvalue_root(lvalue);

    if (root.variable && !root.element && !root.through_pointer)
        store_add(s, root.variable, at, taken);
}

/* Arguments for parameters declared with &. */
static void references_add(struct stores *s, struct expr *call)
{
    for (int i = 0; i < call->args.n && call->amp == AMP_NONE; i++)
        if (expr_refers(call, i))
            lvalue_add(s, expr_strip(call->args.at[i]), call, true);
}

static void subscript_walk(struct code_walk *w, struct expr *e)
{
    struct expr *a = expr_unparen(e->a);

    /* an array that decays only to be subscripted is not taken */
    if (expr_is_decay(a))
        code_walk_expr(w, a->a);
    else
        code_walk_expr(w, e->a);
    code_walk_expr(w, e->b);
}

static bool stores_expr(struct code_walk *w, struct expr *e)
{
    struct stores *s = w->data;
    struct expr *target = store_target(e);

    if (w->unevaluated)
        return true;
    if (target)
        lvalue_add(s, target, e, false);
    else if (e->kind == EXPR_UNARY && e->op == OP_ADDR && e->a)
        lvalue_add(s, e->a, e, true);
    else if (expr_is_decay(e))
        lvalue_add(s, e->a, e, true);
    else if (e->kind == EXPR_CALL)
        references_add(s, e);
    if (e->kind == EXPR_SUBSCRIPT && e->amp == AMP_NONE) {
        subscript_walk(w, e);
        return false;
    }
    return true;
}

void stores_collect(struct stores *s, struct code *k)
{
    struct code_walk w = {.k = k, .expr = stores_expr, .data = s};

    *s = (struct stores){.k = k, .places = {.arena = &k->c->arena}};
    if (k->launch)
        order_launch(k->findings, k->launch);
    order_function(k->findings, k->function);
    code_walk_stmt(&w, code_body(k));
}

bool stores_within(const struct stores *s, const struct symbol *symbol, const void *node)
{
    const struct stored *entry = stores_find(s, symbol);

    for (int i = 0; entry && i < entry->at.n; i++)
        if (node_inside(s->k->findings, entry->at.at[i], node))
            return true;
    return false;
}
