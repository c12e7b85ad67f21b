/* substitute.c - first a walk that looks whether the value may stand for the variable, then an edit
 * that puts it there and types anew what is around it. */
#include "sema/tree/substitute.h"

#include "parser/walk.h"
#include "sema/tree/clone.h"
#include "sema/tree/edit.h"
#include "sema/types/amp.h"
#include "sema/types/constant.h"
#include "sema/types/expr.h"
#include "sema/types/pure.h"

struct look {
    const struct symbol *symbol; /* to be replaced */
    symbol_vec named;            /* in the value */
    struct arena *arena;
    const char *fault;
};

/* ---- the value ---- */

static bool look_value(struct walker *w, struct expr *e)
{
    struct look *l = w->data;

    if (e->kind == EXPR_NAME && e->symbol)
        vec_push(l->arena, &l->named, e->symbol);
    return true;
}

/* ---- the code ---- */

/* The variable that e, an lvalue, is or is a component or member of; NULL: none. */
static const struct symbol *root(const struct expr *e)
{
    for (;;) {
        e = expr_evaluated(e);
        if (e->kind == EXPR_MEMBER || e->amp == AMP_INDEX_SUBSCRIPT ||
            (e->kind == EXPR_UNARY && (e->op == OP_REAL || e->op == OP_IMAG)))
            e = e->a;
        else if (e->kind == EXPR_SUBSCRIPT && expr_is_decay(e->a))
            e = e->a->a;
        else
            return e->kind == EXPR_NAME ? e->symbol : NULL;
    }
}

static void changed(struct look *l, const struct expr *e)
{
    const struct symbol *s = root(e);

    if (s && s == l->symbol)
        l->fault = "the variable is changed, or its address taken";
    for (int i = 0; s && i < l->named.n; i++)
        if (l->named.at[i] == s)
            l->fault = "what the value names is changed, or its address taken";
}

/* Arguments for parameters that are other names of them. */
static void look_call(struct look *l, const struct expr *e)
{
    for (int i = 0; i < e->args.n; i++)
        if (expr_refers(e, i))
            changed(l, e->args.at[i]);
}

static bool look_code(struct walker *w, struct expr *e)
{
    struct look *l = w->data;

    if (e->kind == EXPR_ASSIGN ||
        (e->kind == EXPR_UNARY && (op_is_step(e->op) || e->op == OP_ADDR)))
        changed(l, e->a);
    else if (expr_is_decay(e))
        changed(l, e->a);
    else if (e->kind == EXPR_CALL)
        look_call(l, e);
    return !l->fault;
}

static bool look_decl(struct walker *w, struct decl *d)
{
    struct look *l = w->data;

    for (int i = 0; d->kind == DECL_VARS && i < d->declarators.n; i++) {
        const struct symbol *s = d->declarators.at[i]->symbol;
        if (s == l->symbol)
            l->fault = "the variable is declared there";
        for (int k = 0; s && k < l->named.n; k++)
            if (l->named.at[k]->name == s->name)
                l->fault = "a variable of the same name as one of the value's is declared there";
    }
    return !l->fault;
}

const char *tree_substitute_fault(struct maker *m, struct stmt *code, const struct symbol *s,
                                  const struct expr *value)
{
    struct look l = {.symbol = s, .arena = &m->c->arena};
    struct walker values = {.data = &l, .expr_pre = look_value};
    struct walker codes = {.data = &l, .expr_pre = look_code, .decl_pre = look_decl};

    if (!expr_is_pure(value))
        return "the value has effects, or calls a function";
    walk_expr(&values, (struct expr *)value);
    walk_stmt(&codes, code);
    return l.fault;
}

static const char *fault_of(struct maker *m, struct stmt *code, struct symbol *s,
                            const struct expr *value)
{
    bool amp = type_is_amp(s->type, AMP_TYPE_INDEX) || type_is_amp(s->type, AMP_TYPE_EXTENT) ||
               type_is_amp(s->type, AMP_TYPE_ARRAY_VIEW);

    if (!type_is_scalar(s->type) && !amp)
        return "the variable is no scalar, index, extent or view";
    if (amp ? !type_same_unqualified(s->type, value->type) : !type_is_scalar(value->type))
        return "the value is of another type";
    return tree_substitute_fault(m, code, s, value);
}

/* ---- the edit ---- */

struct substitution {
    struct maker *m;
    const struct symbol *symbol;
    const struct expr *value;
    int n;           /* places so far */
    VEC(int) before; /* n in front of each node that is open */
};

static struct expr *value_at_place(struct substitution *u)
{
    struct tree_clone k = tree_clone_begin(u->m->c);
    struct expr *e = tree_clone_expr(&k, u->value);

    while (e->kind == EXPR_PAREN)
        e = e->a;
    /* A conversion of C's own is one where it stands, and none elsewhere. */
    if (e->kind == EXPR_CONVERT || !type_same_unqualified(e->type, u->symbol->type))
        e = make_cast(u->m, type_unqualified(u->m->c, u->symbol->type), e);
    return e;
}

static bool enter_expr(struct tree_edit *t, struct expr **at)
{
    struct substitution *u = t->data;

    if ((*at)->kind == EXPR_NAME && (*at)->symbol == u->symbol) {
        *at = value_at_place(u);
        u->n++;
        return false;
    }
    vec_push(&u->m->c->arena, &u->before, u->n);
    return true;
}

static void leave_expr(struct tree_edit *t, struct expr **at)
{
    struct substitution *u = t->data;

    if (u->before.at[--u->before.n] == u->n)
        return;
    if ((*at)->kind == EXPR_CONVERT)
        constant_fold(*at);
    else
        retype_expr(u->m, *at);
}

static bool enter_decl(struct tree_edit *t, struct decl **at)
{
    struct substitution *u = t->data;

    (void)at;
    vec_push(&u->m->c->arena, &u->before, u->n);
    return true;
}

static void leave_decl(struct tree_edit *t, struct decl **at)
{
    struct substitution *u = t->data;
    const struct decl *d = *at;

    if (u->before.at[--u->before.n] == u->n || d->kind != DECL_VARS)
        return;
    for (int i = 0; i < d->declarators.n; i++)
        if (d->declarators.at[i]->symbol && d->declarators.at[i]->symbol->kind == SYMBOL_VAR)
            retype_variable(u->m, d->declarators.at[i]);
}

const char *tree_substitute(struct maker *m, struct stmt **at, struct symbol *s,
                            const struct expr *value)
{
    const char *fault = fault_of(m, *at, s, value);
    struct substitution u = {.m = m, .symbol = s, .value = value};
    struct tree_edit t = {.data = &u,
                          .expr_pre = enter_expr,
                          .expr_post = leave_expr,
                          .decl_pre = enter_decl,
                          .decl_post = leave_decl};

    if (!fault)
        tree_edit_stmt(&t, at);
    return fault;
}
