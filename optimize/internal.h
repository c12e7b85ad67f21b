/* internal.h - what the files of this room share. */
#ifndef OPTIMIZE_INTERNAL_H
#define OPTIMIZE_INTERNAL_H

#include "common/node_table.h"
#include "optimize/optimize.h"
#include "sema/tree/clone.h"
#include "sema/tree/make.h"

enum {
    LANES = 16,        /* neighbouring threads in a vector; some tiles have 8 or 4 */
    ROWS_MAX = 8,      /* vectors of each variable of a block at the most, where it has loops */
    TILE_ROWS_MAX = 64 /* the same of a tile */
};

/* Whether numbers of a type are those of int, as a subscript is in the end, modulo 2^32: sums and
 * products of such types differ in multiples of that, which the last conversion drops. */
static inline bool is_whole(const struct type *t)
{
    return t && t->kind >= TYPE_INT && t->kind <= TYPE_ULLONG;
}

/* Refuses the kernel: the first reason counts. */
void block_refuse(struct block_kernel *b, struct loc loc, const char *reason);

/* ---- normal.c ---- */

/* Makes b->launch, b->index and b->one of a launch: no return in the body, and the thread's index
 * by its components; or refuses. 'structs': also of kernels with structs in more than single
 * variables, and of tiled ones, with arrays, whose index stays as it is. */
void block_normal(struct ctx *c, struct program *p, const struct launch *l, bool structs,
                  struct block_kernel *b);

/* Whether e divides integers by what may be zero, or -1: it may be computed only where the source
 * does, and for the same threads and rounds. */
bool block_may_trap(const struct expr *e);

/* ---- arrays.c: C arrays and structs of which numbers are read ---- */

struct tree_edit;
struct walker;

/* The array or struct that e is a part of; NULL: it is none. */
const struct expr *arrays_outer(const struct expr *e);
/* The variable of which e, a number or a struct, is a part, by subscripts of arrays and members
 * alone; NULL: it is another expression, or no part. */
const struct symbol *arrays_root(const struct expr *e);
/* Walks the subscripts of such a part. */
void arrays_walk(struct walker *w, const struct expr *e);
/* The element of a view that e is, or is a part of by members and by subscripts of arrays; NULL: it
 * is another expression. */
const struct expr *arrays_element(const struct expr *e);
/* Walks what says which part, and which element, that is. */
void arrays_walk_element(struct walker *w, const struct expr *e);
/* Whether e, a node, reads memory that may not be there where the source does not read it: an
 * element of a view, or one of an array, or a component, whose subscript might be outside. */
bool block_reads(const struct expr *e);
/* For a walker whose data is a bool, which becomes true if something does. */
bool block_note_reads(struct walker *w, struct expr *e);
/* Whether e subscripts a C array, which may be an element of another one. */
bool arrays_is_element(const struct expr *e);
struct block;
/* Whether e is a number of a tile_static array that is as far from the next lane's in all lanes: so
 * many numbers of its type. */
bool arrays_tile_step(struct block *b, const struct expr *e, long long *step);
/* Whether e, an element of an array, has a subscript that is a constant inside of it. */
bool arrays_is_inside(const struct expr *e);
/* How many numbers an array of type t has, or many. */
int arrays_length(const struct type *t);
/* Whether an array that lanes differ in can be one of vectors. */
bool arrays_have_vectors(const struct init_declarator *v);
/* The type of an array of vectors, for each number of t one. */
struct type *arrays_type(struct block *b, struct type *t);
/* What a row's array begins with, if 'vectors' as those; NULL of NULL. Zeros for all of it. */
struct init *arrays_init(struct block *b, const struct init *init, int row, bool vectors);
struct init *arrays_zeros(struct block *b, struct type *t);
struct depend;
/* Whether e is an element of an array of the thread's that lanes differ in. */
bool arrays_differ(const struct depend *d, const struct expr *e);
/* The row's array of vectors, if e is such an element and all lanes have the same subscripts; NULL:
 * it is not. Its element for them. */
struct symbol *arrays_target(struct block *b, const struct expr *e, int row);
struct expr *arrays_lanes(struct block *b, const struct expr *e, int row);
/* What a lane (NULL: the first one) has of an element that names the row's array of vectors, whose
 * subscripts are edited; NULL: e is none. */
