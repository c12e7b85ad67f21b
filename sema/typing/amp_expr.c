/* amp_expr.c - AMP expressions besides calls: members, subscripts, operators of index and extent,
 * and conversions between AMP types.
 *
 * Every function leaves a typed node, or reports and leaves the type unknown, so that no fault is
 * reported twice. Example: `c[i]` with an index of rank 2 becomes AMP_VIEW_ELEMENT of type float;
 * `i + 1` stays a binary node of type index. */
#include "sema/types/constant.h"
#include "sema/typing/amp_internal.h"
#include "sema/types/limits.h"

#include <string.h>

/* ---- helpers of all AMP expressions ---- */

void amp_poison(struct expr *e)
{
    e->type = type_basic(TYPE_UNKNOWN);
    e->lvalue = false;
}

void amp_wrap(struct sema *s, struct expr **e, struct type *t, enum amp_op amp)
{
    struct expr *n = arena_new(&s->c->arena, struct expr);
    n->kind = EXPR_CONVERT;
    n->loc = (*e)->loc;
    n->a = *e;
    n->type = t;
    n->amp = (int)amp;
    n->amp_code = (*e)->amp_code;
    *e = n;
}

/* Converts *e to an index or extent of its rank if it is a tiled one. */
static void amp_untile(struct sema *s, struct expr **e)
{
    const struct type *t = (*e)->type;
    if (type_is_amp(t, AMP_TYPE_TILED_INDEX))
        amp_wrap(s, e, type_amp(s->c, AMP_TYPE_INDEX, t->rank, NULL), AMP_TO_INDEX);
    else if (type_is_amp(t, AMP_TYPE_TILED_EXTENT))
        amp_wrap(s, e, type_amp(s->c, AMP_TYPE_EXTENT, t->rank, NULL), AMP_TO_INDEX);
}

struct type *amp_value_type(struct ctx *c, const struct type *t)
{
    if (t->base) {
        struct type *value = type_view(c, t->amp, t->base, t->rank);
        value->texture = t->texture;
        return value;
    }
    return type_amp(c, t->amp, t->rank, t->tile);
}

static bool is_amp(const struct expr *e)
{
    return e->type && e->type->kind == TYPE_AMP;
}

/* Values of AMP operators have no qualifiers. */
static struct type *tuple_of(struct sema *s, const struct type *t)
{
    return type_amp(s->c, amp_is_index(t) ? AMP_TYPE_INDEX : AMP_TYPE_EXTENT, t->rank, NULL);
}

/* Whether the object can be changed: not if it is const or a temporary value (reported). Captured
 * values are left to the checks. */
static bool is_writable(struct sema *s, const struct expr *e, const char *what)
{
    if (!e->lvalue) {
        diag(s->c, DIAG_amp_arguments, e->loc, "%s a value: it needs an object", what);
        return false;
    }
    if (e->type->quals & QUAL_CONST) {
        diag(s->c, DIAG_amp_arguments, e->loc, "%s a const '%s'", what,
             type_text(s->c, amp_value_type(s->c, e->type)));
        return false;
    }
    return true;
}

/* ---- members ---- */

struct type *amp_object(const struct expr *e)
{
    struct type *t = e->a->type;
    if (!t)
        return NULL;
    if (e->kind == EXPR_ARROW)
        t = t->kind == TYPE_POINTER ? t->base : t;
    return t && t->kind == TYPE_AMP ? t : NULL;
}

static const char *components_text(struct sema *s, const struct type *t)
{
    if (t->amp == AMP_TYPE_TILED_INDEX || !amp_is_tuple(t))
        return "";
    return t->rank == 1
               ? " and a component, [0]"
               : arena_printf(&s->c->arena, " and the components [0] to [%d]", t->rank - 1);
}

