/* memory_cover.c - whether a kernel writes every element of a view before it reads one: by the
 * writes of a run that are certain for every lane and tile. cover_proved needs a proof for the
 * launch's domain; cover_complete is a guess for advice: it counts writes that perhaps happen.
 * Limit: COVER_SITES_MAX writes. */
#include "sema/simulate/memory_cover.h"

#include "sema/analysis/code.h"

static bool is_tile_symbol(const struct lockstep *l, int symbol)
{
    for (int k = 0; k < lockstep_rank(l); k++)
        if (lockstep_tile_symbol(l, k) == symbol)
            return true;
    return false;
}

/* ---- conditions ---- */

/* The number is an extent of the view. */
static bool is_extent(const struct lockstep *l, const struct symbol *view, long long n)
{
    struct known_extent known = {0};

    if (!symbol_extent_known(lockstep_findings(l), view, &known))
        return false;
    for (int k = 0; k < known.rank; k++)
        if (known.n[k] == n)
            return true;
    return false;
}

/* Whether 'form < 0' (or its negation) is a bounds check: an index of the thread is less than a
 * uniform number. */
static bool below_end(const struct lockstep *l, const struct affine *form, bool truth,
                      const struct symbol *view)
{
    long long sign = truth ? 1 : -1, c = sign * affine_at(form, 0) - (truth ? 0 : 1);
    bool end = false;

    for (int i = 0; i < form->n; i++) {
        const struct affine_term *t = &form->terms[i];
        if (t->lanes || (sign * t->k < 0 && is_tile_symbol(l, t->symbol)) ||
            (sign * t->k > 0 && !is_tile_symbol(l, t->symbol)))
            return false;
        end |= !is_tile_symbol(l, t->symbol);
    }
    return end ? c <= 0 : is_extent(l, view, -c);
}

static bool in_each_tile(const struct lockstep *l, const struct test *t)
{
    for (int i = 0; i < t->form->n; i++)
        if (is_tile_symbol(l, t->form->terms[i].symbol))
            return false;
    return true;
}

/* Whether the threads for which the test is not 'truth' have no element in the view. Lanes that
 * fail in every tile are not looked at here: the mask has them. */
static bool keeps_all(struct lockstep *l, const struct test *t, bool truth,
                      const struct symbol *view)
{
    switch (t->kind) {
    case TEST_KNOWN:
        return true;
    case TEST_OPAQUE:
        return !t->varies;
    case TEST_NOT:
        return keeps_all(l, t->a, !truth, view);
    case TEST_AND:
    case TEST_OR:
        return !t->varies || ((t->kind == TEST_AND) == truth && keeps_all(l, t->a, truth, view) &&
                              keeps_all(l, t->b, truth, view));
    case TEST_LESS:
    case TEST_EQUAL:
        if (!affine_symbols_even(lockstep_numbers(l), t->form))
            return false;
        if (in_each_tile(l, t) && (!t->varies || t->form->n == 0))
            return true;
        return t->kind == TEST_LESS && below_end(l, t->form, truth, view);
    }
    return false;
}

/* ---- subscripts ---- */

static bool same_in_lanes(const struct lockstep *l, const struct affine *a)
{
    for (int i = 0; a->lanes && i < lockstep_width(l); i++)
        if (affine_at(a, i) != affine_at(a, 0))
            return false;
    for (int i = 0; i < a->n; i++)
        if (a->terms[i].lanes)
            return false;
    return true;
}

/* The subscript leaves out the first elements, as i + 1 does. */
static bool is_shifted(const struct lockstep *l, const struct affine *a)
{
    for (int i = 0; i < a->n; i++)
        if (!is_tile_symbol(l, a->terms[i].symbol) || a->terms[i].k < 0)
            return false;
    return affine_at(a, 0) > 0 && affine_at(a, lockstep_width(l) - 1) >= affine_at(a, 0) &&
           (a->n > 0 || !same_in_lanes(l, a));
}

static bool follows_threads(const struct lockstep *l, const struct affine *a)
{
    for (int i = 0; i < a->n; i++)
        if (is_tile_symbol(l, a->terms[i].symbol))
            return true;
    return !same_in_lanes(l, a);
}

/* The record of the expression's first write; NULL: the table is full. */
static const struct cover_site *site_find(struct cover *v, const struct access *a)
{
    for (int i = 0; i < COVER_SITES_MAX; i++) {
        struct cover_site *site = &v->sites[i];
        if (!site->expr) {
            site->expr = a->expr;
            for (int k = 0; k < a->place->rank; k++)
                site->at[k] = a->place->at[k];
        }
        if (site->expr == a->expr)
            return site;
    }
    return NULL;
}

/* ---- certainty ---- */

/* The threads for which the test is not 'truth' are behind the view's end in some dimension. */
static bool is_behind_end(struct lockstep *l, const struct test *t, bool truth,
                          const struct symbol *view)
{
    struct affines *s = lockstep_numbers(l);

    switch (t->kind) {
    case TEST_KNOWN:
        return true;
    case TEST_NOT:
        return is_behind_end(l, t->a, !truth, view);
    case TEST_AND:
    case TEST_OR:
        return (t->kind == TEST_AND) == truth && is_behind_end(l, t->a, truth, view) &&
               is_behind_end(l, t->b, truth, view);
    case TEST_LESS: /* index < extent */
        for (int k = 0; truth && k < lockstep_rank(l) && k < view->type->rank; k++) {
            const struct affine *end = lockstep_extent(l, view, k);
            if (end && affine_same(s, t->form, affine_sub(s, lockstep_global(l, k), end)))
                return true;
        }
        return false;
    case TEST_EQUAL:
    case TEST_OPAQUE:
        break;
    }
    return false;
}

