/* builtin.h - the functions of the C library and of the compiler (__builtin_x) that amp code may
 * call. */
#ifndef SEMA_BUILTIN_H
#define SEMA_BUILTIN_H

#include <stdbool.h>

#include "common/ctx.h"
#include "parser/tree.h"
#include "sema/type.h"

enum builtin_kind {
    BUILTIN_MATH,     /* functions of <math.h> and <stdlib.h> */
    BUILTIN_CLASSIFY, /* isnan, fpclassify ...: any real floating argument */
    BUILTIN_PRINTF,
    BUILTIN_COMPILER /* __builtin_x without a like in the library */
};

/* signature: the result, then the parameters, a letter each: v void, i int, u unsigned, l long, m
 * unsigned long, L long long, M unsigned long long, h unsigned short, f float, d double, R float or
 * double by 'real', F any real floating type, s a string literal, x anything (not converted), '.'
 * any number of further arguments (default promotions); 'p' before a letter: pointer to. opencl: a
 * function called with the same arguments, or, when it has a '$', the text with $1, $2 ... replaced
 * by the arguments, or, for signatures without parameters, the text itself. */
struct builtin {
    const char *name;
    const char *opencl;
    enum builtin_kind kind;
    const char *signature;
    char real; /* 'f' or 'd' */
};

/* The row of a function by its name; "__builtin_sinf" finds "sinf"; NULL: amp code cannot call it.
 */
const struct builtin *builtin_find(const char *name);
/* The row of the function that a typed or untyped EXPR_CALL calls: NULL when the callee is no such
 * name, or stands for something of the user's own. */
const struct builtin *builtin_called(const struct expr *call);

/* The type of the result, and of parameter i (from 0): NULL for one that takes any type (F, s, x)
 * and beyond the last. */
struct type *builtin_result(struct ctx *c, const struct builtin *b);
struct type *builtin_param(struct ctx *c, const struct builtin *b, int i);
/* The number of named parameters; *variadic (may be NULL) tells whether more may follow. */
int builtin_params(const struct builtin *b, bool *variadic);
/* The letter of parameter i, 0 beyond the last. For pointers the letter of what they point to. */
char builtin_param_letter(const struct builtin *b, int i);

#endif
