/* extent_most.c - an upper bound for the number of threads of a launch, as far as its unit shows.
 *
 * Follows values that are stored, passed and returned (value_sources.c) through arithmetic, min and
 * members. Lattice: ranges of int below "not known"; the join of all sources of a variable is the
 * hull of their ranges. Limits: functions are taken to be called by this unit alone, so the answer
 * can suppress a warning but proves nothing; EXTENT_MOST_STEPS, EXTENT_MOST_DEPTH_MAX,
 * EXTENT_MOST_WAY_MAX. */
#include "sema/analysis/extent_most.h"
#include "sema/types/limits.h"

#include <limits.h>

/* The designation of a subobject within an object: members, elements, components (of an extent, or
 * of a view's extent), dereferences. at[n - 1] is the outermost step. */
struct path {
    struct path_step {
        enum { STEP_MEMBER, STEP_NUMBER, STEP_POINTER } kind;
        const char *member;
        long long number;
    } at[EXTENT_MOST_WAY_MAX];
    int n;
};

struct bounds {
    long long low, high;
};

/* A call whose function is being analysed. */
struct frame {
    const struct symbol *function;
    struct expr *call;
    const struct frame *outer;
};

struct query {
    struct findings *findings;
    const struct value_sources *sources;
    int steps, depth;
};

static const struct path whole;

static bool value_of(struct query *q, const struct frame *f, struct expr *e, struct path path,
                     struct bounds *out);

/* ---- paths ---- */

static bool step_add(struct path *p, struct path_step step)
{
    if (p->n == EXTENT_MOST_WAY_MAX)
        return false;
    p->at[p->n++] = step;
    return true;
}

static bool number_add(struct path *p, struct expr *number)
{
    struct path_step step = {.kind = STEP_NUMBER};

    return integer_constant(number, &step.number) && step_add(p, step);
}

static bool is_number(const struct path *p)
{
    return p->n > 0 && p->at[p->n - 1].kind == STEP_NUMBER;
}

/* ---- numbers ---- */

static void join(struct bounds *all, const struct bounds *one, bool *any)
{
    if (!*any || one->low < all->low)
        all->low = one->low;
    if (!*any || one->high > all->high)
        all->high = one->high;
    *any = true;
}

static bool is_small(const struct bounds *b)
{
    return b->low >= INT_MIN && b->high <= UINT_MAX;
}

static bool binary_bounds(enum op op, struct bounds a, struct bounds b, struct bounds *out)
{
    if (op == OP_ADD) {
        *out = (struct bounds){a.low + b.low, a.high + b.high};
        return true;
    }
    if (op == OP_SUB) {
        *out = (struct bounds){a.low - b.high, a.high - b.low};
        return true;
    }
    if (op == OP_MUL) {
        *out = (struct bounds){a.low * b.low, a.high * b.high};
        return a.low >= 0 && b.low >= 0 && a.high <= INT_MAX && b.high <= INT_MAX;
    }
    if (op != OP_DIV)
        return false;
    *out = (struct bounds){b.high > 0 ? a.low / b.high : 0, b.low > 0 ? a.high / b.low : 0};
    return a.low >= 0 && b.low > 0;
}

/* The range of an operator's result; for extents that of one component (an int operand stands for
 * each component). */
static bool binary_value(struct query *q, const struct frame *f, struct expr *e, struct path path,
                         struct bounds *out)
{
    struct bounds a, b;

    return value_of(q, f, e->a, e->a->type->kind == TYPE_AMP ? path : whole, &a) &&
           value_of(q, f, e->b, e->b->type->kind == TYPE_AMP ? path : whole, &b) && is_small(&a) &&
           is_small(&b) && binary_bounds(e->op, a, b, out);
}

/* ---- constructors ---- */

