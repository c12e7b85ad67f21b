/* stores.h - where the variables of a function or kernel get values. */
#ifndef SEMA_ANALYSIS_STORES_H
#define SEMA_ANALYSIS_STORES_H

#include "sema/analysis/code.h"

/* One automatic variable, parameter or captured variable. */
struct stored {
    struct symbol *symbol;
    VEC(const struct expr *) at; /* what stores, or may store, into it; in order of the tree */
    bool taken; /* its address is used otherwise: stores through pointers are possible */
    int number; /* set by stores_number; -1: none */
};

struct stores {
    struct code *k;
    VEC(struct stored) all;
    struct node_table places; /* of symbols in 'all' */
};

/* Collects the stores in k's body; in its context's arena. */
void stores_collect(struct stores *s, struct code *k);
/* The entry of a symbol; NULL: nothing is stored into it. */
const struct stored *stores_find(const struct stores *s, const struct symbol *symbol);
/* Attaches a number of the caller's to a symbol; makes an entry for it if there is none. */
void stores_number(struct stores *s, struct symbol *symbol, int number);
/* Whether something may be stored into the symbol in a statement or an expression of k's body. */
bool stores_within(const struct stores *s, const struct symbol *symbol, const void *node);

#endif
