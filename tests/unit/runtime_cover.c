/* Which blocks of threads groups cover on a GPU: the first shape of the list that the domain fills,
 * and what comes behind one that keeps registers in memory. */
#include "tests/unit/runtime_test.h"
#include "tests/unit/test_main.h"

static ampc__module module;
static struct ampc_accelerator gpu = {
    .type = CL_DEVICE_TYPE_GPU, .compute_units = 132, .local_bytes = 48 * 1024, .max_group = 1024};

static ampc__kernel product = {.module = &module,
                               .rank = 2,
                               .cover = {.kind = AMPC__COVER_PANELS,
                                         .words = 1,
                                         .row_bytes = 4,
                                         .column_bytes = 4,
                                         .rows_across = 1,
                                         .in_words = 1}};
static ampc__kernel line = {.module = &module,
                            .rank = 1,
                            .cover = {.kind = AMPC__COVER_PANELS, .words = 4, .round_bytes = 16}};

/* Rows of a matrix times a vector, and of the transposed one. */
static ampc__kernel by_rows = {.module = &module,
                               .rank = 1,
                               .cover = {.kind = AMPC__COVER_PANELS,
                                         .words = 1,
                                         .column_bytes = 4,
                                         .round_bytes = 4,
                                         .in_words = 1}};
static ampc__kernel by_columns = {.module = &module,
                                  .rank = 1,
                                  .cover = {.kind = AMPC__COVER_PANELS,
                                            .words = 1,
                                            .column_bytes = 4,
                                            .round_bytes = 4,
                                            .rows_across = 1,
                                            .in_words = 1}};

/* Tiles of 16 x 16 threads that share panels; of 256 that share what takes little of their time. */
static ampc__kernel tiled = {.module = &module,
                             .rank = 2,
                             .tile = {16, 16},
                             .cover = {.kind = AMPC__COVER_TILES,
                                       .words = 1,
                                       .row_bytes = 1024,
                                       .column_bytes = 1024,
                                       .costs = {313, 283, 283, 121},
                                       .staged = 507,
                                       .nodes = 400,
                                       .along = 3}};
static ampc__kernel tiled_line = {.module = &module,
                                  .rank = 1,
                                  .tile = {256},
                                  .cover = {.kind = AMPC__COVER_TILES,
                                            .words = 1,
                                            .column_bytes = 1024,
                                            .costs = {746, 254, 0, 0},
                                            .along = 1}};

/* rows, columns, down, across as a number; 0: none. Of an even n lines are aligned. */
static int chosen_in(const ampc__kernel *kernel, const int *extent,
                     const struct cover_refused *refused, double rounds)
{
    const struct cover_launch l = {0, rounds,
                                   extent[kernel->rank - 1] % 2 == 0 ? COVER_ALIGNED : 4};
    struct cover_shape s;
    return cover_choose(kernel, &gpu, extent, &l, refused, &s)
               ? ((s.rows * 100 + s.columns) * 100 + s.down) * 1000 + s.across
               : 0;
}

static int chosen_for(const ampc__kernel *kernel, int n, const struct cover_refused *refused,
                      double rounds)
{
    return chosen_in(kernel, (const int[]){n, n, n}, refused, rounds);
}

static int chosen(const ampc__kernel *kernel, int n, const struct cover_refused *refused)
{
    return chosen_for(kernel, n, refused, -1);
}

