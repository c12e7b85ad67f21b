/* host_views.h - what is known of a function's views over host memory at a point of it: may host
 * code touch their memory? For check_host_memory.c. */
#ifndef SEMA_HOSTFLOW_HOST_VIEWS_H
#define SEMA_HOSTFLOW_HOST_VIEWS_H

#include "sema/analysis/paths.h"
#include "sema/hostflow/host_memory.h"

/* A view that is followed, by its number. */
struct held_view {
    const struct symbol *view;
    const char *name;          /* in messages: of a parameter, the caller's */
    struct host_memory memory; /* path NULL: none that host code could name */
    long long bytes;           /* 0: not known */
    bool shadowed;             /* something else has its name, too: no fix-its */
};

/* What is known of it. NULL: nothing happened. */
struct held {
    bool live;    /* it is followed */
    bool settled; /* on all paths: no accelerator has newer elements, or they are of no interest */
    const struct launch *changed; /* by which it has newer elements */
    const struct launch *used;    /* which brought its elements to an accelerator */
    const struct expr *by;        /* 'changed', or the call of the function that launches */
    int level; /* of conditions at which both are certain: they come from a loop's last round */
    struct expr *written; /* where the host wrote elements since then, on some way */
    struct stmt *written_in;
    int written_level; /* of conditions */
};

/* What has been reported of a view: an access, or a launch whose elements were read. */
struct told {
    const struct expr *what;
    const char *name;
};

/* What a function and those that it calls share. */
struct host_report {
    struct ctx *c;
    struct findings *findings;
    struct stmt *body; /* of the outermost function: fix-its are for it */
    VEC(struct told) told;
    int calls_left; /* that may be gone into */
    int looks_left; /* see host_calls.h */
};

struct host_views {
    struct host_report *report;
    VEC(struct held_view) all;
    struct paths paths;        /* the state is an array of struct held, one for each view */
    struct host_starts starts; /* of the loops so far */
};

/* Finds the views of a function to follow, in v->all (host_followed.c). Not among them are views
 * whose memory may be touched by other names; without any there is nothing to do. */
void host_views_find(struct host_views *v, struct check *k);

/* What is known of a view here. */
struct held *held_at(const struct host_views *v, int view);
struct held *held_copy(const struct host_views *v, const struct held *all);
/* The path of b leads where a holds, too. */
void held_join(struct held *a, const struct held *b);

/* ---- views ---- */

/* The number of the view that e names; -1: none that is followed. */
int held_find(const struct host_views *v, struct expr *e);
/* It is declared here. */
void held_begin(struct host_views *v, int view);
/* What a function that it was lent to by 'call' has left of it. */
void held_end(struct host_views *v, int view, const struct held *end, const struct expr *call);
/* The elements come to host memory, those of all views over the same memory; this reports. */
void held_brought(struct host_views *v, int view);
/* Those in host memory are the newest, or of no interest, perhaps. */
void held_renewed(struct host_views *v, int view);
/* ... for certain. */
void held_refreshed(struct host_views *v, int view);
/* Something that is not followed may have done so, to any view. */
void held_perhaps(struct host_views *v);
/* Nobody knows from now on. */
void held_lose(struct host_views *v, int view);

/* ---- what host code does; these report ---- */

/* Nothing has happened that memory would have to be looked at for. */
bool held_quiet(const struct host_views *v, int view);
/* Whether a place is one of the view's. */
bool held_inside(const struct host_views *v, int view, struct host_place place);
/* Memory of the view is touched at e. */
void held_touched(struct host_views *v, int view, struct expr *e, bool writes);
/* An lvalue is read, or written. */
void host_read(struct host_views *v, struct expr *lvalue);
void host_written(struct host_views *v, struct expr *lvalue);
void host_launched(struct host_views *v, const struct expr *call);

#endif
