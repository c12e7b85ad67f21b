/* lockstep_internal.h - shared by the lockstep*.c files, not for others. */
#ifndef SEMA_SIMULATE_LOCKSTEP_INTERNAL_H
#define SEMA_SIMULATE_LOCKSTEP_INTERNAL_H

#include "sema/types/amp.h"
#include "sema/analysis/paths.h"
#include "sema/simulate/lockstep.h"

enum value_kind {
    VALUE_UNKNOWN,
    VALUE_NUMBER,    /* integers */
    VALUE_POINTER,   /* to 'place' */
    VALUE_TUPLE,     /* index, extent: components */
    VALUE_AGGREGATE, /* a structure or an array: 'fields', and the spread of the rest */
    VALUE_VIEW /* a subview of the view place->symbol: the subscripts that rows have fixed, then an
                  origin for each of its 'rank' dimensions */
};

struct field;
struct value {
    enum value_kind kind;
    enum spread spread; /* UNKNOWN, AGGREGATE */
    const struct affine *number;
    const struct spot *place;
    int rank;
    const struct affine *const *components;
    struct field *fields; /* AGGREGATE: see lockstep_aggregate.c */
    int n;
};

/* The state at one point of the program: which threads are there, and the values of their
 * variables. */
struct saved_list {
    void *saved;
    struct saved_list *next;
};
struct state {
    const struct value **env; /* by slot of a variable; NULL: its value when the run began */
    int n;
    const unsigned char *lanes; /* 0, 1 or 2 each, as in struct access */
    bool alive;                 /* some lane is not 0 */
    const struct guard *guards;
    struct saved_list *saved; /* of states that wait at a meeting: what the hooks saved */
};

/* A join point at which states wait for others: behind a loop, a switch or a function, or before
 * the next iteration. */
struct meeting {
    bool used;
    struct state state;
};

struct target { /* of break and continue, or of return */
    struct meeting breaks, continues;
    const unsigned char *lanes; /* at the begin */
    int forks;
    bool is_switch;
    bool uncertain; /* some lane has perhaps jumped */
    struct target *outer;
    struct symbol *function; /* of a call */
    struct target *caller;   /* of a call: the innermost loop or switch around it */
    const struct value *result;
    const struct lockstep_return *returns; /* of a call, and of the kernel */
    struct stmt *stmt;                     /* a loop */
    int begin, round;                      /* items when the loop and its present iteration began */
    bool together;              /* all threads of the tile began the iteration together */
    bool wait_first, wait_last; /* races were found that a barrier in each iteration would mend */
};

/* A statement of a block that all threads of the tile have begun. */
struct item {
    struct stmt *stmt;
    int number, block; /* items when it began, and its block */
    struct stmt *parent;
    const struct item *outer;
};

/* A block that is being run. */
struct block {
    int number;
    const struct item *item; /* around it */
    struct block *outer;
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
    const int *most; /* the most threads that each dimension has; 0: not known */
    const struct launch *launch;
    struct affines numbers;
    struct lockstep_hooks hooks;
    long long budget;
    bool stopped;
    int rank, dim[RANK_MAX];
    bool dim_known[RANK_MAX]; /* every lane is certainly a thread of the launch */
    int tile_symbols[RANK_MAX];
    const struct value *local, *tile, *origin, *global;
    struct state now;
    int forks; /* open splits on a uniform condition that is not known */
    struct target *loop, *call;
    struct paths paths;       /* 'dead' alone: states are kept in meetings and splits */
    const struct value *last; /* of the expression that was evaluated last */
    const struct test *test;  /* the condition that was evaluated last */
    int depth;                /* of calls */
    int host_depth;           /* of initialisers in host code */
    const struct affine *domain[RANK_MAX]; /* NULL: not known, or not asked for */
    struct stmt *stmt;                     /* that is being run */
    const struct item *item;               /* the innermost one of the present function */
    struct block *block;
    int items;                /* begun so far */
    bool tiles, first_tile;   /* options */
    long long events;         /* accesses and waits that count, so far */
    unsigned long long trace; /* hash of the events in the loop's present iteration */
    struct slot *slots;
    int slots_n, slots_cap;
    VEC(const struct value *)
    begins; /* by slot: values when the run began; NULL: not needed so far */
    VEC(struct extent_of_view) extents;
    VEC(struct counter) counters;
    VEC(struct symbol *) exposed; /* variables of a thread whose address was taken */
    const struct value *nothing, *anything, *found; /* one unknown value for each spread */
};

