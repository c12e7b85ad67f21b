/* kernel_expr.c - C's expressions in kernels' text, with parentheses by the table of precedences.
 *
 * Conversions are nodes of the tree and printed where OpenCL C's own rules would differ. Example: a
 * comparison of x with itself is printed as isnan. */
#include "codegen/kernel/kernel.h"

bool kernel_open(struct kernel_gen *g, int own, int prec)
{
    if (own >= prec)
        return false;
    buf_char(g->out, '(');
    return true;
}

void kernel_close(struct kernel_gen *g, bool opened)
{
    if (opened)
        buf_char(g->out, ')');
}

/* ---- names ---- */

static void captured_name(struct kernel_gen *g, const struct kernel_arg *arg, const char *name,
                          int prec)
{
    bool is_buffer = kernel_arg_is_pointer(g, arg);

    if (arg->symbol->type->kind == TYPE_ARRAY) {
        buf_printf(g->out, is_buffer ? "%s->a" : "%s.a", name);
    } else if (is_buffer) {
        bool opened = kernel_open(g, PREC_UNARY, prec);
        buf_printf(g->out, "*%s", name);
        kernel_close(g, opened);
    } else {
        buf_add(g->out, name);
    }
}

/* Prints a tile_static object: its name in its kernel; in a function the target of a parameter (in
 * the emulator, of a variable). */
static void tile_name(struct kernel_gen *g, struct symbol *s, int prec)
{
    const char *alias = kernel_alias_of(g, s);
    bool opened;

    if (alias) {
        buf_add(g->out, alias);
        return;
    }
    kernel_use_tile_static(g, s);
    if (!g->frame->instance && !g->emulated && !kernel_is_shared_tile(g, s)) {
        buf_add(g->out, kernel_tile_name(g, s));
        return;
    }
    opened = kernel_open(g, PREC_UNARY, prec);
    buf_printf(g->out, "*%s", kernel_tile_name(g, s));
    kernel_close(g, opened);
}

static bool is_static_object(const struct symbol *s)
{
    return s->file_scope || s->storage & (STORAGE_STATIC | STORAGE_EXTERN);
}

/* Prints a constant of static storage: its value where that is possible, else an object in constant
 * memory. */
static void table_name(struct kernel_gen *g, const struct expr *e, int prec)
{
    struct symbol *s = e->symbol;
    const struct type *t = s->type;

    while (t->kind == TYPE_ARRAY)
        t = t->base;
    if (!(t->quals & QUAL_CONST)) {
        kernel_unsupported(g, e->loc, "variable '%s' of the host is not supported in a kernel",
                           s->name);
        buf_char(g->out, '0');
        return;
    }
    if (g->frame->constant && s->init && s->init->expr) {
        bool opened = kernel_open(g, PREC_COMMA, prec);
        kernel_convert(g, s->init->expr, s->type, opened ? PREC_COMMA : prec);
        kernel_close(g, opened);
        return;
    }
    buf_add(g->out, kernel_table_name(g, s, e->loc));
}

/* object: the object is needed (its address is taken), not its value. */
static void name_expr(struct kernel_gen *g, const struct expr *e, bool object, int prec)
{
    struct symbol *s = e->symbol;
    const struct kernel_arg *arg;

    if (!s || s->kind == SYMBOL_FUNCTION || s->kind == SYMBOL_TYPEDEF) {
        kernel_unsupported(g, e->loc, "'%s' is not supported in a kernel", e->name);
        buf_char(g->out, '0');
    } else if (s->kind == SYMBOL_ENUMERATOR || (s->constant && !object)) {
        kernel_integer(g, s->value, e->type, prec);
    } else if (s->storage & STORAGE_TILE_STATIC) {
        tile_name(g, s, prec);
    } else if (s->kind == SYMBOL_VAR && is_static_object(s)) {
        table_name(g, e, prec);
    } else if ((arg = kernel_arg_find(g, s)) != NULL) {
        captured_name(g, arg, kernel_user_name(g, s->name), prec);
    } else if (s->constant && g->frame->launch && !s->lambda) {
        kernel_unsupported(
            g, e->loc, "the address of the constant '%s' is not supported in a kernel", e->name);
    } else if (kernel_is_reference(s)) {
        bool opened = kernel_open(g, PREC_UNARY, prec);
        buf_printf(g->out, "*%s", kernel_user_name(g, s->name));
        kernel_close(g, opened);
    } else {
        buf_add(g->out, kernel_variable_name(g, s));
    }
}

