/* host_vector.c - short vectors in host text: constructors become compound literals, operators
 * statement expressions that keep their operands in variables.
 *
 * Example: `a + b` becomes `__extension__ ({ struct ampc_float_2 ampc__v1 = a; struct ampc_float_2
 * ampc__v2 = b; (struct ampc_float_2){ampc__v1.x + ampc__v2.x, ampc__v1.y + ampc__v2.y}; })`. */
#include "sema/types/vector.h"

#include "codegen/host/host.h"
#include "sema/types/builtin.h"

/* ---- text ---- */

/* The number of component k: ".x", ".x.value", ".value". */
static const char *component(struct host *h, const struct vector *v, int k)
{
    if (v->n == 1)
        return ".value";
    return host_text(h, ".%c%s", "xyzw"[k], v -> range == VECTOR_ANY ? "" : ".value");
}

/* A number brought into the vector's range. */
static const char *ranged(struct host *h, const struct vector *v, const char *number)
{
    if (v->range == VECTOR_ANY)
        return number;
    return host_text(h, "ampc__%s(%s)", v->range == VECTOR_NORM ? "norm" : "unorm", number);
}

/* "(struct ampc_float_2){1, 2}" of numbers; plain: without the type. */
static const char *literal(struct host *h, const struct vector *v, const char *const *numbers,
                           bool plain)
{
    bool nests = v->n > 1 && v->range != VECTOR_ANY;
    const char *text = plain ? "{" : host_text(h, "(struct ampc_%s){", v->name);

    for (int k = 0; k < v->n; k++)
        text = host_text(h, nests ? "%s%s{%s}" : "%s%s%s", text, k ? ", " : "", numbers[k]);
    return host_text(h, "%s}", text);
}

static const char *scalar_text(const struct vector *v)
{
    return v->scalar == TYPE_INT      ? "int"
           : v->scalar == TYPE_UINT   ? "unsigned int"
           : v->scalar == TYPE_DOUBLE ? "double"
                                      : "float";
}

/* The type of an operand: a vector, or the number of 'v' that stands for all its components. */
static const char *operand_text(struct host *h, const struct expr *e, const struct vector *v)
{
    return vector_of(e->type) ? host_text(h, "struct ampc_%s", vector_of(e->type)->name)
                              : scalar_text(v);
}

/* ---- operands ---- */

/* What a swizzle or '*' of the compiler's is applied to; for p->xy, (*p).xy in the tree, the
 * pointer's text has to be dereferenced. */
static void host_vector_object(struct host *h, struct expr *e, enum host_access access)
{
    bool made = e->kind == EXPR_UNARY && e->op == OP_DEREF && e->loc.begin == e->a->loc.begin;

    if (made)
        edit_open(&h->e, e->loc.begin, "*(");
    host_expr(h, made ? e->a : e, made ? HOST_READ : access);
    if (made)
        edit_close(&h->e, e->loc.end, ")");
}

static const char *variable(struct host *h)
{
    return host_text(h, "ampc__v%d", h->number++);
}

/* A statement expression cannot stand outside of functions. */
static void needs_function(struct host *h, const struct expr *e)
{
    if (!h->in_block)
        diag(h->c, DIAG_vector_type, e->loc,
             "this is computed when the program runs: an object of file scope begins with constant "
             "components");
}

/* ---- constants ---- */

static const char *constant_text(struct host *h, enum type_kind scalar, double number)
{
    const char *suffix = scalar == TYPE_FLOAT ? "f" : "";

    return scalar == TYPE_INT    ? host_text(h, "%d", (int)number)
           : scalar == TYPE_UINT ? host_text(h, "%uu", (unsigned)number)
           : number != number    ? host_text(h, "__builtin_nan%s(\"\")", suffix)
           : number - number != 0
               ? host_text(h, "%s__builtin_inf%s()", number < 0 ? "-" : "", suffix)
               : host_text(h, "%a%s", number, suffix);
}

