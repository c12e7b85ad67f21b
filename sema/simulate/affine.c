/* affine.c - construction of affine values, questions about them, sums and products; see affine.h
 * for their form.
 *
 * Example: with local index L = {0, 1, …, 15} and the tile's number T, the global index is 16 * T
 * + L, and global - local is 16 * T, the same for all lanes. */
#include "sema/simulate/affine.h"

#include <string.h>

/* ---- making ---- */

static struct affine *affine_new(struct affines *s)
{
    s->work += 4;
    return arena_new(&s->arena, struct affine);
}

/* Every coefficient and constant of a value goes through here: one that is too large is noted. */
static long long number_kept(struct affines *s, long long n)
{
    if (n >= -AFFINE_NUMBER_MAX && n <= AFFINE_NUMBER_MAX)
        return n;
    s->beyond = true;
    return 0;
}

/* The finished value a, or a new symbol of that spread if one of its numbers was too large. */
static const struct affine *value_made(struct affines *s, const struct affine *a,
                                       enum spread spread)
{
    if (!s->beyond)
        return a;
    s->beyond = false;
    return affine_fresh(s, spread, -AFFINE_LIMIT, AFFINE_LIMIT);
}

const struct affine *affine_number(struct affines *s, long long c)
{
    struct affine *a = affine_new(s);

    a->c = number_kept(s, c);
    return value_made(s, a, SPREAD_NONE);
}

/* Normal form: lane 0's number is added to the constant, and no list is kept when all lanes have
 * the same number. So equal values have equal forms. */
static const long long *lanes_reduced(struct affines *s, const long long *lanes, long long *c)
{
    long long first = number_kept(s, lanes[0]), *rest;
    int i = 1;

    *c = number_kept(s, *c + first);
    while (i < s->width && lanes[i] == first)
        i++;
    if (i == s->width)
        return NULL;
    for (i = 0; i < s->width; i++)
        number_kept(s, lanes[i]);
    if (first == 0 || s->beyond)
        return lanes;
    rest = arena_array(&s->arena, long long, s->width);
    for (i = 0; i < s->width; i++)
        rest[i] = number_kept(s, lanes[i] - first);
    return rest;
}

const struct affine *affine_lanes(struct affines *s, const long long *lanes)
{
    struct affine *a = affine_new(s);

    s->work += s->width;
    a->lanes = lanes_reduced(s, lanes, &a->c);
    return value_made(s, a, SPREAD_LANES);
}

static int symbol_new(struct affines *s, struct affine_symbol symbol)
{
    vec_push(&s->arena, &s->symbols, symbol);
    return s->symbols.n - 1;
}

static const struct affine *of_symbol(struct affines *s, int symbol)
{
    struct affine *a = affine_new(s);

    a->n = 1;
    a->terms[0] = (struct affine_term){.symbol = symbol, .k = 1};
    return a;
}

const struct affine *affine_fresh(struct affines *s, enum spread spread, long long min,
                                  long long max)
{
    struct affine_symbol symbol = {.varies = spread != SPREAD_NONE,
                                   .data = spread == SPREAD_DATA,
                                   .min = min,
                                   .max = max,
                                   .factors = {-1, -1}};

    return of_symbol(s, symbol_new(s, symbol));
}

void affine_chosen(struct affines *s, const struct affine *a, const struct test *test,
                   const struct affine *yes, const struct affine *no)
{
    struct affine_symbol *symbol = affine_symbol_of(s, a);

    symbol->test = test;
    symbol->yes = yes;
    symbol->no = no;
}

struct affine_symbol *affine_symbol_of(struct affines *s, const struct affine *a)
{
    bool is = a && a->n == 1 && a->c == 0 && !a->lanes && a->terms[0].k == 1 && !a->terms[0].lanes;

    return is ? &s->symbols.at[a->terms[0].symbol] : NULL;
}

/* ---- asking ---- */

bool affine_known(const struct affine *a)
{
    return a->n == 0;
}

