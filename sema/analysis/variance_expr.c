/* variance_expr.c - expressions: the fact of each one's value. Loads from memory that threads share
 * vary; an operation's fact is the join of its operands'. Example: `k * t.local[0]` varies, because
 * of the local index. */
#include "sema/types/vector.h"
#include "sema/analysis/variance_internal.h"

struct fact eval_both(struct flow *f, struct expr *a, struct expr *b)
{
    struct fact first = eval(f, a);

    return fact_join(first, eval(f, b));
}

struct fact eval_all(struct flow *f, const expr_vec *args)
{
    struct fact all = {0};

    for (int i = 0; i < args->n; i++)
        all = fact_join(all, eval(f, args->at[i]));
    return all;
}

/* ---- AMP ---- */

/* The tile has one thread. */
static bool is_one_thread(const struct type *t)
{
    if (t && t->kind == TYPE_POINTER)
        t = t->base;
    for (int k = 0; t && k < t->rank && k < 3; k++)
        if (t->tile[k] != 1)
            return false;
    return t && type_is_amp(t, AMP_TYPE_TILED_INDEX);
}

/* e is the thread's local or global index, a member of a tiled_index. */
static struct fact eval_thread(struct flow *f, struct expr *e)
{
    struct fact fact = eval(f, e->a);

    return is_one_thread(e->a->type) ? fact
                                     : fact_join(fact, fact_source(f->v, SOURCE_INDEX, e->loc));
}

static struct fact eval_atomic(struct flow *f, struct expr *e)
{
    struct fact result = fact_source(f->v, SOURCE_ATOMIC, e->loc);

    for (int i = 0; i < e->args.n; i++) {
        const struct type *t = e->args.at[i]->type;
        if (t && t->kind == TYPE_POINTER) {
            struct object p = object_target(f, e->args.at[i]);
            object_store(f, &p, result);
        } else {
            eval(f, e->args.at[i]);
        }
    }
    return result;
}

/* Evaluates the object of a method and its arguments; the join of their facts. */
static struct fact eval_operands(struct flow *f, struct expr *e)
{
    struct fact all = {0};
    struct expr *callee = e->kind == EXPR_CALL ? expr_strip(e->a) : NULL;

    if (callee && (callee->kind == EXPR_MEMBER || callee->kind == EXPR_ARROW))
        all = eval(f, callee->a);
    else if (e->kind != EXPR_CALL)
        all = eval_both(f, e->a, e->b);
    return fact_join(all, eval_all(f, &e->args));
}

/* The fact of the arguments of section() that determine its extent. */
static struct fact section_extent(struct flow *f, struct expr *e, const struct expr *callee)
{
    const struct type *t = e->args.n > 0 ? e->args.at[0]->type : NULL;
    struct fact all = {0};
    int first = e->args.n / 2;

    if (e->args.n == 1 && t &&
        type_is_amp(
            t, AMP_TYPE_INDEX)) { /* the section reaches to the end: the view's extent matters */
        first = 0;
        all = eval_view_extent(f, callee->a);
    }
    for (int i = first; i < e->args.n; i++)
        all = fact_join(all, eval(f, e->args.at[i]));
    return all;
}

struct fact eval_view_extent(struct flow *f, struct expr *e)
{
    const struct expr *callee = e->kind == EXPR_CALL ? expr_strip(e->a) : NULL;
    struct object o;

    if (e->kind == EXPR_PAREN || e->kind == EXPR_CONVERT)
        return eval_view_extent(f, e->a);
    if (e->amp == AMP_VIEW_ROW)
        return eval_view_extent(f, e->a);
    if (callee && callee->kind == EXPR_MEMBER && e->amp == AMP_VIEW_SECTION)
        return section_extent(f, e, callee);
    if (callee && callee->kind == EXPR_MEMBER && e->amp == AMP_VIEW_REINTERPRET)
        return eval_view_extent(f, callee->a);
    if (callee && e->amp == AMP_VIEW_AS)
        return eval_all(f, &e->args);
    o = object_of(f, e);
    if (o.kind == OBJECT_SLOTS && o.n == VIEW_SLOTS)
        o.n = 1;
    return object_load(f, &o);
}

/* The fact of a property or method of a view that gives its extent. */
static struct fact eval_extent(struct flow *f, struct expr *e)
{
    struct expr *member = e->kind == EXPR_CALL ? expr_strip(e->a) : e;

    return member->kind == EXPR_MEMBER ? eval_view_extent(f, member->a) : eval_operands(f, e);
}

