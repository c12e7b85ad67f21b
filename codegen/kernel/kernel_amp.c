/* kernel_amp.c - AMP operations in kernels' text: index and extent values, their components and
 * operators, tiled_index members, barriers.
 *
 * Example: `i[0]` of an index that is the thread's own is printed as a component of a struct, or
 * as the number itself for rank 1. */
#include "codegen/kernel/kernel.h"
#include "codegen/kernel/kernel_lanes.h"

/* The member node of a property or method: for a call its callee. */
static const struct expr *member_of(const struct expr *e)
{
    return e->kind == EXPR_CALL ? expr_evaluated(e->a) : e;
}

static const struct expr *object_of(const struct expr *e)
{
    return member_of(e)->a;
}

static const struct type *object_type(const struct expr *e)
{
    const struct type *t = object_of(e)->type;

    return member_of(e)->kind == EXPR_ARROW && t->kind == TYPE_POINTER ? t->base : t;
}

/* Prints the object as a value. */
static void print_object(struct kernel_gen *g, const struct expr *e, int prec)
{
    if (member_of(e)->kind == EXPR_ARROW)
        kernel_pointee(g, object_of(e), prec);
    else
        kernel_expr(g, object_of(e), prec);
}

/* Prints a constant; the object is still evaluated. */
static void constant_of(struct kernel_gen *g, const struct expr *e, int value)
{
    if (expr_is_pure(object_of(e))) {
        buf_printf(g->out, "%d", value);
        return;
    }
    buf_char(g->out, '(');
    kernel_effect(g, object_of(e));
    buf_printf(g->out, ", %d)", value);
}

static void make_tile(struct kernel_gen *g, const struct type *t)
{
    buf_printf(g->out, "%s(", kernel_index_helper(g, HELPER_MAKE, t->rank));
    for (int k = 0; k < t->rank; k++)
        buf_printf(g->out, "%s%d", k ? ", " : "", t->tile[k]);
    buf_char(g->out, ')');
}

static bool is_component_type(const struct type *t)
{
    return type_is_amp(t, AMP_TYPE_INDEX) || type_is_amp(t, AMP_TYPE_EXTENT) ||
           type_is_amp(t, AMP_TYPE_TILED_EXTENT);
}

/* ---- components of index values ---- */

/* Components are printed one by one if all of them are pure. */
bool kernel_has_components(const struct expr *e)
{
    e = expr_evaluated(e);
    if (!e->type || e->type->kind != TYPE_AMP)
        return expr_is_pure(e);
    if (e->kind == EXPR_CONSTRUCT) {
        if (e->args.n == 1)
            return type_is_integer(e->args.at[0]->type) || kernel_has_components(e->args.at[0]);
        return e->args.n == e->type->rank;
    }
    if (e->kind == EXPR_BINARY && e->amp == AMP_INDEX_BINARY)
        return kernel_has_components(e->a) && kernel_has_components(e->b);
    if (e->kind == EXPR_CONVERT && (e->amp == AMP_TO_INDEX || e->a->type->kind == TYPE_AMP))
        return expr_is_pure(e->a) && e->a->lvalue;
    if (e->kind == EXPR_MEMBER)
        return expr_is_pure(e->a) && !amp_is_subview(expr_evaluated(e->a)) &&
               (e->amp == AMP_NONE || e->amp == AMP_TILED_GLOBAL || e->amp == AMP_TILED_LOCAL ||
                e->amp == AMP_TILED_TILE || e->amp == AMP_TILED_ORIGIN ||
                e->amp == AMP_VIEW_EXTENT);
    return expr_is_pure(e) && e->lvalue && e->amp == AMP_NONE;
}

/* Whether e is the number of the tile, which all tiled_index values of a thread have and which is
 * asked for where it is used. So `t.tile[0] != k && t.tile[1] != k` keeps its second test behind
 * the first one; compilers make one of both when the numbers are at hand. */
static bool is_tile(const struct kernel_gen *g, const struct expr *e)
{
    return e->kind == EXPR_MEMBER && e->amp == AMP_TILED_TILE && !g->emulated;
}

