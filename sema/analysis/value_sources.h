/* value_sources.h - where variables and parameters of a unit get their values, and functions their
 * results, found in one walk over the unit. */
#ifndef SEMA_ANALYSIS_VALUE_SOURCES_H
#define SEMA_ANALYSIS_VALUE_SOURCES_H

#include "sema/analysis/code.h"

enum source_kind {
    SOURCE_VALUE,     /* an expression: assigned, an argument, a result */
    SOURCE_SUBOBJECT, /* 'value' is assigned to 'target', a subobject of the variable */
    SOURCE_DECLARED,  /* the declaration: 'init', or the arguments of a constructor */
    SOURCE_UNSEEN,    /* it is changed in another way; a function: it is called through a pointer */
    SOURCE_TAKEN      /* its address is taken: from here on it may change anywhere */
};

struct value_source {
    const struct symbol *symbol;
    enum source_kind kind;
    struct expr *value, *target;
    const struct init_declarator *declared;
    bool argument;  /* of a VALUE: an argument for a parameter */
    const void *at; /* what gives the value when it has been run: an expression, a statement, or a
                       declarator behind whose initialiser the value is there */
    int number;     /* in order of the tree */
};

struct value_sources {
    VEC(struct value_source) all; /* by symbol */
    bool collected;
};

/* Which sources of a variable can reach an expression that names it: not those behind it (as an
 * assignment is whose right side it is in), nor those in front of a declaration or assignment that
 * is on every path to it. Gotos are not followed. */
enum { REACH_OTHERS = 4 };
struct value_reach {
    const struct findings *findings;
    const struct expr *to;
    const struct stmt *from; /* on every path, gives the variable a value; NULL: none */
    bool rounds;             /* a loop carries values from behind the expression back to it */
    const struct stmt *others[REACH_OTHERS]; /* arms of ifs that exclude the expression */
    int n;
};
struct value_reach value_reach(struct findings *a, const struct symbol *s, const struct expr *use);
bool value_reaches(const struct value_reach *r, const struct value_source *source);

/* Collects the sources of all of p, in c's arena. */
void value_sources_collect(struct value_sources *v, struct ctx *c, const struct program *p);
/* The sources of a symbol; *n: how many. Valid until the next collection. */
const struct value_source *value_sources_of(const struct value_sources *v, const struct symbol *s,
                                            int *n);

#endif