/* ---- C's operators ---- */

static void member_expr(struct kernel_gen *g, const struct expr *e)
{
    const struct type *t = e->a->type;
    const struct record *r;
    member_path path = {0};
    bool reached;

    if (e->kind == EXPR_ARROW && (t->kind == TYPE_POINTER || t->kind == TYPE_ARRAY))
        t = t->base;
    if (t->kind != TYPE_RECORD || !type_find_member(g->c, t->record, e->name, &path)) {
        kernel_unsupported(g, e->loc, "member '%s' is not supported in a kernel", e->name);
        return;
    }
    reached = e->kind == EXPR_ARROW && kernel_reach(g, e, e->a, NULL);
    if (!reached)
        kernel_expr(g, e->a, PREC_POSTFIX);
    r = t->record;
    for (int i = 0; i < path.n; i++) {
        buf_printf(g->out, "%s%s", i == 0 && e->kind == EXPR_ARROW && !reached ? "->" : ".",
                   kernel_member_name(g, r, path.at[i]));
        r = path.at[i]->type->record;
    }
    if (type_is_amp(e->type, AMP_TYPE_ARRAY_VIEW))
        buf_add(g->out, ".v");
}

static void subscript_expr(struct kernel_gen *g, const struct expr *e, bool end);

/* &x; 'end': it may be the address behind the last element of an array. */
static void address_expr(struct kernel_gen *g, const struct expr *e, bool end, int prec)
{
    const struct expr *object = expr_evaluated(e->a);
    bool opened;

    if (kernel_row_address(g, object, object->type, end, prec))
        return;
    opened = kernel_open(g, PREC_UNARY, prec);
    if (object->kind == EXPR_UNARY && object->op == OP_DEREF) { /* &*p is p */
        kernel_expr(g, object->a, PREC_UNARY);
    } else if (object->kind == EXPR_COMPOUND && object->type->kind != TYPE_ARRAY) {
        kernel_literal_object(g, object);
    } else if (kernel_is_any(g, object)) {
        kernel_any_address(g, object);
    } else {
        bool stored = type_is_view_or_array(
            object->type); /* a view whose address is taken may be in an array */
        bool hidden = stored && g->emulated && object->kind == EXPR_NAME;
        if (stored)
            buf_printf(g->out, "(%s)",
                       kernel_declare(g, e->type, "", kernel_object_space(g, object), e->loc));
        buf_add(g->out, hidden ? "AMPC__ADDRESS(" : "&");
        if (object->kind == EXPR_NAME)
            name_expr(g, object, true, PREC_UNARY + 1);
        else if (object->kind == EXPR_SUBSCRIPT && object->amp == AMP_NONE)
            subscript_expr(g, object, end);
        else
            kernel_expr(g, object, PREC_UNARY + 1);
        buf_add(g->out, hidden ? ")" : "");
    }
    kernel_close(g, opened);
}

static bool is_step(enum op op)
{
    return op == OP_PREINC || op == OP_PREDEC || op == OP_POSTINC || op == OP_POSTDEC;
}

/* ++ and -- of a bool, which is stored as an uchar. */
static void bool_step(struct kernel_gen *g, const struct expr *e)
{
    const struct expr *object = kernel_object_once(g, e->a);

    if (e->op == OP_PREINC) {
        buf_char(g->out, '(');
        kernel_expr(g, object, PREC_UNARY);
        buf_add(g->out, " = 1)");
    } else if (e->op == OP_POSTINC) {
        buf_add(g->out, "(uchar)(");
        kernel_expr(g, object, PREC_OR);
        buf_add(g->out, " ? 1 : (");
        kernel_expr(g, object, PREC_UNARY);
        buf_add(g->out, " = 1, 0))");
    } else { /* -- negates: the old value is the negation of the new one */
        buf_add(g->out, e->op == OP_POSTDEC ? "(uchar)!(" : "(");
        kernel_expr(g, object, PREC_UNARY);
        buf_add(g->out, " = (uchar)!");
        kernel_expr(g, object, PREC_POSTFIX);
        buf_char(g->out, ')');
    }
}

