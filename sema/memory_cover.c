#include "sema/memory_cover.h"

#include "sema/check_core.h"

static bool is_tile_symbol(const struct lockstep *l, int symbol)
{
    for (int k = 0; k < lockstep_rank(l); k++)
        if (lockstep_tile_symbol(l, k) == symbol)
            return true;
    return false;
}

/* ---- conditions ---- */

static bool symbol_extent_known(const struct symbol *view, struct known_extent *known)
{
    struct expr name = {.kind = EXPR_NAME, .loc = view->loc};

    name.symbol = (struct symbol *)view;
    name.type = view->type;
    return view_extent_known(&name, known);
}

/* A number that is an extent of the view. */
static bool is_extent(const struct symbol *view, long long n)
{
    struct known_extent known = {0};

    if (!symbol_extent_known(view, &known))
        return false;
    for (int k = 0; k < known.rank; k++)
        if (known.n[k] == n)
            return true;
    return false;
}

/* Does form < 0 (or not) say no more than that an index of the thread is less than an end that is
 * the same for all? */
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
    return end ? c <= 0 : is_extent(view, -c);
}

static bool in_each_tile(const struct lockstep *l, const struct test *t)
{
    for (int i = 0; i < t->form->n; i++)
        if (is_tile_symbol(l, t->form->terms[i].symbol))
            return false;
    return true;
}

static bool has_varying_symbol(struct lockstep *l, const struct affine *form)
{
    for (int i = 0; i < form->n; i++)
        if (lockstep_numbers(l)->symbols.at[form->terms[i].symbol].varies)
            return true;
    return false;
}

/* Whether threads that do not pass have no element in the view; threads of a tile that do not pass
 * in any tile are left to the lanes. */
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
        if (has_varying_symbol(l, t->form))
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

/* It leaves out the first elements: i + 1. */
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

/* What the expression wrote first; NULL: there is no room to note it. */
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

void cover_note(struct lockstep *l, struct cover *v, const struct access *a)
{
    const struct spot *p = a->place;
    const struct cover_site *site;
    bool shared = true, shifted = false;

    if (p->rank == 0) {
        v->some = v->whole = true;
        v->moves = ~0u;
        return;
    }
    v->writes++;
    site = site_find(v, a);
    for (int k = 0; k < p->rank; k++) {
        if (has_varying_symbol(l, p->at[k]))
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

bool cover_complete(const struct cover *v, const struct launch *launch, const struct symbol *view)
{
    struct known_extent domain = {0}, known = {0};
    int rank = view->type->rank;
    bool sized = symbol_extent_known(view, &known);

    if (!v->whole && !v->some)
        return false;
    for (int k = 0; k < rank && k < LOCKSTEP_RANK_MAX; k++)
        if (!(v->moves >> k & 1) && !(sized && known.n[k] == 1))
            return false;
    return !sized || v->writes == 0 || !launch->domain || !extent_known(launch->domain, &domain) ||
           elements(&domain) * v->writes >= elements(&known);
}
