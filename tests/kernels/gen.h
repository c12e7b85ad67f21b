/* gen.h - what the files of the generator of random kernels share. */
#ifndef GEN_H
#define GEN_H

#include "text.h"

typedef __int128 big;
typedef unsigned long long mask; /* a bit for each object */

/* ---- types.c ---- */

/* In the order of the usual arithmetic conversions. */
enum scalar {
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
    ENUM,
    FLOAT,
    DOUBLE,
    SCALARS
};
struct scalar_info {
    const char *name[3];
    int bits;
    bool is_signed;
};
extern const struct scalar_info scalars[SCALARS];

struct type {
    enum { SCALAR, ARRAY, STRUCT, UNION } kind;
    int scalar, n, fields;
    const struct type *of, *field[5];
    char *name;
};
extern struct type basic[SCALARS], structs[8];
extern int structs_n;

const char *scalar_name(int t);
/* The name of a type that is no array; always the same one. */
const char *plain_name(const struct type *t);
/* 's1' of 'struct s1' or 'union s1'. */
const char *tag(const struct type *t);
/* The function of the program that hashes it. */
const char *hash_name(const struct type *t);
bool floating(int t);
big lowest(int t);
big highest(int t);
int promoted(int t);
int usual(int a, int b);
int to_unsigned(int t);
const struct type *array_of(const struct type *of, int n);
char *declare(const struct type *t, char *name);
const struct type *any_scalar(void);
const struct type *any_element(void);
const struct type *any_object(void);

/* ---- places.c: what a body may name, and what an expression reads and writes ---- */

struct var {
    char *name;
    const struct type *type; /* of the object, a pointer's target, a view's elements */
    enum { OBJECT, POINTER, VIEW, INTEGER } kind;
    int n;                    /* elements that a pointer may reach */
    int rank, dims[4];        /* of views */
    const char *fixed[4];     /* subscripts that are not free */
    const char *whole;        /* v(WHOLE) instead of these */
    big lo, hi;               /* of INTEGER, a value that is not assigned */
    mask objects, self;       /* what an access concerns; a pointer's own */
    const char *base, *other; /* an array that a pointer leads into; another value for it */
    bool read_only, hashed;
    bool by_reference; /* an array of AMP's */
};
extern struct var vars[200];
extern int vars_n, names, objects_n;

/* What the expression being made reads and writes, and must not, as it is unsequenced to others. */
struct effects {
    mask r, w;
};
extern struct effects acc, never;

/* An expression: its type and, of integers, between what its value is. */
struct ex {
    char *s;
    int t;
    big lo, hi;
};

struct var *add_var(struct var v);
mask new_object(void);
char *new_name(const char *stem);

/* The operands of an operator that does not sequence them: between() before the second. */
struct unsequenced {
    struct effects acc, never;
};
struct unsequenced begin_operands(void);
void between(void);
void end_operands(struct unsequenced u);

/* An expression of type t with any value. */
struct ex full(char *s, int t);
struct ex subscript(int n, int depth);
/* A scalar subobject of an object of type *t; *t becomes its type. */
char *part(const struct type **t, char *s, int depth);
char *view_element(const struct var *v, int depth);
/* The whole of what v leads to: one of the elements of a view or behind a pointer. */
char *access_var(const struct var *v, int depth);
/* One that may be read, or written; or NULL. */
struct var *any_var(bool write);
/* A scalar that can be read (and assigned); s is NULL if there is none. Its own access is not yet
 * noted. */
struct ex place(int depth, bool write, struct var **of);
struct ex read_place(int depth);
/* A pointer to at least n elements of type t, or NULL; *objects: which; *base: the array, if it is
 * the begin of one. */
char *pointer_to(const struct type *t, int n, bool write, int depth, mask *objects,
                 const char **base);

/* ---- operators.c ---- */

/* As an integer; what is too large for the conversion is cut. */
struct ex to_integer(struct ex e);
struct ex integer_expr(int depth);
/* A value for a scalar of type t. */
char *converted(struct ex e, int t);
struct ex binary(int depth);
struct ex unary(int depth);
struct ex cast(int depth);
struct ex conditional(int depth);
/* An assignment of any kind, as an expression without parentheses. */
struct ex assignment(int depth);

/* ---- expressions.c ---- */

struct function {
    char *name;
    int result; /* a scalar, or -1 - k: struct k */
    int params, pointer_n[5];
    bool is_const[5];
    const struct type *param[5];
};
extern struct function functions[40];
extern int functions_n;

struct ex literal(void);
struct ex expr(int depth);
/* A value of a whole struct. */
char *struct_value(const struct type *t, int depth);
char *call(const struct function *f, int depth);
char *initializer(const struct type *t, int depth, bool constant);

/* ---- statements.c ---- */

/* Where the statement being made is. */
struct context {
    int budget;              /* statements left */
    int in_expression;       /* depth of statement expressions */
    bool plain;              /* nothing but assignments */
    bool in_function, tiled; /* else in a kernel */
    int result;              /* of the function */
    int atomics, kernel;     /* 1..4: which function; 0: none; the kernel's number */
};
extern struct context where;

void statement(int depth);
void declaration(int depth);
void hash_var(const struct var *v);

/* ---- functions.c: types, tables and functions of the program ---- */

void make_struct(void);
void make_table(void);
void make_function(void);
void make_closure(void);

/* ---- kernels.c, print.c ---- */

struct view {
    struct var v;
    bool input, is_array;
    int total;
};
struct kernel {
    int n, rank, dims[3], tile[3], threads;
    struct view views[8];
    int views_n;
    struct var captures[4];
    int captures_n;
    bool explicit_captures, is_mutable;
};
void make_kernel(int n);
/* The function that does the kernel's work on the host, and the one that runs both. */
void print_kernel(const struct kernel *k, const char *body);

/* ---- prelude.c: what each program begins with ---- */

extern const char prelude[];

#endif