/* ++ and -- of a floating number, which OpenCL C does not have. */
static void floating_step(struct kernel_gen *g, const struct expr *e)
{
    const struct expr *object = kernel_object_once(g, e->a), *old = NULL;
    bool up = e->op == OP_PREINC || e->op == OP_POSTINC;

    if (e->op == OP_POSTINC || e->op == OP_POSTDEC) {
        old = kernel_temporary(g, e->a->type, SPACE_PRIVATE, e->loc);
        buf_printf(g->out, "%s = ", old->name);
        kernel_expr(g, object, PREC_ASSIGN);
        buf_add(g->out, ", ");
    }
    kernel_expr(g, object, PREC_UNARY);
    buf_add(g->out, up ? " += 1" : " -= 1");
    if (old)
        buf_printf(g->out, ", %s", old->name);
}

static void step_expr(struct kernel_gen *g, const struct expr *e, int prec)
{
    bool is_prefix = e->op == OP_PREINC || e->op == OP_PREDEC;
    bool opened = kernel_open(g, is_prefix ? PREC_UNARY : PREC_POSTFIX, prec);

    if (kernel_is_any(g, e->a)) {
        kernel_any_step(g, e);
    } else if (e->a->type->kind == TYPE_POINTER && kernel_pointer_space(g, e->a) == SPACE_ANY) {
        kernel_any_pointer_step(g, e);
    } else if (e->a->type->kind == TYPE_BOOL) {
        buf_char(g->out, '(');
        bool_step(g, e);
        buf_char(g->out, ')');
    } else if (type_is_floating(e->a->type)) {
        buf_char(g->out, '(');
        floating_step(g, e);
        buf_char(g->out, ')');
    } else if (is_prefix) {
        buf_add(g->out, op_text(e->op));
        kernel_expr(g, e->a, PREC_UNARY);
    } else {
        kernel_expr(g, e->a, PREC_POSTFIX);
        buf_add(g->out, op_text(e->op));
    }
    kernel_close(g, opened);
}

void kernel_pointee(struct kernel_gen *g, const struct expr *pointer, int prec)
{
    if (kernel_pointer_space(g, pointer) == SPACE_ANY) {
        kernel_any_load(g, kernel_deref(g, pointer));
    } else if (type_is_view_or_array(pointer->type->base)) {
        kernel_expr(g, pointer, PREC_POSTFIX);
        buf_add(g->out, "->v");
    } else {
        bool opened = kernel_open(g, PREC_UNARY, prec);
        buf_char(g->out, '*');
        kernel_expr(g, pointer, PREC_UNARY);
        kernel_close(g, opened);
    }
}

static void unary_expr(struct kernel_gen *g, const struct expr *e, int prec)
{
    bool opened;

    if (e->op == OP_ADDR) {
        address_expr(g, e, true, prec);
        return;
    }
    if (is_step(e->op)) {
        step_expr(g, e, prec);
        return;
    }
    if (e->op == OP_REAL || e->op == OP_IMAG) {
        kernel_unsupported(g, e->loc, "'%s' is not supported in a kernel", op_text(e->op));
        return;
    }
    if (e->op == OP_DEREF && expr_evaluated(e->a)->kind == EXPR_UNARY &&
        expr_evaluated(e->a)->op == OP_ADDR) { /* *&x is x */
        kernel_expr(g, expr_evaluated(e->a)->a, prec);
        return;
    }
    if (e->op == OP_DEREF && type_is_view_or_array(e->type)) {
        kernel_pointee(g, e->a, prec);
        return;
    }
    if (e->op == OP_DEREF && kernel_reach(g, e, e->a, NULL))
        return;
    if (e->op == OP_NOT && e->a->type->kind == TYPE_POINTER) {
        opened = kernel_open(g, PREC_UNARY, prec);
        buf_char(g->out, '!');
        kernel_condition(g, e->a, PREC_POSTFIX);
    } else if (e->op == OP_NOT && type_is_floating(e->a->type)) {
        opened = kernel_open(g, PREC_EQUAL, prec);
        kernel_expr(g, e->a, PREC_EQUAL + 1);
        buf_add(g->out, " == 0");
    } else {
        opened = kernel_open(g, PREC_UNARY, prec);
        buf_add(g->out, op_text(e->op));
        kernel_expr(g, e->a, e->op == OP_DEREF ? PREC_UNARY : PREC_POSTFIX);
    }
    kernel_close(g, opened);
}

