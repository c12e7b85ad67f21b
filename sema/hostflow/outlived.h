/* outlived.h - which memory the views of a function are certainly over at a point. */
#ifndef SEMA_HOSTFLOW_OUTLIVED_H
#define SEMA_HOSTFLOW_OUTLIVED_H

#include "sema/analysis/paths.h"
#include "sema/hostflow/host_memory.h"

/* A view and its memory. */
struct over {
    struct expr *view;           /* a path of names, members and dereferences */
    const struct symbol *object; /* the automatic variable whose memory it is; NULL: none */
    bool frame; /* 'object' points to memory of alloca(), which ends with the function */
    const struct symbol *pointer; /* a variable that leads to the memory; NULL: none is known */
    const struct expr *made;      /* where the view was made over that memory */
    struct expr *freed;           /* the call that has freed it; NULL: none */
};

/* The state at a point. */
struct overs {
    VEC(struct over) all;
};

struct outlived {
    struct ctx *c;
    struct findings *findings;
    const struct symbol *function;
    struct paths paths; /* the state is struct overs */
    VEC(const struct symbol *)
    assigned; /* variables that are assigned somewhere, beyond their initialisers */
    VEC(const struct symbol *)
    addressed; /* variables whose address is taken, or that are bound to a reference */
    struct node_table reported; /* where something has been reported */
    struct node_table names;    /* of declared views: expressions that name them */
    int muted;                  /* > 0: nothing is reported */
    int looks_left;             /* see host_calls.h */
};

/* The state at this point. */
struct overs *overs_now(const struct outlived *o);
struct overs *overs_copy(const struct outlived *o, const struct overs *p);
/* Joins 'other' into *p. */
void overs_join(struct overs *p, const struct overs *other);

/* e, a view, as a path; NULL: it is none. */
struct expr *over_path(struct expr *e);
/* The memory of a view value, or of a pointer or C array over which a view is made; all zero: not
 * known. */
struct over over_of_value(struct outlived *o, struct expr *value);
struct over over_of_source(struct outlived *o, struct expr *source);
/* The view is made over that memory. */
void over_set(struct outlived *o, struct expr *view, struct over memory, const struct expr *made);
/* over_stored: a store to an lvalue. The other: a call of a function that may store to objects that
 * are not automatic. */
void over_stored(struct outlived *o, struct expr *lvalue);
void over_called(struct outlived *o);
/* free() or realloc() gets the pointer; 'freed' NULL: whether the memory is freed is not known. */
void over_freed(struct outlived *o, struct expr *pointer, struct expr *freed);
/* The view is used at e. */
void over_used(struct outlived *o, struct expr *view, const struct expr *at);
/* The scope ends (NULL: the function does): reports views over its variables that live on, and
 * forgets its views. */
void over_scope_end(struct outlived *o, const struct stmt *scope);
/* The value is returned. */
void over_returned(struct outlived *o, struct expr *value);

/* The check: views that live longer than their memory (outlived_flow.c). */
void check_outlived(struct ctx *c, const struct program *p, struct findings *findings);

#endif
