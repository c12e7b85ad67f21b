/* lanes.c - the threads of a row at once: the value of an expression as a vector with a lane for
 * each thread, and what has no vector form as a loop over the lanes.
 *
 * Vector operations are those that give each lane what the scalar one gives: + - * / of floating
 * types, + - * & | ^ of integers, conversions between types of four and eight bytes, elements that
 * stand side by side. All else, calls above all, goes lane by lane through a vector in memory, on
 * operands that are vectors where they can be.
 *
 * Example: of `sum += a(i, k) * b(k, j)` with lanes along j, a's element is one number, b's are 16
 * in a row: `sum += (float16)(a(i, k)) * *(float16 *)&b(k, j)`. */
#include "optimize/internal.h"

#include <string.h>

#include "parser/walk.h"
#include "sema/tree/edit.h"
#include "sema/types/amp.h"
#include "sema/types/builtin.h"
#include "sema/types/expr.h"
#include "sema/types/pure.h"

/* ---- types ---- */

bool lanes_has_vector(const struct type *t)
{
    t = type_underlying(t);
    return (type_is_integer(t) && t->size <= 8) || t->kind == TYPE_FLOAT || t->kind == TYPE_DOUBLE;
}

bool lanes_compute(const struct type *t)
{
    return lanes_has_vector(t) && t->kind != TYPE_ENUM && t->size >= 4;
}

struct type *lanes_type(struct block *b, struct type *t)
{
    return type_vector(b->c, type_unqualified(b->c, t), b->lanes);
}

/* ---- nodes ---- */

static struct expr *node(struct block *b, enum expr_kind kind, struct type *t)
{
    struct expr *e = arena_new(&b->c->arena, struct expr);

    e->kind = kind;
    e->loc = e->op_loc = e->op2_loc = e->name_loc = b->make.loc;
    e->type = t;
    return e;
}

struct expr *lanes_node(struct block *b, enum amp_op op, struct type *t, struct expr *x,
                        struct expr *y)
{
    struct expr *e = node(b, EXPR_CALL, t);

    e->amp = op;
    e->lvalue = op == AMP_LANES_AT || op == AMP_LANES_LANE;
    if (x)
        vec_push(&b->c->arena, &e->args, x);
    if (y)
        vec_push(&b->c->arena, &e->args, y);
    return e;
}

struct expr *lanes_name(struct block *b, struct symbol *s)
{
    struct expr *e = node(b, EXPR_NAME, s->type);

    e->name = s->name;
    e->symbol = s;
    e->lvalue = true;
    return e;
}

static struct expr *operation(struct block *b, enum expr_kind kind, enum op op, struct expr *x,
                              struct expr *y)
{
    struct expr *e = node(b, kind, x->type);

    e->op = op;
    e->a = x;
    e->b = y;
    return e;
}

struct expr *lanes_operation(struct block *b, enum op op, struct type *t, struct expr *x,
                             struct expr *y)
{
    struct expr *e = operation(b, y ? EXPR_BINARY : EXPR_UNARY, op, x, y);

    e->type = t;
    return e;
}

struct stmt *lanes_assign(struct block *b, enum op op, struct expr *to, struct expr *value)
{
    return make_effect(&b->make, operation(b, EXPR_ASSIGN, op, to, value));
}

/* ---- one thread ---- */

static const struct var *var_of(const struct block *b, const struct symbol *s)
{
    return node_table_find(&b->vars, s);
}

/* Puts what a lane has in the place of names: v's lane, x + 2 * lane. */
struct lane_edit {
    struct block *block;
    struct symbol *lane; /* the counter; NULL: the first lane */
    int row;
};

static struct expr *lane_value(struct lane_edit *x, struct symbol *s, const struct var *v)
{
    struct maker *m = &x->block->make;
    struct expr *lane;

    if (v->kind == VAR_VECTOR)
        return lanes_node(x->block, AMP_LANES_LANE, s->type->base, lanes_name(x->block, s),
                          x->lane ? make_name(m, x->lane) : make_int(m, 0, type_basic(TYPE_INT)));
    if (!x->lane)
        return NULL;
    lane = make_name(m, x->lane);
    if (v->step != 1)
        lane = make_binary(m, OP_MUL, lane, make_int(m, v->step, type_basic(TYPE_INT)));
    return make_binary(m, OP_ADD, make_name(m, s), lane);
}