/* The precedences that operands are printed with, so that no compiler suggests parentheses. */
static void operand_precedences(enum op op, int *left, int *right)
{
    int own = op_precedence(op);

    *left = *right = PREC_UNARY;
    switch (op) {
    case OP_COMMA:
        *left = own, *right = PREC_ASSIGN;
        break;
    case OP_MUL:
    case OP_DIV:
    case OP_MOD:
    case OP_ADD:
    case OP_SUB:
        *left = own, *right = own + 1;
        break;
    case OP_LAND:
    case OP_LOR:
        *left = *right = PREC_EQUAL;
        break;
    case OP_COMPARISONS:
        *left = *right = PREC_ADD;
        break;
    case OP_BITS:
    case OP_NONE: /* not binary */
    case OP_ASSIGN:
    case OP_UNARIES:
        break;
    }
}

static void operand(struct kernel_gen *g, const struct expr *e, enum op parent, int prec)
{
    const struct expr *s = expr_evaluated(e);

    if (s->kind == EXPR_BINARY && s->op == parent && s->amp == AMP_NONE &&
        (parent == OP_LAND || parent == OP_LOR || parent == OP_AND || parent == OP_OR ||
         parent == OP_XOR))
        prec = op_precedence(parent);
    kernel_expr(g, s, prec);
}

/* a == a and its like, for floating values: whether the value is a NaN. Drivers' compilers fold
 * such comparisons of known NaNs wrongly. */
static bool self_comparison(struct kernel_gen *g, const struct expr *e, int prec)
{
    bool opened;

    if ((e->op != OP_EQ && e->op != OP_NE && e->op != OP_LE && e->op != OP_GE) ||
        !type_is_floating(e->a->type) || !expr_is_same(e->a, e->b))
        return false;
    opened = kernel_open(g, e->op == OP_NE ? PREC_POSTFIX : PREC_UNARY, prec);
    buf_add(g->out, e->op == OP_NE ? "isnan(" : "!isnan(");
    kernel_expr(g, e->a, PREC_ASSIGN);
    buf_char(g->out, ')');
    kernel_close(g, opened);
    return true;
}

static void binary_expr(struct kernel_gen *g, const struct expr *e, int prec)
{
    bool opened;
    int left, right;

    if (kernel_any_binary(g, e, prec) || self_comparison(g, e, prec) || kernel_quotient(g, e))
        return;
    opened = kernel_open(g, op_precedence(e->op), prec);
    operand_precedences(e->op, &left, &right);
    if (e->op == OP_LAND || e->op == OP_LOR) {
        if (type_is_floating(e->a->type) || e->a->type->kind == TYPE_POINTER)
            kernel_condition(g, e->a, left);
        else
            operand(g, e->a, e->op, left);
        buf_printf(g->out, " %s ", op_text(e->op));
        kernel_condition(g, e->b, right);
    } else if (e->op == OP_COMMA) {
        kernel_effect(g, e->a);
        buf_add(g->out, ", ");
        kernel_expr(g, e->b, right);
    } else {
        if (kernel_wrap_binary(g, e))
            kernel_wrap(g, e->a);
        else
            operand(g, e->a, e->op, left);
        buf_printf(g->out, " %s ", op_text(e->op));
        kernel_expr(g, e->b, right);
    }
    kernel_close(g, opened);
}

