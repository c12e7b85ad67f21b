/* variance_internal.h - what the files of the variance analysis share: variance.c (functions and
 * kernels), variance_state.c (facts and states), variance_place.c (objects), variance_expr.c,
 * variance_call.c, variance_stmt.c. */
#ifndef SEMA_ANALYSIS_VARIANCE_INTERNAL_H
#define SEMA_ANALYSIS_VARIANCE_INTERNAL_H

#include "sema/types/amp.h"
#include "sema/analysis/paths.h"
#include "sema/analysis/variance.h"

/* How a value varies. why: it does, for this reason. inputs: a bit for each input of the function
 * with which it varies (the last bit stands for all further ones); path: the steps from the value
 * to such an input. All zero: it is uniform. */
struct fact {
    unsigned long long inputs;
    const struct variance_why *why, *path;
};

/* The fact of one slot. A slot is for a value (a scalar, a member of a structure, a component of an
 * index, an array as a whole) or for a property of the control flow (enum slot_kind). */
struct cell {
    struct fact fact;
    long long stamp; /* when it was written; equal stamps mean equal values */
    bool constant;   /* its value is known */
    long long value;
};

enum slot_kind {
    SLOT_VALUE,
    SLOT_TILE,   /* a tile_static object: uniform between a barrier and the next store */
    SLOT_DIRTY,  /* a pointer parameter's target: varies between a store and the next barrier */
    SLOT_WAITED, /* uniform if the threads have waited since the function began */
    SLOT_SCOPE   /* a construct that jumps leave: varies if some threads have left it */
};

/* The state at a point of the code. */
struct state {
    int n, cap; /* cells behind the last one are uniform */
    struct cell *cells;
    struct state *next; /* in the list of free ones */
};

/* A variable of the code that is analysed: slots [first, first + n). */
struct variable {
    struct symbol *symbol;
    int first, n;
    int target, target_n; /* slots of a pointer parameter's target; -1: none */
    int dirty;            /* its slot of kind SLOT_DIRTY; -1: none */
    bool is_tile;
};

/* Uses of a variable anywhere in the function: its address is taken, it is subscripted, the pointer
 * is changed. */
enum { MARK_TAKEN = 1, MARK_INDEXED = 2, MARK_MOVED = 4 };
struct mark {
    const struct symbol *symbol;
    unsigned bits;
};

/* Threads that are elsewhere when others jump out of a frame around this one: those for which its
 * condition differs, or that left it before. Between the two frames they go on alone. */
struct escape {
    int frame;
    struct fact fact;
    struct loc jump;
};

/* What decides which threads are at the present point: a condition, or a scope, which is what jumps
 * leave: the function, a loop, an iteration, a switch. */
struct frame {
    bool is_scope;
    struct fact fact;     /* of a condition; of a scope: what parts the paths that meet behind it */
    int variables, slots; /* in front of it; the next slot is a scope's SLOT_SCOPE */
    long long start;      /* when it was entered */
    int loop;             /* of a loop: its number */
    VEC(struct escape) escapes;
};

/* The state at the end of a loop's body, kept from pass to pass. */
struct loop {
    struct state *back; /* NULL: nothing yet */
    long long start;    /* when the loop was entered in the pass of 'back' */
};

/* A barrier that a call of the function reaches. */
struct reached {
    const struct expr *wait;
    struct fact fact;                  /* of the control flow around it */
    const struct variance_call *calls; /* the calls that lead from the function to it */
};

/* The inputs and outputs of one parameter. */
struct param_slots {
    int input, n;               /* inputs for its value */
    int target_input, target_n; /* inputs for its target */
    bool writes;                /* a reference: stores change the argument */
    bool is_written, is_dirty;  /* the target, or the argument of a reference */
    struct fact *outs;          /* facts of those slots when the function ends */
};

struct summary {
    const struct symbol *function;
    bool done;            /* false: the function is being analysed */
    struct fact *results; /* one for each slot of the result's type, n of them */
    int n;
    bool waits; /* it waits on all paths, which orders tile_static memory */
    int inputs;
    VEC(struct param_slots) params;
    VEC(struct reached) waits_reached;
};

struct variance {
    struct ctx *c;
    struct arena arena;
    void (*report)(struct ctx *c, const struct divergence *d);
    VEC(struct summary *) summaries;
    struct state *free_states;
    const struct variance_why *stale; /* the fact of slots whose variable is out of scope */
    const struct stmt *asked; /* the statement that variance_together is about; NULL: none */
    bool met, diverged;       /* of 'asked': some threads reach it; some do not */
};

/* The analysis of one function or kernel. */
struct flow {
    struct variance *v;
    const struct launch *launch;
    struct summary *summary;
    struct paths paths; /* the state is struct state */
    struct fact value;  /* of the expression that was evaluated last */
    VEC(enum slot_kind) slots;
    VEC(struct variable) variables;
    struct node_table places; /* of symbols in 'variables' */
    VEC(struct frame) frames;
    VEC(struct loop) loops;
    VEC(struct mark) marks;
    int loop;        /* number of the next loop in this pass */
    long long clock; /* of stamps */
    bool changed;    /* another pass is needed */
};

/* ---- variance_state.c ---- */

