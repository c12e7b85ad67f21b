/* views.c - writes through views of const, subscripts and sections beyond known extents.
 *
 * What is outside is an error, but in a kernel where conditions stand before it: there a run of the
 * kernel (sema/simulate/arrival.h) says whether threads come to it. Where none does nothing is
 * reported; where that is not known, a warning. */
#include "sema/checks/check.h"
#include "sema/simulate/arrival.h"

/* The view that an element is taken from. */
static struct expr *element_view(struct expr *e)
{
    return e->kind == EXPR_SUBSCRIPT && e->b && e->b->type && type_is_view_or_array(e->b->type)
               ? e->b
               : e->a;
}

static bool element_is_const(struct expr *e)
{
    const struct expr *view = element_view(e);
    const struct type *t = view ? view->type : NULL;

    return t && t->kind == TYPE_AMP && t->base &&
           (t->base->quals & QUAL_CONST ||
            (type_is_amp(t, AMP_TYPE_ARRAY) && t->quals & QUAL_CONST));
}

/* ---- writes ---- */

static void write_report(struct code *k, struct expr *target)
{
    struct lvalue_root root = lvalue_root(target);
    struct expr *view = root.element ? expr_strip(element_view(root.element)) : NULL;

    if (!view || view->type->texture || !element_is_const(root.element))
        return; /* typing reports elements of textures */
    if (code_report(k, DIAG_view_const, target->loc,
                    "the elements of '%s' cannot be written; declare it %s",
                    type_text(k->c, view->type),
                    view->type->constant ? "as an array_view" : "without const") &&
        view->kind == EXPR_NAME && view->symbol)
        diag_note(k->c, view->symbol->loc, "'%s' is declared here", view->symbol->name);
}

/* ---- what is outside ---- */

/* The first walk collects the expressions of which something is outside, the second one reports. */
struct outside {
    bool collects;
    VEC(struct arrival) all;
};

static void outside_add(struct code_walk *w, const struct expr *e)
{
    struct outside *o = w->data;
    const struct arrival one = {.expr = e, .comes = ANSWER_PROVED};

    for (int i = 0; i < o->all.n; i++)
        if (o->all.at[i].expr == e)
            return;
    vec_push(&w->k->c->arena, &o->all, one);
}

/* Reports 'text' of e; true: notes may follow. */
static bool outside_report(struct code_walk *w, const struct expr *e, struct loc loc,
                           const char *text)
{
    struct outside *o = w->data;
    enum answer comes = ANSWER_PROVED;

    if (o->collects)
        outside_add(w, e);
    for (int i = 0; i < o->all.n; i++)
        if (o->all.at[i].expr == e)
            comes = o->all.at[i].comes;
    if (o->collects || comes == ANSWER_REFUTED)
        return false;
    return comes == ANSWER_PROVED
               ? code_report(w->k, DIAG_view_bounds, loc, "%s", text)
               : code_report(w->k, DIAG_amp_bounds, loc, "%s, for threads that come here", text);
}

static bool stands_in(const struct expr *e, struct loc loc)
{
    return loc.begin <= e->loc.begin && e->loc.end <= loc.end;
}

/* A function that the launch calls may be called elsewhere, too: where the launch's threads do not
 * come, others may. */
static bool calls_around(const symbol_vec *functions, const struct expr *e)
{
    for (int i = 0; i < functions->n; i++)
        if (functions->at[i]->definition && stands_in(e, functions->at[i]->definition->loc))
            return true;
    return false;
}

/* Asks of what stands in the launch's kernel, or in functions that it calls, whether threads come
 * there. asked: it has been asked of another launch. */
static void launch_ask(struct code *k, const struct launch *launch, struct outside *o, bool *asked)
{
    struct arrival *some = arena_array(&k->c->arena, struct arrival, o->all.n);
    int *of = arena_array(&k->c->arena, int, o->all.n), n = 0;
    symbol_vec functions = {0};

    launch_functions(k->c, launch, &functions);
    for (int i = 0; i < o->all.n; i++)
        if (stands_in(o->all.at[i].expr, launch->lambda->loc) ||
            calls_around(&functions, o->all.at[i].expr)) {
            some[n] = o->all.at[i];
            of[n++] = i;
        }
    if (n == 0)
        return;
    arrivals_find(k->c, k->findings, launch, some, n);
    for (int i = 0; i < n; i++) {
        enum answer comes = some[i].comes, *all = &o->all.at[of[i]].comes;
        if (comes == ANSWER_REFUTED && calls_around(&functions, some[i].expr))
            comes = ANSWER_UNKNOWN;
        *all = !asked[of[i]] || comes == ANSWER_PROVED || *all == comes ? comes
               : *all == ANSWER_PROVED                                  ? *all
                                                                        : ANSWER_UNKNOWN;
        asked[of[i]] = true;
    }
}