/* x %= y, and for a narrow x also x += y: as x = x % y. */
static bool wrap_assign(struct kernel_gen *g, const struct expr *e)
{
    const struct expr *x = expr_evaluated(e->a);
    struct expr value = *e;
    struct type *promoted = type_usual(g->c, type_basic(TYPE_INT), x->type);

    if (x->kind != EXPR_NAME || e->op == OP_ASSIGN || !type_is_integer(x->type) ||
        !type_is_integer(e->b->type))
        return false;
    value.kind = EXPR_BINARY;
    value.type =
        e->op == OP_SHL || e->op == OP_SHR ? promoted : type_usual(g->c, promoted, e->b->type);
    if (!kernel_wrap_binary(g, &value) && !kernel_wrap_narrow(g, &value, x->type))
        return false;
    kernel_expr(g, x, PREC_UNARY);
    buf_add(g->out, " = ");
    kernel_convert(g, &value, x->type, PREC_ASSIGN);
    return true;
}

/* b op= x for a bool b: b = (uchar)((b op x) != 0), computed in C's type. */
static void bool_assign(struct kernel_gen *g, const struct expr *e)
{
    bool is_pure = expr_is_pure(e->a);
    const struct expr *object;
    bool is_shift = e->op == OP_SHL || e->op == OP_SHR;
    struct type *t =
        is_shift ? type_basic(TYPE_INT) : type_usual(g->c, type_basic(TYPE_INT), e->b->type);

    buf_add(g->out, is_pure ? "" : "(");
    object = kernel_object_once(g, e->a);
    kernel_expr(g, object, PREC_UNARY);
    buf_add(g->out, " = (uchar)((");
    kernel_convert(g, object, t, PREC_UNARY);
    buf_printf(g->out, " %s ", op_text(e->op));
    if (is_shift)
        kernel_expr(g, e->b, PREC_UNARY);
    else
        kernel_convert(g, e->b, t, PREC_UNARY);
    buf_add(g->out, is_pure ? ") != 0)" : ") != 0))");
}

static void assign_expr(struct kernel_gen *g, const struct expr *e, int prec)
{
    bool opened = kernel_open(g, PREC_ASSIGN, prec);

    if (kernel_is_any(g, e->a)) {
        kernel_any_assign(g, e);
    } else if (e->a->type->kind == TYPE_POINTER && kernel_pointer_space(g, e->a) == SPACE_ANY) {
        kernel_any_pointer_assign(g, e);
    } else if (e->op != OP_ASSIGN && e->a->type->kind == TYPE_BOOL) {
        bool_assign(g, e);
    } else if (!wrap_assign(g, e)) {
        bool ranged = e->op == OP_ASSIGN && e->a->type->kind == TYPE_POINTER &&
                      kernel_range_assign(g, expr_evaluated(e->a)->symbol, e->b);
        kernel_expr(g, e->a, PREC_UNARY);
        buf_printf(g->out, e->op == OP_ASSIGN ? " = " : " %s= ", op_text(e->op));
        if (e->op == OP_ASSIGN)
            kernel_convert(g, e->b, e->a->type, PREC_ASSIGN);
        else
            kernel_expr(g, e->b, PREC_ASSIGN);
        buf_add(g->out, ranged ? ")" : "");
    }
    kernel_close(g, opened);
}

void kernel_condition(struct kernel_gen *g, const struct expr *e, int prec)
{
    const struct expr *inner = e;
    bool opened;

    inner = expr_strip(inner);
    if (inner->kind == EXPR_STRING) { /* x && "why" */
        buf_char(g->out, '1');
        return;
    }
    if ((e->type->kind == TYPE_POINTER || e->type->kind == TYPE_ARRAY) &&
        kernel_pointer_space(g, e) == SPACE_ANY) {
        buf_printf(g->out, "%s(", kernel_any_helper(g, "some"));
        kernel_expr(g, e, PREC_ASSIGN);
        buf_char(g->out, ')');
        return;
    }
    if (!type_is_floating(e->type)) {
        kernel_expr(g, expr_evaluated(e), prec);
        return;
    }
    opened = kernel_open(g, PREC_EQUAL, prec);
    kernel_expr(g, e, PREC_EQUAL + 1);
    buf_add(g->out, " != 0");
    kernel_close(g, opened);
}

