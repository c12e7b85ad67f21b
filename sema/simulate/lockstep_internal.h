/* lockstep_internal.h - shared by the lockstep*.c files, not for others. */
#ifndef SEMA_SIMULATE_LOCKSTEP_INTERNAL_H
#define SEMA_SIMULATE_LOCKSTEP_INTERNAL_H

#include "sema/types/amp.h"
#include "sema/simulate/lockstep.h"

enum value_kind {
    VALUE_UNKNOWN,
    VALUE_NUMBER,    /* integers */
    VALUE_POINTER,   /* to 'place' */
    VALUE_TUPLE,     /* index, extent: components */
    VALUE_AGGREGATE, /* a structure or an array: 'fields', and the spread of the rest */
    VALUE_VIEW /* part of the view place->symbol: its first subscripts, then the origins of its own
                  'rank' dimensions */
};

struct field;
struct value {
    enum value_kind kind;
    enum spread spread; /* UNKNOWN, AGGREGATE */
    const struct affine *number;
    const struct spot *place;
    int rank;
    const struct affine *const *components;
    struct field *fields; /* AGGREGATE: lockstep_aggregate.c's */
    int n;
};

/* The threads at one point of the program. */
struct saved_list {
    void *saved;
    struct saved_list *next;
};
struct state {
    const struct value **env; /* of every slot; NULL: the variable's value at the begin */
    int n;
    const unsigned char *lanes; /* as in struct access */
    bool alive;                 /* some lane is not 0 */
    const struct guard *guards;
    struct saved_list *saved; /* of states that wait: what the hooks kept */
};

/* Where states wait for others: behind a loop, a switch or a function, or for the next round. */
struct meeting {
    bool used;
    struct state state;
};

struct target { /* of break and continue, or of return */
    struct meeting breaks, continues;
    const unsigned char *lanes; /* at the begin */
    int forks;
    bool is_switch;
    bool uncertain; /* somebody left that perhaps did not */
    struct target *outer;
    struct symbol *function; /* of a call */
    const struct value *result;
    struct stmt *stmt;          /* a loop */
    int begin, round;           /* items when it and its round began */
    bool together;              /* all threads of the tile began the round */
    bool wait_first, wait_last; /* races have been found that a barrier in each round would end */
};

/* A statement of a block that all threads of the tile have begun. */
struct item {
    struct stmt *stmt;
    int number, block; /* items when it began, and its block */
    struct stmt *parent;
    const struct item *outer;
};

struct extent_of_view {
    const struct symbol *view;
    const struct value *extent;
};

/* Atomics that count in one place and one direction return different numbers. */
struct counter {
    const struct spot *place;
    bool up;
};

struct slot {
    const struct symbol *symbol;
    int number;
};

struct lockstep {
    struct ctx *c;
    struct findings *findings;
    const int *most; /* threads of each dimension; 0: not known */
    struct launch *launch;
    struct affines numbers;
    struct lockstep_hooks hooks;
    long long budget;
    bool stopped;
    int rank, dim[RANK_MAX];
    bool dim_known[RANK_MAX]; /* all lanes are threads of a launch without tiles */
    int tile_symbols[RANK_MAX];
    const struct value *local, *tile, *origin, *global;
    struct state now;
    int forks; /* open splits where all threads go one of two paths */
    struct target *loop, *call;
    int depth;                             /* of calls */
    int host_depth;                        /* of initialisers in host code */
    const struct affine *domain[RANK_MAX]; /* NULL: not known, or not asked for */
    struct stmt *stmt;                     /* that is being run */
    const struct item *item;               /* of this function: the innermost one */
    int items;                             /* begun so far */
    bool tiles, first_tile;                /* options */
    long long events;                      /* accesses and waits that count, so far */
    unsigned long long trace; /* what they were, of the present round of the innermost loop */
    struct slot *slots;
    int slots_n, slots_cap;
    VEC(const struct value *)
    begins; /* by slot: values of variables nobody assigned; NULL: not asked yet */
    VEC(struct extent_of_view) extents;
    VEC(struct counter) counters;
    VEC(struct symbol *) exposed; /* variables of a thread's own that pointers lead to */
    const struct value *nothing, *anything,
        *found; /* unknown: the same for all, of each lane, found in memory */
};

