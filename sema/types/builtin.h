/* builtin.h - the functions of the C library and of the compiler (__builtin_x) that amp code may
 * call. */
#ifndef SEMA_TYPES_BUILTIN_H
#define SEMA_TYPES_BUILTIN_H

#include <stdbool.h>

#include "common/ctx.h"
#include "parser/tree.h"
#include "sema/types/type.h"
#include "sema/types/vector.h"

enum builtin_kind {
    BUILTIN_MATH,     /* functions of <math.h> and <stdlib.h> */
    BUILTIN_CLASSIFY, /* isnan, fpclassify ...: any real floating argument */
    BUILTIN_PRINTF,
    BUILTIN_STOP,     /* abort and what assert calls: they end the thread */
    BUILTIN_COMPILER, /* __builtin_x without a counterpart in the library */
    BUILTIN_AMP,      /* C++ AMP's mathematics beyond <math.h>, on both sides */
    BUILTIN_EXTRA     /* C++ AMP's extras: amp code only */
};

/* The namespaces that a function is in; PLAIN: none. */
enum { BUILTIN_PLAIN = 1, BUILTIN_PRECISE = 2, BUILTIN_FAST = 4, BUILTIN_DIRECT3D = 8 };

/* Of short vectors: a function takes them component by component, or none. */
enum builtin_parts { BUILTIN_NUMBERS, BUILTIN_COMPONENTS };

/* signature: the result, then the parameters, a letter each: v void, i int, u unsigned, l long, m
 * unsigned long, L long long, M unsigned long long, h unsigned short, f float, d double, R the type
 * that 'real' is the letter of, F any real floating type, s a string literal, x anything (not
 * converted), '.' any number of further arguments (default promotions); 'p' before a letter:
 * pointer to. opencl: a function called with the same arguments, or, when it has a '$', the text
 * with $1, $2 ... replaced by the arguments, or, for signatures without parameters, the text
 * itself; a text that strtod accepts ("inf", "nan") makes the call a constant (constant.c). */
struct builtin {
    const char *name;
    const char *opencl;
    enum builtin_kind kind;
    const char *signature;
    char real;       /* the letter for R; rows that differ in it alone are overloads; 0: no R in the
                        signature */
    unsigned spaces; /* BUILTIN_* */
    const char *host; /* what host code calls instead; NULL: it cannot call it */
    enum builtin_parts parts;
};

/* The row of a function by its name; "__builtin_sinf" finds "sinf"; NULL: amp code cannot call it.
 */
const struct builtin *builtin_find(const char *name);
/* The name without "__builtin_". */
const char *builtin_plain(const char *name);
/* The BUILTIN_* bit of a namespace by its name; 0: it has no mathematical functions. */
unsigned builtin_space(const char *ns);
/* Some row of the function 'name' in one of 'spaces', whatever its arguments; NULL: none. */
const struct builtin *builtin_in(const char *name, unsigned spaces);
/* The row of the function that an EXPR_CALL with typed arguments calls: of overloads the one for
 * their common type. NULL: the callee is no such name, or the program declares another function of
 * that name. */
const struct builtin *builtin_called(const struct expr *call);

/* Whether kernels for CPUs have a function of their own, for double or for float, in the place of
 * one of OpenCL's by its name, "sin" or "native_sin": the same for numbers and vectors
 * (kernel_own.c). */
bool builtin_has_own(const char *opencl, bool is_double);

/* What a call with short vectors among its arguments is: 'row' on each of n components, R and F
 * being 'real'. misfit: the first argument that does not fit the row; behind all of them, the row
 * takes another number of arguments. */
struct builtin_call {
    const struct builtin *row;
    int n;
    enum type_kind real;
    int misfit;
};
/* Of an EXPR_CALL with typed arguments, to a name of the library that is no symbol; each argument
 * is a vector of the parameter's type, a pointer to one, or a number for all components. A name
 * without a namespace is precise_math's or direct3d's, too. False: no function fits; the row is
 * then the nearest one whose parameter the first vector fits (NULL: none is). */
bool builtin_by_component(const struct expr *call, struct builtin_call *out);
/* The vector that stands for parameter i or for what it points to, for the result if i < 0; NULL:
 * there is none. */
const struct vector *builtin_part(const struct builtin_call *b, int i);
/* The type of the result, and of parameter i (from 0): NULL for one that takes any type (F, s, x)
 * and beyond the last. */
struct type *builtin_result(struct ctx *c, const struct builtin *b);
/* The type that R in the signature stands for. */
struct type *builtin_real(const struct builtin *b);
struct type *builtin_param(struct ctx *c, const struct builtin *b, int i);
/* The number of named parameters; *variadic (may be NULL): whether more may follow. */
int builtin_params(const struct builtin *b, bool *variadic);
/* The letter of parameter i, 0 beyond the last. For pointers the letter of their target. */
char builtin_param_letter(const struct builtin *b, int i);

#endif
