/* affine.h - integers of all threads of a tile at once ("lanes": one thread each), as sums over
 * symbols.
 *
 * The value of lane i is  c + lanes[i] + sum of (k + term.lanes[i]) * symbol.  A symbol stands for
 * what is not known: the tile's number, an extent, a captured scalar (all lanes see one value), or
 * something that every lane has for itself. Arithmetic is C's without overflow; whatever has no
 * such form, or needs a number beyond AFFINE_NUMBER_MAX, becomes a new symbol: so the sum or
 * difference of two numbers of values never overflows. Values are immutable and live in the arena
 * of their 'struct affines'. */
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

/* Whose value something is. */
enum spread {
    SPREAD_NONE,  /* all lanes have the same */
    SPREAD_LANES, /* every lane has its own, made of its index */
    SPREAD_DATA   /* every lane has its own, found in memory */
};

/* One of the values that a symbol stands for, for those who passed 'guards'. */
struct guard;
struct affine_option {
    const struct affine *value;
    const struct guard *guards;
    const struct affine_option *next;
};

struct affine_symbol {
    bool data;                /* found in memory */
    bool varies;              /* every lane has its own value */
    int counter;              /* > 0: what atomic counter returned it: no two lanes have the same */
    long long apart;          /* ... and the next one is so much larger (< 0: smaller) */
    int factors[2];           /* of a product; -1: none */
    long long min, max;       /* of the value; AFFINE_LIMIT: unbounded */
    const struct test *truth; /* of 0 or 1: what it tells; NULL: nothing */
    const struct test *test; /* it is 'yes' for the lanes for which this holds, 'no' for the others;
                                NULL: neither */
    const struct affine *yes, *no;
    const struct affine_option *options; /* it is one of them ... */
    bool others;                         /* ... or anything else */
};

/* What an operation without a form gave: the same operands give the same symbol. */
struct affine_memo {
    enum op op;
    const struct affine *a, *b, *result;
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
/* The lanes' own numbers: 'lanes' has s->width of them and is kept. */
const struct affine *affine_lanes(struct affines *s, const long long *lanes);
/* A new symbol in [min, max]. */
const struct affine *affine_fresh(struct affines *s, enum spread spread, long long min,
                                  long long max);
/* The fresh symbol a is 'yes' for the lanes for which the test holds, 'no' for the others. */
void affine_chosen(struct affines *s, const struct affine *a, const struct test *test,
                   const struct affine *yes, const struct affine *no);
/* What a uniform value is on different paths: a number, or one of the options of its only symbol;
 * NULL: it is anything else. 'guards' are those of a number. */
const struct affine_option *affine_options(struct affines *s, const struct affine *a,
                                           const struct guard *guards);
/* A value without symbol in place of the i-th of a. */
const struct affine *affine_replaced(struct affines *s, const struct affine *a, int i,
                                     const struct affine *value);
/* The symbol that a value is; NULL: it is anything else. */
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

/* No symbol takes part. */
bool affine_known(const struct affine *a);
/* The one number that all lanes have. */
bool affine_value(const struct affine *a, long long *value);
/* The part of lane i without symbols. */
long long affine_at(const struct affine *a, int lane);
/* Lanes can have different values. */
bool affine_varies(const struct affines *s, const struct affine *a);
enum spread affine_spread(const struct affines *s, const struct affine *a);
enum spread spread_larger(enum spread a, enum spread b);
bool affine_same(const struct affines *s, const struct affine *a, const struct affine *b);
/* The same symbols, with the same factors in all lanes. */
bool affine_same_terms(const struct affine *a, const struct affine *b);
/* Factors are the same in all lanes, and no symbol varies. */
bool affine_terms_uniform(const struct affines *s, const struct affine *a);
/* The least and the largest of the sums of two bounds: beyond AFFINE_LIMIT both stay. */
long long affine_min_sum(long long a, long long b);
long long affine_max_sum(long long a, long long b);
/* The bounds of lane i. */
void affine_range(const struct affines *s, const struct affine *a, int lane, long long *min,
                  long long *max);
/* The bounds over all lanes. */
void affine_bounds(struct affines *s, const struct affine *a, long long *min, long long *max);

#endif