static struct fact eval_wait(struct flow *f, struct expr *e)
{
    eval_operands(f, e);
    if (!f->paths.dead)
        wait_reach_here(f, e, NULL);
    if (e->amp != AMP_BARRIER_WAIT_GLOBAL)
        slots_synchronise(f);
    return (struct fact){0};
}

static struct fact eval_place(struct flow *f, struct expr *e)
{
    struct object p = object_of(f, e);

    return object_load(f, &p);
}

static struct fact eval_step(struct flow *f, struct expr *e);
static struct fact eval_assign(struct flow *f, struct expr *e);

/* A vector, or some of its components, that is changed. */
static struct fact eval_vector(struct flow *f, struct expr *e)
{
    struct object p = object_of(f, vector_target(e));
    struct fact fact = fact_join(e->b ? eval(f, e->b) : (struct fact){0}, object_load(f, &p));

    object_store(f, &p, fact);
    return fact;
}

static struct fact eval_amp(struct flow *f, struct expr *e)
{
    switch (e->amp) {
    case AMP_TILED_GLOBAL:
    case AMP_TILED_LOCAL:
        return eval_thread(f, e);
    case AMP_TO_INDEX:
        return e->a->type && type_is_amp(e->a->type, AMP_TYPE_TILED_INDEX) ? eval_thread(f, e)
                                                                           : eval(f, e->a);
    case AMP_WAITS:
        return eval_wait(f, e);
    case AMP_ATOMICS:
        return eval_atomic(f, e);
    case AMP_INDEX_SUBSCRIPT:
    case AMP_VIEW_ELEMENT:
        return eval_place(f, e);
    case AMP_VIEW_EXTENT:
        return eval_extent(f, e);
    case AMP_INDEX_ASSIGN:
    case AMP_COPY:
        return eval_assign(f, e);
    case AMP_INDEX_STEP:
        return eval_step(f, e);
    case AMP_VECTOR_ASSIGN:
    case AMP_VECTOR_STEP:
        return eval_vector(f, e);
    case AMP_VECTOR_VALUE:
    case AMP_NONE: /* functions of their operands alone */
    case AMP_EXTENTS:
    case AMP_TILED_TILE:
    case AMP_TILED_ORIGIN:
    case AMP_TILED_BARRIER:
    case AMP_CONSTRUCT:
    case AMP_INDEX_BINARY:
    case AMP_INDEX_COMPARE:
    case AMP_VIEW_DATA:
    case AMP_SUBVIEWS:
    case AMP_FENCES:
    case AMP_LANES:
    case AMP_HOST_ONLY:
        break;
    }
    return eval_operands(f, e);
}

/* ---- operators ---- */

/* The pointer e is changed: it may point to another object. */
static void pointer_moved(struct flow *f, struct expr *e)
{
    const struct expr *name = expr_unparen(e);
    const struct variable *x = name->kind == EXPR_NAME ? variable_find(f, name->symbol) : NULL;

    if (x && x->target >= 0)
        symbol_mark(f, name->symbol, MARK_MOVED);
}

static struct fact eval_assign(struct flow *f, struct expr *e)
{
    struct object p = object_of(f, e->a);
    struct fact fact;

    pointer_moved(f, e->a);
    if (e->op == OP_ASSIGN)
        return object_assign(f, &p, e->b);
    fact = eval(f, e->b);
    fact = fact_join(fact, object_load(f, &p));
    object_store(f, &p, fact);
    return fact;
}

/* ++ and --. */
static struct fact eval_step(struct flow *f, struct expr *e)
{
    struct object p = object_of(f, e->a);
    struct fact fact = object_load(f, &p);

    pointer_moved(f, e->a);
    object_store(f, &p, fact);
    return fact;
}

/* The address of an object is taken: stores through it are not followed. */
static struct fact eval_address(struct flow *f, struct expr *e)
{
    struct object p = object_of(f, e);

    if (p.kind == OBJECT_SLOTS && p.dirty < 0)
        symbol_mark(f, p.symbol, MARK_TAKEN);
    return p.fact;
}

static struct fact eval_unary(struct flow *f, struct expr *e)
{
    if (op_is_step(e->op))
        return eval_step(f, e);
    if (e->op == OP_ADDR)
        return eval_address(f, e->a);
    return e->op == OP_DEREF ? eval_place(f, e) : eval(f, e->a);
}

