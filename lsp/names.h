/* names.h - every mention of a name in a typed tree: what it means, and where it can be seen. */
#ifndef LSP_NAMES_H
#define LSP_NAMES_H

#include <stdbool.h>

#include "common/arena.h"
#include "common/source.h"

struct expr;
struct program;

enum mention_kind {
    MENTION_SYMBOL,     /* struct symbol */
    MENTION_MEMBER,     /* struct record_member */
    MENTION_RECORD,     /* struct record: its tag */
    MENTION_ENUM,       /* struct enumeration: its tag */
    MENTION_AMP_MEMBER, /* struct amp_member: of an AMP type, or a function */
    MENTION_AMP_TYPE,   /* struct type */
    MENTION_LAUNCH      /* struct launch: the name parallel_for_each */
};

struct mention {
    struct loc loc;
    enum mention_kind kind;
    const void *entity; /* by the kind; a function's versions are one entity */
    const char *name;
    bool declares;     /* it is declared (or defined) here */
    bool amp;          /* in amp code */
    bool parameter;    /* declares: of a prototype, whose names nobody sees */
    struct expr *expr; /* the node, of an expression; NULL */
    struct loc scope;  /* declares: the block; {0, 0}: the file */
};

struct names {
    VEC(struct mention) list; /* in the order of the tree */
};

void names_find(struct arena *a, const struct program *p, struct names *out);
/* The mention at a byte; NULL: none. */
const struct mention *names_at(const struct names *n, unsigned offset);

#endif