void kernel_component(struct kernel_gen *g, const struct expr *e, int k, int prec)
{
    bool opened;

    e = expr_evaluated(e);
    if (e->type->kind != TYPE_AMP) { /* an int stands for all components */
        kernel_convert(g, e, type_basic(TYPE_INT), prec);
    } else if (e->kind == EXPR_CONSTRUCT && e->args.n > 0) {
        if (e->args.n == 1)
            kernel_component(g, e->args.at[0], k, prec);
        else
            kernel_convert(g, e->args.at[k], type_basic(TYPE_INT), prec);
    } else if (e->kind == EXPR_BINARY) {
        opened = kernel_open(g, op_precedence(e->op), prec);
        kernel_component(g, e->a, k, op_precedence(e->op));
        buf_printf(g->out, " %s ", op_text(e->op));
        kernel_component(g, e->b, k, op_precedence(e->op) + 1);
        kernel_close(g, opened);
    } else if (e->kind == EXPR_CONVERT) {
        kernel_expr(g, e->a, PREC_POSTFIX);
        buf_printf(g->out, "%s.c[%d]", type_is_amp(e->a->type, AMP_TYPE_TILED_INDEX) ? ".g" : "",
                   k);
    } else if (is_tile(g, e)) {
        buf_printf(g->out, "((int)get_group_id(%d))", e->type->rank - 1 - k);
    } else {
        kernel_expr(g, e, PREC_POSTFIX);
        buf_printf(g->out, "%s.c[%d]", type_is_amp(e->type, AMP_TYPE_TILED_INDEX) ? ".g" : "", k);
    }
}

/* ---- index, extent ---- */

/* array_view<T, N>(extents, pointer) */
static void construct_view(struct kernel_gen *g, const struct type *t,
                           const struct expr *const *args, int n, struct loc loc)
{
    const struct expr *source = args[n - 1];
    memory_set set = kernel_pointer_memories(g, source);

    if (space_of(set) != SPACE_GLOBAL) { /* reported, except in a variant for other units */
        kernel_unsupported(g, source->loc, "%s", space_view_fault(set & MEMORY_KNOWN));
        return;
    }
    kernel_retype(g, t);
    buf_printf(g->out, "%s((__global %s *)", kernel_over_helper(g, t, loc),
               kernel_element_type(g, t, loc));
    kernel_expr(g, source, PREC_UNARY);
    buf_add(g->out, ", ");
    if (args[0]->type->kind == TYPE_AMP)
        kernel_expr(g, args[0], PREC_ASSIGN);
    else
        kernel_construct(g, type_amp(g->c, AMP_TYPE_INDEX, t->rank, NULL), args, n - 1, loc);
    buf_char(g->out, ')');
}

void kernel_construct(struct kernel_gen *g, const struct type *t, const struct expr *const *args,
                      int n, struct loc loc)
{
    if (type_is_amp(t, AMP_TYPE_TILE_BARRIER) || t->kind != TYPE_AMP) {
        kernel_unsupported(g, loc, "this construction is not supported in a kernel");
    } else if (n == 1 && args[0]->type->kind == TYPE_AMP &&
               (!is_component_type(t) || is_component_type(args[0]->type) ||
                type_is_amp(args[0]->type, AMP_TYPE_TILED_INDEX))) {
        if (is_component_type(args[0]->type) && is_component_type(t))
            kernel_expr(g, args[0], PREC_ASSIGN);
        else
            kernel_convert(g, args[0], t, PREC_ASSIGN);
    } else if (type_is_amp(t, AMP_TYPE_ARRAY_VIEW) && n > 1) {
        construct_view(g, t, args, n, loc);
    } else if (is_component_type(t) && n == 0) {
        if (g->frame->constant)
            buf_add(g->out, "{{0}}");
        else
            buf_printf(g->out, "%s(0)", kernel_index_helper(g, HELPER_ALL, t->rank));
    } else if (is_component_type(t) && n == t->rank && type_is_arithmetic(args[0]->type)) {
        if (g->frame->constant) /* tables have no calls in their initialisers */
            buf_add(g->out, "{{");
        else
            buf_printf(g->out, "%s(", kernel_index_helper(g, HELPER_MAKE, t->rank));
        for (int k = 0; k < n; k++) {
            buf_add(g->out, k ? ", " : "");
            kernel_convert(g, args[k], type_basic(TYPE_INT), PREC_ASSIGN);
        }
        buf_add(g->out, g->frame->constant ? "}}" : ")");
    } else {
        kernel_unsupported(g, loc, "constructing a '%s' is not supported in a kernel",
                           type_text(g->c, t));
    }
}

/* An operand of index arithmetic: an int stands for all components. */
static void index_operand(struct kernel_gen *g, const struct expr *e, int rank)
{
    if (type_is_amp(e->type, AMP_TYPE_TILED_INDEX)) {
        kernel_expr(g, e, PREC_POSTFIX);
        buf_add(g->out, ".g");
    } else if (e->type->kind == TYPE_AMP) {
        kernel_expr(g, e, PREC_ASSIGN);
    } else {
        buf_printf(g->out, "%s(", kernel_index_helper(g, HELPER_ALL, rank));
        kernel_convert(g, e, type_basic(TYPE_INT), PREC_ASSIGN);
        buf_char(g->out, ')');
    }
}

