/* effects_internal.h - what the files of the effects analysis share: effects.c (bodies, calls,
 * answers) and effects_expr.c (expressions). */
#ifndef SEMA_ANALYSIS_EFFECTS_INTERNAL_H
#define SEMA_ANALYSIS_EFFECTS_INTERNAL_H

#include "sema/analysis/effects.h"
#include "sema/analysis/paths.h"

/* Where a value leads; the join is the union. NONE: it is no address, or of nothing. */
enum lead { LEAD_NONE, LEAD_AWAY = 1, LEAD_THERE = 2, LEAD_PERHAPS = LEAD_AWAY | LEAD_THERE };

enum { TOUCH_READ = 1, TOUCH_WRITE = 2 };

/* A variable that holds addresses. */
struct holder {
    const struct symbol *symbol;
    enum lead lead;
    bool exposed; /* it may be changed by a pointer or reference to it */
};

/* What a function does to what one of its parameters leads to. */
struct summary {
    const struct symbol *function;
    int parameter;
    bool kept; /* the parameter, if it is a reference, leads where it led */
    struct effect effect;
    enum lead result;
};

/* All that one question looks at. */
struct question {
    struct ctx *c;
    VEC(struct summary *) summaries;
    int depth; /* of calls */
};

/* The body that is looked at. */
struct body {
    struct question *q;
    const struct symbol *root; /* what leads to the elements */
    VEC(struct holder) holders;
    struct effect effect;
    enum lead result;   /* of return statements */
    enum lead last;     /* of the last expression statement */
    struct paths paths; /* .dead: control does not get here */
    bool changed;       /* another walk is needed */
};

/* ---- effects_expr.c ---- */

/* A value of the type can lead to elements of a view. */
bool lead_carries(const struct type *t);
/* There at best perhaps. */
enum lead lead_weakened(enum lead l);

/* Memory of type t (NULL: of elements) is read, or written (TOUCH_*), that a value with this lead
 * designates. */
void effect_touch(struct body *b, const struct type *t, enum lead at, int how);
/* Nobody knows what happens to the elements from here on. */
void effect_escape(struct body *b, enum lead l);

/* s gets its first, or one more, value: 'first' is where it has led so far, if it is new. */
void holder_join(struct body *b, const struct symbol *s, enum lead first, enum lead l);
enum lead holder_lead(const struct body *b, const struct symbol *s);
/* A pointer or reference may change the variable that the lvalue is a part of. */
void holder_expose(struct body *b, struct expr *lvalue);

/* Evaluates e (NULL: nothing), an initialiser, arguments: where their values lead. */
enum lead lead_value(struct body *b, struct expr *e);
enum lead lead_init(struct body *b, struct init *i);
enum lead lead_all(struct body *b, const expr_vec *args);

/* Where the memory is that e designates, or, if that holds addresses, where they lead. Evaluates
 * the operands, and touches nothing else. */
enum lead lead_place(struct body *b, struct expr *e);

/* ---- effects.c ---- */

/* A call that is no operation of AMP. */
enum lead lead_call(struct body *b, struct expr *e);

#endif