static bool edit_name(struct tree_edit *t, struct expr **at)
{
    struct lane_edit *x = t->data;
    struct expr *e = *at, *value = arrays_lane(x->block, e, x->lane, t);
    const struct var *v = e->kind == EXPR_NAME && e->symbol ? var_of(x->block, e->symbol) : NULL;

    value = value ? value : strips_of_row(x->block, e, x->row);
    if (value) {
        *at = value;
        return false;
    }
    if (!v || v->kind == VAR_SCALAR)
        return e->amp != AMP_LANES_LANE; /* made by lanes_by_operands */
    value = lane_value(x, e->symbol, v);
    if (value)
        *at = value;
    return false;
}

struct expr *lanes_of(struct block *b, const struct expr *e, int row, struct symbol *lane)
{
    struct expr *copy = tree_clone_expr(&b->clones[row], e);
    struct lane_edit x = {b, lane, row};
    struct tree_edit edit = {.data = &x, .expr_pre = edit_name};

    tree_edit_expr(&edit, &copy);
    return copy;
}

struct expr *lanes_first(struct block *b, const struct expr *e, int row)
{
    return lanes_of(b, e, row, NULL);
}

/* The body in each lane that runs. */
struct stmt *lanes_loop(struct block *b, struct symbol *lane, struct stmt *body)
{
    struct maker *m = &b->make;
    struct type *t = type_basic(TYPE_INT);

    if (b->mask)
        body = make_if(
            m, lanes_node(b, AMP_LANES_LANE, t, lanes_name(b, b->mask->lanes), make_name(m, lane)),
            body, NULL);
    return make_for(m, make_declare(m, lane, make_init(m, make_int(m, 0, t))),
                    make_binary(m, OP_LT, make_name(m, lane), make_int(m, b->lanes, t)),
                    make_unary(m, OP_POSTINC, make_name(m, lane)), body);
}

static struct symbol *lane_counter(struct block *b)
{
    return make_local(&b->make, "lane", type_basic(TYPE_INT), 0);
}

struct stmt *lanes_each(struct block *b, const struct stmt *s, int row)
{
    struct symbol *lane = lane_counter(b);
    struct lane_edit x = {b, lane, row};
    struct tree_edit edit = {.data = &x, .expr_pre = edit_name};
    struct stmt *copy = tree_clone_stmt(&b->clones[row], s);

    tree_edit_stmt(&edit, &copy);
    return lanes_loop(b, lane, copy);
}

/* ---- elements ---- */

/* Whether a conversion of numbers that grow by the same from lane to lane gives such numbers: of a
 * signed type, whose numbers do not wrap around, to one that is not shorter; else modulo the size
 * of the result, which wraps around as well. */
static bool keeps_steps(const struct type *from, const struct type *to)
{
    return is_whole(from) && is_whole(to) &&
           (type_is_unsigned(from) || to->size < from->size
                ? type_is_unsigned(to) && to->size <= from->size
                : true);
}

/* 'subscript': modulo 2^32, as all numbers of which a subscript is made. */
static bool step_of(struct block *b, const struct expr *e, bool subscript, long long *step)
{
    long long other;
    const struct var *v;

    e = expr_evaluated(e);
    *step = 0;
    if (!is_whole(e->type))
        return false;
    if (!(depend_expr(&b->depend, e) & ON_LANE))
        return true;
    if (e->kind == EXPR_NAME) {
        v = var_of(b, tree_clone_of(&b->clones[0], e->symbol));
        if (!v || v->kind != VAR_STEPS)
            return false;
        *step = v->step;
        return true;
    }
    if ((e->kind == EXPR_CONVERT || e->kind == EXPR_CAST) &&
        (subscript ? is_whole(e->a->type) : keeps_steps(e->a->type, e->type)))
        return step_of(b, e->a, subscript, step);
    if (e->kind == EXPR_BINARY && e->op == OP_MOD && node_table_get(&b->depend.alike, e, 0)) {
        *step = 1;
        return true;
    }
    if (e->kind != EXPR_BINARY || !step_of(b, e->a, subscript, step) ||
        !step_of(b, e->b, subscript, &other))
        return false;
    if (e->op == OP_ADD)
        *step += other;
    else if (e->op == OP_SUB)
        *step -= other;
    else if (e->op == OP_MUL && e->a->constant)
        *step = other * e->a->value;
    else if (e->op == OP_MUL && e->b->constant)
        *step *= e->b->value;
    else
        return false;
    return *step > -1024 && *step < 1024;
}

