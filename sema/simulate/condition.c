/* condition.c - conditions over the threads of a tile: comparisons of affine values, negation,
 * conjunction and disjunction; and guards, the list of conditions that a thread has passed.
 *
 * That a condition holds for a lane is proved, refuted or unknown. guards_possible asks whether two
 * lanes can pass their guards at once, for some values of the symbols; "no" is certain. Example:
 * the guards L < 8 and L >= 8 of one lane are never passed together. */
#include "sema/simulate/condition.h"
#include "sema/types/limits.h"

enum answer test_at(const struct test *t, int lane)
{
    return (enum answer)(t->lanes ? t->lanes[lane] : t->all);
}

bool test_is_choice(const struct test *t)
{
    return !t->varies && t->all == ANSWER_UNKNOWN;
}

static struct test *test_new(struct affines *s, enum test_kind kind)
{
    struct test *t = arena_new(&s->arena, struct test);

    s->work += 4;
    t->kind = kind;
    t->all = ANSWER_UNKNOWN;
    return t;
}

/* Normal form: no list is kept when all lanes have the same answer. */
static void lanes_set(struct affines *s, struct test *t, const unsigned char *lanes)
{
    s->work += s->width;
    t->all = lanes[0];
    t->lanes = NULL;
    for (int i = 1; i < s->width && !t->lanes; i++)
        if (lanes[i] != lanes[0])
            t->lanes = lanes;
    if (!t->lanes && t->all != ANSWER_UNKNOWN) {
        t->kind = TEST_KNOWN;
        t->varies = false;
    }
}

const struct test *test_known(struct affines *s, bool truth)
{
    struct test *t = test_new(s, TEST_KNOWN);

    t->all = answer_of(truth);
    return t;
}

const struct test *test_opaque(struct affines *s, enum spread spread)
{
    struct test *t = test_new(s, TEST_OPAQUE);

    t->varies = spread != SPREAD_NONE;
    t->data = spread == SPREAD_DATA;
    return t;
}

const struct test *test_doubt(struct affines *s, const unsigned char *lanes)
{
    struct test *t = test_new(s, TEST_OPAQUE);
    unsigned char *truths = arena_array(&s->arena, unsigned char, s->width);

    t->varies = t->data = true;
    for (int i = 0; i < s->width; i++)
        truths[i] = lanes[i] ? ANSWER_UNKNOWN : ANSWER_PROVED;
    lanes_set(s, t, truths);
    return t;
}

const struct test *test_not(struct affines *s, const struct test *a)
{
    struct test *t;

    if (a->kind == TEST_NOT)
        return a->a;
    t = test_new(s, TEST_NOT);
    t->a = a;
    t->varies = a->varies;
    t->data = a->data;
    t->all = answer_not((enum answer)a->all);
    if (a->lanes) {
        unsigned char *lanes = arena_array(&s->arena, unsigned char, s->width);
        for (int i = 0; i < s->width; i++)
            lanes[i] = answer_not((enum answer)a->lanes[i]);
        t->lanes = lanes;
    }
    return t;
}

const struct test *test_join(struct affines *s, enum op op, const struct test *a,
                             const struct test *b)
{
    struct test *t;
    unsigned char *lanes;

    if (!a->lanes && a->all != ANSWER_UNKNOWN)
        return (a->all == ANSWER_PROVED) == (op == OP_LAND) ? b : a;
    if (!b->lanes && b->all != ANSWER_UNKNOWN)
        return (b->all == ANSWER_PROVED) == (op == OP_LAND) ? a : b;
    t = test_new(s, op == OP_LAND ? TEST_AND : TEST_OR);
    t->a = a;
    t->b = b;
    t->varies = a->varies || b->varies;
    t->data = a->data || b->data;
    if (!a->lanes && !b->lanes)
        return t;
    lanes = arena_array(&s->arena, unsigned char, s->width);
    for (int i = 0; i < s->width; i++)
        lanes[i] = op == OP_LAND ? answer_and(test_at(a, i), test_at(b, i))
                                 : answer_or(test_at(a, i), test_at(b, i));
    lanes_set(s, t, lanes);
    return t;
}

/* ---- ranges of forms ---- */

/* Bounds of a form's sum of k * symbol, without its numbers. */
struct bounds {
    long long min, max;
};