START_TEST(shapes)
{
    struct cover_refused refused = {1, {{8, 4, 16, 32, 16, 4, 4, 0, 1}}};
    ck_assert_int_eq(chosen(&product, 4096, NULL), 80408032);
    ck_assert_int_eq(chosen_for(&product, 4096, NULL, 512), 80408032);
    ck_assert_int_eq(chosen_for(&product, 4096, NULL, 511), 80408016);
    ck_assert_int_eq(chosen(&product, 4097, NULL), 80416032); /* lines are not aligned */
    ck_assert_int_eq(chosen_for(&product, 4097, NULL, 64), 80416016);
    ck_assert_int_eq(chosen(&product, 1024, NULL), 80408032); /* 128 groups on 132 units */
    ck_assert_int_eq(chosen(&product, 896, NULL), 80408016);
    /* Shapes of as many sums are left out, too. */
    ck_assert_int_eq(chosen(&product, 4096, &refused), 40416016);
    refused.shapes[refused.count++] = (struct cover_shape){4, 4, 16, 16, 16, 4, 4, 0, 1};
    ck_assert_int_eq(chosen(&product, 4096, &refused), 40208016);
    ck_assert_int_eq(chosen(&by_rows, 16384, NULL), 10104032); /* 512 groups on 132 units */
    ck_assert_int_eq(chosen(&by_rows, 8192, NULL), 10108032);
    ck_assert_int_eq(chosen(&by_columns, 16384, NULL), 10104032);
    ck_assert_int_eq(chosen(&by_columns, 8192, NULL), 10108032);
    ck_assert_int_eq(chosen(&by_rows, 16385, NULL), 10108064);
    ck_assert_int_eq(chosen(&by_columns, 16385, NULL), 10108064);
    /* What all threads read: all work-items have threads, but where there are few. */
    refused.count = 0;
    ck_assert_int_eq(chosen(&line, 100000, NULL), 10101512);
    ck_assert_int_eq(chosen(&line, 20000, NULL), 10101128);
    ck_assert_int_eq(chosen(&line, 1, NULL), 10108032);
    /* A work-item has one sum: the next shape may do with fewer registers. */
    refused.shapes[refused.count++] = (struct cover_shape){1, 1, 1, 512, 512, 1, 1, 0, 1};
    ck_assert_int_eq(chosen(&line, 100000, &refused), 10101256);
}
END_TEST

/* As many tiles as leave each compute unit enough to do, and the last one little to wait for. */
START_TEST(tiles)
{
    struct cover_refused refused = {1, {{8, 8, 1, 1, 1, 1, 1, 0, 1}}};
    ck_assert_int_eq(chosen(&tiled, 4096, NULL), 80801001);
    ck_assert_int_eq(chosen(&tiled, 4096, &refused), 80401001);
    ck_assert_int_eq(chosen(&tiled, 1024, NULL), 80401001);
    ck_assert_int_eq(chosen(&tiled, 512, NULL), 40201001);
    ck_assert_int_eq(chosen(&tiled, 128, NULL), 0);
    tiled.cover.row_bytes = tiled.cover.column_bytes = 4096;
    ck_assert_int_eq(chosen(&tiled, 4096, NULL), 40401001);
    tiled.cover.row_bytes = tiled.cover.column_bytes = 1024;
    tiled.cover.words = 4;
    ck_assert_int_eq(chosen(&tiled, 4096, NULL), 40401001);
    tiled.cover.words = 1;
    tiled.cover.nodes = 5000; /* so many that 64 copies of them would take long to build */
    ck_assert_int_eq(chosen(&tiled, 4096, NULL), 20201001);
    tiled.cover.nodes = 400;
    ck_assert_int_eq(chosen(&tiled_line, 1 << 24, NULL), 10801001);
    ck_assert_int_eq(chosen(&tiled_line, 1 << 20, NULL), 0);
}
END_TEST

/* Threads that keep to elements of their own: four to a work-item of up to 4 bytes, eight side by
 * side where they take long and lines are aligned, two of 8; of 16 one. */
START_TEST(own_elements)
{
    ampc__kernel own = {
        .module = &module, .rank = 1, .cover = {.kind = AMPC__COVER_FLAT, .words = 1, .side = 4}};
    ck_assert_int_eq(chosen(&own, 1 << 24, NULL), 10401256);
    own.cover.slow = 1;
    ck_assert_int_eq(chosen(&own, 1 << 24, NULL), 10801064);
    ck_assert_int_eq(chosen(&own, (1 << 24) + 1, NULL), 10401256);
    own.cover.side = 2;
    ck_assert_int_eq(chosen(&own, 1 << 24, NULL), 10201256);
    own.cover.side = 1;
    ck_assert_int_eq(chosen(&own, 1 << 24, NULL), 0);
    own.rank = 2;
    ck_assert_int_eq(chosen(&own, 1 << 12, NULL), 0);
    own.cover.side = 2;
    ck_assert_int_eq(chosen(&own, 1 << 12, NULL), 10204032);
    own.cover.side = 4;
    ck_assert_int_eq(chosen(&own, 1 << 12, NULL), 10404032);
    own.cover.lent = 1;
    ck_assert_int_eq(chosen(&own, 1 << 12, NULL), 20404032);
}
END_TEST

