/* kernel_vector.c - short vectors in kernels' text: structures as the host has them, and functions
 * for their operators, which the text has where it uses them.
 *
 * A structure whose alignment is its size is one load or store, as CUDA's float4 is; its components
 * have addresses and are the host's bytes. Example: `a + b` becomes `ampc_add_float_2(u_a, u_b)`.
 */
#include "codegen/kernel/kernel.h"
#include "sema/types/builtin.h"
#include "sema/types/vector.h"

#include <string.h>

/* ---- functions ---- */

/* ".x", component k of a vector of type t. */
static const char *part(struct kernel_gen *g, const struct type *t, int k)
{
    const struct record *r = t->record;

    return arena_printf(&g->c->arena, ".%s", kernel_member_name(g, r, &r->members.at[k]));
}

/* The number of component k: ".x", ".x.value", ".value". */
static const char *component(struct kernel_gen *g, const struct type *t, int k)
{
    const struct type *of = t->record->members.at[k].type;
    const char *text = part(g, t, k);

    return vector_of(of) ? arena_printf(&g->c->arena, "%s%s", text, part(g, of, 0)) : text;
}

/* The helper that brings a number into a vector's range; "": none is needed. */
static const char *ranged(struct kernel_gen *g, const struct vector *v)
{
    bool norm = v->range == VECTOR_NORM;
    const char *name = norm ? "ampc_norm_of" : "ampc_unorm_of";

    if (v->range == VECTOR_ANY)
        return "";
    if (kernel_once(g, name))
        buf_printf(&g->helpers,
                   "static float %s(float v)\n{\n    v = v < %s ? %s : v;\n"
                   "    return v > 1.0f ? 1.0f : v;\n}\n",
                   name, norm ? "-1.0f" : "0.0f", norm ? "-1.0f" : "0.0f");
    return name;
}

/* A function that makes a vector of type t from operands with the declarations 'params'; 'each' is
 * the text of one component, where @ stands for a component of t, # for one of 'from'. */
static const char *helper(struct kernel_gen *g, const char *name, const struct type *t,
                          const struct type *from, const char *params, const char *each,
                          struct loc loc)
{
    const struct vector *v = vector_of(t), *f = from ? vector_of(from) : NULL;
    const char *type = kernel_type(g, t, loc), *range = ranged(g, v);

    if (!kernel_once(g, name))
        return name;
    buf_printf(&g->helpers, "static %s %s(%s)\n{\n    %s r;\n", type, name, params, type);
    for (int k = 0; k < v->n; k++) {
        buf_printf(&g->helpers, "    r%s = %s(", component(g, t, k), range);
        for (const char *p = each; *p; p++)
            if (*p == '@' || *p == '#')
                buf_add(&g->helpers,
                        *p == '@' ? component(g, t, k) : component(g, from, f->n == 1 ? 0 : k));
            else
                buf_char(&g->helpers, *p);
        buf_add(&g->helpers, ");\n");
    }
    buf_add(&g->helpers, "    return r;\n}\n");
    return name;
}

static const char *op_word(enum op op)
{
    switch (op) {
    case OP_ADD:
    case OP_PREINC:
    case OP_POSTINC:
        return "add";
    case OP_SUB:
    case OP_PREDEC:
    case OP_POSTDEC:
        return "sub";
    case OP_MUL:
        return "mul";
    case OP_DIV:
        return "div";
    case OP_MOD:
        return "mod";
    case OP_AND:
        return "and";
    case OP_OR:
        return "or";
    case OP_XOR:
        return "xor";
    case OP_SHL:
        return "shl";
    case OP_SHR:
        return "shr";
    case OP_NONE: /* no operators of vectors' components */
    case OP_ASSIGN:
    case OP_COMMA:
    case OP_LAND:
    case OP_LOR:
    case OP_COMPARISONS:
    case OP_ADDR:
    case OP_DEREF:
    case OP_NEG:
    case OP_PLUS:
    case OP_NOT:
    case OP_BITNOT:
    case OP_REAL:
    case OP_IMAG:
        break;
    }
    return "";
}