/* The k for which a's sum over symbols is k times b's; 0: there is none. */
static long long times(const struct affine *a, const struct affine *b)
{
    long long k, multiple;

    if (a->n != b->n || a->n == 0 || b->terms[0].k == 0 || a->terms[0].k % b->terms[0].k != 0)
        return 0;
    k = a->terms[0].k / b->terms[0].k;
    for (int i = 0; i < a->n; i++)
        if (a->terms[i].symbol != b->terms[i].symbol || a->terms[i].lanes || b->terms[i].lanes ||
            __builtin_mul_overflow(k, b->terms[i].k, &multiple) || a->terms[i].k != multiple)
            return 0;
    return k;
}

static void bounds_meet(struct bounds *b, long long min, long long max)
{
    b->min = min > b->min ? min : b->min;
    b->max = max < b->max ? max : b->max;
}

/* Narrows the bounds of u by the fact that 'k * u + c < 0' (or '== 0') is 'truth'. */
static void bounds_cut(struct bounds *b, enum test_kind kind, long long k, long long c, bool truth)
{
    if (k != 1 && k != -1)
        return;
    if (kind == TEST_EQUAL) {
        if (truth)
            bounds_meet(b, -c * k, -c * k);
        else if (b->min == -c * k)
            b->min++;
        else if (b->max == -c * k)
            b->max--;
    } else if (truth) { /* k * u < -c */
        if (k > 0)
            bounds_meet(b, -AFFINE_LIMIT, -c - 1);
        else
            bounds_meet(b, c + 1, AFFINE_LIMIT);
    } else {
        if (k > 0)
            bounds_meet(b, -c, AFFINE_LIMIT);
        else
            bounds_meet(b, -AFFINE_LIMIT, c);
    }
}

/* ---- comparisons ---- */

static bool is_uniform_form(const struct guard *g)
{
    return (g->test->kind == TEST_LESS || g->test->kind == TEST_EQUAL) && !g->test->varies;
}

/* The bounds of a form's sum over symbols, narrowed by the passed guards that hold for all
 * lanes. */
static struct bounds form_bounds(const struct affines *s, const struct affine *form,
                                 const struct guard *guards)
{
    struct affine symbols = *form;
    struct bounds b;
    int seen;

    if (guards && !is_uniform_form(guards))
        guards = guards->uniform;
    symbols.c = 0;
    symbols.lanes = NULL;
    affine_range(s, &symbols, 0, &b.min, &b.max);
    for (int pass = 0; pass < 2;
         pass++) { /* one that narrows the bounds may let an earlier one do so, too */
        seen = 0;
        for (const struct guard *g = guards; g && seen < GUARDS_LOOKED_AT; g = g->uniform, seen++) {
            long long k = times(g->test->form, form);
            if (k)
                bounds_cut(&b, g->test->kind, k, g->test->form->c, g->truth);
        }
    }
    return b;
}

static enum answer range_answer(enum test_kind kind, long long min, long long max)
{
    if (kind == TEST_LESS)
        return max < 0 ? ANSWER_PROVED : min >= 0 ? ANSWER_REFUTED : ANSWER_UNKNOWN;
    if (min == 0 && max == 0)
        return ANSWER_PROVED;
    return min > 0 || max < 0 ? ANSWER_REFUTED : ANSWER_UNKNOWN;
}

static const struct test *test_form(struct affines *s, enum test_kind kind,
                                    const struct affine *form, const struct guard *guards)
{
    struct test *t = test_new(s, kind);
    unsigned char *lanes;
    bool terms_vary = false;

    t->form = form;
    t->varies = affine_varies(s, form);
    t->data = affine_spread(s, form) == SPREAD_DATA;
    for (int i = 0; i < form->n; i++)
        terms_vary |= form->terms[i].lanes != NULL;
    if (terms_vary) {
        lanes = arena_array(&s->arena, unsigned char, s->width);
        for (int i = 0; i < s->width; i++) {
            long long min, max;
            affine_range(s, form, i, &min, &max);
            lanes[i] = range_answer(kind, min, max);
        }
        lanes_set(s, t, lanes);
        return t;
    }
    struct bounds b = form_bounds(s, form, guards);
    t->all = range_answer(kind, affine_min_sum(b.min, form->c), affine_max_sum(b.max, form->c));
    if (form->lanes) {
        lanes = arena_array(&s->arena, unsigned char, s->width);
        for (int i = 0; i < s->width; i++)
            lanes[i] = range_answer(kind, affine_min_sum(b.min, affine_at(form, i)),
                                    affine_max_sum(b.max, affine_at(form, i)));
        lanes_set(s, t, lanes);
    } else if (t->all != ANSWER_UNKNOWN) {
        return test_known(s, t->all == ANSWER_PROVED);
    }
    return t;
}