struct expr *arrays_lane(struct block *b, const struct expr *e, struct symbol *lane,
                         struct tree_edit *edit);
/* Whether t is an array of numbers, or of such arrays. */
bool arrays_are_numbers(const struct type *t);

/* ---- normal.c ---- */

/* Whether a function's parameters are numbers and structs of such: it can store to nothing of its
 * caller's, nor to a view. */
bool block_takes_values(const struct symbol *f);

/* Takes the returns out of a body; what they return is stored to 'result' (NULL: nothing). Refuses
 * b where it cannot. */
void block_without_return(struct maker *m, struct block_kernel *b, struct stmt **at,
                          struct symbol *result);

/* ---- places.c: tiled kernels ---- */

/* Why something is not done; NULL: it is. */
struct why_not {
    const char *reason;
    struct loc loc;
};
struct cover_tiles;
/* Puts int variables, which it adds to *places, in the place of the members of a launch's
 * tiled_index. */
struct why_not places_replace(struct maker *m, const struct launch *l, struct stmt **body,
                              struct cover_tiles *places);
/* Whether e is a barrier; the first one in s; NULL: there is none. */
bool places_is_wait(const struct expr *e);
const struct expr *places_wait_in(const struct stmt *s);
/* Whether the functions that a kernel calls have values for their parameters, and nothing else that
 * the threads of a tile share. */
struct why_not places_calls(struct ctx *c, const struct launch *l);

/* ---- indices.c ---- */

/* Puts ints in the place of local variables of index<N>, and their components in that of the whole
 * in subscripts of views, where it can. */
void block_indices(struct maker *m, struct stmt **body);

/* ---- hidden.c ---- */

/* Gives local variables of a launch's body names that hide no other variable's. */
void block_hidden(struct maker *m, const struct launch *l, struct stmt *body);

/* ---- copies.c ---- */

/* Puts variables in the place of their const copies where it can. */
void block_copies(struct maker *m, struct stmt *body);
/* Puts tests in the place of variables that keep whether they hold, where it can. */
void block_truths(struct maker *m, struct stmt *body);

/* ---- counters.c ---- */

/* Gives loops variables of their own where they count others that nobody else names. */
void block_counters(struct maker *m, struct stmt *body);

/* ---- continues.c ---- */

/* Puts what stands behind an if with 'continue' into its other branch where it can. */
void block_continues(struct maker *m, struct stmt *body);

/* ---- inline.c ---- */

/* Puts the bodies of functions in the place of their calls where it can; 'integers': of those alone
 * that return some, which may be subscripts and tests. */
void block_inline(struct maker *m, struct stmt **body, bool integers);

/* ---- lent.c: objects that functions get by their addresses ---- */

/* What a parameter stands for: a number, or an array from element 'at' on (NULL: the first). */
struct lent {
    struct expr *whole, *at;
};
/* Whether s is a parameter that may be another name of such an object. */
bool lent_is_parameter(const struct symbol *s);
/* The variable or parameter into whose object an address leads, or of which e, a number, is a part;
 * NULL: it is not known. Walks the subscripts on the way (w NULL: does not). */
const struct symbol *lent_root(const struct expr *e, struct walker *w);
/* Whether e is a number that is reached by such a parameter. */
bool lent_is_element(const struct expr *e);
/* Whether parameter i of f, if all it is used for is elements and other functions' arguments, may
 * stand for what 'arg' is the address of. */
bool lent_fits(struct maker *m, const struct symbol *f, int i, const struct expr *arg);
/* Whether its function may store to what such a parameter stands for. */
bool lent_is_stored(const struct symbol *param);
/* Whether a call may be done before all else in its full expression: nothing there reads what it
 * stores to, or stores to what it reads, by way of this parameter. */
bool lent_in_order(const struct expr *full, const struct expr *call, const struct symbol *param,
                   const struct expr *arg);
/* What 'arg' is the address of; adds variables for what says which part that is. */
struct lent lent_of(struct maker *m, const struct expr *arg, struct stmt *block);
/* Puts objects in the place of the parameters of a body: struct lent. */
void lent_edit(struct maker *m, struct stmt **body, const struct node_table *lent);