static bool array_length(const struct type *t, int rank, long long k, struct bounds *out)
{
    long long all = 1;

    if (t->kind == TYPE_POINTER)
        t = t->base;
    for (long long i = 0; t && t->kind == TYPE_ARRAY && t->length >= 0; i++, t = t->base) {
        all *= t->length;
        if (rank > 1 && i == k) {
            *out = (struct bounds){t->length, t->length};
            return true;
        }
    }
    *out = (struct bounds){all, all};
    return rank == 1 && t && t->kind != TYPE_ARRAY;
}

static bool construct_value(struct query *q, const struct frame *f, const struct type *t,
                            const expr_vec *args, struct path path, struct bounds *out)
{
    long long k = is_number(&path) ? path.at[path.n - 1].number : -1;

    if (k < 0 || k >= t->rank)
        return false;
    switch (amp_construct_form(t, args)) {
    case CONSTRUCT_EMPTY:
        *out = (struct bounds){0, 0};
        return true;
    case CONSTRUCT_COMPONENTS:
        if (args->n == t->rank)
            return value_of(q, f, args->at[k], whole, out);
        return args->n == 1 && value_of(q, f, args->at[0], path, out);
    case CONSTRUCT_COPY:
    case CONSTRUCT_VIEW_EXTENT:
        return value_of(q, f, args->at[0], path, out);
    case CONSTRUCT_VIEW_SIZES:
        return args->n >= t->rank && value_of(q, f, args->at[k], whole, out);
    case CONSTRUCT_VIEW_ARRAY:
        if (t->fixed && k >= 0 && k < t->rank) {
            *out = (struct bounds){t->fixed[k], t->fixed[k]};
            return true;
        }
        return array_length(args->at[0]->type, t->rank, k, out);
    }
    return false;
}

/* ---- declarations ---- */

/* The index of the member or element that the step selects in an object of type t; -1: not
 * known. */
static long long step_number(const struct type *t, const struct path_step *step)
{
    if (step->kind == STEP_NUMBER)
        return step->number;
    for (int i = 0; t->kind == TYPE_RECORD && i < t->record->members.n; i++)
        if (t->record->members.at[i].name == step->member)
            return i;
    return -1;
}

/* The index that an item's designator names; false: there is none, or one of several steps. */
static bool item_number(const struct type *t, const struct init_item *item, long long *number)
{
    const struct designator *d = item->designators.n == 1 ? &item->designators.at[0] : NULL;
    struct path_step step = {.kind = STEP_MEMBER};

    if (!d || d->last || (d->index && !integer_constant(d->index, &step.number)))
        return false;
    step.kind = d->index ? STEP_NUMBER : STEP_MEMBER;
    step.member = d->name;
    *number = step_number(t, &step);
    return *number >= 0;
}

static const struct type *subobject_type(const struct type *t, long long number)
{
    if (t->kind == TYPE_RECORD)
        return number < t->record->members.n ? t->record->members.at[number].type : NULL;
    return t->kind == TYPE_ARRAY ? t->base : NULL;
}

/* False: braces are elided, which is not understood. */
static bool item_fits(const struct init_item *item, const struct type *t)
{
    const struct expr *e = item->init->expr;

    return !e || !t ||
           (t->kind != TYPE_ARRAY && (t->kind != TYPE_RECORD || e->type->kind == t->kind));
}

static bool init_value(struct query *q, const struct frame *f, const struct init *init,
                       const struct type *t, struct path path, struct bounds *out)
{
    const struct init *found = NULL;
    long long wanted, number = -1;

    if (init->expr)
        return value_of(q, f, init->expr, path, out);
    if (path.n == 0)
        return init->items.n == 1 && init_value(q, f, init->items.at[0].init, t, path, out);
    if (!t || (wanted = step_number(t, &path.at[path.n - 1])) < 0 ||
        (t->kind == TYPE_RECORD && t->record->is_union))
        return false;
    for (int i = 0; i < init->items.n; i++) {
        const struct init_item *item = &init->items.at[i];
        number++;
        if ((item->designators.n && !item_number(t, item, &number)) ||
            !item_fits(item, subobject_type(t, number)))
            return false;
        if (number == wanted)
            found = item->init;
    }
    *out = (struct bounds){0, 0};
    path.n--;
    return !found || init_value(q, f, found, subobject_type(t, wanted), path, out);
}

