/* explain_kernels.c - --explain-kernels. Example, of samples/matmul.ampc:
 *
 *     matmul.ampc:18: on CPUs a work-item does 8 x 16 threads, as vectors
 *     matmul.ampc:30: as written: it has tiles */
#include "driver/explain_kernels.h"

static void explain(FILE *out, struct ctx *c, const struct launch *l, const struct block_kernel *b)
{
    struct place at = b->refused ? source_place(c->source, b->loc.begin) : l->place;

    fprintf(out, "%s:%d: ", l->place.file, l->place.line);
    if (!b->refused && b->rows > 1)
        fprintf(out, "on CPUs a work-item does %d x %d threads, as vectors\n", b->rows, b->columns);
    else if (!b->refused)
        fprintf(out, "on CPUs a work-item does %d threads, as a vector\n", b->columns);
    else if (at.line == l->place.line)
        fprintf(out, "as written: %s\n", b->refused);
    else
        fprintf(out, "as written: %s (%s:%d)\n", b->refused, at.file, at.line);
}

void explain_kernels(FILE *out, struct ctx *c, const struct program *p,
                     const struct block_kernel *blocks)
{
    for (int i = 0; i < p->launches.n; i++)
        explain(out, c, p->launches.at[i], &blocks[p->launches.at[i]->number]);
}
