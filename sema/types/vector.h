/* vector.h - C++ AMP's short vectors (int_2 ... unorm_4) and the numbers norm and unorm: structures
 * that <amp_short_vectors.h> declares, which have constructors, operators and swizzles.
 *
 * Their types are of kind TYPE_RECORD, so what holds of structures holds of them; record.vector
 * says which they are. Their operations are AMP_VECTOR_VALUE, _ASSIGN and _STEP
 * (parser/amp_op.h). Example: in `v.xy = w + 1` the sum is an AMP_VECTOR_VALUE of type float_2, the
 * assignment an AMP_VECTOR_ASSIGN whose left operand is the swizzle `v.xy`, a value whose
 * vector_base is `v`. */
#ifndef SEMA_TYPES_VECTOR_H
#define SEMA_TYPES_VECTOR_H

#include "sema/types/type.h"

enum vector_range { VECTOR_ANY, VECTOR_NORM, VECTOR_UNORM }; /* any number, [-1, 1], [0, 1] */

struct vector {
    const char *name;      /* "float_4" */
    enum type_kind scalar; /* of a component's number: INT, UINT, FLOAT, DOUBLE */
    int n;                 /* components: 2 to 4; 1 for norm and unorm themselves */
    enum vector_range range;
};

/* The short vector that the structure with this tag is ("ampc_float_4"); NULL: none. Whoever
 * declares such a structure means it: names that begin with ampc_ are the library's. */
const struct vector *vector_tagged(const char *tag);
/* The short vector, or norm or unorm, that t is; NULL: none. */
const struct vector *vector_of(const struct type *t);
/* The vector with components as those of v, n of them; for n = 1 the number: NULL where that is no
 * norm and no unorm. */
const struct vector *vector_sized(const struct vector *v, int n);

/* The vector of n numbers of this type, any of them; NULL: there is none. */
const struct vector *vector_with(enum type_kind scalar, int n);

/* Its number, from 0; VECTOR_TYPES of them (sema/types/type.h). */
int vector_number(const struct vector *v);

enum { VECTOR_MOST = 4 };
/* The components that a member's name stands for, "xy" or "bgra": sets at[] to their numbers and
 * returns how many; 0: the name stands for none of v's. */
int vector_swizzle(const struct vector *v, const char *name, int at[VECTOR_MOST]);
/* Whether one of them stands there twice. */
bool vector_repeats(int n, const int at[VECTOR_MOST]);

/* The swizzle of several components that e is, without parentheses; NULL: it is none. */
struct expr *vector_swizzle_of(struct expr *e);
/* The object that an AMP_VECTOR_ASSIGN or AMP_VECTOR_STEP changes: its operand, for a swizzle the
 * vector that the swizzle is of. */
struct expr *vector_target(struct expr *e);
/* A new typed node for component k of the vector 'of' (for a norm or unorm: its number). */
struct expr *vector_component(struct ctx *c, struct expr *of, int k);

/* Whether e, of a vector's type, is made of constants alone: then 'numbers' are those of its
 * components, as they are behind all conversions. */
bool vector_constant(const struct expr *e, double numbers[VECTOR_MOST]);

#endif
