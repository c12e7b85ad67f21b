/* kernel_range.c - companions of pointers in the checked text: the object that a pointer was made
 * of, with which accesses through it are checked. */
#include "codegen/kernel/kernel.h"

/* Checks of accesses through pointers, in checked text. A pointer variable or parameter has a
 * companion, a struct ampc_range with the addresses of the object that its value was made from: an
 * array, a view's elements, a variable. It is assigned with the variable, and passed with the
 * pointer as an argument. Where the object is not known (results of functions, pointers of other
 * units, or into memory known at run time only) the range is empty, and accesses are not
 * checked. */

enum { GAPS = 3 };

/* Gaps of a section: of every 'step' bytes the first 'run' belong to it; for up to three nested
 * dimensions, the innermost first. 0: no gaps. */
static const char range_text[] = "struct ampc_range {\n    ulong lo, hi, step[3], run[3];\n};\n";

/* The access is to p + the result: i, or the offset of the object's begin if i is outside. */
static const char reach_text[] =
    "static int ampc_gap(ulong at, ulong step, ulong run, long size)\n{\n"
    "    return step && at % step + (ulong)size > run;\n}\n"
    "static long ampc_reach(ulong at, long i, struct ampc_range r, long size, struct ampc_x_stop "
    "*s, "
    "__constant char *text)\n{\n"
    "    ulong to = at + (ulong)(i * size);\n    int gap = 0;\n"
    "    if (!r.hi)\n        return i;\n"
    "    if (to >= r.lo && to < r.hi && r.hi - to >= (ulong)size) {\n"
    "        gap = ampc_gap(to - r.lo, r.step[0], r.run[0], size) |\n"
    "              ampc_gap(to - r.lo, r.step[1], r.run[1], size) |\n"
    "              ampc_gap(to - r.lo, r.step[2], r.run[2], size);\n"
    "        if (!gap)\n            return i;\n    }\n"
    "    if (ampc_outside(s, text, 5 + gap, 1)) {\n"
    "        s->error[262] = (int)((long)(to - r.lo) / size);\n"
    "        s->error[278] = (int)((long)(r.hi - r.lo) / size);\n    }\n"
    "    return (long)(r.lo - at) / size;\n}\n";

static const char nothing[] = "(struct ampc_range){0, 0}";

static void range_type(struct kernel_gen *g)
{
    if (kernel_once(g, "ampc_range"))
        buf_add(&g->types, range_text);
}

/* The companion's name; NULL: it has none. */
static const char *range_name(const struct kernel_gen *g, const struct symbol *s)
{
    for (int i = 0; s && i < g->frame->ranges.n; i++)
        if (g->frame->ranges.at[i].symbol == s)
            return g->frame->ranges.at[i].name;
    return NULL;
}

static void range_add(struct kernel_gen *g, const struct symbol *s, const char *name)
{
    struct kernel_alias range = {s, name};

    vec_push(&g->c->arena, &g->frame->ranges, range);
}

/* ---- what an expression points into ---- */

/* Where neighbours in dimension k have a gap between them: the bytes from one to the next, and
 * those that belong to the view. */
static void view_gap(struct buf *out, const struct type *view, int k, int i)
{
    const char *between = k < view->rank - 2 ? " * (ulong)v.s" : "";

    buf_printf(out, "    if ((ulong)v.e.c[%d]%s", k + 1, between);
    if (*between)
        buf_printf(out, "%d", k + 1);
    buf_printf(out, " < (ulong)v.s%d) {\n        r.step[%d] = (ulong)v.s%d * %lldUL;\n", k, i, k,
               view->base->size);
    buf_printf(out, "        r.run[%d] = (ulong)v.e.c[%d]%s", i, k + 1, between);
    if (*between)
        buf_printf(out, "%d", k + 1);
    buf_printf(out, " * %lldUL;\n    }\n", view->base->size);
}

static const char *view_helper(struct kernel_gen *g, const struct type *view, struct loc loc)
{
    const char *word = kernel_view_type(g, view, loc);
    const char *name = arena_printf(&g->c->arena, "ampc_range_%s", word);
    struct buf *out = &g->helpers;

    if (!kernel_once(g, name))
        return name;
    buf_printf(out, "static struct ampc_range %s(struct ampc_%s v)\n{\n", name, word);
    buf_add(out, "    struct ampc_range r = {(ulong)v.p, 0};\n    ulong n = 1;\n");
    for (int k = 0; k < view->rank; k++)
        buf_printf(out,
                   k < view->rank - 1 ? "    n += (ulong)(v.e.c[%d] - 1) * (ulong)v.s%d;\n"
                                      : "    n += (ulong)(v.e.c[%d] - 1);\n",
                   k, k);
    buf_printf(out, "    r.hi = r.lo + n * %lldUL;\n", view->base->size);
    for (int k = view->rank - 2, i = 0; k >= 0 && i < GAPS; k--, i++)
        view_gap(out, view, k, i);
    buf_add(out, "    return r;\n}\n");
    return name;
}