/* A branch: the threads for which the condition holds, and the others. */
struct split {
    const struct test *test;
    struct state before, first;
    const unsigned char *others;
    const unsigned char *picked;
    bool choice;
    void *saved;
    const struct guard *second; /* of the threads of the second path, at its end */
};

/* lockstep_state.c */
bool lockstep_go(struct lockstep *l); /* some lane is active, and the budget is not spent */
/* Sets the lanes that are active from here on. */
void lanes_put(struct lockstep *l, const unsigned char *lanes);
/* The value of a variable of a thread; while none has been assigned, its value when the run
 * began. */
const struct value *variable_get(struct lockstep *l, const struct symbol *s);
void variable_put(struct lockstep *l, const struct symbol *s, const struct value *v);
/* How certain it is that a lane is active behind a condition: 0 to 2 from 'lane', that in front of
 * it. choice: see test_is_choice; both paths are run as if the condition led there. */
unsigned char lane_behind(unsigned char lane, enum answer holds, bool choice);
/* Runs a branch: after split_begin the lanes for which t holds are active, after split_else the
 * others, after split_join all of them, with their states joined. */
void split_begin(struct lockstep *l, struct split *p, const struct test *t);
void split_else(struct lockstep *l, struct split *p);
void split_join(struct lockstep *l, struct split *p);
/* After split_join: the value that is v for the lanes of the first path and w for the others. */
const struct value *split_value(struct lockstep *l, const struct split *p, const struct value *v,
                                const struct value *w);
/* The present threads, or those of 'lanes' (NULL: all), wait at m. all: the lanes before the paths
 * branched; a lane that reaches m on two of the paths has that certainty again. choice: the paths
 * exclude each other, as the condition is uniform. save: the hooks' state is saved. */
void meeting_add(struct lockstep *l, struct meeting *m, const unsigned char *lanes,
                 const unsigned char *all, bool choice, bool save);
/* The threads that wait at m become active beside those that are: their states are joined. */
void meeting_resume(struct lockstep *l, struct meeting *m, const unsigned char *all, bool choice);
/* Call the hooks of the same names, if there are any. */
void *lockstep_save(struct lockstep *l);
void lockstep_restore(struct lockstep *l, void *saved);

/* Notes an event (an access, a barrier): iterations of a loop with the same events are taken to be
 * alike. */
void event_note(struct lockstep *l, const void *what, const struct affine *where);

/* lockstep_value.c. value_unknown: an unknown value of type t, a new symbol if that is an
 * integer. */
const struct value *value_unknown(struct lockstep *l, const struct type *t, enum spread spread);
const struct value *value_number(struct lockstep *l, const struct affine *a);
const struct value *value_tuple(struct lockstep *l, int rank,
                                const struct affine *const *components);
const struct value *value_pointer(struct lockstep *l, const struct spot *p);
/* The spread of a value, joined over its components or fields. */
enum spread value_spread(struct lockstep *l, const struct value *v);
/* The integer v; a new symbol of type t if v is no integer. */
const struct affine *value_integer(struct lockstep *l, const struct value *v, const struct type *t);
/* Component k of an index or extent; k < 0: any. */
const struct affine *value_component(struct lockstep *l, const struct value *v, int k);
/* C11 6.3 */
const struct value *value_converted(struct lockstep *l, const struct value *v,
                                    const struct type *from, const struct type *to);
/* How two values are joined: the first for lanes where 'pick' is set, the second for the others.
 * overlap: some lanes may have either. choice: all lanes have the same one of the two; if
 * 'guarded', both are kept with the guards of their paths. */
struct blending {
    const unsigned char *pick;
    bool overlap, choice, guarded;
    bool data;               /* which of the two, depends on loaded values */
    const struct test *test; /* the first is taken where this holds; NULL: not known */
    const struct guard *first, *second;
};
const struct value *value_blend(struct lockstep *l, const struct value *v, const struct value *w,
                                const struct blending *b);
/* In a run of the first tile threads exist by assumption (lockstep_lane_exists): an extent that is
 * not known gets the lower bounds that follow from that. */
void extent_assume(struct lockstep *l, const struct affine *extent, int rank);
/* The value that a variable has when the run begins. */
const struct value *value_begin(struct lockstep *l, const struct symbol *s);

