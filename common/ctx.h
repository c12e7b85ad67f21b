/* ctx.h - all that one run over one unit knows; first parameter of every phase. No other state is
 * writable in the compiler. */
#ifndef COMMON_CTX_H
#define COMMON_CTX_H

#include "common/arena.h"
#include "common/diag.h"
#include "common/dialect.h"
#include "common/intern.h"
#include "common/source.h"

struct buf;

struct ctx {
    struct arena arena;   /* the tree and what phases make; after typing only added to */
    struct arena service; /* what any phase may change at any time: names, messages, the source */
    struct intern *names;
    struct source *source;
    struct diags *diags;
    struct diag_options diag_options;
    bool incomplete; /* a syntax error has hidden declarations: undeclared names are not reported */
    bool bounds;     /* -fsanitize=bounds: kernels check their subscripts */
    int tree_levels_max; /* deeper trees are refused: recursion over them would need more stack than
                            there is */
    struct dialect dialect;
    bool strict;      /* -famp-strict: C++ AMP 1.2's own limits */
    bool short_enums; /* -fshort-enums */
    enum contraction contraction;
    int rank_most;           /* the highest rank of the AMP types made so far */
    int made_locals;         /* variables made so far (sema/tree/make.h), for their names */
    struct buf *tree_faults; /* for tests: gets what passes of optimize/ have made wrong; or NULL */
};

/* Makes an empty context without a source; options as gcc has them by default. */
void ctx_init(struct ctx *c);
/* Frees all memory of the unit. */
void ctx_free(struct ctx *c);

#endif
