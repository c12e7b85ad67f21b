/* init.c - initialisers (C11 6.7.9): which element each one initialises; elided braces,
 * designators, strings; lengths of arrays that have none. */
#include "common/number.h"
#include "sema/types/vector.h"
#include "sema/typing/typing.h"

/* A braced list, whose items are assigned to elements one after the other. */
struct list {
    struct init *init;
    int at; /* the next item */
};

static void init_plain(struct sema *s, struct init *init);
static void init_elements(struct sema *s, struct list *l, struct type *t, int level, bool top,
                          long long *count);

static struct init_item *current(struct list *l)
{
    return l->at < l->init->items.n ? &l->init->items.at[l->at] : NULL;
}

/* ---- objects of unknown type: the expressions are typed, nothing is converted ---- */

static void designators_plain(struct sema *s, designator_vec *v)
{
    for (int i = 0; i < v->n; i++) {
        if (v->at[i].index)
            sema_value(s, &v->at[i].index);
        if (v->at[i].last)
            sema_value(s, &v->at[i].last);
    }
}

static void init_plain(struct sema *s, struct init *init)
{
    init->type = type_basic(TYPE_UNKNOWN);
    if (init->expr)
        sema_value(s, &init->expr);
    for (int i = 0; i < init->items.n; i++) {
        designators_plain(s, &init->items.at[i].designators);
        init_plain(s, init->items.at[i].init);
    }
}

/* ---- single objects ---- */

static bool is_string_for(const struct expr *e, const struct type *t)
{
    const struct type *unit = t->kind == TYPE_ARRAY ? t->base : NULL;

    e = expr_unparen(e);
    return unit && e->kind == EXPR_STRING && type_is_integer(unit) &&
           unit->size == e->type->base->size;
}

/* An array of unknown length takes the length of its initialiser. */
static struct type *with_length(struct sema *s, struct type *t, long long n)
{
    struct type *full;

    if (t->kind != TYPE_ARRAY || t->length != LENGTH_INCOMPLETE)
        return t;
    full = type_array(s->c, t->base, n);
    full->quals = t->quals;
    full->align = t->align;
    return full;
}

/* An array with an initialiser without braces: a compound literal (GNU). */
static struct type *init_array(struct sema *s, struct init *init, struct type *t)
{
    const struct expr *e = expr_strip(init->expr);
    long long length = e->type->kind == TYPE_ARRAY ? e->type->length : LENGTH_INCOMPLETE;

    if (e->type->kind == TYPE_AMP)
        amp_convert(s, &init->expr, t, init->loc);
    else if (e->kind != EXPR_COMPOUND && !type_is_unknown(e->type))
        sema_invalid(s, init->loc, "an array of type '%s' is initialised with braces",
                     type_text(s->c, t));
    init->type = with_length(s, t, length);
    return init->type;
}

/* An expression without braces for an object of type t. */
static struct type *init_expr(struct sema *s, struct init *init, struct type *t)
{
    init->type = t;
    sema_expr(s, &init->expr);
    if (is_string_for(init->expr, t)) {
        init->type = with_length(s, t, init->expr->type->length);
        return init->type;
    }
    if (t->kind == TYPE_ARRAY)
        return init_array(s, init, t);
    convert_assign(s, &init->expr, t, "the initialiser");
    return t;
}

static bool is_aggregate(const struct type *t)
{
    return t->kind == TYPE_ARRAY || t->kind == TYPE_RECORD || t->kind == TYPE_VECTOR;
}

/* Braces around a scalar; GNU's {} too. */
static struct type *init_braced_scalar(struct sema *s, struct init *init, struct type *t)
{
    init->type = t;
    if (amp_init_zero(s, init, t) || amp_init_components(s, init, t))
        return t;
    if (t->kind == TYPE_AMP) {
        diag(s->c, DIAG_amp_arguments, init->loc,
             "an object of type '%s' is initialised with parentheses, not braces",
             type_text(s->c, t));
        init_plain(s, init);
        return t;
    }
    for (int i = 0; i < init->items.n; i++) {
        designators_plain(s, &init->items.at[i].designators);
        if (i == 0)
            init_object(s, init->items.at[i].init, t);
        else
            init_plain(s, init->items.at[i].init);
    }
    if (init->items.n > 1)
        sema_invalid(s, init->loc, "too many initialisers for an object of type '%s'",
                     type_text(s->c, t));
    return t;
}

static struct type *init_braced(struct sema *s, struct init *init, struct type *t)
{
    struct list l = {.init = init};
    long long count = 0;

    if (init->items.n == 1 && init->items.at[0].init->expr && !init->items.at[0].designators.n) {
        struct init *only = init->items.at[0].init;

        sema_expr(s, &only->expr);
        if (is_string_for(only->expr, t)) {
            init->type = init_expr(s, only, t);
            return init->type;
        }
    }
    vector_brace_numbers(s, init, t);
    init_elements(s, &l, t, 0, true, &count);
    vector_braces(s, init, t);
    init->type = with_length(s, t, count);
    return init->type;
}

struct type *init_object(struct sema *s, struct init *init, struct type *t)
{
    if (t->kind == TYPE_UNKNOWN || (t->kind == TYPE_RECORD && !t->record->complete)) {
        init_plain(s, init);
        return t;
    }
    if (init->expr)
        return init_expr(s, init, t);
    return is_aggregate(t) ? init_braced(s, init, t) : init_braced_scalar(s, init, t);
}

void sema_init(struct sema *s, struct init *init, struct type *t)
{
    init_object(s, init, t);
}

/* ---- lists ---- */

