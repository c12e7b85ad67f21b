/* lockstep.h - runs a kernel over its typed tree for all threads of one tile at once, with what is
 * known at compile time: local indices and constants are numbers, the rest are symbols
 * (sema/simulate/affine.h). Divergent branches run under masks; where a condition is uniform but
 * not known, both paths run and are joined; loops run for all their iterations, or for a few.
 * Accesses to tile_static objects and to views are handed to the hooks of the run's user. */
#ifndef SEMA_SIMULATE_LOCKSTEP_H
#define SEMA_SIMULATE_LOCKSTEP_H

#include "common/ctx.h"
#include "sema/simulate/condition.h"
#include "sema/analysis/findings.h"
#include "sema/types/symbol.h"
#include "sema/types/limits.h"

enum place_kind {
    PLACE_UNKNOWN,  /* not known which memory */
    PLACE_VARIABLE, /* a variable of a thread, or a subobject of it */
    PLACE_UNIFORM,  /* read-only: captured values, constant tables */
    PLACE_TILE,     /* in the tile_static object 'symbol' */
    PLACE_GLOBAL    /* an element of the view 'symbol' (NULL: not known which) */
};

struct spot {
    enum place_kind kind;
    struct symbol *symbol;
    bool varies;                 /* UNKNOWN: lanes may read different values there */
    int component;               /* VARIABLE: component of an index; -1: all of it */
    const struct affine *offset; /* TILE, VARIABLE that is a structure or array: bytes in the
                                    object; GLOBAL: bytes in the element */
    int rank;                    /* GLOBAL: subscripts; 0: not known */
    const struct affine *at[RANK_MAX];
};

enum access_kind { ACCESS_READ, ACCESS_WRITE, ACCESS_ATOMIC };

/* An access that the threads in 'lanes' make at once. */
struct access {
    enum access_kind kind;
    struct expr *expr; /* the element */
    const struct spot *place;
    const struct type *type;
    bool updates; /* a write of a value that depends on the old one: ++, +=, most atomics */
    const unsigned char *lanes; /* for each lane: 0 makes no access, 1 perhaps, 2 certainly */
    const struct guard *guards; /* passed on the path to here */
};

/* The access is made through a pointer, which may run over the end of a row into the next one: its
 * subscripts are computed from the address, and do not stand in the program. */
bool access_is_flat(const struct access *a);

enum { ORDERS_TILE = 1, ORDERS_GLOBAL = 2, ORDERS_ALL = 3 };

struct lockstep;
struct lockstep_hooks {
    void *data;
    void (*access)(struct lockstep *l, const struct access *a); /* PLACE_TILE and PLACE_GLOBAL */
    /* The threads in 'lanes', as of an access, evaluate an expression. */
    void (*eval)(struct lockstep *l, const struct expr *e, const unsigned char *lanes);
    /* The threads in 'lanes', as of an access, reach this wait: before 'barrier'. */
    void (*wait)(struct lockstep *l, struct expr *wait, const unsigned char *lanes);
    /* All threads wait; which memory is ordered, by a barrier or by a fence alone. */
    void (*barrier)(struct lockstep *l, unsigned orders);
    void (*fence)(struct lockstep *l, unsigned orders);
    void (*cut)(struct lockstep *l,
                struct stmt *loop); /* the rest of a loop's iterations is not run */
    void (*escape)(struct lockstep *l,
                   const struct spot *p); /* code that is not known gets a pointer to p */
    void (*finish)(struct lockstep *l);   /* the run has ended */
    /* Where paths branch and join: the hooks' state so far is saved, and later restored, or joined
     * with their present state. */
    void *(*save)(struct lockstep *l);
    void (*restore)(struct lockstep *l, void *saved);
    void (*merge)(struct lockstep *l, void *saved);
};

struct lockstep_options {
    bool tiles; /* tile_static memory matters: loops that access nothing else are run to their end,
                   too */
    bool first_tile;      /* the tile at the origin, instead of any */
    bool domain;          /* lockstep_domain is asked for */
    long long budget;     /* lanes touched until it gives up */
    struct arena *memory; /* empty before and after the run, which works in it; NULL: its own */
    struct lockstep_hooks hooks;
};

/* Runs the kernel of a launch. What it does not understand ends the run early. Returns the lanes
 * touched. Thread-safe for different contexts. */