/* ---- subscripts ---- */

static const char *word_of(const struct expr *view)
{
    const struct type *t = view->type;

    t = t && t->kind == TYPE_POINTER ? t->base : t;
    return t && t->texture ? "texture" : t && type_is_amp(t, AMP_TYPE_ARRAY) ? "array" : "view";
}

/* The components of an index that is constructed in place; NULL: it is another expression. */
static const expr_vec *components(const struct expr *e)
{
    const struct expr *i = e ? expr_strip((struct expr *)e) : NULL;

    return i && i->kind == EXPR_CONSTRUCT && type_is_amp(i->type, AMP_TYPE_INDEX) &&
                   i->args.n == i->type->rank
               ? &i->args
               : NULL;
}

static void bounds_report(struct code_walk *w, struct expr *e)
{
    struct code *k = w->k;
    struct known_extent known = {0};
    const expr_vec one = {.at = &e->b, .n = 1}, *args = e->kind == EXPR_CALL ? &e->args : &one;
    const expr_vec *index = args->n == 1 ? components(args->at[0]) : NULL;
    bool has = view_extent_known(k->findings, element_view(e), &known);
    long long value;

    args = index ? index : args;
    for (int i = 0; i < args->n; i++) {
        if (!args->at[i] || !integer_constant(args->at[i], &value))
            continue;
        if (value < 0) {
            outside_report(w, e, args->at[i]->loc,
                           arena_printf(&k->c->arena, "the subscript %lld is negative", value));
        } else if (has && (known.rank == args->n || e->amp == AMP_VIEW_ROW) &&
                   value >= known.n[i]) {
            const char *text = arena_printf(
                &k->c->arena, "the subscript %lld is outside the %s, whose extent is %lld", value,
                word_of(element_view(e)), known.n[i]);
            if (outside_report(w, e, args->at[i]->loc, text))
                diag_note(k->c, known.loc, "the extent is given here");
        }
    }
}

/* Component i of an index that is constructed in place, as in index<2>(1, 2). */
static bool component_known(struct expr *e, int rank, int i, long long *value)
{
    e = expr_strip(e);
    return e && e->kind == EXPR_CONSTRUCT && e->args.n == rank &&
           integer_constant(e->args.at[i], value);
}

/* Origin and extent of a section in one dimension; 0: not known. */
struct section {
    long long origin, extent;
    struct loc loc; /* of both */
};

static struct section section_range(struct findings *a, const struct expr *e, int rank, int i)
{
    struct expr *first = e->args.at[0], *last = e->args.at[e->args.n - 1];
    struct section range = {.loc = loc_union(first->loc, last->loc)};
    struct known_extent extent = {.partly = true};

    if (first->type && first->type->kind == TYPE_AMP) {
        if (type_is_amp(first->type, AMP_TYPE_INDEX) &&
            !component_known(first, rank, i, &range.origin))
            range.origin = 0;
        if (type_is_amp(last->type, AMP_TYPE_EXTENT) && extent_known(a, last, &extent) &&
            extent.rank == rank && extent.n[i] > 0)
            range.extent = extent.n[i];
    } else if (e->args.n == 2 * rank && integer_constant(e->args.at[i], &range.origin) &&
               integer_constant(e->args.at[rank + i], &range.extent)) {
        range.loc = loc_union(e->args.at[i]->loc, e->args.at[rank + i]->loc);
    } else {
        range.origin = range.extent = 0;
    }
    return range;
}

static const char *section_text(struct code *k, const struct section *range, const char *word,
                                long long extent)
{
    if (range->extent == 0)
        return arena_printf(&k->c->arena,
                            "the section begins at %lld, outside the %s, whose extent is %lld",
                            range->origin, word, extent);
    return arena_printf(&k->c->arena,
                        "the section from %lld with extent %lld is outside the %s, whose extent is "
                        "%lld",
                        range->origin, range->extent, word, extent);
}