static bool has_member(struct sema *s, const struct record_member *m, const char *name)
{
    if (m->name)
        return m->name == name;
    return m->bits < 0 && m->type->kind == TYPE_RECORD &&
           type_find_member(s->c, m->type->record, name, NULL);
}

/* The number of the element that a designator names; -1: there is none. *descends: the element is
 * an anonymous member, which contains it. */
static long long designated(struct sema *s, const struct type *t, struct designator *d,
                            bool *descends, long long *last)
{
    long long at = -1;

    *descends = false;
    if (d->index) {
        sema_value(s, &d->index);
        if (d->last)
            sema_value(s, &d->last);
        if (t->kind == TYPE_RECORD || !constant_value(d->index, &at))
            return -1;
        *last = at;
        if (d->last && !constant_value(d->last, last))
            return -1;
        return t->length >= 0 && (at >= t->length || *last >= t->length) ? -1 : at;
    }
    for (int i = 0; t->kind == TYPE_RECORD && i < t->record->members.n; i++) {
        const struct record_member *m = &t->record->members.at[i];

        if (!has_member(s, m, d->name))
            continue;
        *descends = !m->name;
        *last = i;
        return i;
    }
    return -1;
}

/* Whether there is an element number *at or later; skips unnamed bit-fields. */
static bool element_exists(const struct type *t, long long *at)
{
    if (t->kind != TYPE_RECORD)
        return t->length < 0 || *at < t->length;
    while (*at < t->record->members.n && t->record->members.at[*at].bits >= 0 &&
           !t->record->members.at[*at].name)
        ++*at;
    return *at < t->record->members.n && (!t->record->is_union || *at == 0);
}

static struct type *element_type(struct sema *s, const struct type *t, long long at)
{
    const struct record_member *m;

    if (t->kind != TYPE_RECORD)
        return t->base;
    m = &t->record->members.at[at];
    return t->quals ? type_qualified(s->c, m->type, t->quals) : m->type;
}

/* '{0}', which makes all of an object zero, as it is written. */
static bool is_all_zeros(const struct init *braces)
{
    const struct expr *only = braces->items.n == 1 ? braces->items.at[0].init->expr : NULL;

    return only && only->kind == EXPR_INT && only->constant && only->value == 0;
}

/* Initialises an element of type t with the current item (with elided braces, also with those after
 * it). */
static void init_element(struct sema *s, struct list *l, struct type *t)
{
    struct init_item *item = current(l);
    struct init *init = item->init;

    if (!init->expr || !is_aggregate(t)) {
        if (!init->expr || !amp_init_zero(s, init, t))
            init_object(s, init, t);
        l->at++;
        return;
    }
    sema_expr(s, &init->expr);
    if (is_string_for(init->expr, t) || type_is_unknown(init->expr->type) ||
        (vector_init_takes(t, init) && !is_all_zeros(l->init)) ||
        (t->kind != TYPE_ARRAY && type_same_unqualified(init->expr->type, t))) {
        init_object(s, init, t);
        l->at++;
        return;
    }
    init_elements(s, l, t, item->designators.n, false, NULL);
}

/* Initialises the element that the item's designator 'level' names in an object of type t. Returns
 * the element's number; -1: there is none, and the item is skipped. */
static long long init_designated(struct sema *s, struct list *l, const struct type *t, int level)
{
    struct init_item *item = current(l);
    long long at, last = 0;
    struct type *et;
    bool descends;

    at = designated(s, t, &item->designators.at[level], &descends, &last);
    if (at < 0) {
        designators_plain(s, &item->designators);
        init_plain(s, item->init);
        l->at++;
        sema_invalid(s, item->designators.at[level].loc, "'%s' has no such element",
                     type_text(s->c, t));
        return -1;
    }
    et = element_type(s, t, at);
    if (descends)
        init_elements(s, l, et, level, false, NULL);
    else if (level + 1 < item->designators.n && is_aggregate(et))
        init_elements(s, l, et, level + 1, false, NULL);
    else
        init_element(s, l, et);
    return last;
}

/* Reports an item for which no element is left, or for which there is none at all. */
static void init_excess(struct sema *s, struct list *l, const struct type *t, bool any)
{
    struct init *init = current(l)->init;

    sema_invalid(s, init->loc,
                 any ? "too many initialisers for an object of type '%s'"
                     : "'%s' has nothing to initialise; write '{}' here for it",
                 type_text(s->c, t));
    init_plain(s, init);
    l->at++;
}

/* Initialises the elements of an object of type t with the items of the list. level: number of the
 * first item's designators that lead to the object. top: the list's braces are the object's own;
 * otherwise it ends when the object is full or an item has designators. *count (may be NULL) gets
 * one more than the largest element number. */
static void init_elements(struct sema *s, struct list *l, struct type *t, int level, bool top,
                          long long *count)
{
    long long at = 0, end = 0;
    bool first = true;

    for (; current(l); first = false) {
        struct init_item *item = current(l);
        int used = first ? level : 0;

        if (item->designators.n > used) {
            long long last;

            if (!top && !first)
                break;
            last = init_designated(s, l, t, used);
            at = last < 0 ? at : number_sum(last, 1);
        } else if (element_exists(t, &at)) {
            init_element(s, l, element_type(s, t, at));
            at = number_sum(at, 1);
        } else if (top) {
            init_excess(s, l, t, true);
        } else {
            break;
        }
        if (t->kind == TYPE_RECORD && t->record->is_union)
            at = t->record->members.n;
        end = at > end ? at : end;
    }
    if (first && !top &&
        current(l)) /* an object without elements takes no item, so it is skipped here */
        init_excess(s, l, t, false);
    if (count)
        *count = end;
}
