/* affine.h - one integer for each thread of a tile (a "lane"), as a sum over symbols.
 *
 * The value of lane i is c + lanes[i] + sum of (k + term.lanes[i]) * symbol. A symbol stands for an
 * unknown number: the tile's number, an extent, a captured scalar (all lanes see one value), or a
 * number that differs from lane to lane ("varies"). Arithmetic is C's without overflow. A result
 * that has no such form, or needs a number beyond AFFINE_NUMBER_MAX, is a new symbol, of which only
 * bounds are known: the top of the lattice. So the sum or difference of two coefficients never
 * overflows. Values are immutable and live in the arena of their 'struct affines'. */
#ifndef SEMA_SIMULATE_AFFINE_H
#define SEMA_SIMULATE_AFFINE_H

#include <stdbool.h>

#include "common/arena.h"
#include "parser/tree.h"
#include "sema/types/limits.h"

#define AFFINE_LIMIT (1LL << 40)      /* ranges end here: beyond is unbounded */
#define AFFINE_NUMBER_MAX (1LL << 60) /* the largest c, k, or number of a lane */

struct affine_term {
    int symbol;
    long long k;
    const long long *lanes; /* NULL: zeros */
};

struct affine {
    long long c;
    const long long *lanes; /* NULL: zeros */
    int n;
    struct affine_term terms[AFFINE_TERMS_MAX]; /* by symbol, none zero */
};

/* How a value depends on the lane. Ordered: the join of two is the larger one. */
enum spread {
    SPREAD_NONE,  /* all lanes have the same */
    SPREAD_LANES, /* lanes differ, by a function of their index */
    SPREAD_DATA   /* lanes differ, by values loaded from memory */
};

/* One of the values that a symbol may have: the one on the path with these guards. */
struct guard;
struct affine_option {
    const struct affine *value;
    const struct guard *guards;
    const struct affine_option *next;
};

struct affine_symbol {
    bool data;   /* a loaded value */
    bool varies; /* every lane has its own value */
    int counter; /* > 0: the atomic counter that returned it: no two lanes have the same value */
    long long apart;          /* ... and the difference of two successive ones */
    int factors[2];           /* of a product; -1: none */
    long long min, max;       /* of the value; AFFINE_LIMIT: unbounded */
    const struct test *truth; /* it is 1 where this holds, else 0; NULL: no such symbol */
    const struct test *test; /* it is 'yes' for the lanes for which this holds, 'no' for the others;
                                NULL: neither */
    const struct affine *yes, *no;
    const struct affine_option *options; /* it is one of them ... */
    bool others;                         /* ... or anything else */
};

/* The symbol for an operation whose result has no affine form: the same operands get the same
 * symbol again. */
struct affine_memo {
    enum op op;
    const struct affine *a, *b, *result;
    bool is_unsigned; /* negative operands stand for numbers that are larger by 2^(8 * size) */
    long long size;
};

struct affines {
    struct arena arena;
    int width; /* lanes */
    VEC(struct affine_symbol) symbols;
    VEC(struct affine_memo) memos;
    long long work; /* lanes touched so far */
    bool beyond;    /* a number of the value that is being made was too large */
};

const struct affine *affine_number(struct affines *s, long long c);
/* A number for each lane: 'lanes' has s->width of them and must live as long as s. */
const struct affine *affine_lanes(struct affines *s, const long long *lanes);
/* A new symbol in [min, max]. */
const struct affine *affine_fresh(struct affines *s, enum spread spread, long long min,
                                  long long max);
/* The fresh symbol a is 'yes' for the lanes for which the test holds, 'no' for the others. */
void affine_chosen(struct affines *s, const struct affine *a, const struct test *test,
                   const struct affine *yes, const struct affine *no);
/* The values that a uniform value may have, by path: the options of its only symbol, or one option
 * with 'guards' for a number; NULL: it is neither. */
const struct affine_option *affine_options(struct affines *s, const struct affine *a,
                                           const struct guard *guards);
/* a with a value without symbols in place of its i-th symbol. */
const struct affine *affine_replaced(struct affines *s, const struct affine *a, int i,
                                     const struct affine *value);
/* The symbol, if the value is one symbol and nothing else; NULL: it is not. */
struct affine_symbol *affine_symbol_of(struct affines *s, const struct affine *a);

const struct affine *affine_add(struct affines *s, const struct affine *a, const struct affine *b);
const struct affine *affine_sub(struct affines *s, const struct affine *a, const struct affine *b);
const struct affine *affine_scale(struct affines *s, const struct affine *a, long long k);
const struct affine *affine_mul(struct affines *s, const struct affine *a, const struct affine *b);
/* a op b for OP_MUL to OP_OR; comparisons are tests (sema/simulate/condition.h). */
const struct affine *affine_binary(struct affines *s, enum op op, const struct affine *a,
                                   const struct affine *b);
/* a op b, computed in integers of 'size' bytes. */
const struct affine *affine_binary_in(struct affines *s, enum op op, const struct affine *a,
                                      const struct affine *b, long long size, bool is_unsigned);
/* The value as an integer of 'size' bytes. */
const struct affine *affine_convert(struct affines *s, const struct affine *a, long long size,
                                    bool is_unsigned);
/* Lane by lane: a where pick[i] is set, b elsewhere. */
const struct affine *affine_blend(struct affines *s, const struct affine *a, const struct affine *b,
                                  const unsigned char *pick);

/* The value has no symbols. */
bool affine_known(const struct affine *a);
/* The one number that all lanes have. */
bool affine_value(const struct affine *a, long long *value);
/* Lane i's number without the symbols. */
long long affine_at(const struct affine *a, int lane);
/* Lane i's factor of a symbol. */
long long affine_factor_at(const struct affine_term *t, int lane);
/* Lanes can have different values. */
bool affine_varies(const struct affines *s, const struct affine *a);
enum spread affine_spread(const struct affines *s, const struct affine *a);
enum spread spread_larger(enum spread a, enum spread b);
bool affine_same(const struct affines *s, const struct affine *a, const struct affine *b);
/* The same symbols, with the same factors in all lanes. */
bool affine_same_terms(const struct affine *a, const struct affine *b);
/* No symbol varies; the factors may. */
bool affine_symbols_even(const struct affines *s, const struct affine *a);
/* Factors are the same in all lanes, and no symbol varies. */
bool affine_terms_uniform(const struct affines *s, const struct affine *a);
/* Sums of two lower, and of two upper bounds; a bound beyond AFFINE_LIMIT stays unbounded. */
long long affine_min_sum(long long a, long long b);
long long affine_max_sum(long long a, long long b);
/* The bounds of lane i. */
void affine_range(const struct affines *s, const struct affine *a, int lane, long long *min,
                  long long *max);
/* The bounds over all lanes. */
void affine_bounds(struct affines *s, const struct affine *a, long long *min, long long *max);

#endif
