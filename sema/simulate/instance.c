/* instance.c - one case of a run: numbers in place of some symbols, and the affine values,
 * conditions and guards that result.
 *
 * view_reads.c makes cases of a few sizes and pairs of tiles, where subscripts are numbers and can
 * be compared exactly. Beyond the limits INSTANCE_* a form keeps its symbols, and a guard is taken
 * to be passed by no lane: fewer findings, no false ones. */
#include "sema/simulate/instance.h"
#include "sema/types/limits.h"

struct known_test {
    const struct test *of, *is;
};

struct instance {
    struct affines *s;
    const struct affine **at; /* by symbol; NULL: not asked for yet */
    int n;
    int depth; /* of symbols that are defined by other symbols */
    struct known_test tests[INSTANCE_TESTS_KEPT];
    int tests_n; /* so far; the table keeps the newest */
};

struct instance *instance_new(struct affines *s)
{
    struct instance *in = arena_new(&s->arena, struct instance);

    in->s = s;
    in->n = s->symbols.n;
    in->at = arena_array(&s->arena, const struct affine *, in->n + 1);
    s->work += in->n;
    return in;
}

void instance_put(struct instance *in, int symbol, long long number)
{
    if (symbol >= 0 && symbol < in->n)
        in->at[symbol] = affine_number(in->s, number);
}

/* ---- symbols ---- */

static const struct affine *symbol_form(struct affines *s, int symbol)
{
    struct affine *a = arena_new(&s->arena, struct affine);

    a->n = 1;
    a->terms[0] = (struct affine_term){.symbol = symbol, .k = 1};
    return a;
}

static const struct affine_memo *memo_of(const struct affines *s, int symbol)
{
    for (int i = s->memos.n - 1; i >= 0; i--) {
        const struct affine *a = s->memos.at[i].result;
        if (a->n == 1 && a->terms[0].symbol == symbol)
            return &s->memos.at[i];
    }
    return NULL;
}

static bool bases_of(const struct affines *s, const struct affine *a, int *symbols, int *n, int max,
                     int depth)
{
    for (int i = 0; i < a->n; i++) {
        int symbol = a->terms[i].symbol;
        const struct affine_symbol *y = &s->symbols.at[symbol];
        const struct affine_memo *m = memo_of(s, symbol);
        int old = 0;
        if (y->varies || depth > INSTANCE_DEPTH_MAX)
            return false;
        for (int k = 0; k < 2 && y->factors[0] >= 0; k++) {
            struct affine factor = {.n = 1, .terms = {{.symbol = y->factors[k], .k = 1}}};
            if (!bases_of(s, &factor, symbols, n, max, depth + 1))
                return false;
        }
        if (m && (!bases_of(s, m->a, symbols, n, max, depth + 1) ||
                  !bases_of(s, m->b, symbols, n, max, depth + 1)))
            return false;
        while (old < *n && symbols[old] != symbol)
            old++;
        if (m || y->factors[0] >= 0 || old < *n)
            continue;
        if (*n == max)
            return false;
        symbols[(*n)++] = symbol;
    }
    return true;
}

bool instance_bases(const struct affines *s, const struct affine *a, int *symbols, int *n, int max)
{
    return bases_of(s, a, symbols, n, max, 0);
}

static const struct test *test_in(struct instance *in, const struct test *t);

/* Every lane's answer is known. */
static bool is_decided(const struct affines *s, const struct test *t)
{
    for (int i = 0; t->lanes && i < s->width; i++)
        if (t->lanes[i] == ANSWER_UNKNOWN)
            return false;
    return t->lanes || t->all != ANSWER_UNKNOWN;
}

static const struct affine *chosen(struct instance *in, const struct affine_symbol *y, int symbol)
{
    const struct test *t = test_in(in, y->test);
    unsigned char *pick;

    if (!is_decided(in->s, t))
        return symbol_form(in->s, symbol);
    pick = arena_array(&in->s->arena, unsigned char, in->s->width);
    for (int i = 0; i < in->s->width; i++)
        pick[i] = test_at(t, i) == ANSWER_PROVED;
    in->s->work += in->s->width;
    return affine_blend(in->s, instance_form(in, y->yes), instance_form(in, y->no), pick);
}

