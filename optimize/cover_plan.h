/* cover_plan.h - what cover.c and fetch.c share: the plan that is being made of one kernel. */
#ifndef OPTIMIZE_COVER_PLAN_H
#define OPTIMIZE_COVER_PLAN_H

#include "optimize/cover.h"
#include "optimize/internal.h"

enum { COUNTER = 4 }; /* beside COVER_ROWS and COVER_COLUMNS: what a subscript grows with */

/* A test around what is looked at in a round: 'test' holds, or fails. */
struct when {
    const struct expr
        *test; /* of the row or the column, the counter of the loop, and what is fixed */
    bool holds;
    unsigned axes; /* COVER_ROWS or COVER_COLUMNS; 0: it is the same for all threads */
};
typedef VEC(struct when) when_vec;

struct plan {
    struct ctx *c;
    struct cover_kernel *kernel;
    struct depend *depend;
    bool always;              /* for tests */
    struct node_table locals; /* variables of the body: 1 */
    struct node_table inits;  /* of them: the expression that they begin with */
    struct node_table steps;  /* of them, those that are counters: 1 */
    struct maker make;
    int depth;                 /* of the loops around */
    symbol_vec around;         /* their counters that are the same for all threads */
    struct cover_loop *loop;   /* whose body is looked at */
    cover_early_vec *early;    /* or that of a statement, */
    cover_window_vec *windows; /* or that of a nest */
    cover_term_vec counters;   /* of the loops of a nest around what is looked at */
    when_vec when;             /* tests around what is looked at in p->loop's rounds */
    int taken;                 /* so many elements there have panels */
    bool may_vary;             /* windows may be of a size that the text does not say */
    struct node_table own;     /* variables that the nest stores to, or declares (window.c) */
    struct node_table ranks;   /* of tiles: variables that depend on a rank (tiles.c): 1 */
};

/* ---- cover.c ---- */

/* Refuses the kernel: the first reason counts. */
void cover_refuse(struct plan *p, struct loc loc, const char *reason);

/* Whether rounds with that body store to no view and run to their end. */
bool cover_runs_through(struct stmt *body);

/* Words of the variables of a thread that loops store to and all threads differ in. */
int cover_sums(struct plan *p);

/* ---- tiles.c ---- */

/* Plans a tiled kernel, or refuses it. */
void tiles_plan(struct plan *p);

/* ---- tally.c ---- */

/* Notes the kernel's tallies, or refuses it. */
void tally_plan(struct plan *p);
/* The element that an atomic function is called for; NULL: another thing. */
struct expr *cover_atomic_element(const struct expr *e);

/* ---- held.c ---- */

/* Refuses a kernel with an array of the thread's own that groups could not hold in registers. */
void held_plan(struct plan *p);
/* Whether the loops of a nest run as often as their text says, and all in all a few times. */
bool held_is_short(const struct stmt *s);

/* ---- alike.c ---- */

/* Refuses a kernel whose groups meet, if an element that a thread may store to says how all of them
 * go on. */
void alike_plan(struct plan *p);

/* ---- own.c ---- */

/* Notes whether threads keep to elements of their own, of a body without loops. */
void own_plan(struct plan *p);

/* ---- advice.c ---- */

/* Notes advice about a loop that all threads run alike and that has no jumps. 'stores': it stores
 * to views. */
void advice_loop(struct plan *p, struct stmt *s, bool stores);

/* ---- alone.c ---- */

/* Notes a loop that threads run differently, and the kernel's kind, if its rounds can be done
 * several at once or one behind the other; false: they cannot. */
bool alone_plan(struct plan *p, struct stmt *s);

/* ---- limit.c ---- */

/* Takes tests of the index off the kernel's body, and notes them as limits; false: there are none.
 */
bool limit_plan(struct plan *p);

/* ---- inside.c ---- */

/* What threads behind limits in the dimensions from 'first' on do of a body, where tests of the
 * index in its loops, or around them with work on both sides, are known; NULL: there are none. */
struct stmt *inside_body(struct maker *m, const struct stmt *body, struct symbol *const *index,
                         int rank, int first, cover_limit_vec *limits);