/* e has no side effects and no waits. */
static bool is_pure(const struct expr *e)
{
    if (!e || e->constant)
        return true;
    switch (e->kind) {
    case EXPR_NAME:
    case EXPR_LITERALS:
        return true;
    case EXPR_PAREN:
    case EXPR_CONVERT:
    case EXPR_CAST:
    case EXPR_MEMBER:
        return is_pure(e->a);
    case EXPR_BINARY:
    case EXPR_SUBSCRIPT:
        return is_pure(e->a) && is_pure(e->b);
    case EXPR_UNARY:
        return (e->op == OP_NEG || e->op == OP_NOT || e->op == OP_BITNOT || e->op == OP_PLUS) &&
               is_pure(e->a);
    case EXPR_CALL:
        for (int i = 0; i < e->args.n; i++)
            if (!is_pure(e->args.at[i]))
                return false;
        return e->amp == AMP_VIEW_ELEMENT && is_pure(e->a);
    case EXPR_ASSIGN: /* these have effects, or are rare in conditions */
    case EXPR_STMT:
    case EXPR_ERROR:
    case EXPR_ARROW:
    case EXPR_COND:
    case EXPR_COMPOUND:
    case EXPR_GENERIC:
    case EXPR_CONSTRUCT:
    case EXPR_QUESTIONS:
    case EXPR_HOST_ONLY:
        break;
    }
    return false;
}

/* Evaluates a and b, only one of which runs, by a condition, which was evaluated last; b may be
 * NULL. The join of the facts of all three. */
static struct fact eval_either(struct flow *f, struct expr *condition, struct expr *a,
                               struct expr *b)
{
    struct fact fact = fact_condition(f->v, f->value, condition);
    struct paths_construct branch;

    if (is_pure(a) && is_pure(b))
        return fact_join(fact, eval_both(f, a, b));
    paths_branch_begin(&f->paths, &branch, condition, -1);
    fact = fact_join(fact, eval(f, a));
    paths_branch_else(&f->paths, &branch, -1);
    fact = fact_join(fact, eval(f, b));
    paths_branch_end(&f->paths, &branch);
    return fact;
}

static struct fact eval_binary(struct flow *f, struct expr *e)
{
    if (e->op == OP_COMMA) {
        eval(f, e->a);
        return eval(f, e->b);
    }
    if (e->op != OP_LAND && e->op != OP_LOR)
        return eval_both(f, e->a, e->b);
    f->value = eval(f, e->a);
    return eval_either(f, e->a, e->b, NULL);
}

static struct fact eval_cond(struct flow *f, struct expr *e)
{
    f->value = eval(f, e->a);
    if (e->a->constant && (e->b || e->a->value == 0))
        return eval(f, e->a->value ? e->b : e->c);
    return e->b ? eval_either(f, e->a, e->b, e->c) : eval_either(f, e->a, e->c, NULL);
}

static struct fact init_facts(struct flow *f, struct init *init)
{
    struct fact all = eval(f, init->expr);

    for (int i = 0; i < init->items.n; i++)
        all = fact_join(all, init_facts(f, init->items.at[i].init));
    return all;
}

/* A conversion; for an array that decays the address is taken. */
static struct fact eval_conversion(struct flow *f, struct expr *e)
{
    const struct type *from = e->a->type;

    if (e->kind == EXPR_CONVERT && from && from->kind == TYPE_ARRAY)
        return eval_address(f, e->a);
    return eval(f, e->a);
}

struct fact eval(struct flow *f, struct expr *e)
{
    const struct fact uniform = {0};

    if (!e || e->constant)
        return uniform;
    if (e->amp != AMP_NONE)
        return eval_amp(f, e);
    switch (e->kind) {
    case EXPR_PAREN:
        return eval(f, e->a);
    case EXPR_CAST:
    case EXPR_CONVERT:
        return eval_conversion(f, e);
    case EXPR_NAME:
    case EXPR_SUBSCRIPT:
    case EXPR_MEMBER:
    case EXPR_ARROW:
        return eval_place(f, e);
    case EXPR_UNARY:
        return eval_unary(f, e);
    case EXPR_BINARY:
        return eval_binary(f, e);
    case EXPR_ASSIGN:
        return eval_assign(f, e);
    case EXPR_COND:
        return eval_cond(f, e);
    case EXPR_CALL:
        return e->chosen ? eval(f, e->chosen) : eval_call(f, e, NULL, 0);
    case EXPR_GENERIC:
        return eval(f, e->chosen);
    case EXPR_STMT:
        return flow_block(f, e->body);
    case EXPR_COMPOUND:
        return e->init ? init_facts(f, e->init) : uniform;
    case EXPR_CONSTRUCT:
        return eval_all(f, &e->args);
    case EXPR_ERROR:
    case EXPR_LITERALS:
    case EXPR_QUESTIONS:
    case EXPR_HOST_ONLY:
        return uniform;
    }
    return uniform;
}
