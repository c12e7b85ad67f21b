/* make_expr.c - makers of expressions, one for each form of C11 6.5 and of its GNU extensions.
 *
 * Each sets the node's range of bytes to that of its text and its depth to that of its operands
 * (depth_fits), so that recursion over any tree fits the stack. */
#include "parser/make.h"

#include "parser/recover.h"

static struct expr *expr_new(struct parser *p, enum expr_kind kind, struct loc loc)
{
    struct expr *e = arena_new(p->arena, struct expr);
    e->kind = kind;
    e->loc = loc;
    return e;
}

/* The child by which the node continues a chain, that is, without a bracket in the text: the left
 * operand of a sum, the object of a member access or call, the last operand of "a ? b : c ? d : e",
 * the assigned value. */
static const struct expr *chained(const struct expr *e)
{
    switch (e->kind) {
    case EXPR_BINARY:
    case EXPR_SUBSCRIPT:
    case EXPR_CALL:
    case EXPR_MEMBER:
    case EXPR_ARROW:
        return e->a;
    case EXPR_ASSIGN:
        return e->b;
    case EXPR_COND:
        return e->c;
    case EXPR_ERROR: /* their operands are nested */
    case EXPR_NAME:
    case EXPR_LITERALS:
    case EXPR_QUESTIONS:
    case EXPR_PAREN:
    case EXPR_UNARY:
    case EXPR_CAST:
    case EXPR_CONVERT:
    case EXPR_COMPOUND:
    case EXPR_GENERIC:
    case EXPR_STMT:
    case EXPR_CONSTRUCT:
    case EXPR_HOST_ONLY:
        break;
    }
    return NULL;
}

/* Adds a child to the depth of a node. */
static void expr_above(struct expr *e, const struct expr *child)
{
    if (child)
        depth_above(&e->depth, child->depth, child == chained(e));
}

/* Sets the depth of a node whose children are complete; too deep a node becomes an EXPR_ERROR. */
static struct expr *expr_done(struct parser *p, struct expr *e)
{
    depth_above(&e->depth, (struct depth){0}, false);
    expr_above(e, e->a);
    expr_above(e, e->b);
    expr_above(e, e->c);
    for (int i = 0; i < e->args.n; i++)
        expr_above(e, e->args.at[i]);
    if (depth_fits(p, e->depth, "expression", e->loc))
        return e;
    return expr_new(p, EXPR_ERROR, e->loc);
}

static const char *prefix_of(struct parser *p, const struct token *t)
{
    int low = 0, high = p->prefixes->n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (p->prefixes->at[middle].begin < t->loc.begin)
            low = middle + 1;
        else
            high = middle;
    }
    return p->prefixes->at[low].ns;
}

struct expr *expr_name(struct parser *p, const struct token *t)
{
    struct expr *e = expr_new(p, EXPR_NAME, t->loc);
    e->name = t->name;
    e->name_loc = t->loc;
    if (t->prefixed)
        e->ns = prefix_of(p, t);
    return e;
}

struct expr *expr_constant(struct parser *p, enum expr_kind kind, const struct token *t)
{
    struct expr *e = expr_new(p, kind, t->loc);
    const char *text = p->c->source->text + t->loc.begin;
    e->name = intern(p->c->names, text, t->loc.end - t->loc.begin);
    e->name_loc = t->loc;
    return e;
}

struct expr *expr_string(struct parser *p, struct expr *strings, const struct token *t)
{
    if (!strings)
        strings = expr_constant(p, EXPR_STRING, t);
    strings->loc.end = t->loc.end;
    vec_push(p->arena, &strings->strings, t->loc);
    return strings;
}

struct expr *expr_paren(struct parser *p, struct expr *a, struct loc loc)
{
    struct expr *e = expr_new(p, EXPR_PAREN, loc);
    e->a = a;
    return expr_done(p, e);
}

struct expr *expr_statement(struct parser *p, struct stmt *body, struct loc loc)
{
    struct expr *e = expr_new(p, EXPR_STMT, loc);
    e->body = body;
    depth_above(&e->depth, body->depth, false);
    return e;
}

struct expr *expr_error(struct parser *p, struct loc loc)
{
    recover_end(p);
    return expr_new(p, EXPR_ERROR, loc);
}

struct expr *expr_with_type(struct parser *p, enum expr_kind kind, struct expr *a,
                            struct type_name *t, struct loc loc)
{
    struct expr *e = expr_new(p, kind, loc);
    e->a = a;
    e->type_name = t;
    return expr_done(p, e);
}

struct expr *expr_offsetof(struct parser *p, struct type_name *t, designator_vec *designators,
                           struct loc loc)
{
    struct expr *e = expr_new(p, EXPR_OFFSETOF, loc);
    e->type_name = t;
    e->designators = *designators;
    return e;
}

struct expr *expr_types_compatible(struct parser *p, struct type_name *a, struct type_name *b,
                                   struct loc loc)
{
    struct expr *e = expr_new(p, EXPR_TYPES_COMPATIBLE, loc);
    e->type_name = a;
    e->type_name2 = b;
    return e;
}

struct expr *expr_has_attribute(struct parser *p, const struct token *t)
{
    struct loc name = {t->loc.begin, t->loc.begin}, open;
    const char *text = p->c->source->text;
    while (text[name.end] == '_' || (text[name.end] >= 'a' && text[name.end] <= 'z'))
        name.end++;
    for (open.begin = name.end; text[open.begin] != '('; open.begin++)
        ;
    open.end = open.begin + 1;
    struct expr *callee = expr_new(p, EXPR_NAME, name);
    callee->name = t->name;
    callee->name_loc = name;
    return expr_call(p, callee, NULL, open, (struct loc){t->loc.end - 1, t->loc.end});
}