/* It may stand twice in the text: so may a subview whose arguments have no side effects. */
static bool view_repeats(const struct expr *view)
{
    view = expr_evaluated(view);
    if (!amp_is_subview(view))
        return expr_is_pure(view);
    for (int i = 0; view->kind == EXPR_CALL && i < view->args.n; i++)
        if (!expr_is_pure(view->args.at[i]))
            return false;
    return (view->kind == EXPR_CALL || expr_is_pure(view->b)) &&
           view_repeats(amp_subview_base(view));
}

/* The range of a row is that of the whole view: a pointer may leave the row. */
static bool view_range(struct kernel_gen *g, const struct expr *view)
{
    view = expr_evaluated(view);
    while (view->amp == AMP_VIEW_ROW)
        view = expr_evaluated(view->a);
    if (!type_is_view_or_array(view->type) || !view_repeats(view))
        return false;
    buf_printf(g->out, "%s(", view_helper(g, view->type, view->loc));
    kernel_expr(g, view, PREC_ASSIGN);
    buf_char(g->out, ')');
    return true;
}

static const struct expr *without_casts(const struct expr *e)
{
    e = expr_evaluated(e);
    while ((e->kind == EXPR_CONVERT || e->kind == EXPR_CAST) && e->a->type &&
           (e->a->type->kind == TYPE_POINTER || e->a->type->kind == TYPE_ARRAY))
        e = expr_evaluated(e->a);
    return e;
}

/* The operand of a subscript that is no integer. */
static const struct expr *subscripted(const struct expr *e)
{
    return without_casts(type_is_integer(e->a->type) ? e->b : e->a);
}

static bool range_print(struct kernel_gen *g, const struct expr *e);

/* The object e, or the object that e is a member or element of. */
static bool object_range(struct kernel_gen *g, const struct expr *e, const struct expr *address)
{
    const struct expr *object = expr_evaluated(e);

    while (object->kind == EXPR_SUBSCRIPT && object->amp == AMP_NONE) {
        if (subscripted(object)->type->kind != TYPE_ARRAY)
            return range_print(g, subscripted(object));
        object = subscripted(object);
        address = object;
    }
    if (object->amp == AMP_VIEW_ELEMENT)
        return view_range(g, object->a);
    if (object->kind == EXPR_UNARY && object->op == OP_DEREF)
        return range_print(g, without_casts(object->a));
    if ((object->kind != EXPR_NAME && object->kind != EXPR_MEMBER && object->kind != EXPR_ARROW) ||
        !address || !expr_is_pure(object) || kernel_is_any(g, object) || object->type->size <= 0)
        return false;
    buf_add(g->out, "(struct ampc_range){(ulong)");
    kernel_expr(g, address, PREC_UNARY);
    buf_add(g->out, ", (ulong)");
    kernel_expr(g, address, PREC_UNARY);
    buf_printf(g->out, " + %lldUL}", object->type->size);
    return true;
}

static bool cond_range(struct kernel_gen *g, const struct expr *e)
{
    if (!e->b || !expr_is_pure(e->a))
        return false;
    buf_char(g->out, '(');
    kernel_condition(g, e->a, PREC_OR);
    buf_add(g->out, " ? ");
    if (!range_print(g, without_casts(e->b)))
        buf_add(g->out, nothing);
    buf_add(g->out, " : ");
    if (!range_print(g, without_casts(e->c)))
        buf_add(g->out, nothing);
    buf_char(g->out, ')');
    return true;
}

/* Prints the range of a pointer's or array's value; false: not known, nothing is printed. */
static bool range_print(struct kernel_gen *g, const struct expr *e)
{
    const char *name;

    if (e->amp == AMP_VIEW_DATA)
        return e->a->kind == EXPR_MEMBER && view_range(g, e->a->a);
    if (e->amp != AMP_NONE || e->chosen)
        return false;
    if (e->type->kind == TYPE_ARRAY)
        return object_range(g, e, e);
    switch (e->kind) {
    case EXPR_NAME:
        name = range_name(g, e->symbol);
        buf_add(g->out, name ? name : "");
        return name != NULL;
    case EXPR_UNARY:
        if (e->op == OP_ADDR)
            return object_range(g, e->a, e);
        return op_is_step(e->op) && range_print(g, without_casts(e->a));
    case EXPR_BINARY:
        if (e->op != OP_ADD && e->op != OP_SUB)
            return false;
        return range_print(g, without_casts(type_is_integer(e->a->type) ? e->b : e->a));
    case EXPR_COND:
        return cond_range(g, e);
    case EXPR_PAREN: /* without_casts has removed these */
    case EXPR_CAST:
    case EXPR_CONVERT:
    case EXPR_CALL: /* the object is not known: the pointer is loaded from memory, or a result */
    case EXPR_SUBSCRIPT:
    case EXPR_MEMBER:
    case EXPR_ARROW:
    case EXPR_ASSIGN:
    case EXPR_STMT:
    case EXPR_GENERIC:
    case EXPR_ERROR: /* no pointers */
    case EXPR_LITERALS:
    case EXPR_QUESTIONS:
    case EXPR_COMPOUND:
    case EXPR_CONSTRUCT:
    case EXPR_HOST_ONLY:
        break;
    }
    return false;
}