/* A device that copies from global to local memory by itself: elements of 4 bytes, by four where
 * lines are aligned. */
START_TEST(copies)
{
    gpu.copies_async = true;
    ck_assert_int_eq(chosen(&product, 4096, NULL), 80408016);
    ck_assert_int_eq(chosen_for(&product, 4096, NULL, 100), 80408016);
    product.cover.columns_across = 1; /* copies of single elements: not worth it */
    ck_assert_int_eq(chosen(&product, 4096, NULL), 80408032);
    product.cover.columns_across = 0;
    ck_assert_int_eq(chosen(&product, 1024, NULL), 80408032); /* 128 groups on 132 units */
    ck_assert_int_eq(chosen(&product, 896, NULL), 80408016);
    ck_assert_int_eq(chosen(&by_rows, 16385, NULL), 10108064);
    ck_assert_int_eq(chosen(&by_columns, 16385, NULL), 10102064);
    by_columns.cover.in_words = 0;
    ck_assert_int_eq(chosen(&by_columns, 16384, NULL), 10108064);
    by_columns.cover.in_words = 1;
    gpu.copies_async = false;
}
END_TEST

/* Whether panels are fetched in a domain of n threads, or n x n, with loops of so many rounds. */
static bool fetches(const ampc__kernel *kernel, int n, double rounds)
{
    const struct cover_launch l = {0, rounds, COVER_ALIGNED};
    struct cover_shape s;
    bool does = cover_choose(kernel, &gpu, (int[]){n, n, n}, &l, NULL, &s);
    ck_assert_int_eq(does, cover_gains(kernel, &gpu, (int[]){n, n, n}, rounds));
    return does;
}

/* Short loops gain nothing by panels, nor do many threads that read side by side. */
START_TEST(rounds)
{
    ck_assert(!fetches(&product, 4096, 4) && fetches(&product, 4096, 5));
    ck_assert(!fetches(&by_rows, 100000, 31) && fetches(&by_rows, 100000, 32));
    ck_assert(!fetches(&by_rows, 10000, 63) && fetches(&by_rows, 10000, 64));
    ck_assert(!fetches(&by_columns, 16384, 200) && fetches(&by_columns, 16384, 300));
    ck_assert(!fetches(&by_columns, 4096, 50) && fetches(&by_columns, 4096, 64));
    ck_assert(!fetches(&by_columns, 100000, 10000));
    ck_assert(!fetches(&line, 100000, 31) && fetches(&line, 100000, 32));
    line.cover.around = 1; /* they are another loop's */
    ck_assert(fetches(&line, 100000, 2));
    line.cover.around = 0;
    by_rows.cover.again = by_columns.cover.again = 1;
    ck_assert(fetches(&by_rows, 100000, 32) && !fetches(&by_rows, 100000, -1));
    ck_assert(!fetches(&by_columns, 16384, 1000) && fetches(&by_columns, 16384, 1024));
    by_rows.cover.again = by_columns.cover.again = 0;
    ck_assert(fetches(&by_rows, 100000, -1) && fetches(&by_columns, 16384, -1));
}
END_TEST

/* Small windows gain nothing, nor do those that there is no room for. */
START_TEST(windows)
{
    ampc__kernel k = {
        .module = &module, .rank = 2, .cover = {.kind = AMPC__COVER_WINDOWS, .words = 1}};
    k.cover.both_bytes = 4;
    k.cover.more_rows = k.cover.more_columns = k.cover.near = 32;
    ck_assert(!fetches(&k, 4096, 3) && fetches(&k, 4096, 5));
    ck_assert(fetches(&k, 4096, 33) && !fetches(&k, 4096, 34) && fetches(&k, 4096, -1));
    k.cover.more_columns = 0;
    ck_assert(!fetches(&k, 4096, 9) && fetches(&k, 4096, 10));
    k.cover.more_rows = 0, k.cover.more_columns = 32;
    ck_assert(!fetches(&k, 4096, 21) && fetches(&k, 4096, 22));
    k.rank = 1;
    ck_assert(!fetches(&k, 1 << 20, 31) && fetches(&k, 1 << 20, 33));
    k.cover.near = 0, k.cover.more_columns = 2; /* as the text says */
    ck_assert(fetches(&k, 1 << 20, -1));
    k.rank = 2;
    ck_assert(!fetches(&k, 4096, -1));
    k.cover.more_columns = 11;
    ck_assert(fetches(&k, 4096, -1));
    k.cover.more_rows = 4, k.cover.more_columns = 0;
    ck_assert(!fetches(&k, 4096, -1));
    k.cover.more_rows = 5;
    ck_assert(fetches(&k, 4096, -1));
    k.cover.more_rows = k.cover.more_columns = 2;
    ck_assert(!fetches(&k, 4096, -1));
    k.cover.more_rows = k.cover.more_columns = 4;
    ck_assert(fetches(&k, 4096, -1));
}
END_TEST

