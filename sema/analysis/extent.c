/* extent.c - extents at compile time. Each component of an expression of extent type is a number, a
 * variable that is never changed after its declaration, or unknown; there is no join, as a variable
 * that is assigned is unknown. Limit: EXTENT_DEPTH_MAX variables initialised from each other.
 *
 * Example: with `extent<2> e(h, 16);` and h not assigned behind it, component 0 of e is the
 * variable h and component 1 is 16. Loops and calls are not looked into. */
#include "sema/analysis/code.h"

#include <string.h>

#include "common/number.h"
#include "sema/types/limits.h"

/* ---- variables that are changed after their declaration ---- */

static void changes_lvalue(struct findings *a, struct expr *lvalue)
{
    struct lvalue_root root = lvalue_root(lvalue);

    if (root.variable && root.variable->symbol && !root.element && !root.through_pointer)
        node_table_set(&a->changed, root.variable->symbol, true);
}

/* Arguments for parameters declared with & may be changed. */
static void changes_arguments(struct findings *a, struct expr *call)
{
    for (int i = 0; i < call->args.n; i++)
        if (expr_refers(call, i))
            changes_lvalue(a, expr_strip(call->args.at[i]));
}

static bool changes_expr(struct code_walk *w, struct expr *e)
{
    struct expr *target = store_target(e);

    if (target)
        changes_lvalue(w->data, target);
    if (e->kind == EXPR_UNARY && e->op == OP_ADDR && e->a)
        changes_lvalue(w->data, e->a);
    if (e->kind == EXPR_CALL && e->amp == AMP_NONE)
        changes_arguments(w->data, e);
    return true;
}

static bool changes_stmt(struct code_walk *w, struct stmt *s)
{
    for (int i = 0; s->kind == STMT_ASM && i < s->asm_exprs.n; i++)
        changes_lvalue(w->data, s->asm_exprs.at[i]);
    return true;
}

/* A local variable that is declared here, with a value. */
static bool is_local(const struct symbol *s)
{
    return s && s->type && s->kind == SYMBOL_VAR && !s->file_scope && s->declarator &&
           s->function && s->function->definition &&
           !(s->storage & (STORAGE_STATIC | STORAGE_EXTERN | STORAGE_THREAD | STORAGE_TILE_STATIC));
}

/* A local variable that is never changed after its declaration. One walk finds those of a whole
 * function. */
static bool keeps_value(struct findings *a, const struct symbol *s)
{
    struct code_walk w = {.expr = changes_expr, .stmt = changes_stmt, .lambdas = true, .data = a};

    if (!node_table_get(&a->searched, s->function, false)) {
        node_table_set(&a->searched, s->function, true);
        code_walk_stmt(&w, s->function->definition->body);
    }
    return !node_table_get(&a->changed, s, false);
}

/* ---- constructors ---- */

static bool numbers_known(const expr_vec *args, int n, struct known_extent *out)
{
    if (n > RANK_MAX || args->n < n)
        return false;
    out->rank = n;
    for (int i = 0; i < n; i++)
        if (!integer_constant(args->at[i], &out->n[i])) {
            if (!out->partly)
                return false;
            out->n[i] = -1;
        }
    return true;
}

static bool construct_extent_known(struct findings *a, const struct type *t, const expr_vec *args,
                                   struct known_extent *out)
{
    if (args->n == 1 && args->at[0]->type && args->at[0]->type->kind == TYPE_AMP)
        return extent_known(a, args->at[0], out);
    return args->n == t->rank && numbers_known(args, t->rank, out);
}

/* A C array, or a pointer to one. */
static bool array_known(const struct type *t, int rank, struct known_extent *out)
{
    long long all = 1;

    if (t && t->kind == TYPE_POINTER)
        t = t->base;
    out->rank = rank;
    for (int k = 0; t && t->kind == TYPE_ARRAY; k++, t = t->base) {
        if (t->length < 0 || k >= RANK_MAX)
            return false;
        out->n[k] = t->length;
        all = number_product(all, t->length);
    }
    if (rank == 1)
        out->n[0] = all;
    return true;
}

static bool construct_view_known(struct findings *a, const struct type *t, const expr_vec *args,
                                 struct known_extent *out)
{
    if (t->fixed && args->n) {
        out->rank = t->rank;
        for (int k = 0; k < t->rank; k++)
            out->n[k] = t->fixed[k];
        return true;
    }
    switch (amp_construct_form(t, args)) {
    case CONSTRUCT_COPY:
        return view_extent_known(a, args->at[0], out);
    case CONSTRUCT_VIEW_SIZES:
        return numbers_known(args, t->rank, out);
    case CONSTRUCT_VIEW_EXTENT:
        return extent_known(a, args->at[0], out);
    case CONSTRUCT_VIEW_ARRAY:
        return array_known(args->at[0]->type, t->rank, out);
    case CONSTRUCT_EMPTY:
    case CONSTRUCT_COMPONENTS:
        return false;
    }
    return false;
}