bool affine_value(const struct affine *a, long long *value)
{
    if (!a || a->n || a->lanes)
        return false;
    *value = a->c;
    return true;
}

long long affine_at(const struct affine *a, int lane)
{
    return a->c + (a->lanes ? a->lanes[lane] : 0);
}

long long affine_factor_at(const struct affine_term *t, int lane)
{
    return t->k + (t->lanes ? t->lanes[lane] : 0);
}

bool affine_symbols_even(const struct affines *s, const struct affine *a)
{
    for (int i = 0; i < a->n; i++)
        if (s->symbols.at[a->terms[i].symbol].varies)
            return false;
    return true;
}

bool affine_terms_uniform(const struct affines *s, const struct affine *a)
{
    for (int i = 0; i < a->n; i++)
        if (a->terms[i].lanes)
            return false;
    return affine_symbols_even(s, a);
}

bool affine_varies(const struct affines *s, const struct affine *a)
{
    return a->lanes || !affine_terms_uniform(s, a);
}

enum spread spread_larger(enum spread a, enum spread b)
{
    return a > b ? a : b;
}

enum spread affine_spread(const struct affines *s, const struct affine *a)
{
    for (int i = 0; i < a->n; i++)
        if (s->symbols.at[a->terms[i].symbol].data)
            return SPREAD_DATA;
    return affine_varies(s, a) ? SPREAD_LANES : SPREAD_NONE;
}

static bool lanes_same(const struct affines *s, const long long *a, const long long *b)
{
    return a == b || (a && b && memcmp(a, b, sizeof *a * (size_t)s->width) == 0);
}

bool affine_same_terms(const struct affine *a, const struct affine *b)
{
    if (a->n != b->n)
        return false;
    for (int i = 0; i < a->n; i++)
        if (a->terms[i].symbol != b->terms[i].symbol || a->terms[i].k != b->terms[i].k ||
            a->terms[i].lanes != b->terms[i].lanes)
            return false;
    return true;
}

bool affine_same(const struct affines *s, const struct affine *a, const struct affine *b)
{
    if (a == b)
        return true;
    if (a->c != b->c || a->n != b->n || !lanes_same(s, a->lanes, b->lanes))
        return false;
    for (int i = 0; i < a->n; i++)
        if (a->terms[i].symbol != b->terms[i].symbol || a->terms[i].k != b->terms[i].k ||
            !lanes_same(s, a->terms[i].lanes, b->terms[i].lanes))
            return false;
    return true;
}

static long long limited(long long v)
{
    return v > AFFINE_LIMIT ? AFFINE_LIMIT : v < -AFFINE_LIMIT ? -AFFINE_LIMIT : v;
}

static long long product_limited(long long a, long long b)
{
    long long p;

    if (a == 0 || b == 0)
        return 0;
    if (__builtin_mul_overflow(a, b, &p))
        return (a < 0) == (b < 0) ? AFFINE_LIMIT : -AFFINE_LIMIT;
    return limited(p);
}

long long affine_min_sum(long long a, long long b)
{
    if (a <= -AFFINE_LIMIT || b <= -AFFINE_LIMIT)
        return -AFFINE_LIMIT;
    return limited(a + b);
}

long long affine_max_sum(long long a, long long b)
{
    return -affine_min_sum(-a, -b);
}

void affine_range(const struct affines *s, const struct affine *a, int lane, long long *min,
                  long long *max)
{
    *min = *max = limited(affine_at(a, lane));
    for (int i = 0; i < a->n; i++) {
        const struct affine_symbol *y = &s->symbols.at[a->terms[i].symbol];
        long long k = affine_factor_at(&a->terms[i], lane);
        long long one = product_limited(k, y->min), two = product_limited(k, y->max);
        *min = affine_min_sum(*min, one < two ? one : two);
        *max = affine_max_sum(*max, one < two ? two : one);
    }
}

