/* lockstep.h - runs a kernel over its typed tree for all threads of one tile at once, with what is
 * known at compile time: local indices and constants are numbers, the rest are symbols
 * (sema/simulate/affine.h). Branches that threads take differently run under masks; where nothing
 * is known both paths are taken and joined; loops run for the rounds they have, or for a few. What
 * threads do to tile_static objects and to views goes to the hooks of the one that asked. */
#ifndef SEMA_SIMULATE_LOCKSTEP_H
#define SEMA_SIMULATE_LOCKSTEP_H

#include "common/ctx.h"
#include "sema/simulate/condition.h"
#include "sema/analysis/findings.h"
#include "sema/types/symbol.h"
#include "sema/types/limits.h"

enum place_kind {
    PLACE_UNKNOWN,  /* memory of a thread's own, or anything */
    PLACE_VARIABLE, /* a variable of a thread's own, or part of it */
    PLACE_UNIFORM,  /* read-only: captured values, constant tables */
    PLACE_TILE,     /* in the tile_static object 'symbol' */
    PLACE_GLOBAL    /* an element of the view 'symbol' (NULL: not known which) */
};

struct spot {
    enum place_kind kind;
    struct symbol *symbol;
    bool varies;                 /* UNKNOWN: threads may see different contents */
    int component;               /* VARIABLE: component of an index; -1: all of it */
    const struct affine *offset; /* TILE, VARIABLE that is a structure or array: bytes in the
                                    object; GLOBAL: bytes in the element */
    int rank;                    /* GLOBAL: subscripts; 0: not known */
    const struct affine *at[RANK_MAX];
};

enum access_kind { ACCESS_READ, ACCESS_WRITE, ACCESS_ATOMIC };

/* Something that the threads in 'lanes' do at once. */
struct access {
    enum access_kind kind;
    struct expr *expr; /* the element */
    const struct spot *place;
    const struct type *type;
    bool updates;               /* a write of what depends on the old value: ++, +=, most atomics */
    const unsigned char *lanes; /* of each: 0 not, 1 perhaps, 2 does it */
    const struct guard *guards; /* what they passed on the path */
};

enum { ORDERS_TILE = 1, ORDERS_GLOBAL = 2, ORDERS_ALL = 3 };

struct lockstep;
struct lockstep_hooks {
    void *data;
    void (*access)(struct lockstep *l, const struct access *a); /* PLACE_TILE and PLACE_GLOBAL */
    /* All threads wait; which memory is ordered, by a barrier or by a fence alone. */
    void (*barrier)(struct lockstep *l, unsigned orders);
    void (*fence)(struct lockstep *l, unsigned orders);
    void (*cut)(struct lockstep *l, struct stmt *loop); /* further rounds of a loop are left out */
    void (*escape)(struct lockstep *l, const struct spot *p); /* unknown code gets a pointer to p */
    void (*finish)(struct lockstep *l);                       /* the run has ended */
    /* Where paths part and meet: what has been done so far, and having it back, alone or besides
     * what else was done. */
    void *(*save)(struct lockstep *l);
    void (*restore)(struct lockstep *l, void *saved);
    void (*merge)(struct lockstep *l, void *saved);
};

struct lockstep_options {
    bool tiles;      /* tile_static memory matters: loops that touch it only are run to their end */
    bool first_tile; /* the tile at the origin, instead of any */
    bool domain;     /* lockstep_domain is asked for */
    long long budget;     /* lanes touched until it gives up */
    struct arena *memory; /* empty before and after the run, which works in it; NULL: its own */
    struct lockstep_hooks hooks;
};

/* Runs the kernel of a launch. What it does not understand ends the run early. Returns the lanes
 * touched. Thread-safe for different contexts. */
long long lockstep_run(struct ctx *c, struct findings *findings, struct launch *launch,
                       const struct lockstep_options *options);

struct ctx *lockstep_ctx(struct lockstep *l);
struct findings *lockstep_findings(const struct lockstep *l);
struct launch *lockstep_launch(struct lockstep *l);
struct affines *lockstep_numbers(struct lockstep *l);
void *lockstep_data(struct lockstep *l);
/* The threads, the symbol of the tile's number in dimension k (-1: known), and the threads of
 * dimension k. */
int lockstep_width(const struct lockstep *l);
int lockstep_tile_symbol(const struct lockstep *l, int k);
int lockstep_dim(const struct lockstep *l, int k);
int lockstep_rank(const struct lockstep *l);
/* Component k of the extent of the domain; NULL: not known, or not asked for by the options. */
const struct affine *lockstep_domain(const struct lockstep *l, int k);
/* An element by the name of the memory that it is in, as far as host code says: of the view that
 * its view is a part of, or of the variable that elements of rank 1 are in. */
const struct spot *lockstep_memory(struct lockstep *l, const struct spot *p);
/* Whether there is a thread of that number in the tile or, of a launch without tiles, near the
 * domain's origin. An extent that is not known may be small, but not one; the only one of a domain
 * of rank 1 is large. */
bool lockstep_lane_exists(const struct lockstep *l, int lane);
/* The innermost statement that is being run. */
struct stmt *lockstep_statement(const struct lockstep *l);
/* The statements of blocks and rounds of loops that have begun so far. */
int lockstep_items(const struct lockstep *l);
/* Where, in the function that is being run, a barrier parts what is done now from what was done at
 * 'first' when 'since' items had begun. */
struct gap {
    struct gap_place {
        struct stmt *before;  /* all threads of the tile begin it together */
        int number;           /* items when it began */
        int block;            /* it is in, which began with so many items */
        struct stmt *parent;  /* that block */
    } places[GAP_PLACES_MAX]; /* the innermost one first */
    int n;
    struct stmt *behind;  /* instead: the last of a loop's body, which all threads reach */
    struct stmt *round;   /* the loop in an earlier round of which the first was; NULL: in none */
    int round_begin;      /* items when that loop began */
    struct stmt *entered; /* the outermost loop that began behind the first; NULL: none */
    struct stmt *top;     /* of the body of 'round', which all threads begin together, or NULL */
};
struct gap lockstep_gap(const struct lockstep *l, int since, struct loc first);
/* A barrier somewhere in the gap, found earlier, would part what is done now from that, too: leaves
 * the places in it where that is so. False: there are none, and nothing is changed. */
bool lockstep_gap_narrow(const struct lockstep *l, struct gap *gap, int since, struct loc first);
/* From now on the hooks hear of a barrier at the end, or else at the begin, of all rounds of a loop
 * that is being run. */
void lockstep_wait_rounds(struct lockstep *l, struct stmt *loop, bool at_end);
/* It stands in a loop or switch of its function. */
bool lockstep_in_loop(const struct lockstep *l);
/* Component k of the thread's global index, and of the extent of a view (NULL: nobody asked for it
 * yet, and it is not known). */
const struct affine *lockstep_global(const struct lockstep *l, int k);
const struct affine *lockstep_extent(struct lockstep *l, const struct symbol *view, int k);
/* What all threads here have passed on the way. */
const struct guard *lockstep_guards(const struct lockstep *l);
/* It gave up: something was not understood, or the budget was spent. */
bool lockstep_stopped(const struct lockstep *l);
/* The innermost function that is being run; NULL: the kernel itself. */
struct symbol *lockstep_function(const struct lockstep *l);

#endif