/* The access writes the whole element at the thread's own index, in every execution of the
 * kernel. */
static bool is_own_element(struct lockstep *l, const struct access *a)
{
    const struct spot *p = a->place;
    long long offset;

    if (lockstep_function(l) || lockstep_in_loop(l) || p->rank != lockstep_rank(l) ||
        !affine_value(p->offset, &offset) || offset != 0)
        return false;
    for (int k = 0; k < p->rank; k++)
        if (!affine_same(lockstep_numbers(l), p->at[k], lockstep_global(l, k)))
            return false;
    for (const struct guard *g = a->guards; g; g = g->outer)
        if (!is_behind_end(l, g->test, g->truth, p->symbol))
            return false;
    return true;
}

void cover_note(struct lockstep *l, struct cover *v, const struct access *a)
{
    const struct spot *p = a->place;
    const struct cover_site *site;
    bool shared = true, shifted = false;

    if (a->type && p->symbol->type->base && a->type->size < p->symbol->type->base->size)
        return; /* a member of the element */
    if (p->rank == 0) {
        v->some = v->whole = true;
        v->moves = ~0u;
        return;
    }
    v->writes++;
    v->sure |= is_own_element(l, a);
    site = site_find(v, a);
    for (int k = 0; k < p->rank; k++) {
        if (!affine_symbols_even(lockstep_numbers(l), p->at[k]))
            return;
        if (follows_threads(l, p->at[k]) ||
            (site && !affine_same(lockstep_numbers(l), p->at[k], site->at[k])))
            v->moves |= 1u << k;
        shared &= same_in_lanes(l, p->at[k]);
        shifted |= is_shifted(l, p->at[k]);
    }
    for (const struct guard *g = a->guards; g; g = g->outer)
        if (!keeps_all(l, g->test, g->truth, p->symbol))
            return;
    if (shifted)
        return;
    v->whole |= shared;
    if (!v->lanes)
        v->lanes = arena_array(&lockstep_ctx(l)->arena, unsigned char, lockstep_width(l));
    v->some = true;
    for (int i = 0; i < lockstep_width(l); i++) {
        v->lanes[i] |= a->lanes[i] != 0;
        v->some &= v->lanes[i] != 0;
    }
}

static double elements(const struct known_extent *e)
{
    double n = 1;

    for (int k = 0; k < e->rank; k++)
        n *= (double)e->n[k];
    return n;
}

bool cover_complete(const struct cover *v, struct findings *findings, const struct launch *launch,
                    const struct symbol *view)
{
    struct known_extent domain = {0}, known = {0};
    int rank = view->type->rank;
    bool sized = symbol_extent_known(findings, view, &known);

    if (!v->whole && !v->some)
        return false;
    for (int k = 0; k < rank && k < RANK_MAX; k++)
        if (!(v->moves >> k & 1) && !(sized && known.n[k] == 1))
            return false;
    return !sized || v->writes == 0 || !launch->domain ||
           !extent_known(findings, launch->domain, &domain) ||
           elements(&domain) * v->writes >= elements(&known);
}

/* ---- proof ---- */

struct leaving {
    int around; /* loops and switches */
    bool found;
};

static bool leaving_stmt(struct check_walk *w, struct stmt *s)
{
    struct leaving *x = w->data;
    bool around = s->kind == STMT_FOR || s->kind == STMT_WHILE || s->kind == STMT_DO ||
                  s->kind == STMT_SWITCH;

    x->found |= s->kind == STMT_RETURN && x->around > 0;
    if (!around || x->around > 0)
        return true;
    x->around++;
    check_walk_stmt(w, s->body);
    check_walk_expr(w, s->expr);
    check_walk_expr(w, s->step);
    x->around--;
    return true;
}

/* There is a return in a loop or switch: the run does not know which threads take it. */
static bool leaves_loops(const struct launch *l)
{
    struct leaving x = {0};
    struct check_walk w = {.stmt = leaving_stmt, .data = &x};

    check_walk_stmt(&w, l->lambda->body);
    return x.found;
}

/* The extent from which the domain is made: without tile() and pad(). */
static struct expr *domain_extent(struct expr *domain)
{
    struct expr *e = expr_strip(domain);

    while (e && e->kind == EXPR_CALL && (e->amp == AMP_EXTENT_TILE || e->amp == AMP_TILED_PAD)) {
        const struct expr *member = expr_strip(e->a);
        if (!member || member->kind != EXPR_MEMBER)
            break;
        e = expr_strip(member->a);
    }
    return e;
}

/* There is a thread for every element. */
static bool domain_covers(struct findings *a, const struct launch *l, const struct symbol *view)
{
    struct expr *domain = domain_extent(l->domain);

    if (!domain || l->rank != view->type->rank)
        return false;
    for (int k = 0; k < l->rank; k++) {
        struct extent_component threads = extent_component(a, domain, k);
        struct extent_component elements = view_extent_component(a, view, k);
        bool more = threads.n >= 0 && elements.n >= 0 && threads.n > elements.n;
        if (!more && !extent_component_same(&threads, &elements))
            return false;
    }
    return true;
}

bool cover_proved(const struct cover *v, struct findings *findings, const struct launch *launch,
                  const struct symbol *view)
{
    return v->sure && domain_covers(findings, launch, view) && !leaves_loops(launch);
}
