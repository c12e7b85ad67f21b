/* variance_internal.h - what the files of the variance analysis share: variance.c (functions and
 * kernels), variance_state.c (what is known at a point), variance_place.c (objects),
 * variance_expr.c, variance_call.c, variance_stmt.c. */
#ifndef SEMA_ANALYSIS_VARIANCE_INTERNAL_H
#define SEMA_ANALYSIS_VARIANCE_INTERNAL_H

#include "sema/types/amp.h"
#include "sema/analysis/code.h"
#include "sema/analysis/variance.h"

/* How a value varies: 'why' tells that it does; 'inputs' are bits of the inputs of the function
 * that it varies with (the last bit stands for all further ones), 'path' is how it depends on them.
 * All zero: it is uniform. */
struct fact {
    unsigned long long inputs;
    const struct variance_why *why, *path;
};

/* What is known of one slot. Slots hold values (of scalars, members of structures, components of
 * indices, arrays as a whole) and some notes of the analysis itself. */
struct cell {
    struct fact fact;
    long long stamp; /* when it was written; equal stamps mean equal values */
    bool constant;   /* its value is known */
    long long value;
    struct loc jump; /* SLOT_SCOPE: the jump that 'stamp' tells the time of */
};

enum slot_kind {
    SLOT_VALUE,
    SLOT_TILE,   /* a tile_static object: uniform from a barrier to the next store */
    SLOT_DIRTY,  /* a pointer parameter's target: varies from a store to the next barrier */
    SLOT_WAITED, /* uniform when the threads have waited since the function began */
    SLOT_SCOPE   /* a construct that jumps leave: varies when some threads have left it */
};

/* What is known at a point of the code. */
struct state {
    bool dead; /* no thread gets here */
    int n, cap;
    struct cell *cells;
    struct state *next; /* in the list of free ones */
};

/* A variable of the code that is looked at; slots [first, first + n). */
struct variable {
    struct symbol *symbol;
    int first, n;
    int target, target_n; /* pointer parameters: what they point to; -1: no such slots */
    int dirty;            /* the same; -1: none */
    bool is_tile;
};

/* What was seen of a variable anywhere in the function. */
enum { MARK_TAKEN = 1, MARK_INDEXED = 2, MARK_MOVED = 4 };
struct mark {
    const struct symbol *symbol;
    unsigned bits;
};

enum frame_kind { FRAME_CONDITION, FRAME_RETURN, FRAME_BREAK, FRAME_SWITCH, FRAME_CONTINUE };

/* After a construct, those threads that left it early are missing in an outer one. */
struct escape {
    int frame;
    struct fact fact;
    struct loc jump;
};

/* A construct around the present point. */
struct frame {
    enum frame_kind kind;
    struct fact fact;    /* CONDITION: what decides who runs this; others: who jumped */
    int slot;            /* of SLOT_SCOPE; -1: a condition */
    struct state *out;   /* behind it, as its jumps bring it there; NULL: no jump yet */
    struct state *entry; /* SWITCH: at its labels */
    struct fact value;   /* SWITCH */
    bool has_default;    /* SWITCH */
    long long start;     /* when it was entered */
    VEC(struct escape) escapes;
};

/* What comes around in a loop, kept from pass to pass. */
struct loop {
    struct state *back; /* NULL: nothing yet */
    long long start;    /* when the loop was entered in the pass of 'back' */
};

/* A barrier that a function reaches when it is called. */
struct reached {
    const struct expr *wait;
    struct fact fact;                  /* of the control flow around it */
    const struct variance_call *calls; /* from the function */
};

/* What a function takes and gives back, one for each parameter. */
struct param_slots {
    int input, n;               /* its own inputs */
    int target_input, target_n; /* those of what it points to */
    bool writes;                /* a reference: the slots are the caller's */
    bool is_written, is_dirty;  /* the target, or what is referred to */
    struct fact *outs;          /* of the target's slots, or the reference's, at the end */
};

struct summary {
    const struct symbol *function;
    bool done;            /* false: being looked at */
    struct fact *results; /* one for each slot of the result's type, n of them */
    int n;
    bool waits; /* on all paths, with tile_static memory in order */
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
    const struct variance_why *stale; /* the fact of slots that are no values */
    const struct stmt *asked;         /* variance_together's; NULL: none */
    bool met, diverged;               /* of it: threads get there; some others do not */
};

/* One function or kernel. */
struct flow {
    struct variance *v;
    struct launch *launch;
    struct summary *summary;
    struct state *now;
    VEC(enum slot_kind) slots;
    VEC(struct variable) variables;
    struct node_table places; /* of symbols in 'variables' */
    VEC(struct frame) frames;
    VEC(struct loop) loops;
    VEC(struct mark) marks;
    int loop;        /* the next one that is met in this pass */
    long long clock; /* of stamps */
    bool changed;    /* another pass is needed */
};