const struct test *test_compare(struct affines *s, enum op op, const struct affine *a,
                                const struct affine *b, const struct guard *guards)
{
    if (op == OP_LT)
        return test_form(s, TEST_LESS, affine_sub(s, a, b), guards);
    if (op == OP_GT)
        return test_form(s, TEST_LESS, affine_sub(s, b, a), guards);
    if (op == OP_LE)
        return test_not(s, test_form(s, TEST_LESS, affine_sub(s, b, a), guards));
    if (op == OP_GE)
        return test_not(s, test_form(s, TEST_LESS, affine_sub(s, a, b), guards));
    if (op == OP_EQ)
        return test_form(s, TEST_EQUAL, affine_sub(s, a, b), guards);
    if (op == OP_NE)
        return test_not(s, test_form(s, TEST_EQUAL, affine_sub(s, a, b), guards));
    return test_opaque(s, SPREAD_LANES);
}

const struct test *test_of(struct affines *s, const struct affine *a, const struct guard *guards)
{
    const struct affine_symbol *symbol = affine_symbol_of(s, a);

    if (symbol && symbol->truth)
        return symbol->truth;
    return test_not(s, test_form(s, TEST_EQUAL, a, guards));
}

const struct affine *test_value(struct affines *s, const struct test *t)
{
    const struct affine *value;
    long long *lanes;
    bool known = t->all != ANSWER_UNKNOWN;

    for (int i = 0; t->lanes && i < s->width && (i == 0 || known); i++)
        known = t->lanes[i] != ANSWER_UNKNOWN;
    if (!known) {
        value = affine_fresh(s,
                             t->data     ? SPREAD_DATA
                             : t->varies ? SPREAD_LANES
                                         : SPREAD_NONE,
                             0, 1);
        affine_symbol_of(s, value)->truth = t;
        return value;
    }
    if (!t->lanes)
        return affine_number(s, t->all == ANSWER_PROVED);
    lanes = arena_array(&s->arena, long long, s->width);
    for (int i = 0; i < s->width; i++)
        lanes[i] = t->lanes[i] == ANSWER_PROVED;
    return affine_lanes(s, lanes);
}

/* ---- guards ---- */

const struct guard *guard_push(struct affines *s, const struct guard *g, const struct test *t,
                               bool truth)
{
    struct guard *n;

    while (t->kind == TEST_NOT) {
        t = t->a;
        truth = !truth;
    }
    if (t->kind == TEST_KNOWN)
        return g;
    n = arena_new(&s->arena, struct guard);
    *n = (struct guard){.test = t, .truth = truth, .outer = g};
    n->choice = (g && g->choice) || test_is_choice(t);
    n->depth = g ? g->depth + 1 : 1;
    n->uniform = !g || is_uniform_form(g) ? g : g->uniform;
    return n;
}

const struct guard *guard_push_loop(struct affines *s, const struct guard *g, const struct test *t)
{
    const struct guard *pushed = guard_push(s, g, t, true);
    struct guard *n;

    if (pushed == g)
        return g;
    n = arena_new(&s->arena, struct guard);
    *n = *pushed;
    n->loop = true;
    n->choice = g && g->choice;
    return n;
}

const struct guard *guards_common(const struct guard *a, const struct guard *b)
{
    while (a != b && a && b) {
        int deeper = a->depth - b->depth;
        if (deeper >= 0)
            a = a->outer;
        if (deeper <= 0)
            b = b->outer;
    }
    return a == b ? a : NULL;
}

/* What lanes x and y are known to have passed. */
struct facts {
    const struct affines *s;
    int n;
    struct fact {
        const struct test *test;
        bool truth;
        int lane;
    } at[CONDITION_FACTS_MAX];
    int choices; /* disjunctions that have been split into cases so far */
};

static bool facts_hold(const struct facts *f);

