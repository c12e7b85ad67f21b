/* host_views.h - the state of a function's views over host memory at a point: which side has the
 * newest elements. Lattice: for each view a struct held, whose members are facts: 'written' holds
 * on some path, the others on all. The join (held_join) keeps a fact of the second kind if both
 * paths have it, and 'written' if one has it; a view that one path does not follow is not followed.
 * Limits: HOST_* in sema/types/limits.h. */
#ifndef SEMA_HOSTFLOW_HOST_VIEWS_H
#define SEMA_HOSTFLOW_HOST_VIEWS_H

#include "sema/analysis/paths.h"
#include "sema/hostflow/host_memory.h"

/* A view that is followed, by its number. */
struct held_view {
    const struct symbol *view;
    const char *name;            /* in messages; for a parameter, the caller's name */
    struct host_memory memory;   /* path NULL: memory without a name */
    long long bytes;             /* 0: not known */
    const struct symbol *length; /* a variable that is the number of elements; NULL: none */
    bool shadowed;               /* something else has its name, too: no fix-its */
};

/* The state of a view. NULL: nothing has happened. */
struct held {
    bool live;    /* it is followed */
    bool settled; /* proved on all paths: no accelerator has newer elements of its memory, whatever
                     views of that memory there are */
    const struct launch *changed; /* the launch after which an accelerator has newer elements */
    const struct launch *used;    /* the launch that copied its elements to an accelerator */
    const struct expr *by;        /* 'changed', or the call of the function that launches */
    int level;                    /* number of enclosing conditions at which both are certain */
    struct expr *written;         /* where the host wrote elements since then, on some path */
    struct stmt *written_in;
    int written_level; /* the same for 'written' */
    bool mixed; /* the host has perhaps written elements since 'changed', on some path, at a place
                   that is not known */
    bool settled_since; /* 'settled' held at 'written' and at all points since then */
};

/* What has been reported of a view: an access, or a launch whose new elements were read. */
struct reported {
    const struct expr *what;
    const char *name;
};

/* Shared by the walk of a function and of those that it calls. */
struct host_report {
    struct ctx *c;
    struct findings *findings;
    struct stmt *body; /* of the outermost function: fix-its are for it */
    VEC(struct reported) reported;
    int calls_left; /* number of calls whose bodies may still be walked */
    int looks_left; /* see host_calls.h */
};

struct host_views {
    struct host_report *report;
    VEC(struct held_view) all;
    struct paths paths; /* the state is an array of struct held, one for each view */
    host_values values; /* of variables at this point (host_values.c) */
    int conditions;     /* that enclose the function's body */
};

/* Finds the views of a function to follow (host_followed.c) and puts them in v->all. Views whose
 * memory has aliases are not followed. */
void host_views_find(struct host_views *v, struct code *k);

/* The state of a view at this point. */
struct held *held_at(const struct host_views *v, int view);
struct held *held_copy(const struct host_views *v, const struct held *all);
/* Joins the state b of another path into a. */
void held_join(struct held *a, const struct held *b);

/* ---- values of variables (host_values.c) ---- */

/* values_stored: e, an assignment, ++ or --, was evaluated. The other: something else may be stored
 * into the lvalue. */
void values_stored(struct host_views *v, struct expr *e);
void values_lost(struct host_views *v, struct expr *lvalue);
void values_declared(struct host_views *v, const struct init_declarator *d);
/* Before the first iteration, behind the init clause of a for; behind the last one. */
void values_loop_begin(struct host_views *v, struct paths_construct *loop);
void values_loop_end(struct host_views *v, const struct paths_construct *loop);

/* ---- views ---- */

/* The number of the view that e names; -1: none that is followed. */
int held_find(const struct host_views *v, struct expr *e);
/* The view is declared here. */
void held_begin(struct host_views *v, int view);
/* The view's state behind 'call', which got it as an argument: 'end' is the state at the function's
 * end. */
void held_end(struct host_views *v, int view, const struct held *end, const struct expr *call);
/* The view, and all others over the same memory, synchronize: the newest elements are in host
 * memory. May report. */
void held_brought(struct host_views *v, int view);
/* Perhaps the elements in host memory are the newest, or are discarded. */
void held_renewed(struct host_views *v, int view);
/* Certainly so. */
void held_refreshed(struct host_views *v, int view);
/* Something that is not followed may have done so, for any view. */
void held_perhaps(struct host_views *v);
/* Accelerators may have newer elements of any memory, through views that are not followed. */
void held_unsettle(struct host_views *v);
/* The view is not followed any more. */
void held_lose(struct host_views *v, int view);

/* ---- accesses of host code; these may report ---- */

/* No access of host code could be a fault in this state. */
bool held_quiet(const struct host_views *v, int view);
/* Whether a place is one of the view's. */
bool held_inside(const struct host_views *v, int view, struct host_place place);
/* The view's memory is accessed at e. */
void held_touched(struct host_views *v, int view, struct expr *e, bool writes);
/* The view's memory is perhaps written. */
void held_mixed(struct host_views *v, int view);
/* An lvalue is read, or written. */
void host_read(struct host_views *v, struct expr *lvalue);
void host_written(struct host_views *v, struct expr *lvalue);
void host_launched(struct host_views *v, const struct expr *call);

#endif