/* Whether e makes a vector of constants alone, whose components are in 'numbers' then. */
static bool constant_literal(struct host *h, const struct expr *e, const char **numbers)
{
    double of[VECTOR_MOST];

    if (!vector_of(e->type) || !vector_constant(e, of))
        return false;
    for (int k = 0; k < vector_of(e->type)->n; k++)
        numbers[k] = constant_text(h, vector_of(e->type)->scalar, of[k]);
    return true;
}

/* ---- constructors and conversions ---- */

/* From one number or vector. */
static void host_converted(struct host *h, struct expr *e)
{
    const struct vector *v = vector_of(e->type);
    struct expr *arg = e->args.at[0];
    const struct vector *from = vector_of(arg->type);
    const char *name = variable(h), *numbers[VECTOR_MOST];

    needs_function(h, e);
    for (int k = 0; k < v->n; k++) {
        const char *number =
            from ? host_text(h, "%s%s", name, component(h, from, from->n == 1 ? 0 : k)) : name;
        if (from && from->scalar != v->scalar)
            number = host_text(h, "(%s)%s", scalar_text(v), number);
        numbers[k] = from && from->range == v->range ? number : ranged(h, v, number);
    }
    host_before(h, e->loc.begin, arg->loc.begin,
                host_text(h, "__extension__ ({ %s %s = ", operand_text(h, arg, v), name));
    host_expr(h, arg, HOST_READ);
    host_after(h, arg->loc.end, e->loc.end,
               host_text(h, "; %s; })", literal(h, v, numbers, false)));
}

/* From a number for each component; plain: as an initialiser's braces. */
static void host_components(struct host *h, struct expr *e, bool plain)
{
    const expr_vec *args = &e->args;

    host_before(h, e->loc.begin, args->at[0]->loc.begin,
                plain ? "{" : host_text(h, "(struct ampc_%s){", vector_of(e->type)->name));
    for (int i = 0; i < args->n; i++) {
        host_expr(h, args->at[i], HOST_READ);
        if (i + 1 < args->n)
            edit_replace(&h->e, args->at[i]->loc.end, args->at[i + 1]->loc.begin, ", ");
    }
    host_after(h, args->at[args->n - 1]->loc.end, e->loc.end, "}");
}

static void host_construct(struct host *h, struct expr *e, bool plain)
{
    const char *numbers[VECTOR_MOST];
    struct expr *arg = e->args.n == 1 ? e->args.at[0] : NULL;

    if (constant_literal(h, e, numbers)) {
        edit_replace(&h->e, e->loc.begin, e->loc.end,
                     literal(h, vector_of(e->type), numbers, plain));
    } else if (arg && type_same_unqualified(arg->type, e->type)) {
        host_before(h, e->loc.begin, arg->loc.begin, "(");
        host_expr(h, arg, HOST_READ);
        host_after(h, arg->loc.end, e->loc.end, ")");
    } else if (arg) {
        host_converted(h, e);
    } else {
        host_components(h, e, plain);
    }
}

bool host_vector_init(struct host *h, struct expr *e)
{
    if (e->kind != EXPR_CONSTRUCT || e->amp != AMP_VECTOR_VALUE)
        return false;
    host_construct(h, e, true);
    return true;
}

/* ---- operators ---- */

static void host_swizzle(struct host *h, struct expr *e)
{
    const struct vector *v = vector_of(e->a->type);
    const char *name = variable(h), *text;
    int at[VECTOR_MOST], n = vector_swizzle(v, e->name, at);

    needs_function(h, e);
    text = host_text(h, "(struct ampc_%s){", vector_of(e->type)->name);
    for (int k = 0; k < n; k++)
        text = host_text(h, "%s%s%s.%c", text, k ? ", " : "", name, "xyzw"[at[k]]);
    edit_open(&h->e, e->loc.begin,
              host_text(h, "__extension__ ({ struct ampc_%s %s = ", v->name, name));
    host_vector_object(h, e->a, HOST_READ);
    host_after(h, e->a->loc.end, e->loc.end, host_text(h, "; %s}; })", text));
}