/* ---- expressions ---- */

/* view_as, and a section that is written with its extent. */
static bool subview_known(struct findings *a, struct expr *e, struct known_extent *out)
{
    const struct expr *last = e->args.n ? e->args.at[e->args.n - 1] : NULL;
    int rank = e->type->rank;

    if (!last || !last->type || last->type->kind != TYPE_AMP) {
        const expr_vec extents = {e->args.at + rank, e->args.n - rank, 0};
        return e->args.n == 2 * rank && numbers_known(&extents, rank, out);
    }
    return last->type->amp == AMP_TYPE_EXTENT && extent_known(a, e->args.at[e->args.n - 1], out);
}

static bool variable_known(struct findings *a, const struct symbol *s, struct known_extent *out)
{
    const struct init_declarator *d;
    bool known = false;

    if (!is_local(s) || out->depth >= EXTENT_DEPTH_MAX)
        return false;
    out->depth++;
    d = s->declarator;
    if (type_is_view_or_array(s->type))
        known = d->constructed
                    ? construct_view_known(a, s->type, &d->args, out)
                    : d->init && d->init->expr && view_extent_known(a, d->init->expr, out);
    else if (d->constructed)
        known = construct_extent_known(a, s->type, &d->args, out);
    else
        known = d->init && d->init->expr && extent_known(a, d->init->expr, out);
    out->loc = s->loc;
    return known && keeps_value(a, s);
}

bool view_extent_known(struct findings *a, struct expr *view, struct known_extent *out)
{
    struct expr *e = expr_strip(view);

    if (!e || !e->type || !type_is_view_or_array(e->type))
        return false;
    out->loc = e->loc;
    if (e->kind == EXPR_NAME)
        return variable_known(a, e->symbol, out);
    if (e->amp == AMP_VIEW_ROW) {
        if (!view_extent_known(a, e->a, out) || out->rank < 2)
            return false;
        out->rank--;
        memmove(out->n, out->n + 1, (size_t)out->rank * sizeof *out->n);
        return true;
    }
    if (e->kind == EXPR_CALL && (e->amp == AMP_VIEW_AS || e->amp == AMP_VIEW_SECTION))
        return subview_known(a, e, out);
    return e->kind == EXPR_CONSTRUCT && construct_view_known(a, e->type, &e->args, out);
}

bool symbol_extent_known(struct findings *a, const struct symbol *view, struct known_extent *out)
{
    return view->type && type_is_view_or_array(view->type) && variable_known(a, view, out);
}

static void round_to_tile(const struct type *t, bool up, struct known_extent *out)
{
    for (int k = 0; k < out->rank && k < 3; k++)
        if (t->tile[k] > 0 && out->n[k] >= 0)
            out->n[k] = (out->n[k] + (up ? t->tile[k] - 1 : 0)) / t->tile[k] * t->tile[k];
}

/* A property or method whose value is an extent. */
static bool member_known(struct findings *a, struct expr *e, struct known_extent *out)
{
    struct expr *member = e->kind == EXPR_CALL ? expr_strip(e->a) : e;

    if (!member || (member->kind != EXPR_MEMBER && member->kind != EXPR_ARROW) || !member->a)
        return false;
    if (e->amp == AMP_VIEW_EXTENT)
        return member->kind == EXPR_MEMBER && view_extent_known(a, member->a, out);
    if (e->amp == AMP_EXTENT_TILE)
        return member->kind == EXPR_MEMBER && extent_known(a, member->a, out);
    if ((e->amp != AMP_TILED_PAD && e->amp != AMP_TILED_TRUNCATE) ||
        !extent_known(a, member->a, out))
        return false;
    round_to_tile(e->type, e->amp == AMP_TILED_PAD, out);
    return true;
}

bool extent_known(struct findings *a, struct expr *extent, struct known_extent *out)
{
    struct expr *e = expr_strip(extent);

    if (!e || !e->type || e->type->kind != TYPE_AMP)
        return false;
    out->loc = e->loc;
    if (e->kind == EXPR_NAME)
        return variable_known(a, e->symbol, out);
    if (e->kind == EXPR_CONSTRUCT)
        return construct_extent_known(a, e->type, &e->args, out);
    return member_known(a, e, out);
}

/* ---- components ---- */

