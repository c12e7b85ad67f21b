/* remake.c - every node of kernels and amp functions made anew, by its maker (make.h): a pass that
 * changes nothing, for the tests of the makers (`AMPC_TREE=remake`). Children come first; what
 * typing has put around them as conversions goes, and has to come back from the makers.
 *
 * What a maker cannot know of the source is copied from the old node: places, spellings of
 * constants, types as they are written. */
#include <math.h>

#include "sema/tree/edit.h"
#include "sema/tree/lists.h"
#include "sema/tree/make_internal.h"
#include "sema/tree/renew.h"
#include "sema/types/amp.h"
#include "sema/types/expr.h"

/* ---- expressions ---- */

static struct expr *remake_call(struct maker *m, struct expr *e)
{
    struct expr *callee = e->a;

    exprs_unconvert(&e->args);
    if (callee->kind == EXPR_MEMBER && callee->amp != AMP_NONE && !callee->template_args.n &&
        !callee->type_name) {
        expr_unconvert(&callee->a);
        struct expr *n = make_method_call(m, callee->a, callee->name, e->args.at, e->args.n);
        n->a->name_loc = callee->name_loc;
        n->a->op_loc = callee->op_loc;
        n->a->loc = callee->loc;
        return n;
    }
    if (e->amp == AMP_VIEW_ELEMENT)
        return make_element(m, callee, e->args.at, e->args.n);
    if (callee->kind != EXPR_NAME || e->chosen)
        return NULL;
    struct expr *n = callee->symbol && callee->symbol->kind == SYMBOL_FUNCTION
                         ? make_call(m, callee->symbol, e->args.at, e->args.n)
                         : make_library_call(m, callee->ns, callee->name, e->args.at, e->args.n);
    n->a->loc = callee->loc;
    n->a->name_loc = callee->name_loc;
    return n;
}

/* NULL: there is no maker for it. */
static struct expr *remake_other(struct maker *m, struct expr *e)
{
    switch (e->kind) {
    case EXPR_INT:
        return e->value < 0 || e->type->kind < TYPE_INT ? NULL : make_int(m, e->value, e->type);
    case EXPR_FLOAT:
        return e->real && isfinite(e->number) &&
                       (e->type->kind == TYPE_FLOAT || e->type->kind == TYPE_DOUBLE)
                   ? make_real(m, e->number, e->type)
                   : NULL;
    case EXPR_NAME:
        return e->symbol ? make_name(m, e->symbol) : NULL;
    case EXPR_CAST:
        return make_cast(m, e->type_name->type, e->a);
    case EXPR_COMPOUND:
        init_unconvert(e->init);
        return make_compound(m, e->type_name->type, e->init);
    case EXPR_SIZEOF:
        return e->type_name ? make_sizeof(m, e->type_name->type) : NULL;
    case EXPR_CONSTRUCT:
        exprs_unconvert(&e->args);
        return e->spec ? make_construct(m, e->spec->type, e->args.at, e->args.n) : NULL;
    case EXPR_STMT:
        return make_block_value(m, e->body);
    case EXPR_CALL:
        return remake_call(m, e);
    case EXPR_PAREN:
    case EXPR_SUBSCRIPT:
    case EXPR_MEMBER:
    case EXPR_ARROW:
    case EXPR_UNARY:
    case EXPR_BINARY:
    case EXPR_ASSIGN:
    case EXPR_COND:
    case EXPR_CONVERT:
    case EXPR_ERROR:
    case EXPR_CHAR:
    case EXPR_STRING:
    case EXPR_ALIGNOF:
    case EXPR_OFFSETOF:
    case EXPR_TYPES_COMPATIBLE:
    case EXPR_GENERIC:
    case EXPR_HOST_ONLY:
        break;
    }
    return NULL;
}

static struct expr *remake_operation(struct maker *m, struct expr *e)
{
    expr_unconvert(&e->a);
    expr_unconvert(&e->b);
    expr_unconvert(&e->c);
    switch (e->kind) {
    case EXPR_PAREN:
        return make_paren(m, e->a);
    case EXPR_SUBSCRIPT:
        return make_subscript(m, e->a, e->b);
    case EXPR_MEMBER:
        return make_member(m, e->a, e->name);
    case EXPR_ARROW:
        return make_arrow(m, e->a, e->name);
    case EXPR_UNARY:
        return make_unary(m, e->op, e->a);
    case EXPR_BINARY:
        return make_binary(m, e->op, e->a, e->b);
    case EXPR_ASSIGN:
        return make_assign(m, e->op, e->a, e->b);
    case EXPR_COND:
        return make_cond(m, e->a, e->b, e->c);
    case EXPR_CONVERT:
    case EXPR_NAME:
    case EXPR_LITERALS:
    case EXPR_CALL:
    case EXPR_CAST:
    case EXPR_COMPOUND:
    case EXPR_STMT:
    case EXPR_CONSTRUCT:
    case EXPR_ERROR:
    case EXPR_QUESTIONS:
    case EXPR_GENERIC:
    case EXPR_HOST_ONLY:
        break;
    }
    return remake_other(m, e);
}

