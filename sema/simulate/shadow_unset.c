/* shadow_unset.c - tile_static elements that a thread reads and that no thread has written so far.
 * "Stored" is a bit per element that means "perhaps stored"; it is never cleared, and joins by or.
 * So a message is certain for the run's path. */
#include "sema/simulate/shadow_internal.h"

/* The elements of the object that an access by a lane begins and ends in. */
static bool lane_elements(const struct object *o, const struct access *a, int lane,
                          long long *first, long long *last)
{
    long long at = affine_at(a->place->offset, lane);
    long long size = a->type && a->type->size > 0 ? a->type->size : 1;

    *first = at / o->element;
    *last = (at + size - 1) / o->element;
    return at >= 0 && *last < o->elements;
}

static bool lanes_unset(struct shadow *s, const struct object *o, const struct access *a)
{
    long long first, last;

    for (int i = 0; i < lockstep_width(s->l); i++) {
        if (a->lanes[i] != 2 || !lane_elements(o, a, i, &first, &last))
            continue;
        for (; first <= last; first++)
            if (!o->stored[first])
                return true;
    }
    return false;
}

/* The read runs again after a store: it is no fault, as the loop's first iteration may be meant. */
static void unset_forget(struct shadow *s, const struct expr *e)
{
    for (int i = 0; i < s->perhaps.n; i++)
        if (s->perhaps.at[i].expr == e)
            s->perhaps.at[i].fine = true;
}

static void unset_note(struct shadow *s, struct object *o, const struct access *a, bool element)
{
    struct unset u = {a->expr, o->symbol, a->kind, element, lockstep_function(s->l), false};

    for (int i = 0; i < s->perhaps.n; i++)
        if (s->perhaps.at[i].expr == a->expr)
            return;
    vec_push(&s->numbers->arena, &s->perhaps, u);
}

void unset_read(struct shadow *s, struct object *o, const struct access *a)
{
    if (!o->any)
        unset_note(s, o, a, false);
    else if (!o->all && !a->place->offset->n && !a->guards && lanes_unset(s, o, a))
        unset_note(s, o, a, true);
    else
        unset_forget(s, a->expr);
}

void unset_stored(struct shadow *s, struct object *o, const struct access *a)
{
    long long first, last;

    o->any = true;
    o->all |= a->place->offset->n > 0;
    for (int i = 0; i < lockstep_width(s->l) && !o->all; i++)
        if (a->lanes[i] && lane_elements(o, a, i, &first, &last))
            for (; first <= last; first++)
                o->stored[first] = 1;
}
