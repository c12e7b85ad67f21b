/* cover_shapes.h - the blocks of threads that groups may cover on GPUs, and what they take: the
 * library chooses among them (cover.c), ampcc --explain-kernel lists them. Example: of a matrix
 * product of floats a group of 16 x 32 work-items with 8 x 4 sums each is the first that is tried.
 * It relies on ampc_gen.h alone. */
#ifndef RUNTIME_COVER_SHAPES_H
#define RUNTIME_COVER_SHAPES_H

#include "runtime/ampc_gen.h"

/* The rows and columns of a work-item, the work-items of a group, rounds of a panel, and how many
 * of its rows and columns stand side by side; of panels, whether those behind the next one are on
 * their way, too (from COVER_ASYNC on so many, which the device copies by itself), and how many
 * elements of 4 bytes a work-item fetches at once: 4, or 0 and 1. */
struct cover_shape {
    int rows, columns, down, across, chunk, row_run, column_run, further, unit;
};

enum {
    COVER_ASYNC = 2,
    COVER_FURTHEST = 7,
    COVER_ROUNDS = 5,    /* of loops, at least, for panels in domains of more than one dimension,
                            and for windows of two; */
    COVER_DOWN = 10,     /* for windows that are so large in the first of them alone */
    COVER_DOWN_SAID = 6, /* and the text says so; */
    COVER_ACROSS = 22,   /* in the last */
    COVER_ACROSS_SAID = 12,
    COVER_LINES = 32,    /* in one; twice as many of threads' own lines for fewer threads than */
    COVER_THREADS = 128, /* for each compute unit; */
    COVER_BESIDE = 64,   /* of lines that threads read beside each other, and two for each thread of
                            a compute unit, of which there are at most four times as many; */
    COVER_AGAIN = 1024,  /* in a loop around */
    COVER_BRIEF_ROUNDS = 512, /* of loops, fewer: panels are not on their way for long, and several
                                 small groups on a compute unit wait for theirs at other times */
    COVER_COPIED_ROUNDS = 128,
    COVER_SMALL_ROUNDS = 32,
    COVER_REGISTERS = 64,         /* words for the sums of a work-item */
    COVER_LOCAL_BYTES = 48 * 1024 /* of a group: two of them on a compute unit, at least */
};

