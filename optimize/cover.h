/* cover.h - kernels whose groups cover a block of threads, for GPUs: each work-item does several
 * rows and columns of them, and what the threads of a group read in a loop is fetched once.
 *
 * What is here is a plan: the clone of a kernel's body, in which the elements that are fetched are
 * replaced by variables, with tables of what differs between which threads. The generator
 * (codegen/kernel/kernel_cover.c) prints it for any number of rows and columns; the library chooses
 * them (runtime/cover.c).
 *
 * Example: in `for (k...) sum += a(i, k) * b(k, j)` of thread (i, j), a's element differs between
 * rows, b's between columns, sum between both, and both elements are fetched by the group for
 * several k at once. */
#ifndef OPTIMIZE_COVER_H
#define OPTIMIZE_COVER_H

#include "common/ctx.h"
#include "common/node_table.h"
#include "sema/types/symbol.h"

struct depend;

/* Along which dimensions of the domain something differs between threads. */
enum { COVER_COLUMNS = 1, COVER_ROWS = 2, COVER_BOTH = 3 }; /* the last one, the one before */

/* An element that a loop of all threads alike reads in every round, or where a test says so: for
 * some rounds at once, the group fetches what its threads read. */
struct cover_panel {
    struct symbol *value;       /* stands for the element in the loop's body */
    const struct expr *element; /* names the index, the loop's counter and constants alone */
    unsigned axes;              /* COVER_*: between which threads it differs */
    bool across;                /* neighbours in memory are those of the rounds, not of threads */
    bool parts; /* subscripts have parts of the counter (fused.c): rounds beside each
                   other may be far apart in memory */
    bool made;  /* the element is none, but a test that the group evaluates for its threads */
    const struct expr *when; /* under which it is read, else it is 0; of what 'element' names, and
                                of corners of the block (when.c). NULL: always */
};

/* for (T counter = begin; counter < end; counter++), where T has 4 or 8 bytes, as has the type of
 * end, in which they are compared */
struct cover_loop {
    struct symbol *counter;
    const struct expr *begin, *end;
    bool closed; /* counter <= end */
    bool within; /* panels have the rows and columns of 'reach' alone */
    VEC(struct cover_panel) panels;
};

/* What a subscript of a window adds to the row or the column: times a counter from lo to hi, or, if
 * the text does not say that, from low to high. */
struct cover_term {
    struct symbol *counter;
    long long times, lo, hi;
    const struct expr *low, *high; /* ints that all threads have alike; NULL: lo, hi */
};
typedef VEC(struct cover_term) cover_term_vec;

/* The rows and columns that there is room for around a block, of windows whose size the text does
 * not say: in both dimensions, in one, in a domain of rank 1. */
enum { COVER_NEAR_BOTH = 32, COVER_NEAR_ONE = 64, COVER_NEAR_LINE = 1024 };

/* An element that a nest of loops reads around its thread's place, as from(i + k, j + l): the group
 * fetches all that its threads read before the nest. */
struct cover_window {
    struct symbol *value;       /* stands for the element in the nest */
    const struct expr *element; /* at the least value of all terms; names the index and what is the
                                   same in all of the nest */
    const struct expr *whole;   /* the same with the counters */
    cover_term_vec rows, columns;
    cover_term_vec around; /* loops around it whose rounds the text does not say: it is fetched
                              if all of them run, and it is no larger than */
    int more_rows, more_columns; /* that a block reads beside its own */
};
typedef VEC(struct cover_window) cover_window_vec;

/* An assignment to an element whose neighbours in memory are those of the rows: it goes through
 * local memory. */
struct cover_turn {
    const struct expr *element; /* names the index and constants alone */
};

/* An element that a statement with a call reads: all copies read theirs before the first call,
 * which has branches that no load passes. */
struct cover_early {
    struct symbol *value; /* stands for it in the statement */
    const struct expr *element;
};
typedef VEC(struct cover_early) cover_early_vec;

/* A test around all of the work: the index in a dimension, the last one or the one before, is less
 * than bound + more; or 'begin': at least that. */