long long lockstep_run(struct ctx *c, struct findings *findings, const struct launch *launch,
                       const struct lockstep_options *options);

struct ctx *lockstep_ctx(struct lockstep *l);
struct findings *lockstep_findings(const struct lockstep *l);
const struct launch *lockstep_launch(struct lockstep *l);
struct affines *lockstep_numbers(struct lockstep *l);
void *lockstep_data(struct lockstep *l);
/* The number of threads; the symbol that is the tile's number in dimension k (-1: that is a known
 * number); the number of threads in dimension k. */
int lockstep_width(const struct lockstep *l);
int lockstep_tile_symbol(const struct lockstep *l, int k);
int lockstep_dim(const struct lockstep *l, int k);
int lockstep_rank(const struct lockstep *l);
/* Component k of the extent of the domain; NULL: not known, or the options do not ask for it. */
const struct affine *lockstep_domain(const struct lockstep *l, int k);
/* The same element named by its memory, as far as host code shows it: as an element of the view of
 * which its view is a subview, or of the host variable that a view of rank 1 is over. Two accesses
 * to aliases get the same symbol that way. */
const struct spot *lockstep_memory(struct lockstep *l, const struct spot *p);
/* Whether there is a thread of that number in the tile or, of a launch without tiles, near the
 * domain's origin. An extent that is not known is taken to be at least 2, and that of a domain of
 * rank 1 to be large. */
bool lockstep_lane_exists(const struct lockstep *l, int lane);
/* The innermost statement that is being run. */
struct stmt *lockstep_statement(const struct lockstep *l);
/* A clock: how many statements of blocks and iterations of loops ("items") have begun so far. */
int lockstep_items(const struct lockstep *l);
/* The places in the function that is being run where a barrier would separate the present access
 * from the one at 'first', which was made when 'since' items had begun. */
struct gap {
    struct gap_place {
        struct stmt *before;  /* all threads of the tile begin it together */
        int number;           /* items when it began */
        int block;            /* items when its block began */
        struct stmt *parent;  /* that block */
    } places[GAP_PLACES_MAX]; /* the innermost one first */
    int n;
    struct stmt *behind;  /* another place: behind this last statement of a loop's body, which all
                             threads reach */
    struct stmt *round;   /* the loop, if the first access was made in an earlier iteration of it */
    int round_begin;      /* items when that loop began */
    struct stmt *entered; /* the outermost loop that began after the first access; NULL: none */
    struct stmt *top;     /* of the body of 'round', which all threads begin together, or NULL */
};
struct gap lockstep_gap(const struct lockstep *l, int since, const struct expr *first);
/* Narrows a gap of an earlier race to the places where a barrier would separate the present access
 * from the one at 'first', too. False: there is no such place; the gap is unchanged. */
bool lockstep_gap_narrow(const struct lockstep *l, struct gap *gap, int since,
                         const struct expr *first);
/* The loop that began with so many items is still being run, here or around a call of this
 * function. */
bool lockstep_in_round(const struct lockstep *l, const struct stmt *loop, int begin);
/* From now on the run acts as if a barrier stood at the end (or else at the begin) of the body of a
 * loop that is being run. */
void lockstep_wait_rounds(struct lockstep *l, struct stmt *loop, bool at_end);
/* What is being run stands in a loop or switch, of its function or of one that calls that. */
bool lockstep_in_loop(const struct lockstep *l);
/* The returns that the run has met so far in the kernel and in the functions that are being run,
 * the last one first: the guards on the path to each. */
struct lockstep_return {
    const struct guard *guards;
    const struct lockstep_return *next;
};
const struct lockstep_return *lockstep_returns(const struct lockstep *l);
/* Component k of the thread's global index, and of the extent of a view (NULL: not known from host
 * code, and no expression has read it so far). */
const struct affine *lockstep_global(const struct lockstep *l, int k);
const struct affine *lockstep_extent(struct lockstep *l, const struct symbol *view, int k);
/* The guards on the path to what is being run. */
const struct guard *lockstep_guards(const struct lockstep *l);
/* The run ended early: something was not understood, or the budget was spent. */
bool lockstep_stopped(const struct lockstep *l);
/* The innermost function that is being run; NULL: the kernel itself. */
struct symbol *lockstep_function(const struct lockstep *l);

#endif