/* The operator between the components of two vectors. */
static const char *binary_helper(struct kernel_gen *g, enum op op, const struct type *t,
                                 struct loc loc)
{
    struct arena *a = &g->c->arena;
    const char *type = kernel_type(g, t, loc), *word = op_word(op);
    const char *sign =
        op_is_step(op) ? (op == OP_PREINC || op == OP_POSTINC ? "+" : "-") : op_text(op);

    return helper(g, arena_printf(a, "ampc_%s_%s", word, vector_of(t)->name), t, NULL,
                  arena_printf(a, "%s a, %s b", type, type), arena_printf(a, "a@ %s b@", sign),
                  loc);
}

static const char *equal_helper(struct kernel_gen *g, const struct type *t, struct loc loc)
{
    const struct vector *v = vector_of(t);
    const char *type = kernel_type(g, t, loc);
    const char *name = arena_printf(&g->c->arena, "ampc_equal_%s", v->name);

    if (!kernel_once(g, name))
        return name;
    buf_printf(&g->helpers, "static int %s(%s a, %s b)\n{\n    return ", name, type, type);
    for (int k = 0; k < v->n; k++)
        buf_printf(&g->helpers, "%sa%s == b%s", k ? " && " : "", component(g, t, k),
                   component(g, t, k));
    buf_add(&g->helpers, ";\n}\n");
    return name;
}

static const char *unary_helper(struct kernel_gen *g, enum op op, const struct type *t,
                                struct loc loc)
{
    struct arena *a = &g->c->arena;

    return helper(
        g, arena_printf(a, "ampc_%s_%s", op == OP_NEG ? "neg" : "not", vector_of(t)->name), t, NULL,
        arena_printf(a, "%s a", kernel_type(g, t, loc)), arena_printf(a, "%sa@", op_text(op)), loc);
}

/* The number, or the norm, that is given for all components. */
static const char *all_helper(struct kernel_gen *g, const struct type *t, const struct type *from,
                              struct loc loc)
{
    struct arena *a = &g->c->arena;
    const char *name =
        arena_printf(a, "ampc_all_%s%s", vector_of(t)->name, vector_of(from) ? "_same" : "");

    return helper(g, name, t, from, arena_printf(a, "%s a", kernel_type(g, from, loc)),
                  vector_of(from) ? "a#" : "a", loc);
}

static const char *convert_helper(struct kernel_gen *g, const struct type *t,
                                  const struct type *from, struct loc loc)
{
    struct arena *a = &g->c->arena;
    const char *name = arena_printf(a, "ampc_%s_of_%s", vector_of(t)->name, vector_of(from)->name);
    const char *scalar = kernel_type(g, type_basic(vector_of(t)->scalar), loc);

    return helper(g, name, t, from, arena_printf(a, "%s a", kernel_type(g, from, loc)),
                  arena_printf(a, "(%s)a#", scalar), loc);
}

static const char *swizzle_helper(struct kernel_gen *g, const struct expr *e)
{
    const struct type *from = e->a->type;
    const char *to_type = kernel_type(g, e->type, e->loc), *type = kernel_type(g, from, e->loc);
    int at[VECTOR_MOST], n = vector_swizzle(vector_of(from), e->name, at);
    const char *name = arena_printf(&g->c->arena, "ampc_%s_%s", e->name, vector_of(from)->name);

    if (!kernel_once(g, name))
        return name;
    buf_printf(&g->helpers, "static %s %s(%s a)\n{\n    %s r;\n", to_type, name, type, to_type);
    for (int k = 0; k < n; k++)
        buf_printf(&g->helpers, "    r%s = a%s;\n", part(g, e->type, k), part(g, from, at[k]));
    buf_add(&g->helpers, "    return r;\n}\n");
    return name;
}