static bool declared_value(struct query *q, const struct frame *f, const struct value_source *s,
                           struct path path, struct bounds *out)
{
    if (s->declared->constructed)
        return construct_value(q, f, s->symbol->type, &s->declared->args, path, out);
    return init_value(q, f, s->declared->init, s->symbol->type, path, out);
}

/* ---- variables ---- */

/* The path from a variable to the subobject that an expression designates. */
static bool target_path(struct expr *e, struct path *p)
{
    struct path_step member = {.kind = STEP_MEMBER};

    *p = whole;
    for (; (e = expr_strip(e)) && e->kind != EXPR_NAME; e = e->a) {
        member.member = e->name;
        if (e->kind == EXPR_MEMBER ? !step_add(p, member)
                                   : e->kind != EXPR_SUBSCRIPT || !number_add(p, e->b))
            return false;
    }
    return e != NULL;
}

/* The range of a value that is assigned to a subobject; *other: it is another subobject than the
 * one in question. */
static bool subobject_value(struct query *q, const struct frame *f, const struct value_source *s,
                            struct path path, struct bounds *out, bool *other)
{
    struct path target;

    *other = false;
    if (!target_path(s->target, &target) || target.n > path.n)
        return false;
    for (int i = 0; i < target.n; i++) {
        const struct path_step *a = &target.at[target.n - 1 - i], *b = &path.at[path.n - 1 - i];
        *other |= a->kind != b->kind || a->member != b->member || a->number != b->number;
    }
    path.n -= target.n;
    return *other || value_of(q, f, s->value, path, out);
}

/* The argument for a parameter in the call that is analysed; NULL: the arguments of all calls
 * count. */
static struct expr *argument_of(const struct frame *f, const struct symbol *param)
{
    for (int i = 0; f && i < f->function->params.n && i < f->call->args.n; i++)
        if (f->function->params.at[i] == param)
            return f->call->args.at[i];
    return NULL;
}

static bool is_argument(const struct value_source *s, const struct symbol *param)
{
    return param->kind == SYMBOL_PARAM && s->kind == SOURCE_VALUE && s->argument;
}

/* Parameters of functions that are called through pointers can be anything. */
static bool is_open(struct query *q, const struct symbol *s)
{
    int n = 0;
    const struct value_source *all = s->kind == SYMBOL_PARAM && s->function
                                         ? value_sources_of(q->sources, s->function, &n)
                                         : NULL;

    for (int i = 0; i < n; i++)
        if (all[i].kind == SOURCE_UNSEEN)
            return true;
    return false;
}

static bool sources_value(struct query *q, const struct frame *f, const struct expr *e,
                          struct path path, struct bounds *out, bool *any)
{
    int n;
    const struct symbol *s = e->symbol;
    const struct value_source *all = value_sources_of(q->sources, s, &n);
    struct value_reach reach = value_reach(q->findings, s, e);
    struct expr *argument = s->kind == SYMBOL_PARAM && !reach.from ? argument_of(f, s) : NULL;
    struct bounds one = {0, 0};
    bool other = false;

    if (argument) {
        if (!value_of(q, f->outer, argument, path, &one))
            return false;
        join(out, &one, any);
    }
    for (int i = 0; i < n; i++) {
        bool known = false;
        if ((argument && is_argument(&all[i], s)) || !value_reaches(&reach, &all[i]))
            continue;
        other = false;
        if (all[i].kind == SOURCE_VALUE)
            known = value_of(q, is_argument(&all[i], s) ? NULL : f, all[i].value, path, &one);
        else if (all[i].kind == SOURCE_SUBOBJECT)
            known = subobject_value(q, f, &all[i], path, &one, &other);
        else if (all[i].kind == SOURCE_DECLARED)
            known = declared_value(q, f, &all[i], path, &one);
        if (!known)
            return false;
        if (!other)
            join(out, &one, any);
    }
    return true;
}