/* Adds a fact about one lane; false: it contradicts what is known. */
static bool fact_add(struct facts *f, const struct test *t, bool truth, int lane)
{
    enum answer known = test_at(t, lane);

    if (known != ANSWER_UNKNOWN)
        return known == answer_of(truth);
    if (t->kind == TEST_NOT)
        return fact_add(f, t->a, !truth, lane);
    if ((t->kind == TEST_AND && truth) || (t->kind == TEST_OR && !truth))
        return fact_add(f, t->a, truth, lane) && fact_add(f, t->b, truth, lane);
    for (int i = 0; i < f->n; i++)
        if (f->at[i].test == t && (f->at[i].lane == lane || !t->varies))
            return f->at[i].truth == truth;
    if (f->n < CONDITION_FACTS_MAX)
        f->at[f->n++] = (struct fact){t, truth, lane};
    return true;
}

static bool either_holds(const struct facts *f, int i)
{
    const struct fact choice = f->at[i];
    struct facts one = *f;

    one.choices++;
    one.at[i] = one.at[--one.n];
    struct facts two = one;
    return (fact_add(&one, choice.test->a, choice.truth, choice.lane) && facts_hold(&one)) ||
           (fact_add(&two, choice.test->b, choice.truth, choice.lane) && facts_hold(&two));
}

static bool same_test(const struct fact *a, const struct fact *b)
{
    return a->test == b->test && (a->lane == b->lane || !a->test->varies);
}

/* Whether the facts about the same sum over symbols as fact i's are satisfied by some value of
 * it. */
static bool form_holds(const struct facts *f, int i)
{
    const struct affine *form = f->at[i].test->form;
    struct affine symbols = *form;
    struct bounds b;

    symbols.c = 0;
    symbols.lanes = NULL;
    affine_range(f->s, &symbols, f->at[i].lane, &b.min, &b.max);
    for (int pass = 0; pass < 3; pass++)
        for (int j = 0; j < f->n; j++) {
            const struct test *t = f->at[j].test;
            long long k = t->form ? times(t->form, form) : 0;
            if (k && (affine_terms_uniform(f->s, form) || f->at[i].lane == f->at[j].lane))
                bounds_cut(&b, t->kind, k, affine_at(t->form, f->at[j].lane), f->at[j].truth);
        }
    return b.min <= b.max;
}

/* Two lanes for which the same counter returned the same number. */
static bool unique_clash(const struct facts *f, const struct fact *a, const struct fact *b)
{
    const struct affine *x = a->test->form, *y = b->test->form;

    return a->lane != b->lane && a->test->kind == TEST_EQUAL && b->test->kind == TEST_EQUAL &&
           a->truth && b->truth && x->n == 1 && f->s->symbols.at[x->terms[0].symbol].counter &&
           affine_same_terms(x, y) && affine_at(x, a->lane) == affine_at(y, b->lane);
}

static bool facts_hold(const struct facts *f)
{
    for (int i = 0; i < f->n; i++) {
        const struct fact *a = &f->at[i];
        if (a->test->kind == TEST_AND || a->test->kind == TEST_OR) {
            if (f->choices < CONDITION_CHOICES_MAX)
                return either_holds(f, i);
            continue;
        }
        for (int j = 0; j < i; j++)
            if ((a->truth != f->at[j].truth && same_test(a, &f->at[j])) ||
                (a->test->form && f->at[j].test->form && unique_clash(f, a, &f->at[j])))
                return false;
        if (a->test->form && !form_holds(f, i))
            return false;
    }
    return true;
}

static bool passage_add(struct facts *f, const struct passage *p, int lane)
{
    int seen = 0;

    for (; p; p = p->also)
        for (const struct guard *g = p->guards; g && seen < GUARDS_LOOKED_AT; g = g->outer, seen++)
            if (!fact_add(f, g->test, g->truth, lane))
                return false;
    return true;
}

bool guards_possible(const struct affines *s, const struct passage *a, int x,
                     const struct passage *b, int y)
{
    struct facts f = {.s = s};

    return passage_add(&f, a, x) && passage_add(&f, b, y) && facts_hold(&f);
}

bool guards_certain(const struct guard *g, int lane)
{
    for (; g; g = g->outer)
        if (g->test->varies && test_at(g->test, lane) == ANSWER_UNKNOWN)
            return false;
    return true;
}

bool passage_certain(const struct passage *p, int lane)
{
    for (; p; p = p->also)
        if (!guards_certain(p->guards, lane))
            return false;
    return true;
}