/* ---- records.c ---- */

/* Takes local structs of a body apart where it can. */
void block_records(struct maker *m, struct stmt **body);

/* ---- before.c ---- */

/* Reads elements that lanes find at places of their own, and all rounds of a loop read, before it.
 */
void block_before(struct maker *m, struct block_kernel *b);

/* ---- guard.c ---- */

/* Makes b->work of b->one, with b->guard and b->outside, if one thread's work is behind a test. */
void block_guard(struct maker *m, struct block_kernel *b);

/* ---- quotient.c ---- */

struct depend;
/* Finds quotients of the index by the same number in k->work, which are alike in the blocks that
 * k->divisors let pass, and makes *d anew with these. */
void block_quotients(struct depend *d, struct block_kernel *k);

/* ---- join.c ---- */

/* Stores once behind an if what its branches store to the same element, where lanes decide it
 * differently; whether there was one: then *d does not hold. */
bool block_join(struct maker *m, const struct depend *d, struct stmt **body);

/* ---- again.c ---- */

/* Whether a thread may do its work more than once with the same effect, if no two views have
 * elements in common: it stores only what it does not read. */
bool block_repeats(struct ctx *c, const struct stmt *work);

/* ---- depend.c: between which threads of a block something differs ---- */

enum { ON_LANE = 1, ON_ROW = 2, ON_ALL = 3 };

struct depend {
    struct ctx *c;
    struct node_table on;       /* variables and loops: ON_* */
    struct node_table stores;   /* variables: how many stores, its initialiser not counted */
    struct node_table homes;    /* variables: struct region, where they are declared */
    struct node_table unsteady; /* variables: see depend_is_steady */
    struct node_table alike;    /* quotients that lanes have alike, and their remainders */
    bool whole;  /* an if or a loop that differs between rows alone runs in each thread by itself,
                    as one that differs between lanes does */
    bool tiles;  /* lanes and rows are those of tiles, of which a group does several (tiles.c) */
    bool causes; /* the same, but what is done tile by tile differs as its condition does alone */
    bool changed;
};

/* Looks at a normal body, of which 'index' has the components of the thread's index. In a domain of
 * rank 1 the next row's threads are those behind the lanes, unless 'whole'. */
struct depend depend_of(struct ctx *c, const struct stmt *body, struct symbol *const *index,
                        int rank, bool whole);
/* The same, if the rows are those of two blocks beside each other, first the one's: what differs
 * between lanes differs between rows, too. */
struct depend depend_pair(struct ctx *c, const struct stmt *body, struct symbol *const *index,
                          int rank);
/* The same, if quotients of the last component are alike. */
struct depend depend_alike(struct ctx *c, const struct stmt *body, struct symbol *const *index,
                           int rank, const struct node_table *quotients);
struct cover_tiles;
/* The same of a tiled kernel's body, between the threads of a tile: tile_static objects are alike
 * for all of them. */
struct depend depend_tile(struct ctx *c, const struct stmt *body, const struct cover_tiles *places,
                          const struct launch *l);
/* The same of a tiled kernel's body, between the tiles of a group, which has several of them along
 * these dimensions, ON_*: tile_static objects and arrays are variables. 'causes': see there. */
struct depend depend_tiles(struct ctx *c, const struct stmt *body, const struct cover_tiles *places,
                           int rank, unsigned along, bool causes);
/* ON_*: between which threads the value of an expression, or what it does, may differ. */
unsigned depend_expr(const struct depend *d, const struct expr *e);
/* The same of whether and how often the body of an if or a loop runs. */
unsigned depend_control(const struct depend *d, const struct stmt *s);
/* Whether nothing stores to s but its initialiser. */
bool depend_is_constant(const struct depend *d, const struct symbol *s);
/* Whether each store to s but its initialiser adds the same in all lanes that are in reach of s. */
bool depend_is_steady(const struct depend *d, const struct symbol *s);
/* The variable that an lvalue is, or is a component or member of; NULL: an element of a view. */
struct symbol *depend_root(const struct expr *e);

/* ---- block.c, lanes.c: the body of a block ---- */