/* A condition parts the threads. */
struct split {
    const struct test *test;
    struct state before, first;
    const unsigned char *others;
    const unsigned char *picked;
    bool choice;
    void *saved;
    const struct guard *second; /* that the others have passed at the end */
};

/* lockstep_state.c */
bool lockstep_go(struct lockstep *l); /* there is somebody to run, and budget */
/* The threads that go on. */
void lanes_put(struct lockstep *l, const unsigned char *lanes);
/* The value of a variable of a thread's own; of one that nobody assigned, the value at its begin.
 */
const struct value *variable_get(struct lockstep *l, const struct symbol *s);
void variable_put(struct lockstep *l, const struct symbol *s, const struct value *v);
/* The threads for which t holds go on; then, after split_else, the others; split_join has them all.
 */
void split_begin(struct lockstep *l, struct split *p, const struct test *t);
void split_else(struct lockstep *l, struct split *p);
void split_join(struct lockstep *l, struct split *p);
/* After split_join: a value that is v for the first threads and w for the others. */
const struct value *split_value(struct lockstep *l, const struct split *p, const struct value *v,
                                const struct value *w);
/* The present threads, or those of 'lanes' (NULL: all), come to m and wait. all: those of the
 * begin, which a thread is again that comes on two paths; choice: the paths exclude each other for
 * all threads; save: keeps what the hooks know now. */
void meeting_add(struct lockstep *l, struct meeting *m, const unsigned char *lanes,
                 const unsigned char *all, bool choice, bool save);
/* Those who wait at m go on beside those who are here. */
void meeting_resume(struct lockstep *l, struct meeting *m, const unsigned char *all, bool choice);
/* The hooks of the same names, if there are any. */
void *lockstep_save(struct lockstep *l);
void lockstep_restore(struct lockstep *l, void *saved);

/* Something happened that counts: rounds of a loop with the same events are alike. */
void event_note(struct lockstep *l, const void *what, const struct affine *where);

/* lockstep_value.c. Unknown: of type t, as a symbol where it is an integer. */
const struct value *value_unknown(struct lockstep *l, const struct type *t, enum spread spread);
const struct value *value_number(struct lockstep *l, const struct affine *a);
const struct value *value_tuple(struct lockstep *l, int rank,
                                const struct affine *const *components);
const struct value *value_pointer(struct lockstep *l, const struct spot *p);
/* Whose value it is, of all its parts. */
enum spread value_spread(struct lockstep *l, const struct value *v);
/* The integer that v is; of what is none, a new symbol for type t. */
const struct affine *value_integer(struct lockstep *l, const struct value *v, const struct type *t);
/* Component k of an index or extent; k < 0: any. */
const struct affine *value_component(struct lockstep *l, const struct value *v, int k);
/* C11 6.3 */
const struct value *value_converted(struct lockstep *l, const struct value *v,
                                    const struct type *from, const struct type *to);
/* How two values become one: the first where pick is set, the second elsewhere; 'overlap': or
 * either; 'choice': the same one for all lanes, and the guards of both paths, if 'guarded'. */
struct blending {
    const unsigned char *pick;
    bool overlap, choice, guarded;
    bool data;               /* which one was found in memory */
    const struct test *test; /* the first where it holds; NULL: nobody knows */
    const struct guard *first, *second;
};
const struct value *value_blend(struct lockstep *l, const struct value *v, const struct value *w,
                                const struct blending *b);
/* In a run of the first tile, where threads are there for sure (lockstep_lane_exists), an extent
 * that is not known is as large as they need it. */
void extent_assume(struct lockstep *l, const struct affine *extent, int rank);
/* The value at the begin of a variable that nobody has assigned. */
const struct value *value_begin(struct lockstep *l, const struct symbol *s);