static bool symbol_value(struct query *q, const struct frame *f, const struct expr *e,
                         struct path path, struct bounds *out)
{
    const struct symbol *s = e->symbol;
    bool is_static = s->file_scope || s->storage & STORAGE_STATIC, any = false;
    bool declared = s->init || (s->declarator && s->declarator->constructed);

    if (s->constant && path.n == 0) {
        *out = (struct bounds){s->value, s->value};
        return true;
    }
    if ((s->kind != SYMBOL_VAR && s->kind != SYMBOL_PARAM) || !s->type ||
        s->type->quals & QUAL_VOLATILE || is_open(q, s) || !sources_value(q, f, e, path, out, &any))
        return false;
    if (s->kind == SYMBOL_VAR && is_static && !declared && !(s->storage & STORAGE_EXTERN)) {
        const struct bounds zero = {0, 0};
        join(out, &zero, &any);
    }
    return any;
}

/* ---- calls, members ---- */

static bool call_value(struct query *q, const struct frame *f, struct expr *e, struct path path,
                       struct bounds *out)
{
    const struct expr *callee = callee_expr(e);
    const struct symbol *s = callee ? callee->symbol : NULL;
    struct frame inner = {.call = e, .outer = f};
    struct bounds one;
    bool any = false;
    int n;

    if (s && !s->definition && s->other)
        s = s->other;
    if (!s || !s->definition)
        return false;
    inner.function = s;
    const struct value_source *all = value_sources_of(q->sources, s, &n);
    for (int i = 0; i < n; i++) {
        if (all[i].kind != SOURCE_VALUE)
            continue;
        if (!value_of(q, &inner, all[i].value, path, &one))
            return false;
        join(out, &one, &any);
    }
    return any;
}

/* The range of a component of the extent of a subview. */
static bool subview_extent(struct query *q, const struct frame *f, struct expr *e, struct path path,
                           struct bounds *out)
{
    struct expr *base = amp_subview_base(e), *last = e->args.n ? e->args.at[e->args.n - 1] : NULL;
    int rank = e->type->rank;
    long long k = path.at[path.n - 1].number;

    if (k < 0 || k >= rank)
        return false;
    if (e->amp == AMP_VIEW_ROW)
        path.at[path.n - 1].number++;
    else if (last && type_is_amp(last->type, AMP_TYPE_EXTENT))
        return value_of(q, f, last, path, out);
    else if (e->amp == AMP_VIEW_SECTION && e->args.n == 2 * rank)
        return value_of(q, f, e->args.at[rank + k], whole, out);
    else if (e->amp != AMP_VIEW_SECTION || e->args.n != 1 || base->type->kind == TYPE_POINTER)
        return false;
    if (!value_of(q, f, base, path,
                  out)) /* a section from an origin on: the extent is an upper bound */
        return false;
    out->low = e->amp == AMP_VIEW_ROW ? out->low : 0;
    return true;
}

static bool product_value(struct query *q, const struct frame *f, struct expr *e,
                          struct bounds *out)
{
    struct bounds one;

    *out = (struct bounds){1, 1};
    for (int k = 0; k < e->type->rank; k++) {
        struct path path = {.at = {{.kind = STEP_NUMBER, .number = k}}, .n = 1};
        if (!value_of(q, f, e, path, &one) || !binary_bounds(OP_MUL, *out, one, out))
            return false;
    }
    return e->type->rank > 0;
}