/* Members of C++ AMP's textures that are for memory of a layout that textures do not have here. */
static bool is_of_memory(const char *name)
{
    static const char *const names[] = {"data", "row_pitch", "get_row_pitch", "depth_pitch",
                                        "get_depth_pitch"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (!strcmp(name, names[k]))
            return true;
    return false;
}

void amp_no_member(struct sema *s, const struct expr *e, const struct type *t)
{
    const char *type = type_text(s->c, amp_value_type(s->c, t));
    const char *nearest = amp_member_nearest(amp_owner(t), e->name);
    if (type_is_view_or_array(t) && t->texture && is_of_memory(e->name)) {
        diag(
            s->c, DIAG_amp_member, e->name_loc,
            "'%s' has no '%s': its elements are the accelerator's, 'copy' with a pointer and bytes "
            "moves them, rows one behind the other",
            type, e->name);
    } else if (nearest) {
        diag(s->c, DIAG_amp_member, e->name_loc, "'%s' has no member '%s'; did you mean '%s'?",
             type, e->name, nearest);
        diag_fixit(s->c, e->name_loc, nearest);
    } else if (!amp_is_tuple(t) && type_is_view_or_array(t) &&
               amp_member_find(AMP_TYPE_EXTENT, e->name, -1)) {
        diag(s->c, DIAG_amp_member, e->name_loc, "'%s' has no member '%s'; its '.extent' has", type,
             e->name);
        diag_fixit(s->c, (struct loc){e->name_loc.begin, e->name_loc.begin}, "extent.");
    } else if (t->amp == AMP_TYPE_INDEX && amp_member_find(AMP_TYPE_TILED_INDEX, e->name, -1)) {
        diag(s->c, DIAG_amp_member, e->name_loc,
             "'%s' has no member '%s'; a tiled_index has it, the parameter of a launch with "
             ".tile<...>()",
             type, e->name);
    } else {
        diag(s->c, DIAG_amp_member, e->name_loc, "'%s' has no member '%s'; it has %s%s", type,
             e->name, amp_member_list(&s->c->arena, amp_owner(t)), components_text(s, t));
    }
}

bool amp_side_allows(struct sema *s, const struct expr *e, const struct type *t,
                     const struct amp_member *m)
{
    unsigned region = s->region ? s->region : RESTRICT_CPU;
    if ((m->sides & region) == region)
        return true;
    if (t->amp == AMP_TYPE_TILE_BARRIER || t->amp == AMP_TYPE_TILED_INDEX ||
        (amp_is_handle(t) && !s->unevaluated))
        return true; /* the checks report the object itself */
    diag(s->c, DIAG_amp_member, e->name_loc, "'%s' of '%s' can only be used in %s code", m->name,
         type_text(s->c, amp_value_type(s->c, t)), m->sides == AMP_SIDE_CPU ? "host" : "amp");
    return false;
}

struct type *amp_result_type(struct sema *s, const struct amp_member *m, struct type *t)
{
    switch (m->result) {
    case RESULT_VOID:
        return type_basic(TYPE_VOID);
    case RESULT_CONST_INT:
    case RESULT_INT:
        return type_basic(TYPE_INT);
    case RESULT_UINT:
        return type_basic(TYPE_UINT);
    case RESULT_BOOL:
        return type_basic(TYPE_BOOL);
    case RESULT_INDEX:
        return type_amp(s->c, AMP_TYPE_INDEX, t->rank, NULL);
    case RESULT_EXTENT:
        return type_amp(s->c, AMP_TYPE_EXTENT, t->rank, NULL);
    case RESULT_SELF:
        return amp_value_type(s->c, t);
    case RESULT_BARRIER:
        return type_amp(s->c, AMP_TYPE_TILE_BARRIER, 0, NULL);
    case RESULT_ELEMENT_POINTER:
        return type_pointer(s->c, amp_element_type(s->c, t));
    case RESULT_TEXT:
        return type_pointer(s->c, type_qualified(s->c, type_basic(TYPE_CHAR), QUAL_CONST));
    case RESULT_DOUBLE:
        return type_basic(TYPE_DOUBLE);
    case RESULT_SIZE:
        return type_basic(TYPE_ULONG);
    case RESULT_ACCELERATOR:
        return type_amp(s->c, AMP_TYPE_ACCELERATOR, 0, NULL);
    case RESULT_ACCELERATOR_VIEW:
        return type_amp(s->c, AMP_TYPE_ACCELERATOR_VIEW, 0, NULL);
    case RESULT_FUTURE:
        return type_amp(s->c, AMP_TYPE_COMPLETION_FUTURE, 0, NULL);
    case RESULT_TILED_EXTENT:
    case RESULT_VIEW:
    case RESULT_ELEMENT:
    case RESULT_POINTEE:
        break;
    }
    return type_basic(TYPE_UNKNOWN);
}

/* The value of a constant property; false: the type has no such dimension. */
static bool constant_property(const struct type *t, enum amp_op op, long long *value)
{
    int k = op == AMP_TILE_DIM0 ? 0 : op == AMP_TILE_DIM1 ? 1 : 2;
    if (op == AMP_RANK) {
        *value = t->rank;
        return true;
    }
    if (k >= t->rank)
        return false;
    *value = t->tile[k];
    return true;
}

bool amp_expr_member(struct sema *s, struct expr *e)
{
    struct type *t = amp_object(e);
    if (!t)
        return false;
    amp_poison(e);
    if (e->kind == EXPR_ARROW && e->a->type->kind != TYPE_POINTER) {
        diag(s->c, DIAG_amp_member, e->op_loc, "'%s' is no pointer: use '.'",
             type_text(s->c, e->a->type));
        diag_fixit(s->c, e->op_loc, ".");
        return true;
    }
    const struct amp_member *m = amp_member_find(amp_owner(t), e->name, AMP_PROPERTY);
    if (!m && amp_member_find(amp_owner(t), e->name, AMP_METHOD)) {
        diag(s->c, DIAG_amp_member, e->name_loc, "'%s' of '%s' is a method: write '%s()'", e->name,
             type_text(s->c, t), e->name);
        if (!*amp_member_find(amp_owner(t), e->name, AMP_METHOD)->arguments)
            diag_fixit(s->c, (struct loc){e->name_loc.end, e->name_loc.end}, "()");
        return true;
    }
    if (!m) {
        amp_no_member(s, e, t);
        return true;
    }
    if (!amp_side_allows(s, e, t, m))
        return true;
    if (m->result == RESULT_CONST_INT) {
        if (!constant_property(t, m->op, &e->value)) {
            diag(s->c, DIAG_amp_member, e->name_loc,
                 "'%s' has no '%s': its tiles have %d dimension%s", type_text(s->c, t), e->name,
                 t->rank, t->rank == 1 ? "" : "s");
            return true;
        }
        e->constant = true;
    }
    if (m->result == RESULT_BARRIER && s->statement == e) {
        diag(s->c, DIAG_amp_member, e->name_loc,
             "nobody waits at a barrier that is only named: write '%s.wait()'", e->name);
        diag_fixit(s->c, (struct loc){e->name_loc.end, e->name_loc.end}, ".wait()");
    }
    e->amp = m->op;
    e->type = amp_result_type(s, m, t);
    return true;
}

/* ---- subscripts ---- */

/* One subscript of a view: an integer. */
static bool element_index(struct sema *s, struct expr **arg)
{
    const struct type *t = (*arg)->type;
    if (amp_is_unknown(t))
        return true;
    if (!type_is_integer(t)) {
        diag(s->c, DIAG_amp_arguments, (*arg)->loc, "a subscript is an integer, not '%s'",
             type_text(s->c, t));
        return false;
    }
    sema_convert(s, arg, type_basic(TYPE_INT));
    return true;
}

static bool element_indexes(struct sema *s, const struct expr *e, const struct type *view,
                            expr_vec *args)
{
    struct type *index = type_amp(s->c, AMP_TYPE_INDEX, view->rank, NULL);
    if (args->n == 1 && amp_is_tuple(args->at[0]->type)) {
        const struct type *t = args->at[0]->type;
        if (!amp_is_index(t)) {
            diag(s->c, DIAG_amp_arguments, args->at[0]->loc, "a subscript is an index, not '%s'",
                 type_text(s->c, t));
            return false;
        }
        if (t->rank != view->rank) {
            diag(s->c, DIAG_view_rank, args->at[0]->loc,
                 "'%s' has %d dimension%s, the subscript is an '%s'", type_text(s->c, view),
                 view->rank, view->rank == 1 ? "" : "s", type_text(s->c, t));
            return false;
        }
        return amp_convert(s, &args->at[0], index, args->at[0]->loc) &&
               !amp_is_unknown(args->at[0]->type);
    }
    if (args->n == 1 && amp_is_unknown(args->at[0]->type) && s->region & RESTRICT_AMP)
        return true; /* after an error: it may be an index */
    if (args->n != view->rank) {
        diag(s->c, DIAG_view_rank, e->loc, "'%s' has %d dimension%s and gets %d subscript%s",
             type_text(s->c, view), view->rank, view->rank == 1 ? "" : "s", args->n,
             args->n == 1 ? "" : "s");
        return false;
    }
    bool good = true;
    for (int i = 0; i < args->n; i++)
        good = element_index(s, &args->at[i]) && good;
    return good;
}

/* Whether the array may be in the host's memory: a staging one, or one for a CPU. No if it is a
 * variable whose constructor names no accelerator_view. */
static bool may_be_staging(struct expr *array)
{
    const struct symbol *v =
        expr_unparen(array)->kind == EXPR_NAME ? expr_unparen(array)->symbol : NULL;
    const struct init_declarator *d = v && v->kind == SYMBOL_VAR ? v->declarator : NULL;
    const expr_vec *args = d && d->constructed ? &d->args : NULL;
    if (!args || args->n == 0 || amp_construct_form(v->type, args) == CONSTRUCT_COPY)
        return true;
    return type_is_amp(args->at[args->n - 1]->type, AMP_TYPE_ACCELERATOR_VIEW);
}

bool amp_array_is_reached(struct sema *s, const struct expr *e, const struct type *t)
{
    if (!amp_is_array(t) || s->region & RESTRICT_AMP || s->unevaluated || may_be_staging(e->a))
        return true;
    diag(s->c, DIAG_amp_member, e->loc,
         "the elements of an array are the accelerator's: make an 'array_view<%s, %d>' over '%s', "
         "or use 'copy'",
         type_text(s->c, amp_element_type(s->c, t)), t->rank,
         type_text(s->c, amp_value_type(s->c, t)));
    return false;
}

void amp_element(struct sema *s, struct expr *e, const struct type *view, expr_vec *args)
{
    amp_poison(e);
    if (!element_indexes(s, e, view, args))
        return;
    if (!texture_is_reached(s, e, view) || (!view->texture && !amp_array_is_reached(s, e, view)))
        return;
    e->amp = AMP_VIEW_ELEMENT;
    e->type = amp_element_type(s->c, view);
    e->lvalue = !view->texture || s->remade; /* set() of a texture stores to an element */
    if (view->texture)
        e->type = type_unqualified(s->c, e->type);
}

void amp_texel(struct sema *s, struct expr *e, const struct type *t)
{
    amp_poison(e);
    if (!element_indexes(s, e, t, &e->args))
        return;
    e->amp = AMP_VIEW_ELEMENT;
    e->type = t->base;
    e->lvalue = true;
}

static void index_component(struct sema *s, struct expr *e)
{
    const struct type *t = e->a->type;
    long long k;
    if (amp_is_unknown(e->b->type))
        return;
    if (!type_is_integer(e->b->type)) {
        diag(s->c, DIAG_amp_arguments, e->b->loc, "a component of '%s' is named by an integer",
             type_text(s->c, t));
        return;
    }
    if (constant_value(e->b, &k) && (k < 0 || k >= t->rank)) {
        diag(s->c, DIAG_amp_arguments, e->b->loc, "'%s' has no component %lld", type_text(s->c, t),
             k);
        return;
    }
    e->amp = AMP_INDEX_SUBSCRIPT;
    e->type = type_qualified(s->c, type_basic(TYPE_INT), t->quals & QUAL_CONST);
    e->lvalue = e->a->lvalue;
}

void amp_row(struct sema *s, struct expr *e, const struct type *t)
{
    amp_poison(e);
    if (t->texture) {
        diag(s->c, DIAG_view_rank, e->loc, "'%s' has no rows: an element has %d subscripts",
             type_text(s->c, t), t->rank);
        return;
    }
    sema_convert(s, &e->b, type_basic(TYPE_INT));
    e->amp = AMP_VIEW_ROW;
    e->type = type_view(s->c, AMP_TYPE_ARRAY_VIEW, amp_element_type(s->c, t), t->rank - 1);
}

/* "v[i, j]", C's operator, for "v(i, j)". */
static bool is_comma_subscript(struct sema *s, struct expr *e, const struct type *t)
{
    if (t->rank < 2 || e->b->kind != EXPR_BINARY || e->b->op != OP_COMMA)
        return false;
    struct loc open = {e->a->loc.end, e->b->loc.begin}, close = {e->b->loc.end, e->loc.end};
    diag(s->c, DIAG_view_rank, e->b->loc,
         "a comma in [...] is C's operator, which drops what is before it; write '(...)'");
    if (open.end - open.begin == 1 && close.end - close.begin == 1) {
        diag_fixit(s->c, open, "(");
        diag_fixit(s->c, close, ")");
    }
    return true;
}

bool amp_expr_subscript(struct sema *s, struct expr *e)
{
    if (!is_amp(e->a))
        return false;
    const struct type *t = e->a->type;
    amp_poison(e);
    if (type_is_view_or_array(t)) {
        if (is_comma_subscript(s, e, t))
            return true;
        if (t->rank > 1 && type_is_integer(e->b->type)) {
            amp_row(s, e, t);
            return true;
        }
        expr_vec args = {0};
        vec_push(&s->c->arena, &args, e->b);
        amp_element(s, e, t, &args);
        e->b = args.at[0];
    } else if (t->amp == AMP_TYPE_INDEX || amp_is_extent(t)) {
        index_component(s, e);
    } else if (t->amp == AMP_TYPE_ACCELERATOR_LIST) {
        handle_subscript(s, e);
    } else {
        diag(s->c, DIAG_amp_arguments, e->loc, "'%s' has no subscripts%s", type_text(s->c, t),
             t->amp == AMP_TYPE_TILED_INDEX ? "; its '.global', '.local' and '.tile' have" : "");
    }
    return true;
}

/* ---- operators ---- */

/* Whether e is a component of a temporary value, as in 'v.extent[0] = 1'. C would compile the
 * generated text, but the store would be lost. */
static bool is_lost_component(struct sema *s, struct expr *e)
{
    struct expr *target = expr_unparen(e);
    return target->amp == AMP_INDEX_SUBSCRIPT && !is_writable(s, target, "assignment to");
}

bool amp_expr_unary(struct sema *s, struct expr *e)
{
    bool step =
        e->op == OP_PREINC || e->op == OP_PREDEC || e->op == OP_POSTINC || e->op == OP_POSTDEC;
    if (step && is_lost_component(s, e->a)) {
        amp_poison(e);
        return true;
    }
    if (!is_amp(e->a) || e->op == OP_ADDR || e->op == OP_DEREF)
        return false;
    const struct type *t = e->a->type;
    amp_poison(e);
    if (amp_row_report(s, e->a))
        return true;
    if (!step || !(t->amp == AMP_TYPE_INDEX || amp_is_extent(t))) {
        diag(s->c, DIAG_amp_arguments, e->op_loc, "'%s' has no operator '%s'", type_text(s->c, t),
             op_text(e->op));
        return true;
    }
    if (!is_writable(s, e->a, arena_printf(&s->c->arena, "'%s' on", op_text(e->op))))
        return true;
    e->amp = AMP_INDEX_STEP;
    e->type = amp_value_type(s->c, e->a->type);
    return true;
}

const char *amp_number_hint(struct sema *s, struct expr *e)
{
    const struct type *t = e->type;
    if (!t || t->kind != TYPE_AMP || !amp_is_tuple(t))
        return "";
    int n = (int)(e->loc.end - e->loc.begin);
    bool short_one = (e->kind == EXPR_NAME || e->kind == EXPR_MEMBER || e->kind == EXPR_CALL) &&
                     n <= HINT_TEXT_MAX;
    const char *component = t->amp == AMP_TYPE_TILED_INDEX ? ".global[0]" : "[0]";
    return arena_printf(&s->c->arena, "; write a component, as '%.*s%s'", short_one ? n : 0,
                        s->c->source->text + e->loc.begin, component);
}

/* Reports that e, an AMP value or not, cannot be converted to t. */
static void number_report(struct sema *s, struct expr *e, const struct type *t, struct loc where)
{
    const char *hint = type_is_arithmetic(t) ? amp_number_hint(s, e) : "";
    if ((type_is_view_or_array(e->type) && amp_is_source(t)) ||
        (type_is_view_or_array(t) && amp_is_source(e->type)))
        hint = "; 'copy(from, to)' copies elements";
    diag(s->c, DIAG_amp_arguments, where, "cannot convert '%s' to '%s'%s", type_text(s->c, e->type),
         type_text(s->c, t), hint);
    if (type_is_arithmetic(t) && e->kind == EXPR_NAME && e->type->rank == 1 &&
        (e->type->amp == AMP_TYPE_INDEX || e->type->amp == AMP_TYPE_EXTENT))
        diag_fixit(s->c, (struct loc){e->loc.end, e->loc.end}, "[0]");
}

static void no_operator(struct sema *s, const struct expr *e)
{
    struct expr *tuple = amp_is_tuple(e->a->type) ? e->a : e->b;
    struct expr *other = tuple == e->a ? e->b : e->a;
    if (!amp_is_tuple(tuple->type) && (amp_row_report(s, e->a) || amp_row_report(s, e->b)))
        return;
    diag(s->c, DIAG_amp_arguments, e->op_loc, "no operator '%s%s' for '%s' and '%s'%s",
         op_text(e->op), e->kind == EXPR_ASSIGN && e->op != OP_ASSIGN ? "=" : "",
         type_text(s->c, e->a->type), type_text(s->c, e->b->type),
         type_is_arithmetic(other->type) ? amp_number_hint(s, tuple) : "");
}

static bool is_additive(enum op op)
{
    return op == OP_ADD || op == OP_SUB;
}

static bool is_arithmetic(enum op op)
{
    return is_additive(op) || op == OP_MUL || op == OP_DIV || op == OP_MOD;
}

static bool same_rank(struct sema *s, const struct expr *e)
{
    if (e->a->type->rank == e->b->type->rank)
        return true;
    diag(s->c, DIAG_amp_arguments, e->op_loc, "'%s' and '%s' have different ranks",
         type_text(s->c, e->a->type), type_text(s->c, e->b->type));
    return false;
}

/* Whether an operator can combine two indices or extents, by their kinds. */
static bool tuples_fit(enum op op, const struct type *a, const struct type *b)
{
    if (op == OP_EQ || op == OP_NE)
        return amp_is_index(a) == amp_is_index(b);
    return is_additive(op) && (amp_is_extent(a) || amp_is_index(b));
}

bool amp_expr_binary(struct sema *s, struct expr *e)
{
    if ((!is_amp(e->a) && !is_amp(e->b)) || e->op == OP_COMMA)
        return false;
    struct type *a = e->a->type, *b = e->b->type;
    bool compare = e->op == OP_EQ || e->op == OP_NE;
    amp_poison(e);
    if (amp_is_unknown(a) || amp_is_unknown(b))
        return true;
    if (compare && handle_compares(a, b)) {
        e->type = type_basic(TYPE_INT);
        e->amp = AMP_HANDLE_COMPARE;
        return true;
    }
    if (amp_is_tuple(a) && amp_is_tuple(b) && tuples_fit(e->op, a, b)) {
        if (!same_rank(s, e))
            return true;
        e->type = compare ? type_basic(TYPE_INT) : tuple_of(s, a);
    } else if (amp_is_tuple(a) && type_is_integer(b) && is_arithmetic(e->op)) {
        sema_convert(s, &e->b, type_basic(TYPE_INT));
        e->type = tuple_of(s, a);
    } else if (type_is_integer(a) && amp_is_tuple(b) && is_arithmetic(e->op)) {
        sema_convert(s, &e->a, type_basic(TYPE_INT));
        e->type = tuple_of(s, b);
    } else {
        no_operator(s, e);
        return true;
    }
    amp_untile(s, &e->a);
    amp_untile(s, &e->b);
    e->amp = compare ? AMP_INDEX_COMPARE : AMP_INDEX_BINARY;
    return true;
}

static void compound_assign(struct sema *s, struct expr *e)
{
    struct type *a = e->a->type, *b = e->b->type;
    if (!amp_is_tuple(a) || a->amp == AMP_TYPE_TILED_INDEX || !is_arithmetic(e->op)) {
        no_operator(s, e);
        return;
    }
    if (type_is_integer(b)) {
        sema_convert(s, &e->b, type_basic(TYPE_INT));
    } else if (!amp_is_tuple(b) || !tuples_fit(e->op, a, b)) {
        no_operator(s, e);
        return;
    } else if (!same_rank(s, e)) {
        return;
    } else {
        amp_untile(s, &e->b);
    }
    if (!is_writable(s, e->a, "assignment to"))
        return;
    e->amp = AMP_INDEX_ASSIGN;
    e->type = amp_value_type(s->c, a);
}

/* Reports a call of an undeclared function where an AMP object is needed: C would declare it to
 * return int. */
static void function_undeclared(struct sema *s, struct expr *e)
{
    e = expr_unparen(e);
    if (e->kind == EXPR_CALL && e->a->kind == EXPR_NAME && !(s->region & RESTRICT_AMP))
        undeclared_within(s, e->a);
}

bool amp_expr_assign(struct sema *s, struct expr *e)
{
    if (is_lost_component(s, e->a)) {
        amp_poison(e);
        return true;
    }
    if (!is_amp(e->a) && !is_amp(e->b))
        return false;
    struct type *a = e->a->type;
    amp_poison(e);
    if (amp_is_unknown(e->b->type))
        function_undeclared(s, e->b);
    if (amp_is_unknown(a) || amp_is_unknown(e->b->type))
        return true;
    if (e->op != OP_ASSIGN) {
        compound_assign(s, e);
        return true;
    }
    if (!is_amp(e->a) && handle_to_plain(e->b->type, a)) {
        e->type = type_unqualified(s->c, a);
        return true;
    }
    if (!is_amp(e->a) && type_is_arithmetic(a) && amp_row_report(s, e->b))
        return true;
    if (type_is_arithmetic(e->b->type) && amp_row_report(s, e->a))
        return true;
    if (!is_amp(e->a)) {
        number_report(s, e->b, a, e->b->loc);
        return true;
    }
    if (a->amp == AMP_TYPE_TILED_INDEX || a->amp == AMP_TYPE_TILE_BARRIER) {
        diag(s->c, DIAG_amp_arguments, e->op_loc, "a '%s' cannot be assigned", type_text(s->c, a));
        return true;
    }
    struct type *plain = amp_value_type(s->c, a);
    if (amp_is_array(a) && s->region & RESTRICT_AMP) {
        diag(s->c, DIAG_amp_arguments, e->op_loc, "amp code cannot assign arrays, only elements");
        return true;
    }
    if (amp_is_array(a) && type_is_view_or_array(e->b->type)) {
        if (!amp_same_elements(s, e->b->type, a, e->b->loc))
            return true;
    } else {
        amp_convert(s, &e->b, plain, e->b->loc);
    }
    if (amp_is_unknown(e->b->type) || !is_writable(s, e->a, "assignment to"))
        return true;
    e->amp = AMP_COPY;
    e->type = plain;
    return true;
}

/* ---- conversions ---- */

bool amp_same_elements(struct sema *s, const struct type *from, const struct type *to,
                       struct loc where)
{
    if (from->texture != to->texture) {
        diag(s->c, DIAG_amp_arguments, where,
             "cannot convert '%s' to '%s': textures go to textures, and by 'copy' to host memory",
             type_text(s->c, from), type_text(s->c, to));
        return false;
    }
    if (from->rank != to->rank) {
        diag(s->c, DIAG_amp_arguments, where, "cannot convert '%s' to '%s': the ranks differ",
             type_text(s->c, from), type_text(s->c, to));
        return false;
    }
    if (!type_same_unqualified(from->base, to->base)) {
        diag(s->c, DIAG_view_type, where, "cannot convert '%s' to '%s': the element types differ",
             type_text(s->c, from), type_text(s->c, to));
        return false;
    }
    return true;
}

/* Whether the elements of a view or array of this type are const. */
static bool elements_const(const struct type *t)
{
    return t->base->quals & QUAL_CONST || (amp_is_array(t) && t->quals & QUAL_CONST);
}

/* Whether a value of type 'from' may become an array_view 'to'; reports it otherwise. */
static bool view_converts(struct sema *s, const struct type *from, const struct type *to,
                          struct loc where)
{
    if (!amp_same_elements(s, from, to, where))
        return false;
    if (elements_const(from) && !(to->base->quals & QUAL_CONST)) {
        diag(s->c, DIAG_view_const, where, "'%s' would allow writing to what '%s' keeps const",
             type_text(s->c, to), type_text(s->c, from));
        return false;
    }
    return true;
}

/* The implicit conversion of an int to index<1> or extent<1>. */
static void construct_implicitly(struct sema *s, struct expr **e, struct type *t)
{
    struct expr *n = arena_new(&s->c->arena, struct expr);
    sema_convert(s, e, type_basic(TYPE_INT));
    n->kind = EXPR_CONSTRUCT;
    n->amp = AMP_CONSTRUCT;
    n->loc = n->op_loc = n->op2_loc = (*e)->loc;
    n->type = t;
    n->amp_code = (*e)->amp_code;
    vec_push(&s->c->arena, &n->args, *e);
    *e = n;
}

/* Converts between two different AMP types; reports it if that is impossible. */
static bool convert_amp(struct sema *s, struct expr **e, struct type *to, struct loc where)
{
    const struct type *from = (*e)->type;
    if (type_is_view_or_array(from) && amp_is_view(to)) {
        if (!view_converts(s, from, to, where))
            return false;
        if (amp_is_array(from) || from->base->quals != to->base->quals)
            amp_wrap(s, e, to, AMP_NONE);
        return true;
    }
    bool fits = amp_is_tuple(from) && amp_is_tuple(to) && from->rank == to->rank &&
                amp_is_index(from) == amp_is_index(to) && to->amp != AMP_TYPE_TILED_INDEX;
    if (from->amp == AMP_TYPE_TILED_EXTENT && to->amp == AMP_TYPE_TILED_EXTENT)
        fits = false; /* of different tile sizes */
    if (fits) {
        amp_wrap(s, e, to, AMP_TO_INDEX);
        return true;
    }
    diag(s->c, DIAG_amp_arguments, where, "cannot convert '%s' to '%s'", type_text(s->c, from),
         type_text(s->c, to));
    return false;
}

static bool same_amp(const struct type *a, const struct type *b)
{
    if (a->amp != b->amp || a->rank != b->rank || a->texture != b->texture)
        return false;
    if (a->amp == AMP_TYPE_TILED_EXTENT || a->amp == AMP_TYPE_TILED_INDEX)
        return amp_same_tile(a, b);
    if (type_is_view_or_array(a))
        return type_same_unqualified(a->base, b->base) && a->base->quals == b->base->quals;
    return true;
}

bool amp_bind(struct sema *s, const struct expr *e, struct type *t, struct loc where)
{
    bool same = t->kind == TYPE_AMP ? same_amp(e->type, t) : type_same_unqualified(e->type, t);

    if (same && e->lvalue && !(e->type->quals & QUAL_CONST))
        return true;
    diag(s->c, DIAG_amp_arguments, where,
         "the parameter '%s' needs an object of that type that is not const", type_text(s->c, t));
    return false;
}

bool amp_convert(struct sema *s, struct expr **e, struct type *t, struct loc where)
{
    struct type *from = (*e)->type;
    bool to_amp = t && t->kind == TYPE_AMP;
    if (!to_amp && !is_amp(*e))
        return false;
    if (to_amp && amp_is_unknown(from))
        function_undeclared(s, *e);
    if (amp_is_unknown(from) || amp_is_unknown(t))
        return true;
    if (t->kind == TYPE_VOID)
        return true;
    bool good;
    if (!to_amp || !is_amp(*e)) {
        good = to_amp && type_is_integer(from) && t->rank == 1 &&
               (t->amp == AMP_TYPE_INDEX || t->amp == AMP_TYPE_EXTENT);
        if (good)
            construct_implicitly(s, e, amp_value_type(s->c, t));
        else if (to_amp ? handle_from_plain(t, from) && !t->reference : handle_to_plain(from, t))
            good = true;
        else if (!to_amp && amp_is_handle(from) && s->region & RESTRICT_AMP)
            ; /* the same */
        else if (!to_amp && t->kind <= TYPE_ENUM && amp_row_report(s, *e))
            ;
        else
            number_report(s, *e, t, where);
    } else if (type_refers(t)) {
        good = amp_bind(s, *e, t, where);
    } else {
        good = same_amp(from, t) || convert_amp(s, e, amp_value_type(s->c, t), where);
    }
    if (!good)
        amp_poison(*e);
    return true;
}