/* t is an index, an extent or the like, whose values are tuples. */
bool value_is_tuple(const struct type *t);
/* A reference to an object of type t is a pointer in a run. */
bool value_is_bound(const struct type *t);
/* The value is of a kind that an object of type t can have. */
bool value_fits(const struct value *v, const struct type *t);

/* lockstep_host.c. host_value: the value that host code gives a captured variable, and the extent
 * of a view or array; NULL: not known. host_domain: the extent of the launch's domain; false: not
 * known. */
const struct value *host_value(struct lockstep *l, const struct symbol *s);
const struct value *host_view_extent(struct lockstep *l, const struct symbol *view);
bool host_domain(struct lockstep *l, const struct affine **components);

/* lockstep_aggregate.c: structures and arrays of a thread. Load: the subobject of v at byte 'at',
 * of type t. Store: v with another subobject there. Blur: v after a store of a value of that spread
 * at an unknown offset. */
const struct value *aggregate_load(struct lockstep *l, const struct value *v, long long at,
                                   const struct type *t);
const struct value *aggregate_store(struct lockstep *l, const struct value *v, long long at,
                                    const struct type *t, const struct value *subobject);
const struct value *aggregate_blur(struct lockstep *l, const struct value *v, enum spread spread);
enum spread aggregate_spread(struct lockstep *l, const struct value *v);
/* Blend: the join of two objects, as value_blend. Forget: v with unknown values for what differs
 * from 'old'. */
const struct value *aggregate_blend(struct lockstep *l, const struct value *v,
                                    const struct value *w, const struct blending *how);
const struct value *
aggregate_forget(struct lockstep *l, const struct value *v, const struct value *old,
                 const struct value *(*forget)(struct lockstep *l, const struct value *v,
                                               const struct value *old));
/* The value of an initialiser in braces for an object of type t. */
const struct value *aggregate_init(struct lockstep *l, struct init *i, const struct type *t);

/* lockstep_spot.c. A new place at the begin of s; the caller sets its offset. */
struct spot *spot_new(struct lockstep *l, enum place_kind kind, struct symbol *s);
/* What an lvalue designates; its operands are evaluated. */
const struct spot *spot_of(struct lockstep *l, struct expr *e);
/* The member m of what p designates. */
const struct spot *spot_member(struct lockstep *l, const struct spot *p,
                               const struct record_member *m);
/* 'by' elements of type 'element' further. */
const struct spot *spot_moved(struct lockstep *l, const struct spot *p, const struct affine *by,
                              const struct type *element);
/* The expression e, of type t, reads or writes p: calls the hooks, and reads or sets variables.
 * spot_access calls the hooks alone. */
const struct value *spot_load(struct lockstep *l, const struct spot *p, struct expr *e,
                              const struct type *t);
void spot_store(struct lockstep *l, const struct spot *p, struct expr *e, const struct value *v,
                bool updates);
void spot_access(struct lockstep *l, enum access_kind kind, const struct spot *p, struct expr *e,
                 const struct type *t, bool updates);
/* A pointer to p; from now on stores through unknown pointers may change p. */
const struct value *spot_exposed(struct lockstep *l, const struct spot *p);
/* The pointer v is handed to code that is not known, which may write through it. */
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

/* lockstep_stmt.c, lockstep_loop.c */
/* Runs the body of a kernel or a function; a statement of an expression. */
void lockstep_body(struct lockstep *l, struct stmt *body);
void lockstep_stmt(struct lockstep *l, struct stmt *s);
/* The walk goes on where threads are active. */
void lockstep_walk(struct lockstep *l);
/* For struct paths_ops. */
bool lockstep_round(void *a, struct paths_construct *c, int round);
void lockstep_body_end(void *a);
void lockstep_label(void *a, struct stmt *s, struct paths_construct *c);
void loop_begin(struct lockstep *l, struct paths_construct *c);
void loop_tested(struct lockstep *l, struct paths_construct *c, const struct test *t);
void loop_end(struct lockstep *l, const struct paths_construct *c);
void switch_begin(struct lockstep *l, struct paths_construct *c);
void switch_end(struct lockstep *l, const struct paths_construct *c);
struct target *construct_target(const struct paths_construct *c);
/* All threads of the tile are certainly active here. */
bool lockstep_together(const struct lockstep *l);

#endif