/* The value can be one of an object of type t. */
bool value_fits(const struct value *v, const struct type *t);

/* lockstep_host.c. The value that host code gives a captured variable, and the extent of a view or
 * array; NULL: nobody knows. The domain of the launch; false: it is not known. */
const struct value *host_value(struct lockstep *l, const struct symbol *s);
const struct value *host_view_extent(struct lockstep *l, const struct symbol *view);
bool host_domain(struct lockstep *l, const struct affine **components);

/* lockstep_aggregate.c: structures and arrays of a thread's own. The part of v at byte 'at', of
 * type t; v with another part there; v with something, of that spread, stored nobody knows where.
 */
const struct value *aggregate_load(struct lockstep *l, const struct value *v, long long at,
                                   const struct type *t);
const struct value *aggregate_store(struct lockstep *l, const struct value *v, long long at,
                                    const struct type *t, const struct value *subobject);
const struct value *aggregate_blur(struct lockstep *l, const struct value *v, enum spread spread);
enum spread aggregate_spread(struct lockstep *l, const struct value *v);
/* value_blend for objects; and v with 'forget' for what is not as in 'old'. */
const struct value *aggregate_blend(struct lockstep *l, const struct value *v,
                                    const struct value *w, const struct blending *how);
const struct value *
aggregate_forget(struct lockstep *l, const struct value *v, const struct value *old,
                 const struct value *(*forget)(struct lockstep *l, const struct value *v,
                                               const struct value *old));
/* Of braces, for an object of type t. */
const struct value *aggregate_init(struct lockstep *l, struct init *i, const struct type *t);

/* lockstep_spot.c. A new spot at the begin of s, its offset not set. */
struct spot *spot_new(struct lockstep *l, enum place_kind kind, struct symbol *s);
/* What an lvalue designates; its operands are evaluated. */
const struct spot *spot_of(struct lockstep *l, struct expr *e);
/* 'by' elements of type 'element' further. */
const struct spot *spot_moved(struct lockstep *l, const struct spot *p, const struct affine *by,
                              const struct type *element);
/* Reading and writing p, as e does, an expression of type t: hooks and variables; 'access' is for
 * the hooks alone. */
const struct value *spot_load(struct lockstep *l, const struct spot *p, struct expr *e,
                              const struct type *t);
void spot_store(struct lockstep *l, const struct spot *p, struct expr *e, const struct value *v,
                bool updates);
void spot_access(struct lockstep *l, enum access_kind kind, const struct spot *p, struct expr *e,
                 const struct type *t, bool updates);
/* A pointer to p that the program has from now on. */
const struct value *spot_exposed(struct lockstep *l, const struct spot *p);
/* Unknown code may write through a pointer. */
void spot_escape(struct lockstep *l, const struct value *v);

/* lockstep_expr.c: values of expressions, for the present threads, with their side effects; never
 * NULL */
const struct value *lockstep_eval(struct lockstep *l, struct expr *e);
const struct test *lockstep_test(struct lockstep *l, struct expr *e);
const struct affine *lockstep_integer(struct lockstep *l, struct expr *e);
const struct value *lockstep_init(struct lockstep *l, struct init *i, const struct type *t);

/* lockstep_amp.c: AMP operations; lockstep_call.c: calls of functions */
const struct value *lockstep_amp(struct lockstep *l, struct expr *e);
const struct value *lockstep_construct(struct lockstep *l, const struct type *t,
                                       const expr_vec *args);
const struct value *lockstep_call(struct lockstep *l, struct expr *e);
const struct test *lockstep_tuple_test(struct lockstep *l, struct expr *e);

/* lockstep_stmt.c, lockstep_loop.c: each leaves the threads that go on behind it; 'jump' sends the
 * present ones to a meeting of t */
void lockstep_stmt(struct lockstep *l, struct stmt *s);
void lockstep_loop(struct lockstep *l, struct stmt *s);
void lockstep_switch(struct lockstep *l, struct stmt *s);
/* All threads of the tile are here, whatever is not known. */
bool lockstep_together(const struct lockstep *l);

#endif