static void section_report(struct code_walk *w, const struct expr *e)
{
    struct code *k = w->k;
    struct known_extent known = {0};
    struct expr *callee = expr_strip(e->a);

    if (!callee || callee->kind != EXPR_MEMBER || e->args.n == 0 ||
        !view_extent_known(k->findings, callee->a, &known))
        return;
    for (int i = 0; i < known.rank; i++) {
        struct section range = section_range(k->findings, e, known.rank, i);
        if (range.origin >= 0 && range.origin + range.extent <= known.n[i])
            continue;
        if (outside_report(w, e, range.loc,
                           section_text(k, &range, word_of(callee->a), known.n[i])))
            diag_note(k->c, known.loc, "the extent is given here");
        return;
    }
}

static long long elements(const struct known_extent *e)
{
    long long n = 1;

    for (int i = 0; i < e->rank; i++)
        if (__builtin_mul_overflow(n, e->n[i], &n))
            return -1;
    return n;
}

/* v.view_as<2>(extent<2>(4, 4)) of a view with fewer elements. */
static void view_as_report(struct code_walk *w, const struct expr *e)
{
    struct code *k = w->k;
    const char *text;
    struct known_extent known = {0}, shape = {0};
    struct expr *callee = expr_strip(e->a);

    if (!callee || callee->kind != EXPR_MEMBER || e->args.n != 1 ||
        !view_extent_known(k->findings, callee->a, &known) ||
        !extent_known(k->findings, e->args.at[0], &shape) || elements(&shape) <= elements(&known))
        return;
    text = arena_printf(&k->c->arena,
                        "the shape has %lld elements, the %s %lld; 'view_as' may cover less, not "
                        "more",
                        elements(&shape), word_of(callee->a), elements(&known));
    if (outside_report(w, e, e->args.at[0]->loc, text))
        diag_note(k->c, known.loc, "the extent is given here");
}

static bool writes_expr(struct code_walk *w, struct expr *e)
{
    struct expr *target = w->unevaluated ? NULL : store_target(e);

    if (target)
        write_report(w->k, target);
    return true;
}

static bool bounds_expr(struct code_walk *w, struct expr *e)
{
    if (w->unevaluated)
        return true;
    if (!code_walk_choice(w, e))
        return false;
    if (!w->k->c->incomplete && diag_doubts(w->k->c, e->loc)) /* an error has removed code */
        return true;
    if (e->amp == AMP_VIEW_ROW ||
        (e->amp == AMP_VIEW_ELEMENT && (e->kind == EXPR_CALL || e->kind == EXPR_SUBSCRIPT)))
        bounds_report(w, e);
    if (e->kind == EXPR_CALL && e->amp == AMP_VIEW_SECTION && e->a)
        section_report(w, e);
    if (e->kind == EXPR_CALL && e->amp == AMP_VIEW_AS && e->a)
        view_as_report(w, e);
    return true;
}

/* Kernels with errors are not run; what is outside in them is an error as well. */
static void launches_ask(struct code *k, struct outside *o)
{
    bool *asked = arena_array(&k->c->arena, bool, o->all.n + 1);

    for (int i = 0; i < k->program->launches.n && o->all.n > 0; i++) {
        const struct launch *launch = k->program->launches.at[i];
        if (launch->lambda && !diag_error_in(k->c, launch->lambda->loc))
            launch_ask(k, launch, o, asked);
    }
}

void check_views(struct ctx *c, const struct program *p, struct findings *findings)
{
    struct code k = {.c = c, .program = p, .findings = findings, .side = RESTRICT_CPU};
    struct outside outside = {.collects = true};
    struct code_walk writes = {.k = &k, .expr = writes_expr, .lambdas = true};
    struct code_walk bounds = {
        .k = &k, .expr = bounds_expr, .stmt = code_walk_branch, .lambdas = true, .data = &outside};

    code_walk_unit(&writes, p->unit);
    code_walk_unit(&bounds, p->unit);
    if (outside.all.n == 0)
        return;
    launches_ask(&k, &outside);
    outside.collects = false;
    code_walk_unit(&bounds, p->unit);
}