struct cover_limit {
    int dimension, more;
    bool begin;
    const struct expr *bound; /* of 4 or 8 bytes, of captures and constants */
};
typedef VEC(struct cover_limit) cover_limit_vec;

/* for (...; counter < end; counter += step), run by each thread alone: 'count' rounds at once; or
 * another loop, so many rounds of which follow each other with a test between. */
struct cover_rounds {
    const struct expr *counter;    /* NULL: another loop */
    const struct expr *end, *step; /* NULL: 1 */
    bool closed;                   /* counter <= end */
    int count;
};

/* A view whose elements the threads join with values by atomic functions alone, in any order: a
 * group does it in local memory first. */
struct cover_tally {
    const struct symbol *view; /* of int or unsigned int */
    enum amp_op join;          /* AMP_ATOMIC_ADD, MAX, MIN, AND, OR or XOR */
};

/* A change of the source by which the group would fetch what a loop reads. */
struct cover_advice {
    enum cover_advice_kind {
        COVER_ADVICE_NONE,
        COVER_ADVICE_STORE,  /* it stores to one element, the same in each round: a variable for it
                              */
        COVER_ADVICE_COUNTER /* its counter, which is a short or char, might be an int */
    } kind;
    const struct stmt *loop;
    const struct expr *stored;  /* that element, or NULL */
    const struct expr *read;    /* an element that would be fetched */
    const struct symbol *about; /* the view that is stored to; the counter */
};

enum cover_kind {
    COVER_FLAT,    /* no loops */
    COVER_LOOPS,   /* loops that all threads run alike */
    COVER_PANELS,  /* of which some have panels */
    COVER_WINDOWS, /* or windows */
    COVER_ALONE,   /* loops that threads run differently, and no others: some rounds at once */
    COVER_APART,   /* the same, and none of them reads elements: one behind the other */
    COVER_TILES    /* of a tiled launch: a group does several tiles */
};

/* Where a thread of a tiled kernel is: int variables in the place of members of its tiled_index;
 * NULL: the body does not name them. Rows and columns of the plan are those of tiles. */
struct cover_tiles {
    struct symbol *global[3], *local[3], *tile[3], *origin[3];
};

enum { COVER_CLASSES = 4 }; /* subsets of COVER_COLUMNS and COVER_ROWS */

/* A kernel whose groups do a block of threads, or of tiles: each work-item some rows and columns of
 * them, whose number the library chooses. */
struct cover_kernel {
    const struct launch *launch; /* a clone, with the original's number and captures */
    struct symbol *index[3];     /* the components of the thread's index, int variables: the last
                                    one that of the columns, the one before of the rows; or */
    struct cover_tiles tiles;    /* those of a tiled launch's thread */
    struct stmt *body;
    enum cover_kind kind;
    cover_limit_vec limits; /* of the threads that have anything to do, or, with */
    struct stmt *rest;      /* the work of those outside of the limits, that do it as body; NULL:
                               they have none */
    VEC(struct cover_tally) tallies;
    int words; /* that the variables of a thread take which loops store to */
    /* As in struct ampc__cover of runtime/ampc_gen.h. */
    int row_bytes, column_bytes, round_bytes, both_bytes, more_rows, more_columns;
    unsigned along; /* of tiles: COVER_*, whether a group may do several rows or columns of them */
    int costs[COVER_CLASSES]; /* of tiles: the share, in thousandths, of what a thread does that
                                 differs between these */
    int staged;          /* the same of loads from tile_static objects that not each tile has */
    int nodes;           /* of tiles: of the body, those in short loops as often as these run */
    bool lines;          /* blocks are of threads along the last dimension alone (lines.c) */
    bool first;          /* rows are those of the first dimension of three (first.c) */
    int fused;           /* short loops in longer ones are one loop with them (fused.c): so many
                            rounds in one of these, at most; 0: none are */
    bool tested;         /* of which some may have one round of the long loop alone for each
                            element of a view */
    bool product;        /* a loop has panels of rows and panels of columns */
    bool again;          /* a loop with panels is in another loop */
    bool around;         /* or around one */
    int near;            /* of windows whose size the text does not say: the most that a counter may
                            grow for them; 0: there are none */
    bool rows_across;    /* of all panels those of rows alone have the rounds side by side */
    bool columns_across; /* of some panel of columns the rounds are side by side */
    int side;      /* if each thread keeps to elements of its own (own.c): so many of the largest
                      have about 16 bytes, at most 4; else 0 */
    bool lent;     /* the same, but for elements that only rows or columns differ in */
    bool slow;     /* the same, with functions or divisions; of panels: some floats are divided */
    bool in_words; /* the elements of all panels have 4 bytes */
    bool singly;   /* the elements of some panel are fetched one by one, wherever they are */
    const char *refused;   /* why there is none; NULL: there is */
    struct loc loc;        /* of what prevents it */
    const char *unfetched; /* why the first loop for which the group fetches nothing is one; NULL:
                              there is none */
    struct loc unfetched_loc;
    struct cover_advice advice;
    /* Variables for the first and the last column, and row, of a block's threads: loops that
     * threads begin or end apart are cut there (triangle.c), if 'cut'. */
    struct symbol *corners[2][2];
    bool cut;
    /* Of a test that compares the row with the column (diagonal.c): longs for the first and the
     * last column, and row, of the block in which a thread passes it: panels have no others. NULL:
     * there is none. */
    struct symbol *reach[2][2];
    struct loc diagonal;     /* the test */
    const struct expr *test; /* whether a thread passes it */
    VEC(struct stmt *) open; /* loops that also threads run that fail it */
    /* cover.c's own */
    const struct depend *depend;
    struct node_table masked;  /* expressions that only threads compute that pass the test: 1 */
    struct node_table loops;   /* statements: struct cover_loop */
    struct node_table windows; /* statements: cover_window_vec */
    struct node_table turned;  /* statements: struct cover_turn */
    struct node_table rounds;  /* statements: struct cover_rounds */
    struct node_table early;   /* statements: cover_early_vec */
};