/* ---- variance_state.c ---- */

bool fact_is_uniform(struct fact f);
struct fact fact_join(struct fact a, struct fact b);
/* f, seen through one more step. */
struct fact fact_step(struct variance *v, struct fact f, enum variance_kind kind, struct loc loc,
                      const char *name);
/* A value that varies from here on. */
struct fact fact_source(struct variance *v, enum variance_source source, struct loc loc);
struct fact fact_stale(const struct variance *v);

struct state *state_copy(struct variance *v, const struct state *s);
void state_free(struct variance *v, struct state *s);
/* Cuts or extends s (uniform values) to n cells. */
void state_resize(struct variance *v, struct state *s, int n);
/* s as it is with what comes around in a loop; start: when the loop of 'back' began. */
void state_join_back(struct flow *f, struct state *s, const struct state *back, long long start);
/* Two paths meet, parted by 'condition': the result is in a; b is freed. Either may be NULL (no
 * way). */
struct state *state_join(struct flow *f, struct state *a, struct state *b, struct fact condition);
/* What was written after 'start' varies with the fact: threads ran a loop a different number of
 * times. */
void state_blur(struct flow *f, long long start, struct fact fact);
/* The same knowledge of what varies. */
bool state_same(const struct state *a, const struct state *b);

int slot_new(struct flow *f, enum slot_kind kind);
void slot_set(struct flow *f, int slot, struct fact fact);
void slot_set_constant(struct flow *f, int slot, const struct expr *value);
/* The threads have waited, with tile_static memory in order. */
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
    OBJECT_VALUE,  /* no object that is followed: 'fact' is the value's */
    OBJECT_SLOTS,  /* [first, first + n) */
    OBJECT_MEMORY, /* an element of a view or array */
    OBJECT_ANY     /* what some pointer points to */
};
struct object {
    enum object_kind kind;
    int first, n;
    bool exact;       /* a store overwrites all of it */
    struct fact fact; /* of the value; else of the subscripts and pointers on the path */
    const struct symbol *symbol;
    int dirty; /* slot to mark at a store; -1: none */
    bool is_tile;
    struct loc loc;
};

/* The object that an lvalue, or any other expression, designates; evaluates what is in it. */
struct object object_of(struct flow *f, struct expr *e);
/* What a pointer points to; evaluates it. */
struct object object_target(struct flow *f, struct expr *pointer);
struct fact object_load(struct flow *f, const struct object *p);
void object_store(struct flow *f, const struct object *p, struct fact fact);
/* Gives the object the value of e, member by member where that is possible; returns the fact of the
 * value. */
struct fact object_assign(struct flow *f, const struct object *p, struct expr *e);
/* The same for n slots from 'first' on, of type t, of a new object. */
void slots_init(struct flow *f, int first, const struct type *t, struct init *init);
void slots_construct(struct flow *f, int first, const struct type *t, const expr_vec *args);

/* ---- variance_expr.c, variance_call.c ---- */

/* Evaluates e; NULL is uniform. */
struct fact eval(struct flow *f, struct expr *e);
/* Both, a first. */
struct fact eval_both(struct flow *f, struct expr *a, struct expr *b);
struct fact eval_all(struct flow *f, const expr_vec *args);
/* The extent of the view or array e, which has been evaluated or is by this. */
struct fact eval_view_extent(struct flow *f, struct expr *e);
/* Evaluates a condition. */
struct fact eval_condition(struct flow *f, struct expr *e);
/* A call of C's syntax that is no AMP operation; parts, unless NULL, gets the facts of the n slots
 * of the result. */
struct fact eval_call(struct flow *f, struct expr *e, struct fact *results, int n);
/* All that decides who is here, one frame after the other. */
void wait_reach_here(struct flow *f, const struct expr *wait, const struct variance_call *calls);

/* ---- variance_stmt.c ---- */

void frame_push(struct flow *f, enum frame_kind kind, struct fact fact);
void frame_pop(struct flow *f);
/* Follows the statements of a body; returns the fact of the last expression statement. */
struct fact flow_block(struct flow *f, struct stmt *s);
/* Leaves FRAME_RETURN's scope: 'now' is what is known at the end. */
void flow_leave_function(struct flow *f);

/* ---- variance.c ---- */

/* What a call of the function does; NULL: it has no body here, or calls itself. */
struct summary *summary_of(struct variance *v, struct symbol *function);

#endif