static void host_vector_unary(struct host *h, struct expr *e)
{
    const struct vector *v = vector_of(e->type);
    const char *name = variable(h), *numbers[VECTOR_MOST];

    needs_function(h, e);
    for (int k = 0; k < v->n; k++)
        numbers[k] = host_text(h, "%s%s%s", op_text(e->op), name, component(h, v, k));
    host_before(h, e->loc.begin, e->a->loc.begin,
                host_text(h, "__extension__ ({ struct ampc_%s %s = ", v->name, name));
    host_expr(h, e->a, HOST_READ);
    host_after(h, e->a->loc.end, e->loc.end,
               host_text(h, "; %s; })", literal(h, v, numbers, false)));
}

/* a == b: all components are equal. */
static const char *comparison(struct host *h, const struct vector *v, const char *a, const char *b,
                              bool equal)
{
    const char *text = "";

    for (int k = 0; k < v->n; k++)
        text = host_text(h, "%s%s%s%s %s %s%s", text,
                         !k      ? ""
                         : equal ? " && "
                                 : " || ",
                         a, component(h, v, k), equal ? "==" : "!=", b, component(h, v, k));
    return text;
}

static void host_vector_binary(struct host *h, struct expr *e)
{
    const struct vector *v = vector_of(e->a->type);
    const char *a = variable(h), *b = variable(h), *numbers[VECTOR_MOST], *value;

    needs_function(h, e);
    for (int k = 0; k < v->n; k++)
        numbers[k] = ranged(h, v,
                            host_text(h, "%s%s %s %s%s", a, component(h, v, k), op_text(e->op), b,
                                      component(h, v, k)));
    value =
        vector_of(e->type) ? literal(h, v, numbers, false) : comparison(h, v, a, b, e->op == OP_EQ);
    edit_open(&h->e, e->loc.begin,
              host_text(h, "__extension__ ({ struct ampc_%s %s = ", v->name, a));
    host_expr(h, e->a, HOST_READ);
    edit_replace(&h->e, e->a->loc.end, e->b->loc.begin,
                 host_text(h, "; struct ampc_%s %s = ", v->name, b));
    host_expr(h, e->b, HOST_READ);
    edit_close(&h->e, e->loc.end, host_text(h, "; %s; })", value));
}

/* ---- assignments and steps ---- */

/* The components of the object p that e changes, and their new values: from those of the vector b,
 * or
 * 1. 'old' is a copy of them, before. */
static const char *stores(struct host *h, const struct expr *e, const struct vector *whole,
                          const char *p, const char *b, const int *at)
{
    const struct vector *v = vector_of(e->type);
    const char *text = "", *op = op_is_step(e->op)
                                     ? (e->op == OP_PREINC || e->op == OP_POSTINC ? "+" : "-")
                                     : op_text(e->op);

    for (int k = 0; k < v->n; k++) {
        const char *place = host_text(h, "(*%s)%s", p, component(h, whole, at[k]));
        const char *number = b ? host_text(h, "%s%s", b, component(h, v, k)) : "1";
        if (e->op != OP_ASSIGN)
            number = ranged(h, v, host_text(h, "%s %s %s", place, op, number));
        text = host_text(h, "%s%s = %s; ", text, place, number);
    }
    return text;
}

/* The value of the changed components. */
static const char *changed(struct host *h, const struct expr *e, const struct vector *whole,
                           const char *p, const int *at)
{
    const struct vector *v = vector_of(e->type);
    const char *numbers[VECTOR_MOST];

    for (int k = 0; k < v->n; k++)
        numbers[k] = host_text(h, "(*%s)%s", p, component(h, whole, at[k]));
    return literal(h, v, numbers, false);
}

