/* ampc_cover.h - how groups of GPUs cover blocks of threads: what the optimiser says of a kernel,
 * and the library chooses shapes by. Included by ampc_gen.h, whose rules of names hold here. */
#ifndef AMPC_COVER_H
#define AMPC_COVER_H

/* How the groups of a kernel cover blocks of threads in a build with AMPC_COVER, whose work-items
 * do AMPC_ROWS x AMPC_COLUMNS threads each; see runtime/cover.c. */
typedef struct ampc__cover {
    enum ampc__cover_kind {
        AMPC__COVER_NONE,
        AMPC__COVER_FLAT,    /* it has no loops */
        AMPC__COVER_LOOPS,   /* loops that all threads run alike */
        AMPC__COVER_PANELS,  /* of which some have panels: what several rounds read is fetched */
        AMPC__COVER_WINDOWS, /* or windows: what a nest of loops reads around a thread's place is */
        AMPC__COVER_ALONE,   /* loops that threads run differently, and no others */
        AMPC__COVER_APART,   /* the same, that read no elements */
        AMPC__COVER_TILES    /* it is tiled: a work-item does a thread of each of several tiles */
    } kind;
    int words; /* of 4 bytes, of the variables of a thread that loops store to */
    /* Of tiles: bytes of tile_static objects that there are once for each row of tiles, for each
     * column, for the group, for each tile. Else bytes of local memory: in each round of a chunk
     * for each row of the group's block, for each column, for itself, all of them for each buffer;
     * and for each row and column. */
    int row_bytes, column_bytes, round_bytes, both_bytes;
    int more_rows, more_columns; /* beside those of the block, of both */
    int rows_across; /* of what is fetched, the rounds of rows, and they alone, stand side by side
                      */
    int in_words;    /* all that panels fetch are elements of 4 bytes */
    int tallies;     /* views with AMPC__VIEW_TALLY: groups do one block after the other */
    int costs[4];    /* of tiles: of what a thread does, in thousandths, how much is the same in all
                      * tiles of a group, differs between columns of them, between rows, between
                      * all */
    int staged;      /* the same of loads from tile_static objects that not each tile has */
    int nodes;       /* of its tree, those in short loops as often as these run */
    int along;       /* of tiles: 1: a group may do several columns of them, 2: rows, 3: both */
    int side;  /* without loops, if each thread keeps to elements of its own: so many of the largest
                * have about 16 bytes, at most 4; else 0 */
    int lent;  /* the same, but for elements that only rows or columns differ in */
    int slow;  /* the same, with functions or divisions; of panels: some floats are divided */
    int first; /* rows are those of the first dimension of three, not of the one before the last */
    int columns_across; /* of what is fetched, rounds of columns stand side by side, too */
    int lines;  /* blocks are of threads along the last dimension alone: each group has one index in
                 * the others */
    int again;  /* a loop with panels is in another loop: they are fetched again and again */
    int around; /* or around one: rounds are those of the inner one */
    int near;  /* of windows whose size arguments say: by so many a loop's counter grows for them at
                * most; 0: there are none */
    int fused; /* short loops in longer ones are one loop with them: so many rounds in one of these,
                * at most; 0: none are. Rounds are those of the short ones then, and the loop has no
                * more than one for each element of a view; */
    int tested; /* or 'fused' for each, as rounds read elements behind a test */
} ampc__cover;

#endif