static enum index_helper helper_of(enum op op)
{
    if (op == OP_SUB || op == OP_PREDEC || op == OP_POSTDEC)
        return HELPER_SUB;
    if (op == OP_MUL)
        return HELPER_MUL;
    if (op == OP_DIV)
        return HELPER_DIV;
    return op == OP_MOD ? HELPER_MOD : HELPER_ADD;
}

static void index_binary(struct kernel_gen *g, const struct expr *e, enum index_helper h, int rank)
{
    buf_printf(g->out, "%s(", kernel_index_helper(g, h, rank));
    index_operand(g, e->a, rank);
    buf_add(g->out, ", ");
    index_operand(g, e->b, rank);
    buf_char(g->out, ')');
}

static void index_compare(struct kernel_gen *g, const struct expr *e, int prec)
{
    bool opened = kernel_open(g, PREC_UNARY, prec);

    if (e->op == OP_NE)
        buf_char(g->out, '!');
    index_binary(g, e, HELPER_EQUAL,
                 e->a->type->kind == TYPE_AMP ? e->a->type->rank : e->b->type->rank);
    kernel_close(g, opened);
}

static void index_assign(struct kernel_gen *g, const struct expr *e, int prec)
{
    bool opened = kernel_open(g, expr_is_pure(e->a) ? PREC_ASSIGN : PREC_COMMA, prec);
    struct expr once = *e;

    once.a = (struct expr *)kernel_object_once(g, e->a);
    kernel_store_begin(g, once.a);
    index_binary(g, &once, helper_of(e->op), e->a->type->rank);
    kernel_store_end(g, once.a);
    kernel_close(g, opened);
}

/* The old value of i++ is the new one less 1. */
static void index_step(struct kernel_gen *g, const struct expr *e, int prec)
{
    int rank = e->a->type->rank;
    enum index_helper h = helper_of(e->op);
    bool is_postfix = e->op == OP_POSTINC || e->op == OP_POSTDEC;
    bool is_pure = expr_is_pure(e->a);
    bool opened =
        (!is_postfix || !is_pure) && kernel_open(g, is_pure ? PREC_ASSIGN : PREC_COMMA, prec);
    const struct expr *object = kernel_object_once(g, e->a);

    if (is_postfix)
        buf_printf(g->out, "%s(",
                   kernel_index_helper(g, h == HELPER_ADD ? HELPER_SUB : HELPER_ADD, rank));
    kernel_store_begin(g, object);
    buf_printf(g->out, "%s(", kernel_index_helper(g, h, rank));
    kernel_expr(g, object, PREC_ASSIGN);
    buf_printf(g->out, ", %s(1))", kernel_index_helper(g, HELPER_ALL, rank));
    kernel_store_end(g, object);
    if (is_postfix)
        buf_printf(g->out, ", %s(1))", kernel_index_helper(g, HELPER_ALL, rank));
    kernel_close(g, opened);
}

static void index_subscript(struct kernel_gen *g, const struct expr *e)
{
    const struct expr *k = e->b;
    bool direct =
        e->a->lvalue || (expr_evaluated(e->a)->kind == EXPR_MEMBER && kernel_has_components(e->a));

    if (k->constant && k->value >= 0 && k->value < e->a->type->rank &&
        kernel_has_components(e->a) && !e->lvalue) {
        kernel_component(g, e->a, (int)k->value, PREC_POSTFIX);
        return;
    }
    if (!direct)
        buf_printf(g->out, "%s(", kernel_index_helper(g, HELPER_GET, e->a->type->rank));
    kernel_expr(g, e->a, direct ? PREC_POSTFIX : PREC_ASSIGN);
    buf_add(g->out, direct ? ".c[" : ", ");
    kernel_expr(g, k, PREC_ASSIGN);
    buf_char(g->out, direct ? ']' : ')');
}

/* ---- methods ---- */

static void method(struct kernel_gen *g, const struct expr *e, enum index_helper h)
{
    const struct type *t = object_type(e);

    buf_printf(g->out, "%s(", kernel_index_helper(g, h, t->rank));
    print_object(g, e, PREC_ASSIGN);
    if (h == HELPER_PAD || h == HELPER_TRUNCATE) {
        buf_add(g->out, ", ");
        make_tile(g, t);
    } else if (h == HELPER_CONTAINS || h == HELPER_WITHIN) {
        buf_add(g->out, ", ");
        kernel_construct(g, type_amp(g->c, AMP_TYPE_INDEX, t->rank, NULL),
                         (const struct expr *const *)e->args.at, e->args.n, e->loc);
    }
    buf_char(g->out, ')');
}

