/* amp_view.c - subviews: rows, sections, view_as, reinterpret_as; and messages where a row is used
 * in place of an element.
 *
 * Example: `v[2]` of a view of rank 2 is a row, a view of rank 1; `v[2] + 1` has the advice to
 * write v(2, j). */
#include <string.h>

#include "sema/types/constant.h"
#include "sema/typing/amp_internal.h"
#include "sema/types/limits.h"

/* The methods that make subviews: section, view_as, reinterpret_as. */

static void wrong_section(struct sema *s, const struct expr *e, const struct type *t)
{
    diag(s->c, DIAG_amp_arguments, e->loc,
         "'section' of '%s' takes an 'index<%d>', an 'extent<%d>', both, or %d integers",
         type_text(s->c, t), t->rank, t->rank, 2 * t->rank);
}

/* Converts an argument to an index or extent of the rank; false: it cannot be converted. */
static bool to_tuple(struct sema *s, struct expr **arg, enum amp_type amp, int rank)
{
    amp_convert(s, arg, type_amp(s->c, amp, rank, NULL), (*arg)->loc);
    return !amp_is_unknown((*arg)->type);
}

static bool section_arguments(struct sema *s, struct expr *e, const struct type *t)
{
    expr_vec *args = &e->args;
    const struct type *first = args->n ? args->at[0]->type : NULL;
    const struct type *last = args->n ? args->at[args->n - 1]->type : NULL;
    for (int i = 0; i < args->n; i++)
        if (amp_is_unknown(args->at[i]->type))
            return false;
    if (args->n == 1 && amp_is_index(first))
        return to_tuple(s, &args->at[0], AMP_TYPE_INDEX, t->rank);
    if (args->n == 1 && amp_is_extent(first))
        return to_tuple(s, &args->at[0], AMP_TYPE_EXTENT, t->rank);
    if (args->n == 2 && (amp_is_index(first) || amp_is_extent(last)))
        return to_tuple(s, &args->at[0], AMP_TYPE_INDEX, t->rank) &&
               to_tuple(s, &args->at[1], AMP_TYPE_EXTENT, t->rank);
    if (args->n == 2 * t->rank && !amp_is_tuple(first))
        return amp_integers(s, args, args->n, "section");
    wrong_section(s, e, t);
    return false;
}

/* Whether the elements of the view are contiguous, as view_as and reinterpret_as need; reports it
 * otherwise. */
static bool is_flat(struct sema *s, const struct expr *callee, const struct type *t)
{
    if (t->rank == 1)
        return true;
    diag(s->c, DIAG_amp_member, callee->name_loc, "'%s' is for views of one dimension, not '%s'",
         callee->name, type_text(s->c, t));
    return false;
}

/* view_as<2>(extent<2>(4, 4)); the rank may be left out. */
static struct type *shaped(struct sema *s, struct expr *e, struct expr *callee,
                           const struct type *t)
{
    long long rank;
    if (e->args.n != 1) {
        diag(s->c, DIAG_amp_arguments, e->loc, "'view_as' takes an extent, not %d arguments",
             e->args.n);
        return NULL;
    }
    const struct type *given = e->args.at[0]->type;
    if (amp_is_unknown(given))
        return NULL;
    rank = amp_is_extent(given) ? given->rank : 1;
    if (callee->type_name || callee->template_args.n > 1) {
        diag(s->c, DIAG_amp_arguments, callee->template_loc,
             "'view_as' needs one template argument, the rank");
        return NULL;
    }
    if (callee->template_args.n) {
        sema_value(s, &callee->template_args.at[0]);
        if (!constant_value(callee->template_args.at[0], &rank) || rank < 1 || rank > 16) {
            diag(s->c, DIAG_amp_arguments, callee->template_args.at[0]->loc,
                 "the rank of 'view_as' is a constant from 1 to 16");
            return NULL;
        }
    }
    if (!to_tuple(s, &e->args.at[0], AMP_TYPE_EXTENT, (int)rank))
        return NULL;
    return type_view(s->c, AMP_TYPE_ARRAY_VIEW, amp_element_type(s->c, t), (int)rank);
}