static const struct affine *symbol_made(struct instance *in, int symbol)
{
    const struct affine_symbol y = in->s->symbols.at[symbol]; /* symbols may move */
    const struct affine_memo *memo = NULL;
    const struct test *t;

    if (y.factors[0] >= 0)
        return affine_mul(in->s, instance_form(in, symbol_form(in->s, y.factors[0])),
                          instance_form(in, symbol_form(in->s, y.factors[1])));
    if (y.test)
        return chosen(in, &y, symbol);
    if (y.truth) {
        t = test_in(in, y.truth);
        return is_decided(in->s, t) ? test_value(in->s, t) : symbol_form(in->s, symbol);
    }
    in->s->work += in->s->memos.n / 4;
    memo = memo_of(in->s, symbol);
    if (!memo)
        return symbol_form(in->s, symbol);
    const struct affine_memo m = *memo;
    const struct affine *a = instance_form(in, m.a), *b = instance_form(in, m.b);
    if (affine_known(a) && affine_known(b))
        return affine_binary_in(in->s, m.op, a, b, m.size, m.is_unsigned);
    return symbol_form(in->s, symbol);
}

static const struct affine *symbol_in(struct instance *in, int symbol)
{
    if (symbol >= in->n)
        return symbol_form(in->s, symbol);
    if (!in->at[symbol] && in->depth < INSTANCE_DEPTH_MAX) {
        in->depth++;
        in->at[symbol] = symbol_made(in, symbol);
        in->depth--;
    }
    return in->at[symbol] ? in->at[symbol] : symbol_form(in->s, symbol);
}

const struct affine *instance_form(struct instance *in, const struct affine *a)
{
    struct affine known = {.c = a->c, .lanes = a->lanes};
    const struct affine *sum;

    if (a->n == 0)
        return a;
    sum = affine_add(in->s, &known, affine_number(in->s, 0));
    for (int i = 0; i < a->n; i++) {
        struct affine factor = {.c = a->terms[i].k, .lanes = a->terms[i].lanes};
        sum = affine_add(in->s, sum, affine_mul(in->s, symbol_in(in, a->terms[i].symbol), &factor));
    }
    return sum;
}

/* ---- tests ---- */

static const struct test *test_made(struct instance *in, const struct test *t)
{
    struct affines *s = in->s;

    switch (t->kind) {
    case TEST_KNOWN:
    case TEST_OPAQUE:
        return t;
    case TEST_LESS:
        return test_compare(s, OP_LT, instance_form(in, t->form), affine_number(s, 0), NULL);
    case TEST_EQUAL:
        return test_compare(s, OP_EQ, instance_form(in, t->form), affine_number(s, 0), NULL);
    case TEST_NOT:
        return test_not(s, test_in(in, t->a));
    case TEST_AND:
        return test_join(s, OP_LAND, test_in(in, t->a), test_in(in, t->b));
    case TEST_OR:
        return test_join(s, OP_LOR, test_in(in, t->a), test_in(in, t->b));
    }
    return t;
}

static const struct test *test_in(struct instance *in, const struct test *t)
{
    const struct test *is;

    for (int i = 0; i < INSTANCE_TESTS_KEPT && i < in->tests_n; i++)
        if (in->tests[i].of == t)
            return in->tests[i].is;
    if (in->depth >= INSTANCE_DEPTH_MAX)
        return t;
    in->depth++;
    is = test_made(in, t);
    in->depth--;
    in->tests[in->tests_n++ % INSTANCE_TESTS_KEPT] = (struct known_test){t, is};
    return is;
}

const struct guard *instance_guards(struct instance *in, const struct guard *g, bool *none)
{
    const struct guard *outer;
    const struct test *t;

    if (!g)
        return NULL;
    if (g->depth > INSTANCE_GUARDS_MAX) {
        *none = true;
        return NULL;
    }
    outer = instance_guards(in, g->outer, none);
    if (*none)
        return NULL;
    t = test_in(in, g->test);
    if (!t->lanes && t->all != ANSWER_UNKNOWN) {
        *none = t->all != answer_of(g->truth);
        return outer;
    }
    return guard_push(in->s, outer, t, g->truth);
}
