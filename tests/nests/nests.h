/* nests.h - what the files of the generator of loop nests share (tests/README.md). */
#ifndef NESTS_H
#define NESTS_H

#include "../kernels/text.h"

enum { RANKS = 3, VIEWS = 16, COUNTERS = 24, VALUES = 40, TRUTHS = 8, FUNCTIONS = 3 };

/* Types of values: FLOAT to VECTOR, which has four floats; and of elements. DUO has two ints, ATOM
 * a vector. */
enum type {
    FLOAT,
    DOUBLE,
    UINT,
    ULONG,
    VECTOR,
    INT,
    SHORT,
    SCHAR,
    UCHAR,
    RECORD,
    DUO,
    ATOM,
    TYPES
};
extern const char *const type_names[TYPES];

/* An int whose value is known to lie between two numbers: of the index, of a loop. */
struct counter {
    char *name;
    int lo, hi;
};

struct value {
    char *name;
    enum type type; /* FLOAT to VECTOR */
    bool constant;
};

struct view {
    char *name;
    enum type type;
    int rank, dims[RANKS]; /* as large as the subscripts need */
    bool output, section;  /* of a larger view */
    bool tally;            /* threads join what they have with its elements, by one function */
    bool constant, typed;  /* a constant_view; the extents are in its type */
    bool fixed;            /* does not grow */
    int turn;              /* of outputs: the thread's subscripts, permuted */
    bool scattered;        /* of outputs: the last subscript is another one of the domain's */
    int margin;            /* of outputs: elements behind the domain that nobody writes */
    int base;  /* one more than the number of the view whose memory it has; 0: its own */
    bool mine; /* threads read their own elements alone, as that view is written */
};

/* The kernel being made, and what may be named at the place that is being written. */
struct nest {
    int n, rank, threads;
    int extent[RANKS]; /* of the launch */
    int work[RANKS];   /* threads that have something to do, if there is a guard */
    bool border;       /* no loops, but work behind a test of the index */
    bool clean;        /* loops that all threads run alike, around sums, and little else */
    bool hidden;       /* sizes are not known to the compiler */
    bool inexact;      /* calls functions whose results the host may round otherwise */
    bool special;      /* elements that are infinite or no number */
    bool small;        /* few threads, short loops: for devices that are slow */
    bool params;       /* captures a struct */
    int own;           /* elements of the thread's own array, "own"; 0: it has none */
    enum type own_type;
    bool record;       /* it has a struct of structs, "rec" */
    const char *group; /* the launch asks for groups, as ".group<8, 32>()"; "" */
    int apart;  /* threads take an index of one dimension apart, in one of three ways; 0: they
                   have one of 'rank' */
    bool tiled; /* it has tiles, */
    int tile[RANKS];
    const char *tile_text; /* "4, 8" */
    struct view views[VIEWS];
    int views_n, outputs_n;
    struct counter counters[COUNTERS];
    int counters_n, last_counter;
    const char *cast; /* in front of the first name of a subscript, which so has that type */
    struct value values[VALUES];
    int values_n;
    char *truths[TRUTHS]; /* variables that are true or false */
    int truths_n;
    int sizes[4];    /* the variables w0 to w3 */
    int divisors[2]; /* z0 and z1: perhaps 0 or -1 */
    int names, budget, depth;
    long rounds;          /* of the loops around, all threads together */
    bool in_for, in_loop; /* 'continue' is allowed, 'break' */
    bool function;        /* the body of one: no views */
};
extern struct nest nest;

/* ---- nests.c ---- */

/* How many threads the launch has in dimension d. */
const char *side(int d);

/* ---- expressions.c ---- */

/* An int made of counters, and between what it lies. */
char *affine(int *lo, int *hi);
/* An int from 0 to n - 1. */
char *below(int n);
/* An element of one of the input views, of a type that a value of type t is made of; or NULL. */
char *element(enum type t);
/* The thread's own element of an output, or of a view of the same memory. */
char *own(const struct view *v);
char *value(enum type t, int depth);
char *condition(int depth);
bool gives(const struct view *v, enum type t);
/* The member of an element that gives a value of type t, and the conversion before it. */
char *member(enum type of, enum type t);
const char *conversion(enum type of, enum type t);
/* A variable that may be assigned; NULL. */
const struct value *any_variable(void);
const char *call_name(int k);

/* ---- statements.c ---- */

/* Statements of the nest's budget. */
void statements(int n);
/* Loops in each other around sums of products. */
void sums(int depth);
/* All the work of a nest with a border. */
void border(void);
void function_body(void);

/* ---- idioms.c ---- */

/* What programs do in kernels, as the optimiser knows it. */
void idiom(void);
struct view *new_view(const char *stem, enum type type, int rank);
/* Makes an input view at least so large in dimension d; whether it is. */
bool grow(struct view *v, int d, int n);

/* ---- tiles.c ---- */

/* Makes the nest one with tiles, of another domain. */
void plan_tiles(void);
/* What its body begins with; what its threads do. */
void tile_body(void);
void tile_work(void);

/* ---- print.c ---- */

void print_prelude(void);
/* The function that launches the kernel, the one that does its work on the host, and the one that
 * runs and compares both. */
void print_nest(const char *body);
/* Whether a view has more elements than programs have memory for. */
bool too_large(void);

#endif