/* Rows of the first dimension of three. */
static int chosen_of(const ampc__kernel *kernel, int rows, int columns, double times)
{
    return chosen_in(kernel, (const int[]){rows, columns}, NULL, times);
}

/* Products in small domains, and in those of a few rows or columns. */
START_TEST(small)
{
    enum { NARROW = 10116016, SMALL = 20208016 };
    ampc__kernel layer = product, across = product, alone = product;
    ck_assert_int_eq(chosen_of(&product, 512, 512, 512), 40208016);
    ck_assert_int_eq(chosen_of(&product, 384, 384, 384), SMALL);
    ck_assert_int_eq(chosen_of(&product, 192, 192, 192), SMALL);
    ck_assert_int_eq(chosen_of(&product, 128, 128, 128), NARROW);
    ck_assert_int_eq(chosen_of(&product, 128, 128, 31), 0); /* rounds */
    ck_assert_int_eq(chosen_of(&product, 4096, 28, 4096), SMALL);
    ck_assert_int_eq(chosen_of(&product, 4096, 13, 4096), NARROW); /* not aligned either */
    ck_assert_int_eq(chosen_of(&product, 4096, 3, 4096), 0);
    ck_assert_int_eq(chosen_of(&product, 4, 4096, 4096), NARROW);
    ck_assert_int_eq(chosen_of(&product, 1000000, 4, 128), NARROW);
    ck_assert_int_eq(chosen_of(&product, 4, 1000000, 128), 0); /* rows wait for nobody */
    across.cover.columns_across = 1;
    ck_assert_int_eq(chosen_of(&across, 4, 1000000, 128), NARROW);
    layer.rank = 3;
    layer.cover.first = 1;
    ck_assert_int_eq(chosen_in(&layer, (const int[]){64, 56, 56}, NULL, -1), 40208016);
    ck_assert_int_eq(chosen_in(&layer, (const int[]){256, 14, 14}, NULL, -1), 20116016);
    ck_assert_int_eq(chosen_in(&layer, (const int[]){512, 7, 7}, NULL, -1), 20116016);
    ck_assert_int_eq(chosen_in(&layer, (const int[]){64, 14, 14}, NULL, -1), NARROW);
    alone.cover.column_bytes = 0; /* no product */
    ck_assert_int_eq(chosen_of(&alone, 384, 384, 384), 40208016);
    ck_assert_int_eq(chosen_of(&alone, 192, 192, 192), 0);
}
END_TEST

START_TEST(dimensions)
{
    ampc__kernel flat = {.module = &module, .rank = 3, .cover = {.kind = AMPC__COVER_FLAT}};
    const struct cover_shape s = {8, 1, 4, 32, 1, 4, 1, 0, 1};
    const int extent[] = {320, 70, 100};
    struct work w = {0};
    cover_sizes(&flat, &gpu, extent, &s, &w);
    ck_assert(w.global[0] == 4 * 128 && w.global[1] == 3 && w.global[2] == 320);
    flat.cover.first = 1;
    cover_sizes(&flat, &gpu, extent, &s, &w);
    ck_assert(w.global[0] == 4 * 128 && w.global[1] == 10 && w.global[2] == 70);
}
END_TEST

TEST_MAIN("cover", shapes, tiles, own_elements, copies, rounds, windows, small, dimensions)
