/* value.h - C's arithmetic on values of all arithmetic types, as the generator needs it: with the
 * knowledge of whether C defines the result. All functions are pure. */
#ifndef VALUE_H
#define VALUE_H

#include <stdbool.h>

enum type {
    BOOL,
    CHAR,
    SCHAR,
    UCHAR,
    SHORT,
    USHORT,
    INT,
    UINT,
    LONG,
    ULONG,
    LLONG,
    ULLONG,
    FLOAT,
    DOUBLE,
    SIGNED_ENUM,
    UNSIGNED_ENUM,
    TYPES
};

/* What the generator knows of each type. */
extern const struct type_facts {
    const char *name, *variable;
    int rank; /* of integers; 0: floating */
    bool is_unsigned;
    int bits;
} types[TYPES];

struct value {
    enum type type;
    long long i; /* integers: the value, wrapped for unsigned ones of 64 bits */
    double d;
    bool bad; /* not defined, or not the same everywhere */
};

bool is_floating(enum type t);

/* The value i, wrapped, of integer type t; d rounded to floating type t. */
struct value integer(enum type t, long long i);
struct value floating(enum type t, double d);

/* The types after integer promotion (C17 6.3.1.1) and the usual arithmetic conversions (6.3.1.8).
 */
enum type promoted(enum type t);
enum type usual(enum type a, enum type b);

/* v converted to t (C17 6.3.1), compared with 0, negated, and the result of a binary operator by
 * its spelling. */
struct value convert(struct value v, enum type t);
bool truth(struct value v);
struct value negated(struct value a);
struct value binary(const char *op, struct value a, struct value b);

#endif