/* Puts that in the place of the kernel's body, which becomes what the others do; false: there is
 * none. */
bool inside_plan(struct plan *p);

/* ---- counters.c ---- */

/* Makes loops of the kernel's body count up that count down; false: there are none. */
bool upward_plan(struct plan *p);

/* ---- triangle.c ---- */

/* Cuts loops that threads begin or end at their index into rounds of all threads of a block and
 * others; false: there are none. */
bool triangle_plan(struct plan *p);
/* The variable for the least or the greatest column, d = 0, or row, 1, of a block. */
struct symbol *cover_corner(struct plan *p, int d, bool least);

/* ---- forms.c ---- */

/* row * i + column * j + rest >= 0, in longs: what a comparison says, with factors of 1, 0 and -1;
 * rest is the same for all threads of a group, in a round of p->loop. */
struct form {
    int row, column;
    struct expr *rest;
};
bool form_is_comparison(const struct expr *e);
/* What a comparison says if it holds, or does not; false: it is not of such sums. */
bool form_of(struct plan *p, const struct expr *comparison, bool holds, struct form *f);
/* The first or the last column, d = 0, or row, 1, of a block, as a long. */
struct expr *form_corner(struct plan *p, int d, bool least);
/* a && b, or b, if a is NULL. */
struct expr *form_and(struct plan *p, struct expr *a, struct expr *b);
struct expr *form_long(struct plan *p, struct expr *e);
struct expr *form_clone(struct plan *p, const struct expr *e);
/* A copy that may be evaluated where the source does not: no sum of it is undefined. */
struct expr *form_wrapping(struct plan *p, const struct expr *e);

/* ---- when.c ---- */

/* Adds a test to p->when, and sets *before to how many there were; false: it is another one. */
bool when_enter(struct plan *p, const struct expr *test, int *before);
void when_leave(struct plan *p, int before);
/* Sets *when to the test under which a thread with the index in these dimensions, or one of those
 * that have it, comes to what stands behind p->when; NULL: all do. False: no such test is known. */
bool when_of(struct plan *p, unsigned axes, const struct expr **when);
/* The tests of p->when from 'from' on, which stand there in the text, as values of panels; NULL:
 * they stay as they are. */
struct expr *when_value(struct plan *p, int from, struct loc loc);

/* ---- fused.c ---- */

/* Makes one loop of nests of a long one and short ones, where groups then have panels of rows and
 * of columns; false: there are none. */
bool fused_plan(struct plan *p);

/* ---- diagonal.c ---- */

/* Makes the loops behind a test that compares the row with the column those of all threads of a
 * block; false: there are none. */
bool diagonal_plan(struct plan *p);
/* Makes what these loops read by themselves, as they are planned, what threads read that pass the
 * test. */
void diagonal_mask(struct plan *p);
/* Whether threads that fail the test may run the loops. */
bool diagonal_holds(const struct cover_kernel *k);
/* Whether an expression is such a comparison. */
bool diagonal_is(struct plan *p, const struct expr *e);

/* ---- unroll.c ---- */

/* Puts the rounds of short loops in longer ones behind each other where groups then fetch what they
 * read; false: there are none. */
bool unroll_plan(struct plan *p);

/* ---- first.c ---- */

/* Makes the first component of the index that of the rows. */
void first_swap(struct cover_kernel *k);
/* Whether a planned kernel might have a product of rows and columns, were its rows those of the
 * first dimension. */
bool first_may_gain(const struct cover_kernel *k);

/* Makes the first component of the index that of the rows, where it is the one along which lines of
 * memory go; then what differs between threads is to be found anew. */
bool first_plan(struct plan *p);

/* ---- lines.c ---- */

/* Notes that blocks are of threads along the last dimension alone, where a loop that they run alike
 * then reads lines of memory of each thread's own; p->depend says no more of the other dimensions
 * then. */
void lines_plan(struct plan *p);
/* Refuses a planned kernel in which work-items of several threads would read more such lines, or
 * store to more lines, at once than caches keep. */
void lines_apart(struct plan *p);
/* Whether a subscript has a product of the column. */
bool lines_scales_column(const struct plan *p, const struct expr *e);