bool lanes_step(struct block *b, const struct expr *e, long long *step)
{
    return step_of(b, e, false, step);
}

bool lanes_subscript_step(struct block *b, const struct expr *e, long long *step)
{
    return step_of(b, e, true, step);
}

bool lanes_subscripts(const struct expr *e, struct lanes_subscripts *subs)
{
    const struct expr *view = expr_evaluated(e->a), *const * last, *rows[LANES_RANK];
    int n, outer = 0;

    if (e->amp != AMP_VIEW_ELEMENT)
        return false;
    last = e->kind == EXPR_CALL ? (const struct expr *const *)e->args.at
                                : (const struct expr *const *)&e->b;
    n = e->kind == EXPR_CALL ? e->args.n : 1;
    if (n == 1 && last[0]->type->kind == TYPE_AMP) {
        const struct expr *index = expr_strip(last[0]);
        if (index->kind != EXPR_CONSTRUCT || index->args.n != index->type->rank)
            return false;
        last = (const struct expr *const *)index->args.at;
        n = index->args.n;
    }
    for (; view->amp == AMP_VIEW_ROW; view = expr_evaluated(view->a)) {
        if (outer == LANES_RANK)
            return false;
        rows[outer++] = view->b;
    }
    while (view->kind == EXPR_MEMBER && view->member) /* of a captured struct */
        view = expr_evaluated(view->a);
    if (view->kind != EXPR_NAME || n + outer > LANES_RANK)
        return false;
    subs->n = n + outer;
    for (int i = 0; i < outer; i++)
        subs->at[i] = rows[outer - 1 - i];
    for (int i = 0; i < n; i++)
        subs->at[outer + i] = last[i];
    return true;
}

/* Whether the lanes' elements stand side by side, in a captured view or a tile_static array: of a
 * view the last subscript grows by one, the others are the same. */
static bool is_side_by_side(struct block *b, const struct expr *e)
{
    struct lanes_subscripts subs;
    long long step;

    if (!lanes_has_vector(e->type))
        return false;
    if (arrays_tile_step(b, e, &step))
        return step == 1;
    if (e->amp != AMP_VIEW_ELEMENT || !lanes_subscripts(e, &subs))
        return false;
    for (int i = 0; i < subs.n - 1; i++)
        if (depend_expr(&b->depend, subs.at[i]) & ON_LANE)
            return false;
    return step_of(b, subs.at[subs.n - 1], true, &step) && step == 1;
}

static struct expr *side_by_side(struct block *b, const struct expr *e, int row)
{
    return lanes_node(b, AMP_LANES_AT, lanes_type(b, e->type), lanes_first(b, e, row), NULL);
}

/* The same of the lanes that run; others have nothing. */
static struct expr *some_side_by_side(struct block *b, const struct expr *e, int row)
{
    struct symbol *lanes = b->mask->count ? b->mask->count : b->mask->lanes;

    block_cost(b, 8);
    return lanes_node(b, AMP_LANES_SOME, lanes_type(b, e->type), lanes_first(b, e, row),
                      lanes_name(b, lanes));
}

/* The lanes that run store. */
static void put_side_by_side(struct block *b, const struct expr *e, int row, struct expr *value)
{
    struct symbol *lanes = b->mask->count ? b->mask->count : b->mask->lanes;
    struct expr *put = lanes_node(b, AMP_LANES_PUT, type_basic(TYPE_VOID), lanes_first(b, e, row),
                                  lanes_name(b, lanes));

    block_cost(b, 8);
    vec_push(&b->c->arena, &put->args, value);
    block_put(b, make_effect(&b->make, put));
}

static struct expr *load_side_by_side(struct block *b, const struct expr *e, int row)
{
    struct block_read read = {e, row};

    if (!b->mask || b->mask->count)
        ahead_fetch(b, e, row);
    if (b->mask)
        return lanes_name(b, lanes_temporary(b, e->type, some_side_by_side(b, e, row)));
    vec_push(&b->c->arena, &b->reads, read);
    return side_by_side(b, e, row);
}

/* ---- values ---- */

struct expr *lanes_fill(struct block *b, struct expr *e)
{
    return lanes_node(b, AMP_LANES_FILL, lanes_type(b, e->type), e, NULL);
}