/* "ampc_math_ldexp_float_4_int_4": a function of the library, by component. */
static const char *math_name(struct kernel_gen *g, const struct expr *e)
{
    const struct expr *name = expr_strip(e->a);
    const char *text = arena_printf(&g->c->arena, "ampc_%s_%s", name->ns ? name->ns : "math",
                                    builtin_plain(name->name));
    const struct vector *last = NULL;

    for (int i = 0; i < e->args.n; i++) {
        const struct type *t = e->args.at[i]->type;
        const struct vector *v = vector_of(t->kind == TYPE_POINTER ? t->base : t);
        if (v != last)
            text = arena_printf(&g->c->arena, "%s_%s", text, v->name);
        last = v;
    }
    return text;
}

/* Component k of argument i of such a function, or its address. */
static const char *math_part(struct kernel_gen *g, const struct expr *e, int i, int k)
{
    const struct type *t = e->args.at[i]->type;
    bool pointer = t->kind == TYPE_POINTER;

    return arena_printf(&g->c->arena, pointer ? "&(*%c)%s" : "%c%s", 'a' + i,
                        component(g, pointer ? t->base : t, k));
}

/* The function of component k. */
static void math_each(struct kernel_gen *g, const struct expr *e, const char *function, int k)
{
    if (!strchr(function, '$')) {
        buf_printf(&g->helpers, "%s(", function);
        for (int i = 0; i < e->args.n; i++)
            buf_printf(&g->helpers, "%s%s", i ? ", " : "", math_part(g, e, i, k));
        buf_char(&g->helpers, ')');
        return;
    }
    for (const char *p = function; *p; p++)
        if (*p == '$')
            buf_add(&g->helpers, math_part(g, e, *++p - '1', k));
        else
            buf_char(&g->helpers, *p);
}

/* A function of the library on each component; its pointers are private. */
static const char *math_helper(struct kernel_gen *g, const struct expr *e,
                               const struct builtin_call *b)
{
    const char *name = math_name(g, e), *function = b->row->opencl, *params = "";
    const char *type = kernel_type(g, e->type, e->loc);
    const char *scalar = kernel_scalar(type_basic(b->real));
    bool result = e->type->kind != TYPE_VOID;

    for (int i = 0; i < e->args.n; i++)
        params = arena_printf(&g->c->arena, "%s%s%s", params, i ? ", " : "",
                              kernel_declare(g, type_unqualified(g->c, e->args.at[i]->type),
                                             arena_printf(&g->c->arena, "%c", 'a' + i),
                                             SPACE_PRIVATE, e->loc));
    if (strchr(function, '$')) {
        function = kernel_own_words(g, function, scalar, SPACE_PRIVATE);
    } else {
        function = kernel_own_function(g, function, scalar, SPACE_NONE);
        if (function == b->row->opencl)
            function = kernel_builtin_helper(g, function, scalar, SPACE_PRIVATE);
    }
    if (!kernel_once(g, name))
        return name;
    buf_printf(&g->helpers, "static %s %s(%s)\n{\n", type, name, params);
    if (result)
        buf_printf(&g->helpers, "    %s r;\n", type);
    for (int k = 0; k < b->n; k++) {
        buf_add(&g->helpers, "    ");
        if (result)
            buf_printf(&g->helpers, "r%s = ", component(g, e->type, k));
        math_each(g, e, function, k);
        buf_add(&g->helpers, ";\n");
    }
    buf_add(&g->helpers, result ? "    return r;\n}\n" : "}\n");
    return name;
}

void kernel_vector_call(struct kernel_gen *g, const struct expr *e)
{
    struct builtin_call b;

    if (!builtin_by_component(e, &b)) {
        kernel_unsupported(g, e->loc, "this call is not supported in a kernel");
        return;
    }
    for (int i = 0; i < e->args.n; i++) {
        const struct expr *arg = e->args.at[i];
        if (arg->type->kind == TYPE_POINTER && !g->emulated &&
            kernel_pointer_space(g, arg) != SPACE_PRIVATE) {
            kernel_through_private(g, e, i, kernel_vector_call);
            return;
        }
    }
    buf_printf(g->out, "%s(", math_helper(g, e, &b));
    for (int i = 0; i < e->args.n; i++) {
        buf_add(g->out, i ? ", " : "");
        kernel_convert(g, e->args.at[i], e->args.at[i]->type, PREC_ASSIGN);
    }
    buf_char(g->out, ')');
}