/* Measured on an NVIDIA H200; of each kind and rank the first one that fits is taken. */
static const struct cover_listed {
    enum ampc__cover_kind kind;
    enum cover_when {
        COVER_LINE,    /* for domains of rank 1; the others: of more */
        COVER_EVEN,    /* of rank 1, if compute units have about as many groups each */
        COVER_BROAD,   /* of rank 1, if compute units have two groups each, or more */
        COVER_SIDE,    /* of rank 1, without loops, with functions or divisions: they wait for all
                          elements that they need, which come sooner side by side */
        COVER_PAIR,    /* of rank 1, without loops, if each thread keeps to elements of its own, of
                          5 to 8 bytes */
        COVER_SHARED,  /* of rank 1, and all that is fetched is so for all threads */
        COVER_DIVIDED, /* the same, if floats are divided: several threads' ones at once */
        COVER_FEW,     /* of rank 1 with a few threads for each compute unit: the more work-items
                          fetch for them, the better */
        COVER_PLAIN,   /* any */
        COVER_OWN,     /* without loops, if each thread keeps to elements of its own, of up to 4
                          bytes */
        COVER_PAIRS,   /* the same, of 5 to 8 bytes */
        COVER_LENT,    /* the same, but for elements that only rows or columns differ in */
        COVER_TURNED,  /* without loops, and what is stored by columns goes through local memory */
        COVER_COPIED,  /* if the device copies lines by itself that stand in local memory as in
                          global memory, for COVER_COPIED_ROUNDS rounds and more, and compute units
                          have several groups each */
        COVER_BRIEF,   /* if loops have fewer than COVER_BRIEF_ROUNDS */
        COVER_WIDE,    /* if the rounds of rows, and they alone, stand side by side, and are not so
                          few: else the one behind is faster */
        COVER_BUSY,    /* any, but of products if compute units have more groups than one each: else
                          those are faster with fewer threads and more rounds at once */
        /* Of products whose loops have COVER_SMALL_ROUNDS and more, where the ones before have too
           few groups, or would have too few threads: */
        COVER_PLANES,      /* if rows are those of the first dimension of three */
        COVER_SMALL_BRIEF, /* if loops have fewer than COVER_BRIEF_ROUNDS */
        COVER_SMALL,       /* else */
        COVER_NARROW       /* also of a few rows or columns alone */
    } when;
    struct cover_shape shape;
} cover_list[] = {
    {AMPC__COVER_FLAT, COVER_SIDE, {1, 8, 1, 64, 1, 1, 4, 0, 4}},
    {AMPC__COVER_FLAT, COVER_SIDE, {1, 4, 1, 256, 1, 1, 4, 0, 1}},
    {AMPC__COVER_FLAT, COVER_LINE, {1, 4, 1, 256, 1, 1, 1, 0, 1}},
    {AMPC__COVER_FLAT, COVER_PAIR, {1, 2, 1, 256, 1, 1, 1, 0, 1}},
    {AMPC__COVER_FLAT, COVER_PAIR, {1, 2, 1, 256, 1, 1, 2, 0, 1}}, /* for AMPC_TUNE to try */
    {AMPC__COVER_FLAT, COVER_LENT, {2, 4, 4, 32, 1, 2, 4, 0, 1}},
    {AMPC__COVER_FLAT, COVER_OWN, {1, 4, 4, 32, 1, 1, 4, 0, 1}},
    {AMPC__COVER_FLAT, COVER_PAIRS, {1, 2, 4, 32, 1, 1, 1, 0, 1}},
    {AMPC__COVER_FLAT, COVER_PLAIN, {8, 1, 4, 32, 1, 4, 1, 0, 1}},
    {AMPC__COVER_FLAT, COVER_TURNED, {8, 1, 8, 32, 1, 1, 1, 0, 1}},
    {AMPC__COVER_LOOPS, COVER_LINE, {1, 4, 1, 128, 1, 1, 1, 0, 1}},
    {AMPC__COVER_LOOPS, COVER_LINE, {1, 2, 1, 128, 1, 1, 1, 0, 1}},
    {AMPC__COVER_LOOPS, COVER_PLAIN, {4, 2, 8, 32, 1, 4, 1, 0, 1}},
    {AMPC__COVER_LOOPS, COVER_PLAIN, {4, 1, 8, 32, 1, 4, 1, 0, 1}},
    {AMPC__COVER_LOOPS, COVER_PLAIN, {2, 1, 8, 32, 1, 2, 1, 0, 1}},
    /* Of one column each: the work-items behind the first row help to fetch. */
    {AMPC__COVER_PANELS, COVER_BROAD, {1, 1, 4, 32, 64, 1, 1, 1, 4}},
    {AMPC__COVER_PANELS, COVER_LINE, {1, 1, 8, 32, 128, 1, 1, 1, 4}},
    {AMPC__COVER_PANELS, COVER_LINE, {1, 1, 4, 32, 64, 1, 1, 1, 4}},
    {AMPC__COVER_PANELS, COVER_EVEN, {1, 1, 2, 64, 48, 1, 1, 2, 1}},
    {AMPC__COVER_PANELS, COVER_LINE, {1, 1, 4, 32, 48, 1, 1, 2, 1}},
    {AMPC__COVER_PANELS, COVER_LINE, {1, 1, 4, 64, 32, 1, 1, 2, 1}},
    {AMPC__COVER_PANELS, COVER_LINE, {1, 1, 8, 64, 64, 1, 1, 0, 1}},
    {AMPC__COVER_PANELS, COVER_LINE, {1, 1, 4, 64, 32, 1, 1, 0, 1}},
    /* For AMPC_TUNE to try. */
    {AMPC__COVER_PANELS, COVER_LINE, {1, 1, 8, 32, 64, 1, 1, 1, 1}},
    {AMPC__COVER_PANELS, COVER_LINE, {1, 1, 8, 32, 64, 1, 1, 2, 4}},
    {AMPC__COVER_PANELS, COVER_DIVIDED, {1, 2, 1, 256, 256, 1, 2, 0, 1}},
    {AMPC__COVER_PANELS, COVER_SHARED, {1, 1, 1, 512, 512, 1, 1, 0, 1}},
    {AMPC__COVER_PANELS, COVER_SHARED, {1, 1, 1, 256, 256, 1, 1, 0, 1}},
    {AMPC__COVER_PANELS, COVER_SHARED, {1, 1, 1, 128, 128, 1, 1, 0, 1}},
    {AMPC__COVER_PANELS, COVER_SHARED, {1, 1, 1, 64, 64, 1, 1, 0, 1}},
    {AMPC__COVER_PANELS, COVER_FEW, {1, 1, 8, 32, 1024, 1, 1, 0, 1}},
    {AMPC__COVER_PANELS, COVER_FEW, {1, 1, 8, 32, 128, 1, 1, 0, 1}},
    {AMPC__COVER_PANELS, COVER_FEW, {1, 1, 8, 32, 48, 1, 1, 0, 1}},
    {AMPC__COVER_PANELS, COVER_COPIED, {8, 4, 8, 16, 16, 4, 4, 2, 4}},
    {AMPC__COVER_PANELS, COVER_BRIEF, {8, 4, 8, 16, 16, 4, 4, 0, 4}},
    {AMPC__COVER_PANELS, COVER_PLAIN, {8, 4, 8, 32, 16, 4, 4, 0, 4}},
    {AMPC__COVER_PANELS, COVER_PLAIN, {8, 4, 8, 16, 16, 4, 4, 0, 4}},
    {AMPC__COVER_PANELS, COVER_WIDE, {8, 4, 16, 32, 16, 4, 4, 0, 1}},
    {AMPC__COVER_PANELS, COVER_PLAIN, {8, 4, 16, 16, 16, 4, 4, 0, 1}},
    {AMPC__COVER_PANELS, COVER_PLAIN, {8, 4, 8, 16, 16, 4, 4, 2, 4}},
    {AMPC__COVER_PANELS, COVER_PLAIN, {8, 4, 8, 16, 32, 4, 4, 0, 1}},
    {AMPC__COVER_PANELS, COVER_PLAIN, {4, 4, 16, 16, 16, 4, 4, 0, 1}},
    {AMPC__COVER_PANELS, COVER_BUSY, {4, 2, 8, 16, 16, 4, 2, 0, 1}},
    {AMPC__COVER_PANELS, COVER_PLANES, {2, 1, 16, 16, 32, 2, 1, 0, 1}},
    {AMPC__COVER_PANELS, COVER_SMALL_BRIEF, {2, 2, 8, 16, 32, 2, 2, 0, 1}},
    {AMPC__COVER_PANELS, COVER_SMALL, {2, 2, 8, 16, 64, 2, 2, 0, 4}},
    {AMPC__COVER_PANELS, COVER_SMALL, {2, 2, 8, 16, 32, 2, 2, 0, 1}},
    {AMPC__COVER_PANELS, COVER_PLAIN, {2, 2, 16, 16, 16, 2, 2, 0, 1}},
    {AMPC__COVER_PANELS, COVER_NARROW, {1, 1, 16, 16, 64, 1, 1, 0, 4}},
    {AMPC__COVER_ALONE, COVER_LINE, {1, 1, 1, 256, 1, 1, 1, 0, 1}},
    {AMPC__COVER_ALONE, COVER_LINE, {1, 1, 1, 64, 1, 1, 1, 0, 1}},
    {AMPC__COVER_ALONE, COVER_FEW, {1, 1, 1, 32, 1, 1, 1, 0, 1}},
    {AMPC__COVER_ALONE, COVER_PLAIN, {1, 1, 8, 32, 1, 1, 1, 0, 1}},
    {AMPC__COVER_APART, COVER_LINE, {1, 1, 1, 256, 1, 1, 1, 0, 1}},
    {AMPC__COVER_APART, COVER_LINE, {1, 1, 1, 64, 1, 1, 1, 0, 1}},
    {AMPC__COVER_APART, COVER_PLAIN, {1, 1, 16, 16, 1, 1, 1, 0, 1}},
    {AMPC__COVER_WINDOWS, COVER_LINE, {1, 4, 1, 128, 1, 1, 4, 0, 1}},
    {AMPC__COVER_WINDOWS, COVER_PLAIN, {4, 4, 8, 16, 1, 4, 4, 0, 1}},
    {AMPC__COVER_WINDOWS, COVER_PLAIN, {4, 2, 8, 32, 1, 4, 2, 0, 1}},
};

