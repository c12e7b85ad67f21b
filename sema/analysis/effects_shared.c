/* effects_shared.c - whether two variables that a kernel captures have elements in common, as far
 * as their declarations in host code show it.
 *
 * Example: of 'array_view<int> v(n, p), w(n, p), x(a);' v and w are views of one memory, p's;
 * whether v and x overlap is unknown, as p may lead to the array a. Limits: two declarations are
 * compared, no assignments of pointers are followed. */
#include "sema/analysis/code.h"
#include "sema/analysis/effects.h"

/* The variable (a C array, or a pointer) over whose memory a view is made; NULL: another
 * expression, or the view or pointer may change. */
static struct symbol *memory_of(struct findings *f, struct symbol *view)
{
    const struct expr *source = view->declarator && symbol_keeps_value(f, view)
                                    ? view_declared_over(view->declarator)
                                    : NULL;

    while (source && (source->kind == EXPR_PAREN || source->kind == EXPR_CONVERT))
        source = source->a;
    return source && source->kind == EXPR_NAME ? source->symbol : NULL;
}

static bool is_array(const struct symbol *s)
{
    return s && s->kind == SYMBOL_VAR && s->type && s->type->kind == TYPE_ARRAY;
}

/* Whether two variables, views or arrays, have elements in common. */
static enum answer effect_overlap(struct findings *f, struct symbol *a, struct symbol *b)
{
    struct symbol *first = memory_of(f, a), *second = memory_of(f, b);
    bool apart = (is_array(first) || type_is_amp(a->type, AMP_TYPE_ARRAY)) &&
                 (is_array(second) || type_is_amp(b->type, AMP_TYPE_ARRAY));

    if (a == b || (first && first == second && (is_array(first) || symbol_keeps_value(f, first))))
        return ANSWER_PROVED;
    return apart && first != second ? ANSWER_REFUTED : ANSWER_UNKNOWN;
}

enum answer effect_shared(struct ctx *c, struct findings *f, const struct launch *l,
                          struct symbol *view)
{
    enum answer shared = ANSWER_REFUTED;

    for (int i = 0; i < l->captures.n && shared != ANSWER_PROVED; i++) {
        struct symbol *s = l->captures.at[i].symbol;
        if (s == view || !s->type ||
            (!type_is_view_or_array(s->type) && !type_holds_views(s->type)))
            continue;
        shared = answer_or(
            shared, answer_and(effect_overlap(f, view, s), effect_of_capture(c, l, s).reads));
    }
    return shared;
}