/* The bounds of the numbers without symbols. */
static void lanes_bounds(struct affines *s, const struct affine *a, long long *min, long long *max)
{
    long long low = a->lanes ? a->lanes[0] : 0, high = low;

    for (int i = 1; a->lanes && i < s->width; i++) {
        low = a->lanes[i] < low ? a->lanes[i] : low;
        high = a->lanes[i] > high ? a->lanes[i] : high;
    }
    s->work += a->lanes ? s->width / 4 : 1;
    *min = limited(a->c + low);
    *max = limited(a->c + high);
}

void affine_bounds(struct affines *s, const struct affine *a, long long *min, long long *max)
{
    struct affine terms = *a;
    long long low, high;
    bool uniform = true;

    for (int i = 0; i < a->n; i++)
        uniform &= !a->terms[i].lanes;
    if (uniform) {
        terms.c = 0;
        terms.lanes = NULL;
        lanes_bounds(s, a, min, max);
        affine_range(s, &terms, 0, &low, &high);
        *min = affine_min_sum(*min, low);
        *max = affine_max_sum(*max, high);
        return;
    }
    affine_range(s, a, 0, min, max);
    for (int i = 1; i < s->width; i++) {
        affine_range(s, a, i, &low, &high);
        *min = low < *min ? low : *min;
        *max = high > *max ? high : *max;
    }
    s->work += s->width;
}

/* ---- sums ---- */

/* ka * a + kb * b */
static long long number_combined(struct affines *s, long long a, long long ka, long long b,
                                 long long kb)
{
    long long first, second;

    if (__builtin_mul_overflow(a, ka, &first) || __builtin_mul_overflow(b, kb, &second)) {
        s->beyond = true;
        return 0;
    }
    return number_kept(s, number_kept(s, first) + number_kept(s, second));
}

/* The same for the numbers of all lanes. */
static const long long *lanes_sum(struct affines *s, const long long *a, long long ka,
                                  const long long *b, long long kb, long long *c)
{
    if ((!a || ka == 0) && (!b || kb == 0))
        return NULL;
    if (a && ka == 1 && (!b || kb == 0))
        return a;
    if (b && kb == 1 && (!a || ka == 0))
        return b;
    long long *sum = arena_array(&s->arena, long long, s->width);
    s->work += s->width;
    for (int i = 0; i < s->width; i++)
        sum[i] = number_combined(s, a ? a[i] : 0, ka, b ? b[i] : 0, kb);
    return lanes_reduced(s, sum, c);
}

/* Adds k * t to 'to', whose terms are those before t. */
static void term_push(struct affine *to, struct affine_term t)
{
    if (t.k != 0 || t.lanes)
        to->terms[to->n++] = t;
}

static struct affine_term term_sum(struct affines *s, const struct affine_term *a, long long ka,
                                   const struct affine_term *b, long long kb)
{
    struct affine_term sum = {.symbol = a ? a->symbol : b->symbol};

    sum.k = number_combined(s, a ? a->k : 0, ka, b ? b->k : 0, kb);
    sum.lanes = lanes_sum(s, a ? a->lanes : NULL, ka, b ? b->lanes : NULL, kb, &sum.k);
    return sum;
}

static int terms_together(const struct affine *a, const struct affine *b)
{
    int n = 0;

    for (int i = 0, j = 0; i < a->n || j < b->n; n++) {
        int x = i < a->n ? a->terms[i].symbol : b->terms[j].symbol;
        int y = j < b->n ? b->terms[j].symbol : x;
        int first = i < a->n && x <= y ? x : y;
        i += i < a->n && a->terms[i].symbol == first;
        j += j < b->n && b->terms[j].symbol == first;
    }
    return n;
}

static enum spread spread_both(const struct affines *s, const struct affine *a,
                               const struct affine *b)
{
    return spread_larger(affine_spread(s, a), affine_spread(s, b));
}

static const struct affine *fresh_like(struct affines *s, const struct affine *a,
                                       const struct affine *b)
{
    return affine_fresh(s, spread_both(s, a, b), -AFFINE_LIMIT, AFFINE_LIMIT);
}