static bool enter_expr(struct tree_edit *t, struct expr **at)
{
    (void)t;
    return (*at)->type != NULL; /* what a checker of types alone has not reached */
}

static void remake_expr(struct tree_edit *t, struct expr **at)
{
    struct maker *m = t->data;
    struct expr *e = *at, *n;
    bool is_method = (e->kind == EXPR_MEMBER || e->kind == EXPR_ARROW) && e->amp != AMP_NONE &&
                     e->type->kind == TYPE_UNKNOWN; /* its call makes it */

    bool is_vector = e->kind == EXPR_CONSTRUCT && e->amp == AMP_VECTOR_VALUE; /* a conversion */

    if (e->kind == EXPR_CONVERT || is_method || is_vector)
        return;
    m->loc = e->loc;
    n = remake_operation(m, e);
    if (!n) {
        retype_expr(m, e);
        return;
    }
    n->op_loc = e->op_loc;
    n->op2_loc = e->op2_loc;
    n->name_loc = e->name_loc;
    n->depth = e->depth;
    if (n->kind == e->kind && (n->kind == EXPR_INT || n->kind == EXPR_FLOAT))
        n->name = e->name;
    if (e->type_name)
        n->type_name = e->type_name;
    if (e->kind == EXPR_CONSTRUCT && n->kind == EXPR_CONSTRUCT && e->spec)
        n->spec = e->spec;
    *at = n;
}

/* ---- statements and declarations ---- */

static struct stmt *remake_loop(struct maker *m, struct stmt *s)
{
    struct stmt first = {.decl = s->decl, .expr = s->init};

    if (s->kind == STMT_WHILE)
        return make_while(m, s->expr, s->body);
    if (s->kind == STMT_DO)
        return make_do(m, s->body, s->expr);
    expr_unconvert(&first.expr);
    expr_unconvert(&s->step);
    return make_for(m, s->decl || s->init ? &first : NULL, s->expr, s->step, s->body);
}

static struct stmt *remake(struct maker *m, struct stmt *s)
{
    expr_unconvert(&s->expr);
    expr_unconvert(&s->last);
    switch (s->kind) {
    case STMT_EMPTY:
        return make_empty(m);
    case STMT_EXPR:
        return make_effect(m, s->expr);
    case STMT_COMPOUND:
        return make_block(m, s->items.at, s->items.n);
    case STMT_IF:
        return make_if(m, s->expr, s->body, s->else_);
    case STMT_SWITCH:
        return make_switch(m, s->expr, s->body);
    case STMT_LOOPS:
        return remake_loop(m, s);
    case STMT_CONTINUE:
    case STMT_BREAK:
        return make_jump(m, s->kind);
    case STMT_RETURN:
        return make_return(m, s->expr);
    case STMT_CASE:
    case STMT_DEFAULT:
        return make_case(m, s->expr, s->last, s->body);
    case STMT_DECL: /* its variables were met as declarations */
    case STMT_GOTO:
    case STMT_LABEL:
    case STMT_ASM:
    case STMT_LOCAL_LABELS:
    case STMT_ERROR:
        break;
    }
    return s;
}

static void remake_stmt(struct tree_edit *t, struct stmt **at)
{
    struct maker *m = t->data;
    struct stmt *s = *at;

    m->loc = s->loc;
    *at = remake(m, s);
    (*at)->keyword_loc = s->keyword_loc;
    (*at)->depth = s->depth;
}

static void remake_decl(struct tree_edit *t, struct decl **at)
{
    struct decl *d = *at;

    for (int i = 0; d->kind == DECL_VARS && i < d->declarators.n; i++)
        if (d->declarators.at[i]->symbol && d->declarators.at[i]->symbol->kind == SYMBOL_VAR)
            retype_variable(t->data, d->declarators.at[i]);
}

/* ---- the unit ---- */

static bool remake_body(struct maker m, struct stmt **body)
{
    struct tree_edit t = {.data = &m,
                          .expr_pre = enter_expr,
                          .expr_post = remake_expr,
                          .stmt_post = remake_stmt,
                          .decl_post = remake_decl};

    tree_edit_stmt(&t, body);
    return !m.refused;
}

bool tree_remake(struct ctx *c, struct program *p)
{
    bool good = true;

    for (int i = 0; i < p->functions.n; i++) {
        struct symbol *f = p->functions.at[i];
        if (!f->definition)
            continue;
        good &= remake_body(maker_begin(c, p, NULL, f), &f->definition->body);
        tree_lists_function(c, f);
    }
    for (int i = 0; i < p->launches.n; i++) {
        struct launch *l = p->launches.at[i];
        good &= remake_body(maker_begin(c, p, l, NULL), &l->lambda->body);
        tree_lists_launch(c, l);
    }
    return good;
}