/* x, x + step, x + 2 * step ... */
static struct expr *steps(struct block *b, struct expr *first, long long step)
{
    struct expr *s = lanes_node(b, AMP_LANES_STEPS, lanes_type(b, first->type),
                                make_int(&b->make, step, type_basic(TYPE_INT)), NULL);

    return operation(b, EXPR_BINARY, OP_ADD, lanes_fill(b, first), s);
}

struct symbol *lanes_temporary(struct block *b, struct type *t, struct expr *value)
{
    struct symbol *s = make_local(&b->make, "v", lanes_type(b, t), 0);
    struct var *v = arena_new(&b->c->arena, struct var);

    v->kind = VAR_VECTOR;
    v->home = b->mask ? b->mask->lanes : NULL;
    node_table_put(&b->vars, s, v);
    block_put(b, make_declare(&b->make, s, value ? make_init(&b->make, value) : NULL));
    return s;
}

struct expr *lanes_zero(struct block *b, struct type *t)
{
    struct type *plain = type_unqualified(b->c, t);

    return lanes_fill(
        b, type_is_floating(t) ? make_real(&b->make, 0, plain)
           : lanes_compute(t)
               ? make_int(&b->make, 0, plain)
               : make_cast(&b->make, plain, make_int(&b->make, 0, type_basic(TYPE_INT))));
}

/* A vector of what each lane computes on its own: 'e' in terms of 'lane'. Lanes that do not run
 * have a value, too, as compilers may compute with what a selection does not take. */
static struct expr *gathered(struct block *b, struct expr *e, struct symbol *lane)
{
    struct symbol *v = lanes_temporary(b, e->type, b->mask ? lanes_zero(b, e->type) : NULL);
    struct expr *to =
        lanes_node(b, AMP_LANES_LANE, v->type->base, lanes_name(b, v), make_name(&b->make, lane));

    block_apart(b, (2 + block_operations(e)) * (b->mask ? 2L : 1L) * b->lanes, e->loc);
    block_put(b, lanes_loop(b, lane, lanes_assign(b, OP_ASSIGN, to, e)));
    return lanes_name(b, v);
}

struct expr *lanes_truth(struct block *b, const struct expr *e, int row)
{
    struct type *t = type_basic(TYPE_INT);
    struct symbol *lane = lane_counter(b);

    return gathered(b,
                    make_cond(&b->make, lanes_of(b, e, row, lane), make_int(&b->make, -1, t),
                              make_int(&b->make, 0, t)),
                    lane);
}

/* The operand as a vector's lane, or, if it is the same for all, as it is. */
static struct expr *operand_of_lane(struct block *b, const struct expr *e, int row,
                                    struct symbol *lane)
{
    struct symbol *v;

    if (!(depend_expr(&b->depend, e) & ON_LANE))
        return lanes_first(b, e, row);
    v = lanes_temporary(b, e->type, lanes_vector(b, e, row));
    return lanes_node(b, AMP_LANES_LANE, v->type->base, lanes_name(b, v),
                      make_name(&b->make, lane));
}

/* Whether all operands of e are evaluated whenever e is, and can be vectors: calls of mathematical
 * functions, operators. */
static bool has_vector_operands(const struct expr *e)
{
    if (e->kind == EXPR_CALL && e->amp == AMP_NONE && builtin_called(e)) {
        for (int i = 0; i < e->args.n; i++)
            if (!lanes_has_vector(e->args.at[i]->type))
                return false;
        return e->args.n > 0;
    }
    if (e->kind == EXPR_BINARY && e->amp == AMP_NONE)
        return e->op != OP_LAND && e->op != OP_LOR && e->op != OP_COMMA &&
               lanes_has_vector(e->a->type) && lanes_has_vector(e->b->type);
    return (e->kind == EXPR_CONVERT || e->kind == EXPR_CAST) && lanes_has_vector(e->a->type);
}

/* Lane by lane, on operands that are computed as vectors. */
static struct expr *by_operands(struct block *b, const struct expr *e, int row, struct symbol *lane)
{
    struct expr *copy = tree_clone_expr(&b->clones[row], e);

    if (e->kind == EXPR_CALL) {
        for (int i = 0; i < e->args.n; i++)
            copy->args.at[i] = operand_of_lane(b, e->args.at[i], row, lane);
    } else {
        copy->a = operand_of_lane(b, e->a, row, lane);
        if (e->b)
            copy->b = operand_of_lane(b, e->b, row, lane);
    }
    return gathered(b, copy, lane);
}

