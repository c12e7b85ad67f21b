/* findings.h - results that the passes behind typing share, in tables keyed by nodes of the typed
 * tree; the tree itself is not changed. Each table belongs to the file that fills it; other files
 * call the functions of that file. Relies on the node table.
 *
 *     struct findings findings;
 *     findings_begin(&findings, c);
 *     check_program(c, p, &findings);
 *
 * A clone of a node is another node, without results. When the tree of a function or launch is
 * changed, its results are no longer valid: begin with empty tables. */
#ifndef SEMA_ANALYSIS_FINDINGS_H
#define SEMA_ANALYSIS_FINDINGS_H

#include "common/arena.h"
#include "common/ctx.h"
#include "common/node_table.h"

struct block_kernel;
struct cover_kernel;
struct spaces;

/* Of a node that has a number: the number of the last node below it, and which function it is in.
 */
struct node_span {
    int last, root;
};

struct findings {
    struct arena *arena;
    struct spaces *spaces;   /* spaces.c: memories of pointers, of functions and launches */
    struct node_table order; /* order.c: nodes: their number, which is their place in 'spans' */
    VEC(struct node_span) spans;
    const struct block_kernel *blocks; /* optimize/: what launches do in blocks, by number; NULL:
                                          nothing */
    const struct cover_kernel *covers; /* how groups cover blocks of threads: the same */
    int root;                          /* order.c: functions that have been numbered */
    struct node_table plain;    /* plain_c.c: declarations: are they without AMP constructs? */
    struct node_table searched; /* extent.c: functions whose variables are done */
    struct node_table changed;  /* extent.c: variables that are written after their declaration */
    struct node_table most;     /* extent_most.c: launches: the most threads of each dimension */
};

/* Makes empty tables in c's arena. */
void findings_begin(struct findings *f, struct ctx *c);

#endif