const char *kernel_vector_loaded(struct kernel_gen *g, const struct type *t, struct loc loc)
{
    const char *type = kernel_type(g, t, loc);
    const char *name = arena_printf(&g->c->arena, "ampc_%s_loaded", vector_of(t)->name);

    if (!kernel_once(g, name))
        return name;
    buf_printf(&g->helpers, "static %s %s(float4 a)\n{\n    %s r;\n", type, name, type);
    for (int k = 0; k < vector_of(t)->n; k++)
        buf_printf(&g->helpers, "    r%s = a.s%d;\n", component(g, t, k), k);
    buf_add(&g->helpers, "    return r;\n}\n");
    return name;
}

/* ---- values ---- */

/* A number, or a norm of constants, of a literal in braces. */
static void component_expr(struct kernel_gen *g, const struct expr *e, const struct type *t)
{
    if (vector_of(t))
        kernel_expr(g, e, PREC_ASSIGN);
    else
        kernel_convert(g, e, t, PREC_ASSIGN);
}

/* (T){a, b, c, d}. */
static void components(struct kernel_gen *g, const struct expr *e)
{
    const struct vector *v = vector_of(e->type);

    buf_printf(g->out, "((%s){", kernel_type(g, e->type, e->loc));
    for (int k = 0; k < v->n && e->args.n; k++) {
        buf_add(g->out, k ? ", " : "");
        component_expr(g, e->args.at[e->args.n == 1 ? 0 : k], e->type->record->members.at[k].type);
    }
    buf_add(g->out, e->args.n ? "})" : "0})");
}

/* The same in a table, of constants. */
static void constant_components(struct kernel_gen *g, const struct expr *e)
{
    const struct vector *v = vector_of(e->type);
    bool nests = v->n > 1 && v->range != VECTOR_ANY;
    double numbers[VECTOR_MOST];

    if (!vector_constant(e, numbers)) {
        kernel_unsupported(g, e->loc, "this is not supported in a constant's initialiser");
        return;
    }
    buf_char(g->out, '{');
    for (int k = 0; k < v->n; k++) {
        buf_printf(g->out, "%s%s", k ? ", " : "", nests ? "{" : "");
        kernel_number(g, numbers[k], type_basic(v->scalar));
        buf_add(g->out, nests ? "}" : "");
    }
    buf_char(g->out, '}');
}

static void construct(struct kernel_gen *g, const struct expr *e)
{
    const struct expr *arg = e->args.n == 1 ? e->args.at[0] : NULL;
    const struct vector *v = vector_of(e->type), *from = arg ? vector_of(arg->type) : NULL;
    bool constant = arg && !from && (arg->constant || arg->real);

    if (arg && type_same_unqualified(arg->type, e->type)) {
        kernel_expr(g, arg, PREC_POSTFIX);
    } else if (g->frame->constant) {
        constant_components(g, e);
    } else if (!arg || (constant && v->range == VECTOR_ANY)) {
        components(g, e);
    } else {
        buf_printf(g->out, "%s(",
                   from && from->n == v->n
                       ? convert_helper(g, e->type, arg->type, e->loc)
                       : all_helper(g, e->type, from ? arg->type : type_basic(v->scalar), e->loc));
        if (from)
            kernel_expr(g, arg, PREC_ASSIGN);
        else
            kernel_convert(g, arg, type_basic(v->scalar), PREC_ASSIGN);
        buf_char(g->out, ')');
    }
}

static void binary(struct kernel_gen *g, const struct expr *e, int prec)
{
    const struct type *t = type_unqualified(g->c, e->a->type);
    bool compares = e->op == OP_EQ || e->op == OP_NE, opened = false;

    if (e->op == OP_NE) {
        opened = kernel_open(g, PREC_UNARY, prec);
        buf_char(g->out, '!');
    }
    buf_printf(g->out, "%s(",
               compares ? equal_helper(g, t, e->loc) : binary_helper(g, e->op, t, e->loc));
    kernel_expr(g, e->a, PREC_ASSIGN);
    buf_add(g->out, ", ");
    kernel_expr(g, e->b, PREC_ASSIGN);
    buf_char(g->out, ')');
    kernel_close(g, opened);
}

