/* frozen.h - do passes leave the typed tree as it is? All bytes of the unit's arena that phases
 * have written (every node, symbol, type and launch) are the same behind them. For ampc's own tests
 * (`AMPC_TREE=freeze`). */
#ifndef SEMA_TREE_FROZEN_H
#define SEMA_TREE_FROZEN_H

#include <stdbool.h>
#include <stdint.h>

#include "common/arena.h"

/* What is in use of a block of the arena. */
struct frozen_piece {
    const char *at;
    size_t n;
    uint32_t hash;
};

struct frozen {
    struct arena arena;
    VEC(struct frozen_piece) pieces;
};

/* Notes what is in the arena; 'f' is zeroed, or was noted before. */
void frozen_note(struct frozen *f, const struct arena *of);
/* The same memory, as it is now. */
void frozen_renew(struct frozen *f);
/* What was noted is as it was. */
bool frozen_same(const struct frozen *f);
void frozen_free(struct frozen *f);

#endif