/* Rows and columns of tiles, for kernels with tiles; measured on an NVIDIA H100. */
static const struct cover_shape cover_tile_list[] = {
#define TILES(rows, columns) rows, columns, 1, 1, 1, 1, 1, 0, 1
    {TILES(8, 8)}, {TILES(8, 4)}, {TILES(4, 8)}, {TILES(4, 4)}, {TILES(8, 2)},
    {TILES(2, 8)}, {TILES(4, 2)}, {TILES(2, 4)}, {TILES(8, 1)}, {TILES(1, 8)},
    {TILES(2, 2)}, {TILES(4, 1)}, {TILES(1, 4)}, {TILES(2, 1)}, {TILES(1, 2)},
#undef TILES
};

/* What a thread costs in such a group, in thousandths of what it does in a tile alone. */
static inline int cover_tile_cost(const struct cover_shape *s, const ampc__cover *c)
{
    return c->costs[0] / (s->rows * s->columns) + c->costs[1] / s->rows + c->costs[2] / s->columns +
           c->costs[3];
}

/* Bytes of local memory of a group of so many threads that does several tiles, at most: there are
 * others on a compute unit. */
static inline ampc_size cover_tile_bytes(int threads)
{
    enum { EACH = 128 };
    return threads * EACH < COVER_LOCAL_BYTES ? (ampc_size)(threads * EACH)
                                              : (ampc_size)COVER_LOCAL_BYTES;
}