/* What a variable of the block is. */
enum var_kind {
    VAR_SCALAR, /* one value for all lanes */
    VAR_STEPS,  /* an integer that grows by 'step' from lane to lane: the value of the first */
    VAR_VECTOR  /* a value for each lane */
};
struct var {
    enum var_kind kind;
    int step;
    const struct symbol *home; /* the mask where it is declared: others need not be kept */
};

/* The lanes that run what is being made: a vector of int, -1 for those that do. */
struct mask {
    struct symbol *lanes;
    const struct mask *outer;
    struct symbol *count; /* they are the first ones, so many; NULL: any */
};

/* The loop around: 'stays' of a masked one are the lanes that have not left it, 'round' those that
 * have not left this round; NULL: all lanes run it alike. */
struct block_loop {
    struct symbol *stays, *round;
};

/* An element side by side that all lanes of a row have read. */
struct block_read {
    const struct expr *element;
    int row;
};

/* The innermost loop around, that all lanes run alike: what it counts with, and by how much in each
 * round (NULL: by one). */
struct block_count {
    const struct symbol *counter;
    const struct expr *step;
};

struct block {
    struct ctx *c;
    struct block_kernel *kernel;
    struct depend depend;
    struct maker make;
    int lanes; /* LANES, of a tile perhaps fewer */
    int rows;
    const struct depend *apart_of; /* of a pair of blocks, whose rows are twice as many: between
                                      which threads of one of them something differs; or NULL */
    bool line; /* the rows' threads are those behind the lanes: in domains of rank 1, in lines */
    struct tree_clone clones[TILE_ROWS_MAX]; /* for each row: from the variables of the body to
                                           those of the block */
    struct node_table vars;                  /* variables of the block: struct var */
    struct stmt *out;                        /* the compound statement that the work is added to */
    struct node_table shared; /* expressions of the present statement that all rows share: their
                                 vector variables */

    VEC(struct block_read) reads; /* before the present statement, and in any case */
    const struct mask *mask;      /* NULL: all lanes run */
    struct block_loop loop;
    struct block_count count;
    struct node_table asked;     /* the same: elements that were asked for ahead of all rows */
    struct node_table across;    /* the same: elements that are loaded for all rows: their lines */
    bool all_rows;               /* the present statement is done by all rows */
    const struct strips *strips; /* elements that are loaded for 16 rounds of the loop around */
    int together;                /* rows that do these 16 rounds at once, of a tile rows that do a
                                    loop without barriers at once; 0: all */
    bool stripped;               /* there is such a loop */
    bool failed;                 /* what is being made cannot be done by masks */

    /* What the work costs, as a block and thread by thread, in operations; a loop has some rounds.
     */
    int depth; /* of loops */
    long cost, plain_cost;
    long apart;           /* the most of it for one thing that each lane does by itself */
    struct loc apart_loc; /* where that is */
};

/* A new variable of the block for s, in one row or (row < 0) in all. */
struct symbol *block_var(struct block *b, struct symbol *s, int row, struct var var,
                         struct type *t);
void block_put(struct block *b, struct stmt *s);
/* How often what stands in so many loops is taken to run. */
long block_rounds(int depth);
/* Notes operations. */
void block_cost(struct block *b, long operations);
/* The same, of what each lane does by itself. */
void block_apart(struct block *b, long operations, struct loc loc);
int block_operations(const struct expr *e);
long block_stmt_cost(const struct block *b, const struct stmt *s);
/* Nothing that was computed for all rows is known any more; the next statement is for these. */
void block_begin(struct block *b, int from, int to);
/* Adds the work of s in some rows; a declaration. */
void block_stmt(struct block *b, const struct stmt *s, int from, int to);
void block_decl(struct block *b, const struct decl *d, int from, int to);
/* A block with the declaration of a loop that all lanes run alike. */
struct stmt *block_header(struct block *b, const struct decl *d, int from, int to);
/* Adds the work of the whole block. */
void block_body(struct block *b);

/* ---- masks.c: what only some of the lanes do ---- */