/* ---- fetch.c ---- */

/* The variable that an expression is, if need be as what a constant one of the body begins with,
 * and as another type, of 4 or 8 bytes; NULL: another thing. */
const struct symbol *fetch_variable(const struct plan *p, const struct expr *e);
/* A copy of an expression that is the same for all threads of a group, of captures and constants
 * alone; NULL: it is another one. */
const struct expr *fetch_fixed(struct plan *p, const struct expr *e);

/* A copy in which stand the values that constant variables of the body begin with. */
struct expr *fetch_copy(struct plan *p, const struct expr *e);

/* Whether e, without parentheses, is an element that is a number. */
bool fetch_is_element(const struct expr *e);
/* Whether each subscript of an element is the row, the column or the counter of p->loop (NULL: of
 * none), plus what is constant. */
bool fetch_understands(struct plan *p, const struct expr *e);
/* Whether they are, and none is the counter. */
bool fetch_is_steady(struct plan *p, const struct expr *e);
/* The panel for an element that the loop reads in each round, but for its variable; false: none. */
bool fetch_panel(struct plan *p, const struct expr *e, struct cover_panel *panel);
/* Whether e, without conversions, is k++, ++k or k += 1 of the counter. */
bool fetch_is_step(const struct expr *e, const struct symbol *counter);
/* What the last subscript of an element of a captured view grows with, and whether one before it
 * grows with the columns; *copy: the element without variables of the body. False: it is not of
 * such subscripts. */
bool fetch_last(struct plan *p, const struct expr *e, unsigned *last, bool *columns,
                const struct expr **copy);
/* Whether the lines of memory along which p->loop reads an element are those of single threads: its
 * counter goes by one, and the row and the column are in the subscripts, too. */
bool fetch_is_line(struct plan *p, const struct expr *e);
/* COVER_ROWS, COVER_COLUMNS or COUNTER, if that is what a variable is; else 0. */
unsigned fetch_axis(const struct plan *p, const struct symbol *s);
/* Whether a variable is one of the body that is neither of these, nor, in a kernel with rows, a
 * counter of a loop around p->loop: nothing is known of its value. */
bool fetch_is_own(const struct plan *p, const struct symbol *s);
/* Whether a pure expression reads no memory and names nothing that differs. */
bool fetch_is_fixed(const struct plan *p, const struct expr *e,
                    bool (*differs)(const struct plan *p, const struct symbol *s));
/* What for (int k = ...; test; step) declares; NULL: s is no such loop, or declares more. */
const struct init_declarator *fetch_counter(const struct stmt *s);
/* A new variable for the value of e, that differs between threads as 'on' says. */
struct symbol *fetch_value(struct plan *p, const struct expr *e, const char *name, unsigned on);
/* Puts variables in the place of the elements that a statement reads whenever it runs, as far as
 * p->windows, p->loop or p->early, the one that is set, takes them. */
void fetch_stmt(struct plan *p, struct stmt *s);
/* Whether s counts up by one; *l gets its counter and bounds. */
bool fetch_counts(struct plan *p, const struct stmt *s, struct cover_loop *l);
/* The same, to an end that may be anything. */
bool fetch_counts_by_one(struct plan *p, const struct stmt *s, struct cover_loop *l);

/* ---- window.c ---- */

/* Sets p->windows, of s, a nest; they may vary if work-items without threads in the domain may
 * leave the nest out, as what it stores to differs between threads, but for its own variables. */
void window_begin(struct plan *p, struct stmt *s);
/* Notes the counter of a loop of the nest, if it is known before the nest how it counts. */
bool window_enter(struct plan *p, const struct stmt *s);
/* Whether s, a loop in a domain of one dimension, has windows, and panels would fetch only what is
 * the same for all threads: caches have that. */
bool window_is_better(struct plan *p, struct stmt *s);
/* The variable for an element in the nest; NULL: it has no window. */
struct symbol *window_value(struct plan *p, const struct expr *e);

/* For tests: verifies the kernel's body behind a pass, whose name stands behind each fault. */
void verify_cover_pass(struct ctx *c, const struct cover_kernel *k, const char *pass);

#endif
