/* kernel_once.c - operands that the text contains twice but evaluates once: temporaries of the
 * function, pointers to objects, compound literals.
 *
 * Example: `*f() += 1` on a view's element keeps the address in a variable. */
#include "codegen/kernel/kernel.h"

#include <string.h>

/* C evaluates a once in `a += x` and `a ?: b`, where the OpenCL C text would contain it twice: its
 * value or address is kept in a variable that the generator adds. */

struct expr *kernel_temporary(struct kernel_gen *g, struct type *t, enum space space,
                              struct loc loc)
{
    struct arena *a = &g->c->arena;
    struct expr *e = arena_new(a, struct expr);
    struct symbol *s = arena_new(a, struct symbol);
    const char *name = arena_printf(a, "ampc_t%d", g->frame->temporaries_n++);

    t = type_unqualified(g->c, t);
    s->kind = SYMBOL_VAR;
    s->name = name;
    s->type = t;
    s->loc = loc;
    e->kind = EXPR_NAME;
    e->loc = loc;
    e->name = name;
    e->symbol = s;
    e->type = t;
    e->lvalue = true;
    if (g->frame->constant) {
        kernel_unsupported(g, loc, "this expression is not supported in a constant's initialiser");
        return e;
    }
    kernel_alias_add(g, s, name);
    if (t->kind == TYPE_POINTER)
        space_add(&g->frame->known, s, space_memories(space));
    buf_printf(&g->frame->temporaries, "    %s;\n", kernel_declare(g, t, name, space, loc));
    return e;
}

void kernel_alias_add(struct kernel_gen *g, const struct symbol *s, const char *name)
{
    struct kernel_alias alias = {s, name};

    vec_push(&g->c->arena, &g->frame->aliases, alias);
}

const char *kernel_alias_of(const struct kernel_gen *g, const struct symbol *s)
{
    for (int i = g->frame->aliases.n; i-- > 0;)
        if (g->frame->aliases.at[i].symbol == s)
            return g->frame->aliases.at[i].name;
    return NULL;
}

const char *kernel_variable_name(struct kernel_gen *g, const struct symbol *s)
{
    const char *alias = kernel_alias_of(g, s);

    return alias ? alias : kernel_user_name(g, s->name);
}

static struct expr *unary_new(struct kernel_gen *g, enum op op, const struct expr *a,
                              struct type *t)
{
    struct expr *e = arena_new(&g->c->arena, struct expr);

    e->kind = EXPR_UNARY;
    e->op = op;
    e->loc = a->loc;
    e->a = (struct expr *)a;
    e->type = t;
    e->lvalue = op == OP_DEREF;
    return e;
}

const struct expr *kernel_deref(struct kernel_gen *g, const struct expr *e)
{
    return unary_new(g, OP_DEREF, e, e->type->base);
}

const struct expr *kernel_object_once(struct kernel_gen *g, const struct expr *e)
{
    enum space space = kernel_object_space(g, e);
    struct type *t = type_pointer(g->c, e->type);
    struct expr *pointer;

    if (expr_is_pure(e))
        return e;
    pointer = kernel_temporary(g, t, space == SPACE_NONE ? SPACE_PRIVATE : space, e->loc);
    buf_printf(g->out, "%s = ", pointer->name);
    kernel_expr(g, unary_new(g, OP_ADDR, e, t), PREC_ASSIGN);
    buf_add(g->out, ", ");
    return unary_new(g, OP_DEREF, pointer, e->type);
}

const struct expr *kernel_value_once(struct kernel_gen *g, const struct expr *e)
{
    struct expr *value;

    if (expr_is_pure(e))
        return e;
    value = kernel_temporary(
        g, e->type, e->type->kind == TYPE_POINTER ? kernel_pointer_space(g, e) : SPACE_PRIVATE,
        e->loc);
    buf_printf(g->out, "%s = ", value->name);
    kernel_expr(g, e, PREC_ASSIGN);
    buf_add(g->out, ", ");
    return value;
}

void kernel_through_private(struct kernel_gen *g, const struct expr *call, int i,
                            void (*print)(struct kernel_gen *, const struct expr *))
{
    const struct expr *arg = call->args.at[i], *object, *result = NULL;
    struct expr *copy = kernel_temporary(g, arg->type->base, SPACE_PRIVATE, arg->loc);
    struct expr other = *call;

    other.args.at = arena_alloc(&g->c->arena, sizeof *call->args.at * (size_t)call->args.n);
    memcpy(other.args.at, call->args.at, sizeof *call->args.at * (size_t)call->args.n);
    other.args.at[i] = unary_new(g, OP_ADDR, copy, type_pointer(g->c, copy->type));
    buf_char(g->out, '(');
    object = kernel_object_once(g, kernel_deref(g, arg));
    buf_printf(g->out, "%s = ", copy->name);
    kernel_expr(g, object, PREC_ASSIGN);
    buf_add(g->out, ", ");
    if (call->type->kind != TYPE_VOID) {
        result = kernel_temporary(g, call->type, SPACE_PRIVATE, call->loc);
        buf_printf(g->out, "%s = ", result->name);
    }
    print(g, &other);
    buf_add(g->out, ", ");
    kernel_store_begin(g, object);
    buf_add(g->out, copy->name);
    kernel_store_end(g, object);
    if (result)
        buf_printf(g->out, ", %s", result->name);
    buf_char(g->out, ')');
}

/* ---- compound literals: objects, where the object is needed ---- */

/* The type without const (for an array, of its elements), for a variable that is assigned. */
static struct type *type_writable(struct ctx *c, struct type *t)
{
    if (t->kind != TYPE_ARRAY)
        return type_unqualified(c, t);
    return type_array(c, type_writable(c, t->base), t->length);
}

void kernel_literal_object(struct kernel_gen *g, const struct expr *e)
{
    bool is_array = e->type->kind == TYPE_ARRAY;
    struct type *t = type_writable(g->c, e->type);
    const char *type = is_array ? kernel_wrap_type(g, t, e->loc) : kernel_type(g, t, e->loc);
    const char *name;

    if (g->frame->constant) {
        kernel_unsupported(g, e->loc, "this literal is not supported in a constant's initialiser");
        return;
    }
    name = arena_printf(&g->c->arena, "ampc_t%d", g->frame->temporaries_n++);
    buf_printf(&g->frame->temporaries, "    %s %s;\n", type, name);
    buf_printf(g->out, "(%s = ", name);
    if (kernel_scalar(t)) {
        kernel_init(g, e->init, t);
    } else {
        buf_printf(g->out, "(%s)%s", type, is_array ? "{" : "");
        kernel_init(g, e->init, e->type);
        buf_add(g->out, is_array ? "}" : "");
    }
    buf_printf(g->out, ", &%s)%s", name, is_array ? "->a" : "");
}