static void cond_expr(struct kernel_gen *g, const struct expr *e, int prec)
{
    bool is_once = !e->b && !expr_is_pure(e->a), opened;
    const struct expr *a = e->a;
    enum space space = kernel_meeting_space(g, e->b ? e->b : a, e->c);

    if (is_once) {
        buf_char(g->out, '(');
        a = kernel_value_once(g, e->a);
    }
    opened = kernel_open(g, PREC_COND, is_once ? PREC_COMMA : prec);
    kernel_condition(g, a, PREC_OR);
    buf_add(g->out, " ? ");
    if (space == SPACE_ANY)
        kernel_pointer(g, e->b ? e->b : a, e->type, space, PREC_OR);
    else if (e->b)
        kernel_expr(g, e->b, PREC_OR);
    else
        kernel_convert(g, a, e->type, PREC_OR);
    buf_add(g->out, " : ");
    if (space == SPACE_ANY)
        kernel_pointer(g, e->c, e->type, space, PREC_COND);
    else
        kernel_expr(g, e->c, PREC_COND);
    kernel_close(g, opened);
    if (is_once)
        buf_char(g->out, ')');
}

/* end: only the address is taken, which may be that behind the last element. */
static void subscript_expr(struct kernel_gen *g, const struct expr *e, bool end)
{
    const struct expr *base = e->a, *index = e->b;

    if (type_is_integer(base->type)) { /* 2[a] */
        base = e->b;
        index = e->a;
    }
    if (!end && kernel_reach(g, e, base, index))
        return;
    kernel_expr(g, kernel_undecayed(base), PREC_POSTFIX);
    buf_char(g->out, '[');
    if (!kernel_check_index(g, e, base, index, end))
        kernel_expr(g, index, PREC_COMMA + 1);
    buf_add(g->out, type_is_view_or_array(e->type) ? "].v" : "]");
}

static void compound_expr(struct kernel_gen *g, const struct expr *e)
{
    if (e->type->kind == TYPE_ARRAY && !g->frame->constant) {
        kernel_literal_object(g, e);
        return;
    }
    buf_printf(g->out, "((%s)",
               kernel_declare(g, type_unqualified(g->c, e->type), "", SPACE_PRIVATE, e->loc));
    kernel_init(g, e->init, e->type);
    buf_char(g->out, ')');
}

static void constant_or_refuse(struct kernel_gen *g, const struct expr *e, const char *what,
                               int prec)
{
    if (e->constant)
        kernel_integer(g, e->value, e->type, prec);
    else
        kernel_unsupported(g, e->loc, "%s is not supported in a kernel", what);
}

static void sizeof_expr(struct kernel_gen *g, const struct expr *e, int prec)
{
    const struct type *t = e->type_name ? e->type_name->type : e->a ? e->a->type : NULL;

    if (e->constant)
        kernel_integer(g, e->value, e->type, prec);
    else if (t && e->kind == EXPR_SIZEOF && t->size >= 0 && t->kind != TYPE_AMP)
        kernel_integer(g, t->size, e->type, prec);
    else
        kernel_unsupported(g, e->loc, "this size is not supported in a kernel");
}

/* ---- all kinds ---- */

static void refuse(struct kernel_gen *g, const struct expr *e, const char *what)
{
    kernel_unsupported(g, e->loc, "%s is not supported in a kernel", what);
    buf_char(g->out, '0');
}

static void question_expr(struct kernel_gen *g, const struct expr *e, int prec)
{
    if (e->kind == EXPR_OFFSETOF)
        constant_or_refuse(g, e, "this offset", prec);
    else if (e->kind == EXPR_TYPES_COMPATIBLE)
        constant_or_refuse(g, e, "__builtin_types_compatible_p", prec);
    else
        sizeof_expr(g, e, prec);
}