static void round_bounds(const struct type *t, long long k, bool up, struct bounds *b)
{
    long long tile = k < 3 ? t->tile[k] : 0;

    if (tile <= 0)
        return;
    b->low = (b->low + (up ? tile - 1 : 0)) / tile * tile;
    b->high = (b->high + (up ? tile - 1 : 0)) / tile * tile;
}

static bool amp_value(struct query *q, const struct frame *f, struct expr *e, struct path path,
                      struct bounds *out)
{
    struct expr *member = e->kind == EXPR_CALL ? expr_strip(e->a) : e;
    struct expr *of = member && member->kind == EXPR_MEMBER ? member->a : NULL;

    if (e->amp == AMP_INDEX_SUBSCRIPT)
        return number_add(&path, e->b) && value_of(q, f, e->a, path, out);
    if (e->amp == AMP_EXTENT_SIZE)
        return of && path.n == 0 && product_value(q, f, of, out);
    if (!is_number(&path))
        return false;
    if (e->kind == EXPR_CONSTRUCT)
        return construct_value(q, f, e->type, &e->args, path, out);
    switch (e->amp) {
    case AMP_SUBVIEWS:
        return subview_extent(q, f, e, path, out);
    case AMP_INDEX_BINARY:
        return binary_value(q, f, e, path, out);
    case AMP_TO_INDEX:
        return value_of(q, f, e->a, path, out);
    case AMP_VIEW_EXTENT:
    case AMP_EXTENT_TILE:
        return of && value_of(q, f, of, path, out);
    case AMP_TILED_PAD:
    case AMP_TILED_TRUNCATE:
        if (!of || !value_of(q, f, of, path, out))
            return false;
        round_bounds(e->type, path.at[path.n - 1].number, e->amp == AMP_TILED_PAD, out);
        return true;
    case AMP_NONE: /* these have no extent or integer value, or are not followed */
    case AMP_RANK:
    case AMP_EXTENT_SIZE:
    case AMP_EXTENT_CONTAINS:
    case AMP_TILE_EXTENT:
    case AMP_TILE_DIMS:
    case AMP_CONSTRUCT:
    case AMP_COPY:
    case AMP_INDEX_SUBSCRIPT:
    case AMP_INDEX_COMPARE:
    case AMP_INDEX_ASSIGN:
    case AMP_INDEX_STEP:
    case AMP_VECTORS:
    case AMP_VIEW_ELEMENT:
    case AMP_VIEW_DATA:
    case AMP_TILED_INDEX:
    case AMP_WAITS:
    case AMP_FENCES:
    case AMP_ATOMICS:
    case AMP_LANES:
    case AMP_HOST_ONLY:
        break;
    }
    return false;
}

/* ---- expressions ---- */

static bool pointer_value(struct query *q, const struct frame *f, struct expr *e, struct path path,
                          struct bounds *out)
{
    const struct path_step pointer = {.kind = STEP_POINTER}, first = {.kind = STEP_NUMBER};
    bool leads = path.n > 0 && path.at[path.n - 1].kind == STEP_POINTER;

    if (e->kind == EXPR_UNARY && e->op == OP_ADDR) {
        path.n--;
        return leads && value_of(q, f, e->a, path, out);
    }
    if (e->kind == EXPR_UNARY && e->op == OP_DEREF) {
        if (expr_strip(e->a)->type->kind == TYPE_ARRAY)
            return step_add(&path, first) && value_of(q, f, e->a, path, out);
        return step_add(&path, pointer) && value_of(q, f, e->a, path, out);
    }
    if (e->kind == EXPR_ARROW) {
        const struct path_step member = {.kind = STEP_MEMBER, .member = e->name};
        return step_add(&path, member) && step_add(&path, pointer) &&
               value_of(q, f, e->a, path, out);
    }
    return e->kind == EXPR_SUBSCRIPT && expr_strip(e->a)->type->kind == TYPE_ARRAY &&
           number_add(&path, e->b) && value_of(q, f, e->a, path, out);
}

