/* optimize.h - kernels made faster than they are written: for each launch the body that the
 * generator prints beside the plain one, for devices where it pays.
 *
 * It relies on the typed tree of a unit without errors, and on the toolkit of sema/tree: what comes
 * out is typed tree again, made of clones, and the tree of the unit stays as it is.
 *
 * Example: in samples/matmul.ampc's naive kernel a work-item computes 8 rows of 16 columns: 8
 * vectors of sums, and for each k 8 elements of a and one vector of b. */
#ifndef OPTIMIZE_OPTIMIZE_H
#define OPTIMIZE_OPTIMIZE_H

#include "common/ctx.h"
#include "sema/types/symbol.h"

enum { BLOCK_EDGES = 3, BLOCK_DIVISORS = 4, BLOCK_LINE = 64 };

/* A block of any number of threads up to 'most' each way, by parts of 'rows' rows, each of them
 * 'beside' vectors of 16 threads (panels.c). */
struct block_panels {
    struct stmt *body; /* the work of 'down' parts below each other by 'across' beside each other,
                          both int variables; NULL: that is no gain */
    int rows, beside, most;
    struct symbol *down, *across;
    struct symbol *below, *beyond; /* ints: where the last of them begins at the most, in threads
                                      from the block's first one on */
};

/* A block of neighbouring threads of a simple launch in one work-item: 'rows' in the dimension
 * before the last, 'columns' in the last one. Of a tiled launch it is a tile, 'index' the tile's,
 * and there is nothing beside 'all' and 'part'. */
struct block_kernel {
    const struct launch *launch; /* a clone, with the original's number and captures */
    struct symbol *index[3];     /* the components of the thread's index, int variables */
    symbol_vec places;           /* of a tiled launch: the variables for where a thread is */
    struct stmt *one;            /* one thread's work */
    struct stmt *all;            /* the work of a whole block, whose first thread 'index' is */
    struct stmt *pair; /* the same of two blocks beside each other at once, of which 'columns' are
                          then, for processors with vectors of 16 floats; NULL: that is no gain */
    struct stmt *part; /* the same of 'part_rows' of its rows, in a domain of rank 1 of its vectors,
                          for processors with shorter vectors: as many as these have registers for;
                          of a tile, its work by loops of that many rows; NULL: all at once */
    int part_rows;
    struct block_panels panels[2]; /* instead of 'all' and 'pair', of long loops: on these
                                      processors, and on those with vectors of 16 floats; both or
                                      none */
    struct stmt *guard; /* sets 'outside', an int, if the thread has something else to do than
                           'all' does for it; NULL: none has */
    bool convex;        /* it sets it for none if it does for none of the corner threads */
    struct symbol *outside, *sides; /* 'sides' has the guard's own notes, from one thread to the
                                       next one that it looks at: 0 at first */
    struct stmt *work;              /* one thread's part of 'all' */
    struct stmt *edge[BLOCK_EDGES]; /* the work of 'count' threads, 16 at most, of 1, 2, 4 rows from
                                       'index' on; the first NULL: it is better done in each
                                       thread; others: row by row */
    struct symbol *count;
    struct stmt *line; /* the work of BLOCK_LINE threads of a row, where that many follow: of the
                          last rows of the domain, where four of them do no block; NULL: none */
    int rows, columns;
    int lanes; /* of a tile: how many neighbours are a vector, 16, 8 or 4 */
    /* The block is one whose first thread's last component, divided by each of these ints, leaves
     * at most that less the columns; others are done as the edge is (quotient.c). */
    const struct expr *divisors[BLOCK_DIVISORS];
    int divisor_count;
    int run;   /* the block is so many blocks of 'all' beside each other; more than one: 'edge' is
                  there */
    int turns; /* a run does so many of its 'rows' one after the other; 1: all of them at once */
    int alone; /* so many threads ahead of the blocks of a run, and behind them, are better done
                  each by itself than under a mask */
    bool repeats; /* threads of 'all' may be done once more, if what a view stores no other one sees
                   */
    int sums;     /* variables of a thread that loops store to */
    bool strips;  /* loops read lines of 16 rounds (strips.c) */
    const char
        *refused;   /* why there is none, as the end of "not blocked, because ..."; NULL: none */
    struct loc loc; /* of what prevents it */
};

/* Adds to the program, behind its launches, the kernels of launches of one dimension once more,
 * with an index of two or three components, where these are a gain (struct launch_flat). 'always':
 * as below. */
void optimize_flat(struct ctx *c, struct program *p, bool always);

/* For every launch of the program, by number; in c's arena. 'p' stays as it is. 'always': also
 * where a block does not pay, for tests. */
struct block_kernel *optimize_blocks(struct ctx *c, struct program *p, bool always);
/* The same for one launch. */
void optimize_block(struct ctx *c, struct program *p, const struct launch *l, bool always,
                    struct block_kernel *k);

#endif
