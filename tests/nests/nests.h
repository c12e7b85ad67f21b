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

/* A variable of index<N>, and between what its components lie. */
struct place {
    char *name;
    int rank, lo[RANKS], hi[RANKS];
};

/* An int whose value is known to lie between two numbers: of the index, of a loop. */
struct counter {
    char *name;
    int lo, hi;
    const struct place *place; /* whose first component it is; NULL: none */
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
    bool phased; /* as programs of tiles: what is read behind a barrier others have written */
    bool plain;  /* numbers alone, and no functions with addresses */
    bool closed; /* the thread may be outside of the outputs */
    bool leaves; /* there is no barrier any more */
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
bool gives_type(enum type of, enum type t);
/* The member of an element that gives a value of type t, and the conversion before it. */
char *member(enum type of, enum type t);
const char *conversion(enum type of, enum type t);
/* A variable that may be assigned; NULL. */
const struct value *any_variable(void);
const char *call_name(int k);

/* ---- statements.c ---- */

/* Statements of the nest's budget; between braces. */
void statements(int n);
void block(int n);
/* Loops in each other around sums of products. */
void sums(int depth);
void assignment(void); /* to a variable */
/* All the work of a nest with a border. */
void border(void);
void function_body(void);

/* ---- idioms.c ---- */

/* What programs do in kernels, as the optimiser knows it. */
void idiom(void);
struct view *new_view(const char *stem, enum type type, int rank);
/* A variable for sums; NULL. */
const struct value *sum_variable(void);
/* An input view whose elements give values of that type; NULL. */
struct view *new_input(enum type t, int rank);
/* Makes an input view at least so large in dimension d; whether it is. */
bool grow(struct view *v, int d, int n);

/* ---- borders.c ---- */

/* Sums of what is beside the thread's place, as far as it is there. */
void padded(void);

/* ---- places.c ---- */

/* Declares a variable of index<N>, whose components then are counters. */
void place_variable(void);
/* An element of a view at such a variable that is in reach; NULL. */
char *at_place(struct view *v);

/* ---- tiles.c ---- */

/* Makes the nest one with tiles, of another domain. */
void plan_tiles(void);
/* Its tiles, so many of them. */
void set_tiles(const int *tile, const int *counts);
/* What its body begins with; what its threads do. */
void tile_body(void);
void tile_work(void);
void add_places(void);

/* ---- shared.c ---- */

enum { SHARED = 5, SINGLES = 2 };
struct shared {
    char *name;
    enum type type;
    int rank, dims[RANKS], order[RANKS]; /* the tile's dimension that each one has */
    bool flat, global;                   /* by the thread's number; a part of a view */
    bool ready;                          /* has been written */
    char *own; /* the thread's element, in phases that write the array; else NULL */
};
extern struct shared shared[SHARED];
extern int shared_n;
/* A value for all threads; locked: all go by it. */
struct single {
    char *name;
    int locked;
};
extern struct single singles[SINGLES];
extern int singles_n;
/* The name of the thread's place in dimension d of its tile. */
char *local(int d);
/* An element of an array that a value of type t is made of; or NULL. */
char *shared_element(enum type t);
void add_shared(void);
/* Chooses what is written; the first phase writes all arrays. */
void begin_phase(bool first);
void end_phase(void);
/* Whether a value is of this phase alone. */
bool is_shared(const struct value *v);
/* A new value of an array's type; and one for the thread's own element. */
char *fresh(enum type t);
void assign_shared(void);

/* ---- phases.c ---- */

/* As those of tiles.c, for programs of tiles: a kernel is phases in loops and branches, and idioms
 * of tiles. */
void plan_phases(void);
void phase_body(void);
void phase_work(void);
void phase_results(void);
void phase_end(void);

/* ---- print.c ---- */

void print_prelude(void);
/* The function that launches the kernel, the one that does its work on the host, and the one that
 * runs and compares both. */
void print_nest(const char *body);
/* Whether a view has more elements than programs have memory for. */
bool too_large(void);

#endif