/* Adds an if or a loop that differs between lanes: by masks, or in each thread. */
void masks_control(struct block *b, const struct stmt *s, int from, int to);
/* Adds a break or continue of the masked loop around. */
void masks_jump(struct block *b, enum stmt_kind kind);
/* The masked form of such a statement in one row, as a block of its own; NULL: there is none. */
struct stmt *masks_made(struct block *b, const struct stmt *s, int row);
/* Whether s may leave, or go on with, the loop around it. */
bool masks_jumps(const struct stmt *s);
/* Whether any, or all, of the lanes that run at most do; all lanes' being NULL. */
struct expr *masks_test(struct block *b, enum amp_op op, struct symbol *lanes);
/* A new mask variable. */
struct symbol *masks_new(struct block *b, struct expr *value);

/* ---- steady.c: loops that lanes begin apart and run alike ---- */

/* Whether s is one, as far as the tree says. */
bool steady_fits(const struct depend *d, const struct stmt *s);
/* Adds such a loop; false: it is done otherwise. */
bool steady_loop(struct block *b, const struct stmt *s, int from, int to);

/* ---- ahead.c: memory of later rounds ---- */

/* What s, a loop that is about to be made, counts with; no counter if it is another loop. */
struct block_count ahead_count(const struct stmt *s);
/* Adds a request for the memory of e, elements side by side in one row, some rounds later, if
 * processors do not see by themselves where that is. */
void ahead_fetch(struct block *b, const struct expr *e, int row);

/* ---- strips.c: elements of different lines of memory ---- */

/* Adds a loop that all lanes run alike, 16 rounds at a time; false: it is done otherwise. */
bool strips_loop(struct block *b, const struct stmt *s, int from, int to);
/* The lanes' elements of this round in one row; NULL: e is not loaded in strips. */
struct expr *strips_element(struct block *b, const struct expr *e, int row);
/* This round's element of one row; NULL: e, of the block's variables, is not loaded for rows. */
struct expr *strips_of_row(struct block *b, const struct expr *e, int row);
/* Whether e is an element of lines that lanes differ in, and that rows are side by side in. */
bool strips_across(const struct depend *d, const struct block_kernel *k, const struct expr *e);
/* The lanes' elements in one row of such an element, loaded for 16 rows; NULL: it is none. */
struct expr *strips_row(struct block *b, const struct expr *e, int row);
/* Adds an assignment to such an element; false: it is none. */
bool strips_store(struct block *b, const struct expr *e);
/* A new array of 16 vectors of t; adds that its rows become its columns. */
struct symbol *strips_lines(struct block *b, struct type *t);
void strips_turn(struct block *b, struct symbol *lines);

/* ---- tile_block.c ---- */

/* How many neighbours of a tile are a vector: 16, 8 or 4, which divide its last size; 0: none. */
int tile_lanes(const struct launch *l);

/* Makes the block of a tiled kernel, a tile; or refuses. */
void tile_block(struct ctx *c, struct program *p, struct block_kernel *k, bool always);

/* ---- panels.c: blocks whose sums are in memory ---- */

/* The work of a block of any size up to made->most, by parts of made->rows rows of made->beside
 * vectors: the rest of *made. False: there is none. */
bool panels_block(struct ctx *c, struct program *p, struct block_kernel *k,
                  struct block_panels *made);

/* ---- gather.c: elements at places of their own in one line, or the same parts of structs ---- */

/* The lanes' elements as a vector; NULL: e is no such element. */
struct expr *gather_value(struct block *b, const struct expr *e, int row);
/* Adds that such elements get the lanes' values of e; false: 'to' is none. */
bool gather_store(struct block *b, const struct expr *to, const struct expr *e, int row);

/* ---- truth.c: conditions as masks ---- */

/* Where e is true: a vector of int, -1 or 0; of lanes that do not run it is anything. */
struct expr *truth_mask(struct block *b, const struct expr *e, int row);
/* The vector of a comparison, of !, && or ||, of a conversion to bool, or of ?:; NULL: e is
 * something else. */
struct expr *truth_value(struct block *b, const struct expr *e, int row);
/* Whether e is true, as a vector of bool. */
struct expr *truth_bool(struct block *b, const struct expr *e, int row);
/* Whether e is 0 or 1. */
bool truth_is(const struct expr *e);
/* a, where the mask is true b. */
struct expr *truth_select(struct block *b, struct expr *a, struct expr *other, struct expr *mask);