static void value(struct kernel_gen *g, const struct expr *e, int prec)
{
    if (e->kind == EXPR_CONSTRUCT) {
        construct(g, e);
    } else if (e->kind == EXPR_CALL) {
        kernel_vector_call(g, e);
    } else if (e->kind == EXPR_BINARY) {
        binary(g, e, prec);
    } else {
        buf_printf(g->out, "%s(",
                   e->kind == EXPR_MEMBER ? swizzle_helper(g, e)
                                          : unary_helper(g, e->op, e->type, e->loc));
        kernel_expr(g, e->a, PREC_ASSIGN);
        buf_char(g->out, ')');
    }
}

/* ---- assignments and steps ---- */

/* The new value of the components that e changes. */
static void new_value(struct kernel_gen *g, const struct expr *e, const struct expr *old)
{
    const struct type *t = e->type;

    if (e->kind == EXPR_ASSIGN && e->op == OP_ASSIGN) {
        kernel_expr(g, e->b, PREC_ASSIGN);
        return;
    }
    buf_printf(g->out, "%s(", binary_helper(g, e->op, t, e->loc));
    kernel_expr(g, old, PREC_ASSIGN);
    buf_add(g->out, ", ");
    if (e->b)
        kernel_expr(g, e->b, PREC_ASSIGN);
    else
        buf_printf(g->out, "%s(1)", all_helper(g, t, type_basic(vector_of(t)->scalar), e->loc));
    buf_char(g->out, ')');
}

/* Some components: each is stored by itself, as other threads may store the others. */
static void store_components(struct kernel_gen *g, const struct expr *object,
                             const struct expr *swizzle, const struct expr *from)
{
    int at[VECTOR_MOST], n = vector_swizzle(vector_of(object->type), swizzle->name, at);

    for (int k = 0; k < n; k++) {
        const struct expr *to = vector_component(g->c, (struct expr *)object, at[k]);
        kernel_store_begin(g, to);
        buf_printf(g->out, "%s%s", from->name, part(g, from->type, k));
        kernel_store_end(g, to);
        buf_add(g->out, ", ");
    }
}

static void update(struct kernel_gen *g, const struct expr *e, int prec)
{
    const struct expr *swizzle = vector_swizzle_of(e->a), *object, *old, *made, *result;
    bool post = e->op == OP_POSTINC || e->op == OP_POSTDEC;
    bool simple = !swizzle && !post, pure = expr_is_pure(vector_target((struct expr *)e));
    bool opened = kernel_open(g, simple && pure ? PREC_ASSIGN : PREC_COMMA, prec);
    struct expr before;

    object = kernel_object_once(g, vector_target((struct expr *)e));
    result = NULL;
    old = object;
    if (swizzle) {
        before = *swizzle;
        before.a = (struct expr *)object;
        old = &before;
    }
    if (post) {
        result = kernel_temporary(g, e->type, SPACE_PRIVATE, e->loc);
        buf_printf(g->out, "%s = ", result->name);
        kernel_expr(g, old, PREC_ASSIGN);
        buf_add(g->out, ", ");
        old = result;
    }
    if (swizzle) {
        made = kernel_temporary(g, e->type, SPACE_PRIVATE, e->loc);
        buf_printf(g->out, "%s = ", made->name);
        new_value(g, e, old);
        buf_add(g->out, ", ");
        store_components(g, object, swizzle, made);
        buf_add(g->out, result ? result->name : made->name);
    } else {
        kernel_store_begin(g, object);
        new_value(g, e, old);
        kernel_store_end(g, object);
        if (result)
            buf_printf(g->out, ", %s", result->name);
    }
    kernel_close(g, opened);
}

void kernel_vector(struct kernel_gen *g, const struct expr *e, int prec)
{
    if (e->amp == AMP_VECTOR_VALUE)
        value(g, e, prec);
    else
        update(g, e, prec);
}