static bool choice_value(struct query *q, const struct frame *f, struct expr *e, struct path path,
                         struct bounds *out)
{
    struct bounds one;
    bool any = false;

    if (!value_of(q, f, e->b ? e->b : e->a, path, &one))
        return false;
    join(out, &one, &any);
    if (!value_of(q, f, e->c, path, &one))
        return false;
    join(out, &one, &any);
    return true;
}

static bool expr_value(struct query *q, const struct frame *f, struct expr *e, struct path path,
                       struct bounds *out)
{
    const struct path_step member = {.kind = STEP_MEMBER, .member = e->name};

    if (e->kind == EXPR_NAME)
        return e->symbol && symbol_value(q, f, e, path, out);
    if (e->amp != AMP_NONE && e->amp != AMP_COPY)
        return amp_value(q, f, e, path, out);
    switch (e->kind) {
    case EXPR_MEMBER:
        return step_add(&path, member) && value_of(q, f, e->a, path, out);
    case EXPR_CALL:
        return call_value(q, f, e, path, out);
    case EXPR_COND:
        return choice_value(q, f, e, path, out);
    case EXPR_BINARY:
        if (e->op == OP_COMMA)
            return value_of(q, f, e->b, path, out);
        return path.n == 0 && type_is_integer(e->type) && binary_value(q, f, e, path, out);
    case EXPR_CAST:
        return path.n == 0 && type_is_integer(e->type) && e->a->type &&
               type_is_integer(e->a->type) && value_of(q, f, e->a, path, out) && is_small(out);
    case EXPR_COMPOUND:
        return e->init && init_value(q, f, e->init, e->type, path, out);
    case EXPR_ERROR: /* not known */
    case EXPR_NAME:
    case EXPR_LITERALS:
    case EXPR_QUESTIONS:
    case EXPR_PAREN:
    case EXPR_SUBSCRIPT:
    case EXPR_ARROW:
    case EXPR_UNARY:
    case EXPR_ASSIGN:
    case EXPR_GENERIC:
    case EXPR_STMT:
    case EXPR_CONSTRUCT:
    case EXPR_CONVERT:
    case EXPR_HOST_ONLY:
        break;
    }
    return pointer_value(q, f, e, path, out);
}

static bool value_of(struct query *q, const struct frame *f, struct expr *e, struct path path,
                     struct bounds *out)
{
    bool known;

    if (path.n == 0 && integer_constant(e, &out->low)) {
        out->high = out->low;
        return true;
    }
    e = expr_strip(e);
    if (!e || !e->type || q->steps-- <= 0 || q->depth >= EXTENT_MOST_DEPTH_MAX)
        return false;
    q->depth++;
    known = expr_value(q, f, e, path, out);
    q->depth--;
    return known;
}

const int *launch_most(const struct findings *findings, const struct launch *launch)
{
    static const int none[RANK_MAX];
    const int *most = node_table_find(&findings->most, launch);

    return most ? most : none;
}

void launch_most_find(struct ctx *c, const struct program *p, struct findings *findings,
                      struct value_sources *sources, const struct launch *launch)
{
    struct known_extent known = {0};
    int *most;

    if (!launch->domain || launch->rank > RANK_MAX ||
        extent_known(findings, launch->domain, &known))
        return;
    most = arena_array(findings->arena, int, RANK_MAX);
    node_table_put(&findings->most, launch, most);
    if (!sources->collected)
        value_sources_collect(sources, c, p);
    for (int k = 0; k < launch->rank; k++) {
        struct query q = {.findings = findings, .sources = sources, .steps = EXTENT_MOST_STEPS};
        struct path path = {.at = {{.kind = STEP_NUMBER, .number = k}}, .n = 1};
        struct bounds b;
        if (value_of(&q, NULL, launch->domain, path, &b) && b.high > 0 && b.high < INT_MAX)
            most[k] = (int)b.high;
    }
}