void kernel_expr(struct kernel_gen *g, const struct expr *e, int prec)
{
    if (kernel_is_any(g, e)) {
        kernel_any_load(g, e);
        return;
    }
    if (e->chosen) { /* of _Generic, __builtin_choose_expr */
        kernel_expr(g, e->chosen, prec);
        return;
    }
    if (e->amp != AMP_NONE) {
        kernel_amp_expr(g, e, prec);
        return;
    }
    if (kernel_special(g, e, prec))
        return;
    switch (e->kind) {
    case EXPR_NAME:
        name_expr(g, e, false, prec);
        break;
    case EXPR_INT:
    case EXPR_CHAR:
        kernel_integer(g, e->value, e->type, prec);
        break;
    case EXPR_FLOAT:
        kernel_floating(g, e, e->type, prec);
        break;
    case EXPR_PAREN:
        kernel_expr(g, e->a, prec);
        break;
    case EXPR_CALL:
        kernel_call(g, e);
        break;
    case EXPR_SUBSCRIPT:
        subscript_expr(g, e, false);
        break;
    case EXPR_MEMBER:
    case EXPR_ARROW:
        member_expr(g, e);
        break;
    case EXPR_UNARY:
        unary_expr(g, e, prec);
        break;
    case EXPR_BINARY:
        binary_expr(g, e, prec);
        break;
    case EXPR_ASSIGN:
        assign_expr(g, e, prec);
        break;
    case EXPR_COND:
        cond_expr(g, e, prec);
        break;
    case EXPR_CAST:
    case EXPR_CONVERT:
        kernel_convert(g, e->a, e->type, prec);
        break;
    case EXPR_COMPOUND:
        compound_expr(g, e);
        break;
    case EXPR_CONSTRUCT:
        kernel_construct(g, e->type, (const struct expr *const *)e->args.at, e->args.n, e->loc);
        break;
    case EXPR_STRING:
        refuse(g, e, "a string literal");
        break;
    case EXPR_LAMBDA:
        refuse(g, e, "a lambda");
        break;
    case EXPR_STMT:
        kernel_stmt_expr(g, e, prec);
        break;
    case EXPR_QUESTIONS:
        question_expr(g, e, prec);
        break;
    case EXPR_ERROR:
    case EXPR_GENERIC: /* expr_evaluated has replaced it */
    case EXPR_LABEL:
    case EXPR_VA_ARG:
    case EXPR_CONVERTVECTOR:
        refuse(g, e, "this expression");
        break;
    }
}

void kernel_address(struct kernel_gen *g, const struct expr *e, bool end, int prec)
{
    while (e->kind == EXPR_PAREN && !e->chosen)
        e = e->a;
    if (e->chosen || e->amp != AMP_NONE)
        kernel_expr(g, e, prec);
    else if (e->kind == EXPR_UNARY && e->op == OP_ADDR)
        address_expr(g, e, end, prec);
    else if ((e->kind == EXPR_CAST || e->kind == EXPR_CONVERT) && e->type->kind == TYPE_POINTER)
        kernel_convert_pointer(g, e->a, e->type, end, prec);
    else
        kernel_expr(g, e, prec);
}

void kernel_effect(struct kernel_gen *g, const struct expr *e)
{
    e = expr_evaluated(e);
    while ((e->kind == EXPR_CAST || e->kind == EXPR_CONVERT) && e->type->kind == TYPE_VOID)
        e = expr_evaluated(e->a);
    if (e->kind == EXPR_UNARY && is_step(e->op) && e->amp == AMP_NONE &&
        (type_is_floating(e->type) || e->type->kind == TYPE_BOOL)) {
        /* OpenCL C has no ++ for these; the value is not asked for */
        bool up = e->op == OP_PREINC || e->op == OP_POSTINC;
        if (kernel_is_any(g, e->a)) {
            struct expr prefix = *e;
            prefix.op = up ? OP_PREINC : OP_PREDEC;
            kernel_any_step(g, &prefix);
            return;
        }
        if (e->type->kind == TYPE_BOOL) {
            struct expr prefix = *e;
            prefix.op = up ? OP_PREINC : OP_PREDEC;
            bool_step(g, &prefix);
            return;
        }
        kernel_expr(g, e->a, PREC_UNARY);
        buf_add(g->out, up ? " += 1" : " -= 1");
        return;
    }
    if (e->kind == EXPR_NAME || e->constant) { /* (void)x: nothing to do, nothing to warn about */
        buf_add(g->out, "(void)0");
        return;
    }
    kernel_expr(g, e, PREC_COMMA);
}