/* Whether an index is in an extent; a view's extent is never negative, which halves the tests. */
static void contains(struct kernel_gen *g, const struct expr *e)
{
    const struct expr *extent = expr_evaluated(object_of(e));

    method(g, e, extent->amp == AMP_VIEW_EXTENT ? HELPER_WITHIN : HELPER_CONTAINS);
}

static void member(struct kernel_gen *g, const struct expr *e, const char *name)
{
    print_object(g, e, PREC_POSTFIX);
    buf_printf(g->out, ".%s", name);
}

/* Prints a barrier, or a fence alone. */
static void barrier(struct kernel_gen *g, enum amp_op op)
{
    bool waits =
        op == AMP_BARRIER_WAIT || op == AMP_BARRIER_WAIT_GLOBAL || op == AMP_BARRIER_WAIT_TILE;
    const char *flags = op == AMP_BARRIER_WAIT_GLOBAL || op == AMP_FENCE_GLOBAL
                            ? "CLK_GLOBAL_MEM_FENCE"
                        : op == AMP_BARRIER_WAIT_TILE || op == AMP_FENCE_TILE
                            ? "CLK_LOCAL_MEM_FENCE"
                            : "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE";

    buf_printf(g->out, "%s(%s)", waits ? kernel_barrier(g) : "mem_fence", flags);
}

void kernel_amp_expr(struct kernel_gen *g, const struct expr *e, int prec)
{
    bool opened;

    switch (e->amp) {
    case AMP_RANK:
        constant_of(g, e, object_type(e)->rank);
        break;
    case AMP_EXTENT_SIZE:
        method(g, e, HELPER_SIZE);
        break;
    case AMP_EXTENT_CONTAINS:
        contains(g, e);
        break;
    case AMP_EXTENT_TILE:
        print_object(g, e, prec);
        break;
    case AMP_TILED_PAD:
        method(g, e, HELPER_PAD);
        break;
    case AMP_TILED_TRUNCATE:
        method(g, e, HELPER_TRUNCATE);
        break;
    case AMP_VIEW_EXTENT:
        kernel_note_known(g, object_of(e));
        member(g, e, "e");
        break;
    case AMP_VIEW_DATA:
        opened = kernel_open(g, PREC_UNARY, prec);
        buf_char(g->out, '&');
        member(g, e, "p[0]");
        kernel_close(g, opened);
        break;
    case AMP_SUBVIEWS:
        kernel_subview(g, e);
        break;
    case AMP_CONSTRUCT:
        kernel_construct(g, e->type, (const struct expr *const *)e->args.at, e->args.n, e->loc);
        break;
    case AMP_INDEX_SUBSCRIPT:
        index_subscript(g, e);
        break;
    case AMP_INDEX_BINARY:
        index_binary(g, e, helper_of(e->op), e->type->rank);
        break;
    case AMP_INDEX_COMPARE:
        index_compare(g, e, prec);
        break;
    case AMP_INDEX_ASSIGN:
        index_assign(g, e, prec);
        break;
    case AMP_INDEX_STEP:
        index_step(g, e, prec);
        break;
    case AMP_COPY:
        opened = kernel_open(g, PREC_ASSIGN, prec);
        kernel_store_begin(g, e->a);
        kernel_convert(g, e->b, e->a->type, PREC_ASSIGN);
        kernel_store_end(g, e->a);
        kernel_close(g, opened);
        break;
    case AMP_VECTORS:
        kernel_vector(g, e, prec);
        break;
    case AMP_VIEW_ELEMENT:
        kernel_element(g, e, prec);
        break;
    case AMP_TO_INDEX:
        kernel_convert(g, e->a, e->type, prec);
        break;
    case AMP_TILED_GLOBAL:
        member(g, e, "g");
        break;
    case AMP_TILED_LOCAL:
        member(g, e, "l");
        break;
    case AMP_TILED_TILE:
        member(g, e, "t");
        break;
    case AMP_TILED_ORIGIN:
        member(g, e, "o");
        break;
    case AMP_TILED_BARRIER:
        constant_of(g, e, 0);
        break;
    case AMP_TILE_DIMS:
        constant_of(g, e, object_type(e)->tile[e->amp - AMP_TILE_DIM0]);
        break;
    case AMP_TILE_EXTENT:
        make_tile(g, object_type(e));
        break;
    case AMP_WAITS:
    case AMP_FENCES:
        barrier(g, e->amp);
        break;
    case AMP_ATOMICS:
        kernel_atomic(g, e);
        break;
    case AMP_LANES:
        kernel_lanes(g, e, prec);
        break;
    case AMP_NONE:
    case AMP_HOST_ONLY:
        kernel_unsupported(g, e->loc, "this is not supported in a kernel");
        buf_char(g->out, '0');
        break;
    }
}