static void host_update(struct host *h, struct expr *e)
{
    struct expr *target = vector_target(e), *swizzle = vector_swizzle_of(e->a);
    const struct vector *whole = vector_of(target->type), *v = vector_of(e->type);
    int at[VECTOR_MOST] = {0, 1, 2, 3};
    const char *p = variable(h), *b = e->b ? variable(h) : NULL, *old = variable(h);
    bool post = e->op == OP_POSTINC || e->op == OP_POSTDEC, used = h->discarded != e;
    const char *after = "; ";

    if (swizzle)
        vector_swizzle(whole, swizzle->name, at);
    host_before(h, e->loc.begin, target->loc.begin,
                host_text(h, "__extension__ ({ __auto_type %s = &(", p));
    host_vector_object(h, target, HOST_WRITE);
    if (b) {
        edit_replace(&h->e, target->loc.end, e->b->loc.begin,
                     host_text(h, "); struct ampc_%s %s = ", v->name, b));
        host_expr(h, e->b, HOST_READ);
    } else {
        after = "); ";
        if (post && used)
            after = host_text(h, "); struct ampc_%s %s = %s; ", v->name, old,
                              changed(h, e, whole, p, at));
    }
    host_after(h, b ? e->b->loc.end : target->loc.end, e->loc.end,
               host_text(h, "%s%s%s%s})", after, stores(h, e, whole, p, b, at),
                         !used  ? ""
                         : post ? old
                                : changed(h, e, whole, p, at),
                         used ? "; " : ""));
}

/* The components of an argument, behind the declaration that they need, which replaces its text;
 * those of constants need none (cc wants the numbers of fpclassify() to be constants). */
static void call_argument(struct host *h, struct expr *arg, const struct vector *v,
                          const char **parts)
{
    bool pointer = arg->type->kind == TYPE_POINTER;
    const char *name;

    if (!pointer && constant_literal(h, arg, parts)) {
        edit_replace(&h->e, arg->loc.begin, arg->loc.end, "");
        return;
    }
    name = variable(h);
    edit_open(&h->e, arg->loc.begin,
              host_text(h, "struct ampc_%s %s%s = ", v->name, pointer ? "*" : "", name));
    for (int k = 0; k < v->n; k++)
        parts[k] = pointer ? host_text(h, "&%s->%c", name, "xyzw"[k])
                           : host_text(h, "%s%s", name, component(h, v, k));
    host_expr(h, arg, HOST_READ);
}

/* A function of each component of its arguments. */
void host_vector_call(struct host *h, struct expr *e, const struct builtin_call *b)
{
    const struct vector *result = builtin_part(b, -1);
    const char *numbers[VECTOR_MOST], *parts[VECTOR_MOST], *value = "";
    struct expr **args = e->args.at;

    needs_function(h, e);
    for (int i = 0; i < e->args.n; i++) {
        if (i == 0)
            host_before(h, e->loc.begin, args[0]->loc.begin, "__extension__ ({ ");
        else
            edit_replace(&h->e, args[i - 1]->loc.end, args[i]->loc.begin, "; ");
        call_argument(h, args[i], builtin_part(b, i), parts);
        for (int k = 0; k < b->n; k++)
            numbers[k] =
                host_text(h, "%s%s%s", i ? numbers[k] : b->row->host, i ? ", " : "(", parts[k]);
    }
    for (int k = 0; k < b->n; k++) {
        numbers[k] = host_text(h, "%s)", numbers[k]);
        value = host_text(h, "%s%s%s", value, k ? "; " : "", numbers[k]);
    }
    if (result)
        value = literal(h, result, numbers, false);
    host_after(h, args[e->args.n - 1]->loc.end, e->loc.end, host_text(h, "; %s; })", value));
}

void host_vector(struct host *h, struct expr *e)
{
    struct builtin_call b;

    if (e->amp != AMP_VECTOR_VALUE)
        host_update(h, e);
    else if (e->kind == EXPR_CONSTRUCT)
        host_construct(h, e, false);
    else if (e->kind == EXPR_MEMBER)
        host_swizzle(h, e);
    else if (builtin_by_component(e, &b))
        host_vector_call(h, e, &b);
    else if (e->kind == EXPR_UNARY)
        host_vector_unary(h, e);
    else
        host_vector_binary(h, e);
}
