/* findings.h - what the passes behind typing have found out and share, keyed by nodes of the typed
 * tree, which they leave as it is. Each table belongs to the file that fills it; others ask by the
 * functions of that file. Relies on the node table.
 *
 *     struct findings findings;
 *     findings_begin(&findings, c);
 *     check_program(c, p, &findings);
 *
 * A clone of a node is another node, of which nothing is known yet. What was found of a function
 * or launch whose own tree is changed afterwards holds no longer: begin anew. */
#ifndef SEMA_ANALYSIS_FINDINGS_H
#define SEMA_ANALYSIS_FINDINGS_H

#include "common/ctx.h"
#include "common/node_table.h"

struct spaces;

struct findings {
    struct arena *arena;
    struct spaces *spaces;      /* spaces.c: memories of pointers, of functions and launches */
    struct node_table plain;    /* plain_c.c: declarations: whether nothing of AMP is in them */
    struct node_table searched; /* extent.c: functions whose variables have been looked at */
    struct node_table changed;  /* extent.c: variables that are written after their declaration */
    struct node_table most;     /* extent_most.c: launches: the most threads of each dimension */
};

/* Makes empty tables in c's arena. */
void findings_begin(struct findings *f, struct ctx *c);

#endif