/* The operators that vectors have: those whose result on each lane is the number's. */
bool lanes_has_operator(enum op op, const struct type *t)
{
    if (!lanes_compute(t))
        return false;
    if (op == OP_ADD || op == OP_SUB || op == OP_MUL || op == OP_DIV)
        return true;
    return !type_is_floating(t) && (op == OP_AND || op == OP_OR || op == OP_XOR || op == OP_MOD ||
                                    op == OP_SHL || op == OP_SHR);
}

static bool is_division(enum op op)
{
    return op == OP_DIV || op == OP_MOD;
}

static bool is_shift(enum op op)
{
    return op == OP_SHL || op == OP_SHR;
}

/* From floating types to integers the value is one that the integer has; to bool see truth.c. */
static bool is_vector_conversion(const struct type *from, const struct type *to)
{
    return lanes_has_vector(from) && lanes_has_vector(to) && to->kind != TYPE_BOOL;
}

/* Each lane converted; between small integers and floating numbers by way of ints, as compilers
 * know these. */
static struct expr *converted(struct block *b, const struct expr *e, int row)
{
    struct expr *v = lanes_vector(b, e->a, row);
    bool from = type_is_floating(e->a->type), to = type_is_floating(e->type);

    if (from != to && (from ? e->type : e->a->type)->size < 4)
        v = lanes_node(b, AMP_LANES_CONVERT, lanes_type(b, type_basic(TYPE_INT)), v, NULL);
    return lanes_node(b, AMP_LANES_CONVERT, lanes_type(b, e->type), v, NULL);
}

/* A divisor that all lanes have; where it is zero, none of them runs. That lanes which do not run
 * have the least number, and it is -1, does no harm to vector_operation. */
static struct expr *divisor(struct block *b, const struct expr *e, struct type *t, int row)
{
    struct maker *m = &b->make;

    return lanes_fill(b, make_cond(m, lanes_first(b, e, row), lanes_first(b, e, row),
                                   make_int(m, 1, type_unqualified(b->c, t))));
}

/* The second operand of an operator of type t. */
static struct expr *second_operand(struct block *b, const struct expr *e, enum op op,
                                   struct type *t, int row)
{
    bool divides = b->mask && is_division(op) && type_is_integer(t) && !(e->constant && e->value);
    struct expr *y;

    if (divides && !(depend_expr(&b->depend, e) & ON_LANE) && expr_is_pure(e) && t->size == 4)
        return divisor(b, e, t, row);
    y = lanes_vector(b, e, row);

    if (is_shift(op) && !type_same_unqualified(y->type->base, t))
        y = lanes_node(b, AMP_LANES_CONVERT, lanes_type(b, t), y, NULL);
    if (divides) /* never by zero */
        y = truth_select(b, lanes_fill(b, make_int(&b->make, 1, type_unqualified(b->c, t))), y,
                         lanes_name(b, b->mask->lanes));
    return y;
}

/* Whether operator op of type t has operands that can be vectors. */
static bool fits_operator(enum op op, const struct type *t, const struct expr *x,
                          const struct expr *y)
{
    return lanes_has_operator(op, t) && type_same_unqualified(x->type, t) &&
           (type_same_unqualified(y->type, t) || (is_shift(op) && lanes_compute(y->type)));
}

/* x op y. Processors have no division of vectors of integers; those of float's size are divided as
 * numbers of double, where compilers know no constant to multiply by. */
static struct expr *vector_operation(struct block *b, enum op op, struct expr *x, struct expr *y)
{
    const struct type *t = x->type->base;

    if (is_division(op) && (t->kind == TYPE_INT || t->kind == TYPE_UINT) &&
        !(y->amp == AMP_LANES_FILL && y->args.at[0]->constant)) {
        block_cost(b, b->lanes / 2);
        return lanes_node(b, op == OP_DIV ? AMP_LANES_QUOTIENT : AMP_LANES_REMAINDER, x->type, x,
                          y);
    }
    return operation(b, EXPR_BINARY, op, x, y);
}

/* The vector form of an expression that differs from lane to lane; NULL: it has none. */
static struct expr *vector_form(struct block *b, const struct expr *e, int row)
{
    long long step;
    struct symbol *s;
    struct expr *x, *y;