static const struct extent_component no_component = {-1, NULL, 0};

bool extent_component_same(const struct extent_component *a, const struct extent_component *b)
{
    if (a->n >= 0 || b->n >= 0)
        return a->n == b->n;
    return a->variable && a->variable == b->variable && a->component == b->component;
}

bool symbol_keeps_value(struct findings *a, const struct symbol *s)
{
    return s && s->function && s->function->definition &&
           (is_local(s) || (s->kind == SYMBOL_PARAM && !s->type->reference)) && keeps_value(a, s);
}

static struct extent_component component_in(struct findings *a, struct expr *extent, int k,
                                            int depth);

static struct extent_component number_component(struct findings *a, struct expr *e, int depth)
{
    struct extent_component p = no_component;
    long long k;

    if (integer_constant(e, &p.n))
        return p;
    e = expr_strip(e);
    if (!e || depth > EXTENT_DEPTH_MAX)
        return no_component;
    if (e->amp == AMP_INDEX_SUBSCRIPT && e->kind == EXPR_SUBSCRIPT && integer_constant(e->b, &k) &&
        k >= 0 && k < RANK_MAX)
        return component_in(a, e->a, (int)k, depth + 1);
    if (e->kind != EXPR_NAME || !e->type || !type_is_integer(e->type) ||
        !symbol_keeps_value(a, e->symbol))
        return no_component;
    struct expr *init = e->symbol->init ? expr_strip(e->symbol->init->expr) : NULL;
    if (init && init->type && init->type->size <= e->type->size)
        p = number_component(a, init, depth + 1);
    if (p.n < 0 && !p.variable)
        p.variable = e->symbol;
    return p;
}

/* Component k of a variable that is an extent, a view or an array. */
static struct extent_component variable_component(struct findings *a, const struct symbol *v, int k,
                                                  int depth);

static struct extent_component construct_component(struct findings *a, const struct type *t,
                                                   const expr_vec *args, int k, int depth)
{
    struct known_extent known = {0};

    if (t->fixed && args->n)
        return (struct extent_component){t->fixed[k], NULL, 0};
    switch (amp_construct_form(t, args)) {
    case CONSTRUCT_COMPONENTS:
    case CONSTRUCT_VIEW_SIZES:
        return number_component(a, args->at[k], depth);
    case CONSTRUCT_VIEW_EXTENT:
        return component_in(a, args->at[0], k, depth + 1);
    case CONSTRUCT_VIEW_ARRAY:
        if (array_known(args->at[0]->type, t->rank, &known))
            return (struct extent_component){known.n[k], NULL, 0};
        break;
    case CONSTRUCT_COPY:
    case CONSTRUCT_EMPTY:
        break;
    }
    return no_component;
}

static struct extent_component variable_component(struct findings *a, const struct symbol *v, int k,
                                                  int depth)
{
    struct extent_component p = no_component;

    if (!symbol_keeps_value(a, v) || k >= v->type->rank)
        return no_component;
    if (v->declarator && v->declarator->constructed)
        p = construct_component(a, v->type, &v->declarator->args, k, depth);
    else if (v->init && v->init->expr)
        p = component_in(a, v->init->expr, k, depth + 1);
    if (p.n < 0 && !p.variable) {
        p.variable = v;
        p.component = k;
    }
    return p;
}

static struct extent_component component_in(struct findings *a, struct expr *extent, int k,
                                            int depth)
{
    struct expr *e = expr_strip(extent);
    struct expr *member = e && e->kind == EXPR_CALL ? expr_strip(e->a) : e;
    struct expr *of;

    if (!e || !e->type || e->type->kind != TYPE_AMP || k >= e->type->rank ||
        depth > EXTENT_DEPTH_MAX)
        return no_component;
    if (e->kind == EXPR_CONSTRUCT)
        return construct_component(a, e->type, &e->args, k, depth);
    if (e->kind == EXPR_NAME)
        return variable_component(a, e->symbol, k, depth);
    if (!member || member->kind != EXPR_MEMBER || !(of = expr_strip(member->a)))
        return no_component;
    if (e->amp == AMP_EXTENT_TILE)
        return component_in(a, of, k, depth + 1);
    return e->amp == AMP_VIEW_EXTENT && of->kind == EXPR_NAME
               ? variable_component(a, of->symbol, k, depth + 1)
               : no_component;
}

struct extent_component extent_component(struct findings *a, struct expr *extent, int k)
{
    return component_in(a, extent, k, 0);
}

struct extent_component view_extent_component(struct findings *a, const struct symbol *view, int k)
{
    return variable_component(a, view, k, 0);
}
