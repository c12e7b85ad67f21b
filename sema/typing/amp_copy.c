/* amp_copy.c - copy(), copy_async() and copy_to(): which pairs of views, arrays, pointers and C
 * arrays fit. */
#include "sema/typing/amp_internal.h"

/* The elements of both ends must be of one type; that their numbers are equal is checked at run
 * time. */

/* Whether the elements of a view, array or memory of this type are const. */
static bool is_read_only(const struct type *t)
{
    const struct type *element = t->base;
    if (amp_is_array(t) && t->quals & QUAL_CONST)
        return true;
    while (element->kind == TYPE_ARRAY)
        element = element->base;
    return element->quals & QUAL_CONST;
}

static bool is_writable(struct sema *s, const struct expr *to)
{
    if (!is_read_only(to->type))
        return true;
    diag(s->c, DIAG_view_const, to->loc, "the elements of '%s' cannot be written",
         type_text(s->c, to->type));
    return false;
}

bool amp_copy_to(struct sema *s, const struct type *from, const struct expr *to)
{
    if (amp_is_unknown(to->type))
        return true;
    if (!type_is_view_or_array(to->type)) {
        diag(s->c, DIAG_amp_arguments, to->loc,
             "'copy_to' takes an array or array_view, not '%s'; 'copy' takes host memory too",
             type_text(s->c, to->type));
        return false;
    }
    return amp_same_elements(s, from, to->type, to->loc) && is_writable(s, to);
}

/* Whether both ends can be copied from and to, and fit each other; reports it otherwise. */
static bool ends_fit(struct sema *s, const struct expr *e)
{
    const struct expr *from = e->args.at[0], *to = e->args.at[1];
    for (int i = 0; i < 2; i++) {
        const struct expr *arg = e->args.at[i];
        if (type_is_view_or_array(arg->type) || amp_is_source(arg->type))
            continue;
        diag(s->c, DIAG_amp_arguments, arg->loc,
             "'copy' takes arrays, array_views and host pointers, not '%s'",
             type_text(s->c, arg->type));
        return false;
    }
    bool views = type_is_view_or_array(from->type);
    if (views && type_is_view_or_array(to->type))
        return amp_same_elements(s, from->type, to->type, to->loc);
    if (views)
        return amp_source_fits(s, to, from->type);
    if (type_is_view_or_array(to->type))
        return amp_source_fits(s, from, to->type);
    diag(s->c, DIAG_amp_arguments, e->loc,
         "'copy' between two host pointers does not know how much; use memcpy");
    return false;
}

/* copy(begin, end, to): the arguments become from, to, end. False after an error (reported). */
static bool range_argument(struct sema *s, struct expr *e, const char *name)
{
    struct expr *end = e->args.at[1], *to = e->args.at[2];
    if (amp_is_source(e->args.at[0]->type) && amp_is_source(end->type) &&
        type_is_view_or_array(to->type)) {
        e->args.at[1] = to;
        e->args.at[2] = end;
        return amp_source_fits(s, end, to->type);
    }
    diag(s->c, DIAG_amp_arguments, e->loc,
         "'%s' with 3 arguments copies the elements from a pointer to another into an array or "
         "array_view: '%s(p, p + n, a)'",
         name, name);
    return false;
}

void amp_copy_call(struct sema *s, struct expr *e, const struct amp_member *m)
{
    bool unknown = false;
    amp_poison(e);
    amp_poison(e->a);
    for (int i = 0; i < e->args.n; i++) { /* C arrays do not decay: their size is used */
        sema_expr(s, &e->args.at[i]);
        unknown = unknown || amp_is_unknown(e->args.at[i]->type);
    }
    if (s->region & RESTRICT_AMP) {
        diag(s->c, DIAG_amp_call, e->a->loc, "amp code cannot call '%s'", m->name);
        return;
    }
    e->type = amp_result_type(s, m, NULL);
    if (!unknown && texture_copy_sections(s, e)) {
        if (e->args.n && is_writable(s, e->args.at[1]))
            e->amp = (int)m->op;
        return;
    }
    for (int i = 0; i < e->args.n; i++)
        unknown = unknown || amp_is_unknown(e->args.at[i]->type);
    if (e->args.n != 2 && e->args.n != 3) {
        diag(s->c, DIAG_amp_arguments, e->loc, "'%s' takes 2 arguments, from and to, not %d",
             m->name, e->args.n);
        return;
    }
    if (unknown)
        return;
    if (e->args.n == 3 && texture_copy_arguments(s, e, m->name)) {
        if (e->args.n && is_writable(s, e->args.at[1]))
            e->amp = (int)m->op;
        return;
    }
    if (e->args.n == 3 && !range_argument(s, e, m->name))
        return;
    if (!ends_fit(s, e) || !is_writable(s, e->args.at[1]))
        return;
    e->amp = (int)m->op;
}