/* Whether a shape is for tiles of that kernel: each row and column of more gains, and it
 * is built in less than a second. */
static inline int cover_suits_tiles(const struct cover_shape *s, const ampc__cover *c)
{
    enum { ENOUGH = 95, PERCENT = 100, NODES = 32000 };
    struct cover_shape fewer = *s, narrower = *s;
    fewer.rows = s->rows / 2;
    narrower.columns = s->columns / 2;
    return ((c->along & 2) || s->rows == 1) && ((c->along & 1) || s->columns == 1) &&
           c->nodes <= NODES / (s->rows * s->columns) &&
           (s->rows == 1 ||
            cover_tile_cost(s, c) * PERCENT <= cover_tile_cost(&fewer, c) * ENOUGH) &&
           (s->columns == 1 ||
            cover_tile_cost(s, c) * PERCENT <= cover_tile_cost(&narrower, c) * ENOUGH);
}

/* The same for kernels without loops. */
static inline int cover_suits_flat(const struct cover_listed *s, const ampc__cover *c)
{
    switch (s->when) {
    case COVER_SIDE:
        return c->side == 4 && c->slow;
    case COVER_LINE:
        return c->side == 4 || !c->side;
    case COVER_PAIR:
        return c->side == 2;
    case COVER_LENT:
        return c->side > 0 && c->lent;
    case COVER_OWN:
        return c->side == 4 && !c->lent;
    case COVER_PAIRS:
        return c->side == 2 && !c->lent;
    default:
        return (!c->side || c->side == 4) && (s->when == COVER_TURNED) == (c->both_bytes > 0);
    }
}

/* Whether a shape for domains of rank 1 is for kernels with such panels: without units, if columns
 * stand side by side, the device copies what is on its way; else work-items fetch it. */
static inline int cover_suits_line(const struct cover_listed *s, const ampc__cover *c)
{
    int shared = c->kind == AMPC__COVER_PANELS && c->column_bytes == 0;
    int units = s->shape.unit > 1, columns = c->rows_across;
    if (s->when == COVER_DIVIDED)
        return shared && c->slow;
    return (s->when == COVER_FEW || (s->when == COVER_SHARED) == shared) &&
           (units ? !columns || c->in_words
                  : !s->shape.further || (s->shape.further >= COVER_ASYNC) == columns);
}

/* Dimensions of a kernel's blocks, with a domain of that rank: 1 also where lines are threads' own.
 */
static inline int cover_rank(const ampc__cover *c, int rank)
{
    return c->lines ? 1 : rank;
}

/* Windows are worth fetching where their loops have that many rounds: of smaller ones caches have
 * what is read again. Loops whose rounds the text says run as if written out where they are not
 * fetched, too. */
static inline int cover_windows_least(const ampc__cover *c, int rank)
{
    if (c->more_rows && c->more_columns)
        return COVER_ROUNDS;
    if (c->more_rows)
        return c->near ? COVER_DOWN : COVER_DOWN_SAID;
    if (cover_rank(c, rank) == 1)
        return c->near ? COVER_LINES : 1;
    return c->near ? COVER_ACROSS : COVER_ACROSS_SAID;
}

