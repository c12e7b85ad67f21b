/* pure.c - whether an expression has side effects, and whether two expressions are the same.
 * Example: `a[i + 1]` is pure, `a[i++]` is not. */
#include "sema/types/pure.h"

#include "sema/types/amp.h"
#include "sema/types/expr.h"
#include "sema/types/type.h"

bool expr_is_pure(const struct expr *e)
{
    e = expr_evaluated(e);
    switch (e->kind) {
    case EXPR_NAME:
    case EXPR_INT:
    case EXPR_CHAR:
    case EXPR_FLOAT:
    case EXPR_SIZEOF:
    case EXPR_ALIGNOF:
    case EXPR_OFFSETOF:
        return true;
    case EXPR_PAREN:
    case EXPR_MEMBER:
    case EXPR_ARROW:
    case EXPR_CONVERT:
    case EXPR_CAST:
        return expr_is_pure(e->a);
    case EXPR_SUBSCRIPT:
    case EXPR_BINARY:
        return expr_is_pure(e->a) && expr_is_pure(e->b);
    case EXPR_UNARY:
        return e->op != OP_PREINC && e->op != OP_PREDEC && e->op != OP_POSTINC &&
               e->op != OP_POSTDEC && expr_is_pure(e->a);
    case EXPR_COND:
        return e->b && expr_is_pure(e->a) && expr_is_pure(e->b) && expr_is_pure(e->c);
    case EXPR_CALL:
        if (e->amp != AMP_VIEW_ELEMENT || !expr_is_pure(e->a))
            return false;
        /* fall through */
    case EXPR_CONSTRUCT:
        for (int i = 0; i < e->args.n; i++)
            if (!expr_is_pure(e->args.at[i]))
                return false;
        return true;
    case EXPR_ERROR:
    case EXPR_STRING:
    case EXPR_ASSIGN:
    case EXPR_COMPOUND:
    case EXPR_GENERIC:
    case EXPR_STMT:
    case EXPR_HOST_ONLY:
    case EXPR_TYPES_COMPATIBLE:
        break;
    }
    return false;
}

static bool is_same_node(const struct expr *a, const struct expr *b)
{
    switch (a->kind) {
    case EXPR_NAME:
        return a->symbol && a->symbol == b->symbol;
    case EXPR_INT:
    case EXPR_CHAR:
        return a->value == b->value;
    case EXPR_MEMBER:
    case EXPR_ARROW:
        return a->name == b->name && expr_is_same(a->a, b->a);
    case EXPR_CONVERT:
    case EXPR_CAST:
    case EXPR_UNARY:
        return expr_is_same(a->a, b->a);
    case EXPR_SUBSCRIPT:
    case EXPR_BINARY:
        return expr_is_same(a->a, b->a) && expr_is_same(a->b, b->b);
    case EXPR_CALL: /* pure ones are elements of views */
    case EXPR_CONSTRUCT:
        for (int i = 0; i < a->args.n; i++)
            if (i == b->args.n || !expr_is_same(a->args.at[i], b->args.at[i]))
                return false;
        return a->args.n == b->args.n && (a->a ? b->a && expr_is_same(a->a, b->a) : b->a == NULL);
    case EXPR_FLOAT: /* rare in conditions that are compared */
    case EXPR_QUESTIONS:
    case EXPR_PAREN:
    case EXPR_COND:
    case EXPR_ERROR:
    case EXPR_STRING:
    case EXPR_ASSIGN:
    case EXPR_COMPOUND:
    case EXPR_GENERIC:
    case EXPR_STMT:
    case EXPR_HOST_ONLY:
        break;
    }
    return false;
}

bool expr_is_same(const struct expr *a, const struct expr *b)
{
    a = expr_evaluated(a);
    b = expr_evaluated(b);
    return a->kind == b->kind && a->op == b->op && a->amp == b->amp &&
           type_same_unqualified(a->type, b->type) && expr_is_pure(a) && is_same_node(a, b);
}

static bool init_is_pure(const struct init *init)
{
    for (int i = 0; i < init->items.n; i++)
        if (init->items.at[i].designators.n || !init_is_pure(init->items.at[i].init))
            return false;
    return !init->expr || expr_is_pure(init->expr);
}

bool stmt_is_pure_decl(const struct stmt *s)
{
    if (s->kind != STMT_DECL)
        return false;
    for (int i = 0; i < s->decl->declarators.n; i++) {
        const struct init_declarator *d = s->decl->declarators.at[i];
        if (d->constructed || (d->init && !init_is_pure(d->init)))
            return false;
    }
    return true;
}
