/* value_sources.h - where variables and parameters of a unit get their values, and functions their
 * results, found in one walk over the unit. For check*.c only. */
#ifndef SEMA_ANALYSIS_VALUE_SOURCES_H
#define SEMA_ANALYSIS_VALUE_SOURCES_H

#include "sema/analysis/code.h"

enum source_kind {
    SOURCE_VALUE,     /* an expression: assigned, an argument, a result */
    SOURCE_SUBOBJECT, /* 'value' is assigned to 'target', a part of the variable */
    SOURCE_DECLARED,  /* what the declaration says: 'init', or the arguments of a constructor */
    SOURCE_UNSEEN,    /* it is changed in another way; of a function: it is called by a pointer */
    SOURCE_TAKEN      /* its address is taken: from here on it may change anywhere */
};

struct value_source {
    const struct symbol *symbol;
    enum source_kind kind;
    struct expr *value, *target;
    const struct init_declarator *declared;
    bool argument; /* of a VALUE of a parameter: of a call */
    unsigned at;   /* its first byte */
    int number;    /* in order of the source */
};

struct value_sources {
    VEC(struct value_source) all; /* by symbol */
    bool collected;
};

/* Which sources of a variable an expression that names it may see: not those behind it, nor those
 * in front of a declaration or assignment that stands on every path to it. Jumps by goto are not
 * looked at. */
enum { REACH_OTHERS = 4 };
struct value_reach {
    unsigned from, to; /* bytes: begin of what stands on every path, of the expression */
    bool rounds;       /* a loop brings values from behind the expression */
    struct loc others[REACH_OTHERS]; /* the other branches of ifs */
    int n;
};
struct value_reach value_reach(const struct symbol *s, const struct expr *use);
bool value_reaches(const struct value_reach *r, const struct value_source *source);

/* Collects the sources of all of p, in c's arena. */
void value_sources_collect(struct value_sources *v, struct ctx *c, struct program *p);
/* The sources of a symbol; *n: how many. Valid until the next collection. */
const struct value_source *value_sources_of(const struct value_sources *v, const struct symbol *s,
                                            int *n);

#endif
