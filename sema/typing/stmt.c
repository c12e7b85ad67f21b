/* stmt.c - statements (C11 6.8): conditions, loops, switch, return, bodies. */
#include "sema/typing/typing.h"

/* Statements, C11 6.8. */

static void value_if(struct sema *s, struct expr **e)
{
    if (*e)
        sema_value(s, e);
}

/* A condition: a scalar, left as it is. */
static void condition(struct sema *s, struct expr **e)
{
    if (!*e)
        return;
    sema_value(s, e);
    if (amp_row_report(s, *e))
        return;
    if ((*e)->type && (*e)->type->kind == TYPE_AMP) /* ampc's to judge in host code too */
        diag(s->c, DIAG_invalid_c, (*e)->loc, "a value of type '%s' is no condition",
             type_text(s->c, (*e)->type));
    else if (!type_is_unknown((*e)->type) && !type_is_scalar((*e)->type))
        sema_invalid(s, (*e)->loc, "a value of type '%s' is no condition",
                     type_text(s->c, (*e)->type));
}

static void switch_value(struct sema *s, struct expr **e)
{
    if (!*e)
        return;
    sema_value(s, e);
    if (type_is_integer((*e)->type))
        convert_promote(s, e);
    else if (!amp_row_report(s, *e) && !type_is_unknown((*e)->type))
        sema_invalid(s, (*e)->loc, "switch needs an integer, not '%s'",
                     type_text(s->c, (*e)->type));
}

static void case_value(struct sema *s, struct expr **e)
{
    if (!*e)
        return;
    sema_value(s, e);
    if (!(*e)->constant && !type_is_unknown((*e)->type))
        sema_invalid(s, (*e)->loc, "a case label is an integer constant expression");
}

/* The type that 'return' converts to; NULL: none is known. */
static struct type *result_type(const struct sema *s)
{
    if (s->lambda && s->launch)
        return type_basic(TYPE_VOID);
    if (s->lambda)
        return s->lambda->result ? s->lambda->result->type : NULL;
    return s->function ? s->function->type->base : NULL;
}

static void return_value(struct sema *s, struct stmt *st)
{
    struct type *t = result_type(s);

    if (closure_returns(s, st))
        return;
    if (!st->expr) {
        if (t && t->kind != TYPE_VOID && t->kind != TYPE_UNKNOWN)
            sema_invalid(s, st->keyword_loc, "'return' without a value in a function of type '%s'",
                         type_text(s->c, t));
        return;
    }
    if (!t || t->kind == TYPE_UNKNOWN) {
        sema_value(s, &st->expr);
        return;
    }
    if (t->kind != TYPE_VOID) {
        convert_assign(s, &st->expr, t, "the result");
        return;
    }
    sema_value(s, &st->expr);
    if (type_is_unknown(st->expr->type) || st->expr->type->kind == TYPE_VOID)
        return;
    if (s->lambda && s->lambda->result && s->lambda->result->type->kind != TYPE_VOID)
        return; /* the result's type is reported */
    if (s->lambda && s->lambda->host)
        diag(s->c, DIAG_amp_arguments, st->expr->loc,
             "a continuation returns nothing: store the value where a captured pointer leads to");
    else
        sema_invalid(s, st->expr->loc, "'return' with a value in a %s",
                     s->launch ? "kernel" : "function of type 'void'");
}

/* Puts the declarations that item i asks for in front of it; how many. */
static int copies_insert(struct sema *s, struct stmt *block, int i)
{
    stmt_vec items = {0};
    int n = s->copies.n;

    for (int k = 0; k < block->items.n; k++) {
        for (int j = 0; k == i && j < n; j++)
            vec_push(&s->c->arena, &items, s->copies.at[j]);
        vec_push(&s->c->arena, &items, block->items.at[k]);
    }
    block->items = items;
    s->copies.n = 0;
    return n;
}

void sema_body(struct sema *s, struct stmt *st)
{
    for (int i = 0; i < st->items.n; i++) {
        s->item = st->items.at[i]->kind == STMT_DECL ? st->items.at[i]->decl : NULL;
        sema_stmt(s, st->items.at[i]);
        if (st->items.at[i]->decl && st->items.at[i]->decl->kind == DECL_EMPTY) {
            st->items.at[i]->kind = STMT_EMPTY; /* a lambda in amp code */
            st->items.at[i]->decl = NULL;
        }
        if (s->copies.n)
            i += copies_insert(s, st, i);
    }
}

static void compound(struct sema *s, struct stmt *st)
{
    scope_push(s);
    sema_body(s, st);
    scope_pop(s);
}

/* The body of a loop, or of a switch over 'value'. */
static void breakable_body(struct sema *s, struct stmt *body, bool is_switch,
                           const struct expr *value)
{
    breakable_push(s, is_switch, value);
    if (body)
        sema_stmt(s, body);
    breakable_pop(s);
}

static void for_loop(struct sema *s, struct stmt *st)
{
    scope_push(s);
    if (st->decl)
        sema_decl(s, st->decl);
    value_if(s, &st->init);
    condition(s, &st->expr);
    value_if(s, &st->step);
    breakable_body(s, st->body, false, NULL);
    scope_pop(s);
}

/* 'do' types its body first, as the source has it. */
static void do_loop(struct sema *s, struct stmt *st)
{
    breakable_body(s, st->body, false, NULL);
    condition(s, &st->expr);
}

/* What a statement holds besides its last inner statement. */
static void stmt_head(struct sema *s, struct stmt *st)
{
    switch (st->kind) {
    case STMT_EXPR:
        s->statement = expr_unparen(st->expr);
        value_if(s, &st->expr);
        break;
    case STMT_GOTO:
        value_if(s, &st->expr);
        break;
    case STMT_DECL:
        if (st->decl)
            sema_decl(s, st->decl);
        break;
    case STMT_COMPOUND:
        compound(s, st);
        break;
    case STMT_IF:
        condition(s, &st->expr);
        break;
    case STMT_WHILE:
        condition(s, &st->expr);
        breakable_body(s, st->body, false, NULL);
        break;
    case STMT_SWITCH:
        switch_value(s, &st->expr);
        breakable_body(s, st->body, true, st->expr);
        break;
    case STMT_DO:
        do_loop(s, st);
        break;
    case STMT_FOR:
        for_loop(s, st);
        break;
    case STMT_RETURN:
        return_value(s, st);
        break;
    case STMT_CASE:
        case_value(s, &st->expr);
        case_value(s, &st->last);
        jump_check(s, st);
        break;
    case STMT_ASM:
        for (int i = 0; i < st->asm_exprs.n; i++)
            value_if(s, &st->asm_exprs.at[i]);
        break;
    case STMT_ERROR:
    case STMT_EMPTY:
    case STMT_LABEL:
    case STMT_LOCAL_LABELS:
        break;
    case STMT_CONTINUE:
    case STMT_BREAK:
    case STMT_DEFAULT:
        jump_check(s, st);
        break;
    }
}

/* The last inner statement: chains of else-if and of labels are long, so they are not walked by
 * recursion. */
static struct stmt *stmt_tail(struct sema *s, struct stmt *st)
{
    if (st->kind == STMT_LABEL || st->kind == STMT_CASE || st->kind == STMT_DEFAULT)
        return st->body;
    if (st->kind != STMT_IF)
        return NULL;
    if (!st->else_)
        return st->body;
    if (st->body)
        sema_stmt(s, st->body);
    return st->else_;
}

void sema_stmt(struct sema *s, struct stmt *st)
{
    while (st) {
        stmt_head(s, st);
        st = stmt_tail(s, st);
    }
}
