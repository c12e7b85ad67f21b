/* look_back.c - what an algorithm in one pass (look_back.cl) needs beside its views: words by which
 * groups tell each other their sums.
 *
 * Example: 2^26 floats in tiles of 8192 take 8192 words for the tiles, and some for blocks of them.
 */
#include "runtime/algorithms/algorithm.h"

enum { WARP = 32 };

bool look_back_begin(struct algorithm *a, struct algorithm_program *p, const struct tuning *t,
                     uint32_t tile, uint32_t sum_bytes, struct look_back *l)
{
    const cl_uint tiles = (a->n - 1) / tile + 1;
    const cl_uint sums = tiles + tiles / WARP + 1 + tiles / (WARP * WARP) + 2;
    const size_t words = 1 + (size_t)sums * (sum_bytes / sizeof(cl_uint));
    struct scratch *s = scratch_take_marked(a, words * sizeof(uint64_t));
    *l = (struct look_back){s, s ? s->mark : 0, tiles};
    if (!s || s->mark > 1)
        return s != NULL;
    const cl_uint all = (cl_uint)(s->bytes / sizeof(uint64_t));
    bool ok =
        program_launch(a, p, LOOK_BACK_CLEAR, t->units, (const void *const[]){&s->view, &all});
    s->mark = ok ? s->mark : 0;
    return ok;
}