/* reinterpret_as<unsigned>(): the result is a view of const if the view is. */
static struct type *reinterpreted(struct sema *s, struct expr *e, struct expr *callee,
                                  const struct type *t)
{
    if (!callee->type_name || callee->template_args.n) {
        diag(s->c, DIAG_amp_arguments, callee->name_loc,
             "'reinterpret_as' needs the type of the elements: 'reinterpret_as<unsigned>()'");
        return NULL;
    }
    if (e->args.n) {
        diag(s->c, DIAG_amp_arguments, e->loc, "'reinterpret_as' takes no arguments");
        return NULL;
    }
    struct type *element = type_from_name(s, callee->type_name);
    if (amp_is_unknown(element) || !amp_element_is_good(s, callee->type_name, element))
        return NULL;
    if (element->size == 0) {
        diag(s->c, DIAG_view_type, callee->type_name->loc,
             "'%s' has no bytes, so no number of them fits a view's", type_text(s->c, element));
        return NULL;
    }
    element = type_qualified(s->c, element, amp_element_type(s->c, t)->quals & QUAL_CONST);
    return type_view(s->c, AMP_TYPE_ARRAY_VIEW, element, 1);
}

void amp_subview(struct sema *s, struct expr *e, struct expr *callee, const struct type *t)
{
    struct type *result = NULL;
    s->amp_use++;
    if (e->amp == AMP_VIEW_SECTION && callee->template_loc.end)
        diag(s->c, DIAG_amp_arguments, callee->name_loc, "'section' has no template arguments");
    else if (e->amp == AMP_VIEW_SECTION && section_arguments(s, e, t))
        result = type_view(s->c, AMP_TYPE_ARRAY_VIEW, amp_element_type(s->c, t), t->rank);
    else if (e->amp == AMP_VIEW_AS && is_flat(s, callee, t))
        result = shaped(s, e, callee, t);
    else if (e->amp == AMP_VIEW_REINTERPRET && is_flat(s, callee, t))
        result = reinterpreted(s, e, callee, t);
    s->amp_use--;
    if (result)
        e->type = result;
    else
        amp_poison(e);
}

/* ---- rows where an element is wanted ---- */

static const char *shown(struct sema *s, const struct expr *e)
{
    int n = (int)(e->loc.end - e->loc.begin);
    const char *text = s->c->source->text + e->loc.begin;

    return n > 0 && n <= VIEW_TEXT_MAX && !memchr(text, '\n', (size_t)n)
               ? arena_printf(&s->c->arena, "%.*s", n, text)
               : NULL;
}

/* "v(k, j)" for the row v[k] of a view of two dimensions; NULL: it is too long to be shown. */
static const char *element_text(struct sema *s, const struct expr *row)
{
    const char *text = "";
    char name = 'i';
    const struct expr *view = row;

    for (; view->amp == AMP_VIEW_ROW && view->kind == EXPR_SUBSCRIPT;
         view = expr_unparen(view->a)) {
        const char *at = shown(s, view->b);
        if (!at)
            return NULL;
        text = *text ? arena_printf(&s->c->arena, "%s, %s", at, text) : at;
        name++;
    }
    for (int k = 0; k < row->type->rank; k++, name++) {
        while (strchr(text, name) && name < 'z')
            name++;
        text = arena_printf(&s->c->arena, "%s, %c", text, name);
    }
    return shown(s, view) ? arena_printf(&s->c->arena, "%s(%s)", shown(s, view), text) : NULL;
}

bool amp_row_report(struct sema *s, struct expr *e)
{
    const struct expr *row = e ? expr_unparen(e) : NULL;
    const char *element;

    if (!row || row->amp != AMP_VIEW_ROW || row->kind != EXPR_SUBSCRIPT || !row->type ||
        !type_is_view_or_array(row->type))
        return false;
    element = element_text(s, row);
    diag(s->c, DIAG_view_rank, row->loc, "this is a row of %s, '%s', and no element; %s%s%s",
         amp_is_array(row->a->type) ? "an array" : "a view", type_text(s->c, row->type),
         element ? "write '" : "more subscripts are needed", element ? element : "",
         element ? "'" : "");
    return true;
}