enum { LANES_RANK = 8 };
struct lanes_subscripts {
    const struct expr *at[LANES_RANK];
    int n;
};
/* The subscripts of an element of a captured view. */
bool lanes_subscripts(const struct expr *e, struct lanes_subscripts *subs);

/* e in one row for the first lane; for the lane that 'lane' counts. */
struct expr *lanes_first(struct block *b, const struct expr *e, int row);
struct expr *lanes_of(struct block *b, const struct expr *e, int row, struct symbol *lane);
/* for (int lane = 0; lane < LANES; lane++) body */
struct stmt *lanes_loop(struct block *b, struct symbol *lane, struct stmt *body);
struct stmt *lanes_each(struct block *b, const struct stmt *s, int row);
/* Adds the work of an expression statement in one row, for all lanes. */
void lanes_effect(struct block *b, const struct stmt *s, int row);
/* The value of an expression in one row: of a vector type, or, if all lanes have it, its own. What
 * has to be computed before is added to the block. */
struct expr *lanes_value(struct block *b, const struct expr *e, int row);
/* The same as a vector. */
struct expr *lanes_vector(struct block *b, const struct expr *e, int row);
/* Whether variables of type t can be vectors; the vector type. */
bool lanes_has_vector(const struct type *t);
struct type *lanes_type(struct block *b, struct type *t);
/* Whether e, a subscript of a view, grows by a constant from lane to lane, modulo 2^32. */
bool lanes_subscript_step(struct block *b, const struct expr *e, long long *step);
/* Whether e, an int, grows by a constant from lane to lane. */
bool lanes_step(struct block *b, const struct expr *e, long long *step);
/* Whether e is true, as a mask, asked lane by lane. */
struct expr *lanes_truth(struct block *b, const struct expr *e, int row);
struct stmt *lanes_assign(struct block *b, enum op op, struct expr *to, struct expr *value);
struct expr *lanes_name(struct block *b, struct symbol *s);
/* An operation on several threads' values; an operator on vectors, of type t. */
struct expr *lanes_node(struct block *b, enum amp_op op, struct type *t, struct expr *x,
                        struct expr *y);
struct expr *lanes_operation(struct block *b, enum op op, struct type *t, struct expr *x,
                             struct expr *y);
struct expr *lanes_fill(struct block *b, struct expr *e);
/* A new vector variable for values of type t; value may be NULL. */
struct symbol *lanes_temporary(struct block *b, struct type *t, struct expr *value);
/* A vector of zeros of type t. */
struct expr *lanes_zero(struct block *b, struct type *t);
/* Whether operators on vectors of t do what they do on numbers: small integers are promoted. */
bool lanes_compute(const struct type *t);

/* Whether an assignment to 'to' stores to a vector; adds such a one, or x op= value. */
bool lanes_is_target(struct block *b, const struct expr *to, int row);
void lanes_store(struct block *b, const struct expr *to, enum op op, struct expr *value, int row);
/* Whether vectors of t have the operator: that its result on each lane is the number's. */
bool lanes_has_operator(enum op op, const struct type *t);

/* ---- calls.c: functions of C's library ---- */

/* The function of OpenCL that gives each lane of a vector what e, a call, gives a number; NULL:
 * there is none, or e is something else. */
const char *lanes_function(const struct expr *e);
/* Whether it is one that compilers make no vectors of by themselves. */
bool lanes_function_pays(const struct expr *e);
/* A call as a vector; NULL: it has no such form. */
struct expr *calls_value(struct block *b, const struct expr *e, int row);

/* ---- small.c: what is computed as ints ---- */

/* Adds e, an assignment by an operator to small integers or truths; false: it is none. */
bool small_assign(struct block *b, const struct expr *e, const struct expr *to, int row);
/* The same of ++ (OP_ADD) and --. */
bool small_step(struct block *b, const struct expr *to, enum op op, int row);

/* ---- verify.c ---- */

/* For tests: verifies the trees of a kernel behind a pass, whose name stands behind each fault. */
void verify_block_pass(struct ctx *c, const struct block_kernel *k, const char *pass);

#endif