bool fact_is_uniform(struct fact f);
struct fact fact_join(struct fact a, struct fact b);
/* f with one more step in its reason. */
struct fact fact_step(struct variance *v, struct fact f, enum variance_kind kind, struct loc loc,
                      const char *name);
/* The fact of a value that varies, with its source. */
struct fact fact_source(struct variance *v, enum variance_source source, struct loc loc);
/* The fact of a condition: that of its value with one more step. */
struct fact fact_condition(struct variance *v, struct fact value, const struct expr *condition);
struct fact fact_stale(const struct variance *v);

struct state *state_copy(struct variance *v, const struct state *s);
void state_free(struct variance *v, struct state *s);
/* Gives s n cells: drops the last ones, or adds uniform ones. */
void state_resize(struct variance *v, struct state *s, int n);
/* Joins into s the state 'back' at the end of the loop's body; start: the time at which the loop
 * began in the pass of 'back'. only: no other path leads to the head; then s is replaced where the
 * loop changes it. */
void state_join_back(struct flow *f, struct state *s, const struct state *back, long long start,
                     bool only);
/* Joins b into a, of which n cells stay: two paths that 'condition' separates. */
void state_join(struct flow *f, struct state *a, const struct state *b, int n,
                struct fact condition);
/* Slots that were stored after the time 'start' vary with the fact: threads ran a loop a different
 * number of times. */
void state_blur(struct flow *f, long long start, struct fact fact);
/* The same facts in all cells. */
bool state_same(const struct state *a, const struct state *b);

/* The present state; its cell for a slot. */
struct state *now(const struct flow *f);
struct cell *now_cell(const struct flow *f, int slot);

int slot_new(struct flow *f, enum slot_kind kind);
void slot_set(struct flow *f, int slot, struct fact fact);
void slot_set_constant(struct flow *f, int slot, const struct expr *value);
/* The threads have waited: tile_static memory is uniform again. */
void slots_synchronise(struct flow *f);

/* ---- variance_place.c ---- */

/* A view has a slot for its extent and one for the rest. */
enum { VIEW_SLOTS = 2 };

/* The number of slots of an object. */
int type_slots(const struct type *t);

struct variable *variable_new(struct flow *f, struct symbol *s);
struct variable *variable_find(struct flow *f, const struct symbol *s);
void symbol_mark(struct flow *f, const struct symbol *s, unsigned bit);

enum object_kind {
    OBJECT_VALUE,  /* no object whose slots are followed: 'fact' is the value's */
    OBJECT_SLOTS,  /* [first, first + n) */
    OBJECT_MEMORY, /* an element of a view or array */
    OBJECT_ANY     /* the target of some pointer */
};
struct object {
    enum object_kind kind;
    int first, n;
    bool exact;       /* a store overwrites all of it */
    struct fact fact; /* of the value; else of subscripts and pointers on the way */
    const struct symbol *symbol;
    int dirty; /* the SLOT_DIRTY that a store sets; -1: none */
    bool is_tile;
    struct loc loc;
};

/* The object that an lvalue, or any other expression, designates; evaluates its operands. */
struct object object_of(struct flow *f, struct expr *e);
/* The target of a pointer; evaluates the pointer. */
struct object object_target(struct flow *f, struct expr *pointer);
struct fact object_load(struct flow *f, const struct object *p);
void object_store(struct flow *f, const struct object *p, struct fact fact);
/* Assigns e to the object, slot by slot where that is possible; returns the fact of the value. */
struct fact object_assign(struct flow *f, const struct object *p, struct expr *e);
/* Initialises a new object of type t, in n slots from 'first' on. */
void slots_init(struct flow *f, int first, const struct type *t, struct init *init);
void slots_construct(struct flow *f, int first, const struct type *t, const expr_vec *args);

/* ---- variance_expr.c, variance_call.c ---- */

/* Evaluates e; NULL is uniform. */
struct fact eval(struct flow *f, struct expr *e);
/* Evaluates a, then b; the join of their facts. */
struct fact eval_both(struct flow *f, struct expr *a, struct expr *b);
struct fact eval_all(struct flow *f, const expr_vec *args);
/* The fact of the extent of a view or array; evaluates e. */
struct fact eval_view_extent(struct flow *f, struct expr *e);
/* A call that is no AMP operation; 'results', unless NULL, gets the facts of the n slots of the
 * result. */
struct fact eval_call(struct flow *f, struct expr *e, struct fact *results, int n);
/* Notes that a barrier is reached here, once for each frame around this point with its fact. */
void wait_reach_here(struct flow *f, const struct expr *wait, const struct variance_call *calls);

/* ---- variance_stmt.c ---- */

/* Which threads are at the present point, as far as the frame decides it. */
struct fact frame_fact(const struct flow *f, const struct frame *frame);
/* Walks a function's body, to the state at its end. */
void flow_body(struct flow *f, struct stmt *body);
/* Walks the body of a statement expression; returns the fact of its last expression statement. */
struct fact flow_block(struct flow *f, struct stmt *s);

/* ---- variance.c ---- */

/* The effect of a call of the function; NULL: it has no body here, or calls itself. */
struct summary *summary_of(struct variance *v, struct symbol *function);

#endif
