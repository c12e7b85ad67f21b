/* explain_kernels.c - --explain-kernels. Example, of samples/matmul.ampc:
 *
 *     matmul.ampc:18: on CPUs a work-item does 8 x 16 threads, as vectors
 *     matmul.ampc:30: on CPUs as written: it has tiles */
#include "driver/explain_kernels.h"

#include "optimize/cover.h"
#include "optimize/optimize.h"

static void explain(FILE *out, struct ctx *c, const struct launch *l, const struct block_kernel *b)
{
    struct place at = b->refused ? source_place(c->source, b->loc.begin) : l->place;

    fprintf(out, "%s:%d: ", l->place.file, l->place.line);
    if (!b->refused && b->rows > 1)
        fprintf(out, "on CPUs a work-item does %d x %d threads, as vectors\n", b->rows, b->columns);
    else if (!b->refused)
        fprintf(out, "on CPUs a work-item does %d threads, as a vector\n", b->columns);
    else if (at.line == l->place.line)
        fprintf(out, "on CPUs as written: %s\n", b->refused);
    else
        fprintf(out, "on CPUs as written: %s (%s:%d)\n", b->refused, at.file, at.line);
}

static void explain_cover(FILE *out, struct ctx *c, const struct launch *l,
                          const struct cover_kernel *k)
{
    static const char *const what[] = {
        [COVER_FLAT] = "",
        [COVER_LOOPS] = "",
        [COVER_PANELS] = " and fetches what its loops read, some rounds at once",
        [COVER_WINDOWS] = " and fetches what its loops read around it"};
    struct place at = k->refused ? source_place(c->source, k->loc.begin) : l->place;

    fprintf(out, "%s:%d: on GPUs ", l->place.file, l->place.line);
    if (!k->refused)
        fprintf(out, "a group covers a block of threads%s%s\n", what[k->kind],
                k->kind == COVER_FLAT && k->both_bytes ? ", and stores by rows" : "");
    else if (at.line == l->place.line)
        fprintf(out, "as written: %s\n", k->refused);
    else
        fprintf(out, "as written: %s (%s:%d)\n", k->refused, at.file, at.line);
}

void explain_kernels(FILE *out, struct ctx *c, const struct program *p,
                     const struct findings *findings)
{
    for (int i = 0; i < p->launches.n; i++) {
        const struct launch *l = p->launches.at[i];
        explain(out, c, l, &findings->blocks[l->number]);
        explain_cover(out, c, l, &findings->covers[l->number]);
    }
}
