/* jump.c - break, continue, case and default (C11 6.8.6.2, 6.8.6.3, 6.8.1): where they may stand,
 * and duplicate labels of a switch. */
#include <stdlib.h>

#include "sema/typing/typing.h"

/* Only amp code is checked; cc checks host code, but does not see kernels. */

/* The values of one case label. */
struct label {
    long long low, high;
    int number; /* in order of the source */
    struct loc loc;
};

struct breakable {
    struct breakable *outer;
    bool is_switch;
    const struct type *type; /* promoted type of the switch's value; NULL: no integer */
    bool has_default;
    VEC(struct label) labels;
};

void breakable_push(struct sema *s, bool is_switch, const struct expr *value)
{
    struct breakable *b = arena_new(&s->c->arena, struct breakable);

    b->outer = s->breakable;
    b->is_switch = is_switch;
    b->type = value && type_is_integer(value->type) ? value->type : NULL;
    s->breakable = b;
}

static int compare(const struct label *a, const struct label *b, bool is_unsigned)
{
    if (is_unsigned)
        return ((unsigned long long)a->low > (unsigned long long)b->low) -
               ((unsigned long long)a->low < (unsigned long long)b->low);
    return (a->low > b->low) - (a->low < b->low);
}

static int by_place(const struct label *a, const struct label *b)
{
    return a->number - b->number;
}

static int compare_signed(const void *a, const void *b)
{
    int order = compare(a, b, false);
    return order ? order : by_place(a, b);
}

static int compare_unsigned(const void *a, const void *b)
{
    int order = compare(a, b, true);
    return order ? order : by_place(a, b);
}

static void find_duplicates(struct sema *s, struct breakable *b)
{
    if (b->labels.n < 2)
        return;
    bool is_unsigned = type_is_unsigned(b->type);
    qsort(b->labels.at, (size_t)b->labels.n, sizeof *b->labels.at,
          is_unsigned ? compare_unsigned : compare_signed);
    struct label *widest = &b->labels.at[0];
    for (int i = 1; i < b->labels.n; i++) {
        struct label *l = &b->labels.at[i], end = {.low = widest->high};
        if (compare(l, &end, is_unsigned) <= 0) {
            const struct label *later = by_place(l, widest) > 0 ? l : widest;
            sema_invalid(s, later->loc, "this case value stands in the switch twice");
        }
        struct label mine = {.low = l->high};
        if (compare(&mine, &end, is_unsigned) > 0)
            widest = l;
    }
}

void breakable_pop(struct sema *s)
{
    if (s->region & RESTRICT_AMP)
        find_duplicates(s, s->breakable);
    s->breakable = s->breakable->outer;
}

static struct breakable *innermost(struct sema *s, bool is_switch)
{
    struct breakable *b = s->breakable;

    while (b && b->is_switch != is_switch)
        b = b->outer;
    return b;
}

static void case_label(struct sema *s, const struct stmt *st)
{
    struct breakable *b = innermost(s, true);
    const struct expr *first = st->expr, *last = st->last ? st->last : first;

    if (!b)
        sema_invalid(s, st->keyword_loc, "'case' outside a switch");
    else if (b->type && first && first->constant && last->constant) {
        struct label l = {constant_wrap(b->type, first->value), constant_wrap(b->type, last->value),
                          b->labels.n, first->loc};
        vec_push(&s->c->arena, &b->labels, l);
    }
}

static void default_label(struct sema *s, const struct stmt *st)
{
    struct breakable *b = innermost(s, true);

    if (!b)
        sema_invalid(s, st->keyword_loc, "'default' outside a switch");
    else if (b->has_default)
        sema_invalid(s, st->keyword_loc, "a second 'default' in this switch");
    else
        b->has_default = true;
}

void jump_check(struct sema *s, const struct stmt *st)
{
    if (st->kind == STMT_CASE)
        case_label(s, st);
    else if (st->kind == STMT_DEFAULT)
        default_label(s, st);
    else if (st->kind == STMT_BREAK && !s->breakable)
        sema_invalid(s, st->keyword_loc, "'break' outside a loop or switch");
    else if (st->kind == STMT_CONTINUE && !innermost(s, false))
        sema_invalid(s, st->keyword_loc, "'continue' outside a loop");
}
