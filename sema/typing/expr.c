/* expr.c - types an expression by its kind; compound literals, statement expressions and lambdas.
 *
 * Long sums and comma lists are deep on their left side; they are typed without recursion. */
#include "sema/types/amp.h"
#include "sema/types/vector.h"
#include "sema/typing/typing.h"

/* Every expression of the unit goes through here. A node that has a type is not typed again. */

static void lambda(struct sema *s, struct expr *e)
{
    s->program->uses_amp = true;
    diag(s->c, DIAG_unsupported, e->loc,
         s->region & RESTRICT_AMP
             ? "a lambda in amp code has a name, by which it is called: "
               "'auto f = [=](int k) { return k + 1; };'"
             : "a lambda may only be the kernel of a parallel_for_each, or the argument of 'then'; "
               "with a name: 'auto f = [=](index<1> i) restrict(amp) { ... };'");
}

static void paren(struct sema *s, struct expr *e)
{
    sema_expr(s, &e->a);
    e->type = e->a->type;
    e->lvalue = e->a->lvalue;
}

static void construct(struct sema *s, struct expr *e)
{
    struct type *t = type_from_spec(s, e->spec);

    for (int i = 0; i < e->args.n; i++)
        sema_expr(s, &e->args.at[i]);
    if (t->kind == TYPE_AMP) {
        amp_construct(s, t, &e->args, e->loc);
        e->amp = AMP_CONSTRUCT;
    }
    if (vector_of(t))
        vector_construct_expr(s, e, t);
    else if (type_is_sampler(t))
        texture_sampler(s, e, e->spec->loc);
    else
        e->type = type_unqualified(s->c, t);
}

static void compound_literal(struct sema *s, struct expr *e)
{
    struct type *t = type_from_name(s, e->type_name);

    e->type = e->init ? init_object(s, e->init, t) : t;
    e->lvalue = true;
    if (type_views(e->type) > TYPE_VIEWS_MAX) {
        type_views_report(s, e->type_name->loc);
        e->type = type_basic(TYPE_UNKNOWN);
    }
}

struct type *block_type(const struct stmt *body)
{
    const struct stmt *last = body && body->items.n ? body->items.at[body->items.n - 1] : NULL;

    while (last && last->kind == STMT_LABEL)
        last = last->body;
    if (!last || last->kind != STMT_EXPR || !last->expr)
        return type_basic(TYPE_VOID);
    return last->expr->type;
}

static void statement_expr(struct sema *s, struct expr *e)
{
    if (atomic_statement(s, e))
        return;
    if (e->body)
        sema_stmt(s, e->body);
    e->type = type_unqualified(s->c, block_type(e->body));
}

static void compatible_types(struct sema *s, struct expr *e)
{
    const struct type *a = type_from_name(s, e->type_name);
    const struct type *b = type_from_name(s, e->type_name2);

    e->type = type_basic(TYPE_INT);
    e->constant = !type_is_unknown(a) && !type_is_unknown(b);
    /* for __builtin_types_compatible_p an enumeration is not compatible with its integer type */
    e->value = type_same_unqualified(a, b) && (a->kind == TYPE_ENUM) == (b->kind == TYPE_ENUM);
}

static void type_node(struct sema *s, struct expr *e)
{
    switch (e->kind) {
    case EXPR_NAME:
        name_type(s, e);
        break;
    case EXPR_LITERALS:
        literal_type(s, e);
        break;
    case EXPR_PAREN:
        paren(s, e);
        break;
    case EXPR_CALL:
        call_type(s, e);
        break;
    case EXPR_SUBSCRIPT:
        subscript_type(s, e);
        break;
    case EXPR_MEMBER:
    case EXPR_ARROW:
        member_type(s, e);
        break;
    case EXPR_UNARY:
        unary_type(s, e);
        break;
    case EXPR_BINARY:
        binary_type(s, e);
        break;
    case EXPR_ASSIGN:
        assign_type(s, e);
        break;
    case EXPR_COND:
        cond_type(s, e);
        break;
    case EXPR_CAST:
        cast_type(s, e);
        break;
    case EXPR_COMPOUND:
        compound_literal(s, e);
        break;
    case EXPR_SIZEOF:
    case EXPR_ALIGNOF:
        sizeof_type(s, e);
        break;
    case EXPR_GENERIC:
        generic_type(s, e);
        break;
    case EXPR_STMT:
        statement_expr(s, e);
        break;
    case EXPR_LABEL:
        e->type = type_pointer(s->c, type_basic(TYPE_VOID));
        break;
    case EXPR_VA_ARG:
        sema_expr(s, &e->a);
        e->type = type_unqualified(s->c, type_from_name(s, e->type_name));
        break;
    case EXPR_OFFSETOF:
        offsetof_type(s, e);
        break;
    case EXPR_TYPES_COMPATIBLE:
        compatible_types(s, e);
        break;
    case EXPR_CONVERTVECTOR:
        sema_value(s, &e->a);
        e->type = type_from_name(s, e->type_name);
        break;
    case EXPR_CONSTRUCT:
        construct(s, e);
        break;
    case EXPR_LAMBDA:
        lambda(s, e);
        break;
    case EXPR_ERROR:
    case EXPR_CONVERT:
        break;
    }
}

static void type_one(struct sema *s, struct expr *e)
{
    if (e->type)
        return;
    e->amp_code = (s->region & RESTRICT_AMP) != 0;
    type_node(s, e);
    if (!e->type)
        e->type = type_basic(TYPE_UNKNOWN);
    if (!e->constant)
        constant_fold(e);
}

/* a + b + c + ... is deep on its left side: it is typed from the inside out, without recursion. */
static void type_spine(struct sema *s, struct expr *e)
{
    expr_vec spine = {0};

    for (; e->kind == EXPR_BINARY && !e->type; e = e->a)
        vec_push(&s->c->arena, &spine, e);
    for (int i = spine.n - 1; i >= 0; i--)
        type_one(s, spine.at[i]);
}

void sema_expr(struct sema *s, struct expr **e)
{
    if ((*e)->type)
        return;
    if ((*e)->kind == EXPR_BINARY && (*e)->a->kind == EXPR_BINARY)
        type_spine(s, *e);
    else
        type_one(s, *e);
}