    if (e->kind == EXPR_NAME) {
        s = tree_clone_of(&b->clones[row], e->symbol);
        return var_of(b, s)->kind == VAR_VECTOR ? lanes_name(b, s)
                                                : steps(b, lanes_name(b, s), var_of(b, s)->step);
    }
    if (arrays_target(b, e, row))
        return arrays_lanes(b, e, row);
    x = strips_element(b, e, row);
    x = x ? x : strips_row(b, e, row);
    if (x)
        return x;
    if (is_side_by_side(b, e))
        return load_side_by_side(b, e, row);
    if (lanes_step(b, e, &step))
        return steps(b, lanes_first(b, e, row), step);
    x = gather_value(b, e, row);
    x = x ? x : truth_value(b, e, row);
    x = x ? x : calls_value(b, e, row);
    if (x)
        return x;
    if (e->kind == EXPR_BINARY && e->amp == AMP_NONE && fits_operator(e->op, e->type, e->a, e->b)) {
        x = lanes_vector(b, e->a, row);
        y = second_operand(b, e->b, e->op, e->type, row);
        return vector_operation(b, e->op, x, y);
    }
    if (e->kind == EXPR_UNARY && lanes_compute(e->type) &&
        (e->op == OP_NEG || (e->op == OP_BITNOT && type_is_integer(e->type))))
        return operation(b, EXPR_UNARY, e->op, lanes_vector(b, e->a, row), NULL);
    if (e->kind != EXPR_CONVERT && e->kind != EXPR_CAST)
        return NULL;
    if (type_same_unqualified(e->a->type, e->type))
        return lanes_vector(b, e->a, row);
    return is_vector_conversion(e->a->type, e->type) ? converted(b, e, row) : NULL;
}

struct expr *lanes_value(struct block *b, const struct expr *e, int row)
{
    struct expr *v;
    struct symbol *lane;
    unsigned on;

    e = expr_evaluated(e);
    on = depend_expr(&b->depend, e);
    b->make.loc = e->loc;
    if (!(on & ON_LANE))
        return lanes_first(b, e, row);
    if (node_table_find(&b->shared, e))
        return lanes_name(b, node_table_find(&b->shared, e));
    block_cost(b, 1);
    v = vector_form(b, e, row);
    if (v)
        return v;
    lane = lane_counter(b);
    v = has_vector_operands(e) ? by_operands(b, e, row, lane)
                               : gathered(b, lanes_of(b, e, row, lane), lane);
    if (!(on & ON_ROW) && !b->mask) /* once for all rows */
        node_table_put(&b->shared, e, v->symbol);
    return v;
}

struct expr *lanes_vector(struct block *b, const struct expr *e, int row)
{
    struct expr *v = lanes_value(b, e, row);

    return v->type->kind == TYPE_VECTOR ? v : lanes_fill(b, v);
}

/* ---- statements ---- */

struct stable {
    const struct depend *depend;
    const struct expr *element;
    bool holds;
};

static bool look_stable(struct walker *w, struct expr *e)
{
    struct stable *s = w->data;

    if (e->amp == AMP_VIEW_ELEMENT && e != s->element)
        s->holds = false;
    if (e->kind == EXPR_NAME && e->symbol && !depend_is_constant(s->depend, e->symbol))
        s->holds = false;
    return true;
}

/* Whether all lanes of the row have read the elements, also those that do not run. Nothing else
 * stores to them then, as that would be a race, and they may be stored as they are. */
static bool is_read(struct block *b, const struct expr *e, int row)
{
    struct stable s = {&b->depend, e, true};
    struct walker w = {.data = &s, .expr_pre = look_stable};

    walk_expr(&w, (struct expr *)e);
    for (int k = 0; s.holds && k < b->reads.n; k++)
        if (b->reads.at[k].row == row && expr_is_same(b->reads.at[k].element, e))
            return true;
    return false;
}

/* All of a vector that is stored to: variable s, or elements side by side. */
static struct expr *target(struct block *b, const struct expr *to, struct symbol *s, int row)
{
    return !s                      ? side_by_side(b, to, row)
           : to->kind == EXPR_NAME ? lanes_name(b, s)
                                   : arrays_lanes(b, to, row);
}