/* ka * a + kb * b */
static const struct affine *affine_sum(struct affines *s, const struct affine *a, long long ka,
                                       const struct affine *b, long long kb)
{
    struct affine *sum;

    if (terms_together(a, b) > AFFINE_TERMS_MAX)
        return fresh_like(s, a, b);
    sum = affine_new(s);
    sum->c = number_combined(s, a->c, ka, b->c, kb);
    sum->lanes = lanes_sum(s, a->lanes, ka, b->lanes, kb, &sum->c);
    for (int i = 0, j = 0; i < a->n || j < b->n;) {
        const struct affine_term *x = i < a->n ? &a->terms[i] : NULL;
        const struct affine_term *y = j < b->n ? &b->terms[j] : NULL;
        if (x && y && x->symbol != y->symbol) {
            if (x->symbol < y->symbol)
                y = NULL;
            else
                x = NULL;
        }
        term_push(sum, term_sum(s, x, ka, y, kb));
        i += x != NULL;
        j += y != NULL;
    }
    return value_made(s, sum, spread_both(s, a, b));
}

const struct affine *affine_add(struct affines *s, const struct affine *a, const struct affine *b)
{
    return affine_sum(s, a, 1, b, 1);
}

const struct affine *affine_sub(struct affines *s, const struct affine *a, const struct affine *b)
{
    return affine_sum(s, a, 1, b, -1);
}

const struct affine *affine_scale(struct affines *s, const struct affine *a, long long k)
{
    static const struct affine zero = {0};

    return k == 1 ? a : affine_sum(s, a, k, &zero, 0);
}

/* ---- products ---- */

/* (k + lanes) * (f + flanes) */
static const long long *lanes_product(struct affines *s, long long k, const long long *lanes,
                                      const struct affine *f, long long *c)
{
    long long *product = arena_array(&s->arena, long long, s->width);

    s->work += s->width;
    for (int i = 0; i < s->width; i++)
        product[i] = number_combined(s, k + (lanes ? lanes[i] : 0), affine_at(f, i), 0, 0);
    *c = 0;
    return lanes_reduced(s, product, c);
}

/* a times f, which has no symbols. */
static const struct affine *product_known(struct affines *s, const struct affine *a,
                                          const struct affine *f)
{
    struct affine *p;

    if (!f->lanes)
        return affine_scale(s, a, f->c);
    p = affine_new(s);
    p->lanes = lanes_product(s, a->c, a->lanes, f, &p->c);
    for (int i = 0; i < a->n; i++) {
        struct affine_term t = {.symbol = a->terms[i].symbol};
        t.lanes = lanes_product(s, a->terms[i].k, a->terms[i].lanes, f, &t.k);
        term_push(p, t);
    }
    return value_made(s, p, spread_both(s, a, f));
}

static int product_symbol(struct affines *s, int a, int b)
{
    struct affine_symbol x = s->symbols.at[a], y = s->symbols.at[b];
    long long at[4] = {product_limited(x.min, y.min), product_limited(x.min, y.max),
                       product_limited(x.max, y.min), product_limited(x.max, y.max)};
    struct affine_symbol p = {
        .varies = x.varies || y.varies, .data = x.data || y.data, .min = at[0], .max = at[0]};

    if (a > b) {
        int swap = a;
        a = b;
        b = swap;
    }
    for (int i = 0; i < s->symbols.n; i++)
        if (s->symbols.at[i].factors[0] == a && s->symbols.at[i].factors[1] == b)
            return i;
    for (int i = 1; i < 4; i++) {
        p.min = at[i] < p.min ? at[i] : p.min;
        p.max = at[i] > p.max ? at[i] : p.max;
    }
    p.factors[0] = a;
    p.factors[1] = b;
    return symbol_new(s, p);
}

