/* verify_internal.h - what verify.c (declarations, scopes, launches) and verify_types.c (types of
 * operands) share. */
#ifndef SEMA_TREE_VERIFY_INTERNAL_H
#define SEMA_TREE_VERIFY_INTERNAL_H

#include "common/buf.h"
#include "common/ctx.h"
#include "common/node_table.h"
#include "sema/types/symbol.h"

struct verify {
    struct ctx *c;
    struct buf *out;
    int faults;
    struct symbol *function;  /* around the code; NULL: file scope */
    struct launch *launch;    /* innermost, kernel or continuation; NULL: none */
    bool alone;               /* it is the body of a launch, without the host code around */
    int unevaluated;          /* > 0 in operands of sizeof and the like */
    symbol_vec scope;         /* variables and parameters declared on the way, innermost last */
    struct node_table active; /* symbols of 'scope' */
};

void verify_fault(struct verify *v, struct loc loc, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* verify_types.c: one node of amp code, whose operands have types. */
void verify_operands(struct verify *v, const struct expr *e);
/* A value of e's type goes into an object of type t: 'what' names it. */
void verify_stored(struct verify *v, const struct expr *e, const struct type *t, const char *what);

#endif