/* x = value in the lanes that run, x being a vector variable or elements side by side. */
void lanes_store(struct block *b, const struct expr *to, enum op op, struct expr *value, int row)
{
    struct symbol *s = to->kind == EXPR_NAME ? tree_clone_of(&b->clones[row], to->symbol)
                                             : arrays_target(b, to, row);
    bool all = !b->mask || (s && var_of(b, s)->home == b->mask->lanes);
    bool some = !s && !all && !is_read(b, to, row);

    block_cost(b, 1);
    if (op != OP_ASSIGN && (!all || (is_division(op) && type_is_integer(to->type)))) {
        value = vector_operation(
            b, op, some ? some_side_by_side(b, to, row) : target(b, to, s, row), value);
        op = OP_ASSIGN;
    }
    if (some) {
        put_side_by_side(b, to, row, value);
        return;
    }
    if (!all) {
        value = truth_select(b, target(b, to, s, row), value, lanes_name(b, b->mask->lanes));
        block_cost(b, 1);
    }
    block_put(b, lanes_assign(b, op, target(b, to, s, row), value));
}

/* Whether an assignment stores to a vector. */
bool lanes_is_target(struct block *b, const struct expr *to, int row)
{
    const struct var *v =
        to->kind == EXPR_NAME ? var_of(b, tree_clone_of(&b->clones[row], to->symbol)) : NULL;

    return to->kind == EXPR_NAME ? v && v->kind == VAR_VECTOR
                                 : arrays_target(b, to, row) || is_side_by_side(b, to);
}

static bool is_step_variable(struct block *b, const struct expr *to, int row)
{
    const struct var *v =
        to->kind == EXPR_NAME ? var_of(b, tree_clone_of(&b->clones[row], to->symbol)) : NULL;

    return v && v->kind == VAR_STEPS;
}

/* An assignment by vectors; false: it is none. */
static bool assign(struct block *b, const struct expr *e, int row)
{
    const struct expr *to = expr_evaluated(e->a);
    struct symbol *lane;
    struct expr *copy;

    if (small_assign(b, e, to, row))
        return true;
    if (e->amp != AMP_NONE || !lanes_has_vector(e->type) ||
        (e->op == OP_ASSIGN ? !type_same_unqualified(e->a->type, e->b->type)
                            : !fits_operator(e->op, e->type, e->a, e->b)))
        return false;
    if (lanes_is_target(b, to, row)) {
        lanes_store(b, to, e->op,
                    e->op == OP_ASSIGN ? lanes_vector(b, e->b, row)
                                       : second_operand(b, e->b, e->op, e->type, row),
                    row);
        return true;
    }
    if (e->op != OP_ASSIGN)
        return false;
    if (gather_store(b, to, e->b, row))
        return true;
    if (!(depend_expr(&b->depend, e->b) & ON_LANE))
        return false;
    lane = lane_counter(b);
    copy = operand_of_lane(b, e->b, row, lane);
    block_apart(b, 2L * b->lanes, e->loc);
    block_put(b, lanes_loop(b, lane, lanes_assign(b, OP_ASSIGN, lanes_of(b, to, row, lane), copy)));
    return true;
}

/* ++ and --. */
static bool count(struct block *b, const struct expr *e, int row)
{
    const struct expr *to = expr_evaluated(e->a);
    bool adds = e->op == OP_PREINC || e->op == OP_POSTINC;
    struct expr *one;

    if (!op_is_step(e->op) || e->amp != AMP_NONE || !lanes_is_target(b, to, row))
        return false;
    if (small_step(b, to, adds ? OP_ADD : OP_SUB, row))
        return true;
    if (!lanes_compute(e->type))
        return false;
    one = type_is_floating(e->type) ? make_real(&b->make, 1, type_unqualified(b->c, e->type))
                                    : make_int(&b->make, 1, type_unqualified(b->c, e->type));
    lanes_store(b, to, adds ? OP_ADD : OP_SUB, lanes_fill(b, one), row);
    return true;
}

void lanes_effect(struct block *b, const struct stmt *s, int row)
{
    const struct expr *e = expr_evaluated(s->expr);

    b->make.loc = e->loc;
    if ((e->kind == EXPR_ASSIGN || (e->kind == EXPR_UNARY && op_is_step(e->op))) &&
        is_step_variable(b, expr_evaluated(e->a), row)) { /* all lanes grow alike */
        block_cost(b, 1);
        block_put(b, make_effect(&b->make, lanes_first(b, e, row)));
        return;
    }
    if ((e->kind == EXPR_ASSIGN && assign(b, e, row)) ||
        (e->kind == EXPR_UNARY && count(b, e, row)))
        return;
    block_apart(b, (b->mask ? 3L : 2L) * b->lanes * block_operations(e), e->loc);
    block_put(b, lanes_each(b, s, row));
}