const struct affine *affine_mul(struct affines *s, const struct affine *a, const struct affine *b)
{
    const struct affine *sum;
    struct affine rest = *a;

    if (affine_known(b))
        return product_known(s, a, b);
    if (affine_known(a))
        return product_known(s, b, a);
    rest.n = 0;
    sum = product_known(s, b, &rest);
    for (int i = 0; i < a->n; i++) {
        struct affine factor = {.c = a->terms[i].k, .lanes = a->terms[i].lanes};
        const struct affine *scaled = product_known(s, b, &factor);
        struct affine known = {.c = scaled->c, .lanes = scaled->lanes};
        sum = affine_add(s, sum, product_known(s, of_symbol(s, a->terms[i].symbol), &known));
        for (int j = 0; j < scaled->n; j++) {
            struct affine k = {.c = scaled->terms[j].k, .lanes = scaled->terms[j].lanes};
            int symbol = product_symbol(s, a->terms[i].symbol, scaled->terms[j].symbol);
            sum = affine_add(s, sum, product_known(s, of_symbol(s, symbol), &k));
        }
    }
    return sum;
}

/* ---- choices ---- */

static const long long *lanes_blend(struct affines *s, const struct affine_term *a,
                                    const struct affine_term *b, const unsigned char *pick,
                                    long long *k)
{
    long long *lanes = arena_array(&s->arena, long long, s->width);

    s->work += s->width;
    for (int i = 0; i < s->width; i++) {
        const struct affine_term *t = pick[i] ? a : b;
        lanes[i] = t ? affine_factor_at(t, i) : 0;
    }
    *k = 0;
    return lanes_reduced(s, lanes, k);
}

const struct affine *affine_blend(struct affines *s, const struct affine *a, const struct affine *b,
                                  const unsigned char *pick)
{
    struct affine_term ca = {.k = a->c, .lanes = a->lanes}, cb = {.k = b->c, .lanes = b->lanes};
    struct affine *r;

    if (affine_same(s, a, b))
        return a;
    if (terms_together(a, b) > AFFINE_TERMS_MAX)
        return affine_fresh(s, spread_larger(spread_both(s, a, b), SPREAD_LANES), -AFFINE_LIMIT,
                            AFFINE_LIMIT);
    r = affine_new(s);
    r->lanes = lanes_blend(s, &ca, &cb, pick, &r->c);
    if (affine_same_terms(a, b)) {
        r->n = a->n;
        memcpy(r->terms, a->terms, sizeof r->terms);
        return value_made(s, r, spread_larger(spread_both(s, a, b), SPREAD_LANES));
    }
    for (int i = 0, j = 0; i < a->n || j < b->n;) {
        const struct affine_term *x = i < a->n ? &a->terms[i] : NULL;
        const struct affine_term *y = j < b->n ? &b->terms[j] : NULL;
        if (x && y && x->symbol < y->symbol)
            y = NULL;
        else if (x && y && y->symbol < x->symbol)
            x = NULL;
        struct affine_term t = {.symbol = x ? x->symbol : y->symbol};
        t.lanes = lanes_blend(s, x, y, pick, &t.k);
        term_push(r, t);
        i += x != NULL;
        j += y != NULL;
    }
    return value_made(s, r, spread_larger(spread_both(s, a, b), SPREAD_LANES));
}

const struct affine *affine_replaced(struct affines *s, const struct affine *a, int i,
                                     const struct affine *value)
{
    struct affine rest = *a;

    for (int j = i + 1; j < a->n; j++)
        rest.terms[j - 1] = a->terms[j];
    rest.n--;
    return affine_sum(s, &rest, 1, value, a->terms[i].k);
}

const struct affine_option *affine_options(struct affines *s, const struct affine *a,
                                           const struct guard *guards)
{
    const struct affine_option *of;
    struct affine_option *all = NULL, *one;

    if (affine_varies(s, a) || a->n > 1 || (a->n && !s->symbols.at[a->terms[0].symbol].options))
        return NULL;
    of = a->n ? s->symbols.at[a->terms[0].symbol].options : NULL;
    do {
        one = arena_new(&s->arena, struct affine_option);
        *one = (struct affine_option){a, of ? of->guards : guards, all};
        if (of)
            one->value = affine_replaced(s, a, 0, of->value);
        all = one;
        of = of ? of->next : NULL;
    } while (of);
    return all;
}