struct expr *generic_add(struct parser *p, struct expr *generic, struct type_name *t,
                         struct expr *e)
{
    if (!generic)
        generic = expr_new(p, EXPR_GENERIC, e->loc);
    vec_push(p->arena, &generic->assocs, ((struct generic_assoc){t, e}));
    depth_above(&generic->depth, e->depth, false);
    return generic;
}

struct expr *expr_generic(struct parser *p, struct expr *a, struct expr *generic, struct loc loc)
{
    generic->a = a;
    generic->loc = loc;
    return expr_done(p, generic);
}

struct expr *expr_construct(struct parser *p, struct spec *spec, expr_vec *args, struct loc open,
                            struct loc close, struct loc loc)
{
    struct expr *e = expr_new(p, EXPR_CONSTRUCT, loc);
    e->spec = spec_finish(p, spec);
    e->op_loc = open;
    e->op2_loc = close;
    if (args)
        e->args = *args;
    return expr_done(p, e);
}

struct expr *expr_subscript(struct parser *p, struct expr *a, struct expr *b, struct loc open,
                            struct loc close)
{
    struct expr *e = expr_new(p, EXPR_SUBSCRIPT, loc_union(a->loc, close));
    e->a = a;
    e->b = b;
    e->op_loc = open;
    e->op2_loc = close;
    return expr_done(p, e);
}

struct expr *expr_call(struct parser *p, struct expr *a, expr_vec *args, struct loc open,
                       struct loc close)
{
    struct expr *e = expr_new(p, EXPR_CALL, loc_union(a->loc, close));
    e->a = a;
    e->op_loc = open;
    e->op2_loc = close;
    if (args)
        e->args = *args;
    return expr_done(p, e);
}

struct expr *expr_member(struct parser *p, enum expr_kind kind, struct expr *a,
                         const struct token *name, struct loc op)
{
    struct expr *e = expr_new(p, kind, loc_union(a->loc, name->loc));
    e->a = a;
    e->op_loc = op;
    e->name = name->name;
    e->name_loc = name->loc;
    return expr_done(p, e);
}

struct expr *expr_template_member(struct parser *p, struct expr *member, struct template_args *args,
                                  struct loc open, struct loc close)
{
    (void)p;
    member->template_loc = loc_union(open, close);
    member->loc.end = close.end;
    member->type_name = args->element;
    member->template_args = args->args;
    return member;
}

struct expr *expr_postfix(struct parser *p, enum op op, struct expr *a, struct loc op_loc)
{
    struct expr *e = expr_new(p, EXPR_UNARY, loc_union(a->loc, op_loc));
    e->op = op;
    e->op_loc = op_loc;
    e->a = a;
    return expr_done(p, e);
}

struct expr *expr_compound(struct parser *p, struct type_name *t, struct init *init, struct loc loc)
{
    struct expr *e = expr_new(p, EXPR_COMPOUND, loc);
    e->type_name = t;
    e->init = init;
    return e;
}

struct expr *expr_unary(struct parser *p, enum op op, struct expr *a, struct loc op_loc)
{
    return expr_postfix(p, op, a, op_loc);
}

struct expr *expr_sizeof(struct parser *p, enum expr_kind kind, struct expr *a, struct type_name *t,
                         struct loc loc)
{
    return expr_with_type(p, kind, a, t, loc);
}

struct expr *expr_label(struct parser *p, const struct token *name, struct loc loc)
{
    struct expr *e = expr_new(p, EXPR_LABEL, loc);
    e->name = name->name;
    e->name_loc = name->loc;
    return e;
}

struct expr *expr_cast(struct parser *p, struct type_name *t, struct expr *a, struct loc loc)
{
    return expr_with_type(p, EXPR_CAST, a, t, loc);
}

static struct expr *expr_two(struct parser *p, enum expr_kind kind, enum op op, struct expr *a,
                             struct expr *b, struct loc op_loc)
{
    struct expr *e = expr_new(p, kind, loc_union(a->loc, b->loc));
    e->op = op;
    e->op_loc = op_loc;
    e->a = a;
    e->b = b;
    return expr_done(p, e);
}

struct expr *expr_binary(struct parser *p, enum op op, struct expr *a, struct expr *b,
                         struct loc op_loc)
{
    return expr_two(p, EXPR_BINARY, op, a, b, op_loc);
}

struct expr *expr_cond(struct parser *p, struct expr *a, struct expr *b, struct expr *c,
                       struct loc question, struct loc colon)
{
    struct expr *e = expr_new(p, EXPR_COND, loc_union(a->loc, c->loc));
    e->a = a;
    e->b = b;
    e->c = c;
    e->op_loc = question;
    e->op2_loc = colon;
    return expr_done(p, e);
}

struct expr *expr_assign(struct parser *p, enum op op, struct expr *a, struct expr *b,
                         struct loc op_loc)
{
    return expr_two(p, EXPR_ASSIGN, op, a, b, op_loc);
}

expr_vec *exprs_new(struct parser *p)
{
    return arena_new(p->arena, expr_vec);
}

expr_vec *exprs_add(struct parser *p, expr_vec *v, struct expr *e)
{
    if (!v)
        v = exprs_new(p);
    vec_push(p->arena, v, e);
    return v;
}

expr_vec *exprs_join(struct parser *p, expr_vec *a, expr_vec *b)
{
    for (int i = 0; i < b->n; i++)
        vec_push(p->arena, a, b->at[i]);
    return a;
}
