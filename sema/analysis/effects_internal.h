/* effects_internal.h - what the files of the effects analysis share: effects.c (bodies, calls,
 * answers) and effects_expr.c (expressions). */
#ifndef SEMA_ANALYSIS_EFFECTS_INTERNAL_H
#define SEMA_ANALYSIS_EFFECTS_INTERNAL_H

#include "sema/analysis/effects.h"
#include "sema/analysis/paths.h"

/* Where a value leads: THERE, to the view in question; AWAY, elsewhere. The join is the union.
 * NONE: it is no address, or null. LEAD_AT << k: an object that has the view in question at the
 * steps from k on of the question's path, and leads elsewhere with all its other views; or one of
 * another type, with such an object in it. */
enum lead {
    LEAD_NONE,
    LEAD_AWAY = 1,
    LEAD_THERE = 2,
    LEAD_PERHAPS = LEAD_AWAY | LEAD_THERE,
    LEAD_AT = 4
};

enum { TOUCH_READ = 1, TOUCH_WRITE = 2 };

/* A variable that holds addresses, and where they lead. */
struct holder {
    const struct symbol *symbol;
    enum lead lead;
    bool exposed; /* it may be changed through a pointer or reference */
};

/* The effects of a function on the memory that one of its parameters leads to. */
struct summary {
    const struct symbol *function;
    int parameter;
    enum lead start; /* of the parameter: one bit */
    bool kept;       /* a reference parameter still leads where it led at the begin */
    struct effect effect;
    enum lead result;
};

/* The summaries and symbols of one question. */
struct question {
    struct ctx *c;
    const type_path *path; /* to the view in the captured object; NULL: all of it is meant */
    VEC(struct summary *) summaries;
    int depth; /* of calls */
};

/* The body that is analysed. */
struct body {
    struct question *q;
    const struct symbol *root; /* the variable that leads to the elements */
    VEC(struct holder) holders;
    struct effect effect;
    enum lead result;   /* of return statements */
    enum lead last;     /* of the last expression statement */
    struct paths paths; /* .dead: this point is not reached */
    bool changed;       /* another walk is needed */
};

/* ---- effects_expr.c ---- */

/* Whether a value of the type can lead to elements of a view. */
bool lead_carries(const struct type *t);
/* Whether it leads to the view, or may. */
bool lead_reaches(enum lead l);
/* A lead that reaches the view becomes PERHAPS: it may be overwritten by a path that is not seen.
 */
enum lead lead_weakened(enum lead l);

/* Notes that an object of type t (NULL: an element) at an address with this lead is read or written
 * (TOUCH_*). */
void effect_touch(struct body *b, const struct type *t, enum lead at, int how);
/* An address with this lead escapes to code that is not known: all effects on its memory become
 * unknown. */
void effect_escape(struct body *b, enum lead l);

/* Joins l into where s leads; 'first' is where it led before, if s is new. */
void holder_join(struct body *b, const struct symbol *s, enum lead first, enum lead l);
enum lead holder_lead(const struct body *b, const struct symbol *s);
/* The variable of the lvalue may be changed through a pointer or reference from now on. */
void holder_expose(struct body *b, struct expr *lvalue);

/* Evaluates e (NULL: nothing), an initialiser, arguments; returns where their values lead. */
enum lead lead_value(struct body *b, struct expr *e);
enum lead lead_init(struct body *b, struct init *i);
enum lead lead_all(struct body *b, const expr_vec *args);

/* Where the address of the lvalue e leads, or, if the object holds addresses, where these lead.
 * Evaluates the operands of e; the object itself is not touched. */
enum lead lead_place(struct body *b, struct expr *e);

/* ---- effects.c ---- */

/* Evaluates a call that is no AMP operation; returns where its result leads. */
enum lead lead_call(struct body *b, struct expr *e);

#endif