/* Whether they are, with so many rounds, if arguments say (-1: not known); larger ones than there
 * is room for are not. */
static inline int cover_windows_gain(const ampc__cover *c, int rank, double rounds)
{
    int least = cover_windows_least(c, rank);
    if (c->near)
        return rounds < 0 || (rounds >= least && rounds <= c->near + 1);
    return c->more_rows + 1 >= least || c->more_columns + 1 >= least;
}

/* Whether loops have panels of rows and panels of columns. */
static inline int cover_is_product(const ampc__cover *c)
{
    return c->kind == AMPC__COVER_PANELS && c->row_bytes && c->column_bytes;
}

/* Whether a shape for products in small domains is for such a kernel. */
static inline int cover_suits_small(const struct cover_listed *s, const ampc__cover *c,
                                    double rounds)
{
    return cover_is_product(c) && (rounds < 0 || rounds >= COVER_SMALL_ROUNDS) &&
           (s->when != COVER_PLANES || c->first) &&
           (s->when != COVER_SMALL_BRIEF || (rounds >= 0 && rounds < COVER_BRIEF_ROUNDS));
}

/* Whether a shape of the list is for kernels as that one, with domains of that rank and so many
 * rounds of loops (-1: not known). Devices copy elements of 4 bytes by themselves. */
static inline int cover_suits(const struct cover_listed *s, const ampc__cover *c, int rank,
                              double rounds)
{
    int brief = rounds >= 0 && rounds < COVER_BRIEF_ROUNDS, line = cover_rank(c, rank) == 1;
    int copied = !c->columns_across && (rounds < 0 || rounds >= COVER_COPIED_ROUNDS);
    return s->kind == c->kind && (s->when <= COVER_FEW) == line &&
           (s->shape.further < COVER_ASYNC || c->in_words) &&
           (s->kind == AMPC__COVER_FLAT ? cover_suits_flat(s, c)
            : line                      ? cover_suits_line(s, c)
            : s->when >= COVER_PLANES   ? cover_suits_small(s, c, rounds)
            : s->when == COVER_COPIED   ? copied
            : s->when == COVER_BRIEF    ? brief
                                        : s->when != COVER_WIDE || (c->rows_across && !brief));
}

/* The shape for that kernel: what it has side by side are at most 16 bytes. */
static inline struct cover_shape cover_shape_for(const struct cover_listed *s, const ampc__cover *c)
{
    struct cover_shape shape = s->shape;
    if (s->when == COVER_LENT)
        shape.column_run = c->side;
    return shape;
}

/* Words of registers that the sums of a work-item take. */
static inline int cover_words(const struct cover_shape *s, const ampc__cover *c)
{
    return s->rows * s->columns * c->words;
}

/* Buffers for each panel. */
static inline int cover_buffers(const struct cover_shape *s)
{
    return s->further < COVER_ASYNC ? 2 : s->further + 1;
}

/* Bytes of local memory of a group, at most: panels, windows and turns. */
static inline ampc_size cover_local_bytes(const struct cover_shape *s, const ampc__cover *c)
{
    int high = s->rows * s->down, width = s->columns * s->across;
    if (c->kind == AMPC__COVER_TILES)
        return (ampc_size)c->row_bytes * (ampc_size)s->rows +
               (ampc_size)c->column_bytes * (ampc_size)s->columns + (ampc_size)c->round_bytes +
               (ampc_size)c->both_bytes * (ampc_size)(s->rows * s->columns);
    int straight = s->further >= COVER_ASYNC || (s->rows * s->columns == 1 && s->unit > 1);
    int more = straight ? 4 : 0; /* rounds, where panels are not turned */
    ampc_size round = (ampc_size)(c->row_bytes * (high + 4)) +
                      (ampc_size)(c->column_bytes * (width + 4)) + (ampc_size)c->round_bytes;
    return (ampc_size)cover_buffers(s) * (ampc_size)(s->chunk + more) * round +
           (ampc_size)c->both_bytes * (ampc_size)(high + c->more_rows) *
               (ampc_size)(width + c->more_columns + (c->near ? 7 : 3));
}

#endif
