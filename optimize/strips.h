/* strips.h - what the elements of a loop that are loaded for some of its rounds at once are: said
 * by strips.c, for 16 rounds, to panels.c, for more of them. It relies on internal.h. */
#ifndef OPTIMIZE_STRIPS_H
#define OPTIMIZE_STRIPS_H

#include "optimize/internal.h"

enum { STRIPS_MAX = 6 };

enum strip_kind {
    STRIP_TURNED,   /* lanes find it in lines of their own */
    STRIP_STRAIGHT, /* lanes find it side by side, all rows at the same place */
    STRIP_OF_ROW    /* all lanes of a row have the same one */
};

/* An element that is loaded in strips. */
struct strip {
    const struct expr *element;
    struct expr *copies[2 * ROWS_MAX];  /* for each row: the element of its block's variables */
    struct symbol *lines[2 * ROWS_MAX]; /* for each row: an array of what each round has, vectors of
                                       the lanes' elements, or the row's element */
    struct symbol *begin[2 * ROWS_MAX]; /* of the rounds in the array: a variable; NULL: 0 */
    struct symbol *round;               /* its number */
    enum strip_kind kind;
};

struct strips {
    struct block *block;
    const struct stmt *loop;
    const struct symbol *counter;
    const struct expr *end;
    struct node_table changes; /* variables that the loop declares or stores to */
    bool fits;
    bool all_rows;
    bool panels; /* they are loaded for a whole block of parts that are done after each other */
    bool apart;  /* rows may do their rounds after each other: all that it stores to is rows' own */
    struct strip strips[STRIPS_MAX];
    int n;
};

/* Looks for such elements in a loop of all rows: *x has them, beginning at nothing. False: there
 * are none that lanes read, or in 'panels' none of rows, or the loop is none that counts up by one
 * to an end that stays, and stores to no element. */
bool strips_find(struct strips *x, struct block *b, const struct stmt *loop, bool panels);
/* Whether e is the same in all rounds, and may be evaluated at any time. */
bool strips_stays(const struct strips *x, const struct expr *e);
/* Whether e is next to that of the round before. */
bool strips_along(const struct strips *x, const struct expr *e);
/* Loads what each lane of a row finds in a line of its own in 16 rounds, and turns it. */
struct symbol *strips_load(struct block *b, const struct expr *e, int row);

#endif
