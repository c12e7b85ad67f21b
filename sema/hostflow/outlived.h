/* outlived.h - which memory the views of a function are over, for certain, at a point of it. For
 * check_outlived.c. */
#ifndef SEMA_HOSTFLOW_OUTLIVED_H
#define SEMA_HOSTFLOW_OUTLIVED_H

#include "sema/analysis/paths.h"
#include "sema/hostflow/host_memory.h"

/* A view and its memory. */
struct over {
    struct expr *view;            /* names, members and what pointers lead to */
    const struct symbol *object;  /* the automatic variable that the memory is of; NULL: none */
    bool frame;                   /* 'object' points to alloca()'s memory, the function's */
    const struct symbol *pointer; /* a variable that leads to the memory; NULL: none is known */
    struct loc made;              /* where the view became one of that memory */
    struct expr *freed;           /* the call that has freed it; NULL: none */
};

/* What holds at a point. */
struct overs {
    VEC(struct over) all;
};

struct outlived {
    struct ctx *c;
    struct findings *findings;
    const struct symbol *function;
    struct paths paths;                   /* the state is struct overs */
    VEC(const struct symbol *) assigned;  /* somewhere in the function, but for initialisers */
    VEC(const struct symbol *) addressed; /* others may change them: by a pointer or reference */
    VEC(unsigned) told;                   /* places */
    int muted;                            /* > 0: nothing is reported */
    int looks_left;                       /* see host_calls.h */
};

/* What is known here. */
struct overs *overs_now(const struct outlived *o);
struct overs *overs_copy(const struct outlived *o, const struct overs *p);
/* *p keeps what holds in 'other', too. */
void overs_join(struct overs *p, const struct overs *other);

/* e, a view, as a path; NULL: it is none. */
struct expr *over_path(struct expr *e);
/* The memory of a value that is a view, or of a pointer or C array that a view is made of; nothing
 * set: not known. */
struct over over_of_value(struct outlived *o, struct expr *value);
struct over over_of_source(struct outlived *o, struct expr *source);
/* The view gets that memory. */
void over_set(struct outlived *o, struct expr *view, struct over memory, struct loc made);
/* Something is stored in an lvalue; a function is called that may store to what is not automatic.
 */
void over_stored(struct outlived *o, struct expr *lvalue);
void over_called(struct outlived *o);
/* free() or realloc() gets the pointer; 'freed' NULL: what became of the memory is not known. */
void over_freed(struct outlived *o, struct expr *pointer, struct expr *freed);
/* The view is used at e. */
void over_used(struct outlived *o, struct expr *view, struct loc at);
/* The scope 'scope' ends, the function does if it is NULL; what is said of it is forgotten. */
void over_scope_end(struct outlived *o, const struct stmt *scope);
/* The value is returned. */
void over_returned(struct outlived *o, struct expr *value);

/* The check: views that live longer than their memory (outlived_flow.c). */
void check_outlived(struct ctx *c, struct program *p, struct findings *findings);

#endif