/* For every launch of the program, by number; in c's arena. 'p' stays as it is. 'always': also
 * tiles that share little, for tests. */
struct cover_kernel *optimize_covers(struct ctx *c, struct program *p, bool always);
/* The same for one launch. */
void optimize_cover(struct ctx *c, struct program *p, const struct launch *l, bool always,
                    struct cover_kernel *k);
/* Whether blocks have rows, threads along the dimension before the last one, too. */
bool cover_has_rows(const struct cover_kernel *k);
/* COVER_*: between which threads a variable, the value of an expression or what it does, and
 * whether and how often the body of an if or a loop runs, differs. */
unsigned cover_symbol(const struct cover_kernel *k, const struct symbol *s);
unsigned cover_expr(const struct cover_kernel *k, const struct expr *e);
unsigned cover_control(const struct cover_kernel *k, const struct stmt *s);
/* The windows of a nest of loops; NULL: none. */
const cover_window_vec *cover_windows_of(const struct cover_kernel *k, const struct stmt *s);
/* Whether a nest is done with its windows if arguments say so alone. */
bool cover_windows_vary(const cover_window_vec *windows);
/* The variable that e assigns to, or to a part of it; NULL: it does not. */
const struct symbol *cover_assigned(const struct expr *e);
/* Whether e itself is a quotient, or the square root, of floats that devices may compute with a
 * branch; whether a body has any. */
bool cover_quotient(const struct expr *e);
bool cover_root(const struct expr *e);
bool cover_body_divides(const struct stmt *body);
/* Whether an expression calls an atomic function; the variable that it is called for, of
 * tile_static memory, or NULL. */
bool cover_is_atomic(const struct expr *e);
struct symbol *cover_atomic_root(const struct expr *e);
/* The panels of a loop; how an assignment to or from an element is turned. NULL: none, not. */
const struct cover_loop *cover_loop_of(const struct cover_kernel *k, const struct stmt *s);
const struct cover_turn *cover_turn_of(const struct cover_kernel *k, const struct stmt *s);
/* The rounds of a loop that each thread runs alone; NULL: it is another one. */
const struct cover_rounds *cover_rounds_of(const struct cover_kernel *k, const struct stmt *s);
/* What is read before a statement; NULL: nothing. */
const cover_early_vec *cover_early_of(const struct cover_kernel *k, const struct stmt *s);

#endif
