/* variance_ask.h - the analysis of sema/analysis/variance.h, asked about one statement. */
#ifndef SEMA_ANALYSIS_VARIANCE_ASK_H
#define SEMA_ANALYSIS_VARIANCE_ASK_H

#include "common/ctx.h"
#include "sema/types/answer.h"
#include "sema/types/symbol.h"

/* All threads of a tile begin 's', a statement of a block, together: in the launch's kernel, or in
 * a function that has waits itself and is called by all threads. Proved or unknown: no path leads
 * to 's', the function has no waits, or a condition around 's' may vary, which is no refutation. */
enum answer variance_together(struct ctx *c, const struct launch *l, struct symbol *function,
                              const struct stmt *s);

#endif