/* The same for e with its parentheses and casts. */
static bool range_of(struct kernel_gen *g, const struct expr *e)
{
    range_type(g);
    return range_print(g, without_casts(e));
}

static void range_or_nothing(struct kernel_gen *g, const struct expr *e)
{
    if (!range_of(g, e))
        buf_add(g->out, nothing);
}

/* ---- companions ---- */

static bool has_range(const struct type *t)
{
    return t->kind == TYPE_POINTER && t->base->kind != TYPE_AMP;
}

bool kernel_takes_range(const struct kernel_gen *g, const struct symbol *f, int i)
{
    return g->checked && !kernel_is_foreign(g, f) && has_range(f->params.at[i]->type);
}

void kernel_range_parameter(struct kernel_gen *g, struct buf *out, int i)
{
    range_type(g);
    buf_printf(out, ", struct ampc_range ampc_p%d", i);
}

void kernel_range_argument(struct kernel_gen *g, const struct expr *e)
{
    buf_add(g->out, ", ");
    range_or_nothing(g, e);
}

const char *kernel_range_nothing(struct kernel_gen *g)
{
    range_type(g);
    return nothing;
}

void kernel_range_parameters(struct kernel_gen *g, const struct symbol *f)
{
    for (int i = 0; i < f->params.n; i++)
        if (kernel_takes_range(g, f, i))
            range_add(g, f->params.at[i], arena_printf(&g->c->arena, "ampc_p%d", i));
}

void kernel_range_declare(struct kernel_gen *g, const struct symbol *s)
{
    const char *name;

    if (!g->checked || !has_range(s->type) || kernel_symbol_space(g, s) == SPACE_ANY ||
        range_name(g, s))
        return;
    range_type(g);
    name = arena_printf(&g->c->arena, "ampc_r%d", g->frame->temporaries_n++);
    range_add(g, s, name);
    buf_printf(&g->frame->temporaries, "    struct ampc_range %s = {0, 0};\n", name);
}

bool kernel_range_assign(struct kernel_gen *g, const struct symbol *s, const struct expr *value)
{
    const char *name = g->checked ? range_name(g, s) : NULL;

    if (!name || kernel_is_null(value)) /* a null pointer must stay a constant */
        return false;
    buf_printf(g->out, "(%s = ", name);
    range_or_nothing(g, value);
    buf_add(g->out, ", ");
    return true;
}

/* ---- accesses ---- */

bool kernel_is_reached(struct kernel_gen *g, const struct expr *e)
{
    const struct expr *pointer = e->a;
    const struct type *t;

    if (!g->checked || g->frame->constant || e->amp != AMP_NONE || e->chosen)
        return false;
    if (e->kind == EXPR_SUBSCRIPT)
        pointer = type_is_integer(e->a->type) ? e->b : e->a;
    else if (e->kind != EXPR_ARROW && (e->kind != EXPR_UNARY || e->op != OP_DEREF))
        return false;
    if (e->kind == EXPR_SUBSCRIPT && subscripted(e)->type->kind == TYPE_ARRAY)
        return false;
    t = expr_evaluated(pointer)->type;
    return t->kind == TYPE_POINTER && t->base->size > 0 && t->base->kind != TYPE_AMP &&
           t->base->kind != TYPE_FUNCTION && kernel_pointer_space(g, pointer) != SPACE_ANY;
}

/* The expression by which a message names the pointer: its variable. */
static const struct expr *named(const struct expr *e)
{
    for (e = without_casts(e);;)
        if (e->kind == EXPR_BINARY)
            e = without_casts(type_is_integer(e->a->type) ? e->b : e->a);
        else if (e->kind == EXPR_UNARY && e->op != OP_DEREF)
            e = without_casts(e->a);
        else if (e->kind == EXPR_SUBSCRIPT && e->amp == AMP_NONE)
            e = subscripted(e);
        else
            return e;
}

bool kernel_reach(struct kernel_gen *g, const struct expr *e, const struct expr *pointer,
                  const struct expr *index)
{
    struct buf range = {0}, *out = g->out;
    const struct expr *once;
    bool known;

    /* p[i], *p and p->m become (*(p + ampc_reach(...))) */
    if (!kernel_is_reached(g, e))
        return false;
    g->out = &range;
    known = range_of(g, pointer);
    g->out = out;
    if (known) {
        kernel_check_outside(g);
        if (kernel_once(g, "ampc_reach"))
            buf_add(&g->helpers, reach_text);
        buf_add(out, "(*(");
        once = kernel_value_once(g, pointer);
        kernel_expr(g, once, PREC_ADD);
        buf_add(out, " + ampc_reach((ulong)");
        kernel_expr(g, once, PREC_UNARY);
        buf_add(out, ", ");
        if (index)
            kernel_convert(g, index, type_basic(TYPE_LONG), PREC_ASSIGN);
        else
            buf_char(out, '0');
        buf_printf(out, ", %s, %lldL, ampc_s, %s)))", range.at,
                   expr_evaluated(pointer)->type->base->size,
                   kernel_check_place(g, e, named(pointer)));
    }
    buf_free(&range);
    return known;
}
