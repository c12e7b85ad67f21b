#include "sema/check_core.h"

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

static void write_report(struct check *k, struct expr *target)
{
    struct check_root root = check_root(target);
    struct expr *view = root.element ? check_strip(element_view(root.element)) : NULL;

    if (!view || !element_is_const(root.element))
        return;
    if (check_report(k, DIAG_view_const, target->loc,
                     "the elements of '%s' cannot be written; declare it without const",
                     type_text(k->c, view->type)) &&
        view->kind == EXPR_NAME && view->symbol)
        diag_note(k->c, view->symbol->loc, "'%s' is declared here", view->symbol->name);
}

/* ---- subscripts ---- */

/* The components of an index that is written out; NULL: it is something else. */
static const expr_vec *components(const struct expr *e)
{
    const struct expr *i = e ? check_strip((struct expr *)e) : NULL;

    return i && i->kind == EXPR_CONSTRUCT && type_is_amp(i->type, AMP_TYPE_INDEX) &&
                   i->args.n == i->type->rank
               ? &i->args
               : NULL;
}

static void bounds_report(struct check *k, struct expr *e)
{
    struct known_extent known = {0};
    const expr_vec one = {.at = &e->b, .n = 1}, *args = e->kind == EXPR_CALL ? &e->args : &one;
    const expr_vec *index = args->n == 1 ? components(args->at[0]) : NULL;
    bool has = view_extent_known(element_view(e), &known);
    long long value;

    args = index ? index : args;
    for (int i = 0; i < args->n; i++) {
        if (!args->at[i] || !check_constant(args->at[i], &value))
            continue;
        if (value < 0) {
            check_report(k, DIAG_view_bounds, args->at[i]->loc, "the subscript %lld is negative",
                         value);
        } else if (has && (known.rank == args->n || e->amp == AMP_VIEW_ROW) &&
                   value >= known.n[i]) {
            if (check_report(k, DIAG_view_bounds, args->at[i]->loc,
                             "the subscript %lld is outside the view, whose extent is %lld", value,
                             known.n[i]))
                diag_note(k->c, known.loc, "the extent is given here");
        }
    }
}

/* v.section(o0, ..., e0, ...) with constants. */
static void section_report(struct check *k, const struct expr *e)
{
    struct known_extent known = {0};
    struct expr *callee = check_strip(e->a);
    long long origin, extent;

    if (!callee || callee->kind != EXPR_MEMBER || !view_extent_known(callee->a, &known) ||
        e->args.n != 2 * known.rank)
        return;
    for (int i = 0; i < known.rank; i++) {
        struct expr *from = e->args.at[i], *size = e->args.at[known.rank + i];
        if (!check_constant(from, &origin) || !check_constant(size, &extent) ||
            (origin >= 0 && origin + extent <= known.n[i]))
            continue;
        if (check_report(k, DIAG_view_bounds, loc_union(from->loc, size->loc),
                         "the section from %lld with extent %lld is outside the view, whose extent "
                         "is %lld",
                         origin, extent, known.n[i]))
            diag_note(k->c, known.loc, "the extent is given here");
        return;
    }
}

static bool views_expr(struct check_walk *w, struct expr *e)
{
    struct expr *target = check_target(e);

    if (w->unevaluated)
        return true;
    if (target)
        write_report(w->k, target);
    if (!w->k->c->incomplete && diag_doubts(w->k->c, e->loc)) /* stores may have been lost */
        return true;
    if (e->amp == AMP_VIEW_ROW ||
        (e->amp == AMP_VIEW_ELEMENT && (e->kind == EXPR_CALL || e->kind == EXPR_SUBSCRIPT)))
        bounds_report(w->k, e);
    if (e->kind == EXPR_CALL && e->amp == AMP_VIEW_SECTION && e->a)
        section_report(w->k, e);
    return true;
}

void check_views(struct ctx *c, struct program *p)
{
    struct check k = {.c = c, .program = p, .side = RESTRICT_CPU};
    struct check_walk w = {.k = &k, .expr = views_expr, .lambdas = true};

    check_walk_unit(&w, p->unit);
}
